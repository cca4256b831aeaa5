"""The quick-reference sheets of both games: the charts they share as panels with nothing lit, in words.

Each game cites its own rules for them and adds its own. No number stands here: all come from the charts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rules.kernel.plurals import join_words
from rules.kernel.sheet import cited_row, signed_or_zero, table
from rules.kernel.view import Cell, Panel
from rules.nws.charts import Charts, Ratio
from rules.nws.combat_arithmetic import RESULTS, gun_needs
from rules.nws.pieces import FORMATION_NAMES

SIZE_WORDS = {"S": "small (S)", "M": "medium (M)", "L": "large (L)"}
SIDES = {"IJN": "Japan", "USN": "United States"}
KINDS = {
    "T93": "T93 Long Lance",
    "T90": "T90 older 24-inch",
    "Mk15": "Mk15 United States",
    "Mk9": "Mk9 other Allied",
    "Old": "Old (6th Year, Mk 8)",
}
STANDING = {
    "light": "Light damage",
    "moderate": "Moderate damage",
    "heavy": "Heavy damage",
    "out_of_action": "Out of action",
    "sunk": "Sunk",
}
TYPES = {
    "BB": "battleships",
    "CA": "heavy cruisers",
    "CL": "light cruisers",
    "DD": "destroyers",
    "APD": "fast transports",
}


class Words(NamedTuple):
    """How a game speaks, and which of its rules stands behind each panel."""

    unit: str  # hexes, bands
    guns: str
    gun_results: str
    torpedoes: str
    torpedo_hits: str
    eyes: str
    radar: str
    control: str
    six: tuple[str, str, str]  # of the second die: nothing, structure, flotation
    wrecks: str
    points: str
    grades: str
    formation: str


def share(ratio: Ratio) -> str:
    """Return a share of a value in words: "1/8 of the value"."""
    top, bottom = ratio
    return "nothing" if not top else "the whole value" if top == bottom else f"{top}/{bottom} of the value"


def number_span(first: int, last: int) -> str:
    """Return numbers from one to another: "4", "5–6"."""
    return str(first) if first == last else f"{first}–{last}"


# ---------------------------------------------------------------------- guns


def _steps(charts: Charts) -> Iterator[tuple[int, int, int]]:
    """Yield (first, last, step) of the distances that count alike."""
    first = 0
    for distance in range(1, len(charts.gun_steps) + 1):
        if distance == len(charts.gun_steps) or charts.gun_steps[distance] != charts.gun_steps[first]:
            yield first, distance - 1, charts.gun_steps[first]
            first = distance


def gun_table(charts: Charts, words: Words) -> Panel:
    """Return the need on two dice by firepower and range, against armour 0."""
    steps = tuple(_steps(charts))
    rows = (
        (
            number_span(line.first, line.last),
            *(str(gun_needs(charts.gunnery, line.value or 0, step, 0)) for _, _, step in steps),
        )
        for line in charts.gunnery.columns
    )
    reach = ", ".join(f"class {gun} {far}" for gun, far in charts.gun_reach.items())
    return table(
        "Gunnery: target number on 2d6",
        ("FP", *(str(last) for _, last, _ in steps)),
        rows,
        words.guns,
        f"Across: {words.unit}, up to. Add the target's armour. FP: firepower now, by the line of the card.",
        f"Guns reach, in {words.unit}: {reach}.",
    )


def gun_modifiers(charts: Charts, words: Words, own: Iterable[Iterable[str | Cell]]) -> Panel:
    """Return what is added to the roll; own: the rows of the game's own, first."""
    guns = charts.gunnery
    rows: list[Iterable[str | Cell]] = [
        *own,
        ("target evading", signed_or_zero(guns.target_evading)),
        ("firer evading", signed_or_zero(guns.firer_evading)),
        ("firer on fire", signed_or_zero(guns.firer_on_fire)),
        ("firer in Dispersed formation", signed_or_zero(guns.firer_dispersed)),
    ]
    for grade, row in charts.radar.items():
        if row.sighted:
            text = f"radar {grade} at a sighted target, from {2 * guns.radar_from_bands},000 yards on"
            rows.append((text, signed_or_zero(row.sighted)))
    for grade, row in charts.radar.items():
        rows.append(
            (f"blind fire by radar {grade}", "no" if row.blind_fire is None else signed_or_zero(row.blind_fire))
        )
    for line in guns.penetration:
        more = (
            f"{line.defence_from} or more" if line.defence_to >= 10 else number_span(line.defence_from, line.defence_to)
        )
        rows.append((f"class {line.gun} guns at armour {more}", signed_or_zero(line.value)))
    for gun, sizes in guns.size.items():
        for size, value in sizes.items():
            rows.append((f"class {gun} guns at a {SIZE_WORDS[size]} ship", signed_or_zero(value)))
    after = guns.crowd_free + 1
    rows.append(
        (f"ship number {after} at one target this turn, and each one more", f"{signed_or_zero(guns.crowd_each)} each")
    )
    return table("Added to the roll of the guns", ("", ""), rows, words.guns)


