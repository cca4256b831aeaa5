"""Rules of the sheet in combination: near land, with a second tower or shoal, on the other side of the ship."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.library import MAPS
from game.table.input_matching import find_command
from game.teach.coverage import FOLDER
from rules.kernel import inches
from rules.kernel.datafile import load_yaml
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.perfidious_albion import SYSTEM
from rules.perfidious_albion.battle.night import PORT, STARBOARD, flash_side
from rules.perfidious_albion.battle.victory import bombardment_over, has_won
from rules.perfidious_albion.damage.damage_control import lost_room
from rules.perfidious_albion.damage.devastation import lose_light
from rules.perfidious_albion.damage.weather import in_danger
from rules.perfidious_albion.records.commands import Buy, Lights
from rules.perfidious_albion.records.events import RanAground, Revealed, SparStruck
from rules.perfidious_albion.records.state import Minefield, Squadron, Terrain, box_bit
from rules.perfidious_albion.sailing.movement import run_course
from rules.perfidious_albion.ships.model_outlines import at_rest
from rules.perfidious_albion.torpedoes.markers import run_on_wedges
from rules.perfidious_albion.torpedoes.mines import mine_chance
from rules.perfidious_albion.torpedoes.passage import keeps_behind
from rules.players import make_player, take_turn
from tests.conftest import scenario_named
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, give, rule, system
from tests.perfidious_albion.setting_up import at_step, buy, settle_purchases, table
from tests.perfidious_albion.test_markers import open_sea, with_marker

ISLAND = ((0, 0), (4, 0), (4, 4), (0, 4))


@pytest.mark.rule("PA-4.1-1")
def test_a_storm_is_a_heavy_sea_near_land_and_swamps_nobody_there() -> None:
    """The sea condition is 1 grade calmer when within 30 inches of land."""
    sea = Sea().ship("Near", JAPAN, (20, 20), kind="oregon").ship("Far", JAPAN, (60, 60), kind="oregon")
    state = sea.land("island", *ISLAND).having(sea="storm").state()
    assert [in_danger(state, state.ships[name]) for name in ("near", "far")] == [False, True]


@pytest.mark.rule("PA-3.4-3")
def test_a_tower_hit_twice_loses_one_light_and_each_tower_its_own() -> None:
    """One per tower if there are two; searchlights are lost if there is a hit on the CT box."""
    sea = Sea().ship("Canopus", JAPAN, (36, 36), kind="canopus")
    first, second = sea.cards["canopus"].towers
    state = sea.having(night=True).state()
    for tower, left in ((first, 1), (first, 1), (second, 0)):
        state, _ = rule(state, lambda r, tower=tower: lose_light(r, "canopus", tower.section, tower.level))  # type: ignore[misc]
        assert state.ships["canopus"].lights == left


@pytest.mark.rule("PA-6.5-5")
@pytest.mark.parametrize(("at", "percent"), [((34_600, 36_000), 90), ((37_400, 36_000), 90), ((33_000, 36_000), 50)])
def test_a_ship_has_ended_outside_only_when_no_part_of_her_hull_is_in(at: inches.Point, percent: int) -> None:
    """A field of an inch about her stern, about her bow, and one clear of her: 50 and 10 for each of 4 points."""
    state = Sea().ship("Mikasa", JAPAN, (36, 36), heading=90, speed=10).state()
    field = Minefield(id="f", side=RUSSIA, x=at[0], y=at[1], density=4, radius=1_000)
    assert mine_chance(state, at_rest(state, state.ships["mikasa"]), field)[0] == percent


@pytest.mark.rule("PA-3.4-8")
@pytest.mark.parametrize(("many", "near", "side"), [(48, 34, STARBOARD), (24, 38, PORT)])
def test_most_flashes_tell_the_side_to_starboard_as_to_port(many: int, near: int, side: tuple[int, int]) -> None:
    sea = Sea().ship("Mikasa", JAPAN, (36, 36), heading=0, detached=True).ship("Near", JAPAN, (near, 36), kind="varyag")
    sea.ship("Far", RUSSIA, (many, 36), kind="varyag").ship("Farther", RUSSIA, (many, 38), kind="varyag")
    state = sea.having(night=True, visibility=6_000, fired_this_turn=("near", "far", "farther")).state()
    assert flash_side(state, state.ships["mikasa"]) == side


@pytest.mark.rule("PA-5.9-3")
def test_the_largest_room_is_mended_wherever_it_stands_on_the_card() -> None:
    sea = Sea().ship("Varyag", RUSSIA, (36, 36), kind="varyag")
    card = sea.cards["varyag"]
    sea.cards["varyag"] = card.but(prop_boxes=card.prop_boxes[::-1])
    struck = 0
    for room in card.prop_boxes:
        struck |= box_bit(room.section, room.level)
    sea.ships["varyag"] = sea.ships["varyag"].but(struck=struck, props_lost=23)
    state = sea.state()
    found = lost_room(state, state.ships["varyag"])
    assert found is not None and found[2] == 6  # rooms of 5, 6, 6 and 6


@pytest.mark.rule("PA-4.5-3")
def test_of_two_shoals_on_her_way_the_first_she_meets_is_tested_first() -> None:
    """Independently of their names and the order of placing."""
    far = ((43, 30), (44, 30), (44, 42), (43, 42))
    near = ((39, 30), (40, 30), (40, 42), (39, 42))
    for one, two in ((("A", far), ("Z", near)), (("A", near), ("Z", far))):
        sea = Sea().ship("Varyag", RUSSIA, (36, 36), heading=90, speed=20, kind="varyag")
        sea.land("sandbar", *one[1], name=one[0]).land("sandbar", *two[1], name=two[0])
        _, events = rule(sea.state(), lambda r: run_course(r, "varyag", "10"), 10)
        assert events_of(events, RanAground)[0].ground == ("Z" if one[1] == far else "A")


@pytest.mark.rule("PA-6.2-6")
def test_long_torpedoes_do_not_run_on_through_an_island() -> None:
    state = with_marker(open_sea(), "long", 1)
    marker = state.markers["t1"]
    assert run_on_wedges(state, marker)
    x, y = inches.move(marker.start, marker.bearing, 4_000)
    corners = ((x - 500, y - 500), (x + 500, y - 500), (x + 500, y + 500), (x - 500, y + 500))
    assert run_on_wedges(state.but(terrain=(Terrain(kind="island", name="it", shape=corners),)), marker) == ()
    assert run_on_wedges(state.but(terrain=(Terrain(kind="rocks", name="it", shape=corners),)), marker)


@pytest.mark.rule("PA-6.1-8")
def test_only_the_ship_that_launched_stays_behind_her_bow_torpedoes() -> None:
    sea = (
        Sea()
        .ship("Mikasa", JAPAN, (20, 36), speed=10)
        .ship("Asama", JAPAN, (17, 36), speed=10, squadron="mikasa-squadron")
    )
    state = with_marker(sea, "medium", 1)
    marker = state.markers["t1"].but(bow=True, turn=state.cursor.turn)
    slow = ((19_000, 36_000), (20_000, 36_000), (24_000, 36_000), (25_000, 36_000))
    assert keeps_behind(state, state.ships["mikasa"], slow, marker)
    assert not keeps_behind(state, state.ships["asama"], slow, marker)


@pytest.mark.rule("PA-2.1-53")
def test_an_attack_is_over_when_no_gun_of_type_d_or_heavier_is_left() -> None:
    sea = Sea("bombardment", JAPAN).ship("Mikasa", JAPAN, (36, 60)).target(2, RUSSIA, (36, 6))
    state = sea.having(bombardment_declared=6).state()
    assert not bombardment_over(state)
    struck = 0
    for box in sea.cards["mikasa"].gun_boxes:
        if box.guns is not None and box.guns.letter == "A":
            struck |= box_bit(box.section, box.level)
    silenced = state.but(ships={"mikasa": state.ships["mikasa"].but(struck=struck)})
    assert bombardment_over(silenced)


@pytest.mark.rule("PA-2.1-32")
def test_nobody_has_won_without_a_point() -> None:
    state = Sea().ship("Mikasa", JAPAN, (36, 60)).ship("Varyag", RUSSIA, (36, 6)).state()
    assert not has_won(state.but(values={JAPAN: 0, RUSSIA: 0}), JAPAN)


# --- Rules that computer players once never used: each comes up now in a shipped battle ---

score = SYSTEM.score

SEEN = (
    *("PA-4.1-1", "PA-4.1-2", "PA-4.1-3", "PA-4.5-1", "PA-4.5-2", "PA-4.5-3", "PA-NGT-H1", "PA-3.4-3", "PA-3.4-7"),
    *("PA-3.4-10", "PA-3.4-11", "PA-SPR-H1", "PA-6.2-1", "PA-6.2-6", "PA-6.2-7", "PA-6.2-8", "PA-6.1-8", "PA-6.3-2"),
    *("PA-6.4-3", "PA-6.4-6", "PA-6.4-7", "PA-6.4-15", "PA-6.4-22", "PA-6.5-1", "PA-6.5-15", "PA-6.5-16", "PA-RAM-H1"),
    *("PA-6.5-3", "PA-6.5-5", "PA-6.5-8"),
    *("PA-2.1-18", "PA-2.1-31", "PA-2.1-51", "PA-2.1-72", "PA-2.1-73", "PA-2.2-10", "PA-2.2-15", "PA-2.2-16"),
    *("PA-2.2-17", "PA-2.2-18", "PA-2.2-19", "PA-5.8-1", "PA-5.8-8", "PA-5.9-1", "PA-5.9-2", "PA-5.9-3", "PA-3.2-4"),
)


def test_storm_ground_lights_night_fire_spars_and_double_wedges_come_up_in_computer_play() -> None:
    """The table is made by `python -m release.makers coverage`."""
    table = load_yaml(MAPS / FOLDER / "perfidious_albion.yaml", dict[str, tuple[str, ...]])
    met = set().union(*table.values())
    assert [rule for rule in SEEN if rule not in met] == []


def play_battle(key: str, seed: int, until: Callable[[Session], bool]) -> Session:
    """Return a battle between two computer players, up to some point."""
    game = Session(system(), scenario_named("perfidious_albion", key), None, {}, seed=seed)
    players = {side.key: make_player("greedy", seed) for side in game.scenario.sides}
    while not game.over and not until(game):
        take_turn(players[game.actor], Seat(game, game.actor))
    return game


@pytest.mark.rule("PA-6.2-1", "PA-SPR-H1")
def test_launches_with_spar_torpedoes_go_in_and_use_them() -> None:
    game = play_battle("pagoda_anchorage", 3, lambda game: False)
    assert any(events_of(step.events, SparStruck) for step in game.steps)

    def launch_at(inches: float) -> int:
        sea = Sea().ship("Yangwu", RUSSIA, (36, 20), kind="yangwu", speed=0)
        sea.ship("Torpilleur", JAPAN, (36, 20 + inches), kind="torpilleur_46", heading=0, speed=8)
        return score(sea.at("action"), JAPAN)

    assert launch_at(8) > launch_at(12), "a launch with a charge on a pole wants to be near"


@pytest.mark.rule("PA-2.1-31")
def test_computer_players_deploy_dummies_among_their_markers() -> None:
    """Dummy markers may also be used."""
    game = play_battle("open_fleet", 1, lambda game: not game.state.stage)
    squadrons = game.state.squadrons.values()
    revealed = [event for step in game.steps for event in events_of(step.events, Revealed)]
    assert any(squadron.dummy for squadron in squadrons) or any(event.dummy for event in revealed)
    bare = at_step(settle_purchases(buy(table(), JAPAN, ("mikasa", 2, 1, "1"))), "deployment", JAPAN)
    dummy = Squadron(id="japan-9", side=JAPAN, name="marker", ships=(), hidden=True, dummy=True)
    assert score(bare.but(squadrons={"japan-9": dummy}), JAPAN) > score(bare, JAPAN)


@pytest.mark.rule("PA-NGT-H1")
def test_a_searchlight_that_shows_a_target_to_guns_that_have_still_to_fire_is_worth_using() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (36, 40), moved=True).ship("Retvizan", RUSSIA, (36, 31), kind="tsesarevich")
    sea.squadrons["retvizan-squadron"] = sea.squadrons["retvizan-squadron"].but(acted=True)
    dark = sea.having(night=True, visibility=6_000).action("Mikasa")
    lit, _ = give(dark, Lights(JAPAN, "mikasa"))
    assert score(lit, JAPAN) > score(dark, JAPAN)
    alone = dark.but(ships={**dark.ships, "retvizan": dark.ships["retvizan"].but(y=10_000)})
    vain, _ = give(alone, Lights(JAPAN, "mikasa"))
    assert score(vain, JAPAN) < score(alone, JAPAN), "a light that shows nothing only betrays her"


@pytest.mark.rule("PA-2.1-18", "PA-PTS-H2")
def test_a_class_a_crew_and_a_single_boat_are_bought_by_word() -> None:
    """A word for a class is never taken for one of its ships."""
    game = Session(system(), scenario_named("perfidious_albion", "open_fleet"), None, {}, seed=1)
    seat, names = Seat(game, game.actor), system().names(game.state)
    for what in ("tsesarevich", "majestic", "varyag", "mikasa", "asama", "ikazuchi", "cover_ship"):
        for quality in (1, 2, 3):
            typed = f"buy {what} {quality} 1 2"
            assert find_command(system(), seat, names, typed) == Buy("blue", what, quality, 1, "2"), typed
