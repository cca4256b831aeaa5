"""Work beside the window: one thread that looks for something, can be stopped, and hands over what it has found."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import copy_context
from typing import Generic, TypeVar

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
        """Return whether it has come to its end."""
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
