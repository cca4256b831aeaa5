"""The dockyard.

The player's own designs, checked by the sheet's rules for torpedoes, quickfirers and funnels, and priced. A design is a
file with the fields of a ship's row, her grid and a few of its own. It joins a battle as a unit of the kind
`design:NAME`. The sheet prints only the changed parts of the dockyard chapters: the rest is house.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

from rules.kernel.blueprint import Blueprint, CostLine, DesignFault
from rules.kernel.breakdown import format_signed
from rules.kernel.datafile import DataError, Source, resolve_inside, source_at
from rules.kernel.record import Record
from rules.perfidious_albion.records.charts import LONG, MEDIUM, SHORT, load_charts, size_of
from rules.perfidious_albion.ships import grids, points
from rules.perfidious_albion.ships.card_builder import card_of
from rules.perfidious_albion.ships.grids import Box, Tube
from rules.perfidious_albion.ships.shipcard import ShipCard
from rules.perfidious_albion.ships.shiprow import ShipRow, row_faults

DESIGNS = Path(__file__).parents[3] / "maps" / "perfidious_albion" / "designs"
DESIGN = "design:"  # precedes the name of a design in place of a class
TORPEDO_RULES = ("PA-10-1", "PA-10-2", "PA-10-3", "PA-10-4", "PA-10-5", "PA-10-6")
_NAME = re.compile(r"[a-z0-9_-]{1,40}")
_QF_COMPANIONS = frozenset((grids.HULL, grids.SUP, "Q"))


class DesignRow(ShipRow, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A design as written in its file: a ship's row, and fields for the dockyard only."""

    torpedo_tenths: int = 0  # calibre of the torpedoes in tenths of an inch; 0: not given
    torpedo_level: int = 3  # technology level of torpedoes available
    tall_funnels: bool = False  # the real ship's funnels were notably tall


class Design(Record, frozen=True, kw_only=True):
    """A design that could be read: its key (the file's name) and its row."""

    key: str
    row: DesignRow


class Finding(Record, frozen=True):
    """One fault of a design: the rule, a sentence, and the box (section/level) it concerns, if any."""

    rule: str
    text: str
    box: str = ""


class Price(Record, frozen=True, kw_only=True):
    """The price of a design.

    Its lines, the technology factor in per cent, the exact total, the value by crew quality.
    """

    items: tuple[points.Item, ...]
    tech_percent: int
    base: tuple[int, int]  # points, numerator and denominator
    values: dict[int, int]


def load_design(path: Path) -> Design:
    """Read a design. Raises DataError with file, line and field if the file is not a design."""
    return Design(key=path.stem, row=source_at(path).read(DesignRow))


def design_names() -> tuple[str, ...]:
    """Return the designs in the design folder, by name, in order."""
    return tuple(sorted(path.stem for path in DESIGNS.glob("*.yaml")))


@cache
def design_card(name: str) -> ShipCard:
    """Return the card of a design in the design folder. Raises ValueError with a sentence if it has faults."""
    _check_name(name)
    path = resolve_inside(DESIGNS, f"{name}.yaml")
    if not path.is_file():
        raise ValueError(f"No design is called {name!r}. There are: {', '.join(design_names()) or 'none'}.")
    return _fit(name, path)


@cache
def sent_card(name: str, text: str) -> ShipCard:
    """Return the card of a design whose text is part of a battle. Raises ValueError with a sentence."""
    _check_name(name)
    return _fit(name, Path(f"design {name}"), text)


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise ValueError(f"A design's name has small letters, digits, - and _ only; found {name!r}.")


def _fit(name: str, path: Path, text: str | None = None) -> ShipCard:
    try:
        design = Design(key=name, row=source_at(path, text).read(DesignRow))
    except DataError as error:
        raise ValueError(f"The design {name!r} cannot be read: {error}") from error
    found = check_design(design)
    if found:
        raise ValueError(f"The design {design.key!r} is not legal: " + " ".join(item.text for item in found))
    return card_for(design)


def card_for(design: Design) -> ShipCard:
    """Return the card of a design without faults; its value is always the formula's."""
    return card_of(f"{DESIGN}{design.key}", design.row.but(pv=(0, 0, 0)))


# ---------------------------------------------------------------------- the check


