"""The verb `check`: reads every data file and reports every problem with file and line."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from game.console import terminal
from game.console.dockyard import drawn_from
from game.console.verbs import run
from game.file_types import yaml_kind
from game.library import LESSONS, MAPS, Shelves, locate_problems, map_files, scenario_files, script_files
from game.map_guard import tiled_advice
from game.maps import check_map
from game.program import shorten_paths
from game.skins import SKINS, Skin
from game.table.speech import strip_controls
from game.teach.guided import FOLDER as GUIDED
from game.teach.guided import guided_file, load_guided
from game.teach.puzzles import PUZZLES, check_shelf, shelf_files
from game.ui.theme import PALETTES, Palette
from game.words import tr, trn
from game.workshop.battle_archive import PARCEL, unpack
from game.workshop.designs import FOLDER as DESIGNS
from rules import SYSTEMS
from rules.kernel.contract import Fault, faults, folders_of
from rules.kernel.datafile import DataError, Problem, load_yaml, read_text, source_at
from rules.kernel.lesson import load_lesson, try_lesson
from rules.kernel.logbook import LogbookError, peek, read
from rules.kernel.rule_comparison import load_exhibit
from rules.kernel.rulebook import load_rulebook
from rules.kernel.scenario import Scenario
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.scenario_opening import open_scenario
from rules.kernel.session import SaveError, load_session
from rules.kernel.storage import NotSaved
from rules.kernel.study import BrokenStudy, load_study, play_line
from rules.kernel.system import load_captions
from rules.kernel.yamltext import parse_yaml

HOME = MAPS.parent
SAVED = (".game",)
SHIPPED = Shelves()
OLD_GAMES = "corpus"  # the folder of games of older versions, whose rules may have changed since
LATIN_END = 0x250  # every shipped font has the Latin letters before this code point
MOST_SHOWN = 12  # most characters named in a note
NO_SCENARIOS = frozenset({"lessons", "errata", "coverage", "puzzles", GUIDED})  # folders of maps/ that hold no battles


def check_verb(args: Namespace) -> int:
    """`check`: check all data of the program, or the files and folders given. 1 if there is any problem."""
    seen = 0
    messages: dict[str, None] = {}
    for kind, path, check in checks(args.paths):
        seen += kind != "game"
        found = [*check(path), *_found_in(path)]
        messages.update(dict.fromkeys(found))
        if args.verbose:
            terminal.say(f"{'ok ' if not found else 'BAD'} {kind:9} {_short(path)}")
    notes = [note for path in args.paths for note in missing_characters(Path(path))]
    for fault in [*messages, *notes]:
        terminal.say(strip_controls(shorten_paths(fault)))
    terminal.say(
        tr("{words} checked, ", words=trn("{count} file", "{count} files", seen))
        + (trn("{count} problem", "{count} problems", len(messages)) if messages else tr("nothing wrong"))
    )
    return 1 if messages else 0


Check = Callable[[Path], Iterable[str]]


def checks(paths: Iterable[str]) -> Iterator[tuple[str, Path, Check]]:
    """Yield (kind, file, check) for every file to check: the files and folders given, or all shipped files."""
    given = [_real(path) for path in paths]
    if not given:
        yield from _shipped_files()
        return
    for path in given:
        yield from (("game", system.folder, check_game) for system in SYSTEMS.values() if _holds(path, system.folder))
        files = sorted(item for item in path.rglob("*") if item.is_file()) if path.is_dir() else [path]
        for file in files:
            kind = kind_of(file)
            if kind == "data" and file == path and HOME not in file.parents:
                kind = "scenario"  # named on the command line: an unknown kind of file must not pass as correct
            if kind or not path.is_dir():
                yield kind or "file", file, _BY_KIND.get(kind, _unknown)


def _real(path: str) -> Path:
    """Return the file or folder a path resolves to; the path itself if there is neither."""
    real = Path(os.path.realpath(path))
    return real if real.is_file() or real.is_dir() else Path(os.path.abspath(path))


def _shipped_files() -> Iterator[tuple[str, Path, Check]]:
    for key, system in SYSTEMS.items():
        yield "game", system.folder, check_game
        for path in sorted(system.folder.rglob("*.yaml")):
            kind = path.stem if path.stem in ("rulebook", "captions") and path.parent == system.folder else "data"
            yield kind, path, _BY_KIND[kind]
        shared = (path for folder in system.shared for path in sorted(folder.rglob("*.yaml")))
        yield from (("data", path, _BY_KIND["data"]) for path in shared)
        yield from (("map", path, check_map) for path in map_files(key))
        yield from (("scenario", path, check_scenario) for path in scenario_files(key))
        yield from (("lesson", path, check_lesson) for path in script_files(key))
        if guided_file(key).is_file():
            yield "guided", guided_file(key), _BY_KIND["guided"]
        yield from (("exhibit", path, _BY_KIND["exhibit"]) for path in sorted((MAPS / "errata" / key).glob("*.yaml")))
        yield from (("puzzles", path, _BY_KIND["puzzles"]) for path in shelf_files(key))
        if system.blueprint is not None:
            yield from (("design", path, check_design) for path in sorted((MAPS / key / "designs").glob("*.yaml")))
    known = set(SYSTEMS)
    for folder in sorted(item for item in MAPS.glob("*") if item.is_dir() and item.name not in known | NO_SCENARIOS):
        yield from (("scenario", path, check_scenario) for path in sorted(folder.glob("*.yaml")))
    yield from (("coverage", path, check_yaml) for path in sorted((MAPS / "coverage").rglob("*.yaml")))
    tests = HOME / "tests"
    games = (path for path in sorted(tests.rglob("*.game")) if OLD_GAMES not in path.parts)
    yield from (("replay", path, check_replay) for path in games)
    yield from (("script", path, check_script) for path in sorted(tests.rglob("*.yaml")) if kind_of(path) == "script")
    yield from (("skin", path, _BY_KIND["skin"]) for path in sorted(SKINS.glob("*.yaml")))


def kind_of(path: Path) -> str:
    """Return what a file holds, by its ending and, for YAML, by its first fields; empty if it is none of ours."""
    if path.suffix == ".tmx":
        return "map"
    if path.suffix in SAVED:
        return "replay"
    if path.suffix == PARCEL:
        return "parcel"
    if path.suffix != ".yaml":
        return ""
    if path.name in ("rulebook.yaml", "captions.yaml"):
        return path.stem
    if path.parent == SKINS:
        return "skin"
    if any(folder in path.parents for system in SYSTEMS.values() for folder in (system.folder, *system.shared)):
        return "data"  # before looking at fields: a chart may have `steps` without being a script
    kind = yaml_kind(path)
    return _expected_file(path) if kind == "data" and HOME not in path.parents else kind


def _expected_file(path: Path) -> str:
    """Return the kind that a player's file of unknown kind should be, by its folder; data if the folder does not
    tell.
    """
    folders = {LESSONS: "lesson", PUZZLES: "puzzles", DESIGNS: "design"}
    usual = "scenario" if path.parent.name in SYSTEMS else "data"
    return next((kind for folder, kind in folders.items() if folder in path.parts), usual)


def _holds(path: Path, folder: Path) -> bool:
    return path == folder or path in folder.parents


@cache
def _faults(key: str) -> list[Fault]:
    return faults(SYSTEMS[key])


def _found_in(path: Path) -> list[str]:
    """Return the problems that the games' contracts find in a file; games it cannot belong to are skipped."""
    asked = [key for key, system in SYSTEMS.items() if _of_game(path, key, folders_of(system))]
    return [str(fault) for key in asked for fault in _faults(key) if fault.file == str(path)]


