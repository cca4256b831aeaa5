"""The player's own ship designs: read from the folder, available in the builder, for sale where fleets are bought."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rules.kernel.datafile import DataError, read_text
from rules.kernel.editor_schema import CatalogueEntry
from rules.kernel.scenario import Scenario
from rules.kernel.system import System

FOLDER = "designs"


def own_designs(own: Path | None, system: str) -> dict[str, str]:
    """Return name -> text of every readable design in the player's folder."""
    found: dict[str, str] = {}
    for path in sorted((own / system / FOLDER).glob("*.yaml")) if own is not None else ():
        try:
            found[path.stem] = read_text(path)
        except DataError:
            continue  # the dockyard and `check` report what is wrong with it
    return found


def own_stocks(own: Path, system: System) -> tuple[CatalogueEntry, ...]:
    """Return the designs available for the player's own battles."""
    found = []
    for name, text in own_designs(own, system.key).items() if system.own_design_entry is not None else ():
        try:
            found.append(system.own_design_entry(name, text))  # type: ignore[misc]
        except ValueError:
            continue
    return tuple(found)


def design_problems(own: Path, system: System, options: Mapping[str, bool]) -> tuple[str, ...]:
    """Return why some of the player's designs are not in the roster: each with file, line and the first reason."""
    if system.blueprint is None or system.own_design_entry is None:
        return ()
    found = []
    for path in sorted((own / system.key / FOLDER).glob("*.yaml")):
        try:
            text = read_text(path)
            system.blueprint(str(path), text, options)
            system.own_design_entry(path.stem, text)
        except DataError as error:
            found.append(str(error.problems[0]))
        except ValueError as error:
            found.append(f"{path}: {error}")
    return tuple(found)


def with_designs(scenario: Scenario, system: System, own: Path | None) -> Scenario:
    """Return the battle as it starts: with the player's own designs for sale, if fleets are bought."""
    return (
        scenario if system.with_own_designs is None else system.with_own_designs(scenario, own_designs(own, system.key))
    )
