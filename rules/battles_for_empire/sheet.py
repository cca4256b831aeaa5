"""The quick-reference sheet: the charts of the game as panels with nothing lit, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.battles_for_empire.chart_panels import BANDS, conduct_rows, melee_lines, odds_rows, signed_text
from rules.battles_for_empire.charts import COLUMNS, Charts, load_charts
from rules.battles_for_empire.conduct import COLUMN_NAMES
from rules.kernel.plurals import count_noun
from rules.kernel.sheet import cited_row, table
from rules.kernel.view import Cell, Panel

FAMILIES = {"imperial": "Regulars", "colonial": "Colonial Recruits", "boer": "Boers", "native": "Natives"}
MOVES = {"breech": "drilled troops, Boers", "muzzle": "in skirmish order", "pivot": "pivots only"}
JAMMING = (  # BFE-QRS-1: the sheet's own words for the reference sheet
    "Jamming: re-roll misses; “1” on any die = jam; no shooting effects this turn. "
    "Fire normally next turn, with risk of jamming again."
)


def sheet(options: Mapping[str, bool]) -> Mapping[str, tuple[Panel, ...]]:
    """Return the panels of the reference sheet under these options, by chapter of the rulebook.

    Rules: BFE-QRS-1, BFE-CON-H1, BFE-FIR-H1 to BFE-FIR-H4, BFE-13.8-2, BFE-MEL-H1, BFE-MAN-H1, BFE-TER-H1.
    """
    charts = load_charts()
    return {
        "sequence": (),
        "conduct": (*_conduct(charts), _conduct_modifiers(charts)),
        "formations": (_formations(charts),),
        "manoeuvre": (_manoeuvre(charts),),
        "terrain": (_ground(charts),),
        "moving": (_moving(charts, options),),
        "firing": (_weapons(charts), _fire_modifiers(charts, options), _closing(charts, options)),
        "machine_guns": (_jamming(charts, options),),
        "rapid": (_rapid(charts, options),),
        "artillery": (_artillery(charts),),
        "melee": (_melee(charts),),
        "leaders": (_leaders(charts),),
        "arrivals": (_horns(charts), _hidden_chart(charts)),
        "victory": (_breaking(charts), _grades(charts)),
    }


def _horns(charts: Charts) -> Panel:
    edges = list(dict.fromkeys(edge for totals in charts.horns.values() for edge in totals))
    rows = [
        (edge.capitalize(), *(", ".join(map(str, totals.get(edge, ()))) or "–" for totals in charts.horns.values()))
        for edge in edges
    ]
    header = ("Two dice", *(f"chart {name}" for name in charts.horns))
    note = "The edge by which Zulus come on this turn, or none: chart I for the chest, II the horns, III the loins."
    return table("The horns of the buffalo", header, rows, "BFE-PUB-31", note)


def _hidden_chart(charts: Charts) -> Panel:
    found = charts.hidden
    rows = (
        (
            "An enemy turns a marker over",
            f"within {count_noun(found.near, 'hex')}, on horseback {count_noun(found.scout, 'hex')}",
        ),
        ("Markers with nothing under them", f"at most 1 in {found.dummies_divisor}"),
    )
    return table("Hidden natives", ("", ""), rows, "BFE-ARR-H4")


def _breaking(charts: Charts) -> Panel:
    points = charts.victory
    rows = (
        ("A unit lost", count_noun(points.unit_halves, "half point")),
        ("A gun or machine gun lost", count_noun(points.single_halves, "half point")),
    )
    return table("What counts towards the break point", ("", ""), rows, "BFE-VIC-H1")


def _grades(charts: Charts) -> Panel:
    rows = [
        (
            grade.title,
            f"less than {grade.below[0]}/{grade.below[1]} of it" if grade.below[0] != grade.below[1] else "else",
        )
        for grade in charts.victory.grades
    ]
    return table("Grades of victory", ("", "the winner lost of his own break point"), rows, "BFE-VIC-H4")


def _conduct(charts: Charts) -> Iterable[Panel]:
    header = ("Die", *(COLUMN_NAMES[name] for name in COLUMNS))
    for key, title in charts.conduct_titles.items():
        rows = ([cell.text for cell in row] for row in conduct_rows(charts, key))
        yield table(f"Conduct: {title}", header, rows, "BFE-CON-H1", subtitle="hexes on foot / mounted")


def _conduct_modifiers(charts: Charts) -> Panel:
    morale = charts.morale
    rows = (
        cited_row("BFE-CON-H2", "Elite", signed_text(morale.elite)),
        cited_row("BFE-CON-H2", "Brittle", signed_text(morale.brittle)),
        cited_row("BFE-CON-H2", "Behind a wall or laager, in buildings", signed_text(morale.wall)),
        cited_row(
            "BFE-CON-H2",
            f"Friends destroyed within {count_noun(morale.lost_friend_hexes, 'hex')} last turn",
            signed_text(morale.lost_friend),
        ),
        cited_row("BFE-CON-H2", f"Leader within {count_noun(morale.leader_hexes, 'hex')}", "his rating"),
        cited_row("BFE-LDR-H4", "Its leader fell last turn", signed_text(morale.shocked)),
        cited_row("BFE-PUB-14", "In skirmish order, in melee in the open", signed_text(morale.skirmish_melee)),
    )
    unsure = f"Unsure: Kills are 1/{morale.unsure_divisor} of its strength or more."
    return table("Added to the conduct die", ("", "die"), rows, "BFE-CON-H2", unsure)


def _formations(charts: Charts) -> Panel:
    rows = (
        (
            shape.title,
            {1: "front", 3: "front and flanks", 6: "all round"}[shape.arc],
            str(shape.fire),
            str(shape.each_target),
            str(shape.melee),
        )
        for shape in charts.formations.values()
    )
    header = ("Formation", "fires to", "stands fire", "at one target", "melee dice")
    return table("Formations", header, rows, "BFE-FRM-H1")


def _manoeuvre(charts: Charts) -> Panel:
    march = charts.manoeuvre
    form = [
        cited_row(
            "BFE-MAN-H3" if cost else "BFE-PUB-20",
            f"Change formation, {FAMILIES[key].lower()}",
            count_noun(cost, "hex") if cost else "the whole turn",
        )
        for key, cost in march.form.items()
    ]
    rows = (
        *form,
        cited_row("BFE-MAN-H2", "Face about", count_noun(march.face, "hex")),
        cited_row("BFE-MAN-H4", "Mount or dismount", count_noun(march.mount, "hex")),
        cited_row("BFE-MAN-H11", "Limber or unlimber", count_noun(march.limber, "hex")),
        cited_row("BFE-PUB-19", "Sideways or backwards", f"1/{march.half_divisor} of the hexes"),
        cited_row("BFE-MAN-H11", "Gun by hand, at most", count_noun(march.manhandled, "hex")),
        cited_row("BFE-MAN-H11", "Gun limbered, at most", count_noun(march.limbered, "hex")),
        cited_row("BFE-FRM-H4", "Square, at most", count_noun(march.square, "hex")),
        cited_row("BFE-MAN-H15", "Unit of a ring, at most", count_noun(march.ring, "hex")),
        cited_row("BFE-FRM-H1", "March column on a road", f"{march.road_column} more"),
        cited_row("BFE-MAN-H12", "Leader rides", count_noun(march.leader, "hex")),
        cited_row("BFE-PUB-33", "Mules", count_noun(march.mule, "hex")),
    )
    return table("What marching costs", ("", ""), rows, "BFE-MAN-H2")


def _ground(charts: Charts) -> Panel:
    def cost(hexes: int | None) -> str:
        return "no entry" if hexes is None else str(hexes)

    rows: list[Iterable[str | Cell]] = [
        (ground.title, cost(ground.foot), cost(ground.mounted), cost(ground.guns), signed_text(-ground.protection))
        for ground in charts.ground.values()
    ]
    rows += [
        cited_row(
            "BFE-TER-H5",
            f"{side.title}, to cross",
            *(
                _range_words(side.foot),
                _range_words(side.mounted),
                _range_words(side.guns),
                signed_text(-side.protection),
            ),
        )
        for side in charts.sides.values()
    ]
    hill = charts.hill
    rows.append(
        cited_row(
            "BFE-TER-H3",
            "Each level up",
            _range_words(hill.foot),
            _range_words(hill.mounted),
            _range_words(hill.guns),
            f"{signed_text(-hill.crest)} at a crest",
        )
    )
    header = ("Hexes to enter", "foot", "mounted", "guns", "fire at it")
    return table("Ground", header, rows, "BFE-TER-H1")


def _range_words(hexes: int | None) -> str:
    return "no" if hexes is None else f"+{hexes}"


def _moving(charts: Charts, options: Mapping[str, bool]) -> Panel:
    half, moved = f"1/{charts.manoeuvre.half_divisor}", signed_text(charts.fire.moved)
    boers = "Europeans, Recruits, Boers" if options.get("boers_move_and_fire", True) else "Europeans, Recruits"
    rows = [
        cited_row("BFE-MF-3", "Machine guns", f"stationary; pivoted in place: {moved}"),
        cited_row(
            "BFE-ART-H3", "Guns", f"stationary, unlimbered; pivoted in place: {signed_text(charts.artillery.pivoted)}"
        ),
        cited_row("BFE-MF-9", "Breech-loaders, magazine rifles", f"{boers} move and fire: {moved}; natives stationary"),
        cited_row("BFE-MF-6", "Formed or massed muzzle-loaders", "stationary: no wheel, facing or formation"),
        cited_row(
            "BFE-MF-13",
            "Muzzle-loaders in skirmish order",
            f"move up to {half} and fire with {half} of their stands: {moved}",
        ),
        cited_row("BFE-MF-18", "… that changed to skirmish order", f"fire as moving, no further movement: {moved}"),
        cited_row("BFE-MF-21", "Most natives in skirmish order", "only that; they may not move"),
        cited_row("BFE-MF-12", "A unit that charged", "does not fire this turn"),
        cited_row("BFE-ELG-5", "Imperial and Boer horse", "dismount to fire"),
    ]
    if options.get("mounted_fire", False):
        rows.append(cited_row("BFE-PUB-29", "… in the saddle, by option", "to effective range, as 3rd Rate"))
    if options.get("camelry_exception", True):
        words = "never charges; charged while mounted: Shaken at once"
        rows.append(cited_row("BFE-CHG-7", "Imperial and Colonial Recruit camelry", words))
    rows.append(cited_row("BFE-CHG-9", "Native camelry", "charges like other horse"))
    return table("Moving and firing", ("", ""), rows, "BFE-MF-9")


def _weapons(charts: Charts) -> Panel:
    rows = []
    for weapon in charts.weapons.values():
        first, spans = 1, []
        for band in BANDS:
            last = getattr(weapon, band)
            spans.append(f"{first}–{last}" if last > first else str(last))
            first = last + 1
        rows.append((weapon.title, *spans, MOVES[weapon.moving]))
    fire = charts.fire
    needs = f"Each stand rolls a die and hits on {fire.need} or more; a {fire.most} always, a {fire.least - 1} never."
    return table("Ranges in hexes", ("", *BANDS, "moves and fires"), rows, "BFE-FIR-H1", needs)


def _fire_modifiers(charts: Charts, options: Mapping[str, bool]) -> Panel:
    fire = charts.fire
    low = fire.low_heavy if options.get("low_fire_two", False) else fire.low
    shaken = 0 if options.get("shaken_unhindered", False) else fire.shaken
    modern = max(weapon.to_hit for weapon in charts.weapons.values())
    cover = charts.fire.protection
    rows = (
        *(
            cited_row("BFE-FIR-H3", f"{word} Rate", signed_text(fire.rate[rate]))
            for rate, word in ((1, "1st"), (2, "2nd"), (3, "3rd"))
        ),
        *(cited_row("BFE-FIR-H3", f"{band} range".capitalize(), signed_text(fire.band[band])) for band in BANDS),
        cited_row("BFE-FIR-H1", "Maxim", signed_text(modern)),
        cited_row("BFE-MF-9", "Moved", signed_text(fire.moved)),
        cited_row("BFE-MF-3", "A machine gun that pivoted", signed_text(fire.moved)),
        cited_row("BFE-ART-H3", "A gun that pivoted", signed_text(charts.artillery.pivoted)),
        cited_row("BFE-RAP-H2", "Low on ammunition", signed_text(low)),
        cited_row("BFE-FIR-H3", "Shaken", signed_text(shaken)),
        cited_row("BFE-FIR-H3", "Disordered", signed_text(fire.disordered)),
        cited_row("BFE-FIR-H3", "From outside the target's front", signed_text(fire.outside_front)),
        cited_row("BFE-FIR-H4", "Target in skirmish order", signed_text(-cover["skirmish"])),
        cited_row("BFE-FIR-H4", "A gun's crew", signed_text(-cover["crew"])),
        cited_row("BFE-FIR-H4", "Target gone to ground", signed_text(-cover["ground"])),
    )
    note = "Of skirmish order, crew, ground and cover (see Ground) only the largest counts."
    return table("Added to each fire die", ("", "die"), rows, "BFE-FIR-H3", note)


def _closing(charts: Charts, options: Mapping[str, bool]) -> Panel:
    closing, gun = charts.closing, charts.machine_gun
    stops = closing.stop_hits_one if options.get("closing_stop_one", False) else closing.stop_hits
    rapid = "half of the Rapid Fire dice" if options.get("rapid_closing", False) else "no"
    rows = (
        cited_row("BFE-FIR-H9", "Dice", f"1/{closing.divisor} of them, at least {closing.least}"),
        cited_row("BFE-MG-H2", "Dice of a machine gun", f"{gun.least} to {gun.most}, as the player chooses"),
        cited_row("BFE-RAP-H7", "Rapid Fire", rapid),
        cited_row("BFE-FIR-H9", "Hits that stop the charger", str(stops)),
    )
    note = "A unit charged this turn through its front, and touched by nobody else, fires at one of its chargers."
    return table("Closing fire", ("", ""), rows, "BFE-FIR-H9", note)


def _jamming(charts: Charts, options: Mapping[str, bool]) -> Panel:
    gun = charts.machine_gun
    rows = [
        [cell.text for cell in row]
        for need in (3, 4, 5, 6)
        for row in odds_rows(charts, need, options.get("any_one_jams", False))
    ]
    dice = f"Choose {gun.least} to {gun.most} dice. Misses are re-rolled; a {gun.jam} among them jams the gun."
    return table("Machine guns", ("", "jam", "hits", "1 +", "2 +"), rows, "BFE-QRS-1", JAMMING, dice)


def _rapid(charts: Charts, options: Mapping[str, bool]) -> Panel:
    rapid, fire = charts.rapid, charts.fire
    more, stands = rapid.half_more
    half_more = options.get("rapid_half_more", False)
    dice = f"{more} dice for {stands} stands" if half_more else f"{rapid.per_stand} dice a stand"
    low = signed_text(fire.low_heavy if options.get("low_fire_two", False) else fire.low)
    near = f"within {count_noun(rapid.mule_hexes, 'hex')} fill {count_noun(rapid.units_per_mule, 'unit')} a turn"
    rows = (
        cited_row("BFE-RAP-H1", "Dice", dice),
        cited_row("BFE-14.1-2", "Misses", f"re-rolled at once; a {rapid.low} leaves the unit low on ammunition"),
        cited_row("BFE-14.1-6", "Low", "until a mule brings more"),
        cited_row("BFE-RAP-H2", "… in fire", f"{low}, and no Rapid Fire"),
        cited_row("BFE-14.1-9", "… in melee", signed_text(-charts.melee.low)),
        cited_row("BFE-RAP-H4", "Mules", near),
    )
    return table("Rapid Fire", ("", ""), rows, "BFE-14.1-2")


def _artillery(charts: Charts) -> Panel:
    rows = []
    for piece in charts.artillery.pieces.values():
        first, spans = 1, []
        for step in piece.dice:
            spans.append(f"{first}–{step.last} hexes: {count_noun(step.dice, 'die', 'dice')}")
            first = step.last + 1
        rows.append((piece.title, f"{piece.need}+", ", ".join(spans)))
    canister = (
        f"To {count_noun(charts.artillery.canister_hexes, 'hex')} it is canister; beyond, the first hit only shakes."
    )
    return table("Artillery", ("", "hits on", "dice by range"), rows, "BFE-ART-H1", canister)


def _melee(charts: Charts) -> Panel:
    rows = [
        cited_row(rule, label[:1].upper() + label[1:], signed_text(-value))
        for label, value, rule in melee_lines(charts.melee)
    ]
    back, shaken = charts.melee.recoil, charts.melee.recoil_shaken
    loser = (
        f"More Kills taken than given loses: Shaken, and back {back.foot} hexes, {back.mounted} mounted; "
        f"a unit that was Shaken {shaken.foot}, {shaken.mounted} mounted."
    )
    needs = f"Target number by troop type, a gun's crew {charts.melee.crew_need}+; a {charts.melee.most} always counts."
    return table("Added to each melee die", ("", "die"), rows, "BFE-MEL-H2", needs, loser)


def _leaders(charts: Charts) -> Panel:
    chart = charts.leaders
    rows = (
        ("Rating", " or ".join(map(str, chart.ratings))),
        ("Misses he re-rolls, in a melee round", str(chart.rerolls)),
        ("In danger", f"{chart.kills} Kills on his unit in one shot, or it loses a melee"),
        ("He falls on", f"{chart.falls_on}"),
    )
    return table("Leaders", ("", ""), rows, "BFE-LDR-H1")
