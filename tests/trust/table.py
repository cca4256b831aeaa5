"""The rows of the table R1 to R25: what is asked of each, and what measures it."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rules import SYSTEMS
from tests.network import measures as two
from tests.network import window_measures
from tests.trust import measures, perft, screens, seen
from tests.trust import mutants as drawn

ROOT = Path(__file__).parents[2]
WINDOW_TOOLS = ("Xvfb", "xdotool", "xwininfo")


@dataclass(frozen=True)
class Scale:
    """The size of a run: the share of the whole run."""

    name: str
    share: float

    def of(self, whole: int, least: int = 1) -> int:
        """Return this run's share of a number."""
        return max(least, round(whole * self.share))


WHOLE, QUICK = Scale("whole", 1.0), Scale("quick", 0.002)


@dataclass(frozen=True)
class Told:
    """A row's figure of this run. `good` None: not measured here, and why."""

    figure: str
    good: bool | None
    seconds: float = 0.0


@dataclass(frozen=True)
class Row:
    """One row: its number, what is asked, and how it is measured."""

    key: str
    asked: str
    measure: Callable[[Scale], Told]


def counting_row(
    measure: Callable[[int], measures.Found], whole: int, least: int, what: str
) -> Callable[[Scale], Told]:
    """Return a row that tries so many things and finds faults, or none."""

    def run(scale: Scale) -> Told:
        tried, faults = measure(scale.of(whole, least))
        shown = "".join(f"; {fault[:160]}" for fault in faults[:3])
        return Told(f"{tried:,} {what}, {len(faults)} faults{shown}", not faults)

    return run


def test_row(paths: str, **scaled: int) -> Callable[[Scale], Told]:
    """Return a row that is a part of the tests.

    Keywords are numbers of the whole run, handed over by the environment.
    """

    def run(scale: Scale) -> Told:
        numbers = {key: str(scale.of(whole, 4)) for key, whole in scaled.items()}
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *shlex.split(paths)],
            cwd=ROOT,
            env={**os.environ, **numbers},
            capture_output=True,
            text=True,
            check=False,
        )
        last = (done.stdout.strip().splitlines() or [done.stderr[-200:]])[-1]
        said = ", ".join(f"{key.casefold().replace('_', ' ')} {value}" for key, value in numbers.items())
        return Told(f"{last.strip('= ')}{f' ({said})' if said else ''}", done.returncode == 0)

    return run


def window_row(measure: Callable[[int], tuple[str, bool]], whole: int) -> Callable[[Scale], Told]:
    """Return a row that is measured in a window nobody sees."""

    def run(scale: Scale) -> Told:
        return Told(*measure(scale.of(whole, 5)))

    return run


def counts(scale: Scale) -> Told:
    """R4."""
    count = scale.of(perft.POSITIONS, 3)
    faults = [line for system in SYSTEMS for line in perft.differences(system, count)]
    return Told(f"{count} positions a game, {len(faults)} other counts {faults[:1]}", not faults)


def measure_views(scale: Scale) -> Told:
    """R4, second half: what is shown and told."""
    count = scale.of(seen.POSITIONS, 3)
    faults = [line for system in SYSTEMS for line in seen.differences(system, range(count))]
    return Told(f"{count} positions a game, {len(faults)} show something else {faults[:1]}", not faults)


def signatures(scale: Scale) -> Told:
    """R5."""
    count = scale.of(perft.GAMES, 2)
    faults = [line for system in SYSTEMS for line in perft.other_endings(system, count)]
    shown = ", ".join(f"{system} {perft.kept_counts()[system]['signature']}" for system in SYSTEMS)
    return Told(f"{count} games a system, {len(faults)} end otherwise; {shown}", not faults)


def one_digest(scale: Scale) -> Told:
    """R6: replays and a fixed play under other hash seeds, without assertions, and on every Python given."""
    pythons = [sys.executable, *os.environ.get("PYTHONS", "").split()]
    runs = [(python, seed, flags) for python in pythons for seed in ("0", "1", "random") for flags in ((), ("-O",))]
    lines = set()
    for python, seed, flags in runs if scale is WHOLE else runs[:2]:
        words = [python, *flags, "-m", "tests.trust.digest"]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        lines.add(done.stdout.strip() or f"{python}: {done.stderr.strip()[-160:]}")
    return Told(f"{len(runs)} runs on {len(pythons)} Pythons: {'; '.join(sorted(lines))}", len(lines) == 1)


def all_screens(scale: Scale) -> Told:
    """S: damaged files in front of every screen."""
    count = scale.of(1000, 12)
    faults = [fault for kind in screens.SHOW for fault in screens.faults(kind, count)]
    return Told(f"{count} files for each of {len(screens.SHOW)} screens, {len(faults)} faults {faults[:2]}", not faults)


def window_tools() -> bool:
    """Return whether a window can be opened and handled in a box."""
    return all(shutil.which(tool) for tool in WINDOW_TOOLS)


def in_a_window(scale: Scale) -> Told:
    """R18."""
    if not window_tools():
        return Told(f"not tested: {', '.join(tool for tool in WINDOW_TOOLS if not shutil.which(tool))} missing", None)
    return test_row("tests/game/test_window.py")(scale)


