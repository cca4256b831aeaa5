"""The texts of the window: by key, in one catalogue, with room for longer texts of other languages at any size."""

from __future__ import annotations

import ast
import re
import struct
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game.app import App
from game.hud.keymap import Keys
from game.hud.menus import keeping_dialog, keys_dialog
from game.program import NAME
from game.scenes.game_menu import open_game_menu
from game.scenes.play import PlayScene
from game.scenes.welcome import WelcomeScene
from game.ui.tree import tip_of
from game.words import Catalogue, open_catalogue, tr, tr_noop, trn, using_catalogue
from release.words import (  # type: ignore[attr-defined]
    FOLDER,
    NOT_SHOWN,
    PAGES,
    ROOT,
    SILENT,
    bare_words_of_page,
    catalogue,
    keys_of,
    shown_modules,
    unmarked_words,
)
from tests.conftest import SOAK
from tests.game.layout_faults import faults, outside, overlapping, widget_name
from tests.game.layout_faults import shown_widgets as shown_widgets
from tests.game.screens import app_in, show
from tests.pictures import SCREENS, SIZES, without_painting

ACCENTS = str.maketrans("aeiouyncAEIOUNC", "àéîôûÿñçÀÉÎÔÛÑÇ")
SPARED = re.compile(r"\{\w+[:}]|\]\([^)]*\)")  # fields and the signs of the markup
LONGER = 0.35  # texts of other languages are this much longer than English ones
OPEN, SHUT = "«", "»"
CONVERTED_SCREENS = (
    "title", "settings", "welcome", "menu", "keys", "keeping",
    "battles", "sides", "saves", "errata", "course", "dockyard",
)  # fmt: skip
LARGE = 2.5
BY_THE_RULES = {
    "Orders",
    "Sequence of play",
    "heavy guns",
    "end the phase",
}  # words of the catalogue that the rules say too
BY_DATA = {  # words of the catalogue that stand in sentences of the rules, battles, exhibits and puzzles on a screen
    "battles": {"house rule"},
    "errata": {"the island", "out of action", "off the map"},
    "explained": {"Luck-adjusted", "points of win chance"},
    "inches_night": {"average crew"},
    "puzzles": {"moderate damage"},
    "report": {"out of action"},
    "tutor": {"points of win chance"},
}
# What may be cut: a row of a table and a page's note stand whole in their tooltip, the choice of a field in its list.
ELSEWHERE = ("table '", "list '", "page_note", "drop_down '")


class Pseudo(Catalogue):
    """An invented language: English with accents, longer, and in brackets, so that it is easily recognised."""

    def gettext(self, message: str) -> str:
        parts, at = [], 0
        for match in SPARED.finditer(message):
            parts += [message[at : match.start()].translate(ACCENTS), match[0]]
            at = match.end()
        parts.append(message[at:].translate(ACCENTS))
        more = " ".join(["lôrém"] * max(1, round(len(message) * LONGER / 6)))
        return f"{OPEN}{''.join(parts)} {more}{SHUT}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def test_words_are_found_filled_and_chosen_by_number() -> None:
    assert tr("Resume {game}", game="Savo {bad:x}") == "Resume Savo {bad:x}"
    assert tr("{bad:Not saved:} {why}", why="full") == "{bad:Not saved:} full", "the markup's braces stay"
    assert trn("{count} battle", "{count} battles", 1) == "1 battle"
    assert trn("{count} battle", "{count} battles", 3) == "3 battles"
    assert tr_noop("as it is") == "as it is"
    with using_catalogue(Pseudo()):
        assert tr("Quit").startswith("«Qûît ")
        assert "{bad:Ñôt" in tr("{bad:Not saved:} {why}", why="full") and "full" in tr("{why}", why="full")
    assert tr("Quit") == "Quit"


def machine_words(pairs: dict[str, str]) -> bytes:
    """Return a catalogue as gettext reads it (.mo)."""
    keys = sorted(pairs)
    start, ids, texts = 28 + 16 * len(keys), b"", b""
    spots = []
    for key in keys:
        one, other = key.encode(), pairs[key].encode()
        spots.append((len(one), len(ids), len(other), len(texts)))
        ids += one + b"\0"
        texts += other + b"\0"
    table = b"".join(struct.pack("<II", length, start + at) for length, at, _, _ in spots)
    table += b"".join(struct.pack("<II", length, start + len(ids) + at) for _, _, length, at in spots)
    return struct.pack("<7I", 0x950412DE, 0, len(keys), 28, 28 + 8 * len(keys), 0, 28) + table + ids + texts


