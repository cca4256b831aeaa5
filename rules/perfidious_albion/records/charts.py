"""The charts: every number of the rules, read once from tables/*.yaml and laid out for quick look-up.

Lengths are thousandths of an inch (`_mils`), prices hundredths of a point, shares numerator and denominator, speeds
units of a knot. There is no fraction and no float.
"""

# ruff: noqa: E702
from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias, TypeVar, get_type_hints

from rules.kernel.datafile import Source, source_at
from rules.kernel.modifiers import Modifier
from rules.kernel.record import Record

Ratio: TypeAlias = tuple[int, int]
Arc: TypeAlias = tuple[int, int]  # relative bearings, clockwise from the first to the last, both included
_T = TypeVar("_T", bound=Record)

TABLES = Path(__file__).parents[1] / "tables"
INCH = 1000
CALM, ROUGH, HEAVY, STORM = GRADES = ("calm", "rough", "heavy", "storm")
QUALITIES = (1, 2, 3)
SIZES = (1, 2, 3)
SPAR, SHORT, MEDIUM, LONG, MINE = ("spar", "short", "medium", "long", "mine")
HEAVY_TYPES = frozenset("ZYXABC")  # C and heavier
MAIN_TYPES = frozenset("ZYXABC")  # the types that fall silent without power, or with flooded magazines


# fmt: off
class Chart(Record, frozen=True, forbid_unknown_fields=True):
    """The content of one file, or of a part of it: exactly these keys."""

class Term(Chart, frozen=True):
    """A row of a table of modifiers: how much, in what words, by which rule."""

    value: int; label: str; rule: str

class Crew(Chart, frozen=True):
    """Crew quality, by 1, 2, 3."""

    names: dict[int, str]; test_add: int; test_die: int; cohesion_mils: dict[int, int]
    price_percent: dict[int, int]

class Weather(Chart, frozen=True):
    """The sea, how far one sees, and what a storm does."""

    grades: tuple[str, ...]
    sea: dict[int, str]  # [D10]
    land_calming_mils: int
    visibility_modifier: dict[str, int]  # [sea]
    night_modifier: int
    visibility_mils: tuple[int, ...]  # [result 0 .. 6]
    swamp_die: int; swamp_bow: int; swamp_bow_unstable: tuple[int, ...]

class Handling(Chart, frozen=True):
    """Model, base and handling of one size; lengths before widths."""

    model_mils: tuple[int, int]; base_mils: tuple[int, int]; speed_up: int; slow_down: int; straight_mils: int
    most_degrees: int
    sea_limit: dict[str, Ratio]  # [sea]

class Movement(Chart, frozen=True):
    """Movement, the rudder, grounding, collisions, rams."""

    mils_per_speed: int; step_mils: int; turn_degrees: int; size_from_tons: tuple[tuple[int, int], ...]
    sizes: dict[int, Handling]; pair_base_mils: tuple[int, int]; spacing_mils: int; initiative_die: int
    rudder: dict[int, str]  # [D6] -> port, straight, starboard
    ground_die: int; ground_tons_per_point: int; ground_need: int; rocks_floods: int; rocks_floods_each_turn: int
    refloat_modifier: int; collision_mils: int; collision_same_squadron: int; collision_divisor: int
    ram_heavier: int
    ram_divisor: int; ram_most: int; ram_bow: int; ram_bow_spread: int; ram_evade_speed: int; ram_evade_slower: int
    ram_back_divisor: dict[str, int]  # ["ram" | "plain"]
    blow_spread: tuple[tuple[int, int], ...]  # tons of the ship that strikes, and what she adds to the targets
    terrain_least_area: dict[str, int]  # [kind]: square inches

class BroadsideArc(Chart, frozen=True):
    """Where a broadside box in sections up to this one bears to starboard; port is the mirror."""

    sections_to: int; first: int; last: int

class Gunnery(Chart, frozen=True):
    """Gun types, ranges, chances, arcs, penetration."""

    letters: tuple[str, ...]  # heaviest first
    shell_lb: dict[str, int]; bands_mils: tuple[int, ...]
    hit_percent: dict[str, tuple[int, ...]]  # [letter][band]
    round_percent: int; straddle_percent: int; modifiers: dict[str, Term]; crowd_most: int; turned_degrees: int
    rake_degrees: int; fire_control_tech: int; fire_control_mils: int; silent_level: int
    silent_seas: tuple[str, ...]; most_targets: int
    arcs: dict[str, tuple[Arc, ...]]  # [F A M P S R]
    broadside_arcs: tuple[BroadsideArc, ...]
    penetration: dict[str, tuple[int, ...]]  # [letter][band]
    penetration_base: int

