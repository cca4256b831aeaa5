"""How the program is handed out: the packed program, the tool for pip, icon, desktop file and manual."""
