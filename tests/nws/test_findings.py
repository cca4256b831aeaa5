"""Faults that reviewers found in logs, each with a test that fails if it comes back."""

from __future__ import annotations

import pytest

from rules.kernel.breakdown import roll_text
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Event
from rules.kernel.ruling import Rolled, is_visible_to
from rules.kernel.seat import Seat
from rules.kernel.system import caption
from rules.nws.events import ShellsFell, ShipDetached, WreckHit
from rules.nws.pieces import UNSEEN, contact
from tests.conftest import begin, stroll
from tests.nights_of_fury.battle import Battle as NofBattle
from tests.nw_smoke.battle import Battle as NwBattle
from tests.nws.battle import NwsBattle, events_of
from tests.nws.twins import Twin, both, with_ship_fields


def roll(events: tuple[Event, ...], rule: str) -> Rolled:
    """Return the first roll by a rule."""
    return next(event for event in events_of(events, Rolled) if event.rule == rule)


def line(events: tuple[Event, ...], rule: str) -> str:
    """Return a roll as the log prints it."""
    thrown = roll(events, rule)
    return roll_text(thrown.breakdown, thrown.faces)


def head(game: Twin) -> str:
    """Return the prefix of a game's rule ids."""
    return "NoF" if game.key == "nights_of_fury" else "NW"


def crowd(game: Twin) -> NwsBattle:
    """Return two divisions of the USN together, one of them a ship alone that bears her name, and an enemy far off."""
    if game.key == "nights_of_fury":
        battle = NofBattle().division("a", "USN", ["Laffey"], 4).division("b", "USN", ["Barton", "Cushing"], 4)
        battle.division("c", "IJN", ["Kagero"], 10)
    else:
        battle = NwBattle().division("a", "USN", ["Laffey"], 2020, "N").division("b", "USN", ["Barton"], 2020, "N")  # type: ignore[assignment]
        battle.division("c", "IJN", ["Kagero"], 2040, "N")
    battle.forces[0] = battle.forces[0].but(name="Laffey")
    return battle


@both
@pytest.mark.rule("NoF-GUN-H4", "NW-GUN-H4")
def test_nws_6_the_log_says_why_a_natural_12_below_the_need_hits(game: Twin) -> None:
    state = game.with_firepower(game.by_day("Laffey", game.big), 1)
    found = game.shot(state, "Laffey", game.big)
    assert 12 < found.need - sum(term.value for term in found.modifiers) <= 15
    command = game.fire("Laffey", game.big)
    _, hit = game.battle().do(state, command, 6, 6, 1)
    assert f"natural 12, at least a light hit [{head(game)}-GUN-H4]" in line(hit, f"{head(game)}-GUN-H1")
    _, missed = game.battle().do(state, command, 6, 5)
    assert "natural" not in line(missed, f"{head(game)}-GUN-H1")


@both
@pytest.mark.rule("NoF-LOA-H1", "NW-LOA-H1")
def test_a_loaded_destroyer_says_why_she_fires_with_less_than_is_printed_and_a_hurt_one_by_her_line(game: Twin) -> None:
    battle = game.sides(["Laffey"], ["Kagero"])
    plain = battle.knows("IJN", "a", game.sighted).at("gunnery", "IJN")
    battle.forces[1] = battle.forces[1].but(traits=("loaded",))
    state = battle.at("gunnery", "IJN")
    rule = f"{head(game)}-LOA-H1"

    def facts(position: object) -> dict[str, str]:
        command = type(game.fire())("IJN", "kagero", "laffey")
        return {fact.rule: fact.label for fact in game.shots.shot(position, command).facts}

    assert facts(state)[rule] == "firepower 2: she is loaded"  # a Kagero has 3
    assert rule not in facts(plain)
    assert rule not in facts(with_ship_fields(state, "kagero", structure=1))


