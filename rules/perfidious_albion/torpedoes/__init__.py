"""Torpedoes and mines: launching and reloading, torpedo markers, ships that run through markers or minefields."""
