"""A game analysed beside the window: in a thread, piece by piece, stopped at once when it is no longer looked at."""

from __future__ import annotations

import threading
from contextvars import copy_context
from time import thread_time

from game.table.analysis_job import Analyst, Line
from game.table.analysis_text import told_lines
from game.table.finding import Finding, finding_of
from rules.analysis.luck_and_skill import Analysis
from rules.players.player import HURRY, STOP, Cancelled

MOST_S = 6.0  # of the processor's time for one decision, then the pairs rolled so far must do


class AnalysisTask:
    """One analysis under way. `found` is what is known so far; `fault` what went wrong in the thread."""

    def __init__(self, analyst: Analyst) -> None:
        self.analyst = analyst
        self._findings: dict[tuple[int, str], Finding] = {}  # of a decision and the better order
        self.fault: BaseException | None = None
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._begun = 0.0
        analyst.set_cancel_token(self._haste)

    @property
    def analysis_so_far(self) -> Analysis:
        """All that is known so far."""
        return self.analyst.found

    @property
    def running(self) -> bool:
        """Return whether there is a thread at work."""
        return self._thread is not None and self._thread.is_alive()

    def finding(self, line: Line) -> Finding | None:
        """Return a line in words and figures, once they have been worked out."""
        return self._findings.get(_name(line)) or self._findings.get((line.suspicion.number, ""))

    @property
    def finding_count(self) -> int:
        """How many lines have been put in words."""
        return len(self._findings)

    def start(self) -> None:
        """Go on where it was left; nothing happens where it runs or is done."""
        if self.running or self.analyst.is_done:
            return
        self._stopped.clear()
        self.fault = None
        self._thread = threading.Thread(target=copy_context().run, args=(self._work,), name="analysis", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it; what was found is kept."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _haste(self) -> str:
        if self._stopped.is_set():
            return STOP
        return HURRY if thread_time() - self._begun > MOST_S else ""

    def _work(self) -> None:
        try:
            self._begun = thread_time()
            for _ in self.analyst.run():
                self._tell()
                self._begun = thread_time()
            self._tell()
        except Cancelled:
            return
        except BaseException as fault:
            self.fault = fault

    def _tell(self) -> None:
        """Put the lines that are shown in words."""
        for side in self.analyst.sides if len(self.analyst.looked) else ():
            for line in told_lines(self.analyst, side):
                if _name(line) not in self._findings and not self._stopped.is_set():
                    self._findings[_name(line)] = finding_of(self.analyst.session, line.suspicion, line.decision)


def _name(line: Line) -> tuple[int, str]:
    return line.suspicion.number, line.decision.best if line.decision is not None else ""
