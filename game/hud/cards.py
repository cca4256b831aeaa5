"""The cards of the right column: prompt, unit, possible and impossible orders, and the odds of the selected order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import atan2, cos, hypot, pi, sin

import pygame

from game.boards.ashore import is_land
from game.hud.breakdown_rows import sum_rows
from game.hud.ship_card import card
from game.skins import Skin
from game.table.illegal_reasons import IllegalReason, illegal_verbs
from game.table.order_builder import OrderBuilder, UnitAction
from game.table.prompts import short_label
from game.table.rule_citations import row_signs, rule_link, why_words
from game.table.speech import exchange_lines
from game.table.targeting import target_of
from game.ui import widgets as ui
from game.words import tr, tr_noop, trn
from rules.kernel.flow import Command
from rules.kernel.forecast import ForecastPart
from rules.kernel.odds import Odds
from rules.kernel.plurals import begin_sentence
from rules.kernel.rulebook import Rulebook
from rules.kernel.view import Panel, Piece, Place, View

TALL, WIDE = 46, 120  # unscaled units
HEAD = 9  # size of the arrow's head
Point = tuple[float, float]


class Course(ui.Widget):
    """A small drawing of a course, scaled to fit."""

    kind = "course"

    def __init__(self, points: Sequence[Point], id: str = "course") -> None:
        super().__init__(id, align="start")
        self.points = tuple(points)

    def natural_width(self) -> int:
        return self.px(WIDE)

    def height_at(self, width: int) -> int:
        return self.px(TALL)

    def spoken_text(self) -> str:
        return tr("a course with {count} legs", count=len(self.points) - 1)

    def fit_points(self) -> list[Point]:
        """Return the points scaled into the widget."""
        xs, ys = zip(*self.points, strict=True)
        edge = self.px(HEAD)
        room_x, room_y = max(1, self.rect.w - 2 * edge), max(1, self.rect.h - 2 * edge)
        span_x, span_y = max(xs) - min(xs), max(ys) - min(ys)
        scale = min(room_x / span_x if span_x > 1 else 1e9, room_y / span_y if span_y > 1 else 1e9)
        scale = scale if scale < 1e9 else 1.0
        left = self.rect.centerx - scale * (max(xs) + min(xs)) / 2
        top = self.rect.centery - scale * (max(ys) + min(ys)) / 2
        return [(left + scale * x, top + scale * y) for x, y in self.points]

    def paint(self, surface: pygame.Surface) -> None:
        points, ink = self.fit_points(), self.palette.gold
        thick = max(2, self.px(3))
        for one, other in zip(points, points[1:], strict=False):
            pygame.draw.line(surface, ink, one, other, thick)
        pygame.draw.circle(surface, ink, points[0], self.px(4))
        end = points[-1]
        start = next((p for p in reversed(points[:-1]) if hypot(p[0] - end[0], p[1] - end[1]) > 1), None)
        if start is None:
            return
        way = atan2(end[1] - start[1], end[0] - start[0])
        size = self.px(HEAD)
        wings = [(end[0] - size * cos(way + turn), end[1] - size * sin(way + turn)) for turn in (pi / 6, -pi / 6)]
        pygame.draw.polygon(surface, ink, [end, *wings])


LEAST = 0.005  # smaller chances are not shown


def forecast_rows(parts: tuple[ForecastPart, ...], skin: Skin) -> Iterator[ui.Widget]:
    """Yield the first part as bars, each other part as a line."""
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
    """Yield two or three lines for each of the nearest enemies: distance, and the chance to hit in each direction."""
    for one in hand.exchange(command):
        where, *phases = exchange_lines(one, skin)
        yield ui.Label(where, role="bold", size="small")
        for words in phases:
            yield ui.Label(words, "exchange", size="small", colour="ink_soft")


TONE_ORDER = ("good", "warn", "bad")
MOST_BUTTONS = 8  # most choices of an action shown as buttons; more become a drop-down
MOST_REFUSED = 3  # in a low window, more than this are shown behind one button
LATER = tr_noop("On arrival, if nothing changes:")  # title of the odds of weapons launched now and rolled for later
MOST_LETTERS = 200  # most characters of the text there
LONG_ORDER = 40  # characters: in a low window a longer order is not used as title; the bar below shows it in full


class CardActions:
    """Callbacks from the cards to the screen."""

    def __init__(
        self,
        unit: Callable[[str], None],
        take: Callable[[UnitAction], None],
        arm: Callable[[Command], None],
        give: Callable[[], None],
        cancel: Callable[[], None],
        cycle: Callable[[int], None],
        give_all: Callable[[], None],
        together: Callable[[], tuple[Command, ...]],
    ) -> None:
        self.unit, self.take, self.arm, self.give, self.cancel, self.cycle = unit, take, arm, give, cancel, cycle
        self.give_all, self.together = give_all, together


def folded_card() -> ui.Widget:
    """Return the card shown instead of the orders while scenes are shown."""
    return ui.Panel(id="orders_folded", title=tr("Orders"), note=tr("open after this scene"), pad=(13, 9))


def prompt_card(view: View, book: Rulebook, title: str = "", text: str = "", brief: bool = False) -> ui.Panel:
    """Return the prompt: who acts, what is asked, and what comes next; `brief` leaves out the text."""
    prompt = view.prompt
    following = next((mark for mark in view.phases if mark.state == "next"), None)
    span, number, _ = view.turn_counter()
    then = f"{following.number} {following.title}" if following else f"{span.lower()} {number + 1}"
    words = ui.escape(text or prompt.text)
    last = (
        tr("{ink_faint:Then: {then}.}  {rule_link}", then=then, rule_link=rule_link(book, prompt.rule))
        if view.outcome is None
        else ""
    )
    body = [] if brief else [ui.RichText("\n".join(line for line in (words, last) if line), "prompt_text")]
    return ui.Panel(
        *body,
        id="prompt",
        title=title or prompt.title,
        gap=3,
        pad=(13, 9),
    )


def forces_card(hand: OrderBuilder, select: Callable[[str], None]) -> ui.Panel | None:
    """Return the card for no selection: this side's counters, those that can act now first."""
    mine = [piece for piece in hand.view.pieces if piece.side == hand.side]
    if hand.piece or not mine:
        return None
    able = hand.able_counters()
    rows: list[ui.Widget] = []
    for piece in sorted(mine, key=lambda piece: piece.id not in able):
        ready = piece.id in able
        name = piece.tag or piece.name if piece.stand is not None else piece.name
        button = ui.Button(f"• {name}" if ready else name, partial(select, piece.id), f"force_{piece.id}",
                           style="plain" if ready else "quiet", size="small", tooltip=ui.escape(piece.tip))  # fmt: skip
        button.label = tr("{name}, can act now", name=name) if ready else name
        words = ui.Label(_state_words(piece), size="small", colour="ink_soft", align="centre")
        rows.append(ui.Flow(button, words, gap=2))  # a long state wraps below a long name
    note = tr("{count} can act", count=len(able)) if able else ""
    made = ui.Panel(*rows, id="forces", title=tr("Your forces"), note=note, gap=4, pad=(13, 9))
    made.guarded = True  # tooltips of rows are beside the list, never over the next row
    return made


