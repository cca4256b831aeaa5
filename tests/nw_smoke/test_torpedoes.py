"""Phase 6: needs, beams, running time, modifiers, hits, duds, effects, reloading."""

from __future__ import annotations

import pytest

from rules.kernel.dice import TapeDice
from rules.kernel.flow import Done
from rules.kernel.modifiers import tally
from rules.kernel.odds import odds_later
from rules.kernel.ruling import Rolled, Ruling
from rules.kernel.session import adjudicate
from rules.nw_smoke.charts import bands
from rules.nw_smoke.state import RADAR, SIGHTED, Salvo, State
from rules.nw_smoke.torpedoes import check_launch, close_torpedoes, reload_tubes, running_turns, salvo_modifiers
from rules.nws.commands import Launch
from rules.nws.events import TorpedoDud, TorpedoHit
from rules.nws.fighting import dud_faces
from rules.nws.pieces import with_ship
from tests.nw_smoke.battle import Battle, events_of

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")


def chase(
    ship: str = "Kagero",
    target: str = "Laffey",
    h: int = 4,
    facing: str = "NE",
    level: int = SIGHTED,
    side: str = "IJN",
) -> State:
    """A ship with tubes and her target due south, on the beam unless told otherwise."""
    foe = "USN" if side == "IJN" else "IJN"
    battle = Battle().setting("visibility", "day_clear")
    battle.division("a", side, [ship], 2010, facing, speed=2).division("b", foe, [target], 2010 + h, "NE", speed=2)
    state = battle.knows(side, "b", level).knows(foe, "a", SIGHTED).at("torpedoes")
    return state.but(cursor=state.cursor.but(queue=(side, foe)))


def salvo(state: State, kind: str = "T93", distance: int = 1, **changes: object) -> Salvo:
    ship, target = state.divisions["a"].ships[0], state.divisions["b"]
    whole = Salvo(
        side=state.divisions["a"].side,
        ship=ship,
        target=target.ships[0],
        kind=kind,
        start=state.divisions["a"].hex,
        aimed=target.hex,
        course=target.facing,
        distance=distance,
        turn=2,
    )
    return whole.but(**changes)


def arrive(state: State, running: Salvo, *faces: int) -> Ruling:
    """The salvo arrives now; every face is used."""
    tape = TapeDice(faces)
    ruling = Ruling(Battle.system, state.but(salvos=(running,)), tape)
    close_torpedoes(ruling)
    assert not tape.left
    return ruling


def with_b(state: State, **changes: object) -> State:
    return state.but(divisions={**state.divisions, "b": state.divisions["b"].but(**changes)})


NEEDS = {
    "T93": (7, 7, 8, 9, 9, 10, 10, 11, 12),
    "T90": (7, 7, 8, 9, 10, 11),
    "Mk15": (7, 8, 9, 10, 12),
    "Mk9": (7, 8, 9, 10, 12),
    "Old": (8, 9, 10, 12),
}


@pytest.mark.rule("NW-TOR-H1")
@pytest.mark.parametrize("kind", NEEDS)
def test_the_need_goes_by_half_the_hexes_at_launch_rounded_up(kind: str) -> None:
    state = chase()
    for d, need in enumerate(NEEDS[kind]):
        for h in {max(0, 2 * d - 1), 2 * d}:
            rolled = events_of(tuple(arrive(state, salvo(state, kind, h), 1, 2).events), Rolled)[0]
            assert rolled.target == need, (d, h)


@pytest.mark.rule("NW-TOR-H1")
@pytest.mark.parametrize(("ship", "reach"), [("Kagero", 16), ("Fubuki", 10), ("Tenryu", 6)])
def test_a_torpedo_runs_so_far_and_no_further(ship: str, reach: int) -> None:
    command = Launch("IJN", ship.lower(), "laffey")
    assert not check_launch(chase(ship, h=reach), command)
    assert [i.rule for i in check_launch(chase(ship, h=reach + 1), command)] == ["NW-TOR-H1"]


@pytest.mark.rule("NW-TOR-H2")
@pytest.mark.parametrize("facing", FACINGS)
def test_the_target_must_lie_on_the_beam(facing: str) -> None:
    refused = [i.rule for i in check_launch(chase(facing=facing), Launch("IJN", "kagero", "laffey"))]
    assert refused == (["NW-TOR-H2"] if facing in ("N", "S") else [])


