"""Another crew for what was bought, or one boat of a pair: the costs vary with the quality of the crew."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.commands import Buy, Crew
from rules.perfidious_albion.records.events import Recrewed
from rules.perfidious_albion.records.state import Purchase, State
from rules.perfidious_albion.setup.buying import check_buy, informed_sides, purchase_text
from rules.perfidious_albion.setup.prices import BATTERY, SHIP, budget_of, card_for, find_ware, points_spent, price


@derived("bought", "budget")
def offer_crew(state: State, side: str) -> tuple[Offer, ...]:
    """Return every other crew, and one boat or two, for everything on the list. Rules: PA-2.1-18, PA-PTS-H2."""
    items = enumerate(state.bought.get(side, ()), 1)
    commands = tuple(command for number, item in items for command in crew_choices(state, side, number, item))
    return (Offer("crew", "Another crew", "PA-2.1-18", "", commands),) if commands else ()


def crew_choices(state: State, side: str, number: int, item: Purchase) -> Iterator[Crew]:
    """Yield the other crews of a purchase that can be paid, and the other number of boats. Rule: PA-2.1-18."""
    for quality in state.scene.charts.crew.price_percent:
        command = Crew(side, number, quality, item.count)
        if quality != item.quality and not check_crew(state, command):
            yield command
    other = Crew(side, number, item.quality, 3 - item.count)
    if _is_pair(state, item) and not check_crew(state, other):
        yield other


def _is_pair(state: State, item: Purchase) -> bool:
    found = find_ware(state, item.what)
    return found is not None and found.kind == SHIP and card_for(state, found).torpedo_craft


def check_crew(state: State, command: Crew) -> tuple[Illegal, ...]:
    """Return every reason against another crew: as if the purchase were given back and made so.

    Rules: PA-2.1-18, PA-PTS-H2, PA-2.1-17, PA-SET-H1.
    """
    side, bought = command.side, state.bought.get(command.side, ())
    if not 1 <= command.number <= len(bought):
        return (Illegal(f"purchases are numbered 1 to {len(bought)}; not {command.number}", "PA-SET-H1"),)
    item = bought[command.number - 1]
    found = find_ware(state, item.what)
    if found is None or not item.quality:
        return (Illegal(f"{purchase_text(state, item)} has no crew", "PA-PTS-H2"),)
    if found.kind == BATTERY and command.count != item.count:
        return (Illegal(f"the battery has {item.count} guns", "PA-2.2-1"),)
    if (command.quality, command.count) == (item.quality, item.count):
        return (Illegal(f"{purchase_text(state, item)} is bought so", "PA-SET-H1"),)
    rest = tuple(other for number, other in enumerate(bought, 1) if number != command.number)
    without = state.but(bought={**state.bought, side: rest})
    return check_buy(without, Buy(side, item.what, command.quality, command.count, item.squadron))


def do_crew(r: Ruling, command: Crew) -> None:
    """Change the crew quality of a purchase, and its price with it. No dice. Rules: PA-2.1-18, PA-PTS-H2."""
    state: State = r.state
    side, bought = command.side, state.bought[command.side]
    item = bought[command.number - 1]
    found = find_ware(state, item.what)
    assert found is not None
    cost = price(state, found, command.quality, command.count)
    changed = item.but(quality=command.quality, count=command.count, points=cost)
    updated = (changed if number == command.number else other for number, other in enumerate(bought, 1))
    r.set(bought={**state.bought, side: tuple(updated)})
    r.note(
        Recrewed(
            rule="PA-2.1-18",
            to=informed_sides(state, side),
            side=side,
            what=purchase_text(r.state, changed),
            crew=state.scene.charts.crew.names[command.quality],
            points=cost,
            left=budget_of(r.state, side) - points_spent(r.state, side),
        )
    )


CREW = Verb(Crew, "Change crew", "PA-2.1-18", offer_crew, check_crew, do_crew)
