"""Return memory to the system: pictures use megabytes, and the C library would keep freed memory."""

from __future__ import annotations

import ctypes
import gc
import sys
from contextlib import suppress

M_MMAP_THRESHOLD = -3  # parameter of mallopt(3)
LARGE = 1 << 18  # blocks of at least this many bytes come from the system and go back to it: a picture of 256 x 256


def collect_and_trim() -> None:
    """Collect reference cycles and return free pages to the system. Takes about 50 ms."""
    gc.collect()
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)


def return_large_blocks() -> None:
    """Fix the size above which the C library returns memory at once; by default it raises this limit up to 32 MiB. Only
    for the GNU C library.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)
