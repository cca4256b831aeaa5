"""Where a straddle falls: the dice for level and section, and its log entry."""

from __future__ import annotations

from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.events import ShotFell
from rules.perfidious_albion.records.state import LEVELS, SECTIONS
from rules.perfidious_albion.ships.pieces import BOW

RAKE_DIE = 6


def locate(r: Ruling, target_name: str, where: str = "", rule: str = "PA-HIT-H1") -> tuple[int, int]:
    """Return section and level of a straddle on the named target: D6 for the level, D10, or in a rake D6, for the
    section.

    A bow rake counts sections 1 to 6 from the bow, a stern rake from 10 down to 5. Rules: PA-HIT-H1, PA-HIT-H2, A-56.
    """
    level = r.roll(f"{target_name}: level", 1, LEVELS, rule).total
    if not where:
        return r.roll(f"{target_name}: section", 1, SECTIONS, rule).total, level
    face = r.roll(f"{target_name}: section, {where} rake", 1, RAKE_DIE, "PA-HIT-H2").total
    return (face if where == BOW else SECTIONS + 1 - face), level


def note_shell_fall(
    r: Ruling, shooter: str, target: str, guns: str, section: int, level: int, content: str, what: str, rule: str
) -> None:
    """Note where a shot fell. content: what stands there, as the card says it; what: in words."""
    r.note(
        ShotFell(
            rule=rule,
            ship=shooter,
            target=target,
            guns=guns,
            section=section,
            level=level,
            content=content,
            what=what,
        )
    )
