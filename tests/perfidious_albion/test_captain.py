"""The quick captain of Perfidious Albion.

The mean damage of a straddle, what he does, and that his orders are legal.
"""

from __future__ import annotations

from functools import cache

import pytest

from game.library import get_scenario, open_map
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Cursor, Offer, check
from rules.kernel.inches import distance
from rules.kernel.policy import Captain, Recommendation
from rules.kernel.session import adjudicate
from rules.kernel.stake import Stake
from rules.kernel.system import System
from rules.perfidious_albion.battle.gunnery import not_now, shooters, targets_of
from rules.perfidious_albion.damage.bombardment import has_bombarding_gun
from rules.perfidious_albion.judgement.at_stake import CONDITIONS, load_numbers
from rules.perfidious_albion.judgement.gunfire import expected_value, left_of, straddle_takes
from rules.perfidious_albion.judgement.helm import MOVE, Outlook
from rules.perfidious_albion.records.commands import Activate, Fire, Follow, Ram, StandEasy, Steer
from rules.perfidious_albion.records.state import Ship, State, place, with_ship
from rules.perfidious_albion.sailing.movement import to_move
from rules.perfidious_albion.ships.pieces import TARGET
from rules.perfidious_albion.shown.evaluation import load_weights, terms
from rules.perfidious_albion.squadrons.cohesion import ships_of_unit
from rules.players.selfplay import captain_policy, opening_state, play_positions
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea

SYSTEM: System = SYSTEMS["perfidious_albion"]
SAMPLES = 400
FEARS = list(MOVE)


def captain() -> Captain:
    assert SYSTEM.captain is not None
    return SYSTEM.captain


def start(key: str) -> State:
    scenario = get_scenario(SYSTEM.key, key)
    begun: State = opening_state(SYSTEM, scenario, open_map(SYSTEM.key, scenario.map), {})
    return begun


@cache
def game(key: str, seed: int, most: int = 400) -> tuple[State, ...]:
    """Return the first positions of a game of the captain against himself; decisions without advice are skipped."""
    begun = start(key)
    policies = {side: captain_policy(captain()) for side in begun.scene.sides}
    return tuple(state for _, state in zip(range(most), play_positions(SYSTEM, begun, seed, policies), strict=False))


def positions_with_advice(key: str, seed: int) -> list[tuple[State, str, Recommendation]]:
    """Return every position in which he has advice, the acting side, and his first order."""
    found = [(state, state.cursor.queue[0]) for state in game(key, seed) if state.outcome is None]
    return [(state, side, counsel) for state, side in found for counsel in captain().counsel(state, side)[:1]]


def points_lost(state: State, side: str) -> int:
    """Return the advantage of a side by the losses so far, in hundredths of a point."""
    return sum(term.value for term in terms(state, side) if term.key in ("points", "lost", "dealt"))


@pytest.mark.parametrize("key", ["two_and_two", "flotilla_attack"])
def test_his_orders_are_legal_and_have_reasons(key: str) -> None:
    kinds = set()
    for state, side, counsel in positions_with_advice(key, 1):
        assert not check(SYSTEM, state, counsel.command), counsel
        assert counsel.why or len(captain().counsel(state, side)) == 1
        kinds.add(type(counsel.command))
    assert kinds >= {Activate, Steer, Fire, StandEasy} and Follow not in kinds


def test_what_fire_takes_on_the_mean_is_what_it_takes_over_many_throws() -> None:
    """For the first shots of a battle, sampled with the rules themselves: the sums agree within a tenth."""
    total = sampled = 0.0
    shots = [entry for entry in positions_with_advice("two_and_two", 3) if isinstance(entry[2].command, Fire)][:8]
    for state, side, counsel in shots:
        mean = expected_value(state, counsel.command)
        assert mean is not None
        total += float(mean[0])
        before = points_lost(state, side)
        falls = (adjudicate(SYSTEM, state, counsel.command, SeededDice(seed)).state for seed in range(SAMPLES))
        sampled += sum(points_lost(after, side) - before for after in falls) / SAMPLES
    assert len(shots) == 8 and sampled > 0
    assert 0.9 < total / sampled < 1.1


def test_nothing_is_taken_from_a_ship_that_founders_anyway() -> None:
    state = game("two_and_two", 1)[0]
    ship = next(iter(state.ships.values()))
    doomed = ship.but(floods=state.scene.cards[ship.id].flotation)
    after = state.but(ships={**state.ships, ship.id: doomed})
    assert straddle_takes(state, ship.id, "A", 1, "") > 0 == straddle_takes(after, ship.id, "A", 1, "")
    assert left_of(after, doomed) == 0 < left_of(state, ship)


def test_heavier_guns_and_thinner_sides_take_more() -> None:
    state = game("flotilla_attack", 1)[0]
    ships = [ship.id for ship in state.ships.values()]
    for name in ships:
        assert straddle_takes(state, name, "A", 1, "") >= straddle_takes(state, name, "E", 1, "")
    boat, liner = (
        min(ships, key=lambda name: state.scene.cards[name].tons),
        max(ships, key=lambda name: state.scene.cards[name].tons),
    )
    value = {name: left_of(state, state.ships[name]) for name in (boat, liner)}
    assert (
        straddle_takes(state, boat, "E", 0, "") * value[liner] > straddle_takes(state, liner, "E", 0, "") * value[boat]
    )


