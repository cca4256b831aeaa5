"""A game as a short film: an animated WebP or GIF of at most thirty seconds, with moves and fire as in the game. Steps
are shown singly if there is time; otherwise a phase, a turn or several turns together, with their motions at the same
time. Times are milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import groupby

import pygame
from PIL import Image

from game.boards.animation import Motion
from game.boards.board import Board
from game.dates import long_date
from game.progress import Progress, ignore_progress
from game.report.frame_sequence import MARGIN, Reel, places_in
from game.skins import Skin
from game.table.event_scenes import GRAVE, EventScene
from game.ui.fonts import FontBook
from game.ui.theme import Colour
from game.words import tr
from rules.kernel.session import Session
from rules.kernel.view import Place


class MovingPicture(Image.Image):
    """An image of `n_frames` frames of one size; only the current frame is in memory. It can only move forward."""

    def __init__(self, size: tuple[int, int], count: int, frames: Iterator[Image.Image]) -> None:
        super().__init__()
        self.n_frames, self.is_animated = count, count > 1
        self._frames, self._at = frames, 0
        first = next(frames)
        self._mode, self._size = first.mode, size
        self.im = first.im
        self.palette = first.palette

    def seek(self, frame: int) -> None:
        """Go to the current or a later frame. EOFError after the last."""
        if frame >= self.n_frames:
            raise EOFError(tr("there are {n_frames} frames, not {frame}", n_frames=self.n_frames, frame=frame + 1))
        while self._at < frame:
            self.im = next(self._frames).im
            self._at += 1

    def tell(self) -> int:
        """Return the number of the current frame."""
        return self._at


LONGEST_MS = 30_000
TITLE_MS, END_MS = 1_800, 3_200
LEAST_MS = 640  # a scene is shown at least this long
HOLD_MS = 240  # still time of a scene after all movement
STILL_MS = 900  # still time of a scene without movement but with a caption
LAST_MS = 20  # the last picture of a scene is shown at least this long
OVERLAP = 0.4  # the next shot starts after this fraction of the previous one
MOST_TITLES = 4  # most scenes in one caption


@dataclass(frozen=True, slots=True)
class Format:
    """Size of the board in pixels, height of the caption below it, and duration of each frame of a motion."""

    board: tuple[int, int]
    caption: int
    frame_ms: int

    @property
    def size(self) -> tuple[int, int]:
        """Return the size of the whole picture."""
        return self.board[0], self.board[1] + self.caption


FORMATS = {".webp": Format((960, 540), 64, 80), ".gif": Format((640, 360), 52, 120)}


@dataclass(frozen=True, slots=True)
class FilmScene:
    """Steps from `first` to `last` shown together: their motions, and the duration of these and of the still time after
    them.
    """

    first: int
    last: int
    turn: str
    words: str
    motions: tuple[Motion, ...]
    moving_ms: int
    still_ms: int

    @property
    def length(self) -> int:
        """Return its total milliseconds."""
        return self.moving_ms + self.still_ms


def film_bytes(session: Session, eyes: str, ending: str, book: FontBook, progress: Progress = ignore_progress) -> bytes:
    """Return the film of a game as a side may know it; `ending`: .webp or .gif."""
    reel, form = Reel(session, eyes), FORMATS[ending]
    found = scenes(reel)
    lengths = [length for length, _ in shots_lengths(found, form)]
    shots = _watch(_shots(reel, found, form, book), len(lengths), progress)
    picture = MovingPicture(form.size, len(lengths), _in_few_colours(shots) if ending == ".gif" else shots)
    stream = BytesIO()
    if ending == ".gif":
        picture.save(stream, "GIF", save_all=True, duration=lengths, loop=0, optimize=False, disposal=1)
    else:
        picture.save(stream, "WEBP", save_all=True, duration=lengths, loop=0, quality=72, method=1)
    return stream.getvalue()


# --- planning of scenes -----------------------------------------------------------------------------------------------


def scenes(reel: Reel) -> tuple[FilmScene, ...]:
    """Return the scenes of a game: the finest division in which each scene is visible long enough."""
    room = LONGEST_MS - TITLE_MS - END_MS
    steps = tuple(range(2, reel.last + 1))
    found: tuple[FilmScene, ...] = ()
    for part in _cuts(reel):
        found = tuple(scene for own in _group_steps(steps, part) if (scene := _scene(reel, own)) is not None)
        if len(found) * LEAST_MS <= room:
            break
    wanted = sum(scene.length for scene in found)
    if wanted <= room:
        return found
    spare, more = room - LEAST_MS * len(found), wanted - LEAST_MS * len(found)
    return tuple(_shorten(scene, LEAST_MS + (scene.length - LEAST_MS) * spare // more) for scene in found)


def _cuts(reel: Reel) -> Iterator[dict[int, tuple[int, ...]]]:
    """Yield divisions of a game, the finest first: step -> its scene."""
    steps = reel.session.steps
    chapters = {number: reel.view(number).chapter for number in range(1, reel.last + 1)}
    yield {number: (number,) for number in chapters}
    yield {number: (chapters[number], steps[number - 1].turn, steps[number - 1].phase) for number in chapters}
    several = 1
    while several <= max(2, len(steps)):
        yield {number: (chapters[number], steps[number - 1].turn // several) for number in chapters}
        several *= 2


def _group_steps(steps: Sequence[int], part: dict[int, tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    for _, own in groupby(steps, lambda number: part[number]):
        yield tuple(own)


def _scene(reel: Reel, steps: tuple[int, ...]) -> FilmScene | None:
    """Return some steps as one scene; None if nothing moves and there is no caption."""
    motions = merge_motions([reel.motions(number) for number in steps])
    scenes = [scene for number in steps for scene in reel.scenes(number)]
    aloud = any(scene.weight == GRAVE for scene in scenes)
    view = reel.view(steps[-1])
    if (not motions and not aloud) or view.page:
        return None
    moving = max((found.end for found in motions), default=0)
    still = max(HOLD_MS if motions else STILL_MS, LEAST_MS - moving)
    first = reel.session.steps[steps[0] - 1]
    turn = (
        tr("Round {chapter}, turn {turn}", chapter=view.chapter, turn=first.turn)
        if view.chapter
        else tr("Turn {turn}", turn=first.turn)
    )
    return FilmScene(steps[0], steps[-1], turn, caption_of(scenes, reel.skin), motions, moving, still)


def caption_of(scenes: Sequence[EventScene], skin: Skin) -> str:
    """Return a caption of the most important scenes: sinkings first, then by weight, in chronological order."""

    def has_sinking(scene: EventScene) -> bool:
        cues = (skin.cues.get(type(event).__name__) for event in scene.events)
        return any(cue is not None and cue.show == "sink" for cue in cues)

    ranked = sorted(scenes, key=lambda scene: (not has_sinking(scene), -scene.weight))
    titles = [scene.title for scene in ranked if scene.weight == ranked[0].weight]
    return " · ".join(dict.fromkeys(titles[:MOST_TITLES]))


def merge_motions(parts: Sequence[tuple[Motion, ...]]) -> tuple[Motion, ...]:
    """Return the motions of several steps merged: different counters move at the same time, one counter's moves in
    order, and fire follows.
    """
    free: dict[str, int] = {}
    fire = barrier = 0
    found: list[Motion] = []
    for motions in parts:
        if not motions:
            continue
        length = max(motion.end for motion in motions)
        pieces = [motion.piece for motion in motions if motion.piece]
        if pieces and len(pieces) == len(motions):
            at = max([barrier, *(free.get(piece, 0) for piece in pieces)])
            free |= dict.fromkeys(pieces, at + length)
        else:
            at = max([fire, *free.values()])
            fire, barrier = at + round(length * OVERLAP), at + length
        found += [replace(motion, delay=motion.delay + at) for motion in motions]
    return tuple(found)


def _shorten(scene: FilmScene, length: int) -> FilmScene:
    """Return the scene shortened to `length` milliseconds."""
    share = length / max(1, scene.length)
    motions = tuple(
        replace(found, delay=round(found.delay * share), milliseconds=max(1, round(found.milliseconds * share)))
        for found in scene.motions
    )
    moving = round(scene.moving_ms * share)
    return replace(scene, motions=motions, moving_ms=moving, still_ms=length - moving)


# --- the pictures -----------------------------------------------------------------------------------------------------


def shots_lengths(found: Sequence[FilmScene], form: Format) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield (duration of a picture, (its scene, milliseconds into it)); scenes -1 and -2 are title and end."""
    yield TITLE_MS, (-1, 0)
    for index, scene in enumerate(found):
        frames = min(scene.moving_ms, scene.length - LAST_MS) // form.frame_ms
        for frame in range(frames):
            yield form.frame_ms, (index, frame * form.frame_ms)
        yield scene.length - frames * form.frame_ms, (index, scene.moving_ms)
    yield END_MS, (-2, 0)


