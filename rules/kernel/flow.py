"""The sequence of play as data: phases, verbs, the cursor, and the driver that advances it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Self

from msgspec.structs import replace

from rules.kernel.derived import HEARD, Memo, memo_after
from rules.kernel.events import NOBODY as NOBODY
from rules.kernel.events import Event as Event
from rules.kernel.events import Frame as Frame
from rules.kernel.events import GameEnded as GameEnded
from rules.kernel.events import PhaseBegan as PhaseBegan
from rules.kernel.events import SideFinished as SideFinished
from rules.kernel.record import AnyState, Record, digest_of
from rules.kernel.ruling import Ruling
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.view import Outcome

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:
    from rules.kernel.events import dataclass_transform


class Illegal(Record, frozen=True):
    """Why an order is refused: a full sentence with the numbers, and the rule."""

    reason: str
    rule: str
    piece: str = ""


@dataclass_transform(frozen_default=True)
class Command(Record, frozen=True, tag=True):
    """An order a player may give. Subclasses are imperatives; the tag is the word to type."""

    side: str


class Done(Command, frozen=True, tag="done"):
    """This side has finished the phase."""


class Begin(Command, frozen=True, tag="begin"):
    """The game starts: given once, by the session itself."""


class Domain(Record, frozen=True):
    """A continuous choice: a shape to draw, and a way to draw a command from it at random."""

    kind: str  # circle, arc, wedge
    numbers: tuple[int, ...]
    sample: Callable[[Callable[[int], int]], Command]  # given below(n) -> 0..n-1


class Offer(Record, frozen=True):
    """What a side may do now: listed when the choices are finite, a Domain when they are not."""

    verb: str
    label: str
    rule: str
    piece: str = ""
    commands: tuple[Command, ...] = ()
    domain: Domain | None = None
    usual: bool = False  # the usual next order for its piece: a screen may preselect it but never gives it


class Verb(Record, frozen=True):
    """A kind of command: how it is offered, checked and carried out."""

    command: type[Command]
    title: str
    rule: str
    offer: Callable[[AnyState, str], Iterable[Offer]]
    check: Callable[[AnyState, Any], tuple[Illegal, ...]]
    do: Callable[[Ruling, Any], None]


_IDLE_TURNS = 100  # a game without a decision for this many turns is stopped: it would never end

# Where a phase stands.
ENTERED, OPENED, ACTING, CLOSED = range(4)


class Cursor(Record, frozen=True):
    """The program counter of a game: turn, phase, who has still to act, pending questions."""

    turn: int = 0
    phase: int = 0  # index into the sequence
    stage: int = CLOSED
    queue: tuple[str, ...] = ()  # sides yet to act; the first acts now
    frames: tuple[Frame, ...] = ()
    skipped: tuple[int, ...] = ()  # sides that had nothing to do, per phase of this turn


class Scene(Record, frozen=True, kw_only=True):
    """What never changes during a game. It is shared by all states and is no part of their digest."""

    scenario: Scenario
    sheet: MapSheet | None
    options: dict[str, bool]
    memo: Memo = {}  # values derived from it

    def but(self, **changes: Any) -> Self:
        """Return another scene without derived values."""
        return replace(self, **{"memo": {}, **changes})


class GameState(Record, frozen=True, kw_only=True):
    """What every system's state has. Subclasses add their own fields.

    `memo` holds values derived from the state and is no part of it (see rules/kernel/derived.py): a changed copy keeps
    those that the change cannot have touched.
    """

    scene: Any
    cursor: Cursor
    outcome: Outcome | None = None
    memo: Memo = {}

    def but(self, **changes: object) -> Self:
        """Return the position with some fields changed; it keeps the derived values that the change leaves valid."""
        return replace(self, **{"memo": memo_after(self), **changes})


_ASIDE = frozenset({"scene", "memo"})
_NOTHING_HEARD: tuple[int, tuple[Offer, ...]] = (0, ())


def state_digest(state: GameState) -> str:
    """Return sixteen hex digits that identify a state: the same on every machine."""
    return digest_of([getattr(state, name) for name in state.__struct_fields__ if name not in _ASIDE])


class Phase(Record, frozen=True, kw_only=True):
    """One phase of the sequence of play."""

    number: int
    name: str
    title: str
    help: str
    rule: str
    verbs: dict[type[Command], Verb] = {}
    queue: Callable[[AnyState], tuple[str, ...]] | None = None  # order in which sides act
    open: Callable[[Ruling], None] | None = None
    close: Callable[[Ruling], None] | None = None
    owes: Callable[[AnyState, str], tuple[Illegal, ...]] | None = None  # what a side must still do before it may finish
    busy: Callable[[AnyState, str], bool] | None = None  # says quickly whether a side has something to do
    when: Callable[[AnyState], bool] | None = None  # None: every turn; else skipped, unsaid, in turns it says no
    optional: bool = False  # some games do without it: where it is skipped, those behind it move up a number


def verbs(*listed: Verb) -> dict[type[Command], Verb]:
    """Return the verbs of a phase, looked up by their command."""
    return {verb.command: verb for verb in listed}


def for_me(
    kind: type[Command],
    verb: Verb,
    sensible: Callable[[AnyState, str], Command | None],
    rule: str,
    label: str = "Choose for me",
    nothing: str = "there is nothing left to choose",
) -> Verb:
    """Return a verb that lets the game choose: it gives the command of `verb` that `sensible` finds for the side.

    `nothing` is the refusal when `sensible` finds none.
    """
    word = str(kind.__struct_config__.tag)

    def offer(state: object, side: str) -> Iterator[Offer]:
        if sensible(state, side) is not None:
            yield Offer(word, label, rule, "", (kind(side),), usual=True)

    def check(state: object, command: Command) -> tuple[Illegal, ...]:
        return () if sensible(state, command.side) is not None else (Illegal(nothing, rule),)

    def do(r: Ruling, command: Command) -> None:
        verb.do(r, sensible(r.state, command.side))

    return Verb(kind, verb.title, rule, offer, check, do)


def other_side_next(r: Ruling) -> None:
    """Let the sides act by turns: the other side is next, unless it has finished the phase."""
    cursor = r.state.cursor
    if len(cursor.queue) > 1:
        r.state = r.state.but(cursor=cursor.but(queue=(*cursor.queue[1:], cursor.queue[0])))


def commands_of(sequence: Iterable[Phase]) -> tuple[type[Command], ...]:
    """Return the commands of a sequence of play, in the order in which its phases first know them."""
    return tuple(dict.fromkeys(kind for phase in sequence for kind in phase.verbs))


def number_of(sequence: tuple[Phase, ...], state: GameState, index: int) -> int:
    """Return the number a phase goes by in this game, in the log and on the ribbon: optional ones skipped do not
    count.
    """
    number = last = sequence[index].number
    for phase in reversed(sequence[:index]):
        if phase.number > last:
            break  # a stretch of the sequence with numbers of its own
        last = phase.number
        if phase.optional and phase.when is not None and not phase.when(state):
            number -= 1
    return number


def phase_now(system: Any, state: GameState) -> Phase:
    """Return the phase whose verbs apply: that of the pending question on top, or the one the cursor stands in."""
    cursor = state.cursor
    if cursor.frames:
        interrupt: Phase = system.interrupts[cursor.frames[-1].kind]
        return interrupt
    current: Phase = system.sequence[cursor.phase]
    return current


def actor(state: GameState) -> str:
    """Return the side that must act now; empty when the game is over."""
    cursor = state.cursor
    if state.outcome is not None:
        return ""
    if cursor.frames:
        return cursor.frames[-1].side
    return cursor.queue[0] if cursor.queue else ""


def _offers_of(phase: Phase, state: GameState, side: str) -> Iterator[Offer]:
    silent, heard = state.memo.get(HEARD, _NOTHING_HEARD)
    yield from heard
    for verb in islice(phase.verbs.values(), silent + bool(heard), None):
        yield from verb.offer(state, side)


def _silent(phase: Phase, state: GameState, side: str, listen: bool) -> tuple[int, tuple[Offer, ...]]:
    """Return how many verbs of a phase, from the first, offer a side nothing.

    With `listen` also what the next one offers.
    """
    for number, verb in enumerate(phase.verbs.values()):
        if listen:
            found = tuple(verb.offer(state, side))
            if found:
                return number, found
        else:
            for _ in verb.offer(state, side):
                return number, ()
    return len(phase.verbs), ()


def offers(system: object, state: GameState) -> list[Offer]:
    """Return everything the acting side may do now, the end of its phase included when it owes nothing."""
    side = actor(state)
    if not side:
        return []
    phase = phase_now(system, state)
    found = list(_offers_of(phase, state, side))
    if state.cursor.frames or (phase.owes is not None and phase.owes(state, side)):
        return found
    found.append(Offer("done", "End phase", phase.rule, "", (Done(side),)))
    return found


def check(system: object, state: GameState, command: Command) -> tuple[Illegal, ...]:
    """Return every reason why a command may not be given now, each with its rule; empty when it is legal."""
    if state.outcome is not None:
        return (Illegal(f"the game is over: {state.outcome.title}", state.outcome.rule),)
    phase = phase_now(system, state)
    side = actor(state)
    if command.side != side:
        return (Illegal(f"{side!r} acts now, not {command.side!r}", phase.rule),)
    if type(command) is Done:
        if state.cursor.frames:
            return (Illegal("a question must be answered first", phase.rule),)
        return phase.owes(state, side) if phase.owes is not None else ()
    verb = phase.verbs.get(type(command))
    if verb is not None:
        return verb.check(state, command)
    return (_wrong_phase(system, phase, command),)


def _wrong_phase(system: Any, phase: Phase, command: Command) -> Illegal:
    for other in (*system.sequence, *system.interrupts.values()):
        verb = other.verbs.get(type(command))
        if verb is not None:
            return Illegal(
                f"{verb.title} is an order of phase {other.number}, {other.title}; "
                f"this is phase {phase.number}, {phase.title}",
                verb.rule,
            )
    return Illegal(f"{system.title} has no command {type(command).__name__}", phase.rule)


def carry_out(r: Ruling, command: Command) -> None:
    """Adjudicate one legal command, without moving the sequence of play on."""
    if type(command) is Begin:
        return
    if type(command) is Done:
        cursor = r.state.cursor
        phase = r.system.sequence[cursor.phase]
        r.state = r.state.but(cursor=cursor.but(queue=cursor.queue[1:]))
        r.note(SideFinished(rule=phase.rule, side=command.side))
        return
    phase_now(r.system, r.state).verbs[type(command)].do(r, command)


def advance(r: Ruling, listen: bool = False) -> None:
    """Move the sequence of play on until somebody has a decision to make or the game is over.

    Opens and closes phases, skips sides that have nothing to do, starts new turns. Rules: the phases' own. listen: keep
    the offers found on the way for later use; a replay does not need them.
    """
    sequence = r.system.sequence
    first = r.state.cursor.turn
    while r.state.outcome is None:
        cursor = r.state.cursor
        if cursor.frames:
            return
        if cursor.turn > first + _IDLE_TURNS:
            raise AssertionError(f"{_IDLE_TURNS} turns went by in which nobody had anything to do")
        phase = sequence[cursor.phase]
        if cursor.stage == ACTING:
            if not cursor.queue:
                r.state = r.state.but(cursor=cursor.but(stage=CLOSED))
                if phase.close is not None:
                    phase.close(r)
                continue
            side = cursor.queue[0]
            if phase.busy is not None and phase.busy(r.state, side):
                return
            silent, heard = _silent(phase, r.state, side, listen)
            if silent < len(phase.verbs):
                r.state.memo[HEARD] = silent, heard  # `offers` asks the rest
                return
            if phase.owes is not None and phase.owes(r.state, side):
                raise AssertionError(f"{phase.title}: {side} owes something that nothing offers")
            skipped = list(cursor.skipped)
            skipped[cursor.phase] += 1
            r.state = r.state.but(cursor=cursor.but(queue=cursor.queue[1:], skipped=tuple(skipped)))
        elif cursor.stage == OPENED:
            queue = phase.queue(r.state) if phase.queue is not None else ()
            r.state = r.state.but(cursor=cursor.but(stage=ACTING, queue=queue))
        else:
            _enter_next(r, cursor)


def _enter_next(r: Ruling, cursor: Cursor) -> None:
    sequence = r.system.sequence
    index = cursor.phase
    turn, skipped = cursor.turn, cursor.skipped
    while True:
        index += 1
        if index >= len(sequence) or turn == 0:
            index, turn, skipped = 0, turn + 1, (0,) * len(sequence)
        phase = sequence[index]
        if phase.when is None or phase.when(r.state):
            break
    r.state = r.state.but(cursor=Cursor(turn, index, OPENED, (), (), skipped))
    r.note(PhaseBegan(rule=phase.rule, turn=turn, number=number_of(sequence, r.state, index), title=phase.title))
    if phase.open is not None:
        phase.open(r)