def _of_game(path: Path, key: str, folders: Iterable[Path]) -> bool:
    """Return whether a file may belong to a game: it is in the game's rules folder, or its path has the game's key
    (lessons, exhibits, skins).
    """
    if any(folder in path.parents for folder in folders):
        return True
    return HOME in path.parents and (key in path.parts or path.stem == key)


def check_game(folder: Path) -> list[str]:
    """Check a game: everything that its code and files must satisfy before it can be played."""
    return [str(fault) for key, system in SYSTEMS.items() if system.folder == folder for fault in _faults(key)]


def check_skin(path: Path) -> Skin:
    """Check a skin: its fields, and that its palette exists. Raises DataError."""
    skin = load_yaml(path, Skin)
    if skin.palette not in {palette.name for palette in PALETTES}:
        wanted = ", ".join(palette.name for palette in PALETTES)
        raise DataError(
            [
                source_at(path).problem(
                    "palette",
                    tr("expected one of {wanted}, found {palette}", wanted=wanted, palette=f"{skin.palette!r}"),
                )
            ]
        )
    tokens = {field.name for field in fields(Palette)}
    wrong = [(label, token) for label, token in skin.outcomes.items() if token not in tokens]
    if wrong:
        text = tr("expected a colour of the palettes, as good, bad, ink_faint, found")
        raise DataError([source_at(path).problem(("outcomes", label), f"{text} {token!r}") for label, token in wrong])
    return skin


def missing_characters(path: Path) -> list[str]:
    """Return a note if no font of the program or of this computer can draw some characters of a text file. This is not
    an error: another computer may have the font.
    """
    try:
        text = read_text(path) if path.suffix == ".yaml" else ""
    except DataError:
        return []
    if all(ord(sign) < LATIN_END for sign in text):
        return []
    from game.ui.fonts import undrawable_characters

    missing = undrawable_characters(text)
    names = " ".join(missing[:MOST_SHOWN]) + (" …" if len(missing) > MOST_SHOWN else "")
    words = tr("note: no font on this computer has these characters, they will look like boxes: {names}", names=names)
    return [f"{path}: {words}"] if missing else []


def _problem_lines(problems: Iterable[Problem]) -> list[str]:
    """Return lines `file:line: field: message`, with line 1 for a problem of the whole file."""
    return [str(problem if problem.line else _at_line_one(problem)) for problem in problems]


def _at_line_one(problem: Problem) -> Problem:
    return Problem(problem.file, 1, 1, problem.field, problem.message)


