"""Named screens of the program, painted without a window: `python -m tests.pictures [NAME ...] [--size SIZE]`.

The games on them are the golden games of tests/replays, opened where something is going on. `make pictures` paints all
of them at every size into out/pictures; tests/game/test_pictures.py checks on them what can be checked by program.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from PIL import Image

from game.app import App
from game.courses import open_courses
from game.folders import find_folders
from game.hud.game_history import view_at
from game.scenes.analysis import AnalysisScene
from game.scenes.builder import BuilderScene
from game.scenes.mistake import MistakeReview, MistakeScene, MistakesScene
from game.scenes.openers import AllScreens
from game.scenes.play import PlayScene
from game.scenes.study import StudyScene
from game.scenes.title import TitleScene
from game.settings import Settings
from game.stack import Push
from game.table.tutor import Advice
from game.ui.tree import Tree
from game.workshop.skirmish import DrawnForce, draw
from release.makers.analyse_bench import play_match_game
from rules import SYSTEMS
from rules.analysis.luck_and_skill import Decision
from rules.analysis.mistakes import Mistake, mistake_of
from rules.analysis.rollouts import Weighing
from rules.kernel.flow import Done, actor
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.study import StudyNote
from rules.kernel.system import format_command
from tests.conftest import OUT, ROOT
from tests.test_replays import golden_session as whole

SIZES = {"1280": ((1280, 720), 1.0), "1920": ((1920, 1080), 1.0), "150": ((1280, 720), 1.5)}

# The pictures of the README: file -> named screen. Small, so that the repository stays small.
README = {"bands": "bands_fight", "land": "land_fight", "inches": "inches_fight", "night": "hex_night"}
README_WIDE = 960

Paint = Callable[[App], None]


def battle(game: str, share: float = 0.0, phase: str = "") -> Session:
    """Return a golden game after a share of its orders, or, with `phase`, at the next such phase."""
    session = whole(game)
    first = max(1, round(share * len(session.steps)))
    names = [found.name for found in session.system.sequence]
    number = next(
        (at for at in range(first, len(session.steps))
         if actor(session.states[at]) and phase.lower() in names[session.states[at].cursor.phase].lower()),
        first,
    )  # fmt: skip
    return session.branch(number)


def table(game: str, share: float = 0.0, phase: str = "", do: Callable[[PlayScene], None] | None = None) -> Paint:
    """Return a game on the play screen; `do`: what the hand does there."""

    def paint(app: App) -> None:
        session = battle(game, share, phase)
        me = session.actor
        players = {side.key: "human" if side.key == me else "greedy" for side in session.scenario.sides}
        scene = PlayScene(app, session, players)
        app.change(Push(scene))
        settle(app)
        if do is not None:
            do(scene)
            settle(app)

    return paint


def settle(app: App, times: int = 4) -> None:
    """Let the screen come to rest and draw it."""
    for _ in range(times):
        app.frame()
    app.tree.mark_all()
    app.tree.draw(app.surface)


def press(id: str) -> Callable[[PlayScene], None]:
    """Return a click on a control."""

    def click(scene: PlayScene) -> None:
        scene.app.tree.ensure_layout()
        found = scene.app.tree.find(id)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            scene.app.handle(pygame.event.Event(kind, pos=found.rect.center, button=1))

    return click


def choose(scene: PlayScene) -> None:
    """The first counter that can act is chosen, by the space bar."""
    key(scene, pygame.K_SPACE)


def aim(scene: PlayScene) -> None:
    """The first counter that can act, and the first thing it can do."""
    choose(scene)
    settle(scene.app)
    actions = [action for action in scene.hand.actions if action.commands]
    if actions:
        scene.pointer.arm(actions[0].commands[0])


def key(scene: PlayScene, code: int) -> None:
    """A key."""
    scene.app.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode="", scancode=0))
    scene.app.handle(pygame.event.Event(pygame.KEYUP, key=code, mod=0, unicode="", scancode=0))


def title(app: App) -> None:
    """The first screen."""
    app.change(Push(TitleScene(app)))
    settle(app)


def page(open_it: Callable[[App], None]) -> Paint:
    """Return a screen that the title leads to."""

    def paint(app: App) -> None:
        title(app)
        open_it(app)
        settle(app)

    return paint


def _lesson(app: App, system: str) -> None:
    app.screens.lesson(open_courses([system]).lectures[0])


def _builder(app: App, system: str, tab: int) -> None:
    bench = SYSTEMS[system].editor_schema
    assert bench is not None
    battle = draw(SYSTEMS[system], app.shelves.sheet(system, bench().map), DrawnForce(7, bench().budget[1]))
    app.screens.builder(system, battle)
    scene = app.scene
    assert isinstance(scene, BuilderScene)
    scene.chosen = battle.forces[0].id
    scene.check()
    scene.show_tab(tab)


def a_mistake() -> tuple[Session, Mistake]:
    """Return a decision of a golden game, with another order marked as better. The figures are invented."""
    session = whole("nw_smoke/cape_esperance")
    number = next(
        step.number for step in session.steps
        if step.number > len(session.steps) // 3 and session.system.sequence[step.phase].name == "gunnery"
        and len(Seat(session.branch(step.number), step.actor).offers()) > 2
    )  # fmt: skip
    seat, chosen = Seat(session.branch(number), session.steps[number].actor), session.steps[number].command
    best = next(c for offer in seat.offers() for c in offer.commands if c != chosen)
    weighing = Weighing(chosen, best, 0.14, 0.06, 60, True, 0.58, (best,), 240)
    return session, mistake_of(session, number, weighing)


def _mistake(app: App, answered: bool) -> None:
    session, mistake = a_mistake()
    app.screens.mistake(session, mistake)
    settle(app)
    scene = app.scenes[-1]
    assert isinstance(scene, MistakeScene)
    if answered:
        scene.verdict = scene.retry.judge(mistake.weighing.best)
        app.rebuild()


def _study(app: App) -> None:
    session = whole("nw_smoke/cape_esperance")
    app.screens.new_study(session, 60)
    settle(app)
    scene = app.scenes[-1]
    assert isinstance(scene, StudyScene)
    seen = view_at(session, scene.number, "").pieces
    first, second = (next(piece.at for piece in seen if piece.side == side.key) for side in session.scenario.sides)
    scene.change(StudyNote(at=scene.number - 1, say="The flagship is lit: fire at her first, and keep the "
                           "destroyers' torpedoes for the ship behind.", bookmark=True,
                           arrows=((first, second),), rings=(second,)))  # fmt: skip


def _tutor(scene: PlayScene) -> None:
    words = (
        "**Cushing fires at Hiei** costs about 14 ± 6 points of win chance (60 test games from here, using only what "
        "you know)."
    )
    scene.tutoring.ask(Advice(Done(scene.session.actor), words, "Consider **Laffey**: fire."))


def _mistakes(app: App) -> None:
    session, mistake = a_mistake()
    scene = MistakesScene(app, session, walk=MistakeReview(session, mistake.side, [mistake]))
    app.change(Push(scene))


def fill_analysis(app: App) -> None:
    """Fill in an analysis of a captain's game against a midshipman; the costs of two orders are invented."""
    session = play_match_game(app.library.find("nw_smoke/little_and_gregory"), 950, ("midshipman", "captain"))
    scene = AnalysisScene(app, session)
    scene.stopped = True
    for _ in scene.work.analyst.run(decisions=False):
        pass
    given = [step for step in session.steps if step.actor][4:40:12]
    for step in given:
        decision = Decision(
            number=step.number, position="", side=step.actor, given=format_command(step.command), best="done",
            loss=0.118, error=0.021, rollouts=240, decided=True,
        )  # fmt: skip
        scene.work.analyst.note(decision)
    app.change(Push(scene))


