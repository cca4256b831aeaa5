"""An open set-up for tests: an empty table at any step, with the forces and terrain a test needs."""

from __future__ import annotations

from typing import Any

from rules.kernel.flow import ACTING, Command, Cursor
from rules.kernel.ruling import Ruling
from rules.kernel.scenario import Scenario, SideNote
from rules.perfidious_albion.records.commands import Buy
from rules.perfidious_albion.records.state import Box, State, Terrain
from rules.perfidious_albion.setup.buying import close_first, close_second, do_buy
from rules.perfidious_albion.setup.deploying import all_waiting
from tests.perfidious_albion.sea import JAPAN, RUSSIA, give, rule, system

COAST = Terrain(kind="coastline", name="the coast", shape=((20_000, 0), (52_000, 0), (52_000, 3_000), (20_000, 3_000)))
ENTRY, EXIT = Box(kind="entry", west=0, north=30_000), Box(kind="exit", west=60_000, north=30_000)


def scenario(mission: str, attacker: str, **conditions: str) -> Scenario:
    """Return an open scenario of 1904 between Japan and Russia."""
    said = {"mission": mission, "setup": "open", "table": "72x72", **conditions}
    return Scenario(
        key="test",
        system="perfidious_albion",
        title="Test",
        date="1904-08-10",
        turns=20,
        summary="",
        briefing="",
        sources=(),
        sides=(
            SideNote(key=JAPAN, name="Japan", nation="JP", brief=""),
            SideNote(key=RUSSIA, name="Russia", nation="RU", brief=""),
        ),
        forces=(),
        conditions={**said, "attacker": attacker} if attacker else said,
    )


def table(mission: str = "fleet", attacker: str = "", options: dict[str, bool] | None = None, **fields: Any) -> State:
    """Return the empty table of a mission, before anything is bought; `fields` of the position."""
    known = {key: option.default for key, option in system().rulebook.options.items()}
    state: State = system().start(scenario(mission, attacker), None, {**known, **(options or {})})  # type: ignore[assignment]
    return state.but(**fields) if fields else state


def at_step(state: State, name: str, *queue: str) -> State:
    """Return the cursor in a phase of turn 1, these sides waiting to act; the phase is not opened."""
    sequence = system().sequence
    index = next(number for number, found in enumerate(sequence) if found.name == name)
    return state.but(cursor=Cursor(1, index, ACTING, queue, (), (0,) * len(sequence)))


def buy(state: State, side: str, *what: tuple[str, int, int, str]) -> State:
    """Make purchases without checking the budget: what, quality, count, squadron."""

    def shop(r: Ruling) -> None:
        for item in what:
            do_buy(r, Buy(side, *item))

    return rule(state, shop)[0]


def settle_purchases(state: State) -> State:
    """Return the position after both sides have bought: values, commanders and cargo are counted."""
    state, _ = rule(state, close_first)
    return rule(state, close_second)[0]


def to_deploy(state: State, *queue: str, **fields: Any) -> State:
    """Return the position in the deployment, everything bought waiting; Japan in the south unless told otherwise."""
    ready = settle_purchases(state).but(baseline={JAPAN: "south", RUSSIA: "north"}, visibility=24_000, sea="calm")
    ready = ready.but(**fields)
    ready = ready.but(waiting=all_waiting(ready), first=queue[0] if queue else JAPAN)
    return at_step(ready, "deployment", *(queue or (JAPAN, RUSSIA)))


def after(state: State, command: Command, *faces: int) -> State:
    """Return the position after a legal command, without moving on in the sequence of play."""
    return give(state, command, *faces)[0]
