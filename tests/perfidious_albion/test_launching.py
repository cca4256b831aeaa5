"""Laying torpedo markers: where tubes may launch, how many torpedoes, the sea, speed, and whose turn it is."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.flow import Cursor
from rules.kernel.inches import Point, segment_distance_squared, segment_meets_polygon
from rules.perfidious_albion.records.commands import Launch, Salvo, StandEasy
from rules.perfidious_albion.records.events import MarkerPlaced
from rules.perfidious_albion.records.state import State, TorpedoMarker, box_bit
from rules.perfidious_albion.ships import tubes
from rules.perfidious_albion.ships.grids import Tube
from rules.perfidious_albion.ships.model_outlines import base_of, models_of
from rules.perfidious_albion.torpedoes import launching, laying, salvoes
from rules.perfidious_albion.torpedoes.aiming import launch_point
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rule

# Mikasa has submerged broadside rooms at 2/6 and 7/6, Varyag a bow tube at 1/4 and a stern tube at 9/4 above water.
TRAINABLE = Tube(key="5/4", level=4, section=5, kind="medium", arc="R", barrels=2, trainable=True)


def torpedoes_phase(sea: Sea) -> State:
    """Return the Torpedoes phase: Russia, with the lower initiative, lays first."""
    return sea.state(Cursor(turn=2, queue=(RUSSIA, JAPAN)))


def mikasa(**how: Any) -> Sea:
    return Sea().ship("Mikasa", JAPAN, (36, 36), heading=0, **{"speed": 10, **how})


def why(state: State, command: Launch | Salvo) -> list[str]:
    if isinstance(command, Launch):
        return [reason.rule for reason in launching.check_launch(state, command)]
    return [reason.rule for reason in salvoes.check_salvo(state, command)]


def give(state: State, command: Launch | Salvo) -> tuple[State, TorpedoMarker]:
    """Return a legal launch and the marker it lays."""
    assert why(state, command) == []
    if isinstance(command, Launch):
        after, events = rule(state, lambda r: launching.do_launch(r, command))
    else:
        after, events = rule(state, lambda r: salvoes.do_salvo(r, command))
    (placed,) = events_of(events, MarkerPlaced)
    return after, after.markers[placed.marker]


def offered_launches(state: State, side: str) -> list[Launch | Salvo]:
    found = (*launching.offer_launch(state, side), *salvoes.offer_salvo(state, side))
    return [command for offer in found for command in offer.commands]  # type: ignore[misc]


def at_edge(state: State, name: str, point: Point) -> bool:
    """Return whether a point lies on the edge of a ship's base, to two milli-inches."""
    base = base_of(state, state.ships[name])
    sides = zip(base, base[1:] + base[:1], strict=True)
    return any(top <= 4 * below for top, below in (segment_distance_squared(point, a, b) for a, b in sides))


# ---------------------------------------------------------------------- large ships


@pytest.mark.rule("PA-6.1-2")
@pytest.mark.rule("PA-6.1-3")
@pytest.mark.rule("PA-6.1-7")
@pytest.mark.rule("PA-3.1-4")
@pytest.mark.rule("PA-TOR-H2")
def test_a_broadside_room_lays_its_marker_square_to_the_hull_from_the_edge_of_the_base() -> None:
    state = torpedoes_phase(mikasa())
    after, laid = give(state, Launch(JAPAN, "mikasa", "2/6", 90, 1))
    assert laid.start == (36_300, 35_370)  # section 2 lies 0.63" before the middle, the base is 0.6" wide
    assert at_edge(state, "mikasa", laid.start)
    assert (laid.bearing, laid.width, laid.count, laid.kind, laid.craft) == (90, 1, 1, "medium", False)
    assert laid.wedges == (((36_300, 34_870), (36_300, 35_870), (42_300, 36_370), (42_300, 34_370)),)
    assert dict(after.ships["mikasa"].loaded) == {"2/6P": 1, "2/6S": 0, "7/6P": 1, "7/6S": 1}
    assert laid.turn == 2


