"""Whole games for the second referee, turned into plain data. Here alone the program itself is used: to play."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from rules import SYSTEMS
from rules.kernel.flow import Command, offers
from rules.kernel.session import Session, Step
from tests.conftest import begin, games
from tests.referee import albion, empire, quickfire
from tests.referee.choosing import Chooser, Follower, captains_choose, random_orders
from tests.referee.night.bands import Bands
from tests.referee.night.hexes import Grid
from tests.referee.record import Game, Order, sums
from tests.referee.table_games import ORDER_BY_ORDER, play, whole_game

LONGEST = 2_500  # orders of a game
SCRIPT_ORDERS = 400  # of a game that begins as a script
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
    switched = _random_options(key, seed) if key in NIGHT_GAMES and seed % 2 and not captains else {}
    if key in ORDER_BY_ORDER:
        game = whole_game(key, name, seed, captains, longest)
    else:
        choose = captains_choose(seed) if captains else random_orders(seed)
        game = record(begin(name, seed=1000 + seed, options=switched), choose, longest)
        game.name = f"{name} {seed}{' between Captains' if captains else ''}"
    return _recompute(key, game)


def referee_script(key: str, name: str, seed: int, longest: int = SCRIPT_ORDERS) -> Game:
    """Play a script or a lesson and on by random orders, and recompute it.

    Game 0 has the dice of the script, odd ones its orders alone, even ones random orders from the start.
    """
    follower = Follower(key, name, seed)
    game = (play if key in ORDER_BY_ORDER else record)(follower.begin(), follower, longest)
    game.name = f"script {name} {seed}"
    return _recompute(key, game)


def told_game(key: str, words: str) -> Game:
    """Recompute the game of these words: "random 7", "captains 2" or "script NAME 3"."""
    kind, *name, seed = words.split()
    return referee_script(key, name[0], int(seed)) if name else referee_game(key, int(seed), kind == "captains")


def _recompute(key: str, game: Game) -> Game:
    sums(game)
    CHECKS[key](game)
    return game


def _random_options(key: str, seed: int) -> dict[str, bool]:
    """Options turned at random."""
    thought = random.Random(seed)
    return {one: not found.default for one, found in SYSTEMS[key].rulebook.options.items() if thought.random() < 0.25}


def record(session: Session, choose: Chooser, longest: int) -> Game:
    """Play a game to its end or so many orders; return it as plain data."""
    offered: list[list[Order] | None] = [None] * len(session.steps)
    refused: tuple[object, ...] = ()
    while not session.over and len(offered) < longest and not refused:
        found = offers(session.system, session.state)
        step = session.submit(choose(session, found))
        if isinstance(step, Step):
            whole = len(offered) % OFTEN == 0 and all(offer.domain is None for offer in found)
            offered.append([_plain(command) for offer in found for command in offer.commands] if whole else None)
        else:
            refused = step
    steps = [
        {
            "command": msgspec.to_builtins(step.command),
            "events": [msgspec.to_builtins(event) for event in step.events],
            "offers": on_offer,
        }
        for step, on_offer in zip(session.steps, offered, strict=True)
    ]
    ledger = session.system.view(session.state, "").scores
    game = Game(
        name=session.scenario.key,
        scenario=msgspec.to_builtins(session.scenario),
        options=dict(session.options),
        events=[event for step in steps for event in step["events"]],
        scores={score.side: score.points for score in ledger},
        steps=steps,
        sheet=_hexes(session),
    )
    game.expect("why an order on offer is refused", (), refused)
    return game


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
