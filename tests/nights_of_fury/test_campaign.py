"""The campaign: missions, forces, contact, islands and starts, unopposed rounds, dawn, repair, and the result."""

from __future__ import annotations

import pytest

from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.flow import Begin, Done
from rules.kernel.ruling import Rolled, Ruling
from rules.kernel.session import adjudicate
from rules.nights_of_fury.campaign import check_sail, close_battle
from rules.nights_of_fury.campaign_charts import load_campaign
from rules.nights_of_fury.commands import Sail
from rules.nights_of_fury.events import (
    BattleJoined,
    BattleOver,
    ContactMissed,
    DawnAttack,
    IslandPlaced,
    MissionsRolled,
    PointsScored,
    ShipRepaired,
)
from rules.nights_of_fury.missions import (
    JAPAN,
    STATES,
    Drawn,
    battle_of,
    draw_force,
    lay_out,
    month_of,
    place_islands,
    ready,
    roll_contact,
    roll_missions,
    roll_visibility,
)
from rules.nights_of_fury.points import battle_lines, points_of
from rules.nights_of_fury.state import Berth, Campaign, State
from rules.nws.events import Sunk
from tests.nights_of_fury.battle import Battle, rules_of, with_changes

CHARTS = load_campaign()
MISSIONS = {  # battle -> (Japanese die, United States die)
    "interception": (4, 4),
    "meeting": (4, 1),
    "ijn_bombardment": (3, 1),
    "ijn_transport": (1, 1),
    "usn_transport": (4, 3),
}


def campaign(rounds: int = 12, **settings: bool) -> tuple[Battle, State]:
    """Phase 8 between two battles; the United States open the rounds."""
    battle = Battle()
    battle.special.append(("rounds", "", rounds))
    for name, value in settings.items():
        battle.setting(name, value)
    return battle, battle.at("campaign")


def ruling(state: State, *faces: int) -> Ruling:
    return Ruling(Battle.system, state, TapeDice(faces))


def changed(state: State, **changes: object) -> State:
    """The position with fields of its campaign changed."""
    assert state.campaign is not None
    return state.but(campaign=state.campaign.but(**changes))


def books(state: State) -> Campaign:
    assert state.campaign is not None
    return state.campaign


def sailing(state: State, faces: tuple[int, ...], seed: int = 1) -> tuple[State, tuple[object, ...]]:
    """Sail with these faces first and dice of a seed for all that follows, without the sequence of play."""
    dice = _Then(faces, seed)
    found = adjudicate(Battle.system, state, Sail("USN"), dice, move_on=False)
    assert not dice.first.left
    return found.state, tuple(found.events)


class _Then:
    """A tape, and when it is used up dice of a seed."""

    def __init__(self, faces: tuple[int, ...], seed: int) -> None:
        self.first = TapeDice(faces)
        self.rest = SeededDice(seed)

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        return (self.first if self.first.left else self.rest).roll(count, sides)


def force(**codes: tuple[str, ...]) -> Drawn:
    return Drawn(codes)


def at_sea(
    mission: str, japan: Drawn, states: Drawn, islands: dict[str, int] | None = None, henderson: int = 0
) -> State:
    """A battle of round 1 laid out, with the ships named; Henderson Field was damaged before."""
    state = changed(campaign()[1], round=1, at_sea=True, henderson=henderson)
    divisions, ships = lay_out(state, mission, {JAPAN: japan, STATES: states}, islands or {})
    return state.but(divisions=divisions, ships=ships, mission=mission, islands=islands or {}, opening=divisions)


CRUISERS = (force(ca=("aoba",), cl=("yubari",), dd=("kagero",)), force(ca=("san-francisco",), dd=("laffey",)))


# ---------------------------------------------------------------------- missions and battles


@pytest.mark.rule("NoF-CAM-H1")
@pytest.mark.parametrize(
    ("die", "japan", "states"),
    [
        (1, "transport", "patrol"),
        (2, "transport", "patrol"),
        (3, "bombardment", "transport"),
        (4, "patrol", "intercept"),
        (5, "patrol", "intercept"),
        (6, "rest", "rest"),
    ],
)
def test_a_die_gives_each_side_its_mission(die: int, japan: str, states: str) -> None:
    _, state = campaign()
    assert roll_missions(ruling(state, die, die)) == {"IJN": japan, "USN": states}


