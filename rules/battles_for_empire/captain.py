"""The quick captain: in movement he finishes the active unit before he activates another. House judgement, no rule.

Activating a unit gives up what the active one had still to move: to a player who looks only one order ahead, that seems
right as soon as the next die promises more than is left, and whole waves would stand still. The captain values where
each order of the active unit ends (evaluation.py), activates a unit if its die promises something on average, then
moves leaders and mules. He leaves initiative, fire, melees and resupply to the slower player. Rolls no dice.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.charging import CHARGE
from rules.battles_for_empire.commands import Conduct
from rules.battles_for_empire.conduct import CONDUCT, needs_die
from rules.battles_for_empire.evaluation import JudgedPosition, is_melee_unit, judge_position, judged_like
from rules.battles_for_empire.formation_changes import DISMOUNT, FACE, FORM, GROUND, MOUNT
from rules.battles_for_empire.formations import arc_holds
from rules.battles_for_empire.leaders_and_mules import DRIVE, RIDE
from rules.battles_for_empire.movement import MOVE, active_unit
from rules.battles_for_empire.prices import load_weights
from rules.battles_for_empire.sequence import SEQUENCE
from rules.battles_for_empire.state import Body, State, enemy_of, in_play, unit_name
from rules.kernel.dice import NeedDice, TapeDice
from rules.kernel.flow import Command, Done, Verb
from rules.kernel.hexes import distance
from rules.kernel.policy import Features, Option, Recommendation, Weights, option_score, rank_options, reason
from rules.kernel.ruling import Ruling

FEATURES: Features = {
    "position": {
        "taken": "their losses {} points",
        "lost": "our losses {} points",
        "nerve": "our morale and ammunition",
        "theirs": "their morale and ammunition",
        "ground": "fire, cover and front",
        "together": "attackers kept together",
        "contacts": "melees",
        "pieces": "leaders, mules and exits",
    },
    "sense": {"take_up": ""},
}
OF_A_UNIT = (MOVE, CHARGE, FORM, FACE, MOUNT, DISMOUNT, GROUND)
OF_BAGGAGE = (RIDE, DRIVE)
USUAL_FACE = 4  # of the manoeuvre die: what he assumes a unit rolls when he asks what it could do


def think(weights: Weights, state: State, side: str) -> tuple[Recommendation, ...]:
    """Return what to do now, the best first; empty where he has no opinion. side: the one to act."""
    if state.cursor.frames or not SEQUENCE[state.cursor.phase].name.endswith("movement"):
        return ()
    return (
        (_with(weights, state, side, OF_A_UNIT) if active_unit(state, side) is not None else ())
        or _take_up(weights, state, side)
        or _with(weights, state, side, OF_BAGGAGE)
        or (Recommendation(Done(side), 0, "no unit improves its position by moving"),)
    )


# ---------------------------------------------------------------------- positions


def _put_down(state: State) -> State:
    """Return the position when the active unit does no more."""
    return state.but(in_hand="")


def _after(state: State, verb: Verb, command: Command, faces: tuple[int, ...] = ()) -> State | None:
    """Return the position after an order and these rolls; None when it rolls more dice."""
    ruling = Ruling(None, state, TapeDice(faces))
    try:
        verb.do(ruling, command)
    except NeedDice:
        return None
    after: State = ruling.state
    return after


def _orders(state: State, side: str, verbs: tuple[Verb, ...]) -> Iterator[tuple[Verb, Command]]:
    for verb in verbs:
        for offer in verb.offer(state, side):
            yield from ((verb, command) for command in offer.commands)


# ---------------------------------------------------------------------- orders


def _with(weights: Weights, state: State, side: str, verbs: tuple[Verb, ...]) -> tuple[Recommendation, ...]:
    """Return the orders of the active unit, or of leaders and mules, that leave the side better placed than none.

    A move is valued as if nothing followed it: hexes left are worth nothing when nobody marches them.
    """
    weight, down = weights["position"], judge_position(_put_down(state), side)
    rest = down.values
    standing, idle = option_score(weight, judged_like(down, state).values), option_score(weight, rest)
    options = []
    for verb, command in _orders(state, side, verbs):
        after = _after(state, verb, command)
        if after is None:
            continue
        done = judged_like(down, _put_down(after))
        found = done.values if verb is MOVE else judged_like(done, after).values
        if option_score(weight, done.values) > idle or option_score(weight, found) > standing:
            options.append(Option(command, tuple(new - old for new, old in zip(found, rest, strict=True))))
    if not options:
        return ()
    counsel = rank_options(FEATURES["position"], weight, options)
    best = max(options, key=lambda option: option_score(weight, option.features))
    why = reason(FEATURES["position"], weight, best.features, (0,) * len(rest))
    return (counsel[0].but(why=why), *counsel[1:])


def _take_up(weights: Weights, state: State, side: str) -> tuple[Recommendation, ...]:
    """Return the units worth their manoeuvre die, the one that promises most first."""
    weight, (least,) = weights["position"], weights["sense"]
    bare = _put_down(state)
    rest = judge_position(bare, side)
    found = []
    for _, command in _orders(state, side, (CONDUCT,)):
        if not isinstance(command, Conduct):
            continue
        unit = state.units[command.unit]
        features = _die_promises(state, unit, command, rest)
        if option_score(weight, features) <= least and _open_to_attack(state, unit):
            features = _could_do(weight, state, unit, command, rest)
        worth = option_score(weight, features)
        if worth > least:
            why = reason(FEATURES["position"], weight, features, (0,) * len(rest.values))
            found.append(Recommendation(command, worth, f"{unit_name(state, unit)} can improve its position: {why}"))
    return tuple(sorted(found, key=lambda counsel: -counsel.worth))


def _die_promises(state: State, unit: Body, command: Command, rest: JudgedPosition) -> tuple[int, ...]:
    """Return what the manoeuvre die changes on average over its faces."""
    faces = [(face,) for face in range(1, state.scene.charts.morale.die + 1)] if needs_die(state, unit) else [()]
    after = [position for face in faces if (position := _after(state, CONDUCT, command, face)) is not None]
    values = [judged_like(rest, position).values for position in after]
    if not values:
        return (0,) * len(rest.values)
    sums = (sum(position[number] - old for position in values) for number, old in enumerate(rest.values))
    return tuple(change // len(values) for change in sums)


def _open_to_attack(state: State, unit: Body) -> bool:
    """Return whether an enemy made for the melee is near and not before the unit's front."""
    if not in_play(unit) or is_melee_unit(state, unit):
        return False
    foe = enemy_of(state, unit.side)
    return any(
        other.side == foe
        and in_play(other)
        and distance(unit.hex, other.hex) <= load_weights().near
        and is_melee_unit(state, other)
        and not arc_holds(state, unit, other.hex)
        for other in state.units.values()
    )


def _could_do(
    weight: tuple[int, ...], state: State, unit: Body, command: Command, rest: JudgedPosition
) -> tuple[int, ...]:
    """Return what the best order of a unit would change after a usual die."""
    after = _after(state, CONDUCT, command, (USUAL_FACE,) if needs_die(state, unit) else ())
    best = (0,) * len(rest.values)
    if after is None:
        return best
    for verb, order in _orders(after, unit.side, OF_A_UNIT):
        done = _after(after, verb, order)
        if done is not None:
            values = judged_like(rest, _put_down(done)).values
            best = max(
                best,
                tuple(new - old for new, old in zip(values, rest.values, strict=True)),
                key=lambda f: option_score(weight, f),
            )
    return best
