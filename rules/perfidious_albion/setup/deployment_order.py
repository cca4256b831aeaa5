"""Who deploys first (2.1): dice, the winner's choice, and the squadron he keeps to be placed last."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.default_hooks import offer_legal
from rules.kernel.flow import Illegal, Offer, Verb, for_me, other_side_next
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.commands import ChooseForMe, DeployFirst, KeepLast
from rules.perfidious_albion.records.events import DeploymentOrdered, KeptLast
from rules.perfidious_albion.records.state import State, enemy_of
from rules.perfidious_albion.setup import deploying
from rules.perfidious_albion.setup.purchase_pool import LABELS
from rules.perfidious_albion.squadrons.initiative import dice_for_initiative


def open_order(r: Ruling) -> None:
    """Roll for the initiative. Rules: PA-2.1-20, PA-2.1-21."""
    if not any(r.state.waiting.values()):
        r.set(waiting=deploying.all_waiting(r.state))
    r.set(deployer=dice_for_initiative(r, "PA-2.1-20"), held_back="")


def winner_alone(state: State) -> tuple[str, ...]:
    """Return the only side that acts: the winner of the dice (PA-2.1-21)."""
    return (state.deployer,)


def offer_first(state: State, side: str) -> Iterator[Offer]:
    """Yield either side. Rule: PA-2.1-21."""
    listed = (DeployFirst(side, who) for who in state.scene.sides)
    yield from offer_legal(state, listed, check_first, "Say who deploys first", "PA-2.1-21")


def check_first(state: State, command: DeployFirst) -> tuple[Illegal, ...]:
    """Return every reason against the choice. Rules: PA-2.1-21, PA-2.1-27."""
    if command.who not in state.scene.sides:
        sides = " or ".join(state.scene.sides)
        return (Illegal(f"{sides} deploys first; found {command.who[:40]!r}", "PA-2.1-21"),)
    kept = state.held_back
    if kept and command.who == command.side and not deploying.others_to_place(state, command.side, kept):
        words = f"{state.scene.names[command.side]} has nothing to place but the squadron kept to the last"
        return (Illegal(words, "PA-2.1-27"),)
    return ()


def do_first(r: Ruling, command: DeployFirst) -> None:
    """Choose who deploys first. No dice. Rule: PA-2.1-21."""
    state: State = r.state
    r.state = state.but(first=command.who, cursor=state.cursor.but(queue=()))
    r.note(DeploymentOrdered(rule="PA-2.1-21", winner=command.side, first=command.who))


def owed_first(state: State, side: str) -> tuple[Illegal, ...]:
    """Return why the phase cannot end: the choice must be made. Rule: PA-2.1-21."""
    return (Illegal(f"{state.scene.names[side]} must choose who deploys first", "PA-2.1-21"),)


def after_the_enemy(state: State, side: str) -> DeployFirst:
    """Return whether the other side deploys first, so that this one sees its places. Rule: PA-SET-H1."""
    return DeployFirst(side, enemy_of(state, side))


FIRST = Verb(DeployFirst, "Choose deployment order", "PA-2.1-21", offer_first, check_first, do_first)
FIRST_FOR_ME = for_me(ChooseForMe, FIRST, after_the_enemy, "PA-SET-H1")


# ---------------------------------------------------------------------- the squadron kept to the last


def offer_last(state: State, side: str) -> Iterator[Offer]:
    """Yield the squadrons that may be kept to the last. Rule: PA-2.1-27."""
    listed = tuple(KeepLast(side, label) for label in state.waiting.get(side, ()) if label in LABELS)
    for command in listed:
        if not check_last(state, command):
            what = command.squadron
            label = f"Keep {deploying.thing_name(state, what)} last{deploying.ship_words(state, side, what)}"
            yield Offer("keeplast", label, "PA-2.1-27", "", (command,))


def check_last(state: State, command: KeepLast) -> tuple[Illegal, ...]:
    """Return every reason against keeping a squadron back, before the deployment or in it.

    Rules: PA-2.1-27, PA-SET-H1.
    """
    if command.side != state.deployer:
        return (Illegal("only the winner of the initiative keeps a squadron to the last", "PA-2.1-27"),)
    waiting = [what for what in state.waiting.get(command.side, ()) if what in LABELS]
    if command.squadron not in waiting:
        text = f"the squadrons to be placed are {', '.join(waiting) or 'none'}; not {command.squadron[:40]!r}"
        return (Illegal(text, "PA-2.1-27"),)
    reasons = []
    if command.squadron == state.held_back:
        reasons.append(Illegal("this squadron is kept back", "PA-2.1-27"))
    if command.squadron == deploying.flag_label(state, command.side) and len(waiting) > 1:
        reasons.append(Illegal("the squadron with the flagship is placed before the others", "PA-SET-H1"))
    if not state.waiting.get(enemy_of(state, command.side)) and not deploying.others_to_place(
        state, command.side, command.squadron
    ):
        reasons.append(Illegal("nothing else is left that could be placed before it", "PA-2.1-27"))
    return tuple(reasons)


def do_last(r: Ruling, command: KeepLast) -> None:
    """Keep a squadron back; if the side has nothing else to place now, it is the other side's turn. No dice.

    Rule: PA-2.1-27.
    """
    r.set(held_back=command.squadron)
    if not deploying.can_go_on(r.state, command.side):
        other_side_next(r)
    name = deploying.thing_name(r.state, command.squadron)
    r.note(KeptLast(rule="PA-2.1-27", to=(command.side,), side=command.side, squadron=name))


LAST = Verb(KeepLast, "Hold back a squadron", "PA-2.1-27", offer_last, check_last, do_last)
