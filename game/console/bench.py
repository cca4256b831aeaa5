"""The verb `bench`: how fast the program is on this computer, every figure beside its target."""

from __future__ import annotations

import os
import random
import statistics
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from game.console import terminal
from game.library import Entry, open_library, open_map
from rules import SYSTEMS
from rules.kernel import hexes
from rules.kernel.flow import Command, offers, state_digest
from rules.kernel.odds import odds
from rules.kernel.record import Record
from rules.kernel.scenario import MapSheet
from rules.kernel.seat import Seat
from rules.kernel.session import Session, load_session, save_size
from rules.kernel.sight import field_of_view
from rules.players import make_player, take_turn

COLUMNS, ROWS = 60, 40
RELOAD_ORDERS = 500
MISSING = "not measured"


class Figure(Record, frozen=True):
    """One measurement. `better`: on which side of the target it should lie, "above" or "below"; empty for no target."""

    name: str
    value: float
    unit: str
    target: float = 0.0
    better: str = ""
    note: str = ""

    @property
    def missed(self) -> bool:
        """Whether there is a target and the value is on its wrong side."""
        return (self.better == "above" and self.value < self.target) or (
            self.better == "below" and self.value > self.target
        )


def bench_verb(args: Namespace) -> int:
    """`bench`: measure and print. 1 when a target is missed."""
    work = 1 if args.quick else 10
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from game.console.bench_campaign import campaign_figures
    from game.console.bench_crowd import crowd_figures
    from game.console.bench_window import window_figures

    missed = 0
    for measure in (rule_figures, crowd_figures, campaign_figures, window_figures):
        for figure in measure(work):
            missed += figure.missed
            terminal.say(line_of(figure))
    terminal.say("every target is met" if not missed else f"targets missed: {missed}")
    return 1 if missed else 0


def line_of(figure: Figure) -> str:
    """One figure as it is printed."""
    value = f"{figure.value:10,.2f}" if figure.value < 100 else f"{figure.value:10,.0f}"
    if figure.better:
        mark = "MISSED" if figure.missed else "ok"
        word = "at least" if figure.better == "above" else "at most"
        goal = f"target {word} {figure.target:,g} {figure.unit}: {mark}"
    else:
        goal = figure.note or "no target"
    note = f" ({figure.note})" if figure.better and figure.note else ""
    return f"{figure.name:52} {value} {figure.unit:11} {goal}{note}"


def seconds(work: Callable[[], object]) -> float:
    """How long something takes, in seconds."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def milliseconds(work: Callable[[], object], times: int) -> float:
    """The median of several runs, in milliseconds."""
    return 1000 * statistics.median(seconds(work) for _ in range(times))


def new_session(entry: Entry, seed: int = 1) -> Session:
    """A fresh game of a scenario."""
    sheet = open_map(entry.system, entry.scenario.map)
    return Session(SYSTEMS[entry.system], entry.scenario, sheet, seed=seed)


def play_on(session: Session, most: int, seed: int = 1) -> None:
    """Random play with full offers at every decision until the game is over or has so many steps."""
    rng = random.Random(seed)
    while not session.over and len(session.steps) < most:
        listed = [command for offer in offers(session.system, session.state) for command in offer.commands]
        refused = session.submit(rng.choice(listed))
        if isinstance(refused, tuple):
            raise RuntimeError(f"an offered order was refused: {refused[0].reason}")


def entry_for(system: str) -> Entry | None:
    """The scenario with the most units of a system: what a figure is measured on."""
    entries = open_library(SYSTEMS).of(system)
    return max(entries, key=lambda entry: sum(len(force.units) for force in entry.scenario.forces), default=None)


def rule_figures(work: int) -> Iterator[Figure]:
    """Random play, replay, reload, greedy thinking, odds, field of view."""
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
    """What the rules of one system cost, on its largest scenario."""
    name = entry.system
    games: list[Session] = []

    def play_some() -> None:
        for seed in range(work):
            games.append(new_session(entry, seed))
            play_on(games[-1], 10_000, seed)

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
    attack = an_attack(entry)
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
    """A game's orders and dice as a log holds them, with the position after the first and the last."""
    entries = [{"c": msgspec.to_builtins(step.command), "d": list(step.faces)} for step in game.steps]
    entries[0]["h"] = state_digest(game.states[1])
    entries[-1]["h"] = game.digest()
    return entries


def replay(game: Session, entries: list[dict[str, Any]]) -> None:
    """Play a log again. Raises RuntimeError when it does not come out the same: the figure would be worth nothing."""
    twin = Session(game.system, game.scenario, game.sheet, game.options, seed=game.seed, begin=False)
    if twin.replay(entries, every=len(entries) + 1) < len(entries):
        raise RuntimeError(f"a game of {game.scenario.key} with seed {game.seed} does not replay the same")


def reload_figure(entry: Entry) -> Figure:
    """Opening a saved game of 500 orders: read, check the chain, play every order, compare every position."""
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
    """How long the greedy player thinks: 95th percentile and longest of a game's decisions."""
    game = new_session(entry)
    player = make_player("greedy", 1)
    thought_ms: list[float] = []
    while not game.over and len(thought_ms) < 30 * work:
        thought_ms.append(1000 * seconds(lambda: take_turn(player, Seat(game, game.actor))))
    thought_ms.sort()
    slow = thought_ms[len(thought_ms) * 95 // 100]
    yield Figure(f"{entry.system}: greedy decision, 95 of 100 within", slow, "ms", 300, "below")
    yield Figure(f"{entry.system}: greedy decision, longest", thought_ms[-1], "ms", 1000, "below")


def an_attack(entry: Entry) -> tuple[Session, Command] | None:
    """A game and an attack in it: the first command with a main roll that greedy play is offered."""
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


def blank_sheet() -> MapSheet:
    """A sea of 60 by 40 hexes with a scatter of islands, the same every time."""
    terrain = bytearray(hexes.FLAT)
    for column in range(1, COLUMNS + 1):
        for row in range(1, ROWS + 1):
            island = (column * 7 + row * 13) % 41 == 0
            terrain[hexes.hex_number(column, row)] = 4 if island else 1 + (column + row) % 3
    return MapSheet(key="bench", title="Sea of measures", columns=COLUMNS, rows=ROWS, terrain=bytes(terrain))
