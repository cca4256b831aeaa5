"""The records of the game: charts, position, commands and events."""
