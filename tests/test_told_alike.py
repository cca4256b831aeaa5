"""Two worlds that look alike to a side give it the same log: same orders, same dice, and the two logs are compared.

A twin of the true position has other hidden facts: where the unseen enemy is and what he does, what he sees, what lies
under his markers. Both are played on by the same orders and dice. Every event the side is told, with its breakdown and
its words, must be the same, until something happens that the side may see, and that hangs on what was hidden: a
sighting, a hit. A roll never is: what it rests on is reported to whoever may know all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from rules.kernel.dice import SeededDice
from rules.kernel.events import Event
from rules.kernel.flow import actor, check, offers, state_digest
from rules.kernel.ruling import is_visible_to
from rules.kernel.session import adjudicate
from rules.kernel.system import System, caption
from rules.nws.pieces import FORMATION_NAMES
from tests.conftest import SOAK, begin, below, draw, games, system_of
from tests.test_knowledge import MOVES, afresh

SEEDS = range(1, 9) if SOAK else range(1, 3)
TWINS = 4  # at a time
LIFE = 60  # orders for which a twin is followed
STEPS = 1500 if SOAK else 300  # orders of one game
WALKED = [game for game in games() if game.partition("/")[0] in MOVES]
FEW = [
    *("nights_of_fury/vella_gulf", "nw_smoke/savo_island", "nw_smoke/gale_off_savo", "battles_for_empire/maiwand"),
    *("perfidious_albion/korea_strait", "perfidious_albion/open_fleet", "perfidious_albion/open_convoy"),
]


class SameDice:
    """Dice that show the same faces in every roll, so that a roll more or less in one world moves no other roll.

    After forty rolls of one order they are random: otherwise a re-rolled tie would be rolled for ever.
    """

    def __init__(self, seed: int) -> None:
        self._later = SeededDice(seed)
        self._shares = [below(self._later, 6) for _ in range(3)]
        self._left = 40

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        self._left -= 1
        if self._left < 0:
            return self._later.roll(count, sides)
        return tuple(self._shares[number % 3] * sides // 6 + 1 for number in range(count))


class Twin(NamedTuple):
    """A position that looks like the true one to a side."""

    side: str
    state: Any
    born: int


def another(system: System, state: Any, side: str, thought: SeededDice) -> Any:
    """Return the position with other hidden facts.

    In the night games also what an unseen enemy does, and how salvos run.
    """
    other = MOVES[system.key](state, side, thought)
    if not hasattr(other, "salvos"):
        return other
    divisions = dict(other.divisions)
    for key, division in other.divisions.items():
        if division.side != side and not state.contacts[side].get(key, 0):
            formation = sorted(FORMATION_NAMES)[below(thought, len(FORMATION_NAMES))]
            divisions[key] = division.but(evading=bool(below(thought, 2)), formation=formation)
    salvos = tuple(
        salvo.but(unseen=bool(below(thought, 2)))
        if salvo.side == side
        else salvo.but(distance=below(thought, salvo.distance + 1))
        if salvo.unseen
        else salvo
        for salvo in other.salvos
    )
    return afresh(other, divisions=divisions, salvos=salvos)


def alike(system: System, one: Any, other: Any, side: str) -> bool:
    return state_digest(system.known_state(one, side)) == state_digest(system.known_state(other, side))


def log_of(system: System, state: Any, events: list[Event], side: str) -> list[tuple[str, str, Event]]:
    """Return what a side is told: words, details and the event itself with its breakdown."""
    lines = []
    for event in events:
        if is_visible_to(event, side):
            line = caption(system, state, event)
            lines.append((line.text, line.detail, as_told(event)))
    return lines


def as_told(event: Event) -> Event:
    """Return an event without its lists of who else may know it or a part of it, which no side is told."""
    throw = getattr(event, "breakdown", None)
    if throw is not None:
        event = event.but(breakdown=throw.but(modifiers=tuple(term.but(to=()) for term in throw.modifiers)))
    if hasattr(event, "modifiers") and throw is None:
        event = event.but(modifiers=tuple(term.but(to=()) for term in event.modifiers))
    return event.but(to=())


# What a side learns with its own eyes and ears of what was hidden: an event of these kinds, a search that found.
SEEN = {
    *("Sighted", "RadarFound", "ContactLost", "SmokeSeen", "SmokeNoticed", "ShellsFell", "MarkerRevealed"),
    *("SalvoNoticed", "TorpedoHit", "TorpedoesPassed", "PhaseBegan"),  # the start of a phase is visible to all
    *("GunsFired", "LeftChart", "LeftMap"),  # what a shot came to; who has disengaged, which may earn points
    *("Revealed", "CargoDestroyed"),  # what a marker stood for; a merchant is lost, and her cargo counts at once
}
SEARCHES = {"NoF-SPT-H4", "NoF-SPT-H5", "NW-SPT-H6", "NW-HS-2"}
HITS = {f"{game}-TOR-{rule}" for game in ("NoF", "NW") for rule in ("H1", "H6", "H7")}  # that a die of a salvo is
# rolled tells that it has come, has hit, has gone off
CHART = "NoF-AI-"  # the solitaire chart is rolled in the open for a division in sight (NoF-AI-H1)


def is_seen(event: Event, beside: list[Event]) -> bool:
    """Return whether an event may differ between two worlds that looked alike: it shows what was hidden, or hangs on
    it.
    """
    kind = type(event).__name__
    if kind not in ("Rolled", "PartlyRolled"):
        return kind in SEEN or event.rule.startswith(CHART)
    if event.rule in HITS:
        return len({(type(other), other.rule) for other in beside}) == len(beside)
    return event.rule in SEARCHES or event.rule.startswith(CHART)


def apart(system: System, one: list[Any], other: list[Any]) -> tuple[Any, Any] | None:
    """Return the first lines in which two logs differ; None where they are the same."""
    for here, there in zip(one, other, strict=False):
        if here != there:
            return here, there
    if len(one) != len(other):
        longer, at = max(one, other, key=len), min(len(one), len(other))
        return (longer[at], None)
    return None


def leaks(game: str, seed: int, count: Counter[str]) -> Iterator[str]:
    """Yield every difference in a side's log that no sighting explains, along a random game."""
    system, thought = system_of(game), SeededDice(seed)
    state = begin(game, seed).state
    twins: list[Twin] = []
    sides = [note.key for note in state.scene.scenario.sides]
    for number in range(STEPS):
        if state.outcome is not None or not actor(state):
            return
        if len(twins) < TWINS:
            side = sides[below(thought, 2)]
            other = another(system, state, side, thought)
            if state_digest(other) != state_digest(state) and alike(system, state, other, side):
                twins.append(Twin(side, other, number))
                count["twins"] += 1
        listed = offers(system, state)
        command = draw(listed[below(thought, len(listed))], thought)
        dice = below(thought, 1000)
        true = adjudicate(system, state, command, SameDice(dice))
        left = []
        for twin in twins:
            if actor(twin.state) != actor(state) or check(system, twin.state, command):
                count["illegal there"] += 1
                continue
            there = adjudicate(system, twin.state, command, SameDice(dice))
            count["compared"] += 1
            found = apart(
                system,
                log_of(system, true.state, true.events, twin.side),
                log_of(system, there.state, there.events, twin.side),
            )
            if found is not None:
                events = [line[2] for line in found if line is not None]
                count["apart: " + " ".join(sorted(type(event).__name__ for event in events))] += 1
                waits = len(events) == 1 and true.state.cursor != there.state.cursor  # one world goes on, one asks
                if not waits and not any(is_seen(event, events) for event in events):
                    yield f"{game} seed {seed}, order {number} {command}, told to {twin.side}: {found[0]} / {found[1]}"
            elif not alike(system, true.state, there.state, twin.side):
                count["view apart"] += 1
            elif number - twin.born < LIFE:
                left.append(Twin(twin.side, there.state, twin.born))
        twins = left
        state = true.state


