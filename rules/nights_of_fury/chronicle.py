"""The campaign's page between battles: the calendar of its rounds, both fleets, Henderson Field, what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rules.kernel.datafile import source_at
from rules.kernel.plurals import count_noun
from rules.kernel.record import Record
from rules.kernel.view import Cell, Ground, Hull, Marker, Panel, Place
from rules.nights_of_fury.campaign_charts import load_campaign
from rules.nights_of_fury.missions import month_of, standing
from rules.nights_of_fury.state import BattleRecord, Campaign, State
from rules.nws.cards import hull_of_card
from rules.nws.combat_arithmetic import OUT_OF_ACTION
from rules.nws.roster import LAND

UNITS = 1000  # thousandths of the chart's unit for a hundredth of a degree
REST = "rest"
Point = tuple[int, int]


class Named(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A coast with its corners, or a name at a place."""

    name: str
    points: tuple[Point, ...] = ()
    at: Point = (0, 0)


class SlotChart(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What lies where, in hundredths of a degree east and south."""

    corner: Point
    far: Point
    coasts: tuple[Named, ...]
    waters: tuple[Named, ...]
    contact: Point
    harbours: dict[str, Named]
    routes: dict[str, tuple[Point, ...]]

    def place(self, point: Point) -> Place:
        """Return a point in the units of the ground."""
        return (point[0] - self.corner[0]) * UNITS // 10, (point[1] - self.corner[1]) * UNITS // 10


@cache
def load_chart() -> SlotChart:
    """Read tables/campaign_chart.yaml. Raises DataError with file, line and field."""
    return source_at(Path(__file__).with_name("tables") / "campaign_chart.yaml").read(SlotChart)


def slot_panel(state: State, campaign: Campaign) -> Panel:
    """Return the chart as a panel: ground and marks, and the ships that are ready in either harbour, by type."""
    chart = load_chart()
    ground = Ground(
        kind="table",
        size=chart.place(chart.far),
        unit="mm",
        outlines=tuple((coast.name, tuple(map(chart.place, coast.points))) for coast in chart.coasts),
        labels=tuple((water.name, chart.place(water.at)) for water in chart.waters),
    )
    last = campaign.history[-1] if campaign.history else None
    marks = [_harbour(side) for side in state.scene.sides]
    titles = load_campaign().mission_titles
    for side in state.scene.sides if last is not None else ():
        mission = last.missions.get(side, REST) if last is not None else REST
        if mission != REST:
            route = tuple(map(chart.place, chart.routes[side]))
            marks.append(Marker(kind="line", places=route, side=side, text=titles[mission]))
    lost = [name for record in campaign.history for name in record.lost]
    if lost:
        marks.append(Marker(kind="objective", places=(chart.place(chart.contact),), text=f"Lost here: {len(lost)}"))
    words = f"after round {last.round}" if last is not None else "before the first round"
    ready = [(side, hull, count) for side in state.scene.sides for hull, count in _ready(state, campaign, side)]
    return Panel(
        id="slot",
        kind="chart",
        title="The Slot",
        subtitle=words,
        ground=ground,
        marks=tuple(marks),
        header=tuple(
            state.scene.names[side] for side in sorted(state.scene.sides, key=lambda side: chart.harbours[side].at)
        ),
        rows=tuple(
            (Cell(state.scene.names[side]), Cell(str(count), "strong"), Cell(TYPES[hull.type]))
            for side, hull, count in ready
        ),
        hulls=tuple(hull for _, hull, _ in ready),
    )


def _harbour(side: str) -> Marker:
    harbour = load_chart().harbours[side]
    return Marker(kind="objective", places=(load_chart().place(harbour.at),), side=side, text=harbour.name)


def _ready(state: State, campaign: Campaign, side: str) -> Iterator[tuple[Hull, int]]:
    """Yield a ship of each type that a side has ready for the next round, and their number."""
    month = month_of(campaign.rounds, min(campaign.round + 1, campaign.rounds))
    ready: dict[str, list[str]] = {}
    for name, card in state.scene.cards.items():
        own = state.scene.owner[name] == side and card.type != LAND
        if own and standing(state, name, month, campaign.round + 1)[0] == "ready":
            ready.setdefault(card.type, []).append(name)
    for kind in TYPES:
        if kind in ready:
            yield hull_of_card(state.scene.cards[ready[kind][0]], state.scene.names[ready[kind][0]]), len(ready[kind])


MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
TYPES = {  # what the fleet's table calls each type, in its order
    "BB": "Battleships",
    "CA": "Heavy cruisers",
    "CL": "Light cruisers",
    "DD": "Destroyers",
    "APD": "Fast transports",
    "AP": "Transports",
    "AV": "Seaplane carriers",
    "PT": "Motor torpedo boats",
}
QUIET = ("none", "missed", "unopposed")  # rounds without a battle


def month_words(date: str) -> str:
    """Return `1942-10` in words: October 1942."""
    year, month = date.split("-")[:2]
    return f"{MONTHS[int(month) - 1]} {year}"


def field_state_text(level: int) -> str:
    """Return the state of Henderson Field in words."""
    if not level:
        return "undamaged"
    return "out of action" if level >= OUT_OF_ACTION else f"{level} of {OUT_OF_ACTION} levels of damage"


def chronicle(state: State) -> tuple[Panel, ...]:
    """Return the page of a campaign between its battles.

    Nothing while one is fought, and nothing in a single battle.
    """
    campaign = state.campaign
    if campaign is None or campaign.at_sea:
        return ()
    a, b = state.scene.sides
    return (
        _head(state, campaign),
        slot_panel(state, campaign),
        _calendar(state, campaign),
        _next(state, campaign),
        _field(campaign),
        _fleet(state, campaign, a),
        _fleet(state, campaign, b),
    )


def _head(state: State, campaign: Campaign) -> Panel:
    over = campaign.round
    done = "no round fought yet" if not over else f"{over} of {campaign.rounds} rounds are over"
    if over >= campaign.rounds:
        done = f"all {over} rounds are over"
    month = month_words(month_of(campaign.rounds, min(over + 1, campaign.rounds)))
    return Panel(
        id="campaign",
        kind="head",
        title=state.scene.scenario.title,
        subtitle=f"{month}: {done}",
        rows=tuple(
            (Cell(state.scene.names[side], side), Cell(str(campaign.points.get(side, 0)), "strong"))
            for side in state.scene.sides
        ),
        rule="NoF-CAM-H10",
    )


# ---------------------------------------------------------------------- the calendar


def _calendar(state: State, campaign: Campaign) -> Panel:
    """Return months side by side, the rounds of each one below another."""
    columns: dict[str, list[Cell]] = {}
    done = {record.round: record for record in campaign.history}
    for number in range(1, campaign.rounds + 1):
        month = month_of(campaign.rounds, number)
        columns.setdefault(month, []).append(_round(state, campaign, number, done.get(number)))
    high = max(len(cells) for cells in columns.values())
    cells = [[*column, *[Cell("")] * (high - len(column))] for column in columns.values()]
    return Panel(
        id="calendar",
        kind="grid",
        title="The rounds",
        subtitle=" : ".join(state.scene.names[side] for side in state.scene.sides),
        header=tuple(month_words(month) for month in columns),
        rows=tuple(zip(*cells, strict=True)),
        rule="NoF-CAM-H1",
    )


def _round(state: State, campaign: Campaign, number: int, record: BattleRecord | None) -> Cell:
    """Return one round as lines: its number, what it was, the points of both sides, missions, losses."""
    if record is None:
        following = number == campaign.round + 1
        return Cell(f"{number}\n{'Next to sail' if following else 'To come'}", "strong" if following else "soft")
    a, b = state.scene.sides
    points = f"{record.points.get(a, 0)} : {record.points.get(b, 0)}"
    title = load_campaign().battle_titles[record.kind]
    lines = [str(number), title, points, _missions(state, record)]
    if record.kind not in QUIET:
        lines.append(_cost(state, record))
    return Cell("\n".join(lines), "quiet" if record.kind in QUIET else "")


def _missions(state: State, record: BattleRecord) -> str:
    titles = load_campaign().mission_titles
    return " : ".join(titles[record.missions[side]] for side in state.scene.sides if side in record.missions)


def _cost(state: State, record: BattleRecord) -> str:
    owner = state.scene.owner
    sunk = " : ".join(str(sum(owner[name] == side for name in record.lost)) for side in state.scene.sides)
    hurt = " : ".join(str(sum(owner[name] == side for name in record.hurt)) for side in state.scene.sides)
    return f"sunk {sunk}, hurt {hurt}"


# ---------------------------------------------------------------------- the fleets


COLUMNS = ("ready", "arriving", "repairing", "lost")  # of a fleet, as standing() calls them
TITLES = ("ready", "to arrive", "repairing", "lost")
TONES = ("strong", "", "warn", "bad")


def _fleet(state: State, campaign: Campaign, side: str) -> Panel:
    """Return ships of a side by type as the next round finds them; below, the names of those that cannot sail in it."""
    scene, number = state.scene, min(campaign.round + 1, campaign.rounds)
    month = month_of(campaign.rounds, number)
    counts: dict[str, dict[str, int]] = {}
    later: dict[tuple[str, int], list[str]] = {}  # (where, first round) -> names
    for name, card in scene.cards.items():
        if scene.owner[name] == side and card.type != LAND:
            where, first = standing(state, name, month, campaign.round + 1)
            row = counts.setdefault(card.type, dict.fromkeys(COLUMNS, 0))
            row[where] += 1
            if where != "ready":
                later.setdefault((where, first), []).append(scene.names[name])
    kinds = [*(kind for kind in TYPES if kind in counts), *(kind for kind in counts if kind not in TYPES)]
    return Panel(
        id=f"fleet-{side}",
        kind="table",
        title=scene.names[side],
        subtitle=f"{count_noun(sum(row['ready'] for row in counts.values()), 'ship')} ready",
        header=("", *TITLES),
        rows=tuple(
            (
                Cell(TYPES.get(kind, kind)),
                *(
                    Cell(str(counts[kind][where] or "–"), tone if counts[kind][where] else "soft")
                    for where, tone in zip(COLUMNS, TONES, strict=True)
                ),
            )
            for kind in kinds
        ),
        notes=tuple(_fleet_notes(campaign, later)),
        rule="NoF-CAM-H9",
    )


def _fleet_notes(campaign: Campaign, later: dict[tuple[str, int], list[str]]) -> Iterator[str]:
    """Yield arrivals and repairs by round, then ships that will not sail in this campaign, then lost ships."""
    words = {"arriving": ("Arrive for round {}", "Arrive after this campaign"), "lost": ("", "Lost")}
    words["repairing"] = ("Ready for round {}", "Not again in this campaign")
    for where in COLUMNS[1:]:
        by_round, never = words[where]
        for (_, first), names in sorted(item for item in later.items() if item[0][0] == where):
            when = by_round.format(first) if 0 < first <= campaign.rounds else never
            yield f"{when}: {', '.join(names if where == 'lost' else sorted(names))}"


# ---------------------------------------------------------------------- the airfield, and what comes


def _field(campaign: Campaign) -> Panel:
    charts = load_campaign()
    level = campaign.henderson
    boxes = tuple(Cell(str(n), "bad" if n <= level else "") for n in range(1, OUT_OF_ACTION + 1))
    notes = [f"Dawn air strikes at damaged Japanese ships while it has fewer than {charts.dawn_below} levels."]
    if level:
        notes.append(f"Before the next round it recovers {min(level, charts.field_recovers)}.")
    return Panel(
        id="field",
        kind="track",
        title="Henderson Field",
        subtitle=field_state_text(level),
        tracks=(("Damage", boxes),),
        notes=tuple(notes),
        rule="NoF-CAM-H9",
    )


def _next(state: State, campaign: Campaign) -> Panel:
    number = campaign.round + 1
    if number > campaign.rounds:
        why = state.outcome.why if state.outcome is not None else "The last round is over."
        title = state.outcome.title if state.outcome is not None else "The campaign is over"
        return Panel(id="next", kind="text", title=title, notes=(f"{why[:1].upper()}{why[1:]}.",), rule="NoF-CAM-H10")
    return Panel(
        id="next",
        kind="text",
        title=f"Round {number}: what Put to sea does",
        notes=(
            "Ships whose repair is done come back, and Henderson Field recovers.",
            "One die for each side's mission; together they decide the battle.",
            "One die for each force, then its ships are drawn from those that are ready.",
            "One die for contact: a battle is laid out and fought, or the round ends with what the missions bring.",
        ),
        rule="NoF-CAM-H1",
    )
