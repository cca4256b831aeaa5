"""What an order was worth against the best of the others, in win chance: paired rollouts in worlds one may believe in.

All orders compared are played out in the same worlds with the same dice and the same thinking, and their differences
are averaged; rollouts are added until two standard errors decide or the budget ends. The best of several is best partly
by luck, and partly because the curve thinks too much of what an order spends: it is rolled again with fresh dice, and
some turns further, against the order that was given, and only that is reported. Everything follows from what the seat
knows, the order, the budget and the seed; haste alone may end it sooner.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

from rules.analysis.rollout_policy import RolloutPlayer, worth_of
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Done, Offer
from rules.kernel.record import Record
from rules.kernel.seat import HypotheticalState, Seat
from rules.players.player import HURRY, STOP, Cancelled, CancelToken, at_leisure, commands_of, random_below

SURE = 2.0  # standard errors that decide
PROVEN = 2.6  # standard errors by fresh dice beyond which an order is called worse: one comparison of 200 by chance
SAME = 0.005  # a difference of win chance that nobody would call one
THOUSAND = 1000
VAIN = 14  # rollouts of each order after which a comparison that shows nothing is given up
FURTHER = 2  # turns a rollout goes on longer where the chance is a general curve, which tells less


class Budget(Record, frozen=True, kw_only=True):
    """How much may be rolled for one decision."""

    rollouts: int  # in all, about
    first: int  # of each order before the first is struck off
    shortlist: int  # orders rolled out, the given one besides
    draws: int = 12  # orders drawn from one continuous offer
    looked_at: int = 240  # orders of which the shortlist is made
    horizon: int = 2  # turns played on before the win chance is asked
    proof: int = 3  # turns the fresh rollouts go on beyond that: what a curve misjudges at once, a few turns put right


USUAL = Budget(rollouts=240, first=8, shortlist=6)
QUICK = Budget(rollouts=200, first=6, shortlist=4, horizon=0, looked_at=80)
DEEP = Budget(rollouts=2400, first=16, shortlist=8)


class Line(Record, frozen=True):
    """One order that was rolled out against the best."""

    command: Command
    loss: float  # win chance below the best's, 0..1, in the rollouts that chose the best
    error: float  # one standard error of it
    n: int  # rollouts of this order


class Weighing(Record, frozen=True):
    """What one unforced decision cost. Chances are shares, 0..1."""

    chosen: Command
    best: Command  # the chosen one where nothing better was found
    loss: float  # the best's win chance less the chosen one's, by fresh dice; undecided ones may lie below 0 by chance
    error: float  # one standard error of it
    n: int  # fresh rollouts of each of the two; where none was needed, the ones that found nothing better
    decided: bool  # whether the chosen one is worse beyond PROVEN standard errors
    chance: float  # the side's win chance after the best order
    alike: tuple[Command, ...]  # orders not distinguished from the best
    lines: tuple[Line, ...]  # everything rolled out, the best first
    rollouts: int  # in all

    @property
    def is_mistake(self) -> bool:
        """Whether it may be called a mistake."""
        return self.decided and self.chosen not in self.alike


def chance_of(position: HypotheticalState, side: str) -> float | None:
    """Return a side's chance there, a draw counted half: what came of it when the game is over.

    None where nobody can tell.
    """
    outcome = position.outcome
    if outcome is not None:
        return 0.5 if not outcome.winner else float(outcome.winner == side)
    chances = position.seen_by(side).chances()
    return None if chances is None else (chances.won + chances.drawn / 2) / THOUSAND


def orders_of(offers: Sequence[Offer], draws: int, dice: SeededDice) -> tuple[Command, ...]:
    """Return every order offered once; of continuous offers so many drawn ones. Rolls thinking dice."""
    return tuple(dict.fromkeys(command for offer in offers for command in commands_of(offer, dice, draws)))


def has_choice(seat: Seat) -> bool:
    """Return whether there is anything to decide: more than one order is offered."""
    offers = seat.offers()
    return any(offer.domain is not None for offer in offers) or len(orders_of(offers, 0, SeededDice(0))) > 1


class RolloutBatch:
    """Rollouts from one seat's position: number -> the chance each order had under the same luck."""

    def __init__(self, seat: Seat, budget: Budget, seed: int, haste: CancelToken = at_leisure) -> None:
        self.side = seat.side
        self.rolled = 0
        self._seat = seat
        self._seed = seed
        self._haste = haste
        self._turn = seat.now().turn
        self._horizon = _horizon(seat, budget)
        self._worlds: dict[int, HypotheticalState] = {}

    def must_hurry(self) -> bool:
        """Return whether what was rolled so far must do. Raises Stopped when nobody wants it any more."""
        haste = self._haste()
        if haste == STOP:
            raise Cancelled("the weighing was given up")
        return haste == HURRY

    def play(self, command: Command, number: int) -> float:
        """Return the side's chance where the rollout of that number leads after this order. Rolls thinking dice."""
        chance = chance_of(self.ending(command, number), self.side)
        assert chance is not None, "a battle whose chance is unknown is played to its end"
        return chance

    def ending(self, command: Command, number: int) -> HypotheticalState:
        """Return where the rollout of that number leads after this order. Rolls thinking dice."""
        seed = self._seed * 1_000_003 + number
        world = self._world(number, seed)
        venturer = RolloutPlayer(seed)
        given = [command] if world.allows(command) else []

        def policy(position: HypotheticalState) -> Command:
            return given.pop() if given else venturer(position)

        self.rolled += 1
        return world.rollout(policy, seed, self._far_enough)

    def _far_enough(self, position: HypotheticalState) -> bool:
        return self._horizon is not None and position.turn > self._turn + self._horizon

    def _world(self, number: int, seed: int) -> HypotheticalState:
        if number not in self._worlds:
            self._worlds[number] = self._seat.determinizations(1, seed)[0]
        return self._worlds[number]


