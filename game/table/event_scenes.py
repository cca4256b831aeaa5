"""Scenes: events that a side did not cause itself, each with text, dice and places. They are used by window, two
players at one screen, replay, film and text play. The game's skin (`scenes`) defines which events make a scene, and its
text. A scene contains only what the viewing side may know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from game.skins import SceneCue, Skin
from rules.kernel.breakdown import roll_text
from rules.kernel.events import PhaseBegan, SideFinished
from rules.kernel.flow import Event
from rules.kernel.plurals import begin_sentence
from rules.kernel.ruling import PartlyRolled, Rolled, is_visible_to
from rules.kernel.session import Session, Step
from rules.kernel.system import event_fields, fill_fields, fill_pattern

MINOR, NORMAL, GRAVE = 1, 2, 3  # weights
MISS = "miss"  # the word in skins for a scene without a hit
MOST_PARTS = 3  # most further results in the line below the title


@dataclass(frozen=True, slots=True)
class EventScene:
    """One scene, or several minor ones of a kind shown together. `first` and `last`: its steps, as numbers of steps
    carried out, from 1. `side`: the side that gave the order; "" if the rules resolved it. `units`: ids or places, from
    the actor to the target. `hurt`: ids of the units affected. `events`: in order, without rolls, for motion and sound.
    """

    first: int
    last: int
    turn: int
    phase: int
    kind: str
    side: str
    title: str
    line: str
    rule: str
    weight: int
    units: tuple[object, ...]
    hurt: tuple[str, ...]
    events: tuple[Event, ...]
    rolls: tuple[Rolled, ...] = ()
    count: int = 1
    group: str = ""  # title of several, with {count} not yet filled in; equal for minor scenes shown together
    word: str = ""  # result of the roll, if the skin gives one
    parts: tuple[str, ...] = ()  # further results for its units
    overtaken: str = ""  # the former title, replaced by a more serious event
    sides: tuple[tuple[str, ...], ...] = ()  # names of the attackers and of the defender, if both roll

    @property
    def main_roll(self) -> Rolled | None:
        """Return the deciding roll: first one with a number needed, then the one with most dice; None without dice."""
        return max(self.rolls, key=lambda roll: (roll.target is not None, len(roll.faces)), default=None)

    def rolls_of(self, side: int) -> tuple[Rolled, ...]:
        """Return the rolls of one side of a fight, assigned by the longest name in each roll's purpose."""
        everyone = [name for names in self.sides for name in names]
        found = []
        for roll in self.rolls:
            who = max((name for name in everyone if name in roll.what), key=len, default="")
            found += [roll] if who in self.sides[side] else []
        return tuple(found)

    @property
    def sum(self) -> str:
        """Return the deciding roll in a line: faces, modifiers, number needed, result; empty without dice."""
        roll = self.main_roll
        return sum_of(roll) if roll is not None and self.count == 1 else ""

    @property
    def details(self) -> str:
        """Return the line below the title: further results."""
        return self.details_with(MOST_PARTS)

    def details_with(self, most: int | None) -> str:
        """Return further results, with at most `most` of the parts; None: all."""
        return " · ".join(word for word in (begin_sentence(self.line), *self.parts[:most]) if word)

    @property
    def words(self) -> str:
        """Return everything in a line, for speech and text play."""
        return ". ".join(part.rstrip(".") for part in (self.title, self.details, self.sum) if part)


def sum_of(roll: Rolled) -> str:
    """Return a roll in a line: faces, modifiers, number needed, result."""
    verdict = roll.verdict if roll.breakdown.pool else roll.result
    return roll_text(roll.breakdown, roll.faces, verdict, False)


def event_scenes(
    session: Session, side: str, skin: Skin, first: int, last: int | None = None, *, looking_back: bool = False,
    shared: bool = False,
) -> list[EventScene]:  # fmt: skip
    """List the scenes of the steps from index `first` to before `last` (None: all) as `side` may see them.
    `looking_back`: its own orders are scenes too, as in a replay. `shared`: those that hurt somebody are, as the other
    player looks at the same screen. Side "" (the referee) has no orders of its own.
    """
    found: list[EventScene] = []
    for number in range(first, len(session.steps) if last is None else last):
        told = looking_back or (shared and _hurts(session.steps[number], skin))
        for scene in _of_step(session, side, skin, number, told):
            add_scene(found, scene)
    return found


