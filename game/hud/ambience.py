"""Sea, smoke and lamps on a board: animated while the player is active, still otherwise.

During animations they move in every frame; for some seconds after the last input they move slowly; then the board is
still, and after some minutes the sound of the sea fades too.
"""

from __future__ import annotations

from game.boards.living.stage import sea_state
from game.hud.board_pane import BoardPane
from game.sound import SoundBox

AWAKE_MS = 20_000  # how long the sea moves after the last input
LISTENING_MS = 120_000  # how long its sound lasts
EACH_MS = 83  # between two frames of a quiet sea
LONGEST_MS = 200  # longest tick: after a pause the sea continues where it stopped
SOUNDS = {"calm": ("sea_calm",), "moderate": ("sea_calm", "wind"), "heavy": ("sea_heavy", "wind")}
ASHORE = ("wind",)


class Ambience:
    """Ambient motion and sound of one board."""

    def __init__(self, pane: BoardPane, sound: SoundBox) -> None:
        self.pane, self.sound = pane, sound
        self._ticked = self._drawn = 0
        self._awake = False

    @property
    def waiting_ms(self) -> int | None:
        """Return milliseconds until the next frame of the sea; None while it is still."""
        return EACH_MS if self._awake else None

    def tick(self, now_ms: int, touched_ms: int, motion: str, acting: bool) -> None:
        """Advance the time. `motion`: the setting; off means a still sea. `acting`: an animation is running."""
        quiet, passed = now_ms - touched_ms, min(LONGEST_MS, now_ms - self._ticked)
        self._ticked = now_ms
        board = self.pane.board
        self.sound.surround(self._sounds() if acting or quiet < LISTENING_MS else ())
        if motion == "off" or not board.lively:
            self._awake = False
            if board.moment:
                board.moment = 0
                self.pane.stale()
            return
        self._awake = acting or quiet < AWAKE_MS
        if not self._awake:
            return
        board.moment += passed
        if acting or now_ms - self._drawn >= EACH_MS:
            self._drawn = now_ms
            self.pane.stale()

    def rest(self) -> None:
        """Stop the sounds when the board is no longer on top."""
        self._awake = False
        self.sound.surround(())

    def _sounds(self) -> tuple[str, ...]:
        view = self.pane.board.view
        if view is None:
            return ()
        return SOUNDS[sea_state(view)] if self.pane.board.lively else ASHORE
