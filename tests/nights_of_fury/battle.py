"""A small battle on the range bands, built piece by piece, for the tests of single rules."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.flow import ACTING, Command, Cursor, Done, Event, Illegal, Offer, actor, check, offers
from rules.kernel.ruling import Ruling
from rules.kernel.scenario import Force, Scenario, SideNote, Unit
from rules.kernel.session import adjudicate
from rules.kernel.system import System
from rules.nights_of_fury import SYSTEM
from rules.nights_of_fury.sequence import SEQUENCE
from rules.nights_of_fury.setup import start
from rules.nights_of_fury.state import State
from rules.nws.pieces import with_division, with_ship

E = TypeVar("E", bound=Event)


def events_of(events: tuple[Event, ...], kind: type[E]) -> list[E]:
    """The events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def rules_of(reasons: tuple[Illegal, ...]) -> list[str]:
    """The rules of some reasons, in order."""
    return [reason.rule for reason in reasons]


class Battle:
    """Divisions in bands at night, turn 2; change what a test needs, then enter a phase."""

    system: ClassVar[System] = SYSTEM

    def __init__(self) -> None:
        self.forces: list[Force] = []
        self.conditions = {"visibility": "N"}
        self.options: dict[str, bool] = {}
        self.special: list[tuple[str, str, int]] = []
        self.contacts: list[tuple[str, str, int]] = []
        self.date = "1942-11-13"
        self.turns = 20
        self.handicap = {"USN": 0, "IJN": 0}

    def division(
        self,
        id: str,
        side: str,
        ships: list[str],
        band: int,
        formation: str = "abreast",
        traits: tuple[str, ...] = (),
        changes: dict[str, int] | None = None,
    ) -> Battle:
        """A division of ships by name; `changes` alters their cards. "land" among the traits: a target ashore."""
        units = tuple(Unit(name=name, changes=changes or {}) for name in ships)
        self.forces.append(
            Force(id=id, side=side, name=id.upper(), units=units, at=(band,), formation=formation, traits=traits)
        )
        return self

    def setting(self, name: str, value: object) -> Battle:
        """A condition of the scenario when it is text (visibility, lookouts, mission), an option when yes or no."""
        if isinstance(value, bool):
            self.options[name] = value
        else:
            self.conditions[name] = str(value)
        return self

    def island(self, name: str, band: int) -> Battle:
        """Savo, florida or guadalcanal in a band."""
        self.special.append(("island", name, band))
        return self

    def surprised(self, side: str, last_turn: int = 2) -> Battle:
        """A side that is surprised up to a turn; a test's phase is one of turn 2."""
        self.special.append(("surprised", side, last_turn))
        return self

    def chart(self, side: str) -> Battle:
        """The solitaire chart commands a side."""
        self.options[f"chart_{side}"] = True
        return self

    def knows(self, side: str, division: str, level: int) -> Battle:
        """What a side knows of an enemy division: UNSEEN, RADAR, SIGHTED."""
        self.contacts.append((side, division, level))
        return self

    def opening(self) -> State:
        """The position before turn 1, contacts as asked for."""
        sides = tuple(
            SideNote(key=key, name=key, nation=key, brief="", handicap=self.handicap[key]) for key in ("USN", "IJN")
        )
        scenario = Scenario(
            key="test",
            system="nights_of_fury",
            title="Test",
            date=self.date,
            turns=self.turns,
            summary="",
            briefing="",
            sources=(),
            sides=(sides[0], sides[1]),
            forces=tuple(self.forces),
            conditions=self.conditions,
            special=tuple(self.special),
        )
        defaults = {key: option.default for key, option in self.system.rulebook.options.items()}
        state = start(scenario, None, {**defaults, **self.options})
        contacts = {side: dict(known) for side, known in state.contacts.items()}
        for side, division, level in self.contacts:
            contacts[side][division] = level
        return state.but(contacts=contacts)

    def cursor(self, phase: str, stage: int = ACTING, queue: tuple[str, ...] = ("USN", "IJN"), turn: int = 2) -> Cursor:
        """A cursor in a phase by its name: orders, movement, spotting, gunnery, torpedoes, damage control, end."""
        index = next(number for number, found in enumerate(SEQUENCE) if found.name == phase)
        return Cursor(turn, index, stage, queue, (), (0,) * len(SEQUENCE))

    def at(self, phase: str, side: str = "USN", turn: int = 2) -> State:
        """The position with the cursor in a phase and `side` to act; nothing of the phase has happened yet."""
        queue = (side, "IJN" if side == "USN" else "USN")
        return self.opening().but(cursor=self.cursor(phase, queue=queue, turn=turn))

    def enter(self, phase: str, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """What the opening of a phase does from the opening position, and nothing after it. All faces must be used."""
        return self.open_phase(self.at(phase), phase, *faces)

    def open_phase(self, state: State, phase: str, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """The position after the opening of a phase, whatever lay between, and its events. All faces must be used."""
        turn = max(state.cursor.turn, 2)
        tape = TapeDice(faces)
        ruling = Ruling(self.system, state.but(cursor=self.cursor(phase, turn=turn), scratch={}), tape)
        opening = next(found for found in SEQUENCE if found.name == phase).open
        if opening is not None:
            opening(ruling)
        assert tape.left == 0, f"{tape.left} faces were not thrown"
        return ruling.state, tuple(ruling.events)

    def close_phase(self, state: State, phase: str, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """The position after the close of a phase, and its events. All faces must be used."""
        tape = TapeDice(faces)
        ruling = Ruling(self.system, state.but(cursor=self.cursor(phase, turn=max(state.cursor.turn, 2))), tape)
        closing = next(found for found in SEQUENCE if found.name == phase).close
        if closing is not None:
            closing(ruling)
        assert tape.left == 0, f"{tape.left} faces were not thrown"
        return ruling.state, tuple(ruling.events)

    def reach(self, phase: str, *faces: int) -> State:
        """A phase after its spotting: contacts are made as the rules make them, then the phase begins with USN."""
        spotted, _ = self.enter("spotting", *faces)
        return spotted.but(cursor=self.cursor(phase), scratch={})

    def actor(self, state: State) -> str:
        return actor(state)

    def offers(self, state: State) -> list[Offer]:
        return offers(self.system, state)

    def offered(self, state: State, kind: type[Command]) -> list[Command]:
        """Every command of a kind that is offered now."""
        return [command for offer in self.offers(state) for command in offer.commands if type(command) is kind]

    def check(self, state: State, command: Command) -> tuple[Illegal, ...]:
        return check(self.system, state, command)

    def verb_check(self, phase: str, state: State, command: Command) -> tuple[Illegal, ...]:
        """The reasons a phase's own verb gives, whoever acts now."""
        found = next(item for item in SEQUENCE if item.name == phase)
        return found.verbs[type(command)].check(state, command)

    def do(self, state: State, command: Command, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """A legal command and nothing after it. All faces must be used."""
        reasons = self.check(state, command)
        assert not reasons, reasons
        tape = TapeDice(faces)
        ruling = adjudicate(self.system, state, command, tape, move_on=False)
        assert tape.left == 0, f"{tape.left} faces were not thrown"
        return ruling.state, tuple(ruling.events)

    def give(self, state: State, command: Command, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """A legal command, and whatever the sequence of play does after it; without faces the dice are seeded."""
        reasons = self.check(state, command)
        assert not reasons, reasons
        ruling = adjudicate(self.system, state, command, TapeDice(faces) if faces else SeededDice(1))
        return ruling.state, tuple(ruling.events)

    def pass_turns(self, state: State, turn: int) -> list[Event]:
        """Do as little as the rules allow until a turn begins; everything that happens on the way."""
        told: list[Event] = []
        while state.cursor.turn < turn and state.outcome is None:
            found = offers(self.system, state)
            last = next((command for offer in found for command in offer.commands if isinstance(command, Done)), None)
            state, events = self.give(state, last or found[0].commands[0])
            told.extend(events)
        return told


def with_changes(state: State, piece: str, **changes: object) -> State:
    """The position with a ship or a division changed."""
    if piece in state.ships:
        return with_ship(state, state.ships[piece].but(**changes)).but(scratch={})
    return with_division(state, state.divisions[piece].but(**changes)).but(scratch={})
