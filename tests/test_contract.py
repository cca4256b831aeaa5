"""The contract of every game, whatever its rules: one set of tests for every system and scenario."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules import SYSTEMS
from rules.kernel.contract import faults
from rules.kernel.derived import uncached, undeclared_reads, values_of
from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.flow import (
    NOBODY,
    Command,
    Done,
    Event,
    Illegal,
    Offer,
    PhaseBegan,
    actor,
    check,
    offers,
    phase_now,
    state_digest,
)
from rules.kernel.odds import odds
from rules.kernel.preview import breakdowns
from rules.kernel.record import to_json
from rules.kernel.script import load_script, run_script
from rules.kernel.seat import Seat, caption, describe_step, is_visible_to  # type: ignore[attr-defined]
from rules.kernel.session import Session, Step, adjudicate, load_session
from rules.kernel.system import System, decode_command, format_command, parse_command
from tests.conftest import MAPS, ROOT, begin, below, draw, games, map_named, pick, scenario_named, stroll, system_of
from tests.knowledge import names_known, names_of, stands_in, unseen, words_of

GAMES = games()
EVERY = 7  # one position in this many is examined closely
UNNAMED = ("abu_klea", "maiwand", "open_convoy", "open_fleet")  # battles whose random game has hidden names
TOLD_ANYHOW = (  # rules by which both sides are told of ships that one of them does not see
    *("NW-TOR-H1", "NW-TOR-H5", "NoF-TOR-H1", "NoF-TOR-H5"),  # whoever launched torpedoes rolls for their target
    *("NW-MOV-H5", "NoF-MOV-H4"),  # who left the map has left the battle
)
NAMES_ITS_TARGET = ("SalvoNoticed",)  # the launching side knows its target, in sight or not
SPOTS, WALK = 4, 6  # random positions from which so many orders are given, to see that what is remembered stays true
ORDERS = 200  # random orders, after each of which the offers are compared
each_game = pytest.mark.parametrize("game", GAMES)


@cache
def random_game(game: str) -> Session:
    """One whole random game."""
    session = begin(game, seed=20)
    for _ in stroll(session, SeededDice(21)):
        pass
    return session


def positions(game: str, every: int = EVERY) -> list[Any]:
    """Return some positions of a whole game, the first and the last included."""
    states = random_game(game).states[1:]
    return [*states[::every], states[-1]]


def sides(game: str) -> list[str]:
    """Return the two sides."""
    return [side.key for side in random_game(game).scenario.sides]


def at(game: str, number: int) -> Session:
    """Return a session with the position of the whole game after a number of steps."""
    return random_game(game).branch(number)


def test_every_system_has_scenarios() -> None:
    assert [key for key in SYSTEMS if not any(game.startswith(f"{key}/") for game in GAMES)] == []


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_phases_of_a_turn_are_numbered_from_one_on(key: str) -> None:
    numbers = [phase.number for phase in SYSTEMS[key].sequence]
    begins = [at for at, number in enumerate(numbers) if number == 1]
    assert begins[0] == 0
    for first, end in zip(begins, [*begins[1:], len(numbers)], strict=True):
        rows = list(dict.fromkeys(numbers[first:end]))  # a repeated phase keeps its number
        assert rows == list(range(1, len(rows) + 1)), "the ribbon would miscount"


@each_game
def test_the_scenario_is_sound_and_belongs_to_its_system(game: str) -> None:
    system, _, key = game.partition("/")
    scenario = scenario_named(system, key)
    assert SYSTEMS[system].check_scenario(scenario, map_named(system, scenario.map)) == []
    assert (scenario.system, scenario.key) == (system, key)
    assert [option for option in scenario.options if option not in SYSTEMS[system].rulebook.options] == []
    if scenario.map:
        assert (MAPS / system / scenario.map).with_suffix(".tmx").is_file()


@pytest.mark.sweep(keep=10)
@each_game
def test_the_game_ends_and_says_how(game: str) -> None:
    session = random_game(game)
    outcome = session.state.outcome
    assert outcome is not None and outcome.title and outcome.why
    assert outcome.rule in session.system.rulebook
    assert outcome.winner in ("", *sides(game))
    assert session.actor == "" and offers(session.system, session.state) == []


@each_game
@pytest.mark.sweep(keep=10)
def test_somebody_always_has_something_to_do_until_the_game_is_over(game: str) -> None:
    session = random_game(game)
    for state in session.states[1:-1]:
        assert actor(state) in sides(game)
        assert offers(session.system, state)


@pytest.mark.sweep(keep=10)
@each_game
def test_everything_offered_is_legal_and_can_be_typed_and_saved(game: str) -> None:
    system, thought = system_of(game), SeededDice(5)
    for state in positions(game):
        for offer in offers(system, state):
            assert offer.rule in system.rulebook
            for command in choices(offer, thought):
                assert check(system, state, command) == (), command
                assert command.side == actor(state)
                assert parse_command(system, command.side, format_command(command)) == command
                assert decode_command(system, msgspec.to_builtins(command)) == command


def choices(offer: Offer, thought: SeededDice) -> list[Command]:
    """Return the commands of an offer; of a continuous one, a handful."""
    assert (offer.domain is None) == bool(offer.commands), f"{offer.label}: either commands or a domain"
    return list(offer.commands) if offer.domain is None else [draw(offer, thought) for _ in range(8)]


@each_game
def test_a_command_of_another_phase_or_of_the_other_side_is_refused_with_a_rule(game: str) -> None:
    session = random_game(game)
    system = session.system
    given = {type(step.command): step.command for step in session.steps if type(step.command) is not Done}
    del given[type(session.steps[0].command)]
    for state in positions(game):
        verbs = phase_now(system, state).verbs
        for kind, command in given.items():
            here = command.but(side=actor(state))
            if state.outcome is not None or kind not in verbs:
                assert_refused(system, check(system, state, here))
            for side in sides(game):
                if side != actor(state):
                    assert_refused(system, check(system, state, command.but(side=side)))


def assert_refused(system: System, reasons: tuple[Illegal, ...]) -> None:
    """A refusal gives reasons, each with words and a rule that exists."""
    assert reasons
    for reason in reasons:
        assert len(reason.reason) > 8 and reason.rule in system.rulebook, reason


@each_game
def test_carrying_out_a_command_leaves_the_position_before_untouched(game: str) -> None:
    session = at(game, len(random_game(game).steps) // 2)
    scenario = to_json(session.scenario)
    kept = [(state, state_digest(state)) for state in session.states]
    for _ in stroll(session, SeededDice(3), 40):
        kept.append((session.state, session.digest()))
    assert [digest for _, digest in kept] == [state_digest(state) for state, _ in kept]
    assert to_json(session.scenario) == scenario


@each_game
def test_the_same_position_command_and_faces_give_the_same_position_and_events(game: str) -> None:
    session = random_game(game)
    for number, step in list(enumerate(session.steps))[1::3]:
        tape = TapeDice(step.faces)
        again = adjudicate(session.system, session.states[number], step.command, tape)
        assert tape.faces_left == 0
        assert tuple(again.events) == step.events
        assert state_digest(again.state) == state_digest(session.states[number + 1])


@pytest.mark.sweep(keep=10)
@each_game
def test_what_is_remembered_changes_nothing_and_is_true(game: str) -> None:
    """At random positions, after orders were tried, given and played on: warm and cold positions answer the same."""
    whole, system, thought = random_game(game), system_of(game), SeededDice(31)
    for number in sorted({below(thought, len(whole.steps)) for _ in range(SPOTS)}):
        session = whole.branch(number + 1, seed=number)
        session.states[-1] = uncached(session.state)
        for _ in range(WALK):
            if not session.over:
                look_about(system, session.state, sides(game), thought)
                session.submit(pick(session, thought))
        state, cold = session.state, uncached(session.state)
        assert seen_from(system, state, sides(game)) == seen_from(system, cold, sides(game))
        if not session.over:
            command = pick(session, thought)
            warm, fresh = (adjudicate(system, start, command, SeededDice(number)) for start in (state, uncached(state)))
            assert (state_digest(warm.state), warm.faces) == (state_digest(fresh.state), fresh.faces), command
        faults = [undeclared_reads(state, kept) for kept in values_of(state)]
        faults += [undeclared_reads(state.scene, kept) for kept in values_of(state.scene)]
        assert [fault for fault in faults if fault] == []


@pytest.mark.sweep(keep=10)
@each_game
def test_what_is_offered_after_an_order_is_what_a_cold_position_offers(game: str) -> None:
    """Offers are carried over from one position to the next: none may be outdated, and none missing."""
    session, system, thought = begin(game, seed=22), system_of(game), SeededDice(23)
    for step in stroll(session, thought, ORDERS):
        warm, cold = (comparable(offers(system, state)) for state in (session.state, uncached(session.state)))
        assert warm == cold, step.command


def comparable(found: list[Offer]) -> list[Offer]:
    """Return offers that can be compared."""
    return [offer.but(domain=None) for offer in found]


def look_about(system: System, state: Any, sides: list[str], thought: SeededDice) -> None:
    """Fill a position's caches: offers, scores, and the same after two orders that are only tried."""
    seen_from(system, state, sides)
    found = offers(system, state)
    for offer in (found[below(thought, len(found))] for _ in range(2)):
        imagined = adjudicate(system, state, draw(offer, thought), SeededDice(below(thought, 1000))).state
        seen_from(system, imagined, sides)


