"""Saved games: loaded as they were, refused or opened for watching only with a sentence, and a failing disk."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rules.kernel.datafile import DataError, Problem
from rules.kernel.flow import Done, Illegal, Verb, verbs
from rules.kernel.logbook import Logbook, LogbookBusy, read
from rules.kernel.ruling import Ruling
from rules.kernel.session import SaveError, Session, load_session
from rules.kernel.system import System
from tests.kernel import toy
from tests.kernel.disks import Failing
from tests.kernel.toy import SYSTEM
from tests.kernel.toy_game import SYSTEMS, give, in_fire_phase, no_map
from tests.kernel.toy_pieces import Advance, Fire


def test_a_saved_game_is_loaded_as_it_was_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    session = in_fire_phase()
    session.keep_in(path)
    give(session, Fire("red", "r1", "b1"))
    digest, faces = session.digest(), [step.faces for step in session.steps]
    session.close()
    loaded = load_session(path, SYSTEMS, no_map)
    assert (loaded.digest(), [step.faces for step in loaded.steps]) == (digest, faces)
    assert (loaded.readonly, loaded.notice, loaded.verify()) == ("", "", "")
    twin = session.branch(len(session.steps))
    assert give(loaded, Fire("red", "r2", "b1")).faces == give(twin, Fire("red", "r2", "b1")).faces
    loaded.close()
    again = load_session(path, SYSTEMS, no_map, write=False)
    assert again.digest() == loaded.digest()


def test_the_command_is_on_disk_before_it_is_answered(tmp_path: Path) -> None:
    session = Session(SYSTEM, toy.scenario())
    session.keep_in(tmp_path / "game.log")
    give(session, Advance("red", "r1", 2))
    entry = read(tmp_path / "game.log").entries[-1]
    assert entry == {
        "t": "do",
        "c": {"type": "advance", "side": "red", "stand": "r1", "bands": 2},
        "d": [],
        "h": session.digest(),
    }


def test_taking_back_is_a_line_of_its_own_and_survives_loading(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    session = Session(SYSTEM, toy.scenario())
    session.keep_in(path)
    give(session, Advance("red", "r1", 2))
    session.undo()
    give(session, Advance("red", "r1", 1))
    session.undo()
    session.redo()
    session.close()
    assert [entry["t"] for entry in read(path).entries] == ["do", "do", "undo", "do", "undo", "do"]
    loaded = load_session(path, SYSTEMS, no_map, write=False)
    assert loaded.digest() == session.digest()
    assert [step.number for step in loaded.steps] == [0, 1]


def test_a_game_open_elsewhere_is_not_opened_for_writing(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    session = Session(SYSTEM, toy.scenario())
    session.keep_in(path)
    with pytest.raises(LogbookBusy):
        load_session(path, SYSTEMS, no_map)
    assert load_session(path, SYSTEMS, no_map, write=False).digest() == session.digest()
    session.close()


def other_rules(tmp_path: Path, worth: int) -> System:
    """Return the toy game with a different rules digest, in which a hit needs another number."""
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "fire.yaml").write_text("rule: TOY.other\n", "utf-8")
    movement, fire, rally = SYSTEM.sequence

    def do(r: Ruling, command: Fire) -> None:
        r.roll("a shot", worth, 6, "TOY.fire")
        r.set(stands={**r.state.stands, "r1": r.state.stands["r1"].but(fired=True)})

    verb: Verb = fire.verbs[Fire].but(do=do)
    changed = fire.but(verbs=verbs(verb))
    return SYSTEM.but(folder=folder, sequence=(movement, changed, rally) if worth else SYSTEM.sequence)


def saved_game(path: Path) -> Session:
    session = in_fire_phase()
    session.keep_in(path)
    give(session, Fire("red", "r1", "b1"))
    session.close()
    return session


def test_a_save_of_other_rules_that_replays_alike_is_played_on_with_a_notice(tmp_path: Path) -> None:
    saved_game(tmp_path / "game.log")
    loaded = load_session(tmp_path / "game.log", {"toy": other_rules(tmp_path, 0)}, no_map)
    assert loaded.readonly == ""
    assert "rules files have changed" in loaded.notice
    loaded.close()


def test_a_save_that_other_rules_play_otherwise_can_only_be_watched(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    saved_game(path)
    before = path.read_bytes()
    loaded = load_session(path, {"toy": other_rules(tmp_path, 2)}, no_map)
    assert "replays up to command 5 of 6 (turn 1); the rules or the map have changed" in loaded.readonly
    assert len(loaded.steps) == 5
    refused = loaded.submit(Fire("red", "r1", "b1"))
    assert isinstance(refused, tuple) and refused[0].reason == loaded.readonly
    assert isinstance(loaded.undo(), Illegal)
    assert loaded.log is None and path.read_bytes() == before
    resumed = loaded.branch(len(loaded.steps))
    resumed.keep_in(tmp_path / "resumed.log")
    give(resumed, Fire("red", "r1", "b1"))
    resumed.close()
    assert path.read_bytes() == before


def test_a_save_whose_rules_now_break_down_can_only_be_watched(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    saved_game(path)
    loaded = load_session(path, {"toy": failing_replay()}, no_map)
    assert "replays up to command 5 of 6" in loaded.readonly


def failing_replay() -> System:
    def breaks(r: Ruling, command: Fire) -> None:
        raise IndexError("a mistake in the rules code")

    movement, fire, rally = SYSTEM.sequence
    return SYSTEM.but(sequence=(movement, fire.but(verbs=verbs(fire.verbs[Fire].but(do=breaks))), rally))


def test_a_torn_last_line_is_cut_off_and_told(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    session = saved_game(path)
    path.write_bytes(path.read_bytes()[:-9])
    loaded = load_session(path, SYSTEMS, no_map)
    assert "cut off" in loaded.notice
    assert len(loaded.steps) == len(session.steps) - 1
    give(loaded, Fire("red", "r1", "b1"))
    loaded.close()
    assert load_session(path, SYSTEMS, no_map, write=False).digest() == session.digest()


def test_a_break_in_the_middle_gives_the_game_up_to_there_to_watch(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    saved_game(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], lines[3].replace(b"red", b"rex"), *lines[4:]]))
    loaded = load_session(path, SYSTEMS, no_map)
    assert len(loaded.steps) == 2
    assert "is damaged after command 2 (turn 1): line 4 is damaged" in loaded.readonly


def rewritten(path: Path, **fields: object) -> None:
    """Write a log again with other fields in its header."""
    reading = read(path)
    path.unlink()
    book = Logbook.create(path, {**reading.header, **fields})
    for entry in reading.entries:
        book.append(entry)
    book.close()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"format": 3}, "made by a newer version of the game"),
        ({"format": 3, "scenario": 3}, "made by a newer version of the game"),
        ({"system": "chess"}, "the file is a game of 'chess'"),
        ({"scenario": 3}, "line 1 is not the header of a saved game"),
    ],
)
def test_a_save_that_is_not_ours_is_refused_in_plain_words(
    tmp_path: Path, fields: dict[str, object], message: str
) -> None:
    path = tmp_path / "game.log"
    saved_game(path)
    rewritten(path, **fields)
    with pytest.raises(SaveError, match=message):
        load_session(path, SYSTEMS, no_map)


def other_scenario(**changes: object) -> dict[str, object]:
    data = msgspec.to_builtins(toy.scenario())
    assert isinstance(data, dict)
    return {**data, **changes}


def test_a_save_with_a_scenario_that_cannot_be_played_is_refused_in_plain_words(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    saved_game(path)
    rewritten(path, scenario=msgspec.to_builtins(toy.scenario(red=99)))
    with pytest.raises(SaveError, match=r"its scenario cannot be played: force red: no band"):
        load_session(path, SYSTEMS, no_map)


def test_a_save_whose_map_is_missing_is_refused_in_plain_words(tmp_path: Path) -> None:
    def missing(system: str, name: str) -> None:
        raise DataError([Problem(name, 0, 0, "", "expected a file, found nothing")])

    path = tmp_path / "game.log"
    saved_game(path)
    rewritten(path, scenario=other_scenario(map="nowhere"))
    with pytest.raises(SaveError, match="its map cannot be read: nowhere: expected a file"):
        load_session(path, SYSTEMS, missing)


@pytest.mark.parametrize("data", [b"", b"hello", b"{}\n", b"0123456789abcdef {}\n"])
def test_a_file_that_is_no_log_is_refused_in_plain_words(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game.log"
    path.write_bytes(data)
    with pytest.raises(SaveError, match=r"game\.log: "):
        load_session(path, SYSTEMS, no_map)


@pytest.mark.parametrize(
    "entry",
    [
        {"t": "undo"},
        {"t": "do"},
        {"t": "do", "c": {"type": ["go"]}, "d": [], "h": ""},
        {"t": "do", "c": {"type": "begin", "side": ""}, "d": [], "h": ""},
        {"t": "do", "c": {"type": "done", "side": "red"}, "d": ["six"], "h": ""},
        {"t": "do", "c": {"type": "done", "side": "red"}, "d": [], "h": "0"},
        {"t": "do", "c": {"type": "advance", "side": "red", "stand": "r1", "bands": 10**18}, "d": [], "h": ""},
    ],
)
def test_a_well_chained_line_of_nonsense_can_only_be_watched(tmp_path: Path, entry: dict[str, object]) -> None:
    path = tmp_path / "game.log"
    session = Session(SYSTEM, toy.scenario())
    session.keep_in(path)
    assert session.log is not None
    session.log.append(entry)
    session.close()
    loaded = load_session(path, SYSTEMS, no_map)
    assert len(loaded.steps) == 1
    assert "replays up to command 1 of 2" in loaded.readonly


def test_a_game_does_not_begin_with_anything_but_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    session = Session(SYSTEM, toy.scenario(), begin=False)
    session.keep_in(path)
    assert session.log is not None
    session.log.append({"t": "do", "c": {"type": "done", "side": ""}, "d": [], "h": ""})
    session.close()
    with pytest.raises(SaveError, match="no command of this game can be replayed"):
        load_session(path, SYSTEMS, no_map)


def test_a_full_disk_keeps_the_game_playable_and_is_caught_up_with_later(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    session = Session(SYSTEM, toy.scenario())
    session.keep_in(path)
    session.close()
    disk = Failing(0, "ENOSPC")
    session.log = Logbook.open(path, disk)
    disk.fail_next_write(for_good=True)
    give(session, Advance("red", "r1", 2))
    assert session.not_saved != ""
    session.undo()
    give(session, Advance("red", "r1", 1), Done("red"))
    assert session.not_saved != "" and session.actor == "blue"
    disk.heal()
    give(session, Done("blue"))
    assert session.not_saved == ""
    session.close()
    loaded = load_session(path, SYSTEMS, no_map, write=False)
    assert (loaded.digest(), loaded.readonly) == (session.digest(), "")


def test_saving_elsewhere_pays_what_a_full_disk_still_owed(tmp_path: Path) -> None:
    session = Session(SYSTEM, toy.scenario())
    session.keep_in(tmp_path / "full.log")
    session.close()
    disk = Failing(0, "ENOSPC")
    session.log = Logbook.open(tmp_path / "full.log", disk)
    disk.fail_next_write(for_good=True)
    give(session, Advance("red", "r1", 2))
    session.keep_in(tmp_path / "other.log")
    assert session.not_saved == ""
    give(session, Done("red"))
    session.close()
    assert load_session(tmp_path / "other.log", SYSTEMS, no_map, write=False).digest() == session.digest()
