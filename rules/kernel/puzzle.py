"""Puzzles, "find the order": positions out of real games in which one order is the best, by odds that are counted.

A file of maps/puzzles/<game>/ is a shelf: puzzles of one theme that ask one thing.

system: quickfire
theme: "Which target?"              # its name in the list of themes
ask: "Which shot is most likely to strike a Gunnery box?"
teaches: "Armour against penetration, range, and what bears."
verb: fire                          # the orders among which one chooses: all that are offered of this verb
counts: {gunnery: 1}                # what is asked for, and how much of it at least; all of it, by `System.counted`
throw: false                        # true: only orders of one roll each, which alone decides
rolled: false                       # true, and no `counts` and no `verb`: win chances of some orders, by rollouts
puzzles:
- key: duel-3
  scenario: duel
  dice: [1, 6]                      # rolled before the first decision
  played:                           # the game so far: an order as one types it, and the faces it rolled
  - "move mikasa 8 | 3 4"
  piece: mikasa                     # only this unit's orders; left out: every unit's
  proof:                            # every order and its chance, exactly
    "fire mikasa suvorov": "5/12"
    "fire mikasa oslyabya": "1/6"

In a `rolled` shelf the orders are a selection of those offered, the chances are decimal, and `games` is the number of
fresh games played to the end after each; rules/analysis/puzzle_search.py. Its battles may lie beside it, in
maps/puzzles/<game>/battles/. What is at stake, and what explains the answer:

  stake: {count: ahead, least: 3}   # what the chances are of when the battle is over; left out: to win; objective.py
  brings: {"their ships": "+4.1"}   # what the best order leaves at the end more than the next, in victory points
  reply: {label: "fire A at B", after: 9, instead: 2, count: 12}  # what the enemy does after the next, not the best

A proof is never trusted: `faults` counts it again, and a puzzle that no longer holds is not offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

from rules.kernel.datafile import DataError, Source, source_at
from rules.kernel.dice import ImpossibleFace, NeedDice, TapeDice
from rules.kernel.flow import Command
from rules.kernel.objective import RESULT, Objective
from rules.kernel.record import Record
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.scenario_opening import open_scenario
from rules.kernel.seat import Seat
from rules.kernel.session import Session, Step
from rules.kernel.system import System, format_command, parse_command
from rules.kernel.yamltext import FieldPath

LEAST_GAP = Fraction(1, 20)  # by so much the best order beats the next one, in chance
LEAST_ROLLED_GAP = Fraction(1, 10)  # the same of chances that are rolled
LEAST_ORDERS = 3
LEAST_ROLLED = 2  # two orders are enough if the battle depends on them: hold or charge, act first or second
MOST_ORDERS = 24
MOST_WAYS = 3000  # in which the dice of one order may fall

PuzzleFault = tuple[FieldPath, str]  # a field of a puzzle, and what no longer holds there


class Answered(Record, frozen=True, forbid_unknown_fields=True):
    """What the enemy does after the next best order, and less often after the best."""

    label: str
    after: int  # of `count` games played on from the next best
    instead: int  # of `count` played on from the best
    count: int


class Position(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One puzzle of a shelf: the game that led to it, and the proof."""

    key: str
    scenario: str
    dice: tuple[int, ...] = ()
    played: tuple[str, ...]
    piece: str = ""
    games: int = 0
    stake: Objective | None = None
    proof: dict[str, str]
    brings: dict[str, str] = {}
    reply: Answered | None = None


