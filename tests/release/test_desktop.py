"""Icon, window class, menu entry, one version everywhere."""

from __future__ import annotations

import argparse
import ast
import configparser
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pygame
import pytest

import main
from game import manual
from game import window_icon as dress
from game.program import COMMAND, NAME
from game.version import DATE, VERSION
from release import icon
from release.licences import PINNED, installed_libraries, put_licences
from tests.conftest import ROOT
from tests.game.test_window import display as display
from tests.game.test_window import environment, start_program

SHARE = ROOT / "release" / "share"


@pytest.fixture
def entry() -> configparser.SectionProxy:
    found = configparser.RawConfigParser()
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read(SHARE / "applications" / f"{NAME}.desktop", "utf-8")
    return found["Desktop Entry"]


def test_the_icon_is_there_in_every_size_and_is_what_we_draw() -> None:
    for size in icon.SIZES:
        kept = pygame.image.load(icon.ICONS / f"{size}.png")
        assert kept.get_size() == (size, size)
        assert kept.get_at((0, 0)).a < 16, "its corners are clear"
        drawn = pygame.image.tobytes(icon.icon(size), "RGBA")
        pairs = zip(drawn, pygame.image.tobytes(kept, "RGBA"), strict=True)
        assert max(abs(one - other) for one, other in pairs) < 9, "computers round differently"
    ico = (icon.ICONS / "icon.ico").read_bytes()
    assert ico[:6] == b"\0\0\1\0" + bytes([len(icon.IN_ICO), 0]) and ico.count(b"\x89PNG") == len(icon.IN_ICO)


def test_a_missing_or_broken_icon_changes_nothing(tmp_path: Path) -> None:
    dress.give_icon(tmp_path)
    (tmp_path / f"{dress.ICON_SIZE}.png").write_bytes(b"no picture")
    dress.give_icon(tmp_path)


def test_the_menu_entry_names_the_program_its_icon_and_the_class_of_its_window(
    entry: configparser.SectionProxy,
) -> None:
    assert entry["Exec"] == entry["Icon"] == entry["StartupWMClass"] == NAME
    assert entry["Type"] == "Application" and entry["Categories"].endswith(";")


def test_the_version_is_the_same_wherever_it_is_told() -> None:
    found = ElementTree.parse(next((SHARE / "metainfo").glob("*.xml"))).getroot()
    newest = found.find("releases/release")
    assert newest is not None and newest.attrib == {"version": VERSION, "date": DATE}
    assert found.findtext("launchable") == f"{NAME}.desktop"
    assert "version" in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dynamic"]
    heads = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert [head for head in heads if head != "Unreleased"][0] == f"{VERSION},"
    done = subprocess.run([sys.executable, "main.py", "--version"], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == f"Fighting Instructions {VERSION}\n"


@pytest.mark.skipif(os.name == "nt", reason="a menu of Linux desktops")
def test_it_goes_into_the_menu_of_a_desktop_and_out_again(tmp_path: Path) -> None:
    packed = tmp_path / "海戰 100% game"
    (packed / "share" / "applications").mkdir(parents=True)
    for name in ("menu.sh", f"applications/{NAME}.desktop"):
        (packed / "share" / name).write_bytes((SHARE / name).read_bytes())
    (packed / "_internal" / "assets").mkdir(parents=True)
    (packed / "_internal" / "assets" / "icons").symlink_to(icon.ICONS)
    data = tmp_path / "data"
    env = {**os.environ, "XDG_DATA_HOME": str(data)}
    words = ["sh", str(packed / "share" / "menu.sh")]
    subprocess.run(words, env=env, check=True, capture_output=True)
    written = (data / "applications" / f"{NAME}.desktop").read_text("utf-8")
    assert f'Exec="{tmp_path}/海戰 100%% game/{NAME}"\n' in written and written.count("Exec=") == 1
    assert (data / "icons" / "hicolor" / "48x48" / "apps" / f"{NAME}.png").is_file()
    subprocess.run([*words, "remove"], env=env, check=True, capture_output=True)
    assert [path for path in data.rglob("*") if path.is_file()] == []


@pytest.mark.window
def test_the_window_carries_its_class_and_its_icon(display: str, tmp_path: Path) -> None:
    program = start_program(display, tmp_path / "user")
    try:
        words = ["xwininfo", "-root", "-tree"]
        text = subprocess.run(words, env=environment(display), capture_output=True, text=True, check=True).stdout
        found = re.search(rf'(0x\w+) "Fighting Instructions": \("{NAME}" "{NAME}"\)', text)
        assert found, text
        if shutil.which("xprop"):
            words = ["xprop", "-id", found[1], "-len", "8", "_NET_WM_ICON"]
            text = subprocess.run(words, env=environment(display), capture_output=True, text=True, check=True).stdout
            assert "not found" not in text
    finally:
        program.kill()
        program.wait()


def test_the_readme_tells_three_ways_in_five_lines() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    lines = text.partition("\n## Get it\n\n")[2].partition("\n\n")[0].splitlines()
    assert len(lines) <= 5
    assert [line[:2] for line in lines if line[:1].isdigit()] == ["1.", "2.", "3."]
    said = " ".join(lines)
    for way in ("make package", "share/menu.sh", "pipx install .", f"uvx --from . {NAME}", "make play"):
        assert way in said


# --- The manual: every verb says what it does, its options, examples the command line takes, its exit codes ---

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


# --- What the packed program carries of others goes with their licences ---

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


def test_every_file_that_the_program_reads_goes_into_the_package() -> None:
    """The words of the code for two computers were left out: the packed program could not host or join."""
    text = (ROOT / "release" / "fighting-instructions.spec").read_text("utf-8")
    kinds: dict[str, str] = ast.literal_eval(text[text.index("KINDS = ") + len("KINDS = ") : text.index("\nDATA = ")])
    packed = {path for folder, kind in kinds.items() for path in (ROOT / folder).rglob(kind)}
    read = [path for top in ("game", "rules", "maps") for path in (ROOT / top).rglob("*") if path.is_file()]
    left = [path for path in read if path not in packed and path.suffix != ".pyc" and path.name != "README.md"]
    assert not left and "_cffi_backend" in text