@pytest.mark.rule("PA-6.1-3")
@pytest.mark.parametrize("bearing", [0, 89, 91, 135, 180, 271])
def test_a_fixed_broadside_room_launches_on_no_other_bearing(bearing: int) -> None:
    assert why(torpedoes_phase(mikasa()), Launch(JAPAN, "mikasa", "2/6", bearing, 1)) == ["PA-6.1-3"]


@pytest.mark.rule("PA-6.1-3")
@pytest.mark.rule("PA-6.1-2")
def test_bow_and_stern_tubes_launch_ahead_and_astern_from_the_ends_of_the_base() -> None:
    state = torpedoes_phase(Sea().ship("Varyag", RUSSIA, (36, 36), heading=45, speed=8))
    _, ahead = give(state, Launch(RUSSIA, "varyag", "1/4", 45, 1))
    _, astern = give(state, Launch(RUSSIA, "varyag", "9/4", 225, 1))
    assert (ahead.bearing, astern.bearing) == (45, 225)
    assert at_edge(state, "varyag", ahead.start) and at_edge(state, "varyag", astern.start)
    assert ahead.start == (36_707, 35_293) and astern.start == (35_293, 36_707)
    assert why(state, Launch(RUSSIA, "varyag", "1/4", 50, 1)) == ["PA-6.1-3"]


@pytest.mark.rule("PA-6.1-8")
def test_a_large_ship_uses_her_bow_tube_at_speed_10_and_not_at_11() -> None:
    bow, stern = Launch(RUSSIA, "varyag", "1/4", 90, 1), Launch(RUSSIA, "varyag", "9/4", 270, 1)
    for speed, reasons in ((10, []), (11, ["PA-6.1-8"])):
        state = torpedoes_phase(Sea().ship("Varyag", RUSSIA, (36, 36), speed=speed))
        assert why(state, bow) == reasons
        assert why(state, stern) == []


@pytest.mark.rule("PA-6.1-4")
def test_trainable_tubes_of_a_large_ship_train_45_degrees_either_side_of_the_beam() -> None:
    state = torpedoes_phase(mikasa(card={"tubes": (TRAINABLE,)}))
    for bearing in (45, 90, 135, 225, 270, 315):
        _, laid = give(state, Launch(JAPAN, "mikasa", "5/4", bearing, 2))
        (wedge,) = laid.wedges
        assert any(at_edge(state, "mikasa", corner) for corner in (*wedge[:2], laid.start))
        stern, bow = state.ships["mikasa"].hull
        assert not segment_meets_polygon(stern, bow, wedge)  # she does not lie in it herself
    for bearing in (44, 136, 0, 180, 224, 316):
        assert why(state, Launch(JAPAN, "mikasa", "5/4", bearing, 2)) == ["PA-6.1-4"]
    turned = torpedoes_phase(Sea().ship("Mikasa", JAPAN, (36, 36), heading=350, card={"tubes": (TRAINABLE,)}))
    assert why(turned, Launch(JAPAN, "mikasa", "5/4", 35, 1)) == []
    assert why(turned, Launch(JAPAN, "mikasa", "5/4", 34, 1)) == ["PA-6.1-4"]


# ---------------------------------------------------------------------- how many


@pytest.mark.rule("PA-6.1-12")
@pytest.mark.rule("PA-STK-H1")
def test_no_more_torpedoes_than_the_tube_holds_and_none_twice_in_a_turn() -> None:
    state = torpedoes_phase(mikasa())
    for count in (0, 2, -1):
        assert why(state, Launch(JAPAN, "mikasa", "2/6", 90, count)) == ["PA-6.1-12"]
    after, _ = give(state, Launch(JAPAN, "mikasa", "2/6", 90, 1))
    assert why(after, Launch(JAPAN, "mikasa", "2/6", 90, 1)) == ["PA-6.1-12"]
    assert why(after, Launch(JAPAN, "mikasa", "2/6", 270, 1)) == []  # the tube of the other side


@pytest.mark.rule("PA-6.1-12")
def test_a_twin_mount_lays_one_marker_a_turn() -> None:
    state = torpedoes_phase(mikasa(card={"tubes": (TRAINABLE,)}))
    after, _ = give(state, Launch(JAPAN, "mikasa", "5/4", 90, 1))
    assert dict(after.ships["mikasa"].loaded) == {"5/4": 1}
    assert "PA-6.1-12" in why(after, Launch(JAPAN, "mikasa", "5/4", 90, 1))
    assert give(rule(after, laying.open_torpedoes)[0], Launch(JAPAN, "mikasa", "5/4", 90, 1))