def seen_from(system: System, state: Any, sides: list[str]) -> tuple[list[Offer], list[int]]:
    """Return everything offered, and the value of the position to each side by what it knows."""
    return comparable(offers(system, state)), [system.score(state, side) for side in sides]


@pytest.mark.sweep(keep=10)
@each_game
def test_the_journal_replays_to_the_same_game(game: str) -> None:
    assert random_game(game).verify() == ""


@each_game
@pytest.mark.sweep(keep=10)
def test_a_saved_game_comes_back_as_it_was(game: str, tmp_path: Path) -> None:
    session = at(game, min(30, len(random_game(game).steps)))
    session.keep_in(tmp_path / "game.log")
    session.close()
    loaded = load_session(tmp_path / "game.log", SYSTEMS, map_named, write=False)
    assert (loaded.digest(), loaded.readonly, loaded.notice) == (session.digest(), "", "")
    assert [step.events for step in loaded.steps] == [step.events for step in session.steps]


@each_game
def test_taking_back_and_giving_again_comes_to_the_same(game: str) -> None:
    session = at(game, len(random_game(game).steps) // 3)
    session.study = True
    for _ in stroll(session, SeededDice(8), 25):
        after = session.digest()
        before = state_digest(session.states[-2])
        assert isinstance(session.undo(), Step)
        assert session.digest() == before
        assert isinstance(session.redo(), Step)
        assert session.digest() == after


@each_game
def test_every_event_cites_a_rule_that_exists_and_is_told_in_words(game: str) -> None:
    session = random_game(game)
    for number, step in enumerate(session.steps):
        for event in step.events:
            assert event.rule in session.system.rulebook, event
            assert set(event.to) <= {*sides(game), *NOBODY}, event
        for line in describe_step(session, number, "").captions:
            assert line.text and "{" not in line.text + line.detail, line


@each_game
def test_a_side_is_told_only_what_it_may_know(game: str) -> None:
    session = random_game(game)
    for side in sides(game):
        rows = Seat(session, side).visible_steps()
        for step, heard in zip(session.steps, rows, strict=True):
            assert len(heard.captions) == sum(is_visible_to(event, side) for event in step.events)


@pytest.mark.sweep(keep=10)
@each_game
def test_a_side_never_sees_the_name_of_an_enemy_it_does_not_know(game: str) -> None:
    system = system_of(game)
    for state in positions(game):
        everything = system.view(state, "")
        for side in sides(game):
            seen = system.view(system.known_state(state, side), side)
            text = to_json(seen.but(outcome=None, scores=())).decode("utf-8")
            known = names_of(seen, side, known_only=True) | names_of(seen, "", known_only=True)
            hidden = names_of(everything, side, known_only=False) - known
            assert [name for name in sorted(hidden) if f'"{name}"' in text] == []


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("game", sorted(game for game in GAMES if game.split("/")[1] in UNNAMED))
def test_a_side_is_never_told_the_name_of_an_enemy_it_does_not_know(game: str) -> None:
    """In games whose counters can be under a marker; elsewhere names are no secret, see the tests below."""
    session, system = random_game(game), system_of(game)
    everything = cache(lambda number: system.view(session.states[number], ""))
    looked = 0
    for side in sides(game):
        before = names_known(system, session.states[0], side)
        known: set[str] = set()
        for number, step in enumerate(session.steps):
            state = session.states[number + 1]
            after = names_known(system, state, side)
            known |= before | after
            before = after
            text = " ".join(f"{line.text} {line.detail}" for line in describe_step(session, number, side).captions)
            if state.outcome is not None or not text:
                continue
            hidden = names_of(everything(number + 1), side, known_only=False) - known
            if hidden:
                looked += 1
                pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(hidden)))})\b")
                assert pattern.findall(text) == [], f"step {number}, {side} is told of {step.command}: {text}"
    assert looked > 10