@pytest.mark.rule("NoF-CAM-6")
def test_the_five_battles_of_the_sheet_have_their_names() -> None:
    named = {CHARTS.battle_titles[key] for key in MISSIONS}
    assert named == {"Interception", "Meeting Engagement/Patrol", "IJN Bombardment", "IJN Transport", "USN Transport"}
    _, state = campaign()
    assert set(state.scene.charts.islands.chance) == set(MISSIONS)


@pytest.mark.rule("NoF-CAM-H2")
@pytest.mark.parametrize(
    ("japan", "found"),
    [
        ("transport", ["ijn_transport", "ijn_transport", "meeting", "unopposed"]),
        ("bombardment", ["ijn_bombardment", "ijn_bombardment", "usn_transport", "unopposed"]),
        ("patrol", ["meeting", "interception", "usn_transport", "none"]),
        ("rest", ["none", "none", "unopposed", "none"]),
    ],
)
def test_the_two_missions_make_the_battle(japan: str, found: list[str]) -> None:
    assert [battle_of(japan, states) for states in ("patrol", "intercept", "transport", "rest")] == found


@pytest.mark.rule("NoF-CAM-H1")
def test_the_rounds_run_from_august_to_november() -> None:
    months = [month_of(12, number) for number in range(1, 13)]
    assert months == ["1942-08"] * 3 + ["1942-09"] * 3 + ["1942-10"] * 3 + ["1942-11"] * 3
    assert [month_of(2, 1), month_of(2, 2), month_of(1, 1)] == ["1942-08", "1942-10", "1942-08"]


@pytest.mark.rule("NoF-CAM-H1")
def test_ships_carry_the_radar_of_the_month() -> None:
    _, state = campaign()
    first, _ = sailing(state, (6, 6))
    assert (first.scene.month, first.scene.cards["helena"].radar) == ("1942-08", "F1")
    tenth, _ = sailing(changed(state, round=9), (6, 6))
    assert (tenth.scene.month, tenth.scene.cards["helena"].radar) == ("1942-11", "F3")


@pytest.mark.rule("NoF-CAM-H1")
def test_between_battles_the_first_side_sails_for_both_and_has_nothing_else_to_do() -> None:
    battle, state = campaign()
    assert [command for offer in battle.offers(state) for command in offer.commands] == [Sail("USN")]
    assert rules_of(battle.check(state, Done("USN"))) == ["NoF-CAM-H1"]
    assert rules_of(check_sail(state, Sail("IJN"))) == ["NoF-CAM-H1"]
    assert rules_of(check_sail(changed(state, at_sea=True), Sail("USN"))) == ["NoF-CAM-H1"]
    assert rules_of(check_sail(state.but(campaign=None), Sail("USN"))) == ["NoF-CAM-H1"]


@pytest.mark.rule("NoF-CAM-H1")
def test_a_side_under_the_chart_sails_too() -> None:
    battle, state = campaign(chart_USN=True, chart_IJN=True)
    assert [command for offer in battle.offers(state) for command in offer.commands] == [Sail("USN")]


@pytest.mark.rule("NoF-CAM-H1", "NoF-PH-H1")
def test_the_campaign_begins_with_its_first_round() -> None:
    battle, _ = campaign()
    begun = adjudicate(battle.system, battle.opening(), Begin(""), TapeDice(()))
    assert begun.state.cursor.phase == 7
    assert battle.offered(begun.state, Sail) == [Sail("USN")]


@pytest.mark.rule("NoF-CAM-H2")
def test_where_one_side_rests_a_patrol_meets_nobody() -> None:
    _, state = campaign()
    after, events = sailing(state, (4, 6))
    told = [event for event in events if isinstance(event, MissionsRolled)]
    assert [(event.japan, event.states, event.battle) for event in told] == [("Patrol", "Rest", "No battle")]
    assert books(after).history[0].points == {"USN": 0, "IJN": 0}
    assert books(after).round == 1
    assert not books(after).at_sea


# ---------------------------------------------------------------------- forces


