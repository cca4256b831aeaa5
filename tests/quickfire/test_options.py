"""The publisher's numbered optional rules, and the switches of this program."""

from __future__ import annotations

import pytest

from rules.kernel.dice import SeededDice
from rules.kernel.flow import Begin, Done, actor, offers
from rules.kernel.odds import odds
from rules.kernel.ruling import Rolled
from rules.kernel.session import adjudicate
from rules.quickfire.commands import Fire, Move, Split
from rules.quickfire.events import BatteryHit, RoundFailed, RoundFired
from rules.quickfire.explain import outcome_class
from rules.quickfire.gunnery import guess_error
from rules.quickfire.setup import start
from rules.quickfire.split_fire import split_rating
from rules.quickfire.state import Hit
from tests.quickfire.duel import FR, US, Duel, events_of, massena_and_ohio

AT_OHIO = Fire(FR, "massena", "heavy", "ohio")


def gunnery_phases(duel: Duel) -> int:
    """Return in how many phases of one turn guns are offered to the first side."""
    defaults = {key: option.default for key, option in duel.system.rulebook.options.items()}
    state = start(duel.scenario(), None, {**defaults, **duel.options})
    state = adjudicate(duel.system, state, Begin(""), SeededDice(1)).state
    seen = set()
    while state.cursor.turn == 1:
        if any(offer.verb == "fire" for offer in offers(duel.system, state)):
            seen.add(state.cursor.phase)
        state = adjudicate(duel.system, state, Done(actor(state)), SeededDice(1)).state
    return len(seen)


@pytest.mark.rule("QF-SEQ-H3")
def test_a_turn_has_two_gunnery_phases_and_a_switch_drops_the_second() -> None:
    assert gunnery_phases(massena_and_ohio()) == 2
    assert gunnery_phases(massena_and_ohio().setting("single_gunnery_phase", True)) == 1


@pytest.mark.rule("QF-OPT-101")
def test_rule_101_adds_one_more_gunnery_phase() -> None:
    assert gunnery_phases(massena_and_ohio().setting("third_gunnery_phase", True)) == 3
    both = massena_and_ohio().setting("third_gunnery_phase", True).setting("single_gunnery_phase", True)
    assert gunnery_phases(both) == 2


@pytest.mark.rule("QF-OPT-201")
@pytest.mark.parametrize(("option", "millimetres"), [("", 50_000), ("speed_150", 75_000), ("speed_200", 100_000)])
def test_rule_201_raises_all_speeds_by_half_or_to_the_double(option: str, millimetres: int) -> None:
    duel = Duel().ship("Ohio", US, (600, 300), "090", 8).ship("Massena", FR, (600, 900))
    if option:
        duel.setting(option, True)
    state, _ = duel.give(duel.at("movement"), Move(US, "ohio", "8"))
    assert state.ships["ohio"].x == 600_000 + millimetres


@pytest.mark.rule("QF-OPT-301-66")
def test_a_ship_of_rof_6_and_6_takes_a_light_gunnery_hit_with_every_heavy_one() -> None:  # P06
    def after(name: str, on: bool) -> tuple[int, int]:
        duel = Duel().ship(name, US, (600, 300)).ship("Massena", FR, (600, 700)).setting("six_six_exception", on)
        waiting = (Hit(ship="massena", target=name.lower(), codes={"Gh": 2}, rule="QF-FIRE-7"),)
        state, _ = duel.close(duel.at("gunnery_1").but(hits=waiting))
        return state.ships[name.lower()].heavy_hits, state.ships[name.lower()].light_hits

    assert after("Asama", True) == (2, 2)
    assert after("Asama", False) == (2, 0)
    assert after("Ohio", True) == (2, 0)


@pytest.mark.rule("QF-OPT-301-66")
def test_the_exception_goes_by_what_the_ship_began_with() -> None:
    duel = Duel().ship("Asama", US, (600, 300)).ship("Massena", FR, (600, 700)).setting("six_six_exception", True)
    duel.hurt("Asama", heavy_hits=6, light_hits=2)
    waiting = (Hit(ship="massena", target="asama", codes={"Gh": 1}, rule="QF-FIRE-7"),)
    state, events = duel.close(duel.at("gunnery_1").but(hits=waiting))
    assert state.ships["asama"].light_hits == 3
    assert [hit.rule for hit in events_of(events, BatteryHit)] == ["QF-OPT-301-66"]


@pytest.mark.rule("QF-OPT-301")
@pytest.mark.parametrize(("cables", "change"), [(0, -1), (1, 0), (2, 1), (3, 2)])
def test_a_guess_on_the_target_takes_1_off_and_each_cable_beyond_the_first_adds_1(cables: int, change: int) -> None:
    state = massena_and_ohio().opening()  # P07
    assert sum(term.value for term in guess_error(state, cables)) == change


@pytest.mark.rule("QF-OPT-H1")
@pytest.mark.parametrize(("die", "changes"), [(1, [-1]), (2, []), (3, []), (4, []), (5, [1]), (6, [2])])
def test_the_range_takers_die_says_how_far_out_the_guess_is(die: int, changes: list[int]) -> None:
    duel = massena_and_ohio().setting("range_guessing", True)
    _, events = duel.give(duel.at("gunnery_1", first=FR), AT_OHIO, die, 4, 6, 6)
    taker, black, _ = events_of(events, Rolled)
    assert taker.rule == "QF-OPT-H1"
    assert [term.value for term in black.modifiers] == changes
    assert bool(events_of(events, RoundFailed)) is (die > 4)


