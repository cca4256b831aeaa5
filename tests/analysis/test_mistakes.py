"""Mistakes in a played game: found, set as a question, and answered only after a try."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from game.console.dispatch import dispatch
from game.table.analysis_job import LISTED, TOP, Analyst, Line
from game.table.analysis_text import line_words, shown_lines
from game.table.analyst import AnalysisTask
from game.table.background_task import BackgroundTask
from game.table.finding import cost_words, doubt_words, order_figures
from game.table.retry import Retry
from main import parser
from rules.analysis import mistakes as analysed
from rules.analysis.luck_and_skill import Decision, Entry, Source, new_analysis  # type: ignore[attr-defined]
from rules.analysis.mistakes import (
    Mistake,
    Suspicion,
    decision_steps,
    first_sight,
    mistake_of,
    reply_avoided,
    seat_before,
)
from rules.analysis.position_value import FALLS, value_of, with_pending_damage
from rules.analysis.rollouts import LONGER, USUAL, Weighing, compare_orders
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Done
from rules.kernel.odds import Chance, Odds
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command
from rules.players import make_player
from rules.players.player import CancelToken
from rules.quickfire.state import Hit
from tests.analysis.test_rollouts import last_shots
from tests.conftest import begin, stroll
from tests.players.toy import Shoot


def held_fire() -> Session:
    """Blue held her fire at pistol range in the last turn, and was sunk or not by luck."""
    session = last_shots()
    session.submit(Done("blue"))
    while not session.over:
        session.submit(Done(session.actor))
    return session


def the_mistake(session: Session) -> Mistake:
    found = {number: compare_orders(seat_before(session, number), session.steps[number].command, USUAL, number)
             for number in decision_steps(session, ["blue"])}  # fmt: skip
    marked = [mistake_of(session, number, one) for number, one in found.items() if one is not None and one.is_mistake]
    assert len(marked) == 1, "the gun laid anyhow is no mistake, and neither is what was forced"
    return marked[0]


def test_the_shot_that_was_not_fired_is_the_one_mistake() -> None:
    session = held_fire()
    mistake = the_mistake(session)
    assert (mistake.turn, mistake.phase, mistake.side) == (1, "Gunfire", "blue")
    assert mistake.weighing.chosen == Done("blue") and isinstance(mistake.weighing.best, Shoot)


def test_only_decisions_count_and_each_is_looked_at_from_the_chair_of_then() -> None:
    session = held_fire()
    numbers = decision_steps(session, ["blue"])
    assert numbers and all(session.steps[number].actor == "blue" for number in numbers)
    seat = seat_before(session, numbers[0])
    assert seat.side == "blue" and session.steps[numbers[0]].command.side == "blue"


def test_nothing_is_told_before_one_has_tried_and_then_all_of_it() -> None:
    session = held_fire()
    before = session.digest()
    retry = Retry(session, the_mistake(session))
    best = retry.words(retry.mistake.weighing.best)
    assert "Turn 1, Gunfire: find a better order." in retry.question
    assert best not in retry.question and "Sea Otter" not in retry.question
    wrong = retry.judge(Done("blue"))
    assert not wrong.right and "your order in the game" in wrong.lines[0]
    assert any(best in line for line in wrong.lines[1:])
    assert any("T-2" not in line and "Odds" in line for line in wrong.lines), wrong.lines
    assert retry.judge(Shoot("blue", "blue", "red")).right
    assert session.digest() == before and len(retry.session.steps) == retry.mistake.number


def test_a_wide_interval_is_said() -> None:
    session = held_fire()
    mistake = the_mistake(session)
    unsure = mistake.but(weighing=mistake.weighing.but(loss=0.3, error=0.1))
    assert "30 ± 20 points" in Retry(session, unsure).question
    assert "wide interval" in Retry(session, unsure).question
    sure = mistake.but(weighing=mistake.weighing.but(loss=0.3, error=0.02))
    assert "wide" not in Retry(session, sure).question


def test_a_free_shot_not_taken_is_seen_at_once_with_its_mean_and_a_shot_fired_is_not() -> None:
    session, held = silent("nw_smoke/little_and_gregory")
    seat = seat_before(session, held)
    regret, shots = first_sight(seat, session.steps[held].command)
    assert shots and shots[0].mean > 0 and regret >= sum(shot.mean for shot in shots) > 0
    mean, least, _ = seat.now().expected_value(shots[0].order) or (0, 0, 0)
    assert shots[0].mean == float(mean) and least >= 0, "the exact mean of that very shot"
    assert first_sight(seat, shots[0].order)[1] == (), "an order that is given leaves nothing to be told"


def silent(battle: str) -> tuple[Session, int]:
    """Return (a game in which both sides only end their phases, the first step that left a free shot)."""
    session = begin(battle, seed=4)
    players = {side.key: make_player("captain", 3, without_reasons=True) for side in session.scenario.sides}
    while not session.over:
        seat = Seat(session, session.actor)
        order: Command = Done(session.actor)
        if seat.check(order):
            order = players[session.actor].choose(seat).command
        assert not isinstance(seat.submit(order), tuple)
    held = [n for n in decision_steps(session, list(session.players))
            if first_sight(seat_before(session, n), session.steps[n].command)[1]]  # fmt: skip
    return session, held[0]


QUICK_GAMES = ("nw_smoke/little_and_gregory", "nights_of_fury/little_and_gregory", "quickfire/lesson_duel")


@pytest.mark.parametrize("battle", [*QUICK_GAMES, "battles_for_empire/the_wells"])
def test_who_only_ends_phases_reads_of_the_free_shots_first_and_always_three_lines(battle: str) -> None:
    session, held = silent(battle)
    side = session.steps[held].actor
    analyst = Analyst(session, None, sides=[side], luck=False)
    for _ in analyst.look():
        pass
    told = shown_lines(analyst, side)
    assert len(told) >= 3 and told[0].suspicion.shots
    words = line_words(session, told[0])
    assert ("only" in words and "flash" in words) if battle.startswith("nights") else "free shot" in words
    assert ("on average" in words) is (battle in QUICK_GAMES), "only an exact mean is told"
    free = [line.suspicion.number for line in analyst.lines(side) if line.suspicion.shots]
    assert free == [line.suspicion.number for line in analyst.lines(side)[: len(free)]], "free shots before all others"


def test_a_ship_of_perfidious_albion_that_ends_her_activation_with_guns_left_left_free_shots() -> None:
    session = begin("perfidious_albion/two_and_two", seed=1)
    captain = make_player("captain", 3, without_reasons=True)
    while not format_command(captain.choose(Seat(session, session.actor)).command).startswith("fire"):
        session.submit(captain.choose(Seat(session, session.actor)).command)
    seat = Seat(session, session.actor)
    (ends,) = (one for offer in seat.offers() for one in offer.commands if seat.now().passes(one))
    regret, shots = first_sight(seat, ends)
    assert shots and all(format_command(shot.order).startswith("fire") for shot in shots)
    assert regret >= sum(shot.mean for shot in shots) and not any(shot.flash for shot in shots)


def test_an_order_that_rolls_dice_is_looked_at_under_many_throws() -> None:
    session = begin("quickfire/lesson_duel", seed=1)
    captain, regrets = make_player("captain", 3, without_reasons=True), list[float]()
    while not session.over:
        seat = Seat(session, session.actor)
        if session.system.sequence[seat.now().phase].name == "end":
            regrets.append(first_sight(seat, Done(seat.side))[0])
        seat.submit(captain.choose(seat).command)
    assert any(regret != round(regret) for regret in regrets), "a mean, no single throw"


def test_a_suspicion_that_may_have_cost_much_stands_before_what_was_not_checked_and_cleared_ones_last() -> None:
    session, held = silent("nw_smoke/little_and_gregory")
    shots = Suspicion(1, "A", 1, "x", Done("A"), 5.0, first_sight(seat_before(session, held), Done("A"))[1])
    plain = shots.but(shots=(), regret=50.0)
    one = Decision(number=1, position="", side="A", given="x", best="y", loss=0.1, error=0.01, n=40,
                   rollouts=80, decided=True)  # fmt: skip
    lines = [
        Line(plain, one),
        Line(shots),
        Line(plain, one.but(error=0.1)),
        Line(plain),
        Line(plain, one.but(loss=0.001)),
    ]
    assert sorted(lines, key=lambda line: line.rank) == lines


def test_the_largest_suspicions_are_rolled_first_the_top_longer_then_the_rest() -> None:
    session, held = silent("nw_smoke/little_and_gregory")
    side = session.steps[held].actor
    analyst = Analyst(session, None, USUAL.but(pairs=2, first=2), sides=[side], luck=False)
    for _ in analyst.look():
        pass
    by_regret = sorted(analyst.looked.values(), key=lambda one: -one.regret)
    left = analyst.orders_left()
    assert left[:LISTED] == [(one.number, 2) for one in by_regret[:LISTED]]
    for number, pairs in left[:LISTED]:
        analyst.settle(number, pairs, weighing_of(session, number, 0.01 * (number % 7)))
    again = analyst.orders_left()[:TOP]
    assert [pairs for _, pairs in again] == [LONGER] * TOP
    losses = [analyst.weighed[number] for number, _ in again]
    assert all(one is not None and one.loss >= 0.04 for one in losses), "those that seem to have cost most"
    for number, pairs in again:
        analyst.settle(number, pairs, weighing_of(session, number, 0.9, n=50))
    assert [pairs for _, pairs in analyst.orders_left()[:1]] == [2], "cut short by haste: not asked again and again"


def weighing_of(session: Session, number: int, loss: float, n: int = 2) -> Weighing:
    """Return a made-up cost of an order."""
    seat = seat_before(session, number)
    chosen = session.steps[number].command
    best = next(c for offer in seat.offers() for c in offer.commands if c != chosen)
    return Weighing(chosen, best, loss, 0.01, n, False, 0.5, (), 2 * n)


def test_a_cost_never_stands_without_its_interval_and_doubt_is_said() -> None:
    sure, unsure = (Decision(number=1, position="", side="A", given="x", best="y", loss=0.04, error=error, n=40,
                             rollouts=80, decided=False) for error in (0.01, 0.026))  # fmt: skip
    assert cost_words(sure) == "−4 ± 2" and doubt_words(sure) == ""
    assert cost_words(unsure) == "−4 ± 5" and doubt_words(unsure) == "not distinguishable from no loss"
    assert cost_words(sure.but(loss=0.0001)) == "0 ± 2"


def test_the_reply_is_one_the_enemy_gives_less_often_after_the_best() -> None:
    session = held_fire()
    weighing = the_mistake(session).weighing
    reply = reply_avoided(seat_before(session, the_mistake(session).number), weighing.chosen, weighing.best)
    assert reply is None or reply.after > reply.instead


def test_the_reply_named_is_the_one_that_costs_most_more_than_after_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    session = held_fire()
    seat, weighing = seat_before(session, the_mistake(session).number), the_mistake(session).weighing
    after = {"fires": (9, 500), "closes": (9, 900), "waits": (9, 401)}
    instead = {"fires": (2, 100), "closes": (8, 700)}  # never waits
    data = {weighing.chosen: after, weighing.best: instead}
    monkeypatch.setattr(analysed, "_replies", lambda seat, order, seed, haste: data[order])
    reply = reply_avoided(seat, weighing.chosen, weighing.best)
    assert reply is not None and (reply.label, reply.after, reply.instead) == ("waits", 9, 0)


def test_a_search_is_stopped_at_once_and_the_game_is_as_it_was() -> None:
    session = begin("nw_smoke/cape_esperance", seed=2)
    for _ in stroll(session, SeededDice(5), 60):
        pass
    before = session.digest()
    task = AnalysisTask(Analyst(session, None, sides=[session.scenario.sides[0].key], luck=False))
    task.start()
    task.stop()
    assert not task.running and task.fault is None and session.digest() == before


def test_a_fault_in_the_thread_is_not_lost() -> None:
    def fail(haste: CancelToken) -> Weighing:
        raise ValueError("broken")

    aside: BackgroundTask[Weighing] = BackgroundTask(fail)
    with pytest.raises(ValueError, match="broken"):
        aside.fetch()


def test_by_typing_the_game_is_looked_through_and_each_mistake_put(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begin("nw_smoke/little_and_gregory", seed=4)
    for _ in stroll(session, SeededDice(5), 3):
        pass
    session.keep_in(tmp_path / "a.game")
    session.close()
    kept = (tmp_path / "a.game").read_bytes()
    monkeypatch.setattr("game.console.mistakes.Analyst", partial(Analyst, budget=USUAL.but(pairs=4, first=2)))
    typed = iter(["offers", "nonsense at all", "quit"])
    monkeypatch.setattr("game.console.terminal.ask", lambda prompt: next(typed))
    assert dispatch(parser().parse_args(["mistakes", str(tmp_path / "a.game")])) == 0
    output = capsys.readouterr().out
    assert "find a better order." in output and "±" in output and "Turn 1" in output
    assert (tmp_path / "a.game").read_bytes() == kept


def test_a_file_that_is_no_game_and_a_side_that_is_not_there_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.game").write_text("nothing", "utf-8")
    assert dispatch(parser().parse_args(["mistakes", str(tmp_path / "a.game")])) == 1
    assert "a.game" in capsys.readouterr().err
    session = begin("nw_smoke/little_and_gregory")
    session.keep_in(tmp_path / "b.game")
    session.close()
    assert dispatch(parser().parse_args(["mistakes", str(tmp_path / "b.game"), "--side", "ROC"])) == 2
    assert "expected USN or IJN" in capsys.readouterr().err


# --- Turning points: what an order and its dice did, not what the clock did meanwhile ---


def entry(number: int, order: str, before: float, mean: float, after: float, clock: float = 0.0) -> Entry:
    return Entry(
        number=number, position="", turn=number, phase="Fire", side="USN", order=order, told="", before=before,
        mean=mean, error=0.0, after=after, clock=clock,
    )  # fmt: skip


def test_a_turning_point_is_what_dice_and_orders_did_and_never_time_alone() -> None:
    found = new_analysis(begin("nw_smoke/little_and_gregory", seed=1))
    assert isinstance(found.source, Source)
    waited = entry(1, "done", 0.50, 0.62, 0.62)  # twelve points of time
    clocked = entry(2, "fire a b", 0.62, 0.72, 0.72, clock=0.10)  # an order, but all of it the clock's
    hit = entry(3, "fire a b", 0.72, 0.72, 0.80)  # eight points of luck
    better = entry(4, "move a F", 0.80, 0.86, 0.86)  # six of the order
    unlucky = entry(6, "fire a b", 0.90, 0.90, 0.80)  # ten points of bad luck
    eaten = entry(7, "fire a b", 0.80, 0.77, 0.77, clock=-0.12)  # nine points of the order, but time took twelve
    slight = entry(5, "fire a b", 0.86, 0.86, 0.90)  # four of luck: below five points nothing turns
    rows = found.but(entries=(waited, clocked, hit, better, slight, unlucky, eaten)).turning_points()
    assert [point.number for point in rows] == [3, 4, 6]


# --- What a position is worth while damage waits for the end of its phase, and that damage will want dice ---


def test_damage_that_waits_counts_at_once_even_where_it_wants_dice() -> None:
    session = begin("quickfire/lesson_duel", seed=1)
    system, state = session.system, session.state
    value = value_of(system, state)
    assert value is not None
    first = session.scenario.sides[0].key
    ship, other = (next(n for n, s in state.ships.items() if (s.side == first) is mine) for mine in (True, False))
    for codes, falls in (({"S": 3}, 1), ({"E": 3}, FALLS)):
        struck = state.but(hits=(Hit(ship=other, target=ship, codes=codes, rule="QF-DMG-H7"),))
        assert len(with_pending_damage(system, struck)) == falls
        assert value(struck) < value(state) - 0.02, codes
        assert value(struck) == value(struck), "the same every time"


# --- The figures of an order are those of its card ---


def test_what_can_fail_has_its_chance_what_cannot_has_none_and_a_sampled_one_its_interval() -> None:
    for battle, verb in (("quickfire/lesson_duel", "repair"), ("perfidious_albion/two_and_two", "fire")):
        session = begin(battle, seed=2)
        captain = make_player("captain", 3, without_reasons=True)
        while not format_command(captain.choose(Seat(session, session.actor)).command).startswith(verb):
            session.submit(captain.choose(Seat(session, session.actor)).command)
        seat = Seat(session, session.actor)
        order = captain.choose(seat).command
        odds, told = seat.odds(order), order_figures(session, seat, order)
        hit = 1 - sum(odds.of(label) for label in ("not repaired", "no straddle"))
        assert len(odds.chances) > 1 and 0 < hit < 1
        said = int(told.split()[0])
        assert told.endswith("for an effect") and ("±" in told) is not odds.exact and abs(said - 100 * hit) < 8, told


def test_nothing_is_called_certain_that_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    session, held = silent("nw_smoke/little_and_gregory")
    seat = seat_before(session, held)
    _, shots = first_sight(seat, Done(seat.side))
    rare = Odds((Chance("miss", 0.001), Chance("hit", 0.999)), True, 1000)
    monkeypatch.setattr("game.table.finding.quick_odds", lambda *args: rare)
    assert order_figures(session, seat, shots[0].order) == "more than 99 % for an effect"
