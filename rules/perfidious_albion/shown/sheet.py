"""The quick-reference sheet: the numbers needed in play, in words, chapter by chapter.

Panels with fixed lines are in tables/sheet.yaml; here are those with a line for each size, gun or weapon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from rules.kernel.breakdown import format_fraction, format_signed
from rules.kernel.plurals import count_noun, join_words
from rules.kernel.record import AnyState
from rules.kernel.sheet import SHEET_FILE, cited_row, load_panels, signed_or_zero, table
from rules.kernel.view import Cell, Panel
from rules.perfidious_albion.records.charts import TABLES, Charts, Term, load_charts, numbers_of

POINTS = 100  # parts of a point
MILS = 1000  # parts of an inch
AREA_RULES = ("PA-2.1-3", "PA-2.1-4", "PA-2.1-5")  # of terrain, by smallest area
WEAPON_RULES = {  # of the first floods
    "spar": "PA-6.2-1",
    "short": "PA-6.2-2",
    "medium": "PA-6.2-4",
    "long": "PA-6.2-5",
    "mine": "PA-6.5-16",
}
GUN_WORDS = {  # what the chart's labels say of one shot, reworded for all
    "turned": "turned {turned_degrees} degrees or more this move",
    "end_on": "target end-on, within {rake_degrees} degrees: bow or stern rake",
    "still": "target stopped, aground, adrift or ashore",
    "speed_21": "target at speed 21 to 25",
    "speed_26": "target at speed 26 or more",
    "small_heavy": "target of size 3, guns of type C or heavier",
    "small_medium": "target of size 3, guns of type D",
    "crowd": "each ship that fired at this target before, at most {crowd_most} %",
    "night": "night, target neither lit nor burning nor using a light",
    "fire_control": "modern fire control, beyond its range",
}


def inches(mils: int) -> str:
    """Return a length of the table: 3", 0.5"."""
    return f'{format_fraction(mils, MILS)}"'


def share(parts: tuple[int, int]) -> str:
    """Return a share as text: all, 3/4."""
    one, of = parts
    return "all" if one == of else f"{one}/{of}"


def _lighter(spread: tuple[tuple[int, int], ...]) -> str:
    """Return what a light ram or collision adds to the flooding targets."""
    steps = zip(spread, spread[1:], strict=False)
    return ", ".join(f"{format_signed(value)} below {tons:,} tons" for (tons, _), (_, value) in steps)


SAID: dict[str, Callable[[AnyState], str]] = {  # formats of the numbers in the file's panels
    "inches": inches,
    "signed": format_signed,
    "share": share,
    "floods": lambda count: count_noun(count, "flood"),
    "or": lambda words: " or ".join(map(str, words)),
    "listed": lambda numbers: join_words(list(map(str, numbers))),
    "lighter": _lighter,
}


def sheet(options: Mapping[str, bool]) -> Mapping[str, tuple[Panel, ...]]:
    """Return the panels of the reference sheet under these options, by chapter of the rulebook.

    Rules: PA-2.1-12 to PA-2.1-15, PA-2.4-1, PA-3.2-2, PA-3.4-1, PA-4.1-1, PA-4.5-1, PA-GUN-H3, PA-PEN-H1, PA-5.8-1,
    PA-5.9-1, PA-6.2-1, PA-6.4-8, PA-6.5-3.
    """
    charts, plain = load_charts(), plain_words()
    return {
        "edition": (),
        "table": (_scale(charts),),
        "setting_up": (_weather(charts), _terrain(charts)),
        "fleet": (plain["fleet"],),
        "convoy": (plain["convoy"],),
        "bombardment": (plain["bombardment"],),
        "forces": (plain["forces"], _prices(charts), _house_prices(charts)),
        "crew": (_cohesion(charts), _crew(charts)),
        "sequence": (),
        "winning": (),
        "night": (plain["night"],),
        "movement": (_handling(charts), _sea_limits(charts), plain["storm"]),
        "ground": (plain["ground"], plain["rocks"], plain["contact"]),
        "gunnery": (_chance(charts), _gun_modifiers(charts), _penetration(charts), _arcs(charts)),
        "damage": (plain["speed_lost"], plain["damage"], _shell_floods(charts), _fires(charts), plain["control"]),
        "morale": (plain["morale"],),
        "torpedoes": (_torpedoes(charts), plain["markers"]),
        "flooding": (_flooding(charts), _flood_modifiers(charts)),
        "mines": (_mines(charts, options),),
        "aids": (),
        "dockyard": (_levels(charts),),
        "scenarios": (),
    }


@cache
def plain_words() -> dict[str, Panel]:
    """Return the panels of tables/sheet.yaml by key. Raises DataError with file, line and field."""
    charts = {name: getattr(load_charts(), name) for name in Charts.__struct_fields__}
    return load_panels(TABLES / SHEET_FILE, charts, SAID)


def _points(hundredths: int) -> str:
    whole = format_fraction(hundredths, POINTS)
    return f"{int(whole):,}" if whole.isdigit() else whole


# ---------------------------------------------------------------------- before the battle


def _scale(charts: Charts) -> Panel:
    move = charts.movement
    rows: tuple[Iterable[str | Cell], ...] = (
        cited_row("PA-TAB-H2", "A unit of speed", f"{inches(move.mils_per_speed)} a turn"),
        *(
            (f"Size {size}, model and base", " and ".join(_extent(pair) for pair in (ship.model_mils, ship.base_mils)))
            for size, ship in move.sizes.items()
        ),
        ("Two boats on one base", _extent(move.pair_base_mils)),
        *(
            cited_row("PA-TAB-H6", f"Size {size}", f"from {tons:,} tons" if tons else "smaller")
            for tons, size in move.size_from_tons
        ),
    )
    return table("Models, bases and sizes", ("", ""), rows, "PA-TAB-H4")


def _extent(pair: tuple[int, int]) -> str:
    return f"{inches(pair[0])} by {inches(pair[1])}"


def _weather(charts: Charts) -> Panel:
    weather = charts.weather
    fallen = {grade: [die for die, sea in weather.sea.items() if sea == grade] for grade in weather.grades}
    rows = [
        (grade.capitalize(), _span(fallen[grade]), signed_or_zero(weather.visibility_modifier[grade]))
        for grade in weather.grades
    ]
    seen = ", ".join(f"{number}: {inches(mils)}" for number, mils in enumerate(weather.visibility_mils))
    notes = (
        f"Sea one grade calmer within {inches(weather.land_calming_mils)} of land.",
        f"Visibility, a D6 with the modifier, at night {format_signed(weather.night_modifier)}: {seen} or more.",
    )
    return table("Weather", ("Sea", "D10", "visibility die"), rows, "PA-2.1-12", *notes)


def _span(dice: list[int]) -> str:
    return f"{dice[0]}–{dice[-1]}" if len(dice) > 1 else str(dice[0])


def _terrain(charts: Charts) -> Panel:
    by_area = dict(zip(sorted({*charts.movement.terrain_least_area.values()}), AREA_RULES, strict=True))
    areas = charts.movement.terrain_least_area.items()
    rows = [cited_row(by_area[area], kind.capitalize(), str(area)) for kind, area in areas]
    apart = f"At least {inches(charts.victory.terrain_apart_mils)} from other terrain."
    return table("Terrain", ("", "square inches, at least"), rows, "PA-2.1-3", apart)


def _prices(charts: Charts) -> Panel:
    p = charts.points
    rows: tuple[Iterable[str | Cell], ...] = (
        *((f"Gun of a battery, type {letter}", _points(price)) for letter, price in sorted(p.battery_gun.items())),
        cited_row("PA-2.2-11", "Fort", _points(p.fort)),
        cited_row("PA-2.2-21", "Minefield, a point of density, radius 1 inch", _points(p.minefield)),
        cited_row("PA-2.2-21", "… each further inch of radius", f"times {p.minefield_doubling}"),
        cited_row(
            "PA-2.2-20", "… at most", f"density {p.minefield_density_most}, radius {p.minefield_radius_most} inches"
        ),
    )
    return table("Prices in points", ("", ""), rows, "PA-2.2-1")


def _house_prices(charts: Charts) -> Panel:
    rows: tuple[Iterable[str | Cell], ...] = (
        cited_row("PA-PTS-H3", "Admiral", _points(charts.points.admiral)),
        *(
            (f"{charts.crew.names[quality].capitalize()} crew", f"{percent} %")
            for quality, percent in charts.crew.price_percent.items()
        ),
    )
    return table("Admirals and crews", ("", ""), rows, "PA-PTS-H2")


def _crew(charts: Charts) -> Panel:
    crew = charts.crew
    rows = [(f"Quality {number}, {name}", f"{number + crew.test_add} or less") for number, name in crew.names.items()]
    return table("Crew Test", ("", f"D{crew.test_die}"), rows, "PA-CRW-H1")


def _cohesion(charts: Charts) -> Panel:
    rows = [(f"Quality {number}", f"within {inches(mils)}") for number, mils in charts.crew.cohesion_mils.items()]
    return table("In formation", ("", "of a ship of the squadron"), rows, "PA-2.4-1")


# ---------------------------------------------------------------------- movement


def _handling(charts: Charts) -> Panel:
    rows = [
        (str(size), f"+{s.speed_up} −{s.slow_down}", inches(s.straight_mils), f"{s.most_degrees}°")
        for size, s in charts.movement.sizes.items()
    ]
    note = f"A turn is {charts.movement.turn_degrees} degrees, with that much straight water before each."
    return table("Handling", ("Size", "speed a turn", "straight", "turns a move"), rows, "PA-MOV-H1", note)


def _sea_limits(charts: Charts) -> Panel:
    grades = charts.weather.grades
    rows = [(str(size), *(share(s.sea_limit[sea]) for sea in grades)) for size, s in charts.movement.sizes.items()]
    return table("Speed in a sea", ("Size", *grades), rows, "PA-MOV-H7")


# ---------------------------------------------------------------------- gunnery


def _bands(charts: Charts) -> list[str]:
    return [f"to {inches(mils)}" for mils in charts.gunnery.bands_mils]


def _chance(charts: Charts) -> Panel:
    """Return the hit chance of each gun type by range.

    Rules: PA-GUN-H2, PA-GUN-H3, PA-GUN-H4, PA-GUN-H5, PA-GUN-H20.
    """
    guns = charts.gunnery
    rows = [
        (letter, *(f"{percent}" if percent else "–" for percent in guns.hit_percent[letter])) for letter in guns.letters
    ]
    note = (
        f"Per cent of each gun or group. Their sum to the nearest {guns.round_percent}; each {guns.straddle_percent} % "
        f"is a straddle, a D10 for the rest. At most {guns.most_targets} targets a ship and turn. Guns at level "
        f"{guns.silent_level} are silent in {' or '.join(guns.silent_seas)}."
    )
    return table("The gun chart", ("Type", *_bands(charts)), rows, "PA-GUN-H3", note)


def _gun_modifiers(charts: Charts) -> Panel:
    """Return the modifiers of gunfire. Rules: PA-GUN-H6 to PA-GUN-H20."""
    guns, numbers = charts.gunnery, numbers_of(charts.gunnery)
    rows = []
    for key, term in guns.modifiers.items():
        words = GUN_WORDS.get(key, term.label).format_map(numbers)
        rows.append(cited_row(term.rule, words[:1].upper() + words[1:], f"{format_signed(term.value)} %"))
    reach = f"Modern fire control: technology {guns.fire_control_tech}, guns C and heavier"
    note = f"{reach}, beyond {inches(guns.fire_control_mils)}. Each is a share of the gun's own chance."
    return table("Modifiers of gunfire", ("", ""), rows, "PA-GUN-H6", note)


def _penetration(charts: Charts) -> Panel:
    """Return the penetration of each gun type by range. Rules: PA-PEN-H1, PA-PEN-H2."""
    guns = charts.gunnery
    rows = [(letter, *(str(number) for number in guns.penetration[letter])) for letter in guns.letters]
    need = f"A D6 of {guns.penetration_base} + armour − this number or more goes through."
    return table("Penetration", ("Type", *_bands(charts)), rows, "PA-PEN-H1", need)


def _arcs(charts: Charts) -> Panel:
    """Return the arcs of guns. Rules: PA-GUN-H22, PA-GUN-H23."""
    guns = charts.gunnery
    names = {"F": "Fore", "A": "Aft", "M": "Midships", "P": "Port", "S": "Starboard", "R": "All round"}
    rows: list[Iterable[str | Cell]] = [
        (
            f"{letter}, {names[letter].lower()}",
            ", ".join(f"{first % 360}° to {last % 360 or last}°" for first, last in arc),
        )
        for letter, arc in guns.arcs.items()
    ]
    first = 1
    for row in guns.broadside_arcs:
        arc_words = f"{row.first}° to {row.last}°, either side"
        rows.append(cited_row("PA-GUN-H23", f"Broadside, sections {first} to {row.sections_to}", arc_words))
        first = row.sections_to + 1
    return table("Arcs from the bow", ("", ""), rows, "PA-GUN-H22")


# ---------------------------------------------------------------------- damage


def _shell_floods(charts: Charts) -> Panel:
    """Return the floods of shells by level and gun type, and their effects. Rules: PA-FLO-H3, PA-FLO-H4, PA-FLO-H6."""
    d = charts.damage
    letters = charts.gunnery.letters
    rows = [(f"Level {level}", *(str(row[letter]) for letter in letters)) for level, row in d.shell_floods.items()]
    lists = (
        f"Floods of {share(d.listing)} of the flotation: she lists, speed {share(d.listing_speed)}, and a Crew Test "
        f"failed in the End phase adds {count_noun(d.progressive_floods, 'flood')}. Floods of all of it: she sinks."
    )
    small = f"Any hit at level 5 of a ship of size 3: {count_noun(d.small_ship_floods, 'flood')} at least."
    return table("Floods of a shell", ("", *letters), rows, "PA-FLO-H3", lists, small)


def _fires(charts: Charts) -> Panel:
    """Return how fires start, grow and end. Rules: PA-FIR-H1 to PA-FIR-H4."""
    d = charts.damage
    needs: dict[int, list[str]] = {}
    for letter in charts.gunnery.letters:
        needs.setdefault(d.again_fire[letter], []).append(letter)
    rows = [
        (f"Guns {', '.join(letters)}", "always" if need <= 1 else f"on a D6 of {need} or more")
        for need, letters in needs.items()
    ]
    rows += [
        ("Ships that burn easily", format_signed(d.fire_prone)),
        ("In the End phase", "a D6 below the fire level adds 1"),
        ("EXP", f"a Crew Test: back to FIRE {d.after_explosion_fire}, heavy guns silent for good; else she blows up"),
    ]
    return table("A hit on a box gone before burns", ("", ""), rows, "PA-FIR-H1", f"Track: {', '.join(d.fire_track)}.")


# ---------------------------------------------------------------------- under water


def _torpedoes(charts: Charts) -> Panel:
    """Return first floods and run of each weapon. Rules: PA-6.2-1 to PA-6.2-5, PA-6.5-16, PA-TOR-H1."""

    def run(mils: int, turns: int) -> str:
        if not mils:
            return "–"
        return inches(mils) if turns == 1 else f"{inches(mils)}, {turns} turns"

    rows = [  # the floods and the run of short torpedoes are the sheet's; the other runs are reconstructed
        cited_row(
            "PA-TOR-H1" if weapon.reach_mils and key != "short" else WEAPON_RULES[key],
            weapon.title.capitalize(),
            str(weapon.floods),
            run(weapon.reach_mils, weapon.turns),
        )
        for key, weapon in charts.torpedoes.weapons.items()
    ]
    t = charts.torpedoes
    width = f"{inches(t.marker_narrow_mils)} to {inches(t.marker_wide_mils)}, of a pair times {t.double}"
    note = f"Markers are {width} wide: the width and a run of {inches(t.marker_length_mils)} are rebuilt [PA-TOR-H1]."
    return table("Torpedoes and mines", ("", "first floods", "run"), rows, "PA-6.2-1", note)


def _flooding(charts: Charts) -> Panel:
    """Return the rolls that keep a box dry, by level and distance. Rules: PA-6.4-8, PA-6.4-11, PA-6.4-16, PA-FLO-H1."""
    t = charts.torpedoes
    most = 6  # beyond that a D6 cannot miss the target, whatever the modifiers
    apart = [number for number in range(most) if t.flood_other_level[number] <= most]
    rows = (
        cited_row(
            "PA-FLO-H1",
            "Same level",
            *("hit" if not number else str(t.flood_same_level[number - 1]) for number in apart),
        ),
        cited_row("PA-FLO-H1", "Other level", *(str(t.flood_other_level[number]) for number in apart)),
    )
    notes = (
        "A D6 of this or less keeps a box dry: medium torpedo, quality 2.",
        "First the five boxes beside the hit (two on a shallow ship), then outwards along a level until one is dry.",
    )
    return table("Spread of flooding", ("Sections off", *map(str, apart)), rows, "PA-6.4-8", *notes)


def _terms(table: Mapping[str, Term], numbers: Mapping[str, object], unit: str = "") -> list[tuple[Cell, ...]]:
    found = []
    for term in table.values():
        words = term.label.format_map(numbers)
        found.append(cited_row(term.rule, words[:1].upper() + words[1:], f"{format_signed(term.value)}{unit}"))
    return found


def _flood_modifiers(charts: Charts) -> Panel:
    """Return the modifiers of flooding tests. Rules: PA-6.4-9, PA-6.4-10."""
    rows = _terms(charts.torpedoes.flood_modifiers, {})
    return table("Added to the flooding target", ("", ""), rows, "PA-6.4-9")


def _mines(charts: Charts, options: Mapping[str, bool]) -> Panel:
    """Return the terms of a minefield's chance. Rules: PA-6.5-3 to PA-6.5-15."""
    t = charts.torpedoes
    once = ", once at most" if options.get("mines_halve_once", False) else ""
    rows: tuple[Iterable[str | Cell], ...] = (
        ("Mine attack", f"{t.mine_base} %"),
        ("Each point of density", f"+{t.mine_density} %"),
        *_terms(t.mine_modifiers, numbers_of(t), " %"),
        cited_row("PA-6.5-4", "Own field; ended outside", f"each halves it{once}, fives up"),
    )
    note = f"Each {t.mine_straddle} % is a mine, a D10 for the rest; each strikes as a torpedo does."
    return table("Mines", ("", ""), rows, "PA-6.5-3", note)


TUBES = ("PA-10-1", "PA-10-2", "PA-10-3", "PA-10-4", "PA-10-5", "PA-10-6")


def _levels(charts: Charts) -> Panel:
    """Return the technology levels of torpedo tubes. Rules: PA-10-1 to PA-10-6."""
    rows = [
        cited_row(
            rule,
            level.title,
            signed_or_zero(level.level),
            level.weapon if level.weapon != "any" else "as its calibre",
        )
        for rule, level in zip(TUBES, charts.points.torpedo_levels, strict=True)
    ]
    return table("Torpedo technology", ("", "level", "counts as"), rows, "PA-10-1")
