"""Quickfire: fleet actions before the dreadnought, with one combat chart and three dice a round."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rules.kernel.chance import load_chance
from rules.kernel.editor_schema import load_editor_schema
from rules.kernel.flow import commands_of
from rules.kernel.policy import load_captain
from rules.kernel.rulebook import load_rulebook
from rules.kernel.system import System, load_captions
from rules.quickfire.battle_totals import COUNTED, TALLY
from rules.quickfire.captain import CONDITIONS, FEATURES, think
from rules.quickfire.damage import close_phase
from rules.quickfire.evaluation import SIGNS, terms, win_features
from rules.quickfire.expected_value import expected_value
from rules.quickfire.explain import names, outcome_class, panels, sight, sketch
from rules.quickfire.fates import fates
from rules.quickfire.sequence import SEQUENCE
from rules.quickfire.setup import check_scenario, limits, start
from rules.quickfire.sheet import sheet
from rules.quickfire.unit_catalogue import play_aids, unit_catalogue
from rules.quickfire.victory import outscores
from rules.quickfire.view import view

FOLDER = Path(__file__).parent

SYSTEM = System(
    key="quickfire",
    title="Quickfire",
    tagline="Battleships and torpedo boats before the dreadnought: one combat chart and three dice a round.",
    board="table",
    open_table=True,
    folder=FOLDER,
    sequence=SEQUENCE,
    rulebook=load_rulebook(FOLDER / "rulebook.yaml"),
    captions=load_captions(FOLDER / "captions.yaml"),
    commands=commands_of(SEQUENCE),
    start=start,
    view=view,
    terms=terms,
    apply_pending_damage=close_phase,
    outscores=outscores,
    metrics=TALLY,
    chance=load_chance(FOLDER, win_features, SIGNS),
    expected_value=expected_value,
    captain=load_captain(FOLDER, FEATURES, think),
    sketch=sketch,
    sheet=sheet,
    play_aids=play_aids,
    panels=panels,
    names=names,
    fates=fates,
    stakes=CONDITIONS,
    outcome_class=outcome_class,
    counted=COUNTED,
    sight=sight,
    check_scenario=check_scenario,
    unit_catalogue=unit_catalogue,
    damage_limits=limits,
    editor_schema=partial(load_editor_schema, FOLDER),
)
