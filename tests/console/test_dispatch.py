"""The table of verbs: every entry is a function of the right kind; no verb opens a window it does not need."""

from __future__ import annotations

import subprocess
import sys
from argparse import Namespace
from importlib import import_module
from typing import get_type_hints

import pytest

from game.console import dispatch, terminal
from game.console.dispatch import PICTURES, RETOLD, TEXT, VERBS, WINDOW
from main import parser
from release.makers.__main__ import VERBS as MAKERS
from tests.console.run import HOME

WINDOWED = {
    "print",
    "reference",
    "errata",
}  # it paints; they read charts as a page does


@pytest.mark.parametrize(
    "where", [*VERBS.values(), *MAKERS.values(), *PICTURES.values(), *RETOLD.values(), TEXT, WINDOW]
)
def test_every_verb_leads_to_a_function_from_the_command_line_to_an_exit_code(where: str) -> None:
    module, _, name = where.partition(":")
    assert list(get_type_hints(getattr(import_module(module), name)).values()) == [Namespace, int]


@pytest.mark.parametrize(
    ("words", "where"),
    [
        (["--resume", "old.game"], WINDOW),
        (["--text", "--resume", "old.game"], TEXT),
        (["--resume", "old.game", "--from-here"], TEXT),
        (["--resume", "old.game", "--side", "IJN"], TEXT),
    ],
)
def test_a_game_resumes_in_the_window_unless_text_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, words: list[str], where: str
) -> None:
    ran: list[str] = []
    monkeypatch.setattr(dispatch, "_run", lambda module, args: ran.append(module) or 0)
    monkeypatch.setattr(terminal, "why_no_window", lambda: "")
    assert dispatch.dispatch(parser().parse_args(["play", *words])) == 0
    assert ran == [where]


def test_a_program_without_a_console_has_no_streams_and_ends_in_no_traceback() -> None:
    """So does the one with a window on Windows: there sys.stdout and the others are None."""
    code = "import sys, main\nends = sys.__stderr__\nsys.stdin = sys.stdout = sys.stderr = None\n"
    ask = "from game.console import terminal\nends.write(f'{code} {terminal.is_interactive()} {terminal.ask(chr(63))}')"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}code = main.main(['replay', 'nowhere.game'])\n{ask}"],
        capture_output=True, text=True, cwd=HOME, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.split()) == (0, "", ["1", "False", "None"])


def test_a_verb_that_needs_no_window_starts_without_pygame() -> None:
    modules = sorted({where.partition(":")[0] for verb, where in VERBS.items() if verb not in WINDOWED})
    code = f"import sys, main\nfor name in {[*modules, TEXT.partition(':')[0]]}:\n    __import__(name)\n"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}print('pygame' in sys.modules, 'pytmx' in sys.modules)"],
        capture_output=True, text=True, cwd=HOME, check=True,
    )  # fmt: skip
    assert done.stdout.split() == ["False", "False"]
