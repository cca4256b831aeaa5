"""A battle of the player's own, from start to end: `python -m tests.workshop.whole GAME --out FOLDER [--games 40]`.

In the real window on the display there is (an X server of its own, say Xvfb), by pointer and keys of that server: built
from nothing, tried by captains in the background, watched to its end as captains play it, made a report and a film from
the menu and paper from its card. Tells clicks, letters and seconds; pictures of each step lie beside the files. With
`--table` what was told last of each game goes into WHOLE.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from game.library import MAPS
from game.scenes.play import PlayScene
from game.scenes.scenarios import ScenariosScene
from game.stack import Home
from game.table.director import SPEEDS
from game.table.sharing import SHARED
from game.ui.tree import Tree
from rules import SYSTEMS
from tests.workshop.real_hand import CLICK_S, LETTER_S, RealHand
from tests.workshop.test_builder import build

SIZES = {"1280": (1280, 720), "1920": (1920, 1080)}
TABLE = Path(__file__).parent / "WHOLE.md"
CAMPAIGN = "campaign"
HEAD = """# The whole way of a battle of one's own

Made {day} by `python -m tests.workshop.whole GAME --out FOLDER` for each game, then `--table`: in the real window, by
pointer and keys of the X server at a person's pace ({pace}), from an empty board. *Built*: until nothing was missing.
*Tried*: the button "Test it", its own words. *Played*: watched in the window to its end, captain against captain.

