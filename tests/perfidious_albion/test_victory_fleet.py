"""Fleet engagements and the special mission: targets, leads, and what happens when time runs out."""

from __future__ import annotations

import pytest

from rules.perfidious_albion.battle.ending import score_turn
from rules.perfidious_albion.battle.victory import has_lead, has_won, ledger, points_of, result, target_of, thresholds
from rules.perfidious_albion.records.events import TurnScored
from rules.perfidious_albion.records.state import State
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rule


def fleets(lost_by_russia: int, lost_by_japan: int, turn: int = 2) -> State:
    """Return two fleets of 150,000 points with these losses."""
    sea = Sea().ship("Mikasa", JAPAN, (30, 30)).ship("Varyag", RUSSIA, (40, 40))
    state = sea.having(values={JAPAN: 150_000, RUSSIA: 150_000}).state()
    state = state.but(lost_points={RUSSIA: lost_by_russia, JAPAN: lost_by_japan})
    return state.but(cursor=state.cursor.but(turn=turn))


@pytest.mark.rule("PA-3.2-2")
@pytest.mark.rule("PA-2.1-32")
def test_the_target_is_a_quarter_of_the_opponents_original_points() -> None:
    state = fleets(0, 0).but(values={JAPAN: 150_000, RUSSIA: 120_002})
    assert (target_of(state, JAPAN), target_of(state, RUSSIA)) == (30_001, 37_500)


@pytest.mark.rule("PA-3.2-2")
def test_losses_just_under_a_quarter_do_not_win() -> None:
    assert result(fleets(37_499, 0)) is None
    found = result(fleets(37_500, 0))
    assert found is not None and (found.winner, found.rule) == (JAPAN, "PA-2.1-32")


@pytest.mark.rule("PA-3.2-3")
@pytest.mark.parametrize(
    ("ours", "theirs", "wins"),
    [
        (40_000, 36_000, True),
        (39_000, 36_000, False),
        (40_000, 37_000, False),
        (39_600, 36_000, True),
        (39_599, 36_000, False),
    ],
)
def test_the_winner_must_have_ten_per_cent_more_than_the_enemy(ours: int, theirs: int, wins: bool) -> None:
    state = fleets(ours, theirs)
    assert has_won(state, JAPAN) is wins
    assert (result(state) is not None) is wins


@pytest.mark.rule("PA-3.2-3")
def test_any_score_leads_against_nothing() -> None:
    assert has_lead(fleets(0, 0), 1, 0)


@pytest.mark.rule("PA-3.2-1")
def test_the_sums_are_made_at_the_end_of_every_turn() -> None:
    state, events = rule(fleets(20_000, 10_000), score_turn)
    scored = events_of(events, TurnScored)[0]
    assert (scored.first_points, scored.second_points) == (20_000, 10_000)
    assert state.outcome is None
    over, _ = rule(fleets(40_000, 10_000), score_turn)
    assert over.outcome is not None and over.outcome.winner == JAPAN


def test_the_ledger_names_the_ships_and_adds_up() -> None:
    state = fleets(0, 0)
    varyag = state.ships["varyag"].but(gone="sunk")
    state = state.but(ships={**state.ships, "varyag": varyag}, lost_points={JAPAN: 0, RUSSIA: 11_350})
    japan, russia = ledger(state)
    assert [(line.label, line.points) for line in japan.lines] == [
        ("Varyag sunk", 10_600),
        ("boats lost out of pairs", 750),
    ]
    assert (japan.points, russia.points) == (11_350, 0)


@pytest.mark.rule("PA-SCN-H2")
def test_when_time_runs_out_the_higher_score_wins_if_it_leads_by_a_tenth() -> None:
    over = [result(fleets(*scores, turn=20)) for scores in ((11_000, 10_000), (10_999, 10_000), (0, 0), (5_000, 0))]
    assert all(found is not None and found.rule == "PA-SCN-H2" for found in over)
    assert [found.winner for found in over if found] == [JAPAN, "", "", JAPAN]
    assert result(fleets(11_000, 10_000, turn=19)) is None


@pytest.mark.rule("PA-SCN-H2")
def test_a_battle_ends_when_a_side_has_nothing_left_at_sea() -> None:
    state = fleets(10_600, 0)
    state = state.but(ships={**state.ships, "varyag": state.ships["varyag"].but(gone="off_table")})
    found = result(state)
    assert found is not None and found.winner == JAPAN and "no ship left" in found.why


def test_thresholds_tell_the_target_and_the_lead_of_both_sides() -> None:
    state = fleets(40_000, 37_000)
    found = {(side, what): (now, needed) for side, what, now, needed, _ in thresholds(state)}
    assert found[JAPAN, "victory target"] == (40_000, 37_500)
    assert found[JAPAN, "lead of 10 per cent"] == (40_000, 40_700)


# ---------------------------------------------------------------------- the midnight attack


