"""When orders of Battles for Empire are at stake: each condition on either side of its edge."""

from __future__ import annotations

import pytest

from rules.battles_for_empire.at_stake import CONDITIONS, load_numbers
from rules.battles_for_empire.commands import Drive, Ride
from rules.battles_for_empire.state import State
from rules.kernel.flow import Offer
from rules.kernel.hexes import distance
from rules.kernel.stake import Stake
from tests.battles_for_empire.field import BRITISH, Field


def ask(state: State, verb: str, piece: str, *ends: int) -> Stake | None:
    kind = {"ride": Ride, "drive": Drive}.get(verb)
    commands = tuple(kind(BRITISH, piece, h) for h in ends) if kind is not None else ()
    return CONDITIONS[verb].find(state, BRITISH, Offer(verb, "label", "BFE-MAN-H1", piece, commands))


def field(spear_at: int = 1805, leader_at: int = 205) -> Field:
    """Return a company in 205 faces east, spears stand to the east of it, a leader and a mule where asked for."""
    return (
        Field().unit("a", "br_line", 205, "E").unit("x", "dv_spr", spear_at, "W")
        .unit("chief", "leader_1", leader_at).unit("mule", "mule", leader_at)
    )  # fmt: skip


def at(made: Field, turn: int = 3) -> State:
    state = made.at("first movement", BRITISH)
    state = state.but(cursor=state.cursor.but(turn=turn))
    leaders = {key: leader.but(command=state.units["a"].command) for key, leader in state.leaders.items()}
    return state.but(leaders=leaders)


def test_a_leader_is_at_stake_in_turn_1_alone() -> None:
    assert ask(at(field()), "ride", "chief", 206) is None
    stake = ask(at(field(), 1), "ride", "chief", 206)
    assert stake is not None and stake.text == "CHIEF has not ridden"


def test_a_leader_is_at_stake_where_a_unit_of_his_command_lacks_him_and_he_can_reach_it() -> None:
    reach = at(field()).scene.charts.morale.leader_hexes
    far = at(field(leader_at=205 + 100 * (reach + 1)))
    near = at(field(leader_at=205 + 100 * reach))
    assert distance(far.leaders["chief"].hex, 205) == reach + 1
    assert ask(near, "ride", "chief", 205) is None, "he helps it already"
    stake = ask(far, "ride", "chief", 205)
    assert stake is not None and stake.text == "A is without CHIEF"
    assert ask(far, "ride", "chief", 205 + 100 * (reach + 2)) is None, "he cannot reach it"


@pytest.mark.parametrize(("hexes", "near"), [(4, True), (5, False)])
def test_a_leader_or_mule_alone_with_an_enemy_within_four_hexes_is_at_stake(hexes: int, near: bool) -> None:
    assert load_numbers().alone_hexes == 4
    state = at(field(spear_at=505 + 100 * hexes, leader_at=505))
    assert distance(state.leaders["chief"].hex, state.units["x"].hex) == hexes
    assert (ask(state, "ride", "chief", 505) is not None) is near
    assert (ask(state, "drive", "mule", 506) is not None) is near
    escorted = at(field(spear_at=205 + 100 * hexes))
    assert ask(escorted, "drive", "mule", 206) is None, "a unit of its side stands there"


def test_a_mule_is_at_stake_while_it_can_come_nearer_to_a_unit_low_on_ammunition() -> None:
    made = Field().unit("a", "br_line", 205, "E", low=True).unit("x", "dv_spr", 1805, "W").unit("mule", "mule", 605)
    state = at(made)
    stake = ask(state, "drive", "mule", 505, 405, 305)
    assert stake is not None and stake.lost and stake.text == "A is low: the mule can reach it"
    nearer = ask(state, "drive", "mule", 505)
    assert nearer is not None and nearer.text == "A is low: the mule can come nearer"
    assert ask(state, "drive", "mule", 705) is None
    assert ask(at(Field().unit("a", "br_line", 205, "E").unit("mule", "mule", 605)), "drive", "mule", 305) is None


@pytest.mark.parametrize(("hexes", "near"), [(12, True), (13, False)])
@pytest.mark.parametrize("verb", ["form", "mount", "dismount", "ground"])
def test_drill_is_at_stake_with_an_enemy_within_twelve_hexes(verb: str, hexes: int, near: bool) -> None:
    assert load_numbers().drill_hexes == 12
    state = at(field(spear_at=205 + 100 * hexes))
    assert distance(205, state.units["x"].hex) == hexes
    stake = ask(state, verb, "a")
    assert (stake is not None) is near
    if stake is not None:
        assert stake.text == "enemy 12 hexes from A"


@pytest.mark.parametrize(("hexes", "near"), [(8, True), (9, False)])
def test_facing_is_at_stake_with_an_enemy_within_eight_hexes_not_before_the_front(hexes: int, near: bool) -> None:
    assert load_numbers().face_hexes == 8
    made = Field().unit("a", "br_line", 205, "W").unit("x", "dv_spr", 205 + 100 * hexes, "W")
    assert (ask(at(made), "face", "a") is not None) is near
    assert ask(at(Field().unit("a", "br_line", 205, "E").unit("x", "dv_spr", 605, "W")), "face", "a") is None
