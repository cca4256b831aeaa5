"""Settings: what a player has chosen for this computer, kept in a file of their own that is never trusted blindly."""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path

import msgspec

from game.words import tr
from rules.kernel.datafile import DataError, strict_json
from rules.kernel.storage import NotSaved, read_file, reason, write_whole

FILE = "settings.json"
MAX_BYTES = 1 << 16
PALETTES = ("auto", "night", "day", "high_contrast")  # of game/ui/theme.py
READERS = ("auto", "on", "off")
MOTION = ("full", "quick", "off")
SCENES = ("slow", "normal", "fast", "off")
FORMER = ("cards_seen",)  # what older versions wrote and nobody reads any more


class Settings(msgspec.Struct):
    """Every setting with its default."""

    ui_scale: float = 1.0
    palette: str = "auto"  # auto: night or day by the scenario; else the name of a palette
    colour_safe: bool = False
    motion: str = "full"
    scenes: str = "normal"  # how long each thing the other side or the dice do is shown
    volumes: dict[str, int] = {}  # sound class -> 0..100
    muted: bool = False
    music: bool = True  # on the title page, between battles and in them
    reader: str = "auto"  # screen readers: auto, on, off
    voice: bool = False  # a voice of our own
    sound_captions: bool = False  # sounds are reported in words
    keys: dict[str, str] = {}  # action -> key, where it differs from the default
    fullscreen: bool = False
    window: tuple[int, int] = (1280, 720)
    rule_cards: bool = True  # a card explains a rule the first time it bites
    confirm_end: bool = True
    tutor: int = 0  # asks before an order that costs so many points of win chance; 0: never
    advice: bool = True  # the Captain may be asked for an order
    win_chance: bool = True  # shown beside the victory points
    pass_phases: bool = True  # a phase in which nothing is at stake is skipped
    skip_explained: bool = False  # the player has been told how to stop in such a phase
    notes: dict[str, list[str]] = {}  # "game/battle" -> the player's own notes
    stops: dict[str, str] = {}  # "game/phase" -> what a player has said of it (game/table/auto_pass.py)
    others: dict[str, object] = {}  # what a newer version keeps in the file: left as it is and not looked at


def load_settings(folder: Path) -> tuple[Settings, str]:
    """Return the settings and, when the file could not be used, a notice.

    A broken file is kept beside it as .broken.
    """
    path = folder / FILE
    try:
        data = read_file(path, MAX_BYTES + 1)
    except FileNotFoundError:
        return Settings(), ""
    except OSError as error:
        return Settings(), tr(
            "The settings in {path} cannot be read ({reason}). The defaults are used.",
            path=path,
            reason=reason(error, reading=True),
        )
    try:
        if len(data) > MAX_BYTES:
            raise ValueError(tr("expected at most {max_bytes} bytes", max_bytes=f"{MAX_BYTES:,}"))
        parsed = strict_json(data.removeprefix(BOM_UTF8))
        if not isinstance(parsed, dict):
            raise ValueError(tr("expected fields with values"))
        known = {key: value for key, value in parsed.items() if key in KNOWN}
        found = msgspec.convert(known, Settings)
        found.others = {key: value for key, value in parsed.items() if key not in (*KNOWN, *FORMER)}
        return _sane(found), ""
    except (DataError, ValueError) as error:
        kept = aside(path)
        try:
            path.replace(kept)
        except OSError:
            kept = path
        notice = tr(
            "The settings were damaged ({error}). The defaults are used; the old file is now {kept}.",
            error=error,
            kept=kept,
        )
        return Settings(), notice


KNOWN = tuple(field for field in Settings.__struct_fields__ if field != "others")


def aside(path: Path) -> Path:
    """Return a name beside a broken file that it can be kept under: .broken, then .broken2 and so on.

    Never one in use.
    """
    free = (path.with_suffix(f".broken{number if number > 1 else ''}") for number in range(1, 1000))
    return next((kept for kept in free if not kept.exists()), path.with_suffix(".broken"))


def _sane(found: Settings) -> Settings:
    found.ui_scale = min(2.5, max(0.75, found.ui_scale))
    found.window = (max(640, min(7680, found.window[0])), max(400, min(4320, found.window[1])))
    found.palette = found.palette if found.palette in PALETTES else "auto"
    found.reader = found.reader if found.reader in READERS else "auto"
    found.tutor = min(50, max(0, found.tutor))
    found.motion = found.motion if found.motion in MOTION else "full"
    found.scenes = found.scenes if found.scenes in SCENES else "normal"
    found.volumes = {kind: max(0, min(100, volume)) for kind, volume in found.volumes.items()}
    return found


def save_settings(folder: Path, settings: Settings) -> str:
    """Write the settings. Returns why they could not be saved; empty when they are."""
    try:
        data = msgspec.to_builtins(settings)
        others = data.pop("others")
        write_whole(folder / FILE, msgspec.json.format(msgspec.json.encode({**others, **data}), indent=2))
    except (NotSaved, OSError) as error:
        return tr("The settings were not saved: {error}", error=error)
    return ""
