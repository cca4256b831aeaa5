"""The tutor: asks once before a costly order, never for a forced one, and knows no more than the side does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.console.table import SpokenTable
from game.scenes.settings import SettingsScene
from game.settings import load_settings
from game.table.tutor import PATIENCE_S, Advice, Tutor
from rules.analysis.rollouts import USUAL, Budget, Weighing
from rules.kernel.flow import Command, Done
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from tests.analysis.test_rollouts import SMALLEST, last_shots
from tests.conftest import begin
from tests.game.play_table import Table as Screen
from tests.game.screens import app_in, find_widget, show
from tests.players.toy import Shoot, Steam, toy_session
from tests.test_knowledge import some_worlds


def tutor(session: Session, threshold: int = 10) -> Tutor:
    return Tutor(session, lambda: threshold, USUAL)


def ask_tutor(session: Session, command: Command, threshold: int = 10) -> Advice | None:
    found = tutor(session, threshold)
    return found.now(command) if found.wants(command) else None


def test_it_asks_before_a_costly_order_and_tells_the_cost_with_its_interval() -> None:
    advice = ask_tutor(last_shots(), Done("blue"))
    assert advice is not None
    assert "points of win chance" in advice.words and "±" in advice.words
    assert "fire at" not in advice.words.lower(), "what is better is not told"
    assert "gunfire" in advice.hint and "fire at" not in advice.hint.lower()


def test_it_says_nothing_of_a_good_order_or_below_the_threshold_or_when_it_is_off() -> None:
    assert ask_tutor(last_shots(), Shoot("blue", "blue", "red")) is None
    assert ask_tutor(last_shots(), Done("blue"), 99) is None
    assert ask_tutor(last_shots(), Done("blue"), 0) is None


def test_it_never_asks_twice_for_one_thing_nor_twice_in_one_place() -> None:
    session = last_shots()
    found = tutor(session)
    assert found.now(Done("blue")) is not None
    assert not found.wants(Done("blue"))
    assert not found.wants(Shoot("blue", "blue", "red")), "once in a position is enough"
    found._here = None  # another position of the same phase, after another order
    assert found.wants(Shoot("blue", "blue", "red")) and not found.wants(Done("blue"))


def test_a_forced_order_is_given_without_a_word() -> None:
    session = toy_session()
    session.submit(Steam("blue", "blue", 15))
    found = tutor(session)
    assert not found.wants(Done("blue")) or found.now(Done("blue")) is None


def test_an_order_that_is_refused_is_not_weighed() -> None:
    assert not tutor(last_shots()).wants(Shoot("blue", "red", "blue"))


@pytest.mark.parametrize("game", SMALLEST)
def test_what_is_hidden_changes_no_advice(game: str) -> None:
    """In a position that looks alike to the side the tutor says the same, or nothing in both."""
    few = Budget(pairs=4, first=2, shortlist=3, horizon=0, looked_at=8)
    for one, other in some_worlds(game, 1):
        chosen = Seat(one, one.actor).offers()[0].commands[0]
        here, there = (Tutor(session, lambda: 1, few) for session in (one, other))
        said = [found.advice(_certain(found, chosen)) for found in (here, there)]
        assert said[0] == said[1]
        assert here.now(chosen) == there.now(chosen)


def _certain(found: Tutor, chosen: Command) -> Weighing:
    seat = Seat(found._session, chosen.side)
    best = next((c for offer in seat.offers() for c in offer.commands if c != chosen), Done(chosen.side))
    return Weighing(chosen, best, 0.3, 0.01, 60, True, 0.6, (best,), 100)


def test_it_is_quick_or_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a large battle it stops when its time is up, and says nothing if nothing is certain by then."""
    session = begin("nw_smoke/tassafaronga", seed=3)
    while not len(Seat(session, session.actor).offers()) > 1:
        session.submit(Done(session.actor))
    ticks = iter([0.0, *([PATIENCE_S + 1] * 10_000)])
    monkeypatch.setattr("game.table.tutor.monotonic", lambda: next(ticks))
    chosen = Seat(session, session.actor).offers()[0].commands[0]
    assert Tutor(session, lambda: 5).now(chosen) is None


# --- at the keyboard and on the screen --------------------------------------------------------------------------------


def spoken_table(session: Session, answers: list[str], said: list[str]) -> SpokenTable:
    replies = iter(answers)
    table = SpokenTable(
        session, {"blue": None, "red": None}, lambda _: next(replies), said.append, lambda: None, tutor=10
    )
    table.tutor._budget = USUAL
    table.table.sit("blue")
    return table


@pytest.mark.parametrize(("answer", "given"), [("rethink", False), ("anyway", True), ("hint", False), ("", False)])
def test_by_typing_it_asks_once(answer: str, given: bool) -> None:
    said: list[str] = []
    session = last_shots()
    steps = len(session.steps)
    table = spoken_table(session, [answer], said)
    assert table.submit(Done("blue")) is given
    assert (len(session.steps) > steps) is given
    assert any("Blunder warning" in line for line in said)
    if not given:
        assert table.submit(Done("blue")), "asked once; now it is given"


def costly(found: Tutor) -> Callable[[Command], None]:
    def begin(command: Command) -> None:
        found._order = command
        found._aside = _Ready(_certain(found, command))  # type: ignore[assignment]

    return begin


class _Ready:
    """A finished weighing."""

    is_done = True

    def __init__(self, found: Weighing) -> None:
        self.found = found

    def fetch(self) -> Weighing:
        return self.found

    def stop(self) -> None:
        """There is nothing to stop."""


def test_on_the_screen_an_order_waits_and_may_be_thought_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(tmp_path)
    play, app = screen.play, screen.app
    play.passes = True
    app.settings.tutor = 5
    monkeypatch.setattr(play.tutoring.tutor, "begin", costly(play.tutoring.tutor))
    steps = len(play.session.steps)
    command = next(c for action in play.hand.actions for c in action.commands)
    assert play.submit(command) and len(play.session.steps) == steps, "it waits"
    play.tutoring.settle()
    app.frame()
    assert "points of win chance" in find_widget(app, "tutor_words").spoken_text()
    find_widget(app, "tutor_rethink").press()
    app.frame()
    assert len(play.session.steps) == steps
    play.submit(command)
    assert len(play.session.steps) == steps + 1, "asked once"


def test_the_setting_is_kept_and_a_foreign_value_put_right(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    assert app.settings.tutor == 0, "off by default"
    show(app, SettingsScene(app))
    find_widget(app, "tutor").select(2, tell=True)
    assert load_settings(app.folders.settings)[0].tutor == 10
    path = app.folders.settings / "settings.json"
    path.write_text(path.read_text("utf-8").replace('"tutor": 10', '"tutor": -4'), "utf-8")
    assert load_settings(app.folders.settings)[0].tutor == 0
