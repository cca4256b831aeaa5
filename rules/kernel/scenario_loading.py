"""Reading a scenario file: every field looked at, faults named with file, line and field."""

from __future__ import annotations

from pathlib import Path

from rules.kernel.datafile import DataError, Problem, Source, source_at
from rules.kernel.scenario import Scenario
from rules.kernel.scenario_fields import field_faults


def load_scenario(path: Path) -> Scenario:
    """Read one scenario file and look at every field. Raises DataError with file, line and field."""
    source = source_at(path)
    scenario = source.read(Scenario)
    problems = _field_problems(source, scenario)
    if scenario.key != path.stem:
        problems.append(Problem(str(path), 0, 0, "key", f"expected the file's own name, {path.stem!r}"))
    if problems:
        raise DataError(problems)
    return scenario


def read_scenario(source: Source) -> Scenario:
    """Return the scenario in a text, whatever its file is called; every field looked at. Raises DataError."""
    scenario = source.read(Scenario)
    problems = _field_problems(source, scenario)
    if problems:
        raise DataError(problems)
    return scenario


def _field_problems(source: Source, scenario: Scenario) -> list[Problem]:
    return [source.problem(field, message) for field, message in field_faults(scenario)]
