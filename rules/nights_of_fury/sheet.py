"""The quick-reference sheet of Nights of Fury: its charts as panels with nothing lit, in words, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.kernel.plurals import count_noun, join_words
from rules.kernel.sheet import cited_row, signed_or_zero, table
from rules.kernel.view import Cell, Panel
from rules.nights_of_fury.campaign_charts import load_campaign
from rules.nights_of_fury.charts import Bonus, Charts, load_charts
from rules.nights_of_fury.solitaire_charts import load_solitaire
from rules.nws.sheet import (
    SIDES,
    TYPES,
    Words,
    control_table,
    formation_table,
    grades_table,
    gun_modifiers,
    gun_results,
    gun_table,
    number_span,
    points_table,
    radar_table,
    sight_table,
    torpedo_hits,
    torpedo_modifiers,
    torpedo_table,
    wreck_note,
)

WORDS = Words(
    unit="bands",
    guns="NoF-GUN-H1",
    gun_results="NoF-GUN-H3",
    torpedoes="NoF-TOR-H1",
    torpedo_hits="NoF-TOR-H7",
    eyes="NoF-SPT-H1",
    radar="NoF-SPT-H6",
    control="NoF-DC-H1",
    six=("NoF-DC-2", "NoF-DC-3", "NoF-DC-4"),
    wrecks="NoF-DMG-H5",
    points="NoF-VP-1",
    grades="NoF-VP-H1",
    formation="NoF-FRM-H1",
)
LEAVING = {**TYPES, "AP": "transports", "AV": "seaplane carriers"}


def sheet(options: Mapping[str, bool]) -> Mapping[str, tuple[Panel, ...]]:
    """Return the panels of the reference sheet under these options, by chapter of the rulebook.

    Rules: NoF-PH-H2, NoF-MOV-H1, NoF-SMO-H1, NoF-SPT-H1 to NoF-SPT-H10, NoF-ISL-3 to NoF-ISL-11, NoF-FORM-1 to
    NoF-FORM-4, NoF-GUN-1 to NoF-GUN-9, NoF-GUN-H1 to NoF-GUN-H13, NoF-LAND-H2, NoF-TOR-H1 to NoF-TOR-H8, NoF-DC-1 to
    NoF-DC-4, NoF-VP-2 to NoF-VP-10, NoF-CAM-1 to NoF-CAM-6, NoF-AI-10, NoF-AI-H1, NoF-CAM-H1 to NoF-CAM-H5.
    """
    charts = load_charts()
    return {
        "sequence": (),
        "orders": (),
        "movement": (_movement(charts),),
        "evading": (),
        "smoke": (),
        "spotting": _spotting(charts),
        "islands": (_islands(charts),),
        "formation": (_formations(charts, options),),
        "gunnery": (
            gun_table(charts, WORDS),
            gun_modifiers(charts, WORDS, _gun_rows(charts, options)),
            gun_results(charts, WORDS),
        ),
        "land": (_land(charts),),
        "torpedoes": _torpedoes(charts),
        "damage": (),
        "control": (control_table(charts, WORDS, options["damage_control_six"], wreck_note(charts)),),
        "victory": (
            points_table(charts, WORDS, charts.points.land_shares),
            _bonuses(charts, options),
            grades_table(charts, WORDS),
        ),
        "special": (),
        "solitaire": (_solitaire(), _solitaire_modifiers(options)),
        "campaign": tuple(_campaign()),
    }


def _movement(charts: Charts) -> Panel:
    move, rows = charts.movement, []
    for line in move.need.rows:
        knots = f"{number_span(line.first, line.last)} knots" if line.last < 60 else f"{line.first} knots or more"
        need = "cannot" if line.value is None else "moves without a die" if line.value == 1 else f"{line.value} or more"
        rows.append((knots, need))
    return table(
        "Movement Table",
        ("slowest ship", "on 1d6"),
        rows,
        "NoF-MOV-H1",
        f"One band of {move.yards_per_band:,} yards a turn, and the same to leave the chart at its ends. Echelon needs "
        f"{move.echelon} more. An evading division keeps its band.",
        f"Initiative: each side rolls a d{move.order_die}, the lower; equal dice, Japan.",
    )


def _spotting(charts: Charts) -> tuple[Panel, ...]:
    spotting = charts.spotting
    edge = (
        f"{count_noun(spotting.beyond, 'band')} further: on {spotting.beyond_need} or more on one die. Smoke at "
        f"either end "
        f"{signed_or_zero(spotting.smoke)}."
    )
    echoes = f"A target in the band of an island: {signed_or_zero(charts.islands.contact)} to the number for contact."
    lower = charts.islands.targeting_grades
    grades = f"Past Savo or Florida Island radar finds as ever; as gun radar it counts {lower} grades lower."
    return (sight_table(charts, WORDS, edge), radar_table(charts, WORDS, echoes, grades))


def _islands(charts: Charts) -> Panel:
    islands, rows = charts.islands, []
    titles = load_campaign().battle_titles
    for kind, chance in islands.chance.items():
        rows.append((f"island in {titles[kind]}", f"1 to {chance}" if chance else "never"))
    places: dict[int, list[int]] = {}
    for face, band in islands.band.items():
        places.setdefault(band, []).append(face)
    for band, faces in places.items():
        rows.append((f"island in band {band}", number_span(faces[0], faces[-1])))
    home, start = charts.movement.home, islands.bombardment_start
    begins = ", ".join(f"{SIDES[side]} at band {band}" for side, band in home.items())
    moved = ", ".join(f"{SIDES[side]} at band {band}" for side, band in start.items())
    return table(
        "Islands of the campaign: a die",
        ("", ""),
        rows,
        "NoF-ISL-3",
        f"Start: {begins}. An IJN Bombardment with an island: {moved}, Guadalcanal and Henderson Field at band "
        f"{islands.guadalcanal_band}.",
    )


def _formations(charts: Charts, options: Mapping[str, bool]) -> Panel:
    if not options["bow_stern_penalty"]:
        own = dict.fromkeys(("ahead", "abreast", "echelon", "dispersed"), ("–",))
        return formation_table(charts, WORDS, own, ("bow or stern on",))
    changed = "when she changed her band"
    own = {
        "ahead": ("always",),
        "abreast": (changed,),
        "echelon": (f"{changed}; needs {charts.movement.echelon} more to",),
        "dispersed": (f"{changed}; own gunnery {signed_or_zero(charts.gunnery.firer_dispersed)}",),
    }
    found = formation_table(charts, WORDS, own, ("bow or stern on",))
    together = "Not if firer and target began in one band and moved together into another (except in Line Ahead)."
    return found.but(notes=(together,))


def _gun_rows(charts: Charts, options: Mapping[str, bool]) -> list[Iterable[str | Cell]]:
    guns, own = charts.gunnery, charts.gunnery_by_bands
    rows: list[Iterable[str | Cell]] = []
    if options["night_penalty"]:
        rows.append(
            cited_row(
                "NoF-GUN-6", "night: target not lit, not on fire, using no searchlight", signed_or_zero(guns.night)
            )
        )
    if options["bow_stern_penalty"]:
        limit = guns.bow_stern_limit
        rows.append(
            cited_row(
                "NoF-GUN-2", f"bow or stern on, printed firepower {limit} or less", signed_or_zero(guns.bow_stern_small)
            )
        )
        rows.append(
            cited_row(
                "NoF-GUN-3", f"bow or stern on, printed firepower above {limit}", signed_or_zero(guns.bow_stern_big)
            )
        )
    if options["smoke"]:
        rows.append(("target makes smoke", signed_or_zero(own.target_smoking)))
        rows.append(("through her own smoke", signed_or_zero(own.firer_smoking)))
    return rows


def _land(charts: Charts) -> Panel:
    rows = ((f"class {gun} guns", str(far)) for gun, far in charts.land_reach.items())
    out = f"A fire ashore goes out on 1 to {charts.damage_by_chart.land_fire_out}. A land unit has no flotation."
    return table("At a land target: reach in bands", ("", ""), rows, "NoF-LAND-H2", out)


def _torpedoes(charts: Charts) -> tuple[Panel, ...]:
    longest = max(len(need) for need in charts.torpedo.need.values())
    names = tuple(str(band) for band in range(longest))
    later = {0: "now", 1: "next turn"}
    runs = ("arrive", *(later.get(charts.arrival[band], f"in {charts.arrival[band]}") for band in range(longest)))
    changed = "target left the band it was aimed at in"
    return (
        torpedo_table(charts, WORDS, names, (runs,)),
        torpedo_modifiers(charts, WORDS, changed),
        torpedo_hits(charts, WORDS),
    )


def _bonuses(charts: Charts, options: Mapping[str, bool]) -> Panel:
    found = [bonus for bonus in charts.points.bonuses if options["new_bonuses"] or not bonus.added]
    return table(
        "Bonus for each ship that disengages",
        ("", "", ""),
        (
            cited_row(bonus.rule, _whose_bonus(bonus), f"at band {bonus.band}", count_noun(bonus.points, "point"))
            for bonus in found
        ),
        "NoF-CAM-1",
        "A scenario may award or deduct points of its own; they are shown before the first move.",
    )


def _whose_bonus(bonus: Bonus) -> str:
    titles = load_campaign().battle_titles
    kinds = join_words([LEAVING[kind] for kind in bonus.types if kind in LEAVING])
    loaded = "loaded " if bonus.loaded else ""
    return f"{join_words([titles[mission] for mission in bonus.missions])}, {SIDES[bonus.side]}: {loaded}{kinds}"


# ---------------------------------------------------------------------- the solitaire chart and the campaign


def _solitaire() -> Panel:
    chart, first = load_solitaire(), 0
    rows: list[tuple[str, str]] = []
    for row in chart.rows:
        last = row is chart.rows[-1]
        total = f"{first} or more" if last else f"{row.last} or less" if not rows else number_span(first, row.last)
        rows.append((total, row.title))
        first = row.last + 1
    detaching = f"each ship with Heavy damage: one die +{chart.detach_add} and nationality"
    home = f"{chart.detach_need} or more: she detaches and disengages"
    return table(
        "Solitaire chart", ("one die, all added", ""), [*rows, cited_row("NoF-AI-12", detaching, home)], "NoF-AI-H1"
    )


def _solitaire_modifiers(options: Mapping[str, bool]) -> Panel:
    chart = load_solitaire()
    heavy = chart.damage["heavy"] if options["heavy_plus_four"] else chart.heavy_as_printed
    rows: list[Iterable[str | Cell]] = [
        ("worst damage Light", signed_or_zero(chart.damage["light"])),
        ("worst damage Moderate", signed_or_zero(chart.damage["moderate"])),
        cited_row(
            "NoF-AI-10" if options["heavy_plus_four"] else "NoF-BASE-1", "worst damage Heavy", signed_or_zero(heavy)
        ),
        *((SIDES[side], signed_or_zero(value)) for side, value in chart.nations.items() if value),
        *((f"nearest enemy in contact at {bands} bands", signed_or_zero(value)) for bands, value in chart.near.items()),
        (f"nearest enemy in contact at {chart.far_from} bands or more", signed_or_zero(chart.far)),
        *((row.label, signed_or_zero(row.value)) for row in chart.odds),
        (f"torpedoes left, nearest enemy at {chart.torpedoes_from} or more", signed_or_zero(chart.torpedoes_left)),
        ("all torpedoes spent", signed_or_zero(chart.torpedoes_spent)),
        ("a run that is not done", signed_or_zero(chart.run)),
        ("a bombardment that is not done", signed_or_zero(chart.bombardment)),
    ]
    return table("Added on the solitaire chart", ("", ""), rows, "NoF-AI-H2")


def _campaign() -> Iterator[Panel]:
    charts = load_campaign()
    titles, sides = charts.mission_titles, tuple(charts.missions)
    missions = (
        (str(face), *(titles[charts.missions[side][face]] for side in sides))
        for face in range(1, charts.mission_die + 1)
    )
    yield table("Missions", ("one die", *(SIDES[side] for side in sides)), missions, "NoF-CAM-H1")
    met = f"They meet on {charts.contact_need} or more on one die."
    battles = (
        (
            titles[mine],
            join_words([titles[other] for other in row if row[other] == battle]),
            charts.battle_titles[battle],
        )
        for mine, row in charts.battles.items()
        for battle in dict.fromkeys(row.values())
    )
    yield table("What meets what", ("Japan", "United States", "battle"), battles, "NoF-CAM-H2", met)
    spotting = load_charts().spotting
    weather: dict[str, list[int]] = {}
    for face, key in charts.visibility.items():
        weather.setdefault(key, []).append(face)
    seen = ((number_span(found[0], found[-1]), spotting.visibility[key]) for key, found in weather.items())
    yield table("Visibility, on one die", ("", ""), seen, "NoF-CAM-H4")
    for side, title in SIDES.items():
        forces = {force: rows for force, rows in charts.forces.items() if force.startswith(side)}
        texts = (
            (force.removeprefix(side).strip().capitalize(), str(die), _ships(ships))
            for force, rows in forces.items()
            for die, ships in rows.items()
        )
        yield table(f"Forces of {title}, on one die", ("", "", ""), texts, "NoF-CAM-H5")


def _ships(ships: Mapping[str, int]) -> str:
    kinds = load_campaign().kinds
    return join_words(
        [f"{count} {kinds[code].one if count == 1 else kinds[code].many}" for code, count in ships.items()]
    )
