"""One whole battle of each game, from the opening to the report, played from the accessibility tree alone.

The program runs as it is, without a display; all the test has is a client on the accessibility bus that reads names and
presses. `make test` plays the beginning of the short one, `make soak` one of every game to its end.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules import SYSTEMS
from rules.kernel.session import load_session
from tests.conftest import SOAK, map_named
from tests.reader.blind_hand import BlindHand
from tests.reader.desktop import Client, desktop, missing, program

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

SHORT = ("perfidious_albion/caldera_bay",)
LONG = (
    "nw_smoke/little_and_gregory",
    "nights_of_fury/little_and_gregory",
    "battles_for_empire/the_wells",
    "quickfire/dash_to_chifu",
)
BATTLES, PRESSES = ((*SHORT, *LONG), None) if SOAK else (SHORT, 30)
PATIENCE_S = 300
SETTINGS = {"motion": "off", "rule_cards": False, "confirm_end": False}


def test_there_is_a_battle_of_every_game() -> None:
    assert sorted(key.partition("/")[0] for key in (*SHORT, *LONG)) == sorted(SYSTEMS)


@pytest.mark.parametrize("battle", BATTLES)
def test_a_whole_battle_is_played_from_the_accessibility_tree_alone(battle: str, tmp_path: Path) -> None:
    user = tmp_path / "user"
    (user / "settings").mkdir(parents=True)
    (user / "settings" / "settings.json").write_text(json.dumps(SETTINGS), "utf-8")
    words = ("play", "--scenario", battle, "--opponent", "random", "--seed", "7")
    with desktop() as env, program(env, user, *words) as game:
        client = Client(env)
        hand = BlindHand(client, 1, PATIENCE_S)
        assert hand.play(PRESSES), f"not over after {PATIENCE_S} s and {hand.pressed}"
        assert game.poll() is None
        client.close()
    assert (tmp_path / "user.err").read_text("utf-8") == ""
    (saved,) = (user / "saves").glob("*.game")
    session = load_session(saved, SYSTEMS, map_named, write=False)
    assert session.over or PRESSES
    mine = session.scenario.sides[0].key
    given = [type(step.command).__name__ for step in session.steps if step.actor == mine]
    assert len(given) > (5 if SOAK else 1) and set(given) - {"Done"}  # it did more than end its phases
