"""Rules that used to stay on paper when computers play: each comes up now in a shipped battle."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.library import MAPS
from game.table.input_matching import find_command
from game.teach.coverage import FOLDER
from rules.kernel.datafile import load_yaml
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.perfidious_albion import SYSTEM
from rules.perfidious_albion.records.commands import Buy, Lights
from rules.perfidious_albion.records.events import Revealed, SparStruck
from rules.perfidious_albion.records.state import Squadron
from rules.players import make_player, take_turn
from tests.conftest import scenario_named
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, give, system
from tests.perfidious_albion.setting_up import at_step, buy, settle_purchases, table

score = SYSTEM.score

SEEN = (
    *("PA-4.1-1", "PA-4.1-2", "PA-4.1-3", "PA-4.5-1", "PA-4.5-2", "PA-4.5-3", "PA-NGT-H1", "PA-3.4-3", "PA-3.4-7"),
    *("PA-3.4-10", "PA-3.4-11", "PA-SPR-H1", "PA-6.2-1", "PA-6.2-6", "PA-6.2-7", "PA-6.2-8", "PA-6.1-8", "PA-6.3-2"),
    *("PA-6.4-3", "PA-6.4-6", "PA-6.4-7", "PA-6.4-15", "PA-6.4-22", "PA-6.5-1", "PA-6.5-15", "PA-6.5-16", "PA-RAM-H1"),
    *("PA-6.5-3", "PA-6.5-5", "PA-6.5-8"),
    *("PA-2.1-18", "PA-2.1-31", "PA-2.1-51", "PA-2.1-72", "PA-2.1-73", "PA-2.2-10", "PA-2.2-15", "PA-2.2-16"),
    *("PA-2.2-17", "PA-2.2-18", "PA-2.2-19", "PA-5.8-1", "PA-5.8-8", "PA-5.9-1", "PA-5.9-2", "PA-5.9-3", "PA-3.2-4"),
)


def test_storm_ground_lights_night_fire_spars_and_double_wedges_come_up_in_computer_play() -> None:
    """The table is made by `python -m release.makers coverage`."""
    table = load_yaml(MAPS / FOLDER / "perfidious_albion.yaml", dict[str, tuple[str, ...]])
    met = set().union(*table.values())
    assert [rule for rule in SEEN if rule not in met] == []


def play_battle(key: str, seed: int, until: Callable[[Session], bool]) -> Session:
    """Return a battle between two computer players, up to some point."""
    game = Session(system(), scenario_named("perfidious_albion", key), None, {}, seed=seed)
    players = {side.key: make_player("greedy", seed) for side in game.scenario.sides}
    while not game.over and not until(game):
        take_turn(players[game.actor], Seat(game, game.actor))
    return game


@pytest.mark.rule("PA-6.2-1", "PA-SPR-H1")
def test_launches_with_spar_torpedoes_go_in_and_use_them() -> None:
    game = play_battle("pagoda_anchorage", 3, lambda game: False)
    assert any(events_of(step.events, SparStruck) for step in game.steps)

    def launch_at(inches: float) -> int:
        sea = Sea().ship("Yangwu", RUSSIA, (36, 20), kind="yangwu", speed=0)
        sea.ship("Torpilleur", JAPAN, (36, 20 + inches), kind="torpilleur_46", heading=0, speed=8)
        return score(sea.at("action"), JAPAN)

    assert launch_at(8) > launch_at(12), "a launch with a charge on a pole wants to be near"


@pytest.mark.rule("PA-2.1-31")
def test_computer_players_deploy_dummies_among_their_markers() -> None:
    """Dummy markers may also be used."""
    game = play_battle("open_fleet", 1, lambda game: not game.state.stage)
    squadrons = game.state.squadrons.values()
    revealed = [event for step in game.steps for event in events_of(step.events, Revealed)]
    assert any(squadron.dummy for squadron in squadrons) or any(event.dummy for event in revealed)
    bare = at_step(settle_purchases(buy(table(), JAPAN, ("mikasa", 2, 1, "1"))), "deployment", JAPAN)
    dummy = Squadron(id="japan-9", side=JAPAN, name="marker", ships=(), hidden=True, dummy=True)
    assert score(bare.but(squadrons={"japan-9": dummy}), JAPAN) > score(bare, JAPAN)


@pytest.mark.rule("PA-NGT-H1")
def test_a_searchlight_that_shows_a_target_to_guns_that_have_still_to_fire_is_worth_using() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (36, 40), moved=True).ship("Retvizan", RUSSIA, (36, 31), kind="tsesarevich")
    sea.squadrons["retvizan-squadron"] = sea.squadrons["retvizan-squadron"].but(acted=True)
    dark = sea.having(night=True, visibility=6_000).action("Mikasa")
    lit, _ = give(dark, Lights(JAPAN, "mikasa"))
    assert score(lit, JAPAN) > score(dark, JAPAN)
    alone = dark.but(ships={**dark.ships, "retvizan": dark.ships["retvizan"].but(y=10_000)})
    vain, _ = give(alone, Lights(JAPAN, "mikasa"))
    assert score(vain, JAPAN) < score(alone, JAPAN), "a light that shows nothing only betrays her"


@pytest.mark.rule("PA-2.1-18", "PA-PTS-H2")
def test_a_class_a_crew_and_a_single_boat_are_bought_by_word() -> None:
    """A word for a class is never taken for one of its ships."""
    game = Session(system(), scenario_named("perfidious_albion", "open_fleet"), None, {}, seed=1)
    seat, names = Seat(game, game.actor), system().names(game.state)
    for what in ("tsesarevich", "majestic", "varyag", "mikasa", "asama", "ikazuchi", "cover_ship"):
        for quality in (1, 2, 3):
            typed = f"buy {what} {quality} 1 2"
            assert find_command(system(), seat, names, typed) == Buy("blue", what, quality, 1, "2"), typed
