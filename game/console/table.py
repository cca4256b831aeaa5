"""A game at the terminal: who sits where, what each side has been told, and how turns pass from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from game.console.speech import caption_line, heading_lines, plain, score_lines
from rules.kernel.flow import Command, Illegal
from rules.kernel.seat import Seat, tell
from rules.kernel.session import Session, Step
from rules.kernel.view import Piece
from rules.players import Player, take_turn

CLEAR_SCREEN = "\x1b[2J\x1b[3J\x1b[H"
RULE_LINE = "-" * 72

Ask = Callable[[str], "str | None"]
Say = Callable[[str], None]


class Table:
    """One game with its players. A side whose player is None is played by somebody at the keyboard.

    `ask(prompt)` gives a typed line, None at the end of input; `say(line)` puts out one line; `wipe()` clears the
    screen.
    """

    def __init__(
        self,
        session: Session,
        players: Mapping[str, Player | None],
        ask: Ask,
        say: Say,
        wipe: Callable[[], None],
        reasons: bool = False,
    ) -> None:
        self.session = session
        self.players = dict(players)
        self.ask = ask
        self._say = say
        self.wipe = wipe
        self.reasons = reasons
        self.side = ""  # whose eyes look at the screen
        self.told = dict.fromkeys(self.players, 0)  # steps each side has been told of
        self.told[""] = 0
        self.pending: Command | None = None  # what a shortened order means, shown and not yet confirmed
        self._warned = False  # of orders that are not on the disk

    @property
    def system_board(self) -> str:
        """The kind of board: hex, bands or table."""
        return self.session.system.board

    @property
    def humans(self) -> list[str]:
        """The sides played at the keyboard."""
        return [side for side, player in self.players.items() if player is None]

    @property
    def seat(self) -> Seat:
        """The chair of whoever looks at the screen."""
        return Seat(self.session, self.side)

    def say(self, *lines: str) -> None:
        """Put out lines, made safe for a terminal."""
        for line in lines:
            self._say(plain(line))

    def say_all(self, lines: Iterable[str]) -> None:
        """Put out lines."""
        self.say(*lines)

    def name(self, side: str) -> str:
        """A side's name."""
        return next((note.name for note in self.session.scenario.sides if note.key == side), side or "everybody")

    def names(self) -> Mapping[str, str]:
        """The names of all that this side may know of, by id."""
        system, state = self.session.system, self.session.state
        return system.names(system.guess(state, self.side) if self.side else state)

    def pieces(self) -> tuple[Piece, ...]:
        """The counters this side sees."""
        return self.seat.view().pieces

    def news(self) -> None:
        """Tell what has happened since this side was last told, as far as it may know."""
        session = self.session
        for number in range(min(self.told[self.side], len(session.steps)), len(session.steps)):
            self.say_all(caption_line(caption) for caption in tell(session, number, self.side).captions)
        self.told[self.side] = len(session.steps)

    def submit(self, command: Command) -> Step | tuple[Illegal, ...]:
        """Give an order and tell what came of it, or why not."""
        result = self.seat.submit(command)
        if isinstance(result, Step):
            self.news()
        else:
            self.say_all(refusal_lines(result))
        if self.session.not_saved:
            self.say(f"NOT SAVED: {self.session.not_saved}")
            self._warned = True
        return result

    def warn(self) -> None:
        """Say at once when the disk stops taking orders, and when it takes them again."""
        if bool(self.session.not_saved) is self._warned:
            return
        self._warned = bool(self.session.not_saved)
        self.say(f"NOT SAVED: {self.session.not_saved}" if self._warned else "Saved again, every order so far.")

    def computer_turn(self, player: Player) -> None:
        """Let a computer player act; its reasons are told only when nobody has to be kept in the dark."""
        side = self.session.actor
        turn = take_turn(player, Seat(self.session, side))
        self.warn()
        if self.reasons and not self.humans:
            self.say(f"> {self.name(side)} ({player.title}): {turn.choice.text or turn.choice.command}")
            self.say(f"  why: {turn.choice.why}")
            for text, worth in turn.choice.rejected:
                self.say(f"  not: {text} (worth {worth:g})")
        if self.side or not self.humans:
            self.news()

    def seat_down(self, side: str) -> bool:
        """Turn the screen to a side. Between two people it is handed over. False when input has ended."""
        if side == self.side:
            return True
        if len(self.humans) > 1:
            self.wipe()
            self.say(RULE_LINE, f"Hand over to {self.name(side)}. The screen holds nothing of the other side now.")
            answer = self.ask(f"{self.name(side)}, press Enter when only you can see the screen (quit to leave). ")
            if answer is None or answer.strip().casefold() in ("quit", "exit"):
                return False
            self.wipe()
        first = self.told[side] == 0
        self.side = side
        if first:
            self.say_all(self.opening(side))
        else:
            self.say("What has happened:")
        self.news()
        self.say_all(heading_lines(self.seat.view()))
        return True

    def opening(self, side: str) -> Iterable[str]:
        """What a side reads before its first order."""
        scenario = self.session.scenario
        yield RULE_LINE
        yield f"{scenario.title}, {scenario.date}. {self.session.system.title}."
        yield scenario.briefing.strip()
        for note in scenario.sides:
            if note.key == side:
                yield f"You command {note.name}. {note.brief.strip()}"
        yield "Type help for what you can type, look for the board, offers for what you can do."
        yield RULE_LINE

    def closing(self) -> None:
        """How the game ended, with both ledgers."""
        outcome = self.session.state.outcome
        self.say(RULE_LINE)
        if outcome is not None:
            self.say(f"{outcome.title}. {outcome.why} [{outcome.rule}]")
        self.say_all(score_lines(Seat(self.session, "").view().scores))


def refusal_lines(reasons: Iterable[Illegal]) -> Iterable[str]:
    """Why an order is refused, every reason with its rule."""
    yield "Not possible:"
    for item in reasons:
        yield f"  {item.reason}" + (f" [{item.rule}]" if item.rule else "")
