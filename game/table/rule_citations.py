"""Citations of rules: sign and id, a link that carries the citing text, and reasons with their rules. A link is
`rule:<id>` or `rule:<id>?<words>`: the text of the log line, refusal or modifier that cites the rule; it selects the
highlighted row of the rule's chart, see game/hud/citation_highlight.py.
"""

from __future__ import annotations

from urllib.parse import quote, unquote

from game.ui.markup import escape
from game.words import tr_noop
from rules.kernel.flow import Illegal
from rules.kernel.rulebook import Rulebook
from rules.kernel.view import Panel

SIGNS = {"seed": "●", "public": "◐", "house": "○"}
LEGEND = tr_noop("● errata sheet  ◐ public  ○ house")
MOST_LETTERS = 300  # most characters of the text in a link


def badge(book: Rulebook, rule: str) -> str:
    """Return the source sign and the id of a rule; only the id if the book does not have it."""
    return f"{SIGNS[book[rule].provenance.value]}\u00a0{rule}" if rule in book else rule


def reference(rule: str, words: str = "") -> str:
    """Return the part after `rule:` of a link to a rule cited with these words."""
    plain = " ".join(words.split())[:MOST_LETTERS]
    return f"{rule}?{quote(plain, safe='')}" if rule and plain else rule


def split_reference(cited: str) -> tuple[str, str]:
    """Split a reference into (id of the rule, citing text)."""
    rule, _, words = cited.partition("?")
    return rule, unquote(words)


def panel_sign(book: Rulebook, panel: Panel) -> str:
    """Return the sign of a whole panel: the weakest source among the rules of its rows."""
    return SIGNS[book.weakest({panel.rule, *panel.row_rules()}).value]


def row_signs(book: Rulebook, panel: Panel) -> tuple[str, ...]:
    """Return the source sign of each row of a panel; empty if all are the same."""
    if not panel.rule or panel.kind != "table":
        return ()
    signs = tuple(SIGNS[book[rule].provenance.value] for rule in panel.row_rules())
    return signs if len({*signs, SIGNS[book[panel.rule].provenance.value]}) > 1 else ()


def panel_link(book: Rulebook, panel: Panel) -> str:
    """Return a link to a panel's rule, as markup, with the sign of the whole panel; empty without a rule."""
    if not panel.rule:
        return ""
    return f"[{panel_sign(book, panel)}\u00a0{panel.rule}](rule:{reference(panel.rule)})"


def rule_link(book: Rulebook, rule: str, words: str = "") -> str:
    """Return a rule as a link with its badge, in markup.

    `words`: the citing text, which selects the highlighted row of its chart.
    """
    return f"[{badge(book, rule)}](rule:{reference(rule, words)})" if rule else ""


def why_words(book: Rulebook, reasons: tuple[Illegal, ...]) -> str:
    """Return every reason with its rule, one a line, as markup."""
    lines = []
    for found in reasons:
        text = found.reason[:1].upper() + found.reason[1:]
        lines.append(f"{escape(text)}. {rule_link(book, found.rule, found.reason)}".strip())
    return "\n".join(lines)
