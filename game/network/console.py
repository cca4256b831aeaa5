"""Two computers in text mode: `host` opens a game, `join` joins one with the pasted line; either may listen or call."""

from __future__ import annotations

import secrets
import sys
from argparse import Namespace
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from time import sleep

from game.console import terminal
from game.console.playing import Refused, chosen_entry, shelves
from game.console.table import SpokenTable
from game.console.text import one_line
from game.folders import find_folders
from game.network.by_file_console import send_invitation
from game.network.channel import new_code
from game.network.ledger import side_of
from game.network.line import Line
from game.network.messages import (
    ACCEPT_DRAW,
    ASK_UNDO,
    CHAT,
    GUEST,
    HOST,
    LEAVE,
    OFFER_DRAW,
    PING,
    REFUSE_DRAW,
    REFUSE_UNDO,
    RESIGN,
    Setup,
)
from game.network.network_session import GameStopped, NetworkSession, RemotePlayer
from game.network.opening import CannotPlay, Place, offer_of
from game.network.peer import News, Peer, State
from game.network.wire import LOOPBACK, invitation, parse_address, parse_invitation
from game.program import COMMAND
from game.saving import where_kept
from game.table.speech import strip_controls
from game.version import VERSION
from game.words import tr, tr_noop
from game.workshop.designs import with_designs
from rules import SYSTEMS
from rules.kernel.logbook import LogbookError
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import HUMAN, Player, close_players, is_player, make_player, take_turn

REST_S = 0.01
TRUST = tr_noop(
    "Nobody can choose the dice, or change or deny an order. But both computers hold the whole game: a modified "
    "program could look at hidden information."
)
WORDS = tr_noop(
    "Besides the usual commands you can type: say <text>, takeback (ask to undo your last order), draw, resign, "
    "accept, decline."
)
SAID = {
    PING: tr_noop("The other player points at the board."),
    ASK_UNDO: tr_noop("The other player asks to undo the last order. Type accept or decline."),
    REFUSE_UNDO: tr_noop("The other player does not agree to that."),
    OFFER_DRAW: tr_noop("The other player offers a draw. Type accept or decline."),
    ACCEPT_DRAW: tr_noop("The other player agrees to a draw."),
    REFUSE_DRAW: tr_noop("The other player declines the draw."),
    RESIGN: tr_noop("The other player resigns."),
    LEAVE: tr_noop("The other player has left."),
}


class Interrupted(Exception):
    """Something arrived that changes what may be typed."""