def check_design(design: Design, options: Mapping[str, bool] | None = None) -> list[Finding]:
    """Return every fault of a design, each with its rule.

    With the option size_three_largest the quickfirer rules read the sizes in reverse. Rules: PA-DOC-H1, PA-TAB-H7.
    """
    row = design.row
    broken = [
        Finding("PA-TAB-H7", f"{'.'.join(str(part) for part in field)}: {text}.") for field, text in row_faults(row)
    ]
    if broken:
        return broken
    card = card_for(design)
    reverse = bool((options or {}).get("size_three_largest"))
    return [
        *_hull_findings(row, card),
        *_funnel_findings(row, card),
        *_torpedo_findings(row, card),
        *quickfirer_findings(card, reverse),
    ]


def _hull_findings(row: DesignRow, card: ShipCard) -> list[Finding]:
    """Return the faults of a design's hull: what every ship needs.

    Rules: PA-DOC-H1, PA-TAB-H7, PA-PTS-H4, PA-FLO-H7.
    """
    found = []
    if not any(box.has(grids.STEER) for box in card.standing):
        found.append(Finding("PA-DOC-H1", "A ship has a STEER box."))
    if not card.prop_boxes:
        found.append(Finding("PA-DOC-H1", "A ship has at least one PROP box."))
    for box in card.standing:
        if box.level not in grids.UNDER_WATER and (box.has(grids.PROP) or box.has(grids.STEER)):
            found.append(Finding("PA-DOC-H1", f"{box.key}: engines and steering gear stand at level 5 or 6.", box.key))
        if box.level in grids.UNDER_WATER and box.guns:
            found.append(Finding("PA-DOC-H1", f"{box.key}: guns cannot stand under water.", box.key))
        if card.shallow and box.level == grids.LEVELS:
            found.append(Finding("PA-TAB-H7", f"{box.key}: a ship of shallow draft has no level 6.", box.key))
    if row.tech != points.tech_of(row.completed):
        wanted = points.tech_of(row.completed)
        found.append(Finding("PA-PTS-H4", f"A ship of {row.completed} has technology {wanted}, not {row.tech}."))
    floats = points.flotation_of(row.tons, row.flotation_as)
    if row.flotation != floats:
        text = f"{row.tons:,} tons, {row.flotation_as}, give a flotation of {floats}, not {row.flotation}."
        found.append(Finding("PA-FLO-H7", text))
    return found


def _funnel_findings(row: DesignRow, card: ShipCard) -> list[Finding]:
    """Return the faults of a design's funnels. Rules: PA-13.2-1, PA-13.2-2."""
    found = []
    sections = sorted({box.section for box in card.standing if box.has(grids.FUN) or box.has(grids.LOW_FUN)})
    full = {
        section: [box.level for box in card.standing if box.has(grids.FUN) and box.section == section]
        for section in sections
    }
    for section in sections:
        if card.tons > load_charts().points.funnel_tons and not full[section]:
            text = f"The funnel in section {section} is less than a level high; {card.tons:,} tons need a full one."
            found.append(Finding("PA-13.2-1", text, f"{section}/1"))
        if row.tall_funnels and len(full[section]) < 2:
            text = f"The funnel in section {section} fills {len(full[section])} level(s); a notably tall one fills two."
            found.append(Finding("PA-13.2-2", text, f"{section}/1"))
    if card.tons > load_charts().points.funnel_tons and not sections:
        found.append(Finding("PA-13.2-1", f"A ship of {card.tons:,} tons has a funnel at least one level high."))
    return found


def _torpedo_findings(row: DesignRow, card: ShipCard) -> list[Finding]:
    """Return the faults of a design's torpedo mounts.

    Rules: PA-10-1 to PA-10-6, PA-14.2-1, PA-15.4-1, PA-17-1, PA-17-2.
    """
    found = []
    for tube in card.tubes:
        if tube.trainable and tube.level in grids.UNDER_WATER:
            found.append(Finding("PA-15.4-1", f"{tube.key}: a trainable launcher cannot stand under water.", tube.key))
        if not tube.trainable and tube.level < 3:
            text = f"{tube.key}: fixed torpedoes stand at levels 3 to 6; there is no price for level {tube.level}."
            found.append(Finding("PA-17-2", text, tube.key))
        if row.torpedo_tenths and kind_of_calibre(row.torpedo_tenths) != tube.kind:
            inches = f"{row.torpedo_tenths // 10}.{row.torpedo_tenths % 10}"
            text = f"{tube.key}: a {inches} inch torpedo is {kind_of_calibre(row.torpedo_tenths)}, not {tube.kind}."
            found.append(Finding("PA-14.2-1", text, tube.key))
        level, rule = torpedo_level(tube)
        if level > row.torpedo_level:
            mine, yard = format_signed(level), format_signed(row.torpedo_level)
            text = f"{tube.key}: this mounting is torpedo technology {mine}; the yard has {yard}."
            found.append(Finding(rule, text, tube.key))
    return found