@pytest.mark.rule("NoF-CAM-H5", "NoF-CAM-H6")
def test_a_die_gives_the_force_and_a_die_of_as_many_sides_draws_each_ship() -> None:
    _, state = campaign()
    cruisers, lights, boats = (ready(state, "IJN", kind) for kind in ("CA", "CL", "DD"))
    r = ruling(state, 4, 1, 1, 2, 2, 3, len(lights) - 1, 1)
    drawn = draw_force(r, "IJN", "patrol", "1942-08")
    assert drawn.by_code == {
        "ca": (cruisers[0], cruisers[1], cruisers[3], cruisers[4]),
        "cl": (lights[2], lights[-1]),
        "dd": (boats[0],),
    }
    sides = [event.sides for event in r.events if isinstance(event, Rolled) and event.rule == "NoF-CAM-H6"]
    assert sides == [12, 11, 10, 9, len(lights), len(lights) - 1, len(boats)]


@pytest.mark.rule("NoF-CAM-H5")
def test_the_force_table_is_as_written() -> None:
    forces = CHARTS.forces
    assert forces["IJN transport"][6] == {"maru": 6, "cl": 1, "dd": 5}
    assert forces["IJN bombardment"][6] == {"bb": 2, "cl": 1, "dd": 9}
    assert forces["USN transport"][4] == {"ap": 4, "ca": 1, "dd": 4}
    assert all(set(rows) == set(range(1, 7)) for rows in forces.values())


@pytest.mark.rule("NoF-CAM-H5")
def test_the_american_battleships_come_in_november() -> None:
    _, state = campaign()
    early = draw_force(ruling(state, 6, *[1] * 11), "USN", "patrol", "1942-10")
    late = draw_force(ruling(state, 6, *[1] * 5), "USN", "intercept", "1942-11")
    assert [len(ships) for ships in early.by_code.values()] == [3, 2, 6]
    assert {code: len(ships) for code, ships in late.by_code.items()} == {"bb": 2, "dd": 4}


@pytest.mark.rule("NoF-CAM-H6")
def test_ships_lost_or_under_repair_are_not_drawn_and_a_type_that_runs_short_sends_fewer() -> None:
    _, state = campaign()
    away = {name: Berth("lost") for name in ready(state, "USN", "BB")[:1]}
    away |= {name: Berth("repairing", 3) for name in ready(state, "USN", "DD")[:-2]}
    short = changed(state, berths=away)
    drawn = draw_force(ruling(short, 6, 1), "USN", "patrol", "1942-11")  # the last ship of a type needs no die
    assert {code: len(ships) for code, ships in drawn.by_code.items()} == {"bb": 1, "dd": 2}
    assert set(drawn.ships()).isdisjoint(away)


@pytest.mark.rule("NoF-CAM-H6")
def test_loaded_and_other_destroyers_are_different_ships() -> None:
    _, state = campaign()
    drawn = draw_force(ruling(state, 1, *[1] * 6), "IJN", "transport", "1942-08")
    assert len(set(drawn.ships())) == len(drawn.ships()) == 6


# ---------------------------------------------------------------------- contact and weather


@pytest.mark.rule("NoF-CAM-H3")
@pytest.mark.parametrize(
    ("japan", "states", "die", "met"),
    [
        (force(dd=("kagero",)), force(ca=("chicago",)), 2, False),
        (force(dd=("kagero",)), force(ca=("chicago",)), 3, True),
        (force(dd=("kagero",)), force(dd=("fletcher",)), 2, True),
        (force(maru=("sado",)), force(ca=("chicago",)), 2, True),
        (force(maru=("sado",)), force(dd=("fletcher",)), 1, True),
        (force(maru=("sado",)), force(ca=("chicago",)), 1, False),
    ],
)
def test_the_two_sides_meet_on_three_sooner_with_radar_or_slow_ships(
    japan: Drawn, states: Drawn, die: int, met: bool
) -> None:
    _, state = campaign()
    assert roll_contact(ruling(state, die), {JAPAN: japan, STATES: states}) is met


@pytest.mark.rule("NoF-CAM-H3", "NoF-CAM-H7")
def test_if_they_miss_each_other_the_missions_are_unopposed() -> None:
    _, state = campaign()
    dice = (1, 1, 1, *[1] * 6, 1, *[2] * 4, 1, 5)  # both forces with their draws, contact 1, 5 pips landed
    after, events = sailing(state, dice)
    assert any(isinstance(event, ContactMissed) for event in events)
    assert books(after).points == {"USN": 0, "IJN": 15}
    assert (books(after).at_sea, after.ships) == (False, {})


