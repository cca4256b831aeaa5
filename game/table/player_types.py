"""Descriptions of the kinds of players that can play a side."""

from __future__ import annotations

from game.words import tr, tr_noop
from rules.players import CHART, HUMAN, MATCHED
from rules.players.levels import LEVELS, Level, matched_step


def _likeness(level: Level) -> str:
    return f"{level.says} {level.strength}".strip()


WHO: dict[str, tuple[str, str]] = {
    HUMAN: (tr_noop("Human player"), tr_noop("A person gives the orders; the program enforces the rules.")),
    MATCHED: (
        tr_noop("Computer, matched to you"),
        tr_noop(
            "Gets one step stronger when you win and weaker when you lose, from below Midshipman up to "
            "Captain. You win about half of your battles."
        ),
    ),
    **{key: (tr_noop("Computer, {name}"), _likeness(level)) for key, level in LEVELS.items()},
    CHART: (
        tr_noop("Solitaire chart"),
        tr_noop("The published game's own opponent: dice on a chart decide. Every roll is shown."),
    ),
    "random": (
        tr_noop("Computer, random"),
        tr_noop("Plays random legal orders. Good for learning the sequence of play."),
    ),
    "greedy": (
        tr_noop("Computer, steady"),
        tr_noop("Compares all orders and their odds and plays the best."),
    ),
    "quick": (tr_noop("Computer, quick"), tr_noop("Like steady, but compares fewer orders.")),
}


def player_type(key: str) -> tuple[str, str]:
    """Return the name and description of a kind of player."""
    name, like = WHO.get(
        MATCHED if matched_step(key) is not None else key, (tr_noop("Computer, {name}"), tr_noop("A computer player."))
    )
    title = LEVELS[key].title if key in LEVELS else key.replace("\\", "/").rpartition("/")[2]  # without folders
    return tr(name, name=title), tr(like)
