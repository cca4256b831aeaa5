"""The edition, its amendments, its ambiguities and the options that settle them, as shown in the rulebook."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rules.kernel.datafile import load_yaml
from rules.kernel.rulebook import Ambiguity, Provenance, Rulebook, load_rulebook
from rules.perfidious_albion.records.charts import TABLES, cohesion_mils, load_charts, visibility_mils
from rules.perfidious_albion.ships.points import minefield_cost

FOLDER = TABLES.parent


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_rulebook(FOLDER / "rulebook.yaml")


@pytest.fixture(scope="module")
def edition() -> dict[str, Any]:
    return load_yaml(FOLDER / "tables" / "edition.yaml", dict[str, Any])


def ambiguity(book: Rulebook, number: int) -> Ambiguity:
    return next(item for item in book.ambiguities if item.id == f"A-{number}")


def reading(book: Rulebook, number: int, key: str) -> str:
    return next(item.text for item in ambiguity(book, number).readings if item.key == key)


# ---------------------------------------------------------------------- the edition


@pytest.mark.rule("PA-0-1")
def test_the_sheet_of_22_august_2004_makes_edition_9_out_of_edition_8(book: Rulebook, edition: dict[str, Any]) -> None:
    assert edition["dated"] == "2004-08-22"
    assert edition["converts"] == {"from": "8.0", "to": "9.0"}
    sources = {rule.source for rule in book.rules.values() if rule.provenance is Provenance.SEED}
    (source,) = sources
    assert all(word in source for word in ("8.0", "9.0", "22 August 2004"))


@pytest.mark.rule("PA-0-2")
def test_the_book_has_eighteen_sections_and_two_appendices(edition: dict[str, Any]) -> None:
    parts = [str(row["part"]) for row in edition["sections"]["rows"]]
    assert parts == [*map(str, range(1, 19)), "A", "B"]


@pytest.mark.rule("PA-0-3", "PA-ED8-1")
def test_there_is_no_campaign_any_more(book: Rulebook) -> None:
    assert book["PA-0-3"].amends == "PA-ED8-1"
    assert "campaign" not in {path.stem for path in FOLDER.rglob("*")}
    assert not [chapter for chapter in book.chapters if "ampaign" in chapter.title]


@pytest.mark.rule("PA-ED8-2", "PA-ED8-3", "PA-ED8-4", "PA-ED8-5", "PA-ED8-6", "PA-ED8-7", "PA-ED8-8")
@pytest.mark.rule("PA-ED8-9", "PA-ED8-10", "PA-ED8-11", "PA-ED8-12")
def test_every_amendment_is_a_link_from_the_rule_that_stands_to_the_one_before(
    book: Rulebook, edition: dict[str, Any]
) -> None:
    linked = {(rule.amends, rule.id) for rule in book.rules.values() if rule.amends}
    assert {(row["before"], row["now"]) for row in edition["amended"]["rows"]} == linked
    before = {rule for rule in book.rules if rule.startswith("PA-ED8-")}
    assert {rule for rule, _ in linked} == before
    assert not [rule for rule in before if book[rule].amends]


@pytest.mark.rule("PA-2.4-1", "PA-3.3-1")
def test_the_corrected_cohesion_distance_stands_in_both_places_of_the_misprint(book: Rulebook) -> None:
    assert book["PA-2.4-1"].amends == book["PA-3.3-1"].amends == "PA-ED8-2"
    assert [cohesion_mils(quality) for quality in (1, 2, 3)] == [4000, 5000, 6000]


@pytest.mark.rule("PA-5.5-1")
def test_of_the_old_section_on_land_targets_only_its_deletion_is_left(book: Rulebook) -> None:
    section = [rule.id for rule in book.rules.values() if rule.section.startswith("5.5")]
    assert section == ["PA-5.5-1"]
    assert book["PA-5.5-1"].amends == "PA-ED8-6"


@pytest.mark.rule("PA-18-1")
def test_the_points_formula_is_ours_because_the_sheet_prints_no_tables(book: Rulebook) -> None:
    assert "does not print" in book["PA-18-1"].summary
    assert book["PA-PTS-H1"].provenance is Provenance.HOUSE


@pytest.mark.rule("PA-PUB-1", "PA-PUB-2", "PA-PUB-3", "PA-PUB-4", "PA-PUB-5", "PA-PUB-6")
def test_what_is_known_from_public_pages_names_its_page(book: Rulebook, edition: dict[str, Any]) -> None:
    public = [rule for rule in book.rules.values() if rule.provenance is Provenance.PUBLIC]
    assert sorted(rule.id for rule in public) == sorted(row["rule"] for row in edition["known"]["rows"])
    pages = ("Orkney Wargames Club", "A and A Game Engineering")
    assert all(rule.source.startswith(pages) for rule in public)


# ---------------------------------------------------------------------- what is printed and what is worked out


@pytest.mark.rule("PA-2.1-16", "PA-4.5-4", "PA-5.8-6", "PA-6.4-21", "PA-6.5-17", "PA-17-3")
def test_what_is_worked_out_and_not_printed_says_so(book: Rulebook) -> None:
    derived = ("PA-2.1-16", "PA-4.5-4", "PA-5.8-6", "PA-6.4-21", "PA-6.5-17", "PA-17-3", "PA-2.1-40")
    assert not [rule for rule in derived if not re.search("[Ww]orked out", book[rule].summary)]


@pytest.mark.rule("PA-2.1-16")
@pytest.mark.parametrize("night", [False, True], ids=["by day", "by night"])
@pytest.mark.parametrize("sea", ["calm", "rough", "heavy", "storm"])
def test_the_rows_of_visibility_are_those_of_the_text(book: Rulebook, sea: str, night: bool) -> None:
    day, _, dark = book["PA-2.1-16"].summary.partition("By night:")
    row = re.search(rf"{sea} ([\d, ]+)", dark if night else day)
    assert row is not None
    inches = [visibility_mils(die, sea, night) // 1000 for die in range(1, 7)]
    assert [int(number) for number in re.findall(r"\d+", row.group(1))] == inches


@pytest.mark.rule("PA-4.5-4")
@pytest.mark.parametrize(("tons", "quality", "tenths"), [
    (305, 1, 1), (305, 2, 1), (305, 3, 1), (3000, 1, 4), (3000, 3, 4), (6500, 2, 7), (6500, 3, 7),
    (9000, 1, 9), (9000, 2, 8), (9000, 3, 7), (15_000, 1, 9), (15_000, 2, 8), (15_000, 3, 7),
])  # fmt: skip
def test_the_chances_of_grounding_are_counted_from_the_roll(tons: int, quality: int, tenths: int) -> None:
    movement = load_charts().movement
    extra = tons // movement.ground_tons_per_point
    faces = range(1, movement.ground_die + 1)
    assert sum(face > quality and face + extra >= movement.ground_need for face in faces) == tenths


@pytest.mark.rule("PA-TAB-H1")
def test_three_inches_of_a_short_torpedo_are_six_hundred_yards(book: Rulebook) -> None:
    assert "200 yards" in book["PA-TAB-H1"].summary
    assert load_charts().torpedoes.weapons["short"].reach_mils * 200 // 1000 == 600


# ---------------------------------------------------------------------- the register of doubts


def test_the_register_has_its_doubts_in_order(book: Rulebook) -> None:
    assert [item.id for item in book.ambiguities] == [f"A-{number}" for number in range(1, len(book.ambiguities) + 1)]
    assert len(book.ambiguities) >= 63


@pytest.mark.rule("PA-2.2-23")
def test_the_register_shows_both_prices_of_the_second_minefield_and_the_switch_between_them(book: Rulebook) -> None:
    found = ambiguity(book, 1)
    assert (found.rule, found.ruling, found.option) == ("PA-2.2-23", "rule", "printed_minefield")
    assert "32,000" in reading(book, 1, "rule")
    assert "16,000" in reading(book, 1, "printed")
    assert not book.options["printed_minefield"].default
    assert minefield_cost(10, 6) == 32_000 * 100
    assert minefield_cost(10, 6, printed=True) == 16_000 * 100


@pytest.mark.rule("PA-2.2-22")
def test_both_readings_of_the_price_agree_on_the_first_example() -> None:
    assert minefield_cost(4, 3) == minefield_cost(4, 3, printed=True) == 1600 * 100


@pytest.mark.rule("PA-TAB-H6")
def test_the_register_says_that_the_sizes_cannot_be_decided_and_offers_a_switch(book: Rulebook) -> None:
    found = ambiguity(book, 23)
    assert (found.ruling, found.option) == ("one", "size_three_largest")
    assert "does not decide" in found.why


def test_every_switch_that_settles_a_doubt_is_off_where_our_ruling_stands(book: Rulebook) -> None:
    switched = {item.option for item in book.ambiguities if item.option}
    assert switched == {
        "escorts_lost_at_exit",
        "withdrawing_stays",
        "flooded_boxes_lost",
        "printed_minefield",
        "mines_halve_once",
        "calm_everywhere",
        "ripple_always",
        "size_three_largest",
        "narrow_convoy_win",
    }
    assert not [key for key in switched if book.options[key].default]


def test_each_option_tells_what_on_and_off_mean(book: Rulebook) -> None:
    assert not [option.key for option in book.options.values() if not re.search(r"On: .+ Off: ", option.help)]


def test_a_doubt_has_its_ruling_first_and_never_says_the_same_twice(book: Rulebook) -> None:
    assert not [item.id for item in book.ambiguities if item.readings[0].key != item.ruling]
    assert not [item.id for item in book.ambiguities if len({reading.text for reading in item.readings}) < 2]


def test_the_rulebook_covers_every_chapter_with_rules_and_every_rule_ends_as_a_sentence(book: Rulebook) -> None:
    assert {rule.chapter for rule in book.rules.values()} == {chapter.key for chapter in book.chapters}
    assert not [rule.id for rule in book.rules.values() if not rule.summary.endswith(".")]
