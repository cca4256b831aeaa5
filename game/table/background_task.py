"""Background work: one thread that computes something, can be stopped, and hands over its result."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import copy_context
from typing import Generic, TypeVar

from rules.players.player import STOP, Cancelled, CancelToken

T = TypeVar("T")


class BackgroundTask(Generic[T]):
    """A computation in its own thread. Check `is_done`, then call `fetch`."""

    def __init__(self, work: Callable[[CancelToken], T]) -> None:
        """`work` gets the cancel token, and raises Stopped when it is told to stop."""
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
        """Return whether it has finished."""
        return not self._thread.is_alive()

    def fetch(self) -> T:
        """Return the result; wait for it if necessary. Raises the thread's error, and Stopped if it was stopped."""
        self._thread.join()
        if self._fault is not None:
            raise self._fault
        if not self._found:
            raise Cancelled("stopped")
        return self._found[0]

    def stop(self) -> None:
        """Stop it: it ends after the current rollout."""
        self._given_up.set()
        self._thread.join()
