"""The end of a bombardment: who has finished, what the shore is worth to either side."""

from __future__ import annotations

import pytest

from rules.perfidious_albion.battle.victory import ledger, points_of, result, target_of
from rules.perfidious_albion.damage.bombardment import has_bombarding_gun
from rules.perfidious_albion.records.state import State
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea


def base(points: int = 0, used: int = 6, structure: int = 20, lost_by_japan: int = 0, **log: object) -> State:
    """Japan, 100,000 points, bombards a base of Russia, six turns declared."""
    sea = Sea("bombardment", JAPAN).ship("Mikasa", JAPAN, (30, 50)).ship("Varyag", RUSSIA, (30, 12))
    sea = sea.target(2, RUSSIA, (36, 6), points=points, structure=structure).fort(
        "North Fort", RUSSIA, (27, 5), 1, **log
    )
    for number in (1, 2):
        sea = sea.battery(f"Battery {number}", RUSSIA, (30 + number, 6), "D", 4, cost=504, **log)  # type: ignore[arg-type]
    state = sea.having(values={JAPAN: 100_000, RUSSIA: 68_000}, bombardment_declared=6, bombardment_turns=used).state()
    return state.but(lost_points={JAPAN: lost_by_japan, RUSSIA: 0})


@pytest.mark.rule("PA-3.2-7")
def test_the_game_ends_when_the_declared_turns_are_used() -> None:
    assert result(base(points=40_000, used=5)) is None
    found = result(base(points=40_000, used=6))
    assert found is not None and found.rule == "PA-2.1-74"


@pytest.mark.rule("PA-3.2-7")
@pytest.mark.rule("PA-2.1-53")
def test_it_ends_too_when_no_ship_with_guns_of_type_d_or_heavier_is_left() -> None:
    sea = (
        Sea("bombardment", JAPAN)
        .ship("Varyag", JAPAN, (30, 50))
        .ship("Asama", JAPAN, (40, 50))
        .ship("Rurik", RUSSIA, (9, 9))
    )
    state = sea.target(2, RUSSIA, (36, 6)).having(bombardment_declared=6).state()
    assert not has_bombarding_gun(state, "varyag", state.ships["varyag"])  # 6-inch guns are type E
    assert has_bombarding_gun(state, "asama", state.ships["asama"])  # 8-inch guns are type D
    assert result(state) is None
    gone = state.but(ships={**state.ships, "asama": state.ships["asama"].but(gone="sunk")})
    assert result(gone) is not None


def test_it_ends_when_nothing_of_the_target_is_left() -> None:
    found = result(base(points=45_000, used=1, structure=0))
    assert found is not None and "nothing is left" in found.why


@pytest.mark.rule("PA-2.1-71")
def test_both_sides_have_a_quarter_of_the_attackers_points_as_target() -> None:
    state = base()
    assert (target_of(state, JAPAN), target_of(state, RUSSIA)) == (25_000, 25_000)


@pytest.mark.rule("PA-3.2-8")
@pytest.mark.rule("PA-2.1-72")
def test_the_attacker_adds_bombardment_ships_batteries_at_their_price_and_3000_a_fort() -> None:
    state = base(points=24_000, gone="destroyed")
    assert points_of(state, JAPAN) == 24_000 + 3_000 + 1_008


@pytest.mark.rule("PA-2.1-72")
def test_a_fort_is_worth_3000_whatever_its_crew() -> None:
    state = base(gone="destroyed")
    cheap = state.but(forts={key: fort.but(cq=1) for key, fort in state.forts.items()})
    assert points_of(cheap, JAPAN) == points_of(state, JAPAN) == 4_008


@pytest.mark.rule("PA-3.2-9")
@pytest.mark.rule("PA-2.1-73")
def test_the_defender_has_45000_less_the_bombardment_value_and_his_ships() -> None:
    assert points_of(base(points=23_000), RUSSIA) == 22_000
    assert points_of(base(points=24_000, lost_by_japan=4_000), RUSSIA) == 25_000


@pytest.mark.rule("PA-3.2-10")
def test_penalties_are_in_the_bombardment_value_so_they_help_the_defender_too() -> None:
    whole, outrage = base(points=27_000), base(points=24_000)
    assert points_of(whole, JAPAN) - points_of(outrage, JAPAN) == 3_000
    assert points_of(outrage, RUSSIA) - points_of(whole, RUSSIA) == 3_000


@pytest.mark.rule("PA-2.1-74")
def test_the_worked_example_both_have_their_target_and_the_attacker_leads_by_a_tenth() -> None:
    state = base(points=24_000, lost_by_japan=4_000, gone="destroyed")
    assert (points_of(state, JAPAN), points_of(state, RUSSIA)) == (28_008, 25_000)
    found = result(state)
    assert found is not None and found.winner == JAPAN


@pytest.mark.rule("PA-2.1-74")
def test_without_target_and_lead_nobody_wins() -> None:
    found = result(base(points=22_000, gone="destroyed", lost_by_japan=2_000))  # 26,008 against 25,000
    assert found is not None and found.winner == ""
    found = result(base(points=10_000))
    assert found is not None and found.winner == RUSSIA  # 35,000 against 10,000


def test_the_ledgers_add_up_line_by_line() -> None:
    for score in ledger(base(points=24_000, gone="destroyed", lost_by_japan=4_000)):
        assert score.points == sum(line.points for line in score.lines)