@pytest.mark.rule("PA-DMG-H7")
def test_a_destroyed_room_launches_nothing() -> None:
    state = torpedoes_phase(mikasa(struck=box_bit(2, 6)))
    assert why(state, Launch(JAPAN, "mikasa", "2/6", 90, 1)) == ["PA-6.1-12"]


@pytest.mark.rule("PA-STK-H3")
@pytest.mark.rule("PA-STK-H1")
@pytest.mark.rule("PA-STK-H2")
def test_tubes_start_loaded_large_ships_with_two_reloads_a_tube_and_boats_with_none() -> None:
    state = torpedoes_phase(mikasa().ship("Ikazuchi", JAPAN, (30, 30)))
    big, boat = state.ships["mikasa"], state.ships["ikazuchi"]
    assert dict(big.loaded) == {"2/6P": 1, "2/6S": 1, "7/6P": 1, "7/6S": 1}
    assert dict(big.reloads) == {"2/6": 4, "7/6": 4}
    assert dict(boat.loaded) == {"6/3": 1, "7/3": 1} and boat.reloads == ()
    assert tubes.full_load(state.scene.cards["ikazuchi"], 2) == (("6/3", 2), ("7/3", 2))


# ---------------------------------------------------------------------- boats


@pytest.mark.rule("PA-6.1-5")
@pytest.mark.rule("PA-6.1-6")
@pytest.mark.rule("PA-6.1-11")
@pytest.mark.parametrize("bearing", [0, 37, 90, 144, 180, 251, 359])
def test_a_boat_launches_in_any_direction_with_the_narrow_end_on_her_model(bearing: int) -> None:
    state = torpedoes_phase(Sea().ship("Ikazuchi", JAPAN, (36, 36), heading=30, speed=30))
    after, laid = give(state, Launch(JAPAN, "ikazuchi", "all", bearing, 2))
    (model,) = models_of(state, state.ships["ikazuchi"])
    assert segment_meets_polygon(laid.wedges[0][0], laid.wedges[0][1], model)
    assert (laid.width, laid.count, laid.craft) == (1, 2, True)
    assert dict(after.ships["ikazuchi"].loaded) == {"6/3": 0, "7/3": 0}


@pytest.mark.rule("PA-6.1-10")
def test_boats_do_not_launch_in_heavy_sea_or_storm_and_large_ships_do() -> None:
    launch, large = Launch(JAPAN, "ikazuchi", "6/3", 90, 1), Launch(JAPAN, "mikasa", "2/6", 90, 1)
    for sea, reasons in (("calm", []), ("rough", []), ("heavy", ["PA-6.1-10"]), ("storm", ["PA-6.1-10"])):
        state = torpedoes_phase(mikasa().ship("Ikazuchi", JAPAN, (30, 50)).having(sea=sea))
        assert why(state, launch) == reasons
        assert why(state, large) == []


@pytest.mark.rule("PA-6.1-10")
def test_in_the_lee_of_land_a_heavy_sea_is_rough_and_boats_launch() -> None:
    sea = Sea().ship("Ikazuchi", JAPAN, (30, 36)).land("island", (50, 30), (55, 30), (55, 40)).having(sea="heavy")
    assert why(torpedoes_phase(sea), Launch(JAPAN, "ikazuchi", "6/3", 90, 1)) == []


@pytest.mark.rule("PA-6.1-11")
def test_a_pair_lays_a_marker_of_double_width_with_the_torpedoes_of_both_boats() -> None:
    state = torpedoes_phase(Sea().ship("Pair", JAPAN, (36, 36), kind="ikazuchi", boats=2))
    assert why(state, Launch(JAPAN, "pair", "6/3", 90, 1)) == ["PA-6.1-11"]
    after, laid = give(state, Salvo(JAPAN, "pair", "", 10, 4))
    assert (laid.width, laid.count) == (2, 4)
    assert dict(after.ships["pair"].loaded) == {"6/3": 0, "7/3": 0}
    assert why(state, Salvo(JAPAN, "pair", "", 10, 5)) == ["PA-6.1-12"]
    narrow = laid.wedges[0][0], laid.wedges[0][1]
    assert any(segment_meets_polygon(*narrow, model) for model in models_of(state, state.ships["pair"]))


