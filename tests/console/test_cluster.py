"""`--cluster`: the same rows as on one core, even if workers die; otherwise a sentence why it cannot be used."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.console import cluster, processes
from game.console.playing import Refused
from game.console.processes import digest_of_all, run_in_processes
from tests.conftest import SOAK
from tests.console.run import HOME, run_main, run_makers

BATTLE = "nw_smoke/little_and_gregory"
PATIENCE_S = 90


@contextmanager
def running(workers: int, folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Provide a scheduler and its workers on the loopback: its address, and the workers, each one process of one
    thread.
    """
    file = folder / "scheduler.json"
    base = [sys.executable, "-m"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": HOME}
    head = [*base, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    hand = [*base, "distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    started = [subprocess.Popen([*head, "--scheduler-file", str(file)], **quiet)]  # type: ignore[call-overload]
    try:
        until(file.exists)
        for number in range(workers):
            own = ["--scheduler-file", str(file), "--local-directory", str(folder / str(number))]
            started.append(subprocess.Popen([*hand, *own], **quiet))  # type: ignore[call-overload]
        yield json.loads(file.read_text("utf-8"))["address"], started[1:]
    finally:
        for process in started:
            process.kill()
            process.wait()


def until(true: Callable[[], bool]) -> None:
    """Wait for a condition."""
    end = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.skipif(not SOAK, reason="make soak: starts a cluster")
def test_a_worker_killed_in_mid_run_changes_no_row(tmp_path: Path) -> None:
    words = ("balance", BATTLE, "--games", "64", "--players", "captain,random", "--seed", "5")
    rows = tmp_path / "rows.jsonl"
    with running(2, tmp_path) as (address, workers):
        words_there = [*words, "--cluster", address, "--rows", str(rows)]
        command = [sys.executable, str(HOME / "main.py"), "--user-dir", str(tmp_path), *words_there]
        playing = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=HOME)
        until(lambda: playing.poll() is not None or (rows.exists() and rows.read_text("utf-8").count("\n") >= 4))
        assert playing.poll() is None and rows.read_text("utf-8").count("\n") < 64, "it is in the midst of it"
        os.kill(workers[0].pid, signal.SIGKILL)
        text, complaint = playing.communicate(timeout=PATIENCE_S)
    assert playing.returncode == 0, complaint
    alone = tmp_path / "alone.jsonl"
    one = run_main(tmp_path, *words, "--jobs", "1", "--rows", str(alone))
    assert text == one.stdout
    kept, wanted = (sorted(path.read_text("utf-8").splitlines()) for path in (rows, alone))
    assert kept == wanted and len(kept) == 64


@pytest.mark.skipif(not SOAK, reason="make soak: starts a cluster")
def test_a_match_on_a_cluster_has_the_figures_of_one_core(tmp_path: Path) -> None:
    words = ("ladder", BATTLE, "--players", "quick,random", "--games", "20", "--seed", "3", "--all")
    with running(2, tmp_path) as (address, _):
        there = run_makers(tmp_path, *words, "--cluster", address)
    here = run_makers(tmp_path, *words, "--jobs", "1")
    assert there.returncode == here.returncode == 0, there.stderr + here.stderr
    timed = there.stdout.rfind("|", 0, there.stdout.rindex("|"))  # the last column tells times
    assert there.stdout[:timed] == here.stdout[:timed]


@pytest.mark.skipif(not SOAK, reason="make soak: starts a cluster")
def test_a_scheduler_without_workers_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE_S", 1)
    with (
        running(0, tmp_path) as (address, _),
        pytest.raises(Refused, match="has no workers"),
        cluster.using_cluster(address, -1),
    ):
        pytest.fail("nothing is played")


@pytest.mark.parametrize(
    ("address", "jobs", "why"),
    [
        ("localhost", -1, "expected tcp://HOST:PORT, found 'localhost'"),
        ("http://there:8786", -1, "expected tcp://HOST:PORT"),
        ("tcp://there:8786", 1, "leave one of them out"),
        ("tcp://127.0.0.1:9", -1, "no scheduler answers at tcp://127.0.0.1:9"),
    ],
)
def test_an_address_at_which_nobody_helps_is_told(
    address: str, jobs: int, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE_S", 1)
    with pytest.raises(Refused, match=why), cluster.using_cluster(address, jobs):
        pytest.fail("nothing is played")


def test_a_worker_with_another_program_or_none_is_refused_by_name() -> None:
    own = digest_of_all()
    cluster.check_workers({"tcp://a:1": own, "tcp://b:1": own})
    with pytest.raises(Refused, match=f"tcp://b:1 has another version of the program .0123, here {own}"):
        cluster.check_workers({"tcp://a:1": own, "tcp://b:1": "0123"})
    with pytest.raises(Refused, match="tcp://a:1 cannot start the program .*No module named 'game'"):
        cluster.check_workers({"tcp://a:1": ModuleNotFoundError("No module named 'game'")})


def test_a_worker_that_joins_later_is_asked_before_each_piece_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    token = processes.expected.set(digest_of_all())
    try:
        assert list(run_in_processes(abs, [(-1,), (2,)], 1)) == [1, 2]
        monkeypatch.setattr(processes, "digest_of_all", lambda: "0123")
        with pytest.raises(Refused, match=r"another version of the program .0123."):
            list(run_in_processes(abs, [(-1,)], 1))
    finally:
        processes.expected.reset(token)


@pytest.mark.parametrize("part", ["maps/land/one.tmx", "release/makers/match.py", "rules/a.py", "rules/b.yaml"])
def test_the_digest_covers_what_decides_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    monkeypatch.setattr(processes, "ROOT", tmp_path)
    before = digest_of_all.__wrapped__()
    (tmp_path / part).parent.mkdir(parents=True)
    (tmp_path / part).write_text("x")
    assert digest_of_all.__wrapped__() != before
