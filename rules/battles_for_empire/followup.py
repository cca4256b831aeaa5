"""Following up (BFE-MEL-H9, with the option): natives must go into the hex a beaten enemy left, Imperial troops may."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.commands import FollowUp, Stay
from rules.battles_for_empire.conduct import IMPERIAL
from rules.battles_for_empire.events import Moved, StayedPut
from rules.battles_for_empire.formations import facing_to, room_for
from rules.battles_for_empire.leaders_and_mules import overrun
from rules.battles_for_empire.state import Body, State, card, in_play, is_engaged, is_single_stand, unit_name, with_unit
from rules.battles_for_empire.terrain import steps_of
from rules.kernel.flow import Frame, Illegal, Offer, Phase, Verb, verbs
from rules.kernel.hexes import Hex, label
from rules.kernel.ruling import Ruling

ASKED = "follow up"  # the question put to the side of Imperial victors: may they follow, and who


def follow_up(r: Ruling, h: Hex, victors: list[str]) -> None:
    """Move the first native victor that can into hex `h`; else ask the Imperial victors' side.

    No dice. Rule: BFE-MEL-H9.
    """
    state: State = r.state
    for name in victors:
        if card(state, state.units[name]).family == "native" and can_follow(state, state.units[name], h):
            _advance(r, name, h)
            return
    able = [
        name
        for name in victors
        if card(state, state.units[name]).family in IMPERIAL and can_follow(state, state.units[name], h)
    ]
    if able:
        r.ask(Frame(ASKED, state.units[able[0]].side, ",".join(able), h))


def can_follow(state: State, unit: Body, h: Hex) -> bool:
    """Return whether a victor could go one hex to `h` at once: room and a way; no gun, square or camelry, nobody who
    is still in contact with another enemy (BFE-CHG-2)."""
    if not in_play(unit) or is_single_stand(state, unit) or unit.formation == "square" or not room_for(state, unit, h):
        return False
    if is_engaged(state, unit):
        return False
    if unit.mounted and card(state, unit).arm == "camel" and card(state, unit).family in IMPERIAL:
        return False
    return any(step is not None and step[0] == h for step in steps_of(state, unit)[unit.hex])


def _advance(r: Ruling, name: str, h: Hex) -> None:
    state: State = r.state
    unit = state.units[name]
    facing = facing_to(unit.hex, h, unit.facing)
    r.state = with_unit(state, unit.but(hex=h, facing=facing))
    r.note(Moved(rule="BFE-MEL-H9", unit=name, path=(unit.hex, h), facing=facing, cost=0))
    overrun(r, name, h)


# ---------------------------------------------------------------------- the question


def _followers(state: State) -> tuple[tuple[str, ...], Hex]:
    """Return who may follow, and into which hex; nobody while nothing is asked."""
    frames = state.cursor.frames
    if not frames or frames[-1].kind != ASKED:
        return (), 0
    return tuple(name for name in frames[-1].subject.split(",") if name), frames[-1].number


def offer_follow(state: State, side: str) -> Iterator[Offer]:
    """Yield the victors that may go into the hex their enemy left."""
    able, h = _followers(state)
    for name in able:
        if can_follow(state, state.units[name], h):
            words = f"{unit_name(state, state.units[name])}: follow up to {label(h)}"
            yield Offer("follow", words, "BFE-MEL-H9", name, (FollowUp(side, name),))


def check_follow(state: State, command: FollowUp) -> tuple[Illegal, ...]:
    """Return every reason against following up. Rule: BFE-MEL-H9."""
    able, h = _followers(state)
    if command.unit in able and can_follow(state, state.units[command.unit], h):
        return ()
    known = ", ".join(able)
    return (Illegal(f"{command.unit[:40]!r} cannot follow up; expected one of {known}", "BFE-MEL-H9"),)


def do_follow(r: Ruling, command: FollowUp) -> None:
    """Go into the hex the beaten enemy left. No dice. Rule: BFE-MEL-H9."""
    _, h = _followers(r.state)
    r.drop_question()
    _advance(r, command.unit, h)


def offer_stay(state: State, side: str) -> Iterator[Offer]:
    """Offer to stay in place."""
    able, _ = _followers(state)
    if able:
        yield Offer("stay", "Stay where they are", "BFE-MEL-H9", able[0], (Stay(side),))


def check_stay(_state: State, _command: Stay) -> tuple[Illegal, ...]:
    """Return nothing: staying is always allowed. Rule: BFE-MEL-H9."""
    return ()


def do_stay(r: Ruling, _command: Stay) -> None:
    """Stay: the hex the enemy left stays empty. No dice. Rule: BFE-MEL-H9."""
    able, _ = _followers(r.state)
    r.drop_question()
    r.note(StayedPut(rule="BFE-MEL-H9", unit=able[0]))


FOLLOW = Verb(FollowUp, "Follow up", "BFE-MEL-H9", offer_follow, check_follow, do_follow)
STAY = Verb(Stay, "Stay", "BFE-MEL-H9", offer_stay, check_stay, do_stay)

INTERRUPTS = {
    ASKED: Phase(
        number=5,
        name=ASKED,
        title="Melee: follow up?",
        help="The enemy gave way. Your victors may go into the hex he left, or stay.",
        rule="BFE-MEL-H9",
        verbs=verbs(FOLLOW, STAY),
    )
}
