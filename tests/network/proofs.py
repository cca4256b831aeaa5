"""The proofs of games between two computers: `python -m tests.network.proofs [--share 0.02] [--keep]`.

They are the rows N1 to N14 of the table of trust; `--only N7` runs some of them.
"""

from __future__ import annotations

import sys

from tests.trust.__main__ import main
from tests.trust.table import ROWS

if __name__ == "__main__":
    words = sys.argv[1:]
    keys = [] if "--only" in words else [key for row in ROWS if row.key.startswith("N") for key in ("--only", row.key)]
    sys.exit(main([*keys, *words]))
