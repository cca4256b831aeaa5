"""Tests of the workshop: battles of the player's own, from the folder to the played game."""
