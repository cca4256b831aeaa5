"""The sequence of play: set-up by the players if the scenario asks for it, then turns of four phases."""

from __future__ import annotations

from rules.kernel.flow import Phase, verbs
from rules.perfidious_albion.battle import activation, ending
from rules.perfidious_albion.battle.activation import ACTIVATE, EASY, after_moving, closing_up
from rules.perfidious_albion.battle.fort_fire import WORKS
from rules.perfidious_albion.battle.gunnery import FIRE
from rules.perfidious_albion.battle.night import LIGHTS
from rules.perfidious_albion.damage.damage_control import ALL_PARTIES, REPAIR
from rules.perfidious_albion.sailing.following import FOLLOW
from rules.perfidious_albion.sailing.grounding import REFLOAT
from rules.perfidious_albion.sailing.movement import STEER
from rules.perfidious_albion.sailing.ramming import RAM
from rules.perfidious_albion.setup.sequence import SETUP_PHASES
from rules.perfidious_albion.squadrons import initiative
from rules.perfidious_albion.torpedoes import laying
from rules.perfidious_albion.torpedoes.launching import LAUNCH
from rules.perfidious_albion.torpedoes.reloading import RELOAD
from rules.perfidious_albion.torpedoes.salvoes import SALVO

IN_ACTION = verbs(
    *(closing_up(verb) for verb in (ACTIVATE, STEER, FOLLOW, RAM)),
    REFLOAT,
    after_moving(LIGHTS),
    closing_up(after_moving(FIRE)),
    WORKS,
    after_moving(RELOAD),
    EASY,
)

SEQUENCE = (
    *SETUP_PHASES,
    Phase(
        number=1,
        name="initiative",
        title="Initiative",
        help="Each side rolls a D10 and adds its admirals; the higher chooses which side acts first.",
        rule="PA-SEQ-H2",
        verbs=verbs(initiative.ORDER),
        queue=initiative.winner_alone,
        open=initiative.open_initiative,
        owes=initiative.owed_order,
    ),
    Phase(
        number=2,
        name="torpedoes",
        title="Torpedoes",
        help="Lay torpedo markers, the side with the lower initiative first, one squadron at a time.",
        rule="PA-SEQ-H3",
        verbs=verbs(LAUNCH, SALVO, laying.LAID),
        queue=laying.order,
        open=laying.open_torpedoes,
        close=laying.close_torpedoes,
    ),
    Phase(
        number=3,
        name="action",
        title="Action",
        help="Sides take turns with one squadron: activate it, move all its ships, fire, reload, end its activation.",
        rule="PA-SEQ-H4",
        verbs=IN_ACTION,
        queue=activation.action_order,
        open=activation.open_action,
        owes=activation.owed_action,
        busy=activation.in_action,
    ),
    Phase(
        number=4,
        name="end",
        title="End",
        help="Send damage control parties to work. Then fires grow, ships sink, crews waver; points are counted.",
        rule="PA-SEQ-H6",
        verbs=verbs(REPAIR, ALL_PARTIES),
        queue=ending.both_sides,
        open=ending.open_end,
        close=ending.close_end,
    ),
)