def _state_words(piece: Piece) -> str:
    """Return the number of ships and how many are hit; for troops, the counter's own line."""
    if not piece.hulls or is_land(piece):
        return piece.text
    worn = sum(1 for hull in piece.hulls if hull.damage)
    if len(piece.hulls) == 1:
        return (
            tr("{piece}, hit", piece=piece.text) if worn and piece.text else piece.text or (tr("hit") if worn else "")
        )
    state = f"{trn('{count} ship', '{count} ships', len(piece.hulls))}" + (
        tr(", {worn} hit", worn=worn) if worn else ""
    )
    return f"{state} · {piece.text}"


def game_card(hand: OrderBuilder) -> ui.Panel | None:
    """Return the card for no selection in a solitaire game: the chart that commands a side, and its results."""
    system, options = hand.session.system, hand.session.options
    charted = system.solitaire is not None and any(
        options.get(system.solitaire(note.key), False) for note in hand.session.scenario.sides
    )
    if hand.piece or hand.view.page or not charted:
        return None
    found = next((panel for panel in hand.panels("") if panel.kind == "table" and panel.rows), None)
    if found is None:
        return None
    return ui.Panel(
        *_chart(hand, found), id=f"game_{found.id}", title=found.title, note=found.subtitle, gap=4, pad=(13, 9)
    )


