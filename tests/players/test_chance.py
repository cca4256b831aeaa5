"""The win chance that is shown: it follows what happens, holds on games it has not seen, and knows its limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.console.fit import Sample, fitted, loss, play
from game.library import get_scenario, open_library, open_map
from game.table.winning import chance_line, chance_words, in_full, percent
from rules import SYSTEMS
from rules.kernel.chance import EITHER, Model, deviations, load_chance, load_fits, plays_as
from rules.kernel.datafile import DataError
from rules.kernel.seat import Seat
from rules.kernel.session import Session
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
    other = battle("quickfire", "dash_to_chifu")
    assert "general curve of this game, not of this battle" in chance_line(other, next(iter(other.players)))
    scenario = get_scenario("quickfire", "lesson_duel")
    chance = SYSTEMS["quickfire"].chance
    assert chance is not None
    own, changed = chance.source(scenario), chance.source(scenario.but(turns=scenario.turns + 1))
    assert own is not None and own.fitted and "fitted for this battle" in own.words()
    assert changed is not None and not changed.fitted
    assert plays_as(scenario.but(briefing="Other words.")) == plays_as(scenario)


def test_where_nothing_at_all_was_fitted_the_chance_is_unknown(tmp_path: Path) -> None:
    chance = load_chance(tmp_path, lambda state, side: (1,), 1)
    assert chance.source(get_scenario("quickfire", "lesson_duel")) is None
    state = battle("quickfire", "lesson_duel").state
    assert chance.of(state, "russia") is None and in_full("Russia", None).endswith(
        "no games of this battle were fitted"
    )


def test_the_general_curve_says_that_who_leads_wins() -> None:
    for system in SYSTEMS.values():
        general = system.chance.general if system.chance is not None else None
        if general is None:
            continue
        model = general.sides[EITHER]
        steps = list(zip(model.mean, model.spread, strict=True))
        ahead, behind = (
            model.shares([mean + lead * spread for mean, spread in steps[:4]] + [model.mean[4]]) for lead in (2, -2)
        )
        assert ahead[0] > ahead[2] and behind[2] > behind[0], system.key


@pytest.mark.parametrize("system, key", FITTED if SOAK else FITTED[:2])
def test_a_sample_of_fresh_games_bears_the_fit_out(system: str, key: str) -> None:
    """Twelve games it was not fitted on: better than knowing only how often each result comes."""
    chance = SYSTEMS[system].chance
    assert chance is not None
    games = 12 if system != "quickfire" else 4
    samples = [sample for number in range(games) for sample in play(system, key, number, 900_000 + number)]
    told = [(chance.fits[key].sides[sample.side].chances(sample.signs), sample.result) for sample in samples]
    assert loss(told) < 1.05, "no better than three outcomes of equal chance (1.10)"
    right = sum((chances.won > chances.lost) == (result > 0) for chances, result in told if result)
    assert right > 0.6 * sum(bool(result) for _, result in told)


def test_a_fit_learns_what_decides() -> None:
    """Who has more guns wins: the fit says so, and says the other the other way round."""
    samples = [Sample(game, "a", ((-1) ** game * 10, game % 7), (-1) ** game) for game in range(200)]
    model = fitted(samples)
    assert model.chances((10, 3)).won > 900 > 100 > model.chances((-10, 3)).won
    assert sum(model.chances((0, 3))) == 1000


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
    for entry in open_library(SYSTEMS).entries:
        chance = SYSTEMS[entry.system].chance
        assert chance is not None, entry.system
        source = chance.source(entry.scenario)
        assert source is not None, entry.name
        if not source.fitted:
            words = source.words()
            assert "not of this battle" in words and "worst bin" in words and source.fit.made.startswith("main.py fit")
