"""Deployment: order, waters, sight and signals, markers and dummies, works and fields, base by base."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.dice import TapeDice
from rules.kernel.flow import check, offers
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.commands import ChooseForMe, Deploy, DeployFirst, KeepLast
from rules.perfidious_albion.records.events import Deployed, DeploymentOrdered, KeptLast
from rules.perfidious_albion.records.state import State, Terrain, place, works_of
from rules.perfidious_albion.setup.convoy_placement import owed_in_box
from rules.perfidious_albion.setup.deploying import (
    all_waiting,
    check_deploy,
    flag_label,
    owed_deploy,
    sensible_deploy,
)
from rules.perfidious_albion.setup.deployment_order import open_order
from rules.perfidious_albion.setup.placement_rules import DUMMY, box_stage, entry_distance, escorts_due, start_depth
from rules.perfidious_albion.setup.purchase_pool import OF_A_CLASS, piece_id
from rules.perfidious_albion.setup.sequence import phase_help
from rules.perfidious_albion.shown.board_markers import is_placed, markers
from rules.perfidious_albion.shown.nearest_order import nearest_command
from rules.perfidious_albion.squadrons.formation import draw_up
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, give, list_offers, rolls, rule, system, why
from tests.perfidious_albion.setting_up import (
    COAST,
    ENTRY,
    EXIT,
    after,
    at_step,
    buy,
    settle_purchases,
    table,
    to_deploy,
)

FLEET = (
    ("mikasa", 2, 1, "1"),
    ("admiral", 0, 1, "1"),
    ("asama", 2, 1, "2"),
    ("asama", 2, 1, "2"),
    ("ikazuchi", 2, 2, "3"),
)
ENEMY = (("tsesarevich", 2, 1, "1"), ("varyag", 2, 1, "2"))


def fleets(*queue: str, extra: tuple[tuple[str, int, int, str], ...] = (), **fields: Any) -> State:
    """Return two fleets to be deployed, Japan in the south, visibility 24 inches."""
    state = buy(table(options=fields.pop("options", None)), JAPAN, *FLEET, *extra)
    return to_deploy(buy(state, RUSSIA, *ENEMY), *queue, **fields)


def at(side: str, what: str, x: float, y: float, heading: int = 90, marker: bool = False) -> Deploy:
    """Return a deployment in inches."""
    return Deploy(side, what, round(x * 10), round(y * 10), heading, marker)


def go(state: State, *commands: Deploy) -> State:
    """Make one deployment after another, whichever side's turn it is."""
    for command in commands:
        other = RUSSIA if command.side == JAPAN else JAPAN
        state = after(state.but(cursor=state.cursor.but(queue=(command.side, other))), command)
    return state


def bars(state: State, command: Deploy) -> list[str]:
    """Return the rules against a deployment, whoever's turn it is."""
    return [reason.rule for reason in check_deploy(state, command)]


# ---------------------------------------------------------------------- order


@pytest.mark.rule("PA-2.1-21")
def test_the_winner_of_the_dice_says_who_deploys_first() -> None:
    state = settle_purchases(buy(buy(table(), JAPAN, *FLEET), RUSSIA, *ENEMY)).but(visibility=24_000)
    ruling = Ruling(None, state, TapeDice((4, 8)))  # 4 and an admiral against 8
    open_order(ruling)
    assert ruling.state.deployer == RUSSIA and rolls(tuple(ruling.events))[0].total == 5
    ordered = at_step(ruling.state, "deployment order", RUSSIA)
    for who in (JAPAN, RUSSIA):
        result, events = give(ordered, DeployFirst(RUSSIA, who))
        assert result.first == who and events_of(events, DeploymentOrdered)[0].winner == RUSSIA
    assert why(ordered, DeployFirst(RUSSIA, "spain")) == ["PA-2.1-21"]


@pytest.mark.rule("PA-2.1-22")
def test_the_sides_place_one_squadron_each_by_turns_and_the_longer_list_goes_on_alone() -> None:
    state = fleets()
    first = after(state, at(JAPAN, "1", 36, 50))
    assert first.cursor.queue == (RUSSIA, JAPAN)
    assert why(first, at(JAPAN, "2", 36, 52)) and not why(first, at(RUSSIA, "1", 36, 20))
    second = after(first, at(RUSSIA, "1", 36, 20))
    third = after(second, at(JAPAN, "2", 36, 52))
    fourth = after(third, at(RUSSIA, "2", 36, 18))
    assert fourth.cursor.queue[0] == JAPAN and fourth.waiting == {JAPAN: ("3",), RUSSIA: ()}
    fifth = after(fourth, at(JAPAN, "3", 36, 54))
    assert fifth.waiting[JAPAN] == () and owed_deploy(fifth, JAPAN) == ()
    assert [reason.rule for reason in owed_deploy(state, JAPAN)] == ["PA-2.1-22"]


