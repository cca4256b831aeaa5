"""The evaluation of computer players.

Sound ships stay and fight, cripples leave, runs go on, and shots are weighed exactly.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from game.library import get_scenario
from rules.kernel.dice import TapeDice
from rules.kernel.flow import Done, offers
from rules.kernel.seat import Seat
from rules.kernel.session import Session, adjudicate
from rules.nights_of_fury import SYSTEM
from rules.nights_of_fury.commands import Evade, Fire, Join, MakeSmoke, Move
from rules.nights_of_fury.events import GunsFired, LeftChart
from rules.nights_of_fury.expected_value import expected_value
from rules.nights_of_fury.points import battle_lines, points_of
from rules.nights_of_fury.state import SIGHTED, State
from rules.nws.commands import Launch
from rules.nws.pieces import damage_level, with_division, with_ship
from rules.players import make_player, take_turn
from tests.nights_of_fury.battle import Battle

score = SYSTEM.score


def even(usn_band: int = 1, ijn_band: int = 10) -> Battle:
    """Return two cruisers a side, each side knowing where the other is."""
    return (
        Battle()
        .division("us", "USN", ["San Francisco", "Helena"], usn_band)
        .division("ij", "IJN", ["Takao", "Atago"], ijn_band)
        .knows("USN", "ij", SIGHTED)
        .knows("IJN", "us", SIGHTED)
    )


def after(battle: Battle, state: State, command: Move | Evade | MakeSmoke) -> int:
    return score(battle.do(state, command)[0], "USN")


def hurt(state: State, level: int, *names: str) -> State:
    for name in names:
        state = with_ship(state, state.ships[name].but(structure=level))
    return state


def test_fit_ships_lose_by_leaving_the_chart_while_the_battle_is_undecided() -> None:
    battle = even()
    state = battle.at("movement")
    standing = score(state, "USN")
    assert after(battle, state, Move("USN", "us", 0)) < min(standing, after(battle, state, Move("USN", "us", 2)))


def test_a_division_of_cripples_does_well_to_leave() -> None:
    battle = even(ijn_band=4)
    state = hurt(battle.at("movement"), 3, "san-francisco", "helena")
    need = TapeDice((6,))
    away = adjudicate(SYSTEM, state, Move("USN", "us", 0), need, move_on=False).state
    assert score(away, "USN") > score(state, "USN")


def test_leaving_costs_less_the_fewer_turns_are_left() -> None:
    battle = even()
    early, late = battle.at("movement", turn=2), battle.at("movement", turn=20)

    def cost(state: State) -> int:
        return score(state, "USN") - after(battle, state, Move("USN", "us", 0))

    assert cost(early) > cost(late)


def test_a_division_with_the_better_guns_neither_evades_nor_makes_smoke_and_the_outgunned_evade() -> None:
    battle = even(3, 6)
    outgunned = hurt(battle.at("movement"), 2, "san-francisco", "helena")
    assert after(battle, outgunned, Evade("USN", "us")) > score(outgunned, "USN")
    state = hurt(battle.at("movement"), 2, "takao", "atago")
    standing = score(state, "USN")
    assert after(battle, state, Evade("USN", "us")) < standing
    assert after(battle, state, MakeSmoke("USN", "us")) < standing


def test_a_run_is_worth_more_with_every_band_and_most_when_it_is_through() -> None:
    def at(band: int) -> int:
        battle = Battle().setting("mission", "ijn_transport")
        battle.division("run", "IJN", ["Kuroshio", "Kagero"], band, traits=("run", "loaded"))
        return score(battle.division("us", "USN", ["Helena"], 10).at("movement"), "IJN")

    assert at(7) < at(4) < at(1)
    battle = Battle().setting("mission", "ijn_transport")
    battle.division("run", "IJN", ["Kuroshio", "Kagero"], 1, traits=("run", "loaded"))
    state = battle.division("us", "USN", ["Helena"], 10).at("movement", "IJN")
    assert score(battle.do(state, Move("IJN", "run", 0))[0], "IJN") > score(state, "IJN")


def test_a_torpedo_salvo_is_kept_for_a_better_target_than_a_wreck() -> None:
    battle = Battle().division("us", "USN", ["Fletcher"], 4).division("ij", "IJN", ["Takao", "Atago"], 5)
    battle.knows("USN", "ij", SIGHTED)
    state = hurt(battle.at("torpedoes"), 4, "takao")

    def worth(target: str) -> int:
        return score(battle.do(state, Launch("USN", "fletcher", target))[0], "USN")

    assert worth("takao") < score(state, "USN") < worth("atago")


@pytest.mark.parametrize("level", [0, 2])
def test_the_points_that_are_weighed_are_those_of_the_ledger(level: int) -> None:
    state = hurt(even().at("movement"), level, "takao", "helena")
    state = with_ship(state, state.ships["atago"].but(gone="sunk", flotation=4))
    for side in ("USN", "IJN"):
        assert points_of(state, side) == sum(line.points for line in battle_lines(state, side))


@pytest.mark.parametrize("target", ["takao", "atago"])
def test_a_shot_is_weighed_over_every_way_its_two_dice_can_fall(target: str) -> None:
    battle = even(4, 6)
    state = hurt(battle.at("gunnery"), 3, "atago")
    command = Fire("USN", "helena", target)
    change = expected_value(state, command)
    assert change is not None
    mean, least, most = change
    miss = battle.do(state, command, 1, 1)[0]
    assert least <= mean <= most
    assert least - 1 <= score(miss, "USN") - score(state, "USN") <= 0
    shares = []
    for faces in product(range(1, 7), repeat=2):
        try:
            ruled = adjudicate(SYSTEM, state, command, TapeDice((*faces, 1, 1)), move_on=False)
        except ValueError:
            continue
        result = next(event.result for event in ruled.events if isinstance(event, GunsFired))
        shares.append((result, score(ruled.state, "USN") - score(state, "USN")))
    assert len(shares) == 36
    plain = Fraction(sum(gain for _, gain in shares), 36)
    assert abs(plain - mean) < 100  # fire and flooding are weighed too, the flash costs a little


def term(state: State, side: str, key: str) -> int:
    return next((each.value for each in SYSTEM.terms(state, side) if each.key == key), 0)


def test_after_the_last_round_no_gun_promises_anything() -> None:
    state = even(3, 6).at("torpedoes")
    over = state.but(cursor=state.cursor.but(turn=state.turns))
    assert term(state, "USN", "given") > 0 > term(state, "USN", "taken")
    assert term(over, "USN", "given") == term(over, "USN", "taken") == 0


@pytest.mark.rule("NoF-VP-H2")
def test_who_is_behind_fears_the_enemys_guns_less_with_every_turn_and_who_is_ahead_more() -> None:
    """Three destroyers stood off two evading transports and lost by the handicap of the scenario."""
    battle = even(3, 6).at("orders")

    def fear(side: str, turn: int, start: int) -> int:
        scene = battle.scene.but(handicap={"USN": start})
        return term(battle.but(scene=scene, cursor=battle.cursor.but(turn=turn)), side, "taken")

    for side, sign in (("IJN", 1), ("USN", -1)):
        changes = [sign * (fear(side, turn, 4) - fear(side, turn, 0)) for turn in (1, 3, 5)]
        assert 0 < changes[0] < changes[1] < changes[2]


def test_a_light_on_the_enemy_is_worth_the_night_it_takes_from_him() -> None:
    state = even(3, 6).setting("night_penalty", True).at("spotting")
    lit = with_ship(state, state.ships["helena"].but(lights="takao"))
    assert term(lit, "USN", "given") > term(state, "USN", "given")


def test_the_second_salvo_at_a_ship_finds_what_the_first_has_left() -> None:
    battle = Battle().division("us", "USN", ["Fletcher", "Radford"], 4).division("ij", "IJN", ["Takao"], 5)
    state = battle.knows("USN", "ij", SIGHTED).at("torpedoes")
    state = with_ship(state, state.ships["takao"].but(flotation=3))  # one more level sinks her

    def water(state: State, *names: str) -> int:
        for name in names:
            state = battle.do(state, Launch("USN", name, "takao"))[0]
        return term(state, "USN", "water")

    one, other, both = water(state, "fletcher"), water(state, "radford"), water(state, "fletcher", "radford")
    assert max(one, other) < both < one + other


def test_a_shot_that_may_hit_is_worth_more_than_none_even_by_night() -> None:
    state = even(4, 6).at("gunnery")
    change = expected_value(state, Fire("USN", "helena", "takao"))
    assert change is not None and change[0] > 0


def test_only_shots_are_weighed_without_playing_them() -> None:
    assert expected_value(even().at("movement"), Move("USN", "us", 2)) is None


def test_greedy_players_fight_their_battle_and_keep_fit_ships_on_the_chart() -> None:
    session = Session(SYSTEM, get_scenario(SYSTEM.key, "cape_esperance"), None, seed=3)
    players = {side: make_player("greedy", number) for number, side in enumerate(("USN", "IJN"))}
    while not session.over:
        take_turn(players[session.actor], Seat(session, session.actor))
    shots = left = 0
    for number, step in enumerate(session.steps):
        for event in step.events:
            shots += isinstance(event, GunsFired)
            if isinstance(event, LeftChart):
                ships = session.states[number].ships
                left += sum(damage_level(ships[name]) < 3 for name in event.ships)
    assert shots > 20
    assert left == 0


def test_nothing_is_launched_that_arrives_after_the_battle() -> None:
    battle = Battle().division("us", "USN", ["Fletcher"], 3).division("ij", "IJN", ["Atago"], 6)
    state = battle.knows("USN", "ij", SIGHTED).at("torpedoes")
    last = state.but(turns=state.cursor.turn)  # three bands off: a salvo would need one turn more
    order = Launch("USN", "fletcher", "atago")
    assert score(battle.do(last, order)[0], "USN") < score(last, "USN")
    in_time = state.but(turns=state.cursor.turn + 1)
    assert score(battle.do(in_time, order)[0], "USN") > score(in_time, "USN")


def test_fast_ships_keep_out_of_a_division_that_would_hold_them_back() -> None:
    """Torpedo boats do not join cruisers, nor battleships a light cruiser slowed to 12 knots."""
    boats = get_scenario("nights_of_fury", "the_night").forces[-1]
    battle = Battle().division("slow", "USN", ["San Francisco", "Helena"], 3)
    battle.forces.append(boats.but(id="fast", at=(3,)))
    state = battle.division("foe", "IJN", ["Fubuki"], 8).at("orders", "USN")
    assert score(battle.do(state, Join("USN", "fast", "slow"))[0], "USN") < score(state, "USN")
    battle = Battle().division("slow", "IJN", ["Isuzu"], 7).division("fast", "IJN", ["Kongo", "Haruna"], 7)
    state = hurt(battle.division("foe", "USN", ["Laffey"], 2).at("orders", "IJN"), 3, "isuzu")
    assert score(battle.do(state, Join("IJN", "fast", "slow"))[0], "IJN") < score(state, "IJN")


def test_in_eight_battles_no_free_shot_is_held_and_no_wreck_is_torpedoed() -> None:
    scenario = get_scenario("nights_of_fury", "little_and_gregory")
    held, wrecks, shots, launches = 0, 0, 0, 0
    for seed in range(8):
        session = Session(SYSTEM, scenario, seed=seed)
        players = {side: make_player("greedy", seed + number) for number, side in enumerate(("USN", "IJN"))}
        while not session.over:
            before, side = session.state, session.actor
            command = take_turn(players[side], Seat(session, side)).choice.command
            shots += isinstance(command, Fire)
            if isinstance(command, Launch):
                launches += 1
                wrecks += before.ships[command.target].structure >= 4
            if isinstance(command, Done):
                values = (expected_value(before, each) for offer in offers(SYSTEM, before) for each in offer.commands)
                held += any(value[0] > 0 for value in values if value is not None)
    assert shots > 100 and launches > 15, (shots, launches)
    assert held == wrecks == 0


def run(band: int, turns_left: int, moved: bool = False) -> State:
    """Return the Japanese convoy so far from band 1, by which it leaves, its escort and the enemy out of reach."""
    state: State = Session(SYSTEM, get_scenario("nights_of_fury", "ijn_convoy"), None, seed=1).state
    for name, division in state.divisions.items():
        away = division.side == "USN" or "run" not in division.traits
        state = with_division(state, state.divisions[name].but(band=10 if away else band, moved=moved))
    movement = next(number for number, phase in enumerate(SYSTEM.sequence) if phase.name == "movement")
    return state.but(cursor=state.cursor.but(phase=movement, turn=state.turns - turns_left))


@pytest.mark.rule("NoF-CAM-1")
@pytest.mark.parametrize("left", [10, 1, 0])
def test_a_run_is_worth_more_the_nearer_it_is_to_its_end_and_most_once_it_has_left(left: int) -> None:
    worths = [score(run(band, left), "IJN") for band in range(7, 0, -1)]
    assert worths == sorted(set(worths))
    away = adjudicate(SYSTEM, run(1, left), Move("IJN", "ijn-convoy", 0), TapeDice((6,)), move_on=False).state
    assert score(away, "IJN") > worths[-1]


def test_a_run_that_stands_at_the_end_of_the_chart_when_the_battle_ends_has_earned_nothing() -> None:
    """Nine tenths of its bonus were once counted though it could no longer leave."""
    assert score(run(1, 0, moved=True), "IJN") <= score(run(2, 0, moved=True), "IJN")
    assert score(run(1, 1, moved=True), "IJN") > score(run(2, 1, moved=True), "IJN")