class Damage(Chart, frozen=True):
    """What hits do: funnels, floods, fires, explosions, sinking, damage control, morale."""

    funnel_speed: int; gunfire_blind_level: int; flash_die: int; flooded_magazine_floods: int; warhead_die: int
    warhead_floods: int
    shell_floods: dict[int, dict[str, int]]  # [level 4 or 5][letter]
    small_ship_floods: int; fire_track: tuple[str, ...]
    again_fire: dict[str, int]  # [letter]: D6
    fire_prone: int; after_explosion_fire: int; explosion_mils: int; explosion_die: int; listing: Ratio
    listing_speed: Ratio; progressive_floods: int; flotation_tons: int
    flotation_factor: dict[str, int]  # hundredths
    flotation_one_below: int; party_tons: int; parties_most: int; fire_die: int; morale_boxes: Ratio
    morale_floods: Ratio; morale_fire: int; morale_each_further: int; morale_flagship: int; withdraw_fire_mils: int
    withdraw_stay_mils: int
    surrender_speed: int; surrender_floods: Ratio; surrender_boxes: Ratio; squadron_lost: Ratio
    garrison_boxes: Ratio; merchant_enemy_mils: int; merchant_friend_mils: int

class Weapon(Chart, frozen=True):
    """What explodes under water: its first floods, what it adds to the flooding targets, how far and long it runs."""

    title: str; floods: int; reach_mils: int; turns: int

class Torpedoes(Chart, frozen=True):
    """Torpedo markers, the spread of flooding, mines."""

    weapons: dict[str, Weapon]  # [spar short medium long mine]
    marker_narrow_mils: int; marker_wide_mils: int; marker_length_mils: int; double: int; trainable_degrees: int
    bow_tube_speed: int; boat_seas: tuple[str, ...]; rake_sections: int
    flood_same_level: tuple[int, ...]  # [distance - 1]
    flood_other_level: tuple[int, ...]  # [distance]
    flood_modifiers: dict[str, Term]; room_reloads: int; mine_base: int; mine_density: int
    mine_round: int; mine_round_to: int; mine_modifiers: dict[str, Term]; mine_slow_below: int; mine_fast_above: int
    mine_straddle: int

class Night(Chart, frozen=True):
    """Searchlights, gun flashes, surprise."""

    searchlight_mils: int; burning_mils: int; light_user_mils: int; random_die: int; surprised_modifier: int

class Ashore(Chart, frozen=True):
    """Forts, shore batteries, bombardment targets."""

    battery_arc: int; power_percent: int; ripple_destroyed: tuple[int, ...]; ripple_fire: tuple[int, ...]
    boxes_per_party: int; target_quality: int; bombardment_least: str; torp_room_weapon: str; torp_room_tubes: int
    torp_room_degrees: int; fort_target: int

class Victory(Chart, frozen=True):
    """The three missions: budgets, distances of the set-up, targets."""

    fleet_points: int; fleet_target_percent: int; lead_percent: int; terrain_apart_mils: int
    deploy_visibility_percent: int; minefield_apart_mils: int; cargo_step: int; cargo_least: int
    cargo_load_step: int; escort_percent: int; merchant_percent: int; box_mils: int; boxes_apart_mils: int
    box_terrain_mils: int; entry_escort_percent: int; box_attacker_mils: int; cargo_more_than_percent: int
    draw_percent: int; bombardment_points: int; declared_least: int; declared_most: int; defender_percent: int
    defender_each_turn: int; island_edge_mils: int; corner_mils: int; target_reach_mils: int
    bombardment_target_percent: int; bombardment_base: int
    size_least: int; size_most: int; size_step: int; sizes_offered: tuple[int, ...]

class TorpedoLevel(Chart, frozen=True):
    """A technology level of torpedoes: weapon short, medium, long or any; place above, below, single, twin or any."""

    title: str; level: int; weapon: str; place: str

class Points(Chart, frozen=True):
    """Prices in hundredths of a point; factors of the ship formula in hundredths."""

    battery_gun: dict[str, int]; casemate_per_armour: int; casemate_heavy: int; fort: int; minefield: int
    minefield_doubling: int; minefield_density_most: int; minefield_radius_most: int
    torpedo_under_water: dict[str, int]  # broadside, fore_and_aft
    torpedo_above_water: dict[str, int]; trainable_tube: int; trainable_sides: int; admiral: int; ton: int
    ton_speed: int; speed_base: int; gun: int; armour: int; quickfirers: int; cargo_box: int; tech: dict[int, int]
    tech_years: dict[int, int]; round_to: int; qf_pounds: int; qf_rescue_pounds: int; funnel_tons: int
    torpedo_levels: tuple[TorpedoLevel, ...]


# fmt: on
class Charts(Record, frozen=True, kw_only=True):
    """Every chart of the game."""

    crew: Crew
    weather: Weather
    movement: Movement
    gunnery: Gunnery
    damage: Damage
    torpedoes: Torpedoes
    night: Night
    ashore: Ashore
    victory: Victory
    points: Points


