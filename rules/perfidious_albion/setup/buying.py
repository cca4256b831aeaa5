"""Buying forces (2.1, 2.2): ships with their crews, commanders, cargo, minefields, forts, batteries.

Cargo loads and declared bombardment turns. The purchases of a side are secret until they are placed, unless the players
buy in the open. In a convoy attack the convoy is bought first, in a bombardment the attacker's fleet: the other side's
budget follows from it.
"""

from __future__ import annotations

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.bombardment import has_bombarding_gun
from rules.perfidious_albion.records.commands import Buy, Declare, Load, Sell
from rules.perfidious_albion.records.events import BombardmentDeclared, Bought, CargoLoaded, Sold
from rules.perfidious_albion.records.state import Purchase, State, enemy_of
from rules.perfidious_albion.setup import prices
from rules.perfidious_albion.setup.purchase_pool import LABELS, OF_A_CLASS, WORKS, on_sale, piece_id, work_id

MOST_SHIPS = 8  # ships or pairs of a squadron
CARGO_MOST = 1000  # thousands of points


def informed_sides(state: State, side: str) -> tuple[str, ...]:
    """Return who is told of a purchase. Rule: PA-SET-H2."""
    return () if state.scene.options["open_forces"] else (side,)


def first_buyer(state: State) -> tuple[str, ...]:
    """Return the side that buys first.

    Of the convoy, of the attack on the base, or the first of two fleets (PA-SET-H1).
    """
    scene = state.scene
    if scene.mission == "convoy":
        return (enemy_of(state, scene.attacker),)
    return (scene.attacker,) if scene.mission == "bombardment" else (scene.sides[0],)


def second_buyer(state: State) -> tuple[str, ...]:
    """Return the other side (PA-SET-H1)."""
    return (enemy_of(state, first_buyer(state)[0]),)


def close_first(r: Ruling) -> None:
    """Set the second side's budget. Rules: PA-2.1-38, PA-2.1-56."""
    r.set(budget=prices.second_budget(r.state))


def close_second(r: Ruling) -> None:
    """Once both sides have bought, count commanders for the initiative dice, and cargo and values for victory points.

    Rules: PA-2.1-7, PA-2.1-17, PA-2.1-33.
    """
    state: State = r.state
    sides = state.scene.sides
    r.state = state.but(
        admirals={side: sum(item.what == prices.ADMIRAL for item in state.bought[side]) for side in sides},
        values={side: sum(item.points for item in state.bought[side]) for side in sides},
        cargo_total=sum(prices.cargo_of(state, side) for side in sides),
    )


# ---------------------------------------------------------------------- buying


def check_buy(state: State, command: Buy) -> tuple[Illegal, ...]:
    """Return every reason against a purchase.

    Rules: PA-2.1-17, PA-2.1-19, PA-2.1-33, PA-2.1-34, PA-2.1-35, PA-2.1-39, PA-2.1-55, PA-2.1-56, PA-2.2-11, PA-2.2-20.
    """
    found = prices.find_ware(state, command.what)
    if found is None:
        return (Illegal(f"nothing called {command.what[:40]!r} is for sale in this year", "PA-SCN-H1"),)
    reasons = [*_count_faults(state, found, command), *_mission_faults(state, found, command)]
    crewed = found.kind in (prices.SHIP, prices.FORT, prices.BATTERY)
    if crewed and command.quality not in state.scene.charts.crew.price_percent:
        reasons.append(Illegal(f"crew quality is 1, 2 or 3; not {command.quality}", "PA-PTS-H2"))
    elif not crewed and command.quality:
        reasons.append(Illegal("it has no crew: its quality is given as 0", "PA-SET-H1"))
    if found.kind in (prices.SHIP, prices.ADMIRAL):
        reasons += squadron_faults(state, found, command.side, command.squadron)
    elif command.squadron:
        reasons.append(Illegal("only ships and commanders belong to a squadron", "PA-SET-H1"))
    if reasons:
        return tuple(reasons)
    free = (
        prices.runs_convoy(state, command.side) and found.kind == prices.SHIP and prices.card_for(state, found).merchant
    )
    cost = prices.price(state, found, command.quality, command.count)
    left = prices.budget_of(state, command.side) - prices.points_spent(state, command.side)
    if not free and cost > left:
        words = f"it costs {count_noun(cost, 'point')} and {left} are left"
        reasons.append(Illegal(words, _budget_rule(state, command.side)))
    return tuple(reasons)


def _budget_rule(state: State, side: str) -> str:
    scene = state.scene
    if scene.mission == "convoy":
        return "PA-2.1-38" if side == scene.attacker else "PA-2.1-34"
    if scene.mission == "bombardment":
        return "PA-2.1-52" if side == scene.attacker else "PA-2.1-56"
    return "PA-2.1-17"


