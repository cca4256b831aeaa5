"""The battle report as one HTML file: self-contained, without scripts, with all text escaped."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from game.hud.game_history import ScoreAtStep
from game.progress import Progress, ignore_progress
from game.report.frame_sequence import Reel
from game.report.notes import Notes
from game.report.report_data import Report, build_report
from game.report.turn_maps import TurnMap, charts
from game.table.rule_citations import SIGNS
from game.ui.fonts import FONT_FOLDER, FontBook
from game.version import VERSION
from game.words import tr, trn
from rules.kernel.session import Session

TEMPLATES = Path(__file__).resolve().parents[2] / "assets" / "report"
LARGEST = 3_000_000  # bytes of the whole file
FACES = (
    ("Garamond", "normal", 600, "EBGaramond-SemiBold.ttf"),
    ("Garamond", "italic", 400, "EBGaramond-Italic.ttf"),
    ("Alegreya", "normal", 400, "AlegreyaSans-Regular.ttf"),
    ("Alegreya", "italic", 400, "AlegreyaSans-Italic.ttf"),
    ("Alegreya", "normal", 700, "AlegreyaSans-Bold.ttf"),
)
DETAILS = ("sums", "throws", "short")  # every sum line by line; each roll in one line; the same without repetitions
LEAST_FOR_MAPS = LARGEST // 4
SPARE = 60_000  # bytes in reserve for what the estimate leaves out
CURVE = (600, 150)  # size of the chart of points, in its own units
FEWEST = 2  # least positions for a line


class TooLarge(Exception):
    """The text of a game alone exceeds the size limit of a report. str() is a plain sentence."""


CONTROLS = dict.fromkeys(  # control characters in notes, and lone surrogates, which no file can hold
    {*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000)} - {*map(ord, "\t\n")}, "?"
)


def report_bytes(
    session: Session,
    eyes: str,
    notes: Notes,
    players: dict[str, str],
    book: FontBook,
    progress: Progress = ignore_progress,
) -> bytes:
    """Return the report of a game as a side may know it, in UTF-8. `players`: side -> name of its player. The maps
    share the bytes that the text leaves of three million. If that is too little, as in a campaign, rolls are reported
    without their lines, then in short form; raises TooLarge if that is still too much.
    """
    reel = Reel(session, eyes)
    report = build_report(reel, notes, players)
    for detail in DETAILS:
        bare = _fill_template(report, (None,) * len(report.pages), detail, Markup())
        faces = _faces(bare)
        room = LARGEST - len(bare.encode("utf-8")) - len(faces) - SPARE
        if room > LEAST_FOR_MAPS or (room > 0 and detail == DETAILS[-1]):
            break
    else:
        raise TooLarge(
            tr("{title}: the text alone is larger than {most} MB", title=report.title, most=LARGEST // 1_000_000)
        )
    maps: list[TurnMap | None] = []
    for chart in charts(reel, [page.span for page in report.pages], book, room):
        maps.append(chart)
        progress(len(maps) / len(report.pages))
    return _fill_template(report, maps, detail, faces).encode("utf-8")


def _fill_template(report: Report, maps: Sequence[TurnMap | None], detail: str, faces: Markup) -> str:
    """Return the template with everything in it; `detail`: one of DETAILS."""
    house = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    house.filters |= {"slug": slug, "signed": minus, "cap": capitalise}
    house.globals |= {"tr": tr, "trn": trn}
    page = house.get_template("report.html.j2").render(
        report=report,
        maps=maps,
        detail=detail,
        curve=tuple(curves(report.standings)),
        chances=chance_curve(report.chances),
        reach=points_range(report.standings),
        signs={article.rule.id: article.sign for article in report.articles},
        titles={article.rule.id: article.rule.title for article in report.articles},
        kinds={sign: kind for kind, sign in SIGNS.items()},
        version=VERSION,
        faces=faces,
    )
    return page.translate(CONTROLS)


def slug(rule: str) -> str:
    """Return an anchor name for a rule: letters, digits and dashes."""
    return re.sub(r"[^A-Za-z0-9]+", "-", rule)


def minus(number: int) -> str:
    """Return a number with a typographic minus sign."""
    return f"{number:,d}".replace("-", "−")


def capitalise(text: str) -> str:
    """Return the text with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"


# --- points by step ---------------------------------------------------------------------------------------------------


def chance_curve(chances: Sequence[float]) -> str:
    """Return the points of a curve of chances, 0 to 1, in a field of 600 by 150."""
    last = max(1, len(chances) - 1)
    return " ".join(f"{600 * place / last:.1f},{150 * (1 - chance):.1f}" for place, chance in enumerate(chances))


def curves(points: Sequence[ScoreAtStep]) -> Iterator[str]:
    """Return each side's line of victory points as a polyline in a box of CURVE units."""
    if len(points) < FEWEST:
        return
    wide, high = CURVE
    low, top = points_range(points)
    for side in range(len(points[0].points)):
        corners = [
            f"{wide * index / (len(points) - 1):.1f},{high - high * (standing.points[side] - low) / (top - low):.1f}"
            for index, standing in enumerate(points)
        ]
        yield " ".join(corners)


def points_range(points: Sequence[ScoreAtStep]) -> tuple[int, int]:
    """Return the lowest and highest points that the chart must show: at least 0 and 1."""
    every = [value for standing in points for value in standing.points]
    return min([0, *every]), max([1, *every])


# --- type -------------------------------------------------------------------------------------------------------------


def _faces(page: str) -> Markup:
    """Return the game's fonts as CSS, reduced to the characters on the page."""
    letters = frozenset(map(ord, page)) | frozenset(range(0x20, 0x7F))
    rule = "@font-face {{ font-family: {}; font-style: {}; font-weight: {}; src: url(data:font/woff;base64,{}); }}\n"
    made = Markup()
    for family, style, weight, file in FACES:
        data = base64.b64encode(cut_down(FONT_FOLDER / file, letters)).decode("ascii")
        made += Markup(rule).format(family, style, weight, data)
    return made


def cut_down(path: Path, letters: Iterable[int]) -> bytes:
    """Return a font with only these characters, as WOFF."""
    options = Options()
    options.flavor = "woff"
    options.layout_features = ["kern", "liga", "lnum", "onum", "tnum"]
    options.hinting = False
    with TTFont(path, lazy=True) as font:
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=letters)
        subsetter.subset(font)
        font.flavor = "woff"
        stream = BytesIO()
        font.save(stream)
    return stream.getvalue()
