"""Artillery: dice by range, canister, far shots that unsettle, rockets, guns that moved."""

from __future__ import annotations

from typing import Any

import pytest

from game.skins import load_skin
from rules.battles_for_empire.commands import Face, Fire, Form, Move
from rules.battles_for_empire.events import Destroyed, Unsettled
from rules.kernel.odds import odds
from tests.battles_for_empire.field import Field, system
from tests.battles_for_empire.shooting import aim, fire, march, refused_rules


def gun(kind: str = "gun_fld", hexes: int = 6, **body: Any) -> Field:
    return Field().unit("a", kind, 305, "E", **body).unit("x", "dv_spr", 305 + 100 * hexes, "W")


@pytest.mark.rule("BFE-ART-H1", "BFE-PUB-26")
def test_dice_go_down_with_the_range() -> None:
    assert [aim(gun("gun_fld", hexes).at("fire")).dice for hexes in (1, 2, 3, 8, 9, 16)] == [4, 4, 3, 3, 2, 2]
    assert [aim(gun("gun_mtn", hexes).at("fire")).dice for hexes in (2, 6, 12)] == [3, 2, 1]
    assert [aim(gun("gun_sb", hexes).at("fire")).dice for hexes in (2, 5, 10)] == [4, 2, 1]
    assert [aim(gun("gun_hvy", hexes).at("fire")).dice for hexes in (2, 10, 16)] == [3, 3, 2]


@pytest.mark.rule("BFE-ART-H1")
def test_the_need_does_not_change_with_the_range_and_natives_serve_guns_worse() -> None:
    assert [aim(gun("gun_fld", hexes).at("fire")).need for hexes in (2, 6, 12)] == [5, 5, 5]
    native = Field().unit("a", "dv_gun", 305, "E").unit("x", "br_line", 905, "W").at("fire", "na")
    assert aim(native).need == 6
    assert refused_rules(gun("gun_mtn", 13).at("fire")) == ["BFE-FIR-H1"]


@pytest.mark.rule("BFE-ART-H2")
def test_beyond_canister_the_first_hit_only_shakes() -> None:
    far = fire(gun(hexes=6).at("fire"), 5, 6, 1)
    near = fire(gun(hexes=2).at("fire"), 5, 6, 1, 1)
    one = fire(gun(hexes=6).at("fire"), 5, 1, 1)
    assert [(after.unit("x").kills, after.unit("x").shaken) for after in (far, near, one)] == [
        (1, True),
        (2, True),
        (0, True),
    ]
    assert [[(event.unit, event.hits, event.rule) for event in after.of(Unsettled)] for after in (far, near, one)] == [
        [("x", 1, "BFE-ART-H2")],
        [],
        [("x", 1, "BFE-ART-H2")],
    ]


@pytest.mark.rule("BFE-ART-H3")
def test_a_gun_that_moved_or_is_limbered_does_not_fire() -> None:
    assert refused_rules(gun(limbered=True).at("fire")) == ["BFE-ART-H3"]
    assert refused_rules(march(gun(), "a", 1, Move("br", "a", 405, 1))) == ["BFE-ART-H3"]
    unlimbered = march(gun(limbered=True), "a", 3, Form("br", "a", "stand"))
    assert refused_rules(unlimbered) == ["BFE-ART-H3"]


@pytest.mark.rule("BFE-ART-H3")
def test_a_pivot_costs_one() -> None:
    field = Field().unit("a", "gun_fld", 305, "W").unit("x", "dv_spr", 905, "W")
    state = march(field, "a", 1, Face("br", "a", 1))
    assert (refused_rules(state), aim(state).need) == ([], 6)
    assert [term.rule for term in aim(state).terms] == ["BFE-ART-H3"]


@pytest.mark.rule("BFE-ART-H4")
def test_rockets_shake_and_never_kill() -> None:
    state = gun("rkt").at("fire")
    assert (aim(state).dice, aim(state).need) == (2, 6)
    after = fire(state, 6, 6)
    assert (after.unit("x").kills, after.unit("x").shaken) == (0, True)


@pytest.mark.rule("BFE-ART-H4")
def test_two_ones_lose_the_tube() -> None:
    after = fire(gun("rkt").at("fire"), 1, 1)
    assert after.unit("a").lost == "destroyed"
    assert [event.rule for event in after.of(Destroyed)] == ["BFE-ART-H4"]
    assert fire(gun("rkt").at("fire"), 1, 2).unit("a").lost == ""


@pytest.mark.rule("BFE-ART-H4", "BFE-FIR-H7")
def test_the_odds_of_rockets_tell_what_bursts_and_what_shakes() -> None:
    """A unit that is Shaken already, or becomes so only by two hits, is not shaken by one."""
    for field, words in ((gun("rkt"), "shaken"), (gun("rkt").option(shaken_at_two=True), "hit without effect")):
        found = odds(system(), field.at("fire"), Fire("br", "a", "x", 0))
        assert found.of("tube burst") == pytest.approx(1 / 36)
        assert found.of(words) == pytest.approx((11 if words == "shaken" else 10) / 36)
    skin = load_skin("battles_for_empire")
    assert [word for word in ("tube burst", "hit without effect", "shaken") if skin.fails(word)] == [
        "tube burst",
        "hit without effect",
    ]


@pytest.mark.rule("BFE-ART-H2", "BFE-FIR-H9")
def test_closing_fire_of_a_gun_is_half_its_canister() -> None:
    field = Field().unit("a", "gun_fld", 505).unit("x", "dv_spr", 605, "W", charged="a").contact("x", "a")
    state = field.at("fire")
    assert (aim(state).kind, aim(state).dice) == ("closing", 2)
    assert fire(state, 5, 5).unit("x").kills == 2
