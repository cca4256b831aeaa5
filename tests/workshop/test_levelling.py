"""How a fair skirmish is made even: few games show what is hopeless, all games of the same forces count."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from game.library import Shelves
from game.workshop.evenness import (
    ENOUGH,
    FEW,
    FULL,
    LOTS,
    OFFERED,
    OTHER_LOT,
    Levelling,
    Result,
    level,
    levelled_breaks,
    share,
    won_by,
)
from game.workshop.forming import added, without
from game.workshop.skirmish import Lot, draw
from game.workshop.trial import Trial
from rules import SYSTEMS
from rules.kernel.opening import open_scenario
from rules.kernel.scenario import Scenario
from tests.workshop.fair import play
from tests.workshop.test_builder import Builder

RULES = Path(__file__).parents[2] / "rules"


def levelling(key: str, rounds: int = 6) -> Levelling:
    """A skirmish of a game before any round."""
    system = SYSTEMS[key]
    assert system.workbench is not None
    bench = system.workbench()
    return Levelling(system, Shelves().sheet(key, bench.map), Lot(3, bench.budget[1]), rounds)


def now(found: Levelling) -> Scenario:
    """The battle that is to be played."""
    assert found.next is not None
    return found.next


def test_a_game_of_points_gets_a_handicap_by_all_games_of_its_forces() -> None:
    found = levelling("nights_of_fury")
    drawn = now(found)
    first, _ = (side.key for side in drawn.sides)
    assert found.games == FULL
    found.played([Result(first, (10, 0))] * FULL)
    assert now(found) == drawn and found.seed == FULL + 1, "more games of the same, with other dice"
    assert [side.handicap for side in found.best.sides] == [0, 11], "the middle of 9 to 12, which make a draw of 10"
    found.played([Result(first, (30, 0))] * FULL)  # half of all games to either side: 10 is beaten by 13, 24 by 30
    assert [side.handicap for side in found.best.sides] == [0, 19], "the middle of 13 to 24"
    assert found.next is None and found.share == 50 and found.off == 0 and found.tried == 2


def test_games_of_points_that_no_handicap_makes_even_are_played_on_until_the_rounds_are_used_up() -> None:
    found = levelling("nights_of_fury", rounds=3)
    first, second = (side.key for side in now(found).sides)
    uneven = [Result(first, (5, 4))] * 17 + [Result(second, (0, 400))] * 3
    found.played(uneven)
    found.played(uneven)
    assert found.share == 42 and found.next is not None, "a draw of 17 is the nearest to even"
    found.played(uneven)
    assert found.next is None and found.tried == 3


def test_hopeless_forces_cost_few_games_and_hopeful_ones_are_played_on() -> None:
    found = levelling("battles_for_empire")
    before = now(found)
    first, second = (side.key for side in before.sides)
    assert found.games == FEW
    found.played([Result(first, (4, 0))] * FEW)
    after = now(found)
    assert after != before and found.games == FEW and found.tried == 1
    dice = found.seed
    found.played([Result(first if n % 2 else second, (2, 2)) for n in range(FEW)])
    assert found.next == after and found.games == FULL - FEW and found.seed == dice + FEW, "the same, with other dice"
    found.played([Result(first if n % 2 else second, (2, 2)) for n in range(FULL - FEW)])
    assert found.next == after and found.games == ENOUGH - FULL, "twenty that are even may be so by chance"
    found.played([Result(first if n % 2 else second, (2, 2)) for n in range(ENOUGH - FULL)])
    assert found.next is None and found.best == after and found.share == 50


def test_break_points_are_moved_until_the_games_would_have_been_even() -> None:
    scenario = now(levelling("battles_for_empire")).but(special=(("break", "british", 4), ("break", "mahdist", 4)))
    scenario = scenario.but(
        sides=tuple(side.but(key=key) for side, key in zip(scenario.sides, ("british", "mahdist"), strict=True))
    )
    results = [Result("british", (3, 2))] * 10 + [Result("british", (2, 2))] * 10
    found = levelled_breaks(scenario, results)
    limits = {who: number for _, who, number in found.special}
    parts = [(a * limits["british"], b * limits["mahdist"]) for a, b in (one.points for one in results)]
    won = sum(2 if first > second else int(first == second) for first, second in parts)
    assert won == len(results), "as many for one side as for the other"
    assert levelled_breaks(scenario, [Result("", (2, 2))] * 20) == scenario, "what is even stays as it is"


def test_the_evenest_round_is_offered_and_its_share_told() -> None:
    found = levelling("perfidious_albion", rounds=2)
    first, second = (side.key for side in now(found).sides)
    even = now(found)
    games = [Result(first, (8, 0))] * 12 + [Result(second, (0, 8))] * 8
    found.played(games[::-1][:FEW])
    assert found.tried == 1 and found.share == 0 and now(found) != even
    found = levelling("perfidious_albion", rounds=2)
    mixed = [games[n * 7 % FULL] for n in range(FULL)]
    found.played(mixed[:FEW])
    found.played(mixed[FEW:])
    found.played(mixed)
    assert found.share == 60 and found.tried == 1 and found.next is not None
    found.played([Result(first, (8, 0))] * FEW)
    assert found.next is None and found.best == even and found.off == 10
    assert share(even, [Result(first, (1, 0)), Result("", (0, 0))]) == 75


def test_a_break_point_that_was_levelled_or_chosen_stays_when_the_battle_is_drawn_on() -> None:
    """One that only followed from the strength of its side goes on following it."""
    system = SYSTEMS["battles_for_empire"]
    assert system.workbench is not None and system.muster is not None
    bench, foot = system.workbench(), [one for one in system.muster() if one.nation == "british" and not one.single]
    made = draw(system, Shelves().sheet(system.key, bench.map), Lot(4, 60))

    def breaks(scenario: Scenario) -> dict[str, int]:
        return {who: number for what, who, number in scenario.special if what == "break"}

    lost = breaks(made)["british"] - 1
    levelled = made.but(special=tuple((w, who, lost if who == "british" else n) for w, who, n in made.special))
    more = levelled
    for _ in range(4):
        more, _ = added(more, bench, foot[0], "british", (404,))
    assert breaks(more)["british"] == lost
    assert breaks(without(more, bench, more.forces[-1].id))["british"] == lost
    followed = made
    for _ in range(4):
        followed, _ = added(followed, bench, foot[0], "british", (404,))
    assert breaks(followed)["british"] > breaks(made)["british"]


def test_make_it_even_moves_the_break_points_of_a_game_without_handicaps(tmp_path: Path) -> None:
    hand = Builder(tmp_path, "battles_for_empire")
    assert hand.scene.bench.specials
    hand.scene.change(now(levelling("battles_for_empire")))
    hand.wait()
    first, second = (side.key for side in hand.scene.scenario.sides)
    lost = [Result(second, (1, 3))] * 6 + [Result(first, (3, 2))] * 2
    hand.scene.trial = cast(
        Trial,
        SimpleNamespace(
            scenario=hand.scene.scenario,
            results=lost,
            errors=[],
            games=8,
            running=False,
            lines=list,
            look=lambda: False,
            stop=lambda: None,
        ),
    )
    before = hand.scene.scenario.special
    hand.click("tab_3")
    hand.click("trial_even")
    assert hand.scene.scenario.special != before
    assert hand.scene.scenario.special == levelled_breaks(hand.scene.scenario.but(special=before), lost).special
    bare = hand.scene.scenario.but(special=())
    assert levelled_breaks(bare, lost) == bare  # a shipped battle may have no break points


def test_crews_make_a_skirmish_even_where_a_side_has_few_ships() -> None:
    """Up for all of the side that is helped, then down for the other; the ships stay, and it can be played."""
    system = SYSTEMS["perfidious_albion"]
    assert system.workbench is not None
    bench = system.workbench()

    def crews(tilt: int) -> tuple[list[str], list[int], list[int]]:
        scenario = draw(system, None, Lot(1, bench.budget[0], tilt=tilt))
        open_scenario(system, scenario, None)
        rows = [[unit for f in scenario.forces if f.side == side.key for unit in f.units] for side in scenario.sides]
        ours, theirs = ([unit.changes["cq"] for unit in row] for row in rows)
        return [unit.name for row in rows for unit in row], ours, theirs

    names, ours, theirs = crews(0)
    assert set(ours + theirs) == {2}
    for tilt, better, worse in ((80, 3, 1), (-80, 1, 3)):
        assert crews(tilt) == (names, [better] * len(ours), [worse] * len(theirs))
    _, ours, theirs = crews(10)
    assert sum(ours) == 2 * len(ours) + 1 and set(theirs) == {2}
    found = Levelling(system, None, Lot(1, bench.budget[0]))
    assert found.next is not None
    found.played([Result(found.next.sides[1].key, (0, 9_000))] * FEW)
    assert found.next == draw(system, None, Lot(1, bench.budget[0], tilt=40))


def test_what_wins_by_points_is_what_the_sheets_say() -> None:
    """5:4 in both night games, 3:2 with at least 4 in Quickfire, 110 per cent on the inch table."""
    wins = {
        "nw_smoke": ((5, 4), (10, 8), (2, 0)),
        "nights_of_fury": ((5, 4), (10, 8), (2, 0)),
        "quickfire": ((6, 0), (6, 4), (9, 6)),
        "perfidious_albion": ((110, 100), (1, 0)),
    }
    draws = {
        "nw_smoke": ((6, 5), (9, 8), (1, 0)),
        "nights_of_fury": ((6, 5), (9, 8), (1, 0)),
        "quickfire": ((5, 0), (5, 4), (8, 6)),
        "perfidious_albion": ((109, 100), (0, 0)),
    }
    for key, scores in wins.items():
        assert [SYSTEMS[key].outscores(*score) for score in scores] == [True] * len(scores), key  # type: ignore[misc]
    for key, scores in draws.items():
        assert [SYSTEMS[key].outscores(*score) for score in scores] == [False] * len(scores), key  # type: ignore[misc]
    assert SYSTEMS["battles_for_empire"].outscores is None, "break points decide there"


@pytest.mark.parametrize("key", ["nw_smoke", "quickfire"])
def test_no_order_depends_on_a_handicap_so_that_games_can_be_counted_again(key: str) -> None:
    """The same game with a handicap: the same points, and the winner that counting again names."""
    system = SYSTEMS[key]
    assert system.workbench is not None
    bench = system.workbench()
    sheet = Shelves().sheet(key, bench.map)
    scenario = draw(system, sheet, Lot(2, bench.budget[0])).but(turns=8)
    first, second = scenario.sides
    before = [play(scenario, sheet, dice, "quick") for dice in (1, 2)]
    for lead in (-7, 12):
        sides = (first.but(handicap=max(0, -lead)), second.but(handicap=max(0, lead)))
        for dice, was in enumerate(before, start=1):
            found = play(scenario.but(sides=sides), sheet, dice, "quick")
            assert found.points == was.points
            assert won_by(system.outscores, was.points, lead) == {first.key: 2, second.key: 0, "": 1}[found.winner]


def test_a_lead_that_is_only_a_draw_by_the_chart_counts_as_one() -> None:
    scenario = now(levelling("quickfire"))
    wins = SYSTEMS["quickfire"].outscores
    assert wins is not None
    played = ((6, 4), (5, 4), (5, 0), (6, 0), (0, 0), (4, 9))
    assert [won_by(wins, points, 0) for points in played] == [2, 1, 1, 2, 1, 0]
    assert won_by(wins, (9, 4), 5) == 1
    assert level(scenario, wins, [Result("", (40, 40))] * 20) == scenario, "all are drawn: that is even"
    assert level(scenario, wins, []) == scenario


def test_a_battle_that_one_side_always_wins_is_moved_far_at_once_and_a_near_one_little() -> None:
    for winners, least, most in ((FEW, 40, 40), (0, -40, -40)):
        found = levelling("perfidious_albion")
        first, second = (side.key for side in now(found).sides)
        found.played([Result(first if n < winners else second, (9, 9)) for n in range(FEW)])
        assert -most <= found.lot.tilt <= -least
    found = levelling("perfidious_albion")
    first, second = (side.key for side in now(found).sides)
    games = [Result(first if n % 5 else second, (9, 9)) for n in range(FULL)]
    found.played(games[:FEW])
    found.played(games[FEW:])
    assert found.share == 80 and found.tried == 1 and found.lot.tilt == -24


def test_a_round_whose_games_broke_off_says_nothing_and_other_forces_are_drawn() -> None:
    found = levelling("nights_of_fury", rounds=3)
    before, lot = now(found), found.lot
    found.played([])
    assert found.tried == 0 and found.broken == 1 and found.lot.seed == lot.seed + OTHER_LOT
    after = now(found)
    assert after != before and found.best == after and found.games == FULL
    first, second = (side.key for side in after.sides)
    found.played([Result(first, (9, 0))] * (FULL - 1))
    assert found.broken == 2 and found.tried == 0
    third = now(found)
    found.played([Result("", (0, 0))] * FULL)
    assert found.next is None and found.best == third and found.share == 50 and found.tried == 1
    lost = levelling("nights_of_fury", rounds=1)
    lost.played([])
    assert lost.next is None and lost.tried == 0 and lost.broken == 1
    assert lost.told() == "It could not be made even. Rounds in which games broke off: 1; other forces were drawn."


def test_forces_that_stay_uneven_are_not_offered_while_others_may_be_drawn() -> None:
    found = levelling("perfidious_albion", rounds=1)
    drawn, titles = now(found), []
    while found.next is not None:
        tried = found.next
        titles.append(tried.title)
        first, second = (side.key for side in tried.sides)
        wins = 3 if len(titles) > 2 else 5  # of six: too many, twice; then even
        found.played([Result(first if n < wins else second, (9, 9)) for n in range(FEW)])
        while found.next == tried:
            found.played([Result(first if n % 2 else second, (9, 9)) for n in range(found.games)])
    assert titles[0] == drawn.title and len(dict.fromkeys(titles)) == LOTS == found.lots
    assert found.off <= OFFERED and found.best.title == titles[-1]
    assert found.told().endswith("Forces drawn before others were even enough: 2.")
    found = levelling("perfidious_albion", rounds=1)
    while found.next is not None:
        found.played([Result(found.next.sides[0].key, (9, 9))] * FEW)
    assert found.lots == LOTS and found.tried == LOTS and found.best == drawn, "the first of equals"


def test_a_round_of_more_games_is_believed_before_one_of_fewer_that_looks_evener() -> None:
    """Forty games 65 per cent, then other crews: twenty games 62 per cent."""
    found = levelling("perfidious_albion", rounds=2)
    tried = now(found)
    first, second = (side.key for side in tried.sides)

    def won(of: int, games: int) -> list[Result]:
        return [Result(first if n < of else second, (9, 9)) for n in range(games)]

    found.played(won(4, FEW))
    found.played(won(8, FULL - FEW))
    assert now(found) == tried, "60 per cent of 20 may be even"
    found.played(won(14, ENOUGH - FULL))
    assert (found.tried, found.share, found.best) == (1, 65, tried)
    other = now(found)
    found.played(won(4, FEW))
    found.played([*won(8, FULL - FEW - 1), Result("", (9, 9))])
    assert found.tried == 2 and found.share == 65 and found.best == tried != other