class Shelf(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Puzzles of one theme, as they stand in a file."""

    system: str
    theme: str
    ask: str
    teaches: str
    verb: str = ""
    counts: dict[str, int] = {}
    throw: bool = False
    rolled: bool = False
    puzzles: tuple[Position, ...] = ()


class Broken(Exception):
    """A puzzle whose game cannot be played as written. str() is a plain sentence."""

    def __init__(self, text: str, *field: str | int) -> None:
        super().__init__(text)
        self.field = field  # where in the puzzle


def load_shelf(path: Path) -> Shelf:
    """Read the puzzles of a file. Raises DataError with file, line and field."""
    source = source_at(path)
    shelf = source.read(Shelf)
    source.refuse(_faults(shelf))
    return shelf


def _faults(shelf: Shelf) -> Iterator[tuple[str, str]]:
    if bool(shelf.counts) == shelf.rolled:
        yield "counts", "expected something to count; nothing where the shelf is `rolled`"
    if bool(shelf.verb) == shelf.rolled:
        yield "verb", "expected the orders to choose from; none where the shelf is `rolled`"
    seen: set[str] = set()
    for number, position in enumerate(shelf.puzzles):
        where = f"puzzles[{number}]"
        if position.key in seen:
            yield f"{where}.key", f"another puzzle is called {position.key!r} already"
        seen.add(position.key)
        least = LEAST_ROLLED if shelf.rolled else LEAST_ORDERS
        if not least <= len(position.proof) <= MOST_ORDERS:
            yield f"{where}.proof", f"expected {least} to {MOST_ORDERS} orders, found {len(position.proof)}"
        for order, chance in position.proof.items():
            try:
                share = Fraction(chance)
            except (ValueError, ZeroDivisionError):
                share = Fraction(-1)
            if not 0 <= share <= 1:
                yield f"{where}.proof", f"expected a chance such as 5/12 for `{order}`, found {chance!r}"
        if position.stake is not None:
            yield from ((f"{where}.stake", fault) for fault in position.stake.faults())
            if not shelf.rolled:
                yield f"{where}.stake", "expected none where chances are counted, not rolled"
        for place, line in enumerate(position.played):
            if not all(face.isdecimal() for face in faces_of(line)):
                yield f"{where}.played[{place}]", f"expected `order | faces`, found {line!r}"


def faces_of(line: str) -> list[str]:
    """Return the faces of a line of a game, as they stand there."""
    return line.partition("|")[2].split()


def command_text(command: Command, faces: tuple[int, ...]) -> str:
    """Return an order and its faces as a line of a puzzle's game."""
    return f"{format_command(command)} | {' '.join(map(str, faces))}" if faces else format_command(command)


def play_to_puzzle(position: Position, system: System, scenario: Scenario, sheet: MapSheet | None) -> Session:
    """Return the game at the position of a puzzle. Raises Broken; DataError when the scenario cannot be played."""
    open_scenario(system, scenario, sheet)
    try:
        session = Session(system, scenario, sheet, dice=TapeDice(position.dice))
    except (NeedDice, ImpossibleFace) as error:
        raise Broken(f"dice: {error}", "dice") from error
    for number, line in enumerate(position.played, start=1):
        order = line.partition("|")[0].strip()
        session.dice = TapeDice(tuple(map(int, faces_of(line))))
        try:
            done = session.submit(parse_command(system, session.actor, order))
        except (ValueError, NeedDice, ImpossibleFace) as error:
            raise Broken(f"order {number}, `{order}`: {error}", "played", number - 1) from error
        if not isinstance(done, Step):
            why = "; ".join(reason.reason for reason in done)
            raise Broken(f"order {number}, `{order}` is refused: {why}", "played", number - 1)
    if session.over:
        raise Broken("the game is over before the puzzle begins")
    return session


def choices(seat: Seat, verb: str, piece: str = "") -> tuple[Command, ...]:
    """Return the orders of a verb one may choose among, of one unit or of all."""
    listed = (offer for offer in seat.offers() if offer.verb == verb and (not piece or offer.piece == piece))
    return tuple(dict.fromkeys(command for offer in listed for command in offer.commands))


def order_chances(shelf: Shelf, seat: Seat, piece: str = "") -> dict[Command, Fraction] | None:
    """Return the exact chance of what a shelf asks for, order by order; None where one cannot be counted."""
    listed = choices(seat, shelf.verb, piece)
    if shelf.throw:
        listed = tuple(command for command in listed if len(seat.breakdowns(command)) == 1)
    if not LEAST_ORDERS <= len(listed) <= MOST_ORDERS:
        return None
    found = {}
    for command in listed:
        share = seat.chance_of(command, shelf.counts, MOST_WAYS, first_roll=shelf.throw)
        if share is None:
            return None
        found[command] = share
    return found


def best_orders(chances: Mapping[str, Fraction]) -> tuple[str, ...]:
    """Return the orders with the best chance."""
    most = max(chances.values())
    return tuple(order for order, share in chances.items() if share == most)


def chance_gap(chances: Mapping[str, Fraction]) -> Fraction:
    """Return by how much the best chance beats the next one; 0 when all are equal."""
    ranked = sorted(set(chances.values()), reverse=True)
    return ranked[0] - ranked[1] if len(ranked) > 1 else Fraction(0)


def stored_proof(position: Position) -> dict[str, Fraction]:
    """Return the proof as it stands in the file."""
    return {order: Fraction(chance) for order, chance in position.proof.items()}


def faults(
    shelf: Shelf, position: Position, system: System, scenario: Scenario, sheet: MapSheet | None
) -> list[PuzzleFault]:
    """Return what no longer holds of a puzzle, counted again, and in which of its fields; empty where it stands."""
    try:
        session = play_to_puzzle(position, system, scenario, sheet)
    except Broken as error:
        return [(error.field, str(error))]
    except DataError as error:
        return [(("scenario",), f"its battle cannot be played: {error}")]
    seat = Seat(session, session.actor)
    return list(
        _rolled_faults(position, seat, system) if shelf.rolled else _counted_faults(shelf, position, seat, system)
    )


def _counted_faults(shelf: Shelf, position: Position, seat: Seat, system: System) -> Iterator[PuzzleFault]:
    unknown = [name for name in shelf.counts if name not in system.counted]
    found = None if unknown else order_chances(shelf, seat, position.piece)
    if found is None:
        names = ", ".join(system.counted) or "nothing"
        can_not = f"the orders of `{shelf.verb}` can no longer be counted here"
        yield (), f"{system.title} counts no `{unknown[0]}`; expected {names}" if unknown else can_not
        return
    counted = {format_command(command): share for command, share in found.items()}
    sound = True
    for order, share in stored_proof(position).items():
        if order not in counted:
            yield ("proof", order), f"`{order}` is no longer offered"
        elif share != counted[order]:
            yield ("proof", order), f"`{order}`: {share} in the proof, {counted[order]} counted"
        sound &= counted.get(order) == share
    for order in counted:
        if order not in position.proof:
            sound = False
            yield ("proof",), f"`{order}` is offered but has no proof"
    if sound and chance_gap(counted) < LEAST_GAP:
        yield ("proof",), _too_close(counted)


def _rolled_faults(position: Position, seat: Seat, system: System) -> Iterator[PuzzleFault]:
    """Yield what is no longer offered of the orders of a rolled proof, and what is wrong with it as it stands: a stake
    its game does not count, a best order that is none.
    """
    listed = {format_command(command) for offer in seat.offers() for command in offer.commands}
    for order in position.proof:
        if order not in listed:
            yield ("proof", order), f"`{order}` is no longer offered"
    stake, kept = position.stake, stored_proof(position)
    if stake is not None and system.metrics is None and stake.count != RESULT:
        yield ("stake",), f"{system.title} counts no `{stake.count}` any more"
    if chance_gap(kept) < LEAST_ROLLED_GAP:
        yield ("proof",), _too_close(kept)


def _too_close(chances: Mapping[str, Fraction]) -> str:
    return f"the best order is only {float(chance_gap(chances)):.1%} better than the next"


def text_of(source: Source, positions: tuple[Position, ...]) -> str:
    """Return the text of a shelf's file with other puzzles in it; what stands above `puzzles:` stays as it is."""
    head = source.text.partition("\npuzzles:")[0].rstrip()
    lines = [head, "puzzles:" if positions else "puzzles: []"]
    for position in positions:
        lines += [f"- key: {position.key}", f"  scenario: {position.scenario}"]
        if position.dice:
            lines.append(f"  dice: [{', '.join(map(str, position.dice))}]")
        lines += ["  played:", *(f'  - "{line}"' for line in position.played)]
        if position.piece:
            lines.append(f'  piece: "{position.piece}"')
        if position.games:
            lines.append(f"  games: {position.games}")
        if position.stake is not None:
            asked = {name: getattr(position.stake, name) for name in position.stake.__struct_fields__}
            told_ = ", ".join(f"{name}: {value}" for name, value in asked.items() if value is not None)
            lines.append(f"  stake: {{{told_}}}")
        lines += ["  proof:", *(f'    "{order}": "{chance}"' for order, chance in position.proof.items())]
        if position.brings:
            lines += ["  brings:", *(f'    "{label}": "{change}"' for label, change in position.brings.items())]
        if position.reply is not None:
            said = position.reply
            label = said.label.replace("\\", "\\\\").replace(chr(34), "\\" + chr(34))
            told_ = f'label: "{label}", after: {said.after}, instead: {said.instead}, count: {said.count}'
            lines.append(f"  reply: {{{told_}}}")
    return "\n".join(lines) + "\n"
