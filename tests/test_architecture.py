"""The structure of the program: which module may import which, and what no module may do.

Walks syntax trees; imports nothing.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeGuard

ROOT = Path(__file__).parents[1]
LONGEST = 500
SHARED = {"nws": ("nights_of_fury", "nw_smoke")}  # a layer that some systems share; it is no system itself
BESIDE = ("kernel", "players", "analysis")  # folders of rules/ that are no game
SYSTEMS = sorted(
    path.parent.name for path in ROOT.glob("rules/*/__init__.py") if path.parent.name not in (*BESIDE, *SHARED)
)
PROGRAM = sorted(
    [*ROOT.glob("main.py"), *ROOT.glob("game/**/*.py"), *ROOT.glob("rules/**/*.py")], key=lambda path: path.as_posix()
)
TESTS = sorted(ROOT.glob("tests/**/*.py"))
RULES = [path for path in PROGRAM if "rules" in path.relative_to(ROOT).parts]
OF_SYSTEMS = [path for path in RULES if path.relative_to(ROOT).parts[1] in (*SYSTEMS, *SHARED)]

RUNS_CODE = {"pickle", "cPickle", "dill", "shelve", "marshal", "runpy", "code", "codeop"}
WORLD = {
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "io",
    "sys",
    "subprocess",
    "socket",
    "threading",
    "uuid",
    "shutil",
}
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "managers", "manager", "common", "misc"}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def offenders(paths: list[Path], fault: Callable[[Path], object]) -> dict[str, object]:
    """Return the faults of all faulty modules, by name."""
    return {name_of(path): wrong for path in paths if (wrong := fault(path))}


def tops_of(path: Path) -> set[str]:
    """Return the packages a module imports from."""
    return {name.split(".")[0] for _, name in imports_of(path)}


def calls_of(path: Path) -> list[ast.Call]:
    return [node for node in nodes_of(path) if isinstance(node, ast.Call)]


WINDOW = [path for path in PROGRAM if path.is_relative_to(ROOT / "game") and path.name != "__init__.py"]
FOLDERS = (
    {"window"}, {"network"}, {"scenes"}, {"console"}, {"report", "paper"}, {"hud"}, {"workshop"}, {"teach"},
    {"app", "crash", "scene", "screens", "stack"}, {"table"}, {"reader"}, {"boards"}, {"ui"},
)  # fmt: skip


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree_of(path)))


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted name) of every import, the names after `from x import` included where they may be modules."""
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}:{node.lineno}: imports are absolute"
            assert node.module is not None
            for alias in node.names:
                assert alias.name != "*", f"{name_of(path)}:{node.lineno}: star import"
                yield node.lineno, f"{node.module}.{alias.name}"


def layer_of(module: str) -> str:
    """main, game, rules (the list of systems), analysis, players, kernel, the key of a system or of what systems share.

    "" is what is not ours.
    """
    parts = module.split(".")
    if parts[0] in ("main", "game"):
        return parts[0]
    if parts[0] != "rules":
        return ""
    return parts[1] if len(parts) > 1 and parts[1] in (*BESIDE, *SYSTEMS, *SHARED) else "rules"


def allowed_layers(layer: str) -> set[str]:
    """Return the layers a layer may import."""
    if layer == "main":
        return {"main", "game", "rules", "analysis", "players", "kernel"}
    if layer == "game":
        return {"game", "rules", "analysis", "players", "kernel"}
    if layer == "rules":
        return {"kernel", *SYSTEMS}
    if layer == "analysis":
        return {"analysis", "players", "kernel"}
    if layer == "players":
        return {"players", "kernel"}
    return {layer, "kernel", *(shared for shared, users in SHARED.items() if layer in users)}


def test_there_are_systems_to_look_at() -> None:
    assert SYSTEMS and OF_SYSTEMS


def test_imports_only_go_downward() -> None:
    def upward(path: Path) -> list[str]:
        may = allowed_layers(layer_of(module_of(path)))
        return [f"{line}: {name}" for line, name in imports_of(path) if layer_of(name) and layer_of(name) not in may]

    assert offenders(PROGRAM, upward) == {}


def test_the_rules_know_no_window_and_no_tests() -> None:
    outside = {"pygame", "pytmx", "game", "main", "tests", "platformdirs"}
    assert offenders(RULES, lambda path: tops_of(path) & outside) == {}


def folder_of(module: str) -> int:
    """Return the position of a module of game/ in `FOLDERS`; other modules directly in game/ are the last."""
    part = module.split(".")[1]
    return next((place for place, names in enumerate(FOLDERS) if part in names), len(FOLDERS))


