"""The history of a game: what a side may see of it, points by step, turning points, losses, shots and dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.skins import Skin
from game.words import tr, tr_noop
from rules.kernel.default_hooks import nothing_hidden
from rules.kernel.fate import UnitFate
from rules.kernel.seat import describe_step, is_visible_to
from rules.kernel.session import Session
from rules.kernel.system import Caption, caption
from rules.kernel.view import Hull, View
from rules.players import HUMAN

MOST_UNITS, MOST_BLOWS = 3, 3  # shown for a turning point: units, and hits on each
QUIET = 4  # events of this loudness or less are left out of a turning point
HIDDEN = "hidden_movement"  # the option that hides information between the sides
GONE = {
    "hex": tr_noop("off the map"),
    "bands": tr_noop("off the chart"),
    "table": tr_noop("off the table"),
}  # by the board of the game
FATE_WORDS = {  # keys of FATES, and the marks of units in play
    "sunk": tr_noop("sunk"),
    "blown up": tr_noop("blown up"),
    "scuttled": tr_noop("scuttled"),
    "destroyed": tr_noop("destroyed"),
    "killed": tr_noop("killed"),
    "captured": tr_noop("captured"),
    "surrendered": tr_noop("surrendered"),
    "off the table": tr_noop("off the table"),
    "withdrew": tr_noop("withdrew"),
    "escaped": tr_noop("escaped"),
    "withdrawing": tr_noop("withdrawing from the fight"),
}
UNHURT, NOT_SEEN = tr_noop("undamaged"), tr_noop("not in sight")
STATES = (
    UNHURT,
    tr_noop("light damage"),
    tr_noop("moderate damage"),
    tr_noop("heavy damage"),
    tr_noop("out of action"),
)


def why_unseen(session: Session) -> str:
    """Return why a saved game may not be viewed: an unfinished network game with hidden information.
    Empty if it may.
    """
    if session.header.network is None or eyes_allowed(session)[0] != session.actor:
        return ""
    if HUMAN in session.players.values() and len(set(session.players.values())) > 1:
        return ""  # it is open on this computer, by the side played here
    return tr("a game between two computers stays hidden until it is over; resume it to see what your side knows")


def eyes_allowed(session: Session) -> tuple[str, ...]:
    """Return the viewers allowed for a game's history: all sides and the referee ("") once nothing is secret. Before
    its end only the people who play it; of several at one screen, the one to act. This includes saved games, because
    they can be continued.
    """
    sides = tuple(note.key for note in session.scenario.sides)
    people = tuple(side for side in sides if session.players.get(side, HUMAN) == HUMAN)
    hides = session.system.known_state is not nothing_hidden and session.options.get(HIDDEN, True)
    if session.over or session.study or not people or not hides:
        return ("", *sides)
    if len(people) > 1 and session.actor in people:
        return (session.actor,)
    return people[:1]


def view_at(session: Session, number: int, side: str) -> View:
    """Return the board after `number` steps as a side may see it; "" is the referee, who sees everything."""
    system, state = session.system, session.states[number]
    return system.view(system.known_state(state, side) if side else state, side)


# --- points -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoreAtStep:
    """Victory points after a step: one number for each side, in the scenario's order."""

    number: int
    turn: int
    points: tuple[int, ...]
    chapter: int = 0  # the round of a campaign

    @property
    def margin(self) -> int:
        """Return the first side's lead."""
        return self.points[0] - self.points[1] if len(self.points) > 1 else 0


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A step that changed the margin a lot: each side's gain, and its description."""

    number: int
    turn: int
    gains: tuple[tuple[str, int], ...]
    text: str
    rule: str
    chapter: int = 0


def score_history(session: Session, side: str) -> tuple[ScoreAtStep, ...]:
    """Return the victory points after every step, as far as a side may know them."""
    keys = [note.key for note in session.scenario.sides]
    found = []
    for number in range(1, len(session.states)):
        view = view_at(session, number, side)
        points = {score.side: score.points for score in view.scores}
        found.append(ScoreAtStep(number, view.turn, tuple(points.get(key, 0) for key in keys), view.chapter))
    return tuple(found)


