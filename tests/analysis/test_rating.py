"""The rating: mean cost of unforced orders, ranks, insights; kept once a game, whatever is analysed again."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.table.analysis_job import Analyst
from game.teach.player_rating import FILE, load_rated, note_game
from main import main
from rules.analysis.luck_and_skill import Analysis, Decision
from rules.analysis.ranges import range_of
from rules.analysis.rating import (
    Count,
    GameRating,
    insights,
    lines,
    load_explanation,
    rank_of,
    ranks,
    rate_game,
    rating_words,
    total_count,
)
from rules.kernel.session import Session
from tests.analysis.test_luck import game
from tests.capabilities import PUBLISHED


def analyse_losses(losses: list[tuple[float, bool]]) -> tuple[Session, Analysis]:
    """Return the beginning of a game, with these costs of the first side's orders."""
    session = game("nw_smoke", orders=60)
    analyst = Analyst(session, None)
    list(analyst.run(decisions=False))
    side = next(iter(session.players))
    mine = [step.number for step in session.steps if step.actor == side]
    for number, (loss, decided) in zip(mine, losses, strict=False):
        analyst.note(
            Decision(
                number=number, position="", side=side, given="done", best="done", loss=loss, error=0.01, rollouts=9,
                decided=decided,
            )
        )  # fmt: skip
    return session, analyst.found


def test_every_unforced_order_counts_with_its_measured_cost_and_only_clear_ones_are_mistakes() -> None:
    """Otherwise a level with many small losses, none of them clear, would be rated as one without mistakes."""
    session, found = analyse_losses([(0.10, True), (0.03, False), (-0.01, False), (0.02, True)])
    count = total_count([rate_game(found, next(iter(session.players)))])
    assert count.orders == 4 and count.mistakes == 2
    assert count.error == pytest.approx(100 * 0.14 / 4)
    assert "few, so it says little" in rating_words(count)


def test_ranks_go_from_admiral_to_landsman_by_error() -> None:
    assert [rank.rank for rank in ranks()][0] == "admiral" and ranks()[-1].rank == "landsman"
    assert [rank.most for rank in ranks()] == sorted(rank.most for rank in ranks())
    assert rank_of(Count(100, 0.0)) == "admiral" and rank_of(Count(100, 30.0)) == "landsman"
    assert rank_of(Count()) == "not rated"
    better, worse = Count(100, 1.0), Count(100, 4.0)
    names = [rank.rank for rank in ranks()]
    assert names.index(rank_of(better)) < names.index(rank_of(worse))


def test_a_game_counts_once_and_only_for_the_person(tmp_path: Path) -> None:
    session, found = analyse_losses([(0.10, True)] * 3)
    one, other = session.players
    session.players = {one: "human", other: "captain"}
    assert note_game(tmp_path, session, found) == "" and note_game(tmp_path, session, found) == ""
    games = load_rated(tmp_path).games
    assert len(games) == 1 and total_count(games.values()).orders == 3
    rows = insights(games.values())
    assert {row.kind for row in rows} >= {"game", "phase", "side", "range"}
    assert sum(row.count.orders for row in rows if row.kind == "range") == 3
    assert all(" hexes" in row.name for row in rows if row.kind == "range")
    assert next(row for row in rows if row.kind == "game").games == 1
    session.players = {one: "captain", other: "captain"}
    assert note_game(tmp_path / "other", session, found) == "" and not (tmp_path / "other").exists()


def test_against_each_opponent_games_tell_skill_without_luck_and_how_sure_that_is() -> None:
    """Result less the battle's expected result, less luck: .3 and .1, whatever was rolled."""
    base = GameRating("nw_smoke", "cape", "usn", "", 0.4, {"Guns": Count(10, 0.1, 0.01, 0)}, rival="captain", skill=0.3)
    other = GameRating(
        "nw_smoke", "cape", "usn", "", -0.4, {"Guns": Count(10, 0.1, 0.01, 0)}, rival="captain", skill=0.1
    )
    [row] = [row for row in insights([base, other]) if row.kind == "opponent"]
    assert (row.name, row.games, row.count.orders) == ("captain", 2, 20)
    assert row.skill == pytest.approx(20) and row.luck == pytest.approx(0)
    assert row.margin == pytest.approx(1.96 * 10)
    [alone] = [row for row in insights([base]) if row.kind == "opponent"]
    assert alone.margin == 100, "one game says nothing"
    assert any("captain" in line and "without luck +20 ± 20 a game" in line for line in lines([base, other]))
    nobody = GameRating("nw_smoke", "cape", "usn", "", 0.4, {"Guns": Count(10, 0.1, 0.01, 0)})
    assert not [row for row in insights([nobody]) if row.kind == "opponent"], "analysed by an earlier version"


def test_only_a_game_that_is_over_tells_how_one_does_against_an_opponent() -> None:
    """An unfinished game would count as if nothing had been won or lost in it."""
    session, found = analyse_losses([(0.10, True)])
    side, other = session.players
    assert not found.over and not [row for row in insights([rate_game(found, side)]) if row.kind == "opponent"]
    ended = found.but(over=True, players={side: "human", other: "captain"})
    [row] = [row for row in insights([rate_game(ended, side)]) if row.kind == "opponent"]
    assert row.name == "captain" and row.skill == pytest.approx(100 * found.skill(side)) != 0


def test_a_broken_record_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{not json")
    assert load_rated(tmp_path).games == {}


def test_the_verb_tells_the_rating_and_explains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--user-dir", str(tmp_path), "analyse", "--rating"]) == 0
    assert "not rated" in capsys.readouterr().out
    assert main(["--user-dir", str(tmp_path), "analyse", "--explain"]) == 0
    output = capsys.readouterr().out
    assert all(chapter.title in output for chapter in load_explanation()) and "95 %" in output


@pytest.mark.parametrize("key", PUBLISHED)
def test_the_range_is_told_in_the_measure_of_the_board(key: str) -> None:
    """From the nearest piece of one side to the nearest of the other, the same from both."""
    session = game(key, orders=30)
    one, other = (range_of(session.system, session.state, side) for side in session.players)
    assert one == other
    unit = {"hex": "hexes", "bands": "band", "table": "inch" if key == "perfidious_albion" else "mm"}
    assert unit[session.system.board] in one and one.split()[0] in ("within", "beyond", *map(str, range(1, 400)))
