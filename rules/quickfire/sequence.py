"""The sequence of play: six phases, the fourth repeated when optional rule 101 adds a third gunnery phase."""

from __future__ import annotations

from rules.kernel.flow import Phase, verbs
from rules.quickfire.boats import BOAT_FIRE
from rules.quickfire.damage import close_phase, fire_checks
from rules.quickfire.following import FOLLOW, JOIN, LEAD
from rules.quickfire.gunnery import FIRE, open_gunnery
from rules.quickfire.movement import MOVE, close_movement, open_initiative, open_movement
from rules.quickfire.ramming import RAM
from rules.quickfire.repair import REPAIR
from rules.quickfire.split_fire import SPLIT
from rules.quickfire.state import State, enemy_of
from rules.quickfire.torpedoes import LAUNCH
from rules.quickfire.victory import close_end


def first_then_second(state: State) -> tuple[str, ...]:
    """Return the sides in order: the one that lost the initiative acts first (QF-SEQ-H2)."""
    return state.first, enemy_of(state, state.first)


def second_gunnery(state: State) -> bool:
    """Return whether there is a second gunnery phase: yes, unless an option leaves it out (QF-SEQ-H3)."""
    return bool(state.scene.phases > 1)


def third_gunnery(state: State) -> bool:
    """Return whether there is a third gunnery phase: if the players added it (QF-OPT-101)."""
    return bool(state.scene.phases > 2)


GUNS = verbs(FIRE, SPLIT, BOAT_FIRE)

SEQUENCE = (
    Phase(
        number=1,
        name="initiative",
        title="Initiative",
        help="Each side rolls a die; the lower acts first in every phase of the turn.",
        rule="QF-SEQ-H2",
        open=open_initiative,
    ),
    Phase(
        number=2,
        name="movement",
        title="Movement",
        help="Run each ship along a plot of whole boxes, or let her follow the ship ahead. Others run straight on.",
        rule="QF-MOV-H2",
        verbs=verbs(MOVE, FOLLOW, LEAD, JOIN, RAM),
        queue=first_then_second,
        open=open_movement,
        close=close_movement,
    ),
    Phase(
        number=3,
        name="gunnery_1",
        title="Gunnery",
        help="One round for a battery: black die for the ROF, white dice for hits. All is marked when the phase ends.",
        rule="QF-SEQ-1",
        verbs=GUNS,
        queue=first_then_second,
        open=open_gunnery,
        close=close_phase,
    ),
    Phase(
        number=4,
        name="gunnery_2",
        title="Second gunnery",
        help="A second round for every battery, with the damage of the first. All is marked when the phase ends.",
        rule="QF-SEQ-H3",
        verbs=GUNS,
        queue=first_then_second,
        when=second_gunnery,
        open=open_gunnery,
        close=close_phase,
    ),
    Phase(
        number=4,
        name="gunnery_3",
        title="Third gunnery",
        help="Optional rule 101: a third round for every battery.",
        rule="QF-OPT-101",
        verbs=GUNS,
        queue=first_then_second,
        when=third_gunnery,
        open=open_gunnery,
        close=close_phase,
    ),
    Phase(
        number=5,
        name="torpedoes",
        title="Torpedoes",
        help="One attack for each ship with torpedo points at point-blank. Hits are marked when the phase ends.",
        rule="QF-TOR-H2",
        verbs=verbs(LAUNCH),
        queue=first_then_second,
        close=close_phase,
    ),
    Phase(
        number=6,
        name="end",
        title="End",
        help="Fires are checked; spend repair dice; then stopped ships roll for sinking, and helpless ones may strike.",
        rule="QF-SEQ-H4",
        verbs=verbs(REPAIR),
        queue=first_then_second,
        open=fire_checks,
        close=close_end,
    ),
)
