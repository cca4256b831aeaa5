"""Scripts: position + commands + dice + expectations. Lessons, golden tests and bug reports are this one format.

system: nw_smoke
scenario: first_smoke            # name of a scenario file, or a whole scenario written here
title: Smoke hides what is behind it
rule: [NW-SMK-3]                 # rules this script shows
dice: [4, 2]                     # faces rolled before the first decision
steps:
- {say: "A caption alone."}
- say: The leader lays smoke.
  by: japan                      # left out: whoever has to act
  do: smoke d1                   # as one types it
  dice: [6, 1]
  odds: smoke d1                 # an order to show the odds of, before the step's own; see lesson.py for the rest
  expect:
  - {event: SmokeLaid, hexes: [1605]}   # such an event, with these fields; any other field may be anything
  - {absent: Fired}                     # no event that fits
  - {odds: {hit: 0.5833}}               # of this command, before it is given; within 0.0005
  - {actor: usa}                        # who acts afterwards
  - {digest: 0123456789abcdef}          # the position afterwards
  - {outcome: japan}                    # the winner; "" for a draw
- {by: japan, do: smoke d1, refuse: [NW-SMK-3]}   # refused, and these rules are cited
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from rules.kernel.datafile import Source, source_at
from rules.kernel.dice import ImpossibleFace, NeedDice, TapeDice
from rules.kernel.flow import Command, Event, Illegal, state_digest
from rules.kernel.odds import odds
from rules.kernel.record import Record
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.scenario_fields import field_faults
from rules.kernel.session import Session
from rules.kernel.session import Step as Played
from rules.kernel.system import Caption, System, caption, format_command, parse_command
from rules.kernel.yamltext import parse_yaml, quote

LIKE = 0.0005  # how near a probability must come to the one expected

S = TypeVar("S", bound="Script")

LoadScenario = Callable[[str, str], Scenario]  # (system key, scenario key) -> the scenario
LoadMap = Callable[[str, str], MapSheet | None]  # (system key, name of the map file) -> the map


class ScriptStep(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One step: its text, its command, the dice, and the expected results."""

    say: str = ""
    by: str = ""  # side; empty = whoever has to act
    do: str = ""
    dice: tuple[int, ...] = ()
    expect: tuple[dict[str, Any], ...] = ()
    refuse: tuple[str, ...] = ()  # rules a refusal must cite; given = the command must be refused
    odds: str = ""  # an order whose odds are shown, before the step's own; `expect: odds` is then of this one
    rule: tuple[str, ...] = ()  # rules this step shows


