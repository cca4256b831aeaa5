"""Write a battle as YAML, in the order and style of the shipped files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rules.kernel.scenario import Force, Scenario, SideNote
from rules.kernel.yamltext import quote

PLAIN = (
    "key", "system", "order", "title", "date", "clock", "minutes_per_turn", "map", "turns", "difficulty", "minutes",
)  # fmt: skip
WORDS = ("summary", "briefing", "history")
BARE = re.compile(r"(?!(?:null|true|false)$)[A-Za-z_][A-Za-z0-9_]*")  # text that needs no quotes in YAML


def as_yaml(scenario: Scenario, notes: Mapping[str, str] | None = None) -> str:
    """Return the text of a scenario file. `notes`: a comment before a field, by its name."""
    return "\n".join(_lines(scenario, notes or {})) + "\n"


def _lines(scenario: Scenario, notes: Mapping[str, str]) -> Iterator[str]:
    yield from _comment(notes.get("", ""))
    for name in (*PLAIN, *WORDS):
        value = getattr(scenario, name)
        if name in ("map", "history") and not value:
            continue
        yield from _comment(notes.get(name, ""))
        bare = isinstance(value, int) or (name in ("key", "system", "map") and BARE.fullmatch(value) is not None)
        yield f"{name}: {value if bare else quote(value)}"
    yield from _list_lines("sources", [quote(source) for source in scenario.sources], notes)
    for name in ("conditions", "options"):
        found: Mapping[str, object] = getattr(scenario, name)
        if found:
            yield from _comment(notes.get(name, ""))
            yield f"{name}:"
            yield from (f"  {quote(key)}: {quote(value)}" for key, value in found.items())
    if scenario.special:
        yield from _list_lines("special", [quote(list(line)) for line in scenario.special], notes)
    if scenario.awards:
        rows = [_flow({name: getattr(award, name) for name in award.__struct_fields__}) for award in scenario.awards]
        yield from _list_lines("awards", rows, notes)
    if scenario.position:
        records = [{name: getattr(one, name) for name in one.__struct_fields__} for one in scenario.position]
        rows = [_flow({name: value for name, value in one.items() if value}) for one in records]
        yield from _list_lines("position", rows, notes)
    yield from _comment(notes.get("sides", ""))
    yield "sides:"
    for side in scenario.sides:
        yield from _side(side)
    yield from _comment(notes.get("forces", ""))
    yield "forces:" if scenario.forces else "forces: []"
    for force in scenario.forces:
        yield from _force(force)


def _comment(text: str) -> Iterator[str]:
    return (f"# {line}" for line in text.splitlines())


def _list_lines(name: str, rows: list[str], notes: Mapping[str, str]) -> Iterator[str]:
    yield from _comment(notes.get(name, ""))
    yield f"{name}:" if rows else f"{name}: []"
    yield from (f"  - {row}" for row in rows)


def _side(side: SideNote) -> Iterator[str]:
    yield f"  - key: {quote(side.key)}"
    for name in ("name", "nation", "brief", "handicap", "colour"):
        value = getattr(side, name)
        if value or name in ("name", "nation", "brief"):
            yield f"    {name}: {quote(value)}"


def _force(force: Force) -> Iterator[str]:
    yield f"  - id: {quote(force.id)}"
    for name in ("side", "name", "tag", "at", "facing", "speed", "formation", "traits"):
        value = getattr(force, name)
        if value or name in ("side", "name", "at"):
            yield f"    {name}: {quote(list(value) if isinstance(value, tuple) else value)}"
    yield "    units:" if force.units else "    units: []"
    for unit in force.units:
        parts = {"name": unit.name, "kind": unit.kind, "changes": unit.changes}
        yield f"      - {_flow({name: value for name, value in parts.items() if value or name == 'name'})}"


def _flow(fields: Mapping[str, object]) -> str:
    return "{" + ", ".join(f"{name}: {quote(value)}" for name, value in fields.items()) + "}"
