"""The solitaire chart in phases 2 to 5: the next order for a division or ship of its side.

The modules of those phases call these functions; phase 1, the roll on the chart, is consulting.py. Everything here uses
only what the charted side knows.
"""

from __future__ import annotations

from rules.kernel.flow import Command
from rules.kernel.ruling import Ruling
from rules.nights_of_fury.aiming import aimable, blind_modifier, gun_range, shot
from rules.nights_of_fury.commands import Evade, Fire, Move
from rules.nights_of_fury.knowledge import known_state
from rules.nights_of_fury.salvos import salvo_modifiers, salvo_need, salvo_of
from rules.nights_of_fury.solitaire_charts import load_solitaire
from rules.nights_of_fury.state import (
    FIRST,
    LAST,
    RADAR,
    Division,
    Ship,
    State,
    ahead_of,
    firepower,
    informed_sides,
)
from rules.nws.combat_arithmetic import OUT_OF_ACTION
from rules.nws.pieces import (
    able_ships,
    at_night,
    contact,
    damage_level,
    divisions_of,
    enemy_of,
    has_able,
    is_land_target,
    speed_kn,
)
from rules.nws.roster import LAND

DISENGAGE = "disengage"


# ---------------------------------------------------------------------- what a side under the chart knows


def as_known(state: State, side: str) -> State:
    """Return the position as a side under the chart knows it: unseen enemies affect no die and no gun
    (NoF-SPT-H8).
    """
    return known_state(state, side)


def foes_in_contact(state: State, side: str) -> tuple[Division, ...]:
    """Return enemy divisions of ships in contact that can still fight or run.

    Targets ashore do not count (NoF-AI-H4).
    """
    return tuple(
        division
        for division in divisions_of(state, enemy_of(state, side))
        if contact(state, side, division.id) >= RADAR and not is_land_target(division) and has_able(state, division)
    )


def sights_enemy(state: State, side: str) -> bool:
    """Return whether a side has any enemy ship in contact, by eye or by radar.

    A wreck is a ship still (NoF-AI-5, A8).
    """
    foe = divisions_of(state, enemy_of(state, side))
    return any(contact(state, side, division.id) >= RADAR and not is_land_target(division) for division in foe)


def nearest_contact(state: State, division: Division) -> int | None:
    """Return bands to the nearest enemy in contact; None when there is none (NoF-AI-H2, NoF-AI-H4)."""
    bands = [abs(division.band - foe.band) for foe in foes_in_contact(state, division.side)]
    return min(bands) if bands else None


def land_target(state: State, side: str) -> Division | None:
    """Return the enemy's land target that still stands, or None (NoF-AI-H5)."""
    for division in divisions_of(state, enemy_of(state, side)):
        if is_land_target(division) and has_able(state, division):
            return division
    return None


def land_in_battle(state: State, side: str) -> bool:
    return any(is_land_target(division) for division in divisions_of(state, enemy_of(state, side)))


# ---------------------------------------------------------------------- phase 2: movement


def chart_moves(state: State, division: Division) -> tuple[Command, ...]:
    """Return what the chart has a division do in phase 2: one command, or none when it keeps its band.

    Toward the enemy's flag, away from it, or evading. It leaves by its own end only on Disengage, by the enemy's end
    only on a run or a bombardment whose target lies beyond. Nothing for a division too slow to move. Rules: NoF-AI-1 to
    NoF-AI-4, NoF-AI-6, NoF-AI-9, NoF-AI-14, NoF-AI-H5, NoF-AI-H10.
    """
    if division.moved or is_land_target(division) or not _has_way(state, division):
        return ()
    side, ahead = division.side, ahead_of(state, division.side)
    if division.action == "evade":
        return (Evade(side, division.id),)
    if division.action == "close":
        band = division.band + ahead
        goes_on = "run" in division.traits or _beyond_the_chart(state, division)
        return (Move(side, division.id, band),) if FIRST <= band <= LAST or goes_on else ()
    if division.action in ("increase", DISENGAGE):
        band = division.band - ahead
        return (Move(side, division.id, band),) if FIRST <= band <= LAST or division.action == DISENGAGE else ()
    return ()


def _has_way(state: State, division: Division) -> bool:
    """Return whether the division is fast enough to move or evade (NoF-AI-9).

    By the voided section every division that moves at all is fast enough.
    """
    knots = min((speed_kn(state, ship) for ship in able_ships(state, division)), default=0)
    return state.scene.charts.move_need[knots] is not None


def _beyond_the_chart(state: State, division: Division) -> bool:
    """Return True for a bombardment group whose target lies beyond this chart (NoF-ISL-12)."""
    return "bombardment" in division.traits and not land_in_battle(state, division.side)


def chart_need(state: State, division: Division) -> int:
    """Return the need of a band change by the chart as first printed; 0 when the Movement Table rules, as it does for
    all.

    Rules: NoF-AI-8, NoF-AI-9, NoF-BASE-H1; option ai_normal_movement.
    """
    if division.side not in state.scene.charted or state.scene.options["ai_normal_movement"]:
        return 0
    return load_solitaire().move_need


