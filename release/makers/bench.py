"""The verb `bench`: the speed of the program on this computer, with every figure beside its target."""

from __future__ import annotations

import os
from argparse import Namespace

from game.console import terminal
from release.makers.bench_campaign import campaign_figures
from release.makers.bench_crowd import crowd_figures
from release.makers.bench_measure import line_of
from release.makers.bench_rules import rule_figures
from release.makers.bench_window import window_figures


def bench_verb(args: Namespace) -> int:
    """`bench`: measure and print. 1 if a target is missed."""
    work = 1 if args.quick else 10
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    missed = 0
    for measure in (rule_figures, crowd_figures, campaign_figures, window_figures):
        for figure in measure(work):
            missed += figure.is_missed
            terminal.say(line_of(figure))
    terminal.say("every target is met" if not missed else f"targets missed: {missed}")
    return 1 if missed else 0
