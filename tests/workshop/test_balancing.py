"""How a fair skirmish is balanced: by all games played with its forces, and tested by games not used for balancing."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from game.library import Shelves
from game.scenes.builder_battle import TrialTab
from game.workshop.balance_fit import Tried, best_help
from game.workshop.balancing import (
    FEW,
    FULL,
    LONG_PROOF,
    MOST_DRAWS,
    NEXT_SEED,
    PROOF,
    PROOFS,
    Balancer,
    HelpBalancer,
    Result,
    balance_handicap,
    won_by,
)
from game.workshop.playtest import Playtest
from game.workshop.scenario_edits import piece_ids, with_unit, without_force
from game.workshop.skirmish import MOST_BONUS, DrawnForce, draw, possible_bonuses, with_better_troops, with_help
from rules import SYSTEMS
from rules.battles_for_empire.cards import unit_card_panel
from rules.kernel.scenario import Scenario, StartCondition
from rules.kernel.scenario_opening import open_scenario
from rules.kernel.scenario_opening import start as started
from tests.workshop.fair import play
from tests.workshop.test_builder import Builder

RULES = Path(__file__).parents[2] / "rules"


def levelling(key: str) -> Balancer:
    """Return a skirmish of a game before any round."""
    system = SYSTEMS[key]
    assert system.editor_schema is not None
    bench = system.editor_schema()
    return Balancer(system, Shelves().sheet(key, bench.map), DrawnForce(3, bench.budget[1]))


def now(found: Balancer) -> Scenario:
    """Return the battle that is to be played."""
    assert found.next is not None
    return found.next


def games(of: Scenario, won: float, many: int) -> list[Result]:
    """So many games of which the first side won some, a half is a draw."""
    first, second = (side.key for side in of.sides)
    whole = int(won)
    drawn = int(won != whole)
    points = [(30, 0)] * whole + [(20, 20)] * drawn + [(0, 30)] * (many - whole - drawn)
    return [Result({30: first, 20: "", 0: second}[ours], (ours, theirs)) for ours, theirs in points]


def test_a_game_of_points_gets_a_handicap_by_all_games_of_its_forces_and_a_proof_with_other_dice() -> None:
    found = levelling("nights_of_fury")
    drawn = now(found)
    first, second = (side.key for side in drawn.sides)
    assert found.games == FULL and not found.proving
    found.take_results([Result(first, (10, 0))] * FULL)
    assert [side.handicap for side in now(found).sides] == [0, 11], "the middle of 9 to 12, which make a draw of 10"
    assert found.proving and found.games == FULL and found.seed == FULL + 1, "with other dice"
    assert found.tried == 0 and not found.is_proved, "what it was levelled by proves nothing"
    found.take_results([Result(first, (30, 0))] * FULL)
    assert found.tried == 1 and found.share == 100 and not found.is_proved
    assert [side.handicap for side in now(found).sides] == [0, 19], "half of all forty to either side: 13 to 24"
    found.take_results([Result(first, (30, 0))] * 12 + [Result(second, (0, 0))] * 8)
    assert (
        found.next is None and found.is_proved and (found.tried, found.share, found.distance_from_even) == (2, 60, 10)
    )
    assert [side.handicap for side in found.best.sides] == [0, 19]
    assert found.result_text() == (
        "Looks even: 12 to 8 in 20 fresh games (95 % interval: 39 to 78 %). Failed checks before: 1."
    )


def test_forces_that_fail_their_proofs_give_way_to_others_and_in_the_end_the_nearest_is_told_for_what_it_is() -> None:
    found = levelling("nights_of_fury")
    titles = []
    while found.next is not None:
        titles.append(now(found).title)
        won = 14 if len(titles) == 4 else 20
        found.take_results(games(now(found), won, FULL) if found.proving else games(now(found), 10, FULL))
    assert len(dict.fromkeys(titles)) == MOST_DRAWS == found.draws and len(titles) == MOST_DRAWS * (1 + PROOFS)
    assert found.tried == MOST_DRAWS * PROOFS and found.share == 70 and not found.is_proved
    assert found.best.title == titles[0]
    assert found.result_text() == (
        f"Not balanced: the best of {MOST_DRAWS * PROOFS} checks was 70 to 30 %. "
        f"Forces tried before a balanced pair: {MOST_DRAWS - 1}."
    )


@pytest.mark.parametrize(("won", "even"), [(7.5, False), (8, True), (12, True), (12.5, False)])
def test_a_proof_by_points_is_forty_to_sixty_per_cent_of_its_own_twenty_games(won: float, even: bool) -> None:
    found = levelling("quickfire")
    found.take_results(games(now(found), 3, FULL))
    offered = now(found)
    assert found.proving and found.games == found.proof == PROOF
    found.take_results(games(offered, won, PROOF))
    assert found.is_proved is even and (found.next is None) is even and found.best == offered


@pytest.mark.parametrize(("first", "then", "even"), [(7.5, 0, False), (8, 8, True), (12, 12, True), (8, 7, False)])
def test_where_break_points_move_a_proof_is_of_twenty_games_and_then_of_forty(
    first: float, then: float, even: bool
) -> None:
    found = levelling("battles_for_empire")
    for _ in range(FULL // FEW):
        assert not found.proving and found.games == FEW
        found.take_results(games(now(found), FEW // 2, FEW))
    offered = now(found)
    assert found.proving and found.games == PROOF and found.proof == LONG_PROOF
    found.take_results(games(offered, first, PROOF))
    assert not found.is_proved, "twenty games are not enough"
    if then:
        assert found.next == offered and found.games == PROOF and found.tried == 0, "the same battle, other dice"
        found.take_results(games(offered, then, PROOF))
    assert found.is_proved is even and (found.next is None) is even and found.best == offered and found.tried == 1


def test_where_points_do_not_decide_help_follows_a_curve_through_all_games() -> None:
    """Eight of ten lost: helped; then too many won: less help, between the two; what was played counts on."""
    found = levelling("battles_for_empire")
    before = now(found)
    assert found.games == FEW and found.spec.bonus == 0
    found.take_results(games(before, 2, FEW))
    much = found.spec.bonus
    assert 10 < much <= 80 and now(found) != before and not found.proving
    found.take_results(games(now(found), 8, FEW))
    assert 0 < found.spec.bonus < much and found.proving and found.games == PROOF
    less = found.spec.bonus
    found.take_results(games(now(found), 14, FULL))
    assert found.tried == 1 and 0 < found.spec.bonus < less and found.proving


def test_the_curve_goes_through_one_half_where_the_games_say_so() -> None:
    every = range(-80, 81)
    assert best_help(every, [Tried(0, 10, 5)])[0] == 0
    assert best_help(every, []) == (0, pytest.approx(0.5))
    near, far = (best_help(every, [Tried(0, games, games * 0.8)])[0] for games in (5, 400))
    assert far < near < 0, "few games are believed less"
    middle, _ = best_help(every, [Tried(0, 200, 160), Tried(-40, 200, 40)])
    assert abs(middle + 20) <= 1
    best, share_there = best_help([-10, 0, 10], [Tried(0, 200, 180)])
    assert best == -10 and share_there > 0.8, "no help that can be given is enough"


def test_forces_that_no_help_makes_even_are_given_up_by_one_proof() -> None:
    found = levelling("perfidious_albion")
    played, titles = 0, set()
    while found.next is not None:
        titles.add(now(found).title)
        played += found.games
        found.take_results(games(now(found), found.games, found.games))
    assert len(titles) == MOST_DRAWS and played <= MOST_DRAWS * 2 * FULL and found.tried <= MOST_DRAWS, (
        "not all its proofs"
    )
    assert not found.is_proved


def test_a_break_point_that_was_levelled_or_chosen_stays_when_the_battle_is_drawn_on() -> None:
    """One that only followed from the strength of its side goes on following it."""
    system = SYSTEMS["battles_for_empire"]
    assert system.editor_schema is not None and system.unit_catalogue is not None
    bench, foot = (
        system.editor_schema(),
        [one for one in system.unit_catalogue() if one.nation == "british" and not one.single],
    )
    made = draw(system, Shelves().sheet(system.key, bench.map), DrawnForce(4, 60))

    def breaks(scenario: Scenario) -> dict[str, int]:
        return {who: number for what, who, number in scenario.special if what == "break"}

    lost = breaks(made)["british"] - 1
    levelled = made.but(special=tuple((w, who, lost if who == "british" else n) for w, who, n in made.special))
    more = levelled
    for _ in range(4):
        more, _ = with_unit(more, bench, foot[0], "british", (404,))
    assert breaks(more)["british"] == lost
    assert breaks(without_force(more, bench, more.forces[-1].id))["british"] == lost
    followed = made
    for _ in range(4):
        followed, _ = with_unit(followed, bench, foot[0], "british", (404,))
    assert breaks(followed)["british"] > breaks(made)["british"]


def trial_of(scenario: Scenario, results: list[Result]) -> Playtest:
    """Return a trial whose games have ended."""
    made = SimpleNamespace(
        scenario=scenario, results=results, errors=[], games=len(results), running=False, player="captain",
        lines=list, look=lambda: False, stop=lambda: None,
    )  # fmt: skip
    return cast(Playtest, made)


def changed_card_values(scenario: Scenario, side: str) -> list[int]:
    """Return the changed card values of a side's units."""
    return [v for force in scenario.forces if force.side == side for unit in force.units for v in unit.changes.values()]


