"""The evaluation of Quickfire: exact shots, hits by their effect, no free shot held back."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from game.library import get_scenario, open_map
from rules.kernel.dice import NeedDice, SeededDice, TapeDice
from rules.kernel.evaluation import evaluate
from rules.kernel.flow import Command, Done, offers
from rules.kernel.ruling import Ruling
from rules.kernel.scenario import StartCondition
from rules.kernel.seat import Seat
from rules.kernel.session import Session, adjudicate
from rules.players import make_player, take_turn
from rules.quickfire import SYSTEM
from rules.quickfire.commands import Fire, Launch, Ram
from rules.quickfire.evaluation import struck_worth
from rules.quickfire.expected_value import expected_value
from rules.quickfire.movement import drift
from rules.quickfire.sequence import SEQUENCE
from rules.quickfire.state import Hit, Ship, State, with_ship
from tests.quickfire.duel import FR, US, Duel, massena_and_ohio


def term(state: State, side: str, key: str) -> int:
    return next((each.value for each in SYSTEM.terms(state, side) if each.key == key), 0)


def mean(state: State, command: Command, key: str) -> Fraction:
    """Return the mean of what a command does to a term, over every way its dice can fall."""
    total, pending = Fraction(0), [((), Fraction(1))]
    before = term(state, command.side, key)
    while pending:
        tape, weight = pending.pop()
        try:
            after = adjudicate(SYSTEM, state, command, TapeDice(tape), move_on=False).state
            total += weight * (term(after, command.side, key) - before)
        except NeedDice as need:
            ways = need.sides**need.count
            faces = product(range(1, need.sides + 1), repeat=need.count)
            pending += [((*tape, *more), weight / ways) for more in faces]  # type: ignore[misc]
    return total


@pytest.mark.parametrize("battery", ["heavy", "light"])
@pytest.mark.parametrize("hits", [0, 5, 7])
def test_a_round_is_weighed_over_every_way_its_three_dice_can_fall(battery: str, hits: int) -> None:
    state = massena_and_ohio().at("gunnery_1")
    state = with_ship(state, state.ships["ohio"].but(speed_hits=hits))
    command = Fire(FR, "massena", battery, "ohio")
    change = expected_value(state, command)
    assert change is not None and change[1] <= change[0] <= change[2]
    assert change[0] > 0, "a round that may hit is worth more than none"
    assert abs(mean(state, command, "struck") - change[0]) < 2  # hundredths of a point: terms are whole numbers


def test_hits_that_wait_count_as_made_when_the_next_round_is_weighed() -> None:
    state = massena_and_ohio().at("gunnery_1")
    hit = Hit(ship="massena", target="ohio", codes={"S": 6}, rule="QF-FIRE-7")
    state = state.but(hits=(hit,))
    command = Fire(FR, "massena", "heavy", "ohio")
    change = expected_value(state, command)
    assert change is not None
    assert abs(mean(state, command, "struck") - change[0]) < 2


def test_hits_are_worth_what_they_leave_of_a_ship() -> None:
    state = massena_and_ohio().at("gunnery_1")
    ohio = state.ships["ohio"]
    one, last = struck_worth(state, ohio, ({"S": 1},)), struck_worth(state, ohio.but(speed_hits=7), ({"S": 1},))
    assert last > one > 0, "the last box puts her out of action"
    silent = ohio.but(heavy_hits=6)
    assert struck_worth(state, silent, ({"Gh": 1},)) < struck_worth(state, ohio, ({"Gh": 1},))


def test_after_the_last_turn_of_gunfire_no_gun_promises_anything() -> None:
    state = massena_and_ohio().at("gunnery_1")
    last = state.cursor.but(turn=state.scene.scenario.turns)
    assert term(state, US, "taken") < 0 < term(state, US, "given")
    over = massena_and_ohio().at("torpedoes")
    over = over.but(cursor=over.cursor.but(turn=state.scene.scenario.turns))
    assert term(over, US, "taken") == term(over, US, "given") == 0
    assert term(state.but(cursor=last), US, "given") > 0


def test_a_ram_is_weighed_over_all_its_dice() -> None:
    """In a game two samples promised a boat 6.5 points for a ram that hits 10 times in 36."""
    duel = Duel().ship("Brooklyn", US, (600, 300), "090", 8).ship("Massena", FR, (670, 300), "000", 4)
    state, command = duel.at("movement"), Ram(US, "brooklyn", "massena")
    change = expected_value(state, command)
    assert change is not None and change[1] < change[0] < change[2]
    total, before = Fraction(0), evaluate(SYSTEM.terms(state, US))
    for two in product(range(1, 7), repeat=2):
        hits = product(range(1, 7), repeat=2) if sum(two) <= 5 else [()]
        falls = [adjudicate(SYSTEM, state, command, TapeDice((*two, *more)), move_on=False).state for more in hits]
        total += Fraction(sum(evaluate(SYSTEM.terms(each, US)) - before for each in falls), 36 * len(falls))
    assert abs(total - change[0]) < max(3, abs(total) / 4), "but for what slower ships promise"  # type: ignore[operator]


def test_only_rounds_and_torpedoes_are_weighed_without_playing_them() -> None:
    assert expected_value(massena_and_ohio().at("gunnery_1"), Done(FR)) is None


def yellow_sea() -> Session:
    """Return the break-out at its first order: Russia has the way out, Japan has none."""
    scenario = get_scenario("quickfire", "yellow_sea")
    return Session(SYSTEM, scenario, open_map("quickfire", scenario.map), seed=14)


def ship_of(state: State, name: str) -> Ship:
    return next(ship for key, ship in state.ships.items() if state.scene.names[key] == name)


@pytest.mark.parametrize("change", [{"speed_hits": 8}, {"gone": "sunk"}])
def test_nobody_gains_on_the_way_out_by_a_ship_that_is_stopped_or_lost(change: dict[str, Any]) -> None:
    """In a game a captain drove one battleship into another and counted the stopped one as 29 points nearer."""
    state = yellow_sea().state
    slow = ship_of(state, "Peresvet").but(speed_hits=7)
    before, after = with_ship(state, slow), with_ship(state, slow.but(**change))
    assert term(after, "russia", "way") < term(before, "russia", "way")
    assert term(after, "japan", "way") > term(before, "japan", "way")


def test_the_hit_that_stops_a_ship_takes_her_way_out_too() -> None:
    state = yellow_sea().state
    slow = ship_of(state, "Peresvet").but(speed_hits=7)
    shut = state.but(scene=state.scene.but(exits={}))
    bound, penned = (struck_worth(each, slow, ({"S": 1},)) for each in (state, shut))
    assert bound > penned > 0
    assert struck_worth(state, slow.but(speed_hits=0), ({"S": 1},)) == struck_worth(
        shut, slow.but(speed_hits=0), ({"S": 1},)
    )


def test_ending_movement_costs_what_ships_without_orders_lose() -> None:
    """They run on or follow anyway (QF-MOV-H9); orders could bring the same gains."""
    session = yellow_sea()
    side, state = session.actor, session.state
    change = expected_value(state, Done(side))
    r, lost = Ruling(None, state, SeededDice(0)), 0
    before = evaluate(SYSTEM.terms(state, side))
    for name in [ship.id for ship in state.ships.values() if ship.side == side]:
        drift(r, name)
        after = evaluate(SYSTEM.terms(r.state, side))
        lost, before = lost + min(0, after - before), after
    assert change == (lost, lost, lost)
    assert all(ship.moved for ship in r.state.ships.values() if ship.side == side)
    assert expected_value(r.state, Done(side)) is None, "all have moved"


def test_a_sound_ship_does_not_lie_astern_of_a_stopped_one() -> None:
    """Through a Session, order by order: Shikishima is stopped, and the two astern of her do not stay behind her."""
    scenario = get_scenario("quickfire", "yellow_sea")
    lame = StartCondition(part="ships", id="shikishima", field="speed_hits", value="8")
    sheet = open_map("quickfire", scenario.map)
    session = Session(SYSTEM, scenario.but(position=(*scenario.position, lame)), sheet, seed=14)
    player = make_player("quick", 3)
    while session.state.cursor.turn == 1 and SEQUENCE[session.state.cursor.phase].name == "movement":
        if session.actor == "japan":
            take_turn(player, Seat(session, "japan"))
        else:
            session.submit(Done(session.actor))
    assert session.state.ships["shikishima"].ran == 0
    assert ship_of(session.state, "Nisshin").ran >= 4, "she went her own way past the ships stopped ahead of her"


def test_computers_hold_no_free_shot() -> None:
    """Four duels: no gunnery phase is closed with a legal round left, and no torpedo attack is left out."""
    scenario, held, fired = get_scenario("quickfire", "lesson_duel"), [], 0
    for seed in range(4):
        session = Session(SYSTEM, scenario, open_map("quickfire", scenario.map), seed=seed)
        players = {note.key: make_player("greedy", seed + number) for number, note in enumerate(scenario.sides)}
        while not session.over:
            before, side = session.state, session.actor
            command = take_turn(players[side], Seat(session, side)).choice.command
            fired += isinstance(command, Fire)
            if isinstance(command, Done):
                left = [each for offer in offers(SYSTEM, before) for each in offer.commands]
                held += [each for each in left if isinstance(each, Fire | Launch)]
    assert fired > 100 and held == []


EDGES = {"yellow_sea": ("russia", 0.75), "dash_to_chifu": ("russia", 0.5), "open_door": ("spain", 0.5)}


@pytest.mark.rule("QF-END-H1")
@pytest.mark.parametrize("battle", EDGES)
@pytest.mark.parametrize("near", [None, 80, 300])
def test_a_ship_is_worth_more_the_nearer_she_is_to_her_exit_and_most_once_she_is_through(
    battle: str, near: int | None
) -> None:
    """With no enemy about, or one so many millimetres off her as she reaches the edge."""
    scenario = get_scenario("quickfire", battle)
    state = Session(SYSTEM, scenario, open_map("quickfire", scenario.map), seed=1).state
    side, share = EDGES[battle]
    wide, high = state.scene.width, state.scene.height
    foes = [ship for ship in state.ships.values() if ship.side != side]
    state = state.but(ships={**state.ships, **{foe.id: foe.but(x=wide // 2, y=0) for foe in foes}})
    boats = {name for name, card in state.scene.cards.items() if card.boat_guns == "only"}  # may torpedo a battleship
    for ship in [ship for ship in state.ships.values() if ship.side == side and ship.id not in boats]:

        def at(away: int, ship: Ship = ship) -> State:
            west = (away, round(high * share))
            south = (round(wide * share), high - away)
            x, y = west if battle == "open_door" else south
            moved = with_ship(state, ship.but(x=x, y=y))
            if near is None:
                return moved
            return with_ship(moved, foes[0].but(x=min(x + near * 1000, wide - 1), y=max(0, y - near * 1000)))

        if near is None:
            worths = [SYSTEM.score(at(away), side) for away in range(250_000, -1, -25_000)]
            assert worths == sorted(worths)
        edge = at(0)
        assert SYSTEM.score(with_ship(edge, edge.ships[ship.id].but(gone="escaped")), side) >= SYSTEM.score(edge, side)
