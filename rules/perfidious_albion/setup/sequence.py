"""The set-up as phases before the first turn: forces, boxes, terrain, base lines, weather, deployment.

They are skipped in a scenario with fixed forces and after the first turn. Each mission has its own order and skips the
steps it does not need. Rules: PA-2.1-1, PA-2.1-2, PA-2.1-20, PA-SET-H1.
"""

from __future__ import annotations

from rules.kernel.flow import Phase, verbs
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.charts import INCH, visibility_mils
from rules.perfidious_albion.records.events import WeatherFound
from rules.perfidious_albion.records.state import State, enemy_of
from rules.perfidious_albion.setup import (
    buying,
    convoy_placement,
    deploying,
    deployment_order,
    lines,
    terrain_placement,
)
from rules.perfidious_albion.setup.battle_options import TERMS
from rules.perfidious_albion.setup.purchase_pool import in_setup
from rules.perfidious_albion.setup.shopping import SHOP
from rules.perfidious_albion.squadrons.knowledge import sight_markers


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


# ---------------------------------------------------------------------- when


def with_boxes(state: State) -> bool:
    """Return whether the mission has entry and exit boxes and a convoy (PA-2.1-40)."""
    return in_setup(state) and state.scene.mission == "convoy"


def with_initiative(state: State) -> bool:
    """Return whether the dice decide who deploys first: not at a base (PA-2.1-21, PA-2.1-63)."""
    return in_setup(state) and state.scene.mission != "bombardment"


# ---------------------------------------------------------------------- deployment


def open_deployment(r: Ruling) -> None:
    """List what has to be placed at a base, where the sides do not roll for the order. Rule: PA-2.1-59."""
    if r.state.scene.mission == "bombardment":
        r.set(waiting=deploying.all_waiting(r.state))


def deployers(state: State) -> tuple[str, ...]:
    """Return the order of deployment: in turn after the initiative.

    At a base the defender, then the attacker (PA-2.1-22, PA-2.1-63).
    """
    if state.scene.mission == "bombardment":
        return enemy_of(state, state.scene.attacker), state.scene.attacker
    return state.first, enemy_of(state, state.first)


def close_deployment(r: Ruling) -> None:
    """Begin the battle: everything is placed; markers in sight are revealed. Rules: PA-2.1-30, PA-SET-H1."""
    r.set(stage="", waiting=dict.fromkeys(r.state.scene.sides, ()), held_back="")
    sight_markers(r)


# ---------------------------------------------------------------------- the phases

TERRAIN, DEPLOYMENT = "terrain", "deployment"
MISSION_HELP = {  # (phase, mission): help text where it depends on the mission
    (TERRAIN, "convoy"): "The sides place one or two pieces of land or foul ground each, by turns, 6 inches apart and "
    "6 inches from the boxes.",
    (TERRAIN, "bombardment"): "The attacker places one piece of land at an edge, 12 inches from the corners. Then the "
    "defender places up to two more pieces, 6 inches apart.",
    (DEPLOYMENT, "convoy"): "Place the other squadrons by turns on your half of the table, as models or, out of sight, "
    "as markers. Attackers stay out of sight of the entry box. The winner of the initiative may keep one to the last.",
    (DEPLOYMENT, "bombardment"): "The defender sets up the target on a coast of his half, then works and ships within "
    "12 inches of it and minefields on his half. Then the attacker deploys at his edge, or as far forward as the "
    "visibility lets him.",
}


def phase_help(state: State, phase: Phase) -> str:
    """Return the help text of a phase in this mission."""
    return MISSION_HELP.get((phase.name, state.scene.mission), phase.help)


SETUP_PHASES = (
    Phase(
        number=1,
        name="first forces",
        title="Forces",
        help="Set the battle size and time of day, then buy ships, crews and commanders. "
        "The convoy, or the attacker of a base, buys first.",
        rule="PA-SET-H2",
        verbs=TERMS | SHOP,
        queue=buying.first_buyer,
        owes=buying.owed_forces,
        close=buying.close_first,
        when=in_setup,
    ),
    Phase(
        number=2,
        name="second forces",
        title="Forces, second side",
        help="The other side buys its ships, and works or mines where the mission allows them.",
        rule="PA-SET-H2",
        verbs=SHOP,
        queue=buying.second_buyer,
        owes=buying.owed_forces,
        close=buying.close_second,
        when=in_setup,
    ),
    Phase(
        number=3,
        name="boxes",
        title="Entry and exit",
        help="The side that runs the convoy places the two boxes at opposite edges, 48 inches apart.",
        rule="PA-2.1-40",
        verbs=verbs(lines.BOXES, lines.BOXES_FOR_ME),
        queue=lines.convoy_player,
        owes=lines.owed_boxes,
        when=with_boxes,
        optional=True,
    ),
    Phase(
        number=4,
        name=TERRAIN,
        title="Terrain",
        help="The sides place land and foul ground by turns, 6 inches apart. End the phase when you want no more.",
        rule="PA-2.1-6",
        verbs=verbs(terrain_placement.TERRAIN, terrain_placement.TERRAIN_FOR_ME),
        queue=terrain_placement.by_picker,
        open=terrain_placement.open_terrain,
        owes=terrain_placement.owed_terrain,
        when=in_setup,
    ),
    Phase(
        number=5,
        name="base lines",
        title="Base lines",
        help="The side that placed the first item of terrain names the edge that is its base line; without terrain the "
        "winner of the roll does. The opponent has the opposite edge.",
        rule="PA-2.1-9",
        verbs=verbs(lines.LINE, lines.LINE_FOR_ME),
        queue=lines.chooser_alone,
        owes=lines.owed_line,
        when=in_setup,
    ),
    Phase(
        number=6,
        name="weather",
        title="Weather",
        help="Dice for the sea and for the visibility.",
        rule="PA-2.1-12",
        open=open_weather,
        when=in_setup,
    ),
    Phase(
        number=7,
        name="convoy",
        title="The convoy",
        help="The convoy and at least half its escorts are placed in the entry box.",
        rule="PA-2.1-42",
        verbs=verbs(convoy_placement.IN_BOX, convoy_placement.IN_BOX_FOR_ME),
        queue=lines.convoy_player,
        open=convoy_placement.open_convoy,
        owes=convoy_placement.owed_in_box,
        close=convoy_placement.close_convoy,
        when=with_boxes,
        optional=True,
    ),
    Phase(
        number=8,
        name="deployment order",
        title="Who deploys first",
        help="The winner of the initiative says which side places first, and may keep one squadron back to the last.",
        rule="PA-2.1-21",
        verbs=verbs(deployment_order.FIRST, deployment_order.LAST, deployment_order.FIRST_FOR_ME),
        queue=deployment_order.winner_alone,
        open=deployment_order.open_order,
        owes=deployment_order.owed_first,
        when=with_initiative,
        optional=True,
    ),
    Phase(
        number=9,
        name=DEPLOYMENT,
        title="Deployment",
        help="Place squadrons by turns on your half of the table, as models or, out of sight, as markers. "
        "The winner of the initiative may keep one to be placed last.",
        rule="PA-2.1-22",
        verbs=verbs(deploying.DEPLOY, deployment_order.LAST, deploying.DEPLOY_FOR_ME),
        queue=deployers,
        open=open_deployment,
        owes=deploying.owed_deploy,
        close=close_deployment,
        when=in_setup,
    ),
)
