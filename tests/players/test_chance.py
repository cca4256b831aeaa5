"""The win chance that is shown: it follows events, is right for games it was not fitted on, and has limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.library import get_scenario, open_library, open_map
from game.table.win_chance import all_chances, chance_line, chance_words, how_even, percent
from release.makers.fit import bins, loss
from release.makers.fit_curves import from_first_side, general_curve, own_curve, sides_of
from release.makers.fit_games import Sample, StoredGame, play, samples_of
from release.makers.openings import compare, opening_of
from rules import SYSTEMS
from rules.kernel.chance import (
    EITHER,
    EVEN_HANDED,
    Chances,
    Model,
    SideStatus,
    deviations,
    in_time,
    load_chance,
    load_fits,
    mirror_model,
    play_digest,
)
from rules.kernel.datafile import DataError
from rules.kernel.scenario import StartCondition
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players.balanced import load_balanced
from tests.capabilities import PUBLISHED, WITH_CHANCE
from tests.conftest import SOAK

FITTED = [(key, name) for key, system in SYSTEMS.items() if system.chance for name in system.chance.fits]


def battle(system: str, key: str) -> Session:
    scenario = get_scenario(system, key)
    return Session(SYSTEMS[system], scenario, open_map(system, scenario.map), seed=3)


def test_some_battles_have_a_chance_and_say_it() -> None:
    assert FITTED
    for system, key in FITTED:
        session = battle(system, key)
        for side in session.players:
            chances = Seat(session, side).chances()
            assert chances is not None and sum(chances) == 1000 and min(chances) > 0
            assert chance_words(session, side).endswith("% to win")
            assert "to draw" in chance_line(session, side)


def test_a_battle_that_was_never_fitted_or_was_changed_says_so() -> None:
    other = battle("quickfire", "yellow_sea")
    assert "general curve of this game, not of this battle" in chance_line(other, next(iter(other.players)))
    scenario = get_scenario("quickfire", "lesson_duel")
    chance = SYSTEMS["quickfire"].chance
    assert chance is not None
    own, changed = chance.source(scenario), chance.source(scenario.but(turns=scenario.turns + 1))
    assert own is not None and own.fitted and "fitted for this battle" in own.words()
    assert changed is not None and not changed.fitted and changed.opening is None
    assert play_digest(scenario.but(briefing="Other words.")) == play_digest(scenario)
    worn = scenario.but(position=(StartCondition(part="fleets", id="x", field="y", value="1"),))
    assert play_digest(worn) != play_digest(scenario), "forces that begin with losses are others"


@pytest.mark.parametrize("key", ["lesson_duel", "dash_to_chifu"])  # fitted for itself, and with its opening only
def test_a_battle_changed_since_its_games_shows_no_chance(key: str) -> None:
    scenario = get_scenario("quickfire", key)
    longer = scenario.but(turns=scenario.turns + 1)
    session = Session(SYSTEMS["quickfire"], longer, open_map("quickfire", longer.map), seed=3)
    side = next(iter(session.players))
    assert Seat(session, side).chances() is None and chance_words(session, side) == "chance unknown"
    assert chance_line(session, side).endswith("unknown, this battle was changed since its test games")


def test_the_chance_at_each_first_order_is_what_captains_made_of_the_battle() -> None:
    compared = list(compare())
    measured = [one for one in compared if one.row is not None]
    assert len(measured) >= 20
    assert [one.entry.name for one in measured if not one.fits] == []


def test_the_openings_on_file_belong_to_the_games_and_the_curves_there_are() -> None:
    """If this fails: `release.makers openings --write`."""
    table = load_balanced()
    for one in compare():
        chance = SYSTEMS[one.entry.system].chance
        if chance is None:
            continue
        made = opening_of(chance, one.entry, table[one.entry.name]) if one.row is not None else None
        assert chance.openings.get(one.entry.key) == made, one.entry.name


def test_what_the_balance_adds_to_a_chance_is_gone_with_the_time() -> None:
    model = Model(mean=(0,) * 4, spread=(50,) * 4, won=(100, 5, 5, 5, 5), lost=(-200, -5, -5, 5, 5))
    early, late = (10, 20, 1000, 5), (10, 20, 0, 5)
    assert model.shares(early, 700)[0] > model.shares(early)[0] + 0.1
    assert model.shares(late, 700) == model.shares(late)


def test_where_nothing_at_all_was_fitted_the_chance_is_unknown(tmp_path: Path) -> None:
    chance = load_chance(tmp_path, lambda state, side: (1,), 1)
    assert chance.source(get_scenario("quickfire", "lesson_duel")) is None
    state = battle("quickfire", "lesson_duel").state
    assert chance.of(state, "russia") is None and all_chances("Russia", None).endswith("no test games of this battle")


def test_the_general_curve_says_that_who_leads_wins() -> None:
    assert set(PUBLISHED) <= set(WITH_CHANCE)
    for key in WITH_CHANCE:
        system = SYSTEMS[key]
        general = system.chance.general if system.chance is not None else None
        assert general is not None, system.key
        model = general.sides[EITHER]
        steps = list(zip(model.mean, model.spread, strict=True))
        ours = len(steps) - EVEN_HANDED
        ahead, behind = (
            model.shares([mean + lead * spread * (at < ours) for at, (mean, spread) in enumerate(steps)])
            for lead in (1, -1)
        )
        assert ahead[0] > ahead[2] and behind[2] > behind[0], system.key


def test_what_speaks_for_a_side_never_lowers_its_chance() -> None:
    """Each feature alone, one deviation better: no shipped fit lowers the chance."""
    for key in WITH_CHANCE:
        system = SYSTEMS[key]
        assert system.chance is not None
        fits = [*system.chance.fits.values(), *([system.chance.general] if system.chance.general else [])]
        for model in (model for fit in fits for model in fit.sides.values()):
            ours = len(model.mean) - EVEN_HANDED
            for won, lost in zip(model.won[1 : 1 + ours], model.lost[1 : 1 + ours], strict=True):
                assert won - lost >= -2, "but for whole numbers"


def stand(lead: int, left: int) -> SideStatus:
    return SideStatus({"guns": 2 * lead}, lead, (lead > 0) - (lead < 0), left, 10)


def test_the_signs_of_the_two_sides_are_each_other_turned_round() -> None:
    mine, theirs = in_time(stand(300, 250)), in_time(stand(-300, 250))
    assert [-value for value in mine[:-EVEN_HANDED]] == list(theirs[:-EVEN_HANDED])
    assert mine[-EVEN_HANDED:] == theirs[-EVEN_HANDED:]
    width = len(mine)
    model = Model(mean=(0,) * width, spread=(50,) * width, won=(100, *range(width)), lost=(-200, *range(width)))
    for one, other in zip(model.shares(mine), reversed(mirror_model(model).shares(theirs)), strict=True):
        assert abs(one - other) < 0.002


def test_the_same_lead_counts_more_the_less_time_is_left() -> None:
    """In the last moment of a battle a lead is the result."""
    samples = []
    for game in range(400):
        left = (game % 10) * 100
        luck = ((game * 7919) % 1000 - 500) * left // 1000  # the more is left, the more may come
        lead = 100 if game % 2 else -100
        result = 1 if lead + luck > 0 else -1
        samples.append(Sample(game, "a", in_time(stand(lead, left)), result))
    model = sides_of(general_curve(*from_first_side(samples, "a")), ("a", "b"))["a"]
    now, early = (model.chances(in_time(stand(100, left))).won for left in (0, 900))
    assert now > 950 and 550 < early < now - 50


@pytest.mark.parametrize("system", WITH_CHANCE)
def test_at_the_end_a_lead_is_nearly_the_result(system: str) -> None:
    """In every shipped fit: with no time left and nothing to come, the side ahead wins and equality is a draw."""
    chance = SYSTEMS[system].chance
    assert chance is not None and chance.general is not None
    width = (len(chance.general.sides[EITHER].mean) - 4 - EVEN_HANDED) // 2
    ours = {str(number): 0 for number in range(width)}
    model = chance.general.sides[EITHER]
    won = model.chances(in_time(SideStatus(ours, 200, 1, 0, 10)))
    assert won.won > 850, won


def test_a_kept_game_is_seen_again_and_a_foreign_one_left_out() -> None:
    game = play("nw_smoke", "little_and_gregory", 3, 77)
    samples, strange = samples_of("nw_smoke", "little_and_gregory", [game], 1)
    assert samples and not strange and {sample.side for sample in samples} == {"USN", "IJN"}
    wrong = game.but(orders=("fire nobody nobody", *game.orders[1:]))
    otherwise = game.but(winner="USN" if game.winner != "USN" else "IJN")
    assert samples_of("nw_smoke", "little_and_gregory", [wrong, otherwise], 1) == ([], 2)
    assert isinstance(game, StoredGame) and play("nw_smoke", "little_and_gregory", 3, 77) == game


def test_few_games_move_a_battle_little_from_the_general_curve() -> None:
    """Eight games all won by one side are no proof that it always wins; four hundred are."""
    even = [Sample(game, "a", in_time(stand((-1) ** game * 100, 500)), (-1) ** game) for game in range(400)]
    general = general_curve(*from_first_side(even, "a"))
    won = [Sample(game, "a", in_time(stand(0, 500)), 1) for game in range(400)]
    few, many = (
        sides_of(own_curve(general, *from_first_side(won[:count], "a"), count), ("a", "b"))["a"] for count in (8, 400)
    )
    asked = in_time(stand(0, 500))
    assert few.chances(asked).won < many.chances(asked).won - 40 and many.chances(asked).won > 900


def test_bins_tell_how_sure_they_are_by_games_not_by_positions() -> None:
    rows = [(Chances(500, 0, 500), 1 if game % 2 else -1, game) for game in range(20) for _ in range(30)]
    ((said, came, count, error),) = bins(rows)
    assert (said, came, count) == (50.0, 50.0, 600) and 10 < error < 12, "of twenty games, not of six hundred"


@pytest.mark.parametrize(
    ("system", "key"), FITTED if SOAK else [pair for pair in FITTED if pair[1] == "little_and_gregory"]
)
def test_a_sample_of_fresh_games_bears_the_fit_out(system: str, key: str) -> None:
    """Twelve games it was not fitted on: better than knowing only how often each result comes."""
    chance = SYSTEMS[system].chance
    assert chance is not None
    who = ("captain",) if SYSTEMS[system].captain is not None else ("quick",)
    games = [play(system, key, number, 900_000 + number, who) for number in range(12 if len(who[0]) > 5 else 4)]
    samples, strange = samples_of(system, key, games, 1)
    rows = [
        (chance.fits[key].sides[sample.side].chances(sample.signs), sample.result, sample.game) for sample in samples
    ]
    assert not strange and loss(rows) < 1.05, "no better than three outcomes of equal chance (1.10)"
    right = sum((chances.won > chances.lost) == (result > 0) for chances, result, _ in rows if result)
    assert right > 0.6 * sum(bool(result) for _, result, _ in rows)


def test_a_fit_learns_what_decides() -> None:
    """The side with more guns wins: the fit finds this, and the opposite for the opposite results."""
    samples = [Sample(game, "a", in_time(stand((-1) ** game * 10, 300)), (-1) ** game) for game in range(200)]
    model = sides_of(general_curve(*from_first_side(samples, "a")), ("a", "b"))["a"]
    assert model.chances(in_time(stand(10, 300))).won > 900 > 100 > model.chances(in_time(stand(-10, 300))).won
    assert sum(model.chances(in_time(stand(0, 300)))) == 1000


def test_signs_far_out_count_as_four_deviations() -> None:
    assert deviations((500, -500, 5), (0, 0, 5), (1, 1, 9)) == [4000, -4000, 0]
    assert percent(1000) == "99 %" and percent(0) == "1 %" and percent(624) == "62 %"


def test_a_broken_fit_is_refused_with_file_and_field(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    path = tmp_path / "tables" / "chance.yaml"
    path.write_text(
        "duel:\n  plays: x\n  games: 8\n  sides:\n    a: {mean: [1], spread: [0], won: [1, 2], lost: [1, 2]}\n"
    )
    with pytest.raises(DataError, match="chance.yaml:5.*expected 1 signs"):
        load_fits(tmp_path, 1)
    assert isinstance(load_fits(tmp_path, None)["duel"].sides["a"], Model)
    chance = load_chance(tmp_path, lambda state, side: (1,), 1)
    assert chance.fits == {} and "chance.yaml:5" in chance.fault, "the game goes on without"


def test_every_battle_that_is_shipped_has_a_chance_and_says_how_far_to_trust_it() -> None:
    for entry in open_library(WITH_CHANCE).entries:
        chance = SYSTEMS[entry.system].chance
        assert chance is not None, entry.system
        source = chance.source(entry.scenario)
        assert source is not None, entry.name
        if not source.fitted:
            words = source.words()
            assert (
                "not of this battle" in words
                and "largest error" in words
                and source.fit.made.startswith(("main.py fit", "release.makers fit"))
            )


def test_a_battle_without_games_of_captains_says_how_even_it_is_by_the_games_of_its_fit(tmp_path: Path) -> None:
    system, scenario = SYSTEMS["quickfire"], get_scenario("quickfire", "lesson_duel")
    chance, table = system.chance, tmp_path / "balance.yaml"
    assert chance is not None
    table.write_text("[]", "utf-8")
    one, other = (side.name for side in scenario.sides)
    fit = chance.fits["lesson_duel"].but(results=(10, 0, 90))
    words = how_even(system.but(chance=chance.but(fits={"lesson_duel": fit})), scenario, table)
    assert words.startswith(f"{one} 10 % [6, 17] in 100 games between computer players: {one} won 10, {other} 90")
    assert words.endswith(f"Unbalanced: favours {other}.")
    table.write_text("- nonsense", "utf-8")
    assert how_even(system, scenario, table), "a table that cannot be read keeps no page from opening"


def test_of_a_battle_that_was_not_played_nothing_is_said_of_how_even_it_is() -> None:
    scenario = get_scenario("quickfire", "lesson_duel")
    assert how_even(SYSTEMS["quickfire"], scenario.but(turns=scenario.turns + 1)) == ""
