"""A seat answers only from what its side may know: two positions that look alike to the side give the same answers.

Pairs of worlds: the true position, and the same with hidden facts moved about (where the unseen enemy is, what he sees
of me, what lies under his markers, what he bought). KNOWLEDGE_PAIRS says how many pairs each game is asked about.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from rules.kernel.default_hooks import as_known
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Done, offers, state_digest
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import make_player
from tests.conftest import SOAK, begin, below, draw, games, pick
from tests.test_fuzz import senseless_commands

PAIRS = int(os.environ.get("KNOWLEDGE_PAIRS", "4"))  # of worlds, a game
LOOK_EVERY = 7  # positions of a random game
ORDERS = 30  # tried in each pair of worlds
WEIGHED = 3  # orders whose odds are compared in each pair

Move = Callable[[Any, str, SeededDice], Any]


# --- worlds that look alike -------------------------------------------------------------------------------------------


def _elsewhere_at_night(state: Any, side: str, thought: SeededDice) -> Any:
    """Return both night games: the unseen enemy somewhere else, with other ammunition, seeing other things of me."""
    if not state.scene.options["hidden_movement"]:
        return state
    foe = next(key for key in state.scene.sides if key != side)
    known = state.contacts[side]
    places = sorted({place_of(division) for division in state.divisions.values()})
    divisions, ships = dict(state.divisions), dict(state.ships)
    for key, division in state.divisions.items():
        if division.side == foe and not known.get(key, 0):
            divisions[key] = move_to(division, places[below(thought, len(places))])
            for name in division.ships:
                ships[name] = ships[name].but(reload=below(thought, 3))
            if len(division.ships) > 1 and below(thought, 2):
                _part(divisions, ships, key)
    mine = [key for key, division in state.divisions.items() if division.side == side]
    seen = {key: 1 + below(thought, 2) for key in mine if below(thought, 2)}
    return afresh(state, divisions=divisions, ships=ships, contacts={**state.contacts, foe: seen})


def _part(divisions: dict[str, Any], ships: dict[str, Any], key: str) -> None:
    """Detach the last ship of an unseen division, which the other side cannot know."""
    division, alone = divisions[key], f"{divisions[key].ships[-1]}-alone"
    divisions[key] = division.but(ships=division.ships[:-1])
    divisions[alone] = (
        division.but(id=alone, ships=division.ships[-1:], flag=division.ships[-1])
        if hasattr(division, "flag")
        else division.but(id=alone, ships=division.ships[-1:])
    )
    ships[division.ships[-1]] = ships[division.ships[-1]].but(division=alone)


def afresh(state: Any, **changes: Any) -> Any:
    """Return a state with some fields changed and all values derived from them dropped."""
    kept = {name: {} for name in ("scratch", "kept") if name in state.__struct_fields__}  # type: ignore[var-annotated]
    return state.but(**changes, **kept)


def place_of(division: Any) -> int:
    """Hex or band."""
    found: int = division.hex if hasattr(division, "hex") else division.band
    return found


def move_to(division: Any, place: int) -> Any:
    return division.but(hex=place, track=(place,)) if hasattr(division, "hex") else division.but(band=place)


def _under_other_markers(state: Any, side: str, thought: SeededDice) -> Any:
    """Return battles for Empire: what lies under the enemy's markers changes places."""
    theirs = [key for key, marker in state.markers.items() if marker.side != side]
    lying = [state.markers[key].unit for key in theirs]
    for index in range(len(lying) - 1, 0, -1):
        other = below(thought, index + 1)
        lying[index], lying[other] = lying[other], lying[index]
    markers = {key: state.markers[key].but(unit=unit) for key, unit in zip(theirs, lying, strict=True)}
    return afresh(state, markers={**state.markers, **markers})


def _other_squadrons(state: Any, side: str, thought: SeededDice) -> Any:
    """Perfidious Albion: other squadrons under the enemy's markers, other cargo in his merchants, other purchases."""
    squadrons = {
        key: squadron.but(dummy=not squadron.dummy, patrol=not squadron.patrol)
        if squadron.side != side and squadron.hidden and below(thought, 2)
        else squadron
        for key, squadron in state.squadrons.items()
    }
    ships, bought = dict(state.ships), dict(state.bought)
    laden = [
        ship for ship in ships.values() if ship.side != side and ship.cargo and not ship.gone and not ship.cargo_lost
    ]
    if side == state.scene.attacker:
        for ship, other in zip(laden, laden[1:] + laden[:1], strict=True):
            ships[ship.id] = ship.but(cargo=other.cargo)
    for buyer, bill in bought.items() if not state.scene.options["open_forces"] else ():
        if buyer != side:
            bought[buyer] = tuple(
                one.but(quality=1 + below(thought, 3)) if one.id not in ships else one for one in bill
            )
    return afresh(state, squadrons=squadrons, ships=ships, bought=bought)


