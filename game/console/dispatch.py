"""From a parsed command line to the code that does it, and from every error to one plain message."""

from __future__ import annotations

import os
import sys
import traceback
from argparse import Namespace
from datetime import datetime
from importlib import import_module
from pathlib import Path

from game.console import terminal
from game.console.speech import plain
from game.folders import find_folders
from game.no_display import NoDisplay

# What each verb runs, as `module:function`, a function from the parsed command line to the exit code. They are imported
# when they are called for and not before: a verb that needs no window must start without pygame and on a computer
# that has none. A test resolves and types every entry.
VERBS = {
    "replay": "game.console.verbs:replay_verb",
    "script": "game.console.verbs:script_verb",
    "share": "game.console.share:share_verb",
    "lessons": "game.console.lessons:lessons_verb",
    "reference": "game.console.reference:reference_verb",
    "errata": "game.console.reference:errata_verb",
    "coverage": "game.console.coverage:coverage_verb",
    "check": "game.console.checking:check_verb",
    "balance": "game.console.balance:balance_verb",
    "bench": "game.console.bench:bench_verb",
    "dockyard": "game.console.dockyard:dockyard_verb",
}
PICTURES = {
    "share": "game.console.pictures:share_picture_verb",
    "reference": "game.console.pictures:reference_picture_verb",
}  # the same verbs, when they are asked for a picture
TEXT = "game.console.playing:play_verb"
WINDOW = "game.window:run"


def dispatch(args: Namespace) -> int:
    """Carry out a verb. Mistakes of the player or of a data file become one message; ours are kept in a report."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        return _call(args)
    except KeyboardInterrupt:
        terminal.say("")
        return 1
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - nobody reads us any more
        return 1
    except Exception as error:  # the last resort: a message and a report instead of a bare traceback
        return _told(args, error)


def _call(args: Namespace) -> int:
    if args.verb in VERBS:
        return _run((PICTURES if _draws(args) else VERBS)[args.verb], args)
    if args.verb == "play" and (args.text or args.referee or args.resume):
        return _run(TEXT, _with_defaults(args))
    reason = terminal.why_no_window()
    if not reason:
        try:
            return _run(WINDOW, _with_defaults(args))
        except NoDisplay as error:
            reason = str(error)
    terminal.complain(f"the window cannot be opened: {reason}")
    return _offer_text(_with_defaults(args))


def _draws(args: Namespace) -> bool:
    """Whether a verb is asked for a picture."""
    kind, out = getattr(args, "kind", ""), getattr(args, "out", None) or ""
    return args.verb in PICTURES and (kind == "picture" or (args.verb == "reference" and out.endswith(".png")))


def _run(where: str, args: Namespace) -> int:
    module, _, name = where.partition(":")
    result = getattr(import_module(module), name)(args)
    return int(result or 0)


def _with_defaults(args: Namespace) -> Namespace:
    """The bare `main.py` has none of the options of `play`."""
    wanted = {"scenario": None, "side": None, "opponent": None, "seed": None, "resume": None}
    flags = {"text": False, "referee": False, "quiet": False}
    return Namespace(**{**wanted, **flags, **vars(args)})


def _offer_text(args: Namespace) -> int:
    """Without a display: play by typing, if somebody is there and wants to; else tell a game between computers."""
    if not terminal.is_interactive():
        print("Text play needs no display; here is a game between two computers.", file=sys.stderr)
        return _run(TEXT, args)
    answer = terminal.ask("Play by typing instead? Press Enter to play, q to leave. ")
    if answer is None or answer.strip().casefold() in ("q", "quit", "n", "no"):
        return 1
    return _run(TEXT, args)


def _told(args: Namespace, error: Exception) -> int:
    kind = type(error).__name__
    if kind == "Refused":
        terminal.complain(plain(str(error)))
        return 2
    if kind in ("DataError", "MapError", "SaveError", "LogbookError", "LogbookBusy"):
        terminal.complain(plain(str(error)))
        return 1
    if isinstance(error, ImportError) and getattr(error, "name", None) and not str(error.name).startswith("game"):
        terminal.complain(f"{error}; run `make play`, which installs what is missing")
        return 1
    terminal.complain(f"a mistake in the program ({kind}: {plain(str(error))}). {_report(args, error)}")
    return 1


def _report(args: Namespace, error: Exception) -> str:
    """Keep a report of a mistake of ours, and say where."""
    text = "".join(traceback.format_exception(error))
    path = Path(find_folders(args.user_dir).logs) / f"crash-{datetime.now():%Y%m%d-%H%M%S}.txt"
    try:
        path.write_text(f"{' '.join(sys.argv)}\n\n{text}", encoding="utf-8")
    except OSError:
        return text
    return f"The game up to the last order is on disk. Please send the report {path}."