def test_the_ships_of_a_squadron_stand_in_line_astern_of_the_first() -> None:
    state = go(fleets(), at(JAPAN, "1", 36, 50), at(JAPAN, "2", 36, 53, 90))
    lead, astern = (state.ships[name] for name in state.squadrons["japan-2"].ships)
    assert (lead.x, lead.y, astern.x, astern.y) == (36_000, 53_000, 33_000, 53_000)
    assert lead.heading == astern.heading == 90 and lead.hull and lead.speed == 10


@pytest.mark.rule("PA-2.1-27")
def test_the_winner_may_keep_one_squadron_to_be_placed_last_of_all() -> None:
    order = at_step(fleets(deployer=JAPAN), "deployment order", JAPAN)
    kept, events = give(order, KeepLast(JAPAN, "2"))
    assert kept.held_back == "2" and events_of(events, KeptLast)[0].to == (JAPAN,)
    (keep,) = (offer for offer in offers(system(), order) if offer.commands == (KeepLast(JAPAN, "2"),))
    assert keep.label == "Keep the second squadron last: Asama and Asama No. 2 of Japan"
    assert why(order, KeepLast(JAPAN, "9")) == ["PA-2.1-27"]
    assert why(order, KeepLast(JAPAN, "1")) == ["PA-SET-H1"]  # the flagship's
    state = go(at_step(kept, "deployment", JAPAN, RUSSIA), at(JAPAN, "1", 36, 50))
    assert "PA-2.1-27" in bars(state, at(JAPAN, "2", 36, 52))
    state = go(state, at(RUSSIA, "1", 36, 20), at(JAPAN, "3", 36, 54))
    assert state.cursor.queue[0] == RUSSIA
    last = go(state, at(RUSSIA, "2", 36, 18))
    assert last.cursor.queue[0] == JAPAN and bars(last, at(JAPAN, "2", 36, 52)) == []


@pytest.mark.rule("PA-2.1-27")
def test_the_winner_may_always_place_a_squadron_last_even_his_only_one() -> None:
    state = buy(buy(table(), JAPAN, ("mikasa", 2, 1, "1")), RUSSIA, *FLEET)
    order = at_step(to_deploy(state, deployer=JAPAN), "deployment order", JAPAN)
    kept, _ = give(order, KeepLast(JAPAN, "1"))
    assert why(kept, DeployFirst(JAPAN, JAPAN)) == ["PA-2.1-27"]  # he has nothing to place before it
    assert [command.who for command in list_offers(kept, "deployfirst")] == [RUSSIA]  # type: ignore[attr-defined]
    placing = at_step(kept, "deployment", RUSSIA, JAPAN)
    for what, y in (("1", 20), ("2", 18), ("3", 16)):
        assert placing.cursor.queue[0] == RUSSIA
        placing = after(placing, at(RUSSIA, what, 36, y))
    assert placing.cursor.queue[0] == JAPAN
    placing = after(placing, at(JAPAN, "1", 36, 50))
    assert placing.waiting == {JAPAN: (), RUSSIA: ()}


@pytest.mark.rule("PA-2.1-27")
def test_who_keeps_his_only_squadron_back_on_his_turn_hands_the_turn_over() -> None:
    state = buy(buy(table(), JAPAN, ("mikasa", 2, 1, "1")), RUSSIA, *FLEET)
    kept, _ = give(to_deploy(state, deployer=JAPAN), KeepLast(JAPAN, "1"))
    assert kept.cursor.queue == (RUSSIA, JAPAN)
    done = kept.but(waiting={**kept.waiting, RUSSIA: ()}, held_back="", cursor=kept.cursor.but(queue=(JAPAN,)))
    assert why(done, KeepLast(JAPAN, "1")) == ["PA-2.1-27"]  # nothing comes before it: he places it


