"""Memory given back: pictures come and go in megabytes, and the C library would keep what has once been asked for."""

from __future__ import annotations

import ctypes
import gc
import sys
from contextlib import suppress

M_MMAP_THRESHOLD = -3  # of mallopt(3)
LARGE = 1 << 18  # bytes from which memory is asked of the system and given back to it: a picture of 256 x 256


def forget_what_was_left() -> None:
    """Collect what holds itself in circles and hand the free pages in between back to the system. About 50 ms."""
    gc.collect()
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)


def give_pictures_back() -> None:
    """Fix from which size the C library gives memory back at once; by itself it raises that, up to 32 MiB.

    Only with the GNU C library.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)
