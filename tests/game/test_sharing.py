"""A position shared as picture, script and text; the script can be played on."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.hud.screenshot import as_picture, picture_bytes
from game.scenes.play import PlayScene
from game.scenes.share import import_dialog, share_dialog
from game.scenes.start import open_script
from game.table.log_feed import captions_with_rolls
from game.table.sharing import SHARED, CannotShare, as_script, as_text, session_of, write_shared
from game.ui.fonts import FontBook
from game.ui.theme import palette_named
from rules import SYSTEMS
from rules.kernel.datafile import DataError
from rules.kernel.dice import SeededDice
from rules.kernel.seat import describe_step
from rules.kernel.session import Session
from rules.kernel.system import Caption
from tests.conftest import begin, games, stroll
from tests.console.run import run_main
from tests.game.test_teach_scenes import School
from tests.test_replays import golden_session

FIRSTS = [next(game for game in games() if game.startswith(f"{key}/")) for key in SYSTEMS]


def play_orders(game: str, orders: int = 12) -> Session:
    session = begin(game, seed=5)
    for _ in stroll(session, SeededDice(9), orders):
        pass
    return session


@pytest.fixture
def school(tmp_path: Path) -> School:
    return School(tmp_path)


@pytest.mark.parametrize("game", FIRSTS)
def test_a_shared_script_leads_to_the_same_position_and_can_be_played_on(game: str, tmp_path: Path) -> None:
    session = play_orders(game)
    path = write_shared(tmp_path, session, "script", as_script(session).encode("utf-8"))
    again = session_of(path)
    assert again.digest() == session.digest()
    assert again.actor == session.actor
    assert list(stroll(again, SeededDice(3), 3))


@pytest.mark.parametrize("game", FIRSTS)
def test_the_words_tell_where_everything_is(game: str) -> None:
    session = play_orders(game)
    text = as_text(session, "")
    assert session.scenario.title in text
    assert "Seen by the referee." in text
    names = {note.key: note.name for note in session.scenario.sides}
    assert session.over or f"{names[session.actor]} to act." in text


def test_words_and_picture_show_only_what_a_side_may_see() -> None:
    session = begin("nw_smoke/little_and_gregory", seed=1)
    assert as_text(session, "USN") != as_text(session, "")
    hidden = session.system.view(session.system.known_state(session.state, "USN"), "USN")
    assert {piece.id for piece in hidden.pieces if piece.known and not piece.ghost} == {"usn-transports"}


@pytest.mark.parametrize("game", FIRSTS)
@pytest.mark.sweep(keep=2)
def test_the_picture_is_a_whole_board(game: str) -> None:
    session = play_orders(game, 4)
    picture = as_picture(session, "", palette_named("night"), FontBook(), (800, 500))
    assert picture.get_size() == (800, 500)
    assert len({tuple(picture.get_at((x, y))) for x in range(0, 800, 20) for y in range(0, 500, 20)}) > 8
    assert picture_bytes(picture).startswith(b"\x89PNG")


def test_two_positions_shared_in_one_second_have_two_files(tmp_path: Path) -> None:
    session = begin(FIRSTS[0])
    assert len({write_shared(tmp_path / "new", session, "text", b"x") for _ in range(3)}) == 3


@pytest.mark.parametrize(
    "text", ["", "steps: 3", "system: chess\ntitle: t\nscenario: s\nsteps: []", "- 1", "\x00", "a: &b [*b]"]
)
def test_a_hostile_script_is_refused_in_words(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises((CannotShare, DataError)) as caught:
        session_of(path)
    assert str(caught.value)


def test_a_script_whose_dice_are_forged_leads_nowhere(tmp_path: Path) -> None:
    session = play_orders(FIRSTS[0], 30)
    text = as_script(session)
    path = tmp_path / "forged.yaml"
    path.write_text(text.replace('"dice": [', '"dice": [9, ').replace("dice: [", "dice: [9, ", 1), "utf-8")
    with pytest.raises(CannotShare, match="does not reach a position"):
        session_of(path)


# --- the dialogs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "ending"), [("share_text", "txt"), ("share_script", "yaml"), ("share_picture", "png")]
)
def test_a_position_is_shared_from_the_menu(school: School, button: str, ending: str) -> None:
    session = play_orders(FIRSTS[0], 5)
    share_dialog(school.app, session, session.scenario.sides[0].key)
    school.wait()
    school.press(button)
    (made,) = (school.app.folders.saves / SHARED).glob("*")
    assert made.name.endswith(ending) and made.stat().st_size > 100
    assert made.name in " ".join(widget.spoken_text() for widget in school.app.tree.top.walk())


def test_a_script_is_chosen_and_played_on(school: School) -> None:
    session = play_orders(FIRSTS[0], 5)
    write_shared(school.app.folders.saves / SHARED, session, "script", as_script(session).encode("utf-8"))
    import_dialog(school.app)
    school.wait()
    school.press("import_0")
    school.press("script_begin")
    assert isinstance(school.app.scene, PlayScene)
    assert school.app.scene.session.digest() == session.digest()
    assert school.app.scene.session.log is not None


def test_the_path_of_a_script_can_be_typed(school: School, tmp_path: Path) -> None:
    session = play_orders(FIRSTS[0], 5)
    path = write_shared(tmp_path / "elsewhere", session, "script", as_script(session).encode("utf-8"))
    import_dialog(school.app)
    school.wait()
    school.app.handle(pygame.Event(pygame.TEXTINPUT, text=str(path)))
    school.key(pygame.K_RETURN)
    assert school.is_shown("script_dialog")


def test_a_script_that_leads_nowhere_is_told(school: School, tmp_path: Path) -> None:
    open_script(school.app, tmp_path / "nothing.yaml")
    school.wait()
    assert school.is_shown("script_error")


# --- without a window ---------------------------------------------------------------------------------------------


def test_a_position_is_shared_without_a_window(tmp_path: Path) -> None:
    lesson = "maps/lessons/quickfire/learn_in_five_minutes.yaml"
    output = run_main(tmp_path, "share", lesson, "--to", "0")
    assert output.returncode == 0 and "Battle practice" in output.stdout
    script = tmp_path / "there.yaml"
    assert run_main(tmp_path, "share", lesson, "--as", "script", "--out", str(script)).returncode == 0
    assert run_main(tmp_path, "script", str(script)).returncode == 0
    picture = tmp_path / "there.png"
    assert run_main(tmp_path, "share", lesson, "--as", "picture", "--out", str(picture)).returncode == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    on = run_main(tmp_path, "play", "--text", "--quiet", "--opponent", "random", "--resume", str(script))
    assert on.returncode == 0 and "Second gunnery" in on.stdout


@pytest.mark.parametrize("more", [["--side", "moon"], ["--to", "99"], ["--as", "picture"]])
@pytest.mark.sweep(keep=1)
def test_what_cannot_be_shared_is_told(tmp_path: Path, more: list[str]) -> None:
    done = run_main(tmp_path, "share", "maps/lessons/quickfire/learn_in_five_minutes.yaml", *more)
    assert done.returncode == 2
    assert done.stderr


# --- The log joins a roll to its effect by order and by the units both name, never by their texts ---

LEAST_JOINED = {
    "nw_smoke/first_guadalcanal": 0.6,
    "nights_of_fury/first_guadalcanal": 0.7,
    "quickfire/lesson_duel": 0.9,
    "battles_for_empire/the_wells": 0.6,
    "perfidious_albion/round_island": 0.4,
}


def roll(text: str, *names: str) -> Caption:
    return Caption(text, "d6: 5", "R", "roll", frozenset(names))


def event(text: str, *names: str) -> Caption:
    return Caption(text, "", "R", "", frozenset(names))


def joins(*captions: Caption) -> list[tuple[str, list[str]]]:
    return [(line.text, [one.text for one in rolls]) for line, rolls in captions_with_rolls(captions)]


def test_a_roll_is_joined_by_whom_it_names_though_no_other_word_is_shared() -> None:
    rows = joins(roll("Gunnery", "Little", "Fubuki"), event("Miss", "Little", "Fubuki"))
    assert rows == [("Miss", ["Gunnery"])]


def test_shared_words_join_nothing_when_the_names_differ() -> None:
    rows = joins(roll("fire check on Ohio", "Ohio"), event("fire check on Maine", "Maine"))
    assert rows == [("fire check on Ohio", []), ("fire check on Maine", [])]


def test_all_rolls_of_an_event_are_joined_in_their_order() -> None:
    rows = joins(roll("level", "Wettin"), roll("section", "Wettin"), event("A straddle fell", "Wettin", "Ohio"))
    assert rows == [("A straddle fell", ["level", "section"])]


def test_a_roll_for_one_ship_is_not_joined_to_the_next_shot_at_her() -> None:
    rows = joins(roll("fire check", "Little"), roll("shot", "Little", "Fubuki"), event("miss", "Little", "Fubuki"))
    assert rows == [("fire check", []), ("miss", ["shot"])]


def test_a_roll_that_names_nobody_stands_alone() -> None:
    assert joins(roll("visibility"), event("Weather")) == [("visibility", []), ("Weather", [])]


@pytest.mark.parametrize("game", LEAST_JOINED)
def test_most_rolls_of_a_whole_game_are_joined(game: str) -> None:
    session = golden_session(game)
    joined = alone = 0
    for number in range(len(session.steps)):
        for line, rolls in captions_with_rolls(describe_step(session, number, "").captions):
            joined += len(rolls)
            alone += line.tone == "roll"
    assert joined / (joined + alone) > LEAST_JOINED[game]
