"""A small field of battle, built piece by piece, for the tests of single rules.

field = Field().unit("a", "br_line", 805, "E").unit("x", "dv_spr", 1205, "W").ground("donga", 906, 907)
state = field.at("first movement", "br")             # turn 2, the side "br" acts
after = give(state, Conduct("br", "a"), 4)           # checked, adjudicated with these faces
after.state, after.events, after.of(Moved)
"""

from __future__ import annotations

from typing import Any, TypeVar

from rules.battles_for_empire.roster import unit_card
from rules.battles_for_empire.sequence import SEQUENCE
from rules.battles_for_empire.setup import LEADERS, MULE, start
from rules.battles_for_empire.state import Body, Contact, State, with_unit
from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.flow import ACTING, Command, Cursor, Event, Illegal, Offer, check, offers
from rules.kernel.record import Record
from rules.kernel.ruling import Ruling
from rules.kernel.scenario import GROUNDS, Force, MapSheet, Scenario, SideNote, Unit, Zone
from rules.kernel.session import adjudicate

E = TypeVar("E", bound=Event)
BRITISH, NATIVES = "br", "na"
COLUMNS, ROWS = 20, 16
NORTH = {"NNE": 0, "E": 1, "SSE": 2, "SSW": 3, "W": 4, "NNW": 5}


