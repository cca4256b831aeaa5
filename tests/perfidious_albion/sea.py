"""A small battle on an open table, built ship by ship, for the tests of single rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.flow import ACTING, Command, Cursor, Event, Illegal, Offer, check, offers
from rules.kernel.inches import Point
from rules.kernel.ruling import Rolled, Ruling
from rules.kernel.scenario import Scenario, SideNote
from rules.kernel.session import adjudicate
from rules.kernel.system import System
from rules.perfidious_albion.records.charts import load_charts
from rules.perfidious_albion.records.state import (
    Battery,
    Box,
    Fort,
    Minefield,
    PaScene,
    Ship,
    Squadron,
    State,
    Target,
    Terrain,
    TorpedoMarker,
)
from rules.perfidious_albion.ships.model_outlines import at_rest
from rules.perfidious_albion.ships.roster import load_roster, ship_card
from rules.perfidious_albion.ships.shipcard import ShipCard
from rules.perfidious_albion.ships.unit_catalogue import commission, slug
from rules.perfidious_albion.torpedoes.markers import wedges_of

E = TypeVar("E", bound=Event)
JAPAN, RUSSIA = "japan", "russia"
Place = tuple[float, float]  # inches, from the north-west corner


def system() -> System:
    """Return the game; imported only when a test needs it."""
    from rules.perfidious_albion import SYSTEM

    return SYSTEM


def torpedoes(
    state: State, at: Point, bearing: int, side: str = JAPAN, ship: str = "mikasa", kind: str = "medium",
    width: int = 1, count: int = 2, turn: int = 2, **more: bool,
) -> TorpedoMarker:  # fmt: skip
    """Return the marker `t1`: torpedoes of a ship as they are launched."""
    wedges = wedges_of(state, at, bearing, kind, width)
    return TorpedoMarker(
        id="t1", side=side, squadron=f"{ship}-squadron", ship=ship, kind=kind, start=at, bearing=bearing, width=width,
        wedges=wedges, count=count, turn=turn, **more,
    )  # fmt: skip


def events_of(events: tuple[Event, ...], kind: type[E]) -> list[E]:
    """Return the events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def rolls(events: tuple[Event, ...], rule: str = "") -> list[Rolled]:
    """Return the rolls of dice among the events, all of them or those of one rule."""
    return [event for event in events_of(events, Rolled) if event.faces and rule in ("", event.rule)]


def mils(place: Place) -> Point:
    """Return a place in inches as a point of the table."""
    return round(place[0] * 1000), round(place[1] * 1000)