def test_make_it_even_helps_the_weaker_side_of_a_land_battle_as_all_its_games_want(tmp_path: Path) -> None:
    """Lost by the first side: it is helped, its break points stay; then won too often: helped less, between the two."""
    hand = Builder(tmp_path, "battles_for_empire")
    hand.scene.change(now(levelling("battles_for_empire")))
    hand.wait()
    drawn = hand.scene.scenario
    first, second = (side.key for side in drawn.sides)
    hand.scene.trial = trial_of(drawn, games(drawn, 8, 40))
    hand.click("tab_3")
    hand.click("trial_even")
    much = hand.scene.scenario
    assert much.special == drawn.special and changed_card_values(much, first) and much.position, (
        "better troops, losses of the other"
    )
    owners = {piece: force.side for force in drawn.forces for piece in piece_ids(hand.scene.bench, force)}
    assert {owners[one.id] for one in much.position} == {second}
    open_scenario(hand.scene.system, much, hand.scene.sheet)
    assert hand.app.tree.find("trial_0").spoken_text().startswith("Changed since this test began"), "not its results"
    assert "get better troops" in hand.app.tree.find("evened").spoken_text()
    hand.click("trial_even")
    assert isinstance(hand.scene.page, TrialTab)
    hand.scene.page.level_battle()
    assert hand.scene.scenario == much, "the same games do not help twice"
    assert hand.app.tree.find("trial_start").enabled, "it has been proved meanwhile, and can be tested again"
    hand.scene.trial = trial_of(much, games(much, 30, 40))
    hand.scene.fill()
    hand.click("trial_even")
    less = hand.scene.scenario
    assert less not in (much, drawn) and {owners[one.id] for one in less.position} == {second}
    assert sum(int(one.value) for one in less.position) < sum(int(one.value) for one in much.position)
    assert hand.scene.draft.undo() and hand.scene.scenario == much


