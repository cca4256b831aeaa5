"""Bombardment of a town or naval base: turns of it, boxes that score or cost, structure, fires. Rule: PA-5.5-1."""

from __future__ import annotations

from rules.kernel.flow import Illegal
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.fires import burn_again
from rules.perfidious_albion.damage.hit_location import locate, note_shell_fall
from rules.perfidious_albion.records.events import BombardmentTurnUsed, TargetBoxHit
from rules.perfidious_albion.records.state import Ship, State, Target, box_bit, is_struck
from rules.perfidious_albion.ships.pieces import NOTHING, TARGET, gun_silent


def can_bombard(state: State, letter: str) -> bool:
    """Return whether guns of this type may fire at the target: D or heavier. Rule: PA-2.1-53."""
    letters = state.scene.charts.gunnery.letters
    return letters.index(letter) <= letters.index(state.scene.charts.ashore.bombardment_least)


def has_bombarding_gun(state: State, name: str, ship: Ship | None = None) -> bool:
    """Return whether a ship's card has a gun that may bombard, and of a ship at sea one that still serves.

    Rule: PA-2.1-53.
    """
    return any(
        box.guns is not None and can_bombard(state, box.guns.letter) and not (ship and gun_silent(state, ship, box))
        for box in state.scene.cards[name].gun_boxes
    )


def against_target(state: State, side: str, piece: str) -> tuple[Illegal, ...]:
    """Return why a side may not bombard now: only the attacker, and no more turns than he declared.

    Rules: PA-2.1-52, -54.
    """
    found = []
    if side != state.scene.attacker:
        found.append(Illegal("only the attacker bombards", "PA-2.1-2", piece))
    if not state.bombarded and state.bombardment_turns >= state.bombardment_declared:
        turns = count_noun(state.bombardment_declared, "turn")
        found.append(Illegal(f"of {turns} of bombardment declared none is left", "PA-2.1-52", piece))
    return tuple(found)


def use_turn(r: Ruling) -> None:
    """Use up a bombardment turn for any shot at the target, even of a single gun. Rules: PA-2.1-54, PA-3.2-7."""
    state: State = r.state
    if state.bombarded:
        return
    used = state.bombardment_turns + 1
    r.set(bombarded=True, bombardment_turns=used)
    r.note(BombardmentTurnUsed(rule="PA-2.1-54", used=used, declared=state.bombardment_declared))


def fall_on_target(r: Ruling, shooter: str, letter: str) -> None:
    """Resolve one straddle on the chart: a location, no armour. A box hit before may only burn.

    Rolls a D6 and a D10, then perhaps a D6 for fire. Rules: PA-2.1-64 to PA-2.1-68, PA-SHO-H7, A-43.
    """
    state: State = r.state
    section, level = locate(r, state.scene.names.get(TARGET, TARGET), rule="PA-2.1-64")
    target = state.target
    assert target is not None
    box = state.scene.targets[target.chart].box(section, level)
    content = box.title if box is not None else NOTHING
    note_shell_fall(r, shooter, TARGET, letter, section, level, content, content, "PA-2.1-64")
    if box is None:
        return
    again = is_struck(target, section, level)
    r.set(target=target.but(last=f"{section}/{level}"))
    if again:
        burn_again(r, TARGET, letter, "PA-2.1-68")
    else:
        strike_box(r, section, level, "PA-2.1-65")


def strike_box(r: Ruling, section: int, level: int, rule: str) -> None:
    """Destroy a box of the chart: its points or the next penalty, and a structure box. Nothing the second time.

    Rules: PA-2.1-65, PA-2.1-66, PA-2.1-67, PA-2.1-10, PA-3.2-10, A-44, A-45.
    """
    state: State = r.state
    target = state.target
    assert target is not None
    card = state.scene.targets[target.chart]
    box = card.box(section, level)
    if box is None or is_struck(target, section, level):
        return
    points, structure, penalties = box.points, target.structure, target.penalties
    if points:
        structure -= 1
    else:
        points = card.penalties[min(penalties, len(card.penalties) - 1)]
        penalties += 1
    after = target.but(
        struck=target.struck | box_bit(section, level),
        structure=structure,
        penalties=penalties,
        points=target.points + points,
    )
    r.set(target=after)
    r.note(
        TargetBoxHit(
            rule=rule if points > 0 else "PA-2.1-67",
            section=section,
            level=level,
            content=box.title,
            points=points,
            total=after.points,
        )
    )


def neighbours_of(state: State, target: Target) -> list[tuple[int, int]]:
    """Return the filled boxes around the box last hit, in reading order. Rule: PA-SHO-H8."""
    if not target.last:
        return []
    section, level = (int(part) for part in target.last.split("/"))
    card = state.scene.targets[target.chart]
    return [spot for spot in neighbouring_boxes(section, level) if card.box(*spot) is not None]


def neighbouring_boxes(section: int, level: int) -> list[tuple[int, int]]:
    """Return the eight places around a box of a grid, in reading order."""
    return [(section + east, level + down) for down in (-1, 0, 1) for east in (-1, 0, 1) if east or down]
