"""Moves through a Session: the ground first, then what a ship really met; collisions, rams, the water they let in."""

from __future__ import annotations

from typing import Any

import pytest

from rules.perfidious_albion.damage.devastation import devastate
from rules.perfidious_albion.damage.flooding import Blow, flood_test
from rules.perfidious_albion.records.commands import Launch, Ram, StandEasy, Steer
from rules.perfidious_albion.records.events import (
    BoxLost,
    Collided,
    CollisionAvoided,
    Exploded,
    Flooded,
    MagazineFlooded,
    MarkerMet,
    MinesMet,
    Moved,
    RanAground,
    SpeedLost,
)
from rules.perfidious_albion.records.state import State, TorpedoMarker
from rules.perfidious_albion.sailing.collision import weight_of_blow
from rules.perfidious_albion.torpedoes.launching import check_launch
from rules.perfidious_albion.torpedoes.markers import wedges_of
from tests.perfidious_albion.orders import order, session
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rolls, rule_then

SHOAL = ((32, 30), (33, 30), (33, 42), (32, 42))


def across(state: State, east: int) -> State:
    """Return a torpedo marker of Japan's that lies across the way of a ship that runs east along 36 inches."""
    at = (east * 1000, 33_000)
    marker = TorpedoMarker(
        id="t1",
        side=JAPAN,
        squadron="x",
        ship="x",
        kind="medium",
        start=at,
        bearing=180,
        width=1,
        wedges=wedges_of(state, at, 180, "medium", 1),
        count=2,
        turn=2,
    )
    return state.but(markers={"t1": marker})


def runner(**ship: Any) -> Sea:
    """Retvizan at 30, 36 with a shoal two inches ahead of her."""
    return Sea().ship("Retvizan", RUSSIA, (30, 36), kind="mikasa", speed=14, **ship).land("shallow", *SHOAL)


EAST = Steer(RUSSIA, "retvizan", "7")


# ---------------------------------------------------------------------- the ground first


@pytest.mark.rule("PA-SEQ-H5", "PA-6.4-1", "PA-4.5-3")
def test_a_marker_beyond_the_place_of_grounding_is_never_met() -> None:
    """If a ship moves through a torpedo marker: she did not come so far."""
    game = session(across(runner().action("Retvizan"), 35), 10, rest=1)
    events = order(game, EAST)
    assert events_of(events, RanAground) and not events_of(events, MarkerMet)
    assert game.state.ships["retvizan"].x < 33_000
    assert game.state.markers["t1"].count == 2
    order(game, StandEasy(RUSSIA, "retvizan-squadron"))
    assert game.state.ships["retvizan"].floods == 0


@pytest.mark.rule("PA-6.4-1")
def test_a_marker_before_the_place_of_grounding_is_met() -> None:
    state = across(runner().action("Retvizan"), 31)
    events = order(session(state, 10, rest=1), EAST)
    assert [event.tests for event in events_of(events, MarkerMet)] == [2] and events_of(events, RanAground)


@pytest.mark.rule("PA-6.5-1", "PA-6.5-5")
def test_mines_beyond_the_place_of_grounding_are_never_met_and_her_end_is_where_she_lies() -> None:
    """If a ship spends any part of its movement inside a minefield."""
    beyond = runner().mines("far", JAPAN, (37, 36), 10, 1)
    assert not events_of(order(session(beyond.action("Retvizan"), 10, rest=10), EAST), MinesMet)
    round_it = runner().mines("near", JAPAN, (32, 36), 4, 2)
    events = order(session(round_it.action("Retvizan"), 10, rest=10), EAST)
    assert [event.percent for event in events_of(events, MinesMet)] == [90], "she ended inside it: not halved"


@pytest.mark.rule("PA-4.5-2", "PA-6.4-1")
def test_a_ship_that_passes_the_shoal_meets_what_lies_beyond() -> None:
    events = order(session(across(runner().action("Retvizan"), 35), 1, rest=1), EAST)
    assert events_of(events, MarkerMet) and not events_of(events, RanAground)


@pytest.mark.rule("PA-4.5-3", "PA-TER-H5")
def test_a_ship_that_turned_before_she_struck_keeps_the_way_she_came() -> None:
    sea = Sea().ship("Retvizan", RUSSIA, (30, 36), kind="mikasa", speed=14)
    sea.land("shallow", (33, 38), (36, 38), (36, 41), (33, 41))
    game = session(sea.action("Retvizan"), 10, rest=1)
    events = order(game, Steer(RUSSIA, "retvizan", "2R5"))
    moved, ship = events_of(events, Moved)[0], game.state.ships["retvizan"]
    assert moved.track[1] == (32_000, 36_000) and moved.track[-1] == (ship.x, ship.y)
    assert ship.track[1:-1] == moved.track and ship.heading == 135 and ship.stopped == "aground"


