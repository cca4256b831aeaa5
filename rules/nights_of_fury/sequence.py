"""The sequence of play: seven phases of a turn, and the step between the battles of a campaign."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.kernel.flow import Command, Illegal, Offer, Phase, Verb, verbs
from rules.kernel.ruling import Ruling
from rules.nights_of_fury.campaign import check_sail, do_sail, offer_sail, owed_sail
from rules.nights_of_fury.commands import Consult, Evade, Fire, Join, MakeSmoke, Move, Sail, Shelter
from rules.nights_of_fury.consulting import check_consult, do_consult, offer_consult, owed_consult
from rules.nights_of_fury.damage import close_gunnery, damage_control
from rules.nights_of_fury.gunnery import check_fire, do_fire, offer_fire, owed_fire
from rules.nights_of_fury.islands import check_shelter, do_shelter, offer_shelter
from rules.nights_of_fury.lights import check_light, check_star, do_light, do_star, offer_lights, offer_stars
from rules.nights_of_fury.movement import (
    check_evasion,
    check_move,
    check_smoke,
    do_evasion,
    do_move,
    do_smoke,
    offer_evasion,
    offer_moves,
    offer_smoke,
    open_movement,
)
from rules.nights_of_fury.orders import (
    check_detach,
    check_form,
    check_join,
    do_detach,
    do_form,
    do_join,
    offer_detach,
    offer_form,
    offer_join,
    open_orders,
)
from rules.nights_of_fury.solitaire import chart_light, chart_moves, throw_for_light
from rules.nights_of_fury.spotting import open_spotting
from rules.nights_of_fury.state import State
from rules.nights_of_fury.torpedoes import check_launch, close_torpedoes, do_launch, offer_launch, owed_launches
from rules.nights_of_fury.victory import open_end
from rules.nws.commands import Detach, Form, Launch, Searchlight, StarShell
from rules.nws.pieces import able_ships, divisions_of, enemy_of, surprised, with_ship


def first_then_second(state: State) -> tuple[str, ...]:
    """The side with the lower die acts first, Japan when they were equal (NoF-PH-H2)."""
    return state.first, enemy_of(state, state.first)


def fighting(state: State) -> bool:
    """Phases 1 to 7 come only in a battle (NoF-PH-H1)."""
    return state.campaign is None or state.campaign.at_sea


def between_battles(state: State) -> bool:
    """Phase 8 comes only between the battles of a campaign (NoF-PH-H1, NoF-CAM-H1)."""
    return not fighting(state)


def one_side(state: State) -> tuple[str, ...]:
    """Between the battles of a campaign the side named first in it sends both fleets to sea (NoF-CAM-H1)."""
    return state.scene.sides[:1]


# ---------------------------------------------------------------------- sides under the solitaire chart


def _players_own(verb: Verb) -> Verb:
    """A verb for players: the solitaire chart never uses it, and a side under the chart is not offered it."""

    def offer(state: State, side: str) -> Iterable[Offer]:
        return () if side in state.scene.charted else verb.offer(state, side)

    def check(state: State, command: Command) -> tuple[Illegal, ...]:
        if command.side in state.scene.charted:
            reason = f"{state.scene.names[command.side]} is under the solitaire chart, which never orders this"
            return (Illegal(reason, "NoF-AI-H1"),)
        return verb.check(state, command)

    return verb.but(offer=offer, check=check)


def _as_charted(verb: Verb, wanted: Callable[[State, str], Offer | None], rule: str) -> Verb:
    """A verb of which a side under the chart has only what the chart wants next; `rule` for when it wants nothing."""

    def offer(state: State, side: str) -> Iterable[Offer]:
        if side not in state.scene.charted:
            return verb.offer(state, side)
        only = wanted(state, side)
        return (only,) if only is not None and type(only.commands[0]) is verb.command else ()

    def check(state: State, command: Command) -> tuple[Illegal, ...]:
        reasons = verb.check(state, command)
        if reasons or command.side not in state.scene.charted:
            return reasons
        only = wanted(state, command.side)
        if only is not None and command in only.commands:
            return ()
        says = only.label if only is not None else "nothing more"
        return (Illegal(f"the solitaire chart wants something else: {says}", only.rule if only is not None else rule),)

    return verb.but(offer=offer, check=check)


def charted_move(state: State, side: str) -> Offer | None:
    """What the chart wants moved, or put to evade, next in phase 2: one division at a time, in order.

    Rules: NoF-AI-4, NoF-AI-9.
    """
    if surprised(state, side):
        return None
    for division in divisions_of(state, side):
        commands = () if division.moved else chart_moves(state, division)
        if commands:
            verb, rule = ("evade", "NoF-AI-4") if division.action == "evade" else ("move", "NoF-AI-9")
            return Offer(verb, f"{division.name}: {division.action}", rule, division.id, tuple(commands))
    return None


def charted_light(state: State, side: str) -> Offer | None:
    """The searchlight the chart may switch on next in phase 3 (NoF-AI-H8)."""
    if surprised(state, side):
        return None
    for division in divisions_of(state, side):
        for ship in able_ships(state, division):
            target = "" if ship.shone else chart_light(state, ship)
            if target:
                label = f"{state.scene.names[ship.id]}: searchlight, by the chart's die"
                return Offer("light", label, "NoF-AI-H8", ship.id, (Searchlight(side, ship.id, target),))
    return None


def _light(r: Ruling, command: Searchlight) -> None:
    """A searchlight; under the chart one d6 says first whether it is switched on. Rules: NoF-SPT-H9, NoF-AI-H8."""
    if command.side in r.state.scene.charted:
        ship = r.state.ships[command.ship]
        r.state = with_ship(r.state, ship.but(shone=True))
        if not throw_for_light(r, ship):
            return
    do_light(r, command)


def _owed(wanted: Callable[[State, str], Offer | None]) -> Callable[[State, str], tuple[Illegal, ...]]:
    def owes(state: State, side: str) -> tuple[Illegal, ...]:
        only = wanted(state, side) if side in state.scene.charted else None
        return () if only is None else (Illegal(f"the solitaire chart wants {only.label}", only.rule, only.piece),)

    return owes


# ---------------------------------------------------------------------- the phases

CONSULT = Verb(Consult, "Consulting the chart", "NoF-AI-H1", offer_consult, check_consult, do_consult)
FORM = _players_own(Verb(Form, "Taking up a formation", "NoF-ORD-H1", offer_form, check_form, do_form))
DETACH = _players_own(Verb(Detach, "Detaching a ship", "NoF-ORD-H2", offer_detach, check_detach, do_detach))
JOIN = _players_own(Verb(Join, "Joining divisions", "NoF-ORD-H3", offer_join, check_join, do_join))
MOVE = _as_charted(Verb(Move, "Moving", "NoF-MOV-H1", offer_moves, check_move, do_move), charted_move, "NoF-AI-9")
EVADE = _as_charted(
    Verb(Evade, "Evading", "NoF-EV-H1", offer_evasion, check_evasion, do_evasion), charted_move, "NoF-AI-4"
)
SMOKE = _players_own(Verb(MakeSmoke, "Making smoke", "NoF-SMO-H1", offer_smoke, check_smoke, do_smoke))
SHELTER = _players_own(
    Verb(Shelter, "Sheltering behind an island", "NoF-LOS-3", offer_shelter, check_shelter, do_shelter)
)
LIGHT = _as_charted(
    Verb(Searchlight, "Using a searchlight", "NoF-SPT-H9", offer_lights, check_light, _light),
    charted_light,
    "NoF-AI-H8",
)
STAR = _players_own(Verb(StarShell, "Firing star shell", "NoF-SPT-H10", offer_stars, check_star, do_star))
FIRE = Verb(Fire, "Opening fire", "NoF-GUN-H1", offer_fire, check_fire, do_fire)
LAUNCH = Verb(Launch, "Launching torpedoes", "NoF-TOR-H1", offer_launch, check_launch, do_launch)
SAIL = Verb(Sail, "Putting to sea", "NoF-CAM-H1", offer_sail, check_sail, do_sail)

SEQUENCE = (
    Phase(
        number=1,
        when=fighting,
        name="orders",
        title="Orders",
        help="Each side throws a die; the lower acts first all turn. Order formations, detach ships or join divisions.",
        rule="NoF-PH-H1",
        verbs=verbs(CONSULT, FORM, DETACH, JOIN),
        queue=first_then_second,
        open=open_orders,
        owes=owed_consult,
    ),
    Phase(
        number=2,
        when=fighting,
        name="movement",
        title="Movement",
        help="Evade, or try for the next band: one die against the Movement Table. From band 1 or 10 you may leave.",
        rule="NoF-MOV-H1",
        verbs=verbs(MOVE, EVADE, SMOKE, SHELTER),
        queue=first_then_second,
        open=open_movement,
        owes=_owed(charted_move),
    ),
    Phase(
        number=3,
        when=fighting,
        name="spotting",
        title="Spotting",
        help="Eyes and radar search by themselves; then switch on searchlights or fire star shell if you dare.",
        rule="NoF-SPT-H1",
        verbs=verbs(LIGHT, STAR),
        queue=first_then_second,
        open=open_spotting,
        owes=_owed(charted_light),
    ),
    Phase(
        number=4,
        when=fighting,
        name="gunnery",
        title="Gunnery",
        help="Each ship fires once at a ship she can aim at. All damage is marked together when the phase ends.",
        rule="NoF-GUN-H1",
        verbs=verbs(FIRE),
        queue=first_then_second,
        close=close_gunnery,
        owes=owed_fire,
    ),
    Phase(
        number=5,
        when=fighting,
        name="torpedoes",
        title="Torpedoes",
        help="Launch one salvo a ship; those that arrive this turn are resolved when both sides have launched.",
        rule="NoF-TOR-H1",
        verbs=verbs(LAUNCH),
        queue=first_then_second,
        close=close_torpedoes,
        owes=owed_launches,
    ),
    Phase(
        number=6,
        when=fighting,
        name="damage control",
        title="Damage control",
        help="One die for every ship that burns or is damaged. A six can make it worse.",
        rule="NoF-DC-H1",
        open=damage_control,
    ),
    Phase(
        number=7,
        when=fighting,
        name="end",
        title="End",
        help="Tubes are reloaded; the battle ends after its last turn or when a side has no able ship left.",
        rule="NoF-END-H1",
        open=open_end,
    ),
    Phase(
        number=8,
        name="campaign",
        title="Campaign",
        help="Between battles: roll the missions of the next round and put to sea. Nothing happens here in a battle.",
        rule="NoF-CAM-H1",
        verbs=verbs(SAIL),
        queue=one_side,
        owes=owed_sail,
        when=between_battles,
    ),
)
