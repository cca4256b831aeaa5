"""A game by file, on trust: both ends know both seeds, so no player waits for the other in the middle of a turn. There
are three kinds of files: the host's invitation, the guest's answer, and then turns. The lines are those of a live game,
each signed by the player who gave it. A file's content is only obfuscated: the program holds the key.
"""

from __future__ import annotations

import zlib
from hashlib import sha256
from pathlib import Path

import msgspec
from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from game.network.keys import new_key, public_key, sign
from game.network.ledger import BY_FILE, Ledger, Links, Unproved
from game.network.links import from_text, make_chain, to_text
from game.network.messages import GUEST, HOST, MAX_REASON_LETTERS, OTHER, PROTOCOL, Hello, Setup
from game.network.network_session import NetworkSession
from game.network.opening import CannotPlay, Place, build, check_hello, make_files, read_game
from game.network.peer import State
from game.network.private import PrivateError, PrivateFile, Secrets
from game.words import tr_noop
from rules.kernel.flow import Begin, Command, Illegal
from rules.kernel.logbook import Line as LogLine
from rules.kernel.logbook import Logbook, LogbookError
from rules.kernel.session import TwoComputers
from rules.kernel.storage import NotSaved, read_file, reason, write_fresh

SUFFIX = ".turn"
TRUST = tr_noop(
    "A game by file is played on trust: the dice are fixed and opening a file again changes nothing, but a modified "
    "program, or a copy of the folder, could try out a turn before it is sent."
)
MAGIC = b"FI-TURN1"
MAX_FILE_BYTES = 256_000
MAX_PLAIN_BYTES = 2_000_000
GAME_BYTES = 16
_BOX = SecretBox(sha256(b"fi-turn-file-1: hidden from the eye, not from a program").digest())