@cache
def unseen_all_along(game: str) -> list[dict[str, set[str]]]:
    """Return what each side does not see in each position of a whole game."""
    session = random_game(game)
    return [unseen(session.system, state, sides(game)) for state in session.states]


def told_beside_hidden(game: str, side: str) -> Iterator[tuple[int, Event, set[str]]]:
    """Yield each event a side is told, with its step and each (id, ship) it sees neither before nor after."""
    unseen_at = unseen_all_along(game)
    for number, step in enumerate(random_game(game).steps):
        hidden = unseen_at[number][side] & unseen_at[number + 1][side]
        for event in step.events:
            if is_visible_to(event, side):
                yield number, event, hidden


@pytest.mark.sweep(keep=10)
@each_game
def test_no_event_that_a_side_is_told_names_what_it_does_not_see(game: str) -> None:
    session = random_game(game)
    for side in sides(game):
        for number, event, hidden in told_beside_hidden(game, side):
            if hidden and event.rule not in TOLD_ANYHOW and type(event).__name__ not in NAMES_ITS_TARGET:
                line = caption(session.system, session.states[number + 1], event)
                words = f"{words_of([event])} {line.text} {line.detail}"
                between = words_of(e for e in session.steps[number].events if type(e).__name__ == "Sighted")
                named = {name for name in hidden if name not in between and stands_in(name, words)}
                assert not named, f"step {number}, {side} is told of {sorted(named)}: {event}"


