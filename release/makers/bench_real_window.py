"""Measurements of the real window in another process: first frame, idle, and while a computer player thinks."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from game.library import MAPS
from game.program import NEEDS_PYTHON, PACKED
from release.makers.bench_measure import Figure

IDLE_S = 4
THINKING_S = 12
THINKING_IN = "battles_for_empire/maiwand"  # the battle with the longest decisions among those with few animations
LEAST_FRAMES = 50  # least frames a second while a computer player thinks
LIMIT_S = 30 + THINKING_S

OPENING = """
import resource, statistics, sys, time
import pygame
from argparse import Namespace
from game.window import open_app
from game.stack import Push
from game.scenes.startup import first_scenes
began, user, seconds, scenario = float(sys.argv[1]), sys.argv[2], float(sys.argv[3]), sys.argv[4] or None
args = Namespace(user_dir=user, scenario=scenario, side=None, opponent=None, seed=1 if scenario else None, resume=None)
app = open_app(user)
for scene in first_scenes(app, args):
    app.change(Push(scene))
app.frame()
def loop():
    pygame.time.set_timer(pygame.QUIT, int(1000 * seconds), 1)
    app.loop()
"""
IDLE = """
print("first", time.time() - began, flush=True)
before, began = resource.getrusage(resource.RUSAGE_SELF), time.time()
loop()
after = resource.getrusage(resource.RUSAGE_SELF)
used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
print("idle", 100 * used / (time.time() - began), flush=True)
print("memory", after.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10), flush=True)
"""
THINKING = """
director, draw, ended, apart = app.scene.director, app.frame, [time.perf_counter()], []
director.lend()
def frame():
    thinking = director.thinker.busy and not director.thinker.done
    draw()
    before, ended[0] = ended[0], time.perf_counter()
    if thinking:
        apart.append(ended[0] - before)
app.frame = frame
loop()
print("frames", 1 / statistics.median(apart), flush=True)
print("seen", len(apart), flush=True)
"""


def real_window_figures() -> Iterator[Figure]:
    """Yield figures of the window on the null driver: opening, idle, two computer players."""
    what = "time to the first frame, and processor when idle"
    if PACKED:
        yield Figure(what, 0, "", note=f"not measured: {NEEDS_PYTHON}")
        return
    found, why = _printed_values(OPENING + IDLE, ("first", "idle", "memory"), IDLE_S, "")
    if why:
        yield Figure(what, 0, "", note=f"not measured: {why}")
    else:
        yield Figure("time to the first frame of the title screen", found["first"], "s", 1.5, "below")
        yield Figure("processor time when nobody does anything", found["idle"], "per cent", 2, "below", "with music")
        yield Figure("most memory of the title screen", found["memory"], "MiB")
    found, why = _printed_values(OPENING + THINKING, ("frames", "seen"), THINKING_S, THINKING_IN)
    what = "frames a second while a computer thinks"
    if why:
        yield Figure(what, 0, "", note=f"not measured: {why}")
        return
    note = f"median of {found['seen']:.0f}, {THINKING_IN}"
    yield Figure(what, found["frames"], "a second", LEAST_FRAMES, "above", note)


def _printed_values(script: str, names: tuple[str, ...], seconds: float, scenario: str) -> tuple[dict[str, float], str]:
    """Return (values printed by a script in another process, by name; why nothing was measured)."""
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(MAPS.parent)}
    with tempfile.TemporaryDirectory() as user:
        command = [sys.executable, "-c", script, str(time.time()), user, str(seconds), scenario]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=LIMIT_S, env=environment, cwd=MAPS.parent, check=False
            )
        except subprocess.TimeoutExpired:
            return {}, f"no answer within {LIMIT_S} s"
    rows = [line.split() for line in done.stdout.splitlines()]
    found = {words[0]: float(words[1]) for words in rows if len(words) == 2 and words[0] in names}
    if len(found) < len(names):
        return {}, (done.stderr.strip().splitlines() or ["no answer"])[-1]
    return found, ""
