"""The contract of a game: what its folder must fulfil before it is played, checked without playing.

`faults` names all that is wrong, with file, line, field and what was expected: captions of events and their fields,
words of the skin, every rule id that code, data, captions, lessons and exhibits cite, rules that nothing cites, board,
phases, verbs, options, exhibits, coverage. `main.py check` and the tests use this alone.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from rules.kernel.datafile import DataError, Problem, Source, source_at
from rules.kernel.flow import Event, GameEnded, Phase, PhaseBegan, SideFinished
from rules.kernel.rulebook import Provenance
from rules.kernel.ruling import Rolled
from rules.kernel.system import BOARDS, FIELD, HEX, TONES, System
from rules.kernel.yamltext import parse_yaml

Fault = Problem  # something wrong: file, line, column, field, what was expected

_HOUSE = re.compile(r"-H\d+$")
_LINK = re.compile(r"\[\[([A-Za-z][\w.]*-[\w.-]+)\]\]")  # as in lessons: [[QF-MOV-1]]
_EVENT_WORDS = ("unit", "path", "start", "end", "result", "range")  # of a skin's cue: they name fields of the event
SHOWN = ("slide", "smoke", "shells", "torpedo", "splash", "explosion", "sink", "volley", "dust")  # what a cue may show
HEARD = (
    "hit", "torpedo", "bell", "drum", "dice", "click", "gun", "big_gun", "far_gun", "explosion", "volley", "splash",
    "sinking", "creak", "marching",
)  # fmt: skip
_SCENE_WORDS = ("title", "line", "word", "group")  # of a skin's scene: patterns with fields of the event
_SCENE_EXTRAS = ("who", "count")  # that a scene's patterns may name besides: the side that acts, how many of a kind
SCENE_WEIGHTS = (1, 2, 3)
NEVER_SCENES = (PhaseBegan, SideFinished, GameEnded)  # the ribbon, the buttons and the closing page show them
_CUE_WORDS = {"show": SHOWN, "sound": HEARD, "sound_at_end": HEARD}


def faults(system: System) -> list[Fault]:
    """Return all that is wrong with a game, in the order of its files; empty when it keeps its contract."""
    found = [
        *_of_system(system),
        *_of_phases(system),
        *_of_stakes(system),
        *_of_captions(system),
        *_of_skin(system),
        *_of_citations(system),
        *_of_rulebook(system),
        *_of_exhibits(system),
        *_of_coverage(system),
        *faults_of_judgement(system),
    ]
    return sorted(set(found), key=lambda fault: (fault.file, fault.line, fault.field, fault.message))


def faults_of_judgement(system: System) -> list[Fault]:
    """Return weights of the captain and fits of the win chance that cannot be used: the game is played without them."""
    faults = [part.fault for part in (system.captain, system.chance) if part is not None and part.fault]
    return [Fault(words, 0, 0, "", "the game is played without it") for words in faults]


# ---------------------------------------------------------------------- where its files are


def home_of(system: System) -> Path:
    """Return the program's folder: that in which rules/, maps/ and assets/ lie."""
    return system.folder.parents[1]


def folders_of(system: System) -> tuple[Path, ...]:
    """Return the folders a game's rules lie in: its own and what it shares."""
    return system.folder, *system.shared


def modules_of(system: System) -> list[Path]:
    """Return every module of a game's own, in order."""
    return sorted(system.folder.rglob("*.py"))


def skin_of(system: System) -> Path:
    """Return where its skin lies, if it has one."""
    return home_of(system) / "assets" / "skins" / f"{system.key}.yaml"


def taught_by(system: System) -> list[Path]:
    """Return the lessons and exhibits of a game."""
    maps = home_of(system) / "maps"
    return [path for kind in ("lessons", "errata") for path in sorted((maps / kind / system.key).glob("*.yaml"))]


def events_of(system: System) -> dict[str, type[Event]]:
    """Return the kinds of event a game may note, by name: its own, those it shares and those of every
    game but rolls.
    """
    folders = folders_of(system)
    own = {
        kind.__name__: kind
        for kind in _below(Event)
        if any(Path(inspect.getfile(kind)).is_relative_to(folder) for folder in folders)
    }
    return own | {kind.__name__: kind for kind in (PhaseBegan, SideFinished, GameEnded)}


