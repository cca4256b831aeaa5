"""Frictions a newcomer met (issue 16, `review/play.md`), each with the test that keeps it fixed.

The others have tests elsewhere. 13 boxes of a ship card; 16 blank rule links; 19 what the cursor and tooltips lie over;
23 a wake before its counter; 24 a list that jumps under the hand; and rule cards over the lower half of a counter.
"""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.boards import animation, drawing_tools
from game.boards.board_factory import make_board
from game.boards.draw_items import Words
from game.boards.overlay import Overlay
from game.boards.timeline import plan
from game.hud.box_grid import BoxGrid
from game.hud.breakdown_rows import sum_rows
from game.hud.hint_cards import ANCHORS
from game.scenes.play import PlayScene
from game.scenes.start import new_game
from game.scenes.title import TitleScene
from game.skins import load_skin
from game.stack import Push
from game.ui import widgets as ui
from game.ui.fonts import FontBook
from game.ui.logview import LogView
from game.ui.markup import LogEntry
from game.ui.theme import NIGHT
from game.ui.tooltip import Tip
from rules.kernel.breakdown import Breakdown, Modifier  # type: ignore[attr-defined]
from rules.kernel.dice import SeededDice
from rules.kernel.seat import Seat
from rules.kernel.view import Panel
from tests.conftest import SOAK, begin, stroll, system_of
from tests.game.screens import app_in
from tests.pictures import screen, settle

SIZES_NAMED = ("1280", "1920", "150")
SIZES = ((300, 1.0), (300, 1.5), (440, 1.0), (230, 1.0))  # unscaled width of a card, UI scale


def box_panels() -> dict[str, Panel]:
    """Return the box grids of all ships of three battles in inches."""
    found = {}
    for game in ("round_island", "two_and_two", "texel"):
        session = begin(f"perfidious_albion/{game}")
        for note in session.scenario.sides:
            seat = Seat(session, note.key)
            for piece in seat.view().pieces:
                found.update({panel.title: panel for panel in seat.panels(piece.id) if panel.kind == "boxes"})
    return found


def test_no_word_of_a_ship_card_touches_the_edge_of_its_box_or_its_armour(tmp_path: Path) -> None:
    panels = box_panels()
    assert len(panels) > 10
    seen = 0
    for wide, scale in SIZES:
        app = app_in(tmp_path, (1920, 1080), scale)
        for panel in panels.values():
            grid = BoxGrid(panel, width=wide)
            app.tree.set_root(ui.Row(grid, ui.Spacer()))
            app.tree.ensure_layout()
            for row, cells in enumerate(panel.rows, 1):
                for column, cell in enumerate(cells, 1):
                    word, _, small = cell.text.partition("|")
                    box = grid.box_rect(column, row)
                    letters = grid.letters(word.strip(), small, box, "bold" if "strong" in cell.tone else "text")
                    seen += len(letters)
                    for number, one in enumerate(letters):
                        assert box.inflate(-2, -2).contains(one.seen), (panel.title, cell.text, wide, scale)
                        assert one.seen.collidelist([other.seen for other in letters[:number]]) < 0, (panel.title, cell)
                    assert not word.strip() or any(one.role != "figures" for one in letters), (panel.title, cell.text)
    assert seen > 500


def test_every_line_of_a_sum_names_its_rule() -> None:
    book = system_of("nw_smoke/cape_esperance").rulebook
    rule = "NW-GUN-H1"
    terms = tuple(Modifier(value, words, rule) for value, words in ((-1, "firepower 2"), (4, "armour 4")))
    thrown = Breakdown(rule=rule, what="Helena fires", sides=6, count=2, need=3, terms=terms)
    rows = sum_rows((thrown,), book)
    links = [row.children[1].spoken_text() for row in rows]
    assert len(links) == 3 and all(rule in link for link in links), links


