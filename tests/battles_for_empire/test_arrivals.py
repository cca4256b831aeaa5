"""Arrivals on a turn and by the Zulu charts; hidden natives, markers and dummies."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from rules.battles_for_empire.arrivals import arrive
from rules.battles_for_empire.charts import horn_edge, load_charts
from rules.battles_for_empire.commands import Charge, Conduct, Move
from rules.battles_for_empire.events import HornRolled, MarkerRevealed, Moved, UnitArrived
from rules.battles_for_empire.state import State, in_play
from rules.kernel.hexes import distance
from rules.kernel.ruling import Ruling
from tests.battles_for_empire.field import Field, give, in_hand, list_offers, refusals, rules_of, ruling

FOE = ("a", "br_line", 101, "E")


def coming(state: State, *faces: int) -> Ruling:
    """Return the arrivals of a turn."""
    r = ruling(state, *faces)
    arrive(r)
    return r


def reinforcements(turn: int, *others: tuple[str, str, int]) -> Field:
    """Spears that arrive at 2005 on a turn; others are on the map already."""
    field = Field().unit(*FOE).unit("d", "dv_spr", 2005, "W").rule("arrive", "d", turn)
    for name, kind, h in others:
        field.unit(name, kind, h, "W")
    return field


# ---------------------------------------------------------------------- on a turn


@pytest.mark.rule("BFE-ARR-H1")
@pytest.mark.parametrize(("turn", "comes"), [(1, True), (2, True), (3, False)])
def test_a_unit_comes_on_at_its_hex_on_its_turn(turn: int, comes: bool) -> None:
    state = reinforcements(turn).at("initiative")
    assert state.waiting == ("d",) and not in_play(state.units["d"])
    r = coming(state)
    assert in_play(r.state.units["d"]) is comes
    assert (r.state.units["d"].hex, r.state.waiting) == ((2005, ()) if comes else (0, ("d",)))
    assert len(r.events) == (1 if comes else 0)


@pytest.mark.rule("BFE-ARR-H2")
def test_a_unit_whose_hex_is_taken_comes_on_beside_it() -> None:
    state = reinforcements(2, ("e", "dv_spr", 2005)).at("initiative")
    r = coming(state)
    (event,) = r.events
    assert isinstance(event, UnitArrived) and event.rule == "BFE-ARR-H2"
    assert distance(event.hex, 2005) == 1


@pytest.mark.rule("BFE-ARR-H2")
def test_a_unit_for_which_there_is_no_room_waits() -> None:
    field = reinforcements(2)
    for number, h in enumerate(h for h in range(1601, 2017) if h % 100 <= 16 and h % 100 and distance(h, 2005) <= 3):
        field.unit(f"b{number}", "dv_spr", h, "W")
    r = coming(field.at("initiative"))
    assert r.state.waiting == ("d",) and r.events == []


@pytest.mark.rule("BFE-ARR-H1")
def test_leaders_and_mules_come_on_too() -> None:
    field = Field().unit(*FOE).unit("l", "leader_1", 105).unit("m", "mule", 106)
    state = field.rule("arrive", "l", 2).rule("arrive", "m", 2).at("initiative")
    assert (state.leaders["l"].hex, state.mules["m"].hex) == (0, 0)
    r = coming(state)
    assert (r.state.leaders["l"].hex, r.state.mules["m"].hex, r.state.waiting) == (105, 106, ())


# ---------------------------------------------------------------------- the Zulu charts


@pytest.mark.rule("BFE-PUB-31")
@pytest.mark.parametrize(
    ("chart", "ways"),
    [
        ("I", {"left horn": 3, "chest": 24, "none": 6, "right horn": 3}),
        ("II", {"loins": 6, "left horn": 12, "none": 6, "right horn": 12}),
        ("III", {"left horn": 3, "loins": 24, "none": 6, "right horn": 3}),
    ],
)
def test_the_arrival_charts_divide_the_thirty_six_throws(chart: str, ways: dict[str, int]) -> None:
    charts = load_charts()
    found = Counter(horn_edge(charts, chart, one + two) for one, two in product(range(1, 7), repeat=2))
    assert dict(found) == ways


def horns(chart: int) -> Field:
    """Return a Zulu regiment that comes by a chart; the left horn enters in the north, the right one in the south."""
    field = Field().unit(*FOE).unit("z", "zu_ibu", 2008, "W").rule("arrive", "z", 1).rule("horns", "z", chart)
    field.zone("left horn", "na", "entry", 1501, 1601).zone("right horn", "na", "entry", 1516)
    return field.zone("chest", "na", "entry", 2008, 2009)


@pytest.mark.rule("BFE-PUB-31")
@pytest.mark.parametrize(("faces", "h"), [((1, 1), 1501), ((2, 3), 2008), ((6, 6), 1516), ((3, 4), 0)])
def test_two_dice_say_by_which_edge_a_regiment_comes_or_that_it_waits(faces: tuple[int, int], h: int) -> None:
    r = coming(horns(1).at("initiative"), *faces)
    assert r.state.units["z"].hex == h
    assert bool(r.state.waiting) == (h == 0)


@pytest.mark.rule("BFE-PUB-31")
def test_only_its_own_side_is_told_the_throw() -> None:
    r = coming(horns(2).at("initiative"), 3, 4)
    assert [event.to for event in r.events] == [("na",), ("na",)]
    assert [event.edge for event in r.events if isinstance(event, HornRolled)] == ["none"]


# ---------------------------------------------------------------------- hidden natives


def ambush(*dummies: int, at: int = 1105) -> Field:
    """Spears h hidden in a hex, dummies in others, a British company a to find them."""
    field = Field().unit("a", "br_line", 505, "E").unit("h", "dv_spr", at, "W", traits=("hidden",))
    for h in dummies:
        field.rule("dummy", "na", h)
    return field


@pytest.mark.rule("BFE-ARR-H3")
def test_a_hidden_unit_is_a_marker_and_stands_nowhere() -> None:
    state = ambush(1107).at("movement")
    assert not in_play(state.units["h"])
    assert [(marker.hex, marker.unit) for marker in state.markers.values()] == [(1105, "h"), (1107, "")]


@pytest.mark.rule("BFE-ARR-H3")
def test_without_hidden_markers_everybody_stands_in_the_open() -> None:
    state = ambush(1107).option(hidden_markers=False).at("movement")
    assert state.markers == {} and state.units["h"].hex == 1105


@pytest.mark.rule("BFE-ARR-H4")
def test_a_marker_is_turned_over_when_an_enemy_comes_within_three_hexes() -> None:
    state = in_hand(ambush(at=1005).at("movement"), "a", 4)
    far = give(state, Move("br", "a", 605, 1))
    assert far.of(MarkerRevealed) == [] and far.revealed == ""
    near = give(state, Move("br", "a", 705, 1))
    assert [(event.unit, event.hex) for event in near.of(MarkerRevealed)] == [("h", 1005)]
    assert near.unit("h").hex == 1005 and near.revealed


@pytest.mark.rule("BFE-ARR-H4")
def test_the_mover_stops_where_it_finds_a_hidden_unit() -> None:
    state = in_hand(ambush(at=1005).at("movement"), "a", 4)
    after = give(state, Move("br", "a", 907, 1))
    unit = after.unit("a")
    assert unit.hex == after.of(Moved)[0].path[-1] != 907
    assert unit.allowance == 4 - after.of(Moved)[0].cost > 0 and after.state.in_hand == "a"


@pytest.mark.rule("BFE-ARR-H4")
def test_horse_finds_hidden_natives_at_six_hexes() -> None:
    field = Field().unit("a", "hussar", 505, "E").unit("h", "dv_spr", 1205, "W", traits=("hidden",))
    assert give(in_hand(field.at("movement"), "a", 4), Move("br", "a", 605, 1)).of(MarkerRevealed)


@pytest.mark.rule("BFE-ARR-H5")
def test_a_dummy_is_taken_away_and_stops_nobody() -> None:
    field = Field().unit("a", "br_line", 505, "E").unit("x", "dv_spr", 1916, "W").rule("dummy", "na", 1005)
    after = give(in_hand(field.at("movement"), "a", 4), Move("br", "a", 907, 1))
    assert after.state.markers == {} and after.unit("a").hex == 907
    assert [(event.unit, event.rule) for event in after.of(MarkerRevealed)] == [("", "BFE-ARR-H5")]


@pytest.mark.rule("BFE-ARR-H4", "BFE-ARR-H3")
def test_a_hidden_unit_rises_when_it_is_taken_up() -> None:
    state = ambush().at("movement", "na")
    assert Conduct("na", "h") in list_offers(state, "conduct")
    after = give(state, Conduct("na", "h"), 4)
    assert after.unit("h").hex == 1105 and after.state.markers == {} and after.of(MarkerRevealed)


@pytest.mark.rule("BFE-ARR-H4")
def test_a_charge_that_finds_a_hidden_unit_first_is_stopped() -> None:
    field = Field().unit("a", "br_line", 505, "E").unit("x", "dv_spr", 805, "W")
    field.unit("h", "dv_spr", 906, "W", traits=("hidden",))
    after = give(in_hand(field.at("movement"), "a", 4), Charge("br", "a", "x"))
    assert after.of(MarkerRevealed) and after.state.in_hand == ""
    assert bool(after.state.contacts) == (distance(after.unit("a").hex, 805) == 1)


@pytest.mark.rule("BFE-MAN-H14", "BFE-ARR-H4")
def test_a_leader_who_rides_into_an_ambush_is_overrun_when_it_rises() -> None:
    state = ambush().unit("l", "leader_1", 1105).at("movement", "na")
    assert give(state, Conduct("na", "h"), 4).state.leaders["l"].down


@pytest.mark.rule("BFE-CON-H6", "BFE-ARR-H3")
def test_nobody_recoils_into_a_marker_of_the_enemy() -> None:
    field = Field().unit("a", "br_line", 805, "E", shaken=True).unit("x", "dv_spr", 1205, "W")
    for h in range(701, 717):
        field.rule("dummy", "na", h)
    assert give(field.at("movement"), Conduct("br", "a"), 1).unit("a").hex // 100 >= 8


@pytest.mark.rule("BFE-ARR-H3")
def test_a_hidden_enemy_cannot_be_charged_nor_named() -> None:
    state = in_hand(ambush(at=905).at("movement"), "a", 4)
    assert rules_of(refusals(state, Charge("br", "a", "h"))) == ["BFE-CHG-1"]
    assert rules_of(refusals(state, Conduct("na", "h")))


@pytest.mark.rule("BFE-ARR-H4")
def test_who_finds_a_hidden_unit_in_the_very_next_hex_stays_where_it_is() -> None:
    state = in_hand(ambush(at=605).at("movement"), "a", 4)
    after = give(state, Move("br", "a", 605, 1))
    assert after.unit("a").hex == 505 and after.unit("h").hex == 605
    assert [(event.unit, event.hex) for event in after.of(MarkerRevealed)] == [("h", 605)]