def flotilla(apart: float = 1.5) -> Sea:
    """Three destroyers in line ahead on 090 and one of another squadron."""
    sea = Sea()
    for number, name in enumerate(("One", "Two", "Three")):
        sea.ship(name, JAPAN, (40 - apart * number, 36), kind="ikazuchi", squadron="first", speed=20)
    return sea.ship("Other", JAPAN, (40, 37), kind="ikazuchi", squadron="second")


@pytest.mark.rule("PA-6.1-6")
@pytest.mark.rule("PA-6.1-11")
def test_two_boats_of_a_squadron_lay_a_double_marker_that_touches_both() -> None:
    state = torpedoes_phase(flotilla())
    after, laid = give(state, Salvo(JAPAN, "one", "two", 0, 4))
    for name in ("one", "two"):
        (model,) = models_of(state, state.ships[name])
        assert segment_meets_polygon(laid.wedges[0][0], laid.wedges[0][1], model)
    assert (laid.width, laid.count, laid.ship, laid.squadron) == (2, 4, "one", "first")
    assert after.ships["three"].loaded == state.ships["three"].loaded


@pytest.mark.rule("PA-6.1-6")
def test_boats_too_far_apart_or_one_behind_the_other_cannot_share_a_marker() -> None:
    assert why(torpedoes_phase(flotilla()), Salvo(JAPAN, "one", "two", 90, 4)) == ["PA-6.1-6"]
    assert why(torpedoes_phase(flotilla(3.0)), Salvo(JAPAN, "one", "two", 0, 4)) == ["PA-6.1-6"]
    assert why(torpedoes_phase(flotilla()), Salvo(JAPAN, "one", "other", 0, 4)) == ["PA-6.1-6"]
    assert why(torpedoes_phase(flotilla()), Salvo(JAPAN, "one", "one", 0, 2)) == ["PA-6.1-6"]
    assert why(torpedoes_phase(flotilla()), Salvo(JAPAN, "one", "", 0, 2)) == ["PA-6.1-6"]


@pytest.mark.rule("PA-6.1-12")
def test_a_salvo_takes_no_more_than_all_boats_of_the_squadron_have() -> None:
    state = torpedoes_phase(flotilla())
    assert why(state, Salvo(JAPAN, "one", "two", 0, 7)) == ["PA-6.1-12"]
    after, laid = give(state, Salvo(JAPAN, "one", "two", 0, 6))
    assert laid.count == 6
    assert all(not number for name in ("one", "two", "three") for _, number in after.ships[name].loaded)
    alone = state.but(ships={**state.ships, "three": state.ships["three"].but(detached=True)})
    assert why(alone, Salvo(JAPAN, "one", "two", 0, 5)) == ["PA-6.1-12"]


@pytest.mark.rule("PA-6.1-11")
def test_large_ships_fire_no_salvoes() -> None:
    assert why(torpedoes_phase(mikasa()), Salvo(JAPAN, "mikasa", "", 0, 1)) == ["PA-6.1-11"]


# ---------------------------------------------------------------------- room


@pytest.mark.rule("PA-TOR-H2")
def test_land_right_before_the_tubes_leaves_no_room_for_a_marker() -> None:
    state = torpedoes_phase(mikasa().land("island", (36.6, 30), (44, 30), (44, 42), (36.6, 42)))
    assert why(state, Launch(JAPAN, "mikasa", "2/6", 90, 1)) == ["PA-TOR-H2"]
    assert why(state, Launch(JAPAN, "mikasa", "2/6", 270, 1)) == []


