"""Damaged files on the screens that show them: title, list, sides, scripts, saved games, settings.

Whatever is in a file, the program stays open and says a sentence. `python -m tests.trust.screens 1000`: so many each.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import msgspec
import pygame

from game.app import App
from game.folders import find_folders
from game.library import open_library
from game.scenes.openers import AllScreens
from game.scenes.saves import SavesScene
from game.scenes.scenarios import ScenariosScene
from game.scenes.sides import SidesScene
from game.scenes.start import open_saved
from game.scenes.title import TitleScene
from game.settings import FILE, Settings, load_settings
from game.stack import Push
from rules import SYSTEMS
from rules.kernel.logbook import Logbook, read
from tests.conftest import MAPS, ROOT, begin, games
from tests.hostile import mutations

TRIES = 12  # made of one file before the next is taken
ODD: tuple[object, ...] = ("", "\x00", "x" * 5_000, -1, 10**18, [], {}, None, True, "²", "../..", "dusk", 1.5, "a b")


def spoil(value: object, dice: random.Random) -> object:
    """Return plain data with one value replaced by an odd one: readable but meaningless."""
    if isinstance(value, dict) and value and dice.random() < 0.9:
        key = dice.choice(list(value))
        if dice.random() < 0.1:
            return {other: item for other, item in value.items() if other != key}
        return {**value, key: spoil(value[key], dice)}
    if isinstance(value, list) and value and dice.random() < 0.9:
        place = dice.randrange(len(value))
        if dice.random() < 0.15:
            return [*value, value[place]]
        return [*value[:place], spoil(value[place], dice), *value[place + 1 :]]
    return dice.choice(ODD)


def damage(text: bytes, data: object, dice: random.Random, count: int) -> Iterator[bytes]:
    """Yield half raw damage, half data that still reads well."""
    raw = mutations(text + b"\n\n", count, dice.randrange(1 << 30))
    for number in range(count):
        yield next(raw)[1] if number % 2 else msgspec.json.encode(spoil(data, dice))


class Desk:
    """The program on a folder of its own, headless."""

    def __init__(self, folder: Path) -> None:
        pygame.font.init()
        self.folder = folder
        self.app = App(
            find_folders(folder / "user", folder / "else"), Settings(motion="off", scenes="off"), [], AllScreens
        )
        self.shelf = folder / "maps"
        self.app.change(Push(TitleScene(self.app)))

    def frames(self, count: int = 3) -> None:
        """Draw frames."""
        for _ in range(count):
            self.app.frame()

    def home(self) -> None:
        """Back to a title page made again."""
        while self.app.scenes:
            self.app._close_scene()
        self.app.change(Push(TitleScene(self.app)))
        self.frames()


def show_scenario(desk: Desk, path: Path) -> None:
    """Title, list with the battle chosen, and the page of its sides when it can be played."""
    app = desk.app
    app.library = open_library(SYSTEMS, desk.shelf)
    desk.home()
    scene = ScenariosScene(app, path.parent.name)
    app.change(Push(scene))
    desk.frames(4)
    for number in range(len(scene.tiles)):
        scene.choose(number)
        desk.frames(1)
        if scene.go.enabled and number < len(scene.entries):
            app.change(Push(SidesScene(app, scene.entries[number])))
            desk.frames(2)
            break


def show_script(desk: Desk, path: Path) -> None:
    """Show the dialog that plays a script through."""
    open_saved(desk.app, path)
    desk.frames(2)
    desk.home()


def show_saves(desk: Desk, path: Path) -> None:
    """Show the list of saved games with the file in it, looked at and opened."""
    shutil.copy(path, desk.app.folders.saves / "damaged.game")
    scene = SavesScene(desk.app)
    desk.app.change(Push(scene))
    desk.frames(4)
    scene.resume()
    desk.frames(2)
    desk.home()


def show_settings(desk: Desk, path: Path) -> None:
    """Show the settings as they are read at the start, and applied."""
    folder = desk.folder / "settings"
    folder.mkdir(exist_ok=True)
    shutil.copy(path, folder / FILE)
    settings, _ = load_settings(folder)
    desk.app.settings = settings
    desk.app.apply_settings()
    desk.frames(1)
    desk.app.settings = Settings(motion="off", scenes="off")


def sources(kind: str, folder: Path) -> list[tuple[bytes, object, str]]:
    """Return (text, data, name of the file) of whole files of a kind, to be damaged."""
    small = [game for game in games() if "campaign" not in game]
    if kind == "scenarios":
        found = []
        for game in small:
            data = msgspec.to_builtins(begin(game).scenario)
            found.append(
                ((MAPS / f"{game}.yaml").read_bytes(), {**data, "key": "damaged"}, f"{game.partition('/')[0]}")
            )
        return found  # type: ignore[return-value]
    if kind == "scripts":
        paths = sorted((ROOT / "tests" / "scripts").rglob("*.yaml")) or sorted((MAPS / "lessons").rglob("*.yaml"))
        inline = [
            {"system": game.partition("/")[0], "title": "t", "scenario": begin(game).scenario, "steps": []}
            for game in small
        ]
        whole = [(msgspec.json.encode(data), msgspec.to_builtins(data), "") for data in inline]
        return whole + [(path.read_bytes(), msgspec.to_builtins({"steps": []}), "") for path in paths[:5]]
    if kind == "saves":
        found = []
        for game in small:
            session = begin(game)
            path = folder / f"{game.replace('/', '_')}.game"
            session.keep_in(path)
            session.close()
            found.append((path.read_bytes(), read(path).header, ""))
        return found  # type: ignore[return-value]
    return [(msgspec.json.format(msgspec.json.encode(Settings())), msgspec.to_builtins(Settings()), "")]


SHOW: dict[str, Callable[[Desk, Path], None]] = {
    "scenarios": show_scenario,
    "scripts": show_script,
    "saves": show_saves,
    "settings": show_settings,
}


def place_file(kind: str, desk: Desk, data: bytes, name: str, chained: bool) -> Path:
    """Return a damaged file where its screen will find it."""
    if kind == "scenarios":
        shutil.rmtree(desk.shelf, ignore_errors=True)
        (desk.shelf / name).mkdir(parents=True)
        path = desk.shelf / name / "damaged.yaml"
    else:
        path = desk.folder / {"scripts": "x.yaml", "saves": "x.game", "settings": "x.json"}[kind]
    path.unlink(missing_ok=True)
    if kind == "saves" and chained:
        with contextlib.suppress(Exception):  # what cannot even be written as a line is damaged raw instead
            Logbook.create(path, msgspec.json.decode(data)).close()
            return path
    path.write_bytes(data)
    return path


def faults(kind: str, count: int, seed: int = 1) -> list[str]:
    """Return every damaged file of a kind that brought the program down, as a sentence.

    The file is kept in out/screens.
    """
    dice, found = random.Random(f"{kind} {seed}"), []
    with tempfile.TemporaryDirectory() as name:
        desk = Desk(Path(name))
        whole = sources(kind, Path(name))
        done = 0
        while done < count:
            text, data, where = whole[(done // TRIES) % len(whole)]
            for number, bad in enumerate(damage(text, data, dice, min(TRIES, count - done))):
                done += 1
                path = place_file(kind, desk, bad, where, number % 2 == 0)
                try:
                    SHOW[kind](desk, path)
                except Exception as error:  # any at all is what is looked for
                    found.append(
                        f"{kind} {done}: {type(error).__name__}: {error} ({keep_copy(path, kind, done)})"[:400]
                    )
                    desk = begun_anew(desk)
        while desk.app.scenes:
            desk.app.scenes.pop().on_close()
    return found


def begun_anew(desk: Desk) -> Desk:
    """Return a new program in place of a crashed one."""
    with contextlib.suppress(Exception):
        while desk.app.scenes:
            desk.app.scenes.pop().on_close()
    return Desk(desk.folder)


def keep_copy(path: Path, kind: str, number: int) -> Path:
    """Return a copy of a file that did harm."""
    folder = ROOT / "out" / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(path, folder / f"{kind}{number}{path.suffix}"))


def main(words: list[str]) -> int:
    """So many damaged files for each screen. 1 when any brought the program down."""
    count = int(words[0]) if words else 100
    found = [fault for kind in SHOW for fault in faults(kind, count)]
    print("\n".join(found) or f"{count} damaged files for each of {len(SHOW)} screens: nothing happened but sentences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
