"""External players: a program named by its path, told when its answer is wrong, replaced for that order.

The game goes on.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from game.console.balance import fixtures
from game.library import get_scenario, open_map
from game.table.table import Table
from release.makers.match import play_games
from rules import SYSTEMS
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import close_players, is_player, make_player
from rules.players.external_bot import ExternalBot
from tests.conftest import POSIX_ONLY

README = Path(__file__).parents[2] / "rules" / "players" / "README.md"


def program(folder: Path, text: str) -> str:
    path = folder / ("my_captain.py" if os.name == "nt" else "my_captain")
    path.write_text(f"#!{sys.executable}\nimport sys\n{text}", "utf-8")
    path.chmod(0o755)
    return str(path)


def seat() -> Seat:
    scenario = get_scenario("nw_smoke", "little_and_gregory")
    session = Session(SYSTEMS["nw_smoke"], scenario, open_map("nw_smoke", scenario.map), seed=3)
    return Seat(session, session.actor)


def test_the_example_of_the_readme_plays_whole_games(tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n#!.*?\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    mine = program(tmp_path, example)
    for played in play_games("nw_smoke", "little_and_gregory", fixtures(2, (mine, "captain"), 5), ""):
        assert not played.row.error and played.row.orders > 10


def test_a_python_file_needs_no_right_to_be_run(tmp_path: Path) -> None:
    path = tmp_path / "my captain.py"
    path.write_text(f"import sys\n{ANSWERS}", "utf-8")
    path.chmod(0o644)
    assert is_player(str(path)) and not is_player(str(tmp_path / "another.py"))
    player = ExternalBot(str(path), 3, patience_s=60)
    assert "the captain's choice" not in player.choose(seat()).why
    close_players([player])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('print(\'{"n": 1, "order": "fire everything"}\', flush=True); input(); input()', "expected: fire <ship>"),
        ('print(\'{"n": 1, "order": "fire little yudachi"}\', flush=True); input(); input()', "["),
        ("print('what?', flush=True); input(); input()", "a line of JSON"),
        ("print('[1]', flush=True); input(); input()", "expected {'n': 1"),
        ("import time; time.sleep(60)", "no answer within 1 seconds"),
        ("", "it has ended"),
        ("print('[' * 100_000, flush=True); input(); input()", "at most 20,000 lists"),
        ("print('[' * 1000, flush=True); input(); input()", "at most 64 levels"),
        (r"sys.stdout.buffer.write(b'{\"n\":1,\"order\":\"\xff\"}\n'); sys.stdout.flush(); input()", "byte 0xff"),
        ("print('{\"n\": 1, \"order\": \"' + 'x' * 500_000 + '\"}', flush=True); input(); input()", "expected"),
        ("while True: sys.stdout.write('x' * 65536)", "a line of more than 1,048,576 bytes"),
        ('while True: print(\'{"n": 0, "order": "done"}\')', "no answer within 1 seconds"),
    ],
)
def test_what_is_wrong_is_told_and_the_captain_steps_in(tmp_path: Path, text: str, why: str) -> None:
    player = ExternalBot(program(tmp_path, text), 3, patience_s=1.0 if "no answer" in why else 60.0)
    chair = seat()
    choice = player.choose(chair)
    assert why in choice.why and "the captain's choice instead" in choice.why
    assert choice.command == make_player("captain", 3).choose(chair).command
    assert len(choice.why) < 3000
    assert player.choose(chair).command == choice.command, "and so on, should it be dead"
    close_players([player])


def test_only_a_program_that_can_be_run_is_a_player(tmp_path: Path) -> None:
    assert is_player(program(tmp_path, "")) and is_player("captain")
    assert not is_player(str(tmp_path / "none")) and not is_player("my_captain")


def test_it_is_shown_what_its_side_may_know(tmp_path: Path) -> None:
    """The question holds only the view, the offers and the events of the seat, nothing of unseen enemies."""
    player = ExternalBot(program(tmp_path, ""), 3)
    chair = seat()
    asked = player._question(chair)
    assert sorted(asked) == ["events", "left_ms", "n", "offers", "protocol", "side", "t", "view"]
    assert asked["view"]["side"] == chair.side
    assert [offer["verb"] for offer in asked["offers"]] == [offer.verb for offer in chair.offers()]


@pytest.mark.parametrize(("said", "text"), [("", "mine says so"), ("they burn", "they burn")])
def test_an_order_without_a_reason_is_told_as_the_programs_word(
    monkeypatch: pytest.MonkeyPatch, said: str, text: str
) -> None:
    chair = seat()
    order = make_player("captain", 3).choose(chair).command
    player = ExternalBot("mine", 3)
    monkeypatch.setattr(player, "_ask", lambda seat: (order, said))
    choice = player.choose(chair)
    assert (choice.command, choice.why) == (order, text)


def test_a_player_whose_program_was_never_started_is_closed_and_not_asked() -> None:
    player = ExternalBot("./mine", 3)
    player.close()
    assert "the game is over; the captain's choice" in player.choose(seat()).why


ANSWERS = """
import json
for line in sys.stdin:
    asked = json.loads(line)
    if asked["t"] == "choose":
        order = next(o for o in asked["offers"] if o["orders"])["orders"][0]
        print(json.dumps({"n": asked["n"], "order": order, "why": "w" * 90_000 + "\\n> forged"}), flush=True)
