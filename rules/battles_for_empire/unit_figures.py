"""What to draw on a unit's counter: figures, coats, stands in their formation, arc and range."""

from __future__ import annotations

from rules.battles_for_empire.aiming import at_night
from rules.battles_for_empire.eligibility import small_arm
from rules.battles_for_empire.formations import arc_of
from rules.battles_for_empire.roster import UnitType
from rules.battles_for_empire.state import Body, State, card, fire_card, is_single_stand, stamina
from rules.kernel.view import Stand

COATS = {  # keys of cards, then what their names begin with -> coats
    "br_gds": "guards",
    "br_rn": "naval",
    "br_rif": "rifles",
    "br_mag": "khaki",
    "in_sikh": "sikh",
    "cam_eg": "egyptian",
    "cam_br": "guards",
    "dv_bej": "beja",
    "nnh": "nnc",
    "eg_cav": "egyptian",
}
COATS_BY_FIRST_WORD = {
    "br": "british",
    "lancer": "british",
    "hussar": "british",
    "in": "indian",
    "eg": "egyptian",
    "bashi": "egyptian",
    "su": "sudanese",
    "nnc": "nnc",
    "col": "colonial",
    "dv": "ansar",
    "zu": "zulu",
    "pa": "pathan",
    "af": "afghan",
    "bo": "boer",
    "as": "ashanti",
    "bx": "boxer",
}
GUNS = {"FLD": "field", "MTN": "mountain", "SBG": "smoothbore", "HVY": "heavy", "RKT": "rocket"}
MACHINE_GUNS = {"mg_gar": "gardner", "mg_gat": "gatling", "mg_nor": "nordenfelt", "mg_max": "maxim"}


def stand_of(state: State, unit: Body) -> Stand:
    """Return the stands of a unit as they stand now. Rules: BFE-PUB-4, BFE-FRM-H1, BFE-FIR-H1."""
    kind = card(state, unit)
    armed = (
        bool(fire_card(state, unit).weapon)
        and not unit.limbered
        and (not unit.mounted or state.scene.options["mounted_fire"])
    )
    return Stand(
        figure=_figure(kind, unit),
        formation=_formation(kind, unit),
        nation=coat_style(kind),
        count=1 if is_single_stand(state, unit) else kind.stands,
        kills=unit.kills,
        limit=stamina(state, unit),
        guns=MACHINE_GUNS.get(kind.key, "") if kind.arm == "mg" else GUNS.get(kind.weapon, ""),
        arc=arc_of(state, unit) if armed else 0,
        reach=bands(state, unit) if armed else (),
    )


def coat_style(kind: UnitType) -> str:
    """Return the coats of a type; empty for guns and crews, who wear those of their side."""
    return COATS.get(kind.key) or COATS_BY_FIRST_WORD.get(kind.key.partition("_")[0], "")


def _figure(kind: UnitType, unit: Body) -> str:
    if kind.arm == "gun":
        return "rocket" if kind.weapon == "RKT" else "gun"
    if kind.arm == "mg":
        return "mg"
    if unit.mounted:
        return kind.arm if kind.arm != "foot" else "horse"
    return "native" if kind.family == "native" and kind.weapon in ("", "SBM") else "foot"


def _formation(kind: UnitType, unit: Body) -> str:
    if unit.limbered:
        return "limbered"
    return "ranks" if unit.formation == "skirmish" and kind.two_ranks else unit.formation


def bands(state: State, unit: Body) -> tuple[int, ...]:
    """Return the last hex of each range band of a unit's weapon; () without one. Rules: BFE-FIR-H1, BFE-ART-H1."""
    kind, charts = card(state, unit), state.scene.charts
    weapon = small_arm(state, unit)
    if weapon is not None:
        found = (weapon.close, weapon.effective) + (() if unit.mounted else (weapon.long,))
    elif kind.weapon:
        found = tuple(step.last for step in charts.artillery.pieces[kind.weapon].dice)
    else:
        return ()
    if at_night(state):
        dark = charts.fire.night_hexes
        found = tuple(dict.fromkeys(min(last, dark) for last in found))
    return found
