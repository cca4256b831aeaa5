"""The captain: a game's own quick judgement, and careful weighing of orders where it gives none.

Levels and characters are the same player with mistakes and preferences (tables/levels.yaml).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Done
from rules.kernel.policy import Recommendation
from rules.kernel.seat import Seat
from rules.kernel.system import format_command
from rules.players.greedy import GREEDY, REJECTED_SHOWN, GreedyPlayer
from rules.players.levels import LEVELS, Level, slips_in
from rules.players.player import CancelToken, Choice, random_below


class CaptainPlayer:
    """Follows the advice of the game's own captain; decisions it leaves open are weighed as by the greedy player."""

    def __init__(self, seed: int = 0, level: Level = LEVELS["captain"]) -> None:
        self.title = level.title
        self.level = level
        self._dice = SeededDice(seed)
        self._without_reasons = False
        self._other = GreedyPlayer(seed, GREEDY)
        self._lights = GreedyPlayer(
            seed, GREEDY.but(foresight=0)
        )  # decisions the game's own captain leaves open are quick

    def set_cancel_token(self, haste: CancelToken) -> None:
        """Keep the token; only careful weighing takes time."""
        self._other.set_cancel_token(haste)
        self._lights.set_cancel_token(haste)

    def skip_reasons(self) -> None:
        """Make the same choices without reasons."""
        self._without_reasons = True
        self._other.skip_reasons()
        self._lights.skip_reasons()

    def choose(self, seat: Seat) -> Choice:
        """Return the best advice that is legal as far as the side knows, or a mistake. Rolls thinking dice only.

        Raises NothingToDo.
        """
        leans = self.level.leans.get(seat.game, {})
        now = seat.now(leans)
        listed = now.counsel() if seat.to_act else ()
        counsel = list(islice(self._legal(seat, listed), 1 if self._without_reasons else 1 + REJECTED_SHOWN))
        if not counsel:
            weighing = self._lights if now.has_captain else self._other
            slip, within = slips_in(self.level, seat.game)
            weighing.level = weighing.level.but(slip=slip, slip_within=within, leans=leans)
            choice = weighing.choose(seat)
            broken = f" (weighed without the captain's weights, which cannot be used: {now.no_counsel})"
            return choice.but(why=choice.why + broken) if now.no_counsel else choice
        best = self._pick(seat, listed, counsel[0])
        if self._without_reasons:
            return Choice(best.command, "")
        left = [item for item in counsel if item is not best][:REJECTED_SHOWN] if best.point else []
        others = tuple((command_words(seat, item.command), (item.worth - best.worth) / best.point) for item in left)
        no_reason = "no other order is possible" if len(counsel) == 1 else "good enough"
        why = now.explain(best.command) or best.why or no_reason
        return Choice(best.command, why, others, command_words(seat, best.command))

    def _legal(self, seat: Seat, listed: Iterable[Recommendation]) -> Iterator[Recommendation]:
        """Yield the orders that are legal as far as the side knows."""
        return (item for item in listed if not seat.check(item.command))

    def _pick(self, seat: Seat, listed: Sequence[Recommendation], best: Recommendation) -> Recommendation:
        """Return the best order, or, as often as the level makes mistakes, any legal one that is not absurd."""
        slip, within = slips_in(self.level, seat.game)
        if not slip or random_below(self._dice, 100) >= slip:
            return best
        fair = [item for item in listed if item.worth >= best.worth - within]
        drawn = (fair.pop(random_below(self._dice, len(fair))) for _ in range(len(fair)))
        return next(self._legal(seat, drawn), best)


def command_words(seat: Seat, command: Command) -> str:
    """Return a command in the words a player reads."""
    return "End phase" if type(command) is Done else seat.sketch(command).label or format_command(command)
