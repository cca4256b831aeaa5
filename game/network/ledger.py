"""The lines of a game between two computers: each is verified before it is saved and the session moves. A line is that
of an ordinary saved game with `k` and `l` (number and links of a roll) and `s` (signatures). Both logs are byte for
byte equal. The same verification serves messages, lines after a break, files and finished logs.
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

import msgspec

from game.network.keys import is_signed, sign
from game.network.links import LINK_BYTES, dice_key, from_text, previous_link, to_text
from game.network.messages import GUEST, HOST, OTHER
from rules.kernel.dice import KeyedDice, NeedDice
from rules.kernel.flow import Begin, Command, GameState, state_digest
from rules.kernel.logbook import Line as LogLine
from rules.kernel.logbook import Logbook, line_bytes
from rules.kernel.record import to_json
from rules.kernel.session import Session, Step, TwoComputers, end_mark, log_line
from rules.kernel.system import decode_command
from rules.kernel.undo import undo_refusal

HIDDEN = "hidden_movement"  # the option that hides information between the sides
BY_FILE = "file"
LIVE = "live"
Links = tuple[bytes, bytes]  # signatures of the host, of the guest


class Unproved(Exception):
    """A line, a message or a file that cannot be verified. str() is a sentence without its full stop."""


class Proved(NamedTuple):
    """A verified line and its result. `step` None: the last order is undone."""

    entry: dict[str, object]
    step: Step | None
    state: GameState
    links: Links | None


def side_of(ledger: Ledger, role: str) -> str:
    """Return the side that an end plays."""
    notes, host = ledger.session.scenario.sides, ledger.terms.host
    return next(note.key for note in notes if (note.key == host) == (role == HOST))


class Ledger:
    """All lines of one game. Only `keep` moves the session."""

    def __init__(self, session: Session, header: dict[str, object]) -> None:
        """`header`: the first line of the log, as plain data."""
        terms = session.header.network
        assert terms is not None
        self.session = session
        self.terms: TwoComputers = terms
        self.game = bytes.fromhex(terms.game)
        self.digests: list[bytes] = [sha256(line_bytes(header)).digest()]
        self.lines: list[LogLine] = []
        self.rolls = 0
        self.keys = {role: from_text(text) for role, text in terms.keys.items()}
        self.last = {role: from_text(text) for role, text in terms.tips.items()}
        self._last_asked: tuple[int, Command, Links | None] | None = None
        self._last_played: tuple[Step, GameState] | None = None

    # ------------------------------------------------------------------ the current state

    @property
    def count(self) -> int:
        """Return the number of lines."""
        return len(self.lines)

    @property
    def digest(self) -> bytes:
        """Return the SHA-256 of all lines so far, including the header."""
        return self.digests[-1]

    def digest_with(self, entries: list[dict[str, object]]) -> bytes:
        """Return the digest after adding more lines."""
        digest = self.digest
        for entry in entries:
            digest = sha256(digest + line_bytes(entry)).digest()
        return digest

    @property
    def always_asks(self) -> bool:
        """Return whether every order asks for links: true in games with hidden information, so that a delay reveals
        nothing.
        """
        return not self.session.system.open_table and self.session.options.get(HIDDEN, True)

    def role_of(self, command: Command) -> str:
        """Return the end that gives an order. `Begin` is the host's."""
        return HOST if command.side in ("", self.terms.host) else GUEST

    @property
    def writer(self) -> str:
        """Return the end that writes the next line; empty when the game is over."""
        if not self.session.steps:
            return HOST
        actor = self.session.actor
        return (HOST if actor == self.terms.host else GUEST) if actor else ""

    def _play_order(self, command: Command, links: Links | None) -> tuple[Step, GameState] | None:
        """Return the step of an order, with these links or without dice; None if it needs dice and there are no
        links.
        """
        asked = self.count, command, links
        if self._last_asked != asked:
            try:
                dice = KeyedDice() if links is None else self._dice(command, links)
                self._last_played = self.session.prepare(command, dice, listen=True)
            except NeedDice:
                self._last_played = None
            self._last_asked = asked
        return self._last_played

    def _play_declared(self, command: Command, links: Links | None) -> tuple[Step, GameState]:
        """Play an order as `_play_order` does. Raises Unproved if an order declared to roll no dice needs some."""
        found = self._play_order(command, links)
        if found is None:
            raise Unproved("an order sent as one without dice rolls dice")
        return found

    def rolls_dice(self, command: Command) -> bool:
        """Return whether an order needs dice, without rolling any."""
        return self._play_order(command, None) is None

    def wants_links(self, command: Command) -> bool:
        """Return whether an order asks for links."""
        return self.always_asks or self.rolls_dice(command)

    # ------------------------------------------------------------------ claims: what is signed

    def _claim(self, kind: str, *parts: object) -> bytes:
        """Return bytes unique to this position of this game."""
        return to_json([f"fi-{kind}-1", self.terms.game, self.count + 1, self.digest.hex(), *parts])

    def ask_claim(self, command: Command, link: bytes) -> bytes:
        """Return the claim signed by the player whose order rolls dice."""
        return self._claim("ask", self.rolls + 1, msgspec.to_builtins(command), to_text(link))

    def undo_claim(self) -> bytes:
        """Return the claim signed to undo the last order, or to agree to that."""
        return self._claim("undo", len(self.session.steps) - 1)

    def sign_quiet(self, command: Command, key: bytes) -> tuple[str, bytes]:
        """Sign an order without dice. Return the digest of the position after it, and the signature."""
        step, state = self._play_declared(command, None)
        return state_digest(state), sign(key, self._claim("order", self._core(step, state, None)))

    def sign_answer(self, command: Command, links: Links, asked: bytes, key: bytes) -> tuple[str, bytes]:
        """Sign the line of an order with dice, as the answering end. Return the same as `sign_quiet`."""
        step, state = self._play_declared(command, links)
        claim = self._claim("answer", self._core(step, state, links), to_text(asked))
        return state_digest(state), sign(key, claim)

    # ------------------------------------------------------------------ lines

    def _dice(self, command: Command, links: Links) -> KeyedDice:
        """Return the dice of an order with the links of the next roll."""
        return KeyedDice(dice_key(self.game, self.rolls + 1, *links, to_json(msgspec.to_builtins(command))))

    def _core(self, step: Step, state: GameState, links: Links | None) -> dict[str, object]:
        """Return a line without its signatures."""
        line = log_line(step, state_digest(state), end_mark(state, self.count))
        return line if links is None else {**line, "k": self.rolls + 1, "l": [to_text(link) for link in links]}

    def quiet_line(self, command: Command, signature: bytes) -> dict[str, object]:
        """Return the line of an order without dice. Raises Unproved if it rolls."""
        step, state = self._play_declared(command, None)
        return {**self._core(step, state, None), "s": [to_text(signature)]}

    def rolled_line(self, command: Command, links: Links, signatures: list[bytes]) -> dict[str, object]:
        """Return the line of an order with dice."""
        step, state = self._play_declared(command, links)
        return {**self._core(step, state, links), "s": [to_text(one) for one in signatures]}

    @staticmethod
    def undo_line(signatures: list[bytes]) -> dict[str, object]:
        """Return the line that undoes the last order."""
        return {"t": "undo", "s": [to_text(one) for one in signatures]}

    # ------------------------------------------------------------------ proof

    def prove_link(self, role: str, link: bytes) -> None:
        """Check that a link is the next in an end's chain. Raises Unproved."""
        if len(link) != LINK_BYTES or previous_link(self.game, role, self.rolls + 1, link) != self.last[role]:
            raise Unproved(f"the link of the {role} for roll {self.rolls + 1} is not the next one of its chain")

    def prove_command(self, data: object) -> Command:
        """Return an order that is legal here and now. Raises Unproved."""
        try:
            command = decode_command(self.session.system, data)
            first = not self.session.steps
            fits = not command.side if first and type(command) is Begin else not first and type(command) is not Begin
            if msgspec.to_builtins(command) != data:
                raise Unproved("the order is not in its usual form")
            if not fits or (self.session.steps and self.session.check(command)):
                raise Unproved("the rules refuse this order")
        except (ValueError, LookupError, TypeError, AssertionError, AttributeError) as error:
            raise Unproved(f"it is not an order of this game: {error}"[:300]) from error
        return command

    def prove(self, entry: dict[str, object]) -> Proved:
        """Verify that a line is a valid next one, without moving the session. Raises Unproved."""
        try:
            return self._prove_undo(entry) if entry.get("t") == "undo" else self._prove_order(entry)
        except (ValueError, LookupError, TypeError) as error:
            raise Unproved(f"it is not well formed: {error}"[:300]) from error

    def _signatures(self, entry: dict[str, object]) -> list[bytes]:
        listed = entry["s"]
        if not isinstance(listed, list) or not 1 <= len(listed) <= 2:
            raise Unproved("it is not signed")
        return [from_text(text) for text in listed]

    def _prove_order(self, entry: dict[str, object]) -> Proved:
        command = self.prove_command(entry["c"])
        giver = self.role_of(command)
        signatures = self._signatures(entry)
        links = self._proved_links(entry)
        if links is None and self.always_asks:
            raise Unproved("in a game with hidden information every order asks for links; this one did not")
        step, state = self._play_declared(command, links)
        if links is not None and not step.faces and not self.always_asks:
            raise Unproved("it asked for links and rolls no dice")
        core = self._core(step, state, links)
        asked = signatures[0]
        claim = self._claim("order", core) if links is None else self.ask_claim(command, links[giver == GUEST])
        if not is_signed(self.keys[giver], claim, asked):
            raise Unproved(f"the order is not signed by the {giver}")
        answered = links is not None and self.terms.trust == LIVE
        if len(signatures) != 1 + answered:
            raise Unproved("it has the wrong number of signatures")
        if answered and not is_signed(
            self.keys[OTHER[giver]], self._claim("answer", core, to_text(asked)), signatures[1]
        ):
            raise Unproved(f"the roll is not signed by the {OTHER[giver]}")
        made = {**core, "s": entry["s"]}
        if made != entry:
            wrong = sorted(key for key in {*made, *entry} if made.get(key) != entry.get(key))
            names = {"d": "the dice", "h": "the position after it", "end": "the mark of the end", "c": "the order"}
            raise Unproved(f"{names.get(wrong[0], repr(wrong[0]))} cannot be right")
        return Proved(made, step, state, links)

    def _proved_links(self, entry: dict[str, object]) -> Links | None:
        if "l" not in entry and "k" not in entry:
            return None
        if entry["k"] != self.rolls + 1 or not isinstance(entry["l"], list) or len(entry["l"]) != 2:
            raise Unproved(f"its roll should have the number {self.rolls + 1}")
        links = from_text(entry["l"][0]), from_text(entry["l"][1])
        self.prove_link(HOST, links[0])
        self.prove_link(GUEST, links[1])
        return links

    def free_undo(self) -> str:
        """Return why undoing the last order needs the other's consent; empty if it does not."""
        session = self.session
        if len(session.steps) <= 1 or session.over:
            return "there is nothing to undo"
        step = session.steps[-1]
        if self.role_of(step.command) != self.writer:
            return "the other side acts now"
        return undo_refusal(session.system, session.states[-2], session.state, step)

    def _prove_undo(self, entry: dict[str, object]) -> Proved:
        if len(self.session.steps) <= 1 or self.session.over:
            raise Unproved("there is nothing to undo")
        signatures = self._signatures(entry)
        if entry != self.undo_line(signatures):
            raise Unproved("it is not well formed")
        giver = self.role_of(self.session.steps[-1].command)
        alone = len(signatures) == 1 and not self.free_undo()
        if not is_signed(self.keys[giver], self.undo_claim(), signatures[0]):
            raise Unproved(f"the undo is not signed by the {giver}")
        if not alone and not (
            len(signatures) == 2 and is_signed(self.keys[OTHER[giver]], self.undo_claim(), signatures[1])
        ):
            raise Unproved(f"the {OTHER[giver]} has not agreed to this undo")
        return Proved(entry, None, self.session.states[-2], None)

    def keep(self, proved: Proved, log: Logbook | None) -> Step | None:
        """Write a verified line, then move the session. Raises LogbookError; then nothing has moved."""
        if log is not None:
            log.append(proved.entry)
        session = self.session
        if proved.step is None:
            session.steps.pop()
            session.states.pop()
        else:
            session.take(proved.step, proved.state)
        if proved.links is not None:
            self.rolls += 1
            self.last = dict(zip((HOST, GUEST), proved.links, strict=True))
        self.lines.append(proved.entry)
        self.digests.append(self.digest_with([proved.entry]))
        return proved.step

    def accept(self, entries: list[dict[str, object]]) -> None:
        """Verify and add the lines of a log already on the disk. Raises Unproved with the line's number."""
        for entry in entries:
            try:
                self.keep(self.prove(entry), None)
            except Unproved as error:
                raise Unproved(f"line {self.count + 2}: {error}") from error
