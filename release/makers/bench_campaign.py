"""Campaign figures of `bench`: the time for a series of battles between computer players, without a window."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from game.library import Entry, open_library
from release.makers.bench_measure import Figure, new_session, seconds
from rules import SYSTEMS
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import make_player, take_turn

BATTLES = 20
MOST_SECONDS = 60
ROUND = "Round"  # the unit a campaign counts


def campaign_figures(work: int) -> Iterator[Figure]:
    """Measure 20 battles between quick players for every scenario of several battles; `work` 1 measures one campaign
    only. Such a scenario counts rounds; an open mission, which also begins with pages, counts set-up steps.
    """
    for entry in open_library(SYSTEMS).entries:
        game = new_session(entry)
        view = game.system.view(game.state, "")
        if view.page and view.turn_counter()[0] == ROUND:
            yield _battles(entry, BATTLES if work > 1 else 1)


def _battles(entry: Entry, wanted: int) -> Figure:
    """Play campaigns one after another until `wanted` battles are fought; the time is scaled to BATTLES."""
    spent, fought, campaigns = 0.0, 0, 0
    for seed in count(1):
        game = new_session(entry, seed)
        spent += seconds(lambda: play_out(game, "quick"))  # noqa: B023 - called at once
        fought += battles_of(game)
        campaigns += 1
        if fought >= wanted or spent > MOST_SECONDS:
            break
    scaled = spent * BATTLES / max(1, fought)
    note = f"{fought} battles of {campaigns} campaigns, quick players"
    return Figure(
        f"{entry.system}: {BATTLES} battles of {entry.key} between computers", scaled, "s", MOST_SECONDS, "below", note
    )


def play_out(game: Session, kind: str) -> None:
    """Play a whole game between two computer players of one kind."""
    players = {note.key: make_player(kind, number) for number, note in enumerate(game.scenario.sides)}
    while not game.over:
        take_turn(players[game.actor], Seat(game, game.actor))


def battles_of(game: Session) -> int:
    """Return the number of battles fought in a campaign: how often its page was replaced by the board."""
    pages = [bool(game.system.view(state, "").page) for state in game.states[1:]]
    return sum(before and not after for before, after in zip(pages, pages[1:], strict=False))
