"""Damage control in both games: fighting fires, and the six that calls for a second die.

Each game cites its own rules by a `ControlRules`.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.kernel.record import AnyState
from rules.kernel.ruling import Ruling
from rules.nws.combat_arithmetic import OUT_OF_ACTION
from rules.nws.damage import Mark
from rules.nws.events import ControlFailed, FireOut
from rules.nws.pieces import Vessel, is_land_target, with_ship


class ControlRules(NamedTuple):
    """Which rule of the game stands behind each roll and each of its results."""

    fire: str  # the roll, and a fire put out
    ashore: str  # the same on land; "" where there is no land target
    six: str  # the second die
    nothing: str
    structure: str
    flotation: str


def at_stake(ship: Vessel, six: bool) -> bool:
    """Return whether a roll for a ship can change anything: she burns, or is flooded and a six may make it worse."""
    return ship.fire or (six and ship.flotation > 0)


def control_damage(
    r: Ruling, rules: ControlRules, name: str, six: bool, need: int, mark: Mark, informed: tuple[str, ...]
) -> None:
    """Roll damage control for one ship: a fire is out on `need` or less; a six may call for a second die.

    Rolls one d6, and a second when the first shows the six and the players use the option. told: who may know of it.
    """
    charts = r.state.scene.charts.damage_control
    six = six and not is_land_target(r.state.divisions[r.state.ships[name].division])
    if _fire_fought(r, rules, name, need, informed) != charts.trouble_on or not six:
        return
    ship, title = r.state.ships[name], r.state.scene.names[name]
    second = r.roll(f"damage-control mishap, {title}", 1, 6, rules.six, to=informed).faces[0]
    effect = charts.trouble[second]
    rule = {"structure_if_fire": rules.structure, "flotation_if_flooded": rules.flotation}.get(effect, rules.nothing)
    why = _why_nothing(ship, effect)
    if why is not None:
        result = f"no effect: {why}" if why else "no effect"
        r.note(ControlFailed(rule=rule, to=informed, ship=name, result=result))
        return
    structural = effect == "structure_if_fire"
    r.note(
        ControlFailed(rule=rule, to=informed, ship=name, result="structure worse" if structural else "flotation worse")
    )
    levels = charts.trouble_levels
    mark(r, name, levels if structural else 0, 0 if structural else levels, rule, informed)


def _why_nothing(ship: Vessel, effect: str) -> str | None:
    """Return why the second die changes nothing in a ship; "" for a result that never does.

    None when it makes damage worse.
    """
    if effect == "structure_if_fire":
        if not ship.fire:
            return "she is not on fire"
        return "her structure is past harm" if ship.structure >= OUT_OF_ACTION else None
    if effect == "flotation_if_flooded":
        return None if ship.flotation else "she is not flooded"
    return ""


def _fire_fought(r: Ruling, rules: ControlRules, name: str, need: int, informed: tuple[str, ...]) -> int:
    """Roll one d6: the fire is out on `need` or less. Return the face; 0 when the fire is out."""
    state: AnyState = r.state
    ship = state.ships[name]
    rule = rules.ashore if is_land_target(state.divisions[ship.division]) else rules.fire
    note = f"fire out on 1 to {need}" if ship.fire else "flooded, no fire: only a 6 matters"
    die: int = r.roll(f"damage control on {state.scene.names[name]}", 1, 6, rule, note=note, to=informed).faces[0]
    if not ship.fire or die > need:
        return die
    r.state = with_ship(state, ship.but(fire=False))
    r.note(FireOut(rule=rule, to=informed, ship=name))
    return 0
