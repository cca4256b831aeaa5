"""A monkey at the program: random keys, clicks, wheels and resizes; no error, and memory that stops growing.

python -m tests.trust.monkey 30000      # so many events, after a warm-up in which every battle is played for a while
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from game.memory import return_large_blocks
from game.scenes.start import new_game, start_game
from rules import SYSTEMS
from tests.conftest import games
from tests.trust.screens import Desk

MOST_MIB = 20  # of growth allowed after the warm-up
WARM_UP = 300  # events in every battle before memory is first looked at: by then what is kept within a budget is full
EVENTS_A_GAME = 500
KEYS = [getattr(pygame, f"K_{letter}") for letter in "abcdefghijlmnoprstuvwxyz"]
KEYS += [pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_SPACE, pygame.K_TAB, pygame.K_F1, pygame.K_UP, pygame.K_DOWN]
SIZES = ((1280, 720), (1024, 600), (1920, 1080), (1600, 900))


def held_mib() -> int:
    """Return the memory of this process now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20


def poke(desk: Desk, dice: random.Random) -> None:
    """Make one random event."""
    app, action = desk.app, dice.random()
    at = (dice.randrange(app.surface.get_width()), dice.randrange(app.surface.get_height()))
    if action < 0.35:
        key = dice.choice(KEYS)
        app.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0))
        app.handle(pygame.Event(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0))
    elif action < 0.7:
        app.handle(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=False))
        app.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False))
        app.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=False))
    elif action < 0.85:
        app.handle(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=False))
    elif action < 0.99:
        app.handle(
            pygame.Event(pygame.MOUSEWHEEL, x=0, y=dice.choice((-1, 1)), precise_x=0.0, precise_y=0.0, flipped=False)
        )
    else:
        app.surface = pygame.display.set_mode(dice.choice(SIZES), pygame.RESIZABLE)
        app.tree.resize(app.surface.get_size())
    app.frame()


def battle(desk: Desk, number: int) -> None:
    """Show another battle."""
    systems = list(SYSTEMS)
    entry = (listed := desk.app.library.of(systems[number % len(systems)]))[number // len(systems) % len(listed)]
    players = {side.key: "human" if place == 0 else "random" for place, side in enumerate(entry.scenario.sides)}
    desk.home()
    desk.app.tidy()  # as the loop does when nothing happens
    session = new_game(desk.app, entry, {}, players, number)
    start_game(desk.app, session)


def poke_on(desk: Desk, dice: random.Random, number: int, a_game: int) -> Desk:
    """One more event; another battle after so many, and a program begun again where it was left."""
    if number % a_game == 0:
        battle(desk, number // a_game)
    poke(desk, dice)
    return desk if desk.app.scenes and desk.app.running else Desk(desk.folder)


def main(words: list[str]) -> int:
    """So many events. 1 when what is held on the title page grows by more than MOST_MIB; errors are not caught.

    Memory is compared where it can be: on the title page, with every battle put away. A battle at 1920 x 1080 holds
    its own map and counters while it lasts; that is told beside it.
    """
    events, dice = int(words[0]) if words else 3_000, random.Random(1)
    return_large_blocks()
    with tempfile.TemporaryDirectory() as name:
        desk, peak, rests = Desk(Path(name)), 0, []
        for number in range(len(games()) * WARM_UP):
            desk = poke_on(desk, dice, number, WARM_UP)
        desk.home()
        desk.app.tidy()
        warm = held_mib()
        for number in range(events):
            desk = poke_on(desk, dice, number, EVENTS_A_GAME)
            peak = max(peak, held_mib())
            if number % EVENTS_A_GAME == EVENTS_A_GAME - 1:
                desk.home()
                desk.app.tidy()
                rests.append(held_mib())
        desk.home()
        desk.app.tidy()
        rests.append(held_mib())
    print(
        f"{events:,} events, on the title page {warm} MiB after the warm-up, {max(rests)} at most,"
        f" {max(rests) - warm:+d} MiB; in a battle {peak} MiB at most"
    )
    return 1 if max(rests) - warm > MOST_MIB else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