def _chart(hand: OrderBuilder, panel: Panel) -> list[ui.Widget]:
    """Return a chart; its rows have source badges if their sources differ."""
    return card(panel, signs=row_signs(hand.session.system.rulebook, panel))


def fresh_card(hand: OrderBuilder, low: bool = False) -> ui.Panel | None:
    """Return the card for no selection: the charts used by the last roll. `low`: only the first one."""
    if hand.piece or not hand.fresh_panels:
        return None
    first, *more = hand.fresh_panels
    parts = [*_chart(hand, first), *_further(hand, () if low else more)]
    return ui.Panel(*parts, id="fresh", title=first.title, note=first.subtitle, gap=4, pad=(13, 9))


def _further(hand: OrderBuilder, panels: Iterable[Panel]) -> list[ui.Widget]:
    """Return further charts below the first one of a card, each with its title."""
    made: list[ui.Widget] = []
    for panel in panels:
        made += [ui.Label(panel.title, role="title", size="title"), *_chart(hand, panel)]
    return made


def unit_card(hand: OrderBuilder, actions: CardActions, brief: bool = False, low: bool = False) -> ui.Panel | None:
    """Return the card of the selected unit, with the units of its counter as chips above it. `brief` leaves out the
    notes. After a roll it shows the charts that were used instead; `low`: only the first one.
    """
    panels = hand.panels(hand.piece) if hand.piece else ()
    piece = hand.find(hand.piece)
    if not panels or piece is None:
        return None
    head, units = panels[0], panels[1:]
    fresh = tuple(panel for panel in units if panel in hand.fresh_panels)
    shown = next((panel for panel in (*fresh, *units) if panel.id == hand.actor or panel in fresh), (*units, head)[0])
    able = {action.actor for action in hand.actions_of(hand.piece)}
    parts: list[ui.Widget] = []
    if len(units) > 1:
        chips = []
        for panel in units:
            dot = "• " if panel.id in able else ""
            style = "plain" if panel is shown else "quiet"
            worn = panel.hull is not None and panel.hull.damage >= 4
            name = f"✗ {panel.title}" if worn else f"{dot}{panel.title}"
            chip = ui.Button(name, partial(actions.unit, panel.id), f"unit_{panel.id}", style=style, size="small")
            state = tr("out of action") if worn else tr("can act now") if dot else ""
            chip.label = ", ".join(word for word in (panel.title, state, "shown" if panel is shown else "") if word)
            chips.append(chip)
        parts.append(ui.Flow(*chips, id="units", gap=2))
    side = next((side for side in hand.session.scenario.sides if side.key == piece.side), None)
    flag = side.name if side is not None else ""
    line = ", ".join(
        word for word in (shown.title, shown.subtitle, head.title * (shown.title != head.title), flag) if word
    )
    bare, nation = shown.but(notes=()) if brief else shown, side.nation if side is not None else ""
    parts += card(bare, nation, line, row_signs(hand.session.system.rulebook, shown))
    parts += _further(hand, fresh[1:] if not low else ())
    if shown is not head and not fresh and not brief:
        words = " · ".join(word for word in (head.title, head.subtitle, *head.notes[:1]) if word)
        parts.append(ui.Label(words, "division", role="italic", size="small", colour="gold"))
        badges = ", ".join(mark.tip or mark.kind for mark in piece.badges)
        if badges:
            parts.append(ui.Label(badges, "badges", role="italic", size="small", colour="warn"))
    return ui.Panel(*parts, id="unit", title=shown.title, note=shown.subtitle, gap=4, pad=(13, 9))


