"""Golden games: recorded games that must replay to the same positions.

Each is a saved game, one for each scenario, with a summary beside it for people to read and compare: a line for each
turn with orders, dice, points and the digest of the position. A game keeps the texts of its scenario, so a new briefing
needs no new recording. `python -m tests.test_replays --update` records all games again, with a game's key only its own.
Files whose names begin with `bug_` are kept as they are: each shows a bug that was fixed.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from itertools import groupby
from pathlib import Path

import pytest

from game.saving import SUFFIX
from rules import SYSTEMS
from rules.kernel.chance import play_digest
from rules.kernel.dice import SeededDice
from rules.kernel.flow import state_digest
from rules.kernel.plurals import count_noun
from rules.kernel.session import Session, load_session
from tests.conftest import ROOT, begin, games, map_named, scenario_named, stroll

REPLAYS = ROOT / "tests" / "replays"
FILES = sorted(REPLAYS.rglob(f"*{SUFFIX}"))
AGAIN = "if the rules were changed on purpose: python -m tests.test_replays --update"


SEED = 1942
SEEDS = {"perfidious_albion/open_fleet": 1947}  # where the usual one ends before a shot is fired
LONG = 300  # orders


def golden(game: str) -> Path:
    """Return where the golden playthrough of a scenario stands."""
    system, _, key = game.partition("/")
    return REPLAYS / system / f"{key}{SUFFIX}"


@lru_cache(24)
def golden_session(game: str) -> Session:
    """Return a golden playthrough to its end: shared by tests, which leave it as it is."""
    return load_session(golden(game), SYSTEMS, map_named, write=False)


def summary(session: Session) -> str:
    """Return a finished game in a few lines: its head, a line a turn, its end."""
    system, state = session.system, session.state
    assert state.outcome is not None
    dice = sum(len(step.faces) for step in session.steps)
    lines = [
        f"{session.scenario.title} ({system.title})",
        f"{count_noun(len(session.steps), 'order')}, {count_noun(dice, 'die', 'dice')}, seed {session.seed}",
        "",
    ]
    moves = zip(session.steps, session.states[1:], strict=True)
    for turn, played in groupby(moves, key=lambda move: move[0].turn):
        steps, states = zip(*played, strict=True)
        faces = [face for step in steps for face in step.faces]
        scores = ", ".join(f"{score.side} {score.points}" for score in system.view(states[-1], "").scores)
        lines.append(
            f"turn {turn:>2}: {count_noun(len(steps), 'order')}, {count_noun(len(faces), 'die', 'dice')} of "
            f"{sum(faces)} in all;"
            f" {scores or 'no points'}; {state_digest(states[-1])}"
        )
    lines += ["", f"{state.outcome.title}: {state.outcome.why}"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(REPLAYS).as_posix())
def test_a_golden_game_comes_out_as_it_did_and_is_of_the_scenario_as_it_is(path: Path) -> None:
    session = golden_session(path.relative_to(REPLAYS).with_suffix("").as_posix())
    assert session.readonly == "", AGAIN
    assert summary(session) == path.with_suffix(".txt").read_text("utf-8"), AGAIN
    if not path.name.startswith("bug_"):
        assert play_digest(session.scenario) == play_digest(scenario_named(path.parent.name, path.stem)), AGAIN


@pytest.mark.parametrize("game", games())
def test_every_scenario_has_a_golden_game(game: str) -> None:
    assert golden(game).is_file(), "python -m tests.test_replays --update"


@pytest.mark.parametrize("game", SEEDS)
def test_a_golden_game_with_a_seed_of_its_own_is_long(game: str) -> None:
    assert len(golden_session(game).steps) > LONG


def test_every_golden_game_is_of_a_scenario_that_exists() -> None:
    known = {golden(game) for game in games()}
    strangers = [path for path in FILES if path not in known]
    assert [path for path in strangers if not path.name.startswith("bug_")] == []
    assert sorted(REPLAYS.rglob("*.txt")) == [path.with_suffix(".txt") for path in FILES]


def update(system: str = "") -> None:
    """Play and record every golden game again, or those of one system."""
    for game in games():
        if system not in ("", game.partition("/")[0]):
            continue
        seed = SEEDS.get(game, SEED)
        session = begin(game, seed=seed)
        for _ in stroll(session, SeededDice(seed + 1)):
            pass
        path = golden(game)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        session.keep_in(path)
        session.close()
        path.with_suffix(".txt").write_text(summary(session), "utf-8")
        sys.stdout.write(f"{path.relative_to(ROOT)}: {len(session.steps)} orders\n")


if __name__ == "__main__":
    if sys.argv[1:2] != ["--update"]:
        sys.exit("python -m tests.test_replays --update [SYSTEM]")
    update(*sys.argv[2:3])
