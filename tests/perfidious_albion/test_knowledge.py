"""What a side may know: markers and dummies, when they are revealed, secret cargo; how a marker may move."""

from __future__ import annotations

import pytest

from rules.perfidious_albion.battle.victory import points_of
from rules.perfidious_albion.records.commands import Activate, Deploy, StandEasy, Steer
from rules.perfidious_albion.records.events import Revealed
from rules.perfidious_albion.records.state import Minefield, State, Terrain, TorpedoMarker, afloat
from rules.perfidious_albion.setup.placement_rules import DUMMY
from rules.perfidious_albion.squadrons.knowledge import is_stand_in, known_state, marker_bars, sight_markers
from tests.perfidious_albion.orders import order, session
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rule
from tests.perfidious_albion.setting_up import after, buy, table, to_deploy


def hidden_squadrons() -> State:
    """Japan: two Asamas and a dummy under markers, her flagship in sight; Russia 24 inches and more away."""
    state = buy(table(), JAPAN, ("mikasa", 2, 1, "1"), ("asama", 2, 1, "2"), ("asama", 3, 1, "2"))
    state = to_deploy(buy(state, RUSSIA, ("varyag", 2, 1, "1")), visibility=24_000)
    for side, what, x, y, marker in (
        (JAPAN, "1", 36, 60, False),
        (JAPAN, "2", 36, 50, True),
        (JAPAN, DUMMY, 50, 52, True),
        (RUSSIA, "1", 36, 20, False),
    ):
        state = state.but(cursor=state.cursor.but(queue=(side, RUSSIA if side == JAPAN else JAPAN)))
        state = after(state, Deploy(side, what, x * 10, y * 10, 90, marker))
    return state


def move_ship(state: State, name: str, x: int, y: int) -> State:
    """Return a ship somewhere else, in inches."""
    ship = state.ships[name].but(x=x * 1000, y=y * 1000)
    return state.but(ships={**state.ships, name: ship})


@pytest.mark.rule("PA-2.1-30")
def test_a_marker_is_one_piece_that_is_worth_nothing_and_runs_as_fast_as_the_slowest_ship() -> None:
    state = hidden_squadrons()
    stand_in = state.ships["japan-2-marker"]
    assert is_stand_in(stand_in) and state.scene.cards[stand_in.id].gun_boxes == ()
    assert state.scene.cards[stand_in.id].speed - stand_in.props_lost == 21
    assert [ship.id for ship in afloat(state, JAPAN)] == ["mikasa-japan-1", "japan-2-marker", "japan-3-marker"]


@pytest.mark.rule("PA-2.1-30")
def test_a_marker_is_revealed_as_soon_as_the_enemy_sees_it() -> None:
    state = hidden_squadrons()
    still, events = rule(state, sight_markers)
    assert still.squadrons["japan-2"].hidden and not events_of(events, Revealed)
    shown, events = rule(move_ship(state, "varyag-russia-1", 36, 26), sight_markers)
    event = events_of(events, Revealed)[0]
    assert (event.squadron, event.dummy) == ("japan-2", False)
    assert shown.ships["japan-2-marker"].gone == "revealed"
    first, second = (shown.ships[name] for name in shown.squadrons["japan-2"].ships)
    assert (first.x, first.y, first.heading, first.speed) == (36_000, 50_000, 90, 10)
    assert (second.x, second.y, second.cq) == (33_000, 50_000, 3)
    assert points_of(shown, RUSSIA) == 0


@pytest.mark.rule("PA-2.1-31")
@pytest.mark.parametrize("first", [JAPAN, RUSSIA])
def test_a_dummy_has_no_eyes_and_goes_when_a_hidden_squadron_sees_it_whoever_deployed_first(first: str) -> None:
    """ "Revealed when it moves into visibility range of the enemy": a dummy is no enemy."""
    state = buy(table(), JAPAN, ("mikasa", 2, 1, "1"), ("asama", 2, 1, "2"))
    state = buy(state, RUSSIA, ("varyag", 2, 1, "1"), ("varyag", 1, 1, "2"))
    state = to_deploy(state, visibility=24_000)
    placed = {
        JAPAN: ((JAPAN, "1", 36, 60, False), (JAPAN, "2", 40, 60, True), (JAPAN, DUMMY, 20, 50, True)),
        RUSSIA: ((RUSSIA, "1", 36, 10, False), (RUSSIA, "2", 20, 12, True)),
    }
    for side, what, x, y, marker in (*placed[first], *placed[RUSSIA if first == JAPAN else JAPAN]):
        state = state.but(cursor=state.cursor.but(queue=(side, RUSSIA if side == JAPAN else JAPAN)))
        state = after(state, Deploy(side, what, x * 10, y * 10, 90, marker))
    near = move_ship(state, "russia-2-marker", 20, 40)  # 10 inches from the dummy, out of sight of all others
    shown, events = rule(near, sight_markers)
    assert [(event.squadron, event.dummy) for event in events_of(events, Revealed)] == [("japan-3", True)]
    assert shown.squadrons["russia-2"].hidden


@pytest.mark.rule("PA-2.1-30")
def test_two_markers_in_sight_of_each_other_are_both_revealed_at_once() -> None:
    state = hidden_squadrons()
    foe = state.ships["japan-2-marker"].but(id="russia-2-marker", side=RUSSIA, squadron="russia-2", x=36_000, y=45_000)
    hidden_foe = state.squadrons["japan-2"].but(id="russia-2", side=RUSSIA, ships=(foe.id,))
    cards = {**state.scene.cards, foe.id: state.scene.cards["japan-2-marker"]}
    both = state.but(
        scene=state.scene.but(cards=cards),
        ships={**state.ships, foe.id: foe},
        squadrons={**state.squadrons, "russia-2": hidden_foe},
    )
    _, events = rule(both, sight_markers)
    assert {event.squadron for event in events_of(events, Revealed)} >= {"japan-2", "russia-2"}


