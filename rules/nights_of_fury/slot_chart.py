"""The chart of the Slot on the campaign's page: harbours with what is ready in them, the last round's routes, losses.

Display only, no rule: what it shows is told by the other panels of the page too.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from rules.kernel.datafile import source_at
from rules.kernel.record import Record
from rules.kernel.view import Ground, Marker, Panel, Place
from rules.nights_of_fury.campaign_charts import load_campaign
from rules.nights_of_fury.missions import month_of, standing
from rules.nights_of_fury.state import Campaign, State
from rules.nws.roster import LAND

UNITS = 1000  # thousandths of the chart's unit for a hundredth of a degree
REST = "rest"
SHOWN = ("BB", "CA", "CL", "DD", "AP")  # types told at a harbour
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
    """Return the chart as a panel: ground and marks."""
    chart = load_chart()
    ground = Ground(
        kind="table",
        size=chart.place(chart.far),
        unit="mm",
        outlines=tuple((coast.name, tuple(map(chart.place, coast.points))) for coast in chart.coasts),
        labels=tuple((water.name, chart.place(water.at)) for water in chart.waters),
    )
    last = campaign.history[-1] if campaign.history else None
    marks = [_harbour(state, campaign, side) for side in state.scene.sides]
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
    return Panel(id="slot", kind="chart", title="The Slot", subtitle=words, ground=ground, marks=tuple(marks))


def _harbour(state: State, campaign: Campaign, side: str) -> Marker:
    """Return a harbour with the ships of a side that are ready in it, by type."""
    month = month_of(campaign.rounds, min(campaign.round + 1, campaign.rounds))
    ready: Counter[str] = Counter()
    for name, card in state.scene.cards.items():
        if state.scene.owner[name] == side and card.type != LAND:
            ready[card.type] += standing(state, name, month, campaign.round + 1)[0] == "ready"
    harbour = load_chart().harbours[side]
    words = ", ".join(f"{ready[kind]} {kind}" for kind in SHOWN if ready[kind])
    return Marker(
        kind="objective", places=(load_chart().place(harbour.at),), side=side, text=f"{harbour.name}: {words}"
    )