MOVES: dict[str, Move] = {
    "nw_smoke": _elsewhere_at_night,
    "nights_of_fury": _elsewhere_at_night,
    "battles_for_empire": _under_other_markers,
    "perfidious_albion": _other_squadrons,
}
HIDING = [game for game in games() if game.partition("/")[0] in MOVES]
SAMPLED = [game for game in HIDING if game.startswith(("nw_smoke", "nights_of_fury"))]


def in_world(session: Session, state: Any) -> Session:
    """Return the same game, in another world."""
    twin = session.branch(len(session.steps))
    twin.states = [*twin.states[:-1], state]
    return twin


def alike(session: Session, state: Any, side: str) -> bool:
    """Return whether a world looks the same to a side as the true one, in all that it may know."""
    guess = session.system.known_state
    return state_digest(guess(session.state, side)) == state_digest(guess(state, side))


def worlds(game: str, seed: int) -> Iterator[tuple[Session, Session]]:
    """Yield (the true game, the same in a world that looks alike to whoever acts), along a random game."""
    session, thought = begin(game, seed), SeededDice(seed + 1)
    move = MOVES[session.system.key]
    while not session.over:
        if session.actor and len(session.steps) % LOOK_EVERY == 0:
            other = move(session.state, session.actor, thought)
            if state_digest(other) != state_digest(session.state) and alike(session, other, session.actor):
                yield session.branch(len(session.steps)), in_world(session, other)
        session.submit(pick(session, thought))


def some_worlds(game: str, count: int) -> Iterator[tuple[Session, Session]]:
    """So many pairs out of random games; fewer when ten games do not hold them."""
    for seed in range(1, 11):
        for pair in worlds(game, seed):
            yield pair
            count -= 1
            if not count:
                return


# --- the probes -------------------------------------------------------------------------------------------------------


