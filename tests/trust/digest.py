"""One line for a Python: the digest of every golden game replayed, and of some games played again."""

from __future__ import annotations

import hashlib

from rules import SYSTEMS
from rules.kernel.session import load_session
from tests.conftest import map_named
from tests.test_replays import FILES
from tests.trust.perft import endings


def main() -> None:
    """Replay and play, and print both digests."""
    replayed = []
    for path in FILES:
        session = load_session(path, SYSTEMS, map_named, write=False)
        replayed.append(f"{path.stem} {len(session.steps)} {session.digest()} {session.readonly}")
    played = [digest for system in SYSTEMS for digest in endings(system, 3)]
    for name, found in (("replay", replayed), ("play", played)):
        print(name, hashlib.sha256("\n".join(found).encode()).hexdigest()[:20], end=" ")
    print(flush=True)


if __name__ == "__main__":
    main()
