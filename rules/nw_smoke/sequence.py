"""The sequence of play: eight phases. The numbers of phase 3, movement, and phase 7, smoke, are the sheet's own."""

from __future__ import annotations

from rules.kernel.flow import Phase, verbs
from rules.nw_smoke.damage import apply_hits as close_gunnery
from rules.nw_smoke.gunnery import FIRE
from rules.nw_smoke.movement import EVADE, MOVE, open_movement, owed_moves, still_to_move
from rules.nw_smoke.orders import DETACH, FORM, JOIN, RUN, open_conditions, open_orders
from rules.nw_smoke.smoke import SMOKE, open_smoke
from rules.nw_smoke.spotting import LIGHT, STAR, open_spotting
from rules.nw_smoke.state import State
from rules.nw_smoke.torpedoes import LAUNCH, close_torpedoes
from rules.nw_smoke.victory import open_end
from rules.nws.pieces import enemy_of


def first_then_second(state: State) -> tuple[str, ...]:
    """Return the side that lost the initiative acts first (NW-PH-H2)."""
    return state.first, enemy_of(state, state.first)


SEQUENCE = (
    Phase(
        number=1,
        name="conditions",
        title="Conditions",
        help="Each side rolls a die for the initiative; the lower acts first in every phase. The weather may change.",
        rule="NW-PH-H2",
        open=open_conditions,
    ),
    Phase(
        number=2,
        name="orders",
        title="Orders",
        help="Order each division's speed for this turn and its formation; detach ships or join divisions in one hex.",
        rule="NW-ORD-H1",
        verbs=verbs(RUN, FORM, DETACH, JOIN),
        queue=first_then_second,
        open=open_orders,
    ),
    Phase(
        number=3,
        name="movement",
        title="Movement",
        help="Declare evaders, then move every division. One with a smoke card lays smoke in each hex it leaves.",
        rule="NW-PH-1",
        verbs=verbs(MOVE, EVADE),
        queue=first_then_second,
        open=open_movement,
        owes=owed_moves,
        busy=still_to_move,
    ),
    Phase(
        number=4,
        name="spotting",
        title="Spotting",
        help="Eyes and radar search by themselves; then switch on searchlights or fire star shell if you dare.",
        rule="NW-SPT-H1",
        verbs=verbs(LIGHT, STAR),
        queue=first_then_second,
        open=open_spotting,
    ),
    Phase(
        number=5,
        name="gunnery",
        title="Gunnery",
        help="Each ship fires once at a ship she can aim at. All damage is marked together when the phase ends.",
        rule="NW-GUN-H1",
        verbs=verbs(FIRE),
        queue=first_then_second,
        close=close_gunnery,
    ),
    Phase(
        number=6,
        name="torpedoes",
        title="Torpedoes",
        help="Launch on the beam; salvos that arrive this turn are resolved when both sides have launched.",
        rule="NW-TOR-H1",
        verbs=verbs(LAUNCH),
        queue=first_then_second,
        close=close_torpedoes,
    ),
    Phase(
        number=7,
        name="smoke",
        title="Smoke",
        help="All smoke is cleared first. Then place smoke cards: they lay smoke in the movement phase of next turn.",
        rule="NW-PH-1",
        verbs=verbs(SMOKE),
        queue=first_then_second,
        open=open_smoke,
    ),
    Phase(
        number=8,
        name="end",
        title="End",
        help="Damage control, reloading, and the end of the battle when its last turn is over.",
        rule="NW-END-H1",
        open=open_end,
    ),
)