def _below(kind: type[Event]) -> Iterator[type[Event]]:
    for lower in kind.__subclasses__():
        if lower is not Rolled:
            yield lower
            yield from _below(lower)


# ---------------------------------------------------------------------- system and sequence


def _of_system(system: System) -> Iterator[Fault]:
    if system.folder.name != system.key:
        yield _in_code(system, system.key, "key", f"expected the folder's name, {system.folder.name!r}, as key")
    if system.board not in BOARDS:
        wanted = ", ".join(BOARDS)
        yield _in_code(system, system.board, "board", f"expected one of {wanted}, found {system.board!r}", "board")
    if not sorted((home_of(system) / "maps" / system.key).glob("*.yaml")):
        yield _in_code(system, system.key, "key", f"expected a scenario in maps/{system.key}/, found none")


def _of_phases(system: System) -> Iterator[Fault]:
    phases = (*system.sequence, *system.interrupts.values())
    names = [phase.name for phase in system.sequence]
    for number, name in enumerate(names):
        if name in names[:number]:
            yield _in_code(system, name, "name", f"expected every phase once, found {name!r} again")
    for phase in phases:
        yield from _of_verbs(system, phase)
    given = {kind for phase in phases for kind in phase.verbs}
    words: dict[object, type] = {}
    for kind in system.commands:
        name, word = kind.__name__, kind.__struct_config__.tag
        if kind not in given:
            yield _at_class(kind, name, "expected a verb for this command in some phase, found none")
        if words.setdefault(word, kind) is not kind:
            yield _at_class(kind, name, f"expected a word of its own, found {word!r}, which {words[word].__name__} has")
        for field, shape in get_type_hints(kind).items():
            if field in kind.__struct_fields__ and shape not in (str, int, bool):
                yield _at_class(kind, field, f"expected text, a whole number or yes and no, found {shape}")
    for kind in given - set(system.commands):
        yield _at_class(
            kind, kind.__name__, "expected this command among those of the system, found it only in a phase"
        )


def _of_verbs(system: System, phase: Phase) -> Iterator[Fault]:
    cited = [(phase.rule, f"phase {phase.name}"), *((verb.rule, verb.title) for verb in phase.verbs.values())]
    for rule, where in cited:
        if rule not in system.rulebook:
            yield _in_code(system, rule, where, f"expected a rule of the rulebook, found {rule!r}")


def _of_stakes(system: System) -> Iterator[Fault]:
    """Yield the conditions that say when an order is at stake: there are some, and each is of an order of the game."""
    if system.stakes is None:
        yield _in_code(system, system.key, "stakes", "expected when each order is at stake, found none", "key")
    typed = {str(kind.__struct_config__.tag) for kind in system.commands}
    for word in sorted((system.stakes or {}).keys() - typed):
        wanted = ", ".join(sorted(typed))
        yield _in_code(system, word, "stakes", f"expected the word of an order ({wanted}), found {word!r}")


# ---------------------------------------------------------------------- captions and skin


def _of_captions(system: System) -> Iterator[Fault]:
    source = source_at(system.folder / "captions.yaml")
    kinds = events_of(system)
    for name in sorted(kinds.keys() - system.captions.keys()):
        yield _at_class(kinds[name], name, f"expected a caption of {name} in {source.path.name}, found none")
    for name, caption in system.captions.items():
        kind = kinds.get(name)
        if kind is None:
            yield source.problem((name,), "expected the name of an event, found one that does not exist", at_key=True)
            continue
        if caption.tone not in TONES:
            yield source.problem((name, "tone"), f"expected one of {', '.join(filter(None, TONES))}")
        shapes = get_type_hints(kind)
        for part in ("text", "detail"):
            for field, noun, _ in FIELD.findall(getattr(caption, part)):
                if field not in kind.__struct_fields__:
                    listed = ", ".join(_own_fields(kind)) or "none"
                    yield source.problem((name, part), f"expected a field of {name} ({listed}), found {{{field}}}")
                elif noun not in ("", HEX) and shapes[field] is not int:
                    yield source.problem((name, part), f"expected a whole number to count, found the field {field}")


