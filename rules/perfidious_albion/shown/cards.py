"""The cards of a piece: grid, guns, torpedoes, squadron, hits; and the victory points."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.breakdown import format_signed
from rules.kernel.inches import distance
from rules.kernel.sheet import table
from rules.kernel.view import Cell, Panel
from rules.perfidious_albion.battle.victory import thresholds
from rules.perfidious_albion.damage.speeds import limits, top_speed
from rules.perfidious_albion.records.charts import cohesion_mils, hit_percent, penetration
from rules.perfidious_albion.records.state import SECTIONS, Battery, Ship, Squadron, State, Straddle, place
from rules.perfidious_albion.ships.pieces import LIGHT_GUNS, gun_silent
from rules.perfidious_albion.ships.tubes import in_tubes, mount_keys, room_for
from rules.perfidious_albion.shown.board_markers import inches_text
from rules.perfidious_albion.shown.counters import QUALITY, line_of_text
from rules.perfidious_albion.shown.grid_panels import SECTION_HEADER, fort_grid, ship_grid, target_grid
from rules.perfidious_albion.squadrons.knowledge import is_stand_in
from rules.perfidious_albion.torpedoes.mines import fields_entered, mine_chance
from rules.perfidious_albion.torpedoes.passage import passage

UNDER_WATER = (5, 6)
HOW = {  # how a ship came through a marker, and what it means
    "wide": ("out by the wide end", "not tested", "good"),
    "own": ("own squadron's, this turn", "not tested", "good"),
    "side": ("out by the side", "tested", "bad"),
    "narrow": ("out by the narrow end", "tested as a bow rake: two D6", "bad"),
    "inside": ("still inside", "tested", "bad"),
}


def flooding_panels(state: State, ship: Ship) -> Iterator[Panel]:
    """Yield a ship's last hit under water: the two lowest rows of her hull, then every test in order.

    Rules: PA-6.4-8, PA-6.4-11, PA-6.4-14, PA-6.4-16, PA-FLO-H1, PA-FLO-H2.
    """
    hit = last_hit(state, ship)
    if hit is None:
        return
    fresh = bool(state.straddles) and state.straddles[-1] is hit
    steps = {(section, level): (needed, die, wet) for section, level, needed, die, wet in hit.steps}
    yield Panel(
        id=f"{ship.id}-flooding",
        kind="boxes",
        title="Flooding",
        subtitle=f"{hit.by}, box {hit.section}/{hit.level}",
        header=SECTION_HEADER,
        labels=tuple(str(level) for level in UNDER_WATER),
        waterline=0,
        rows=tuple(
            tuple(_flood_cell(state, ship, hit, steps, section, level) for section in range(1, SECTIONS + 1))
            for level in UNDER_WATER
        ),
        notes=(
            "Large: the die rolled. Small: the result that keeps the box dry. Tinted boxes flood.",
            _order_words(hit),
        ),
        rule="PA-FLO-H1",
        fresh=fresh,
    )


def last_hit(state: State, ship: Ship) -> Straddle | None:
    """Return the last hit on a ship that has a record of its flooding."""
    return next((one for one in reversed(state.straddles) if one.target == ship.id and one.steps), None)


def _flood_cell(
    state: State,
    ship: Ship,
    hit: Straddle,
    steps: dict[tuple[int, int], tuple[int, int, bool]],
    section: int,
    level: int,
) -> Cell:
    if state.scene.cards[ship.id].box(section, level) is None:
        return Cell("", "")
    if (section, level) == (hit.section, hit.level):
        return Cell("✹|", "lit flooded")
    step = steps.get((section, level))
    if step is None:
        return Cell(" |", "")
    needed, die, wet = step
    return Cell(f"{die or '–'}|≤{needed}", "flooded strong" if wet else "strong")


def _order_words(hit: Straddle) -> str:
    """Return the flooding tests of a hit as text, in the order they were made."""
    rows = []
    for section, level, needed, die, wet in hit.steps:
        thrown = f"{die} against {needed}" if die else f"{needed}: safe"
        rows.append(f"{section}/{level} {thrown} {'floods' if wet else 'dry'}")
    return "In order: " + "; ".join(rows) + "."


# ---------------------------------------------------------------------- mines


def mine_panels(state: State, ship: Ship) -> Iterator[Panel]:
    """Yield the chance of a mine, term by term, for every minefield a ship's last move entered.

    Rules: PA-6.5-3, PA-6.5-4, PA-6.5-5, PA-6.5-15.
    """
    if ship.gone or len(ship.hull) < 2:
        return
    for field in fields_entered(state, ship.track or ship.hull):
        percent, terms = mine_chance(state, ship, field)
        rows = [
            (Cell(term.label), Cell(_signed_text(term.value, not number), "", term.rule))
            for number, term in enumerate(terms)
        ]
        certain, rest = divmod(percent, state.scene.charts.torpedoes.mine_straddle)
        words = f"{certain} straddle{'s' * (certain != 1)}" if certain else "no straddle for certain"
        rows.append((Cell("Chance", "strong"), Cell(f"{percent} %", "strong", "PA-6.5-15")))
        notes = f"{words}, one more on a D10 of {rest // 10} or less." if rest else f"{words}."
        size = f'density {field.density}, radius {field.radius // 1000}"'
        yield table("Mines", ("", "%"), rows, "PA-6.5-1", notes, subtitle=size, id=f"{ship.id}-{field.id}")


def _signed_text(value: int, first: bool) -> str:
    return str(value) if first else format_signed(value)


# ---------------------------------------------------------------------- torpedo markers


def marker_panel(state: State, ship: Ship) -> Panel | None:
    """Return how a ship's last move took her through markers still there. Rules: PA-6.4-1, PA-6.4-3, PA-TOR-H3."""
    if ship.gone or len(ship.hull) < 2 or len(ship.track) < 2:
        return None
    rows = []
    for marker in state.markers.values():
        how = passage(state, ship, ship.track, ship.hull, marker)
        if how in HOW:
            words, meaning, tone = HOW[how]
            count = f"{marker.count} {marker.kind}"
            rows.append((count, Cell(words, "", "PA-TOR-H3"), Cell(meaning, tone, "PA-6.4-1")))
    if not rows:
        return None
    return table("Markers", ("", "she ran", ""), rows, "PA-6.4-1", subtitle="this move", id=f"{ship.id}-markers")


