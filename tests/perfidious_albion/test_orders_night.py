"""Night fire through a Session: what a crew that lost its head may still do in the same activation."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.flow import offers
from rules.kernel.ruling import Rolled
from rules.kernel.session import Session
from rules.perfidious_albion.battle.gun_laying import ALL
from rules.perfidious_albion.records.commands import Fire, StandEasy
from rules.perfidious_albion.records.events import FiredAtRandom, GunsFired, HeldFire, NoGunTold
from tests.perfidious_albion.orders import order, refuses, session
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, system


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
