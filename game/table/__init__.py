"""One game and its players: the common part of window, lessons, replay and text play. Nothing here draws."""
