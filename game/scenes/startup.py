"""The first screens: the title, and on top of it the game that the command line names."""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from pathlib import Path

from game.app import App
from game.library import Entry, NoSuchScenario
from game.scene import Scene
from game.scenes.import_file import open_file
from game.scenes.play import PlayScene
from game.scenes.start import USUAL, CannotStart, new_game, open_saved, why_not
from game.scenes.title import TitleScene
from game.scenes.welcome import WelcomeScene, is_first_start
from game.words import tr
from rules.players import HUMAN, is_player


class Refused(Exception):
    """The command line asks for something impossible. str() is a plain sentence; the exit code is 2."""


def first_scenes(app: App, args: Namespace) -> list[Scene]:
    """Return the title page, and a game on top of it if the command line names one. Raises Refused. A game to resume
    that needs a question first is opened from the title page when that is shown.
    """
    title = TitleScene(app)
    if getattr(args, "file", None):
        title.pending = partial(open_file, app, Path(args.file))
        return [title]
    if getattr(args, "resume", None):
        title.pending = partial(open_saved, app, Path(args.resume))
        return [title]
    if not _wants_game(args):
        first = is_first_start(app, getattr(args, "user_dir", None))
        return [title, WelcomeScene(app)] if first else [title]
    try:
        entry = app.library.find(args.scenario) if args.scenario else _first_entry(app)
        players = _seats(entry, args)
        session = new_game(app, entry, {}, players, args.seed)
    except (NoSuchScenario, CannotStart) as error:
        raise Refused(str(error)) from error
    return [title, PlayScene(app, session, players)]


def _wants_game(args: Namespace) -> bool:
    """Return whether a scenario was named, or `play` was used with an option that only makes sense in a game."""
    given = [getattr(args, name, None) for name in ("scenario", "side", "opponent", "seed")]
    return given[0] is not None or any(value is not None for value in given)


def _first_entry(app: App) -> Entry:
    if not app.library.entries:
        raise CannotStart(tr("no battle to play; run `check` to find errors in the files under maps/"))
    return next((entry for entry in app.library.entries if not why_not(app, entry)), app.library.entries[0])


def _seats(entry: Entry, args: Namespace) -> dict[str, str]:
    """Return the player of each side: a person on the named side (default: the first), the named opponent on the
    other.
    """
    sides = entry.scenario.sides
    mine = sides[0].key
    if args.side is not None:
        wanted = args.side.casefold()
        fitting = [s.key for s in sides if any(name.casefold().startswith(wanted) for name in (s.key, s.name))]
        if len(fitting) != 1:
            known = " or ".join(f"{side.key} ({side.name})" for side in sides)
            raise Refused(
                tr(
                    "{entry} has no side called {side}; expected {known}",
                    side=f"{args.side!r}",
                    entry=entry.title,
                    known=known,
                )
            )
        mine = fitting[0]
    other = args.opponent or USUAL
    if other != HUMAN and not is_player(other):
        raise Refused(tr("unknown player or program {other}", other=f"{other!r}"))
    return {side.key: HUMAN if side.key == mine else other for side in sides}
