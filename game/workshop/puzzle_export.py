"""Export a position as a puzzle: the first theme of its game with one best order here, with exact odds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from game.library import Shelves
from game.teach.puzzles import PUZZLES, shelf_files
from game.words import tr, tr_noop
from game.workshop.scenario_yaml import as_yaml
from game.workshop.user_files import YAML, keep_battle, key_of, write_new
from rules.kernel.datafile import DataError, source_at
from rules.kernel.puzzle import LEAST_GAP, Position, Shelf, chance_gap, command_text, load_shelf, order_chances, text_of
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command

NONE = tr_noop(
    "No puzzle theme fits this position: one order must be at least 5 % better than the next, with "
    "exact odds. Play on or change the forces."
)


class NoPuzzle(Exception):
    """No theme makes a puzzle of this position. str() is a plain sentence."""


def found_in(session: Session, name: str) -> Iterator[tuple[Path, Shelf, Position]]:
    """Yield (file of the theme, its shelf, the puzzle) for each theme that fits this position. `name`: the scenario's
    name. Computes exact odds.
    """
    if session.over:
        return
    seat = Seat(session, session.actor)
    offers = list(seat.offers())
    for path in shelf_files(session.system.key):
        shelf = load_shelf(path)
        pieces = dict.fromkeys(offer.piece for offer in offers if offer.verb == shelf.verb)
        for piece in ("", *pieces) if pieces else ():
            chances = order_chances(shelf, seat, piece)
            proof = {format_command(command): share for command, share in chances.items()} if chances else {}
            if proof and max(proof.values()) > 0 and chance_gap(proof) >= LEAST_GAP:
                steps = session.steps
                yield (
                    path,
                    shelf,
                    Position(
                        key=f"{name}-{len(steps)}",
                        scenario=name,
                        dice=steps[0].faces,
                        played=tuple(command_text(step.command, step.faces) for step in steps[1:]),
                        piece=piece,
                        proof={order: str(share) for order, share in proof.items()},
                    ),
                )
                break


def write_puzzle(session: Session, title: str, shelves: Shelves) -> tuple[Path, str]:
    """Write the position as one of the player's own puzzles, with its battle unless that already exists; return also
    its theme. Raises NoPuzzle or NotSaved. Nothing is overwritten.
    """
    assert shelves.own is not None
    first = next(found_in(session, "x"), None)
    if first is None:
        raise NoPuzzle(tr(NONE))
    path, shelf, position = first
    name = _on_a_shelf(session, shelves) or keep_battle(shelves.own, session.scenario, as_yaml).stem
    position = position.but(key=f"{name}-{len(session.steps)}", scenario=name)
    target = shelves.own / PUZZLES / session.system.key / f"{key_of(title)}{YAML}"
    write_new(target, text_of(source_at(path), (position,)))
    return target, shelf.theme


def _on_a_shelf(session: Session, shelves: Shelves) -> str:
    """Return the name of this battle if it is shipped or the player's own; otherwise empty."""
    try:
        same = shelves.scenario(session.system.key, session.scenario.key) == session.scenario
    except DataError:
        return ""
    return session.scenario.key if same else ""
