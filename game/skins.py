"""How the events of a game look and sound, and the colours of its outcomes: the files in `assets/skins`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rules.kernel.datafile import load_yaml
from rules.kernel.events import Event
from rules.kernel.record import Record

SKINS = Path(__file__).resolve().parent.parent / "assets" / "skins"


class Cue(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is shown and heard for one kind of event. Words that name a field of the event stand for its value."""

    show: str = ""  # slide, smoke, shells, torpedo, splash, explosion, sink, volley, dust; empty = only a sound
    unit: str = ""  # field: the counter or unit that slides, or where it happens
    path: str = ""  # field: the places: hexes or bands by number, or whole places; smoke without one rises at the unit
    start: str = ""  # field: unit or place where shells and torpedoes come from
    end: str = ""  # field: unit or place they go to
    result: str = ""  # field that says whether they struck
    struck: tuple[str, ...] = ()  # its values that mean a hit
    count: int = 1
    sound: str = ""
    sound_at_end: str = ""  # when it strikes
    heavy: tuple[str, ...] = ()  # types of ships whose guns sound heavier
    battery: str = ""  # field: which battery fires; `light` of them sound lighter than `sound`
    light: tuple[str, ...] = ()
    only: tuple[str, ...] = ()  # types of units of which it is heard; empty: of all
    range: str = ""  # field: how far off it is fired; from `far` on an enemy's guns are only heard from afar
    far: int = 0
    together: bool = False  # begins with the cue before, not after it


class Stops(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which orders need more than a phase that waits for them, by the words one types."""

    rolls: tuple[str, ...] = ()  # a unit's own roll: proposed as one chooses the unit
    alone: tuple[str, ...] = ()  # given by itself where it is the only order there is
    aimed: tuple[str, ...] = ()  # of several targets the best is proposed, to be confirmed or pointed away
    together: tuple[str, ...] = ()  # given to a whole division or battery at one target by one button


class SceneCue(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How one kind of event is watched. `{field}` stands for a field of the event, as in captions; see event_scenes."""

    title: str
    line: str = ""  # below the title
    word: str = ""  # what came of the throw, large beside the dice; empty: as the throw itself says
    at: tuple[str, ...] = ()  # fields: units and places, from who acts to where it falls; the camera goes there
    hurt: str = ""  # field: the unit that suffers
    weight: int = 2  # 1 minor, 2 normal, 3 grave
    minor: dict[str, tuple[str, ...]] = {}  # field -> values with which nothing came of it
    group: str = ""  # title of several minor ones of a phase, with {count}; without `minor` all of them are
    part: bool = False  # told with the last scene of the step about the same unit
    own: bool = False  # shown also where the side's own order brought it: dice and results
    duel: str = ""  # field of `at`: the unit that strikes back; the dice are told side against side
    until: str = ""  # told again only after this event of the same unit, or a turn without it

    def is_minor(self, event: Event) -> bool:
        """Return whether nothing came of the event, or never does."""
        return all(str(getattr(event, field)) in values for field, values in self.minor.items())


class Chit(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A small marker of a real table: the sign that is drawn is that of the badge of the same kind."""

    letter: str
    name: str
    count: int = 6


class Skin(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How one system's events look and sound, the palette it asks for, and where its turn stops."""

    palette: str = "night"
    cues: dict[str, Cue] = {}
    outcomes: dict[str, str] = {}  # outcome class -> palette token, in the order of the odds bars
    nothing: str = ""  # the outcome class in which nothing comes of it; what follows a colon is a shade of it
    stops: Stops = Stops()
    chits: dict[str, Chit] = {}  # kind of badge -> the marker that is printed for it
    cards: tuple[str, ...] = ()  # titles of the tables that belong on a printed card
    scenes: dict[str, SceneCue] = {}  # kind of event -> how a side that did not order it watches it
    no_scene: dict[str, str] = {}  # kind of event that needs none -> why
    failures: tuple[str, ...] = ()  # classes in which nothing comes of it either, and worse: a gun jams

    def fails(self, label: str) -> bool:
        """Return whether nothing comes of what was tried in this outcome class."""
        return label.partition(":")[0] in (self.nothing, *self.failures)


def load_skin(system: str) -> Skin:
    """Return the skin of a system; a plain one when it has none. Raises DataError."""
    path = SKINS / f"{system}.yaml"
    return load_yaml(path, Skin) if path.exists() else Skin()


def palette_for(skin: Skin, conditions: Mapping[str, str]) -> str:
    """Return the palette of a battle: by the hour its scenario tells, else the skin's own."""
    return {"yes": "night", "no": "day"}.get(conditions.get("night", ""), skin.palette)
