"""Bombardment: guns and turns, points and penalties, structure, fires."""

from __future__ import annotations

from typing import Any

import pytest

from rules.perfidious_albion.battle.gun_laying import ALL, shot
from rules.perfidious_albion.battle.gunnery import check_fire, do_fire, offer_fire
from rules.perfidious_albion.damage.bombardment import can_bombard, fall_on_target
from rules.perfidious_albion.records.commands import Fire
from rules.perfidious_albion.records.events import (
    BombardmentTurnUsed,
    FireStarted,
    GunsFired,
    ShotFell,
    TargetBoxHit,
)
from rules.perfidious_albion.records.state import State, box_bit
from rules.perfidious_albion.ships.roster import load_roster
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rolls, rule

FIRE = Fire(JAPAN, "mikasa", ALL, "target")


def roads(
    kind: str = "mikasa", chart: int = 2, declared: int = 6, target: dict[str, Any] | None = None, **fields: Any
) -> State:
    """Mikasa bombards from 16 inches, heading east; the target lies north of her on the coast."""
    sea = Sea("bombardment", JAPAN).ship("Mikasa", JAPAN, (36, 22), kind=kind, moved=True)
    sea.target(chart, RUSSIA, (36, 6), **(target or {}))
    sea.land("coastline", (12, 0), (60, 0), (60, 7), (12, 7))
    return sea.having(active="mikasa-squadron", bombardment_declared=declared, **fields).state()


def straddle(state: State, section: int, level: int, *more: int, letter: str = "A"):  # type: ignore[no-untyped-def]
    after, events = rule(state, lambda r: fall_on_target(r, "mikasa", letter), level, section, *more)
    assert after.target is not None
    return after, after.target, events


@pytest.mark.rule("PA-2.1-53")
def test_guns_of_type_d_and_heavier_bombard_and_lighter_do_not() -> None:
    state = roads()
    assert "".join(letter for letter in "ZYXABCDEFGQ" if can_bombard(state, letter)) == "ZYXABCD"
    assert [reason.rule for reason in check_fire(state, Fire(JAPAN, "mikasa", "E", "target"))] == ["PA-2.1-53"]
    assert check_fire(state, Fire(JAPAN, "mikasa", "A", "target")) == ()
    assert [reason.rule for reason in check_fire(roads("varyag"), FIRE)] == ["PA-2.1-53", "PA-2.1-53"]
    assert check_fire(roads("asama"), FIRE) == ()


@pytest.mark.rule("PA-2.1-54", "PA-3.2-7")
def test_any_shot_uses_up_a_turn_of_bombardment_once_a_turn() -> None:
    after, events = rule(roads(), lambda r: do_fire(r, FIRE), 10, *(1, 1) * 2)
    assert [(event.used, event.declared) for event in events_of(events, BombardmentTurnUsed)] == [(1, 6)]
    assert after.bombarded and after.bombardment_turns == 1
    assert [(event.guns, event.percent) for event in events_of(events, GunsFired)] == [("A", 290)]
    again = after.but(ships={"mikasa": after.ships["mikasa"].but(fired=())})
    after, events = rule(again, lambda r: do_fire(r, FIRE), 10, *(1, 1) * 2)
    assert after.bombardment_turns == 1 and not events_of(events, BombardmentTurnUsed)


@pytest.mark.rule("PA-2.1-52")
def test_no_more_turns_are_fired_than_were_declared() -> None:
    assert [reason.rule for reason in check_fire(roads(bombardment_turns=6), FIRE)] == ["PA-2.1-52"]
    assert check_fire(roads(bombardment_turns=6, bombarded=True), FIRE) == ()
    assert check_fire(roads(bombardment_turns=5), FIRE) == ()


