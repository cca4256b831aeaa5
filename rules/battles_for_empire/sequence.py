"""The sequence of play: six phases; fire goes to and fro between the sides, one unit at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.battles_for_empire.arrivals import arrive
from rules.battles_for_empire.baggage import (
    check_drive,
    check_ride,
    do_drive,
    do_ride,
    offer_drive,
    offer_ride,
)
from rules.battles_for_empire.charging import check_charge, do_charge, offer_charge
from rules.battles_for_empire.commands import (
    Charge,
    Conduct,
    Dismount,
    Drive,
    Face,
    Fight,
    Fire,
    Form,
    GoToGround,
    Lead,
    Mount,
    Move,
    Rapid,
    Resupply,
    Ride,
)
from rules.battles_for_empire.conduct import check_conduct, do_conduct, offer_conduct
from rules.battles_for_empire.drill import (
    check_dismount,
    check_face,
    check_form,
    check_ground,
    check_mount,
    do_dismount,
    do_face,
    do_form,
    do_ground,
    do_mount,
    offer_dismount,
    offer_face,
    offer_form,
    offer_ground,
    offer_mount,
)
from rules.battles_for_empire.events import InitiativeTaken, InitiativeWon
from rules.battles_for_empire.firing import check_fire, close_fire, do_fire, offer_fire, open_fire
from rules.battles_for_empire.melee import check_fight, do_fight, offer_fight, open_melee, owed_fights
from rules.battles_for_empire.movement import check_move, do_move, offer_moves
from rules.battles_for_empire.rapid_fire import (
    check_rapid,
    check_resupply,
    do_rapid,
    do_resupply,
    offer_rapid,
    offer_resupply,
)
from rules.battles_for_empire.state import Body, State, enemy_of
from rules.battles_for_empire.victory import close_end, open_end
from rules.kernel.flow import Illegal, Offer, Phase, Verb, verbs
from rules.kernel.ruling import Ruling

ORDERS = ("first", "second")

# ---------------------------------------------------------------------- phase 1


def fresh(unit: Body) -> Body:
    """A unit at the start of a turn: nothing done yet."""
    return unit.but(
        taken_up=False,
        allowance=0,
        full=0,
        rallied=False,
        moved=0,
        turned=False,
        formed_skirmish=False,
        moved_further=False,
        pivoted=False,
        charged="",
        fired=False,
        aimed="",
    )


def open_initiative(r: Ruling) -> None:
    """A new turn: arrivals come on, both sides throw one d6 for the initiative.

    Throws 2d6 for units that come by an arrival chart, then one d6 for each side. The higher die chooses who moves
    first; of equal dice the side that moved second last turn has it. Rules: BFE-SEQ-H1, BFE-SEQ-H2, BFE-PUB-30.
    """
    state: State = r.state
    r.state = state.but(
        units={key: fresh(unit) for key, unit in state.units.items()},
        leaders={key: leader.but(moved=False) for key, leader in state.leaders.items()},
        mules={key: mule.but(moved=False, used=False) for key, mule in state.mules.items()},
        in_hand="",
        fought=(),
        scratch={},
    )
    arrive(r)
    a, b = state.scene.sides
    die = {side: r.roll(f"initiative, {state.scene.names[side]}", 1, 6, "BFE-PUB-30").total for side in (a, b)}
    winner = enemy_of(state, state.first) if die[a] == die[b] else a if die[a] > die[b] else b
    r.set(initiative=winner)
    r.note(InitiativeWon(rule="BFE-SEQ-H2", side=winner))


def winner_alone(state: State) -> tuple[str, ...]:
    """Only the side that won the dice decides (BFE-SEQ-H2, BFE-SEQ-H5)."""
    return (state.initiative,)


def offer_lead(state: State, side: str) -> Iterator[Offer]:
    """To move first or second: the choice of the side with the initiative."""
    yield Offer("lead", "Move first or second", "BFE-SEQ-H2", "", tuple(Lead(side, order) for order in ORDERS))


def check_lead(state: State, command: Lead) -> tuple[Illegal, ...]:
    """Every reason against the choice. Rule: BFE-SEQ-H2."""
    if command.order not in ORDERS:
        return (Illegal(f"a side moves first or second; found {command.order[:20]!r}", "BFE-SEQ-H2"),)
    return ()


def do_lead(r: Ruling, command: Lead) -> None:
    """Settle who moves first this turn. No dice. Rules: BFE-SEQ-H2, BFE-PUB-30."""
    state: State = r.state
    other = enemy_of(state, command.side)
    first, second = (command.side, other) if command.order == "first" else (other, command.side)
    r.state = state.but(first=first, cursor=state.cursor.but(queue=()))
    r.note(InitiativeTaken(rule="BFE-SEQ-H2", first=first, second=second))


def owed_lead(state: State, side: str) -> tuple[Illegal, ...]:
    """The choice must be made (BFE-SEQ-H2)."""
    return (Illegal(f"{state.scene.names[side]} has still to say who moves first", "BFE-SEQ-H2"),)


# ---------------------------------------------------------------------- phases 2 and 3


def first_mover(state: State) -> tuple[str, ...]:
    """Phase 2 belongs to the side that moves first."""
    return (state.first,)


def second_mover(state: State) -> tuple[str, ...]:
    """Phase 3 belongs to the other."""
    return (enemy_of(state, state.first),)


def _close_movement(of: Callable[[State], tuple[str, ...]]) -> Callable[[Ruling], None]:
    def close(r: Ruling) -> None:
        """The side's movement is over: its units that were disordered before this turn are in good order again."""
        state: State = r.state
        (side,) = of(state)
        turn = state.cursor.turn
        r.state = state.but(
            units={
                key: unit.but(disordered=0) if unit.side == side and 0 < unit.disordered < turn else unit
                for key, unit in state.units.items()
            },
            in_hand="",
            scratch={},
        )

    return close


