"""The thread that holds the socket: listens or calls, encrypts and decrypts, and reconnects after a break. It has one
queue each way. Rules never run here. One connection at a time; other callers are turned away.
"""

from __future__ import annotations

import contextlib
import ipaddress
import select
import socket
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Lock, Thread
from time import monotonic

from game.network.channel import CALL_BYTES, KEY_BYTES, MAX_FRAME_BYTES, NEW_GAME, NO_GAME, OLD_GAME, Channel, WrongCode
from game.network.messages import BadMessage, Message, decode, encode

DEFAULT_PORT = 47_115
LENGTH_BYTES = 4
TRIES = 3  # wrong codes after which the code is void
HANDSHAKE_S = 10.0
DOOR_S = 3.0  # seconds for an unknown caller: shorter than a caller waits, so that it cannot block the partner
ALIVE_S = 4.0  # seconds between empty frames
SILENCE_S = 15.0  # seconds of silence after which the other is gone
AGAIN_S = (0.2, 0.5, 1.0, 2.0)  # seconds between calls; the last one repeats
LOOK_S = 0.25
MOST_WAITING = 400  # most unread messages; with more, nothing is read from the socket
LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Linked:
    """A connection is established. `session`: the value both ends derived from it."""

    session: bytes
    number: int = 1


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection is lost. `final`: it will not be restored."""

    reason: str
    final: bool = False


Came = Linked | Lost | Message


class OtherGame(Exception):
    """The other end asks for a different game."""


class Wire:
    """One end of a connection. Call `start`, then call `take` often."""

    def __init__(self, host: str, port: int, listens: bool, shared: Callable[[], bytes], game: bytes = b"") -> None:
        """`shared`: computes the secret both ends know (may take a second); `game`: the one to resume."""
        self.host, self.port, self.listens = host, port, listens
        self.fault = ""  # why it gave up
        self.tries = 0
        self._shared_of, self._shared = shared, b""
        self._game = game
        self._came: deque[Came] = deque()
        self._out: deque[tuple[int, bytes | None]] = deque()
        self._number = 0  # number of the current connection
        self._known = 0  # number of the connection the main thread knows: its messages are for that one
        self._lock = Lock()
        self._over = Event()
        self._linked = False
        self._door: socket.socket | None = None
        self._bell, self._ring = socket.socketpair()
        self._bell.setblocking(False)
        self._ring.setblocking(False)
        self._thread = Thread(target=self._run, name="two computers", daemon=True)

    def start(self) -> Wire:
        """Start listening, if this end listens, and start the thread. Raises OSError if the address cannot be used."""
        if self.listens:
            family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
            self._door = socket.socket(family, socket.SOCK_STREAM)
            try:
                self._door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                self._door.bind((self.host, self.port))
                self._door.listen(2)
            except OSError:
                self._door.close()
                raise
            self._door.settimeout(LOOK_S)
            self.port = self._door.getsockname()[1]
        self._thread.start()
        return self

    def meet_again_with(self, secret: bytes, game: bytes) -> None:
        """Reconnect with this secret from now on, instead of the one-time code."""
        with self._lock:
            self._shared, self._game, self.tries = secret, game, 0

    # ------------------------------------------------------------------ the main thread's side

    def take(self) -> list[Came]:
        """Return the messages received since the last call."""
        found: list[Came] = []
        while self._came:
            item = self._came.popleft()
            if isinstance(item, Linked):
                self._known = item.number
            found.append(item)
        return found

    @property
    def connection(self) -> int:
        """Return the number of the connection last reported by `take`; 0 if there is none."""
        return self._known if self._linked else 0

    def send(self, message: Message, number: int | None = None) -> None:
        """Send a message on the current connection or on `number`; do nothing if it is gone."""
        if self._linked:
            self._out.append((self._known if number is None else number, encode(message)))
            self._wake()

    def hang_up(self) -> None:
        """End this connection after sending what is queued; it is made again."""
        self._out.append((self._number, None))
        self._wake()

    def close(self) -> None:
        """Close everything after sending what is queued. Nothing listens any more when this returns."""
        self._over.set()
        self._wake()
        if self._thread.is_alive():
            self._thread.join(LOOK_S * 8)
        for end in (self._door, self._bell, self._ring):
            if end is not None:
                end.close()

    def _wake(self) -> None:
        with contextlib.suppress(OSError):
            self._ring.send(b"!")

    # ------------------------------------------------------------------ the thread

    def _run(self) -> None:
        failed = 0
        try:
            self._shared = self._shared or self._shared_of()
        except ValueError as error:
            return self._give_up(str(error))
        while not self._over.is_set():
            try:
                line = self._connect()
            except OSError as error:
                wait = AGAIN_S[min(failed, len(AGAIN_S) - 1)]
                failed += 1
                if failed == len(AGAIN_S):
                    self._came.append(Lost(f"{self.host} port {self.port}: {error.strerror or error}; trying again"))
                self._over.wait(wait)
                continue
            if line is None:
                continue
            with line:
                if self._talk(line):
                    failed = 0
                elif not self.listens:
                    self._over.wait(AGAIN_S[-1])
            if self.tries >= TRIES:
                self._give_up("the code was wrong three times and is void; open the game again for a new one")
        return None

    def _give_up(self, reason: str) -> None:
        self.fault = reason
        self._over.set()
        self._came.append(Lost(reason, final=True))
        if self._door is not None:
            self._door.close()

    def _connect(self) -> socket.socket | None:
        if self._door is None:
            return socket.create_connection((self.host, self.port), HANDSHAKE_S)
        try:
            line, _ = self._door.accept()
        except TimeoutError:
            return None
        return line

    def _talk(self, line: socket.socket) -> bool:
        """Shake hands and exchange messages until the connection ends. Return whether it was established."""
        line.settimeout(HANDSHAKE_S)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self._lock:
            shared, game = self._shared, self._game
        channel = Channel(self.listens)
        try:
            self._shake_hands(line, channel, shared, game)
        except OtherGame:
            if not self.listens:
                self._came.append(Lost("the other computer waits for a different game"))
            return False
        except WrongCode:
            self.tries += not game  # a code could be guessed, a secret of 256 bits cannot
            if not self.listens and not game:
                self._give_up("the other computer does not know this code")
            return False
        except (OSError, EOFError):
            return False
        self.tries = 0
        self._number += 1
        self._linked = True
        self._came.append(Linked(channel.session, self._number))
        why = ""
        try:
            self._pump(line, channel)
        except EOFError:
            why = "the other computer has closed the connection"
        except TimeoutError:
            why = "the other computer is silent"
        except OSError as error:
            why = f"the connection broke ({error.strerror or error})"
        except (WrongCode, BadMessage) as error:
            why = f"the other computer sent something that cannot be read: {error}"
        finally:
            self._linked = False
        self._came.append(Lost(why or "the connection was closed here"))
        return True

    def _shake_hands(self, line: socket.socket, channel: Channel, shared: bytes, game: bytes) -> None:
        """Exchange public keys and prove the code; the caller proves first. Raises WrongCode, OSError, EOFError."""
        until = monotonic() + (DOOR_S if self.listens else HANDSHAKE_S)
        call = channel.call(OLD_GAME if game else NEW_GAME, game or NO_GAME)
        line.sendall(call)
        theirs = _read(line, CALL_BYTES, until)
        if theirs[:-KEY_BYTES] != call[:-KEY_BYTES]:
            raise OtherGame
        channel.open(theirs[-KEY_BYTES:], shared)
        if not self.listens:
            _send(line, channel.proof())
        try:
            channel.check(_read_frame(line, until))
        except EOFError as error:
            raise WrongCode("the other end hung up instead of proving the code") from error
        if self.listens:
            _send(line, channel.proof())

    def _pump(self, line: socket.socket, channel: Channel) -> None:
        last_received = last_sent = monotonic()
        while True:
            leaving = self._over.is_set()  # send what was queued before
            while self._out:
                number, data = self._out.popleft()
                if number != self._number:
                    continue
                if data is None:
                    return
                _send(line, channel.seal(data))
                last_sent = monotonic()
            if leaving:
                return
            wanted = [self._bell] if len(self._came) > MOST_WAITING else [self._bell, line]
            ready, _, _ = select.select(wanted, [], [], LOOK_S)
            now = monotonic()
            if self._bell in ready:
                with contextlib.suppress(OSError):
                    self._bell.recv(4096)
            if line in ready:
                data = channel.unseal(_read_frame(line, now + HANDSHAKE_S))
                last_received = now
                if data:
                    self._came.append(decode(data))
            elif now - last_received > SILENCE_S and line in wanted:
                raise TimeoutError
            if now - last_sent > ALIVE_S:
                _send(line, channel.seal(b""))
                last_sent = now


def _send(line: socket.socket, frame: bytes) -> None:
    line.sendall(len(frame).to_bytes(LENGTH_BYTES, "big") + frame)


def _read_frame(line: socket.socket, until: float) -> bytes:
    length = int.from_bytes(_read(line, LENGTH_BYTES, until), "big")
    if length > MAX_FRAME_BYTES:
        raise WrongCode(f"a frame of {length:,} bytes is too long")
    return _read(line, length, until)


def _read(line: socket.socket, count: int, until: float) -> bytes:
    """Read exactly `count` bytes before the time `until`. Raises EOFError, TimeoutError, OSError."""
    parts = []
    while count:
        left = until - monotonic()
        if left <= 0:
            raise TimeoutError
        line.settimeout(left)
        part = line.recv(count)
        if not part:
            raise EOFError
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def invitation(host: str, port: int, code: str) -> str:
    """Return the one line to send to the other player."""
    return f"[{host}]:{port} {code}" if ":" in host else f"{host}:{port} {code}"


def parse_address(text: str) -> tuple[str, int]:
    """Return host and port of `host:port` or `[ipv6]:port`. Raises ValueError."""
    host, _, port = text.rpartition(":")
    host = host.strip("[]")
    if not host or not port.isdigit() or not 0 < int(port) < 65_536:
        raise ValueError(f"expected an address such as 192.168.1.20:{DEFAULT_PORT}; found {text!r}")
    if ":" in host:
        ipaddress.ip_address(host)
    return host, int(port)


def parse_invitation(line: str) -> tuple[str, int, str]:
    """Return address, port and code of a pasted line. Raises ValueError."""
    address, _, code = line.strip().partition(" ")
    host, port = parse_address(address)
    return host, port, code.strip()
