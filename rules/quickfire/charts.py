"""The combat chart: every number of the rules, read once from tables/*.yaml and arranged for quick look-up."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from rules.kernel.datafile import DataError, source_at
from rules.kernel.plurals import count_noun
from rules.kernel.record import Record
from rules.kernel.table import Chart

Band: TypeAlias = Literal["", "point_blank", "short", "long"]  # "" is out of range
Codes: TypeAlias = dict[str, int]  # hit code -> how many: S Gh Gl T D F E, in the order they are applied
Ratio: TypeAlias = tuple[int, int]
_T = TypeVar("_T", bound=Record)

TABLES = Path(__file__).parent / "tables"
POINT_BLANK, SHORT, LONG = "point_blank", "short", "long"
BANDS = (POINT_BLANK, SHORT, LONG)
BAND_NAMES = {POINT_BLANK: "point-blank", SHORT: "short", LONG: "long", "": "out of range"}
MM = 1000  # positions are thousandths of a millimetre
HALF, QUARTER = 2, 4  # armour is kept in half points, Size in quarters


class Movement(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Movement, the rudder, collisions and rams; distances in millimetres, runs in speed boxes."""

    initiative_die: int
    speed_ratings: tuple[int, ...]
    boxes: int
    change_boxes: int
    turn_degrees: int
    straight_boxes: int
    most_degrees: int
    most_degrees_light: int
    rudder_die: int
    rudder: dict[int, str]  # [die] -> port, straight, starboard
    rudder_boxes: int
    percent_150: int
    percent_200: int
    mm_per_mile: int
    mm_per_cable: int
    collision_need: int
    collision_back_mm: int
    collision_speed_hits: int
    collision_lighter_hits: int
    ram_least_boxes: int
    ram_straight_boxes: int
    ram_front_degrees: int
    ram_need: dict[str, int]  # ["moving" | "static"]
    ram_bonus: int
    model_scale: int
    spacing_mm: int
    join_mm: int
    join_degrees: int


class FireLine(Record, frozen=True, forbid_unknown_fields=True):
    """One line of Battery Fire: from `percent` up, a total of `need` or less hits.

    A total of exactly `need` scores `hits`.
    """

    percent: int
    need: int
    hits: int


class GuessModifier(Record, frozen=True, forbid_unknown_fields=True):
    """Range guessing: added to the black die for no error, one cable, and each cable beyond the first."""

    exact: int
    cable: int
    each_further_cable: int


class Packet(Record, frozen=True, forbid_unknown_fields=True):
    """The smallest share of a light battery of this rating or less."""

    rating_to: int
    least: int


