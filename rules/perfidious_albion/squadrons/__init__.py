"""Squadrons as a whole: who sails with whom, who sees and knows what, whose turn it is to act."""