def _own_fields(kind: type[Event]) -> list[str]:
    return [field for field in kind.__struct_fields__ if field not in Event.__struct_fields__]


def _of_skin(system: System) -> Iterator[Fault]:
    path = skin_of(system)
    if not path.exists():
        return
    source, data = _read(path)
    cues = data.get("cues")
    kinds = events_of(system) | {"Rolled": Rolled}
    yield from _of_stops(source, data.get("stops"), system)
    yield from _of_scenes(source, data, events_of(system))
    for name, cue in (cues if isinstance(cues, dict) else {}).items():
        kind = kinds.get(name)
        if kind is None:
            yield source.problem(
                ("cues", name), "expected the name of an event, found one that does not exist", at_key=True
            )
            continue
        for word in _EVENT_WORDS:
            field = cue.get(word) if isinstance(cue, dict) else None
            if field and field not in kind.__struct_fields__:
                listed = ", ".join(_own_fields(kind)) or "none"
                yield source.problem(("cues", name, word), f"expected a field of {name} ({listed}), found {field!r}")
        for word, known in _CUE_WORDS.items():
            found = cue.get(word) if isinstance(cue, dict) else None
            if found and found not in known:
                yield source.problem(("cues", name, word), f"expected one of {', '.join(known)}, found {found!r}")


def _of_scenes(source: Source, data: dict[object, object], kinds: dict[str, type[Event]]) -> Iterator[Fault]:
    """Yield each event without a scene or a reason why it needs none, and each scene whose event or fields do not
    exist.
    """
    scenes, none = data.get("scenes"), data.get("no_scene")
    scenes, none = scenes if isinstance(scenes, dict) else {}, none if isinstance(none, dict) else {}
    exempt = {kind.__name__ for kind in NEVER_SCENES}
    for name in sorted(kinds.keys() - scenes.keys() - none.keys() - exempt):
        where = ("scenes",) if "scenes" in data else ()
        yield source.problem(where, f"expected {name} under scenes, or under no_scene with the reason, found neither")
    for place, listed in (("scenes", scenes), ("no_scene", none)):
        for name in listed:
            if name not in kinds:
                words = "expected the name of an event, found one that does not exist"
                yield source.problem((place, name), words, at_key=True)
    for name in scenes.keys() & none.keys():
        yield source.problem(("no_scene", name), "expected no reason: the event has a scene", at_key=True)
    for name, scene in scenes.items():
        if name in kinds and isinstance(scene, dict):
            yield from _of_scene(source, name, scene, kinds)


def _of_scene(source: Source, name: str, scene: dict[object, Any], kinds: dict[str, type[Event]]) -> Iterator[Fault]:
    kind, shapes = kinds[name], get_type_hints(kinds[name])
    listed = ", ".join(_own_fields(kind)) or "none"
    named: list[tuple[tuple[str | int, ...], object]] = [(("scenes", name, "hurt"), scene.get("hurt"))]
    named.append((("scenes", name, "duel"), scene.get("duel")))
    named += [(("scenes", name, "at", number), field) for number, field in enumerate(scene.get("at") or ())]
    named += [(("scenes", name, "minor", field), field) for field in scene.get("minor") or {}]
    for place, field in named:
        if field and field not in kind.__struct_fields__:
            yield source.problem(place, f"expected a field of {name} ({listed}), found {field!r}")
    for word in _SCENE_WORDS:
        for field, noun, _ in FIELD.findall(str(scene.get(word) or "")):
            if field not in (*kind.__struct_fields__, *_SCENE_EXTRAS):
                words = f"expected a field of {name} ({listed}), who or count, found {{{field}}}"
                yield source.problem(("scenes", name, word), words)
            elif noun not in ("", HEX) and field != "count" and shapes.get(field) is not int:
                yield source.problem(("scenes", name, word), f"expected a whole number to count, found {{{field}}}")
    if scene.get("until") and scene["until"] not in kinds:
        yield source.problem(("scenes", name, "until"), f"expected the name of an event, found {scene['until']!r}")
    if scene.get("weight", 2) not in SCENE_WEIGHTS:
        yield source.problem(("scenes", name, "weight"), f"expected 1, 2 or 3, found {scene['weight']!r}")


