"""A game looked back at: what a side may see of it, points by step, turning points, losses, shots and dice."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from game.skins import Skin
from game.words import later, tr
from rules.kernel.ruling import Rolled
from rules.kernel.seat import may_know, tell
from rules.kernel.session import Session
from rules.kernel.view import Hull, Score, View
from rules.players import HUMAN

HIDDEN = "hidden_movement"  # the option under which sides do not see everything of each other
GONE = {
    "hex": later("off the map"),
    "bands": later("off the chart"),
    "table": later("off the table"),
}  # by the board of the game
UNHURT, NOT_SEEN = later("unhurt"), later("not in sight")
STATES = (UNHURT, later("light damage"), later("moderate damage"), later("heavy damage"), later("out of action"))


def eyes_allowed(session: Session) -> tuple[str, ...]:
    """Whose eyes a game may be looked back at with: everybody's and the referee's ("") once nothing is secret.

    While it is not over, only those of the people who play it; of several at one screen, of whoever is to act. That
    holds for a saved game too, for it can be played on.
    """
    sides = tuple(note.key for note in session.scenario.sides)
    people = tuple(side for side in sides if session.players.get(side, HUMAN) == HUMAN)
    if session.over or session.study or not people or not session.options.get(HIDDEN, True):
        return ("", *sides)
    if len(people) > 1 and session.actor in people:
        return (session.actor,)
    return people[:1]


def view_at(session: Session, number: int, side: str) -> View:
    """The board after `number` steps as a side may see it; "" is the referee, who sees all."""
    system, state = session.system, session.states[number]
    return system.view(system.guess(state, side) if side else state, side)


# --- points -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """Victory points after a step: one number a side, in the order of the scenario's sides."""

    number: int
    turn: int
    points: tuple[int, ...]
    chapter: int = 0  # the round of a campaign

    @property
    def margin(self) -> int:
        """How far the first side is ahead."""
        return self.points[0] - self.points[1] if len(self.points) > 1 else 0


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A step that changed the margin much: points gained by `side`, and what was told of it."""

    number: int
    turn: int
    side: str
    gain: int
    text: str
    rule: str
    chapter: int = 0


def standings(session: Session, side: str) -> tuple[Standing, ...]:
    """Victory points after every step as a side may know them."""
    keys = [note.key for note in session.scenario.sides]
    found = []
    for number in range(1, len(session.states)):
        view = view_at(session, number, side)
        points = {score.side: score.points for score in view.scores}
        found.append(Standing(number, view.turn, tuple(points.get(key, 0) for key in keys), view.chapter))
    return tuple(found)


def turning_points(session: Session, found: Sequence[Standing], side: str, most: int = 6) -> tuple[TurningPoint, ...]:
    """The steps that changed the margin most, in the order of the game; told as `side` may know them."""
    changes = []
    for before, after in zip(found, found[1:], strict=False):
        if after.margin != before.margin:
            changes.append((abs(after.margin - before.margin), after, after.margin - before.margin))
    largest = sorted(changes, key=lambda change: (-change[0], change[1].number))[:most]
    keys = [note.key for note in session.scenario.sides]
    made = []
    for gain, standing, signed in sorted(largest, key=lambda change: change[1].number):
        text, rule = _what(session, standing.number - 1, side)
        turn = session.steps[standing.number - 1].turn or standing.turn
        gainer = keys[0] if signed > 0 else keys[1]
        made.append(TurningPoint(standing.number, turn, gainer, gain, text, rule, standing.chapter))
    return tuple(made)


def _what(session: Session, step: int, side: str) -> tuple[str, str]:
    """The loudest thing told of a step."""
    rank = {"alarm": 0, "hit": 1, "": 2, "phase": 4, "quiet": 5, "roll": 6}
    captions = sorted(tell(session, step, side).captions, key=lambda caption: rank.get(caption.tone, 3))
    loud = [caption for caption in captions if rank.get(caption.tone, 3) < 4][:2]
    if not loud:
        return tr("nothing this side knows of"), ""
    same = [caption for caption in loud if caption.tone == loud[0].tone]
    return " · ".join(dict.fromkeys(caption.text for caption in same)), loud[0].rule


# --- losses -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fate:
    """One unit at the end: the side it belongs to, its name, and how it stands."""

    side: str
    name: str
    state: str
    kind: str  # the state in English, whatever language it is shown in

    @property
    def lost(self) -> bool:
        """Whether it is gone for good."""
        return self.kind.startswith(("sunk", "destroyed", "captured", "lost"))


def fates(session: Session, side: str, skin: Skin) -> tuple[Fate, ...]:
    """Every unit of the scenario as it stands now, as far as `side` may know; in a campaign those sunk or on the board.

    `skin` tells by its cues what went down.
    """
    view = view_at(session, len(session.states) - 1, side)
    gone = GONE.get(session.system.board, GONE["hex"])
    hulls = {(piece.side, hull.name): hull for piece in view.pieces for hull in piece.hulls}
    stands = {piece.name: piece.stand for piece in view.pieces if piece.stand is not None}
    made = []
    for force in session.scenario.forces:
        for unit in force.units:
            stand = stands.get(unit.name)
            told = _of_ledger(view.scores, unit.name, force.side)
            hull = hulls.get((force.side, unit.name))
            state = ""
            if hull is not None:
                kind, state = _standing(hull)
            elif stand is not None:
                kind = UNHURT if not stand.kills else "worn"
                state = "" if not stand.kills else tr("{kills} of {limit} Kills", kills=stand.kills, limit=stand.limit)
            elif told.startswith(("sunk", "destroyed", "captured")):
                kind = told
            else:
                kind = NOT_SEEN if side else gone
            made.append(Fate(force.side, unit.name, state or tr(kind), kind))
    if not session.scenario.forces:
        made = list(_sunk(session, side, skin))
        made += [Fate(owner, hull.name, *reversed(_standing(hull))) for (owner, _), hull in hulls.items()]
    return tuple(made)


def _sunk(session: Session, seen_by: str, skin: Skin) -> Iterator[Fate]:
    """The ships that went down in the battles of a campaign, with the round of each."""
    for number, step in enumerate(session.steps):
        for event in step.events:
            cue = skin.cues.get(type(event).__name__)
            if cue is None or cue.show != "sink" or not may_know(event, seen_by):
                continue
            unit = str(getattr(event, cue.unit, ""))
            name = session.system.names(session.states[number]).get(unit, unit)
            chapter = view_at(session, number + 1, seen_by).chapter
            state = tr("sunk in round {chapter}", chapter=chapter) if chapter else tr("sunk")
            yield Fate(_side_of(session, number, unit, ""), name, state, "sunk")


def _standing(hull: Hull) -> tuple[str, str]:
    kind = STATES[min(hull.damage, len(STATES) - 1)]
    return kind, tr(kind) + (tr(", on fire") if hull.fire else "")


def _of_ledger(scores: Iterable[Score], name: str, owner: str) -> str:
    """What the enemy's ledger says of a unit, without its value."""
    for score in scores:
        for line in score.lines if score.side != owner else ():
            if line.label.startswith(f"{name} "):
                return line.label[len(name) + 1 :].partition(" (")[0].lower()
    return ""


