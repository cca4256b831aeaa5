"""Fonts: coverage of every sign the program writes, fitting, wrapping, links, and the bounded cache."""

from __future__ import annotations

import pytest
from fontTools.ttLib import TTFont

from game.ui import richtext
from game.ui.fonts import CHARACTERS, FONT_FOLDER, ROLES, FontBook, covered_code_points, pieces


@pytest.fixture
def book() -> FontBook:
    return FontBook()


@pytest.mark.parametrize("role", sorted(set(ROLES) - {"symbols"}))
def test_every_sign_the_program_writes_is_in_the_font_or_in_the_symbol_font(role: str) -> None:
    have: set[int] = set()
    for name in (ROLES[role], ROLES["symbols"]):
        with TTFont(FONT_FOLDER / name) as font:
            have |= set(font.getBestCmap())
    assert [sign for sign in CHARACTERS if ord(sign) not in have] == []


@pytest.mark.parametrize("role", sorted(ROLES))
def test_our_reading_of_a_font_file_agrees_with_fonttools(role: str) -> None:
    with TTFont(FONT_FOLDER / ROLES[role]) as font:
        known = set(font.getBestCmap())
    assert known <= covered_code_points(role)
    assert all((ord(sign) in covered_code_points(role)) == (ord(sign) in known) for sign in CHARACTERS)


@pytest.mark.parametrize("role", ["figures", "figures_bold"])
def test_figures_are_all_of_one_width(role: str, book: FontBook) -> None:
    assert len({book.width(digit * 20, role, 40) for digit in "0123456789"}) == 1


def test_a_licence_lies_beside_the_fonts_of_each_family() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in FONT_FOLDER.glob("LICENSE-*.txt")}
    assert "SIL Open Font License" in texts["LICENSE-AlegreyaSans-OFL.txt"]
    assert "SIL Open Font License" in texts["LICENSE-EBGaramond-OFL.txt"]
    assert "Bitstream Vera" in texts["LICENSE-DejaVu.txt"]


def test_a_sign_the_text_font_lacks_comes_from_the_symbol_font() -> None:
    assert pieces("a⚓", "text") == (("a", "text"), ("⚓", "symbols"))
    assert all(role == "text" for _, role in pieces("plain words", "text"))


def test_a_text_too_long_ends_in_an_ellipsis_and_fits(book: FontBook) -> None:
    text = "First Naval Battle of Guadalcanal"
    short = book.fit(text, "title", 24, 150)
    assert short.endswith("…") and book.width(short, "title", 24) <= 150
    assert book.fit(text, "title", 24, 2000) == text


def test_the_text_cache_stays_within_its_budget() -> None:
    book = FontBook(budget_bytes=200_000)
    for number in range(300):
        book.render(f"entry number {number}", "text", 16, (255, 255, 255))
    assert 0 < book.used_bytes <= 200_000
    again = book.render("entry number 299", "text", 16, (255, 255, 255))
    assert again is book.render("entry number 299", "text", 16, (255, 255, 255))


def test_markup_becomes_runs_and_escaped_signs_stay_plain() -> None:
    runs = richtext.parse(r"a **b** *c* [d](rule:x) {bad:e} \*f\*")
    assert richtext.plain(runs) == "a b c d e *f*"
    assert [run.text for run in runs if run.bold] == ["b"]
    assert [run.text for run in runs if run.italic] == ["c"]
    assert [(run.text, run.link) for run in runs if run.link] == [("d", "rule:x")]
    assert [run.colour for run in runs if run.text == "e"] == ["bad"]


@pytest.mark.parametrize("name", ["*Ace*", "[x](y)", "{bad:no}", "back\\slash", "2*3*4"])
def test_an_escaped_name_is_shown_as_it_was_typed(name: str) -> None:
    runs = richtext.parse(richtext.escape(name))
    assert richtext.plain(runs) == name
    assert not any(run.bold or run.italic or run.link or run.colour for run in runs)


def test_wrapped_lines_keep_every_word_within_the_width(book: FontBook) -> None:
    text = "Choose where **TG 67.4** moves; an unbreakablewordthatistoolongforoneline follows."
    block = richtext.wrap(book, richtext.parse(text), 16, 110)
    assert block.lines > 3
    assert all(bit.rect.right <= 110 for bit in block.placed if bit.text != " ")
    words = "".join(bit.text for bit in block.placed).replace(" ", "")
    assert words == richtext.plain(richtext.parse(text)).replace(" ", "")


def test_a_full_stop_never_starts_a_line_behind_a_link(book: FontBook) -> None:
    runs = richtext.parse("see the rule [NW-6](x).")
    for width in range(40, 200, 3):
        block = richtext.wrap(book, runs, 16, width)
        stop = next(bit for bit in block.placed if bit.text == ".")
        assert stop.rect.x > 0


def test_a_shortened_block_ends_in_an_ellipsis_inside_its_width(book: FontBook) -> None:
    block = richtext.wrap(book, richtext.parse("one two three four five six seven eight nine ten"), 16, 120)
    short = richtext.shorten(book, block, 16, 1)
    assert short.lines == 1 and short.placed[-1].text.endswith("…")
    assert short.placed[-1].rect.right <= 120