@pytest.mark.rule("PA-2.1-24")
def test_a_dummy_is_no_ship_to_be_seen_and_relays_no_signal() -> None:
    """All squadrons must be able to see at least one friendly ship; the range of signals: a ship which can see hers."""
    state = go(fleets(visibility=12_000), at(JAPAN, "1", 36, 50), at(JAPAN, "2", 36, 58, marker=True))
    state = go(state, at(JAPAN, DUMMY, 46, 50, marker=True))
    beyond = at(JAPAN, "3", 57, 50)  # 11 inches from the dummy, 21 from the flagship
    assert bars(state, beyond) == ["PA-2.1-24", "PA-2.1-25"]


@pytest.mark.rule("PA-2.1-27")
def test_the_winner_may_name_the_squadron_placed_last_while_deployment_goes_on() -> None:
    state = go(fleets(deployer=JAPAN), at(JAPAN, "1", 36, 50))
    assert why(state.but(cursor=state.cursor.but(queue=(RUSSIA, JAPAN))), KeepLast(RUSSIA, "2")) == ["PA-2.1-27"]
    state = go(state, at(RUSSIA, "1", 36, 20))
    kept, _ = give(state, KeepLast(JAPAN, "2"))
    assert "PA-2.1-27" in bars(kept, at(JAPAN, "2", 36, 52))
    kept = go(kept, at(JAPAN, "3", 36, 54))
    assert why(kept.but(cursor=kept.cursor.but(queue=(JAPAN, RUSSIA))), KeepLast(JAPAN, "2")) != []
    last = go(kept, at(RUSSIA, "2", 36, 18))
    assert last.cursor.queue[0] == JAPAN and bars(last, at(JAPAN, "2", 36, 52)) == []


def test_a_squadron_kept_to_the_last_is_placed_when_the_enemy_has_finished_with_things_left_over() -> None:
    state = go(fleets(deployer=JAPAN), at(JAPAN, "1", 36, 50)).but(
        held_back="2", waiting={JAPAN: ("2",), RUSSIA: ("1",)}
    )
    alone = state.but(cursor=state.cursor.but(queue=(JAPAN,)))
    assert "PA-2.1-27" in bars(state, at(JAPAN, "2", 36, 52)) and bars(alone, at(JAPAN, "2", 36, 52)) == []


@pytest.mark.rule("PA-SET-H1")
def test_the_squadron_with_the_flagship_comes_first() -> None:
    state = fleets()
    assert flag_label(state, JAPAN) == "1"
    assert bars(state, at(JAPAN, "2", 36, 50)) == ["PA-SET-H1"]
    placed = go(state, at(JAPAN, "1", 36, 50))
    assert placed.squadrons["japan-1"].flagship and bars(placed, at(JAPAN, "2", 36, 52)) == []


# ---------------------------------------------------------------------- waters, sight, signals


@pytest.mark.rule("PA-2.1-23")
@pytest.mark.parametrize(("visibility", "least"), [(48_000, 60.0), (24_000, 48.0), (6_000, 39.0)])
def test_ships_deploy_half_the_visibility_from_the_centre_line(visibility: int, least: float) -> None:
    state = fleets(visibility=visibility)
    assert bars(state, at(JAPAN, "1", 36, least)) == []
    assert bars(state, at(JAPAN, "1", 36, least - 0.1)) == ["PA-2.1-23"]
    assert bars(state, at(RUSSIA, "1", 36, least)) == ["PA-2.1-23"]  # his half is the north


@pytest.mark.rule("PA-2.1-23")
def test_the_line_that_squadrons_deploy_behind_is_drawn_while_some_are_waiting() -> None:
    def lines(state: State) -> list[tuple[str, set[int]]]:
        found = [marker for marker in markers(state) if marker.rule == "PA-2.1-23"]
        return [(marker.side, {y for _, y in marker.places}) for marker in found]

    state = fleets(visibility=24_000)  # half of it from the centre line, at 36 inches
    assert lines(state) == [(JAPAN, {48_000}), (RUSSIA, {24_000})]
    assert lines(state.but(waiting={JAPAN: (), RUSSIA: ()})) == []
    assert lines(at_step(state, "weather", JAPAN)) == []


def test_ships_stand_on_the_table_off_the_land_and_not_on_each_other() -> None:
    island = Terrain(
        kind="island", name="Isle", shape=((30_000, 55_000), (34_000, 55_000), (34_000, 58_000), (30_000, 58_000))
    )
    state = fleets(terrain=(island,))
    assert bars(state, at(JAPAN, "1", 0.5, 60)) == ["PA-SET-H1"]
    assert bars(state, at(JAPAN, "1", 32, 57)) == ["PA-SET-H1"]
    placed = go(state, at(JAPAN, "1", 36, 50))
    assert bars(placed, at(JAPAN, "2", 36.5, 50)) == ["PA-SET-H1"]
    assert bars(placed, at(JAPAN, "2", 36, 50.7)) == []


