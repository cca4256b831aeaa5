"""A player with only the accessibility tree: it reads the screen and presses controls, to the end of the battle.

It plays badly on purpose: it presses at random what the screen says can be pressed. It knows of the game only the texts
on the screen: what can act, where to go, what can be aimed at, what gives an order.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable

from tests.reader.desktop import Client, Seen

DEEDS, PHASE, ORDER = "/Available orders", "/Dice, points and phase", "/Chosen order"
REST_S = 0.6  # how long a screen may take to answer a press
OVER = "Report"
TRIES = 2  # of one thing in one position


class BlindHand:
    """Presses its way through one battle."""

    def __init__(self, client: Client, seed: int, patience_s: float) -> None:
        self.client, self.chance = client, random.Random(seed)
        self.end = time.monotonic() + patience_s
        self.pressed = Counter[str]()  # roles
        self.tried = Counter[str]()  # in the position at hand
        self.orders = 0
        self.position = ""

    def play(self, presses: int | None = None) -> bool:
        """Play until the report can be read, or for a number of presses. Return False when time is up first."""
        screen = self.client.screen()
        while time.monotonic() < self.end:
            if presses is not None and sum(self.pressed.values()) >= presses:
                return True
            ending = self._ending(screen)
            if screen[0].name.startswith(OVER) or (ending is not None and ending.name == OVER):
                return True
            self._look(screen)
            wanted = self._choose_next(screen)
            if wanted is None or not self.client.press(wanted):
                time.sleep(0.05)
                screen = self.client.screen()
                continue
            self.pressed[wanted.role] += 1
            self.tried[wanted.name] += 1
            screen = self._after(screen)
        return False

    def _after(self, before: list[Seen]) -> list[Seen]:
        """Return the screen once it has answered, or has had time to."""
        end = time.monotonic() + REST_S
        while True:
            now = self.client.screen()
            if now != before or time.monotonic() > end:
                return now
            time.sleep(0.02)

    def _look(self, screen: list[Seen]) -> None:
        """Another position begins with another last line in the log."""
        lines = [seen.name for seen in screen if seen.within.endswith("/Log")]
        now = f"{len(lines)} {lines[-1] if lines else ''}"
        if now != self.position:
            self.position = now
            self.tried.clear()

    def _choose_next(self, screen: list[Seen]) -> Seen | None:
        """Return what to press next."""
        usable = [seen for seen in screen if seen.available and self.tried[seen.name] < TRIES]
        dialog = next((seen for seen in screen if seen.role == "dialog"), None)
        if dialog is not None:
            inside = [seen for seen in usable if seen.role == "button" and dialog.name in seen.within]
            return inside[-1] if inside else None
        menu = [seen for seen in usable if seen.role == "menu item"]
        if menu:
            return self.chance.choice(menu)
        for kinds in (
            lambda seen: seen.role == "button" and ORDER in seen.within and seen.name == "Confirm",
            lambda seen: "press again to give the order" in seen.name,
            lambda seen: seen.role == "item" and "can be targeted" in seen.name,
            lambda seen: seen.role == "item" and seen.name.startswith("can go to"),
        ):
            found = self._some(usable, kinds)
            if found is not None:
                return found
        more: list[Callable[[Seen], bool]] = [
            lambda seen: seen.role == "button" and DEEDS in seen.within,
            lambda seen: seen.role == "button" and "/page" in seen.within,
            lambda seen: seen.role == "item" and "can act now" in seen.name and "selected" not in seen.name,
        ]
        self.chance.shuffle(more)
        for one in more:
            found = self._some(usable, one)
            if found is not None:
                return found
        ending = self._ending(screen)
        if ending is not None and not ending.available:
            self.tried.clear()  # something is still to be done here, or another side acts
            return None
        return ending

    def _some(self, seen: list[Seen], kinds: Callable[[Seen], bool]) -> Seen | None:
        found = [one for one in seen if kinds(one)]
        return self.chance.choice(found) if found else None

    def _ending(self, screen: list[Seen]) -> Seen | None:
        """Return the primary button at the bottom: the last one of its group."""
        buttons = [seen for seen in screen if seen.role == "button" and PHASE in seen.within]
        return buttons[-1] if buttons else None
