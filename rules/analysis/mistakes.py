"""The decisions of a game that has been played, each weighed from what its side could know then."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from rules.analysis.rollout_policy import RolloutPlayer
from rules.analysis.rollouts import USUAL, Budget, Weighing, compare_orders, has_choice
from rules.kernel.flow import Command, Done
from rules.kernel.record import Record
from rules.kernel.seat import HypotheticalState, Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command
from rules.players.player import STOP, Cancelled, CancelToken, at_leisure

REPLIES = 12  # rollouts after either order in which replies are looked for
PLAIN = 25  # hundredths of a point: what a reply costs more, on average, before it is reported


class Mistake(Record, frozen=True):
    """A decision that cost its side more than two standard errors."""

    number: int  # steps carried out before it
    side: str
    turn: int
    phase: str  # its title
    weighing: Weighing


class Reply(Record, frozen=True):
    """What the enemy does after one order and not, or not so much, after another."""

    label: str
    after: int  # of `count` rollouts with the first order
    instead: int  # of `count` rollouts with the other
    count: int


def seat_before(session: Session, number: int) -> Seat:
    """Return the chair of whoever gave step `number`, before it was given.

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
    """Return what step `number` cost; None where it was forced. The same game, step and budget give the same answer."""
    return compare_orders(seat_before(session, number), session.steps[number].command, budget, number, haste)


def find_mistakes(
    session: Session,
    sides: Collection[str],
    budget: Budget = USUAL,
    haste: CancelToken = at_leisure,
    looked: Callable[[int, int], object] = lambda done, of: None,
) -> Iterator[Mistake]:
    """Yield the marked decisions, in the order of play; `looked` is told how many of how many have been weighed.

    Raises Stopped when `haste` says so.
    """
    listed = decision_steps(session, sides)
    for done, number in enumerate(listed):
        looked(done, len(listed))
        weighing = analysed_step(session, number, budget, haste)
        if weighing is not None and weighing.is_mistake:
            yield mistake_of(session, number, weighing)
    looked(len(listed), len(listed))


def mistake_of(session: Session, number: int, weighing: Weighing) -> Mistake:
    """Return a decision that was weighed, with when and where it fell."""
    step = session.steps[number]
    return Mistake(number, step.actor, step.turn, session.system.sequence[step.phase].title, weighing)


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
