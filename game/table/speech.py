"""Plain text for a seat's view: the board, a piece, a panel, odds, a rule; also spoken by screen readers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from game.skins import Skin
from game.words import tr, tr_noop, trn
from rules.kernel import bands, hexes, inches
from rules.kernel.breakdown import Breakdown, format_signed, sum_lines
from rules.kernel.exchange import Chances, Exchange
from rules.kernel.forecast import ForecastPart
from rules.kernel.odds import Odds
from rules.kernel.plurals import count_noun
from rules.kernel.rulebook import Rule, Rulebook
from rules.kernel.system import Caption
from rules.kernel.view import Ground, Panel, Piece, Place, Score, View

BADGES = {"seed": tr_noop("errata sheet"), "public": tr_noop("public source"), "house": tr_noop("house rule")}
DAMAGE = ("", tr_noop("light damage"), tr_noop("moderate damage"), tr_noop("heavy damage"), tr_noop("out of action"))
UNITS = {"inch": "inches", "mm": "mm"}
ALL_ROUND = ("leader", "mule", "marker")  # pieces without a front
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]")


def strip_controls(text: str) -> str:
    """Return text that is safe on a terminal: control characters become question marks."""
    return _CONTROL.sub("?", text)


def one_message(text: str) -> str:
    """Return safe text in which no line of a foreign note or title can look like a message of the program."""
    return strip_controls(text).replace("\n", "\n    ")


def place_words(board: str, at: Place, ground: Ground | None = None) -> str:
    """Return a place: `hex 0705`, `band 3`, `12.5 by 30.0 inches`; `nowhere` for an empty one.

    Lanes only separate counters and are not named.
    """
    if not at:
        return "nowhere"
    if board == "hex":
        return tr("hex {hexes}", hexes=hexes.label(at[0]))
    if board == "bands":
        last = ground.size[0] if ground is not None else at[0]
        inside = bands.clamp(at[0], max(bands.FIRST, last))
        return tr("band {at}", at=at[0]) if at[0] == inside else tr("off the chart beyond band {inside}", inside=inside)
    unit = UNITS.get(ground.unit, ground.unit) if ground is not None else UNITS["inch"]
    digits = 0 if ground is not None and ground.unit == "mm" else 1
    return tr("{at} by {at2} {unit}", at=f"{at[0] / 1000:.{digits}f}", at2=f"{at[1] / 1000:.{digits}f}", unit=unit)


def heading_words(board: str, facing: int, north_deg: int = 0, corner: bool = False) -> str:
    """Return a heading: `heading NE` on hexes, `heading 045` on the table, nothing on bands.

    `corner`: units face the corners of their hexes; `north_deg`: direction of north on the sheet, clockwise from its
    top.
    """
    if board == "hex":
        return f"{'facing' if corner else 'heading'} {hexes.true_heading(facing, north_deg, corner=corner)}"
    return tr("heading {facing}", facing=f"{facing:03d}") if board == "table" else ""


def apart_words(board: str, a: Place, b: Place, ground: Ground | None = None, north_deg: int = 0) -> str:
    """Return distance and direction from a to b: `5 hexes to the SE`. `north_deg`: north on a hex map, clockwise from
    its top.
    """
    if board == "hex":
        far = hexes.distance(a[0], b[0])
        where = (
            tr(" to the {true_heading}", true_heading=hexes.true_heading(hexes.facing_towards(a[0], b[0]), north_deg))
            if far
            else ""
        )
        return trn("{count} hex", "{count} hexes", far) + where
    if board == "bands":
        return trn("{count} band", "{count} bands", abs(a[0] - b[0]))
    unit = UNITS.get(ground.unit, ground.unit) if ground is not None else UNITS["inch"]
    digits = 0 if ground is not None and ground.unit == "mm" else 1
    far = inches.distance((a[0], a[1]), (b[0], b[1]))
    where = tr(", bearing {bearing}", bearing=f"{inches.bearing((a[0], a[1]), (b[0], b[1])):03d}") if far else ""
    return (f"{far / 1000:.{digits}f} {unit}" if far else f"0 {unit}") + where


def board_lines(view: View, board: str) -> Iterator[str]:
    """Yield the whole board: turn, phase, conditions, every piece by side, markers, points."""
    yield from heading_lines(view)
    if view.page:
        yield from page_lines(view.page)
        return
    sides = list(dict.fromkeys(score.side for score in view.scores)) or sorted({piece.side for piece in view.pieces})
    names = {score.side: score.name for score in view.scores}
    for side in sorted(sides, key=lambda key: key != view.side):
        mine = [piece for piece in view.pieces if piece.side == side]
        many = trn("{count} counter", "{count} counters", len(mine)) if mine else tr("nothing in sight")
        yield f"{names.get(side, side)}: {many}"
        yield from (
            f"  {piece_line(piece, board, _nearest(view, piece, board), view.ground, view.north_deg)}" for piece in mine
        )
    yield from _marker_lines(view, board)
    yield from score_lines(view.scores, False)


def page_lines(panels: Iterable[Panel]) -> Iterator[str]:
    """Yield a page that replaces the board, line by line."""
    for panel in panels:
        yield ": ".join(word for word in (panel.title, panel.subtitle) if word)
        if panel.kind == "grid":
            for column, heading in enumerate(panel.header):
                yield f"  {heading}"
                cells = (row[column].text for row in panel.rows if row[column].text)
                yield from (f"    {text}".replace("\n", ", ") for text in cells)
        else:
            columns = panel.header[1:] or ("",)
            for first, *rest in panel.rows:
                pairs = zip(rest, columns, strict=False)
                yield f"  {first.text}: " + ", ".join(f"{cell.text} {word}".strip() for cell, word in pairs)
        for name, boxes in panel.tracks:
            yield tr(
                "  {name}: {words} of {count}",
                name=name,
                words=sum(box.tone == "bad" for box in boxes),
                count=len(boxes),
            )
        yield from (f"  {note}" for note in panel.notes)


def heading_lines(view: View) -> Iterator[str]:
    """Yield turn, clock, phase and prompt, and how the game ended."""
    now = next((mark for mark in view.phases if mark.state == "now"), None)
    phase = tr(", phase {number} {now}", number=now.number, now=now.title) if now else ""
    if view.title:
        yield f"{view.title}, {view.date}" if view.date else view.title
    span, number, limit = view.turn_counter()
    yield (
        ", ".join(
            word
            for word in (tr("{span} {number} of {limit}", span=span, number=number, limit=limit), view.clock)
            if word
        )
        + phase
    )
    for label, text, _ in view.conditions:
        if text:
            yield f"{label}: {text}"
    if view.outcome is not None:
        yield tr("The game is over: {title}. {why}", title=view.outcome.title, why=sentence(view.outcome.why))
    elif view.prompt.text:
        yield f"{view.prompt.title}. {view.prompt.text}"


def _nearest(view: View, piece: Piece, board: str) -> str:
    others = [other for other in view.pieces if other.side != piece.side and other.at and piece.at]
    if not others or (view.side and piece.side != view.side):
        return ""
    other = min(others, key=lambda item: (_distance(board, piece.at, item.at), item.id))
    return tr(
        "nearest enemy {other}, {apart_words}",
        other=other.name,
        apart_words=apart_words(board, piece.at, other.at, view.ground, view.north_deg),
    )


def _distance(board: str, a: Place, b: Place) -> int:
    if board == "hex":
        return hexes.distance(a[0], b[0])
    return abs(a[0] - b[0]) if board == "bands" else inches.distance((a[0], a[1]), (b[0], b[1]))


def piece_line(
    piece: Piece, board: str, more: str = "", ground: Ground | None = None, north_deg: int = 0, placed: bool = True
) -> str:
    """Return one counter in one line, without its place if that was already given."""
    parts = [f"{piece.name} ({piece.id})"]
    parts.append(place_words(board, piece.at, ground) if placed else "")
    if piece.ghost:
        parts.append(tr("last seen there"))
    if not piece.known:
        parts.append(tr("a marker only, strength unknown"))
    stand = piece.stand
    if stand is None:
        parts.append(heading_words(board, piece.facing, north_deg))
    elif stand.formation != "square" and stand.figure not in ALL_ROUND:
        parts.append(heading_words(board, piece.facing, north_deg, corner=True))
    parts.append(
        trn("{count} ship", "{count} ships", len(piece.hulls)) if len(piece.hulls) > (board == "table") else ""
    )
    parts.append(piece.text)
    parts.extend(badge.tip or badge.kind for badge in piece.badges)
    parts.append(tr("can act now") if piece.ready else "")
    parts.append(more)
    return ", ".join(part for part in parts if part)


def piece_lines(
    piece: Piece, board: str, panels: Iterable[Panel], ground: Ground | None = None, north_deg: int = 0
) -> Iterator[str]:
    """Yield one counter in full, with all its panels."""
    yield piece_line(piece, board, ground=ground, north_deg=north_deg)
    for hull in piece.hulls:
        state = ", ".join(
            word
            for word in (tr(DAMAGE[min(hull.damage, 4)]) if hull.damage else "", tr("on fire") if hull.fire else "")
            if word
        )
        yield f"  {hull.name}, {hull.type}: {state or 'undamaged'}"
    for bar in piece.bars:
        yield tr("  {bar}: {value} of {limit}", bar=bar.label, value=bar.value, limit=bar.limit)
    if piece.tip:
        yield f"  {piece.tip}"
    for panel in panels:
        yield from (f"  {line}" for line in panel_lines(panel))


def panel_lines(panel: Panel) -> Iterator[str]:
    """Yield a panel row by row; every table cell with its column's name."""
    title = ": ".join(part for part in (panel.title, panel.subtitle) if part)
    yield f"{title} [{panel.rule}]" if panel.rule else title
    for row, rule in zip(panel.rows, panel.row_rules(), strict=True):
        cells = []
        for number, cell in enumerate(row):
            head = panel.header[number] if number < len(panel.header) else ""
            struck = tr(" (struck out)") if cell.tone == "struck" else ""
            if cell.text:
                apart = ":" if head and not head[-1].isalpha() else ""  # a number after a number
                cells.append(f"{head}{apart} {cell.text}{struck}".strip())
        own = "" if rule == panel.rule or panel.kind != "table" else f" [{rule}]"
        if cells:
            yield f"  {', '.join(cells)}{own}"
    for label, boxes in panel.tracks:
        gone = sum(1 for box in boxes if box.tone == "bad")
        shown = " ".join(box.text for box in boxes if box.text)
        yield tr("  {label}: {gone} of {count} lost", label=label, gone=gone, count=len(boxes)) + (
            f" ({shown})" if shown else ""
        )
    yield from (f"  {note}" for note in panel.notes)


