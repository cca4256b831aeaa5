"""A battle report: one self-contained page, complete, escaped, and without what the reader may not know."""

from __future__ import annotations

import os
import unicodedata
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pygame
import pytest
from PIL import Image, ImageChops

from game.console.eyes import viewer_of
from game.hud.game_history import score_history, view_at
from game.library import open_map
from game.report.frame_sequence import Reel, Span
from game.report.notes import MOST_BYTES, BadNotes, Notes, notes_of, read_notes
from game.report.page import CURVE, LARGEST, curves, points_range, report_bytes
from game.report.report_data import Report, build_report
from game.report.turn_maps import SIZE, Pictures, TurnMap, changed_overlay, charts, compress_picture
from game.ui.fonts import FontBook
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.ruling import Rolled
from rules.kernel.session import Session
from tests.conftest import begin, scenario_named, stroll
from tests.console.run import run_main
from tests.game.test_every_character import SIGNS, TAKEN
from tests.report.pages import Elements
from tests.test_replays import golden_session

GAMES = (
    "nw_smoke/little_and_gregory",
    "nights_of_fury/tassafaronga",
    "quickfire/fog_lifts",
    "battles_for_empire/abu_klea",
    "perfidious_albion/open_bombardment",
)
WHOLE = bool(os.environ.get("WHOLE_REPORTS"))  # make soak: whole games instead of their first turns
FIRST_TURNS = 2
NASTY = "<script>alert(1)</script>"
NASTIER = '"><img src=x onerror=alert(2)>{{ 7*7 }}'


def short(name: str) -> Session:
    """Return the first turns of such a game; the whole of it in make soak."""
    session = golden_session(name)
    return session if WHOLE else session.branch(sum(step.turn <= FIRST_TURNS for step in session.steps))


@cache
def page_of(name: str) -> str:
    """Return the report of a golden game for the referee."""
    pygame.font.init()
    return report_bytes(short(name), "", Notes(), {}, FontBook()).decode("utf-8")


@pytest.mark.parametrize(
    ("name", "wide"),
    [("quickfire/fog_lifts", 1189), ("perfidious_albion/open_bombardment", 820), ("battles_for_empire/abu_klea", 820)],
)
@pytest.mark.sweep(keep=1)
def test_a_map_is_no_wider_than_its_board_and_wide_enough_for_a_compass(name: str, wide: int) -> None:
    """A square table or sheet of hexes has no pale margins beside it; bands are wider."""
    pygame.font.init()
    reel = Reel(golden_session(name), "")
    (made,) = charts(reel, reel.turns()[1:2], FontBook(), LARGEST)
    assert made is not None and made.size == (wide, SIZE[1])
    assert all(0 <= x <= wide and 0 <= y <= SIZE[1] for track in made.tracks for x, y in track.points)


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("name", GAMES)
def test_a_report_is_one_whole_page_that_needs_nothing_outside_it(name: str) -> None:
    page = page_of(name)
    found = Elements(page)
    assert len(page.encode("utf-8")) < LARGEST
    assert found.faults == []
    assert found.outside == []
    assert "script" not in found.tags
    assert "http" not in page.replace("http-equiv", "")
    assert len(found.ids) == len(set(found.ids))
    assert set(found.links) <= set(found.ids)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sweep(keep=2)
def test_every_turn_has_its_map_and_every_die_that_fell_is_told_with_its_sum(name: str) -> None:
    session, page = short(name), page_of(name)
    ends = {step.turn: number for number, step in enumerate(session.steps, 1)}
    boards = [turn for turn, number in ends.items() if not view_at(session, number, "").page]
    assert boards
    assert page.count('<figure class="map') == len(boards)
    rolls = [event for step in session.steps for event in step.events if isinstance(event, Rolled)]
    assert page.count("<samp>") == sum(len(roll.faces) for roll in rolls)
    assert page.count('<polyline class="under"') > 0 or not WHOLE
    assert page.count('class="shot') > 0 or not WHOLE


