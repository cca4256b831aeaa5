"""What `bench` measures with: processor time, and a plain note where a figure cannot be had."""

from __future__ import annotations

import subprocess
import time

import pytest

from release.makers import bench_real_window
from release.makers.bench_measure import line_of, seconds


def test_what_others_do_meanwhile_does_not_count() -> None:
    assert seconds(lambda: time.sleep(0.2)) < 0.15


def test_a_window_that_gives_no_answer_is_told_and_no_mistake_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(command: list[str], timeout: float, **_: object) -> None:
        raise subprocess.TimeoutExpired(command, timeout)

    monkeypatch.setattr(bench_real_window.subprocess, "run", never)  # type: ignore[attr-defined]
    for figure in bench_real_window.real_window_figures():
        assert not figure.is_missed
        assert "not measured: no answer within 42 s" in line_of(figure)
