"""Reports, films and print: a game told to someone who was not there, and a battle for a real table."""
