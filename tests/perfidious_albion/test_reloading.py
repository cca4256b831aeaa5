"""Reloading: a Crew Test for each mount in the squadron's own action, never in the turn the mount fired."""

from __future__ import annotations

from typing import Any

import pytest

from rules.perfidious_albion.records.commands import Reload
from rules.perfidious_albion.records.events import Reloaded, ReloadFailed
from rules.perfidious_albion.records.state import State, box_bit
from rules.perfidious_albion.torpedoes.reloading import check_reload, do_reload, offer_reload
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rolls, rule

EMPTY = (("2/6P", 0), ("2/6S", 0), ("7/6P", 0), ("7/6S", 1))
FIRST = Reload(JAPAN, "mikasa", "2/6")


def in_action(**log: Any) -> State:
    """Mikasa's squadron is in action; her forward room is empty, of the after room only the port tube."""
    sea = Sea().ship("Mikasa", JAPAN, (36, 36), **{"cq": 2, "loaded": EMPTY, **log}).ship("Varyag", RUSSIA, (50, 50))
    return sea.state().but(active="mikasa-squadron")


def why(state: State, command: Reload) -> list[str]:
    return [reason.rule for reason in check_reload(state, command)]


def give(state: State, command: Reload, face: int) -> Any:
    assert why(state, command) == []
    return rule(state, lambda r: do_reload(r, command), face)


@pytest.mark.rule("PA-6.3-1")
@pytest.mark.rule("PA-6.3-2")
def test_a_passed_crew_test_fills_the_empty_tubes_of_one_mount() -> None:
    after, events = give(in_action(), FIRST, 4)
    ship = after.ships["mikasa"]
    assert dict(ship.loaded) == {"2/6P": 1, "2/6S": 1, "7/6P": 0, "7/6S": 1}
    assert dict(ship.reloads) == {"2/6": 2, "7/6": 4}
    assert [(done.mount, done.left) for done in events_of(events, Reloaded)] == [("2/6", 2)]
    assert [roll.target for roll in rolls(events)] == [4]
    after, _ = give(after, Reload(JAPAN, "mikasa", "7/6"), 1)
    assert dict(after.ships["mikasa"].reloads) == {"2/6": 2, "7/6": 3}


@pytest.mark.rule("PA-6.3-2")
def test_a_failed_crew_test_loads_nothing_and_each_mount_tries_once_a_turn() -> None:
    after, events = give(in_action(), FIRST, 5)
    assert after.ships["mikasa"].loaded == EMPTY
    assert [failed.mount for failed in events_of(events, ReloadFailed)] == ["2/6"]
    assert why(after, FIRST) == ["PA-6.3-2"]
    assert why(after, Reload(JAPAN, "mikasa", "7/6")) == []


@pytest.mark.rule("PA-6.3-3")
def test_a_mount_that_fired_this_turn_is_not_reloaded() -> None:
    state = in_action(launched=("2/6S",))
    assert why(state, FIRST) == ["PA-6.3-3"]
    assert why(state, Reload(JAPAN, "mikasa", "7/6")) == []


@pytest.mark.rule("PA-6.3-1")
@pytest.mark.rule("PA-STK-H1")
def test_without_torpedoes_in_stock_there_is_nothing_to_reload() -> None:
    assert why(in_action(reloads=(("2/6", 0), ("7/6", 4))), FIRST) == ["PA-6.3-1"]
    after, _ = give(in_action(reloads=(("2/6", 1), ("7/6", 4))), FIRST, 1)
    assert dict(after.ships["mikasa"].loaded)["2/6P"] == 1 and dict(after.ships["mikasa"].loaded)["2/6S"] == 0
    assert dict(after.ships["mikasa"].reloads)["2/6"] == 0


@pytest.mark.rule("PA-STK-H2")
def test_boats_reload_only_what_the_scenario_gives_them() -> None:
    loaded = (("6/3", 0), ("7/3", 0))
    for reloads, reasons in (((), ["PA-6.3-1"]), ((("6/3", 1),), [])):
        sea = Sea().ship("Ikazuchi", JAPAN, (36, 36), loaded=loaded, reloads=reloads)
        state = sea.state().but(active="ikazuchi-squadron")
        assert why(state, Reload(JAPAN, "ikazuchi", "6/3")) == reasons


@pytest.mark.rule("PA-6.3-2")
def test_a_full_or_destroyed_mount_one_of_another_squadron_and_nonsense_are_refused() -> None:
    full = tuple((key, 1) for key, _ in EMPTY)
    assert why(in_action(loaded=full), FIRST) == ["PA-6.3-2"]
    assert why(in_action(struck=box_bit(2, 6)), FIRST) == ["PA-DMG-H7"]
    assert why(in_action().but(active=""), FIRST) == ["PA-6.3-2"]
    assert why(in_action(gone="sunk"), FIRST) == ["PA-6.3-2"]
    for command in (
        Reload(JAPAN, "varyag", "1/4"),
        Reload(JAPAN, "nobody", "1/4"),
        Reload(JAPAN, "mikasa", "1/1"),
        Reload(JAPAN, "mikasa", ""),
    ):
        assert why(in_action(), command) == ["PA-6.3-2"]


@pytest.mark.rule("PA-6.3-2")
def test_every_mount_that_can_be_reloaded_is_offered() -> None:
    (offer,) = offer_reload(in_action(), JAPAN)
    assert offer.commands == (FIRST, Reload(JAPAN, "mikasa", "7/6"))
    assert list(offer_reload(in_action(), RUSSIA)) == []
    assert list(offer_reload(in_action(reloads=()), JAPAN)) == []


@pytest.mark.rule("PA-SHO-H4")
def test_a_fort_reloads_its_room_in_its_own_action() -> None:
    sea = Sea().fort("fort", JAPAN, (36, 6), 2, loaded=0, reloads=3)
    state = sea.state().but(active="fort")
    reload = Reload(JAPAN, "fort", "3/5")
    (offer,) = offer_reload(state, JAPAN)
    assert offer.commands == (reload,)
    after, _ = give(state, reload, 4)
    assert (after.forts["fort"].loaded, after.forts["fort"].reloads) == (2, 1)
    failed, events = give(state, reload, 5)
    assert failed.forts["fort"].loaded == 0 and len(events_of(events, ReloadFailed)) == 1
    launched = sea.fort("fort", JAPAN, (36, 6), 2, loaded=0, reloads=3, launched=True).state().but(active="fort")
    assert why(launched, reload) == ["PA-6.3-3"]
