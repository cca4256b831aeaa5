"""A newcomer's first hour by a real mouse: `python -m tests.by_mouse [GAME ...] [--size 1280] [--write]`.

The program runs in a window on a virtual display of its own; xdotool moves the pointer and presses its left button, and
nothing else is ever pressed (the wheel turns pages that are longer than the window). The hand knows no game: it begins
at the title, takes the first lesson and then the first battle of a game as offered, and clicks only what it sees: what
glows in a lesson, an answer, the first button of a dialog, *Confirm*, a lit counter or place, a force listed as able to
act, an action, and, if none of these helps, the main button. Obstacles are counted: clicks without effect, refusals,
buttons that lead nowhere; with `--out` there is a picture of each. `--write` puts the table into
tests/game/BY_MOUSE.md.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from math import hypot
from pathlib import Path

import pygame

from game.app import App
from game.hud.game_history import view_at
from game.hud.lesson_highlight import _visible_part
from game.hud.theatre import HOLD_MS
from game.scenes.handover import HandoverScene
from game.scenes.lesson import LessonScene
from game.scenes.play import PlayScene
from game.scenes.title import TitleScene
from game.table.event_scenes import EventScene, event_scenes
from game.ui import widgets as ui
from rules import SYSTEMS
from rules.kernel.flow import Done, offers
from rules.kernel.system import format_command
from rules.kernel.view import Place
from tests.mouse_window import HEAD, SIZES, Diary, Pos, Window, display

TABLE = Path(__file__).parent / "game" / "BY_MOUSE.md"
MOST_CLICKS = 4000
MOST_IDLE = 40  # clicks without an order, a step of a lesson or another page: then the newcomer is lost
DONE = format_command(Done("")).split()[0]
TURNS_OF_TWO = 5  # when it sits on both sides
PICTURE_EVERY = 8  # orders, with --out
MOST_ALIKE = 12  # orders of one kind in a row: units may turn on the spot for ever
TRIES = 8  # places of which the one nearest to an enemy is chosen


class Watched:
    """A record of one battle: losses never shown to the player who suffered them, and orders that no click gave."""

    def __init__(self, scene: PlayScene, diary: Diary) -> None:
        self.scene, self.diary, self.steps = scene, diary, len(scene.session.steps)
        self.people = [side for side, kind in scene.session.players.items() if kind == "human"]
        self.shown: list[tuple[str, EventScene]] = []  # (who looked, what was shown)
        self.announce = scene.theatre._announce
        setattr(scene.theatre, "_announce", self.note_scene)  # noqa: B010 - a spy in the place of a method

    def note_scene(self, shown: EventScene) -> None:
        """Record who was shown a scene, and show it."""
        self.shown.append((self.scene.table.side, shown))
        self.announce(shown)

    def note_orders(self, what: str) -> None:
        """Record the orders since the last click.

        A player's first one is the click's, and so are all for a division.
        """
        session, stopping = self.scene.session, self.scene.table.stopping
        asked = what != "aim_all"
        first = True
        for number in range(self.steps, len(session.steps)):
            step = session.steps[number]
            if step.actor not in self.people:
                continue
            known = session.system.known_state(session.states[number], step.actor)
            given = offers(session.system, known)
            if format_command(step.command).split()[0] in (DONE, *session.system.pass_commands):
                stakes = session.system.at_stake(known, step.actor, given)
                if not first and stopping is not None and (left := stopping.standing.new(step.actor, stakes)):
                    self._note(f"{step.command} with at stake {left[0].verb} {left[0].piece}")
            elif not first and asked and (len(given) > 1 or len(given[0].commands) > 1):  # there was a choice
                self._note(f"{step.command} after {what}")
            first = False
        self.steps = len(session.steps)

    def _note(self, words: str) -> None:
        self.diary.unasked += 1
        self.diary.words[f"unasked: {words}"] += 1

    def count_unseen(self) -> None:
        """Compare each player's losses with what that player was shown."""
        table, session = self.scene.table, self.scene.session
        in_the_open = not table.director.secret  # then both look at once
        for side in self.people:
            told = len(session.steps) if len(self.people) == 1 else table.shown_steps[side]
            for found in event_scenes(session, side, table.skin, 0):
                names = session.system.names(session.states[found.first - 1])
                view = view_at(session, found.first - 1, side)
                own = {piece.id for piece in view.pieces if piece.side == side}
                hulls = {hull.name for piece in view.pieces if piece.side == side for hull in piece.hulls}
                hurt = {unit for unit in found.hurt if unit in own or names.get(unit) in hulls}
                if (
                    hurt
                    and found.last <= told
                    and not any(
                        (who == side or in_the_open)
                        and shown.first <= found.last
                        and shown.last >= found.first
                        and hurt & {*shown.hurt}
                        for who, shown in self.shown
                    )
                ):
                    self.diary.unseen += 1
                    words = f"unseen by {side}: {found.title}, orders {found.first} to {found.last}"
                    self.diary.words[words] += 1


