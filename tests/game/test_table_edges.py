"""What a newcomer met at the edges of the table (issue 16): the bar of dice, rule cards, misses, the list of forces.

Nothing in them is cut off, and none of them covers a control.
"""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from game.boards import table_waters
from game.boards.overlay import SightLine
from game.boards.table_layout import Tabletop
from game.boards.table_overlay import break_point
from game.hit_test import Hit
from game.scenes.play import PlayScene
from game.ui.richtext import plain
from rules.kernel.breakdown import Breakdown, Modifier  # type: ignore[attr-defined]
from rules.kernel.rulebook import Rule
from rules.kernel.ruling import Rolled
from rules.kernel.view import Ground
from tests.conftest import SOAK, begin
from tests.game.play_table import Table
from tests.game.screens import app_in
from tests.game.table_views import GROUND, ISLAND, MIKASA
from tests.game.test_purchase_page import session
from tests.pictures import SIZES as WINDOWS
from tests.pictures import screen, settle

FIGHTS = ("nw_smoke/little_and_gregory", "nights_of_fury/little_and_gregory", "quickfire/lesson_duel",
          "battles_for_empire/abu_klea", "perfidious_albion/two_and_two")  # fmt: skip
SIZES = tuple(WINDOWS)
EVERY = [(game, size) for game in FIGHTS for size in SIZES]


def at_table(game: str, size: str, folder: Path) -> PlayScene:
    """Return a game at its first decision, as its sides sit at it."""
    window, scale = WINDOWS[size]
    game_begun = begin(game, seed=4)
    players = {note.key: "human" for note in game_begun.scenario.sides}
    table = Table(folder, players, session=game_begun, size=window, scale=scale)
    assert isinstance(table.app.scene, PlayScene)
    return table.app.scene


def longest_throw() -> Rolled:
    """Return a roll with a title and terms as long as any in the five games."""
    what = "fire of Heavy Camel Regiment, dragoon companies at Kenana spearmen, second rub'"
    terms = (Modifier(1, "1st Rate", "BFE-PUB-23"), Modifier(1, "from outside its front", "BFE-FIR-H3"))
    return Rolled(
        breakdown=Breakdown(rule="BFE-FIR-H2", what=what, sides=6, count=2, need=5, terms=terms, pool=True),
        faces=(4, 1),
        total=1,
        rule="BFE-FIR-H2",
    )


@pytest.mark.parametrize(("game", "size"), EVERY if SOAK else [EVERY[9]])
def test_nothing_of_the_bar_of_dice_is_cut(game: str, size: str, tmp_path: Path) -> None:
    scene = at_table(game, size, tmp_path)
    high = scene.app.tree.find("tray").rect.h
    for rolls in ((longest_throw(),), tuple(scene.tray.rolls)):
        scene.tray.show_rolls(rolls, 0, False)
        settle(scene.app)
        for id in ("dice_what", "dice_need", "dice_brief", "dice_whole", "luck_words", "points_title"):
            label = scene.app.tree.find(id)
            assert not (label.is_shown and label.hidden_text()), (id, label.spoken_text())  # type: ignore[attr-defined]
    assert [label.is_shown for label in (scene.tray.need, scene.tray.brief, scene.tray.whole)].count(True) == 1
    assert scene.app.tree.find("tray").rect.h == high, "what lies above does not move when dice fall"


@pytest.mark.parametrize(("game", "size"), EVERY if SOAK else [EVERY[0], EVERY[11]])
def test_a_rule_card_covers_neither_the_small_map_nor_the_scale(game: str, size: str, tmp_path: Path) -> None:
    scene = at_table(game, size, tmp_path)
    cards = scene.rule_cards
    rules: dict[str, Rule] = scene.book.rules
    cards.rule = max(rules, key=lambda rule: len(rules[rule].summary.partition(". ")[0]))
    cards.show()
    settle(scene.app)
    cards.settle()
    settle(scene.app)
    assert cards.card is not None
    box, board = cards.card.rect, scene.board
    for part in ("minimap", "bar"):
        lies = board.corners.box(part)  # type: ignore[attr-defined]
        assert lies is None or not lies.colliderect(box), part
    area = scene.pane.canvas.rect
    assert area.contains(box) and box.w * box.h < area.w * area.h // 5
    assert abs(box.centerx - area.centerx) > area.w // 8 or abs(box.centery - area.centery) > area.h // 8


def test_both_dice_for_the_initiative_lie_in_the_bar(tmp_path: Path) -> None:
    for name in FIGHTS[2:4]:
        scene = at_table(name, "1280", tmp_path / name.partition("/")[0])
        sides = [side.name for side in scene.session.scenario.sides]
        assert len(scene.tray.dice.dice) == len(sides), name
        assert scene.tray.what.spoken_text() == "Initiative"
        assert all(side in scene.tray.need.spoken_text() for side in sides), scene.tray.need.spoken_text()