| game | built | tried | played | report | film | paper | commit |
|---|---|---|---|---|---|---|---|
"""


def main() -> None:
    """Go the whole way once, or write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=[*SYSTEMS, CAMPAIGN, "all"])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--size", choices=list(SIZES), default="1280")
    parser.add_argument("--table", action="store_true")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    if args.table:
        write_table(args.out)
        return
    found: dict[str, Any] = {"game": args.game, "commit": commit()}
    game = "nights_of_fury" if args.game == CAMPAIGN else args.game
    me = args.out / f"{args.game}-me"
    hand = RealHand(me, game, SIZES[args.size])
    try:
        whole_way(hand, args.game, args.out, args.games, found)
    except BaseException:
        hand.picture(args.out / f"{args.game}-broke-off.png")
        raise
    finally:
        print(json.dumps(found, indent=1), flush=True)
        (args.out / f"{args.game}.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


def commit() -> str:
    """Return what this is run at."""
    words = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(words, capture_output=True, text=True, cwd=MAPS.parent, check=False).stdout.strip()


def whole_way(hand: RealHand, name: str, out: Path, games: int, found: dict[str, Any]) -> None:
    """Every step, told in `found` as it is done."""
    before, begun = (hand.clicks, hand.keys), time.monotonic()
    (campaign if name == CAMPAIGN else build)(hand)
    hand.until("the verdict", lambda: hand.scene.checked, 60)
    assert hand.scene.problems == (), hand.scene.problems
    spent = time.monotonic() - begun
    found["built"] = f"{hand.clicks - before[0]} clicks, {hand.keys - before[1]} letters, {spent:.0f} s"
    hand.picture(out / f"{name}-1-built.png")
    if games:
        found["tried"] = try_battle(hand, games)
        hand.picture(out / f"{name}-2-tried.png")
    hand.click("play_it")
    hand.picture(out / f"{name}-3-sides.png")
    found["played"] = watch_game(hand, name, out)
    made_from_menu(hand, name, out, found)
    hand.app.change(Home())
    print_battle(hand, name, out, found)


def campaign(hand: RealHand) -> None:
    """A campaign of Nights of Fury by its one special rule."""
    hand.click("tab_2")
    hand.click("more_special")
    hand.type("rounds - 6")
    hand.key(13)
    hand.frames(1)


def try_battle(hand: RealHand, games: int) -> str:
    """Return the button of the page, and a wait until so many games have been played."""
    hand.click("tab_3")
    hand.click("trial_start")
    trial = hand.scene.trial
    assert trial is not None
    hand.until("the games", lambda: not trial.running or len(trial.results) >= games)
    text = "; ".join(trial.lines())
    print(text, flush=True)
    return text


def watch_game(hand: RealHand, name: str, out: Path) -> str:
    """Watch it to the end at the fastest, and read how it ended."""
    tiles = [widget.id for widget in hand.app.tree.root.walk() if widget.id.startswith("preset_")]
    hand.click(tiles[-1])
    scene = hand.app.scene
    assert isinstance(scene, PlayScene), scene
    hand.until("the table", lambda: hand.app.tree.top is hand.app.tree.root, 60)
    while scene.director.speed != len(SPEEDS) - 1:
        hand.click("speed")
    begun, half = time.monotonic(), False
    session = scene.session

    def over() -> bool:
        nonlocal half
        if not half and session.state.cursor.turn >= 3:
            half = True
            hand.picture(out / f"{name}-4-turn-3.png")
        return session.over and _has(hand.app.tree, "outcome")

    hand.until("the end of the battle", over)
    hand.picture(out / f"{name}-5-end.png")
    outcome = session.state.outcome
    assert outcome is not None
    return f"{len(session.steps)} orders in {time.monotonic() - begun:.0f} s: {outcome.title} ({outcome.why})"


def _has(tree: Tree, id: str) -> bool:
    return any(widget.id.startswith(id) for widget in tree.top.walk())


def made_from_menu(hand: RealHand, name: str, out: Path, found: dict[str, Any]) -> None:
    """Report and film as the menu over the ended game makes them."""
    close_all(hand)
    for kind, ending in (("report", ".html"), ("film", ".webp")):
        hand.click("menu")
        hand.click("menu_share")
        found[kind] = make_file(hand, lambda kind=kind: hand.click(f"share_{kind}"), ending)  # type: ignore[misc]
        hand.picture(out / f"{name}-6-{kind}.png")
        close_all(hand)


def print_battle(hand: RealHand, name: str, out: Path, found: dict[str, Any]) -> None:
    """The paper of the same battle, from its card in the list."""
    entry = next(one for one in hand.app.library.entries if one.own)
    hand.app.screens.scenarios(entry.system, entry.key)
    hand.frames(1)
    assert isinstance(hand.app.scene, ScenariosScene)
    hand.picture(out / f"{name}-7-card.png")
    hand.click("print_it")
    found["paper"] = make_file(hand, lambda: hand.click("print_a4"), ".pdf")
    hand.picture(out / f"{name}-8-paper.png")


def make_file(hand: RealHand, ask: Callable[[], None], ending: str) -> str:
    """Return a file made by a button: its size and the seconds of processor it took."""
    folder = hand.app.folders.saves / SHARED
    before, spent = set(folder.glob(f"*{ending}")), time.process_time()
    ask()
    (path,) = set(folder.glob(f"*{ending}")) - before
    return f"{path.stat().st_size / 1e6:.1f} MB, {time.process_time() - spent:.0f} s"


def close_all(hand: RealHand) -> None:
    """Escape until nothing lies over the table."""
    while hand.app.tree.top is not hand.app.tree.root:
        hand.key(27)


def write_table(folder: Path) -> None:
    """WHOLE.md from what was reported."""
    lines = []
    for name in (*SYSTEMS, CAMPAIGN):
        path = folder / f"{name}.json"
        result = json.loads(path.read_text("utf-8")) if path.exists() else {"game": name, "built": "not done"}
        cells = (
            result.get(key, "") for key in ("game", "built", "tried", "played", "report", "film", "paper", "commit")
        )
        lines.append("| " + " | ".join(cells) + " |")
    pace = f"{CLICK_S} s after a click, {LETTER_S} s a letter"
    TABLE.write_text(HEAD.format(day=date.today(), pace=pace) + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
