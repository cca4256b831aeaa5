"""What a side sees on the chart: counters in lanes, islands, salvos, lights, the ribbon, the prompt, the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.kernel.flow import Phase, actor
from rules.kernel.plurals import count_noun, join_words
from rules.kernel.view import Badge, Bar, Ground, Marker, Piece, Place, Prompt, View
from rules.kernel.view_header import prompt_of, view_header
from rules.nights_of_fury.awards import award_words
from rules.nights_of_fury.campaign_charts import load_campaign
from rules.nights_of_fury.chronicle import chronicle, field_state_text, month_words
from rules.nights_of_fury.knowledge import best_known, is_memory
from rules.nights_of_fury.movement import need_to_move, slowest_kn
from rules.nights_of_fury.points import ledger
from rules.nights_of_fury.sequence import SEQUENCE
from rules.nights_of_fury.solitaire_charts import load_solitaire
from rules.nights_of_fury.state import (
    OFF,
    RADAR,
    Division,
    State,
    ahead_of,
    at_sea,
    formation_of,
)
from rules.nws.cards import factors, hull
from rules.nws.combat_arithmetic import OUT_OF_ACTION
from rules.nws.pieces import (
    FORMATION_NAMES,
    UNSEEN,
    able_ships,
    damage_level,
    divisions_of,
    enemy_of,
    has_able,
    is_illuminated,
    is_land_target,
    is_surprised,
)

ASHORE = {phase.name: "Put to sea" for phase in SEQUENCE}  # what the button says between battles
CAMPAIGN = 8  # number of the step between battles
SIGNS = {"close": ">", "hold": "=", "increase": "<", "evade": "~", "disengage": "D"}  # the chart's results on a counter
MISSIONS = {
    "": "None",
    "interception": "Interception",
    "meeting": "Meeting Engagement or Patrol",
    "ijn_bombardment": "IJN Bombardment",
    "ijn_transport": "IJN Transport",
    "usn_transport": "USN Transport",
}


def view(state: State, side: str) -> View:
    """Return the board as `side` sees it; `state` is already what that side may know. Side "" sees everything."""
    where = places(state)
    page, campaign = chronicle(state), state.campaign
    over = campaign.round if campaign is not None else 0
    head = view_header(SEQUENCE, state, side, ledger(state), prompt(state), partial(_on_ribbon, state))
    head["turns"] = max(state.turns, state.cursor.turn)
    if page:
        head["clock"] = ""
    return View(
        **head,
        pieces=tuple(_piece(state, side, division, where) for division in state.divisions.values()),
        markers=tuple(_markers(state, side, where)),
        conditions=tuple(_conditions(state)),
        ground=ground(state),
        title=_title(state),
        date=month_words(state.scene.month) if campaign is not None else "",
        span=("Round", min(over + 1, campaign.rounds), campaign.rounds) if page and campaign is not None else None,
        chapter=over,
        page=page,
    )


def _title(state: State) -> str:
    """Return the battle of a campaign that is being fought, with its round; empty: the scenario's title."""
    campaign = state.campaign
    if campaign is None or not campaign.at_sea:
        return ""
    return f"Round {campaign.round}: {load_campaign().battle_titles[state.mission]}"


def ground(state: State) -> Ground:
    """Return the row of range bands between the two flags (NoF-BAND-H1)."""
    movement = state.scene.charts.movement
    ends = sorted(state.scene.home, key=lambda side: state.scene.home[side])
    return Ground(
        kind="bands",
        size=(movement.bands,),
        unit="band",
        scale=f"1 band = {movement.yards_per_band:,} yards",
        ends=tuple(ends),
    )


def _on_ribbon(state: State, place: int, phase: Phase) -> bool:
    """Return whether a phase is shown: the step between battles in a campaign only."""
    return phase.number != CAMPAIGN or state.campaign is not None or place == state.cursor.phase


# ---------------------------------------------------------------------- places


