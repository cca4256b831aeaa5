"""Information cards.

A division and its ships, to-hit numbers of guns and torpedoes, the solitaire chart, the campaign.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.breakdown import format_signed
from rules.kernel.modifiers import sum_modifiers
from rules.kernel.plurals import count_noun
from rules.kernel.view import Cell, Panel
from rules.nights_of_fury.campaign_charts import load_campaign
from rules.nights_of_fury.consulting import chart_modifiers
from rules.nights_of_fury.knowledge import best_known
from rules.nights_of_fury.points import ship_value
from rules.nights_of_fury.solitaire_charts import load_solitaire
from rules.nights_of_fury.spotting import sighting_terms
from rules.nights_of_fury.state import (
    RADAR,
    SIGHTED,
    Campaign,
    Consultation,
    Division,
    Ship,
    State,
    firepower,
    formation_of,
)
from rules.nights_of_fury.view import chart_result, movement_note
from rules.nws.cards import TYPES, boxes, hull, line_of_card
from rules.nws.combat_arithmetic import OUT_OF_ACTION
from rules.nws.pieces import (
    FORMATION_NAMES,
    UNSEEN,
    able_ships,
    contact,
    damage_level,
    enemy_of,
    has_able,
    is_land_target,
    speed_kn,
)
from rules.nws.roster import LAND


def panels(state: State, side: str, piece: str) -> tuple[Panel, ...]:
    """Return what may be read about a division or ship: the division, a card for each ship, what they need by range.

    Then the solitaire chart of a side under it, and the campaign. For piece "" only these two; nothing for a piece
    that is not on the chart.
    """
    if not piece:
        return tuple(_tables(state, side, None))
    key = state.ships[piece].division if piece in state.ships else piece
    division = state.divisions.get(key)
    if division is None:
        return ()
    wanted = (piece,) if piece in division.ships else division.ships
    cards = [_card(state, side, state.ships[name]) for name in wanted]
    if best_known(state, side, division) == SIGHTED and has_able(state, division):
        cards.extend(_ranges(state, side, division))
    return (_head(state, side, division), *cards, *_tables(state, side, division))


def _tables(state: State, side: str, division: Division | None) -> Iterator[Panel]:
    charted = state.scene.charted if division is None else state.scene.charted & {division.side}
    if charted and (division is None or not is_land_target(division)):
        yield _solitaire(state, side, division)
    if state.campaign is not None:
        yield _campaign(state, state.campaign, side)


def _head(state: State, side: str, division: Division) -> Panel:
    known = best_known(state, side, division)
    note = movement_note(state, division) if known != UNSEEN else "Last known here; where it is now is not known."
    action = chart_result(division)
    said = (f"The chart says: {action}.",) if action else ()
    alone = "ashore" if is_land_target(division) else "single ship"
    return Panel(
        id=division.id,
        kind="text",
        title=division.name,
        subtitle=FORMATION_NAMES[formation_of(division)] if len(division.ships) > 1 else alone,
        notes=(note, *said, *_sight_notes(state, side, division, known)),
        rule="NoF-DIV-H1",
    )


def _sight_notes(state: State, side: str, division: Division, known: int) -> Iterator[str]:
    if division.side != side:
        if known == RADAR:
            yield "Radar contact only."
        return
    if is_land_target(division):
        return
    foe = enemy_of(state, side)
    terms = sighting_terms(state, foe, division)
    text = ", ".join(f"{term.label} {term.value}" for term in terms)
    yield f"Seen from {count_noun(max(state.scene.charts.spotting.least, sum_modifiers(terms)), 'band')}: {text}"
    if contact(state, foe, division.id):
        yield "The enemy sees it."


# ---------------------------------------------------------------------- the card of a ship


def _card(state: State, side: str, ship: Ship) -> Panel:
    card, level = state.scene.cards[ship.id], damage_level(ship)
    power, knots = state.scene.power[ship.id], state.scene.knots[ship.id]

    ashore = card.type == LAND
    rows = (
        [line_of_card("Firepower", firepower(state, ship), power, level, "NoF-GUN-4")] if power[0] or not ashore else []
    )
    rows += [] if ashore else [line_of_card("Speed, kn", speed_kn(state, ship), knots, level, "NoF-GUN-4")]
    tracks = [("Structure", boxes(ship.structure))]
    tracks += [] if ashore else [("Flotation", boxes(ship.flotation))]
    return Panel(
        id=ship.id,
        kind="card",
        title=state.scene.names[ship.id],
        subtitle=TYPES[card.type] if ashore else f"{TYPES[card.type]} · {card.title}",
        hull=hull(state, ship),
        header=("", "now", "L", "M", "H"),
        rows=tuple(rows),
        tracks=tuple(tracks),
        notes=tuple(_card_notes(state, side, ship)),
        rule="NoF-DMG-H2",
    )


def _card_notes(state: State, side: str, ship: Ship) -> Iterator[str]:
    card = state.scene.cards[ship.id]
    if card.type == LAND:
        yield f"Guns {card.guns} · defence {card.defence} · size {card.size} · PV {card.pv}"
    else:
        yield f"Guns {card.guns}, class {card.gun} · armour {card.defence} · size {card.size}"
        own = state.divisions[ship.division].side == side or not side
        salvos = (
            f"{ship.salvos} of {count_noun(card.salvos, 'salvo')}"
            if own
            else f"{count_noun(card.salvos, 'salvo')} on the card"
        )
        tubes = f"{card.torpedo} torpedoes, {salvos}" if card.torpedo else "no torpedoes"
        yield f"Radar {card.radar} · {tubes} · PV {card.pv}"
    for said, text in (
        (ship.loaded, "Loaded: 1 less firepower while undamaged, no reload."),
        (ship.fire, "On fire."),
        (ship.fired, "Has fired this turn."),
        (ship.flashed, "Fired last turn: her flashes are seen further."),
        (ship.launched, "Has launched this turn."),
        (ship.starred, "Has fired star shell this turn."),
    ):
        if said:
            yield text
    if ship.lights:
        yield f"Her searchlight is on {state.scene.names[ship.lights]}."
    if ship.reload:
        yield f"Reloading: {ship.reload} of {count_noun(state.scene.charts.torpedo.reload_turns, 'quiet turn')}."
    key, worth = ship_value(state, ship)
    if worth:
        yield f"Worth {count_noun(worth, 'point')} to the enemy as she is ({key.replace('_', ' ')})."


# ---------------------------------------------------------------------- what they need by range


def _ranges(state: State, side: str, division: Division) -> Iterator[Panel]:
    """Yield the needs of a division's guns against defence 0, by firepower and gun class, and of its torpedoes, by
    bands.
    """
    charts, cards = state.scene.charts, state.scene.cards
    guns = {(firepower(state, ship), cards[ship.id].gun) for ship in able_ships(state, division)}
    visible = not side or division.side == side  # what is left in the tubes of an enemy is not known
    tubes = {cards[ship.id].torpedo for ship in able_ships(state, division) if ship.salvos or not visible}
    rows: list[tuple[str, list[int], str]] = []
    for power, gun in sorted(guns, reverse=True):
        if power:
            base = charts.gunnery.base - charts.gun_columns[power]
            needs = [base + step for step in charts.gun_steps[: charts.gun_reach[gun] + 1]]
            rows.append((f"FP {power}, {gun}", needs, "NoF-GUN-H1"))
    kinds = [kind for kind in charts.torpedo.need if kind in tubes]
    rows += [(kind, list(charts.torpedo.need[kind]), "NoF-TOR-H1") for kind in kinds]
    if kinds:
        longest = max(charts.torpedo_reach[kind] for kind in kinds)
        rows.append(("turns", list(charts.arrival[: longest + 1]), "NoF-TOR-H3"))
    if not rows:
        return
    bands = range(max(len(needs) for _, needs, _ in rows))
    notes = ["Guns: target number against defence 0; add the target's. Land is shelled from nearer."]
    notes += ["Turns: how long torpedoes run."] if kinds else []
    yield Panel(
        id=f"{division.id}/ranges",
        kind="table",
        title="By range",
        subtitle="target number on 2d6, by bands",
        header=("", *map(str, bands)),
        rows=tuple(
            (Cell(label), *(Cell(str(needs[d]) if d < len(needs) else "–", _tone(d, needs), rule) for d in bands))
            for label, needs, rule in rows
        ),
        notes=tuple(notes),
        rule="NoF-GUN-H1",
    )


def _tone(bands: int, needs: list[int]) -> str:
    return "" if bands < len(needs) else "soft"


# ---------------------------------------------------------------------- the solitaire chart


def _solitaire(state: State, side: str, division: Division | None) -> Panel:
    """Return the chart: its rows, the last result lit; the last roll term by term; every modifier as printed."""
    if division is None:
        return _said_so_far(state)
    charts, found = load_solitaire(), division.consultation
    lit = charts.rows[found.row].action if found is not None and found.row >= 0 else division.action
    rows, least = [], ""
    for row in charts.rows:
        total = f"{least}{row.last}" if row.last < charts.rows[-1].last else f"{least[:-1]} or more"
        total = f"{row.last} or less" if not least else total.replace(f"{row.last}–{row.last}", str(row.last))
        least = f"{row.last + 1}–"
        tone = "strong" if row.action == lit else ""
        rows.append((Cell(row.title, tone), Cell(total), Cell("last" if tone else "", tone)))
    notes = list(_last_roll(division, found) if found is not None else ())
    known = side in ("", division.side) or not state.scene.options["hidden_movement"]
    now = chart_modifiers(state, division) if known else ()
    if now:
        terms = ", ".join(f"{_signed_text(m.value)} {m.label}" for m in now)
        notes.append(f"A roll now: one die. Added now: {terms} = {_signed_text(sum_modifiers(now))}.")
    return Panel(
        id="solitaire",
        kind="table",
        title="Solitaire chart",
        subtitle=division.name,
        header=("", "total", ""),
        rows=tuple(rows),
        notes=(*notes, "; ".join(_printed_modifiers(state)) + "."),
        rule="NoF-AI-H1",
    )


def _last_roll(division: Division, found: Consultation) -> Iterator[str]:
    """Yield the last chart roll of a division: the die, each modifier with its rule, the total, the result."""
    said = chart_result(division)
    if not found.die:
        yield f"Turn {found.turn}: {said}, without a roll: {found.why}."
        return
    yield f"Turn {found.turn}: die {found.die}"
    yield from (f"{_signed_text(m.value)} {m.label} ({m.rule})" for m in found.modifiers)
    because = f": {found.why}" if found.why else ""
    yield f"= {found.total}, so {said}{because}."


def _said_so_far(state: State) -> Panel:
    """Return the chart's last result for every division, as far as it may be known."""
    rows = tuple(
        (
            Cell(division.name),
            Cell(chart_result(division), "strong"),
            Cell(f"turn {division.consultation.turn}", "soft"),
        )
        for division in state.divisions.values()
        if division.side in state.scene.charted and division.consultation is not None
    )
    charted = [state.scene.names[side] for side in state.scene.sides if side in state.scene.charted]
    more = "Choose one of its divisions for the chart, the last roll and its modifiers."
    return Panel(
        id="solitaire",
        kind="table",
        title="Solitaire chart",
        subtitle=f"commands {' and '.join(charted)}",
        header=("", "last order", "rolled"),
        rows=rows or ((Cell("Nothing you know of"), Cell("–"), Cell("–")),),
        notes=(more,),
        rule="NoF-AI-H1",
    )


