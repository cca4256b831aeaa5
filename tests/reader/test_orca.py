"""The real Orca reads the real window: a button, a page, a place of the board, what happens and what is asked for.

What comes out of speech-dispatcher's far end is compared, not what Orca meant to say.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import SOAK
from tests.game.test_window import NEEDED, hand
from tests.game.test_window import display as display
from tests.reader.aloud import Heard, lacking, orca, stop_service
from tests.reader.desktop import desktop, missing, program, until

TOOLS = ("orca", "speech-dispatcher", *NEEDED)
BATTLE = ("play", "--scenario", "nw_smoke/little_and_gregory", "--seed", "7", "--opponent", "greedy")
pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(bool(missing() or lacking(*TOOLS)), reason=missing() or lacking(*TOOLS)),
    pytest.mark.skipif(not SOAK, reason="a part of make soak"),
]


@dataclass
class Listener:
    """Somebody at the keyboard who hears Orca."""

    display: str
    heard: Heard
    open: Callable[..., None]

    def begins(self, *words: str) -> None:
        """Open the program and wait for its first words."""
        self.open(*words)
        until("the name of the window", lambda: any("Fighting Instructions" in text for text in self.heard.words()))

    def hears(self, *starts: str) -> None:
        """These pieces come, in this order, and come again where they came before."""
        until(f"{starts} in {self.heard.words()[-12:]}", lambda: self.heard.has(*starts))

    def presses(self, key: str, *starts: str) -> None:
        """A key, and what is said thereupon."""
        before = len(self.heard.words())
        hand(self.display, "key", key)

        def has_answered() -> bool:
            pieces = iter(self.heard.words()[before:])
            return all(any(start in piece for piece in pieces) for start in starts)

        try:
            until(f"{starts}", has_answered, 30)
        except AssertionError:
            raise AssertionError(f"after {key} no {starts} in {self.heard.words()[before:]}") from None


@pytest.fixture
def listener(display: str, tmp_path: Path) -> Iterator[Listener]:
    user = tmp_path / "user"
    (user / "settings").mkdir(parents=True)
    quiet = {"motion": "off", "rule_cards": False, "confirm_end": False}
    (user / "settings" / "settings.json").write_text(json.dumps(quiet), "utf-8")
    heard = Heard(tmp_path)
    with desktop(display=display) as env, orca(env, tmp_path), ExitStack() as programs:
        until("Orca's first words", lambda: heard.has("Screen reader on"))
        yield Listener(display, heard, lambda *words: programs.enter_context(program(env, user, *words)) and None)  # type: ignore[arg-type]
        stop_service(Path(env["XDG_RUNTIME_DIR"]))
    print("\n".join(heard.words()))


def test_orca_speaks_buttons_pages_and_fields(listener: Listener) -> None:
    listener.begins()
    listener.hears("Fighting Instructions frame", "Play push button")
    listener.presses("Tab", "Learn push button", "Lessons, the first in five minutes")
    listener.presses("Tab", "Saved games push button")
    listener.presses("Tab", "Rulebook push button")
    listener.presses("Return", "Rulebook - Fighting Instructions", "search: words or an id entry", "Rules List with")
    listener.presses("Escape", "Fighting Instructions")


def test_orca_speaks_the_board_what_was_asked_for_and_what_happened(listener: Listener) -> None:
    listener.begins(*BATTLE)
    listener.hears("Play - Fighting Instructions frame", "Board", "Your turn", "United States: orders", "Order speeds")
    listener.presses("space", "heading SW, 2 ships, 2 hexes SW, Line Ahead, can act now, selected")
    listener.presses("Right", "hex 1810, empty")
    listener.presses("x", "From hex 1810", "NW: Transport Division 12 at 1")
    listener.presses("o", "Select an order first to hear its odds")
    listener.presses("o", "Select an order first to hear its odds")
    listener.presses("p", "Counters", "United States: Transport Division 12")
    listener.presses("Escape", "Board")
    listener.presses("ctrl+Return", "Turn 1")
