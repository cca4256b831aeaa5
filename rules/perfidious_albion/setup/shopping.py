"""What a side is offered when it buys, and the usual fleet: sensible purchases made for the player.

They depend only on the position: a battle squadron under an admiral, cruisers, torpedo boats, and what the mission asks
for. Rules: PA-SET-H1, PA-2.1-17, PA-2.1-33, PA-2.1-35, PA-2.1-36, PA-2.1-52, PA-2.1-56.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.default_hooks import offer_legal
from rules.kernel.derived import derived
from rules.kernel.dice import TapeDice
from rules.kernel.flow import Illegal, Offer, Verb, verbs
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.commands import Buy, ChooseForMe, Declare, Load, Sell
from rules.perfidious_albion.records.state import Purchase, State
from rules.perfidious_albion.setup import buying, prices
from rules.perfidious_albion.setup.crew_quality import CREW
from rules.perfidious_albion.setup.purchase_pool import LABELS, on_sale, year_of
from rules.perfidious_albion.ships.dockyard import DESIGN
from rules.perfidious_albion.ships.shipcard import ShipCard

TYPE_TITLES = {
    "BB": "a battleship",
    "CA": "an armoured cruiser",
    "CL": "a cruiser",
    "DD": "torpedo boat destroyers",
    "TB": "torpedo boats",
    "AP": "a merchant",
}
MINES_OFFERED = ("mines_2_2", "mines_4_3", "mines_5_4", "mines_10_3")
BATTERIES_OFFERED = (("battery_C_0", 2), ("battery_D_0", 4), ("battery_E_0", 6), ("battery_D_4", 4), ("battery_F_0", 4))
LOADS_OFFERED = (0, 10, 25, 50)
USUAL_DECLARED = 6
USUAL_MERCHANTS = 4
IN_SERVICE = 15  # years: older ships are not bought
FLAGS = {"gb": "uk"}  # a side's flag -> the nation on ship cards, where they differ


# ---------------------------------------------------------------------- offers


@derived("bought", "budget")
def offer_buy(state: State, side: str) -> tuple[Offer, ...]:
    """Return a selection of what the side can afford: classes by type, works, mines, cargo, commanders.

    Rule: PA-2.1-17.
    """
    return tuple(_counter(state, side))


def _counter(state: State, side: str) -> Iterator[Offer]:
    """Yield what is on sale. A class is checked for one squadron only: its price is the same for all."""
    by_type: dict[str, list[Buy]] = {}
    labels = labels_for(state, side)
    room: dict[bool, list[str]] = {}
    left, paid = prices.budget_of(state, side) - prices.points_spent(state, side), not prices.runs_convoy(state, side)
    for key, card in on_sale(state.scene).items():
        dear = card.pv[card.default_cq] * (2 if card.torpedo_craft else 1) > left
        if (dear or card.merchant) if paid else (dear and not card.merchant):
            continue
        if card.merchant not in room:
            sold = prices.Ware(prices.SHIP, key)
            room[card.merchant] = [label for label in labels if not buying.squadron_faults(state, sold, side, label)]
        open_to = room[card.merchant]
        first = Buy(side, key, card.default_cq, 2 if card.torpedo_craft else 1, open_to[0] if open_to else "")
        if open_to and not buying.check_buy(state, first):
            by_type.setdefault(card.type, []).extend(first.but(squadron=label) for label in open_to)
    for kind, title in TYPE_TITLES.items():
        if kind in by_type:
            yield Offer("buy", f"Buy {title}", "PA-2.1-17", "", tuple(by_type[kind]))
    works = {
        "Buy a fort": [Buy(side, f"fort{number}", 2, 1, "") for number in state.scene.forts],
        "Buy a battery": [Buy(side, what, 2, count, "") for what, count in BATTERIES_OFFERED],
        "Buy a minefield": [Buy(side, what, 0, 1, "") for what in MINES_OFFERED],
        "Buy a commander": [Buy(side, prices.ADMIRAL, 0, 1, label) for label in labels],
    }
    least = state.scene.charts.victory.cargo_least
    if prices.cargo_of(state, side) < least:
        steps = (least // 1000, state.scene.charts.victory.cargo_step // 1000)
        works["Buy cargo"] = [Buy(side, prices.CARGO, 0, step, "") for step in steps]
    for label, listed in works.items():
        yield from offer_legal(state, listed, buying.check_buy, label, "PA-2.1-17")


def labels_for(state: State, side: str) -> tuple[str, ...]:
    """Return the squadrons a side has begun and one more."""
    used = {item.squadron for item in state.bought.get(side, ()) if item.squadron}
    fresh = next((label for label in LABELS if label not in used), "")
    return tuple(label for label in LABELS if label in used or label == fresh)


def offer_sell(state: State, side: str) -> Iterator[Offer]:
    """Yield the return of each purchase. Rule: PA-SET-H1."""
    listed = (Sell(side, number) for number in range(1, len(state.bought.get(side, ())) + 1))
    yield from offer_legal(state, listed, buying.check_sell, "Sell a purchase", "PA-SET-H1")


def offer_load(state: State, side: str) -> Iterator[Offer]:
    """Yield loads for each merchant: nothing, a part, all that is left. Rules: PA-2.1-36, PA-2.1-37."""
    if not prices.runs_convoy(state, side):
        return
    items = state.bought.get(side, ())
    total = prices.cargo_of(state, side) // 1000
    found = []
    for item in items:
        if prices.is_merchant(state, item):
            left = total - sum(other.cargo for other in items if other.id != item.id) // 1000
            found += [Load(side, item.id, load) for load in sorted({*LOADS_OFFERED, max(0, left)})]
    yield from offer_legal(state, found, buying.check_load, "Load a merchant", "PA-2.1-36")


def offer_declare(state: State, side: str) -> Iterator[Offer]:
    """Yield the turns of bombardment. Rule: PA-2.1-52."""
    charts = state.scene.charts.victory
    numbers = range(charts.declared_least, charts.declared_most + 1)
    listed = (Declare(side, turns) for turns in numbers)
    yield from offer_legal(state, listed, buying.check_declare, "Declare the turns of bombardment", "PA-2.1-52")


# ---------------------------------------------------------------------- the usual fleet


def offer_usual(state: State, side: str) -> Iterator[Offer]:
    """Yield buying the usual forces in place of the present list. Rule: PA-SET-H1."""
    if not check_usual(state, ChooseForMe(side)):
        yield Offer("choose", "Auto-buy", "PA-SET-H1", "", (ChooseForMe(side),))


def check_usual(state: State, command: ChooseForMe) -> tuple[Illegal, ...]:
    """Return why the usual forces cannot be bought: they are on the list already. Rule: PA-SET-H1."""
    if usual_purchases(state, command.side) == (state.bought.get(command.side, ()), state.bombardment_declared):
        return (Illegal("the usual forces are bought", "PA-SET-H1"),)
    return ()


def do_usual(r: Ruling, command: ChooseForMe) -> None:
    """Buy the usual forces. No dice. Rule: PA-SET-H1."""
    state: State = r.state
    r.set(bought={**state.bought, command.side: ()})
    _shop(r, command.side)


@derived("budget", "bombardment_declared")
def usual_purchases(state: State, side: str) -> tuple[tuple[Purchase, ...], int]:
    """Return the usual purchases of a side, and the turns of bombardment declared with them."""
    r = Ruling(None, state.but(bought={side: ()}), TapeDice(()))
    _shop(r, side)
    return r.state.bought[side], r.state.bombardment_declared


def _shop(r: Ruling, side: str) -> None:
    """Make the usual purchases, one after the other."""
    state: State = r.state
    if prices.runs_convoy(state, side):
        _shop_convoy(r, side)
        return
    total = prices.budget_of(state, side)
    if state.scene.mission == "bombardment" and side != state.scene.attacker:
        _shop_base(r, side)
        return
    if state.scene.mission == "bombardment" and state.bombardment_declared != USUAL_DECLARED:
        buying.do_declare(r, Declare(side, USUAL_DECLARED))
    _squadron(r, side, "1", ("BB", "CA"), total * 62 // 100)
    _admiral(r, side, "1")
    _squadron(r, side, "2", ("CA", "CL"), total * 85 // 100)
    _squadron(r, side, "3", ("DD", "TB"), total * 94 // 100)
    _squadron(r, side, "4", ("CL", "DD"), total)
    if state.scene.mission != "bombardment":
        _try_order(r, Buy(side, "mines_4_3", 0, 1, ""))
        _fill(r, side)


def _shop_convoy(r: Ruling, side: str) -> None:
    """Buy cargo, merchants of about 10,000 points that share it, escorts. Rules: PA-2.1-33 to PA-2.1-36."""
    cargo = r.state.scene.setup.get("cargo", 0) or r.state.scene.charts.victory.cargo_least
    _try_order(r, Buy(side, prices.CARGO, 0, cargo // 1000, ""))
    merchants = [card for card in _classes(r.state, side, ("AP",)) if card.cargo_boxes]
    for _ in range(USUAL_MERCHANTS):
        _try_order(r, Buy(side, merchants[0].key, merchants[0].default_cq, 1, "1"))
    bought = [item for item in r.state.bought[side] if prices.is_merchant(r.state, item)]
    share = cargo // 1000 // len(bought)
    for number, item in enumerate(bought):
        buying.do_load(r, Load(side, item.id, share if number else cargo // 1000 - share * (len(bought) - 1)))
    total = prices.budget_of(r.state, side)
    _squadron(r, side, "2", ("CA", "CL", "BB"), total * 75 // 100)
    _admiral(r, side, "2")
    _squadron(r, side, "3", ("DD", "TB"), total)
    _squadron(r, side, "4", ("CL",), total)
    _fill(r, side)


def _shop_base(r: Ruling, side: str) -> None:
    """Buy two forts, batteries, a minefield, and ships for what is left. Rules: PA-2.1-56, PA-2.2-1, PA-2.2-11."""
    for what in ("fort2", "fort3"):
        _try_order(r, Buy(side, what, 2, 1, ""))
    for what, count in BATTERIES_OFFERED[:2]:
        _try_order(r, Buy(side, what, 2, count, ""))
    _try_order(r, Buy(side, "mines_4_3", 0, 1, ""))
    total = prices.budget_of(r.state, side)
    _squadron(r, side, "1", ("BB", "CA"), total * 80 // 100)
    _admiral(r, side, "1")
    _squadron(r, side, "2", ("CL", "DD", "TB"), total)
    _fill(r, side)


def _fill(r: Ruling, side: str) -> None:
    """Buy the dearest warship the side can afford, again and again, until it can afford none.

    Rule: PA-SET-H6.
    """
    qualities = r.state.scene.charts.crew.price_percent
    while True:
        left = prices.budget_of(r.state, side) - prices.points_spent(r.state, side)
        cards = _classes(r.state, side, ("CA", "CL", "DD", "TB")) + list(on_sale(r.state.scene).values())
        priced = [
            (-card.pv[quality], number, card, quality)
            for number, card in enumerate(cards)
            for quality in qualities
            if not card.merchant and card.pv[quality] <= left
        ]
        priced.sort(key=lambda found: found[:2])
        orders = (
            Buy(side, card.key, quality, 1, label)
            for _, _, card, quality in priced
            for label in dict.fromkeys(("3" if card.torpedo_craft else "4", *LABELS[::-1]))
        )
        if not any(_try_order(r, order) for order in orders):
            return


def _try_order(r: Ruling, command: Buy) -> bool:
    if buying.check_buy(r.state, command):
        return False
    buying.do_buy(r, command)
    return True


def _admiral(r: Ruling, side: str, label: str) -> None:
    _try_order(r, Buy(side, prices.ADMIRAL, 0, 1, label))


def _classes(state: State, side: str, types: tuple[str, ...]) -> list[ShipCard]:
    """Return classes of the first of the types that has any, those of the side's own nation first, the
    dearest first.
    """
    flag = next(note.nation.lower() for note in state.scene.scenario.sides if note.key == side)
    nation = FLAGS.get(flag, flag)
    cards = on_sale(state.scene).values()
    found = [card for card in cards if card.type in types and not card.key.startswith(DESIGN)]
    modern = year_of(state.scene.scenario) - IN_SERVICE
    found = [card for card in found if card.completed >= modern] or found
    return sorted(
        found, key=lambda card: (types.index(card.type), card.nation.lower() != nation, -card.pv[card.default_cq])
    )


def _squadron(r: Ruling, side: str, label: str, types: tuple[str, ...], until: int) -> None:
    """Buy ships of one class after the other into a squadron, four at most, until the share of the budget is spent."""
    for card in _classes(r.state, side, types):
        count = 2 if card.torpedo_craft else 1
        while _size(r.state.bought[side], label) < USUAL_MERCHANTS:
            command = Buy(side, card.key, card.default_cq, count, label)
            if prices.points_spent(r.state, side) + card.pv[card.default_cq] * count > until or not _try_order(
                r, command
            ):
                break


def _size(items: tuple[Purchase, ...], label: str) -> int:
    return sum(item.squadron == label and item.what != prices.ADMIRAL for item in items)


BUY = Verb(Buy, "Buy", "PA-2.1-17", offer_buy, buying.check_buy, buying.do_buy)
SELL = Verb(Sell, "Sell", "PA-SET-H1", offer_sell, buying.check_sell, buying.do_sell)
LOAD = Verb(Load, "Load cargo", "PA-2.1-36", offer_load, buying.check_load, buying.do_load)
DECLARE = Verb(Declare, "Declare bombardment", "PA-2.1-52", offer_declare, buying.check_declare, buying.do_declare)
USUAL = Verb(ChooseForMe, "Auto-buy", "PA-SET-H1", offer_usual, check_usual, do_usual)
SHOP = verbs(BUY, CREW, SELL, LOAD, DECLARE, USUAL)
