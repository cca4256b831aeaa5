"""`new battle` and `new lesson`: a small file to start from, with a comment on every field, that passes `check`."""

from __future__ import annotations

from pathlib import Path

from game.library import LESSONS, Shelves
from game.program import COMMAND
from game.workshop.lesson_export import lesson_text
from game.workshop.scenario_yaml import as_yaml
from game.workshop.skirmish import DrawnForce, draw
from game.workshop.user_files import YAML, free_key, key_of, write_new
from rules import SYSTEMS
from rules.kernel.scenario import Scenario
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import System
from rules.players import make_player, take_turn

SEED = 1
FIRST_ORDER = "random"  # the side that gives the learner's order
NOTES = {
    "": "A battle of your own. `{command} check FILE` says what is wrong with it, `{command} play FILE` plays it,\n"
    "and the battle builder (Battles, Build a battle) changes it with the mouse. Text after # is a comment.",
    "key": "the file's own name",
    "date": "year-month-day: it decides radar, guns and who is there",
    "map": "the name of a .tmx file beside this one, or of a map of the game",
    "turns": "after so many turns the battle is over",
    "difficulty": "1 small to 5 large; minutes: how long a game takes",
    "summary": "one line, shown in the list",
    "briefing": "what both sides know before it begins",
    "sources": "where you have it from",
    "conditions": "weather and light, in the words of this game",
    "options": "rules switched on or off, see `{command} reference {system} --out FILE`",
    "special": "[what, who, number]: special rules of this battle",
    "sides": "first the side that moves first where no dice decide; handicap: points it begins with",
    "forces": "id: your name for it; at: {place}; units: names, or kinds, of the roster",
}
PLACES = {"hex": "hexes as column * 100 + row", "band": "the range band, 1 to 10", "table": "x, y on the table"}


def battle_text(system: System, key: str, shelves: Shelves) -> str:
    """Return the YAML of a small battle of a game, with comments."""
    assert system.editor_schema is not None
    bench = system.editor_schema()
    notes = {
        name: text.format(command=COMMAND, system=system.key, place=PLACES[bench.place]) for name, text in NOTES.items()
    }
    return as_yaml(_small(system, key, shelves), notes)


def _small(system: System, key: str, shelves: Shelves) -> Scenario:
    assert system.editor_schema is not None
    bench = system.editor_schema()
    sheet = shelves.sheet(system.key, bench.map)
    battle = draw(system, sheet, DrawnForce(SEED, bench.budget[0], int(bench.date[:4])))
    words = "Two small forces meet. Say here what each wants, and what it must not lose."
    return battle.but(key=key, title=key.replace("_", " ").capitalize(), summary="A small battle.", briefing=words)


def new_battle(system: str, key: str, shelves: Shelves) -> Path:
    """Write a small battle into the player's folder under a free name. Raises NotSaved."""
    assert shelves.own is not None
    name = free_key(shelves.own, system, key_of(key))
    path = shelves.own / system / f"{name}{YAML}"
    write_new(path, battle_text(SYSTEMS[system], name, shelves))
    return path


def new_lesson(system: str, key: str, shelves: Shelves) -> Path:
    """Write a lesson of one step into the player's folder. Raises NotSaved, also if the name is taken."""
    assert shelves.own is not None
    path = shelves.own / LESSONS / system / f"{key_of(key)}{YAML}"
    battle = _small(SYSTEMS[system], key_of(key), shelves)
    sheet = shelves.sheet(system, battle.map)
    session = Session(SYSTEMS[system], battle, sheet, seed=SEED)
    side = session.actor
    take_turn(make_player(FIRST_ORDER, SEED), Seat(session, side))
    write_new(path, lesson_text(session, battle.title, side, path.name))
    return path
