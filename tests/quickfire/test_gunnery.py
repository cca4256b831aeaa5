"""Battery Fire: the ROF die, the entries, hits on the line rolled, one battery or both, one round a phase."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rules.kernel.odds import odds
from rules.kernel.ruling import Rolled
from rules.quickfire.charts import fire_column, hit_code, hits_on
from rules.quickfire.commands import Fire
from rules.quickfire.events import BatteryHit, RoundFailed, RoundFired, SpeedLost
from rules.quickfire.gunnery import shot
from rules.quickfire.state import rof
from tests.quickfire.duel import FR, US, Duel, events_of, massena_and_ohio

AT_OHIO = Fire(FR, "massena", "heavy", "ohio")


@pytest.mark.rule("QF-FIRE-1")
def test_a_round_is_one_black_and_two_white_dice_of_six_sides() -> None:
    duel = massena_and_ohio()
    _, events = duel.give(duel.at("gunnery_1", first=FR), AT_OHIO, 1, 2, 4)
    black, white = events_of(events, Rolled)
    assert (black.faces, white.faces) == ((1,), (2, 4))
    assert (black.sides, white.sides) == (6, 6)
    assert "black die" in black.what and "white" in white.what


@pytest.mark.rule("QF-FIRE-1")
def test_every_die_of_a_round_says_in_words_what_it_decided() -> None:
    duel = massena_and_ohio()

    def dice_captions(*faces: int) -> list[tuple[str, str]]:
        _, events = duel.give(duel.at("gunnery_1", first=FR), AT_OHIO, *faces)
        return [(rolled.die, rolled.verdict) for rolled in events_of(events, Rolled)[:2]]

    assert dice_captions(1, 2, 4) == [("black", "fired"), ("white", "1 speed hit")]
    assert dice_captions(4, 3, 4) == [("black", "fired"), ("white", "1 heavy gunnery hit")]
    assert dice_captions(4, 4, 4) == [("black", "fired"), ("white", "a miss")]
    assert dice_captions(5, 3, 4) == [("black", "ROF failed"), ("white", "no effect")]
    assert dice_captions(5, 6, 6) == [("black", "ROF failed"), ("white", "a miss")]


@pytest.mark.rule("QF-FIRE-2")
def test_a_black_die_of_3_fires_a_battery_of_rof_3() -> None:  # G01
    duel = massena_and_ohio().hurt("Massena", heavy_hits=1)
    _, events = duel.give(duel.at("gunnery_1", first=FR), AT_OHIO, 3, 2, 4)
    assert events_of(events, RoundFired) and not events_of(events, RoundFailed)


@pytest.mark.rule("QF-FIRE-2")
def test_a_black_die_of_4_does_not_fire_a_battery_of_rof_3_and_the_white_dice_do_nothing() -> None:  # G02
    duel = massena_and_ohio().hurt("Massena", heavy_hits=1)
    state, events = duel.give(duel.at("gunnery_1", first=FR), AT_OHIO, 4, 1, 1)
    assert events_of(events, RoundFailed) and not events_of(events, RoundFired)
    assert state.hits == ()


@pytest.mark.rule("QF-FIRE-3")
@pytest.mark.rule("QF-FIRE-6")
def test_16_against_11_is_the_entry_of_125_per_cent_and_hits_on_7_or_less() -> None:  # G03
    assert fire_column(16, 22) == (125, 7)
    duel = massena_and_ohio()
    state = duel.at("gunnery_1")
    aimed = shot(state, state.ships["massena"], "heavy", state.ships["ohio"])
    assert (aimed.rating, aimed.column.percent, aimed.column.need) == (16, 125, 7)


@pytest.mark.rule("QF-FIRE-6")
def test_massena_throws_1_and_2_and_4_and_ohio_takes_one_speed_hit() -> None:  # G04
    duel = massena_and_ohio()
    state, events = duel.give(duel.at("gunnery_1", first=FR), AT_OHIO, 1, 2, 4)
    (fired,) = events_of(events, RoundFired)
    assert (fired.percent, fired.need, fired.white, fired.hits, fired.code) == (125, 7, 6, 1, "S")
    assert state.hits[0].codes == {"S": 1}
    after, new_events = duel.close(state)
    assert after.ships["ohio"].speed_hits == 1
    assert [event.boxes for event in events_of(new_events, SpeedLost)] == [7]


@pytest.mark.rule("QF-BLAST-1", "QF-BLAST-H2")
def test_the_sum_of_the_three_dice_is_looked_up_for_a_round_that_misses_too() -> None:
    """The guide reads blast from the dice "that decided the gunnery hits, if any"."""
    duel = massena_and_ohio().ship("Takasago", US, (300, 300))
    state, events = duel.give(duel.at("gunnery_1", first=US), Fire(US, "takasago", "heavy", "massena"), 1, 1, 3)
    (fired,) = events_of(events, RoundFired)
    assert (fired.need < 4, fired.hits, fired.blast) == (True, 0, "D, F")
    assert [(hit.codes, hit.blast) for hit in state.hits] == [({}, {"D": 1, "F": 1})]


@pytest.mark.rule("QF-FIRE-5")
def test_a_total_of_4_scores_the_one_hit_of_its_own_line_even_when_9_would_hit() -> None:  # G05
    duel = massena_and_ohio().ship("Takasago", US, (300, 300))
    command = Fire(FR, "massena", "light", "takasago")
    state, events = duel.give(duel.at("gunnery_1", first=FR), command, 3, 1, 3)
    (fired,) = events_of(events, RoundFired)
    assert fired.need > 9
    assert (fired.hits, fired.code) == (1, "S")
    assert state.hits[0].codes == {"S": 1}


@pytest.mark.rule("QF-FIRE-5")
@pytest.mark.rule("QF-FIRE-H2")
def test_the_line_of_9_scores_two_gunnery_hits() -> None:  # G06
    assert (hits_on(9), hit_code(9, "heavy")) == (2, "Gh")
    assert [hits_on(total) for total in range(2, 13)] == [1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3]
    duel = massena_and_ohio().ship("Takasago", US, (300, 300))
    state, _ = duel.give(duel.at("gunnery_1", first=FR), Fire(FR, "massena", "heavy", "takasago"), 4, 4, 5)
    assert state.hits[0].codes == {"Gh": 2}


@pytest.mark.rule("QF-FIRE-7")
@pytest.mark.parametrize("total", range(2, 13))
def test_even_totals_are_speed_hits_and_odd_ones_gunnery_hits_of_the_kind_that_fired(total: int) -> None:  # G07
    assert hit_code(total, "heavy") == ("Gh" if total % 2 else "S")
    assert hit_code(total, "light") == ("Gl" if total % 2 else "S")


@pytest.mark.rule("QF-FIRE-7")
def test_heavy_fire_lowers_the_heavy_rof_and_light_fire_the_light_one() -> None:  # G08
    duel = massena_and_ohio()
    for battery, faces in (("heavy", (2, 3, 4)), ("light", (2, 1, 2))):
        state, _ = duel.give(duel.at("gunnery_1", first=FR), Fire(FR, "massena", battery, "ohio"), *faces)
        after, events = duel.close(state)
        lost = {found.battery: found.hits for found in events_of(events, BatteryHit)}
        assert lost == {battery: 1}
        before = {"heavy": 4, "light": 5}
        ohio = after.ships["ohio"]
        assert {kind: rof(after, ohio, kind) for kind in before} == before | {battery: before[battery] - 1}


@pytest.mark.rule("QF-FIRE-8")
def test_heavy_guns_meet_heavy_armour_and_light_guns_light_armour() -> None:
    duel = massena_and_ohio()
    state = duel.at("gunnery_1")
    massena, ohio = state.ships["massena"], state.ships["ohio"]
    assert shot(state, massena, "light", ohio).column == fire_column(10, 44)
    assert shot(state, ohio, "heavy", massena).column == fire_column(19, 20)
    assert duel.why(state, Fire(US, "ohio", "secondary", "massena")) == ["QF-FIRE-8"]


@pytest.mark.rule("QF-FIRE-8")
def test_a_ship_without_a_battery_cannot_fire_it() -> None:
    duel = Duel().ship("Ohio", US, (600, 300), gunnery_heavy=0, rof_heavy=0).ship("Massena", FR, (600, 700))
    assert duel.why(duel.at("gunnery_1"), Fire(US, "ohio", "heavy", "massena")) == ["QF-FIRE-8"]


@pytest.mark.rule("QF-FIRE-4")
def test_the_limit_itself_hits_and_one_more_misses() -> None:
    duel = massena_and_ohio()
    for faces, hits in (((4, 3, 4), 1), ((4, 4, 4), 0)):
        _, events = duel.give(duel.at("gunnery_1", first=FR), AT_OHIO, *faces)
        assert [fired.hits for fired in events_of(events, RoundFired)] == [hits]


@pytest.mark.rule("QF-FIRE-H1")
@pytest.mark.parametrize(
    ("gunnery", "halves", "entry"),
    [
        (17, 22, (150, 8)),  # H01
        (17, 36, (75, 5)),  # H02
        (17, 1, (600, 12)),  # H03
        (2, 22, (0, 0)),  # H04
        (11, 22, (100, 6)),
        (16, 22, (125, 7)),
        (3, 1, (600, 12)),
        (2, 1, (400, 11)),
    ],
)
def test_the_highest_step_reached_is_used(gunnery: int, halves: int, entry: tuple[int, int]) -> None:
    assert fire_column(gunnery, halves) == entry


@pytest.mark.rule("QF-FIRE-H1")
def test_the_ready_reckoner_of_least_gunnery_comes_out_of_the_percentages() -> None:
    least = {
        2: (1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 6),
        22: (3, 5, 6, 9, 11, 14, 17, 22, 33, 44, 66),
        44: (6, 9, 11, 17, 22, 28, 33, 44, 66, 88, 132),
    }
    steps = (25, 40, 50, 75, 100, 125, 150, 200, 300, 400, 600)
    for halves, row in least.items():
        for step, gunnery in zip(steps, row, strict=True):
            assert fire_column(gunnery, halves).percent >= step
            assert gunnery == 1 or fire_column(gunnery - 1, halves).percent < step


@pytest.mark.rule("QF-FIRE-H2")
def test_in_36_throws_the_125_entry_scores_9_speed_and_12_gunnery_hits() -> None:  # H05
    tally = {"S": 0, "Gh": 0}
    for one, two in product(range(1, 7), repeat=2):
        if one + two <= 7:
            tally[hit_code(one + two, "heavy")] += hits_on(one + two)
    assert tally == {"S": 9, "Gh": 12}
    always = sum(hits_on(one + two) for one, two in product(range(1, 7), repeat=2))
    assert Fraction(always, 36) == Fraction(49, 36)  # H03: a mean of 1.361


@pytest.mark.rule("QF-FIRE-H2")
def test_massena_expects_0_389_hits_a_round_on_ohio_at_short_range() -> None:  # H06
    duel = massena_and_ohio()
    found = odds(duel.system, duel.at("gunnery_1", first=FR), AT_OHIO)
    assert found.exact and found.leaves == 216
    assert found.of("1 speed hit") + found.of("1 gunnery hit") == pytest.approx(14 / 36)
    assert found.of("1 speed hit") < found.of("1 gunnery hit")


@pytest.mark.rule("QF-FIRE-H3")
def test_at_long_range_1_is_added_to_the_black_die_and_at_short_and_point_blank_nothing() -> None:
    for apart, terms in ((700, [1]), (400, []), (100, [])):
        duel = massena_and_ohio(apart).setting("profile_b", False)
        state = duel.at("gunnery_1", first=FR)
        aimed = shot(state, state.ships["massena"], "heavy", state.ships["ohio"])
        assert [term.value for term in aimed.modifiers] == terms
    far = massena_and_ohio(700)
    _, events = far.give(far.at("gunnery_1", first=FR), AT_OHIO, 4, 3, 3)
    assert events_of(events, RoundFailed)


@pytest.mark.rule("QF-FIRE-H3")
def test_the_modifier_changes_the_rof_test_and_not_the_sum_for_blast() -> None:
    far = massena_and_ohio(700)
    _, events = far.give(far.at("gunnery_1", first=FR), AT_OHIO, 3, 1, 1)
    assert [fired.blast for fired in events_of(events, RoundFired)] == ["D"]  # 3 + 1 + 1 = 5, not 6


@pytest.mark.rule("QF-FIRE-H4")
def test_at_short_range_the_second_battery_is_refused_and_at_point_blank_it_may_fire() -> None:  # H12
    light = Fire(FR, "massena", "light", "ohio")
    near, short = massena_and_ohio(100), massena_and_ohio(101)
    for duel in (near, short):
        duel.setting("profile_b", False)
    state, _ = near.give(near.at("gunnery_1", first=FR), AT_OHIO, 1, 6, 6)
    assert near.check(state, light) == ()
    assert near.commands(state, "fire") == [light]
    state, _ = short.give(short.at("gunnery_1", first=FR), AT_OHIO, 1, 6, 6)
    assert short.why(state, light) == ["QF-FIRE-H4"]
    assert short.commands(state, "fire") == []


@pytest.mark.rule("QF-FIRE-H4")
def test_both_batteries_may_choose_different_targets_when_both_are_at_point_blank() -> None:
    duel = massena_and_ohio(90).ship("Brooklyn", US, (600, 470)).ship("Maine", US, (800, 390))
    duel.setting("profile_b", False)
    state, _ = duel.give(duel.at("gunnery_1", first=FR), AT_OHIO, 1, 6, 6)
    assert [command.target for command in duel.commands(state, "fire") if isinstance(command, Fire)] == [
        "ohio",
        "brooklyn",
    ]
    assert duel.why(state, Fire(FR, "massena", "light", "maine")) == ["QF-FIRE-H4"]


@pytest.mark.rule("QF-FIRE-H4")
def test_a_round_at_short_range_leaves_none_for_a_ship_at_point_blank() -> None:
    duel = massena_and_ohio(90).ship("Maine", US, (700, 700)).setting("profile_b", False)
    state, _ = duel.give(duel.at("gunnery_1", first=FR), Fire(FR, "massena", "heavy", "maine"), 1, 6, 6)
    assert duel.why(state, Fire(FR, "massena", "light", "ohio")) == ["QF-FIRE-H4"]


@pytest.mark.rule("QF-FIRE-H5")
def test_the_brisk_profile_fires_both_at_short_range_and_takes_1_off_at_point_blank() -> None:
    duel = massena_and_ohio(400).setting("profile_b", True)
    state, _ = duel.give(duel.at("gunnery_1", first=FR), AT_OHIO, 1, 6, 6)
    assert duel.check(state, Fire(FR, "massena", "light", "ohio")) == ()
    near = massena_and_ohio(100).setting("profile_b", True)
    _, events = near.give(near.at("gunnery_1", first=FR), AT_OHIO, 5, 6, 6)
    assert events_of(events, RoundFired)
    far = massena_and_ohio(700).setting("profile_b", True)
    state, events = far.give(far.at("gunnery_1", first=FR), AT_OHIO, 4, 6, 6)
    assert events_of(events, RoundFailed)
    assert far.why(state, Fire(FR, "massena", "light", "ohio")) == ["QF-FIRE-H4"]


@pytest.mark.rule("QF-FIRE-H6")
def test_a_battery_fires_one_round_in_a_phase_and_another_in_the_next() -> None:
    duel = massena_and_ohio(90)
    state, _ = duel.give(duel.at("gunnery_1", first=FR), AT_OHIO, 1, 6, 6)
    assert duel.why(state, AT_OHIO) == ["QF-FIRE-H6"]
    again, _ = duel.open(state, "gunnery_2")
    assert duel.check(again, AT_OHIO) == ()


@pytest.mark.rule("QF-DMG-H4")
def test_a_silent_battery_cannot_fire() -> None:
    duel = massena_and_ohio().hurt("Massena", heavy_hits=4)
    state = duel.at("gunnery_1", first=FR)
    assert duel.why(state, AT_OHIO) == ["QF-DMG-H4"]
    assert [command.battery for command in duel.commands(state, "fire") if isinstance(command, Fire)] == ["light"]


@pytest.mark.rule("QF-FIRE-1")
def test_nonsense_is_refused_with_a_rule() -> None:
    duel = massena_and_ohio()
    state = duel.at("gunnery_1", first=FR)
    for ship, battery, target in (
        ("nobody", "heavy", "ohio"),
        ("ohio", "heavy", "massena"),
        ("massena", "heavy", "massena"),
        ("massena", "heavy", ""),
        ("massena", "", "ohio"),
    ):
        assert duel.why(state, Fire(FR, ship, battery, target))
