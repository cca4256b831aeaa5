"""All the orders of one row of a page: the ship it is about, and buttons under the headings of their words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.hud.ship_card import Portrait
from game.ui import widgets as ui
from game.words import tr
from rules.kernel.view import Hull

WIDE = 620
HEADINGS = 190  # unscaled width of the column of headings


def order_dialog(
    name: str, orders: Sequence[tuple[str, str]], hull: Hull | None, order: Callable[[str], None]
) -> ui.Modal:
    """Return a window with a button for each order; one pressed closes it and arms its order, to be confirmed.

    `orders`: (words, the order as typed); words before a colon are the heading of a line of buttons.
    """
    lines: dict[str, list[tuple[str, str]]] = {}
    for words, typed in orders:
        head, _, short = words.rpartition(": ")
        lines.setdefault(head, []).append((short, typed))
    holder: list[ui.Modal] = []

    def choose(typed: str) -> Callable[[], None]:
        def press() -> None:
            holder[0].tree.close(holder[0])
            order(typed)

        return press

    parts: list[ui.Widget] = []
    if hull is not None:
        parts += [Portrait(hull, "order_portrait"), ui.Label(hull.name, "order_words", colour="ink_soft", size="small")]
    number = 0
    for head, listed in lines.items():
        buttons: list[ui.Widget] = []
        for short, typed in listed:
            buttons.append(ui.Button(short, choose(typed), f"order_{number}", size="small", name=f"{head}: {short}"))
            number += 1
        label = ui.Label(head[:1].upper() + head[1:], width=HEADINGS, align="centre")
        parts.append(ui.Row(label, ui.Flow(*buttons, gap=5, stretch=1, width=10), gap=10))
    shut = ui.Button(tr("Close"), lambda: holder[0].tree.close(holder[0]), "order_close")
    holder.append(ui.Modal(name, ui.Column(*parts, gap=6), (shut,), id="order_dialog", dialog_width=WIDE))
    return holder[0]