ARC_NAMES = {"B": "broadside", "F": "bow", "A": "stern", "R": "trainable"}


def panels_of(state: State, _side: str, piece: str) -> tuple[Panel, ...]:
    """Return the cards of a ship, squadron, work or the target. With no piece: the last hit and the victory points."""
    if not piece or piece in ("victory",):
        return tuple(_game(state))
    if piece in state.ships:
        ship = state.ships[piece]
        if ship.gone:
            return ()
        return tuple(_marker_card(state, ship) if is_stand_in(ship) else _ship_panels(state, ship))
    if piece in state.forts:
        return (fort_grid(state, state.forts[piece]),)
    if piece in state.batteries:
        return (_battery_card(state, state.batteries[piece]),)
    if piece == "target" and state.target is not None:
        return (target_grid(state, state.target), victory_panel(state))
    if piece in state.squadrons:
        return (squadron_panel(state, state.squadrons[piece]),)
    if piece in state.fields:
        return tuple(_field_card(state, piece))
    return ()


def _game(state: State) -> Iterator[Panel]:
    """Yield the grid of the last roll, its flooding, and the victory points."""
    yield victory_panel(state)
    if not state.straddles:
        return
    yield from _hit_panels(state, state.straddles[-1].target)


def _hit_panels(state: State, target: str) -> Iterator[Panel]:
    """Yield the grid of the target that was fired at, and how a ship floods."""
    if target in state.ships:
        yield ship_grid(state, state.ships[target])
        yield from (panel for panel in flooding_panels(state, state.ships[target]) if panel.fresh)
    elif target in state.forts:
        yield fort_grid(state, state.forts[target])
    elif target == "target" and state.target is not None:
        yield target_grid(state, state.target)


# ---------------------------------------------------------------------- ships


def _ship_panels(state: State, ship: Ship) -> Iterator[Panel]:
    yield head(state, ship)
    yield ship_grid(state, ship)
    guns, tubes = guns_panel(state, ship), tubes_panel(state, ship)
    if guns is not None:
        yield guns
    if tubes is not None:
        yield tubes
    squadron = state.squadrons.get(ship.squadron)
    if squadron is not None and len(squadron.ships) > 1:
        yield squadron_panel(state, squadron)
    yield from flooding_panels(state, ship)
    yield from mine_panels(state, ship)
    markers = marker_panel(state, ship)
    if markers is not None:
        yield markers
    yield from _her_target(state, ship)


