"""How rollouts are played: fast, a little carelessly, and sometimes at random.

The game's own captain plays on where it has an opinion; otherwise the best of a few orders is taken. A careful player
alone would never make smoke or use a light, and so would judge both useless: therefore some decisions are random.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.kernel.dice import SeededDice, paired_dice
from rules.kernel.flow import Command, Done, Offer
from rules.kernel.seat import HypotheticalState
from rules.players.player import commands_of, random_below

ODD = 6  # per cent of orders chosen at random
LOOKED_AT = 6  # orders of one unit looked at where nobody counsels
UNITS = 1  # units looked at for one order
DRAWS = 2  # orders drawn from one continuous offer


class RolloutPlayer:
    """Plays both sides of one rollout. The same seed and the same play so far give the same order."""

    def __init__(self, seed: int, odd: int = ODD) -> None:
        self._seed = seed
        self._odd = odd
        self._task = (0, 0, "")
        self._given = 0  # orders in the present phase

    def __call__(self, position: HypotheticalState) -> Command:
        """Return the order for the side to act. Rolls thinking dice of its own."""
        side = position.actor()
        task = (position.turn, position.phase, side)
        self._given = self._given + 1 if task == self._task else 1
        self._task = task
        dice = paired_dice(self._seed, position.turn, position.phase, f"{side} thinks {self._given}")
        if random_below(dice, 100) >= self._odd:
            counsel = position.counsel()
            found = next((item.command for item in counsel if position.allows(item.command)), None)
            if found is not None:
                return found
        mine = position.seen_by(side)
        offers = _of_few_units(mine.offers())
        listed = [command for offer in offers for command in _few(commands_of(offer, dice, DRAWS), dice)]
        return _best(mine, listed, dice, self._odd) if listed else Done(side)


def _of_few_units(offers: Iterable[Offer]) -> list[Offer]:
    """Return the offers of the first units that have any, and those that are nobody's."""
    by_unit: dict[str, list[Offer]] = {}
    for offer in offers:
        by_unit.setdefault(offer.piece, []).append(offer)
    free = by_unit.pop("", [])
    units = list(by_unit.values())
    return [offer for unit in units[:UNITS] for offer in unit] + free


def _few(commands: list[Command], dice: SeededDice) -> Iterator[Command]:
    """Yield some of the orders at even steps from any place on."""
    count = len(commands)
    if count <= LOOKED_AT:
        yield from commands
        return
    start = random_below(dice, count)
    for number in range(LOOKED_AT):
        yield commands[(start + number * count // LOOKED_AT) % count]


def _best(position: HypotheticalState, commands: list[Command], dice: SeededDice, odd: int) -> Command:
    """Return the order that leaves the side best placed under one roll; sometimes a random one."""
    legal = [command for command in commands if position.allows(command)]
    if not legal:
        return commands[0]
    if random_below(dice, 100) < odd:
        return legal[random_below(dice, len(legal))]
    standing = position.score()
    stream = random_below(dice, 1 << 30)
    return max(legal, key=lambda command: worth_of(position, standing, command, stream))


def worth_of(position: HypotheticalState, standing: int, command: Command, stream: int) -> float:
    """Return the value an order leaves the side with: the average where it is known, else the value after one roll.

    The end of the phase changes nothing, unless the game says what its standing orders do.
    """
    expected = position.expected_value(command)
    if type(command) is Done:
        return standing + (float(expected[0]) if expected is not None else 0.0)
    if expected is not None:
        mean, least, _ = expected
        return standing + float(mean) + (0.5 if least >= 0 else 0.0)  # a free shot goes before the end of the phase
    return position.imagine(command, SeededDice(stream)).score()
