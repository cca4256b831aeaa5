"""What can be said of the package for Windows without Wine; `make test-windows` tries it."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.version import VERSION
from release import windows
from release.package import Target
from tests.conftest import ROOT


def test_an_archive_with_the_python_of_tests_is_named_a_test_build() -> None:
    made = windows.Windows(Path("python.exe"), Path("prefix"))
    assert Target(made, tested_only=True).name == f"fighting-instructions-{VERSION}-windows-test"
    assert Target(made).name == f"fighting-instructions-{VERSION}-windows-amd64"
    assert "windows" not in Target().name and Target(made).out != Target().out


def test_the_first_words_for_a_player_quote_what_windows_shows() -> None:
    text = (ROOT / "release" / "READ-ME-FIRST.txt").read_text("utf-8")
    for words in (
        "Windows protected your PC",
        "More info",
        "Run anyway",
        "certutil -hashfile",
        "SHA256SUMS",
        r".\fi.exe",
    ):
        assert words in text


def test_nothing_says_that_it_was_tried_on_windows() -> None:
    papers = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "release").glob("*.*")]
    assert all("tried on windows" not in paper.read_text("utf-8").casefold() for paper in papers)


def test_without_wine_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "WINES", ())
    with pytest.raises(SystemExit, match="apt-get install .* wine"):
        windows.python_for_windows()
