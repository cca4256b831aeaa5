"""Sea and visibility of a battle (2.1), rolled when the base lines are named."""

from __future__ import annotations

from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.charts import INCH, visibility_mils
from rules.perfidious_albion.records.events import WeatherFound
from rules.perfidious_albion.records.state import State


def open_weather(r: Ruling) -> None:
    """Roll the sea and the visibility. Rolls a D10 and a D6. Rule: PA-2.1-16."""
    state: State = r.state
    weather = state.scene.charts.weather
    die = r.roll("the sea", 1, 10, "PA-2.1-12", says=lambda total: weather.sea[total]).total
    sea = weather.sea[die]
    added = [Modifier(weather.visibility_modifier[sea], f"{sea} sea", "PA-2.1-14")]
    added += [Modifier(weather.night_modifier, "night", "PA-3.4-1")] if state.night else []
    modifiers = tuple(modifier for modifier in added if modifier.value)

    def says(total: int) -> str:
        return f"{weather.visibility_mils[max(0, min(total, len(weather.visibility_mils) - 1))] // INCH} inches"

    rolled = r.roll("visibility", 1, 6, "PA-2.1-14", modifiers, says=says)
    reach = visibility_mils(rolled.faces[0], sea, state.night)
    r.state = state.but(sea=sea, visibility=reach)
    r.note(WeatherFound(rule="PA-2.1-15", sea=sea, inches=reach // INCH, night=state.night))
