"""Percentages, straddles and modifiers, what may fire at what, and the sharing out of gun boxes."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.modifiers import Modifier
from rules.perfidious_albion.battle.gun_laying import ALL, Shot, _of_target, gun_types, round_percent, shot
from rules.perfidious_albion.battle.gunnery import check_fire, do_fire, offer_fire, open_fire, shots
from rules.perfidious_albion.records.charts import hit_percent, load_charts
from rules.perfidious_albion.records.commands import Fire
from rules.perfidious_albion.records.events import GunsFired, ShotFell
from rules.perfidious_albion.records.state import Ship, State, box_bit
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rolls, rule

MISS = (1, 1)  # level 1, section 1: no box of these ships


def pair(
    away: float = 20, firer: dict[str, Any] | None = None, mark: dict[str, Any] | None = None, **fields: Any
) -> State:
    """Mikasa heading east, and Retvizan that far north of her on the same course at speed 14; average crews."""
    sea = Sea().ship("Mikasa", JAPAN, (36, 66), speed=14, **{"turned": 0, "moved": True, **(firer or {})})
    given = {"kind": "tsesarevich", "speed": 14, **(mark or {})}
    sea.ship("Retvizan", RUSSIA, (36, 66 - away), **given)
    return sea.having(active="mikasa-squadron", **fields).state()


def aim(state: State, letter: str = "A") -> Shot:
    """Mikasa's guns of a type at Retvizan."""
    return shot(state, state.ships["mikasa"], letter, state.ships["retvizan"])


def terms(state: State, letter: str = "A") -> dict[str, int]:
    """Return the modifiers of that shot by rule."""
    return {term.rule: term.value for term in aim(state, letter).modifiers}


# ---------------------------------------------------------------------- the percentage


@pytest.mark.rule("PA-GUN-H3", "PA-GUN-H4", "PA-GUN-H5")
def test_mikasa_of_average_crew_at_20_inches_has_200_and_140_per_cent() -> None:
    state = pair()
    heavy, secondary = aim(state), aim(state, "E")
    assert (heavy.barrels, heavy.base, heavy.percent, heavy.straddles) == (4, 50, 200, (2, 0))
    assert (secondary.barrels, secondary.base, secondary.percent, secondary.straddles) == (7, 20, 140, (1, 4))
    assert heavy.modifiers == secondary.modifiers == ()


@pytest.mark.rule("PA-GUN-H4", "PA-GUN-H6")
def test_her_good_crew_has_240_and_168_rounded_to_170() -> None:
    state = pair(firer={"cq": 3})
    assert terms(state) == {"PA-GUN-H6": 20}
    assert (aim(state).raw, aim(state).percent) == (24_000, 240)
    assert (aim(state, "E").raw, aim(state, "E").percent) == (16_800, 170)
    assert aim(pair(firer={"cq": 1})).percent == 160


@pytest.mark.rule("PA-GUN-H4")
def test_totals_are_rounded_to_the_nearest_ten_with_fives_up() -> None:
    assert [round_percent(value * 100, 10) for value in (164, 165, 175, 4, 5, 0)] == [160, 170, 180, 0, 10, 0]


@pytest.mark.rule("PA-GUN-H2", "PA-GUN-H3", "PA-PUB-3")
def test_the_base_percentage_falls_by_range_band_and_a_band_holds_its_far_edge() -> None:
    found = [aim(pair(away)).base for away in (6, 6.1, 12, 18, 24, 36, 40, 48, 60)]
    assert found == [80, 70, 70, 60, 50, 35, 20, 20, 10]
    assert [hit_percent("Q", band) for band in range(7)] == [60, 30, 10, 0, 0, 0, 0]


@pytest.mark.rule("PA-GUN-H1")
def test_gun_types_go_by_the_weight_of_the_shell() -> None:
    pounds = load_charts().gunnery.shell_lb
    assert [letter for letter in pounds if pounds[letter] <= 850] == ["A", "B", "C", "D", "E", "F", "G"]
    assert pounds["Z"] == 2000 and pounds["A"] == 800 and pounds["E"] == 80
    state = pair()
    assert gun_types(state, state.ships["mikasa"]) == ("A", "E", "Q")


