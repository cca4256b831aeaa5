"""Computer players: they answer from a seat alone, the same every time, within their budget, and say why."""

from __future__ import annotations

import re

import pytest

from game.library import get_scenario, open_map
from game.table.thinker import Thinker
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.evaluation import EvalTerm
from rules.kernel.flow import Done
from rules.kernel.policy import reason
from rules.kernel.seat import HypotheticalState, Seat
from rules.kernel.session import Session
from rules.players import PLAYERS, Choice, NothingToDo, make_player, take_turn
from rules.players.greedy import LEVELS, GreedyPlayer, best_next_value
from rules.players.player import HURRY, STOP, Cancelled, CancelToken, Player, Ready
from rules.players.reasons import TOLD, compare_words, in_words
from rules.players.statistics import likelihood, match_result
from tests.conftest import begin
from tests.players.toy import Lay, Shoot, Steam, toy_session


def play_out(session: Session, keys: dict[str, str], seed: int = 5) -> list[Choice]:
    players = {side: make_player(key, seed + number) for number, (side, key) in enumerate(keys.items())}
    choices = []
    while not session.over:
        choices.append(take_turn(players[session.actor], Seat(session, session.actor)).choice)
    return choices


def advance_to_gunfire(session: Session) -> Session:
    session.submit(Steam("blue", "blue", 19))
    session.submit(Steam("red", "red", 20))
    return session


@pytest.mark.parametrize("key", sorted(PLAYERS))
def test_every_player_plays_a_game_to_its_end(key: str) -> None:
    session = toy_session(turns=4)
    choices = play_out(session, {"blue": key, "red": key})
    assert session.over
    assert len(choices) == len(session.steps) - 1
    assert all(choice.why for choice in choices)


@pytest.mark.parametrize("key", sorted(PLAYERS))
def test_the_same_seed_gives_the_same_game(key: str) -> None:
    games = []
    for _ in range(2):
        session = toy_session(turns=3)
        play_out(session, {"blue": key, "red": key})
        games.append(session.digest())
    assert games[0] == games[1]


def test_thinking_throws_none_of_the_dice_of_the_game() -> None:
    session = advance_to_gunfire(toy_session())
    dice = session.dice
    assert isinstance(dice, SeededDice)
    GreedyPlayer(3).choose(Seat(session, "blue"))
    assert dice.n == sum(len(step.faces) for step in session.steps)


def test_the_greedy_player_closes_the_range_when_that_is_what_the_position_rewards() -> None:
    session = toy_session()
    choice = GreedyPlayer(3, LEVELS["greedy"].but(shortlist=BIG)).choose(Seat(session, "blue"))
    assert choice.command == Steam("blue", "blue", 20)
    assert len(choice.rejected) == 2
    assert all(gain < 0.1 for _, gain in choice.rejected)
    assert "points (" in choice.why and "+" in choice.why, "told in terms, with what they bring"
    assert "61 options" in choice.why


BIG = 100


def test_gunfire_is_weighed_over_every_way_two_dice_can_fall() -> None:
    session = advance_to_gunfire(toy_session())
    choice = GreedyPlayer(3).choose(Seat(session, "blue"))
    assert isinstance(choice.command, Shoot)
    assert "all 36 results" in choice.why


def test_gunfire_is_sampled_when_the_budget_is_too_small_for_all_ways() -> None:
    session = advance_to_gunfire(toy_session())
    choice = GreedyPlayer(3, evaluations=20).choose(Seat(session, "blue"))
    assert "samples of the dice" in choice.why


@pytest.mark.parametrize("scenario", ["perfidious_albion/roads_at_midnight", "battles_for_empire/the_wells"])
def test_the_terms_a_player_tells_come_to_what_it_says_an_order_brings(scenario: str) -> None:
    """Where all terms are shown (at most two), and the whole value of an order was found by playing it."""
    session, total = begin(scenario, seed=16), 0
    players = {side.key: GreedyPlayer(7, LEVELS["quick"]) for side in session.scenario.sides}
    for _ in range(60):
        seat = Seat(session, session.actor)
        now = seat.now()
        choice = players[session.actor].choose(seat)
        found = re.search(r"options: ([+-][\d.]+) points \((.*?)\)", choice.why)
        terms = re.findall(r" ([+-][\d.]+)", f" {found[2]}") if found else []
        if found and len(terms) < TOLD and now.expected_value(choice.command) is None:
            total += 1
            gain, sum_ = float(found[1]), sum(map(float, terms))
            assert abs(gain - sum_) <= max(0.2, abs(gain) * 0.1), choice.why
        session.submit(choice.command)
    assert total >= 20


