"""Terrain: what each kind of ground costs, who may enter it, hills, hexsides, Disordered, sight."""

from __future__ import annotations

import pytest

from rules.battles_for_empire.commands import Charge, Conduct, Move
from rules.battles_for_empire.events import BecameDisordered
from rules.battles_for_empire.pathfinding import path_to
from rules.battles_for_empire.state import State
from rules.battles_for_empire.terrain import in_view, obstacle_between, obstacle_towards
from rules.kernel.flow import Done
from rules.kernel.hexes import neighbour
from tests.battles_for_empire.field import COLUMNS, ROWS, Field, give, in_hand, refusals, rules_of

FOE = ("x", "dv_spr", 1915, "W")
KINDS = {"formed": ("br_line", "line"), "open": ("br_rif", "skirmish"), "horse": ("hussar", ""), "gun": ("gun_fld", "")}


def cost_of(ground: str, kind: str, formation: str = "", traits: tuple[str, ...] = ()) -> int | None:
    """Return hexes it costs to enter the hex ahead; None when it cannot."""
    field = Field().unit("a", kind, 805, "E", formation, traits=traits).unit(*FOE).ground(ground, 905)
    state = in_hand(field.at("movement"), "a", 3)
    way = path_to(state, state.units["a"], 905, 1)
    return way.cost if way is not None and len(way.path) == 2 else None


@pytest.mark.rule("BFE-TER-H1", "BFE-TER-H6")
@pytest.mark.parametrize(
    ("ground", "formed", "horse", "gun"),
    [
        ("open", 1, 1, 1),
        ("road", 1, 1, 1),
        ("scrub", 1, 1, 2),
        ("rough", None, None, None),
        ("wood", None, None, None),
        ("donga", 2, 2, None),
        ("trench", 1, 1, 2),
        ("buildings", 2, None, None),
        ("river", None, None, None),
        ("ford", 3, 3, 3),
    ],
)
def test_the_ground_has_its_price(ground: str, formed: int | None, horse: int | None, gun: int | None) -> None:
    assert cost_of(ground, "br_line", "line") == formed
    assert cost_of(ground, "hussar") == horse
    assert cost_of(ground, "gun_fld", traits=("limbered",)) == gun


@pytest.mark.rule("BFE-TER-H2", "BFE-PUB-17")
def test_rocks_and_woods_admit_skirmishers_and_native_masses_only() -> None:
    for ground in ("rough", "wood"):
        assert cost_of(ground, "br_line", "skirmish") == 2
        assert cost_of(ground, "br_line", "square") is None
        field = Field().unit("d", "dv_spr", 805, "E").unit("a", "br_line", 101).ground(ground, 905)
        state = in_hand(field.at("movement", "na"), "d", 3)
        way = path_to(state, state.units["d"], 905, 1)
        assert way is not None and way.cost == 2


@pytest.mark.rule("BFE-TER-H3")
def test_every_level_uphill_costs_one_more_and_two_for_guns_and_downhill_nothing() -> None:
    def cost(kind: str, up: int, formation: str = "", traits: tuple[str, ...] = ()) -> int:
        field = Field().unit("a", kind, 805, "E", formation, traits=traits).unit(*FOE).hill(1 + up, 905).hill(1, 805)
        state = in_hand(field.at("movement"), "a", 5)
        way = path_to(state, state.units["a"], 905, 1)
        assert way is not None and len(way.path) == 2
        return way.cost

    assert [cost("br_line", up, "skirmish") for up in (-1, 0, 1, 2)] == [1, 1, 2, 3]
    assert [cost("gun_fld", up, traits=("limbered",)) for up in (0, 1, 2)] == [1, 3, 5]


