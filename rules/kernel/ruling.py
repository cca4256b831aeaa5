"""A ruling: the short-lived workspace in which one command is adjudicated.

Rule code in it reads like imperative rules text, but every change makes a new immutable state, and every die and event
is kept with the rule behind it. If rule code raises, the session still holds the state before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from rules.kernel.breakdown import Breakdown, Fact, Waived
from rules.kernel.dice import Dice, NeedDice
from rules.kernel.events import Event, Frame, GameEnded
from rules.kernel.modifiers import Modifier
from rules.kernel.record import AnyState, Record
from rules.kernel.view import Outcome

ATTACKS = frozenset({"GUN", "TOR"})  # chapters of rules whose rolls hit or miss


class Rolled(Event, frozen=True, tag="Rolled", kw_only=True):
    """Dice were rolled: the roll with all its parts, the faces, and their total with modifiers."""

    breakdown: Breakdown
    faces: tuple[int, ...]
    total: int  # of a pool: how many dice make the need
    verdict: str = ""  # what these dice decided, in words; empty: see `result`

    @property
    def what(self) -> str:
        """What the dice were rolled for."""
        return self.breakdown.what

    @property
    def sides(self) -> int:
        """Sides of each die."""
        return self.breakdown.sides

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """What is added to the faces."""
        return self.breakdown.modifiers

    @property
    def target(self) -> int | None:
        """What the total had to make; None when nothing was needed."""
        return self.breakdown.need

    @property
    def low(self) -> bool:
        """Return whether the target is made by this or less."""
        return self.breakdown.low

    @property
    def die(self) -> str:
        """The colour of the dice of a roll that has several."""
        return self.breakdown.die

    @property
    def note(self) -> str:
        """A remark on the roll."""
        return self.breakdown.note

    @property
    def is_success(self) -> bool:
        """Return whether the total makes the target; False without one."""
        return self.breakdown.is_made_by(self.faces)

    @property
    def result(self) -> str:
        """What the dice decided: the verdict, else hit or miss for a shot with two dice, else passed or failed."""
        if self.verdict or self.target is None:
            return self.verdict
        shot = self.breakdown.count > 1 and not ATTACKS.isdisjoint(self.breakdown.rule.split("-"))
        return (("hit", "miss") if shot else ("passed", "failed"))[not self.is_success]


class PartlyRolled(Event, frozen=True, tag="PartlyRolled", kw_only=True):
    """What a side sees of a roll that depends on hidden facts: its purpose and the modifiers it may know.

    It has neither the dice nor the need nor the total: from them, and the result, the hidden part could be computed. So
    it is the same whether or not a hidden modifier applied.
    """

    shadow: ClassVar[bool] = True
    what: str
    modifiers: tuple[Modifier, ...] = ()


def is_visible_to(event: Event, side: str) -> bool:
    """Return whether a side may see an event. Side "" (referee, replay) sees everything, each event once."""
    return side in event.to or not event.to if side else not event.shadow


class Wanted(Record, frozen=True, kw_only=True):
    """The roll that is needed next, with all its parts."""

    breakdown: Breakdown
    alike: tuple[tuple[int, ...], ...] = ()  # faces that mean the same, in whatever order they fall; none = all differ

    @property
    def what(self) -> str:
        """What the dice are for."""
        return self.breakdown.what

    @property
    def count(self) -> int:
        """How many dice."""
        return self.breakdown.count

    @property
    def sides(self) -> int:
        """Sides of each die."""
        return self.breakdown.sides

    @property
    def rule(self) -> str:
        """The rule that wants them."""
        return self.breakdown.rule

    @property
    def die(self) -> str:
        """Their colour in a roll that has several."""
        return self.breakdown.die


class DiceWanted(NeedDice):
    """A tape ran out in the middle of a command; `wanted` tells what the next dice are for."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__(wanted.count, wanted.sides)
        self.wanted = wanted


