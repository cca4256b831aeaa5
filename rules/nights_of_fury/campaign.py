"""The campaign around the battles: a round from its missions to the next dawn, repair, points, and the result.

The step between battles is phase 8. `Sail` rolls a round. If the sides do not meet it is over at once; otherwise a
battle is set up and fought in the seven phases, and `close_battle` continues.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Cursor, Illegal, Offer, Verb
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Ruling
from rules.nights_of_fury.campaign_charts import load_campaign
from rules.nights_of_fury.commands import Sail
from rules.nights_of_fury.events import (
    BattleJoined,
    BattleOver,
    ContactMissed,
    DawnAttack,
    MissionsRolled,
    PointsScored,
    ShipRepaired,
)
from rules.nights_of_fury.missions import (
    JAPAN,
    STATES,
    DrawnShips,
    battle_of,
    draw_force,
    lay_out,
    month_of,
    note_stations,
    place_islands,
    roll_contact,
    roll_missions,
    roll_visibility,
)
from rules.nights_of_fury.points import outcome, points_of
from rules.nights_of_fury.setup import scene_for_month
from rules.nights_of_fury.state import BattleRecord, Berth, Campaign, Ship, State
from rules.nws.combat_arithmetic import OUT_OF_ACTION, crowding_penalty, gun_needs, hit_level, share_of
from rules.nws.events import Sunk
from rules.nws.pieces import damage_level, with_ship
from rules.nws.roster import LAND

# ---------------------------------------------------------------------- the command


def offer_sail(state: State, side: str) -> Iterator[Offer]:
    """Yield the next round, for the side named first in the scenario, between two battles. Rule: NoF-CAM-H1."""
    campaign = state.campaign
    if campaign is not None and not campaign.at_sea and side == state.scene.sides[0]:
        label = f"Round {campaign.round + 1} of {campaign.rounds}: put to sea"
        yield Offer("sail", label, "NoF-CAM-H1", "", (Sail(side),))


def owed_sail(state: State, side: str) -> tuple[Illegal, ...]:
    """Return that the next round must be played, between two battles. Rule: NoF-CAM-H1."""
    if any(True for _ in offer_sail(state, side)):
        return (Illegal("the next round of the campaign has to be played", "NoF-CAM-H1"),)
    return ()


def check_sail(state: State, command: Sail) -> tuple[Illegal, ...]:
    """Return every reason against the next round. Rule: NoF-CAM-H1."""
    campaign, reasons = state.campaign, []
    if campaign is None:
        return (Illegal("this is a single battle, not a campaign", "NoF-CAM-H1"),)
    if campaign.at_sea:
        reasons.append(Illegal(f"the battle of round {campaign.round} is being fought", "NoF-CAM-H1"))
    if command.side != state.scene.sides[0]:
        first = state.scene.names[state.scene.sides[0]]
        reasons.append(Illegal(f"{first} opens the rounds of the campaign for both sides", "NoF-CAM-H1"))
    return tuple(reasons)


def do_sail(r: Ruling, _command: Sail) -> None:
    """Begin the next round: ships come out of repair, missions, forces, contact; a battle is laid out or the round is
    over.

    Rolls one d6 a side for the missions; for each side that sails one d6 for its force and one die for each ship
    drawn; one d6 for contact; then the dice of an unopposed round or of a battle.
    Rules: NoF-CAM-H1 to NoF-CAM-H7, NoF-CAM-H9, NoF-CAM-H11, NoF-CAM-6, NoF-ISL-1 to NoF-ISL-14, NoF-START-1 to
    NoF-START-6.
    """
    _next_round(r)
    charts = load_campaign()
    missions = roll_missions(r)
    battle = battle_of(missions[JAPAN], missions[STATES])
    number = _campaign(r).round
    _set(r, missions=missions)
    r.note(
        MissionsRolled(
            rule="NoF-CAM-H2",
            round=number,
            japan=charts.mission_titles[missions[JAPAN]],
            states=charts.mission_titles[missions[STATES]],
            battle=charts.battle_titles[battle],
        )
    )
    if battle in ("none", "unopposed"):
        _without_battle(r, missions, battle, {})
        return
    month = r.state.scene.month
    drawn = {side: draw_force(r, side, missions[side], month) for side in (JAPAN, STATES)}
    if all(force.ships() for force in drawn.values()) and roll_contact(r, drawn):
        _join_battle(r, battle, drawn)
        return
    r.note(ContactMissed(rule="NoF-CAM-H3", round=number))
    _without_battle(r, missions, "missed", drawn)


SAIL = Verb(Sail, "Put to sea", "NoF-CAM-H1", offer_sail, check_sail, do_sail)


def _campaign(r: Ruling) -> Campaign:
    campaign: Campaign | None = r.state.campaign
    assert campaign is not None
    return campaign


def _set(r: Ruling, **changes: object) -> None:
    r.set(campaign=_campaign(r).but(**changes))


def _next_round(r: Ruling) -> None:
    """Move the date on; ships whose repair is done are ready, Henderson Field recovers.

    Rules: NoF-CAM-H1, NoF-CAM-H9.
    """
    campaign = _campaign(r)
    number, charts = campaign.round + 1, load_campaign()
    berths = dict(campaign.berths)
    for name, berth in campaign.berths.items():
        if berth.status == "repairing" and berth.until < number:
            del berths[name]
            r.note(ShipRepaired(rule="NoF-CAM-H9", ship=name))
    if campaign.henderson:
        r.note(ShipRepaired(rule="NoF-CAM-H9", ship=charts.field))
    _set(r, round=number, berths=berths, henderson=max(0, campaign.henderson - charts.field_recovers))
    month = month_of(campaign.rounds, number)
    if month != r.state.scene.month or number == 1:
        r.set(scene=scene_for_month(r.state.scene, month))


# ---------------------------------------------------------------------- a battle


def _join_battle(r: Ruling, battle: str, drawn: dict[str, DrawnShips]) -> None:
    """Set up a battle: weather, islands, divisions in their starting bands; it begins with turn 1.

    Rolls one d6 for the weather and those for islands. Rules: NoF-CAM-H4, NoF-CAM-H11, NoF-ISL-1 to NoF-ISL-14.
    """
    charts, campaign = load_campaign(), _campaign(r)
    visibility = roll_visibility(r)
    islands = place_islands(r, battle)
    state: State = r.state
    divisions, ships = lay_out(state, battle, drawn, islands)
    runs = any("run" in division.traits for division in divisions.values())
    sailing = {name: Berth("sailing") for force in drawn.values() for name in force.ships()}
    r.state = _empty(state).but(
        cursor=Cursor(),
        visibility=visibility,
        mission=battle,
        turns=charts.turns_with_transports if runs else charts.turns,
        divisions=divisions,
        ships=ships,
        titles={key: division.name for key, division in divisions.items()},
        opening=divisions,
        islands=islands,
        campaign=campaign.but(at_sea=True, berths={**campaign.berths, **sailing}),
    )
    r.note(
        BattleJoined(
            rule="NoF-CAM-H11",
            round=campaign.round,
            title=charts.battle_titles[battle],
            visibility=state.scene.charts.spotting.visibility[visibility],
            japan=drawn[JAPAN].as_text(),
            states=drawn[STATES].as_text(),
        )
    )
    note_stations(r, battle)


def _empty(state: State) -> State:
    """Return the position with nothing on the chart and nothing known."""
    sides = state.scene.sides
    return state.but(
        mission="",
        divisions={},
        ships={},
        titles={},
        opening={},
        islands={},
        contacts={side: {} for side in sides},
        seen={side: {} for side in sides},
        shots={},
        hits=(),
        salvos=(),
    )


def close_battle(r: Ruling, why: str) -> None:
    """End the battle: dawn, the points of both sides, repairs; after the last round the campaign ends.

    Rolls one d6 for each Japanese ship the aircraft look for. Rules: NoF-CAM-H8 to NoF-CAM-H10.
    """
    _dawn(r)
    state: State = r.state
    charts, campaign = load_campaign(), _campaign(r)
    points = {side: points_of(state, side) for side in state.scene.sides}
    title = charts.battle_titles[state.mission]
    record = BattleRecord(
        round=campaign.round,
        kind=state.mission,
        title=title,
        points=points,
        missions=campaign.missions,
        lost=tuple(name for name, ship in state.ships.items() if ship.gone == "sunk"),
        hurt=tuple(name for name, ship in state.ships.items() if ship.gone != "sunk" and damage_level(ship)),
        why=why,
    )
    field = state.ships.get(charts.field)
    berths = {name: berth for name, berth in campaign.berths.items() if berth.status != "sailing"}
    berths |= {name: berth for name, ship in state.ships.items() if (berth := _berth(state, ship, campaign.round))}
    r.note(
        BattleOver(
            rule="NoF-CAM-H10",
            round=campaign.round,
            title=title,
            why=why,
            japan=points[JAPAN],
            states=points[STATES],
        )
    )
    r.state = _empty(state).but(
        titles=state.titles,  # for the log: it is reported after the chart is empty
        campaign=campaign.but(
            at_sea=False, berths=berths, henderson=field.structure if field is not None else campaign.henderson
        ),
    )
    _book(r, record)


def _berth(state: State, ship: Ship, number: int) -> Berth | None:
    """Return the repair of a ship after a battle; None: she is ready at once. Rule: NoF-CAM-H9."""
    if state.scene.cards[ship.id].type == LAND:
        return None
    if ship.gone == "sunk":
        return Berth("lost")
    level = damage_level(ship)
    return Berth("repairing", number + load_campaign().repair_rounds[level]) if level else None


def _field_value(state: State, level: int) -> int:
    charts = state.scene.charts
    key = charts.victory.by_level[level]
    return share_of(state.scene.cards[load_campaign().field].pv, charts.points.land_shares[key])


def _book(r: Ruling, record: BattleRecord) -> None:
    """End a round: its points are added to the score; after the last round the campaign is decided.

    Rule: NoF-CAM-H10.
    """
    campaign = _campaign(r)
    points = {side: campaign.points.get(side, 0) + record.points.get(side, 0) for side in r.state.scene.sides}
    _set(r, points=points, history=(*campaign.history, record))
    if campaign.round >= campaign.rounds:
        why = f"round {campaign.round} was the last"
        r.finish(outcome(r.state, why).but(rule="NoF-CAM-H10"))


# ---------------------------------------------------------------------- dawn


def _dawn(r: Ruling) -> None:
    """Let aircraft from Henderson Field search for Japanese cripples, and for ships that broke through.

    Rolls one d6 for each. Rule: NoF-CAM-H8.
    """
    state: State = r.state
    charts = load_campaign()
    field = state.ships.get(charts.field)
    if (field.structure if field is not None else _campaign(r).henderson) >= charts.dawn_below:
        return
    for name, ship in state.ships.items():
        if state.scene.owner[name] != JAPAN or ship.gone == "sunk":
            continue
        if damage_level(ship) < charts.dawn_from_level and ship.left_at != charts.dawn_left_at:
            continue
        rolled = r.roll(f"dawn: aircraft look for {state.scene.names[name]}", 1, charts.dawn_die, "NoF-CAM-H8")
        levels = charts.dawn_flotation[rolled.total]
        if levels:
            _bomb(r, name, levels)


def _bomb(r: Ruling, name: str, levels: int) -> None:
    ship: Ship = r.state.ships[name]
    flotation = min(OUT_OF_ACTION, ship.flotation + levels)
    sunk = flotation >= OUT_OF_ACTION
    r.state = with_ship(r.state, ship.but(flotation=flotation, gone="sunk" if sunk else ship.gone))
    r.note(DawnAttack(rule="NoF-CAM-H8", ship=name, flotation=levels))
    if sunk:
        r.note(Sunk(rule="NoF-CAM-H8", ship=name))


# ---------------------------------------------------------------------- rounds without a battle


def _without_battle(r: Ruling, missions: dict[str, str], kind: str, drawn: dict[str, DrawnShips]) -> None:
    """Score a round in which the sides do not meet: what the missions score without a battle.

    Rolls one d6 for a Japanese Transport; for a Bombardment its force, if it is not drawn yet, and 2d6 for each shot.
    Rule: NoF-CAM-H7.
    """
    charts, scene = load_campaign(), r.state.scene
    points = dict.fromkeys(scene.sides, 0)
    if missions[JAPAN] == "transport":
        pips = r.roll("men and stores landed", 1, charts.unopposed_run_die, "NoF-CAM-H7").total
        points[JAPAN] = pips * charts.unopposed_run_each
        _score(r, JAPAN, points[JAPAN], "an unopposed transport run")
    if missions[JAPAN] == "bombardment":
        force = drawn[JAPAN] if JAPAN in drawn else draw_force(r, JAPAN, "bombardment", scene.month)
        points[JAPAN] = _shell_the_field(r, force)
        _score(r, JAPAN, points[JAPAN], "Henderson Field shelled without opposition")
    if missions[STATES] == "transport":
        points[STATES] = charts.unopposed_transports * charts.unopposed_transport_each
        _score(r, STATES, points[STATES], f"{charts.unopposed_transports} transports unloaded without opposition")
    title = f"{charts.battle_titles[kind]}: {', '.join(charts.mission_titles[m] for m in missions.values())}"
    record = BattleRecord(round=_campaign(r).round, kind=kind, title=title, points=points, missions=missions)
    _book(r, record)


def _score(r: Ruling, side: str, points: int, why: str) -> None:
    r.note(PointsScored(rule="NoF-CAM-H7", side=side, points=points, why=why))


def _shell_the_field(r: Ruling, force: DrawnShips) -> int:
    """Let ships whose guns reach it shell Henderson Field for some gunnery phases, marking damage after each.

    Return the points they earn. Rolls 2d6 for each shot. Rules: NoF-CAM-H7, NoF-GUN-H1, NoF-LAND-H2, NoF-VP-10.
    """
    charts, scene = load_campaign(), r.state.scene
    before = level = _campaign(r).henderson
    reaching = [
        name for name in force.ships() if scene.charts.land_reach[scene.cards[name].gun] >= charts.unopposed_bands
    ]
    for _ in range(charts.unopposed_phases):
        added = 0
        for shots, name in enumerate(reaching):
            if level < OUT_OF_ACTION:
                added += _shell(r, name, shots)
        level = min(OUT_OF_ACTION, level + added)
    _set(r, henderson=level)
    return _field_value(r.state, level) - _field_value(r.state, before)


def _shell(r: Ruling, name: str, shots: int) -> int:
    """Return the damage levels of one ship's shot at the field. Rolls 2d6.

    Rules: NoF-GUN-H1, NoF-GUN-H3, NoF-GUN-H10, NoF-GUN-6.
    """
    charts, scene = load_campaign(), r.state.scene
    guns, field = scene.charts.gunnery, scene.cards[charts.field]
    column = scene.charts.gun_columns[scene.power[name][0]]
    need = gun_needs(guns, column, scene.charts.gun_steps[charts.unopposed_bands], field.defence)
    modifiers = []
    if scene.options["night_penalty"]:
        modifiers.append(Modifier(guns.night, "night, target dark", "NoF-GUN-6"))
    crowd = crowding_penalty(guns, shots)
    if crowd:
        modifiers.append(Modifier(crowd, f"ship number {shots + 1} at this target", "NoF-GUN-H10"))
    what = f"{scene.names[name]} shells {scene.names[charts.field]}"
    rolled = r.roll(what, 2, 6, "NoF-GUN-H1", tuple(modifiers), need)
    natural = sum(rolled.faces)
    return hit_level(guns, natural, rolled.total, need, need - (rolled.total - natural))
