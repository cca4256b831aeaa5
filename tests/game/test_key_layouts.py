"""Keys of other alphabets: what each layout of a keyboard sends, and what the program does with it."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.app import App
from game.hud.keychange import why_not, with_key
from game.hud.keymap import Keys, key_name
from game.scene import Scene
from game.ui import widgets as ui
from tests.game.screens import app_in, show

CTRL, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT

# Letters of each layout in the order of the US keys, as SDL 2.32 reported them on X11 (setxkbmap ru, gr, il, ara, th).
US = "apmz"
LAYOUTS = {"ru": "фзья", "gr": "απμζ", "il": "שפצז", "ara": "شحةئ", "th": "ฟยทผ"}


def event(us: str, sign: str, mod: int = 0, kind: int = pygame.KEYDOWN) -> pygame.Event:
    """Return the key at the place of a US letter, with its own character."""
    typed = "" if mod & CTRL else sign
    return pygame.event.Event(
        kind, key=ord(sign), scancode=getattr(pygame, f"KSCAN_{us.upper()}"), unicode=typed, mod=mod
    )


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_letter_that_is_not_latin_does_what_its_place_does_on_a_us_keyboard(layout: str) -> None:
    keys, signs = Keys(), dict(zip(US, LAYOUTS[layout], strict=True))
    wanted = {"a": "advice", "p": "pieces", "m": "menu_here"}
    assert {us: keys.action_of(event(us, signs[us])) for us in wanted} == wanted
    assert keys.action_of(event("z", signs["z"], CTRL)) == "undo"
    assert keys.action_of(event("z", signs["z"], CTRL | SHIFT)) == "redo"


def test_latin_letters_follow_the_letter_and_not_the_place() -> None:
    """Source: `setxkbmap fr`, `de`: the letter on the key counts, as it always did."""
    assert key_name(event("q", "a")) == "a"
    assert key_name(event("z", "y", CTRL)) == "ctrl+y"
    assert key_name(event("o", "ö")) == "ö"


def test_a_key_with_any_letter_can_be_given_to_an_action() -> None:
    """Cyrillic zhe lies on the US semicolon, German u umlaut on the left bracket: no Latin letter stands for them."""
    for sign, place in (("ж", pygame.KSCAN_SEMICOLON), ("ü", pygame.KSCAN_LEFTBRACKET)):
        pressed = pygame.event.Event(pygame.KEYDOWN, key=ord(sign), scancode=place, unicode=sign, mod=0)
        name = key_name(pressed)
        assert why_not({}, "sight", name) == ""
        assert Keys(with_key({}, "sight", name)).action_of(pressed) == "sight"
    taken = key_name(event("a", "ф"))
    assert "is used for" in why_not({}, "sight", taken), "the key that says A on a US keyboard is taken"
    assert Keys(with_key({}, "sight", key_name(event("j", "о")))).action_of(event("j", "о")) == "sight"


class Page(Scene):
    """A page with one field, which keeps every key that nothing else takes."""

    title = "page"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.field = ui.TextInput("Kirishima", id="name")
        self.keys: list[int] = []

    def build(self) -> ui.Widget:
        return ui.Column(self.field)

    def key(self, event: pygame.Event) -> bool:
        self.keys.append(event.key)
        return True


def test_every_page_hears_the_latin_key(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    page = Page(app)
    show(app, page)
    app.tree.focus(None)
    for us, sign in zip(US, LAYOUTS["ru"], strict=True):
        app.handle(event(us, sign))
    app.handle(event("a", "a"))
    assert page.keys == [pygame.K_a, pygame.K_p, pygame.K_m, pygame.K_z, pygame.K_a]


def test_a_text_field_selects_cuts_and_leaves_undo_to_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", held.append)
    app = app_in(tmp_path)
    page = Page(app)
    show(app, page)
    app.tree.focus(page.field)
    app.handle(event("a", "ф", CTRL))
    assert page.field.selection == (0, 9)
    app.handle(event("x", "ч", CTRL))
    assert held == ["Kirishima"] and page.field.text == ""
    app.handle(event("z", "я", CTRL))
    assert page.keys == [pygame.K_z]
