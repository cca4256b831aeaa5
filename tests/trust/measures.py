"""What `make trust` measures in this process: functions of a number of tries that return the faults they found."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from game.library import get_scenario, open_map
from game.saving import SUFFIX
from game.scenes.saves import saved_games
from game.settings import FILE, load_settings
from rules import SYSTEMS
from rules.kernel.datafile import DataError
from rules.kernel.dice import SeededDice
from rules.kernel.flow import offers
from rules.kernel.lesson import load_any
from rules.kernel.logbook import CHAIN_START, Logbook, _write_lines, read
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.script import run_script
from rules.kernel.seat import Seat
from rules.kernel.session import SaveError, Session, load_session
from tests import test_knowledge
from tests.conftest import MAPS, ROOT, begin, below, games, map_named, pick
from tests.hostile import hostile_json, hostile_yaml, mutations
from tests.test_fuzz import invariants, refused_in_order, senseless_commands
from tests.trust.screens import spoil

Found = tuple[int, list[str]]  # (how many were tried, every fault as a sentence)
LONGEST = 20_000  # orders
SLOWEST_S = 1.0
TRIES = 5
LARGEST_MIB = 256


def seeded_game(game: str, number: int) -> tuple[Session, SeededDice]:
    """Return a game of its own for every number, and the dice it is played by."""
    seed = zlib.crc32(f"trust {game} {number}".encode())
    return begin(game, seed), SeededDice(seed + 1)


def in_turn(count: int) -> Iterator[tuple[str, int]]:
    """Yield (battle, number): so many games of every system, its battles in turn."""
    for system in SYSTEMS:
        battles = [game for game in games() if game.startswith(f"{system}/")]
        for number in range(count):
            yield battles[number % len(battles)], number


def random_games(count: int) -> Found:
    """R1, R3: random games of every system, every position looked at; they end, and verify."""
    faults, tried = [], 0
    for game, number in in_turn(count):
        tried += 1
        session, thought = seeded_game(game, number)
        try:
            while not session.over:
                session.submit(pick(session, thought))
                fault = invariants(session) or (f"no end after {LONGEST}" if len(session.steps) > LONGEST else "")
                if fault:
                    faults.append(f"{game} {number}: {fault}")
                    break
        except Exception as error:  # any at all is what is looked for; so below
            faults.append(f"{game} {number}, order {len(session.steps)}: {type(error).__name__}: {error}")
    return tried, faults


def senseless_orders(count: int) -> Found:
    """R2: malformed, stale, foreign and huge orders: each refused with a rule, nothing changed."""
    faults, tried = [], 0
    while tried < count:
        for game in games():
            session, thought = seeded_game(game, tried)
            while not session.over and tried < count:
                for command in senseless_commands(session, thought):
                    tried += 1
                    try:
                        fault = refused_in_order(session, command)
                    except Exception as error:
                        fault = f"{command!r:.200}: {type(error).__name__}: {error}"
                    if fault:
                        faults.append(f"{game}: {fault}")
                for _ in range(3):
                    if not session.over:
                        session.submit(pick(session, thought))
    return tried, faults


def machines(count: int) -> Found:
    """R7 to R10: orders, undo, branches, saves, questions in any order: the position is always the one told."""
    faults = []
    with tempfile.TemporaryDirectory() as name:
        for number in range(count):
            game = games()[number % len(games())]
            session, thought = seeded_game(game, number)
            session.study = True
            try:
                faults += [f"{game} {number}: {fault}" for fault in _machine(session, thought, Path(name))]
            except Exception as error:
                faults.append(f"{game} {number}: {type(error).__name__}: {error}")
    return count, faults


def _machine(session: Session, thought: SeededDice, folder: Path) -> Iterator[str]:
    digests = [session.digest()]
    for _ in range(60):
        deed = below(thought, 10)
        if deed < 6 and not session.over:
            session.submit(pick(session, thought))
            digests = [*digests, session.digest()]
        elif deed == 6 and len(digests) > 1:
            session.undo()
            digests.pop()
        elif deed == 7:
            session = session.branch(len(session.steps))
            session.study = True
        elif deed == 8:
            path = folder / f"{time.monotonic_ns()}{SUFFIX}"
            session.keep_in(path)
            session.close()
            session = load_session(path, SYSTEMS, map_named, write=False)
            session.study = True
            path.unlink()
        elif not session.over:
            seat, listed = Seat(session, session.actor), offers(session.system, session.state)
            command = next((offer.commands[0] for offer in listed if offer.commands), None)
            if command is not None:
                seat.odds(command, 100, 10), seat.sketch(command), seat.breakdowns(command)
        if session.digest() != digests[-1]:
            yield f"{deed}: another position than before"
            return
    if session.verify():
        yield session.verify()


def damaged_files(count: int) -> Found:
    """R11: saves, scenarios, scripts, lessons and settings, raw and re-chained: sentences only, no file changed."""
    faults: list[str] = []
    dice, tried = random.Random(count), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kinds = [_saves(folder), _texts(folder)]
        while tried < count:
            text, read_it, path = dice.choice(kinds[tried % 2])
            for _, bad in mutations(text, 10, dice.randrange(1 << 30)):
                tried += 1
                path.write_bytes(_rechain(bad, path, dice) if path.suffix == SUFFIX and tried % 2 else bad)
                before = path.read_bytes()
                try:
                    read_it(path)
                except (DataError, SaveError):
                    pass
                except Exception as error:
                    faults.append(f"{path.name} {tried}: {type(error).__name__}: {error}"[:300])
                if path.exists() and path.read_bytes() != before:
                    faults.append(f"{path.name} {tried}: the file was changed")
    return tried, faults


Sample = tuple[bytes, Callable[[Path], object], Path]


def _saves(folder: Path) -> list[Sample]:
    found: list[Sample] = []
    for number, game in enumerate(game for game in games() if "campaign" not in game):
        session, thought = seeded_game(game, number)
        for _ in range(20):
            if not session.over:
                session.submit(pick(session, thought))
        path = folder / f"{number}{SUFFIX}"
        session.keep_in(path)
        session.close()
        found.append((path.read_bytes(), lambda path: load_session(path, SYSTEMS, map_named, write=False), path))
    return found


def _texts(folder: Path) -> list[Sample]:
    def script(path: Path) -> object:
        return run_script(load_any(path), SYSTEMS, get_scenario, open_map)

    def settings(path: Path) -> object:
        (path.parent / FILE).write_bytes(path.read_bytes())
        return load_settings(path.parent)

    found: list[Sample] = []
    for number, source in enumerate(sorted(MAPS.glob("*/*.yaml"))):
        if source.parent.name in SYSTEMS:
            found.append((source.read_bytes(), load_scenario, folder / source.name))
        elif number % 3 == 0:
            found.append((source.read_bytes(), script, folder / source.name))
    lessons = sorted((MAPS / "lessons").rglob("*.yaml"))
    found += [(path.read_bytes(), script, folder / f"lesson_{path.name}") for path in lessons[::4]]
    found.append(
        (msgspec.json.format(b'{"muted":true,"volumes":{"guns":3},"window":[1280,720]}'), settings, folder / "s.json")
    )
    return found


def _rechain(bad: bytes, path: Path, dice: random.Random) -> bytes:
    """Return a log with right check values whose contents are spoilt; the raw damage when it cannot be written."""
    whole = path.with_name("chained")
    with suppress(Exception):
        whole.unlink(missing_ok=True)
        path.write_bytes(bad)
        reading = read(path)
        lines = [reading.header, *reading.entries]
        place = dice.randrange(len(lines))
        lines[place] = spoil(lines[place], dice)  # type: ignore[call-overload]
        with Logbook.create(whole, lines[0]) as book:
            for line in lines[1:]:
                book.append(line)
        return whole.read_bytes()
    return bad


HOSTILE = """
import re, sys, time
from pathlib import Path
from game.console.checking import check_scenario, check_replay, check_script
from game.settings import load_settings
path, kind = Path(sys.argv[1]), sys.argv[2]
began = time.process_time()
{"scenario": check_scenario, "script": check_script, "save": check_replay, "settings": load_settings}[kind](path)
status = Path("/proc/self/status")
peak = re.search(r"VmHWM:\\s*(\\d+)", status.read_text()) if status.exists() else None
print(time.process_time() - began, int(peak[1]) // 1024 if peak else 0)
"""


def hostile_files(count: int) -> Found:
    """R12: files made to be slow or large, each read in a process of its own: at most a second and 256 MiB.

    The best of a few tries counts, as the machine may be busy.
    """
    faults, tried = [], 0
    with tempfile.TemporaryDirectory() as name:
        for kind, path in _hostile(Path(name)):
            if tried >= count:
                break
            tried += 1
            words = [sys.executable, "-c", HOSTILE, str(path if kind != "settings" else path.parent), kind]
            fault = ""
            for _ in range(TRIES):
                done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
                if done.returncode:
                    fault = f"{path.name}: {done.stderr.strip().splitlines()[-1:]}"
                    break
                seconds, mib = (float(word) for word in done.stdout.split()[-2:])
                fault = (
                    f"{path.name}: {seconds:.1f} s, {mib:.0f} MiB" if seconds > SLOWEST_S or mib > LARGEST_MIB else ""
                )
                if not fault:
                    break
            faults += [fault] * bool(fault)
    return tried, faults


def _hostile(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield (kind, path) of hostile files, the ones that have been found slow first."""
    lists = folder / "empty_lists.yaml"
    lists.write_bytes(b"steps:\n" + b"- []\n" * 72_000)
    yield "script", lists
    undone = folder / f"undone{SUFFIX}"
    _undone(undone, 249_000)
    yield "save", undone
    long_key = folder / "long_key.yaml"
    long_key.write_bytes(b"key: " + b"x" * 900_000 + b"\n")
    yield "scenario", long_key
    (folder / "huge").mkdir()
    with (folder / "huge" / FILE).open("wb") as file:
        file.truncate(1 << 30)
    yield "settings", folder / "huge" / FILE
    for number, (name, (text, _)) in enumerate(hostile_yaml().items()):
        path = folder / f"{name.replace(' ', '_').replace(',', '')}{number}.yaml"
        path.write_bytes(text)
        yield ("scenario", "script")[number % 2], path
    for name, text in hostile_json().items():
        path = folder / f"{name.replace(' ', '_').replace(',', '')}{SUFFIX}"
        path.write_bytes(text)
        yield "save", path


def _undone(path: Path, lines: int) -> None:
    """Write a log with a correct chain that gives and takes back the same order again and again, beyond the limit."""
    session = begin("nw_smoke/little_and_gregory", 1)
    session.keep_in(path)
    session.submit(pick(session, SeededDice(1)))
    session.close()
    reading = read(path)
    endless = [reading.header, *reading.entries]
    again = [reading.entries[-1], {"t": "undo"}]
    data, _ = _write_lines([*endless[:-1], *(again * (lines // 2))], CHAIN_START)
    path.write_bytes(data)


def knowledge(count: int) -> Found:
    """K: pairs of worlds that look alike to a side answer alike: refusals, offers, odds, threats, undo."""
    faults, tried, thought = [], 0, SeededDice(5)
    for system in test_knowledge.MOVES:
        battles = [game for game in test_knowledge.HIDING if game.startswith(f"{system}/")]
        left = count
        for place, game in enumerate(battles):
            share = max(1, left // (len(battles) - place))
            for one, other in test_knowledge.some_worlds(game, share):
                tried, left = tried + 1, left - 1
                faults += [f"{game}: {fault}" for fault in test_knowledge.differences(one, other, thought)]
    return tried, faults


def long_list(count: int) -> Found:
    """R17: a folder of so many odd saves is listed within half a second for every thousand."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        session = begin("nw_smoke/little_and_gregory", 1)
        session.keep_in(folder / f"a{SUFFIX}")
        session.close()
        whole = (folder / f"a{SUFFIX}").read_bytes()
        for number, (_, bad) in enumerate(mutations(whole, count, 1)):
            (folder / f"{number}{SUFFIX}").write_bytes(bad if number % 2 else whole)
        began = time.process_time()
        rows = saved_games(folder)
        spent = time.process_time() - began
    fault = f"{len(rows)} rows took {spent:.2f} s"
    return count, [fault] if spent > 0.5 * max(1.0, count / 1000) else []
