"""What the tests of games between two computers share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rules.kernel.storage import Storage
from tests.network.pair import Pair


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No waiting for the disk: what is killed here is the program, not the power."""
    monkeypatch.setattr(Storage, "fsync", lambda self, handle: None)


@pytest.fixture
def pair_of(tmp_path: Path) -> Iterator[Callable[[str], Pair]]:
    """Make pairs of ends that have met; they are closed afterwards."""
    made: list[Pair] = []

    def make(game: str) -> Pair:
        pair = Pair(game, tmp_path / str(len(made)))
        made.append(pair)
        pair.connect()
        return pair

    yield make
    for pair in made:
        pair.close()