def _of_stops(source: Source, stops: object, system: System) -> Iterator[Fault]:
    typed = {str(kind.__struct_config__.tag) for kind in system.commands}
    for use, listed in (stops if isinstance(stops, dict) else {}).items():
        for number, word in enumerate(listed if isinstance(listed, list) else ()):
            if word not in typed:
                wanted = ", ".join(sorted(typed))
                yield source.problem(
                    ("stops", use, number), f"expected the word of an order ({wanted}), found {word!r}"
                )


# ---------------------------------------------------------------------- rules


def pattern_of(system: System) -> re.Pattern[str]:
    """Return the pattern of a system's rule ids: the words they begin with, then more words."""
    return re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, heads_of(system)))})(?:[-.]\w+)+")


def begun_of(system: System) -> re.Pattern[str]:
    """Return a text that ends in the middle of such an id."""
    return re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, heads_of(system)))})(?:[-.]\w+)*[-.]\w*$")


def heads_of(system: System) -> list[str]:
    """Return the words that the ids of its rules begin with."""
    return sorted({re.split(r"[-.]", rule)[0] for rule in system.rulebook.rules})


def citations(system: System) -> Iterator[tuple[str, Path, int]]:
    """Yield (rule id, file, line) wherever a system's code, charts, unit lists and captions cite a rule."""
    pattern = pattern_of(system)
    for path in modules_of(system):
        for line, text in strings_of(path):
            yield from ((rule, path, line) for rule in pattern.findall(text))
    for path in sorted(system.folder.rglob("*.yaml")):
        if path.name != "rulebook.yaml":
            yield from _cited_in(path, pattern)


def _cited_in(path: Path, pattern: re.Pattern[str]) -> Iterator[tuple[str, Path, int]]:
    for line, text in enumerate(path.read_text("utf-8").splitlines(), start=1):
        yield from ((rule, path, line) for rule in pattern.findall(text.partition("#")[0]))


class _Texts(NamedTuple):
    """The texts of a module: (line, text) of every string, docstrings included, and strings built from parts."""

    strings: tuple[tuple[int, str], ...]
    joined: tuple[ast.JoinedStr | ast.BinOp, ...]


@cache
def _texts_in(code: str) -> _Texts:
    """Return the strings of a module's code, read once however often they are needed."""
    strings: list[tuple[int, str]] = []
    joined: list[ast.JoinedStr | ast.BinOp] = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                strings.append((node.lineno, node.value))
        elif isinstance(node, ast.JoinedStr | ast.BinOp):
            joined.append(node)
    return _Texts(tuple(strings), tuple(joined))


def strings_of(path: Path) -> tuple[tuple[int, str], ...]:
    """Return (line, text) of every string in a module, docstrings included."""
    return _texts_in(path.read_text("utf-8")).strings


def _of_citations(system: System) -> Iterator[Fault]:
    pattern = pattern_of(system)
    cited = list(citations(system))
    for path in taught_by(system):
        cited += _cited_in(path, pattern)
        for line, text in enumerate(path.read_text("utf-8").splitlines(), start=1):
            cited += [(rule, path, line) for rule in _LINK.findall(text)]
    for rule, path, line in cited:
        if rule not in system.rulebook:
            yield Fault(str(path), line, 1, rule, "expected a rule of the rulebook, found none of this id")
    for path in modules_of(system):
        for line, text in built_ids(path, begun_of(system)):
            yield Fault(str(path), line, 1, text, "expected a whole rule id, found one put together as the game runs")


