"""Work on other machines: one flag, `--cluster tcp://HOST:PORT`, the address of a running Dask scheduler. Every game is
a pure function of the program, the battle and the seed, so it does not matter where it is played; if a worker dies,
another gets its work. A worker with a different version of the program is refused before anything is played. The game
itself never opens a connection: these are tools of the makers.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from game.console.playing import Refused
from game.console.processes import digest_of_all, expected
from game.program import NEEDS_PYTHON, PACKED
from rules.kernel.chance import OPENINGS_FILE
from rules.kernel.record import digest_of
from rules.players.balanced import TABLE as MEASURED

ROOT = Path(__file__).parents[2]
ADDRESS = re.compile(r"(tcp|tls)://[^/\s:]+:\d{1,5}")
OPEN = "--cluster: whoever can reach the scheduler or a worker can run programs as you; use a network of your own only"
PATIENCE_S = 15  # seconds to wait for the scheduler, and for a first worker


def program_digest() -> str:
    """Return a digest of the program: every module and table of the rules and the scenarios, without measured
    results.
    """
    kinds = ("rules/**/*.py", "rules/**/*.yaml", "maps/*/*.yaml")
    found = (path for kind in kinds for path in ROOT.glob(kind))
    files = [path for path in found if path != MEASURED and path.name != OPENINGS_FILE]
    return digest_of([[path.relative_to(ROOT).as_posix(), path.read_text("utf-8")] for path in sorted(files)])


@contextmanager
def using_cluster(address: str | None, jobs: int) -> Iterator[None]:
    """Share the work of `run_in_processes` in this block with a cluster's workers; without an address it stays on this
    machine. Raises Refused, before anything is played, for a wrong address, a scheduler that does not answer, no
    worker, or a worker with another version of the program.
    """
    if not address:
        yield
        return
    if not ADDRESS.fullmatch(address):
        raise Refused(f"--cluster: expected tcp://HOST:PORT, found {address[:80]!r}")
    if jobs == 1:
        raise Refused("--cluster cannot be used with --jobs 1, which means this process only; leave one of them out")
    if PACKED:
        raise Refused(NEEDS_PYTHON)
    try:
        from distributed import Client
        from joblib import parallel_config
    except ImportError as error:
        text = f"--cluster needs Dask: {sys.executable} -m pip install --require-hashes -r requirements-dev.txt"
        raise Refused(text) from error
    try:
        client = Client(address, timeout=PATIENCE_S)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise Refused(f"--cluster: no scheduler answers at {address}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE_S)
            found = client.run(digest_of_all, on_error="return")
        except TimeoutError as error:
            raise Refused(f"--cluster: {address} has no workers") from error
        check_workers(found)
        threads = client.ncores()  # type: ignore[no-untyped-call]
        if sum(threads.values()) < 2:  # joblib would run everything on this machine
            raise Refused("--cluster: one worker with one thread is not enough; start another one")
        print(OPEN, file=sys.stderr)
        token = expected.set(digest_of_all())
        try:
            with parallel_config(backend="dask", wait_for_workers_timeout=PATIENCE_S):
                yield
        finally:
            expected.reset(token)


def check_workers(found: dict[str, object]) -> None:
    """Raise Refused for workers that have another version of the program, or cannot start it."""
    own = digest_of_all()
    for worker, digest in sorted(found.items()):
        if isinstance(digest, BaseException):
            why = f"{type(digest).__name__}: {digest}"
            text = f"--cluster: the worker {worker} cannot start the program ({why}); start it in the program's folder"
            raise Refused(text)
        if digest != own:
            text = f"--cluster: the worker {worker} has another version of the program ({digest}, here {own})"
            raise Refused(text)
