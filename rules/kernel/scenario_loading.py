"""Reading a scenario file: every field looked at, faults named with file, line and field."""

from __future__ import annotations

from pathlib import Path

from rules.kernel.datafile import DataError, Problem, located
from rules.kernel.scenario import Scenario
from rules.kernel.scenario_fields import field_faults


def load_scenario(path: Path) -> Scenario:
    """Read one scenario file and look at every field. Raises DataError with file, line and field."""
    source = located(path)
    scenario = source.read(Scenario)
    problems = [source.problem(field, message) for field, message in field_faults(scenario)]
    if scenario.key != path.stem:
        problems.append(Problem(str(path), 0, 0, "key", f"expected the file's own name, {path.stem!r}"))
    if problems:
        raise DataError(problems)
    return scenario