@pytest.mark.rule("NoF-CAM-H4")
def test_a_die_gives_the_weather() -> None:
    _, state = campaign()
    assert [roll_visibility(ruling(state, die)) for die in range(1, 7)] == ["C", "C", "N", "N", "D", "Q"]


# ---------------------------------------------------------------------- islands


@pytest.mark.rule("NoF-ISL-1", "NoF-ISL-2")
@pytest.mark.parametrize("battle", ["interception", "meeting"])
def test_an_interception_or_a_meeting_never_has_an_island_and_throws_no_die(battle: str) -> None:
    _, state = campaign()
    r = ruling(state)
    assert place_islands(r, battle) == {}
    assert r.events == []


@pytest.mark.rule("NoF-ISL-3")
@pytest.mark.parametrize(("die", "found"), [(1, {"guadalcanal": 1}), (5, {"guadalcanal": 1}), (6, {})])
def test_a_bombardment_has_its_island_on_one_to_five(die: int, found: dict[str, int]) -> None:
    assert place_islands(ruling(campaign()[1], die), "ijn_bombardment") == found


@pytest.mark.rule("NoF-ISL-4", "NoF-ISL-5")
@pytest.mark.parametrize("battle", ["usn_transport", "ijn_transport"])
def test_a_transport_battle_has_one_on_one_to_four(battle: str) -> None:
    _, state = campaign()
    assert place_islands(ruling(state, 4, 1, 1), battle) == {"savo": 4}
    assert place_islands(ruling(state, 5), battle) == {}


@pytest.mark.rule("NoF-ISL-6", "NoF-ISL-7", "NoF-ISL-8", "NoF-ISL-9", "NoF-ISL-10", "NoF-ISL-11")
@pytest.mark.parametrize(
    ("die", "band", "rule"),
    [
        (1, 4, "NoF-ISL-6"),
        (2, 5, "NoF-ISL-7"),
        (3, 6, "NoF-ISL-8"),
        (4, 6, "NoF-ISL-9"),
        (5, 7, "NoF-ISL-10"),
        (6, 7, "NoF-ISL-11"),
    ],
)
def test_a_die_gives_the_band_of_the_island(die: int, band: int, rule: str) -> None:
    r = ruling(campaign()[1], 1, die, 1)
    assert place_islands(r, "ijn_transport") == {"savo": band}
    assert [(event.rule, event.band) for event in r.events if isinstance(event, IslandPlaced)] == [(rule, band)]


@pytest.mark.rule("NoF-ISL-H1")
@pytest.mark.parametrize(("die", "island"), [(1, "savo"), (4, "savo"), (5, "florida"), (6, "florida")])
def test_a_die_gives_the_name_of_the_island(die: int, island: str) -> None:
    assert place_islands(ruling(campaign()[1], 1, 3, die), "usn_transport") == {island: 6}


@pytest.mark.rule("NoF-ISL-3", "NoF-START-4")
def test_the_option_adds_savo_to_a_bombardment() -> None:
    _, state = campaign(bombardment_savo_too=True)
    assert place_islands(ruling(state, 2, 5), "ijn_bombardment") == {"guadalcanal": 1, "savo": 7}
    assert place_islands(ruling(state, 6), "ijn_bombardment") == {}


@pytest.mark.rule("NoF-ISL-12", "NoF-ISL-13", "NoF-START-6")
@pytest.mark.parametrize(
    ("battle", "islands"),
    [("ijn_bombardment", {}), ("ijn_transport", {"savo": 5}), ("usn_transport", {"florida": 4}), ("meeting", {})],
)
def test_only_a_bombardment_with_its_island_has_a_land_target(battle: str, islands: dict[str, int]) -> None:
    state = at_sea(battle, *CRUISERS, islands=islands)
    assert "henderson-field" not in state.ships
    assert {division.band for division in state.divisions.values() if division.side == "USN"} == {1}
    assert {division.band for division in state.divisions.values() if division.side == "IJN"} == {10}


@pytest.mark.rule("NoF-ISL-14", "NoF-START-5")
def test_henderson_field_stands_on_guadalcanal_in_band_one() -> None:
    state = at_sea("ijn_bombardment", *CRUISERS, islands={"guadalcanal": 1})
    field = state.divisions[state.ships["henderson-field"].division]
    assert (field.band, field.side, field.traits) == (1, "USN", ("land",))
    assert state.scene.cards["henderson-field"].pv == 20


