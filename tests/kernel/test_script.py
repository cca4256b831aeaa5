"""Scripts: played, compared, recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.datafile import DataError
from rules.kernel.dice import TapeDice
from rules.kernel.flow import Done
from rules.kernel.scenario import Scenario
from rules.kernel.script import Script, ScriptResult, load_script, read_script, record_script, run_script
from rules.kernel.session import Session
from tests.kernel import toy, toy_table
from tests.kernel.toy import SYSTEM
from tests.kernel.toy_game import played_out
from tests.kernel.toy_pieces import Advance, Fire

SYSTEMS = {"toy": SYSTEM, "toy_table": toy_table.SYSTEM}

HEAD = """
system: toy
title: A shot
scenario: ford
rule: [TOY.fire]
steps:
- {say: Both close in.}
- {by: red, do: advance r1 2}
- {do: advance r2 2}
- {by: red, do: done}
- {by: blue, do: done}
"""


def scenario(system: str, key: str) -> Scenario:
    assert (system, key) == ("toy", "ford")
    return toy.scenario()


def no_map(system: str, name: str) -> None:
    raise AssertionError("the toys have no maps")


def run(text: str) -> ScriptResult:
    return run_script(read_script(text), SYSTEMS, scenario, no_map)


def failures(*steps: str) -> tuple[str, ...]:
    return run(HEAD + "\n".join(f"- {step}" for step in steps)).failures


def test_a_script_plays_its_steps_and_tells_them() -> None:
    result = run(HEAD + "- {say: Fire!, do: fire r1 b1, dice: [4], rule: [TOY.fire]}")
    assert result.has_passed, result.failures
    last = result.steps[-1]
    assert (last.number, last.say, last.command) == (6, "Fire!", Fire("red", "r1", "b1"))
    assert [line.text for line in last.captions] == ["R1 fires at b1", "R1 hits B1"]
    assert last.captions[0].detail == "d6: 4, needed 4+"
    assert result.steps[1].say == "Both close in." and result.steps[1].command is None
    assert result.steps[0].captions[0].text == "Movement"
    assert isinstance(result.session, Session) and result.session.actor == "red"


def test_expectations_that_hold_are_not_mentioned() -> None:
    assert not failures(
        "{do: fire r1 b1, dice: [4], expect: [{event: Aimed, target: b1}, {absent: Struck}, {odds: {hit: 0.5}}, "
        "{actor: red}]}",
        "{expect: [{absent: Aimed}]}",
    )


@pytest.mark.parametrize(
    ("step", "failure"),
    [
        (
            "{do: fire r1 b1, dice: [4], expect: [{event: Aimed, target: b2}]}",
            'step 6: no event fits {"event": "Aimed", "target": "b2"}; there was {"type": "Aimed", "rule": "TOY.fire", '
            '"to": [], "stand": "r1", "target": "b1"}',
        ),
        (
            "{do: fire r1 b1, dice: [3], expect: [{event: Roled}]}",
            "step 6: no event Roled happened; there was Rolled; did you mean Rolled?",
        ),
        (
            "{do: fire r1 b1, dice: [4], expect: [{absent: Aimed}]}",
            'step 6: an event fits {"absent": "Aimed"}, but none should',
        ),
        (
            "{do: fire r1 b1, dice: [4], expect: [{odds: {hit: 0.4990}}]}",
            "step 6: the odds of 'hit' are 0.5000, expected 0.499; all: hit 0.5000, miss 0.5000",
        ),
        ("{do: fire r1 b1, dice: [4], expect: [{actor: blue}]}", "step 6: 'red' acts now, expected 'blue'"),
        ("{expect: [{outcome: red}]}", "step 6: the game is not over, expected red"),
        (
            "{do: fire r1 b1}",
            "step 6: `fire r1 b1`: 1 more die with 6 sides needed; the script gives none",
        ),
        (
            "{do: fire r1 b1, dice: [7]}",
            "step 6: `fire r1 b1`: a die with 6 sides cannot show 7; the script gives 7",
        ),
        ("{do: fire r1 b1, dice: [1, 5, 2]}", "step 6: the dice 5, 2 were given but not rolled"),
        (
            "{do: fire r1 r2, dice: [1]}",
            "step 6: `fire r1 r2` by red is refused: 'r2' is no enemy stand [TOY.fire]",
        ),
        (
            "{do: shoot r1 b1}",
            "step 6: `shoot r1 b1` is no command: expected one of advance, back, begin, done, fire, hide, hold, rally; "
            "found 'shoot'",
        ),
        (
            "{do: fire r1 b1, refuse: [TOY.fire]}",
            "step 6: `fire r1 b1` should be refused by TOY.fire, but it is legal",
        ),
        (
            "{do: fire r1 r2, refuse: [TOY.move]}",
            "step 6: `fire r1 r2` is refused, but not by TOY.move: 'r2' is no enemy stand [TOY.fire]",
        ),
        ("{say: Look., rule: [TOY.ice]}", "no rule is called 'TOY.ice'"),
    ],
)
def test_a_failure_is_a_plain_sentence_with_its_step(step: str, failure: str) -> None:
    assert failures(step) == (failure,)


def test_a_digest_must_be_that_of_the_position() -> None:
    digest = run(HEAD).session.digest()
    assert not failures(f'{{expect: [{{digest: "{digest}"}}]}}')
    (text,) = failures('{expect: [{digest: "0123456789abcdef"}]}')
    assert text == f"step 6: the position is {digest}, expected 0123456789abcdef"


def test_a_refusal_that_cites_its_rule_passes_and_changes_nothing() -> None:
    result = run(HEAD + "- {do: fire r1 r2, refuse: [TOY.fire]}\n- {by: blue, do: fire b1 r1, refuse: [TOY.fire]}")
    assert result.has_passed
    assert [reason.rule for reason in result.steps[-1].reasons] == ["TOY.fire"]
    assert result.session.digest() == run(HEAD).session.digest()


def test_after_a_command_that_could_not_be_given_nothing_more_is_played() -> None:
    lines = failures("{do: fire r1 b1}", "{do: nonsense}", "{expect: [{actor: blue}]}")
    assert len(lines) == 1


def test_after_an_expectation_that_fails_the_script_goes_on() -> None:
    lines = failures("{expect: [{actor: blue}]}", "{do: fire r1 b1, dice: [2], expect: [{event: Aimed}]}")
    assert [line[:7] for line in lines] == ["step 6:", "step 7:"]


def test_dice_of_the_beginning_are_checked_like_any_others() -> None:
    assert run(HEAD.replace("steps:", "dice: [3]\nsteps:")).failures == (
        "beginning: the dice 3 were given but not rolled",
    )


def test_options_and_systems_that_do_not_exist_are_told() -> None:
    assert run(HEAD.replace("steps:", "options: {rain: true}\nsteps:")).failures == ("no option is called rain",)
    assert run(HEAD.replace("system: toy", "system: chess")).failures == (
        "this program plays toy, toy_table; the script is one of 'chess'",
    )


def test_options_of_a_script_are_those_of_its_game() -> None:
    text = HEAD.replace("steps:", "options: {point_blank: false}\nsteps:")
    assert run(text).session.options == {"point_blank": False}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("do: advance r2 2", "dou: advance r2 2", "did you mean 'do'?"),
        ("- {say: Both close in.}", "- {dice: [3]}", "steps[0]: dice, refuse and by belong to a command"),
        ("- {say: Both close in.}", "- {}", "steps[0]: expected something to say, to do or to expect"),
        ("- {do: advance r2 2}", "- {do: advance r2 2, refuse: [TOY.move], dice: [1]}", "rolls no dice"),
        ("- {do: advance r2 2}", "- {do: advance r2 2, expect: [{evnt: Aimed}]}", "steps[2].expect[0]: expected exact"),
        ("- {do: advance r2 2}", "- {do: advance r2 2, expect: [{odds: 0.5}]}", "probabilities from 0 to 1"),
        ("- {do: advance r2 2}", "- {do: advance r2 2, expect: [{odds: {hit: 58}}]}", "probabilities from 0 to 1"),
        ("- {do: advance r2 2}", "- {do: advance r2 2, expect: [{actor: red, digest: a}]}", "expected exactly one of"),
        ("- {do: advance r2 2}", "- {do: advance r2 2, dice: [six]}", "expected a whole number, found 'six'"),
        ("scenario: ford", "scenario: {key: ford}", "scenario.title: expected this field"),
    ],
)
def test_a_script_file_that_is_wrong_is_refused_with_line_and_field(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert old in HEAD
    path = tmp_path / "shot.yaml"
    path.write_text(HEAD.replace(old, new), "utf-8")
    with pytest.raises(DataError) as caught:
        load_script(path)
    assert message in str(caught.value)
    assert f"{path}:" in str(caught.value) and all(problem.line for problem in caught.value.problems)


@pytest.mark.parametrize("seed", range(6))
def test_any_game_is_recorded_as_a_script_that_passes(seed: int) -> None:
    session = played_out(seed)
    result = run(record_script(session))
    assert result.has_passed, result.failures
    assert result.session.digest() == session.digest()
    assert sum("outcome" in pattern for step in result.script.steps for pattern in step.expect) == 1


def test_a_recorded_game_can_carry_its_scenario() -> None:
    session = Session(SYSTEM, toy.scenario(red=3, blue=4), None, {"point_blank": False}, dice=TapeDice((2,)), seed=1)
    for command in (Done("red"), Done("blue"), Fire("red", "r1", "b1")):
        session.submit(command)
    script: Script = read_script(record_script(session, "Zwölf \"Mann\": 'x'", inline=True))
    assert isinstance(script.scenario, Scenario) and script.scenario == session.scenario
    assert (script.title, script.options) == ("Zwölf \"Mann\": 'x'", {"point_blank": False})
    result = run_script(script, SYSTEMS, scenario, no_map)
    assert result.has_passed and result.session.digest() == session.digest()


def test_a_bug_report_ends_with_the_command_that_broke_down() -> None:
    session = Session(SYSTEM, toy.scenario())
    session.submit(Advance("red", "r1", 2))
    script = read_script(record_script(session, attempt=Advance("red", "r2", 1), attempt_dice=(3,)))
    assert (script.steps[-1].do, script.steps[-1].dice, script.steps[-1].expect) == ("advance r2 1", (3,), ())


def test_a_game_without_commands_is_a_script_without_steps() -> None:
    assert read_script(record_script(Session(SYSTEM, toy.scenario()))).steps == ()


def test_a_game_in_inches_is_recorded_and_played_like_any_other() -> None:
    session = Session(toy_table.SYSTEM, toy_table.scenario())
    session.submit(toy_table.Go("red", -120, 4000))
    text = record_script(session, inline=True)
    assert 'do: "go -120 4000"' in text
    assert run(text).has_passed
