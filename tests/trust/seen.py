"""What is shown.

The view, panels, orders with their needs, lines of sight and log of many positions, kept as fingerprints. A change of
any text, colour, place or number shown changes one of them, and is either a mistake or checked and kept:

    python -m tests.trust.seen                   # look again and compare
    python -m tests.trust.seen --update [GAME]   # look again and keep
    python -m tests.trust.seen --show "NAME" KIND  # what stands behind one fingerprint, to be compared by diff

What the numbers must be is said by the tests of each game; counts and endings are in `tests.trust.perft`.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, offers
from rules.kernel.seat import Seat, describe_step
from rules.kernel.session import Session
from rules.kernel.system import format_command
from tests.conftest import begin, draw, pick
from tests.trust.perft import games_of, spread

FILE = Path(__file__).with_name("seen.json")
POSITIONS = 120  # a game
PIECES = 12  # whose panels are read, of a position and side
ORDERS = 16  # looked at, of a position
LINES = 3  # of sight, from each of so many pieces to the next
KINDS = ("view", "panels", "orders", "sight", "threats", "log", "kit")
Shown = dict[str, str]  # kind -> JSON


def plain(thing: object) -> str:
    """As JSON, the same in every process."""
    return msgspec.json.encode(thing, order="deterministic", enc_hook=repr).decode()


def some_of(found: Iterable[Any], count: int) -> list[Any]:
    """At most `count`, evenly from first to last."""
    return spread(list(found), count)


def order_shown(seat: Seat, command: Command) -> list[Any]:
    """Return an order as it is typed, where it leads, what it rolls for, and what its refusal is."""
    return [format_command(command), seat.sketch(command), seat.breakdowns(command), seat.check(command)]


def sights(seat: Seat, pieces: list[Any]) -> Iterator[Any]:
    """Yield lines of sight between the middles of pieces, there and back."""
    places = [place for piece in pieces if (place := getattr(piece, "at", None)) is not None]
    for one, other in zip(places, places[1:], strict=False):
        yield seat.sight(tuple(one), tuple(other))


def views_of(session: Session) -> Shown:
    """Return everything a position shows, to each side in turn."""
    system, state = session.system, session.state
    found: dict[str, list[Any]] = {kind: [] for kind in KINDS}
    for side in (side.key for side in session.scenario.sides):
        seat = Seat(session, side)
        view = seat.view()
        pieces = some_of(view.pieces, PIECES)
        found["view"].append(view)
        found["panels"] += [seat.panels(piece.id) for piece in pieces]
        found["threats"] += [seat.threats(one.id, [one.id]) for one in pieces[:1] if one.side == side]
        found["sight"] += sights(seat, pieces[:LINES])
        found["log"] += [
            describe_step(session, number, side)
            for number in range(max(0, len(session.steps) - 12), len(session.steps))
        ]
    if not session.over:
        thought, seat = SeededDice(3), Seat(session, session.actor)
        listed = [c for offer in offers(system, state) for c in (offer.commands or (draw(offer, thought),))]
        found["orders"] += [order_shown(seat, command) for command in some_of(listed, ORDERS)]
    if system.play_aids is not None:
        found["kit"].append(system.play_aids(state))
    return {kind: plain(things) for kind, things in found.items()}


def shelves(system: Any) -> Shown:
    """Return what a game shows before any battle: its sheet with every option on and with none, its muster and
    workbench.
    """
    found: dict[str, Any] = {}
    if system.sheet is not None:
        for on in (True, False):
            found[f"sheet {on}"] = system.sheet(dict.fromkeys(system.rulebook.options, on))
    if system.unit_catalogue is not None:
        found["muster"] = system.unit_catalogue()
    if system.editor_schema is not None:
        found["workbench"] = system.editor_schema()
    return {kind: plain(thing) for kind, thing in found.items()}


def looked_at(key: str, numbers: Iterable[int] = range(POSITIONS)) -> Iterator[tuple[str, Shown]]:
    """Yield (name, what it shows): a game's shelves, then positions out of random games, early and late."""
    yield key, shelves(SYSTEMS[key])
    battles = games_of(key)
    for number in numbers:
        game = battles[number % len(battles)]
        session, thought = begin(game, number), SeededDice(zlib.crc32(f"seen {game} {number}".encode()))
        for _ in range(23 * number % 131):
            if session.over:
                break
            session.submit(pick(session, thought))
        yield f"{game} {number}", views_of(session)


def fingerprints(result: Shown) -> dict[str, str]:
    """Eight hexadecimal digits a kind."""
    return {kind: hashlib.sha256(text.encode()).hexdigest()[:8] for kind, text in result.items()}


@cache
def kept_fingerprints() -> dict[str, dict[str, dict[str, str]]]:
    """Return what is kept: system -> name -> kind -> fingerprint."""
    found: dict[str, dict[str, dict[str, str]]] = json.loads(FILE.read_text("utf-8"))
    return found


def differences(key: str, numbers: Iterable[int] = range(POSITIONS)) -> Iterator[str]:
    """Yield every name and kind that shows something else than when it was kept."""
    for name, result in looked_at(key, numbers):
        wanted = kept_fingerprints()[key].get(name, {})
        yield from (f"{name}: {kind}" for kind, digits in fingerprints(result).items() if wanted.get(kind) != digits)


def main(words: list[str]) -> int:
    """Compare, keep or show; systems may be named. 1 when anything differs."""
    keys = [word for word in words if word in SYSTEMS] or list(SYSTEMS)
    if "--show" in words:
        name, kind = words[-2:]
        result = next(result for found, result in looked_at(name.partition("/")[0]) if found == name)
        print(msgspec.json.format(result[kind].encode()).decode())
        return 0
    if "--update" in words:
        data = dict(kept_fingerprints()) if FILE.exists() else {}
        data |= {key: {name: fingerprints(result) for name, result in looked_at(key)} for key in keys}
        FILE.write_text(json.dumps(data, indent=0, sort_keys=True) + "\n", "utf-8")
        return 0
    found = [line for key in keys for line in differences(key)]
    print("\n".join(found) or "everything is shown as kept")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
