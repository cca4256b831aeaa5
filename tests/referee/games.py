"""Whole games for the second referee, turned into plain data. Here alone the program itself is used: to play."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, offers
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players.captain import CaptainPlayer
from tests.conftest import begin, below, draw, games
from tests.referee import albion, empire, quickfire
from tests.referee.night.bands import Bands
from tests.referee.night.hexes import Grid
from tests.referee.record import Game, Order, sums
from tests.referee.table_games import ORDER_BY_ORDER, whole_game

LONGEST = 2_500  # orders of a game
OFTEN = 3  # every so many orders all that are on offer are compared
NIGHT_GAMES = ("nw_smoke", "nights_of_fury")
CHECKS: dict[str, Callable[[Game], None]] = {
    "nw_smoke": lambda game: Grid(game).play(),
    "nights_of_fury": lambda game: Bands(game).play(),
    "quickfire": quickfire.check,
    "battles_for_empire": empire.check,
    "perfidious_albion": albion.check,
}
SYSTEMS_TOLD = tuple(CHECKS)


def referee_game(key: str, seed: int, captains: bool = False, longest: int = LONGEST) -> Game:
    """Play one game of a system, its battles in turn, and recompute it.

    captains: two captains play instead of random orders. Half the random games of the night games have other options
    than usual; the campaign is played by random orders only.
    """
    battles = [name for name in games() if name.startswith(f"{key}/")]
    if captains or key not in NIGHT_GAMES:
        battles = [name for name in battles if "campaign" not in name]
    name = battles[seed % len(battles)]
    switched = _switched(key, seed) if key in NIGHT_GAMES and seed % 2 and not captains else {}
    if key in ORDER_BY_ORDER:
        game = whole_game(key, name, seed, captains, longest)
    else:
        game = record(begin(name, seed=1000 + seed, options=switched), f"{name} {seed}", 2000 + seed, captains)
    sums(game)
    CHECKS[key](game)
    return game


def _switched(key: str, seed: int) -> dict[str, bool]:
    """Options turned at random."""
    thought = random.Random(seed)
    return {one: not found.default for one, found in SYSTEMS[key].rulebook.options.items() if thought.random() < 0.25}


def record(session: Session, name: str, seed: int, captains: bool) -> Game:
    """Play a game to its end; return it as plain data."""
    thought = SeededDice(seed)
    players = {side.key: CaptainPlayer(seed + number) for number, side in enumerate(session.scenario.sides)}
    offered: list[list[Order] | None] = [None] * len(session.steps)
    while not session.over and len(offered) < LONGEST:
        found = offers(session.system, session.state) if not captains or not len(offered) % OFTEN else []
        whole = len(offered) % OFTEN == 0 and all(offer.domain is None for offer in found)
        offered.append([_plain(command) for offer in found for command in offer.commands] if whole else None)
        if captains:
            session.submit(players[session.actor].choose(Seat(session, session.actor)).command)
        else:
            session.submit(draw(found[below(thought, len(found))], thought))
    steps = [
        {
            "command": msgspec.to_builtins(step.command),
            "events": [msgspec.to_builtins(event) for event in step.events],
            "offers": on_offer,
        }
        for step, on_offer in zip(session.steps, offered, strict=True)
    ]
    ledger = session.system.view(session.state, "").scores
    return Game(
        name=name,
        scenario=msgspec.to_builtins(session.scenario),
        options=dict(session.options),
        events=[event for step in steps for event in step["events"]],
        scores={score.side: score.points for score in ledger},
        steps=steps,
        sheet=_hexes(session),
    )


def _plain(command: Command) -> Order:
    """Return a command as a tuple: its word, then its fields; the side apart."""
    return tuple(value for field, value in msgspec.to_builtins(command).items() if field != "side")


def _hexes(session: Session) -> tuple[int, int, list[int], list[int]] | None:
    """Return columns, rows, land and sea of a hex map."""
    sheet = session.sheet
    if sheet is None or session.system.key not in NIGHT_GAMES:
        return None
    land, sea = sheet.land(), sheet.sea()
    return (
        sheet.columns,
        sheet.rows,
        [cell for cell, flag in enumerate(land) if flag],
        [cell for cell, flag in enumerate(sea) if flag],
    )
