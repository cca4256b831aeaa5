"""Forgiving matching of typed text with an offered command, a piece or a place. `fire wash kiri`, `2`, `3.1` and the
full spelling all find the same offer. Text typed in full is taken literally; shortened text must match exactly one
legal order, which the caller shows before giving it. Ambiguous text raises a question.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from game.words import tr
from rules.kernel.flow import Command, Offer
from rules.kernel.seat import Seat
from rules.kernel.system import System, format_command, parse_command
from rules.kernel.view import Piece, Place
from rules.players.player import describe_command

LISTED = 12


class Unclear(Exception):
    """Typed text matches nothing, or more than one thing. str() is a plain sentence, with the choices."""


class NotUnderstood(Unclear):
    """Typed text matches nothing."""


class Numbered(NamedTuple):
    """One listed command and the numbers that select it."""

    number: str
    offer: Offer
    command: Command


class ParsedInput(NamedTuple):
    """Typed text parsed as an order. `exact`: typed in full; otherwise it must be shown before it is given."""

    command: Command
    exact: bool


def number_commands(offers: list[Offer]) -> list[Numbered]:
    """Return every listed command with its number: `2` if an offer has one command, `3.1`, `3.2` if it has more."""
    found = []
    for place, offer in enumerate(offers, start=1):
        for number, command in enumerate(offer.commands, start=1):
            label = str(place) if len(offer.commands) == 1 else f"{place}.{number}"
            found.append(Numbered(label, offer, command))
    return found


def _fold(text: str) -> str:
    return re.sub(r"[^\w\s.-]", "", text.casefold()).replace("_", " ")


def read_order(system: System, seat: Seat, names: Mapping[str, str], typed: str) -> ParsedInput:
    """Return the typed order: by number, by its spelling, by names, or shortened so that one legal order matches. A
    legal order typed in full is never interpreted differently. An illegal but unambiguous order is returned too: the
    caller checks it and shows why it is refused. Raises Unclear.
    """
    offers = seat.offers()
    listed = number_commands(offers)
    verb, *rest = typed.split() or [""]
    words = [verb.casefold(), *rest]
    if re.fullmatch(r"\d+([. ]\d+)?", typed.strip()):
        return ParsedInput(_by_number(system, seat, offers, listed, ".".join(re.findall(r"\d+", typed))), True)
    named = _with_names(system, words, names, _names_in_sight(seat, names))
    readings = [_parse(system, seat.side, line) for line in (" ".join(words), named)]
    for command in readings:
        if command is not None and not seat.check(command):
            return ParsedInput(command, True)
    lines = (" ".join(words).casefold(), named.casefold())
    spelled = {item.command for item in listed if format_command(item.command).casefold() in lines}
    if len(spelled) == 1:
        return ParsedInput(spelled.pop(), True)
    shortened = _resolve_names(system, seat, listed, named.split(), names)
    guess = _parse(system, seat.side, shortened)
    if guess is not None and not seat.check(guess):
        return ParsedInput(guess, False)  # all fields are present, only names are shortened
    readings.append(guess)
    return _match_shortened(system, seat, listed, words, [command for command in readings if command is not None])


def find_command(system: System, seat: Seat, names: Mapping[str, str], typed: str) -> Command:
    """Return the typed order, in full or shortened. Raises Unclear."""
    return read_order(system, seat, names, typed).command


def _match_shortened(
    system: System, seat: Seat, listed: list[Numbered], words: list[str], refused: list[Command]
) -> ParsedInput:
    """Return the one legal order that shortened words match; without one, the order they spell, which will be
    refused.
    """
    fitting = list({item.command: item for item in listed if _fits(seat, item, words)}.values())
    if len(fitting) == 1:
        free = next((offer for offer in seat.offers() if offer.domain is not None and _begins(offer.verb, words)), None)
        if free is None:
            return ParsedInput(fitting[0].command, False)
        raise Unclear(tr("{free} can be any value: type `{usage}`", free=free.label, usage=usage(system, free.verb)))
    if fitting:
        raise Unclear(_ask_which(seat, fitting))
    if refused:
        return ParsedInput(refused[-1], True)
    try:
        return ParsedInput(parse_command(system, seat.side, " ".join(words)), True)
    except ValueError as error:
        raise NotUnderstood(_no_such(system, seat.offers(), words, error)) from error


def _parse(system: System, side: str, line: str) -> Command | None:
    try:
        return parse_command(system, side, line)
    except ValueError:
        return None


def _begins(verb: str, words: list[str]) -> bool:
    return bool(words) and verb.startswith(words[0].casefold())


def _by_number(system: System, seat: Seat, offers: list[Offer], listed: list[Numbered], number: str) -> Command:
    for item in listed:
        if number in (item.number, f"{item.number}.1"):
            return item.command
    inside = [item for item in listed if item.number.startswith(f"{number}.")]
    if inside:
        raise Unclear(_ask_which(seat, inside))
    place = int(number.split(".")[0]) - 1
    if 0 <= place < len(offers) and offers[place].domain is not None:
        raise Unclear(
            tr(
                "{label} can be any value: type `{usage}`",
                label=offers[place].label,
                usage=usage(system, offers[place].verb),
            )
        )
    raise Unclear(tr("there is no option {number}; type `offers` for the list", number=number))


def _fits(seat: Seat, item: Numbered, words: list[str]) -> bool:
    """Return whether each typed word is the start of a different word of the command's spelling or label. A word with a
    digit must equal a field of the order, in the right position.
    """
    spelled = format_command(item.command)
    if not _begins(spelled.split()[0], words):
        return False
    if not _in_order([word for word in words[1:] if _figure(word)], spelled.split()[1:]):
        return False
    known = _fold(f"{spelled} {item.offer.label} {describe_command(seat, item.offer, item.command)}").split()
    for want in _fold(" ".join(word for word in words[1:] if not _figure(word))).split():
        have = next((have for have in known if have.startswith(want)), None)
        if have is None:
            return False
        known.remove(have)
    return True


def _figure(word: str) -> bool:
    return any(letter.isdigit() for letter in word)


def _in_order(wanted: list[str], fields: list[str]) -> bool:
    left = iter(field.casefold() for field in fields)
    return all(word.casefold() in left for word in wanted)


def _ask_which(seat: Seat, items: list[Numbered]) -> str:
    lines = [
        f"  {item.number}  {describe_command(seat, item.offer, item.command)}  ({format_command(item.command)})"
        for item in items[:LISTED]
    ]
    if len(items) > LISTED:
        lines.append(tr("  and {count} more: type `offers` and the number before the dot", count=len(items) - LISTED))
    return "\n".join([tr("That can mean several orders. Type one of the numbers:"), *lines])


def _no_such(system: System, offers: list[Offer], words: list[str], error: ValueError) -> str:
    word = words[0] if words else ""
    known = system.command_types()
    near = difflib.get_close_matches(word, sorted({offer.verb for offer in offers}), 1)
    hint = tr(" Did you mean {near}?", near=near[0]) if near and word not in known else ""
    why = str(error) if word in known else tr("unknown order {word}", word=f"{word!r}")
    return tr(
        "Not understood: {why}.{hint} `offers` lists your orders, `help` all commands",
        why=why,
        hint=hint,
    )


def _names_in_sight(seat: Seat, names: Mapping[str, str]) -> frozenset[str]:
    """Return the ids of visible pieces and their ships: what a name can mean, as opposed to ship classes."""
    pieces = seat.view().pieces
    called = {piece.name for piece in pieces} | {hull.name for piece in pieces for hull in piece.hulls}
    return frozenset({piece.id for piece in pieces} | {ident for ident, name in names.items() if name in called})


def _with_names(system: System, words: list[str], names: Mapping[str, str], seen: frozenset[str]) -> str:
    """Return typed words with full names replaced by ids: `fire south dakota kirishima` -> `fire s3 s9`."""
    if len(words) < 2:
        return " ".join(words)
    kinds = system.command_types()
    starts = [verb for verb in kinds if verb.startswith(words[0].casefold())]
    verb = words[0] if words[0] in kinds else starts[0] if len(starts) == 1 else words[0]
    rest = " ".join(words[1:])
    for ident, name in sorted(names.items(), key=lambda pair: -len(pair[1])):
        if name and " " not in ident and ident in seen:
            rest = re.sub(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", ident, rest, flags=re.IGNORECASE)
    return f"{verb} {rest}"


def _resolve_names(
    system: System, seat: Seat, listed: list[Numbered], words: list[str], names: Mapping[str, str]
) -> str:
    """Return words with every start of a name replaced by the one id it can mean in its field: `fire wash kiri`. A
    field that does not take pieces (a ship class, a formation) accepts only offered values.
    """
    kind = system.command_types().get(words[0]) if words else None
    fields = [name for name in kind.__struct_fields__ if name != "side"] if kind is not None else []
    if len(fields) != len(words) - 1:
        return " ".join(words)
    seen = _names_in_sight(seat, names)
    found = [words[0]]
    for field, word in zip(fields, words[1:], strict=True):
        offered = {str(getattr(item.command, field)) for item in listed if type(item.command) is kind}
        pool = offered | seen if not offered or offered & seen else offered
        found.append(_by_part(word, pool, names))
    return " ".join(found)


def _by_part(word: str, pool: Collection[str], names: Mapping[str, str]) -> str:
    """Return the id of the only thing in a pool whose name has a word with this start; otherwise the word itself."""
    if word in pool or len(word) < 3 or _figure(word):
        return word
    starts = _fold(word)
    found = [
        ident for ident in pool if any(part.startswith(starts) for part in _fold(names.get(ident) or ident).split())
    ]
    return found[0] if len(found) == 1 and " " not in found[0] else word


def usage(system: System, verb: str) -> str:
    """Return the syntax of a command, with its fields in brackets."""
    kind = system.command_types().get(verb)
    fields = [f"<{name}>" for name in kind.__struct_fields__ if name != "side"] if kind else []
    return " ".join([verb, *fields])


def find_piece(pieces: tuple[Piece, ...], typed: str) -> Piece:
    """Return the piece with this id, name, ship, or start of a name. Raises Unclear with the nearest names."""
    wanted = _fold(typed).strip()
    by_id = [piece for piece in pieces if _fold(piece.id) == wanted]
    exact = [piece for piece in pieces if wanted in _names_of(piece)]
    begins = [piece for piece in pieces if any(name.startswith(wanted) for name in _names_of(piece))]
    holds = [piece for piece in pieces if any(wanted in name for name in _names_of(piece))]
    for found in (by_id, exact, begins, holds):
        if len(found) == 1:
            return found[0]
        if found:
            raise Unclear(
                tr(
                    "{typed} can be any of {names}",
                    typed=f"{typed!r}",
                    names=", ".join(f"{piece.name} ({piece.id})" for piece in found),
                )
            )
    names = [name for piece in pieces for name in _names_of(piece)]
    near = difflib.get_close_matches(wanted, names, 1)
    hint = tr("; did you mean {near}?", near=near[0]) if near else ""
    raise Unclear(tr("no known unit is called {typed}{hint}", typed=f"{typed!r}", hint=hint))


def _names_of(piece: Piece) -> list[str]:
    return [_fold(name) for name in (piece.id, piece.name, *(hull.name for hull in piece.hulls))]


def find_place(board: str, pieces: tuple[Piece, ...], typed: str) -> Place:
    """Return a place: `1605` on hexes, `3` or `3,1` on bands, `12.5,30` in the table's unit, or the place of a piece.
    Raises Unclear.
    """
    if board == "hex" and re.fullmatch(r"\d{3,4}", typed):
        column, row = divmod(int(typed), 100)
        if not (1 <= column <= 99 and 1 <= row <= 99):
            raise Unclear(tr("{typed} is not a hex: column and row are 01 to 99", typed=typed))
        return (int(typed),)
    if board == "bands" and (match := re.fullmatch(r"(\d{1,3})(?:,(-?\d{1,3}))?", typed)):
        return (int(match[1]), int(match[2] or 0))
    if board == "table" and (match := re.fullmatch(r"(\d{1,4}(?:\.\d{1,3})?),(\d{1,4}(?:\.\d{1,3})?)", typed)):
        return (_mils(match[1]), _mils(match[2]))
    return find_piece(pieces, typed).at


def _mils(number: str) -> int:
    """Return a typed length in thousandths."""
    whole, _, part = number.partition(".")
    return int(whole) * 1000 + int(part.ljust(3, "0")[:3] or 0)


def two_places(board: str, pieces: tuple[Piece, ...], typed: str) -> tuple[Place, Place]:
    """Return two places from one line: every split into two parts is tried. Raises Unclear."""
    words = [word for word in re.sub(r"\b(to|from|and)\b", " ", typed).split() if word]
    fault = Unclear(tr("expected two places, for example: sight 1605 1610, or two names"))
    for cut in range(1, len(words)):
        try:
            return (
                find_place(board, pieces, " ".join(words[:cut])),
                find_place(board, pieces, " ".join(words[cut:])),
            )
        except Unclear as error:
            fault = error
    raise fault
