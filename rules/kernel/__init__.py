"""The rules kernel: what all five systems share, with no system, screen or toolkit in it."""
