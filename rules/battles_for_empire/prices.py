"""The numbers of judgement of tables/worth.yaml. House judgement, no rule of the game."""

from __future__ import annotations

from functools import cache

from rules.battles_for_empire.charts import TABLES
from rules.kernel.datafile import source_at
from rules.kernel.evaluation import WORTH_FILE
from rules.kernel.record import Record


class EvalWeights(Record, frozen=True, forbid_unknown_fields=True):
    """The numbers of judgement, in thousandths of a Kill of the unit concerned unless they say otherwise."""

    killed: int
    shaken: int
    shaken_near: int
    shaken_twice: int
    unsure: int
    low: int
    low_far: int
    disordered: int
    fire: int
    close_in: int
    range_in: int
    cover: int
    in_contact: int
    shy: int
    massed: int
    won: int
    gun_taken: int
    kept_taken: int
    kept_open: int
    flanked: int
    near: int
    fronted: int
    shot_at: int
    ring: int
    promise: int
    led: int
    hide: int
    mule_at_hand: int
    mule_near: int
    off_field: int
    to_exit: int
    held: int
    ahead: int
    together: int


@cache
def load_weights() -> EvalWeights:
    """Return the numbers of tables/worth.yaml. Raises DataError with file, line and field."""
    return source_at(TABLES / WORTH_FILE).read(EvalWeights)
