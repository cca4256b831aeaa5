"""Settings: what a player has chosen for this computer, kept in a file of their own that is never trusted blindly."""

from __future__ import annotations

from pathlib import Path

import msgspec

from game.ui.theme import PALETTES
from rules.kernel.datafile import DataError, strict_json
from rules.kernel.storage import NotSaved, write_whole

FILE = "settings.json"
MOTION = ("full", "quick", "off")
FORMER = ("cards_seen",)  # what older versions wrote and nobody reads any more


class Settings(msgspec.Struct, forbid_unknown_fields=True):
    """Every setting with its default."""

    ui_scale: float = 1.0
    palette: str = "auto"  # auto: night or day by the scenario; else the name of a palette
    colour_safe: bool = False
    motion: str = "full"
    volumes: dict[str, int] = {}  # sound class -> 0..100
    muted: bool = False
    keys: dict[str, str] = {}  # action -> key, where it differs from the default
    fullscreen: bool = False
    window: tuple[int, int] = (1280, 720)
    rule_cards: bool = True  # a card explains a rule the first time it bites
    confirm_end: bool = True


def load_settings(folder: Path) -> tuple[Settings, str]:
    """The settings and, when the file could not be used, a notice. A broken file is kept beside it as .broken."""
    path = folder / FILE
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Settings(), ""
    except OSError as error:
        return Settings(), f"The settings in {path} cannot be read ({error.strerror}); the defaults are used."
    try:
        told = strict_json(data)
        if isinstance(told, dict):
            told = {key: value for key, value in told.items() if key not in FORMER}
        found = msgspec.convert(told, Settings)
        return _sane(found), ""
    except (DataError, ValueError) as error:
        kept = path.with_suffix(".broken")
        try:
            path.replace(kept)
        except OSError:
            kept = path
        notice = f"The settings were damaged ({error}); the defaults are used and the old file kept as {kept}."
        return Settings(), notice


def _sane(found: Settings) -> Settings:
    found.ui_scale = min(2.5, max(0.75, found.ui_scale))
    found.window = (max(640, min(7680, found.window[0])), max(400, min(4320, found.window[1])))
    found.palette = found.palette if found.palette in ("auto", *(known.name for known in PALETTES)) else "auto"
    found.motion = found.motion if found.motion in MOTION else "full"
    found.volumes = {kind: max(0, min(100, volume)) for kind, volume in found.volumes.items()}
    return found


def save_settings(folder: Path, settings: Settings) -> str:
    """Write the settings. Returns why they could not be saved; empty when they are."""
    try:
        write_whole(folder / FILE, msgspec.json.format(msgspec.json.encode(settings), indent=2))
    except (NotSaved, OSError) as error:
        return f"The settings are not saved: {error}"
    return ""
