"""What a Session shows and offers: the terms of a shot, places along the side, works, sinking, texts."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.flow import offers
from rules.kernel.ruling import Rolled
from rules.kernel.session import Session
from rules.kernel.system import caption, format_command, parse_command
from rules.perfidious_albion.battle.gun_laying import ALL
from rules.perfidious_albion.damage.flooding import take_floods
from rules.perfidious_albion.records.commands import Fire, Launch, StandEasy, Steer, WorksFire
from rules.perfidious_albion.records.events import (
    CameOutOfFormation,
    FiredAtRandom,
    GunsFired,
    HeldFire,
    LeftTable,
    MarkerPlaced,
    MarkerRemoved,
    Moved,
    NoGunTold,
    ShotFell,
    Sinking,
    WorksSilent,
)
from rules.perfidious_albion.ships.grids import Box
from rules.perfidious_albion.ships.pieces import content_words
from rules.perfidious_albion.ships.roster import ship_card
from rules.perfidious_albion.squadrons.cohesion import mark_detached
from rules.perfidious_albion.torpedoes.passage import remove_spent
from tests.perfidious_albion.orders import order, refuses, session
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, give, rolls, rule, system

# ---------------------------------------------------------------------- gunfire


@pytest.mark.rule("PA-GUN-H3", "PA-GUN-H4")
def test_a_shot_tells_range_guns_base_and_every_modifier_with_its_rule() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (36, 60), cq=3, moved=True)
    sea.ship("Retvizan", RUSSIA, (36, 48), kind="tsesarevich", speed=22).having(sea="rough")
    game = session(sea.action("Mikasa"), rest=10)
    events = order(game, Fire(JAPAN, "mikasa", "A", "retvizan"))
    fired, thrown = events_of(events, GunsFired)[0], rolls(events, "PA-GUN-H5")[0]
    (chance,) = thrown.breakdown.workings
    assert chance.adds_up and chance.total == 100 * fired.percent
    words = " ".join(term.label for term in chance.terms)
    for said in ("4 guns of type A", "12 inches", "good crew", "target at speed 22", "rough sea"):
        assert said in words, (said, words)
    assert {term.rule for term in chance.terms} >= {"PA-GUN-H3", "PA-GUN-H6", "PA-GUN-H9", "PA-GUN-H12"}
    assert fired.away == "12 inches"


@pytest.mark.rule("PA-HIT-H1")
def test_a_straddle_where_nothing_is_says_so() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (36, 60), moved=True).ship("Varyag", RUSSIA, (36, 57), kind="varyag", heading=90)
    events = order(session(sea.action("Mikasa"), 1, 1, 1, rest=1), Fire(JAPAN, "mikasa", "A", "varyag"))
    assert {event.content for event in events_of(events, ShotFell)} == {"nothing there"}


# ---------------------------------------------------------------------- trainable tubes


def cruiser(**ship: Any) -> Any:
    sea = Sea().ship("Undaunted", JAPAN, (36, 36), kind="undaunted", heading=0, speed=20, **ship)
    sea.ship("Varyag", RUSSIA, (42, 34), kind="varyag", speed=12)
    return session(sea.at("torpedoes", JAPAN).but(low=JAPAN), rest=1)


def test_a_box_is_told_in_words_whatever_stands_in_it() -> None:
    def words(*contents: str) -> str:
        return content_words(Box(section=3, level=4, contents=contents))

    assert words("H") == "hull" and content_words(None) == "nothing there"
    assert words("AA", "MAG") == "2 guns of type A, magazine"
    assert words("Q") == "1 group of quickfirers" and words("fun") == "part of a funnel"
    assert (words("TTM"), words("STL.S")) == ("medium torpedo room", "short single launcher")
    cards = list(Sea().ship("Mikasa", JAPAN, (36, 36)).state().scene.cards.values())
    lines = {content_words(box) for card in cards for box in card.standing}
    assert lines and not any(word.isupper() and len(word) > 1 for text in lines for word in text.split())


@pytest.mark.rule("PA-SEQ-H5")
def test_a_ship_without_orders_is_told_to_have_none() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (36, 36), speed=12)
    state, events = give(sea.action("Mikasa"), StandEasy(JAPAN, "mikasa-squadron"))
    (moved,) = events_of(events, Moved)
    assert caption(system(), state, moved).detail.endswith("without orders")
    state, events = give(sea.action("Mikasa"), Steer(JAPAN, "mikasa", "6"))
    (moved,) = events_of(events, Moved)
    assert "orders" not in caption(system(), state, moved).detail


@pytest.mark.rule("PA-6.1-4", "PA-TOR-H2")
def test_trainable_launchers_place_their_markers_anywhere_along_the_side() -> None:
    """Trainable launchers may place these at an angle up to 45 degrees to the perpendicular anywhere along the side."""
    starts = []
    for along in (0, 1, 10):
        game = cruiser()
        events = order(game, Launch(JAPAN, "undaunted", "5/3", 90, 1, along))
        assert events_of(events, MarkerPlaced)
        starts.append(game.state.markers["t1"].start)
    middle, bow, stern = starts
    assert bow[1] < middle[1] < stern[1] and bow[0] == middle[0] == stern[0]
    assert stern[1] - bow[1] == pytest.approx(1300 * 9 // 10, abs=20), "from the first section to the last"


@pytest.mark.rule("PA-6.1-4", "PA-TOR-H2")
def test_a_place_along_the_side_is_offered_and_typed_and_only_for_trainable_tubes_of_larger_ships() -> None:
    game = cruiser()
    found = [
        command
        for offer in offers(game.system, game.state)
        for command in offer.commands
        if isinstance(command, Launch) and command.mount == "5/3"
    ]
    assert {command.along for command in found} == {0, 2, 9}
    typed = parse_command(game.system, JAPAN, "launch undaunted 5/3 90 1 7")
    assert typed == Launch(JAPAN, "undaunted", "5/3", 90, 1, 7)
    assert parse_command(game.system, JAPAN, format_command(typed)) == typed
    assert refuses(game, Launch(JAPAN, "undaunted", "5/3", 90, 1, 11)) == ["PA-6.1-4"]
    sea = Sea().ship("Mikasa", JAPAN, (36, 36), heading=0)
    fixed = session(sea.at("torpedoes", JAPAN).but(low=JAPAN), rest=1)
    assert refuses(fixed, Launch(JAPAN, "mikasa", "2/6", 90, 1, 5)) == ["PA-TOR-H2"]


@pytest.mark.rule("PA-6.1-4", "PA-TOR-H2")
def test_pointing_with_a_heading_finds_the_place_along_the_side() -> None:
    """Trainable launchers may place these at an angle up to 45 degrees to the perpendicular anywhere along the side."""
    game = cruiser()
    armed = Launch(JAPAN, "undaunted", "5/3", 90, 1)
    x, y = (36_000, 36_000)
    forward = game.system.nearest_command(game.state, armed, (x + 5_000, y - 550), 90)
    aft = game.system.nearest_command(game.state, armed, (x + 5_000, y + 550), 90)
    assert (forward.bearing, forward.along) == (90, 1)
    assert (aft.bearing, aft.along) == (90, 10)
    straight = game.system.nearest_command(game.state, forward, (x + 5_000, y - 550), None)
    assert (straight.bearing, straight.along) == (90, 1), "from the section chosen, not from amidships"
    order(game, aft)
    assert game.state.markers["t1"].start[1] > y


@pytest.mark.rule("PA-6.3-1", "PA-STK-H1")
def test_larger_ships_always_carry_reloads_and_torpedo_craft_do_not() -> None:
    """Launchers on Destroyers and Torpedo Boats may be provided with reloads. Larger ships always carry reloads."""
    for name in ("almirante_lynch", "mikasa", "varyag"):
        assert all(tube.reloads for tube in ship_card(name).tubes), name
    assert not any(tube.reloads for tube in ship_card("ikazuchi").tubes)


# ---------------------------------------------------------------------- works


@pytest.mark.rule("PA-SHO-H9", "PA-SEQ-H4")
def test_works_range_fire_in_one_order_and_the_other_side_acts() -> None:
    sea = Sea("bombardment", JAPAN).ship("Mikasa", JAPAN, (36, 40)).fort("fort1", RUSSIA, (36, 20), 1)
    sea.battery("near", RUSSIA, (34, 24), "D", 4).battery("far", RUSSIA, (34, 2), "F", 4)
    sea.ship("Varyag", RUSSIA, (60, 10), kind="varyag")
    game = session(sea.at("action", RUSSIA), rest=10)
    events = order(game, WorksFire(RUSSIA))
    assert [event.ship for event in events_of(events, GunsFired)][0] == "fort1"
    assert {event.ship for event in events_of(events, GunsFired)} == {"fort1", "near"}
    assert [event.count for event in events_of(events, WorksSilent)] == [1]
    assert game.actor == JAPAN and not game.state.active
    assert game.state.forts["fort1"].eased and all(battery.eased for battery in game.state.batteries.values())
    assert refuses(session(game.state.but(cursor=sea.cursor("action", RUSSIA))), WorksFire(RUSSIA)) == ["PA-SHO-H9"]


# ---------------------------------------------------------------------- told in plain words


@pytest.mark.rule("PA-FLO-H5")
def test_a_ship_with_more_floods_than_she_can_bear_is_told_as_sinking_once() -> None:
    state = Sea().ship("Varyag", RUSSIA, (36, 36), kind="varyag", floods=5).state()
    most = state.scene.cards["varyag"].flotation
    _, events = rule(state, lambda r: [take_floods(r, "varyag", 1, "PA-FLO-H3", "shell") for _ in range(most)])
    assert [(event.floods, event.flotation) for event in events_of(events, Sinking)] == [(most, most)]


@pytest.mark.rule("PA-2.4-1", "PA-2.4-2")
def test_out_of_formation_is_told_in_inches_with_the_limit() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (20, 36), squadron="line").ship("Asama", JAPAN, (29.74, 36), squadron="line")
    _, events = rule(sea.state(), mark_detached)
    assert {(event.away, event.limit) for event in events_of(events, CameOutOfFormation)} == {
        ("9.74 inches", "5 inches")
    }


@pytest.mark.rule("PA-6.1-1")
def test_a_marker_that_is_removed_says_whose_it_was() -> None:
    game = cruiser()
    order(game, Launch(JAPAN, "undaunted", "5/3", 90, 1))
    marker = game.state.markers["t1"].but(leg=2)
    _, events = rule(game.state.but(markers={"t1": marker}), remove_spent)
    assert [event.ship for event in events_of(events, MarkerRemoved)] == ["undaunted"]


@pytest.mark.rule("PA-2.1-49")
@pytest.mark.parametrize(("lost", "by_exit"), [(False, True), (True, False)])
def test_escorts_that_leave_by_the_exit_box_are_lost_only_with_the_option(lost: bool, by_exit: bool) -> None:
    """Convoy ships leaving via the exit box do not count as lost."""
    sea = Sea("convoy", RUSSIA).box("exit", (60, 30)).box("entry", (0, 30)).option(escorts_lost_at_exit=lost)
    sea.ship("Varyag", JAPAN, (70, 36), kind="varyag", speed=12)
    events = order(session(sea.action("Varyag"), rest=1), Steer(JAPAN, "varyag", "6"))
    assert [event.by_exit for event in events_of(events, LeftTable)] == [by_exit]


# --- Night fire through a Session: what a crew that failed its test may still do in the same activation ---


def watch(*faces: int, rest: int = 0, **firer: Any) -> Session:
    """Chitose, detached in the dark, and Retvizan ten inches north of her with her searchlight on; Kasagi has fired."""
    sea = Sea().ship("Chitose", JAPAN, (36, 60), kind="takasago", **{"moved": True, "detached": True, **firer})
    sea.ship("Kasagi", JAPAN, (40, 58), kind="takasago", squadron="watch", moved=True, fired=("1/3",))
    sea.ship("Retvizan", RUSSIA, (36, 50), kind="tsesarevich", speed=14, lit=True)
    sea.having(night=True, visibility=6_000, fired_this_turn=("kasagi",), active="chitose")
    return session(sea.at("action", JAPAN), *faces, rest=rest)


AT_RETVIZAN = Fire(JAPAN, "chitose", ALL, "retvizan")


def fire_offers(game: Session) -> list[str]:
    return [offer.piece for offer in offers(system(), game.state) if offer.verb == "fire"]


@pytest.mark.rule("PA-3.4-7", "PA-3.4-11")
def test_higher_scores_mean_no_fire_and_no_aimed_fire_after_it() -> None:
    """If there are fewer ships than 10, then higher scores mean no fire."""
    game = watch(6, 10, rest=10)
    assert events_of(order(game, AT_RETVIZAN), HeldFire)
    assert refuses(game, AT_RETVIZAN) == ["PA-3.4-11"]
    assert refuses(game, Fire(JAPAN, "chitose", "D", "retvizan")) == ["PA-3.4-11"]
    assert fire_offers(game) == []
    events = order(game, StandEasy(JAPAN, "chitose"))
    assert not events_of(events, GunsFired)


@pytest.mark.rule("PA-3.4-7")
def test_a_crew_that_failed_must_fire_at_a_random_ship_and_at_no_other() -> None:
    """Detached ships outside normal visibility range must fire at a random ship if they fail a Crew Test."""
    game = watch(6, 1, rest=10)
    events = order(game, AT_RETVIZAN)
    assert [event.target for event in events_of(events, FiredAtRandom)] == ["kasagi"]
    assert {event.target for event in events_of(events, GunsFired)} == {"kasagi"}
    assert refuses(game, AT_RETVIZAN) == ["PA-3.4-7"], "guns that did not bear on Kasagi are not aimed at Retvizan now"
    assert fire_offers(game) == []


@pytest.mark.rule("PA-3.4-7")
def test_a_crew_that_keeps_its_head_fires_as_ordered_more_than_once() -> None:
    game = watch(1, rest=10)
    events = order(game, Fire(JAPAN, "chitose", "D", "retvizan"))
    assert {event.target for event in events_of(events, GunsFired)} == {"retvizan"}
    assert fire_offers(game) == ["chitose"]


@pytest.mark.rule("PA-3.4-7")
def test_a_crew_that_fires_at_a_ship_none_of_its_guns_can_hit_is_told_so() -> None:
    sea = Sea().ship("Chitose", JAPAN, (36, 60), kind="takasago", moved=True, detached=True)
    sea.ship("Kasagi", JAPAN, (36, 8), kind="takasago", squadron="watch", moved=True, fired=("1/3",))
    sea.ship("Retvizan", RUSSIA, (36, 4), kind="tsesarevich", speed=14)
    sea.having(night=True, visibility=6_000, fired_this_turn=("kasagi",), active="chitose")
    events = order(session(sea.at("action", JAPAN), 6, 1, rest=10), StandEasy(JAPAN, "chitose"))
    assert [event.target for event in events_of(events, FiredAtRandom)] == ["kasagi"]
    assert [event.target for event in events_of(events, NoGunTold)] == ["kasagi"] and not events_of(events, GunsFired)
    assert not events_of(order(watch(6, 1, rest=10), AT_RETVIZAN), NoGunTold)


@pytest.mark.rule("PA-GUN-H17", "PA-3.4-6")
def test_what_waives_the_night_is_told_with_its_rule() -> None:
    events = order(watch(1, rest=10), Fire(JAPAN, "chitose", "D", "retvizan"))
    (aimed,) = [roll for roll in events_of(events, Rolled) if roll.rule == "PA-GUN-H5"]
    assert [(one.value, one.why, one.rule) for one in aimed.breakdown.waived] == [
        (-20, "it uses a searchlight", "PA-GUN-H17")
    ]
