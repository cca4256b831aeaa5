"""The verb `coverage`: play every battle a few times and record which rules were used, for the page *Rules used*."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from game.console import terminal
from game.console.playing import make_players
from game.library import MAPS, Entry, open_library, open_map
from game.table.speech import strip_controls
from game.teach.coverage import FOLDER, table_text
from game.words import tr, trn
from rules import SYSTEMS
from rules.kernel.events import PhaseBegan
from rules.kernel.ruling import Rolled
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import charted_options, take_turn

MOST_DECISIONS = 5_000


def coverage_verb(args: Namespace) -> int:
    """`coverage [GAME]`: write one table for each game. 2 for an unknown game."""
    if args.system is not None and args.system not in SYSTEMS:
        terminal.complain(
            tr(
                "unknown game {system}; expected one of {names}",
                system=f"{args.system!r}",
                names=", ".join(SYSTEMS),
            )
        )
        return 2
    library = open_library(SYSTEMS)
    for key in [args.system] if args.system else SYSTEMS:
        found = {entry.key: rules_used(entry, args.games, args.player) for entry in library.of(key)}
        folder = Path(args.out) if args.out else MAPS / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{key}.yaml").write_text(table_text(found), encoding="utf-8")
        seen = set().union(*found.values()) if found else set()
        text = tr(
            "{words}, {count} of {words2}",
            words=trn("{count} battle", "{count} battles", len(found)),
            count=len(seen),
            words2=trn("{count} rule", "{count} rules", len(SYSTEMS[key].rulebook.rules)),
        )
        terminal.say(
            strip_controls(
                tr("{title}: {rules} in {folder}.yaml", title=SYSTEMS[key].title, rules=text, folder=folder / key)
            )
        )
    return 0


def rules_used(entry: Entry, games: int, player: str) -> set[str]:
    """Return the rules of all events and rolls in some games of a battle between two computer players."""
    found: set[str] = set()
    for seed in range(1, games + 1):
        found |= rules_in(play(entry, seed, player))
    return found & set(SYSTEMS[entry.system].rulebook.rules)


def rules_in(session: Session) -> set[str]:
    """Return the rules of all events, rolls and score lines in a game. Scores are read at the start of each phase,
    because in a campaign a battle's lines disappear when it ends.
    """
    found: set[str] = set()
    ledgers = [session.state]
    for step, state in zip(session.steps, session.states, strict=False):
        for event in step.events:
            found.add(event.rule)
            if isinstance(event, Rolled):
                found.update(event.breakdown.rules)
        if any(isinstance(event, PhaseBegan) for event in step.events):
            ledgers.append(state)
    for state in ledgers:
        found |= {line.rule for score in session.system.view(state, "").scores for line in score.lines}
    return found


def play(entry: Entry, seed: int, player: str) -> Session:
    """Play one game, to its end or up to a limit of decisions."""
    system, scenario = SYSTEMS[entry.system], entry.scenario
    seats = {side.key: player for side in scenario.sides}
    options = charted_options(system, seats)
    session = Session(system, scenario, open_map(entry.system, scenario.map), options, seed=seed, players=seats)
    players = make_players(session)
    while not session.over and len(session.steps) < MOST_DECISIONS:
        mover = players[session.actor]
        assert mover is not None
        take_turn(mover, Seat(session, session.actor))
    return session
