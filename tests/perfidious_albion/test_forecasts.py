"""Forecasts of ram, collision, mines, grounding, repair, storm and flooding, compared with all results of the dice.

Each result is played through a `Session` of its own, and its effects are counted there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from rules.kernel.dice import NeedDice
from rules.kernel.flow import Command
from rules.kernel.seat import Seat
from rules.kernel.session import Step
from rules.perfidious_albion import SYSTEM
from rules.perfidious_albion.records.commands import Activate, Ram, Repair, Steer
from rules.perfidious_albion.records.state import State
from tests.perfidious_albion.orders import session
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea

Told = tuple[str, dict[str, int]]  # the outcome class of an order, and the floods of each ship after it


def every_fall(state: State, command: Command) -> list[tuple[Told, Fraction]]:
    """Give an order with every face of every die, one by one; return each outcome and its chance."""
    found: list[tuple[Told, Fraction]] = []
    pending: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while pending:
        tape, chance = pending.pop()
        game = session(state, *tape)
        try:
            step = game.submit(command)
        except NeedDice as need:
            falls = list(product(range(1, need.sides + 1), repeat=need.count))
            pending += [((*tape, *faces), chance / len(falls)) for faces in falls]
            continue
        assert isinstance(step, Step), step
        floods = {name: ship.floods - state.ships[name].floods for name, ship in game.state.ships.items()}
        found.append(((SYSTEM.outcome_class(step.events), floods), chance))
    return found


def shares(found: list[tuple[Told, Fraction]], label: Callable[[Told], str]) -> dict[str, float]:
    total: dict[str, Fraction] = defaultdict(Fraction)
    for told, chance in found:
        total[label(told)] += chance
    return {name: float(chance) for name, chance in total.items()}


def spare(sea: Sea, name: str) -> State:
    """Return the position in action, another ship of the squadron still to move: nothing follows the order."""
    return sea.ship("Spare", JAPAN, (60, 60), kind="asama", squadron=sea.ships[name].squadron).action(name)


def ram() -> tuple[State, Command]:
    sea = Sea().ship("Rammer", JAPAN, (20, 36), 90, 15, "mikasa")
    return spare(sea.ship("Enemy", RUSSIA, (24, 36), 0, 9, "hayabusa"), "rammer"), Ram(JAPAN, "rammer", "enemy")


def collision() -> tuple[State, Command]:
    sea = Sea().ship("Boat", JAPAN, (20, 36), 90, 12, "hayabusa")
    return spare(sea.ship("Other", RUSSIA, (24, 36), 0, 12, "torpilleur_46"), "boat"), Steer(JAPAN, "boat", "6")


def mines() -> tuple[State, Command]:
    sea = Sea().ship("Boat", JAPAN, (20, 36), 90, 12, "hayabusa", cq=3).ship("Far", RUSSIA, (70, 70), kind="asama")
    return spare(sea.mines("field", RUSSIA, (25, 36), 2, 3), "boat"), Steer(JAPAN, "boat", "6")


def grounding() -> tuple[State, Command]:
    sea = Sea().ship("Ship", JAPAN, (20, 36), 90, 12, "varyag").ship("Far", RUSSIA, (70, 70), kind="asama")
    return spare(sea.land("rocks", (23, 34), (29, 34), (29, 38), (23, 38), name="Rocks"), "ship"), Steer(
        JAPAN, "ship", "6"
    )


def storm() -> tuple[State, Command]:
    sea = Sea().ship("Ship", JAPAN, (20, 36), 90, 12, "oregon", cq=1, card={"bow_level": 4}).having(sea="storm")
    sea.ship("Sister", JAPAN, (40, 36), 90, 12, "oregon", squadron="ship-squadron", card={"bow_level": 4})
    return sea.ship("Far", RUSSIA, (70, 70), kind="asama").at("action", JAPAN), Activate(JAPAN, "ship-squadron")


def repair() -> tuple[State, Command]:
    sea = Sea().ship("Mikasa", JAPAN, (30, 30), cq=2, floods=3, fires=1).ship("Varyag", RUSSIA, (60, 60))
    return sea.at("end", JAPAN), Repair(JAPAN, "mikasa", "flood")


SCENES = {"ram": ram, "collision": collision, "grounding": grounding, "storm": storm, "repair": repair, "mines": mines}


@pytest.mark.parametrize("name", SCENES)
def test_the_odds_on_the_card_are_those_of_every_fall_of_the_dice(name: str) -> None:
    state, command = SCENES[name]()
    found = every_fall(state, command)
    told = Seat(session(state), JAPAN).odds(command, 3000)
    assert told.exact and len(told.chances) > 1
    assert {one.label: one.probability for one in told.chances} == pytest.approx(shares(found, lambda one: one[0]))


@pytest.mark.parametrize("name", [name for name in SCENES if name != "repair"])
def test_the_floods_on_the_card_are_those_of_every_fall_of_the_dice(name: str) -> None:
    state, command = SCENES[name]()
    found = every_fall(state, command)
    mine = [key for key, ship in state.ships.items() if ship.side == JAPAN]

    def floods_of(told: Told, own: bool) -> str:
        floods = sum(count for key, count in told[1].items() if (key in mine) == own)
        return str(floods) if floods else "nothing"

    parts = {part.title: part for part in Seat(session(state), JAPAN).forecast(command)}
    assert all(part.exact for part in parts.values()) and len(parts) > 1
    for title, own in (("You take", True), ("Others take", False)):
        counted = shares(found, lambda one, own=own: floods_of(one, own))  # type: ignore[misc]
        if title not in parts:
            assert counted == {"nothing": 1.0}
            continue
        listed: dict[str, float] = defaultdict(float)
        for one in parts[title].chances:
            listed[one.label.split()[0]] += one.probability
        assert dict(listed) == pytest.approx(counted)
