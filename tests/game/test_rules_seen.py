"""Rules met in play: the record, the card at the first use of a rule, the map, and its proposals."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.hud.hint_cards import RuleCards, first_sentence, rules_in_effect
from game.hud.rule_icons import RuleIcons
from game.library import MAPS, open_library
from game.rules_seen import FILE, RulesSeen, chapters, load_met, save_met
from game.scenes.coverage import CoverageScene
from game.scenes.lesson import LessonScene
from game.scenes.rules import RulebookScene
from game.scenes.scenarios import ScenariosScene
from game.teach.coverage import battle_rules, next_battle, next_lesson, table_text
from game.teach.progress import Progress
from game.teach.rule_examples import lesson_rules, open_showings
from release.makers.__main__ import parser
from release.makers.coverage import coverage_verb, rules_used
from rules import SYSTEMS
from rules.kernel.breakdown import Breakdown
from rules.kernel.flow import Illegal, PhaseBegan
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Rolled
from tests.game.play_table import Table
from tests.game.screens import SCREENS, app_in, find_widget, press, show, words

RULE = "NW-EV-H2"


def roll_with_modifier(rule: str = "NW-GUN-H1", modifier: str = RULE) -> Rolled:
    """Return a roll with one modifier."""
    term = Modifier(-2, "target evading", modifier)
    shot = Breakdown(what="Murakumo fires at Little", rule=rule, count=2, sides=6, modifiers=(term,), need=7)
    return Rolled(rule=rule, breakdown=shot, faces=(3, 4), total=5)


# --- the record -------------------------------------------------------------------------------------------------------


def test_what_was_used_has_been_seen_and_the_record_comes_back_from_disk(tmp_path: Path) -> None:
    met = RulesSeen()
    assert met.note("used", [RULE])
    assert not met.note("seen", [RULE])
    assert met.note("looked", ["NW-GUN-H1"])
    assert save_met(tmp_path, met) == ""
    found = load_met(tmp_path)
    assert found == met
    assert [found.state(rule) for rule in (RULE, "NW-GUN-H1", "NW-SMK-3")] == ["used", "seen", ""]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"seen": 3}', '{"surprise": []}', "\x00"])
def test_a_damaged_record_of_rules_is_put_aside(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    assert load_met(tmp_path) == RulesSeen()
    assert (tmp_path / FILE).with_suffix(".broken").exists()


def test_a_chapter_is_complete_only_when_every_rule_of_it_has_come_up() -> None:
    rules = chapters(SYSTEMS["nw_smoke"].rulebook)["evasion"]
    met = RulesSeen(used={rule.id for rule in rules[1:]})
    assert 0 < met.percent(rules) < 100
    met.note("used", [rules[0].id])
    assert met.percent(rules) == 100


# --- the cards --------------------------------------------------------------------------------------------------------


def test_rolls_bite_first_then_their_modifiers_and_the_sequence_of_play_never() -> None:
    book = SYSTEMS["nw_smoke"].rulebook
    began = PhaseBegan(rule="NW-GUN-H2", turn=1, number=5, title="Gunnery")
    order = roll_with_modifier("NW-PH-H2", RULE)
    assert list(rules_in_effect((began, roll_with_modifier()), book)) == ["NW-GUN-H1", RULE]
    assert list(rules_in_effect((order,), book)) == [RULE]


def test_one_card_comes_at_a_time_and_each_rule_has_one_only_once(tmp_path: Path) -> None:
    table = Table(tmp_path)
    cards, met = table.play.rule_cards, table.app.met
    met.carded.clear()
    cards.bit((roll_with_modifier(),))
    table.wait()
    assert cards.rule == "NW-GUN-H1" and "rule_card" in table.ids()
    assert first_sentence(table.play.book["NW-GUN-H1"].summary) in words(table.app, "rule_card")
    canvas = table.play.pane.canvas.rect
    card = table.app.tree.find("rule_card").rect
    assert not card.collidepoint(canvas.center) and card.w * card.h < canvas.w * canvas.h // 8, "small, at the edge"
    cards.bit((roll_with_modifier(),))
    assert cards.rule == "NW-GUN-H1" and RULE not in met.carded
    table.press("rule_card_close")
    assert "rule_card" not in table.ids()
    cards.bit((roll_with_modifier(),))
    assert cards.rule == RULE
    table.key(pygame.K_u)
    cards.bit((roll_with_modifier(),))
    assert cards.rule == "" and {"NW-GUN-H1", RULE} <= load_met(table.app.folders.settings).used


def test_a_game_brings_six_cards_at_most_and_the_other_rules_wait_for_the_next(tmp_path: Path) -> None:
    table = Table(tmp_path)
    cards, met = table.play.rule_cards, table.app.met
    met.carded.clear()
    rules = [rule.id for rule in chapters(table.play.book)["gunnery"]][:9]
    for number, rule in enumerate(rules):
        cards._turn = (number, 0)  # each in a turn of its own
        cards.bit((roll_with_modifier(rule, rule),))
        cards.close()
    assert met.carded == set(rules[:6]) and set(rules) <= met.used
    fresh = RuleCards(table.app, table.play.table, table.play.pane, table.play.keys)
    fresh.bit((roll_with_modifier(rules[6], rules[6]),))
    assert fresh.rule == rules[6]


def test_a_rule_card_is_cut_between_clauses_not_in_the_midst_of_one() -> None:
    text = first_sentence(SYSTEMS["battles_for_empire"].rulebook["BFE-CON-H2"].summary)
    assert text.endswith("or in buildings …")


def test_a_refusal_brings_its_card_and_escape_puts_it_away_before_the_menu(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.play.refuse((Illegal("no smoke in heavy seas", "NW-HS-2"),))
    table.wait()
    assert table.play.rule_cards.rule == "NW-HS-2"
    table.app.tree.close_tip()
    table.key(pygame.K_ESCAPE)
    assert table.play.rule_cards.rule == "" and "game_menu" not in table.ids()
    table.key(pygame.K_ESCAPE)
    assert "game_menu" in table.ids()


def test_no_more_cards_is_kept_and_rules_are_still_counted(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.play.rule_cards.bit((roll_with_modifier(),))
    table.wait()
    table.press("rule_card_never")
    assert table.play.rule_cards.rule == "" and not table.app.settings.rule_cards
    table.play.rule_cards.bit((roll_with_modifier("NW-TOR-H1", "NW-EV-H4"),))
    assert table.play.rule_cards.rule == "" and "NW-EV-H4" in table.app.met.used


def test_a_game_that_is_only_watched_shows_rules_but_uses_none(tmp_path: Path) -> None:
    table = Table(tmp_path, {"USN": "random", "IJN": "random"})
    table.play.rule_cards.bit((roll_with_modifier(),))
    assert table.play.rule_cards.rule == ""
    assert RULE in table.app.met.seen and RULE not in table.app.met.used


def test_show_me_opens_the_lesson_in_which_rules_are_seen_but_not_used(tmp_path: Path) -> None:
    table = Table(tmp_path)
    showings = table.play.rule_cards.showings
    rule = next(rule for rule in showings.lessons if rule in table.play.book and rule not in table.app.met.carded)
    table.play.refuse((Illegal("so it is", rule),))
    table.wait()
    before = set(table.app.met.used)
    table.press("rule_card_show")
    lesson = table.app.scene
    assert isinstance(lesson, LessonScene) and lesson.lecture in showings.lessons[rule]
    lesson.rule_cards.bit((roll_with_modifier("NW-TOR-H1", "NW-EV-H4"),))
    assert lesson.rule_cards.rule == "" and table.app.met.used == before


@pytest.mark.parametrize(("size", "scale"), SCREENS)
@pytest.mark.sweep(keep=2)
def test_a_card_fits_at_every_size(size: tuple[int, int], scale: float, tmp_path: Path) -> None:
    table = Table(tmp_path, size=size, scale=scale)
    table.play.rule_cards.bit((roll_with_modifier(),))
    table.wait()
    assert table.play.rule_cards.card is not None
    assert table.app.tree.misplaced_widgets() == []


# --- show me ----------------------------------------------------------------------------------------------------------


def test_every_exhibit_and_every_lesson_can_be_reached_from_each_rule_it_names() -> None:
    showings = open_showings(SYSTEMS)
    for lecture in showings.courses.lectures:
        assert all(lecture in showings.lessons[rule] for rule in lesson_rules(lecture.lesson))
    for case in showings.desk.cases:
        assert all(case in showings.cases[rule] for rule in case.exhibit.amends)
        assert all(showings.desk.exhibit_about(case.system, rule) is not None for rule in case.exhibit.amends)


# --- the map ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "scale"), SCREENS)
def test_the_map_fits_with_every_rule_of_a_game_on_it(size: tuple[int, int], scale: float, tmp_path: Path) -> None:
    app = app_in(tmp_path, size, scale)
    show(app, CoverageScene(app, "nights_of_fury"))
    cells = [widget for widget in find_widget(app, "coverage").walk() if isinstance(widget, RuleIcons)]
    assert {rule.id for row in cells for rule in row.rules} == set(SYSTEMS["nights_of_fury"].rulebook.rules)
    assert app.tree.misplaced_widgets() == []


def test_the_arrows_go_through_the_signs_and_enter_reads_the_rule(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    app.met.note("used", ["QF-FIRE-4"])
    show(app, CoverageScene(app, "quickfire"))
    cells = find_widget(app, "cells_gunnery")
    app.tree.focus(cells)
    while cells.rules[cells.at].id != "QF-FIRE-4":
        press(app, pygame.K_RIGHT)
    assert "used in your games" in find_widget(app, "about_rule").spoken_text()
    press(app, pygame.K_DOWN)
    assert app.tree.focused is not cells
    app.tree.focus(cells)
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, RulebookScene) and app.scene.chosen == "QF-FIRE-4"


def test_a_rule_that_no_line_can_cite_says_why(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scene = CoverageScene(app, "nights_of_fury")
    show(app, scene)
    scene.point(SYSTEMS["nights_of_fury"].rulebook["NoF-CAM-2"])
    assert "has no line in the score" in find_widget(app, "about_rule").spoken_text()


def test_a_proposal_leads_to_its_lesson_and_its_battle(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    show(app, CoverageScene(app, "quickfire"))
    find_widget(app, "next_lesson").press()
    app.frame()
    assert isinstance(app.scene, LessonScene)
    press(app, pygame.K_ESCAPE)
    show(app, CoverageScene(app, "quickfire"))
    find_widget(app, "next_battle").press()
    app.frame()
    scene = app.scene
    assert isinstance(scene, ScenariosScene)
    rules = battle_rules("quickfire")
    assert len(rules[scene.entries[scene.chosen].key]) == max(len(found) for found in rules.values())


def test_the_battle_proposed_shows_most_that_is_new() -> None:
    entries = open_library(SYSTEMS).of("nw_smoke")[:3]
    one, two, three = (entry.key for entry in entries)
    rules = {one: ["a", "b", "c"], two: ["c", "d"], three: ["x", "y", "z", "w"]}
    found = next_battle(entries, rules, {"a", "b"}, {"a", "b", "c", "d"})
    assert found is not None and found.entry is entries[1] and found.fresh == ("c", "d")
    assert next_battle(entries, rules, {"a", "b", "c", "d"}, {"a", "b", "c", "d"}) is None


def test_the_lesson_proposed_is_the_first_that_is_not_done() -> None:
    course = open_showings(["nw_smoke"]).courses.of("nw_smoke")
    progress = Progress(finished=[course[0].name])
    found = next_lesson(course, progress, ())
    assert found is not None and found.lecture == course[1]
    assert next_lesson(course, Progress(finished=[one.name for one in course]), ()) is None


@pytest.mark.parametrize("path", sorted((MAPS / "coverage").glob("*.yaml")), ids=lambda path: path.stem)
def test_the_tables_name_rules_and_battles_that_exist(path: Path) -> None:
    library, book = open_library(SYSTEMS), SYSTEMS[path.stem].rulebook
    found = battle_rules(path.stem)
    assert found, "the table cannot be read; make it anew with `python -m release.makers coverage`"
    assert set(found) <= {entry.key for entry in library.of(path.stem)}
    assert all(rule in book for rules in found.values() for rule in rules)


def test_a_table_that_is_missing_or_damaged_proposes_nothing(tmp_path: Path) -> None:
    assert battle_rules("nw_smoke", tmp_path) == {}
    (tmp_path / "coverage").mkdir()
    (tmp_path / "coverage" / "nw_smoke.yaml").write_text("cape: [3", "utf-8")
    assert battle_rules("nw_smoke", tmp_path) == {}


def test_the_verb_writes_what_came_up_in_a_battle(tmp_path: Path) -> None:
    entry = open_library(SYSTEMS).of("nw_smoke")[0]
    found = rules_used(entry, 1, "random")
    assert "NW-GUN-H1" in found and found <= set(SYSTEMS["nw_smoke"].rulebook.rules)
    (tmp_path / "coverage").mkdir()
    (tmp_path / "coverage" / "nw_smoke.yaml").write_text(table_text({entry.key: found}), "utf-8")
    assert set(battle_rules("nw_smoke", tmp_path)[entry.key]) == found
    assert coverage_verb(parser().parse_args(["coverage", "monopoly"])) == 2
