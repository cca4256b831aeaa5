"""One game and who sits at it: whatever a window, a lesson, a replay and play by typing share. Nothing here draws."""
