"""What is at stake in Nights of Fury: formations, smoke, and what both night games share."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rules.kernel.datafile import source_at
from rules.kernel.derived import derived
from rules.kernel.flow import Offer
from rules.kernel.plurals import count_noun
from rules.kernel.record import Record
from rules.kernel.stake import STAKE_FILE, Condition, Conditions, Stake, always_at_stake, stake_of
from rules.nights_of_fury.gunnery import offer_fire
from rules.nights_of_fury.knowledge import best_known
from rules.nights_of_fury.spotting import visual_limit
from rules.nights_of_fury.state import Division, State, formation_of
from rules.nws.at_stake import KNOWN, SHARED, known_enemies, light_condition, name_of
from rules.nws.pieces import able_ships, damage_level, divisions_of, enemy_of, has_able


class Numbers(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The numbers of the conditions. All but `known_turns` are bands."""

    known_turns: int
    smoke_beyond: int
    form_beyond: int
    torpedo_bands: int


@cache
def load_numbers() -> Numbers:
    """Read tables/at_stake.yaml. Raises DataError with file, line and field."""
    return source_at(Path(__file__).parent / "tables" / STAKE_FILE).read(Numbers)


@derived(*KNOWN)
def _enemies(state: State, side: str) -> list[Division]:
    return known_enemies(state, side, load_numbers().known_turns, best_known)


def _near_enemies(state: State, side: str, division: Division, beyond: int) -> list[tuple[int, Division]]:
    """Return (bands, division) of the able known enemies within the sight of either side and so many bands."""
    found = []
    for foe in _enemies(state, side):
        apart = abs(division.band - foe.band)
        sight = max(visual_limit(state, division, foe), visual_limit(state, foe, division))
        if apart <= sight + beyond:
            found.append((apart, foe))
    return found


def form_at_stake(state: State, side: str, offer: Offer) -> Stake | None:
    """Turn 1, Dispersed, or an able known enemy within sight and 1 band. Standing.

    The key holds own formation and damage, the bands to able enemies and the salvos on the way. Out of Line Ahead with
    an enemy's torpedoes within 4 bands it is at stake every turn.
    """
    division, numbers = state.divisions[offer.piece], load_numbers()
    formation, turn = formation_of(division), state.cursor.turn
    near = _near_enemies(state, side, division, numbers.form_beyond)
    if turn > 1 and formation != "dispersed" and not near:
        return None
    enemies = [foe for foe in divisions_of(state, enemy_of(state, side)) if has_able(state, foe)]
    parts = [
        formation,
        *(f"{name}:{damage_level(state.ships[name])}" for name in division.ships),
        *sorted(f"{foe.id}@{abs(division.band - foe.band)}" for foe in enemies),
        *sorted(f"{salvo.target}>{salvo.turn}" for salvo in state.salvos),
    ]
    armed = (foe for foe in enemies if abs(division.band - foe.band) <= numbers.torpedo_bands)
    if formation != "ahead" and any(ship.salvos for foe in armed for ship in able_ships(state, foe)):
        parts.append(f"turn {turn}")
    text = f"{division.name} could change formation"
    if formation == "dispersed":
        text = f"{division.name} is Dispersed"
    return stake_of(offer, text, " ".join(parts), standing=True)


def smoke_at_stake(state: State, side: str, offer: Offer) -> Stake | None:
    """Return an able known enemy within sight and 2 bands. After evading, the smoke would be lost for good."""
    division = state.divisions[offer.piece]
    near = _near_enemies(state, side, division, load_numbers().smoke_beyond)
    if not near:
        return None
    apart, foe = min(near, key=lambda found: (found[0], found[1].id))
    return stake_of(offer, f"{foe.name} is {count_noun(apart, 'band')} off: smoke", lost=division.evading)


CONDITIONS: Conditions = {
    **SHARED,
    "form": Condition(form_at_stake, "formations as before"),
    "light": light_condition(offer_fire),
    "smoke": Condition(smoke_at_stake, "no enemy near"),
    "move": always_at_stake("{name} has not moved", name_of),
    "shelter": always_at_stake("{name} may shelter", name_of),
}
