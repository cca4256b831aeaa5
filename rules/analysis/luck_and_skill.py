"""The account of a game: result = opening chance + luck + own regret + the opponent's regret + unexplained.

Luck is what the dice did (luck.py). Regret is what orders fell short of the best that was found (rollouts.py): never
above zero for the side that gave them. The rest is unexplained: errors of the win chance, and orders that have not been
checked. All in shares of a victory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from rules.analysis.luck import Throw, estimate_luck
from rules.analysis.position_value import Value, value_of
from rules.analysis.rollouts import SURE
from rules.kernel.chance import Source
from rules.kernel.dice import TapeDice
from rules.kernel.flow import Begin, Done, Event, state_digest
from rules.kernel.record import AnyState, Record
from rules.kernel.session import Session, adjudicate
from rules.kernel.system import caption, format_command

CERTAIN = 1.96  # standard errors of a 95 per cent interval
TURNING_POINTS = 5
PASSING = "done"  # how the end of a phase is typed
UNTOLD = 100  # tenths of a point by which a fit may be off that does not say
SMALL = 0.05  # of a victory: what moves the chance by less is no turning point, and within what a curve is off


class Unknown(Exception):
    """Nobody can tell the win chance of this battle."""


class Entry(Record, frozen=True, kw_only=True):
    """One order of a game, and what it did to the chance of the first side (0..1, a draw counted half)."""

    number: int
    position: str  # digest of the position after it
    turn: int
    phase: str
    side: str  # who gave it; empty = the beginning of the game
    order: str  # as typed
    told: str  # what came of it, in words
    before: float
    mean: float  # before its dice fell
    error: float  # standard error of that
    after: float
    clock: float = 0.0  # what of it is the clock's, where the order was the last of its phase
    throws: tuple[Throw, ...] = ()
    idle: bool = False  # nothing was ordered: a unit only made way for the next

    @property
    def luck(self) -> float:
        """What its dice did for the first side."""
        return self.after - self.mean

    @property
    def skill(self) -> float:
        """What the chance of the first side did besides."""
        return self.mean - self.before

    @property
    def passing(self) -> bool:
        """Return whether the order only ended a phase, or a unit's part in it."""
        return self.order == PASSING or not self.side or self.idle

    @property
    def order_change(self) -> float:
        """What the order did for the first side, without its dice and the clock."""
        return 0.0 if self.passing else self.skill - self.clock

    @property
    def time(self) -> float:
        """What the passing of time did for the first side."""
        return self.skill if self.passing else self.clock

    @property
    def order_and_dice_change(self) -> float:
        """What order and dice did for the first side, without the time."""
        return self.luck + self.order_change

    @property
    def change(self) -> float:
        """What the chance of the first side did in all."""
        return self.after - self.before

    @property
    def turning_share(self) -> float:
        """How far order and dice turned the battle, 0..1: no further than the chance went, and 0 against it."""
        return max(0.0, min(self.order_and_dice_change, self.change), min(-self.order_and_dice_change, -self.change))


class Decision(Record, frozen=True, kw_only=True):
    """What one unforced order cost the side that gave it, in shares of a victory."""

    number: int
    position: str  # digest of the position before it
    side: str
    given: str
    best: str  # of the others
    alike: tuple[str, ...] = ()  # orders that came to the same as the best
    loss: float  # the best's chance less the given one's: below 0 where the given one is better
    error: float  # standard error of it
    n: int = 0  # fresh pairs of rollouts
    rollouts: int  # in all
    chance: float = 0.5  # the side's after the best order
    decided: bool  # for certain
    free: bool = False  # a shot that could not have cost anything was not taken

    @property
    def sure(self) -> bool:
        """Return whether the interval that is shown lies above nothing."""
        return self.loss > SURE * self.error

    @property
    def most(self) -> float:
        """The upper end of the interval that is shown."""
        return self.loss + SURE * self.error

    @property
    def regret(self) -> float:
        """What of it counts in the account: what is sure; of a free shot left, whatever was measured."""
        return self.loss if self.sure or self.free else 0.0


