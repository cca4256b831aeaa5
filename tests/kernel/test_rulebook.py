"""The rulebook loader: everything that points to something is checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.datafile import DataError
from rules.kernel.rulebook import Provenance, load_rulebook
from tests.kernel.toy import FOLDER

TEXT = (FOLDER / "rulebook.yaml").read_text("utf-8")


def load(tmp_path: Path, old: str, new: str) -> None:
    assert old in TEXT
    path = tmp_path / "rulebook.yaml"
    path.write_text(TEXT.replace(old, new, 1), "utf-8")
    load_rulebook(path)


def test_rules_are_found_by_id_and_by_words() -> None:
    book = load_rulebook(FOLDER / "rulebook.yaml")
    assert book["TOY.fire"].provenance is Provenance.PUBLIC
    assert "TOY.nothing" not in book
    with pytest.raises(KeyError):
        book["TOY.nothing"]
    assert [rule.id for rule in book.search("BAND must")] == ["TOY.fire.must"]
    assert book.search("cavalry") == ()


def test_a_rule_names_its_ambiguities_and_options() -> None:
    book = load_rulebook(FOLDER / "rulebook.yaml")
    assert [item.id for item in book.ambiguities_of("TOY.fire")] == ["TOY.amb.1"]
    assert book.ambiguities_of("TOY.move") == ()
    assert book.options["point_blank"].default


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("id: TOY.snare,", "id: TOY.move,", "'TOY.move' is used twice"),
        ("{key: play, title: Play}", "{key: play, title: Play}\n- {key: play, title: More}", "'play' is used twice"),
        ("chapter: play, title: Snares", "chapter: war, title: Snares", "no chapter is called 'war'"),
        ("amends: TOY.fire,", "amends: TOY.ice,", "no rule is called 'TOY.ice'"),
        ("option: point_blank}", "option: pointless}", "no option is called 'pointless'"),
        (', question: "What does a stand do that was hit?"', "", "a house rule must name the gap it fills"),
        ("  rule: TOY.fire\n", "  rule: TOY.ice\n", "no rule is called 'TOY.ice'"),
        ("ruling: yes it does", "ruling: perhaps", "no reading is called 'perhaps'"),
        ("  why:", "  option: pointless\n  why:", "no option is called 'pointless'"),
        ("rule: TOY.fire.must, default", "rule: TOY.ice, default", "no rule is called 'TOY.ice'"),
        ("provenance: house", "provenance: rumour", "expected one of seed, public, house"),
        ("title: Rally, summary", "titel: Rally, summary", "did you mean 'title'?"),
    ],
)
def test_a_rulebook_that_does_not_hold_together_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        load(tmp_path, old, new)
    text = str(caught.value)
    assert message in text
    assert all(problem.line > 1 for problem in caught.value.problems), text


def test_every_fault_of_a_rulebook_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        load(tmp_path, "chapter: play", "chapter: war")
    assert len(caught.value.problems) == 1
    path = tmp_path / "many.yaml"
    path.write_text(TEXT.replace("chapter: play", "chapter: war").replace("amends: TOY.fire", "amends: X"), "utf-8")
    with pytest.raises(DataError) as caught:
        load_rulebook(path)
    assert len(caught.value.problems) == 8
