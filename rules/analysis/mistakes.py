"""The decisions of a game that has been played, each judged from what its side could know then.

At once: what an order falls short of the best one at first sight, in victory points, by the exact mean of a shot or by
the position after a move. Then, the largest suspicions first, by paired rollouts in win chance (rollouts.py).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rules.analysis.rollout_policy import RolloutPlayer, worth_of
from rules.analysis.rollouts import USUAL, Budget, Weighing, compare_orders, compare_with, has_choice
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Done
from rules.kernel.record import Record
from rules.kernel.seat import HypotheticalState, Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command
from rules.players.player import STOP, Cancelled, CancelToken, at_leisure, commands_of

DRAWS = 12  # orders drawn from one continuous offer for the first sight
MOST_LOOKED_AT = 120  # orders of one unit looked at
STREAM, FAR = 7, 100_000  # seed of the throws under which orders are looked at that have no exact mean; their distance
THROWS = 16  # of an order that rolls dice: one alone would call luck a good order
FLASH = 1  # hundredths of a point: what a gun flash in the dark costs at most; a shot that can cost no more is free
REPLIES = 12  # rollouts after either order in which replies are looked for
PLAIN = 25  # hundredths of a point: what a reply costs more, on average, before it is reported


class FreeShot(Record, frozen=True):
    """A shot that could not have cost anything but its flash, and what it brings on average, in hundredths of a
    victory point.
    """

    order: Command
    mean: float
    flash: bool = False  # whether it would have shown a hidden ship


class Suspicion(Record, frozen=True):
    """A decision, and what it falls short of the best order at first sight."""

    number: int  # steps carried out before it
    side: str
    turn: int
    phase: str  # its title
    given: Command
    regret: float  # in hundredths of a victory point
    shots: tuple[FreeShot, ...] = ()  # free ones that were not taken, one of each unit, the best first


class Mistake(Record, frozen=True):
    """A decision that was rolled out against a better order."""

    number: int  # steps carried out before it
    side: str
    turn: int
    phase: str  # its title
    weighing: Weighing


class Reply(Record, frozen=True):
    """An enemy order that follows one order, but follows another less often or not at all."""

    label: str
    after: int  # of `count` rollouts with the first order
    instead: int  # of `count` rollouts with the other
    count: int


def seat_before(session: Session, number: int) -> Seat:
    """Return the seat of the side that gave step `number`, as it was before that step.

    Steps count from 0, which begins the game.
    """
    return Seat(session.branch(number), session.steps[number].actor)


def decision_steps(session: Session, sides: Collection[str]) -> list[int]:
    """Return the steps of these sides that were not forced, in the order of play."""
    mine = (step.number for step in session.steps if step.number and step.actor in sides)
    return [number for number in mine if has_choice(seat_before(session, number))]


def analysed_step(
    session: Session, number: int, budget: Budget = USUAL, haste: CancelToken = at_leisure
) -> Weighing | None:
    """Return what step `number` cost; None where it was forced. The same game, step and budget give the same answer.

    Where free shots were left, against the best of these.
    """
    seat, given = seat_before(session, number), session.steps[number].command
    _, shots = first_sight(seat, given)
    if shots:
        return compare_with(seat, given, shots[0].order, budget, number, haste)
    return compare_orders(seat, given, budget, number, haste)


def look_through(session: Session, sides: Collection[str]) -> Iterator[Suspicion]:
    """Yield every decision of these sides with what it seems to cost at first sight, in the order of play."""
    for number in decision_steps(session, sides):
        step, seat = session.steps[number], seat_before(session, number)
        regret, shots = first_sight(seat, step.command)
        yield Suspicion(number, step.actor, step.turn, phase_of(session, number), step.command, regret, shots)


def first_sight(seat: Seat, given: Command) -> tuple[float, tuple[FreeShot, ...]]:
    """Return (what an order falls short of, free shots it leaves), in hundredths of a victory point.

    An order is compared with those of the same unit, and with doing nothing; the end of a phase or of a unit's part
    with everything it leaves undone. Rolls thinking dice only.
    """
    now, dice = seat.now(), SeededDice(STREAM)
    here = _look(now, given)[0]
    best: dict[str, float] = {}
    shots: dict[str, FreeShot] = {}
    passing = type(given) is Done or now.passes(given)
    offers = seat.offers()
    mine = {offer.piece for offer in offers if given in offer.commands} or {seat.sketch(given).piece}
    for offer in offers if passing else [offer for offer in offers if offer.piece in mine]:
        for order in _spread(commands_of(offer, dice, DRAWS)):
            if order == given or type(order) is Done or seat.check(order):
                continue
            gain, shot = _look(now, order)
            best[offer.piece] = max(best.get(offer.piece, 0.0), gain)
            if passing and shot is not None:
                shots[offer.piece] = max(shots.get(offer.piece, shot), shot, key=lambda one: one.mean)
    free = tuple(sorted(shots.values(), key=lambda shot: -shot.mean))
    left = [gain - here for piece, gain in best.items() if piece not in shots]
    return max(0.0, sum(shot.mean for shot in free) + max(left, default=0.0), *left), free


def _look(now: HypotheticalState, order: Command) -> tuple[float, FreeShot | None]:
    """Return (what an order changes at first sight, itself if it is a free shot). Rolls thinking dice.

    By its exact mean where the game tells it; else by the position after it, over THROWS throws where it rolls dice.
    """
    standing, expected = now.score(), now.expected_value(order)
    if expected is not None or type(order) is Done:
        gain = worth_of(now, 0, order, STREAM)
        mean, least = (float(expected[0]), expected[1]) if expected is not None else (0.0, 0)
        free = type(order) is not Done
    else:
        dice = SeededDice(STREAM)
        found = [now.imagine(order, dice).score() - standing]
        if dice.n:
            again = (SeededDice(STREAM + FAR * number) for number in range(1, THROWS))
            found += [now.imagine(order, other).score() - standing for other in again]
        gain, least = sum(found) / len(found), min(found)
        mean = gain
        free = bool(dice.n) and not now.has_exact_means and _is_shot(now, order)
    return gain, FreeShot(order, mean, least < 0) if free and mean > 0 and least >= -FLASH else None


def _is_shot(now: HypotheticalState, order: Command) -> bool:
    """Return whether an order is aimed at a piece and leaves the unit where it is, as it is."""
    sketch = now.sketch(order)
    return bool(sketch.target) and sketch.facing is None


def _spread(orders: list[Command]) -> list[Command]:
    """Return at most so many orders, at even steps."""
    count = min(len(orders), MOST_LOOKED_AT)
    return [orders[number * len(orders) // count] for number in range(count)]


def phase_of(session: Session, number: int) -> str:
    """Return the title of the phase in which a step was carried out."""
    return session.system.sequence[session.steps[number].phase].title


def mistake_of(session: Session, number: int, weighing: Weighing) -> Mistake:
    """Return a decision that was weighed, with when and where it fell."""
    step = session.steps[number]
    return Mistake(number, step.actor, step.turn, phase_of(session, number), weighing)


def reply_avoided(
    seat: Seat, chosen: Command, best: Command, seed: int = 0, haste: CancelToken = at_leisure
) -> Reply | None:
    """Return the enemy's order that costs the side most after what was ordered, and less often comes after the best.

    None where no single one stands out. Rolls thinking dice only.
    """
    after, instead = (_replies(seat, order, seed, haste) for order in (chosen, best))
    ranked = sorted(after, key=lambda label: instead.get(label, (0, 0))[1] - after[label][1])
    for label in ranked[:1]:
        times, harm = after[label]
        others, less = instead.get(label, (0, 0))
        if times > others and harm - less >= PLAIN * REPLIES:
            return Reply(label, times, others, REPLIES)
    return None


def _replies(seat: Seat, order: Command, seed: int, haste: CancelToken) -> dict[str, tuple[int, int]]:
    """Return label of an enemy's order -> (rollouts in which it came, what it cost in all), this turn and the next."""
    found: dict[str, tuple[int, int]] = {}
    last = seat.now().turn + 1
    for number in range(REPLIES):
        if haste() == STOP:
            raise Cancelled("the search for replies was given up")
        watcher = _Watcher(seat.side, order, seed + number)
        world = seat.determinizations(1, seed + number)[0]
        end = world.rollout(watcher, seed + number, lambda position: position.turn > last)
        watcher.settle(end)
        for label, harm in watcher.harm.items():
            times, total = found.get(label, (0, 0))
            found[label] = (times + 1, total + harm)
    return found


class _Watcher:
    """Plays a rollout from an order on, and notes what each order of the enemy cost the side."""

    def __init__(self, side: str, order: Command, seed: int) -> None:
        self.harm: dict[str, int] = {}
        self._side = side
        self._venturer = RolloutPlayer(seed, odd=0)
        self._given = [order]
        self._waiting: tuple[str, int] | None = None  # (what the enemy has ordered, how the side stood before)

    def __call__(self, position: HypotheticalState) -> Command:
        """Return the next order. Rolls thinking dice."""
        self.settle(position)
        given = self._given.pop() if self._given else None
        order = given if given is not None and position.allows(given) else self._venturer(position)
        if position.actor() != self._side and type(order) is not Done:
            self._waiting = (position.sketch(order).label or format_command(order), position.score())
        return order

    def settle(self, position: HypotheticalState) -> None:
        """Note what the order before has cost."""
        if self._waiting is not None:
            label, stood = self._waiting
            self.harm[label] = self.harm.get(label, 0) + max(0, stood - position.score())
            self._waiting = None
