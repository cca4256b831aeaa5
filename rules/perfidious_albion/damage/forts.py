"""Forts as targets: grid hits, FIRE boxes, armour, structure."""

from __future__ import annotations

from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.devastation import devastate
from rules.perfidious_albion.damage.fires import burn_again, set_alight
from rules.perfidious_albion.damage.hit_location import locate, note_shell_fall
from rules.perfidious_albion.damage.penetration import goes_through
from rules.perfidious_albion.records.state import State, is_struck
from rules.perfidious_albion.ships.grids import FIRE
from rules.perfidious_albion.ships.pieces import NOTHING, box_content, box_of, content_words, piece_name


def fall_on_fort(r: Ruling, shooter: str, name: str, letter: str, band: int) -> tuple[int, int, str]:
    """Resolve one straddle on a fort: where it fell, and the result in words. There are no rakes against a fort.

    Rolls a D6 and a D10, then what the box asks for. A FIRE box raises the fire track; a box destroyed before may
    only burn. Rules: PA-8-7, PA-8-10, PA-2.2-13, PA-2.2-14, PA-SHO-H2, PA-PEN-H5, A-38.
    """
    state: State = r.state
    fort = state.forts[name]
    section, level = locate(r, piece_name(state, name))
    box = box_of(state, fort, section, level)
    note_shell_fall(
        r, shooter, name, letter, section, level, box_content(box) or NOTHING, content_words(box), "PA-HIT-H1"
    )
    if box is None:
        return section, level, "miss"
    if box.has(FIRE):
        set_alight(r, name, 1, "PA-8-7")
        return section, level, "fire"
    if is_struck(fort, section, level):
        burn_again(r, name, letter, "PA-2.2-14")
        return section, level, "hit again"
    if not goes_through(r, name, section, level, box.armour, letter, band):
        return section, level, f"armour {box.armour} held"
    devastate(r, name, section, level, "PA-2.2-13", letter)
    return section, level, f"{box_content(box)} destroyed"
