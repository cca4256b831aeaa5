"""Saved games of every version: each opens to its end, or is refused or cut off with a sentence.

tests/corpus/<version>/ holds games as that version wrote them; they are never written again. Add a folder when a
version is released: play some games with it and copy the files.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import SYSTEMS
from rules.kernel.session import SaveError, Session, load_session
from tests.capabilities import PUBLISHED
from tests.conftest import ROOT, map_named

CORPUS = sorted((ROOT / "tests" / "corpus").rglob("*.game"))


def open_game(path: Path) -> tuple[Session | None, str]:
    """Return (the game as far as it can be played, what the player is told). Any other error is a fault."""
    try:
        session = load_session(path, SYSTEMS, map_named, write=False)
    except SaveError as error:
        return None, str(error)
    return session, session.readonly or session.notice


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_game_of_an_older_version_opens_or_says_why_not(path: Path) -> None:
    before = path.read_bytes()
    session, text = open_game(path)
    assert path.read_bytes() == before, "an old game is never written to"
    if session is None:
        assert path.name in text and len(text) < 600
        return
    assert session.steps
    if session.readonly:
        assert "Resume from here as a new game" in text and "the rules or the map have changed since" in text
        assert session.branch(len(session.steps)).verify() == ""
    else:
        assert session.verify() == ""


def test_there_are_games_of_every_system_in_the_corpus() -> None:
    for system in PUBLISHED:
        assert any(path.name.startswith(system) for path in CORPUS), system