# ---------------------------------------------------------------------- phase 4


def by_initiative(state: State) -> tuple[str, ...]:
    """The side with the initiative first (BFE-SEQ-H4)."""
    return state.initiative, enemy_of(state, state.initiative)


def _in_turn(verb: Verb) -> Verb:
    """A verb after which the other side acts, until it has finished (BFE-SEQ-H4)."""

    def do(r: Ruling, command: Any) -> None:
        verb.do(r, command)
        cursor = r.state.cursor
        if len(cursor.queue) == 2:
            r.state = r.state.but(cursor=cursor.but(queue=cursor.queue[::-1]))

    return verb.but(do=do)


# ---------------------------------------------------------------------- the phases

LEAD = Verb(Lead, "Choosing who moves first", "BFE-SEQ-H2", offer_lead, check_lead, do_lead)
CONDUCT = Verb(Conduct, "Rolling for conduct", "BFE-CON-H1", offer_conduct, check_conduct, do_conduct)
MOVE = Verb(Move, "Moving", "BFE-MAN-H1", offer_moves, check_move, do_move)
CHARGE = Verb(Charge, "Charging", "BFE-CHG-1", offer_charge, check_charge, do_charge)
FORM = Verb(Form, "Changing formation", "BFE-MAN-H3", offer_form, check_form, do_form)
FACE = Verb(Face, "Turning", "BFE-MAN-H2", offer_face, check_face, do_face)
MOUNT = Verb(Mount, "Mounting", "BFE-MAN-H4", offer_mount, check_mount, do_mount)
DISMOUNT = Verb(Dismount, "Dismounting", "BFE-MAN-H4", offer_dismount, check_dismount, do_dismount)
GROUND = Verb(GoToGround, "Going to ground", "BFE-MAN-H10", offer_ground, check_ground, do_ground)
RIDE = Verb(Ride, "Riding with a leader", "BFE-MAN-H12", offer_ride, check_ride, do_ride)
DRIVE = Verb(Drive, "Driving a mule", "BFE-PUB-33", offer_drive, check_drive, do_drive)
FIRE = _in_turn(Verb(Fire, "Firing", "BFE-SEQ-H4", offer_fire, check_fire, do_fire))
RAPID = _in_turn(Verb(Rapid, "Rapid fire", "BFE-14.1-1", offer_rapid, check_rapid, do_rapid))
FIGHT = Verb(Fight, "Fighting a melee", "BFE-SEQ-H5", offer_fight, check_fight, do_fight)
RESUPPLY = Verb(Resupply, "Re-supplying", "BFE-14.1-6", offer_resupply, check_resupply, do_resupply)

MANOEUVRE = verbs(CONDUCT, CHARGE, MOVE, FORM, FACE, MOUNT, DISMOUNT, GROUND, RIDE, DRIVE)

SEQUENCE = (
    Phase(
        number=1,
        name="initiative",
        title="Initiative",
        help="Each side throws a die; the higher says who moves first. To move second now and first next turn is bold.",
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
        help="Take up one unit after another: roll its manoeuvre die, then move, form, charge. Leaders and mules too.",
        rule="BFE-SEQ-H3",
        verbs=MANOEUVRE,
        queue=first_mover,
        close=_close_movement(first_mover),
    ),
    Phase(
        number=3,
        name="second movement",
        title="Movement, second side",
        help="The other side takes up its units one by one: manoeuvre die, then move, form or charge.",
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
        open=open_fire,
        close=close_fire,
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
        help="Jammed guns are cleared, mules bring up ammunition, losses are weighed against the break points.",
        rule="BFE-SEQ-H6",
        verbs=verbs(RESUPPLY),
        queue=by_initiative,
        open=open_end,
        close=close_end,
    ),
)
