"""A player's rating as it is kept on this computer: what each analysed game said of the orders given in it."""

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
MOST = 3_000  # games kept: the oldest go first


class PlayerRating(msgspec.Struct, forbid_unknown_fields=True):
    """Games by what identifies them, each for the side a person played; analysed again it takes its own place."""

    games: dict[str, GameRating] = {}


def load_rated(folder: Path) -> PlayerRating:
    """Return what is on record; nothing when there is no file. One that cannot be used is kept beside it as .broken."""
    return load_record(folder / FILE, PlayerRating)


def note_game(folder: Path, session: Session, found: Analysis) -> str:
    """Keep what an analysis says of a person's orders. Returns why it could not be written; empty when it is."""
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
    """Return how far apart the sides were at each weighed order of one of them: number of its step -> in words."""
    numbers = (decision.number for decision in found.decisions if decision.side == side)
    return {number: range_of(session.system, session.states[number], side) for number in numbers}


def weather(session: Session) -> str:
    """Return a battle's condition of sight or weather: the first of SEEN that it states; empty = none."""
    conditions = session.scenario.conditions
    key = next((key for key in SEEN if conditions.get(key)), "")
    if not key:
        return ""
    return "night" if key == "night" and conditions[key] == "yes" else f"{key} {conditions[key]}".lower()
