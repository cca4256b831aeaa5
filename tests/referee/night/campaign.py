"""The campaign of Nights of Fury: missions, forces, contact, islands, unopposed rounds, dawn, repair, the ledger."""

from __future__ import annotations

from collections.abc import Iterator

from tests.referee.night import cards
from tests.referee.night.cards import Card
from tests.referee.night.core import WRECK, Division, Mods, Night, Ship
from tests.referee.record import Game, Order

MONTHS = ("1942-08", "1942-09", "1942-10", "1942-11")
MISSIONS = {
    "IJN": ("transport", "transport", "bombardment", "patrol", "patrol", "rest"),
    "USN": ("patrol", "patrol", "transport", "intercept", "intercept", "rest"),
}
BATTLES = {
    ("transport", "patrol"): "ijn_transport",
    ("transport", "intercept"): "ijn_transport",
    ("transport", "transport"): "meeting",
    ("transport", "rest"): "unopposed",
    ("bombardment", "patrol"): "ijn_bombardment",
    ("bombardment", "intercept"): "ijn_bombardment",
    ("bombardment", "transport"): "usn_transport",
    ("bombardment", "rest"): "unopposed",
    ("patrol", "patrol"): "meeting",
    ("patrol", "intercept"): "interception",
    ("patrol", "transport"): "usn_transport",
    ("rest", "transport"): "unopposed",
}
TITLES = {
    "interception": "Interception",
    "meeting": "Meeting Engagement/Patrol",
    "ijn_bombardment": "IJN Bombardment",
    "ijn_transport": "IJN Transport",
    "usn_transport": "USN Transport",
    "unopposed": "Unopposed",
    "none": "No battle",
}
FORCES = {  # by die: (type or what it is called here, how many)
    ("IJN", "transport"): (
        (("run", 4), ("DD", 2)),
        (("run", 6), ("DD", 2)),
        (("run", 6), ("DD", 2)),
        (("run", 8), ("CL", 1)),
        (("run", 4), ("AV", 1), ("DD", 3)),
        (("maru", 6), ("CL", 1), ("DD", 5)),
    ),
    ("IJN", "bombardment"): (
        (("CA", 3), ("DD", 2)),
        (("CA", 4), ("CL", 1), ("DD", 2)),
        (("CA", 3), ("DD", 2)),
        (("BB", 1), ("CL", 1), ("DD", 4)),
        (("BB", 1), ("CA", 2), ("CL", 1), ("DD", 6)),
        (("BB", 2), ("CL", 1), ("DD", 9)),
    ),
    ("IJN", "patrol"): (
        (("DD", 3),),
        (("CL", 1), ("DD", 4)),
        (("CA", 2), ("DD", 3)),
        (("CA", 4), ("CL", 2), ("DD", 1)),
        (("BB", 1), ("CL", 1), ("DD", 6)),
        (("BB", 2), ("CL", 1), ("DD", 6)),
    ),
    ("USN", "transport"): (
        (("AP", 2), ("DD", 4)),
        (("AP", 3), ("DD", 4)),
        (("AP", 4), ("CL", 1), ("DD", 4)),
        (("AP", 4), ("CA", 1), ("DD", 4)),
        (("AP", 4), ("CA", 2), ("DD", 4)),
        (("AP", 6), ("CA", 2), ("CL", 1), ("DD", 6)),
    ),
    ("USN", "patrol"): (
        (("DD", 4),),
        (("CL", 1), ("DD", 4)),
        (("CA", 2), ("DD", 4)),
        (("CA", 2), ("CL", 1), ("DD", 5)),
        (("CA", 3), ("CL", 2), ("DD", 6)),
        (("BB", 2), ("DD", 4)),
    ),
}
TYPE_OF = {"run": "DD", "maru": "AP"}
GROUP_OF = {"BB": 0, "CA": 0, "CL": 1, "DD": 1, "run": 2, "AP": 3, "maru": 3, "AV": 3}  # the divisions, in this order
GROUP_TRAITS: tuple[tuple[str, ...], ...] = ((), (), ("run", "loaded"), ("run",))
WEATHER = ("C", "C", "N", "N", "D", "Q")
ISLAND_CHANCE = {"ijn_bombardment": 5, "usn_transport": 4, "ijn_transport": 4}
ISLAND_RULE = {"ijn_bombardment": "ISL-3", "usn_transport": "ISL-4", "ijn_transport": "ISL-5"}
ISLAND_BAND = (4, 5, 6, 6, 7, 7)
REPAIR = {1: 1, 2: 2, 3: 4, 4: 6}
FIELD = "henderson-field"
Drawn = list[tuple[str, list[str]]]  # code of the force table, ids of the ships


