"""Packaging: the packed program, the tool for pip, icon, desktop file and manual."""
