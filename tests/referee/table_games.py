"""Games of Quickfire and Battles for Empire for the second referee: every order with all that was offered beside it."""

from __future__ import annotations

from typing import Any

import msgspec

from rules import SYSTEMS
from rules.kernel.flow import Offer, offers
from rules.kernel.scenario import MapSheet
from rules.kernel.session import Session, Step
from tests.conftest import begin, scenario_named
from tests.referee.choosing import Chooser, captains_choose, random_orders
from tests.referee.record import Game

LONGEST = 2_500  # orders of a game
ORDER_BY_ORDER = ("quickfire", "battles_for_empire")


def whole_game(key: str, name: str, seed: int, captains: bool, longest: int = LONGEST) -> Game:
    """Play one battle at random or between Captains and tell it in plain data."""
    options = {} if captains else _switch_options(key, name, seed)
    session = begin(name, seed=1000 + seed, options=options)
    game = play(session, captains_choose(seed) if captains else random_orders(seed), longest)
    game.name = f"{name} {seed}{' between Captains' if captains else ''}"
    return game


def play(session: Session, choose: Chooser, longest: int) -> Game:
    """Play a game to its end or so many orders and tell it in plain data."""
    steps = [_order_data(session.steps[0], [])]
    refused: tuple[object, ...] = ()
    while not session.over and len(session.steps) < longest and not refused:
        found = offers(session.system, session.state)
        step = session.submit(choose(session, found))
        if isinstance(step, Step):
            steps.append(_order_data(step, found))
        else:
            refused = step
    scores = {score.side: score.points for score in session.system.view(session.state, "").scores}
    game = Game(
        name=session.scenario.key,
        scenario=msgspec.to_builtins(session.scenario),
        options=dict(session.options),
        events=[event for step in steps for event in step["events"]],
        scores=scores,
        steps=steps,
        land=_land(session.state.scene.sheet),
    )
    game.expect("why an order on offer is refused", (), refused)
    return game


def _switch_options(key: str, name: str, seed: int) -> dict[str, bool]:
    """Turn every fourth option round, in every second game."""
    options = SYSTEMS[key].rulebook.options if seed % 2 else {}
    scenario = scenario_named(*name.split("/"))
    usual = {option: scenario.options.get(option, options[option].default) for option in options}
    return {option: not usual[option] for number, option in enumerate(options) if (number + seed // 2) % 4 == 0}


def _order_data(step: Step, found: list[Offer]) -> dict[str, Any]:
    """Tell an order in plain data, with all that was offered beside it, by verb."""
    offered: dict[str, set[tuple[object, ...]]] = {}
    for offer in found:
        if offer.domain is None:
            own = {msgspec.structs.astuple(command)[1:] for command in offer.commands}
            offered.setdefault(offer.verb, set()).update(own)
    events = [msgspec.to_builtins(event) for event in step.events]
    return {"actor": step.actor, "order": msgspec.to_builtins(step.command), "events": events, "offers": offered}


def _land(sheet: MapSheet | None) -> dict[str, Any]:
    """Tell a land map in plain data."""
    if sheet is None or sheet.ground != "land":
        return {}
    ground = {h: word for h in range(10_000) if (word := sheet.ground_at(h))}
    return {
        "ground": ground,
        "level": {h: sheet.level_at(h) for h in ground},
        "sides": list(sheet.sides),
        "zones": [(zone.side, zone.purpose, zone.name, list(zone.hexes)) for zone in sheet.zones],
    }
