"""What the window shows of Perfidious Albion: pieces, markers, the terrain, the prompt, sketches, sight lines."""

from __future__ import annotations

import pytest

from rules.kernel.inches import distance
from rules.kernel.plurals import join_words
from rules.kernel.preview import breakdowns
from rules.kernel.view import Marker, Piece
from rules.perfidious_albion import SYSTEM
from rules.perfidious_albion.battle.gun_laying import shot
from rules.perfidious_albion.records.commands import Activate, Fire, Launch, Order, StandEasy, Steer
from rules.perfidious_albion.records.state import State, place
from rules.perfidious_albion.shown.explain import names, outcome_class, sight, sketch
from rules.perfidious_albion.shown.view import view
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, give, list_offers
from tests.perfidious_albion.sea import torpedoes as laid_by


def duel() -> Sea:
    """Mikasa with Asama astern of her, Tsesarevich ahead of them."""
    return (
        Sea()
        .ship("Mikasa", JAPAN, (30, 36), 90, 14, squadron="first")
        .ship("Asama", JAPAN, (26, 36), 90, 14, squadron="first")
        .ship("Tsesarevich", RUSSIA, (44, 30), 270, 12)
    )


def piece(state: State, name: str, side: str = JAPAN) -> Piece:
    return next(found for found in view(state, side).pieces if found.id == name)


def marks(state: State, kind: str, side: str = "") -> list[Marker]:
    return [mark for mark in view(state, JAPAN).markers if mark.kind == kind and side in ("", mark.side)]


def torpedoes(state: State, count: int = 4) -> State:
    """Return torpedoes of Tsesarevich that run north across the way of Mikasa."""
    laid = laid_by(state, (33_000, 39_000), 0, RUSSIA, "tsesarevich", count=count, turn=state.cursor.turn)
    return state.but(markers={"t1": laid})


# ---------------------------------------------------------------------- the table


@pytest.mark.rule("PA-TAB-H3", "PA-TER-H1")
def test_the_ground_is_in_inches_with_land_and_foul_ground_apart() -> None:
    sea = duel().land("island", (4, 4), (8, 4), (8, 8), name="Round Island")
    sea.land("rocks", (20, 4), (24, 4), (24, 8), name="Needles")
    ground = view(sea.at("action"), JAPAN).ground
    assert ground is not None
    assert (ground.kind, ground.unit, ground.size) == ("table", "inch", (72_000, 72_000))
    assert [name for name, _ in ground.outlines] == ["Round Island"]
    assert [(kind, name) for kind, name, _ in ground.foul] == [("rocks", "Needles")]