def turning_points(
    session: Session, found: Sequence[ScoreAtStep], side: str, skin: Skin, most: int = 6
) -> tuple[TurningPoint, ...]:
    """Return the steps that changed the margin most, in the order of the game, as `side` may know them."""
    begun, changed = 0, list[tuple[ScoreAtStep, ScoreAtStep, int]]()
    for before, after in zip(found, found[1:], strict=False):
        if after.margin != before.margin:
            changed.append((before, after, begun))
        if after.points != before.points or after.turn != before.turn:
            begun = after.number
    largest = sorted(changed, key=lambda one: (-abs(one[1].margin - one[0].margin), one[1].number))[:most]
    keys = [note.key for note in session.scenario.sides]
    made = []
    for before, after, begun in sorted(largest, key=lambda one: one[1].number):
        text, rule = _point_change(session, skin, range(begun, after.number), side)
        turn = session.steps[after.number - 1].turn or after.turn
        points = zip(keys, after.points, before.points, strict=False)
        gains = tuple((key, now - was) for key, now, was in points if now != was)
        made.append(TurningPoint(after.number, turn, gains, text, rule, after.chapter))
    return tuple(made)


def _point_change(session: Session, skin: Skin, steps: range, side: str) -> tuple[str, str]:
    """Return what changed the points in the last of `steps`, and its rule: the unit hurt and what hit it. The steps
    reach back to the previous change, because damage may be marked only at the end of a phase. If no unit on the score
    was hurt, return the loudest event of the last step.
    """
    last = steps[-1]
    names = session.system.names(session.states[last + 1])
    blows = [blow for step in steps for blow in _blows(session, skin, step, side)]
    scored = " ".join(_ledger_changes(session, last, side))
    lines: list[Caption] = []
    for unit in list(dict.fromkeys(unit for _, unit, _, _ in blows if names.get(unit, unit) in scored))[:MOST_UNITS]:
        lines += [line for _, struck, whole, line in blows if struck == unit and whole][-MOST_BLOWS:]
        marked = [line for step, struck, whole, line in blows if (step, struck) == (last, unit) and not whole]
        lines += sorted(marked, key=_loudness)[:1]
    if not lines:
        captions = sorted(describe_step(session, last, side).captions, key=_loudness)
        lines = [line for line in captions if _loudness(line) < QUIET][:2]
        lines = [line for line in lines if line.tone == lines[0].tone]
    if not lines:
        return tr("nothing known to this side"), ""
    return " · ".join(dict.fromkeys(line.text for line in lines)), lines[-1].rule


def _loudness(line: Caption) -> int:
    return {"alarm": 0, "hit": 1, "": 2, "phase": QUIET, "quiet": 5, "roll": 6}.get(line.tone, 3)


def _blows(session: Session, skin: Skin, step: int, side: str) -> Iterator[tuple[int, str, bool, Caption]]:
    """Yield each event of a step, visible to a side, that hurt a unit: step, unit, whether it needs no further
    explanation, text.
    """
    for event in session.steps[step].events:
        cue = skin.scenes.get(type(event).__name__)
        if cue is None or not cue.hurt or not is_visible_to(event, side) or (cue.minor and cue.is_minor(event)):
            continue
        line = caption(session.system, session.states[step + 1], event)
        yield step, str(getattr(event, cue.hurt)), not cue.part, line


def _ledger_changes(session: Session, step: int, side: str) -> list[str]:
    """Return the labels of the score lines that a step added, for both sides."""
    before, after = (
        {(line.label, line.points) for score in view_at(session, number, side).scores for line in score.lines}
        for number in (step, step + 1)
    )
    return [label for label, _ in after - before]


# --- losses -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fate:
    """One unit at the end: its side, name and state."""

    side: str
    name: str
    state: str
    kind: str  # the state in English, whatever the language of the interface
    lost: bool  # lost for good, by the rules of the game


