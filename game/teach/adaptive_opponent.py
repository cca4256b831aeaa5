"""The opponent matched to the player: its step, and how battles change it. Saved beside the rating."""

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
MOST = 500  # most battles remembered, so that none counts twice; the oldest are dropped first


class AdaptiveOpponent(msgspec.Struct, forbid_unknown_fields=True):
    """The opponent's step, and the battles counted for it: id -> won, lost or drawn."""

    step: int = -1  # not started yet
    battles: dict[str, str] = {}

    @property
    def now(self) -> int:
        """Return the step for the next battle."""
        return steps().begin if self.step < 0 else min(self.step, len(steps().steps) - 1)


def load_matched(folder: Path) -> AdaptiveOpponent:
    """Return the record; an empty one if there is no file. An unusable file is renamed to .broken."""
    return load_record(folder / FILE, AdaptiveOpponent)


def matched_players(folder: Path, players: Mapping[str, str]) -> dict[str, str]:
    """Return the players, with the matched opponent replaced by its current step."""
    if MATCHED not in players.values():
        return dict(players)
    key = matched_key(load_matched(folder).now)
    return {side: key if kind == MATCHED else kind for side, kind in players.items()}


def note_result(folder: Path, session: Session) -> str:
    """After a battle against the matched opponent, move it by a step; return what to tell the player, or empty. Each
    battle counts once, and only if one person plays one side.
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
    """Return the opponent's step in a sentence."""
    top = len(steps().steps) - 1
    return tr("Your matched opponent is at step {now} of {top}.", now=load_matched(folder).now, top=top)


def _next_step_text(record: AdaptiveOpponent, before: int, top: int) -> str:
    """Return a text about the opponent's next step, and how many battles against it were won."""
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
