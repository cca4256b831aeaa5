"""The supported Python versions: the same in every place, others refused with a sentence, packages pinned by hashes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import main
from tests.conftest import ROOT

LISTS = {"requirements": (), "requirements-dev": ("cluster", "package", "dev")}  # and its groups of packages


def text_of(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_every_place_promises_the_same_pythons() -> None:
    makefile = text_of("Makefile")
    oldest, newest = (re.findall(rf"^{word} := (\d+)$", makefile, re.M) for word in ("OLDEST", "NEWEST"))
    assert oldest == [str(main.OLDEST[1])] and newest == ["14"]
    assert f"Python 3.{oldest[0]} to 3.{newest[0]}" in text_of("README.md")
    assert f'target-version = "py3{oldest[0]}"' in text_of("pyproject.toml")
    assert f'python_version = "3.{oldest[0]}"' in text_of("pyproject.toml")
    assert "3.10" not in re.sub(r"==\S+", "", text_of("README.md") + text_of("pyproject.toml") + makefile)


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
@pytest.mark.parametrize(
    ("version", "fits"),
    [
        ("(3, 10, 13)", False),
        ("(3, 9)", False),
        ("(2, 7)", False),
        ("(3, 15)", False),
        ("(3, 11)", True),
        ("(3, 14, 2)", True),
    ],
)
def test_a_wrong_python_is_refused_in_a_sentence_before_anything_is_made(
    version: str, fits: bool, tmp_path: Path
) -> None:
    for name in ("Makefile", "requirements.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    stand_in = tmp_path / "python3.x"
    asked = f"import sys; sys.version_info = {version}\n$2"
    stand_in.write_text(
        f'#!/bin/sh\n[ "$1" = -c ] && exec "{sys.executable}" -c "{asked}"\necho "asked to run $*"\nexit 7\n', "utf-8"
    )
    stand_in.chmod(0o755)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(
        ["make", f"PYTHON={stand_in}", "play"], cwd=tmp_path, capture_output=True, text=True, env=environment
    )
    assert done.returncode != 0
    assert ("Python 3.11 to 3.14 is needed" in done.stdout) is not fits
    assert ("asked to run -m venv" in done.stdout) is fits
    assert not (tmp_path / ".venv").exists()


def test_an_old_python_is_told_so_by_the_program_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 13, "final", 0))
    assert main.main(["--version"]) == 2
    assert "Python 3.11 or newer is needed" in capsys.readouterr().err


def wanted_versions(groups: Iterable[str]) -> dict[str, str]:
    """Package -> version, as pyproject.toml has them: what the game needs, and these groups. Every line says why."""
    text = text_of("pyproject.toml")
    found, above = {}, ""
    for group in ("dependencies", *groups):
        for line in re.findall(rf"^{group} = \[.*\n((?:    .*\n)+)", text, re.M)[0].splitlines():
            if package := re.match(r'    "([\w.-]+)==([^ "]+)', line):
                assert "  # " in line or above.startswith("    # "), f"no reason: {line}"
                found[package[1].casefold().replace("_", "-")] = package[2]
            above = line
    return found


@pytest.mark.parametrize("name", LISTS)
def test_every_package_is_pinned_with_hashes_and_agrees_with_its_reason(name: str) -> None:
    listed: dict[str, str] = {}
    for entry in re.split(r"\n(?=[a-z])", text_of(f"{name}.txt"))[1:]:
        found = re.match(r"([a-z0-9.-]+)==([^\s;]+)", entry)
        assert found, entry[:60]
        assert re.findall(r"--hash=sha256:[0-9a-f]{64}", entry), f"{found[1]} has no hash"
        listed[found[1]] = found[2]
    wishes = wanted_versions(LISTS[name])
    assert {package: listed.get(package) for package in wishes} == wishes
    assert len(listed) >= len(wishes)