def _horizon(seat: Seat, budget: Budget) -> int | None:
    """Return the turns a rollout goes on before the win chance is asked.

    None plays to the end, where nobody can tell it.
    """
    if seat.chances() is None:
        return None
    return budget.horizon if seat.chance_is_fitted else budget.horizon + FURTHER


def compare_orders(
    seat: Seat, chosen: Command, budget: Budget = USUAL, seed: int = 0, haste: CancelToken = at_leisure
) -> Weighing | None:
    """Return what a decision cost against the best of a shortlist; None where it was forced. Rolls thinking dice only.

    Raises Stopped when `haste` says so.
    """
    if not has_choice(seat):
        return None
    rolling = RolloutBatch(seat, budget, seed, haste)
    listed = [chosen, *(command for command in shortlist(seat, budget, seed) if command != chosen)]
    found = race_rollouts(rolling, listed, budget.rollouts * 2 // 3, budget.first, keep=chosen)
    if rolling.must_hurry():
        return Weighing(chosen, chosen, 0.0, inf, 0, False, _mean(found[chosen]), (), (), rolling.rolled)
    best = leader(found)
    lines = _lines(found, best)
    alike = tuple(line.command for line in lines if line.loss <= max(SAME, SURE * line.error))
    if best == chosen or chosen in alike:
        line = next(line for line in lines if line.command == chosen)
        chance = _mean(found[best])
        if best == chosen or line.loss <= SAME:
            return Weighing(chosen, chosen, 0.0, line.error, line.n, False, chance, alike, lines, rolling.rolled)
    fresh = RolloutBatch(seat, budget.but(horizon=budget.horizon + budget.proof), seed + 1, haste)
    least = max(budget.first, (budget.rollouts - rolling.rolled) // 2)
    loss, error, n, chance = paired_rollout(fresh, best, chosen, least)
    decided = loss > max(SAME, PROVEN * error)
    if not decided:
        alike = tuple(dict.fromkeys((*alike, chosen)))
    else:
        alike = tuple(command for command in alike if command != chosen)
    return Weighing(chosen, best, loss, error, n, decided, chance, alike, lines, rolling.rolled + fresh.rolled)


def remeasure_loss(seat: Seat, weighing: Weighing, budget: Budget, seed: int, many: int) -> tuple[float, float]:
    """Return (loss, its standard error) of an order against the best found before, by so many rollouts
    with other dice.
    """
    fresh = RolloutBatch(seat, budget.but(horizon=budget.horizon + budget.proof), seed)
    one = [fresh.play(weighing.best, number) for number in range(many)]
    return paired_mean(one, [fresh.play(weighing.chosen, number) for number in range(many)])


def average_losses(seat: Seat, orders: Sequence[Command], budget: Budget, seed: int, many: int) -> dict[Command, float]:
    """Return what each of some orders loses against the best of them, on average over so many paired rollouts.

    For averages over many positions: nothing is rounded to no loss, nothing is given up early, and orders that are the
    same differ by nothing at all. The best is chosen by as many rollouts with other dice. May be below 0 by chance.
    """
    if len(set(orders)) < 2:
        return dict.fromkeys(orders, 0.0)
    further = budget.but(horizon=budget.horizon + budget.proof)
    chosen, fresh = RolloutBatch(seat, further, seed), RolloutBatch(seat, further, seed + 1)
    found = {command: [chosen.play(command, number) for number in range(many)] for command in dict.fromkeys(orders)}
    best = leader(found)
    again = {command: [fresh.play(command, number) for number in range(many)] for command in found}
    return {command: paired_mean(again[best], values)[0] for command, values in again.items()}


def shortlist(seat: Seat, budget: Budget, seed: int = 0) -> tuple[Command, ...]:
    """Return the orders worth rolling out: counsel, the best at first sight, the best of each kind, one at a venture.

    The end of the phase is always among them where it is offered. Rolls thinking dice.
    """
    dice, now = SeededDice(seed), seat.now()
    orders = _legal(seat, budget, dice)
    ranked = _rank(now, orders, budget, dice)
    counsel = [item.command for item in now.counsel() if item.command in orders]
    kinds: dict[type[Command], Command] = {}
    for command in (*counsel, *ranked):
        kinds.setdefault(type(command), command)
    ends = [command for command in orders if type(command) is Done]
    venture = [orders[random_below(dice, len(orders))]] if orders else []
    many = budget.shortlist
    pool = dict.fromkeys((*counsel[:2], *ranked[:1], *ends[:1], *kinds.values(), *venture, *ranked, *counsel))
    return tuple(pool)[:many]


def rank_orders(seat: Seat, orders: Sequence[Command], budget: Budget, seed: int) -> list[Command]:
    """Return those of some orders that are allowed, the best at first sight first; of very many a fair share.

    Rolls thinking dice.
    """
    return _rank(seat.now(), [c for c in orders if not seat.check(c)], budget, SeededDice(seed))


def _legal(seat: Seat, budget: Budget, dice: SeededDice) -> list[Command]:
    return [c for c in orders_of(seat.offers(), budget.draws, dice) if not seat.check(c)]


def _rank(now: HypotheticalState, orders: Sequence[Command], budget: Budget, dice: SeededDice) -> list[Command]:
    few = _spread(orders, budget.looked_at, dice)
    standing, stream = now.score(), random_below(dice, 1 << 30)
    return sorted(few, key=lambda command: -worth_of(now, standing, command, stream))


def _spread(orders: Sequence[Command], most: int, dice: SeededDice) -> list[Command]:
    """Return at most `most` orders, at even steps from a random place."""
    if len(orders) <= most:
        return list(orders)
    start = random_below(dice, len(orders))
    return [orders[(start + number * len(orders) // most) % len(orders)] for number in range(most)]


def race_rollouts(
    rolling: RolloutBatch, orders: Sequence[Command], most: int, first: int, keep: Command | None = None
) -> dict[Command, list[float]]:
    """Roll orders out side by side; who falls behind the leader by more than two standard errors is struck off.

    keep: is never struck off. Ends when one is left (or the leader and `keep`), when after VAIN rollouts nothing looks
    better than `keep` by one standard error, when the rollouts are spent, or in haste.
    """
    found: dict[Command, list[float]] = {command: [] for command in orders}
    running, number = list(found), 0
    while len(running) > 1 and rolling.rolled + len(running) <= max(most, first * len(orders)):
        for command in running:
            if rolling.rolled and rolling.must_hurry():
                return found
            found[command].append(rolling.play(command, number))
        number += 1
        if number >= first and number % 2 == 0:
            ahead = max(running, key=lambda command: sum(found[command]))
            running = [c for c in running if c in (ahead, keep) or not is_clearly_worse(found[ahead], found[c])]
            if len(running) == 2 and keep in running and ahead != keep and is_clearly_worse(found[ahead], found[keep]):
                break
            if number >= VAIN and keep is not None and not any(ahead_of(found[c], found[keep]) for c in running):
                break
    return found


def leader(found: dict[Command, list[float]]) -> Command:
    """Return the one with the best chance of those rolled out longest; of equal ones the first."""
    longest = max(len(values) for values in found.values())
    return max((c for c in found if len(found[c]) == longest), key=lambda command: sum(found[command]))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.5


def ahead_of(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether one looks better than the other by a standard error, under the same luck."""
    gain, error = paired_mean(one, other)
    return gain > max(error, SAME)


def is_clearly_worse(better: Sequence[float], worse: Sequence[float]) -> bool:
    """Return whether one lies below the other by more than two standard errors, under the same luck."""
    loss, error = paired_mean(better, worse)
    return loss > SURE * error and loss > 0


def paired_mean(better: Sequence[float], worse: Sequence[float]) -> tuple[float, float]:
    """Return (mean of the paired differences, its standard error); the error of fewer than two is endless."""
    gaps = [one - other for one, other in zip(better, worse, strict=False)]
    count = len(gaps)
    if not count:
        return 0.0, inf
    mean = sum(gaps) / count
    if count == 1:
        return mean, inf
    spread = sum((gap - mean) ** 2 for gap in gaps) / (count - 1)
    return mean, sqrt(spread / count)


def paired_rollout(rolling: RolloutBatch, best: Command, other: Command, most: int) -> tuple[float, float, int, float]:
    """Return (loss of the other, its standard error, rollouts of each, chance of the best) with dice of its own.

    The number of rollouts is settled beforehand, so that stopping at a lucky moment decides nothing; only what does not
    look worse by one standard error after a few is given up, and that is never called a mistake.
    """
    one: list[float] = []
    two: list[float] = []
    for number in range(most):
        if number >= 2 and rolling.must_hurry():
            break
        if number == VAIN and number < most - VAIN and not ahead_of(one, two):
            break
        one.append(rolling.play(best, number))
        two.append(rolling.play(other, number))
    loss, error = paired_mean(one, two)
    return loss, error, len(one), sum(one) / len(one)


def _lines(found: dict[Command, list[float]], best: Command) -> tuple[Line, ...]:
    lines = [Line(c, *paired_mean(found[best], values), len(values)) for c, values in found.items()]
    return tuple(sorted(lines, key=lambda line: (line.command != best, line.loss)))