def check_scenario(path: Path) -> list[str]:
    """Check a scenario: its file, its map, the system's own checks, its start and each side's view of it."""
    try:
        scenario = load_scenario(path)
    except DataError as error:
        return _problem_lines(error.problems)
    system = SYSTEMS.get(scenario.system)
    if system is None:
        return [
            tr(
                "{path}:1: system: expected one of {names}, found {system}",
                path=path,
                names=", ".join(SYSTEMS),
                system=f"{scenario.system!r}",
            )
        ]
    try:
        open_scenario(system, scenario, Shelves(path.parent.parent).sheet(scenario.system, scenario.map))
    except DataError as error:
        return _problem_lines(locate_problems(path, error))
    return []


def check_parcel(path: Path) -> list[str]:
    """Check a battle packed to be sent: unpack it as its receiver would, into a temporary folder."""
    with TemporaryDirectory() as folder:
        try:
            unpack(path, Path(folder))
        except DataError as error:
            return _problem_lines(error.problems)
        except NotSaved as error:
            return [f"{path}:1: {error}"]
    return []


def check_design(path: Path) -> list[str]:
    """Check a ship design: its file, and the dockyard's rules."""
    try:
        return [f"{path}:1: {fault.text} [{fault.rule}]" for fault in drawn_from(path, {}).faults]
    except DataError as error:
        return _problem_lines(error.problems)


def check_lesson(path: Path) -> list[str]:
    """Check a lesson: its file, what it shows, every order it accepts and every mistake it names."""
    within = ""
    try:
        shelves = Shelves(path.parents[min(2, len(path.parents) - 1)])
        lesson = load_lesson(path, SYSTEMS)
        within = "scenario" if isinstance(lesson.scenario, Scenario) else ""
        faults = try_lesson(lesson, SYSTEMS, shelves.scenario, shelves.sheet)
    except DataError as error:
        return _problem_lines(locate_problems(path, error, within))
    return [f"{path}:1: {fault}" for fault in faults]


def check_study(path: Path) -> list[str]:
    """Check a study: its file, its game, and every line, by playing it."""
    shelves = Shelves(path.parent)
    try:
        study = load_study(path, SYSTEMS)
        for line in ("", *(line.name for line in study.lines)):
            play_line(study, line, SYSTEMS, shelves.scenario, shelves.sheet)
    except DataError as error:
        return _problem_lines(locate_problems(path, error, "scenario"))
    except BrokenStudy as error:
        return [f"{path}:1: {error}"]
    return []


def check_puzzles(path: Path) -> Iterable[str]:
    """Return every problem of a file of puzzles: of the file itself, and of each proof, computed again."""
    return check_shelf(path)[1]


def check_script(path: Path) -> list[str]:
    """Check a script: its file, and everything it expects, by playing it."""
    try:
        return [f"{path}:1: {failure}" for failure in run(path).failures]
    except DataError as error:
        return _problem_lines(locate_problems(path, error))


def check_replay(path: Path) -> list[str]:
    """Check a saved game: it is complete, and every order replays to the same position, even if texts of the rules have
    changed.
    """
    row = peek(path)
    if not row.ok:
        return [f"{path}:1: {row.problem}"]
    try:
        session = load_session(path, SYSTEMS, SHIPPED.sheet, write=False)
    except (SaveError, LogbookError, DataError) as error:
        return [f"{path}:1: {error}"]
    torn = session.notice if read(path).torn else ""
    return [f"{path}:1: {fault}" for fault in (session.readonly, torn) if fault]


def check_yaml(path: Path) -> list[str]:
    """Check any other data file: it must be strict YAML. Its fields were checked when the program started."""
    try:
        _, faults = parse_yaml(read_text(path))
    except DataError as error:
        return _problem_lines(error.problems)
    return [f"{path}:{fault.line}:{fault.column}: {fault.message}" for fault in faults]


def _loads(load: Callable[[Path], object]) -> Check:
    def check(path: Path) -> list[str]:
        try:
            load(path)
        except DataError as error:
            return _problem_lines(error.problems)
        return []

    return check


def _unknown(path: Path) -> list[str]:
    if path.is_file():
        what = tiled_advice(path) or tr("expected a file ending in .yaml, .tmx or .game")
    elif os.path.lexists(path):
        what = tr("expected a file, found a device, a pipe or a broken link")
    else:
        what = tr("no such file or folder")
    return [f"{path}:1: {what}"]


def _short(path: Path) -> str:
    return str(path.relative_to(HOME)) if path.is_relative_to(HOME) else str(path)


_BY_KIND: dict[str, Check] = {
    "map": check_map,
    "scenario": check_scenario,
    "parcel": check_parcel,
    "design": check_design,
    "lesson": check_lesson,
    "guided": _loads(load_guided),
    "study": check_study,
    "puzzles": check_puzzles,
    "script": check_script,
    "replay": check_replay,
    "exhibit": _loads(load_exhibit),
    "rulebook": _loads(load_rulebook),
    "captions": _loads(load_captions),
    "data": check_yaml,
    "skin": _loads(check_skin),
}
