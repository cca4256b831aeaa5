"""Work for all cores: one function, many lists of arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from game.program import PACKED

FORKED = "multiprocessing"  # joblib's other way: its usual one starts a Python, and the packed program is none

Answer = TypeVar("Answer")


def in_processes(
    work: Callable[..., Answer], arguments: Iterable[tuple[Any, ...]], jobs: int, *, in_order: bool = True
) -> Iterator[Answer]:
    """The answers of `work` to each tuple of arguments, from `jobs` processes (-1: one for each core).

    In their order, or else as they come. An error in a process is raised here.
    """
    from joblib import Parallel, delayed

    pool = Parallel(
        n_jobs=jobs,
        backend=FORKED if PACKED else None,
        return_as="generator" if in_order else "generator_unordered",
        pre_dispatch="2*n_jobs",
    )
    yield from pool(delayed(work)(*given) for given in arguments)