@pytest.mark.rule("PA-6.1-3")
def test_what_is_no_bearing_no_mount_and_no_ship_is_refused() -> None:
    state = torpedoes_phase(mikasa().ship("Varyag", RUSSIA, (50, 50)))
    assert why(state, Launch(JAPAN, "mikasa", "2/6", 450, 1)) == ["PA-6.1-3"]
    assert why(state, Launch(JAPAN, "mikasa", "9/9", 90, 1)) == ["PA-6.1-12"]
    assert why(state, Launch(JAPAN, "mikasa", "all", 90, 1)) == ["PA-6.1-12"]
    for name in ("nobody", "varyag", ""):
        assert why(state, Launch(JAPAN, name, "2/6", 90, 1)) == ["PA-6.1-1"]
        assert why(state, Salvo(JAPAN, name, "", 90, 1)) == ["PA-6.1-1"]
    assert why(torpedoes_phase(mikasa(gone="sunk")), Launch(JAPAN, "mikasa", "2/6", 90, 1)) != []


# ---------------------------------------------------------------------- whose turn it is


def both() -> State:
    sea = mikasa().ship("Asama", JAPAN, (36, 40), squadron="second", kind="asama")
    sea.ship("Varyag", RUSSIA, (38, 36), heading=180, speed=8).ship("Askold", RUSSIA, (38, 40), speed=8, kind="varyag")
    return torpedoes_phase(sea)


@pytest.mark.rule("PA-SEQ-H3")
def test_the_side_with_the_lower_initiative_lays_first() -> None:
    assert laying.order(both()) == (RUSSIA, JAPAN)
    assert laying.order(both().but(low=JAPAN)) == (JAPAN, RUSSIA)


@pytest.mark.rule("PA-SEQ-H3")
def test_one_squadron_lays_its_markers_then_it_is_the_other_sides_turn() -> None:
    state = both()
    after, _ = give(state, Launch(RUSSIA, "varyag", "1/4", 180, 1))
    assert after.active == "varyag-squadron"
    assert why(after, Launch(RUSSIA, "askold", "1/4", 90, 1)) == ["PA-SEQ-H3"]
    assert why(after, Launch(RUSSIA, "varyag", "9/4", 0, 1)) == []
    easy = StandEasy(RUSSIA, "varyag-squadron")
    assert [offer.commands for offer in laying.offer_easy(after, RUSSIA)] == [(easy,)]
    assert laying.check_easy(after, StandEasy(RUSSIA, "askold-squadron"))[0].rule == "PA-SEQ-H3"
    handed, _ = rule(after, lambda r: laying.do_easy(r, easy))
    assert handed.cursor.queue == (JAPAN, RUSSIA) and handed.active == ""
    assert why(handed, Launch(RUSSIA, "varyag", "9/4", 0, 1)) == ["PA-SEQ-H3"]
    assert why(handed, Launch(RUSSIA, "askold", "1/4", 90, 1)) == []
    assert not list(laying.offer_easy(handed, JAPAN))


@pytest.mark.rule("PA-SEQ-H3")
def test_a_squadron_with_empty_tubes_hands_over_by_itself() -> None:
    state = torpedoes_phase(flotilla())
    after, _ = give(state.but(cursor=state.cursor.but(queue=(JAPAN, RUSSIA))), Salvo(JAPAN, "one", "two", 0, 6))
    assert after.cursor.queue == (RUSSIA, JAPAN)
    assert after.squadrons["first"].launched and not after.squadrons["second"].launched


@pytest.mark.rule("PA-6.1-1")
def test_next_turn_all_squadrons_may_launch_again() -> None:
    after, _ = give(both(), Launch(RUSSIA, "varyag", "1/4", 180, 1))
    handed, _ = rule(after, lambda r: laying.hand_over(r, "varyag-squadron"))
    fresh, _ = rule(handed, laying.open_torpedoes)
    assert fresh.ships["varyag"].launched == () and not fresh.squadrons["varyag-squadron"].launched
    assert rule(after, laying.close_torpedoes)[0].active == ""


# ---------------------------------------------------------------------- offers