def gun_results(charts: Charts, words: Words) -> Panel:
    """Return what the margin makes: levels, fire, flooding."""
    guns, rows = charts.gunnery, []
    for level in range(1, guns.max_levels + 1):
        name, least = RESULTS[level], (level - 1) * guns.level_per_margin
        margin = (
            f"{least} or more" if level == guns.max_levels else number_span(least, least + guns.level_per_margin - 1)
        )
        flood = guns.flotation_need[name]
        rows.append(
            (
                margin,
                name.capitalize(),
                f"{level}",
                f"{guns.fire_need[name]} or more",
                "–" if flood is None else f"{flood} or more",
            )
        )
    return table(
        "What a hit does",
        ("Roll above target number", "", "structure", "fire on 1d6", "flotation +1 on 1d6"),
        rows,
        words.gun_results,
        f"A {guns.natural_miss} on the dice always misses. A {guns.natural_hit} is at least Light, if the roll "
        f"needed is at most {guns.natural_hit_limit}.",
        f"Class {guns.small_gun} guns add at most {guns.small_gun_most_levels} level to a ship of armour "
        f"{guns.small_gun_from_defence} or more. Gunfire at a wreck floods her instead.",
    )


# ---------------------------------------------------------------------- torpedoes


def torpedo_table(charts: Charts, words: Words, distances: tuple[str, ...], runs: Iterable[tuple[str, ...]]) -> Panel:
    """Return the need by kind and distance; distances: their names; runs: further rows, how long a salvo runs."""
    needs = charts.torpedo.need
    rows = [
        (KINDS[kind], *(str(need[d]) if d < len(need) else "–" for d in range(len(distances))))
        for kind, need in needs.items()
    ]
    return table(
        "Torpedoes: target number on 2d6", (f"{words.unit} at launch", *distances), [*rows, *runs], words.torpedoes
    )


def torpedo_modifiers(charts: Charts, words: Words, changed: str) -> Panel:
    """Return what is added to a salvo's roll on arrival. changed: what counts as running off."""
    tubes = charts.torpedo
    rows = [
        ("target evading", signed_or_zero(tubes.target_evading)),
        (changed, signed_or_zero(tubes.target_changed)),
        (f"target at {tubes.slow_kn} knots or less", signed_or_zero(tubes.target_slow)),
        *((f"{SIZE_WORDS[size]} target", signed_or_zero(value)) for size, value in tubes.size.items() if value),
        ("launched unseen by the target's division", signed_or_zero(tubes.unseen_launch)),
    ]
    rows += [
        (f"target in {FORMATION_NAMES[name]}", signed_or_zero(value))
        for name, value in tubes.formation.items()
        if value
    ]
    last = tubes.two_hits_margin - 1
    return table(
        "Added to the roll of a salvo",
        ("", ""),
        rows,
        words.torpedoes,
        f"{number_span(0, last)} above the target number is one hit, {tubes.two_hits_margin} or more are two; "
        f"{tubes.natural_miss} on "
        "the dice misses.",
        f"American {join_words(tubes.dud_kinds)}: each hit fails on 1 to {tubes.duds_until} through {tubes.dud_until}, "
        f"then on {tubes.duds_after}.",
        f"No launch with {STANDING['heavy']}, nor while evading. Reloads: {tubes.reload_turns} turns without firing "
        "guns, once.",
    )


def torpedo_hits(charts: Charts, words: Words) -> Panel:
    """Return levels of flotation for each face of the die, by kind and size."""
    tubes, rows, texts = charts.torpedo, [], dict[str, list[str]]()
    for kind, sizes in tubes.effect.items():
        texts.setdefault(str(sizes), []).append(kind)
    for kinds in texts.values():
        for size, levels in tubes.effect[kinds[0]].items():
            rows.append((f"{', '.join(kinds)} at a {SIZE_WORDS[size]} ship", *map(str, levels)))
    return table(
        "What a torpedo does",
        ("flotation by 1d6", *map(str, range(1, 7))),
        rows,
        words.torpedo_hits,
        f"Armour below {tubes.soft_below}: {signed_or_zero(tubes.soft_hull)} to the die. {tubes.structure_from} or "
        f"more: "
        f"structure +{tubes.structure_gain} besides.",
    )


# ---------------------------------------------------------------------- eyes and radar


