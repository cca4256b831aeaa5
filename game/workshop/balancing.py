"""Balance a battle by games between computers: a handicap, other crews and troops, losses, or other forces. `Balancer`
creates a skirmish and says which games to play next, until games not used for balancing look even. If points decide, no
order depends on the handicap, so games already played can be scored again with another one. With 20 rescored games and
a check the true error is 5.2 per cent, with 40 games and no check 5.3; the former needs 50 games on average, the latter
40 (simulated games by Quickfire's rule: `tests/workshop/made_up.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from game.words import tr
from game.workshop.balance_fit import Tried, best_help
from game.workshop.skirmish import DrawnForce, draw, possible_bonuses, with_help
from rules.kernel.editor_schema import CatalogueEntry, EditorSchema
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.system import System
from rules.players.balanced import share_of

FULL, FEW = 20, 10  # games used for balancing, and those of them with the same handicap if it comes in steps
# Games of a check; more if losses are the handicap: such battles start most unbalanced (tests/workshop/FAIR.md).
PROOF, LONG_PROOF = 20, 40
OFFERED = 10  # largest deviation from even, in per cent, that passes a check
PROOFS, MOST_DRAWS = 4, 6  # most checks of the same forces, and most pairs of forces
HOPELESS = 15  # with this deviation from even, in per cent, no allowed handicap is enough
FIRST_SEED = 1
STEPS = 400  # most handicaps that are tried by rescoring
NEXT_SEED = 100_000  # offset of the seed when forces are drawn again

Outscores = Callable[[int, int], bool]  # (larger score, smaller): does a side this far ahead win?


@dataclass(frozen=True)
class Result:
    """One computer game of a battle: the winner, and the points of both sides without handicap."""

    winner: str
    points: tuple[int, int]


def win_percent(scenario: Scenario, results: Sequence[Result]) -> int:
    """Return the percentage of games won by the first side; a draw counts half."""
    first = scenario.sides[0].key
    won = sum(2 if result.winner == first else 0 if result.winner else 1 for result in results)
    return 50 if not results else round(won * 50 / len(results))


def won_by(outscores: Outscores, points: tuple[int, int], lead: int) -> int:
    """Return 2 if the first side wins on points, 1 for a draw. `lead`: the other side's handicap minus its own."""
    first, second = points[0] + max(0, -lead), points[1] + max(0, lead)
    if first == second or not outscores(max(first, second), min(first, second)):
        return 1
    return 2 if first > second else 0


def handicapped_percent(scenario: Scenario, outscores: Outscores, results: Sequence[Result]) -> int:
    """Return the percentage of games that the first side wins with the handicap; a draw counts half."""
    first, second = scenario.sides
    won = sum(won_by(outscores, result.points, second.handicap - first.handicap) for result in results)
    return 50 if not results else round(won * 50 / len(results))


