"""What the tests of games between two computers share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.network.pair import Pair


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
