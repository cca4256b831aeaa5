"""Points a scenario gives or takes for conditions of its own (NoF-VP-13): scenario data, read and described here."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.kernel.plurals import count_noun, join_words
from rules.kernel.scenario import Award, Scenario
from rules.kernel.view import ScoreLine
from rules.nights_of_fury.state import FIRST, LAST, NofScene, Ship, State
from rules.nws.combat_arithmetic import OUT_OF_ACTION, ship_id
from rules.nws.pieces import damage_level

RULE = "NoF-VP-13"
CONDITIONS: dict[str, Callable[[Ship, int], bool]] = {
    "sunk": lambda ship, _: ship.gone == "sunk",
    "out_of_action": lambda ship, _: ship.gone == "sunk" or ship.structure >= OUT_OF_ACTION,
    "damaged": lambda ship, _: damage_level(ship) > 0,
    "left": lambda ship, band: ship.gone == "left" and ship.left_at == band,
    "stays": lambda ship, _: not ship.gone,  # as the position stands: at the end, who is still on the chart
}
WORDS = {
    "sunk": "that is sunk",
    "out_of_action": "that is out of action or sunk",
    "damaged": "that is damaged",
    "left": "that leaves the chart at band {band}",
    "stays": "still on the chart when the battle ends",
}


def ships_of(award: Award, scenario: Scenario) -> tuple[str, ...]:
    """Return the ids of the ships an award is about: ships by name, or all ships of a force by its id."""
    found: list[str] = []
    for name in award.of:
        force = next((force for force in scenario.forces if force.id == name), None)
        found += [ship_id(unit.name) for unit in force.units] if force is not None else [ship_id(name)]
    return tuple(dict.fromkeys(found))


def award_lines(state: State, side: str) -> Iterator[ScoreLine]:
    """Yield what a side has been awarded, or has had deducted, in this position. Rule: NoF-VP-13."""
    for award in state.scene.scenario.awards:
        if award.side == side:
            yield from _lines(state, award)


def _lines(state: State, award: Award) -> Iterator[ScoreLine]:
    met = met_by(state, award)
    if award.least:
        if len(met) >= award.least:
            yield ScoreLine(f"{join_words(_names(state.scene, met))}: {award.why}", award.points, RULE)
        return
    for name in met:
        yield ScoreLine(f"{state.scene.names[name]}: {award.why}", award.points, RULE)


def met_by(state: State, award: Award) -> tuple[str, ...]:
    """Return the ships that meet the condition of an award now."""
    holds = CONDITIONS[award.when]
    ships = (state.ships[name] for name in ships_of(award, state.scene.scenario))
    return tuple(ship.id for ship in ships if holds(ship, award.band))


def _names(scene: NofScene, ships: tuple[str, ...]) -> list[str]:
    return [scene.names[name] for name in ships]


def pays_for_leaving(state: State, ship: Ship, band: int) -> int:
    """Return the points a single ship earns by the scenario's awards for leaving the chart at a band."""
    owner = state.scene.owner[ship.id]
    return sum(
        award.points
        for award in state.scene.scenario.awards
        if award.when == "left" and not award.least and (award.side, award.band) == (owner, band)
        if ship.id in ships_of(award, state.scene.scenario)
    )


def award_words(scene: NofScene, award: Award) -> str:
    """Return an award in words: "Japan: 4 points awarded for each of Chokai and Aoba that leaves the
    chart at band 1".
    """
    done = "awarded" if award.points > 0 else "deducted"
    named = _names(scene, ships_of(award, scene.scenario))
    words = WORDS[award.when].format(band=award.band)
    if award.least:
        who = join_words(named) if len(named) == 1 else f"{award.least} or more of {join_words(named)}"
    else:
        who = join_words(named) if len(named) == 1 else f"each of {join_words(named)}"
    return f"{scene.names[award.side]}: {count_noun(abs(award.points), 'point')} {done} for {who} {words}"


def award_faults(scenario: Scenario) -> Iterator[str]:
    """Yield everything wrong with the awards of a scenario, in plain words."""
    sides = {side.key for side in scenario.sides}
    known = {ship_id(unit.name) for force in scenario.forces for unit in force.units}
    for number, award in enumerate(scenario.awards):
        where = f"awards[{number}]"
        if award.side not in sides:
            yield f"{where}.side: expected one of {', '.join(sorted(sides))}; found {award.side!r}"
        if award.when not in CONDITIONS:
            yield f"{where}.when: expected one of {', '.join(CONDITIONS)}; found {award.when!r}"
        elif (award.when == "left") != (award.band in (FIRST, LAST)):
            yield f"{where}.band: expected {FIRST} or {LAST} with left and none otherwise; found {award.band}"
        if not award.points:
            yield f"{where}.points: expected points to award, or to deduct when below 0; found 0"
        strangers = [name for name in ships_of(award, scenario) if name not in known]
        if strangers or not award.of:
            yield f"{where}.of: expected ships or forces of this scenario; found {', '.join(strangers) or 'none'}"
        elif not 0 <= award.least <= len(ships_of(award, scenario)):
            yield f"{where}.least: expected 0 to {len(ships_of(award, scenario))} of its ships; found {award.least}"
