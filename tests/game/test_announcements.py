"""Announcements become part of the focused control's description, for screen readers without announcements."""

from __future__ import annotations

from game.reader.picture import AGAIN, Node, Picture
from game.reader.reader import FocusAnnouncements, append_announcement
from game.reader.roles import LIVE, ROOT

FIRST, SECOND = 2, 3


def picture(focus: int, more: str = "what it is for") -> Picture:
    """Return two buttons, one of which has the focus."""
    nodes = {
        ROOT: Node("window", "T", children=(FIRST, SECOND, LIVE)),
        FIRST: Node("button", "A", more=more),
        SECOND: Node("button", "B"),
        LIVE: Node("live", "Fired", urgent=True),
    }
    return Picture(nodes, focus)


def more(carried: FocusAnnouncements, focus: int, words: str = "") -> tuple[str, str]:
    nodes = carried.over(picture(focus), words).nodes
    assert nodes[LIVE].still and "still" in nodes[LIVE].as_json()  # or newer screen readers would say it twice
    return nodes[FIRST].more, nodes[SECOND].more


def test_words_stand_before_what_is_said_of_the_focus_anyway_and_stay_while_it_stays() -> None:
    carried = FocusAnnouncements()
    assert more(carried, FIRST) == ("what it is for", "")
    assert more(carried, FIRST, "A hit.") == ("A hit. what it is for", "")
    assert more(carried, FIRST) == ("A hit. what it is for", ""), "a change would be spoken"
    assert more(carried, FIRST, "A miss") == ("A miss. what it is for", "")


def test_they_are_taken_away_only_when_the_focus_has_been_elsewhere_for_a_picture() -> None:
    carried = FocusAnnouncements()
    more(carried, FIRST, "A hit")
    assert more(carried, SECOND, "A miss") == ("A hit. what it is for", "A miss")
    assert more(carried, SECOND) == ("what it is for", "A miss")
    assert more(carried, FIRST) == ("what it is for", "A miss")
    assert more(carried, FIRST) == ("what it is for", "")


def test_coming_back_at_once_the_old_words_are_gone() -> None:
    carried = FocusAnnouncements()
    more(carried, FIRST, "A hit")
    more(carried, SECOND)
    assert more(carried, FIRST) == ("what it is for", "")


def test_what_is_gone_from_the_screen_carries_nothing() -> None:
    carried = FocusAnnouncements()
    more(carried, FIRST, "A hit")
    left = picture(SECOND)
    del left.nodes[FIRST]
    assert carried.over(left, "").nodes[SECOND].more == ""
    assert carried.words == {}


def test_what_the_description_says_already_is_still_heard_as_a_change() -> None:
    reason = "not available: nothing to undo"
    once, twice = append_announcement(reason, "nothing to undo"), append_announcement(reason, "nothing to undo" + AGAIN)
    assert len({reason, once, twice}) == 3
    assert once.strip() == twice.strip() == reason
