"""Prove a game between two computers from its log alone: chains, links, signatures, dice, positions."""

from __future__ import annotations

from pathlib import Path

from game.network.ledger import LIVE, Unproved
from game.network.opening import CannotPlay, Place, read_game
from game.words import tr, trn


def audit_log(path: Path, place: Place) -> str:
    """Return what a log proves, in a sentence. Raises CannotPlay with the line that does not hold."""
    _, ledger, entries = read_game(path, place)
    try:
        ledger.accept(entries)
    except Unproved as error:
        raise CannotPlay(f"{path.name}: {error}") from error
    faces = sum(len(entry.get("d", ())) for entry in ledger.lines)
    proved = tr(
        "proved: {orders} signed by the side that gave them; {faces} from links that both computers had fixed before",
        orders=trn("{count} line", "{count} lines", ledger.count),
        faces=trn("{count} die", "{count} dice", faces),
    )
    if ledger.terms.trust == LIVE:
        return proved + tr(". Not proved: that neither program looked at hidden information")
    return proved + tr(
        ". Not proved: that neither program tried out orders in advance: by file both programs know both seeds"
    )
