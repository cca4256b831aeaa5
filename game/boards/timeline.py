"""Events as motion and sound: a skin names the cue of each event, so that this code knows no rules. The position is
final before anything moves; an animation only shows how it came about and can be dropped at any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from game.boards.animation import Motion
from game.skins import Cue, Skin
from rules.kernel.flow import Event
from rules.kernel.view import Place, View

SPEED = {"full": 1.0, "quick": 0.4, "off": 0.0}
STEP_MS = 230  # milliseconds for each place of a path
SINKING_MS = 2400
LONGEST_MS = 6000  # longest animation of one step at normal speed

PlaceOf = Callable[[str], "Place | None"]
Gunner = tuple[str, bool]  # the type of the firing ship, and whether she is one of the listener's own
GunnerOf = Callable[[str], "Gunner | None"]
HEAVY_GUN, LIGHT_GUN, FAR_GUN = "big_gun", "gun", "far_gun"


@dataclass(frozen=True, slots=True)
class AnimationPlan:
    """A planned animation: motions for the board and sounds, times in milliseconds from its start."""

    motions: tuple[Motion, ...] = ()
    sounds: tuple[tuple[int, str], ...] = ()

    @property
    def length(self) -> int:
        """Return milliseconds until nothing moves."""
        return max((motion.end for motion in self.motions), default=0)


def no_gunner(_: str) -> Gunner | None:
    """Return no gunner, for a board that knows only places."""
    return None


def plan(
    events: Iterable[Event], skin: Skin, place_of: PlaceOf, motion: str = "full", gunner_of: GunnerOf = no_gunner
) -> AnimationPlan:
    """Return motions and sounds for events in order. `place_of` returns the place of a unit, None if it is out of
    sight. `gunner_of` returns the firing ship, which decides the sound of her guns. With motion off, only sounds
    remain, all at once.
    """
    speed = SPEED.get(motion, 1.0)
    motions: list[Motion] = []
    sounds: list[tuple[int, str]] = []
    clock = begun = 0
    for event in events:
        cue = skin.cues.get(type(event).__name__)
        if cue is None:
            continue
        at = begun if cue.together else clock
        made = _motions(event, cue, at, place_of)
        voice = _voice(event, cue, gunner_of)
        if voice and (made or not cue.show):
            sounds += [(at, voice)] if (at, voice) not in sounds else []
        if cue.sound_at_end and made and _is_hit(event, cue):
            sounds.append((made[0].end, cue.sound_at_end))
        motions += made
        begun = at
        clock = max([clock, *(found.end for found in made)])
    squeeze = speed * min(1.0, LONGEST_MS / max(1, clock))
    if not speed:
        return AnimationPlan((), tuple((0, sound) for _, sound in sounds[:2]))
    return AnimationPlan(
        tuple(_scale_time(found, squeeze) for found in motions),
        tuple((round(at * squeeze), sound) for at, sound in sounds),
    )


def _scale_time(found: Motion, share: float) -> Motion:
    return Motion(
        found.path,
        max(1, round(found.milliseconds * share)),
        found.piece,
        found.kind,
        round(found.delay * share),
        found.value,
    )


def _voice(event: Event, cue: Cue, gunner_of: GunnerOf) -> str:
    """Return the sound of an event: guns by battery or ship, and an enemy's also by distance. Empty: silent."""
    if cue.battery and str(getattr(event, cue.battery, "")) in cue.light:
        return LIGHT_GUN
    who = str(getattr(event, cue.start or cue.unit, ""))
    gunner = gunner_of(who) if cue.heavy or cue.far or cue.only else None
    if cue.only:
        return cue.sound if gunner is not None and gunner[0] in cue.only else ""
    if gunner is None:
        return cue.sound
    kind, own = gunner
    if cue.far and not own and getattr(event, cue.range, 0) >= cue.far:
        return FAR_GUN
    return HEAVY_GUN if kind in cue.heavy else cue.sound


def _is_hit(event: Event, cue: Cue) -> bool:
    return not cue.result or str(getattr(event, cue.result, "")) in cue.struck