# --- shots and dice ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fire:
    """How often a side fired and struck, by kind."""

    guns: int = 0
    gun_hits: int = 0
    torpedoes: int = 0
    torpedo_hits: int = 0


def fire(session: Session, skin: Skin, seen_by: str) -> dict[str, Fire]:
    """Shots and hits of each side, as the skin's cues tell what a shot is; only what `seen_by` may know."""
    owner = {note.key: note.key for note in session.scenario.sides}
    counts: dict[str, list[int]] = {side: [0, 0, 0, 0] for side in owner}
    for number, step in enumerate(session.steps):
        for event in step.events:
            cue = skin.cues.get(type(event).__name__)
            if cue is None or not may_know(event, seen_by):
                continue
            struck = bool(cue.result) and str(getattr(event, cue.result, "")) in cue.struck
            if cue.show in ("shells", "volley") and len(cue.struck) > 1:
                side = _side_of(session, number, str(getattr(event, cue.start, "")), step.actor)
                counts[side][0] += 1
                counts[side][1] += struck
            elif cue.show == "torpedo":
                side = _side_of(session, number, str(getattr(event, cue.start, "")), step.actor)
                counts[side][2] += 1
            elif type(event).__name__ == "TorpedoHit":
                target = str(getattr(event, cue.unit, ""))
                side = _side_of(session, number, target, "")
                enemy = next((key for key in owner if key != side), "")
                counts[enemy][3] += bool(side)
    return {side: Fire(*numbers) for side, numbers in counts.items()}


def _side_of(session: Session, number: int, unit: str, otherwise: str) -> str:
    """Whose a unit is, by its name in the scenario; `otherwise` when it cannot be told."""
    name = session.system.names(session.states[number]).get(unit, unit)
    for force in session.scenario.forces:
        if force.id == unit or any(ship.name == name for ship in force.units):
            return force.side
    if not session.scenario.forces:  # a campaign: its ships are on the board, or they are not
        for piece in view_at(session, number, "").pieces:
            if piece.id == unit or any(hull.name == name for hull in piece.hulls):
                return piece.side
    return otherwise


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces a side threw: how many dice, their sum, the sum to be expected, and the share of luckier throws below.

    `percentile` is 0 to 1, from the normal curve the sum of many dice follows.
    """

    dice: int
    total: int
    expected: float
    percentile: float


def faces(rolls: Iterable[Rolled]) -> Faces:
    """All the dice in some rolls against what they give on average."""
    dice = total = 0
    expected = variance = 0.0
    for rolled in rolls:
        dice += len(rolled.faces)
        total += sum(rolled.faces)
        expected += len(rolled.faces) * (rolled.sides + 1) / 2
        variance += len(rolled.faces) * (rolled.sides**2 - 1) / 12
    if not variance:
        return Faces(dice, total, expected, 0.5)
    return Faces(dice, total, expected, 0.5 * (1 + math.erf((total - expected) / math.sqrt(2 * variance))))
