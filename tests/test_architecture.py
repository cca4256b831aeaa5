"""The shape of the program: who may import whom, and what no module may do. Walks syntax trees; imports nothing."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST = 500
SHARED = {"nws": ("nights_of_fury", "nw_smoke")}  # a layer that some systems share; it is no system itself
SYSTEMS = sorted(
    path.parent.name
    for path in ROOT.glob("rules/*/__init__.py")
    if path.parent.name not in ("kernel", "players", *SHARED)
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


def each(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=name_of)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of every import, the names after `from x import` included where they may be modules."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}:{node.lineno}: imports are absolute"
            assert node.module is not None
            for alias in node.names:
                assert alias.name != "*", f"{name_of(path)}:{node.lineno}: star import"
                yield node.lineno, f"{node.module}.{alias.name}"


def layer_of(module: str) -> str:
    """main, game, rules (the list of systems), players, kernel, the key of a system or of what systems share.

    "" is what is not ours.
    """
    parts = module.split(".")
    if parts[0] in ("main", "game"):
        return parts[0]
    if parts[0] != "rules":
        return ""
    return parts[1] if len(parts) > 1 and parts[1] in ("kernel", "players", *SYSTEMS, *SHARED) else "rules"


def allowed(layer: str) -> set[str]:
    """The layers a layer may import."""
    if layer == "main":
        return {"main", "game", "rules", "players", "kernel"}
    if layer == "game":
        return {"game", "rules", "players", "kernel"}
    if layer == "rules":
        return {"kernel", *SYSTEMS}
    if layer == "players":
        return {"players", "kernel"}
    return {layer, "kernel", *(shared for shared, users in SHARED.items() if layer in users)}


@each(PROGRAM)
def test_imports_only_go_downward(path: Path) -> None:
    may = allowed(layer_of(module_of(path)))
    found = [(line, name) for line, name in imports_of(path) if layer_of(name) and layer_of(name) not in may]
    assert found == []


@each(RULES)
def test_the_rules_know_no_window_and_no_tests(path: Path) -> None:
    tops = {name.split(".")[0] for _, name in imports_of(path)}
    assert tops & {"pygame", "pytmx", "game", "main", "tests", "platformdirs"} == set()


@each([path for path in PROGRAM if path.relative_to(ROOT) != Path("game/maps.py")])
def test_tiled_maps_are_read_in_one_module_only(path: Path) -> None:
    assert "pytmx" not in {name.split(".")[0] for _, name in imports_of(path)}


@each(PROGRAM)
def test_no_module_is_too_long(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST


@each([*PROGRAM, *TESTS])
def test_a_module_begins_by_saying_what_it_is(path: Path) -> None:
    assert ast.get_docstring(tree_of(path))


@each([*PROGRAM, *TESTS])
def test_no_module_has_a_name_that_says_nothing(path: Path) -> None:
    assert EMPTY_NAMES.isdisjoint(path.relative_to(ROOT).with_suffix("").parts)


@each(OF_SYSTEMS)
def test_a_system_touches_no_clock_no_disk_and_no_generator(path: Path) -> None:
    tops = {name.split(".")[0] for _, name in imports_of(path)}
    assert tops & WORLD == set()
    calls = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call)]
    opened = [
        node.lineno for node in calls if called(node) in ("open", "read_text", "read_bytes", "write_text", "input")
    ]
    assert opened == []


@each(PROGRAM)
def test_nothing_runs_code_out_of_data(path: Path) -> None:
    tops = {name.split(".")[0] for _, name in imports_of(path)}
    assert tops & RUNS_CODE == set()
    for node in ast.walk(tree_of(path)):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name):
            assert node.func.id not in ("eval", "exec", "compile", "__import__"), f"{name_of(path)}:{node.lineno}"
        if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
            told = f"{node.func.value.id}.{node.func.attr}"
            assert told not in YAML_THAT_BUILDS, f"{name_of(path)}:{node.lineno}: {told}"


YAML_THAT_BUILDS = {
    f"yaml.{name}{all_}" for name in ("load", "full_load", "unsafe_load", "safe_load") for all_ in ("", "_all")
}


@each([path for path in PROGRAM if name_of(path) != "rules/kernel/yamltext.py"])
def test_data_files_are_read_through_one_strict_reader(path: Path) -> None:
    assert "yaml" not in {name.split(".")[0] for _, name in imports_of(path)}


@each(PROGRAM)
def test_no_module_keeps_state_of_its_own(path: Path) -> None:
    assert [node.lineno for node in ast.walk(tree_of(path)) if isinstance(node, ast.Global)] == []


@each(RULES)
def test_the_rules_print_nothing_and_swallow_nothing(path: Path) -> None:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call):
            assert called(node) not in ("print", "input"), f"{name_of(path)}:{node.lineno}"
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None, f"{name_of(path)}:{node.lineno}: bare except"
            assert not all(isinstance(item, ast.Pass) for item in node.body), (
                f"{name_of(path)}:{node.lineno}: swallowed"
            )


@each(OF_SYSTEMS)
def test_the_rules_never_go_through_a_set_in_its_own_order(path: Path) -> None:
    loops = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.For | ast.comprehension)]
    unsorted = [ast.unparse(node.iter) for node in loops if is_set(node.iter)]
    assert unsorted == []


@each([path for path in OF_SYSTEMS if path.name in ("state.py", "commands.py", "events.py")])
def test_positions_commands_and_events_hold_no_floats(path: Path) -> None:
    tree = tree_of(path)
    found = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "float"]
    found += [
        node.lineno for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, float)
    ]
    assert found == []


@each(OF_SYSTEMS)
def test_the_rules_sort_by_nothing_that_differs_from_run_to_run(path: Path) -> None:
    calls = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call)]
    assert [node.lineno for node in calls if isinstance(node.func, ast.Name) and node.func.id in ("hash", "id")] == []


def called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def is_set(node: ast.expr) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("set", "frozenset")


def test_there_are_systems_to_look_at() -> None:
    assert SYSTEMS and OF_SYSTEMS


NEEDED_TO_PLAY = {"pygame", "pytmx", "yaml", "msgspec", "platformdirs", "joblib"}  # what requirements.txt installs


def only_for_types(path: Path) -> set[int]:
    """The lines of a module that a type checker reads and nobody runs."""
    blocks = [
        node
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    ]
    return {line for block in blocks for line in range(block.lineno, (block.end_lineno or block.lineno) + 1)}


@each(PROGRAM)
def test_the_program_runs_with_what_its_requirements_install(path: Path) -> None:
    ours = {"main", "game", "rules"}
    spared = only_for_types(path)
    tops = {name.split(".")[0]: line for line, name in imports_of(path) if line not in spared}
    assert {top: line for top, line in tops.items() if top not in sys.stdlib_module_names | ours | NEEDED_TO_PLAY} == {}
