"""How good a position looks to a side: what computer players weigh. House judgement, no rule of the game.

Points in hand count most; then the damage each side's guns and tubes promise from where the divisions stand.
"""

from __future__ import annotations

from rules.kernel.hexes import bearing_sector, distance
from rules.nw_smoke.charts import bands
from rules.nw_smoke.knowledge import best_known
from rules.nw_smoke.smoke import line_between
from rules.nw_smoke.state import RADAR, Division, Ship, State, firepower
from rules.nw_smoke.victory import points_of
from rules.nws.pieces import able_ships, damage_level, divisions_of, enemy_of

POINT = 1000  # worth of one victory point
# Share of a ship's points that one shot takes, in thousandths, by the need of its roll: from the damage it expects.
SHOT = (220, 220, 220, 220, 190, 165, 135, 100, 66, 42, 24, 12, 5)
TUBES = (0, 0, 0, 0, 0, 0, 0, 250, 180, 120, 70, 35, 12)
FEAR = 900  # how much what the enemy promises counts, in thousandths of what we promise
NEAR = 12  # worth of each hex nearer to an enemy out of reach


def score(state: State, side: str) -> int:
    """The worth of a position to a side, in thousandths of a victory point; higher is better."""
    foe = enemy_of(state, side)
    total = POINT * (points_of(state, side) - points_of(state, foe))
    total += _pending(state, side) - _pending(state, foe)
    total += _salvos(state, side)
    for mine in divisions_of(state, side):
        for other in divisions_of(state, foe):
            total += _promise(state, mine, other) - FEAR * _promise(state, other, mine) // 1000
            h = distance(mine.hex, other.hex)
            if h > 8 and _fighting(state, mine):
                total -= NEAR * (h - 8)
    return total


def _fighting(state: State, division: Division) -> bool:
    return all(damage_level(state.ships[name]) < 3 for name in division.ships)


def _pending(state: State, side: str) -> int:
    """Damage already rolled and waiting for the phase's end."""
    total = 0
    for hit in state.hits:
        if state.scene.owner[hit.target] != side:
            level = min(4, hit.structure + hit.flotation + (1 if hit.fire else 0))
            total += POINT * state.scene.cards[hit.target].pv * (0, 125, 250, 500, 1000)[level] // 1000
    return total


def _salvos(state: State, side: str) -> int:
    total = 0
    for salvo in state.salvos:
        if salvo.side == side and not state.ships[salvo.target].gone:
            need = state.scene.charts.torpedo.need[salvo.kind][bands(salvo.distance)]
            total += state.scene.cards[salvo.target].pv * TUBES[min(need, 12)] * 6 // 5
    return total


def _promise(state: State, one: Division, other: Division) -> int:
    """What one division's guns and tubes may take of another from where they stand, in thousandths of a point."""
    line = line_between(state, one, other)
    if line.verdict == "blocked":
        return 0
    h = distance(one.hex, other.hex)
    seen = best_known(state, one.side, other) >= RADAR
    scene, charts = state.scene, state.scene.charts
    if h >= len(charts.gun_steps):
        return 0
    target, pv = _fattest(state, other)
    if target is None:
        return 0
    mark = scene.cards[target.id]
    sector = bearing_sector(one.hex, one.facing, other.hex) if h else 1
    end_on = sector in (0, 3)
    total = 0
    for ship in able_ships(state, one):
        card = scene.cards[ship.id]
        power = firepower(state, ship)
        if power and h <= charts.gun_reach[card.gun]:
            need = charts.gunnery.base - charts.gun_columns[power] + charts.gun_steps[h] + mark.defence
            need += (2 if card.firepower > charts.gunnery.bow_stern_limit else 1) if end_on else 0
            need += 2 if other.evading else 0
            need += 1 if one.evading else 0
            total += pv * SHOT[min(max(need, 0), 12)]
        if ship.salvos and not end_on and not one.evading and bands(h) < len(charts.torpedo.need[card.torpedo]):
            need = charts.torpedo.need[card.torpedo][bands(h)] + (3 if other.evading else 0)
            total += pv * TUBES[min(need, 12)] // 3
    return total if seen else total // 2


def _fattest(state: State, division: Division) -> tuple[Ship | None, int]:
    best, value = None, 0
    for ship in able_ships(state, division):
        pv = state.scene.cards[ship.id].pv
        if pv > value:
            best, value = ship, pv
    return best, value
