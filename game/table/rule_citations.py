"""Citing a rule in words: its sign and id, a link that carries what it is cited for, every reason with its rule.

A link is `rule:<id>` or `rule:<id>?<words>`: the words of the log line, refusal or modifier that cites the rule; they
light the row of its chart, see game/hud/citation_highlight.py.
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
MOST_LETTERS = 300  # of the words a link carries


def badge(book: Rulebook, rule: str) -> str:
    """Return the provenance sign and the id of a rule; the id alone when the book has it not."""
    return f"{SIGNS[book[rule].provenance.value]}\u00a0{rule}" if rule in book else rule


def reference(rule: str, words: str = "") -> str:
    """Return what stands behind `rule:` in a link to a rule cited with these words."""
    plain = " ".join(words.split())[:MOST_LETTERS]
    return f"{rule}?{quote(plain, safe='')}" if rule and plain else rule


def split_reference(cited: str) -> tuple[str, str]:
    """Return (id of the rule, the words it was cited with) of a reference."""
    rule, _, words = cited.partition("?")
    return rule, unquote(words)


def panel_sign(book: Rulebook, panel: Panel) -> str:
    """Return the sign of a whole panel: the weakest provenance of the rules its rows rest on."""
    return SIGNS[book.weakest({panel.rule, *panel.row_rules()}).value]


def row_signs(book: Rulebook, panel: Panel) -> tuple[str, ...]:
    """Return the sign of each row of a panel whose rows are of different provenance; empty where they are alike."""
    if not panel.rule or panel.kind != "table":
        return ()
    signs = tuple(SIGNS[book[rule].provenance.value] for rule in panel.row_rules())
    return signs if len({*signs, SIGNS[book[panel.rule].provenance.value]}) > 1 else ()


def panel_link(book: Rulebook, panel: Panel) -> str:
    """Return the link to a panel's rule, in markup, with the sign of the whole panel; empty without a rule."""
    if not panel.rule:
        return ""
    return f"[{panel_sign(book, panel)}\u00a0{panel.rule}](rule:{reference(panel.rule)})"


def rule_link(book: Rulebook, rule: str, words: str = "") -> str:
    """Return a rule as a link with its badge, in markup.

    `words`: what it is cited for, which lights the row of its chart.
    """
    return f"[{badge(book, rule)}](rule:{reference(rule, words)})" if rule else ""


def why_words(book: Rulebook, reasons: tuple[Illegal, ...]) -> str:
    """Return every reason with its rule, one below another, in markup."""
    lines = []
    for found in reasons:
        text = found.reason[:1].upper() + found.reason[1:]
        lines.append(f"{escape(text)}. {rule_link(book, found.rule, found.reason)}".strip())
    return "\n".join(lines)