def test_what_no_help_can_make_even_is_told() -> None:
    """Four of forty won with all the help there is, and guns alone, which have nothing to change."""
    system = SYSTEMS["battles_for_empire"]
    assert system.editor_schema is not None and system.unit_catalogue is not None
    bench, drawn = system.editor_schema(), now(levelling("battles_for_empire"))
    guns = drawn.but(forces=tuple(force.but(units=(force.units[0].but(kind="gun_fld"),)) for force in drawn.forces))
    lines = []
    for battle, won, helped_won in ((drawn, 20, 20), (drawn, 0, 4), (guns, 0, 0)):
        evening = HelpBalancer(bench, system.unit_catalogue(), battle)
        evening.take_results(games(battle, won, 40))
        evening.take_results(games(evening.now, helped_won, 40))
        lines.append(evening.result_text())
    assert (
        "would not balance" not in lines[0]
        and "would not balance" in lines[1]
        and lines[2].startswith("No change to these troops")
    )


def test_losses_that_a_battle_gives_a_unit_itself_stay_when_it_is_made_even() -> None:
    system = SYSTEMS["battles_for_empire"]
    assert system.editor_schema is not None and system.unit_catalogue is not None
    bench, drawn = system.editor_schema(), now(levelling("battles_for_empire"))
    part, field = bench.worn
    other = [force.id for force in drawn.forces if force.side == drawn.sides[1].key]
    most = with_help(drawn, bench, system.unit_catalogue(), MOST_BONUS)
    hurt = most.position[0].id
    assert hurt in other
    mine = StartCondition(part=part, id=hurt, field=field, value="3")
    found = with_help(drawn.but(position=(mine,)), bench, system.unit_catalogue(), MOST_BONUS)
    assert found.position[0] == mine and [one.id for one in found.position].count(hurt) == 1
    assert len(found.position) == len(most.position)


