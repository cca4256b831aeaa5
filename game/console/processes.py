"""Work on all cores: one function, many lists of arguments.

joblib distributes it among this machine's cores, or among other machines (game/console/cluster.py). joblib starts its
processes as a Python interpreter, which the packed program is not: there, Python's own pool is used.
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
expected: ContextVar[str] = ContextVar("expected", default="")  # digest that every process must have; "": no check


@cache
def digest_of_all() -> str:
    """Return a digest of everything that influences results: rules, tables, maps, the players' code, Python."""
    files = sorted(path for kind in PLAYED_BY for path in ROOT.glob(kind) if path.is_file())
    python = ".".join(map(str, sys.version_info[:2]))
    return digest_of([python, *([path.relative_to(ROOT).as_posix(), path.read_bytes().hex()] for path in files)])


def run_in_processes(
    work: Callable[..., Answer], arguments: Iterable[tuple[object, ...]], jobs: int, *, in_order: bool = True
) -> Iterator[Answer]:
    """Yield the results of `work` for each tuple of arguments, from `jobs` processes (-1: one for each core), in order
    or as they come. An error in a process is raised here.
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
    """Return how many processes would be used, on this machine or the cluster."""
    if PACKED:
        return jobs if jobs > 0 else multiprocessing.cpu_count()
    from joblib import effective_n_jobs

    return max(1, int(effective_n_jobs(jobs)))


def _call_checked(work: Callable[..., Answer], wanted: str, *given: object) -> Answer:
    """Run `work` in a process of a cluster, which may have joined at any time. Raises Refused for another version of
    the program.
    """
    found = digest_of_all()
    if found != wanted:
        raise Refused(f"--cluster: a worker on {platform.node()} has another version of the program ({found})")
    return work(*given)


def _answer(work: Callable[..., Answer], given: tuple[object, ...]) -> Answer:
    return work(*given)
