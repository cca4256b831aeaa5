"""The four pages beside the board of the battle builder: the roster, one force, the battle as a whole, trying it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Protocol

from game.app import App
from game.hud.builder_pane import BuilderPane, DragList
from game.hud.ship_card import card
from game.library import map_files
from game.scenes import start
from game.ui import widgets as ui
from game.workshop import forming
from game.workshop.draft import DRAFTS
from game.workshop.position import Trait, beginning, begun_in, read_value, traits_of, with_trait
from game.workshop.shelf import copy_map
from game.workshop.skirmish import Levelling, Lot, level, share
from game.workshop.trial import GAMES, Trial
from rules.kernel.datafile import DataError, Problem
from rules.kernel.flow import GameState
from rules.kernel.scenario import Force, MapSheet, Scenario
from rules.kernel.storage import NotSaved
from rules.kernel.system import System
from rules.kernel.view import Place
from rules.kernel.workbench import TABLE, Stock, Workbench

ROWS = 240.0  # units of height of the roster's list
QUICK, LEVELLING = "greedy", 20
HANDICAPS = 400


def field(label: str, widget: ui.Widget, width: float = 92) -> ui.Widget:
    """A line of a page."""
    return ui.labelled(ui.Label(label, size="small"), widget, width)


def choice(
    id: str, values: Sequence[str], words: Sequence[str], now: str, chosen: Callable[[str], None]
) -> ui.DropDown:
    """A drop-down of values told in words; one that is not among them is shown as it is."""
    found = list(values) if now in values else [now, *values]
    told = list(words) if now in values else [f"{now} ?", *words]
    return ui.DropDown(told, found.index(now), lambda index: chosen(found[index]), id)


class Desk(Protocol):
    """What a page asks of the builder."""

    app: App
    system: System
    bench: Workbench
    stocks: dict[str, Stock]
    pane: BuilderPane
    sheet: MapSheet | None
    chosen: str
    tab: int
    problems: tuple[Problem, ...]
    proven: bool
    trial: Trial | None
    levelling: Levelling | None
    hurt: set[str]  # forces whose wounds are open on their page
    search: str  # what is looked for in the roster

    @property
    def scenario(self) -> Scenario:
        """The battle as it is drawn now."""

    def change(self, scenario: Scenario, *, fill: bool = True) -> None:
        """Another state of the battle."""

    def fill(self) -> None:
        """The page anew."""

    def add(self, key: str, place: Place | None, *, join: bool = False) -> None:
        """One of the roster on the board."""

    def drop_stock(self, key: str, pos: ui.Pos) -> None:
        """One of the roster let go over the board."""

    def turn(self, steps: int) -> bool:
        """Turn the chosen force."""

    def remove(self) -> None:
        """Take the chosen force off."""

    def prove(self) -> None:
        """Through the one door, now."""

    def state(self) -> GameState | None:
        """The first position; None where it cannot be played."""

    def next_lot(self) -> int:
        """The number of the next skirmish."""


class Tab:
    """What a page needs of the screen."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.bench = desk, desk.bench

    @property
    def scenario(self) -> Scenario:
        """The battle as it is drawn now."""
        return self.desk.scenario

    def widgets(self) -> list[ui.Widget]:
        """What stands on the page."""
        raise NotImplementedError

    def set(self, **fields: object) -> None:
        """Change fields of the battle."""
        self.desk.change(self.scenario.but(**fields))

    def type(self, **fields: object) -> None:
        """Change fields while they are typed: the page stays as it is."""
        self.desk.change(self.scenario.but(**fields), fill=False)


