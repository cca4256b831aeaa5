"""One end of a game with its connection: open, play, reconnect. Call `pump` often, on the thread that runs the rules. A
writer thread waits for the disk. A message is sent only when every line written before it is on the disk.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path

from game.network.channel import secret_of_code
from game.network.messages import Message, Setup, Stop
from game.network.opening import Opening, Place, discard, resume
from game.network.peer import News, Peer, State
from game.network.private import Meeting
from game.network.wire import Linked, Lost, Wire
from rules.kernel.logbook import LogbookError
from rules.kernel.writer import Writer


class Line:
    """An end that is opening a game (`peer` None) or playing one. `fault`: why there is no game."""

    def __init__(self, role: str, place: Place) -> None:
        self.role, self.place = role, place
        self.fault = ""
        self.writer = Writer()
        self.wire: Wire | None = None
        self.opening: Opening | None = None
        self.peer: Peer | None = None

    # ------------------------------------------------------------------ beginning

    def begin(self, host: str, port: int, listens: bool, code: str, offer: Setup | None = None) -> Line:
        """Open a new game: listen or call. `offer`: the host's. Raises OSError."""
        self.opening = Opening(self.role, self.place, self.send, offer)
        self.wire = Wire(host, port, listens, lambda: secret_of_code(code)).start()
        return self

    def resume(self, path: Path, host: str, port: int, listens: bool) -> Line:
        """Resume a saved game: listen or call. Raises CannotPlay, LogbookError, OSError."""
        peer = resume(path, self.place, self.send)
        secrets = peer.private.secrets
        self.peer, self.role = peer, secrets.role
        self._flush_late(peer)
        try:
            self.wire = Wire(host, port, listens, lambda: secrets.meeting, peer.ledger.game).start()
        except OSError:
            peer.ledger.session.close()
            raise
        return self

    def _flush_late(self, peer: Peer) -> None:
        if peer.log is not None:
            peer.log.flush_late(self.writer)
        peer.private.flush_late(self.writer)

    def send(self, message: Message) -> None:
        """Send a message, if connected, as soon as everything written before it is on the disk."""
        if self.wire is None:
            return
        if self.writer.failure and isinstance(message, Stop):
            self.wire.send(message)  # nothing else is sent any more
        elif number := self.wire.connection:
            self.writer.put(partial(self.wire.send, message, number))

    @property
    def port(self) -> int:
        """Return the port this end listens on."""
        return self.wire.port if self.wire is not None else 0

    # ------------------------------------------------------------------ running

    def pump(self) -> list[News]:
        """Receive and answer messages, and return news for the player."""
        news: list[News] = []
        if self.peer is not None and self.writer.failure:
            self.peer.stop_unsaved(self.writer.failure)
        for item in self.wire.take() if self.wire is not None else ():
            if isinstance(item, Lost):
                news += self._on_lost(item)
            elif isinstance(item, Linked):
                self._on_linked(item)
            elif self.peer is not None:
                self.peer.receive(item)
            elif self.opening is not None and not self.fault:
                self._open(self.opening, item)
        peer = self.peer
        if peer is not None:
            peer.begin()
            news, peer.news = [*news, *peer.news], []
        return news

    def _on_lost(self, lost: Lost) -> list[News]:
        if lost.final and (self.peer is None or not self.peer.is_live):
            self.fault = lost.reason
        if self.peer is None:
            return [News("parted", lost.reason)]
        self.peer.part(lost.reason)
        return []

    def _on_linked(self, linked: Linked) -> None:
        if self.peer is not None:
            self._note(self.peer)
            self.peer.meet()
        elif self.opening is not None:
            self.opening.on_linked(linked.session)

    def _open(self, opening: Opening, message: Message) -> None:
        opening.receive(message)
        self.fault = opening.fault
        if opening.peer is None or self.wire is None:
            return
        self.peer = opening.peer
        self._flush_late(self.peer)
        self.wire.meet_again_with(self.peer.private.secrets.meeting, self.peer.ledger.game)
        self._note(self.peer)
        self.peer.meet()

    def _note(self, peer: Peer) -> None:
        """Save the address where the ends met; disk errors are ignored."""
        wire = self.wire
        assert wire is not None
        with suppress(LogbookError):
            peer.private.note_meeting(Meeting(host=wire.host, port=wire.port, listens=wire.listens))

    @property
    def is_over(self) -> bool:
        """Return whether the game or the opening is over."""
        return bool(self.fault) or (self.peer is not None and self.peer.state in (State.STOPPED, State.OVER))

    def close(self) -> None:
        """Disconnect, stop listening and close the files. A game without any order is removed."""
        self.writer.drain()
        if self.wire is not None:
            self.wire.close()
        if self.peer is not None:
            discard(self.peer)
