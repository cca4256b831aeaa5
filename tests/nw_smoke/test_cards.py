"""Smoke and evading cards over several orders: the effects of joining, detaching and heavy damage."""

from __future__ import annotations

import pytest

from rules.kernel.dice import SeededDice
from rules.nw_smoke.events import SmokeDeclared, SmokeLaid
from rules.nw_smoke.explain import sight
from rules.nw_smoke.smoke import line_between
from rules.nw_smoke.state import DETECTED
from tests.conftest import begin, stroll
from tests.nw_smoke.battle import Battle
from tests.nws.battle import Game

HERE, THERE = 2020, 2040
SCREENED = "nw_smoke/gale_off_savo"  # a battle that begins with a smoke card


def screen() -> Battle:
    """Return two divisions of destroyers in one hex, and an enemy far off."""
    battle = Battle().division("a", "USN", ["Laffey", "Barton"], HERE, "N", speed=2)
    battle.division("b", "USN", ["Cushing"], HERE, "N", speed=2)
    return battle.division("c", "IJN", ["Kagero"], THERE, "N", speed=2)


def declare_smoke(battle: Battle, *divisions: str) -> Game:
    """Return phase 2 of turn 2, USN to act, after these divisions declared smoke in phase 7 of turn 1."""
    game = battle.play()
    game.until("movement", "USN")
    for division in ("a", "b"):
        game.order(f"move {division} FF")
    game.until("smoke", "USN")
    for division in divisions:
        game.order(f"smoke {division}")
    game.until("orders", "USN", turn=2)
    return game


def smoke_hexes(game: Game) -> dict[str, tuple[int, ...]]:
    return {event.division: event.hexes for event in game.did(SmokeLaid)}


@pytest.mark.rule("NW-SMK-4")
def test_a_division_that_carries_a_card_is_not_declared_twice() -> None:
    game = screen().play()
    game.until("smoke", "USN")
    game.order("smoke a")
    assert game.refused_rules("smoke a") == ["NW-SMK-4"]
    assert "smoke a" not in [f"smoke {offer.piece}" for offer in Battle().offers(game.state) if offer.verb == "smoke"]
    assert len(game.did(SmokeDeclared)) == 1


@pytest.mark.rule("NW-SMK-4", "NW-SMK-6")
@pytest.mark.parametrize(("joining", "into"), [("a", "b"), ("b", "a")])
def test_a_division_with_a_card_lays_its_smoke_also_when_it_has_joined_another(joining: str, into: str) -> None:
    game = declare_smoke(screen(), "a")
    game.order(f"join {joining} {into}")
    game.until("movement", "USN")
    game.order(f"move {into} FF")
    assert smoke_hexes(game) == {into: (2018, 2017)}


@pytest.mark.rule("NW-SMK-4", "NW-SMK-9", "NW-ORD-H3")
def test_one_declaration_is_one_screen_a_detached_ship_has_no_card() -> None:
    game = declare_smoke(screen(), "a")
    game.order("detach barton")
    game.until("movement", "USN")
    for division in ("a", "barton-alone"):
        game.order(f"move {division} FF")
    game.order("move b LF")
    assert smoke_hexes(game) == {"a": (2018, 2017)}


@pytest.mark.rule("NW-DMG-H6", "NW-EV-2", "NW-EV-H6", "NW-EV-H4")
@pytest.mark.parametrize("ships", [["Laffey"], ["Laffey", "Barton"]])
def test_a_ship_put_out_of_action_carries_no_card_any_more(ships: list[str]) -> None:
    battle = Battle().setting("visibility", "day_clear").division("a", "USN", ships, HERE, "N", speed=2)
    battle.division("b", "USN", ["Cushing"], 1020, "N", speed=1)
    game = battle.division("c", "IJN", ["Kirishima"], 2024, "NE", speed=0).play()
    game.until("movement", "USN")
    game.order("evade a")
    game.order("move a F")
    game.order("move b F")
    game.until("gunnery", "IJN")
    state = game.state
    assert state.divisions["a"].evading
    weak = state.ships["laffey"].but(structure=3)
    game.session.states[-1] = state.but(ships={**state.ships, "laffey": weak})
    game.order("fire kirishima laffey", 6, 6, 1, 1)
    game.until("smoke")
    wreck = game.state.divisions[game.state.ships["laffey"].division]
    assert game.state.ships["laffey"].structure == 4
    assert not wreck.evading and not wreck.smoking
    if len(ships) > 1:
        assert game.state.divisions["a"].evading, "the others still evade"