class RosterTab(Tab):
    """Who may be had: searched, dragged onto the board, or put at a post."""

    def widgets(self) -> list[ui.Widget]:
        """A field to search, the list, a line about what is chosen."""
        self.field = ui.TextInput(self.desk.search, "roster_search", hint="name, class, type", on_change=self.find)
        self.list = DragList([], "roster", on_choose=self.about, on_open=self.put, empty="Nobody.", height=ROWS)
        self.list.on_drag, self.list.on_drop = self.desk.pane.hover_at, self.drop
        self.words = ui.Label("Drag a row onto the board, or press Enter on it.", "roster_words", size="small")
        add = ui.Button("Put at its post", self.put, "roster_add", size="small", tooltip="*Enter*")
        join = ui.Button("Into the chosen force", self.join, "roster_join", size="small")
        row = ui.Flow(add, join, gap=6) if not self.bench.each else ui.Flow(add, gap=6)
        self.find(self.desk.search)
        year = self.scenario.date[:4]
        return [
            self.field,
            self.list,
            self.words,
            row,
            ui.Label(f"As of {year}.", size="small", colour="ink_faint"),
        ] + [
            ui.Label(words, f"points_{number}", role="bold", size="small")
            for number, words in enumerate(self._points())
        ]

    def _points(self) -> Iterator[str]:
        """What stands on each side, in ships or units and points."""
        by_kind = {stock.kind or stock.name: stock.points for stock in self.desk.stocks.values()}
        for side in self.scenario.sides:
            mine = [unit for force, unit in forming.units_of(self.scenario) if force.side == side.key]
            points = sum(by_kind.get(unit.kind or unit.name, 0) for unit in mine)
            yield f"{side.name}: {len(mine)}, {points:,} points"

    def find(self, text: str) -> None:
        """Those that fit all the words."""
        self.desk.search = text
        near = text.casefold().strip()
        self.found = sorted(
            self._fitting(near.split()), key=lambda one: bool(near) and not one.name.casefold().startswith(near)
        )
        self.list.set_items([f"{stock.type:4} {stock.name}  ·  {stock.points}" for stock in self.found])

    def _fitting(self, words: list[str]) -> Iterator[Stock]:
        year = int(self.scenario.date[:4]) if self.scenario.date[:4].isdecimal() else 0
        sides = [side.key for side in self.scenario.sides]
        there = {unit.name for _, unit in forming.units_of(self.scenario)}
        stocks = sorted(
            self.desk.stocks.values(), key=lambda one: sides.index(one.nation) if one.nation in sides else 9
        )
        for stock in stocks:
            told = f"{stock.name} {stock.type} {stock.words} {stock.nation}".casefold()
            gone = stock.single and stock.name in there
            if (
                stock.nation in sides
                and not gone
                and stock.first <= year <= stock.last
                and all(w in told for w in words)
            ):
                yield stock

    def about(self, row: int) -> None:
        """A line about a row."""
        stock = self.found[row]
        self.words.set_text(f"{stock.words}; {stock.points} points")

    def put(self, row: int | None = None) -> None:
        """The chosen row, at the cursor or her side's post."""
        if 0 <= self.list.row < len(self.found):
            self.desk.add(self.found[self.list.row].key, None)

    def join(self) -> None:
        """The chosen row, into the chosen force."""
        if 0 <= self.list.row < len(self.found):
            self.desk.add(self.found[self.list.row].key, None, join=True)

    def drop(self, row: int, pos: ui.Pos) -> None:
        """A row was let go outside the list."""
        if row < len(self.found):
            self.desk.drop_stock(self.found[row].key, pos)


