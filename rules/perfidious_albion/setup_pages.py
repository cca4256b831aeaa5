"""The page in place of the empty table while forces are bought: what is left to spend, what is bought, what is on sale.

Rules: PA-2.1-17, PA-2.1-34, PA-2.1-38, PA-2.1-52, PA-2.1-56, PA-SET-H2.
"""

from __future__ import annotations

from rules.kernel.view import Cell, Panel
from rules.perfidious_albion.counters import QUALITY, TYPES
from rules.perfidious_albion.roster import ShipCard
from rules.perfidious_albion.setup_pool import LABELS, ORDINALS, on_sale
from rules.perfidious_albion.setup_prices import budget_of, cargo_of, spent
from rules.perfidious_albion.state import Purchase, State

SHOPS = ("first forces", "second forces")  # names of the phases in which forces are bought
ORDER = ("BB", "CA", "CL", "DD", "TB", "AP")


def buying_page(state: State, side: str, phase: str, buyer: str) -> tuple[Panel, ...]:
    """What a side reads while it buys; the other side, or nobody in particular, reads only that it does."""
    if phase not in SHOPS:
        return ()
    mine = side or buyer
    named = state.scene.names
    if mine not in state.scene.sides:
        return ()
    budget, used = budget_of(state, mine), spent(state, mine)
    head = Panel(
        id="forces",
        kind="head",
        title=f"Forces of {named[mine]}",
        subtitle=_spending(state, mine, budget, used),
        rows=((Cell("to spend"), Cell(f"{budget:,}")), (Cell("left"), Cell(f"{budget - used:,}"))),
        rule="PA-2.1-17",
    )
    return (head, _bought(state, mine), _notes(state), *_catalogue(state))


def _spending(state: State, side: str, budget: int, used: int) -> str:
    cargo = cargo_of(state, side)
    return f"{used:,} of {budget:,} points spent" + (f", {cargo:,} points of cargo" if cargo else "")


def _bought(state: State, side: str) -> Panel:
    """The purchases in order, with the numbers by which they can be given back."""
    rows = tuple(_line(state, number, item) for number, item in enumerate(state.bought.get(side, ()), 1))
    return Panel(
        id="bought",
        kind="table",
        title="Bought",
        subtitle=f"{len(rows)} purchases",
        header=("", "crew", "squadron", "points"),
        rows=rows or ((Cell("nothing yet", "soft"), Cell(""), Cell(""), Cell("")),),
        rule="PA-SET-H2",
    )


def _line(state: State, number: int, item: Purchase) -> tuple[Cell, ...]:
    name = state.scene.names.get(item.id, "") or ware_words(state, item.what, item.count)
    many = f" ×{item.count}" if item.id in state.scene.cards and item.count > 1 else ""
    label = ORDINALS[LABELS.index(item.squadron)] if item.squadron in LABELS else ""
    cargo = f", {item.cargo:,} cargo" if item.cargo else ""
    return (
        Cell(f"{number}. {name}{many}{cargo}"),
        Cell(QUALITY.get(item.quality, "")),
        Cell(label),
        Cell(f"{item.points:,}"),
    )


def ware_words(state: State, what: str, count: int = 1) -> str:
    """What something on sale is called: Mikasa, battleship 1902; a battery of 4 type D; a minefield."""
    card = on_sale(state).get(what)
    if card is not None:
        return card.title
    kind, _, rest = what.partition("_")
    first, _, second = rest.partition("_")
    if kind == "battery":
        return f"battery of {count} type {first}" + (f", armour {second}" if second != "0" else "")
    if kind == "mines":
        return f"minefield, density {first}, radius {second}"
    if what == "cargo":
        return f"{count},000 points of cargo"
    return f"fort {what.removeprefix('fort')}" if what.startswith("fort") else what


def _notes(state: State) -> Panel:
    mission = state.scene.mission
    told = {
        "fleet": ("A fleet engagement: both sides have the same points.", "Either side may buy minefields."),
        "convoy": (
            "The convoy buys its cargo and its merchants first; its escorts cost half the cargo.",
            "The attacker may spend the value of the escorts and half that of the merchants.",
        ),
        "bombardment": (
            "The attacker buys his fleet and declares how many turns he will bombard; he has no minefields.",
            "The defender may spend half of that and 3,000 points for each turn declared.",
        ),
    }
    return Panel(
        id="mission",
        kind="text",
        title="The mission",
        notes=(*told.get(mission, ()), "Ships of one squadron move and fire together: give each its number."),
        rule="PA-SET-H1",
    )


def _catalogue(state: State) -> tuple[Panel, ...]:
    """Every class on sale, by type, with its points for each quality of crew. Rules: PA-PTS-H1, PA-PTS-H2."""
    panels = []
    for kind in ORDER:
        cards = [card for card in on_sale(state).values() if card.type == kind]
        if cards:
            ranked = sorted(cards, key=lambda card: (-card.pv.get(2, 0), card.title))
            panels.append(
                Panel(
                    id=f"sale-{kind}",
                    kind="table",
                    title=f"{TYPES[kind].capitalize()}s",
                    subtitle="points by crew",
                    header=("", "kn", "poor", "average", "good"),
                    rows=tuple(_class_line(card) for card in ranked),
                    rule="PA-PTS-H1",
                )
            )
    return tuple(panels)


def _class_line(card: ShipCard) -> tuple[Cell, ...]:
    points = (Cell(f"{card.pv[quality]:,}", "strong" if quality == card.default_cq else "") for quality in (1, 2, 3))
    return (Cell(card.title), Cell(str(card.speed), "soft"), *points)