"""


def test_a_reason_is_short_and_on_one_line(tmp_path: Path) -> None:
    player = ExternalBot(program(tmp_path, ANSWERS.replace('"w" * 90_000', '"because"')), 3, patience_s=60)
    assert player.choose(seat()).why == "because > forged"
    close_players([player])
    player = ExternalBot(program(tmp_path, ANSWERS), 3, patience_s=60)
    assert player.choose(seat()).why == "w" * 300
    close_players([player])


@pytest.mark.parametrize("text", ["import time; time.sleep(600)", 'while True: print(\'{"n": 0, "order": "x"}\')'])
def test_a_program_silent_three_times_is_ended_and_not_asked_again(tmp_path: Path, text: str) -> None:
    player, chair, began = ExternalBot(program(tmp_path, text), 3, patience_s=0.2), seat(), monotonic()
    whys = [player.choose(chair).why for _ in range(2)]
    assert all("no answer within 0.2 seconds; the captain" in why for why in whys)
    process = player._program._process  # type: ignore[union-attr]
    assert "silent 3 times, so it was ended" in player.choose(chair).why and process.poll() is not None
    assert monotonic() - began < 300, "nobody waits for it to end by itself"
    player.patience_s = 600
    assert "silent 3 times" in player.choose(chair).why, "at once"


def test_questions_that_are_never_read_block_nothing_and_do_not_pile_up(tmp_path: Path) -> None:
    """It always answers wrongly and reads nothing: every question fills the pipe a little more."""
    player, chair = ExternalBot(program(tmp_path, "while True: print('[]')"), 3, patience_s=60), seat()
    for _ in range(60):
        text = player.choose(chair).why
        if "ended" in text:
            break
    assert "it does not read its questions; silent 3 times" in text
    close_players([player])


@POSIX_ONLY
def test_nothing_that_a_program_started_outlives_the_game(tmp_path: Path) -> None:
    """A program that ignores the end of its input and a polite signal, and its child."""
    text = f"""
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = os.fork()
with open({str(tmp_path)!r} + f"/pid{{child == 0}}", "w") as file:
    file.write(str(os.getpid()))
while child and not os.path.exists({str(tmp_path)!r} + "/pidTrue"):
    time.sleep(0.01)
if child:
    print("[]", flush=True)
time.sleep(600)
"""
    player = ExternalBot(program(tmp_path, text), 3, patience_s=60)
    assert "expected {'n': 1" in player.choose(seat()).why
    close_players([player])
    for name in ("pidTrue", "pidFalse"):
        pid, latest = int((tmp_path / name).read_text()), monotonic() + 60
        while is_running(pid):
            assert monotonic() < latest
            sleep(0.01)


def is_running(pid: int) -> bool:
    """Return whether a process runs; one that has ended and waits to be collected does not."""
    status = Path(f"/proc/{pid}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_window_that_closes_does_not_wait_for_a_program_and_ends_it(tmp_path: Path) -> None:
    session = seat()._session
    player = ExternalBot(program(tmp_path, 'while True: print(\'{"n": 0, "order": "x"}\')'), 3, patience_s=600)
    table = Table(session, dict.fromkeys((side.key for side in session.scenario.sides), player))
    assert table.computer(0) is None
    latest = monotonic() + 60
    while player._program is None:
        assert monotonic() < latest
        sleep(0.01)
    process = player._program._process
    table.close()
    assert process.poll() is not None
