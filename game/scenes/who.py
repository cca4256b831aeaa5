"""The kinds of players in words: who may sit at a side, and what each is like."""

from __future__ import annotations

from rules.players import CHART, HUMAN
from rules.players.levels import LEVELS, Level


def _likeness(level: Level) -> str:
    return f"{level.says} {level.strength}".strip()


WHO: dict[str, tuple[str, str]] = {
    HUMAN: ("A person at this screen", "Gives every order by hand; the program keeps the rules."),
    **{key: (f"Computer, {level.title}", _likeness(level)) for key, level in LEVELS.items()},
    CHART: ("The solitaire chart", "The game's own opponent: dice on its chart decide, and every roll is shown."),
    "random": ("Computer, random", "Draws any legal order blindly: for a first look at the sequence of play."),
    "greedy": ("Computer, steady", "Weighs every order and its dice and takes the one that leaves it best placed."),
    "quick": ("Computer, quick", "Weighs like the steady one, but looks at fewer orders."),
}


def who(key: str) -> tuple[str, str]:
    """A kind of player: name and what it is like."""
    return WHO.get(key, (f"Computer, {key}", "A computer player."))
