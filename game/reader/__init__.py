"""The window told to who does not see it: its widgets as a tree of names, roles and states; screen readers; speech."""
