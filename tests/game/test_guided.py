"""The guided battle: each phase is explained once, when it first comes; it is saved, resumed and ends normally."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from game.console.table import SpokenTable
from game.console.text import play
from game.folders import find_folders
from game.library import open_library
from game.scenes import start
from game.scenes.course import CourseScene
from game.scenes.play import PlayScene
from game.stack import Pop, Push
from game.teach import guided
from game.teach.guide import plain_lesson
from game.teach.guided import explanations_now, guide_of, guided_file, load_guided, new_phases
from main import main
from rules import SYSTEMS
from rules.kernel.datafile import DataError
from rules.kernel.events import PhaseBegan
from rules.kernel.flow import Done
from rules.kernel.session import Session
from rules.kernel.system import format_command
from rules.players import HUMAN, make_player
from tests.capabilities import PUBLISHED
from tests.conftest import ROOT, map_named
from tests.game.test_teach_scenes import School

RARE = {"end", "melee", "torpedoes"}  # phases that may never come for a side that does the least
each = pytest.mark.parametrize("system", PUBLISHED)


def begin(system: str, seed: int = 5) -> Session:
    """Begin the guided battle of a game."""
    battle = load_guided(guided_file(system))
    entry = battle.entry(open_library([system]).find(f"{system}/{battle.scenario}"))
    players = {side.key: HUMAN if side.key == battle.side else battle.opponent for side in entry.scenario.sides}
    sheet = map_named(system, entry.scenario.map) if entry.scenario.map else None
    return Session(SYSTEMS[system], entry.scenario, sheet, entry.scenario.options, seed=seed, players=players)


def titles_of(session: Session) -> set[str]:
    """Return the phases played so far."""
    return {event.title for step in session.steps for event in step.events if isinstance(event, PhaseBegan)}


class Typist:
    """A player who types the least a game needs, and keeps what is said."""

    def __init__(self, session: Session) -> None:
        players = {
            side: None if kind == HUMAN else make_player("random", number)
            for number, (side, kind) in enumerate(session.players.items())
        }
        self.said: list[str] = []
        self.table = SpokenTable(session, players, self.answer, self.said.append, lambda: None)

    def answer(self, prompt: str) -> str:
        """Type the end of the phase, else the first order on offer."""
        commands = [command for offer in self.table.seat.offers() for command in offer.commands]
        done = Done(self.table.side)
        return format_command(commands[0] if self.table.seat.check(done) else done)


@each
def test_each_phase_is_explained_once_and_the_battle_ends(system: str) -> None:
    """A line for each phase that comes, each with a rule; nothing is said twice; the game is over at its end."""
    session = begin(system)
    typist = Typist(session)
    assert play(typist.table) and session.over
    battle = guide_of(session.scenario)
    assert battle is not None
    sequence = session.system.sequence
    asked = {sequence[step.phase].name for step in session.steps if step.actor == battle.side}
    alone = {phase.name for phase in sequence if not phase.verbs and phase.title in titles_of(session)}
    told = [name for name, words in battle.phases.items() for said in typist.said if said == plain_lesson(words)]
    assert sorted(told) == sorted(asked | alone)
    assert asked | alone >= set(battle.phases) - RARE


@each
def test_no_line_is_long(system: str) -> None:
    assert [words for words in load_guided(guided_file(system)).phases.values() if len(words) > 330] == []


@each
def test_the_lessons_page_begins_it_and_its_strip_goes_when_the_phase_is_known(system: str, tmp_path: Path) -> None:
    learner = School(tmp_path)
    learner.app.screens.course(system)
    learner.wait()
    learner.press("guided_battle")
    scene = learner.app.scene
    assert isinstance(scene, PlayScene) and scene.session.scenario.title.startswith(guided.MARK)
    battle = load_guided(guided_file(system))
    side = battle.side
    assert scene.session.players[side] == HUMAN
    for _ in range(200):
        if scene.my_turn:
            break
        learner.wait(times=3)
    first = explanations_now(battle, scene.session, side)
    assert first and learner.is_shown("guide")
    assert all(plain_lesson(words).partition(" [")[0] in learner.words("guide_text") for words in first)
    learner.press("guide_close")
    assert not learner.is_shown("guide")
    before = new_phases(scene.session, side)
    path = scene.session.path
    assert path is not None
    learner.app.change(Pop())
    assert isinstance(learner.app.scene, CourseScene)
    start.open_saved(learner.app, path)
    again = learner.app.scene
    learner.wait()
    assert isinstance(again, PlayScene) and new_phases(again.session, side) == before
    assert learner.is_shown("guide") and learner.words("guide_text")


def test_a_phase_that_is_explained_is_not_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phase with nothing at stake is normally skipped; it is not skipped while its explanation is new."""
    session = begin("nw_smoke")
    learner = School(tmp_path)
    scene = PlayScene(learner.app, session, {"USN": HUMAN, "IJN": HUMAN})
    learner.app.change(Push(scene))
    stopping = scene.passing.stopping
    monkeypatch.setattr(stopping, "stakes", lambda hand: ())
    assert stopping.passing(scene.hand) is None
    stopping.waits = lambda: False
    assert stopping.passing(scene.hand) == scene.hand.done is not None