def test_crews_make_a_skirmish_even_where_a_side_has_few_ships() -> None:
    """Up for all of the side that is helped, then down for the other; the ships stay, and it can be played."""
    system = SYSTEMS["perfidious_albion"]
    assert system.editor_schema is not None
    bench = system.editor_schema()

    def crews(bonus: int) -> tuple[list[str], list[int], list[int]]:
        scenario = draw(system, None, DrawnForce(1, bench.budget[0], bonus=bonus))
        open_scenario(system, scenario, None)
        rows = [[unit for f in scenario.forces if f.side == side.key for unit in f.units] for side in scenario.sides]
        ours, theirs = ([unit.changes["cq"] for unit in row] for row in rows)
        return [unit.name for row in rows for unit in row], ours, theirs

    names, ours, theirs = crews(0)
    assert set(ours + theirs) == {2}
    for bonus, better, worse in ((80, 3, 1), (-80, 1, 3)):
        assert crews(bonus) == (names, [better] * len(ours), [worse] * len(theirs))
    _, ours, theirs = crews(10)
    assert sum(ours) == 2 * len(ours) + 1 and set(theirs) == {2}
    tilts = possible_bonuses(bench, draw(system, None, DrawnForce(1, bench.budget[0])))
    pairs = [crews(bonus)[1:] for bonus in tilts]
    assert len(tilts) == 2 * len(names) + 1 and len({str(one) for one in pairs}) == len(tilts), "each step is one crew"
    assert [sum(one[0]) - sum(one[1]) for one in pairs] == sorted(sum(one[0]) - sum(one[1]) for one in pairs)


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


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("key", ["nw_smoke", "quickfire"])
def test_no_order_depends_on_a_handicap_so_that_games_can_be_counted_again(key: str) -> None:
    """The same game with a handicap: the same points, and the winner that counting again names."""
    system = SYSTEMS[key]
    assert system.editor_schema is not None
    bench = system.editor_schema()
    sheet = Shelves().sheet(key, bench.map)
    scenario = draw(system, sheet, DrawnForce(2, bench.budget[0])).but(turns=8)
    first, second = scenario.sides
    before = [play(scenario, sheet, dice, "quick") for dice in (1, 2)]
    for lead in (-7, 12):
        sides = (first.but(handicap=max(0, -lead)), second.but(handicap=max(0, lead)))
        for dice, was in enumerate(before, start=1):
            found = play(scenario.but(sides=sides), sheet, dice, "quick")
            assert found.points == was.points
            assert won_by(system.outscores, was.points, lead) == {first.key: 2, second.key: 0, "": 1}[found.winner]  # type: ignore[arg-type]


def test_a_lead_that_is_only_a_draw_by_the_chart_counts_as_one() -> None:
    scenario = now(levelling("quickfire"))
    wins = SYSTEMS["quickfire"].outscores
    assert wins is not None
    played = ((6, 4), (5, 4), (5, 0), (6, 0), (0, 0), (4, 9))
    assert [won_by(wins, points, 0) for points in played] == [2, 1, 1, 2, 1, 0]
    assert won_by(wins, (9, 4), 5) == 1
    assert balance_handicap(scenario, wins, [Result("", (40, 40))] * 20) == scenario, "all are drawn: that is even"
    assert balance_handicap(scenario, wins, []) == scenario


def test_a_round_whose_games_broke_off_says_nothing_and_other_forces_are_drawn() -> None:
    found = levelling("nights_of_fury")
    before, spec = now(found), found.spec
    found.take_results([])
    assert found.tried == 0 and found.broken == 1 and found.spec.seed == spec.seed + NEXT_SEED
    after = now(found)
    assert after != before and found.best == after and found.games == FULL and not found.proving
    found.take_results(games(after, 10, FULL))
    assert found.proving
    found.take_results(games(after, 10, FULL - 1))
    third = now(found)
    assert found.broken == 2 and found.tried == 0 and third != after and not found.proving
    found.take_results([Result("", (0, 0))] * FULL)
    found.take_results([Result("", (0, 0))] * FULL)
    assert found.next is None and found.best == third and found.share == 50 and found.is_proved
    lost = levelling("nights_of_fury")
    for _ in range(MOST_DRAWS):
        lost.take_results([])
    assert lost.next is None and lost.tried == 0 and lost.broken == MOST_DRAWS
    assert lost.result_text().startswith("It could not be balanced.")
    assert lost.result_text().endswith(f"Rounds with aborted games: {MOST_DRAWS}; other forces were used.")