def roads(**fields: int) -> State:
    """Boats of Japan attack two anchored ships; the attacker scores by floods."""
    sea = (
        Sea("special", JAPAN).ship("Tsesarevich", RUSSIA, (30, 30), **fields).ship("Ikazuchi", JAPAN, (40, 40), boats=2)  # type: ignore[arg-type]
    )
    sea.special = [("flood_share", JAPAN, 1), ("target", JAPAN, 17_425), ("target", RUSSIA, 4_000)]
    return sea.state()


@pytest.mark.rule("PA-SCN-H3")
def test_the_attacker_scores_each_ship_by_the_share_of_her_flotation_that_is_flooded() -> None:
    assert points_of(roads(), JAPAN) == 0
    assert points_of(roads(floods=4), JAPAN) == 20_400 * 4 // 13
    assert points_of(roads(floods=99), JAPAN) == 20_400


@pytest.mark.rule("PA-SCN-H3")
def test_a_ship_lost_counts_in_full_and_the_defender_scores_the_boats() -> None:
    state = roads(floods=13)
    lost = state.ships["tsesarevich"].but(gone="sunk")
    state = state.but(ships={**state.ships, "tsesarevich": lost}, lost_points={RUSSIA: 20_400, JAPAN: 750})
    assert (points_of(state, JAPAN), points_of(state, RUSSIA)) == (20_400, 750)
    found = result(state)
    assert found is not None and (found.winner, found.rule) == (JAPAN, "PA-SCN-H3")


@pytest.mark.rule("PA-SCN-H3")
def test_each_side_of_the_midnight_attack_has_a_target_of_its_own() -> None:
    state = roads()
    assert (target_of(state, JAPAN), target_of(state, RUSSIA)) == (17_425, 4_000)
    sunk = state.but(lost_points={JAPAN: 4_000, RUSSIA: 0})
    found = result(sunk)
    assert found is not None and found.winner == RUSSIA


# --- The end of a convoy attack: half the cargo, the totals, the margin ---


def convoy(exited: int = 0, destroyed: int = 0, ours: int = 0, theirs: int = 0, **options: bool) -> State:
    """Return a convoy of Russia, 100,000 of cargo; ships lost by the convoy (ours) and the raider (theirs)."""
    sea = Sea("convoy", JAPAN).ship("Liner", RUSSIA, (30, 30), kind="hitachi_maru", cargo=100_000)
    sea = sea.ship("Asama", JAPAN, (50, 50)).option(**options)
    state = sea.having(cargo_total=100_000, cargo_exited=exited, cargo_destroyed=destroyed).state()
    return state.but(lost_points={RUSSIA: ours, JAPAN: theirs})


@pytest.mark.rule("PA-3.2-5")
@pytest.mark.rule("PA-2.1-47")
def test_exactly_half_the_cargo_does_not_end_the_game_one_point_more_does() -> None:
    assert result(convoy(exited=50_000)) is None
    assert result(convoy(destroyed=50_000)) is None
    by_exit, by_loss = result(convoy(exited=50_001)), result(convoy(destroyed=50_001))
    assert by_exit is not None and by_exit.winner == RUSSIA
    assert by_loss is not None and by_loss.winner == JAPAN


@pytest.mark.rule("PA-2.1-47")
def test_it_ends_too_when_no_cargo_is_left_at_sea() -> None:
    found = result(convoy(exited=50_000, destroyed=50_000))
    assert found is not None and "no cargo" in found.why


@pytest.mark.rule("PA-3.2-6")
@pytest.mark.rule("PA-2.1-50")
def test_both_add_their_other_losses_and_a_margin_under_a_tenth_of_the_higher_is_a_draw() -> None:
    state = convoy(exited=52_000, destroyed=30_000, ours=35_000, theirs=15_000)
    assert (points_of(state, RUSSIA), points_of(state, JAPAN)) == (67_000, 65_000)
    found = result(state)
    assert found is not None and (found.winner, found.rule) == ("", "PA-2.1-50")


@pytest.mark.rule("PA-2.1-50")
def test_the_margin_counts_from_exactly_a_tenth_of_the_higher_total() -> None:
    exact = result(convoy(exited=60_000, ours=54_000))
    short = result(convoy(exited=60_000, ours=54_001))
    assert exact is not None and exact.winner == RUSSIA
    assert short is not None and short.winner == ""


@pytest.mark.rule("PA-2.1-50")
def test_with_the_switch_the_higher_total_wins_by_any_margin_but_an_equal_one_is_a_draw() -> None:
    narrow = result(convoy(exited=60_000, ours=59_999, narrow_convoy_win=True))
    level = result(convoy(exited=60_000, ours=60_000, narrow_convoy_win=True))
    assert narrow is not None and narrow.winner == RUSSIA
    assert level is not None and level.winner == ""


def test_the_thresholds_of_a_convoy_are_more_than_half_the_cargo() -> None:
    found = {side: (now, needed) for side, _, now, needed, _ in thresholds(convoy(exited=10_000, destroyed=20_000))}
    assert found == {RUSSIA: (10_000, 50_001), JAPAN: (20_000, 50_001)}
