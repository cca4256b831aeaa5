"""The quick-reference sheet, second part: gunfire, damage, and what happens under water."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.kernel.breakdown import amount, signed
from rules.kernel.view import Cell, Panel
from rules.kernel.wording import some
from rules.perfidious_albion.records.charts import Charts, Term, numbers_of

MILS = 1000  # parts of an inch
GUN_WORDS = {  # what the chart's labels say of a shot, said for every shot
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


def table(title: str, header: Iterable[str], rows: Iterable[Iterable[str]], rule: str, *notes: str) -> Panel:
    """A panel of plain words."""
    cells = tuple(tuple(Cell(text) for text in row) for row in rows)
    return Panel(
        id=f"sheet/{title}", kind="table", title=title, header=tuple(header), rows=cells, notes=notes, rule=rule
    )


def inches(mils: int) -> str:
    """A length of the table: 3", 0.5"."""
    return f'{amount(mils, MILS)}"'


def share(parts: tuple[int, int]) -> str:
    """A share in words: all, 3/4."""
    one, of = parts
    return "all" if one == of else f"{one}/{of}"


def or_nought(value: int) -> str:
    """A modifier with its sign, or 0."""
    return signed(value) if value else "0"


# ---------------------------------------------------------------------- gunnery


def _bands(charts: Charts) -> list[str]:
    return [f"to {inches(mils)}" for mils in charts.gunnery.bands_mils]


def chance(charts: Charts) -> Panel:
    """The chance of each gun type by range. Rules: PA-GUN-H2, PA-GUN-H3, PA-GUN-H4, PA-GUN-H5, PA-GUN-H20."""
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


def gun_modifiers(charts: Charts) -> Panel:
    """What is added to it, as said of any shot. Rules: PA-GUN-H6 to PA-GUN-H20."""
    guns, numbers = charts.gunnery, numbers_of(charts.gunnery)
    rows = []
    for key, term in guns.modifiers.items():
        words = GUN_WORDS.get(key, term.label).format_map(numbers)
        rows.append((words[:1].upper() + words[1:], f"{signed(term.value)} %"))
    reach = f"Modern fire control: technology {guns.fire_control_tech}, guns C and heavier"
    note = f"{reach}, beyond {inches(guns.fire_control_mils)}. Each is a share of the gun's own chance."
    return table("Modifiers of gunfire", ("", ""), rows, "PA-GUN-H6", note)


def penetration(charts: Charts) -> Panel:
    """The penetration of each gun type by range. Rules: PA-PEN-H1, PA-PEN-H2."""
    guns = charts.gunnery
    rows = [(letter, *(str(number) for number in guns.penetration[letter])) for letter in guns.letters]
    need = f"A D6 of {guns.penetration_base} + armour − this number or more goes through."
    return table("Penetration", ("Type", *_bands(charts)), rows, "PA-PEN-H1", need)


def arcs(charts: Charts) -> Panel:
    """Where guns bear. Rules: PA-GUN-H22, PA-GUN-H23."""
    guns = charts.gunnery
    names = {"F": "Fore", "A": "Aft", "M": "Midships", "P": "Port", "S": "Starboard", "R": "All round"}
    rows = [
        (
            f"{letter}, {names[letter].lower()}",
            ", ".join(f"{first % 360}° to {last % 360 or last}°" for first, last in arc),
        )
        for letter, arc in guns.arcs.items()
    ]
    first = 1
    for row in guns.broadside_arcs:
        rows.append((f"Broadside, sections {first} to {row.sections_to}", f"{row.first}° to {row.last}°, either side"))
        first = row.sections_to + 1
    return table("Arcs from the bow", ("", ""), rows, "PA-GUN-H22")


# ---------------------------------------------------------------------- damage


def speed_lost(charts: Charts) -> Panel:
    """What costs speed and lights. Rules: PA-5.8-1, PA-5.8-3, PA-5.8-8, PA-5.8-9, PA-3.4-3."""
    rows = (
        ("A funnel's box, once; not the upper part of a tall funnel", f"speed −{charts.damage.funnel_speed}"),
        ("A propulsion room", "the units of speed it gives; with funnels both count"),
        ("Conning tower hit, by night", "its searchlight is lost"),
    )
    return table("Funnels and propulsion", ("", ""), rows, "PA-5.8-1")


def damage(charts: Charts) -> Panel:
    """Flash, magazines, warheads, explosions. Rules: PA-DMG-H3, PA-DMG-H4, PA-DMG-H7, PA-DMG-H10."""
    d = charts.damage
    rows = (
        (
            "A gun box lost above a magazine",
            f"a flash on a D6 of {d.flash_die}: a Crew Test floods it, or she blows up",
        ),
        ("… flooded in time", some(d.flooded_magazine_floods, "flood")),
        ("A torpedo launcher lost", f"on a D6 of {d.warhead_die} its warheads: {some(d.warhead_floods, 'flood')}"),
        (
            f"A ship explodes within {inches(d.explosion_mils)}",
            f"others catch fire on a D6 of {d.explosion_die} or more",
        ),
        ("A shell in a magazine", "she blows up; a torpedo or mine: after a Crew Test"),
        ("Level 6", "no effect from gunfire"),
    )
    return table("Other damage", ("", ""), rows, "PA-DMG-H3")


def shell_floods(charts: Charts) -> Panel:
    """Floods of shells by level and gun type, and what they bring. Rules: PA-FLO-H3, PA-FLO-H4, PA-FLO-H6."""
    d = charts.damage
    letters = charts.gunnery.letters
    rows = [(f"Level {level}", *(str(row[letter]) for letter in letters)) for level, row in d.shell_floods.items()]
    lists = (
        f"Floods of {share(d.listing)} of the flotation: she lists, speed {share(d.listing_speed)}, and a Crew Test "
        f"failed in the End phase adds {some(d.progressive_floods, 'flood')}. Floods of all of it: she sinks."
    )
    small = f"Any hit at level 5 of a ship of size 3: {some(d.small_ship_floods, 'flood')} at least."
    return table("Floods of a shell", ("", *letters), rows, "PA-FLO-H3", lists, small)


def fires(charts: Charts) -> Panel:
    """How fires start, grow and end. Rules: PA-FIR-H1 to PA-FIR-H4."""
    d = charts.damage
    needs: dict[int, list[str]] = {}
    for letter in charts.gunnery.letters:
        needs.setdefault(d.again_fire[letter], []).append(letter)
    rows = [
        (f"Guns {', '.join(letters)}", "always" if need <= 1 else f"on a D6 of {need} or more")
        for need, letters in needs.items()
    ]
    rows += [
        ("Ships that burn easily", signed(d.fire_prone)),
        ("In the End phase", "a D6 below the fire level adds 1"),
        ("EXP", f"a Crew Test: back to FIRE {d.after_explosion_fire}, heavy guns silent for good; else she blows up"),
    ]
    return table("A hit on a box gone before burns", ("", ""), rows, "PA-FIR-H1", f"Track: {', '.join(d.fire_track)}.")


def control(charts: Charts) -> Panel:
    """Parties and what they mend. Rules: PA-5.9-1, PA-5.9-2, PA-5.9-3, PA-DC-H1, PA-DC-H2."""
    d = charts.damage
    rows = (
        ("Parties", f"one for each {d.party_tons:,} tons or part, at most {d.parties_most}"),
        ("A job succeeds", "on a D6 of the Crew Quality or less, once a turn"),
        ("Steering gear", "repaired"),
        ("Flooding, or fire", "reduced by 1"),
        ("Propulsion", "one room repaired: the units of speed it gives"),
    )
    return table("Damage control", ("", ""), rows, "PA-5.9-1")


def morale(charts: Charts) -> Panel:
    """What shakes ships, and what then. Rules: PA-MOR-H1 to PA-MOR-H8."""
    d = charts.damage
    shaken = f"{share(d.morale_boxes)} of her boxes gone, floods of {share(d.morale_floods)} of her flotation, FIRE"
    rows = (
        ("Shaken by", f"{shaken} {d.morale_fire}"),
        ("Crew Test in the End phase", f"{signed(d.morale_each_further)} for each beyond the first"),
        ("… in formation with a flagship not broken", signed(d.morale_flagship)),
        ("Failed: withdraws", f"to her base line, fires within {inches(d.withdraw_fire_mils)}"),
        (
            "Failed again: surrenders",
            f"at {d.surrender_speed} knots or less, main guns silent, floods of {share(d.surrender_floods)}, "
            f"or {share(d.surrender_boxes)} of the boxes gone",
        ),
        (f"{share(d.squadron_lost)} of a squadron lost", "one test for each of its ships"),
        ("A detached ship", "a Crew Test when she acts, or she only rejoins and fires at the nearest"),
        (f"A fort, {share(d.garrison_boxes)} of its structure gone", "a Crew Test each End phase, or abandoned"),
        (
            f"A merchant, an enemy within {inches(d.merchant_enemy_mils)}",
            f"and no friend within {inches(d.merchant_friend_mils)}: a Crew Test, or she strikes",
        ),
    )
    return table("Morale", ("", ""), rows, "PA-MOR-H1")


# ---------------------------------------------------------------------- under water


def torpedoes(charts: Charts) -> Panel:
    """First floods and run of each weapon. Rules: PA-6.2-1 to PA-6.2-5, PA-6.5-16, PA-TOR-H1."""

    def run(mils: int, turns: int) -> str:
        if not mils:
            return "–"
        return inches(mils) if turns == 1 else f"{inches(mils)}, {turns} turns"

    rows = [
        (weapon.title.capitalize(), str(weapon.floods), run(weapon.reach_mils, weapon.turns))
        for weapon in charts.torpedoes.weapons.values()
    ]
    t = charts.torpedoes
    width = f"{inches(t.marker_narrow_mils)} to {inches(t.marker_wide_mils)}, of a pair times {t.double}"
    note = f"Markers are {width} wide: the width and a run of {inches(t.marker_length_mils)} are rebuilt [PA-TOR-H1]."
    return table("Torpedoes and mines", ("", "first floods", "run"), rows, "PA-6.2-1", note)


def markers(charts: Charts) -> Panel:
    """Laying markers and running through them. Rules: PA-6.1-3 to PA-6.1-9, PA-6.3-2, PA-6.4-1 to PA-6.4-3."""
    t = charts.torpedoes
    rows = (
        ("Trainable tubes", f"to {t.trainable_degrees} degrees from the beam, anywhere along the side"),
        ("Fixed tubes", "perpendicular to the hull, or ahead; small craft in any direction"),
        ("Bow tubes, but of torpedo craft", f"at speed {t.bow_tube_speed} or less"),
        ("Out by the wide end", "no test"),
        ("Own boats, same turn", "no test"),
        ("Any other way", "for each torpedo a D6, the level, and a D10, the section"),
        ("Out by the narrow end", "a bow rake: two D6"),
        ("Levels 1 to 4", "no effect"),
        ("Reloading", "a Crew Test a mount, not in a turn it fired"),
    )
    return table("Markers", ("", ""), rows, "PA-6.4-1")


def flooding(charts: Charts) -> Panel:
    """What keeps a box dry, by level and distance. Rules: PA-6.4-8, PA-6.4-11, PA-6.4-16, PA-FLO-H1."""
    t = charts.torpedoes
    most = 6  # beyond that the target of a D6 is safe whatever the modifiers
    apart = [number for number in range(most) if t.flood_other_level[number] <= most]
    rows = (
        ("Same level", *("hit" if not number else str(t.flood_same_level[number - 1]) for number in apart)),
        ("Other level", *(str(t.flood_other_level[number]) for number in apart)),
    )
    notes = (
        "A D6 of this or less keeps a box dry: medium torpedo, quality 2.",
        "First the five boxes beside the hit (two on a shallow ship), then outwards along a level until one is dry.",
    )
    return table("Spread of flooding", ("Sections off", *map(str, apart)), rows, "PA-6.4-8", *notes)


def _terms(table: Mapping[str, Term], numbers: Mapping[str, object], unit: str = "") -> list[tuple[str, str]]:
    found = []
    for term in table.values():
        words = term.label.format_map(numbers)
        found.append((words[:1].upper() + words[1:], f"{signed(term.value)}{unit}"))
    return found


def flood_modifiers(charts: Charts) -> Panel:
    """What is added to that. Rules: PA-6.4-9, PA-6.4-10."""
    rows = _terms(charts.torpedoes.flood_modifiers, {})
    return table("Added to the flooding target", ("", ""), rows, "PA-6.4-9")


def mines(charts: Charts, options: Mapping[str, bool]) -> Panel:
    """The sum of a minefield. Rules: PA-6.5-3 to PA-6.5-15."""
    t = charts.torpedoes
    once = ", once at most" if options.get("mines_halve_once", False) else ""
    rows = (
        ("Mine attack", f"{t.mine_base} %"),
        ("Each point of density", f"+{t.mine_density} %"),
        *_terms(t.mine_modifiers, numbers_of(t), " %"),
        ("Own field; ended outside", f"each halves it{once}, fives up"),
    )
    note = f"Each {t.mine_straddle} % is a mine, a D10 for the rest; each strikes as a torpedo does."
    return table("Mines", ("", ""), rows, "PA-6.5-3", note)


def levels(charts: Charts) -> Panel:
    """Technology of torpedo tubes. Rules: PA-10-1 to PA-10-6."""
    rows = [
        (
            level.title,
            or_nought(level.level),
            level.weapon if level.weapon != "any" else "as its calibre",
        )
        for level in charts.points.torpedo_levels
    ]
    return table("Torpedo technology", ("", "level", "counts as"), rows, "PA-10-1")
