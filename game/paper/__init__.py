"""A battle on paper: counters, cards, charts, map and templates as a PDF, to scale, for a real table."""

from __future__ import annotations

import sys
from types import ModuleType

# When imported, ReportLab runs files of these names from the home folder, and fails if the home is a file. Empty
# modules of these names prevent that.
for name in ("reportlab_mods", "reportlab_settings"):
    sys.modules.setdefault(name, ModuleType(name))
