"""The proof that the program can be trusted, as one command: `make trust`, or `python -m tests.trust --quick`."""
