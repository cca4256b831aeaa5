"""Explaining: cues from events, just-in-time cards."""
