"""How the events of a game look and sound, and the colours of its outcomes: the files in `assets/skins`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rules.kernel.datafile import load_yaml
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

    lose: tuple[str, ...] = ()  # left undone it is lost for good: one is asked before the phase ends
    forced: tuple[str, ...] = ()  # a die without which its unit can do nothing: thrown as one chooses it
    alone: tuple[str, ...] = ()  # given by itself where it is the only order there is
    nearest: tuple[str, ...] = ()  # of several targets the nearest is proposed, to be confirmed or pointed away


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
    failures: tuple[str, ...] = ()  # classes in which nothing comes of it either, and worse: a gun jams

    def fails(self, label: str) -> bool:
        """Whether nothing comes of what was tried in this outcome class."""
        return label.partition(":")[0] in (self.nothing, *self.failures)


def load_skin(system: str) -> Skin:
    """The skin of a system; a plain one when it has none. Raises DataError."""
    path = SKINS / f"{system}.yaml"
    return load_yaml(path, Skin) if path.exists() else Skin()


def palette_for(skin: Skin, conditions: Mapping[str, str]) -> str:
    """The palette of a battle: by the hour its scenario tells, else the skin's own."""
    return {"yes": "night", "no": "day"}.get(conditions.get("night", ""), skin.palette)
