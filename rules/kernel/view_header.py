"""The head of every view: the ribbon of phases, the clock, the prompt, and which pieces still have something to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.kernel.flow import Cursor, GameState, Phase, actor
from rules.kernel.record import AnyState
from rules.kernel.scenario import Scenario, side_colours
from rules.kernel.view import PhaseMark, Prompt, Score


def view_header(
    sequence: Sequence[Phase],
    state: GameState,
    side: str,
    scores: tuple[Score, ...],
    prompt: Prompt | None = None,
    shown: Callable[[int, Phase], bool] | None = None,
) -> dict[str, Any]:
    """Return the fields at the head of every game's view, for `View(**view_header(...), pieces=..., markers=...)`.

    Without a prompt of the game's own the phase's title and help are reported. `shown` is as in `phase_marks`.
    """
    cursor, scenario = state.cursor, state.scene.scenario
    return {
        "side": side,
        "turn": cursor.turn,
        "turns": scenario.turns,
        "clock": clock_at(scenario, cursor.turn),
        "phases": phase_marks(sequence, cursor, shown),
        "prompt": prompt or prompt_of(sequence, state),
        "scores": scores,
        "outcome": state.outcome,
        "colours": side_colours(scenario),
    }


def prompt_of(
    sequence: Sequence[Phase],
    state: GameState,
    task: Callable[[AnyState, str, str], str] | None = None,
    called: Mapping[str, str] | None = None,
    done: Mapping[str, str] | None = None,
    otherwise: str = "End {phase}",
) -> Prompt:
    """Return the prompt of a phase, or how the game ended. Without `task` it uses the phase's own words.

    task: (state, side, name of the phase) -> what to do next, under a title of the side and what the phase is `called`,
    by its name. done: name -> words of the button; `otherwise` for the rest.
    """
    phase, side = sequence[state.cursor.phase], actor(state)
    if not side:
        return prompt_over(state, phase)
    if task is None:
        return Prompt(side=side, title=phase.title, text=phase.help, rule=phase.rule)
    words = (called or {}).get(phase.name, phase.title.lower())
    name = next(note.name for note in state.scene.scenario.sides if note.key == side)
    label = (done or {}).get(phase.name) or otherwise.format(phase=words)
    return Prompt(
        side=side, title=f"{name}: {words}", text=task(state, side, phase.name), rule=phase.rule, done_label=label
    )


def phase_marks(
    sequence: Sequence[Phase],
    cursor: Cursor,
    shown: Callable[[int, Phase], bool] | None = None,
    numbered: Callable[[int], int] | None = None,
) -> tuple[PhaseMark, ...]:
    """Return the ribbon: every phase as done, now or next. shown: (place in the sequence, phase); None: all of them.

    numbered: place in the sequence -> the number it is shown by; None: the phase's own.
    """
    now, skipped = cursor.phase, cursor.skipped
    return tuple(
        PhaseMark(
            phase.number if numbered is None else numbered(place),
            phase.title,
            phase.help,
            phase.rule,
            "now" if place == now else "done" if place < now else "next",
            skipped[place] if place < len(skipped) else 0,
        )
        for place, phase in enumerate(sequence)
        if shown is None or shown(place, phase)
    )


def clock_at(scenario: Scenario, turn: int) -> str:
    """Return the time of day as a turn begins: "01:48"."""
    hours, minutes = (int(part) for part in scenario.clock.split(":"))
    total = hours * 60 + minutes + scenario.minutes_per_turn * max(0, turn - 1)
    return f"{total // 60 % 24:02d}:{total % 60:02d}"


def prompt_over(state: GameState, phase: Phase) -> Prompt:
    """Return the prompt when nobody acts any more: how the game ended."""
    title = state.outcome.title if state.outcome is not None else phase.title
    why = state.outcome.why if state.outcome is not None else ""
    return Prompt(side="", title=title, text=why, rule=phase.rule, done_label="")


def pieces_to_act(sequence: Sequence[Phase], state: GameState) -> frozenset[str]:
    """Return the pieces that the acting side can still do something with in this phase."""
    side = actor(state)
    if not side:
        return frozenset()
    verbs = sequence[state.cursor.phase].verbs.values()
    return frozenset(offer.piece for verb in verbs for offer in verb.offer(state, side))
