"""The player's own battles, maps and positions: folders, import, editing, testing and writing."""
