"""The campaign's page between its battles: rounds, fleets, the airfield, and what comes next."""

from __future__ import annotations

import pytest

from rules.kernel.view import Panel
from rules.nights_of_fury.chronicle import TYPES, chronicle, field_state_text
from rules.nights_of_fury.missions import available_ships, month_of
from rules.nights_of_fury.setup import scene_for_month
from rules.nights_of_fury.state import BattleRecord, Berth, Campaign, State
from rules.nights_of_fury.view import view
from rules.nws.roster import LAND
from tests.nights_of_fury.battle import Battle

FOUGHT = BattleRecord(
    round=1,
    kind="ijn_transport",
    title="IJN Transport",
    points={"USN": 12, "IJN": 30},
    missions={"USN": "patrol", "IJN": "transport"},
    lost=("helena",),
    hurt=("takao", "kagero"),
)
QUIET = BattleRecord(
    round=2, kind="none", title="No battle", points={"USN": 0, "IJN": 0}, missions={"USN": "rest", "IJN": "rest"}
)


def between(**changes: object) -> State:
    """Between two battles of a campaign of twelve rounds."""
    battle = Battle()
    battle.special.append(("rounds", "", 12))
    state = battle.at("campaign")
    assert isinstance(state.campaign, Campaign)
    return state.but(campaign=state.campaign.but(**changes))


def panel_of(state: State, key: str) -> Panel:
    return next(panel for panel in chronicle(state) if panel.id == key)


def after_two() -> State:
    berths = {"helena": Berth("lost"), "takao": Berth("repairing", 4), "kagero": Berth("repairing", 2)}
    return between(round=2, history=(FOUGHT, QUIET), points={"USN": 12, "IJN": 30}, berths=berths, henderson=3)


@pytest.mark.rule("NoF-CAM-H1")
def test_the_calendar_has_a_column_for_each_month_and_a_cell_for_each_round() -> None:
    calendar = panel_of(after_two(), "calendar")
    assert calendar.header == ("August 1942", "September 1942", "October 1942", "November 1942")
    numbers = [cell.text.split("\n")[0] for row in calendar.rows for cell in row]
    assert sorted(map(int, numbers)) == list(range(1, 13))
    assert [cell.text.split("\n")[0] for cell in calendar.rows[0]] == ["1", "4", "7", "10"]


def test_a_round_that_is_over_tells_missions_points_and_what_it_cost_each_side() -> None:
    lines = panel_of(after_two(), "calendar").rows[0][0].text.split("\n")
    assert lines == ["1", "IJN Transport", "12 : 30", "Patrol : Transport", "sunk 1 : 0, hurt 0 : 2"]


def test_the_next_round_is_marked_and_the_others_are_to_come() -> None:
    cells = [row[0] for row in panel_of(after_two(), "calendar").rows]
    assert [cell.tone for cell in cells] == ["", "quiet", "strong"]


@pytest.mark.rule("NoF-CAM-H9")
def test_the_fleets_tell_who_is_ready_under_repair_and_lost() -> None:
    state = after_two()
    ours, theirs = panel_of(state, "fleet-USN"), panel_of(state, "fleet-IJN")
    assert "Lost: Helena" in ours.notes
    assert "Ready for round 5: Takao" in theirs.notes
    assert not any("Kagero" in note for note in theirs.notes)  # her repair is done
    cruisers = next(row for row in theirs.rows if row[0].text == "Heavy cruisers")
    total = sum(card.type == "CA" and state.scene.owner[name] == "IJN" for name, card in state.scene.cards.items())
    assert [cell.text for cell in cruisers[1:]] == [str(total - 1), "–", "1", "–"]


