"""Mistakes of a game that was played: found, put again, and answered only when one has tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.console.dispatch import dispatch
from game.table.background_task import BackgroundTask, Search
from game.table.retry import Retry
from main import parser
from rules.analysis import mistakes as analysed
from rules.analysis.mistakes import Mistake, decision_steps, find_mistakes, reply_avoided, seat_before
from rules.analysis.rollouts import USUAL, Weighing
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Done
from rules.kernel.session import Session
from rules.players.player import Cancelled, CancelToken
from tests.analysis.test_rollouts import SMALL, last_shots
from tests.conftest import begin, stroll
from tests.players.toy import Shoot


def held_fire() -> Session:
    """Blue held her fire at pistol range in the last turn, and was sunk or not as it fell."""
    session = last_shots()
    session.submit(Done("blue"))
    while not session.over:
        session.submit(Done(session.actor))
    return session


def the_mistake(session: Session) -> Mistake:
    found = list(find_mistakes(session, ["blue"], USUAL))
    assert len(found) == 1, "the gun laid anyhow is no mistake, and neither is what was forced"
    return found[0]


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


def test_what_is_marked_lies_beyond_two_standard_errors() -> None:
    session = begin("nw_smoke/little_and_gregory", seed=4)
    for _ in stroll(session, SeededDice(5), 14):
        pass
    for mistake in find_mistakes(session, list(session.players), SMALL):
        weighing = mistake.weighing
        assert weighing.decided and weighing.loss > 2 * weighing.error


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
    search = Search(session, session.scenario.sides[0].key)
    search.stop()
    assert search.is_done and session.digest() == before
    with pytest.raises(Cancelled):
        search.check()


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
    for _ in stroll(session, SeededDice(5), 8):
        pass
    session.keep_in(tmp_path / "a.game")
    session.close()
    kept = (tmp_path / "a.game").read_bytes()
    number = next(n for n in range(1, 9) if len(seat_before(session, n).offers()) > 1)
    chosen: Command = session.steps[number].command
    seat = seat_before(session, number)
    best = next(c for offer in seat.offers() for c in offer.commands if c != chosen)
    weighing = Weighing(chosen, best, 0.2, 0.02, 40, True, 0.6, (best,), (), 80)
    mistake = Mistake(number, seat.side, 1, "Movement", weighing)
    monkeypatch.setattr("game.console.mistakes.find_mistakes", lambda session, sides, looked: iter([mistake]))
    typed = iter(["offers", "nonsense at all", "quit"])
    monkeypatch.setattr("game.console.terminal.ask", lambda prompt: next(typed))
    assert dispatch(parser().parse_args(["mistakes", str(tmp_path / "a.game")])) == 0
    output = capsys.readouterr().out
    assert "find a better order." in output and "20 ± 4 points" in output
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