def _shots(reel: Reel, found: tuple[FilmScene, ...], form: Format, book: FontBook) -> Iterator[Image.Image]:
    """Yield the pictures of a film, one after another."""
    board = reel.board(book, form.board)
    surface = pygame.Surface(form.size)
    shown = framed = None
    for _, (index, t) in shots_lengths(found, form):
        if index < 0:
            _show(reel, board, [*found[:1]] if index == -1 else [*found[-1:]], 1 if index == -1 else reel.last)
            surface.fill(reel.palette.panel)
            board.draw(surface)
            _card(reel, surface, book, index == -2)
        else:
            scene = found[index]
            if shown is not scene:
                turn = [one for one in found if one.turn == scene.turn]
                _show(reel, board, turn if framed != scene.turn else [], scene.last)
                board.animate(scene.motions)
                shown, framed = scene, scene.turn
            board.draw(surface, t if t < scene.moving_ms else None)
            _caption(surface, form, scene, reel, book)
        yield Image.frombytes("RGB", form.size, pygame.image.tobytes(surface, "RGB"))


def _watch(shots: Iterator[Image.Image], count: int, progress: Progress) -> Iterator[Image.Image]:
    for number, shot in enumerate(shots):
        progress(number / count)
        yield shot


def _in_few_colours(shots: Iterator[Image.Image]) -> Iterator[Image.Image]:
    """Yield pictures in the 255 colours of the second one, without dithering, so that still parts are not stored
    again.
    """
    title, first = next(shots), next(shots)
    few = first.quantize(255, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    for shot in (title, first):
        yield shot.quantize(palette=few, dither=Image.Dither.NONE)
    for shot in shots:
        yield shot.quantize(palette=few, dither=Image.Dither.NONE)


def _show(reel: Reel, board: Board, framed: Sequence[FilmScene], number: int) -> None:
    """Show a position on the board; `framed`: scenes to be fully visible; without any, the camera stays."""
    board.skip()
    reel.show(board, number)
    places: list[Place] = [place for scene in framed for place in places_in(scene.motions) if place]
    if framed or number in (1, reel.last):
        places += [piece.at for piece in reel.view(number).pieces if piece.at]
    if places:
        board.fit()
        board.frame(places, MARGIN)


def _caption(surface: pygame.Surface, form: Format, scene: FilmScene, reel: Reel, book: FontBook) -> None:
    """Draw the turn and the caption below the board."""
    theme, (wide, high) = reel.palette, form.board
    surface.fill(theme.panel, (0, high, wide, form.caption))
    px = max(13, form.caption // 4)
    title = book.render(scene.turn, "title", round(px * 1.25), theme.gold)
    surface.blit(title, (14, high + (form.caption - title.get_height()) // 2))
    left = title.get_width() + 30
    lines = book.lines(scene.words, "text", px, wide - left - 14)
    if len(lines) > 2:
        lines = (lines[0], book.fit(" ".join(lines[1:]), "text", px, wide - left - 14))
    top = high + (form.caption - len(lines) * book.line_height("text", px)) // 2
    for index, line in enumerate(lines):
        surface.blit(book.render(line, "text", px, theme.ink), (left, top + index * book.line_height("text", px)))


def _card(reel: Reel, surface: pygame.Surface, book: FontBook, end: bool) -> None:
    """Draw title or end over the darkened board."""
    surface.fill((62, 62, 70), special_flags=pygame.BLEND_RGB_MULT)
    view, scenario = reel.view(reel.last), reel.session.scenario
    px = surface.get_height() // 9
    gold: Colour = (232, 200, 120)
    pale: Colour = (240, 236, 224)
    points = " : ".join(f"{score.name} {score.points:,}".replace("-", "−") for score in view.scores)
    if not end:
        lines = [(scenario.title, "title", px, pale), (long_date(scenario.date), "title_italic", px // 2, gold)]
        lines.append((reel.session.system.title, "text", px * 2 // 5, pale))
    elif view.outcome is not None:
        lines = [(view.outcome.title, "title", px * 3 // 4, pale), (points, "bold", px * 2 // 5, gold)]
        lines.append((view.outcome.why, "text", px // 3, pale))
    else:
        span, number, limit = view.turn_counter()
        lines = [
            (tr("{span} {number} of {limit}", span=span, number=number, limit=limit), "title", px, pale),
            (points, "bold", px * 2 // 5, gold),
        ]
    wide = surface.get_width() - 60
    drawn = [
        book.render(line, role, size, colour)
        for text, role, size, colour in lines
        if text
        for line in book.lines(text, role, size, wide)
    ]
    top = (surface.get_height() - sum(line.get_height() for line in drawn)) // 2
    for line in drawn:
        surface.blit(line, ((surface.get_width() - line.get_width()) // 2, top))
        top += line.get_height()
