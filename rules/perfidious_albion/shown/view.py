"""What a side sees on the table: models, works, hidden markers, the prompt, the ledger, the weather."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.kernel.flow import Phase, actor, number_of
from rules.kernel.plurals import count_noun, join_words
from rules.kernel.view import Ground, PhaseMark, Prompt, View
from rules.kernel.view_header import phase_marks, pieces_to_act, prompt_of, view_header
from rules.perfidious_albion.battle.victory import ledger
from rules.perfidious_albion.records.state import Squadron, State, afloat
from rules.perfidious_albion.sequence import SEQUENCE
from rules.perfidious_albion.setup.purchase_pool import in_setup
from rules.perfidious_albion.setup.sequence import phase_help
from rules.perfidious_albion.shown.board_markers import inches_text, markers
from rules.perfidious_albion.shown.counters import pieces
from rules.perfidious_albion.shown.setup_pages import buying_page

SCALE = "1 inch = 200 yards"
WEATHER = next(number for number, phase in enumerate(SEQUENCE) if phase.name == "weather")
SET_UP = sum(phase.when is not None for phase in SEQUENCE)  # steps before the first turn
LAND = ("island", "peninsula", "coastline")
MOST_NAMED = 4


def view(state: State, side: str) -> View:
    """Return the table as `side` sees it; `state` already holds only what that side may know.

    Side "" sees everything.
    """
    cursor = state.cursor
    return View(
        **view_header(SEQUENCE, state, side, ledger(state), prompt(state)) | {"phases": _phases(state)},
        pieces=tuple(pieces(state, side, pieces_to_act(SEQUENCE, state))),
        markers=tuple(markers(state)),
        conditions=tuple(_conditions(state)),
        ground=ground(state),
        span=_step(state),
        page=buying_page(state, side, SEQUENCE[cursor.phase].name, actor(state)),
    )


def ground(state: State) -> Ground:
    """Return the table: its size, its land and its foul ground, in thousandths of an inch.

    Rules: PA-TAB-H3, PA-TER-H1.
    """
    land = [item for item in state.terrain if item.kind in LAND]
    foul = [item for item in state.terrain if item.kind not in LAND]
    return Ground(
        kind="table",
        size=(state.scene.width, state.scene.height),
        unit="inch",
        scale=SCALE,
        outlines=tuple((item.name, item.shape) for item in land),
        foul=tuple((item.kind, item.name, item.shape) for item in foul),
    )


def _phases(state: State) -> tuple[PhaseMark, ...]:
    now = state.cursor.phase

    def is_shown(place: int, phase: Phase) -> bool:
        played = place == now or phase.when is None or phase.when(state)
        return played and not now < SET_UP < place

    phases = [phase.but(help=phase_help(state, phase)) for phase in SEQUENCE] if in_setup(state) else SEQUENCE
    return phase_marks(phases, state.cursor, is_shown, partial(number_of, SEQUENCE, state))


def _step(state: State) -> tuple[str, int, int] | None:
    """Return the number of the setup step, shown in place of the turn."""
    if state.cursor.phase >= SET_UP:
        return None
    steps = [number for number, phase in enumerate(SEQUENCE[:SET_UP]) if phase.when is None or phase.when(state)]
    return ("Setting up", sum(number <= state.cursor.phase for number in steps), len(steps))


# ---------------------------------------------------------------------- words


def _conditions(state: State) -> Iterator[tuple[str, str, str]]:
    scene = state.scene
    if in_setup(state) and state.cursor.phase <= WEATHER:
        yield "Weather", "weather still to come", "PA-2.1-12"
        return
    yield "Sea", state.sea, "PA-2.1-12"
    yield "Visibility", inches_text(state.visibility) + (", night" if state.night else ""), "PA-2.1-15"
    if state.first:
        yield "First", f"{scene.names[state.first]} acts first", "PA-SEQ-H2"
    for side, edge in state.baseline.items():
        yield f"Base line of {scene.names[side]}", edge, "PA-2.1-9"
    if state.bombardment_declared:
        used = f"{state.bombardment_turns} of {count_noun(state.bombardment_declared, 'turn')} used"
        yield "Bombardment", used, "PA-2.1-54"
    if state.cargo_total:
        text = f"{state.cargo_exited:,} away, {state.cargo_destroyed:,} lost of {state.cargo_total:,}"
        yield "Cargo", text, "PA-2.1-47"


def prompt(state: State) -> Prompt:
    """Return who acts, and what to do next."""
    return prompt_of(SEQUENCE, state, _task, done=DONE, otherwise="Go on")


DONE = {
    "first forces": "Done buying",
    "second forces": "Done buying",
    "boxes": "Confirm boxes",
    "terrain": "No more terrain",
    "base lines": "Confirm base line",
    "convoy": "Confirm convoy",
    "deployment order": "Confirm order",
    "deployment": "End deployment",
    "initiative": "Go to torpedoes",
    "torpedoes": "No more torpedoes",
    "action": "End action",
    "end": "End damage control",
}


def _task(state: State, side: str, phase: str) -> str:
    names = state.scene.names
    if phase == "initiative":
        return "You have the initiative: will you act first or second? The other side places its torpedoes first."
    if phase == "torpedoes":
        return "Place torpedo markers, a squadron at a time. Ships meet them when they move."
    if phase == "action":
        if state.active in names:
            return _in_action(state, side)
        waiting = [squadron for squadron in state.squadrons.values() if _can_act(squadron, side)]
        return f"Activate a squadron: {join_words([names.get(one.id, one.name) for one in waiting], MOST_NAMED)}."
    if phase == "end":
        return "Give your damage control parties their work: fire, flooding, steering or propulsion."
    return phase_help(state, SEQUENCE[state.cursor.phase])


def _can_act(squadron: Squadron, side: str) -> bool:
    return squadron.side == side and squadron.deployed and not squadron.acted


def _in_action(state: State, side: str) -> str:
    names = state.scene.names
    to_move = [ship for ship in afloat(state, side) if ship.squadron == state.active and not ship.moved]
    if to_move:
        return f"{names[state.active]}: still to move {join_words([names[ship.id] for ship in to_move], MOST_NAMED)}."
    return f"{names[state.active]}: moved; now fire, reload torpedoes, then end its activation."