def places(state: State) -> dict[str, Place]:
    """Return division -> (band, lane). Lanes are counted from the middle line: 0, 1, 2 below it, -1, -2, -3 above it.

    Below stand the divisions of the side whose flag is at band 1; what stands ashore is next to the line.
    """
    taken: dict[tuple[str, int], int] = {}
    found: dict[str, Place] = {}
    for division in sorted(state.divisions.values(), key=lambda division: not is_land_target(division)):
        key = (division.side, division.band)
        lane = taken.get(key, 0)
        taken[key] = lane + 1
        found[division.id] = (division.band, lane if ahead_of(state, division.side) > 0 else -1 - lane)
    return found


def heading(state: State, division: Division) -> int:
    """Return where a counter's bow points: 0 to the last band, 1 to the first.

    As it moved this turn, else at the enemy.
    """
    step = division.band - division.began or ahead_of(state, division.side)
    return 0 if step > 0 else 1


# ---------------------------------------------------------------------- counters


def _piece(state: State, side: str, division: Division, where: dict[str, Place]) -> Piece:
    known = best_known(state, side, division)
    ships = [state.ships[name] for name in division.ships]
    left = sum(OUT_OF_ACTION - damage_level(ship) for ship in ships)
    return Piece(
        id=division.id,
        side=division.side,
        name=division.name,
        tag=division.tag,
        at=where[division.id],
        facing=heading(state, division),
        hulls=tuple(hull(state, ship) for ship in ships),
        text=_line_of_text(state, division, known),
        badges=tuple(_badges(state, side, division, known)),
        bars=(Bar("hull", left, OUT_OF_ACTION * len(ships)),),
        factors=factors(state, ships),
        ghost=is_memory(state, side, division),
        ready=_ready(state, division),
        tip=_tip(state, side, division, known),
    )


def _line_of_text(state: State, division: Division, known: int) -> str:
    if is_land_target(division):
        return "ashore" if has_able(state, division) else "out of action"
    if known == UNSEEN:
        return "last known here"
    if not has_able(state, division):
        return "adrift"
    formation = f"{FORMATION_NAMES[formation_of(division)]} · " if len(division.ships) > 1 else ""
    return f"{formation}{slowest_kn(state, division)} kn"


def _tip(state: State, side: str, division: Division, known: int) -> str:
    ships = ", ".join(state.scene.names[name] for name in division.ships)
    if known == UNSEEN:
        return f"{division.name} was last known in band {division.band}: {ships}"
    what = "radar contact: " if known == RADAR and division.side != side else ""
    return f"{what}{division.name} in band {division.band}: {ships}"


def movement_note(state: State, division: Division) -> str:
    """Return what a division needs to change its band, in words."""
    if is_land_target(division):
        return "ashore: it never moves"
    need, knots = need_to_move(state, division), slowest_kn(state, division)
    if not need:
        return f"{knots} knots: it cannot change band"
    if need == 1:
        return f"{knots} knots: it changes band automatically"
    return f"{knots} knots: it changes its band on {need} or more"


def _badges(state: State, side: str, division: Division, known: int) -> Iterator[Badge]:
    ships = [state.ships[name] for name in division.ships]
    if known == RADAR and division.side != side:
        yield Badge("radar", "R", "radar contact only: it can be fired at only blind", "NoF-SPT-H5")
    if division.evading:
        yield Badge("evading", "E", "evading: keeps its band, -2 to guns and -3 to torpedoes at it", "NoF-EV-H1")
    if division.smoking:
        yield Badge("smoke", "S", "makes smoke until its next movement", "NoF-SMO-H1")
    if division.sheltering:
        yield Badge("shelter", "I", "uses an island: no line past it, in either direction", "NoF-LOS-3")
    if any(ship.fire for ship in ships):
        yield Badge("fire", "F", "on fire: seen further, and no night penalty at the burning ship", "NoF-GUN-8")
    if any(ship.flotation for ship in ships):
        yield Badge("flood", "W", "flooded", "NoF-DMG-H1")
    if any(ship.lights for ship in ships):
        yield Badge("searchlight", "L", "using a searchlight: sighted by everyone", "NoF-GUN-9")
    if any(is_illuminated(state, ship) for ship in ships):
        yield Badge("lit", "*", "lit by a searchlight", "NoF-GUN-7")
    if division.starlit:
        yield Badge("star", "+", "under star shell", "NoF-SPT-H10")
    if any(ship.loaded for ship in ships):
        yield Badge("loaded", "C", "loaded with men and stores", "NoF-LOA-H1")
    if is_surprised(state, division.side):
        yield Badge("surprised", "!", "surprised this turn", "NoF-SUR-H1")
    if division.action and division.side in state.scene.charted:
        yield Badge(division.action, SIGNS[division.action], f"the chart says: {chart_result(division)}", "NoF-AI-H1")