def test_the_folders_of_the_window_are_layers() -> None:
    """In the order of game/README.md; imports for types only count like all others."""

    def upward(path: Path) -> list[str]:
        here = folder_of(module_of(path))
        names = [(line, name) for line, name in imports_of(path) if name.startswith("game.")]
        late = tuple(LATE.get(name_of(path), ()))
        return [f"{line}: {name}" for line, name in names if folder_of(name) < here and not name.startswith(late)]

    assert offenders(WINDOW, upward) == {}


def test_tiled_maps_are_read_in_one_module_only() -> None:
    others = [path for path in PROGRAM if name_of(path) != "game/maps.py"]
    assert offenders(others, lambda path: tops_of(path) & {"pytmx"}) == {}


def code_lines(path: Path) -> int:
    """Count the lines of code: no blank lines, comments or docstrings."""
    words = {
        number
        for node in nodes_of(path)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and ast.get_docstring(node)
        for number in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    }
    lines = enumerate(path.read_text("utf-8").splitlines(), 1)
    return sum(
        1 for number, line in lines if number not in words and line.strip() and not line.lstrip().startswith("#")
    )


def test_no_module_is_too_long() -> None:
    lines = {path: code_lines(path) for path in PROGRAM}
    assert offenders(PROGRAM, lambda path: lines[path] * (lines[path] > LONGEST)) == {}


def test_a_module_begins_by_saying_what_it_is() -> None:
    assert offenders([*PROGRAM, *TESTS], lambda path: not ast.get_docstring(tree_of(path))) == {}


def test_no_module_has_a_name_that_says_nothing() -> None:
    def empty(path: Path) -> set[str]:
        return EMPTY_NAMES.intersection(path.relative_to(ROOT).with_suffix("").parts)

    assert offenders([*PROGRAM, *TESTS], empty) == {}


def test_a_system_touches_no_clock_no_disk_and_no_generator() -> None:
    opening = ("open", "read_text", "read_bytes", "write_text", "input")
    assert offenders(OF_SYSTEMS, lambda path: tops_of(path) & WORLD) == {}
    assert (
        offenders(OF_SYSTEMS, lambda path: [node.lineno for node in calls_of(path) if name_of_call(node) in opening])
        == {}
    )


def test_nothing_runs_code_out_of_data() -> None:
    def runs(path: Path) -> list[str]:
        return [f"{node.lineno}: {ast.unparse(node.func)}" for node in calls_of(path) if runs_data(node.func)]

    assert offenders(PROGRAM, lambda path: tops_of(path) & RUNS_CODE) == {}
    assert offenders(PROGRAM, runs) == {}


YAML_THAT_BUILDS = {
    f"yaml.{name}{all_}" for name in ("load", "full_load", "unsafe_load", "safe_load") for all_ in ("", "_all")
}


def runs_data(function: ast.expr) -> bool:
    """Return whether a call of this function could run code from data."""
    if isinstance(function, ast.Name):
        return function.id in ("eval", "exec", "compile", "__import__")
    return isinstance(function, ast.Attribute) and ast.unparse(function) in YAML_THAT_BUILDS


def test_data_files_are_read_through_one_strict_reader() -> None:
    others = [path for path in PROGRAM if name_of(path) != "rules/kernel/yamltext.py"]
    assert offenders(others, lambda path: tops_of(path) & {"yaml"}) == {}


def test_no_module_keeps_state_of_its_own() -> None:
    def globals_of(path: Path) -> list[int]:
        return [node.lineno for node in nodes_of(path) if isinstance(node, ast.Global)]

    assert offenders(PROGRAM, globals_of) == {}


def test_the_rules_print_nothing_and_swallow_nothing() -> None:
    def swallowing_lines(path: Path) -> list[int]:
        caught = [node for node in nodes_of(path) if isinstance(node, ast.ExceptHandler)]
        silent = [node for node in caught if all(isinstance(item, ast.Pass) for item in node.body)]
        return [node.lineno for node in caught if node.type is None or node in silent]

    said = ("print", "input")
    assert offenders(RULES, lambda path: [node.lineno for node in calls_of(path) if name_of_call(node) in said]) == {}
    assert offenders(RULES, swallowing_lines) == {}


def cuts_paths_as_text(path: Path) -> list[int]:
    """Return lines with f"{...}/": a folder as text to be compared or cut, which ends differently on Windows."""
    joined = (node for node in nodes_of(path) if isinstance(node, ast.JoinedStr) and len(node.values) == 2)
    return [node.lineno for node in joined if isinstance(node.values[1], ast.Constant) and node.values[1].value == "/"]


def test_paths_are_compared_as_paths() -> None:
    assert not offenders([*PROGRAM, *ROOT.glob("release/*.py")], cuts_paths_as_text)