def _motions(event: Event, cue: Cue, at: int, place_of: PlaceOf) -> list[Motion]:
    if not cue.show:
        return []
    if cue.show in ("slide", "smoke"):
        unit = str(getattr(event, cue.unit, ""))
        stands = place_of(unit)
        path = tuple(_whole(place, stands) for place in getattr(event, cue.path, ()))
        if cue.show == "smoke" and not cue.path and stands is not None:
            path = (stands,)
        if len(path) < (2 if cue.show == "slide" else 1):
            return []
        piece = unit if cue.show == "slide" else ""
        return [Motion(path, STEP_MS * max(1, len(path)), piece, "" if piece else "smoke", at)]
    end = _place(event, cue.end or cue.unit, place_of)
    if end is None:
        return []
    start = _place(event, cue.start, place_of) if cue.start else None
    last = "explosion" if _is_hit(event, cue) else "splash"
    if cue.show == "dust":
        return [Motion((end,), 620, kind="dust", delay=at, value=cue.count)]
    if cue.show == "sink":
        blast = Motion((end,), 520, kind="explosion", delay=at, value=cue.count)
        return [blast, Motion((end,), SINKING_MS, kind="sink", delay=at + 380)]
    if cue.show in ("splash", "explosion"):
        return [Motion((end,), 620, kind=last if cue.result else cue.show, delay=at, value=cue.count)]
    if start is None and cue.show == "volley":
        return [Motion((end,), 460, kind="dust", delay=at, value=cue.count)]
    if start is None:
        return [Motion((end,), 620, kind=last, delay=at, value=cue.count)] if cue.show == "shells" else []
    if cue.show == "volley":
        fired = Motion((start, end), 520, kind="volley", delay=at, value=cue.count)
        return [fired, Motion((end,), 460, kind="dust", delay=fired.end - 80, value=cue.count)]
    if cue.show == "torpedo":
        return [Motion((start, end), 1100, kind="torpedo", delay=at, value=cue.count)]
    flight = Motion((start, end), 620, kind="shell", delay=at, value=cue.count)
    return [flight, Motion((end,), 560, kind=last, delay=flight.end, value=cue.count)]


def _place(event: Event, field: str, place_of: PlaceOf) -> Place | None:
    value = getattr(event, field, None)
    if isinstance(value, int | tuple):
        return _whole(value, None)
    return place_of(value) if isinstance(value, str) and value else None


def _whole(value: int | Place, stands: Place | None) -> Place:
    """Return a place named by an event: complete, or only its first number (hex, band); the unit's place supplies the
    rest.
    """
    if isinstance(value, tuple):
        return value
    return (value, *(stands[1:] if stands is not None else ()))


def stood_before(before: View, after: View, names: Mapping[str, str]) -> dict[str, Place]:
    """Return the place of each unit for events between two positions, by id and by ship's name. A sunk ship has her
    last place. `names`: id of a unit -> its name.
    """
    at = {hull.name: piece.at for piece in before.pieces for hull in piece.hulls}
    at |= {piece.id: piece.at for piece in before.pieces}
    places = {**at, **{piece.id: piece.at for piece in after.pieces}}
    at |= {hull.name: piece.at for piece in after.pieces for hull in piece.hulls}
    places.update({unit: at[name] for unit, name in names.items() if name in at and unit not in places})
    return places


def gunners(view: View, names: Mapping[str, str], side: str) -> dict[str, Gunner]:
    """Return the Gunner of every ship on a board, by id and by name, for `plan`. `names`: as in `stood_before`. side:
    the listener's; for a spectator all guns sound near.
    """
    known = {hull.name: (hull.type, not side or piece.side == side) for piece in view.pieces for hull in piece.hulls}
    troops = ((piece.id, piece.side, piece.stand.figure) for piece in view.pieces if piece.stand is not None)
    known |= {unit: (figure, not side or own == side) for unit, own, figure in troops}
    return known | {unit: known[name] for unit, name in names.items() if name in known}


class Playback:
    """Plays a score: returns the time since its start and plays its sounds."""

    def __init__(self, play_sound: Callable[[str], object]) -> None:
        self.play_sound = play_sound
        self.score = AnimationPlan()
        self.begun = -1
        self._heard = 0

    @property
    def running(self) -> bool:
        """Return whether something still moves."""
        return self.begun >= 0

    def start(self, score: AnimationPlan, now_ms: int) -> None:
        """Start a score; one without motions only plays sounds."""
        self.skip()
        self.score, self._heard = score, 0
        if score.length:
            self.begun = now_ms
        for _, sound in score.sounds if not score.length else ():
            self.play_sound(sound)

    def time(self, now_ms: int) -> int | None:
        """Return milliseconds since the score's start, None when it is over; play sounds that are due."""
        if self.begun < 0:
            return None
        t = now_ms - self.begun
        for at, sound in sorted(self.score.sounds)[self._heard :]:
            if at > t:
                break
            self._heard += 1
            self.play_sound(sound)
        if t >= self.score.length:
            self.begun = -1
            return None
        return t

    def skip(self) -> None:
        """Drop the rest of the score."""
        self.begun = -1
