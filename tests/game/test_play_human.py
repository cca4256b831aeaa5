"""What a player can click, and how events become motion, without a window."""

from __future__ import annotations

import pytest

from game.boards.timeline import plan
from game.hud.keymap import ACTIONS, Keys
from game.hud.luck import luck, trials
from game.maps import load_map
from game.skins import Cue, Skin, load_skin
from game.table.illegal_reasons import illegal_verbs
from game.table.order_builder import OrderBuilder
from rules import SYSTEMS
from rules.kernel.breakdown import Breakdown, Natural
from rules.kernel.ruling import Rolled
from rules.kernel.session import Session
from rules.nw_smoke.events import GunsFired, Moved, SmokeLaid
from tests.game.play_table import MAP, scenario


@pytest.fixture
def hand() -> OrderBuilder:
    """Return the acting side in the movement phase."""
    session = Session(SYSTEMS["nw_smoke"], scenario(), load_map(MAP), seed=3)
    for _ in range(2):
        done = OrderBuilder(session, session.actor).done
        assert done is not None
        session.submit(done)
    return OrderBuilder(session, session.actor)


def moving(hand: OrderBuilder) -> None:
    """Select a counter that can move."""
    hand.select(next(action.piece for action in hand.actions if action.verb == "move"))


def test_every_offer_is_an_action_of_a_counter_on_the_board(hand: OrderBuilder) -> None:
    assert hand.actions
    for action in hand.actions:
        assert hand.find(action.piece) is not None
        assert action.kind in ("place", "target", "choice")


def test_a_place_is_armed_by_the_first_click_and_nothing_is_given(hand: OrderBuilder) -> None:
    moving(hand)
    place = hand.places()[0]
    digest = hand.session.digest()
    assert hand.point(place)
    assert hand.armed_command is not None
    assert hand.sketch(hand.armed_command).at == place
    assert hand.session.digest() == digest


def test_several_ways_to_one_place_are_cycled_and_come_round(hand: OrderBuilder) -> None:
    moving(hand)
    place = next(place for place in hand.places() if len(hand.commands_to(place)) > 1)
    hand.point(place)
    first = hand.armed_command
    seen = set()
    for _ in hand.candidates:
        seen.add(hand.armed_command)
        hand.cycle(1)
    assert len(seen) == len(hand.candidates)
    assert hand.armed_command == first


def test_the_pointer_chooses_the_nearest_heading(hand: OrderBuilder) -> None:
    moving(hand)
    place = next(place for place in hand.places() if len(hand.commands_to(place)) > 1)
    for command in hand.commands_to(place):
        wanted = hand.sketch(command).facing
        hand.point(place, wanted)
        assert hand.armed_command is not None
        assert hand.sketch(hand.armed_command).facing == wanted


def test_a_click_on_the_way_keeps_only_paths_through_it(hand: OrderBuilder) -> None:
    moving(hand)
    assert hand.action is not None
    path = next(hand.sketch(c).path for c in hand.action.commands if len(hand.sketch(c).path) > 2)
    end, middle = path[-1], path[1]
    hand.point(end)
    assert hand.point(middle, narrow=True)
    assert hand.candidates
    assert all(middle in hand.sketch(command).path for command in hand.candidates)
    assert all(hand.sketch(command).at == end for command in hand.candidates)


def test_cancelling_goes_back_one_step_at_a_time(hand: OrderBuilder) -> None:
    moving(hand)
    hand.point(hand.places()[0])
    assert hand.cancel() and hand.armed_command is None and hand.piece
    assert hand.cancel() and not hand.piece
    assert not hand.cancel()


def test_a_made_up_command_tells_why_a_verb_is_closed(hand: OrderBuilder) -> None:
    moving(hand)
    piece = hand.piece
    hand.session.submit(
        next(action for action in hand.actions if action.piece == piece and action.verb == "move").commands[0]
    )
    hand.refresh()
    hand.select(piece)
    barred = {found.verb: found for found in illegal_verbs(hand, piece)}
    assert "move" in barred
    assert barred["move"].reasons
    assert all(reason.rule for reason in barred["move"].reasons)


def test_a_seat_without_the_move_is_offered_nothing(hand: OrderBuilder) -> None:
    other = next(side.key for side in hand.session.scenario.sides if side.key != hand.side)
    assert OrderBuilder(hand.session, other).actions == ()


SKIN = load_skin("nw_smoke")


