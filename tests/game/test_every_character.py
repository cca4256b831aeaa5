"""Any text can be drawn.

Characters of each category alone, between letters and after a letter, wherever text is shown.
"""

from __future__ import annotations

import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

import pygame
import pytest
from fontTools.ttLib import TTFont

from game.boards import lettering
from game.paper.pdf_writer import PAPERS, PdfWriter, words
from game.ui import font_files, richtext
from game.ui import widgets as ui
from game.ui.fonts import FONT_FOLDER, ROLES, FontBook, pieces, screen_pieces, undrawable_characters
from game.ui.theme import NIGHT
from tests.conftest import SOAK
from tests.game.test_ui_widgets import stage, type_text

CODES = range(sys.maxunicode + 1) if SOAK else (*range(0x3100), *range(0xD7F0, 0xE010), *range(0xFB00, 0x10010))
EACH = 50 if SOAK else 2  # characters of a category
ODD = [chr(code) for code in (0x34F, 0x115F, 0x17B4, 0x200B, 0x202E, 0x2060, 0x3164, 0xFE0F, 0xFEFF, 0xFFFC, 0xE0101)]
TAKEN = ["©️", "™️", "®️", "x️", "夜戦", "🚢", "👨‍👩‍👧", "e\u0301", "\u0301", "שלום", "العربية", "l\u2028l", "a\nb\tc", ""]


