"""The widgets of scenes: the banner below the board, the card with the dice, the strip of past scenes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.hud.status_bar import dice_of
from game.table.event_scenes import EventScene, sum_of
from game.ui import widgets as ui
from game.ui.brush import Frame, draw_frame
from game.words import tr, trn
from rules.kernel.breakdown import format_signed
from rules.kernel.plurals import begin_sentence
from rules.kernel.ruling import Rolled

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box

STRIPE = 6  # unscaled width of the stripe in the colour of the side
BANNER_HIGH = 78
PICTURE = (223, 76)  # unscaled size of a picture of the strip
LEAST_TILE = 176  # unscaled width of a tile of the strip
CARD_WIDE = 310
MOST_TERMS = 5  # unscaled size of the dice of a sum on the card
MOST_ROLLS = 3
MOST_LOSSES = 5  # unscaled size of the dice of a fight on the card
DASH = (24, 5, 6)  # width, height, gap of a dash
MOST_DASHES = 8
INKS = {"good": "good", "bad": "bad", "": "ink"}


class SceneProgress(ui.Widget):
    """One dash for each scene; the current one fills while it is shown."""

    kind = "scene_progress"

    def __init__(self, id: str = "", **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self.now, self.count, self.share = 0, 1, 0.0

    def show(self, now: int, count: int, share: float) -> None:
        """Show scene `now` of `count`, from 0; `share`: elapsed part of its time."""
        share = round(share, 2)
        if (now, count, share) != (self.now, self.count, self.share):
            wider = min(count, MOST_DASHES) != min(self.count, MOST_DASHES)
            self.now, self.count, self.share = now, count, share
            self.invalidate()
            if wider:
                self.relayout()

    def natural_width(self) -> int:
        wide, _, gap = DASH
        return self.px(min(self.count, MOST_DASHES) * (wide + gap))

    def height_at(self, width: int) -> int:
        return self.px(20)

    def spoken_text(self) -> str:
        return tr("Scene {now} of {count}", now=self.now + 1, count=self.count)

    def paint(self, surface: pygame.Surface) -> None:
        shown = min(self.count, MOST_DASHES)
        now = self.now * shown // self.count
        wide, high, gap = (self.px(one) for one in DASH)
        for number in range(shown):
            rect = pygame.Rect(self.rect.x + number * (wide + gap), 0, wide, high)
            rect.centery = self.rect.centery
            pygame.draw.rect(surface, self.palette.panel_rule, rect, border_radius=high // 2)
            done = 1.0 if number < now else self.share if number == now else 0.0
            if done > 0:
                rect.w = max(high, round(wide * done))
                pygame.draw.rect(surface, self.palette.gold, rect, border_radius=high // 2)


class SceneBanner(ui.Panel):
    """The banner below the board: who and what, with buttons to skip."""

    def __init__(self, skip_one: Callable[[], None], skip_all: Callable[[], None]) -> None:
        self.stripe = "panel_border"
        self.heading = ui.Label("", "scene_title", role="title", size="title")
        self.below = ui.Label("", "scene_line", colour="ink_soft", wrap=False)
        self.progress = SceneProgress("scene_progress", align="end")
        self.number_label = ui.Label("", "scene_number", wrap=False, align="centre")
        self.next_button = ui.Button(tr("Next: Space"), skip_one, "scene_next", size="small", align="centre")
        skip = tr("Skip all: Shift+Space")
        self.all_button = ui.Button(skip, skip_all, "scenes_skip", size="small", align="centre")
        words = ui.Column(self.heading, self.below, gap=1, stretch=1, align="centre")
        where = ui.Row(self.progress, self.number_label, gap=8, align="end")
        keys = ui.Column(where, ui.Row(self.next_button, self.all_button, gap=8), gap=5, align="centre")
        super().__init__(
            ui.Row(words, keys, gap=16), id="scene_banner", pad=(24, 9), min_height=BANNER_HIGH, visible=False
        )
        self.label = tr("Scene")

    def show(self, scene: EventScene, stripe: str, now: int, count: int) -> None:
        """Show scene `now` of `count`, from 0; `share`: elapsed part of its time."""
        self.stripe = stripe
        self.heading.set_text(scene.title)
        self.below.set_text(scene.details)
        self.number_label.set_text(tr("Scene {now} of {count}", now=now + 1, count=count))
        self.progress.show(now, count, 0.0)
        self.set_visible(True)
        self.invalidate()
        self.relayout()

    def spoken_text(self) -> str:
        return ""

    def paint(self, surface: pygame.Surface) -> None:
        super().paint(surface)
        stripe = pygame.Rect(self.rect.x, self.rect.y, self.px(STRIPE), self.rect.h)
        corner = self.px(6)
        pygame.draw.rect(
            surface, self.colour(self.stripe), stripe, border_top_left_radius=corner, border_bottom_left_radius=corner
        )


class SceneCard(ui.Panel):
    """The dice of a scene: faces, result, the sum and its terms."""

    def __init__(self) -> None:
        super().__init__(id="scene_card", pad=(16, 13), gap=6, width=CARD_WIDE, visible=False)
        self.label = tr("Dice of the scene")

    def show(self, scene: EventScene, tone: str) -> None:
        """Show scene `now` of `count`, from 0; `share`: elapsed part of its time."""
        main = scene.main_roll
        self.clear()
        if main is None or not has_card(scene):
            self.set_visible(False)
            return
        rolls = [roll for roll in scene.rolls if roll.faces]
        if scene.sides:
            self._fight(scene, tone)
            return
        shown = [main, *(roll for roll in rolls if roll is not main)][:MOST_ROLLS]
        shown.sort(key=rolls.index)
        for roll in shown:
            word = scene.word if roll is main and scene.word else outcome_word(roll)
            self.add(*self._roll(roll, word, roll is main, tone, len(shown) > 1))
        self.set_visible(True)
        self.invalidate()
        self.relayout()

    def _fight(self, scene: EventScene, tone: str) -> None:
        """Show both sides' dice (misses faded), the hits of each, the result and the losses."""
        for side, names in enumerate(scene.sides):
            self.add(ui.Label(", ".join(names), role="title", size="large"))
            for roll in scene.rolls_of(side):
                low = roll.target if roll.target is not None else 0
                dice = [ui.Die(face, roll.sides, struck=face < low) for face in roll.faces]
                self.add(ui.Label(sum_of(roll), size="small", colour="ink_soft"), ui.Dice(dice, side=34))
        score = ui.Label(
            scene.word, "scene_result", role="title", size="display", wrap=False, colour=INKS.get(tone, "ink")
        )
        result = ui.Label(begin_sentence(scene.line), role="bold", stretch=1, align="centre")
        self.add(ui.Rule(), ui.Row(score, result, gap=14))
        self.add(*(ui.Label(part, size="small") for part in scene.parts[:MOST_LOSSES]))
        self.set_visible(True)
        self.invalidate()
        self.relayout()

    def _roll(self, roll: Rolled, verdict: str, main: bool, tone: str, named: bool) -> list[ui.Widget]:
        side = 48 if main and len(roll.faces) <= 4 else 30
        dice = ui.Dice(dice_of([roll], roll.faces), side=side, stretch=1)
        ink = INKS.get(tone, "ink") if main else "ink"
        size = "heading" if len(verdict) <= 10 else "body"
        word = ui.Label(verdict, "scene_result" if main else "", role="title", size=size, colour=ink, align="centre")
        rows: list[ui.Widget] = []
        if named:
            rows.append(ui.Label(begin_sentence(roll.what), role="bold", size="small", colour="ink_soft"))
        rows.append(ui.Row(dice, word, gap=10))
        rows.append(ui.Label(sum_of(roll), role="bold" if main else "text", size="body" if main else "small"))
        if main and roll.modifiers and not named:
            rows.append(ui.Rule())
            for term in roll.modifiers[:MOST_TERMS]:
                value = ui.Label(format_signed(term.value), role="figures", size="small", wrap=False)
                name = term.label[:1].upper() + term.label[1:]
                rows.append(ui.Row(ui.Label(name, size="small", stretch=1), value, gap=10))
        return rows


