"""The campaign before a battle.

Missions, the battle they make, forces and the draw of ships, contact, weather, islands.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.modifiers import Modifier
from rules.kernel.record import Record
from rules.kernel.ruling import Ruling
from rules.nights_of_fury.campaign_charts import load_campaign
from rules.nights_of_fury.charts import Islands
from rules.nights_of_fury.events import IslandPlaced, NoIsland, TookStation
from rules.nights_of_fury.islands import GUADALCANAL
from rules.nights_of_fury.state import Berth, Division, Ship, State, fresh_ship
from rules.nws.pieces import divisions_of, is_land_target
from rules.nws.roster import arrivals

JAPAN, STATES = "IJN", "USN"
SAVO = "savo"
FIELD = "henderson"  # the division that Henderson Field is


class DrawnShips(Record, frozen=True):
    """The ships of a side that sail: by code of the force table, in the order drawn."""

    by_code: dict[str, tuple[str, ...]]

    def ships(self) -> tuple[str, ...]:
        """Return all of them."""
        return tuple(name for names in self.by_code.values() for name in names)

    def as_text(self) -> str:
        """Return how many of what kind, in words."""
        kinds = load_campaign().kinds
        counts = [(len(names), kinds[code]) for code, names in self.by_code.items() if names]
        return ", ".join(f"{n} {kind.one if n == 1 else kind.many}" for n, kind in counts) or "nothing"


# ---------------------------------------------------------------------- missions


def month_of(rounds: int, number: int) -> str:
    """Return the month of a round, 1 first: the months of the campaign spread over its rounds (NoF-CAM-H1)."""
    months = load_campaign().months
    return months[min((number - 1) * len(months) // rounds, len(months) - 1)]


def roll_missions(r: Ruling) -> dict[str, str]:
    """Return the mission of each side. Rolls one d6 a side, Japan first. Rule: NoF-CAM-H1."""
    charts = load_campaign()
    found = {}
    for side in (JAPAN, STATES):
        rolled = r.roll(f"mission of {r.state.scene.names[side]}", 1, charts.mission_die, "NoF-CAM-H1")
        mission = charts.missions[side][rolled.total]
        r.events[-1] = rolled.but(verdict=charts.mission_titles[mission])
        found[side] = mission
    return found


def battle_of(japan: str, states: str) -> str:
    """Return the battle two missions make, or unopposed, or none. Rules: NoF-CAM-6, NoF-CAM-H2."""
    return load_campaign().battles[japan][states]


# ---------------------------------------------------------------------- forces


def draw_force(r: Ruling, side: str, mission: str, month: str) -> DrawnShips:
    """Return the ships with which a side sets out on a mission.

    Rolls one d6 on the table of the mission, then for each ship one die with as many sides as there are ships of her
    type to choose from, in the order of the roster; the last one left needs no die. Rules: NoF-CAM-H5, NoF-CAM-H6.
    """
    charts = load_campaign()
    force = charts.force_of[side][mission]
    rolled = r.roll(f"force of {r.state.scene.names[side]}", 1, charts.force_die, "NoF-CAM-H5")
    die = rolled.total
    for late in charts.not_before:
        if (late.force, late.die) == (force, die) and month < late.month:
            die = late.instead
    taken: list[str] = []
    drawn: dict[str, tuple[str, ...]] = {}
    for code, wanted in charts.forces[force][die].items():
        names = _draw(r, side, charts.kinds[code].type, charts.kinds[code].one, wanted, taken)
        taken.extend(names)
        drawn[code] = names
    found = DrawnShips(drawn)
    r.events[r.events.index(rolled)] = rolled.but(verdict=found.as_text())
    return found


def standing(state: State, ship: str, month: str, number: int) -> tuple[str, int]:
    """Return where a ship is when a round is drawn, and the first round for which she may be drawn.

    ready, arriving, repairing, sailing or lost; the round is 0 for a ship that is lost, and one more than the campaign
    has for a ship that will not sail in it.
    Rules: NoF-CAM-H6, NoF-CAM-H9.
    """
    assert state.campaign is not None
    campaign = state.campaign
    berth = campaign.berths.get(ship, Berth())
    since = arrivals()[state.scene.names[ship]]
    rounds = range(1, campaign.rounds + 1)
    from_round = next((n for n in rounds if since <= month_of(campaign.rounds, n)), campaign.rounds + 1)
    if berth.status == "repairing" and berth.until >= number:
        return berth.status, max(from_round, min(berth.until, campaign.rounds) + 1)
    if berth.status in ("lost", "sailing"):
        return berth.status, 0
    return ("ready", number) if since <= month else ("arriving", from_round)


def available_ships(state: State, side: str, kind: str) -> tuple[str, ...]:
    """Return the ships of a side and type that may sail, in the order of the roster: here, neither lost nor under
    repair.
    """
    assert state.campaign is not None
    number, scene = state.campaign.round, state.scene
    return tuple(
        name
        for name, card in scene.cards.items()
        if card.type == kind and scene.owner[name] == side and standing(state, name, scene.month, number)[0] == "ready"
    )


def _draw(r: Ruling, side: str, kind: str, title: str, wanted: int, taken: list[str]) -> tuple[str, ...]:
    pool = [name for name in available_ships(r.state, side, kind) if name not in taken]
    names = r.state.scene.names
    informed = (side,) if r.state.scene.options["hidden_movement"] else ()
    found = []
    for _ in range(min(wanted, len(pool))):
        place = 1
        if len(pool) > 1:
            rolled = r.roll(f"draw of a {title}, {len(pool)} ready", 1, len(pool), "NoF-CAM-H6", to=informed)
            place = rolled.total
            r.events[-1] = rolled.but(verdict=names[pool[place - 1]])
        found.append(pool.pop(place - 1))
    return tuple(found)


# ---------------------------------------------------------------------- contact, weather, islands


def roll_contact(r: Ruling, drawn: dict[str, DrawnShips]) -> bool:
    """Return whether the two sides meet. Rolls one d6. Rule: NoF-CAM-H3."""
    charts, cards = load_campaign(), r.state.scene.cards
    radar, slow = charts.contact_radar, charts.contact_slow
    modifiers = []
    if any(cards[name].radar == radar.grade for name in drawn[radar.side].ships()):
        modifiers.append(Modifier(radar.value, f"{radar.grade} radar", "NoF-CAM-H3"))
    if any(force.by_code.get(slow.code) for force in drawn.values()):
        modifiers.append(Modifier(slow.value, charts.kinds[slow.code].many, "NoF-CAM-H3"))
    what = "do the two sides meet?"
    rolled = r.roll(what, 1, charts.contact_die, "NoF-CAM-H3", tuple(modifiers), charts.contact_need)
    return rolled.total >= charts.contact_need


def roll_visibility(r: Ruling) -> str:
    """Return the weather of a battle. Rolls one d6. Rule: NoF-CAM-H4."""
    charts = load_campaign()
    rolled = r.roll("visibility", 1, charts.visibility_die, "NoF-CAM-H4")
    key = charts.visibility[rolled.total]
    r.events[-1] = rolled.but(verdict=r.state.scene.charts.spotting.visibility[key])
    return key


def place_islands(r: Ruling, battle: str) -> dict[str, int]:
    """Return the islands of a battle, island -> its band. In a bombardment it is Guadalcanal, at the end of the chart
    (A27).

    Rolls nothing in an Interception or a Meeting Engagement; else one d6 for whether there is an island, in a
    Transport battle then one for its band and one for its name, in a Bombardment one for the band of a second island
    with the option bombardment_savo_too.
    Rules: NoF-ISL-1, NoF-ISL-2, NoF-ISL-3, NoF-ISL-4, NoF-ISL-5, NoF-ISL-12, NoF-ISL-H1, NoF-START-4.
    """
    charts = r.state.scene.charts.islands
    chance = charts.chance[battle]
    if not chance:
        rule = "NoF-ISL-1" if battle == "interception" else "NoF-ISL-2"
        r.note(NoIsland(rule=rule, why="it is fought on the open sea"))
        return {}
    rule = {"ijn_bombardment": "NoF-ISL-3", "usn_transport": "NoF-ISL-4", "ijn_transport": "NoF-ISL-5"}[battle]
    rolled = r.roll("island check", 1, 6, rule, note=f"on 1–{chance}")
    there = rolled.total <= chance
    r.events[-1] = rolled.but(verdict="yes" if there else "no")
    if not there:
        target = ", nor is Henderson Field a target" if battle == "ijn_bombardment" else ""
        r.note(NoIsland(rule="NoF-ISL-12", why=f"the sides have met some way from it{target}"))
        return {}
    found: dict[str, int] = {}
    if battle == "ijn_bombardment":
        found[GUADALCANAL] = charts.guadalcanal_band
        r.note(_place_island(r, "NoF-START-4", charts.guadalcanal_band, GUADALCANAL))
        if not r.state.scene.options["bombardment_savo_too"]:
            return found
        (band, rule), island = _roll_band(r), SAVO
    else:
        band, rule = _roll_band(r)
        drawn = r.roll("name of the island", 1, 6, "NoF-ISL-H1")
        island = charts.which[drawn.total]
        r.events[-1] = drawn.but(verdict=charts.names[island])
    found[island] = band
    r.note(_place_island(r, rule, band, island))
    return found


BAND_RULES = ("NoF-ISL-6", "NoF-ISL-7", "NoF-ISL-8", "NoF-ISL-9", "NoF-ISL-10", "NoF-ISL-11")  # by die


def _roll_band(r: Ruling) -> tuple[int, str]:
    """Return (band, rule) of an island. Rolls one d6. Rules: NoF-ISL-6 to NoF-ISL-11."""
    charts: Islands = r.state.scene.charts.islands
    rolled = r.roll("band of the island", 1, 6, "NoF-ISL-6")
    band = charts.band[rolled.total]
    r.events[-1] = rolled.but(verdict=f"band {band}")
    return band, BAND_RULES[rolled.total - 1]


def _place_island(r: Ruling, rule: str, band: int, island: str) -> IslandPlaced:
    return IslandPlaced(rule=rule, island=r.state.scene.charts.islands.names[island], band=band)


# ---------------------------------------------------------------------- laying out


def lay_out(
    state: State, battle: str, drawn: dict[str, DrawnShips], islands: dict[str, int]
) -> tuple[dict[str, Division], dict[str, Ship]]:
    """Return the divisions and ships of a battle at their starts, Henderson Field among them when Guadalcanal is there.

    Rules: NoF-CAM-H11, NoF-DIV-H1, NoF-START-1, NoF-START-2, NoF-START-3, NoF-START-5, NoF-START-6, NoF-ISL-12,
    NoF-ISL-13, NoF-ISL-14.
    """
    scene, charts = state.scene, state.scene.charts.islands
    guadalcanal = GUADALCANAL in islands
    divisions: dict[str, Division] = {}
    for side, force in drawn.items():
        band = charts.bombardment_start.get(side, scene.home[side]) if guadalcanal else scene.home[side]
        for division in _divisions(state, side, force, battle, band):
            divisions[division.id] = division
    ships = {name: fresh_ship(scene, name, division) for division in divisions.values() for name in division.ships}
    if guadalcanal and battle == "ijn_bombardment":
        field = divisions[FIELD] = _field(state, charts.guadalcanal_band)
        assert state.campaign is not None
        damage = state.campaign.henderson
        for name in field.ships:
            ships[name] = fresh_ship(scene, name, field).but(structure=damage)
    return divisions, ships


def note_stations(r: Ruling, battle: str) -> None:
    """Log where each side and the land target begin, and by which rule. Rules: NoF-START-1 to NoF-START-6."""
    state: State = r.state
    bombardment = battle == "ijn_bombardment"
    away = "no island, so each side begins at its flag"
    for side, home in state.scene.home.items():
        band = next(division.band for division in divisions_of(state, side) if not is_land_target(division))
        rule, why = ("NoF-START-1" if side == JAPAN else "NoF-START-2"), "at its flag"
        if bombardment and not state.islands:
            rule, why = "NoF-START-6", away
        elif band != home:
            rule, why = "NoF-START-3", "Guadalcanal stands at its flag"
        r.note(TookStation(rule=rule, who=state.scene.names[side], band=band, why=why))
    field = state.divisions.get(FIELD)
    if field is not None:
        r.note(TookStation(rule="NoF-START-5", who=field.name, band=field.band, why="the land target, on Guadalcanal"))


def _field(state: State, band: int) -> Division:
    name = load_campaign().field
    title = state.scene.names[name]
    return Division(
        id=FIELD,
        side=state.scene.owner[name],
        name=title,
        tag=title,
        band=band,
        began=band,
        formation="abreast",
        ships=(name,),
        flag=name,
        traits=("land",),
    )


def _divisions(state: State, side: str, force: DrawnShips, battle: str, band: int) -> Iterator[Division]:
    """Yield a side's divisions: each group of ships by itself, in parts as equal as may be of at most six."""
    charts = load_campaign()
    most = state.scene.charts.movement.division_ships
    number = 0
    for key, group in charts.groups.items():
        names = [name for code, ships in force.by_code.items() if charts.kinds[code].group == key for name in ships]
        traits = group.traits
        if battle == "ijn_bombardment" and side == JAPAN and key in charts.bombardment_groups:
            traits = (*traits, "bombardment")
        title = group.IJN if side == JAPAN else group.USN
        parts = list(_parts(names, most))
        for place, ships in enumerate(parts, 1):
            number += 1
            count = f" {place}" if len(parts) > 1 else ""
            yield Division(
                id=f"{side.lower()}-{number}",
                side=side,
                name=f"{title}{count}",
                tag=f"{group.tag}{count}",
                band=band,
                began=band,
                formation="ahead" if len(ships) > 1 else "abreast",
                ships=ships,
                flag=ships[0],
                traits=traits,
            )


def _parts(names: list[str], most: int) -> Iterator[tuple[str, ...]]:
    """Yield ships in as few parts as may be, none larger than `most`, as equal as may be."""
    parts = -(-len(names) // most)
    for number in range(parts):
        yield tuple(names[number * len(names) // parts : (number + 1) * len(names) // parts])
