"""Before the first turn: fixed scenarios opened; forces, ground, base lines, weather and deployment chosen."""
