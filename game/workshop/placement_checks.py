"""Placement on the builder's board: the next free start position, dropping a ship on a force, overlapping ships."""

from __future__ import annotations

from collections.abc import Iterator

from game.workshop import scenario_edits
from rules.kernel import inches
from rules.kernel.editor_schema import BAND, TABLE, EditorSchema
from rules.kernel.flow import GameState
from rules.kernel.hexes import on_map
from rules.kernel.scenario import Force, Scenario
from rules.kernel.system import System
from rules.kernel.view import Place

POSTS = 12  # start positions of a side side by side, before the first is used again


def free_post(scenario: Scenario, bench: EditorSchema, side: int) -> Place:
    """Return the first free start position of a side. `side`: 0 or 1."""
    post = bench.posts[side]
    posts = [tuple(at + step * n for at, step in zip(post.at, post.step, strict=True)) for n in range(POSTS)]
    if bench.place == TABLE:
        posts = [tuple(value * bench.scale for value in at) for at in posts]
    return next((at for at in posts if _free(scenario, bench, at)), posts[0])


def _free(scenario: Scenario, bench: EditorSchema, at: Place) -> bool:
    if bench.place == BAND:
        return True  # a band has room for everything
    taken = [
        scenario_edits.place_of(bench, force, number)
        for force in scenario.forces
        for number in range(len(force.units) or 1)
    ]
    if bench.place != TABLE:
        return on_map(at[0]) and at not in taken
    room, sides = bench.apart * bench.scale, (bench.size[0] * bench.scale, bench.size[1] * bench.scale)
    within = all(0 <= value <= side for value, side in zip(at, sides, strict=True))
    return within and all(inches.distance((at[0], at[1]), (x, y)) >= room for x, y in (one for one in taken if one))


def is_on_ship(bench: EditorSchema, force: Force, place: Place) -> bool:
    """Return whether a place is on a ship of a force as drawn on a table, not only on her name."""
    if bench.place != TABLE:
        return True
    spots = (scenario_edits.place_of(bench, force, number) for number in range(len(force.units)))
    reach = bench.apart * bench.scale
    return any(spot and inches.distance((place[0], place[1]), (spot[0], spot[1])) <= reach for spot in spots)


def overlapping_ships(system: System, state: GameState) -> Iterator[tuple[str, str]]:
    """Yield pairs of names of ships on a table whose bases overlap at the start."""
    if system.play_aids is None:
        return
    bases, laid = system.play_aids(state).bases, list[tuple[str, inches.Polygon]]()
    for piece in system.view(state, "").pieces:
        base = bases.get(piece.id)
        if base is None or len(piece.at) < 2:
            continue
        shape = inches.rectangle((piece.at[0], piece.at[1]), piece.facing, base.length, base.width)
        yield from ((name, piece.name) for name, other in laid if inches.convex_overlap(other, shape))
        laid.append((piece.name, shape))
