"""Try the program with Windows' Python under Wine: `python -m tests.windows [PART ...]`; `--packed` what was packed.

Each part prints a line of figures or what is wrong; 1 when anything is wrong. The packed program is unpacked into a
path with spaces and Han letters first. Needs Wine, Xvfb and xdotool.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pygame
import yaml

from release.windows import Windows, python_for_windows
from rules import SYSTEMS
from tests.conftest import ROOT
from tests.windows.desk import desk, give_orders

LISTED = Path(__file__).parent / "suite.yaml"
PACKAGE = ROOT / "out" / "package-windows"
PICTURES = ROOT / "out" / "windows" / "pictures"
NAME = "fighting-instructions"
HAN = "pa th 海戰 ü"
BATTLE = "nw_smoke/little_and_gregory"
FIRST = {
    "nw_smoke": BATTLE,
    "nights_of_fury": "nights_of_fury/little_and_gregory",
    "quickfire": "quickfire/dash_to_chifu",
    "battles_for_empire": "battles_for_empire/majuba",
    "perfidious_albion": "perfidious_albion/no_moon",
}
SILENT_S = 40  # a battle without a sound device once failed after 20 s
PATIENCE_S = 120
Done = subprocess.CompletedProcess[str]


class Trial:
    """The program under Wine: from source, or packed in a folder."""

    def __init__(self, windows: Windows, packed: Path | None, scratch: Path) -> None:
        self.windows, self.packed, self.scratch = windows, packed, scratch

    def words(self, *words: object, console: bool = True) -> tuple[object, ...]:
        """Return the command of a verb."""
        if self.packed is None:
            return ("main.py", *words)
        return (self.packed / ("fi.exe" if console else f"{NAME}.exe"), *words)

    def verb(self, *words: object, timeout: int = 900, **more: object) -> Done:
        """Run a verb under Wine."""
        return self.windows.run(*self.words(*words), env={"SDL_AUDIODRIVER": "dummy"}, timeout=timeout, **more)

    def here(self, *words: object, **more: object) -> Done:
        """Run the same verb from source on this system."""
        command = [sys.executable, "main.py", *map(str, words)]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload]

    # ------------------------------------------------------------------ the parts

    def digests(self) -> str:
        """Return random games of every battle: the same commands, dice, events and ends as on this system."""
        if self.packed:
            words = ("balance", BATTLE, "--games", "20", "--players", "captain", "--jobs", "2")
            one, other = self.verb(*words).stdout, self.here(*words).stdout
            assert "digest of the results: " in other and one.replace("\r", "") == other, one
            return "20 captain's games on 2 processes: the output equal"
        one = self.windows.run("-m", "tests.windows.digests", timeout=900).stdout.splitlines()  # type: ignore[assignment]
        command = [sys.executable, "-m", "tests.windows.digests"]
        other = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()  # type: ignore[assignment]
        assert len(other) > 200 and one == other, sorted(set(one) ^ set(other))[:6]
        steps = sum(int(line.split()[2]) for line in other[:-1])
        return f"{len(other) - 1} games, {steps:,} steps, {other[-1][:20]}: equal to Linux's"

    def check(self) -> str:
        """All data of the program: what is wrong with them is the same as on this system, or nothing."""
        one, other = self.verb("check"), self.here("check")
        found = [done.stdout.replace("\r", "").replace("\\", "/").splitlines() for done in (one, other)]
        if self.packed:
            assert one.returncode == 0, one.stdout[-2000:] + one.stderr
        else:
            assert found[0] == found[1], sorted(set(found[0]) ^ set(found[1]))[:6]
        return found[0][-1]

    def text(self) -> str:
        """Play by typing: what is said is the same as on this system, but for paths."""
        told = []
        for name, verb in (("wine", self.verb), ("linux", self.here)):
            words = ("--user-dir", self.scratch / name, "play", "--text", "--scenario", BATTLE, "--seed", "4")
            done = verb(*words, "--side", "usn", input="done\nyes\nhelp\nquit\n")
            assert done.returncode == 0, done.stdout + done.stderr
            told.append([line for line in done.stdout.replace("\r", "").splitlines() if str(name) not in line])
        assert told[0] == told[1], list(set(told[0]) ^ set(told[1]))[:4]
        return f"{len(told[0])} lines equal to Linux's"

    def resume(self) -> str:
        """Killed in the midst of a game in a folder with Han letters, go on here; and the other way round."""
        there, figures = self.scratch / HAN, []
        words = ("--user-dir", there, "play", "--text", "--scenario", BATTLE, "--seed", "4", "--side", "usn")
        command = self.windows.command(*self.words(*words))
        with subprocess.Popen(
            command,
            cwd=ROOT,
            env=self.windows.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as playing:
            assert playing.stdin is not None
            playing.stdin.write(b"done\nyes\n" * 3)
            playing.stdin.flush()
            until(lambda: lines_of(there) > 4, "orders in the saved game")
            playing.kill()
        (path,) = (there / "saves").glob("*.game")
        figures.append(f"killed under Wine after {lines_of(there)} lines")
        done = self.here("replay", path, "--verify")
        assert done.returncode == 0 and "replay identically" in done.stdout, done.stdout + done.stderr
        back = ("--user-dir", there, "play", "--text", "--resume")
        done = self.here(*back, path, input="done\nyes\nquit\n")
        assert done.returncode == 0 and "The game stops" in done.stdout, done.stdout + done.stderr
        figures.append(f"continued on Linux to {lines_of(there)}")
        done = self.verb(*back, path, input="done\nyes\nquit\n")
        assert done.returncode == 0 and "The game stops" in done.stdout, done.stdout + done.stderr
        figures.append(f"and under Wine to {lines_of(there)}")
        done = self.verb("replay", path, "--verify")
        assert done.returncode == 0 and "replay identically" in done.stdout, done.stdout + done.stderr
        return ", ".join(figures)

    def share(self) -> str:
        """Return a report, a film, a picture, a script and a battle on paper, written into a folder with
        Han letters.
        """
        game, out = ROOT / "tests" / "replays" / f"{BATTLE}.game", self.scratch / HAN / "out"
        out.mkdir(parents=True, exist_ok=True)
        sizes = []
        for kind, name in (("report", "a.html"), ("film", "a.webp"), ("picture", "a.png"), ("script", "a.yaml")):
            done = self.verb("share", game, "--as", kind, "--out", out / name)
            assert done.returncode == 0, f"{kind}: {done.stdout}{done.stderr}"
            sizes.append(f"{kind} {(out / name).stat().st_size:,}")
        done = self.verb("print", BATTLE, "--out", out / "a.pdf")
        assert done.returncode == 0 and (out / "a.pdf").read_bytes()[:5] == b"%PDF-", done.stdout + done.stderr
        return f"{', '.join(sizes)}, paper {(out / 'a.pdf').stat().st_size:,} bytes"

    def window(self) -> str:
        """Return a battle of each game: five orders by a real mouse, one of them without a sound device
        for SILENT_S.
        """
        PICTURES.mkdir(parents=True, exist_ok=True)
        figures = []
        for key in SYSTEMS:
            figures.append(f"{key} {self.battle(key, silent=key == 'nw_smoke')}")
        return "; ".join(figures)

    def battle(self, key: str, silent: bool) -> str:
        """Play one battle in a window; keep a picture of it."""
        user, began = self.scratch / HAN / key, time.monotonic()
        words = self.words("--user-dir", user, "play", "--scenario", FIRST[key], "--seed", "4", console=False)
        with desk() as screen:
            env = {**screen.environment, **({} if silent else {"SDL_AUDIODRIVER": "dummy"})}
            command = self.windows.command(*words)
            with subprocess.Popen(
                command, cwd=ROOT, env=self.windows.environment(env), stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            ) as program:  # fmt: skip
                try:
                    until(screen.is_drawn, "a picture")
                    drawn = time.monotonic() - began
                    time.sleep(2)
                    given, clicks = give_orders(screen, FIRST[key], user / "saves", self.scratch / "own")
                    while silent and time.monotonic() - began < drawn + SILENT_S:
                        time.sleep(1)
                    assert program.poll() is None, "the window has gone"
                finally:
                    kind = "packed" if self.packed else "source"
                    pygame.image.save(screen.picture(), PICTURES / f"{kind}-{key}.png")
                    program.kill()
        assert not list(user.rglob("crash-*")), "a crash report was written"
        return f"{given} orders, {clicks} clicks, first picture after {drawn:.1f} s"

    def suite(self) -> str:
        """Return the part of the tests that can run there, each folder in a process of its own."""
        listed = yaml.safe_load(LISTED.read_text("utf-8"))
        known = {name for part in listed["known"].values() for name in part}
        passed, new, figures = 0, [], []
        for group in listed["groups"]:
            words = ["-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "not window", "-rfE", "--tb=no"]
            words += ["-o", "faulthandler_timeout=90", *group]
            words += [word for name in listed["left_out"] for word in ("--ignore", name)]
            done = self.windows.run(*words, env={"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}, timeout=3600)
            lines = done.stdout.replace("\r", "").splitlines()
            wrong = [line.split(" ")[1] for line in lines if line.startswith(("FAILED ", "ERROR "))]
            new += [name for name in wrong if name.partition("[")[0] not in known and name not in known]
            figures.append(lines[-1] if lines else f"{group}: nothing was said; {done.stderr[-300:]}")
            passed += sum(int(word) for word, what in pairs(lines[-1] if lines else "") if what.startswith("passed"))
        assert not new and passed > listed["passed"], f"{new or ''} {figures}"
        return f"{passed} tests passed; {'; '.join(figures)}"


def pairs(line: str) -> list[tuple[str, str]]:
    """Return the words of a line, each number with the word behind it."""
    words = line.strip("= ").replace(",", "").split()
    return [(one, other) for one, other in zip(words, words[1:], strict=False) if one.isdigit()]


def lines_of(user: Path) -> int:
    """Return how many lines the one saved game of a folder has."""
    return sum(path.read_bytes().count(b"\n") for path in (user / "saves").glob("*.game"))


def until(happened: Callable[[], bool], what: str) -> None:
    """Wait. Raises AssertionError after PATIENCE_S."""
    end = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < end, f"waited {PATIENCE_S} s for {what}"
        time.sleep(0.1)


def unpacked(where: Path) -> Path:
    """Unpack the archive of `make package-windows`. Ends the program where there is none."""
    archives = sorted(PACKAGE.glob("*.zip"))
    if len(archives) != 1:
        sys.exit("error: expected one archive in out/package-windows; run `make package-windows` first")
    shutil.rmtree(where, ignore_errors=True)
    with zipfile.ZipFile(archives[0]) as files:
        files.extractall(where)
    return where / NAME


PARTS = ("digests", "check", "text", "resume", "share", "window", "suite")


def main() -> int:
    """Run the parts asked for."""
    words = argparse.ArgumentParser(prog="python -m tests.windows", description=__doc__)
    words.add_argument("part", nargs="*", choices=[*PARTS, []], help="what to try (default: all)")
    words.add_argument("--packed", action="store_true", help="try the packed program")
    args = words.parse_args()
    parts = args.part or [part for part in PARTS if not (args.packed and part == "suite")]
    wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        windows = python_for_windows()
        packed = unpacked(Path(scratch) / HAN / "my games") if args.packed else None
        trial = Trial(windows, packed, Path(scratch))
        for part in parts:
            began = time.monotonic()
            try:
                told = getattr(trial, part)()
            except (AssertionError, subprocess.TimeoutExpired) as error:
                wrong, told = wrong + 1, f"WRONG: {error}"
            print(f"{part}: {told} ({time.monotonic() - began:.0f} s)", flush=True)
    print(json.dumps({"wrong": wrong}))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