def head(state: State, ship: Ship) -> Panel:
    """Return a few lines about a ship: course and speed, squadron, what she may do."""
    names, squadron = state.scene.names, state.squadrons.get(ship.squadron)
    span = limits(state, ship)
    way = f"Speed {span.least} to {span.most} this move, {top_speed(state, ship)} at most."
    if ship.stopped:
        way = f"She is {ship.stopped}{' on ' + ship.aground_on if ship.aground_on else ''}."
    station = ""
    if squadron is not None:
        station = f"{names.get(squadron.id, squadron.name)}, formation within {inches_text(cohesion_mils(ship.cq))}."
    if ship.detached:
        station = "Detached: out of formation."
    troubles = [word for word in (_steering(ship), "Withdrawing." if ship.morale else "") if word]
    return Panel(
        id=ship.id,
        kind="text",
        title=names[ship.id],
        subtitle=line_of_text(state, ship),
        notes=tuple(word for word in (f"{way} {station}".strip(), *troubles) if word),
        rule="PA-TAB-H7",
    )


def _steering(ship: Ship) -> str:
    if not ship.steering:
        return ""
    return f"Rudder jammed: {ship.helm} this turn." if ship.helm else "Rudder jammed: a die decides each turn."


def guns_panel(state: State, ship: Ship) -> Panel | None:
    """Return her guns by type: how many are left of all, and the hit chance of one at each range.

    Rules: PA-GUN-H1, PA-GUN-H3, PA-PEN-H2.
    """
    card, charts = state.scene.cards[ship.id], state.scene.charts.gunnery
    if not card.gun_boxes:
        return None
    rows = []
    for letter in charts.letters:
        boxes = [box for box in card.gun_boxes if box.guns is not None and box.guns.letter == letter]
        if not boxes:
            continue
        whole = sum(box.guns.count for box in boxes if box.guns is not None)
        left = sum(box.guns.count for box in boxes if box.guns is not None and not gun_silent(state, ship, box))
        chances = [hit_percent(letter, band) for band in range(len(charts.bands_mils))]
        plates = [penetration(letter, band) for band in range(len(charts.bands_mils))]
        tone = "bad" if not left else "warn" if left < whole else ""
        count = f"{left}" if left == whole else f"{left}/{whole}"
        rows.append((Cell(f"{letter} ×{count}", tone, "PA-GUN-H1"), *_percents(chances)))
        if letter not in LIGHT_GUNS:
            rows.append((Cell("penetrates", "soft", "PA-PEN-H2"), *_plates(plates, chances)))
    if not rows:
        return None
    header = ("", *(inches_text(mils) for mils in charts.bands_mils))
    lines = (card.guns,) if card.guns else ()
    what = "chance of one gun, per cent"
    return table("Guns", header, rows, "PA-GUN-H3", *lines, subtitle=what, id=f"{ship.id}-guns")


def _percents(chances: list[int]) -> tuple[Cell, ...]:
    return tuple(Cell(str(chance) if chance else "–", "" if chance else "soft", "PA-GUN-H3") for chance in chances)


def _plates(plates: list[int], chances: list[int]) -> tuple[Cell, ...]:
    """Return the penetration number at each range within the guns' reach."""
    pairs = zip(plates, chances, strict=True)
    return tuple(Cell(str(plate) if chance else "", "soft", "PA-PEN-H2") for plate, chance in pairs)


def tubes_panel(state: State, ship: Ship) -> Panel | None:
    """Return her torpedo tubes: what is loaded, what is left to reload. Rules: PA-6.3-1, PA-STK-H1, PA-STK-H3."""
    card = state.scene.cards[ship.id]
    if not card.tubes:
        return None
    stock = dict(ship.reloads)
    rows = []
    for tube in card.tubes:
        loaded = sum(in_tubes(ship, tube, key) for key in mount_keys(tube))
        lost = not room_for(ship, tube)
        text = "lost" if lost else f"{loaded} in, {stock.get(tube.key, 0)} spare"
        left = Cell(text, "bad" if lost else "" if loaded else "warn", "PA-STK-H1")
        rows.append((tube.key, ARC_NAMES[tube.arc], tube.kind, left))
    return table("Torpedoes", ("", "tubes", "range", ""), rows, "PA-6.3-1", id=f"{ship.id}-tubes")