@pytest.mark.rule("NW-SMK-3", "NW-SMK-H3")
def test_without_the_advanced_rule_no_smoke_lies_on_the_map_whatever_a_scenario_hands_out() -> None:
    """Played to the end of turn 2, in which a smoke card of the scenario would have been used."""
    laid_by = {}
    for advanced in (True, False):
        session = begin(SCREENED, seed=3, options={"smoke_advanced": advanced})
        for _ in stroll(session, SeededDice(4)):
            if session.state.cursor.turn > 2:
                break
        laid_by[advanced] = [event for step in session.steps for event in step.events if isinstance(event, SmokeLaid)]
    assert laid_by[True] and not laid_by[False]


def plain(seas: str = "calm") -> Battle:
    """Return the plain smoke rule of the house, by day: two divisions of each side in sight of each other."""
    battle = Battle().setting("smoke_advanced", False).setting("visibility", "day_clear").setting("seas", seas)
    battle.division("a", "USN", ["Laffey"], 2010, "N", speed=1).division("b", "USN", ["Barton"], 2410, "N", speed=1)
    return battle.division("c", "IJN", ["Kagero"], 2214, "N", speed=1)


def until_fire(game: Game, turn: int) -> None:
    """On to the gunnery of a turn, USN to act; every division runs straight on."""
    game.until("movement", turn=turn)
    while game.session.system.sequence[game.state.cursor.phase].name == "movement":
        mine = [d for d in game.state.divisions.values() if d.side == game.session.actor and not d.moved]
        game.order(f"move {mine[0].id} F") if mine else game.least()
    game.until("gunnery", "USN")


@pytest.mark.rule("NW-SMK-H3")
def test_plain_smoke_hides_who_made_it_until_phase_7_of_the_next_turn_and_nobody_else() -> None:
    game = plain().play()
    until_fire(game, 1)
    assert not game.refused_rules("fire laffey kagero")
    game.until("smoke", "USN")
    game.order("smoke a")
    until_fire(game, 2)
    assert game.state.smoke == () and not game.did(SmokeLaid)
    assert "NW-SMK-H3" in game.refused_rules("fire laffey kagero"), "who hides sees nobody"
    assert not game.refused_rules("fire barton kagero"), "nobody hides behind another's smoke"
    game.until("gunnery", "IJN")
    assert "NW-SMK-H3" in game.refused_rules("fire kagero laffey")
    assert not game.refused_rules("fire kagero barton")
    assert game.state.contacts["IJN"]["a"] == DETECTED, "something is seen to be there"
    until_fire(game, 3)
    assert not game.refused_rules("fire laffey kagero"), "the card came off in phase 7"


@pytest.mark.rule("NW-SMK-H3", "NW-HS-2")
def test_in_heavy_seas_the_die_decides_about_plain_smoke_too() -> None:
    battle = plain("heavy").card("a")
    verdicts = {}
    for face in (1, 3, 5):
        state, _ = battle.enter("spotting", face, 6, 6, 6)
        verdicts[face] = line_between(state, state.divisions["a"], state.divisions["c"]).verdict
        assert line_between(state, state.divisions["b"], state.divisions["c"]).verdict == "clear"
    assert verdicts == {1: "blocked", 3: "partial", 5: "clear"}


@pytest.mark.rule("NW-SMK-H3")
def test_the_sight_line_tool_names_plain_smoke() -> None:
    state = plain().card("a").at("gunnery")
    assert sight(state, "USN", (2010,), (2214,)).rule == "NW-SMK-H3"
    assert sight(state, "USN", (2410,), (2214,)).sight.verdict == "clear"