@pytest.mark.rule("PA-2.1-31")
def test_a_dummy_that_is_seen_goes_and_nothing_is_there() -> None:
    shown, events = rule(move_ship(hidden_squadrons(), "varyag-russia-1", 50, 29), sight_markers)
    assert events_of(events, Revealed)[0].dummy
    assert shown.squadrons["japan-3"].ships == () and not shown.squadrons["japan-3"].hidden


@pytest.mark.rule("PA-2.1-30")
def test_land_between_keeps_a_marker_hidden() -> None:
    wall = Terrain(
        kind="island", name="Wall", shape=((10_000, 40_000), (66_000, 40_000), (66_000, 41_000), (10_000, 41_000))
    )
    state = move_ship(hidden_squadrons(), "varyag-russia-1", 36, 30).but(terrain=(wall,))
    assert not events_of(rule(state, sight_markers)[1], Revealed)


@pytest.mark.rule("PA-2.1-30")
def test_a_torpedo_marker_that_touches_it_shows_a_squadron() -> None:
    wedge = ((35_000, 49_000), (37_000, 49_000), (37_000, 51_000), (35_000, 51_000))
    marker = TorpedoMarker(
        id="t1", side=RUSSIA, squadron="x", ship="x", kind="medium", start=(36_000, 49_000), bearing=180, width=1,
        wedges=(wedge,), count=1, turn=1,
    )  # fmt: skip
    _, events = rule(hidden_squadrons().but(markers={"t1": marker}), sight_markers)
    assert [event.squadron for event in events_of(events, Revealed)] == ["japan-2"]


@pytest.mark.rule("PA-2.1-31")
def test_the_enemy_cannot_tell_a_dummy_from_a_squadron() -> None:
    state = hidden_squadrons()
    seen = known_state(state, RUSSIA)
    real, dummy = seen.squadrons["japan-2"], seen.squadrons["japan-3"]
    assert real.but(id="", ships=()) == dummy.but(id="", ships=())
    assert seen.ships["japan-2-marker"].props_lost == seen.ships["japan-3-marker"].props_lost
    assert seen.bought[JAPAN] == () and seen.bought[RUSSIA]
    own = known_state(state, JAPAN)
    assert own.squadrons["japan-3"].dummy and own.bought[JAPAN]
    assert known_state(seen, RUSSIA) == seen and known_state(state, "") is state


@pytest.mark.rule("PA-2.1-37")
def test_the_attacker_does_not_know_which_merchant_carries_the_cargo() -> None:
    sea = Sea("convoy", JAPAN).ship("Liner", RUSSIA, (10, 10), kind="hitachi_maru", cargo=100_000)
    sea = sea.ship("Decoy", RUSSIA, (20, 10), kind="hitachi_maru").ship("Asama", JAPAN, (50, 50))
    state = sea.having(cargo_total=100_000, cargo_destroyed=10_000).state()
    seen = known_state(state, JAPAN)
    assert {seen.ships[name].cargo for name in ("liner", "decoy")} == {45_000}
    assert known_state(seen, JAPAN) == seen
    assert known_state(state, RUSSIA).ships["liner"].cargo == 100_000


@pytest.mark.rule("PA-SET-H3")
def test_a_marker_may_not_run_where_its_ships_would_be_tested() -> None:
    state = hidden_squadrons()
    ship = state.ships["japan-2-marker"]
    free = ((35_000, 50_000), (36_000, 50_000), (41_000, 50_000), (42_000, 50_000))
    assert marker_bars(state, ship, free) == ()
    bank = Terrain(kind="shallow", name="Bank", shape=((38_000, 49_000), (40_000, 49_000), (39_000, 51_000)))
    mines = Minefield(id="m", side=RUSSIA, x=39_000, y=52_000, density=1, radius=3_000)
    for foul in (
        state.but(terrain=(bank,)),
        state.but(fields={"m": mines}),
        move_ship(state, "varyag-russia-1", 39, 51),
    ):
        assert [reason.rule for reason in marker_bars(foul, ship, free)] == ["PA-SET-H3"]
    off = ((35_000, 50_000), (36_000, 50_000), (20_000, 73_000))
    assert [reason.rule for reason in marker_bars(state, ship, off)] == ["PA-SET-H3"]
    assert marker_bars(state.but(terrain=(bank,)), state.ships["mikasa-japan-1"], free) == ()


@pytest.mark.rule("PA-2.1-30")
def test_a_marker_that_has_been_seen_is_a_squadron_from_then_on() -> None:
    """As soon as the marker moves into visibility range of the enemy it is revealed."""
    state = move_ship(hidden_squadrons(), "varyag-russia-1", 36, 25)
    under_way = state.ships["varyag-russia-1"].but(heading=180, speed=14)
    action = Sea().ship("Mikasa", JAPAN, (1, 1)).at("action", RUSSIA).cursor
    game = session(state.but(ships={**state.ships, under_way.id: under_way}, cursor=action, first=RUSSIA))
    events = order(game, Activate(RUSSIA, "russia-1"), Steer(RUSSIA, "varyag-russia-1", "7"))
    assert [event.squadron for event in events_of(events, Revealed)] == ["japan-2"]
    order(game, StandEasy(RUSSIA, "russia-1"), Activate(JAPAN, "japan-2"))
    first, second = game.state.squadrons["japan-2"].ships
    order(game, Steer(JAPAN, first, "5"), Steer(JAPAN, second, "5"))
    assert not game.state.squadrons["japan-2"].hidden
