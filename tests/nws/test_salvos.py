"""Torpedoes in both games: the target, hits, duds, effects, and the odds shown before."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.dice import TapeDice
from rules.kernel.flow import Done
from rules.kernel.modifiers import sum_modifiers
from rules.kernel.odds import delayed_odds
from rules.kernel.ruling import Rolled, Ruling
from rules.kernel.session import adjudicate
from rules.nights_of_fury.damage import damage_control as nof_control
from rules.nw_smoke.damage import damage_control as nw_control
from rules.nws.combat_arithmetic import dud_faces
from rules.nws.commands import Launch
from rules.nws.events import ControlFailed, Damaged, TorpedoDud, TorpedoHit
from rules.nws.pieces import Hit, with_ship
from tests.nights_of_fury.battle import Battle as NofBattle
from tests.nw_smoke.battle import Battle as NwBattle
from tests.nws.battle import NwsBattle, events_of
from tests.nws.twins import NOF, NW, Twin, both


@both
@pytest.mark.rule("NoF-TOR-H4", "NW-TOR-H4")
@pytest.mark.parametrize(("target", "value"), [("Laffey", -1), ("San Francisco", 0), ("Washington", 1)])
def test_the_size_of_the_target_counts(game: Twin, target: str, value: int) -> None:
    state = game.chase(target=target)
    assert sum_modifiers(game.salvos.salvo_modifiers(state, game.salvo(state))) == value


@both
@pytest.mark.rule("NoF-TOR-H4", "NW-TOR-H4")
@pytest.mark.parametrize(("knots", "value"), [(8, 2), (9, 0), (0, 2)])
def test_a_target_at_8_knots_or_less_gives_2(game: Twin, knots: int, value: int) -> None:
    state = game.chase(target="San Francisco")
    slow = state.but(scene=state.scene.but(knots={**state.scene.knots, "san-francisco": (knots,) * 5}))
    assert sum_modifiers(game.salvos.salvo_modifiers(slow, game.salvo(slow))) == value


@both
@pytest.mark.rule("NoF-TOR-H4", "NW-TOR-H4")
def test_a_natural_2_misses_whatever_is_added(game: Twin) -> None:
    state = game.chase(target="Washington")
    slow = state.but(scene=state.scene.but(knots={**state.scene.knots, "washington": (0,) * 5}))
    assert not events_of(game.arrive(slow, game.salvo(slow, unseen=True, distance=0), 1, 1), TorpedoHit)


@both
@pytest.mark.rule("NoF-EV-H4", "NW-EV-H4")
def test_a_salvo_that_arrives_at_an_evading_division_loses_3(game: Twin) -> None:
    state = game.chase(target="San Francisco")
    state = state.but(divisions={**state.divisions, "b": state.divisions["b"].but(evading=True)})
    assert game.help.values(state, game.salvo(state)) == {game.rules["evading"]: -3}


@pytest.mark.rule("NoF-TOR-H5", "NW-TOR-H5")
@pytest.mark.parametrize(
    ("game", "roll", "hits"),
    [
        (NOF, (2, 5), 0), (NOF, (4, 4), 1), (NOF, (5, 6), 1), (NOF, (6, 6), 2),  # need 8 over 2 bands
        (NW, (2, 4), 0), (NW, (3, 4), 1), (NW, (4, 6), 1), (NW, (5, 6), 2), (NW, (6, 6), 2),  # need 7 over a hex
    ],
)  # fmt: skip
def test_a_margin_of_0_to_3_is_one_hit_and_4_is_two(game: Twin, roll: tuple[int, int], hits: int) -> None:
    state = game.chase(target="San Francisco")
    assert len(events_of(game.arrive(state, game.salvo(state), *roll, *[1] * hits), TorpedoHit)) == hits


@both
@pytest.mark.rule("NoF-TOR-H6", "NW-TOR-H6")
@pytest.mark.parametrize(("month", "duds"), [("1942-11", 3), ("1943-07", 3), ("1943-08", 1)])
@pytest.mark.parametrize("kind", ["Mk15", "Old"])
def test_american_torpedoes_fail_on_3_through_july_1943_and_on_1_afterwards(
    game: Twin, month: str, duds: int, kind: str
) -> None:
    state = game.chase("Laffey", "Aoba", "USN", month)
    for face in range(1, 7):
        more = () if face <= duds else (1,)
        events = game.arrive(state, game.salvo(state, kind=kind, distance=0), 4, 5, face, *more)
        assert len(events_of(events, TorpedoDud)) == (face <= duds)


@pytest.mark.rule("NoF-TOR-H6", "NW-TOR-H6")
@pytest.mark.parametrize(("game", "roll"), [(NOF, (4, 6)), (NW, (4, 5))])
@pytest.mark.parametrize(("side", "kind"), [("IJN", "T93"), ("IJN", "T90"), ("IJN", "Old"), ("USN", "Mk9")])
def test_japanese_and_british_torpedoes_work(game: Twin, roll: tuple[int, int], side: str, kind: str) -> None:
    state = game.chase("Laffey", "Aoba", "USN") if side == "USN" else game.chase(target="San Francisco")
    assert events_of(game.arrive(state, game.salvo(state, kind=kind), *roll, 1), TorpedoHit)


EFFECTS = {  # (kind, target): flotation by die
    ("T93", "Laffey"): (2, 2, 3, 3, 4, 4),
    ("T93", "San Francisco"): (1, 1, 2, 2, 3, 3),
    ("T93", "Washington"): (1, 1, 1, 1, 2, 2),
    ("T90", "Laffey"): (2, 2, 3, 3, 3, 4),
    ("T90", "San Francisco"): (1, 1, 1, 2, 2, 2),
    ("T90", "Washington"): (0, 0, 1, 1, 1, 1),
    ("Old", "Laffey"): (2, 2, 2, 3, 3, 3),
    ("Old", "San Francisco"): (1, 1, 1, 1, 2, 2),
    ("Old", "Washington"): (0, 0, 0, 0, 1, 1),
    ("T93", "Zeilin"): (1, 2, 2, 3, 3, 3),  # defence -1: the die counts 1 more, 6 at most
}


@both
@pytest.mark.rule("NoF-TOR-H7", "NW-TOR-H7")
@pytest.mark.parametrize(("kind", "target"), EFFECTS)
def test_a_hit_floods_by_the_chart_and_a_5_or_6_hurts_the_structure_too(game: Twin, kind: str, target: str) -> None:
    state = game.chase(target=target)
    soft = target == "Zeilin"
    for face in range(1, 7):
        hit = events_of(game.arrive(state, game.salvo(state, kind=kind, distance=0), 4, 5, face), TorpedoHit)[0]
        assert hit.flotation == EFFECTS[kind, target][face - 1]
        assert hit.structure == (1 if face + soft >= 5 else 0)


@both
@pytest.mark.rule("NoF-TOR-H1", "NoF-TOR-H5", "NoF-TOR-H6", "NW-TOR-H1", "NW-TOR-H5", "NW-TOR-H6")
@pytest.mark.parametrize("ship", ["Kagero", "Laffey"])  # torpedoes that always explode, and some that may be duds
def test_the_odds_of_a_salvo_that_runs_are_those_of_its_throw_as_things_lie(game: Twin, ship: str) -> None:
    side, target = ("IJN", "laffey") if ship == "Kagero" else ("USN", "kagero")
    state = game.chase(ship, target.capitalize(), side)
    command = Launch(side, ship.lower(), target)
    found = delayed_odds(game.system, state, command)
    running = adjudicate(game.system, state, command, TapeDice(()), move_on=False).state.salvos[0]
    need = game.need(state, running) - sum_modifiers(game.salvos.salvo_modifiers(state, running))
    throws = [a + b for a in range(1, 7) for b in range(1, 7)]
    hits = [total for total in throws if total >= need and total != state.scene.charts.torpedo.natural_miss]
    assert found.exact
    assert found.of("miss") == pytest.approx(1 - len(hits) / 36)
    duds = dud_faces(state.scene.charts.torpedo, running.kind, side, state.scene.month)
    two = [total for total in hits if total - need >= state.scene.charts.torpedo.two_hits_margin]
    assert found.of("two hits") == pytest.approx(len(two) / 36 * (1 - duds / 6) ** 2)
    assert found.of("dud") == pytest.approx((len(hits) - len(two)) / 36 * duds / 6 + len(two) / 36 * (duds / 6) ** 2)
    assert (duds > 0) is (ship == "Laffey")
    assert not delayed_odds(game.system, state, Done(side)).chances, "nothing falls later"


# --- Damage control of both games: which ships roll, what a six can do, and the message when it does nothing ---

CONTROLS: dict[str, Any] = {"nights_of_fury": nof_control, "nw_smoke": nw_control}
GAMES = sorted(CONTROLS)


def afloat(game: str) -> NwsBattle:
    if game == "nw_smoke":
        return NwBattle().division("a", "USN", ["Helena"], 2020, "N").division("b", "IJN", ["Kagero"], 2024, "N")
    return NofBattle().division("a", "USN", ["Helena"], 4).division("b", "IJN", ["Kagero"], 6)


def control(game: str, *faces: int, **changes: object) -> Ruling:
    """Do damage control with Helena in this state; all faces are used."""
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
