"""An external player: a program in any language that answers JSON lines (README.md describes them).

It is shown only what its side may know. If an answer is illegal, late or missing, the program is told why and the
captain's choice is played instead. A program that is silent three times, exits, or sends an endless line is ended and
not asked again.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from time import monotonic
from typing import Any
from weakref import finalize

import msgspec

from rules.kernel.datafile import DataError, strict_json
from rules.kernel.flow import Command
from rules.kernel.seat import Seat
from rules.kernel.system import format_command
from rules.players.captain import CaptainPlayer
from rules.players.player import STOP, Cancelled, CancelToken, Choice, NothingToDo, Ready, at_leisure
from rules.players.program import LOOK_S, NoLine, Program, Silent, is_run_by_python

PROTOCOL = 1
PATIENCE_S = 10.0  # for one decision
MOST_SILENCES = 3  # in a game; then it is ended
MOST_LISTED = 400  # orders listed for one offer
LONGEST = {"order": 1000, "why": 300}  # characters of an answer


def is_program(key: str) -> bool:
    """Return whether the name of a player is the path of a program that can be run."""
    return ("/" in key or "\\" in key) and (shutil.which(key) is not None or is_run_by_python(key))


class ExternalBot(Ready):
    """Asks a program; plays the captain's choice if that fails."""

    def __init__(self, program: str, seed: int = 0, patience_s: float = PATIENCE_S) -> None:
        self.title = Path(program).name
        self.patience_s = patience_s
        self._path = program
        self._instead = CaptainPlayer(seed)
        self._haste: CancelToken = at_leisure
        self._program: Program | None = None
        self._over = ""  # why it is no longer asked
        self._silences = 0
        self._told = 0  # steps of the game it has been told of
        self._asked = 0

    def set_cancel_token(self, haste: CancelToken) -> None:
        """Keep the token that says whether to stop waiting. The program has its own time limit and is not hurried."""
        self._haste = haste

    def choose(self, seat: Seat) -> Choice:
        """Return the program's order, or the captain's with the reason. Raises NothingToDo, Stopped."""
        if not seat.to_act:
            raise NothingToDo(f"{seat.side} is offered nothing")
        try:
            command, why = self._ask(seat)
        except _Failed as failed:
            if self._program is not None:
                self._program.send({"t": "refused", "n": self._asked, "reason": str(failed)})
            return self._instead.choose(seat).but(why=f"{self.title}: {failed}; the captain's choice instead")
        return Choice(
            command, why or f"{self.title} says so", text=seat.sketch(command).label or format_command(command)
        )

    def close(self) -> None:
        """End the program within a second; it is not started again."""
        self._over = self._over or "the game is over"
        program, self._program = self._program, None
        if program is not None:
            program.end()

    def _ask(self, seat: Seat) -> tuple[Command, str]:
        """Return the program's order, if legal, and its reason. Raises _Failed, Stopped."""
        if self._over:
            raise _Failed(self._over)
        self._asked += 1
        latest = monotonic() + self.patience_s
        try:
            program = self._running()
            if not program.send(self._question(seat)):
                raise Silent("it does not read its questions")
            answer = self._answer(program, latest)
        except Silent as silent:
            self._silences += 1
            if self._silences < MOST_SILENCES:
                raise _Failed(str(silent)) from None
            self._over = f"silent {MOST_SILENCES} times, so it was ended"
            self.close()
            raise _Failed(f"{silent}; {self._over}") from None
        except NoLine as end:
            self._over = str(end)
            self.close()
            raise _Failed(self._over) from None
        order = answer["order"]
        try:
            command = seat.read(order)
        except ValueError as error:
            raise _Failed(str(error)) from None
        reasons = seat.check(command)
        if reasons:
            raise _Failed(f"{order}: {reasons[0].reason} [{reasons[0].rule}]")
        return command, answer["why"]

    def _running(self) -> Program:
        """Return the program, starting it if necessary; it ends at the latest with this interpreter. Raises NoLine."""
        if self._program is None:
            try:
                self._program = Program(self._path)
            except (OSError, ValueError) as error:
                raise NoLine(f"it cannot be started: {error}") from error
            finalize(self, self._program.end)
        return self._program

    def _answer(self, program: Program, latest: float) -> dict[str, str]:
        """Return `order` and `why` of the answer to the latest question, each on one line.

        Answers to earlier questions are too late and are skipped. Raises _Failed, NoLine, Stopped.
        """
        while True:
            if self._haste() == STOP:
                raise Cancelled("nobody waits for the program any more")
            left = latest - monotonic()
            if left <= 0:
                raise Silent(f"no answer within {self.patience_s:g} seconds")
            try:
                line = program.receive(min(left, LOOK_S))
            except Silent:
                continue
            found = f"found {line[:200].decode('utf-8', 'replace').strip()!r:.80}"
            try:
                answer = strict_json(line)
            except DataError as error:
                raise _Failed(f"expected a line of JSON; {found} ({error.problems[0].message})") from None
            number = answer.get("n") if isinstance(answer, dict) else None
            if isinstance(number, int) and number < self._asked:
                continue
            if not isinstance(answer, dict) or number != self._asked or not isinstance(answer.get("order"), str):
                raise _Failed(f"expected {{'n': {self._asked}, 'order': '...'}}; {found}")
            words = {name: " ".join(str(answer.get(name, "")).split()) for name in LONGEST}
            return {name: text[: LONGEST[name]] for name, text in words.items()}

    def _question(self, seat: Seat) -> dict[str, Any]:
        listed = [
            {
                "verb": offer.verb,
                "piece": offer.piece,
                "label": offer.label,
                "rule": offer.rule,
                "orders": [format_command(command) for command in offer.commands[:MOST_LISTED]],
            }
            for offer in seat.offers()
        ]
        events = [
            {"turn": step.turn, "text": caption.text, "detail": caption.detail, "rule": caption.rule}
            for step in seat.visible_steps(self._told)
            for caption in step.captions
        ]
        self._told += len(seat.visible_steps(self._told))
        view = msgspec.to_builtins(seat.view())
        left = round(1000 * self.patience_s)
        head = {"t": "choose", "protocol": PROTOCOL, "n": self._asked, "side": seat.side, "left_ms": left}
        return {**head, "view": view, "offers": listed, "events": events}


class _Failed(Exception):
    """Why there is no order. str() is a sentence for the player."""
