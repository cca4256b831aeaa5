"""A small battle on an open sea, built piece by piece, for the tests of single rules."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from rules import SYSTEMS
from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.flow import ACTING, Command, Cursor, Done, Event, Illegal, Offer, actor, check, offers
from rules.kernel.ruling import Ruling
from rules.kernel.scenario import Force, MapSheet, Scenario, SideNote, Unit
from rules.kernel.session import adjudicate
from rules.kernel.system import System
from rules.nw_smoke.commands import Move
from rules.nw_smoke.sequence import SEQUENCE
from rules.nw_smoke.setup import start
from rules.nw_smoke.state import State

E = TypeVar("E", bound=Event)
COLUMNS, ROWS = 60, 40


def open_sea(land: tuple[int, ...] = ()) -> MapSheet:
    """Sixty by forty hexes of deep water, with land where wanted."""
    terrain = bytearray(10_000)
    for column in range(1, COLUMNS + 1):
        for row in range(1, ROWS + 1):
            terrain[column * 100 + row] = 1
    for h in land:
        terrain[h] = 4
    return MapSheet(key="open", title="Open sea", columns=COLUMNS, rows=ROWS, terrain=bytes(terrain))


def events_of(events: tuple[Event, ...], kind: type[E]) -> list[E]:
    """The events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


class Battle:
    """Divisions on an open sea at night; change what a test needs, then enter a phase."""

    system: ClassVar[System] = SYSTEMS["nw_smoke"]

    def __init__(self, land: tuple[int, ...] = ()) -> None:
        self.sheet = open_sea(land)
        self.forces: list[Force] = []
        self.conditions = {"visibility": "N", "seas": "calm"}
        self.options: dict[str, bool] = {}
        self.markers: tuple[int, ...] = ()
        self.cards: list[str] = []
        self.contacts: list[tuple[str, str, int]] = []
        self.date = "1942-11-13"

    def division(
        self, id: str, side: str, ships: list[str], at: int, facing: str, speed: int = 0, formation: str = ""
    ) -> Battle:
        units = tuple(Unit(name=name) for name in ships)
        self.forces.append(
            Force(
                id=id,
                side=side,
                name=id.upper(),
                units=units,
                at=(at,),
                facing=facing,
                speed=speed,
                formation=formation,
            )
        )
        return self

    def setting(self, name: str, value: object) -> Battle:
        """A condition of the scenario when it is text, an option when it is yes or no."""
        if isinstance(value, bool):
            self.options[name] = value
        else:
            self.conditions[name] = str(value)
        return self

    def smoke(self, *hexes: int) -> Battle:
        self.markers = tuple(sorted(hexes))
        return self

    def card(self, division: str) -> Battle:
        """The division carries a smoke card."""
        self.cards.append(division)
        return self

    def knows(self, side: str, division: str, level: int) -> Battle:
        self.contacts.append((side, division, level))
        return self

    def opening(self) -> State:
        sides = tuple(SideNote(key=key, name=key, nation=key, brief="") for key in ("USN", "IJN"))
        scenario = Scenario(
            key="test",
            system="nw_smoke",
            title="Test",
            date=self.date,
            turns=20,
            summary="",
            briefing="",
            sources=(),
            sides=(sides[0], sides[1]),
            forces=tuple(self.forces),
            conditions=self.conditions,
        )
        defaults = {key: option.default for key, option in self.system.rulebook.options.items()}
        state = start(scenario, self.sheet, {**defaults, **self.options})
        divisions = {key: division.but(smoking=key in self.cards) for key, division in state.divisions.items()}
        contacts = {side: dict(known) for side, known in state.contacts.items()}
        for side, division, level in self.contacts:
            contacts[side][division] = level
        return state.but(smoke=self.markers, divisions=divisions, contacts=contacts)

    def _cursor(self, phase: str, stage: int, queue: tuple[str, ...] = ()) -> Cursor:
        index = next(number for number, found in enumerate(SEQUENCE) if found.name == phase)
        return Cursor(2, index, stage, queue, (), (0,) * len(SEQUENCE))

    def at(self, phase: str) -> State:
        """The position with the cursor in a phase, USN to act; nothing of the phase has happened yet."""
        return self.opening().but(cursor=self._cursor(phase, ACTING, ("USN", "IJN")))

    def enter(self, phase: str, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """What the opening of a phase does, and nothing after it."""
        state = self.opening().but(cursor=self._cursor(phase, ACTING, ("USN", "IJN")))
        ruling = Ruling(self.system, state, TapeDice(faces) if faces else SeededDice(1))
        opening = next(found for found in SEQUENCE if found.name == phase).open
        if opening is not None:
            opening(ruling)
        return ruling.state, tuple(ruling.events)

    def open_phase(self, state: State, phase: str) -> State:
        """The position after the opening of another phase, whatever lay between."""
        ruling = Ruling(self.system, state.but(cursor=self._cursor(phase, ACTING, ("USN", "IJN"))), SeededDice(1))
        opening = next(found for found in SEQUENCE if found.name == phase).open
        if opening is not None:
            opening(ruling)
        after: State = ruling.state
        return after

    def offers(self, state: State) -> list[Offer]:
        return offers(self.system, state)

    def reach(self, phase: str, *faces: int) -> State:
        """The phase after its spotting: contacts are made as the rules make them, then the phase begins with USN."""
        spotted, _ = self.enter("spotting", *faces)
        return spotted.but(cursor=self._cursor(phase, ACTING, ("USN", "IJN")), scratch={})

    def run(self, division: str, plot: str) -> tuple[State, tuple[Event, ...]]:
        """Open the movement phase and move one division along a legal plot."""
        state, _ = self.enter("movement")
        side = state.divisions[division].side
        other = "IJN" if side == "USN" else "USN"
        state = state.but(cursor=state.cursor.but(queue=(side, other)))
        command = Move(side, division, plot)
        assert not self.check(state, command), self.check(state, command)
        ruling = adjudicate(self.system, state, command, SeededDice(1), move_on=False)
        return ruling.state, tuple(ruling.events)

    def actor(self, state: State) -> str:
        return actor(state)

    def check(self, state: State, command: Command) -> tuple[Illegal, ...]:
        return check(self.system, state, command)

    def verb_check(self, phase: str, state: State, command: Command) -> tuple[Illegal, ...]:
        """The reasons a phase's own verb gives, whoever acts now."""
        found = next(item for item in SEQUENCE if item.name == phase)
        return found.verbs[type(command)].check(state, command)

    def give(self, state: State, command: Command, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """A legal command, and whatever the sequence of play does after it."""
        reasons = self.check(state, command)
        assert not reasons, reasons
        ruling = adjudicate(self.system, state, command, TapeDice(faces) if faces else SeededDice(1))
        return ruling.state, tuple(ruling.events)

    def pass_turns(self, state: State, turn: int) -> list[Event]:
        """Do as little as the rules allow until a turn begins; everything that happens on the way."""
        told: list[Event] = []
        while state.cursor.turn < turn:
            found: list[Offer] = offers(self.system, state)
            last = next((command for offer in found for command in offer.commands if isinstance(command, Done)), None)
            state, events = self.give(state, last or found[0].commands[0])
            told.extend(events)
        return told