@pytest.mark.rule("NW-TOR-H2")
@pytest.mark.parametrize("facing", FACINGS)
def test_in_the_same_hex_any_direction_will_do(facing: str) -> None:
    assert not check_launch(chase(h=0, facing=facing), Launch("IJN", "kagero", "laffey"))


@pytest.mark.rule("NW-TOR-H3")
@pytest.mark.parametrize(
    ("kind", "turns"),
    [
        ("T93", {0: 0, 1: 0, 5: 0, 6: 1, 10: 1, 11: 2, 15: 2, 16: 3}),
        ("T90", {4: 0, 5: 1, 8: 1, 9: 2, 10: 2}),
        ("Mk15", {4: 0, 5: 1, 8: 1}),
        ("Old", {3: 0, 4: 1, 6: 1}),
    ],
)
def test_a_salvo_runs_hexes_less_1_by_its_speed_turns(kind: str, turns: dict[int, int]) -> None:
    assert {h: running_turns(chase(), kind, h) for h in turns} == turns


@pytest.mark.rule("NW-TOR-H3")
def test_a_salvo_still_running_is_left_alone_and_one_whose_target_is_gone_throws_no_dice() -> None:
    state = chase()
    running = salvo(state, turn=3)
    assert arrive(state, running).state.salvos == (running,)
    gone = with_ship(state, state.ships["laffey"].but(gone="left"))
    assert arrive(gone, salvo(state)).state.salvos == ()


def values(state: State, running: Salvo) -> dict[str, int]:
    found: dict[str, int] = {}
    for modifier in salvo_modifiers(state, running):
        found[modifier.rule] = found.get(modifier.rule, 0) + modifier.value
    return found


@pytest.mark.rule("NW-TOR-H4")
@pytest.mark.parametrize(("target", "value"), [("Laffey", -1), ("San Francisco", 0), ("Washington", 1)])
def test_the_size_of_the_target_counts(target: str, value: int) -> None:
    state = chase(target=target)
    assert tally(salvo_modifiers(state, salvo(state))) == value


@pytest.mark.rule("NW-TOR-H4")
@pytest.mark.parametrize(
    ("moved", "turned", "value"), [(3, 0, 0), (4, 0, -2), (0, 1, 0), (0, 2, -2), (0, 5, 0), (4, 3, -2)]
)
def test_a_target_more_than_3_hexes_off_or_turned_120_degrees_costs_2_once(moved: int, turned: int, value: int) -> None:
    state = chase(target="San Francisco")
    running = salvo(state)
    after = with_b(state, hex=state.divisions["b"].hex + moved, facing=(1 + turned) % 6)
    assert tally(salvo_modifiers(after, running)) == value


@pytest.mark.rule("NW-TOR-H4")
@pytest.mark.parametrize(("knots", "value"), [(8, 2), (9, 0), (0, 2)])
def test_a_target_at_8_knots_or_less_gives_2(knots: int, value: int) -> None:
    state = chase(target="San Francisco")
    slow = state.but(scene=state.scene.but(knots={**state.scene.knots, "san-francisco": (knots,) * 5}))
    assert tally(salvo_modifiers(slow, salvo(slow))) == value


@pytest.mark.rule("NW-TOR-H4", "NW-TOR-H9")
@pytest.mark.parametrize(("known", "value"), [(SIGHTED, 0), (0, 1)])
def test_a_launch_nobody_saw_gives_1(known: int, value: int) -> None:
    state = chase(target="San Francisco")
    state = state.but(contacts={**state.contacts, "USN": {"a": known} if known else {}})
    ruling = adjudicate(Battle.system, state, Launch("IJN", "kagero", "san-francisco"), TapeDice(()), move_on=False)
    after = ruling.state
    assert after.ships["kagero"].salvos == 1 and after.ships["kagero"].launched
    assert tally(salvo_modifiers(after, after.salvos[0])) == value


@pytest.mark.rule("NW-TOR-H4")
def test_a_natural_2_misses_whatever_is_added() -> None:
    state = chase(target="Washington")
    slow = state.but(scene=state.scene.but(knots={**state.scene.knots, "washington": (0,) * 5}))
    assert not events_of(tuple(arrive(slow, salvo(slow, unseen=True), 1, 1).events), TorpedoHit)


@pytest.mark.rule("NW-EV-H4")
def test_a_salvo_that_arrives_at_an_evading_division_loses_3() -> None:
    state = with_b(chase(target="San Francisco"), evading=True)
    assert values(state, salvo(state)) == {"NW-EV-H4": -3}


