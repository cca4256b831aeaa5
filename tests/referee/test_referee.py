"""The second referee agrees with a few whole games of every system; `python -m tests.referee` reckons many more."""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT
from tests.referee import albion, empire, empire_orders, field, fleet, land, quickfire
from tests.referee.choosing import scripts_of
from tests.referee.games import CHECKS, NIGHT_GAMES, SYSTEMS_TOLD, referee_game, referee_script
from tests.referee.night import bands, campaign, cards, chart, core, hexes
from tests.referee.planted import PLANTED
from tests.referee.record import Game, sums

GAMES = 20  # of random orders, of each system
LONGEST = 120  # orders of a game of two Captains but at night: the fighting has begun by then
SCRIPT_LONGEST = 80  # orders of a script and on
CAPTAINS = 5  # games between captains


@pytest.mark.parametrize("key", SYSTEMS_TOLD)
def test_the_second_referee_finds_no_difference(key: str) -> None:
    for seed in range(GAMES):
        game = referee_game(key, seed)
        assert game.differences == []
        assert sum(game.checks.values()) > 20


@pytest.mark.parametrize("key", NIGHT_GAMES)
def test_the_second_referee_finds_no_difference_in_games_between_captains(key: str) -> None:
    for seed in range(CAPTAINS):
        game = referee_game(key, seed, captains=True)
        assert game.differences == []
        assert game.checks["events of a step"] == len(game.steps)


@pytest.mark.parametrize("seed", range(CAPTAINS))
@pytest.mark.parametrize("key", [key for key in SYSTEMS_TOLD if key not in NIGHT_GAMES])
def test_every_order_of_games_between_captains_is_refereed(key: str, seed: int) -> None:
    assert referee_game(key, seed, captains=True, longest=LONGEST).differences == []


@pytest.mark.parametrize("key", SYSTEMS_TOLD)
def test_the_second_referee_agrees_with_every_script_and_lesson(key: str) -> None:
    for name in scripts_of(key):
        assert referee_script(key, name, 0, SCRIPT_LONGEST).differences == []


def spoilt(key: str, kind: str, **changes: Any) -> Game:
    """Return a game in whose log one event of a kind says something else."""
    for seed in range(12):
        game = referee_game(key, seed)
        steps = copy.deepcopy(game.steps)
        events = [event for step in steps for event in step["events"]]
        for event in events:
            if event["type"] == kind and event.get("percent") != 0:
                event.update({name: change(event[name]) for name, change in changes.items()})
                again = Game(
                    game.name, game.scenario, game.options, events, steps=steps, sheet=game.sheet, land=game.land
                )
                sums(again)
                CHECKS[key](again)
                return again
    raise AssertionError(f"no {kind} in these games")


@pytest.mark.parametrize(
    ("key", "kind", "changes"),
    [
        ("nw_smoke", "GunsFired", {"hexes": lambda hexes: hexes + 1}),
        ("nights_of_fury", "GunsFired", {"result": lambda result: "heavy" if result == "miss" else "miss"}),
        ("quickfire", "RoundFired", {"hits": lambda hits: hits + 1}),
        ("battles_for_empire", "VolleyFired", {"hits": lambda hits: hits + 1}),
        ("perfidious_albion", "GunsFired", {"straddles": lambda count: count + 1}),
        ("perfidious_albion", "GunsFired", {"percent": lambda percent: percent + 10}),
        ("quickfire", "Rolled", {"total": lambda total: total + 1}),
    ],
)
def test_the_second_referee_sees_a_log_that_is_wrong(key: str, kind: str, changes: dict[str, Any]) -> None:
    assert spoilt(key, kind, **changes).differences


@pytest.mark.rule("NW-GUN-H6")
@pytest.mark.parametrize(
    ("there", "masked"),
    [(2018, True), (2022, True), (2118, True), (2119, False), (2121, False), (2417, False), (2020, False)],
)
def test_it_finds_ahead_and_astern_by_the_angle_and_the_line_between_two_sectors_is_the_beams(
    there: int, masked: bool
) -> None:
    """A ship in hex 2020 heads for the top of the map: 2118 lies 19 degrees off her bow, 2119 and 2121 on the line."""
    assert hexes.ahead_or_astern(2020, 0, there) is masked


def test_it_has_a_code_of_its_own() -> None:
    for module in (
        bands,
        campaign,
        cards,
        chart,
        core,
        hexes,
        quickfire,
        fleet,
        empire,
        empire_orders,
        field,
        land,
        albion,
    ):
        source = Path(str(module.__file__)).read_text("utf-8")
        assert "from rules" not in source and "import rules" not in source


@pytest.mark.parametrize("key", ["quickfire", "battles_for_empire"])
def test_a_ledger_that_is_wrong_by_a_point_is_noticed(key: str) -> None:
    games = (referee_game(key, seed) for seed in range(12))
    game = next(game for game in games if any("points" in what for what in game.checks))
    first, *rest = game.scores.items()
    scores = {first[0]: first[1] + 1, **dict(rest)}
    wrong = replace(game, scores=scores, differences=[], checks={})
    CHECKS[key](wrong)
    assert [line for line in wrong.differences if "points" in line]


def test_every_planted_error_still_fits_the_rules_it_is_planted_in() -> None:
    planted = yaml.safe_load(PLANTED.read_text("utf-8"))
    assert {key: len(errors) for key, errors in planted.items()} == dict.fromkeys(planted, 20)
    lost = [
        error["why"]
        for errors in planted.values()
        for error in errors
        if error["old"] not in (ROOT / "rules" / error["file"]).read_text("utf-8")
    ]
    assert lost == []
