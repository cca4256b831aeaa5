"""Torpedoes and mines: tubes laid and reloaded, the markers on the water, what it is to run through one."""
