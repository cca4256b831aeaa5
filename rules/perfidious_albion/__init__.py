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
from rules.perfidious_albion.battle.battle_totals import TALLY
from rules.perfidious_albion.battle.fates import fates
from rules.perfidious_albion.battle.victory import outscores
from rules.perfidious_albion.damage.damage_limits import limits
from rules.perfidious_albion.judgement.captain import FEATURES, think
from rules.perfidious_albion.judgement.gunfire import hunch
from rules.perfidious_albion.sequence import SEQUENCE
from rules.perfidious_albion.setup.full_roster import comers
from rules.perfidious_albion.setup.initial_state import check_scenario, start
from rules.perfidious_albion.ships.dockyard import blueprint
from rules.perfidious_albion.ships.unit_catalogue import carrying, own_stock, unit_catalogue
from rules.perfidious_albion.shown.cards import panels_of
from rules.perfidious_albion.shown.evaluation import terms
from rules.perfidious_albion.shown.explain import measure, names, sight, sketch
from rules.perfidious_albion.shown.firing_positions import brought_to_bear
from rules.perfidious_albion.shown.nearest_order import reach
from rules.perfidious_albion.shown.play_aids import kit
from rules.perfidious_albion.shown.sheet import sheet
from rules.perfidious_albion.shown.view import view
from rules.perfidious_albion.shown.win_features import SIGNS, win_features
from rules.perfidious_albion.squadrons.knowledge import guess

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
    guess=guess,
    terms=terms,
    expected_value=hunch,
    captain=load_captain(FOLDER, FEATURES, think),
    sketch=sketch,
    panels=panels_of,
    sheet=sheet,
    kit=kit,
    comers=comers,
    names=names,
    fates=fates,
    measure=measure,
    sight=sight,
    check_scenario=check_scenario,
    muster=unit_catalogue,
    own_stock=own_stock,
    carrying=carrying,
    limits=limits,
    workbench=partial(load_editor_schema, FOLDER),
    outscores=outscores,
    tally=TALLY,
    makes_way=frozenset({"easy"}),
    chance=load_chance(FOLDER, win_features, SIGNS),
    blueprint=blueprint,
    reach=reach,
    brought_to_bear=brought_to_bear,
    pace=2_000,
)
