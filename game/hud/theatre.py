"""Shows scenes one after another on the board: the camera goes there, motions run, banner and dice are shown. Each
scene lasts as long as the settings say; no orders are given meanwhile. Scenes shown are kept with a small picture for
the strip *Since your last order*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

import pygame

from game.app import App
from game.boards.camera import Camera
from game.boards.timeline import gunners, stood_before
from game.hud.board_pane import BoardPane
from game.hud.game_history import view_at
from game.hud.move_animation import MoveAnimation
from game.hud.scene_widgets import CARD_WIDE, PICTURE, SceneBanner, SceneCard, SceneStrip, SceneTile, has_card
from game.skins import Skin
from game.table.event_scenes import GRAVE, MINOR, EventScene, merge_scenes
from game.table.table import Table
from game.table.wrecks import Wrecks
from game.ui import widgets as ui
from rules.kernel.flow import Event
from rules.kernel.view import Place, View

HOLD_MS = {"slow": 2400, "normal": 1200, "fast": 600, "off": 0}  # least time of a scene, by the setting
GLIDE_MS = 300  # duration of a camera move
STILL = 0.55  # fraction of a scene's motion after which its small picture is taken
RING = 70  # unscaled radius of the ring around the place
FOOT = 120  # unscaled height kept free for the banner below the board
CARD_FREE = 100  # unscaled width kept free beside the card with the dice, including half a ring
MOST_KEPT = 60  # small pictures kept
BESIDE = 60  # pixels beside a counter kept free of the strip, both sides together
Key = tuple[str, int, str, tuple[object, ...]]


class TheatreHost(Protocol):
    """What the theatre needs from its screen."""

    now: int

    def scene_shown(self, scene: EventScene) -> None:
        """Begin a scene: dice in the bar, speech, folded orders."""

    def scenes_over(self) -> None:
        """Show the current position and accept orders again, after all scenes."""


@dataclass
class Showing:
    """The scene now on the board."""

    scene: EventScene
    begun: int
    moved: int  # when its motion ends
    until: int


class Theatre:
    """Plays a queue of scenes on a pane."""

    def __init__(
        self, app: App, table: Table, skin: Skin, pane: BoardPane, animation: MoveAnimation, wrecks: Wrecks,
        host: TheatreHost,
    ) -> None:  # fmt: skip
        self.app, self.table, self.skin = app, table, skin
        self.pane, self.animation, self.wrecks, self.host = pane, animation, wrecks, host
        self.queue: list[EventScene] = []
        self.showing: Showing | None = None
        self.number = 0  # scenes shown since the queue was empty
        self.pictures: dict[Key, pygame.Surface] = {}
        self.strip_open = False
        self.strip_opens = True  # by itself, when a unit of the viewer was hit
        self.banner: SceneBanner
        self.card: SceneCard
        self.strip: SceneStrip
        self.over_board: ui.Stack
        self._alarmed = 0  # the last step after which the strip opened by itself
        self._strip_due = False
        self._since = -1  # the strip shows scenes after this order
        self._on = False  # scenes were queued, and the host has not yet been notified that they are over
        self._home: Camera | None = None  # the player's own camera
        self._glide: tuple[Camera, Camera, int] | None = None
        self._tones: dict[Key, tuple[str, str]] = {}

    # ------------------------------------------------------------------ widgets

    def build(self, over_board: ui.Stack) -> None:
        """Return new widgets over a new board."""
        self.over_board = over_board
        self.banner = SceneBanner(self.skip_one, self.skip_all)
        self.card = SceneCard()
        self.strip = SceneStrip(self.toggle_strip)
        over_board.hold(self.card, (0.97, 0.3), 16)
        over_board.hold(self.strip, "bottom", 16)  # as narrow as possible, between scale and small map
        over_board.hold(self.banner, "foot", 16)
        if self.showing is not None:
            self._announce(self.showing.scene)

    # ------------------------------------------------------------------ the queue

    @property
    def hold_ms(self) -> int:
        """Return the least time of a scene; 0: scenes are off."""
        director = self.table.director
        hurried = director.watching and director.pace_ms == 0
        return 0 if hurried else HOLD_MS.get(self.app.settings.scenes, HOLD_MS["normal"])

    @property
    def running(self) -> bool:
        """Return whether scenes are shown or queued, or the board still shows the last one: no order may be given."""
        return self._on and not self.waiting

    @property
    def waiting(self) -> bool:
        """Return whether more scenes may follow because the computer is acting: the board stays as it is."""
        return self._on and not self._busy and self.table.director.computer_to_act

    @property
    def _busy(self) -> bool:
        return self.showing is not None or bool(self.queue)

    @property
    def next_event(self) -> Event | None:
        """Return the first event of the next scene, from which the log is held back; None without one."""
        return self.queue[0].events[0] if self.queue else None

    @property
    def lets_computer_act(self) -> bool:
        """Return whether the computer may act: nothing is shown, or only a minor scene whose motion is over."""
        showing = self.showing
        if showing is None:
            return not self.queue
        return not self.queue and showing.scene.weight == MINOR and self.host.now >= showing.moved

    @property
    def animating(self) -> bool:
        """Return whether frames are needed: the camera moves or a dash fills."""
        return self.showing is not None

    def add(self, scenes: Sequence[EventScene]) -> None:
        """Queue more scenes; a minor one of the group now shown is added to it."""
        for scene in scenes:
            now = self.showing
            last = self.queue[-1] if self.queue else now.scene if now is not None else None
            if last is None or not scene.group or scene.group != last.group or scene.turn != last.turn:
                self.queue.append(scene)
            elif self.queue:
                self.queue[-1] = merge_scenes(last, scene)
            elif now is not None:
                self._extend(now, scene)
        self._on = self._on or bool(self.queue)

    def show_again(self, scene: EventScene) -> None:
        """Show a scene of the strip again."""
        if not self.running:
            self.add((scene,))

    def skip_one(self) -> None:
        """End the current scene."""
        if self.showing is not None:
            self.animation.skip()
            self._end()

    def skip_all(self) -> None:
        """End all scenes."""
        self.queue.clear()
        self.skip_one()

    def stop(self) -> None:
        """Drop everything: the position was undone, or the screen is left."""
        self.queue.clear()
        self._tones.clear()
        self.showing = None
        self._clear()

    # ------------------------------------------------------------------ time

    def tick(self, now_ms: int) -> None:
        """Begin, move, hold and end scenes."""
        if self._strip_due and self.strip.is_attached:
            self.app.tree.ensure_layout()
            self._show_strip()
        if self.showing is None:
            if self.queue and not self.animation.running:
                self._begin(self.queue.pop(0), now_ms)
            elif self.running and not self.queue:
                self._close()
            return
        showing = self.showing
        self._glide_on(now_ms)
        length = max(1, showing.until - showing.begun)
        self.banner.progress.show(self.number - 1, self._count, (now_ms - showing.begun) / length)
        if now_ms >= showing.begun + STILL * (showing.moved - showing.begun):
            self._keep_picture(showing.scene)
        if now_ms >= showing.until and not self.animation.running:
            self._end()

    @property
    def _count(self) -> int:
        return self.number + len(self.queue)

    def _begin(self, scene: EventScene, now_ms: int) -> None:
        before, after = self._views(scene)
        if self._home is None:
            self._home = self.pane.board.camera
        self.number += 1
        self.pane.set_view(after, self.wrecks.at(scene.last, self.table.side))
        places = self._places(scene, before, after)
        spots = [spot for unit in scene.units if (spot := _spot(unit, places)) is not None]
        start = now_ms + (GLIDE_MS if self._look_at(spots, now_ms, has_card(scene)) else 0)
        names = self.table.session.system.names(self.table.session.states[scene.last])
        self.pane.spot = (spots[-1], RING) if spots else None
        self.pane.board.bare = True
        length = self.animation.start(
            scene.events, places.get, self.app.settings.motion, start, gunners(before, names, self.table.side).get
        )
        self.showing = Showing(scene, now_ms, start + length, self._until(scene, now_ms, start + length))
        self._announce(scene)
        self.host.scene_shown(scene)

    def _extend(self, showing: Showing, scene: EventScene) -> None:
        """Add a minor scene to the group now shown: its motion, and a higher count."""
        before, after = self._views(scene)
        self.pane.set_view(after, self.wrecks.at(scene.last, self.table.side))
        places = self._places(scene, before, after)
        names = self.table.session.system.names(self.table.session.states[scene.last])
        now = self.host.now
        spots = [spot for unit in scene.units if (spot := _spot(unit, places)) is not None]
        start = now + (GLIDE_MS if self._look_at(spots, now) else 0)
        if spots:
            self.pane.spot = (spots[-1], RING)
        length = self.animation.start(
            scene.events, places.get, self.app.settings.motion, start, gunners(before, names, self.table.side).get
        )
        showing.scene = merge_scenes(showing.scene, scene)
        showing.moved = start + length
        showing.until = max(showing.until, showing.moved)
        self._announce(showing.scene)

    def _until(self, scene: EventScene, now_ms: int, moved: int) -> int:
        """Return when a scene ends: never before its least time. After its motion, an important scene stays for at
        least half of that.
        """
        hold = self.hold_ms
        rest = 0 if scene.weight == MINOR else hold if scene.weight == GRAVE else hold // 2
        return max(now_ms + hold, moved + rest)

    def _announce(self, scene: EventScene) -> None:
        stripe, tone = self._colours(scene)
        self.strip.set_visible(False)
        self.banner.show(scene, stripe, self.number - 1, self._count)
        self.card.show(scene, tone)
        spot = self.pane.spot
        if self.card.visible and spot is not None:
            rect, wide = self.pane.canvas.rect, self.app.tree.px(CARD_WIDE + CARD_FREE)
            right = self.pane.board.screen_of(spot[0])[0] <= max(rect.centerx, rect.right - wide)
            self.over_board.move(self.card, (0.97 if right else 0.03, 0.3))

    def _colours(self, scene: EventScene) -> tuple[str, str]:
        """Return (colour of the acting side, otherwise of the side affected; good, bad or nothing for the viewer)."""
        found = self._tones.get(self._key(scene))
        if found is None:
            before, _ = self._views(scene)
            sides = {piece.id: piece.side for piece in before.pieces}
            names = self.table.session.system.names(self.table.session.states[scene.last])
            hulls = {hull.name: piece.side for piece in before.pieces for hull in piece.hulls}
            sides |= {unit: hulls[name] for unit, name in names.items() if name in hulls and unit not in sides}
            hurt = {sides.get(unit, "") for unit in scene.hurt} - {""}
            aimed = {sides.get(str(unit), "") for unit in scene.units[-1:]} - {""}
            colours = {key: "side_a" if tone == "blue" else "side_b" for key, tone in before.colours}
            mine = self.table.side
            tone = "bad" if mine in hurt else "good" if hurt or (mine in aimed and scene.rolls) else ""
            side = scene.side or next(iter(sorted(hurt or aimed)), "")
            found = self._tones[self._key(scene)] = (colours.get(side, "panel_border"), tone if mine else "")
        return found

    def _end(self) -> None:
        if self.showing is not None:
            self._keep_picture(self.showing.scene)
        self.showing, self.pane.spot = None, None
        self.banner.set_visible(False)
        self.card.set_visible(False)
        self.pane.stale()

    def _close(self) -> None:
        """Show the current position; all scenes are over."""
        self._clear()
        self.host.scenes_over()

    def _clear(self) -> None:
        """Show the board without scenes, undimmed, at the player's own camera."""
        self.number, self._on, self._glide, self.pane.spot = 0, False, None, None
        self.pane.board.bare = False
        if self._home is not None:
            self.pane.board.camera = self._home
            self._home = None
        self.banner.set_visible(False)
        self.card.set_visible(False)
        self.pane.stale()

    # ------------------------------------------------------------------ places and the camera

    def _views(self, scene: EventScene) -> tuple[View, View]:
        """Return the board before and after the scene, as the viewer may see it."""
        session, side = self.table.session, self.table.side
        return view_at(session, max(0, scene.last - 1), side), view_at(session, scene.last, side)

    def _places(self, scene: EventScene, before: View, after: View) -> dict[str, Place]:
        names = self.table.session.system.names(self.table.session.states[scene.last])
        return stood_before(before, after, names)

    def _look_at(self, spots: Sequence[Place], now_ms: int, card: bool = False) -> bool:
        """Move the camera so that the whole scene is visible, clear of banner and card; return false if it already
        is.
        """
        board, rect = self.pane.board, self.pane.canvas.rect
        foot = self.app.tree.px(FOOT)
        wide = min(self.app.tree.px(CARD_WIDE + CARD_FREE), rect.w // 2) if card else 0
        whole = pygame.Rect(rect.x, rect.y, rect.w, max(40, rect.h - foot)).inflate(-rect.w // 8, -rect.h // 8)
        clear = pygame.Rect(whole.x, whole.y, min(whole.right, rect.right - wide) - whole.x, whole.h)
        beside = clear.move(max(whole.left, rect.left + wide) - clear.left, 0)  # with the card to the left of it
        ways = (clear, beside) if card else (clear,)
        if not spots or any(all(way.collidepoint(board.screen_of(spot)) for spot in spots) for way in ways):
            return False
        start = board.camera
        xs, ys = zip(*(board.screen_of(spot) for spot in spots), strict=True)
        if max(xs) - min(xs) <= clear.w and max(ys) - min(ys) <= clear.h:
            board.pan(round(clear.centerx - (max(xs) + min(xs)) / 2), round(clear.centery - (max(ys) + min(ys)) / 2))
        else:
            board.frame(spots, self.pane.margin)
            board.pan(0, -foot / 2)
        target = board.camera
        if start.zoom != target.zoom or self.app.settings.motion == "off":
            self.pane.stale()
            return False
        board.camera = start
        self._glide = (start, target, now_ms)
        return True

    def _glide_on(self, now_ms: int) -> None:
        if self._glide is None:
            return
        start, target, begun = self._glide
        share = min(1.0, (now_ms - begun) / GLIDE_MS)
        eased = share * share * (3 - 2 * share)
        x, y = (round(a + (b - a) * eased) for a, b in zip(start.scroll, target.scroll, strict=True))
        self.pane.board.camera = target if share >= 1 else replace(start, scroll=(x, y))
        if share >= 1:
            self._glide = None
        self.pane.stale()

    # ------------------------------------------------------------------ the strip

    @property
    def _picture_size(self) -> tuple[int, int]:
        return self.app.tree.px(PICTURE[0]), self.app.tree.px(PICTURE[1])

    def _keep_picture(self, scene: EventScene) -> None:
        key = self._picture_key(scene)
        if key in self.pictures or self.pane.spot is None:
            return
        found = self.pane.picture_of(self.pane.spot[0], self._picture_size)
        if found is not None:
            self.pictures[key] = found
            while len(self.pictures) > MOST_KEPT:
                del self.pictures[next(iter(self.pictures))]

    def _place_now(self, scene: EventScene) -> pygame.Surface | None:
        """Return a picture of the place as it is now, for a scene that was not shown."""
        places = self._places(scene, *self._views(scene))
        spot = next((spot for unit in scene.units if (spot := _spot(unit, places)) is not None), None)
        return self.pane.picture_of(spot, self._picture_size) if spot is not None else None

    def _key(self, scene: EventScene) -> Key:
        """Return a scene's key for the viewing side: what one side saw is never shown to another."""
        return self.table.side, scene.first, scene.kind, scene.units[:2]

    def _picture_key(self, scene: EventScene) -> Key:
        """Return the key of a scene's picture: if nothing is hidden, both sides share it."""
        return (self.table.side if self.table.director.secret else "", *self._key(scene)[1:])

    def toggle_strip(self) -> None:
        """Open or fold the strip."""
        self.strip_open = not self.strip_open
        self.show_strip()

    def fold_strip(self) -> None:
        """Fold the strip, because it covers the part of the board where the player works."""
        if self.strip_open:
            self.toggle_strip()

    def show_strip(self) -> None:
        """Show the strip at the next tick: what has happened since the viewer's last order."""
        self._strip_due = True

    def _show_strip(self) -> None:
        """Fill the strip; open it if one of the viewer's units was hit."""
        self._strip_due = False
        if self.running or not self.table.my_turn:
            self.strip.set_visible(False)
            return
        scenes = [scene for scene in self.table.scenes_since_order() if scene.weight > MINOR or scene.count > 1]
        if self._since != self.table.ordered[self.table.side]:
            self._since, self.strip_open = self.table.ordered[self.table.side], False
        struck = any(self._colours(scene)[1] == "bad" for scene in scenes)
        if (
            scenes
            and struck
            and self.strip_opens
            and self.app.settings.scenes != "off"
            and self._alarmed != scenes[-1].last
        ):
            self._alarmed, self.strip_open = scenes[-1].last, True
        tiles = []
        for scene in scenes:
            tone = self._colours(scene)[1]
            ink = {"bad": "bad", "good": "good"}.get(tone, "ink")
            picture = self.pictures.get(self._picture_key(scene)) or self._place_now(scene)
            tiles.append(SceneTile(scene, picture, ink, partial(self.show_again, scene)))
        if not any(scene.units for scene in scenes):
            tiles = []  # only the weather: nothing happened on the board
        self.strip.show(tiles, self.strip_open, self.pane.canvas.rect.w - self.app.tree.px(32))
        self._place_strip()

    def _place_strip(self) -> None:
        """Put the strip at the foot of the board; at its head if it covers fewer counters that can act there, or fewer
        others.
        """
        hand, covered = self.table.hand, {}
        able = {hand.piece, *hand.able_counters()}
        spots = [(piece.id in able, self.pane.board.screen_of(piece.at)) for piece in hand.view.pieces]
        for anchor in ("top", "bottom"):
            self.over_board.move(self.strip, anchor)
            self.app.tree.ensure_layout()
            room = self.strip.rect.inflate(BESIDE, BESIDE)
            under = [acts for acts, spot in spots if room.collidepoint(spot)]
            covered[anchor] = (sum(under), len(under))
        if covered["top"] < covered["bottom"]:
            self.over_board.move(self.strip, "top")


def _spot(unit: object, places: dict[str, Place]) -> Place | None:
    """Return the place of a unit of a scene: the place itself, or the counter's."""
    if isinstance(unit, tuple):
        return unit
    return places.get(str(unit))
