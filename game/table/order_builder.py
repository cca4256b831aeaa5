"""Builds orders from clicks, without a window: a seat's offers sorted by counter and verb, and the current selection.
It knows no rules system: only offers, sketches and the view. An order is first selected ("armed"), then given; never
both at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from game.bearings import likeliness, turn_between
from game.skins import Stops
from game.table.quick_odds import odds_patience, patience
from game.table.targeting import best_first, target_of
from rules.kernel import hexes, inches
from rules.kernel.exchange import Exchange
from rules.kernel.flow import Command, Done, Illegal, Offer, Verb
from rules.kernel.forecast import ForecastPart
from rules.kernel.odds import Odds
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.stake import Stake
from rules.kernel.system import format_command
from rules.kernel.view import Panel, Piece, Place, Sketch, View

APART: dict[str, Callable[[Place, Place], int]] = {
    "hex": lambda a, b: hexes.distance(a[0], b[0]),
    "bands": lambda a, b: abs(a[0] - b[0]),
    "table": lambda a, b: inches.distance((a[0], a[1]), (b[0], b[1])),
}
EXCHANGE_S = 0.2  # seconds of work for the exchange of fire after a move
AGAIN = 240  # a click within the table's longer side divided by this means the selected end position
WAYS_APART = 48  # courses within the table's longer side divided by this end "at the same place"
TURNS = range(0, 360, 45)  # number of headings tried for a course to a place
KINDS = 12  # most commands of an action tried for the same place
CLOSE_BY = 320  # a place within the table's longer side divided by this stands for an end position
FULL_TURN = {"hex": 6, "bands": 1, "table": 360}  # number of facings in a full turn


@dataclass(frozen=True, slots=True)
class UnitAction:
    """An action a unit can do now. `kind`: place (ends somewhere else), target (aims at a counter), choice (a list)."""

    verb: str
    title: str
    label: str
    rule: str
    actor: str  # the unit: a counter's id, or that of a ship in it
    piece: str  # the counter on the board
    kind: str
    commands: tuple[Command, ...]
    usual: bool = False
    mates: tuple[str, ...] = ()  # counters that act with it and also show it


class OrderBuilder:
    """One player's current selection. Call `refresh` after every order or undo."""

    def __init__(self, session: Session, side: str, news: tuple[Panel, ...] | None = None) -> None:
        """`news`: fresh panels from the previous viewer."""
        self.session = session
        self.side = side
        self.seat = Seat(session, side)
        self.piece = ""  # selected counter
        self.actor = ""  # unit of it whose card is open
        self.action: UnitAction | None = None
        self.via: tuple[Place, ...] = ()
        self.pointed: Place | None = None  # the place clicked for the selected course
        self.candidates: tuple[Command, ...] = ()
        self.index = 0
        self.proposed = False  # the selected order was proposed, not clicked: a click on it only selects
        self.pointed_at = self.aimed_at = ""  # the player's target: the next gun aims there first
        self.blind = False  # odds are hidden: targets keep the order of the offers
        self.own_rolls: Collection[str] = ()  # verbs of a unit's own roll: a click on the unit gives it
        self._state: object = None
        self._phase: tuple[int, int] = (0, 0)
        self._sketches: dict[Command, Sketch] = {}
        self._panels: dict[str, tuple[Panel, ...]] = {}
        self._reached: dict[tuple[Command, Place, int | None], Command | None] = {}
        self._checked: dict[Command, tuple[Illegal, ...]] = {}
        self._later: dict[Command, Odds] = {}
        self._forecasts: dict[Command, tuple[ForecastPart, ...]] = {}
        self._exchanges: dict[Command, tuple[Exchange, ...]] = {}
        self.news = news  # the panels used by the last roll
        self.reading = False  # they changed with the last order, and nothing else was selected since
        self.view: View
        self.actions: tuple[UnitAction, ...] = ()
        self.done: Command | None = None
        self._offers: tuple[Offer, ...] = ()
        self._stakes: tuple[Stake, ...] | None = None
        self.refresh()

    # ------------------------------------------------------------------ the position

    def refresh(self) -> bool:
        """Read view and offers again if the position has changed. Return whether it had."""
        if self._state is self.session.state:
            return False
        self._state, cursor = self.session.state, self.session.state.cursor
        if self._phase != (cursor.turn, cursor.phase):
            self._phase, self.pointed_at, self.aimed_at = (cursor.turn, cursor.phase), "", ""
        self._sketches.clear()
        self._panels.clear()
        self._reached.clear()
        self._checked.clear()
        for kept in (self._later, self._forecasts, self._exchanges):
            kept.clear()
        self.view = self.seat.view()
        before, self.news = self.news, tuple(panel for panel in self.panels("") if panel.fresh)
        self.reading = before is not None and bool(self.news) and self.news != before
        found: list[UnitAction] = []
        self.done = self._stakes = None
        self._offers = tuple(self.seat.offers()) if self.side else ()
        for offer in self._offers:
            if offer.commands and type(offer.commands[0]) is Done:
                self.done = offer.commands[0]
            elif offer.commands:
                found.append(self._action_button(offer))
        self.actions = tuple(found)
        self.drop()
        if self.piece and self.find(self.piece) is None:
            self.piece = self.actor = ""
        return True

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """Return what is at stake for the side in this position, computed at first use."""
        if self._stakes is None:
            self._stakes = self.seat.at_stake(self._offers) if self.side else ()
        return self._stakes

    def _action_button(self, offer: Offer) -> UnitAction:
        sketches = [self.sketch(command) for command in offer.commands]
        first = sketches[0]
        here = self.find(first.piece)
        if any(sketch.target for sketch in sketches):
            kind = "target"
        elif any(_has_path(sketch, here) for sketch in sketches):
            kind = "place"
        else:
            kind = "choice"
        piece = first.piece or offer.piece
        return UnitAction(
            offer.verb,
            self.title(offer.verb),
            offer.label,
            offer.rule,
            offer.piece or piece,
            piece,
            kind,
            offer.commands,
            offer.usual,
            first.mates,
        )

    def title(self, verb: str) -> str:
        """Return the title of a verb in this phase."""
        return next((made.title for name, made in self.verbs() if name == verb), verb)

    def verbs(self) -> Iterator[tuple[str, Verb]]:
        """Yield the verbs of the current phase with the words typed for them."""
        cursor = self.session.state.cursor
        system = self.session.system
        phase = system.interrupts[cursor.frames[-1].kind] if cursor.frames else system.sequence[cursor.phase]
        for made in phase.verbs.values():
            yield str(made.command.__struct_config__.tag), made

    def find(self, piece: str) -> Piece | None:
        """Return a counter by its id."""
        return next((found for found in self.view.pieces if found.id == piece), None)

    def panels(self, piece: str) -> tuple[Panel, ...]:
        """Return the panels about a counter: first itself, then its units."""
        if piece not in self._panels:
            self._panels[piece] = self.seat.panels(piece)
        return self._panels[piece]

    def units(self, piece: str) -> tuple[str, ...]:
        """Return the ids of the units in a counter."""
        return tuple(panel.id for panel in self.panels(piece)[1:])

    def places_in_sight(self) -> dict[str, Place]:
        """Return counter or unit -> its place, for all in sight."""
        found: dict[str, Place] = {}
        for piece in self.view.pieces:
            found[piece.id] = piece.at
            found.update(dict.fromkeys(self.units(piece.id), piece.at))
        return found

    def sketch(self, command: Command) -> Sketch:
        """Return what to highlight for a command; cached for each position."""
        found = self._sketches.get(command)
        if found is None:
            found = self._sketches[command] = self.seat.sketch(command)
        return found.but(label=found.label.removesuffix(found.rolls)) if self.blind and found.rolls else found

    def odds_later(self, command: Command) -> Odds:
        """Return the odds of a command's later rolls, in this position; without chances if there are none."""
        if command not in self._later:
            self._later[command] = self.seat.delayed_odds(command)
        return self._later[command]

    def forecast(self, command: Command) -> tuple[ForecastPart, ...]:
        """Return the parts of a command's results; cached for each position."""
        if command not in self._forecasts:
            self._forecasts[command] = self.seat.forecast(command, odds_patience())
        return self._forecasts[command]

    def exchange(self, command: Command) -> tuple[Exchange, ...]:
        """Return the exchange of fire between a piece and enemies after a move; cached for each position."""
        if command not in self._exchanges:
            self._exchanges[command] = self.seat.exchange(command, patience(EXCHANGE_S))
        return self._exchanges[command]

    def label(self, command: Command) -> str:
        """Return a command as shown to players."""
        return self.sketch(command).label or format_command(command)

    def actions_of(self, piece: str) -> tuple[UnitAction, ...]:
        """Return all actions of a counter and its units, and of counters that act with it."""
        own = [action for action in self.actions if action.piece == piece]
        shared = [replace(action, piece=piece, actor=piece) for action in self.actions if piece in action.mates]
        return (*own, *shared)

    def able_counters(self) -> tuple[str, ...]:
        """Return counters that can do something now, in the order of the view."""
        ready = {action.piece for action in self.actions}
        return tuple(piece.id for piece in self.view.pieces if piece.id in ready)

    def distance_between(self, a: Place, b: Place) -> int:
        """Return the distance between two places in the board's unit."""
        return APART[self.session.system.board](a, b)

    # ------------------------------------------------------------------ choosing

    def select(self, piece: str, actor: str = "") -> None:
        """Select a counter and highlight its first action on the board; no order is given."""
        self.drop()
        self.reading = self.reading and piece == self.piece
        self.piece = piece
        mine = self.actions_of(piece)
        doing = [action for action in mine if action.kind != "choice"] or mine
        units = self.units(piece)
        self.actor = actor or next((action.actor for action in doing), "") or (units[0] if units else piece)
        if self.actor == piece and units:
            self.actor = units[0]
        own = (action for action in doing if action.actor in (self.actor, piece) and action.kind != "choice")
        self.action = next(own, None)

    def open_unit(self, actor: str) -> None:
        """Switch to another unit of the counter; keep the same verb if it has it."""
        verb = self.action.verb if self.action is not None else ""
        self.drop()
        self.actor, self.reading = actor, False
        mine = [action for action in self.actions_of(self.piece) if action.actor in (actor, self.piece)]
        board = [action for action in mine if action.kind != "choice"]
        self.action = next((action for action in board if action.verb == verb), board[0] if board else None)

    def take(self, action: UnitAction) -> None:
        """Make an action current and highlight its places; select its command if it has only one and no place. A
        selected command of the action stays selected.
        """
        if action == self.action and self.armed_command is not None:
            return
        aimed = self.armed_command if action.kind == "target" else None
        self.drop()
        self.action = action
        if aimed is not None and target_of(aimed):  # another kind of fire at the same target
            self.aimed_at = target_of(aimed)
            same = (self.sketch(one).target for one in action.commands if target_of(one) == target_of(aimed))
            self.aim(self.commands_at(next(same, "")))
        if action.kind == "choice" and len(action.commands) == 1:
            self.candidates = action.commands

    def propose(self, stops: Stops) -> None:
        """Select the unit's own roll, or the only or best target of the current action, to be confirmed."""
        mine = self.actions_of(self.piece)
        if self.action is None and len(mine) == 1 and mine[0].verb in stops.rolls:
            self.take(mine[0])
            self.proposed = self.armed_command is not None
        action = self.action
        if action is None or action.kind != "target":
            return
        if len(action.commands) > 1 and action.verb in stops.aimed:
            listed = self.commands_at(self.pointed_at) or action.commands
            self.aim(self.commands_at(self.sketch(best_first(self.seat, listed, self.aimed_at)[0]).target))
        elif len(action.commands) == 1:
            self.candidates, self.index = action.commands, 0
        self.proposed = self.armed_command is not None

    def open_choice(self) -> None:
        """Select the first of several choices of the current action; `cycle` goes through the others."""
        if self.action is not None and self.action.kind == "choice" and not self.candidates:
            self.candidates, self.index = self.action.commands, 0

    def drop(self) -> None:
        """Deselect the command and the action."""
        self.action = None
        self.disarm()

    def disarm(self) -> None:
        """Deselect the command but keep the action."""
        self.via, self.candidates, self.index, self.pointed, self.proposed = (), (), 0, None, False

    @property
    def fresh_panels(self) -> tuple[Panel, ...]:
        """Return the panels to show automatically: those used by the last roll, until something else is selected."""
        return (self.news or ()) if self.reading and (self.proposed or not self.candidates) else ()

    @property
    def armed_command(self) -> Command | None:
        """Return the command that a second click gives."""
        return self.candidates[self.index % len(self.candidates)] if self.candidates else None

    @property
    def own_roll(self) -> bool:
        """Return whether the selected order is the unit's own roll."""
        return self.armed_command is not None and self.action is not None and self.action.verb in self.own_rolls

    @property
    def action_kind(self) -> str:
        """Return the kind of the current action; empty without one."""
        return self.action.kind if self.action is not None else ""

    def arm(self, command: Command) -> None:
        """Select one command of an action directly."""
        self.action = next((action for action in self.actions if command in action.commands), self.action)
        self.candidates, self.index, self.proposed = (command,), 0, False

    def lay(self, command: Command) -> None:
        """Select a proposed command and its counter: a click on the board only selects it and does not give it."""
        self.select(self.sketch(command).piece)
        self.arm(command)
        self.proposed = True
        if self.action is not None and self.action.actor in self.units(self.piece):
            self.actor = self.action.actor

    def cycle(self, step: int) -> None:
        """Select the next heading or path to the same place, or the next unit of a target; it is now the player's
        choice.
        """
        if self.candidates:
            self.index = (self.index + step) % len(self.candidates)
            self.aimed_at = target_of(self.candidates[self.index])

    def cancel(self) -> bool:
        """Deselect one step: the command, then the action, then the counter. Return false if there was nothing."""
        if self.candidates or self.via:
            choice = self.action is not None and self.action.kind == "choice"
            self.drop() if choice else self.disarm()
            return True
        if self.piece:
            self.drop()
            self.piece = self.actor = ""
            return True
        return False

    # ------------------------------------------------------------------ places and targets

    def _open(self) -> Iterator[Command]:
        """Yield the commands of the action that pass through every place clicked so far."""
        for command in self.action.commands if self.action is not None else ():
            if _passes(self.sketch(command).path, self.via):
                yield command

    def places(self) -> tuple[Place, ...]:
        """Return the places where the current action can end."""
        if self.action is None or self.action.kind != "place":
            return ()
        return tuple(dict.fromkeys(self.sketch(command).at for command in self._open()))

    def targets(self) -> tuple[str, ...]:
        """Return the counters that the current action can target."""
        if self.action is None or self.action.kind != "target":
            return ()
        return tuple(dict.fromkeys(self.sketch(command).target for command in self.action.commands))

    def commands_to(self, place: Place) -> tuple[Command, ...]:
        """Return the commands of the current action that end at a place."""
        return tuple(command for command in self._open() if self.sketch(command).at == place)

    def end_near(self, place: Place) -> Place:
        """Return the end position for a place: itself, or on a table the nearest one of the current action, if it is
        close.
        """
        ground = self.view.ground
        if self.session.system.board != "table" or ground is None:
            return place
        near = self.nearest_place(place)
        return (
            near if near is not None and self.distance_between(near, place) <= max(ground.size) // CLOSE_BY else place
        )

    @property
    def ends_anywhere(self) -> bool:
        """Return whether the current action can end anywhere: the game finds the command that ends nearest to a
        place.
        """
        action = self.action
        if action is None or action.kind != "place":
            return False
        return self._found_at(self.sketch(action.commands[0]).at) is not None

    @property
    def sweeps(self) -> bool:
        """Return whether the current action covers an area, as torpedoes do. It may then also target enemy counters."""
        action = self.action
        return action is not None and action.kind == "place" and bool(self.sketch(action.commands[0]).areas)

    def _found_at(self, place: Place, facing: int | None = None) -> Command | None:
        """Return what the game finds for the current action at a place, legal or not; cached for each position."""
        if self.action is None:
            return None
        like = self.action.commands[0]
        key = (like, place, facing)
        if key not in self._reached:
            self._reached[key] = self.seat.nearest_command(like, place, facing)
        return self._reached[key]

    def command_towards(self, place: Place, facing: int | None = None) -> Command | None:
        """Return the command of the current action that ends nearest to a place, if it is legal."""
        found = self._found_at(place, facing)
        return found if found is not None and not self.why_not_to(place, facing) else None

    def why_not_to(self, place: Place, facing: int | None = None) -> tuple[Illegal, ...]:
        """Return every reason why the current action may not end at a place."""
        found = self._found_at(place, facing)
        if found is None:
            return ()
        if found not in self._checked:
            self._checked[found] = self.seat.check(found)
        return self._checked[found]

    def turns_at(self, place: Place) -> bool:
        """Return whether a piece that the current action places can be turned there."""
        north, south = TURNS[0], TURNS[len(TURNS) // 2]
        return self.ends_anywhere and self.command_towards(place, north) != self.command_towards(place, south)

    def ways_to(self, place: Place) -> tuple[Command, ...]:
        """Return the commands that end nearest to a place: the nearest first, then others close to it with other
        headings.

        What is lit there comes first where the nearest of the first kind, such as another mount's, ends elsewhere.
        """
        ground = self.view.ground
        found = (self.command_towards(place, facing) for facing in (None, *TURNS))
        first = next(filter(None, found), None) or next(self._alike(place, None), None)
        lit = self.commands_to(self.end_near(place))
        if first is None or ground is None:
            return lit
        if self.sketch(first).at == place:
            lit = ()
        others = (self.command_towards(place, facing) for facing in TURNS)
        near = max(ground.size) // WAYS_APART
        ends = [command for command in others if command is not None]
        ends = [
            command for command in ends if self.distance_between(self.sketch(command).at, self.sketch(first).at) <= near
        ]
        return tuple(dict.fromkeys((*lit, first, *ends, *self._alike(place, first))))

    def _alike(self, place: Place, first: Command | None) -> Iterator[Command]:
        """Yield other kinds of command of the current action that end at the same place: another number of torpedoes,
        another mount.

        `first`: what its first kind has there; None: nothing that may be given, and all kinds are tried.
        """
        assert self.action is not None
        nearest = first or self._found_at(place)
        for number, like in enumerate(self.action.commands[1 : KINDS if first else None]):
            found = self.seat.nearest_command(like, place, None)
            if found == nearest and not number:
                return  # they differ only in their end positions
            if found is not None and found != first and not self.seat.check(found):
                yield found

    def confirms(self, place: Place) -> bool:
        """Return whether a click on a place means the selected end position."""
        if self.armed_command is None or self.action_kind != "place":
            return False
        end, ground = self.sketch(self.armed_command).at, self.view.ground
        if place == end or not self.ends_anywhere or ground is None:
            return place == end
        return place == self.pointed or self.distance_between(place, end) <= max(ground.size) // AGAIN

    def best_to(self, place: Place, facing: int | None = None) -> Command | None:
        """Return the command that a click on a place would select, with the heading nearest to `facing`, if any."""
        if self.ends_anywhere:
            return next(iter(self.ways_to(place)), None)
        found = self.commands_to(self.end_near(place)) if self.action_kind == "place" else ()
        return self.best_of(found, facing) if found else None

    def commands_at(self, piece: str) -> tuple[Command, ...]:
        """Return the commands of the current action that target a counter."""
        if self.action is None:
            return ()
        return tuple(command for command in self.action.commands if self.sketch(command).target == piece)

    def ways_at(self, place: Place, narrow: bool = False) -> tuple[Command, ...] | None:
        """Return the commands that a click on a place selects: those that end there, otherwise the selected ones whose
        path passes through it. None if the current action cannot use the place. On a table a place close to an end
        position stands for it. `narrow`: only narrow the path.
        """
        if self.ends_anywhere and not narrow:
            return self.ways_to(place) or None
        place = self.end_near(place)
        ending = () if narrow else self.commands_to(place)
        if ending or not any(place in self.sketch(command).path[1:] for command in self._open()):
            return ending or None
        wanted = self.sketch(self.armed_command).at if self.armed_command is not None else None
        return tuple(
            command
            for command in self._open()
            if self.sketch(command).at == wanted and _passes(self.sketch(command).path, (*self.via, place))
        )

    def arm_ways(
        self, ways: tuple[Command, ...], place: Place, facing: int | None = None, narrow: bool = False
    ) -> None:
        """Select what `ways_at` found at a place, with the heading nearest to `facing` first."""
        self.candidates, self.index = ways, 0
        if self.ends_anywhere and not narrow:
            self.pointed = place
            return
        place = self.end_near(place)
        if not narrow and ways and self.sketch(ways[0]).at == place:
            self.index = ways.index(self.best_of(ways, facing))
        else:
            self.via = (*self.via, place)

    def point(self, place: Place, facing: int | None = None, narrow: bool = False) -> bool:
        """Handle a click on a place. Return false if the current action cannot use it."""
        ways = self.ways_at(place, narrow)
        if ways is not None:
            self.arm_ways(ways, place, facing, narrow)
        return ways is not None

    def prefer_heading(self, facing: int | None) -> None:
        """Among the selected commands, prefer the heading nearest to `facing` (in the board's own facings)."""
        if facing is None or not self.candidates:
            return
        self.index = self.candidates.index(self.best_of(self.candidates, facing))

    def best_of(self, found: tuple[Command, ...], facing: int | None) -> Command:
        """Return the command whose heading is nearest to `facing`; without `facing`, the likeliest
        (bearings.likeliness).
        """
        sketches = {command: self.sketch(command) for command in found}
        if facing is not None:
            return min(found, key=lambda command: self._heading_difference(sketches[command].facing, facing))
        here = self.find(sketches[found[0]].piece)
        if here is None or self.session.system.board != "hex":
            return found[0]
        return min(found, key=lambda command: likeliness(sketches[command], here))

    def _heading_difference(self, found: int | None, facing: int) -> int:
        """Return the difference between two headings."""
        return turn_between(found, facing, FULL_TURN[self.session.system.board]) if found is not None else 0

    def turn_to(self, place: Place, piece: str = "") -> UnitAction | None:
        """Return another action of the selected counter that ends at a place or targets a counter; None if none. Of
        several, prefer the usual one, then the one of the unit whose card is open.
        """
        found = [
            action
            for action in self.actions_of(self.piece)
            if action != self.action and self._takes(action, place, piece)
        ]
        return min(
            found, key=lambda action: (not action.usual, action.actor not in (self.actor, self.piece)), default=None
        )

    def _takes(self, action: UnitAction, place: Place, piece: str) -> bool:
        sketches = map(self.sketch, action.commands)
        if action.kind == "target":
            return bool(piece) and any(sketch.target == piece for sketch in sketches)
        return action.kind == "place" and not piece and any(sketch.at == place for sketch in sketches)

    def aim(self, found: tuple[Command, ...]) -> None:
        """Select the commands that target a counter, the best first."""
        if found:
            first = found[0] if self.blind else best_first(self.seat, found, self.aimed_at)[0]
            self.candidates, self.index, self.proposed = found, found.index(first), False

    def nearest_place(self, place: Place) -> Place | None:
        """Return the nearest place that the current action can reach."""
        return min(self.places(), key=lambda other: (self.distance_between(other, place), other), default=None)

    def nearest(self, pieces: Iterable[str], place: Place) -> Piece | None:
        """Return the one of these counters that is nearest to a place."""
        found = [piece for piece in map(self.find, pieces) if piece is not None and piece.at]
        return min(found, key=lambda piece: (self.distance_between(piece.at, place), piece.id), default=None)


def _has_path(sketch: Sketch, here: Piece | None) -> bool:
    """Return whether a command moves a counter; a command that ends at its own place counts as a choice."""
    if here is None:
        return len(sketch.path) > 1
    return sketch.at != here.at or (len(sketch.path) > 1 and sketch.path[0] == here.at)


def _passes(path: Iterable[Place], via: tuple[Place, ...]) -> bool:
    steps = iter(path)
    return all(any(step == place for step in steps) for place in via)