@pytest.mark.rule("PA-2.1-24")
def test_a_squadron_must_see_a_ship_of_another_squadron() -> None:
    state = go(fleets(visibility=12_000), at(JAPAN, "1", 10, 50))
    assert bars(state, at(JAPAN, "3", 22, 50)) == []
    assert bars(state, at(JAPAN, "3", 22.1, 50)) == ["PA-2.1-24", "PA-2.1-25"]


@pytest.mark.rule("PA-2.1-25")
def test_signals_reach_over_one_ship_and_no_farther() -> None:
    state = go(fleets(visibility=12_000), at(JAPAN, "1", 10, 50), at(JAPAN, "3", 20, 50))
    assert bars(state, at(JAPAN, "2", 32, 50, 270)) == []  # sees the boats, which see the flagship
    more = fleets(visibility=12_000, extra=(("varyag", 2, 1, "4"), ("varyag", 2, 1, "5")))
    chain = go(more, at(JAPAN, "1", 10, 50), at(JAPAN, "3", 20, 50), at(JAPAN, "4", 30, 50))
    assert bars(chain, at(JAPAN, "5", 40, 50)) == ["PA-2.1-25"]


@pytest.mark.rule("PA-2.1-25")
def test_a_ship_of_the_flagships_own_squadron_passes_her_signals_on() -> None:
    """ "Being able to see a ship which can see the flagship": any ship, those of her own squadron among them."""
    state = go(fleets(visibility=12_000, extra=(("asama", 2, 1, "1"),)), at(JAPAN, "1", 20, 50, 270))
    flag, mate = (state.ships[name] for name in state.squadrons[f"{JAPAN}-1"].ships)
    assert mate.x > flag.x
    assert bars(state, at(JAPAN, "3", (mate.x + 12_000) / 1000, 50)) == []
    assert bars(state, at(JAPAN, "3", (mate.x + 12_100) / 1000, 50)) == ["PA-2.1-24", "PA-2.1-25"]


@pytest.mark.rule("PA-2.1-26")
def test_one_ship_in_signal_range_is_enough_for_her_squadron() -> None:
    state = go(fleets(visibility=12_000), at(JAPAN, "1", 10, 50), at(JAPAN, "3", 20, 50))
    lead = 32 + 3  # the first of the two is out of sight of the boats, the second is not
    assert bars(state, at(JAPAN, "2", lead, 50, 90)) == []
    assert bars(state, at(JAPAN, "2", lead + 0.1, 50, 90)) == ["PA-2.1-24", "PA-2.1-25"]


# ---------------------------------------------------------------------- minefields


@pytest.mark.rule("PA-2.1-28")
def test_a_minefield_is_placed_like_a_squadron_12_inches_from_enemy_formations() -> None:
    state = go(fleets(extra=(("mines_4_3", 0, 1, ""),)), at(JAPAN, "1", 36, 50), at(RUSSIA, "1", 36, 20))
    field = "mines-japan-1"
    assert bars(state, at(JAPAN, field, 36, 32)) == []
    assert bars(state, at(JAPAN, field, 36, 31.9)) == ["PA-2.1-28"]
    assert bars(state, at(JAPAN, field, 36, 49)) == []  # near one's own ships
    laid, events = give(state.but(cursor=state.cursor.but(queue=(JAPAN, RUSSIA))), at(JAPAN, field, 36, 40))
    found = laid.fields[field]
    assert (found.density, found.radius, found.cost, found.side) == (4, 3_000, 1_600, JAPAN)
    assert laid.cursor.queue[0] == RUSSIA and events_of(events, Deployed)[0].rule == "PA-2.1-28"
    assert bars(state, at(JAPAN, field, 36, 40, 90, True)) == ["PA-2.1-30"]


@pytest.mark.rule("PA-2.1-29")
def test_ships_may_be_placed_in_a_minefield() -> None:
    state = fleets(extra=(("mines_4_6", 0, 1, ""),))
    state = go(go(state, at(JAPAN, "1", 60, 50)), at(JAPAN, "mines-japan-1", 36, 52))
    assert bars(state, at(JAPAN, "2", 38, 52, 270)) == []


# ---------------------------------------------------------------------- markers


