"""A ship and her target some bands apart, and small changes to a position, for the tests of combat."""

from __future__ import annotations

from rules.kernel.dice import TapeDice
from rules.kernel.ruling import Ruling
from rules.kernel.session import adjudicate
from rules.nights_of_fury.commands import Fire
from rules.nights_of_fury.events import GunsFired
from rules.nights_of_fury.salvos import salvo_modifiers, salvo_of
from rules.nights_of_fury.state import SIGHTED, Salvo, State
from rules.nights_of_fury.torpedoes import close_torpedoes
from rules.nws.commands import Launch
from rules.nws.gunnery import Shot
from tests.nights_of_fury.battle import Battle, events_of


def id_of(name: str) -> str:
    """Return a ship's id by her name."""
    return name.lower().replace(" ", "-").replace("'", "").replace(".", "")


def duel(
    ship: str = "Laffey",
    target: str = "Kagero",
    d: int = 2,
    level: int = SIGHTED,
    side: str = "USN",
    **settings: object,
) -> State:
    """Phase 4: one ship in band 1 of the USN, or 10 of the IJN, her target d bands away; the firer acts."""
    foe = "IJN" if side == "USN" else "USN"
    here = 1 if side == "USN" else 10
    battle = Battle()
    battle.date = str(settings.pop("date", battle.date))
    for name, value in settings.items():
        battle.setting(name, value)
    battle.division("a", side, [ship], here).division("b", foe, [target], here + d if side == "USN" else here - d)
    state = battle.knows(side, "b", level).at("gunnery")
    return state.but(cursor=state.cursor.but(queue=(side, foe)))


def fire(ship: str = "Laffey", target: str = "Kagero", side: str = "USN") -> Fire:
    """Return a shot, the ships by their names."""
    return Fire(side, id_of(ship), id_of(target))


def with_firepower(state: State, power: int, ship: str = "Laffey") -> State:
    """Return the same ship with another firepower while undamaged."""
    name = id_of(ship)
    lines = (power, *state.scene.power[name][1:])
    return state.but(scene=state.scene.but(power={**state.scene.power, name: lines}))


def with_ship_fields(state: State, ship: str, /, **changes: object) -> State:
    """Return the position with one ship changed."""
    name = id_of(ship)
    return state.but(ships={**state.ships, name: state.ships[name].but(**changes)})


def with_division_fields(state: State, division: str, /, **changes: object) -> State:
    """Return the position with one division changed."""
    return state.but(divisions={**state.divisions, division: state.divisions[division].but(**changes)})


def terms(found: Shot) -> dict[str, int]:
    """Return the modifiers of a shot by their rules."""
    return {modifier.rule: modifier.value for modifier in found.modifiers}


def result(state: State, command: Fire, *faces: int) -> tuple[State, str]:
    """Return the position after one shot, the phase still open, and the grade of the hit; every face is used."""
    reasons = Battle().check(state, command)
    assert not reasons, reasons
    tape = TapeDice(faces)
    ruling = adjudicate(Battle.system, state, command, tape, move_on=False)
    assert not tape.faces_left
    return ruling.state, events_of(tuple(ruling.events), GunsFired)[0].result


def ruling(state: State, *faces: int) -> tuple[Ruling, TapeDice]:
    """Return a ruling on a position with these dice, and the dice."""
    tape = TapeDice(faces)
    return Ruling(Battle.system, state, tape), tape


def chase(ship: str = "Kagero", target: str = "Laffey", d: int = 2, side: str = "IJN", **settings: object) -> State:
    """Phase 5: a ship with tubes, her target d bands off in Echelon, two ships strong; each sees the other."""
    foe = "USN" if side == "IJN" else "IJN"
    here = 10 if side == "IJN" else 1
    battle = Battle()
    battle.date = str(settings.pop("date", battle.date))
    for name, value in settings.items():
        battle.setting(name, value)
    battle.division("a", side, [ship], here)
    mate = "McCalla" if foe == "USN" else "Hayashio"
    battle.division("b", foe, [target, mate], here - d if side == "IJN" else here + d, formation="echelon")
    state = battle.knows(side, "b", SIGHTED).knows(foe, "a", SIGHTED).at("torpedoes")
    return state.but(cursor=state.cursor.but(queue=(side, foe)))


def launch(ship: str = "Kagero", target: str = "Laffey", side: str = "IJN") -> Launch:
    return Launch(side, id_of(ship), id_of(target))


def salvo(state: State, **changes: object) -> Salvo:
    """Return the salvo of division a at the first ship of b, arriving now."""
    ship, target = state.divisions["a"].ships[0], state.divisions["b"].ships[0]
    return salvo_of(state, state.ships[ship], state.ships[target]).but(turn=state.cursor.turn, **changes)


def arrive(state: State, running: Salvo, *faces: int) -> Ruling:
    """Let the salvo arrive now; every face is used."""
    found, tape = ruling(state.but(salvos=(running,)), *faces)
    close_torpedoes(found)
    assert not tape.faces_left
    return found


def values(state: State, running: Salvo) -> dict[str, int]:
    found: dict[str, int] = {}
    for modifier in salvo_modifiers(state, running):
        found[modifier.rule] = found.get(modifier.rule, 0) + modifier.value
    return found
