"""The marks of the reference sheets: each row by the rule it rests on, a table by its weakest."""

from __future__ import annotations

import pytest

from game.table.rule_citations import panel_sign, row_signs
from rules import SYSTEMS
from rules.kernel.view import Panel


def panel(key: str, title: str) -> Panel:
    system = SYSTEMS[key]
    assert system.sheet is not None
    sheet = system.sheet(dict.fromkeys(system.rulebook.options, True))
    return next(one for panels in sheet.values() for one in panels if one.title == title)


def marks(key: str, title: str) -> dict[str, str]:
    """First cell of each row -> its sign."""
    found = panel(key, title)
    signs = row_signs(SYSTEMS[key].rulebook, found)
    return {row[0].text: sign for row, sign in zip(found.rows, signs, strict=True)}


@pytest.mark.rule("NoF-GUN-6", "NoF-GUN-2", "NoF-GUN-3", "NoF-GUN-H5")
def test_of_the_modifiers_of_the_guns_the_sheet_gives_the_night_and_bow_or_stern() -> None:
    found = marks("nights_of_fury", "Added to the roll of the guns")
    from_the_sheet = [words for words, sign in found.items() if sign == "●"]
    assert [words.split(":")[0].split(",")[0] for words in from_the_sheet] == [
        "night",
        "bow or stern on",
        "bow or stern on",
    ]
    assert found["firer on fire"] == "○"


@pytest.mark.rule("NoF-AI-10", "NoF-AI-12", "NoF-CAM-3", "NoF-CAM-H12", "NoF-DC-3", "NW-HS-7", "NW-SMK-3")
@pytest.mark.rule("PA-6.2-2", "PA-TOR-H1", "PA-5.9-1", "PA-DC-H1", "PA-4.4-3", "PA-COL-H2", "PA-3.4-3", "PA-TER-H2")
@pytest.mark.parametrize(
    ("key", "title", "start", "sign"),
    [
        ("nights_of_fury", "Added on the solitaire chart", "worst damage Heavy", "●"),
        ("nights_of_fury", "Added on the solitaire chart", "worst damage Light", "○"),
        ("nights_of_fury", "Solitaire chart", "each ship with Heavy damage", "●"),
        ("nights_of_fury", "Solitaire chart", "3 or less", "○"),
        ("nights_of_fury", "Bonus for each ship that disengages", "IJN Transport, Japan: transports", "●"),
        ("nights_of_fury", "Bonus for each ship that disengages", "Meeting", "○"),
        ("nights_of_fury", "Damage control", "a 6, then 4", "●"),
        ("nights_of_fury", "Damage control", "fire out, Japan", "○"),
        ("nw_smoke", "Added to the roll of the guns", "line partly blocked", "●"),
        ("nw_smoke", "Added to the roll of the guns", "night", "○"),
        ("perfidious_albion", "Torpedoes and mines", "Short torpedo", "●"),
        ("perfidious_albion", "Torpedoes and mines", "Medium torpedo", "○"),
        ("perfidious_albion", "Torpedoes and mines", "Mine", "●"),
        ("perfidious_albion", "Spread of flooding", "Same level", "○"),
        ("perfidious_albion", "Damage control", "Steering gear", "●"),
        ("perfidious_albion", "Damage control", "Parties", "○"),
        ("perfidious_albion", "Collision and ramming", "A risk", "●"),
        ("perfidious_albion", "Collision and ramming", "They touch", "○"),
    ],
)
def test_a_row_has_the_mark_of_its_own_rule_and_the_table_the_weakest(
    key: str, title: str, start: str, sign: str
) -> None:
    found = [mark for words, mark in marks(key, title).items() if words.startswith(start)]
    assert found and set(found) == {sign}
    assert panel_sign(SYSTEMS[key].rulebook, panel(key, title)) == "○"