MODIFIERS = [
    ("PA-GUN-H7", -20, {"firer": {"turned": 45}}),
    ("PA-GUN-H9", -10, {"mark": {"speed": 21}}),
    ("PA-GUN-H9", -10, {"mark": {"speed": 25}}),
    ("PA-GUN-H9", -20, {"mark": {"speed": 26}}),
    ("PA-GUN-H10", 20, {"mark": {"stopped": "aground", "speed": 0}}),
    ("PA-GUN-H10", 20, {"mark": {"stopped": "drifting", "speed": 0}}),
    ("PA-GUN-H10", 20, {"mark": {"stopped": "anchored", "speed": 0}}),
    ("PA-GUN-H11", -40, {"mark": {"kind": "ikazuchi", "speed": 20}}),
    ("PA-GUN-H12", -10, {"sea": "rough"}),
    ("PA-GUN-H12", -20, {"sea": "heavy"}),
    ("PA-GUN-H12", -40, {"sea": "storm"}),
    ("PA-GUN-H14", -20, {"firer": {"struck": box_bit(4, 2)}}),
    ("PA-GUN-H15", -20, {"firer": {"floods": 8}}),
    ("PA-GUN-H16", -10, {"firer": {"fires": 2}}),
    ("PA-GUN-H16", -20, {"firer": {"fires": 3}}),
]


@pytest.mark.rule(
    "PA-GUN-H7", "PA-GUN-H9", "PA-GUN-H10", "PA-GUN-H11", "PA-GUN-H12", "PA-GUN-H14", "PA-GUN-H15", "PA-GUN-H16"
)
@pytest.mark.parametrize(("cited", "value", "how"), MODIFIERS)
def test_each_modifier_stands_alone_with_its_rule_and_changes_200_per_cent(
    cited: str, value: int, how: dict[str, Any]
) -> None:
    state = pair(**how)
    assert terms(state) == {cited: value}
    assert aim(state).percent == 200 + 2 * value


@pytest.mark.parametrize(
    "how",
    [{"firer": {"turned": 44}}, {"mark": {"speed": 20}}, {"firer": {"floods": 7}}, {"firer": {"fires": 1}}],
)
def test_just_short_of_a_modifier_there_is_none(how: dict[str, Any]) -> None:
    assert terms(pair(**how)) == {}


@pytest.mark.rule("PA-GUN-H16")
def test_a_burning_fort_fires_worse_too() -> None:
    state = Sea().fort("fort", RUSSIA, (36, 36), 1, fires=3).ship("Mikasa", JAPAN, (36, 48), speed=14).state()
    found = shot(state, state.forts["fort"], "B", state.ships["mikasa"])
    assert [(term.rule, term.value) for term in found.modifiers] == [("PA-GUN-H16", -20), ("PA-GUN-H19", 20)]


@pytest.mark.rule("PA-GUN-H11")
def test_a_small_target_is_hard_for_heavy_guns_less_for_d_and_not_for_e() -> None:
    state = pair(12, firer={"kind": "asama"}, mark={"kind": "ikazuchi", "speed": 20})
    assert terms(state, "D") == {"PA-GUN-H11": -20}
    assert terms(state, "E") == {}


@pytest.mark.rule("PA-GUN-H8")
def test_a_target_end_on_is_harder_to_hit() -> None:
    for heading, where in ((0, "stern"), (180, "bow"), (30, "stern"), (210, "bow")):
        state = pair(mark={"heading": heading})
        assert (aim(state).rake, terms(state)) == (where, {"PA-GUN-H8": -20})
    assert terms(pair(mark={"heading": 35})) == {}


@pytest.mark.rule("PA-GUN-H13")
@pytest.mark.parametrize(("earlier", "value"), [(1, -10), (2, -20), (3, -30), (4, -30)])
def test_each_earlier_ship_at_the_same_target_costs_ten_at_most_thirty(earlier: int, value: int) -> None:
    assert terms(pair(shot_at={"retvizan": earlier})) == {"PA-GUN-H13": value}


@pytest.mark.rule("PA-GUN-H13")
def test_her_own_earlier_fire_this_turn_does_not_count() -> None:
    state = pair(firer={"targets": ("retvizan",)}, shot_at={"retvizan": 1})
    assert terms(state) == {}


@pytest.mark.rule("PA-GUN-H17")
def test_at_night_a_dark_target_is_harder_and_one_that_shows_a_light_is_not() -> None:
    night = {"night": True, "visibility": 12_000}
    assert terms(pair(12, **night)) == {"PA-GUN-H17": -20}  # type: ignore[arg-type]
    assert terms(pair(12, mark={"fires": 1}, **night)) == {}  # type: ignore[arg-type]
    assert terms(pair(12, mark={"lit": True}, **night)) == {}  # type: ignore[arg-type]
    assert terms(pair(12, firer={"lit": True}, **night)) == {}  # type: ignore[arg-type]
    assert terms(pair(12.5, firer={"lit": True}, **night)) == {"PA-GUN-H17": -20}  # type: ignore[arg-type]


