"""A system: one published game as a value. The program uses games only through this."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rules.kernel.blueprint import Blueprint
from rules.kernel.breakdown import roll_text, visible_modifiers
from rules.kernel.chance import Chance
from rules.kernel.datafile import load_yaml
from rules.kernel.default_hooks import (
    as_known,
    last_event,
    names_of_sides,
    no_fates,
    nothing_hidden,
    places_and_facings,
)
from rules.kernel.dice import Dice
from rules.kernel.editor_schema import CatalogueEntry, EditorSchema
from rules.kernel.evaluation import EvalTerm, ExpectedChange, evaluate
from rules.kernel.fate import UnitFate
from rules.kernel.flow import Begin, Command, Done, Event, GameState, Offer, Phase, actor, offers
from rules.kernel.limits import Limits
from rules.kernel.objective import Metrics
from rules.kernel.play_aids import Kit
from rules.kernel.plurals import begin_sentence, count_noun
from rules.kernel.policy import Captain
from rules.kernel.record import AnyState, Record
from rules.kernel.rulebook import Rulebook
from rules.kernel.ruling import PartlyRolled, Rolled, Ruling
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.sight import SightReport
from rules.kernel.stake import Conditions, Stake, find_stakes
from rules.kernel.view import Panel, Place, Sketch, View

_JOINED = re.compile(r"(?<=[a-z])_(?=[a-z])")  # a word of the tables that is two: point_blank
BOARDS = ("hex", "bands", "table")
TONES = ("", "roll", "quiet", "phase", "hit", "alarm")  # how a line of the log sounds
FIELD = re.compile(r"{(\w+)(?::([\w ]+)(?:/([\w ]+))?)?}")  # of a caption: {field}, {field:band}, {field:die/dice}


HEX = "0000"  # of a caption: {field:0000}, hex numbers as they stand on the map; {facing:000}


class Caption(Record, frozen=True):
    """One line of the log: what happened, the arithmetic, the rule."""

    text: str
    detail: str
    rule: str
    tone: str = ""  # of TONES
    names: frozenset[str] = frozenset()  # of the sides and pieces it tells of: joins a roll to what came of it


class CaptionText(Record, frozen=True, forbid_unknown_fields=True):
    """How one kind of event is reported. `{field}` is replaced by the event's field, ids by names.

    `{field:band}` is a count with its noun, and `{field:die/dice}` one whose plural is irregular.
    """

    text: str
    detail: str = ""
    tone: str = ""


class System(Record, frozen=True, kw_only=True):
    """One game: its sequence of play, its words and its few questions."""

    key: str
    title: str
    tagline: str
    board: str  # of BOARDS
    folder: Path
    sequence: tuple[Phase, ...]
    rulebook: Rulebook
    captions: dict[str, CaptionText]
    commands: tuple[type[Command], ...]
    start: Callable[[Scenario, MapSheet | None, Mapping[str, bool]], GameState]
    view: Callable[[AnyState, str], View]
    terms: Callable[[AnyState, str], tuple[EvalTerm, ...]]  # how good a state looks to a side, and why
    sketch: Callable[[AnyState, Any], Sketch]
    panels: Callable[[AnyState, str, str], tuple[Panel, ...]]  # (state, side, piece) -> what to read about it
    sight: Callable[[AnyState, str, Place, Place], SightReport]
    known_state: Callable[[AnyState, str], AnyState] = nothing_hidden  # the state as far as a side may know it
    fates: Callable[[AnyState], tuple[UnitFate, ...]] = no_fates  # every unit, and what has become of it
    names: Callable[[AnyState], Mapping[str, str]] = names_of_sides  # id -> the name players use
    outcome_class: Callable[[tuple[Event, ...]], str] = last_event  # the outcome class of a command, for odds
    check_scenario: Callable[[Scenario, MapSheet | None], list[str]] = places_and_facings
    interrupts: dict[str, Phase] = {}
    shared: tuple[Path, ...] = ()  # further folders of charts and units, shared with another game
    awards: bool = False  # whether its scenarios may give or take points for conditions of their own
    pace: int = 10_000  # orders a second that random play with full offers should reach, for the bench
    stakes: Conditions | None = None  # the word of an order -> when it is at stake; what is not named always is
    open_table: bool = False  # nobody hides anything from anybody: no page is put between two players
    solitaire: Callable[[str], str] | None = None  # side -> the option that puts it under the game's own chart
    captain: Captain | None = None  # its own quick judgement of what to do
    chance: Chance | None = None  # who is winning: for showing, fitted scenario by scenario, else by game
    pass_commands: frozenset[str] = frozenset()  # orders that only end a unit's part in its phase, as they are typed
    # (larger score, smaller) -> whether a side so far ahead wins by points; None: points decide nothing here
    outscores: Callable[[int, int], bool] | None = None
    metrics: Metrics | None = None  # what can be counted when a battle is over, for the stakes of puzzles
    apply_pending_damage: Callable[[Ruling], None] | None = (
        None  # damage that waits for the end of a phase is marked at once
    )
    # (state as a side may know it, side, dice) -> one way in which what it does not know may stand: a sample
    determinize: Callable[[AnyState, str, Dice], AnyState] = as_known
    # (state, side) -> positions in which it could use its weapons now, where units must be brought into action first
    brought_to_bear: Callable[[AnyState, str], Iterable[object]] | None = None
    # (state, command) -> (mean, least, most) change of the score, where that can be told without rolling
    expected_value: Callable[[AnyState, Any], ExpectedChange | None] | None = None
    # (ruling of a command just carried out, the command) -> the outcome class of what it rolls for later, rolled now,
    # in this position; "" where there is nothing of the kind
    delayed_outcome: Callable[[Ruling, Any], str] | None = None
    # what can be counted of a command: name -> (position before, ruling of the command just carried out, the command)
    # -> how much of it came about, read from the position; for puzzles
    counted: Mapping[str, Callable[[Any, Ruling, Any], int]] = {}
    # (ruling of a command just carried out, position before, the command) -> what it decides in the end:
    # (title of a part, its outcome) for each part; nothing where it decides nothing of the kind
    forecast: Callable[[Ruling, Any, Any], tuple[tuple[str, str], ...]] | None = None
    # options -> the charts in play as panels with nothing lit, by chapter: what the quick-reference sheet shows
    sheet: Callable[[Mapping[str, bool]], Mapping[str, tuple[Panel, ...]]] | None = None
    # (state, command, place, facing or None) -> the command like this one that ends nearest to a place of a table, for
    # systems with too many to be listed (its check says whether it may be given); None for what has no place
    nearest_command: Callable[[AnyState, Any, Place, int | None], Command | None] | None = None
    # a position -> templates and bases in the scale of a real table, for games that measure on one
    play_aids: Callable[[AnyState], Kit] | None = None
    # a position before any forces have come -> one with all that may come, for a real table; None when they are there
    full_roster: Callable[[AnyState], object] | None = None
    # (file name, its text, options) -> a design of the player's own, for systems with a dockyard; raises DataError
    blueprint: Callable[[str, str, Mapping[str, bool]], Blueprint] | None = None

    unit_catalogue: Callable[[], tuple[CatalogueEntry, ...]] | None = None  # who may be had for a battle of one's own
    # (name, text of its file) -> a design of the player's own as one who may be had; raises ValueError
    own_design_entry: Callable[[str, str], CatalogueEntry] | None = None
    # (battle, name -> text) -> the battle with the player's own designs on sale, where its fleets are bought
    with_own_designs: Callable[[Scenario, Mapping[str, str]], Scenario] | None = None
    damage_limits: Limits | None = None  # limits of the start conditions of a ship or unit
    editor_schema: Callable[[], EditorSchema] | None = None  # what a unit of such a battle needs, and what may be set

    def score(self, state: GameState, side: str) -> int:
        """Return how good a state looks to a side, in hundredths of a victory point: the sum of its terms."""
        return evaluate(self.terms(state, side))

    def at_stake(self, state: GameState, side: str, listed: Iterable[Offer] | None = None) -> tuple[Stake, ...]:
        """Return the orders a side would miss if its phase ended now; none when it is not its turn.

        `state`: the position as the side knows it. `listed`: what it is offered there, where that is known already.
        """
        if actor(state) != side:
            return ()
        given = offers(self, state) if listed is None else listed
        real = (offer for offer in given if offer.verb not in self.pass_commands)
        return find_stakes(self.stakes or {}, state, side, real)

    def command_types(self) -> dict[str, type[Command]]:
        """Return command types by the word one types."""
        return _by_word(self.commands)


@cache
def _by_word(commands: tuple[type[Command], ...]) -> dict[str, type[Command]]:
    kinds: tuple[type[Command], ...] = (*commands, Done, Begin)
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


def decode_command(system: System, data: object) -> Command:
    """Return a command from plain data. Raises ValueError with a plain sentence when it is not one of the system's."""
    kinds = system.command_types()
    if not isinstance(data, dict) or not isinstance(data.get("type"), str) or data["type"] not in kinds:
        wanted = ", ".join(sorted(kinds))
        raise ValueError(f"expected a command whose type is one of {wanted}; found {data!r:.120}")
    try:
        return msgspec.convert(data, kinds[data["type"]])
    except msgspec.ValidationError as error:
        raise ValueError(f"the command {data['type']!r} is not well formed: {error}") from error