class ForceTab(Tab):
    """One force: name, facing, formation, speed, who is in it, and its card."""

    def widgets(self) -> list[ui.Widget]:
        """The fields its game knows, and no others."""
        force = forming.force_of(self.scenario, self.desk.chosen)
        if force is None:
            return [ui.Label("Choose a force: click it, or press Space.", "no_force", colour="ink_soft")]
        bench, rows = self.bench, list[ui.Widget]()
        name = ui.TextInput(force.name, "force_name", limit=60, on_change=lambda text: self._type(name=text or "?"))
        rows.append(field("Name", name))
        forms = self._forms(force.units[0].kind) if force.units else bench.formations
        if len(forms) > 1:
            words = [form or "as usual" for form in forms]
            rows.append(
                field("Formation", choice("formation", forms, words, force.formation, lambda v: self._set(formation=v)))
            )
        if bench.speeds:
            values = [str(speed) for speed in bench.speeds]
            speed = choice("speed", values, values, str(force.speed), lambda v: self._set(speed=int(v)))
            rows.append(field(f"Speed, {bench.speed_words}", speed))
        if bench.facings or bench.place == TABLE:
            turn = ui.Row(
                ui.Button("⟲", partial(self._turn, -1), "turn_left", size="small", tooltip="*Shift+R*"),
                ui.Label(force.facing or "-", "facing", align="centre", stretch=1, text_align="centre"),
                ui.Button("⟳", partial(self._turn, 1), "turn_right", size="small", tooltip="*R*"),
                gap=6,
            )
            rows.append(field("Facing", turn))
        sides = [side.key for side in self.scenario.sides]
        rows.append(field("Side", choice("side", sides, [s.name for s in self.scenario.sides], force.side, self._side)))
        for number, unit in enumerate(force.units):
            away = ui.Button("✕", partial(self._away, number), f"unit_away_{number}", size="small", style="quiet")
            away.tooltip = f"Take {ui.escape(unit.name)} off"
            rows.append(ui.Row(ui.Label(unit.name, stretch=1, align="centre", min_width=60), away, gap=6))
        rows.append(ui.Button("Remove the force", self.desk.remove, "remove_force", size="small", tooltip="*Delete*"))
        shown = self._card(forming.piece_ids(bench, force)[0], force.side)
        return [*rows, *shown, *self._befallen(force)]

    def _befallen(self, force: Force) -> list[ui.Widget]:
        """What has befallen it before the battle begins: a position for teaching."""
        if self.desk.chosen not in self.desk.hurt:
            button = ui.Button("What has befallen it …", self._open, "befallen", size="small", style="quiet")
            button.tooltip = "Damage, fires, ammunition: for a lesson or a puzzle"
            return [button]
        state = self.desk.state()
        if state is None:
            return [ui.Label("First it must be able to be played.", size="small", colour="ink_faint")]
        ids = dict.fromkeys((force.id, *forming.piece_ids(self.bench, force), *map(forming.ship_id, names(force))))
        parts: list[ui.Widget] = [ui.Rule(), ui.Label("What has befallen it", role="title")]
        last = ""
        for trait in traits_of(state, tuple(ids)):
            if trait.id != last:
                parts.append(ui.Label(trait.id, role="bold", size="small"))
                last = trait.id
            parts.append(self._trait(trait))
        return parts

    def _trait(self, trait: Trait) -> ui.Widget:
        name, id = trait.field.replace("_", " "), f"trait_{trait.id}_{trait.field}"
        if isinstance(trait.value, bool):
            return ui.Toggle(name, trait.value, lambda on: self._befall(trait, on), id)
        text = ui.TextInput(str(trait.value), id, limit=24, on_submit=lambda said: self._said(trait, said))
        return field(name, text)

    def _said(self, trait: Trait, said: str) -> None:
        value = read_value(said, trait.value)
        if value is not None:
            self._befall(trait, value)

    def _befall(self, trait: Trait, value: int | bool | str) -> None:
        self.desk.change(with_trait(self.scenario, trait, value))
        self.desk.prove()
        self.desk.fill()

    def _open(self) -> None:
        self.desk.hurt.add(self.desk.chosen)
        self.desk.fill()

    def _card(self, piece: str, side: str) -> list[ui.Widget]:
        """Its card as in play, once the battle can be played."""
        if not self.desk.proven or self.desk.problems:
            return []
        try:
            panels = self.desk.system.panels(self.desk.state(), "", piece)
        except Exception:  # the door was passed a moment ago: a map may have changed since
            return []
        nation = next((note.nation for note in self.scenario.sides if note.key == side), "")
        shown = next((panel for panel in (*panels[1:], *panels) if panel.kind in ("card", "boxes")), None)
        return [ui.Rule(), *card(shown.but(notes=()), nation)] if shown is not None else []

    def _forms(self, kind: str) -> tuple[str, ...]:
        stock = self.desk.stocks.get(kind)
        return stock.forms if stock is not None and stock.forms else self.bench.formations

    def _turn(self, steps: int) -> None:
        self.desk.turn(steps)

    def _set(self, **fields: object) -> None:
        self.desk.change(forming.with_force(self.scenario, self.desk.chosen, **fields))

    def _type(self, **fields: object) -> None:
        self.desk.change(forming.with_force(self.scenario, self.desk.chosen, **fields), fill=False)

    def _side(self, side: str) -> None:
        changed = forming.with_force(self.scenario, self.desk.chosen, side=side)
        self.desk.change(forming.settled(changed, self.bench))

    def _away(self, number: int) -> None:
        self.desk.change(forming.without_unit(self.scenario, self.bench, self.desk.chosen, number))