class Newcomer:
    """A player with a mouse who has never seen the program.

    `alone`: never asks for advice; `two`: plays both sides; `openly`: and skips the page between them.
    """

    def __init__(self, window: Window, seed: int, alone: bool = False, two: bool = False, openly: bool = False) -> None:
        self.window, self.chance, self.alone, self.two = window, random.Random(seed), alone, two
        self.openly = openly
        self.tried: set[tuple[object, str]] = set()

    @property
    def app(self) -> App:
        """The program."""
        return self.window.app

    def follow(self, *ids: str) -> None:
        """Press one control after the other."""
        for id in ids:
            widget = self.window.find_control(id) or self.window.scrolled_to(id)
            assert widget is not None, f"{id} is not to be seen on {type(self.app.scene).__name__}"
            self.window.press(widget)

    # ------------------------------------------------------------------ a lesson

    def lesson(self, game: str) -> Diary:
        """Go from the title through the first lesson of a game to the list of its battles."""
        diary = self._begin(f"{game}: first lesson")
        begun = time.process_time()
        self.follow(f"learn_{game}", "start_lesson")
        scene = self.app.scene
        assert isinstance(scene, LessonScene)
        guide, idle = scene.guide, 0
        while not guide.is_finished:
            before = guide.index
            self._learn(scene)
            idle = 0 if guide.index != before else idle + 1
            assert idle < 4 and diary.clicks < MOST_CLICKS, f"lost in {game}: {scene.card.word.spoken_text()}"
        diary.orders, diary.end = len(guide.lesson.steps), "finished"
        diary.seconds = time.process_time() - begun
        self.follow("lesson_battle")  # the card offers to try what was learned
        return diary

    def _learn(self, scene: LessonScene) -> None:
        """Do one step: an answer, what glows and its Confirm, or go on."""
        guide, window = scene.guide, self.window
        step, before = guide.step, guide.index
        assert step is not None
        if step.ask is not None:
            for id in [answer.id for answer in window.buttons("answer_")]:
                self.follow(id)
                if window.find_control("lesson_on"):
                    break
        elif step.must:
            if self._glowing(scene, before):
                return
            window.diary.lost += 1
            self.follow("lesson_show")
            if guide.index == before and (give := window.find_control("aim_give")):
                window.press(give)
            return
        if on := window.find_control("lesson_on"):
            window.press(on)

    def _glowing(self, scene: LessonScene, before: int) -> bool:
        """Click what glows, one after the other, until the step is done."""
        for _ in range(3):
            for pos in list(self._lights(scene)):
                self.window.click(pos, "what glows")
                if scene.guide.index == before and (give := self.window.find_control("aim_give")):
                    self.window.press(give)
                if scene.guide.index != before or scene.guide.is_finished:
                    return True
        return False

    def _lights(self, scene: LessonScene) -> Iterator[Pos]:
        show = scene.glow.show_
        places = [place for place in map(scene._where, show.pieces) if place] + list(show.places)
        for place in places:
            yield self._at(scene, place)
        for part in show.parts:
            for widget in scene.glow._widgets(part):
                if isinstance(widget, ui.Button) and widget.enabled and min(_visible_part(widget).size) > 6:
                    yield _visible_part(widget).center

    # ------------------------------------------------------------------ a battle

    def battle(self, game: str) -> Diary:
        """Return the first battle of a game as it is offered, from the title or the lesson, to its report, and back."""
        diary = self._begin(f"{game}: first battle")
        begun = time.process_time()
        if isinstance(self.app.scene, TitleScene):
            self.follow(f"play_{game}")
        self.follow("choose_sides")
        if self.two:
            self._two_seats()
        self.follow("start")
        self._sit_down()
        scene = self.app.scene
        assert isinstance(scene, PlayScene), type(scene)
        diary.what = f"{game}: {scene.session.scenario.title}"
        people = [side for side, kind in scene.session.players.items() if kind == "human"]
        me, watched = people[0], Watched(scene, diary)
        self.window.after_click = watched.note_orders
        idle, session, shown = 0, scene.session, 0
        while not session.over and not (self.two and session.state.cursor.turn > TURNS_OF_TWO):
            if self.window.out is not None and len(session.steps) >= shown:
                size = "x".join(map(str, self.app.surface.get_size()))
                name = f"{game}-{size}{'-two' if self.two else ''}-{len(session.steps):03}.png"
                pygame.image.save(self.app.surface, self.window.out / name)
                shown = len(session.steps) + PICTURE_EVERY
            steps = len(session.steps)
            self._play(scene)
            idle = 0 if len(session.steps) > steps else idle + 1
            assert idle < MOST_IDLE and diary.clicks < MOST_CLICKS, f"lost in {diary.what}: {scene.hand.view.prompt}"
        watched.count_unseen()
        self.window.after_click = lambda what: None
        mine = [step for step in session.steps if step.actor in people]
        diary.orders, diary.turns = len(mine), session.state.cursor.turn
        outcome = session.state.outcome
        side = next(note.name for note in session.scenario.sides if note.key == me)
        came = "over" if outcome is None else {me: "won", "": "drawn"}.get(outcome.winner, "lost")
        diary.end = f"{came}: {outcome.title} (played {side})" if outcome is not None else came
        diary.seconds = time.process_time() - begun
        if self.two:
            diary.turns = min(diary.turns, TURNS_OF_TWO)
            if not session.over:
                diary.end = f"{TURNS_OF_TWO} turns"
            return diary
        self._report()
        self._home()
        return diary

    def _play(self, scene: PlayScene) -> None:
        """Click once, as a player who looks at the screen for what to do next."""
        window = self.window
        if self._sit_down():
            return
        if self.app.scene is not scene:
            self._back()
        elif self.app.tree.top is not self.app.tree.root:
            self._answer()
        elif card := window.find_control("rule_card_close"):
            window.press(card)
        elif give := window.find_control("aim_give"):
            steps = len(scene.session.steps)
            window.press(give)
            if len(scene.session.steps) == steps and (cancel := window.find_control("aim_cancel")):
                window.press(cancel)
        elif self._enough(scene) or not any(
            way(scene) for way in (self._advice, self._click_lit, self._action_button, self._force, self._counter)
        ):
            self._main(scene)

    def _two_seats(self) -> None:
        """Choose a person for each side, by mouse."""
        for box in [w for w in self.app.tree.top.walk() if w.id.startswith("who_")]:
            self.follow(box.id)
            menu = self.app.tree.top
            assert isinstance(menu, ui.Menu)
            self.window.click(menu.row_rect(0).center, "a person")

    def _sit_down(self) -> bool:
        """Leave the page between two players, by *Skip this page* if it is offered and `openly` is set."""
        if not isinstance(self.app.scene, HandoverScene):
            return False
        self.window.diary.handed += 1
        self.follow("play_in_the_open" if self.openly and self.app.scene.in_the_open is not None else "sit_down")
        return True

    def _advice(self, scene: PlayScene) -> bool:
        """Return the Advice button, once in each situation."""
        asks = self.window.find_control("advice")
        if self.alone or asks is None or not self._new(scene, "advice"):
            return False
        self._mark(scene, "advice")
        self.window.diary.advice += 1
        self.window.press(asks)
        return True

    def _click_lit(self, scene: PlayScene) -> bool:
        """Return a counter to aim at, or a place to go to, of those that are lit."""
        over = scene.board.overlay
        lit = [("target", at) for at in over.targets] or [("place", at) for at in over.reachable]
        room = scene.pane.canvas.rect.inflate(-8, -8)
        spots = [(kind, at, self._at(scene, at)) for kind, at in lit]
        fresh = [
            spot for spot in spots
            if room.collidepoint(spot[2]) and self.app.tree.top.hit(spot[2]) is scene.pane.canvas
            and not scene.board.hit(spot[2]).minimap and self._new(scene, f"{spot[0]} {spot[1]}")
        ]  # fmt: skip
        if not fresh:
            return False
        some = self.chance.sample(fresh, min(len(fresh), TRIES if fresh[0][0] == "place" else 1))
        kind, at, pos = min(some, key=lambda spot: self._to_enemy(scene, spot[2]))
        self._mark(scene, f"{kind} {at}")
        window_before = len(scene.session.steps)
        self.window.click(pos, f"a lit {kind}")
        if len(scene.session.steps) > window_before:
            self.window._note(f"one click on a lit {kind} gave an order", pos)
        return True

    def _to_enemy(self, scene: PlayScene, pos: Pos) -> float:
        """Return the distance on the screen to the nearest counter that is not the player's own."""
        mine = scene.hand.side
        foes = [self._at(scene, piece.at) for piece in scene.hand.view.pieces if piece.at and piece.side != mine]
        return min((hypot(pos[0] - x, pos[1] - y) for x, y in foes), default=0.0)

    def _action_button(self, scene: PlayScene) -> bool:
        """Return something a button says can be done."""
        chosen = f"do_{scene.hand.action.verb}" if scene.hand.action is not None else ""
        shown = self.window.buttons("do_", "page_", "order_")
        fresh = [b for b in shown if b.id != chosen and self._new(scene, b.id)]
        if not fresh:
            return False
        button = self.chance.choice(fresh)
        self._mark(scene, button.id)
        self.window.press(button)
        return True

    def _force(self, scene: PlayScene) -> bool:
        """One's own unit of which the list says that it can act."""
        fresh = [b for b in self.window.buttons("force_") if b.spoken_text().startswith("•") and self._new(scene, b.id)]
        if not fresh:
            return False
        self._mark(scene, fresh[0].id)
        self.window.press(fresh[0])
        return True

    def _enough(self, scene: PlayScene) -> bool:
        """Return whether a player would stop giving orders of this kind in this phase."""
        last = scene.session.steps[-MOST_ALIKE:]
        return len(last) == MOST_ALIKE and len({(step.turn, step.phase, type(step.command)) for step in last}) == 1

    def _counter(self, scene: PlayScene) -> bool:
        """Return an own counter on the board that is lit as able to act."""
        for piece in scene.hand.view.pieces:
            can = any(action.piece == piece.id for action in scene.hand.actions)
            if not can or piece.id == scene.hand.piece or not self._new(scene, f"counter {piece.id}"):
                continue
            pos = self._at(scene, piece.at)
            if self.app.tree.top.hit(pos) is scene.pane.canvas:
                self._mark(scene, f"counter {piece.id}")
                self.window.click(pos, "a counter that can act")
                return True
        return False

    def _main(self, scene: PlayScene) -> None:
        """Press the main button; if it cannot be pressed, the newcomer is lost and begins again."""
        end = self.window.find_control("end_phase")
        if end is None:
            self.window.diary.lost += 1
            self.tried.clear()
            return
        self.window.press(end)

    def _answer(self) -> None:
        """A dialog or a list: its main button, or a line."""
        window, top = self.window, self.app.tree.top
        if isinstance(top, ui.Menu):
            row = self.chance.randrange(len(top.items))
            window.click(top.row_rect(row).center, "a line of a list")
            return
        made = [
            w
            for w in top.walk()
            if isinstance(w, ui.Button) and w.is_shown and w.enabled and min(_visible_part(w).size) > 6
        ]
        assert made, "a dialog without a button"
        main = next((w for w in made if w.style == "primary"), made[-1])
        window.press(main)

    def _new(self, scene: PlayScene, what: str) -> bool:
        return (len(scene.session.steps), what) not in self.tried

    def _mark(self, scene: PlayScene, what: str) -> None:
        self.tried.add((len(scene.session.steps), what))

    # ------------------------------------------------------------------ on the way

    def _begin(self, what: str) -> Diary:
        self.tried.clear()
        self.window.diary = Diary(what)
        return self.window.diary

    def _at(self, scene: PlayScene, place: Place) -> Pos:
        x, y = scene.board.screen_of(place)
        return round(x), round(y)

    def _report(self) -> None:
        """The battle is over: its report, from the dialog that says so."""
        window = self.window
        for _ in range(6):
            if type(self.app.scene).__name__ == "ReportScene":
                return
            read = (
                window.find_control("outcome_report")
                or window.find_control("rule_card_close")
                or window.find_control("end_phase")
            )
            assert read is not None, "no way to the report"
            window.press(read)

    def _back(self) -> None:
        """Out of a page one has come to by a link."""
        back = self.window.find_control("back") or self.window.find_control("page_back")
        assert back is not None, f"no way back from {type(self.app.scene).__name__}"
        self.window.press(back)

    def _home(self) -> None:
        """Go to the title by visible controls: Back, or Menu and Leave."""
        for _ in range(12):
            if isinstance(self.app.scene, TitleScene) and self.app.tree.top is self.app.tree.root:
                return
            ways = ("menu_title", "menu_leave", "back", "page_back", "menu")
            way = next(filter(None, map(self.window.find_control, ways)), None)
            if way is None and self.app.tree.top is not self.app.tree.root:
                self._answer()
                continue
            assert way is not None, f"no way home from {type(self.app.scene).__name__}"
            self.window.press(way)
        raise AssertionError(f"never came home; the last page is {type(self.app.scene).__name__}")


