"""What an order was worth against the best of the others, in win chance: paired rollouts in plausible positions.

A few orders that look best are played out from the same positions, with the same dice and the same thinking. The one
that does best is compared with the given order in fresh pairs with other dice, to the end of the next turn. The best of
several is best partly by luck, so only the fresh pairs are reported. The number of pairs is fixed beforehand; only
haste may end it sooner. The result depends only on what the seat knows, the order, the budget and the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

from rules.analysis.rollout_policy import RolloutPlayer, worth_of
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Done, Offer
from rules.kernel.record import Record
from rules.kernel.seat import HypotheticalState, Seat
from rules.players.captain import CaptainPlayer
from rules.players.player import HURRY, STOP, Cancelled, CancelToken, at_leisure, commands_of, random_below

SURE = 2.0  # standard errors of the interval that is shown
PROVEN = 2.6  # standard errors beyond which an order is called worse: one comparison of 200 by chance
SAME = 0.005  # a difference of win chance that nobody would call one
THOUSAND = 1000
FEWEST = 12  # fresh pairs below which nothing is called worse
FURTHER = 2  # turns a rollout goes on longer where the chance is a general curve, which tells less


class Budget(Record, frozen=True, kw_only=True):
    """How much may be rolled for one decision."""

    first: int = 16  # rollouts of each order to choose the one to compare with
    shortlist: int = 3  # orders among which it is chosen
    pairs: int = 40  # fresh ones
    draws: int = 12  # orders drawn from one continuous offer
    looked_at: int = 240  # orders of which the shortlist is made
    horizon: int = 1  # turns played on before the win chance is asked


USUAL = Budget()
LONGER = 160  # fresh pairs of the orders that seem to have cost most


class Weighing(Record, frozen=True):
    """What one unforced decision cost. Chances are shares, 0..1."""

    chosen: Command
    best: Command  # the best of the others, by rollouts with other dice
    loss: float  # the best's win chance less the chosen one's, by fresh dice; below 0 where the chosen one is better
    error: float  # one standard error of it
    n: int  # fresh pairs
    decided: bool  # whether the chosen one is worse beyond PROVEN standard errors
    chance: float  # the side's win chance after the best order
    alike: tuple[Command, ...]  # orders that came to the same as the best in every rollout
    rollouts: int  # in all

    @property
    def is_mistake(self) -> bool:
        """Return whether it may be called a mistake."""
        return self.decided and self.chosen not in self.alike


def chance_of(position: HypotheticalState, side: str) -> float | None:
    """Return a side's chance in a position, a draw counted half; of a finished game its result. None if unknown."""
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
        """Return whether the rollouts so far must be enough. Raises Stopped when the result is no longer wanted."""
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
    others = [command for command in shortlist(seat, budget, seed) if command != chosen][: budget.shortlist]
    found: dict[Command, list[float]] = {command: [] for command in others}
    for number in range(budget.first if len(others) > 1 else 1):
        if number >= 2 and rolling.must_hurry():
            break
        for command in others:
            found[command].append(rolling.play(command, number))
    if not others:
        return None
    best = leader(found)
    alike = tuple(command for command in others if command != best and found[command] == found[best])
    return compare_with(seat, chosen, best, budget, seed, haste).but(alike=alike)


def compare_with(
    seat: Seat, chosen: Command, best: Command, budget: Budget, seed: int, haste: CancelToken = at_leisure
) -> Weighing:
    """Return what an order cost against a certain other one, by fresh pairs. Raises Stopped when `haste` says so."""
    fresh = RolloutBatch(seat, budget, seed + 1, haste)
    loss, error, n, chance = paired_rollout(fresh, best, chosen, budget.pairs)
    decided = n >= FEWEST and loss > max(SAME, PROVEN * error)
    return Weighing(chosen, best, loss, error, n, decided, chance, (), fresh.rolled)


def average_losses(seat: Seat, orders: Sequence[Command], budget: Budget, seed: int, many: int) -> dict[Command, float]:
    """Return what each of some orders loses against the best of them, on average over so many paired rollouts.

    For averages over many positions: nothing is rounded to no loss, nothing is given up early, and orders that are the
    same differ by nothing at all. The best is chosen by as many rollouts with other dice. May be below 0 by chance.
    """
    if len(set(orders)) < 2:
        return dict.fromkeys(orders, 0.0)
    chosen, fresh = RolloutBatch(seat, budget, seed), RolloutBatch(seat, budget, seed + 1)
    found = {command: [chosen.play(command, number) for number in range(many)] for command in dict.fromkeys(orders)}
    best = leader(found)
    again = {command: [fresh.play(command, number) for number in range(many)] for command in found}
    return {command: paired_mean(again[best], values)[0] for command, values in again.items()}


def shortlist(seat: Seat, budget: Budget, seed: int = 0) -> tuple[Command, ...]:
    """Return the orders worth rolling out: the quick best, the captain's, the best of each kind, a random one.

    The end of the phase is always among them where it is offered. Rolls thinking dice.
    """
    dice, now = SeededDice(seed), seat.now()
    orders = _legal(seat, budget, dice)
    ranked = _rank(now, orders, budget, dice)
    counsel = [command for command in _counsel(seat, now, seed) if command in orders]
    kinds: dict[type[Command], Command] = {}
    for command in (*counsel, *ranked):
        kinds.setdefault(type(command), command)
    ends = [command for command in orders if type(command) is Done]
    venture = [orders[random_below(dice, len(orders))]] if orders else []
    pool = dict.fromkeys((*ranked[:1], *counsel[:2], *ends[:1], *kinds.values(), *venture, *ranked, *counsel))
    return tuple(pool)[: budget.shortlist + 1]


def _counsel(seat: Seat, now: HypotheticalState, seed: int) -> list[Command]:
    """Return what the game's own captain counsels, best first; where it has no opinion, what a captain does."""
    listed = [item.command for item in now.counsel()]
    if listed or not seat.to_act:
        return listed
    player = CaptainPlayer(seed)
    player.skip_reasons()
    return [player.choose(seat).command]


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


def leader(found: dict[Command, list[float]]) -> Command:
    """Return the one with the best chance of those rolled out longest; of equal ones the first."""
    longest = max(len(values) for values in found.values())
    return max((c for c in found if len(found[c]) == longest), key=lambda command: sum(found[command]))


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

    The number of rollouts is settled beforehand, so that stopping at a lucky moment decides nothing.
    """
    one: list[float] = []
    two: list[float] = []
    for number in range(most):
        if number >= 2 and rolling.must_hurry():
            break
        one.append(rolling.play(best, number))
        two.append(rolling.play(other, number))
    loss, error = paired_mean(one, two)
    return loss, error, len(one), sum(one) / len(one)