@pytest.mark.rule("PA-4.4-3", "PA-SEQ-H5")
def test_a_ship_beyond_the_place_of_grounding_is_not_run_into() -> None:
    sea = runner().ship("Poltava", RUSSIA, (35, 36), kind="mikasa", heading=0, speed=0)
    events = order(session(sea.action("Retvizan"), 10, rest=6), EAST)
    assert events_of(events, RanAground) and not events_of(events, Collided)
    through = order(session(sea.action("Retvizan"), 1, rest=6), EAST)
    assert events_of(through, Collided)


# ---------------------------------------------------------------------- bases that lie across each other


def abreast(ahead: float, **more: Any) -> Sea:
    """Return two ships whose bases overlap: Poltava lies so far ahead of Retvizan and half an inch to starboard."""
    sea = Sea().ship("Retvizan", RUSSIA, (30, 36), kind="mikasa", speed=14)
    return sea.ship("Poltava", RUSSIA, (30 + ahead, 36.5), kind="mikasa", speed=14, **more)


@pytest.mark.rule("PA-4.4-3")
def test_bases_that_lie_across_each_other_are_crossed_again_on_a_way_that_leads_nearer() -> None:
    """There is always a risk of collision if the bases cross during movement."""
    events = order(session(abreast(1.5).action("Retvizan"), rest=6), EAST)
    assert events_of(events, Collided)


@pytest.mark.rule("PA-4.4-2", "PA-4.4-3")
def test_drawing_away_from_a_ship_one_lay_base_to_base_with_is_no_crossing() -> None:
    events = order(session(abreast(-0.5).action("Retvizan"), rest=6), EAST)
    assert not events_of(events, Collided) and not events_of(events, CollisionAvoided)


# ---------------------------------------------------------------------- a ram is a ram


@pytest.mark.rule("PA-RAM-H4", "PA-COL-H4")
def test_a_ram_floods_a_magazine_and_does_not_explode_it() -> None:
    """Torpedo hits only explode magazines if the torpedo actually strikes there: a ram is no torpedo."""
    card_level = 5
    sea = Sea().ship("Asama", JAPAN, (30, 36), kind="asama", speed=20)
    state = sea.ship("Varyag", RUSSIA, (36, 36), kind="varyag", heading=0, speed=0).action("Asama")
    card = state.scene.cards["varyag"]
    boxes = tuple(
        box.but(contents=("MAG",), guns=None) if box is not None and box.level == card_level else box
        for box in card.grid
    )
    mined = card.but(grid=boxes, magazines=tuple(box for box in boxes if box is not None and box.has("MAG")))
    state = state.but(scene=state.scene.but(cards={**state.scene.cards, "varyag": mined}))
    events = order(session(state, 1, rest=6), Ram(JAPAN, "asama", "varyag"))
    assert events_of(events, MagazineFlooded) and not events_of(events, Exploded)
    assert not rolls(events, "PA-6.4-22"), "no Crew Test of the torpedo rule is thrown"


@pytest.mark.rule("PA-COL-H4")
def test_the_lighter_the_ship_that_strikes_the_less_the_water_spreads() -> None:
    sea = Sea().ship("Varyag", RUSSIA, (36, 36), kind="varyag")
    for tons in (305, 2_000, 5_000, 9_000):
        sea.ship(f"S{tons}", JAPAN, (20, 20), kind="asama", card={"tons": tons})
    state = sea.state()
    varyag = state.ships["varyag"]

    def target(tons: int) -> int:
        blow = Blow(1, weight_of_blow(state, f"s{tons}"))
        return flood_test(state, varyag, (5, 5), (6, 5), "ram", blow.terms).target

    assert [target(tons) for tons in (305, 2_000, 5_000, 9_000)] == [6, 5, 4, 3]


@pytest.mark.rule("PA-COL-H4", "PA-COL-H3")
def test_a_battleship_brushed_by_a_destroyer_is_scratched() -> None:
    """Five boxes are tested after a torpedo; after a blow of 305 tons hardly one can flood."""
    sea = Sea().ship("Retvizan", RUSSIA, (36, 36), kind="tsesarevich", heading=0, speed=10)
    sea.ship("Bditelny", RUSSIA, (30, 36), kind="ikazuchi", speed=20, squadron="boats")
    events = order(session(sea.action("Bditelny"), rest=6), Steer(RUSSIA, "bditelny", "10"))
    assert events_of(events, Collided)
    assert len([event for event in events_of(events, Flooded) if event.ship == "retvizan"]) <= 3


# ---------------------------------------------------------------------- funnels


def strike_funnel(kind: str, *places: tuple[int, int]) -> tuple[Any, Any]:
    state = Sea().ship("Victim", RUSSIA, (36, 36), kind=kind).state()

    def shoot(r: Any) -> None:
        for place in places:
            devastate(r, "victim", *place, "PA-PEN-H5", "A")

    return rule_then(state, shoot, rest=1)


