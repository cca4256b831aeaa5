"""What a mutant changes.

Every place in a file where an operator, a number or a boolean can be replaced, and the classes of places that no test
can notice, each with the rule by which it is recognised and the reason.
"""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}
HOUSE = "House judgement, no rule."  # what the first words of a module say that holds a captain's judgement
TASTE = ("evaluation.py", "captain.py", "expected_value.py", "determinize.py", "win_features.py", "shopping.py")
EFFORT = ("rules/analysis/rollouts.py", "rules/analysis/rollout_policy.py", "rules/analysis/puzzle_search.py")
CACHES = ("lru_cache", "cache")
HEADER = ("frozen", "kw_only", "slots")

# Classes of places that are not drawn, by what is reported in the report; `unheard` says which places these are.
CLASSES = {
    "taste": "a number, a sum or an edge in what a computer's captain prefers and buys, or in the signs its chance of "
    "winning is read from: no sheet says how much a gun is worth",
    "effort": "a number, a sum or an edge in how many rollouts the analysis throws and by which seed: other samples",
    "size of a cache": "how many answers are remembered: the same answers come more slowly",
    "header of a class": "frozen, kw_only, slots: nothing assigns to a record, and every one is made by names",
    "guard of zip": "strict=True only speaks when the program itself is at fault",
    "assertion": "an assert is not there under -O, and row R6 holds both ways to be one",
    "words of an error": "a number inside what a raise says: how many names are listed, how long a quotation is",
}


@dataclass(frozen=True)
class Mutant:
    """One change: the `number`-th place of a file that can be changed."""

    path: str  # from the root, with /
    number: int
    line: int
    what: str
    scope: str = ""  # the function or class around it, as State.turn; empty in a module's own lines
    nth: int = 0  # of those of this scope that read the same
    late: bool = False  # it is run by a call, not when the module is imported
    unheard: str = ""  # its class among CLASSES

    @property
    def name(self) -> str:
        """Its name, which stays the same as long as its function exists, whatever its line."""
        return f"{self.path} {self.scope} {self.what} {self.nth}"


class Changer(ast.NodeTransformer):
    """Counts the places that can be changed, and changes the wanted one."""

    def __init__(self, path: str, wanted: int = -1, caches: frozenset[str] = frozenset()) -> None:
        self.path, self.wanted, self.caches = path, wanted, caches
        self.found: list[Mutant] = []
        self.above: list[ast.AST] = []
        self.same: Counter[tuple[str, str]] = Counter()

    def visit(self, node: ast.AST) -> ast.AST:
        """Visit a node, keeping track of its ancestors."""
        self.above.append(node)
        try:
            done: ast.AST = super().visit(node)
        finally:
            self.above.pop()
        return done

    def _here(self, node: ast.AST, what: str) -> bool:
        names = [a.name for a in self.above if isinstance(a, ast.FunctionDef | ast.ClassDef)]
        scope = ".".join(names)
        late = any(isinstance(a, ast.FunctionDef | ast.Lambda) for a in self.above)
        nth, number = self.same[scope, what], len(self.found)
        self.same[scope, what] += 1
        line, reason = getattr(node, "lineno", 0), self.unheard(what)
        self.found.append(Mutant(self.path, number, line, what, scope, nth, late, reason))
        return number == self.wanted

    def unheard(self, what: str) -> str:
        """Return the class of places that no test can notice, among CLASSES; empty for all others."""
        kinds, here = {type(above) for above in self.above}, self.above[-1]
        keywords = [above.arg for above in self.above if isinstance(above, ast.keyword)]
        if ast.Assert in kinds:
            return "assertion"
        if ast.Raise in kinds:
            return "words of an error"
        if "strict" in keywords and what == "True: False":
            return "guard of zip"
        if ast.FunctionDef not in kinds and any(word in HEADER for word in keywords):
            return "header of a class"
        if any(isinstance(above, ast.Assign) and _name(above.targets[0]) in self.caches for above in self.above):
            return "size of a cache"
        truth = isinstance(here, ast.Constant) and isinstance(here.value, bool)
        if not truth and (isinstance(here, ast.BinOp | ast.Constant) or what.rpartition(" ")[2] in EDGES):
            return self._number_kind()
        return ""

    def _number_kind(self) -> str:
        """Return what a number, a sum or an edge of this file is of."""
        module = self.above[0]
        house = isinstance(module, ast.Module) and HOUSE in (ast.get_docstring(module) or "")
        if house or self.path.startswith("rules/players/") or Path(self.path).name in TASTE:
            return "taste"
        return "effort" if self.path in EFFORT else ""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Bodies alone: signatures and decorators stay as they are."""
        node.body = [self.visit(item) for item in node.body]  # type: ignore[misc]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Skip types: they are no rules."""
        if node.value is not None:
            node.value = self.visit(node.value)  # type: ignore[assignment]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """< becomes <=, == becomes !=, and so on."""
        for place, operator in enumerate(node.ops):
            other = OTHER.get(type(operator))
            if other is not None and self._here(node, f"{ast.unparse(node)[:60]}: {other.__name__}"):
                node.ops[place] = other()  # type: ignore[call-overload]
        return self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """`and` becomes `or`."""
        other = OTHER[type(node.op)]
        if self._here(node, f"{ast.unparse(node)[:60]}: {other.__name__}"):
            node.op = other()  # type: ignore[assignment]
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """+ becomes -, * becomes //."""
        other = OTHER.get(type(node.op))
        words = isinstance(node.left, ast.Constant | ast.JoinedStr) and not isinstance(
            getattr(node.left, "value", 0), int
        )
        if other is not None and not words and self._here(node, f"{ast.unparse(node)[:60]}: {other.__name__}"):
            node.op = other()  # type: ignore[assignment]
        return self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        """`not x` becomes `x`."""
        if isinstance(node.op, ast.Not) and self._here(node, f"{ast.unparse(node)[:60]}: without not"):
            return self.visit(node.operand)
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """Increase a number by one; negate a boolean."""
        if isinstance(node.value, bool):
            if self._here(node, f"{node.value}: {not node.value}"):
                return ast.copy_location(ast.Constant(not node.value), node)
        elif isinstance(node.value, int) and self._here(node, f"{node.value}: {node.value + 1}"):
            return ast.copy_location(ast.Constant(node.value + 1), node)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """Leave words as they are: they are no rules."""
        return node


EDGES = tuple(OTHER[kind].__name__ for kind in (ast.Lt, ast.LtE, ast.Gt, ast.GtE))


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _cache_sizes(tree: ast.AST) -> frozenset[str]:
    """Return the constants that `lru_cache` is given."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node.func) in CACHES]
    given = [value for call in calls for value in (*call.args, *(word.value for word in call.keywords))]
    return frozenset(_name(value) for value in given if isinstance(value, ast.Name))


def _read(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text("utf-8"))


def places(path: Path) -> list[Mutant]:
    """Return everything that can be changed in a file, the unheard classes too."""
    name = path.relative_to(ROOT).as_posix()
    return places_of(name, _read(name))


def places_of(name: str, tree: ast.Module) -> list[Mutant]:
    """Return the same of a text that was read; `name` is its path from the root."""
    changer = Changer(name, caches=_cache_sizes(tree))
    changer.visit(tree)
    return changer.found


def change_module(mutant: Mutant) -> ast.Module:
    """Return the module with the one place changed; its lines keep their numbers."""
    tree = _read(mutant.path)
    Changer(mutant.path, mutant.number).visit(tree)
    return ast.fix_missing_locations(tree)
