"""Texts of the games are easy to read: rulebook entries stand alone and are simple, log lines are short.

Reading ease after Flesch (1948), who counts colons and semicolons as ends of sentences: 60 is plain English, 100 very
easy. Own code, because `textstat` needs a dictionary that is only downloaded at run time.
"""

from __future__ import annotations

import re
from statistics import median

import pytest

from rules import SYSTEMS
from rules.kernel.seat import describe_step
from tests.test_replays import golden_session

PLAIN, LEAST = 60, 35  # least reading ease: the median of a rulebook, and the worst of its entries
LONG = 8  # words: shorter texts are not measured
LOG_MEDIAN, LOG_MOST = 14, 24  # words of a log line
LOG_GAMES = (
    "nw_smoke/first_guadalcanal",
    "nights_of_fury/first_guadalcanal",
    "quickfire/lesson_duel",
    "battles_for_empire/the_wells",
    "perfidious_albion/round_island",
)
LEANING = re.compile(r"(It|They|He|She|Such|So|Also|Or|And|But|Then|Nor|These|This|Those|Its|Their)\b|\.\.\.")
SILENT = re.compile(r"(?:[^laeiouy]es|ed|[^laeiouy]e)$")


def syllables(word: str) -> int:
    """Return about how many syllables a word has: groups of vowels, without a silent e at its end."""
    plain = re.sub(r"[^a-z]", "", word.lower())
    stem = plain if re.search(r"[td]ed$|(?:s|x|z|ch|sh|c|g)es$", plain) else SILENT.sub("", plain)
    return max(1, len(re.findall(r"[aeiouy]+", stem)))


def reading_ease(text: str) -> float:
    """Return the Flesch reading ease of a text."""
    sentences = [part for part in re.split(r"[.!?;:]+(?:\s|$)", text) if re.search(r"\w", part)]
    words = re.findall(r"[A-Za-z][A-Za-z'-]*|\d+", text)
    return 206.835 - 1.015 * len(words) / len(sentences) - 84.6 * sum(map(syllables, words)) / len(words)


def test_reading_ease_tells_plain_words_from_heavy_ones() -> None:
    assert reading_ease("A ship rolls two dice. She hits on 7 or more.") > 90
    assert reading_ease("Simultaneous adjudication necessitates consideration of contemporaneous engagements.") < 0


@pytest.mark.parametrize("key", SYSTEMS)
def test_rulebook_entries_are_plain(key: str) -> None:
    rules = SYSTEMS[key].rulebook.rules.values()
    found = {rule.id: reading_ease(rule.summary) for rule in rules if len(rule.summary.split()) >= LONG}
    assert {rule: round(ease) for rule, ease in found.items() if ease < LEAST} == {}
    assert median(found.values()) >= PLAIN


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_rulebook_entry_stands_alone(key: str) -> None:
    rules = SYSTEMS[key].rulebook.rules.values()
    assert [f"{rule.id}: {rule.summary}" for rule in rules if LEANING.match(rule.summary)] == []
    assert [f"{rule.id}: {rule.title}" for rule in rules if rule.title.startswith("...")] == []


@pytest.mark.parametrize("game", LOG_GAMES)
def test_log_lines_are_short(game: str) -> None:
    session = golden_session(game)
    steps = (describe_step(session, number, "") for number in range(len(session.steps)))
    lines = [line.text for step in steps for line in step.captions]
    assert [line for line in lines if len(line.split()) > LOG_MOST] == []
    assert median(len(line.split()) for line in lines) <= LOG_MEDIAN
