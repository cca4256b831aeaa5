"""A battle on paper: measured in the PDF itself, as a player measures with a ruler, to two tenths of a millimetre."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise
from math import dist
from pathlib import Path
from typing import Any

import pygame
import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from game.boards.fort_art import is_works
from game.folders import find_folders
from game.library import MAPS, Shelves, open_map
from game.paper.cards import shares
from game.paper.maps import tiles
from game.paper.pdf_writer import PAPERS, RULER, PdfWriter, font
from game.paper.play_aids_pdf import COUNTER_MM, cards_of, hides, kit_pdf
from game.paper.setup_plan import lay_plan
from game.skins import load_skin
from game.ui.fonts import FontBook
from game.workshop.scenario_edits import blank_scenario, with_special
from game.workshop.scenario_yaml import as_yaml
from game.workshop.skirmish import DrawnForce, draw
from game.workshop.user_files import copy_map, keep_battle
from rules import SYSTEMS
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.nights_of_fury.missions import available_ships
from rules.nights_of_fury.setup import scene_for_month
from rules.perfidious_albion.setup.purchase_pool import on_sale
from tests.capabilities import BUILDABLE
from tests.conftest import ROOT, begin, scenario_named
from tests.console.run import run_main
from tests.report.measured import Drawn, dots_of, drawn_paths, fonts_missing, lowest_fonts, open_pdf, size_of, text_of
from tests.report.test_report import WHOLE

GAMES = (
    "nw_smoke/little_and_gregory",
    "nights_of_fury/little_and_gregory",
    "quickfire/open_door",
    "battles_for_empire/the_wells",
    "perfidious_albion/round_island",
)
SHEETS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
BOTH = [
    (game, paper) for paper in SHEETS for game in GAMES if WHOLE or paper == "a4" or game in (GAMES[2], GAMES[4])
]  # those with square counters on Letter in make soak
INCH = 25.4
WITHIN = 0.2  # mm


@cache
def pdf_of(game: str, paper: str = "a4") -> bytes:
    """Return the PDF of a battle."""
    pygame.font.init()
    return kit_pdf(begin(game), paper, FontBook())


def pages(game: str, heading: str, paper: str = "a4") -> list[list[Drawn]]:
    """Return the lined paths of each page with a heading."""
    return [drawn_paths(page) for page in open_pdf(pdf_of(game, paper)) if text_of(page).startswith(heading)]


def paths_of_size(found: list[list[Drawn]], wide: float, high: float) -> list[Drawn]:
    """Return the paths of a size, to two tenths of a millimetre."""
    return [path for paths in found for path in paths if path.is_sized(wide, high, WITHIN)]


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize(("game", "paper"), BOTH)
def test_every_sheet_is_of_its_paper_with_a_ruler_true_to_length_and_the_fonts_in_the_file(
    game: str, paper: str
) -> None:
    document = open_pdf(pdf_of(game, paper))
    assert len(document) > 7
    for page in document:
        assert sorted(size_of(page)) == pytest.approx(SHEETS[paper], abs=WITHIN)
        rulers = [path for path in drawn_paths(page) if path.is_sized(RULER, 0.0, WITHIN)]
        assert len(rulers) == 1
        assert rulers[0].left_edge >= 8
        assert rulers[0].top <= size_of(page)[1] - 8
        assert fonts_missing(page) == set()


@pytest.mark.parametrize(("game", "paper"), [(game, paper) for game, paper in BOTH if game not in (GAMES[2], GAMES[4])])
@pytest.mark.sweep(keep=1)
def test_counters_are_square_and_their_backs_lie_behind_them(game: str, paper: str) -> None:
    session = begin(game)
    view = session.system.view(session.state, "")
    kind = "bands" if session.system.board == "bands" else session.sheet.ground if session.sheet else ""
    side = COUNTER_MM[kind]
    ships = sum(1 + len(piece.hulls) * (len(piece.hulls) > 1) for piece in view.pieces)
    fronts, backs = pages(game, "Counters 100 mm", paper), pages(game, "Counters: backs", paper)
    fronts = fronts or [found for found in pages(game, "Counters", paper) if found not in backs]
    front, back = paths_of_size(fronts, side, side), paths_of_size(backs, side, side)
    assert len(front) == len(back) == ships
    wide = SHEETS[paper][0]
    mirrored = {(round(wide - path.left_edge - side, 1), round(path.top, 1)) for path in front}
    assert {(round(path.left_edge, 1), round(path.top, 1)) for path in back} == mirrored


@pytest.mark.rule("PA-TOR-H1", "PA-6.1-11", "PA-6.2-2", "PA-6.2-3")
@pytest.mark.parametrize("paper", SHEETS)
def test_a_torpedo_marker_is_an_inch_wide_at_its_narrow_end_two_at_its_wide_end_and_six_long(paper: str) -> None:
    found = pages("perfidious_albion/round_island", "Templates", paper)
    singles = paths_of_size(found, 6 * INCH, 2 * INCH)
    assert singles
    for marker in singles:
        edges = sorted(dist(one, other) for one, other in pairwise((*marker.corners, marker.corners[0])))
        ends = [edge for edge in edges if edge > 1 and edge < 6 * INCH - 1]
        assert ends == pytest.approx([INCH, 2 * INCH], abs=WITHIN)
    # "a short one is the same wedge cut at 3 inches; a double one is twice as wide"
    short = paths_of_size(found, 3 * INCH, 1.5 * INCH)
    assert short
    narrow = min(dist(one, other) for one, other in pairwise(short[0].corners))
    assert narrow == pytest.approx(INCH, abs=WITHIN)
    assert paths_of_size(found, 6 * INCH, 4 * INCH)
    assert paths_of_size(found, 3 * INCH, 3 * INCH)


@pytest.mark.rule("PA-TAB-H4")
@pytest.mark.parametrize("paper", SHEETS)
def test_ships_of_the_inch_table_stand_on_bases_of_their_size(paper: str) -> None:
    found = pages("perfidious_albion/round_island", "Counters", paper)
    assert len(paths_of_size(found, 2 * INCH, 0.6 * INCH)) == 2 * 7  # seven ships of Size 1, fronts and backs
    assert len(paths_of_size(found, 1 * INCH, 1 * INCH)) == 2 * 3  # three pairs of boats


@pytest.mark.rule("PA-TAB-H2", "PA-MOV-H3")
def test_the_speed_ruler_gives_half_an_inch_a_knot_and_the_turn_is_half_a_right_angle() -> None:
    found = pages("perfidious_albion/round_island", "Templates")
    (ruler,) = paths_of_size(found, 9 * INCH, 0.6 * INCH)
    marks = sorted(
        path.left_edge - ruler.left_edge
        for paths in found
        for path in paths
        if path.size[0] < 0.1 and abs(path.top - ruler.top) < 0.1 and ruler.left_edge < path.left_edge
    )
    assert marks[:18] == pytest.approx([knots * INCH / 2 for knots in range(1, 19)], abs=WITHIN)
    assert paths_of_size(found, 2 * INCH, 2 * INCH)


@pytest.mark.rule("QF-MOV-H1", "QF-TOR-1", "QF-RAM-H5")
@pytest.mark.parametrize("paper", SHEETS)
def test_the_rulers_and_hulls_of_the_millimetre_table_are_true(paper: str) -> None:
    found = pages("quickfire/open_door", "Templates", paper)
    for length in (40, 50, 60, 80, 100):
        assert len(paths_of_size(found, length, 14.0)) == 1
    session = begin("quickfire/open_door")
    counters = pages("quickfire/open_door", "Counters", paper)
    for ship, length in session.state.scene.length.items():
        assert sum(abs(path.size[0] - length / 1000) < WITHIN for paths in counters for path in paths) >= 2, ship


def test_the_ruler_is_true_when_the_page_is_painted_at_six_hundred_dots_to_the_inch() -> None:
    page = open_pdf(pdf_of(GAMES[2]))[0]
    dots = 600 / INCH
    painted = page.render(scale=600 / 72, crop=(0, 0, 200, page.get_height() - 60)).to_pil().convert("L")
    wide, high, tones = painted.width, painted.height, painted.tobytes()

    def dark_in(y: int) -> list[int]:
        return [x for x, tone in enumerate(tones[y * wide : y * wide + int(112 * dots)]) if tone < 128]

    dark = max(map(dark_in, range(high)), key=len)
    assert (max(dark) - min(dark)) / dots == pytest.approx(RULER, abs=WITHIN)


def test_sheets_of_a_map_overlap_and_cover_it() -> None:
    for length, room in ((100.0, 190.0), (190.0, 190.0), (500.0, 190.0), (1385.5, 190.0)):
        begins = tiles(length, room)
        assert begins[0] == 0
        assert begins[-1] + room >= length
        assert all(0 < after - before < room for before, after in pairwise(begins))


def test_what_a_side_does_not_know_is_not_on_its_set_up_sheet() -> None:
    game = "nw_smoke/little_and_gregory"
    assert hides(begin(game))
    sheets = [text_of(page) for page in open_pdf(pdf_of(game)) if text_of(page).startswith("Set-up")]
    assert len(sheets) == 3
    whole, american, japanese = sheets
    assert "hex 1710" in whole
    assert "hex 1113" in whole
    assert "hex 1113" not in american
    assert "hex 1710" not in japanese
    assert "You are outgunned" not in japanese


def test_hostile_names_are_words_on_paper_too() -> None:
    nasty = "<b>Bold</b> & <img src='x'/>"
    scenario = scenario_named("quickfire", "lesson_duel")
    sides = (scenario.sides[0].but(name=nasty, brief=nasty), scenario.sides[1])
    forces = tuple(force.but(name=nasty, tag=nasty) for force in scenario.forces)
    session = Session(
        SYSTEMS["quickfire"],
        scenario.but(title=nasty, briefing=nasty, sides=sides, forces=forces),
        open_map("quickfire", scenario.map),
    )
    pygame.font.init()
    text = text_of(open_pdf(kit_pdf(session, "a4", FontBook()))[0])
    assert "<b>Bold</b>" in text
    assert "<img src='x'/>" in text


@pytest.mark.rule("PA-2.1-17", "PA-SCN-H1")
def test_a_battle_whose_fleets_are_bought_has_a_counter_a_side_and_one_card_of_each_class_on_sale() -> None:
    game = "perfidious_albion/open_fleet"
    session = begin(game)
    classes = {card.title for card in on_sale(session.state.scene).values()}
    assert len(classes) > 20
    cards = " ".join(text_of(page) for page in open_pdf(pdf_of(game)) if text_of(page).startswith("Cards"))
    assert [title for title in classes if title not in cards] == []
    assert cards.count("Mikasa battleship") == 1
    assert "chance of one gun" in cards
    bases = [path for paths in pages(game, "Counters") for path in paths if path.is_sized(2 * INCH, 0.6 * INCH)]
    large = sum(card.size == 1 and not card.torpedo_craft for card in on_sale(session.state.scene).values())
    assert len(bases) == 2 * 2 * large  # fronts and backs for two sides
    words = text_of(open_pdf(pdf_of(game))[0])
    assert "This file has counters and cards of all units that may arrive" in words


@pytest.mark.rule("NoF-CAM-H6")
@pytest.mark.sweep(keep=0)
def test_a_campaign_has_a_counter_and_a_card_of_every_ship_that_may_be_drawn_in_it() -> None:
    game = "nights_of_fury/campaign"
    session = begin(game)
    last = session.state.but(scene=scene_for_month(session.state.scene, "1942-11"))
    kinds = ("BB", "CA", "CL", "DD", "AP", "AV")
    ships = [name for side in ("USN", "IJN") for kind in kinds for name in available_ships(last, side, kind)]
    assert len(ships) > 80
    document = open_pdf(pdf_of(game))
    cards = " ".join(text_of(page) for page in document if text_of(page).startswith("Cards"))
    assert [name for name in ships if last.scene.names[name] not in cards] == []
    side = COUNTER_MM["bands"]
    counters = paths_of_size(
        [p for p in pages(game, "Counters") if p not in pages(game, "Counters: backs")], side, side
    )
    assert len(counters) > len(ships)  # and one for each division
    assert "12 rounds" in text_of(document[0]) and "minutes" not in text_of(document[0])


def test_the_verb_writes_a_pdf_and_never_over_another(tmp_path: Path) -> None:
    out = tmp_path / "duel.pdf"
    first = run_main(tmp_path, "print", "lesson_duel", "--paper", "Letter", "-o", str(out))
    assert (first.returncode, first.stderr) == (0, "")
    before = out.read_bytes()
    assert before.startswith(b"%PDF")
    again = run_main(tmp_path, "print", "quickfire/lesson_duel", "-o", str(out))
    assert "duel-2.pdf" in again.stdout
    assert out.read_bytes() == before
    missing = run_main(tmp_path, "print", "the_welds", "-o", str(out))
    assert missing.returncode == 2
    assert "did you mean 'the_wells'" in missing.stderr
    lost = run_main(tmp_path, "print", "lesson_duel", "-o", str(tmp_path / "no" / "a.pdf"))
    assert lost.returncode == 1
    assert "is not saved" in lost.stderr
    assert PAPERS


def test_a_battle_of_ones_own_on_a_map_of_ones_own_is_printed(tmp_path: Path) -> None:
    own = find_folders(str(tmp_path)).own
    system = SYSTEMS["battles_for_empire"]
    assert system.editor_schema is not None
    bench = system.editor_schema()
    copy_map(MAPS / system.key / f"{bench.map}.tmx", own / system.key, "my_coast")
    sheet = Shelves(own).sheet(system.key, "my_coast")
    made = draw(system, sheet, DrawnForce(5, bench.budget[0])).but(map="my_coast", title="My own fight & <more>")
    path = keep_battle(own, made, as_yaml)
    out = tmp_path / "own.pdf"
    done = run_main(tmp_path, "print", str(path), "--out", str(out), "--paper", "letter")
    assert (done.returncode, done.stderr) == (0, "")
    found = [text_of(page) for page in open_pdf(out.read_bytes())]
    assert found[0].startswith("Set-up") and "My own fight & <more>" in found[0]
    cards = " ".join(text for text in found if text.startswith("Cards"))
    assert [unit.name for force in made.forces for unit in force.units if unit.name not in cards] == []
    assert sum(text.startswith("Map: sheet") for text in found) == 2


@pytest.mark.parametrize("key", BUILDABLE)
def test_every_ship_of_a_built_battle_has_a_card_of_her_own(key: str) -> None:
    system = SYSTEMS[key]
    assert system.editor_schema is not None
    bench = system.editor_schema()
    made = draw(system, sheet := open_map(key, bench.map), DrawnForce(5, bench.budget[0]))
    session = Session(system, made, sheet)
    pieces = Seat(session, "").view().pieces
    carded = [panels[0].title for piece in pieces for panels in cards_of(session, piece, ())]
    ships = [unit.name for force in made.forces for unit in force.units]
    assert [name for name in ships if not any(title.startswith(name) for title in carded)] == []


def test_a_battle_that_somebody_sent_is_printed_or_refused_in_words(tmp_path: Path) -> None:
    sent = tmp_path / "mine.yaml"
    text = (ROOT / "maps" / "quickfire" / "lesson_duel.yaml").read_text("utf-8")
    sent.write_text(text.replace("key: lesson_duel", "key: my_duel"), "utf-8")
    done = run_main(tmp_path / "user", "print", str(sent), "-o", str(tmp_path / "mine.pdf"))
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "mine.pdf").read_bytes().startswith(b"%PDF")
    sent.write_text("key: [", "utf-8")
    bad = run_main(tmp_path / "user", "print", str(sent))
    assert bad.returncode == 1
    assert "mine.yaml" in bad.stderr
    assert "Traceback" not in bad.stderr


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("game", GAMES)
def test_a_print_file_is_small_and_its_pictures_are_fine_enough_for_paper(game: str) -> None:
    """A map of four sheets weighed 29 MB as bare pixels; three hundred dots to the inch are what a printer shows."""
    assert len(pdf_of(game)) < 5_000_000
    coarse = [dots for page in open_pdf(pdf_of(game)) for dots in dots_of(page) if min(dots) < 299]
    assert coarse == []


@pytest.mark.parametrize("game", GAMES)
def test_no_column_of_the_charts_ends_with_a_heading_whose_chart_stands_elsewhere(game: str) -> None:
    """A chart that did not fit went to the next column, and left its heading behind."""
    columns = [(10.0, 70.0), (73.0, 133.0), (138.0, 198.0)]
    charts = [page for page in open_pdf(pdf_of(game)) if text_of(page).startswith("Charts")]
    assert charts
    last = [font for page in charts for font in lowest_fonts(page, columns, 20.0)]
    assert [font for font in last if "Bold" in font or "Garamond" in font] == []


def test_hexes_on_paper_are_lines_and_their_numbers_letters() -> None:
    (first, *_) = [page for page in open_pdf(pdf_of(GAMES[3])) if text_of(page).startswith("Map: sheet A1")]
    assert "0101" in text_of(first) and "0503" in text_of(first)
    flat = [path.size[1] for path in drawn_paths(first) if len(path.corners) >= 6]
    assert len(flat) > 40 and max(flat) - min(flat) < WITHIN


def test_names_on_the_plan_of_the_table_end_within_its_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """Yellow Sea: the rear ship lies so near the east edge that her name stood across the frame."""
    ends: dict[str, float] = {}

    def text(press: PdfWriter, at: tuple[float, float], words: str, *how: Any, anchor: float = 0) -> None:
        ends[words] = at[0] + (1 - anchor) * press.width(words, *how[:2])

    monkeypatch.setattr(PdfWriter, "text", text)
    view = Seat(begin("quickfire/yellow_sea"), "").view()
    press = PdfWriter(PAPERS["letter"], "Yellow Sea")
    lay_plan(press, view, "Table", ([0.0], [0.0]), {})
    left, _, wide, _ = press.room
    assert max(ends[piece.tag or piece.name] for piece in view.pieces) <= left + wide
    assert len(view.pieces) == 12


def test_names_on_the_plan_keep_out_of_each_others_way_and_mines_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against the naval base: the names of forts, batteries and destroyers in a row stood over each other."""
    boxes: dict[str, tuple[float, float, float, float]] = {}

    def text(press: PdfWriter, at: tuple[float, float], words: str, *how: Any, anchor: float = 0) -> None:
        wide = press.width(words, *how[:2])
        left = at[0] - anchor * wide
        boxes[words] = (left, at[1] - 1.4, left + wide, at[1])

    monkeypatch.setattr(PdfWriter, "text", text)
    view = Seat(begin("perfidious_albion/naval_base"), "").view()
    press = PdfWriter(PAPERS["letter"], "The base")
    lay_plan(press, view, "Table", ([0.0, 200.0, 400.0], [0.0, 250.0]), {})
    names = [piece.tag or piece.name for piece in view.pieces]
    assert len(names) > 15
    over = [
        (one, other)
        for one, other in combinations((*names, "A1", "A2", "B2"), 2)
        if boxes[one][0] < boxes[other][2] and boxes[other][0] < boxes[one][2]
        and boxes[one][1] < boxes[other][3] and boxes[other][1] < boxes[one][3]
    ]  # fmt: skip
    assert over == []
    assert {"Naval base, density 4", "Naval base, density 10", "mines"} <= set(boxes)


