"""The verb `print`: a battle as a PDF for a real table. It needs pygame to paint map and counters."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pygame

from game.console import terminal
from game.console.playing import shelves
from game.console.write_result import report_write
from game.library import NoSuchScenario
from game.paper.play_aids_pdf import kit_pdf
from game.table.sharing import KINDS, SCRIPT
from game.table.speech import strip_controls
from game.ui.fonts import FontBook
from game.words import tr
from game.workshop.user_files import take_in
from rules import SYSTEMS
from rules.kernel.session import Session


def print_verb(args: Namespace) -> int:
    """`print`: write one PDF of a battle given by name, or by file, which is copied into the player's folder. 2 for an
    unknown battle, 1 if it cannot be played or the file cannot be written.
    """
    maps = shelves(args)
    try:
        if maps.own is not None and args.scenario.endswith(SCRIPT):
            entry = take_in(Path(args.scenario), maps.own)
        else:
            entry = maps.library(SYSTEMS).find(args.scenario)
    except NoSuchScenario as error:
        terminal.complain(strip_controls(str(error)))
        return 2
    out = Path(args.out) if args.out else Path(f"{entry.key}{KINDS['print']}")
    if out.suffix != KINDS["print"]:
        terminal.complain(
            tr("expected a file ending in {kinds}, found {out}", kinds=KINDS["print"], out=f"{out.name!r}")
        )
        return 2
    if not out.parent.is_dir():
        return report_write(out, b"")  # reported before the work begins
    pygame.font.init()
    session = Session(SYSTEMS[entry.system], entry.scenario, maps.sheet(entry.system, entry.scenario.map))
    return report_write(out, kit_pdf(session, args.paper, FontBook()))