@pytest.mark.parametrize("name", GAMES)
def test_the_texts_of_the_rules_that_came_up_are_in_the_file(name: str) -> None:
    session, found = short(name), Elements(page_of(name))
    book = session.system.rulebook
    rolled = {event.rule for step in session.steps for event in step.events if isinstance(event, Rolled)}
    assert rolled
    for rule in rolled & set(book.rules):
        assert " ".join(book[rule].summary.split()) in found.text


def test_the_score_is_told_line_by_line_and_is_that_of_the_game() -> None:
    session = golden_session("nights_of_fury/little_and_gregory")
    found = Elements(report_bytes(session, "", Notes(), {}, FontBook()).decode("utf-8"))
    assert f"seed {session.seed}" in found.text
    assert found.text.count("luck-adjusted") == 2
    most = max(points for standing in score_history(session, "") for points in standing.points)
    assert f"{most:,} 0 United States" in found.text  # the ends of the chart of points, and its key
    assert "thin line = miss" in found.text
    scores = session.system.view(session.state, "").scores
    assert any(score.lines for score in scores)
    for score in scores:
        for line in score.lines:
            assert line.label in found.text


@pytest.fixture(scope="module")
def campaign() -> tuple[Reel, Report, str]:
    """Return a whole campaign, its report as values and as a page."""
    pygame.font.init()
    session = golden_session("nights_of_fury/campaign")
    reel = Reel(session, "")
    return reel, build_report(reel, Notes(), {}), report_bytes(session, "", Notes(), {}, FontBook()).decode("utf-8")


@pytest.mark.sweep(keep=0)
def test_a_campaign_has_every_turn_of_every_battle_once_with_its_map_and_under_its_round(
    campaign: tuple[Reel, Report, str],
) -> None:
    """The last turn of each battle lost its map to the page that follows it; the next round began as its namesake."""
    reel, report, page = campaign
    found = Elements(page)
    assert len(page.encode("utf-8")) < LARGEST
    assert found.faults == [] and found.outside == []
    assert len(found.ids) == len(set(found.ids)) and set(found.links) <= set(found.ids)
    spans = reel.turns()
    assert [span.first for span in spans] == [1, *(span.last + 1 for span in spans[:-1])]
    assert len({(span.chapter, span.turn) for span in spans}) == len(spans)
    fought = {
        (view_at(reel.session, number, "").chapter, step.turn)
        for number, step in enumerate(reel.session.steps, 1)
        if not view_at(reel.session, number, "").page
    }
    rounds = {span.chapter for span in spans if any(chapter == span.chapter for chapter, _ in fought)}
    assert len(rounds) > 1
    assert page.count('<figure class="map') == sum(not reel.view(reel.last_board(span)).page for span in spans)
    for chapter in rounds:
        assert f"Round {chapter}, turn 1" in found.text
    assert page.count("<nav>") == 1 and page.partition("<nav>")[2].partition("</nav>")[0].count("<b>Round ") == len(
        {span.chapter for span in spans if span.chapter}
    )


def test_the_ships_a_campaign_cost_are_told_with_the_round_of_each(campaign: tuple[Reel, Report, str]) -> None:
    _, report, _ = campaign
    lost = [fate for side in report.sides for fate in side.fates if fate.lost]
    assert lost and all(fate.state.startswith("sunk in round ") for fate in lost)
    assert {fate.side for fate in lost} <= {"USN", "IJN"}
    assert len({(fate.side, fate.name) for fate in lost}) == len(lost)


def test_a_map_that_stands_over_another_keeps_only_what_is_new() -> None:
    ground = Image.new("RGB", (64, 40), (20, 40, 80))
    painted = ground.copy()
    painted.paste((200, 30, 30), (16, 8, 24, 16))
    new = changed_overlay(ground, painted)
    assert new is not None
    assert new.getchannel("A").getbbox() == (16, 8, 24, 16)
    both = ground.convert("RGBA")
    both.alpha_composite(new)
    assert ImageChops.difference(both.convert("RGB"), painted).getbbox() is None
    assert changed_overlay(ground, Image.new("RGB", (64, 40), (90, 90, 90))) is None


