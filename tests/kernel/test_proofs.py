"""What a saved game proves of itself: that it is whole to its end, and that nobody changed its dice."""

from __future__ import annotations

from pathlib import Path

from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.dice_audit import audit_text, first_mismatch
from rules.kernel.logbook import Logbook, read
from rules.kernel.session import Session, load_session
from tests.conftest import begin, map_named, stroll

GAME = "nw_smoke/little_and_gregory"


def keep_game(path: Path, seed: int = 4) -> Session:
    """Return a whole game, kept as it is played."""
    session = begin(GAME, seed)
    session.keep_in(path)
    for _ in stroll(session, SeededDice(seed)):
        pass
    session.close()
    return session


def load_game(path: Path) -> Session:
    return load_session(path, SYSTEMS, map_named, write=False)


def test_a_whole_game_is_told_from_one_whose_last_lines_are_gone(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    played = keep_game(path)
    assert load_game(path).complete
    lines = path.read_bytes().splitlines(keepends=True)
    for gone in (1, 2, 5):
        path.write_bytes(b"".join(lines[:-gone]))
        cut = load_game(path)
        assert cut.readonly == "" and not cut.complete and len(cut.steps) == len(played.steps) - gone


def test_a_copy_of_a_whole_game_has_the_mark_too(tmp_path: Path) -> None:
    copy = keep_game(tmp_path / "a.game").branch(10_000)
    copy.keep_in(tmp_path / "b.game")
    copy.close()
    assert load_game(tmp_path / "b.game").complete


def test_an_end_mark_that_miscounts_is_no_end(tmp_path: Path) -> None:
    keep_game(tmp_path / "a.game")
    reading = read(tmp_path / "a.game")
    with Logbook.create(tmp_path / "b.game", reading.header) as book:
        for entry in reading.entries[:3]:
            book.append(entry)
        for entry in reading.entries[3:]:
            book.append({**entry, "end": len(reading.entries) + 2} if "end" in entry else entry)
    assert "has another result than in" in load_game(tmp_path / "b.game").readonly


def test_dice_are_proven_and_a_changed_face_is_found() -> None:
    session = begin(GAME, 4)
    for _ in stroll(session, SeededDice(4), 60):
        pass
    assert audit_text(session).startswith("dice verified")
    number = next(step.number for step in session.steps[1:] if step.faces)
    step = session.steps[number]
    session.steps[number] = step.but(faces=tuple(7 - face for face in step.faces))
    assert first_mismatch(session) == number
    assert f"the dice of order {number} are not of seed 4" in audit_text(session)