def test_a_move_slides_along_its_hexes_and_its_smoke_rises_with_it() -> None:
    events = (
        Moved(
            rule="r", division="a", deed="moved to", hexes=(4025, 4024, 4023), facing=0, heading="N", end=4023, run=2
        ),
        SmokeLaid(rule="r", division="a", hexes=(4025, 4024)),
    )
    slide, smoke = plan(events, SKIN, lambda unit: None).motions
    assert (slide.piece, slide.path) == ("a", ((4025,), (4024,), (4023,)))
    assert (smoke.kind, smoke.path, smoke.delay) == ("smoke", ((4025,), (4024,)), slide.delay)


@pytest.mark.parametrize(("result", "ending"), [("miss", "splash"), ("light", "explosion")])
def test_shells_fly_and_end_as_the_dice_said(result: str, ending: str) -> None:
    event = GunsFired(rule="r", ship="one", target="two", hexes=3, result=result, effect=result)
    score = plan((event,), SKIN, {"one": (4025,), "two": (3822,)}.get)
    assert [motion.kind for motion in score.motions] == ["shell", ending]
    assert score.motions[1].delay == score.motions[0].end
    assert (0, "gun") in score.sounds


def test_fire_of_somebody_unseen_is_a_splash_at_the_target() -> None:
    event = GunsFired(rule="r", ship="unseen", target="two", hexes=3, result="miss", effect="miss")
    (motion,) = plan((event,), SKIN, {"two": (3822,)}.get).motions
    assert (motion.kind, motion.path) == ("splash", ((3822,),))


def test_with_motion_off_nothing_moves() -> None:
    event = GunsFired(rule="r", ship="one", target="two", hexes=3, result="miss", effect="miss")
    assert plan((event,), SKIN, {"one": (4025,), "two": (3822,)}.get, "off").motions == ()


def test_a_long_step_is_squeezed_and_a_skin_knows_only_its_own_events() -> None:
    event = GunsFired(rule="r", ship="one", target="two", hexes=3, result="miss", effect="miss")
    assert plan((event,) * 40, SKIN, {"one": (4025,), "two": (3822,)}.get).length <= 6100
    assert plan((event,), Skin(cues={"Other": Cue(sound="bell")}), {"one": (1,), "two": (2,)}.get).motions == ()


def test_every_cue_names_an_event_of_the_system_and_its_fields() -> None:
    for name, cue in SKIN.cues.items():
        assert name in SYSTEMS["nw_smoke"].captions or name == "Rolled"
        kind = {"GunsFired": GunsFired, "Moved": Moved, "SmokeLaid": SmokeLaid}.get(name)
        for field in (cue.unit, cue.path, cue.start, cue.end, cue.result):
            assert not field or kind is None or field in kind.__struct_fields__


def roll_of(throw: Breakdown, *faces: int) -> Rolled:
    return Rolled(rule=throw.rule, breakdown=throw, faces=faces, total=throw.total(faces))


def test_the_chance_of_a_need_is_exact_naturals_and_pools_included() -> None:
    two = Breakdown(what="a shot", rule="r", count=2, sides=6, need=7)
    assert list(trials(roll_of(two, 3, 3))) == [(pytest.approx(21 / 36), False)]
    lucky = two.but(need=13, naturals=(Natural(12, True, "always hits", "r"), Natural(2, False, "always misses", "r")))
    assert list(trials(roll_of(lucky, 6, 6))) == [(pytest.approx(1 / 36), True)]
    pool = Breakdown(what="a volley", rule="r", count=2, sides=6, need=5, pool=True)
    assert list(trials(roll_of(pool, 6, 1))) == [(pytest.approx(1 / 3), True), (pytest.approx(1 / 3), False)]


def test_luck_is_successes_beyond_expectation() -> None:
    shot = Breakdown(what="a shot", rule="r", count=2, sides=6, need=12)
    roll = roll_of(shot, 6, 6)
    found = luck([roll])
    assert (found.rolls, found.successes) == (1, 1)
    assert found.expected == pytest.approx(1 / 36)
    assert found.percentile > 0.95
    assert luck([]).percentile == 0.5


def test_no_key_means_two_things() -> None:
    keys = [key for default, _ in ACTIONS.values() for key in default.split()]
    assert len(keys) == len(set(keys))
    assert Keys({"undo": "u"}).keys_of("undo") == "U"
