"""The NWS hex game with its rules expansion: divisions, smoke, heavy seas, evasion."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rules.kernel.chance import load_chance
from rules.kernel.editor_schema import load_editor_schema
from rules.kernel.policy import load_captain
from rules.kernel.rulebook import load_rulebook
from rules.kernel.system import System, load_captions
from rules.nw_smoke.at_stake import CONDITIONS
from rules.nw_smoke.captain import FEATURES, think
from rules.nw_smoke.captain_reasons import hit_chances
from rules.nw_smoke.commands import COMMANDS
from rules.nw_smoke.damage import apply_hits
from rules.nw_smoke.determinize import determinize
from rules.nw_smoke.evaluation import terms, win_features
from rules.nw_smoke.expected_value import expected_value
from rules.nw_smoke.explain import names, outcome_class, panels, sight, sketch
from rules.nw_smoke.knowledge import brought_to_bear, known_state
from rules.nw_smoke.sequence import SEQUENCE
from rules.nw_smoke.setup import check_scenario, limits, start
from rules.nw_smoke.sheet import sheet
from rules.nw_smoke.torpedoes import delayed_outcome, torpedo_hits
from rules.nw_smoke.victory import outscores, points_of
from rules.nw_smoke.view import view
from rules.nws.battle_totals import counted_by, tally_by
from rules.nws.fates import fates
from rules.nws.unit_catalogue import unit_catalogue
from rules.nws.win_features import SIGNS

FOLDER = Path(__file__).parent
SHARED = FOLDER.parent / "nws"

SYSTEM = System(
    key="nw_smoke",
    title="Smoke on the Sound",
    tagline="Night actions off Guadalcanal on a hex map: divisions, smoke screens, heavy seas, evasion.",
    board="hex",
    folder=FOLDER,
    sequence=SEQUENCE,
    rulebook=load_rulebook(FOLDER / "rulebook.yaml"),
    captions=load_captions(FOLDER / "captions.yaml"),
    commands=COMMANDS,
    start=start,
    view=view,
    known_state=known_state,
    expected_value=expected_value,
    terms=terms,
    apply_pending_damage=apply_hits,
    chance=load_chance(FOLDER, win_features, SIGNS),
    outscores=outscores,
    metrics=tally_by(points_of),
    determinize=determinize,
    sketch=sketch,
    panels=panels,
    names=names,
    fates=fates,
    stakes=CONDITIONS,
    outcome_class=outcome_class,
    captain=load_captain(FOLDER, FEATURES, think, hit_chances),
    delayed_outcome=delayed_outcome,
    counted=counted_by(torpedo_hits),
    sight=sight,
    check_scenario=check_scenario,
    unit_catalogue=unit_catalogue,
    damage_limits=limits,
    editor_schema=partial(load_editor_schema, FOLDER),
    brought_to_bear=brought_to_bear,
    shared=(SHARED,),
    sheet=sheet,
)
