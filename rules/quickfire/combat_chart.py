"""The combat chart as panels, with the lines of the last rolls lit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from rules.kernel.view import Cell, Panel
from rules.quickfire.charts import (
    BAND_NAMES,
    BANDS,
    QUARTER,
    Codes,
    FireLine,
    codes_text,
    hit_code,
    hits_on,
    hits_text,
    load_charts,
)
from rules.quickfire.roster import armour_text, size_text
from rules.quickfire.sequence import SEQUENCE
from rules.quickfire.state import State, Throw

Row: TypeAlias = tuple[Cell, ...]

LIT = "lit"
TARGETS = ("capital", "cruiser", "light")
MOTIONS = ("moving", "static")
DICE = range(2, 13)
FIVE = 5  # the boat gun die of the guide's example
KINDS_OF_HIT = "Two white dice, at most the number of the entry; the line of their own total gives hits and kind."
KINDS = {"capital": "Capital ship", "cruiser": "Cruiser", "light": "Light vessel"}


def chart_panels(state: State) -> tuple[Panel, ...]:
    """Return every part of the combat chart, each with the line of its last roll lit. Rules: QF-FIRE-3, QF-DMG-1."""
    return (
        battery_fire(state),
        reckoner_panel(state),
        blast(state),
        damage(state),
        torpedoes(state),
        boat_guns(state),
        sinking_panel(state),
    )


def charts_in_use(state: State) -> tuple[Panel, ...]:
    """Return the parts of the combat chart used in this phase and by the last roll; all when the game is over."""
    phase = SEQUENCE[state.cursor.phase].name.partition("_")[0]
    if state.outcome is not None or phase not in IN_USE:
        return chart_panels(state)
    used = [make(state) for make in IN_USE[phase]]
    if any(panel.fresh for panel in used):
        return tuple(used)
    return (*(panel for panel in chart_panels(state) if panel.fresh), *used)


def last_throw(state: State | None, line: str) -> Throw | None:
    """Return the latest roll of this turn on a line of the chart; None for a printed sheet."""
    if state is None:
        return None
    return next((throw for throw in reversed(state.thrown) if throw.line == line), None)


def _cell(text: str, lit: bool, quiet: bool = False, rule: str = "") -> Cell:
    return Cell(text, LIT if lit else "soft" if quiet else "", rule)


def _panel(
    state: State | None, key: str, title: str, header: Iterable[str], rows: Iterable[Row], note: str, rule: str
) -> Panel:
    return Panel(
        id=f"chart-{key}",
        kind="table",
        title=title,
        subtitle="combat chart",
        header=tuple(header),
        rows=tuple(rows),
        notes=(note,) if note else (),
        rule=rule,
        fresh=state is not None and bool(state.thrown) and key in FALLS_ON.get(state.thrown[-1].line, ()),
    )


# ---------------------------------------------------------------------- gunfire


def battery_fire(state: State | None) -> Panel:
    """Return Battery Fire: percentage, limit, hits and their kind; the lines used and rolled are lit."""
    shot = last_throw(state, "fire")
    lines = load_charts().gunnery.battery
    rows = [_fire_row(line, shot) for line in lines]
    header = ("Per cent", "hits on", "hits", "kind")
    return _panel(state, "fire", "Battery fire", header, rows, _round_text(state, shot), "QF-FIRE-H1")


def _fire_row(line: FireLine, shot: Throw | None) -> tuple[Cell, ...]:
    used = shot is not None and shot.percent == line.percent
    here = shot is not None and shot.total == line.need
    counts = shot is not None and shot.fired and shot.total <= shot.need
    tone = "" if not here else LIT if counts else "struck"
    kind = "S" if line.need % 2 == 0 else "G"
    return (
        Cell(f"{'▸ ' if used else ''}{line.percent} %", LIT if used else ""),
        Cell(f"{line.need} or less", LIT if used else "strong" if here else ""),
        Cell(str(line.hits), tone),
        Cell(kind, tone),
    )


def _round_text(state: State | None, shot: Throw | None) -> str:
    if state is None:
        return KINDS_OF_HIT
    if shot is None:
        return "No round has been fired yet."
    names = state.scene.names
    who = f"{names[shot.ship]}, {shot.battery} guns at {names[shot.target]}"
    black = f"Black die {shot.black}: {'fired' if shot.fired else 'ROF failed, no effect'}"
    if not shot.need:
        entry = "below 25 % nothing hits"
    elif shot.total > shot.need:
        entry = f"more than the {shot.need} of the {shot.percent} % line, a miss"
    elif not shot.fired:
        entry = f"within the {shot.need} of the {shot.percent} % line, but ROF failed: no effect"
    else:
        hits = hits_text(hits_on(shot.total), hit_code(shot.total, shot.battery))
        entry = f"within the {shot.need} of the {shot.percent} % line; the line of {shot.total} gives {hits}"
    return f"{who}. {black}. White dice {shot.total}: {entry}."


def reckoner_panel(state: State | None) -> Panel:
    """Return the ready-reckoner: the least Gunnery rating for each line, by armour."""
    shot = last_throw(state, "fire")
    guns = load_charts().gunnery
    halves = state.scene.cards[shot.target].armour(shot.battery) if state is not None and shot is not None else -1
    rows = []
    for armour in guns.reckoner_halves:
        here = armour == halves
        cells = (
            _cell(str(-(-line.percent * armour // 200)), here and shot is not None and shot.percent == line.percent)
            for line in guns.battery
        )
        rows.append((Cell(f"{'▸ ' if here else ''}{armour_text(armour)}", LIT if here else ""), *cells))
    header = ("Armour", *(str(line.percent) for line in guns.battery))
    note = "The least Gunnery that reaches each percentage against an armour."
    return _panel(state, "reckoner", "Reckoner", header, rows, note, "QF-FIRE-H1")


def blast(state: State | None) -> Panel:
    """Return Blast Damage: range against the sum of all three dice."""
    shot = last_throw(state, "fire")
    chart = load_charts().gunnery.blast
    sums = sorted({total for row in chart.values() for total in row})
    total = shot.black + shot.total if shot is not None else 0
    rows = []
    for total_here in sums:
        at = shot is not None and total == total_here
        cells = (
            _cell(
                codes_text(chart[band].get(total_here, {})),
                at and shot is not None and shot.band == band,
                total_here not in chart[band],
            )
            for band in BANDS
        )
        rows.append((Cell(f"{'▸ ' if at else ''}{total_here}", LIT if at else ""), *cells))
    header = ("Sum", *(BAND_NAMES[band] for band in BANDS))
    note = "The sum of the black and both white dice, without modifiers; larger sums have no effect."
    if shot is not None:
        failed = "" if shot.fired else ", but the battery did not count as having fired"
        note = f"Last sum: {total} at {BAND_NAMES[shot.band]}{failed}. {note}"
    return _panel(state, "blast", "Blast", header, rows, note, "QF-BLAST-H1")


# ---------------------------------------------------------------------- damage


def damage(state: State | None) -> Panel:
    """Return the Damage Table, one row for each total of two dice."""
    charts = load_charts().damage
    totals = {line: throw.total for line in DAMAGE_LINES if (throw := last_throw(state, line)) is not None}

    def fire(total: int) -> str:
        return "out" if total in charts.fire_out else "E" if total in charts.fire_explodes else "n/e"

    columns: tuple[tuple[str, str, Callable[[int], str]], ...] = (
        ("explosion", "QF-DMG-H1", lambda total: codes_text(charts.explosion[total])),
        ("fire_check", "QF-DMG-H2", fire),
        ("repair", "QF-DMG-4", lambda total: "ok" if total in charts.repair else "–"),
        ("repair_protected", "QF-DMG-5", lambda total: "ok" if total in charts.repair_protected else "–"),
    )
    rows = []
    for total in DICE:
        cells = []
        for line, rule, words in columns:
            text = words(total)
            cells.append(_cell(text, totals.get(line) == total, text in ("n/e", "–"), rule))
        rows.append((Cell(str(total), LIT if total in totals.values() else ""), *cells))
    header = ("Dice", "Explosion", "Fire", "G S D", "S +P")
    note = "Two dice. Highlighted: the last explosion, fire check and repairs of this turn." if totals else "Two dice."
    return _panel(state, "damage", "Damage", header, rows, note, "QF-DMG-1")


DAMAGE_LINES = ("explosion", "fire_check", "repair", "repair_protected")


# ---------------------------------------------------------------------- torpedoes, boat guns, sinking


def torpedoes(state: State | None) -> Panel:
    """Return the Torpedo Hit Table: target and motion against the torpedo rating.

    The number of the last attack is lit.
    """
    throw = last_throw(state, "torpedo")
    chart = load_charts().torpedo.need
    rows = []
    for kind in TARGETS:
        for motion in MOTIONS:
            here = state is not None and throw is not None and _aimed_at(state, throw) == (kind, motion)
            needs = chart[kind][motion].values()
            cells = (_cell(str(n) if n else "–", here and throw is not None and n == throw.need, not n) for n in needs)
            rows.append((Cell(f"{'▸ ' if here else ''}{KINDS[kind]}, {motion}", LIT if here else ""), *cells))
    ratings = len(chart["capital"]["moving"])
    header = ("Target", *(str(column) if column < ratings else f"{column}+" for column in range(1, ratings + 1)))
    note = "Two dice, this or less. A hit does 1d6 speed hits."
    if state is not None and throw is not None:
        names = state.scene.names
        note = f"Last attack: {names[throw.ship]} on {names[throw.target]}, {throw.total} against {throw.need}. {note}"
    return _panel(state, "torpedo", "Torpedoes", header, rows, note, "QF-TOR-H1")


def _aimed_at(state: State, throw: Throw) -> tuple[str, str]:
    target = state.ships[throw.target]
    static = target.ran <= load_charts().torpedo.static_boxes
    return state.scene.cards[throw.target].target, "static" if static else "moving"


def boat_guns(state: State | None) -> Panel:
    """Return the boat gun line: one die."""
    throw = last_throw(state, "boats")
    results: dict[int, Codes] = load_charts().boat_guns.result
    rows = []
    for face, codes in sorted(results.items()):
        lit = throw is not None and throw.total == face
        rule = "QF-BG-4" if face == FIVE else "QF-BG-H1"
        cell = _cell(codes_text(codes), lit, rule=rule)
        rows.append((Cell(f"{'▸ ' if lit else ''}{face}", LIT if lit else ""), Cell(""), cell))
    note = "One die against a light vessel at point-blank, once in each gunnery phase."
    if state is not None and throw is not None:
        note = f"Last: {state.scene.names[throw.ship]} at {state.scene.names[throw.target]}. {note}"
    return _panel(state, "boats", "Boat guns", ("Die", "", "does"), rows, note, "QF-BG-H1")


def sinking_panel(state: State | None) -> Panel:
    """Return the Sinking table by Size."""
    throw = last_throw(state, "sinking")
    size = state.scene.cards[throw.ship].size_quarters if state is not None and throw is not None else -1
    rows = []
    for step in load_charts().sinking.number.rows:
        here = step.first <= size <= step.last
        words = _sizes(step.first, step.last)
        rows.append(
            (Cell(f"{'▸ ' if here else ''}{words}", LIT if here else ""), Cell(""), _cell(str(step.value), here))
        )
    note = "Two dice, less 1 for each speed hit beyond the eighth: this or less and she sinks."
    if state is not None and throw is not None:
        note = f"Last: {state.scene.names[throw.ship]} rolled {throw.total}. {note}"
    return _panel(state, "sinking", "Sinking", ("Size", "", "sinks on"), rows, note, "QF-SNK-H1")


def _sizes(first: int, last: int) -> str:
    """Return a row's span of Size: "¼", "2–3", "16+"."""
    if last < QUARTER:
        return size_text(max(1, first))
    low, high = first // QUARTER, last // QUARTER
    return f"{low}+" if high > 20 else str(low) if low == high else f"{low}–{high}"


FALLS_ON: Mapping[str, tuple[str, ...]] = {  # kind of roll -> the parts of the chart it uses
    "fire": ("fire", "blast"),
    "explosion": ("damage",),
    "fire_check": ("damage",),
    "repair": ("damage",),
    "repair_protected": ("damage",),
    "torpedo": ("torpedo",),
    "boats": ("boats",),
    "sinking": ("sinking",),
}

IN_USE: Mapping[str, tuple[Callable[[State], Panel], ...]] = {  # first word of the phase's name -> parts used
    "movement": (battery_fire, blast, damage),
    "gunnery": (battery_fire, reckoner_panel, blast, boat_guns),
    "torpedoes": (torpedoes,),
    "end": (damage, sinking_panel),
}
