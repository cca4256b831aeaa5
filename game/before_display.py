"""What SDL must be told before the display is opened: what the desktop knows us by, and that we draw in real pixels."""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress

from game.program import NAME

TITLE = "Fighting Instructions"
HINTS = {
    "SDL_VIDEO_X11_WMCLASS": NAME,  # by its class a window is grouped under our entry of the menu
    "SDL_VIDEO_WAYLAND_WMCLASS": NAME,
    "SDL_APP_ID": NAME,  # both of them from SDL 3 on
    "SDL_APP_NAME": TITLE,
    "SDL_AUDIO_DEVICE_APP_NAME": TITLE,  # in the mixer of the desktop
    "SDL_WINDOWS_DPI_AWARENESS": "permonitorv2",
}


def prepare_display() -> None:
    """Tell it. What the player has set in the environment stays."""
    for hint, value in HINTS.items():
        os.environ.setdefault(hint, value)
    if sys.platform == "win32":
        with suppress(OSError, AttributeError):  # else Windows groups us under Python
            ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID(NAME)
