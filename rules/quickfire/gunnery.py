"""Phases 3 and 4, Gunnery: one battery or both, the three dice, hits, blast."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.kernel.breakdown import Breakdown, Fact, Working
from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Ruling
from rules.quickfire.charts import (
    BAND_NAMES,
    HALF,
    MM,
    Codes,
    Column,
    codes_text,
    codes_words,
    fire_column,
    hit_code,
    hits_on,
    hits_text,
)
from rules.quickfire.commands import Fire
from rules.quickfire.damage import keep_throw, queue_hit
from rules.quickfire.events import RoundFailed, RoundFired
from rules.quickfire.line_of_fire import Line, end_on, in_range, line_between, ship_and_target, why_not_reach
from rules.quickfire.roster import BATTERIES, HEAVY, LIGHT, armour_text
from rules.quickfire.state import LYING, Hit, Ship, State, Throw, rof, with_ship

NO_CODES: Codes = {}


class Shot(NamedTuple):
    """What a round needs: ROF and modifiers of the black die, the rating, the line of Battery Fire."""

    rof: int
    modifiers: tuple[Modifier, ...]
    rating: int
    full: int  # the rating before it is halved for an end-on target
    end_on: bool
    armour: int  # in half points
    column: Column
    line: Line


# ---------------------------------------------------------------------- whether a battery may fire


def may_join(ship: Ship, battery: str) -> bool:
    """Return whether a battery may still fire this phase, given what the ship has fired (QF-FIRE-H4, QF-FIRE-H6)."""
    return battery not in ship.rounds and not ship.sole


def _allows(state: State, fired: tuple[str, ...], battery: str, band: str) -> bool:
    """Return whether the range allows this battery in addition to the other, if that has fired (QF-FIRE-H4)."""
    other = LIGHT if battery == HEAVY else HEAVY
    return other not in fired or band in both_bands(state)


def both_bands(state: State) -> tuple[str, ...]:
    """Return the range bands at which heavy and light may fire together (QF-FIRE-H4, QF-FIRE-H5)."""
    return state.scene.charts.gunnery.both_batteries[state.scene.profile]


def offer_fire(state: State, side: str) -> Iterator[Offer]:
    """Yield a round at every target of every battery that may still fire."""
    for ship in state.ships.values():
        if ship.side == side and not ship.gone and not ship.sole:
            yield from _rounds_of(state, ship.id, ship.rounds)


@derived(*LYING, "ships[id].heavy_hits", "ships[id].light_hits")
def _rounds_of(state: State, name: str, fired: tuple[str, ...]) -> tuple[Offer, ...]:
    ship = state.ships[name]
    commands = tuple(
        Fire(ship.side, ship.id, battery, target)
        for battery in BATTERIES
        if rof(state, ship, battery) and battery not in fired
        for target, band in in_range(state, ship)
        if _allows(state, fired, battery, band)
    )
    label = f"{state.scene.names[ship.id]}: fire"
    return (Offer("fire", label, "QF-FIRE-1", ship.id, commands),) if commands else ()


def check_fire(state: State, command: Fire) -> tuple[Illegal, ...]:
    """Return every reason against a round: battery, ROF, range, the line. Rules: QF-FIRE-H4, QF-FIRE-H6, QF-RNG-1."""
    pair = ship_and_target(state, command.side, command.ship, command.target, "QF-FIRE-1")
    if isinstance(pair, Illegal):
        return (pair,)
    ship, target = pair
    if command.battery not in BATTERIES:
        return (Illegal(f"a battery is heavy or light, not {command.battery!r}", "QF-FIRE-8", ship.id),)
    return fire_refusals(state, ship, target, command.battery)


def fire_refusals(state: State, ship: Ship, target: Ship, battery: str) -> tuple[Illegal, ...]:
    """Return every reason against a battery of an existing ship firing at an existing target."""
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
    elif ship.sole or not _allows(state, ship.rounds, battery, line.band):
        where = " and ".join(BAND_NAMES[band] for band in both_bands(state))
        reasons.append(
            Illegal(
                f"{name} has fired her other battery; both fire in one phase only at {where} range",
                "QF-FIRE-H4",
                ship.id,
            )
        )
    return (*reasons, *why_not_reach(state, ship, target, line))


# ---------------------------------------------------------------------- what a round needs


def shot(state: State, ship: Ship, battery: str, target: Ship, rating: int = 0) -> Shot:
    """Return what a round of a battery needs; `rating` replaces the card's if the battery is shared between targets.

    Rules: QF-FIRE-2, QF-FIRE-3, QF-FIRE-6, QF-FIRE-H1, QF-FIRE-H3, QF-FIRE-H5, QF-ARC-H1, QF-OPT-302.
    """
    scene = state.scene
    charts, line = scene.charts.gunnery, line_between(state, ship, target)
    power = rating or scene.cards[ship.id].gunnery(battery)
    full, ends = power, end_on(state, ship, target)
    if ends:
        power = max(charts.end_least, power // charts.end_divisor)
    found = []
    step = charts.rof_modifier[scene.profile].get(line.band, 0)
    if step:
        rule = "QF-FIRE-H3" if step > 0 else "QF-FIRE-H5"
        found.append(Modifier(step, f"{BAND_NAMES[line.band]} range", rule))
    if scene.options["opening_salvo"] and not ship.opened:
        found.append(Modifier(charts.salvo_modifier, "opening salvo", "QF-OPT-302"))
    armour = scene.cards[target.id].armour(battery)
    column = fire_column(power, armour)
    return Shot(rof(state, ship, battery), tuple(found), power, full, ends, armour, column, line)


def ratio_words(aimed: Shot) -> str:
    """Return both ratings and their ratio: "16 against 11, 145 %", "8, end on: half of 16, against 11, 72 %"."""
    power = f"{aimed.rating}, end on: half of {aimed.full}," if aimed.end_on else str(aimed.rating)
    share = f", {100 * HALF * aimed.rating // aimed.armour} %" if aimed.armour else ""
    return f"{power} against {armour_text(aimed.armour)}{share}"


def entry_words(column: Column) -> str:
    """Return the line of Battery Fire in words: "the 125 % line hits on 7 or less".

    Below the first line nothing hits (QF-FIRE-H1).
    """
    return f"the {column.percent} % line hits on {column.need} or less" if column.need else "below 25 % nothing hits"


def range_error(r: Ruling, ship: Ship) -> tuple[Modifier, ...]:
    """Return the range-taker's error as a modifier to the black die; none without the option. Rolls one die.

    Rules: QF-OPT-301, QF-OPT-H1.
    """
    if not r.state.scene.options["range_guessing"]:
        return ()
    charts = r.state.scene.charts.gunnery
    face = r.roll(f"range-taker of {r.state.scene.names[ship.id]}", 1, 6, "QF-OPT-H1").total
    return guess_error(r.state, charts.guess_cables[face])


def guess_error(state: State, cables: int) -> tuple[Modifier, ...]:
    """Return the modifier to the black die of a guess that is wrong by a number of cables. Rule: QF-OPT-301."""
    scale = state.scene.charts.gunnery.guess_modifier
    value = scale.exact if not cables else scale.cable + scale.each_further_cable * (cables - 1)
    label = f"range {cables} cable{'s' * (cables != 1)} out" if cables else "range guessed exactly"
    return (Modifier(value, label, "QF-OPT-301"),) if value else ()


# ---------------------------------------------------------------------- the dice


def do_fire(r: Ruling, command: Fire) -> None:
    """Fire a round.

    The black die against the ROF, the white dice against the line of the chart, and their sum for blast.

    Rolls the range-taker's die if the option says so, then one black die and two white dice.
    Rules: QF-FIRE-1, QF-FIRE-2, QF-FIRE-H6.

    """
    state: State = r.state
    ship, target = state.ships[command.ship], state.ships[command.target]
    aimed = shot(state, ship, command.battery, target)
    aimed = aimed._replace(modifiers=aimed.modifiers + range_error(r, ship))
    black, fires = black_die(r, ship, target, command.battery, aimed)
    r.state = with_ship(
        r.state,
        ship.but(
            rounds=(*ship.rounds, command.battery),
            sole=ship.sole or aimed.line.band not in both_bands(state),
            opened=True,
        ),
    )
    white_dice(r, ship, target, command.battery, aimed, black, fires)


FIRE = Verb(Fire, "Fire a battery", "QF-FIRE-1", offer_fire, check_fire, do_fire)


def black_die(r: Ruling, ship: Ship, target: Ship, battery: str, aimed: Shot) -> tuple[int, bool]:
    """Roll the black die and return its face, and whether the battery fires. Rule: QF-FIRE-2."""
    names = r.state.scene.names
    what = f"{names[ship.id]}, {battery} battery at {names[target.id]}: black die"

    def says(total: int) -> str:
        return "fired" if total <= aimed.rof else "ROF failed"

    rolled = r.roll(
        what, 1, 6, "QF-FIRE-2", aimed.modifiers, aimed.rof, f"{battery} ROF", low=True, die="black", says=says
    )
    return rolled.faces[0], rolled.total <= aimed.rof


def white_dice(r: Ruling, ship: Ship, target: Ship, battery: str, aimed: Shot, black: int, fires: bool) -> None:
    """Roll the white dice: hits on the line of their total, blast by the unmodified sum of all three.

    Rules: QF-FIRE-4, QF-FIRE-5, QF-FIRE-7, QF-FIRE-H2, QF-BLAST-1, QF-BLAST-H1, QF-BLAST-H2.
    """
    state: State = r.state
    scene, line = state.scene, aimed.line
    need = aimed.column.need
    what = f"{scene.names[ship.id]}, {battery} battery at {scene.names[target.id]}: white dice"

    def says(total: int) -> str:
        if total > need:
            return "a miss" if need else "a miss: no total hits"
        return hits_text(hits_on(total), hit_code(total, battery)) if fires else "no effect"

    wanted = Breakdown(
        what=what,
        rule="QF-FIRE-4",
        count=2,
        sides=6,
        need=need or None,
        low=True,
        workings=ratings_of(state, ship, target, battery, aimed),
        facts=(
            Fact(entry_words(aimed.column), "QF-FIRE-H1"),
            Fact(f"all three dice together: Blast Damage, {BAND_NAMES[line.band]} range", "QF-BLAST-1"),
        ),
        die="white",
    )
    white = r.throw(wanted, says=says).total
    thrown = Throw(
        line="fire",
        ship=ship.id,
        total=white,
        target=target.id,
        battery=battery,
        band=line.band,
        black=black,
        fired=fires,
        need=need,
        percent=aimed.column.percent,
    )
    keep_throw(r, thrown)
    blast = NO_CODES
    anyway = scene.options["blast_on_failed_rof"]
    if fires or anyway:
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
                blast_told=codes_words(blast) if anyway else "none, because she did not fire",
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
            ratings=ratio_words(aimed),
            entry=entry_words(aimed.column),
            white=white,
            three=black + white,
            hits=hits,
            code=code,
            result=hits_text(hits, code) if hits else "a miss",
            blast=codes_text(blast),
            blast_told=codes_words(blast),
        )
    )
    codes = {code: hits} if hits else NO_CODES
    queue_hit(r, Hit(ship=ship.id, target=target.id, codes=codes, blast=blast, rule="QF-FIRE-7"))


def ratings_of(state: State, ship: Ship, target: Ship, battery: str, aimed: Shot) -> tuple[Working, ...]:
    """Return both ratings of a round and their ratio, in half points; halved when the target lies end on.

    Rules: QF-FIRE-3, QF-ARC-H1.
    """
    names, plate = state.scene.names, state.scene.cards[target.id].armour(battery)
    words = f"{battery} rating of {names[ship.id]}"
    found = []
    if aimed.end_on:
        full = (Modifier(HALF * aimed.full, words, "QF-FIRE-3"),)
        half = Modifier(HALF * (aimed.rating - aimed.full), "end on: half, rounded down", "QF-ARC-H1")
        total = HALF * aimed.rating
        found.append(Working(label="rating", rule="QF-ARC-H1", terms=(*full, half), total=total, parts=HALF))
    if plate:
        terms = (
            Modifier(HALF * aimed.rating, words, "QF-FIRE-3"),
            Modifier(plate, f"{battery} armour of {names[target.id]}", "QF-FIRE-3"),
        )
        ratio = 100 * HALF * aimed.rating // plate
        found.append(Working(label="ratio", rule="QF-FIRE-3", terms=terms, total=ratio, parts=HALF, ratio=True))
    return tuple(found)


# ---------------------------------------------------------------------- the phase


def open_gunnery(r: Ruling) -> None:
    """Begin a gunnery phase: no ship has fired yet."""
    ships = r.state.ships
    fresh = {name: ship.but(rounds=(), sole=False) for name, ship in ships.items() if ship.rounds}
    if fresh:
        r.state = r.state.but(ships={**ships, **fresh})