@pytest.mark.rule("PA-GUN-H18")
def test_modern_fire_control_helps_the_main_guns_of_late_ships_beyond_24_inches() -> None:
    assert terms(pair(24.1, firer={"kind": "dreadnought"})) == {"PA-GUN-H18": 20}
    assert terms(pair(24, firer={"kind": "dreadnought"})) == {}
    assert terms(pair(24.1)) == {}
    assert terms(pair(24.1, firer={"kind": "orion"}), "G") == {}


@pytest.mark.rule("PA-GUN-H20")
def test_guns_at_level_4_are_silent_in_a_heavy_sea_and_worse_in_a_rough_one() -> None:
    calm, rough, heavy = (aim(pair(12, sea=sea), "E") for sea in ("calm", "rough", "heavy"))
    assert (calm.barrels, calm.low_barrels, calm.low) == (7, 5, None)
    assert rough.low == Modifier(-20, "guns at level 4 in rough sea", "PA-GUN-H20")
    assert rough.raw == 2 * 50 * 90 + 5 * 50 * 70
    assert (heavy.barrels, heavy.low_barrels, heavy.percent) == (2, 0, 80)


@pytest.mark.rule("PA-GUN-H24")
def test_a_ship_without_power_halves_her_main_guns_only() -> None:
    whole, dark = (pair(12, firer={"kind": "orion", "struck": struck}) for struck in (0, box_bit(5, 6)))
    assert (aim(whole, "X").percent, aim(dark, "X").percent) == (700, 350)
    assert aim(dark, "X").halved == "PA-GUN-H24"
    assert aim(whole, "G").percent == aim(dark, "G").percent


@pytest.mark.rule("PA-GUN-H19", "PA-SHO-H1", "PA-2.2-5")
def test_a_battery_fires_as_a_ship_does_and_twenty_better() -> None:
    sea = Sea().battery("battery", RUSSIA, (36, 36), "D", 4).ship("Mikasa", JAPAN, (36, 48), speed=14)
    state = sea.state()
    found = shot(state, state.batteries["battery"], "D", state.ships["mikasa"])
    assert (found.barrels, found.base, found.percent) == (4, 60, 290)
    assert [(term.rule, term.value) for term in found.modifiers] == [("PA-GUN-H19", 20)]


# ---------------------------------------------------------------------- firing


@pytest.mark.rule("PA-GUN-H5")
def test_full_hundreds_are_straddles_and_the_rest_is_a_d10() -> None:
    fire = Fire(JAPAN, "mikasa", "E", "retvizan")
    hit, events = rule(pair(), lambda r: do_fire(r, fire), 4, *MISS, *MISS)
    assert [event.straddles for event in events_of(events, GunsFired)] == [2]
    assert len(events_of(events, ShotFell)) == 2
    _, events = rule(pair(), lambda r: do_fire(r, fire), 5, *MISS)
    assert [event.straddles for event in events_of(events, GunsFired)] == [1]
    assert hit.shot_at == {"retvizan": 1} and hit.fired_this_turn == ("mikasa",)


@pytest.mark.rule("PA-GUN-H5", "PA-GUN-H21")
def test_all_guns_fire_by_types_the_heaviest_first_each_box_once() -> None:
    fire = Fire(JAPAN, "mikasa", ALL, "retvizan")
    after, events = rule(pair(), lambda r: do_fire(r, fire), *MISS, *MISS, 9, *MISS)
    assert [(event.guns, event.percent) for event in events_of(events, GunsFired)] == [("A", 200), ("E", 140)]
    mikasa = after.ships["mikasa"]
    assert mikasa.fired == ("3/2", "8/2", "4/3", "7/3", "4/4", "5/4", "7/4")
    assert shots(after, mikasa, ALL, after.ships["retvizan"]) == ()
    assert {reason.rule for reason in check_fire(after, fire)} == {"PA-GUN-H21", "PA-GUN-H3"}
    assert [rolled.rule for rolled in rolls(events)].count("PA-GUN-H5") == 1


