"""The quick-reference sheet holds the rules in force, as a page and as a picture."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.console.pictures import reference_picture_verb
from game.console.reference import errata_verb, reference_verb
from game.table.chart_table import laid_out_charts
from game.teach.quick_reference import PAPERS, as_html, reference
from game.teach.reference_picture import (
    COLUMN,
    EDGE,
    HEAD,
    _heights,
    _in_pages,
    _panels,
    _parts,
    _widths,
    draw_pages,
    draw_reference,
)
from game.ui.fonts import FontBook
from main import parser
from rules import SYSTEMS
from rules.quickfire.combat_chart import battery_fire
from tests.capabilities import WITH_SHEET


@pytest.mark.parametrize("key", WITH_SHEET)
def test_every_phase_and_every_chart_of_a_game_stands_on_its_sheet(key: str) -> None:
    sheet = reference(SYSTEMS[key])
    assert [title for _, title, _, _ in sheet.phases] == [phase.title for phase in SYSTEMS[key].sequence]
    rules = {table.rule for section in sheet.sections for table in section.tables}
    rules |= {line.rule for section in sheet.sections for line in section.lines}
    assert rules <= set(SYSTEMS[key].rulebook.rules) and len(rules) > 10
    page = as_html(sheet)
    assert page.count("<section>") == page.count("</section>") == len(sheet.sections) + 1 + bool(sheet.switches)
    assert "http" not in page, "the page must not need anything outside itself"


def pairs(found: list[tuple[str, ...]]) -> dict[str, str]:
    """Return the rows of a chart with two columns."""
    return {row[0]: row[1] for row in found}


def rows(key: str) -> dict[str, list[tuple[str, ...]]]:
    """Return the rows of every chart of a sheet, by the chart's title."""
    return {
        table.title: [table.header, *table.rows]
        for section in reference(SYSTEMS[key]).sections
        for table in section.tables
    }


@pytest.mark.rule("BFE-CHG-3", "BFE-ELG-12", "BFE-ELG-13")
def test_a_sentence_of_the_sheet_stands_though_an_option_that_is_off_could_set_it_aside() -> None:
    said = {rule for section in reference(SYSTEMS["battles_for_empire"]).sections for rule, _ in section.rules}
    assert {"BFE-CHG-3", "BFE-ELG-11", "BFE-ELG-12", "BFE-ELG-13", "BFE-ELG-14", "BFE-14.1-14"} <= said
    bare = reference(SYSTEMS["battles_for_empire"], {"camelry_exception": False})
    assert "BFE-CHG-5" not in {rule for section in bare.sections for rule, _ in section.rules}


def test_a_sentence_that_an_option_bears_on_says_so_when_the_option_is_on() -> None:
    system = SYSTEMS["battles_for_empire"]
    for on in (False, True):
        said = {
            rule: words
            for section in reference(system, {"fire_over_skirmishers": on}).sections
            for rule, words in section.rules
        }
        for rule in ("BFE-ELG-12", "BFE-ELG-13"):
            assert said[rule].startswith(system.rulebook[rule].summary)
            assert ("option Fire over skirmishers changes this" in said[rule]) is on


def test_paragraphs_are_split_evenly_and_the_last_page_is_level() -> None:
    for count in (8, 9, 10, 17):
        parts = [len(part) for part in _parts([("A", "b")] * count)]
        assert sum(parts) == count and max(parts) - min(parts) <= 1 and max(parts) <= 8, parts
    assert _in_pages([50, 90, 40, 95], 100) == [0, 1, 0, 2], "what is small goes up where there is room"
    assert _in_pages([90, 90, 90, 30, 30, 30], 100) == [0, 1, 2, 3, 4, 5], "the last page is level"


def test_the_chart_of_a_shot_is_the_panel_of_play_with_the_kind_of_its_hits() -> None:
    sheet = rows("quickfire")
    assert sheet["Battery fire"][0] == ("Per cent", "hits on", "hits", "kind")
    assert ("125 %", "7 or less", "1", "G") in sheet["Battery fire"]
    played = battery_fire(None)
    assert sheet["Battery fire"][1:] == [tuple(cell.text for cell in row) for row in played.rows]


def test_the_damage_of_quickfire_is_in_words_and_by_the_dice_that_fall() -> None:
    sheet = rows("quickfire")
    assert [row[0] for row in sheet["Damage"][1:]] == [str(total) for total in range(2, 13)]
    words = pairs(sheet["In words, two dice"][1:])
    assert words["A fire goes out on"] == "6, 7 and 8"
    assert words["Gunnery, speed, direction repaired on"] == "5, 6 and 7"
    assert [row[0] for row in sheet["Sinking"][1:4]] == ["¼", "½", "1"]
    page = as_html(reference(SYSTEMS["quickfire"]))
    assert "A hit does 1d6 speed hits" in page


@pytest.mark.rule("BFE-QRS-1")
def test_the_sheets_own_words_on_jamming_stand_on_the_sheet() -> None:
    page = as_html(reference(SYSTEMS["battles_for_empire"]))
    said = "re-roll misses; “1” on any die = jam; no shooting effects this turn. Fire normally next turn"
    assert said in page and "BFE-QRS-1" in page