@pytest.mark.rule("PA-2.1-30")
def test_a_squadron_out_of_sight_may_be_a_marker_and_one_in_sight_may_not() -> None:
    state = go(fleets(visibility=24_000), at(RUSSIA, "1", 36, 24))
    assert bars(state, at(JAPAN, "1", 36, 48.1, 90, True)) == []
    assert bars(state, at(JAPAN, "1", 36, 48, 90, True)) == ["PA-2.1-30"]
    hidden = go(state, at(JAPAN, "1", 36, 50, 90, True))
    assert hidden.squadrons["japan-1"].hidden and hidden.squadrons["japan-1"].ships == ("japan-1-marker",)
    assert "mikasa-japan-1" not in hidden.ships
    plain = go(fleets(options={"hidden_squadrons": False}), at(RUSSIA, "1", 36, 24))
    assert bars(plain, at(JAPAN, "1", 36, 50, 90, True)) == ["PA-2.1-30"]


@pytest.mark.rule("PA-2.1-31")
@pytest.mark.rule("PA-SET-H3")
def test_there_may_be_a_dummy_for_each_squadron_under_a_marker() -> None:
    state = go(fleets(), at(JAPAN, "1", 36, 50))
    assert bars(state, at(JAPAN, DUMMY, 36, 54, 90, True)) == ["PA-SET-H3"]
    hidden = go(state, at(JAPAN, "2", 36, 54, 90, True))
    assert bars(hidden, at(JAPAN, DUMMY, 30, 56, 90, True)) == []
    assert "PA-2.1-31" in bars(hidden, at(JAPAN, DUMMY, 30, 56))
    fooled = go(hidden, at(JAPAN, DUMMY, 30, 56, 90, True))
    assert fooled.squadrons["japan-3"].dummy
    assert bars(fooled, at(JAPAN, DUMMY, 24, 56, 90, True)) == ["PA-SET-H3"]


# ---------------------------------------------------------------------- convoy


LINERS = (("cargo", 0, 100, ""), *(("hitachi_maru", 1, 1, "1"),) * 3)
ESCORTS = (("asama", 2, 1, "2"), ("varyag", 2, 1, "3"), ("varyag", 2, 1, "4"), ("ikazuchi", 2, 2, "5"))


def convoy(visibility: int = 24_000, step: str = "convoy") -> State:
    """Russia's convoy with five escorts runs from west to east; Japan attacks from the west."""
    state = table("convoy", JAPAN, boxes=(ENTRY, EXIT))
    state = buy(buy(state, RUSSIA, *LINERS, *ESCORTS), JAPAN, ("mikasa", 2, 1, "1"), ("mines_4_3", 0, 1, ""))
    state = to_deploy(state, baseline={RUSSIA: "east", JAPAN: "west"}, visibility=visibility)
    return at_step(state, step, RUSSIA, *((JAPAN,) if step != "convoy" else ()))


@pytest.mark.rule("PA-2.1-42")
def test_the_convoy_and_half_its_escorts_stand_in_the_entry_box_first() -> None:
    state = convoy()
    assert box_stage(state, RUSSIA) and escorts_due(state, RUSSIA) == 3
    assert [reason.rule for reason in owed_in_box(state, RUSSIA)] == ["PA-2.1-22"]
    assert bars(state, at(RUSSIA, "1", 11, 36)) == []
    assert bars(state, at(RUSSIA, "1", 13, 36)) == ["PA-2.1-42"]
    assert bars(state, at(RUSSIA, "1", 11, 36, 90, True)) == ["PA-2.1-30"]  # models, for all to see
    liners = go(state, at(RUSSIA, "1", 11, 36))
    assert box_stage(liners, RUSSIA)
    one = go(liners, at(RUSSIA, "2", 11, 33))
    boats = go(one, at(RUSSIA, "5", 11, 39))
    assert escorts_due(boats, RUSSIA) == 0 and not box_stage(boats, RUSSIA)
    assert why(boats, at(RUSSIA, "3", 11, 41)) == ["PA-2.1-42"]


@pytest.mark.rule("PA-2.1-43")
def test_the_other_escorts_deploy_as_a_fleet_does() -> None:
    state = go(convoy(), at(RUSSIA, "1", 11, 36), at(RUSSIA, "2", 11, 33), at(RUSSIA, "5", 11, 39))
    state = at_step(state, "deployment", RUSSIA, JAPAN)
    assert "PA-2.1-23" in bars(state, at(RUSSIA, "3", 47, 36))
    assert "PA-2.1-23" not in bars(state, at(RUSSIA, "3", 48, 36))