@both
@pytest.mark.rule("NoF-ORD-H3", "NW-ORD-H4")
def test_a_division_that_bears_its_only_ships_name_is_told_apart_from_her_once_others_have_joined(game: Twin) -> None:
    played = crowd(game).play()
    played.until("orders", "USN")
    played.order("join b a")
    played.until("orders", "USN", turn=2)
    (left,) = events_of(played.order("detach laffey"), ShipDetached)
    assert caption(game.system, played.state, left).text == "Laffey left Laffey's division"
    names = [division.name for division in played.state.divisions.values()]
    assert len(names) == len(set(names))
    assert game.system.names(played.state)["a"] == "Laffey's division"


@both
@pytest.mark.rule("NoF-DMG-H4", "NW-DMG-H4")
@pytest.mark.parametrize(("levels", "words"), [(1, "1 level of flotation"), (3, "3 levels of flotation")])
def test_what_a_hit_does_to_a_wreck_is_good_english(game: Twin, levels: int, words: str) -> None:
    hit = WreckHit(rule=f"{head(game)}-DMG-H4", ship="laffey", levels=levels)
    detail = caption(game.system, game.duel(), hit).detail
    assert detail == f"No structure left: {words} instead"


@pytest.mark.rule("NoF-SPT-H4")
def test_a_throw_at_the_edge_of_sight_says_who_looks_for_whom() -> None:
    battle = NofBattle().division("a", "USN", ["Laffey"], 1).division("b", "IJN", ["Kagero"], 5)
    state, events = battle.setting("hidden_movement", False).enter("spotting", 5, 5, 6)
    thrown = roll(events, "NoF-SPT-H4")
    assert thrown.breakdown.what == "B at the edge of sight of A" and contact(state, "USN", "b") == UNSEEN


@both
@pytest.mark.rule("NoF-FORM-5", "NoF-FRM-H1", "NW-FRM-H1")
def test_a_salvo_names_the_formation_it_runs_at_by_its_name(game: Twin) -> None:
    battle = game.sides(["Laffey", "Barton"], ["Kagero"])
    battle.forces[0] = battle.forces[0].but(formation="ahead")
    state = battle.at("torpedoes", "IJN")
    running = game.salvo(game.chase())
    labels = [term.label for term in game.salvos.salvo_modifiers(state, running)]
    assert "target in Line Ahead" in labels


# --- A spectator sees both sides, and each shot only once ---


@pytest.mark.parametrize("game", ["nights_of_fury/little_and_gregory", "nw_smoke/little_and_gregory"])
def test_fire_from_an_unseen_ship_is_told_to_those_under_fire_and_not_again_to_who_looks_on(game: str) -> None:
    session, found = begin(game, seed=3), 0
    for _ in stroll(session, SeededDice(3), 400):
        for event in session.steps[-1].events:
            if isinstance(event, ShellsFell):
                found += 1
                assert is_visible_to(event, event.side) and not is_visible_to(event, "")
                shot = [other for other in session.steps[-1].events if type(other).__name__ == "GunsFired"]
                assert shot and all(is_visible_to(other, "") and not is_visible_to(other, event.side) for other in shot)
    assert found


@pytest.mark.parametrize("game", ["nights_of_fury/first_guadalcanal", "nw_smoke/first_guadalcanal"])
def test_a_counter_has_the_lead_ships_firepower_armour_and_knots_now_and_as_built(game: str) -> None:
    session, hurt = begin(game, seed=3), 0
    for _ in stroll(session, SeededDice(3), 250):
        state = session.state
        for piece in Seat(session, session.actor).view().pieces if session.actor else ():
            if not piece.factors:
                continue
            lead = piece.hulls[0]
            card = state.scene.cards[next(key for key, name in state.scene.names.items() if name == lead.name)]
            (power, whole), (armour, _), (knots, fast) = piece.factors
            assert (whole, armour, fast) == (card.firepower, card.defence, card.speed_kn)
            hurt += power < whole and knots < fast
            assert (power, knots) == (card.firepower_at(lead.damage), card.speed_at(lead.damage))
    assert hurt