def test_the_set_up_sheet_tells_of_mines_where_they_lie_and_is_no_longer_than_a_page() -> None:
    sheets = [text_of(page) for page in open_pdf(pdf_of("perfidious_albion/naval_base", "letter"))]
    (words,) = [text for text in sheets if text.startswith("Set-up")]
    assert "Minefield of Naval base, density 4, radius 3 from its centre, 30.0 by 22.0 inches" in words
    assert "Baseline" not in words and "Circle" not in words
    for paper in SHEETS:
        kambula = [text_of(page) for page in open_pdf(pdf_of("battles_for_empire/abu_klea", paper))]
        assert sum(text.startswith("Set-up") for text in kambula) == 1


@pytest.mark.parametrize("paper", SHEETS)
def test_forts_have_faces_markers_fill_the_last_page_of_counters_and_templates_share_sheets(paper: str) -> None:
    document = open_pdf(pdf_of("perfidious_albion/naval_base", paper))
    headed = [text_of(page) for page in document]
    session = begin("perfidious_albion/naval_base")
    works = sum(is_works(piece) for piece in Seat(session, "").view().pieces)
    (front,) = [page for page in document if text_of(page).startswith("Counters") and "backs" not in text_of(page)[:20]]
    small = sum(chit.count for chit in load_skin("perfidious_albion").chits.values())
    assert works == 7 and len(dots_of(front)) == works + small
    assert "on fire" in text_of(front) and not any(text.startswith("Markers") for text in headed)
    found = pages("perfidious_albion/naval_base", "Templates", paper)
    assert len(found) == {"a4": 4, "letter": 3}[paper]  # five when each came in its turn
    for paths in found:
        lying = [path for path in paths if path.size[0] > 20 and path.size[1] > 10]
        for one, other in combinations(lying, 2):
            apart = (
                one.left_edge + one.size[0] <= other.left_edge + WITHIN
                or other.left_edge + other.size[0] <= one.left_edge + WITHIN
                or one.top + one.size[1] <= other.top + WITHIN or other.top + other.size[1] <= one.top + WITHIN
            )  # fmt: skip
            assert apart


