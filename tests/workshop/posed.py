"""A position for teaching, from start to end: `python -m tests.workshop.posed GAME --out FOLDER`.

In the real window on the display there is, by pointer and keys of the X server: built, a wound typed that nobody can
have (refused in a sentence) and one that can be, a phase chosen to begin in, played for an order, kept as script,
lesson and puzzle from the menu, and each file dropped on the window again. Tells what was said at every step.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pygame

from game.library import LESSONS
from game.stack import Home
from game.table.sharing import SHARED
from game.teach.puzzles import PUZZLES
from game.ui import widgets as ui
from game.workshop.position_editor import start_phase
from rules import SYSTEMS
from tests.workshop.real_hand import RealHand
from tests.workshop.test_builder import build

WOUNDS = {
    "nw_smoke": ("structure", "9", "2"),
    "nights_of_fury": ("flotation", "4", "1"),
    "quickfire": ("heavy_hits", "99", "1"),
    "battles_for_empire": ("kills", "8", "3"),
    "perfidious_albion": ("struck", "1/9", ""),
}  # field, what cannot be, what can; "": the first box of her card


def main() -> None:
    """Go the whole way of one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(SYSTEMS))
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    hand = RealHand(args.out / f"{args.game}-posed-me", args.game)
    data: dict[str, str] = {"game": args.game}
    try:
        pose(hand, args.game, args.out, data)
    except BaseException:
        hand.picture(args.out / f"{args.game}-posed-broke-off.png")
        raise
    finally:
        print(json.dumps(data, indent=1), flush=True)
        (args.out / f"{args.game}-posed.json").write_text(json.dumps(data, indent=1) + "\n", "utf-8")


def pose(hand: RealHand, game: str, out: Path, data: dict[str, str]) -> None:
    """Every step, told in `told` as it is done."""
    build(hand)
    hand.until("the verdict", lambda: hand.scene.checked and not hand.scene.problems, 60)
    hand.scene.choose(hand.scene.scenario.forces[0].id)
    hand.click("tab_1")
    hand.click("start_condition")
    set_wounds(hand, game, data)
    hand.picture(out / f"{game}-posed-1-wound.png")
    hand.click("tab_2")
    hand.click("begins_in")
    for _ in range(2):
        hand.key(pygame.K_DOWN)
    hand.key(pygame.K_RETURN)
    phase = start_phase(hand.scene.scenario)
    hand.until("the verdict", lambda: hand.scene.checked, 60)
    data["begins in"] = f"{SYSTEMS[game].sequence[phase].title}; {hand.scene.verdict.spoken_text()}"
    hand.click("play_it")
    hand.click("start")
    hand.frames(2)
    data["table"] = type(hand.app.scene).__name__
    hand.picture(out / f"{game}-posed-2-table.png")
    keep_files(hand, data)
    open_files(hand, game, out, data)


def set_wounds(hand: RealHand, game: str, data: dict[str, str]) -> None:
    """What cannot be, then what can, typed over what stands there."""
    field, bad, good = WOUNDS[game]
    id = next(w.id for w in hand.app.tree.root.walk() if w.id.startswith("trait_") and w.id.endswith(f"_{field}"))
    state = hand.scene.state()
    ship = id.removeprefix("trait_").removesuffix(f"_{field}")
    good = good or state.scene.cards[ship].standing[0].key  # type: ignore[union-attr]
    for value, name in ((bad, "refused"), (good, "taken")):
        hand.click(id)
        hand.key(pygame.K_a, pygame.KMOD_CTRL)
        hand.type(value)
        hand.until("the verdict", lambda: hand.scene.checked, 60)
        data[name] = f"{field} {value}: {hand.scene.verdict.spoken_text()}"


def keep_files(hand: RealHand, data: dict[str, str]) -> None:
    """Three buttons of the game's menu."""
    while hand.app.tree.top is not hand.app.tree.root:
        hand.key(pygame.K_ESCAPE)
    for kind, button, words in (
        ("share", "share_script", "shared"),
        ("lesson", "lesson_write", "lesson_written"),
        ("puzzle", "", "puzzle_written"),
    ):
        hand.click("menu")
        hand.click(f"menu_{kind}")
        if button:
            hand.click(button)
        hand.frames(1)
        found = [w for w in hand.app.tree.top.walk() if w.id.startswith((words, "no_puzzle", "puzzle"))]
        data[kind] = " ".join(found[0].spoken_text().split()) if found else "nothing was told"
        while hand.app.tree.top is not hand.app.tree.root:
            hand.key(pygame.K_ESCAPE)


def open_files(hand: RealHand, game: str, out: Path, data: dict[str, str]) -> None:
    """Every file dropped on the window from the title page."""
    own = hand.app.folders.own
    files = {
        "script": (hand.app.folders.saves / SHARED).glob("*.yaml"),
        "lesson": (own / LESSONS / game).glob("*.yaml"),
        "puzzle": (own / PUZZLES).rglob("*.yaml"),
    }
    for kind, found in files.items():
        for path in found:
            hand.app.change(Home())
            hand.frames(0.5)
            pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
            hand.frames(2)
            over = [w.spoken_text() for w in hand.app.tree.top.walk() if isinstance(w, ui.RichText | ui.Label)]
            said = "" if hand.app.tree.top is hand.app.tree.root else f": {' '.join(over)[:160]}"
            data[f"{kind} again"] = f"{type(hand.app.scene).__name__}{said}"
            hand.picture(out / f"{game}-posed-3-{kind}.png")
            while hand.app.tree.top is not hand.app.tree.root:
                hand.key(pygame.K_ESCAPE)


if __name__ == "__main__":
    main()