@pytest.mark.rule("PA-GUN-H21")
def test_a_ship_engages_at_most_two_targets_a_turn() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (36, 50), moved=True, targets=("retvizan", "pobeda"))
    for name, x in (("Retvizan", 33), ("Pobeda", 36), ("Peresvet", 39)):
        sea.ship(name, RUSSIA, (x, 40), kind="tsesarevich")
    state = sea.having(active="mikasa-squadron").state()
    fires = {name: check_fire(state, Fire(JAPAN, "mikasa", "A", name)) for name in ("retvizan", "pobeda", "peresvet")}
    assert not fires["retvizan"] and not fires["pobeda"]
    (reason,) = fires["peresvet"]
    assert reason.rule == "PA-GUN-H21" and "Retvizan and Pobeda" in reason.reason


def test_a_target_that_is_gone_takes_no_more_straddles() -> None:
    state = pair(12)
    magazine = (5, 9)  # behind armour 5, which 12-inch shells always go through at this range
    _, events = rule(state, lambda r: open_fire(r, "mikasa", ALL, "retvizan"), 1, *magazine)
    assert [event.guns for event in events_of(events, GunsFired)] == ["A"]
    assert len(events_of(events, ShotFell)) == 1


# ---------------------------------------------------------------------- what may fire at what


@pytest.mark.rule("PA-GUN-H25")
def test_a_target_must_be_within_visibility_and_have_no_land_before_it() -> None:
    fire = Fire(JAPAN, "mikasa", "A", "retvizan")
    assert check_fire(pair(24, visibility=24_000), fire) == ()
    (reason,) = check_fire(pair(24.01, visibility=24_000), fire)
    assert reason.rule == "PA-GUN-H25" and "24.01 inches" in reason.reason
    sea = Sea().ship("Mikasa", JAPAN, (36, 66), moved=True).ship("Retvizan", RUSSIA, (36, 46), kind="tsesarevich")
    sea.land("island", (34, 56), (38, 56), (38, 58), (34, 58), name="Round Island")
    (reason,) = check_fire(sea.having(active="mikasa-squadron").state(), fire)
    assert (reason.rule, reason.reason) == ("PA-TER-H1", "Round Island lies between her and Retvizan")


@pytest.mark.rule("PA-GUN-H25")
def test_ships_and_foul_ground_between_block_no_fire() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (36, 66), moved=True).ship("Retvizan", RUSSIA, (36, 46), kind="tsesarevich")
    sea.ship("Peresvet", RUSSIA, (36, 56), kind="tsesarevich").land("rocks", (34, 50), (38, 50), (38, 52))
    state = sea.having(active="mikasa-squadron").state()
    assert check_fire(state, Fire(JAPAN, "mikasa", "A", "retvizan")) == ()


def test_a_squadron_that_has_not_been_made_out_is_no_target() -> None:
    state = pair(20)
    hidden = {key: squadron.but(hidden=squadron.side == RUSSIA) for key, squadron in state.squadrons.items()}
    (reason,) = check_fire(state.but(squadrons=hidden), Fire(JAPAN, "mikasa", "A", "retvizan"))
    assert reason.rule == "PA-GUN-H25"


def test_guns_fire_in_action_and_after_the_whole_squadron_has_moved() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (36, 66), squadron="first", moved=True)
    sea.ship("Asama", JAPAN, (33, 66), squadron="first").ship("Retvizan", RUSSIA, (36, 46), kind="tsesarevich")
    fire = Fire(JAPAN, "mikasa", "A", "retvizan")
    (reason,) = check_fire(sea.having(active="first").state(), fire)
    assert reason.rule == "PA-SEQ-H5" and "Asama" in reason.reason
    assert [reason.rule for reason in check_fire(sea.having(active="").state(), fire)][:1] == ["PA-SEQ-H4"]


@pytest.mark.rule("PA-MOR-H5")
def test_a_detached_and_shaken_ship_fires_at_the_nearest_enemy_only() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (36, 50), moved=True, acted=("shaken",))
    sea.ship("Retvizan", RUSSIA, (36, 38), kind="tsesarevich").ship("Pobeda", RUSSIA, (38, 36), kind="tsesarevich")
    state = sea.having(active="mikasa-squadron").state()
    assert check_fire(state, Fire(JAPAN, "mikasa", "A", "retvizan")) == ()
    (reason,) = check_fire(state, Fire(JAPAN, "mikasa", "A", "pobeda"))
    assert reason.rule == "PA-MOR-H5" and "Retvizan" in reason.reason
    (offer,) = offer_fire(state, JAPAN)
    assert {command.target for command in offer.commands} == {"retvizan"}  # type: ignore[attr-defined]