def _marker_lines(view: View, board: str) -> Iterator[str]:
    kinds: dict[tuple[str, str], list[str]] = {}
    for marker in view.markers:
        words = [place_words(board, at, view.ground) for at in marker.places]
        kinds.setdefault((marker.kind, marker.text), []).extend(words)
    for (kind, text), words in kinds.items():
        yield f"{kind.capitalize()}{f' ({text})' if text else ''}: {', '.join(words)}"


def sentence(words: str) -> str:
    """Return text with a capital letter, as after a full stop."""
    return words[:1].upper() + words[1:]


def points_of(score: Score) -> str:
    """Return a side's points as text: victory points, or the game's own unit."""
    if score.unit:
        return count_noun(score.points, score.unit)
    return trn("{count} victory point", "{count} victory points", score.points)


def score_lines(scores: Iterable[Score], ledger: bool = True) -> Iterator[str]:
    """Yield victory points; with `ledger`, every entry and its rule."""
    for score in scores:
        yield f"{score.name}: {points_of(score)}"
        if ledger:
            yield from (f"  {format_signed(line.points)} {line.label} [{line.rule}]" for line in score.lines)


def caption_line(caption: Caption) -> str:
    """Return one line of the log with its arithmetic and its rule."""
    detail = f" ({caption.detail})" if caption.detail else ""
    rule = f" [{caption.rule}]" if caption.rule else ""
    return f"== {caption.text}{detail}" if caption.tone == "phase" else f"{caption.text}{detail}{rule}"