def chart_result(division: Division) -> str:
    """Return the chart's result for a division by the name printed on it; nothing before its first."""
    return next((row.title for row in load_solitaire().rows if row.action == division.action), "")


def _ready(state: State, division: Division) -> bool:
    """Return whether the acting side still has something to do with this division in this phase."""
    if actor(state) != division.side or is_surprised(state, division.side) or not has_able(state, division):
        return False
    phase = SEQUENCE[state.cursor.phase]
    if division.side not in state.scene.charted and phase.name in ("orders", "movement"):
        return not is_land_target(division) and (
            not division.orders & 1 if phase.name == "orders" else not division.moved
        )
    mine = {division.id, *division.ships}
    return any(offer.piece in mine for verb in phase.verbs.values() for offer in verb.offer(state, division.side))


# ---------------------------------------------------------------------- markers


def _markers(state: State, side: str, where: dict[str, Place]) -> Iterator[Marker]:
    names = state.scene.charts.islands.names
    for island, band in state.islands.items():
        kind, rule = ("guadalcanal", "NoF-LOS-5") if island == "guadalcanal" else ("island", "NoF-LOS-1")
        yield Marker(kind=kind, places=((band,),), text=names[island], value=band, rule=rule)
    yield from _objectives(state, where)
    for division in state.divisions.values():
        here = where[division.id]
        if division.began != division.band and best_known(state, side, division) >= RADAR:
            yield Marker(kind="wake", places=((division.began, here[1]), here), side=division.side)
        if division.smoking:
            yield Marker(kind="smoke", places=(here,), side=division.side, text="making smoke", rule="NoF-SMO-H1")
        for name in division.ships:
            target = state.ships[name].lights
            if target and not state.ships[target].gone:
                there = where[state.ships[target].division]
                yield Marker(kind="cone", places=(here, there), side=division.side, rule="NoF-SPT-H9")
    yield from _salvos(state, where)


def _salvos(state: State, where: dict[str, Place]) -> Iterator[Marker]:
    for salvo in state.salvos:
        struck = state.ships[salvo.target]
        if struck.gone:
            continue
        there = where[struck.division]
        lane = 0 if ahead_of(state, salvo.side) > 0 else -1
        firer = state.ships[salvo.ship]
        start = where.get(firer.division, (salvo.start, lane))
        yield Marker(
            kind="torpedo",
            places=((salvo.start, start[1]), (salvo.aimed, there[1]), there),
            side=salvo.side,
            text=f"{salvo.kind} for {state.scene.names[salvo.target]}, turn {salvo.turn}",
            value=max(0, salvo.turn - state.cursor.turn),
            rule="NoF-TOR-H3",
        )


def _objectives(state: State, where: dict[str, Place]) -> Iterator[Marker]:
    """Yield where a mission's points are earned: land targets, and the ends of the chart that pay."""
    if not at_sea(state):
        return
    for division in state.divisions.values():
        if is_land_target(division):
            points = sum(state.scene.cards[name].pv for name in division.ships)
            text = f"{division.name}: {count_noun(points, 'point')} when it is out of action"
            foe = enemy_of(state, division.side)
            yield Marker(kind="objective", places=(where[division.id],), side=foe, text=text, rule="NoF-VP-9")
    for side in state.scene.sides:
        lines = (*bonus_lines(state, side), *_paid_exits(state, side))
        for band in dict.fromkeys(band for band, _, _ in lines):
            here = [(words, rule) for at, words, rule in lines if at == band]
            text = "; ".join(words for words, _ in here)
            yield Marker(kind="exit", places=((OFF[band],),), side=side, text=text, value=band, rule=here[0][1])