SCREENS: dict[str, Paint] = {
    "title": title,
    "battles": page(lambda app: app.screens.scenarios("nw_smoke")),
    "sides": page(lambda app: app.screens.sides(app.library.find("quickfire/yellow_sea"))),
    "settings": page(lambda app: app.screens.settings()),
    "saves": page(lambda app: app.screens.saves()),
    "rulebook": page(lambda app: app.screens.rulebook("nw_smoke")),
    "errata": page(lambda app: app.screens.errata("nw_smoke")),
    "course": page(lambda app: app.screens.course("quickfire")),
    "lesson": page(partial(_lesson, system="nw_smoke")),
    "puzzles": page(lambda app: app.screens.puzzles("nw_smoke")),
    "study": page(_study),
    "tutor": table("nw_smoke/cape_esperance", 0.3, "gunnery", _tutor),
    "mistakes": page(_mistakes),
    "mistake": page(partial(_mistake, answered=False)),
    "mistake_told": page(partial(_mistake, answered=True)),
    "dockyard": page(lambda app: app.screens.dockyard("perfidious_albion")),
    "builder": page(partial(_builder, system="quickfire", tab=1)),
    "builder_roster": page(partial(_builder, system="nw_smoke", tab=0)),
    "builder_battle": page(partial(_builder, system="battles_for_empire", tab=2)),
    "builder_try": page(partial(_builder, system="nights_of_fury", tab=3)),
    "builder_inches": page(partial(_builder, system="perfidious_albion", tab=1)),
    "report": page(lambda app: app.screens.report(whole("nw_smoke/first_guadalcanal"))),
    "analysis": page(fill_analysis),
    "explained": page(lambda app: app.screens.open_luck_explained()),
    "replay": page(lambda app: app.screens.replay(whole("nw_smoke/tassafaronga"), 120)),
    "hex_opening": table("nw_smoke/first_guadalcanal"),
    "hex_night": table("nw_smoke/first_guadalcanal", 0.45, "gunnery", aim),
    "hex_move": table("nw_smoke/cape_esperance", 0.2, "movement", choose),
    "hex_late": table("nw_smoke/first_guadalcanal", 0.9),
    "bands_opening": table("nights_of_fury/tassafaronga"),
    "bands_fight": table("nights_of_fury/first_guadalcanal", 0.5, "gunnery", aim),
    "bands_late": table("nights_of_fury/first_guadalcanal", 0.92),
    "campaign": table("nights_of_fury/campaign", 0.3),
    "table_opening": table("quickfire/yellow_sea"),
    "table_move": table("quickfire/tsushima_opening", 0.2, "movement", choose),
    "table_fight": table("quickfire/yellow_sea", 0.5, "gunnery", aim),
    "table_late": table("quickfire/yellow_sea", 0.97),
    "land_opening": table("battles_for_empire/abu_klea"),
    "land_fight": table("battles_for_empire/abu_klea", 0.5, "fire", aim),
    "land_late": table("battles_for_empire/maiwand", 0.9, "", choose),
    "inches_opening": table("perfidious_albion/two_and_two"),
    "inches_fight": table("perfidious_albion/round_island", 0.5, "gunnery", aim),
    "inches_night": table("perfidious_albion/roads_at_midnight", 0.6, "", choose),
}


