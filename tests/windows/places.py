"""Difficult places under Wine.

No permission to write, a file locked by another program, a second copy of the program, no sound. Each is answered by a
sentence, and nothing is lost. Han letters and spaces are in every path of these tests.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import ROOT
from tests.windows.programs import HAN, Programs, check_refusal, ended_well, lines_of, saved_in, say, until

GAME = "nw_smoke/little_and_gregory"
KEPT = ROOT / "tests" / "replays" / f"{GAME}.game"
PLAY = ("play", "--text", "--scenario", GAME, "--seed", "4", "--side", "usn")
NO_LEAVE = "writing there is not allowed; choose another folder"
HELD = "another program has it open, or it is write-protected; close that program or choose another file"
# Opens a file without sharing, says so, and holds it until its input ends.
HOLD = """
import ctypes, sys
from ctypes import c_uint32, c_void_p, c_wchar_p
take = ctypes.WinDLL("kernel32").CreateFileW
take.restype, take.argtypes = c_void_p, [c_wchar_p, c_uint32, c_uint32, c_void_p, c_uint32, c_uint32, c_void_p]
handle = take(sys.argv[1], 0xC0000000, 0, None, 3, 0, None)
print("held" if handle != c_void_p(-1).value else "not held", flush=True)
sys.stdin.read()
"""


def bad_places(programs: Programs) -> str:
    """Try each. Return what was tried."""
    folder = programs.scratch / HAN / "bad"
    folder.mkdir(parents=True)
    tried = [_no_leave, _check_held, _second]
    if programs.packed is None:
        tried.append(_no_sound)
    return "; ".join(one(programs, folder) for one in tried)


def _no_leave(programs: Programs, folder: Path) -> str:
    """Saved games go elsewhere, which is said; what is to be written there is refused."""
    shut = folder / "shut 海"
    shut.mkdir(mode=0o555)
    done = programs.verb("--user-dir", shut / "me", *PLAY, input="done\nquit\n")
    text = " ".join(ended_well(done, "The game stops", "The --user-dir folder cannot be used").split())
    assert "Your games are saved in" in text or "Saves are temporary here" in text, text
    tries: dict[str, tuple[object, ...]] = {
        "a.yaml": ("share", KEPT, "--as", "script"),
        "a.png": ("share", KEPT, "--as", "picture"),
        "a.html": ("share", KEPT, "--as", "report"),
        "a.pdf": ("print", GAME),
    }
    for name, words in tries.items():
        done = programs.verb(*words, "--out", shut / name)
        assert done.returncode == 1, done
        check_refusal(done, [name, NO_LEAVE])
    assert not list(shut.iterdir())
    return f"no leave to write: saved elsewhere, {len(tries)} verbs refused"


def _check_held(programs: Programs, folder: Path) -> str:
    """A saved game, and a file that is to be replaced; both are whole afterwards, and the game goes on."""
    user, out = folder / "held", folder / "out.yaml"
    ended_well(programs.verb("--user-dir", user, *PLAY, input="done\nquit\n"), "The game stops")
    (path,) = saved_in(user)
    out.write_text("old")
    before = path.read_bytes()
    for words in (("--user-dir", user, "play", "--text", "--resume", path), ("replay", path), ("analyse", path)):
        with _holding(programs, path):
            done = programs.verb(*words, input="done\nquit\n")
        assert done.returncode in (1, 2), done
        check_refusal(done, [path.name, HELD])
    battle = folder / "held" / "battle.yaml"
    battle.write_bytes((ROOT / "maps" / f"{GAME}.yaml").read_bytes())
    for verb in (("check",), ("play", "--text")):
        with _holding(programs, battle):
            done = programs.verb(*verb, battle, input="quit\n")
        assert done.returncode in (1, 2), done
        check_refusal(done, [battle.name, HELD])
    with _holding(programs, out):
        done = programs.verb("share", KEPT, "--as", "script", "--out", out)
    assert done.returncode == 1, done
    check_refusal(done, [out.name, HELD])
    assert path.read_bytes() == before and out.read_text() == "old" and saved_in(user) == [path]
    assert sorted(one.name for one in folder.iterdir()) == ["held", "out.yaml", "shut 海"], "nothing is left over"
    ended_well(programs.verb("replay", path, "--verify"), "replay identically")
    return "held by another program: 5 verbs refuse to open it, 1 to replace it, nothing lost"


def _second(programs: Programs, folder: Path) -> str:
    """A second copy may not resume the game of the first, which goes on; it may play games of its own."""
    user = folder / "second"
    with programs.waiting("--user-dir", user, *PLAY) as first:
        until(lambda: lines_of(user) > 1, "a saved game", first)
        (path,) = saved_in(user)
        done = programs.verb("--user-dir", user, "play", "--text", "--resume", path, input="done\nquit\n")
        assert done.returncode == 2, done
        check_refusal(done, [f"{path.name} is open in another copy of the game"])
        ended_well(programs.verb("--user-dir", user, *PLAY, input="done\nquit\n"), "The game stops")
        before = path.read_bytes()
        say(first, "done")
        until(lambda: path.read_bytes() != before, "an order of the first copy", first)
    assert len(saved_in(user)) == 2
    for one in saved_in(user):
        ended_well(programs.verb("replay", one, "--verify"), "replay identically")
    return "a second copy: refused the first's game, played its own"


def _no_sound(programs: Programs, folder: Path) -> str:
    """The window part plays a battle without a device; here is what the settings say of it."""
    words = (
        "from game.sound import SoundBox; box = SoundBox(); box.play_in_battle(); box.tick(10**9); print(box.notice)"
    )
    said = ended_well(programs.windows.run("-c", words)).strip()
    assert "silent" in said, said
    return f"no sound device: “{said}”"


@contextmanager
def _holding(programs: Programs, path: Path) -> Iterator[None]:
    """Have another program hold a file."""
    command = programs.windows.command("-c", HOLD, path)
    with subprocess.Popen(
        command, cwd=ROOT, env=programs.windows.environment(),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as holder:  # fmt: skip
        try:
            assert holder.stdout is not None and holder.stdout.readline().strip() == "held"
            yield
        finally:
            holder.kill()
