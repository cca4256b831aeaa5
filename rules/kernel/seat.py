"""A seat at the table: what one player may see, ask, try out and submit. No player ever has the state itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from rules.kernel.breakdown import Breakdown
from rules.kernel.chance import Chances
from rules.kernel.dice import Dice, SeededDice, paired_dice
from rules.kernel.evaluation import EvalTerm, ExpectedChange, evaluate
from rules.kernel.exchange import Exchange, exchanges
from rules.kernel.flow import Command, GameState, Illegal, Offer, actor, check, offers
from rules.kernel.forecast import ForecastPart, forecast
from rules.kernel.objective import final_metrics, metrics_so_far
from rules.kernel.odds import MAX_OUTCOMES, SAMPLES, Odds, Tired, chance_of, delayed_odds, odds
from rules.kernel.policy import Recommendation
from rules.kernel.preview import breakdowns
from rules.kernel.record import AnyState, Record
from rules.kernel.ruling import Rolled, is_visible_to
from rules.kernel.session import Session, Step, adjudicate
from rules.kernel.sight import SightReport
from rules.kernel.stake import Stake
from rules.kernel.system import Caption, caption, format_command, parse_command
from rules.kernel.threat import Threat, threats
from rules.kernel.view import Outcome, Panel, Place, Sketch, View

__all__ = ["HypotheticalState", "Seat", "VisibleStep", "is_visible_to", "describe_step"]


class VisibleStep(Record, frozen=True):
    """A step as one side may know it."""

    number: int
    turn: int
    captions: tuple[Caption, ...]


class HypotheticalState:
    """A hypothetical position: a player can value it and play it on, but not look into it."""

    __slots__ = ("_leans", "_session", "_state", "side")

    def __init__(self, session: Session, state: GameState, side: str, leans: Mapping[str, int] | None = None) -> None:
        self._session = session
        self._state = state
        self._leans = leans or {}
        self.side = side

    def score(self) -> int:
        """Return how good it looks to this side, in hundredths of a victory point."""
        return evaluate(self.terms())

    def terms(self) -> tuple[EvalTerm, ...]:
        """Return the terms of its value for this side, with the side's own weights; the score is their sum."""
        terms, leans = self._session.system.terms(self._state, self.side), self._leans
        if not leans:
            return terms
        return tuple(term.but(value=term.value * leans.get(term.key, 100) // 100) for term in terms)

    def expected_value(self, command: Command) -> ExpectedChange | None:
        """Return (mean, least, most) by which a command changes the score; None where only playing it tells."""
        expected = self._session.system.expected_value
        return expected(self._state, command) if expected is not None else None

    @property
    def has_exact_means(self) -> bool:
        """Return whether the game tells what a shot brings on average."""
        return self._session.system.expected_value is not None

    def offers(self) -> list[Offer]:
        """Return what the side to act could do there."""
        return offers(self._session.system, self._state)

    def actor(self) -> str:
        """Return the side that would act."""
        return actor(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game would have ended there; None while it would go on."""
        ended: Outcome | None = self._state.outcome
        return ended

    def final_metrics(self) -> dict[str, int]:
        """Return the final counts for this side, by the names of objectives. Nothing while the battle goes on."""
        return final_metrics(self._session.system.metrics, self._state, self.side)

    def chances(self) -> Chances | None:
        """Return the win chances of this side; None if no games of the battle were fitted."""
        chance = self._session.system.chance
        return chance.of(self._state, self.side) if chance is not None else None

    def seen_by(self, side: str) -> HypotheticalState:
        """Return the same position, valued for another side."""
        return self if side == self.side else HypotheticalState(self._session, self._state, side, self._leans)

    def sketch(self, command: Command) -> Sketch:
        """Return an order there in words, and what it is about."""
        return self._session.system.sketch(self._state, command)

    def allows(self, command: Command) -> bool:
        """Return whether an order would be legal there."""
        return not check(self._session.system, self._state, command)

    def passes(self, command: Command) -> bool:
        """Return whether a command only ends the part of a unit."""
        return format_command(command).split()[0] in self._session.system.pass_commands

    def imagine(self, command: Command, dice: Dice, move_on: bool = False) -> HypotheticalState:
        """Return the position after one more command."""
        ruling = adjudicate(self._session.system, self._state, command, dice, move_on)
        return HypotheticalState(self._session, ruling.state, self.side, self._leans)

    @property
    def turn(self) -> int:
        """The turn it stands in."""
        return int(self._state.cursor.turn)

    @property
    def phase(self) -> int:
        """The phase it stands in: its place in the sequence of play."""
        return int(self._state.cursor.phase)

    def counsel(self) -> tuple[Recommendation, ...]:
        """Return what the game's own captain would do for the side to act, best first.

        Empty where it has no opinion.
        """
        captain = self._session.system.captain
        side = self.actor()
        return captain.leaning(self._leans).counsel(self._state, side) if captain is not None and side else ()

    def explain(self, command: Command) -> str:
        """Return the figures behind an order of the game's own captain, in words; empty if there are none."""
        captain, side = self._session.system.captain, self.actor()
        return captain.explain(self._state, side, command) if captain is not None and side else ""

    @property
    def has_captain(self) -> bool:
        """Return whether the game has a captain of its own who can be asked."""
        captain = self._session.system.captain
        return captain is not None and not captain.fault

    @property
    def no_counsel(self) -> str:
        """Return why the game's own captain cannot advise (his weights are unusable); empty if he can."""
        captain = self._session.system.captain
        return captain.fault if captain is not None else ""

    def rollout(
        self, policy: Callable[[HypotheticalState], Command], seed: int, until: Callable[[HypotheticalState], bool]
    ) -> HypotheticalState:
        """Return the position after `policy` has played both sides until `until` says so, or the game is over.

        Rolls paired dice: the same order in the same phase and turn has the same luck under the same seed, so that
        lines of play can be compared.
        """
        position = self
        while position.actor() and not until(position):
            command = policy(position)
            dice = paired_dice(seed, position.turn, position.phase, f"{command.side} {format_command(command)}")
            position = position.imagine(command, dice, move_on=True)
        return position


class Seat:
    """One side's seat. All its answers come from the position as that side may know it."""

    __slots__ = ("_guess", "_guess_of", "_session", "_sums", "_sums_of", "side")

    def __init__(self, session: Session, side: str) -> None:
        self._session = session
        self.side = side
        self._guess: object = None
        self._guess_of: object = None
        self._sums: dict[Command, tuple[Breakdown, ...]] = {}
        self._sums_of: object = None

    def _known_state(self) -> AnyState:
        state = self._session.state
        if self._guess_of is not state:
            self._guess = self._session.system.known_state(state, self.side)
            self._guess_of = state
        return self._guess

    @property
    def game(self) -> str:
        """The key of the game that is played."""
        return self._session.system.key

    @property
    def to_act(self) -> bool:
        """Return whether this side has the move."""
        return self._session.actor == self.side

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self._session.over

    @property
    def study(self) -> bool:
        """Return whether anything may be taken back."""
        return self._session.study

    def view(self) -> View:
        """Return the board as this side may see it."""
        return self._session.system.view(self._known_state(), self.side)

    def offers(self) -> list[Offer]:
        """Return what this side may do now; empty when it is not its turn."""
        return offers(self._session.system, self._known_state()) if self.to_act else []

    def at_stake(self, listed: Iterable[Offer] | None = None) -> tuple[Stake, ...]:
        """Return what this side would miss if its phase ended now. `listed`: its offers, where they are known."""
        return self._session.system.at_stake(self._known_state(), self.side, listed)

    def check(self, command: Command) -> tuple[Illegal, ...]:
        """Return every reason against a command, as far as this side may know."""
        return check(self._session.system, self._known_state(), command)

    def read(self, typed: str) -> Command:
        """Return an order as typed in full. Raises ValueError with what was expected."""
        return parse_command(self._session.system, self.side, typed)

    def submit(self, command: Command) -> Step | tuple[Illegal, ...]:
        """Give a command. The step returned has only the events and faces this side may know.

        The legality check uses what this side may know; only an order that is legal there is checked against the true
        position. Raises PermissionError for a command of another side.
        """
        if command.side != self.side:
            raise PermissionError(f"{self.side} may not give orders for {command.side}")
        reasons = self.check(command)
        if reasons:
            return reasons
        done = self._session.submit(command)
        if isinstance(done, tuple):
            return done
        events = tuple(event for event in done.events if is_visible_to(event, self.side))
        seen = tuple(face for event in events if isinstance(event, Rolled) for face in event.faces)
        return done.but(events=events, faces=seen)

    def odds(
        self, command: Command, limit: int = MAX_OUTCOMES, samples: int = SAMPLES, tired: Tired | None = None
    ) -> Odds:
        """Return the distribution of a command's outcomes: exact up to `limit` ways, else from samples.

        See odds.py.
        """
        return odds(self._session.system, self._known_state(), command, limit, samples, tired)

    def delayed_odds(self, command: Command) -> Odds:
        """Return the distribution of its later outcome in this position, such as running torpedoes.

        No chances if there is none.
        """
        return delayed_odds(self._session.system, self._known_state(), command)

    def forecast(self, command: Command, tired: Tired | None = None) -> tuple[ForecastPart, ...]:
        """Return the parts of what a command decides, each with its chances, as far as this side may know.

        `tired` as for odds.
        """
        return forecast(self._session.system, self._known_state(), command, tired)

    def exchange(self, command: Command, tired: Callable[[], bool]) -> tuple[Exchange, ...]:
        """Return what each known enemy and this piece could do to each other after a move, the nearest first."""
        return exchanges(self._session.system, self._known_state(), self.side, command, tired)

    def chance_of(
        self, command: Command, least: Mapping[str, int], limit: int = MAX_OUTCOMES, *, first_roll: bool = False
    ) -> Fraction | None:
        """Return the exact chance that a command brings so much of everything asked for, as odds.chance_of does."""
        return chance_of(self._session.system, self._known_state(), command, least, limit, first_roll=first_roll)

    def threats(self, piece: str, aims: Iterable[str] = ()) -> tuple[Threat, ...]:
        """Return what the other side could do to a piece in this position, as far as this side may know."""
        enemy = next((note.key for note in self._session.scenario.sides if note.key != self.side), "")
        return threats(self._session.system, self._known_state(), enemy, piece, aims)

    def breakdowns(self, command: Command) -> tuple[Breakdown, ...]:
        """Return the rolls a command brings, in order, each with all it rests on; empty when it rolls nothing."""
        known = self._known_state()
        if self._sums_of is not known:
            self._sums, self._sums_of = {}, known
        if command not in self._sums:
            self._sums[command] = breakdowns(self._session.system, known, command)
        return self._sums[command]

    def sketch(self, command: Command) -> Sketch:
        """Return what to light on the board for a command."""
        return self._session.system.sketch(self._known_state(), command)

    def panels(self, piece: str) -> tuple[Panel, ...]:
        """Return what may be read about a piece."""
        return self._session.system.panels(self._known_state(), self.side, piece)

    def nearest_command(self, command: Command, place: Place, facing: int | None = None) -> Command | None:
        """Return the command like this one that ends nearest to a place of the table.

        None where there is no such thing.
        """
        find = self._session.system.nearest_command
        return find(self._known_state(), command, place, facing) if find is not None and self.to_act else None

    def sight(self, start: Place, end: Place) -> SightReport:
        """Return the sight line between two places."""
        return self._session.system.sight(self._known_state(), self.side, start, end)

    def now(self, leans: Mapping[str, int] | None = None) -> HypotheticalState:
        """Return the present position for trying out orders.

        leans: weights of terms and features for the thinker, in hundredths.
        """
        return HypotheticalState(self._session, self._known_state(), self.side, leans)

    def metrics_so_far(self) -> dict[str, int]:
        """Return the counts of objectives, except the result, as far as this side may know them now."""
        return metrics_so_far(self._session.system.metrics, self._known_state(), self.side)

    def win_features(self) -> tuple[int, ...]:
        """Return the features of the win chance, as far as this side may know them; empty in a game without them."""
        chance = self._session.system.chance
        return chance.signs(self._known_state(), self.side) if chance is not None else ()

    def chances(self) -> Chances | None:
        """Return how the battle may end for this side, as far as it may know; None where nobody can tell."""
        chance = self._session.system.chance
        return chance.of(self._known_state(), self.side) if chance is not None and not self.over else None

    @property
    def chance_is_fitted(self) -> bool:
        """Return whether the chances were fitted to this very battle, and are no general curve."""
        chance = self._session.system.chance
        source = chance.source(self._session.scenario) if chance is not None else None
        return source is not None and source.fitted

    def determinizations(self, count: int, seed: int = 0) -> tuple[HypotheticalState, ...]:
        """Draw sample positions, all consistent with what this side knows.

        Without hidden information, the position itself. They depend only on what the side knows and the seed: two true
        positions that look alike to it give the same samples.
        """
        known, suppose = self._known_state(), self._session.system.determinize
        supposed = (suppose(known, self.side, SeededDice(seed * count + number)) for number in range(count))
        return tuple(HypotheticalState(self._session, state, self.side) for state in supposed)

    def imagine(self, command: Command, dice: Dice) -> HypotheticalState:
        """Return the position after a command with these dice, as far as this side can predict it."""
        return self.now().imagine(command, dice)

    def visible_steps(self, since: int = 0) -> tuple[VisibleStep, ...]:
        """Return what has happened from step `since` on, told to this side only as far as it may know."""
        return tuple(
            describe_step(self._session, number, self.side) for number in range(since, len(self._session.steps))
        )


def describe_step(session: Session, number: int, side: str) -> VisibleStep:
    """Return one step in words, for one side."""
    step = session.steps[number]
    state = session.states[number + 1]
    captions = tuple(caption(session.system, state, event) for event in step.events if is_visible_to(event, side))
    return VisibleStep(number, step.turn, captions)
