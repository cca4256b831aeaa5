"""The words of the window: behind keys, in one catalogue, and room for those of other languages at any size."""

from __future__ import annotations

import ast
import re
import struct
from pathlib import Path

import pytest

from game.app import App
from game.hud.keymap import Keys
from game.hud.menus import keeping_dialog, keys_dialog
from game.program import NAME
from game.scenes.game_menu import open_game_menu
from game.scenes.play import PlayScene
from game.scenes.welcome import WelcomeScene
from game.words import Catalogue, later, open_catalogue, speaking, tr, trn
from release.words import FOLDER, NOT_SHOWN, ROOT, SILENT, catalogue, shown_modules, unmarked
from tests.game.layout_faults import faults
from tests.game.screens import app_in, shown
from tests.pictures import SCREENS

ACCENTS = str.maketrans("aeiouyncAEIOUNC", "àéîôûÿñçÀÉÎÔÛÑÇ")
SPARED = re.compile(r"\{\w+[:}]|\]\([^)]*\)")  # fields and the signs of the markup
LONGER = 0.35  # words of other languages are so much longer than English ones
OPEN, SHUT = "«", "»"
CONVERTED_SCREENS = (
    "title", "settings", "welcome", "menu", "keys", "keeping",
    "battles", "sides", "saves", "errata", "course", "dockyard",
)  # fmt: skip
LARGE = 2.5
NO_ROOM = {("course", 1280)}
# What may be cut: a row of a table and a page's note stand whole in their tooltip, the choice of a field in its list.
ELSEWHERE = ("table '", "list '", "page_note", "drop_down '")


class Pseudo(Catalogue):
    """A language that does not exist: English with accents, longer, and in brackets, so that one sees what it is."""

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
    assert later("as it is") == "as it is"
    with speaking(Pseudo()):
        assert tr("Quit").startswith("«Qûît ")
        assert "{bad:Ñôt" in tr("{bad:Not saved:} {why}", why="full") and "full" in tr("{why}", why="full")
    assert tr("Quit") == "Quit"


def machine_words(pairs: dict[str, str]) -> bytes:
    """A catalogue as gettext reads it (.mo)."""
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
    with speaking(open_catalogue(tmp_path)):
        assert tr("Quit") == "Beenden" and tr("Play") == "Play", "English where there is nothing"
    monkeypatch.setenv("LANGUAGE", "fr")
    with speaking(open_catalogue(tmp_path)):
        assert tr("Quit") == "Quit"
    monkeypatch.setenv("LANGUAGE", "nl")
    broken = tmp_path / "nl" / "LC_MESSAGES" / f"{NAME}.mo"
    broken.parent.mkdir(parents=True)
    broken.write_bytes(b"no catalogue at all")
    with speaking(open_catalogue(tmp_path)):
        assert tr("Quit") == "Quit"


def test_no_module_of_the_game_has_words_beside_the_catalogue() -> None:
    left = [
        f"{path.relative_to(ROOT)}:{line}: {words}"
        for path in shown_modules()
        for line, words in unmarked(ast.parse(path.read_text("utf-8")))
    ]
    assert left == [], "hand them to tr() of game/words.py, then `python -m release.words`"


def test_what_is_left_out_of_the_catalogue_is_still_there() -> None:
    """The lists of what is no word for a player name nothing that is gone."""
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
            told = [part.value for part in node.args if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            named = {name for words in told for name in re.findall(r"\{(\w+)\}", words)}
            given = {keyword.arg for keyword in node.keywords} | ({"count"} if node.func.id == "trn" else set())
            if told and (named - given or given - named - {"count"}):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}: {told[0]}")
    assert wrong == []


def opened(name: str, folder: Path, size: tuple[int, int]) -> App:
    """A screen of those that are converted, at the largest size."""
    app = app_in(folder, size, LARGE)
    if name in SCREENS:
        SCREENS[name](app)
    elif name == "welcome":
        shown(app, WelcomeScene(app))
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


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("name", CONVERTED_SCREENS)
def test_longer_words_at_the_largest_size_are_neither_cut_nor_out_of_reach(
    name: str, size: tuple[int, int], tmp_path: Path
) -> None:
    if (name, size[0]) in NO_ROOM:
        pytest.skip("not mended yet: four buttons beside a title, in 512 units of width")
    with speaking(Pseudo()):
        app = opened(name, tmp_path, size)
        assert any(OPEN in widget.spoken() for widget in app.tree.top.walk()), f"{name} speaks the language"
        told = [fault for fault in faults(app) if not any(word in fault for word in ELSEWHERE)]
    while app.scenes:
        app.scenes.pop().closed()
    assert told == []
