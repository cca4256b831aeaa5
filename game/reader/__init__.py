"""Screen reader support: the window's widgets as a tree of names, roles and states, and a voice of our own."""
