"""The words of the window in one place: the English ones are the keys, catalogues of other languages take their places.

`tr("Saved games")` gives what the language in use has for it, English when it has nothing. Names and numbers go in by
field: `tr("Resume {title}", title=...)`. `trn` chooses by number. `later` marks words of a table, which `tr` reads when
they are shown. Catalogues are gettext's: `assets/words/LANGUAGE/LC_MESSAGES/fighting-instructions.mo`; all keys are in
`assets/words/fighting-instructions.pot`, which `python -m release.words` collects.

What the rules say (captions, rulebooks, refusals) comes from the games' own data and is not in this catalogue.
"""

from __future__ import annotations

import gettext
import re
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
FIELD = re.compile(r"\{(\w+)\}")


def tr(words: str, /, **fields: object) -> str:
    """Words in the language in use, with what stands for `{field}` put in."""
    told = IN_USE.get().gettext(words)
    return _filled(told, fields) if fields else told


def trn(one: str, many: str, count: int, /, **fields: object) -> str:
    """One form or the other (or a third, where a language has it), by `count`, which is also the field {count}."""
    return _filled(IN_USE.get().ngettext(one, many, count), {"count": f"{count:,}", **fields})


def tr_noop(words: str) -> str:
    """Words that `tr` will be asked for when they are shown: marked here for the catalogue, and left as they are."""
    return words


def capital(words: str) -> str:
    """Words as a sentence begins: the first letter large."""
    return words[:1].upper() + words[1:]


def join_names(names: Sequence[str], most: int = 0) -> str:
    """Names as one says them: `Hood, Renown and Furious`. Of more than most + 1 only the first `most`; 0 = all."""
    if most and len(names) > most + 1:
        names = (*names[:most], tr("{count} more", count=len(names) - most))
    if len(names) < 2:
        return "".join(names)
    return tr("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def open_catalogue(folder: Path = FOLDER) -> Catalogue:
    """The catalogue for the languages this computer wants (LANGUAGE, LC_ALL, LC_MESSAGES, LANG); English at the last.

    One that cannot be read is passed over: English is always complete.
    """
    try:
        return gettext.translation(NAME, folder, fallback=True)
    except (OSError, UnicodeDecodeError, ValueError):
        return Catalogue()


def in_use() -> Catalogue:
    """The catalogue in use: words that are kept are kept for it."""
    return IN_USE.get()


def language() -> str:
    """The language the catalogue in use is in, as BCP 47 tags it."""
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


def _filled(words: str, fields: dict[str, object]) -> str:
    """Only the fields given are filled, and only once: other braces are the markup's, or belong to what was put in."""
    return FIELD.sub(lambda found: str(fields[found[1]]) if found[1] in fields else found[0], words)
