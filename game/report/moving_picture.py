"""Pictures made one after another as Pillow asks for them, so that a film is never in memory whole."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from game.words import tr


class MovingPicture(Image.Image):
    """An image of `n_frames` frames of one size; only the one that is looked at is held. It goes forward alone."""

    def __init__(self, size: tuple[int, int], count: int, frames: Iterator[Image.Image]) -> None:
        super().__init__()
        self.n_frames, self.is_animated = count, count > 1
        self._frames, self._at = frames, 0
        first = next(frames)
        self._mode, self._size = first.mode, size
        self.im = first.im
        self.palette = first.palette

    def seek(self, frame: int) -> None:
        """Go to a frame: that one, or a later one. EOFError behind the last."""
        if frame >= self.n_frames:
            raise EOFError(tr("there are {n_frames} frames, not {frame}", n_frames=self.n_frames, frame=frame + 1))
        while self._at < frame:
            self.im = next(self._frames).im
            self._at += 1

    def tell(self) -> int:
        """Return the frame that is looked at."""
        return self._at
