"""Line of sight: the quick answer, the explained one and the field of view agree, and ties are in favour of sight."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel import hexes, inches, sight
from rules.kernel.flow import Cursor, Phase, actor
from rules.kernel.view import Outcome
from rules.kernel.view_header import clock_at, phase_marks, pieces_to_act, prompt_of, prompt_over
from rules.quickfire.sequence import SEQUENCE
from tests.conftest import begin, games, scenario_named

COLUMNS, ROWS = 14, 11
MAP_HEX = st.builds(hexes.hex_number, st.integers(1, COLUMNS), st.integers(1, ROWS))
OBSTACLES = st.sets(MAP_HEX, max_size=50)
SQUARE = ((0, 0), (1000, 0), (1000, 1000), (0, 1000))


def field(*obstacles: int) -> bytearray:
    opaque = bytearray(hexes.FLAT)
    for h in obstacles:
        opaque[h] = 1
    return opaque


@given(MAP_HEX, MAP_HEX, OBSTACLES, st.booleans())
def test_the_quick_answer_is_the_reasoned_one(a: int, b: int, obstacles: set[int], ends: bool) -> None:
    opaque = field(*obstacles)
    seen = sight.trace(a, b, opaque, ends)
    assert sight.clear(a, b, opaque, ends) == (seen.verdict == "clear") == (not seen.blockers)


@given(MAP_HEX, MAP_HEX, OBSTACLES, st.booleans())
def test_sight_is_the_same_in_both_directions(a: int, b: int, obstacles: set[int], ends: bool) -> None:
    opaque = field(*obstacles)
    there, back = sight.trace(a, b, opaque, ends), sight.trace(b, a, opaque, ends)
    assert there.verdict == back.verdict
    assert set(there.blockers) == set(back.blockers)
    assert there.crossed == back.crossed[::-1]
    assert there.ties == back.ties[::-1]


@given(MAP_HEX, MAP_HEX, OBSTACLES, MAP_HEX)
def test_smoke_never_opens_a_sight(a: int, b: int, obstacles: set[int], smoke: int) -> None:
    if not sight.clear(a, b, field(*obstacles)):
        assert not sight.clear(a, b, field(*obstacles, smoke))


@settings(max_examples=25)
@given(MAP_HEX, OBSTACLES, st.booleans(), st.none() | st.integers(0, 9))
def test_the_field_of_view_is_the_quick_answer_for_every_hex(
    origin: int, obstacles: set[int], ends: bool, radius: int | None
) -> None:
    opaque = field(*obstacles)
    seen = sight.field_of_view(origin, opaque, COLUMNS, ROWS, radius, ends)
    expected = bytearray(hexes.FLAT)
    for there in hexes.within(origin, 40 if radius is None else radius, COLUMNS, ROWS):
        expected[there] = sight.clear(origin, there, opaque, ends)
    assert seen == expected


def test_without_a_limit_one_sees_from_one_end_of_the_longest_map_to_the_other() -> None:
    seen = sight.field_of_view(101, field(), hexes.LAST, 2)
    assert seen[9902] and sum(seen) == 2 * hexes.LAST


def test_an_opaque_hex_between_blocks_and_is_named() -> None:
    seen = sight.trace(1010, 1014, field(1012))
    assert seen.verdict == "blocked"
    assert seen.blockers == (1012,)
    assert seen.crossed == ((1010,), (1011,), (1012,), (1013,), (1014,))
    assert seen.ties == ()


@pytest.mark.parametrize(
    ("smoke", "verdict", "blockers"),
    [((), "clear", ()), ((1110,), "clear", ()), ((1111,), "clear", ()), ((1110, 1111), "blocked", (1110, 1111))],
)
def test_a_line_along_a_hexside_is_blocked_only_when_both_hexes_are_opaque(
    smoke: tuple[int, ...], verdict: str, blockers: tuple[int, ...]
) -> None:
    seen = sight.trace(1010, 1210, field(*smoke))
    assert (seen.verdict, seen.blockers, seen.ties) == (verdict, blockers, ((1110, 1111),))


def test_the_end_hexes_count_only_when_asked() -> None:
    for smoke in (1010, 1013):
        assert sight.trace(1010, 1013, field(smoke)).blockers == (smoke,)
        assert sight.trace(1010, 1013, field(smoke), ends=False).verdict == "clear"
    assert sight.trace(1010, 1010, field(1010)).verdict == "blocked"
    assert sight.trace(1010, 1010, field(1010), ends=False).verdict == "clear"


def test_along_the_edge_of_the_map_the_missing_hex_is_never_opaque() -> None:
    assert sight.trace(101, 301, field(201)).verdict == "clear"
    assert sight.trace(101, 301, field(201)).ties == ((0, 201),)


def test_a_number_that_is_no_hex_or_a_short_field_is_refused() -> None:
    with pytest.raises(ValueError, match="1600 is not a hex number"):
        sight.trace(1010, 1600, field())
    with pytest.raises(ValueError, match="has 5 bytes, expected 10000"):
        sight.trace(1010, 1011, bytes(5))
    with pytest.raises(ValueError, match="hex 2010 is off the map of 14 columns and 11 rows"):
        sight.field_of_view(2010, field(), COLUMNS, ROWS)


def test_a_band_strictly_between_blocks_and_the_end_bands_do_not() -> None:
    seen = sight.trace_bands(2, 5, (1, 2, 4, 5))
    assert (seen.verdict, seen.blockers, seen.crossed) == ("blocked", (4,), ((2,), (3,), (4,), (5,)))
    assert sight.trace_bands(5, 2, (1, 2, 5, 6)).verdict == "clear"
    assert sight.trace_bands(3, 3, (3,)).crossed == ((3,),)


def test_a_table_line_through_an_obstacle_is_blocked_and_a_grazing_one_is_a_tie() -> None:
    island: inches.Circle = ((0, 0), 500)
    through = sight.trace_table((-2000, 0), (2000, 0), (island,), (SQUARE,))
    assert (through.verdict, through.blockers, through.ties) == ("blocked", (0,), ((1,),))
    tangent = sight.trace_table((-2000, -500), (2000, -500), (island,), (SQUARE,))
    assert (tangent.verdict, tangent.crossed, tangent.ties) == ("clear", ((0,),), ((0,),))
    miss = sight.trace_table((-2000, -501), (2000, -501), (island,), (SQUARE,))
    assert miss == sight.Sight("clear", (), (), ())


def test_a_unit_sees_out_of_the_wood_it_stands_in_only_when_ends_do_not_count() -> None:
    wood = (SQUARE,)
    assert sight.trace_table((500, 500), (5000, 500), (), wood).blockers == (0,)
    assert sight.trace_table((500, 500), (5000, 500), (), wood, ends=False).verdict == "clear"
    assert sight.trace_table((500, 0), (0, 5000), (((0, 0), 600),), (), ends=False).verdict == "clear"
    assert sight.trace_table((-500, 500), (5000, 500), (), wood, ends=False).blockers == (0,)


# --- The head of every view: the ribbon, the clock, the prompt of a game that is over ---

GAME = next(game for game in games() if game.startswith("quickfire/"))
PHASES = tuple(
    Phase(number=number, name=name, title=name, help="", rule="R-1")
    for number, name in enumerate(("one", "two", "three"), start=1)
)


def test_the_ribbon_tells_what_is_done_what_is_now_and_what_comes() -> None:
    marks = phase_marks(PHASES, Cursor(turn=1, phase=1, skipped=(2, 0)))
    assert [(mark.number, mark.state, mark.skipped) for mark in marks] == [
        (1, "done", 2),
        (2, "now", 0),
        (3, "next", 0),
    ]


def test_the_ribbon_leaves_out_what_is_not_played_and_may_number_the_rest_anew() -> None:
    marks = phase_marks(PHASES, Cursor(phase=2), lambda place, phase: phase.name != "two", lambda place: place * 10)
    assert [(mark.title, mark.number) for mark in marks] == [("one", 0), ("three", 20)]


@pytest.mark.parametrize(("turn", "clock"), [(0, "23:50"), (1, "23:50"), (2, "23:56"), (3, "00:02")])
def test_the_clock_goes_on_past_midnight(turn: int, clock: str) -> None:
    scenario = scenario_named(*GAME.split("/")).but(clock="23:50", minutes_per_turn=6)
    assert clock_at(scenario, turn) == clock


def test_when_nobody_acts_the_prompt_says_how_the_game_ended() -> None:
    state = begin(GAME).state.but(outcome=Outcome("", "A draw", "nobody won", "R-1"))
    prompt = prompt_over(state, PHASES[0])
    assert (prompt.side, prompt.title, prompt.text, prompt.done_label) == ("", "A draw", "nobody won", "")


def test_no_piece_is_left_to_act_when_the_game_is_over() -> None:
    state = begin(GAME).state
    assert pieces_to_act(SEQUENCE, state)
    assert not pieces_to_act(SEQUENCE, state.but(outcome=Outcome("", "A draw", "", "R-1")))


def test_what_is_asked_names_the_side_and_the_phase_and_what_the_button_does() -> None:
    state = begin(GAME).state
    state = state.but(cursor=state.cursor.but(phase=0))
    plain = prompt_of(PHASES, state)
    assert (plain.title, plain.text) == (PHASES[0].title, PHASES[0].help)
    name = PHASES[0].name
    prompt = prompt_of(PHASES, state, lambda at, side, phase: f"{side} in {phase}")
    side = next(note for note in state.scene.scenario.sides if note.key == actor(state))
    words = PHASES[0].title.lower()
    assert (prompt.title, prompt.text, prompt.done_label) == (
        f"{side.name}: {words}",
        f"{side.key} in {name}",
        f"End {words}",
    )
    other = prompt_of(PHASES, state, lambda at, side, phase: "", {name: "rowing"}, {name: "Enough"})
    assert (other.title, other.done_label) == (f"{side.name}: rowing", "Enough")
    assert (
        prompt_of(PHASES, state, lambda at, side, phase: "", otherwise="No more {phase}").done_label
        == f"No more {words}"
    )
