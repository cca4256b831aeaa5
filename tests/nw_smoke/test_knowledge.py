"""What is hidden stays hidden: whatever a side cannot know changes nothing of what it sees, may do or thinks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.kernel.dice import SeededDice
from rules.kernel.flow import actor, offers, state_digest
from rules.nw_smoke.events import Moved, SpeedOrdered, TorpedoesLaunched, TubesReloaded
from rules.nw_smoke.knowledge import guess
from rules.nw_smoke.state import UNSEEN, Division, Salvo, State, contact, divisions_of, enemy_of
from tests.conftest import begin, stroll
from tests.nw_smoke.battle import Battle

GAMES = ("nw_smoke/tassafaronga", "nw_smoke/little_and_gregory", "nw_smoke/gale_off_savo", "nw_smoke/savo_island")
SYSTEM = Battle.system


def hidden(state: State, side: str) -> list[Division]:
    """Enemy divisions that a side has no contact with."""
    return [d for d in divisions_of(state, enemy_of(state, side)) if contact(state, side, d.id) == UNSEEN]


def twisted(state: State, side: str, number: int) -> State:
    """Another truth that a side cannot tell from this one."""
    divisions, ships = dict(state.divisions), dict(state.ships)
    sea = [h for h in range(10_000) if state.scene.sea[h]]
    for division in hidden(state, side):
        there = sea[(977 * (number + 1) + division.hex) % len(sea)]
        changes = {"hex": there, "facing": (division.facing + number) % 6, "speed": number % 4, "ran": number % 3}
        divisions[division.id] = division.but(
            **changes, track=(there,), evading=number % 2 == 0, smoking=number % 3 == 0, orders=1, formation="dispersed"
        )
        for name in division.ships:
            level = 1 + number % 3
            ships[name] = ships[name].but(
                structure=level, flotation=1, fire=number % 2 == 1, salvos=0, reload=number % 5
            )
    return state.but(divisions=divisions, ships=ships, scratch={}, kept={})


def with_secrets(state: State, side: str) -> State:
    """Tubes, reloads, torpedoes in the water and contacts of the enemy, in contact or not, are his own affair."""
    foe = enemy_of(state, side)
    ships = {
        key: ship.but(salvos=0, reload=3, reloaded=True) if state.scene.owner[key] == foe and not ship.gone else ship
        for key, ship in state.ships.items()
    }
    mine, theirs = divisions_of(state, side), divisions_of(state, foe)
    if not mine or not theirs:
        return state.but(ships=ships, scratch={}, kept={})
    running = Salvo(
        side=foe,
        ship=theirs[0].ships[0],
        target=mine[0].ships[0],
        kind="T93",
        start=theirs[0].hex,
        aimed=mine[0].hex,
        course=0,
        distance=3,
        turn=state.cursor.turn + 1,
    )
    contacts = {**state.contacts, foe: {division.id: 3 for division in mine}}
    return state.but(ships=ships, salvos=(*state.salvos, running), contacts=contacts, scratch={}, kept={})


def positions() -> Iterator[tuple[State, str]]:
    """Positions of games played at random, each with a side that has a hidden enemy."""
    for number, game in enumerate(GAMES):
        session = begin(game, seed=number + 5)
        for step in stroll(session, SeededDice(number + 40), limit=400):
            if step.number % 5 or session.over:
                continue
            for side in session.state.scene.sides:
                if hidden(session.state, side):
                    yield session.state, side


def alike(one: State, other: State, side: str) -> None:
    """Both look the same to a side in every way a player can ask."""
    here, there = guess(one, side), guess(other, side)
    assert state_digest(here) == state_digest(there)
    assert SYSTEM.view(here, side) == SYSTEM.view(there, side)
    assert SYSTEM.score(here, side) == SYSTEM.score(there, side)
    if actor(one) == side:
        assert offers(SYSTEM, here) == offers(SYSTEM, there)
        assert offers(SYSTEM, one) == offers(SYSTEM, other)


@pytest.mark.rule("NW-SPT-H9")
def test_a_hidden_enemy_may_be_anywhere_and_in_any_state_without_a_side_noticing() -> None:
    found = list(positions())
    assert len(found) >= 20
    for number, (state, side) in enumerate(found):
        alike(state, twisted(state, side, number), side)


@pytest.mark.rule("NW-SPT-H9", "NW-TOR-H3")
def test_enemy_tubes_reloads_running_torpedoes_and_contacts_show_nowhere() -> None:
    for state, side in positions():
        alike(state, with_secrets(state, side), side)


@pytest.mark.rule("NW-SPT-H9")
def test_what_a_side_is_offered_is_the_same_in_truth_and_in_what_it_knows() -> None:
    for state, side in positions():
        if actor(state) == side:
            assert offers(SYSTEM, state) == offers(SYSTEM, guess(state, side))


@pytest.mark.rule("NW-SPT-H9")
@pytest.mark.parametrize("game", GAMES)
def test_moves_of_hidden_divisions_and_secret_orders_are_told_to_their_own_side_alone(game: str) -> None:
    session = begin(game, seed=3)
    for step in stroll(session, SeededDice(17), limit=300):
        before: State = session.states[-2]
        for event in step.events:
            if isinstance(event, (SpeedOrdered, TorpedoesLaunched, TubesReloaded)):
                assert len(event.to) == 1, event
            if isinstance(event, Moved) and event.division in before.divisions:
                division = before.divisions[event.division]
                foe = enemy_of(before, division.side)
                if contact(before, foe, division.id) == UNSEEN:
                    assert event.to == (division.side,), event
