"""A line to type in: what is selected by keys and mouse, what the clipboard takes and gives."""

from __future__ import annotations

import pygame
import pytest

from game.ui import widgets as ui
from game.ui.tree import Tree
from tests.game.test_ui_widgets import key, stage, type_text

SHIFT, CTRL = pygame.KMOD_SHIFT, pygame.KMOD_CTRL


@pytest.fixture
def field() -> ui.TextInput:
    """Return a focused field with a sentence in it, the caret at the end."""
    found = ui.TextInput("Kirishima leads Takao", id="name", limit=30)
    stage(ui.Column(found, ui.Button("b", id="b"))).focus(found)
    return found


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return a clipboard instead of the desktop's: what lies on it under the key `text`."""
    held: dict[str, str] = {}
    pygame.display.init()
    pygame.display.set_mode((50, 50))
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: held.update(text=text))
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: held["text"])
    monkeypatch.setattr(pygame.scrap, "has_text", lambda: "text" in held)
    return held


def tree_of(field: ui.TextInput) -> Tree:
    """Return the tree the field hangs in."""
    assert isinstance(field.tree, Tree)
    return field.tree


def point(field: ui.TextInput, letter: int) -> tuple[int, int]:
    """Return where the gap before a letter is on the screen."""
    before = tree_of(field).book.width(field.text[:letter], "text", field.size_px("body"))
    return field.rect.x + field.px(8) + before, field.rect.centery


def press(field: ui.TextInput, letter: int, to: int | None = None, *, at_ms: int = 0) -> None:
    """A press of the mouse before a letter, let go there or before another."""
    tree, down = tree_of(field), point(field, letter)
    tree.tick(at_ms)
    tree.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=down, button=1))
    up = point(field, letter if to is None else to)
    tree.handle(pygame.Event(pygame.MOUSEMOTION, pos=up, rel=(1, 0), buttons=(1, 0, 0)))
    tree.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=up, button=1))


def test_what_is_selected_with_shift_is_replaced_by_what_is_typed(field: ui.TextInput) -> None:
    for _ in "Takao":
        key(tree_of(field), pygame.K_LEFT, SHIFT)
    assert field.selection == (16, 21) and field.caret == 16
    type_text(tree_of(field), "Nagara")
    assert field.text == "Kirishima leads Nagara" and field.selection == (22, 22)
    key(tree_of(field), pygame.K_HOME, SHIFT)
    key(tree_of(field), pygame.K_BACKSPACE)
    assert field.text == ""


def test_an_arrow_without_shift_goes_to_the_end_of_what_was_selected(field: ui.TextInput) -> None:
    field.select(3, 9)
    key(tree_of(field), pygame.K_LEFT)
    assert field.selection == (3, 3)
    field.select(9, 3)
    key(tree_of(field), pygame.K_RIGHT)
    assert field.selection == (9, 9)
    key(tree_of(field), pygame.K_DELETE)
    assert field.text == "Kirishimaleads Takao"


def test_control_goes_and_takes_out_by_words(field: ui.TextInput) -> None:
    key(tree_of(field), pygame.K_LEFT, CTRL)
    assert field.caret == 16
    key(tree_of(field), pygame.K_LEFT, CTRL | SHIFT)
    assert field.selection == (10, 16)
    key(tree_of(field), pygame.K_RIGHT, CTRL)
    assert field.caret == 15, "the end of the next word"
    key(tree_of(field), pygame.K_BACKSPACE, CTRL)
    assert field.text == "Kirishima  Takao"


def test_all_is_selected_cut_copied_and_put_in_again(field: ui.TextInput, clipboard: dict[str, str]) -> None:
    heard: list[str] = []
    field.on_change = heard.append
    key(tree_of(field), pygame.K_a, CTRL)
    assert field.selection == (0, 21) and heard == []
    key(tree_of(field), pygame.K_x, CTRL)
    assert field.text == "" and clipboard["text"] == "Kirishima leads Takao" and heard == [""]
    key(tree_of(field), pygame.K_v, CTRL)
    key(tree_of(field), pygame.K_v, CTRL)
    assert field.text == "Kirishima leads TakaoKirishima", "no more than fits"
    field.select(0, 9)
    key(tree_of(field), pygame.K_c, CTRL)
    assert clipboard["text"] == "Kirishima" and field.selection == (0, 9)
    key(tree_of(field), pygame.K_END)
    key(tree_of(field), pygame.K_x, CTRL)
    assert len(field.text) == 30 and clipboard["text"] == "Kirishima", "nothing is selected: nothing is cut"


def test_a_full_field_takes_as_much_as_is_replaced(field: ui.TextInput) -> None:
    field.set_text("x" * 30)
    field.select(10, 13)
    type_text(tree_of(field), "abcdef")
    assert field.text == "x" * 10 + "abc" + "x" * 17 and field.caret == 13


def test_the_mouse_selects_by_dragging_a_word_by_two_presses_all_by_three(field: ui.TextInput) -> None:
    press(field, 2, 7)
    assert field.selection == (2, 7) and field.caret == 7
    press(field, 12, at_ms=1_000)
    assert field.selection == (12, 12)
    press(field, 12, at_ms=1_200)
    assert field.selection == (10, 15)
    press(field, 12, at_ms=1_400)
    assert field.selection == (0, 21)
    press(field, 12, at_ms=3_000)
    assert field.selection == (12, 12), "much later it is a first press again"
    press(field, 12, 4, at_ms=3_200)
    assert field.selection == (4, 15) and field.caret == 4, "the word stays whole, whichever way the hand goes"


def test_what_is_selected_is_shown_and_forgotten_with_the_focus(field: ui.TextInput) -> None:
    surface = pygame.Surface(tree_of(field).size)
    field.select(0, 9)
    tree_of(field).draw(surface)
    x, y = point(field, 5)
    line = [surface.get_at((at, field.rect.centery - field.px(8)))[:3] for at in range(field.rect.x, x)]
    assert pygame.Color(field.palette.selected)[:3] in line
    tree_of(field).focus(tree_of(field).find("b"))
    assert field.selection == (9, 9)


def test_a_field_that_may_not_be_changed_can_still_be_copied(field: ui.TextInput, clipboard: dict[str, str]) -> None:
    field.enabled = False
    key(tree_of(field), pygame.K_a, CTRL)
    for code, mod in ((pygame.K_x, CTRL), (pygame.K_u, CTRL), (pygame.K_BACKSPACE, 0), (pygame.K_DELETE, CTRL)):
        key(tree_of(field), code, mod)
    assert field.text == "Kirishima leads Takao" and not clipboard
    key(tree_of(field), pygame.K_c, CTRL)
    assert clipboard["text"] == "Kirishima leads Takao"
    assert not key(tree_of(field), pygame.K_z, CTRL), "undo is the screen's"


@pytest.mark.parametrize("error", [pygame.error("no clipboard"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no text")])
@pytest.mark.parametrize("name", ["has_text", "get_text", "put_text"])
def test_a_clipboard_that_fails_loses_nothing(
    field: ui.TextInput, clipboard: dict[str, str], monkeypatch: pytest.MonkeyPatch, error: Exception, name: str
) -> None:
    def fail(*_words: str) -> str:
        raise error

    clipboard["text"] = ""
    monkeypatch.setattr(pygame.scrap, name, fail)
    before = field.text
    for code in (pygame.K_a, pygame.K_c, pygame.K_v):
        key(tree_of(field), code, CTRL)
    assert field.text == before
    key(tree_of(field), pygame.K_x, CTRL)
    assert field.text == (before if name == "put_text" else ""), "a text is cut only if the clipboard has it"
