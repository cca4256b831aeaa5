"""A small battle of either NWS game, built piece by piece: what the tests of both games share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Self, TypeVar

from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.flow import ACTING, Command, Cursor, Done, Event, Illegal, Offer, actor, check, offers
from rules.kernel.ruling import Ruling
from rules.kernel.scenario import Award, Force, MapSheet, Scenario, SideNote
from rules.kernel.session import Session, Step, adjudicate
from rules.kernel.system import System, parse_command

E = TypeVar("E", bound=Event)


def events_of(events: tuple[Event, ...], kind: type[E]) -> list[E]:
    """Return the events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def rules_of(reasons: tuple[Illegal, ...]) -> list[str]:
    """Return the rules of some reasons, in order."""
    return [reason.rule for reason in reasons]


class Fed:
    """Dice for a whole game: given faces for the next order, then seeded ones."""

    def __init__(self, seed: int = 1) -> None:
        self.tape: list[int] = []
        self.rest = SeededDice(seed)

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Return the given faces, as long as there are any."""
        rows = tuple(self.tape[:count])
        del self.tape[:count]
        return (*rows, *self.rest.roll(count - len(rows), sides))


class Game:
    """A battle played by typed orders through a Session, the way players play it."""

    def __init__(self, session: Session, dice: Fed) -> None:
        self.session, self.dice = session, dice
        self.events: list[Event] = [event for step in session.steps for event in step.events]

    @property
    def state(self) -> Any:
        """The position now."""
        return self.session.state

    def order(self, text: str, *faces: int) -> tuple[Event, ...]:
        """Give a typed order for the acting side, with the first faces of its dice; return the events.

        Fails if it is refused.
        """
        self.dice.tape[:] = faces
        done = self.session.submit(parse_command(self.session.system, self.session.actor, text))
        assert isinstance(done, Step), done
        self.events.extend(done.events)
        return done.events

    def refused_rules(self, text: str) -> list[str]:
        """Return the rules against a typed order of whoever acts."""
        return rules_of(self.session.check(parse_command(self.session.system, self.session.actor, text)))

    def until(self, phase: str, side: str = "", turn: int = 0) -> tuple[Event, ...]:
        """Do as little as the rules allow until a phase (and a side's part of it, and a turn); return the events."""
        events: list[Event] = []
        while not self.session.over:
            cursor = self.state.cursor
            here = self.session.system.sequence[cursor.phase].name == phase
            if here and side in ("", self.session.actor) and cursor.turn >= turn:
                return tuple(events)
            events += self.least()
        raise AssertionError(f"the battle ended before {phase}")

    def least(self) -> tuple[Event, ...]:
        """Return an order that does as little as the rules allow: the end of the phase, else the first one offered."""
        found = offers(self.session.system, self.state)
        last = next((command for offer in found for command in offer.commands if isinstance(command, Done)), None)
        done = self.session.submit(last or found[0].commands[0])
        assert isinstance(done, Step), done
        self.events.extend(done.events)
        return done.events

    def did(self, kind: type[E]) -> list[E]:
        """Return all events of one kind so far."""
        return events_of(tuple(self.events), kind)


class NwsBattle:
    """Divisions at night, turn 2; change what a test needs, then enter a phase. The base of both games' battles."""

    system: ClassVar[System]

    def __init__(self) -> None:
        self.forces: list[Force] = []
        self.conditions = {"visibility": "N"}
        self.options: dict[str, bool] = {}
        self.special: list[tuple[str, str, int]] = []
        self.awards: tuple[Award, ...] = ()
        self.contacts: list[tuple[str, str, int]] = []
        self.date = "1942-11-13"
        self.turns = 20
        self.sheet: MapSheet | None = None
        self.handicap = {"USN": 0, "IJN": 0}

    # ------------------------------------------------------------------ what it is made of

    def setting(self, name: str, value: object) -> Self:
        """Return a condition of the scenario when it is text (visibility, lookouts, seas), an option when it is yes or
        no.
        """
        if isinstance(value, bool):
            self.options[name] = value
        else:
            self.conditions[name] = str(value)
        return self

    def knows(self, side: str, division: str, level: int) -> Self:
        """Set what a side knows of an enemy division."""
        self.contacts.append((side, division, level))
        return self

    def surprise(self, side: str, last_turn: int = 2) -> Self:
        """Let a side be surprised up to a turn; a test's phase is one of turn 2."""
        self.special.append(("surprised", side, last_turn))
        return self

    def scenario(self) -> Scenario:
        """Return all of it as a scenario."""
        one, other = (
            SideNote(key=key, name=key, nation=key, brief="", handicap=self.handicap[key]) for key in ("USN", "IJN")
        )
        return Scenario(
            key="test",
            system=self.system.key,
            title="Test",
            date=self.date,
            turns=self.turns,
            summary="",
            briefing="",
            sources=(),
            sides=(one, other),
            forces=tuple(self.forces),
            conditions=self.conditions,
            special=tuple(self.special),
            awards=tuple(self.awards),
        )

    def opening(self) -> Any:
        """Return the position before turn 1, contacts as asked for."""
        defaults = {key: option.default for key, option in self.system.rulebook.options.items()}
        state: Any = self.system.start(self.scenario(), self.sheet, {**defaults, **self.options})
        contacts = {side: dict(known) for side, known in state.contacts.items()}
        for side, division, level in self.contacts:
            contacts[side][division] = level
        return state.but(contacts=contacts)

    def play(self, *faces: int) -> Game:
        """Return a game from turn 1 for typed orders; the first faces are for rolls before any order."""
        dice = Fed()
        dice.tape[:] = faces
        return Game(Session(self.system, self.scenario(), self.sheet, self.options, dice=dice), dice)

    # ------------------------------------------------------------------ phases

    def cursor(self, phase: str, stage: int = ACTING, queue: tuple[str, ...] = ("USN", "IJN"), turn: int = 2) -> Cursor:
        """Return a cursor in a phase by its name."""
        sequence = self.system.sequence
        index = next(number for number, found in enumerate(sequence) if found.name == phase)
        return Cursor(turn, index, stage, queue, (), (0,) * len(sequence))

    def at(self, phase: str, side: str = "USN", turn: int = 2) -> Any:
        """Return the position with the cursor in a phase and `side` to act; nothing of the phase has happened yet."""
        queue = (side, "IJN" if side == "USN" else "USN")
        return self.opening().but(cursor=self.cursor(phase, queue=queue, turn=turn))

    # ------------------------------------------------------------------ what may be done

    def actor(self, state: Any) -> str:
        """Return the acting side."""
        return actor(state)

    def offers(self, state: Any) -> list[Offer]:
        """Return everything that is offered now."""
        return offers(self.system, state)

    def list_offers(self, state: Any, kind: type[Command]) -> list[Command]:
        """Return every command of a kind that is offered now."""
        return [command for offer in self.offers(state) for command in offer.commands if type(command) is kind]

    def check(self, state: Any, command: Command) -> tuple[Illegal, ...]:
        """Return every reason against a command."""
        return check(self.system, state, command)

    def verb_check(self, phase: str, state: Any, command: Command) -> tuple[Illegal, ...]:
        """Return the reasons given by a phase's own verb, whichever side acts."""
        found = next(item for item in self.system.sequence if item.name == phase)
        return found.verbs[type(command)].check(state, command)

    def do(self, state: Any, command: Command, *faces: int) -> tuple[Any, tuple[Event, ...]]:
        """Give a legal command and stop; all faces must be used."""
        reasons = self.check(state, command)
        assert not reasons, reasons
        tape = TapeDice(faces)
        ruling = adjudicate(self.system, state, command, tape, move_on=False)
        assert tape.faces_left == 0, f"{tape.faces_left} faces were not thrown"
        return ruling.state, tuple(ruling.events)

    def give(self, state: Any, command: Command, *faces: int) -> tuple[Any, tuple[Event, ...]]:
        """Return a legal command, and whatever the sequence of play does after it.

        Without faces the dice are seeded.
        """
        reasons = self.check(state, command)
        assert not reasons, reasons
        ruling = adjudicate(self.system, state, command, TapeDice(faces) if faces else SeededDice(1))
        return ruling.state, tuple(ruling.events)

    def open_in_ruling(self, ruling: Ruling, phase: str) -> Ruling:
        """Return the effect of the opening of a phase."""
        opening = next(found for found in self.system.sequence if found.name == phase).open
        if opening is not None:
            opening(ruling)
        return ruling

    def pass_turns(self, state: Any, turn: int) -> list[Event]:
        """Do as little as the rules allow until a turn begins; everything that happens on the way."""
        new_events: list[Event] = []
        while state.cursor.turn < turn and state.outcome is None:
            for command in self._least(state):
                state, events = self.give(state, command)
                new_events.extend(events)
        return new_events

    def _least(self, state: Any) -> Iterator[Command]:
        found = offers(self.system, state)
        last = next((command for offer in found for command in offer.commands if isinstance(command, Done)), None)
        yield last or found[0].commands[0]