@pytest.mark.sweep(keep=10)
@each_game
def test_what_a_side_is_told_is_worded_from_what_it_knows(game: str) -> None:
    """The texts are the same from the position as the side guesses it. At the end everything is told."""
    session, system = random_game(game), system_of(game)
    for side in sides(game):
        for number, step in enumerate(session.steps):
            state = session.states[number + 1]
            heard = [event for event in step.events if is_visible_to(event, side)]
            if state.outcome is not None or not heard:
                continue
            guess = system.known_state(state, side)
            if guess == state:
                continue
            names = {piece.id: piece.name for piece in system.view(state, "").pieces}
            for event in heard:
                true, guessed = caption(system, state, event), caption(system, guess, event)
                if (
                    true != guessed
                ):  # a division that went out of sight under a new name is reported once more by that name
                    known, ids = system.names(guess), words_of([event])
                    put = [guessed.text.replace(known.get(key, key), names[key]) for key in names if key in ids]
                    assert true.text in put, (number, side, true, guessed)


@pytest.mark.parametrize("game", ["nw_smoke/savo_island", "nights_of_fury/ijn_convoy", "battles_for_empire/maiwand"])
def test_the_two_tests_above_look_at_games_in_which_something_is_hidden(game: str) -> None:
    assert sum(bool(hidden) for side in sides(game) for _, _, hidden in told_beside_hidden(game, side)) > 100


@pytest.mark.sweep(keep=10)
@each_game
def test_what_a_side_guesses_does_not_change_when_it_guesses_again(game: str) -> None:
    system = system_of(game)
    for state in positions(game):
        for side in sides(game):
            guessed = system.known_state(state, side)
            assert system.view(system.known_state(guessed, side), side) == system.view(guessed, side)
            assert actor(guessed) == actor(state)


@each_game
def test_what_is_offered_to_a_side_from_what_it_knows_is_legal(game: str) -> None:
    """Hidden facts may refuse some orders, but then with a rule."""
    session, thought = random_game(game), SeededDice(9)
    for number in range(1, len(session.steps), EVERY):
        state = session.states[number]
        guessed = session.system.known_state(state, actor(state))
        found = offers(session.system, guessed)
        assert found
        for offer in found:
            for command in choices(offer, thought):
                reasons = check(session.system, state, command)
                assert not reasons or all(reason.rule in session.system.rulebook for reason in reasons)


