"""The quick-reference sheet of the smoke game: its charts as panels with nothing lit, in words, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.kernel.plurals import join_words
from rules.kernel.sheet import cited_row, signed_or_zero, table
from rules.kernel.view import Cell, Panel
from rules.nw_smoke.charts import Charts, load_charts
from rules.nws.sheet import (
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
    unit="hexes",
    guns="NW-GUN-H1",
    gun_results="NW-GUN-H3",
    torpedoes="NW-TOR-H1",
    torpedo_hits="NW-TOR-H7",
    eyes="NW-SPT-H1",
    radar="NW-SPT-H6",
    control="NW-DC-H1",
    six=("NW-DC-H2", "NW-DC-H2", "NW-DC-H2"),
    wrecks="NW-DMG-H5",
    points="NW-VP-H1",
    grades="NW-VP-H3",
    formation="NW-FRM-H1",
)
VERDICTS = {"blocked": "blocked", "partial": "partly blocked", "clear": "not blocked"}


def sheet(options: Mapping[str, bool]) -> Mapping[str, tuple[Panel, ...]]:
    """Return the panels of the reference sheet under these options, by chapter of the rulebook.

    Rules: NW-ORD-H1, NW-MOV-H1 to NW-MOV-H6, NW-EV-H1, NW-SMK-H1, NW-HS-2 to NW-HS-8, NW-SPT-H1 to NW-SPT-H12,
    NW-FRM-H1, NW-GUN-H1 to NW-GUN-H16, NW-TOR-H1 to NW-TOR-H9, NW-DC-H1, NW-DMG-H5, NW-VP-H1, NW-VP-H3.
    """
    charts = load_charts()
    return {
        "sequence": (),
        "orders": (_orders(charts),),
        "movement": (_movement(charts),),
        "evasion": (),
        "smoke": (_makers(charts),),
        "heavy_seas": (_heavy_seas(charts),) if options["heavy_seas_dice"] else (),
        "spotting": _spotting(charts),
        "formation": (_formations(charts),),
        "gunnery": (
            gun_table(charts, WORDS),
            gun_modifiers(charts, WORDS, _gun_rows(charts)),
            gun_results(charts, WORDS),
        ),
        "torpedoes": _torpedoes(charts),
        "damage": (),
        "control": (control_table(charts, WORDS, options["damage_control_six"], wreck_note(charts)),),
        "victory": (points_table(charts, WORDS), grades_table(charts, WORDS)),
        "scenario": (),
    }


def _orders(charts: Charts) -> Panel:
    move = charts.movement
    rows = (
        ("Who acts first", f"each side rolls a d{move.initiative_die}, the lower acts first"),
        ("Speed", f"at most {move.speed_change} hexes more or fewer than last turn's run, never above the allowance"),
        ("Joining", f"in one hex, to a division of at most {move.division_ships} ships"),
    )
    return table("Orders", ("", ""), rows, "NW-ORD-H1")


def _movement(charts: Charts) -> Panel:
    move = charts.movement
    evading = {line.value: number_span(line.first, line.last) for line in move.evading_hexes.rows}
    rows = [
        (
            f"{number_span(line.first, line.last)} knots" if line.last < 60 else f"{line.first} knots or more",
            f"{line.value}",
        )
        for line in move.hexes_by_speed.rows
    ]
    half = ", ".join(f"{speeds} ordered: {hexes}" for hexes, speeds in evading.items())
    return table(
        "Hexes a turn, by the slowest ship",
        ("", "hexes"),
        rows,
        "NW-MOV-H1",
        f"A hex is {move.yards_per_hex:,} yards. Each hex entered gives {move.free_turns} turn of 60 degrees free, the "
        f"starting hex {move.start_free_turns}; every other turn costs {move.turn_cost} hex.",
        f"At most {move.stacking} friendly divisions end in a hex, and none in that of a sighted enemy.",
        f"Evading, in hexes: {half}.",
        f"Heavy seas: size {move.heavy_seas_size} loses {move.heavy_seas_small_loses} hex, down to "
        f"{move.heavy_seas_least}.",
    )


def _makers(charts: Charts) -> Panel:
    makers = join_words([TYPES[kind] for kind in charts.smoke.makers])
    rows: tuple[Iterable[str | Cell], ...] = (
        cited_row("NW-SMK-3", "Phase 7", "all markers come off"),
        ("Phase 7", "cards come off with them"),
        cited_row("NW-SMK-4", "Phase 7", "then a card on each division declared"),
        cited_row("NW-SMK-6", "Phase 3", "a marker in each hex moved from, not in the one where the move ends"),
        ("Who", f"divisions with one able ship of these: {makers}"),
    )
    return table("Smoke", ("", ""), rows, "NW-SMK-H1")


def _heavy_seas(charts: Charts) -> Panel:
    smoke = charts.smoke
    rows = []
    for verdict, words in VERDICTS.items():
        faces = [face for face, found in smoke.heavy_seas.items() if found == verdict]
        rows.append((number_span(faces[0], faces[-1]), words))
    return table(
        "A die for smoke",
        ("1d6 a pair", "the line"),
        rows,
        "NW-HS-2",
        f"Partly blocked: {smoke.partial_spotting} hexes off the visual range, {signed_or_zero(smoke.partial_attack)} "
        f"to "
        "guns and torpedoes in addition to other modifiers.",
    )


def _spotting(charts: Charts) -> tuple[Panel, ...]:
    spotting = charts.spotting
    near = (
        f"These count by night only. Within {spotting.always_within} hex a target is sighted, unless smoke or land "
        "blocks; along a partly blocked line only in the same hex."
    )
    return (sight_table(charts, WORDS, near), radar_table(charts, WORDS, "Land blocks radar, smoke does not."))


def _formations(charts: Charts) -> Panel:
    dispersed = f"own gunnery {signed_or_zero(charts.gunnery.firer_dispersed)}"
    own = {"ahead": ("",), "abreast": ("",), "echelon": ("",), "dispersed": (dispersed,)}
    return formation_table(charts, WORDS, own, ("",))


def _gun_rows(charts: Charts) -> list[Iterable[str | Cell]]:
    guns, own = charts.gunnery, charts.gunnery_by_hexes
    limit = guns.bow_stern_limit
    return [
        ("night: target not lit, not on fire, using no searchlight", signed_or_zero(guns.night)),
        (f"target ahead or astern, printed firepower {limit} or less", signed_or_zero(guns.bow_stern_small)),
        (f"target ahead or astern, printed firepower above {limit}", signed_or_zero(guns.bow_stern_big)),
        cited_row("NW-HS-7", "line partly blocked by smoke", signed_or_zero(charts.smoke.partial_attack)),
        ("small ship firing in heavy seas", signed_or_zero(own.heavy_seas_small_firer)),
    ]


def _torpedoes(charts: Charts) -> tuple[Panel, ...]:
    own = charts.torpedo_by_hexes
    step = own.hexes_per_distance
    longest = max(len(need) for need in charts.torpedo.need.values())
    names = ("0", *(number_span(step * (d - 1) + 1, step * d) for d in range(1, longest)))
    by_speed: dict[int, list[str]] = {}
    for kind, hexes in own.running_hexes.items():
        by_speed.setdefault(hexes, []).append(kind)
    runs = "; ".join(f"{join_words(kinds)} {hexes}" for hexes, kinds in by_speed.items())
    changed = f"target ended more than {own.moved_hexes} hexes off, or turned {60 * own.turned_steps} degrees or more"
    needs = torpedo_table(charts, WORDS, names, ())
    more = (
        f"Hexes run a turn: {runs}. A salvo arrives this turn if they bring it there, else in a later one.",
        "Launched on the beam: not straight ahead, not straight astern.",
    )
    hits = torpedo_modifiers(charts, WORDS, changed)
    partly = f"Launched along a line partly blocked by smoke: {signed_or_zero(charts.smoke.partial_attack)}."
    return (needs.but(notes=more), hits.but(notes=(partly, *hits.notes)), torpedo_hits(charts, WORDS))