@pytest.mark.rule("PA-5.8-1")
def test_any_part_of_a_funnel_counts_on_a_small_ship() -> None:
    """The first time any section level containing part of one or more funnels is hit and devastated."""
    state, result = strike_funnel("ikazuchi", (4, 3))
    assert [event.units for event in events_of(result, SpeedLost)] == [1]
    assert state.ships["victim"].funnels_lost == 1


@pytest.mark.rule("PA-5.8-3", "PA-5.8-7")
def test_only_the_upper_section_of_a_tall_funnel_must_fill_its_box() -> None:
    """The upper section of the funnel must completely fill the vertical height of the grid section."""
    state, result = strike_funnel("mikasa", (5, 1), (6, 1))
    assert not events_of(result, SpeedLost) and len(events_of(result, BoxLost)) == 2
    state, result = strike_funnel("mikasa", (5, 2))
    assert state.ships["victim"].funnels_lost == 1


@pytest.mark.rule("PA-5.8-4")
def test_a_tall_funnel_hit_in_two_boxes_loses_two_units() -> None:
    """If a tall funnel is hit in two boxes then it loses two speed units."""
    state, _ = strike_funnel("brooklyn", (5, 1), (5, 2))
    assert state.ships["victim"].funnels_lost == 2


@pytest.mark.rule("PA-5.8-6", "PA-5.8-7", "PA-5.8-9", "PA-5.8-10")
def test_the_ship_of_the_sheets_example_comes_down_from_14_to_13_and_8() -> None:
    """A hit in 4/2 or 5/2 reduces speed to 13; 4/1 or 5/1 has no effect; half a PROP box takes 5 units, to 8."""
    for place in ((4, 2), (5, 2)):
        _, result = strike_funnel("cover_ship", place, (4, 1), (5, 1), (4, 5))
        assert [event.speed for event in events_of(result, SpeedLost)] == [13, 8]


# ---------------------------------------------------------------------- flooded boxes


@pytest.mark.rule("PA-FLO-H8")
@pytest.mark.parametrize(("lost", "units"), [(False, 0), (True, 6)])
def test_a_box_that_floods_is_lost_only_with_the_option(lost: bool, units: int) -> None:
    """A section level is not completely flooded in reality; or: destroyed by shells or flooding."""
    sea = Sea().ship("Retvizan", RUSSIA, (30, 36), kind="mikasa", speed=14).option(flooded_boxes_lost=lost)
    rooms = sea.cards["retvizan"].prop_boxes
    beside = rooms[0].section - 1, rooms[0].level
    state = across(sea.action("Retvizan"), 31)
    game = session(state, beside[1], beside[0], rest=6)
    order(game, EAST)
    ship = game.state.ships["retvizan"]
    assert ship.flooded and ship.props_lost >= units
    assert (ship.props_lost > 0) == lost


# ---------------------------------------------------------------------- her own marker


@pytest.mark.rule("PA-6.1-8")
def test_a_slow_ship_that_turns_into_her_own_broadside_marker_is_tested() -> None:
    """Otherwise they stand a risk of overtaking their own torpedoes: said of bow tubes alone."""
    sea = Sea().ship("Mikasa", JAPAN, (36, 36), heading=0, speed=10)
    state = sea.action("Mikasa")
    for bow, tests in ((False, 2), (True, 0)):
        at = (36_000, 34_500)
        wedge = wedges_of(state, at, 0, "medium", 1)
        marker = TorpedoMarker(
            id="t1",
            side=JAPAN,
            squadron="mikasa-squadron",
            ship="mikasa",
            kind="medium",
            start=at,
            bearing=0,
            width=1,
            wedges=wedge,
            count=2,
            turn=2,
            bow=bow,
        )
        events = order(session(state.but(markers={"t1": marker}), rest=1), Steer(JAPAN, "mikasa", "3"))
        assert [event.tests for event in events_of(events, MarkerMet)] == [tests]


@pytest.mark.rule("PA-6.1-8", "PA-6.1-9")
def test_a_destroyer_at_full_speed_uses_her_bow_tube_and_a_cruiser_does_not() -> None:
    """Vessels other than Destroyers and Torpedo Boats may fire their bow tubes only at a speed of 10 or less."""
    for kind, ahead, faults in (("ikazuchi", True, []), ("varyag", False, ["PA-6.1-8"])):
        sea = Sea().ship("Runner", JAPAN, (36, 36), kind=kind, speed=20)
        card = sea.cards["runner"]
        tube = card.tubes[0].but(arc="F") if hasattr(card.tubes[0], "but") else card.tubes[0]._replace(arc="F")  # type: ignore[attr-defined]
        sea.cards["runner"] = card.but(tubes=(tube,))
        state = sea.at("torpedoes", JAPAN)
        key = tube.key
        state = state.but(ships={"runner": state.ships["runner"].but(loaded=((key, 1),))})
        found = [reason.rule for reason in check_launch(state, Launch(JAPAN, "runner", key, 90, 1))]
        assert found == faults, kind
        assert card.torpedo_craft == ahead