@pytest.mark.sweep(keep=10)
@each_game
def test_a_view_holds_together(game: str) -> None:
    system = system_of(game)
    for state in positions(game):
        for side in ("", *sides(game)):
            view = system.view(system.known_state(state, side) if side else state, side)
            to_json(view)
            ids = [piece.id for piece in view.pieces]
            assert len(set(ids)) == len(ids)
            assert (view.side, view.turn, view.outcome) == (side, state.cursor.turn, state.outcome)
            assert 1 <= view.turn <= view.turns
            cited = [view.prompt.rule, *(mark.rule for mark in view.phases), *(mark.rule for mark in view.markers)]
            cited += [badge.rule for piece in view.pieces for badge in piece.badges]
            cited += [line.rule for score in view.scores for line in score.lines] + [row[2] for row in view.conditions]
            assert [rule for rule in cited if rule and rule not in system.rulebook] == []
            assert [score.side for score in view.scores] in ([], sides(game))
            for score in view.scores:
                assert score.points == sum(line.points for line in score.lines)
            if state.outcome is None:
                assert view.prompt.side == actor(state) and view.prompt.title
                assert [mark.state for mark in view.phases].count("now") == 1


@pytest.mark.sweep(keep=10)
@each_game
def test_every_command_offered_can_be_explained(game: str) -> None:
    system, thought = system_of(game), SeededDice(4)
    for state in positions(game, EVERY * 3)[:-1]:
        side = actor(state)
        pieces = {piece.id for piece in system.view(state, "").pieces}
        for offer in offers(system, state):
            command = draw(offer, thought)
            sketch = system.sketch(state, command)
            assert sketch.label
            assert {sketch.piece, sketch.target} <= pieces | {""}, sketch
            assert not offer.piece or system.panels(state, side, offer.piece)
            for throw in breakdowns(system, state, command):
                assert throw.what and throw.adds_up and all(rule in system.rulebook for rule in throw.rules), throw
            found = odds(system, state, command, limit=250)
            assert sum(chance.probability for chance in found.chances) == pytest.approx(1)
            assert system.outcome_class(tuple(adjudicate(system, state, command, SeededDice(1), False).events))


@pytest.mark.sweep(keep=10)
@each_game
def test_a_position_is_worth_a_whole_number_to_each_side(game: str) -> None:
    system = system_of(game)
    for state in positions(game):
        for side in sides(game):
            assert type(system.score(system.known_state(state, side), side)) is int


@each_game
def test_the_same_line_of_sight_is_seen_from_both_ends(game: str) -> None:
    system = system_of(game)
    for state in positions(game, EVERY * 5):
        pieces = system.view(state, "").pieces[:6]
        for a in pieces:
            for b in pieces:
                there, back = system.sight(state, "", a.at, b.at), system.sight(state, "", b.at, a.at)
                assert (there.sight.verdict, there.distance) == (back.sight.verdict, back.distance)
                assert sorted(there.sight.blockers) == sorted(back.sight.blockers)
                assert there.rule in system.rulebook


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("key", sorted(SYSTEMS))
def test_the_game_is_playable_with_every_option_the_other_way(key: str) -> None:
    game = next(game for game in GAMES if game.startswith(f"{key}/"))
    for name, option in SYSTEMS[key].rulebook.options.items():
        session = begin(game, seed=6, options={name: not option.default})
        for _ in stroll(session, SeededDice(7)):
            pass
        assert session.over, name
        assert session.verify() == "", name


@each_game
@pytest.mark.sweep(keep=10)
def test_the_log_and_the_phases_shown_number_a_phase_alike(game: str) -> None:
    session = begin(game, seed=8)
    for _ in stroll(session, SeededDice(9), 60):
        began = [event for step in session.steps for event in step.events if isinstance(event, PhaseBegan)][-1]
        shown = [mark for mark in system_of(game).view(session.state, "").phases if mark.state == "now"]
        assert [(mark.number, mark.title) for mark in shown] == [(began.number, began.title)]


@pytest.mark.parametrize("key", sorted(SYSTEMS))
def test_every_verb_of_the_system_is_given_by_somebody_somewhere(key: str) -> None:
    """A verb that neither a random game nor a script of the tests ever gives is dead or untested."""
    seen = {type(step.command) for game in GAMES if game.startswith(f"{key}/") for step in random_game(game).steps}
    for path in sorted((ROOT / "tests" / "scripts" / key).glob("*.yaml")):
        session = run_script(load_script(path), SYSTEMS, scenario_named, map_named).session
        seen |= {type(step.command) for step in session.steps}
    assert [kind.__name__ for kind in SYSTEMS[key].commands if kind not in seen] == []


@pytest.mark.parametrize("key", sorted(SYSTEMS))
def test_the_game_finds_nothing_wrong_with_itself(key: str) -> None:
    """Captions, skin, rule ids, board, phases, verbs, options, exhibits, coverage: see rules/kernel/contract.py."""
    assert [str(fault) for fault in faults(SYSTEMS[key])] == []
