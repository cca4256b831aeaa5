"""A game as the second referee sees it: the scenario and every event, as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Event = dict[str, Any]
Order = tuple[Any, ...]  # a command: its word, then its fields
SIGNS = {"natural": 0}


@dataclass
class Game:
    """A whole game. `differences` collects what the referee reckons otherwise; `checks` counts what it reckoned."""

    name: str
    scenario: dict[str, Any]
    options: dict[str, bool]
    events: list[Event]
    scores: dict[str, int] = field(default_factory=dict)  # what the program's ledger says at the end, by side
    steps: list[dict[str, Any]] = field(default_factory=list)  # each order: command, events, now and then all offers
    sheet: tuple[int, int, list[int], list[int]] | None = None  # of a hex map: columns, rows, land, sea
    land: dict[str, Any] = field(default_factory=dict)  # a land map: ground and level by hex, sides, zones
    differences: list[str] = field(default_factory=list)
    checks: dict[str, int] = field(default_factory=dict)

    def expect(self, what: str, mine: object, result: object, event: Event | None = None) -> None:
        """Compare what the referee makes of it with what the log says."""
        self.checks[what] = self.checks.get(what, 0) + 1
        if mine != result:
            said = {k: v for k, v in (event or {}).items() if k != "breakdown"}
            self.differences.append(f"{self.name}: {what}: I make it {mine!r}, the log says {result!r} ({said})")


def terms(event: Event) -> dict[str, int]:
    """Return what a roll adds, by rule."""
    found: dict[str, int] = {}
    for term in event["breakdown"]["modifiers"]:
        found[term["rule"]] = found.get(term["rule"], 0) + term["value"]
    return found


def rolls(game: Game, rule: str) -> Iterator[Event]:
    """Yield the rolls of a rule."""
    return (event for event in game.events if event["type"] == "Rolled" and event["rule"] == rule)


def sums(game: Game) -> None:
    """Faces, modifiers and total of every roll; of a pool the dice that make the need."""
    for event in game.events:
        if event["type"] != "Rolled":
            continue
        throw, added = event["breakdown"], sum(term["value"] for term in event["breakdown"]["modifiers"])
        need, low = throw["need"], throw["low"]
        if throw["pool"]:
            mine = sum(1 for f in event["faces"] if need is None or (f + added <= need if low else f + added >= need))
        else:
            mine = sum(event["faces"]) + added
        game.expect("sum", mine, event["total"], event)