class After(Record, frozen=True):
    """The effect of a command: the new state and the events."""

    state: Any
    events: tuple[Event, ...]
    revealed: str

    def of(self, kind: type[E]) -> list[E]:
        """Return the events of one kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def unit(self, name: str) -> Body:
        """Return a unit as it is now."""
        found: Body = self.state.units[name]
        return found


def rules_of(reasons: tuple[Illegal, ...]) -> list[str]:
    """Return the rules of some reasons, in order."""
    return [reason.rule for reason in reasons]


class Field:
    """Units on open ground, 20 columns by 16 rows; change what a test needs, then enter a phase of turn 2."""

    def __init__(self) -> None:
        self.forces: list[Force] = []
        self.changes: dict[str, dict[str, Any]] = {}
        self.grounds: dict[int, str] = {}
        self.levels: dict[int, int] = {}
        self.sides: list[tuple[int, int, str]] = []
        self.zones: list[Zone] = []
        self.options: dict[str, bool] = {}
        self.special: list[tuple[str, str, int]] = [("break", BRITISH, 20), ("break", NATIVES, 20)]
        self.contacts: list[Contact] = []
        self.turns = 12
        self.turn = 2

    def unit(
        self,
        id: str,
        kind: str,
        hex: int,
        facing: str = "E",
        formation: str = "",
        *,
        side: str = "",
        traits: tuple[str, ...] = (),
        card: dict[str, int] | None = None,
        **body: Any,
    ) -> Field:
        """Return a unit by the key of its card, or leader_1, leader_2, mule. Natives and Boers are the side "na".

        `card` changes card values; other words are fields of Body: kills=4, shaken=True, low=True ...
        """
        if not side:
            piece = kind in LEADERS or kind == MULE
            side = BRITISH if piece or unit_card(kind).family in ("imperial", "colonial") else NATIVES
        troops = (Unit(name=id.upper(), kind=kind, changes=card or {}),)
        self.forces.append(
            Force(
                id=id,
                side=side,
                name=id.upper(),
                units=troops,
                at=(hex,),
                facing=facing,
                formation=formation,
                traits=traits,
            )
        )
        if body:
            self.changes[id] = body
        return self

    def ground(self, name: str, *hexes: int) -> Field:
        """Ground of some hexes: scrub rough wood donga trench buildings river ford road."""
        self.grounds.update(dict.fromkeys(hexes, name))
        return self

    def hill(self, level: int, *hexes: int) -> Field:
        """Return the hill level of some hexes."""
        self.levels.update(dict.fromkeys(hexes, level))
        return self

    def wall(self, hex: int, *directions: int, kind: str = "wall") -> Field:
        """Return an obstacle of a hex towards some directions 0..5 (N NE SE S SW NW): wall, laager or zareba."""
        self.sides += [(hex, direction, kind) for direction in directions]
        return self

    def zone(self, name: str, side: str, purpose: str, *hexes: int) -> Field:
        """Return a zone of the map: setup, exit, entry."""
        self.zones.append(Zone(name, side, purpose, hexes))
        return self

    def option(self, **options: bool) -> Field:
        """Options other than their defaults."""
        self.options.update(options)
        return self

    def rule(self, what: str, who: str, number: int = 0) -> Field:
        """Return a special rule of the scenario: arrive, horns, dummy, permit, start_low, night ..."""
        self.special = [line for line in self.special if what != "break" or line[:2] != (what, who)]
        self.special.append((what, who, number))
        return self

    def contact(self, attacker: str, defender: str, turn: int = 2, rounds: int = 0) -> Field:
        """Add melee contact made in a turn."""
        self.contacts.append(Contact(attacker, defender, turn, rounds))
        return self

    def sheet(self) -> MapSheet:
        """Return the map: open ground except for what was changed."""
        terrain, levels = bytearray(10_000), bytearray(10_000)
        for column in range(1, COLUMNS + 1):
            for row in range(1, ROWS + 1):
                h = column * 100 + row
                terrain[h] = GROUNDS[self.grounds.get(h, "open")]
                levels[h] = self.levels.get(h, 0)
        return MapSheet(
            key="test",
            title="Test",
            columns=COLUMNS,
            rows=ROWS,
            terrain=bytes(terrain),
            ground="land",
            levels=bytes(levels),
            sides=tuple(self.sides),
            zones=tuple(self.zones),
        )

    def scenario(self) -> Scenario:
        """Return the scenario: a side without units gets one far away."""
        forces = list(self.forces)
        for side, kind, h in ((BRITISH, "br_line", 101), (NATIVES, "dv_spr", 2016)):
            if not any(force.side == side and force.units[0].kind not in (*LEADERS, MULE) for force in forces):
                far = Unit(name=f"far {side}", kind=kind)
                forces.append(Force(id=f"far_{side}", side=side, name=f"far {side}", units=(far,), at=(h,), facing="E"))
        sides = (
            SideNote(key=BRITISH, name="British", nation="british", brief=""),
            SideNote(key=NATIVES, name="Natives", nation="natives", brief=""),
        )
        return Scenario(
            key="test",
            system="battles_for_empire",
            title="Test",
            date="1885-01-17",
            turns=self.turns,
            summary="",
            briefing="",
            sources=(),
            sides=sides,
            forces=tuple(forces),
            special=tuple(self.special),
        )

    def opening(self) -> State:
        """Return the position before turn 1."""
        defaults = {key: option.default for key, option in system().rulebook.options.items()}
        state = start(self.scenario(), self.sheet(), {**defaults, **self.options})
        for name, body in self.changes.items():
            if name in state.units:
                state = with_unit(state, state.units[name].but(**body))
            elif name in state.leaders:
                state = state.but(leaders={**state.leaders, name: state.leaders[name].but(**body)})
            else:
                state = state.but(mules={**state.mules, name: state.mules[name].but(**body)})
        return state.but(contacts=tuple(self.contacts))

    def at(self, phase: str, side: str = BRITISH, *, first: str = "", stage: int = ACTING) -> State:
        """Return a phase of turn 2 by its name, with a side to act: initiative, movement, second movement, fire, melee,
        end.

        In the fire phase and at the end the other side follows. "movement" is phase 2, and this side moves first.
        """
        if phase == "movement":
            phase = "first movement"
            first = side
        index = next(number for number, found in enumerate(SEQUENCE) if found.name == phase)
        other = NATIVES if side == BRITISH else BRITISH
        queue = (side, other) if phase in ("fire", "end") else (side,)
        first = first or (other if phase == "second movement" else side)
        cursor = Cursor(self.turn, index, stage, queue, (), (0,) * len(SEQUENCE))
        return self.opening().but(cursor=cursor, first=first, initiative=side if phase != "second movement" else first)


def system() -> Any:
    """Return the system under test."""
    from rules.battles_for_empire import SYSTEM

    return SYSTEM


def refusals(state: State, command: Command) -> tuple[Illegal, ...]:
    """Return every reason against a command."""
    return check(system(), state, command)


def list_offers(state: State, verb: str, piece: str = "") -> list[Command]:
    """Return the commands offered now under a verb, of one piece if named."""
    found: list[Offer] = offers(system(), state)
    return [c for offer in found if offer.verb == verb and piece in ("", offer.piece) for c in offer.commands]


def give(state: State, command: Command, *faces: int, seed: int | None = None, move_on: bool = False) -> After:
    """Give a legal command with these dice, all of which must be used. It does not move the sequence of play on."""
    assert check(system(), state, command) == ()
    dice = TapeDice(faces) if seed is None else SeededDice(seed)
    ruling = adjudicate(system(), state, command, dice, move_on)
    assert not isinstance(dice, TapeDice) or dice.faces_left == 0, f"{dice.faces_left} dice were not thrown"
    return After(ruling.state, tuple(ruling.events), ruling.revealed)


def ruling(state: State, *faces: int) -> Ruling:
    """Return a workspace with these dice, to call a chapter's own functions."""
    return Ruling(system(), state, TapeDice(faces))


def in_hand(state: State, name: str, allowance: int, full: int = 0) -> State:
    """Return the position with a unit activated and `allowance` hexes to move."""
    unit = state.units[name].but(taken_up=True, allowance=allowance, full=full or allowance)
    return with_unit(state, unit).but(in_hand=name)