def layout_only(tree: Tree, _: pygame.Surface) -> list[pygame.Rect]:
    """In place of Tree.draw: the layout alone, which costs a third."""
    tree.ensure_layout()
    return []


def screen(name: str, size: str, folder: Path, palette: str = "auto", painted: bool = True) -> App:
    """Return a named screen: the app with it on top.

    Without `painted` everything is laid out and no pixel is drawn.
    """
    pygame.display.init()
    pygame.font.init()
    window, scale = SIZES[size]
    settings = Settings(window=window, ui_scale=scale, motion="off", scenes="off", palette=palette)
    app = App(find_folders(str(folder)), settings, [], AllScreens)
    SCREENS[name](app if painted else without_painting(app))
    return app


def without_painting(app: App) -> App:
    """Return the same app, laid out without drawing a pixel."""
    app.tree.draw = partial(layout_only, app.tree)  # type: ignore[method-assign]
    return app


def readme(folder: Path) -> None:
    """Paint the pictures of the README again."""
    for file, name in README.items():
        with tempfile.TemporaryDirectory() as user:
            surface = screen(name, "1280", Path(user)).surface
        small = pygame.transform.smoothscale(surface, (README_WIDE, README_WIDE * 720 // 1280))
        picture = Image.frombytes("RGB", small.get_size(), pygame.image.tobytes(small, "RGB"))
        picture.save(folder / f"{file}.webp", quality=82, method=6)
        sys.stdout.write(f"{file}\n")


def main() -> None:
    """Paint what is asked for."""
    parser = argparse.ArgumentParser(description="paint named screens of the program")
    parser.add_argument("names", nargs="*", choices=[[], *SCREENS], help="all of them when none is named")
    parser.add_argument("--size", choices=SIZES, help="all sizes when none is named")
    parser.add_argument("--palette", default="auto", help="night, day, high_contrast")
    parser.add_argument("--readme", action="store_true", help="the pictures of the README, in assets/pictures")
    parser.add_argument("--out", type=Path, default=OUT / "pictures")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    if args.readme:
        readme(ROOT / "assets" / "pictures")
        return
    for size in [args.size] if args.size else SIZES:
        for name in args.names or SCREENS:
            with tempfile.TemporaryDirectory() as folder:
                app = screen(name, size, Path(folder), args.palette)
                path = args.out / f"{name}-{size}.png"
                pygame.image.save(app.surface, path)
                app.tree.on_link = None
                while app.scenes:
                    app.scenes.pop().on_close()
            sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
