"""Phases 3 and 4, Gunnery: ranges, arcs, ships on the line, the three dice, hits on the line rolled, blast."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.kernel.flow import Illegal, Offer
from rules.kernel.inches import (
    distance,
    distance_squared,
    in_relative_arc,
    rectangle,
    segment_enters_polygon,
    segment_meets_circle,
)
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Ruling
from rules.quickfire.charts import (
    BAND_NAMES,
    MM,
    POINT_BLANK,
    Codes,
    Column,
    band_of_square,
    codes_text,
    fire_column,
    hit_code,
    hits_on,
)
from rules.quickfire.commands import Fire, Split
from rules.quickfire.damage import queue_hit
from rules.quickfire.events import RoundFailed, RoundFired
from rules.quickfire.state import (
    BATTERIES,
    HEAVY,
    LIGHT,
    Hit,
    Ship,
    State,
    afloat,
    enemy_of,
    place,
    rof,
    with_ship,
)

NO_CODES: Codes = {}


class Line(NamedTuple):
    """What lies between two ships: the range band ("" when out of range), the distance, and what blocks the line."""

    band: str
    distance: int  # thousandths of a millimetre
    blocker: str  # a ship, or the name of a land; empty when clear


class Shot(NamedTuple):
    """What a round needs: ROF and modifiers of the black die, the rating that bears, the entry of Battery Fire."""

    rof: int
    modifiers: tuple[Modifier, ...]
    rating: int
    end_on: bool
    column: Column
    line: Line


# ---------------------------------------------------------------------- the line of fire


def line_between(state: State, a: Ship, b: Ship) -> Line:
    """The line between the forward funnels of two ships, the same from both ends. Kept while nobody moves.

    Rules: QF-RNG-1, QF-RNG-2, QF-RNG-H1, QF-ARC-H2, QF-ARC-H3, QF-RAM-H5.
    """
    key = (a.id, b.id) if a.id < b.id else (b.id, a.id)
    found: Line | None = state.kept.get(key)
    if found is None:
        here, there = place(a), place(b)
        band = band_of_square(distance_squared(here, there))
        found = Line(band, distance(here, there), blocker(state, a, b) if band else "")
        state.kept[key] = found
    return found


def blocker(state: State, a: Ship, b: Ship) -> str:
    """The first ship, light vessels excepted, or land on the straight line between two ships; "" when there is none.

    A ship touched only at the edge of her outline does not block. Rules: QF-ARC-H2, QF-ARC-H3.
    """
    here, there = place(a), place(b)
    scene = state.scene
    for other in state.ships.values():
        if other.gone or other.id == a.id or other.id == b.id or scene.cards[other.id].light_vessel:
            continue
        length, beam = scene.length[other.id], scene.beam[other.id]
        middle = place(other)
        if segment_meets_circle(here, there, (middle, length + beam)) and segment_enters_polygon(
            here, there, rectangle(middle, other.facing, length, beam)
        ):
            return other.id
    for name, corners in scene.land:
        if segment_enters_polygon(here, there, corners):
            return name
    return ""


def end_on(state: State, ship: Ship, target: Ship) -> bool:
    """Whether the target lies within 30 degrees of bow or stern; the edges of the arc are beam. Rule: QF-ARC-H1."""
    end = state.scene.charts.gunnery.end_degrees
    here, there = place(ship), place(target)
    starboard = in_relative_arc(here, ship.facing, end, 180 - end, there)
    return not starboard and not in_relative_arc(here, ship.facing, 180 + end, 360 - end, there)


# ---------------------------------------------------------------------- may it fire


def ship_and_target(state: State, side: str, name: str, target: str, rule: str) -> tuple[Ship, Ship] | Illegal:
    """The firing ship and the enemy ship named, both on the table, or what is wrong."""
    ship, mark = state.ships.get(name), state.ships.get(target)
    if ship is None or ship.side != side or ship.gone:
        return Illegal(f"{side} has no ship called {name!r} on the table", rule)
    if mark is None or mark.side == side or mark.gone:
        return Illegal(f"there is no enemy ship called {target!r} on the table", rule, ship.id)
    return ship, mark


def _may_join(state: State, ship: Ship, battery: str) -> bool:
    """Whether a battery may still fire this phase, as far as what she has fired goes (QF-FIRE-H4, QF-FIRE-H6)."""
    return battery not in ship.rounds and not ship.sole


def _allows(state: State, ship: Ship, battery: str, band: str) -> bool:
    """Whether the range allows this battery beside the other if that has fired (QF-FIRE-H4)."""
    other = LIGHT if battery == HEAVY else HEAVY
    return other not in ship.rounds or band in _both(state)


def _both(state: State) -> tuple[str, ...]:
    return state.scene.charts.gunnery.both_batteries[state.scene.profile]


def in_range(state: State, ship: Ship) -> tuple[tuple[str, str], ...]:
    """Enemy ships this one could hit with some gun now, with their range band. Worked out while nobody moves."""
    key = ("in range", ship.id)
    found: tuple[tuple[str, str], ...] | None = state.kept.get(key)
    if found is None:
        lines = [(foe.id, line_between(state, ship, foe)) for foe in afloat(state, enemy_of(state, ship.side))]
        found = tuple((name, line.band) for name, line in lines if line.band and not line.blocker)
        state.kept[key] = found
    return found


def offer_fire(state: State, side: str) -> Iterator[Offer]:
    """Every target of every battery that may still fire, worked out once for each thing a ship has fired."""
    for ship in state.ships.values():
        if ship.side == side and not ship.gone and not ship.sole:
            key = ("fire", ship.id, ship.rounds)
            found: tuple[Offer, ...] | None = state.scratch.get(key)
            if found is None:
                found = state.scratch[key] = tuple(_rounds_of(state, ship))
            yield from found


def _rounds_of(state: State, ship: Ship) -> Iterator[Offer]:
    for battery in BATTERIES:
        if not rof(state, ship, battery) or not _may_join(state, ship, battery):
            continue
        commands = tuple(
            Fire(ship.side, ship.id, battery, target)
            for target, band in in_range(state, ship)
            if _allows(state, ship, battery, band)
        )
        if commands:
            name = state.scene.names[ship.id]
            yield Offer("fire", f"{name}: fire the {battery} battery", "QF-FIRE-1", ship.id, commands)


def check_fire(state: State, command: Fire) -> tuple[Illegal, ...]:
    """Every reason against a round: battery, ROF, range, the line. Rules: QF-FIRE-H4, QF-FIRE-H6, QF-RNG-1."""
    pair = ship_and_target(state, command.side, command.ship, command.target, "QF-FIRE-1")
    if isinstance(pair, Illegal):
        return (pair,)
    ship, target = pair
    if command.battery not in BATTERIES:
        return (Illegal(f"a battery is heavy or light, not {command.battery!r}", "QF-FIRE-8", ship.id),)
    return _against(state, ship, target, command.battery)


def _against(state: State, ship: Ship, target: Ship, battery: str) -> tuple[Illegal, ...]:
    name, card, reasons = state.scene.names[ship.id], state.scene.cards[ship.id], []
    if card.boat_guns == "only":
        reasons.append(Illegal(f"{name} has boat guns only", "QF-BG-5", ship.id))
    elif not card.gunnery(battery):
        reasons.append(Illegal(f"{name} has no {battery} battery", "QF-FIRE-8", ship.id))
    elif not rof(state, ship, battery):
        reasons.append(Illegal(f"the {battery} battery of {name} is silent: its ROF is 0", "QF-DMG-H4", ship.id))
    line = line_between(state, ship, target)
    if battery in ship.rounds:
        reasons.append(Illegal(f"{name} has fired her {battery} battery in this phase", "QF-FIRE-H6", ship.id))
    elif ship.sole or not _allows(state, ship, battery, line.band):
        where = " and ".join(BAND_NAMES[band] for band in _both(state))
        reasons.append(
            Illegal(f"{name} has fired her other battery; both fire in one phase only at {where} range", "QF-FIRE-H4",
                    ship.id)
        )
    return (*reasons, *why_not_reach(state, ship, target, line))


def why_not_reach(state: State, ship: Ship, target: Ship, line: Line) -> tuple[Illegal, ...]:
    """What keeps guns from reaching: the range or something on the line. Rules: QF-RNG-1, QF-ARC-H2, QF-ARC-H3."""
    who = state.scene.names[target.id]
    if not line.band:
        most = max(state.scene.charts.gunnery.range_mm.values())
        away = -(-line.distance // MM)
        return (Illegal(f"{who} is {away:,} mm away, beyond long range of {most:,} mm", "QF-RNG-1", ship.id),)
    if line.blocker:
        what = state.scene.names.get(line.blocker, line.blocker)
        rule = "QF-ARC-H2" if line.blocker in state.ships else "QF-ARC-H3"
        return (Illegal(f"{what} lies on the line to {who}", rule, ship.id),)
    return ()


# ---------------------------------------------------------------------- what it needs


def shot(state: State, ship: Ship, battery: str, target: Ship, rating: int = 0) -> Shot:
    """What a round of a battery needs; `rating` replaces the card's when the battery is shared out.

    Rules: QF-FIRE-2, QF-FIRE-3, QF-FIRE-H1, QF-FIRE-H3, QF-FIRE-H5, QF-ARC-H1, QF-OPT-302.
    """
    scene = state.scene
    charts, line = scene.charts.gunnery, line_between(state, ship, target)
    power = rating or scene.cards[ship.id].gunnery(battery)
    ends = end_on(state, ship, target)
    if ends:
        power = max(charts.end_least, power // charts.end_divisor)
    found = []
    step = charts.rof_modifier[scene.profile].get(line.band, 0)
    if step:
        rule = "QF-FIRE-H3" if step > 0 else "QF-FIRE-H5"
        found.append(Modifier(step, f"{BAND_NAMES[line.band]} range", rule))
    if scene.options["opening_salvo"] and not ship.opened:
        found.append(Modifier(charts.salvo_modifier, "opening salvo", "QF-OPT-302"))
    column = fire_column(power, scene.cards[target.id].armour(battery))
    return Shot(rof(state, ship, battery), tuple(found), power, ends, column, line)


def guessed(r: Ruling, ship: Ship) -> tuple[Modifier, ...]:
    """The range-taker's error as a modifier to the black die; none without the option. Throws one die.

    Rules: QF-OPT-301, QF-OPT-H1.
    """
    if not r.state.scene.options["range_guessing"]:
        return ()
    charts = r.state.scene.charts.gunnery
    face = r.roll(f"range-taker of {r.state.scene.names[ship.id]}", 1, 6, "QF-OPT-H1").total
    return guess_error(r.state, charts.guess_cables[face])


def guess_error(state: State, cables: int) -> tuple[Modifier, ...]:
    """What a guess so many cables out does to the black die: 0 is on the target. Rule: QF-OPT-301."""
    scale = state.scene.charts.gunnery.guess_modifier
    value = scale.exact if not cables else scale.cable + scale.each_further_cable * (cables - 1)
    label = f"range {cables} cable{'s' * (cables != 1)} out" if cables else "range guessed exactly"
    return (Modifier(value, label, "QF-OPT-301"),) if value else ()


# ---------------------------------------------------------------------- the dice


def do_fire(r: Ruling, command: Fire) -> None:
    """Fire a round: the black die against the ROF, the white dice against the entry, and their sum for blast.

    Throws the range-taker's die if the option says so, then one black die and two white dice.
    Rules: QF-FIRE-1, QF-FIRE-2, QF-FIRE-H6.
    """
    state: State = r.state
    ship, target = state.ships[command.ship], state.ships[command.target]
    aimed = shot(state, ship, command.battery, target)
    aimed = aimed._replace(modifiers=aimed.modifiers + guessed(r, ship))
    black, fires = black_die(r, ship, target, command.battery, aimed)
    r.state = with_ship(
        r.state,
        ship.but(
            rounds=(*ship.rounds, command.battery),
            sole=ship.sole or aimed.line.band not in _both(state),
            opened=True,
        ),
    )
    white_dice(r, ship, target, command.battery, aimed, black, fires)


def black_die(r: Ruling, ship: Ship, target: Ship, battery: str, aimed: Shot) -> tuple[int, bool]:
    """Throw the black die: its face, and whether the battery counts as having fired. Rule: QF-FIRE-2."""
    names = r.state.scene.names
    what = f"{names[ship.id]}, {battery} battery at {names[target.id]}: black ROF die"
    rolled = r.roll(what, 1, 6, "QF-FIRE-2", aimed.modifiers, aimed.rof, "the ROF or less")
    return rolled.faces[0], rolled.total <= aimed.rof


def white_dice(r: Ruling, ship: Ship, target: Ship, battery: str, aimed: Shot, black: int, fires: bool) -> None:
    """Throw the white dice: hits on the line of their own total, blast by the sum of all three as they lie.

    Rules: QF-FIRE-4, QF-FIRE-5, QF-FIRE-7, QF-FIRE-H2, QF-BLAST-1, QF-BLAST-H1, QF-BLAST-H2.
    """
    state: State = r.state
    scene, line = state.scene, aimed.line
    need = aimed.column.need
    note = f"{aimed.column.percent}% entry, {need} or less" if need else "below 25%: no hit possible"
    white = r.roll("white Battery Fire dice", 2, 6, "QF-FIRE-4", (), need or None, note).total
    blast = NO_CODES
    if fires or scene.options["blast_on_failed_rof"]:
        blast = scene.charts.gunnery.blast[line.band].get(black + white, NO_CODES)
    away = -(-line.distance // MM)
    if not fires:
        r.note(
            RoundFailed(
                rule="QF-FIRE-2",
                ship=ship.id,
                target=target.id,
                battery=battery,
                band=line.band,
                millimetres=away,
                blast=codes_text(blast),
            )
        )
        queue_hit(r, Hit(ship=ship.id, target=target.id, blast=blast, rule="QF-BLAST-H2"))
        return
    hits, code = (hits_on(white), hit_code(white, battery)) if white <= need else (0, "")
    r.note(
        RoundFired(
            rule="QF-FIRE-5" if hits else "QF-FIRE-4",
            ship=ship.id,
            target=target.id,
            battery=battery,
            band=line.band,
            millimetres=away,
            percent=aimed.column.percent,
            need=need,
            white=white,
            hits=hits,
            code=code,
            blast=codes_text(blast),
        )
    )
    codes = {code: hits} if hits else NO_CODES
    queue_hit(r, Hit(ship=ship.id, target=target.id, codes=codes, blast=blast, rule="QF-FIRE-7"))


# ---------------------------------------------------------------------- option 304: two targets


def shares(state: State, ship: Ship) -> tuple[int, int]:
    """The light rating halved between two targets, the odd point to the first. Rule: QF-OPT-H2."""
    rating = state.scene.cards[ship.id].gunnery_light
    return rating - rating // 2, rating // 2


def least_share(state: State, ship: Ship) -> int:
    """The smallest share of a ship's light rating. Rule: QF-OPT-304."""
    rating = state.scene.cards[ship.id].gunnery_light
    return next(packet.least for packet in state.scene.charts.gunnery.packets if rating <= packet.rating_to)


