"""Search for puzzle positions.

One of a few orders is clearly the best for the stake, proved by games played to their end. Near the end of a battle an
order often decides something, and playing on is cheap, so no win-chance curve is needed. An order seldom decides the
whole victory. So each position has a stake of its own, found by games played to their end after several orders of one
unit. Many orders are equal or nearly equal. So the puzzle offers a choice: the best order, and some that are at least
ten points worse; orders in between are left out. The best beats each of the others by that much with 99 per cent
certainty, in fresh games that were not used to choose the orders or the stake.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, sqrt

from rules.analysis.mistakes import Reply, reply_avoided
from rules.analysis.rollouts import Budget, RolloutBatch, chance_of, paired_mean, rank_orders
from rules.kernel.dice import SeededDice
from rules.kernel.evaluation import EvalTerm, term_changes
from rules.kernel.flow import Command, Done
from rules.kernel.objective import BAD, COUNTS, Objective
from rules.kernel.record import Record
from rules.kernel.seat import Seat
from rules.players.player import random_below
from rules.players.reasons import mean_changes

Counts = Mapping[str, int]  # what was counted at the end of one game

LEAST_ORDERS, MOST_ORDERS = 2, 4  # among which one chooses
LIKELY = (0.2, 0.98)  # how often the best order meets it: neither a miracle nor a matter of course
WIDE = 1000  # points: where counts are so large, stakes are whole hundreds
ROUND = 100


class ObjectiveResult(Record, frozen=True):
    """A stake, and the choice of orders it makes: the best first, then such as reach it far less often."""

    stake: Objective
    choice: tuple[Command, ...]
    gap: float  # of the best to the next
    clear: float  # standard errors by which that gap is wider than asked


def stakes_of(ended: Mapping[Command, Sequence[Counts]]) -> Iterator[Objective]:
    """Yield every stake that some of these games meet and some do not."""
    games = [counts for values in ended.values() for counts in values]
    for count in COUNTS:
        found = sorted({_round(counts[count]) for counts in games if count in counts})
        if count in BAD:
            yield from (Objective(count=count, most=most) for most in found[:-1])
        else:
            yield from (Objective(count=count, least=least) for least in found[1:])


def _round(value: int) -> int:
    return value if abs(value) < WIDE else -(-value // ROUND) * ROUND


def shares_of(stake: Objective, ended: Mapping[Command, Sequence[Counts]]) -> dict[Command, float]:
    """Return how often the games after each order met a stake."""
    return {command: sum(map(stake.holds, values)) / max(1, len(values)) for command, values in ended.items()}


def best_objective(ended: Mapping[Command, Sequence[Counts]], least: float, behind: float) -> ObjectiveResult | None:
    """Return the stake that parts these orders best, where the next is at least `behind` behind; None where there is
    none.

    least: the gap that is to be proved, beyond which a gap is clear.
    """
    found: ObjectiveResult | None = None
    for stake in stakes_of(ended):
        shares = shares_of(stake, ended)
        choice = choice_of(shares, behind)
        if not choice or not LIKELY[0] <= shares[choice[0]] <= LIKELY[1]:
            continue
        best, rival = choice[0], max(choice[1:], key=lambda command: shares[command])
        gap, error = paired_difference(stake, ended[best], ended[rival])
        clear = (gap - least) / error
        if found is None or clear > found.clear:
            found = ObjectiveResult(stake, choice, gap, clear)
    return found


def choice_of(shares: Mapping[Command, float], behind: float) -> tuple[Command, ...]:
    """Return the best order and some that are clearly worse, at least one of the same kind; empty if there are none.

    Orders less than `behind` behind are left out: they may be as good. That acting beats doing nothing is no puzzle;
    that doing nothing beats acting may be one.
    """
    ranked = sorted(shares, key=lambda command: -shares[command])
    best = ranked[0]
    worse = [command for command in ranked[1:] if shares[best] - shares[command] >= behind]
    alike = [command for command in worse if type(command) is type(best)]
    if type(best) is Done:
        alike = [command for command in worse if type(command) is not Done]
    if len(alike) < LEAST_ORDERS - 1:
        return ()
    others = [command for command in worse if command not in alike]
    return (best, *alike[1 - MOST_ORDERS :], *others)[:MOST_ORDERS]


def paired_difference(stake: Objective, better: Sequence[Counts], worse: Sequence[Counts]) -> tuple[float, float]:
    """Return (how much more often one met the stake than the other, under the same dice; one standard error of it).

    Never zero error: one more game is counted against each order.
    """
    gaps = [stake.holds(one) - stake.holds(other) for one, other in zip(better, worse, strict=False)]
    mean = sum(gaps) / len(gaps)
    seen = [*gaps, 1, -1]
    middle = sum(seen) / len(seen)
    spread = sum((gap - middle) ** 2 for gap in seen) / (len(seen) - 1)
    return mean, sqrt(spread / len(gaps))


GAP = 0.10  # by which the best beats every other, in shares of the games
CERTAIN = 2.33  # standard errors: 99 in 100, one side
LEAST = 2  # orders among which one chooses
LOOKED_AT = 7  # orders rolled out
GLANCE, LOOK = 6, 20  # games after each order: before most positions are given up; for the choice of the stake
CONTRAST, HOPE = 0.5, 0.3  # an order less far behind is left out: after a glance, after a look
FEWEST, FULL = 40, 160  # fresh games after each
TO_THE_END = 1000  # turns
ROLLING = Budget(first=GLANCE, shortlist=LOOKED_AT, horizon=TO_THE_END)
TOLD_TERMS = 3  # of what the best order brings


class Found(Record, frozen=True):
    """A position worth asking about."""

    piece: str  # the unit whose orders are asked
    stake: Objective
    chances: Mapping[Command, float]  # the best first
    best: Command
    gap: float  # of the best to the next, by fresh dice
    error: float  # one standard error of it
    n: int  # fresh games after each
    brings: tuple[EvalTerm, ...] = ()  # what the best order leaves at the end more than the next, on average
    reply: Reply | None = None  # what the enemy does after the next, and less often after the best

    @property
    def holds(self) -> bool:
        """Return whether the gap is as wide as asked, with 99 per cent certainty."""
        return self.gap - CERTAIN * self.error >= GAP


def puzzle_position(seat: Seat, seed: int, verbs: Collection[str] = ()) -> Found | None:
    """Return the position as a puzzle; None if it makes none. Rolls thinking dice only.

    verbs: only units that have one of these orders to give; none named: all.
    """
    for piece, orders in units_of(seat, seed, verbs)[:1]:
        asked = asked_about(seat, orders, seed)
        if len(asked) < LEAST:
            continue
        rolling = RolloutBatch(seat, ROLLING, seed)
        ended: dict[Command, list[Counts]] = {command: [] for command in asked}
        _play_on(rolling, ended, GLANCE)
        glance = best_objective(ended, GAP, CONTRAST)
        if glance is None:
            continue
        ended = {command: ended[command] for command in glance.choice}
        _play_on(rolling, ended, LOOK)
        look = best_objective(ended, GAP, HOPE)
        if look is None or look.clear <= 0 or LOOK * (CERTAIN / look.clear) ** 2 > FULL:
            continue
        found = prove_choice(seat, piece, look.stake, look.choice, seed + 1)
        if found is not None:
            _, rival, *_ = found.chances
            return found.but(reply=reply_avoided(seat, rival, found.best, seed))
    return None


def units_of(seat: Seat, seed: int, verbs: Collection[str] = ()) -> list[tuple[str, list[Command]]]:
    """Return the pieces that have a choice, in any order: (piece, all its orders and the end of the phase).

    Orders without a piece, such as who acts first, form one group.
    """
    orders: dict[str, list[Command]] = {}
    offered = seat.offers()
    able = {offer.piece for offer in offered if not verbs or offer.verb in verbs} | {""}
    for offer in offered:
        if offer.piece in able:
            orders.setdefault(offer.piece, []).extend(offer.commands)
    ends = [command for command in orders.get("", []) if type(command) is Done]
    listed = {piece: dict.fromkeys((*given, *ends)) for piece, given in orders.items()}
    units = [(piece, [*given]) for piece, given in listed.items() if len(given) >= LEAST]
    dice = SeededDice(seed)
    return sorted(units, key=lambda _: random_below(dice, 1 << 30))


def asked_about(seat: Seat, orders: Sequence[Command], seed: int) -> tuple[Command, ...]:
    """Return orders to be rolled out: what looks best, and others of its kind at even steps down to what looks worst.

    Those next to the best at first sight are nearly as good: nothing can be asked of them. Rolls thinking dice.
    """
    ranked = rank_orders(seat, orders, ROLLING, seed)
    alike = [command for command in ranked[1:] if type(command) is type(ranked[0])]
    others = [command for command in ranked[1:] if type(command) is not type(ranked[0])]
    few = min(LOOKED_AT - min(len(others), 3) - 1, len(alike))
    steps = [alike[(number + 1) * len(alike) // few - 1] for number in range(few)]
    return tuple(dict.fromkeys((*ranked[:1], *steps, *others)))[:LOOKED_AT]


def _play_on(
    rolling: RolloutBatch,
    ended: Mapping[Command, list[Counts]],
    many: int,
    ends: Mapping[Command, list[tuple[EvalTerm, ...]]] | None = None,
) -> None:
    """Play games after every order to their end, until there are `many` of each.

    `ends` collects the final positions.
    """
    for command, counts in ended.items():
        while len(counts) < many:
            end = rolling.ending(command, len(counts))
            counts.append(end.final_metrics())
            if ends is not None:
                ends[command].append(end.terms())


def prove_choice(seat: Seat, piece: str, stake: Objective, choice: Sequence[Command], seed: int) -> Found | None:
    """Return the choice played on by fresh dice; None where the best is not as far ahead as asked.

    The number of games is settled once, from the first ones.
    """
    fresh, best = RolloutBatch(seat, ROLLING, seed), choice[0]
    ended: dict[Command, list[Counts]] = {command: [] for command in choice}
    ends: dict[Command, list[tuple[EvalTerm, ...]]] = {command: [] for command in choice}
    for many in (LOOK, FEWEST):
        _play_on(fresh, ended, many, ends)
        gap, error = _ahead(stake, ended, best)
        if gap < GAP:
            return None
    many = games_needed(gap, error, FEWEST)
    if many > FULL:
        return None
    _play_on(fresh, ended, many, ends)
    gap, error = _ahead(stake, ended, best)
    shares = shares_of(stake, ended)
    ranked = {command: shares[command] for command in sorted(shares, key=lambda command: -shares[command])}
    found = Found(piece, stake, ranked, best, gap, error, many)
    if not found.holds:
        return None
    _, rival, *_ = ranked
    one, other = ([(Fraction(1, many), terms) for terms in ends[command]] for command in (rival, best))
    return found.but(brings=tuple(term_changes(mean_changes((), one), mean_changes((), other))))


def _ahead(stake: Objective, ended: Mapping[Command, Sequence[Counts]], best: Command) -> tuple[float, float]:
    """Return (how much more often the best meets the stake than the next, one standard error of it)."""
    shares = shares_of(stake, ended)
    rival = max((command for command in ended if command != best), key=lambda command: shares[command])
    return paired_difference(stake, ended[best], ended[rival])


def games_needed(gap: float, error: float, many: int) -> int:
    """Return how many games would prove a gap like this."""
    if gap <= GAP:
        return FULL + 1
    return max(many, ceil(1.2 * many * (CERTAIN * error / (gap - GAP)) ** 2))


def gap_now(
    seat: Seat, best: Command, rest: Sequence[Command], seed: int, many: int, stake: Objective | None = None
) -> tuple[float, float]:
    """Return (gap, its standard error) of a position proved before, by so many games with dice of another seed.

    Without a stake it is one of win chances, a draw counted half.
    """
    rolling = RolloutBatch(seat, ROLLING, seed)
    rolled = {order: [_stake_value(rolling, order, number, stake) for number in range(many)] for order in (best, *rest)}
    rival = max(rest, key=lambda command: sum(rolled[command]))
    return paired_mean(rolled[best], rolled[rival])


def _stake_value(rolling: RolloutBatch, command: Command, number: int, stake: Objective | None) -> float:
    """Return what the end of a game is worth: 1 where the stake is met, else 0.

    Without one the result, a draw a half.
    """
    end = rolling.ending(command, number)
    return chance_of(end, rolling.side) or 0.0 if stake is None else float(stake.holds(end.final_metrics()))
