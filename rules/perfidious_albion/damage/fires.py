"""Fires: hits on what is devastated already, the fire track of ships, forts and targets, growth, fire parties."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.events import FireGrew, FireStarted
from rules.perfidious_albion.records.state import Battery, Fort, Ship, State, Target
from rules.perfidious_albion.ships.pieces import Thing, name_of, piece_name, structure_left, thing_of, with_thing

EXP = 4  # the box of the fire track after FIRE 3


def set_alight(r: Ruling, name: str, count: int, rule: str) -> None:
    """Raise the fire track of a ship, a fort or the target, at most to EXP. No dice. Rules: PA-FIR-H2, PA-8-6."""
    state: State = r.state
    thing = thing_of(state, name)
    if thing is None or thing.gone or isinstance(thing, Battery) or not count or thing.fires >= EXP:
        return
    fires = min(EXP, thing.fires + count)
    r.state = with_thing(state, thing.but(fires=fires))
    r.note(FireStarted(rule=rule, target=name, fires=fires, track=track(fires)))


def fire_need(state: State, thing: Thing, letter: str) -> int:
    """Return what a D6 must show for a gun type to start a fire in a devastated box; 1 or less: no die is rolled.

    Rules: PA-FIR-H1, PA-5.8-5, PA-2.1-68, PA-2.2-14.
    """
    damage = state.scene.charts.damage
    prone = isinstance(thing, Ship) and state.scene.cards[thing.id].fire_prone
    return damage.again_fire[letter] + (damage.fire_prone if prone else 0)


def burn_again(r: Ruling, name: str, letter: str, rule: str = "PA-FIR-H1") -> None:
    """Roll whether a hit on a devastated box starts a fire. Rolls one D6 unless the type always does.

    Rules: PA-FIR-H1, PA-5.8-5, PA-2.1-68, PA-2.2-14.
    """
    state: State = r.state
    thing = thing_of(state, name)
    if thing is None or thing.gone:
        return
    need = fire_need(state, thing, letter)
    if need > 1:
        what = f"{piece_name(state, name)}, fire check in wreckage"
        if not r.roll(what, 1, 6, rule, target=need, note=f"type {letter} on {need}+").is_success:
            return
    set_alight(r, name, 1, rule)


def grow_fires(r: Ruling) -> None:
    """Roll one D6 for each burning ship, fort or target; below its level the fire grows by one.

    No die can be below 1, so none is rolled for FIRE 1.

    Rules: PA-FIR-H4, PA-SEQ-H6.
    """
    state: State = r.state
    for thing in burning(state):
        if not 1 < thing.fires < EXP:
            continue
        name = name_of(thing)
        what = f"{piece_name(state, name)}: does FIRE {thing.fires} grow"
        rolled = r.roll(
            what,
            1,
            6,
            "PA-FIR-H4",
            target=thing.fires - 1,
            note=f"grows on less than {thing.fires}",
            low=True,
            says=_says(thing.fires),
        )
        if rolled.is_success:
            r.state = with_thing(r.state, thing.but(fires=thing.fires + 1))
            r.note(FireGrew(rule="PA-FIR-H4", target=name, fires=thing.fires + 1, track=track(thing.fires + 1)))


def _says(fires: int) -> Callable[[int], str]:
    return lambda total: "grows" if total < fires else "held"


def burning(state: State) -> list[Ship | Fort | Target]:
    """Return everything that burns: ships, forts, the target, in that order."""
    things: list[Ship | Fort | Target] = [*state.ships.values(), *state.forts.values()]
    if state.target is not None:
        things.append(state.target)
    return [thing for thing in things if thing.fires and not thing.gone]


def fire_parties(state: State, work: Fort | Target) -> int:
    """Fire parties of a fort or target: one for every five structure boxes left. Rules: PA-2.1-69, PA-2.2-14."""
    left = structure_left(state, work) if isinstance(work, Fort) else work.structure
    return left // state.scene.charts.ashore.boxes_per_party


def party_quality(state: State, work: Fort | Target) -> int:
    """Return the crew quality fire parties count with: a fort's own, 2 on a target. Rules: PA-2.2-14, PA-2.1-70."""
    return work.cq if isinstance(work, Fort) else state.scene.charts.ashore.target_quality


def track(fires: int) -> str:
    """Return the box of the fire track in words. Rule: PA-8-6."""
    return "EXP" if fires >= EXP else f"FIRE {fires}" if fires else "no fire"
