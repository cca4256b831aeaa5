"""The numbers of both night games and the cards of their ships, as the referee knows them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

UNITS = Path(__file__).parents[3] / "rules" / "nws" / "units"

COLUMN_ENDS = (1, 2, 3, 4, 6, 8, 11, 14)  # last firepower of columns 0 to 7; more is column 8
FIRE_NEED = {"light": 6, "moderate": 5, "heavy": 4}
FLOOD_NEED = {"moderate": 6, "heavy": 5}
SHARES = ((0, 1), (1, 8), (1, 4), (1, 2), (3, 4))  # of the point value, by damage level
RATIOS = ((3, 1), (2, 1), (5, 4))  # decisive, substantial, marginal
CONTACT = {"F1": 3, "F2": 4, "F3": 5}
BLIND = {"F2": -2, "F3": -1}
SMOKERS = ("BB", "CA", "CL", "DD", "APD")
FIRE_OUT = {"USN": 3, "IJN": 2}
MOST_SHIPS = 6
FORMATIONS = ("ahead", "abreast", "echelon", "dispersed")
TITLES = {"ahead": "Line Ahead", "abreast": "Line Abreast", "echelon": "Echelon", "dispersed": "Dispersed"}
AGAINST_FORMATION = {"ahead": -1, "abreast": 1, "echelon": 0, "dispersed": -1}
SALVO_NEED = {
    "T93": (7, 7, 8, 9, 9, 10, 10, 11, 12),
    "T90": (7, 7, 8, 9, 10, 11),
    "Mk15": (7, 8, 9, 10, 12),
    "Mk9": (7, 8, 9, 10, 12),
    "Old": (8, 9, 10, 12),
}
_HEAVY_WARHEAD = {"S": (2, 2, 3, 3, 3, 4), "M": (1, 1, 1, 2, 2, 2), "L": (0, 0, 1, 1, 1, 1)}
SALVO_EFFECT = {
    "T93": {"S": (2, 2, 3, 3, 4, 4), "M": (1, 1, 2, 2, 3, 3), "L": (1, 1, 1, 1, 2, 2)},
    "T90": _HEAVY_WARHEAD,
    "Mk15": _HEAVY_WARHEAD,
    "Mk9": _HEAVY_WARHEAD,
    "Old": {"S": (2, 2, 2, 3, 3, 3), "M": (1, 1, 1, 1, 2, 2), "L": (0, 0, 0, 0, 1, 1)},
}
DUD_KINDS = ("Mk15", "Old")
RELOAD_TURNS = 6


@dataclass(frozen=True)
class Card:
    """What the rules read of a ship's card; `lines`: (firepower, knots) at damage levels 0 to 4."""

    kind: str
    side: str
    type: str
    size: str
    firepower: int
    gun: str
    defence: int
    torpedo: str
    salvos: int
    reload: bool
    radar: str
    lines: tuple[tuple[int, int], ...]
    pv: int


def ident(name: str) -> str:
    """Return a ship's id: its name in small letters, without blanks and dots."""
    return name.lower().replace(" ", "-").replace("'", "").replace(".", "")


@cache
def _file(name: str) -> Any:
    return yaml.safe_load((UNITS / name).read_text("utf-8"))


def roster() -> dict[str, Any]:
    """Return every ship of the roster by name, in its order."""
    ships: dict[str, Any] = _file("roster.yaml")["ships"]
    return ships


def card_of(name: str, kind: str, date: str, changes: dict[str, Any] | None = None) -> Card:
    """Return the card a ship carries on a date; kind: her class where the scenario names one."""
    ship = roster().get(name, {})
    own = not kind or kind == ship.get("kind")
    kind = kind or ship["kind"]
    row = {**_file("classes.yaml")[kind], **(ship.get("damage", {}) if own else {})}
    radar = row["radar"]
    for since, grade in sorted(ship.get("radar_from", {}).items()) if own else ():
        radar = grade if since <= date else radar
    for limit in _file("roster.yaml")["radar_limits"]:
        if limit["side"] == row["side"] and date < limit["before"] and kind not in limit.get("except_kinds", ()):
            radar = min(radar, limit["at_most"])
    row = {**row, "radar": radar, **(changes or {})}
    whole = row["firepower"], row["speed_kn"]
    hurt = tuple(row[level] for level in ("light", "moderate", "heavy"))
    if changes:  # a scenario that lowers the card lowers its lines
        hurt = tuple([min(one, most) for one, most in zip(line, whole, strict=True)] for line in hurt)
    return Card(
        kind=kind,
        side=row["side"],
        type=row["type"],
        size=row["size"],
        firepower=row["firepower"],
        gun=row["gun"],
        defence=row["defence"],
        torpedo=row["torpedo"],
        salvos=row["salvos"],
        reload=row["reload"],
        radar=row["radar"],
        lines=(whole, *((power, knots) for power, knots in hurt), (0, 0)),
        pv=row["pv"],
    )


def flat_lines(card: Card) -> Card:
    """Return a card with a quarter taken off for each level, which stands in for the chart as first printed."""
    (power, knots), *_ = card.lines
    return replace(card, lines=tuple((half_up(power * (4 - n), 4), half_up(knots * (4 - n), 4)) for n in range(5)))


def half_up(top: int, bottom: int) -> int:
    """Return a fraction rounded to the nearest whole number, halves up."""
    return (2 * top + bottom) // (2 * bottom)


def column(power: int) -> int:
    """Return the column of the gunnery table for a firepower of 1 or more."""
    return sum(1 for end in COLUMN_ENDS if power > end)


def grade(larger: int, smaller: int) -> int:
    """Return the grade of a victory: 0 a draw, 1 marginal, 2 substantial, 3 decisive."""
    for place, (top, bottom) in enumerate(RATIOS):
        if bottom * larger >= top * max(1, smaller):
            return len(RATIOS) - place
    return 0
