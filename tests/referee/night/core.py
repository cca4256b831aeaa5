"""What both night games share: the flow of phases, contacts, guns, damage, damage control, torpedoes, points."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.referee.night import cards
from tests.referee.night.cards import Card, ident
from tests.referee.record import Event, Game, Order, terms

Mods = dict[str, int]  # rule -> what it adds

WRECK = 4  # structure level of a ship out of action; as flotation it sinks her
UNSEEN = 0

FACTS = {  # the fields of an event that the referee knows
    "BattleOver": ("round", "japan", "states"),
    "BattleJoined": ("round", "title"),
    "ChartConsulted": ("division", "action", "total", "row"),
    "ContactLost": ("side", "division"),
    "ContactMissed": ("round",),
    "ControlFailed": ("ship",),
    "Damaged": ("ship", "structure", "flotation"),
    "DawnAttack": ("ship", "flotation"),
    "EvadingDeclared": ("division",),
    "EvadingEnded": ("division",),
    "ExitFailed": ("division", "band"),
    "FireOut": ("ship",),
    "FireStarted": ("ship",),
    "FlagshipLost": ("division", "ship", "leader", "formation"),
    "FormationOrdered": ("division", "formation"),
    "GameEnded": ("winner", "title"),
    "InitiativeWon": ("first", "second"),
    "IslandPlaced": ("island", "band"),
    "LeftChart": ("division", "band", "ships"),
    "LeftMap": ("ships",),
    "Lit": ("ship", "target"),
    "MissionsRolled": ("round", "japan", "states", "battle"),
    "MoveFailed": ("division", "band", "wanted"),
    "NoIsland": (),
    "OrderOfMoveRolled": ("first", "second"),
    "PhaseBegan": ("turn", "number"),
    "PointsScored": ("side", "points"),
    "PutOutOfAction": ("ship",),
    "RadarFound": ("side", "division"),
    "SafetyReached": ("division", "band"),
    "SearchlightUsed": ("ship", "target"),
    "ShelterClaimed": ("division", "band"),
    "ShellsFell": ("side", "target", "result"),
    "ShipDetached": ("ship", "division"),
    "ShipRepaired": ("ship",),
    "SideFinished": ("side",),
    "Sighted": ("side", "division"),
    "SmokeCleared": ("markers",),
    "SmokeDeclared": ("division",),
    "SmokeKept": ("division", "hex"),
    "SmokeLaid": ("division", "hexes"),
    "SmokeMade": ("division",),
    "SmokeNoticed": ("side", "division"),
    "SmokeSpared": ("division", "hex"),
    "SmokeVeered": ("division", "other", "verdict"),
    "SmokeWithheld": ("division",),
    "SpeedOrdered": ("division", "hexes"),
    "StarShellBurst": ("ship", "division", "found"),
    "Sunk": ("ship",),
    "Surprised": ("side",),
    "TookStation": ("who", "band"),
    "TorpedoDud": ("target",),
    "TorpedoHit": ("target", "flotation", "structure"),
    "TorpedoesPassed": ("target",),
    "TubesReloaded": ("ship", "salvos"),
    "VisibilityChanged": ("visibility",),
    "WreckHit": ("ship", "levels"),
}


class Differs(Exception):
    """The referee and the log differ: nothing after this can be compared."""


@dataclass(slots=True)
class Ship:
    """A ship, or a land target."""

    id: str
    name: str
    side: str
    card: Card
    division: str
    structure: int = 0
    flotation: int = 0
    fire: bool = False
    salvos: int = 0
    quiet: int = 0  # turns towards a reload
    reloaded: bool = False
    fired: bool = False
    flashed: bool = False
    launched: bool = False
    starred: bool = False
    shone: bool = False
    lights: str = ""
    loaded: bool = False
    gone: str = ""
    left_at: int = 0

    @property
    def level(self) -> int:
        return max(self.structure, self.flotation)

    @property
    def able(self) -> bool:
        return not self.gone and self.structure < WRECK

    @property
    def power(self) -> int:
        """Firepower by the line of the worse track; a loaded destroyer has 1 less while she is whole."""
        return max(0, self.card.lines[self.level][0] - (self.loaded and not self.level))

    @property
    def knots(self) -> int:
        return self.card.lines[self.level][1]

    @property
    def on_land(self) -> bool:
        return self.card.type == "LAND"


@dataclass(slots=True)
class Division:
    """A division. `at`: its band or hex."""

    id: str
    side: str
    name: str
    at: int
    formation: str
    ships: list[str]
    traits: tuple[str, ...] = ()
    evading: bool = False
    smoking: bool = False
    moved: bool = False
    formed: bool = False  # has had its order of formation this turn
    changed: bool = False  # ships have left it or joined it this turn
    # bands
    began: int = 0
    flag: str = ""
    sheltering: bool = False
    starlit: bool = False
    action: str = ""
    consulted: bool = False
    # hexes
    course: int = 0
    speed: int = 0
    ran: int = 0
    sped: bool = False
    track: tuple[int, ...] = ()


@dataclass(slots=True)
class Salvo:
    """Torpedoes in the water."""

    side: str
    ship: str
    target: str
    kind: str
    apart: int
    arrives: int
    aimed: int  # where the target was
    unseen: bool
    course: int = 0
    ragged: bool = False


@dataclass(slots=True)
class Hit:
    """Damage that waits for the end of the phase."""

    target: str
    structure: int
    flotation: int
    fire: bool = False
    guns: bool = True


class Night:
    """A game of either system, played again."""

    prefix = ""
    radar, sighted = 1, 2  # what a side may know of a division, besides nothing
    phases: tuple[str, ...] = ()
    searchlight = star_from = star_to = 0
    rules: dict[str, str] = {}  # what each roll and modifier cites, behind the prefix
    card_rule = ""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.scenario, self.options = game.scenario, game.options
        self.sides: list[str] = [side["key"] for side in self.scenario["sides"]]
        self.titles = {side["key"]: side["name"] for side in self.scenario["sides"]}
        self.nations = {side["key"]: side["nation"] for side in self.scenario["sides"]}
        self.handicap = {side["key"]: side.get("handicap") or 0 for side in self.scenario["sides"]}
        self.date: str = self.scenario["date"]
        self.visibility: str = self.scenario["conditions"].get("visibility", "")
        special = self.scenario.get("special", ())
        self.surprise = {who: turn for what, who, turn in special if what == "surprised"}
        self.weather = [(turn, who) for what, who, turn in special if what == "visibility"]
        self.length: int = self.scenario["turns"]
        self.turn = self.place = 0  # place: index into the phases
        self.queue: list[str] = []
        self.over = False
        self.first = self.sides[0]
        self.ships: dict[str, Ship] = {}
        self.divisions: dict[str, Division] = {}
        self.known: dict[str, dict[str, int]] = {side: {} for side in self.sides}
        self.shots: Counter[str] = Counter()
        self.hits: list[Hit] = []
        self.salvos: list[Salvo] = []
        self.rolled: deque[Event] = deque()
        self.events: list[Event] = []
        self.said: Counter[tuple[Any, ...]] = Counter()
        for force in self.scenario["forces"]:
            self.muster(force)

    # ------------------------------------------------------------------ reading the log

    def play(self) -> None:
        """Play the whole log; the first difference ends it."""
        try:
            for step in self.game.steps:
                self._step(step)
        except Differs:
            return
        if self.over:
            self.game.expect("victory points", self.points(), self.game.scores, {"type": "ledger"})

    def _step(self, step: dict[str, Any]) -> None:
        self.events = step["events"]
        self.rolled = deque(event for event in self.events if event["type"] == "Rolled")
        self.said = Counter()
        order = tuple(value for name, value in step["command"].items() if name != "side")
        if order == ("begin",):
            self._move_on()
        else:
            self._obey(step["command"]["side"], order, step.get("offers"))
        self.same("no more rolls", 0, len(self.rolled))
        result = Counter(
            (kind, *(_frozen(event[name]) for name in FACTS[kind]))
            for event in self.events
            if (kind := event["type"]) in FACTS
        )
        if result != self.said:
            mine, theirs = self.said - result, result - self.said
            self.game.expect("events", sorted(map(str, mine)), sorted(map(str, theirs)), {"type": str(order)})
            raise Differs
        self.game.expect("events of a step", True, True)

    def _obey(self, side: str, order: Order, offers: list[Order] | None) -> None:
        self.same("whose turn it is", self.queue[0] if self.queue else "", side)
        legal = set(self.orders(side))
        if offers is not None:
            mine = {*legal, *([] if self.owes(side) else [("done",)])}
            if mine != set(offers):
                more, fewer = mine - set(offers), set(offers) - mine
                self.game.expect(f"orders in phase {self.phase}", sorted(map(str, more)), sorted(map(str, fewer)))
                raise Differs
            self.game.expect("orders that may be given", True, True)
        if order == ("done",):
            self.same("a side may end its phase", False, self.owes(side))
            self.queue.pop(0)
            self.say("SideFinished", side)
        else:
            self.same(f"{order} may be given", True, order in legal)
            self.carry_out(side, order)
        self._move_on()

    def same(self, what: str, mine: object, result: object, event: Event | None = None) -> None:
        """Compare; raise Differs at a difference."""
        self.game.expect(what, mine, result, event)
        if mine != result:
            raise Differs

    def say(self, kind: str, *fields: Any) -> None:
        """Expect an event."""
        self.said[(kind, *map(_frozen, fields))] += 1

    def roll(
        self,
        rule: str,
        mods: Mods | None = None,
        need: int | None = None,
        count: int = 1,
        sides: int = 6,
        low: bool = False,
    ) -> tuple[tuple[int, ...], int]:
        """Take the next roll of the log, which must be this one. Returns its faces and its total."""
        rule = f"{self.prefix}-{rule}"
        if not self.rolled:
            self.same(f"a roll by {rule}", True, False)
        event = self.rolled.popleft()
        breakdown = event["breakdown"]
        mine = (rule, count, sides, need, low, {self._full(key): value for key, value in (mods or {}).items() if value})
        rows = (
            event["rule"],
            breakdown["count"],
            breakdown["sides"],
            breakdown["need"],
            breakdown["low"],
            {key: value for key, value in terms(event).items() if value},
        )
        self.same(f"roll {rule}", mine, rows, event)
        faces = tuple(event["faces"])
        total = sum(faces) + sum((mods or {}).values())
        self.same("sum of a roll", total, event["total"], event)
        if breakdown["terms"]:
            self.same("sum of a need", sum(term["value"] for term in breakdown["terms"]), breakdown["need"], event)
        return faces, total

    def _full(self, rule: str) -> str:
        return f"{self.prefix}-{rule}"

    def d6(self, rule: str, **more: Any) -> int:
        """Take the next roll of one die; return its face."""
        return self.roll(rule, **more)[0][0]

    def expect_event(self, kind: str, **fields: Any) -> Event:
        """Return the event of this step of a kind with these fields. Differs when there is none."""
        for event in self.events:
            if event["type"] == kind and all(event[name] == value for name, value in fields.items()):
                return event
        self.same(f"{kind} {fields}", True, False)
        raise Differs

    # ------------------------------------------------------------------ the flow

    @property
    def phase(self) -> str:
        return self.phases[self.place]

    def _move_on(self) -> None:
        """Move to the next decision: sides with no order to give are skipped, phases closed and opened."""
        while not self.over:
            while self.queue:
                if self.has_order(self.queue[0]):
                    return
                self.queue.pop(0)
            if self.turn:
                getattr(self, f"close_{self.phase}", _nothing)()
            if not self.over:
                self._enter()

    def _enter(self) -> None:
        while True:
            self.place += 1
            if self.place == len(self.phases) or not self.turn:
                self.place, self.turn = 0, self.turn + 1
            if self.comes(self.phase):
                break
        self.say("PhaseBegan", self.turn, self.place + 1)
        getattr(self, f"open_{self.phase}", _nothing)()
        if not self.over:
            self.queue = self.who_acts()

    def comes(self, phase: str) -> bool:
        """Return whether a phase takes place now."""
        return True

    def who_acts(self) -> list[str]:
        """Return the sides that act in the phase, in order."""
        return [self.first, self.foe(self.first)] if hasattr(self, f"orders_{self.phase}") else []

    def has_order(self, side: str) -> bool:
        """Return whether a side may do anything but end the phase."""
        return next(iter(self.orders(side)), None) is not None

    def orders(self, side: str) -> Iterator[Order]:
        """Yield every order a side may give now, the end of the phase apart."""
        if not self.is_surprised(side):
            found: Iterator[Order] = getattr(self, f"orders_{self.phase}")(side)
            yield from found

    def owes(self, side: str) -> bool:
        """Return whether a side must do something before it ends the phase."""
        return False

    def carry_out(self, side: str, order: Order) -> None:
        """Do what an order says."""
        getattr(self, f"do_{order[0]}")(*order[1:])

    # ------------------------------------------------------------------ pieces

    def muster(self, force: dict[str, Any]) -> Division:
        """Set a force of the scenario up."""
        division = Division(
            id=force["id"],
            side=force["side"],
            name=force["name"],
            at=force["at"][0],
            formation=force.get("formation") or "",
            ships=[ident(unit["name"]) for unit in force["units"]],
            traits=tuple(force.get("traits", ())),
        )
        self.divisions[division.id] = division
        for unit in force["units"]:
            card = cards.card_of(unit["name"], unit.get("kind") or "", self.date, unit.get("changes"))
            self.commission(unit["name"], self.card_under_options(card), division)
        return division

    def card_under_options(self, card: Card) -> Card:
        """Return a card under the options."""
        return card

    def commission(self, name: str, card: Card, division: Division) -> Ship:
        """Put a fresh ship into a division."""
        loaded = "loaded" in division.traits and card.type == "DD"
        ship = Ship(ident(name), name, division.side, card, division.id, salvos=card.salvos, loaded=loaded)
        self.ships[ship.id] = ship
        return ship

    def foe(self, side: str) -> str:
        return self.sides[1 - self.sides.index(side)]

    def of(self, side: str) -> list[Division]:
        return [division for division in self.divisions.values() if division.side == side]

    def able(self, division: Division) -> list[Ship]:
        return [ship for name in division.ships if (ship := self.ships[name]).structure < WRECK]

    def ashore(self, division: Division) -> bool:
        return "land" in division.traits

    def shape(self, division: Division) -> str:
        """Return the formation that counts."""
        return division.formation

    def sees(self, side: str, division: Division) -> int:
        return self.known[side].get(division.id, UNSEEN)

    def is_surprised(self, side: str) -> bool:
        return self.turn <= self.surprise.get(side, 0)

    def obeys(self, division: Division) -> bool:
        return not self.ashore(division) and bool(self.able(division))

    def apart(self, one: Division, other: Division) -> int:
        raise NotImplementedError

    def shut(self, one: Division, other: Division) -> bool:
        """Return whether the line between two divisions is blocked, for eyes and for lights."""
        raise NotImplementedError

    def night(self) -> bool:
        raise NotImplementedError

    def may_aim(self, division: Division, foe: Division) -> bool:
        raise NotImplementedError

    def conditions(self) -> None:
        """The weather turns, and sides are surprised."""
        for when, visibility in self.weather:
            if when == self.turn:
                self.visibility = visibility
                self.say("VisibilityChanged", visibility)
        for side in self.sides:
            if self.is_surprised(side):
                self.say("Surprised", side)

    # ------------------------------------------------------------------ ships detached and joined

    def orders_of_ships(self, side: str) -> Iterator[Order]:
        """Yield every ship that may be detached, every division that may join another."""
        ready = [one for one in self.of(side) if self.obeys(one) and not one.changed]
        for division in ready:
            if len(division.ships) > 1:
                yield from (("detach", ship.id) for ship in self.able(division))
        for one in ready:
            for other in ready:
                if one is not other and one.at == other.at and len(one.ships) + len(other.ships) <= cards.MOST_SHIPS:
                    yield "join", one.id, other.id

    def do_detach(self, ship: str) -> None:
        self.part(self.ships[ship], drift=False)

    def do_join(self, name: str, into: str) -> None:
        one, other = self.divisions.pop(name), self.divisions[into]
        for ship in one.ships:
            self.ships[ship].division = into
        other.ships += one.ships
        other.changed = True
        other.traits = tuple(dict.fromkeys((*other.traits, *one.traits)))
        for known in self.known.values():
            if name in known:
                known[into] = max(known.pop(name), known.get(into, UNSEEN))
        self.join_divisions(one, other)

    def join_divisions(self, one: Division, other: Division) -> None:
        """What else a division that joins brings with it."""

    def part(self, ship: Ship, drift: bool) -> Division:
        """Make a ship a division of her own, with the name the log gives it."""
        old = self.divisions[ship.division]
        event = self.expect_event("ShipDetached", ship=ship.id)
        self.say("ShipDetached", ship.id, old.id)
        self.same("a new division", True, event["new"] not in self.divisions)
        new = Division(
            id=event["new"],
            side=old.side,
            name=ship.name,
            at=old.at,
            formation="abreast",
            ships=[ship.id],
            traits=old.traits,
            evading=old.evading,
            smoking=old.smoking,
            moved=old.moved,
            formed=old.formed,
            changed=True,
            began=old.began,
            flag=ship.id,
            sheltering=old.sheltering,
            starlit=old.starlit,
            action=old.action,
            consulted=old.consulted,
            course=old.course,
            speed=old.speed,
            ran=old.ran,
            sped=old.sped,
            track=old.track,
        )
        old.ships.remove(ship.id)
        old.changed = True
        ship.division = new.id
        self.divisions[new.id] = new
        for known in self.known.values():
            if old.id in known:
                known[new.id] = known[old.id]
        self.part_ship(ship, old, new, drift)
        return new

    def part_ship(self, ship: Ship, old: Division, new: Division, drift: bool) -> None:
        """What else happens to a division a ship leaves."""
        if drift:
            self.adrift(new)

    def adrift(self, division: Division) -> None:
        """Put away everything that only a ship under way can do."""
        division.evading = division.smoking = False

    # ------------------------------------------------------------------ lights

    def orders_spotting(self, side: str) -> Iterator[Order]:
        """Searchlights and star shell."""
        if not self.night():
            return
        lit = {ship.lights for ship in self.ships.values()}
        for division in self.of(side):
            if self.ashore(division):
                continue
            near = [foe for foe in self.of(self.foe(side)) if not self.shut(division, foe)]
            for ship in self.able(division):
                for foe in near:
                    apart, known = self.apart(division, foe), self.sees(side, foe)
                    if known == self.sighted and apart <= self.searchlight and not ship.lights:
                        yield from (("light", ship.id, name) for name in foe.ships if name not in lit)
                    dim = UNSEEN < known < self.sighted and self.star_from <= apart <= self.star_to
                    if dim and self.options["star_shell"] and not ship.starred and self.can_star(ship):
                        yield "star", ship.id, foe.id

    def can_star(self, ship: Ship) -> bool:
        return True

    def do_light(self, ship: str, target: str) -> None:
        self.ships[ship].lights = target
        division = self.divisions[self.ships[ship].division]
        foe = self.foe(division.side)
        self.say("SearchlightUsed" if self.prefix == "NoF" else "Lit", ship, target)
        if not self.is_surprised(foe) and any(not self.shut(other, division) for other in self.of(foe)):
            self.known[foe][division.id] = self.sighted

    def do_star(self, ship: str, foe: str) -> None:
        self.ships[ship].starred = True
        found = self.d6(self.rules["star"], need=3) >= 3
        self.say("StarShellBurst", ship, foe, found)
        if found:
            self.known[self.ships[ship].side][foe] = self.sighted
            self.divisions[foe].starlit = True

    # ------------------------------------------------------------------ guns

    def reach(self, ship: Ship, target: Ship) -> int:
        raise NotImplementedError

    def gun_grade(self, ship: Ship, foe: Division) -> str:
        """Return the radar grade that counts for gunnery at a division."""
        return ship.card.radar

    def orders_gunnery(self, side: str) -> Iterator[Order]:
        """Yield every shot."""
        for division in self.of(side):
            for ship in self.able(division):
                if not ship.fired and not ship.starred:
                    yield from (("fire", ship.id, target.id) for target in self.targets(ship))

    def targets(self, ship: Ship) -> Iterator[Ship]:
        """Yield every enemy a ship may fire at."""
        division = self.divisions[ship.division]
        if ship.structure >= WRECK or ship.power < 1:
            return
        for foe in self.of(self.foe(ship.side)):
            if not self.may_aim(division, foe):
                continue
            if self.sees(ship.side, foe) == self.radar and self.gun_grade(ship, foe) not in cards.BLIND:
                continue
            for name in foe.ships:
                target = self.ships[name]
                razed = target.on_land and target.structure >= WRECK
                if not razed and self.apart(division, foe) <= self.reach(ship, target):
                    yield target

    def range_step(self, apart: int) -> int:
        raise NotImplementedError

    def shot_of(self, ship: Ship, target: Ship) -> tuple[int, Mods]:
        """Return the need of a shot, and what is added to its roll by rule."""
        division, foe = self.divisions[ship.division], self.divisions[target.division]
        apart, rules = self.apart(division, foe), self.rules
        need = 9 - cards.column(ship.power) + self.range_step(apart) + target.card.defence
        mods: Mods = Counter()
        if self.in_the_dark(target):
            mods[rules["night"]] -= 1
        if self.is_masked(ship, division, foe):
            big = ship.card.firepower > 5
            mods[rules["bow_big" if big else "bow_small"]] -= 2 if big else 1
        if foe.evading:
            mods[rules["target_evading"]] -= 2
        if division.evading:
            mods[rules["firer_evading"]] -= 1
        if ship.fire:
            mods[rules["on_fire"]] -= 1
        if self.shape(division) == "dispersed" and len(division.ships) > 1:
            mods[rules["dispersed"]] -= 1
        radar = self.gun_grade(ship, foe)
        if self.sees(ship.side, foe) == self.radar:
            mods[rules["blind"]] += cards.BLIND.get(radar, 0)
        elif radar == "F3" and self.far_for_radar(apart):
            mods[rules["ranging"]] += 1
        if not target.on_land:
            mods[rules["armour"]] += _penetration(ship.card.gun, target.card.defence)
            if target.card.size == "S":
                mods[rules["size"]] += {"M": -1, "L": -2, "H": -4}.get(ship.card.gun, 0)
        mods[rules["crowd"]] -= max(0, self.shots[target.id] - 2)
        self.more_at_shot(ship, division, foe, mods)
        return need, mods

    def far_for_radar(self, apart: int) -> bool:
        raise NotImplementedError

    def in_the_dark(self, target: Ship) -> bool:
        """Return whether the night protects a target: no fire, no beam on her, none of her own."""
        lit = any(ship.lights == target.id for ship in self.ships.values())
        return self.night() and not (target.fire or target.lights or lit)

    def is_masked(self, ship: Ship, division: Division, foe: Division) -> bool:
        """Return whether a ship fires bow or stern on."""
        raise NotImplementedError

    def more_at_shot(self, ship: Ship, division: Division, foe: Division, mods: Mods) -> None:
        """What else counts in one of the games."""

    def do_fire(self, name: str, mark: str) -> None:
        ship, target = self.ships[name], self.ships[mark]
        division = self.divisions[ship.division]
        need, mods = self.shot_of(ship, target)
        faces, total = self.roll(self.rules["fire"], mods, need, count=2)
        level = 0 if total < need or sum(faces) == 2 else min(3, 1 + (total - need) // 3)
        if not level and sum(faces) == 12 and need - sum(mods.values()) <= 15:
            level = 1
        result = ("miss", "light", "moderate", "heavy")[level]
        event = self.expect_event("GunsFired", ship=name, target=mark)
        apart = self.apart(division, self.divisions[target.division])
        rows = (event["result"], event.get("bands", event.get("hexes")))
        self.same("result of a shot", (result, apart), rows, event)
        if self.options["hidden_movement"] and self.sees(self.foe(ship.side), division) < self.radar:
            self.say("ShellsFell", target.side, mark, result)
        ship.fired = True
        self.shots[mark] += 1
        if not level:
            return
        fire = self.d6(self.rules["burning"], need=cards.FIRE_NEED[result]) >= cards.FIRE_NEED[result]
        flooded = False
        if result in cards.FLOOD_NEED and not target.on_land:
            flooded = self.d6(self.rules["flooding"], need=cards.FLOOD_NEED[result]) >= cards.FLOOD_NEED[result]
        if ship.card.gun == "S" and target.card.defence >= 4:
            level = 1
        self.hits.append(Hit(mark, level, int(flooded), fire))

    def close_gunnery(self) -> None:
        self.mark_hits()

    # ------------------------------------------------------------------ damage

    def mark_hits(self) -> None:
        """Mark all damage of the phase at once, then take off what sank and let wrecks drop out."""
        hits, self.hits = self.hits, []
        for hit in hits:
            ship = self.ships[hit.target]
            structure, flotation = hit.structure, hit.flotation
            if ship.on_land:
                flotation = 0
            elif ship.structure >= WRECK and hit.guns:
                if structure:
                    self.say("WreckHit", ship.id, structure)
                structure, flotation = 0, structure + flotation
            self.mark(ship, structure, flotation)
            if hit.fire and not ship.fire:
                ship.fire = True
                self.say("FireStarted", ship.id)
        if hits:
            self.clear_the_line()

    def mark(self, ship: Ship, structure: int, flotation: int) -> None:
        before = ship.structure, ship.flotation
        ship.structure, ship.flotation = min(WRECK, before[0] + structure), min(WRECK, before[1] + flotation)
        if (ship.structure, ship.flotation) != before:
            self.say("Damaged", ship.id, ship.structure, ship.flotation)
        if ship.structure >= WRECK > before[0] and ship.flotation < WRECK:
            self.say("PutOutOfAction", ship.id)

    def clear_the_line(self) -> None:
        for ship in self.ships.values():
            if not ship.gone and ship.flotation >= WRECK:
                self.sink(ship)
        for ship in self.ships.values():
            if not ship.gone and ship.structure >= WRECK and not ship.on_land:
                division = self.divisions[ship.division]
                if len(division.ships) > 1:
                    self.part(ship, drift=True)
                else:
                    self.adrift(division)

    def sink(self, ship: Ship) -> None:
        division = self.divisions[ship.division]
        division.ships.remove(ship.id)
        if not division.ships:
            del self.divisions[division.id]
        ship.gone, ship.lights, ship.fire = "sunk", "", False
        self.say("Sunk", ship.id)
        self.after_loss(division, ship)

    def after_loss(self, division: Division, ship: Ship) -> None:
        """What a division does that has lost a ship."""

    def damage_control(self) -> None:
        six = self.options["damage_control_six"]
        for ship in list(self.ships.values()):
            if ship.gone or not (ship.fire or (six and ship.flotation)):
                continue
            rule, out = self.rules["control"], cards.FIRE_OUT[self.nations[ship.side]]
            if ship.on_land:
                rule, out = self.rules["control_ashore"], 2
            face = self.d6(rule)
            if ship.fire and face <= out:
                ship.fire = False
                self.say("FireOut", ship.id)
            elif face == 6 and six and not ship.on_land:
                self._second_die(ship, self.d6(self.rules["six"]))
        self.clear_the_line()

    def _second_die(self, ship: Ship, face: int) -> None:
        """1 to 3 nothing; 4 or 5 structure if she burns; 6 flotation if she is flooded."""
        self.say("ControlFailed", ship.id)
        if face in (4, 5) and ship.fire and ship.structure < WRECK:
            self.mark(ship, 1, 0)
        if face == 6 and ship.flotation:
            self.mark(ship, 0, 1)

    # ------------------------------------------------------------------ torpedoes

    def bands_between(self, apart: int) -> int:
        """Return the distance in bands of 2,000 yards by which torpedoes are reckoned."""
        return apart

    def orders_torpedoes(self, side: str) -> Iterator[Order]:
        """Yield every launch."""
        for division in self.of(side):
            if not division.evading:
                for ship in self.able(division):
                    if not ship.launched:
                        yield from (("launch", ship.id, target.id) for target in self.launch_targets(ship))

    def launch_targets(self, ship: Ship) -> Iterator[Ship]:
        division = self.divisions[ship.division]
        if not ship.salvos or ship.level >= 3:
            return
        for foe in self.of(self.foe(ship.side)):
            near = self.bands_between(self.apart(division, foe)) < len(cards.SALVO_NEED[ship.card.torpedo])
            if near and self.may_aim(division, foe) and self.may_launch(division, foe):
                yield from (self.ships[name] for name in foe.ships)

    def may_launch(self, division: Division, foe: Division) -> bool:
        return True

    def running(self, kind: str, apart: int) -> int:
        """Turns a salvo runs."""
        raise NotImplementedError

    def salvo(self, ship: Ship, target: Ship) -> Salvo:
        division, foe = self.divisions[ship.division], self.divisions[target.division]
        apart, kind = self.apart(division, foe), ship.card.torpedo
        unseen = self.sees(foe.side, division) != self.sighted
        arrives = self.turn + self.running(kind, apart)
        return Salvo(ship.side, ship.id, target.id, kind, apart, arrives, foe.at, unseen, foe.course)

    def do_launch(self, name: str, mark: str) -> None:
        ship = self.ships[name]
        salvo = self.salvo(ship, self.ships[mark])
        ship.salvos -= 1
        ship.launched, ship.quiet = True, 0
        event = self.expect_event("TorpedoesLaunched", ship=name, target=mark)
        rows = (event["kind"], event.get("arrival", event.get("arrives")), event.get("bands", event.get("hexes")))
        self.same("a salvo", (salvo.kind, salvo.arrives, salvo.apart), rows, event)
        self.salvos.append(salvo)

    def close_torpedoes(self) -> None:
        due = [salvo for salvo in self.salvos if salvo.arrives <= self.turn]
        self.salvos = [salvo for salvo in self.salvos if salvo.arrives > self.turn]
        for salvo in due:
            self._arrive(salvo)
        self.mark_hits()

    def salvo_odds(self, salvo: Salvo) -> tuple[int, Mods]:
        """Return the need of a salvo, and what is added to its roll as its target stands now."""
        target, rules = self.ships[salvo.target], self.rules
        foe = self.divisions[target.division]
        mods: Mods = Counter()
        if foe.evading:
            mods[rules["salvo_evading"]] -= 3
        shape = self.shape(foe)
        mods[rules.get(f"salvo_{shape}", rules["salvo_formation"])] += self.torpedo_exposure(foe, shape)
        changed = -2 if self.ran_off(salvo, foe) else 0
        slow = 2 if target.knots <= 8 else 0
        mods[rules["salvo"]] += changed + slow + {"S": -1, "M": 0, "L": 1}[target.card.size] + salvo.unseen
        if salvo.ragged:
            mods[rules["ragged_salvo"]] -= 1
        return cards.SALVO_NEED[salvo.kind][self.bands_between(salvo.apart)], mods

    def torpedo_exposure(self, foe: Division, shape: str) -> int:
        """Return what its formation does to torpedoes at a division."""
        return cards.AGAINST_FORMATION[shape]

    def ran_off(self, salvo: Salvo, foe: Division) -> bool:
        raise NotImplementedError

    def _arrive(self, salvo: Salvo) -> None:
        target = self.ships[salvo.target]
        if target.gone:
            self.say("TorpedoesPassed", target.id)
            return
        need, mods = self.salvo_odds(salvo)
        faces, total = self.roll("TOR-H1", mods, need, count=2)
        hits = 0 if total < need or sum(faces) == 2 else 2 if total - need >= 4 else 1
        if not hits:
            self.say("TorpedoesPassed", target.id)
        for _ in range(hits):
            self._strike(salvo, target)

    def _strike(self, salvo: Salvo, target: Ship) -> None:
        duds = 3 if self.date[:7] <= "1943-07" else 1
        if salvo.kind in cards.DUD_KINDS and salvo.side == "USN" and self.d6("TOR-H6") <= duds:
            self.say("TorpedoDud", target.id)
            return
        face = min(6, self.roll("TOR-H7", {"TOR-H7": int(target.card.defence < 0)})[1])
        flotation = cards.SALVO_EFFECT[salvo.kind][target.card.size][face - 1]
        structure = int(face >= 5)
        self.say("TorpedoHit", target.id, flotation, structure)
        self.hits.append(Hit(target.id, structure, flotation, guns=False))

    # ------------------------------------------------------------------ the end of a turn and of the battle

    def turn_over(self) -> str:
        """Reload, put everything of this turn away. Returns why the battle is over, "" when it goes on."""
        for ship in self.ships.values():
            if ship.able and ship.card.reload and not ship.salvos and not ship.reloaded and not ship.loaded:
                ship.quiet = 0 if ship.fired or ship.launched else ship.quiet + 1
                if ship.quiet >= cards.RELOAD_TURNS:
                    ship.quiet, ship.reloaded, ship.salvos = 0, True, ship.card.salvos
                    self.say("TubesReloaded", ship.id, ship.salvos)
            ship.flashed = ship.fired
            ship.fired = ship.launched = ship.starred = False
            ship.lights = ""
        for division in self.divisions.values():
            division.starlit = False
        self.shots.clear()
        for side in self.sides:
            if not any(ship.able for ship in self.ships.values() if ship.side == side):
                return f"{side} has no able ship"
        return "the last turn" if self.turn >= self.length else ""

    def sink_wrecks(self) -> None:
        for ship in list(self.ships.values()):
            if not ship.gone and ship.structure >= WRECK and not ship.on_land:
                rule = self.rules["wrecks"]
                if self.roll(rule, {rule: ship.flotation + ship.fire}, need=6)[1] >= 6:
                    self.sink(ship)

    def value(self, ship: Ship) -> int:
        """Return what a ship is worth to the enemy: a share of her points, halves up, or all of it."""
        if ship.gone == "sunk":
            return ship.card.pv
        return cards.half_up(ship.card.pv * cards.SHARES[ship.level][0], cards.SHARES[ship.level][1])

    def points(self) -> dict[str, int]:
        """Return both sides' points now."""
        return {
            side: self.handicap[side] + sum(self.value(ship) for ship in self.ships.values() if ship.side != side)
            for side in self.sides
        }

    def finish(self) -> None:
        """The game is over: who has won by the ratio, a handicap counting no more than what was earned."""
        points = self.points()
        a, b = self.sides
        best, other = (a, b) if points[a] >= points[b] else (b, a)
        grade = cards.grade(points[best], points[other])
        if grade:
            earned = points[best] - self.handicap[best]
            fair = cards.grade(earned + min(earned, self.handicap[best]), points[other])
            grade = max(1, min(grade, fair))
        name = ("Draw", "Marginal victory", "Substantial victory", "Decisive victory")[grade]
        self.say("GameEnded", best if grade else "", f"{name}: {self.titles[best]}" if grade else name)
        self.over = True


def _nothing() -> None:
    """Do nothing."""


def _penetration(gun: str, defence: int) -> int:
    if gun == "S":
        return -2 if defence >= 4 else -1 if defence >= 2 else 0
    return -1 if gun == "M" and defence >= 4 else 0


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list | tuple) else value
