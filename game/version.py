"""The version of the program, as it stands in saved games, behind --version, and in all that is handed out."""

from __future__ import annotations

VERSION = "1.1.0"
DATE = "2026-11-22"