@cache
def load_charts() -> Charts:
    """Read the files in tables/. Raises DataError with file, line and field."""
    kinds = get_type_hints(Charts)
    charts = Charts(**{name: _read(name, kinds[name]) for name in Charts.__struct_fields__})
    check_gunnery(source_at(TABLES / "gunnery.yaml"), charts.gunnery)
    return charts


def _read(name: str, shape: type[_T]) -> _T:
    return source_at(TABLES / f"{name}.yaml").read(shape)


def check_gunnery(source: Source, gunnery: Gunnery) -> None:
    """Raise DataError when a gun type lacks a line, or a line a range band."""
    source.refuse(_gunnery_faults(gunnery))


def _gunnery_faults(gunnery: Gunnery) -> Iterator[tuple[tuple[str, ...], str]]:
    bands = len(gunnery.bands_mils)
    for field, rows in (("hit_percent", gunnery.hit_percent), ("penetration", gunnery.penetration)):
        missing = [letter for letter in gunnery.letters if letter not in rows]
        if missing:
            yield (field,), f"expected a line for each gun type; {', '.join(missing)} missing"
        for letter, row in rows.items():
            if len(row) != bands:
                yield (field, letter), f"expected {bands} numbers, one a range band"


def terms_of(table: dict[str, Term], true: Container[str], said: Mapping[str, object]) -> list[Modifier]:
    """Return the rows of a table whose key is in `true`, in the table's order. `said` fills the {words} in them."""
    return [Modifier(term.value, term.label.format_map(said), term.rule) for key, term in table.items() if key in true]


def numbers_of(chart: Chart) -> dict[str, object]:
    """Return the numbers of a chart by name, for the labels that tell them."""
    return {name: getattr(chart, name) for name in chart.__struct_fields__}


def cohesion_mils(quality: int) -> int:
    """Return how far a ship may be from a ship of her squadron and still be in formation. Rules: PA-2.4-1."""
    return load_charts().crew.cohesion_mils[quality]


def crew_target(quality: int) -> int:
    """Return the most a D6 may show for a Crew Test to pass, before modifiers. Rules: PA-CRW-H1."""
    return quality + load_charts().crew.test_add


def calmer_sea(sea: str) -> str:
    """Return the sea within reach of land: one grade calmer. Rules: PA-2.1-13."""
    grades = load_charts().weather.grades
    return grades[max(0, grades.index(sea) - 1)]


def visibility_mils(die: int, sea: str, night: bool) -> int:
    """Return how far one sees, from the D6, the state of the open sea and the hour.

    Rules: PA-2.1-14, PA-2.1-15, PA-3.4-1.
    """
    weather = load_charts().weather
    result = die + weather.visibility_modifier[sea] + (weather.night_modifier if night else 0)
    return weather.visibility_mils[max(0, min(result, len(weather.visibility_mils) - 1))]


@cache
def band_of(distance_mils: int) -> int:
    """Return the range band 0..6 of a distance, a boundary in the nearer band; -1 beyond the last. Rules: PA-GUN-H2."""
    for number, limit in enumerate(load_charts().gunnery.bands_mils):
        if distance_mils <= limit:
            return number
    return -1


def hit_percent(letter: str, band: int) -> int:
    """Return the chance of one gun in per cent before modifiers; 0 is out of range. Rules: PA-GUN-H3."""
    return load_charts().gunnery.hit_percent[letter][band] if band >= 0 else 0


def penetration(letter: str, band: int) -> int:
    """Return the penetration number of a gun type at a range band. Rules: PA-PEN-H2."""
    return load_charts().gunnery.penetration[letter][band]


def penetration_need(letter: str, band: int, armour: int) -> int:
    """Return what a D6 must show at least to go through: 1 or less always does, 7 or more never. Rules: PA-PEN-H1."""
    return load_charts().gunnery.penetration_base + armour - penetration(letter, band)


@cache
def arcs_of(arc: str, section: int) -> tuple[Arc, ...]:
    """Return where a gun box bears: relative bearings clockwise. A broadside box ("") has starboard first, then port.

    Rules: PA-GUN-H22, PA-GUN-H23.
    """
    gunnery = load_charts().gunnery
    if arc:
        return gunnery.arcs[arc]
    row = next(row for row in gunnery.broadside_arcs if section <= row.sections_to)
    return (row.first, row.last), (360 - row.last, 360 - row.first)


@cache
def size_of(tons: int) -> int:
    """Return the size of a ship by her tons: 1 large, 2, 3 small. Rules: PA-TAB-H6."""
    return next(size for least, size in load_charts().movement.size_from_tons if tons >= least)


def flood_target(same_level: bool, apart: int) -> int:
    """Return the flooding target before modifiers, `apart` sections from the hit. Rules: PA-6.4-13, PA-FLO-H1."""
    chart = load_charts().torpedoes
    return chart.flood_same_level[apart - 1] if same_level else chart.flood_other_level[apart]