def test_a_catalogue_of_another_language_is_used_where_the_computer_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "de" / "LC_MESSAGES" / f"{NAME}.mo"
    place.parent.mkdir(parents=True)
    place.write_bytes(machine_words({"": "Content-Type: text/plain; charset=UTF-8\n", "Quit": "Beenden"}))
    monkeypatch.setenv("LANGUAGE", "de")
    with using_catalogue(open_catalogue(tmp_path)[0]):
        assert tr("Quit") == "Beenden" and tr("Play") == "Play", "English where there is nothing"
    monkeypatch.setenv("LANGUAGE", "fr")
    with using_catalogue(open_catalogue(tmp_path)[0]):
        assert tr("Quit") == "Quit"
    monkeypatch.setenv("LANGUAGE", "nl")
    broken = tmp_path / "nl" / "LC_MESSAGES" / f"{NAME}.mo"
    broken.parent.mkdir(parents=True)
    broken.write_bytes(b"no catalogue at all")
    with using_catalogue(open_catalogue(tmp_path)[0]):
        assert tr("Quit") == "Quit"


def test_a_catalogue_made_for_older_words_is_not_used_and_one_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "de" / "LC_MESSAGES" / f"{NAME}.mo"
    place.parent.mkdir(parents=True)
    monkeypatch.setenv("LANGUAGE", "de")
    template = (FOLDER / f"{NAME}.pot").read_text("utf-8")
    keys = [key for key in sorted(every_key()) if f'msgid "{key}"\n' in template][:20]
    head = {"": "Content-Type: text/plain; charset=UTF-8\n", "Quit": "Beenden"}
    place.write_bytes(machine_words({**head, **dict.fromkeys(keys, "neu"), "an older sentence": "alt"}))
    catalogue, notice = open_catalogue(tmp_path)
    assert catalogue.gettext("Quit") == "Beenden" and notice == "", "one old entry of many does no harm"
    old = {f"an older sentence {number}": "alt" for number in range(4)}
    place.write_bytes(machine_words({**head, **dict.fromkeys(keys, "neu"), **old}))
    catalogue, notice = open_catalogue(tmp_path)
    assert catalogue.gettext("Quit") == "Quit", "English"
    assert notice == f"The translation {place} is outdated. The program runs in English."


def test_no_module_of_the_game_has_words_beside_the_catalogue() -> None:
    left = [
        f"{path.relative_to(ROOT)}:{line}: {words}"
        for path in shown_modules()
        for line, words in unmarked_words(ast.parse(path.read_text("utf-8")))
    ]
    assert left == [], "hand them to tr() of game/words.py, then `python -m release.words`"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_has_words_beside_the_catalogue(page: Path) -> None:
    assert bare_words_of_page(page.read_text("utf-8")) == []


def test_what_is_left_out_of_the_catalogue_is_still_there() -> None:
    """The lists of texts that are not for players name nothing that no longer exists."""
    texts = [path.read_text("utf-8") for path in (ROOT / "game").rglob("*.py")]
    names = [path.relative_to(ROOT).as_posix() for path in (ROOT / "game").rglob("*.py")]
    assert [part for part in SILENT if not any(name.startswith(part) for name in names)] == []
    pieces = {words: max(words.split("…"), key=len).strip() for words in NOT_SHOWN}
    assert [words for words, piece in pieces.items() if not any(piece in text for text in texts)] == []


def test_the_template_for_translators_holds_every_key() -> None:
    kept = (FOLDER / f"{NAME}.pot").read_text("utf-8")
    keys = [line for line in catalogue().splitlines() if line.startswith("msgid")]
    assert sorted(set(keys) - set(kept.splitlines())) == [], "run `python -m release.words`"


