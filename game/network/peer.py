"""One end of a game between two computers: what it sends, what it accepts in each state, and its news for the player.
It uses no sockets: `send` takes a message, `receive` gets one. Rules run on the calling thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from game.network.keys import is_signed, public_key, sign
from game.network.ledger import Ledger, Unproved
from game.network.links import from_text, make_chain
from game.network.messages import (
    ACCEPT_DRAW,
    ASK_UNDO,
    CHAT,
    HOST,
    LEAVE,
    MAX_CHAT_LETTERS,
    MAX_REASON_LETTERS,
    OFFER_DRAW,
    OTHER,
    PING,
    PROTOCOL,
    REFUSE_DRAW,
    REFUSE_UNDO,
    RESIGN,
    Answer,
    Ask,
    BadMessage,
    Hello,
    Lines,
    Message,
    Order,
    Say,
    Stop,
    Undo,
    in_chunks,
)
from game.network.private import Intent, PrivateFile
from rules.kernel.flow import Begin, Command, Illegal
from rules.kernel.logbook import Logbook, LogbookError
from rules.kernel.session import Step

MAX_SAYINGS = 2_000  # most chat messages on one connection; more is a flood


class State(StrEnum):
    """The state of an end."""

    MEETING = "meeting"
    MINE = "mine"
    THEIRS = "theirs"
    ASKED = "asked"
    OVER = "over"
    PARTED = "parted"
    STOPPED = "stopped"


TAKES: dict[State, tuple[type[Message], ...]] = {
    State.MEETING: (Hello, Lines, Stop),
    State.MINE: (Undo, Say, Stop),
    State.THEIRS: (Order, Ask, Undo, Say, Stop),
    State.ASKED: (Answer, Say, Stop),
    State.OVER: (Say, Stop),
    State.PARTED: (),
    State.STOPPED: (),
}


@dataclass(frozen=True, slots=True)
class News:
    """News for the player. `kind`: met, order, undo, parted, stopped, or one of SAYINGS."""

    kind: str
    text: str = ""
    step: Step | None = None
    mine: bool = False


class Peer:
    """One end. `news` holds what happened since it was last emptied."""

    def __init__(
        self,
        ledger: Ledger,
        log: Logbook | None,
        private: PrivateFile,
        send: Callable[[Message], None],
        program: str,
    ) -> None:
        self.ledger, self.log, self.private, self.send, self.program = ledger, log, private, send, program
        secrets = private.secrets
        self.role = secrets.role
        self.other = OTHER[secrets.role]
        self.key = secrets.key
        self.chain = make_chain(secrets.seed, ledger.game, secrets.role)
        self.state = State.PARTED
        self.news: list[News] = []
        self.reason = ""  # why the game stopped, or how it ended without a last order
        self.asked: Command | None = None  # this end's order that waits for its answer
        self.undo_asked = False  # undo requested by this end
        self.undo_wanted: bytes = b""  # undo requested by the other end: its signature
        self.draw_offered = self.draw_wanted = False
        self._said = 0
        self._lacking = 0  # lines only the other end has when the connection starts
        self._last_digest = b""

    # ------------------------------------------------------------------ connecting

    @property
    def my_turn(self) -> bool:
        """Return whether this end writes the next line."""
        return self.ledger.writer == self.role

    @property
    def is_live(self) -> bool:
        """Return whether the ends are connected and their logs agree."""
        return self.state in (State.MINE, State.THEIRS, State.ASKED, State.OVER)

    def hello(self) -> Hello:
        """Return this end's first message."""
        ledger = self.ledger
        return Hello(
            protocol=PROTOCOL,
            program=self.program,
            role=self.role,
            key=public_key(self.key),
            tip=self.chain[0],
            lines=ledger.count,
            digest=ledger.digest,
        )

    def meet(self) -> None:
        """Start the exchange on a new connection."""
        if self.state is State.STOPPED or (self.state is State.OVER and self.reason):
            return self.send(Stop(reason=self.reason[:MAX_REASON_LETTERS]))
        self.state, self._said, self._lacking = State.MEETING, 0, -1
        self.asked, self.undo_asked, self.undo_wanted = None, False, b""
        self.draw_offered = self.draw_wanted = False
        self.send(self.hello())
        return None

    def part(self, why: str) -> None:
        """Note that the connection is lost."""
        if self.state in (State.STOPPED, State.PARTED):
            return
        if self.state is not State.OVER:
            self.state = State.PARTED
        self.news.append(News("parted", why))

    def stop_unsaved(self, why: str) -> None:
        """Stop the game because this end cannot save it."""
        self.stop(f"this computer cannot save the game: {why}")

    def stop(self, reason: str, tell: bool = True) -> None:
        """Stop the game with a sentence; both logs stay."""
        if self.state is State.STOPPED:
            return
        self.state, self.reason = State.STOPPED, reason
        self.news.append(News("stopped", reason))
        if tell:
            self.send(Stop(reason=reason[:MAX_REASON_LETTERS]))

    # ------------------------------------------------------------------ actions of this end's player

    def why_not_give(self) -> str:
        """Return why no order can be given now; empty if one can."""
        if self.undo_asked:
            return "you asked to undo your order: wait for the answer"
        waits = {
            State.MEETING: "the two computers are still comparing their logs",
            State.THEIRS: "it is the other side's turn",
            State.ASKED: "your last order waits for the other computer's part of the dice",
            State.OVER: f"the game is over{': ' + self.reason if self.reason else ''}",
            State.PARTED: "the other computer cannot be reached",
            State.STOPPED: f"the game has stopped: {self.reason}",
        }
        return waits.get(self.state, "")

    def begin(self) -> None:
        """Give the host's first order, if the game has not begun and the ends are connected."""
        if self.role == HOST and not self.ledger.session.steps and self.state is State.MINE:
            self.give(Begin(""))

    def give(self, command: Command) -> tuple[Illegal, ...]:
        """Give an order of this end; return every reason if it is refused. An order with dice waits in the state
        ASKED.
        """
        why, ledger = self.why_not_give(), self.ledger
        if why:
            return (Illegal(why, ""),)
        if ledger.role_of(command) != self.role:
            return (Illegal("this side is played at the other computer", ""),)
        reasons = ledger.session.check(command) if ledger.session.steps else ()
        if reasons:
            return reasons
        self.undo_wanted, self.draw_wanted = b"", False
        try:
            if ledger.wants_links(command):
                self._ask(command)
                return ()
            position, signature = ledger.sign_quiet(command, self.key)
            step = ledger.keep(ledger.prove(ledger.quiet_line(command, signature)), self.log)
        except LogbookError as error:
            return (Illegal(f"this order was not given: {error}", ""),)
        self._update_state()
        self.send(
            Order(line=ledger.count, command=msgspec.to_builtins(command), position=position, signature=signature)
        )
        self.news.append(News("order", step=step, mine=True))
        return ()

    def _ask(self, command: Command) -> None:
        """Ask for the other end's link, after writing the order into the private file. Raises LogbookError."""
        ledger = self.ledger
        roll = ledger.rolls + 1
        data = msgspec.to_builtins(command)
        self.private.intend(Intent(line=ledger.count + 1, roll=roll, command=data))
        link = self.chain[roll]
        self.asked, self.state = command, State.ASKED
        signature = sign(self.key, ledger.ask_claim(command, link))
        self.send(Ask(line=ledger.count + 1, roll=roll, command=data, link=link, signature=signature))

    def undo(self) -> str:
        """Undo this end's last order; return why not, empty on success."""
        ledger = self.ledger
        why = self.why_not_give() or ledger.free_undo()
        if why:
            return why
        signature = sign(self.key, ledger.undo_claim())
        try:
            ledger.keep(ledger.prove(ledger.undo_line([signature])), self.log)
        except LogbookError as error:
            return f"it was not undone: {error}"
        self._update_state()
        self.send(Undo(line=ledger.count, signature=signature))
        self.news.append(News("undo", mine=True))
        return ""

    def ask_undo(self) -> str:
        """Ask the other player's consent to undo this end's last order; return why that is impossible."""
        session = self.ledger.session
        if not self.is_live or self.state is State.ASKED or session.over or self.undo_asked:
            return self.why_not_give() or "there is nothing to undo"
        if len(session.steps) <= 1 or self.ledger.role_of(session.steps[-1].command) != self.role:
            return "the last order is not yours"
        self.undo_asked = True
        self.send(Say(kind=ASK_UNDO, line=self.ledger.count, signature=sign(self.key, self.ledger.undo_claim())))
        return ""

    def answer_undo(self, agree: bool) -> str:
        """Answer the other's request to undo; return why that is impossible."""
        wanted, self.undo_wanted = self.undo_wanted, b""
        if not wanted or self.state not in (State.MINE, State.THEIRS):
            return "nobody has asked to undo an order"
        if not agree:
            self.send(Say(kind=REFUSE_UNDO))
            return ""
        ledger = self.ledger
        mine = sign(self.key, ledger.undo_claim())
        try:
            ledger.keep(ledger.prove(ledger.undo_line([wanted, mine])), self.log)
        except (LogbookError, Unproved) as error:
            return f"it was not undone: {error}"
        self._update_state()
        self.send(Undo(line=ledger.count, signature=wanted, consent=mine))
        self.news.append(News("undo"))
        return ""

    def say(self, text: str, kind: str = CHAT) -> None:
        """Send a line of chat or a ping, even if the other is not connected."""
        if self.is_live:
            self.send(Say(kind=kind, text=text[:MAX_CHAT_LETTERS]))

    def offer_draw(self) -> None:
        """Offer a draw."""
        if self.is_live and self.state is not State.OVER:
            self.draw_offered = True
            self.send(Say(kind=OFFER_DRAW))

    def answer_draw(self, agree: bool) -> None:
        """Answer the other's offer of a draw."""
        if self.draw_wanted and self.is_live:
            self.draw_wanted = False
            self.send(Say(kind=ACCEPT_DRAW if agree else REFUSE_DRAW))
            if agree:
                self._end("a draw was agreed")

    def resign(self) -> None:
        """Resign the game."""
        if self.is_live and self.state is not State.OVER:
            self.send(Say(kind=RESIGN))
            self._end(f"the {self.role} has resigned")

    def _end(self, reason: str) -> None:
        self.state, self.reason, self.asked = State.OVER, reason, None

    # ------------------------------------------------------------------ messages from the other end

    def receive(self, message: Message) -> None:
        """Handle one message. An invalid one stops the game with a sentence and has no other effect."""
        if self.state in (State.STOPPED, State.PARTED):
            return None
        if type(message) not in TAKES[self.state]:
            kind = type(message).__name__
            return self.stop(f"the other computer sent {kind!r} while this one was {self.state.value!r}")
        try:
            self._take(message)
        except (Unproved, BadMessage) as error:
            self.stop(f"the other computer sent something that is not valid: {error}")
        except LogbookError as error:
            self.stop_unsaved(str(error))

    def _take(self, message: Message) -> None:
        match message:
            case Hello():
                self._hello(message)
            case Lines():
                self._lines(message)
            case Order():
                self._order(message)
            case Ask():
                self._answer(message)
            case Answer():
                self._on_answer(message)
            case Undo():
                self._undo(message)
            case Say():
                self._on_say(message)
            case Stop():
                self.stop(f"the other computer stopped the game: {message.reason}", tell=False)

    def _hello(self, message: Hello) -> None:
        ledger = self.ledger
        if self._lacking >= 0:
            raise Unproved("it greeted twice")
        if message.protocol != PROTOCOL or message.program != self.program:
            raise Unproved(f"it has version {message.program!r} of the program, this is {self.program!r}")
        same = message.key == ledger.keys[self.other] and message.role == self.other
        if not same or message.tip != from_text(ledger.terms.tips[self.other]):
            raise Unproved("it is not the partner of this game")
        if message.lines < 0:
            raise Unproved("its number of lines is negative")
        if message.lines <= ledger.count and message.digest != ledger.digests[message.lines]:
            return self.stop("the two logs differ; both are kept as they are")
        self._lacking, self._last_digest = max(0, message.lines - ledger.count), message.digest
        if message.lines < ledger.count:
            for chunk in in_chunks(ledger.lines[message.lines :], message.lines + 1):
                self.send(chunk)
        if not self._lacking:
            self._on_met()
        return None

    def _lines(self, message: Lines) -> None:
        ledger = self.ledger
        if self._lacking < len(message.lines) or not message.lines or message.first != ledger.count + 1:
            raise Unproved("it sent lines that were not asked for")
        if self._lacking == len(message.lines) and ledger.digest_with(message.lines) != self._last_digest:
            return self.stop("the two logs differ; both are kept as they are")
        for entry in message.lines:
            step = ledger.keep(ledger.prove(entry), self.log)
            self.news.append(News("undo" if step is None else "order", step=step))
        self._lacking -= len(message.lines)
        if not self._lacking:
            self._on_met()
        return None

    def _on_met(self) -> None:
        self._update_state()
        self.news.append(News("met"))
        intent = self.private.intent
        waits = intent is not None and intent.line == self.ledger.count + 1 and intent.roll == self.ledger.rolls + 1
        if waits and self.state is State.MINE:
            assert intent is not None
            try:
                self._ask(self.ledger.prove_command(intent.command))
            except Unproved as error:
                raise LogbookError(f"the private file does not fit the game: {error}") from error

    def _update_state(self) -> None:
        """Set the state from the position after a line."""
        self.asked, self.undo_asked, self.undo_wanted = None, False, b""
        writer = self.ledger.writer
        self.state = State.OVER if not writer else State.MINE if writer == self.role else State.THEIRS

    def _next(self, line: int, roll: int | None = None) -> None:
        ledger = self.ledger
        if line != ledger.count + 1 or (roll is not None and roll != ledger.rolls + 1):
            raise Unproved(f"line {line} came where line {ledger.count + 1} is next")

    def _read_their_command(self, data: dict[str, object]) -> Command:
        command = self.ledger.prove_command(data)
        if self.ledger.role_of(command) != self.other:
            raise Unproved("it gave an order for a side that is not its own")
        return command

    def _order(self, message: Order) -> None:
        self._next(message.line)
        ledger = self.ledger
        proved = ledger.prove(ledger.quiet_line(self._read_their_command(message.command), message.signature))
        if proved.entry["h"] != message.position:
            raise Unproved("its order leads to another position there")
        self.news.append(News("order", step=ledger.keep(proved, self.log)))
        self._update_state()

    def _answer(self, message: Ask) -> None:
        """Verify, roll, write, and only then send the link."""
        self._next(message.line, message.roll)
        ledger = self.ledger
        command = self._read_their_command(message.command)
        ledger.prove_link(self.other, message.link)
        if not is_signed(ledger.keys[self.other], ledger.ask_claim(command, message.link), message.signature):
            raise Unproved(f"the order is not signed by the {self.other}")
        if not ledger.wants_links(command):
            raise Unproved("it asked for links and rolls no dice")
        link = self.chain[message.roll]
        links = (link, message.link) if self.role == HOST else (message.link, link)
        position, signature = ledger.sign_answer(command, links, message.signature, self.key)
        proved = ledger.prove(ledger.rolled_line(command, links, [message.signature, signature]))
        step = ledger.keep(proved, self.log)
        self.send(Answer(line=message.line, roll=message.roll, link=link, position=position, signature=signature))
        self.news.append(News("order", step=step))
        self._update_state()

    def _on_answer(self, message: Answer) -> None:
        self._next(message.line, message.roll)
        ledger, command = self.ledger, self.asked
        assert command is not None
        ledger.prove_link(self.other, message.link)
        mine = self.chain[message.roll]
        links = (mine, message.link) if self.role == HOST else (message.link, mine)
        asked = sign(self.key, ledger.ask_claim(command, mine))  # Ed25519 signatures are deterministic
        proved = ledger.prove(ledger.rolled_line(command, links, [asked, message.signature]))
        if proved.entry["h"] != message.position:
            raise Unproved("its dice lead to another position there")
        self.news.append(News("order", step=ledger.keep(proved, self.log), mine=True))
        self._update_state()

    def _undo(self, message: Undo) -> None:
        ledger = self.ledger
        self._next(message.line)
        if not message.consent and self.state is not State.THEIRS:
            raise Unproved("it undid an order when it was not its turn")
        if message.consent and not self.undo_asked:
            raise Unproved("it undid an order without a request")
        signatures = [message.signature, message.consent] if message.consent else [message.signature]
        ledger.keep(ledger.prove(ledger.undo_line(signatures)), self.log)
        self.news.append(News("undo", mine=bool(message.consent)))
        self._update_state()

    def _on_say(self, message: Say) -> None:
        self._said += 1
        if self._said > MAX_SAYINGS:
            raise Unproved("it floods this end with chat")
        kind = message.kind
        if kind == ASK_UNDO:
            if message.line != self.ledger.count or not self.ledger.session.steps:
                return  # a line came in between: the request no longer applies
            giver = self.ledger.role_of(self.ledger.session.steps[-1].command)
            if giver != self.other or not is_signed(
                self.ledger.keys[self.other], self.ledger.undo_claim(), message.signature
            ):
                raise Unproved("its request to undo an order is not signed")
            self.undo_wanted = message.signature
        elif kind == REFUSE_UNDO:
            self.undo_asked = False
        elif kind == OFFER_DRAW:
            self.draw_wanted = True
        elif kind in (ACCEPT_DRAW, REFUSE_DRAW):
            if not self.draw_offered:
                raise Unproved("it answered an offer nobody made")
            self.draw_offered = False
            if kind == ACCEPT_DRAW:
                self._end("a draw was agreed")
        elif kind == RESIGN and self.state is not State.OVER:
            self._end(f"the {self.other} has resigned")
        elif kind not in (CHAT, PING, LEAVE, RESIGN):
            raise Unproved("it sent an unknown kind of chat message")
        self.news.append(News(kind, message.text))
