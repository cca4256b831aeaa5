"""The sequence of play: seven phases of a turn, and the step between the battles of a campaign."""

from __future__ import annotations

from rules.kernel.flow import Phase, verbs
from rules.nights_of_fury.campaign import SAIL, owed_sail
from rules.nights_of_fury.consulting import CONSULT, owed_consult
from rules.nights_of_fury.damage import close_gunnery, damage_control
from rules.nights_of_fury.gunnery import FIRE, owed_fire
from rules.nights_of_fury.islands import SHELTER
from rules.nights_of_fury.lights import LIGHT, STAR
from rules.nights_of_fury.movement import EVADE, MOVE, SMOKE, open_movement
from rules.nights_of_fury.orders import DETACH, FORM, JOIN, open_orders
from rules.nights_of_fury.solitaire_ai import charted_light, charted_move, owed_by
from rules.nights_of_fury.spotting import open_spotting
from rules.nights_of_fury.state import State
from rules.nights_of_fury.torpedoes import LAUNCH, close_torpedoes, owed_launches
from rules.nights_of_fury.victory import open_end
from rules.nws.pieces import enemy_of


def first_then_second(state: State) -> tuple[str, ...]:
    """Return the sides in order: the lower die first, on a tie Japan (NoF-PH-H2)."""
    return state.first, enemy_of(state, state.first)


def fighting(state: State) -> bool:
    """Return whether a battle is fought: phases 1 to 7 come only then (NoF-PH-H1)."""
    return state.campaign is None or state.campaign.at_sea


def between_battles(state: State) -> bool:
    """Return whether it is between the battles of a campaign, for phase 8 (NoF-PH-H1, NoF-CAM-H1)."""
    return not fighting(state)


def one_side(state: State) -> tuple[str, ...]:
    """Return the side named first in a campaign: between battles it sends both fleets to sea (NoF-CAM-H1)."""
    return state.scene.sides[:1]


SEQUENCE = (
    Phase(
        number=1,
        when=fighting,
        name="orders",
        title="Orders",
        help="Each side rolls a die; the lower acts first all turn. Order formations, detach ships or join divisions.",
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
        owes=owed_by(charted_move),
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
        owes=owed_by(charted_light),
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