def odds_lines(found: Odds) -> Iterator[str]:
    """Yield a distribution, the likeliest outcome first."""
    how = tr("exact") if found.exact else tr("approximate, from {leaves} samples", leaves=found.leaves)
    yield tr("Odds, {how}:", how=how)
    for chance in sorted(found.chances, key=lambda item: -item.probability):
        margin = tr(" plus or minus {words}", words=f"{100 * chance.margin:.1f}") if chance.margin else ""
        yield tr(
            "  {words} per cent{margin}: {chance}",
            words=f"{100 * chance.probability:5.1f}",
            margin=margin,
            chance=chance.label,
        )


def exchange_lines(one: Exchange, skin: Skin) -> Iterator[str]:
    """Yield an enemy's place after a move, then for each phase the best chance to hit of each side."""
    name = tr("{name}, last seen here", name=one.name) if one.last_seen else one.name
    yield f"{name}: {one.distance} · {one.sight}"
    ours, theirs = ({part.phase: part for part in side} for side in (one.ours, one.theirs))
    for phase in dict.fromkeys((*ours, *theirs)):
        yield tr(
            "{phase}: you {ours}, they {theirs}",
            phase=phase,
            ours=_best(ours.get(phase), skin),
            theirs=_best(theirs.get(phase), skin),
        )


