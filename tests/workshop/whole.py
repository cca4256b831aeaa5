"""The whole way of a battle of one's own: `python -m tests.workshop.whole GAME --out FOLDER [--games 40]`.

In the real window, whatever display there is: built from nothing by mouse, tried by captains in the background, played
to its end by captains at the table, exported as report, film and paper. Tells clicks, letters, seconds, sizes, and
leaves pictures of the builder at each step beside the files.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import pygame

from game.hud.story import eyes_allowed
from game.paper.kit_file import kit_pdf
from game.report.film import film_bytes
from game.report.notes import Notes
from game.report.page import report_bytes
from game.ui.fonts import FontBook
from rules import SYSTEMS
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import make_player, take_turn
from tests.workshop.test_builder import Builder, build

SIZES = {"1280": (1280, 720), "1920": (1920, 1080)}


def main() -> None:
    """Go the whole way once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(SYSTEMS))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--size", choices=list(SIZES), default="1280")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    hand = Builder(args.out / f"{args.game}-me", args.game, SIZES[args.size])
    begun = time.monotonic()
    build(hand)
    picture(hand, args.out / f"{args.game}-1-built.png")
    print(f"{args.game}: built by {hand.clicks} clicks and {hand.keys} letters in {time.monotonic() - begun:.1f} s")
    tried(hand, args.games)
    picture(hand, args.out / f"{args.game}-2-tried.png")
    hand.click("play_it")
    picture(hand, args.out / f"{args.game}-3-sides.png")
    scenario, sheet = hand.scene.scenario, hand.scene.sheet
    session = Session(SYSTEMS[args.game], scenario, sheet, seed=7)
    players = {side.key: make_player("captain", 1) for side in scenario.sides}
    while not session.over:
        take_turn(players[session.actor], Seat(session, session.actor))
    outcome = session.state.outcome
    print(f"{args.game}: played in {len(session.steps)} orders: {outcome.title} ({outcome.why})")
    book, eyes = FontBook(), eyes_allowed(session)[0]
    made = {
        "report.html": lambda: report_bytes(session, eyes, Notes(), {}, book),
        "film.webp": lambda: film_bytes(session, eyes, ".webp", book),
        "a4.pdf": lambda: kit_pdf(Session(SYSTEMS[args.game], scenario, sheet), "a4", book),
        "letter.pdf": lambda: kit_pdf(Session(SYSTEMS[args.game], scenario, sheet), "letter", book),
    }
    for name, make in made.items():
        spent = time.process_time()
        data = make()
        (args.out / f"{args.game}-{name}").write_bytes(data)
        print(f"{args.game}: {name} {len(data) / 1e6:.1f} MB in {time.process_time() - spent:.1f} s CPU", flush=True)


def tried(hand: Builder, games: int) -> None:
    """The button of the page, and a wait until so many games have been played."""
    hand.click("tab_3")
    hand.wait()
    hand.click("trial_start")
    trial = hand.scene.trial
    assert trial is not None
    while trial.running and len(trial.results) < games:
        time.sleep(0.5)
        trial.look()
    trial.stop()
    hand.scene.fill()
    hand.wait()
    print("; ".join(trial.lines()), flush=True)


def picture(hand: Builder, path: Path) -> None:
    """What the window shows."""
    hand.wait()
    pygame.image.save(hand.app.surface, path)


if __name__ == "__main__":
    main()