class Script(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole script. `scenario` is the name of a file or a scenario."""

    system: str
    title: str
    scenario: str | Scenario
    options: dict[str, bool] = {}
    rule: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()  # faces rolled before the first decision
    steps: tuple[ScriptStep, ...]


class _Named(Script, frozen=True, forbid_unknown_fields=True, kw_only=True):
    scenario: str


class _Inline(Script, frozen=True, forbid_unknown_fields=True, kw_only=True):
    scenario: Scenario


class ScriptLine(Record, frozen=True, kw_only=True):
    """One step of a script as it was played. Numbers count from 1; step 0 is the beginning of the game."""

    number: int
    say: str = ""
    command: Command | None = None
    played: Played | None = None  # None: only said, or refused
    captions: tuple[Caption, ...] = ()
    reasons: tuple[Illegal, ...] = ()  # why it was refused


class ScriptResult(Record, frozen=True, kw_only=True):
    """How a script went: its steps with events and captions, and every failure as a plain sentence."""

    script: Script
    steps: tuple[ScriptLine, ...]
    failures: tuple[str, ...]
    session: Any = None  # the Session at the end; None when the game could not begin

    @property
    def has_passed(self) -> bool:
        """Return whether everything came as expected."""
        return not self.failures


def load_script(path: Path) -> Script:
    """Read one script. Raises DataError with file, line and field."""
    return _read(source_at(path))


def read_script(text: str) -> Script:
    """Return the script in a text. Raises DataError as `load_script` does."""
    return _read(Source(Path("script"), text))


def _read(source: Source) -> Script:
    return read_source(source, _Named, _Inline)


def read_source(source: Source, named: type[S], inline: type[S]) -> S:
    """Return a script of two shapes: the scenario by name, or written into it. Raises DataError."""
    data, _ = parse_yaml(source.text)
    whole = isinstance(data, dict) and isinstance(data.get("scenario"), dict)
    script = source.read(inline if whole else named)
    source.refuse(_faults(script))
    return script


def _faults(script: Script) -> list[tuple[str, str]]:
    found = []
    if isinstance(script.scenario, Scenario):
        found += [(f"scenario.{field}", message) for field, message in field_faults(script.scenario)]
    for number, step in enumerate(script.steps):
        if not step.do and (step.dice or step.refuse or step.by):
            found.append((f"steps[{number}]", "dice, refuse and by belong to a command; add `do`"))
        if step == type(step)():
            found.append((f"steps[{number}]", "expected something to say, to do or to expect, found nothing"))
        if step.refuse and step.dice:
            found.append((f"steps[{number}].dice", "a refused command rolls no dice; delete them"))
        for place, pattern in enumerate(step.expect):
            message = _fault_of(pattern)
            if message:
                found.append((f"steps[{number}].expect[{place}]", message))
    return found


def _fault_of(pattern: Mapping[str, object]) -> str:
    kinds = [key for key in pattern if key in _CHECKS]
    if len(kinds) != 1:
        return f"expected exactly one of {', '.join(_CHECKS)}, found {', '.join(pattern) or 'nothing'}"
    if kinds[0] not in ("event", "absent") and len(pattern) > 1:
        return f"{kinds[0]} stands alone; make a new entry of the rest"
    if kinds[0] == "odds" and not _are_chances(pattern["odds"]):
        return "expected outcomes with probabilities from 0 to 1, as {hit: 0.5833}"
    return ""


def _are_chances(value: object) -> bool:
    return isinstance(value, dict) and all(re.fullmatch(r"0(\.\d+)?|1(\.0+)?", str(item)) for item in value.values())


# --- running ----------------------------------------------------------------------------------------------------------


def run_script(
    script: Script, systems: Mapping[str, System], load_scenario: LoadScenario, load_map: LoadMap
) -> ScriptResult:
    """Play a script and compare. Wrong or missing dice, refusals and unmet expectations are failures, never exceptions.

    A failure after which the position would be another ends the run. Errors in data and in rule code raise.
    """
    system = systems.get(script.system)
    if system is None:
        text = f"this program plays {', '.join(systems)}; the script is one of {script.system!r}"
        return ScriptResult(script=script, steps=(), failures=(text,))
    runner = _Runner(script, system, load_scenario, load_map)
    runner.run()
    return ScriptResult(
        script=script, steps=tuple(runner.script_lines), failures=tuple(runner.failures), session=runner.session
    )


class _Runner:
    """One run of a script: its session, and the texts and failures so far."""

    def __init__(self, script: Script, system: System, load_scenario: LoadScenario, load_map: LoadMap) -> None:
        named = script.scenario
        self.script = script
        self.system = system
        self.scenario = load_scenario(script.system, named) if isinstance(named, str) else named
        self.sheet = load_map(script.system, self.scenario.map) if self.scenario.map else None
        self.script_lines: list[ScriptLine] = []
        self.failures: list[str] = []
        self.session: Session | None = None

    def run(self) -> None:
        """Begin the game and play every step, until one leads to another position than the script expects."""
        unknown = [key for key in self.script.options if key not in self.system.rulebook.options]
        for rule in (*self.script.rule, *(rule for step in self.script.steps for rule in step.rule)):
            if rule not in self.system.rulebook:
                self.failures.append(f"no rule is called {rule!r}")
        if unknown:
            self.failures.append(f"no option is called {', '.join(unknown)}")
            return
        tape = TapeDice(self.script.dice)
        try:
            self.session = Session(self.system, self.scenario, self.sheet, self.script.options, dice=tape)
        except (NeedDice, ImpossibleFace) as error:
            self.failures.append(f"beginning: {error}; the script gives {_faces(self.script.dice)}")
            return
        self._note_unused(0, tape, self.script.dice)
        self.script_lines.append(self._telling(0, "", self.session.steps[0]))
        for number, step in enumerate(self.script.steps, start=1):
            if not self._step(self.session, number, step):
                return

    def _step(self, session: Session, number: int, step: ScriptStep) -> bool:
        if step.odds and not self._weigh(session, number, step):
            return False
        if not step.do:
            self.script_lines.append(ScriptLine(number=number, say=step.say))
            self._expect(session, number, step, ())
            return True
        try:
            command = parse_command(self.system, step.by or session.actor, step.do)
        except ValueError as error:
            return self._fail(number, f"`{step.do}` is no command: {error}")
        reasons = session.check(command)
        if step.refuse:
            return self._check_refusal(session, number, step, command, reasons)
        if reasons:
            cited = "; ".join(f"{item.reason} [{item.rule}]" for item in reasons)
            return self._fail(number, f"`{step.do}` by {command.side} is refused: {cited}")
        if not step.odds:
            self._expect_odds(session, number, step, command)
        return self._play(session, number, step, command)

    def _weigh(self, session: Session, number: int, step: ScriptStep) -> bool:
        try:
            command = parse_command(self.system, step.by or session.actor, step.odds)
        except ValueError as error:
            return self._fail(number, f"`{step.odds}` is no command: {error}")
        reasons = session.check(command)
        if reasons:
            cited = "; ".join(f"{item.reason} [{item.rule}]" for item in reasons)
            return self._fail(number, f"no odds of `{step.odds}`, which is refused: {cited}")
        self._expect_odds(session, number, step, command)
        return True

    def _check_refusal(
        self, session: Session, number: int, step: ScriptStep, command: Command, reasons: tuple[Illegal, ...]
    ) -> bool:
        if not reasons:
            return self._fail(number, f"`{step.do}` should be refused by {', '.join(step.refuse)}, but it is legal")
        missing = [rule for rule in step.refuse if rule not in {item.rule for item in reasons}]
        if missing:
            cited = "; ".join(f"{item.reason} [{item.rule}]" for item in reasons)
            self._fail(number, f"`{step.do}` is refused, but not by {', '.join(missing)}: {cited}")
        self.script_lines.append(ScriptLine(number=number, say=step.say, command=command, reasons=reasons))
        self._expect(session, number, step, ())
        return True

    def _play(self, session: Session, number: int, step: ScriptStep, command: Command) -> bool:
        tape = TapeDice(step.dice)
        session.dice = tape
        try:
            played = session.submit(command)
        except (NeedDice, ImpossibleFace) as error:
            return self._fail(number, f"`{step.do}`: {error}; the script gives {_faces(step.dice)}")
        assert isinstance(played, Played)
        self._note_unused(number, tape, step.dice)
        self.script_lines.append(self._telling(number, step.say, played))
        self._expect(session, number, step, played.events)
        return True

    def _telling(self, number: int, say: str, played: Played) -> ScriptLine:
        assert self.session is not None
        captions = tuple(caption(self.system, self.session.state, event) for event in played.events)
        return ScriptLine(number=number, say=say, command=played.command, played=played, captions=captions)

    def _note_unused(self, number: int, tape: TapeDice, faces: Sequence[int]) -> None:
        if tape.faces_left:
            self._fail(number, f"the dice {_faces(faces[tape.used :])} were given but not rolled")

    def _expect(self, session: Session, number: int, step: ScriptStep, events: tuple[Event, ...]) -> None:
        for pattern in step.expect:
            kind = next(key for key in pattern if key in _CHECKS)
            message = _CHECKS[kind](session, pattern, events)
            if message:
                self._fail(number, message)

    def _expect_odds(self, session: Session, number: int, step: ScriptStep, command: Command) -> None:
        for pattern in step.expect:
            if "odds" not in pattern:
                continue
            found = odds(self.system, session.state, command)
            for label, text in pattern["odds"].items():
                wanted, came = float(text), found.of(label)
                if abs(wanted - came) > LIKE:
                    outcomes = ", ".join(f"{item.label} {item.probability:.4f}" for item in found.chances)
                    self._fail(number, f"the odds of {label!r} are {came:.4f}, expected {wanted}; all: {outcomes}")

    def _fail(self, number: int, sentence: str) -> bool:
        self.failures.append(f"step {number}: {sentence}" if number else f"beginning: {sentence}")
        return False


def _faces(faces: Sequence[int]) -> str:
    return ", ".join(str(face) for face in faces) if faces else "none"


# --- expectations -----------------------------------------------------------------------------------------------------


def _matching(pattern: Mapping[str, object], key: str, events: tuple[Event, ...]) -> bool:
    wanted = {name: value for name, value in pattern.items() if name != key}
    for event in events:
        data = plain_fields(event)
        if type(event).__name__ == pattern[key] and all(
            _matches(data.get(name), value) for name, value in wanted.items()
        ):
            return True
    return False


def _matches(found: object, wanted: object) -> bool:
    """Return whether a value is the wanted one; of a mapping the fields that are wanted."""
    if isinstance(found, Mapping) and isinstance(wanted, Mapping):
        return all(_matches(found.get(name), value) for name, value in wanted.items())
    if isinstance(found, list | tuple) and isinstance(wanted, list | tuple):
        return len(found) == len(wanted) and all(map(_matches, found, wanted))
    return json.dumps(found, sort_keys=True) == json.dumps(wanted, sort_keys=True)


def plain_fields(event: Event) -> dict[str, object]:
    """Return an event's fields as plain data.

    What a roll was rolled for stands among them, its need as `target` too.
    """
    data: dict[str, Any] = msgspec.to_builtins(event)
    throw = data.pop("breakdown", None)
    return data if throw is None else {**throw, "target": throw["need"], **data}


def _check_event(_session: Session, pattern: Mapping[str, object], events: tuple[Event, ...]) -> str:
    if _matching(pattern, "event", events):
        return ""
    near = [json.dumps(plain_fields(item)) for item in events if type(item).__name__ == pattern["event"]]
    names = [type(item).__name__ for item in events]
    if near:
        return f"no event fits {json.dumps(dict(pattern))}; there was {'; '.join(near)}"
    meant = difflib.get_close_matches(str(pattern["event"]), names, 1)
    hint = f"; did you mean {meant[0]}?" if meant else ""
    return f"no event {pattern['event']} happened; there was {', '.join(names) or 'none at all'}{hint}"


def _check_absent(_session: Session, pattern: Mapping[str, object], events: tuple[Event, ...]) -> str:
    return f"an event fits {json.dumps(dict(pattern))}, but none should" if _matching(pattern, "absent", events) else ""


def _check_odds(_session: Session, _pattern: Mapping[str, object], _events: tuple[Event, ...]) -> str:
    return ""  # odds are compared before the command is given


def _check_digest(session: Session, pattern: Mapping[str, object], _events: tuple[Event, ...]) -> str:
    found = session.digest()
    return "" if found == str(pattern["digest"]) else f"the position is {found}, expected {pattern['digest']}"


def _check_outcome(session: Session, pattern: Mapping[str, object], _events: tuple[Event, ...]) -> str:
    wanted = str(pattern["outcome"] or "")
    outcome = session.state.outcome
    if outcome is None:
        return f"the game is not over, expected {wanted or 'a draw'}"
    return "" if outcome.winner == wanted else f"the winner is {outcome.winner!r}, expected {wanted!r}"


def _check_actor(session: Session, pattern: Mapping[str, object], _events: tuple[Event, ...]) -> str:
    found = session.actor
    return "" if found == str(pattern["actor"] or "") else f"{found!r} acts now, expected {pattern['actor']!r}"


_CHECKS: Mapping[str, Callable[[Session, Mapping[str, object], tuple[Event, ...]], str]] = {
    "event": _check_event,
    "absent": _check_absent,
    "odds": _check_odds,
    "digest": _check_digest,
    "outcome": _check_outcome,
    "actor": _check_actor,
}


# --- writing ----------------------------------------------------------------------------------------------------------


def record_script(
    session: Session,
    title: str = "",
    *,
    inline: bool = False,
    attempt: Command | None = None,
    attempt_dice: Sequence[int] = (),
) -> str:
    """Return a game as the YAML text of a script that replays it, the position after every command included.

    `inline` writes the whole scenario into it instead of its name. `attempt` is a command that could not be carried out
    (a bug): it becomes the last step, with the faces rolled so far and nothing expected.
    """
    defaults = {key: option.default for key, option in session.system.rulebook.options.items()}
    defaults.update(session.scenario.options)
    options = {key: value for key, value in session.options.items() if defaults.get(key) != value}
    whole = msgspec.to_builtins(session.scenario)
    begun = session.steps[0].faces if session.steps else ()
    lines = [
        f"system: {session.system.key}",
        f"title: {quote(title or session.scenario.title)}",
        f"scenario: {quote(whole if inline else session.scenario.key)}",
        f"options: {quote(options)}",
        f"dice: {quote(begun)}",
        "steps:",
    ]
    for number in range(1, len(session.steps)):
        step = session.steps[number]
        position = state_digest(session.states[number + 1])
        entry = {
            "by": step.actor,
            "do": format_command(step.command),
            "dice": step.faces,
            "expect": [{"digest": position}],
        }
        lines.append(f"- {_flow(entry)}")
    if session.over and len(session.steps) > 1:
        lines.append(f"- {_flow({'expect': [{'outcome': session.state.outcome.winner}]})}")
    if attempt is not None:
        lines.append(f"- {_flow({'by': attempt.side, 'do': format_command(attempt), 'dice': tuple(attempt_dice)})}")
    if lines[-1] == "steps:":
        lines[-1] = "steps: []"
    return "\n".join(lines) + "\n"


def _flow(entry: Mapping[str, object]) -> str:
    return "{" + ", ".join(f"{key}: {quote(value)}" for key, value in entry.items() if value not in ((), "")) + "}"