@pytest.mark.rule("BFE-TER-H5")
def test_foot_climb_a_wall_for_a_hex_more_and_horse_and_guns_do_not() -> None:
    def reach(kind: str, formation: str = "", traits: tuple[str, ...] = ()) -> int | None:
        field = Field().unit("a", kind, 805, "E", formation, traits=traits).unit(*FOE).wall(905, 4)
        state = in_hand(field.at("movement"), "a", 2)
        way = path_to(state, state.units["a"], 905, 1)
        return way.cost if way is not None and len(way.path) == 2 else None

    assert neighbour(905, 4) == 805 or neighbour(905, 5) == 805
    side = next(d for d in range(6) if neighbour(905, d) == 805)
    field = Field().unit("a", "br_line", 805).unit(*FOE).wall(905, side)
    state = field.at("movement")
    assert obstacle_between(state, 805, 905) == obstacle_between(state, 905, 805) == "wall"
    ready = in_hand(state, "a", 2)
    way = path_to(ready, ready.units["a"], 905, 1)
    assert way is not None and way.cost == 2
    for kind in ("hussar", "gun_fld"):
        ready = in_hand(Field().unit("a", kind, 805).unit(*FOE).wall(905, side).at("movement"), "a", 1)
        assert path_to(ready, ready.units["a"], 905, 1) is None


@pytest.mark.rule("BFE-TER-H5")
def test_an_obstacle_shelters_the_hex_that_owns_it_against_what_comes_over_it() -> None:
    state = Field().unit("a", "br_line", 805).unit(*FOE).wall(805, 1).at("movement")
    assert obstacle_towards(state, 805, neighbour(805, 1)) == "wall"
    assert obstacle_towards(state, 805, neighbour(805, 4)) == ""
    assert obstacle_towards(state, neighbour(805, 1), 805) == ""


@pytest.mark.rule("BFE-TER-H4", "BFE-PUB-30", "BFE-TER-H6")
def test_a_donga_and_a_ford_disorder_until_the_end_of_the_next_own_movement() -> None:
    for ground in ("donga", "ford"):
        field = Field().unit("a", "br_line", 805).unit(*FOE).ground(ground, 905)
        state = in_hand(field.at("movement"), "a", 3)
        after = give(state, Move("br", "a", 905, 1))
        assert after.unit("a").disordered == 2 and after.of(BecameDisordered)
        done = give(after.state, Done("br"), seed=1, move_on=True).state
        assert done.units["a"].disordered == 2, "the end of the same phase changes nothing"


@pytest.mark.rule("BFE-TER-H4")
def test_a_unit_is_in_good_order_again_when_its_next_movement_is_over() -> None:
    state = Field().unit("a", "br_line", 805, disordered=1).unit("x", "dv_spr", 1915, "W", disordered=1).at("movement")
    after = give(state, Done("br"), seed=1, move_on=True).state
    assert (after.units["a"].disordered, after.units["x"].disordered) == (0, 1)


@pytest.mark.rule("BFE-TER-H3")
def test_woods_buildings_and_higher_hills_stop_the_eye() -> None:
    def is_seen(field: Field) -> bool:
        return in_view(field.unit("a", "br_line", 101).unit(*FOE).at("movement"), 805, 811)

    assert is_seen(Field()) and is_seen(Field().ground("scrub", 808)) and is_seen(Field().hill(1, 805, 808))
    assert not is_seen(Field().ground("wood", 808)) and not is_seen(Field().ground("buildings", 808))
    assert not is_seen(Field().hill(1, 808))


@pytest.mark.rule("BFE-TER-H5", "BFE-CHG-4")
def test_horse_does_not_charge_over_a_wall_and_foot_does() -> None:

    def refused_rules(kind: str) -> list[str]:
        field = Field().unit("d", kind, 805, "E").unit("a", "br_line", 905, "W").wall(905, *range(6))
        return rules_of(refusals(in_hand(field.at("movement", "na"), "d", 1), Charge("na", "d", "a")))

    assert (refused_rules("dv_hor"), refused_rules("dv_spr")) == (["BFE-CHG-1"], [])


@pytest.mark.rule("BFE-TER-H4")
def test_conduct_is_rolled_as_ever_in_disorder() -> None:
    state: State = Field().unit("a", "br_line", 805, disordered=1).unit(*FOE).at("movement")
    assert give(state, Conduct("br", "a"), 3).unit("a").allowance == 3


@pytest.mark.rule("BFE-TER-H1")
def test_every_hex_of_ground_has_its_steps_to_the_edges_of_the_map() -> None:
    country = Field().unit("a", "br_line", 805).at("movement").scene.country
    for hexes in country.steps.values():
        assert set(hexes) == {column * 100 + row for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)}
