"""The console: play by typing, and the verbs that need no window. It uses the same seats as the window."""