class Invitation(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """The host's invitation, the first file of a game."""

    game: str
    hello: Hello
    setup: Setup


class Accepted(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """The guest's answer to an invitation."""

    game: str
    hello: Hello
    seed: bytes


class Turn(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """A turn: lines from number `first` on. `seed`: the sender's."""

    game: str
    role: str
    seed: bytes
    first: int
    lines: list[LogLine]


class Waiting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The state the host keeps until the answer to its invitation arrives."""

    secrets: Secrets
    setup: Setup


TurnFile = Invitation | Accepted | Turn
_DECODER = msgspec.json.Decoder(TurnFile)


class TwoFutures(CannotPlay):
    """A file contains a different version of a turn that was opened before. str() is a sentence."""


def pack(content: TurnFile) -> bytes:
    """Return content as the bytes of a turn file."""
    return MAGIC + bytes(_BOX.encrypt(zlib.compress(msgspec.json.encode(content), 9)))


def unpack(path: Path) -> TurnFile:
    """Read a turn file. Raises CannotPlay with the file and the reason."""
    try:
        data = read_file(path, MAX_FILE_BYTES + 1)
    except OSError as error:
        raise CannotPlay(f"{path.name}: {reason(error, reading=True)}") from error
    if not data.startswith(MAGIC):
        raise CannotPlay(f"{path.name} is not a turn of a game by file")
    if len(data) > MAX_FILE_BYTES:
        raise CannotPlay(f"{path.name} is larger than {MAX_FILE_BYTES:,} bytes")
    try:
        unzip = zlib.decompressobj()
        plain = unzip.decompress(_BOX.decrypt(data[len(MAGIC) :]), MAX_PLAIN_BYTES)
        content: TurnFile = _DECODER.decode(plain)
    except (CryptoError, ValueError, zlib.error) as error:
        raise CannotPlay(f"{path.name} was changed or cut on its way: send it again") from error
    except (msgspec.DecodeError, RecursionError) as error:
        text = f"{path.name} was made by another version of the program: {error}"
        raise CannotPlay(text[:MAX_REASON_LETTERS]) from error
    return content


class FilePeer:
    """One end of a game by file, with the interface that NetworkSession needs."""

    def __init__(self, ledger: Ledger, log: Logbook | None, private: PrivateFile, place: Place) -> None:
        self.ledger, self.log, self.private, self.place = ledger, log, private, place
        self.role = private.secrets.role
        self.key = private.secrets.key
        self.reason = ""
        self._chains: dict[str, tuple[bytes, ...]] = {}

    @property
    def state(self) -> State:
        """Return the state: whose turn it is."""
        writer = self.ledger.writer
        return State.OVER if not writer else State.MINE if writer == self.role else State.THEIRS

    def why_not_give(self) -> str:
        """Return why no order can be given now; empty if one can."""
        if not self.private.other_seed:
            return "the first turn of the other player has not been opened yet"
        data = {
            State.OVER: "the game is over",
            State.THEIRS: "it is the other side's turn: send your turn, open theirs",
        }
        return data.get(self.state, "")

    def _links(self) -> Links:
        """Return the links of the next roll; both seeds are known."""
        if not self._chains:
            seeds = {self.role: self.private.secrets.seed, OTHER[self.role]: self.private.other_seed}
            self._chains = {role: make_chain(seed, self.ledger.game, role) for role, seed in seeds.items()}
        roll = self.ledger.rolls + 1
        return self._chains[HOST][roll], self._chains[GUEST][roll]

    def give(self, command: Command) -> tuple[Illegal, ...]:
        """Give an order, or return every reason why it is refused."""
        why, ledger = self.why_not_give(), self.ledger
        if why:
            return (Illegal(why, ""),)
        reasons = ledger.session.check(command) if ledger.session.steps else ()
        if reasons:
            return reasons
        try:
            if ledger.wants_links(command):
                links = self._links()
                signature = sign(self.key, ledger.ask_claim(command, links[self.role == GUEST]))
                line = ledger.rolled_line(command, links, [signature])
            else:
                line = ledger.quiet_line(command, ledger.sign_quiet(command, self.key)[1])
            ledger.keep(ledger.prove(line), self.log)
        except LogbookError as error:
            return (Illegal(f"this order was not given: {error}", ""),)
        return ()

    def undo(self) -> str:
        """Undo this side's last order; return why not, empty on success."""
        ledger = self.ledger
        why = self.why_not_give() or ledger.free_undo()
        if why:
            return why
        try:
            line = ledger.undo_line([sign(self.key, ledger.undo_claim())])
            ledger.keep(ledger.prove(line), self.log)
        except LogbookError as error:
            return f"it was not taken back: {error}"
        return ""

    # ------------------------------------------------------------------ files

    def turn(self) -> Turn:
        """Return this side's orders since the other's last line; the same until the other's next turn is opened."""
        theirs = [number for number, role in enumerate(self._writers(), 1) if role != self.role]
        first = (theirs[-1] if theirs else 0) + 1
        secrets = self.private.secrets
        return Turn(
            game=self.ledger.terms.game, role=self.role, seed=secrets.seed, first=first,
            lines=self.ledger.lines[first - 1 :],
        )  # fmt: skip

    def _writers(self) -> list[str]:
        """Return who wrote each line: the player whose order it gives or undoes."""
        host = self.ledger.terms.host
        given: list[str] = []
        found: list[str] = []
        for line in self.ledger.lines:
            if line["t"] == "undo":
                found.append(given.pop())
            else:
                given.append(HOST if line["c"]["side"] in ("", host) else GUEST)
                found.append(given[-1])
        return found

    def take(self, turn: Turn, name: str) -> int:
        """Accept the other's turn after verifying all of it. Return the number of new lines. Raises CannotPlay with
        file, line and reason; TwoFutures.
        """
        ledger = self.ledger
        if turn.role == self.role:
            raise CannotPlay(f"{name} is a turn of this side")
        if turn.role != OTHER[self.role] or turn.first < 1:
            raise CannotPlay(f"{name} is not a turn of either side")
        if make_chain(turn.seed, ledger.game, turn.role)[0] != from_text(ledger.terms.tips[turn.role]):
            raise CannotPlay(f"{name}: its seed is not the one the game began with")
        if turn.first > ledger.count + 1:
            raise CannotPlay(
                f"{name}: it begins with line {turn.first}, and line {ledger.count + 1} is next: open the earlier turn"
            )
        same = 0
        for mine, theirs in zip(ledger.lines[turn.first - 1 :], turn.lines, strict=False):
            if mine != theirs:
                raise self._two_futures(turn, turn.first + same, name)
            same += 1
        new = turn.lines[same:]
        assert ledger.session.path is not None
        _, trial, entries = read_game(ledger.session.path, self.place)
        trial.accept(entries)
        for number, entry in enumerate(new, turn.first + same):
            try:
                proved = trial.prove(entry)
                if trial.writer == self.role:
                    raise Unproved(f"it is written by the {turn.role}, and the {self.role} is to act")
                trial.keep(proved, None)
            except Unproved as error:
                raise CannotPlay(f"{name}: line {number}: {error}") from error
        try:
            self.private.learn(turn.seed)
            for entry in new:
                ledger.keep(ledger.prove(entry), self.log)
        except LogbookError as error:
            raise CannotPlay(f"{name}: {error}") from error
        return len(new)

    def _two_futures(self, turn: Turn, number: int, name: str) -> CannotPlay:
        """Return the error for a turn that differs from the one opened before: TwoFutures if signed, otherwise a
        forgery.
        """
        assert self.ledger.session.path is not None
        _, trial, entries = read_game(self.ledger.session.path, self.place)
        try:
            trial.accept(entries[: number - 1])
            trial.prove(turn.lines[number - turn.first])
        except Unproved as error:
            return CannotPlay(f"{name}: line {number}: {error}")
        return TwoFutures(
            f"{name} differs from the turn opened before: line {number} is not the same, and both are signed "
            f"by the {turn.role}. The game stays as it is; keep both files."
        )


# --- starting and resuming -------------------------------------------------------------------------------------------


def _hello(secrets: Secrets, game: str, program: str) -> Hello:
    tip = make_chain(secrets.seed, bytes.fromhex(game), secrets.role)[0]
    return Hello(protocol=PROTOCOL, program=program, role=secrets.role, key=public_key(secrets.key), tip=tip)


def _terms(game: str, setup: Setup, hellos: dict[str, Hello]) -> TwoComputers:
    return TwoComputers(
        protocol=PROTOCOL,
        game=game,
        host=setup.side,
        keys={role: to_text(hellos[role].key) for role in (GUEST, HOST)},
        tips={role: to_text(hellos[role].tip) for role in (GUEST, HOST)},
        trust=BY_FILE,
    )


def _waiting_path(saves: Path, game: str) -> Path:
    return saves / f".{game}.invited"


def invite(setup: Setup, place: Place, out: Path) -> Path:
    """Write the invitation of a new game and return its path. Raises NotSaved."""
    game = new_key()[:GAME_BYTES].hex()
    secrets = Secrets(role=HOST, seed=new_key(), key=new_key())
    waiting = msgspec.json.encode(Waiting(secrets=secrets, setup=setup))
    write_fresh(_waiting_path(place.saves, game), waiting)
    return _write_file(out, pack(Invitation(game=game, hello=_hello(secrets, game, place.program), setup=setup)))


def _write_file(out: Path, data: bytes) -> Path:
    """Write a file under a free name. Raises NotSaved."""
    for number in range(1, 1000):
        path = out if number == 1 else out.with_stem(f"{out.stem}-{number}")
        if not path.exists():
            write_fresh(path, data)
            return path
    raise NotSaved(f"there is no free name like {out.name}")


def _make(session: NetworkSession, secrets: Secrets, place: Place, other_seed: bytes) -> FilePeer:
    ledger, private = make_files(session, secrets, place)
    peer = FilePeer(ledger, session.log, private, place)
    session.attach(peer)
    if other_seed:
        private.learn(other_seed)
    return peer


def open_file(path: Path, place: Place) -> tuple[FilePeer, int]:
    """Open an invitation, an answer or a turn in its game. Return the peer and the number of new lines. An invitation
    creates a game; an answer begins it. Raises CannotPlay, TwoFutures, LogbookBusy, NotSaved.
    """
    content = unpack(path)
    if isinstance(content, Invitation):
        check_hello(content.hello, GUEST, place)
        session = build(content.setup, None, place)
        if find_game(content.game, place) is not None:
            raise CannotPlay(f"{path.name}: this invitation was accepted before")
        secrets = Secrets(role=GUEST, seed=new_key(), key=new_key())
        mine = _hello(secrets, content.game, place.program)
        session.header = session.header.but(
            network=_terms(content.game, content.setup, {HOST: content.hello, GUEST: mine})
        )
        return _make(session, secrets, place, b""), 0
    if isinstance(content, Accepted):
        return _open_answer(content, place, path.name), 0
    log = find_game(content.game, place)
    if log is None:
        raise CannotPlay(f"{path.name} belongs to a game that is not on this computer")
    peer = resume_by_file(log, place)
    try:
        return peer, peer.take(content, path.name)
    except BaseException:
        peer.ledger.session.close()
        raise


def _open_answer(content: Accepted, place: Place, name: str) -> FilePeer:
    """Open the guest's answer on the host's computer: the game begins."""
    check_hello(content.hello, HOST, place)
    kept = _waiting_path(place.saves, content.game)
    log = find_game(content.game, place)
    if log is not None:
        raise CannotPlay(f"{name} was opened before: continue with {log.name}")
    try:
        waiting = msgspec.json.decode(kept.read_bytes(), type=Waiting)
    except (OSError, msgspec.DecodeError) as error:
        raise CannotPlay(f"{name} answers an invitation that was not sent from here") from error
    if make_chain(content.seed, bytes.fromhex(content.game), GUEST)[0] != content.hello.tip:
        raise CannotPlay(f"{name}: its seed does not fit its chain")
    mine = _hello(waiting.secrets, content.game, place.program)
    if content.hello.key == mine.key or content.hello.tip == mine.tip:
        raise CannotPlay(f"{name}: it copies this end's key or chain")
    session = build(waiting.setup, None, place)
    session.header = session.header.but(network=_terms(content.game, waiting.setup, {HOST: mine, GUEST: content.hello}))
    peer = _make(session, waiting.secrets, place, content.seed)
    kept.unlink(missing_ok=True)
    reasons = peer.give(Begin(""))
    if reasons:
        raise CannotPlay(reasons[0].reason)
    return peer


def next_file(peer: FilePeer, out: Path) -> Path:
    """Write the next file to send: the guest's answer, otherwise a turn. Raises NotSaved."""
    terms, secrets = peer.ledger.terms, peer.private.secrets
    if peer.log is not None:
        peer.log.flush()  # what was sent must survive a power cut here
    if peer.role == GUEST and not peer.ledger.count:
        hello = _hello(secrets, terms.game, peer.place.program)
        return _write_file(out, pack(Accepted(game=terms.game, hello=hello, seed=secrets.seed)))
    return _write_file(out, pack(peer.turn()))


def find_game(game: str, place: Place) -> Path | None:
    """Return the saved game by file with an id; None if there is none."""
    for path in sorted(place.saves.glob("*.game")):
        with path.open("rb") as file:
            if f'"game":"{game}"'.encode() in file.readline(1 << 20):
                return path
    return None


def resume_by_file(path: Path, place: Place) -> FilePeer:
    """Open a saved game by file again and verify every line. Raises CannotPlay, LogbookBusy."""
    session, ledger, entries = read_game(path, place)
    if ledger.terms.trust != BY_FILE:
        raise CannotPlay(f"{path.name} is not a game by file")
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
    peer = FilePeer(ledger, session.log, private, place)
    session.attach(peer)
    return peer
