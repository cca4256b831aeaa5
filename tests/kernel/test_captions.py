"""Captions: events in words, arithmetic included; and commands as one types them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.breakdown import Breakdown
from rules.kernel.datafile import DataError
from rules.kernel.flow import Command, Done, Event, GameEnded, PhaseBegan, SideFinished
from rules.kernel.modifiers import Modifier, sum_modifiers
from rules.kernel.ruling import Rolled
from rules.kernel.session import Session
from rules.kernel.system import caption, decode_command, format_command, load_captions, parse_command
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
    with pytest.raises(ValueError, match=r"expected a command with a type out of|is not well formed"):
        decode_command(SYSTEM, data)
