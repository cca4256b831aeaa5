"""Export a game so far as a lesson file: its battle, its orders with their dice, and comments. Earlier orders are
carried out by the lesson; the last order is the learner's. Words in capitals are placeholders.
"""

from __future__ import annotations

import msgspec

from rules.kernel.lesson import read_lesson, try_lesson
from rules.kernel.scenario import MapSheet
from rules.kernel.script import LoadScenario
from rules.kernel.session import Session
from rules.kernel.system import format_command
from rules.kernel.yamltext import quote

HEAD = """\
# A lesson of your own. `main.py check {name}` plays it and says what does not hold.
# rules/kernel/lesson.py tells every field.
# A step says something (say), shows something (show), or asks for an order (do, must: true). `wrong` answers mistakes:
#   wrong:
#   - {{like: "done", say: "Not yet: there is something better to do."}}
"""


def lesson_text(session: Session, title: str, side: str, name: str = "FILE") -> str:
    """Return the YAML of a lesson that repeats a game's orders; the learner must give the last order of `side`. If the
    side has not given an order yet, the lesson asks for the one that ends its phase.
    """
    scenario = quote(msgspec.to_builtins(session.scenario))
    begun = session.steps[0].faces if session.steps else ()
    mine = [step.number for step in session.steps[1:] if step.actor == side]
    last = mine[-1] if mine else 0
    lines = [
        HEAD.format(name=name).rstrip(),
        f"system: {session.system.key}",
        f"title: {quote(title)}",
        'idea: "WHAT THE LEARNER WILL KNOW, IN ONE LINE."',
        "order: 1",
        "minutes: 5",
        f"side: {quote(side)}",
        f"scenario: {scenario}",
        f"options: {quote(_options(session))}",
        'learned: ["WHAT HAS BEEN LEARNED."]',
        f"dice: {quote(list(begun))}",
        "steps:",
        '- say: "WHERE ONE IS, AND WHAT IS TO BE SEEN."',
    ]
    for step in session.steps[1:]:
        entry: dict[str, object] = {"by": step.actor, "do": format_command(step.command), "dice": list(step.faces)}
        if step.number == last:
            entry = {"say": "GIVE THIS ORDER.", **entry, "must": True}
        lines.append(f"- {_flow(entry)}")
        if step.number == last:
            break
    if not last:
        lines.append(f"- {_flow({'say': 'END THE PHASE.', 'do': 'done', 'must': True})}")
    return "\n".join(lines) + "\n"


def lesson_faults(session: Session, text: str, load_scenario: LoadScenario) -> list[str]:
    """Return the problems of a lesson made from a game. Raises DataError if it cannot be read."""

    def sheet(_system: str, _name: str) -> MapSheet | None:
        return session.sheet

    return list(try_lesson(read_lesson(text), {session.system.key: session.system}, load_scenario, sheet))


def _options(session: Session) -> dict[str, bool]:
    usual = {key: option.default for key, option in session.system.rulebook.options.items()}
    usual.update(session.scenario.options)
    return {key: value for key, value in session.options.items() if usual.get(key) != value}


def _flow(entry: dict[str, object]) -> str:
    return "{" + ", ".join(f"{key}: {quote(value)}" for key, value in entry.items() if value not in ([], "")) + "}"
