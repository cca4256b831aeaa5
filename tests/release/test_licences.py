"""What the packed program carries of others goes with their licences."""

from __future__ import annotations

from pathlib import Path

from release.licences import PINNED, installed_libraries, put_licences
from tests.conftest import ROOT

PINS = (ROOT / "requirements.txt").read_text("utf-8")


def test_every_library_of_the_packed_program_brings_its_licence_or_names_it(tmp_path: Path) -> None:
    folder = tmp_path / "licences"
    without = put_licences(PINS, folder)
    names = {library.metadata["Name"] for library in installed_libraries(PINS)}
    assert {"accesskit", "pillow", "pygame-ce", "reportlab"} <= names <= {*names, *PINNED.findall(PINS)}
    for name in names:
        papers = [folder / f"{name}.txt"] if name in without else sorted((folder / name).iterdir())
        assert papers and all(paper.stat().st_size > 20 for paper in papers), name
        assert all("not named" not in paper.read_text("utf-8", "replace") for paper in papers if name in without), name


def test_the_notice_that_accesskit_must_carry_goes_with_it(tmp_path: Path) -> None:
    put_licences(PINS, tmp_path / "licences")
    assert any("chromium" in path.name for path in (tmp_path / "licences" / "accesskit").iterdir())


def test_a_library_that_is_not_installed_here_is_left_out() -> None:
    assert installed_libraries("no-such-library-at-all==1.0\n") == []
