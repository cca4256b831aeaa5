"""A game's own captain: options ranked by their features, and what is said for the best of them."""

from __future__ import annotations

from rules.kernel.flow import Done
from rules.kernel.policy import Option, rank_options

WORDS = {"guns": "our gun damage {} points", "range": "the range"}
WEIGHTS = (100, -50)  # thousandths
NEAR, FAR = Option(Done("near"), (4_000, 1_000)), Option(Done("far"), (1_000, 3_000))


def test_of_two_options_the_better_says_what_tells_it_from_the_other() -> None:
    best, other = rank_options(WORDS, WEIGHTS, (FAR, NEAR))
    assert (best.command, other.command) == (NEAR.command, FAR.command)
    assert (best.worth, other.worth) == (350, -50)
    assert (best.why, other.why) == ("our gun damage 10.0 → 40.0 points, the range", "")


def test_an_only_option_has_nothing_to_be_told_from() -> None:
    (only,) = rank_options(WORDS, WEIGHTS, (NEAR,))
    assert only.command == NEAR.command and only.why == ""


def test_what_leads_to_the_same_place_tells_nothing_and_is_passed_by() -> None:
    """Many plots end in one place: "worth the same" was all that was said of most courses."""
    again = Option(Done("again"), (4_000, 900))  # better by a twentieth of a point: nothing a player could see
    best, *_ = rank_options(WORDS, WEIGHTS, (FAR, NEAR, again, Option(Done("same"), NEAR.features)))
    assert (best.command, best.why) == (again.command, "our gun damage 10.0 → 40.0 points, the range")
    alike, _ = rank_options(WORDS, WEIGHTS, (NEAR, Option(Done("same"), NEAR.features)))
    assert alike.why == "worth the same as the next option"
