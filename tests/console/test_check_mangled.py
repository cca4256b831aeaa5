"""`check` on files mangled at random: every fault is a line with file and line number, and nothing else is raised."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from game.console.checking import _BY_KIND
from game.library import MAPS
from game.skins import SKINS

RULES = MAPS.parent / "rules"
FILES = {
    "scenario": ("nw_smoke/savo_island", "nights_of_fury/campaign", "quickfire/fog_lifts", "battles_for_empire/majuba",
                 "perfidious_albion/texel", "perfidious_albion/open_convoy"),
    "skin": ("quickfire", "perfidious_albion"),
    "captions": ("quickfire", "nights_of_fury"),
    "rulebook": ("nw_smoke",),
}  # fmt: skip
WORDS = ("", "[]", "{}", "-1", "9" * 20, "null", "true", "3.5", "'", "{a: b}", "[[", "\x07", "2026-13-45", "&a", "*a",
         "!!python/object:os.system", "\t", "~", "é")  # fmt: skip
TRIES = 12  # for each file


def shipped_file(kind: str, name: str) -> Path:
    """Return a file as it is shipped."""
    if kind == "scenario":
        return MAPS / f"{name}.yaml"
    return SKINS / f"{name}.yaml" if kind == "skin" else RULES / name / f"{kind}.yaml"


def mangle(text: str, chance: random.Random) -> str:
    """Return a text with one line gone, doubled, cut off after it, indented, or with another name, value, number or
    letter.
    """
    lines = text.split("\n")
    at, word = chance.randrange(len(lines)), chance.choice(WORDS)
    letter = chance.randrange(len(text))
    made = (
        [*lines[:at], *lines[at + 1 :]],
        [*lines[:at], lines[at], *lines[at:]],
        lines[:at],
        [*lines[:at], f"  {lines[at]}", *lines[at + 1 :]],
        [*lines[:at], re.sub(r"(\w):", r"\1x:", lines[at], count=1), *lines[at + 1 :]],
        [*lines[:at], re.sub(r":\s*\S.*$", lambda _: f": {word}", lines[at]), *lines[at + 1 :]],
        [
            *lines[:at],
            re.sub(r"\d+", chance.choice(("0", "-5", "10000000000", "7.5", "x")), lines[at]),
            *lines[at + 1 :],
        ],
        [text[:letter] + word + text[letter + 1 :]],
    )
    return "\n".join(chance.choice(made))


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, names in FILES.items() for name in names])
def test_what_is_wrong_is_told_line_by_line(tmp_path: Path, kind: str, name: str) -> None:
    source, total = shipped_file(kind, name), 0
    text, path = source.read_text("utf-8"), tmp_path / source.name
    for seed in range(TRIES):
        path.write_text(mangle(text, random.Random(f"{kind} {name} {seed}")), "utf-8")
        for line in _BY_KIND[kind](path):
            assert re.match(rf"{re.escape(str(path))}:\d+:", line), (seed, line)
            assert "Error(" not in line and "object at 0x" not in line, (seed, line)
            total += 1
    assert total, "most of it is noticed"
