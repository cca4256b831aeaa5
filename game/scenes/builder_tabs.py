"""Two pages beside the board of the battle builder: the roster, and one force."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.hud.builder_pane import DragList
from game.hud.ship_card import card
from game.scenes.builder_desk import Tab, choice, field
from game.scenes.builder_hand import problem_text
from game.ui import widgets as ui
from game.words import tr
from game.workshop import scenario_edits
from game.workshop.designs import design_problems
from game.workshop.map_objects import with_mark
from game.workshop.position_editor import Trait, boxes_text, read_boxes, read_value, set_to, traits_of, with_trait
from rules.kernel.datafile import DataError
from rules.kernel.editor_schema import TABLE, VALUE, CatalogueEntry
from rules.kernel.flow import GameState
from rules.kernel.scenario import Force, Unit
from rules.kernel.scenario_opening import start as started

ROWS = 240.0  # unscaled height of the roster's list


class RosterTab(Tab):
    """The roster: search, drag onto the board, or place by button."""

    def widgets(self) -> list[ui.Widget]:
        """Return a search field, the list, and a line about the selected row."""
        self.field = ui.TextInput(self.desk.search, "roster_search", hint=tr("name, class, type"), on_change=self.find)
        self.list = DragList(
            [], "roster", on_choose=self.show_row_info, on_open=self.put, empty=tr("None."), height=ROWS
        )
        self.list.label = tr("Roster")
        self.list.on_drag, self.list.on_drop = self.carry, self.drop
        self.words = ui.Label(tr("Drag a row onto the board, or press Enter."), "roster_words", size="small")
        add = ui.Button(tr("Place on map"), self.put, "roster_add", size="small", tooltip=tr("*Enter*"))
        join = ui.Button(tr("Add to selected force"), self.join, "roster_join", size="small")
        row = ui.Flow(add, join, gap=6) if not self.bench.each else ui.Flow(add, gap=6)
        self.find(self.desk.search)
        if self.desk.search and not self.found:
            self.field.set_text("")  # the ship that was searched for is on the board now
            self.find("")
        year = self.scenario.date[:4]
        return (
            [
                self.field,
                self.list,
                self.words,
                row,
                ui.Label(tr("As of {year}.", year=year), size="small", colour="ink_faint"),
            ]
            + [
                ui.Label(words, f"points_{number}", role="bold", size="small")
                for number, words in enumerate(self._points())
            ]
            + [
                ui.Label(tr("Not in the roster: {why}", why=why), f"unfit_{number}", size="small", colour="bad")
                for number, why in enumerate(
                    design_problems(self.desk.app.folders.own, self.desk.system, self.desk.options())
                )
            ]
        )

    def _points(self) -> Iterator[str]:
        """Yield the number of ships or units and the points of each side."""
        by_kind = {stock.kind or stock.name: stock.points for stock in self.desk.stocks.values()}
        for side in self.scenario.sides:
            mine = [unit for force, unit in scenario_edits.units_of(self.scenario) if force.side == side.key]
            points = sum(by_kind.get(unit.kind or unit.name, 0) for unit in mine)
            yield tr("{side}: {count}, {points} points", side=side.name, count=len(mine), points=f"{points:,}")

    def find(self, text: str) -> None:
        """List the units that match all the words."""
        self.desk.search = text
        near = text.casefold().strip()
        self.found = sorted(
            self._fitting(near.split()), key=lambda one: bool(near) and not one.name.casefold().startswith(near)
        )
        self.list.set_items([f"{stock.type:4} {stock.name}  ·  {stock.points}" for stock in self.found])

    def _fitting(self, words: list[str]) -> Iterator[CatalogueEntry]:
        year = int(self.scenario.date[:4]) if self.scenario.date[:4].isdecimal() else 0
        sides = [side.key for side in self.scenario.sides]
        there = {unit.name for _, unit in scenario_edits.units_of(self.scenario)}
        stocks = sorted(
            self.desk.stocks.values(), key=lambda one: sides.index(one.nation) if one.nation in sides else 9
        )
        for stock in stocks:
            text = f"{stock.name} {stock.type} {stock.words} {stock.nation}".casefold()
            gone = stock.single and stock.name in there
            if (
                stock.nation in sides
                and not gone
                and stock.first <= year <= stock.last
                and all(w in text for w in words)
            ):
                yield stock

    def show_row_info(self, row: int) -> None:
        """Show a line about a row."""
        stock = self.found[row]
        self.words.set_text(tr("{stock}; {points} points", stock=stock.words, points=stock.points))

    def put(self, row: int | None = None) -> None:
        """Place the chosen row at the cursor or its side's usual place."""
        if 0 <= self.list.row < len(self.found):
            self.desk.add(self.found[self.list.row].key, None)

    def join(self) -> None:
        """Add the chosen row to the chosen force."""
        if 0 <= self.list.row < len(self.found):
            self.desk.add(self.found[self.list.row].key, None, join=True)

    def carry(self, row: int, pos: ui.Pos) -> None:
        """Drag a row outside the list."""
        if row < len(self.found):
            self.desk.carry_stock(self.found[row].key, pos)

    def drop(self, row: int, pos: ui.Pos) -> None:
        """Drop a row outside the list."""
        if row < len(self.found):
            self.desk.drop_stock(self.found[row].key, pos)