class Keyboard:
    """Typed lines, read in a thread so that the connection never waits."""

    def __init__(self) -> None:
        self.lines: Queue[str | None] = Queue()
        self.ended = False
        Thread(target=self._read, name="keyboard", daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def take(self) -> str | None:
        """Return the next typed line; None if there is none yet."""
        try:
            line = self.lines.get_nowait()
        except Empty:
            return None
        self.ended = line is None
        if line is not None and not sys.stdin.isatty():
            terminal.say(line)
        return line


class Talk:
    """A live game at a terminal: input, reports, and whose turn it is."""

    def __init__(self, line: Line, keyboard: Keyboard | None, player: Player | None) -> None:
        """`player`: a computer player or a program at this end; None: a person types."""
        self.line, self.keyboard, self.player = line, keyboard, player
        peer = line.peer
        assert peer is not None
        self.peer: Peer = peer
        session = peer.ledger.session
        assert isinstance(session, NetworkSession)
        self.session = session
        self.side = side_of(peer.ledger, peer.role)
        seats = {note.key: player if note.key == self.side else RemotePlayer() for note in session.scenario.sides}
        self.table = SpokenTable(session, seats, self.ask, terminal.say, terminal.wipe)
        self.given: str | None = None  # a line typed while it was not this side's turn
        self.said_parted = False
        session.wait = self.rest

    def say(self, text: str) -> None:
        """Print a line."""
        self.table.say(text)

    # ------------------------------------------------------------------ the connection

    def rest(self) -> None:
        """Receive and report messages, then sleep a moment."""
        for news in self.line.pump():
            self._tell(news)
        sleep(REST_S)

    def _tell(self, news: News) -> None:
        table = self.table
        if news.kind == "undo":
            count = len(self.session.steps)
            table.table.shown_steps = {side: min(shown, count) for side, shown in table.table.shown_steps.items()}
            self.say(tr("The last order was undone."))
        elif news.kind == "order":
            if table.side:
                table.news()
        elif news.kind == "parted":
            if not self.said_parted:
                self.say(tr("Connection lost: {why}. Waiting for the other computer.", why=news.text))
            self.said_parted = True
        elif news.kind == "met":
            self.said_parted = False
            self.say(tr("Connected: both logs are the same."))
        elif news.kind == "stopped":
            self.say(tr("The game has stopped: {why}.", why=news.text))
        elif news.kind == CHAT:
            self.say(tr("They say: {text}", text=news.text))
        elif news.kind in SAID:
            self.say(tr(SAID[news.kind]))

    # ------------------------------------------------------------------ the keyboard

    def ask(self, prompt: str) -> str | None:
        """Return a typed line; None at the end of input. Raises Interrupted if the game moves meanwhile."""
        if self.given is not None:
            given, self.given = self.given, None
            return given
        assert self.keyboard is not None
        print(prompt, end="", flush=True)
        place = self.peer.state, self.peer.ledger.count
        while True:
            self.rest()
            if (self.peer.state, self.peer.ledger.count) != place:
                raise Interrupted
            typed = self.keyboard.take()
            if self.keyboard.ended:
                return None
            if typed is None:
                continue
            if not self.handle_word(typed):
                return typed
            print(prompt, end="", flush=True)

    def handle_word(self, typed: str) -> bool:
        """Handle a command about the other player; return false if it is not one."""
        word, _, rest = typed.strip().partition(" ")
        peer = self.peer
        why = ""
        match word.casefold():
            case "say":
                peer.say(rest)
            case "ping":
                peer.say("", PING)
            case "takeback":
                why = peer.ask_undo()
            case "draw":
                peer.offer_draw()
            case "resign":
                peer.resign()
            case "accept" | "decline":
                agree = word.casefold() == "accept"
                if peer.draw_wanted:
                    peer.answer_draw(agree)
                else:
                    why = peer.answer_undo(agree)
            case _:
                return False
        if why:
            self.say(tr("Not possible: {why}.", why=why))
        return True

    # ------------------------------------------------------------------ playing

    def play(self) -> bool:
        """Play until the game ends, stops, or somebody leaves. Return whether it ended."""
        while not self.line.is_over:
            try:
                self.rest()
                if self.peer.state is State.MINE and not self.peer.undo_asked:
                    if not self._my_turn():
                        return False
                elif not self._their_turn():
                    return False
            except Interrupted:
                self.say("")
            except GameStopped:
                break
        self.rest()
        return self.peer.state is State.OVER

    def _my_turn(self) -> bool:
        if self.player is not None:
            self.table.table.sit(self.side)
            take_turn(self.player, Seat(self.session, self.side))
            return True
        return self.table.give_screen(self.side) and one_line(self.table)

    def _their_turn(self) -> bool:
        """Wait for the other side; the player may look, read and talk. Return false to leave."""
        typed = self.keyboard.take() if self.keyboard is not None else None
        if self.keyboard is not None and self.keyboard.ended:
            return False
        if typed is None or self.handle_word(typed) or not self.session.steps:
            return True
        self.given = typed
        return self.table.give_screen(self.side) and one_line(self.table)


# --- the verbs --------------------------------------------------------------------------------------------------------


def host_verb(args: Namespace) -> int:
    """`host`: open a game for another computer. 0 if it was played to its end, 1 if it stopped or could not begin."""
    return _verb(args, HOST)


def join_verb(args: Namespace) -> int:
    """`join`: join a game opened at another computer."""
    return _verb(args, GUEST)


def _verb(args: Namespace, role: str) -> int:
    folders = find_folders(args.user_dir)
    place = Place(SYSTEMS, shelves(args).sheet, folders.saves, VERSION)
    if role == HOST and args.by_file:
        return send_invitation(args, _offer(args))
    kind = args.player or HUMAN
    if kind != HUMAN and not is_player(kind):
        raise Refused(tr("there is no player and no program {player} that can be run", player=repr(kind)))
    line = Line(role, place)
    try:
        _connect(args, line)
    except (ValueError, CannotPlay, LogbookError) as error:
        raise Refused(str(error)) from error
    except OSError as error:
        raise Refused(
            tr("{host} port {port} cannot be used: {why}", host=args.at, port=args.port, why=error.strerror or error)
        ) from error
    player = None
    try:
        if not _wait_for_partner(line):
            terminal.complain(strip_controls(line.fault))
            return 1
        player = None if kind == HUMAN else make_player(kind, secrets.randbits(31), without_reasons=True)
        return _play_game(Talk(line, Keyboard() if player is None else None, player))
    except KeyboardInterrupt:
        terminal.say("")
        return 1
    finally:
        close_players([player])
        line.close()


def _connect(args: Namespace, line: Line) -> None:
    """Listen, or call if a line was pasted. Raises ValueError, CannotPlay, OSError, LogbookError, Refused."""
    if args.resume:
        host, port = parse_address(args.line.split()[0]) if args.line else (args.at, args.port)
        line.resume(Path(args.resume), host, port, not args.line)
        if not args.line:
            terminal.say(tr("Waiting for the other computer at {address}.", address=f"{args.at}:{line.port}"))
        return
    offer = _offer(args) if line.role == HOST else None
    if args.line:
        host, port, code = parse_invitation(args.line)
        line.begin(host, port, False, code, offer)
        return
    code = new_code()
    line.begin(args.at, args.port, True, code, offer)
    terminal.say(tr("Waiting. Send the other player this line:"))
    terminal.say(f"    {invitation(args.at, line.port, code)}")
    verb = "join" if line.role == HOST else "host"
    terminal.say(tr('They type: {command} {verb} "that line"', command=COMMAND, verb=verb))
    if args.at == LOOPBACK:
        terminal.say(
            tr(
                "Only this computer can reach that address. For another one use --at 0.0.0.0 and put the address by "
                "which they reach you into the line: a forwarded port of your router, a private network such as "
                "Tailscale or ZeroTier, or IPv6."
            )
        )


def _offer(args: Namespace) -> Setup:
    """Return the game that the host offers. Raises Refused, DataError."""
    entry = chosen_entry(args)
    system = SYSTEMS[entry.system]
    scenario = with_designs(entry.scenario, system, shelves(args).own)
    sides = [note.key for note in scenario.sides]
    fitting = [key for key in sides if args.side is None or key.startswith(args.side.casefold())]
    if not fitting:
        raise Refused(tr("unknown side {side}; expected {names}", side=args.side, names=" or ".join(sides)))
    sheet = shelves(args).sheet(scenario.system, scenario.map)
    return offer_of(Session(system, scenario, sheet, begin=False), fitting[0])


def _wait_for_partner(line: Line) -> bool:
    text = ""
    while line.peer is None or not (line.peer.is_live or line.is_over):
        for news in line.pump():
            if news.text != text and news.kind == "parted":
                terminal.say(strip_controls(news.text))
                text = news.text
        if line.fault:
            return False
        sleep(REST_S)
    return True


def _play_game(talk: Talk) -> int:
    peer, session = talk.peer, talk.session
    talk.say(tr("Connected. You play {side}.", side=talk.table.name(talk.side)))
    talk.say(tr(TRUST))
    if talk.player is None:
        talk.say(tr(WORDS))
    ended = talk.play()
    if ended and session.over:
        talk.table.table.sit(talk.side)
        talk.table.news()
        talk.table.closing()
    elif ended:
        talk.say(tr("The game is over: {why}.", why=peer.reason))
    else:
        peer.say("", LEAVE)
        verb = "host" if peer.role == HOST else "join"
        again = f'{COMMAND} {verb} --resume "{session.path}"'
        talk.say(tr("{kept}. Continue: {command}", kept=where_kept(session), command=again))
    talk.say(tr('Check its dice: {command} replay --verify "{path}"', command=COMMAND, path=session.path))
    return 0 if ended else 1
