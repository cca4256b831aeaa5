"""What is lit is legal: a click on each lit place and target arms an order that the rules allow."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.hit_test import Hit
from game.table.click_actions import Click, choose, look_up
from game.table.order_builder import UnitAction
from game.table.table import Table
from rules.kernel.flow import Command
from rules.kernel.session import Session
from rules.kernel.system import format_command
from tests.test_replays import golden_session

GAMES = ("nw_smoke/little_and_gregory", "nw_smoke/second_guadalcanal", "nights_of_fury/little_and_gregory",
         "nights_of_fury/savo_island", "quickfire/lesson_duel", "quickfire/yellow_sea", "battles_for_empire/the_wells",
         "battles_for_empire/maiwand", "perfidious_albion/two_and_two", "perfidious_albion/flotilla_attack",
         "perfidious_albion/texel", "perfidious_albion/korea_strait")  # fmt: skip
POSITIONS = 60  # of a game, one of each phase first
MOST_LIT = 16  # places of an action, spread over all


def positions_of(whole: Session) -> Iterator[Session]:
    """Yield positions of a game: spread over it, a few of every phase."""
    phases: dict[int, list[int]] = {}
    for number, state in enumerate(whole.states[:-1]):
        phases.setdefault(state.cursor.phase, []).append(number)
    share = max(1, POSITIONS // len(phases))
    for numbers in phases.values():
        for number in numbers[:: max(1, len(numbers) // share)][:share]:
            yield whole.branch(number)


def lit_orders(table: Table, action: UnitAction) -> Iterator[tuple[str, tuple[Command, ...]]]:
    """Yield every place lit for an action, with the order that a click there arms."""
    hand = table.hand
    for target in hand.targets():
        piece = hand.find(target)
        assert piece is not None
        found = look_up(hand, Hit(piece.at, target))
        choose(table, found)
        yield f"{action.label} at {piece.name}", hand.candidates if found.click is Click.AIM else ()
        hand.disarm()
        hand.take(action)
    places = hand.places()
    for place in places[:: max(1, len(places) // MOST_LIT)]:
        found = look_up(hand, Hit(place))
        choose(table, found)
        armed = hand.armed_command
        ends_there = found.click is Click.WAY and armed is not None and hand.sketch(armed).at == place
        yield f"{action.label} to {place}", hand.candidates if ends_there else ()
        hand.drop()
        hand.take(action)


@pytest.mark.parametrize("game", GAMES)
def test_every_lit_place_and_target_is_accepted(game: str) -> None:
    """Only facts hidden from the side may refuse such an order."""
    wrong, seen = [], 0
    for session in positions_of(golden_session(game)):
        side = session.actor
        table = Table(session, {note.key: "human" for note in session.scenario.sides})
        table.sit(side)
        hidden = session.system.known_state(session.state, side) is not session.state
        for action in table.hand.actions:
            if action.kind == "choice":
                continue
            table.hand.select(action.piece)
            table.hand.take(action)
            for words, orders in lit_orders(table, action):
                seen += 1
                if not orders:
                    wrong.append(f"{words}: a click arms nothing that ends there")
                for order in orders:
                    refused = table.seat.check(order) or (() if hidden else session.check(order))
                    wrong += [f"{words}: {format_command(order)}: {reason.reason}" for reason in refused]
    assert seen, "nothing is ever lit"
    assert not wrong, f"{len(wrong)} of {seen}: " + "\n".join(wrong[:20])
