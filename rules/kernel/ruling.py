"""A ruling: the short-lived workspace in which one command is adjudicated.

Rule code in it reads like imperative rules text, but every change makes a new immutable state, and every die and event
is kept with the rule behind it. If rule code raises, the session still holds the state before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.kernel.dice import Dice, NeedDice
from rules.kernel.flow import Event, Frame, GameEnded
from rules.kernel.modifiers import Modifier, tally
from rules.kernel.record import Record
from rules.kernel.view import Outcome


class Rolled(Event, frozen=True, tag="Rolled", kw_only=True):
    """Dice were thrown: what for, the faces, every modifier, the total and what was needed."""

    what: str
    sides: int
    faces: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()
    total: int
    target: int | None = None
    note: str = ""
    low: bool = False  # the target is made by this or less, not by this or more
    die: str = ""  # colour of the dice of a throw that has several: black, white; such rolls lie in the tray together
    verdict: str = ""  # what these dice decided, in words; empty = made or missed

    @property
    def made(self) -> bool:
        """Whether the total makes the target; False without one."""
        if self.target is None:
            return False
        return self.total <= self.target if self.low else self.total >= self.target


class Wanted(Record, frozen=True, kw_only=True):
    """A throw that is wanted next: what for, how many dice, and what is added and needed."""

    what: str
    count: int
    sides: int
    rule: str
    modifiers: tuple[Modifier, ...] = ()
    target: int | None = None
    low: bool = False
    die: str = ""
    alike: tuple[tuple[int, ...], ...] = ()  # faces that mean the same, in whatever order they fall; none = all differ


class DiceWanted(NeedDice):
    """A tape ran out in the middle of a command; `wanted` tells what the next dice are for."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__(wanted.count, wanted.sides)
        self.wanted = wanted


class Ruling:
    """The workspace of one command: state, dice thrown, events noted, and whether something hidden was revealed."""

    __slots__ = ("dice", "events", "faces", "revealed", "state", "system")

    def __init__(self, system: Any, state: Any, dice: Dice) -> None:
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
    ) -> Rolled:
        """Throw `count` dice of `sides` sides for `what`; total = faces + modifiers. Noted as an event.

        `die` is their colour; `says` tells from the total what they decided. `alike`: of a pool in which only the
        number of dice of each group of faces matters, the groups, so that its odds are quickly counted.
        Raises DiceWanted when a tape runs out.
        """
        try:
            faces = self.dice.roll(count, sides)
        except NeedDice:
            told = Wanted(
                what=what,
                count=count,
                sides=sides,
                rule=rule,
                modifiers=modifiers,
                target=target,
                low=low,
                die=die,
                alike=alike,
            )
            raise DiceWanted(told) from None
        self.faces.extend(faces)
        total = sum(faces) + tally(modifiers)
        rolled = Rolled(
            rule=rule,
            to=to,
            what=what,
            sides=sides,
            faces=faces,
            modifiers=modifiers,
            total=total,
            target=target,
            note=note,
            low=low,
            die=die,
            verdict=says(total) if says is not None else "",
        )
        self.events.append(rolled)
        return rolled

    def set(self, **changes: Any) -> None:
        """Replace fields of the state."""
        self.state = self.state.but(**changes)

    def note(self, event: Event) -> None:
        """Record that something happened."""
        self.events.append(event)

    def note_all(self, events: Iterable[Event]) -> None:
        """Record several events in order."""
        self.events.extend(events)

    def ask(self, frame: Frame) -> None:
        """Put a question to a side: its phase supplies the verbs until it is answered."""
        cursor = self.state.cursor
        self.state = self.state.but(cursor=cursor.but(frames=(*cursor.frames, frame)))

    def answered(self) -> None:
        """The question on top is answered."""
        cursor = self.state.cursor
        self.state = self.state.but(cursor=cursor.but(frames=cursor.frames[:-1]))

    def reveal(self, what: str) -> None:
        """Something hidden has been shown: this command cannot be taken back."""
        self.revealed = what

    def finish(self, outcome: Outcome) -> None:
        """End the game."""
        self.state = self.state.but(outcome=outcome)
        self.events.append(GameEnded(rule=outcome.rule, winner=outcome.winner, title=outcome.title, why=outcome.why))
