"""How the events of a game look and sound, and the colours of its outcomes: the files in `assets/skins`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rules.kernel.datafile import load_yaml
from rules.kernel.events import Event
from rules.kernel.odds import Odds
from rules.kernel.record import Record

SKINS = Path(__file__).resolve().parent.parent / "assets" / "skins"


class Cue(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Motion and sound for one kind of event. A text that names a field of the event stands for its value."""

    show: str = ""  # slide, smoke, shells, torpedo, splash, explosion, sink, volley, dust; empty: only a sound
    unit: str = ""  # field: the counter or unit that slides, or the place
    path: str = ""  # field: the places, as hex or band numbers or as whole places; without it, smoke rises at the unit
    start: str = ""  # field: unit or place where shells and torpedoes come from
    end: str = ""  # field: unit or place they go to
    result: str = ""  # field with the result
    struck: tuple[str, ...] = ()  # its values that mean a hit
    count: int = 1
    sound: str = ""
    sound_at_end: str = ""  # sound of a hit
    heavy: tuple[str, ...] = ()  # types of ships whose guns sound heavier
    battery: str = ""  # field: which battery fires; those in `light` have a lighter sound
    light: tuple[str, ...] = ()
    only: tuple[str, ...] = ()  # types of units of which it is heard; empty: of all
    range: str = ""  # field: distance of the firing ship; from `far`, an enemy's guns have a distant sound
    far: int = 0
    together: bool = False  # starts together with the previous cue, not after it


class Stops(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which orders are proposed or given automatically, by the words typed for them."""

    rolls: tuple[str, ...] = ()  # a unit's own roll: proposed when the unit is selected
    alone: tuple[str, ...] = ()  # given automatically if it is the only order
    aimed: tuple[str, ...] = ()  # of several targets the best is proposed, to be confirmed or changed
    together: tuple[str, ...] = ()  # given to a whole division or battery at one target by one button


class SceneCue(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How one kind of event is shown as a scene. `{field}` stands for a field of the event, as in captions; see
    event_scenes.
    """

    title: str
    line: str = ""  # line below the title
    word: str = ""  # result in large letters beside the dice; empty: the roll's own
    at: tuple[str, ...] = ()  # fields: units and places, from the actor to the target; the camera goes there
    hurt: str = ""  # field: the unit affected
    weight: int = 2  # 1 minor, 2 normal, 3 grave
    minor: dict[str, tuple[str, ...]] = {}  # field -> values that mean no effect
    group: str = ""  # title of several minor scenes of a phase, with {count}; without `minor`, all are minor
    part: bool = False  # added to the last scene of the step about the same unit
    own: bool = False  # also shown for the side's own orders: dice and results
    duel: str = ""  # field of `at`: the unit that strikes back; dice are shown side against side
    until: str = ""  # shown again only after this event of the same unit, or after a turn without it

    def is_minor(self, event: Event) -> bool:
        """Return whether the event had no effect, or its kind is always minor."""
        return all(str(getattr(event, field)) in values for field, values in self.minor.items())


class Chit(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A small printed marker: its sign is that of the badge of the same kind."""

    letter: str
    name: str
    count: int = 6


class Skin(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How one system's events look and sound, its palette, and where its turn stops."""

    palette: str = "night"
    cues: dict[str, Cue] = {}
    outcomes: dict[str, str] = {}  # outcome class -> palette token, in the order of the odds bars
    nothing: str = ""  # the outcome class of no effect; text after a colon is a variant
    stops: Stops = Stops()
    chits: dict[str, Chit] = {}  # kind of badge -> its printed marker
    cards: tuple[str, ...] = ()  # titles of tables on a printed card
    scenes: dict[str, SceneCue] = {}  # kind of event -> how a side that did not order it is shown it
    no_scene: dict[str, str] = {}  # kind of event without a scene -> reason
    failures: tuple[str, ...] = ()  # further classes without effect, or worse: a gun jams

    def fails(self, label: str) -> bool:
        """Return whether an outcome class means failure."""
        return label.partition(":")[0] in (self.nothing, *self.failures)

    def success(self, odds: Odds) -> float | None:
        """Return how likely anything good comes of what was tried; None where nothing in it can fail."""
        failed = [one.probability for one in odds.chances if self.fails(one.label)]
        return 1 - sum(failed) if failed else None


def load_skin(system: str) -> Skin:
    """Return the skin of a system; a plain one if it has none. Raises DataError."""
    path = SKINS / f"{system}.yaml"
    return load_yaml(path, Skin) if path.exists() else Skin()


def palette_for(skin: Skin, conditions: Mapping[str, str]) -> str:
    """Return the palette of a battle: by the time in its conditions, otherwise the skin's own."""
    return {"yes": "night", "no": "day"}.get(conditions.get("night", ""), skin.palette)
