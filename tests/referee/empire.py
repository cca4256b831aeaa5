"""Battles for Empire: every order, conduct die, volley, jam, round of melee, recoil, and the victory, recomputed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.referee import empire_orders as orders
from tests.referee.empire_orders import GUNS, RANGES
from tests.referee.field import CLOSE, MASSES, Contact, Field, Unit, muster
from tests.referee.land import COVER, SIDE_COVER, away, beside
from tests.referee.record import Event, Game

CONDUCT = {  # below 1, 1 to 6, 7 and more: hexes on foot / mounted, f falter, r recoil
    "BR": (
        "2/4 2/4 3/5 3/5 3/5 3/5 4/6 4/6",
        "f 0/0 1/3 2/4 2/4 3/5 3/5 3/5",
        "r4/6 r2/4 f 0/0 1/3 2/4 2/4 3/5",
    ),
    "CR": (
        "0/0 1/3 2/4 2/4 3/5 3/5 3/5 3/5",
        "r2/4 f 0/0 1/3 1/3 2/4 2/4 3/5",
        "r6/8 r4/6 r2/4 f 0/0 1/3 2/4 2/4",
    ),
    "DV": (
        "0/0 1/2 2/4 3/5 3/5 4/6 4/6 5/8",
        "f 0/0 1/2 2/4 2/4 3/5 3/5 4/6",
        "r4/6 r2/4 f 0/0 1/3 2/4 2/4 3/5",
    ),
    "ZU": (
        "1/1 2/2 3/3 4/4 4/4 4/4 4/4 6/6",
        "f 0/0 1/1 2/2 2/2 4/4 4/4 5/5",
        "r4/4 r2/2 f 0/0 1/1 2/2 3/3 4/4",
    ),
    "PA": (
        "1/3 1/3 2/4 2/4 3/5 3/5 4/6 5/7",
        "r2/4 f 0/0 0/0 2/4 2/4 3/5 4/6",
        "r4/6 r4/6 r2/4 f 0/0 1/3 2/4 3/5",
    ),
    "BO": (
        "1/3 1/3 2/5 2/5 2/5 2/5 3/6 3/6",
        "r4/6 r2/4 0/0 0/0 1/3 1/3 2/5 2/5",
        "r4/8 r4/8 r2/6 f 0/0 1/3 2/5 2/5",
    ),
}
COLUMNS = ("bold", "unsure", "shaken")
STANDS = {"line": 4, "column": 1, "skirmish": 4, "square": 2, "mass": 2, "deep": 1, "stand": 1}
MELEE_DICE = {"column": 2, "deep": 2, "square": 3}
GRADES = (("Decisive", Fraction(1, 3)), ("Substantial", Fraction(2, 3)), ("Marginal", Fraction(99)))


def check(game: Game) -> None:
    """Check every order of a game: whether it was legal, whether all legal ones were offered, and its effects."""
    field = muster(game)
    for step in game.steps:
        order, side = step["order"], step["actor"]
        judge = Judge(game, field, order, step["events"])
        rows = tuple(value for key, value in order.items() if key not in ("type", "side"))
        phase = orders.FOLLOWING if field.asked else field.phase
        for verb, rule in orders.BY_PHASE.get(phase, {}).items():
            mine, offered = set(rule(field, side)), step["offers"].get(verb, set())
            event = {"turn": field.turn} | order
            game.expect(f"orders to {verb}", (set(), set()), (mine - offered, offered - mine), event)
            if verb == order["type"]:
                game.expect("a legal order", True, rows in mine, event)
        judge.run()


def hits(event: Event, need: int) -> int:
    """Return the dice of a pool that make a need."""
    return sum(face >= need for face in event["faces"])


def modifier_total(event: Event) -> int:
    return sum(term["value"] for term in event["breakdown"]["modifiers"])


class Judge:
    """One order and its events."""

    def __init__(self, game: Game, field: Field, order: dict[str, Any], events: list[Event]) -> None:
        self.game, self.field, self.order, self.events = game, field, order, events
        self.unit = field.units.get(order.get("unit", ""))
        self.target = field.units.get(order.get("target", ""))

    def run(self) -> None:
        kind = self.order["type"]
        before = {
            "conduct": self.conduct,
            "fire": self.check_shot,
            "rapid": self.check_shot,
            "fight": self.melee,
            "move": self.move,
            "charge": self.charge,
            "follow": self.answer,
            "stay": self.answer,
        }.get(kind)
        after = before() if before else iter(())
        next(after, None)
        self.drill()
        for event in self.events:
            self.event(event)
            self.field.happen(event)
        next(after, None)

    def rolls(self, *rules: str) -> list[Event]:
        return [event for event in self.events if event["type"] == "Rolled" and event["rule"] in rules]

    def expect(self, what: str, mine: object, result: object) -> None:
        self.game.expect(what, mine, result, {"turn": self.field.turn} | self.order)

    def event(self, event: Event) -> None:
        """Check what may come with any order: initiative, leaders, recoils, the end."""
        field, kind = self.field, event["type"]
        if kind == "InitiativeWon":
            dice = [roll["faces"][0] for roll in self.rolls("BFE-PUB-30")]
            one, two = field.sides
            won = one if dice[0] > dice[1] else two if dice[1] > dice[0] else field.foe(field.first)
            self.game.expect("initiative", won, event["side"], event)
        elif kind == "Recoiled":
            self.check_recoil(event)
        elif kind in ("LeaderFell", "MuleLost") and event["rule"] in ("BFE-LDR-H3", "BFE-RAP-H5"):
            self.game.expect(
                "who is in danger falls on a 6", True, any(6 in r["faces"] for r in self.rolls(event["rule"])), event
            )
        elif kind == "GameEnded":
            self.check_end(event)

    # ------------------------------------------------------------------ movement

    def drill(self) -> None:
        """Pay for orders whose events do not tell what they cost."""
        field, unit, kind = self.field, self.unit, self.order["type"]
        if unit is None:
            return
        if kind == "form":
            form = self.order["formation"]
            unit.allowance -= orders.form_cost(unit, form)
            if unit.single:
                unit.limbered = form == "limbered"
                unit.moved += 1
            else:
                wide = {form, unit.formation} == set(MASSES)
                unit.formed_skirmish = form == "skirmish"
                unit.moved_further = unit.formed_skirmish and (unit.moved > 0 or unit.turned)
                unit.formation, unit.ground = form, False
                if form == "square":
                    unit.allowance = min(unit.allowance, 1)
                if unit.family == "native" and not wide:
                    field.in_hand = ""
            unit.turned = True
        elif kind == "face":
            unit.allowance -= orders.turn_cost(unit, self.order["facing"])
            unit.facing, unit.ground = self.order["facing"], False
            pivot = unit.single and not unit.limbered
            unit.pivoted, unit.turned = unit.pivoted or pivot, unit.turned or not pivot
            unit.moved_further = unit.moved_further or unit.formed_skirmish
        elif kind in ("mount", "dismount"):
            unit.mounted = kind == "mount"
            unit.allowance -= 2
            unit.turned = True
            unit.formation = next(form for form in unit.card["forms"] if (form == "mounted") == unit.mounted)
            unit.ground = unit.ground and not unit.mounted
        elif kind == "ground":
            unit.ground, unit.allowance = True, 0
            field.in_hand = ""

    def move(self) -> Iterator[None]:
        assert self.unit is not None
        places = orders.march(self.field, self.unit)
        yield
        self.way(places, self.order["hex"])
        if self.unit.lost:
            self.field.in_hand = ""

    def way(self, places: dict[tuple[int, int], int], end: int) -> None:
        for event in self.events:
            if event["type"] == "Moved" and event["path"][-1] == end:
                cost = min(places.get((end, facing), 99) for facing in (-1, event["facing"]))
                self.expect(
                    "cost of a move", max(cost, event["cost"] if self.order["type"] == "charge" else 0), event["cost"]
                )
                steps = zip(event["path"], event["path"][1:], strict=False)
                self.expect("a way from hex to hex", True, all(away(a, b) == 1 for a, b in steps))

    def charge(self) -> Iterator[None]:
        unit, target, field = self.unit, self.target, self.field
        assert unit is not None and target is not None
        ends = orders.charge_ends(field, unit, target)
        camels = orders.camelry(field, target)
        markers, was, facing = list(field.markers), unit.hex, unit.facing
        field.in_hand = ""
        yield
        made = [event for event in self.events if event["type"] == "Charged"]
        if field.markers == markers:
            self.expect("a charge arrives", 1, len(made))
        for event in made:
            _, _, cost, moved, h, end = ends[0]
            if not moved:  # no event tells the turn and the cost of closing from the next hex
                unit.moved, unit.turned, unit.facing = unit.moved + cost, unit.turned or end != facing, end
                unit.ground = False
                unit.moved_further = unit.moved_further or unit.formed_skirmish
            best = [each for each in ends if each[:4] == ends[0][:4]]
            self.expect(
                "where a charge ends", True, unit.hex in {each[4] for each in best} and (moved or unit.hex == was)
            )
            self.expect("where a charge strikes", field.aspect(target, unit.hex), event["flank"])
            self.expect("camelry charged is Shaken at once", True, target.shaken or not camels)
            self.expect(
                "who tells that camelry was charged", camels, any(e["type"] == "CamelryShaken" for e in self.events)
            )

    # ------------------------------------------------------------------ conduct

    def conduct(self) -> Iterator[None]:
        unit, field = self.unit, self.field
        assert unit is not None
        hidden = next((h for _, h, name in field.markers if name == unit.id), 0)
        unit.hex = unit.hex or hidden  # it rises first
        noted = next(event for event in self.events if event["type"] == "ConductRolled")
        rolled = self.rolls("BFE-CON-H1")
        busy = field.is_engaged(unit)
        was_shaken, leaves = unit.shaken, field.may_leave(unit)
        if unit.single and not unit.shaken:
            self.expect("a gun rolls only when Shaken", ([], "no die"), (rolled, noted["result"]))
            allowed, cell = 0 if busy else self.pace(unit), "0/0"
        else:
            column = "shaken" if unit.shaken else "unsure" if 2 * unit.kills >= field.limit(unit) else "bold"
            self.expect("added to the conduct die", self.nerve(unit), modifier_total(rolled[0]))
            total = rolled[0]["faces"][0] + self.nerve(unit)
            cell = CONDUCT[unit.card["chart"]][COLUMNS.index(column)].split()[min(7, max(0, total))]
            self.expect("conduct", (column, total), (noted["column"], noted["total"]))
            allowed = self.movement_allowed(unit, cell) if not busy or leaves else 0
        self.expect("hexes of a conduct die", allowed, noted["allowance"])
        held = noted["result"] == "no die" or (cell[0] not in "rf" and (not busy or allowed > 0))
        field.in_hand = unit.id if held else ""
        yield
        kinds = {event["type"] for event in self.events}
        self.expect("falters", cell == "f", "Faltered" in kinds)
        self.expect("rallies", was_shaken and cell[0] not in "rf", "Rallied" in kinds)
        self.expect("recoils", cell[0] == "r", bool(kinds & {"Recoiled", "NoWayBack"}))
        self.expect("Shaken by its conduct", True, unit.shaken or cell[0] not in "rf")

    def pace(self, unit: Unit) -> int:
        return (unit.card["limbered"] or 3) if unit.limbered else 1

    def movement_allowed(self, unit: Unit, cell: str) -> int:
        if cell[0] in "rf":
            return 0
        foot, mounted = map(int, cell.split("/"))
        if unit.single:
            return min(self.pace(unit), foot)
        hexes = mounted if unit.mounted else foot
        if unit.formation == "square":
            return min(hexes, 1)
        if self.field.inner(unit):
            return min(hexes, 2)
        road = unit.formation == "column" and hexes and self.field.land.ground[unit.hex] == "road"
        return hexes + bool(road)

    def nerve(self, unit: Unit) -> int:
        """Return what is added to a conduct die."""
        field, land = self.field, self.field.land
        led = [
            leader.rating
            for leader in field.leaders.values()
            if leader.side == unit.side and leader.hex and not leader.gone
            if leader.command == unit.command or leader.rating > 1
            if away(leader.hex, unit.hex) <= 4 and land.can_see(leader.hex, unit.hex)
        ]
        total = max(led, default=0)
        total += {"elite": 1, "brittle": -1}.get(unit.card["grade"], 0)
        if unit.formation == "skirmish" and field.is_engaged(unit) and land.ground[unit.hex] in ("open", "road"):
            total -= 2
        total += land.is_sheltered(unit.hex)
        last = [h for h, turn, side in field.fallen if side == unit.side and turn == field.turn - 1]
        total -= any(away(h, unit.hex) <= 2 for h in last)
        shocked = [one for one in field.leaders.values() if one.command == unit.command and one.shocked == field.turn]
        return total - bool(shocked)

    # ------------------------------------------------------------------ fire

    def check_shot(self) -> Iterator[None]:
        unit, target, field = self.unit, self.target, self.field
        assert unit is not None and target is not None
        rapid, closing = self.order["type"] == "rapid", field.is_engaged(unit)
        hexes, need = away(unit.hex, target.hex), self.need(unit, target)
        fired, second_throw = self.rolls("BFE-FIR-H2", "BFE-13.8-3")[0], self.rolls("BFE-13.8-4", "BFE-14.1-2")
        result = fired["breakdown"]
        machine, gun = unit.card["arm"] == "mg", unit.card["arm"] == "gun"
        self.expect("dice of a shot", self.dice(unit, target, rapid, closing, hexes), result["count"])
        self.expect("need of a shot", need, result["need"] - modifier_total(fired))
        made = hits(fired, need)
        checked = machine or rapid
        self.expect(
            "misses thrown again", result["count"] - made if checked else 0, sum(len(e["faces"]) for e in second_throw)
        )
        second = second_throw[0]["faces"] if second_throw else []
        bad = 1 in second or (1 in fired["faces"] and field.on["any_one_jams" if machine else "any_one_empties"])
        if checked and field.on["rerolls_score"] and second_throw:
            made += hits(second_throw[0], need)
        tube = gun and unit.card["weapon"] == "RKT" and sorted(fired["faces"]) == [1, 1]
        if (machine and bad) or tube:
            made = 0
        kills = made
        if gun:
            kills = 0 if unit.card["weapon"] == "RKT" else made if hexes <= 2 else max(0, made - 1)
        shakes = made >= (2 if field.on["shaken_at_two"] else 1)
        total = target.kills + kills
        lost = total >= field.limit(target) if kills else False
        shaken = target.shaken or (shakes and not lost)
        low = unit.low or (rapid and bad)
        guests = [
            one for one in field.leaders.values() if one.side == target.side and one.hex == target.hex and not one.gone
        ]
        mules = [
            one for one in field.mules.values() if one.side == target.side and one.hex == target.hex and not one.gone
        ]
        again = unit.formation == "square" and not unit.aimed and not closing
        unit.aimed, unit.fired = (target.id, False) if again else (unit.aimed, True)
        yield
        volley = [event["hits"] for event in self.events if event["type"] == "VolleyFired"]
        self.expect("hits of a shot", [] if tube else [made], volley)
        self.expect(
            "Kills, Shaken and loss of a target",
            (total, shaken, lost),
            (target.kills, target.shaken, bool(target.lost)),
        )
        self.expect("a jam", machine and bad, any(event["type"] == "GunJammed" for event in self.events))
        self.expect("low on ammunition", low, unit.low)
        self.expect("a tube that bursts", tube, bool(unit.lost))
        stopped = closing and made >= (1 if field.on["closing_stop_one"] else 2) and not lost
        self.expect("a charger is stopped", stopped, any(event["type"] == "ChargerStopped" for event in self.events))
        if stopped:
            self.expect("a stopped charger is in no contact", False, field.is_engaged(target))
        self.expect("leaders in danger", len(guests) if kills >= 3 else 0, len(self.rolls("BFE-LDR-H3")))
        self.expect("mules in danger", len(mules) if kills >= 3 else 0, len(self.rolls("BFE-RAP-H5")))

    def dice(self, unit: Unit, target: Unit, rapid: bool, closing: bool, hexes: int) -> int:
        if unit.card["arm"] == "mg":
            return int(self.order["dice"])
        if unit.card["arm"] == "gun":
            stands = next(dice for last, dice in GUNS[unit.card["weapon"]] if hexes <= last)
        else:
            stands = 4 if unit.mounted else STANDS[unit.formation]
            halves = (orders.clear(self.field, unit, target.hex) == 0.5) + orders.stance(self.field, unit)[2]
            for _ in range(halves + bool(unit.card["mixed"])):
                stands = max(1, stands // 2)
        if rapid:
            stands = stands * 3 // 2 if self.field.on["rapid_half_more"] else 2 * stands
        return max(1, stands // 2) if closing else stands

    def need(self, unit: Unit, target: Unit) -> int:
        field = self.field
        card = orders.weapon_card(unit)
        weapon, rate = card["weapon"], 3 if unit.mounted else card["rate"]
        hexes = away(unit.hex, target.hex)
        add = 2 - rate - (unit.mounted and card["rate"] == 3)
        if weapon in RANGES:
            close, effective, _ = RANGES[weapon]
            add += 1 if hexes <= close else 0 if hexes <= effective else -1
            add += weapon == "MGM"
        add -= orders.stance(field, unit)[1]
        add -= (2 if field.on["low_fire_two"] else 1) if unit.low else 0
        add -= unit.shaken and not field.on["shaken_unhindered"]
        add -= bool(unit.disordered)
        add -= self.cover(unit, target)
        add += target.formation != "skirmish" and field.aspect(target, unit.hex) != "front"
        return min(6, max(2, (6 if weapon == "RKT" else 5) - add))

    def cover(self, unit: Unit, target: Unit) -> int:
        land = self.field.land
        gives = [0, COVER.get(land.ground[target.hex], 0)]
        gives.append(int(target.formation == "skirmish" or target.single or target.ground))
        gives.append(SIDE_COVER.get(land.wall_towards(target.hex, unit.hex), 0))
        gives.append(int(land.high(target.hex) > land.high(unit.hex)))
        return max(gives)

    # ------------------------------------------------------------------ melee

    def strikes(self, defender: Unit) -> list[tuple[Unit, list[Unit], int, int]]:
        """Return the rolls of a round: who, at whom, dice, need."""
        field, found, on_front = self.field, [], 0
        contacts = [contact for contact in field.contacts if contact.defender == defender.id]
        for contact in contacts:
            unit = field.units[contact.attacker]
            dice = self.own_dice(unit)
            if defender.formation != "square" and field.aspect(defender, unit.hex) == "front":
                dice = min(dice, 2) if on_front else dice
                on_front += 1
            found.append((unit, [defender], dice, self.melee_need(unit, [defender], contact)))
        foes = [field.units[contact.attacker] for contact in contacts]
        groups = [[foe] for foe in foes] if defender.formation == "square" else [foes]
        for group, contact in zip(groups, contacts, strict=False):
            found.append((defender, group, self.own_dice(defender), self.melee_need(defender, group, contact)))
        return found

    def own_dice(self, unit: Unit) -> int:
        if unit.single:
            return 1
        dice = MELEE_DICE.get(unit.formation, 4)
        attacks = any(contact.attacker == unit.id for contact in self.field.contacts)
        attacked = any(contact.defender == unit.id for contact in self.field.contacts)
        return max(1, dice // 2) if attacks and attacked else dice

    def melee_need(self, unit: Unit, foes: list[Unit], contact: Contact) -> int:
        field = self.field
        attacks = contact.attacker == unit.id
        need = 6 if unit.single else int(unit.card["melee"])
        need += unit.low
        need += unit.shaken and not field.on["shaken_unhindered"]
        need += bool(unit.disordered)
        need += unit.formation == "skirmish" and any(foe.formation in (*CLOSE, *MASSES) for foe in foes)
        need += attacks and any(self.is_behind_wall(foe, unit) for foe in foes)
        need += not attacks and any(field.aspect(unit, foe.hex) != "front" for foe in foes)
        if attacks and not contact.rounds and unit.card["impetus"]:
            need -= unit.mounted or unit.card["arm"] not in ("horse", "camel")
        need += 2 * (unit.mounted and any(foe.formation == "square" for foe in foes))
        need += unit.ground and not attacks and not contact.rounds
        return min(6, max(2, need))

    def is_behind_wall(self, unit: Unit, against: Unit) -> bool:
        land = self.field.land
        return land.ground[unit.hex] == "buildings" or land.wall_towards(unit.hex, against.hex) in ("wall", "laager")

    def melee(self) -> Iterator[None]:
        field, defender = self.field, self.unit
        assert defender is not None
        throws, taken, given, again = self.strikes(defender), 0, 0, {}  # type: ignore[var-annotated]
        foes = [field.units[c.attacker] for c in field.contacts if c.defender == defender.id]
        rolled = self.rolls("BFE-MEL-H1", "BFE-LDR-H2")
        losses = {foe.id: 0 for foe in foes}
        for unit, at, dice, need in throws:
            event = rolled.pop(0)
            self.expect("melee dice and need", (dice, need), (len(event["faces"]), event["breakdown"]["need"]))
            made = hits(event, need)
            led = any(x.side == unit.side and x.hex == unit.hex and not x.gone for x in field.leaders.values())
            if led and made < dice and not again.get(unit.id):
                again[unit.id] = 1
                self.expect(
                    "a leader's miss thrown again", ("BFE-LDR-H2", 1), (rolled[0]["rule"], len(rolled[0]["faces"]))
                )
                made += hits(rolled.pop(0), need)
            if unit is defender:
                given += made
                for place, foe in enumerate(at):
                    losses[foe.id] += made // len(at) + (place < made % len(at))
            else:
                taken += made
        self.expect("no more melee dice", 0, len(rolled))
        kills = {unit.id: unit.kills for unit in (defender, *foes)}
        shaken = {unit.id: unit.shaken for unit in (defender, *foes)}
        walls = (
            all(self.is_behind_wall(defender, foe) for foe in foes),
            {foe.id: self.is_behind_wall(foe, defender) for foe in foes},
        )
        yield
        noted = next(event for event in self.events if event["type"] == "MeleeFought")
        self.expect("Kills of a melee", (given, taken), (noted["given"], noted["taken"]))
        lost_it = "drawn" if given == taken else "the charged unit loses" if taken > given else "the attackers lose"
        self.expect("who loses a melee", lost_it, noted["result"])
        stay = [foe for foe in foes if not foe.lost or foe.lost == "captured"]
        gun = (
            defender.single and taken > given and any(kills[foe.id] + losses[foe.id] < field.limit(foe) for foe in foes)
        )
        struck = {defender.id: 0 if gun else taken, **losses}
        for unit in (defender, *foes):
            trapped = sum(e["type"] == "NoWayBack" and e["unit"] == unit.id for e in self.events)
            self.expect("Kills after a melee", kills[unit.id] + struck[unit.id] + trapped, unit.kills)
            beaten = taken > given if unit is defender else given > taken
            if unit.lost or not beaten:
                self.expect("who was not beaten stands", True, bool(unit.lost) or unit.shaken == shaken[unit.id])
                continue
            opponents = stay if unit is defender else [defender]
            if not any(other.here for other in opponents):
                continue
            self.expect("the loser of a melee is Shaken", True, unit.shaken)
            holds = unit.formation == "square" or (walls[0] if unit is defender else walls[1][unit.id])
            went = [e for e in self.events if e["type"] in ("Recoiled", "NoWayBack") and e["unit"] == unit.id]
            self.expect("the loser gives way", not (holds and not shaken[unit.id]), bool(went))
        if gun:
            self.expect("a gun that loses is taken", "captured", defender.lost)

        if field.on["followup"]:
            self.check_follow_up(defender, foes, beaten=defender if taken > given else None)

    def check_follow_up(self, defender: Unit, foes: list[Unit], beaten: Unit | None) -> None:
        """Check who goes into the hex a loser left: the first native at once, else the Empire's side is asked."""
        victors = foes if beaten else [defender]
        went = [e for e in self.events if e["type"] == "Moved" and e["rule"] == "BFE-MEL-H9"]
        for event in self.events:
            if event["type"] != "Recoiled":
                continue
            able = orders.able_to_follow(self.field, [unit.id for unit in victors], event["path"][0])
            able = [name for name in able if self.field.units[name].family in ("imperial", "colonial")]
            followed = any(e["path"][-1] == event["path"][0] for e in went)
            if able and not followed:
                self.field.asked.append((event["path"][0], able))

    def answer(self) -> Iterator[None]:
        h, _ = self.field.asked.pop()
        yield
        assert self.unit is None or self.order["type"] == "follow"
        moved = [(e["unit"], e["path"][-1]) for e in self.events if e["type"] == "Moved"]
        self.expect("who follows", [(self.unit.id, h)] if self.unit else [], moved)

    def check_recoil(self, event: Event) -> None:
        """Check how far and where a unit falls back."""
        field, unit = self.field, self.field.units[event["unit"]]
        path, enemy = event["path"], field.nearest_foe(unit, unit.hex)
        if self.order["type"] == "conduct":
            noted = next(e for e in self.events if e["type"] == "ConductRolled")
            most = int(noted["result"].split()[-1])
        else:  # its own Shaken mark may be fresh: whoever was Shaken before says so
            fresh = any(e["type"] == "BecameShaken" and e["unit"] == unit.id for e in self.before(event))
            most = (4 if unit.mounted else 2) if fresh else (6 if unit.mounted else 4)
        self.game.expect("hexes of a recoil", True, 1 < len(path) <= most + 1, event)
        for here, there in zip(path, path[1:], strict=False):
            back = away(there, enemy) > away(here, enemy) and there in self.steps_back(unit, here)
            self.game.expect("a step back", True, back, event)
        self.game.expect("room where a recoil ends", True, field.room(unit, path[-1]), event)
        if len(path) <= most:
            on = [h for h in self.steps_back(unit, path[-1]) if away(h, enemy) > away(path[-1], enemy)]
            passing = any(field.at(h) for h in on)  # the straightest way may lead to where it cannot stay
            self.game.expect("a recoil cut short", True, passing or not on, event)

    def before(self, event: Event) -> list[Event]:
        return self.events[: self.events.index(event)]

    def steps_back(self, unit: Unit, here: int) -> list[int]:
        field, kind = self.field, orders.mover(unit)
        found = []
        for direction in range(6):
            there = beside(here, direction)
            passable = all(o.side == unit.side and o.formation in ("skirmish", "stand") for o in field.at(there))
            marked = any(at == there and side != unit.side for side, at, _ in field.markers)
            if field.land.step(kind, here, there) is not None and passable and not marked:
                found.append(there)
        return found

    # ------------------------------------------------------------------ the end

    def check_end(self, event: Event) -> None:
        """Check who has won, and how well."""
        field, game = self.field, self.game
        one, two = field.sides
        lost = {side: self.points(side) for side in field.sides}
        limit = dict(field.special("break"))
        broken = [
            s
            for s in field.sides
            if lost[s] >= limit[s] or not any(u.side == s and not u.lost for u in field.units.values())
        ]
        gone = {s: sum(u.lost == "unitexited" for u in field.units.values() if u.side == s) for s in field.sides}
        shares = lost[one] * limit[two], lost[two] * limit[one]
        by_share = "" if shares[0] == shares[1] else one if shares[0] < shares[1] else two
        winner, graded = by_share, bool(by_share)
        exits = [side for side, number in field.special("exit") if gone[side] >= max(1, number)]
        held = [s for s, n in field.special("hold") if self.holders(s) >= max(1, n)]
        if exits:
            winner, graded = exits[0], True
        elif len(broken) == 1:
            winner, graded = field.foe(broken[0]), True
        elif not broken and held:
            winner, graded = held[0], False
        elif not broken and field.special("last"):
            winner, graded = field.special("last")[0][0], True
        for name, _ in field.special("keep"):
            if name in field.units and field.units[name].lost == "captured":
                winner, graded = field.foe(field.units[name].side), True
        result = event.get("outcome", event)
        game.expect("who has won", winner, result["winner"], event)
        if winner and graded:
            part = Fraction(lost[winner], limit[winner])
            place = next(k for k, (_, below) in enumerate(GRADES) if part < below)
            place -= place > 0 and any(field.units[name].side == winner for name in field.dared)
            game.expect("grade of a victory", GRADES[place][0], result["title"].split()[0], event)
        game.expect("half points", {side: lost[field.foe(side)] for side in field.sides}, game.scores, event)

    def holders(self, side: str) -> int:
        places = self.field.land.objectives.get(side, set())
        return sum(unit.hex in places for unit in self.field.of(side))

    def points(self, side: str) -> int:
        gone = [u for u in self.field.units.values() if u.side == side and u.lost in ("destroyed", "captured")]
        return sum(1 if unit.single else 2 for unit in gone)
