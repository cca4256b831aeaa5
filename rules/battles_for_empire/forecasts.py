"""What a charge or a round of melee decides, for the card before it: who wins, what it costs, who falls back."""

from __future__ import annotations

from rules.battles_for_empire.commands import Charge, Fight
from rules.battles_for_empire.events import Captured, Destroyed, Hit, MeleeFought, Recoiled
from rules.battles_for_empire.melee import do_fight, to_fight
from rules.battles_for_empire.state import State
from rules.kernel.flow import Command
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling


def forecast(r: Ruling, before: State, command: Command) -> tuple[tuple[str, str], ...]:
    """Return the parts of a melee for the side that orders it; of a charge, of the round that follows in this position.

    Rules: BFE-MEL-H1 to BFE-MEL-H10, BFE-CHG-1.
    """
    if isinstance(command, Charge):
        if command.target not in to_fight(r.state):
            return (("Melee", "no contact"),)
        do_fight(r, Fight(command.side, command.target))
    elif not isinstance(command, Fight):
        return ()
    fought = next((event for event in r.events if isinstance(event, MeleeFought)), None)
    if fought is None:
        return ()
    mine = {unit.id for unit in before.units.values() if unit.side == command.side}
    charged = fought.defender in mine
    gain = (fought.given - fought.taken) * (1 if charged else -1)
    return (
        ("Melee", "win" if gain > 0 else "lose" if gain < 0 else "draw"),
        ("Enemy loses", _kills(r, mine, own=False)),
        ("You lose", _kills(r, mine, own=True)),
        ("Then", _after(r, mine)),
    )


def _kills(r: Ruling, mine: set[str], *, own: bool) -> str:
    """Return the Kills a side takes, and whether a unit of it is gone."""
    lost = sum(event.kills for event in r.events if isinstance(event, Hit) and (event.unit in mine) == own)
    gone = any(isinstance(event, Destroyed | Captured) and (event.unit in mine) == own for event in r.events)
    return f"{count_noun(lost, 'Kill')}{', a unit lost' if gone else ''}"


def _after(r: Ruling, mine: set[str]) -> str:
    """Return who falls back."""
    back = {event.unit in mine for event in r.events if isinstance(event, Recoiled)}
    return {frozenset(): "nobody falls back", frozenset({True}): "you fall back"}.get(
        frozenset(back), "the enemy falls back" if back == {False} else "both fall back"
    )