@pytest.mark.rule("PA-2.1-2")
def test_only_the_attacker_bombards_and_only_with_ships() -> None:
    sea = Sea("bombardment", JAPAN).ship("Mikasa", JAPAN, (36, 22), moved=True).target(2, JAPAN, (36, 6))
    sea.ship("Retvizan", RUSSIA, (30, 12), kind="tsesarevich", moved=True)
    state = sea.having(active="retvizan-squadron", bombardment_declared=6).state()
    reasons = check_fire(state, Fire(RUSSIA, "retvizan", "B", "target"))
    assert [reason.rule for reason in reasons] == ["PA-2.1-2"]


def test_the_target_is_on_offer_like_any_other() -> None:
    (offer,) = offer_fire(roads(), JAPAN)
    assert set(offer.commands) == {FIRE, Fire(JAPAN, "mikasa", "A", "target")}
    (offer,) = offer_fire(roads("oregon"), JAPAN)
    assert {command.guns for command in offer.commands} == {ALL, "A", "D"}  # type: ignore[attr-defined]


@pytest.mark.rule("PA-GUN-H10", "PA-8-10", "PA-SHO-H3")
def test_a_target_stands_still_and_has_no_bow_or_stern() -> None:
    state = roads()
    assert state.target is not None
    found = shot(state, state.ships["mikasa"], "A", state.target)
    assert (found.distance, found.rake, found.percent) == (16_000, "", 290)
    assert [term.rule for term in found.modifiers] == ["PA-GUN-H10"]


@pytest.mark.rule("PA-2.1-64", "PA-5.5-1")
def test_every_straddle_is_located_on_the_chart_with_a_d6_and_a_d10() -> None:
    _, target, events = straddle(roads(), 1, 1)
    assert [rolled.sides for rolled in rolls(events)] == [6, 10]
    assert [event.content for event in events_of(events, ShotFell)] == ["nothing there"] and target.struck == 0


@pytest.mark.rule("PA-2.1-65", "PA-2.1-66", "PA-8-9", "PA-8-11", "PA-8-12", "PA-SHO-H7")
@pytest.mark.parametrize("chart", [1, 2])
def test_every_box_of_a_chart_scores_its_value_once_and_the_40_cross_the_structure(chart: int) -> None:
    card = load_roster().targets[chart]
    state = roads(chart=chart)
    total = structure = 0
    for box in card.cells:
        if box is None or not box.points:
            continue
        state, target, events = straddle(state, box.section, box.level)
        total, structure = total + box.points, structure + 1
        assert [event.points for event in events_of(events, TargetBoxHit)] == [box.points]
        assert (target.points, target.structure) == (total, 40 - structure)
    assert (total, structure) == (45_000, 40)
    values = [box.points for box in card.cells if box is not None and box.points]
    assert [values.count(points) for points in (500, 1000, 2000)] == [10, 20, 10]


@pytest.mark.rule("PA-2.1-67", "PA-2.1-10", "PA-3.2-10", "PA-8-11")
def test_the_wrong_objects_cost_1000_then_2000_then_4000() -> None:
    card = load_roster().targets[2]
    wrong = [box for box in card.cells if box is not None and box.object == "N"]
    assert len(wrong) == 3
    state = roads()
    totals = []
    for box in reversed(wrong):
        state, target, _ = straddle(state, box.section, box.level)
        totals.append(target.points)
    assert totals == [-1000, -3000, -7000]
    assert target.structure == 40 and target.penalties == 3
    _, target, events = straddle(state, wrong[0].section, wrong[0].level)
    assert target.points == -7000 and [event.target for event in events_of(events, FireStarted)] == ["target"]


@pytest.mark.rule("PA-2.1-68")
def test_a_hit_on_what_is_destroyed_scores_nothing_and_burns() -> None:
    struck = roads(target={"struck": box_bit(2, 2), "points": 1000, "structure": 39})
    after, target, events = straddle(struck, 2, 2)
    assert (target.points, target.structure, target.fires) == (1000, 39, 1)
    assert not events_of(events, TargetBoxHit)
    _, target, _ = straddle(struck, 2, 2, 1, letter="D")
    assert target.fires == 0