def squadron_panel(state: State, squadron: Squadron) -> Panel:
    """Return the ships of a squadron, and how far each is from the nearest of the others. Rules: PA-2.4-1, PA-2.4-3."""
    rows = []
    here = [state.ships[key] for key in squadron.ships if key in state.ships and not state.ships[key].gone]
    for ship in here:
        mates = [distance(place(ship), place(mate)) for mate in here if mate.id != ship.id]
        near, reach = min(mates, default=0), cohesion_mils(ship.cq)
        tone = "bad" if mates and near > reach else "good" if mates else "soft"
        apart = inches_text(near) if mates else "alone"
        floods = Cell(f"{ship.floods}/{state.scene.cards[ship.id].flotation}", "bad" if ship.floods else "soft")
        near_by = Cell(apart, tone, "PA-2.4-1")
        rows.append((state.scene.names[ship.id], ship.stopped or f"{ship.speed} kn", floods, near_by))
    lost = sum(key in state.ships and bool(state.ships[key].gone) for key in squadron.ships)
    name, notes = state.scene.names.get(squadron.id, squadron.name), (f"{lost} lost.",) if lost else ()
    header = ("", "way", "floods", "nearest")
    return table("Squadron", header, rows, "PA-2.4-1", *notes, subtitle=name, id=f"{squadron.id}-squadron")


def _her_target(state: State, ship: Ship) -> Iterator[Panel]:
    """Yield the card of her last target, as long as hers is the last firing."""
    if state.straddles and state.straddles[-1].ship == ship.id:
        yield from _hit_panels(state, state.straddles[-1].target)


def _marker_card(state: State, ship: Ship) -> Iterator[Panel]:
    """Yield the card of a marker: a squadron out of sight, or a dummy. Rules: PA-2.1-30, PA-2.1-31."""
    yield Panel(
        id=ship.id,
        kind="text",
        title=state.squadrons[ship.squadron].name,
        subtitle=line_of_text(state, ship),
        notes=("It stands for a squadron, or for nothing, until it is seen.",),
        rule="PA-2.1-30",
    )


# ---------------------------------------------------------------------- ashore


def _battery_card(state: State, battery: Battery) -> Panel:
    """Return a shore battery. Rules: PA-2.2-1, PA-2.2-4, PA-2.2-8."""
    charts = state.scene.charts.gunnery
    chances = [hit_percent(battery.gun, band) for band in range(len(charts.bands_mils))]
    most, arc = min(6, battery.count), state.scene.charts.ashore.battery_arc
    plate = f"armour {battery.armour}" if battery.armour else "no armour"
    guns = Cell(f"{battery.gun} ×{battery.count}", "bad" if battery.gone else "", "PA-GUN-H3")
    return table(
        state.scene.names[battery.id],
        ("", *(inches_text(mils) for mils in charts.bands_mils)),
        [(guns, *_percents(chances))],
        "PA-2.2-4",
        f"Crew {battery.cq} {QUALITY[battery.cq]}. Faces {battery.facing:03d}°, bears {arc}° either side.",
        f"A straddle hits on a D6 of {most} or less; what goes through its armour destroys it.",
        subtitle=f"{battery.count} × type {battery.gun}, {plate}",
        id=battery.id,
    )


def _field_card(state: State, key: str) -> Iterator[Panel]:
    field, mines = state.fields[key], state.scene.charts.torpedoes
    chance = mines.mine_base + mines.mine_density * field.density
    yield Panel(
        id=key,
        kind="text",
        title="Minefield",
        subtitle=f"{state.scene.names.get(field.side, field.side)}: density {field.density}",
        notes=(f"Radius {inches_text(field.radius)}; {chance} per cent before modifiers.",),
        rule="PA-2.2-20",
    )


# ---------------------------------------------------------------------- victory


def victory_panel(state: State) -> Panel:
    """Return what each side needs to win, and how much of it it has.

    Rules: PA-3.2-1, PA-2.1-32, PA-2.1-47, PA-2.1-71.
    """
    rows: list[tuple[str | Cell, ...]] = []
    for side, what, now, needed, rule in thresholds(state):
        text = f"{now:,} of {needed:,}" if needed else f"{now:,}"
        reached = bool(needed) and now >= needed
        whose = f"{state.scene.names.get(side, side)}: {what}" if side else what
        rows.append((whose, Cell(text.replace("-", "−"), "good" if reached else "", rule)))
    mission, note = MISSIONS.get(state.scene.mission, ""), "Points are counted at the end of every turn."
    return table("Victory", ("", "points"), rows, "PA-3.2-1", note, subtitle=mission, id="victory")


MISSIONS = {
    "fleet": "fleet engagement",
    "convoy": "convoy attack",
    "bombardment": "shore bombardment",
    "special": "as the scenario says",
}
