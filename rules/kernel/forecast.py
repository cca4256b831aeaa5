"""Forecasts: several results of one order, each with its chances, from one enumeration of the dice.

A melee is won or lost, costs each side some Kills and drives a unit back: `System.forecast` names these parts for one
result of the dice, and they are counted over all results. The same code is used in play.
"""

from __future__ import annotations

from fractions import Fraction

from rules.kernel.dice import Dice, SeededDice
from rules.kernel.flow import Command, GameState
from rules.kernel.odds import Chance, Tired, enumerate_outcomes, wilson
from rules.kernel.record import Record
from rules.kernel.session import adjudicate
from rules.kernel.system import System

MOST_WAYS = 3000  # counted; where the dice can fall in more, samples are taken
SAMPLES = 400
LEAST_SAMPLES = 60  # when in a hurry
NOTHING = "nothing"  # a part with only one possible answer is left out


class ForecastPart(Record, frozen=True):
    """One question an order decides, and the chance of each answer; of numbers the least first."""

    title: str
    chances: tuple[Chance, ...]
    exact: bool


def forecast(
    system: System, known: GameState, command: Command, tired: Tired | None = None
) -> tuple[ForecastPart, ...]:
    """Return what an order decides, part by part, in the order the game names them; nothing where it names none.

    `known`: the position as the side that orders may know it. Exact up to MOST_WAYS ways, else sampled with a margin;
    `tired` may cut both short.
    """
    tell = system.forecast
    if tell is None:
        return ()

    def outcome(dice: Dice) -> tuple[tuple[str, str], ...]:
        ruling = adjudicate(system, known, command, dice, move_on=False)
        return tell(ruling, known, command)

    counted = enumerate_outcomes(outcome, MOST_WAYS, tired)
    exact = counted is not None
    if counted is None:
        dice, drawn = SeededDice(0x0DD5), list[tuple[tuple[str, str], ...]]()
        while len(drawn) < SAMPLES and (len(drawn) < LEAST_SAMPLES or tired is None or not tired(True)):
            drawn.append(outcome(dice))
        counted = [(answers, Fraction(1, len(drawn)), 1) for answers in drawn]
    many = len(counted)
    parts: dict[str, dict[str, Fraction]] = {}
    for answers, weight, _ in counted:
        for title, label in answers:
            known_labels = parts.setdefault(title, {})
            known_labels[label] = known_labels.get(label, Fraction(0)) + weight
    return tuple(
        ForecastPart(
            title,
            tuple(
                Chance(label, float(share), 0.0 if exact else wilson(float(share) * many, many)[1])
                for label, share in sorted(labels.items(), key=lambda one: (_number(one[0]), one[0]))
            ),
            exact,
        )
        for title, labels in parts.items()
        if labels.keys() != {NOTHING}
    )


def _number(label: str) -> int:
    """Return the number a label begins with; -1 without one."""
    word = label.partition(" ")[0]
    return int(word) if word.isdigit() else -1