class Gunnery(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Ranges, the ROF die, Battery Fire, Blast Damage."""

    range_mm: dict[str, int]  # [band]: up to and including
    gunnery_phases: int
    rof_modifier: dict[str, dict[str, int]]  # [profile A or B][band]
    both_batteries: dict[str, tuple[str, ...]]  # [profile] -> bands
    end_degrees: int
    end_divisor: int
    end_least: int
    battery: tuple[FireLine, ...]
    reckoner_halves: tuple[int, ...]
    blast: dict[str, dict[int, Codes]]  # [band][sum of three dice]; other totals do nothing
    guess_modifier: GuessModifier
    guess_cables: dict[int, int]  # [die of the range-taker] -> cables of error
    salvo_modifier: int
    packets: tuple[Packet, ...]


class Damage(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The damage table: two dice a roll."""

    explosion: dict[int, Codes]  # [2..12]
    fire_out: tuple[int, ...]
    fire_explodes: tuple[int, ...]
    repair: tuple[int, ...]
    repair_protected: tuple[int, ...]
    repairs_per_turn: int
    reload_on: tuple[int, ...]


class Torpedo(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The torpedo table: need[kind of target][moving or static][rating].

    0 is no chance, the last is for higher ratings.
    """

    need: dict[str, dict[str, dict[int, int]]]
    range_mm: int
    least_range_mm: int
    static_boxes: int
    hit_die: int


class BoatGuns(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Boat guns: codes by one die, and what counts as a light vessel."""

    result: dict[int, Codes]  # [1..6]
    range_mm: int
    light_size_quarters: int
    light_armour_halves: int


class Sinking(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The sinking number by Size, and striking the colours."""

    number: Chart  # by quarters of Size
    per_extra_hit: int
    strike_need: int


class RatioStep(Record, frozen=True, forbid_unknown_fields=True):
    """A grade of victory: from this ratio of the scores (numerator, denominator) up."""

    title: str
    least: Ratio


class Victory(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The points of a ship, as a share of her Size, and the grades of victory by points."""

    shares: dict[str, Ratio]
    least_divisor: int  # the smaller score counts at least this many quarters
    ratios: tuple[RatioStep, ...]  # rising; the last one reached counts


class Charts(Record, frozen=True, kw_only=True):
    """Every chart of the game."""

    movement: Movement
    gunnery: Gunnery
    damage: Damage
    torpedo: Torpedo
    boat_guns: BoatGuns
    sinking: Sinking
    victory: Victory
    reach: tuple[tuple[str, int], ...]  # (band, square of its last thousandth of a millimetre), nearest first


class Column(NamedTuple):
    """The line of Battery Fire in use: its percentage and the highest total of the white dice that hits (0, 0.

    None).
    """

    percent: int
    need: int


def band_of_square(distance_squared: int) -> Band:
    """Return the range band of a squared distance in thousandths of a millimetre.

    A boundary belongs to the nearer band. Rules: QF-RNG-1, QF-RNG-H1.
    """
    for name, square in load_charts().reach:
        if distance_squared <= square:
            return name  # type: ignore[return-value]
    return ""


@cache
def fire_column(gunnery: int, armour_halves: int) -> Column:
    """Return the entry for a Gunnery rating against an armour rating in half points. Rules: QF-FIRE-4, QF-FIRE-H1."""
    found = Column(0, 0)
    for line in load_charts().gunnery.battery:
        if 200 * gunnery >= line.percent * armour_halves:
            found = Column(line.percent, line.need)
    return found


@cache
def hits_on(total: int) -> int:
    """Return the hits scored by a total of the white dice within the limit, read on the line of that total.

    Rules: QF-FIRE-5.
    """
    return next(line.hits for line in load_charts().gunnery.battery if line.need == total)


@cache
def hit_code(total: int, battery: str) -> str:
    """Return the code a total of the white dice gives: S when even, else the G of the battery. Rules: QF-FIRE-7."""
    if total % 2 == 0:
        return "S"
    return "Gh" if battery == "heavy" else "Gl"


CODE_WORDS = {
    "S": "speed hit",
    "Gh": "heavy gunnery hit",
    "Gl": "light gunnery hit",
    "T": "torpedo rating hit",
    "D": "direction hit",
    "F": "fire",
    "E": "explosion",
}


def hits_text(hits: int, code: str) -> str:
    """Return the hits of a code in words: "1 speed hit", "2 heavy gunnery hits". Rule: QF-DMG-7."""
    return count_noun(hits, CODE_WORDS[code])


@cache
def torpedo_need(kind: str, motion: str, rating: int) -> int:
    """Return the highest total of two dice that is a torpedo hit; 0 is no chance. Rules: QF-TOR-1, QF-TOR-H1."""
    row = load_charts().torpedo.need[kind][motion]
    return row[min(rating, len(row))] if rating > 0 else 0


@cache
def sinking_number(size_quarters: int) -> int:
    """Return the highest total of two dice, less extra speed hits, at which a ship sinks. Rules: QF-SNK-H1."""
    number = load_charts().sinking.number[size_quarters]
    assert number is not None
    return number


@cache
def load_charts() -> Charts:
    """Read the files in tables/. Raises DataError with file, line and field."""
    gunnery = _read("gunnery", Gunnery)
    _check_battery(gunnery)
    return Charts(
        movement=_read("movement", Movement),
        gunnery=gunnery,
        damage=_read("damage", Damage),
        torpedo=_read("torpedoes", Torpedo),
        boat_guns=_read("boat_guns", BoatGuns),
        sinking=_read("sinking", Sinking),
        victory=_read("victory", Victory),
        reach=tuple((name, (gunnery.range_mm[name] * MM) ** 2) for name in BANDS),
    )


def _read(name: str, shape: type[_T]) -> _T:
    return source_at(TABLES / f"{name}.yaml").read(shape)


def _check_battery(gunnery: Gunnery) -> None:
    """Raise DataError when a line of Battery Fire is missing or the percentages do not rise."""
    source = source_at(TABLES / "gunnery.yaml")
    problems = []
    if [line.need for line in gunnery.battery] != list(range(2, 13)):
        problems.append(source.problem("battery", "expected one line for each total of two dice, 2 to 12, in order"))
    for number, (low, high) in enumerate(zip(gunnery.battery, gunnery.battery[1:], strict=False), start=1):
        if high.percent <= low.percent:
            problems.append(source.problem(f"battery[{number}].percent", f"expected more than {low.percent}"))
    if problems:
        raise DataError(problems)


def codes_text(codes: Codes) -> str:
    """Hit codes as the chart prints them: "2 S, Gh, F"; "n/e" for none."""
    return ", ".join(code if count == 1 else f"{count} {code}" for code, count in codes.items()) or "n/e"


def codes_words(codes: Codes) -> str:
    """Hit codes in words: "2 speed hits, 1 heavy gunnery hit"; "no effect" for none. Rule: QF-DMG-7."""
    return ", ".join(hits_text(count, code) for code, count in codes.items()) or "no effect"