def test_a_tooltip_keeps_off_the_buttons_that_give_orders_and_off_the_dice(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    end = ui.Button("End phase", id="end_phase")
    end.guarded = True
    app.tree.set_root(ui.Column(ui.Spacer(), ui.Row(ui.Spacer(), end)))
    app.tree.ensure_layout()
    words = "Nearest place in reach: 463 by 318, and more words " * 4
    window = pygame.Rect((0, 0), app.tree.size)
    tried = 0
    for x in range(700, 1280, 40):
        for y in range(500, 720, 20):
            app.tree.show_tip(pygame.Rect(x, y, 30, 20), words, (x, y))
            assert app.tree.tip is not None
            tried += Tip(app.tree, pygame.Rect(x, y, 30, 20), words, (x, y), "").rect.colliderect(end.rect)
            assert not app.tree.tip.rect.colliderect(end.rect) and window.contains(app.tree.tip.rect), (x, y)
    assert tried > 10  # many of them would, if nothing prevented it


def test_no_line_at_the_top_of_the_log_is_cut_in_half(tmp_path: Path) -> None:
    log = LogView([LogEntry(f"line {number} of what has happened") for number in range(60)], id="log")
    app = app_in(tmp_path)
    app.tree.set_root(ui.Column(log, ui.Spacer()))
    for high in range(200, 240, 3):
        log.height = high
        log.relayout()
        app.tree.ensure_layout()
        log.scroll_to(log.most)
        app.tree.mark_all()
        app.tree.draw(app.surface)
        first = log.entries_in_view()[0]
        cut = log._entry_rect(first).clip(log.rect)
        if cut.h and log._entry_rect(first).y < log.rect.y:
            strip = app.surface.subsurface(cut)
            ground = strip.get_at((0, 0))
            assert {tuple(strip.get_at((x, y))) for x in range(0, cut.w - 12, 2) for y in range(cut.h)} == {
                tuple(ground)
            }
    log.scroll_to(log.most - 10)  # while scrolling the lines are seen
    assert not log.follow


def test_what_gives_an_order_and_the_dice_are_guarded(tmp_path: Path) -> None:
    app = screen("hex_night", "1280", tmp_path)
    for id in ("end_phase", "aim_give", "dice", "dice_what", "dice_need"):
        assert app.tree.find(id).guarded, id


def test_the_cursor_is_not_drawn_through_the_label_of_a_sight_line(tmp_path: Path) -> None:
    app = screen("hex_move", "1280", tmp_path)
    pane = app.scene.pane  # type: ignore[attr-defined]
    place = pane.board.pieces[0].at
    pane.set_overlay(Overlay(note=(place, "Sight blocked: smoke in hex 1605", "NW-SMK-10")))
    settle(app, 1)
    label = pane.board.label_rect
    assert label is not None
    before = app.surface.subsurface(label).copy()
    spots = [(x, y) for x in range(label.left, label.right, 6) for y in range(label.top, label.bottom, 6)]
    places = {pane.board.hit(spot).place for spot in spots}
    assert len(places) > 1
    for under in places:
        pane.cursor = under
        settle(app, 0)
        assert pygame.image.tobytes(app.surface.subsurface(label), "RGB") == pygame.image.tobytes(before, "RGB"), under
    pane.cursor = None
    pane.set_overlay(Overlay())
    settle(app, 1)
    assert pane.board.label_rect is None


@pytest.mark.parametrize(
    "game",
    [
        "nw_smoke/cape_esperance",
        "nights_of_fury/tassafaronga",
        "quickfire/dash_to_chifu",
        "perfidious_albion/two_and_two",
    ],
)
def test_a_wake_is_never_ahead_of_the_counter_that_draws_it(game: str) -> None:
    session = begin(game, seed=3)
    skin = load_skin(session.system.key)
    for step in stroll(session, SeededDice(5), 150):
        view = Seat(session, "").view()
        where = {piece.id: piece.at for piece in view.pieces}
        slides = [m for m in plan(step.events, skin, where.get).motions if m.piece and len(m.path) > 1]
        wakes = [mark.places for mark in view.markers if mark.kind == "wake" and len(mark.places) > 1]
        own = [(wake, m) for wake in wakes for m in slides if wake[-1] in m.path[-2:] and m.path[0] in wake[:-1]]
        if own:
            break
    else:
        raise AssertionError("nobody has drawn a wake")
    wake, run = own[0]
    board = make_board(session.system.board, session.sheet, view.ground, NIGHT, FontBook())
    board.resize(pygame.Rect(0, 0, 900, 600))
    board.set_view(view)
    layout = board._layout_at(1.0)  # type: ignore[attr-defined]
    grown = [animation.wake_so_far(wake, slides, t, layout) for t in (*range(0, run.end, 20), run.end)]
    assert grown[0] == wake[: wake.index(run.path[0]) + 1] and grown[-1] == wake
    assert [len(part) for part in grown] == sorted(len(part) for part in grown)
    board.animate(slides)
    moving, bare = pygame.Surface((900, 600)), pygame.Surface((900, 600))
    board.draw(moving, 0)
    cut = [
        mark.but(places=animation.wake_so_far(mark.places, slides, 0, layout)) if mark.kind == "wake" else mark
        for mark in view.markers
    ]
    board.set_view(view.but(markers=tuple(cut)))
    board.draw(bare, 0)
    assert pygame.image.tobytes(moving, "RGB") == pygame.image.tobytes(bare, "RGB")
    board.skip()
    board.draw(bare)
    assert pygame.image.tobytes(moving, "RGB") != pygame.image.tobytes(bare, "RGB")


FIGHTS = ("hex_night", "bands_fight", "table_fight", "land_fight", "inches_fight")
LABELLED = [(name, size) for name in FIGHTS for size in ("1280", "1920", "150")]


@pytest.mark.parametrize(("name", "size"), LABELLED if SOAK else [LABELLED[0], LABELLED[-1]])
def test_words_of_markers_never_lie_over_each_other_a_name_or_a_counter(name: str, size: str, tmp_path: Path) -> None:
    board = screen(name, size, tmp_path).scene.board  # type: ignore[attr-defined]
    laid = board.marks.laid
    assert len(laid) >= 3 or name != "inches_fight"
    assert [box for number, box in enumerate(laid) if box.collidelist(laid[:number]) >= 0] == []
    assert [box for box in laid if box.collidelist(board.boxes()) >= 0] == []
    assert all(board.rect.contains(box) for box in laid)


@pytest.mark.parametrize("size", ["1280", "1920", "150"] if SOAK else ["150"])
def test_units_side_by_side_on_land_do_not_lie_over_each_other(size: str, tmp_path: Path) -> None:
    board = screen("land_opening", size, tmp_path).scene.board  # type: ignore[attr-defined]
    places = [piece.at for piece in board.pieces]
    alone = [spot for spot in board._draw_order() if places.count(spot.piece.at) == 1]
    bodies = [spot.box for spot in alone]
    assert len(bodies) > 15
    assert [box for number, box in enumerate(bodies) if box.collidelist(bodies[:number]) >= 0] == []


@pytest.mark.parametrize("name", ["inches_fight", "table_opening"])
def test_models_at_the_edge_of_a_table_are_seen_whole(name: str, tmp_path: Path) -> None:
    board = screen(name, "1280", tmp_path).scene.board  # type: ignore[attr-defined]
    shift = board._shift()
    bases = [drawing_tools.bounds(spot.corners, 0).move(shift) for spot in board.fleet.standing(board.camera.zoom)]
    assert [base for base in bases if not board.rect.contains(base)] == []


def test_a_rule_card_goes_where_it_covers_no_counter_not_even_the_lower_half_of_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = screen("bands_fight", "1280", tmp_path)
    scene = app.scene
    assert isinstance(scene, PlayScene)
    cards, board = scene.rule_cards, scene.board
    cards.rule = "NoF-GUN-H1"
    cards.show()
    settle(app)
    assert cards.card is not None
    covered = {anchor: cards._cover_cost(anchor) for anchor in ANCHORS}
    assert covered[cards.anchor] == min(covered.values())
    card = cards.card.rect.copy()
    counter = pygame.Rect(card.x + 20, card.y - 60, 60, 80)  # its middle lies above, its lower part within
    monkeypatch.setattr(board, "boxes", lambda: [counter])
    before = cards.anchor
    cards.settle()
    settle(app)
    assert cards.anchor != before and not cards.card.rect.colliderect(counter)


def test_a_turn_has_two_rule_cards_at_most_and_what_waits_comes_in_another(tmp_path: Path) -> None:
    app = screen("hex_night", "1280", tmp_path)
    scene = app.scene
    assert isinstance(scene, PlayScene)
    cards, state = scene.rule_cards, scene.session.state
    app.met.carded.clear()
    cards.close()
    lines = []
    for rule in ("NW-GUN-H1", "NW-GUN-H4", "NW-DMG-H2", "NW-EV-H3"):
        cards._note_rules([rule], [rule])
        lines.append(cards.rule)
        cards.close()
    assert lines == ["NW-GUN-H1", "NW-GUN-H4", "", ""]
    cards._turn = (state.cursor.turn - 1, 2)
    cards._note_rules(["NW-DMG-H2"], ["NW-DMG-H2"])
    assert cards.rule == "NW-DMG-H2"


WATCHED = ("hex_night", "bands_fight", "table_fight", "land_fight", "inches_fight")


@pytest.mark.parametrize("size", SIZES_NAMED if SOAK else ["1280"])
@pytest.mark.parametrize("name", WATCHED if SOAK else WATCHED[2:3])
def test_the_bar_of_a_watched_game_lies_on_no_cartouche(name: str, size: str, tmp_path: Path) -> None:
    app = screen(name, size, tmp_path)
    scene = app.scene
    assert isinstance(scene, PlayScene)
    scene.screen.watch.set_visible(True)
    settle(app)
    bar, box = scene.screen.watch.rect, scene.board.corners.box("cartouche")  # type: ignore[attr-defined]
    assert bar.w > 100 and (box is None or not bar.colliderect(box)), (bar, box)


def test_a_game_to_go_on_with_pushes_nothing_down_when_it_has_been_found(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    session = new_game(app, app.library.find("nw_smoke/little_and_gregory"), {}, {"USN": "human", "IJN": "quick"}, 3)
    for _ in stroll(session, SeededDice(2), 6):
        pass
    session.close()
    app.change(Push(TitleScene(app)))
    app.tree.ensure_layout()
    before = [app.tree.find(id).rect.copy() for id in ("play", "saves", "settings", "quit")]
    for _ in range(4):
        app.frame()
    assert app.tree.find("resume").is_shown
    assert [app.tree.find(id).rect for id in ("play", "saves", "settings", "quit")] == before


def test_the_campaign_is_told_as_one_and_seen_without_scrolling(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    app.screens.scenarios("nights_of_fury")
    app.frame()
    for id in ("campaigns", "battle_campaign", "more_battles"):
        assert app.tree.root.rect.contains(app.tree.find(id).rect), id


def test_words_of_markers_are_drawn_over_all_other_marks(tmp_path: Path) -> None:
    board = screen("hex_night", "1280", tmp_path).scene.board  # type: ignore[attr-defined]
    listed = board._marker_items((), 0)
    kinds = [isinstance(item, Words) for item in listed]
    assert any(kinds) and kinds == sorted(kinds)