def betrayals(game: str, seed: int, count: Counter[str]) -> Iterator[str]:
    """Yield every difference in what a side is told of two orders of its enemy after which all looks the same to it."""
    system, thought = system_of(game), SeededDice(seed)
    state = begin(game, seed).state
    sides = [note.key for note in state.scene.scenario.sides]
    for number in range(STEPS):
        if state.outcome is not None or not actor(state):
            return
        listed = offers(system, state)
        offer = listed[below(thought, len(listed))]
        command, instead, dice = draw(offer, thought), draw(offer, thought), below(thought, 1000)
        side = next(key for key in sides if key != actor(state))
        if instead != command:
            one, other = (adjudicate(system, state, each, SameDice(dice), move_on=False) for each in (command, instead))
            if state_digest(one.state) != state_digest(other.state) and alike(system, one.state, other.state, side):
                count["compared"] += 1
                found = apart(system, *(log_of(system, each.state, each.events, side) for each in (one, other)))
                if found is not None and not any(is_seen(line[2], []) for line in found if line is not None):
                    yield f"{game} seed {seed}, order {number} {command} or {instead}, told to {side}: {found}"
        state = adjudicate(system, state, command, SameDice(dice)).state


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("game", WALKED if SOAK else [*FEW[:3], *FEW[-2:]])  # elsewhere every order can be seen
def test_an_order_that_a_side_can_see_nothing_of_tells_it_nothing(game: str) -> None:
    count: Counter[str] = Counter()
    assert [one for seed in SEEDS for one in betrayals(game, seed, count)] == []
    assert count["compared"] > 3 or game not in [*FEW[:3], *FEW[-2:]], count


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("game", WALKED if SOAK else FEW)
def test_two_worlds_that_look_alike_to_a_side_tell_it_the_same(game: str) -> None:
    count: Counter[str] = Counter()
    assert [leak for seed in SEEDS for leak in leaks(game, seed, count)] == []
    assert count["compared"] > 50 or game not in FEW, count


def test_in_quickfire_nothing_is_hidden_and_so_nothing_can_be_told() -> None:
    session = begin("quickfire/lesson_duel", 1)
    sides = [note.key for note in session.scenario.sides]
    assert all(session.system.known_state(session.state, side) is session.state for side in sides)
