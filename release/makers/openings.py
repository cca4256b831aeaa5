"""`openings`: the win chance at the first order of each battle, beside the results of games between Captains. With
--write each battle in the balance table gets a shift of its curve, so that both sides start with the chance from that
table; then the comparison is saved in rules/players/OPENINGS.md. Run it again whenever games or curves change; a test
checks that.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from game.console import terminal
from game.console.cluster import program_digest
from game.library import Entry, open_library, open_map
from rules import SYSTEMS
from rules.kernel.chance import OPENINGS_FILE, Chance, Opening, play_digest
from rules.kernel.record import Record
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players.balanced import Balanced, load_balanced

KEPT = Path(__file__).parents[2] / "rules" / "players" / "OPENINGS.md"
MOST = 12_000  # largest shift, in thousandths of a logit
HEAD = """\
# What captains made of each battle: by `release.makers openings --write` from rules/players/tables/balance.yaml.
# plays: digest of forces, turns and conditions: a battle changed since has no chance to show; games: between captains;
# shift: of each side's curve, in thousandths of a logit; it shrinks with the time left.
"""


class Shown(Record, frozen=True):
    """A battle's chance at its first order beside its balance."""

    entry: Entry
    row: Balanced | None
    first: float | None  # win chance in per cent from the first side's view; None: unknown
    other: float | None  # the same as the second side sees it

    @property
    def fits(self) -> bool:
        """Return whether both chances are within the interval of the balance."""
        if self.row is None:
            return True
        _, low, high = self.row.share
        return all(chance is not None and low <= round(chance) <= high for chance in (self.first, self.other))


def openings_verb(args: Namespace) -> int:
    """Compare and print; with --write set the shifts and save the page. 1 if a chance is outside its interval."""
    if args.write:
        _set()
    shown = list(compare())
    lines = [line_of(one) for one in shown]
    for line in lines:
        terminal.say(line)
    if args.write:
        _keep(lines)
    return 0 if all(one.fits for one in shown) else 1


def compare() -> Iterator[Shown]:
    """Yield the comparison for every shipped battle."""
    table = load_balanced()
    for entry in open_library(SYSTEMS).entries:
        row = table.get(entry.name)
        row = row if row is not None and row.plays == play_digest(entry.scenario) else None
        session = first_order(entry)
        first, other = (Seat(session, side.key).chances() for side in entry.scenario.sides)
        ours = None if first is None else (first.won + first.drawn / 2) / 10
        theirs = None if other is None else (other.lost + other.drawn / 2) / 10
        yield Shown(entry, row, ours, theirs)


def first_order(entry: Entry) -> Session:
    """Return the session before its first order."""
    return Session(SYSTEMS[entry.system], entry.scenario, open_map(entry.system, entry.scenario.map), seed=1)


def opening_of(chance: Chance, entry: Entry, row: Balanced) -> Opening:
    """Return the shifts of both sides with which the battle starts at the chance of games between Captains."""
    share = (row.won + row.drawn / 2) / row.games
    first, other = (side.key for side in entry.scenario.sides)
    state = first_order(entry).state
    plays = play_digest(entry.scenario)

    def shift_of(side: str, wanted: float) -> int:
        low, high = -MOST, MOST
        while high - low > 1:
            middle = (low + high) // 2
            tried = Opening(plays=plays, games=row.games, shift={side: middle})
            shares = chance.but(openings={entry.key: tried}).shares(state, side)
            assert shares is not None
            low, high = (middle, high) if shares[0] + shares[1] / 2 < wanted else (low, middle)
        return high

    shift = {first: shift_of(first, share), other: shift_of(other, 1 - share)}
    return Opening(plays=plays, games=row.games, shift=shift)


def _set() -> None:
    """Write the opening table of every game."""
    table, library = load_balanced(), open_library(SYSTEMS)
    for system in SYSTEMS.values():
        chance = system.chance
        assert chance is not None
        chance.openings.clear()
        lines = [HEAD.rstrip("\n")]
        for entry in library.of(system.key):
            row = table.get(entry.name)
            if row is None or row.plays != play_digest(entry.scenario):
                continue
            chance.openings[entry.key] = one = opening_of(chance, entry, row)
            shift = ", ".join(f"{side}: {value}" for side, value in one.shift.items())
            lines.append(f"{entry.key}: {{plays: '{one.plays}', games: {one.games}, shift: {{{shift}}}}}")
        (system.folder / "tables" / OPENINGS_FILE).write_text("\n".join(lines) + "\n", "utf-8")


def line_of(one: Shown) -> str:
    """Return a row of the table."""
    row = one.row
    chances = " / ".join("unknown" if part is None else f"{part:.1f}" for part in (one.first, one.other))
    if row is None:
        return f"| {one.entry.name} | none | | {chances} | | |"
    played = "today's" if row.program == program_digest() else "older"
    share, low, high = row.share
    verdict = "within" if one.fits else "OUTSIDE"
    return (
        f"| {one.entry.name} | {row.games} | {share} [{low}, {high}] | {chances} | {verdict} | {played}, {row.made} |"
    )


def _keep(lines: list[str]) -> None:
    head = [
        "# Win chance at the first order, compared with balance games",
        "",
        f"`python -m release.makers openings --write`, {date.today()}. Hundredths of a victory for the first side, a",
        "draw counts as half. Captains: result of games between Captains with the 95 % interval. Shown: the chance",
        "the program shows to each side before the first order. Where no games were played, it comes",
        "from the game's general curve. Older: rules or players have changed since the games.",
        "",
        "| battle | games | Captains | shown | | program |",
        "|---|---|---|---|---|---|",
    ]
    KEPT.write_text("\n".join([*head, *lines, ""]), "utf-8")
    terminal.say(f"written: {KEPT.name}")
