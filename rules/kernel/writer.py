"""A thread that waits for the disk, so that no other has to. Jobs run one after the other, in the order given.

A job that needs a line to be on disk is put after the flush of that line. After a job that fails, no later one runs:
`failure` says why.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from threading import Condition, Thread

from rules.kernel.storage import NotSaved, Storage, reason

Job = Callable[[], object]


class Writer:
    """Carries out jobs on a thread of its own, which ends when there is nothing left to do."""

    def __init__(self) -> None:
        self.failure = ""  # why the disk refused
        self._jobs: deque[Job] = deque()
        self._changed = Condition()
        self._works = False
        self._asked: dict[int, int] = {}  # handle -> how many flushes were asked for, and how many are done
        self._flushed: dict[int, int] = {}

    def put(self, job: Job) -> None:
        """Add a job to run after all earlier ones."""
        with self._changed:
            self._jobs.append(job)
            if not self._works:
                self._works = True
                Thread(target=self._run, name="writer", daemon=True).start()

    def flush(self, storage: Storage, handle: int) -> None:
        """Flush to disk what was written to a file until now."""
        self._asked[handle] = number = self._asked.get(handle, 0) + 1
        self.put(partial(self._flush, storage, handle, number))

    def _flush(self, storage: Storage, handle: int, number: int) -> None:
        """Flush a file, unless a later flush has already done it."""
        if self._flushed.get(handle, 0) < number:
            covered = self._asked[handle]
            storage.fsync(handle)
            self._flushed[handle] = covered

    def drain(self) -> None:
        """Wait until all is done."""
        with self._changed:
            self._changed.wait_for(lambda: not self._works)

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._jobs:
                    self._works = False
                    self._changed.notify_all()
                    return
                job = self._jobs.popleft()
            if self.failure:
                continue
            try:
                job()
            except OSError as error:
                self.failure = reason(error)
            except NotSaved as error:
                self.failure = str(error)
