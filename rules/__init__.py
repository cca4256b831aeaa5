"""The games this program plays. SYSTEMS is the only list of them."""

from __future__ import annotations

from rules.battles_for_empire import SYSTEM as BATTLES_FOR_EMPIRE
from rules.kernel.system import System
from rules.nights_of_fury import SYSTEM as NIGHTS_OF_FURY
from rules.nw_smoke import SYSTEM as NW_SMOKE
from rules.perfidious_albion import SYSTEM as PERFIDIOUS_ALBION
from rules.quickfire import SYSTEM as QUICKFIRE

_GAMES = (
    NW_SMOKE,
    NIGHTS_OF_FURY,
    QUICKFIRE,
    BATTLES_FOR_EMPIRE,
    PERFIDIOUS_ALBION,
)

SYSTEMS: dict[str, System] = {system.key: system for system in _GAMES}
