"""Phase 5, Melee: one round for each unit that was charged, in the order the side with the initiative chooses."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.aiming import FACES
from rules.battles_for_empire.commands import Fight
from rules.battles_for_empire.conduct import shake
from rules.battles_for_empire.events import MeleeFought, NoWayBack
from rules.battles_for_empire.followup import follow_up
from rules.battles_for_empire.hit_effects import CAPTURED, lose_unit, take_kills
from rules.battles_for_empire.leaders import dice_again, test_leader_losses
from rules.battles_for_empire.machine_guns import face_groups, hits_of
from rules.battles_for_empire.melee_needs import Strike, attackers_of, blows_of, holds_ground, strikes
from rules.battles_for_empire.recoil import recoil
from rules.battles_for_empire.state import Body, State, in_play, is_single_stand, unit_name
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.modifiers import Modifier
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling

# ---------------------------------------------------------------------- the phase


def open_melee(r: Ruling) -> None:
    """List every contact as a melee to fight; drop those whose partner is gone. No dice. Rule: BFE-SEQ-H5."""
    state: State = r.state
    live = tuple(
        contact
        for contact in state.contacts
        if in_play(state.units[contact.attacker]) and in_play(state.units[contact.defender])
    )
    r.state = state.but(contacts=live, fought=())


def to_fight(state: State) -> tuple[str, ...]:
    """Return the units whose melee must still be fought this turn, in the order they were charged."""
    found = dict.fromkeys(contact.defender for contact in state.contacts)
    return tuple(name for name in found if name not in state.fought)


def offer_fight(state: State, side: str) -> Iterator[Offer]:
    """Yield every melee that must still be fought."""
    for name in to_fight(state):
        unit = state.units[name]
        yield Offer(
            "fight", f"Fight the melee round {unit_name(state, unit)}", "BFE-SEQ-H5", name, (Fight(side, name),)
        )


def owed_fights(state: State, _side: str) -> tuple[Illegal, ...]:
    """Return the melees still to fight: none may be left out. Rule: BFE-SEQ-H5."""
    return tuple(
        Illegal(f"the melee round {unit_name(state, state.units[name])} must still be fought", "BFE-SEQ-H5", name)
        for name in to_fight(state)
    )


def check_fight(state: State, command: Fight) -> tuple[Illegal, ...]:
    """Return every reason against fighting this melee now. Rule: BFE-SEQ-H5."""
    unit = state.units.get(command.unit)
    if unit is None or not in_play(unit):
        return (Illegal(f"there is no unit called {command.unit[:40]!r} on the field", "BFE-SEQ-H5"),)
    if unit.id in to_fight(state):
        return ()
    if unit.id in state.fought:
        return (Illegal(f"the melee round {unit_name(state, unit)} has been fought", "BFE-SEQ-H5", unit.id),)
    return (Illegal(f"nobody is in contact with {unit_name(state, unit)} by a charge", "BFE-SEQ-H5", unit.id),)


# ---------------------------------------------------------------------- a round


def do_fight(r: Ruling, command: Fight) -> None:
    """Fight one round with one charged unit: all roll together, then the side that took more Kills gives way.

    Rolls the melee dice of each attacker in the order they charged, then those of the unit charged (a square: against
    each attacker); after each roll one d6 for a miss that a leader has rolled again; at the end one d6 for each
    leader with a loser. Rules: BFE-PUB-7, BFE-MEL-H1 to BFE-MEL-H10, BFE-LDR-H2, BFE-LDR-H3.
    """
    state: State = r.state
    defender, foes = state.units[command.unit], attackers_of(state, command.unit)
    onset, reply = strikes(state, defender)
    taken = 0
    again = {name: dice_again(state, state.units[name]) for name in (defender.id, *foes)}
    for strike in onset:
        taken += _strike(r, strike, again)
    losses = dict.fromkeys(foes, 0)
    for strike in reply:
        successes = _strike(r, strike, again)
        for name, kills in blows_of(strike.against, successes):
            losses[name] += kills
    given = sum(losses.values())
    result = "drawn" if taken == given else "the charged unit loses" if taken > given else "the attackers lose"
    r.note(
        MeleeFought(
            rule="BFE-MEL-H5", defender=defender.id, attackers=tuple(foes), given=given, taken=taken, result=result
        )
    )
    r.state = _next_round(r.state, defender.id)
    for name, kills in losses.items():
        take_kills(r, name, kills, "BFE-MEL-H1")
    falls = is_single_stand(state, defender) and taken > given and any(in_play(r.state.units[name]) for name in foes)
    if not falls:  # a gun that loses is captured whatever its Kills
        take_kills(r, defender.id, taken, "BFE-MEL-H1")
    if taken > given:
        give_way(r, defender, tuple(foes))
    elif given > taken:
        for name in foes:
            give_way(r, state.units[name], (defender.id,))


FIGHT = Verb(Fight, "Fight melee", "BFE-SEQ-H5", offer_fight, check_fight, do_fight)


def _next_round(state: State, defender: str) -> State:
    contacts = tuple(
        contact.but(rounds=contact.rounds + 1) if contact.defender == defender else contact
        for contact in state.contacts
    )
    return state.but(contacts=contacts, fought=(*state.fought, defender))


def _strike(r: Ruling, strike: Strike, again: dict[str, int]) -> int:
    """Roll one unit's dice; a leader has one of its misses rolled again. Rules: BFE-PUB-7, BFE-MEL-H1, BFE-LDR-H2."""
    state: State = r.state
    name = unit_name(state, state.units[strike.unit])
    groups = face_groups(strike.need)
    terms = (Modifier(strike.base, "base target number", "BFE-MEL-H1"), *strike.terms)
    what = f"melee dice of {name}"
    dice = r.roll(
        what, strike.dice, FACES, "BFE-MEL-H1", target=strike.need, terms=terms, alike=groups, facts=strike.facts
    ).faces
    successes = hits_of(dice, strike.need)
    misses = min(again[strike.unit], strike.dice - successes)
    if misses:
        again[strike.unit] -= misses
        what = f"{name} re-rolls a miss, led from the front"
        faces = r.roll(what, misses, FACES, "BFE-LDR-H2", target=strike.need, terms=terms, alike=groups).faces
        successes += hits_of(faces, strike.need)
    return successes


