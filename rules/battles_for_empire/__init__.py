"""Battles for Empire 2: colonial battles on land, in hexes of three inches."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rules.battles_for_empire.at_stake import CONDITIONS
from rules.battles_for_empire.battle_totals import COUNTED, TALLY
from rules.battles_for_empire.captain import FEATURES, think
from rules.battles_for_empire.evaluation import terms
from rules.battles_for_empire.explain import forecast, names, outcome_class, panels, sight, sketch
from rules.battles_for_empire.fates import fates
from rules.battles_for_empire.followup import INTERRUPTS
from rules.battles_for_empire.knowledge import known_state
from rules.battles_for_empire.sequence import SEQUENCE
from rules.battles_for_empire.setup import check_scenario, limits, start
from rules.battles_for_empire.sheet import sheet
from rules.battles_for_empire.unit_catalogue import unit_catalogue
from rules.battles_for_empire.view import view
from rules.battles_for_empire.win_features import SIGNS, win_features
from rules.kernel.chance import load_chance
from rules.kernel.editor_schema import load_editor_schema
from rules.kernel.flow import commands_of
from rules.kernel.policy import load_captain
from rules.kernel.rulebook import load_rulebook
from rules.kernel.system import System, load_captions

FOLDER = Path(__file__).parent

SYSTEM = System(
    key="battles_for_empire",
    title="Battles for Empire 2",
    tagline="Colonial battles on land: squares, rushes, machine guns that jam and ammunition that runs out.",
    board="hex",
    pace=4_000,
    folder=FOLDER,
    sequence=SEQUENCE,
    interrupts=INTERRUPTS,
    rulebook=load_rulebook(FOLDER / "rulebook.yaml"),
    captions=load_captions(FOLDER / "captions.yaml"),
    commands=commands_of((*SEQUENCE, *INTERRUPTS.values())),
    start=start,
    view=view,
    known_state=known_state,
    terms=terms,
    sketch=sketch,
    sheet=sheet,
    panels=panels,
    names=names,
    fates=fates,
    stakes=CONDITIONS,
    outcome_class=outcome_class,
    counted=COUNTED,
    forecast=forecast,
    sight=sight,
    check_scenario=check_scenario,
    unit_catalogue=unit_catalogue,
    damage_limits=limits,
    editor_schema=partial(load_editor_schema, FOLDER),
    metrics=TALLY,
    chance=load_chance(FOLDER, win_features, SIGNS),
    captain=load_captain(FOLDER, FEATURES, think),
)
