"""Settings that SDL needs before the display is opened: the program's name for the desktop, and drawing in real
pixels.
"""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress

from game.program import NAME

TITLE = "Fighting Instructions"
HINTS = {
    "SDL_VIDEO_X11_WMCLASS": NAME,  # the desktop groups a window under our menu entry by its class
    "SDL_VIDEO_WAYLAND_WMCLASS": NAME,
    "SDL_APP_ID": NAME,  # both of them from SDL 3 on
    "SDL_APP_NAME": TITLE,
    "SDL_AUDIO_DEVICE_APP_NAME": TITLE,  # the name in the desktop's volume mixer
    "SDL_WINDOWS_DPI_AWARENESS": "permonitorv2",
}


def prepare_display() -> None:
    """Set them for SDL. Variables that the player has set in the environment stay."""
    for hint, value in HINTS.items():
        os.environ.setdefault(hint, value)
    if sys.platform == "win32":
        with suppress(OSError, AttributeError):  # otherwise Windows groups us under Python
            ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID(NAME)
