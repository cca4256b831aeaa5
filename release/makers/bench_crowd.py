"""The cost of a crowded sea for the rules: a ship's course checked against many torpedo markers and minefields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

from release.makers.bench_measure import Figure, entry_for, milliseconds, new_session
from rules import SYSTEMS
from rules.kernel import inches
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command
from rules.kernel.inches import INCH, Point
from rules.kernel.seat import Seat
from rules.kernel.session import Session, adjudicate
from rules.players import make_player, take_turn

WEDGES, CIRCLES = 40, 20
ROUND = 6 * INCH  # distance from the ship: so near that no marker is skipped as too far


def crowd_figures(work: int) -> Iterator[Figure]:
    """Measure, for every system with markers and minefields on a table, a course through all of them, including
    dice.
    """
    for key in SYSTEMS:
        entry = entry_for(key)
        if entry is None:
            continue
        game = new_session(entry)
        if not (hasattr(game.state, "markers") and hasattr(game.state, "fields")):
            continue
        command = first_course(game)
        if command is None:
            continue
        state = crowd_position(game.state, command)
        name = f"{key}: a course against {WEDGES} torpedo markers and {CIRCLES} minefields"
        took = milliseconds(lambda: adjudicate(game.system, state, command, SeededDice(1)), 20 * work)  # noqa: B023
        yield Figure(name, took, "ms", 5, "below", "tests and damage included")


def first_course(game: Session) -> Command | None:
    """Return the first course offered to a side, the longest of its list; play the game up to that point."""
    player = make_player("quick", 1)
    while not game.over:
        seat = Seat(game, game.actor)
        for offer in seat.offers():
            if offer.verb == "steer":
                return max(offer.commands, key=lambda command: len(repr(command)))
        take_turn(player, seat)
    return None


def crowd_position(state: Any, command: Any) -> Any:
    """Return the position with enemy markers and minefields all around the command's ship."""
    kinds = get_type_hints(type(state))
    marker_kind, field_kind = (get_args(kinds[name])[1] for name in ("markers", "fields"))
    ship = state.ships[command.ship]
    foe = next(side for side in state.scene.sides if side != ship.side)
    markers, fields = {}, {}
    for number in range(WEDGES):
        start = round_place(ship, 9 * number)
        markers[f"t{number}"] = marker_kind(
            id=f"t{number}", side=foe, squadron="", ship="", kind="long", start=start, bearing=9 * number + 180,
            width=1, wedges=(inches.wedge(start, 9 * number + 180, INCH, 2 * INCH, ROUND),), count=2,
            turn=state.cursor.turn,
        )  # fmt: skip
    for number in range(CIRCLES):
        x, y = round_place(ship, 18 * number)
        fields[f"f{number}"] = field_kind(id=f"f{number}", side=foe, x=x, y=y, density=4, radius=3 * INCH)
    return state.but(markers=markers, fields=fields)


def round_place(ship: Any, towards: int) -> Point:
    """Return a place some inches from a ship on a bearing."""
    return inches.move((ship.x, ship.y), towards, ROUND)
