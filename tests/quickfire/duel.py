"""A small battle on an open table, built ship by ship, for the tests of single rules."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.flow import ACTING, Command, Cursor, Event, Illegal, Offer, check, offers
from rules.kernel.ruling import Ruling
from rules.kernel.scenario import Force, Scenario, SideNote, Unit
from rules.kernel.session import adjudicate
from rules.kernel.system import System
from rules.quickfire import SYSTEM
from rules.quickfire.sequence import SEQUENCE
from rules.quickfire.setup import ship_id, start
from rules.quickfire.state import Ship, State

E = TypeVar("E", bound=Event)
US, FR = "usa", "france"


def events_of(events: tuple[Event, ...], kind: type[E]) -> list[E]:
    """Return the events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


class Duel:
    """Ships of two sides; add what a test needs, then enter a phase. Places in millimetres."""

    system: ClassVar[System] = SYSTEM

    def __init__(self) -> None:
        self.forces: list[Force] = []
        self.conditions: dict[str, str] = {}
        self.special: list[tuple[str, str, int]] = []
        self.options: dict[str, bool] = {}
        self.hurts: dict[str, dict[str, Any]] = {}
        self.turns = 20
        self.handicap = 0

    def ship(
        self,
        name: str,
        side: str,
        at: tuple[int, int],
        facing: str = "090",
        speed: int = 6,
        kind: str = "",
        **changes: int,
    ) -> Duel:
        """One ship on her own; `changes` are values of her card, but for her speed rating."""
        return self.line([name], side, at, facing, speed, kind, changes)

    def line(
        self,
        ships: list[str],
        side: str,
        at: tuple[int, int],
        facing: str = "090",
        speed: int = 6,
        kind: str = "",
        changes: dict[str, int] | None = None,
    ) -> Duel:
        """Return ships in line ahead, the first at the place given; `changes` are values of their cards."""
        units = tuple(Unit(name=name, kind=kind, changes=changes or {}) for name in ships)
        number = len(self.forces)
        self.forces.append(
            Force(id=f"force-{number}", side=side, name=ships[0], units=units, at=at, facing=facing, speed=speed)
        )
        return self

    def setting(self, name: str, value: bool | str) -> Duel:
        """Return a condition of the scenario when it is text, an option when it is yes or no."""
        if isinstance(value, bool):
            self.options[name] = value
        else:
            self.conditions[name] = value
        return self

    def hurt(self, name: str, **fields: Any) -> Duel:
        """Set fields of a ship's log: damage before the test begins."""
        self.hurts.setdefault(ship_id(name), {}).update(fields)
        return self

    def scenario(self) -> Scenario:
        sides = tuple(SideNote(key=key, name=key.title(), nation=key, brief="") for key in (US, FR))
        return Scenario(
            key="test",
            system="quickfire",
            title="Test",
            date="1904-06-15",
            turns=self.turns,
            summary="",
            briefing="",
            sources=(),
            sides=(sides[0].but(handicap=self.handicap), sides[1]),
            forces=tuple(self.forces),
            conditions=self.conditions,
            special=tuple(self.special),
        )

    def opening(self) -> State:
        """Return the first position, with whatever the ships have suffered."""
        defaults = {key: option.default for key, option in self.system.rulebook.options.items()}
        state = start(self.scenario(), None, {**defaults, **self.options})
        ships = {key: ship.but(**self.hurts.get(key, {})) for key, ship in state.ships.items()}
        return state.but(ships=ships)

    def cursor(self, phase: str, stage: int = ACTING, first: str = US) -> Cursor:
        index = next(number for number, found in enumerate(SEQUENCE) if found.name == phase)
        second = FR if first == US else US
        return Cursor(2, index, stage, (first, second), (), (0,) * len(SEQUENCE))

    def at(self, phase: str, first: str = US) -> State:
        """Return the position with the cursor in a phase; nothing of the phase has happened yet."""
        return self.opening().but(cursor=self.cursor(phase, first=first), first=first)

    def enter(self, phase: str, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """Return the effect of the opening of a phase, and nothing after it."""
        return self._part(self.at(phase), "open", faces)

    def open(self, state: State, phase: str, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """Return the position after the opening of another phase, whatever phases are skipped; the same side begins."""
        return self._part(state.but(cursor=self.cursor(phase, first=state.first)), "open", faces)

    def close(self, state: State, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """Return the effect of the close of the present phase, and nothing after it."""
        return self._part(state, "close", faces)

    def _part(self, state: State, part: str, faces: tuple[int, ...]) -> tuple[State, tuple[Event, ...]]:
        dice = TapeDice(faces)
        ruling = Ruling(self.system, state, dice)
        run = getattr(SEQUENCE[state.cursor.phase], part)
        if run is not None:
            run(ruling)
        assert dice.faces_left == 0, f"{dice.faces_left} dice were not thrown"
        return ruling.state, tuple(ruling.events)

    def give(self, state: State, command: Command, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """Give a legal command and return its effect, without moving on; exactly these dice are rolled."""
        reasons = self.check(state, command)
        assert not reasons, reasons
        dice = TapeDice(faces)
        ruling = adjudicate(self.system, state, command, dice, move_on=False)
        assert dice.faces_left == 0, f"{dice.faces_left} dice were not thrown"
        return ruling.state, tuple(ruling.events)

    def play_on(self, state: State, command: Command, seed: int = 1) -> tuple[State, tuple[Event, ...]]:
        """Give a legal command, and return its effect and that of the sequence of play after it."""
        reasons = self.check(state, command)
        assert not reasons, reasons
        ruling = adjudicate(self.system, state, command, SeededDice(seed))
        return ruling.state, tuple(ruling.events)

    def check(self, state: State, command: Command) -> tuple[Illegal, ...]:
        return check(self.system, state, command)

    def why(self, state: State, command: Command) -> list[str]:
        """Return the rules that refuse a command."""
        return [reason.rule for reason in self.check(state, command)]

    def offers(self, state: State, verb: str = "") -> list[Offer]:
        return [offer for offer in offers(self.system, state) if not verb or offer.verb == verb]

    def commands(self, state: State, verb: str, ship: str = "") -> list[Command]:
        """Return everything offered by a verb, of one ship or of all."""
        found = self.offers(state, verb)
        return [command for offer in found if ship in ("", offer.piece) for command in offer.commands]


def ship_of(state: State, name: str) -> Ship:
    """Return a ship by her id."""
    return state.ships[name]


def massena_and_ohio(apart: int = 400) -> Duel:
    """Return the pair of the publisher's example, broadside to broadside."""
    return Duel().ship("Ohio", US, (600, 300)).ship("Massena", FR, (600, 300 + apart))
