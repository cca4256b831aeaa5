"""A player's rating, saved on this computer: the results of each analysed game."""

from __future__ import annotations

from pathlib import Path

import msgspec

from game.record_file import load_record, save_record
from rules.analysis.luck_and_skill import Analysis
from rules.analysis.ranges import range_of
from rules.analysis.rating import SEEN, GameRating, rate_game
from rules.kernel.record import digest_of
from rules.kernel.session import Session
from rules.players import HUMAN

FILE = "rating.json"
MOST = 3_000  # most games kept; the oldest are dropped first


class PlayerRating(msgspec.Struct, forbid_unknown_fields=True):
    """Analysed games by id, each for the side played by a person; analysing a game again replaces it."""

    games: dict[str, GameRating] = {}


def load_rated(folder: Path) -> PlayerRating:
    """Return the record; an empty one if there is no file. An unusable file is renamed to .broken."""
    return load_record(folder / FILE, PlayerRating)


def note_game(folder: Path, session: Session, found: Analysis) -> str:
    """Save the analysis of a person's orders. Return why it could not be written; empty on success."""
    people = [side for side, kind in session.players.items() if kind == HUMAN]
    if not people or not found.decisions:
        return ""
    record = load_rated(folder)
    name = digest_of([session.seed, session.header.started, found.system, found.scenario])
    for side in people:
        record.games.pop(f"{name} {side}", None)
        record.games[f"{name} {side}"] = rate_game(found, side, weather(session), ranges(session, found, side))
    for oldest in list(record.games)[: max(0, len(record.games) - MOST)]:
        del record.games[oldest]
    return save_record(folder / FILE, record)


def ranges(session: Session, found: Analysis, side: str) -> dict[int, str]:
    """Return the distance between the sides at each judged order of a side: number of its step -> text."""
    numbers = (decision.number for decision in found.decisions if decision.side == side)
    return {number: range_of(session.system, session.states[number], side) for number in numbers}


def weather(session: Session) -> str:
    """Return a battle's condition of visibility or weather: the first of SEEN that it has; empty if none."""
    conditions = session.scenario.conditions
    key = next((key for key in SEEN if conditions.get(key)), "")
    if not key:
        return ""
    return "night" if key == "night" and conditions[key] == "yes" else f"{key} {conditions[key]}".lower()
