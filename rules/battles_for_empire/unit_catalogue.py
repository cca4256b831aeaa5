"""The units to choose from in the battle builder: types of unit, leaders, the mule, and points for fair forces."""

from __future__ import annotations

from rules.battles_for_empire.roster import ONE_STAND, UnitType, load_roster
from rules.battles_for_empire.unit_figures import GUNS, MACHINE_GUNS, coat_style
from rules.kernel.editor_schema import CatalogueEntry
from rules.kernel.view import Stand

SIDES = {
    "dv": "mahdist", "zu": "zulu", "pa": "pathan", "af": "afghan", "bo": "boer", "as": "ashanti", "bx": "boxer",
}  # fmt: skip
BRITISH = "british"
YEARS = {
    "br_line": (1877, 1890), "br_mag": (1892, 1902), "eg_83": (1882, 1884), "eg_98": (1891, 1899),
    "su_reg": (1884, 1899), "nnc": (1879, 1879), "nnh": (1879, 1879), "bo_81": (1880, 1881), "bo_99": (1899, 1902),
    "bo_mtd": (1899, 1902), "cam_eg": (1891, 1899),
    "mg_max": (1889, 1902), "mg_gat": (1873, 1885), "mg_gar": (1881, 1893), "mg_nor": (1880, 1895),
}  # fmt: skip
STRENGTH = {"elite": 3, "steady": 0, "brittle": -3}


def unit_catalogue() -> tuple[CatalogueEntry, ...]:
    """Return every type, a leader of each rating and a mule for every side."""
    types = load_roster()
    found = tuple(_stock(kind) for kind in types.types.values())
    sides = dict.fromkeys((BRITISH, *SIDES.values()))
    return (*found, *(extra for side in sides for extra in _extras(side)))


def points_of(kind: UnitType) -> int:
    """Return the points of a unit for drawing fair forces, from its fire, melee, grade and size.

    Used only for skirmishes, never by a rule, and corrected by self-play.
    """
    fire = 0 if not kind.weapon else 4 * (4 - kind.rate) + 3 * kind.rapid
    guns = {"gun": 8, "mg": 8}.get(kind.arm, 0)
    return max(4, 6 + fire + guns + 2 * (6 - kind.melee) + STRENGTH[kind.grade] + 2 * kind.impetus)


def _stock(kind: UnitType) -> CatalogueEntry:
    first, last = YEARS.get(kind.key, (0, 9999))
    armed = f"weapon {kind.weapon}, rate of fire {kind.rate}" if kind.weapon else "no firearms"
    native = kind.family == "native" and kind.weapon in ("", "SBM")
    figure = kind.arm if kind.arm != "foot" else "native" if native else "foot"
    return CatalogueEntry(
        key=kind.key,
        name=kind.title,
        kind=kind.key,
        nation=SIDES.get(kind.key.partition("_")[0], BRITISH),
        type=kind.arm,
        words=f"{kind.title}: {armed}, melee {kind.melee}+, {kind.grade}",
        first=first,
        last=last,
        points=points_of(kind),
        stand=Stand(
            figure=figure,
            formation=kind.forms[0],
            nation=coat_style(kind),
            count=kind.stands if kind.arm not in ("gun", "mg") else ONE_STAND,
            guns=MACHINE_GUNS.get(kind.key, "") if kind.arm == "mg" else GUNS.get(kind.weapon, ""),
        ),
        forms=kind.forms,
        values=_values(kind),
        single=False,
    )


def _values(kind: UnitType) -> dict[str, int]:
    """Return the card values that may be better or worse. Crews of guns and machine guns fight alike (BFE-MEL-H1)."""
    melee = {} if kind.arm in ("gun", "mg") else {"melee": kind.melee}
    return {**melee, **({"rate": kind.rate} if kind.weapon and kind.arm != "gun" else {})}


def _extras(side: str) -> tuple[CatalogueEntry, ...]:
    rows = (
        ("leader_1", "Leader", "leader", 4, 1),
        ("leader_2", "Great leader", "leader", 8, 2),
        ("mule", "Ammunition mule", "mule", 1, 0),
    )
    return tuple(
        CatalogueEntry(
            key=f"{side}:{kind}",
            name=name,
            kind=kind,
            nation=side,
            type=figure,
            words=f"{name}: he steadies the units near him" if figure == "leader" else "Ammunition for Rapid Fire",
            points=points,
            stand=Stand(figure=figure, formation="stand", count=1, limit=0, rating=rating),
            forms=("",),
            single=False,
        )
        for kind, name, figure, points, rating in rows
        if side == BRITISH or figure == "leader"
    )