# ---------------------------------------------------------------------- starts and divisions


@pytest.mark.rule("NoF-START-1", "NoF-START-2")
def test_the_sides_start_at_their_flags() -> None:
    state = at_sea("interception", *CRUISERS)
    assert {(division.side, division.band) for division in state.divisions.values()} == {("USN", 1), ("IJN", 10)}


@pytest.mark.rule("NoF-START-3", "NoF-START-4")
def test_in_a_bombardment_with_its_island_the_american_ships_start_in_band_two() -> None:
    state = at_sea("ijn_bombardment", *CRUISERS, islands={"guadalcanal": 1})
    starts = {(division.side, division.band) for division in state.divisions.values() if "land" not in division.traits}
    assert starts == {("USN", 2), ("IJN", 10)}
    assert state.islands == {"guadalcanal": 1}


@pytest.mark.rule("NoF-CAM-H11", "NoF-DIV-H1")
def test_the_groups_sail_apart_in_divisions_of_at_most_six() -> None:
    _, state = campaign()
    boats = ready(state, "IJN", "DD")
    japan = force(bb=("hiei", "kirishima"), cl=("yubari",), dd=boats[:9])
    divisions, ships = lay_out(state, "ijn_bombardment", {JAPAN: japan, STATES: force(dd=("laffey",))}, {})
    mine = [division for division in divisions.values() if division.side == "IJN"]
    assert [len(division.ships) for division in mine] == [2, 5, 5]
    assert [division.traits for division in mine] == [("bombardment",), (), ()]
    assert [name for division in mine for name in division.ships] == list(japan.ships())
    assert {ships[name].division for name in mine[1].ships} == {mine[1].id}
    assert len({division.name for division in mine}) == len({division.tag for division in mine}) == 3


@pytest.mark.rule("NoF-CAM-H11", "NoF-LOA-H1")
def test_transports_and_loaded_destroyers_are_on_a_run() -> None:
    _, state = campaign()
    boats = ready(state, "IJN", "DD")
    japan = force(loaded_dd=boats[:4], av=("nisshin",), dd=boats[4:7])
    divisions, ships = lay_out(state, "ijn_transport", {JAPAN: japan, STATES: force(dd=("laffey",))}, {})
    runs = {division.ships: division.traits for division in divisions.values() if "run" in division.traits}
    assert runs == {boats[:4]: ("run", "loaded"), ("nisshin",): ("run",)}
    assert [ships[name].loaded for name in boats[:7]] == [True] * 4 + [False] * 3


@pytest.mark.rule("NoF-CAM-H2", "NoF-CAM-H11")
def test_a_bombardment_group_that_meets_transports_raids_them() -> None:
    state = at_sea("usn_transport", *CRUISERS)
    assert all("bombardment" not in division.traits for division in state.divisions.values())


@pytest.mark.rule("NoF-CAM-H11")
@pytest.mark.parametrize(("battle", "turns"), [("interception", 20), ("ijn_bombardment", 20), ("ijn_transport", 24)])
def test_a_battle_lasts_twenty_turns_or_twenty_four_with_transports(battle: str, turns: int) -> None:
    _, state = campaign()
    seed = 1
    while True:
        after, events = sailing(state, MISSIONS[battle], seed)
        if books(after).at_sea:
            break
        seed += 1
    assert (after.turns, after.mission) == (turns, battle)
    joined = next(event for event in events if isinstance(event, BattleJoined))
    assert (joined.round, joined.title) == (1, CHARTS.battle_titles[battle])
    assert {books(after).berths[name].status for name in after.ships if name in books(after).berths} == {"sailing"}


@pytest.mark.rule("NoF-CAM-H11", "NoF-PH-H1")
def test_a_battle_begins_with_turn_one_and_phase_one() -> None:
    battle, state = campaign()
    after, _ = battle.give(state, Sail("USN"), 4, 4, 1, *[1] * 3, 1, *[1] * 4, 3, 3, 2, 5)
    assert (after.cursor.turn, after.cursor.phase, after.visibility) == (1, 0, "N")
    assert len(after.ships) == 7
    assert all(not known for known in after.contacts.values())
    assert after.opening == after.divisions