def kind_of_calibre(tenths: int) -> str:
    """Return short, medium or long, by calibre in tenths of an inch. Rules: PA-6.2-2, PA-6.2-4, PA-6.2-5."""
    return SHORT if tenths < 177 else MEDIUM if tenths <= 180 else LONG


def torpedo_level(tube: Tube) -> tuple[int, str]:
    """Return the technology level a mount needs, and the rule that says so.

    Rules: PA-10-1, PA-10-2, PA-10-3, PA-10-4.
    """
    place = ("single", "twin")[tube.barrels - 1] if tube.trainable else "below" if _is_submerged(tube) else "above"
    for number, row in enumerate(load_charts().points.torpedo_levels):
        if row.weapon in (tube.kind, "any") and (row.place == place or (row.place == "any" and not tube.trainable)):
            return row.level, TORPEDO_RULES[number]
    raise ValueError(f"no torpedo level for {tube.key}: {tube.kind}, {place}")


def _is_submerged(tube: Tube) -> bool:
    return tube.level in grids.UNDER_WATER


# ---------------------------------------------------------------------- quickfirers


def quickfirer_groups(half_pounds: int, size: int, reverse: bool = False) -> int:
    """Return how many Q groups the quickfirers of a ship make, by the weight of all their shot in half pounds.

    Size 3: divided by 30 lb, to the nearest. Size 1 and 2: half of that. If that is none but the weight is over 15 lb:
    one. `reverse`: size 3 is the largest ship, so sizes 1 and 3 change places. Rules: PA-15.3-2, PA-15.3-3, PA-15.3-4,
    PA-15.3-5, PA-TAB-H6.
    """
    rule = load_charts().points
    groups = Fraction(half_pounds, 2 * rule.qf_pounds)
    if not all_round(size, reverse):
        groups /= 2
    number = int(groups + Fraction(1, 2))
    return number or int(half_pounds > 2 * rule.qf_rescue_pounds)


def all_round(size: int, reverse: bool = False) -> bool:
    """Return whether quickfirers of a ship of this size fire all round. Rules: PA-15.3-3, PA-TAB-H6."""
    return (4 - size if reverse else size) == 3


def quickfirer_findings(card: ShipCard, reverse: bool = False) -> list[Finding]:
    """Return what is wrong with the quickfirer groups of a ship: number, arcs, places.

    Rules: PA-15.3-1 to PA-15.3-8.
    """
    groups = [box for box in card.gun_boxes if box.guns and box.guns.letter == "Q"]
    wanted = quickfirer_groups(card.qf_lb, size_of(card.tons), reverse)
    found = []
    if len(groups) != wanted:
        pounds = f"{card.qf_lb // 2}{'.5' if card.qf_lb % 2 else ''}"
        made = f"{pounds} lb of quickfirers on a ship of size {card.size} make {wanted} group{'s' * (wanted != 1)}"
        text = f"{made}; the grid has {len(groups)}."
        rule = "PA-15.3-3" if all_round(card.size, reverse) else "PA-15.3-4"
        found.append(Finding("PA-15.3-5" if wanted == 1 and not groups else rule, text))
    for box in groups:
        assert box.guns is not None
        if all_round(card.size, reverse) != (box.guns.arc == "R"):
            way = "fire all round (@R)" if all_round(card.size, reverse) else "stand on the broadside (no arc)"
            rule = "PA-15.3-3" if all_round(card.size, reverse) else "PA-15.3-4"
            found.append(Finding(rule, f"{box.key}: quickfirers of a ship of size {card.size} {way}.", box.key))
        found += _place_findings(card, box)
    return found