class Ruling:
    """The workspace of one command: state, dice rolled, events noted, and whether something hidden was revealed."""

    __slots__ = ("dice", "events", "faces", "revealed", "state", "system")

    def __init__(self, system: Any, state: AnyState, dice: Dice) -> None:
        self.system = system
        self.state = state
        self.dice = dice
        self.events: list[Event] = []
        self.faces: list[int] = []
        self.revealed = ""

    def roll(
        self,
        what: str,
        count: int,
        sides: int,
        rule: str,
        modifiers: tuple[Modifier, ...] = (),
        target: int | None = None,
        note: str = "",
        to: tuple[str, ...] = (),
        low: bool = False,
        die: str = "",
        says: Callable[[int], str] | None = None,
        alike: tuple[tuple[int, ...], ...] = (),
        waived: tuple[Waived, ...] = (),
        terms: tuple[Modifier, ...] = (),
        facts: tuple[Fact, ...] = (),
    ) -> Rolled:
        """Roll `count` dice of `sides` sides for `what`, a breakdown made on the spot; see `throw`.

        target: the need; terms: what makes it up; waived: exceptions that applied. With `alike` it is a pool.
        """
        wanted = Breakdown(
            what=what,
            rule=rule,
            count=count,
            sides=sides,
            need=target,
            low=low,
            pool=bool(alike),
            terms=terms,
            modifiers=modifiers,
            waived=waived,
            facts=facts,
            note=note,
            die=die,
        )
        return self.throw(wanted, to, says, alike)

    def throw(
        self,
        wanted: Breakdown,
        to: tuple[str, ...] = (),
        says: Callable[[int], str] | None = None,
        alike: tuple[tuple[int, ...], ...] = (),
        partly: Mapping[str, str] | None = None,
    ) -> Rolled:
        """Roll the dice of a breakdown; total = faces + modifiers, of a pool the dice that make the need.

        Noted as an event. `says` tells from the total what they decided. `alike`: of a pool in which only the number
        of dice of each group of faces matters, the groups, so that its odds are quickly counted. `partly`: side ->
        what it knows the roll was for, of the sides that may know only a part of the breakdown; `to` then names those
        that may know all of it, or is NOBODY.
        Raises DiceWanted when a tape runs out.
        """
        try:
            faces = self.dice.roll(wanted.count, wanted.sides) if wanted.count else ()
        except NeedDice:
            raise DiceWanted(Wanted(breakdown=wanted, alike=alike)) from None
        self.faces.extend(faces)
        total = wanted.total(faces)
        verdict = says(total) if says is not None else ""
        rolled = Rolled(rule=wanted.rule, to=to, breakdown=wanted, faces=faces, total=total, verdict=verdict)
        self.events.append(rolled)
        for side, what in (partly or {}).items():
            self.note(PartlyRolled(rule=wanted.rule, to=(side,), what=what, modifiers=wanted.known_to(side)))
        return rolled

    def set(self, **changes: object) -> None:
        """Replace fields of the state."""
        self.state = self.state.but(**changes)

    def note(self, event: Event) -> None:
        """Record that something happened."""
        self.events.append(event)

    def ask(self, frame: Frame) -> None:
        """Put a question to a side: its phase supplies the verbs until it is answered."""
        cursor = self.state.cursor
        self.state = self.state.but(cursor=cursor.but(frames=(*cursor.frames, frame)))

    def drop_question(self) -> None:
        """Drop the question on top, which is answered."""
        cursor = self.state.cursor
        self.state = self.state.but(cursor=cursor.but(frames=cursor.frames[:-1]))

    def reveal(self, what: str) -> None:
        """Note that something hidden has been shown: this command cannot be undone."""
        self.revealed = what

    def finish(self, outcome: Outcome) -> None:
        """End the game."""
        self.state = self.state.but(outcome=outcome)
        self.events.append(GameEnded(rule=outcome.rule, winner=outcome.winner, title=outcome.title, why=outcome.why))
