"""A game as a film.

At most thirty seconds, made in at most thirty, moving, and without what the viewer may not know.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pygame
import pytest
from PIL import Image, ImageChops

from game.boards.animation import Motion
from game.report.film import (
    END_MS,
    FORMATS,
    LEAST_MS,
    LONGEST_MS,
    TITLE_MS,
    MovingPicture,
    caption_of,
    film_bytes,
    merge_motions,
    scenes,
    shots_lengths,
)
from game.report.frame_sequence import Reel
from game.ui.fonts import FontBook
from tests.conftest import begin
from tests.console.run import run_main
from tests.report.test_report import GAMES, WHOLE, short
from tests.test_replays import golden_session

MOST_CPU_S = 30
FILMED = [(GAMES[0], ".gif"), *((name, ".webp") for name in GAMES if WHOLE)]


@pytest.fixture(autouse=True)
def letters() -> None:
    pygame.font.init()


def durations(data: bytes) -> list[int]:
    """Milliseconds of each picture of a film."""
    found = []
    with Image.open(BytesIO(data)) as film:
        for number in range(getattr(film, "n_frames", 1)):
            film.seek(number)
            film.load()
            found.append(int(film.info["duration"]))
    return found


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("name", GAMES)
def test_every_scene_is_seen_long_enough_and_all_of_them_fit(name: str) -> None:
    reel = Reel(golden_session(name), "")
    found = scenes(reel)
    assert len(found) > 5
    assert all(scene.length >= LEAST_MS for scene in found)
    assert TITLE_MS + sum(scene.length for scene in found) + END_MS <= LONGEST_MS
    assert all(motion.end <= scene.moving_ms + 3 for scene in found for motion in scene.motions)
    assert sum(bool(scene.motions) for scene in found) > 5
    assert all(one.last < other.first for one, other in zip(found, found[1:], strict=False))


@pytest.mark.parametrize(("name", "ending"), FILMED)
def test_a_film_lasts_thirty_seconds_at_most_and_is_made_in_thirty(name: str, ending: str) -> None:
    session = short(name)
    before = time.process_time()
    data = film_bytes(session, "", ending, FontBook())
    assert time.process_time() - before < MOST_CPU_S
    lasting = durations(data)
    assert sum(lasting) <= LONGEST_MS
    assert len(lasting) > (100 if WHOLE else 20)
    with Image.open(BytesIO(data)) as film:
        film.seek(len(lasting) // 3)
        one = film.convert("RGB")
        film.seek(len(lasting) * 2 // 3)
        assert ImageChops.difference(one, film.convert("RGB")).getbbox() is not None


def test_a_campaign_fits_too_to_the_last_millisecond_and_names_who_went_down_before_who_made_light() -> None:
    reel = Reel(golden_session("nights_of_fury/campaign"), "")
    found = scenes(reel)
    for form in FORMATS.values():
        lengths = [length for length, _ in shots_lengths(found, form)]
        assert sum(lengths) == TITLE_MS + sum(scene.length for scene in found) + END_MS <= LONGEST_MS
        assert min(lengths) >= 20
    sunk = [scene for number in range(2, reel.last + 1) for scene in reel.scenes(number) if scene.kind == "Sunk"]
    lost = {scene.title for scene in sunk}
    assert lost
    with_loss = [scene for scene in found if any(scene.words.startswith(text) for text in lost)]
    drowned = [
        scene for scene in found
        if any(one.kind == "Sunk" for number in range(scene.first, scene.last + 1) for one in reel.scenes(number))
    ]  # fmt: skip
    assert drowned
    assert with_loss == drowned
    light = replace(sunk[0], kind="TorpedoHit", title="A torpedo hit Boise", events=())
    assert caption_of([light, sunk[0]], reel.skin) == f"{sunk[0].title} · A torpedo hit Boise"


def test_counters_move_together_each_after_it_has_arrived_and_fire_comes_after() -> None:
    def slide(piece: str) -> tuple[Motion, ...]:
        return (Motion(((1,), (2,)), 400, piece=piece),)

    shot = (Motion(((1,), (5,)), 600, kind="shell"), Motion(((5,),), 500, kind="splash", delay=600))
    one, other, again, shell, splash, last = merge_motions([slide("a"), slide("b"), slide("a"), (), shot, slide("b")])
    assert (one.delay, other.delay, again.delay) == (0, 0, 400)
    assert (shell.delay, splash.delay) == (800, 1400)
    assert last.delay == 1900


def test_a_side_sees_in_its_film_only_what_it_knows() -> None:
    session = begin("nw_smoke/little_and_gregory", seed=1)
    own, all_ = (film_bytes(session, eyes, ".webp", FontBook()) for eyes in ("USN", ""))
    assert len(durations(own)) == len(durations(all_))
    known = [piece for piece in Reel(session, "USN").view(1).pieces if piece.known and not piece.ghost]
    assert {piece.side for piece in known} == {"USN"}
    with Image.open(BytesIO(own)) as mine, Image.open(BytesIO(all_)) as whole:
        assert ImageChops.difference(mine.convert("RGB"), whole.convert("RGB")).getbbox() is not None


def test_a_moving_picture_holds_one_frame_and_goes_forward() -> None:
    drawn: list[int] = []

    def frames() -> Iterator[Image.Image]:
        for number in range(3):
            drawn.append(number)
            yield Image.new("RGB", (4, 4), (number, 0, 0))

    picture = MovingPicture((4, 4), 3, frames())
    assert drawn == [0]
    picture.seek(2)
    assert drawn == [0, 1, 2]
    assert (picture.tell(), picture.getpixel((0, 0))) == (2, (2, 0, 0))
    with pytest.raises(EOFError):
        picture.seek(3)


def test_the_verb_says_which_files_it_can_write(tmp_path: Path) -> None:
    game = "tests/replays/nw_smoke/little_and_gregory.game"
    done = run_main(tmp_path, "share", game, "--as", "film", "--to", "8", "--out", str(tmp_path / "a.gif"))
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "a.gif").read_bytes().startswith(b"GIF89a")
    wrong = run_main(tmp_path, "share", game, "--as", "film", "--out", str(tmp_path / "a.mp4"))
    assert wrong.returncode == 2
    assert ".webp or .gif" in wrong.stderr
