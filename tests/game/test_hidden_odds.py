"""Puzzles hide all odds until they are answered; what a hex sees is lit where its sight lines are clear."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.app import App
from game.folders import find_folders
from game.scenes.openers import AllScreens
from game.scenes.puzzle import PuzzleScene
from game.settings import Settings
from game.stack import Push
from rules.kernel.system import parse_command
from tests.conftest import ROOT, begin
from tests.game.play_table import Table
from tests.test_puzzles import tasks_of


def test_a_puzzle_hides_its_odds_until_it_is_answered(tmp_path: Path) -> None:
    pygame.font.init()
    task = tasks_of(ROOT / "maps" / "puzzles" / "nw_smoke" / "which_target.yaml")[0]
    app = App(find_folders(str(tmp_path)), Settings(window=(1280, 720)), [], AllScreens)
    scene = PuzzleScene(app, task)
    app.change(Push(scene))
    texts = list(task.chances)
    command = parse_command(scene.session.system, scene.hand.side, texts[0])

    scene.pointer.arm(command)

    def shown_ids() -> set[str]:
        scene.show_choice()
        app.tree.ensure_layout()
        return {widget.id for layer in app.tree.layers for widget in layer.walk() if widget.id}

    assert "odds_hidden" in shown_ids() and "odds" not in shown_ids()
    scene._on_answer(True)
    assert "odds_hidden" not in shown_ids() and "odds" in shown_ids()


def test_what_is_seen_from_a_hex_is_lit_until_the_next_click(tmp_path: Path) -> None:
    session = begin("battles_for_empire/majuba")
    table = Table(tmp_path, {note.key: "human" for note in session.scenario.sides}, session=session)
    hand, pointer = table.play.hand, table.play.pointer
    here = next(piece.at for piece in hand.view.pieces if piece.at and piece.side == hand.side)
    pointer.show_seen(here)
    lit = table.play.board.overlay.reachable
    row = [(100 * column + 10,) for column in range(1, 20)]
    blocked = [hex for hex in row if hand.seat.sight(here, hex).sight.verdict == "blocked"]
    clear = [hex for hex in row if hex != here and hex not in blocked]
    assert blocked and clear and set(clear) <= set(lit) and not set(blocked) & set(lit)
    table.click(table.play.pane.canvas.rect.center)
    assert not pointer.seen and table.play.board.overlay.reachable != lit