# ---------------------------------------------------------------------- giving way


def give_way(r: Ruling, loser: Body, winners: tuple[str, ...]) -> None:
    """Make a unit that lost its round give way: captured if it is a gun, else Shaken, and it recoils unless it may hold
    its ground.

    Recoil 2 hexes, mounted 4; a unit that was Shaken before 4, mounted 6. With no way back it takes 1 more Kill.
    Rolls one d6 for each leader with it. Rules: BFE-MEL-H5 to BFE-MEL-H9, BFE-LDR-H3.
    """
    unit: Body = r.state.units[loser.id]
    victors = [name for name in winners if in_play(r.state.units[name])]
    if not unit.lost and not victors:
        return
    test_leader_losses(r, loser.id, loser.side, loser.hex)
    if unit.lost:
        return
    if is_single_stand(r.state, unit):
        lose_unit(r, unit.id, CAPTURED, "BFE-MEL-H8", victors[0])
    else:
        _fall_back(r, unit, victors)


def _fall_back(r: Ruling, unit: Body, victors: list[str]) -> None:
    stands = not unit.shaken and holds_ground(r.state, unit, victors)
    shake(r, unit.id, "it lost a melee", "BFE-MEL-H5")
    if stands:
        return
    chart = r.state.scene.charts.melee
    back = chart.recoil_shaken if unit.shaken else chart.recoil
    if recoil(r, unit.id, back.mounted if unit.mounted else back.foot, "BFE-MEL-H5"):
        if r.state.scene.options["followup"]:
            follow_up(r, unit.hex, victors)
        return
    more = count_noun(chart.trapped_kills, "Kill")
    r.note(NoWayBack(rule="BFE-MEL-H7", unit=unit.id, why=f"{more} more instead"))
    take_kills(r, unit.id, chart.trapped_kills, "BFE-MEL-H7")