def test_every_field_of_a_sentence_is_filled() -> None:
    """tr("... {ship}", ship=...): what is named in the words is given, and what is given is named."""
    wrong = []
    for path in shown_modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("tr", "trn")):
                continue
            lines = [part.value for part in node.args if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            named = {name for words in lines for name in re.findall(r"\{(\w+)\}", words)}
            given = {keyword.arg for keyword in node.keywords} | ({"count"} if node.func.id == "trn" else set())
            if lines and (named - given or given - named - {"count"}):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}: {lines[0]}")
    assert wrong == []


def open_screen(name: str, folder: Path, size: tuple[int, int]) -> App:
    """Return a screen of those that are converted, at the largest size."""
    app = without_painting(app_in(folder, size, LARGE))
    if name in SCREENS:
        SCREENS[name](app)
    elif name == "welcome":
        show(app, WelcomeScene(app))
    else:
        SCREENS["hex_opening"](app)
        play = app.scenes[-1]
        assert isinstance(play, PlayScene)
        opens = {
            "menu": lambda: open_game_menu(play),
            "keys": lambda: keys_dialog(app, Keys()),
            "keeping": lambda: keeping_dialog(app, play.session),
        }
        opens[name]()
        app.tree.ensure_layout()
    return app


def outside_marks(words: str) -> Iterator[str]:
    """Yield what of some words is not in the language that does not exist."""
    left, depth = [""], 0
    for sign in words:
        depth += (sign == OPEN) - (sign == SHUT)
        if sign in OPEN + SHUT:
            left.append("")
        elif not depth:
            left[-1] += sign
    yield from (piece.strip(" .,;:·()\n") for piece in left if re.search("[A-Za-z]{2}", piece))


def english(app: App, keys: frozenset[str]) -> set[str]:
    """Return what is shown in English though the catalogue has it; texts of the rules are not counted."""
    found = set()
    for widget in app.tree.top.walk():
        rows = widget.accessible_rows() if widget.is_shown else None
        lines = (widget.spoken_text(), tip_of(widget), *(rows.texts if rows else ())) if widget.is_shown else ()
        for piece in (piece for words in lines for piece in outside_marks(words)):
            found |= {key for key in keys if key == piece or (" " in key and len(key) > 9 and key in piece)}
    return found - BY_THE_RULES


def untold(app: App) -> Iterator[str]:
    """Yield cut-off texts that no tooltip shows in full."""
    for widget in shown_widgets(app):
        hide = getattr(widget, "hidden_text", None)
        words = hide() if hide is not None else ""
        if words and words not in tip_of(widget):
            yield f"{widget_name(widget)}: {words}"


@pytest.mark.sweep(keep=5)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", [*SCREENS] if SOAK else [*SCREENS][::5])
def test_every_named_screen_speaks_the_language_and_nothing_is_cut_or_out_of_reach(
    name: str, size: str, tmp_path: Path
) -> None:
    window, scale = SIZES[size]
    with using_catalogue(Pseudo()):
        app = without_painting(app_in(tmp_path, window, scale))
        SCREENS[name](app)
        app.tree.ensure_layout()
        wrong = [*outside(app), *overlapping(app), *app.tree.misplaced_widgets(), *untold(app)]
        left = english(app, every_key())
        app.tree.on_link = None
        while app.scenes:
            app.scenes.pop().on_close()
    assert left - BY_DATA.get(name, set()) == set()
    assert wrong == []


@cache
def every_key() -> frozenset[str]:
    """Return all words of the catalogue that have no fields."""
    trees = [ast.parse(path.read_text("utf-8")) for path in shown_modules()]
    keys = {words.strip(" .,;:·()\n") for tree in trees for _, words, _ in keys_of(tree) if "{" not in words}
    return frozenset(key for key in keys if re.search("[A-Za-z]{2}", key))


@pytest.mark.sweep(keep=4)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("name", CONVERTED_SCREENS)
def test_longer_words_at_the_largest_size_are_neither_cut_nor_out_of_reach(
    name: str, size: tuple[int, int], tmp_path: Path
) -> None:
    with using_catalogue(Pseudo()):
        app = open_screen(name, tmp_path, size)
        assert any(OPEN in widget.spoken_text() for widget in app.tree.top.walk()), f"{name} speaks the language"
        lines = [fault for fault in faults(app) if not any(word in fault for word in ELSEWHERE)]
    while app.scenes:
        app.scenes.pop().on_close()
    assert lines == []