def _signed_text(value: int) -> str:
    """Return a modifier as it is printed: a true minus, and no sign before 0."""
    return format_signed(value) if value else "0"


def _printed_modifiers(state: State) -> Iterator[str]:
    """Yield every modifier of the chart in words."""
    charts = load_solitaire()
    heavy = charts.damage["heavy"] if state.scene.options["heavy_plus_four"] else charts.heavy_as_printed
    light, moderate = _signed_text(charts.damage["light"]), _signed_text(charts.damage["moderate"])
    yield f"Damage: Light {light}, Moderate {moderate}, Heavy {_signed_text(heavy)}"
    yield ", ".join(f"{state.scene.names[side]} {_signed_text(value)}" for side, value in charts.nations.items())
    near = ", ".join(f"at {bands} {_signed_text(value)}" for bands, value in charts.near.items())
    yield f"nearest contact {near}, at {charts.far_from} or more {_signed_text(charts.far)}"
    yield ", ".join(f"{row.label} {_signed_text(row.value)}" for row in charts.odds)
    yield f"torpedoes left and {charts.torpedoes_from} bands to go {_signed_text(charts.torpedoes_left)}"
    yield f"all torpedoes spent {_signed_text(charts.torpedoes_spent)}"
    yield f"run not done {_signed_text(charts.run)}, bombardment not done {_signed_text(charts.bombardment)}"