def test_the_last_sheet_of_a_table_ends_where_the_table_ends() -> None:
    """Open Door is 1,600 mm wide: beyond its east edge the sheet showed more sea."""
    document = open_pdf(pdf_of("quickfire/open_door", "letter"))
    tables = [page for page in document if text_of(page).startswith("Table: sheet A")]
    ends = ["edgeofthetable" in text_of(page).replace(" ", "") for page in tables]
    assert ends == [False] * (len(tables) - 1) + [True]
    seas = [max(path.left_edge + path.size[0] for path in drawn_paths(page) if path.size[1] > 100) for page in tables]
    first, last = min(seas), max(seas)
    assert first < last - 20


def test_numbers_and_their_signs_of_percent_stay_on_one_line() -> None:
    pygame.font.init()
    long = "Target end-on, within 30 degrees: bow or stern rake, or whatever else there is to say"
    wide = shares([*([long, ""] for _ in range(6)), [long, "−20 %"]], 100.0)
    assert wide[1] >= stringWidth("−20\u00a0%", font("bold"), 7.2)


def test_a_column_with_much_to_say_in_every_row_is_broader_than_one_with_much_in_a_single_row() -> None:
    """Names of torpedoes stood in three lines each beside columns held open for "next turn" in the last row."""
    pygame.font.init()
    rows = [["T93 Long Lance", *"7789"], ["Mk15 United States", *"7789"], ["Old (6th Year, Mk 8)", *"8889"]]
    made = shares([*rows, ["arrive", *["next turn"] * 4]], 150.0)
    assert made[0] >= stringWidth("Mk15 United States", font("bold"), 7.2)
    assert sum(made) <= 150.5


@pytest.mark.sweep(keep=0)
def test_a_campaign_of_ones_own_is_printed_with_its_rounds_and_says_when_its_forces_come() -> None:
    system = SYSTEMS["nights_of_fury"]
    assert system.editor_schema is not None
    bench = system.editor_schema()
    scenario = with_special(blank_scenario(system, bench, "Mine"), "rounds - 3")
    session = Session(system, scenario, open_map(system.key, scenario.map), seed=1)
    document = open_pdf(kit_pdf(session, "a4", FontBook()))
    words = " ".join(text_of(document[0]).split())
    assert "None yet: forces arrive during play." in words
    assert "Rounds 1 2 3" in words and "Turns" not in words
