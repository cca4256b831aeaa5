"""The cost of the rules: random play, replay, reload, thinking, odds, field of view; without a window."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from game.library import Entry, open_map
from release.makers.bench_measure import (
    COLUMNS,
    ROWS,
    Figure,
    blank_sheet,
    entry_for,
    milliseconds,
    new_session,
    play_on,
    seconds,
)
from rules import SYSTEMS
from rules.kernel import hexes
from rules.kernel.flow import Command, state_digest
from rules.kernel.odds import odds
from rules.kernel.seat import Seat
from rules.kernel.session import Session, load_session, save_size
from rules.kernel.sight import field_of_view
from rules.players import make_player, take_turn

RELOAD_ORDERS = 500
MISSING = "not measured"
GAMES_S, THOUGHT_S = 0.8, 1.5  # for `work` 1: no new games or timings start after this many seconds


def rule_figures(work: int) -> Iterator[Figure]:
    """Yield random play, replay, reload, greedy thinking, odds, field of view."""
    for system in SYSTEMS:
        entry = entry_for(system)
        if entry is not None:
            yield from system_figures(entry, work)
    sheet = blank_sheet()
    origin = hexes.hex_number(COLUMNS // 2, ROWS // 2)
    land = sheet.land()
    view_ms = milliseconds(lambda: field_of_view(origin, land, COLUMNS, ROWS), 3 * work)
    yield Figure(f"field of view, whole map of {COLUMNS} by {ROWS} hexes", view_ms, "ms", 10, "below")


def system_figures(entry: Entry, work: int) -> Iterator[Figure]:
    """Yield the figures of one system's rules, on its largest scenario."""
    name = entry.system
    games: list[Session] = []

    def play_some() -> None:
        until = time.process_time() + work * GAMES_S
        while not games or (len(games) < work and time.process_time() < until):
            games.append(new_session(entry, len(games)))
            play_on(games[-1], 10_000, len(games) - 1)

    spent = seconds(play_some)
    orders = sum(len(game.steps) for game in games)
    pace = games[-1].system.pace
    yield Figure(f"{name}: random play with full offers, {entry.key}", orders / spent, "orders/s", pace, "above")
    logs = [log_of(game) for game in games]

    def replay_all() -> None:
        for game, log in zip(games, logs, strict=True):
            replay(game, log)

    spent = seconds(replay_all)
    yield Figure(f"{name}: replay of those games", orders / spent, "orders/s", 3 * pace, "above")
    yield reload_figure(entry)
    yield Figure(f"{name}: size of one saved order", save_size(games[0]) / len(games[0].steps), "bytes")
    yield from greedy_figures(entry, work)
    attack = first_attack(entry)
    if attack is None:
        yield Figure(f"{name}: exact odds of a gunnery attack", 0, "ms", note=f"{MISSING}: no attack was offered")
        return
    game, command = attack
    found = odds(game.system, game.state, command)
    odds_ms = milliseconds(lambda: odds(game.system, game.state, command), 2 * work)
    kind = "exact" if found.exact else "sampled"
    note = f"{kind}, {found.leaves} ways"
    yield Figure(f"{name}: odds of a gunnery attack", odds_ms, "ms", 50, "below", note)


def log_of(game: Session) -> list[dict[str, Any]]:
    """Return a game's orders and dice as log entries, with the position after the first and the last."""
    entries = [{"c": msgspec.to_builtins(step.command), "d": list(step.faces)} for step in game.steps]
    entries[0]["h"] = state_digest(game.states[1])
    entries[-1]["h"] = game.digest()
    return entries


def replay(game: Session, entries: list[dict[str, Any]]) -> None:
    """Replay a log. Raises RuntimeError if the result differs, because the figure would be useless."""
    twin = Session(game.system, game.scenario, game.sheet, game.options, seed=game.seed, begin=False)
    if twin.replay(entries, every=len(entries) + 1) < len(entries):
        raise RuntimeError(f"a game of {game.scenario.key} with seed {game.seed} does not replay the same")


def reload_figure(entry: Entry) -> Figure:
    """Measure opening a saved game of 500 orders: read, check the chain, play every order, compare every position."""
    seed = next(seed for seed in count(1) if seed > 20 or _long_enough(entry, seed))
    game = new_session(entry, seed)
    play_on(game, RELOAD_ORDERS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.game"
        game.keep_in(path)
        game.close()
        spent = seconds(lambda: load_session(path, SYSTEMS, open_map, write=False))
    scaled = spent * RELOAD_ORDERS / len(game.steps)
    note = f"measured on {len(game.steps)} orders"
    return Figure(
        f"{entry.system}: opening a saved game of {RELOAD_ORDERS} orders", 1000 * scaled, "ms", 200, "below", note
    )


def _long_enough(entry: Entry, seed: int) -> bool:
    game = new_session(entry, seed)
    play_on(game, RELOAD_ORDERS)
    return len(game.steps) >= RELOAD_ORDERS


def greedy_figures(entry: Entry, work: int) -> Iterator[Figure]:
    """Yield the greedy player's thinking time: 95th percentile and maximum of a game's decisions."""
    game = new_session(entry)
    player = make_player("greedy", 1)
    thought_ms: list[float] = []
    until = time.process_time() + work * THOUGHT_S
    while not game.over and len(thought_ms) < 30 * work and time.process_time() < until:
        thought_ms.append(1000 * seconds(lambda: take_turn(player, Seat(game, game.actor))))
    thought_ms.sort()
    slow = thought_ms[len(thought_ms) * 95 // 100]
    yield Figure(f"{entry.system}: greedy decision, 95 of 100 within", slow, "ms", 300, "below")
    yield Figure(f"{entry.system}: greedy decision, longest", thought_ms[-1], "ms", 1000, "below")


def first_attack(entry: Entry) -> tuple[Session, Command] | None:
    """Return a game and an attack in it: the first offered command with a main roll in greedy play."""
    game = new_session(entry)
    player = make_player("quick", 1)
    while not game.over:
        seat = Seat(game, game.actor)
        for offer in seat.offers():
            for command in offer.commands[:1]:
                if seat.breakdowns(command):
                    return game, command
        take_turn(player, seat)
    return None
