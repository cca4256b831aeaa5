"""Two windows on two virtual displays play a battle to its end by real mouse: `python -m tests.network.by_mouse GAME`.

Each window is a process of its own with a hand of its own (tests/by_mouse.py): it opens the page *Two computers* from
the title, and clicks only what it sees. What one player would send the other (the line, by file each file) goes
through a folder and is typed at the other end. At the end both logs must be equal to the byte, and `replay --verify`
must prove them. `--out`: pictures of both windows on the way.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import pygame

from game.app import App
from game.network.board_scene import TwoComputersScene
from game.network.file_scene import FilePlayScene
from game.network.messages import GUEST, HOST, OTHER
from game.network.peer import State
from game.ui import widgets as ui
from rules import SYSTEMS
from tests.by_mouse import Newcomer
from tests.mouse_window import SIZES, Diary, Window, display

ROOT = Path(__file__).parents[2]
PATIENCE_S = 600.0
PICTURE_EVERY = 12  # orders


class Hand(Newcomer):
    """One player. `post`: the folder through which the two write to each other."""

    def __init__(self, window: Window, role: str, post: Path, seed: int, alone: bool) -> None:
        super().__init__(window, seed, alone)
        self.role, self.post = role, post
        self.sent = self.read = 0

    # ------------------------------------------------------------------ what goes to and fro

    def write(self, text: str) -> None:
        """Send the other player something."""
        part = self.post / f"{self.role}-{self.sent}.part"
        part.write_text(text, "utf-8")
        part.rename(self.post / f"{self.role}-{self.sent}.txt")
        self.sent += 1

    def wait_for_word(self) -> str:
        """Return what the other player has sent; the window runs meanwhile."""
        path = self.post / f"{OTHER[self.role]}-{self.read}.txt"
        until = time.monotonic() + PATIENCE_S
        while not path.exists():
            assert time.monotonic() < until, f"{self.role}: nothing came"
            self.pause()
        self.read += 1
        return path.read_text("utf-8")

    def pause(self, seconds: float = 0.1) -> None:
        """Let the program run and do nothing."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for event in pygame.event.get():
                self.app.handle(event)
            self.app.frame()
            time.sleep(0.015)

    def type_into(self, id: str, text: str) -> None:
        """Click into a field and type, key by key; again if a key was lost."""
        self.follow(id)
        field = self.window.find_control(id)
        for delay in ("12", "40", "80"):
            subprocess.run(["xdotool", "key", "ctrl+a"], check=True)
            self.pause(0.3)
            subprocess.run(["xdotool", "type", "--delay", delay, text], check=True)
            until = time.monotonic() + 6
            while time.monotonic() < until and isinstance(field, ui.TextInput) and field.text != text:
                self.pause()
            if isinstance(field, ui.TextInput) and field.text == text:
                return
        raise AssertionError(f"{id} holds other words: {field.spoken_text() if field is not None else ''}")

    def picture(self, name: str) -> None:
        """Save a picture of what this player sees."""
        if self.window.out is not None:
            pygame.image.save(self.app.surface, self.window.out / f"{self.role}-{name}.png")

    # ------------------------------------------------------------------ the way to the board

    def page(self, game: str) -> None:
        """From the title to the page *Two computers* of the first battle."""
        self.follow(f"play_{game}", "choose_sides", "two_computers")
        self.picture("0-page")

    def live(self, game: str, port: str) -> None:
        """Open or join a live game."""
        self.page(game)
        if self.role == HOST:
            if port:
                self.type_into("net_port", port)
            self.follow("net_open")
            field = self.window.find_control("net_line")
            assert isinstance(field, ui.TextInput)
            self.picture("1-line")
            self.write(field.text)
        else:
            self.type_into("net_paste", self.wait_for_word())
            self.follow("net_join")
        self._until_board()

    def by_file(self, game: str, port: str) -> None:
        """Invite, accept, begin."""
        if self.role == HOST:
            self.page(game)
            self.follow("net_invite")
            self._post_file()
            self._open_file()
        else:
            self.page(game)
            self._open_file("net_turn")
            self.picture("1-invited")
            self.follow("invited_yes")
            self._post_file()
            self._open_file("net_turn")
        self._until_board()

    def _post_file(self) -> None:
        """Send the file that a dialog reports as written."""
        label = next(widget for widget in self.app.tree.top.walk() if widget.id == "turn_path")
        self.picture(f"file-{self.sent:02}")
        self.write(label.spoken_text())
        self.follow("turn_close")

    def _open_file(self, button: str = "") -> None:
        """Open the file that comes next, by its path."""
        path = self.wait_for_word()
        self.follow(button or ("turn_open" if isinstance(self.app.scene, FilePlayScene) else "net_turn"))
        self.type_into("sent_path", path)
        self.follow("sent_open")

    def _until_board(self) -> None:
        until = time.monotonic() + PATIENCE_S
        while not isinstance(self.app.scene, TwoComputersScene):
            assert time.monotonic() < until, f"{self.role}: no board"
            self.pause()

    # ------------------------------------------------------------------ the battle

    def battle(self, game: str) -> Diary:
        """Play the battle to its end."""
        scene = self.app.scene
        assert isinstance(scene, TwoComputersScene)
        diary = self.window.diary = Diary(f"{game}: {scene.session.scenario.title}, {self.role}")
        session, began, shown = scene.session, time.process_time(), 0
        last, moved = 0, time.monotonic()
        while not session.over:
            if len(session.steps) > last:
                last, moved = len(session.steps), time.monotonic()
            assert time.monotonic() - moved < PATIENCE_S, f"{self.role} is lost: {self._shown_text(scene)}"
            if len(session.steps) >= shown:
                self.picture(f"2-step-{len(session.steps):03}")
                shown = len(session.steps) + PICTURE_EVERY
            if scene.theatre.running or scene.animating:
                self.pause()
            elif scene.peer.state is State.MINE or self.app.tree.top is not self.app.tree.root:
                self._play(scene)
                self.pause(0.02)
            elif isinstance(scene, FilePlayScene):
                self._post(scene)
            else:
                self.pause()
        if isinstance(scene, FilePlayScene):
            self._post_last(scene)
        self.pause(1.0)
        self.picture("3-end")
        mine = [step for step in session.steps if step.actor == scene.my_side]
        outcome = session.state.outcome
        diary.orders, diary.turns = len(mine), session.state.cursor.turn
        diary.end, diary.seconds = outcome.title if outcome else "", time.process_time() - began
        return diary

    def _shown_text(self, scene: TwoComputersScene) -> str:
        self.picture("lost")
        return f"{scene.peer.state} {scene.peer.reason} {scene.hand.view.prompt}"

    def _post(self, scene: FilePlayScene) -> None:
        """The turn is over: send it, and open the other's."""
        self.window.rest()
        self.follow("turn_send")
        self._post_file()
        self._open_file()
        self.window.rest()

    def _post_last(self, scene: FilePlayScene) -> None:
        """Whoever gave the last order sends it."""
        if scene.session.steps[-1].actor == scene.my_side:
            for _ in range(8):
                if self.window.find_control("turn_send") and self.app.tree.top is self.app.tree.root:
                    break
                self._close_dialog()
            self.follow("turn_send")
            self._post_file()

    def _close_dialog(self) -> None:
        close = self.window.find_control("outcome_board") or self.window.find_control("rule_card_close")
        if close is not None:
            self.window.press(close)
        self.pause(0.3)


