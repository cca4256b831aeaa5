"""A game in progress: atomic commands, undo, branches and the digest of its rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel import session as sessions
from rules.kernel.default_hooks import places_and_facings
from rules.kernel.derived import derived, evict, uncached, values_of
from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.flow import Begin, Done, Illegal, Verb, verbs
from rules.kernel.logbook import read
from rules.kernel.policy import Option, rank_options
from rules.kernel.ruling import Ruling
from rules.kernel.session import Session, Step
from rules.kernel.system import System
from tests.conftest import map_named, scenario_named
from tests.kernel import toy
from tests.kernel.toy import SYSTEM
from tests.kernel.toy_game import give, in_fire_phase, played_out
from tests.kernel.toy_pieces import Advance, Fire, Hide, Toy

# --- commands ---------------------------------------------------------------------------------------------------------


def test_a_command_gives_a_step_with_its_faces_and_events() -> None:
    session = in_fire_phase()
    step = give(session, Fire("red", "r1", "b1"))
    assert (step.number, step.actor, len(step.faces), step.turn) == (5, "red", 1, 1)
    assert step.events[0].rule == "TOY.fire"
    assert session.steps[-1] is step


def test_a_refused_command_changes_nothing_and_says_why() -> None:
    session = in_fire_phase()
    before = session.digest()
    refused = session.submit(Fire("red", "r1", "r2"))
    assert refused == (Illegal("'r2' is no enemy stand", "TOY.fire"),)
    assert (session.digest(), len(session.steps)) == (before, 5)


def failing_system() -> System:
    """Return the toy game with fire that raises after its die is rolled."""

    def breaks(r: Ruling, command: Fire) -> None:
        r.set(pending=(("b1", 1),))
        r.roll("a shot", 3, 6, "TOY.fire")
        raise ZeroDivisionError("a mistake in the rules code")

    movement, fire, rally = SYSTEM.sequence
    verb: Verb = fire.verbs[Fire].but(do=breaks)
    return SYSTEM.but(sequence=(movement, fire.but(verbs=verbs(verb)), rally))


def test_a_mistake_in_rules_code_leaves_the_game_as_it_was(tmp_path: Path) -> None:
    session = Session(failing_system(), toy.scenario(red=2, blue=4), seed=5)
    session.keep_in(tmp_path / "game.log")
    give(session, Done("red"), Done("blue"))
    before, steps = session.digest(), list(session.steps)
    with pytest.raises(ZeroDivisionError):
        session.submit(Fire("red", "r1", "b1"))
    assert (session.digest(), session.steps, session.actor) == (before, steps, "red")
    assert isinstance(session.dice, SeededDice) and session.dice.n == 0
    assert len(read(tmp_path / "game.log").entries) == 3
    give(session, Done("red"))


def test_dice_that_run_out_leave_the_game_as_it_was() -> None:
    session = Session(SYSTEM, toy.scenario(red=2, blue=4), dice=TapeDice(()))
    give(session, Done("red"), Done("blue"))
    before = session.digest()
    with pytest.raises(Exception, match="1 more die with 6 sides"):
        session.submit(Fire("red", "r1", "b1"))
    assert session.digest() == before


def test_the_same_seed_and_commands_give_the_same_game() -> None:
    first, second, other = played_out(3), played_out(3), played_out(4)
    assert [step.faces for step in first.steps] == [step.faces for step in second.steps]
    assert first.digest() == second.digest() != other.digest()


# --- taking back ------------------------------------------------------------------------------------------------------


def test_a_free_command_can_be_taken_back_and_given_again() -> None:
    session = Session(SYSTEM, toy.scenario())
    start = session.digest()
    give(session, Advance("red", "r1", 2))
    after = session.digest()
    assert isinstance(session.undo(), Step)
    assert session.digest() == start
    assert isinstance(session.redo(), Step)
    assert session.digest() == after
    assert isinstance(session.redo(), Illegal)


def test_of_positions_left_behind_nothing_worked_out_is_kept() -> None:
    session = Session(SYSTEM, toy.scenario())
    for command in (Advance("red", "r1", 1), Advance("red", "r2", 1), Done("red"), Advance("blue", "b1", 1)):
        columns(session.state)
        give(session, command)
    columns(session.state)
    kept = [list(values_of(state)) for state in session.states]
    assert [bool(found) for found in kept] == [False] * (len(kept) - 2) + [True, True]
    session.study = True
    before = session.digest()
    session.undo(), session.undo(), session.undo()
    assert columns(session.state) == columns(uncached(session.state))
    session.redo(), session.redo(), session.redo()
    assert session.digest() == before


def test_what_a_position_has_yet_to_take_over_is_not_let_go() -> None:
    session = Session(SYSTEM, toy.scenario())
    columns(session.state)
    give(session, Advance("red", "r1", 1))
    twin = session.states[-1]
    evict(session.states[-2], twin)
    assert list(values_of(session.states[-2])) != []
    assert columns(twin) == columns(uncached(twin))
    evict(session.states[-2], twin)
    assert list(values_of(session.states[-2])) == []


@derived("stands")
def columns(state: Toy) -> int:
    return len(state.stands)


def test_the_start_of_the_game_cannot_be_taken_back() -> None:
    session = Session(SYSTEM, toy.scenario())
    refused = session.undo()
    assert isinstance(refused, Illegal) and "no order has been given yet" in refused.reason


def test_nothing_is_taken_back_behind_thrown_dice() -> None:
    session = in_fire_phase()
    give(session, Fire("red", "r1", "b1"))
    refused = session.undo()
    assert isinstance(refused, Illegal) and "dice have been rolled" in refused.reason


def test_nothing_is_taken_back_behind_something_revealed() -> None:
    session = Session(SYSTEM, toy.scenario(red=2, blue=4))
    give(session, Hide("red", 3), Done("red"), Advance("blue", "b1", 1))
    refused = session.undo()
    assert isinstance(refused, Illegal) and "the snare in band 3" in refused.reason


def test_study_mode_takes_back_anything_and_the_same_dice_fall_again() -> None:
    session = in_fire_phase()
    session.study = True
    first = give(session, Fire("red", "r1", "b1"))
    assert isinstance(session.undo(), Step)
    assert isinstance(session.redo(), Step)
    session.undo()
    assert give(session, Fire("red", "r1", "b1")).faces == first.faces


def test_a_new_command_forgets_what_was_taken_back() -> None:
    session = Session(SYSTEM, toy.scenario())
    give(session, Advance("red", "r1", 2))
    session.undo()
    give(session, Advance("red", "r1", 1))
    assert isinstance(session.redo(), Illegal)


def test_a_refused_command_does_not_forget_what_was_taken_back() -> None:
    session = Session(SYSTEM, toy.scenario())
    give(session, Advance("red", "r1", 2))
    session.undo()
    assert isinstance(session.submit(Advance("red", "r1", 9)), tuple)
    assert isinstance(session.redo(), Step)


# --- branches and verification ----------------------------------------------------------------------------------------


def test_a_branch_begins_with_the_first_steps_and_goes_its_own_way() -> None:
    session = played_out(3)
    length, end = len(session.steps), session.digest()
    branch = session.branch(4)
    assert [step.command for step in branch.steps] == [step.command for step in session.steps[:4]]
    give(branch, Done(branch.actor))
    assert (len(session.steps), session.digest()) == (length, end)
    assert branch.verify() == ""


def test_a_branch_with_the_same_seed_throws_the_dice_the_game_threw() -> None:
    session = in_fire_phase()
    wanted = give(session, Fire("red", "r1", "b1")).faces
    assert give(session.branch(5), Fire("red", "r1", "b1")).faces == wanted
    others = {give(session.branch(5, seed), Fire("red", "r1", "b1")).faces for seed in range(40)}
    assert len(others) == 6


@pytest.mark.parametrize("seed", range(5))
def test_a_whole_game_replays_to_the_same_positions(seed: int) -> None:
    assert played_out(seed).verify() == ""


def test_verification_names_the_first_command_that_disagrees() -> None:
    session = in_fire_phase()
    give(session, Fire("red", "r1", "b1"))
    session.steps[5] = session.steps[5].but(faces=())
    assert session.verify() == "command 5 of 6 does not replay to the same position"
    session.steps[5] = session.steps[5].but(faces=(1, 1))
    assert session.verify() == "command 5 of 6 does not replay to the same position"


def test_a_later_begin_is_never_legal() -> None:
    session = Session(SYSTEM, toy.scenario())
    assert session.check(Begin("")) and session.check(Begin("red"))


def test_the_digest_of_the_rules_follows_their_files_but_not_the_captions(tmp_path: Path) -> None:
    digests = []
    for number, (chart, text) in enumerate((("a", "bang"), ("a", "boom"), ("b", "bang"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "fire.yaml").write_text(f"rule: {chart}\n", "utf-8")
        (folder / "captions.yaml").write_text(f"Fired: {{text: {text}}}\n", "utf-8")
        digests.append(sessions.rules_digest(SYSTEM.but(folder=folder)))
    assert digests[0] == digests[1] != digests[2]


# --- A game's own captain: options ranked by their features, and the reason for the best of them ---

WORDS = {"guns": "our gun damage {} points", "range": "the range"}
WEIGHTS = (100, -50)  # thousandths
NEAR, FAR = Option(Done("near"), (4_000, 1_000)), Option(Done("far"), (1_000, 3_000))


def test_of_two_options_the_better_says_what_tells_it_from_the_other() -> None:
    best, other = rank_options(WORDS, WEIGHTS, (FAR, NEAR))
    assert (best.command, other.command) == (NEAR.command, FAR.command)
    assert (best.worth, other.worth) == (350, -50)
    assert (best.why, other.why) == ("our gun damage 10.0 → 40.0 points, the range", "")


def test_an_only_option_has_nothing_to_be_told_from() -> None:
    (only,) = rank_options(WORDS, WEIGHTS, (NEAR,))
    assert only.command == NEAR.command and only.why == ""


def test_what_leads_to_the_same_place_tells_nothing_and_is_passed_by() -> None:
    """Many plots end in one place: "worth the same" was the only reason for most courses."""
    again = Option(Done("again"), (4_000, 900))  # better by a twentieth of a point: too little to mention
    best, *_ = rank_options(WORDS, WEIGHTS, (FAR, NEAR, again, Option(Done("same"), NEAR.features)))
    assert (best.command, best.why) == (again.command, "our gun damage 10.0 → 40.0 points, the range")
    alike, _ = rank_options(WORDS, WEIGHTS, (NEAR, Option(Done("same"), NEAR.features)))
    assert alike.why == "worth the same as the next option"


# --- What every game on a hex map checks about the places of its forces ---

SCENARIO = scenario_named("nw_smoke", "savo_island")
MAP = map_named("nw_smoke", SCENARIO.map)


def test_a_scenario_as_shipped_stands_well_and_without_a_map_nothing_is_said() -> None:
    assert MAP is not None and places_and_facings(SCENARIO, MAP) == []
    assert places_and_facings(SCENARIO.but(forces=(SCENARIO.forces[0].but(facing="up"),)), None) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"at": (9999,)}, "expected a hex of the map"),
        ({"at": (2010, 2011)}, "expected a hex of the map"),
        ({"facing": "up"}, "found 'up'"),
        ({"at": "land"}, "which is land"),
    ],
)
def test_a_force_off_the_map_on_land_or_turned_nowhere_is_told(change: dict[str, object], words: str) -> None:
    assert MAP is not None
    sea = MAP.sea()
    land = next(h for c in range(1, MAP.columns + 1) for r in range(1, MAP.rows + 1) if not sea[h := c * 100 + r])
    force = SCENARIO.forces[0].but(**{key: (land,) if value == "land" else value for key, value in change.items()})
    (text,) = places_and_facings(SCENARIO.but(forces=(force,)), MAP)
    assert force.id in text and words in text