def test_help_on_land_is_better_troops_and_losses_of_an_earlier_fight_for_the_other_side() -> None:
    """Step by step, never back; who fights, where and how long its breath is stays as it was drawn."""
    system = SYSTEMS["battles_for_empire"]
    assert system.editor_schema is not None
    bench, sheet = system.editor_schema(), Shelves().sheet(system.key, "the_wells")
    options = {key: option.default for key, option in system.rulebook.options.items()}
    drawn = draw(system, sheet, DrawnForce(1, bench.budget[0]))
    assert drawn.position == () and not any(force.units[0].changes for force in drawn.forces)
    assert "losses" not in drawn.briefing and "better or worse" not in drawn.briefing, "as drawn nobody has help"
    first, second = (side.key for side in drawn.sides)
    for sign, aided in ((1, first), (-1, second)):
        lost, good, seen = 0, 0, set()
        for bonus in (*range(0, 80, 2), 80):
            scenario = draw(system, sheet, DrawnForce(1, bench.budget[0], bonus=sign * bonus))
            assert scenario.special == drawn.special, "break points are not moved: whoever has a short one hides"
            assert [(one.id, one.at, [unit.kind for unit in one.units]) for one in scenario.forces] == [
                (one.id, one.at, [unit.kind for unit in one.units]) for one in drawn.forces
            ]
            state: Any = started(system, scenario, sheet, options)
            mine = {unit.id for unit in state.units.values() if unit.side == aided}
            kills = {one.id: state.units[one.id].kills for one in scenario.position}
            assert not mine & kills.keys() and {one.field for one in scenario.position} <= {"kills"}
            assert max(kills.values(), default=0) <= 4, "a unit keeps half of what it bears"
            assert max(kills.values(), default=0) - min(kills.values(), default=0) <= 1, "of each in turn"
            usual: Any = started(system, drawn, sheet, options)
            sums = 0
            for id in state.units:
                for key in ("melee", "rate"):
                    gain = getattr(usual.scene.cards[id], key) - getattr(state.scene.cards[id], key)
                    assert gain >= 0 if id in mine else gain <= 0, "a lower need and rate are the better ones"
                    sums += abs(gain)
            assert sum(kills.values()) >= lost and good <= sums <= good + 2, "more help, never less, by small steps"
            for id in state.units:
                notes = " ".join(unit_card_panel(state, state.units[id]).notes)
                changed = state.scene.cards[id] != usual.scene.cards[id]
                assert ("Changed in this battle: " in notes) == changed, "the card tells"
                if state.scene.cards[id].melee != usual.scene.cards[id].melee:
                    assert f"melee {state.scene.cards[id].melee}+ (usually {usual.scene.cards[id].melee}+)" in notes
            assert ("losses" in scenario.briefing, "better or worse" in scenario.briefing) == (bool(kills), sums > 0)
            lost, good = sum(kills.values()), sums
            seen.add((lost, good))
        assert lost >= 12 and good >= 8 and len(seen) > lost, "help grows by single steps"


def test_no_troops_are_moved_beyond_what_their_game_allows_and_guns_not_at_all() -> None:
    system = SYSTEMS["battles_for_empire"]
    assert system.editor_schema is not None and system.unit_catalogue is not None
    bench, sheet, stocks = system.editor_schema(), Shelves().sheet(system.key, "the_wells"), system.unit_catalogue()
    moved = set()
    for seed in range(1, 13):
        drawn = draw(system, sheet, DrawnForce(seed, bench.budget[0]))
        for bonus in (-80, 80):
            helped = drawn.sides[0].key if bonus > 0 else drawn.sides[1].key
            for force in with_better_troops(drawn, bench, stocks, bonus).forces:
                known = {one.kind: one for one in stocks}[force.units[0].kind]
                end = {"melee": 4, "rate": 1} if force.side == helped else {"melee": 6, "rate": 3}
                for key, value in known.values.items():
                    assert force.units[0].changes.get(key, value) == end[key], "all the help there is"
                assert force.units[0].changes.keys() <= known.values.keys()
                moved.add(known.type)
                assert known.type not in ("gun", "leader", "mule") or not force.units[0].changes
    assert {"gun", "foot", "leader"} <= moved, "all of these were met"