class Analysis(Record, frozen=True, kw_only=True):
    """All that was found out about a game so far."""

    system: str
    scenario: str
    title: str
    sides: tuple[tuple[str, str], ...]  # (key, name), the first side first
    players: dict[str, str]
    source: Source | None  # of the win chance; None where it is unknown: then only orders are judged
    steps: int  # of the game
    winner: str  # empty: drawn, or not over
    over: bool
    entries: tuple[Entry, ...] = ()
    decisions: tuple[Decision, ...] = ()

    @property
    def initial(self) -> float:
        """The first side's chance before the first dice."""
        return self.entries[0].before if self.entries else 0.5

    @property
    def final(self) -> float:
        """The first side's chance where the account ends; 1, 1/2 or 0 of a game that is over."""
        return self.entries[-1].after if self.entries else self.initial

    @property
    def complete(self) -> bool:
        """Return whether every order is in the account."""
        return len(self.entries) == self.steps

    def sign(self, side: str) -> int:
        """Return 1 for the first side, -1 for the other."""
        return 1 if side == self.sides[0][0] else -1

    def chance(self, side: str, value: float) -> float:
        """Return a value of the first side's as the side's own chance."""
        return value if self.sign(side) > 0 else 1 - value

    def luck(self, side: str) -> float:
        """Return what all dice did for a side; the other's is the same with the other sign."""
        return self.sign(side) * sum(entry.luck for entry in self.entries)

    def own_luck(self, side: str) -> float:
        """Return what the dice did for a side in the orders it gave itself."""
        return self.sign(side) * sum(entry.luck for entry in self.entries if entry.side == side)

    def skill(self, side: str) -> float:
        """Return the change of a side's chance that was not luck; the other's with the other sign."""
        return self.sign(side) * sum(entry.skill for entry in self.entries)

    def decisions_of(self, side: str) -> tuple[Decision, ...]:
        """Return the decisions of a side that were checked."""
        return tuple(decision for decision in self.decisions if decision.side == side)

    def regret(self, side: str) -> float:
        """Return what a side's own orders fell short of the best that were found: never above 0."""
        return min(0.0, -sum(decision.regret for decision in self.decisions_of(side)))

    def regret_margin(self, side: str) -> float:
        """Return half the 95 per cent interval of that."""
        return CERTAIN * sqrt(sum(one.error**2 for one in self.decisions_of(side) if one.regret))

    def unexplained(self, side: str) -> float:
        """Return what is left of the change of a side's chance without luck and without both sides' regret."""
        other = next(key for key, _ in self.sides if key != side)
        return self.skill(side) - self.regret(side) + self.regret(other)

    def adjusted_result(self, side: str) -> float:
        """Return the result of a side without the luck of the dice: 0..1, sometimes below or above."""
        return self.chance(side, self.final) - self.luck(side)

    @property
    def margin(self) -> float:
        """Half the 95 per cent interval of the adjusted result: of dice that were sampled, and of the curve itself."""
        sampled = CERTAIN * sqrt(sum(entry.error**2 for entry in self.entries))
        fit = self.source.fit if self.source is not None else None
        error = max(fit.worst if fit is not None and fit.worst is not None else UNTOLD, fit and fit.apart or 0) / 1000
        return sqrt(sampled**2 + error**2)

    def turning_points(self) -> tuple[Entry, ...]:
        """Return the orders that moved the chance most, with their dice, in the order of play.

        Changes caused only by the passing of time are left out.
        """
        moved = sorted((e for e in self.entries if e.turning_share >= SMALL), key=lambda entry: -entry.turning_share)
        return tuple(sorted(moved[:TURNING_POINTS], key=lambda entry: entry.number))


