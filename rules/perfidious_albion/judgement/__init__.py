"""How the captain of this game judges: what a straddle takes, where a ship goes, what he orders."""
