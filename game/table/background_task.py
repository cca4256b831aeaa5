"""Work beside the window: one thread that looks for something, can be stopped, and hands over what it has found."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import copy_context
from typing import Generic, TypeVar

from rules.analysis.mistakes import Mistake, find_mistakes
from rules.analysis.rollouts import USUAL, Budget
from rules.kernel.session import Session
from rules.players.player import STOP, Cancelled, CancelToken

T = TypeVar("T")


class BackgroundTask(Generic[T]):
    """Something worked out in a thread of its own. Ask `done`, then `fetch`."""

    def __init__(self, work: Callable[[CancelToken], T]) -> None:
        """`work` is given how much haste there is, and ends with Stopped when it is told to stop."""
        self._given_up = threading.Event()
        self._found: list[T] = []
        self._fault: BaseException | None = None

        def run() -> None:
            try:
                self._found.append(work(lambda: STOP if self._given_up.is_set() else ""))
            except Cancelled:
                pass
            except BaseException as fault:
                self._fault = fault

        self._thread = threading.Thread(target=copy_context().run, args=(run,), name="weighing", daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether it has come to its end."""
        return not self._thread.is_alive()

    def fetch(self) -> T:
        """Return what was found, waiting for it if need be.

        Raises what went wrong there, and Stopped when it was given up.
        """
        self._thread.join()
        if self._fault is not None:
            raise self._fault
        if not self._found:
            raise Cancelled("given up")
        return self._found[0]

    def stop(self) -> None:
        """Give it up: it ends with the rollout it is at."""
        self._given_up.set()
        self._thread.join()


class Search:
    """Looks through a game for decisions that cost their side something; what it has found grows while one looks."""

    def __init__(self, session: Session, side: str, budget: Budget = USUAL) -> None:
        self.session = session
        self.side = side
        self.found: list[Mistake] = []
        self.looked, self.of = 0, 0

        def note_progress(done: int, of: int) -> None:
            self.looked, self.of = done, of

        def work(haste: CancelToken) -> bool:
            for mistake in find_mistakes(session, [side], budget, haste, note_progress):
                self.found.append(mistake)
            return True

        self._aside = BackgroundTask(work)

    @property
    def is_done(self) -> bool:
        """Whether the whole game has been looked through."""
        return self._aside.is_done

    def check(self) -> None:
        """Raise what went wrong in the thread, once it has ended."""
        if self._aside.is_done:
            self._aside.fetch()

    def stop(self) -> None:
        """Give the rest up."""
        self._aside.stop()