def _hurts(step: Step, skin: Skin) -> bool:
    """Return whether somebody was hurt in a step."""
    cues = ((event, skin.scenes.get(type(event).__name__)) for event in step.events)
    return any(cue is not None and cue.hurt and not (cue.minor and cue.is_minor(event)) for event, cue in cues)


def add_scene(found: list[EventScene], scene: EventScene) -> None:
    """Append a scene, or merge it into an earlier minor one of its group if nothing important happened in between."""
    for index in range(len(found) - 1, -1, -1):
        before = found[index]
        if not (scene.group and before.group and (before.turn, before.phase) == (scene.turn, scene.phase)):
            break
        if before.group == scene.group:
            found[index] = merge_scenes(before, scene)
            return
    found.append(scene)


def merge_scenes(before: EventScene, scene: EventScene) -> EventScene:
    """Return two minor scenes of a group as one."""
    count = before.count + scene.count
    return replace(
        before,
        last=scene.last,
        count=count,
        title=fill_pattern(before.group, {"count": str(count)}),
        line="",
        units=tuple(dict.fromkeys((*before.units, *scene.units))),
        hurt=tuple(dict.fromkeys((*before.hurt, *scene.hurt))),
        events=(*before.events, *scene.events),
        rolls=(*before.rolls, *scene.rolls),
    )


def _of_step(session: Session, side: str, skin: Skin, number: int, told: bool) -> list[EventScene]:
    """Return the scenes of one step, each with its rolls; `told`: for the viewer's own orders too."""
    step = session.steps[number]
    names = session.system.names(session.states[number + 1])
    scenes: list[EventScene] = []  # scenes of phases that have ended
    found: list[EventScene] = []
    rolls: list[Rolled] = []
    ordered = True  # until the phase is closed, events are results of the order
    for event in step.events:
        if not is_visible_to(event, side):
            continue
        if isinstance(event, Rolled | PartlyRolled):
            rolls += [event] if isinstance(event, Rolled) else []
            continue
        if isinstance(event, PhaseBegan | SideFinished):
            _attach(found, rolls, names)
            rolls, ordered = [], False
            if isinstance(event, PhaseBegan):  # events of a new phase do not belong to scenes of the previous one
                scenes, found = scenes + found, []
            continue
        cue = skin.scenes.get(type(event).__name__)
        own = ordered and not told and side != "" and step.actor == side
        if (
            cue is not None
            and (cue.own or not own)
            and not (cue.until and _known_before(session, side, number, event, cue))
        ):
            scene = _scene(session, number, event, cue, names, step.actor if ordered else "")
            mine = [roll for roll in rolls if _names_one(roll, scene, names)]
            mine = mine or [roll for roll in rolls if roll.rule == event.rule]
            _attach(found, [roll for roll in rolls if roll not in mine], names)
            _join(found, replace(scene, rolls=tuple(mine)), cue)
        rolls = []
    _attach(found, rolls, names)
    return scenes + found


def _scene(
    session: Session, number: int, event: Event, cue: SceneCue, names: Mapping[str, str], side: str
) -> EventScene:
    who = next((note.name for note in session.scenario.sides if note.key == side), "")
    fields = {"who": who, **event_fields(event, names)}
    minor = bool(cue.group) and cue.is_minor(event)
    unhurt = not cue.hurt or (bool(cue.minor) and cue.is_minor(event))
    step = session.steps[number]
    return EventScene(
        first=number + 1,
        last=number + 1,
        turn=step.turn,
        phase=step.phase,
        kind=type(event).__name__,
        side=side,
        title=fill_pattern(cue.title, fields),
        line=fill_fields(cue.line, fields),
        word=fill_pattern(cue.word, fields),
        rule=event.rule,
        weight=MINOR if minor else cue.weight,
        units=tuple(_units(event, cue)),
        hurt=() if unhurt else (str(getattr(event, cue.hurt)),),
        events=(event,),
        group=fill_pattern(cue.group, fields) if minor else "",
        sides=_duellers(event, cue, names),
    )


