"""What a shot of phase 4 is worth before it is fired: the exact mean over its dice, for computer players.

House judgement, no rule of the game: the chances come from the rules, the value of damage from evaluation.py.
"""

from __future__ import annotations

from fractions import Fraction

from rules.kernel.evaluation import ExpectedChange
from rules.kernel.flow import Command
from rules.kernel.modifiers import sum_modifiers
from rules.nights_of_fury.aiming import shot
from rules.nights_of_fury.commands import Fire
from rules.nights_of_fury.evaluation import FINE, POINT, load_weights
from rules.nights_of_fury.state import State
from rules.nws.damage_value import WHOLE, as_hit, shot_gain
from rules.nws.pieces import at_night
from rules.nws.roster import LAND


def expected_value(state: State, command: Command) -> ExpectedChange | None:
    """Return (mean, least, most) by which a shot changes the score, in hundredths of a victory point; else None.

    Hits that wait for the end of this phase count; at night a gun flash costs a little, once for each division.
    Rolls nothing.
    """
    if not isinstance(command, Fire):
        return None
    aimed, judged = shot(state, command), load_weights()
    scene, target, ship = state.scene, as_hit(state, state.ships[command.target]), state.ships[command.ship]
    mark = scene.cards[target.id]
    gain = shot_gain(
        scene,
        aimed.need - sum_modifiers(aimed.modifiers),
        scene.cards[ship.id].gun,
        mark.defence,
        mark.type != LAND,
        target.structure,
        target.flotation,
        target.fire,
    )
    mates = state.divisions[ship.division].ships
    hidden = at_night(state) and not any(state.ships[name].fired or state.ships[name].lights for name in mates)
    cost = judged.flash if hidden else 0
    mean = Fraction(mark.pv * (gain.points * POINT + gain.fire * judged.fire), WHOLE) - cost
    return mean / FINE, -1 if cost else 0, mark.pv * POINT // FINE
