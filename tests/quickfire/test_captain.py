"""The quick captain of Quickfire: what he considers, what he does, and that his orders are legal."""

from __future__ import annotations

import re
from functools import cache

import pytest

from game.library import get_scenario, open_map
from rules import SYSTEMS
from rules.kernel.flow import Done, check
from rules.kernel.policy import Captain, Recommendation
from rules.players.selfplay import captain_policy, opening_state, play_positions
from rules.quickfire.commands import Fire, Lead, Move, Repair
from rules.quickfire.contact import first_contact
from rules.quickfire.expected_damage import promised_damage
from rules.quickfire.helm import astern_of, line_posts, reachable_ends, wake
from rules.quickfire.state import Ship, State, with_ship
from rules.quickfire.steering import course
from tests.quickfire.duel import FR, US, massena_and_ohio

SYSTEM = SYSTEMS["quickfire"]


def captain() -> Captain:
    assert SYSTEM.captain is not None
    return SYSTEM.captain


def start(key: str) -> State:
    scenario = get_scenario("quickfire", key)
    state: State = opening_state(SYSTEM, scenario, open_map("quickfire", scenario.map), {})
    return state


@cache
def game(key: str, seed: int, most: int = 10_000) -> tuple[State, ...]:
    """Return the positions of a game of the captain against himself, or the first of them."""
    begun = start(key)
    policies = {side: captain_policy(captain()) for side in begun.scene.sides}
    return tuple(state for _, state in zip(range(most), play_positions(SYSTEM, begun, seed, policies), strict=False))


def first_counsel(states: tuple[State, ...]) -> list[tuple[State, Recommendation]]:
    asked = [(state, state.cursor.queue[0]) for state in states if state.outcome is None]
    return [(state, counsel) for state, side in asked for counsel in captain().counsel(state, side)[:1]]


def test_a_duel_is_fought_to_its_end_by_legal_orders_with_reasons() -> None:
    states = game("lesson_duel", 1)
    assert states[-1].outcome is not None
    for state, counsel in first_counsel(states):
        assert not check(SYSTEM, state, counsel.command), counsel
        assert counsel.why


def test_where_ranges_are_guessed_he_leaves_the_guns_to_another() -> None:
    asked = 0
    for state, counsel in first_counsel(game("lesson_duel", 1)):
        if isinstance(counsel.command, Fire):
            guessing = state.but(scene=state.scene.but(options={**state.scene.options, "range_guessing": True}))
            assert captain().counsel(guessing, state.cursor.queue[0]) == ()
            asked += 1
    assert asked > 20


def test_no_gun_that_can_hit_is_left_silent() -> None:
    """The greedy player ended gunnery with light guns unfired when no sample hit."""
    fired = 0
    for state, counsel in first_counsel(game("lesson_duel", 1)):
        if "gunnery" in SYSTEM.sequence[state.cursor.phase].name:
            assert isinstance(counsel.command, Fire), "a phase ends by itself when nobody can fire"
            fired += 1
    assert fired > 20


@pytest.mark.parametrize(("x", "y", "facing"), [(420, 420, 90), (500, 640, 45), (300, 700, 0)])
def test_his_beam_is_open_when_the_enemy_has_moved(x: int, y: int, facing: int) -> None:
    """The side that moves last never ends bows on where it could have its broadside bearing at the same range."""
    state = massena_and_ohio().at("movement")
    ships: dict[str, Ship] = dict(state.ships)
    ships["ohio"] = ships["ohio"].but(moved=True)
    ships["massena"] = ships["massena"].but(x=x * 1000, y=y * 1000, facing=facing, ran=6)
    state = state.but(ships=ships, first=US)
    best = captain().counsel(state, FR)[0].command
    assert isinstance(best, Move)
    massena = state.ships["massena"]
    (post,) = line_posts(state, massena, course(state, massena, best.plot), 8, [], [])
    ohio = state.ships["ohio"]
    dx, dy = ohio.x - post.x, ohio.y - post.y
    aside = abs(dx * post.south - dy * post.east)
    ahead = abs(dx * post.east + dy * post.south)
    assert 1000 * aside >= 577 * ahead, "more than 30 degrees off her bow and stern"


