"""The limits of a scenario's fields in every game: clock, date, names, sides, sizes.

Fields that only one game can judge (ships, facings, traits, conditions) have that game's own check.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from rules.kernel.datafile import path_fault
from rules.kernel.scenario import COLOURS, Award, Force, Scenario, SideNote

Fault = tuple[str, str]  # (field, what was expected and what was found)

CLOCK = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
NAME = re.compile(r"[A-Za-z0-9_.\-]+")  # of what is typed in an order
MAX_NAME, MAX_WORDS, MAX_TEXT = 64, 200, 20_000  # letters of an id, of a title, of a briefing
MAX_FORCES, MAX_UNITS, MAX_LISTED, MAX_PLACE = 200, 100, 200, 4
MAX_NUMBER = 1_000_000_000
SIZES = {
    "minutes_per_turn": (1, 1440),
    "turns": (1, 1000),
    "difficulty": (1, 5),
    "minutes": (1, 100_000),
    "order": (-MAX_NUMBER, MAX_NUMBER),
}
MAX_SOUND = 1000
_SOUND: dict[int, Scenario] = {}  # by identity: what was found sound on its way from the file to the game
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


def field_faults(scenario: Scenario) -> list[Fault]:
    """Return everything wrong with the fields of a scenario, as (field, sentence); each scenario is checked once.

    Empty when all can be played with.
    """
    if _SOUND.get(id(scenario)) is scenario:
        return []
    found = list(_faults(scenario))
    if not found:
        if len(_SOUND) >= MAX_SOUND:
            _SOUND.clear()
        _SOUND[id(scenario)] = scenario
    return found


def _faults(scenario: Scenario) -> Iterator[Fault]:
    yield from _name("key", scenario.key)
    yield from _file("key", f"{scenario.key}.yaml")
    if not CLOCK.fullmatch(scenario.clock):
        yield "clock", f"expected a time of day as 23:05, found {scenario.clock[:40]!r}"
    if not _is_date(scenario.date):
        yield "date", f"expected a day as 1942-11-13, found {scenario.date[:40]!r}"
    for field, (least, most) in SIZES.items():
        yield from _number(field, getattr(scenario, field), least, most)
    yield from _text("map", scenario.map, MAX_WORDS, empty=True)
    if scenario.map:
        yield from _file("map", scenario.map)
    yield from _text("title", scenario.title, MAX_WORDS)
    for field in ("summary", "briefing", "history"):
        yield from _text(field, getattr(scenario, field), MAX_TEXT, empty=True)
    yield from _few("sources", scenario.sources, MAX_LISTED)
    for number, source in enumerate(scenario.sources[:MAX_LISTED]):
        yield from _text(f"sources[{number}]", source, MAX_TEXT)
    yield from _few("awards", scenario.awards, MAX_LISTED)
    for number, award in enumerate(scenario.awards[:MAX_LISTED]):
        yield from _of_award(f"awards[{number}]", award)
    for number, side in enumerate(scenario.sides):
        yield from _of_side(f"sides[{number}]", side)
    if scenario.sides[0].key == scenario.sides[1].key:
        yield "sides[1].key", f"{scenario.sides[1].key[:MAX_NAME]!r} is used twice"
    if scenario.sides[0].colour and scenario.sides[0].colour == scenario.sides[1].colour:
        yield "sides[1].colour", f"{scenario.sides[1].colour!r} is used twice"
    yield from _of_forces(scenario)
    yield from _few("conditions", scenario.conditions, MAX_LISTED)
    for key, words in scenario.conditions.items():
        yield from _text(f"conditions.{key[:MAX_NAME]}", key + words, MAX_TEXT)
    yield from _few("options", scenario.options, MAX_LISTED)
    yield from _few("position", scenario.position, 10 * MAX_LISTED)
    for number, change in enumerate(scenario.position[: 10 * MAX_LISTED]):
        yield from _text(f"position[{number}].part", change.part, MAX_NAME)
        yield from _text(f"position[{number}].id", change.id, MAX_NAME, empty=True)
        yield from _text(f"position[{number}].field", change.field, MAX_NAME, empty=True)
        yield from _text(f"position[{number}].value", change.value, MAX_TEXT)
    yield from _few("special", scenario.special, 10 * MAX_LISTED)
    for number, (what, who, value) in enumerate(scenario.special[: 10 * MAX_LISTED]):
        yield from _text(f"special[{number}]", what + who, MAX_WORDS, empty=True)
        yield from _number(f"special[{number}]", value, -MAX_NUMBER, MAX_NUMBER)


def _of_side(where: str, side: SideNote) -> Iterator[Fault]:
    yield from _name(f"{where}.key", side.key)
    yield from _text(f"{where}.name", side.name, MAX_WORDS)
    yield from _text(f"{where}.nation", side.nation, MAX_NAME, empty=True)
    yield from _text(f"{where}.brief", side.brief, MAX_TEXT, empty=True)
    yield from _number(f"{where}.handicap", side.handicap, -MAX_NUMBER, MAX_NUMBER)
    if side.colour not in ("", *COLOURS):
        yield f"{where}.colour", f"expected {' or '.join(COLOURS)}, found {side.colour[:MAX_NAME]!r}"


def _of_award(where: str, award: Award) -> Iterator[Fault]:
    yield from _name(f"{where}.side", award.side)
    yield from _text(f"{where}.when", award.when, MAX_NAME)
    yield from _text(f"{where}.why", award.why, MAX_WORDS)
    yield from _few(f"{where}.of", award.of, MAX_LISTED)
    for name in award.of[:MAX_LISTED]:
        yield from _text(f"{where}.of", name, MAX_WORDS)
    for field in ("points", "least", "band"):
        yield from _number(f"{where}.{field}", getattr(award, field), -MAX_NUMBER, MAX_NUMBER)


def _of_forces(scenario: Scenario) -> Iterator[Fault]:
    yield from _few("forces", scenario.forces, MAX_FORCES)
    sides = [side.key for side in scenario.sides]
    seen: set[str] = set()
    for number, force in enumerate(scenario.forces[:MAX_FORCES]):
        where = f"forces[{number}]"
        yield from _of_force(where, force)
        if force.id in seen:
            yield f"{where}.id", f"{force.id[:MAX_NAME]!r} is used twice"
        seen.add(force.id)
        if force.side not in sides:
            yield f"{where}.side", f"no side is called {force.side[:MAX_NAME]!r}; there are {' and '.join(sides)}"


def _of_force(where: str, force: Force) -> Iterator[Fault]:
    yield from _name(f"{where}.id", force.id)
    yield from _text(f"{where}.name", force.name, MAX_WORDS)
    for field in ("tag", "facing", "formation"):
        yield from _text(f"{where}.{field}", getattr(force, field), MAX_NAME, empty=True)
    yield from _number(f"{where}.speed", force.speed, 0, 10_000)
    yield from _few(f"{where}.units", force.units, MAX_UNITS)
    yield from _few(f"{where}.traits", force.traits, MAX_UNITS)
    yield from _few(f"{where}.at", force.at, MAX_PLACE)
    for value in force.at[:MAX_PLACE]:
        yield from _number(f"{where}.at", value, -MAX_NUMBER, MAX_NUMBER)
    for number, unit in enumerate(force.units[:MAX_UNITS]):
        yield from _text(f"{where}.units[{number}].name", unit.name, MAX_WORDS)
        yield from _text(f"{where}.units[{number}].kind", unit.kind, MAX_WORDS, empty=True)
        yield from _few(f"{where}.units[{number}].changes", unit.changes, MAX_LISTED)
        for value in unit.changes.values():
            yield from _number(f"{where}.units[{number}].changes", value, -MAX_NUMBER, MAX_NUMBER)


def _is_date(text: str) -> bool:
    if not DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _name(field: str, text: str) -> Iterator[Fault]:
    if len(text) > MAX_NAME or not NAME.fullmatch(text):
        yield field, f"expected 1 to {MAX_NAME} letters, digits, _ . or -, found {_short(text)}"


def _file(field: str, name: str) -> Iterator[Fault]:
    """Yield what keeps a text from being a file name, without a folder, on every system."""
    fault = "expected a plain name, without a folder" if "/" in name else path_fault(name)
    if fault:
        yield field, f"{fault} ({_short(name)})"


def _text(field: str, text: str, most: int, *, empty: bool = False) -> Iterator[Fault]:
    if len(text) > most or not (empty or text.strip()):
        yield field, f"expected {'at most' if empty else '1 to'} {most:,} letters, found {len(text):,}"
    odd = _CONTROL.search(text)
    if odd is not None:
        yield field, f"expected printable letters, found the sign number {ord(odd[0])}"


def _number(field: str, value: int, least: int, most: int) -> Iterator[Fault]:
    if not least <= value <= most:
        yield field, f"expected {least:,} to {most:,}, found {_short(str(value))}"


def _few(field: str, listed: object, most: int) -> Iterator[Fault]:
    count = len(listed)  # type: ignore[arg-type]
    if count > most:
        yield field, f"expected at most {most} entries, found {count:,}"


def _short(text: str) -> str:
    return ascii(text) if len(text) <= 40 else f"{len(text):,} letters beginning with {ascii(text[:20])}"
