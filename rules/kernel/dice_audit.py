"""Check that a game's dice are those of its seed: every face is rolled again and compared.

The seed is in the first line of the saved game, so that a game can be resumed, branched and replayed on any machine.
Anyone who reads the file can therefore know the coming rolls. But past rolls cannot be changed unnoticed.
"""

from __future__ import annotations

from rules.kernel.dice import SeededDice
from rules.kernel.plurals import count_noun
from rules.kernel.session import TABLE, Session, adjudicate


def first_mismatch(session: Session) -> int | None:
    """Return the number of the first step whose faces its seed did not roll; None when all of them are the seed's."""
    dice = SeededDice(session.seed)
    for step, before in zip(session.steps, session.states, strict=False):
        if tuple(adjudicate(session.system, before, step.command, dice).faces) != step.faces:
            return step.number
    return None


def audit_text(session: Session) -> str:
    """Return the proof in a sentence."""
    if session.header.dice == TABLE:
        return "its dice were rolled on a table, so they cannot be verified"
    faces = sum(len(step.faces) for step in session.steps)
    foreign = first_mismatch(session)
    if foreign is None:
        return f"dice verified: {count_noun(faces, 'face')} and every one that of seed {session.seed}"
    return f"the dice of order {foreign} are not of seed {session.seed}: another seed rolled them, or they were changed"
