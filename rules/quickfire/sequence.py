"""The sequence of play: six phases, the fourth repeated when optional rule 101 adds a third gunnery phase."""

from __future__ import annotations

from rules.kernel.flow import Phase, Verb, verbs
from rules.quickfire.boats import check_boats, do_boats, offer_boats
from rules.quickfire.commands import BoatFire, Fire, Follow, Join, Launch, Lead, Move, Ram, Repair, Split
from rules.quickfire.damage import close_phase, fire_checks
from rules.quickfire.following import (
    check_follow,
    check_join,
    check_lead,
    do_follow,
    do_join,
    do_lead,
    offer_follow,
    offer_join,
    offer_lead,
)
from rules.quickfire.gunnery import check_fire, do_fire, offer_fire, open_gunnery
from rules.quickfire.movement import (
    check_move,
    close_movement,
    do_move,
    offer_moves,
    open_initiative,
    open_movement,
)
from rules.quickfire.ramming import check_ram, do_ram, offer_rams
from rules.quickfire.repair import check_repair, do_repair, offer_repairs
from rules.quickfire.sharing import check_split, do_split, offer_split
from rules.quickfire.state import State, enemy_of
from rules.quickfire.torpedoes import check_launch, do_launch, offer_launch
from rules.quickfire.victory import close_end


def first_then_second(state: State) -> tuple[str, ...]:
    """The side that lost the initiative acts first (QF-SEQ-H2)."""
    return state.first, enemy_of(state, state.first)


def second_gunnery(state: State) -> bool:
    """Whether there is a second gunnery phase: unless the players play with one (QF-SEQ-H3)."""
    return bool(state.scene.phases > 1)


def third_gunnery(state: State) -> bool:
    """Whether there is a third gunnery phase: if the players added it (QF-OPT-101)."""
    return bool(state.scene.phases > 2)


MOVE = Verb(Move, "Moving", "QF-MOV-H2", offer_moves, check_move, do_move)
FOLLOW = Verb(Follow, "Following in line", "QF-MOV-H7", offer_follow, check_follow, do_follow)
LEAD = Verb(Lead, "The line follows", "QF-MOV-H7", offer_lead, check_lead, do_lead)
JOIN = Verb(Join, "Taking station", "QF-MOV-H10", offer_join, check_join, do_join)
RAM = Verb(Ram, "Ramming", "QF-RAM-H2", offer_rams, check_ram, do_ram)
FIRE = Verb(Fire, "Firing a battery", "QF-FIRE-1", offer_fire, check_fire, do_fire)
SPLIT = Verb(Split, "Sharing the light battery", "QF-OPT-304", offer_split, check_split, do_split)
BOATS = Verb(BoatFire, "Firing boat guns", "QF-BG-1", offer_boats, check_boats, do_boats)
LAUNCH = Verb(Launch, "A torpedo attack", "QF-TOR-1", offer_launch, check_launch, do_launch)
REPAIR = Verb(Repair, "Repairing", "QF-SEQ-2", offer_repairs, check_repair, do_repair)
GUNS = verbs(FIRE, SPLIT, BOATS)

SEQUENCE = (
    Phase(
        number=1,
        name="initiative",
        title="Initiative",
        help="Each side throws a die; the lower acts first in every phase of the turn.",
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
        title="Gunnery again",
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
        title="Gunnery once more",
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