def _best(part: Chances | None, skin: Skin) -> str:
    """Return the best chance of a side in a phase."""
    if part is None:
        return "–"
    best = max(1 - sum(one.probability for one in odds.chances if skin.fails(one.label)) for odds in part.odds)
    return f"{100 * best:.0f} %"


def forecast_lines(parts: Iterable[ForecastPart]) -> Iterator[str]:
    """Yield each part of an order's results, with the chances of its outcomes."""
    for part in parts:
        yield f"{part.title}: {', '.join(f'{one.label} {100 * one.probability:.1f} %' for one in part.chances)}"


def breakdown_lines(throws: Iterable[Breakdown]) -> Iterator[str]:
    """Yield the rolls of an order, each term by term: number needed, modifiers, exceptions."""
    for throw in throws:
        yield f"{throw.what[:1].upper()}{throw.what[1:]}:"
        for line in sum_lines(throw):
            waived = "waived: " if line.struck else ""
            yield f"  {waived}{line.words} [{line.rule}]"


def rule_lines(book: Rulebook, rule: Rule) -> Iterator[str]:
    """Yield a rule with its source, and the readings of its ambiguities."""
    yield f"{rule.id} {rule.title} ({tr(BADGES[rule.provenance.value])})"
    yield f"  {rule.summary}"
    yield tr("  Source: {source}", source=rule.source) + (f", {rule.section}" if rule.section else "")
    if rule.question:
        yield tr("  Fills this gap: {question}", question=rule.question)
    if rule.amends:
        yield tr("  Changes: {amends}", amends=rule.amends)
    if rule.option:
        yield tr("  Option: {option}", option=rule.option)
    for item in book.ambiguities_of(rule.id):
        yield tr("  Ambiguous: {question}", question=item.question)
        for reading in item.readings:
            yield f"    {'played' if reading.key == item.ruling else 'or'}: {reading.text}"
        yield tr("    because {why}", why=item.why)
