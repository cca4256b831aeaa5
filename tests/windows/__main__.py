"""Try the program with Windows' Python under Wine: `python -m tests.windows [PART ...]`; `--packed` what was packed.

Each part prints a line of figures or what is wrong; 1 when anything is wrong. The packed program is unpacked into a
path with spaces and Han letters first. Needs Wine, Xvfb and xdotool. `--keep` writes the figures into RUNS.md.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pygame

from release.windows import python_for_windows
from rules import SYSTEMS
from tests.conftest import ROOT
from tests.windows.contents import contents
from tests.windows.crossing import cross, wire
from tests.windows.desk import desk, give_orders
from tests.windows.places import bad_places
from tests.windows.programs import HAN, NAME, Programs, at_once, ended_well, until
from tests.windows.runs import keep
from tests.windows.suite import suite

PACKAGE = ROOT / "out" / "package-windows"
PICTURES = ROOT / "out" / "windows" / "pictures"
BATTLE = "nw_smoke/little_and_gregory"
FIRST = {
    "nw_smoke": BATTLE,
    "nights_of_fury": "nights_of_fury/little_and_gregory",
    "quickfire": "quickfire/dash_to_chifu",
    "battles_for_empire": "battles_for_empire/majuba",
    "perfidious_albion": "perfidious_albion/no_moon",
}
SILENT_S = 40  # a battle without a sound device once failed after 20 s
LEAVE_TO_WRITE_ANYWHERE = "-dac_override,-dac_read_search"  # what root does without, so that a folder can be shut


def digests(programs: Programs) -> str:
    """Random games of every battle: the same commands, dice, events and ends as on this system."""
    if programs.packed:
        words = ("balance", BATTLE, "--games", "20", "--players", "captain", "--jobs", "2")
        one, other = (done.stdout for done in programs.both(*words))
        assert "digest of the results: " in other and one == other, one
        return "20 captain's games on 2 processes: the output equal"
    here = [sys.executable, "-m", "tests.windows.digests"]
    done = at_once(
        lambda: programs.windows.run("-m", "tests.windows.digests", timeout=1800),
        lambda: subprocess.run(here, cwd=ROOT, capture_output=True, text=True, check=True),
    )
    there, lines = (one.stdout.splitlines() for one in done)
    assert len(lines) > 200 and there == lines, sorted(set(there) ^ set(lines))[:6]
    steps = sum(int(line.split()[2]) for line in lines[:-1])
    return f"{len(lines) - 1} games, {steps:,} steps, {lines[-1][:20]}: equal to Linux's"


def check(programs: Programs) -> str:
    """All data of the program: what is wrong with them is the same as on this system, or nothing."""
    if programs.packed:
        return ended_well(programs.verb("check"), "nothing wrong").splitlines()[-1]
    found = [done.stdout.replace("\\", "/").splitlines() for done in programs.both("check")]
    assert found[0] == found[1], sorted(set(found[0]) ^ set(found[1]))[:6]
    return found[0][-1]


def text(programs: Programs) -> str:
    """Play by typing: what is said is the same as on this system, but for paths."""
    lines = []
    for name, run in (("wine", programs.verb), ("linux", programs.here)):
        words = ("--user-dir", programs.scratch / name, "play", "--text", "--scenario", BATTLE, "--seed", "4")
        said = ended_well(run(*words, "--side", "usn", input="done\nlook\nmove usn-transports FF\nhelp\nquit\n"))
        lines.append([line for line in said.splitlines() if name not in line])
    assert lines[0] == lines[1], list(set(lines[0]) ^ set(lines[1]))[:4]
    return f"{len(lines[0])} lines equal to Linux's"


def share(programs: Programs) -> str:
    """A report, a film, a picture, a script and a battle on paper, written into a folder with Han letters."""
    game, out = ROOT / "tests" / "replays" / f"{BATTLE}.game", programs.scratch / HAN / "out"
    out.mkdir(parents=True, exist_ok=True)
    kinds = {"report": "a.html", "film": "a.webp", "picture": "a.png", "script": "a.yaml", "paper": "a.pdf"}

    def make_files(kind: str) -> str:
        words = ("print", BATTLE) if kind == "paper" else ("share", game, "--as", kind)
        ended_well(programs.verb(*words, "--out", out / kinds[kind]))
        return f"{kind} {(out / kinds[kind]).stat().st_size:,}"

    sizes = at_once(*(lambda kind=kind: make_files(kind) for kind in kinds))
    assert (out / kinds["paper"]).read_bytes()[:5] == b"%PDF-"
    return f"{', '.join(sizes)} bytes"


def window(programs: Programs) -> str:
    """A battle of each game: five orders by a real mouse, one of them without a sound device for SILENT_S."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    return "; ".join(f"{key} {_battle(programs, key, silent=key == 'nw_smoke')}" for key in SYSTEMS)