def _count_faults(state: State, found: prices.Ware, command: Buy) -> list[Illegal]:
    count, charts = command.count, state.scene.charts.victory
    if found.kind == prices.CARGO:
        step = charts.cargo_step // 1000
        if count <= 0 or count % step or count > CARGO_MOST:
            text = (
                f"cargo is bought in steps of {charts.cargo_step} points: {step}, {2 * step} ... thousands; not {count}"
            )
            return [Illegal(text, "PA-2.1-33")]
        return []
    if found.kind == prices.BATTERY:
        if not 1 <= count <= prices.BATTERY_GUNS_MOST:
            return [Illegal(f"a battery has 1 to {prices.BATTERY_GUNS_MOST} guns; not {count}", "PA-2.2-1")]
        return _works_faults(state, command.side, prices.BATTERY)
    if found.kind in (prices.FORT, prices.MINES):
        if count != 1:
            return [Illegal(f"one is bought at a time; not {count}", "PA-SET-H1")]
        return _works_faults(state, command.side, found.kind)
    if found.kind == prices.ADMIRAL:
        return [] if count == 1 else [Illegal(f"a squadron has one commander; not {count}", "PA-2.1-17")]
    pairs = prices.card_for(state, found).torpedo_craft
    if not 1 <= count <= (2 if pairs else 1):
        text = "torpedo craft are bought singly or as a pair on one base" if pairs else "ships are bought one by one"
        return [Illegal(f"{text}; not {count}", "PA-SET-H1")]
    if free_number(state, command.side, found) is None:
        return [Illegal(f"a side has at most {OF_A_CLASS} of a class", "PA-SET-H1")]
    return []


def _works_faults(state: State, side: str, kind: str) -> list[Illegal]:
    if free_number(state, side, prices.Ware(kind)) is None:
        return [Illegal(f"a side has at most {WORKS} of them", "PA-SET-H1")]
    return []


def _mission_faults(state: State, found: prices.Ware, command: Buy) -> list[Illegal]:
    """Return what a mission does not allow a side to buy. Rules: PA-2.1-35, PA-2.1-33, PA-2.1-55, PA-2.1-56."""
    scene, reasons = state.scene, []
    defends_base = scene.mission == "bombardment" and command.side != scene.attacker
    if found.kind in (prices.FORT, prices.BATTERY) and not defends_base:
        reasons.append(Illegal("forts and batteries are bought by the defender of a base", "PA-2.1-56"))
    if found.kind == prices.MINES and scene.mission == "bombardment" and not defends_base:
        reasons.append(Illegal("the attacker of a base may not use minefields", "PA-2.1-55"))
    if found.kind == prices.CARGO and not prices.runs_convoy(state, command.side):
        reasons.append(Illegal("cargo is bought by the side that runs the convoy", "PA-2.1-33"))
    merchant = found.kind == prices.SHIP and prices.card_for(state, found).merchant
    if merchant and not prices.runs_convoy(state, command.side):
        reasons.append(Illegal("merchants are bought by the side that runs the convoy", "PA-2.1-35"))
    return reasons


def squadron_faults(state: State, found: prices.Ware, side: str, label: str) -> list[Illegal]:
    """Return every reason why a ship or a commander cannot join a squadron. Rules: PA-SET-H1, PA-2.1-17."""
    if label not in LABELS:
        return [Illegal(f"a squadron is {LABELS[0]} to {LABELS[-1]}; not {label[:40]!r}", "PA-SET-H1")]
    inside = [item for item in state.bought.get(side, ()) if item.squadron == label]
    ships = [item for item in inside if item.what != prices.ADMIRAL]
    reasons = []
    if found.kind == prices.ADMIRAL:
        if len(ships) < len(inside):
            reasons.append(Illegal("the squadron has its commander", "PA-2.1-17"))
        if not ships:
            reasons.append(Illegal("a commander needs a squadron with ships", "PA-2.1-17"))
        return reasons
    if len(ships) >= MOST_SHIPS:
        reasons.append(Illegal(f"a squadron has at most {MOST_SHIPS} ships or pairs", "PA-SET-H1"))
    if any(prices.is_merchant(state, item) != prices.card_for(state, found).merchant for item in ships):
        reasons.append(Illegal("merchants and warships do not share a squadron", "PA-SET-H1"))
    return reasons


def free_number(state: State, side: str, found: prices.Ware) -> int | None:
    """Return the lowest number of a class, or of works of a kind, that a side has not used; None when all are taken."""
    items = state.bought.get(side, ())
    if found.kind == prices.SHIP and not any(item.what == found.key for item in items):
        return 1
    taken = {item.id for item in items}
    most = OF_A_CLASS if found.kind == prices.SHIP else WORKS
    return next((number for number in range(1, most + 1) if id_of(side, found, number) not in taken), None)