# Functions whose last digit differs between the mathematics of Linux, Windows and macOS. sqrt is exact everywhere.
INEXACT = {"exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", "erf", "erfc", "gamma", "hypot", "cbrt"}
INEXACT |= {f"{kind}{name}{more}" for kind in ("", "a") for name in ("sin", "cos", "tan") for more in ("", "h", "2")}
ONLY_SHOWN = {"rules/players/statistics.py", "rules/kernel/chance.py"}  # figures for display only


def inexact_functions(path: Path) -> list[str]:
    """Return what a module takes from mathematics that is not the same on every system, powers of a
    fraction included.
    """
    found = [name for _, name in imports_of(path) if name.partition(".")[0] in ("cmath", "numpy")]
    found += [name for _, name in imports_of(path) if name.partition("math.")[2] in INEXACT]
    for node in nodes_of(path):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "math":
            found += [node.attr] if node.attr in INEXACT else []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and isinstance(node.right, ast.Constant):
            found += [ast.unparse(node)] if isinstance(node.right.value, float) else []
    return found


def test_the_rules_count_alike_on_every_system() -> None:
    found = offenders(RULES, inexact_functions)
    assert found.keys() == ONLY_SHOWN, found


def test_the_rules_never_go_through_a_set_in_its_own_order() -> None:
    def unsorted_sets(path: Path) -> list[str]:
        loops = [node for node in nodes_of(path) if isinstance(node, ast.For | ast.comprehension)]
        return [ast.unparse(node.iter) for node in loops if is_set(node.iter)]

    assert offenders(OF_SYSTEMS, unsorted_sets) == {}


def test_positions_commands_and_events_hold_no_floats() -> None:
    def floats(path: Path) -> list[int]:
        nodes = list(nodes_of(path))
        found = [node.lineno for node in nodes if isinstance(node, ast.Name) and node.id == "float"]
        return found + [
            node.lineno for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, float)
        ]

    exact = [path for path in OF_SYSTEMS if path.name in ("state.py", "commands.py", "events.py")]
    assert exact and offenders(exact, floats) == {}


def test_the_rules_sort_by_nothing_that_differs_from_run_to_run() -> None:
    def shaky(path: Path) -> list[int]:
        named = [node for node in calls_of(path) if isinstance(node.func, ast.Name)]
        return [node.lineno for node in named if name_of_call(node) in ("hash", "id")]

    assert offenders(OF_SYSTEMS, shaky) == {}


def name_of_call(node: ast.Call) -> str:
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def is_set(node: ast.expr) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("set", "frozenset")


OF_THE_MAKERS = {
    "game/console/cluster.py": {"distributed"},  # the group `cluster`
    "release/makers/fit.py": {"numpy"},
    "release/makers/fit_curves.py": {"numpy"},
    "game/reader/voice.py": {"prism"},
}  # what requirements-dev.txt installs, for verbs no player needs
NEEDED_TO_PLAY = {
    "pygame",
    "pytmx",
    "yaml",
    "msgspec",
    "platformdirs",
    "joblib",
    "accesskit",
    "jinja2",
    "markupsafe",
    "fontTools",
    "PIL",
    "reportlab",
    "nacl",
    "fsrs",
}  # what requirements.txt installs


def only_for_types(path: Path) -> set[int]:
    """Return the lines of a module that only a type checker reads."""
    blocks = [node for node in nodes_of(path) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)]
    return {line for block in blocks for line in range(block.lineno, (block.end_lineno or block.lineno) + 1)}


def test_the_program_runs_with_what_its_requirements_install() -> None:
    known = sys.stdlib_module_names | {"main", "game", "rules"} | NEEDED_TO_PLAY

    def unknown(path: Path) -> list[str]:
        spared = only_for_types(path)
        return [
            f"{line}: {name}"
            for line, name in imports_of(path)
            if line not in spared and name.split(".")[0] not in known | OF_THE_MAKERS.get(name_of(path), set())
        ]

    assert offenders(PROGRAM, unknown) == {}


# --- no import cycles, no hidden imports -----------------------------------------------------------------------------

LATE = {
    "main.py": {"game.console.dispatch"},  # after the look at Python's own version; broken data is reported, not traced
    "game/console/processes.py": {"joblib"},  # its processes: only for more than one of them
    "game/console/cluster.py": {"distributed", "joblib"},  # only where other machines help
    "rules/kernel/storage.py": {"msvcrt"},  # there is one on Windows alone
    "game/console/checking.py": {"game.ui.fonts"},  # drags pygame in: only for a text with letters beyond Latin
    "game/console/terminal.py": {"pygame"},  # whether it is installed at all is what is asked
    # only for a game between two computers, and it needs PyNaCl
    "game/scenes/openers.py": {"game.network"},
    "game/console/verbs.py": {"game.network.audit", "game.network.opening"},
    "game/teach/repetition.py": {"fsrs"},  # a twentieth of a second: only when an answer counts
    "game/maps.py": {"pytmx"},  # drags pygame in, a quarter of a second: only when a map is read
}  # imports inside functions, each with its reason; none hides a cycle


