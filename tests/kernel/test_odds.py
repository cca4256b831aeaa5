"""Odds: all results of the dice, counted by the same code that is used in play."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from rules import SYSTEMS
from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.dice_audit import audit_text, first_mismatch
from rules.kernel.evaluation import EvalTerm, evaluate, term_changes
from rules.kernel.flow import Command, Done, Event, Verb, state_digest, verbs
from rules.kernel.logbook import Logbook, read
from rules.kernel.odds import odds, wilson
from rules.kernel.ruling import Rolled, Ruling
from rules.kernel.scores import larger_first, ledger_of, ratio_grade
from rules.kernel.seat import Seat
from rules.kernel.session import Session, load_session, rules_digest
from rules.kernel.system import System
from rules.kernel.view import Score, ScoreLine
from tests.conftest import begin, map_named, stroll
from tests.kernel import toy
from tests.kernel.toy import SYSTEM, scenario
from tests.kernel.toy_pieces import Advance, Fire


def firing(system: System, red: int = 1, blue: int = 3) -> Session:
    session = Session(system, toy.scenario(red=red, blue=blue), dice=TapeDice(()))
    session.submit(Done("red"))
    session.submit(Done("blue"))
    return session


def rolling(*throws: tuple[int, int]) -> System:
    """Return the toy in which a shot rolls these dice (count, sides), the second only after a first total of 7 or
    more.
    """

    def do(r: Ruling, command: Fire) -> None:
        for count, sides in throws:
            if r.roll("a shot", count, sides, "TOY.fire").total < 7:
                return

    def measure(events: tuple[Event, ...]) -> str:
        rolls = [event for event in events if isinstance(event, Rolled)]
        return f"{len(rolls)}:{rolls[-1].total}"

    movement, fire, rally = SYSTEM.sequence
    verb: Verb = fire.verbs[Fire].but(do=do)
    return SYSTEM.but(sequence=(movement, fire.but(verbs=verbs(verb)), rally), outcome_class=measure)


@pytest.mark.parametrize(("blue", "need"), [(1, 2), (2, 4), (3, 4), (4, 6)])
def test_the_odds_of_one_die_are_its_faces(blue: int, need: int) -> None:
    found = odds(SYSTEM, firing(SYSTEM, blue=blue).state, Fire("red", "r1", "b1"))
    assert (found.exact, found.leaves) == (True, 6)
    assert found.of("hit") == pytest.approx((7 - need) / 6, abs=1e-12)
    assert found.of("miss") == pytest.approx((need - 1) / 6, abs=1e-12)
    assert found.of("rain") == 0


def test_the_total_of_three_dice_is_the_binomial_sum() -> None:
    found = odds(rolling((3, 6)), firing(rolling((3, 6))).state, Fire("red", "r1", "b1"))
    assert (found.exact, found.leaves) == (True, 216)
    for total in range(3, 19):
        ways = sum((-1) ** k * comb(3, k) * comb(total - 6 * k - 1, 2) for k in range((total - 3) // 6 + 1))
        assert found.of(f"1:{total}") == pytest.approx(float(Fraction(ways, 216)), abs=1e-12)


def test_dice_that_are_thrown_only_sometimes_are_weighted_by_how_often() -> None:
    system = rolling((2, 6), (1, 10))
    found = odds(system, firing(system).state, Fire("red", "r1", "b1"))
    assert found.exact and sum(chance.probability for chance in found.chances) == pytest.approx(1)
    assert found.of("2:4") == pytest.approx(21 / 36 / 10, abs=1e-12)
    assert found.of("1:6") == pytest.approx(5 / 36, abs=1e-12)


def test_a_large_tree_is_sampled_and_says_how_sure_it_is() -> None:
    system = rolling((1, 6), (9, 6))
    state = firing(system).state
    sampled = odds(system, state, Fire("red", "r1", "b1"), limit=3)
    assert not sampled.exact
    assert sum(chance.probability for chance in sampled.chances) == pytest.approx(1)
    exact = odds(system, state, Fire("red", "r1", "b1"))
    assert exact.exact
    for chance in sampled.chances:
        assert 0 < chance.margin < 0.05
        assert abs(chance.probability - exact.of(chance.label)) < 2 * chance.margin
    assert sampled == odds(system, state, Fire("red", "r1", "b1"), limit=3)


def test_a_throw_of_very_many_dice_is_never_laid_out_in_full() -> None:
    system = rolling((40, 6))
    found = odds(system, firing(system).state, Fire("red", "r1", "b1"))
    assert (found.exact, found.leaves) == (False, 600)


def pool(alike: tuple[tuple[int, ...], ...], again: tuple[tuple[int, ...], ...]) -> System:
    """Return the toy in which a shot rolls three four-sided dice, hits on 3 or more, and rolls every miss again for a
    1.
    """

    def do(r: Ruling, command: Fire) -> None:
        hits = sum(face >= 3 for face in r.roll("a shot", 3, 4, "TOY.fire", alike=alike).faces)
        if hits < 3:
            r.roll("its misses", 3 - hits, 4, "TOY.fire", alike=again)

    def measure(events: tuple[Event, ...]) -> str:
        first, *rest = [event for event in events if isinstance(event, Rolled)]
        spoilt = any(1 in roll.faces for roll in rest)
        return f"{sum(face >= 3 for face in first.faces)}{' spoilt' if spoilt else ''}"

    movement, fire, rally = SYSTEM.sequence
    verb: Verb = fire.verbs[Fire].but(do=do)
    return SYSTEM.but(sequence=(movement, fire.but(verbs=verbs(verb)), rally), outcome_class=measure)


def test_a_pool_counted_by_what_its_faces_mean_has_the_very_odds_of_every_fall_told_apart() -> None:
    plain, grouped = pool((), ()), pool(((1, 2), (3, 4)), ((1,), (2, 3, 4)))
    shot = Fire("red", "r1", "b1")
    whole = odds(plain, firing(plain).state, shot, limit=1_000_000)
    short = odds(grouped, firing(grouped).state, shot, limit=20)
    assert whole.exact and short.exact
    assert short.leaves == whole.leaves == 2**3 * 4**3 + 3 * 2**3 * 4**2 + 3 * 2**3 * 4 + 2**3
    assert {chance.label: chance.probability for chance in short.chances} == pytest.approx(
        {chance.label: chance.probability for chance in whole.chances}, abs=1e-12
    )


def test_a_command_without_dice_is_certain() -> None:
    session = Session(SYSTEM, toy.scenario())
    found = odds(SYSTEM, session.state, Advance("red", "r1", 1))
    assert (found.exact, found.leaves, found.of("done")) == (True, 1, 1.0)


def test_asking_for_odds_changes_nothing_and_throws_no_dice_of_the_game() -> None:
    session = firing(SYSTEM)
    before = state_digest(session.state)
    command: Command = Fire("red", "r1", "b1")
    odds(SYSTEM, session.state, command)
    assert state_digest(session.state) == before
    assert len(session.steps) == 3


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"), [(50, 100, 0.404, 0.596), (0, 100, 0.0, 0.037), (950, 1000, 0.935, 0.962)]
)
def test_the_interval_is_wilsons(hits: int, trials: int, low: float, high: float) -> None:
    centre, half = wilson(hits, trials)
    assert (centre - half, centre + half) == pytest.approx((low, high), abs=0.0006)


def test_without_trials_anything_is_possible() -> None:
    assert wilson(0, 0) == (0.5, 0.5)


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


# --- Victory points as a ledger, and the grade of a ratio ---

LINES = {"A": [ScoreLine("one", 3, "R-1"), ScoreLine("two", 4, "R-1")], "B": [ScoreLine("three", 9, "R-2")]}
STEPS = ((0, 1), (3, 2), (2, 1), (4, 1))  # against nothing, 1.5 times, twice, four times


def test_a_ledger_adds_up_the_lines_of_both_sides_in_their_order() -> None:
    one, two = ledger_of(("A", "B"), {"A": "Ayes", "B": "Bees"}, LINES.__getitem__)
    assert (one.name, one.points, len(one.lines)) == ("Ayes", 7, 2)
    assert (two.name, two.points, len(two.lines)) == ("Bees", 9, 1)


def test_the_larger_score_comes_first_and_equal_ones_stay_in_order() -> None:
    low, high = Score("A", "Ayes", 7, ()), Score("B", "Bees", 9, ())
    assert larger_first((low, high)) == (high, low)
    assert larger_first((low, high.but(points=7)))[0].side == "A"


@pytest.mark.parametrize(
    ("larger", "smaller", "grade"), [(5, 4, 0), (6, 4, 1), (7, 4, 1), (8, 4, 2), (16, 4, 3), (1, 0, 0), (4, 0, 3)]
)
def test_the_grade_is_the_last_step_whose_ratio_is_reached_against_at_least_one_point(
    larger: int, smaller: int, grade: int
) -> None:
    assert ratio_grade(STEPS, 1, larger, smaller) == grade


# --- What a saved game proves: that it is complete, and that its dice were not changed ---

GAME = "nw_smoke/little_and_gregory"


def keep_game(path: Path, seed: int = 4) -> Session:
    """Return a whole game, kept as it is played."""
    session = begin(GAME, seed)
    session.keep_in(path)
    for _ in stroll(session, SeededDice(seed)):
        pass
    session.close()
    return session


def load_game(path: Path) -> Session:
    return load_session(path, SYSTEMS, map_named, write=False)


def test_a_whole_game_is_told_from_one_whose_last_lines_are_gone(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    played = keep_game(path)
    assert load_game(path).complete
    lines = path.read_bytes().splitlines(keepends=True)
    for gone in (1, 2, 5):
        path.write_bytes(b"".join(lines[:-gone]))
        cut = load_game(path)
        assert cut.readonly == "" and not cut.complete and len(cut.steps) == len(played.steps) - gone


def test_a_copy_of_a_whole_game_has_the_mark_too(tmp_path: Path) -> None:
    copy = keep_game(tmp_path / "a.game").branch(10_000)
    copy.keep_in(tmp_path / "b.game")
    copy.close()
    assert load_game(tmp_path / "b.game").complete


def test_an_end_mark_that_miscounts_is_no_end(tmp_path: Path) -> None:
    keep_game(tmp_path / "a.game")
    reading = read(tmp_path / "a.game")
    with Logbook.create(tmp_path / "b.game", reading.header) as book:
        for entry in reading.entries[:3]:
            book.append(entry)
        for entry in reading.entries[3:]:
            book.append({**entry, "end": len(reading.entries) + 2} if "end" in entry else entry)
    assert "has another result than in" in load_game(tmp_path / "b.game").readonly


def test_dice_are_proven_and_a_changed_face_is_found() -> None:
    session = begin(GAME, 4)
    for _ in stroll(session, SeededDice(4), 60):
        pass
    assert audit_text(session).startswith("dice verified")
    number = next(step.number for step in session.steps[1:] if step.faces)
    step = session.steps[number]
    session.steps[number] = step.but(faces=tuple(7 - face for face in step.faces))
    assert first_mismatch(session) == number
    assert f"the dice of order {number} are not of seed 4" in audit_text(session)
