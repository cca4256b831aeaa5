"""The quick-reference sheet: the combat chart with nothing lit, and other numbers needed in play."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.plurals import count_noun, join_words
from rules.kernel.sheet import cited_row, signed_or_zero, table
from rules.kernel.view import Panel
from rules.quickfire.charts import BAND_NAMES, BANDS, Charts, load_charts
from rules.quickfire.combat_chart import (
    battery_fire,
    blast,
    boat_guns,
    damage,
    reckoner_panel,
    sinking_panel,
    torpedoes,
)

CODES = "S speed, Gh and Gl heavy and light gunnery, F fire, D direction (rudder), E explosion, n/e no effect."


def sheet(_options: Mapping[str, bool]) -> Mapping[str, tuple[Panel, ...]]:
    """Return the panels of the reference sheet, by chapter of the rulebook.

    Rules: QF-FIRE-2 to QF-FIRE-7, QF-BLAST-1, QF-DMG-1 to QF-DMG-5, QF-TOR-1, QF-BG-1, QF-SNK-2, QF-RAM-H3.
    """
    charts = load_charts()
    return {
        "sequence": (),
        "movement": (_movement(charts),),
        "range": (_ranges(charts),),
        "gunnery": (battery_fire(None), reckoner_panel(None)),
        "blast": (_notes_chart(blast(None)),),
        "damage": (_notes_chart(damage(None)), _damage_words(charts)),
        "repairs": (),
        "torpedoes": (torpedoes(None),),
        "boat_guns": (boat_guns(None),),
        "sinking": (sinking_panel(None),),
        "contact": (_contact(charts),),
        "victory": (_ships_count(charts), _victory(charts)),
    }


def _notes_chart(panel: Panel) -> Panel:
    """Return a chart of codes with their meanings."""
    return panel.but(notes=(*panel.notes, CODES))


def _movement(charts: Charts) -> Panel:
    move = charts.movement
    ways = ", ".join(f"{join_words([str(face) for face in faces])} {way}" for way, faces in _faces(move.rudder).items())
    rows = (
        (
            "A speed rating",
            f"mm a turn with all {move.boxes} boxes: {_or([*map(str, move.speed_ratings)])}",
        ),
        ("Boxes run", f"at most {move.change_boxes} more or fewer than last turn"),
        ("A step of the helm", f"{move.turn_degrees}°, {count_noun(move.straight_boxes, 'box')} straight before it"),
        ("Turned in a move", f"at most {move.most_degrees}°, a light vessel {move.most_degrees_light}°"),
        ("A jammed rudder, one die", ways),
        ("In line", f"{move.spacing_mm} mm from ship to ship, where the scenario says nothing else"),
        (
            "Taking station",
            f"within {move.join_mm} mm of her ahead, {move.join_degrees}° off her stern and course",
        ),
    )
    return table("Movement", ("", ""), rows, "QF-MOV-H2")


def _faces(rudder: Mapping[int, str]) -> dict[str, list[int]]:
    """Return the faces of the die for each direction of the rudder."""
    found: dict[str, list[int]] = {}
    for face, way in rudder.items():
        found.setdefault(way, []).append(face)
    return found


def _or(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _share(part: tuple[int, int]) -> str:
    top, bottom = part
    return "nothing" if not top else "the whole" if top == bottom else f"{top}/{bottom}"


def _ships_count(charts: Charts) -> Panel:
    rows = [(fate.replace("_", " ").capitalize(), _share(part)) for fate, part in charts.victory.shares.items()]
    return table("What a ship counts", ("", "of her Size"), rows, "QF-VP-H1")


def _victory(charts: Charts) -> Panel:
    ratios = {grade.title: f"{grade.least[0]} to {grade.least[1]}" for grade in charts.victory.ratios if grade.least[0]}
    lowest = next(iter(ratios.values()))
    rows = [
        (grade.title, f"{ratios[grade.title]} or better" if grade.title in ratios else f"less than {lowest}")
        for grade in charts.victory.ratios
    ]
    return table("Who has won", ("", "the larger score to the smaller"), rows, "QF-VP-H3")


def _ranges(charts: Charts) -> Panel:
    guns = charts.gunnery
    rows = [
        (
            BAND_NAMES[band],
            f"to {guns.range_mm[band]:,} mm",
            *(signed_or_zero(guns.rof_modifier[profile].get(band, 0)) for profile in sorted(guns.rof_modifier)),
            ", ".join(profile for profile in sorted(guns.both_batteries) if band in guns.both_batteries[profile])
            or "–",
        )
        for band in BANDS
    ]
    profiles = [f"{profile}: black die" for profile in sorted(guns.rof_modifier)]
    end = (
        f"A target within {guns.end_degrees} degrees of the firing ship's own bow or stern: the rating divided by "
        f"{guns.end_divisor}, rounded down, at least {guns.end_least}."
    )
    black = "The battery has fired if the black die, with this added, shows its ROF or less."
    header = ("Range", "", *profiles, "both batteries")
    return table("Range and the black die", header, rows, "QF-FIRE-H3", black, end, "A and B are the gunnery profiles.")


def _damage_words(charts: Charts) -> Panel:
    chart = charts.damage
    rows = (
        cited_row("QF-DMG-H2", "A fire goes out on", join_words([str(total) for total in chart.fire_out])),
        cited_row("QF-DMG-H2", "… and explodes on", join_words([str(total) for total in chart.fire_explodes])),
        cited_row(
            "QF-DMG-4", "Gunnery, speed, direction repaired on", join_words([str(total) for total in chart.repair])
        ),
        cited_row("QF-DMG-5", "Speed, +P", join_words([str(total) for total in chart.repair_protected])),
        cited_row("QF-REP-H1", "Repairs a turn", str(chart.repairs_per_turn)),
    )
    return table("In words, two dice", ("", ""), rows, "QF-DMG-3", CODES)


def _contact(charts: Charts) -> Panel:
    move = charts.movement
    rows = (
        ("Getting clear of a collision", f"{move.collision_need} or more on two dice, either ship"),
        (
            "Otherwise each",
            f"{count_noun(move.collision_speed_hits, 'speed hit')}, the smaller {move.collision_lighter_hits}",
        ),
        ("A ram at a moving target", f"{move.ram_need['moving']} or less on two dice"),
        ("A ram at a static target", f"{move.ram_need['static']} or less"),
        ("Hits of a ram", f"one die, {move.ram_bonus} more if the rammer is as large or larger; the rammer half a die"),
    )
    return table("Collision and ramming", ("", ""), rows, "QF-RAM-H3")