@pytest.mark.rule("PA-2.1-44")
def test_attackers_keep_out_of_sight_of_the_entry_box() -> None:
    state = convoy(step="deployment")
    assert entry_distance(state, JAPAN) == 24_000
    assert bars(state, at(JAPAN, "1", 8, 66)) == []
    assert bars(state, at(JAPAN, "1", 8, 65.9)) == ["PA-2.1-44"]


@pytest.mark.rule("PA-SET-H4")
def test_where_his_waters_are_too_narrow_he_keeps_as_far_off_as_they_allow() -> None:
    for visibility in (36_000, 48_000, 60_000):
        state = convoy(visibility=visibility, step="deployment")
        keep = entry_distance(state, JAPAN)
        assert keep < visibility and keep >= 18_000
        assert bars(state, at(JAPAN, "1", 3, 66)) == []
        assert bars(state, at(JAPAN, "1", 3, 42.2 + keep / 1000 - 0.5)) == ["PA-SET-H4"]


@pytest.mark.rule("PA-2.1-45")
def test_attackers_are_not_within_12_inches_of_a_box() -> None:
    state = convoy(visibility=6_000, step="deployment")
    assert bars(state, at(JAPAN, "1", 24, 36)) == []
    assert bars(state, at(JAPAN, "1", 23.9, 36)) == ["PA-2.1-45"]


@pytest.mark.rule("PA-2.1-46")
def test_a_minefield_is_not_in_the_exit_box_or_within_12_inches_of_it() -> None:
    state = convoy(visibility=6_000, step="deployment")
    field = "mines-japan-1"
    assert bars(state, at(JAPAN, field, 48, 36)) == []
    assert bars(state, at(JAPAN, field, 48.1, 36)) == ["PA-2.1-46"]
    assert bars(state, at(JAPAN, field, 66, 36)) == ["PA-2.1-46"]


# ---------------------------------------------------------------------- bombardment


def base(visibility: int = 24_000) -> State:
    """Russia holds the north with a base, Japan comes from the south."""
    state = table("bombardment", JAPAN, terrain=(COAST,), bombardment_declared=6)
    state = buy(state, JAPAN, ("mikasa", 2, 1, "1"))
    works = (("fort1", 3, 1, ""), ("battery_D_4", 2, 4, ""), ("mines_4_3", 0, 1, ""), ("varyag", 2, 1, "1"))
    return to_deploy(buy(state, RUSSIA, *works), RUSSIA, JAPAN, visibility=visibility)


def with_target(visibility: int = 24_000) -> State:
    """Put the target in the middle of the coast."""
    return go(base(visibility), at(RUSSIA, "target", 36, 3))


@pytest.mark.rule("PA-2.1-59")
def test_the_target_is_set_up_first_on_a_coast_of_the_defenders_half() -> None:
    state = base()
    assert bars(state, at(RUSSIA, "target", 36, 3)) == []
    assert bars(state, at(RUSSIA, "target", 36, 4)) == ["PA-2.1-59"]
    assert bars(state, at(RUSSIA, "target", 36, 40)) == ["PA-2.1-59", "PA-2.1-59"]
    assert "PA-2.1-59" in bars(state, at(RUSSIA, "fort-russia-1", 36, 3))
    placed = with_target()
    assert placed.target is not None and (placed.target.chart, placed.target.structure) == (2, 40)


@pytest.mark.rule("PA-2.1-60")
def test_forts_and_batteries_stand_within_12_inches_of_the_target() -> None:
    state = with_target()
    assert bars(state, at(RUSSIA, "fort-russia-1", 48, 3)) == []
    assert bars(state, at(RUSSIA, "fort-russia-1", 48.1, 3)) == ["PA-2.1-60"]
    built = go(state, at(RUSSIA, "fort-russia-1", 40, 3, 180), at(RUSSIA, "battery-russia-1", 30, 10, 180))
    fort, battery = built.forts["fort-russia-1"], built.batteries["battery-russia-1"]
    assert (fort.number, fort.cq, fort.facing) == (1, 3, 180)
    assert (battery.gun, battery.count, battery.armour, battery.cost) == ("D", 4, 4, 624)
    assert "PA-SET-H1" in bars(go(state, at(RUSSIA, "fort-russia-1", 40, 3)), at(RUSSIA, "battery-russia-1", 41, 3))