class Sea:
    """Ships and works of two sides on 72 by 72 inches; add what a test needs, take the position. Places in inches."""

    def __init__(self, mission: str = "fleet", attacker: str = "") -> None:
        self.mission, self.attacker = mission, attacker
        self.cards: dict[str, ShipCard] = {}
        self.names: dict[str, str] = {JAPAN: "Japan", RUSSIA: "Russia"}
        self.ships: dict[str, Ship] = {}
        self.squadrons: dict[str, Squadron] = {}
        self.fields: dict[str, Any] = {}
        self.options: dict[str, bool] = {}
        self.setup: dict[str, int] = {}
        self.special: list[tuple[str, str, int]] = []
        self.terrain: list[Terrain] = []
        self.boxes: list[Box] = []
        self.minefields: dict[str, Minefield] = {}
        self.markers: dict[str, TorpedoMarker] = {}
        self.batteries: dict[str, Battery] = {}
        self.forts: dict[str, Fort] = {}
        self.bombarded: Target | None = None
        self.turns = 20
        self.width = self.height = 72_000

    # ------------------------------------------------------------------ pieces

    def ship(
        self,
        name: str,
        side: str,
        at: Place,
        heading: int = 90,
        speed: int = 12,
        kind: str = "",
        cq: int = 2,
        squadron: str = "",
        boats: int = 1,
        card: dict[str, Any] | None = None,
        **log: Any,
    ) -> Sea:
        """Return a ship, or a pair of boats. `card` are values of her card, `log` fields of her state (floods=3).

        Without a squadron she gets one of her own with her name.
        """
        of = squadron or f"{slug(name)}-squadron"
        found = ship_card(kind or name.lower())
        if card:
            found = found.but(**card)
        ship = commission(name, side, of, found, mils(at), heading, speed, cq, boats)
        self.cards[ship.id], self.names[ship.id] = found, name
        self.ships[ship.id] = ship.but(**log) if log else ship
        known = self.squadrons.get(of)
        self.names.setdefault(of, f"{name}'s squadron")
        self.squadrons[of] = (
            known.but(ships=(*known.ships, ship.id))
            if known
            else Squadron(id=of, side=side, name=self.names[of], ships=(ship.id,))
        )
        return self

    def flag(self, name: str) -> Sea:
        """Give a squadron the flagship of its side, by the name of one of its ships."""
        of = self.ships[slug(name)].squadron
        self.squadrons[of] = self.squadrons[of].but(flagship=True)
        return self

    def land(self, kind: str, *corners: Place, name: str = "") -> Sea:
        """Land or foul ground: island, rocks, sandbar, shallow, peninsula, coastline."""
        shape = tuple(mils(corner) for corner in corners)
        self.terrain.append(Terrain(kind=kind, name=name or kind.title(), shape=shape))
        return self

    def box(self, kind: str, at: Place) -> Sea:
        """Return an entry or exit box by its north-west corner."""
        self.boxes.append(Box(kind=kind, west=mils(at)[0], north=mils(at)[1]))
        return self

    def mines(self, name: str, side: str, at: Place, density: int, radius: float, cost: int = 0) -> Sea:
        """Return a minefield."""
        x, y = mils(at)
        size = round(radius * 1000)
        self.minefields[name] = Minefield(id=name, side=side, x=x, y=y, density=density, radius=size, cost=cost)
        self.names[name] = name
        return self

    def marker(self, marker: TorpedoMarker) -> Sea:
        """Return a torpedo marker, made by the test."""
        self.markers[marker.id] = marker
        self.names[marker.id] = marker.id
        return self

    def battery(self, name: str, side: str, at: Place, gun: str, count: int, facing: int = 180, **log: Any) -> Sea:
        """Return a shore battery; crew quality 2."""
        x, y = mils(at)
        battery = Battery(id=name, side=side, name=name, cq=2, x=x, y=y, facing=facing, gun=gun, count=count)
        self.batteries[name] = battery.but(**log) if log else battery
        self.names[name] = name
        return self

    def fort(self, name: str, side: str, at: Place, number: int, **log: Any) -> Sea:
        """Return a fort; crew quality 2."""
        x, y = mils(at)
        fort = Fort(id=name, side=side, name=name, number=number, cq=2, x=x, y=y)
        self.forts[name] = fort.but(**log) if log else fort
        self.names[name] = name
        return self

    def target(self, chart: int, side: str, at: Place, **log: Any) -> Sea:
        """Return the bombardment target."""
        x, y = mils(at)
        target = Target(chart=chart, side=side, x=x, y=y)
        self.bombarded = target.but(**log) if log else target
        self.names["target"] = "the target"
        return self

    def having(self, **fields: Any) -> Sea:
        """Fields of the position: sea="rough", night=True, visibility=12000, first=JAPAN ..."""
        self.fields.update(fields)
        return self

    def option(self, **options: bool) -> Sea:
        """Options of the rules."""
        self.options.update(options)
        return self

    # ------------------------------------------------------------------ the position

    def _side(self, key: str) -> SideNote:
        return SideNote(key=key, name=self.names[key], nation=key, brief="")

    def scenario(self) -> Scenario:
        """Return a scenario that names the two sides and nothing else."""
        return Scenario(
            key="test",
            system="perfidious_albion",
            title="Test",
            date="1904-08-10",
            turns=self.turns,
            summary="",
            briefing="",
            sources=(),
            sides=(self._side(JAPAN), self._side(RUSSIA)),
            forces=(),
            special=tuple(self.special),
        )

    def state(self, cursor: Cursor | None = None) -> State:
        """Return the position. It needs no sequence of play; every option is off unless a test sets it."""
        roster = load_roster()
        known: tuple[str, ...] = ("printed_minefield", "size_three_largest", "mines_halve_once", "calm_everywhere")
        known += (
            "crew_blind_grounding",
            "ripple_always",
            "magazine_test",
            "flooded_boxes_lost",
            "escorts_lost_at_exit",
            "withdrawing_stays",
            "narrow_convoy_win",
            "open_forces",
        )
        scene = PaScene(
            scenario=self.scenario(),
            sheet=None,
            options={**dict.fromkeys(known, False), "hidden_squadrons": True, **self.options},
            charts=load_charts(),
            cards=self.cards,
            forts=roster.forts,
            targets=roster.targets,
            names=self.names,
            sides=(JAPAN, RUSSIA),
            mission=self.mission,
            attacker=self.attacker,
            width=self.width,
            height=self.height,
            open_setup=False,
            setup=self.setup,
            special=tuple(self.special),
        )
        state = State(
            scene=scene,
            cursor=cursor or Cursor(turn=2),
            first=JAPAN,
            low=RUSSIA,
            baseline={JAPAN: "south", RUSSIA: "north"},
            terrain=tuple(self.terrain),
            boxes=tuple(self.boxes),
            ships=self.ships,
            squadrons=self.squadrons,
            markers=self.markers,
            fields=self.minefields,
            batteries=self.batteries,
            forts=self.forts,
            target=self.bombarded,
            values={JAPAN: 100_000, RUSSIA: 100_000},
            lost_points={JAPAN: 0, RUSSIA: 0},
        ).but(**self.fields)
        return state.but(ships={key: at_rest(state, ship) for key, ship in state.ships.items()})

    def cursor(self, phase: str, first: str = JAPAN, stage: int = ACTING) -> Cursor:
        """Return the cursor in a phase of turn 2, both sides waiting to act."""
        sequence = system().sequence
        index = next(number for number, found in enumerate(sequence) if found.name == phase)
        return Cursor(2, index, stage, (first, RUSSIA if first == JAPAN else JAPAN), (), (0,) * len(sequence))

    def at(self, phase: str, first: str = JAPAN) -> State:
        """Return the position with the cursor in a phase; nothing of the phase has happened yet."""
        return self.state(self.cursor(phase, first)).but(first=first)

    def action(self, name: str) -> State:
        """Return the position in the Action phase with the squadron of a ship in action, none of its
        ships moved yet.
        """
        ship = self.ships[slug(name)]
        return self.at("action", ship.side).but(active=ship.id if ship.detached else ship.squadron)

    def enter(self, phase: str, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """Return the effect of the opening of a phase, and nothing after it."""
        return self._part(self.at(phase), "open", faces)

    def close(self, state: State, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """Return the effect of the close of the present phase, and nothing after it."""
        return self._part(state, "close", faces)

    def _part(self, state: State, part: str, faces: tuple[int, ...]) -> tuple[State, tuple[Event, ...]]:
        run = getattr(system().sequence[state.cursor.phase], part)
        return rule(state, run if run is not None else lambda r: None, *faces)


def rule(state: State, run: Callable[[Ruling], Any], *faces: int) -> tuple[State, tuple[Event, ...]]:
    """Run a piece of the rules with exactly these dice: `rule(state, lambda r: meet_mines(r, "mikasa"), 4)`.

    It needs no sequence of play.
    """
    dice = TapeDice(faces)
    ruling = Ruling(None, state, dice)
    run(ruling)
    assert dice.faces_left == 0, f"{dice.faces_left} dice were not thrown"
    return ruling.state, tuple(ruling.events)


class ThenAlways:
    """Dice that show these faces and then always one face, for rolls a test does not look at."""

    def __init__(self, faces: tuple[int, ...], rest: int) -> None:
        self.faces, self.rest = list(faces), rest

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.faces.pop(0) if self.faces else self.rest for _ in range(count))


def rule_then(
    state: State, run: Callable[[Ruling], Any], *faces: int, rest: int = 1
) -> tuple[State, tuple[Event, ...]]:
    """Run a piece of the rules with these dice first; all later dice show `rest` (1: no water spreads)."""
    ruling = Ruling(None, state, ThenAlways(faces, rest))
    run(ruling)
    return ruling.state, tuple(ruling.events)


def give(state: State, command: Command, *faces: int) -> tuple[State, tuple[Event, ...]]:
    """Give a legal command and return its effect, without moving on; exactly these dice are rolled."""
    reasons = check(system(), state, command)
    assert not reasons, reasons
    dice = TapeDice(faces)
    ruling = adjudicate(system(), state, command, dice, move_on=False)
    assert dice.faces_left == 0, f"{dice.faces_left} dice were not thrown"
    return ruling.state, tuple(ruling.events)


def play_on(state: State, command: Command, seed: int = 1) -> tuple[State, tuple[Event, ...]]:
    """Give a legal command, and return its effect and that of the sequence of play after it."""
    reasons = check(system(), state, command)
    assert not reasons, reasons
    ruling = adjudicate(system(), state, command, SeededDice(seed))
    return ruling.state, tuple(ruling.events)


def refusals(state: State, command: Command) -> list[Illegal]:
    """Return every reason against a command."""
    return list(check(system(), state, command))


def why(state: State, command: Command) -> list[str]:
    """Return the rules that refuse a command."""
    return [reason.rule for reason in refusals(state, command)]


def list_offers(state: State, verb: str = "", piece: str = "") -> list[Command]:
    """Return everything offered, of one verb and one piece or of all."""
    found: list[Offer] = offers(system(), state)
    return [
        command
        for offer in found
        if verb in ("", offer.verb) and piece in ("", offer.piece)
        for command in offer.commands
    ]
