"""Two pages beside the board of the battle builder: the battle as a whole, and its test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from game.library import map_files
from game.scenes import start
from game.scenes.builder_desk import Tab, choice, field, numbers
from game.scenes.builder_hand import problem_text
from game.ui import widgets as ui
from game.words import tr, tr_noop
from game.workshop import scenario_edits
from game.workshop.balancing import Balancer, HelpBalancer, balance_handicap, win_percent
from game.workshop.draft import DRAFTS
from game.workshop.map_objects import Placed, describe, things_of, without_thing
from game.workshop.playtest import GAMES, Playtest
from game.workshop.position_editor import begun_in, start_phase
from game.workshop.skirmish import DrawnForce, years_of
from game.workshop.user_files import copy_map
from rules.kernel.datafile import DataError
from rules.kernel.editor_schema import SIDE
from rules.kernel.storage import NotSaved

LEVELLER = "captain"
LINE = 90  # most characters of a condition that are shown
SIZES = (tr_noop("small"), tr_noop("medium"), tr_noop("large"))  # points of a skirmish


class BattleTab(Tab):
    """The battle as a whole: title, date, map, sides, conditions, victory, options and problems."""

    def widgets(self) -> list[ui.Widget]:
        """Return the settings, and every reason why the battle is not playable yet."""
        s = self.scenario
        parts: list[ui.Widget] = [
            field(
                tr("Title"),
                ui.TextInput(s.title, "title", limit=80, on_change=lambda text: self.type(title=text or "?")),
            ),
            field(tr("Day"), ui.TextInput(s.date, "date", limit=10, on_change=lambda text: self.type(date=text))),
            field(tr("Time"), ui.TextInput(s.clock, "clock", limit=5, on_change=lambda text: self.type(clock=text))),
            field(
                tr("Turns"),
                choice("turns", numbers(4, 41), numbers(4, 41), str(s.turns), lambda v: self.set(turns=int(v))),
            ),
        ]
        if self.bench.map:
            parts += self._maps()
        if self.bench.land:
            parts += self._lands()
        if self.bench.things:
            parts += self._things()
        parts += self._sides()
        if self.bench.later_words:
            parts.append(ui.RichText(ui.escape(self.bench.later_words), "later", size="small", colour="ink_soft"))
        for rule in self.bench.conditions:
            for key, label in self._keys(rule.key, rule.label):
                now = s.conditions.get(key, "")
                put = partial(self._condition, key)
                offered = {**rule.values, **({side.key: side.name for side in s.sides} if rule.of_sides else {})}
                parts.append(field(label, choice(f"cond_{key}", list(offered), list(offered.values()), now, put)))
        for special in self.bench.specials:
            for side in s.sides:
                now = next((str(n) for what, who, n in s.special if (what, who) == (special.key, side.key)), "")
                values = [str(value) for value in special.values]
                put = partial(self._special, special.key, side.key)
                parts.append(field(f"{special.label}, {side.name}", choice(f"sp_{side.key}", values, values, now, put)))
        parts.append(self._text_field(tr("Summary"), "summary", 160))
        parts += [self._text_field(tr("Briefing"), "briefing", 900), *self._briefs(), *self._further()]
        parts += [self._phase(), ui.Label(tr("Rules in play"), role="title"), *self._options()]
        return [*self._problems(), *parts]

    def _problems(self) -> list[ui.Widget]:
        return [ui.Label(problem_text(one), size="small", colour="bad") for one in self.desk.problems]

    def _text_field(self, label: str, name: str, limit: int) -> ui.Widget:
        def on_text(text: str) -> None:
            self.type(**{name: text or "?"})

        return field(label, ui.TextInput(getattr(self.scenario, name), name, limit=limit, on_change=on_text))

    def _briefs(self) -> Iterator[ui.Widget]:
        for number, side in enumerate(self.scenario.sides):
            put = partial(self._brief, number)
            yield field(
                tr("Give to {side}", side=side.name),
                ui.TextInput(side.brief, f"brief_{number}", limit=400, on_change=put),
            )

    def _brief(self, number: int, text: str) -> None:
        sides = list(self.scenario.sides)
        sides[number] = sides[number].but(brief=text)
        self.type(sides=tuple(sides))

    def _further(self) -> Iterator[ui.Widget]:
        """Yield victory and special rules in the game's own wording, checked like everything else."""
        yield ui.Label(tr("Victory and special rules"), role="title")
        for number, key in enumerate(scenario_edits.further_conditions(self.scenario, self.bench)):
            yield self._line(
                f"{key}: {' '.join(self.scenario.conditions[key].split())[:LINE]}",
                f"no_cond_{number}",
                partial(self._remove_land, key),
            )
        for number, line in enumerate(scenario_edits.further_specials(self.scenario, self.bench)):
            yield self._line(" ".join(map(str, line)), f"no_special_{number}", partial(self._remove_special, line))
        more, rule = self.bench.more_conditions, self.bench.more_specials
        yield ui.TextInput("", "more_condition", hint=more, on_submit=self._more)
        yield ui.TextInput("", "more_special", hint=rule, on_submit=self._more_special)

    def _line(self, words: str, id: str, away: Callable[[], None]) -> ui.Widget:
        button = ui.Button("✕", away, id, size="small", style="quiet")
        return ui.Row(ui.Label(words, size="small", stretch=1, align="centre", min_width=60), button, gap=6)

    def _more(self, text: str) -> None:
        self.desk.change(scenario_edits.with_condition(self.scenario, text))

    def _more_special(self, text: str) -> None:
        self.desk.change(scenario_edits.with_special(self.scenario, text))

    def _remove_special(self, line: tuple[str, str, int]) -> None:
        self.set(special=tuple(one for one in self.scenario.special if one != line))

    def _lands(self) -> list[ui.Widget]:
        """Return the terrain tool of a table: corners are clicked on the board."""
        desk = self.desk
        if desk.hand.drawing:
            words = tr(
                "Click the corners of the {drawing} on the board. Enter: finish. Esc: cancel.",
                drawing=desk.hand.drawing,
            )
            shut = partial(desk.hand.draw_land, "")
            close = ui.Button(tr("Finish"), shut, "land_close", style="primary", size="small")
            return [ui.Label(words, size="small", colour="gold"), close]
        kinds = [
            ui.Button(tr("Draw {kind}", kind=kind), partial(desk.hand.draw_land, kind), f"land_{kind}", size="small")
            for kind in self.bench.land
        ]
        rows: list[ui.Widget] = [ui.Flow(*kinds, gap=6)]
        for number, key in enumerate(scenario_edits.lands_of(self.scenario)):
            away = ui.Button("✕", partial(self._remove_land, key), f"no_land_{number}", size="small", style="quiet")
            name = ui.Label(key.removeprefix(scenario_edits.LAND), stretch=1, align="centre", min_width=60)
            rows.append(ui.Row(name, away, gap=6))
        return rows

    def _things(self) -> Iterator[ui.Widget]:
        """Yield buttons for mines, works, islands, dummies; a click then sets the place."""
        desk, placing = self.desk, self.desk.hand.placing
        yield ui.Label(tr("Map objects"), role="title")
        buttons, sides = [], {side.key: side.name for side in self.scenario.sides}
        for thing in self.bench.things:
            whose = sides if SIDE in thing.text or thing.special else {"": ""}
            for who, name in (thing.names or whose).items():
                words = name if thing.names else f"{thing.label}, {name}" if name else thing.label
                arm = partial(desk.hand.arm, (thing, who))
                button = ui.Button(words, arm, f"thing_{thing.key}_{who}", size="small", chosen=placing == (thing, who))
                button.tooltip = tr("Then click its place")
                buttons.append(button)
        yield ui.Flow(*buttons, gap=6)
        for number, placed in enumerate(things_of(self.scenario, self.bench)):
            yield self._thing(number, placed, placing == placed)

    def _thing(self, number: int, placed: Placed, chosen: bool) -> ui.Widget:
        """Return the row of a placed object: name, Move, Remove."""
        desk = self.desk
        name = ui.Label(placed.name, size="small", stretch=1, align="centre", min_width=60)
        move = ui.Button(
            tr("Move"),
            partial(desk.hand.arm, placed),
            f"move_thing_{number}",
            size="small",
            style="quiet",
            chosen=chosen,
        )
        away = ui.Button("✕", partial(self._remove_object, placed), f"no_thing_{number}", size="small", style="quiet")
        away.label = tr("Remove {unit}", unit=placed.name)
        row = ui.Row(name, move, away, gap=6)
        if placed.line is not None:
            return row
        put = partial(self._describe_object, placed)
        return ui.Column(row, ui.TextInput(placed.text, f"thing_text_{number}", limit=60, on_submit=put), gap=2)

    def _remove_object(self, placed: Placed) -> None:
        self.desk.change(without_thing(self.scenario, placed))

    def _describe_object(self, placed: Placed, text: str) -> None:
        self.desk.change(describe(self.scenario, placed, text))

    def _remove_land(self, key: str) -> None:
        self.desk.change(scenario_edits.without_land(self.scenario, key))

    def _phase(self) -> ui.Widget:
        system = self.desk.system
        values = [str(number) for number in range(len(system.sequence))]
        words = [tr("standard"), *(phase.title for phase in system.sequence[1:])]
        return field(
            tr("Start phase"), choice("begins_in", values, words, str(start_phase(self.scenario)), self._begin_in)
        )

    def _begin_in(self, phase: str) -> None:
        self.desk.change(begun_in(self.scenario, self.desk.system, int(phase)))

    def _maps(self) -> list[ui.Widget]:
        system, own = self.desk.system.key, self.desk.app.folders.own
        names = list(dict.fromkeys(path.stem for path in (*map_files(system), *map_files(system, own))))
        titles = [self._map_title(name) for name in names]
        words = tr(
            "**Another coast?** *Copy for Tiled* saves this map under a new name in {own}. Edit and save it in "
            "Tiled (mapeditor.org), then choose it here. Problems with the map are listed below.",
            own=ui.escape(str(own / system)),
        )
        copy = ui.Button(tr("Copy for Tiled"), self._copy, "copy_map", size="small")
        return [
            field(tr("Map"), choice("map", names, titles, self.scenario.map, lambda name: self.set(map=name))),
            ui.RichText(words, "coast_words", size="small", colour="ink_soft"),
            copy,
        ]

    def _map_title(self, name: str) -> str:
        """Return a map's title; with its file name if it is the player's own or cannot be read."""
        desk = self.desk
        try:
            sheet = desk.app.shelves.sheet(desk.system.key, name)
        except DataError:
            return tr("{name}: cannot be read", name=name)
        title = sheet.title if sheet is not None else name
        return title if any(path.stem == name for path in map_files(desk.system.key)) else f"{title} ({name})"

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
            start.show_message(app, tr("The map was not copied"), ui.escape(str(error)), "map_error")
            return
        self.set(map=made.stem)
        start.show_message(
            app,
            tr("Your own map"),
            ui.escape(tr("The battle now uses {made}. Open it in Tiled.", made=made)),
            "map_copied",
        )

    def _sides(self) -> list[ui.Widget]:
        s, flags = self.scenario, self.bench.flags
        parts: list[ui.Widget] = []
        for number, side in enumerate(s.sides):
            label = tr("First side") if number == 0 else tr("Other side")
            others = [key for key in flags if key != s.sides[1 - number].key]
            if not self.bench.fixed_sides:
                names = [flags[key].name for key in others]
                parts.append(
                    field(label, choice(f"flag_{number}", others, names, side.key, partial(self._flag, number)))
                )
            offered = {*self.bench.handicaps, side.handicap} if self.bench.handicaps else set[int]()
            values = [str(points) for points in sorted(offered)]  # a handicap set by balancing may have any value
            if values:
                box = choice(f"hand_{number}", values, values, str(side.handicap), partial(self._handicap, number))
                parts.append(field(tr("Handicap, {side}", side=side.name), box))
        swap = ui.Button(tr("Swap sides"), self._swap, "swap_sides", size="small")
        swap.tooltip = tr("The first side moves first unless the dice decide")
        return [*parts, swap]

    def _swap(self) -> None:
        first, second = self.scenario.sides
        self.set(sides=(second, first))

    def _flag(self, number: int, key: str) -> None:
        keys = [side.key for side in self.scenario.sides]
        keys[number] = key
        self.desk.change(scenario_edits.with_sides(self.scenario, self.bench, (keys[0], keys[1])))

    def _handicap(self, number: int, value: str) -> None:
        sides = list(self.scenario.sides)
        sides[number] = sides[number].but(handicap=int(value))
        self.set(sides=tuple(sides))

    def _keys(self, key: str, label: str) -> list[tuple[str, str]]:
        if "{side}" not in key:
            return [(key, label)]
        return [(key.format(side=side.key), f"{label}, {side.name}") for side in self.scenario.sides]

    def _condition(self, key: str, value: str) -> None:
        kept = {name: text for name, text in self.scenario.conditions.items() if name != key}
        self.set(conditions={**kept, **({key: value} if value else {})})

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
    """Forty games between Captains in the background; a balanced skirmish by one button."""

    begin: ui.Button | None = None  # while none is running

    def show_problems(self) -> None:
        """Enable or disable the test: it needs a battle without problems."""
        if self.begin is not None:
            self.begin.set_enabled(self.desk.checked and not self.desk.problems, tr("Not ready to play."))

    def widgets(self) -> list[ui.Widget]:
        """Return the results so far, and buttons for tests."""
        trial = self.desk.trial
        same = trial is not None and trial.scenario == self.scenario
        parts: list[ui.Widget] = [ui.Label(tr("Try"), role="title")]
        words = tr("{games} games between Captains, in the background. You can keep editing.", games=GAMES)
        parts.append(ui.Label(words, size="small", colour="ink_soft"))
        if trial is not None:
            done = len(trial.results) + len(trial.errors)
            if self.desk.levelling is not None and trial.running:
                parts.append(ui.Label(self.desk.levelling.task_text(), "levelling", size="small"))
            parts.append(ui.ProgressBar(done / trial.games, "trial_bar"))
            trial_lines = trial.lines() if same else [tr("Changed since this test began: its results are not shown.")]
            parts += [ui.Label(line, f"trial_{n}", size="small") for n, line in enumerate(trial_lines)]
        if trial is not None and trial.running:
            parts.append(ui.Button(tr("Stop"), self.stop, "trial_stop", size="small"))
        else:
            self.begin = ui.Button(tr("Test: {games} games", games=GAMES), self.test, "trial_start", size="small")
            self.show_problems()
            parts.append(self.begin)
            if trial is not None and trial.results:
                won = win_percent(trial.scenario, trial.results)
                even = ui.Button(tr("Balance it"), self.level_battle, "trial_even", size="small")
                if self.desk.system.outscores is None:
                    even.tooltip = tr("Better troops for one side, worse troops or losses for the other")
                else:
                    even.tooltip = tr("The handicap that would have balanced these games")
                even.set_enabled(same, tr("Changed since the test: test it again."))
                share = [ui.Label(f"{won} : {100 - won}", align="centre")] if same else []
                parts.append(ui.Row(even, *share, gap=8))
                evening = self.desk.evening
                if evening is not None and evening.now == self.scenario:
                    parts.append(ui.Label(evening.result_text(), "evened", size="small"))
        parts += [ui.Rule(), ui.Label(tr("Balanced skirmish"), role="title"), *self._skirmish()]
        return parts

    def test(self) -> None:
        """Start the test."""
        self._begin(GAMES, "captain")

    def _begin(self, games: int, player: str) -> None:
        try:
            self.desk.trial = Playtest(self.scenario, self.desk.app.folders.own / DRAFTS, games, player)
        except (NotSaved, OSError) as error:
            start.show_message(self.desk.app, tr("Cannot try this battle"), ui.escape(str(error)), "trial_error")
        self.desk.fill()

    def stop(self) -> None:
        """Stop the test."""
        if self.desk.trial is not None:
            self.desk.trial.stop()
            self.desk.fill()

    def level_battle(self) -> None:
        """Balance the battle by the results of the test."""
        desk, trial = self.desk, self.desk.trial
        if trial is None or trial.scenario != self.scenario:
            return
        if (outscores := desk.system.outscores) is not None:
            desk.change(self.scenario.but(sides=balance_handicap(self.scenario, outscores, trial.results).sides))
        else:
            if desk.evening is None or desk.evening.now != self.scenario:
                desk.evening = HelpBalancer(self.bench, list(desk.stocks.values()), self.scenario)
            desk.evening.take_results(trial.results)
            desk.change(desk.evening.now)

    def _skirmish(self) -> list[ui.Widget]:
        words = tr(
            "Two random forces from one year's rosters for the same points, balanced by games between Captains "
            "and checked with fresh games."
        )
        buttons: list[ui.Widget] = [
            ui.Button(tr("Surprise me"), partial(self.lot, 0), "lot_0", style="primary", size="small")
        ]
        for name, budget in zip(SIZES, self.bench.budget, strict=False):
            buttons.append(
                ui.Button(
                    tr("{name}: {budget} points", name=tr(name), budget=f"{budget:,}"),
                    partial(self.lot, budget),
                    f"lot_{name}",
                    size="small",
                )
            )
        years = ["0", *map(str, years_of(self.desk.system, self.bench))]
        box = choice("lot_year", years, [tr("any year"), *years[1:]], str(self.desk.lot_year), self._year)
        return [ui.Label(words, size="small", colour="ink_soft"), field(tr("Year"), box), ui.Flow(*buttons, gap=6)]

    def _year(self, year: str) -> None:
        self.desk.lot_year = int(year)

    def lot(self, budget: int) -> None:
        """Create a random skirmish, put it on the board, and test it; undo restores the previous battle."""
        desk = self.desk
        self.stop()
        sheet = desk.app.shelves.sheet(desk.system.key, self.bench.map)
        desk.levelling = Balancer(desk.system, sheet, DrawnForce(desk.next_skirmish_number(), budget, desk.lot_year))
        desk.change(desk.levelling.best)
        desk.check()
        if not desk.problems:
            self._begin(desk.levelling.games, LEVELLER)
