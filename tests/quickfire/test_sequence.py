"""The sequence of play: the order of the phases, initiative, nothing hidden, whole games."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.dice import SeededDice
from rules.kernel.flow import Begin, Done, PhaseBegan, actor, check, offers
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.session import adjudicate
from rules.quickfire.commands import Fire, Move
from rules.quickfire.events import InitiativeWon
from rules.quickfire.sequence import SEQUENCE
from rules.quickfire.setup import check_scenario, start
from tests.conftest import MAPS, below
from tests.quickfire.duel import FR, US, Duel, events_of, massena_and_ohio

SCENARIOS = sorted((MAPS / "quickfire").glob("*.yaml"))


@pytest.mark.rule("QF-SEQ-H1")
def test_a_turn_goes_through_six_phases_in_order() -> None:
    assert [phase.number for phase in SEQUENCE] == [1, 2, 3, 4, 4, 5, 6]
    duel = massena_and_ohio()
    state = adjudicate(duel.system, duel.opening(), Begin(""), SeededDice(1)).state
    began: list[PhaseBegan] = []
    while state.cursor.turn == 1:
        ruling = adjudicate(duel.system, state, Done(actor(state)), SeededDice(1))
        state = ruling.state
        began += events_of(tuple(ruling.events), PhaseBegan)
    assert [event.number for event in began if event.turn == 1] == [3, 4, 5, 6], "the third gunnery phase is an option"


@pytest.mark.rule("QF-SEQ-H1")
def test_a_command_of_another_phase_is_refused() -> None:
    duel = massena_and_ohio()
    assert duel.why(duel.at("movement"), Fire(US, "ohio", "heavy", "massena")) == ["QF-FIRE-1"]
    assert duel.why(duel.at("gunnery_1"), Move(US, "ohio", "4")) == ["QF-MOV-H2"]


@pytest.mark.rule("QF-SEQ-H2")
def test_the_lower_die_acts_first_and_equal_dice_are_thrown_again() -> None:
    duel = massena_and_ohio()
    state, events = duel.enter("initiative", 4, 4, 5, 2)
    assert [(won.first, won.second) for won in events_of(events, InitiativeWon)] == [(FR, US)]
    assert state.first == FR
    moving = duel.cursor("movement")
    assert SEQUENCE[moving.phase].queue is not None
    queue = SEQUENCE[moving.phase].queue
    assert queue is not None and queue(state) == (FR, US)


@pytest.mark.rule("QF-SEQ-1")
def test_nothing_is_marked_until_both_sides_have_fired() -> None:
    duel = massena_and_ohio()
    state, _ = duel.give(duel.at("gunnery_1"), Fire(US, "ohio", "heavy", "massena"), 1, 3, 4)
    assert state.ships["massena"].heavy_hits == 0
    state, _ = duel.play_on(state, Done(US))
    assert actor(state) == FR and state.ships["massena"].heavy_hits == 0
    state, _ = duel.play_on(state, Done(FR))
    assert state.ships["massena"].heavy_hits == 1


@pytest.mark.rule("QF-SEQ-H5")
def test_both_sides_see_every_ship_and_every_log() -> None:
    duel = massena_and_ohio().hurt("Massena", speed_hits=3, fires=1)
    state = duel.at("gunnery_1")
    assert duel.system.known_state(state, US) is state
    views = [duel.system.view(state, side).pieces for side in (US, FR, "")]
    assert [[piece.name for piece in pieces] for pieces in views] == [["Ohio", "Massena"]] * 3
    assert all(piece.known for pieces in views for piece in pieces)


@pytest.mark.rule("QF-SHIP-5")
def test_a_scenario_may_change_the_ratings_of_its_ships() -> None:
    chifu = load_scenario(MAPS / "quickfire" / "dash_to_chifu.yaml")
    cards = start(chifu, None, options_of(chifu.options)).scene.cards
    assert (cards["sevastopol"].rof_heavy, cards["sevastopol"].rof_light, cards["sevastopol"].repair) == (3, 4, 0)
    door = load_scenario(MAPS / "quickfire" / "open_door.yaml")
    cards = start(door, None, options_of(door.options)).scene.cards
    assert cards["vizcaya"].speed == 40
    spanish = ("infanta-maria-teresa", "vizcaya", "cristobal-colon", "almirante-oquendo")
    assert all(cards[name].rof_light == 4 and cards[name].repair in (1, 2) for name in spanish)


def options_of(changed: dict[str, bool]) -> dict[str, bool]:
    """Return the default options with a scenario's changes."""
    return {key: option.default for key, option in Duel.system.rulebook.options.items()} | changed


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_scenario_is_sound_and_a_random_game_of_it_comes_to_a_result(path: Path) -> None:
    scenario = load_scenario(path)
    assert check_scenario(scenario, None) == []
    system = Duel.system
    state = start(scenario, None, options_of(scenario.options))
    dice, thought = SeededDice(7), SeededDice(8)
    state = adjudicate(system, state, Begin(""), dice).state
    while state.outcome is None:
        found = offers(system, state)
        offer = found[below(thought, len(found))]
        command = offer.commands[below(thought, len(offer.commands))]
        assert check(system, state, command) == ()
        state = adjudicate(system, state, command, dice).state
    assert state.outcome.rule in system.rulebook


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"table": "100x50"}, "table"),
        ({"table": "wide"}, "table"),
        ({"land Spit": "0,0 1,1"}, "corners"),
        ({"land Spit": "500,200 700,200 700,400 500,400"}, "would stand on Spit"),
    ],
)
def test_a_table_that_cannot_be_played_on_is_refused_in_words(change: dict[str, str], word: str) -> None:
    duel = massena_and_ohio()
    for name, text in change.items():
        duel.setting(name, text)
    problems = check_scenario(duel.scenario(), None)
    assert problems and word in " ".join(problems)


@pytest.mark.parametrize(
    ("duel", "word"),
    [
        (Duel().ship("Ohio", US, (600, 300)), "has no ship"),
        (massena_and_ohio().ship("Ohio", FR, (900, 300)), "two forces"),
        (massena_and_ohio().ship("Hood", FR, (900, 300)), "Hood"),
        (massena_and_ohio().ship("Maine", FR, (2000, 300)), "off the table"),
        (massena_and_ohio().ship("Maine", FR, (900, 300), "90"), "facing"),
        (massena_and_ohio().ship("Maine", FR, (900, 300), "360"), "facing"),
        (massena_and_ohio().ship("Maine", FR, (900, 300), "090", 9), "speed"),
    ],
)
def test_a_force_that_cannot_be_set_up_is_refused_in_words(duel: Duel, word: str) -> None:
    problems = check_scenario(duel.scenario(), None)
    assert problems and word in " ".join(problems)


def test_a_force_may_head_by_any_degree_below_360() -> None:
    for facing in ("000", "359"):
        assert check_scenario(massena_and_ohio().ship("Maine", FR, (900, 300), facing).scenario(), None) == []


def test_special_words_that_nobody_knows_are_refused() -> None:
    for special in (("fog", "", 1), ("exit_up", US, 0), ("exit_north", "spain", 0), ("spacing", "force-9", 60)):
        duel = massena_and_ohio()
        duel.special.append(special)
        assert len(check_scenario(duel.scenario(), None)) == 1