def actions_card(hand: OrderBuilder, book: Rulebook, actions: CardActions, low: bool = False) -> ui.Panel | None:
    """Return the actions of the selected unit with counts; impossible ones are grey with the reason, in a `low` window
    many in one. Actions of the side that belong to no counter come first.
    """
    if hand.session.actor != hand.side:
        return None
    own = _loose_actions(hand, actions)
    piece = hand.find(hand.piece) if hand.piece else None
    foreign = piece is not None and piece.side != hand.side  # melees are also ordered on the enemy's counters
    if piece is None or (foreign and not hand.actions_of(hand.piece)):
        return _actions_panel(own) if own else None
    mine = [action for action in hand.actions_of(hand.piece) if action.actor in (hand.actor, hand.piece)]
    buttons: list[ui.Widget] = []
    lists: list[ui.Widget] = []
    for action in mine:
        alike = [other for other in mine if other.verb == action.verb]  # two batteries that can both fire
        name = _sentence(action.label) if len(alike) > 1 else action.title
        id = f"do_{action.verb}" + (f"_{alike.index(action)}" if len(alike) > 1 else "")
        kind = lists if action.kind == "choice" and len(action.commands) > 1 else buttons
        kind.append(_action_button(hand, action, actions, name, id))
    refusals = () if foreign else illegal_verbs(hand, hand.piece)
    if low and len(refusals) > MOST_REFUSED:
        buttons.append(_all_refused(refusals, book))
    else:
        buttons += [_unavailable_button(found, book) for found in refusals]
    if low and hand.armed_command is not None and hand.action_kind != "choice":
        lists = []  # keeps the space for the odds of the selected order
    parts = [*own, *([ui.Flow(*buttons, id="verbs", gap=5)] if buttons else []), *lists]
    if not parts:
        parts.append(ui.Label(tr("No more orders in this phase."), colour="ink_faint"))
    return _actions_panel(parts)


def _actions_panel(parts: Iterable[ui.Widget]) -> ui.Panel:
    made = ui.Panel(*parts, id="deeds", gap=5, pad=(13, 8))
    made.label = tr("Available orders")
    return made


def _loose_actions(hand: OrderBuilder, actions: CardActions) -> list[ui.Widget]:
    """Return the actions of a side that belong to no counter; several of one verb are distinguished by their labels.
    Actions offered on a page are left out.
    """
    made: list[ui.Widget] = []
    paged = {text.split()[0] for panel in hand.view.page for row in panel.orders for _, text in row}
    loose = sorted(
        (action for action in hand.actions_of("") if action.verb not in paged), key=lambda action: not action.usual
    )
    for action in loose:
        alike = [other for other in loose if other.verb == action.verb]
        twice = sum(other.title == action.title for other in loose) > 1
        id = f"do_{action.verb}" + (f"_{alike.index(action)}" if len(alike) > 1 else "")
        words = _sentence(action.label) if twice or (action.usual and len(action.commands) == 1) else action.title
        made.append(_action_button(hand, action, actions, words, id))
    buttons = [one for one in made if isinstance(one, ui.Button)]
    rest = [one for one in made if not isinstance(one, ui.Button)]
    return [*([ui.Flow(*buttons, id="loose", gap=5)] if buttons else []), *rest]


def _sentence(label: str) -> str:
    """Return an offer's label without the unit's name, with a capital letter."""
    words = label.partition(": ")[2] or label
    return begin_sentence(words)


def _action_button(hand: OrderBuilder, action: UnitAction, actions: CardActions, title: str, id: str) -> ui.Widget:
    lit = hand.action
    chosen = lit is not None and (lit.verb, lit.actor, lit.label) == (action.verb, action.actor, action.label)
    if action.kind != "choice" or len(action.commands) == 1:
        anywhere = (
            action.kind == "place" and hand.session.system.nearest_command is not None
        )  # the offers are only examples
        count = "" if len(action.commands) == 1 or anywhere else f" · {len(action.commands)}"
        lit_words = trn(
            "{action}: {count} option, lit on the board. *{rule}*",
            "{action}: {count} options, lit on the board. *{rule}*",
            len(action.commands),
            action=ui.escape(action.label),
            rule=action.rule,
        )
        tip = (
            lit_words
            if action.kind != "choice"
            else tr("{action}. *{rule}*", action=ui.escape(action.label), rule=action.rule)
        )
        return ui.Button(f"{title}{count}", partial(actions.take, action), id, tooltip=tip, chosen=chosen)
    if (
        len(action.commands) > MOST_BUTTONS
        or sum(len(short_label(hand, command)) for command in action.commands) > MOST_LETTERS
    ):
        armed = hand.armed_command
        place = action.commands.index(armed) + 1 if armed in action.commands else 0
        options = ["choose …", *(short_label(hand, command) for command in action.commands)]

        def pick(number: int) -> None:
            if number:
                actions.arm(action.commands[number - 1])

        name = ui.Label(title, colour="ink_soft", size="small", align="centre", width=112)
        choice = ui.DropDown(options, place, pick, id, stretch=1)
        choice.label = title
        return ui.Row(name, choice)
    chips = []
    for number, command in enumerate(action.commands):
        on = hand.armed_command == command
        press = partial(actions.arm, command)
        chip = ui.Button(short_label(hand, command), press, f"{id}_{number}", size="small", chosen=on)
        chip.label = f"{title}: {chip.text}"
        chips.append(chip)
    name = ui.Label(title, colour="ink_soft", size="small")
    return ui.Column(name, ui.Flow(*chips, gap=4), gap=1)