# ---------------------------------------------------------------------- the campaign


def _campaign(state: State, campaign: Campaign, side: str) -> Panel:
    """Return the calendar of rounds with their points, Henderson Field, missions, losses, ships under repair."""
    sides = state.scene.sides
    rows = []
    for record in campaign.history:
        points = (Cell(str(record.points.get(key, 0))) for key in sides)
        lost = len(record.lost)
        rows.append((Cell(f"{record.round}  {record.title}"), *points, Cell(str(lost) if lost else "", "bad")))
    for number in range(len(campaign.history) + 1, campaign.rounds + 1):
        now = campaign.at_sea and number == campaign.round
        rows.append(
            (Cell(f"{number}  {'now' if now else ''}", "strong" if now else "soft"), Cell(""), Cell(""), Cell(""))
        )
    total = (Cell(str(campaign.points.get(key, 0)), "strong") for key in sides)
    rows.append((Cell("Total", "strong"), *total, Cell("")))
    return Panel(
        id="campaign",
        kind="table",
        title="The campaign",
        subtitle=f"round {max(1, campaign.round)} of {campaign.rounds}",
        header=("Round", *sides, "lost"),
        rows=tuple(rows),
        tracks=(("Henderson Field", boxes(min(OUT_OF_ACTION, campaign.henderson))),),
        notes=tuple(_campaign_notes(state, campaign, side)),
        rule="NoF-CAM-H1",
    )


def _campaign_notes(state: State, campaign: Campaign, side: str) -> Iterator[str]:
    named, titles = state.scene.names, load_campaign().mission_titles
    if campaign.missions:
        missions = ", ".join(f"{named[key]} {titles[what]}" for key, what in campaign.missions.items())
        yield f"Missions of round {campaign.round}: {missions}."
    for key in state.scene.sides:
        lost = [
            named[ship] for ship, berth in campaign.berths.items() if _is(state, ship, key) and berth.status == "lost"
        ]
        if lost:
            yield f"Lost, {named[key]}: {', '.join(lost)}."
        if side not in ("", key):
            continue
        away = [
            f"{named[ship]} (round {berth.until + 1})"
            for ship, berth in campaign.berths.items()
            if _is(state, ship, key) and berth.status == "repairing"
        ]
        if away:
            yield f"Under repair, {named[key]}: {', '.join(away)}."


def _is(state: State, ship: str, side: str) -> bool:
    return state.scene.owner[ship] == side
