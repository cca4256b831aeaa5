"""Resuming by typing.

What the program prints works, what cannot be done is refused, nothing is played without an order.
"""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from game.console.playing import Refused, play_verb
from game.console.text import play
from game.saving import where_kept
from main import main, parser
from rules.kernel.logbook import Logbook, read
from rules.kernel.session import Session
from tests.conftest import begin
from tests.console.test_text_route import Keyboard

BATTLE = "nw_smoke/little_and_gregory"


@pytest.fixture(autouse=True)
def type_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Type one line and leave."""
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))


def save_game(path: Path, **players: str) -> Path:
    session = begin(BATTLE, seed=3)
    session.header = session.header.but(players=players)
    session.keep_in(path)
    session.close()
    return path


def resume(path: Path, user: Path, *words: str) -> int:
    return play_verb(parser().parse_args(["--user-dir", str(user), "play", "--text", "--resume", str(path), *words]))


@pytest.mark.parametrize("opponent", ["matched:4", "/no/such/program", "captain"])
def test_the_command_that_is_printed_resumes_the_game(
    opponent: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert resume(save_game(tmp_path / "a.game", USN="human", IJN=opponent), tmp_path) == 0
    out = capsys.readouterr().out
    assert "To continue" in out
    assert ("you play" in out) is opponent.startswith("/")


@pytest.mark.parametrize(
    "words", [("--side", "USN"), ("--opponent", "quick"), ("--seed", "5"), ("--referee",)], ids=lambda words: words[0]
)
def test_what_a_saved_game_cannot_honour_is_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    path = save_game(tmp_path / "a.game", USN="human", IJN="captain")
    before = path.read_bytes()
    with pytest.raises(Refused, match=f"leave out {words[0]}"):
        resume(path, tmp_path, *words)
    assert path.read_bytes() == before


def test_a_game_of_two_computers_is_not_played_on_into_its_file(tmp_path: Path) -> None:
    path = save_game(tmp_path / "a.game", USN="random", IJN="random")
    before = path.read_bytes()
    with pytest.raises(Refused, match="two computers"):
        resume(path, tmp_path)
    assert path.read_bytes() == before


def test_a_damaged_game_goes_on_from_here_in_a_new_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sound = save_game(tmp_path / "a.game", USN="human", IJN="captain")
    reading = read(sound)
    path = tmp_path / "b.game"
    with Logbook.create(path, {**reading.header, "game": "1.0"}) as book:
        for entry in reading.entries:
            book.append(entry)
        book.append({"t": "do", "c": {"t": "zzz"}, "d": [], "h": ""})
    before = path.read_bytes()
    with pytest.raises(Refused, match=r"version 1\.0.*--from-here"):
        resume(path, tmp_path)
    assert resume(path, tmp_path, "--from-here") == 0
    (fresh,) = (tmp_path / "saves").glob("*.game")
    assert f"The game is saved in {fresh}" in capsys.readouterr().out
    assert path.read_bytes() == before


def test_an_own_battle_with_a_wrong_field_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (Path(__file__).parents[2] / "maps" / f"{BATTLE}.yaml").read_text("utf-8")
    own = tmp_path / "workshop" / "nw_smoke" / "my_fight.yaml"
    own.parent.mkdir(parents=True)
    renamed = text.replace("key: little_and_gregory", "key: my_fight")
    own.write_text(renamed.replace("turns: ", "turns: x"), "utf-8")
    base = ["--user-dir", str(tmp_path)]
    assert main([*base, "play", "--text", "--scenario", "nw_smoke/my_fight"]) != 0
    output = capsys.readouterr()
    assert "my_fight.yaml:" in output.err + output.out and "turns" in output.err + output.out
    assert "unknown battle" not in output.err + output.out
    assert main([*base, "list", "nw_smoke"]) == 0
    assert "my_fight.yaml:" in capsys.readouterr().out


def test_while_the_disk_refuses_nothing_says_that_the_game_is_kept(tmp_path: Path) -> None:
    session: Session = begin(BATTLE, seed=3)
    session.keep_in(tmp_path / "a.game")
    assert where_kept(session).startswith("The game is saved in")
    (tmp_path / "a.game").rename(tmp_path / "moved.game")
    keyboard = Keyboard("", "speed ijn-destroyers 2", "yes", "save", "quit")
    play(keyboard.table(session, dict.fromkeys(session.players)))
    assert "NOT SAVED" in keyboard.text
    assert "saved in" not in keyboard.text.partition("NOT SAVED")[2]
    assert where_kept(session).startswith("NOT SAVED: the last order is not saved")