@pytest.mark.rule("NoF-CAM-H6")
def test_the_draw_of_a_side_is_its_own_affair_under_hidden_movement() -> None:
    _, state = campaign()
    r = ruling(state, 1, 1, 1, 1)
    draw_force(r, "IJN", "patrol", "1942-08")
    assert {event.to for event in r.events[1:]} == {("IJN",)}
    assert r.events[0].to == ()


# ---------------------------------------------------------------------- bonus points


def ending(state: State, *faces: int) -> tuple[State, list[object]]:
    """The battle is over."""
    tape = TapeDice(faces)
    r = Ruling(Battle.system, state, tape)
    close_battle(r, "turn 20 was the last")
    assert not tape.left
    return r.state, list(r.events)


@pytest.mark.rule("NoF-CAM-1", "NoF-CAM-2")
def test_heavy_ships_that_break_through_in_a_bombardment_earn_five_each_and_destroyers_nothing() -> None:
    japan = force(bb=("hiei",), ca=("aoba",), cl=("yubari",), dd=("kagero", "kuroshio"))
    state = at_sea("ijn_bombardment", japan, CRUISERS[1], henderson=3)  # no aircraft in the morning
    for name in japan.ships():
        state = with_changes(state, name, gone="left", left_at=1)
    assert books(ending(state)[0]).points == {"USN": 0, "IJN": 15}


@pytest.mark.rule("NoF-CAM-3", "NoF-CAM-4")
def test_transports_and_loaded_destroyers_that_break_through_earn_five_and_three() -> None:
    japan = force(loaded_dd=("kagero", "kuroshio"), maru=("sado", "sakito"), dd=("oyashio",))
    state = at_sea("ijn_transport", japan, CRUISERS[1], henderson=3)
    for name in japan.ships():
        state = with_changes(state, name, gone="left", left_at=1)
    assert books(ending(state)[0]).points == {"USN": 0, "IJN": 16}


@pytest.mark.rule("NoF-CAM-5")
@pytest.mark.parametrize(("band", "points"), [(10, 10), (1, 0)])
def test_american_transports_earn_five_each_at_band_ten(band: int, points: int) -> None:
    _, state = campaign()
    two = ready(state, "USN", "AP")[:2]
    state = at_sea("usn_transport", CRUISERS[0], force(ap=two, dd=("laffey",)))
    for name in two:
        state = with_changes(state, name, gone="left", left_at=band)
    assert books(ending(state)[0]).points == {"USN": points, "IJN": 0}


@pytest.mark.rule("NoF-CAM-3", "NoF-CAM-5")
def test_when_both_sides_carry_transports_both_may_earn_their_bonus() -> None:
    _, state = campaign()
    transport = ready(state, "USN", "AP")[0]
    state = at_sea("meeting", force(maru=("sado",)), force(ap=(transport,)), henderson=3)
    state = with_changes(with_changes(state, "sado", gone="left", left_at=1), transport, gone="left", left_at=10)
    assert books(ending(state)[0]).points == {"USN": 5, "IJN": 5}


@pytest.mark.rule("NoF-END-H1", "NoF-CAM-5")
@pytest.mark.parametrize(("level", "points"), [(0, 5), (4, 0)])
def test_transports_get_through_when_no_able_enemy_is_left(level: int, points: int) -> None:
    """Of two transports one is on a run, and able or not; the other is on none."""
    _, state = campaign()
    two = ready(state, "USN", "AP")[:2]
    battle = Battle().setting("mission", "usn_transport")
    names = [state.scene.names[name] for name in two]
    battle.division("a", "USN", names[:1], 4, traits=("run",)).division("b", "USN", names[1:], 4)
    state = battle.division("c", "IJN", ["Kagero"], 9).at("end")
    sunk = with_changes(with_changes(state, "kagero", gone="sunk", flotation=4), two[0], structure=level)
    faces = (1,) if level else ()
    after, _ = battle.open_phase(sunk, "end", *faces)
    assert after.outcome is not None
    assert (after.ships[two[0]].left_at, after.ships[two[1]].gone) == (0 if level else 10, "")
    assert points_of(after, "USN") - after.scene.cards["kagero"].pv == points


# ---------------------------------------------------------------------- unopposed rounds