class BattleTab(Tab):
    """The battle as a whole: title, day, map, sides, conditions, victory, options, and what is wrong with it."""

    def widgets(self) -> list[ui.Widget]:
        """What may be set, and every reason why it cannot be played yet."""
        s = self.scenario
        parts: list[ui.Widget] = [
            field(
                "Title", ui.TextInput(s.title, "title", limit=80, on_change=lambda text: self.type(title=text or "?"))
            ),
            field("Day", ui.TextInput(s.date, "date", limit=10, on_change=lambda text: self.type(date=text))),
            field("Hour", ui.TextInput(s.clock, "clock", limit=5, on_change=lambda text: self.type(clock=text))),
            field(
                "Turns",
                choice("turns", _numbers(4, 41), _numbers(4, 41), str(s.turns), lambda v: self.set(turns=int(v))),
            ),
        ]
        if self.bench.map:
            parts += self._maps()
        parts += self._sides()
        for rule in self.bench.conditions:
            for key, label in self._keys(rule.key, rule.label):
                now = s.conditions.get(key, "")
                put = partial(self._condition, key)
                parts.append(
                    field(label, choice(f"cond_{key}", list(rule.values), list(rule.values.values()), now, put))
                )
        for special in self.bench.specials:
            for side in s.sides:
                now = next((str(n) for what, who, n in s.special if (what, who) == (special.key, side.key)), "")
                values = [str(value) for value in special.values]
                put = partial(self._special, special.key, side.key)
                parts.append(field(f"{special.label}, {side.name}", choice(f"sp_{side.key}", values, values, now, put)))
        parts.append(
            field(
                "In a line", ui.TextInput(s.summary, "summary", on_change=lambda text: self.type(summary=text or "?"))
            )
        )
        parts += [self._phase(), ui.Label("Rules in play", role="title"), *self._options()]
        return [*self._problems(), *parts]

    def _problems(self) -> list[ui.Widget]:
        return [
            ui.Label(": ".join(filter(None, (one.field, one.message))), size="small", colour="bad")
            for one in self.desk.problems
        ]

    def _phase(self) -> ui.Widget:
        system = self.desk.system
        values = [str(number) for number in range(len(system.sequence))]
        words = ["as usual", *(phase.title for phase in system.sequence[1:])]
        return field("Begins in", choice("begins_in", values, words, str(beginning(self.scenario)), self._begin_in))

    def _begin_in(self, phase: str) -> None:
        self.desk.change(begun_in(self.scenario, self.desk.system, int(phase)))

    def _maps(self) -> list[ui.Widget]:
        system, own = self.desk.system.key, self.desk.app.folders.own
        names = list(dict.fromkeys(path.stem for path in (*map_files(system), *map_files(system, own))))
        words = (
            f"**Another coast?** *Copy for Tiled* puts this map under a new name into {ui.escape(str(own / system))}. "
            "Draw in it with Tiled (mapeditor.org), save, and choose it here; what it cannot carry is told below."
        )
        copy = ui.Button("Copy for Tiled", self._copy, "copy_map", size="small")
        return [
            field("Map", choice("map", names, names, self.scenario.map, lambda name: self.set(map=name))),
            ui.RichText(words, "coast_words", size="small", colour="ink_soft"),
            copy,
        ]

    def _copy(self) -> None:
        app, system = self.desk.app, self.desk.system.key
        shipped = {path.stem: path for path in (*map_files(system, app.folders.own), *map_files(system))}
        source = shipped.get(self.scenario.map)
        if source is None:
            return
        number = next(n for n in range(1, 1000) if f"my_{source.stem}_{n}" not in shipped)
        try:
            made = copy_map(source, app.folders.own / system, f"my_{source.stem}_{number}")
        except (NotSaved, DataError) as error:
            start.tell(app, "The map was not copied", ui.escape(str(error)), "map_error")
            return
        self.set(map=made.stem)
        start.tell(
            app, "A map of your own", ui.escape(f"Open {made} in Tiled. It is this battle's map now."), "map_copied"
        )

    def _sides(self) -> list[ui.Widget]:
        s, flags = self.scenario, self.bench.flags
        parts: list[ui.Widget] = []
        for number, side in enumerate(s.sides):
            label = "First side" if number == 0 else "Other side"
            others = [key for key in flags if key != s.sides[1 - number].key]
            if not self.bench.fixed_sides:
                names = [flags[key].name for key in others]
                parts.append(
                    field(label, choice(f"flag_{number}", others, names, side.key, partial(self._flag, number)))
                )
            values = [str(n) for n in range(0, 41)]
            box = choice(f"hand_{number}", values, values, str(side.handicap), partial(self._handicap, number))
            parts.append(field(f"Handicap, {side.name}", box))
        swap = ui.Button("Change who comes first", self._swap, "swap_sides", size="small")
        swap.tooltip = "The first side moves first where the game's dice do not say otherwise"
        return [*parts, swap]

    def _swap(self) -> None:
        first, second = self.scenario.sides
        self.set(sides=(second, first))

    def _flag(self, number: int, key: str) -> None:
        keys = [side.key for side in self.scenario.sides]
        keys[number] = key
        self.desk.change(forming.with_sides(self.scenario, self.bench, (keys[0], keys[1])))

    def _handicap(self, number: int, value: str) -> None:
        sides = list(self.scenario.sides)
        sides[number] = sides[number].but(handicap=int(value))
        self.set(sides=tuple(sides))

    def _keys(self, key: str, label: str) -> list[tuple[str, str]]:
        if "{side}" not in key:
            return [(key, label)]
        return [(key.format(side=side.key), f"{label}, {side.name}") for side in self.scenario.sides]

    def _condition(self, key: str, value: str) -> None:
        self.set(conditions={**self.scenario.conditions, key: value})

    def _special(self, key: str, side: str, value: str) -> None:
        lines = [line for line in self.scenario.special if line[:2] != (key, side)]
        self.set(special=(*lines, (key, side, int(value))))

    def _options(self) -> list[ui.Widget]:
        book = self.desk.system.rulebook
        now = {key: self.scenario.options.get(key, option.default) for key, option in book.options.items()}
        return [
            ui.Toggle(option.title, now[key], partial(self._option, key), f"option_{key}")
            for key, option in book.options.items()
        ]

    def _option(self, key: str, on: bool) -> None:
        usual = self.desk.system.rulebook.options[key].default
        kept = {name: value for name, value in self.scenario.options.items() if name != key}
        self.type(options={**kept, **({key: on} if on != usual else {})})