@pytest.mark.rule("NW-FRM-H1")
@pytest.mark.parametrize(("formation", "value"), [("ahead", -1), ("abreast", 1), ("echelon", 0), ("dispersed", -1)])
def test_the_formation_of_the_target_counts_unless_it_is_a_single_ship(formation: str, value: int) -> None:
    state = with_b(chase(target="San Francisco"), formation=formation)
    assert tally(salvo_modifiers(state, salvo(state))) == 0
    pair = with_b(state, ships=("san-francisco", "san-francisco"))
    assert values(pair, salvo(state)).get("NW-FRM-H1", 0) == value


@pytest.mark.rule("NW-TOR-H5")
@pytest.mark.parametrize(("roll", "hits"), [((2, 4), 0), ((3, 4), 1), ((4, 6), 1), ((5, 6), 2), ((6, 6), 2)])
def test_a_margin_of_0_to_3_is_one_hit_and_4_is_two(roll: tuple[int, int], hits: int) -> None:
    state = chase(target="San Francisco")
    ruling = arrive(state, salvo(state), *roll, *[1] * hits)  # need 7, no modifiers
    assert len(events_of(tuple(ruling.events), TorpedoHit)) == hits


@pytest.mark.rule("NW-TOR-H6")
@pytest.mark.parametrize(("month", "duds"), [("1942-11", 3), ("1943-07", 3), ("1943-08", 1)])
@pytest.mark.parametrize("kind", ["Mk15", "Old"])
def test_american_torpedoes_fail_on_3_through_july_1943_and_on_1_afterwards(month: str, duds: int, kind: str) -> None:
    state = chase("Nicholas", "Aoba", side="USN")
    state = state.but(scene=state.scene.but(month=month))
    for face in range(1, 7):
        more = () if face <= duds else (1,)
        ruling = arrive(state, salvo(state, kind), 4, 5, face, *more)
        assert len(events_of(tuple(ruling.events), TorpedoDud)) == (face <= duds)


@pytest.mark.rule("NW-TOR-H6")
@pytest.mark.parametrize(("side", "kind"), [("IJN", "T93"), ("IJN", "T90"), ("IJN", "Old"), ("USN", "Mk9")])
def test_japanese_and_british_torpedoes_work(side: str, kind: str) -> None:
    state = chase("Nicholas", "Aoba", side="USN") if side == "USN" else chase(target="San Francisco")
    assert events_of(tuple(arrive(state, salvo(state, kind), 4, 5, 1).events), TorpedoHit)


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


@pytest.mark.rule("NW-TOR-H7")
@pytest.mark.parametrize(("kind", "target"), EFFECTS)
def test_a_hit_floods_by_the_chart_and_a_5_or_6_hurts_the_structure_too(kind: str, target: str) -> None:
    state = chase(target=target)
    soft = target == "Zeilin"
    for face in range(1, 7):
        hit = events_of(tuple(arrive(state, salvo(state, kind, 0), 4, 5, face).events), TorpedoHit)[0]
        assert hit.flotation == EFFECTS[kind, target][face - 1]
        assert hit.structure == (1 if face + soft >= 5 else 0)


@pytest.mark.rule("NW-TOR-H8")
def test_six_quiet_turns_after_the_last_salvo_bring_all_salvos_back_once() -> None:
    state = chase()
    ruling = Ruling(Battle.system, with_ship(state, state.ships["kagero"].but(salvos=0, launched=True)), TapeDice(()))
    reload_tubes(ruling)
    ruling.state = with_ship(ruling.state, ruling.state.ships["kagero"].but(launched=False))
    for _ in range(5):
        reload_tubes(ruling)
    assert ruling.state.ships["kagero"].salvos == 0
    reload_tubes(ruling)
    assert ruling.state.ships["kagero"].salvos == 2
    ruling.state = with_ship(ruling.state, ruling.state.ships["kagero"].but(salvos=0))
    for _ in range(8):
        reload_tubes(ruling)
    assert ruling.state.ships["kagero"].salvos == 0


@pytest.mark.rule("NW-TOR-H8")
def test_firing_guns_begins_the_six_turns_anew_and_americans_carry_no_reloads() -> None:
    state = chase()
    ruling = Ruling(
        Battle.system, with_ship(state, state.ships["kagero"].but(salvos=0, reload=5, fired=True)), TapeDice(())
    )
    reload_tubes(ruling)
    assert (ruling.state.ships["kagero"].salvos, ruling.state.ships["kagero"].reload) == (0, 0)
    american = with_ship(state, state.ships["laffey"].but(salvos=0, reload=5))
    ruling = Ruling(Battle.system, american, TapeDice(()))
    reload_tubes(ruling)
    assert ruling.state.ships["laffey"].salvos == 0


