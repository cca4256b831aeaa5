"""`balance --write`, `--rows`, `list`: the table of the battles' balance, made in parts, and its use."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest

from game.console.balance_table import list_verb, record_results, write_balance
from game.console.cluster import MEASURED, program_digest  # type: ignore[attr-defined]
from game.library import Entry, open_library
from game.table.win_chance import how_even
from rules import SYSTEMS
from rules.kernel.chance import OPENINGS_FILE
from rules.players import balanced
from rules.players.balanced import Balanced, balance_of, load_balanced, share_of
from tests.console.run import run_main

DUEL = "quickfire/lesson_duel"


def entry_of(name: str) -> Entry:
    return open_library(SYSTEMS).find(name)


def row_of(entry: Entry, won: int, drawn: int, lost: int) -> Balanced:
    first, second = (side.key for side in entry.scenario.sides)
    kept: dict[str, Balanced] = {}
    record_results(kept, entry, [first] * won + [""] * drawn + [second] * lost, "program", "2026-11-23")
    return kept[entry.name]


def test_a_battle_played_again_takes_the_place_of_its_line_and_the_others_stay(tmp_path: Path) -> None:
    table, duel, wells = tmp_path / "balance.yaml", entry_of(DUEL), entry_of("battles_for_empire/the_wells")
    us, france = (side.key for side in duel.scenario.sides)
    write_balance(wells, ["british", "mahdist"], table)
    write_balance(duel, [us, france, "", us], table)
    write_balance(wells, ["british"], table)
    kept = load_balanced(table)
    assert list(kept) == [DUEL, wells.name], "in the order of the list of battles"
    assert (kept[DUEL].won, kept[DUEL].drawn, kept[DUEL].lost, kept[DUEL].share) == (2, 1, 1, share_of(2, 1, 1))
    assert (kept[wells.name].won, kept[wells.name].lost) == (1, 0)
    assert kept[DUEL].program == program_digest(), "which program played them"
    assert balance_of(duel.scenario, table) == kept[DUEL]
    assert balance_of(duel.scenario.but(turns=duel.scenario.turns + 1), table) is None, "changed since: not measured"


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ((52, 0, 48), ""),
        ((90, 0, 10), "Unbalanced: favours {0}."),
        ((10, 10, 80), "Unbalanced: favours {1}."),
        ((3, 0, 1), "It may favour {0}; too few games to be sure."),
    ],
)
def test_a_battle_says_how_even_it_is_between_captains(
    tmp_path: Path, results: tuple[int, int, int], words: str
) -> None:
    """Outside 35 to 65 hundredths of the points it is called uneven, and whether that is sure."""
    entry = entry_of(DUEL)
    sides = [side.name for side in entry.scenario.sides]
    first, second = (side.key for side in entry.scenario.sides)
    won, drawn, lost = results
    write_balance(entry, [first] * won + [""] * drawn + [second] * lost, tmp_path / "balance.yaml")
    text = how_even(SYSTEMS[entry.system], entry.scenario, tmp_path / "balance.yaml")
    share, low, high = share_of(*results)
    head = f"{sides[0]} {share} % [{low}, {high}] in {sum(results)} games between Captains: {sides[0]} won {won}, "
    assert text == f"{head}{sides[1]} {lost}, {drawn} drawn." + f" {words.format(*sides)}".rstrip()


def test_every_line_of_the_kept_table_agrees_with_its_own_games_and_is_of_a_battle_there_is() -> None:
    for name, row in load_balanced().items():
        assert row.share == share_of(row.won, row.drawn, row.lost), name
        assert entry_of(name).name == name and row.games >= 1
    assert MEASURED == balanced.TABLE, "what was measured with a program does not change its digest"


def test_openings_set_from_the_table_do_not_make_its_rows_older(monkeypatch: pytest.MonkeyPatch) -> None:
    before, read = program_digest(), Path.read_text

    def read_openings(path: Path, *args: str) -> str:
        return read(path, *args) + ("# new" if path.name == OPENINGS_FILE else "")

    monkeypatch.setattr(Path, "read_text", read_openings)
    assert program_digest() == before


def test_the_list_tells_every_battle_and_how_even_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert list_verb(Namespace(game="quickfire")) == 0
    output = capsys.readouterr().out
    for entry in open_library(["quickfire"]).entries:
        assert f"{entry.name}: {entry.title}, {entry.scenario.turns} turns" in output
        assert how_even(SYSTEMS["quickfire"], entry.scenario)[:40] in output


def test_games_in_the_file_of_rows_are_not_played_again(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    words = ("balance", "nw_smoke/little_and_gregory", "--players", "random", "--jobs", "1", "--rows", str(rows))
    assert run_main(tmp_path, *words, "--games", "3").returncode == 0
    kept = [json.loads(line) for line in rows.read_text("utf-8").splitlines()]
    other = {**kept[1], "program": "another"}
    rows.write_text("".join(json.dumps(line) + "\n" for line in (kept[0], other, kept[2])), "utf-8")
    done = run_main(tmp_path, *words, "--games", "5")
    whole = run_main(tmp_path, *words[:-2], "--games", "5")
    assert done.stdout == whole.stdout, "the same figures and digest as of one run"
    fresh = [json.loads(line) for line in rows.read_text("utf-8").splitlines()][3:]
    assert [line["number"] for line in fresh] == [1, 3, 4], "that of another program counts for nothing"


def test_what_others_than_captains_did_is_not_kept(tmp_path: Path) -> None:
    done = run_main(tmp_path, "balance", DUEL, "--players", "random", "--games", "1", "--write")
    assert done.returncode == 2 and "--write needs Captains as players" in done.stderr


def test_no_game_is_begun_after_its_seconds(tmp_path: Path) -> None:
    words = ("balance", "nw_smoke/little_and_gregory", "--players", "random", "--jobs", "1")
    done = run_main(tmp_path, *words, "--seconds", "0.000001")
    assert done.returncode == 0 and "no games finished" in done.stdout
