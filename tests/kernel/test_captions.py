"""Captions: events in words, with their arithmetic; and commands as typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from rules.kernel.breakdown import Breakdown
from rules.kernel.datafile import DataError
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Done, Event, GameEnded, PhaseBegan, SideFinished
from rules.kernel.modifiers import Modifier, sum_modifiers
from rules.kernel.plurals import begin_sentence, count_noun, join_words
from rules.kernel.record import Record
from rules.kernel.ruling import Rolled
from rules.kernel.seat import Seat, describe_step
from rules.kernel.session import Session
from rules.kernel.system import CaptionText, caption, decode_command, format_command, load_captions, parse_command
from tests.conftest import begin, stroll
from tests.kernel import toy, toy_table
from tests.kernel.toy import SYSTEM
from tests.kernel.toy_pieces import Advance, Fire, Hide, SnareLaid, Struck

STATE = Session(SYSTEM, toy.scenario()).state


def caption_of(event: Event) -> tuple[str, str]:
    line = caption(SYSTEM, STATE, event)
    return line.text, line.detail


def test_ids_are_told_by_name_and_a_sentence_begins_with_a_capital() -> None:
    line = caption(SYSTEM, STATE, Struck(rule="TOY.fire", stand="b1", strength=1))
    assert (line.text, line.rule, line.tone) == ("B1 is struck, strength 1", "TOY.fire", "hit")
    assert caption_of(SnareLaid(rule="TOY.snare", side="red", band=3)) == ("Red hides a snare in band 3", "")


def test_events_of_the_kernel_have_captions_too() -> None:
    assert caption_of(PhaseBegan(rule="TOY.move", turn=2, number=1, title="Movement")) == ("Movement", "Turn 2")
    assert caption_of(SideFinished(rule="TOY.move", side="blue")) == ("Blue is ready", "")
    assert caption_of(GameEnded(rule="TOY.end", winner="", title="A draw", why="2 to 2")) == ("A draw", "2 to 2")


def test_a_word_of_the_tables_is_told_without_its_underscore() -> None:
    ended = GameEnded(rule="TOY.end", winner="", title="A draw", why="point_blank")
    assert caption_of(ended) == ("A draw", "Point blank")


def test_one_die_is_told_without_a_sum() -> None:
    shot = Breakdown(rule="TOY.fire", what="A shot", count=1, sides=6, need=4)
    roll = Rolled(rule="TOY.fire", breakdown=shot, faces=(5,), total=5)
    assert caption_of(roll) == ("A shot", "d6: 5, needed 4+")


def test_every_modifier_of_a_roll_is_told_with_its_sign_and_added_up() -> None:
    terms = (Modifier(2, "close", "TOY.fire"), Modifier(-1, "half-shaken", "TOY.fire"))
    total = 3 + 4 + sum_modifiers(terms)
    shot = Breakdown(rule="TOY.fire", what="a shot", count=2, sides=6, modifiers=terms, need=9, note="missed")
    roll = Rolled(rule="TOY.fire", breakdown=shot, faces=(3, 4), total=total)
    assert caption_of(roll) == ("A shot: missed", "2d6: 3 + 4  +2 close  −1 half-shaken = 8, needed 9+")


def test_an_event_without_caption_is_a_mistake_of_the_program() -> None:
    class Rained(Event, frozen=True, tag="Rained", kw_only=True):
        """It rained."""

    with pytest.raises(KeyError, match="Rained"):
        caption(SYSTEM, STATE, Rained(rule="TOY.move"))


def test_every_event_of_the_toys_has_a_caption() -> None:
    for module in (toy, toy_table):
        kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Event)]
        missing = [kind.__name__ for kind in kinds if kind not in (Event, Rolled)]
        assert [name for name in missing if name not in module.SYSTEM.captions] == []


def test_a_caption_file_with_an_unknown_field_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "captions.yaml"
    path.write_text("Fired: {txt: bang}\n", "utf-8")
    with pytest.raises(DataError, match="did you mean 'text'"):
        load_captions(path)


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (Advance("red", "r1", 2), "advance r1 2"),
        (Hide("red", -3), "hide -3"),
        (Fire("red", "r1", ""), "fire r1 -"),
        (Done("red"), "done"),
    ],
)
def test_a_command_is_spelled_as_one_types_it_and_read_back(command: Command, text: str) -> None:
    assert format_command(command) == text
    assert parse_command(SYSTEM, "red", text) == command


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found 'nothing'"),
        ("charge", "expected one of advance, back, begin"),
        ("advance r1", "expected: advance <stand> <bands>"),
        ("advance r1 far", "advance: Expected `int`"),
        ("done now", "expected: done"),
    ],
)
def test_a_mistyped_command_is_answered_with_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_command(SYSTEM, "red", text)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"type": []},
        {"type": "charge"},
        {"type": "advance"},
        {"type": "advance", "side": "red", "stand": "r1", "bands": "2"},
    ],
)
def test_data_that_is_no_command_is_refused_in_plain_words(data: object) -> None:
    with pytest.raises(ValueError, match=r"expected a command whose type is one of|is not well formed"):
        decode_command(SYSTEM, data)


# --- Counts with their nouns: one thing is never in the plural ---

NOUNS = "bands|hexes|boxes|points|dice|ships|turns|units|knots|hits|torpedoes|salvos|rolls|stands|orders|minutes"
ONE_OF_MANY = re.compile(rf"(?<![\d.,:/−–-])(?<!of )(?<!to )\b1 (?:{NOUNS})\b(?! apart)")
ORDERS = 200


@pytest.mark.parametrize(
    ("count", "nouns", "text"),
    [
        (0, ("band",), "0 bands"),
        (1, ("band",), "1 band"),
        (2, ("hex",), "2 hexes"),
        (1, ("hex",), "1 hex"),
        (3, ("inch",), "3 inches"),
        (1, ("die", "dice"), "1 die"),
        (2, ("die", "dice"), "2 dice"),
        (1200, ("point",), "1,200 points"),
    ],
)
def test_a_count_takes_its_noun_in_the_singular_or_the_plural(count: int, nouns: tuple[str, ...], text: str) -> None:
    assert count_noun(count, *nouns) == text


def test_a_sentence_begins_with_a_capital_but_a_name_is_written_as_it_is() -> None:
    """The log had "UVe" and "INgobamakhosi"."""
    assert [begin_sentence(words) for words in ("fire of uVe", "uVe", "iNgobamakhosi, first wing", "")] == [
        "Fire of uVe", "uVe", "iNgobamakhosi, first wing", "",
    ]  # fmt: skip


def test_names_with_commas_of_their_own_stand_apart_by_semicolons() -> None:
    assert join_words(["Hood", "Renown", "Furious"]) == "Hood, Renown and Furious"
    assert (
        join_words(["66th Foot, A and B", "Jacob's Rifles", "Sappers"]) == "66th Foot, A and B; Jacob's Rifles; Sappers"
    )


@pytest.mark.parametrize(("count", "text"), [(1, "Seen at 1 hex by 1 die"), (2, "Seen at 2 hexes by 2 dice")])
def test_a_caption_puts_the_noun_it_names_in_the_right_number(count: int, text: str) -> None:
    class Seen(Event, frozen=True, tag="Seen", kw_only=True):
        """It was seen."""

        hexes: int

    system = SYSTEM.but(captions={"Seen": CaptionText("seen at {hexes:hex} by {hexes:die/dice}")})
    assert caption(system, Session(SYSTEM, toy.scenario()).state, Seen(rule="TOY.move", hexes=count)).text == text


@pytest.mark.parametrize(
    "game",
    [
        "nights_of_fury/little_and_gregory",
        "nw_smoke/little_and_gregory",
        "quickfire/lesson_duel",
        "battles_for_empire/the_wells",
        "perfidious_albion/two_and_two",
    ],
)
def test_nothing_a_game_says_puts_one_thing_in_the_plural(game: str) -> None:
    session = begin(game, seed=5)
    wrong: list[str] = []
    for number, _ in enumerate(stroll(session, SeededDice(6), ORDERS)):
        if number % 5 == 0 and not session.over:
            wrong += [text for text in texts(looked_at(Seat(session, session.actor))) if ONE_OF_MANY.search(text)]
    for number in range(len(session.steps)):
        for line in describe_step(session, number, "").captions:
            wrong += [text for text in (line.text, line.detail) if ONE_OF_MANY.search(text)]
    assert wrong == []


def looked_at(seat: Seat) -> Iterator[object]:
    """Yield what a player may see in one position: the board, the cards, some orders with the terms of their dice."""
    view = seat.view()
    yield view
    for piece in view.pieces[:6]:
        yield seat.panels(piece.id)
    for offer in seat.offers()[:8]:
        yield offer.label
        for command in offer.commands[:3]:
            yield seat.sketch(command), seat.breakdowns(command)


def texts(found: object) -> Iterator[str]:
    """Yield every string in a value."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, Record):
        yield from texts(msgspec.structs.astuple(found))
    elif isinstance(found, dict):
        yield from texts(list(found.values()))
    elif isinstance(found, list | tuple | Iterator):
        for item in found:
            yield from texts(item)


@pytest.mark.parametrize(
    ("names", "most", "text"),
    [
        ("", 0, ""),
        ("A", 4, "A"),
        ("ABC", 4, "A, B and C"),
        ("ABCDE", 4, "A, B, C, D and E"),
        ("ABCDEFG", 4, "A, B, C, D and 3 more"),
    ],
)
def test_names_stand_in_a_row_and_only_the_first_few_of_many(names: str, most: int, text: str) -> None:
    assert join_words(list(names), most) == text
