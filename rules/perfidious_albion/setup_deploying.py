"""Deployment (2.1): the convoy in its box, who deploys first, squadrons placed by turns, works, fields and the target.

Rules: PA-2.1-21, PA-2.1-22, PA-2.1-27, PA-2.1-28, PA-2.1-30, PA-2.1-31, PA-2.1-42, PA-2.1-43, PA-2.1-59 to PA-2.1-63,
PA-SET-H1, PA-SET-H3.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.charts import INCH
from rules.perfidious_albion.commands import ChooseForMe, Deploy, DeployFirst, KeepLast
from rules.perfidious_albion.conditions import EDGES
from rules.perfidious_albion.events import Deployed, DeploymentOrdered, KeptLast
from rules.perfidious_albion.fort_torpedoes import armed
from rules.perfidious_albion.knowledge import sight_markers
from rules.perfidious_albion.models import at_rest
from rules.perfidious_albion.setup_ground import FAR, TENTH, contest
from rules.perfidious_albion.setup_places import (
    DUMMY,
    box_stage,
    dummies_left,
    field_faults,
    is_convoy,
    items_in,
    marker_faults,
    next_squadron,
    ship_faults,
    ships_for,
    stand_in,
    target_faults,
    work_faults,
)
from rules.perfidious_albion.setup_pool import LABELS, ORDINALS, chart_of
from rules.perfidious_albion.setup_prices import ADMIRAL, BATTERY, FORT, MINES, ware
from rules.perfidious_albion.setup_spots import spots
from rules.perfidious_albion.state import (
    Battery,
    Fort,
    Minefield,
    Purchase,
    Ship,
    Squadron,
    State,
    Target,
    enemy_of,
)

TARGET = "target"
