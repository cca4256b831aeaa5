"""Work for all cores: one function, many lists of arguments.

joblib shares it out: among this machine's cores, or among other machines (game/console/cluster.py). Its processes are
started as a Python, which the packed program is not: that one shares out by Python's own pool.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, TypeVar

from game.program import PACKED

Answer = TypeVar("Answer")


def in_processes(
    work: Callable[..., Answer], arguments: Iterable[tuple[Any, ...]], jobs: int, *, in_order: bool = True
) -> Iterator[Answer]:
    """The answers of `work` to each tuple of arguments, from `jobs` processes (-1: one for each core).

    In their order, or else as they come. An error in a process is raised here.
    """
    if PACKED:
        with multiprocessing.Pool(jobs if jobs > 0 else None) as pool:
            yield from (pool.imap if in_order else pool.imap_unordered)(partial(_answer, work), arguments)
        return
    from joblib import Parallel, delayed

    kind = "generator" if in_order else "generator_unordered"
    yield from Parallel(n_jobs=jobs, return_as=kind, pre_dispatch="2*n_jobs")(delayed(work)(*one) for one in arguments)


def hands(jobs: int) -> int:
    """How many processes there would be, of this machine or of the cluster that helps."""
    if PACKED:
        return jobs if jobs > 0 else multiprocessing.cpu_count()
    from joblib import effective_n_jobs

    return max(1, int(effective_n_jobs(jobs)))


def _answer(work: Callable[..., Answer], given: tuple[Any, ...]) -> Answer:
    return work(*given)