@pytest.mark.rule("NW-TOR-H8", "NW-DMG-H3")
def test_a_ship_out_of_action_reloads_nothing() -> None:
    state = chase()
    wreck = with_ship(state, state.ships["kagero"].but(salvos=0, reload=5, structure=4))
    ruling = Ruling(Battle.system, wreck, TapeDice(()))
    reload_tubes(ruling)
    assert ruling.state.ships["kagero"].salvos == 0


@pytest.mark.rule("NW-TOR-H9")
@pytest.mark.parametrize(
    "changes", [{"structure": 3}, {"flotation": 3}, {"structure": 4}, {"salvos": 0}, {"launched": True}]
)
def test_heavily_damaged_ships_empty_tubes_and_second_salvos_launch_nothing(changes: dict[str, object]) -> None:
    state = chase()
    state = with_ship(state, state.ships["kagero"].but(**changes))
    assert {i.rule for i in check_launch(state, Launch("IJN", "kagero", "laffey"))} == {"NW-TOR-H9"}
    assert not [o for o in Battle().offers(state) if o.verb == "launch"]


@pytest.mark.rule("NW-TOR-H9")
def test_a_ship_with_moderate_damage_still_launches() -> None:
    state = chase()
    state = with_ship(state, state.ships["kagero"].but(structure=2, flotation=2))
    assert not check_launch(state, Launch("IJN", "kagero", "laffey"))


@pytest.mark.rule("NW-TOR-H9", "NW-SPT-H12")
@pytest.mark.parametrize(("level", "legal"), [(RADAR, True), (SIGHTED, True), (0, False)])
def test_torpedoes_go_to_what_is_sighted_or_held_by_radar(level: int, legal: bool) -> None:
    assert (not check_launch(chase(level=level), Launch("IJN", "kagero", "laffey"))) is legal


@pytest.mark.rule("NW-EV-H5")
def test_an_evading_division_launches_nothing() -> None:
    state = chase()
    state = state.but(divisions={**state.divisions, "a": state.divisions["a"].but(evading=True)})
    assert [i.rule for i in check_launch(state, Launch("IJN", "kagero", "laffey"))] == ["NW-EV-H5"]
    assert not [o for o in Battle().offers(state) if o.verb == "launch"]


@pytest.mark.rule("NW-TOR-H1", "NW-TOR-H5", "NW-TOR-H6")
@pytest.mark.parametrize("ship", ["Kagero", "Laffey"])  # torpedoes that always go off, and some that do not
def test_the_odds_of_a_salvo_that_runs_are_those_of_its_throw_as_things_lie(ship: str) -> None:
    side, target = ("IJN", "laffey") if ship == "Kagero" else ("USN", "kagero")
    state = chase(ship, target.capitalize(), side=side)
    command = Launch(side, ship.lower(), target)
    found, (running, *_) = odds_later(Battle.system, state, command), launched(state, command)
    need = needed(state, running) - tally(salvo_modifiers(state, running))
    throws = [a + b for a in range(1, 7) for b in range(1, 7)]
    hits = [total for total in throws if total >= need and total != state.scene.charts.torpedo.natural_miss]
    assert found.exact
    assert found.of("miss") == pytest.approx(1 - len(hits) / 36)
    duds = dud_faces(state.scene.charts.torpedo, running.kind, side, state.scene.month)
    two = [total for total in hits if total - need >= state.scene.charts.torpedo.two_hits_margin]
    assert found.of("two hits") == pytest.approx(len(two) / 36 * (1 - duds / 6) ** 2)
    assert found.of("dud") == pytest.approx((len(hits) - len(two)) / 36 * duds / 6 + len(two) / 36 * (duds / 6) ** 2)
    assert (duds > 0) is (ship == "Laffey")
    assert not odds_later(Battle.system, state, Done(side)).chances, "nothing falls later"


def launched(state: State, command: Launch) -> tuple[Salvo, ...]:
    after: State = adjudicate(Battle.system, state, command, TapeDice(()), move_on=False).state
    return after.salvos


def needed(state: State, running: Salvo) -> int:
    need = state.scene.charts.torpedo.need[running.kind][bands(running.distance)]
    assert need is not None
    return need
