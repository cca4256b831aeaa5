"""Under-water hits step by step: the two rows of flooding, the sum of a minefield, the passage through a marker."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.sheet import table
from rules.kernel.view import Cell, Panel
from rules.perfidious_albion.records.state import SECTIONS, Ship, State, Straddle
from rules.perfidious_albion.shown.grid_panels import SECTION_HEADER
from rules.perfidious_albion.torpedoes.mines import fields_entered, mine_chance
from rules.perfidious_albion.torpedoes.passage import passage

UNDER_WATER = (5, 6)
HOW = {  # how a ship came through a marker, and what it means
    "wide": ("out by the wide end", "not tested", "good"),
    "own": ("own squadron's, this turn", "not tested", "good"),
    "side": ("out by the side", "tested", "bad"),
    "narrow": ("out by the narrow end", "tested as a bow rake: two D6", "bad"),
    "inside": ("still inside", "tested", "bad"),
}


def flooding_panels(state: State, ship: Ship) -> Iterator[Panel]:
    """Yield the last hit under water that a ship took: the two rows of her hull, then every test in order.

    Rules: PA-6.4-8, PA-6.4-11, PA-6.4-14, PA-6.4-16, PA-FLO-H1, PA-FLO-H2.
    """
    hit = last_hit(state, ship)
    if hit is None:
        return
    fresh = bool(state.straddles) and state.straddles[-1] is hit
    steps = {(section, level): (needed, die, wet) for section, level, needed, die, wet in hit.steps}
    yield Panel(
        id=f"{ship.id}-flooding",
        kind="boxes",
        title="Flooding",
        subtitle=f"{hit.by}, box {hit.section}/{hit.level}",
        header=SECTION_HEADER,
        labels=tuple(str(level) for level in UNDER_WATER),
        waterline=0,
        rows=tuple(
            tuple(_flood_cell(state, ship, hit, steps, section, level) for section in range(1, SECTIONS + 1))
            for level in UNDER_WATER
        ),
        notes=(
            "Large: the die rolled. Small: the result that keeps the box dry. Tinted boxes flood.",
            _order_words(hit),
        ),
        rule="PA-FLO-H1",
        fresh=fresh,
    )


def last_hit(state: State, ship: Ship) -> Straddle | None:
    """Return the last hit on a ship of which the flooding is known."""
    return next((one for one in reversed(state.straddles) if one.target == ship.id and one.steps), None)


def _flood_cell(
    state: State,
    ship: Ship,
    hit: Straddle,
    steps: dict[tuple[int, int], tuple[int, int, bool]],
    section: int,
    level: int,
) -> Cell:
    if state.scene.cards[ship.id].box(section, level) is None:
        return Cell("", "")
    if (section, level) == (hit.section, hit.level):
        return Cell("✹|", "lit flooded")
    step = steps.get((section, level))
    if step is None:
        return Cell(" |", "")
    needed, die, wet = step
    return Cell(f"{die or '–'}|≤{needed}", "flooded strong" if wet else "strong")


def _order_words(hit: Straddle) -> str:
    """Return the tests in the order they were made."""
    rows = []
    for section, level, needed, die, wet in hit.steps:
        thrown = f"{die} against {needed}" if die else f"{needed}: safe"
        rows.append(f"{section}/{level} {thrown} {'floods' if wet else 'dry'}")
    return "In order: " + "; ".join(rows) + "."


# ---------------------------------------------------------------------- mines


def mine_panels(state: State, ship: Ship) -> Iterator[Panel]:
    """Yield the sum for every minefield that a ship's last move lay in.

    Rules: PA-6.5-3, PA-6.5-4, PA-6.5-5, PA-6.5-15.
    """
    if ship.gone or len(ship.hull) < 2:
        return
    for field in fields_entered(state, ship.track or ship.hull):
        percent, terms = mine_chance(state, ship, field)
        rows = [
            (Cell(term.label), Cell(_signed_text(term.value, not number), "", term.rule))
            for number, term in enumerate(terms)
        ]
        certain, rest = divmod(percent, state.scene.charts.torpedoes.mine_straddle)
        words = f"{certain} straddle{'s' * (certain != 1)}" if certain else "no straddle for certain"
        rows.append((Cell("Chance", "strong"), Cell(f"{percent} %", "strong", "PA-6.5-15")))
        notes = f"{words}, one more on a D10 of {rest // 10} or less." if rest else f"{words}."
        size = f'density {field.density}, radius {field.radius // 1000}"'
        yield table("Mines", ("", "%"), rows, "PA-6.5-1", notes, subtitle=size, id=f"{ship.id}-{field.id}")


def _signed_text(value: int, first: bool) -> str:
    return str(value) if first else f"{value:+d}".replace("-", "−")


# ---------------------------------------------------------------------- torpedo markers


def marker_panel(state: State, ship: Ship) -> Panel | None:
    """Return how a ship's last move took her through markers still there. Rules: PA-6.4-1, PA-6.4-3, PA-TOR-H3."""
    if ship.gone or len(ship.hull) < 2 or len(ship.track) < 2:
        return None
    rows = []
    for marker in state.markers.values():
        how = passage(state, ship, ship.track, ship.hull, marker)
        if how in HOW:
            words, meaning, tone = HOW[how]
            count = f"{marker.count} {marker.kind}"
            rows.append((count, Cell(words, "", "PA-TOR-H3"), Cell(meaning, tone, "PA-6.4-1")))
    if not rows:
        return None
    return table("Markers", ("", "she ran", ""), rows, "PA-6.4-1", subtitle="this move", id=f"{ship.id}-markers")
