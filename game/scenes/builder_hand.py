"""Mouse actions on the builder's board: dragging counters, drawing land by its corners, placing objects. A dragged
counter is shown as it would be placed, with all ships of its force, and problems of that place are shown below the
board before it is released.
"""

from __future__ import annotations

from typing import Protocol

from game.boards.overlay import Overlay
from game.hud.builder_pane import BuilderPane
from game.ui import widgets as ui
from game.words import join_names, tr
from game.workshop import scenario_edits
from game.workshop.map_objects import Placed, marks_of, moved_thing, with_thing
from game.workshop.placement_checks import free_post, is_on_ship
from rules.kernel.datafile import Problem
from rules.kernel.editor_schema import CatalogueEntry, EditorSchema, Thing
from rules.kernel.scenario import Force, Scenario
from rules.kernel.view import Place, View

CHECK_GHOST_MS = 60  # pause of the mouse before the check


class BuilderTable(Protocol):
    """What the mouse tool needs from the builder."""

    bench: EditorSchema
    stocks: dict[str, CatalogueEntry]
    pane: BuilderPane
    chosen: str
    verdict: ui.Label
    now: int

    @property
    def scenario(self) -> Scenario:
        """Return the battle as edited so far."""

    def change(self, scenario: Scenario, *, fill: bool = True) -> None:
        """Set a new state of the battle."""

    def fill(self) -> None:
        """Rebuild the page."""

    def mark(self) -> None:
        """Highlight the selection."""

    def show(self) -> None:
        """Show the current battle on the board."""

    def view(self) -> View:
        """Return the view of the current battle."""

    def say(self, words: str, tone: str) -> None:
        """Show a line below the board."""

    def tell(self) -> None:
        """Show the usual line below the board."""

    def problems_of(self, scenario: Scenario) -> tuple[Problem, ...]:
        """Return a battle's problems."""


