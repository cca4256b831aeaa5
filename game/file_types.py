"""Recognise what a YAML file holds by its first fields: a file from somebody else may be anything."""

from __future__ import annotations

from pathlib import Path

from rules.kernel.datafile import DataError, read_text
from rules.kernel.yamltext import parse_yaml


def yaml_kind(path: Path) -> str:
    """Return exhibit, puzzles, study, lesson, script, guided, design, scenario, or data for anything else."""
    try:
        data, _ = parse_yaml(read_text(path))
    except DataError:
        return "data"
    fields = set(data) if isinstance(data, dict) else set()
    if fields >= {"amends", "changed"}:
        return "exhibit"
    if {"theme", "puzzles"} <= fields:
        return "puzzles"
    if {"steps", "notes"} <= fields:
        return "study"
    if "steps" in fields:
        return "lesson" if "idea" in fields else "script"
    if {"scenario", "phases"} <= fields:
        return "guided"
    if {"grid", "prop_units"} <= fields:
        return "design"
    return "scenario" if "forces" in fields else "data"