MODULES = {module_of(path): path for path in PROGRAM}


def ours(name: str) -> str:
    """Return the module of the program behind a dotted name that was imported; empty for what is not ours."""
    return next((found for found in (name, name.rpartition(".")[0]) if found in MODULES), "")


@cache
def neighbours(module: str, types_too: bool) -> tuple[str, ...]:
    """Return the modules of the program that one imports: when it runs, or for the type checker as well."""
    path = MODULES[module]
    spared = set() if types_too else only_for_types(path)
    found = {ours(name) for line, name in imports_of(path) if line not in spared}
    return tuple(sorted(found - {"", module}))


def circles(types_too: bool) -> list[tuple[str, ...]]:
    """Return every import cycle: modules that import one another (strongly connected, more than one), by name."""
    seen_from = {module: reachable_modules(module, types_too) for module in MODULES}
    found = {
        tuple(sorted(other for other in ahead if module in seen_from[other]))
        for module, ahead in seen_from.items()
        if module in ahead
    }
    return sorted(found)


def reachable_modules(module: str, types_too: bool) -> set[str]:
    """Return all modules reachable from a module."""
    found: set[str] = set()
    waiting = list(neighbours(module, types_too))
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            waiting += neighbours(here, types_too)
    return found


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circles(types_too=False) == []


def test_nor_do_they_for_the_type_checker() -> None:
    assert circles(types_too=True) == []


def is_import(node: ast.AST) -> TypeGuard[ast.Import | ast.ImportFrom]:
    return isinstance(node, ast.Import | ast.ImportFrom)


def imported_packages(node: ast.Import | ast.ImportFrom) -> set[str]:
    """Return the packages one import statement names."""
    return {alias.name for alias in node.names} if isinstance(node, ast.Import) else {node.module or ""}


def test_imports_stand_at_the_head_of_a_module() -> None:
    def inside(path: Path) -> list[str]:
        functions = [node for node in nodes_of(path) if isinstance(node, ast.FunctionDef)]
        found = [node for function in functions for node in ast.walk(function) if is_import(node)]
        late = LATE.get(name_of(path), set())
        return [f"{node.lineno}: {ast.unparse(node)}" for node in found if not imported_packages(node) <= late]

    assert offenders(PROGRAM, inside) == {}


def test_modules_named_in_words_are_imported_in_one_place_only() -> None:
    """A module imported by a name in data escapes all of these tests: only the table of verbs does that."""
    others = [path for path in PROGRAM if name_of(path) != "game/console/dispatch.py"]
    assert offenders(others, lambda path: tops_of(path) & {"importlib"}) == {}


# Names of one word that are past participles but no forms of a verb's present ("run", "hit", "set").
PARTICIPLES = re.compile(
    r"_*([a-z]+ed|begun|born|borne|bought|bound|broken|brought|built|came|caught|chosen|come|dealt|done|drawn|driven|fallen|felt"
    r"|found|forgotten|fought|given|gone|grown|heard|held|hidden|kept|laid|led|left|lent|lit|lost|made|meant|met|paid|ridden"
    r"|risen|said|sank|saw|seen|sent|shown|shot|slain|sold|spent|spoken|stood|struck|sunk|sworn|taken|taught|thought|thrown"
    r"|told|torn|understood|won|worn|wound|woven|written)"
)
NOT_PARTICIPLES = {"bleed", "embed", "exceed", "feed", "heed", "need", "proceed", "seed", "shed", "speed", "succeed"}
PARTICIPLES_KEPT = {
    "derived": "a decorator: it describes the function below it",
    "gone": "a field of saved positions",
    "moved": "a field of saved positions",
    "shot": "a noun",
    "unexplained": "an adjective: the part of the account with that name",
    "uncached": "an adjective; the kernel's documents name it",
}


def test_no_function_is_named_by_a_participle_alone() -> None:
    """A name like `told` does not say whether it acts, returns or asks: `tell`, `told_text` or `is_told` does."""
    found = {
        f"{path.relative_to(ROOT).as_posix()}:{node.lineno}: {node.name}"
        for folder in ("game", "release", "rules", "tests")
        for path in (ROOT / folder).rglob("*.py")
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef)
        and PARTICIPLES.fullmatch(node.name)
        and node.name.strip("_") not in NOT_PARTICIPLES | PARTICIPLES_KEPT.keys()
    }
    assert found == set()