def test_the_same_battle_without_guide_has_no_strip(tmp_path: Path) -> None:
    session = begin("nw_smoke")
    plain = Session(session.system, session.scenario.but(title="Little and Gregory"), session.sheet, seed=5)
    assert guide_of(plain.scenario) is None
    learner = School(tmp_path)
    assert PlayScene(learner.app, plain, {"USN": HUMAN, "IJN": HUMAN}).below() is None


def test_after_a_lesson_its_guided_battle_is_one_click_away(tmp_path: Path) -> None:
    learner = School(tmp_path)
    scene = learner.begin("quickfire/learn_in_five_minutes")
    scene._go(lambda: scene.guide.go_to(99))
    learner.press("lesson_battle")
    assert isinstance(learner.app.scene, PlayScene)
    assert learner.app.scene.session.scenario.title.startswith(guided.MARK)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("scenario: lesson_duel", "scenario: nowhere", "nowhere"),
        ("side: usa", "side: moon", "side: expected one of usa, france, found 'moon'"),
        ("  movement: >-", "  dancing: >-", "phases.dancing"),
        ("QF-SEQ-H2", "QF-NOWHERE", "unknown rule 'QF-NOWHERE'"),
        ("[[QF-TOR-H2]]", "", "expected a rule"),
        ("phases:", "colour: red\nphases:", "colour"),
        ("phases:", "phases: [", "expected"),
    ],
)
def test_a_file_that_is_wrong_is_told_with_its_field_and_the_program_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, told: str
) -> None:
    text = guided_file("quickfire").read_text("utf-8")
    assert old in text
    bad = tmp_path / "quickfire.yaml"
    bad.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(DataError) as caught:
        load_guided(bad)
    assert told in str(caught.value) and "quickfire.yaml" in str(caught.value)
    if "[" not in new:  # a file that is no YAML is of no kind
        assert main(["--user-dir", str(tmp_path), "check", str(bad)]) == 1
    monkeypatch.setattr(start, "guided_file", lambda system: bad)
    learner = School(tmp_path)
    start.start_guided(learner.app, "quickfire")
    learner.wait()
    assert learner.is_shown("cannot_start_close") and not isinstance(learner.app.scene, PlayScene)


def test_it_is_played_by_typing_left_and_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("done\nquit\n"))
    assert main(["--user-dir", str(tmp_path), "lessons", "battle", "nw_smoke"]) == 0
    first = capsys.readouterr().out
    lines = {name: plain_lesson(words) for name, words in load_guided(guided_file("nw_smoke")).phases.items()}
    assert lines["orders"] in first and lines["movement"] in first and lines["gunnery"] not in first
    saved = next((find_folders(str(tmp_path)).saves).glob("*.game"))
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["--user-dir", str(tmp_path), "play", "--text", "--resume", str(saved)]) == 0
    again = capsys.readouterr().out
    assert lines["movement"] in again and lines["orders"] not in again


def test_there_is_one_for_every_game() -> None:
    assert {path.stem for path in (ROOT / "maps" / guided.FOLDER).glob("*.yaml")} == set(PUBLISHED)
