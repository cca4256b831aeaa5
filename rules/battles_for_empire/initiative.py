"""Phase 1, Initiative: a new turn, both sides' dice, and the winner's choice of who moves first."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.arrivals import arrive
from rules.battles_for_empire.commands import Lead
from rules.battles_for_empire.events import InitiativeTaken, InitiativeWon
from rules.battles_for_empire.state import Body, State, enemy_of
from rules.kernel.flow import Illegal, Offer, Verb
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
    first; of equal dice the side that moved second last turn has it. Rules: BFE-SEQ-H1, BFE-SEQ-H2, BFE-PUB-30.
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
    """Return only the side that won the dice decides (BFE-SEQ-H2, BFE-SEQ-H5)."""
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
