"""The window as an accessibility tree.

Every kind of widget has a role, every control a name, and numbers do not change.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.reader.accesskit_tree import available, build_tree
from game.reader.picture import Node, Painter, Picture, changed_nodes
from game.reader.roles import LIVE, ROLES, ROOT, SILENT
from game.ui import widgets as ui
from game.ui.accessible_text import MOST_ROWS, spoken_text, visible_rows
from tests.pictures import SCREENS, screen

SIGNS = "·•▸◀▶…»→\u200b"


def kinds(of: type[ui.Widget]) -> Iterator[type[ui.Widget]]:
    yield of
    for below in of.__subclasses__():
        yield from kinds(below)


def tree_of(*widgets: ui.Widget) -> ui.Tree:
    tree = ui.Tree((800, 600))
    tree.set_root(ui.Column(*widgets, id="root"))
    return tree


def node_named(picture: Picture, name: str) -> Node:
    return next(node for node in picture.nodes.values() if node.name == name)


def key_of(picture: Picture, name: str) -> int:
    return next(key for key, node in picture.nodes.items() if node.name == name)


def test_every_kind_of_widget_has_a_role() -> None:
    assert sorted({made.kind for made in kinds(ui.Widget)} - set(ROLES)) == []


@pytest.mark.sweep(keep=10)
@pytest.mark.parametrize("name", SCREENS)
def test_on_every_screen_what_can_be_taken_hold_of_is_told_with_a_name_without_signs(name: str, tmp_path: Path) -> None:
    app = screen(name, "1280", tmp_path, painted=False)
    picture = Painter("Fighting Instructions").picture(app.tree, app.scene.title)
    assert picture.faults() == []
    data = {id(widget): picture.nodes[key] for key, (widget, row) in picture.behind.items() if row < 0}
    ring = list(app.tree.ring())
    assert ring
    assert [w.kind for w in ring if id(w) not in data] == []
    assert [(w.kind, w.id) for w in ring if not data[id(w)].name] == []
    bad = [
        (node.role, words)
        for node in picture.nodes.values()
        for words in (node.name, node.value)
        if any(sign in SIGNS or unicodedata.category(sign) in ("So", "Co", "Cc") for sign in words)
    ]
    assert bad == []
    assert [node for node in picture.nodes.values() if node.role in ("", SILENT)] == []
    nameless = ("list", "menu")  # what is reported where nothing says what the rows are
    assert [widget.id for widget, row in picture.behind.values() if row < 0 and data[id(widget)].name in nameless] == []


def test_boards_tables_and_logs_tell_their_rows(tmp_path: Path) -> None:
    app = screen("hex_move", "1280", tmp_path)
    picture = Painter("T").picture(app.tree, "Play")
    board = next(node for node in picture.nodes.values() if node.role == "board")
    rows = [picture.nodes[key].name for key in board.children]
    view = app.scene.hand.view  # type: ignore[attr-defined]
    assert all(any(piece.name in row for row in rows) for piece in view.pieces)
    assert any(row.startswith("can go to hex ") for row in rows)
    log = next(node for node in picture.nodes.values() if node.role == "log")
    assert log.name == "Log" and log.children and len(log.children) <= MOST_ROWS


def test_the_panels_of_the_title_are_named(tmp_path: Path) -> None:
    app = screen("title", "1280", tmp_path)
    picture = Painter("T").picture(app.tree, "Title")
    groups = {node.name for node in picture.nodes.values() if node.role == "group"}
    assert {system.title for system in app.systems.values()} <= groups


def test_states_values_and_reasons_are_told() -> None:
    tree = tree_of(
        ui.Toggle("Mute", True),
        ui.Button("Fire", enabled=False, reason="No *ammunition*. [x](rule:x)"),
        ui.form_row(ui.Label("Motion"), ui.DropDown(("full", "off"), 1)),
        ui.form_row(ui.Label("Size"), ui.Slider(100, 75, 250, step=5, unit=" %")),
        ui.Button("◀ Back", chosen=True),
    )
    picture = Painter("T").picture(tree)
    assert node_named(picture, "Mute").on is True
    assert node_named(picture, "Fire").more == "not available: No ammunition. x"
    assert (node_named(picture, "Back").role, node_named(picture, "Back").chosen) == ("button", True)
    by_role = {node.role: node for node in picture.nodes.values()}
    assert (by_role["combo"].name, by_role["combo"].value) == ("Motion", "off")
    assert (by_role["slider"].name, by_role["slider"].number) == ("Size", (100.0, 75.0, 250.0, 5.0))


def test_a_screen_built_anew_keeps_its_numbers_and_only_what_changed_is_told() -> None:
    painter = Painter("T")
    first = painter.picture(tree_of(ui.Button("One", id="a"), ui.Button("Two", id="b")))
    second = painter.picture(tree_of(ui.Button("One", id="a"), ui.Button("Three", id="b")))
    assert key_of(first, "Two") == key_of(second, "Three")
    assert {node.name for node in changed_nodes(first, second).values()} == {"Three"}
    assert changed_nodes(None, first) == first.nodes


def test_what_is_open_hides_what_is_behind_it_and_the_focus_is_the_chosen_row() -> None:
    tree = tree_of(ui.Button("Behind", id="a"))
    listed = ui.ListBox(["north", "south", "west"], "list")
    tree.open(ui.Modal("Where to", listed))
    tree.focus(listed)
    listed.choose(1)
    picture = Painter("T").picture(tree)
    assert "Behind" not in {node.name for node in picture.nodes.values()}
    assert picture.nodes[picture.focus].name == "south"
    assert picture.nodes[picture.focus].place == (1, 3)


def test_a_long_list_tells_the_rows_around_the_chosen_one() -> None:
    assert visible_rows(10, -1) == range(10)
    assert visible_rows(1000, 500) == range(475, 525)
    assert visible_rows(1000, -1) == range(950, 1000)
    assert visible_rows(1000, 3) == range(0, 50)


def test_words_said_twice_are_told_as_other_words() -> None:
    painter, tree = Painter("T"), tree_of(ui.Label("x"))
    heard = []
    for _ in range(3):
        painter.say("Unavailable", False)
        heard.append(painter.picture(tree).nodes[LIVE].name)
    assert heard[0] != heard[1] != heard[2] and {word.rstrip() for word in heard} == {"Unavailable"}


def test_signs_are_put_into_words() -> None:
    assert spoken_text("◀ Back") == "Back"
    assert spoken_text("●●●○○ · about 50 minutes") == "3 of 5, about 50 minutes"
    assert spoken_text("a → b, ± 3 %") == "a to b, plus or minus 3 %"
    assert spoken_text("First\nSecond.") == "First. Second."


@pytest.mark.skipif(not available(), reason="accesskit package is missing")
def test_text_is_told_in_letters_of_bytes_and_words_of_letters_and_the_window_in_its_language() -> None:
    run = build_tree({"role": "run", "name": "für 2 Schiffe"})
    assert run.value == "für 2 Schiffe"
    assert [*run.character_lengths] == [1, 2] + [1] * 11 and [*run.word_lengths] == [4, 2, 7]
    field = build_tree({"role": "field", "name": "search", "children": [9], "caret": 4})
    assert field.text_selection.focus.node == 9 and field.text_selection.focus.character_index == 4
    assert Painter("T").picture(tree_of(ui.Label("x"))).nodes[ROOT].language == "en"
    assert build_tree({"role": "window", "language": "en"}).language == "en"


def test_a_broken_picture_names_its_faults() -> None:
    nodes = {ROOT: Node("window", children=(5, 5, 6)), 5: Node("button"), 7: Node("label")}
    assert Picture(nodes, 9).faults() == [
        "child 6 does not exist",
        "5 has two parents",
        "7 has no parent",
        "the focus 9 does not exist",
    ]
