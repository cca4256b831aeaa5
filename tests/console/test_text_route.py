"""Text play: a whole game by typing, in a process of its own, and the text table."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.console.table import SpokenTable as Table
from game.console.text import SPOKEN, play
from game.library import open_library, open_map
from game.table.input_matching import Unclear, find_command, find_piece, find_place, two_places
from rules import SYSTEMS
from rules.kernel.flow import Done
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command
from rules.kernel.view import Hull, Piece
from rules.players import Player, make_player
from tests.console.run import run_main, saved_in
from tests.players.toy import NAMES, TOY, Lay, Steam, toy_session


class Keyboard:
    """Types the given lines, then ends."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.shown: list[str] = []
        self.wiped = 0

    def ask(self, prompt: str) -> str | None:
        self.shown.append(prompt)
        return self.lines.pop(0) if self.lines else None

    def wipe(self) -> None:
        self.wiped += 1
        self.shown.append("<wiped>")

    def table(self, session: Session, players: dict[str, Player | None]) -> Table:
        return Table(session, players, self.ask, self.shown.append, self.wipe)

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


def solo(*lines: str, session: Session | None = None) -> Keyboard:
    """Blue at the keyboard against a random Red on the toy lake."""
    keyboard = Keyboard(*lines)
    play(keyboard.table(session or toy_session(), {"blue": None, "red": make_player("random", 1)}))
    return keyboard


def test_the_board_is_described_in_words() -> None:
    text = solo("look").text
    assert "Turn 1 of 3" in text
    assert "Gannet (blue), band 10, hull 4 of 4, nearest enemy Sea Otter, 10 bands" in text
    assert "Weather: calm" in text


def test_a_piece_is_described_with_its_card() -> None:
    assert "hull 4" in solo("look sea otter").text


def test_a_piece_is_found_by_the_beginning_of_its_name_and_the_nearest_is_named_otherwise() -> None:
    assert "Sea Otter (red)" in solo("look otter").text
    assert "did you mean gannet?" in solo("look ganet").text


def test_offers_are_numbered_and_a_number_gives_the_order() -> None:
    keyboard = solo("offers", "offers 1", "1.12")
    assert "60 choices, type: offers 1" in keyboard.text
    assert "1.12  Steam Gannet to band 12  (steam blue 12)" in keyboard.text
    assert "Gannet steams to band 12" in keyboard.text


@pytest.mark.parametrize("typed", ["steam blue 12", "STEAM blue 12", "steam gannet 12", "steam gan 12", "1.12", "1 12"])
def test_an_order_can_be_typed_in_many_ways(typed: str) -> None:
    seat = Seat(toy_session(), "blue")
    assert find_command(TOY, seat, NAMES, typed) == Steam("blue", "blue", 12)


def test_an_order_that_means_several_things_is_asked_back() -> None:
    with pytest.raises(Unclear, match="Type one of the numbers"):
        find_command(TOY, Seat(toy_session(), "blue"), NAMES, "steam")


def test_a_free_choice_is_typed_with_its_fields() -> None:
    session = toy_session()
    for command in (Done("blue"), Done("red"), Done("blue"), Done("red")):
        session.submit(command)
    assert find_command(TOY, Seat(session, "blue"), NAMES, "lay gannet 45") == Lay("blue", "blue", 45)
    with pytest.raises(Unclear, match="lay <boat> <degrees>"):
        find_command(TOY, Seat(session, "blue"), NAMES, "1")


def test_an_order_that_is_not_possible_is_refused_with_every_reason_and_rule() -> None:
    text = solo("steam gannet 99", "shoot gannet otter").text
    assert "band 99 is off the lake: bands 1 to 60 [T-1]" in text
    assert "Gunfire is an order of phase 2, Gunfire; this is phase 1, Steaming [T-2]" in text


def test_a_shortened_order_is_shown_in_full_and_given_only_when_it_is_confirmed() -> None:
    text = solo("steam gan 12", "look", "").text
    assert "Short for: steam blue 12" in text and "Gannet steams to band 12" not in text
    assert "Gannet steams to band 12" in solo("steam gan 12", "").text
    assert "Gannet steams to band 12" in solo("steam gan 12", "yes").text
    assert "Short for" not in solo("steam gannet 12").text


