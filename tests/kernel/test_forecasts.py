"""Forecasts of melees and of the fire after a move.

Equal to all results of the dice played out, and without hidden facts.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from rules.battles_for_empire.commands import Charge
from rules.battles_for_empire.events import Destroyed, Hit, MeleeFought, Recoiled
from rules.kernel.dice import NeedDice, TapeDice
from rules.kernel.flow import Command, Done, offers
from rules.kernel.seat import Seat
from rules.kernel.session import Session, adjudicate
from tests.conftest import begin
from tests.test_replays import golden_session


def every_fall(session: Session, command: Command) -> list[tuple[Any, Fraction]]:
    """Play an order with every face of every die, one by one; return the ruling and the chance of each."""
    found: list[tuple[Any, Fraction]] = []
    pending: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while pending:
        tape, chance = pending.pop()
        try:
            ruling = adjudicate(session.system, session.state, command, TapeDice(tape), move_on=False)
        except NeedDice as need:
            falls = list(product(range(1, need.sides + 1), repeat=need.count))
            pending += [((*tape, *faces), chance / len(falls)) for faces in falls]
            continue
        found.append((ruling, chance))
    return found


def shares(found: list[tuple[str, Fraction]]) -> dict[str, float]:
    total: dict[str, Fraction] = defaultdict(Fraction)
    for label, chance in found:
        total[label] += chance
    return {label: float(chance) for label, chance in total.items()}


def test_a_melee_is_forecast_as_every_fall_of_its_dice_plays_out() -> None:
    game = golden_session("battles_for_empire/maiwand").branch(401)  # two dice against the crew of the smoothbores
    command = golden_session("battles_for_empire/maiwand").steps[401].command
    side, state = command.side, game.state
    played = every_fall(game, command)
    assert len(played) >= 6**3
    mine = {unit.id for unit in state.units.values() if unit.side == side}

    def melee_winner(ruling: Any) -> str:
        fought = next(event for event in ruling.events if type(event) is MeleeFought)
        ours, theirs = (fought.given, fought.taken) if fought.defender in mine else (fought.taken, fought.given)
        return "win" if ours > theirs else "draw" if ours == theirs else "lose"

    def losses_of(ruling: Any, own: bool) -> int:
        return sum(event.kills for event in ruling.events if type(event) is Hit and (event.unit in mine) == own)

    parts = {part.title: part for part in Seat(game, side).forecast(command)}
    assert all(part.exact for part in parts.values())
    data = {one.label: one.probability for one in parts["Melee"].chances}
    assert data == pytest.approx(shares([(melee_winner(ruling), chance) for ruling, chance in played]))
    for title, own in (("You lose", True), ("Enemy loses", False)):
        counted = shares([(str(losses_of(ruling, own)), chance) for ruling, chance in played])
        listed = shares([(one.label.split()[0], Fraction(one.probability)) for one in parts[title].chances])
        assert listed == pytest.approx(counted)
    back = float(sum(chance for ruling, chance in played if any(type(e) is Recoiled for e in ruling.events)))
    assert sum(one.probability for one in parts["Then"].chances if one.label != "nobody falls back") == pytest.approx(
        back
    )
    gone = float(sum(c for ruling, c in played if any(type(e) is Destroyed for e in ruling.events)))
    assert gone <= 1


def test_a_charge_forecasts_the_melee_it_leads_to() -> None:
    """Four dice of A Company, each a Kill on 4 or more: BFE-MEL-H1, BFE-MEL-H4."""
    whole = golden_session("battles_for_empire/the_wells")
    command = whole.steps[18].command
    assert isinstance(command, Charge)
    parts = {part.title: part for part in Seat(whole.branch(18), command.side).forecast(command)}
    rows = [one.probability for one in parts["Enemy loses"].chances]
    assert rows == pytest.approx([comb(4, kills) / 16 for kills in range(5)])
    assert [one.label for one in parts["Enemy loses"].chances] == ["0 Kills", "1 Kill", "2 Kills", "3 Kills", "4 Kills"]


def test_a_move_shows_the_odds_that_the_guns_have_when_it_has_been_made() -> None:
    game = begin("quickfire/lesson_duel", seed=4)
    game.submit(next(o for o in offers(game.system, game.state) if o.verb == "move").commands[0])
    if game.state.cursor.queue[:1] != (game.actor,) or game.system.sequence[game.state.cursor.phase].name != "movement":
        game.submit(Done(game.actor))
    side = game.actor
    moves = next(offer for offer in offers(game.system, game.state) if offer.verb == "move").commands
    command = moves[len(moves) // 2]
    (foe,) = Seat(game, side).exchange(command, lambda: False)
    game.submit(command)
    while game.system.sequence[game.state.cursor.phase].name == "movement":
        game.submit(Done(game.actor))
    for name, rows in ((side, foe.ours), (next(s.key for s in game.scenario.sides if s.key != side), foe.theirs)):
        if game.actor != name:
            game.submit(Done(game.actor))
        fires = (
            [offer for offer in offers(game.system, game.state) if offer.verb == "fire"] if game.actor == name else []
        )
        best = rows[0].odds[0] if rows else None
        assert (best is None) == (not fires)
        if best is not None:
            assert best == Seat(game, name).odds(fires[0].commands[0], 600, 60)


def test_what_a_move_tells_of_a_hidden_enemy_does_not_depend_on_where_it_is() -> None:
    """The transports were reported, but are not in sight: wherever they are, Japan sees the same forecast."""
    lines = []
    for hex in (1710, 1512, 2010):
        game = begin("nw_smoke/little_and_gregory", seed=4)
        while game.system.sequence[game.state.cursor.phase].name != "movement":
            game.submit(Done(game.actor))
        hidden = game.state.divisions["usn-transports"].but(hex=hex)
        game.states[-1] = game.state.but(divisions={**game.state.divisions, "usn-transports": hidden})
        seat = Seat(game, "IJN")
        move = next(offer for offer in seat.offers() if offer.verb == "move").commands[0]
        lines.append((seat.view(), seat.exchange(move, lambda: False)))
    assert lines[0][1], "it was reported"
    assert lines[1:] == [lines[0]] * 2