def built_ids(path: Path, begun: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield (line, code) wherever a module builds a rule id from parts: no search and no check would find it."""
    for node in _texts_in(path.read_text("utf-8")).joined:
        before: list[ast.expr] = []
        after: list[ast.expr] = []
        if isinstance(node, ast.JoinedStr):
            pairs = list(pairwise(node.values))
            before = [part for part, other in pairs if isinstance(other, ast.FormattedValue)]
            after = [other for part, other in pairs if isinstance(part, ast.FormattedValue)]
        elif isinstance(node.op, ast.Add | ast.Mod):
            before, after = [node.left], [node.right]
        starts = any(begun.search(text.partition("%")[0]) for text in map(_text_of, before))
        if starts or any(_HOUSE.match(text) for text in map(_text_of, after)):
            yield node.lineno, ast.unparse(node)[:80]


def _text_of(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _of_rulebook(system: System) -> Iterator[Fault]:
    source = source_at(system.folder / "rulebook.yaml")
    used = {rule for rule, _, _ in citations(system)}
    for number, rule in enumerate(system.rulebook.rules.values()):
        where = ("rules", number, "id")
        if rule.id not in used:
            yield source.problem(where, f"expected code or a chart that cites {rule.id}, found none")
        if bool(_HOUSE.search(rule.id)) != (rule.provenance is Provenance.HOUSE):
            yield source.problem(
                where, f"expected -H and a number to end the id of a house rule alone, found {rule.id}"
            )
    words = {text for path in modules_of(system) for _, text in strings_of(path)}
    for number, option in enumerate(system.rulebook.options):
        if option not in words:
            yield source.problem(("options", number, "key"), f"expected code that asks for {option!r}, found none")


# ---------------------------------------------------------------------- exhibits and coverage


def _of_exhibits(system: System) -> Iterator[Fault]:
    shown: set[str] = set()
    for path in sorted((home_of(system) / "maps" / "errata" / system.key).glob("*.yaml")):
        source, data = _read(path)
        amends = data.get("amends")
        shown.update(amends if isinstance(amends, list) else ())
        if data.get("system") != system.key:
            yield source.problem(
                ("system",), f"expected {system.key!r}, as its folder says, found {data.get('system')!r}"
            )
    book = source_at(system.folder / "rulebook.yaml")
    for number, rule in enumerate(system.rulebook.rules.values()):
        if rule.amends and rule.id not in shown:
            text = f"expected an exhibit in maps/errata/{system.key}/ that shows {rule.id}, found none"
            yield book.problem(("rules", number, "amends"), text)


def _of_coverage(system: System) -> Iterator[Fault]:
    path = home_of(system) / "maps" / "coverage" / f"{system.key}.yaml"
    if not path.exists():
        return
    source, data = _read(path)
    battles = {item.stem for item in (home_of(system) / "maps" / system.key).glob("*.yaml")}
    for battle, rules in data.items():
        if battle not in battles:
            yield source.problem(
                (battle,), "expected a scenario of this game; run release.makers coverage", at_key=True
            )
        for number, rule in enumerate(rules if isinstance(rules, list) else ()):
            if rule not in system.rulebook:
                yield source.problem((battle, number), f"expected a rule of the rulebook, found {rule!r}")


# ---------------------------------------------------------------------- places


def _read(path: Path) -> tuple[Source, dict[Any, Any]]:
    """Return a data file and its fields; no fields when it cannot be read, which its own reader reports."""
    try:
        source = source_at(path)
    except DataError:
        return Source(path, ""), {}
    data, _ = parse_yaml(source.text)
    return source, data if isinstance(data, dict) else {}


def _at_class(kind: type, field: str, message: str) -> Fault:
    return Fault(inspect.getfile(kind), inspect.getsourcelines(kind)[1], 1, field, message)


def _in_code(system: System, text: str, field: str, message: str, keyword: str = "") -> Fault:
    """Return a fault at the first place in the code where a text stands, as that keyword of a call if one is named."""
    for path in modules_of(system):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            value = node.value if isinstance(node, ast.keyword) and node.arg == keyword else node
            if (not keyword or value is not node) and isinstance(value, ast.Constant) and value.value == text:
                return Fault(str(path), value.lineno, 1, field, message)
    return Fault(str(system.folder / "__init__.py"), 1, 1, field, message)