def has_card(scene: EventScene) -> bool:
    """Return whether the dice of a scene are shown on a card."""
    return scene.count == 1 and any(roll.faces for roll in scene.rolls)


def outcome_word(roll: Rolled) -> str:
    """Return the result of a roll in a word or two."""
    if roll.verdict:
        return roll.verdict[:1].upper() + roll.verdict[1:]
    if roll.breakdown.pool:
        return trn("{count} hit", "{count} hits", roll.breakdown.total(roll.faces))
    if roll.target is None:
        return str(roll.total)
    return tr("Made") if roll.is_success else tr("Missed")


class SceneTile(ui.Pressable):
    """One scene of the strip: a small picture and a title; pressing it shows the scene again."""

    kind = "button"

    def __init__(self, scene: EventScene, picture: pygame.Surface | None, ink: str, shown: Callable[[], None]) -> None:
        unit = scene.units[-1] if scene.units else ""
        super().__init__(f"scene_tile_{scene.first}_{scene.kind}_{unit}")
        self.scene, self.picture, self.ink, self.on_press = scene, picture, ink, shown
        self.tooltip = ui.escape(scene.words)
        self.meaning = scene.title

    def activate(self) -> None:
        self.on_press()

    def spoken_text(self) -> str:
        return self.scene.title

    def natural_width(self) -> int:
        return self.px(PICTURE[0])

    def least_width(self) -> int:
        return self.px(120)

    def height_at(self, width: int) -> int:
        return self.px(PICTURE[1] + 46)

    def title_lines(self) -> tuple[str, str]:
        """Return the title in two lines, broken between words."""
        book, px, room = self.tree.book, self.size_px("body"), self.rect.w - self.px(12)
        words = self.scene.title.split(" ")
        first = next(
            n for n in range(len(words), 0, -1) if n == 1 or book.width(" ".join(words[:n]), "text", px) <= room
        )
        return " ".join(words[:first]), " ".join(words[first:])

    def hidden_text(self) -> str:
        room = self.rect.w - self.px(12)
        cut = any(self.tree.book.width(line, "text", self.size_px("body")) > room for line in self.title_lines())
        return ui.escape(self.scene.title) if cut else ""

    def paint(self, surface: pygame.Surface) -> None:
        frame = pygame.Rect(self.rect.x, self.rect.y, self.rect.w, self.px(PICTURE[1]))
        lit = self.hovered or (self.is_focused and self.tree.focus_visible)
        edge = self.palette.gold if lit else self.palette.panel_border
        draw_frame(surface, frame, Frame(self.palette.field, edge, self.px(4), max(1, self.px(2 if lit else 1))))
        inner = frame.inflate(-self.px(4), -self.px(4))
        if self.picture is not None:
            wide = min(inner.w, self.picture.get_width())
            high = min(inner.h, self.picture.get_height())
            part = pygame.Rect(0, 0, wide, high)
            part.center = self.picture.get_rect().center
            surface.blit(self.picture, (inner.centerx - wide // 2, inner.centery - high // 2), part)
        book, px = self.tree.book, self.size_px("body")
        bar = pygame.Rect(self.rect.x, frame.bottom + self.px(6), self.px(3), self.px(16))
        surface.fill(self.colour(self.ink), bar)
        y = bar.centery - book.line_height("text", px) // 2
        for line in filter(None, self.title_lines()):
            fitted = book.fit(line, "text", px, self.rect.w - self.px(12))
            surface.blit(book.render(fitted, "text", px, self.colour(self.ink)), (bar.right + self.px(7), y))
            y += self.px(20)


class SceneStrip(ui.Panel):
    """The strip "Since your last order": scenes with small pictures; folded, a line that opens it."""

    def __init__(self, toggled: Callable[[], None]) -> None:
        super().__init__(id="scene_strip", pad=(16, 9), gap=6, visible=False)
        self.label = tr("Since your last order")
        self.toggled = toggled
        self.page = 0

    def show(self, tiles: Sequence[SceneTile], open_: bool, across: int) -> None:
        """Show scene `now` of `count`, from 0; `share`: elapsed part of its time.

        Folded: one line.
        """
        self.clear()
        self.set_visible(bool(tiles))
        if not tiles:
            return
        room = across - self.px(32 + 12)
        most = max(1, room // self.px(LEAST_TILE + 12))
        wide = min(PICTURE[0], (room / most) / self.tree.scale - 12)
        for tile in tiles:
            tile.width = wide
        pages = -(-len(tiles) // most)
        self.page = min(max(0, self.page), pages - 1)
        count = trn("{count} scene", "{count} scenes", len(tiles))
        note = tr("{count} · click one to see it again", count=count) if open_ else count
        title = ui.Label(tr("Since your last order"), role="title", size="large", wrap=False, align="centre")
        label = ui.Label(note, size="small", colour="ink_soft", wrap=False, align="centre")
        fold = ui.Button(tr("Fold") if open_ else tr("Show"), self.toggled, "scene_strip_fold", size="small",
                         style="quiet", align="centre")  # fmt: skip
        more: list[ui.Widget] = []
        if open_ and pages > 1:
            back = ui.Button("◀", lambda: self._turn(-1, tiles, across), "scene_strip_back", size="small",
                             style="quiet", align="centre", name=tr("Earlier scenes"))  # fmt: skip
            on = ui.Button("▶", lambda: self._turn(1, tiles, across), "scene_strip_on", size="small",
                           style="quiet", align="centre", name=tr("Later scenes"))  # fmt: skip
            back.enabled, on.enabled = self.page > 0, self.page < pages - 1
            more = [back, on]
        self.add(ui.Row(title, label, ui.Spacer(), *more, fold, gap=12))
        if open_:
            first = self.page * most
            self.add(ui.Row(*tiles[first : first + most], gap=12))
        self.invalidate()
        self.relayout()

    def _turn(self, way: int, tiles: Sequence[SceneTile], across: int) -> None:
        self.page += way
        self.show(tiles, True, across)

    def spoken_text(self) -> str:
        return ""