def test_the_sheet_of_the_colonial_battles_holds_moving_charging_and_camelry() -> None:
    sheet, page = rows("battles_for_empire"), as_html(reference(SYSTEMS["battles_for_empire"]))
    assert {"Moving and firing", "What marching costs", "Added to each fire die", "Ground"} <= set(sheet)
    assert "never charges; charged while mounted: Shaken at once" in page
    assert ("below 1", "2/4", "Falter", "Recoil 4/6") in sheet["Conduct: British and European regulars"]
    assert page.count("Falter") > 8, "the conduct charts are whole"


@pytest.mark.parametrize("key", ["nights_of_fury", "nw_smoke"])
def test_shares_of_the_value_are_told_in_words(key: str) -> None:
    assert "1/8 of the value" in as_html(reference(SYSTEMS[key]))


@pytest.mark.parametrize("key", SYSTEMS)
def test_no_raw_entry_of_a_table_stands_on_a_sheet(key: str) -> None:
    for section in reference(SYSTEMS[key]).sections:
        for table in section.tables:
            cells = [cell for row in (table.header, *table.rows) for cell in row]
            assert not any("_" in cell or "mils" in cell for cell in cells), table.title
            assert all(len(row) == len(table.header) for row in table.rows), table.title


@pytest.mark.parametrize("key", SYSTEMS)
def test_nothing_is_cut_in_the_picture(key: str) -> None:
    book = FontBook()
    for section in reference(SYSTEMS[key]).sections:
        for table in section.tables:
            wide = _widths([table.header, *table.rows], book)
            assert sum(wide) + 6 * (len(wide) - 1) <= COLUMN, table.title
            for row in table.rows:
                for cell, width in zip(row, wide, strict=True):
                    longest = max((book.width(word, "text", 14) for word in cell.split()), default=0)
                    assert longest <= width, (table.title, cell)


def test_a_rule_that_is_switched_off_is_not_on_the_sheet() -> None:
    fury = SYSTEMS["nights_of_fury"]
    without = reference(fury, {"night_penalty": False})
    assert "night: target not lit" in as_html(reference(fury))
    assert "night: target not lit" not in as_html(without)
    assert ("Amended: night penalty", False, False) in without.switches


