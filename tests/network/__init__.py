"""Games between two computers."""