def format_command(command: Command) -> str:
    """Return a command as one would type it: its word, then its fields in order, the side left out.

    `-` is an empty field.
    """
    words = [str(type(command).__struct_config__.tag)]
    for name in command.__struct_fields__:
        if name == "side":
            continue
        value = getattr(command, name)
        words.append(str(value).lower() if isinstance(value, bool) else str(value) if value != "" else "-")
    return " ".join(words)


def parse_command(system: System, side: str, text: str) -> Command:
    """Return a typed line as a command, `-` for a field that is empty. Raises ValueError with what was expected.

    Last fields that have a usual value may be left out.
    So no field of a command may have "-" for a value: it would come back as nothing.
    """
    words = text.split()
    kinds = system.command_types()
    if not words or words[0] not in kinds:
        raise ValueError(f"expected one of {', '.join(sorted(kinds))}; found {words[0] if words else 'nothing'!r}")
    kind = kinds[words[0]]
    known = [field for field in msgspec.structs.fields(kind) if field.name != "side"]
    names = [field.name for field in known]
    if not sum(field.required for field in known) <= len(words) - 1 <= len(names):
        raise ValueError(f"expected: {words[0]} {' '.join(f'<{name}>' for name in names)}".rstrip())
    fields: dict[str, object] = {"type": words[0], "side": side}
    fields.update({name: "" if word == "-" else word for name, word in zip(names, words[1:], strict=False)})
    try:
        return msgspec.convert(fields, kind, strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(f"{words[0]}: {error}") from error


COMMON_CAPTIONS = {
    "PhaseBegan": CaptionText("Turn {turn}, phase {number}: {title}", tone="phase"),
    "SideFinished": CaptionText("{side} ended the phase", tone="quiet"),
    "GameEnded": CaptionText("{title}", "{why}", "alarm"),
}  # of what happens in every game; a game's own come before them


def load_captions(path: Path) -> dict[str, CaptionText]:
    """Read the captions of a system's events; those of every game are added. Raises DataError."""
    return {**COMMON_CAPTIONS, **load_yaml(path, dict[str, CaptionText])}


def caption(system: System, state: GameState, event: Event) -> Caption:
    """Return the caption of an event. Raises KeyError when the system has no caption for it."""
    names = system.names(state)
    if type(event) is Rolled:
        return _caption_of_roll(event, names)
    if type(event) is PartlyRolled:
        text = begin_sentence(event.what)
        return Caption(text, visible_modifiers(event.modifiers), event.rule, "roll", _names_in(event.what, names))
    pattern = system.captions[type(event).__name__]
    fields = event_fields(event, names)
    text, detail = (fill_pattern(one, fields) for one in (pattern.text, pattern.detail))
    known = frozenset(names[one] for one in _ids_in(event) if one in names)
    return Caption(text, detail, event.rule, pattern.tone, known)


def _ids_in(event: Event) -> Iterator[str]:
    """Yield the words of an event's fields, ids among them."""
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name not in ("rule", "to"):
            yield from (one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, str))