def test_works_deployed_for_a_player_leave_room_between_them_and_the_port() -> None:
    """They once stood 2 inches apart over the port, and their counters hid it and all land."""
    state = with_target()
    for _ in range(2):
        command = sensible_deploy(state, RUSSIA)
        assert command is not None
        state = go(state, command)
    assert state.target is not None
    works = [place(state.target), *map(place, works_of(state))]
    assert len(works) == 3
    for number, (x, y) in enumerate(works):
        assert all(max(abs(x - east), abs(y - south)) >= 4_000 for east, south in works[:number])


def test_forts_and_batteries_stand_on_the_coast_or_in_the_water_not_inland() -> None:
    state = base()
    wide = state.terrain[0].but(shape=((0, 0), (72_000, 0), (72_000, 9_000), (0, 9_000)))
    state = go(state.but(terrain=(wide,)), at(RUSSIA, "target", 36, 9))
    assert bars(state, at(RUSSIA, "fort-russia-1", 36, 7)) == []
    assert bars(state, at(RUSSIA, "fort-russia-1", 36, 14)) == []
    assert bars(state, at(RUSSIA, "fort-russia-1", 36, 6)) == ["PA-2.1-60"]


@pytest.mark.rule("PA-2.1-61")
def test_defending_ships_stand_within_12_inches_of_the_target() -> None:
    state = with_target()
    assert bars(state, at(RUSSIA, "1", 36, 15)) == []
    assert bars(state, at(RUSSIA, "1", 36, 15.1)) == ["PA-2.1-61"]
    assert bars(state, at(RUSSIA, "1", 36, 10, 90, True)) == ["PA-2.1-30"]


@pytest.mark.rule("PA-2.1-62")
def test_the_defenders_minefields_lie_on_his_half() -> None:
    state = with_target()
    assert bars(state, at(RUSSIA, "mines-russia-1", 5, 36)) == []
    assert bars(state, at(RUSSIA, "mines-russia-1", 5, 36.1)) == ["PA-2.1-62"]


@pytest.mark.rule("PA-2.1-63")
def test_the_attacker_starts_at_visibility_from_all_defenders_or_at_his_edge() -> None:
    state = go(with_target(), at(RUSSIA, "1", 36, 15))
    assert start_depth(state, JAPAN) == 72_000 - 15_000 - 24_000
    assert bars(state, at(JAPAN, "1", 36, 39)) == []
    assert bars(state, at(JAPAN, "1", 36, 38.9)) == ["PA-2.1-63"], "at extreme visibility range, not an inch nearer"
    far = go(with_target(60_000), at(RUSSIA, "1", 36, 15))
    assert start_depth(far, JAPAN) == 0
    assert bars(far, at(JAPAN, "1", 36, 71)) == []
    assert bars(far, at(JAPAN, "1", 36, 69)) == ["PA-2.1-63"]


def test_at_a_base_the_defender_places_everything_before_the_attacker() -> None:
    state = with_target()
    assert state.cursor.queue[0] == RUSSIA and state.waiting[RUSSIA]


# ---------------------------------------------------------------------- offers, choices, nonsense


@pytest.mark.parametrize(
    "state", [fleets(), convoy(), base(), with_target()], ids=("fleet", "convoy", "base", "target")
)
def test_everything_offered_is_legal_and_the_rest_can_be_left_to_the_program(state: State) -> None:
    for offer in offers(system(), state):
        for command in offer.commands:
            assert check(system(), state, command) == (), command
    side = state.cursor.queue[0]
    placed, events = give(state, ChooseForMe(side))
    assert events_of(events, Deployed) and len(placed.waiting[side]) == len(state.waiting[side]) - 1


def test_nonsense_is_refused_with_a_rule() -> None:
    state = fleets()
    assert bars(state, at(JAPAN, "x" * 9_000, 1, 1)) == ["PA-2.1-22"]
    assert bars(state, Deploy(JAPAN, "1", 10**18, -1, 90)) == ["PA-SET-H1"]
    assert bars(state, at(JAPAN, "1", 36, 50, 7)) == ["PA-SET-H1"]
    assert bars(state, at(JAPAN, "target", 36, 50)) == ["PA-2.1-22"]


def test_what_waits_is_listed_in_the_order_it_is_wanted() -> None:
    state = base()
    assert all_waiting(state)[RUSSIA] == ("target", "fort-russia-1", "battery-russia-1", "1", "mines-russia-1")
    led = buy(table(), JAPAN, ("asama", 2, 1, "1"), ("mikasa", 2, 1, "2"), ("admiral", 0, 1, "2"))
    assert all_waiting(led)[JAPAN] == ("2", "1")


