"""Create one end of a game from a new connection or a saved game; the offer is checked before any file is created."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from game.network.channel import game_id, meeting_secret
from game.network.keys import KEY_BYTES, new_key, public_key
from game.network.ledger import LIVE, Ledger, Unproved
from game.network.links import LINK_BYTES, make_chain, to_text
from game.network.messages import (
    GUEST,
    HOST,
    MAX_REASON_LETTERS,
    OTHER,
    PROTOCOL,
    BadMessage,
    Hello,
    Message,
    Setup,
    Stop,
)
from game.network.network_session import NetworkSession
from game.network.peer import Peer
from game.network.private import PrivateError, PrivateFile, Secrets, private_path
from game.saving import save_new
from rules.kernel.datafile import DataError
from rules.kernel.logbook import Logbook, LogbookError, read
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.scenario_opening import open_scenario
from rules.kernel.session import NETWORK_FORMAT, Header, Session, TwoComputers, header_line
from rules.kernel.system import System

LoadMap = Callable[[str, str], MapSheet | None]


class CannotPlay(Exception):
    """A game between two computers cannot be begun or resumed. str() is a sentence."""


@dataclass(frozen=True, slots=True)
class Place:
    """This computer's games, maps, folder of saved games and program version."""

    systems: Mapping[str, System]
    load_map: LoadMap
    saves: Path
    program: str


def offer_of(session: Session, side: str) -> Setup:
    """Return a host's offer: the game of a session that has not begun, and the host's side."""
    header = session.header
    return Setup(
        system=header.system,
        rules=header.rules,
        map_digest=header.map_digest,
        scenario=msgspec.to_builtins(header.scenario),
        options=header.options,
        side=side,
        started=datetime.now().isoformat(timespec="seconds"),
    )


def build(offer: Setup, terms: TwoComputers | None, place: Place) -> NetworkSession:
    """Return a new session of the offered game. Raises CannotPlay with what does not fit."""
    system = place.systems.get(offer.system)
    if system is None:
        raise CannotPlay(f"there is no game called {offer.system!r} here")
    try:
        scenario = msgspec.convert(offer.scenario, Scenario)
        sheet = place.load_map(offer.system, scenario.map) if scenario.map else None
        open_scenario(system, scenario, sheet, offer.options)
        unknown = sorted(set(offer.options) - set(system.rulebook.options))
        if unknown:
            raise CannotPlay(f"there is no option called {unknown[0]!r} here")
        session = NetworkSession(
            system, scenario, sheet, offer.options, begin=False, game=place.program, started=offer.started
        )
    except msgspec.ValidationError as error:
        raise CannotPlay(f"the scenario is not well formed: {error}") from error
    except DataError as error:
        text = "; ".join(str(problem) for problem in error.problems)
        raise CannotPlay(f"the scenario cannot be played here: {text}") from error
    if offer.side not in session.players:
        raise CannotPlay(f"the scenario has no side called {offer.side!r}")
    if offer.rules != session.header.rules:
        raise CannotPlay("the two computers have different rules files")
    if offer.map_digest != session.header.map_digest:
        raise CannotPlay(f"the two computers have different maps called {scenario.map!r}")
    session.header = session.header.but(format=NETWORK_FORMAT, network=terms)
    return session


class Opening:
    """The handshake of two ends that begin a game. It ends with `peer`, or with `fault` if there can be no game."""

    def __init__(self, role: str, place: Place, send: Callable[[Message], None], offer: Setup | None = None) -> None:
        """`offer`: the host's."""
        self.role, self.place, self.send, self.offer = role, place, send, offer
        self.peer: Peer | None = None
        self.fault = ""
        self._session = b""
        self._secrets: Secrets | None = None
        self._theirs: Hello | None = None

    def on_linked(self, session: bytes) -> None:
        """Choose a key and a chain for a new connection. The host sends first."""
        self._session, self._theirs = session, None
        self._secrets = Secrets(role=self.role, seed=new_key(), key=new_key(), meeting=meeting_secret(session))
        if self.role == HOST:
            assert self.offer is not None
            self.send(self._hello())
            self.send(self.offer)

    def _hello(self) -> Hello:
        secrets = self._secrets
        assert secrets is not None
        tip = make_chain(secrets.seed, game_id(self._session), self.role)[0]
        return Hello(
            protocol=PROTOCOL, program=self.place.program, role=self.role, key=public_key(secrets.key), tip=tip
        )

    def receive(self, message: Message) -> None:
        """Handle one message of the other end."""
        try:
            self._take(message)
        except (CannotPlay, BadMessage) as error:
            self.fault = str(error)
            self.send(Stop(reason=self.fault[:MAX_REASON_LETTERS]))

    def _take(self, message: Message) -> None:
        if isinstance(message, Stop):
            self.fault = f"the other computer refused: {message.reason}"
        elif isinstance(message, Hello) and self._theirs is None:
            self._on_hello(message)
        elif isinstance(message, Setup) and self.role == GUEST and self._theirs is not None:
            build(message, None, self.place)
            self.offer = message
            self.send(self._hello())
            self._make()
        else:
            raise CannotPlay(f"the other computer sent {type(message).__name__!r} before the game was agreed")

    def _on_hello(self, message: Hello) -> None:
        check_hello(message, self.role, self.place)
        mine = self._hello()
        if message.key == mine.key or message.tip == mine.tip:
            raise CannotPlay("the other computer has copied this end's key or chain")
        self._theirs = message
        if self.role == HOST:
            self._make()

    def _make(self) -> None:
        """Create the log, the private file, and the peer that plays on."""
        secrets, theirs, offer = self._secrets, self._theirs, self.offer
        assert secrets is not None and theirs is not None and offer is not None
        mine = self._hello()
        terms = TwoComputers(
            protocol=PROTOCOL,
            game=game_id(self._session).hex(),
            host=offer.side,
            keys={self.role: to_text(mine.key), OTHER[self.role]: to_text(theirs.key)},
            tips={self.role: to_text(mine.tip), OTHER[self.role]: to_text(theirs.tip)},
            trust=LIVE,
        )
        terms = terms.but(keys=dict(sorted(terms.keys.items())), tips=dict(sorted(terms.tips.items())))
        self.peer = make_end(build(offer, terms, self.place), secrets, self.place, self.send)