@pytest.mark.parametrize("key", ["two_and_two", "flotilla_attack"])
def test_no_squadron_stands_easy_with_a_gun_that_could_take_something(key: str) -> None:
    """Weighing a dozen samples ended the activation when none of them hit."""
    stood = 0
    for state, side, counsel in positions_with_advice(key, 1):
        if not isinstance(counsel.command, StandEasy):
            continue
        stood += 1
        for one in shooters(state, side):
            for mark in targets_of(state, one):
                assert isinstance(mark, Ship)
                worth = expected_value(state, Fire(side, one.id, "all", mark.id))
                assert worth is not None and worth[0] <= 0, (one.id, mark.id)
    assert stood > 5


def test_of_a_squadron_the_ship_ahead_moves_first() -> None:
    moved = 0
    for state, _, counsel in positions_with_advice("two_and_two", 1):
        if isinstance(counsel.command, Steer) and state.active in state.squadrons:
            line = state.squadrons[state.active].ships
            ahead = line[: line.index(counsel.command.ship)]
            assert all(ship.moved or ship.gone or ship.detached for ship in map(state.ships.get, ahead) if ship)
            moved += bool(ahead)
    assert moved > 5


def test_he_rams_where_it_pays_and_not_a_ship_he_would_only_break_his_bow_on() -> None:
    """Two torpedo gunboats may ram an ironclad at anchor, whose loss is eight times theirs; she does not ram them."""
    rams = [
        counsel.command for _, _, counsel in positions_with_advice("caldera_bay", 1) if isinstance(counsel.command, Ram)
    ]
    assert rams and {ram.target for ram in rams} == {"blanco-encalada"}


def test_gunboats_that_live_by_their_tubes_fear_guns_no_more_than_torpedo_craft() -> None:
    """Two torpedo gunboats once kept away from an ironclad and scored 40 of 100 against random orders."""
    state = start("caldera_bay")
    foe, boat = state.ships["blanco-encalada"], state.ships["almirante-lynch"]
    near = boat.but(x=foe.x, y=foe.y - 8_000)
    for ship, kind, other in (
        (near, "at_boats", "their_guns"),
        (near.but(loaded=()), "their_guns", "at_boats"),
    ):
        options = list(Outlook(with_ship(state, ship), ship).options())
        assert any(option.features[FEARS.index(kind)] for option in options)
        assert not any(option.features[FEARS.index(other)] for option in options)


@pytest.mark.rule("PA-2.1-54")
def test_he_opens_no_bombardment_from_afar() -> None:
    """Any shot at the town uses up a declared turn: from 50 inches half of eight turns hit nothing."""
    judged, far, near = load_weights(), 0, 0
    for state in game("naval_base", 42):
        side, town = state.scene.attacker, state.target
        ships = [ship for ship in ships_of_unit(state, state.active) if has_bombarding_gun(state, ship.id, ship)]
        could = [one for one in shooters(state, side) if not not_now(state, one) and town in targets_of(state, one)]
        if not could or not ships or state.bombarded or to_move(state, state.active) or state.cursor.queue[0] != side:
            continue
        assert town is not None
        counsel = [found.command for found in captain().counsel(state, side)]
        if state.cursor.turn > judged.bombard_patience:
            assert not counsel
        elif min(distance(place(ship), place(town)) for ship in ships) > judged.bombard_open:
            assert counsel and not any(isinstance(order, Fire) and order.target == TARGET for order in counsel)
            far += 1
        else:
            assert not counsel, "what to fire at is weighed by its outcome"
            near += 1
    assert far > 3 and near


# --- When orders of Perfidious Albion are at stake: each condition on either side of its edge ---


def state_of(apart: float, **foe: object) -> State:
    """Mikasa with medium torpedoes at 10 inches, Varyag so many inches east of her."""
    sea = Sea().ship("Mikasa", JAPAN, (10, 36), heading=0).ship("Varyag", RUSSIA, (10 + apart, 36), heading=0, **foe)  # type: ignore[arg-type]
    return sea.state(Cursor(turn=2, queue=(JAPAN, RUSSIA)))


def ask(state: State, verb: str) -> Stake | None:
    return CONDITIONS[verb].find(state, JAPAN, Offer(verb, "label", "PA-6.1-1", "mikasa"))


@pytest.mark.parametrize("verb", ["launch", "salvo"])
@pytest.mark.parametrize(("apart", "near"), [(9.0, True), (9.001, False)])
def test_torpedoes_are_at_stake_within_their_run_and_three_inches(verb: str, apart: float, near: bool) -> None:
    assert load_numbers().torpedo_beyond_mils == 3000
    stake = ask(state_of(apart), verb)
    assert (stake is not None) is near
    if stake is not None:
        assert stake.lost and stake.text == "enemy 9 inches from the tubes of Mikasa"


@pytest.mark.parametrize(("apart", "near"), [(12.0, True), (12.001, False)])
def test_a_searchlight_is_at_stake_with_a_dark_enemy_in_reach(apart: float, near: bool) -> None:
    assert (ask(state_of(apart).but(night=True), "lights") is not None) is near


def test_an_enemy_that_burns_or_shows_a_light_needs_no_searchlight() -> None:
    assert ask(state_of(6, fires=1).but(night=True), "lights") is None
    assert ask(state_of(6, lit=True).but(night=True), "lights") is None