def test_he_runs_into_nobody_while_there_is_a_clear_way() -> None:
    looked = 0
    for state, counsel in first_counsel(game("fog_lifts", 2, 50)):
        if isinstance(counsel.command, Move):
            ship = state.ships[counsel.command.ship]
            met = first_contact(state, ship, course(state, ship, counsel.command.plot))
            if met is not None:
                tracks = [track for _, track, _ in reachable_ends(state, ship)]
                assert all(first_contact(state, ship, track) is not None for track in tracks), "no clear way at all"
            looked += 1
    assert looked > 10


def test_a_line_follows_its_leader_and_lies_where_he_thought() -> None:
    """The places of the ships astern are predicted to within 20 mm; a slower ship may lag."""
    orders = first_counsel(game("west_indies", 3, 40))
    foreseen: dict[str, tuple[int, int]] = {}
    met = 0
    for state, counsel in orders:
        for name, (x, y) in tuple(foreseen.items()):
            ship = state.ships[name]
            if ship.moved:
                assert abs(ship.x - x) < 20_000 and abs(ship.y - y) < 20_000, name
                foreseen.pop(name)
                met += 1
        if isinstance(counsel.command, Move):
            ship = state.ships[counsel.command.ship]
            line = astern_of(state, ship.id)
            track = course(state, ship, counsel.command.plot)
            posts = line_posts(state, ship, track, 8, line, wake(ship, line))
            foreseen = {post.name: (post.x, post.y) for post in posts[1:]}
    assert met > 6
    assert any(isinstance(counsel.command, Lead) for _, counsel in orders)


def test_end_on_guns_promise_less_and_a_ship_that_lies_still_is_a_better_mark_for_torpedoes() -> None:
    state = massena_and_ohio().at("movement")
    found = promised_damage(state, "ohio", "massena")
    assert found.near > found.near_end and found.short > found.short_end and found.long > found.long_end
    assert found.near > found.short > found.long
    assert found.static > found.tubes


def test_a_repair_goes_where_it_gives_most_back() -> None:
    """Massena is protected: her speed hits are repaired on 5 to 10, all others on 5 to 7 (QF-DMG-5)."""
    state = massena_and_ohio().at("end")
    state = with_ship(state, state.ships["massena"].but(speed_hits=5, light_hits=1, repair_dice=2))
    best = captain().counsel(state.but(first=FR, cursor=state.cursor.but(queue=(FR, US))), FR)[0].command
    assert isinstance(best, Repair) and best.what == "speed"


def test_reasons_say_what_an_order_brings() -> None:
    """Reasons like "the best shot" or "worth the same" are true, but no help."""
    data: dict[type, list[str]] = {}
    for _, counsel in first_counsel(game("lesson_duel", 1)[:60]):
        data.setdefault(type(counsel.command), []).append(counsel.why)
    assert 3 * data[Move].count("worth the same as the next option") < len(data[Move])
    assert all(re.fullmatch(r"highest expected damage: \d+\.\d points", why) for why in data[Fire])
    assert all(re.fullmatch(r"gives most back: \d+\.\d points", why) for why in data[Repair])


def test_an_order_left_aside_is_compared_in_the_points_of_the_reason() -> None:
    """ "highest expected damage: 0.5 points", and to end the phase was "5.4 points less"."""
    state = massena_and_ohio().at("gunnery_1", first=US)
    best, *_, end = captain().counsel(state, US)
    assert isinstance(best.command, Fire) and isinstance(end.command, Done)
    assert best.why == f"highest expected damage: {(best.worth - end.worth) / best.point:.1f} points"