def check_hello(message: Hello, role: str, place: Place) -> None:
    """Check the other end's hello. `role`: this end's. Raises CannotPlay."""
    if message.protocol != PROTOCOL or message.program != place.program:
        raise CannotPlay(
            f"the two computers have different versions of the program: {message.program!r} there, "
            f"{place.program!r} here"
        )
    if message.role != OTHER[role] or len(message.key) != KEY_BYTES or len(message.tip) != LINK_BYTES:
        raise CannotPlay("the other computer sent an invalid greeting")


def make_files(session: NetworkSession, secrets: Secrets, place: Place) -> tuple[Ledger, PrivateFile]:
    """Create the log and the private file of a new game. Raises CannotPlay on a disk error."""
    save_new(session, place.saves, datetime.now())
    if session.log is None:
        raise CannotPlay(f"the game cannot be saved on this computer's disk: {session.not_saved}")
    session.path = session.log.path
    try:
        private = PrivateFile.create(session.path, secrets)
    except LogbookError as error:
        session.close()
        raise CannotPlay(f"the game cannot be saved on this computer's disk: {error}") from error
    return Ledger(session, header_line(session.header)), private


def make_end(session: NetworkSession, secrets: Secrets, place: Place, send: Callable[[Message], None]) -> Peer:
    """Create the files of a new game, and its peer. Raises CannotPlay on a disk error."""
    ledger, private = make_files(session, secrets, place)
    peer = Peer(ledger, session.log, private, send, place.program)
    session.attach(peer)
    return peer


def discard(peer: Peer) -> None:
    """Remove the files of a game that never began."""
    session = peer.ledger.session
    session.close()
    peer.private.close()
    if session.path is not None and not session.steps:
        session.path.unlink(missing_ok=True)
        private_path(session.path).unlink(missing_ok=True)


def read_game(path: Path, place: Place) -> tuple[NetworkSession, Ledger, list[dict[str, object]]]:
    """Read a log of a game between two computers: the game before its first line, and its lines, not yet verified.

    Raises CannotPlay.
    """
    reading = read(path)
    if not reading.header:
        raise CannotPlay(f"{path.name}: {reading.problem}")
    try:
        header = msgspec.convert(reading.header, Header)
    except msgspec.ValidationError as error:
        raise CannotPlay(f"{path.name}: line 1 is not the header of a saved game: {error}") from error
    if header.network is None:
        raise CannotPlay(f"{path.name} is not a game between two computers")
    if header.network.protocol != PROTOCOL or header.format != NETWORK_FORMAT:
        raise CannotPlay(f"{path.name} was made by another version of the program")
    if reading.broken_at is not None:
        raise CannotPlay(f"{path.name}: {reading.problem}")
    offer = Setup(
        system=header.system,
        rules=header.rules,
        map_digest=header.map_digest,
        scenario=msgspec.to_builtins(header.scenario),
        options=header.options,
        side=header.network.host,
        started=header.started,
    )
    session = build(offer, header.network, place)
    if header_line(session.header) != header_line(header):
        session.header = header
    try:
        ledger = Ledger(session, reading.header)
    except (ValueError, LookupError) as error:
        raise CannotPlay(f"{path.name}: line 1 is not the header of a game between two computers: {error}") from error
    return session, ledger, list(reading.entries)


def resume(path: Path, place: Place, send: Callable[[Message], None]) -> Peer:
    """Open a saved game between two computers again and verify every line. Raises CannotPlay, LogbookBusy."""
    session, ledger, entries = read_game(path, place)
    if session.header.game != place.program:
        raise CannotPlay(f"{path.name} was begun with version {session.header.game!r}; this is {place.program!r}")
    try:
        ledger.accept(entries)
        private = PrivateFile.open(path)
    except (Unproved, PrivateError) as error:
        raise CannotPlay(f"{path.name}: {error}") from error
    try:
        session.log = Logbook.open(path)
    except LogbookError:
        private.close()
        raise
    session.path = path
    peer = Peer(ledger, session.log, private, send, place.program)
    session.attach(peer)
    return peer
