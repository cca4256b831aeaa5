"""The kinds of players in words: who may sit at a side, and what each is like."""

from __future__ import annotations

from game.words import tr, tr_noop
from rules.players import CHART, HUMAN, MATCHED
from rules.players.levels import LEVELS, Level, matched_step


def _likeness(level: Level) -> str:
    return f"{level.says} {level.strength}".strip()


WHO: dict[str, tuple[str, str]] = {
    HUMAN: (tr_noop("A person at this screen"), tr_noop("Gives every order by hand; the program keeps the rules.")),
    MATCHED: (
        tr_noop("Computer, as strong as you"),
        tr_noop(
            "Goes a step up when you win and a step down when you lose, from careless beyond the Midshipman to the "
            "Captain himself: so you win about half."
        ),
    ),
    **{key: (tr_noop("Computer, {name}"), _likeness(level)) for key, level in LEVELS.items()},
    CHART: (
        tr_noop("The solitaire chart"),
        tr_noop("The game's own opponent: dice on its chart decide, and every roll is shown."),
    ),
    "random": (
        tr_noop("Computer, random"),
        tr_noop("Draws any legal order blindly: for a first look at the sequence of play."),
    ),
    "greedy": (
        tr_noop("Computer, steady"),
        tr_noop("Weighs every order and its dice and takes the one that leaves it best placed."),
    ),
    "quick": (tr_noop("Computer, quick"), tr_noop("Weighs like the steady one, but looks at fewer orders.")),
}


def player_type(key: str) -> tuple[str, str]:
    """A kind of player: name and what it is like."""
    name, like = WHO.get(
        MATCHED if matched_step(key) is not None else key, (tr_noop("Computer, {name}"), tr_noop("A computer player."))
    )
    title = LEVELS[key].title if key in LEVELS else key.replace("\\", "/").rpartition("/")[2]  # no folders of a program
    return tr(name, name=title), tr(like)
