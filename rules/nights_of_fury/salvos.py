"""Phase 5, the numbers of a salvo: distance, arrival, and the modifiers when it arrives."""

from __future__ import annotations

from rules.kernel.modifiers import Modifier
from rules.nights_of_fury.state import SIGHTED, Salvo, Ship, State, formation_of
from rules.nws.pieces import FORMATION_NAMES, contact, speed_kn
from rules.nws.torpedoes import audience, from_target


def salvo_of(state: State, ship: Ship, target: Ship) -> Salvo:
    """Return the salvo a ship would launch now at a target.

    It arrives this turn, the next or the one after that, by the distance. Rules: NoF-TOR-H3, NoF-TOR-H4.
    """
    division, foe = state.divisions[ship.division], state.divisions[target.division]
    apart = abs(division.band - foe.band)
    return Salvo(
        side=division.side,
        ship=ship.id,
        target=target.id,
        kind=state.scene.cards[ship.id].torpedo,
        start=division.band,
        aimed=foe.band,
        distance=apart,
        turn=state.cursor.turn + state.scene.charts.arrival[apart],
        unseen=contact(state, foe.side, division.id) != SIGHTED,
    )


def salvo_need(state: State, salvo: Salvo) -> int:
    """Return the to-hit number of a salvo, by torpedo and distance at launch. Rule: NoF-TOR-H1."""
    return state.scene.charts.torpedo.need[salvo.kind][salvo.distance]


def salvo_modifiers(state: State, salvo: Salvo) -> tuple[Modifier, ...]:
    """Return the modifiers to a salvo's roll for its target's present situation.

    Rules: NoF-TOR-H4, NoF-EV-H4, NoF-FRM-H1, NoF-FORM-5.
    """
    charts = state.scene.charts.torpedo
    target = state.ships[salvo.target]
    foe = state.divisions[target.division]
    size = state.scene.cards[target.id].size
    known = audience(state, salvo, SIGHTED)
    found: list[Modifier] = []
    add = found.append
    if foe.evading:
        add(Modifier(charts.target_evading, "target evading", "NoF-EV-H4", known.conduct))
    formation = formation_of(foe)
    if charts.formation[formation]:
        rule = "NoF-FORM-5" if formation == "ahead" else "NoF-FRM-H1"
        add(Modifier(charts.formation[formation], f"target in {FORMATION_NAMES[formation]}", rule, known.conduct))
    if foe.band != salvo.aimed:
        words = f"target left band {salvo.aimed} since the launch"
        add(Modifier(charts.target_changed, words, "NoF-TOR-H4", known.since))
    found += from_target(charts, "NoF-TOR-H4", speed_kn(state, target), size, salvo.unseen, known)
    return tuple(found)
