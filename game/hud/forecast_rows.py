"""What an armed order decides besides its own roll: a melee part by part, and the fire exchanged after a move."""

from __future__ import annotations

from collections.abc import Iterator

from game.skins import Skin
from game.table.order_builder import OrderBuilder
from game.table.speech import exchange_lines
from game.ui import widgets as ui
from game.words import tr
from rules.kernel.flow import Command
from rules.kernel.forecast import ForecastPart

LEAST = 0.005  # a smaller chance is not told


def forecast_rows(parts: tuple[ForecastPart, ...], skin: Skin) -> Iterator[ui.Widget]:
    """Yield the first part as bars, the others each in a line."""
    for number, part in enumerate(parts):
        if not number:
            ranked = sorted(part.chances, key=lambda one: -one.probability)
            bars = [ui.Bar(one.label, one.probability, skin.outcomes.get(one.label, "warn")) for one in ranked]
            yield ui.BarChart(bars, "forecast")
            continue
        chances = [f"{one.label} {100 * one.probability:.0f} %" for one in part.chances if one.probability >= LEAST]
        yield ui.Label(f"{part.title}: {' · '.join(chances)}", size="small")
    if parts and not parts[0].exact:
        yield ui.Label(tr("about, from samples"), size="small", colour="ink_faint")


def exchange_rows(hand: OrderBuilder, command: Command, skin: Skin) -> Iterator[ui.Widget]:
    """Yield two or three lines for each of the nearest enemies: how far off, and who hits whom with what chance."""
    for one in hand.exchange(command):
        where, *phases = exchange_lines(one, skin)
        yield ui.Label(where, role="bold", size="small")
        for words in phases:
            yield ui.Label(words, "exchange", size="small", colour="ink_soft")
