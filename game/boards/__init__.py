"""Boards: map sheets, range bands and tables with their counters, markers and overlays, under one camera."""
