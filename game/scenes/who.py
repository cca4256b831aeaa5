"""The kinds of players in words: who may sit at a side, and what each is like."""

from __future__ import annotations

from rules.players import CHART, HUMAN

WHO: dict[str, tuple[str, str]] = {
    HUMAN: ("A person at this screen", "Gives every order by hand; the program keeps the rules."),
    "greedy": ("Computer, steady", "Weighs every order and its dice and takes the one that leaves it best placed."),
    "bold": ("Computer, bold", "Weighs as carefully, but leans to the best the dice may bring: it takes risks."),
    "cautious": ("Computer, cautious", "Weighs as carefully, but leans to the worst the dice may bring."),
    "quick": ("Computer, quick", "Looks at fewer orders and decides almost at once: a lighter opponent."),
    CHART: ("The solitaire chart", "The game's own opponent: dice on its chart decide, and every roll is shown."),
    "random": ("Computer, random", "Draws any legal order blindly: for a first look at the sequence of play."),
}


def who(key: str) -> tuple[str, str]:
    """A kind of player: name and what it is like."""
    return WHO.get(key, (f"Computer, {key}", "A computer player."))
