"""Smoke: markers laid in phase 3, sight lines through them, and phase 7, where they are cleared and cards declared."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.hexes import Hex, distance, label, line
from rules.kernel.plurals import join_words
from rules.kernel.record import Record
from rules.kernel.ruling import Ruling
from rules.kernel.sight import clear
from rules.nw_smoke.commands import MakeSmoke
from rules.nw_smoke.events import (
    SmokeCleared,
    SmokeDeclared,
    SmokeKept,
    SmokeLaid,
    SmokeSeen,
    SmokeSpared,
    SmokeVeered,
    SmokeWithheld,
)
from rules.nw_smoke.state import SIGHTED, Division, State, informed_sides, smoke_flags
from rules.nws.pieces import able_ships, divisions_of, enemy_of, is_surprised, with_division


class Line(Record, frozen=True):
    """What a sight line between two hexes meets: "clear", "partial" or "blocked", by what, and the rule."""

    verdict: str
    by: str = ""  # land, smoke
    rule: str = ""


CLEAR = Line("clear")
# What smoke in a division's own hex does to sight (NW-SMK-15, NW-SMK-16, NW-HS-2).
INSIDE = "nobody sees in or out"
INSIDE_IN_HEAVY_SEAS = "heavy seas: a die for each enemy division says who sees in or out"


PLAIN = "NW-SMK-H3"  # the rule of smoke with the advanced rules off: a card hides its division, nothing is laid


def has_advanced_smoke(state: State) -> bool:
    """Return whether the sheet's smoke rules are played: markers in hexes.

    Otherwise the plain house rule (NW-SMK-H3).
    """
    return state.scene.options["smoke_advanced"]


# ---------------------------------------------------------------------- laying


def lay_smoke(r: Ruling, division: Division, left: bool = False) -> None:
    """Lay a marker in each hex the division moved from, but not in the one where it ended.

    Log whether it ended in smoke.

    `left`: it went off the map, so every hex of its track is one it moved from. At most one marker lies in a hex.
    Rules: NW-SMK-6 to NW-SMK-9, NW-SMK-13, NW-SMK-14.

    """
    if not has_advanced_smoke(r.state):
        return
    before = r.state.smoke
    if division.smoking:
        _lay(r, division, left)
    if not left and division.hex in r.state.smoke:
        own = division.hex not in before
        rule, whose = ("NW-SMK-13", "its own") if own else ("NW-SMK-14", "the")
        informed = informed_sides(r.state, division)
        effect = INSIDE_IN_HEAVY_SEAS if is_smoke_rolled(r.state) else INSIDE
        r.note(SmokeKept(rule=rule, to=informed, division=division.id, hex=division.hex, whose=whose, effect=effect))


def _lay(r: Ruling, division: Division, left: bool) -> None:
    if not left and len(division.track) < 2:
        r.note(SmokeWithheld(rule="NW-SMK-8", to=informed_sides(r.state, division), division=division.id))
        return
    marked = division.track if left else division.track[:-1]
    state: State = r.state
    r.state = state.but(smoke=tuple(sorted({*state.smoke, *marked})))
    informed = informed_sides(state, division)
    r.note(SmokeLaid(rule="NW-SMK-6", to=informed, division=division.id, hexes=marked))
    if informed:
        r.note(SmokeSeen(rule="NW-SPT-H11", to=(enemy_of(state, division.side),), hexes=marked))
    if not left and division.track[-1] not in r.state.smoke:
        r.note(SmokeSpared(rule="NW-SMK-7", to=informed, division=division.id, hex=division.track[-1]))


# ---------------------------------------------------------------------- seeing through


def pair(a: str, b: str) -> str:
    """Return the key of two divisions, the same both ways."""
    return f"{a}|{b}" if a < b else f"{b}|{a}"


def meets_smoke(state: State, a: Hex, b: Hex) -> bool:
    """Return whether the line from a to b passes a hex with smoke, the end hexes included.

    Along a hexside only smoke on both sides counts. Rules: NW-SMK-10, NW-SMK-15.
    """
    return bool(state.smoke) and not clear(a, b, smoke_flags(state), True)


def _smoke_between(state: State, one: Division, other: Division) -> bool:
    """Return whether smoke lies between two divisions: in a hex of the line, or by the plain rule around either of
    them.
    """
    if has_advanced_smoke(state):
        return meets_smoke(state, one.hex, other.hex)
    return one.smoking or other.smoking


def line_between(state: State, one: Division, other: Division) -> Line:
    """Return the line of sight between two divisions this turn.

    Land blocks; smoke blocks, or in heavy seas does what this turn's die for the pair says. No dice are rolled here.
    Rules: NW-SPT-H10, NW-SMK-10, NW-SMK-H3, NW-HS-2 to NW-HS-5.
    """
    return _line(state, one.id, other.id)


@derived("smoke", "dice", "divisions[id,id].hex", "divisions[id,id].smoking")
def _line(state: State, a: str, b: str) -> Line:
    one, other = state.divisions[a], state.divisions[b]
    near = distance(one.hex, other.hex) < state.scene.room[one.hex]  # no land so near: no need to look
    if not near and not clear(one.hex, other.hex, state.scene.land, False):
        return Line("blocked", "land", "NW-SPT-H10")
    if not _smoke_between(state, one, other):
        return CLEAR
    verdict = state.dice.get(pair(one.id, other.id))
    if verdict is None:
        return Line("blocked", "smoke", _smoke_rule(state, one, other))
    rules = {"blocked": "NW-HS-3", "partial": "NW-HS-4", "clear": "NW-HS-5"}
    return Line(verdict, "smoke", rules[verdict])


def _smoke_rule(state: State, one: Division, other: Division) -> str:
    if not has_advanced_smoke(state):
        return PLAIN
    inside = smoke_flags(state)
    if inside[other.hex]:
        return "NW-SMK-15"
    return "NW-SMK-16" if inside[one.hex] else "NW-SMK-10"


def smoked_hexes(state: State, a: Hex, b: Hex) -> tuple[Hex, ...]:
    """Return the hexes on a line whose smoke blocks it, in order."""
    marks = smoke_flags(state)
    return tuple(h for cell in line(a, b) if all(marks[h] for h in cell) for h in cell)


def is_smoke_rolled(state: State) -> bool:
    """Return whether a die says what smoke on a line does: heavy seas, with the option on. Rules: NW-HS-1, NW-HS-10."""
    return state.scene.heavy_seas and state.scene.options["heavy_seas_dice"]


def throw_for_smoke(r: Ruling, one: Division, other: Division) -> None:
    """Roll one die for two divisions with smoke between them in heavy seas; it holds for the turn, both ways.

    Rolls one d6 when the option is on, the seas are heavy and the pair has no die yet.
    Rules: NW-HS-1 to NW-HS-5, NW-HS-10, NW-HS-H1.
    """
    state: State = r.state
    key = pair(one.id, other.id)
    if not is_smoke_rolled(state) or key in state.dice:
        return
    if not clear(one.hex, other.hex, state.scene.land, False) or not _smoke_between(state, one, other):
        return
    rolled = r.roll(f"smoke between {one.name} and {other.name}", 1, 6, "NW-HS-2", note=_smoke_words(state, one, other))
    verdict = state.scene.charts.smoke.heavy_seas[rolled.faces[0]]
    r.state = state.but(dice={**state.dice, key: verdict})
    rule = {"blocked": "NW-HS-3", "partial": "NW-HS-4", "clear": "NW-HS-5"}[verdict]
    r.note(SmokeVeered(rule=rule, division=one.id, other=other.id, verdict=verdict))


def _smoke_words(state: State, one: Division, other: Division) -> str:
    if not has_advanced_smoke(state):
        return "around " + join_words([division.name for division in (one, other) if division.smoking])
    hexes = smoked_hexes(state, one.hex, other.hex)
    return "through hex " + ", ".join(label(h) for h in hexes)


# ---------------------------------------------------------------------- phase 7


def open_smoke(r: Ruling) -> None:
    """Start of phase 7: every smoke marker and every smoke card comes off, and at no other time.

    Rules: NW-SMK-3, NW-SMK-5, NW-SMK-12, NW-SMK-H2.
    """
    state: State = r.state
    divisions = {
        key: division.but(smoking=False) if division.smoking else division for key, division in state.divisions.items()
    }
    r.state = state.but(smoke=(), divisions=divisions)
    hidden = not has_advanced_smoke(state) and any(division.smoking for division in state.divisions.values())
    if state.smoke or hidden:
        r.note(SmokeCleared(rule=PLAIN if hidden else "NW-SMK-3", markers=len(state.smoke)))


def can_smoke(state: State, division: Division) -> bool:
    """Return whether the division has an able warship: transports make no smoke (NW-SMK-H1)."""
    makers = state.scene.charts.smoke.makers
    return any(state.scene.cards[ship.id].type in makers for ship in able_ships(state, division))


def offer_smoke(state: State, side: str) -> Iterator[Offer]:
    """Yield a smoke card for every division that may make smoke."""
    if is_surprised(state, side):
        return
    rule = _declaring(state)
    for division in divisions_of(state, side):
        if not division.smoking and can_smoke(state, division):
            yield Offer("smoke", f"{division.name}: make smoke", rule, division.id, (MakeSmoke(side, division.id),))


def _declaring(state: State) -> str:
    return "NW-SMK-4" if has_advanced_smoke(state) else PLAIN


def check_smoke(state: State, command: MakeSmoke) -> tuple[Illegal, ...]:
    """Return every reason against a smoke card. Rules: NW-SMK-4, NW-SMK-H1, NW-SMK-H3, NW-SUR-H1."""
    rule = _declaring(state)
    division = state.divisions.get(command.division)
    if division is None or division.side != command.side:
        return (Illegal(f"{command.side} has no division called {command.division!r} on the map", rule),)
    reasons = []
    if is_surprised(state, command.side):
        reasons.append(Illegal("a surprised side makes no smoke", "NW-SUR-H1", division.id))
    if division.smoking:
        reasons.append(Illegal(f"{division.name} already carries a smoke card", rule, division.id))
    if not can_smoke(state, division):
        reasons.append(Illegal(f"{division.name} has no able warship to make smoke", "NW-SMK-H1", division.id))
    return tuple(reasons)


def do_smoke(r: Ruling, command: MakeSmoke) -> None:
    """Place a smoke card; it is laid in the next phase 3, or hides the division. Rules: NW-SMK-4, NW-SMK-H3."""
    division = r.state.divisions[command.division]
    r.state = with_division(r.state, division.but(smoking=True))
    r.note(SmokeDeclared(rule=_declaring(r.state), to=informed_sides(r.state, division, SIGHTED), division=division.id))


SMOKE = Verb(MakeSmoke, "Declare smoke", "NW-SMK-4", offer_smoke, check_smoke, do_smoke)
