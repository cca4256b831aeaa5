"""The manual: every verb says what it does, its options, examples the command line takes, its exit codes."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import main
from game import manual
from game.program import COMMAND
from tests.conftest import ROOT

HIDDEN = {"reader-child"}  # started by the program itself


def verbs() -> dict[str, argparse.ArgumentParser]:
    found = next(action for action in main.parser()._actions if isinstance(action, argparse._SubParsersAction))
    return {name: verb for name, verb in found.choices.items() if name not in HIDDEN}


def test_every_verb_has_a_manual_and_no_other_has() -> None:
    assert set(verbs()) == set(manual.MANUALS)
    shown = main.parser().format_help()
    assert [name for name in verbs() if not re.search(rf"^    {name}\b", shown, re.M)] == []
    assert [name for name in HIDDEN if re.search(rf"^    {name}\b", shown, re.M)] == []


@pytest.mark.parametrize("name", sorted(verbs()))
def test_the_help_of_a_verb_is_whole(name: str) -> None:
    text = verbs()[name].format_help()
    assert re.search(r"\n\n[A-Z][^\n]+", text), "a summary"
    assert f"examples:\n  {COMMAND} {name}" in text
    assert re.findall(r"^  ([012])  \w", text, re.M) == ["0", "1", "2"], "exit codes"
    assert [action.dest for action in verbs()[name]._actions if not action.help] == [], "every option says what it does"


@pytest.mark.parametrize(
    "example", [example for name in sorted(manual.MANUALS) for example in manual.MANUALS[name].examples]
)
def test_an_example_is_a_command_line_and_names_files_there_are(example: str) -> None:
    args = main.parser().parse_args(example.split())
    assert args.verb == example.split()[0]
    assert [word for word in example.split() if word.startswith("maps/") and not (ROOT / word).exists()] == []


def test_the_page_for_man_is_set_without_a_warning(tmp_path: Path) -> None:
    page = manual.man_page(main.parser())
    assert page.startswith(".TH FIGHTING-INSTRUCTIONS 6 ")
    assert all(f'.SH "{name.upper()}"' in page for name in manual.MANUALS)
    if shutil.which("groff") is None:
        return
    done = subprocess.run(["groff", "-man", "-ww", "-Tutf8"], input=page, capture_output=True, text=True, check=True)
    assert done.stderr == "" and "exit codes" in done.stdout
