"""The words of the window in one place: the English ones are the keys, catalogues of other languages take their places.

`tr("Saved games")` gives what the language in use has for it, English when it has nothing. Names and numbers go in by
field: `tr("Resume {title}", title=...)`. `trn` chooses by number. `later` marks words of a table, which `tr` reads when
they are shown. Catalogues are gettext's: `assets/words/LANGUAGE/LC_MESSAGES/fighting-instructions.mo`; all keys are in
`assets/words/fighting-instructions.pot`, which `python -m release.words` collects.

What the rules say (captions, rulebooks, refusals) comes from the games' own data and is not in this catalogue.
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
PLAIN = Catalogue()  # English as it is written
IN_USE: ContextVar[Catalogue] = ContextVar("language", default=PLAIN)
LITTLE_ENDIAN = b"\xde\x12\x04\x95"  # how a catalogue in this order of bytes begins
MOST_UNKNOWN = 0.1  # share of entries that are no keys of the program, in a catalogue that is still used
FIELD = re.compile(r"\{(\w+)\}")


def tr(words: str, /, **fields: object) -> str:
    """Return words in the language in use, with what stands for `{field}` put in."""
    translated = IN_USE.get().gettext(words)
    return _fill(translated, fields) if fields else translated


def trn(one: str, many: str, count: int, /, **fields: object) -> str:
    """Return one form or the other (or a third, where a language has it), by `count`, which is also the
    field {count}.
    """
    return _fill(IN_USE.get().ngettext(one, many, count), {"count": f"{count:,}", **fields})


def tr_noop(words: str) -> str:
    """Return words that `tr` will be asked for when they are shown: marked here for the catalogue, and left as they
    are.
    """
    return words


def capital(words: str) -> str:
    """Return words as a sentence begins: the first letter large."""
    return words[:1].upper() + words[1:]


def join_names(names: Sequence[str], most: int = 0) -> str:
    """Return names as one says them: `Hood, Renown and Furious`.

    Of more than most + 1 only the first `most`; 0 = all.
    """
    if most and len(names) > most + 1:
        names = (*names[:most], tr("{count} more", count=len(names) - most))
    if len(names) < 2:
        return "".join(names)
    return tr("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def open_catalogue(folder: Path = FOLDER) -> tuple[Catalogue, str]:
    """Return the catalogue this computer asks for (LANGUAGE, LC_ALL, LC_MESSAGES, LANG) and a notice for the player.

    English if there is none, if it cannot be read, or if it was made for older words: only then there is a notice.
    """
    try:
        found = gettext.find(NAME, folder)
        if found is not None and _is_outdated(Path(found)):
            return Catalogue(), tr("The translation {path} is outdated. The program runs in English.", path=found)
        return gettext.translation(NAME, folder, fallback=True), ""
    except (OSError, UnicodeDecodeError, ValueError, struct.error):
        return Catalogue(), ""


def _is_outdated(path: Path) -> bool:
    """Return whether more than a tenth of the entries of a catalogue are unknown keys. Raises OSError, ValueError."""
    lines = (FOLDER / f"{NAME}.pot").read_text("utf-8").splitlines()
    known = {json.loads(line.removeprefix("msgid ")) for line in lines if line.startswith("msgid ")}
    entries = list(_keys_of(path.read_bytes()))
    return sum(key not in known for key in entries) > MOST_UNKNOWN * len(entries)


def _keys_of(data: bytes) -> Iterator[str]:
    """Yield the keys of a catalogue in gettext's binary form (.mo), of plurals the first.

    Raises struct.error, ValueError.
    """
    order = "<" if data[:4] == LITTLE_ENDIAN else ">"
    count, table = struct.unpack(f"{order}2I", data[8:16])
    for number in range(count):
        length, at = struct.unpack_from(f"{order}2I", data, table + 8 * number)
        yield data[at : at + length].partition(b"\0")[0].decode("utf-8")


def in_use() -> Catalogue:
    """Return the catalogue in use: words that are kept are kept for it."""
    return IN_USE.get()


def language() -> str:
    """Return the language the catalogue in use is in, as BCP 47 tags it."""
    return IN_USE.get().info().get("language", "").replace("_", "-") or ENGLISH


def use_catalogue(catalogue: Catalogue) -> None:
    """Use a catalogue from now on, for every screen that is built."""
    IN_USE.set(catalogue)


@contextmanager
def using_catalogue(catalogue: Catalogue) -> Iterator[None]:
    """Use a catalogue for a while."""
    before = IN_USE.set(catalogue)
    try:
        yield
    finally:
        IN_USE.reset(before)


def _fill(words: str, fields: dict[str, object]) -> str:
    """Return the words with the given fields filled, each only once.

    Other braces are markup, or belong to what was put in.
    """
    return FIELD.sub(lambda found: str(fields[found[1]]) if found[1] in fields else found[0], words)