def _place_findings(card: ShipCard, box: Box) -> list[Finding]:
    found = []
    strange = [name for name in box.contents if name not in _QF_COMPANIONS]
    if strange:
        text = f"{box.key}: quickfirers stand in a hull or superstructure box, not with {', '.join(strange)}."
        found.append(Finding("PA-15.3-7", text, box.key))
    if box.level in grids.UNDER_WATER:
        found.append(Finding("PA-15.3-7", f"{box.key}: quickfirers cannot stand under water.", box.key))
    below = card.box(box.section, box.level + 1)
    if below is None:
        found.append(Finding("PA-15.3-7", f"{box.key}: there is nothing under these quickfirers.", box.key))
    elif box.contents == ("Q",) and (below.has(grids.FUN) or below.has(grids.CT)):
        text = f"{box.key}: quickfirers stand on a hull or superstructure box, not on {grids.word_of(below)}."
        found.append(Finding("PA-15.3-7", text, box.key))
    elif _is_turret(below) and not _carries_quickfirers(below):
        expected = f"{box.key}: only a turret of three type A guns at level 2 may carry quickfirers"
        text = f"{expected}; under these stands {_word(below)}."
        found.append(Finding("PA-15.3-8", text, box.key))
    for turret in card.gun_boxes:
        if turret.level == box.level and _is_turret(turret) and _masks(turret, box):
            text = f"{box.key}: these quickfirers stand before the turret in {turret.key}, on its own level."
            found.append(Finding("PA-15.3-6", text, box.key))
    return found


def _is_turret(box: Box) -> bool:
    return bool(box.guns and box.guns.letter != "Q" and box.guns.arc in ("F", "A", "M", "P", "S"))


def _carries_quickfirers(box: Box) -> bool:
    return bool(box.guns and (box.guns.letter, box.guns.count, box.level) == ("A", 3, 2))


def _masks(turret: Box, box: Box) -> bool:
    """Return whether a box blocks the fire of a turret over the bow or the stern."""
    arc = turret.guns.arc if turret.guns else ""
    return (arc == "F" and box.section < turret.section) or (arc == "A" and box.section > turret.section)


def _word(box: Box) -> str:
    return f"{grids.word_of(box)} at level {box.level}"


# ---------------------------------------------------------------------- the price


def price(design: Design) -> Price:
    """Return what a design without structural faults costs.

    Rules: PA-PTS-H1, PA-PTS-H2, PA-PTS-H4, PA-17-1, PA-17-2.
    """
    card = card_for(design)
    return Price(
        items=points.ship_items(card),
        tech_percent=load_charts().points.tech[card.tech],
        base=points.base_value(card).as_integer_ratio(),
        values=points.ship_values(card),
    )


def blueprint(name: str, text: str, options: Mapping[str, bool]) -> Blueprint:
    """Return a design from the text of a file, checked and priced, for display. Raises DataError.

    Rules: PA-DOC-H1, PA-PTS-H1, PA-PTS-H2.
    """
    path = Path(name)
    design = Design(key=path.stem, row=Source(path, text).read(DesignRow))
    found = check_design(design, options)
    words = [tuple((line.split() + ["."] * grids.SECTIONS)[: grids.SECTIONS]) for line in design.row.grid]
    drawn = Blueprint(
        key=design.key,
        title=design.row.title,
        subtitle=f"{design.row.tons:,} tons, speed {design.row.speed}, completed {design.row.completed}",
        rows=tuple((words + [(".",) * grids.SECTIONS] * grids.LEVELS)[: grids.LEVELS]),
        faults=tuple(DesignFault(item.rule, item.text, item.box) for item in found),
    )
    if row_faults(design.row):
        return drawn
    cost, crews = price(design), load_charts().crew.names
    lines = [CostLine(item.title, points.points_text(round(item.exact))) for item in cost.items]
    lines.append(
        CostLine(f"technology × {cost.tech_percent / 100:g}", points.points_text(round(Fraction(*cost.base) * 100)))
    )
    values = tuple(CostLine(f"{crews[crew]} crew", f"{value:,}") for crew, value in cost.values.items())
    card = card_of(design.key, design.row.but(pv=(0, 0, 0)))
    return drawn.but(costs=tuple(lines), values=values, hull=card.hull(card.title, card.length_ft))


def legal_names(options: Mapping[str, bool] | None = None) -> tuple[str, ...]:
    """Return the designs in the folder that may join a battle."""
    return tuple(name for name in design_names() if not check_design(load_design(DESIGNS / f"{name}.yaml"), options))