def test_the_words_of_a_row_lie_beside_the_list_of_forces(tmp_path: Path) -> None:
    scene = at_table("quickfire/dash_to_chifu", "1280", tmp_path)
    app = scene.app
    panel = app.tree.find("forces")
    rows = [widget for widget in panel.walk() if widget.id.startswith("force_") and widget.tooltip]
    assert len(rows) > 2
    for row in rows:
        app.tree.show_tip(row.rect, row.tooltip, row.rect.center)
        assert app.tree.tip is not None and not app.tree.tip.rect.colliderect(panel.rect), row.id


def test_a_click_beside_the_only_counter_of_a_band_says_whose_it_is(tmp_path: Path) -> None:
    scene = at_table(FIGHTS[1], "1280", tmp_path)
    target = scene.hand.find(scene.hand.able_counters()[0])
    assert target is not None and not scene.hand.piece
    scene.pointer.choose_at(Hit(target.at))
    tip = scene.app.tree.tip
    assert tip is not None
    words = plain(tip.runs)
    assert target.name in words and "click its counter" in words and "0 band" not in words


def test_the_errata_desk_of_a_sheet_that_amends_nothing_shows_what_it_states(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    app.screens.errata("quickfire")
    app.frame()
    text = " ".join(widget.spoken_text() for widget in app.tree.find("exhibit").walk())
    stated = [rule for rule in app.systems["quickfire"].rulebook.rules.values() if rule.provenance == "seed"]
    assert len(stated) > 20 and all(rule.id in text and rule.title in text for rule in stated)


@pytest.mark.parametrize("size", SIZES if SOAK else ["150"])
def test_no_price_of_the_sale_is_cut(size: str, tmp_path: Path) -> None:
    window, scale = WINDOWS[size]
    table = Table(tmp_path, session=session("open_fleet"), size=window, scale=scale)
    tables = [widget for widget in table.app.tree.root.walk() if widget.kind == "order_table"]
    assert len(tables) > 4
    for found in tables:
        hidden = found.hidden_text()  # type: ignore[attr-defined]
        assert not any(letter.isdigit() for letter in hidden), hidden


def test_the_portrait_says_class_year_squadron_and_flag_as_far_as_the_roster_has_them(tmp_path: Path) -> None:
    said = {}
    for name in ("table_move", "hex_move"):
        app = screen(name, "1280", tmp_path / name)
        said[name] = app.tree.find("portrait").spoken_text()
    assert said["table_move"].endswith((", Japan", ", Russia")) and ", 19" in said["table_move"], said
    assert "class destroyer" in said["hex_move"] and "Destroyer Squadron 12" in said["hex_move"]
    assert said["hex_move"].endswith(", United States")


# --- The table: sight lines, coasts, depths and the grain of the water ---


def test_a_sight_line_is_cut_at_the_first_coast_it_meets() -> None:
    line = SightLine((100_000, 300_000), (700_000, 300_000), ((0,),))
    stop = break_point(line, GROUND)
    assert stop is not None
    assert stop[0] / Tabletop(GROUND).share == pytest.approx(300_000, abs=12_000)
    assert break_point(SightLine(line.start, line.end), GROUND) is None


def test_a_sight_line_over_open_water_is_cut_at_the_ship_in_the_way() -> None:
    line = SightLine((500_000, 800_000), (900_000, 800_000), ((0,),))
    ships = ((800_000, 801_000), (600_000, 799_000), (700_000, 900_000))
    stop = break_point(line, GROUND, ships, 10.0)
    assert stop is not None
    assert stop[0] / Tabletop(GROUND).share == pytest.approx(600_000, abs=1_000)
    halfway = break_point(line, GROUND)
    assert halfway is not None and halfway[0] / Tabletop(GROUND).share == pytest.approx(700_000)


def test_the_coast_passes_through_every_corner_of_its_outline() -> None:
    (coast,) = table_waters.coasts(GROUND)
    top = Tabletop(GROUND)
    for corner in ISLAND:
        assert min(math.dist(top.world(corner), point) for point in coast.points) < 0.01


def test_the_same_table_has_the_same_water_every_time() -> None:
    fresh = GROUND.but(labels=())
    assert table_waters.waters(fresh) == table_waters.waters(GROUND)


def test_a_table_in_inches_counts_in_inches() -> None:
    top = Tabletop(Ground(kind="table", size=(72_000, 48_000), unit="inch"))
    assert top.steps() == (1_000, 12_000)
    assert Tabletop(Ground(kind="table", size=(36_000, 24_000), unit="inch")).steps() == (1_000, 6_000)
    assert top.nearest_place((1_030, 99_000)) == (1_000, 48_000)
    assert top.model(MIKASA) / top.share == pytest.approx(432 * 12 / 3000 * 1000)


def test_an_empty_sea_shows_no_shoals() -> None:
    """Shallow water grounds ships and is placed by the players: nothing on the paper may look like it."""
    assert table_waters.waters(Ground(kind="table", size=(72_000, 72_000), unit="inch")).depths == ()


def test_depth_lines_lie_round_the_coasts_only() -> None:
    (coast,) = table_waters.coasts(GROUND)
    depths = table_waters.waters(GROUND).depths
    assert depths
    reach = 20 * table_waters.GRID
    for loop in depths:
        assert min(math.dist(point, shore) for point in loop.points for shore in coast.points) < reach
