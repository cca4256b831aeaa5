"""The purchase page of an open set-up: what was bought, what is left, everything on sale with its price.

It replaces the board while forces are bought. A side sees only its own list, and of the other side only that it is
buying, unless forces are bought in the open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.kernel.flow import Command
from rules.kernel.inches import wedge
from rules.kernel.play_aids import Base, Kit, Template, corner, strip
from rules.kernel.sheet import table
from rules.kernel.system import format_command
from rules.kernel.view import Cell, Panel
from rules.perfidious_albion.records import commands
from rules.perfidious_albion.records.charts import Torpedoes
from rules.perfidious_albion.records.state import Purchase, State
from rules.perfidious_albion.setup import battle_options, prices, shopping
from rules.perfidious_albion.setup.buying import check_buy, check_load, owed_forces, purchase_text
from rules.perfidious_albion.setup.crew_quality import crew_choices
from rules.perfidious_albion.setup.purchase_pool import LABELS, ORDINALS, chart_played, in_setup, on_sale
from rules.perfidious_albion.ships.model_outlines import base_size
from rules.perfidious_albion.ships.shipcard import ShipCard
from rules.perfidious_albion.shown.counters import QUALITY, hull_of_class

RULER_SPEEDS = 18  # speeds on the longest ruler that fits on a sheet of paper
TURN_SIDE = 2000  # milli-inches
EAST = 90  # bearing of a marker on its card: to the right
COPIES = {1: 4, 2: 2}  # by width: single markers are used more often than double ones


def play_aids(state: State) -> Kit:
    """Return templates and bases. Rules: PA-TOR-H1, PA-6.2-2, PA-6.2-3, PA-6.1-11, PA-TAB-H2, PA-TAB-H4, PA-MOV-H3."""
    bases = {}
    for ship in state.ships.values():
        length, width = base_size(state, ship)
        bases[ship.id] = Base(unit="inch", length=length, width=width)
    return Kit(templates=tuple(_templates(state)), bases=bases)


def _templates(state: State) -> Iterator[Template]:
    charts = state.scene.charts
    torpedoes, moves = charts.torpedoes, charts.movement
    runs: dict[int, list[str]] = {}
    for weapon in torpedoes.weapons.values():
        if weapon.reach_mils:
            runs.setdefault(weapon.reach_mils, []).append(weapon.title)
    for reach, titles in runs.items():
        for width in (1, torpedoes.double):
            yield _marker(torpedoes, reach, width, " or ".join(titles))
    speeds = [(str(speed), speed * moves.mils_per_speed) for speed in range(1, RULER_SPEEDS + 1)]
    yield strip("Speed: knots run in a turn", "PA-TAB-H2", "inch", RULER_SPEEDS * moves.mils_per_speed, speeds)
    for size, handling in moves.sizes.items():
        yield strip(f"Straight before a turn, size {size}", "PA-MOV-H3", "inch", handling.straight_mils, ())
    yield corner(f"A turn of {moves.turn_degrees}°", "PA-MOV-H3", "inch", TURN_SIDE)


def _marker(chart: Torpedoes, reach: int, width: int, titles: str) -> Template:
    """Return a torpedo marker on open water: the wedge of the rules, its narrow end at the left."""
    narrow = chart.marker_narrow_mils * width
    spread = (chart.marker_wide_mils - chart.marker_narrow_mils) * width * reach // chart.marker_length_mils
    middle = (narrow + spread) // 2
    outline = wedge((0, middle), EAST, narrow, narrow + spread, reach)
    wide = "Double" if width > 1 else "Single"
    return Template(
        title=f"{wide}: {titles}",
        rule="PA-TOR-H1",
        unit="inch",
        outline=outline,
        marks=(("launched here ▸", (0, middle), (reach // 12, middle)),),
        copies=COPIES.get(width, 2),
    )


BUYING = ("first forces", "second forces")
HEADINGS = {  # ship types in the order of the lists
    "BB": "Battleships",
    "CA": "Armoured cruisers",
    "CL": "Cruisers",
    "DD": "Torpedo boat destroyers",
    "TB": "Torpedo boats",
    "AP": "Merchants",
}
MISSIONS = {"fleet": "Fleet engagement", "convoy": "Convoy attack", "bombardment": "Shore bombardment"}
CLASS_HEADER = ("", "flag", "year", "kn", "guns", "poor", "average", "good", "buy")
BOUGHT_HEADER = ("", "squadron", "crew", "cargo", "points")
MOST_GUNS = 2  # kinds of guns named in a row; all of them are beside the picture
ARMOUR_OFFERED = (0, 4, 8)
GUNS_OFFERED = (2, 4, 6, 8)
PLUS, MINUS = "+", "−"  # tags of orders that need no further choice
Orders = tuple[tuple[str, str], ...]


def buying_page(state: State, side: str, phase: str, buyer: str) -> tuple[Panel, ...]:
    """Return the page for `side` while forces are bought; None at any other time. Rule: PA-SET-H2."""
    if phase not in BUYING or not in_setup(state) or not buyer:
        return ()
    if side not in ("", buyer):
        return (_waiting_head(state, buyer), _list(state, side, False))
    mine = side == buyer
    heads = (_head(state, buyer), _list(state, buyer, mine), _notes(state))
    sales = (*_extras(state, buyer, mine), *_classes(state, buyer, mine), *_works(state, buyer, mine))
    return (heads[0], *_terms(state, buyer, mine), *heads[1:], *sales)


def _waiting_head(state: State, buyer: str) -> Panel:
    name = state.scene.names[buyer]
    return Panel(id="buying", kind="head", title=f"{name} buys its forces", subtitle="You will see them at sea.")


def _head(state: State, side: str) -> Panel:
    scene, have = state.scene, prices.budget_of(state, side)
    left = have - prices.points_spent(state, side)
    open_book = "in the open" if scene.options["open_forces"] else "in secret"
    subtitle = (
        f"{MISSIONS.get(scene.mission, 'Battle')}, {scene.scenario.date[:4]}: {have:,} points, bought {open_book}"
    )
    if prices.runs_convoy(state, side):
        cargo = prices.cargo_of(state, side)
        subtitle = f"Cargo {cargo:,}: escorts for {have:,} points; merchants cost nothing out of them"
    return Panel(
        id="buying",
        kind="head",
        title=f"{scene.names[side]}: your forces",
        subtitle=subtitle,
        rows=(
            (Cell("Spent", "soft"), Cell(f"{have - left:,}")),
            (Cell("Left", "bad" if left < 0 else "good"), Cell(f"{left:,}")),
        ),
        rule="PA-2.1-17",
    )


def _notes(state: State) -> Panel:
    mission = state.scene.mission
    words = {
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
        notes=(*words.get(mission, ()), "Ships of one squadron move and fire together: give each its number."),
        rule="PA-SET-H1",
    )


# ---------------------------------------------------------------------- the list of what was bought


def _list(state: State, side: str, mine: bool) -> Panel:
    """Return the purchases by squadron, each with the orders for it. Rules: PA-2.1-36, PA-SET-H1."""
    numbered = sorted(enumerate(state.bought.get(side, ()), 1), key=lambda pair: (pair[1].squadron or "9", pair[0]))
    rows = tuple(_bought_row(state, item) for _, item in numbered)
    orders = tuple(_bought_orders(state, side, number, item) for number, item in numbered) if mine else ()
    notes: tuple[str, ...] = ()
    if mine:
        best = shopping.usual_purchases(state, side)[0]
        if best != state.bought.get(side, ()):
            rows = (*rows, (Cell("" if rows else "Nothing yet.", "soft"), *[Cell("")] * 4))
            orders = (*orders, (("! Auto-buy", format_command(commands.ChooseForMe(side))),))
        owed = [f"{reason.reason[:1].upper()}{reason.reason[1:]}." for reason in owed_forces(state, side)]
        owed += _unspent(state, side) if numbered else []
        notes = (*owed, HOW_TO) if rows else tuple(owed)
    count = f"{len(numbered)} purchases" if len(numbered) != 1 else "1 purchase"
    found = table("Your list", BOUGHT_HEADER, rows, "PA-SET-H2", *notes, subtitle=count, id="bought")
    return found.but(orders=orders)


def _unspent(state: State, side: str) -> list[str]:
    """Return what a list leaves unused: points, a commander."""
    left = prices.budget_of(state, side) - prices.points_spent(state, side)
    lacking = [f"{left:,} points are not spent. They count for nothing in the battle."] if left > 0 else []
    if all(item.what != prices.ADMIRAL for item in state.bought.get(side, ())):
        lacking.append("No squadron has a commander: no +1 to the dice for the initiative.")
    return lacking


HOW_TO = (
    "+ buys one with her usual crew, − sells the last one. More: choose crew, boats and squadron. "
    "By typing: buy mikasa 3 1 2 buys one Mikasa with crew 3 for the second squadron."
)


def _bought_row(state: State, item: Purchase) -> tuple[Cell, ...]:
    merchant = prices.is_merchant(state, item)
    return (
        Cell(purchase_text(state, item)[:1].upper() + purchase_text(state, item)[1:]),
        Cell(ORDINALS[LABELS.index(item.squadron)] if item.squadron in LABELS else "", "soft"),
        Cell(QUALITY.get(item.quality, ""), "soft"),
        Cell(f"{item.cargo:,}" if merchant else "", "soft"),
        Cell(f"{item.points:,}" if item.points else ""),
    )


def _bought_orders(state: State, side: str, number: int, item: Purchase) -> Orders:
    found: list[tuple[str, str]] = []
    if prices.is_merchant(state, item):
        aboard = sum(other.cargo for other in state.bought[side] if other.id != item.id)
        loads = sorted({*shopping.LOADS_OFFERED, max(0, (prices.cargo_of(state, side) - aboard) // 1000)})
        for load in loads:
            command = commands.Load(side, item.id, load)
            if load * 1000 != item.cargo and not check_load(state, command):
                found.append((f"load {load}", format_command(command)))
    for crew in crew_choices(state, side, number, item):
        boats = "one boat" if crew.count == 1 else "a pair"
        found.append((QUALITY[crew.quality] if crew.quality != item.quality else boats, format_command(crew)))
    return (*found, ("Sell", format_command(commands.Sell(side, number))))


# ---------------------------------------------------------------------- size, hour and target


def _terms(state: State, side: str, mine: bool) -> Iterator[Panel]:
    """Yield size, hour and target of the battle, as long as they can be changed.

    Rules: PA-SET-H5, PA-2.1-17, PA-2.1-52.
    """
    if battle_options.too_late(state, side):
        return
    scene = state.scene
    rows: list[tuple[Cell, ...]] = []
    orders: list[Orders] = []
    if scene.mission != "convoy":
        whose = "of the attacking fleet" if scene.mission == "bombardment" else "of each fleet"
        rows.append((Cell(f"Points {whose}: {battle_options.size_of(state):,}"),))
        sizes = (commands.SetSize(side, points) for points in scene.charts.victory.sizes_offered)
        orders.append(
            tuple(
                (f"{size.points:,}", format_command(size))
                for size in sizes
                if not battle_options.check_size(state, size)
            )
        )
    rows.append((Cell(f"Fought by {battle_options.NIGHT if state.night else battle_options.DAY}"),))
    hours = (commands.SetHour(side, hour) for hour in battle_options.HOURS)
    orders.append(
        tuple((f"by {hour.hour}", format_command(hour)) for hour in hours if not battle_options.check_hour(state, hour))
    )
    if scene.mission == "bombardment":
        now = scene.targets[chart_played(state)]
        rows.append((Cell(f"To be bombarded: {now.title} ({now.mission.lower()})"),))
        charts = (commands.ChooseChart(side, number) for number in scene.targets)
        legal = (found for found in charts if not battle_options.check_chart(state, found))
        orders.append(tuple((scene.targets[found.chart].title, format_command(found)) for found in legal))
    notes = _one_ship_decides(state) if scene.mission == "fleet" else ()
    yield _sale("terms", "The battle", (), rows, orders if mine else []).but(
        notes=notes, rule="PA-3.2-2" if notes else ""
    )


def _one_ship_decides(state: State) -> tuple[str, ...]:
    """Return a warning if the battle is so small that the loss of one ship on sale would decide it. Rule: PA-3.2-2."""
    target = battle_options.size_of(state) * state.scene.charts.victory.fleet_target_percent // 100
    dearest = max(on_sale(state.scene).values(), key=lambda card: card.pv[card.default_cq])
    if dearest.pv[dearest.default_cq] < target:
        return ()
    worth = f"{dearest.title} alone is worth {dearest.pv[dearest.default_cq]:,} points"
    return (f"At this size one ship can decide the battle: {target:,} points win it, and {worth}.",)


# ---------------------------------------------------------------------- what is on sale


def _extras(state: State, side: str, mine: bool) -> Iterator[Panel]:
    """Yield what is listed before the ships: cargo, turns of bombardment, commanders.

    Rules: PA-2.1-33, PA-2.1-52, PA-2.1-17.
    """
    rows: list[tuple[Cell, ...]] = []
    orders: list[Orders] = []
    charts = state.scene.charts.victory
    if prices.runs_convoy(state, side):
        least, step = charts.cargo_least // 1000, charts.cargo_step // 1000
        rows.append((Cell("Cargo: its value is what the battle is about"), Cell("")))
        orders.append(
            _legal(state, ((f"{count},000", commands.Buy(side, prices.CARGO, 0, count, "")) for count in (least, step)))
        )
    if state.scene.mission == "bombardment" and side == state.scene.attacker:
        numbers = range(charts.declared_least, charts.declared_most + 1)
        now = state.bombardment_declared
        rows.append((Cell(f"Turns of bombardment: {now or 'not yet declared'}"), Cell("")))
        orders.append(
            tuple((str(turns), format_command(commands.Declare(side, turns))) for turns in numbers if turns != now)
        )
    leads = [label for label in LABELS if not check_buy(state, commands.Buy(side, prices.ADMIRAL, 0, 1, label))]
    admiral = prices.find_ware(state, prices.ADMIRAL)
    cost = prices.price(state, admiral, 0, 1) if admiral is not None else 0
    rows.append((Cell("A commander for a squadron: +1 to the dice for the initiative"), Cell(f"{cost:,}")))
    orders.append(tuple((label, format_command(commands.Buy(side, prices.ADMIRAL, 0, 1, label))) for label in leads))
    yield _sale("extras", "Command", ("", "points", ""), rows, orders if mine else [])


def _classes(state: State, side: str, mine: bool) -> Iterator[Panel]:
    """Yield the classes on sale by type, the dearest first. Rules: PA-2.1-17, PA-SCN-H1."""
    for kind, title in HEADINGS.items():
        cards = [card for card in on_sale(state.scene).values() if card.type == kind]
        if kind == "AP" and not prices.runs_convoy(state, side):
            continue
        cards.sort(key=lambda card: (-card.pv[card.default_cq], card.key))
        rows = [_class_row(card) for card in cards]
        orders = [_class_orders(state, side, card) for card in cards] if mine else []
        if rows:
            hulls = tuple(hull_of_class(state.scene, card, f"{card.title}: {card.guns or 'no guns'}") for card in cards)
            yield _sale(f"sale_{kind}", title, CLASS_HEADER, rows, orders).but(hulls=hulls)


def _class_row(card: ShipCard) -> tuple[Cell, ...]:
    pair = ", a pair" if card.torpedo_craft else ""
    count = 2 if pair else 1
    costs = [Cell(f"{card.pv[cq] * count:,}", "strong" if cq == card.default_cq else "soft") for cq in (1, 2, 3)]
    return (
        Cell(card.title + pair),
        Cell(card.nation.upper(), "soft"),
        Cell(str(card.completed), "soft"),
        Cell(str(card.speed), "soft"),
        Cell(", ".join(card.guns.split(", ")[:MOST_GUNS]) or "none", "soft"),
        *costs,
    )


def _class_orders(state: State, side: str, card: ShipCard) -> Orders:
    """Return every possible purchase of a class: each crew, a pair or one boat, each for every squadron.

    Rule: PA-2.1-17.
    """
    labels = shopping.labels_for(state, side)
    used = [label for label in labels if any(item.squadron == label for item in state.bought.get(side, ()))]
    usual = ((used or labels)[-1:], (card.default_cq, 2 if card.torpedo_craft else 1))
    found = [*_legal(state, ((PLUS, commands.Buy(side, card.key, *usual[1], label)) for label in usual[0]))]
    mine = [number for number, item in enumerate(state.bought.get(side, ()), 1) if item.what == card.key]
    found += [(MINUS, format_command(commands.Sell(side, number))) for number in mine[-1:]]
    for count in (2, 1) if card.torpedo_craft else (1,):
        boats = ("a pair, " if count == 2 else "one boat, ") if card.torpedo_craft else ""
        for quality in (card.default_cq, *(cq for cq in (3, 2, 1) if cq != card.default_cq)):
            head = f"{boats}{QUALITY[quality]} crew, {card.pv[quality] * count:,}"
            squadrons = (
                (
                    f"{head}: {ORDINALS[LABELS.index(label)]} squadron",
                    commands.Buy(side, card.key, quality, count, label),
                )
                for label in shopping.labels_for(state, side)
            )
            found += _legal(state, squadrons)
    return tuple(found)


def _works(state: State, side: str, mine: bool) -> Iterator[Panel]:
    """Yield works and minefields where the mission allows them. Rules: PA-2.1-56, PA-2.2-1, PA-2.2-11, PA-2.2-21."""
    rows: list[tuple[Cell, ...]] = []
    orders: list[Orders] = []
    listed = [[commands.Buy(side, f"fort{number}", cq, 1, "") for cq in (2, 3, 1)] for number in state.scene.forts]
    listed += list(_batteries(state, side))
    listed += list(_minefields(state, side))
    defends = state.scene.mission == "bombardment" and side != state.scene.attacker
    for choice in listed:
        first = choice[0]
        mines = first.what.startswith(f"{prices.MINES}_")
        allowed = _legal(state, tuple((_work_button(state, command), command) for command in choice))
        if not allowed and not defends and (not mines or state.scene.mission == "bombardment"):
            continue
        costs = [cost_of(state, command) for command in choice]
        rows.append((Cell(_kind_words(state, first)), Cell(f"{min(costs):,} to {max(costs):,}")))
        orders.append(allowed)
    if rows:
        title = "Forts, batteries and mines" if len(rows) > 1 else "Mines"
        yield _sale("sale_works", title, ("", "points", "buy"), rows, orders if mine else [])


def _batteries(state: State, side: str) -> Iterator[list[commands.Buy]]:
    """Return the purchases of batteries for each type of gun: crews, numbers of guns, armour.

    Rules: PA-2.2-11, PA-2.2-21.
    """
    for gun in state.scene.charts.points.battery_gun:
        yield [
            commands.Buy(side, f"{prices.BATTERY}_{gun}_{armour}", quality, count, "")
            for quality in (2, 3, 1)
            for armour in ARMOUR_OFFERED
            for count in GUNS_OFFERED
        ]


def _minefields(state: State, side: str) -> Iterator[list[commands.Buy]]:
    """Yield every minefield on sale, by density and radius. Rules: PA-2.2-21, PA-2.2-23."""
    most = state.scene.charts.points
    yield [
        commands.Buy(side, f"{prices.MINES}_{density}_{radius}", 0, 1, "")
        for radius in range(1, most.minefield_radius_most + 1)
        for density in range(1, most.minefield_density_most + 1)
    ]


def cost_of(state: State, command: commands.Buy) -> int:
    """Return the price of a purchase in points; 0 if it is not on sale."""
    found = prices.find_ware(state, command.what)
    return prices.price(state, found, command.quality, command.count) if found is not None else 0


def _work_button(state: State, command: commands.Buy) -> str:
    """Return the button for a work: what distinguishes it, and its price."""
    kind, _, rest = command.what.partition("_")
    first, _, second = rest.partition("_")
    cost = f"{cost_of(state, command):,}"
    if kind == prices.BATTERY:
        armour = f", armour {second}" if second != "0" else ", no armour"
        return f"{QUALITY[command.quality]} crew{armour}: {command.count} guns, {cost}"
    if kind == prices.MINES:
        return f"radius {second}: density {first}, {cost}"
    return f"{QUALITY[command.quality]} crew: buy, {cost}"


def _kind_words(state: State, command: commands.Buy) -> str:
    """Return the title of a row of works."""
    kind, _, rest = command.what.partition("_")
    if kind == prices.BATTERY:
        return f"A battery of type {rest.partition('_')[0]} guns"
    return "A minefield" if kind == prices.MINES else f"The {purchase_name(state, command.what)}"


def purchase_name(state: State, what: str, count: int = 1) -> str:
    """Return the name of an item on sale: Mikasa, battleship 1902; a battery of 4 type D; a minefield."""
    card = on_sale(state.scene).get(what)
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


def _legal(state: State, listed: Iterable[tuple[str, Command]]) -> Orders:
    """Return the purchases that are legal now, as typed."""
    return tuple(
        (label, format_command(command))
        for label, command in listed
        if isinstance(command, commands.Buy) and not check_buy(state, command)
    )


def _sale(id: str, title: str, header: tuple[str, ...], rows: list[tuple[Cell, ...]], orders: list[Orders]) -> Panel:
    return Panel(id=id, kind="table", title=title, header=header, rows=tuple(rows), orders=tuple(orders))
