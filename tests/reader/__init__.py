"""Screen readers: the real program, a session bus of the test's own, and a client that reads and presses."""