def sight_table(charts: Charts, words: Words, *more: str) -> Panel:
    """Return how far each size is seen, and what is added."""
    spotting = charts.spotting
    rows = ((spotting.visibility[key], *(str(row[size]) for size in SIZE_WORDS)) for key, row in spotting.range.items())
    lookouts = "; ".join(
        f"{year} " + ", ".join(f"{SIDES[side]} {signed_or_zero(value)}" for side, value in sides.items() if value)
        for year, sides in spotting.lookouts.items()
    )
    return table(
        f"Sighting distance in {words.unit}",
        ("", *SIZE_WORDS.values()),
        rows,
        words.eyes,
        f"Trained lookouts: {lookouts}.",
        f"Target fired last turn {signed_or_zero(spotting.flash)}, burns {signed_or_zero(spotting.burning)}.",
        *more,
    )


def radar_table(charts: Charts, words: Words, *more: str) -> Panel:
    """Return what each grade of radar does."""
    rows = (
        (
            grade,
            str(charts.radar_range[grade]),
            f"1 to {row.contact}",
            signed_or_zero(row.sighted),
            _blind(row.blind_fire),
        )
        for grade, row in charts.radar.items()
    )
    spotting = charts.spotting
    lights = (
        f"Searchlight: a sighted ship within {spotting.searchlight}. Star shell: bursts at {spotting.star_from} to "
        f"{spotting.star_to}, found on {spotting.star_need} or more."
    )
    header = ("Radar", f"searches, {words.unit}", "contact on", "gunnery, sighted", "blind fire")
    return table("Radar and lights", header, rows, words.radar, lights, *more)


def _blind(value: int | None) -> str:
    return "no" if value is None else signed_or_zero(value)


# ---------------------------------------------------------------------- damage and points


def control_table(charts: Charts, words: Words, six: bool, *more: str) -> Panel:
    """Return damage control: the roll, and the second die of a six where the players use it."""
    control = charts.damage_control
    rows: list[Iterable[str | Cell]] = [
        (f"fire out, {SIDES[side]}", f"1 to {last}") for side, last in control.fire_out.items()
    ]
    notes = ["One die a ship that burns, or is flooded and might get worse."]
    if six:
        effects = {
            "nothing": "no effect",
            "structure_if_fire": f"structure +{control.trouble_levels}, only if she is on fire",
            "flotation_if_flooded": f"flotation +{control.trouble_levels}, only if she is flooded already",
        }
        for (effect, text), rule in zip(effects.items(), words.six, strict=True):
            faces = [face for face, found in control.trouble.items() if found == effect]
            rows.append(cited_row(rule, f"a {control.trouble_on}, then {number_span(faces[0], faces[-1])}", text))
    return table("Damage control", ("", ""), rows, words.control, *notes, *more)


def wreck_note(charts: Charts) -> str:
    """Return what becomes of wrecks."""
    damage = charts.damage
    return (
        f"When the battle ends a wreck sinks on {damage.wreck_need} or more: one die + flotation levels, "
        f"{signed_or_zero(damage.wreck_burning)} if she burns."
    )


def points_table(charts: Charts, words: Words, land: dict[str, Ratio] | None = None) -> Panel:
    """Return what a ship, and a land unit, is worth as it stands."""
    shares = charts.victory.shares
    rows = [
        (text, share(shares[key]), *((share(land[key]) if key in land else "–",) if land else ()))
        for key, text in STANDING.items()
    ]
    header = ("", "a ship", "a land unit") if land else ("", "a ship")
    return table(
        "Victory points",
        header,
        rows,
        words.points,
        "The greatest damage of either track counts; each ship by herself, to the nearest whole number, halves up.",
    )


def grades_table(charts: Charts, words: Words) -> Panel:
    """Return who has won."""
    shares = {step.title: 100 * step.least[0] // step.least[1] for step in charts.victory.ratios if step.least[0]}
    lowest = min(shares.values())
    rows = [
        (
            step.title,
            f"{shares[step.title]} % or more of the smaller" if step.title in shares else f"less than {lowest} %",
        )
        for step in charts.victory.ratios
    ]
    return table(
        "Who has won: the larger score",
        ("", ""),
        rows,
        words.grades,
        f"The smaller score counts as at least {charts.victory.least_divisor}.",
    )


def formation_table(charts: Charts, words: Words, own: Mapping[str, tuple[str, ...]], header: tuple[str, ...]) -> Panel:
    """Return what each formation does. own: formation -> further cells; header: their names."""
    rows = (
        (FORMATION_NAMES[name], signed_or_zero(charts.torpedo.formation[name]), *cells) for name, cells in own.items()
    )
    return table("Formations", ("", "torpedoes at it", *header), rows, words.formation)