def test_fire_is_drawn_dark_over_a_pale_board_and_bright_over_a_dark_one() -> None:
    """Shots that missed were a pale line on a pale sea, and could not be seen."""
    for tone, pale in ((230, True), (40, False)):
        made = Pictures(200_000, 1, 0).add_picture(
            TurnMap("", SIZE, (), (), ()), Image.new("RGB", SIZE, (tone, tone, tone))
        )
        assert made is not None and made.pale is pale
    assert 'class="map pale"' in page_of("quickfire/fog_lifts")
    assert 'class="map pale"' not in page_of("nights_of_fury/tassafaronga")


def test_pictures_stay_within_their_room_and_those_without_any_are_left_out() -> None:
    noise = Image.effect_noise(SIZE, 90).convert("RGB")
    bare = TurnMap("", SIZE, (), (), ())
    pictures = Pictures(200_000, 12, 1)
    pictures.lay_ground(1, Image.new("RGB", SIZE, (20, 40, 80)))
    made = [pictures.add_picture(bare, noise) for _ in range(12)]
    kept = [chart for chart in made if chart is not None]
    assert sum(len(chart.picture) + len(chart.ground) for chart in kept) < 200_000
    assert len(kept) < 12


def test_hostile_names_are_words_and_nothing_else() -> None:
    scenario = scenario_named("nw_smoke", "little_and_gregory")
    sides = (scenario.sides[0].but(name=NASTY), scenario.sides[1].but(name=NASTIER))
    forces = tuple(force.but(name=f"{NASTY} {index}") for index, force in enumerate(scenario.forces))
    scenario = scenario.but(title=NASTY, summary=NASTIER, briefing=f"{NASTY}\n\n{NASTIER}", sides=sides, forces=forces)
    session = Session(SYSTEMS["nw_smoke"], scenario, open_map("nw_smoke", scenario.map), seed=3)
    list(stroll(session, SeededDice(4), 20))
    notes = notes_of(f"{NASTY}\x1b[2J\n\nturn 1: {NASTIER}")
    pygame.font.init()
    page = report_bytes(session, "", notes, {"USN": NASTY}, FontBook()).decode("utf-8")
    found = Elements(page)
    assert found.faults == []
    assert "script" not in found.tags
    assert "img" not in found.tags
    assert found.handlers == []
    assert NASTY in found.text
    assert NASTIER in found.text
    assert not any(unicodedata.category(sign) == "Cc" and sign not in "\t\n" for sign in found.text)
    assert "49" not in found.text.partition(NASTIER)[2][:4]


def test_a_side_reads_nothing_it_does_not_know_and_nobody_the_dice_to_come() -> None:
    session = begin("nw_smoke/little_and_gregory", seed=987654)
    pygame.font.init()
    own, all_ = (report_bytes(session, eyes, Notes(), {}, FontBook()).decode("utf-8") for eyes in ("USN", ""))
    enemy = next(force for force in session.scenario.forces if force.side == "IJN")
    assert enemy.name not in own
    assert "Shows only what United States may know" in own
    assert "987654" not in own + all_


def test_before_the_end_only_those_who_play_may_have_it_told() -> None:
    session = begin("nw_smoke/little_and_gregory", seed=1)
    session.players = {"USN": "human", "IJN": "captain"}
    assert viewer_of(session, "") == ("USN", "")
    eyes, fault = viewer_of(session, "IJN")
    assert eyes == ""
    assert "stays hidden until its end" in fault
    assert viewer_of(golden_session("nw_smoke/little_and_gregory"), "") == ("", "")


