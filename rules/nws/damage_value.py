"""The value of damage, and the mean damage of a shot or a salvo over all its dice. For computer players of both games.

Everything is calculated from the charts; shares are millionths of a ship's point value. Values live with the scene:
they depend on nothing that changes.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from rules.kernel.derived import derived
from rules.kernel.record import AnyState
from rules.nws.combat_arithmetic import OUT_OF_ACTION, RESULTS, hit_level, level_capped, points_key
from rules.nws.pieces import NwsScene, Vessel

WHOLE = 1_000_000
FACES = 6
PAIR = tuple((total, FACES - abs(FACES + 1 - total)) for total in range(2, 2 * FACES + 1))  # (2d6, ways)
WAYS = FACES * FACES


class Gain(NamedTuple):
    """The mean result of a shot: millionths of the target's points, and the chance of a fire."""

    points: int
    fire: int


Hull = TypeVar("Hull", bound=Vessel)


def as_hit(state: AnyState, target: Hull) -> Hull:
    """Return a target of either game with the damage that waits for the end of the phase."""
    wreck = target.structure >= OUT_OF_ACTION
    for hit in state.hits:
        if hit.target == target.id:
            hull, water = (0, hit.structure + hit.flotation) if wreck else (hit.structure, hit.flotation)
            target = target.but(
                structure=min(OUT_OF_ACTION, target.structure + hull),
                flotation=min(OUT_OF_ACTION, target.flotation + water),
                fire=target.fire or hit.fire,
            )
    return target


@derived()
def standing_share(scene: NwsScene, structure: int, flotation: int, fire: bool) -> int:
    """Return the share of a ship's points that her enemy has, with the chance that her wreck goes down at the end."""
    charts, damage = scene.charts.victory, scene.charts.damage

    def share(level: int, sunk: bool) -> int:
        top, bottom = charts.shares[points_key(charts, level, sunk)]
        return WHOLE * top // bottom

    if flotation >= OUT_OF_ACTION:
        return share(OUT_OF_ACTION, True)
    now = share(max(structure, flotation), False)
    if structure < OUT_OF_ACTION:
        return now
    need = damage.wreck_need - flotation - (damage.wreck_burning if fire else 0)
    sinks = min(damage.wreck_die, max(0, damage.wreck_die + 1 - need))
    return now + (share(OUT_OF_ACTION, True) - now) * sinks // damage.wreck_die


@derived()
def _levels(scene: NwsScene, effective: int) -> tuple[tuple[int, int], ...]:
    """Return (level of a hit, ways of 36 for it) of a shot.

    Misses are left out. effective: what 2d6 alone must reach.
    """
    found: dict[int, int] = {}
    for total, ways in PAIR:
        level = hit_level(scene.charts.gunnery, total, total, effective, effective)
        found[level] = found.get(level, 0) + ways
    return tuple((level, ways) for level, ways in found.items() if level)


@derived()
def shot_gain(
    scene: NwsScene, effective: int, gun: str, defence: int, afloat: bool, structure: int, flotation: int, fire: bool
) -> Gain:
    """Return the mean result of a shot at a ship with this damage. effective: what 2d6 alone must reach."""
    charts = scene.charts.gunnery
    before = standing_share(scene, structure, flotation, fire)
    points = fires = 0
    for level, ways in _levels(scene, effective):
        hull, flooding = level_capped(charts, level, gun, defence), 0
        if structure >= OUT_OF_ACTION:
            hull, flooding = 0, hull
        burns = 0 if fire else FACES + 1 - charts.fire_need[RESULTS[level]]
        need = charts.flotation_need[RESULTS[level]]
        floods = 0 if need is None or not afloat else FACES + 1 - need
        hull_now = min(OUT_OF_ACTION, structure + hull)
        for flooded, chance in ((0, FACES - floods), (charts.flotation_gain, floods)):
            water = min(OUT_OF_ACTION, flotation + (flooding + flooded if afloat else 0))
            for burning, share in ((fire, FACES - burns), (True, burns)):
                gain = standing_share(scene, hull_now, water, burning) - before
                points += ways * chance * share * gain
        fires += ways * burns
    return Gain(points // (WAYS * WAYS), WHOLE * fires // (WAYS * FACES))


# ---------------------------------------------------------------------- torpedoes

Blows = tuple[tuple[int, int, int], ...]  # (flotation, structure, millionths)


@derived()
def salvo_blows(scene: NwsScene, kind: str, size: str, soft: bool, duds: int, effective: int) -> Blows:
    """Return what a salvo does to a ship of a size, and how likely. duds: faces of the exploder's die that fail."""
    charts = scene.charts.torpedo
    hits = [0, 0, 0]
    for total, ways in PAIR:
        margin = total - effective
        missed = margin < 0 or total == charts.natural_miss
        hits[0 if missed else 2 if margin >= charts.two_hits_margin else 1] += ways
    one = _one_hit(scene, kind, size, soft, duds)
    found: dict[tuple[int, int], int] = {(0, 0): WHOLE * hits[0] // WAYS}
    for count in (1, 2):
        spread = {(0, 0): WHOLE * hits[count] // WAYS}
        for _ in range(count):
            after: dict[tuple[int, int], int] = {}
            for (water, hull), chance in spread.items():
                for more, wreck, ways in one:
                    key = water + more, hull + wreck
                    after[key] = after.get(key, 0) + chance * ways // WAYS
            spread = after
        for key, chance in spread.items():
            found[key] = found.get(key, 0) + chance
    return tuple((water, hull, chance) for (water, hull), chance in found.items() if chance)


def _one_hit(scene: NwsScene, kind: str, size: str, soft: bool, duds: int) -> Blows:
    """Return (flotation, structure, ways of 36) of one torpedo that strikes."""
    charts = scene.charts.torpedo
    effect = charts.effect[kind][size]
    found: list[tuple[int, int, int]] = [(0, 0, duds * FACES)] if duds else []
    for die in range(1, FACES + 1):
        face = min(die + (charts.soft_hull if soft else 0), len(effect))
        hull = charts.structure_gain if face >= charts.structure_from else 0
        found.append((effect[face - 1], hull, FACES - duds))
    return tuple(found)


@derived()
def salvos_gain(scene: NwsScene, blows: tuple[Blows, ...], structure: int, flotation: int, fire: bool) -> int:
    """Return the joint result of salvos at one ship, one after the other."""
    before = standing_share(scene, structure, flotation, fire)
    spread = {(flotation, structure): WHOLE}
    for blow in blows:
        after: dict[tuple[int, int], int] = {}
        for (water, hull), chance in spread.items():
            for more, wreck, share in blow:
                key = min(OUT_OF_ACTION, water + more), min(OUT_OF_ACTION, hull + wreck)
                after[key] = after.get(key, 0) + chance * share // WHOLE
        spread = after
    gained = sum(
        (standing_share(scene, hull, water, fire) - before) * chance for (water, hull), chance in spread.items()
    )
    return max(0, gained) // WHOLE
