"""Work for all cores: one function, many lists of arguments.

joblib shares it out: among this machine's cores, or among other machines (game/console/cluster.py). Its processes are
started as a Python, which the packed program is not: that one shares out by Python's own pool.
"""

from __future__ import annotations

import multiprocessing
import platform
import sys
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

from game.console.playing import Refused
from game.program import PACKED
from rules.kernel.record import digest_of

Answer = TypeVar("Answer")
ROOT = Path(__file__).parents[2]
PLAYED_BY = ("rules/**/*.py", "rules/**/*.yaml", "maps/**/*.*", "game/**/*.py", "release/makers/*.py")
expected: ContextVar[str] = ContextVar("expected", default="")  # digest every process must have, "" asks none


@cache
def digest_of_all() -> str:
    """Return a digest of everything that decides what is played: rules, tables, maps, the code that plays, Python."""
    files = sorted(path for kind in PLAYED_BY for path in ROOT.glob(kind) if path.is_file())
    python = ".".join(map(str, sys.version_info[:2]))
    return digest_of([python, *([path.relative_to(ROOT).as_posix(), path.read_bytes().hex()] for path in files)])


def run_in_processes(
    work: Callable[..., Answer], arguments: Iterable[tuple[object, ...]], jobs: int, *, in_order: bool = True
) -> Iterator[Answer]:
    """Yield the answers of `work` to each tuple of arguments, from `jobs` processes (-1: one for each core).

    In their order, or else as they come. An error in a process is raised here.
    """
    if expected.get():
        work = partial(_call_checked, work, expected.get())
    if PACKED:
        with multiprocessing.Pool(jobs if jobs > 0 else None) as pool:
            yield from (pool.imap if in_order else pool.imap_unordered)(partial(_answer, work), arguments)
        return
    from joblib import Parallel, delayed

    kind = "generator" if in_order else "generator_unordered"
    yield from Parallel(n_jobs=jobs, return_as=kind, pre_dispatch="2*n_jobs")(delayed(work)(*one) for one in arguments)


def worker_count(jobs: int) -> int:
    """Return how many processes there would be, of this machine or of the cluster that helps."""
    if PACKED:
        return jobs if jobs > 0 else multiprocessing.cpu_count()
    from joblib import effective_n_jobs

    return max(1, int(effective_n_jobs(jobs)))


def _call_checked(work: Callable[..., Answer], wanted: str, *given: object) -> Answer:
    """Work in a process of a cluster, which may have joined at any time. Raises Refused for another program."""
    found = digest_of_all()
    if found != wanted:
        raise Refused(f"--cluster: a worker on {platform.node()} has another version of the program ({found})")
    return work(*given)


def _answer(work: Callable[..., Answer], given: tuple[object, ...]) -> Answer:
    return work(*given)