def soak(scale: Scale) -> Told:
    """R23: random events in the window, in a process of its own; how memory grows after the warm-up."""
    events = scale.of(30_000, 1_500)
    words = [sys.executable, "-m", "tests.trust.monkey", str(events)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    last = (done.stdout.strip().splitlines() or [done.stderr.strip()[-200:]])[-1]
    return Told(last, done.returncode == 0)


def coverage(scale: Scale) -> Told:
    """R24, first half: what the last `make coverage` said."""
    report = ROOT / "out" / "coverage.txt"
    found = re.search(r"^TOTAL.*?(\d+)%", report.read_text("utf-8"), re.M) if report.is_file() else None
    if found is None:
        return Told("not measured: run `make coverage`", None)
    return Told(f"{found[1]} % of the lines of rules/", int(found[1]) >= 97)


def mutants(scale: Scale) -> Told:
    """R24, second half: what `make mutants` has said so far of its sample."""
    killed, judged, _ = drawn.standing([], drawn.COUNT, drawn.SEED)
    if not judged:
        return Told("not measured: run `make mutants`", None)
    share = 100 * killed / judged
    said = f"{killed} of {judged} mutants killed ({share:.1f} %), {drawn.COUNT} drawn; {drawn.left_out()}"
    return Told(said, share >= drawn.BAR and judged == drawn.COUNT)


ROWS = (
    Row(
        "R1, R3",
        "10,000 random games a system, every position looked at",
        counting_row(measures.random_games, 10_000, 2, "games"),
    ),
    Row(
        "R2",
        "1,000,000 senseless orders refused with a rule",
        counting_row(measures.senseless_orders, 1_000_000, 500, "orders"),
    ),
    Row("R4", "perft: 40 positions a game", counts),
    Row("R4", "what is shown and told: 120 positions a game", measure_views),
    Row("R5", "signature: 50 games a system", signatures),
    Row("R6", "one digest on every Python, hash seed, with and without -O", one_digest),
    Row(
        "R7-R10",
        "orders, undo, branches, saves, questions in any order",
        counting_row(measures.machines, 2_500, 5, "machines"),
    ),
    Row("R11", "100,000 damaged files", counting_row(measures.damaged_files, 100_000, 100, "files")),
    Row("R12", "hostile files: 1 s, 256 MiB each", counting_row(measures.hostile_files, 100, 6, "files")),
    Row("R13", "2,000 kills", test_row("tests/test_durability.py", KILLS=2_000)),
    Row("R14", "power cuts after any call", test_row("tests/kernel/test_power_cuts.py", KILLS=100)),
    Row(
        "R15",
        "every call of the disk fails once and for good",
        test_row("tests/kernel/test_logbook_disk.py tests/kernel/test_whole_files.py"),
    ),
    Row("R16", "saved games of every version", test_row("tests/test_corpus.py")),
    Row("R17", "1,000 odd saves listed in 0.5 s", counting_row(measures.long_list, 1_000, 100, "saves")),
    Row("R18", "the real window: keys, mouse, kill, resume", in_a_window),
    Row(
        "R19, R20",
        "no sound, odd homes and folders",
        test_row("tests/game/test_ui_sound.py tests/game/test_folders.py"),
    ),
    Row(
        "R21, R22, R25",
        "two copies, the clock, full disk, reports that replay",
        test_row("tests/console/test_edges.py tests/game/test_crash.py"),
    ),
    Row("R23", "30,000 random events: 20 MiB after the warm-up", soak),
    Row("R24", "97 % of the lines of rules/", coverage),
    Row("R24", "95 % of the mutants", mutants),
    Row("K", "500 pairs a game that look alike answer alike", counting_row(measures.knowledge, 500, 2, "pairs")),
    Row("S", "1,000 damaged files before each screen", all_screens),
    Row("N1", "two computers: 1,000 games with take-backs, equal logs", counting_row(two.games, 1_000, 5, "games")),
    Row("N2", "kill before and after every write and send", counting_row(two.every_moment, 20, 2, "moments")),
    Row("N3", "kill at 200 random moments", counting_row(two.random_moments, 200, 5, "kills")),
    Row("N4", "kill -9 of 200 running programs", test_row("tests/network/test_wire.py -k killed", KILLS_OF_TWO=200)),
    Row("N5", "a disk that refuses: no link leaves", counting_row(two.disks, 200, 5, "disks")),
    Row("N6", "the naive ways fail", test_row("tests/network/test_lies.py tests/network/test_channel.py")),
    Row(
        "N7",
        "100,000 altered, repeated, moved messages in every state",
        counting_row(two.lies, 100_000, 300, "messages"),
    ),
    Row("N8", "100,000 altered and cut files", counting_row(two.false_files, 100_000, 100, "files")),
    Row("N9", "floods, silence, half a handshake, strangers", test_row("tests/network/test_wire.py -k 'not killed'")),
    Row("N10", "50 ms to answer a throw, whatever is on top", window_row(window_measures.measure_answers, 40)),
    Row("N11", "50 frames a second at 250 ms each way and 5 % loss", window_row(window_measures.bad_line, 60)),
    Row(
        "N12", "1,000,000 faces: chi-square of d6, d10, d20, d100", counting_row(two.faces, 1_000_000, 20_000, "faces")
    ),
    Row("N13", "older games open as before", test_row("tests/test_corpus.py")),
    Row("N14", "two outside programs play over the wire", test_row("tests/network/test_programs.py")),
    Row("N", "two computers: cuts, kills, lies, files, the window", test_row("tests/network tests/test_no_network.py")),
)


def measure(row: Row, scale: Scale) -> Told:
    """Return a row's figure, with the time it took; a measure that breaks down is a fault, not the end of the run."""
    began = time.monotonic()
    try:
        result = row.measure(scale)
    except Exception as error:
        result = Told(f"the measure broke down: {type(error).__name__}: {error}"[:300], False)
    return Told(result.figure.replace("\n", " ").replace("|", "/"), result.good, time.monotonic() - began)