@pytest.mark.rule("PA-TAB-H4")
def test_a_model_is_drawn_as_long_as_the_rules_make_it() -> None:
    state = duel().ship("Ikazuchi", JAPAN, (20, 20), boats=2).at("action")
    lengths = {name: piece(state, name).hulls[0].length_ft * 4 for name in ("mikasa", "ikazuchi")}
    assert lengths == {"mikasa": 1_800, "ikazuchi": 700 // 4 * 4}


@pytest.mark.rule("PA-TAB-H8")
def test_a_pair_is_one_piece_with_two_hulls_and_half_of_it_goes_with_the_first_boat() -> None:
    state = duel().ship("Ikazuchi-Inazuma", JAPAN, (20, 20), kind="ikazuchi", boats=2).at("action")
    pair = piece(state, "ikazuchi-inazuma")
    assert (len(pair.hulls), pair.tag) == (2, "Ikazuchi +1")
    left = state.but(ships={**state.ships, pair.id: state.ships[pair.id].but(boats=1)})
    assert len(piece(left, pair.id).hulls) == 1


def test_badges_tell_what_ails_a_ship() -> None:
    sea = duel().ship("Varyag", RUSSIA, (50, 20), floods=3, fires=2, steering="jammed", helm="port", detached=True)
    found = {badge.kind: badge.letter for badge in piece(sea.at("action"), "varyag").badges}
    assert found == {"fire": "2", "flood": "½", "rudder": "R", "unsure": "!"}


def test_a_ship_that_is_gone_is_not_on_the_table() -> None:
    state = duel().ship("Varyag", RUSSIA, (50, 20), gone="sunk").at("action")
    assert "varyag" not in {found.id for found in view(state, JAPAN).pieces}


@pytest.mark.rule("PA-2.1-9")
def test_base_lines_lie_along_their_edges() -> None:
    found = {mark.side: (mark.facing, mark.places) for mark in marks(duel().at("action"), "baseline")}
    assert found[JAPAN] == (180, ((0, 72_000), (72_000, 72_000)))
    assert found[RUSSIA] == (0, ((0, 0), (72_000, 0)))


@pytest.mark.rule("PA-2.1-42", "PA-2.1-49")
def test_entry_and_exit_boxes_face_out_of_the_table() -> None:
    sea = Sea("convoy", attacker=RUSSIA).ship("Mikasa", JAPAN, (30, 36))
    state = sea.box("entry", (0, 30)).box("exit", (60, 30)).at("action")
    found = {mark.text: (mark.facing, mark.places[0]) for mark in marks(state, "box")}
    assert found == {"Entry box": (270, (0, 30_000)), "Exit box": (90, (60_000, 30_000))}


@pytest.mark.rule("PA-2.2-20")
def test_a_minefield_shows_its_owner_and_its_density_and_every_way_through_it() -> None:
    sea = duel().mines("field", RUSSIA, (33, 36), 7, 3)
    state = sea.at("action")
    field = marks(state, "circle")[0]
    assert (field.value, field.side, field.text) == (3_000, RUSSIA, "Russia, density 7")
    assert marks(state, "swept") == []
    moved = state.but(ships={**state.ships, "mikasa": state.ships["mikasa"].but(moved=True)})
    assert [mark.side for mark in marks(moved, "swept")] == [JAPAN]
    for track, shown in (((30_000, 36_000), (34_000, 36_000)), [JAPAN]), (((34_000, 36_000),), []):  # she ran, or not
        ship = moved.ships["mikasa"].but(track=track)
        ran = moved.but(ships={**moved.ships, "mikasa": ship})
        assert [mark.side for mark in marks(ran, "swept")] == shown


@pytest.mark.rule("PA-6.1-7", "PA-6.2-8")
def test_a_marker_has_one_counter_even_when_it_is_two_wedges() -> None:
    state = torpedoes(duel().at("action"))
    one = state.markers["t1"]
    both = state.but(markers={"t1": one.but(wedges=(one.wedges[0], one.wedges[0]), kind="long", leg=2)})
    assert [mark.value for mark in marks(state, "wedge")] == [4]
    assert [mark.value for mark in marks(both, "wedge")] == [4, 0]
    assert marks(both, "wedge")[0].text == "long, second turn"


@pytest.mark.rule("PA-6.4-1")
def test_a_ship_that_runs_through_torpedoes_is_flagged_with_how_she_left_them() -> None:
    state = torpedoes(duel().action("Mikasa"))
    moved, _ = give(state, Steer(JAPAN, "mikasa", "7"), *([1, 1] * 4))
    flags = marks(moved, "passage")
    assert [(flag.text, flag.value) for flag in flags] == [("by the side", 0)]


@pytest.mark.rule("PA-TOR-H3")
def test_a_wake_follows_the_trace_from_where_the_ship_began() -> None:
    state = duel().action("Mikasa")
    assert marks(state, "wake") == []
    moved, _ = give(state, Steer(JAPAN, "mikasa", "3R4"))
    wake = marks(moved, "wake")[0]
    assert (30_000, 36_000) in wake.places and wake.places[-1] == place(moved.ships["mikasa"])


@pytest.mark.rule("PA-GUN-H3", "PA-2.4-1")
def test_rings_tell_the_chance_of_the_heaviest_guns_at_each_range_and_the_cohesion_distance() -> None:
    state = duel().having(visibility=24_000).at("action")
    mine = [mark for mark in marks(state, "ring") if mark.places[0] == place(state.ships["mikasa"])]
    rows = [(mark.value, mark.text) for mark in mine]
    assert rows == [
        (5_000, 'formation 5"'),
        (6_000, '6" · A 80 %'),
        (12_000, '12" · A 70 %'),
        (18_000, '18" · A 60 %'),
        (24_000, 'sight 24" · A 50 %'),
    ]


@pytest.mark.rule("PA-2.2-4")
def test_a_battery_shows_the_arc_in_which_it_bears() -> None:
    state = duel().battery("guns", RUSSIA, (36, 60), "D", 4, facing=0).at("action")
    arc = next(mark for mark in marks(state, "arc") if mark.places[0] == (36_000, 60_000))
    (_, first, last) = arc.places
    assert first[0] < 36_000 < last[0] and first[1] == last[1] < 60_000
    assert arc.text == "4 D"


@pytest.mark.rule("PA-3.4-4")
def test_searchlights_in_use_show_their_reach() -> None:
    state = duel().ship("Varyag", RUSSIA, (50, 20), lit=True).having(night=True).at("action")
    assert [(mark.value, mark.places[0]) for mark in marks(state, "beam")] == [(12_000, (50_000, 20_000))]


def test_works_ashore_stand_on_the_table_with_what_is_left_of_them() -> None:
    sea = Sea("bombardment", attacker=JAPAN).ship("Mikasa", JAPAN, (30, 36)).fort("fort", RUSSIA, (36, 66), 1, struck=3)
    state = sea.battery("guns", RUSSIA, (40, 66), "D", 4).target(2, RUSSIA, (44, 66)).at("action")
    assert (piece(state, "fort").bars[0].value, piece(state, "fort").bars[0].limit) == (14, 16)
    assert piece(state, "guns").text == "4 × type D, open"
    assert piece(state, "target").bars[0].limit == 40


# ---------------------------------------------------------------------- words


def test_the_prompt_names_who_has_still_to_move() -> None:
    state = duel().action("Mikasa")
    assert view(state, JAPAN).prompt.text.endswith("still to move Mikasa and Asama.")
    assert join_words(list("ABCDEFG"), 4) == "A, B, C, D and 3 more"


def test_torpedo_markers_have_names_players_can_say() -> None:
    state = duel().at("action").but(next_marker=3)
    assert names(state)["target"] and names(state)[JAPAN] == "Japan"


# ---------------------------------------------------------------------- sketches, sums, sight


@pytest.mark.rule("PA-MOV-H5")
def test_a_course_is_sketched_with_its_legs_its_speed_and_its_heading() -> None:
    state = duel().action("Mikasa")
    drawn = sketch(state, Steer(JAPAN, "mikasa", "3R4"))
    assert drawn.path == ((30_000, 36_000), (33_000, 36_000), (35_828, 38_828))
    label = 'Mikasa: ahead 3", wheel to starboard, ahead 4" · 14 kn · heading 135°'
    assert (drawn.at, drawn.facing, drawn.label) == (drawn.path[-1], 135, label)


@pytest.mark.rule("PA-6.1-1", "PA-6.1-2")
def test_a_launch_is_sketched_as_the_wedge_it_lays() -> None:
    state = duel().at("torpedoes")
    drawn = sketch(state, Launch(JAPAN, "mikasa", "2/6", 0, 1))
    assert len(drawn.areas) == 1 and len(drawn.areas[0]) == 4
    laid, _ = give(duel().at("torpedoes", JAPAN).but(low=JAPAN), Launch(JAPAN, "mikasa", "2/6", 0, 1))
    assert next(iter(laid.markers.values())).wedges == drawn.areas


def test_a_squadron_is_lit_by_its_first_ship() -> None:
    state = duel().at("action")
    assert sketch(state, Activate(JAPAN, "first")).piece == "mikasa"
    assert sketch(state, StandEasy(JAPAN, "first")).piece == ""  # it is always in sight, whatever is selected
    assert sketch(state, Order(JAPAN, "second")).label == "Act second"


@pytest.mark.rule("PA-GUN-H4", "PA-GUN-H5")
def test_the_terms_of_a_shot_add_up_to_its_percentage() -> None:
    state = duel().action("Mikasa")
    state = state.but(ships={name: ship.but(moved=True) for name, ship in state.ships.items()})
    mikasa, foe = state.ships["mikasa"], state.ships["tsesarevich"]
    (throw,) = breakdowns(SYSTEM, state, Fire(JAPAN, "mikasa", "A", "tsesarevich"))
    aimed, (chance,) = shot(state, mikasa, "A", foe), throw.workings
    assert chance.terms[0].value == aimed.barrels * aimed.base * 100
    assert chance.total == aimed.percent * 100 and chance.adds_up
    assert (throw.need or 0) == aimed.straddles[1]
    assert breakdowns(SYSTEM, state, Fire(JAPAN, "mikasa", "A", "nobody")) == ()
    assert breakdowns(SYSTEM, state, Steer(JAPAN, "mikasa", "7")) == ()


@pytest.mark.rule("PA-TER-H1", "PA-GUN-H25", "PA-GUN-H2")
def test_a_sight_line_says_what_stops_it() -> None:
    sea = duel().land("island", (34, 30), (38, 30), (38, 42), (34, 42), name="Round Island").having(visibility=36_000)
    state = sea.at("action")
    found = sight(state, JAPAN, (30_000, 36_000), (44_000, 36_000))
    assert (found.verdict, found.rule) == ("Blocked by Round Island", "PA-TER-H1")
    far = sight(state, JAPAN, (30_000, 10_000), (70_000, 10_000))
    assert far.rule == "PA-2.1-15" and far.distance == '40"'
    near = sight(state, JAPAN, (30_000, 10_000), (40_000, 10_000))
    assert near.verdict == 'Clear, range band to 12"'


def test_every_outcome_of_a_shot_is_named() -> None:
    state = duel().action("Mikasa")
    state = state.but(ships={key: ship.but(moved=True) for key, ship in state.ships.items()})
    command = next(one for one in list_offers(state, "fire", "mikasa") if isinstance(one, Fire) and one.guns == "A")
    assert distance(place(state.ships["mikasa"]), place(state.ships["tsesarevich"])) < 18_000
    assert outcome_class(()) == "carried out"
    assert command.target == "tsesarevich"
