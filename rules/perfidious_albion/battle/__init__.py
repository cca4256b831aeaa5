"""The turn of a battle: squadrons in action, guns, night, morale, the end of a turn, victory."""
