"""Scenes: which events make one, their texts and rolls, and that a side sees only what it may know."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.skins import load_skin
from game.table.event_scenes import GRAVE, MINOR, EventScene, absorb, event_scenes, merge_scenes
from rules import SYSTEMS
from rules.kernel import contract
from rules.kernel.contract import NEVER_SCENES, events_of, skin_of
from rules.kernel.events import PhaseBegan
from rules.kernel.flow import offers
from rules.kernel.ruling import is_visible_to
from tests.conftest import ROOT
from tests.referee.choosing import Follower
from tests.test_replays import golden_session

REPLAYS = ROOT / "tests" / "replays"
BATTLES = ("nw_smoke/cape_esperance", "nights_of_fury/little_and_gregory", "battles_for_empire/the_wells",
           "perfidious_albion/texel", "quickfire/lesson_duel")  # fmt: skip


def scenes_of(name: str, side: str = "", looking_back: bool = False) -> list[EventScene]:
    """Return the scenes of a whole game."""
    session = golden_session(name)
    return event_scenes(session, side, load_skin(session.system.key), 0, looking_back=looking_back)


@pytest.mark.parametrize("game", SYSTEMS)
def test_every_event_has_a_scene_or_a_reason_why_it_needs_none(game: str) -> None:
    skin, exempt = load_skin(game), {kind.__name__ for kind in NEVER_SCENES}
    assert skin.scenes.keys() | skin.no_scene.keys() | exempt == set(events_of(SYSTEMS[game]))
    assert not skin.scenes.keys() & skin.no_scene.keys()
    assert all(reason.strip() for reason in skin.no_scene.values())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("  Sunk: {", "expected Sunk under scenes, or under no_scene with the reason, found neither"),
        ("  FireOut: {", "expected the name of an event, found one that does not exist"),
        ("{ship} fired at {target}", "expected a field of GunsFired"),
        ("hurt: target, minor", "expected a field of GunsFired"),
    ],
)
def test_check_names_a_fault_of_a_scene_with_file_and_line(
    line: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = SYSTEMS["nw_smoke"]
    text = skin_of(system).read_text("utf-8")
    spoilt = {
        "  Sunk: {": "",  # the whole line goes
        "  FireOut: {": line.replace("FireOut", "FireOutt"),
        "{ship} fired at {target}": "{ship} fired at {aim}",
        "hurt: target, minor": "hurt: victim, minor",
    }[line]
    lines = text.splitlines()
    number = next(at for at, found in enumerate(lines) if line in found and "title" in found)
    lines[number] = lines[number].replace(line, spoilt) if spoilt else "  # nothing"
    path = tmp_path / "nw_smoke.yaml"
    path.write_text("\n".join(lines), "utf-8")
    monkeypatch.setattr(contract, "skin_of", lambda _: path)
    found = [fault for fault in contract.faults(system) if fault.file == str(path)]
    wanted = [fault for fault in found if said in fault.message]
    assert wanted, found
    if spoilt:
        assert [fault.line for fault in wanted] == [number + 1]


def test_each_torpedo_salvo_has_a_scene_with_its_own_roll() -> None:
    """Turn 1 of Cape Esperance: three salvos arrive in one step, at Helena, McCalla and Farenholt."""
    arrived = [scene for scene in scenes_of("nw_smoke/cape_esperance") if scene.turn == 1 and "orped" in scene.kind]
    arrived = [scene for scene in arrived if scene.kind != "TorpedoesLaunched"]
    assert [scene.title for scene in arrived] == [
        "A torpedo hit Helena", "Torpedoes reached McCalla", "Torpedoes reached Farenholt",
    ]  # fmt: skip
    rolls = [scene.main_roll for scene in arrived]
    assert [roll.what for roll in rolls if roll is not None] == [
        "T93 torpedoes at Helena", "T90 torpedoes at McCalla", "T93 torpedoes at Farenholt",
    ]  # fmt: skip
    assert "5 + 6" in arrived[0].sum and "needed 9" in arrived[0].sum
    assert arrived[0].weight == GRAVE and arrived[0].hurt == ("helena",)
    assert any("Helena was damaged: now Light" in part for part in arrived[0].parts)


def test_misses_at_one_target_are_told_together() -> None:
    """Turn 5 of Cape Esperance: a hit on Salt Lake City, then three misses at her."""
    shots = [scene for scene in scenes_of("nw_smoke/cape_esperance", "USN") if scene.kind == "GunsFired"]
    grouped = [scene for scene in shots if scene.turn == 5 and scene.count > 1]
    assert [(scene.title, scene.weight, len(scene.rolls)) for scene in grouped] == [
        ("3 misses at Salt Lake City", MINOR, 3)
    ]
    assert all(not scene.hurt for scene in grouped)


def test_scenes_told_together_name_all_who_were_hurt() -> None:
    """Otherwise a hit among several would not open the strip of the side that was hit."""
    one, two = (
        EventScene(1, 1, 1, 1, "GunsFired", "a", "one salvo", "", "", MINOR, ("x", unit), hurt, (), group="{count}")
        for unit, hurt in (("y", ()), ("z", ("z",)))
    )
    assert merge_scenes(one, two).hurt == ("z",)
    assert merge_scenes(two, one).hurt == ("z",)


def test_a_side_does_not_watch_its_own_orders_but_their_results() -> None:
    for name in BATTLES:
        session = golden_session(name)
        for note in session.scenario.sides:
            cues = load_skin(session.system.key).scenes
            for scene in scenes_of(name, note.key):
                assert scene.side != note.key or cues[scene.kind].own, (name, scene.title)
    looked_back = scenes_of("nw_smoke/cape_esperance", "USN", looking_back=True)
    assert any(scene.kind == "GunsFired" and scene.side == "USN" for scene in looked_back)


@pytest.mark.parametrize("name", BATTLES)
def test_a_scene_holds_only_events_and_dice_its_side_may_know(name: str) -> None:
    session = golden_session(name)
    for note in session.scenario.sides:
        scenes = scenes_of(name, note.key)
        assert scenes
        for scene in scenes:
            assert all(is_visible_to(event, note.key) for event in (*scene.events, *scene.rolls))
            assert scene.first <= scene.last <= len(session.steps)


def test_a_sighting_is_news_only_once() -> None:
    """Scott's cruisers keep Goto's cruisers in sight in turns 1 and 2: it is contact gained in turn 1 alone."""
    seen = [
        scene
        for scene in scenes_of("nw_smoke/cape_esperance", "USN")
        if "Goto" in scene.title and "sight" in scene.title
    ]
    assert [scene.turn for scene in seen if scene.turn <= 2] == [1]


def test_a_melee_shows_the_dice_of_both_sides() -> None:
    scenes = [scene for scene in scenes_of("battles_for_empire/maiwand") if scene.kind == "MeleeFought"]
    scene = next(scene for scene in scenes if "66th Foot, A and B" in scene.sides[1])
    assert scene.sides == (("Ghazis, third banner",), ("66th Foot, A and B",))
    assert [[roll.faces for roll in scene.rolls_of(side)] for side in (0, 1)] == [[(3, 5, 1, 4)], [(2, 3, 4, 4)]]
    assert scene.word == "1 : 2", "one die of 5+ against two of 4+"
    assert "Ghazis, third banner took 2 Kills (4 in all)" in scene.parts


@pytest.mark.parametrize("game", BATTLES)
def test_no_scene_holds_dice_or_damage_of_a_later_phase(game: str) -> None:
    """The roll of damage control stood under the torpedoes of the phase before."""
    session = golden_session(game)
    for scene in scenes_of(game, looking_back=True):
        events = [event for step in session.steps[scene.first - 1 : scene.last] for event in step.events]
        places = sorted(events.index(event) for event in (*scene.events, *scene.rolls))
        between = events[places[0] : places[-1]]
        assert scene.group or not any(isinstance(event, PhaseBegan) for event in between), scene.title


def test_a_roll_stands_with_its_shot_though_other_damage_is_marked_next() -> None:
    scenes = scenes_of("nights_of_fury/patrol_off_savo", looking_back=True)
    shots = [scene for scene in scenes if scene.kind == "GunsFired" and not scene.group]
    hits = [scene for scene in shots if getattr(scene.events[0], "result", "miss") != "miss"]
    assert hits and all(any(roll.what.startswith("fire check") for roll in scene.rolls) for scene in hits)


def test_damage_of_a_ship_that_fired_is_no_part_of_her_own_shot() -> None:
    """Her shot read "put out of action ... fired at", and the target's damage was left out."""
    for name in ("nights_of_fury/the_night", "quickfire/lesson_duel"):
        for scene in scenes_of(name, looking_back=True):
            if scene.kind in ("GunsFired", "RoundFired") and not scene.group:
                assert len(scene.hurt) == 1, scene.title