def _unavailable_button(found: IllegalReason, book: Rulebook) -> ui.Button:
    reason = why_words(book, found.reasons) or tr("Unavailable now. {rule_link}", rule_link=rule_link(book, found.rule))
    return ui.Button(found.title, id=f"no_{found.verb}", enabled=False, reason=reason, size="small")


def _all_refused(refusals: tuple[IllegalReason, ...], book: Rulebook) -> ui.Button:
    """Return one grey button for everything that is not possible now."""
    lines = []
    for found in refusals:
        why = why_words(book, found.reasons[:1]) or rule_link(book, found.rule)
        lines.append(f"**{ui.escape(found.title)}**: {why}")
    return ui.Button(
        tr("Unavailable: {count}", count=len(refusals)),
        id="no_others",
        enabled=False,
        reason="\n".join(lines),
        size="small",
    )


def aim_card(
    hand: OrderBuilder,
    skin: Skin,
    book: Rulebook,
    odds_of: Callable[[Command], Odds],
    actions: CardActions,
    low: bool = False,
    where: Callable[[Place], tuple[float, float]] | None = None,
) -> ui.Panel | None:
    """Return the card of the selected order: term by term, with the distribution of its results; `low`: more compact.
    `where`: returns a place's screen point; with it a course is drawn.
    """
    command = hand.armed_command
    if command is None:
        return None
    sketch, found, throws = hand.sketch(command), odds_of(command), hand.seat.breakdowns(command)

    def chance(of: Command) -> str:
        """Return the chance of any success of a command as text; empty if it rolls no dice."""
        if hand.blind:
            return ""
        now = odds_of(of)
        hit = skin.success(now if len(now.chances) > 1 else hand.odds_later(of))
        return f"{100 * hit:.0f} %" if hit is not None else ""

    parts: list[ui.Widget] = []
    if where is not None and not sketch.target and len(sketch.path) > 1:
        parts.append(Course([where(place) for place in sketch.path]))
    if len(hand.candidates) > 1 and sketch.target:
        parts += _targets(hand, chance, actions)
    elif len(hand.candidates) > 1:
        words = tr(
            "Path {index} of {count}: R, Shift+wheel or the mouse changes it",
            index=hand.index + 1,
            count=len(hand.candidates),
        )
        parts.append(ui.Label(words, "ways", size="small", colour="gold"))
    if hand.blind:
        parts.append(ui.Label(tr("Odds are hidden until you answer."), "odds_hidden", size="small", colour="gold"))
        title = _sentence(sketch.label) or tr("Selected order")
        return ui.Panel(*parts, id="aim", title=title, gap=3, pad=(13, 9))
    chances, decided = found.chances, hand.forecast(command)
    parts += forecast_rows(decided, skin)
    if len(chances) > 1 and not decided:
        parts.append(odds_chart(found, skin, "odds"))
    how = how_exact(found)
    if len(chances) < 2:
        later = hand.odds_later(command)
        how = tr("The dice are rolled later.") if throws else ""
        if later.chances:
            parts += [ui.Label(tr(LATER), "odds_later", size="small", colour="gold"), odds_chart(later, skin, "odds")]
            how = how_exact(later)
    if not sketch.target and hand.action_kind == "place":
        parts += exchange_rows(hand, command, skin)
    parts += sum_rows(throws, book, low)
    foot = "" if throws else rule_link(book, sketch.rule)
    if foot or how:
        left = ui.RichText(foot, size="small", align="centre")
        parts.append(ui.Row(left, ui.Spacer(), ui.Label(how, "odds_how", size="small", colour="ink_faint", wrap=False)))
    listed = len(hand.candidates) > 1 and bool(sketch.target) and hand.action is not None
    title = _sentence(sketch.label) or tr("Selected order")
    if hand.action is not None and (listed or (low and len(title) > LONG_ORDER)):
        title = hand.action.title
    return ui.Panel(*parts, id="aim", title=title, gap=1 if low else 3, pad=(13, 7 if low else 9))


