"""The fire charts: weapons and their ranges, to hit, machine guns, Rapid Fire, artillery, what a unit can bear.

BFE-FIR-H1 to BFE-FIR-H4, BFE-FIR-H7 to BFE-FIR-H9, BFE-PUB-8, BFE-PUB-9, BFE-PUB-23, BFE-13.8-2, BFE-RAP-H1,
BFE-PUB-26, BFE-ART-H1.
"""

from __future__ import annotations

from typing import Literal

from rules.kernel.record import Record

BANDS = ("close", "effective", "long")


class Weapon(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A firearm or machine gun: the last hex of each range band, and how it moves and fires.

    breech: drilled troops move and fire (BFE-MF-9). muzzle: in line and in mass it fires only after no move at all
    (BFE-MF-4, BFE-MF-5), in skirmish order after half of one (BFE-MF-13). pivot: BFE-MF-2, BFE-MF-3.
    """

    title: str
    close: int
    effective: int
    long: int
    moving: Literal["breech", "muzzle", "pivot"]
    to_hit: int = 0  # added for the weapon itself: a modern machine gun

    def band(self, hexes: int) -> str:
        """Return the range band of a distance in hexes: close, effective, long, or "" out of range."""
        for name in BANDS:
            if 1 <= hexes <= getattr(self, name):
                return name
        return ""


class Fire(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """To hit with small arms and machine guns. Modifiers are added to the die; the need is 5 less their sum."""

    need: int
    least: int
    most: int
    rate: dict[int, int]  # [1..3]
    band: dict[str, int]
    moved: int
    low: int
    low_heavy: int  # with the option low_fire_two
    shaken: int
    disordered: int
    outside_front: int
    protection: dict[str, int]  # skirmish, crew, ground; ground, hexsides and crest stand with the country
    press_hexes: int  # an enemy within this must be chosen
    night_hexes: int
    mounted_rate: int  # option mounted_fire: from the saddle everybody fires at this rate ...
    mounted_third: int  # ... and who is 3rd Rate on foot suffers this more


class Closing(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The last volley at a charger."""

    divisor: int
    least: int
    stop_hits: int
    stop_hits_one: int  # option closing_stop_one


class MachineGun(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Machine guns: the dice to choose from (BFE-13.8-2), and the face that jams, counted on the re-rolled dice only.

    BFE-13.8-5, BFE-13.8-6, BFE-13.8-7. The sheet's example goes by these numbers: BFE-13.8-14, BFE-13.8-15,
    BFE-13.8-16.
    """

    least: int
    most: int
    jam: int


class Rapid(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Rapid fire, low ammunition, re-supply."""

    per_stand: int
    half_more: tuple[int, int]  # option rapid_half_more: so many dice for so many stands, down
    low: int  # the die that makes a unit low on ammunition
    mule_hexes: int
    units_per_mule: int
    mule_kills: int  # this many Kills in one shot put a mule in danger ...
    mule_die: int  # ... and it is lost on this or more


class Stamina(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Kills that remove a unit, hits that shake it."""

    four_stands: int
    first_edition: int
    single: int
    shaken_hits: int
    shaken_hits_two: int  # option shaken_at_two


class DiceStep(Record, frozen=True, forbid_unknown_fields=True):
    """Dice of a gun up to a distance in hexes."""

    last: int
    dice: int


class Piece(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A gun: dice by range, base need, and whether it only shakes."""

    title: str
    need: int
    dice: tuple[DiceStep, ...]
    only_shakes: bool = False
    lost_on: tuple[int, ...] = ()  # a roll of just these dice loses the tube

    def dice_at(self, hexes: int) -> int:
        """Return the dice it rolls at a distance in hexes; 0 out of range."""
        return next((step.dice for step in self.dice if 1 <= hexes <= step.last), 0)


class Artillery(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Guns: the pieces, and how far canister reaches."""

    pieces: dict[str, Piece]
    canister_hexes: int
    unsettles: int  # first hits beyond canister that only shake
    pivoted: int


class FireFile(Record, frozen=True, forbid_unknown_fields=True):
    """The whole of fire.yaml."""

    weapons: dict[str, Weapon]
    fire: Fire
    closing: Closing
    machine_gun: MachineGun
    rapid: Rapid
    stamina: Stamina