# ---------------------------------------------------------------------- phase 3: searchlights


def chart_light(state: State, ship: Ship) -> str:
    """Return the ship the chart may have this one light, "" for none: sighted, near, not burning, not lit yet.

    It rolls for it once a turn. Rule: NoF-AI-H8.
    """
    state = as_known(state, state.scene.owner[ship.id])
    charts, division = load_solitaire(), state.divisions[ship.division]
    if state.scene.nations[division.side] not in charts.searchlight_nations or not at_night(state):
        return ""
    if ship.lights or ship.shone or ship.structure >= OUT_OF_ACTION:
        return ""
    lit = {other.lights for other in state.ships.values()}
    best, worth = "", 0
    for foe, aimed in aimable(state, division):
        if aimed.blind or is_land_target(foe) or aimed.bands > state.scene.charts.spotting.searchlight:
            continue
        for name in foe.ships:
            target = state.ships[name]
            if target.fire or target.lights or name in lit or target.structure >= OUT_OF_ACTION:
                continue
            if state.scene.cards[name].pv > worth:
                best, worth = name, state.scene.cards[name].pv
    return best


def throw_for_light(r: Ruling, ship: Ship) -> bool:
    """Return whether a ship under the chart turns her searchlight on. Rolls one d6. Rule: NoF-AI-H8."""
    charts = load_solitaire()
    informed = informed_sides(r.state, r.state.divisions[ship.division])
    what = f"searchlight by the chart, {r.state.scene.names[ship.id]}"
    rolled = r.roll(what, 1, charts.searchlight_die, "NoF-AI-H8", target=charts.searchlight_need, to=informed)
    return rolled.total >= charts.searchlight_need


# ---------------------------------------------------------------------- phases 4 and 5: guns and torpedoes


def chart_target(state: State, ship: Ship) -> str:
    """Return the target the chart gives a ship's guns, "" for none: the best product of chance and point value.

    It does not fire a shot that only a natural 12 can hit. Rule: NoF-AI-H6.
    """
    return target_known(as_known(state, state.scene.owner[ship.id]), ship)


def target_known(state: State, ship: Ship) -> str:
    """Return `chart_target` for a position as the ship's side already knows it."""
    if ship.structure >= OUT_OF_ACTION or firepower(state, ship) < 1:
        return ""
    division = state.divisions[ship.division]
    cards, card, side = state.scene.cards, state.scene.cards[ship.id], division.side
    found: list[tuple[bool, int, str]] = []
    for foe, aimed in aimable(state, division):
        if aimed.blind and blind_modifier(state, ship, division, foe) is None:
            continue
        for name in foe.ships:
            if aimed.bands > gun_range(state, card, cards[name]):
                continue
            fighting = state.ships[name].structure < OUT_OF_ACTION
            if not fighting and cards[name].type == LAND:
                continue
            needs = shot(state, Fire(side, ship.id, name))
            effective = needs.need - sum(modifier.value for modifier in needs.modifiers)
            found.append((fighting, _worth(effective, cards[name].pv), name))
    return _best(found)


def chart_launch(state: State, ship: Ship) -> str:
    """Return the target the chart gives a ship's torpedoes, "" for none: never one out of action. Rule: NoF-AI-H7."""
    return launch_known(as_known(state, state.scene.owner[ship.id]), ship)


def launch_known(state: State, ship: Ship) -> str:
    """Return `chart_launch` for a position as the ship's side already knows it."""
    charts, division = load_solitaire(), state.divisions[ship.division]
    card, limits = state.scene.cards[ship.id], state.scene.charts.torpedo
    if not ship.salvos or ship.launched or division.evading or damage_level(ship) >= limits.no_launch_from_level:
        return ""
    most = charts.launch_need[state.scene.nations[division.side]]
    found: list[tuple[bool, int, str]] = []
    for foe, aimed in aimable(state, division):
        if is_land_target(foe) or aimed.bands >= len(limits.need[card.torpedo]):
            continue
        for name in foe.ships:
            target = state.ships[name]
            if target.structure >= OUT_OF_ACTION:
                continue
            salvo = salvo_of(state, ship, target).but(unseen=False)  # whether it is seen, it cannot know
            modifiers = salvo_modifiers(state, salvo)
            effective = salvo_need(state, salvo) - sum(modifier.value for modifier in modifiers)
            if effective <= most:
                found.append((True, _worth(effective, state.scene.cards[name].pv), name))
    return _best(found)


def _worth(effective: int, value: int) -> int:
    """Return the square of (13 less the effective need) times the root of a point value, which orders targets the same
    way.
    """
    chance = max(0, load_solitaire().worth_base - effective)
    return chance * chance * value


def _best(found: list[tuple[bool, int, str]]) -> str:
    """Return the target worth most, a fighting one before a wreck, the first of equals.

    "" when none is worth a shot.
    """
    fighting = [entry for entry in found if entry[0]] or found
    best, name = 0, ""
    for _, worth, key in fighting:
        if worth > best:
            best, name = worth, key
    return name