def test_why_and_odds_tell_without_doing() -> None:
    session = toy_session()
    session.submit(Steam("blue", "blue", 19))
    session.submit(Steam("red", "red", 20))
    steps = len(session.steps)
    text = solo("why shoot gannet otter", "odds shoot gannet otter", session=session).text
    assert "This is legal now: shoot blue red" in text
    assert "Odds, exact:" in text
    assert "69.4 per cent: 2 hits" in text
    assert len(session.steps) == steps


def test_rules_are_searched_and_read_with_where_they_come_from() -> None:
    text = solo("rules", "rules gunfire", "rule t-2", "rule t-9").text
    assert "The lake: 4 rules" in text
    assert "1 rule found" in text
    assert "T-2 Gunfire (public source)" in text
    assert "unknown rule 't-9'" in text


def test_an_order_is_taken_back_and_given_again() -> None:
    entry = open_library(SYSTEMS).entries[0]
    session = Session(SYSTEMS[entry.system], entry.scenario, open_map(entry.system, entry.scenario.map), seed=1)
    before = session.digest()
    orders = ["", "1.1", "undo", "undo"]
    keyboard = Keyboard(*orders)
    play(keyboard.table(session, dict.fromkeys(session.players)))
    taken = next(line for line in keyboard.shown if line.startswith("Undone: "))
    assert "This cannot be undone: no order has been given yet." in keyboard.shown
    assert session.digest() == before
    play(Keyboard("", "redo").table(session, dict.fromkeys(session.players)))
    assert f"Undone: {format_command(session.steps[-1].command)}" == taken


def test_an_order_is_not_taken_back_after_dice_or_by_the_other_side() -> None:
    session = toy_session()
    keyboard = Keyboard("", "done", "", "undo", "done", "", "shoot gannet sea otter", "", "undo")
    play(keyboard.table(session, {"blue": None, "red": None}))
    assert keyboard.shown.count("This cannot be undone: the last order was not yours.") == 2
    assert [format_command(step.command) for step in session.steps] == ["begin", "done", "done", "shoot blue red"]


def test_an_unknown_order_is_told_with_what_can_be_typed() -> None:
    text = solo("hello", "steem gannet 12", "lok").text
    assert "Not understood: unknown order 'hello'" in text
    assert "Did you mean steam?" in text
    assert "Or did you mean `look [piece]`?" in text


def test_the_screen_is_wiped_before_it_is_handed_over_and_again_after() -> None:
    keyboard = Keyboard("", "steam gannet 33", "", "look", "")
    play(keyboard.table(toy_session(), {"blue": None, "red": None}))
    assert keyboard.wiped >= 4
    first = keyboard.text.index("Hand over to Red")
    assert "<wiped>" in keyboard.text[first - 90 : first]
    assert "Red, press Enter when only you can see the screen (or type quit)." in keyboard.text
    assert "You command Red" in keyboard.text[first:]


def test_help_names_everything_that_can_be_typed() -> None:
    text = solo("help").text
    for word, spoken in SPOKEN.items():
        assert spoken.usage in text or word == "exit"
    for order in ("steam <boat> <band>", "shoot <boat> <target>", "lay <boat> <degrees>", "done"):
        assert order in text


def test_control_characters_of_a_foreign_file_never_reach_the_terminal() -> None:
    keyboard = Keyboard()
    keyboard.table(toy_session(), {"blue": None, "red": None}).say("a\x1b[31mb\x07c")
    assert keyboard.shown == ["a?[31mb?c"]


def test_the_game_is_told_to_its_end_and_both_ledgers_are_shown() -> None:
    lines = ["done"] * 20
    text = solo(*lines, session=toy_session(turns=2)).text
    assert "victory point" in text.splitlines()[-1] or "[T-4]" in text.splitlines()[-1]


