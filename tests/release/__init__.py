"""Tests of what is handed out: the packed program, the tool for pip, icon, manual."""
