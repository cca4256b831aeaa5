"""The solitaire chart of Nights of Fury: what it orders, and what it has a side fire, launch and light."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tests.referee.night import cards
from tests.referee.night.core import WRECK, Division, Mods, Night, Ship
from tests.referee.record import Order

ACTIONS = ("close", "hold", "increase", "evade", "disengage")  # the rows: 3 or less, 4-5, 6, 7-8, 9 or more
ENDS = (3, 5, 6, 8)
NATION = {"IJN": -1, "USN": 0}
LAUNCHES_AT = {"IJN": 10, "USN": 9}
OWN_END = {"IJN": 10, "USN": 1}


class Chart(Night):
    """A side under the chart."""

    def is_charted(self, side: str) -> bool:
        return bool(self.options[f"chart_{side}"])

    def need(self, division: Division) -> int:
        raise NotImplementedError

    def owes(self, side: str) -> bool:
        """Return a side under the chart does all it says before it ends a phase."""
        return self.phase == "campaign" or (self.is_charted(side) and self.has_order(side))

    # ------------------------------------------------------------------ phase 1

    def consultations(self, side: str) -> Iterator[Order]:
        """Yield the first division for which the chart has not been consulted."""
        for division in self.of(side):
            if self.obeys(division) and not division.consulted:
                yield "consult", division.id
                return

    def in_contact(self, side: str) -> list[Division]:
        """Return enemy divisions of ships in contact that can still fight or run."""
        foes = self.of(self.foe(side))
        return [foe for foe in foes if self.sees(side, foe) and self.obeys(foe)]

    def nearest(self, division: Division) -> int | None:
        return min((self.apart(division, foe) for foe in self.in_contact(division.side)), default=None)

    def land_target(self, side: str) -> Division | None:
        """Return the enemy's land target that still stands."""
        return next((foe for foe in self.of(self.foe(side)) if self.ashore(foe) and self.able(foe)), None)

    def _land_in_battle(self, side: str) -> bool:
        return any(self.ashore(foe) for foe in self.of(self.foe(side)))

    def _bombarding(self, division: Division) -> bool:
        there = self.land_target(division.side) is not None or not self._land_in_battle(division.side)
        return "bombardment" in division.traits and there

    def _near_land(self, division: Division) -> bool:
        target = self.land_target(division.side)
        return "bombardment" in division.traits and target is not None and self.apart(division, target) <= 4

    def do_consult(self, name: str) -> None:
        division = self.divisions[name]
        alone = self._detach_cripples(division)
        division.consulted = True
        action, total, row = alone or self._consult(division)
        division.action = action
        self.say("ChartConsulted", name, action, total, row)
        self._take_formation(division)

    def _detach_cripples(self, division: Division) -> tuple[str, int, int] | None:
        """Roll for each ship with Heavy damage; on 9 or more she detaches, or turns for home alone."""
        for ship in self.able(division):
            if ship.level < 3:
                continue
            left = len(self.able(division)) > 1
            if not left and division.action == "disengage":
                continue
            _, total = self.roll("AI-12", {"AI-12": 4, "AI-H3": NATION[self.nations[division.side]]}, need=9)
            if total < 9:
                continue
            if not left:
                division.traits = ()
                return "disengage", 0, -1
            new = self.part(ship, drift=False)
            new.action, new.consulted, new.traits = "disengage", True, ()
            self.say("ChartConsulted", new.id, "disengage", 0, -1)
            self._take_formation(new)
        return None

    def _consult(self, division: Division) -> tuple[str, int, int]:
        """Return (action, total of the roll, row of the chart); row -1 without a roll."""
        side = division.side
        bombarded = "bombardment" in division.traits and not self._bombarding(division)
        if bombarded:
            return "disengage", 0, -1
        sighted = any(self.sees(side, foe) and not self.ashore(foe) for foe in self.of(self.foe(side)))
        safe = False
        if division.action == "disengage":
            safe = division.at == OWN_END[side] or not sighted
            if not safe:
                return "disengage", 0, -1
            self.say("SafetyReached", division.id, division.at)
        if not safe and self.nearest(division) is None:
            return "hold" if self._near_land(division) else "close", 0, -1
        mods = self._chart_mods(division)
        _, total = self.roll("AI-H1", mods)
        row = sum(1 for end in ENDS if total > end)
        action = ACTIONS[row]
        if self.options["runs_press_on"]:
            if "run" in division.traits and action in ("hold", "increase"):
                return "close", total, row
            if action == "close" and self._near_land(division):
                return "hold", total, row
        return action, total, row

    def _chart_mods(self, division: Division) -> Mods:
        side = division.side
        able = self.able(division)
        worst = min(3, max((ship.level for ship in able), default=0))
        mods: Mods = {"AI-H2": 0, "AI-10": 0, "BASE-1": 0, "AI-H3": NATION[self.nations[side]]}
        if worst == 3:
            mods.update({"AI-10": 4} if self.options["heavy_plus_four"] else {"BASE-1": 5})
        else:
            mods["AI-H2"] += worst
        apart = self.nearest(division)
        if apart is not None:
            mods["AI-H2"] += {0: 2, 1: 1}.get(apart, -1 if apart >= 5 else 0)
            own, theirs = self._power(self.of(side)), self._power(self.in_contact(side))
            if own >= 2 * theirs:
                mods["AI-H2"] -= 1
            elif 3 * own <= theirs:
                mods["AI-H2"] += 2
            elif 2 * own <= theirs:
                mods["AI-H2"] += 1
        tubes = [ship for ship in able if ship.card.torpedo]
        if tubes and not any(ship.salvos for ship in tubes):
            mods["AI-H2"] += 2
        elif tubes and apart is not None and apart >= 3:
            mods["AI-H2"] -= 1
        mods["AI-H2"] -= 3 * ("run" in division.traits) + self._bombarding(division)
        return mods

    def _power(self, divisions: Iterable[Division]) -> int:
        """Return firepower afloat: guns ashore do not count."""
        return sum(ship.power for one in divisions if not self.ashore(one) for ship in self.able(one))

    def _take_formation(self, division: Division) -> None:
        runs = "run" in division.traits or division.action in ("increase", "disengage")
        fights = not runs and (bool(self.in_contact(division.side)) or self._near_land(division))
        wanted = "abreast" if fights else "ahead"
        if division.formation != wanted:
            division.formation = wanted
            self.say("FormationOrdered", division.id, cards.TITLES[wanted])

    # ------------------------------------------------------------------ phases 2 and 3

    def charted_move(self, side: str) -> Iterator[Order]:
        """Yield the first division that has still to do what the chart said."""
        for division in self.of(side):
            order = None if division.moved or self.ashore(division) else self._move(division)
            if order is not None:
                yield order
                return

    def _move(self, division: Division) -> Order | None:
        if min((ship.knots for ship in self.able(division)), default=0) < 6:
            return None
        if division.action == "evade":
            return "evade", division.id
        ahead = 1 if OWN_END[division.side] == 1 else -1
        beyond = "bombardment" in division.traits and not self._land_in_battle(division.side)
        if division.action == "close":
            band, may_leave = division.at + ahead, "run" in division.traits or beyond
        elif division.action in ("increase", "disengage"):
            band, may_leave = division.at - ahead, division.action == "disengage"
        else:
            return None
        return ("move", division.id, band) if 1 <= band <= 10 or may_leave else None

    def charted_light(self, side: str) -> Iterator[Order]:
        """Japan's ships throw for their lights, one after the other."""
        if self.nations[side] != "IJN":
            return
        lit = {ship.lights for ship in self.ships.values()}
        for division in self.of(side):
            for ship in self.able(division):
                if ship.shone or ship.lights:
                    continue
                near = [
                    target
                    for foe in self.of(self.foe(side))
                    if self.may_aim(division, foe) and self.sees(side, foe) == self.sighted and not self.ashore(foe)
                    if self.apart(division, foe) <= self.searchlight
                    for target in map(self.ships.__getitem__, foe.ships)
                    if not (target.fire or target.lights or target.id in lit) and target.structure < WRECK
                ]
                if near:
                    yield "light", ship.id, max(near, key=lambda target: target.card.pv).id
                    return

    # ------------------------------------------------------------------ phases 4 and 5

    @contextmanager
    def _as_known(self, side: str) -> Iterator[None]:
        """For a while: of a division that only radar holds nobody knows that it evades or makes smoke."""
        hidden = [
            (foe, foe.evading, foe.smoking)
            for foe in self.of(self.foe(side))
            if self.options["hidden_movement"] and self.sees(side, foe) != self.sighted and not self.ashore(foe)
        ]
        for foe, _, _ in hidden:
            foe.evading = foe.smoking = False
        try:
            yield
        finally:
            for foe, evading, smoking in hidden:
                foe.evading, foe.smoking = evading, smoking

    def charted_shot(self, side: str) -> Iterator[Order]:
        """Yield the next ship that fires, and the best target."""
        for division in self.of(side):
            for ship in self.able(division):
                if ship.fired or ship.starred:
                    continue
                with self._as_known(side):
                    target = self._best(ship, {one.id: self.shot_of(ship, one) for one in self.targets(ship)})
                if target:
                    yield "fire", ship.id, target
                    return

    def charted_salvo(self, side: str) -> Iterator[Order]:
        """Yield the next ship that launches, and the best target."""
        for division in self.of(side):
            for ship in self.able(division) if not division.evading else ():
                if ship.launched:
                    continue
                with self._as_known(side):
                    salvos = [(one, self.salvo(ship, one)) for one in self.launch_targets(ship) if one.able]
                    for _, salvo in salvos:
                        salvo.unseen = False
                    odds = {one.id: self.salvo_odds(salvo) for one, salvo in salvos}
                    most = LAUNCHES_AT[self.nations[side]]
                    odds = {name: (need, mods) for name, (need, mods) in odds.items() if _bare(need, mods) <= most}
                    target = self._best(ship, odds)
                if target:
                    yield "launch", ship.id, target
                    return

    def _best(self, ship: Ship, odds: dict[str, tuple[int, Mods]]) -> str:
        """Return the target with the most to hope for, a fighting one before a wreck; "" when only luck could hit."""
        worth = {
            name: max(0, 13 - _bare(need, mods)) ** 2 * self.ships[name].card.pv for name, (need, mods) in odds.items()
        }
        fighting = {name: value for name, value in worth.items() if self.ships[name].able} or worth
        best = max(fighting, key=lambda name: fighting[name], default="")
        return best if best and fighting[best] > 0 else ""


def _bare(need: int, mods: Mods) -> int:
    """Return what the dice themselves must show."""
    return need - sum(mods.values())