class TrialTab(Tab):
    """Forty games between captains in the background; a fair skirmish by one button."""

    def widgets(self) -> list[ui.Widget]:
        """What is known so far, and what can be begun."""
        trial = self.desk.trial
        parts: list[ui.Widget] = [ui.Label("Try it", role="title")]
        words = f"{GAMES} games between captains, in the background. You may go on drawing."
        parts.append(ui.Label(words, size="small", colour="ink_soft"))
        if trial is not None:
            done = len(trial.results) + len(trial.errors)
            parts.append(ui.ProgressBar(done / trial.games, "trial_bar"))
            parts += [ui.Label(line, f"trial_{n}", size="small") for n, line in enumerate(trial.lines())]
        if trial is not None and trial.running:
            parts.append(ui.Button("Stop", self.stop, "trial_stop", size="small"))
        else:
            ready = self.desk.proven and not self.desk.problems
            test = ui.Button(f"Test it: {GAMES} games", self.test, "trial_start", size="small")
            test.set_enabled(ready, "It cannot be played yet.")
            parts.append(test)
            if trial is not None and trial.results:
                won = share(trial.scenario, trial.results)
                even = ui.Button("Make it even", self.even, "trial_even", size="small")
                even.tooltip = "A handicap that would have made these games even"
                even.set_enabled(not self.bench.specials, "This game has no handicap; give the weaker side more units.")
                parts.append(ui.Row(even, ui.Label(f"{won} : {100 - won}", align="centre"), gap=8))
        parts += [ui.Rule(), ui.Label("A fair skirmish", role="title"), *self._skirmish()]
        return parts

    def test(self) -> None:
        """Begin the games."""
        self._begin(GAMES, "captain")

    def _begin(self, games: int, player: str) -> None:
        try:
            self.desk.trial = Trial(self.scenario, self.desk.app.folders.own / DRAFTS, games, player)
        except (NotSaved, OSError) as error:
            start.tell(self.desk.app, "It cannot be tried", ui.escape(str(error)), "trial_error")
        self.desk.fill()

    def stop(self) -> None:
        """No more games."""
        if self.desk.trial is not None:
            self.desk.trial.stop()
            self.desk.fill()

    def even(self) -> None:
        """Level the battle by the games that were played."""
        trial = self.desk.trial
        if trial is not None:
            levelled = level(trial.scenario, trial.results)
            self.desk.change(self.scenario.but(sides=levelled.sides))

    def _skirmish(self) -> list[ui.Widget]:
        words = "Two forces drawn by lot from the rosters of a year, for the same points; then tried and made even."
        buttons: list[ui.Widget] = [
            ui.Button("Surprise me", partial(self.lot, 0), "lot_0", style="primary", size="small")
        ]
        for name, budget in zip(("small", "middling", "large"), self.bench.budget, strict=False):
            buttons.append(
                ui.Button(f"{name}: {budget:,} points", partial(self.lot, budget), f"lot_{name}", size="small")
            )
        return [ui.Label(words, size="small", colour="ink_soft"), ui.Flow(*buttons, gap=6)]

    def lot(self, budget: int) -> None:
        """Draw a skirmish, put it on the board, and try it; undo brings back what was there."""
        desk = self.desk
        self.stop()
        sheet = desk.app.shelves.sheet(desk.system.key, self.bench.map)
        desk.levelling = Levelling(desk.system, sheet, Lot(desk.next_lot(), budget))
        desk.change(desk.levelling.best)
        desk.prove()
        if not desk.problems:
            self._begin(LEVELLING, QUICK)


def names(force: Force) -> list[str]:
    """The names of a force's units."""
    return [unit.name for unit in force.units]


def _numbers(first: int, last: int) -> list[str]:
    return [str(number) for number in range(first, last)]
