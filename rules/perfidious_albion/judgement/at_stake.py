"""What is at stake in Perfidious Albion: torpedoes with an enemy near their run, searchlights with a dark enemy."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rules.kernel.datafile import source_at
from rules.kernel.flow import Offer
from rules.kernel.inches import distance
from rules.kernel.plurals import count_noun
from rules.kernel.record import Record
from rules.kernel.stake import STAKE_FILE, Condition, Conditions, Stake, always_at_stake, stake_of
from rules.perfidious_albion.records.charts import INCH
from rules.perfidious_albion.records.state import State, place
from rules.perfidious_albion.setup import prices
from rules.perfidious_albion.ships import tubes
from rules.perfidious_albion.ships.pieces import piece_name
from rules.perfidious_albion.squadrons.knowledge import is_stand_in
from rules.perfidious_albion.squadrons.sighting import shows_light
from rules.perfidious_albion.torpedoes.aiming import enemies, reach_of


class Numbers(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The numbers of the conditions, in thousandths of an inch."""

    torpedo_beyond_mils: int
    torpedo_least_mils: int


@cache
def load_numbers() -> Numbers:
    """Read tables/at_stake.yaml. Raises DataError with file, line and field."""
    return source_at(Path(__file__).parents[1] / "tables" / STAKE_FILE).read(Numbers)


def _kinds(state: State, piece: str) -> Iterator[str]:
    """Yield the kinds of torpedo a ship or a fort has ready."""
    if piece in state.ships:
        yield from (tube.kind for tube, _, _ in tubes.ready(state, state.ships[piece]))
        return
    yield state.scene.charts.ashore.torp_room_weapon


def torpedoes_at_stake(state: State, side: str, offer: Offer) -> Stake | None:
    """Return a stake if an enemy is within the run of her torpedoes and 3 inches, or within 9 inches."""
    thing = state.ships.get(offer.piece) or state.forts[offer.piece]
    reach = max((reach_of(state, kind) for kind in _kinds(state, offer.piece)), default=0)
    near = min((distance(place(thing), place(foe)) for foe in enemies(state, side)), default=None)
    numbers = load_numbers()
    if near is None or near > max(reach + numbers.torpedo_beyond_mils, numbers.torpedo_least_mils):
        return None
    away = count_noun(near // INCH, "inch", "inches")
    return stake_of(offer, f"enemy {away} from the tubes of {piece_name(state, offer.piece)}", lost=True)


def lights_at_stake(state: State, side: str, offer: Offer) -> Stake | None:
    """Return a stake if an enemy in range of her searchlight neither burns nor shows a light."""
    here, reach = place(state.ships[offer.piece]), state.scene.charts.night.searchlight_mils
    for foe in enemies(state, side):
        if distance(here, place(foe)) <= reach and not shows_light(state, foe):
            name = "a marker" if is_stand_in(foe) else piece_name(state, foe.id)
            return stake_of(offer, f"{name} is in reach of the light")
    return None


def points_at_stake(state: State, side: str, offer: Offer) -> Stake | None:
    """Return the points a side can still spend on ships."""
    left = prices.budget_of(state, side) - prices.points_spent(state, side)
    return stake_of(offer, f"{left:,} points not spent", lost=True) if left > 0 else None


def never_at_stake(state: State, side: str, offer: Offer) -> None:
    """Return no stake: changing or selling a purchase is never necessary."""


TORPEDOES = Condition(torpedoes_at_stake, "no enemy in reach")
CONDITIONS: Conditions = {
    "buy": Condition(points_at_stake, "all points are spent"),
    "sell": Condition(never_at_stake),
    "crew": Condition(never_at_stake),
    "launch": TORPEDOES,
    "salvo": TORPEDOES,
    "lights": Condition(lights_at_stake, "no dark enemy in reach"),
    "steer": always_at_stake("{name} has no course", piece_name),
    "fire": always_at_stake("{name} can fire", piece_name, lost=True),
}
