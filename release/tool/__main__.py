"""`python -m fighting_instructions`, for when the command itself is not on the path."""

from __future__ import annotations

import sys

from fighting_instructions import run

if __name__ == "__main__":
    sys.exit(run())
