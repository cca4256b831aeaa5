"""Settings: the player's choices on this computer, saved in a file that is validated when read."""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path

import msgspec

from game.words import tr
from rules.kernel.datafile import DataError, strict_json
from rules.kernel.storage import NotSaved, read_file, reason, write_whole

FILE = "settings.json"
MAX_BYTES = 1 << 16
PALETTES = ("auto", "night", "day", "high_contrast")  # palettes of game/ui/theme.py
READERS = ("auto", "on", "off")
MOTION = ("full", "quick", "off")
SCENES = ("slow", "normal", "fast", "off")
FORMER = ("cards_seen",)  # fields of older versions that are no longer used


class Settings(msgspec.Struct):
    """Every setting with its default."""

    ui_scale: float = 1.0
    palette: str = "auto"  # auto: night or day by the scenario; otherwise the name of a palette
    colour_safe: bool = False
    motion: str = "full"
    scenes: str = "normal"  # how long each scene of the other side's actions or of dice is shown
    volumes: dict[str, int] = {}  # sound class -> 0..100
    muted: bool = False
    music: bool = True  # music on the title page, between battles and in them
    reader: str = "auto"  # screen readers: auto, on, off
    voice: bool = False  # the built-in voice
    sound_captions: bool = False  # show captions for sounds
    keys: dict[str, str] = {}  # action -> key, if it differs from the default
    fullscreen: bool = False
    window: tuple[int, int] = (1280, 720)
    rule_cards: bool = True  # a hint card explains a rule the first time it matters
    confirm_end: bool = True
    tutor: int = 0  # ask before an order that costs this many points of win chance; 0: never
    advice: bool = True  # the advice button is shown
    win_chance: bool = True  # the win chance is shown beside the victory points
    pass_phases: bool = True  # skip phases in which nothing is at stake
    skip_explained: bool = False  # the player has been shown how to stop in such a phase
    notes: dict[str, list[str]] = {}  # "game/battle" -> the player's own notes
    stops: dict[str, str] = {}  # "game/phase" -> mode chosen by the player (game/table/auto_pass.py)
    others: dict[str, object] = {}  # fields of a newer version, kept unchanged


def load_settings(folder: Path) -> tuple[Settings, str]:
    """Return the settings and, if the file could not be used, a notice. A broken file is renamed to .broken."""
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
        kept = broken_path(path)
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


def broken_path(path: Path) -> Path:
    """Return a free name for a broken file: .broken, then .broken2 and so on."""
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
    """Write the settings. Return why they could not be saved; empty on success."""
    try:
        data = msgspec.to_builtins(settings)
        others = data.pop("others")
        write_whole(folder / FILE, msgspec.json.format(msgspec.json.encode({**others, **data}), indent=2))
    except (NotSaved, OSError) as error:
        return tr("The settings were not saved: {error}", error=error)
    return ""
