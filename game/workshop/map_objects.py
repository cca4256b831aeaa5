"""Objects on a battle's board besides ships and units: mines, forts, dummies; and the marks of a force. An object is a
condition ("minefield North: russia 4 3 36000,36000") or a special rule whose number is a place ("dummy mahdist 1205");
`Thing` of the workbench defines which. Changes are plain functions, as in `scenario_edits`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.workshop import scenario_edits
from rules.kernel.editor_schema import SIDE, WHERE, EditorSchema, Thing
from rules.kernel.scenario import Scenario
from rules.kernel.view import Marker, Place


@dataclass(frozen=True)
class Placed:
    """An object on the board: its key among the conditions, or its line among the special rules."""

    thing: Thing
    name: str
    text: str  # its description, without its name
    line: tuple[str, str, int] | None = None


def things_of(scenario: Scenario, bench: EditorSchema) -> Iterator[Placed]:
    """Yield every object on the board, in the order of the file."""
    conditions = {thing.key: thing for thing in bench.things if not thing.special}
    specials = {thing.key: thing for thing in bench.things if thing.special}
    for key, text in scenario.conditions.items():
        thing = conditions.get(key.partition(" ")[0])
        if thing is not None and (not thing.single or key == thing.key):
            yield Placed(thing, key, text)
    for what, who, number in scenario.special:
        if what in specials:
            yield Placed(specials[what], f"{what} {who}", str(number), (what, who, number))


def with_thing(scenario: Scenario, bench: EditorSchema, thing: Thing, who: str, place: Place) -> Scenario:
    """Return the battle with an object added at a place (an object that exists only once is moved). who: side, or its
    name.
    """
    at = scenario_edits.at_of(bench, place)
    if thing.special:
        kept = [line for line in scenario.special if not (thing.single and line[:2] == (thing.key, who))]
        return scenario.but(special=(*kept, (thing.key, who, at[0])))
    names = [key for key in scenario.conditions if key.startswith(f"{thing.key} ")]
    wanted = (f"{thing.key} {thing.label} {number}" for number in range(1, len(names) + 2))
    name = thing.key if thing.single else next(key for key in wanted if key not in scenario.conditions)
    text = thing.text.replace(SIDE, who).replace(WHERE, ",".join(map(str, at)))
    return scenario.but(conditions={**scenario.conditions, name: text})


def moved_thing(scenario: Scenario, bench: EditorSchema, placed: Placed, place: Place) -> Scenario:
    """Return the battle with an object moved to another place; the rest of its description stays."""
    at = scenario_edits.at_of(bench, place)
    if placed.line is not None:
        line = (placed.line[0], placed.line[1], at[0])
        return scenario.but(special=tuple(line if one == placed.line else one for one in scenario.special))
    words = placed.text.split()
    number = _place_word(placed.thing, words)
    words = [*words[:number], ",".join(map(str, at)), *words[number + 1 :]]
    return describe(scenario, placed, " ".join(words))


def describe(scenario: Scenario, placed: Placed, text: str) -> Scenario:
    """Return the battle with an object's description changed: density, guns, facing."""
    if placed.line is not None or placed.name not in scenario.conditions:
        return scenario
    return scenario.but(conditions={**scenario.conditions, placed.name: text})


def without_thing(scenario: Scenario, placed: Placed) -> Scenario:
    """Return the battle without the object."""
    if placed.line is not None:
        return scenario.but(special=tuple(one for one in scenario.special if one != placed.line))
    return scenario.but(conditions={key: text for key, text in scenario.conditions.items() if key != placed.name})


def _place_word(thing: Thing, words: list[str]) -> int:
    """Return the index of the word with the place: as in the template of a new object, otherwise the first with a
    comma.
    """
    usual = thing.text.split()
    number = usual.index(WHERE) if WHERE in usual else 0
    if number < len(words) and "," in words[number]:
        return number
    return next((at for at, word in enumerate(words) if "," in word), min(number, len(words)))


def marks_of(scenario: Scenario, bench: EditorSchema) -> tuple[Marker, ...]:
    """Return markers of objects, for the view of a battle that is not playable yet."""
    found = []
    sides = [side.key for side in scenario.sides]
    for placed in things_of(scenario, bench):
        place = _place(bench, placed)
        if place:
            side = next((word for word in placed.text.split() if word in sides), "")
            found.append(Marker(kind="objective", places=(place,), side=side, text=placed.name))
    return tuple(found)


def _place(bench: EditorSchema, placed: Placed) -> Place:
    if placed.line is not None:
        return (placed.line[2], 0) if len(bench.size) == 1 else (placed.line[2],)
    words = placed.text.split()
    number = _place_word(placed.thing, words)
    pair = words[number].split(",") if number < len(words) else []
    if len(pair) != 2 or not all(word.isascii() and word.isdecimal() and len(word) < 7 for word in pair):
        return ()
    return (int(pair[0]) * bench.scale, int(pair[1]) * bench.scale)


def with_mark(scenario: Scenario, force: str, trait: str, on: bool) -> Scenario:
    """Return the battle with a mark of a force set or removed."""
    found = scenario_edits.force_of(scenario, force)
    if found is None or (trait in found.traits) == on:
        return scenario
    kept = tuple(one for one in found.traits if one != trait)
    return scenario_edits.with_force(scenario, force, traits=(*kept, trait) if on else kept)
