"""Translation of the interface: the English texts are the keys; catalogues of other languages replace them. `tr("Saved
games")` returns the text in the current language, or English if there is none. Names and numbers are fields:
`tr("Resume {title}", title=...)`. `trn` chooses by number. `tr_noop` marks texts of a table for the catalogue; `tr`
translates them when they are shown. Catalogues are gettext's:
`assets/words/LANGUAGE/LC_MESSAGES/fighting-instructions.mo`; all keys are in `assets/words/fighting-instructions.pot`,
which `python -m release.words` collects.

Texts of the rules (captions, rulebooks, refusals) come from the games' own data and are not in this catalogue.
"""

from __future__ import annotations

import gettext
import json
import re
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from game.program import HOME, NAME

FOLDER = HOME / "assets" / "words"
Catalogue = gettext.NullTranslations
ENGLISH = "en"
PLAIN = Catalogue()  # plain English, without a catalogue
IN_USE: ContextVar[Catalogue] = ContextVar("language", default=PLAIN)
LITTLE_ENDIAN = b"\xde\x12\x04\x95"  # the first bytes of a catalogue in each byte order
MOST_UNKNOWN = 0.1  # largest fraction of unknown keys in a usable catalogue
FIELD = re.compile(r"\{(\w+)\}")


def tr(words: str, /, **fields: object) -> str:
    """Return a text in the current language, with each `{field}` filled in."""
    translated = IN_USE.get().gettext(words)
    return _fill(translated, fields) if fields else translated


def trn(one: str, many: str, count: int, /, **fields: object) -> str:
    """Return the singular or plural (or a third form, if the language has one) by `count`, which is also the field
    {count}.
    """
    return _fill(IN_USE.get().ngettext(one, many, count), {"count": f"{count:,}", **fields})


def tr_noop(words: str) -> str:
    """Return the text unchanged; mark it for the catalogue, because `tr` translates it when it is shown."""
    return words


def capital(words: str) -> str:
    """Return the text with a capital letter."""
    return words[:1].upper() + words[1:]


def join_names(names: Sequence[str], most: int = 0) -> str:
    """Return names joined as in a sentence: `Hood, Renown and Furious`. Of more than most + 1 names only the first
    `most`; 0: all.
    """
    if most and len(names) > most + 1:
        names = (*names[:most], tr("{count} more", count=len(names) - most))
    if len(names) < 2:
        return "".join(names)
    return tr("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def open_catalogue(folder: Path = FOLDER) -> tuple[Catalogue, str]:
    """Return the catalogue for this computer's language (LANGUAGE, LC_ALL, LC_MESSAGES, LANG) and a notice for the
    player. English if there is none, if it cannot be read, or if it is outdated; only in the last case there is a
    notice.
    """
    try:
        found = gettext.find(NAME, folder)
        if found is not None and _is_outdated(Path(found)):
            return Catalogue(), tr("The translation {path} is outdated. The program runs in English.", path=found)
        return gettext.translation(NAME, folder, fallback=True), ""
    except (OSError, UnicodeDecodeError, ValueError, struct.error):
        return Catalogue(), ""


def _is_outdated(path: Path) -> bool:
    """Return whether more than a tenth of a catalogue's keys are unknown. Raises OSError, ValueError."""
    lines = (FOLDER / f"{NAME}.pot").read_text("utf-8").splitlines()
    known = {json.loads(line.removeprefix("msgid ")) for line in lines if line.startswith("msgid ")}
    entries = list(_keys_of(path.read_bytes()))
    return sum(key not in known for key in entries) > MOST_UNKNOWN * len(entries)


def _keys_of(data: bytes) -> Iterator[str]:
    """Yield the keys of a catalogue in gettext's binary format (.mo); for plurals, the singular.

    Raises struct.error, ValueError.
    """
    order = "<" if data[:4] == LITTLE_ENDIAN else ">"
    count, table = struct.unpack(f"{order}2I", data[8:16])
    for number in range(count):
        length, at = struct.unpack_from(f"{order}2I", data, table + 8 * number)
        yield data[at : at + length].partition(b"\0")[0].decode("utf-8")


def in_use() -> Catalogue:
    """Return the catalogue in use; cached texts belong to it."""
    return IN_USE.get()


def language() -> str:
    """Return the language of the catalogue in use as a BCP 47 tag."""
    return IN_USE.get().info().get("language", "").replace("_", "-") or ENGLISH


def use_catalogue(catalogue: Catalogue) -> None:
    """Use a catalogue from now on, for every screen built later."""
    IN_USE.set(catalogue)


@contextmanager
def using_catalogue(catalogue: Catalogue) -> Iterator[None]:
    """Use a catalogue within a block."""
    before = IN_USE.set(catalogue)
    try:
        yield
    finally:
        IN_USE.reset(before)


def _fill(words: str, fields: dict[str, object]) -> str:
    """Return the text with the given fields filled in, in one pass: other braces are markup, or belong to inserted
    text.
    """
    return FIELD.sub(lambda found: str(fields[found[1]]) if found[1] in fields else found[0], words)
