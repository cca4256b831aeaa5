"""Announcements while a game is played, and the actions of a screen reader: focus, press, set, more, less."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.app import App
from game.reader.reader import EVENT, LOG
from game.reader.roles import LIVE
from game.scenes.play import PlayScene
from tests.pictures import screen, settle


class Sink:
    """A link that keeps what is reported."""

    carries = False

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []

    def send(self, message: dict[str, Any]) -> None:
        self.told.append(message)

    def close(self) -> None:
        """Nothing."""

    def live_nodes(self) -> list[dict[str, Any]]:
        """Return the live node, each time it was reported."""
        return [message["nodes"][str(LIVE)] for message in self.told if str(LIVE) in message.get("nodes", {})]


@pytest.fixture
def app(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[App]:
    made = screen(request.param, "1280", tmp_path)
    made.reader.link, made.reader.mode = Sink(), "on"
    made.handle(pygame.event.Event(EVENT, told={"on": True}))
    made.frame()
    yield made
    made.reader.stop()


def sink(app: App) -> Sink:
    assert isinstance(app.reader.link, Sink)
    return app.reader.link


def node_of(app: App, id: str, row: int = -1) -> int:
    before = app.reader._before
    assert before is not None
    return next(key for key, (widget, at) in before.behind.items() if widget.id == id and at == row)


def act(app: App, action: str, node: int, value: object = None) -> None:
    app.handle(pygame.event.Event(EVENT, told={"act": action, "node": node, "value": value}))
    app.frame()


@pytest.mark.parametrize("app", ["hex_move"], indirect=True)
def test_what_happens_is_said_and_whose_turn_it_is(app: App) -> None:
    scene = app.scene
    assert isinstance(scene, PlayScene)
    first = sink(app).live_nodes()[-1] if sink(app).live_nodes() else {"name": ""}
    scene.announcer.announce()  # as when a screen reader starts in the middle of a game
    app.frame()
    asked = sink(app).live_nodes()[-1]
    assert "Your turn" in asked["name"] and scene.hand.view.prompt.title in asked["name"] and asked != first
    assert asked["urgent"] is True
    assert scene.submit(scene.hand.actions[0].commands[0])
    app.frame()
    rows = scene.table.seat.visible_steps(len(scene.session.steps) - 1)[0].captions
    assert any(caption.text.split(" (")[0] in sink(app).live_nodes()[-1]["name"] for caption in rows)


@pytest.mark.parametrize("app", ["hex_move"], indirect=True)
def test_a_refusal_is_said(app: App) -> None:
    undo = app.tree.find("redo")
    assert not undo.enabled
    act(app, "click", node_of(app, "redo"))
    assert sink(app).live_nodes()[-1]["name"].startswith("Nothing was undone")


@pytest.mark.parametrize("app", ["rulebook"], indirect=True)
def test_the_caret_of_a_field_is_told_and_put_elsewhere(app: App) -> None:
    field = app.tree.find("search")
    app.tree.focus(field)
    field.on_text_typed("hit points")
    app.frame()
    key = node_of(app, "search")
    result = sink(app).told[-1]["nodes"]
    assert result[str(key)]["caret"] == 10
    (run,) = result[str(key)]["children"]
    assert result[str(run)] == {"role": "run", "name": "hit points", "rect": result[str(run)]["rect"], "on": None}
    act(app, "caret", key, 0)
    assert field.caret == 0 and sink(app).told[-1]["nodes"][str(key)]["caret"] == 0, "told, though it is the first"  # type: ignore[attr-defined]
    act(app, "caret", key, 99)
    assert field.caret == 10  # type: ignore[attr-defined]


@pytest.mark.parametrize("app", ["hex_move"], indirect=True)
def test_on_linux_what_is_said_goes_with_what_has_the_focus(app: App) -> None:
    """Orca 43 knows no announcements, but speaks changes of the focused control's description."""
    sink(app).carries = True
    app.tree.focus(app.tree.find("log"))
    app.frame()
    sink(app).told.clear()
    act(app, "click", node_of(app, "redo"))
    now = sink(app).told[-1]
    assert now["nodes"][str(now["focus"])]["more"].startswith("Nothing was undone")
    assert now["nodes"][str(LIVE)]["still"] is True


@pytest.mark.parametrize("app", ["hex_move"], indirect=True)
def test_a_counter_and_then_a_place_are_pressed_as_rows_of_the_board(app: App) -> None:
    scene = app.scene
    assert isinstance(scene, PlayScene)
    rows = scene.access_rows.rows()
    end = next(number for number, text in enumerate(rows.texts) if text.startswith("can go to"))
    steps = len(scene.session.steps)
    act(app, "click", node_of(app, "board", end))
    assert scene.hand.armed_command is not None and len(scene.session.steps) == steps
    again = next(n for n, text in enumerate(scene.access_rows.rows().texts) if "press again to give the order" in text)
    act(app, "click", node_of(app, "board", again))
    assert len(scene.session.steps) > steps


@pytest.mark.parametrize("app", ["settings"], indirect=True)
def test_focus_press_and_sliders_from_afar(app: App) -> None:
    act(app, "focus", node_of(app, "muted"))
    assert app.tree.focused is app.tree.find("muted")
    act(app, "click", node_of(app, "muted"))
    assert app.settings.muted
    slider = node_of(app, "volume_guns")
    act(app, "set", slider, 40.0)
    assert app.settings.volumes["guns"] == 40
    act(app, "more", slider)
    assert app.settings.volumes["guns"] == 45
    act(app, "less", slider)
    assert app.settings.volumes["guns"] == 40
    act(app, "click", node_of(app, "keys", 3))
    assert app.tree.find("keys").value_now() == 3


@pytest.mark.parametrize("app", ["rulebook"], indirect=True)
def test_words_are_set_into_a_text_field_as_if_typed(app: App) -> None:
    field = next(widget for widget in app.tree.root.walk() if widget.kind == "text_input")
    act(app, "set", node_of(app, field.id), "smoke")
    assert field.value_now() == "smoke"


@pytest.mark.parametrize("app", ["title"], indirect=True)
def test_stale_and_senseless_requests_do_nothing(app: App) -> None:
    for node, action in ((99_999, "click"), (LIVE, "click"), (0, "focus"), (node_of(app, "play"), "dance")):
        act(app, action, node, "?")
    gone = node_of(app, "play")
    app.screens.settings()
    act(app, "click", gone)
    assert app.scene.title == "Settings"


@pytest.mark.parametrize("app", ["title"], indirect=True)
def test_whatever_fails_is_logged_once_and_the_game_goes_on(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    class Panic(BaseException):
        """As the library's own: no Exception."""

    def fails(*words: object) -> None:
        raise Panic("broken")

    monkeypatch.setattr(app.reader.painter, "picture", fails)
    for _ in range(3):
        app.tree.focus_next()
        settle(app)
    assert not app.reader.active and "broken" in app.reader.state()
    assert len((app.folders.logs / LOG).read_text("utf-8").splitlines()) == 1