@pytest.mark.rule("NoF-CAM-H7")
def test_an_unopposed_japanese_transport_earns_three_for_each_pip() -> None:
    _, state = campaign()
    after, events = sailing(state, (1, 6, 4))
    assert books(after).points == {"USN": 0, "IJN": 12}
    assert [(event.side, event.points) for event in events if isinstance(event, PointsScored)] == [("IJN", 12)]


@pytest.mark.rule("NoF-CAM-H7")
def test_an_unopposed_american_transport_earns_twenty() -> None:
    _, state = campaign()
    assert books(sailing(state, (6, 3))[0]).points == {"USN": 20, "IJN": 0}


@pytest.mark.rule("NoF-CAM-H7", "NoF-ISL-14")
def test_an_unopposed_bombardment_fires_four_phases_at_henderson_field() -> None:
    """Three heavy cruisers; the destroyers' guns do not reach. Only one shot of the twelve hits, and lightly."""
    _, state = campaign()
    draws = (1, *[1] * 5)
    misses = (1, 1)
    after, events = sailing(state, (3, 6, *draws, *misses * 11, 5, 5))
    shots = [event for event in events if isinstance(event, Rolled) and event.rule == "NoF-GUN-H1"]
    assert len(shots) == 12
    assert {event.target for event in shots} == {9}  # 9, less 4 for firepower 6, and 2 each for range and armour
    assert books(after).henderson == 1
    assert books(after).points == {"USN": 0, "IJN": 3}


@pytest.mark.rule("NoF-CAM-H7", "NoF-VP-9")
def test_a_field_out_of_action_earns_its_full_value_less_what_was_earned_before() -> None:
    _, state = campaign()
    twelves = (3, 6, 1, *[1] * 5, *[6] * 12)  # three cruisers, one level for each shot
    after, events = sailing(state, twelves)
    assert books(after).henderson == 4
    assert books(after).points == {"USN": 0, "IJN": 20}
    assert len([event for event in events if isinstance(event, Rolled) and event.rule == "NoF-GUN-H1"]) == 6
    again, _ = sailing(changed(state, henderson=4), twelves[:-6])  # recovered to 2 levels first, worth 5 already
    assert books(again).points == {"USN": 0, "IJN": 15}


# ---------------------------------------------------------------------- after the battle


@pytest.mark.rule("NoF-CAM-H8")
@pytest.mark.parametrize(("die", "levels"), [(3, 0), (4, 1), (5, 1), (6, 2)])
def test_at_dawn_aircraft_look_for_cripples(die: int, levels: int) -> None:
    state = with_changes(at_sea("interception", *CRUISERS), "aoba", structure=3)
    _, events = ending(state, die)
    found = [(event.ship, event.flotation) for event in events if isinstance(event, DawnAttack)]
    assert found == ([("aoba", levels)] if levels else [])


@pytest.mark.rule("NoF-CAM-H8")
def test_they_look_for_wrecks_and_for_ships_that_left_by_band_one_and_for_no_others() -> None:
    state = at_sea("interception", *CRUISERS)
    state = with_changes(state, "aoba", structure=4)
    state = with_changes(state, "yubari", gone="left", left_at=1)
    state = with_changes(state, "kagero", structure=2)
    state = with_changes(state, "laffey", structure=3)
    _, events = ending(state, 6, 4)
    assert [event.ship for event in events if isinstance(event, DawnAttack)] == ["aoba", "yubari"]


@pytest.mark.rule("NoF-CAM-H8", "NoF-VP-2")
def test_a_ship_sunk_at_dawn_is_lost_and_counts() -> None:
    state = with_changes(at_sea("interception", *CRUISERS), "aoba", flotation=3)
    after, events = ending(state, 4)
    assert any(isinstance(event, Sunk) for event in events)
    assert books(after).berths["aoba"].status == "lost"
    assert books(after).points["USN"] == state.scene.cards["aoba"].pv


@pytest.mark.rule("NoF-CAM-H8")
def test_with_henderson_field_heavily_damaged_no_aircraft_fly() -> None:
    state = with_changes(at_sea("ijn_bombardment", *CRUISERS, islands={"guadalcanal": 1}), "aoba", structure=3)
    grounded = with_changes(state, "henderson-field", structure=3)
    assert not any(isinstance(event, Rolled) for event in ending(grounded)[1])
    flying = with_changes(state, "henderson-field", structure=2)
    assert any(isinstance(event, Rolled) for event in ending(flying, 1)[1])


