"""The table: one game, its players and viewer, the current selection, the log, the odds, and what each side has seen.
Window, lessons and text play are interfaces to a table; the logic is here, and nothing here draws. For replays see
game/table/replay_cursor.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from game.skins import Skin, Stops, load_skin
from game.table.auto_pass import AutoPass
from game.table.director import Director
from game.table.event_scenes import EventScene, event_scenes
from game.table.log_feed import LogFeed
from game.table.move_plans import MovePlans
from game.table.order_builder import OrderBuilder, UnitAction
from game.table.prompts import only_order, why_not_undo
from game.table.quick_odds import quick_odds
from game.table.skip_reasons import skipped_phases
from game.table.targeting import best_first, target_of
from game.words import tr
from rules.kernel.dice import SeededDice, TableDice
from rules.kernel.flow import Command, Done, Event, Illegal
from rules.kernel.odds import Odds
from rules.kernel.seat import Seat, VisibleStep, is_visible_to
from rules.kernel.session import Session, Step
from rules.kernel.view import Place
from rules.players import Player, Turn, close_players


def volley_orders(hand: OrderBuilder, stops: Stops) -> tuple[Command, ...]:
    """List orders like the selected one for each other unit of its division, or each other battery of its ship. A
    division is a counter with several ships; if counters have one unit each, all that can give the order now.
    """
    armed, action, session = hand.armed_command, hand.action, hand.session
    if armed is None or action is None or action.verb not in stops.together:
        return ()
    if isinstance(session.dice, TableDice) or session.header.network is not None:
        return ()  # with real dice or two computers, each order waits for its own rolls
    piece = hand.find(action.piece)
    whole = piece is not None and len(piece.hulls) > 1
    found = []
    for other in hand.actions:
        same = [command for command in other.commands if target_of(command) == target_of(armed)]
        mate = other.verb == action.verb and other.actor != action.actor and (not whole or other.piece == action.piece)
        if same and mate:
            ranked = best_first(hand.seat, same)
            found.append(min(ranked, key=lambda command: _differences(armed, command)))
    if found:
        return tuple(found)
    rest = [one for one in action.commands if one != armed and target_of(one) == target_of(armed)]
    if rest:
        after = hand.seat.now().imagine(armed, SeededDice(0))
        rest = [one for one in rest if after.allows(one)]
    return best_first(hand.seat, rest)


def _differences(one: Command, other: Command) -> int:
    """Return the number of fields in which two orders differ."""
    return sum(getattr(one, name) != getattr(other, name) for name in one.__struct_fields__)


@dataclass(frozen=True, slots=True)
class ActionResult:
    """The result of an action at the table, as far as the viewing side may know it."""

    events: tuple[Event, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)  # counter or unit -> its previous place
    turned: bool = False  # the viewing side has changed
    step: Step | None = None  # the order given, undone or redone
    turn: Turn | None = None  # turn of a computer player


class Table:
    """One game in play. `players`: side -> "human", the key of a computer player, a player, or None (human)."""

    def __init__(
        self,
        session: Session,
        players: Mapping[str, str | Player | None] | None = None,
        *,
        director: Director | None = None,
        turns_by_itself: bool = True,
    ) -> None:
        """`director`: replaces the one made from `players`. `turns_by_itself`: in open play the view changes to the
        acting side; otherwise only `sit` changes it.
        """
        self.session = session
        self.director = director or Director(session, players if players is not None else session.players)
        self.turns_by_itself = turns_by_itself
        self.feed = LogFeed(session, self.side)
        self._feeds = {self.side: self.feed}  # log of each side that has viewed the table: keeps the screen's notes
        self.plans = MovePlans()
        self.taken_back = 0  # orders that can be redone
        self._automatic: list[Step] = []  # steps given automatically: skipped phases
        self.blind = False  # odds are hidden, because a puzzle asks about them
        self.stopping: AutoPass | None = None  # which actions keep a phase open; None: all
        self.shown_steps: dict[str, int] = dict.fromkeys(("", *self.director.players), len(session.steps))
        self.ordered = dict(self.shown_steps)  # side -> number of steps after its last manual order
        self.pending: Callable[[Step], ActionResult] | None = None  # continuation of an order that waits for its dice
        self._hand: OrderBuilder | None = None
        self._odds: dict[Command, Odds] = {}
        self._odds_of: object = None  # the position the odds belong to

    # ------------------------------------------------------------------ the viewing side

    @property
    def side(self) -> str:
        """Return the viewing side; "" sees everything."""
        return self.director.viewer

    @property
    def seat(self) -> Seat:
        """Return the seat of the viewing side."""
        return self._hand.seat if self._hand is not None else Seat(self.session, self.side)

    @property
    def hand(self) -> OrderBuilder:
        """Return the viewing side's current selection, created at first use."""
        if self._hand is None:
            self._hand = OrderBuilder(self.session, self.side)
        self._hand.blind = self.blind
        self._hand.own_rolls = self.stopping.stops.rolls if self.stopping is not None else ()
        return self._hand

    @property
    def my_turn(self) -> bool:
        """Return whether the viewing side may give orders now."""
        return bool(self.side) and self.session.actor == self.side and not self.session.over

    def names(self) -> Mapping[str, str]:
        """Return the names of everything the viewing side may know of, by id."""
        system, state = self.session.system, self.session.state
        return system.names(system.known_state(state, self.side) if self.side else state)

    def known_events(self, step: Step) -> tuple[Event, ...]:
        """Return the events of a step that the viewing side may know."""
        return tuple(event for event in step.events if is_visible_to(event, self.side))

    def odds(self, command: Command) -> Odds:
        """Return the odds of a command; cached for each position."""
        if self._odds_of is not self.session.state:
            self._odds_of = self.session.state
            self._odds.clear()
        if command not in self._odds:
            self._odds[command] = quick_odds(self.seat, command)
        return self._odds[command]

    # ------------------------------------------------------------------ orders

    def submit(self, command: Command, by_itself: bool = False) -> ActionResult | tuple[Illegal, ...]:
        """Give an order of the viewing side; return all reasons if it is refused. Raises DiceWanted with real dice.
        `by_itself`: given automatically. Afterwards the same counter is selected, with its usual next action.
        """
        hand, places = self._hand, self._places_in_sight()
        piece, verb = (
            (hand.piece, hand.action.verb if hand.action is not None else "") if hand is not None else ("", "")
        )
        left = self.hand.stakes if self.stopping is not None and type(command) is Done else ()

        def finish(step: Step) -> ActionResult:
            if self.stopping is not None:
                self.stopping.standing.leave(command.side, left)
            self.taken_back = 0
            if by_itself:
                self._automatic.append(self.session.steps[step.number])
            else:
                self.ordered[self.side] = step.number + 1
            change = self._after_change(self.known_events(step), places, step=step)
            if piece and hand is self._hand and not self.director.handover_to and self.hand.find(piece) is not None:
                self.select(piece, verb)
                self.go_on()
            return change

        self.pending = finish
        result = self.seat.submit(command)
        self.pending = None
        return result if isinstance(result, tuple) else finish(result)

    def joint_orders(self) -> tuple[Command, ...]:
        """Return the orders that other units of the division or battery can get together with the selected one."""
        return volley_orders(self.hand, self.skin.stops) if self.stopping is not None else ()

    def submit_together(self) -> ActionResult | tuple[Illegal, ...]:
        """Give the selected order, then the same order to each other unit of its division or battery that still can."""
        armed, begun = self.hand.armed_command, self._phase()
        assert armed is not None
        others = self.joint_orders()
        change = self.submit(armed)
        for other in others:
            if isinstance(change, tuple) or not self.my_turn or self._phase() != begun:
                break
            more = self.submit(other)
            if isinstance(more, ActionResult):  # otherwise it is no longer possible: the target is gone
                change = replace(change, events=(*change.events, *more.events), turned=more.turned, step=more.step)
        return change

    def _phase(self) -> tuple[int, int]:
        cursor = self.session.state.cursor
        return cursor.turn, cursor.phase

    def undo(self) -> ActionResult | Illegal:
        """Undo the last order together with all phases skipped since, or say why not."""
        done = self._take_back()
        if isinstance(done, Illegal):
            return done
        while self._is_automatic(done) and self.session.steps and self._is_automatic(self.session.steps[-1]):
            earlier = self._take_back()
            if isinstance(earlier, Illegal):
                break
            done = earlier
        self.shown_steps = {side: min(count, len(self.session.steps)) for side, count in self.shown_steps.items()}
        self.ordered = {side: min(count, len(self.session.steps)) for side, count in self.ordered.items()}
        return self._after_change((), {}, step=done)

    def _take_back(self) -> Step | Illegal:
        reason = why_not_undo(self.session, self.director)
        done = Illegal(reason, "") if reason else self.session.undo()
        if not isinstance(done, Illegal):
            self.taken_back += 1
        return done

    def _is_automatic(self, step: Step | None) -> bool:
        """Return whether the order of a step was given automatically."""
        return any(step is given for given in self._automatic)

    def redo(self) -> ActionResult | Illegal:
        """Redo what was undone, including its skipped phases, or say why not."""
        places, first = self._places_in_sight(), len(self.session.steps)
        done = self._redo_one()
        while not isinstance(done, Illegal) and self._is_automatic(done) and self._is_automatic(self.session.undone):
            done = self._redo_one()
        if isinstance(done, Illegal):
            return Illegal(f"{done.reason[:1].upper()}{done.reason[1:]}.", done.rule)
        events = tuple(event for step in self.session.steps[first:] for event in self.known_events(step))
        return self._after_change(events, places, step=done)

    def _redo_one(self) -> Step | Illegal:
        done = self.session.redo()
        if not isinstance(done, Illegal):
            self.taken_back = max(0, self.taken_back - 1)
        return done

    def ending(self) -> Command | None:
        """Return the order that the primary button gives; None if none."""
        return (only_order(self.hand) or self.hand.done) if self.my_turn else None

    def run_move(self, move: Callable[[], object]) -> ActionResult | None:
        """Let a caller such as a lesson move the game forward or back; return None if it went back."""
        before, places = list(self.session.steps), self._places_in_sight()
        move()
        return self.catch_up(before, places)

    def catch_up(self, before: Sequence[Step], places: Mapping[str, Place] | None = None) -> ActionResult | None:
        """Return the changes since the steps were `before`; None if the game went back."""
        places = self._places_in_sight() if places is None else places
        steps = self.session.steps
        if len(steps) < len(before) or steps[len(before) - 1] is not before[-1]:
            self.hand.drop()
            self._after_change((), {})
            return None
        return self._after_change(
            tuple(event for step in steps[len(before) :] for event in self.known_events(step)), places
        )

    def _places_in_sight(self) -> Mapping[str, Place]:
        return self._hand.places_in_sight() if self._hand is not None else {}

    def _after_change(
        self,
        events: tuple[Event, ...],
        places: Mapping[str, Place],
        *,
        step: Step | None = None,
        turn: Turn | None = None,
    ) -> ActionResult:
        """Change the view to the acting side after a change of position, and update the selection."""
        turned = self.turns_by_itself and self.director.follow()
        if turned:
            self.sit(self.side)
        if self._hand is not None:
            self._hand.refresh()
        return ActionResult(events, places, turned, step, turn)

    # ------------------------------------------------------------------ players

    def computer(self, now_ms: int) -> ActionResult | None:
        """Let a computer player think in a thread; return the result of its turn once ready. Raises DiceWanted."""
        before, places = len(self.session.steps), self._places_in_sight()
        turn = self.director.computer(now_ms)
        if turn is None:
            return None
        if self.director.reasons_open:
            self.feed.explain(turn, before + 1)
        return self._after_change(self.known_events(turn.step), places, step=turn.step, turn=turn)

    def computer_at_once(self) -> ActionResult:
        """Let the computer player to act think and act; wait for it."""
        turn = self.director.computer_at_once()
        return self._after_change(self.known_events(turn.step), {}, step=turn.step, turn=turn)

    def leave_screen(self) -> None:
        """Note that the viewing side leaves the screen; later events will be shown when it returns."""
        self.shown_steps[self.side] = len(self.session.steps)

    def sit(self, side: str) -> None:
        """Change the viewing side."""
        self.director.viewer = side
        if self._hand is not None:
            self._hand = OrderBuilder(self.session, side, self._hand.news)
        self.feed = self._feeds.setdefault(side, LogFeed(self.session, side))
        self.feed.restart()

    def note_skips(self, first: int) -> None:
        """Note in the log why the viewing side had no choice in phases that ended since a number of steps."""
        for number in range(first, len(self.session.steps)) if self.side else ():
            reasons = [skipped.words for skipped in skipped_phases(self.session, self.side, number) if skipped.words]
            if reasons:
                self.feed.note("; ".join(reasons), number + 1)

    def sit_down(self, side: str) -> ActionResult:
        """Give the screen to another side; `take_scenes` returns what has happened since it left."""
        self.sit(side)
        return ActionResult((), self._places_in_sight(), True)

    @cached_property
    def skin(self) -> Skin:
        """Return the skin: how events of the game look, sound and are shown as scenes."""
        return load_skin(self.session.system.key)

    def take_scenes(self) -> list[EventScene]:
        """Return the scenes of steps that the viewing side has not seen yet, and mark them as seen; if nothing is
        hidden, for all players at the screen.
        """
        steps = len(self.session.steps)
        shared = not self.director.secret and len(self.director.humans) > 1
        first = min(self.shown_steps[self.side], steps)
        found = event_scenes(self.session, self.side, self.skin, first, shared=shared)
        self.note_skips(first)
        for side in (self.side,) if self.director.secret else (self.side, *self.director.humans):
            self.shown_steps[side] = steps
        return found

    def scenes_since_order(self) -> list[EventScene]:
        """Return the scenes since the viewing side's last order, including that order's results."""
        first = min(self.ordered[self.side], len(self.session.steps))
        return event_scenes(self.session, self.side, self.skin, max(0, first - 1))

    def pass_for(self, side: str, command: Command) -> ActionResult | None:
        """End the phase of a side that is not at the screen and has nothing to do; return None if that is refused."""
        places = self._places_in_sight()
        result = Seat(self.session, side).submit(command)
        if isinstance(result, tuple):
            return None
        self.taken_back = 0
        return self._after_change(self.known_events(self.session.steps[-1]), places, step=self.session.steps[-1])

    def take_unseen_steps(self) -> tuple[VisibleStep, ...]:
        """Return the steps that the viewing side has not seen yet, and mark them as seen."""
        found = tuple(self.seat.visible_steps(min(self.shown_steps[self.side], len(self.session.steps))))
        self.leave_screen()
        return found

    def close(self) -> None:
        """Close the game: stop the players, end their programs, close the file; everything is saved."""
        self.director.thinker.stop()
        close_players(self.director.players.values())
        self.session.close()

    # ------------------------------------------------------------------ choosing

    def select(self, piece: str, verb: str = "") -> None:
        """Select a counter; keep the previous verb if it has targets."""
        hand = self.hand
        hand.select(piece)
        same = [action for action in hand.actions_of(piece) if action.verb == verb and action.kind == "target"]
        if same and (hand.action is None or hand.action.verb != verb):
            hand.open_unit(same[0].actor)
        if not self.my_turn:
            hand.drop()
        elif self.stopping is not None:
            hand.propose(self.stopping.stops)

    def take_up(self) -> None:
        """Start a decision: select the only counter that keeps the phase open, unless one is already selected."""
        hand, stopping = self.hand, self.stopping
        if stopping is None or not self.my_turn or hand.view.page or hand.armed_command is not None:
            return
        if hand.actions_of(hand.piece):
            if hand.action is None:
                self.select(hand.piece)
            else:
                hand.propose(stopping.stops)
            return
        waiting = {action.piece for action in stopping.open_actions(hand) if action.piece}
        if len(waiting) == 1 and not hand.fresh_panels:
            self.select(waiting.pop())
            self.go_on()

    def go_on(self) -> None:
        """Select the usual next action of the selected counter, if it has one. If it has nothing left to do on the
        board, select the next counter whose usual action is a move or an attack.
        """
        hand = self.hand
        mine = hand.actions_of(hand.piece)
        usual = next((action for action in mine if action.usual), None)
        idle = all(action.kind == "choice" for action in mine)
        if self.stopping is not None:
            idle = idle and not any(len(action.commands) > 1 for action in mine)
        if usual is None and self.my_turn and not hand.fresh_panels and idle:
            other = next(
                (action for action in hand.actions if action.usual and action.piece and action.kind != "choice"), None
            )
            if other is not None:
                self.select(other.piece, other.verb)
                return
        stopping = self.stopping
        if usual is None and self.my_turn and not hand.fresh_panels and stopping is not None:
            if {action.piece for action in stopping.open_actions(hand)}.isdisjoint({hand.piece}):
                following = stopping.next_open(hand, hand.piece)
                if following:
                    self.select(following)
            return
        if usual is not None and usual.kind == "choice" and hand.fresh_panels:
            return  # keep the charts of the last roll open
        if usual is not None and self.my_turn and hand.action is None:
            hand.take(usual)

    def show_selected(self) -> None:
        """Highlight the selected counter's actions again after the position has changed."""
        self.hand.refresh()
        if self.hand.piece and self.my_turn and self.hand.action is None:
            self.hand.select(self.hand.piece)

    def arm(self, command: Command) -> bool:
        """Select a command from a menu, card or page. Return true if it was already selected: the caller then gives
        it.
        """
        hand = self.hand
        if hand.armed_command == command:
            return True
        sketch = hand.sketch(command)
        if sketch.piece and sketch.piece != hand.piece:
            hand.select(sketch.piece)
        hand.arm(command)
        return False

    def take(self, action: UnitAction) -> bool:
        """Select an action from a card. Return true if its only command was already selected: the caller then gives
        it.
        """
        if action.kind == "choice" and self.hand.armed_command == action.commands[0]:
            return True
        self.hand.take(action)
        return False

    def next_unit(self, step: int) -> str:
        """Select the next counter that can act. Return why there is none; empty if one is selected."""
        hand = self.hand
        able, loose = hand.able_counters(), hand.actions_of("")
        if not able and loose:
            hand.take(loose[0])
            hand.open_choice()
            return ""
        if not able:
            return tr("No orders left in this phase.") if self.my_turn else tr("It is not your turn.")
        here = able.index(hand.piece) if hand.piece in able else (-1 if step > 0 else 0)
        self.select(able[(here + step) % len(able)])
        return ""
