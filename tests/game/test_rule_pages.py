"""The rulebook across games: search everywhere, rows in use, show me, switches, the quick reference, links to rules."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.folders import find_folders
from game.hud.citation_highlight import highlighted_rows, row_words
from game.hud.menus import rows_in_use, rule_dialog
from game.hud.rule_page import link_rule_ids, reading_played
from game.hud.screen import phase_notes
from game.rules_seen import load_met
from game.scenes.course import CourseScene
from game.scenes.coverage import CoverageScene
from game.scenes.errata import ErrataScene
from game.scenes.lesson import LessonScene
from game.scenes.openers import AllScreens
from game.scenes.play import PlayScene
from game.scenes.rules import RulebookScene
from game.settings import Settings
from game.stack import Push
from game.table.chart_table import read_chart, read_charts
from game.table.log_feed import LogFeed
from game.table.rule_citations import reference, split_reference, why_words
from game.table.sharing import SHARED
from game.ui import richtext
from game.ui import widgets as ui
from rules import SYSTEMS
from rules.kernel.breakdown import term_words
from rules.kernel.flow import Illegal
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Rolled
from rules.kernel.seat import Seat
from tests.capabilities import PUBLISHED
from tests.conftest import begin
from tests.game.screens import GAME, HUMANS, app_in, find_widget, press, show
from tests.game.screens import random_game as game_played


def lit_rows(system: str, rule: str, said: str) -> list[str]:
    """Return the rows that words light in the charts of a rule."""
    return list(rows_in_use(SYSTEMS[system], SYSTEMS[system].rulebook[rule], said))


# --- links and rows in use --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["", "−2 target evading", "fired (40 %) at [Ohio]: a miss; 2d6 = 7?"])
def test_a_link_carries_what_a_rule_is_cited_for_through_the_markup(said: str) -> None:
    runs = richtext.parse(f"[● QF-FIRE-4](rule:{reference('QF-FIRE-4', said)})")
    assert [run.text for run in runs] == ["● QF-FIRE-4"]
    assert split_reference(runs[0].link.removeprefix("rule:")) == ("QF-FIRE-4", said)


@pytest.mark.parametrize(
    ("system", "rule", "said", "row"),
    [
        (
            "quickfire",
            "QF-FIRE-4",
            "Massena fired · Short, 400 mm; 40 % hits on 3 or less",
            "Percent 40 · Need 3 · Hits 1",
        ),
        ("quickfire", "QF-DMG-2", "Explosion in Massena · 2d6: 4 + 5 = 9", "9 · S 1 · Gh 1"),
        ("quickfire", "QF-MOV-H6", "Jammed rudder of Ikazuchi · d6: 4", "4 · straight"),
        ("nights_of_fury", "NoF-MOV-H1", "slowest ship 31 knots: 2 · d6: 6, needed 2+", "25 – 31 · 2"),
        (
            "nights_of_fury",
            "NoF-AI-H1",
            "Solitaire chart · d6: 5  −1 nationality = 4",
            "Last 5 · Action hold · Hold Range",
        ),
        ("nights_of_fury", "NoF-AI-H3", "−1 nationality IJN", "IJN · −1"),
        ("nw_smoke", "NW-SPT-H1", "sighted at 4 hexes · dark night (visibility D), size S: 4", "D · S 4 · M 6 · L 6"),
        ("nw_smoke", "NW-EV-H2", "−2 target evading", "Target evading · −2"),
        ("nw_smoke", "NW-GUN-H11", "−2 class L guns at a size S ship", "L · S −2"),
    ],
)
def test_the_row_in_use_is_found_by_what_the_line_says(system: str, rule: str, said: str, row: str) -> None:
    assert row in lit_rows(system, rule, said)
    assert len(lit_rows(system, rule, said)) == 1


@pytest.mark.parametrize(
    ("system", "rule", "said"),
    [
        ("nw_smoke", "NW-SPT-H8", "Star shell from Chicago burst over Tenryu and found nothing"),
        ("nw_smoke", "NW-TOR-H7", "A torpedo hit Yunagi · Mk9: flotation +2"),
        ("quickfire", "QF-FIRE-4", "Turn 1, phase 3: Gunnery"),
        ("quickfire", "QF-FIRE-4", "between 40 % and 50 % and 75 % and 100 %"),
        ("nights_of_fury", "NoF-AI-H3", "+1 nationality IJN"),
        ("nights_of_fury", "NoF-MOV-H1", "31 knots or 12 knots"),
    ],
)
def test_no_row_is_lit_where_the_words_do_not_tell_which(system: str, rule: str, said: str) -> None:
    assert lit_rows(system, rule, said) == []


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("key", SYSTEMS)
def test_never_more_than_half_of_a_long_chart_is_lit(key: str) -> None:
    system = SYSTEMS[key]
    said = " ".join(rule.summary for rule in system.rulebook.rules.values())
    for rule in system.rulebook.rules.values():
        for chart in read_charts(system.folder, rule.chart, rule.id, system.shared) if rule.chart else ():
            assert len(highlighted_rows(chart, said)) <= max(1, len(chart.rows) // 2)


def test_the_rulebook_opens_with_the_row_in_use_lit(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    said = "Massena fired her light guns at Ohio: a miss · 40 % hits on 3 or less"
    show(app, RulebookScene(app, "quickfire", reference("QF-FIRE-4", said)))
    tables = [widget for widget in find_widget(app, "rule_words").walk() if isinstance(widget, ui.Table)]
    assert [tables[0].rows[row] for row in tables[0].lit] == [("40", "3", "1")]
    assert "a miss" in find_widget(app, "rule_said").spoken_text()
    press(app, pygame.K_RETURN)  # from the field into the list
    press(app, pygame.K_DOWN)
    assert all(not widget.lit for widget in find_widget(app, "rule_words").walk() if isinstance(widget, ui.Table))


def test_the_card_of_a_rule_tells_the_row_and_leads_to_the_book(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    show(app, PlayScene(app, begin(GAME), HUMANS))
    book = SYSTEMS["nw_smoke"].rulebook
    rule_dialog(app, "nw_smoke", book, reference("NW-EV-H2", "−2 target evading"))
    app.frame()
    assert "Row in use: Target evading · −2" in find_widget(app, "rule_text").spoken_text()
    assert "NW-EV-H2" in app.met.looked
    find_widget(app, "rule_more").press()
    app.frame()
    assert isinstance(app.scene, RulebookScene) and app.scene.quote == "−2 target evading"


def test_every_log_line_and_every_modifier_in_it_leads_to_its_rule() -> None:
    session = game_played()
    feed, book = LogFeed(session, ""), SYSTEMS["nw_smoke"].rulebook
    feed.update(ui.LogView())
    entries = feed.entries
    assert all(split_reference(entry.link.removeprefix("rule:"))[0] in book for entry in entries)
    rolls = [event for step in session.steps for event in step.events if isinstance(event, Rolled)]
    terms = {term_words(term) for roll in rolls for term in roll.modifiers if "]" not in term.label}
    linked_words = {run.text for entry in entries for run in richtext.parse(entry.detail) if run.link}
    assert terms and terms <= linked_words


def test_phases_and_refusals_lead_to_their_rules() -> None:
    session = begin(GAME)
    book, view = session.system.rulebook, Seat(session, "").view()
    for note, mark in zip(phase_notes(view.phases, book), view.phases, strict=True):
        assert f"(rule:{mark.rule})" in note
    text = why_words(book, (Illegal("target evading", "NW-EV-H2"),))
    link = next(run.link for run in richtext.parse(text) if run.link)
    assert split_reference(link.removeprefix("rule:")) == ("NW-EV-H2", "target evading")
    assert term_words(Modifier(-2, "target evading", "NW-EV-H2")) == "−2 target evading"


def test_a_row_is_told_with_its_headings() -> None:
    chart = read_chart(SYSTEMS["quickfire"].folder, "gunnery.battery")
    assert chart is not None and row_words(chart, 0) == "Percent 25 · Need 2 · Hits 1"


def test_ids_of_every_game_become_links_in_running_text() -> None:
    for system in SYSTEMS.values():
        for rule in list(system.rulebook.rules)[:40]:
            assert f"[{rule}](rule:{rule})" in link_rule_ids(system, f"as {rule}, and so on")


# --- all games --------------------------------------------------------------------------------------------------------


def test_one_search_goes_through_every_game_and_choosing_turns_to_it(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scene = RulebookScene(app, "nw_smoke")
    show(app, scene)
    scene.open_book("")
    scene.search("torpedo")
    games = {key for key, system in SYSTEMS.items() for rule in scene.shown if rule.id in system.rulebook}
    assert games == set(PUBLISHED) - {"battles_for_empire"}
    row = next(number for number, rule in enumerate(scene.shown) if rule.id.startswith("QF-"))
    scene._on_row(row)
    app.frame()
    assert scene.system.key == "quickfire" and scene.system.title in find_widget(app, "rule_badge").spoken_text()
    assert app.tree.misplaced_widgets() == []


def test_games_are_turned_by_key_and_what_is_searched_for_stays(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scene = RulebookScene(app, "nw_smoke")
    show(app, scene)
    scene.search("smoke")
    press(app, pygame.K_ESCAPE)  # out of the field
    press(app, pygame.K_PAGEDOWN, pygame.KMOD_CTRL)
    assert scene.system.key == "nights_of_fury" and scene.query == "smoke" and scene.chosen in scene.book
    for _ in range(2):
        press(app, pygame.K_ESCAPE)
        press(app, pygame.K_PAGEUP, pygame.KMOD_CTRL)
    assert scene.every and scene.query == "smoke"
    scene.open_book("perfidious_albion")
    assert all(rule.id in SYSTEMS["perfidious_albion"].rulebook for rule in scene.shown)


# --- show me, switches, the sheet -------------------------------------------------------------------------------------


def test_a_rule_leads_to_the_lesson_that_shows_it_and_an_amendment_to_the_desk(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scene = RulebookScene(app, "nights_of_fury", "NoF-GUN-6")
    show(app, scene)
    find_widget(app, "show_exhibit").press()
    app.frame()
    desk = app.scene
    assert isinstance(desk, ErrataScene) and desk.chosen is not None and "NoF-GUN-6" in desk.chosen.exhibit.amends
    press(app, pygame.K_ESCAPE)
    rule = next(rule for rule in scene.showings.lessons if rule in scene.book)
    scene.open_rule(rule)
    app.frame()
    find_widget(app, "show_lesson_0").press()
    app.frame()
    assert isinstance(app.scene, LessonScene)


def test_a_switch_changes_the_reading_that_is_played_and_the_sheet(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scene = RulebookScene(app, "battles_for_empire")
    show(app, scene)
    doubt = next(d for d in scene.book.ambiguities if d.option and len(d.readings) == 2)
    scene.open_rule(doubt.rule)
    app.frame()
    find_widget(app, f"option_{doubt.option}").press()
    app.frame()
    option = scene.book.options[doubt.option]
    assert scene.in_force[doubt.option] is not option.default
    assert reading_played(doubt, option, scene.in_force) != doubt.ruling
    find_widget(app, "quick_reference").press()
    app.frame()
    pages = list((app.folders.saves / SHARED).glob("*quick-reference.html"))
    assert len(pages) == 1 and str(pages[0]) in find_widget(app, "sheet_words").spoken_text()
    assert re.search(rf"{option.title}</td><td><b>(on|off) \(changed\)", pages[0].read_text("utf-8"))
    assert pygame.image.load(pages[0].with_suffix(".png")).get_width() > 1000


def test_in_a_battle_the_options_in_force_are_shown_and_cannot_be_switched(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    session = begin(GAME, options={"smoke_blocks_all_fire": False})
    show(app, PlayScene(app, session, HUMANS))
    doubt = next(d for d in session.system.rulebook.ambiguities if d.option == "smoke_blocks_all_fire")
    scene = RulebookScene(app, "nw_smoke", doubt.rule)
    show(app, scene)
    toggle = find_widget(app, f"option_{doubt.option}")
    assert not toggle.on and not toggle.enabled and "battle" in toggle.reason
    scene.open_book("quickfire")
    assert scene.battle is None


def test_a_folder_that_takes_no_files_is_told(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    show(app, RulebookScene(app, "quickfire"))
    (app.folders.saves / SHARED).write_text("in the way")
    find_widget(app, "quick_reference").press()
    app.frame()
    assert "Cannot write the file" in find_widget(app, "sheet").spoken_text()


def test_the_learn_page_leads_to_desk_and_map(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    show(app, CourseScene(app, "quickfire"))
    for id, kind in (("errata_desk", ErrataScene), ("rules_met", CoverageScene), ("rulebook", RulebookScene)):
        find_widget(app, id).press()
        app.frame()
        assert isinstance(app.scene, kind)
        press(app, pygame.K_ESCAPE)


def test_what_is_read_in_the_book_counts_as_looked_up(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    show(app, RulebookScene(app, "quickfire", "QF-FIRE-4"))
    app.scene.on_leave()
    app.writer.drain()
    assert "QF-FIRE-4" in load_met(app.folders.settings).looked


# --- The errata desk on the screen ---

FURY = "nights_of_fury/night"


def desk(folder: Path, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> tuple[App, ErrataScene]:
    """Return the desk, opened at the exhibit about night."""
    app = App(find_folders(folder), Settings(window=size, ui_scale=scale, scenes="off"), [], AllScreens)
    scene = ErrataScene(app)
    app.change(Push(scene))
    scene.open_case(FURY)
    app.tree.draw(app.surface)
    return app, scene


@pytest.mark.parametrize(
    ("size", "scale"), [((1024, 640), 1.0), ((1280, 720), 1.0), ((1920, 1080), 1.0), ((1920, 1080), 1.5)]
)
def test_an_exhibit_shows_both_halves_with_their_odds(size: tuple[int, int], scale: float, tmp_path: Path) -> None:
    app, scene = desk(tmp_path, size, scale)
    charts = [widget for widget in scene.words.walk() if isinstance(widget, ui.BarChart)]
    assert [[bar.label for bar in chart.bars] for chart in charts] == [["miss", "light", "moderate"]] * 2
    assert [round(chart.bars[0].share, 4) for chart in charts] == [0.4167, 0.5833]
    assert all(widget.rect.right <= scene.detail.rect.right for widget in scene.words.walk())


def test_the_change_of_each_outcome_is_told_in_points(tmp_path: Path) -> None:
    _, scene = desk(tmp_path)
    changed = next(widget for widget in scene.words.walk() if widget.id == "exhibit_changed")
    assert "miss 41.7 % → 58.3 % (+16.7)" in changed.spoken_text()


def test_the_arrows_choose_and_escape_leaves(tmp_path: Path) -> None:
    app, scene = desk(tmp_path)
    before = scene.chosen
    scene.key(pygame.Event(pygame.KEYDOWN, key=pygame.K_UP, mod=0, unicode=""))
    scene.key(pygame.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode=""))
    assert scene.chosen == before
    scene.key(pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))
    assert not app.scenes


def test_a_rule_leads_into_its_rulebook(tmp_path: Path) -> None:
    app, scene = desk(tmp_path)
    scene.follow("rule:NoF-GUN-6")
    assert isinstance(app.scene, RulebookScene) and app.scene.chosen == "NoF-GUN-6"
