"""Before the first turn: opening a fixed scenario, or choosing forces, terrain, base lines, weather and deployment."""
