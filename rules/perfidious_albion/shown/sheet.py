"""The quick-reference sheet: the numbers one asks for at the table, in words, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.kernel.breakdown import amount, signed
from rules.kernel.view import Panel
from rules.kernel.wording import listed, some
from rules.perfidious_albion.records.charts import Charts, load_charts
from rules.perfidious_albion.shown.sheet_battle import (
    arcs,
    chance,
    control,
    damage,
    fires,
    flood_modifiers,
    flooding,
    gun_modifiers,
    inches,
    levels,
    markers,
    mines,
    morale,
    or_nought,
    penetration,
    share,
    shell_floods,
    speed_lost,
    table,
    torpedoes,
)

POINTS = 100  # parts of a point


def sheet(options: Mapping[str, bool]) -> Mapping[str, tuple[Panel, ...]]:
    """The panels of the reference sheet under these options, by chapter of the rulebook.

    Rules: PA-2.1-12 to PA-2.1-15, PA-2.4-1, PA-3.2-2, PA-3.4-1, PA-4.1-1, PA-4.5-1, PA-GUN-H3, PA-PEN-H1, PA-5.8-1,
    PA-5.9-1, PA-6.2-1, PA-6.4-8, PA-6.5-3.
    """
    charts = load_charts()
    return {
        "edition": (),
        "table": (_scale(charts),),
        "setting_up": (_weather(charts), _terrain(charts)),
        "fleet": (_fleet(charts),),
        "convoy": (_convoy(charts),),
        "bombardment": (_bombardment(charts),),
        "forces": (_forces(charts), _prices(charts), _house_prices(charts)),
        "crew": (_cohesion(charts), _crew(charts)),
        "sequence": (),
        "winning": (),
        "night": (_night(charts),),
        "movement": (_handling(charts), _sea_limits(charts), _storm(charts)),
        "ground": (_ground(charts), _rocks(charts), _contact(charts)),
        "gunnery": (chance(charts), gun_modifiers(charts), penetration(charts), arcs(charts)),
        "damage": (speed_lost(charts), damage(charts), shell_floods(charts), fires(charts), control(charts)),
        "morale": (morale(charts),),
        "torpedoes": (torpedoes(charts), markers(charts)),
        "flooding": (flooding(charts), flood_modifiers(charts)),
        "mines": (mines(charts, options),),
        "aids": (),
        "dockyard": (levels(charts),),
        "scenarios": (),
    }


def _points(hundredths: int) -> str:
    whole = amount(hundredths, POINTS)
    return f"{int(whole):,}" if whole.isdigit() else whole


# ---------------------------------------------------------------------- before the battle


def _scale(charts: Charts) -> Panel:
    move = charts.movement
    rows = (
        ("A unit of speed", f"{inches(move.mils_per_speed)} a turn"),
        *(
            (f"Size {size}, model and base", " and ".join(_extent(pair) for pair in (ship.model_mils, ship.base_mils)))
            for size, ship in move.sizes.items()
        ),
        ("Two boats on one base", _extent(move.pair_base_mils)),
        *((f"Size {size}", f"from {tons:,} tons" if tons else "smaller") for tons, size in move.size_from_tons),
    )
    return table("Models, bases and sizes", ("", ""), rows, "PA-TAB-H4")


def _extent(pair: tuple[int, int]) -> str:
    return f"{inches(pair[0])} by {inches(pair[1])}"


def _weather(charts: Charts) -> Panel:
    weather = charts.weather
    fallen = {grade: [die for die, sea in weather.sea.items() if sea == grade] for grade in weather.grades}
    rows = [
        (grade.capitalize(), _span(fallen[grade]), or_nought(weather.visibility_modifier[grade]))
        for grade in weather.grades
    ]
    seen = ", ".join(f"{number}: {inches(mils)}" for number, mils in enumerate(weather.visibility_mils))
    notes = (
        f"Sea one grade calmer within {inches(weather.land_calming_mils)} of land.",
        f"Visibility, a D6 with the modifier, at night {signed(weather.night_modifier)}: {seen} or more.",
    )
    return table("Weather", ("Sea", "D10", "visibility die"), rows, "PA-2.1-12", *notes)


def _span(dice: list[int]) -> str:
    return f"{dice[0]}–{dice[-1]}" if len(dice) > 1 else str(dice[0])


def _terrain(charts: Charts) -> Panel:
    rows = [(kind.capitalize(), str(area)) for kind, area in charts.movement.terrain_least_area.items()]
    apart = f"At least {inches(charts.victory.terrain_apart_mils)} from other terrain."
    return table("Terrain", ("", "square inches, at least"), rows, "PA-2.1-3", apart)


def _fleet(charts: Charts) -> Panel:
    v = charts.victory
    rows = (
        ("A side, as a guide", f"{v.fleet_points:,} points"),
        ("Terrain", "0 or 1 items a side"),
        ("Squadrons stand off the centre line", f"{v.deploy_visibility_percent} % of the visibility or more"),
        ("Centre of a minefield from an enemy formation", f"{inches(v.minefield_apart_mils)} or more"),
        ("Victory Point Target", f"{v.fleet_target_percent} % of the enemy's fleet"),
        ("… and of the enemy's tally at least", f"{v.lead_percent} %"),
    )
    return table("Fleet engagement", ("", ""), rows, "PA-3.2-2")


def _convoy(charts: Charts) -> Panel:
    v = charts.victory
    rows = (
        ("Cargo", f"{v.cargo_least:,} points or more, in steps of {v.cargo_step:,}"),
        ("Escorts", f"{v.escort_percent} % of the cargo"),
        ("Attacker", f"as much as the escorts, and {v.merchant_percent} % of the merchants"),
        ("Entry and exit box", f"{inches(v.box_mils)} square, {inches(v.boxes_apart_mils)} apart"),
        ("Terrain from a box", f"{inches(v.box_terrain_mils)} or more"),
        ("Escorts in the entry box", f"{v.entry_escort_percent} % of their number or more"),
        ("Attackers from a box", f"{inches(v.box_attacker_mils)}, and out of sight of the entry box"),
        ("The end", f"more than {v.cargo_more_than_percent} % of the cargo out, or destroyed"),
        ("A draw", f"the sums less than {v.draw_percent} % apart"),
    )
    return table("Convoy attack", ("", ""), rows, "PA-2.1-33")


def _bombardment(charts: Charts) -> Panel:
    v, ashore = charts.victory, charts.ashore
    rows = (
        ("Attacker, as a guide", f"{v.bombardment_points:,} points, no minefields"),
        ("Turns declared", f"{v.declared_least} to {v.declared_most}; any shot at the target makes one"),
        ("Guns that bombard", f"type {ashore.bombardment_least} or heavier"),
        ("Defender", f"{v.defender_percent} % of the attacker, and {v.defender_each_turn:,} for each turn declared"),
        ("Forts, batteries, ships from the target", f"within {inches(v.target_reach_mils)}"),
        ("Fire parties of the target", f"one for {ashore.boxes_per_party} boxes of structure, as crew of quality 2"),
        ("Victory Point Target", f"{v.bombardment_target_percent} % of the attacker's points, for both"),
        ("Attacker scores", f"boxes, ships, batteries, {ashore.fort_target:,} for a fort"),
        ("Defender scores", f"{v.bombardment_base:,} less the boxes, and ships"),
    )
    return table("Shore bombardment", ("", ""), rows, "PA-2.1-52")


def _forces(charts: Charts) -> Panel:
    ashore = charts.ashore
    rows = (
        ("A battery bears", f"{ashore.battery_arc} degrees to either side; all guns at one target"),
        ("A battery is hit", "by a straddle, on a D6 of its guns or less; a penetration destroys it"),
        ("A fort bears", "all round"),
        ("A fort without its generator", f"to-hit {ashore.power_percent} %"),
        ("A magazine of a fort explodes", f"each box beside it goes on a D6 of {_dice(ashore.ripple_destroyed)}"),
        ("… and burns", f"on {_dice(ashore.ripple_fire)}"),
        ("Fire parties of a fort", f"one for {ashore.boxes_per_party} boxes of structure"),
    )
    return table("Batteries and forts", ("", ""), rows, "PA-2.2-13")


def _dice(faces: Iterable[int]) -> str:
    return listed([str(face) for face in faces])


def _prices(charts: Charts) -> Panel:
    p = charts.points
    rows = (
        *((f"Gun of a battery, type {letter}", _points(price)) for letter, price in sorted(p.battery_gun.items())),
        ("Fort", _points(p.fort)),
        ("Minefield, a point of density, radius 1 inch", _points(p.minefield)),
        ("… each further inch of radius", f"times {p.minefield_doubling}"),
        ("… at most", f"density {p.minefield_density_most}, radius {p.minefield_radius_most} inches"),
    )
    return table("Prices in points", ("", ""), rows, "PA-2.2-1")


def _house_prices(charts: Charts) -> Panel:
    rows = (
        ("Admiral", _points(charts.points.admiral)),
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


def _night(charts: Charts) -> Panel:
    night = charts.night
    rows = (
        ("Visibility die", signed(charts.weather.night_modifier)),
        ("A searchlight reaches", inches(night.searchlight_mils)),
        ("Burning ships are seen", f"{inches(night.burning_mils)} beyond the visibility"),
        ("Ships that use a light", f"{inches(night.light_user_mils)} beyond the visibility"),
        ("Detached, no enemy in sight, a Crew Test failed", f"a D{night.random_die} counts ships outwards, or nobody"),
    )
    return table("Night", ("", ""), rows, "PA-3.4-1")


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


def _storm(charts: Charts) -> Panel:
    w, torpedoes = charts.weather, charts.torpedoes
    unstable = " or ".join(map(str, w.swamp_bow_unstable))
    rows = (
        (f"Storm, bow at level {w.swamp_bow}; unstable ships {unstable}", f"a D6: on {w.swamp_die} a Crew Test"),
        ("A test failed", "a flood for each point it failed by"),
        ("Torpedo craft do not launch in", " or ".join(torpedoes.boat_seas)),
    )
    return table("Heavy weather", ("", ""), rows, "PA-4.1-1")


def _ground(charts: Charts) -> Panel:
    move = charts.movement
    rows = (
        ("Over a shoal", f"a D{move.ground_die}, +1 for each {move.ground_tons_per_point:,} tons"),
        ("Never aground", "the die itself the Crew Quality or less"),
        ("Aground", f"{move.ground_need} or more"),
    )
    return table("Going aground", ("", ""), rows, "PA-4.5-1")


def _rocks(charts: Charts) -> Panel:
    move = charts.movement
    rows = (
        ("On rocks", f"{some(move.rocks_floods, 'flood')}, and {move.rocks_floods_each_turn} a turn until free"),
        ("Getting off", f"a Crew Test at {signed(move.refloat_modifier)}"),
    )
    return table("Rocks, and getting off", ("", ""), rows, "PA-TER-H2")


def _contact(charts: Charts) -> Panel:
    move = charts.movement
    back = move.ram_back_divisor
    lighter = zip(move.blow_spread, move.blow_spread[1:], strict=False)
    spread = [f"{signed(value)} below {tons:,} tons" for (tons, _), (_, value) in lighter]
    rows = (
        ("A risk", f"bases that cross in a move; models nearer than {inches(move.collision_mils)} touch"),
        ("Same squadron", f"{signed(move.collision_same_squadron)} to both Crew Tests"),
        ("Floods of a collision", f"speeds together × tons of the other / {move.collision_divisor:,}, rounded up"),
        (
            "A ram is evaded",
            f"at speed {move.ram_evade_speed} or more, by Crew Test; {signed(move.ram_evade_slower)} if slower",
        ),
        ("Floods of a ram", f"speed × tons / {move.ram_divisor:,}, rounded up, at most {move.ram_most}"),
        ("A ram bow", f"{move.ram_bow} more, flooding targets {signed(move.ram_bow_spread)}"),
        ("The rammer's own", f"1/{back['ram']} with a ram bow, 1/{back['plain']} without, rounded up"),
        ("Flooding targets after a blow", ", ".join(spread)),
    )
    return table("Collision and ramming", ("", ""), rows, "PA-COL-H2")
