"""Terms: what a position is worth, told in words; their sum is the score, and what changed comes greatest first."""

from __future__ import annotations

from pathlib import Path

from rules.kernel.evaluation import EvalTerm, evaluate, term_changes
from rules.kernel.seat import Seat
from rules.kernel.session import Session, rules_digest
from tests.kernel.toy import SYSTEM, scenario


def test_the_score_of_a_position_is_the_sum_of_its_terms() -> None:
    now = Seat(Session(SYSTEM, scenario()), "red").now()
    assert [term.key for term in now.terms()] == ["own", "foe"]
    assert now.score() == evaluate(now.terms()) == sum(term.value for term in now.terms())


def test_what_changed_comes_greatest_first_and_what_did_not_is_left_out() -> None:
    before = (
        EvalTerm("guns", "our guns", 120),
        EvalTerm("range", "the range", 30),
        EvalTerm("smoke", "smoke to come", 5),
    )
    after = (EvalTerm("guns", "our guns", 100), EvalTerm("range", "the range", 30), EvalTerm("rams", "rams", 40, "R-1"))
    found = [(term.key, term.value, term.rule) for term in term_changes(before, after)]
    assert found == [("rams", 40, "R-1"), ("guns", -20, ""), ("smoke", -5, "")]


def test_judgement_is_no_rule_so_a_saved_game_does_not_depend_on_it(tmp_path: Path) -> None:
    def digest(name: str, rules: str, judged: str) -> str:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "rulebook.yaml").write_text(rules)
        (folder / "worth.yaml").write_text(judged)
        return rules_digest(SYSTEM.but(folder=folder))

    plain = digest("a", "need: 7\n", "point: 1\n")
    assert digest("b", "need: 7\n", "point: 2\n") == plain
    assert digest("c", "need: 8\n", "point: 1\n") != plain