def _paid_exits(state: State, side: str) -> Iterator[tuple[int, str, str]]:
    """Yield what the scenario awards a side for leaving the chart: (band, words, rule)."""
    for award in state.scene.scenario.awards:
        if award.side == side and award.when == "left" and award.points > 0:
            yield award.band, award_words(state.scene, award), "NoF-VP-13"


def bonus_lines(state: State, side: str) -> tuple[tuple[int, str, str], ...]:
    """Return what a side earns by disengaging in this battle's mission: (band, words, rule) for each line in use."""
    kinds = {"BB": "battleship", "CA": "heavy cruiser", "CL": "light cruiser", "AP": "transport", "DD": "destroyer"}
    found = []
    for bonus in state.scene.charts.points.bonuses:
        if state.mission not in bonus.missions or bonus.side != side:
            continue
        if bonus.added and not state.scene.options["new_bonuses"]:
            continue
        who = ", ".join(kinds[kind] for kind in bonus.types if kind in kinds)
        loaded = "loaded " if bonus.loaded else ""
        found.append(
            (bonus.band, f"{count_noun(bonus.points, 'point')} for each {loaded}{who} that leaves here", bonus.rule)
        )
    return tuple(found)


# ---------------------------------------------------------------------- words


def _conditions(state: State) -> Iterator[tuple[str, str, str]]:
    scene, campaign = state.scene, state.campaign
    if at_sea(state):
        yield "Visibility", scene.charts.spotting.visibility[state.visibility], "NoF-SPT-H1"
    if campaign is not None:
        yield "Airfield", f"Henderson Field {field_state_text(campaign.henderson)}", "NoF-CAM-H9"
        yield "Campaign", f"round {max(1, campaign.round)} of {campaign.rounds}", "NoF-CAM-H1"
    if not at_sea(state):
        return
    for label in ("wind", "weather"):
        if campaign is None and scene.scenario.conditions.get(label):
            yield label.capitalize(), scene.scenario.conditions[label], ""
    if state.mission:
        yield "Mission", MISSIONS[state.mission], "NoF-CAM-6"
    for island, band in state.islands.items():
        yield "Island", f"{scene.charts.islands.names[island]} in band {band}", "NoF-LOS-1"
    for award in scene.scenario.awards:
        yield "Award", award_words(scene, award), "NoF-VP-13"
    yield "First", f"{scene.names[state.first]} acts first", "NoF-PH-H2"
    for side in scene.sides:
        if side in scene.charted:
            yield "Chart", f"{scene.names[side]} is commanded by the solitaire chart", "NoF-AI-H1"


def prompt(state: State) -> Prompt:
    """Return who acts and what is asked."""
    charted = actor(state) in state.scene.charted
    return prompt_of(SEQUENCE, state, _charted_task if charted else _task, done={} if at_sea(state) else ASHORE)


def _charted_task(state: State, _side: str, phase: str) -> str:
    if phase == "campaign":
        return _sailing(state)
    return "The solitaire chart commands this side. Carry out what it says, one thing after the other."


def _task(state: State, side: str, phase: str) -> str:
    if phase == "campaign":
        return _sailing(state)
    mine = [division for division in divisions_of(state, side) if not is_land_target(division)]
    if phase == "orders":
        return (
            "Order formations, detach or join, then end the phase. Line Ahead is safe from torpedoes and shoots worse."
        )
    if phase == "movement":
        waiting = [division.name for division in mine if not division.moved and has_able(state, division)]
        held = "Every division has moved." if not waiting else f"Still to move: {join_words(waiting)}."
        return (
            f"{held} Try for the next band, evade, make smoke, or end the phase to hold. A changed band costs gunnery."
        )
    if phase == "spotting":
        return "Eyes and radar have searched. Switch on a searchlight or fire star shell, or end the phase."
    if phase == "gunnery":
        left = sum(1 for d in mine for ship in able_ships(state, d) if not ship.fired)
        return f"Choose a ship and a target. Still to fire: {left}. Damage is marked when both sides are done."
    return "Launch, or hold your torpedoes. Salvos that arrive now are resolved when both sides are done."


def _sailing(state: State) -> str:
    campaign = state.campaign
    if campaign is None:
        return ""
    return f"Round {campaign.round + 1} of {campaign.rounds}: roll both missions and put to sea."
