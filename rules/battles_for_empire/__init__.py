"""Battles for Empire 2: colonial battles on land, in hexes of three inches."""
