"""A player of somebody else's making: a program that answers JSON lines, in any language (README.md tells the lines).

It is shown what its side may know and nothing else. An answer that is illegal, late or no answer is told back with the
reason, and the captain's choice is given instead: the game goes on.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from queue import Empty, Queue
from typing import Any

import msgspec

from rules.kernel.flow import Command
from rules.kernel.seat import Seat
from rules.kernel.system import spell
from rules.players.captain import CaptainPlayer
from rules.players.player import Choice, NothingToDo, Ready

PROTOCOL = 1
PATIENCE_S = 10.0  # for one decision
SEARCHED = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")  # where the packed program has its own libraries found
MOST_LISTED = 400  # orders of one offer that are spelled out


def is_program(key: str) -> bool:
    """Whether the name of a player is the path of a program that can be run."""
    return ("/" in key or "\\" in key) and shutil.which(key) is not None


class OutsidePlayer(Ready):
    """Asks a program; plays the captain's choice where that fails."""

    def __init__(self, program: str, seed: int = 0, patience_s: float = PATIENCE_S) -> None:
        self.title = program
        self.patience_s = patience_s
        self._program = program
        self._instead = CaptainPlayer(seed)
        self._answers: Queue[str] = Queue()
        self._process: subprocess.Popen[str] | None = None
        self._told = 0  # steps of the game it has been told of
        self._asked = 0

    def choose(self, seat: Seat) -> Choice:
        """Its order, or the captain's with the reason why not. Raises NothingToDo."""
        if not seat.to_act:
            raise NothingToDo(f"{seat.side} is offered nothing")
        try:
            command, why = self._answered(seat)
        except _Failed as failed:
            self._say({"t": "refused", "n": self._asked, "reason": str(failed)})
            return self._instead.choose(seat).but(why=f"{self.title}: {failed}; the captain's choice instead")
        return Choice(command, why or f"{self.title} says so", text=seat.sketch(command).label or spell(command))

    def close(self) -> None:
        """The game is over for it: its input ends."""
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):  # it has ended before us
                self._process.stdin.close()
            self._process = None

    def _answered(self, seat: Seat) -> tuple[Command, str]:
        self._asked += 1
        if self._process is None:
            self._start()
        self._say(self._question(seat))
        while True:
            try:
                text = self._answers.get(timeout=self.patience_s)
            except Empty:
                raise _Failed(f"no answer within {self.patience_s:g} seconds") from None
            if not text:
                raise _Failed("it has ended")
            try:
                told = json.loads(text)
            except ValueError:
                raise _Failed(f"expected a line of JSON; found {text.strip()!r:.80}") from None
            if not isinstance(told, dict) or not isinstance(told.get("order"), str):
                raise _Failed(f"expected {{'n': {self._asked}, 'order': '...'}}; found {text.strip()!r:.80}")
            if told.get("n") == self._asked:
                break  # an answer to an earlier question came too late, and is passed over
        try:
            command = seat.read(told["order"])
        except ValueError as error:
            raise _Failed(str(error)) from None
        reasons = seat.check(command)
        if reasons:
            raise _Failed(f"{told['order']}: {reasons[0].reason} [{reasons[0].rule}]")
        return command, str(told.get("why", ""))

    def _question(self, seat: Seat) -> dict[str, Any]:
        listed = [
            {
                "verb": offer.verb,
                "piece": offer.piece,
                "label": offer.label,
                "rule": offer.rule,
                "orders": [spell(command) for command in offer.commands[:MOST_LISTED]],
            }
            for offer in seat.offers()
        ]
        events = [
            {"turn": told.turn, "text": caption.text, "detail": caption.detail, "rule": caption.rule}
            for told in seat.told(self._told)
            for caption in told.captions
        ]
        self._told += len(seat.told(self._told))
        view = msgspec.to_builtins(seat.view())
        left = round(1000 * self.patience_s)
        head = {"t": "choose", "protocol": PROTOCOL, "n": self._asked, "side": seat.side, "left_ms": left}
        return {**head, "view": view, "offers": listed, "events": events}

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                [self._program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=their_environment(os.environ),
                text=True,
                encoding="utf-8",
            )
        except OSError as error:
            raise _Failed(f"it cannot be started: {error}") from error
        threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self._answers.put(line)
        self._answers.put("")

    def _say(self, line: dict[str, Any]) -> None:
        if self._process is None or self._process.stdin is None:
            return
        try:
            self._process.stdin.write(json.dumps(line) + "\n")
            self._process.stdin.flush()
        except OSError:
            self._answers.put("")


def their_environment(ours: Mapping[str, str]) -> dict[str, str]:
    """The environment for a program of somebody else without the places where ours finds its libraries."""
    found = dict(ours)
    for name in SEARCHED if getattr(sys, "frozen", False) else ():
        found.pop(name, None)
        before = found.pop(f"{name}_ORIG", None)
        if before is not None:
            found[name] = before
    return found


class _Failed(Exception):
    """Why there is no order. str() is a plain sentence."""