def test_words_are_made_safe_for_a_page() -> None:
    page = as_html(reference(SYSTEMS["nw_smoke"]))
    assert "<script" not in page and page.isprintable() is False and page.endswith("</html>\n")


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("key", WITH_SHEET)
def test_the_picture_has_the_shape_of_a_sheet_and_is_not_empty(key: str) -> None:
    picture = draw_reference(reference(SYSTEMS[key]), FontBook())
    width, height = picture.get_size()
    assert 1000 < width < 3000 and 0.4 < width / height < 2.5
    assert len({tuple(picture.get_at((x, y))) for x in (90, width // 2) for y in range(height)}) > 20


def test_the_verb_writes_both_kinds_of_file_and_refuses_others(tmp_path: Path) -> None:
    for name, verb in (("sheet.html", reference_verb), ("sheet.png", reference_picture_verb)):
        args = parser().parse_args(["reference", "quickfire", "--out", str(tmp_path / name)])
        assert verb(args) == 0 and (tmp_path / name).stat().st_size > 5000
    assert pygame.image.load(tmp_path / "sheet.png").get_width() > 1000
    for words in (["monopoly"], ["quickfire", "--out", "sheet.doc"], ["quickfire", "--option", "moon=on"]):
        assert reference_verb(parser().parse_args(["reference", *words])) == 2


def test_the_errata_verb_tells_both_sides_of_an_amendment(capsys: pytest.CaptureFixture[str]) -> None:
    assert errata_verb(parser().parse_args(["errata", "nights_of_fury"])) == 0
    output = capsys.readouterr().out
    assert "miss 41.7 %" in output and "miss 58.3 %" in output
    assert errata_verb(parser().parse_args(["errata", "monopoly"])) == 2


def test_of_a_sheet_that_amends_nothing_the_errata_verb_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert not any(rule.amends for rule in SYSTEMS["quickfire"].rulebook.rules.values())
    assert errata_verb(parser().parse_args(["errata", "quickfire"])) == 0
    assert "amends no rule" in capsys.readouterr().out


@pytest.mark.sweep(keep=3)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("key", SYSTEMS)
def test_the_sheet_goes_on_pages_of_paper_whole(key: str, paper: str) -> None:
    sheet, book = reference(SYSTEMS[key]), FontBook()
    pages = draw_pages(sheet, book, paper)
    wide, high = PAPERS[paper]
    for page in pages:
        assert page.get_height() == page.get_width() * high // wide
    room = pages[0].get_height() - 2 * EDGE - HEAD
    heights = _heights(_panels(sheet, book), book)
    assert max(heights) <= room, "a panel is higher than the page"
    assert f"size: {paper}" in as_html(sheet, paper)


def test_paper_is_asked_for_by_its_name(tmp_path: Path) -> None:
    args = parser().parse_args(["reference", "nights_of_fury", "--paper", "Letter", "--out", str(tmp_path / "s.png")])
    assert reference_picture_verb(args) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["s-1.png", "s-2.png"]


def test_the_sheets_of_both_nws_games_are_laid_out_in_words() -> None:
    for key, unit in (("nights_of_fury", "bands"), ("nw_smoke", "hexes")):
        sheet = rows(key)
        guns = pairs(sheet["Added to the roll of the guns"])
        assert guns["night: target not lit, not on fire, using no searchlight"] == "−1"
        assert guns["target evading"] == "−2"
        assert guns["ship number 4 at one target this turn, and each one more"] == "−1 each"
        assert sheet["Victory points"][1][:2] == ("Light damage", "1/8 of the value")
        assert ("a 6, then 4–5", "structure +1, only if she is on fire") in sheet["Damage control"]
        assert f"Across: {unit}, up to." in as_html(reference(SYSTEMS[key]))
    fury, smoke = rows("nights_of_fury"), rows("nw_smoke")
    assert fury["Victory points"][4] == ("Out of action", "3/4 of the value", "the whole value")
    assert ("worst damage Heavy", "+4") in fury["Added on the solitaire chart"]
    islands = [row[1] for row in fury["Islands of the campaign: a die"][3:]]
    assert islands == ["1 to 5", "1 to 4", "1 to 4", "1", "2", "3–4", "5–6"]
    assert smoke["A die for smoke"][1:] == [("1", "blocked"), ("2–3", "partly blocked"), ("4–6", "not blocked")]


def test_the_rulebook_shows_the_charts_of_the_sheet() -> None:
    (chart,) = laid_out_charts(SYSTEMS["nw_smoke"], "NW-HS-2")
    assert chart.title == "A die for smoke" and ("2–3", "partly blocked") in chart.rows
    assert not laid_out_charts(SYSTEMS["nw_smoke"], "NW-ORD-H2")


def test_the_sheet_of_perfidious_albion_is_in_words_from_the_charts_of_play() -> None:
    sheet, page = rows("perfidious_albion"), as_html(reference(SYSTEMS["perfidious_albion"]))
    assert [row[1] for row in sheet["Crew Test"][1:]] == ["3 or less", "4 or less", "5 or less"]
    assert [row[1] for row in sheet["In formation"][1:]] == ['within 4"', 'within 5"', 'within 6"']
    assert ("Heavy", "9", "−1") in sheet["Weather"] and ("Calm", "1–6", "+2") in sheet["Weather"]
    mines = pairs(sheet["Mines"][1:])
    assert (mines["Mine attack"], mines["Each point of density"], mines["Storm"]) == ("50 %", "+10 %", "+40 %")
    torpedoes = {row[0]: row[1:] for row in sheet["Torpedoes and mines"]}
    assert torpedoes["Long torpedo"] == ("3", '6", 2 turns') and torpedoes["Short torpedo"] == ("1", '3"')
    assert pairs(sheet["Prices in points"][1:])["Gun of a battery, type G"] == "22.5"
    assert "10 or more" in pairs(sheet["Going aground"][1:])["Aground"]
    assert "{" not in page.partition("</style>")[2], "every number stands in its words"


@pytest.mark.parametrize("key", SYSTEMS)
def test_no_number_of_a_sheet_stands_there_by_the_name_it_has_in_its_file(key: str) -> None:
    """Such a line would read "Points: Single halves 1". Every chart of a sheet is a panel in words instead."""
    assert [section.title for section in reference(SYSTEMS[key]).sections if section.lines] == []


def test_the_edges_of_the_zulus_and_the_jammed_rudder_stand_in_words() -> None:
    horns = rows("battles_for_empire")["The horns of the buffalo"]
    assert ("Left horn", "2, 3", "4, 5, 6", "2, 3") in horns and ("Chest", "4, 5, 6, 8, 9, 10", "–", "–") in horns
    assert ("Marginal victory", "else") in rows("battles_for_empire")["Grades of victory"]
    rudder = pairs(rows("quickfire")["Movement"][1:])["A jammed rudder, one die"]
    assert rudder == "1 and 2 port, 3 and 4 straight, 5 and 6 starboard"


ROOM = 70  # letters of 7.5 points in a column of half a Letter page, the narrower of the two
PADDING = 2  # letters that the room beside a cell takes


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_page_fits_a4_and_letter(key: str) -> None:
    """Two columns between margins of 10 mm; cells wrap between words, so the longest words of a row must have room."""
    page = as_html(reference(SYSTEMS[key]))
    assert "columns: 2" in page.partition("@media print")[2]
    for section in reference(SYSTEMS[key]).sections:
        for table in section.tables:
            for row in (table.header, *table.rows):
                words = [max((len(word) for word in cell.split()), default=1) for cell in row]
                assert sum(words) + PADDING * len(words) <= ROOM, (table.title, row)