def test_the_budget_bounds_what_is_imagined(monkeypatch: pytest.MonkeyPatch) -> None:
    imagined = []
    plain = HypotheticalState.imagine

    def count_metrics(self: HypotheticalState, *args: object, **more: object) -> HypotheticalState:
        imagined.append(args)
        return plain(self, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(HypotheticalState, "imagine", count_metrics)
    for budget in (10, 60, 400):
        imagined.clear()
        GreedyPlayer(3, evaluations=budget).choose(Seat(toy_session(), "blue"))
        assert 0 < len(imagined) <= 2 * budget


def test_a_long_list_is_looked_at_fairly() -> None:
    session = toy_session()
    seen = set()
    for seed in range(40):
        choice = GreedyPlayer(seed, LEVELS["quick"].but(shortlist=10)).choose(Seat(session, "blue"))
        assert isinstance(choice.command, Steam)
        seen.add(choice.command.band)
    assert len(seen) >= 4
    assert all(abs(band - 20) <= 6 for band in seen)


def test_a_continuous_offer_is_answered_with_a_drawn_command() -> None:
    session = advance_to_gunfire(toy_session())
    session.submit(Done("blue"))
    session.submit(Done("red"))
    choice = GreedyPlayer(3).choose(Seat(session, "blue"))
    assert isinstance(choice.command, Lay)
    assert abs(choice.command.degrees - 90) < 90


def test_the_phase_is_ended_when_no_command_betters_the_position() -> None:
    session = toy_session()
    session.submit(Steam("blue", "blue", 20))
    choice = GreedyPlayer(3).choose(Seat(session, "red"))
    assert choice.command == Done("red")
    assert "no order improves" in choice.why


def test_what_the_other_side_hides_never_changes_a_choice() -> None:
    for key in sorted(PLAYERS):
        answers = {make_player(key, 9).choose(Seat(toy_session(reserve=reserve), "blue")).command for reserve in (0, 7)}
        assert len(answers) == 1


def test_a_player_with_nothing_to_do_says_so() -> None:
    for key in sorted(PLAYERS):
        with pytest.raises(NothingToDo, match="red is offered nothing"):
            make_player(key, 1).choose(Seat(toy_session(), "red"))


def test_an_order_that_changes_nothing_at_once_is_given_for_what_it_allows_next() -> None:
    scenario = get_scenario("nw_smoke", "little_and_gregory")
    session = Session(SYSTEMS["nw_smoke"], scenario, open_map("nw_smoke", scenario.map), seed=3)
    player = GreedyPlayer(3)
    planned = []
    for _ in range(25):
        choice = take_turn(player, Seat(session, session.actor)).choice
        if "at once" in choice.why:
            planned.append(choice)
    assert planned
    assert all(type(choice.command) is not Done and choice.rejected[0][0] == "End phase" for choice in planned)


def test_a_prospect_is_the_best_that_can_be_reached_when_a_piece_can_act_next() -> None:
    session = toy_session()
    session.submit(Steam("blue", "blue", 20))
    now = Seat(session, "red").now()
    least, most = now.score(), now.score() + 200
    found = [best_next_value(now, "red", stream, 10) for stream in range(20)]
    assert all(least <= worth <= most for worth in found)
    assert max(found) > least
    assert found == [best_next_value(now, "red", stream, 10) for stream in range(20)]


def test_greedy_beats_random_more_often_than_not() -> None:
    wins = 0
    for seed in range(10):
        session = toy_session(turns=6, seed=seed)
        play_out(session, {"blue": "greedy", "red": "random"}, seed=100 + seed)
        wins += session.state.outcome.winner == "blue"
    assert wins >= 6


def test_an_unknown_player_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match="there are random, midshipman, lieutenant"):
        make_player("deep thought", 1)


def test_a_hurried_player_gives_the_best_so_far_and_a_stopped_one_gives_up_at_once() -> None:
    asked: list[int] = []

    def haste(after: int, word: str) -> CancelToken:
        def urgency() -> str:
            asked.append(1)
            return word if len(asked) > after else ""

        return urgency

    for level in (GreedyPlayer(3), make_player("captain", 3)):
        seat = Seat(toy_session(), "blue")
        asked.clear()
        level.set_cancel_token(haste(3, HURRY))
        choice = level.choose(seat)
        assert seat.check(choice.command) == () and len(asked) < 8, "legal, and few commands were looked at"
        asked.clear()
        level.set_cancel_token(haste(3, STOP))
        with pytest.raises(Cancelled):
            level.choose(seat)
        assert len(asked) == 4


class Endless(Ready):
    """A player who thinks until he is told to stop."""

    title = "endless"

    def set_cancel_token(self, haste: CancelToken) -> None:
        self.haste = haste

    def choose(self, seat: Seat) -> Choice:
        while not self.haste():
            pass
        raise Cancelled("told to")