def odds_chart(found: Odds, skin: Skin, id: str) -> ui.BarChart:
    """Return a distribution as bars, in the order and colours of the skin."""
    order = list(skin.outcomes)
    ranked = sorted(found.chances, key=lambda c: (order.index(c.label) if c.label in order else len(order), c.label))
    tones = [skin.outcomes.get(c.label, TONE_ORDER[min(n, 2)]) for n, c in enumerate(ranked)]
    return ui.BarChart([ui.Bar(c.label, c.probability, tone) for c, tone in zip(ranked, tones, strict=True)], id)


def how_exact(found: Odds) -> str:
    """Return whether odds are exact or sampled, and the error of sampled ones."""
    if found.exact:
        return tr("exact odds")
    margin = max((chance.margin for chance in found.chances), default=0.0)
    return tr("about, ± {words} %", words=max(1, round(100 * margin)))


def commit_bar(
    hand: OrderBuilder,
    actions: CardActions,
    proposal: str = "",
    words: str = "",
    buttons: tuple[ui.Button, ...] | None = None,
) -> ui.Widget | None:
    """Return the buttons that confirm or cancel the selected order; always visible. `proposal`: markup saying who
    proposes it and why. `words` and `buttons` (cancel, give) are for an order that belongs to no counter.
    """
    if hand.armed_command is not None:
        words = hand.label(hand.armed_command)
        tip = tr("*Enter*, or click the same place again")
        buttons = (
            ui.Button(tr("Cancel"), actions.cancel, "aim_cancel", style="quiet", align="centre", tooltip=tr("*Esc*")),
            ui.Button(tr("Confirm"), actions.give, "aim_give", style="primary", align="centre", tooltip=tip),
        )
    if buttons is None:
        return None
    others = actions.together() if hand.armed_command is not None else ()
    if others:
        buttons = (buttons[0], _all_button(hand, 1 + len(others), actions), buttons[1])
    for button in buttons:
        button.guarded, button.meaning = True, hand.armed_command
    why = [ui.RichText(proposal, "advice_words", size="small")] if proposal else []
    bar = ui.Panel(
        *why, ui.Label(words, "armed", role="bold"), ui.Row(ui.Spacer(), *buttons, gap=8), gap=4, pad=(13, 6)
    )
    bar.label = tr("Selected order")
    return bar


def _all_button(hand: OrderBuilder, count: int, actions: CardActions) -> ui.Button:
    """Return the button that gives the selected order to a whole division or battery."""
    assert hand.armed_command is not None
    aimed = hand.session.system.names(hand.session.state).get(target_of(hand.armed_command), "")
    words = tr("All {count} at {target}", count=count, target=aimed)
    tip = tr("Give this order to every unit that can do the same. *Shift+Enter*")
    return ui.Button(words, actions.give_all, "aim_all", align="centre", tooltip=tip)


def _targets(hand: OrderBuilder, chance: Callable[[Command], str], actions: CardActions) -> list[ui.Widget]:
    """Return the possible targets in one counter, each with its chance, and which one is chosen."""
    names = [hand.label(command).split() for command in hand.candidates]
    shared = 0
    while all(len(words) > shared + 1 and words[shared] == names[0][shared] for words in names):
        shared += 1
    rows = [(" ".join(words[shared:]), chance(c)) for words, c in zip(names, hand.candidates, strict=True)]
    tall = 10 + 27 * min(4, len(rows))
    table = ui.Table([ui.Heading("", 4), ui.Heading("", 1, True)], rows, "which", height=tall)
    table.row = table_at = hand.index % len(rows)
    table.label = tr("Choose one")
    table.on_choose = lambda row: actions.cycle(row - table_at)
    words = tr(
        "{rows}, {table_at} of {count}: click or R for the next",
        rows=rows[table_at][0],
        table_at=table_at + 1,
        count=len(rows),
    )
    return [ui.Label(words, "ways", size="small", colour="gold"), table]