class ForceTab(Tab):
    """One force: name, facing, formation, speed, members, and card."""

    shown: ui.Column | None = None  # the card of the selected force

    def widgets(self) -> list[ui.Widget]:
        """Return the fields that its game supports."""
        force = scenario_edits.force_of(self.scenario, self.desk.chosen)
        if force is None:
            return [ui.Label(tr("Select a force: click it or press Space."), "no_force", colour="ink_soft")]
        bench, rows = self.bench, list[ui.Widget]()
        name = ui.TextInput(force.name, "force_name", limit=60, on_change=lambda text: self._type(name=text or "?"))
        rows.append(field(tr("Name"), name))
        forms = self._forms(force.units[0].kind) if force.units else bench.formations
        if len(forms) > 1:
            words = [form or tr("standard") for form in forms]
            rows.append(
                field(
                    tr("Formation"),
                    choice("formation", forms, words, force.formation, lambda v: self._set(formation=v)),
                )
            )
        if bench.speeds:
            values = [str(speed) for speed in bench.speeds]
            speed = choice("speed", values, values, str(force.speed), lambda v: self._set(speed=int(v)))
            rows.append(field(tr("Speed, {speed_words}", speed_words=bench.speed_words), speed))
        if bench.facings or bench.place == TABLE:
            turn = ui.Row(
                ui.Button(
                    "⟲", partial(self._turn, -1), "turn_left", name=tr("Turn left"), size="small", tooltip="*Shift+R*"
                ),
                ui.Label(force.facing or "-", "facing", align="centre", stretch=1, text_align="centre"),
                ui.Button(
                    "⟳", partial(self._turn, 1), "turn_right", name=tr("Turn right"), size="small", tooltip="*R*"
                ),
                gap=6,
            )  # fmt: skip
            turn.tooltip = tr("Or drag the handle in front of the counter")
            rows.append(field(tr("Facing"), turn))
        sides = [side.key for side in self.scenario.sides]
        rows.append(
            field(tr("Side"), choice("side", sides, [s.name for s in self.scenario.sides], force.side, self._side))
        )
        for trait, info in self.bench.traits.items():
            rows.append(ui.Toggle(info, trait in force.traits, partial(self._mark, trait), f"mark_{trait}"))
        for number, unit in enumerate(force.units):
            away = ui.Button("✕", partial(self._away, number), f"unit_away_{number}", size="small", style="quiet")
            away.tooltip = tr("Remove {unit}", unit=ui.escape(unit.name))
            away.label = tr("Remove {unit}", unit=unit.name)
            rows.append(ui.Row(ui.Label(unit.name, stretch=1, align="centre", min_width=60), away, gap=6))
            rows += self._values(number, unit)
        more = ui.Button(tr("Duplicate"), self.desk.another, "another", size="small", tooltip="*D*")
        away = ui.Button(tr("Remove force"), self.desk.remove, "remove_force", size="small", tooltip=tr("*Delete*"))
        rows.append(ui.Flow(more, away, gap=6))
        self.shown = ui.Column(*self._card(force), gap=8)
        return [*rows, self.shown, *self._start_conditions(force)]

    def show_problems(self) -> None:
        """Show the card again, which was hidden while the battle changed."""
        force = scenario_edits.force_of(self.scenario, self.desk.chosen)
        if force is not None and self.shown is not None:
            self.shown.clear()
            self.shown.add(*self._card(force))
            self.shown.relayout()

    def _values(self, number: int, unit: Unit) -> Iterator[ui.Widget]:
        """Yield the card values that a battle may change, each with its standard value."""
        stock = self._stock(unit.kind)
        known = self.bench.changes if stock is None or not stock.values else stock.values
        for key, (words, form) in self.bench.favour_words.items():
            usual = known.get(key)
            ends = self.bench.favour[key]
            if usual is None or not min(ends) <= usual <= max(ends):
                continue
            values = [str(value) for value in range(min(ends), max(ends) + 1)]
            lines = [form.replace(VALUE, value) for value in values]
            lines[values.index(str(usual))] += tr(", standard")
            now, done = str(unit.changes.get(key, usual)), partial(self._value, number, key, usual)
            yield field(words, choice(f"value_{number}_{key}", values, lines, now, done))

    def _value(self, number: int, key: str, usual: int, entered: str) -> None:
        value = None if int(entered) == usual and key not in self.bench.changes else int(entered)
        self.desk.change(scenario_edits.with_value(self.scenario, self.desk.chosen, number, key, value))

    def _start_conditions(self, force: Force) -> list[ui.Widget]:
        """Return the fields for the start condition of a force: a position for teaching."""
        if self.desk.chosen not in self.desk.hurt:
            button = ui.Button(tr("Start condition …"), self._open, "start_condition", size="small", style="quiet")
            button.tooltip = tr("Damage, fires and ammunition, for a lesson or a puzzle")
            return [button]
        state = self.desk.state() or self._unhurt()
        if state is None:
            return [ui.Label(tr("Make the battle ready to play first."), size="small", colour="ink_faint")]
        ids = dict.fromkeys(
            (force.id, *scenario_edits.piece_ids(self.bench, force), *map(scenario_edits.ship_id, names(force)))
        )
        parts: list[ui.Widget] = [ui.Rule(), ui.Label(tr("Start condition"), role="title")]
        parts += [ui.Label(problem_text(one), size="small", colour="bad") for one in self.desk.problems]
        last, called = "", self.desk.system.names(state)
        for trait in traits_of(state, tuple(ids)):
            if trait.field not in self.bench.wounds:
                continue
            if trait.id != last:
                parts.append(ui.Label(called.get(trait.id, trait.id), role="bold", size="small"))
                last = trait.id
            parts.append(self._trait(set_to(self.scenario, trait)))
        return parts

    def _unhurt(self) -> GameState | None:
        """Return the start position without start conditions, so that wrong ones can be corrected; None if invalid."""
        desk = self.desk
        try:
            found: GameState = started(desk.system, self.scenario.but(position=()), desk.sheet, desk.options())
        except DataError:
            return None
        return found

    def _trait(self, trait: Trait) -> ui.Widget:
        name, id = self.bench.wounds[trait.field], f"trait_{trait.id}_{trait.field}"
        if isinstance(trait.value, bool):
            return ui.Toggle(name, trait.value, lambda on: self._set_condition(trait, on), id)
        card = self.bench.boxes.get(trait.field)
        shown = boxes_text(trait.value, card[0]) if card and isinstance(trait.value, int) else str(trait.value)
        hint = tr("section/level, as 3/2 4/1") if card else ""
        typed, done = partial(self._on_text, trait), partial(self._submit_trait, trait)
        return field(name, ui.TextInput(shown, id, limit=90, hint=hint, on_change=typed, on_submit=done))

    def _read(self, trait: Trait, entered: str) -> int | bool | str | None:
        card = self.bench.boxes.get(trait.field)
        return read_boxes(entered, *card) if card else read_value(entered, trait.value)

    def _on_text(self, trait: Trait, entered: str) -> None:
        """Use a value while it is typed; it is checked after a pause, and problems are shown below the board."""
        value = self._read(trait, entered)
        if value is not None:
            self.desk.change(with_trait(self.scenario, trait, value), fill=False)
        else:
            name = self.bench.wounds[trait.field]
            self.desk.say(
                tr("{name}: {entered} is not a valid value; nothing changed.", name=name, entered=repr(entered)), "bad"
            )

    def _submit_trait(self, trait: Trait, entered: str) -> None:
        value = self._read(trait, entered)
        if value is not None:
            self._set_condition(trait, value)

    def _set_condition(self, trait: Trait, value: int | bool | str) -> None:
        self.desk.change(with_trait(self.scenario, trait, value))
        self.desk.check()
        self.desk.fill()

    def _open(self) -> None:
        self.desk.hurt.add(self.desk.chosen)
        self.desk.fill()

    def _card(self, force: Force) -> list[ui.Widget]:
        """Return its card as in play, once the battle is playable."""
        if not self.desk.checked or self.desk.problems:
            return []
        try:
            panels = self.desk.system.panels(self.desk.state(), "", scenario_edits.piece_ids(self.bench, force)[0])
        except Exception:  # it was playable a moment ago, but a map may have changed since
            return []
        nation = next((note.nation for note in self.scenario.sides if note.key == force.side), "")
        shown = next((panel for panel in (*panels[1:], *panels) if panel.kind in ("card", "boxes")), None)
        return [ui.Rule(), *card(shown.but(notes=()), nation)] if shown is not None else []

    def _forms(self, kind: str) -> tuple[str, ...]:
        stock = self._stock(kind)
        return stock.forms if stock is not None and stock.forms else self.bench.formations

    def _stock(self, kind: str) -> CatalogueEntry | None:
        """Return the roster entry of a kind; for a leader, of either side."""
        return next((one for one in self.desk.stocks.values() if kind and one.kind == kind), None)

    def _turn(self, steps: int) -> None:
        self.desk.turn(steps)

    def _set(self, **fields: object) -> None:
        self.desk.change(scenario_edits.with_force(self.scenario, self.desk.chosen, **fields))

    def _type(self, **fields: object) -> None:
        self.desk.change(scenario_edits.with_force(self.scenario, self.desk.chosen, **fields), fill=False)

    def _mark(self, trait: str, on: bool) -> None:
        self.desk.change(with_mark(self.scenario, self.desk.chosen, trait, on))

    def _side(self, side: str) -> None:
        changed = scenario_edits.with_force(self.scenario, self.desk.chosen, side=side)
        self.desk.change(scenario_edits.with_derived_fields(changed, self.bench, self.scenario))

    def _away(self, number: int) -> None:
        self.desk.change(scenario_edits.without_unit(self.scenario, self.bench, self.desk.chosen, number))


def names(force: Force) -> list[str]:
    """Return the names of a force's units."""
    return [unit.name for unit in force.units]