def test_notes_go_to_their_turn() -> None:
    notes = notes_of("First.\n\nTurn 3: I turned away.\nToo late.\n\nStill turn three.\nturn 12. Over.")
    assert notes.whole == ("First.",)
    assert notes.turns == {3: ("I turned away.\nToo late.", "Still turn three."), 12: ("Over.",)}


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"x" * (MOST_BYTES + 1)])
def test_notes_that_are_no_text_are_refused_in_words(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(data)
    with pytest.raises(BadNotes, match="expected"):
        read_notes(path)
    with pytest.raises(BadNotes, match="expected a file"):
        read_notes(tmp_path)


def test_a_map_is_pressed_into_the_room_there_is() -> None:
    noise = pygame.Surface((400, 300))
    for x in range(400):
        for y in range(300):
            noise.set_at((x, y), ((x * 37 + y * 91) % 256, (x * y) % 256, (x * 13 ^ y * 7) % 256))
    roomy, tight = (
        compress_picture(noise, 10_000_000),
        compress_picture(noise, len(compress_picture(noise, 10_000_000)) // 2),
    )
    assert roomy[8:12] == tight[8:12] == b"WEBP"
    assert len(tight) <= len(roomy) // 2


def test_the_verb_writes_a_new_file_each_time_and_says_why_it_cannot(tmp_path: Path) -> None:
    game, out = "tests/replays/nw_smoke/little_and_gregory.game", tmp_path / "told.html"
    first = run_main(tmp_path, "share", game, "--as", "report", "--out", str(out), "--to", "20")
    again = run_main(tmp_path, "share", game, "--as", "report", "--out", str(out), "--to", "20", "--side", "USN")
    assert (first.returncode, again.returncode) == (0, 0), first.stderr + again.stderr
    assert (tmp_path / "told-2.html").name in again.stdout
    assert "Shows only what United States may know" in (tmp_path / "told-2.html").read_text("utf-8")
    lost = run_main(tmp_path, "share", game, "--as", "report", "--out", str(tmp_path / "no" / "told.html"), "--to", "2")
    assert (lost.returncode, lost.stdout) == (1, "")
    assert "is not saved" in lost.stderr
    wrong = run_main(tmp_path, "share", game, "--as", "report", "--out", str(tmp_path / "told.txt"))
    assert wrong.returncode == 2
    assert ".html" in wrong.stderr


def test_a_report_with_any_character_in_it_is_a_whole_page() -> None:
    """Signs of each category in names and notes: joiners, half characters, marks alone, writing from right to left."""
    odd = " ".join(f"a{sign}b" for sign in (*SIGNS, *TAKEN))
    printed = "".join(sign for sign in odd if unicodedata.category(sign) not in ("Cc", "Cs", "Zl", "Zp"))
    scenario = scenario_named("quickfire", "lesson_duel")
    sides = tuple(side.but(name=f"{side.name} {printed[:150]}", brief=printed) for side in scenario.sides)
    scenario = scenario.but(title=printed[-200:], summary=printed, briefing=printed, sides=sides)
    pygame.font.init()
    session = Session(SYSTEMS["quickfire"], scenario, None, seed=3)
    page = report_bytes(session, "", notes_of(f"turn 1: {odd}"), {"usa": odd}, FontBook()).decode("utf-8")
    found = Elements(page)
    assert found.faults == []
    shown = {"?" if unicodedata.category(sign) in ("Cc", "Cs") else sign for sign in SIGNS if not sign.isspace()}
    assert shown <= set(found.text)


# --- Which position of a turn has a map, and how high the lines of the points go ---


@pytest.mark.parametrize(("pages", "shown"), [((), 6), ((6,), 5), ((5, 6), 4), ((3, 4, 5, 6), 6), ((4,), 6)])
def test_the_map_of_a_turn_is_of_its_last_position_that_has_a_board(pages: tuple[int, ...], shown: int) -> None:
    """Steps 3 to 6; a battle of a campaign ends on pages. A turn of nothing but pages has its last."""
    reel = cast(Reel, SimpleNamespace(view=lambda number: SimpleNamespace(page=number in pages)))
    assert Reel.last_board(reel, Span(0, 1, 3, 6)) == shown


def test_the_lines_of_the_points_fill_the_chart_from_the_least_to_the_most() -> None:
    points: list[Any] = [SimpleNamespace(points=pair) for pair in ((0, 0), (4, -2), (10, 3))]
    assert points_range(points) == (-2, 10)
    wide, high = CURVE
    first, second = ([tuple(map(float, corner.split(","))) for corner in line.split()] for line in curves(points))
    assert [x for x, _ in first] == [0, wide / 2, wide]
    assert first[2][1] == 0 and second[1][1] == high, "ten at the top, two below nought at the foot"
    assert first[0][1] == second[0][1] == pytest.approx(high * 10 / 12, abs=0.1)
    assert points_range([cast(Any, SimpleNamespace(points=(0, 0)))]) == (0, 1), "a chart without points has a height"
