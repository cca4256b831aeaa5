"""Reports, films and paper: a game told to somebody who was not there, and a battle carried to a real table."""
