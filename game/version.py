"""The version of the program: used in saved games, by --version, and in all packages."""

from __future__ import annotations

VERSION = "1.1.0"
DATE = "2026-11-22"
