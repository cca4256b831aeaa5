"""The value of a round or a torpedo attack before it is rolled: the exact mean over all dice, for computer players.

Also the value of ending Movement: ships without orders run on or follow (QF-MOV-H9). House judgement, no rule of the
game: the chances are those of the rules, the value of damage is that of evaluation.py.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.evaluation import ExpectedChange, evaluate
from rules.kernel.flow import Command, Done
from rules.kernel.modifiers import sum_modifiers
from rules.kernel.ruling import Ruling
from rules.quickfire.charts import Codes, hit_code, hits_on, load_charts
from rules.quickfire.commands import Fire, Launch, Ram
from rules.quickfire.contact import own_hits, ram_need
from rules.quickfire.evaluation import FINE, PAIR, struck_worth, terms
from rules.quickfire.gunnery import NO_CODES, shot
from rules.quickfire.movement import drift
from rules.quickfire.ramming import do_ram
from rules.quickfire.sequence import SEQUENCE
from rules.quickfire.state import Ship, State
from rules.quickfire.steering import ships_to_move
from rules.quickfire.torpedoes import to_hit_number

FACES = range(1, 7)
THROWS = 4  # rolls tried where ships without orders touch
Outcome = tuple[int | Fraction, Codes, Codes]  # ways of 216, its own hits, blast


def expected_value(state: State, command: Command) -> ExpectedChange | None:
    """Return (mean, least, most) of the change in score by a round, torpedoes, a ram or the end of Movement.

    None for other commands. In hundredths of a point. Waiting hits of this phase count as made. Rolls nothing.
    """
    if isinstance(command, Fire) and not state.scene.options["range_guessing"]:
        return _mean_change(state, command.target, _round_outcomes(state, command))
    if isinstance(command, Launch):
        return _mean_change(state, command.target, _attack(state, command))
    if isinstance(command, Ram):
        return _ram(state, command)
    if (
        isinstance(command, Done)
        and SEQUENCE[state.cursor.phase].name == "movement"
        and ships_to_move(state, command.side)
    ):
        return _cost_of_no_orders(state, command.side)
    return None


def _ram(state: State, command: Ram) -> ExpectedChange:
    """Return the value of a ram over its dice: of the ship's new place, and of both ships' damage if it hits.

    Rules: QF-RAM-H3, H4.
    """
    ship, target = state.ships[command.ship], state.ships[command.target]
    missed = Ruling(None, state, TapeDice((6, 6)))
    do_ram(missed, command)
    side, cards = ship.side, state.scene.cards
    there = evaluate(terms(missed.state, side)) - evaluate(terms(state, side))
    more = (
        state.scene.charts.movement.ram_bonus if cards[ship.id].size_quarters >= cards[target.id].size_quarters else 0
    )
    lost = [struck_worth(state, ship, ({"S": own_hits(face)},)) for face in FACES]
    won = [struck_worth(state, target, ({"S": face + more},)) for face in FACES]
    ways = sum(ways for total, ways in PAIR if total <= ram_need(state, target))
    mean = there + Fraction(ways * (sum(won) - sum(lost)), 36 * 6 * FINE)
    return mean, min(there, there + (min(won) - max(lost)) // FINE), max(there, there + (max(won) - min(lost)) // FINE)


def _cost_of_no_orders(state: State, side: str) -> ExpectedChange:
    """Return what a side's ships lose by having no orders, one after another.

    A loss that orders could cause too does not count. The mean of a few rolls where ships touch.
    """
    first, thrown = _losses(state, side, 0)
    found = [first, *(_losses(state, side, seed)[0] for seed in range(1, THROWS))] if thrown else [first]
    return Fraction(sum(found), len(found)), min(found), max(found)


def _losses(state: State, side: str, seed: int) -> tuple[int, bool]:
    """Return the cost of moves without orders with one set of rolls, and whether any dice were rolled."""
    r, lost = Ruling(None, state, SeededDice(seed)), 0
    before = evaluate(terms(state, side))
    for ship in ships_to_move(state, side):
        drift(r, ship.id)
        after = evaluate(terms(r.state, side))
        lost, before = lost + min(0, after - before), after
    return lost, bool(r.faces)


def _round_outcomes(state: State, command: Fire) -> tuple[Outcome, ...]:
    aimed = shot(state, state.ships[command.ship], command.battery, state.ships[command.target])
    most = aimed.rof - sum_modifiers(aimed.modifiers)
    anyway = state.scene.options["blast_on_failed_rof"]
    return shot_outcomes(command.battery, aimed.line.band, most, aimed.column.need, anyway)


@cache
def shot_outcomes(battery: str, band: str, most: int, limit: int, anyway: bool) -> tuple[Outcome, ...]:
    """Return every result of three dice.

    Black against the ROF, white against the line of the chart, all three for blast.
    """
    blasts = load_charts().gunnery.blast[band]
    found: list[Outcome] = []
    for black in FACES:
        fires = black <= most
        for white, ways in PAIR:
            hit = {hit_code(white, battery): hits_on(white)} if fires and white <= limit else NO_CODES
            blast = blasts.get(black + white, NO_CODES) if fires or anyway else NO_CODES
            if hit or blast:
                found.append((ways, hit, blast))
    return tuple(found)


def _attack(state: State, command: Launch) -> tuple[Outcome, ...]:
    most = to_hit_number(state, state.ships[command.ship], state.ships[command.target])
    die = state.scene.charts.torpedo.hit_die
    ways = sum(ways for total, ways in PAIR if total <= most)
    return tuple((Fraction(6 * ways, die), {"S": hits}, NO_CODES) for hits in range(1, die + 1))


def _mean_change(state: State, name: str, outcomes: tuple[Outcome, ...]) -> ExpectedChange:
    """Return the mean value of outcomes on top of the waiting hits; their ways are of 216."""
    ship: Ship = state.ships[name]
    pending = [codes for hit in state.hits if hit.target == name for codes in (hit.codes, hit.blast)]
    before = struck_worth(state, ship, pending)
    found: dict[tuple[tuple[str, int], ...], int] = {}
    total, least, most = Fraction(0), 0, 0
    for ways, hits, blast in outcomes:
        key = (*hits.items(), ("+", 0), *blast.items())
        if key not in found:
            found[key] = struck_worth(state, ship, (*pending, hits, blast)) - before
        gain = found[key]
        total, least, most = total + ways * gain, min(least, gain), max(most, gain)
    return total / (216 * FINE), least // FINE, most // FINE