def first_hour(
    game: str, size: str, out: Path | None, seed: int, parts: tuple[str, ...], alone: bool = False, two: bool = False,
    openly: bool = False,
) -> list[Diary]:  # fmt: skip
    """Return the first lesson and the first battle of a game."""
    with tempfile.TemporaryDirectory() as user:
        hand = Newcomer(Window(Path(user), size, out), seed, alone, two, openly)
        hand.app.settings.scenes = "fast"
        HOLD_MS["fast"] = 100  # each scene is shown and counted all the same
        try:
            return [getattr(hand, part)(game) for part in parts]
        except AssertionError:
            if out is not None:
                pygame.image.save(hand.app.surface, out / f"lost-{game}.png")
            raise


def main() -> int:
    """Return every game that is asked for, and the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[[], *SYSTEMS], help="all of them when none is named")
    parser.add_argument("--size", choices=SIZES, default="1280")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", choices=("lesson", "battle"), action="append", help="both when none is named")
    parser.add_argument("--alone", action="store_true", help="it never asks for advice")
    parser.add_argument("--two", action="store_true", help="five turns by two players at one screen (--part battle)")
    parser.add_argument("--openly", action="store_true", help="with --two: *Skip this page* wherever it is offered")
    parser.add_argument("--write", action="store_true", help="put the rows into tests/game/BY_MOUSE.md")
    args = parser.parse_args()
    if not all(shutil.which(tool) for tool in ("Xvfb", "xdotool")):
        sys.stderr.write("needs Xvfb and xdotool\n")
        return 2
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
    with display(SIZES[args.size][0]) as number:
        os.environ.update(
            DISPLAY=number, SDL_VIDEODRIVER="x11", SDL_AUDIODRIVER="dummy", SDL_FRAMEBUFFER_ACCELERATION="0"
        )
        for game in args.games or SYSTEMS:
            parts = ("battle",) if args.two else tuple(args.part or ("lesson", "battle"))
            for diary in first_hour(game, args.size, args.out, args.seed, parts, args.alone, args.two, args.openly):
                sys.stdout.write(f"{diary.row()}\n")
                for words, count in diary.words.most_common(12):
                    sys.stdout.write(f"   {count} x {words[:160]}\n")
                sys.stdout.flush()
                if args.write:
                    ways = (
                        ", alone" * (args.alone and bool(diary.turns)) + ", two" * args.two + ", openly" * args.openly
                    )
                    write_row(diary, f"{args.size}{ways}")
        pygame.quit()
    return 0


def write_row(diary: Diary, size: str) -> None:
    """Put a row into the table, in place of the one of the same name and size."""
    name = f"{diary.what} ({size})"
    lines = TABLE.read_text(encoding="utf-8").splitlines() if TABLE.exists() else []
    rows = [line for line in lines if line.startswith("| ")][1:]
    kept = [row for row in rows if not row.startswith(f"| {name} ")]
    kept.append(diary.row().replace(f"| {diary.what} |", f"| {name} |", 1))
    TABLE.write_text(f"{INTRODUCTION}\n{HEAD}\n" + "\n".join(sorted(kept)) + "\n", encoding="utf-8")


INTRODUCTION = """# First lessons and first battles by a real mouse

`python -m tests.by_mouse --write`: a hand that knows nothing but what the window shows (tests/by_mouse.py), from the
title through the first lesson and the first battle of each game as they are offered. *Unanswered*: clicks after which
nothing had changed and nothing was said. *Refused*: clicks answered with why not. *Lost*: times it had to be shown.
*Advice*: times it pressed the button of that name, which it does before every order; *alone*: it never did.
*Two*: the first five turns by two players at one screen; *openly*: they press *Skip this page* where it is offered.
*Unseen*: scenes in which a player's unit was hurt that this player was never shown. *Unasked*: orders that no click
gave though there was another, and phases skipped with something at stake. Rows with these two figures: 27 and
28 November 2026, from 6b3f69ab on; the others are older and were not counted for them.
`nice -n 5 python -m tests.by_mouse GAME --part battle --alone [--size 1920 | --two] --write`.
"""

if __name__ == "__main__":
    sys.exit(main())
