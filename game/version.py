"""The version of the program, as it stands in saved games and behind --version."""

from __future__ import annotations

VERSION = "1.0.0"
