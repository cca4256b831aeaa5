"""Squadrons: formation, sight and knowledge, and whose turn it is to act."""
