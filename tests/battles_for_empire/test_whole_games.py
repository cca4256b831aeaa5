"""The sheet's sentences compared with whole games: what happened is read from orders, dice and positions alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rules.battles_for_empire.commands import Charge, Fire, Move, Rapid
from rules.battles_for_empire.events import (
    CamelryShaken,
    Charged,
    GunJammed,
    Hit,
    RanLow,
    Resupplied,
    VolleyFired,
)
from rules.battles_for_empire.state import Body, State
from rules.kernel.dice import SeededDice
from rules.kernel.flow import offers
from rules.kernel.ruling import Rolled
from rules.kernel.session import Session, Step
from tests.conftest import begin, below, draw, games

EAGER = ("charge", "fire", "rapid", "fight", "move")
GAMES = [game for game in games() if game.startswith("battles_for_empire/")]
SEEDS = (3, 4)


@cache
def fight_game(game: str, seed: int) -> Session:
    """Return a whole game between players who prefer to charge, fire and move."""
    session, thought = begin(game, seed=seed), SeededDice(seed + 50)
    while not session.over:
        found = offers(session.system, session.state)
        eager = [offer for offer in found if offer.verb in EAGER] if below(thought, 5) else []
        listed = eager or found
        session.submit(draw(listed[below(thought, len(listed))], thought))
    return session


def steps() -> Iterator[tuple[State, Step, State]]:
    """Yield every order of these games: the position before it, the step, the position after it."""
    for game in GAMES:
        for seed in SEEDS:
            session = fight_game(game, seed)
            for number, step in enumerate(session.steps):
                yield session.states[number], step, session.states[number + 1]


def card_of(state: State, unit: Body) -> Any:
    """Return the card in force."""
    foot = state.scene.foot_cards.get(unit.id)
    return foot if foot is not None and not unit.mounted else state.scene.cards[unit.id]


def shots() -> Iterator[tuple[State, Step, State, Body, Any]]:
    """Yield every shot: before, step, after, the unit that fired and its card."""
    for before, step, after in steps():
        if isinstance(step.command, (Fire, Rapid)):
            unit = before.units[step.command.unit]
            yield before, step, after, unit, card_of(before, unit)


def of(step: Step, kind: type[Any]) -> list[Any]:
    return [event for event in step.events if isinstance(event, kind)]


def need_of(throw: Rolled) -> int:
    """Return what a die of a pool needs, added up from the terms in the log."""
    return throw.breakdown.need - sum(term.value for term in throw.breakdown.modifiers)  # type: ignore[operator]


@pytest.mark.rule("BFE-13.8-2", "BFE-13.8-4", "BFE-13.8-5", "BFE-13.8-6", "BFE-13.8-8", "BFE-13.8-13")
def test_a_machine_gun_throws_its_misses_again_and_jams_on_a_one_among_them_and_then_hits_nobody() -> None:
    jammed = seen = 0
    for before, step, after, _, kind in shots():
        if kind.arm != "mg":
            continue
        seen += 1
        throws = of(step, Rolled)
        need = need_of(throws[0])
        misses = sum(1 for face in throws[0].faces if face < need)
        assert 3 <= len(throws[0].faces) <= 6
        again = throws[1].faces if misses else ()
        assert len(again) == misses
        assert bool(of(step, GunJammed)) == (1 in again)
        if 1 in again:
            jammed += 1
            target = of(step, GunJammed)[0].target
            assert of(step, Hit) == [] and [event.hits for event in of(step, VolleyFired)] == [0]
            now, then = after.units[target], before.units[target]
            assert (now.kills, now.shaken, now.hex) == (then.kills, then.shaken, then.hex)
        else:
            assert of(step, VolleyFired)[0].hits == len(throws[0].faces) - misses
    assert seen > 5 and jammed > 0


@pytest.mark.rule("BFE-14.1-2", "BFE-14.1-3", "BFE-14.1-4", "BFE-14.1-12", "BFE-14.1-13")
def test_only_rapid_fire_empties_pouches_and_natives_and_boers_never_use_it() -> None:
    low = seen = 0
    for _, step, _, unit, kind in shots():
        if isinstance(step.command, Fire):
            assert of(step, RanLow) == []
            continue
        seen += 1
        assert kind.family in ("imperial", "colonial") and not unit.low and not unit.mounted
        throws = of(step, Rolled)
        need = need_of(throws[0])
        misses = sum(1 for face in throws[0].faces if face < need)
        again = throws[1].faces if misses else ()
        assert len(again) == misses
        assert bool(of(step, RanLow)) == (1 in again)
        low += 1 in again
    assert seen > 10 and low > 0


@pytest.mark.rule("BFE-14.1-6")
def test_a_unit_stays_low_until_a_mule_comes() -> None:
    supplied = 0
    for before, step, after in steps():
        for name, unit in before.units.items():
            if unit.low and not after.units[name].low:
                assert [event.unit for event in of(step, Resupplied)] == [name]
                supplied += 1
    assert supplied > 0


@pytest.mark.rule("BFE-CHG-5", "BFE-CHG-6", "BFE-CHG-7", "BFE-CHG-8", "BFE-MF-12", "BFE-CHG-1")
def test_who_charged_does_not_fire_and_only_a_charge_makes_contact() -> None:
    charges = 0
    for before, step, after in steps():
        if isinstance(step.command, Charge):
            unit = before.units[step.command.unit]
            kind = before.scene.cards[unit.id]
            assert not (unit.mounted and kind.arm == "camel" and kind.family in ("imperial", "colonial"))
            charges += len(of(step, Charged))
        elif len(after.contacts) > len(before.contacts):
            raise AssertionError(f"{type(step.command).__name__} made contact")
        for event in of(step, CamelryShaken):
            assert after.units[event.unit].shaken
        if isinstance(step.command, (Fire, Rapid)):
            assert not before.units[step.command.unit].charged
    assert charges > 5


@pytest.mark.rule("BFE-CHG-2", "BFE-CHG-3")
def test_only_imperial_horse_moves_out_of_contact() -> None:
    moves = 0
    for before, step, _ in steps():
        if isinstance(step.command, Move):
            moves += 1
            unit = before.units[step.command.unit]
            if any(unit.id in (contact.attacker, contact.defender) for contact in before.contacts):
                assert unit.mounted and before.scene.cards[unit.id].family in ("imperial", "colonial")
    assert moves > 100


@pytest.mark.rule("BFE-ELG-1", "BFE-ELG-2", "BFE-ELG-3", "BFE-ELG-4", "BFE-MF-2", "BFE-MF-3", "BFE-MF-6", "BFE-MF-8")
def test_the_mounted_and_the_unarmed_never_fire_nor_do_moved_muskets_and_moved_machine_guns() -> None:
    for before, _, _, unit, kind in shots():
        assert kind.weapon and not unit.mounted
        if kind.arm == "mg":
            assert not unit.moved and not unit.turned
        weapon = before.scene.charts.weapons.get(kind.weapon)
        if weapon is not None and weapon.moving != "breech" and kind.arm != "mg" and unit.formation != "skirmish":
            assert not unit.moved and not unit.turned


@pytest.mark.rule("BFE-MF-9", "BFE-MF-11", "BFE-MF-14", "BFE-MF-15")
def test_who_moved_and_fires_pays_one_and_muzzle_loading_skirmishers_fire_half() -> None:
    paid = 0
    for before, step, _, unit, kind in shots():
        if kind.arm in ("gun", "mg") or not (unit.moved or unit.turned):
            continue
        first = of(step, Rolled)[0]
        assert [term.value for term in first.breakdown.modifiers if term.label == "moved"] == [-1]
        paid += 1
        weapon = before.scene.charts.weapons[kind.weapon]
        if isinstance(step.command, Fire) and (weapon.moving != "breech" or not kind.is_drilled):
            assert unit.formation == "skirmish" and len(first.faces) <= 2
    assert paid > 10
