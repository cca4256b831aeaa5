"""The opponent as strong as the player: which step it stands on, and how a battle moves it. Kept beside the rating."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from game.record_file import load_record, save_record
from game.words import tr, trn
from rules.kernel.record import digest_of
from rules.kernel.session import Session
from rules.players import HUMAN, MATCHED
from rules.players.levels import matched_key, matched_step, steps

FILE = "matched.json"
MOST = 500  # battles remembered, so that none counts twice: the oldest go first


class AdaptiveOpponent(msgspec.Struct, forbid_unknown_fields=True):
    """Where the opponent stands, and the battles that brought it there: what identifies each -> won, lost or drawn."""

    step: int = -1  # not begun
    battles: dict[str, str] = {}

    @property
    def now(self) -> int:
        """The step of the next battle."""
        return steps().begin if self.step < 0 else min(self.step, len(steps().steps) - 1)


def load_matched(folder: Path) -> AdaptiveOpponent:
    """Return what is on record; nothing when there is no file. One that cannot be used is kept beside it as .broken."""
    return load_record(folder / FILE, AdaptiveOpponent)


def matched_players(folder: Path, players: Mapping[str, str]) -> dict[str, str]:
    """Return who plays, with the opponent as strong as the player on the step it stands on now."""
    if MATCHED not in players.values():
        return dict(players)
    key = matched_key(load_matched(folder).now)
    return {side: key if kind == MATCHED else kind for side, kind in players.items()}


def note_result(folder: Path, session: Session) -> str:
    """Return a battle against that opponent is over: it moves by a step. What to tell the player of it; empty =
    nothing.

    Each battle counts once, and only where one person plays one side of it.
    """
    people = [side for side, kind in session.players.items() if kind == HUMAN]
    at = [step for kind in session.players.values() if (step := matched_step(kind)) is not None]
    outcome = session.state.outcome
    if outcome is None or len(people) != 1 or len(at) != 1:
        return ""
    record, name = load_matched(folder), digest_of([session.seed, session.header.started, session.scenario.key])
    if name in record.battles:
        return ""
    result = "drawn" if not outcome.winner else "won" if outcome.winner == people[0] else "lost"
    before = record.now
    top = len(steps().steps) - 1
    record.step = max(0, min(top, before + {"won": 1, "drawn": 0, "lost": -1}[result]))
    record.battles[name] = result
    for oldest in list(record.battles)[: max(0, len(record.battles) - MOST)]:
        del record.battles[oldest]
    return " ".join(word for word in (_next_step_text(record, before, top), save_record(folder / FILE, record)) if word)


def standing_words(folder: Path) -> str:
    """Return where the opponent stands, in a sentence."""
    top = len(steps().steps) - 1
    return tr("Your matched opponent is at step {now} of {top}.", now=load_matched(folder).now, top=top)


def _next_step_text(record: AdaptiveOpponent, before: int, top: int) -> str:
    """Return how the opponent goes on, and how many of the battles against it were won."""
    now = record.now
    if now > before:
        words = tr("Your opponent rises to step {now} of {top} for the next battle.", now=now, top=top)
    elif now < before:
        words = tr("Your opponent drops to step {now} of {top} for the next battle.", now=now, top=top)
    else:
        words = tr("Your opponent stays on step {now} of {top}.", now=now, top=top)
    won = sum(result == "won" for result in record.battles.values())
    count = len(record.battles)
    text = trn(
        "You won {won} of {count} battle against it.",
        "You won {won} of {count} battles against it.",
        count,
        won=won,
    )
    return f"{words} {text}"
