"""Battles, maps and positions of the player's own: where they lie, how they are taken in, drawn, tried and written."""
