"""Forgiving matching: what a player typed, as an offered command, a piece or a place.

`fire wash kiri`, `2`, `3.1` and the full spelling all find the same offer. What is ambiguous is asked back.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import NamedTuple

from rules.kernel.flow import Command, Offer
from rules.kernel.seat import Seat
from rules.kernel.system import System, parse, spell
from rules.kernel.view import Piece, Place
from rules.players.player import tell

LISTED = 12


class Unclear(Exception):
    """What was typed means nothing, or more than one thing. str() is a plain sentence, with the choices."""


class Numbered(NamedTuple):
    """One listed command and the numbers it can be called by."""

    number: str
    offer: Offer
    command: Command


def numbered(offers: list[Offer]) -> list[Numbered]:
    """Every listed command with its number: `2` when an offer has one command, `3.1`, `3.2` when it has more."""
    found = []
    for place, offer in enumerate(offers, start=1):
        for number, command in enumerate(offer.commands, start=1):
            label = str(place) if len(offer.commands) == 1 else f"{place}.{number}"
            found.append(Numbered(label, offer, command))
    return found


def _folded(text: str) -> str:
    return re.sub(r"[^\w\s.-]", "", text.casefold()).replace("_", " ")


def find_command(system: System, seat: Seat, names: Mapping[str, str], typed: str) -> Command:
    """The command somebody typed: by number, by its spelling, or by words that fit exactly one offer.

    A well-formed command that is not offered is returned too: the caller checks it and tells why not. Raises Unclear.
    """
    offers = seat.offers()
    listed = numbered(offers)
    words = typed.split()
    if re.fullmatch(r"\d+([. ]\d+)?", typed.strip()):
        return _by_number(system, seat, offers, listed, ".".join(re.findall(r"\d+", typed)))
    resolved = _resolved(system, words, names)
    for spelling in (" ".join(words).casefold(), resolved.casefold()):
        for item in listed:
            if spell(item.command).casefold() == spelling:
                return item.command
    fitting = [item for item in listed if _fits(seat, item, words)]
    if len(fitting) == 1:
        return fitting[0].command
    try:
        command = parse(system, seat.side, resolved)
    except ValueError as error:
        if fitting:
            raise Unclear(_which(seat, fitting)) from error
        raise Unclear(_no_such(system, offers, words, error)) from error
    if fitting and seat.check(command):
        raise Unclear(_which(seat, fitting))
    return command


def _by_number(system: System, seat: Seat, offers: list[Offer], listed: list[Numbered], number: str) -> Command:
    for item in listed:
        if number in (item.number, f"{item.number}.1"):
            return item.command
    inside = [item for item in listed if item.number.startswith(f"{number}.")]
    if inside:
        raise Unclear(_which(seat, inside))
    place = int(number.split(".")[0]) - 1
    if 0 <= place < len(offers) and offers[place].domain is not None:
        raise Unclear(f"{offers[place].label} is a free choice: type it as `{usage(system, offers[place].verb)}`")
    raise Unclear(f"there is no offer {number}; `offers` lists them")


def _fits(seat: Seat, item: Numbered, words: list[str]) -> bool:
    """Every typed word begins a word of the command's spelling or of its label."""
    spelled = spell(item.command)
    verb = spelled.split()[0]
    if not words or not verb.startswith(words[0].casefold()):
        return False
    known = _folded(f"{spelled} {item.offer.label} {tell(seat, item.offer, item.command)}").split()
    return all(any(have.startswith(want) for have in known) for want in _folded(" ".join(words[1:])).split())


def _which(seat: Seat, items: list[Numbered]) -> str:
    lines = [
        f"  {item.number}  {tell(seat, item.offer, item.command)}  ({spell(item.command)})" for item in items[:LISTED]
    ]
    if len(items) > LISTED:
        lines.append(f"  and {len(items) - LISTED} more: say `offers` with the number before the dot")
    return "\n".join(["That can mean several things. Type one of the numbers:", *lines])


def _no_such(system: System, offers: list[Offer], words: list[str], error: ValueError) -> str:
    word = words[0] if words else ""
    known = system.command_types()
    near = difflib.get_close_matches(word, sorted({offer.verb for offer in offers}), 1)
    hint = f" Did you mean {near[0]}?" if near and word not in known else ""
    why = str(error) if word in known else f"there is no order {word!r}"
    return f"I do not understand that: {why}.{hint} `offers` lists what you can do, `help` everything you can type"