def test_places_are_typed_as_each_kind_of_board_prints_them() -> None:
    pieces = (
        Piece(
            id="d1",
            side="usn",
            name="Able",
            at=(1605,),
            hulls=(Hull(name="Helena", type="CL", length_ft=1, beam_ft=1),),
        ),
    )
    assert find_place("hex", pieces, "1605") == (1605,)
    assert find_place("hex", pieces, "helena") == (1605,)
    assert find_place("bands", (), "3,2") == (3, 2)
    assert find_place("table", (), "12.5,30") == (12500, 30000)
    assert two_places("hex", pieces, "from able to 1610") == ((1605,), (1610,))
    assert find_piece(pieces, "D1").name == "Able"
    for wrong in ("1600", "nowhere"):
        with pytest.raises(Unclear):
            find_place("hex", pieces, wrong)


def test_a_game_between_computers_is_told_when_nobody_is_there(tmp_path: Path) -> None:
    done = run_main(tmp_path, "play", "--text", "--seed", "3", "--opponent", "random")
    assert done.returncode == 0, done.stderr
    assert "two computer players play the game" in done.stdout
    assert "why: picked at random" in done.stdout
    assert "victory point" in done.stdout
    assert saved_in(tmp_path).is_file()


def test_the_same_seed_tells_the_same_game(tmp_path: Path) -> None:
    lines = []
    for name in ("a", "b"):
        done = run_main(tmp_path / name, "play", "--text", "--seed", "8", "--opponent", "quick")
        lines.append([line for line in done.stdout.splitlines() if "saved in" not in line])
    assert lines[0] == lines[1]


def test_a_game_is_played_left_and_gone_on_with(tmp_path: Path) -> None:
    done = run_main(tmp_path, "play", "--text", "--side", "1", typed="look\noffers\nhelp\nquit\n")
    assert done.returncode == 2
    assert "unknown side '1'; expected" in done.stderr
    key = next(iter(SYSTEMS))
    done = run_main(
        tmp_path, "play", "--text", "--opponent", "human", "--seed", "3", typed="\nlook\noffers\nrules\nquit\n"
    )
    assert done.returncode == 0, done.stderr
    assert SYSTEMS[key].title in done.stdout
    assert "Hand over to" in done.stdout
    assert "End phase" in done.stdout
    again = run_main(tmp_path, "play", "--text", "--resume", str(saved_in(tmp_path)), typed="\nlog\nquit\n")
    assert again.returncode == 0, again.stderr
    assert f'To continue: main.py play --text --resume "{saved_in(tmp_path)}"' in again.stdout


def test_without_a_display_and_a_terminal_it_says_what_it_needs_and_plays_nothing(tmp_path: Path) -> None:
    done = run_main(tmp_path, "play", "--seed", "3", "--opponent", "random", "--quiet")
    assert done.returncode == 2
    assert "error: the window cannot be opened" in done.stderr
    assert "no display" in done.stderr and "main.py play --text" in done.stderr
    assert done.stdout == ""
    assert list(tmp_path.rglob("*.game")) == []


def test_orders_given_by_real_dice_ask_for_the_faces(tmp_path: Path) -> None:
    typed = "9\n" + "4\n" * 40
    done = run_main(tmp_path, "play", "--text", "--referee", "--opponent", "human", typed=typed)
    assert "and type the result" in done.stdout


def test_an_unknown_scenario_names_those_there_are(tmp_path: Path) -> None:
    done = run_main(tmp_path, "play", "--text", "--scenario", "no_such_battle")
    assert done.returncode == 2
    assert "unknown battle 'no_such_battle'" in done.stderr
    assert "/" in done.stderr.split("Expected one of:")[1]


def test_orders_come_from_a_pipe(tmp_path: Path) -> None:
    """A pipe with orders in it is a player; one that has already ended leaves the game to the computer players."""
    played = run_main(
        tmp_path, "play", "--text", "--scenario", "nw_smoke/little_and_gregory", "--seed", "4", typed="look\nquit\n"
    )
    assert "You command" in played.stdout and "two computer players" not in played.stdout
    assert (tmp_path / "other").mkdir() is None
    output = run_main(
        tmp_path / "other", "play", "--text", "--scenario", "nw_smoke/little_and_gregory", "--seed", "4", "--quiet"
    )
    assert "two computer players play the game" in output.stdout
