"""The tool that pip, pipx and uv install: built, put into a fresh environment without a network, and used there."""

from __future__ import annotations

import os
import site
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from game.version import VERSION
from tests.conftest import ROOT

TOOL = "fighting-instructions"
PACKAGE = "fighting_instructions"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of this source."""
    out = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def tool_venv(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a fresh environment below a path with a space, with the tool and, lent by ours, the packages it needs."""
    home = tmp_path_factory.mktemp("fresh environment") / "venv"
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    python = program_in(home, "python")
    words = ["--python", python, "install", "--quiet", "--no-index", "--no-deps", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *words], check=True)
    purelib = sysconfig.get_path("purelib", "venv", {"base": str(home), "platbase": str(home)})
    (Path(purelib) / "lent.pth").write_text("\n".join(site.getsitepackages()), "utf-8")
    return home


def program_in(home: Path, name: str) -> str:
    """Return a program of an environment."""
    return str(Path(sysconfig.get_path("scripts", "venv", {"base": str(home)})) / name)


def use(home: Path, tmp_path: Path, *words: str, said: str = "") -> str:
    """Return what the tool says, run from a folder where nothing of ours is."""
    bare = {"HOME": str(tmp_path), "PATH": os.defpath, "LANG": "C.UTF-8"}
    done = subprocess.run(
        [program_in(home, TOOL), *words],
        cwd=tmp_path,
        env=bare,
        input=said,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_one_package_comes_among_the_others_with_all_it_needs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    assert {name.split("/")[0].removesuffix(f"-{VERSION}.dist-info") for name in names} == {PACKAGE}
    shipped = subprocess.run(
        ["git", "ls-files", "game", "rules", "maps", "assets/fonts", "assets/sounds/*.ogg", "assets/skins"],
        cwd=ROOT, capture_output=True, text=True,
    ).stdout.splitlines()  # fmt: skip
    assert sorted(set(shipped) - {name.removeprefix(f"{PACKAGE}/") for name in names}) == []
    assert not [name for name in names if name.endswith(".pyc") or "/tests/" in name]


def test_two_wheels_of_one_source_are_equal(wheel: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    assert next(tmp_path.glob("*.whl")).read_bytes() == wheel.read_bytes()


def test_the_tool_tells_its_version_and_its_name(tool_venv: Path, tmp_path: Path) -> None:
    assert use(tool_venv, tmp_path, "--version") == f"Fighting Instructions {VERSION}\n"
    assert f"usage: {TOOL}" in use(tool_venv, tmp_path, "--help")
    python = program_in(tool_venv, "python")
    done = subprocess.run([python, "-m", PACKAGE, "--version"], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == f"Fighting Instructions {VERSION}\n"


def test_its_data_are_there_and_it_plays(tool_venv: Path, tmp_path: Path) -> None:
    package = Path(sysconfig.get_path("purelib", "venv", {"base": str(tool_venv)})) / PACKAGE
    skins = str(package / "assets" / "skins")
    assert "nothing wrong" in use(tool_venv, tmp_path, "check", skins)
    battle = "nw_smoke/little_and_gregory"
    text = use(tool_venv, tmp_path, "play", "--text", "--scenario", battle, "--side", "usn", said="end\nyes\nquit\n")
    assert f"To continue: {TOOL} play --text --resume" in text and "main.py" not in text, "it calls itself by its name"
    saves = tmp_path / ".local" / "share" / TOOL / "saves"
    assert list(saves.rglob("*.game")), "games are kept with the player, not with the tool"
    played = use(tool_venv, tmp_path, "balance", battle, "--games", "2", "--players", "random", "--jobs", "2")
    assert "digest of the results" in played


def test_it_asks_for_the_packages_that_are_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pins = (ROOT / "requirements.txt").read_text("utf-8").casefold().replace("_", "-")
    wanted = [one.partition(" ;")[0].casefold().replace("_", "-") for one in project["dependencies"]]
    assert [one for one in wanted if f"\n{one} " not in pins] == [] and len(wanted) > 10
    assert project["requires-python"] == ">=3.11,<3.15"
