"""What everything is written in: the charts, the position, commands and events."""
