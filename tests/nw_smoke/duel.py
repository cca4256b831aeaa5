"""A ship and her target some hexes apart, and small changes to a position, for the tests of combat."""

from __future__ import annotations

from rules.kernel.dice import TapeDice
from rules.kernel.ruling import Ruling
from rules.kernel.session import adjudicate
from rules.nw_smoke.commands import Fire
from rules.nw_smoke.events import GunsFired
from rules.nw_smoke.state import SIGHTED, Salvo, State
from rules.nw_smoke.torpedoes import close_torpedoes, salvo_modifiers
from rules.nws.gunnery import Shot
from rules.nws.pieces import with_ship
from tests.nw_smoke.battle import Battle, events_of


def duel(
    ship: str = "Laffey",
    target: str = "Kagero",
    h: int = 4,
    visibility: str = "N",
    facing: str = "NE",
    level: int = SIGHTED,
    side: str = "USN",
) -> State:
    """One ship and her target due south of her, on the beam unless told otherwise; USN fires, or IJN."""
    foe = "IJN" if side == "USN" else "USN"
    battle = Battle().setting("visibility", visibility)
    battle.division("a", side, [ship], 2010, facing, speed=2)
    battle.division("b", foe, [target], 2010 + h, "NE", speed=2)
    state = battle.knows(side, "b", level).at("gunnery")
    return state.but(cursor=state.cursor.but(queue=(side, foe)))


def fire(ship: str = "laffey", target: str = "kagero", side: str = "USN") -> Fire:
    return Fire(side, ship, target)


def with_firepower(state: State, power: int, ship: str = "laffey") -> State:
    """Return the same ship with another firepower, undamaged."""
    lines = (power, *state.scene.power[ship][1:])
    return state.but(scene=state.scene.but(power={**state.scene.power, ship: lines}))


def with_ship_fields(state: State, ship: str, **changes: object) -> State:
    return with_ship(state, state.ships[ship].but(**changes))


def terms(found: Shot) -> dict[str, int]:
    return {modifier.rule: modifier.value for modifier in found.modifiers}


def result(state: State, command: Fire, *faces: int) -> tuple[State, str]:
    """Return the position after one shot, the phase still open, and the grade of the hit; every face is used."""
    assert not Battle().check(state, command)
    tape = TapeDice(faces)
    ruling = adjudicate(Battle.system, state, command, tape, move_on=False)
    assert not tape.faces_left
    return ruling.state, events_of(tuple(ruling.events), GunsFired)[0].result


def chase(
    ship: str = "Kagero",
    target: str = "Laffey",
    h: int = 4,
    facing: str = "NE",
    level: int = SIGHTED,
    side: str = "IJN",
) -> State:
    """Return a ship with tubes and her target due south, on the beam unless told otherwise."""
    foe = "USN" if side == "IJN" else "IJN"
    battle = Battle().setting("visibility", "day_clear")
    battle.division("a", side, [ship], 2010, facing, speed=2).division("b", foe, [target], 2010 + h, "NE", speed=2)
    state = battle.knows(side, "b", level).knows(foe, "a", SIGHTED).at("torpedoes")
    return state.but(cursor=state.cursor.but(queue=(side, foe)))


def salvo(state: State, kind: str = "T93", distance: int = 1, **changes: object) -> Salvo:
    ship, target = state.divisions["a"].ships[0], state.divisions["b"]
    whole = Salvo(
        side=state.divisions["a"].side,
        ship=ship,
        target=target.ships[0],
        kind=kind,
        start=state.divisions["a"].hex,
        aimed=target.hex,
        course=target.facing,
        distance=distance,
        turn=2,
    )
    return whole.but(**changes)


def arrive(state: State, running: Salvo, *faces: int) -> Ruling:
    """Let the salvo arrive now; every face is used."""
    tape = TapeDice(faces)
    ruling = Ruling(Battle.system, state.but(salvos=(running,)), tape)
    close_torpedoes(ruling)
    assert not tape.faces_left
    return ruling


def with_b(state: State, **changes: object) -> State:
    return state.but(divisions={**state.divisions, "b": state.divisions["b"].but(**changes)})


def values(state: State, running: Salvo) -> dict[str, int]:
    found: dict[str, int] = {}
    for modifier in salvo_modifiers(state, running):
        found[modifier.rule] = found.get(modifier.rule, 0) + modifier.value
    return found
