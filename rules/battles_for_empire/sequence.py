"""The sequence of play: six phases; the sides take turns in firing, one unit at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.battles_for_empire.arrivals import arrive
from rules.battles_for_empire.charging import CHARGE
from rules.battles_for_empire.commands import Lead
from rules.battles_for_empire.conduct import CONDUCT
from rules.battles_for_empire.events import InitiativeTaken, InitiativeWon
from rules.battles_for_empire.firing import FIRE, end_fire_phase
from rules.battles_for_empire.formation_changes import DISMOUNT, FACE, FORM, GROUND, MOUNT
from rules.battles_for_empire.leaders_and_mules import DRIVE, RIDE
from rules.battles_for_empire.melee import FIGHT, open_melee, owed_fights
from rules.battles_for_empire.movement import MOVE
from rules.battles_for_empire.rapid_fire import RAPID, RESUPPLY
from rules.battles_for_empire.state import Body, State, enemy_of
from rules.battles_for_empire.victory import close_end, open_end
from rules.kernel.flow import Illegal, Offer, Phase, Verb, verbs
from rules.kernel.ruling import Ruling

ORDERS = ("first", "second")


def reset_unit(unit: Body) -> Body:
    """Return a unit at the start of a turn: nothing done yet."""
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
    """Begin a new turn: arrivals come on, both sides roll one d6 for the initiative.

    Rolls 2d6 for units that come by an arrival chart, then one d6 for each side. The higher die chooses who moves
    first; on equal dice, the side that moved second last turn. Rules: BFE-SEQ-H1, BFE-SEQ-H2, BFE-PUB-30.
    """
    state: State = r.state
    r.state = state.but(
        units={key: reset_unit(unit) for key, unit in state.units.items()},
        leaders={key: leader.but(moved=False) for key, leader in state.leaders.items()},
        mules={key: mule.but(moved=False, used=False) for key, mule in state.mules.items()},
        in_hand="",
        fought=(),
    )
    arrive(r)
    a, b = state.scene.sides
    die = {side: r.roll(f"initiative, {state.scene.names[side]}", 1, 6, "BFE-PUB-30").total for side in (a, b)}
    winner = enemy_of(state, state.first) if die[a] == die[b] else a if die[a] > die[b] else b
    r.set(initiative=winner)
    why = "equal dice: it moved second last turn" if die[a] == die[b] else "the higher die"
    r.note(InitiativeWon(rule="BFE-SEQ-H2", side=winner, why=why))


def winner_alone(state: State) -> tuple[str, ...]:
    """Return the side that won the initiative: only it decides (BFE-SEQ-H2, BFE-SEQ-H5)."""
    return (state.initiative,)


def offer_lead(_state: State, side: str) -> Iterator[Offer]:
    """Offer to move first or second, to the side with the initiative."""
    yield Offer("lead", "Move first or second", "BFE-SEQ-H2", "", tuple(Lead(side, order) for order in ORDERS))


def check_lead(_state: State, command: Lead) -> tuple[Illegal, ...]:
    """Return every reason against the choice. Rule: BFE-SEQ-H2."""
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


LEAD = Verb(Lead, "Choose first side", "BFE-SEQ-H2", offer_lead, check_lead, do_lead)


def owed_lead(state: State, side: str) -> tuple[Illegal, ...]:
    """Return why the phase cannot end: the choice must be made (BFE-SEQ-H2)."""
    return (Illegal(f"{state.scene.names[side]} must choose who moves first", "BFE-SEQ-H2"),)


def first_mover(state: State) -> tuple[str, ...]:
    """Return the side of phase 2, which moves first."""
    return (state.first,)


def second_mover(state: State) -> tuple[str, ...]:
    """Return the side of phase 3, which moves second."""
    return (enemy_of(state, state.first),)


def _close_movement(of: Callable[[State], tuple[str, ...]]) -> Callable[[Ruling], None]:
    def close(r: Ruling) -> None:
        """End the side's movement: its units that were disordered before this turn are no longer disordered."""
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