class Rounds(Night):
    """The rounds of a campaign; a battle by itself has none."""

    rounds = number = 0
    at_sea = True
    field = 0  # damage of Henderson Field
    field_before = 0  # points it was worth when this battle began
    mission = ""

    def __init__(self, game: Game) -> None:
        self.islands: dict[str, int] = {}
        super().__init__(game)
        self.mission = self.scenario["conditions"].get("mission", "")
        for what, who, number in self.scenario.get("special", ()):
            if what == "island":
                self.islands[who] = number
            elif what == "rounds":
                self.rounds, self.at_sea = number, False
        self.away: dict[str, int] = {}  # ship -> the last round she misses; lost ships for ever
        self.total = dict.fromkeys(self.sides, 0)

    # ------------------------------------------------------------------ the flow

    def comes(self, phase: str) -> bool:
        return self.at_sea == (phase != "campaign")

    def who_acts(self) -> list[str]:
        return self.sides[:1] if self.phase == "campaign" else super().who_acts()

    def orders_campaign(self, side: str) -> Iterator[Order]:
        yield ("sail",)

    def battle_points(self, side: str) -> int:
        raise NotImplementedError

    def points(self) -> dict[str, int]:
        """Return the rounds that are over, then the battle that is on."""
        on = self.at_sea
        return {side: self.total[side] + (self.battle_points(side) if on else 0) for side in self.sides}

    # ------------------------------------------------------------------ a round

    @property
    def month(self) -> str:
        return MONTHS[(self.number - 1) * len(MONTHS) // self.rounds]

    def do_sail(self) -> None:
        self.number += 1
        for ship, until in list(self.away.items()):
            if until < self.number:
                del self.away[ship]
                self.say("ShipRepaired", ship)
        if self.field:
            self.say("ShipRepaired", FIELD)
        self.field = max(0, self.field - 2)
        missions = {side: MISSIONS[side][self.d6("CAM-H1") - 1] for side in ("IJN", "USN")}
        battle = BATTLES.get((missions["IJN"], missions["USN"]), "none")
        titles = [missions[side].capitalize() for side in ("IJN", "USN")]
        self.say("MissionsRolled", self.number, *titles, TITLES[battle])
        if battle in ("none", "unopposed"):
            self._quiet_round(missions, None)
            return
        drawn = {side: self._draw(side, missions[side]) for side in ("IJN", "USN")}
        if all(any(ships for _, ships in force) for force in drawn.values()) and self._meet(drawn):
            self._join_battle(battle, drawn)
            return
        self.say("ContactMissed", self.number)
        self._quiet_round(missions, drawn["IJN"])

    def card(self, name: str) -> Card:
        """Return the card of a ship of the roster this month."""
        return self.card_under_options(cards.card_of(name, "", f"{self.month}-15"))

    def _draw(self, side: str, mission: str) -> Drawn:
        die = self.d6("CAM-H5")
        mission = "patrol" if mission == "intercept" else mission
        if (side, mission, die) == ("USN", "patrol", 6) and self.month < "1942-11":
            die = 5
        taken: list[str] = []
        drawn: Drawn = []
        for code, wanted in FORCES[side, mission][die - 1]:
            pool = [
                name
                for name, row in cards.roster().items()
                if (card := self.card(name)).type == TYPE_OF.get(code, code) and card.side == side
                if row.get("arrived", "") <= self.month and cards.ident(name) not in self.away and name not in taken
            ]
            names = []
            for _ in range(min(wanted, len(pool))):
                place = self.d6("CAM-H6", sides=len(pool)) if len(pool) > 1 else 1
                names.append(pool.pop(place - 1))
            taken += names
            drawn.append((code, names))
        return drawn

    def _meet(self, drawn: dict[str, Drawn]) -> bool:
        radar = any(self.card(name).radar == "F3" for _, names in drawn["USN"] for name in names)
        slow = any(code == "maru" and names for force in drawn.values() for code, names in force)
        return self.roll("CAM-H3", {"CAM-H3": radar + slow}, need=3)[1] >= 3

    # ------------------------------------------------------------------ a battle

    def _join_battle(self, battle: str, drawn: dict[str, Drawn]) -> None:
        self.visibility = WEATHER[self.d6("CAM-H4") - 1]
        self._place_islands(battle)
        self._clear()
        self.mission, self.at_sea, self.turn, self.queue = battle, True, 0, []
        self.date = self.month
        guadalcanal = "guadalcanal" in self.islands
        starts = {"IJN": 10, "USN": 2 if guadalcanal else 1}
        for side in ("IJN", "USN"):
            self._lay_out(side, drawn[side], battle, starts[side])
        if battle == "ijn_bombardment" and guadalcanal:
            name = "Henderson Field"
            division = Division("henderson", "USN", name, 1, "abreast", [FIELD], ("land",), began=1, flag=FIELD)
            self.divisions[division.id] = division
            self.commission(name, self.card(name), division).structure = self.field
            self.field_before = self.value(self.ships[FIELD])
        runs = any("run" in division.traits for division in self.divisions.values())
        self.length = 24 if runs else 20
        self.say("BattleJoined", self.number, TITLES[battle])
        for side, band in starts.items():
            self.say("TookStation", self.titles[side], band)
        if FIELD in self.ships:
            self.say("TookStation", "Henderson Field", 1)

    def _clear(self) -> None:
        self.ships, self.divisions, self.salvos, self.hits = {}, {}, [], []
        self.known = {side: {} for side in self.sides}
        self.shots.clear()
        self.field_before = 0

    def _place_islands(self, battle: str) -> None:
        self.islands = {}
        if battle not in ISLAND_CHANCE or self.d6(ISLAND_RULE[battle]) > ISLAND_CHANCE[battle]:
            self.say("NoIsland")
            return
        if battle == "ijn_bombardment":
            self._place("Guadalcanal", "guadalcanal", 1)
            if self.options["bombardment_savo_too"]:
                self._place("Savo Island", "savo", ISLAND_BAND[self.d6("ISL-6") - 1])
            return
        band = ISLAND_BAND[self.d6("ISL-6") - 1]
        savo = self.d6("ISL-H1") <= 4
        self._place("Savo Island" if savo else "Florida Island", "savo" if savo else "florida", band)

    def _place(self, title: str, key: str, band: int) -> None:
        self.islands[key] = band
        self.say("IslandPlaced", title, band)

    def _lay_out(self, side: str, drawn: Drawn, battle: str, band: int) -> None:
        """Each group by itself, in as few and as equal divisions of at most six as may be."""
        number = 0
        for group, traits in enumerate(GROUP_TRAITS):
            names = [name for code, ships in drawn if GROUP_OF[code] == group for name in ships]
            if battle == "ijn_bombardment" and side == "IJN" and group == 0:
                traits = ("bombardment",)
            parts = -(-len(names) // cards.MOST_SHIPS)
            for part in range(parts):
                ships = names[part * len(names) // parts : (part + 1) * len(names) // parts]
                number += 1
                ids = [cards.ident(name) for name in ships]
                shape = "ahead" if len(ships) > 1 else "abreast"
                key = f"{side.lower()}-{number}"
                division = Division(key, side, "", band, shape, ids, traits, began=band, flag=ids[0])
                self.divisions[key] = division
                for name in ships:
                    self.commission(name, self.card(name), division)

    def battle_over(self) -> None:
        """Dawn, the points of the battle, repairs; after the last round the campaign is decided."""
        flies = self.ships[FIELD].structure if FIELD in self.ships else self.field
        for ship in list(self.ships.values()) if flies < 3 else ():
            if ship.side == "IJN" and ship.gone != "sunk" and (ship.level >= 3 or ship.left_at == 1):
                self._dawn(ship, self.d6("CAM-H8"))
        points = {side: self.battle_points(side) for side in self.sides}
        self.say("BattleOver", self.number, points["IJN"], points["USN"])
        for ship in self.ships.values():
            if ship.on_land:
                self.field = ship.structure
            elif ship.gone == "sunk":
                self.away[ship.id] = 99
            elif ship.level:
                self.away[ship.id] = self.number + REPAIR[ship.level]
        self._clear()
        self.at_sea, self.queue = False, []
        self._book(points)

    def _dawn(self, ship: Ship, face: int) -> None:
        levels = (0, 0, 0, 1, 1, 2)[face - 1]
        if not levels:
            return
        ship.flotation = min(WRECK, ship.flotation + levels)
        self.say("DawnAttack", ship.id, levels)
        if ship.flotation == WRECK:
            ship.gone = "sunk"
            self.say("Sunk", ship.id)

    def _book(self, points: dict[str, int]) -> None:
        for side, earned in points.items():
            self.total[side] += earned
        if self.number == self.rounds:
            self.finish()

    # ------------------------------------------------------------------ rounds without a battle

    def _quiet_round(self, missions: dict[str, str], japan: Drawn | None) -> None:
        points = dict.fromkeys(self.sides, 0)
        if missions["IJN"] == "transport":
            points["IJN"] = 3 * self.d6("CAM-H7")
            self.say("PointsScored", "IJN", points["IJN"])
        if missions["IJN"] == "bombardment":
            force = self._draw("IJN", "bombardment") if japan is None else japan
            points["IJN"] = self._shell_the_field([name for _, names in force for name in names])
            self.say("PointsScored", "IJN", points["IJN"])
        if missions["USN"] == "transport":
            points["USN"] = 20
            self.say("PointsScored", "USN", 20)
        self._book(points)

    def _shell_the_field(self, names: list[str]) -> int:
        """Four gunnery phases from 4 bands by the ships whose guns reach the shore from there."""
        field, before = self.card("Henderson Field"), self.field
        ships = [card for name in names if (card := self.card(name)).gun != "S"]
        for _ in range(4):
            added = 0
            for shots, card in enumerate(ships if self.field < WRECK else ()):
                need = 9 - cards.column(card.lines[0][0]) + 2 + field.defence
                mods: Mods = {"GUN-6": -int(self.options["night_penalty"]), "GUN-H10": -max(0, shots - 2)}
                faces, total = self.roll("GUN-H1", mods, need, count=2)
                margin = total - need
                if sum(faces) == 2 or margin < 0:
                    added += sum(faces) == 12 and need - sum(mods.values()) <= 15
                else:
                    added += min(3, 1 + margin // 3)
            self.field = min(WRECK, self.field + added)
        worth = [field.pv if at >= WRECK else cards.half_up(field.pv * cards.SHARES[at][0], cards.SHARES[at][1])
                 for at in (before, self.field)]  # fmt: skip
        return worth[1] - worth[0]
