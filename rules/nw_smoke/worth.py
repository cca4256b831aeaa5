"""How good a position looks to a side: what computer players weigh. House judgement, no rule of the game.

Points in hand count most; then the damage each side's guns and tubes promise from where the divisions stand, as far as
they see one another; then a smoke card where the enemy promises more than the division does. Every number of a rule is
read from its chart.
"""

from __future__ import annotations

from rules.kernel.hexes import bearing_sector, distance
from rules.kernel.modifiers import tally
from rules.kernel.worth import Term
from rules.nw_smoke.charts import bands
from rules.nw_smoke.movement import allowance
from rules.nw_smoke.sequence import SEQUENCE
from rules.nw_smoke.smoke import line_between
from rules.nw_smoke.spotting import sighting_terms
from rules.nw_smoke.state import RADAR, Division, Ship, State, firepower
from rules.nw_smoke.victory import points_of
from rules.nws.fighting import bow_stern
from rules.nws.pieces import able_ships, contact, damage_level, divisions_of, enemy_of
from rules.nws.watch import best_radar

POINT, FINE = 1000, 10  # worth of one victory point; of a hundredth of one
# Share of a ship's points that one shot takes, in thousandths, by the need of its roll: from the damage it expects.
SHOT = (220, 220, 220, 220, 190, 165, 135, 100, 66, 42, 24, 12, 5)
TUBES = (0, 0, 0, 0, 0, 0, 0, 250, 180, 120, 70, 35, 12)
FEAR = 900  # how much what the enemy promises counts, in thousandths of what we promise
UNSEEN_TOO = 500  # what anything promises at a division that is not seen now, in thousandths
NEAR = 12  # worth of each hex nearer to an enemy out of reach
SCREEN = 450  # worth of a smoke card, in thousandths of what the enemy promises more than the division that carries it


def terms(state: State, side: str) -> tuple[Term, ...]:
    """What makes a position good for a side, in hundredths of a victory point."""
    foe = enemy_of(state, side)
    given = taken = near = screen = 0
    theirs, waiting = divisions_of(state, foe), _cards_wait(state)
    for mine in divisions_of(state, side):
        ours = back = 0
        for other in theirs:
            ours += _promise(state, mine, other)
            back += _promise(state, other, mine)
            h = distance(mine.hex, other.hex)
            if h > 8 and _fighting(state, mine):
                near -= NEAR * (h - 8)
        given += ours
        taken += FEAR * back // 1000
        if mine.smoking and waiting and not (mine.moved and waiting == MOVEMENT):
            screen += _screen(state, mine, ours, back)
    points = POINT * (points_of(state, side) - points_of(state, foe))
    return (
        Term("points", "points in hand", points // FINE, "NW-VP-H1"),
        Term("struck", "hits not yet marked", (_pending(state, side) - _pending(state, foe)) // FINE),
        Term("water", "our torpedoes in the water", _salvos(state, side) // FINE),
        Term("given", "our guns and tubes", given // FINE),
        Term("taken", "theirs", -taken // FINE),
        Term("near", "enemies out of reach", near // FINE),
        Term("screen", "smoke to come", screen // FINE, "NW-SMK-6"),
    )


# ---------------------------------------------------------------------- smoke and sight

MOVEMENT = next(phase.number for phase in SEQUENCE if phase.name == "movement")
DECLARED = next(phase.number for phase in SEQUENCE if phase.name == "smoke")


def _cards_wait(state: State) -> int:
    """The number of the phase, when smoke cards on the map are still to be laid in it or after it; else 0."""
    number = SEQUENCE[state.cursor.phase].number
    return number if number >= DECLARED or number <= MOVEMENT else 0


def _screen(state: State, division: Division, given: int, taken: int) -> int:
    """What a smoke card promises a division: to be out of the sight of an enemy who has more to give than to take."""
    if allowance(state, division) < 2:
        return 0
    return SCREEN * max(0, taken - given) // 1000


def _seen(state: State, watcher: Division, target: Division) -> bool:
    """Whether a division is in contact; of what the enemy knows, where nobody can know it, whether it could be."""
    known = state.contacts[watcher.side]
    if known:
        return contact(state, watcher.side, target.id) >= RADAR
    h = distance(watcher.hex, target.hex)
    if h <= tally(sighting_terms(state, watcher.side, target)):
        return True
    return h <= state.scene.charts.radar_range.get(best_radar(state, watcher), 0)


# ---------------------------------------------------------------------- what is under way


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
    if line_between(state, one, other).verdict == "blocked":
        return 0
    h = distance(one.hex, other.hex)
    scene, charts = state.scene, state.scene.charts
    if h >= len(charts.gun_steps):
        return 0
    target, pv = _fattest(state, other)
    if target is None:
        return 0
    guns, tubes = charts.gunnery, charts.torpedo
    sector = bearing_sector(one.hex, one.facing, other.hex) if h else 1
    end_on = sector in charts.gunnery_by_hexes.bow_stern_sectors
    beam = sector not in charts.torpedo_by_hexes.closed_sectors and not one.evading
    add = charts.gun_steps[h] + scene.cards[target.id].defence
    add -= (guns.target_evading if other.evading else 0) + (guns.firer_evading if one.evading else 0)
    total = 0
    for ship in able_ships(state, one):
        card = scene.cards[ship.id]
        power = firepower(state, ship)
        if power and h <= charts.gun_reach[card.gun]:
            need = guns.base - charts.gun_columns[power] + add - (bow_stern(guns, card.firepower) if end_on else 0)
            total += pv * SHOT[min(max(need, 0), 12)]
        if ship.salvos and beam and bands(h) < len(tubes.need[card.torpedo]):
            need = tubes.need[card.torpedo][bands(h)] - (tubes.target_evading if other.evading else 0)
            total += pv * TUBES[min(need, 12)] // 3
    return total if _seen(state, one, other) else total * UNSEEN_TOO // 1000


def _fattest(state: State, division: Division) -> tuple[Ship | None, int]:
    best, value = None, 0
    for ship in able_ships(state, division):
        pv = state.scene.cards[ship.id].pv
        if pv > value:
            best, value = ship, pv
    return best, value