def unit_fates(session: Session, side: str) -> tuple[Fate, ...]:
    """Return the current state of every unit, as far as `side` may know; in a campaign, those lost or on the board. An
    enemy unit in play that is out of sight and not in the scenario is left out.
    """
    system, state = session.system, session.state
    view = view_at(session, len(session.states) - 1, side)
    missing = NOT_SEEN if side else GONE.get(system.board, GONE["hex"])
    hulls = {(piece.side, hull.name): hull for piece in view.pieces for hull in piece.hulls}
    stands = {piece.name: piece.stand for piece in view.pieces if piece.stand is not None}
    stands |= {piece.id: piece.stand for piece in view.pieces if piece.stand is not None}
    hulls |= {(piece.side, piece.id): piece.hulls[0] for piece in view.pieces if len(piece.hulls) == 1}
    on_board = {piece.id for piece in view.pieces}
    listed = {(force.side, unit.name) for force in session.scenario.forces for unit in force.units}
    made = []
    for one in system.fates(system.known_state(state, side) if side else state):
        hull = hulls.get((one.side, one.name)) or hulls.get((one.side, one.id))
        stand, words = stands.get(one.name) or stands.get(one.id), ""
        if one.fate:
            kind = one.fate
            if one.chapter:
                words = tr("{fate} in round {chapter}", fate=tr(FATE_WORDS[kind]), chapter=one.chapter)
        elif one.note:
            kind = one.note
        elif hull is not None:
            kind, words = _standing(hull)
        elif stand is not None and stand.kills:
            kind, words = "worn", tr("{kills} of {limit} Kills", kills=stand.kills, limit=stand.limit)
        elif stand is not None or one.id in on_board:
            kind = UNHURT
        elif (one.side, one.name) in listed:
            kind = missing
        else:
            continue
        made.append(Fate(one.side, one.name, words or tr(FATE_WORDS.get(kind, kind)), kind, one.lost))
    return tuple(made) + tuple(_boats(session, side))


def _boats(session: Session, side: str) -> Iterator[Fate]:
    """Yield lost boats of pairs whose other boat is still in play."""
    system, most, now = session.system, dict[str, int](), dict[str, UnitFate]()
    for state in session.states:
        for one in system.fates(system.known_state(state, side) if side else state):
            most[one.id], now[one.id] = max(one.strength, most.get(one.id, 0)), one
    for key, one in now.items():
        for _ in range(most[key] - one.strength if not one.fate else 0):
            yield Fate(one.side, tr("a boat of {name}", name=one.name), tr(FATE_WORDS["sunk"]), "sunk", True)


def _standing(hull: Hull) -> tuple[str, str]:
    kind = STATES[min(hull.damage, len(STATES) - 1)]
    return kind, tr(kind) + (tr(", on fire") if hull.fire else "")


# --- shots and dice ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FireStatistics:
    """Shots and hits of a side, by kind."""

    guns: int = 0
    gun_hits: int = 0
    torpedoes: int = 0
    torpedo_hits: int = 0


def fire_statistics(session: Session, skin: Skin, seen_by: str) -> dict[str, FireStatistics]:
    """Return shots and hits of each side, recognised by the skin's cues; only those that `seen_by` may know."""
    owner = {note.key: note.key for note in session.scenario.sides}
    counts: dict[str, list[int]] = {side: [0, 0, 0, 0] for side in owner}
    for number, step in enumerate(session.steps):
        for event in step.events:
            cue = skin.cues.get(type(event).__name__)
            if cue is None or not is_visible_to(event, seen_by):
                continue
            struck = bool(cue.result) and str(getattr(event, cue.result, "")) in cue.struck
            if cue.show in ("shells", "volley") and len(cue.struck) > 1:
                side = _side_of(session, number, str(getattr(event, cue.start, "")), step.actor)
                counts[side][0] += 1
                counts[side][1] += struck
            elif cue.show == "torpedo":
                side = _side_of(session, number, str(getattr(event, cue.start, "")), step.actor)
                counts[side][2] += 1
            elif type(event).__name__ == "TorpedoHit" or (type(event).__name__ == "SalvoNoticed" and struck):
                target = str(getattr(event, cue.unit, ""))
                side = _side_of(session, number, target, "")
                enemy = next((key for key in owner if key != side), "")
                counts[enemy][3] += bool(side)
    return {side: FireStatistics(*numbers) for side, numbers in counts.items()}


def _side_of(session: Session, number: int, unit: str, otherwise: str) -> str:
    """Return a unit's side by its name in the scenario; `otherwise` if that is unknown."""
    name = session.system.names(session.states[number]).get(unit, unit)
    for force in session.scenario.forces:
        if force.id == unit or any(ship.name == name for ship in force.units):
            return force.side
    if not session.scenario.forces:  # a campaign: its ships may be on the board
        for piece in view_at(session, number, "").pieces:
            if piece.id == unit or any(hull.name == name for hull in piece.hulls):
                return piece.side
    return otherwise
