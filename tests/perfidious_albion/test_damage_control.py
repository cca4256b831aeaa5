"""Damage control: how many parties, which jobs, and what a finished job restores."""

from __future__ import annotations

from typing import Any

import pytest

from rules.perfidious_albion.damage.damage_control import (
    check_all,
    check_repair,
    do_all,
    do_repair_job,
    jobs_for,
    lost_room,
    offer_repairs,
    party_count,
    quality_of,
    usual_job,
)
from rules.perfidious_albion.records.commands import ChooseForMe, Repair
from rules.perfidious_albion.records.events import Repaired, RepairFailed
from rules.perfidious_albion.records.state import State, box_bit
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rolls, rule


def hurt(cq: int = 2, **log: Any) -> State:
    """Return the Mikasa, 15,140 tons, with some damage."""
    return Sea().ship("Mikasa", JAPAN, (30, 30), cq=cq, **log).ship("Varyag", RUSSIA, (60, 60)).state()


def rules_against(state: State, ship: str, job: str, side: str = JAPAN) -> list[str]:
    """Return the rules that refuse a job."""
    return [reason.rule for reason in check_repair(state, Repair(side, ship, job))]


@pytest.mark.rule("PA-DC-H1")
@pytest.mark.parametrize(
    ("tons", "count"),
    [(152, 1), (5_000, 1), (5_001, 2), (10_000, 2), (15_000, 3), (15_140, 4), (22_000, 4), (40_000, 4)],
)
def test_there_is_a_party_for_every_5000_tons_or_part_of_it_from_one_to_four(tons: int, count: int) -> None:
    state = Sea().ship("Mikasa", JAPAN, (30, 30), card={"tons": tons}).state()
    assert party_count(state, state.ships["mikasa"]) == count


@pytest.mark.rule("PA-DC-H2")
@pytest.mark.parametrize("cq", [1, 2, 3])
def test_a_job_succeeds_on_a_die_of_the_crew_quality_or_less(cq: int) -> None:
    state = hurt(cq, floods=3)
    done, events = rule(state, lambda r: do_repair_job(r, "mikasa", "flood"), cq)
    failed, bad = rule(state, lambda r: do_repair_job(r, "mikasa", "flood"), cq + 1)
    assert (done.ships["mikasa"].floods, failed.ships["mikasa"].floods) == (2, 3)
    assert events_of(events, Repaired) and events_of(bad, RepairFailed)  # type: ignore[arg-type]
    assert rolls(events)[0].target == cq and rolls(events)[0].low


@pytest.mark.rule("PA-5.9-2")
def test_flooding_or_fire_is_lowered_by_one() -> None:
    state = hurt(floods=3, fires=2)
    dry, _ = rule(state, lambda r: do_repair_job(r, "mikasa", "flood"), 1)
    out, _ = rule(dry, lambda r: do_repair_job(r, "mikasa", "fire"), 2)
    assert (out.ships["mikasa"].floods, out.ships["mikasa"].fires) == (2, 1)


@pytest.mark.rule("PA-5.9-1")
def test_the_steering_gear_is_repaired() -> None:
    mended, _ = rule(hurt(steering="jammed", helm="port"), lambda r: do_repair_job(r, "mikasa", "steering"), 2)
    assert (mended.ships["mikasa"].steering, mended.ships["mikasa"].helm) == ("", "")


@pytest.mark.rule("PA-5.9-3")
def test_propulsion_is_restored_by_the_units_of_one_room() -> None:
    rooms = Sea().ship("Vizcaya", JAPAN, (9, 9)).state().scene.cards["vizcaya"].prop_boxes
    struck = sum(box_bit(room.section, room.level) for room in rooms)
    state = Sea().ship("Vizcaya", JAPAN, (30, 30), struck=struck, props_lost=20, funnels_lost=1).state()
    one, _ = rule(state, lambda r: do_repair_job(r, "vizcaya", "propulsion"), 1)
    ship = one.ships["vizcaya"]
    assert (ship.props_lost, ship.funnels_lost) == (10, 1)  # funnels are not repaired
    assert ship.struck.bit_count() == 1
    assert lost_room(one, ship) is not None


@pytest.mark.rule("PA-5.9-3")
def test_funnels_alone_leave_nothing_to_restore() -> None:
    state = hurt(funnels_lost=2)
    assert jobs_for(state, state.ships["mikasa"]) == ()
    assert rules_against(state, "mikasa", "propulsion") == ["PA-5.9-3"]


@pytest.mark.rule("PA-DC-H2")
def test_a_job_succeeds_once_a_turn_and_may_be_tried_again_after_a_failure() -> None:
    state = hurt(floods=5)
    failed, _ = rule(state, lambda r: do_repair_job(r, "mikasa", "flood"), 6)
    assert rules_against(failed, "mikasa", "flood") == []
    done, _ = rule(failed, lambda r: do_repair_job(r, "mikasa", "flood"), 1)
    assert rules_against(done, "mikasa", "flood") == ["PA-DC-H2"]


