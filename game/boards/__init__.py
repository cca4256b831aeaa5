"""Boards: what lies on the table. A sea chart with hexes, its counters, markers and overlays, under one camera."""
