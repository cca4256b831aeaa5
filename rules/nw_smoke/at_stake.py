"""What is at stake in the hex game: speed, Line Ahead, smoke, and what both night games share."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rules.kernel.datafile import source_at
from rules.kernel.derived import derived
from rules.kernel.flow import Offer
from rules.kernel.hexes import distance
from rules.kernel.modifiers import sum_modifiers
from rules.kernel.plurals import count_noun
from rules.kernel.record import Record
from rules.kernel.stake import STAKE_FILE, Condition, Conditions, Stake, always_at_stake, stake_of
from rules.nw_smoke.gunnery import offer_fire
from rules.nw_smoke.knowledge import best_known
from rules.nw_smoke.movement import allowance, speed_limits
from rules.nw_smoke.spotting import sighting_terms
from rules.nw_smoke.state import Division, State
from rules.nws.at_stake import KNOWN, SHARED, known_enemies, light_condition, name_of


class Numbers(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The numbers of the conditions."""

    known_turns: int
    smoke_beyond: int  # hexes


@cache
def load_numbers() -> Numbers:
    """Read tables/at_stake.yaml. Raises DataError with file, line and field."""
    return source_at(Path(__file__).parent / "tables" / STAKE_FILE).read(Numbers)


@derived(*KNOWN)
def _enemies(state: State, side: str) -> list[Division]:
    return known_enemies(state, side, load_numbers().known_turns, best_known)


def speed_at_stake(state: State, side: str, offer: Offer) -> Stake | None:
    """Return a standing stake in turn 1 below top speed, or so near a known able enemy that it would run past."""
    division = state.divisions[offer.piece]
    _, most = speed_limits(state, division)
    keys, text = [], ""
    if division.speed < most:
        keys.append(f"{division.speed}/{most}")
        text = f"{division.name}: speed {division.speed} of {most}"
    near = [foe for foe in _enemies(state, side) if distance(division.hex, foe.hex) < division.speed]
    if near:
        keys.append(",".join(foe.id for foe in near))
        text = text or f"{division.name} would run past {near[0].name}"
    if not keys and state.cursor.turn > 1:
        return None
    text = text or f"{division.name}: speed {division.speed}"
    return stake_of(offer, text, " ".join(keys) or "turn 1", standing=True)


def form_at_stake(state: State, side: str, offer: Offer) -> Stake | None:
    """Return what is at stake when a division is not in Line Ahead in turn 1 or with an able enemy known. The key
    names the enemies.
    """
    division = state.divisions[offer.piece]
    if division.formation == "ahead":
        return None
    enemies = _enemies(state, side)
    if not enemies and state.cursor.turn > 1:
        return None
    key = f"{division.formation} {','.join(foe.id for foe in enemies)}"
    return stake_of(offer, f"{division.name}: not in Line Ahead", key, standing=True)


def smoke_at_stake(state: State, side: str, offer: Offer) -> Stake | None:
    """Return what is at stake when a division that can move has an able known enemy near, before the last turn."""
    division = state.divisions[offer.piece]
    if state.cursor.turn >= state.scene.scenario.turns or not allowance(state, division):
        return None
    beyond = load_numbers().smoke_beyond
    for foe in _enemies(state, side):
        apart = distance(division.hex, foe.hex)
        if apart <= _sight(state, division, foe) + beyond:
            return stake_of(offer, f"{foe.name} is {count_noun(apart, 'hex')} off: smoke")
    return None


def _sight(state: State, one: Division, other: Division) -> int:
    """Return the distance at which the first of two divisions sights the other."""
    return max(sum_modifiers(sighting_terms(state, a.side, b)) for a, b in ((one, other), (other, one)))


CONDITIONS: Conditions = {
    **SHARED,
    "speed": Condition(speed_at_stake, "speeds as before"),
    "form": Condition(form_at_stake, "formations as before"),
    "light": light_condition(offer_fire),
    "smoke": Condition(smoke_at_stake, "no enemy near"),
    "move": always_at_stake("{name} has not moved", name_of),
}