def _names_in(text: str, names: Mapping[str, str]) -> frozenset[str]:
    """Return the names that occur in a text, the longest where one contains another."""
    return frozenset(_any_of(frozenset(names.values())).findall(text))


@cache
def _any_of(names: frozenset[str]) -> re.Pattern[str]:
    """Return a pattern that finds whole names, the longest first."""
    longest_first = sorted(filter(None, names), key=lambda name: (-len(name), name))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})(?!\w)")


def event_fields(event: Event, names: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of an event in words, ids by name."""
    fields = (name for name in event.__struct_fields__ if name not in ("rule", "to"))
    return {name: _spoken_value(getattr(event, name), names) for name in fields}


def _spoken_value(value: object, names: Mapping[str, str]) -> str:
    if isinstance(value, str):
        return names.get(value) or _JOINED.sub(" ", value)
    if isinstance(value, tuple):
        spoken = [_spoken_value(item, names) for item in value]
        return ("; " if any("," in one for one in spoken) else ", ").join(spoken) or "nothing"
    return str(value)


def fill_pattern(pattern: str, fields: Mapping[str, str]) -> str:
    """Return a caption with its fields filled in, begun with a capital; a field that is not given stays as it is."""
    return begin_sentence(fill_fields(pattern, fields))


def fill_fields(pattern: str, fields: Mapping[str, str]) -> str:
    """Return a pattern with its fields filled in; a field that is not given stays as it is."""

    def fill_field(found: re.Match[str]) -> str:
        name, noun, many = found[1], found[2], found[3] or ""
        if name not in fields:
            return found[0]
        if noun and not noun.strip("0"):
            return ", ".join(number.zfill(len(noun)) for number in fields[name].split(", "))
        return count_noun(int(fields[name]), noun, many) if noun else fields[name]

    return FIELD.sub(fill_field, pattern)


def _caption_of_roll(event: Rolled, names: Mapping[str, str]) -> Caption:
    throw = event.breakdown
    note = f": {throw.note}" if throw.note else ""
    text = begin_sentence(throw.what) + note
    words = roll_text(throw, event.faces, event.verdict)
    return Caption(text, words, event.rule, "roll", _names_in(throw.what, names))