@pytest.mark.rule("NoF-CAM-H9")
@pytest.mark.parametrize(("level", "rounds"), [(1, 1), (2, 2), (3, 4), (4, 6)])
def test_a_damaged_ship_misses_rounds_and_comes_back_whole(level: int, rounds: int) -> None:
    state = with_changes(at_sea("interception", *CRUISERS), "san-francisco", structure=level)
    after, _ = ending(state)
    assert books(after).berths == {"san-francisco": Berth("repairing", 1 + rounds)}
    for number in range(2, 2 + rounds):
        still, _ = sailing(changed(after, round=number - 1), (6, 6))
        assert "san-francisco" not in ready(still, "USN", "CA")
    back, events = sailing(changed(after, round=1 + rounds), (6, 6))
    assert "san-francisco" in ready(back, "USN", "CA")
    assert [event.ship for event in events if isinstance(event, ShipRepaired)] == ["san-francisco"]


@pytest.mark.rule("NoF-CAM-H9")
def test_henderson_field_recovers_two_levels_a_round() -> None:
    _, state = campaign()
    assert books(sailing(changed(state, henderson=3), (6, 6))[0]).henderson == 1
    assert books(sailing(changed(state, henderson=1), (6, 6))[0]).henderson == 0


@pytest.mark.rule("NoF-CAM-H9", "NoF-VP-10")
def test_the_field_carries_its_damage_into_the_next_bombardment_and_earns_only_for_more() -> None:
    state = at_sea("ijn_bombardment", *CRUISERS, islands={"guadalcanal": 1}, henderson=1)
    assert state.ships["henderson-field"].structure == 1
    assert list(battle_lines(state, "IJN")) == []
    after, _ = ending(with_changes(state, "henderson-field", structure=3))
    assert books(after).points["IJN"] == 10 - 3
    assert books(after).henderson == 3
    assert "henderson-field" not in books(after).berths


@pytest.mark.rule("NoF-CAM-H10")
def test_a_battle_goes_into_the_books_and_the_chart_is_cleared() -> None:
    state = with_changes(at_sea("interception", *CRUISERS), "laffey", gone="sunk", flotation=4)
    after, events = ending(with_changes(state, "san-francisco", structure=1))
    record = books(after).history[0]
    assert (record.round, record.kind, record.lost, record.hurt) == (1, "interception", ("laffey",), ("san-francisco",))
    over = next(event for event in events if isinstance(event, BattleOver))
    assert (over.japan, over.states) == (record.points["IJN"], record.points["USN"])
    assert (after.ships, after.divisions, after.islands, after.mission) == ({}, {}, {}, "")
    assert not books(after).at_sea
    assert after.outcome is None


@pytest.mark.rule("NoF-CAM-H10", "NoF-VP-H1")
@pytest.mark.parametrize(
    ("points", "title"), [({"USN": 50, "IJN": 60}, "Draw"), ({"USN": 90, "IJN": 30}, "Decisive victory: USN")]
)
def test_after_the_last_round_the_ratio_of_all_points_decides(points: dict[str, int], title: str) -> None:
    _, state = campaign(rounds=2)
    first, _ = sailing(state, (6, 6))
    record = books(first).history[0].but(points=points)
    after, _ = sailing(changed(first, points=points, history=(record,)), (6, 6))
    assert after.outcome is not None
    assert (after.outcome.title, after.outcome.rule) == (title, "NoF-CAM-H10")


@pytest.mark.rule("NoF-CAM-H1", "NoF-CAM-H10")
def test_a_whole_campaign_under_the_chart_comes_to_its_end() -> None:
    battle = Battle().chart("USN").chart("IJN")
    battle.special.append(("rounds", "", 6))
    dice = SeededDice(1942)
    state = adjudicate(battle.system, battle.opening(), Begin(""), dice).state
    while state.outcome is None:
        command = battle.offers(state)[0].commands[0]
        assert not battle.check(state, command)
        state = adjudicate(battle.system, state, command, dice).state
    history = books(state).history
    assert [record.round for record in history] == [1, 2, 3, 4, 5, 6]
    assert any(record.kind in MISSIONS for record in history)
    assert {side: sum(record.points.get(side, 0) for record in history) for side in ("USN", "IJN")} == books(
        state
    ).points