def _duellers(event: Event, cue: SceneCue, names: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """Return the names of both sides of a fight; empty if only one of them rolls."""
    if not cue.duel:
        return ()
    other = str(getattr(event, cue.duel))
    attackers = tuple(names.get(str(unit), str(unit)) for unit in _units(event, cue) if unit != other)
    return attackers, (names.get(other, other),)


def _units(event: Event, cue: SceneCue) -> Iterator[object]:
    """Yield ids and places of an event, one by one."""
    for field in cue.at:
        value = getattr(event, field)
        if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
            yield from value
        elif isinstance(value, tuple) and value and isinstance(value[0], int):
            yield from ((hex,) for hex in value)
        else:
            yield (value,) if isinstance(value, int) else value


def _join(found: list[EventScene], scene: EventScene, cue: SceneCue) -> None:
    """Add a scene of a step; a partial one is merged into the last scene about one of its units, and the more important
    one gives the title. A shot's scene gets its target's damage, not damage to the firing ship; a miss gets none.
    """
    if cue.part:
        for index in range(len(found) - 1, -1, -1):
            host = found[index]
            about = host.hurt if host.hurt and scene.hurt and not host.sides else host.units
            missed = scene.hurt and host.word == fill_pattern(MISS, {})
            if not host.group and not missed and set(about) & set(scene.units):
                found[index] = absorb(host, scene)
                return
    found.append(scene)


def absorb(host: EventScene, part: EventScene) -> EventScene:
    """Return a scene with one more event: the more serious event gives the title, of equal kinds the last."""
    title, line, parts, overtaken = host.title, host.line, host.parts, host.overtaken
    if part.weight > host.weight:
        parts = (_clause(host), *parts)
        overtaken = overtaken or parts[0]
        title, line = part.title, part.line
    elif part.kind != host.kind:
        parts = (*parts, _clause(part))
    elif overtaken:
        parts = tuple(_clause(part) if said == overtaken else said for said in parts)
        overtaken = _clause(part)
    else:
        title, line = part.title, part.line
    return replace(
        host,
        title=title,
        line=line,
        parts=parts,
        overtaken=overtaken,
        weight=max(host.weight, part.weight),
        hurt=tuple(dict.fromkeys((*host.hurt, *part.hurt))),
        events=(*host.events, *part.events),
        rolls=(*host.rolls, *part.rolls),
    )


def _clause(scene: EventScene) -> str:
    return f"{scene.title} ({scene.line})" if scene.line else scene.title


def _names_one(roll: Rolled, scene: EventScene, names: Mapping[str, str]) -> bool:
    """Return whether a roll's purpose names a unit of a scene."""
    return any(names.get(str(unit), str(unit)) in roll.what for unit in scene.units if isinstance(unit, str))


def _attach(found: list[EventScene], rolls: list[Rolled], names: Mapping[str, str]) -> None:
    """Add rolls after the last event to the last scene, if they name one of its units."""
    if found and rolls:
        mine = [roll for roll in rolls if _names_one(roll, found[-1], names)]
        found[-1] = replace(found[-1], rolls=(*found[-1].rolls, *mine))


def _known_before(session: Session, side: str, number: int, event: Event, cue: SceneCue) -> bool:
    """Return whether a side has seen the same event of the same unit since the previous turn."""
    kind, wanted, first = type(event), _subject(event, cue), session.steps[number].turn - 1
    for step in reversed(session.steps[:number]):
        if step.turn < first:
            return False
        for before in reversed(step.events):
            if not is_visible_to(before, side):
                continue
            if type(before) is kind and _subject(before, cue) == wanted:
                return True
            if type(before).__name__ == cue.until and _subject(before, cue) == wanted:
                return False
    return False


def _subject(event: Event, cue: SceneCue) -> tuple[object, object]:
    return getattr(event, "side", ""), getattr(event, cue.at[-1], "")