def play(role: str, args: argparse.Namespace) -> int:
    """One window: open, play, leave."""
    window = Window(args.post / role, args.size, args.out)
    window.app.settings.scenes = "fast"
    hand = Hand(window, role, args.post, args.seed + (role == GUEST), args.alone)
    app: App = window.app
    try:
        (hand.by_file if args.by_file else hand.live)(args.game, args.port)
        diary = hand.battle(args.game)
    except AssertionError:
        hand.picture("lost")
        raise
    sys.stdout.write(f"{diary.row()}\n")
    for words, count in diary.words.most_common(8):
        sys.stdout.write(f"   {count} x {words[:160]}\n")
    (args.post / f"{role}-done").touch()
    until = time.monotonic() + 60
    while not (args.post / f"{OTHER[role]}-done").exists() and time.monotonic() < until:
        hand.pause()  # the other has still to see the last order
    while app.scenes:
        scene = app.scenes.pop()
        scene.on_leave()
        scene.on_close()
    pygame.quit()
    return 0


def two_windows(args: argparse.Namespace) -> int:
    """Two displays, two processes; equal logs, proved."""
    words = [sys.executable, "-m", "tests.network.by_mouse", args.game, "--size", args.size, "--seed", str(args.seed)]
    words += ["--port", args.port] if args.port else []
    words += ["--alone"] * args.alone + ["--by-file"] * args.by_file
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        words += ["--out", str(args.out)]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as displays:
        running = {}
        for role in (HOST, GUEST):
            number = displays.enter_context(display(SIZES[args.size][0]))
            environment = {
                **os.environ, "DISPLAY": number, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy",
                "SDL_FRAMEBUFFER_ACCELERATION": "0",
            }  # fmt: skip
            command = [*words, "--role", role, "--post", folder]
            running[role] = subprocess.Popen(command, cwd=ROOT, env=environment)
        while any(process.poll() is None for process in running.values()):
            if any(process.poll() for process in running.values()):
                for process in running.values():  # one is lost: the other would wait for ever
                    process.kill()
            time.sleep(0.2)
        codes = [process.wait() for process in running.values()]
        if codes != [0, 0]:
            return 1
        logs = [next((Path(folder) / role / "saves").glob("*.game")) for role in running]
        same = logs[0].read_bytes() == logs[1].read_bytes()
        checked = subprocess.run(
            [sys.executable, "main.py", "replay", "--verify", str(logs[0])], cwd=ROOT, capture_output=True, text=True
        )
        lines = len(logs[0].read_bytes().splitlines()) - 1
        sys.stdout.write(f"logs equal: {same}, {lines} lines\n{checked.stdout}{checked.stderr}")
        return 0 if same and checked.returncode == 0 else 1


def main() -> int:
    """Both windows, or one of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=SYSTEMS)
    parser.add_argument("--size", choices=SIZES, default="1280")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alone", action="store_true", help="never asks for advice")
    parser.add_argument("--by-file", action="store_true", help="by file in place of live")
    parser.add_argument("--port", default="", help="another port than the usual one")
    parser.add_argument("--role", choices=(HOST, GUEST), help=argparse.SUPPRESS)
    parser.add_argument("--post", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if not all(shutil.which(tool) for tool in ("Xvfb", "xdotool")):
        sys.stderr.write("needs Xvfb and xdotool\n")
        return 2
    return play(args.role, args) if args.role else two_windows(args)


if __name__ == "__main__":
    sys.exit(main())