@pytest.mark.rule("PA-DC-H1")
def test_no_more_jobs_than_parties_are_tried() -> None:
    state = Sea().ship("Ikazuchi", JAPAN, (30, 30), fires=1, steering="jammed").state()
    tried, _ = rule(state, lambda r: do_repair_job(r, "ikazuchi", "fire"), 6)
    assert "PA-DC-H1" in rules_against(tried, "ikazuchi", "steering")


def test_what_is_not_damaged_another_sides_ships_and_nonsense_are_refused() -> None:
    state = hurt(floods=1)
    assert rules_against(state, "mikasa", "fire") == ["PA-5.9-2"]
    assert rules_against(state, "mikasa", "steering") == ["PA-5.9-1"]
    assert rules_against(state, "mikasa", "flood", side=RUSSIA) == ["PA-DC-H1"]
    assert rules_against(state, "nobody", "flood") == ["PA-DC-H1"]
    assert rules_against(state, "mikasa", "x" * 5_000) == ["PA-DC-H2"]


def test_every_job_offered_is_legal() -> None:
    state = hurt(floods=8, fires=3, steering="jammed")
    offers = list(offer_repairs(state, JAPAN))
    assert {offer.commands[0].job for offer in offers if isinstance(offer.commands[0], Repair)} == {
        "fire",
        "flood",
        "steering",
    }
    assert all(check_repair(state, command) == () for offer in offers for command in offer.commands)  # type: ignore[arg-type]
    assert [offer.commands[0] for offer in offers if offer.usual] == [Repair(JAPAN, "mikasa", "fire")]


def test_a_great_fire_comes_first_then_water_that_may_sink_her() -> None:
    for log, job in (
        ({"fires": 3, "floods": 14}, "fire"),
        ({"fires": 1, "floods": 14, "steering": "jammed"}, "flood"),
        ({"fires": 1, "floods": 1, "steering": "jammed"}, "steering"),
        ({"fires": 1, "floods": 1}, "fire"),
    ):
        state = hurt(**log)
        assert usual_job(state, state.ships["mikasa"]) == job


def test_all_parties_go_to_work_at_one_word() -> None:
    state = hurt(floods=9, fires=3)
    after, events = rule(state, lambda r: do_all(r, ChooseForMe(JAPAN)), 6, 6, 1, 1)
    assert (after.ships["mikasa"].fires, after.ships["mikasa"].floods) == (2, 8)
    assert [roll.verdict or roll.is_success for roll in rolls(events)] == [False, False, True, True]
    assert check_all(after, ChooseForMe(JAPAN))
    assert not check_all(state, ChooseForMe(JAPAN))


# ---------------------------------------------------------------------- ashore


def ashore(struck: int = 0, structure: int = 40, **log: Any) -> State:
    """Return a fort and the target."""
    sea = (
        Sea("bombardment", JAPAN).ship("Mikasa", JAPAN, (30, 60)).target(1, RUSSIA, (36, 4), structure=structure, **log)
    )
    return sea.fort("North Fort", RUSSIA, (30, 4), 1, struck=struck, **log).state()


@pytest.mark.rule("PA-2.2-14")
def test_a_fort_has_a_fire_party_for_every_five_structure_boxes_with_its_own_quality() -> None:
    counts = []
    for number in (1, 2, 3, 4):
        state = Sea().fort("Fort", RUSSIA, (30, 4), number, fires=1).state()
        counts.append(party_count(state, state.forts["Fort"]))
    assert counts == [3, 3, 4, 3]
    state = ashore(fires=1)
    good = state.forts["North Fort"].but(cq=3)
    assert quality_of(state, good) == 3
    two, _ = rule(state.but(forts={"North Fort": good}), lambda r: do_repair_job(r, "North Fort", "fire"), 3)
    assert two.forts["North Fort"].fires == 0


@pytest.mark.rule("PA-2.1-69")
@pytest.mark.parametrize(("left", "count"), [(40, 8), (39, 7), (5, 1), (4, 0)])
def test_the_target_has_a_fire_party_for_every_five_undamaged_boxes(left: int, count: int) -> None:
    state = ashore(structure=left, fires=1)
    assert state.target is not None and party_count(state, state.target) == count
    refusal = rules_against(state, "target", "fire", side=RUSSIA)
    assert refusal == ([] if count else ["PA-2.1-69"])


@pytest.mark.rule("PA-2.1-70")
def test_fire_parties_of_the_target_count_as_quality_2() -> None:
    state = ashore(fires=2)
    assert state.target is not None and quality_of(state, state.target) == 2
    out, _ = rule(state, lambda r: do_repair_job(r, "target", "fire"), 2)
    on, _ = rule(state, lambda r: do_repair_job(r, "target", "fire"), 3)
    assert out.target is not None and on.target is not None
    assert (out.target.fires, on.target.fires) == (1, 2)


def test_works_have_no_other_job_than_the_fire() -> None:
    assert rules_against(ashore(fires=1), "North Fort", "flood", side=RUSSIA) == ["PA-5.9-2"]
