"""What shells, fires, floods and the sea do to ships and works ashore, and what is left of their speed."""
