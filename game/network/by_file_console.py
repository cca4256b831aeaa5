"""Games by file at a terminal: `host --by-file` invites, `turn FILE` opens a file, plays, and writes the next one."""

from __future__ import annotations

import secrets
from argparse import Namespace
from pathlib import Path

from game.console import terminal
from game.console.playing import Refused, shelves
from game.console.table import SpokenTable
from game.console.text import one_line
from game.folders import find_folders
from game.network.by_file import SUFFIX, TRUST, FilePeer, invite, next_file, open_file, resume_by_file
from game.network.ledger import side_of
from game.network.messages import Setup
from game.network.network_session import NetworkSession, RemotePlayer
from game.network.opening import CannotPlay, Place
from game.network.peer import State
from game.program import COMMAND
from game.saving import where_kept
from game.table.speech import strip_controls
from game.version import VERSION
from game.words import tr
from rules import SYSTEMS
from rules.kernel.logbook import LogbookError
from rules.kernel.seat import Seat
from rules.kernel.storage import NotSaved
from rules.players import HUMAN, close_players, is_player, make_player, take_turn

SAVED = ".game"


def send_invitation(args: Namespace, offer: Setup) -> int:
    """`host --by-file`: write the invitation to a new game by file."""
    place = place_of(args)
    try:
        path = invite(offer, place, _out(args, f"{offer.scenario['key']}-invitation"))
    except NotSaved as error:
        terminal.complain(strip_controls(str(error)))
        return 1
    terminal.say(strip_controls(tr("{path} written: send it to the other player.", path=path)))
    terminal.say(tr("They type: {command} turn FILE, and send back what it writes.", command=COMMAND))
    terminal.say(tr(TRUST))
    return 0


def place_of(args: Namespace) -> Place:
    """Return this computer's games, maps and folders."""
    return Place(SYSTEMS, shelves(args).sheet, find_folders(args.user_dir).saves, VERSION)


def _out(args: Namespace, stem: str) -> Path:
    return Path(args.out) if args.out else Path(f"{stem}{SUFFIX}")


def turn_verb(args: Namespace) -> int:
    """`turn`: open an invitation, an answer or a turn, play this side's orders, and write the file to send back."""
    kind = args.player or HUMAN
    if kind != HUMAN and not is_player(kind):
        raise Refused(tr("there is no player and no program {player} that can be run", player=repr(kind)))
    path, place = Path(args.file), place_of(args)
    try:
        peer, new = (resume_by_file(path, place), 0) if path.suffix == SAVED else open_file(path, place)
    except (CannotPlay, LogbookError, NotSaved) as error:
        raise Refused(str(error)) from error
    session = peer.ledger.session
    try:
        terminal.say(strip_controls(tr("{title}: {count} new lines.", title=session.scenario.title, count=new)))
        terminal.say(tr(TRUST))
        if not _play_turn(peer, kind):
            words = tr(
                '{kept}. Continue: {command} turn "{path}"',
                kept=where_kept(session), command=COMMAND, path=session.path,
            )  # fmt: skip
            terminal.say(strip_controls(words))
            return 1
        sent = next_file(peer, _out(args, f"{session.scenario.key}-{peer.role}-{peer.ledger.count}"))
        terminal.say(strip_controls(tr("{path} written: send it to the other player.", path=sent)))
    except NotSaved as error:
        terminal.complain(strip_controls(str(error)))
        return 1
    finally:
        session.close()
    return 0


def _play_turn(peer: FilePeer, kind: str) -> bool:
    """Play this side's orders until the other is to act or the game is over. Return false if the player leaves
    before.
    """
    session = peer.ledger.session
    assert isinstance(session, NetworkSession)
    if not session.steps:
        return True
    side = side_of(peer.ledger, peer.role)
    player = None if kind == HUMAN else make_player(kind, secrets.randbits(31), without_reasons=True)
    players = {note.key: player if note.key == side else RemotePlayer() for note in session.scenario.sides}
    table = SpokenTable(session, players, terminal.ask, terminal.say, terminal.wipe)
    try:
        while peer.state is State.MINE:
            if player is not None:
                take_turn(player, Seat(session, side))
            elif not table.give_screen(side) or not one_line(table):
                return False
        table.table.sit(side)
        table.news()
        if session.over:
            table.closing()
    except (EOFError, KeyboardInterrupt):
        return False
    finally:
        close_players([player])
    return True