class BuilderHand:
    """The mouse tool. `drawing`: the kind of land whose corners are clicked. `placing`: an object that the next click
    places.
    """

    def __init__(self, table: BuilderTable) -> None:
        self.table = table
        self.drawing = ""
        self.corners: list[Place] = []
        self.placing: Placed | tuple[Thing, str] | None = None
        self.ghost: Scenario | None = None  # the battle if it were dropped here
        self._force = ""  # the dragged force
        self._base: View | None = None
        self._known: frozenset[str] = frozenset()  # problems before it was lifted
        self._unchecked_since = 0  # time of the last move; 0: checked
        self._at: Place | None = None

    # ------------------------------------------------------------------ land and things

    def draw_land(self, kind: str) -> None:
        """Start taking corners by clicks; the second time, close the land, or drop it if it has fewer than three
        corners.
        """
        table, corners, self.corners = self.table, self.corners, []
        done, self.drawing = self.drawing, "" if self.drawing else kind
        self.placing = None
        if done:
            table.change(scenario_edits.with_land(table.scenario, table.bench, done, corners))
        table.mark()
        table.fill()

    def arm(self, thing: Placed | tuple[Thing, str] | None) -> None:
        """Place this object at the next click: a new one, or one that is moved on the board."""
        self.placing = thing
        self.table.fill()
        if thing is not None:
            label = thing.thing.label if isinstance(thing, Placed) else thing[0].label
            self.table.say(tr("Click the place for: {thing}. Esc: cancel.", thing=label), "gold")
        else:
            self.table.tell()

    def click(self, place: Place | None) -> bool:
        """Handle a click on the board; return true if it drew land or placed an object."""
        table = self.table
        if place is None:
            return False
        if self.drawing:
            self.corners.append(place)
            table.mark()
            return True
        if self.placing is None:
            return False
        what, self.placing = self.placing, None
        if isinstance(what, Placed):
            found = moved_thing(table.scenario, table.bench, what, place)
        else:
            found = with_thing(table.scenario, table.bench, *what, place)
        table.change(found)
        table.fill()
        return True

    def press_enter(self, place: Place) -> bool:
        """Handle Enter on the board like a click; on the last corner again it closes the land."""
        if self.drawing and self.corners and self.corners[-1] == place:
            return self.finish(keep=True)
        return self.click(place)

    def finish(self, *, keep: bool) -> bool:
        """Close the land (Enter) or cancel it (Esc); return true if there was any."""
        if self.drawing:
            self.corners = self.corners if keep else []
            self.draw_land("")
            return True
        if self.placing is not None and not keep:
            self.arm(None)
            return True
        if self.ghost is not None and not keep:
            self.table.pane.let_go()
            self.let_go()
            return True
        return False

    def overlay(self) -> Overlay | None:
        """Return the corners clicked so far."""
        return Overlay(path=tuple(self.corners)) if self.drawing else None

    # ------------------------------------------------------------------ from the roster

    def put(self, key: str, place: Place | None, *, join: bool = False) -> tuple[Scenario, str] | str:
        """Return the battle with a ship or unit of the roster added, and its force's id; or why it cannot be added."""
        table, bench = self.table, self.table.bench
        stock, scenario = table.stocks[key], table.scenario
        if stock.nation not in (note.key for note in scenario.sides):
            both = join_names([note.name for note in scenario.sides])
            return tr("{ship} belongs to neither {both}. Change the sides under Battle.", ship=stock.name, both=both)
        if stock.single and any(unit.name == stock.name for _, unit in scenario_edits.units_of(scenario)):
            return tr("{stock} is already on the board.", stock=stock.name)
        usual = free_post(scenario, bench, 0 if stock.nation == scenario.sides[0].key else 1)
        mate = table.chosen if join else self._join_force(place, stock.nation)
        return scenario_edits.with_unit(scenario, bench, stock, stock.nation, place or table.pane.cursor or usual, mate)

    def _join_force(self, place: Place | None, side: str) -> str:
        """Return the force of the ship's own side on which she was dropped."""
        table, board = self.table, self.table.pane.board
        if place is None or table.bench.each:
            return ""
        hit = board.hit(board.screen_of(place))
        force = scenario_edits.owner_of(table.scenario, table.bench, hit.piece) if hit.piece else None
        mate = force is not None and force.side == side and is_on_ship(table.bench, force, place)
        return force.id if force is not None and mate else ""

    def another(self) -> tuple[Scenario, str] | str:
        """Return the battle with one more like the last of the chosen force, and its force's id; or why there is none.
        Units are of the same kind; each ship exists once, so the most similar one not yet placed is used.
        """
        table = self.table
        force = scenario_edits.force_of(table.scenario, table.chosen)
        if force is None or not force.units:
            return tr("Select a counter first.")
        last = force.units[-1]
        like = table.stocks.get(last.name) or table.stocks.get(last.kind)
        if like is None:
            return tr("{ship} is not in the roster.", ship=last.name)
        if not like.single:
            return self.put(like.key, None, join=True)
        there = {unit.name for _, unit in scenario_edits.units_of(table.scenario)}
        able = [one for one in table.stocks.values() if one.nation == like.nation and one.type == like.type]
        free = [one for one in able if one.single and one.name not in there]
        if not free:
            return tr("All ships like {ship} are on the board.", ship=last.name)
        nearest = min(free, key=lambda one: (one.kind != like.kind, abs(one.points - like.points)))
        return self.put(nearest.key, None, join=True)

    # ------------------------------------------------------------------ turning

    def show_handle(self, force: Force | None) -> None:
        """Show the handle of the chosen force, if its board has facings."""
        bench, place = self.table.bench, scenario_edits.place_of(self.table.bench, force) if force is not None else ()
        self.table.pane.handle.set(place or None, scenario_edits.facing_of(bench, force) if force is not None else 0)

    def turn(self, facing: int) -> None:
        """Show the chosen force with its new facing while the handle is dragged."""
        table = self.table
        force = scenario_edits.force_of(table.scenario, table.chosen)
        place = scenario_edits.place_of(table.bench, force) if force is not None else ()
        if force is None or not place:
            return
        self._lift(place)
        found = scenario_edits.face_force(table.scenario, table.bench, force.id, facing)
        self._show_ghost(found, force.id, None)
        self.show_handle(scenario_edits.force_of(found, force.id))

    def turn_force(self) -> None:
        """Turn the force when the handle is released."""
        ghost = self.ghost
        self.let_go()
        if ghost is not None:
            self.table.change(ghost)

    # ------------------------------------------------------------------ dragging

    def carry(self, piece: str, begun: Place, here: Place) -> None:
        """Drag a counter over the board."""
        table = self.table
        force = scenario_edits.owner_of(table.scenario, table.bench, piece)
        if force is not None and here != self._at:
            self._lift(here)
            self._show_ghost(
                scenario_edits.move_counter(table.scenario, table.bench, piece, begun, here), force.id, begun
            )

    def carry_stock(self, key: str, here: Place) -> None:
        """Drag a unit of the roster over the board."""
        if here == self._at:
            return
        self._lift(here)
        assert self._base is not None
        self.table.pane.board.set_view(self._base)  # the board decides which force she would join
        found = self.put(key, here)
        if isinstance(found, str):
            self.table.say(found, "bad")
        else:
            self._show_ghost(*found, None)

    def _lift(self, here: Place) -> None:
        self._at = here
        if self._base is None:
            self._base = self.table.view()
            self._known = frozenset(problem_text(one) for one in self.table.problems_of(self.table.scenario))

    def _show_ghost(self, ghost: Scenario, force: str, begun: Place | None) -> None:
        """Show the board as it would be after dropping, with all ships of the force."""
        table, base = self.table, self._base
        assert base is not None
        self.ghost, self._force, self._unchecked_since = ghost, force, max(1, table.now)
        there = scenario_edits.force_of(ghost, force)
        ids = set(scenario_edits.piece_ids(table.bench, there)) if there is not None else set[str]()
        drawn = scenario_edits.sketch_view(ghost, table.bench, table.stocks)
        moved = tuple(piece for piece in drawn.pieces if piece.id in ids)
        rest = tuple(piece for piece in base.pieces if piece.id not in ids)
        table.pane.set_view(base.but(pieces=(*rest, *moved)))
        way = (begun, self._at) if begun is not None and self._at is not None else ()
        table.pane.set_overlay(Overlay(selected=moved[0].id if moved else "", path=way, hover=self._at))

    def tick(self, now: int) -> None:
        """Check the dragged force after a pause, and show the problems."""
        if self.ghost is None or not self._unchecked_since or now - self._unchecked_since < CHECK_GHOST_MS:
            return
        self._unchecked_since = 0
        wrong = [problem_text(one) for one in self.table.problems_of(self.ghost)]
        new = [words for words in wrong if words not in self._known]
        was = scenario_edits.force_of(self.table.scenario, self._force)
        now_there = scenario_edits.force_of(self.ghost, self._force)
        joins = was is not None and now_there is not None and len(now_there.units) > len(was.units)
        if new:
            self.table.say(tr("Not here: {why}", why=new[0]), "bad")
        elif joins and was is not None:
            self.table.say(tr("Release here to join {force}.", force=was.name), "good")
        else:
            self.table.say(tr("Legal position."), "good")

    @property
    def waiting_ms(self) -> int | None:
        """Return milliseconds until the dragged force is checked."""
        return CHECK_GHOST_MS if self.ghost is not None and self._unchecked_since else None

    def let_go(self) -> None:
        """Stop dragging and show the current battle."""
        if self._base is None:
            return
        self.ghost, self._base, self._at, self._unchecked_since = None, None, None, 0
        self.table.show()
        self.table.tell()


def draft_view(scenario: Scenario, bench: EditorSchema, stocks: dict[str, CatalogueEntry]) -> View:
    """Return the view of a battle that is not playable yet, with the objects on its board."""
    return scenario_edits.sketch_view(scenario, bench, stocks).but(markers=marks_of(scenario, bench))


def problem_text(problem: Problem) -> str:
    """Return a problem without its file name, because the file is the battle being edited."""
    return ": ".join(part for part in (problem.field, problem.message) if part)
