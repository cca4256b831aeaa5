"""Hidden facts stay hidden: what a side cannot know changes nothing it sees, may do or weighs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, actor, offers, state_digest
from rules.kernel.ruling import Rolled
from rules.nw_smoke.commands import Fire
from rules.nw_smoke.events import Moved, SmokeVeered, SpeedOrdered, TorpedoesLaunched
from rules.nw_smoke.knowledge import known_state
from rules.nw_smoke.sequence import SEQUENCE
from rules.nw_smoke.state import DETECTED, SIGHTED, Division, Salvo, State
from rules.nws.commands import Launch, Searchlight, StarShell
from rules.nws.events import ShipDetached, TubesReloaded
from rules.nws.pieces import UNSEEN, contact, divisions_of, enemy_of
from tests.conftest import begin, stroll
from tests.nw_smoke.battle import Battle

GAMES = ("nw_smoke/tassafaronga", "nw_smoke/little_and_gregory", "nw_smoke/gale_off_savo", "nw_smoke/savo_island")
SYSTEM = Battle.system


def hidden_divisions(state: State, side: str) -> list[Division]:
    """Return enemy divisions that a side has no contact with."""
    return [d for d in divisions_of(state, enemy_of(state, side)) if contact(state, side, d.id) == UNSEEN]


def other_truth(state: State, side: str, number: int) -> State:
    """Return another position that a side cannot tell from this one."""
    divisions, ships = dict(state.divisions), dict(state.ships)
    sea = [h for h in range(10_000) if state.scene.sea[h]]
    for division in hidden_divisions(state, side):
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
    return state.but(divisions=divisions, ships=ships)


def with_secrets(state: State, side: str) -> State:
    """Change what only the enemy knows: tubes, reloads, torpedoes in the water and contacts, in contact or not."""
    foe = enemy_of(state, side)
    ships = {
        key: ship.but(salvos=0, reload=3, reloaded=True) if state.scene.owner[key] == foe and not ship.gone else ship
        for key, ship in state.ships.items()
    }
    mine, theirs = divisions_of(state, side), divisions_of(state, foe)
    if not mine or not theirs:
        return state.but(ships=ships)
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
    return state.but(ships=ships, salvos=(*state.salvos, running), contacts=contacts)


def positions() -> Iterator[tuple[State, str]]:
    """Yield positions of games played at random, each with a side that has a hidden enemy."""
    for number, game in enumerate(GAMES):
        session = begin(game, seed=number + 5)
        for step in stroll(session, SeededDice(number + 40), limit=400):
            if step.number % 5 or session.over:
                continue
            for side in session.state.scene.sides:
                if hidden_divisions(session.state, side):
                    yield session.state, side


def alike(one: State, other: State, side: str) -> None:
    """Check that two positions look the same to a side in every way a player can ask."""
    here, there = known_state(one, side), known_state(other, side)
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
        alike(state, other_truth(state, side, number), side)


@pytest.mark.rule("NW-SPT-H9", "NW-TOR-H3")
def test_enemy_tubes_reloads_running_torpedoes_and_contacts_show_nowhere() -> None:
    for state, side in positions():
        alike(state, with_secrets(state, side), side)


@pytest.mark.rule("NW-TOR-H3")
def test_an_enemy_in_contact_is_taken_to_have_every_torpedo_and_no_tube_that_waits() -> None:
    seen = 0
    for state, side in positions():
        known = known_state(with_secrets(state, side), side)
        foe = enemy_of(state, side)
        for division in divisions_of(state, foe):
            if contact(state, side, division.id) in (UNSEEN, DETECTED):
                continue
            for ship in (known.ships[name] for name in division.ships if not known.ships[name].gone):
                seen += 1
                assert (ship.salvos, ship.reload) == (state.scene.cards[ship.id].salvos, 0)
                assert not ship.reloaded and not ship.launched
    assert seen > 20


@pytest.mark.rule("NW-SPT-H9")
def test_what_a_side_is_offered_is_the_same_in_truth_and_in_what_it_knows() -> None:
    for state, side in positions():
        if actor(state) == side:
            assert offers(SYSTEM, state) == offers(SYSTEM, known_state(state, side))


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


# ---------------------------------------------------------------------- words of refusal


def attempts(state: State, side: str) -> Iterator[tuple[str, Command]]:
    """Yield everything a side could try against enemies it has no contact with: (phase, command)."""
    mine = next((division.ships[0] for division in divisions_of(state, side)), "")
    for division in hidden_divisions(state, side) if mine else ():
        yield "spotting", StarShell(side, mine, division.id)
        for name in division.ships:
            yield "spotting", Searchlight(side, mine, name)
            yield "gunnery", Fire(side, mine, name)
            yield "torpedoes", Launch(side, mine, name)


def refusal(state: State, phase: str, command: Command) -> tuple[object, ...]:
    found = next(item for item in SEQUENCE if item.name == phase)
    return found.verbs[type(command)].check(state, command)


@pytest.mark.rule("NW-SPT-H9")
def test_the_reasons_against_an_order_do_not_tell_where_a_hidden_enemy_is() -> None:
    tried = 0
    for number, (state, side) in enumerate(positions()):
        other = other_truth(state, side, number)
        for phase, command in attempts(state, side):
            found = refusal(state, phase, command)
            assert found and found == refusal(other, phase, command)
            tried += 1
    assert tried > 100


# ---------------------------------------------------------------------- behind smoke, and in sight


def noticed_behind_smoke() -> tuple[Battle, State]:
    """Return a Japanese division that USN has noticed behind smoke."""
    battle = Battle().division("a", "USN", ["Laffey"], 2010, "NE", speed=2)
    battle.division("b", "IJN", ["Kagero", "Oyashio"], 2014, "NE", speed=2, formation="ahead").smoke(2012)
    state = battle.reach("gunnery", 6)  # her radar finds nothing
    assert contact(state, "USN", "b") == DETECTED
    return battle, state


@pytest.mark.rule("NW-SMK-1", "NW-SPT-H11")
def test_of_a_division_behind_smoke_nothing_shows_but_its_hex() -> None:
    _, state = noticed_behind_smoke()
    changes = {"facing": 4, "speed": 3, "ran": 1, "formation": "dispersed", "evading": True, "smoking": True}
    other = state.divisions["b"].but(**changes, moved=True, orders=3, track=(2015, 2014))
    hurt = state.ships["kagero"].but(structure=2, flotation=1, fire=True, fired=True, lights="laffey", salvos=0)
    twin = state.but(divisions={**state.divisions, "b": other}, ships={**state.ships, "kagero": hurt})
    alike(state, twin, "USN")
    assert SYSTEM.panels(known_state(state, "USN"), "USN", "b") == SYSTEM.panels(known_state(twin, "USN"), "USN", "b")
    assert known_state(twin, "USN").divisions["b"].hex == 2014


@pytest.mark.rule("NW-SMK-1")
def test_a_ship_that_left_her_division_behind_smoke_shows_no_more_than_her_hex() -> None:
    battle, _ = noticed_behind_smoke()
    state = battle.knows("USN", "b", DETECTED).at("orders")
    state = state.but(cursor=state.cursor.but(queue=("IJN", "USN")))
    command = next(c for o in battle.offers(state) for c in o.commands if o.verb == "detach")
    state, events = battle.give(state, command)
    assert [event.to for event in events if isinstance(event, ShipDetached)] == [("IJN",)]
    alone = next(key for key in state.divisions if key not in ("a", "b"))
    shadow = known_state(state, "USN").divisions[alone]
    assert (shadow.facing, shadow.speed, shadow.ran, shadow.formation) == (0, 0, 0, "abreast")
    other = state.divisions[alone].but(facing=4, speed=3, formation="dispersed")
    alike(state, state.but(divisions={**state.divisions, alone: other}), "USN")


@pytest.mark.rule("NW-SMK-1", "NW-SPT-H9")
@pytest.mark.parametrize(("known", "lines"), [(UNSEEN, ("IJN",)), (DETECTED, ("IJN",)), (SIGHTED, ())])
def test_only_who_has_found_a_division_is_told_how_it_moves(known: int, lines: tuple[str, ...]) -> None:
    battle = Battle().division("a", "USN", ["Laffey"], 2010, "NE", speed=2)
    battle.division("b", "IJN", ["Kagero"], 2014, "NE", speed=2).knows("USN", "b", known)
    _, events = battle.run("b", "FF")
    assert [event.to for event in events if isinstance(event, Moved)] == [lines]


@pytest.mark.rule("NW-ORD-H1", "NW-SPT-H9")
def test_the_speed_ordered_for_a_division_in_sight_is_not_seen_before_it_runs() -> None:
    battle = Battle().division("a", "USN", ["Laffey"], 2010, "NE", speed=2)
    state = battle.division("b", "IJN", ["Kagero"], 2012, "NE", speed=2).knows("USN", "b", SIGHTED).at("orders")
    other = state.but(divisions={**state.divisions, "b": state.divisions["b"].but(speed=4, orders=1)})
    alike(state, other, "USN")


@pytest.mark.rule("NW-HS-2", "NW-SPT-H9")
def test_the_die_of_heavy_seas_is_told_to_those_who_know_both_divisions_alone() -> None:
    thrown = 0
    for seed in range(3):
        session = begin("nw_smoke/gale_off_savo", seed=seed)
        for step in stroll(session, SeededDice(seed + 7), limit=500):
            after: State = session.state
            for number, event in enumerate(step.events):
                if not isinstance(event, SmokeVeered):
                    continue
                thrown += 1
                throw = step.events[number - 1]
                assert isinstance(throw, Rolled) and throw.to == event.to
                pair = (after.divisions[event.division], after.divisions[event.other])
                for side in after.scene.sides:
                    knows = all(d.side == side or contact(after, side, d.id) != UNSEEN for d in pair)
                    assert (not event.to or side in event.to) == knows
                    if not knows:
                        assert f"{pair[0].id}|{pair[1].id}" not in known_state(after, side).dice
                        assert f"{pair[1].id}|{pair[0].id}" not in known_state(after, side).dice
    assert thrown > 20


# ---------------------------------------------------------------------- what is worked out once


@pytest.mark.rule("NW-SPT-H9", "NW-GUN-H1", "NW-TOR-H1")
@pytest.mark.parametrize("game", GAMES)
def test_what_is_worked_out_once_a_phase_stays_true_all_through_it(game: str) -> None:
    session = begin(game, seed=11)
    for _ in stroll(session, SeededDice(23), limit=400):
        state: State = session.state
        if not session.over:
            assert offers(SYSTEM, state) == offers(SYSTEM, state)
            assert SYSTEM.score(state, session.actor) == SYSTEM.score(state, session.actor)
