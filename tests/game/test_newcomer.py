"""A newcomer in the first lesson of each game: he clicks what glows, then Confirm; an answer, and if wrong another.

He knows no order and no rule. Where what glows leads nowhere he presses Show me, which is counted and must be rare.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.hud.lesson_highlight import _visible_part
from game.ui import widgets as ui
from tests.conftest import SOAK
from tests.game.test_teach_scenes import FIRSTS, School

ROUNDS = 3  # rounds of clicking what glows before he presses Show me
MOST_SHOWN = 2  # times in a lesson


class Newcomer(School):
    """A hand that presses only what the lesson lights, and the buttons on its card."""

    clicks = 0
    helped = 0

    def click(self, pos: tuple[int, int], button: int = 1) -> None:
        """Click somewhere, counted."""
        self.clicks += 1
        super().click(pos, button)

    def learn(self) -> None:
        """Do one step."""
        guide = self.lesson.guide
        step, before = guide.step, guide.index
        assert step is not None
        if step.ask is not None:
            for number in range(len(step.ask.answers)):
                self.press(f"answer_{number + 1}")
                if self.app.tree.find("lesson_on").enabled:
                    break
        elif step.must:
            for _ in range(ROUNDS):
                for pos in self.glowing():
                    self.click(pos)
                    self.confirm(before)
                    if guide.index != before or guide.is_finished:
                        return
            self.helped += 1
            self.press("lesson_show")
            self.confirm(before)
            if guide.index == before and self.is_shown("lesson_show"):
                self.press("lesson_show")
            return
        self.press("lesson_on")

    def confirm(self, before: int) -> None:
        """Confirm what is chosen with its button."""
        if self.lesson.guide.index == before and self.is_shown("aim_give"):
            self.press("aim_give")

    def glowing(self) -> Iterator[tuple[int, int]]:
        """Yield the middles of all that glows now: counters and places on the board, then buttons."""
        scene = self.lesson
        show = scene.glow.show_
        places = [place for place in map(scene._where, show.pieces) if place] + list(show.places)
        for place in places:
            yield self.at(place)
        for part in show.parts:
            for widget in scene.glow._widgets(part):
                seen = _visible_part(widget)
                if seen.w and seen.h and widget.enabled and isinstance(widget, ui.Button):
                    yield seen.center


@pytest.mark.parametrize("name", FIRSTS if SOAK else FIRSTS[:1])
def test_a_newcomer_who_clicks_what_glows_finishes_the_first_lesson(name: str, tmp_path: Path) -> None:
    hands = Newcomer(tmp_path)
    guide = hands.begin(name).guide
    for _ in range(60):
        if guide.is_finished:
            break
        before = guide.index
        hands.learn()
        assert guide.is_finished or guide.index > before, hands.lesson.card.word.spoken_text()
    assert guide.is_finished
    sys.stdout.write(
        f"{name}: {hands.clicks} clicks, {len(guide.lesson.steps)} steps, shown how {hands.helped} times\n"
    )
    assert hands.helped <= MOST_SHOWN, hands.helped
