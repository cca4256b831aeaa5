"""Commands for the makers of the program: `python -m release.makers --help`. Not part of the shipped program."""
