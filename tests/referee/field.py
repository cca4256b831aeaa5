"""The field of a land battle as the second referee keeps it: every unit, leader and mule, moved on by the events."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.referee.land import Land, away, beside, sextants
from tests.referee.record import Event, Game

UNITS = Path(__file__).parents[2] / "rules" / "battles_for_empire" / "units" / "types.yaml"
FACINGS = ("NNE", "E", "SSE", "SSW", "W", "NNW")
CLOSE = ("line", "column", "square", "mounted")
MASSES = ("mass", "deep")
EMPIRE = ("imperial", "colonial")
USUAL: dict[str, Any] = {
    "weapon": "",
    "grade": "steady",
    "rapid": False,
    "impetus": False,
    "can_dismount": False,
    "on_foot": "",
    "skirmish_moves": True,
    "mixed": False,
    "limbered": 0,
}


@dataclass
class Unit:
    id: str
    side: str
    command: str
    horse: dict[str, Any]  # its card, mounted where it can be
    foot: dict[str, Any] | None
    hex: int
    facing: int
    formation: str
    mounted: bool
    limbered: bool = False
    ground: bool = False
    low: bool = False
    kills: int = 0
    shaken: bool = False
    disordered: int = 0
    jammed: bool = False
    lost: str = ""
    taken_up: bool = False
    allowance: int = 0
    full: int = 0
    rallied: bool = False
    moved: int = 0
    turned: bool = False
    formed_skirmish: bool = False
    moved_further: bool = False
    pivoted: bool = False
    charged: str = ""
    fired: bool = False
    aimed: str = ""

    @property
    def card(self) -> dict[str, Any]:
        return self.foot if self.foot and not self.mounted else self.horse

    @property
    def single(self) -> bool:
        return self.horse["arm"] in ("gun", "mg")

    @property
    def here(self) -> bool:
        return not self.lost and self.hex > 0

    @property
    def family(self) -> str:
        return str(self.card["family"])


@dataclass
class Piece:
    """A leader or a mule."""

    id: str
    side: str
    command: str
    hex: int
    rating: int = 0
    loads: int = -1
    moved: bool = False
    used: bool = False
    gone: bool = False
    shocked: int = 0


@dataclass
class Contact:
    attacker: str
    defender: str
    turn: int
    rounds: int = 0


@dataclass
class Field:
    """Everything on the field now."""

    game: Game
    land: Land
    units: dict[str, Unit] = field(default_factory=dict)
    leaders: dict[str, Piece] = field(default_factory=dict)
    mules: dict[str, Piece] = field(default_factory=dict)
    contacts: list[Contact] = field(default_factory=list)
    markers: list[tuple[str, int, str]] = field(default_factory=list)  # (side, hex, unit or nothing)
    fought: set[str] = field(default_factory=set)
    fallen: list[tuple[int, int, str]] = field(default_factory=list)
    turn: int = 0
    phase: int = 0
    first: str = ""
    winner: str = ""  # of the initiative
    in_hand: str = ""
    dared: set[str] = field(default_factory=set)
    asked: list[tuple[int, list[str]]] = field(default_factory=list)  # may follow up: the hex a loser left, the victors

    # ------------------------------------------------------------------ what is asked

    @property
    def on(self) -> dict[str, bool]:
        return self.game.options

    @property
    def sides(self) -> list[str]:
        return [side["key"] for side in self.game.scenario["sides"]]

    def foe(self, side: str) -> str:
        return next(other for other in self.sides if other != side)

    def special(self, word: str) -> list[tuple[str, int]]:
        return [(who, number) for what, who, number in self.game.scenario["special"] if what == word]

    def at(self, h: int) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.here and unit.hex == h]

    def of(self, side: str) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.side == side and unit.here]

    def is_engaged(self, unit: Unit) -> bool:
        return any(unit.id in (contact.attacker, contact.defender) for contact in self.contacts)

    def limit(self, unit: Unit) -> int:
        return 2 if unit.single else 4 if self.on["first_edition_kills"] else 8

    def may_leave(self, unit: Unit) -> bool:
        free = ("imperial",) if self.on["recruits_held"] else EMPIRE
        return unit.mounted and not unit.shaken and unit.family in free

    def room(self, unit: Unit, h: int) -> bool:
        others = [other for other in self.at(h) if other is not unit]
        if any(other.side != unit.side for other in others):
            return False
        singles = sum(other.single for other in others)
        fours = len(others) - singles + sum(1 for side, at, _ in self.markers if at == h and side == unit.side)
        return fours + singles < 2 if unit.single else fours == 0 and singles < 2

    def front(self, unit: Unit) -> list[int]:
        all_round = range(6) if unit.formation == "square" else (unit.facing, (unit.facing + 1) % 6)
        return [beside(unit.hex, direction) for direction in all_round]

    def arc_holds(self, unit: Unit, there: int) -> bool:
        if unit.formation == "square":
            return unit.hex != there
        wide = (0, 1, 5) if unit.formation == "skirmish" else (0,)
        return any((k - unit.facing) % 6 in wide for k in sextants(unit.hex, there))

    def inner(self, unit: Unit) -> set[int]:
        """Return the hexes that a line shuts in together with others while it looks outward."""
        walls = {u.hex for u in self.of(unit.side) if u.formation in CLOSE or u.single}
        front = self.front(unit)
        if unit.formation != "line" or all(h in walls for h in front):
            return set()
        if sum(h in walls for h in self.land.neighbours(unit.hex)) < 2:
            return set()
        for back in (3, 4):
            start = beside(unit.hex, (unit.facing + back) % 6)
            if start in walls:
                continue
            seen, queue = {start}, [start]
            while queue and len(seen) <= 60:
                here = queue.pop()
                fresh = {h for h in self.land.neighbours(here) if h not in walls and h not in seen}
                if here not in self.land.ground or not all(h in self.land.ground for h in fresh):
                    seen = set()
                    break
                seen |= fresh
                queue += fresh
            if 0 < len(seen) <= 60 and not seen.intersection(front):
                return seen
        return set()

    def aspect(self, unit: Unit, there: int) -> str:
        """Return where something comes from at a unit: front, flank or rear."""
        if unit.formation == "square" or unit.hex == there:
            return "front"
        offs = {(k - unit.facing) % 6 for k in sextants(unit.hex, there)}
        if 0 in offs:
            return "front"
        ring = self.inner(unit)
        if ring and there not in ring:
            return "front"
        return "flank" if offs & {1, 5} else "rear"

    def nearest_foe(self, unit: Unit, h: int) -> int:
        found = [(away(h, other.hex), other.hex) for other in self.of(self.foe(unit.side))]
        return min(found)[1] if found else 0

    # ------------------------------------------------------------------ what happens

    def new_turn(self) -> None:
        for unit in self.units.values():
            unit.taken_up = unit.rallied = unit.turned = unit.formed_skirmish = False
            unit.moved_further = unit.pivoted = unit.fired = False
            unit.allowance = unit.full = unit.moved = 0
            unit.charged = unit.aimed = ""
        for piece in (*self.leaders.values(), *self.mules.values()):
            piece.moved = piece.used = False
        self.in_hand = ""
        self.fought = set()

    def begin_phase(self, event: Event) -> None:
        ended, self.phase, self.turn = self.phase, event["number"], event["turn"]
        if ended in (2, 3):
            moved = self.first if ended == 2 else self.foe(self.first)
            for unit in self.units.values():
                if unit.side == moved and 0 < unit.disordered < self.turn:
                    unit.disordered = 0
            self.in_hand = ""
        if self.phase == 1:
            self.new_turn()
        for unit in self.units.values():
            if self.phase == 5 and unit.aimed:
                unit.aimed, unit.fired = "", True
            if self.phase == 6:
                unit.jammed = False

    def facing_to(self, here: int, there: int, now: int) -> int:
        held = sextants(here, there)
        return now if not held or now in held else min(held, key=lambda k: (min((k - now) % 6, (now - k) % 6), k))

    def happen(self, event: Event) -> None:
        """Move on by one event."""
        kind = event["type"]
        unit = self.units.get(event.get("unit", ""))
        if kind == "PhaseBegan":
            self.begin_phase(event)
        elif kind == "InitiativeWon":
            self.winner = event["side"]
        elif kind == "InitiativeTaken":
            self.first = event["first"]
        elif kind == "MarkerRevealed":
            self.markers = [each for each in self.markers if each[1:] != (event["hex"], event["unit"])]
            if unit:
                unit.hex = event["hex"]
        elif kind == "UnitArrived":
            piece = unit or self.leaders.get(event["unit"]) or self.mules[event["unit"]]
            piece.hex = event["hex"]
        elif kind in ("LeaderRode", "MuleDriven"):
            piece = self.leaders[event["leader"]] if kind == "LeaderRode" else self.mules[event["mule"]]
            piece.hex = event["hex"]
            piece.moved = piece.moved or event["rule"] != "BFE-CON-H6"
        elif kind in ("LeaderFell", "LeaderTaken"):
            self.leaders[event["leader"]].gone = True
            self.leaders[event["leader"]].shocked = self.turn + 1
        elif kind == "MuleLost":
            self.mules[event["mule"]].gone = True
        elif kind == "ContactEnded":
            pair = {event["unit"], event["other"]}
            self.contacts = [each for each in self.contacts if {each.attacker, each.defender} != pair]
        elif kind == "MeleeFought":
            self.fought.add(event["defender"])
            for contact in self.contacts:
                contact.rounds += contact.defender == event["defender"]
        elif kind == "Resupplied":
            mule = self.mules[event["mule"]]
            mule.used = True
            mule.loads -= mule.loads > 0
        if unit:
            self._to_unit(unit, kind, event)

    def _to_unit(self, unit: Unit, kind: str, event: Event) -> None:
        if kind == "ConductRolled":
            unit.taken_up, unit.allowance, unit.full = True, event["allowance"], event["allowance"]
        elif kind == "Moved":
            unit.turned = unit.turned or event["facing"] != unit.facing
            unit.hex, unit.facing = event["path"][-1], event["facing"]
            if event["cost"] or self.phase in (2, 3):
                unit.moved += event["cost"]
                unit.allowance = max(0, unit.allowance - event["cost"])
                unit.moved_further = unit.moved_further or unit.formed_skirmish
                unit.ground = False
        elif kind == "Charged":
            unit.charged, unit.allowance = event["target"], 0
            self.contacts.append(Contact(unit.id, event["target"], self.turn))
        elif kind == "Recoiled":
            enemy = self.nearest_foe(unit, event["path"][0])
            unit.hex = event["path"][-1]
            unit.facing = self.facing_to(unit.hex, enemy, unit.facing)
            unit.moved += len(event["path"]) - 1
            unit.allowance, unit.ground = 0, False
        elif kind == "Rallied":
            unit.shaken, unit.rallied = False, True
        elif kind == "BecameShaken":
            unit.shaken = True
        elif kind == "BecameDisordered":
            unit.disordered = self.turn
        elif kind == "Hit":
            unit.kills += event["kills"]
        elif kind in ("Destroyed", "Captured", "UnitExited"):
            if kind != "UnitExited":
                self.fallen.append((unit.hex, self.turn, unit.side))
            unit.lost, unit.hex = kind.lower(), 0
        elif kind == "GunJammed":
            unit.jammed = True
        elif kind == "RanLow":
            unit.low = True
        elif kind == "Resupplied":
            unit.low = False
        elif kind == "RanOut":
            self.dared.add(unit.id)


@cache
def kinds_of_units() -> dict[str, dict[str, Any]]:
    return {key: USUAL | {"key": key} | card for key, card in yaml.safe_load(UNITS.read_text("utf-8")).items()}


def muster(game: Game) -> Field:
    """Set the field up from the scenario."""
    kinds = kinds_of_units()
    found = Field(game, Land(game.land))
    scenario = game.scenario
    late = {who for what, who, _ in scenario["special"] if what == "arrive"}
    led: dict[str, list[str]] = {}
    for force in scenario["forces"]:
        if force["units"][0]["kind"].startswith("leader"):
            led.setdefault(force["side"], []).append(force["id"])
    for force in scenario["forces"]:
        traits, own = force["traits"], led.get(force["side"], [])
        command = next((trait[8:] for trait in traits if trait.startswith("command ")), "")
        command = command or (force["id"] if force["id"] in own else own[0] if own else force["id"])
        for place, unit in enumerate(force["units"], start=1):
            name = force["id"] if len(force["units"]) == 1 else f"{force['id']}-{place}"
            h = 0 if force["id"] in late else force["at"][place - 1] if place <= len(force["at"]) else 0
            kind, side = unit["kind"], force["side"]
            if kind.startswith("leader"):
                found.leaders[name] = Piece(name, side, force["id"], h, rating=int(kind[-1]))
                continue
            if kind == "mule":
                found.mules[name] = Piece(name, side, force["id"], h, loads=unit["changes"].get("loads", -1))
                continue
            card = kinds[kind] | unit["changes"]
            foot = kinds[card["on_foot"]] if card["on_foot"] else None
            mounted = "mounted" in card["forms"] and "dismounted" not in traits
            forms = card["forms"] if mounted or not foot else foot["forms"]
            usual = next(form for form in forms if (form == "mounted") == mounted)
            start_low = any(who in (name, force["id"]) for who, _ in found.special("start_low"))
            found.units[name] = Unit(
                id=name,
                side=side,
                command=command,
                horse=card,
                foot=foot,
                hex=h,
                facing=FACINGS.index(force["facing"]),
                formation=force["formation"] or usual,
                mounted=mounted,
                limbered="limbered" in traits,
                ground="ground" in traits,
                low=start_low or "low" in traits,
            )
            if "hidden" in traits and found.on["hidden_markers"]:
                found.markers.append((side, h, name))
                found.units[name].hex = 0
    if found.on["hidden_markers"]:
        found.markers += [(who, h, "") for who, h in found.special("dummy")]
    found.first = found.sides[0]
    return found