@pytest.mark.rule("QF-OPT-302")
def test_the_first_round_of_a_ship_adds_1_to_the_black_die_and_later_ones_do_not() -> None:
    duel = massena_and_ohio(90).setting("opening_salvo", True).setting("profile_b", False)
    state, events = duel.give(duel.at("gunnery_1", first=FR), AT_OHIO, 4, 6, 6)
    assert events_of(events, RoundFailed)
    _, events = duel.give(state, Fire(FR, "massena", "light", "ohio"), 5, 6, 6)
    assert events_of(events, RoundFired)


@pytest.mark.rule("QF-OPT-304")
def test_at_point_blank_a_light_battery_may_be_shared_between_two_targets() -> None:
    duel = massena_and_ohio(90).ship("Durandal", US, (640, 330)).setting("split_light_at_point_blank", True)
    duel.setting("profile_b", False)
    state = duel.at("gunnery_1", first=FR)
    both = [Split(FR, "massena", "ohio", "durandal"), Split(FR, "massena", "durandal", "ohio")]
    assert duel.commands(state, "split") == both
    after, _ = duel.give(state, both[0], 1, 6, 6, 6, 6)
    assert duel.why(after, both[1]) == ["QF-FIRE-H6"]
    assert duel.check(after, AT_OHIO) == ()  # besides the heavy battery


@pytest.mark.rule("QF-OPT-304")
def test_the_battery_is_not_shared_beyond_point_blank_nor_below_the_least_share_nor_with_the_switch_off() -> None:
    def why(duel: Duel, other: str = "durandal") -> list[str]:
        return duel.why(duel.at("gunnery_1", first=FR), Split(FR, "massena", "ohio", other))

    near = massena_and_ohio(90).ship("Durandal", US, (640, 330)).setting("split_light_at_point_blank", True)
    assert why(near) == []
    assert why(near, "ohio") == ["QF-OPT-H2"]
    assert why(near, "nobody") == ["QF-OPT-304"]
    far = massena_and_ohio(101).ship("Durandal", US, (640, 330)).setting("split_light_at_point_blank", True)
    assert why(far) == ["QF-OPT-304"]
    off = massena_and_ohio(90).ship("Durandal", US, (640, 330))
    assert why(off) == ["QF-OPT-304"] and off.commands(off.at("gunnery_1", first=FR), "split") == []
    weak = Duel().ship("Ohio", US, (600, 300)).ship("Massena", FR, (600, 390), gunnery_light=1)
    weak.ship("Durandal", US, (640, 330)).setting("split_light_at_point_blank", True)
    assert why(weak) == ["QF-OPT-304"] and weak.commands(weak.at("gunnery_1", first=FR), "split") == []


@pytest.mark.rule("QF-OPT-H2")
def test_the_points_are_halved_the_odd_one_to_the_first_with_one_black_die_and_white_dice_for_each() -> None:
    duel = Duel().ship("Ohio", US, (600, 300)).ship("Massena", FR, (600, 390), gunnery_light=11)
    duel.ship("Durandal", US, (640, 330)).setting("split_light_at_point_blank", True)
    state = duel.at("gunnery_1", first=FR)
    assert split_rating(state, state.ships["massena"]) == (6, 5)
    state, events = duel.give(state, Split(FR, "massena", "ohio", "durandal"), 2, 4, 4, 5, 4)
    first, second = events_of(events, RoundFired)
    assert (first.target, first.percent, first.hits) == ("ohio", 25, 0)
    assert (second.target, second.percent, second.hits) == ("durandal", 600, 2)
    assert outcome_class(events) == "second target hit"
    open_fire = duel.at("gunnery_1", first=FR)
    _, events = duel.give(open_fire, Split(FR, "massena", "ohio", "durandal"), 2, 1, 1, 5, 4)
    assert outcome_class(events) == "both targets hit"
    _, events = duel.give(duel.at("gunnery_1", first=FR), Split(FR, "massena", "ohio", "durandal"), 6, 4, 4, 5, 4)
    assert len(events_of(events, RoundFailed)) == 2


@pytest.mark.rule("QF-OPT-304", "QF-BLAST-1")
def test_blast_by_the_second_share_counts_where_neither_hits() -> None:
    duel = Duel().ship("Ohio", US, (600, 300)).ship("Massena", FR, (600, 390), gunnery_light=11)
    duel.ship("Maine", US, (640, 330)).setting("split_light_at_point_blank", True)
    _, events = duel.give(duel.at("gunnery_1", first=FR), Split(FR, "massena", "ohio", "maine"), 1, 6, 6, 1, 4)
    assert [event.hits for event in events_of(events, RoundFired)] == [0, 0]
    assert outcome_class(events) == "blast only"


@pytest.mark.rule("QF-OPT-301")
def test_the_odds_of_a_guessed_round_are_exact_too() -> None:
    duel = massena_and_ohio().setting("range_guessing", True)
    found = odds(duel.system, duel.at("gunnery_1", first=FR), AT_OHIO)
    assert found.exact and found.leaves == 1296
