"""The log: faults found by reading a whole game of Yellow Sea line by line, and by a review of the log."""

from __future__ import annotations

import pytest

from rules.kernel.dice import TapeDice
from rules.kernel.flow import Command, Event
from rules.kernel.ruling import Ruling
from rules.kernel.system import caption
from rules.quickfire import SYSTEM
from rules.quickfire.charts import fire_column
from rules.quickfire.commands import Fire, Move, Ram, Repair
from rules.quickfire.damage import speed_hits
from rules.quickfire.gunnery import entry_words
from rules.quickfire.state import State
from rules.quickfire.victory import ledger
from tests.quickfire.duel import FR, US, Duel, massena_and_ohio


def captions_of(state: State, events: tuple[Event, ...]) -> list[str]:
    lines = [caption(SYSTEM, state, event) for event in events]
    return [f"{line.text} ({line.detail})" if line.detail else line.text for line in lines]


def say(duel: Duel, phase: str, command: Command, *faces: int, first: str = "") -> str:
    return "\n".join(captions_of(*duel.give(duel.at(phase, first=first), command, *faces)))


def test_a_round_names_the_armour_it_meets() -> None:
    """Light shells meet light armour, heavy shells heavy armour: the same ship shows two figures."""
    for battery in ("heavy", "light"):
        log = say(massena_and_ohio(), "gunnery_1", Fire(FR, "massena", battery, "ohio"), 1, 2, 4, first=FR)
        assert f"{battery} armour of Ohio" in log


@pytest.mark.rule("QF-BLAST-H2")
def test_a_battery_that_did_not_fire_is_not_told_to_have_blast_without_effect() -> None:
    slow = massena_and_ohio().hurt("Massena", heavy_hits=3)
    fire = Fire(FR, "massena", "heavy", "ohio")
    assert "blast: none, because she did not fire" in say(slow, "gunnery_1", fire, 2, 1, 2, first=FR)
    slow.setting("blast_on_failed_rof", True)
    assert "blast: 1 direction hit, 1 fire" in say(slow, "gunnery_1", fire, 2, 1, 2, first=FR)


@pytest.mark.rule("QF-DMG-H4")
def test_gunnery_hits_on_a_silent_battery_are_told_as_lost_when_the_phase_closes() -> None:
    """Two orders: the round is fired, then the phase closes and its hits are marked."""
    duel = massena_and_ohio().hurt("Ohio", heavy_hits=4)
    state, _ = duel.give(duel.at("gunnery_1", first=FR), Fire(FR, "massena", "heavy", "ohio"), 1, 2, 3)
    after, events = duel.close(state)
    assert "Ohio: heavy guns hit, silent already (Hits lost: 1)" in captions_of(after, events)
    assert after.ships["ohio"].heavy_hits == 4


def test_headings_have_three_figures_in_orders_and_in_what_became_of_them() -> None:
    log = say(massena_and_ohio(), "movement", Move(FR, "massena", "6"), first=FR)
    assert "heading 090°" in log


@pytest.mark.rule("QF-RAM-H1")
def test_each_ship_in_contact_is_told_whether_her_dice_get_her_clear() -> None:
    duel = Duel().ship("Ohio", US, (600, 300), "090", 8).ship("Maine", US, (650, 300), "000", 4)
    log = say(duel.ship("Massena", FR, (1200, 900)), "movement", Move(US, "ohio", "8"), 3, 4, 4, 4, first=US)
    assert "needed 8+: fails" in log and "gets clear" in log and "8 or more: 8 or more" not in log


@pytest.mark.rule("QF-DMG-4")
def test_a_repair_names_its_line_of_the_damage_table() -> None:
    """The sheet has two: "Repair G, S, D" and "Repair S+P"; its letters are put into words."""
    duel = massena_and_ohio().hurt("Ohio", heavy_hits=1, speed_hits=1)
    for what in ("heavy", "speed"):
        assert "repair line for gunnery, speed and direction hits" in say(
            duel, "end", Repair(US, "ohio", what), 3, 3, first=US
        )


@pytest.mark.rule("QF-DMG-4", "QF-REP-H2")
def test_what_could_not_be_repaired_is_told_in_the_same_words_as_what_was() -> None:
    """Finding qb-14: "could not repair a hit: rudder" in one line and "direction" in another."""
    duel = massena_and_ohio().hurt("Ohio", rudder_hits=1)
    state, events = duel.give(duel.at("end", first=US), Repair(US, "ohio", "rudder"), 6, 6)
    assert captions_of(state, events)[-1].startswith("Ohio could not repair a direction hit")
    state, events = duel.give(duel.at("end", first=US), Repair(US, "ohio", "rudder"), 3, 3)
    assert captions_of(state, events)[-1].startswith("Ohio repaired a direction hit")


@pytest.mark.rule("QF-SNK-3")
def test_what_extra_hits_take_off_a_sinking_roll_is_told_once() -> None:
    """Finding qb-14: "−2 2 extra speed hits"."""
    duel = massena_and_ohio().hurt("Massena", speed_hits=10)
    after, events = duel.close(duel.at("end"), 6, 6)
    assert any("6 + 6  −2 speed hits beyond the eighth = 10" in line for line in captions_of(after, events))


@pytest.mark.rule("QF-DMG-H3")
def test_speed_hits_are_counted_with_those_of_before() -> None:
    """Two rounds with a speed hit each were told as "Boxes left 6: 1 speed hit"."""
    ruling = Ruling(None, massena_and_ohio().at("gunnery_1"), TapeDice(()))
    for _ in range(2):
        speed_hits(ruling, "ohio", 1, "QF-FIRE-7")
    assert captions_of(ruling.state, tuple(ruling.events))[-1] == "Ohio lost speed: 6 boxes left (2 speed hits in all)"


@pytest.mark.rule("QF-VP-H1")
def test_points_are_told_to_be_quarters_of_size() -> None:
    """Finding qb-14: "+48 Bouvet sunk (Size 12)" left the fourfold unexplained, in the ledger and at the end."""
    duel = massena_and_ohio().hurt("Massena", speed_hits=8)
    (line,) = (line for score in ledger(duel.at("end")) for line in score.lines)
    assert line.label == "Massena out of action (half of Size 12, in quarters)"
    after, events = duel.close(duel.at("end").but(cursor=duel.cursor("end").but(turn=duel.turns)), 6, 6)
    assert after.outcome is not None
    assert captions_of(after, events)[-1].endswith("Points are quarters of Size)")


@pytest.mark.rule("QF-FIRE-H1")
def test_a_round_that_nothing_can_make_good_says_so() -> None:
    """Finding qb-14: "0 % hits on 0 or less"."""
    assert entry_words(fire_column(1, 22 * 2)) == "below 25 % nothing hits"


@pytest.mark.rule("QF-RAM-H4")
def test_what_a_ram_does_is_told_with_the_hit_more_of_a_larger_rammer() -> None:
    duel = Duel().ship("Ohio", US, (600, 300), "090", 8).ship("Brooklyn", FR, (670, 300), "000", 4)
    log = say(duel, "movement", Ram(US, "ohio", "brooklyn"), 1, 2, 4, 5, first=US)
    assert "5 or less: strikes" in log
    assert "4  +1 rammer as large or larger = 5: 5 speed hits" in log
    assert "halved, halves up (d6: 5: 3 speed hits" in log
