"""A computer player of another version of this program, for matches between versions: run there, asked from here.

    PYTHONPATH=FOLDER python -P other_version.py        (FOLDER: that version's program; this file alone is ours)

It reads JSON lines and answers `choose` with one. It plays the same game in parallel: it receives every order with its
dice and carries it out by its own rules, so both versions must have the same rules for that game. Every answer includes
the digest of the position, and a difference ends the match. It imports only what every version since November 2026 has.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec

from game.library import get_scenario, open_map
from rules import SYSTEMS
from rules.kernel.dice import TapeDice
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import decode_command
from rules.players import Player, make_player


class Guest:
    """The game in the other version, and its player."""

    def __init__(self, asked: dict[str, Any]) -> None:
        scenario = get_scenario(asked["system"], asked["scenario"])
        sheet = open_map(asked["system"], scenario.map)
        dice = TapeDice(asked["faces"])
        self.session = Session(SYSTEMS[asked["system"]], scenario, sheet, asked["options"], dice=dice)
        self.player: Player = make_player(asked["player"], asked["seed"])

    def play(self, command: object, faces: list[int]) -> None:
        """Repeat an order of the other program. Raises ValueError if it is not legal here."""
        self.session.dice = TapeDice(faces)
        done = self.session.submit(decode_command(self.session.system, command))
        if isinstance(done, tuple):
            raise ValueError(f"refused here: {done[0].reason}")

    def choose(self, side: str) -> dict[str, Any]:
        """Return its player's order, and the digest of its position."""
        choice = self.player.choose(Seat(self.session, side))
        return {"command": msgspec.to_builtins(choice.command), "digest": self.session.digest()}


def main() -> None:
    """Answer until the input ends. Errors are reported with the next answer."""
    guest: Guest | None = None
    fault = ""
    for text in sys.stdin:
        line = json.loads(text)
        answer: dict[str, Any] = {}
        try:
            if "new" in line:
                guest, fault = Guest(line["new"]), ""
            elif guest is not None and not fault:
                if "step" in line:
                    guest.play(line["step"], line["faces"])
                else:
                    answer = guest.choose(line["choose"])
        except Exception as error:  # any error of the other version belongs in the match's table
            fault = f"{type(error).__name__}: {error}"
        if "choose" in line:
            print(json.dumps({"fault": fault} if fault else answer), flush=True)


if __name__ == "__main__":
    main()
