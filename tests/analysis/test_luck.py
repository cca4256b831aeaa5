"""Luck and skill: the dice are compared with every result they could have had; luck and skill add up to the whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from game.library import get_scenario, open_map
from game.table.analysis_job import AnalysisUnavailable, Analyst, analysis_path, open_game
from game.table.analysis_text import moment_words
from main import main
from rules import SYSTEMS
from rules.analysis.luck import estimate_luck
from rules.analysis.luck_and_skill import Analysis
from rules.analysis.position_value import Value, value_of, with_pending_damage
from rules.kernel.dice import Dice, NeedDice, TapeDice
from rules.kernel.flow import Command
from rules.kernel.logbook import Logbook, read
from rules.kernel.odds import enumerate_outcomes
from rules.kernel.seat import Seat
from rules.kernel.session import Session, adjudicate, load_session
from rules.players import make_player, take_turn
from rules.players.player import STOP, Cancelled

BATTLES = {
    "nw_smoke": "little_and_gregory",
    "nights_of_fury": "little_and_gregory",
    "quickfire": "lesson_duel",
    "battles_for_empire": "the_wells",
    "perfidious_albion": "caldera_bay",
}
ORDERS = 40  # orders of a game: enough for every kind of roll, and quick


def game(system: str, orders: int = ORDERS, seed: int = 3) -> Session:
    """Return the beginning of a game between two careless players."""
    scenario = get_scenario(system, BATTLES[system])
    session = Session(SYSTEMS[system], scenario, open_map(system, scenario.map), seed=seed)
    players = {side: make_player("random", seed * 10 + place) for place, side in enumerate(session.players)}
    while not session.over and len(session.steps) < orders:
        take_turn(players[session.actor], Seat(session, session.actor))
    return session


def account(session: Session) -> Analysis:
    analyst = Analyst(session, None)
    for _ in analyst.run(decisions=False):
        pass
    return analyst.found


@pytest.mark.parametrize("system", BATTLES)
def test_every_battle_has_a_win_chance_that_says_where_it_comes_from(system: str) -> None:
    chance = SYSTEMS[system].chance
    assert chance is not None and not chance.fault
    source = chance.source(get_scenario(system, BATTLES[system]))
    assert source is not None and ("this battle" in source.words())


@pytest.mark.sweep(keep=3)
@pytest.mark.parametrize("system", BATTLES)
@pytest.mark.parametrize("seed", [3, 4])
def test_final_less_initial_is_luck_and_skill(system: str, seed: int) -> None:
    session = game(system, seed=seed)
    found = account(session)
    one, other = (key for key, _ in found.sides)
    value = value_of(session.system, session.state)
    assert value is not None
    assert found.final == pytest.approx(value(session.state), abs=1e-9), "of the very position, told anew"
    assert found.final - found.initial == pytest.approx(found.luck(one) + found.skill(one), abs=0.001)
    parts = found.luck(one) + found.regret(one) - found.regret(other) + found.unexplained(one)
    assert found.final - found.initial == pytest.approx(parts), "nothing is put to two, and nothing to nobody"
    assert found.luck(one) == pytest.approx(-found.luck(other))
    assert found.adjusted_result(one) + found.adjusted_result(other) == pytest.approx(1)
    for entry in found.entries:
        assert moment_words(entry) and "ended the phase" not in moment_words(entry), "told by what came of it"
        assert entry.luck == pytest.approx(sum(throw.luck for throw in entry.throws), abs=1e-9)
        assert sum(len(throw.faces) for throw in entry.throws) == len(session.steps[entry.number].faces)
        assert entry.throws or entry.luck == pytest.approx(0, abs=1e-9), "no dice, no luck"
        assert entry.luck + entry.order_change + entry.time == pytest.approx(entry.change, abs=1e-9)


def test_a_finished_game_ends_with_what_came_of_it() -> None:
    session = game("nw_smoke", orders=10_000)
    found = account(session)
    winner = session.state.outcome.winner
    one = found.sides[0][0]
    assert found.over and found.final == (0.5 if not winner else float(winner == one))
    assert found.adjusted_result(one) == pytest.approx(found.final - found.luck(one))


def test_the_luck_of_a_throw_is_what_it_brought_less_the_mean_of_its_faces() -> None:
    """Counted a second time, by plain recursion over every face of every die."""
    session = game("nw_smoke", orders=10_000)
    value = value_of(session.system, session.state)
    assert value is not None
    looked_at = 0
    for step, before, after in zip(session.steps, session.states, session.states[1:], strict=False):
        found = estimate_luck(session.system, before, step, after, value)
        if len(found.throws) != 2 or found.error:
            continue
        first = len(found.throws[0].faces)
        none_fallen, first_fallen = (by_hand(session, before, step.command, value, step.faces[:n]) for n in (0, first))
        assert found.mean == pytest.approx(none_fallen, abs=1e-9)
        assert found.throws[0].luck == pytest.approx(first_fallen - none_fallen, abs=1e-9)
        assert found.throws[1].luck == pytest.approx(value(after) - first_fallen, abs=1e-9)
        looked_at += 1
        if looked_at == 2:
            return
    assert looked_at


def by_hand(session: Session, state: object, command: Command, value: Value, fallen: tuple[int, ...]) -> float:
    """Return the mean value of an order after these faces."""
    try:
        return value(adjudicate(session.system, state, command, TapeDice(fallen)).state)
    except NeedDice as need:
        falls = list(product(range(1, need.sides + 1), repeat=need.count))
    return sum(by_hand(session, state, command, value, (*fallen, *fall)) for fall in falls) / len(falls)


@pytest.mark.parametrize("system", ["nw_smoke", "nights_of_fury", "quickfire"])
def test_damage_that_waits_is_the_luck_of_its_throw_and_not_the_end_of_the_phase(system: str) -> None:
    """The sheets mark it at the end of the phase; the win chance changes when the dice are rolled."""
    session = game(system, orders=10_000)
    value = value_of(session.system, session.state)
    assert value is not None
    struck = [
        number
        for number in range(1, len(session.steps))
        if session.states[number + 1].hits and session.states[number + 1].hits != session.states[number].hits
    ]
    assert struck
    moved = [
        number for number in struck if abs(value(session.states[number + 1]) - value(session.states[number])) > 0.001
    ]
    assert len(moved) >= len(struck) // 2
    for number in struck:
        waits = session.states[number + 1]
        plain = with_pending_damage(session.system, waits)
        assert not any(one.hits for one in plain)
        assert value(waits) == pytest.approx(sum(map(value, plain)) / len(plain))


def test_too_many_falls_are_sampled_and_the_error_is_told() -> None:
    """The mean of samples is within four standard errors of the mean over all results."""
    session = game("quickfire", orders=10_000)
    value = value_of(session.system, session.state)
    assert value is not None
    found = account(session)
    sampled = [entry for entry in found.entries if entry.error > 0]
    assert sampled and found.margin > 0
    compared = 0
    for entry in sampled[:4]:
        step, before = session.steps[entry.number], session.states[entry.number]

        def outcome(dice: Dice, before: object = before, command: Command = step.command) -> float:
            return value(adjudicate(session.system, before, command, dice).state)

        every = enumerate_outcomes(outcome, 3000)
        if every is not None:
            exact = float(sum(weight * worth for worth, weight, _ in every))
            assert abs(entry.mean - exact) <= 4 * max(entry.error, 0.004)
            compared += 1
    assert compared


# ---------------------------------------------------------------------- kept beside the save


@pytest.fixture
def saved_path(tmp_path: Path) -> Path:
    session = game("nw_smoke", orders=30)
    path = tmp_path / "battle.game"
    session.keep_in(path)
    session.close()
    return path


def test_it_is_kept_beside_the_save_which_is_never_touched(saved_path: Path) -> None:
    before = saved_path.read_bytes()
    first = run(saved_path)
    assert first.found.complete and not first.not_kept
    assert saved_path.read_bytes() == before and open_game(saved_path).readonly == ""
    again = Analyst(open_game(saved_path), saved_path)
    assert again.found == first.found and not list(again.run(decisions=False)), "nothing is worked out twice"


def run(path: Path) -> Analyst:
    analyst = Analyst(open_game(path), path)
    for _ in analyst.run(decisions=False):
        pass
    return analyst


def test_it_can_be_stopped_anywhere_and_goes_on_there(saved_path: Path) -> None:
    whole = Analyst(open_game(saved_path), None)
    list(whole.run(decisions=False))
    stops = iter(["", "", STOP])
    first = Analyst(open_game(saved_path), saved_path, token=lambda: next(stops))
    with pytest.raises(Cancelled):
        list(first.run(decisions=False))
    assert len(first.found.entries) == 3
    second = Analyst(open_game(saved_path), saved_path)
    assert len(second.found.entries) == 3
    list(second.run(decisions=False))
    assert second.found == whole.found


@pytest.mark.parametrize(
    "harm",
    [
        lambda data: data[:-40],
        lambda data: b"no analysis at all\n",
        lambda data: data.replace(b'"form":', b'"mrof":', 1),
        lambda data: data + b'{"t":"entry","number":9999}\n',
        lambda data: b"\n".join([*data.split(b"\n")[:5], b"\xff\xfe{", *data.split(b"\n")[5:]]),
        lambda data: data.replace(b'"number":3', b'"number":4', 1),
        lambda data: b"",
    ],
    ids=["torn", "foreign", "other form", "more orders", "broken line", "out of order", "empty"],
)
def test_a_broken_analysis_is_made_anew_and_never_harms_the_save(
    saved_path: Path, harm: Callable[[bytes], bytes]
) -> None:
    first = run(saved_path)
    bytes_of_save, bytes_of_file = saved_path.read_bytes(), analysis_path(saved_path).read_bytes()
    analysis_path(saved_path).write_bytes(harm(bytes_of_file))
    assert run(saved_path).found == first.found
    assert analysis_path(saved_path).read_bytes() == bytes_of_file, "the file is whole again"
    assert saved_path.read_bytes() == bytes_of_save


def test_a_game_that_went_on_keeps_what_was_found_of_its_beginning(saved_path: Path) -> None:
    first = run(saved_path)
    longer = load_session(saved_path, SYSTEMS, open_map)
    seat = Seat(longer, longer.actor)
    take_turn(make_player("random", 1), seat)
    longer.close()
    second = Analyst(open_game(saved_path), saved_path)
    assert len(second.found.entries) == len(first.found.entries) and not second.found.complete
    list(second.run(decisions=False))
    assert second.found.complete


def test_a_game_of_other_rules_is_refused_with_its_version(saved_path: Path) -> None:
    other = rewritten(saved_path, rules="0" * 16, game="0.3.1")
    with pytest.raises(AnalysisUnavailable, match=r"the rules of version 0\.3\.1"):
        open_game(other)
    assert not analysis_path(other).exists()


def rewritten(path: Path, **changes: object) -> Path:
    """Return a copy of a saved game with another header, and an order that these rules do not know."""
    reading = read(path)
    copy = path.with_name("other.game")
    book = Logbook.create(copy, {**reading.header, **changes})
    for entry in reading.entries[:5]:
        book.append(entry)
    book.append({**reading.entries[5], "h": "f" * 16})
    book.close()
    return copy


def test_where_nothing_can_be_written_it_is_told_all_the_same(saved_path: Path) -> None:
    analysis_path(saved_path).mkdir()
    analyst = run(saved_path)
    assert analyst.found.complete and "could not be saved" in analyst.not_kept


def test_the_verb_tells_it_and_names_what_it_cannot_read(saved_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(saved_path), "--luck"]) == 2, "the game is not over and hides what the enemy does"
    capsys.readouterr()
    assert main(["analyse", str(saved_path), "--luck", "--everything"]) == 0
    output = capsys.readouterr().out
    assert "luck-adjusted" in output and "±" in output and "Turning points" in output
    assert main(["analyse", str(saved_path), "--luck", "--everything", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    one = data["sides"][0][0]
    own, other = (data["of_each_side"][key] for key, _ in data["sides"])
    parts = own["luck"] + own["regret"] - other["regret"] + own["unexplained"]
    assert data["final"] - data["initial"] == pytest.approx(parts, abs=0.001)
    assert data["of_each_side"][one]["adjusted"] == pytest.approx(data["final"] - own["luck"])
    saved_path.write_text("no game")
    assert main(["analyse", str(saved_path)]) == 1
    assert main(["analyse", str(saved_path.with_name("none.game"))]) == 1
    assert main(["analyse"]) == 2


def test_an_order_that_is_the_last_of_its_phase_is_not_praised_for_the_clock() -> None:
    """An order is credited only with what it would have done if the phase had gone on."""
    session = game("nw_smoke", seed=3)
    value = value_of(session.system, session.state)
    assert value is not None
    last = [
        entry
        for entry in account(session).entries[1:]
        if not entry.passing
        and session.states[entry.number].cursor.phase != session.states[entry.number + 1].cursor.phase
    ]
    assert any(abs(entry.clock) > 0.005 for entry in last), "no clock ticked by an order"
    for entry in last:
        before, after = session.states[entry.number], session.states[entry.number + 1]
        if after.outcome is None:
            stayed = value(after.but(cursor=after.cursor.but(turn=before.cursor.turn, phase=before.cursor.phase)))
            assert entry.luck + entry.order_change == pytest.approx(stayed - entry.before, abs=1e-9)
