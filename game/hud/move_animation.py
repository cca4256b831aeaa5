"""Events shown as motion and sound on a board: the position is already final, so the motion can be dropped any time."""

from __future__ import annotations

from collections.abc import Iterable

from game.boards.timeline import GunnerOf, PlaceOf, Playback, gunners, no_gunner, plan
from game.hud.board_pane import BoardPane
from game.hud.sound_captions import SoundCaptions
from game.skins import Skin
from game.table.table import ActionResult, Table
from rules.kernel.flow import Event


class MoveAnimation:
    """Plays the motions of events on the board of a pane."""

    def __init__(self, pane: BoardPane, skin: Skin, sound: SoundCaptions) -> None:
        self.pane, self.skin, self.sound = pane, skin, sound
        self.playback = Playback(sound.play)

    @property
    def running(self) -> bool:
        """Return whether something moves."""
        return self.playback.running

    def start(
        self,
        events: Iterable[Event],
        where: PlaceOf,
        motion: str,
        now_ms: int,
        gunner_of: GunnerOf = no_gunner,
        follow: bool = False,
    ) -> int:
        """Animate events and return how many milliseconds it takes. `motion`: the animation setting (full, quick or
        off). `follow`: scroll the board to the action.
        """
        listed = tuple(events)
        score = plan(listed, self.skin, where, motion, gunner_of)
        to_follow = score if score.motions or not follow else plan(listed, self.skin, where)
        if follow and to_follow.motions:
            self.pane.follow(place for motion in to_follow.motions for place in motion.path)
        self.playback.start(score, now_ms)
        if self.playback.running:
            self.pane.board.animate(score.motions)
            self.pane.clock = 0
            self.pane.stale()
        return score.length

    def show(
        self, result: ActionResult, table: Table, motion: str, now_ms: int, events: Iterable[Event] | None = None
    ) -> None:
        """Animate the results of an action for the viewing side; `events`: only these."""
        view = table.hand.view
        places = {**result.places, **{piece.id: piece.at for piece in view.pieces}}
        self.start(
            result.events if events is None else events,
            places.get,
            motion,
            now_ms,
            gunners(view, table.names(), table.side).get,
            table.director.watching,
        )

    def tick(self, now_ms: int) -> None:
        """Advance the motion, or show the still board when it has ended."""
        self.sound.tick()
        if self.playback.running:
            t = self.playback.time(now_ms)
            self.pane.clock = t
            self.show_still() if t is None else self.pane.stale()

    def skip(self) -> None:
        """Drop the motion."""
        self.playback.skip()
        self.show_still()

    def show_still(self) -> None:
        """Show the current position without motion."""
        self.pane.board.skip()
        self.pane.clock = None
        self.pane.stale()
