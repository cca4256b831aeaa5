"""What a shot of phase 4 is worth before it is fired: the exact mean over its 2d6, for computer players.

House judgement, no rule of the game: the chances are those of the rules, the worth of damage is that of worth.py.
"""

from __future__ import annotations

from fractions import Fraction

from rules.kernel.flow import Command
from rules.kernel.worth import Hunch
from rules.nights_of_fury.aiming import shot
from rules.nights_of_fury.commands import Fire
from rules.nights_of_fury.state import Ship, State
from rules.nights_of_fury.worth import FINE, FIRE, WRECK, hit_worth
from rules.nws.fighting import OUT_OF_ACTION, RESULTS, level_capped
from rules.nws.gunnery import level_of
from rules.nws.roster import LAND

FLASH = 25  # what a gun flash in the night costs, in thousandths of a victory point
LOWEST, HIGHEST, WAYS = 2, 12, 36


def hunch(state: State, command: Command) -> Hunch | None:
    """(mean, least, most) by which a shot changes the score, in hundredths of a victory point; else None.

    Hits of this phase that wait for its end count as made. Throws nothing.
    """
    if not isinstance(command, Fire):
        return None
    aimed = shot(state, command)
    worths = [_worth_of(state, command, level) for level in range(len(RESULTS))]
    total = 0
    levels = []
    for roll in range(LOWEST, HIGHEST + 1):
        level = level_of(state.scene.charts.gunnery, aimed.need, aimed.modifiers, roll)
        levels.append(level)
        total += worths[level] * (6 - abs(7 - roll))
    mean = Fraction(total, WAYS) - FLASH
    return mean / FINE, (worths[min(levels)] - FLASH) // FINE, (worths[max(levels)] - FLASH) // FINE


def _worth_of(state: State, command: Fire, level: int) -> int:
    """What a result of the guns is worth on the average of its throws for fire and flooding."""
    if not level:
        return 0
    charts, cards = state.scene.charts.gunnery, state.scene.cards
    target = _as_hit(state, state.ships[command.target])
    mark = cards[target.id]
    marked = level_capped(charts, level, cards[command.ship].gun, mark.defence)
    worth = hit_worth(state, target, marked)
    if target.structure >= OUT_OF_ACTION:
        worth += WRECK * mark.pv * marked
    if not target.fire:
        worth += FIRE * mark.pv * (7 - charts.fire_need[RESULTS[level]]) // 6
    flood = charts.flotation_need[RESULTS[level]]
    if flood is not None and mark.type != LAND:
        added = hit_worth(state, target, marked, charts.flotation_gain) - hit_worth(state, target, marked)
        worth += added * (7 - flood) // 6
    return worth


def _as_hit(state: State, target: Ship) -> Ship:
    """A target with the damage that waits for the end of the phase."""
    for hit in state.hits:
        if hit.target == target.id:
            structure = min(OUT_OF_ACTION, target.structure + hit.structure)
            target = target.but(
                structure=structure, flotation=target.flotation + hit.flotation, fire=target.fire or hit.fire
            )
    return target