def test_the_end_of_deployment_begins_the_battle() -> None:
    index = next(number for number, phase in enumerate(system().sequence) if phase.name == "deployment")
    close = system().sequence[index].close
    assert close is not None
    begun, _ = rule(go(fleets(), at(JAPAN, "1", 36, 50)), close)
    assert begun.stage == "" and begun.waiting == {JAPAN: (), RUSSIA: ()}


def test_a_ship_is_on_the_table_once_her_squadron_is_placed_and_one_without_a_squadron_always() -> None:
    state = Sea().ship("Mikasa", JAPAN, (36, 36)).state()
    ship = state.ships["mikasa"]
    there = state.squadrons[ship.squadron]
    state = state.but(squadrons={**state.squadrons, ship.squadron: there.but(deployed=False)})
    assert not is_placed(state, ship) and is_placed(state, ship.but(squadron=""))
    assert is_placed(state.but(squadrons={**state.squadrons, ship.squadron: there.but(deployed=True)}), ship)


def test_the_ninth_ship_of_a_line_begins_a_column_to_starboard_of_the_first() -> None:
    sea = Sea()
    for number in range(9):
        sea.ship(f"Ship {number}", JAPAN, (30, 36), 90, kind="asama", squadron="first")
    state = sea.state()
    drawn = draw_up(state, list(state.ships.values()), (40_000, 36_000), 90)
    spacing = state.scene.charts.movement.spacing_mils
    assert [(ship.x, ship.y) for ship in drawn[:8]] == [(40_000 - spacing * number, 36_000) for number in range(8)]
    assert (drawn[8].x, drawn[8].y) == (40_000, 38_000)


@pytest.mark.rule("PA-2.1-12")
@pytest.mark.parametrize(("step", "known"), [("terrain", False), ("weather", False), ("deployment", True)])
def test_the_weather_is_still_to_come_until_it_has_been_thrown(step: str, known: bool) -> None:
    state = at_step(table(), step, JAPAN, RUSSIA)
    data = {label: words for label, words, _ in system().view(system().known_state(state, JAPAN), JAPAN).conditions}
    assert (data.get("Weather") != "weather still to come") is known and ("Sea" in data) is known


@pytest.mark.rule("PA-2.1-59")
def test_the_target_and_minefields_have_no_heading_but_forts_and_squadrons_do() -> None:
    state = base()
    target, fort = at(RUSSIA, "target", 36, 3), at(RUSSIA, "fort-russia-1", 36, 3)
    turned = {heading: nearest_command(state, target, (36_000, 3_000), heading) for heading in (0, 45, 90)}
    assert set(turned.values()) == {target}
    shown = system().sketch(state, target)
    assert shown.path and shown.facing is None and "°" not in shown.label  # set down by a click, not turned
    assert nearest_command(state, fort, (36_000, 3_000), 45) == fort.but(heading=45)
    listed = [command for offer in offers(system(), state) for command in offer.commands]
    places = [(found.x, found.y) for found in listed if isinstance(found, Deploy) and found.what == "target"]
    assert places and len(places) == len(set(places))


@pytest.mark.rule("PA-2.1-59", "PA-2.1-63")
def test_the_deployment_is_explained_as_the_mission_has_it() -> None:
    """At a base no side deploys in turn, as markers, or keeps a squadron to the last.

    Once the help of fleet battles was shown.
    """
    phase = next(phase for phase in system().sequence if phase.name == "deployment")
    told = {mission: phase_help(table(mission, JAPAN), phase) for mission in ("fleet", "convoy", "bombardment")}
    assert all("by turns" in told[mission] and "marker" in told[mission] for mission in ("fleet", "convoy"))
    assert "within 12 inches of it" in told["bombardment"] and "attacker deploys at his edge" in told["bombardment"]
    assert not any(word in told["bombardment"] for word in ("by turns", "marker", "last"))


def test_each_side_counts_its_own_ships_of_a_class_without_more_names() -> None:
    """Both sides once counted together: "Hoche No. 2, No. 4, No. 6"."""
    names = table().scene.names
    for side, title, first in ((JAPAN, "Japan", 2), (RUSSIA, "Russia", 1)):  # the first Hoche of Japan has her own name
        found = [names[piece_id("hoche", side, number)] for number in range(first, OF_A_CLASS + 1)]
        assert found == [f"Hoche No. {number} of {title}" for number in range(first, OF_A_CLASS + 1)]