def _resolved(system: System, words: list[str], names: Mapping[str, str]) -> str:
    """Typed words with every name turned into its id: `fire washington kirishima` -> `fire s3 s9`."""
    if len(words) < 2:
        return " ".join(words)
    kinds = system.command_types()
    starts = [verb for verb in kinds if verb.startswith(words[0].casefold())]
    verb = words[0] if words[0] in kinds else starts[0] if len(starts) == 1 else words[0]
    rest = " ".join(words[1:])
    for ident, name in sorted(names.items(), key=lambda pair: -len(pair[1])):
        if name and " " not in ident:
            rest = re.sub(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", ident, rest, flags=re.IGNORECASE)
    return " ".join([verb, *(_by_part(word, names) for word in rest.split())])


def _by_part(word: str, names: Mapping[str, str]) -> str:
    """The id of the one thing whose name has a word that begins so; the word itself when there is none or more."""
    if word in names or len(word) < 3:
        return word
    starts = _folded(word)
    found = [ident for ident, name in names.items() if any(part.startswith(starts) for part in _folded(name).split())]
    return found[0] if len(found) == 1 else word


def usage(system: System, verb: str) -> str:
    """How a command is typed, its fields in brackets."""
    kind = system.command_types().get(verb)
    fields = [f"<{name}>" for name in kind.__struct_fields__ if name != "side"] if kind else []
    return " ".join([verb, *fields])


def find_piece(pieces: tuple[Piece, ...], typed: str) -> Piece:
    """The piece with this id, name, ship, or beginning of a name. Raises Unclear with the nearest."""
    wanted = _folded(typed).strip()
    by_id = [piece for piece in pieces if _folded(piece.id) == wanted]
    exact = [piece for piece in pieces if wanted in _called(piece)]
    begins = [piece for piece in pieces if any(name.startswith(wanted) for name in _called(piece))]
    holds = [piece for piece in pieces if any(wanted in name for name in _called(piece))]
    for found in (by_id, exact, begins, holds):
        if len(found) == 1:
            return found[0]
        if found:
            raise Unclear(f"{typed!r} can be any of {', '.join(f'{piece.name} ({piece.id})' for piece in found)}")
    names = [name for piece in pieces for name in _called(piece)]
    near = difflib.get_close_matches(wanted, names, 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise Unclear(f"nothing in sight is called {typed!r}{hint}")


def _called(piece: Piece) -> list[str]:
    return [_folded(name) for name in (piece.id, piece.name, *(hull.name for hull in piece.hulls))]


def find_place(board: str, pieces: tuple[Piece, ...], typed: str) -> Place:
    """A place: `1605` on hexes, `3` or `3,1` on bands, `12.5,30` in the table's unit, or where a piece stands.

    Raises Unclear.
    """
    if board == "hex" and re.fullmatch(r"\d{3,4}", typed):
        column, row = divmod(int(typed), 100)
        if not (1 <= column <= 99 and 1 <= row <= 99):
            raise Unclear(f"{typed} is no hex: column and row are both 01 to 99")
        return (int(typed),)
    if board == "bands" and (match := re.fullmatch(r"(\d{1,3})(?:,(-?\d{1,3}))?", typed)):
        return (int(match[1]), int(match[2] or 0))
    if board == "table" and (match := re.fullmatch(r"(\d{1,4}(?:\.\d{1,3})?),(\d{1,4}(?:\.\d{1,3})?)", typed)):
        return (_mils(match[1]), _mils(match[2]))
    return find_piece(pieces, typed).at


def _mils(number: str) -> int:
    """A length as typed, in thousandths."""
    whole, _, part = number.partition(".")
    return int(whole) * 1000 + int(part.ljust(3, "0")[:3] or 0)


def two_places(board: str, pieces: tuple[Piece, ...], typed: str) -> tuple[Place, Place]:
    """Two places out of one line: every way to cut it in two is tried. Raises Unclear."""
    words = [word for word in re.sub(r"\b(to|from|and)\b", " ", typed).split() if word]
    fault = Unclear("expected two places, for example: sight 1605 1610, or two names")
    for cut in range(1, len(words)):
        try:
            return (
                find_place(board, pieces, " ".join(words[:cut])),
                find_place(board, pieces, " ".join(words[cut:])),
            )
        except Unclear as error:
            fault = error
    raise fault