def id_of(side: str, found: prices.Ware, number: int) -> str:
    """Return the id of the piece a purchase becomes; "" if it becomes none."""
    if found.kind == prices.SHIP:
        return piece_id(found.key, side, number)
    return work_id(found.kind, side, number) if found.kind in (prices.FORT, prices.BATTERY, prices.MINES) else ""


def purchase(state: State, command: Buy) -> Purchase:
    """Return what a legal command buys."""
    found = prices.find_ware(state, command.what)
    assert found is not None
    number = 0 if found.kind in (prices.CARGO, prices.ADMIRAL) else free_number(state, command.side, found)
    assert number is not None
    return Purchase(
        id=id_of(command.side, found, number),
        what=command.what,
        quality=command.quality,
        count=command.count,
        squadron=command.squadron,
        points=prices.price(state, found, command.quality, command.count),
    )


def do_buy(r: Ruling, command: Buy) -> None:
    """Make a purchase. No dice. Rules: PA-2.1-17, PA-SET-H2."""
    state: State = r.state
    item = purchase(state, command)
    side = command.side
    r.set(bought={**state.bought, side: (*state.bought.get(side, ()), item)})
    left = prices.budget_of(r.state, side) - prices.points_spent(r.state, side)
    text = purchase_text(state, item)
    rule = "PA-2.1-33" if item.what == prices.CARGO else "PA-2.1-17"
    r.note(Bought(rule=rule, to=informed_sides(state, side), side=side, what=text, points=item.points, left=left))


def purchase_text(state: State, item: Purchase) -> str:
    """Return a purchase in words."""
    if item.what == prices.CARGO:
        return f"{item.count} thousand points of cargo"
    name = state.scene.names.get(item.id, "a commander")
    return f"{name} and a sister" if item.id in state.scene.cards and item.count > 1 else name


def check_sell(state: State, command: Sell) -> tuple[Illegal, ...]:
    """Return every reason against giving a purchase back. Rule: PA-SET-H1."""
    count = len(state.bought.get(command.side, ()))
    if 1 <= command.number <= count:
        return ()
    return (Illegal(f"purchases are numbered 1 to {count}; not {command.number}", "PA-SET-H1"),)


def do_sell(r: Ruling, command: Sell) -> None:
    """Give a purchase back. No dice. Rule: PA-SET-H1."""
    state: State = r.state
    side = command.side
    item = state.bought[side][command.number - 1]
    kept = tuple(other for number, other in enumerate(state.bought[side], 1) if number != command.number)
    r.set(bought={**state.bought, side: kept})
    left = prices.budget_of(r.state, side) - prices.points_spent(r.state, side)
    text = purchase_text(state, item)
    r.note(Sold(rule="PA-SET-H1", to=informed_sides(state, side), side=side, what=text, left=left))


# ---------------------------------------------------------------------- cargo and declared turns


def check_load(state: State, command: Load) -> tuple[Illegal, ...]:
    """Return every reason against a load. Rules: PA-2.1-36, PA-2.1-37."""
    side = command.side
    item = next((found for found in state.bought.get(side, ()) if found.id == command.ship and found.id), None)
    if item is None or not prices.is_merchant(state, item):
        return (Illegal(f"{state.scene.names[side]} has no merchant called {command.ship[:40]!r}", "PA-2.1-36"),)
    reasons = []
    if not state.scene.cards[item.id].cargo_boxes:
        reasons.append(Illegal(f"{state.scene.names[item.id]} has no room for cargo", "PA-2.1-36", item.id))
    others = sum(found.cargo for found in state.bought[side] if found.id != item.id)
    left = (prices.cargo_of(state, side) - others) // 1000
    if not 0 <= command.thousands <= left:
        reasons.append(
            Illegal(f"0 to {left} thousands of cargo are left to load; not {command.thousands}", "PA-2.1-36")
        )
    if command.thousands * 1000 == item.cargo:
        reasons.append(Illegal(f"{state.scene.names[item.id]} carries that now", "PA-2.1-36", item.id))
    return tuple(reasons)


def do_load(r: Ruling, command: Load) -> None:
    """Load a merchant. No dice. Rules: PA-2.1-36, PA-2.1-37."""
    state: State = r.state
    side, points = command.side, command.thousands * 1000
    bought = tuple(item.but(cargo=points) if item.id == command.ship else item for item in state.bought[side])
    r.set(bought={**state.bought, side: bought})
    r.note(CargoLoaded(rule="PA-2.1-36", to=informed_sides(state, side), side=side, ship=command.ship, points=points))