def of_every_category() -> list[str]:
    """Return some characters of each category, and those of which pygame is known to draw nothing."""
    found: dict[str, list[str]] = defaultdict(list)
    for code in CODES:
        found[unicodedata.category(chr(code))].append(chr(code))
    spread = [signs[:: max(1, len(signs) // EACH)] for signs in found.values()]
    return [*(sign for signs in spread for sign in signs), *ODD]


SIGNS = of_every_category()
TEXTS = [text for sign in SIGNS for text in (sign, f"a{sign}b", f"x{sign}", f"{sign} {sign}")] + TAKEN
MARGINAL = [text for text in TEXTS if not any(unicodedata.category(sign)[0] in "LPS" for sign in text)] + TAKEN


def test_the_samples_hold_every_category() -> None:
    every = {unicodedata.category(chr(code)) for code in range(sys.maxunicode + 1)}
    assert {unicodedata.category(sign) for sign in SIGNS} == every


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("role", sorted(ROLES) if SOAK else ["text", "bold_italic", "figures", "title", "symbols"])
def test_the_font_book_draws_any_text(role: str) -> None:
    book = FontBook()
    for text in TEXTS:
        assert book.render(text, role, 16, (9, 9, 9)).get_width() > 0
        assert book.word(text, role, 11, (9, 9, 9)).get_width() > 0
        book.ink_rect(text, role, 9)
        assert book.width(book.fit(text * 40, role, 16, 60), role, 16) <= 60


def test_boards_letter_any_text() -> None:
    book = FontBook()
    for text in TEXTS:
        lettering.render_spaced(book, text, "title_medium", 14, (9, 9, 9), 2)
        lettering.render_arched(book, text, "title_italic", 14, (9, 9, 9), 2)


def test_rich_text_wraps_and_draws_any_text() -> None:
    book, surface = FontBook(), pygame.Surface((300, 60), pygame.SRCALPHA)
    for text in TEXTS:
        for width in (40, 300):
            block = richtext.wrap(book, richtext.parse(f"{text} **{text}** *{text}*"), 16, width)
            richtext.paint(surface, book, richtext.shorten(book, block, 16, 1), (0, 0), 16, NIGHT, "ink")


def page_of(text: str) -> ui.Widget:
    """Return every widget that shows text, with the same text."""
    entry = ui.LogEntry(text, text, "x", text)
    return ui.Column(
        ui.TextInput(text, id="field", hint=text),
        ui.Row(ui.Button(text, note=text, id="a"), ui.Toggle(text), ui.DropDown((text, "b"))),
        ui.Row(ui.PhaseRibbon((text, text), 0, (text,)), ui.ProgressBar(0.5, text=text)),
        ui.BarChart([ui.Bar(text, 0.5, note=text)]),
        ui.Panel(ui.Label(text), title=text, note=text),
        ui.Tabs([(text, ui.RichText(text)), ("b", ui.Label(text, wrap=False))]),
        ui.LogView([entry, entry], height=60, id="log"),
        ui.Table([ui.Heading(text), ui.Heading(text, right=True)], [(text, text)], height=60),
        ui.ListBox([text], height=40),
    )


def test_every_widget_draws_any_text() -> None:
    surface = pygame.Surface((800, 900))
    for text in TEXTS if SOAK else MARGINAL:
        tree = stage(page_of(text), surface.get_size())
        tree.focus(tree.find("field"))
        type_text(tree, text)
        tree.handle(pygame.Event(pygame.TEXTEDITING, text=text, start=0, length=0))
        tree.show_tip(tree.find("a").rect, text)
        tree.draw(surface)
        tree.open(ui.Menu([ui.MenuItem(text, keys=text)], anchor=pygame.Rect(9, 9, 9, 9)))
        tree.draw(surface)
        tree.open(ui.message(text, text, [ui.Button(text)]))
        tree.draw(surface)


def test_paper_takes_any_text() -> None:
    press = PdfWriter(PAPERS["a4"], "©️ \u2060", abs)
    press.page("\u200b")
    for text in TEXTS:
        press.text((20, 20), press.fit(text, "bold", 8, 50), "bold")
    press.flow("\u2060", [words(text) for text in MARGINAL], 3)
    assert press.finish().startswith(b"%PDF")


def test_what_is_typed_by_a_picker_of_emoji_is_kept_and_the_caret_moves_over_it() -> None:
    field = ui.TextInput(id="field")
    tree = stage(ui.Column(field))
    tree.focus(field)
    type_text(tree, "©️ now")
    tree.draw(pygame.Surface(tree.size))
    assert field.text == "©️ now"


def test_invisible_characters_take_no_room_and_leave_no_box() -> None:
    book = FontBook()
    for sign in ("\u2060", "\u200b", "\ufeff", "\u202e", "\ufe0f", "\u00ad"):
        assert pieces(f"a{sign}b", "text") == (("ab", "text"),)
        assert book.width(sign, "text", 16) == 0


def test_an_accent_typed_apart_from_its_letter_is_drawn_on_it() -> None:
    assert pieces("e\u0301", "title") == (("é", "title"),)


def test_a_letter_no_shipped_font_has_comes_from_a_font_of_the_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with TTFont(FONT_FOLDER / ROLES["text"]) as font:  # any font with the character will do: ours, renamed
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[0x591C] = "A"
        font.save(tmp_path / "night.ttf")
    (tmp_path / "broken.ttf").write_bytes(b"\0\1\0\0\0\1")
    (tmp_path / "empty.ttf").write_bytes(b"")
    files = {name: str(tmp_path / f"{name}.ttf") for name in ("broken", "empty", "gone", "night")}
    monkeypatch.setattr(pygame.font, "get_fonts", lambda: [*files])
    monkeypatch.setattr(pygame.font, "match_font", files.get)
    caches = (font_files._system_fonts, font_files.system_font, screen_pieces)
    for cached in caches:
        cached.cache_clear()
    try:
        assert screen_pieces("a夜", "text") == (("a", "text"), ("夜", files["night"]))
        assert undrawable_characters("a夜戦夜戦\u2060") == "戦"
        book = FontBook()
        night, letter = book.render("夜", "text", 40, (9, 9, 9)), book.render("A", "text", 40, (9, 9, 9))
        assert night.get_bounding_rect().w == pytest.approx(letter.get_bounding_rect().w * 0.86, abs=2)
    finally:
        for cached in caches:
            cached.cache_clear()
