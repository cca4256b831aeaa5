"""The analysis of a game in a thread: piece by piece, stopped as soon as the page is left."""

from __future__ import annotations

import threading
from contextvars import copy_context
from time import thread_time

from game.table.analysis_job import Analyst, Line
from game.table.analysis_text import shown_lines
from game.table.finding import Finding, finding_of
from rules.analysis.luck_and_skill import Analysis
from rules.players.player import HURRY, STOP, Cancelled

MOST_S = 6.0  # seconds of processor time for one decision; then the rollouts so far must do


class AnalysisTask:
    """One running analysis. `found`: results so far; `fault`: error in the thread."""

    def __init__(self, analyst: Analyst) -> None:
        self.analyst = analyst
        self._findings: dict[tuple[int, str], Finding] = {}  # texts of a decision and the better order
        self.fault: BaseException | None = None
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._begun = 0.0
        analyst.set_cancel_token(self._token)

    @property
    def analysis_so_far(self) -> Analysis:
        """Return all results so far."""
        return self.analyst.found

    @property
    def running(self) -> bool:
        """Return whether the thread is running."""
        return self._thread is not None and self._thread.is_alive()

    def finding(self, line: Line) -> Finding | None:
        """Return the text and figures of a line, once they are computed."""
        return self._findings.get(_name(line)) or self._findings.get((line.suspicion.number, ""))

    @property
    def finding_count(self) -> int:
        """Return the number of lines with computed texts."""
        return len(self._findings)

    def start(self) -> None:
        """Continue the analysis; do nothing if it is running or complete."""
        if self.running or self.analyst.is_done:
            return
        self._stopped.clear()
        self.fault = None
        self._thread = threading.Thread(target=copy_context().run, args=(self._work,), name="analysis", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop it; results are kept."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _token(self) -> str:
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
        """Compute the texts of the lines shown."""
        for side in self.analyst.sides if len(self.analyst.looked) else ():
            for line in shown_lines(self.analyst, side):
                if _name(line) not in self._findings and not self._stopped.is_set():
                    self._findings[_name(line)] = finding_of(self.analyst.session, line.suspicion, line.decision)


def _name(line: Line) -> tuple[int, str]:
    return line.suspicion.number, line.decision.best if line.decision is not None else ""