def new_analysis(session: Session) -> Analysis:
    """Return the analysis of a game before anything was found out."""
    chance = session.system.chance
    source = chance.source(session.scenario) if chance is not None else None
    outcome = session.state.outcome
    return Analysis(
        system=session.system.key,
        scenario=session.scenario.key,
        title=session.scenario.title,
        sides=tuple((side.key, side.name) for side in session.scenario.sides),
        players=session.players,
        source=source,
        steps=len(session.steps),
        winner=outcome.winner if outcome is not None else "",
        over=outcome is not None,
    )


def why_unknown(session: Session) -> str:
    """Return why nobody can tell the win chance of a game; empty where it can be told."""
    chance = session.system.chance
    if chance is not None and chance.source(session.scenario) is not None:
        return ""
    why = chance.fault if chance is not None and chance.fault else "no test games of this battle as it is now"
    return f"the win chance of {session.scenario.title} is unknown: {why}"


def analyse_steps(session: Session, done: Sequence[Entry] = ()) -> Iterator[Entry]:
    """Yield the entries of a game behind those that are done, one by one.

    Rolls dice of its own only. Raises Unknown.
    """
    value = value_of(session.system, session.states[-1])
    if value is None:
        raise Unknown(why_unknown(session))
    before = done[-1].after if done else None
    for number in range(len(done), len(session.steps)):
        entry = entry_of(session, number, value, before)
        yield entry
        before = entry.after


def entry_of(session: Session, number: int, value: Value, before: float | None) -> Entry:
    """Return the entry of one order.

    `before`: the chance before it; of the very first one, the mean before its dice.
    """
    step, start, end = session.steps[number], session.states[number], session.states[number + 1]
    found = estimate_luck(session.system, start, step, end, value)
    opening = type(step.command) is Begin or before is None
    return Entry(
        number=number,
        position=state_digest(end),
        turn=step.turn,
        phase=session.system.sequence[step.phase].name,
        side=step.actor,
        order=format_command(step.command),
        told=decisions_text(session, number),
        before=found.mean if opening or before is None else before,
        mean=found.mean,
        error=found.error,
        after=found.after,
        clock=_clock(start, end, value, bool(step.faces)),
        throws=found.throws,
        idle=format_command(step.command).split()[0] in session.system.pass_commands and not step.faces,
    )


def _clock(start: AnyState, end: AnyState, value: Value, thrown: bool) -> float:
    """Return how much the value changed because a phase, a turn or the battle ended with an order.

    If dice were rolled, the end of the battle is credited to them.
    """
    here, there = start.cursor, end.cursor
    if end.outcome is not None:
        return 0.0 if thrown else value(end) - value(end.but(outcome=None, cursor=here))
    if (here.turn, here.phase) == (there.turn, there.phase):
        return 0.0
    return value(end) - value(end.but(cursor=there.but(turn=here.turn, phase=here.phase)))


MOST_SHOWN = 3


def decisions_text(session: Session, number: int) -> str:
    """Return the most important log lines of an order; empty if it only ended a phase."""
    state = session.states[number + 1]
    captions = [caption(session.system, state, event) for event in _own_events(session, number)]
    grave = [line for line in captions if line.tone in ("alarm", "hit")]
    loud = grave or [line for line in captions if line.tone not in ("phase", "quiet", "roll")]
    lines = (loud or ([] if format_command(session.steps[number].command) == PASSING else captions))[:MOST_SHOWN]
    return "; ".join(dict.fromkeys(line.text for line in lines))


def _own_events(session: Session, number: int) -> tuple[Event, ...]:
    """Return the events an order caused itself.

    Damage marked when a phase ends belongs to the orders before, unless it ended the battle or needed dice of its own.
    """
    step = session.steps[number]
    if type(step.command) in (Begin, Done) or session.states[number + 1].outcome is not None:
        return step.events
    dice = TapeDice(step.faces)
    own = adjudicate(session.system, session.states[number], step.command, dice, move_on=False)
    return step.events if dice.faces_left else step.events[: len(own.events)]
