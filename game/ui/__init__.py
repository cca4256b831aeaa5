"""The program's own widget toolkit on pygame-ce: palettes, fonts, layout, widgets, popups."""
