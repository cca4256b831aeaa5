"""One game on two systems: begun on the one, killed, resumed with a further order on the other, and back again."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from game.library import Shelves
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Done, offers
from rules.kernel.logbook import CHAIN_LETTERS
from rules.kernel.session import Session, load_session
from rules.kernel.system import format_command
from tests.conftest import draw
from tests.windows.programs import HAN, Programs, at_once, ended_well, lines_of, saved_in, say, until

BATTLES = {"nw_smoke/little_and_gregory": "usn", "perfidious_albion/no_moon": "japan"}
STAGES = 1  # how often each system goes on with it


def cross(programs: Programs) -> str:
    """Each battle is begun on both systems; every order is given on the other one than the order before."""
    figures = []
    for game, side in BATTLES.items():
        for begun_here in (True, False):
            user = programs.scratch / HAN / game.partition("/")[0] / ("linux" if begun_here else "wine")
            figures.append(f"{game.partition('/')[0]} begun {'here' if begun_here else 'there'}")
            figures[-1] += f" {_one(programs, game, side, user, begun_here)}"
    return "; ".join(figures)


def wire(programs: Programs) -> str:
    """A game between two computers, this system hosting and the other joining: equal logs, every die proved by both."""
    users = [programs.scratch / HAN / "wire" / system for system in ("linux", "wine")]
    words = ("--user-dir", users[0], "host", "--scenario", "dash_to_chifu", "--port", "0", "--player", "random")
    with programs.waiting(*words, wine=False) as host:
        assert host.stdout is not None
        line = next(line.strip() for line in host.stdout if line.strip().startswith("127.0.0.1:"))

        def join() -> subprocess.CompletedProcess[str] | None:
            done = programs.verb("--user-dir", users[1], "join", line, "--player", "random", input="")
            if done.returncode:
                host.kill()
            return done

        def wait() -> None:
            host.communicate(timeout=1800)

        guest, _ = at_once(join, wait)
    assert guest is not None
    assert (guest.returncode, host.returncode) == (0, 0), guest.stdout[-500:] + guest.stderr[-500:]
    (ours,), (theirs,) = map(saved_in, users)
    assert ours.read_bytes() == theirs.read_bytes(), "the logs differ"
    for done in programs.both("replay", ours, "--verify"):
        assert "proved" in ended_well(done, "complete"), done.stdout
    return f"hosted here, joined there: {lines_of(users[0])} lines, equal, proved by both"


def _one(programs: Programs, game: str, side: str, user: Path, begun_here: bool) -> str:
    """Play one game by turns on both systems. Return how many orders it has after each."""
    words = ("--user-dir", user, "play", "--text", "--scenario", game, "--seed", "4", "--side", side)
    with programs.waiting(*words, wine=not begun_here) as program:
        until(lambda: lines_of(user) > 1 and _game(saved_in(user)[0]).actor.lower() == side, "a turn to move", program)
        say(program, _next_order(saved_in(user)[0], 0))
        until(lambda: bool(_order_kinds(saved_in(user)[0], side)), "an order in the saved game", program)
    (path,) = saved_in(user)
    lines, here = [_count_agreed(programs, path)], begun_here
    for stage in range(1, 2 * STAGES + 1):
        here = not here
        order, before = _next_order(path, stage), _order_kinds(path, side)
        run = programs.here if here else programs.verb
        again = run("--user-dir", user, "play", "--text", "--resume", path, input=f"{order}\nquit\n")
        ended_well(again, "The game stops")
        where, given = "here" if here else "under Wine", _order_kinds(path, side)
        assert given[: len(before)] == before, f"an earlier order has changed {where}"
        assert order.split()[0] in given[len(before) :], f"{order} was not saved {where}: {given}"
        assert saved_in(user) == [path], "it goes on in the same file"
        lines.append(_count_agreed(programs, path))
    return ", ".join(lines)


def _order_kinds(path: Path, side: str) -> list[str]:
    """Return the kinds of the orders that a side has given in a saved game."""
    whole = path.read_bytes().rpartition(b"\n")[0].splitlines()[1:]
    commands = [json.loads(line[CHAIN_LETTERS + 1 :])["c"] for line in whole]
    return [command["type"] for command in commands if command["side"].lower() == side]


def _next_order(path: Path, number: int) -> str:
    """Return an order that is legal in a saved game, as one types it: another one than to end the phase, if any is."""
    session = _game(path)
    found = offers(session.system, session.state)
    orders = [offer for offer in found if not any(isinstance(one, Done) for one in offer.commands)] or found
    return format_command(draw(orders[0], SeededDice(number)))


def _game(path: Path) -> Session:
    """Return a saved game as it stands."""
    return load_session(path, SYSTEMS, Shelves().sheet, write=False)


def _count_agreed(programs: Programs, path: Path) -> str:
    """Return how many orders a game has: both systems reach the same position after each, by the same dice."""
    one, other = (ended_well(done, "replay identically") for done in programs.both("replay", path, "--verify"))
    rows = [[line.partition(f"{path.name}: ")[2] for line in said.splitlines()] for said in (one, other)]
    assert rows[0] == rows[1] and any("every one that of seed 4" in line for line in rows[0]), rows
    return rows[0][0].split()[0]
