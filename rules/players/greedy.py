"""The greedy player: tries every command on a copy of the position and takes the one with the best expected result.

It looks one command ahead. If the dice of a command can fall in few ways, all are counted; otherwise it takes samples,
the same for all commands, so that luck does not decide between them.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import NamedTuple

from rules.kernel.dice import NeedDice, SeededDice, TapeDice
from rules.kernel.flow import Command, Done, Offer
from rules.kernel.record import Record
from rules.kernel.seat import HypotheticalState, Seat
from rules.players.player import (
    HURRY,
    STOP,
    Cancelled,
    CancelToken,
    Choice,
    NothingToDo,
    at_leisure,
    commands_of,
    describe_command,
    random_below,
)
from rules.players.reasons import HUNDREDTHS, in_words, mean_changes, points_text

HOPS = 8  # phases, ours and theirs, ended on a copy before giving up


def best_next_value(position: HypotheticalState, piece: str, stream: int, most: int) -> int:
    """Return the best value that `piece` can reach by one command in the next phase in which it can act.

    Until then every phase is ended at once. At most `most` of its commands are tried, at even steps through the list.
    Rolls thinking dice of the seed `stream`, the same for all positions to be compared.
    """
    for hop in range(HOPS):
        side = position.actor()
        if not side:
            break
        commands = _commands(position, piece, most) if hop and side == position.side else []
        if commands:
            return max(position.imagine(command, SeededDice(stream)).score() for command in commands)
        position = position.imagine(Done(side), SeededDice(stream), move_on=True)
    return position.score()


def _commands(position: HypotheticalState, piece: str, most: int) -> list[Command]:
    listed = [command for offer in position.offers() if offer.piece == piece for command in offer.commands]
    count = len(listed)
    return listed if count <= most else [listed[number * count // most] for number in range(most)]


REJECTED_SHOWN = 2
LEAST_SHARE = 3  # a batch of pieces gets at least this share of the evaluations


class Level(Record, frozen=True, kw_only=True):
    """How much a greedy player thinks, and how it makes mistakes."""

    key: str
    title: str
    evaluations: int  # about this many for one decision
    samples: int  # dice samples of one command
    exact_ways: int  # dice with no more outcomes than this are weighed exactly
    shortlist: int  # at most this many commands of one offer are tried
    pieces: int  # pieces tried together; the others only if none of these can improve the position
    draws: int  # commands drawn from an offer too large to list
    foresight: int = 0  # next commands tried after an order without immediate effect; 0 = never
    slip: int = 0  # per cent of decisions in which it takes any option ...
    slip_within: int = 0  # ... not more than this many hundredths of a point worse than the best
    leans: dict[str, int] = {}  # key of a term -> its weight in per cent


GREEDY = Level(
    key="greedy",
    title="greedy",
    evaluations=300,
    samples=12,
    exact_ways=36,
    shortlist=60,
    pieces=4,
    draws=16,
    foresight=24,
)
QUICK = GREEDY.but(
    key="quick",
    title="quick greedy",
    evaluations=80,
    samples=2,
    exact_ways=6,
    shortlist=16,
    pieces=2,
    draws=4,
    foresight=6,
)
LEVELS: dict[str, Level] = {level.key: level for level in (GREEDY, QUICK)}


class ScoredCommand(NamedTuple):
    """The value of a command: the mean over the dice, and how it was found."""

    value: Fraction
    worst: int
    best: int
    ways: int
    exact: bool


class CandidateCommand(NamedTuple):
    """One command to be weighed."""

    offer: Offer
    command: Command
    weighed: ScoredCommand
    stream: int = 0  # seed of the dice for weighing it
    most: int = 1  # outcomes of the dice that were tried, at most


class GreedyPlayer:
    """Looks one command ahead, and two for orders without immediate effect."""

    def __init__(self, seed: int = 0, level: Level = LEVELS["greedy"], evaluations: int | None = None) -> None:
        """Make a player. `evaluations` replaces the level's budget."""
        self.title = level.title
        self.level = level if evaluations is None else level.but(evaluations=evaluations)
        self._dice = SeededDice(seed)
        self._haste: CancelToken = at_leisure
        self._without_reasons = False

    def set_cancel_token(self, haste: CancelToken) -> None:
        """Ask this before every evaluation."""
        self._haste = haste

    def skip_reasons(self) -> None:
        """Make the same choices without reasons: the terms of the best order take a tenth of all its time."""
        self._without_reasons = True

    def choose(self, seat: Seat) -> Choice:
        """Return the command with the best expected value.

        Ending the phase wins ties; its value is the game's, or else that of the present position. Rolls thinking dice
        only. Raises NothingToDo, and Stopped when told to stop.
        """
        offers = [offer for offer in seat.offers() if offer.commands or offer.domain is not None]
        if not offers:
            raise NothingToDo(f"{seat.side} is offered nothing")
        if len(offers) == 1 and len(offers[0].commands) == 1:
            command = offers[0].commands[0]
            text = "" if self._without_reasons else describe_command(seat, offers[0], command)
            return Choice(command, "there is nothing else to do", text=text)
        now = seat.now(self.level.leans)
        standing = now.score()
        options: list[CandidateCommand] = []
        batches = self._batches(offers)
        budget = max(self.level.evaluations // len(batches), self.level.evaluations // LEAST_SHARE)
        for batch in batches:
            options += self._weigh_all(now, standing, self._candidates(batch, budget), budget)
            if any(option.weighed.value > standing for option in options) or self._must_hurry():
                break
        options.sort(key=lambda option: (-option.weighed.value, type(option.command) is not Done))
        best = self._one_of_the_best(options, standing)
        if type(best.command) is Done and self.level.foresight and not self._must_hurry():
            planned = self._plan(now, standing, options)
            if planned is not None:
                return self._planned_choice(seat, *planned)
        # rolled also without reasons, so that choices are the same
        stream = self._dice.roll(1, 1 << 30)[0]
        if self._without_reasons:
            return Choice(best.command, "")
        left = [option for option in options if option is not best][:REJECTED_SHOWN]
        terms = self._term_words(now, best, stream) if type(best.command) is not Done else ""
        return Choice(
            best.command,
            _reason(best, standing, len(options), terms),
            tuple((describe_command(seat, option.offer, option.command), _beyond(option, best)) for option in left),
            describe_command(seat, best.offer, best.command),
        )

    def _term_words(self, now: HypotheticalState, best: CandidateCommand, stream: int) -> str:
        """Return the terms of an order's value, over the same dice outcomes it was weighed by.

        Where the game gave the value directly, over samples from the seed `stream`.
        """
        expected = now.expected_value(best.command)
        falls, _ = self._falls(now, best.command, stream, 0) if expected else self._falls(now, best.command, *best[3:])
        changed = mean_changes(now.terms(), [(share, position.terms()) for share, position in falls])
        if expected and len(changed) == 1:
            changed = [changed[0].but(value=round(expected[0]))]  # the only term that changes
        return in_words(changed)

    def _must_hurry(self) -> bool:
        """Return whether to choose the best found so far. Raises Stopped when the choice is no longer wanted."""
        haste = self._haste()
        if haste == STOP:
            raise Cancelled("the thought was given up")
        return haste == HURRY

    def _plan(
        self, now: HypotheticalState, standing: int, options: list[CandidateCommand]
    ) -> tuple[CandidateCommand, int, int] | None:
        """Return an order without effect now that lets its piece do better when it next acts.

        (order, value then, value without it). The first piece with such an order decides. Rolls a thinking die.
        """
        quiet: dict[str, list[CandidateCommand]] = {}
        for option in options:
            if option.offer.piece and option.weighed.worst == option.weighed.best == standing:
                quiet.setdefault(option.offer.piece, []).append(option)
        stream, most = self._dice.roll(1, 1 << 30)[0], self.level.foresight
        for piece, orders in quiet.items():
            if self._must_hurry():
                break
            without = best_next_value(now, piece, stream, most)
            after = [now.imagine(option.command, SeededDice(stream)) for option in orders]
            worth = [best_next_value(position, piece, stream, most) for position in after]
            then = max(worth)
            if then > without:
                return orders[worth.index(then)], then, without
        return None

    def _planned_choice(self, seat: Seat, option: CandidateCommand, then: int, without: int) -> Choice:
        if self._without_reasons:
            return Choice(option.command, "")
        why = (
            f"no order gains anything at once; after this one the next order gains {points_text(then - without)} points"
        )
        text = describe_command(seat, option.offer, option.command)
        return Choice(option.command, why, (("End phase", float(without - then) / HUNDREDTHS),), text)

    def _batches(self, offers: list[Offer]) -> list[list[Offer]]:
        """Return the offers of a few pieces at a time, starting from a random piece.

        Ending the phase is in the first batch.
        """
        by_piece: dict[str, list[Offer]] = {}
        for offer in offers:
            by_piece.setdefault(offer.piece, []).append(offer)
        free = by_piece.pop("", [])
        groups = list(by_piece.values())
        start = random_below(self._dice, len(groups)) if groups else 0
        groups = groups[start:] + groups[:start]
        many = self.level.pieces
        batches = [sum(groups[at : at + many], []) for at in range(0, len(groups), many)] or [[]]
        batches[0] = free + batches[0]
        return batches

    def _candidates(self, offers: list[Offer], budget: int) -> list[tuple[Offer, Command]]:
        """Return every offered command, or a fair share of each offer when there are too many."""
        share = max(2, min(self.level.shortlist, budget // len(offers)))
        found: list[tuple[Offer, Command]] = []
        for offer in offers:
            listed = commands_of(offer, self._dice, self.level.draws)
            found.extend((offer, command) for command in self._spread(listed, share))
        return found

    def _spread(self, commands: list[Command], most: int) -> list[Command]:
        """Return at most `most` commands at even steps from a random start, so that all have the same chance."""
        count = len(commands)
        if count <= most:
            return commands
        start = random_below(self._dice, count)
        return [commands[(start + number * count // most) % count] for number in range(most)]

    def _weigh_all(
        self, now: HypotheticalState, standing: int, candidates: list[tuple[Offer, Command]], budget: int
    ) -> list[CandidateCommand]:
        stream = self._dice.roll(1, 1 << 30)[0]
        each = max(1, budget // len(candidates))
        options: list[CandidateCommand] = []
        for offer, command in candidates:
            if options and self._must_hurry():
                break
            weighed = (
                _idle(now, standing, command)
                if type(command) is Done
                else self._weigh(now, standing, command, stream, each)
            )
            options.append(CandidateCommand(offer, command, weighed, stream, each))
        return options

    def _weigh(self, now: HypotheticalState, standing: int, command: Command, stream: int, most: int) -> ScoredCommand:
        """Value an order: exactly if the dice have few outcomes, else by samples; once if no dice are rolled.

        If the game gives the mean value of a command, that is used.
        """
        expected = now.expected_value(command)
        if expected is not None:
            mean, least, high = expected
            return ScoredCommand(Fraction(standing + mean), standing + least, standing + high, 36, True)
        falls, exact = self._falls(now, command, stream, most)
        return self._score_samples([(share, position.score()) for share, position in falls], exact)

    def _falls(
        self, now: HypotheticalState, command: Command, stream: int, most: int
    ) -> tuple[list[tuple[Fraction, HypotheticalState]], bool]:
        """Return positions after a command with their probabilities, and whether they are all there are.

        `most` 0: samples only.
        """
        ways = self._all_ways(now, command, min(self.level.exact_ways, most))
        if ways is not None:
            return ways, True
        count = max(1, min(self.level.samples, most or self.level.samples))
        share = Fraction(1, count)
        return [(share, now.imagine(command, SeededDice(stream + number))) for number in range(count)], False

    def _all_ways(
        self, now: HypotheticalState, command: Command, most: int
    ) -> list[tuple[Fraction, HypotheticalState]] | None:
        """Return (probability, position) of every outcome of the dice; None when there are more than `most`."""
        found: list[tuple[Fraction, HypotheticalState]] = []
        pending: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
        while pending:
            tape, weight = pending.pop()
            try:
                found.append((weight, now.imagine(command, TapeDice(tape))))
            except NeedDice as need:
                ways = need.sides**need.count
                if len(found) + len(pending) + ways > most:
                    return None
                faces = product(range(1, need.sides + 1), repeat=need.count)
                pending.extend(((*tape, *more), weight / ways) for more in faces)
        return found

    def _score_samples(self, seen: list[tuple[Fraction, int]], exact: bool) -> ScoredCommand:
        mean = sum((weight * score for weight, score in seen), Fraction(0))
        return ScoredCommand(mean, min(score for _, score in seen), max(score for _, score in seen), len(seen), exact)

    def _one_of_the_best(self, options: list[CandidateCommand], standing: int) -> CandidateCommand:
        """Return the first option, or any with equal chance among equal ones.

        Ending the phase is preferred to an order that brings nothing, but not to a free shot: an order that rolls dice
        and cost nothing in any sample, however often it missed.
        """
        first = options[0]
        if self.level.slip and random_below(self._dice, 100) < self.level.slip:
            fair = [item for item in options if item.weighed.value >= first.weighed.value - self.level.slip_within]
            return fair[random_below(self._dice, len(fair))]
        equal = [option for option in options if option.weighed.value == first.weighed.value]
        if type(first.command) is Done:
            shots = [option for option in equal if not option.weighed.exact and option.weighed.worst >= standing]
            return shots[0] if shots else first
        return equal[random_below(self._dice, len(equal))]


def _idle(now: HypotheticalState, standing: int, command: Command) -> ScoredCommand:
    """Return the value of ending the phase: the game's value of the standing orders, or else no change."""
    expected = now.expected_value(command)
    if expected is None:
        return ScoredCommand(Fraction(standing), standing, standing, 1, True)
    return ScoredCommand(Fraction(standing + expected[0]), standing + expected[1], standing + expected[2], 1, True)


def _beyond(option: CandidateCommand, best: CandidateCommand) -> float:
    """Return what an option brings beyond the chosen one, in points: positive only after a mistake."""
    return round(float(option.weighed.value - best.weighed.value) / HUNDREDTHS, 2) or 0.0  # no "-0"


def _reason(best: CandidateCommand, standing: int, count: int, terms: str) -> str:
    value, worst, high, ways, exact = best.weighed
    looked = f"best of {count} options"
    if type(best.command) is Done:
        return f"{looked}: no order improves the position" if value >= standing else f"{looked}: every order costs more"
    why = f" ({terms})" if terms else ""
    gain = f"{points_text(value - standing)} points{why}" if value != standing else f"costs nothing{why}"
    if worst == high:
        sure = "" if ways == 1 else ", whatever the dice show" if exact else f", the same in {ways} samples of the dice"
        return f"{looked}: {gain}{sure}"
    how = f"over all {ways} results of the dice" if exact else f"over {ways} samples of the dice"
    return (
        f"{looked}: {gain} on average {how} ({points_text(worst - standing)} at worst, "
        f"{points_text(high - standing)} at best)"
    )
