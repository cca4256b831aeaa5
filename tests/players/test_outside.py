"""Other people's captains: a program seated by its path, told when it is wrong, replaced; the game goes on."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from game.console.balance import fixtures
from game.console.match import play_games
from game.library import get_scenario, open_map
from rules import SYSTEMS
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import dismiss, is_player, make_player
from rules.players.outside import OutsidePlayer

README = Path(__file__).parents[2] / "rules" / "players" / "README.md"


def program(folder: Path, text: str) -> str:
    path = folder / "my_captain"
    path.write_text(f"#!{sys.executable}\n{text}", "utf-8")
    path.chmod(0o755)
    return str(path)


def seat() -> Seat:
    scenario = get_scenario("nw_smoke", "little_and_gregory")
    session = Session(SYSTEMS["nw_smoke"], scenario, open_map("nw_smoke", scenario.map), seed=3)
    return Seat(session, session.actor)


def test_the_example_of_the_readme_plays_whole_games(tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n#!.*?\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    mine = program(tmp_path, example)
    for played in play_games("nw_smoke", "little_and_gregory", fixtures(2, (mine, "captain"), 5), ""):
        assert not played.row.error and played.row.orders > 10


@pytest.mark.parametrize(
    "text, why",
    [
        ('print(\'{"n": 1, "order": "fire everything"}\', flush=True); input(); input()', "expected: fire <ship>"),
        ('print(\'{"n": 1, "order": "fire little yudachi"}\', flush=True); input(); input()', "["),
        ("print('what?', flush=True); input(); input()", "a line of JSON"),
        ("print('[1]', flush=True); input(); input()", "expected {'n': 1"),
        ("import time; time.sleep(60)", "no answer within 1 seconds"),
        ("", "it has ended"),
    ],
)
def test_what_is_wrong_is_told_and_the_captain_steps_in(tmp_path: Path, text: str, why: str) -> None:
    player = OutsidePlayer(program(tmp_path, text), 3, patience_s=1.0)
    chair = seat()
    choice = player.choose(chair)
    assert why in choice.why and "the captain's choice instead" in choice.why
    assert choice.command == make_player("captain", 3).choose(chair).command
    assert player.choose(chair).command == choice.command, "and so on, should it be dead"
    dismiss([player])


def test_only_a_program_that_can_be_run_is_a_player(tmp_path: Path) -> None:
    assert is_player(program(tmp_path, "")) and is_player("captain")
    assert not is_player(str(tmp_path / "none")) and not is_player("my_captain")


def test_it_is_shown_what_its_side_may_know(tmp_path: Path) -> None:
    """The question names no unseen enemy's state: it is the view, the offers and the events of the seat."""
    player = OutsidePlayer(program(tmp_path, ""), 3)
    chair = seat()
    asked = player._question(chair)
    assert sorted(asked) == ["events", "left_ms", "n", "offers", "protocol", "side", "t", "view"]
    assert asked["view"]["side"] == chair.side
    assert [offer["verb"] for offer in asked["offers"]] == [offer.verb for offer in chair.offers()]


@pytest.mark.parametrize(("said", "told"), [("", "mine says so"), ("they burn", "they burn")])
def test_an_order_without_a_reason_is_told_as_the_programs_word(
    monkeypatch: pytest.MonkeyPatch, said: str, told: str
) -> None:
    chair = seat()
    order = make_player("captain", 3).choose(chair).command
    player = OutsidePlayer("mine", 3)
    monkeypatch.setattr(player, "_answered", lambda seat: (order, said))
    choice = player.choose(chair)
    assert (choice.command, choice.why.rpartition("/")[2]) == (order, told)


def test_what_would_be_said_to_a_program_that_was_never_begun_is_lost_without_a_word() -> None:
    player = OutsidePlayer("mine", 3)
    player._say({"t": "over"})
    player.close()