def test_a_thought_beside_the_window_stops_when_asked() -> None:
    thinker = Thinker()
    thinker.start(Endless(), toy_session(), "blue")
    assert thinker.busy and not thinker.is_done
    thinker.stop()
    assert not thinker.busy


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("kind", ["captain", "lieutenant", "greedy", "quick"])
@pytest.mark.parametrize("scenario", ["perfidious_albion/roads_at_midnight", "battles_for_empire/the_wells"])
def test_without_reasons_a_player_gives_the_same_orders(scenario: str, kind: str) -> None:
    session = begin(scenario, seed=16)
    sides = [side.key for side in session.scenario.sides]
    aloud = {side: make_player(kind, 7 + number) for number, side in enumerate(sides)}
    without_reasons = {side: make_player(kind, 7 + number, without_reasons=True) for number, side in enumerate(sides)}
    explained = 0
    for _ in range(120):
        seat = Seat(session, session.actor)
        result, bare = aloud[session.actor].choose(seat), without_reasons[session.actor].choose(seat)
        assert bare.command == result.command
        explained += bool(result.rejected)
        assert not bare.rejected
        assert not bare.text
        session.submit(result.command)
        if session.over:
            break
    assert explained >= 20


@pytest.mark.parametrize("key", ["captain", "greedy"])
@pytest.mark.parametrize("game", ["nw_smoke/little_and_gregory", "nights_of_fury/little_and_gregory"])
def test_a_rejected_order_is_compared_with_the_chosen_one(game: str, key: str) -> None:
    """The same meaning in every game: its value beyond the chosen order, never positive, for every player."""
    session, players, compared = begin(game, 3), dict[str, Player](), list[float]()
    for _ in range(60):
        if session.over:
            break
        side = session.actor
        player = players.setdefault(side, make_player(key, 5))
        compared += [beyond for _, beyond in take_turn(player, Seat(session, side)).choice.rejected]
    assert compared and max(compared) <= 0 and min(compared) < 0


@pytest.mark.parametrize("game", ["nw_smoke/gale_off_savo", "perfidious_albion/korea_strait"])
def test_what_is_not_weighed_in_points_is_not_compared_in_points(game: str) -> None:
    """A speed of 2 hexes instead of 3 was "1.0 points less", to act first "0.01 points less"."""
    session = begin(game, 3)
    while session.state.cursor.turn == 1:
        choice = take_turn(make_player("captain", 5), Seat(session, session.actor)).choice
        if not isinstance(choice.command, Done):
            break
    assert choice.why and choice.rejected == ()


def test_a_comparison_is_told_in_points() -> None:
    assert [compare_words(points) for points in (0.0, -0.333, 2.0, -250)] == [
        "as good", "0.33 points less", "2.0 points more", "250 points less",
    ]  # fmt: skip


# --- What a match shows: intervals, pairs, and when the sequential test stops ---


def test_a_match_is_counted_with_its_interval() -> None:
    found = match_result([1, 0.5, 1, 0] * 25, 0.5, 0.55)
    assert (found.wins, found.draws, found.losses, found.games) == (50, 25, 25, 100)
    assert found.score == pytest.approx(0.625)
    assert found.low == pytest.approx(0.527, abs=0.001) and found.high == pytest.approx(0.714, abs=0.001)
    assert found.elo == 89


def test_the_test_decides_neither_early_nor_without_cause() -> None:
    assert match_result([1, 0] * 9, 0.5, 0.55).verdict == "open", "too few pairs"
    assert match_result([1, 1] * 20, 0.5, 0.55).verdict == "passed"
    assert match_result([0, 0] * 20, 0.5, 0.55).verdict == "failed"
    assert match_result([1, 0, 0.5, 0.5] * 200, 0.5, 0.55).verdict == "failed", (
        "equal players are not five points apart"
    )
    assert match_result([1, 0, 1, 0, 1, 1, 0, 0, 1, 0.5] * 4, 0.5, 0.55).verdict == "open"


def test_pairs_that_agree_prove_more_than_pairs_that_differ() -> None:
    assert likelihood([0.6, 0.6] * 10, 0.5, 0.55) > likelihood([1.0, 0.2] * 10, 0.5, 0.55) > 0


def test_the_changes_told_add_up_to_all_of_them() -> None:
    changed = [
        EvalTerm(key, key, value) for key, value in (("a", 1090), ("b", -680), ("c", 610), ("d", 300), ("e", 60))
    ]
    assert in_words(changed) == "a +10.9, b -6.8, c +6.1, others +3.6"
    assert in_words(changed[:3]) == "a +10.9, b -6.8, c +6.1"


def test_a_change_that_is_told_is_never_from_a_figure_to_the_same() -> None:
    words = {"gun": "our gun damage {} points"}
    assert reason(words, [1000], [14], [6]) == "our gun damage 0.06 → 0.14 points"
    assert reason(words, [1000], [120], [40]) == "our gun damage 0.4 → 1.2 points"
