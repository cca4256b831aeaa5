"""Run the code for a parsed command line, and turn every error into one plain message."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from argparse import Namespace
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from game.console import terminal
from game.console.ascii_fallback import replace_unencodable
from game.crash_report import session_of, write_report
from game.folders import find_folders
from game.no_display import NoDisplay
from game.program import COMMAND, repair
from game.table.speech import strip_controls
from game.words import open_catalogue, tr, tr_noop, use_catalogue
from rules.kernel.datafile import DataError
from rules.kernel.session import SaveError
from rules.kernel.storage import NotSaved
from rules.kernel.storage import reason as reason_of

# What each verb runs, as `module:function`: a function from the parsed command line to the exit code. Modules are
# imported only when needed: a verb without a window must start on a computer without pygame. A test resolves every
# entry and checks its type.
VERBS = {
    "replay": "game.console.verbs:replay_verb",
    "script": "game.console.verbs:script_verb",
    "share": "game.console.share:share_verb",
    "print": "game.console.printing:print_verb",
    "lessons": "game.console.lessons:lessons_verb",
    "puzzles": "game.console.puzzles:puzzles_verb",
    "study": "game.console.study:study_verb",
    "mistakes": "game.console.mistakes:mistakes_verb",
    "reference": "game.console.reference:reference_verb",
    "errata": "game.console.reference:errata_verb",
    "check": "game.console.checking:check_verb",
    "analyse": "game.console.analyse:analyse_verb",
    "balance": "game.console.balance:balance_verb",
    "list": "game.console.balance_table:list_verb",
    "levels": "game.console.balance_table:levels_verb",
    "dockyard": "game.console.dockyard:dockyard_verb",
    "new": "game.console.new_game:new_verb",
    "host": "game.network.console:host_verb",
    "join": "game.network.console:join_verb",
    "turn": "game.network.by_file_console:turn_verb",
    "reader-child": "game.reader.child:reader_verb",
}
PICTURES = {
    "share": "game.console.pictures:share_picture_verb",
    "reference": "game.console.pictures:reference_picture_verb",
}  # the same verbs when asked for a picture
RETOLD = {
    "report": "game.console.export_verbs:report_verb",
    "film": "game.console.export_verbs:film_verb",
}  # kinds of `share` that need pygame
NEEDED = tr_noop(
    "no display (DISPLAY or WAYLAND_DISPLAY) and no terminal, so nothing was played. `{command} play "
    "--text` plays in text mode, or shows a game between two computers",
)
_OF_THE_DISK = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.ENOTDIR, errno.EISDIR}
TEXT = "game.console.playing:play_verb"
WINDOW = "game.window:run"


def dispatch(args: Namespace, verbs: Mapping[str, str] = VERBS) -> int:
    """Run a verb. Mistakes of the player or of a data file become one message; program errors are reported."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    terminal.open_streams()
    replace_unencodable()
    catalogue, outdated = open_catalogue()
    use_catalogue(catalogue)
    if outdated and args.verb != "window":  # the window shows it on the title page
        print(outdated, file=sys.stderr)
    try:
        return _call(args, verbs)
    except KeyboardInterrupt:
        terminal.say("")
        return 1
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - nobody reads us any more
        return 1
    except Exception as error:  # the last resort: a message and a report instead of a bare traceback
        return _report_error(args, error)


def _call(args: Namespace, verbs: Mapping[str, str]) -> int:
    if args.verb == "share" and args.kind in RETOLD:
        return _run(RETOLD[args.kind], args)
    if args.verb in verbs:
        return _run((PICTURES if _draws(args) else verbs)[args.verb], args)
    if args.verb == "play" and (args.text or args.referee or (args.resume and _changes_resumed(args))):
        return _run(TEXT, _with_defaults(args))
    reason = terminal.why_no_window()
    if not reason:
        try:
            return _run(WINDOW, _with_defaults(args))
        except NoDisplay as error:
            reason = str(error)
    terminal.complain(tr("the window cannot be opened: {reason}", reason=reason))
    return _offer_text(_with_defaults(args))


def _changes_resumed(args: Namespace) -> bool:
    """Return whether a resumed game has options that only text play supports."""
    return bool(args.from_here or args.quiet or args.tutor or args.side or args.opponent)


def _draws(args: Namespace) -> bool:
    """Return whether a verb is asked for a picture."""
    kind, out = getattr(args, "kind", ""), getattr(args, "out", None) or ""
    return args.verb in PICTURES and (kind == "picture" or (args.verb == "reference" and out.endswith(".png")))


def _run(where: str, args: Namespace) -> int:
    module, _, name = where.partition(":")
    result = getattr(import_module(module), name)(args)
    return int(result or 0)


def _with_defaults(args: Namespace) -> Namespace:
    """Return the arguments with the defaults of `play`, which plain `main.py` lacks."""
    wanted = {"file": None, "scenario": None, "side": None, "opponent": None, "seed": None, "resume": None}
    flags = {"text": False, "referee": False, "quiet": False, "from_here": False}
    return Namespace(**{**wanted, **flags, **vars(args)})


def _offer_text(args: Namespace) -> int:
    """Offer text play when there is no display; without a terminal, say what is needed and return 2."""
    if not terminal.is_interactive():
        terminal.complain(tr(NEEDED, command=COMMAND))
        return 2
    answer = terminal.ask(tr("Play in text mode? Enter: play, q: quit. "))
    if answer is None or answer.strip().casefold() in ("q", "quit", "n", "no"):
        return 1
    return _run(TEXT, args)


def _report_error(args: Namespace, error: Exception) -> int:
    kind = type(error).__name__
    if kind == "Refused":
        terminal.complain(strip_controls(str(error)))
        return 2
    if isinstance(error, DataError | SaveError | NotSaved):
        terminal.complain(strip_controls(str(error)))
        return 1
    if isinstance(error, OSError) and error.filename is not None and error.errno in _OF_THE_DISK:
        terminal.complain(f"{error.filename}: {reason_of(error)}")
        return 1
    if isinstance(error, ImportError) and getattr(error, "name", None) and not str(error.name).startswith("game"):
        terminal.complain(f"{error}; {repair(str(error.name).partition('.')[0])}")
        return 1
    terminal.complain(
        tr(
            "an error in the program ({kind}: {error}). {report}",
            kind=kind,
            error=strip_controls(str(error)),
            report=_report(args, error),
        )
    )
    return 1


def _report(args: Namespace, error: Exception) -> str:
    """Write a report of a program error, and say where it is."""
    session = session_of(error)
    kept = tr("The game is saved up to the last order. ") if session is not None and not session.not_saved else ""
    try:
        path = write_report(error, session, Path(find_folders(args.user_dir).logs))
    except OSError:
        return "".join(traceback.format_exception(error))
    return tr("{kept}Please send the report {path}.", kept=kept, path=path)
