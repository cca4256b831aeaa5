"""What a shot is worth before it is fired: the exact mean over its dice, for computer players.

House judgement, no rule of the game: the chances come from the rules, the value of damage from evaluation.py.
"""

from __future__ import annotations

from fractions import Fraction

from rules.kernel.evaluation import ExpectedChange
from rules.kernel.flow import Command
from rules.kernel.modifiers import sum_modifiers
from rules.nw_smoke.commands import Fire
from rules.nw_smoke.evaluation import FINE, POINT, load_weights
from rules.nw_smoke.gunnery import shot
from rules.nw_smoke.state import State
from rules.nws.damage_value import WHOLE, as_hit, shot_gain


def expected_value(state: State, command: Command) -> ExpectedChange | None:
    """Return (mean, least, most) by which a shot changes the score, in hundredths of a victory point; else None.

    Hits that wait for the end of this phase count. Rolls nothing.
    """
    if not isinstance(command, Fire):
        return None
    aimed = shot(state, command)
    scene, target = state.scene, as_hit(state, state.ships[command.target])
    mark = scene.cards[target.id]
    effective = aimed.need - sum_modifiers(aimed.modifiers)
    gun = scene.cards[command.ship].gun
    gain = shot_gain(scene, effective, gun, mark.defence, True, target.structure, target.flotation, target.fire)
    mean = Fraction(mark.pv * (gain.points * POINT + gain.fire * load_weights().fire), WHOLE * FINE)
    return mean, 0, mark.pv * POINT // FINE
