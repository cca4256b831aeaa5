"""What a stranger's text can do to a terminal or a file that is sent on: nothing."""

from __future__ import annotations

import pytest

from game.table.player_types import player_type
from game.table.speech import one_message, strip_controls


@pytest.mark.parametrize("sign", "\x1b\r\u061c\u200b\u2028\u202e\u2060\ufeff\x85")
def test_signs_that_are_not_seen_are_shown_as_question_marks(sign: str) -> None:
    assert strip_controls(f"a{sign}b") == "a?b"


def test_no_line_of_a_note_looks_like_a_message_of_the_program() -> None:
    assert one_message("evil\nerror: forged").splitlines() == ["evil", "    error: forged"]


def test_a_program_is_named_without_its_folders() -> None:
    assert player_type("/home/somebody/captains/mine")[0] == "Computer, mine"
    assert player_type(r"C:\Users\me\mine.exe")[0].endswith(", mine.exe")