@pytest.mark.rule("PA-MOR-H3")
def test_a_ship_that_withdraws_fires_only_to_12_inches() -> None:
    fire = Fire(JAPAN, "mikasa", "A", "retvizan")
    assert check_fire(pair(12, firer={"morale": "withdrawing"}), fire) == ()
    (reason,) = check_fire(pair(12.1, firer={"morale": "withdrawing"}), fire)
    assert reason.rule == "PA-MOR-H3"


@pytest.mark.parametrize(
    ("how", "guns", "cited"),
    [
        ({"away": 25}, "Q", "PA-GUN-H3"),
        ({}, "Z", "PA-GUN-H1"),
        ({}, "nonsense", "PA-GUN-H1"),
        ({"firer": {"struck": box_bit(3, 2) | box_bit(8, 2)}}, "A", "PA-DMG-H1"),
        ({"firer": {"fired": ("3/2", "8/2")}}, "A", "PA-GUN-H21"),
        ({"away": 48, "firer": {"cq": 1}, "sea": "storm", "mark": {"kind": "ikazuchi", "speed": 26}}, "A", "PA-GUN-H4"),
    ],
)
def test_guns_without_a_chance_are_refused_with_the_reason(how: dict[str, Any], guns: str, cited: str) -> None:
    reasons = check_fire(pair(**how), Fire(JAPAN, "mikasa", guns, "retvizan"))
    assert [reason.rule for reason in reasons] == [cited]
    assert reasons[0].piece == "mikasa"


def test_guns_that_do_not_bear_are_refused() -> None:
    state = pair(firer={"heading": 0})
    assert [reason.rule for reason in check_fire(state, Fire(JAPAN, "mikasa", "E", "retvizan"))] == ["PA-GUN-H22"]


@pytest.mark.parametrize(("who", "mark"), [("nobody", "retvizan"), ("mikasa", "nobody"), ("mikasa", "target")])
def test_nonsense_is_refused_and_breaks_nothing(who: str, mark: str) -> None:
    assert check_fire(pair(), Fire(JAPAN, who, ALL, mark))
    assert check_fire(pair(), Fire(JAPAN, "mikasa", ALL, "mikasa"))
    assert check_fire(pair(), Fire(JAPAN, "retvizan", ALL, "mikasa"))


def test_every_shot_on_offer_is_legal_and_the_best_with_all_guns_comes_first() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (36, 50), moved=True)
    sea.ship("Retvizan", RUSSIA, (36, 20), kind="tsesarevich").ship("Peresvet", RUSSIA, (36, 38), kind="tsesarevich")
    sea.fort("fort", RUSSIA, (60, 50), 1).battery("battery", RUSSIA, (12, 50), "D", 4)
    state = sea.having(active="mikasa-squadron").state()
    (offer,) = offer_fire(state, JAPAN)
    assert offer.piece == "mikasa" and offer.usual
    assert offer.commands[0] == Fire(JAPAN, "mikasa", ALL, "peresvet")
    assert len(set(offer.commands)) == len(offer.commands)
    for command in offer.commands:
        assert check_fire(state, command) == ()  # type: ignore[arg-type]
    assert {command.target for command in offer.commands} == {"retvizan", "peresvet", "fort", "battery"}  # type: ignore[attr-defined]
    assert list(offer_fire(state, RUSSIA)) == []


def test_a_pair_of_boats_fires_and_is_fired_at_as_one() -> None:
    sea = Sea().ship("Ikazuchi", JAPAN, (36, 50), boats=2, speed=20, moved=True)
    sea.ship("Inazuma", RUSSIA, (36, 45), kind="ikazuchi", boats=2, speed=20)
    state = sea.having(active="ikazuchi-squadron").state()
    boats: Ship = state.ships["ikazuchi"]
    assert [found.barrels for found in shots(state, boats, ALL, state.ships["inazuma"])] == [1]
    (offer,) = offer_fire(state, JAPAN)
    assert {command.target for command in offer.commands} == {"inazuma"}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("speed", "stopped", "still"), [(0, "", True), (1, "", False), (1, "anchored", True), (14, "", False)]
)
def test_a_target_without_way_on_is_still_and_one_that_makes_an_inch_is_not(
    speed: int, stopped: str, still: bool
) -> None:
    state = Sea().ship("Mikasa", JAPAN, (30, 30), speed=speed, stopped=stopped).state()
    assert ("still" in _of_target(state, state.ships["mikasa"], "A", "")) is still
