"""Find positions for puzzles: careless games of small battles, and in them orders that decide the goal."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from game.library import get_scenario, open_map
from game.teach.puzzles import BATTLES
from game.workshop.scenario_yaml import as_yaml
from release.makers.small_battles import small_battle
from rules import SYSTEMS
from rules.analysis.puzzle_search import TOLD_TERMS, Found, puzzle_position, units_of
from rules.analysis.rollout_policy import RolloutPlayer
from rules.kernel.datafile import source_at
from rules.kernel.dice import SeededDice
from rules.kernel.puzzle import Answered, Position, Shelf, command_text, text_of
from rules.kernel.seat import Seat
from rules.kernel.session import Session, Step
from rules.kernel.system import format_command
from rules.players import make_player, take_turn
from rules.players.player import random_below
from rules.players.reasons import points_text

BATTLES_SHIPPED = {  # short battles; one game in this many is of one of these, the others of a small battle
    "nw_smoke": ("little_and_gregory", "between_three_fires"),
    "nights_of_fury": ("little_and_gregory", "vella_gulf"),
    "quickfire": ("lesson_duel", "port_arthur_roads"),
    "battles_for_empire": ("the_wells", "majuba"),
    "perfidious_albion": ("caldera_bay", "pagoda_anchorage"),
}
ONE_IN = 4
SMALL = "small"
CARELESS = (0, 10, 25)  # per cent of random orders, by game and side, so that games stay open
LAST = 36  # last orders of a game that are examined; earlier ones are evened out by what follows
LOOKED_AT = 5  # most decisions examined in one game
A_GAME = 2  # positions of one game at most, so that they are not all alike
MOST_PLAYED = 260  # most orders before a position, because all are played when it is opened
MOST_ORDERS = 1200  # longest game in orders; longer ones are abandoned
RESULT = "result"  # the goal name of winning the battle
FEW, MOST_SHARE = 16, 3  # no verb has more than one in this many positions, once it has this many
TRIED = 24  # decisions searched for a unit with a choice, for each examined


def mine_positions(path: Path, shelf: Shelf, count: int, seed: int, seconds: float) -> int:
    """Play games until a puzzle file has `count` positions or the time is up; write them as they are found. Continues
    after the last game with a find. Two positions with the same orders count as one. Return the number of positions.
    """
    found = {position.key: position for position in shelf.puzzles}
    asked = {frozenset(position.proof) for position in shelf.puzzles}
    until = time.process_time() + seconds
    number = max([seed, *(_number_of(position.key) for position in shelf.puzzles if position.stake is not None)])
    while len(found) < count and time.process_time() < until:
        number += 1
        for position, session in _of_game(shelf, number, until):
            if frozenset(position.proof) in asked or _too_many(found.values(), position):
                continue
            asked.add(frozenset(position.proof))
            found[position.key] = position
            _keep_battle(path, session)
            kept = tuple(found[key] for key in sorted(found))
            path.write_text(text_of(source_at(path), kept), "utf-8")
    return len(found)


def _number_of(key: str) -> int:
    """Return the number of a position's game; its key ends with the game's number and the orders before it."""
    return int(key.split("-")[-2])


def verb_of(position: Position) -> str:
    """Return the verb of the best order."""
    return max(position.proof, key=lambda order: float(position.proof[order])).split()[0]


def _too_many(kept: Iterable[Position], position: Position) -> bool:
    """Return whether a verb already has its share."""
    verbs = Counter(verb_of(one) for one in kept if one.stake is not None)
    own = verbs[verb_of(position)]
    return own >= FEW and own * MOST_SHARE >= verbs.total()


def _keep_battle(path: Path, session: Session) -> None:
    """Write a small battle beside its puzzle file."""
    scenario = session.scenario
    if scenario.key.startswith(SMALL):
        folder = path.parent / BATTLES
        folder.mkdir(exist_ok=True)
        (folder / f"{scenario.key}.yaml").write_text(as_yaml(scenario), "utf-8")


def _of_game(shelf: Shelf, number: int, until: float) -> Iterator[tuple[Position, Session]]:
    """Yield positions of one game; a stopped run loses nothing."""
    session = _open_game(shelf.system, number)
    play_carelessly(session, number)
    given = 0
    for place, verb in _decisions(session, number):
        if given == A_GAME or time.process_time() > until:
            return
        before = session.branch(place)
        found = puzzle_position(Seat(before, before.actor), number * 1000 + place, (verb,))
        if found is not None:
            given += 1
            yield _position_of(f"{session.scenario.key}-{number}-{place}", before, found), before


def _open_game(system: str, number: int) -> Session:
    """Return the game of that number before its first order."""
    if number % ONE_IN == 0:
        names = BATTLES_SHIPPED[system]
        scenario = get_scenario(system, names[number // ONE_IN % len(names)])
        sheet = open_map(system, scenario.map)
    else:
        scenario, sheet = small_battle(system, number)
    return Session(SYSTEMS[system], scenario, sheet, seed=number)


def play_carelessly(session: Session, seed: int) -> None:
    """Play a battle to its end like a rollout, with frequent random orders."""
    dice = SeededDice(seed)
    hands = {
        side.key: RolloutPlayer(random_below(dice, 1 << 30), CARELESS[random_below(dice, len(CARELESS))])
        for side in session.scenario.sides
    }
    while not session.over and len(session.steps) < MOST_ORDERS:
        seat = Seat(session, session.actor)
        if not isinstance(seat.submit(hands[seat.side](seat.now())), Step):
            take_turn(make_player("random", seed), seat)


def _decisions(session: Session, number: int) -> Iterator[tuple[int, str]]:
    """Yield some decisions of a game in any order: (steps before it, the verb in question). Verbs take turns, so that
    rare ones are included.
    """
    dice, count = SeededDice(number), len(session.steps)
    places = range(max(2, count - LAST), min(count, MOST_PLAYED))
    if not places:
        return
    seen: Counter[str] = Counter()
    for place in {places[random_below(dice, len(places))]: None for _ in range(TRIED)}:
        there = session.branch(place)
        seat = Seat(there, there.actor)
        verbs = dict.fromkeys(offer.verb for offer in seat.offers() if offer.verb != "done")
        if not verbs or seen.total() >= LOOKED_AT:
            continue
        verb = min(verbs, key=lambda verb: (seen[verb], random_below(dice, 1 << 30)))
        if any(piece for piece, _ in units_of(seat, number, (verb,))):
            seen[verb] += 1
            yield place, verb


def _position_of(key: str, session: Session, found: Found) -> Position:
    steps, reply = session.steps, found.reply
    brings = [term for term in found.brings if term.key != RESULT]  # winning may be the question
    return Position(
        key=key,
        scenario=session.scenario.key,
        dice=steps[0].faces,
        played=tuple(command_text(step.command, step.faces) for step in steps[1:]),
        piece=found.piece,
        games=found.n,
        stake=found.stake,
        proof={format_command(command): f"{chance:.3f}" for command, chance in found.chances.items()},
        brings={term.label: points_text(term.value) for term in brings[:TOLD_TERMS]},
        reply=Answered(reply.label, reply.after, reply.instead, reply.count) if reply is not None else None,
    )
