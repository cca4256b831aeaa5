"""The sequence of play: six phases; fire goes to and fro between the sides, one unit at a time."""

from __future__ import annotations

from collections.abc import Callable

from rules.battles_for_empire.charging import CHARGE
from rules.battles_for_empire.conduct import CONDUCT
from rules.battles_for_empire.firing import FIRE, end_fire_phase
from rules.battles_for_empire.formation_changes import DISMOUNT, FACE, FORM, GROUND, MOUNT
from rules.battles_for_empire.initiative import LEAD, open_initiative, owed_lead, winner_alone
from rules.battles_for_empire.leaders_and_mules import DRIVE, RIDE
from rules.battles_for_empire.melee import FIGHT, open_melee, owed_fights
from rules.battles_for_empire.movement import MOVE
from rules.battles_for_empire.rapid_fire import RAPID, RESUPPLY
from rules.battles_for_empire.state import State, enemy_of
from rules.battles_for_empire.victory import close_end, open_end
from rules.kernel.flow import Phase, verbs
from rules.kernel.ruling import Ruling


def first_mover(state: State) -> tuple[str, ...]:
    """Return the side of phase 2, which moves first."""
    return (state.first,)


def second_mover(state: State) -> tuple[str, ...]:
    """Return the side of phase 3, which moves second."""
    return (enemy_of(state, state.first),)


def _close_movement(of: Callable[[State], tuple[str, ...]]) -> Callable[[Ruling], None]:
    def close(r: Ruling) -> None:
        """End the side's movement: its units that were disordered before this turn are in good order again."""
        state: State = r.state
        (side,) = of(state)
        turn = state.cursor.turn
        r.state = state.but(
            units={
                key: unit.but(disordered=0) if unit.side == side and 0 < unit.disordered < turn else unit
                for key, unit in state.units.items()
            },
            in_hand="",
        )

    return close


def by_initiative(state: State) -> tuple[str, ...]:
    """Return the side with the initiative first (BFE-SEQ-H4)."""
    return state.initiative, enemy_of(state, state.initiative)


MANOEUVRE = verbs(CONDUCT, CHARGE, MOVE, FORM, FACE, MOUNT, DISMOUNT, GROUND, RIDE, DRIVE)

SEQUENCE = (
    Phase(
        number=1,
        name="initiative",
        title="Initiative",
        help="Each side rolls a die; the higher chooses who moves first. Second now and first next turn is bold.",
        rule="BFE-SEQ-H1",
        verbs=verbs(LEAD),
        queue=winner_alone,
        open=open_initiative,
        owes=owed_lead,
    ),
    Phase(
        number=2,
        name="first movement",
        title="Movement, first side",
        help="Activate one unit after another: roll its manoeuvre die, then move, form, charge. Leaders and mules too.",
        rule="BFE-SEQ-H3",
        verbs=MANOEUVRE,
        queue=first_mover,
        close=_close_movement(first_mover),
    ),
    Phase(
        number=3,
        name="second movement",
        title="Movement, second side",
        help="The other side activates its units one by one: manoeuvre die, then move, form or charge.",
        rule="BFE-SEQ-H3",
        verbs=MANOEUVRE,
        queue=second_mover,
        close=_close_movement(second_mover),
    ),
    Phase(
        number=4,
        name="fire",
        title="Fire",
        help="The sides fire by turns, one unit at a time; every shot takes effect at once. Each unit fires once.",
        rule="BFE-SEQ-H4",
        verbs=verbs(FIRE, RAPID),
        queue=by_initiative,
        close=end_fire_phase,
    ),
    Phase(
        number=5,
        name="melee",
        title="Melee",
        help="One round for every melee, in the order the side with the initiative chooses.",
        rule="BFE-SEQ-H5",
        verbs=verbs(FIGHT),
        queue=winner_alone,
        open=open_melee,
        owes=owed_fights,
    ),
    Phase(
        number=6,
        name="end",
        title="End",
        help="Jammed guns are cleared, mules bring up ammunition, losses are compared with the break points.",
        rule="BFE-SEQ-H6",
        verbs=verbs(RESUPPLY),
        queue=by_initiative,
        open=open_end,
        close=close_end,
    ),
)
