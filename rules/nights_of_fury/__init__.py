"""The NWS range-band game: night battles off Guadalcanal on ten bands, with the solitaire chart and the campaign."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rules.kernel.chance import load_chance
from rules.kernel.editor_schema import load_editor_schema
from rules.kernel.rulebook import load_rulebook
from rules.kernel.system import System, load_captions
from rules.nights_of_fury.at_stake import CONDITIONS
from rules.nights_of_fury.cards import panels
from rules.nights_of_fury.commands import COMMANDS
from rules.nights_of_fury.damage import apply_hits
from rules.nights_of_fury.determinize import determinize
from rules.nights_of_fury.evaluation import terms, win_features
from rules.nights_of_fury.expected_value import expected_value
from rules.nights_of_fury.explain import names, outcome_class, sight, sketch
from rules.nights_of_fury.full_roster import full_roster
from rules.nights_of_fury.knowledge import brought_to_bear, known_state
from rules.nights_of_fury.points import outscores, points_of
from rules.nights_of_fury.sequence import SEQUENCE
from rules.nights_of_fury.setup import CHART_OPTIONS, check_scenario, limits, start
from rules.nights_of_fury.sheet import sheet
from rules.nights_of_fury.torpedoes import delayed_outcome, torpedo_hits
from rules.nights_of_fury.victory import fates
from rules.nights_of_fury.view import view
from rules.nws.battle_totals import counted_by, tally_by
from rules.nws.unit_catalogue import unit_catalogue
from rules.nws.win_features import SIGNS

FOLDER = Path(__file__).parent
SHARED = FOLDER.parent / "nws"

SYSTEM = System(
    key="nights_of_fury",
    title="Nights of Fury",
    tagline="Night battles off Guadalcanal on range bands: formations, searchlights, a solitaire chart, a campaign.",
    board="bands",
    folder=FOLDER,
    sequence=SEQUENCE,
    rulebook=load_rulebook(FOLDER / "rulebook.yaml"),
    captions=load_captions(FOLDER / "captions.yaml"),
    commands=COMMANDS,
    start=start,
    view=view,
    known_state=known_state,
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
    delayed_outcome=delayed_outcome,
    counted=counted_by(torpedo_hits),
    sight=sight,
    check_scenario=check_scenario,
    unit_catalogue=unit_catalogue,
    full_roster=full_roster,
    damage_limits=limits,
    editor_schema=partial(load_editor_schema, FOLDER),
    brought_to_bear=brought_to_bear,
    shared=(SHARED,),
    sheet=sheet,
    solitaire=CHART_OPTIONS.__getitem__,
    expected_value=expected_value,
    awards=True,
)
