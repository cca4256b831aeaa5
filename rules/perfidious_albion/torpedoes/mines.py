"""Minefields: which ships are in one, the chance of striking a mine, where it explodes. A field is a disc.

A ship has entered it when any part of her trace is nearer to its centre than the radius; she has ended outside when no
part of her hull is. Touching the rim is outside.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.breakdown import Breakdown, Fact, Working
from rules.kernel.inches import Path, bounds, segment_enters_circle
from rules.kernel.modifiers import Modifier, sum_modifiers
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.devastation import strike
from rules.perfidious_albion.damage.flooding import has_hull
from rules.perfidious_albion.damage.weather import sea_at
from rules.perfidious_albion.records.charts import MINE, numbers_of, terms_of
from rules.perfidious_albion.records.events import MineHit, MineMissed, MinesMet
from rules.perfidious_albion.records.state import Minefield, Ship, State, place
from rules.perfidious_albion.ships.grids import UNDER_WATER
from rules.perfidious_albion.torpedoes.passage import place_of

STRADDLE_DIE = 10


def enters_field(track: Path, field: Minefield) -> bool:
    """Return whether a trace enters a field. Rules: PA-6.5-1, PA-MIN-H1."""
    west, north, east, south = bounds(track)
    x, y, reach = field.x, field.y, field.radius
    if x + reach <= west or x - reach >= east or y + reach <= north or y - reach >= south:
        return False
    circle = ((x, y), reach)
    return any(segment_enters_circle(a, b, circle) for a, b in zip(track, track[1:], strict=False))


def fields_entered(state: State, track: Path) -> Iterator[Minefield]:
    """Yield the fields a trace enters: each is tested separately. Rule: PA-6.5-2."""
    return (field for field in state.fields.values() if enters_field(track, field))


def mine_chance(
    state: State, ship: Ship, field: Minefield, outside: bool | None = None
) -> tuple[int, tuple[Modifier, ...]]:
    """Return the chance of a mine in percent, and every term: first those added, then what each halving takes off.

    `outside`: whether she ends outside the field; by default decided by her hull. Rule: PA-6.5-17.
    """
    chart = state.scene.charts.torpedoes
    terms = [
        Modifier(chart.mine_base, "mine attack", "PA-6.5-3"),
        Modifier(chart.mine_density * field.density, f"density {field.density}", "PA-6.5-3"),
    ]
    pace = "slow" if ship.speed < chart.mine_slow_below else "fast" if ship.speed > chart.mine_fast_above else ""
    steering = "steering" if ship.steering else ""
    drifting = ship.stopped == "drifting"
    true = ("drifting" if drifting else pace, f"cq{ship.cq}", steering, sea_at(state, place(ship)))
    terms += terms_of(chart.mine_modifiers, true, numbers_of(chart))
    ended_outside = outside if outside is not None else not enters_field(ship.hull, field)
    halvings = []
    if field.side == ship.side:
        halvings.append(("own minefield, halved", "PA-6.5-4"))
    if ended_outside:
        halvings.append(("ended outside the field, halved", "PA-6.5-5"))
    if state.scene.options["mines_halve_once"]:
        halvings = halvings[:1]
    for label, rule in halvings:
        chance = sum_modifiers(terms)
        half = -(-(chance // 2) // chart.mine_round_to) * chart.mine_round_to
        terms.append(Modifier(half - chance, label, rule))
    return sum_modifiers(terms), tuple(terms)


def meet_mines(r: Ruling, ship_id: str) -> None:
    """Test a ship for every field she entered during her movement, after her torpedo tests. Uses her track and hull.

    Rolls a D10 for the percentage left over after whole straddles, then for each straddle a D6 (level) and a D10
    (section), and the dice of hits. Rules: PA-3.1-3, PA-6.5-1, PA-6.5-2, PA-6.5-15.
    """
    ship: Ship = r.state.ships[ship_id]
    if ship.gone or len(ship.hull) < 2:
        return
    for field in tuple(fields_entered(r.state, ship.track or ship.hull)):
        if r.state.ships[ship_id].gone:
            return
        _field(r, ship_id, field)


def _field(r: Ruling, ship_id: str, field: Minefield) -> None:
    """Resolve one field: how many mines explode near her, and where. Rules: PA-6.5-15, PA-6.5-16."""
    state: State = r.state
    name = state.scene.names[ship_id]
    chance, terms = mine_chance(state, state.ships[ship_id], field)
    whole = state.scene.charts.torpedoes.mine_straddle
    straddles, rest = divmod(chance, whole)
    throw = Breakdown(
        what=f"{name} in the minefield",
        rule="PA-6.5-15",
        count=1 if rest else 0,
        sides=STRADDLE_DIE,
        need=rest * STRADDLE_DIE // whole if rest else None,
        low=True,
        workings=(Working(label="chance", rule="PA-6.5-3", terms=terms, total=chance, unit=" %"),),
        facts=(Fact(f"a mine for each {whole} %, the die for the rest", "PA-6.5-15"),) if chance > whole else (),
    )
    rolled = r.throw(throw)
    straddles += rolled.is_success
    r.note(MinesMet(rule="PA-6.5-1", ship=ship_id, field=field.id, percent=chance, straddles=straddles))
    for number in range(straddles):
        ship: Ship = r.state.ships[ship_id]
        if ship.gone:
            return
        section, level = place_of(r, ship_id, f"mine {number + 1} of {straddles} under {name}")
        if not has_hull(r.state, ship, section, level):
            rule = "PA-6.5-16" if level in UNDER_WATER else "PA-6.4-2"
            r.note(MineMissed(rule=rule, ship=ship_id, field=field.id, section=section, level=level))
            continue
        r.note(MineHit(rule="PA-6.5-16", ship=ship_id, field=field.id, section=section, level=level))
        strike(r, ship_id, section, level, MINE, "PA-6.5-16")