@pytest.mark.rule("NoF-CAM-H6")
@pytest.mark.parametrize("over", range(12))
def test_the_page_counts_as_ready_exactly_the_ships_that_the_next_round_draws_from(over: int) -> None:
    """Ships that had not arrived yet were counted as ready: 36 destroyers where 29 could be drawn."""
    berths = {"helena": Berth("lost"), "takao": Berth("repairing", 4), "kagero": Berth("repairing", over)}
    page = between(round=over, berths=berths)
    sailing = page.but(scene=scene_for_month(page.scene, month_of(12, over + 1)))
    assert sailing.campaign is not None
    left = {ship: berth for ship, berth in berths.items() if berth.status == "lost" or berth.until > over}
    sailing = sailing.but(campaign=sailing.campaign.but(round=over + 1, berths=left))
    for side in ("USN", "IJN"):
        panel = panel_of(page, f"fleet-{side}")
        counted = {row[0].text: row[1].text for row in panel.rows}
        for kind, title in TYPES.items():
            if title in counted:
                assert counted[title] == str(len(available_ships(sailing, side, kind)) or "–")
        total = sum(int(text) for text in counted.values() if text != "–")
        assert panel.subtitle == f"{total} ships ready"
        whole = sum(int(cell.text) for row in panel.rows for cell in row[1:] if cell.text != "–")
        scene = page.scene
        assert whole == sum(card.type != LAND and scene.owner[name] == side for name, card in scene.cards.items())


@pytest.mark.rule("NoF-CAM-H6")
def test_ships_that_arrive_later_are_told_by_the_round_they_arrive_for() -> None:
    notes = panel_of(between(), "fleet-USN").notes
    arriving = next(note for note in notes if note.startswith("Arrive for round 10: "))
    assert arriving == "Arrive for round 10: Drayton, Honolulu, Lamson, Perkins"
    never = next(note for note in notes if note.startswith("Arrive after this campaign: "))
    assert never == "Arrive after this campaign: Dunlap, Jenkins, Leander, Radford, St. Louis, Taylor"
    assert not any(note.startswith("Arrive for") for note in panel_of(between(round=10), "fleet-USN").notes)


def test_the_airfield_has_as_many_struck_boxes_as_levels_of_damage() -> None:
    boxes = panel_of(after_two(), "field").tracks[0][1]
    assert [box.tone for box in boxes] == ["bad", "bad", "bad", ""]
    assert [field_state_text(level) for level in (0, 1, 4)] == ["undamaged", "1 of 4 levels of damage", "out of action"]


def test_the_page_stands_only_between_battles_and_counts_rounds() -> None:
    state = after_two()
    shown = view(state, "USN")
    assert shown.page and shown.turn_counter() == ("Round", 3, 12)
    assert panel_of(state, "next").title.startswith("Round 3")
    assert state.campaign is not None
    fighting = state.but(campaign=state.campaign.but(at_sea=True), mission="ijn_transport")
    shown = view(fighting, "USN")
    assert not shown.page
    assert (shown.title, shown.turn_counter()[0], shown.chapter) == ("Round 2: IJN Transport", "Turn", 2)
    assert [text for _, text, _ in shown.conditions[:2]] == [
        "Starlit night",
        "Henderson Field 3 of 4 levels of damage",
    ]


def test_a_single_battle_has_no_page() -> None:
    battle = Battle().division("a", "USN", ["Helena"], 1).division("b", "IJN", ["Takao"], 10)
    assert chronicle(battle.at("orders")) == ()


def test_the_chart_of_the_slot_shows_what_is_ready_in_harbour_and_the_routes_of_the_last_round() -> None:
    state = after_two()
    slot = panel_of(state, "slot")
    assert slot.ground is not None and {"Guadalcanal", "Bougainville"} <= {name for name, _ in slot.ground.outlines}
    wide, high = slot.ground.size
    assert all(0 <= x <= wide and 0 <= y <= high for mark in slot.marks for x, y in mark.places)
    fleet = panel_of(state, "fleet-IJN")
    counted = {row[0].text: row[1].text for row in fleet.rows}
    shown = {row[2].text: row[1].text for row in slot.rows if row[0].text == fleet.title}
    assert shown == {kind: number for kind, number in counted.items() if number != "–"}
    assert {hull.type for hull in slot.hulls} >= {"BB", "CA"} and len(slot.hulls) == len(slot.rows)
    assert slot.header == (fleet.title, panel_of(state, "fleet-USN").title), "from west to east"
    sailed = {side for side, mission in QUIET.missions.items() if mission != "rest"}
    assert {mark.side for mark in slot.marks if mark.kind == "line"} == sailed
    assert not any(mark.kind == "line" for mark in panel_of(between(), "slot").marks)
