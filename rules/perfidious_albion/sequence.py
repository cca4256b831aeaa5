"""The sequence of play: the players' own set-up where a scenario asks for it, then turns of four phases."""

from __future__ import annotations

from rules.kernel.flow import Phase, Verb, verbs
from rules.perfidious_albion.battle import activation
from rules.perfidious_albion.battle.activation import after_moving, closing_up
from rules.perfidious_albion.battle.ending import END_PHASE
from rules.perfidious_albion.battle.gunnery import check_fire, do_fire, offer_fire
from rules.perfidious_albion.battle.night import check_lights, do_lights, offer_lights
from rules.perfidious_albion.records.commands import (
    Activate,
    Fire,
    Follow,
    Launch,
    Lights,
    Order,
    Ram,
    Refloat,
    Reload,
    Salvo,
    StandEasy,
    Steer,
)
from rules.perfidious_albion.sailing.following import check_follow, do_follow, offer_follow
from rules.perfidious_albion.sailing.grounding import check_refloat, do_refloat, offer_refloat
from rules.perfidious_albion.sailing.movement import check_steer, do_steer, offer_steer
from rules.perfidious_albion.sailing.ramming import check_ram, do_ram, offer_ram
from rules.perfidious_albion.setup.sequence import SETUP_PHASES
from rules.perfidious_albion.squadrons import initiative
from rules.perfidious_albion.torpedoes import laying
from rules.perfidious_albion.torpedoes.launching import check_launch, do_launch, offer_launch
from rules.perfidious_albion.torpedoes.reloading import check_reload, do_reload, offer_reload
from rules.perfidious_albion.torpedoes.salvoes import check_salvo, do_salvo, offer_salvo

ORDER = Verb(
    Order,
    "Choosing who acts first",
    "PA-SEQ-H2",
    initiative.offer_order,
    initiative.check_order,
    initiative.do_order,
)
LAUNCH = Verb(Launch, "Launching torpedoes", "PA-6.1-1", offer_launch, check_launch, do_launch)
SALVO = Verb(Salvo, "Launching a salvo", "PA-6.1-11", offer_salvo, check_salvo, do_salvo)
LAID = Verb(StandEasy, "Standing easy", "PA-SEQ-H3", laying.offer_easy, laying.check_easy, laying.do_easy)
ACTIVATE = closing_up(
    Verb(
        Activate,
        "Bringing into action",
        "PA-SEQ-H4",
        activation.offer_activate,
        activation.check_activate,
        activation.do_activate,
    )
)
STEER = closing_up(Verb(Steer, "Moving", "PA-MOV-H5", offer_steer, check_steer, do_steer))
FOLLOW = closing_up(Verb(Follow, "Following in line", "PA-MOV-H5", offer_follow, check_follow, do_follow))
RAM = closing_up(Verb(Ram, "Ramming", "PA-RAM-H1", offer_ram, check_ram, do_ram))
REFLOAT = Verb(Refloat, "Getting off the ground", "PA-TER-H6", offer_refloat, check_refloat, do_refloat)
LIGHTS = after_moving(Verb(Lights, "Searchlights", "PA-NGT-H1", offer_lights, check_lights, do_lights))
FIRE = closing_up(after_moving(Verb(Fire, "Firing guns", "PA-GUN-H21", offer_fire, check_fire, do_fire)))
RELOAD = after_moving(Verb(Reload, "Reloading torpedoes", "PA-6.3-2", offer_reload, check_reload, do_reload))
EASY = Verb(
    StandEasy,
    "Standing easy",
    "PA-SEQ-H5",
    activation.offer_easy,
    activation.check_easy,
    activation.do_easy,
)

SEQUENCE = (
    *SETUP_PHASES,
    Phase(
        number=1,
        name="initiative",
        title="Initiative",
        help="Each side throws a D10 and adds its admirals; the higher says which side acts first.",
        rule="PA-SEQ-H2",
        verbs=verbs(ORDER),
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
        verbs=verbs(LAUNCH, SALVO, LAID),
        queue=laying.order,
        open=laying.open_torpedoes,
        close=laying.close_torpedoes,
    ),
    Phase(
        number=3,
        name="action",
        title="Action",
        help="Sides take turns with one squadron: bring it into action, move all its ships, fire, reload, stand easy.",
        rule="PA-SEQ-H4",
        verbs=verbs(ACTIVATE, STEER, FOLLOW, RAM, REFLOAT, LIGHTS, FIRE, RELOAD, EASY),
        queue=activation.action_order,
        open=activation.open_action,
        owes=activation.owed_action,
        busy=activation.in_action,
    ),
    END_PHASE,
)