@pytest.mark.rule("PA-6.1-1")
def test_every_offer_is_legal_and_goes_towards_an_enemy_in_reach() -> None:
    sea = flotilla().ship("Mikasa", JAPAN, (33, 32), heading=0, speed=8)
    sea.ship("Pair", JAPAN, (41, 32), kind="hayabusa", boats=2)
    sea.ship("Varyag", RUSSIA, (38, 27), heading=180, speed=8)
    state = torpedoes_phase(sea)
    found = offered_launches(state, JAPAN)
    assert found and all(why(state, command) == [] for command in found)
    assert {command.ship for command in found} == {"one", "two", "three", "other", "mikasa", "pair"}
    assert all(command.bearing == 90 for command in found if command.ship == "mikasa")
    assert offered_launches(state, RUSSIA) and all(
        why(state, command) == [] for command in offered_launches(state, RUSSIA)
    )
    per_ship = [len([command for command in found if command.ship == name]) for name in ("one", "mikasa", "pair")]
    assert max(per_ship) <= 40


@pytest.mark.rule("PA-6.1-1")
def test_nothing_is_offered_while_no_enemy_can_come_near() -> None:
    state = torpedoes_phase(flotilla().ship("Varyag", RUSSIA, (38, 2), heading=180, speed=8))
    assert offered_launches(state, JAPAN) == []


@pytest.mark.rule("PA-6.1-1")
def test_offers_stop_when_a_squadron_has_launched() -> None:
    after, _ = give(both(), Launch(RUSSIA, "varyag", "1/4", 180, 1))
    assert {command.ship for command in offered_launches(after, RUSSIA)} <= {"varyag"}
    handed, _ = rule(after, lambda r: laying.hand_over(r, "varyag-squadron"))
    assert "varyag" not in {command.ship for command in offered_launches(handed, RUSSIA)}


# ---------------------------------------------------------------------- forts


def fort(**log: Any) -> State:
    sea = Sea().land("coastline", (10, 0), (60, 0), (60, 8), (10, 8)).ship("Varyag", RUSSIA, (36, 12), speed=8)
    return torpedoes_phase(sea.fort("fort", JAPAN, (36, 6.5), 2, loaded=2, reloads=4, **log))


@pytest.mark.rule("PA-SHO-H4")
def test_the_torpedo_room_of_a_fort_lays_one_medium_marker_from_the_shore() -> None:
    state = fort()
    after, laid = give(state, Launch(JAPAN, "fort", "3/5", 180, 2))
    assert laid.start == (36_000, 8002) and (laid.kind, laid.count, laid.width) == ("medium", 2, 1)
    assert after.forts["fort"].loaded == 0 and after.forts["fort"].launched
    assert after.cursor.queue == (JAPAN, RUSSIA)
    assert set(why(after, Launch(JAPAN, "fort", "3/5", 180, 1))) == {"PA-SHO-H4", "PA-6.1-12"}
    found = offered_launches(state, JAPAN)
    assert found and all(why(state, command) == [] for command in found)


@pytest.mark.rule("PA-SHO-H4")
def test_a_fort_launches_within_45_degrees_of_its_front_while_the_room_stands() -> None:
    state = fort()
    assert why(state, Launch(JAPAN, "fort", "3/5", 135, 1)) == []
    assert why(state, Launch(JAPAN, "fort", "3/5", 134, 1)) == ["PA-SHO-H4"]
    assert why(state, Launch(JAPAN, "fort", "3/5", 400, 1)) == ["PA-SHO-H4"]
    assert why(state, Launch(JAPAN, "fort", "1/5", 180, 1)) == ["PA-SHO-H4"]
    assert why(state, Launch(RUSSIA, "fort", "3/5", 180, 1)) == ["PA-SHO-H4"]
    assert why(state, Launch(JAPAN, "fort", "3/5", 180, 3)) == ["PA-6.1-12"]
    assert why(fort(struck=box_bit(3, 5)), Launch(JAPAN, "fort", "3/5", 180, 1)) == ["PA-DMG-H7"]
    assert why(fort(gone="destroyed"), Launch(JAPAN, "fort", "3/5", 180, 1)) == ["PA-SHO-H4"]


def test_the_launch_point_of_a_trainable_mount_is_abreast_of_its_section() -> None:
    state = torpedoes_phase(mikasa(card={"tubes": (TRAINABLE,)}))
    ship = state.ships["mikasa"]
    assert launch_point(state, ship, TRAINABLE, 90) == (36_300, 35_910)
    assert launch_point(state, ship, TRAINABLE, 270) == (35_700, 35_910)
