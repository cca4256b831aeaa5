"""The games this program plays. SYSTEMS is the only list of them."""

from __future__ import annotations

from rules.kernel.system import System
from rules.nw_smoke import SYSTEM as NW_SMOKE

SYSTEMS: dict[str, System] = {system.key: system for system in (NW_SMOKE,)}
