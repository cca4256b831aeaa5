"""Threats: every enemy that could attack the selected counter in this position, with the odds."""

from __future__ import annotations

from collections.abc import Iterator

from game.app import App
from game.hud.menus import dialog
from game.skins import Skin
from game.table.hints import nobody_aims
from game.table.order_builder import OrderBuilder
from game.ui import widgets as ui
from game.words import tr
from rules.kernel.threat import Threat

TONES = ("good", "warn", "bad")  # from the target's point of view: the first outcome of a skin is the mildest
WIDTH = 620


def threats_dialog(app: App, hand: OrderBuilder, skin: Skin) -> None:
    """Open the list for the selected counter; say so if none is selected or no enemy could reach it."""
    piece = hand.find(hand.piece) if hand.piece else None
    body: ui.Widget
    if piece is None or piece.side != hand.side:
        title, body = (
            tr("Threats"),
            ui.RichText(tr("Select one of your counters first: *Space* cycles through them.")),
        )
    else:
        found = hand.seat.threats(piece.id, hand.units(piece.id))
        title = tr("Threats to {piece}", piece=piece.name)
        none = ui.RichText(nobody_aims(hand, piece), "threats_none")
        body = ui.Column(*_parts(found, skin, hand.view.turn), gap=10) if found else none
    dialog(app, title, body, ((tr("Close"), "threats_close", None),), "threats", WIDTH)


def _parts(found: tuple[Threat, ...], skin: Skin, turn: int) -> Iterator[ui.Widget]:
    note = tr(
        "Their next attack: {when}. For the present positions, if they see you.", when=threat_time(found[0], turn)
    )
    yield ui.RichText(f"*{ui.escape(note)}*", "threats_note", colour="ink_soft")
    order = list(skin.outcomes)
    for threat in found:
        ranked = sorted(
            threat.odds.chances, key=lambda c: (order.index(c.label) if c.label in order else len(order), c.label)
        )
        bars = [
            ui.Bar(c.label, c.probability, "good" if skin.fails(c.label) else TONES[min(n, 2)])
            for n, c in enumerate(ranked)
        ]
        how = "" if threat.odds.exact else " · about"
        yield ui.Panel(
            ui.BarChart(bars), title=threat.label, note=f"{threat_time(threat, turn)}{how}", gap=4, pad=(12, 8)
        )


def threat_time(threat: Threat, turn: int) -> str:
    """Return the time of a threat: "this turn, Gunnery"."""
    return f"{tr('this turn') if threat.turn == turn else tr('turn {turn}', turn=threat.turn)}, {threat.phase}"
