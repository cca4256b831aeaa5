"""Perfidious Albion: pre-dreadnoughts and early dreadnoughts by squadrons, hit box by box on a grid."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rules.kernel.chance import load_chance
from rules.kernel.editor_schema import load_editor_schema
from rules.kernel.flow import commands_of
from rules.kernel.policy import load_captain
from rules.kernel.rulebook import load_rulebook
from rules.kernel.system import System, load_captions
from rules.perfidious_albion.battle.fates import COUNTED, TALLY, fates
from rules.perfidious_albion.battle.victory import outscores
from rules.perfidious_albion.damage.losses import limits
from rules.perfidious_albion.judgement.at_stake import CONDITIONS
from rules.perfidious_albion.judgement.captain import FEATURES, think
from rules.perfidious_albion.judgement.gunfire import expected_value
from rules.perfidious_albion.sequence import SEQUENCE
from rules.perfidious_albion.setup.initial_state import check_scenario, full_roster, start
from rules.perfidious_albion.ships.dockyard import blueprint
from rules.perfidious_albion.ships.unit_catalogue import own_stock, unit_catalogue, with_own_designs
from rules.perfidious_albion.shown.cards import panels_of
from rules.perfidious_albion.shown.evaluation import terms
from rules.perfidious_albion.shown.explain import names, outcome_class, sight, sketch
from rules.perfidious_albion.shown.forecasts import brought_to_bear, forecast
from rules.perfidious_albion.shown.nearest_order import nearest_command
from rules.perfidious_albion.shown.setup_pages import play_aids
from rules.perfidious_albion.shown.sheet import sheet
from rules.perfidious_albion.shown.view import view
from rules.perfidious_albion.shown.win_features import SIGNS, win_features
from rules.perfidious_albion.squadrons.knowledge import known_state

FOLDER = Path(__file__).parent

SYSTEM = System(
    key="perfidious_albion",
    title="Perfidious Albion",
    tagline="Squadrons from the first ironclads to the dreadnought: every shell, torpedo and mine finds its box.",
    board="table",
    folder=FOLDER,
    sequence=SEQUENCE,
    rulebook=load_rulebook(FOLDER / "rulebook.yaml"),
    captions=load_captions(FOLDER / "captions.yaml"),
    commands=commands_of(SEQUENCE),
    start=start,
    view=view,
    known_state=known_state,
    terms=terms,
    expected_value=expected_value,
    captain=load_captain(FOLDER, FEATURES, think),
    sketch=sketch,
    panels=panels_of,
    sheet=sheet,
    play_aids=play_aids,
    full_roster=full_roster,
    names=names,
    fates=fates,
    stakes=CONDITIONS,
    outcome_class=outcome_class,
    counted=COUNTED,
    sight=sight,
    check_scenario=check_scenario,
    unit_catalogue=unit_catalogue,
    own_design_entry=own_stock,
    with_own_designs=with_own_designs,
    damage_limits=limits,
    editor_schema=partial(load_editor_schema, FOLDER),
    outscores=outscores,
    metrics=TALLY,
    pass_commands=frozenset({"easy"}),
    chance=load_chance(FOLDER, win_features, SIGNS),
    blueprint=blueprint,
    nearest_command=nearest_command,
    brought_to_bear=brought_to_bear,
    forecast=forecast,
    pace=2_000,
)