def offer_split(state: State, side: str) -> Iterator[Offer]:
    """Every two targets at point-blank of every light battery that may still fire."""
    if not state.scene.options["split_light_at_point_blank"]:
        return
    for ship in afloat(state, side):
        if not rof(state, ship, LIGHT) or not _may_join(state, ship, LIGHT):
            continue
        if shares(state, ship)[1] < least_share(state, ship):
            continue
        near = [target for target, band in in_range(state, ship) if band == POINT_BLANK]
        commands = tuple(Split(side, ship.id, one, two) for one in near for two in near if one != two)
        if commands:
            name = state.scene.names[ship.id]
            yield Offer("split", f"{name}: share the light battery", "QF-OPT-304", ship.id, commands)


def check_split(state: State, command: Split) -> tuple[Illegal, ...]:
    """Every reason against sharing the light battery. Rules: QF-OPT-304, QF-OPT-H2."""
    reasons: list[Illegal] = []
    if not state.scene.options["split_light_at_point_blank"]:
        reasons.append(Illegal("light batteries are not shared out: optional rule 304 is off", "QF-OPT-304"))
    if command.target == command.other:
        reasons.append(Illegal("two different targets must be named", "QF-OPT-H2"))
    for mark in (command.target, command.other):
        pair = ship_and_target(state, command.side, command.ship, mark, "QF-OPT-304")
        if isinstance(pair, Illegal):
            reasons.append(pair)
            continue
        ship, target = pair
        reasons += [reason for reason in _against(state, ship, target, LIGHT) if reason not in reasons]
        line = line_between(state, ship, target)
        if line.band != POINT_BLANK:
            away = -(-line.distance // MM)
            who = state.scene.names[mark]
            reasons.append(Illegal(f"{who} is {away:,} mm away, not at point-blank", "QF-OPT-304", ship.id))
        least = least_share(state, ship)
        if shares(state, ship)[1] < least and mark == command.target:
            rating = state.scene.cards[ship.id].gunnery_light
            reasons.append(
                Illegal(f"a light rating of {rating} cannot be halved into shares of {least}", "QF-OPT-304", ship.id)
            )
    return tuple(reasons)


def do_split(r: Ruling, command: Split) -> None:
    """Share the light battery: one black die for both, white dice for each share.

    Throws the range-taker's die if the option says so, one black die, then two white dice for each target.
    Rules: QF-OPT-304, QF-OPT-H2.
    """
    state: State = r.state
    ship = state.ships[command.ship]
    marks = (state.ships[command.target], state.ships[command.other])
    aims = [shot(state, ship, LIGHT, mark, share) for mark, share in zip(marks, shares(state, ship), strict=True)]
    guess = guessed(r, ship)
    black, fires = black_die(r, ship, marks[0], LIGHT, aims[0]._replace(modifiers=aims[0].modifiers + guess))
    r.state = with_ship(r.state, ship.but(rounds=(*ship.rounds, LIGHT), opened=True))
    for mark, aimed in zip(marks, aims, strict=True):
        white_dice(r, ship, mark, LIGHT, aimed, black, fires)


# ---------------------------------------------------------------------- the phase


def open_gunnery(r: Ruling) -> None:
    """A gunnery phase begins: nobody has fired in it."""
    ships = r.state.ships
    fresh = {name: ship.but(rounds=(), sole=False) for name, ship in ships.items() if ship.rounds}
    if fresh:
        r.state = r.state.but(ships={**ships, **fresh})