def test_no_damage_stands_under_torpedoes_that_missed() -> None:
    follower = Follower("nights_of_fury", "line_ahead_or_abreast", 0)
    session = follower.begin()
    while not session.over and len(session.steps) < 60:
        session.submit(follower(session, offers(session.system, session.state)))
    scenes = event_scenes(session, "", load_skin("nights_of_fury"), 0, looking_back=True)
    passed = [scene for scene in scenes if scene.kind == "TorpedoesPassed"]
    assert passed and not any(scene.hurt or scene.parts for scene in passed)


def test_a_graver_event_becomes_the_title_and_the_shot_stands_first_below() -> None:
    """The line read "was destroyed. Controlled fire, 4 dice: 2 hits · B Company fired at", its words out of order."""
    names = ("nights_of_fury/the_night", "quickfire/lesson_duel", "battles_for_empire/maiwand")
    scenes = [scene for name in names for scene in scenes_of(name, looking_back=True)]
    found = [scene for scene in scenes if scene.overtaken and scene.kind.endswith("Fired")]
    assert found
    for scene in found:
        assert " fired " in scene.parts[0] and scene.parts[0].endswith(")"), scene.words
        assert scene.line not in scene.parts[0] or not scene.line, scene.words


def test_a_ship_damaged_more_than_once_keeps_its_graver_title_and_its_last_state() -> None:
    """Hit twice as a wreck, the scene read "was damaged: out of action", and listed every state on the way."""
    shot = next(scene for scene in scenes_of("nights_of_fury/the_night", looking_back=True))
    states = [
        replace(
            shot,
            kind="Damaged",
            title="Nicholas was damaged: out of action",
            line=f"flotation {now} of 4",
            weight=2,
            parts=(),
        )
        for now in (0, 3)
    ]
    grave = replace(states[0], kind="PutOutOfAction", title="Nicholas was put out of action", line="", weight=GRAVE)
    scene = absorb(absorb(states[0], grave), states[1])
    assert scene.title == "Nicholas was put out of action"
    assert scene.parts == ("Nicholas was damaged: out of action (flotation 3 of 4)",)


@pytest.mark.parametrize("name", BATTLES[2:])
def test_at_a_shared_screen_whoever_is_hurt_sees_it_although_the_other_side_looks(name: str) -> None:
    """Nothing is hidden in these games: the scenes of an order are shown while the side that gave it looks."""
    session = golden_session(name)
    skin = load_skin(session.system.key)
    sides, shown = [note.key for note in session.scenario.sides], 0
    for number, step in enumerate(session.steps):
        for other in (side for side in sides if side != step.actor and step.actor):
            hurt = {unit for one in event_scenes(session, other, skin, number, number + 1) for unit in one.hurt}
            told = event_scenes(session, step.actor, skin, number, number + 1, shared=True)
            assert hurt <= {unit for one in told for unit in one.hurt}, f"{name}, order {number}"
            shown += bool(hurt)
    assert shown, "nobody was ever hurt"