def _battle(programs: Programs, key: str, silent: bool) -> str:
    """Play one battle in a window; keep a picture of it."""
    user = programs.scratch / HAN / key
    words = programs.words("--user-dir", user, "play", "--scenario", FIRST[key], "--seed", "4", console=False)
    programs.windows.stop()  # what is left of a program without a screen has a desktop of another size
    with desk() as screen:
        env = {**screen.environment, **({} if silent else {"SDL_AUDIODRIVER": "dummy"})}
        began = time.monotonic()
        with subprocess.Popen(
            programs.windows.command(*words), cwd=ROOT, env=programs.windows.environment(env),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        ) as program:  # fmt: skip
            try:
                until(screen.is_drawn, "a picture", program)
                drawn = time.monotonic() - began
                given, clicks = give_orders(screen, FIRST[key], user / "saves", programs.scratch / "own")
                while silent and time.monotonic() - began < drawn + SILENT_S:
                    time.sleep(1)
                assert program.poll() is None, f"{key}: the window has gone"
            finally:
                kind = "packed" if programs.packed else "source"
                pygame.image.save(screen.picture(), PICTURES / f"{kind}-{key}.png")
                program.kill()
    assert not list(user.rglob("crash-*")), f"{key}: a crash report was written"
    return f"{given} orders, {clicks} clicks, first picture after {drawn:.1f} s"


def starts(programs: Programs) -> str:
    """How long the program takes to say its version, and how large it is."""
    times = []
    for _ in range(3):
        began = time.monotonic()
        ended_well(programs.verb("--version"))
        times.append(f"{time.monotonic() - began:.1f}")
    if programs.packed is None:
        return f"{', '.join(times)} s"
    files = [path.stat().st_size for path in programs.packed.rglob("*") if path.is_file()]
    return f"{', '.join(times)} s; {len(files)} files, {sum(files) / 1e6:.1f} MB unpacked, {size_of_archive()}"


def archive() -> Path:
    """Return the archive of `make package-windows`. Ends the program where there is none."""
    archives = sorted(PACKAGE.glob("*.zip"))
    if len(archives) != 1:
        sys.exit("error: expected one archive in out/package-windows; run `make package-windows` first")
    return archives[0]


def size_of_archive() -> str:
    """Return the archive's name and size."""
    return f"{archive().name} {archive().stat().st_size / 1e6:.1f} MB"


def unpack(where: Path) -> Path:
    """Unpack the archive."""
    with zipfile.ZipFile(archive()) as files:
        files.extractall(where)
    return where / NAME


PARTS = {
    "starts": starts, "contents": contents, "digests": digests, "check": check, "text": text, "resume": cross,
    "wire": wire, "places": bad_places, "share": share, "window": window, "suite": suite,
}  # fmt: skip
WRONG = "WRONG"
OF_SOURCE, OF_PACKED = ("suite",), ("contents",)  # the parts of one of them alone


def main() -> int:
    """Run the parts asked for."""
    words = argparse.ArgumentParser(prog="python -m tests.windows", description=__doc__)
    words.add_argument("part", nargs="*", choices=[*PARTS, []], help="what to try (default: all)")
    words.add_argument("--packed", action="store_true", help="try the packed program")
    words.add_argument("--keep", action="store_true", help="write the figures into tests/windows/RUNS.md")
    args = words.parse_args()
    if os.geteuid() == 0 and shutil.which("setpriv") and "SHUT" not in os.environ:
        again = ["setpriv", f"--bounding-set={LEAVE_TO_WRITE_ANYWHERE}", sys.executable, "-m", "tests.windows"]
        os.execvpe(again[0], [*again, *sys.argv[1:]], {**os.environ, "SHUT": "1"})
    asked = args.part or [part for part in PARTS if part not in (OF_SOURCE if args.packed else OF_PACKED)]
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(1) as beside:
        windows = python_for_windows()
        packed = unpack(Path(scratch) / HAN / "my games") if args.packed else None
        programs = Programs(windows, packed, Path(scratch))
        windows.stop()
        late = []
        if "suite" in asked:  # it takes as long as all the others, which end what runs under their Wine
            other = Programs(python_for_windows(prefix="prefix-of-suite"), None, Path(scratch))
            late = [beside.submit(try_part, "suite", other)]
        results = [try_part(part, programs) for part in asked if part != "suite"]
        results += [one.result() for one in late]
        windows.stop()
    wrong = sum(shown.startswith(WRONG) for _, shown, _ in results)
    print(f"{len(results)} parts, {wrong} wrong")
    if args.keep:
        keep(results, args.packed)
    return 1 if wrong else 0


def try_part(part: str, programs: Programs) -> tuple[str, str, float]:
    """Run one part and print what it says. Return its name, that, and the seconds it took."""
    began = time.monotonic()
    try:
        shown = PARTS[part](programs)
    except (AssertionError, subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        shown = f"{WRONG}: {error}"
    seconds = time.monotonic() - began
    print(f"{part}: {shown} ({seconds:.0f} s)", flush=True)
    return part, shown, seconds


if __name__ == "__main__":
    sys.exit(main())