def check_declare(state: State, command: Declare) -> tuple[Illegal, ...]:
    """Return every reason against a number of bombardment turns. Rules: PA-2.1-52, A-49."""
    scene, charts, reasons = state.scene, state.scene.charts.victory, []
    if scene.mission != "bombardment" or command.side != scene.attacker:
        reasons.append(Illegal("the attacker of a base declares the turns of bombardment", "PA-2.1-52"))
    if not charts.declared_least <= command.turns <= charts.declared_most:
        least, most = charts.declared_least, charts.declared_most
        reasons.append(Illegal(f"a bombardment lasts {least} to {most} turns; not {command.turns}", "PA-2.1-52"))
    if command.turns == state.bombardment_declared:
        reasons.append(Illegal(f"{count_noun(command.turns, 'turn is', 'turns are')} declared", "PA-2.1-52"))
    return tuple(reasons)


def do_declare(r: Ruling, command: Declare) -> None:
    """Declare the number of bombardment turns. No dice. Rule: PA-2.1-52."""
    r.set(bombardment_declared=command.turns)
    r.note(BombardmentDeclared(rule="PA-2.1-52", side=command.side, turns=command.turns))


# ---------------------------------------------------------------------- what is owed


def owed_forces(state: State, side: str) -> tuple[Illegal, ...]:
    """Return what a side must still buy, load or declare.

    Rules: PA-2.1-33, PA-2.1-34, PA-2.1-35, PA-2.1-36, PA-SET-H6.
    """
    items, name = state.bought.get(side, ()), state.scene.names[side]
    ships = [item for item in items if item.id in state.scene.cards]
    owed = []
    if not ships and (state.scene.mission != "bombardment" or side == state.scene.attacker):
        owed.append(Illegal(f"{name} has not bought a ship", _budget_rule(state, side)))
    over = prices.points_spent(state, side) - prices.budget_of(state, side)
    if over > 0:
        owed.append(Illegal(f"{name} has spent {count_noun(over, 'point')} too much", _budget_rule(state, side)))
    owed += [] if owed else _unspent(state, side)
    manned = {item.squadron for item in ships}
    if any(item.what == prices.ADMIRAL and item.squadron not in manned for item in items):
        owed.append(Illegal(f"{name} has a commander without ships", "PA-2.1-17"))
    if prices.runs_convoy(state, side):
        owed += _owed_convoy(state, side)
    if state.scene.mission == "bombardment" and side == state.scene.attacker:
        if not state.bombardment_declared:
            owed.append(Illegal(f"{name} has not declared how long the bombardment lasts", "PA-2.1-52"))
        if ships and not any(has_bombarding_gun(state, item.id) for item in ships):
            owed.append(Illegal(f"{name} has no ship with guns of type D or heavier", "PA-2.1-53"))
    return tuple(owed)


def _unspent(state: State, side: str) -> list[Illegal]:
    """Return why a side must still buy: it must spend its budget, and what is left would pay for another warship.

    The attacker of a base need not: he chooses the size of his fleet. Rules: PA-2.1-17, PA-2.1-34, PA-2.1-38,
    PA-2.1-56, PA-SET-H6.
    """
    left = prices.budget_of(state, side) - prices.points_spent(state, side)
    if state.scene.mission == "bombardment" and side == state.scene.attacker:
        return []
    cheapest = _cheapest_warship(state, side, left)
    if not cheapest:
        return []
    name, kind = state.scene.names[side], "an escort" if prices.runs_convoy(state, side) else "a ship"
    words = f"{name} has {count_noun(left, 'point')} left, and {kind} can be had for {cheapest}"
    return [Illegal(words, _budget_rule(state, side))]


@derived("bought", "budget")
def _cheapest_warship(state: State, side: str, left: int) -> int:
    """Return the price of the cheapest warship a side can buy with the points left; 0 when there is none."""
    poor = min(state.scene.charts.crew.price_percent)
    priced = sorted((card.pv[poor], key) for key, card in on_sale(state.scene).items() if not card.merchant)
    for cost, key in priced:
        if cost > left:
            return 0
        if any(not check_buy(state, Buy(side, key, poor, 1, label)) for label in LABELS):
            return cost
    return 0


def _owed_convoy(state: State, side: str) -> list[Illegal]:
    cargo, name, owed = prices.cargo_of(state, side), state.scene.names[side], []
    least = state.scene.charts.victory.cargo_least
    if cargo < least:
        owed.append(
            Illegal(f"{name} has bought {count_noun(cargo, 'point')} of cargo of at least {least}", "PA-2.1-33")
        )
    if not any(prices.is_merchant(state, item) for item in state.bought[side]):
        owed.append(Illegal(f"{name} has no merchant to carry the cargo", "PA-2.1-35"))
    loaded = sum(item.cargo for item in state.bought[side])
    if loaded != cargo:
        owed.append(Illegal(f"{loaded} of {cargo} points of cargo are aboard", "PA-2.1-36"))
    return owed
