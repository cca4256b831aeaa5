"""A battle on paper: counters, cards, charts, map and templates as a PDF, true to size, for a real table."""

from __future__ import annotations

import sys
from types import ModuleType

# ReportLab runs files of these names in the home folder when it is imported, and fails if the home is a file. With
# empty modules in their place it looks for none.
for name in ("reportlab_mods", "reportlab_settings"):
    sys.modules.setdefault(name, ModuleType(name))