def orders_to_try(session: Session, other: Session, thought: SeededDice) -> list[Command]:
    """Offered ones and senseless ones about things of either side and of either world."""
    listed = offers(session.system, session.system.known_state(session.state, session.actor))
    found = [draw(listed[below(thought, len(listed))], thought) for _ in range(ORDERS // 2)] if listed else []
    senseless = [c for c in senseless_commands(session, thought) if c.side == session.actor]
    return [*found, *senseless, *_pointing_orders(session, other, thought), Done(session.actor)]


def _pointing_orders(session: Session, other: Session, thought: SeededDice) -> Iterator[Command]:
    """Yield orders of every kind by the side's own pieces about all pieces of either world, known to it or not."""
    side, owned = session.actor, session.system.view(session.state, session.actor).pieces
    mine = sorted({hull.id for piece in owned if piece.side == side for hull in piece.hulls if hasattr(hull, "id")})
    mine += sorted(getattr(session.state, "ships", {}))[:3] + [piece.id for piece in owned if piece.side == side]
    theirs = sorted({*getattr(session.state, "divisions", {}), *getattr(other.state, "divisions", {})})
    if not mine or not theirs:
        return
    for kind in session.system.command_types().values():
        words = [field.name for field in msgspec.structs.fields(kind) if field.type is str and field.name != "side"]
        rest = [field for field in msgspec.structs.fields(kind) if field.name not in (*words, "side")]
        for target in theirs if len(words) == 2 and all(not field.required for field in rest) else ():
            for own in mine:
                yield kind(**{"side": side, words[0]: own, words[1]: target})


def answers(session: Session, command: Command) -> tuple[str, str, str]:
    """Return (the answer to an order, who acts next, whether it can be taken back), from the acting side's seat."""
    twin = session.branch(len(session.steps))
    twin.states = list(session.states)
    done = Seat(twin, command.side).submit(command)
    if isinstance(done, tuple):
        return str(done), "", ""
    return "taken", f"{twin.actor} {twin.state.cursor}", twin.why_not_undo()


def told_apart(one: tuple[str, str, str], other: tuple[str, str, str]) -> bool:
    """Return whether two answers reveal a hidden fact. Who acts next is visible to all and does not count."""
    return one[0] != other[0] or (one[1] == other[1] and one[2] != other[2])


def differences(one: Session, other: Session, thought: SeededDice) -> list[str]:
    """Return every difference between the acting side's answers in two worlds that look alike."""
    side, found = one.actor, []
    here, there = Seat(one, side), Seat(other, side)
    if here.view() != there.view():
        found.append("views")
    if here.offers() != there.offers():
        found.append("offers")
    for piece in here.view().pieces[:4]:
        if here.panels(piece.id) != there.panels(piece.id):
            found.append(f"panels of {piece.id}")
    tried = orders_to_try(one, other, thought)
    for command in tried:
        first, second = answers(one, command), answers(other, command)
        if told_apart(first, second):
            found.append(f"{command}: {first} here, {second} there")
    legal = [command for command in tried if not here.check(command)]
    found += [f"{command} looks legal and is not" for command in legal if one.check(command)]
    for command in legal[:WEIGHED]:
        if here.odds(command, 200, 20) != there.odds(command, 200, 20):
            found.append(f"odds of {command}")
        if here.breakdowns(command) != there.breakdowns(command) or here.sketch(command) != there.sketch(command):
            found.append(f"breakdowns of {command}")
    if [world.score() for world in here.determinizations(2, 5)] != [
        world.score() for world in there.determinizations(2, 5)
    ]:
        found.append("worlds")
    if make_player("quick", 5).choose(here) != make_player("quick", 5).choose(there):
        found.append("decisions")
    mine = next((piece.id for piece in here.view().pieces if piece.side == side), "")
    if mine and here.threats(mine) != there.threats(mine):
        found.append(f"threats against {mine}")
    return found


@pytest.mark.parametrize("game", HIDING)
def test_what_a_side_supposes_agrees_with_what_it_knows(game: str) -> None:
    """Every sample of the hidden state looks to the side exactly like the true position.

    Not all samples are the same.
    """
    session, thought = begin(game, 5), SeededDice(6)
    system, drawn = session.system, set()
    while not session.over and len(session.steps) < 120:
        side = session.actor
        if side and len(session.steps) % LOOK_EVERY == 0:
            known = system.known_state(session.state, side)
            for seed in range(3):
                world = system.determinize(known, side, SeededDice(seed))
                assert state_digest(system.known_state(world, side)) == state_digest(known)
                drawn.add((len(session.steps), state_digest(world)))
        session.submit(pick(session, thought))
    if system.determinize is not as_known and game in SAMPLED:
        assert len(drawn) > len({step for step, _ in drawn}), "nothing was ever supposed"


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("game", HIDING if SOAK else HIDING[::3])
def test_two_worlds_that_look_alike_answer_alike(game: str) -> None:
    thought, found = SeededDice(99), 0
    for one, other in some_worlds(game, PAIRS):
        found += 1
        assert differences(one, other, thought) == []
    assert found or nothing_is_hidden(game), "something is hidden here, and no two worlds were made that look alike"


def nothing_is_hidden(game: str) -> bool:
    """Return whether in a random game each side knows the whole position whenever it acts."""
    session, thought = begin(game, 3), SeededDice(4)
    while not session.over:
        if session.actor and state_digest(session.system.known_state(session.state, session.actor)) != state_digest(
            session.state
        ):
            return False
        session.submit(pick(session, thought))
    return True


def revealing(game: str, count: int) -> Iterator[tuple[Command, list[tuple[str, str]]]]:
    """Yield (an order that showed something hidden, [(what it showed, why it stands)] in worlds that looked alike
    before it).

    So many of them out of random games; the first of the list is the true world.
    """
    for seed in range(1, 6):
        session, thought = begin(game, seed), SeededDice(seed + 1)
        move = MOVES[session.system.key]
        while not session.over:
            before, side = session.branch(len(session.steps)), session.actor
            session.submit(pick(session, thought))
            step = session.steps[-1]
            if not step.revealed or step.faces or session.actor != side:
                continue
            others = [move(before.state, side, thought) for _ in range(8)]
            rows = [
                (twin.steps[-1].revealed, twin.why_not_undo())
                for world in (before.state, *others)
                if alike(before, world, side)
                for twin in (in_world(before, world),)
                if not isinstance(Seat(twin, side).submit(step.command), tuple) and twin.actor == side
            ]
            yield step.command, rows
            count -= 1
            if not count:
                return


@pytest.mark.parametrize("game", ["nw_smoke/cape_esperance", "nights_of_fury/vella_gulf"])
def test_whether_an_order_stands_and_why_tells_nothing_of_what_it_showed_the_other_side(game: str) -> None:
    """Otherwise Undo would be an oracle: one answer when the light was seen by an enemy, another when it was not."""
    differed = 0
    for command, rows in revealing(game, 5 * PAIRS):
        differed += len({shown for shown, _ in rows}) > 1
        assert len({why for _, why in rows}) == 1, f"{command}: {rows}"
        assert rows[0][1], f"{command} showed something and can be taken back"
    assert differed >= 3, "in no worlds that looked alike did an order show different things"
