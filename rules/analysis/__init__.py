"""What dice and orders were worth, in win chance: judged from what the side that gave them could know."""
