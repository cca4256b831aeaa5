"""Damage control of both games: who rolls, what a six can do, and what is told when it does nothing."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.dice import TapeDice
from rules.kernel.ruling import Rolled, Ruling
from rules.nights_of_fury.damage import damage_control as nof_control
from rules.nw_smoke.damage import damage_control as nw_control
from rules.nws.events import ControlFailed, Damaged
from rules.nws.pieces import Hit, with_ship
from tests.nights_of_fury.battle import Battle as NofBattle
from tests.nw_smoke.battle import Battle as NwBattle
from tests.nws.battle import NwsBattle, events_of

CONTROLS: dict[str, Any] = {"nights_of_fury": nof_control, "nw_smoke": nw_control}
GAMES = sorted(CONTROLS)


def afloat(game: str) -> NwsBattle:
    if game == "nw_smoke":
        return NwBattle().division("a", "USN", ["Helena"], 2020, "N").division("b", "IJN", ["Kagero"], 2024, "N")
    return NofBattle().division("a", "USN", ["Helena"], 4).division("b", "IJN", ["Kagero"], 6)


def control(game: str, *faces: int, **changes: object) -> Ruling:
    """Damage control with Helena as told; all faces are used."""
    state = afloat(game).at("gunnery")
    tape = TapeDice(faces)
    ruling = Ruling(afloat(game).system, with_ship(state, state.ships["helena"].but(**changes)), tape)
    CONTROLS[game](ruling)
    assert not tape.faces_left
    return ruling


@pytest.mark.rule("NoF-DC-H1", "NW-DC-H2")
@pytest.mark.parametrize("game", GAMES)
def test_where_nothing_can_come_of_it_no_die_is_thrown(game: str) -> None:
    for structure in range(1, 5):
        assert not control(game, structure=structure).events


@pytest.mark.rule("NoF-DC-H1", "NW-DC-H2")
@pytest.mark.parametrize("game", GAMES)
def test_a_ship_that_burns_or_is_flooded_throws(game: str) -> None:
    for changes in ({"fire": True}, {"flotation": 1}):
        assert len(events_of(tuple(control(game, 5, **changes).events), Rolled)) == 1


@pytest.mark.rule("NoF-DC-3", "NW-DC-H2")
@pytest.mark.parametrize("game", GAMES)
def test_of_a_flooded_wreck_that_does_not_burn_the_sheets_reason_is_told(game: str) -> None:
    found = control(game, 6, 4, flotation=1, structure=4)
    assert [event.result for event in events_of(tuple(found.events), ControlFailed)] == [
        "no effect: she is not on fire"
    ]


@pytest.mark.rule("NoF-DC-3", "NW-DC-H2")
@pytest.mark.parametrize("game", GAMES)
def test_a_burning_wreck_whose_structure_is_gone_cannot_get_worse_and_the_log_says_so(game: str) -> None:
    found = control(game, 6, 4, fire=True, structure=4)
    assert [event.result for event in events_of(tuple(found.events), ControlFailed)] == [
        "no effect: her structure is past harm"
    ]
    assert not events_of(tuple(found.events), Damaged)


@pytest.mark.rule("NoF-DC-2", "NoF-DC-3", "NoF-DC-4", "NW-DC-H2")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("second", "changes", "text"),
    [
        (3, {"fire": True}, "no effect"),
        (5, {"flotation": 1}, "no effect: she is not on fire"),
        (6, {"fire": True}, "no effect: she is not flooded"),
        (4, {"fire": True}, "structure worse"),
        (6, {"flotation": 1}, "flotation worse"),
    ],
)
def test_what_a_six_does_is_told_and_why_it_does_nothing(
    game: str, second: int, changes: dict[str, object], text: str
) -> None:
    found = control(game, 6, second, **changes)
    assert [event.result for event in events_of(tuple(found.events), ControlFailed)] == [text]


@pytest.mark.rule("NoF-DMG-H1", "NW-DMG-H1")
@pytest.mark.parametrize("game", GAMES)
def test_a_ship_whose_flotation_is_gone_is_told_sinking_and_not_out_of_action(game: str) -> None:
    battle = afloat(game)
    state = battle.at("gunnery")
    rule = "NoF-TOR-H7" if game == "nights_of_fury" else "NW-TOR-H7"
    state = state.but(hits=(Hit(ship="kagero", target="helena", structure=1, flotation=4, rule=rule),))
    ruling = Ruling(battle.system, state, TapeDice(()))
    closing = next(phase.close for phase in battle.system.sequence if phase.name == "gunnery")
    assert closing is not None
    closing(ruling)
    assert [event.level for event in events_of(tuple(ruling.events), Damaged)] == ["sinking"]
    assert ruling.state.ships["helena"].gone == "sunk"