def balance_handicap(scenario: Scenario, outscores: Outscores, results: Sequence[Result]) -> Scenario:
    """Return the same battle with the handicap that makes these games most nearly even. Of equivalent handicaps, the
    middle one, because it is farthest from changing a result.
    """
    if not results:
        return scenario
    leads = [result.points[0] - result.points[1] for result in results]
    low, high = min(0, *leads), max(0, *leads)
    step = max(1, (high - low) // STEPS)
    tried = range(2 * low - step, 2 * high + step + 1, step)  # beyond all leads: margin for draws
    off = {lead: abs(sum(won_by(outscores, one.points, lead) for one in results) - len(results)) for lead in tried}
    best = [lead for lead in tried if off[lead] == min(off.values())]
    lead = best[len(best) // 2]
    first, second = scenario.sides
    return scenario.but(sides=(first.but(handicap=max(0, -lead)), second.but(handicap=max(0, lead))))


class Balancer:
    """Balances a skirmish by games, then checks it with fresh games. `games` games of `next` are to be played, with
    dice from `seed` on. First come games for balancing: if points decide, all games of the forces are scored again with
    every handicap, and the most even one is taken; otherwise the weaker side gets better crews or troops, or the other
    side losses, as much as a curve through all games says (`balance_fit`). Then the battle is checked with fresh games.
    If its first side wins 40 to 60 per cent of these (of the first 20, and of all 40 if losses are the handicap), it is
    offered; otherwise they are used to balance it again, and new games check that. Forces that cannot be balanced, fail
    `PROOFS` checks, or whose games abort (`broken`: how often) are replaced by others; `draws`: pairs of forces so far.
    `best`: the battle whose check, `share`, was nearest to even; `tried`: the checks.
    """

    def __init__(self, system: System, sheet: MapSheet | None, spec: DrawnForce) -> None:
        assert system.editor_schema is not None
        self.system, self.sheet = system, sheet
        self.bench = system.editor_schema()
        self.by_points = self.bench.by_handicap
        self.proof = LONG_PROOF if self.bench.worn[0] else PROOF
        self.seed, self.tried, self.broken, self.share, self.draws = FIRST_SEED, 0, 0, 50, 0
        self.next: Scenario | None = None
        self.best = self._begin_with(spec)

    def _begin_with(self, spec: DrawnForce) -> Scenario:
        """Start with other forces."""
        self.spec, self.proving, self._proofs = spec, False, 0
        self._proof: list[Result] = []  # games of the current check so far
        self.draws += 1
        self._played: list[tuple[int, Result]] = []  # results of these forces, by handicap
        self.next = found = draw(self.system, self.sheet, spec)
        self.games = FULL if self.by_points else FEW
        self._bonuses = possible_bonuses(self.bench, found)
        return found

    @property
    def distance_from_even(self) -> int:
        """Return the deviation of `best` from even in its check."""
        return abs(self.share - 50)

    @property
    def is_proved(self) -> bool:
        """Return whether `best` may be offered as even."""
        return self.tried > 0 and self.distance_from_even <= OFFERED

    def task_text(self) -> str:
        """Return the purpose of the games of `next` as text."""
        if self.proving:
            return tr("Check {count}: fresh games", count=self._proofs + 1)
        return tr("Balancing games")

    def result_text(self) -> str:
        """Return the result of the balancing as text."""
        ahead = 50 + self.distance_from_even
        if not self.tried:
            words = tr("It could not be balanced.")
        elif self.is_proved:
            won = round(ahead * self.proof / 50) / 2
            _, low, high = share_of(won, 0, self.proof - won)
            words = tr("Looks even: {won} to {lost} in {games} fresh games (95 % interval: {low} to {high} %).",
                       won=f"{won:g}", lost=f"{self.proof - won:g}", games=self.proof, low=low, high=high)  # fmt: skip
        else:
            words = tr("Not balanced: the best of {count} checks was {ahead} to {behind} %.",
                       count=self.tried, ahead=ahead, behind=100 - ahead)  # fmt: skip
        if self.is_proved and self.tried > 1:
            words += " " + tr("Failed checks before: {count}.", count=self.tried - 1)
        if self.draws > 1:
            words += " " + tr("Forces tried before a balanced pair: {count}.", count=self.draws - 1)
        if self.broken:
            words += " " + tr("Rounds with aborted games: {count}; other forces were used.", count=self.broken)
        return words

    def take_results(self, results: Sequence[Result]) -> None:
        """Use the results of the games played and choose what to play next."""
        assert self.next is not None
        tried = self.next
        self.seed += self.games
        if len(results) < self.games:
            self.broken += 1
            self._draw_other_forces()
            return
        self._played += [(self.spec.bonus, result) for result in results]
        if self.proving and self._goes_on(tried, results):
            return
        if self.by_points:
            self._handicap(tried)
        else:
            self._help()

    def _goes_on(self, tried: Scenario, results: Sequence[Result]) -> bool:
        """Use the games of a check: return true if it continues or ends everything; false if the battle must be
        balanced again.
        """
        self._proof += results
        won = win_percent(tried, self._proof)
        if abs(won - 50) <= OFFERED and len(self._proof) < self.proof:
            return True
        self._proof = []
        self.tried += 1
        self._proofs += 1
        if self.tried == 1 or abs(won - 50) < self.distance_from_even:
            self.best, self.share = tried, won
        if abs(won - 50) <= OFFERED:
            self.next = None
        elif self._proofs == PROOFS:
            self._draw_other_forces()
        else:
            return False
        return True

    def _draw_other_forces(self) -> None:
        """Replace these forces by others, until the limit is reached."""
        self.next = None
        if self.draws < MOST_DRAWS:
            found = self._begin_with(replace(self.spec, seed=self.spec.seed + NEXT_SEED, bonus=0))
            self.best = self.best if self.tried else found

    def _handicap(self, tried: Scenario) -> None:
        """Return the battle with the handicap that makes all games of these forces most nearly even; it must still be
        checked.
        """
        assert self.system.outscores is not None, "what is evened by points is decided by them"
        self.next = balance_handicap(tried, self.system.outscores, [result for _, result in self._played])
        self.proving, self.games = True, PROOF

    def _help(self) -> None:
        """Return the battle with the help that should make these forces most nearly even; it must still be checked."""
        assert self.next is not None
        first = self.next.sides[0].key
        under: dict[int, list[float]] = {}
        for bonus, result in self._played:
            under.setdefault(bonus, []).append(_half(result, first))
        rows = [Tried(bonus, len(won), sum(won)) for bonus, won in under.items()]
        bonus, wins = best_help(self._bonuses, rows)
        if abs(wins * 100 - 50) > HOPELESS:
            self._draw_other_forces()
            return
        self.spec = replace(self.spec, bonus=bonus)
        self.next = draw(self.system, self.sheet, self.spec)
        self.proving = len(self._played) >= FULL
        self.games = PROOF if self.proving else FEW


def _half(result: Result, first: str) -> float:
    return 1.0 if result.winner == first else 0.0 if result.winner else 0.5


class HelpBalancer:
    """Balances one of the player's own battles by helping one side, as much as a curve through its games says. `now`:
    the battle as edited; `bonus`: help for its first side (below 0: for the second). Games of `now` count for every
    amount of help. If the battle is changed, its games are discarded.
    """

    def __init__(self, bench: EditorSchema, stocks: Sequence[CatalogueEntry], battle: Scenario) -> None:
        self._bench, self._stocks, self._drawn = bench, stocks, battle
        self.now, self.bonus, self.enough = battle, 0, True
        self._tried: list[Tried] = []

    def take_results(self, results: Sequence[Result]) -> None:
        """Use games of `now` and compute the help that should make it even."""
        first = self.now.sides[0].key
        self._tried.append(Tried(self.bonus, len(results), sum(_half(result, first) for result in results)))
        self.bonus, wins = best_help(possible_bonuses(self._bench, self._drawn), self._tried)
        self.now = with_help(self._drawn, self._bench, self._stocks, self.bonus)
        self.enough = abs(wins * 100 - 50) <= OFFERED

    def result_text(self) -> str:
        """Return what was done as text."""
        if not self.bonus:
            return tr("Already balanced as far as the games show. Nothing changed.")
        if self.now == self._drawn:
            return tr("No change to these troops would balance it. Try other forces.")
        first, second = self.now.sides
        side = (first if self.bonus > 0 else second).name
        words = tr("The {side} get better troops; the others get worse troops or losses.", side=side)
        if not self.enough:
            words += " " + tr("Even the largest handicap would not balance it. Try other forces.")
        return words + " " + tr("Test it again: all its games count.")
