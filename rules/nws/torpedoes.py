"""Torpedoes in both games: who may launch, arriving salvos, hits, duds, effect, reloading.

Each game cites its own rules by a `TorpedoRules`, which also gives the to-hit number and modifiers of a salvo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from rules.kernel.breakdown import Breakdown, Fact, Natural, format_signed
from rules.kernel.events import NOBODY
from rules.kernel.flow import Command, GameState, Illegal
from rules.kernel.modifiers import Modifier
from rules.kernel.record import AnyState
from rules.kernel.ruling import Ruling
from rules.nws.charts import Torpedo
from rules.nws.combat_arithmetic import dud_faces
from rules.nws.commands import Launch
from rules.nws.events import SalvoNoticed, TorpedoDud, TorpedoesPassed, TorpedoHit, TubesReloaded
from rules.nws.pieces import (
    Division,
    Hit,
    Position,
    Salvo,
    Vessel,
    contact,
    damage_level,
    is_able,
    is_surprised,
    with_ship,
)

UNSEEN_LAUNCH = "launched unseen"


class TorpedoRules(NamedTuple):
    """Which rule of the game stands behind each roll and refusal, and what a salvo needs."""

    launch: str  # one salvo a turn from tubes that are loaded
    surprise: str
    evading: str
    run: str  # salvos in the water
    roll: str
    miss: str
    dud: str
    effect: str
    reload: str
    hidden: str  # who may know what of the other side
    sighted: int  # the contact in which a side knows who a division is and what it does
    need: Callable[..., int]  # (state, salvo) -> what 2d6 and modifiers must reach
    apart: Callable[..., str]  # the distance of a salvo at its launch in words
    modifiers: Callable[..., tuple[Modifier, ...]]  # (state, salvo), as its target stands now


# ---------------------------------------------------------------------- launching


def why_no_launch(
    state: Position[Vessel, Division], rules: TorpedoRules, ship: Vessel, division: Division
) -> tuple[list[Illegal], bool]:
    """Return every reason in the ship herself against a launch, and whether she has tubes at all."""
    name, reasons = state.scene.names[ship.id], []
    if is_surprised(state, division.side):
        reasons.append(Illegal("a surprised side launches no torpedoes", rules.surprise, ship.id))
    if division.evading:
        reasons.append(Illegal(f"{division.name} is evading and launches no torpedoes", rules.evading, ship.id))
    if ship.launched:
        reasons.append(Illegal(f"{name} has already launched this turn", rules.launch, ship.id))
    if not state.scene.cards[ship.id].torpedo:
        return [*reasons, Illegal(f"{name} has no torpedo tubes", rules.launch, ship.id)], False
    if ship.salvos < 1:
        reasons.append(Illegal(f"{name} has no salvo left", rules.launch, ship.id))
    if damage_level(ship) >= state.scene.charts.torpedo.no_launch_from_level:
        reasons.append(Illegal(f"{name} is heavily damaged and launches no torpedoes", rules.launch, ship.id))
    return reasons, True


def put_in_water(r: Ruling, salvo: Salvo) -> None:
    """Take a salvo from its ship. No dice: it is resolved when it arrives."""
    ship = r.state.ships[salvo.ship]
    spent = ship.but(salvos=ship.salvos - 1, launched=True, reload=0)
    r.state = with_ship(r.state, spent).but(salvos=(*r.state.salvos, salvo))


# ---------------------------------------------------------------------- arrival


class Audience(NamedTuple):
    """Which sides may know which modifiers of a salvo that arrives; () = both."""

    conduct: tuple[str, ...] = ()  # what the target does now
    since: tuple[str, ...] = ()  # what it has done since the launch: it tells its side when and where that was
    aim: tuple[str, ...] = ()  # what the launching ship knew when she aimed
    unseen: tuple[str, ...] = ()  # that nobody on the target's side saw the launch


def audience(state: GameState, salvo: Any, sighted: int) -> Audience:
    """Return who may know which modifiers of a salvo; sighted: the contact in which a side knows what a division does.

    The target's side knows its own ships, and the launch if it saw the launching ship. The launching side knows what it
    aimed at, and what a target in sight does now. It never knows whether it was seen itself.
    """
    if not state.scene.options["hidden_movement"]:
        return Audience()
    foe, watching, warned = _aware(state, salvo, sighted)
    return Audience(
        conduct=(foe, *watching), since=(*watching, *warned) or NOBODY, aim=(salvo.side, *warned), unseen=(foe,)
    )


def _aware(state: AnyState, salvo: Any, sighted: int) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return (the target's side, the launching side if it sees the target now, the target's side if it
    saw the launch).
    """
    division = state.divisions[state.ships[salvo.target].division]
    watching = (salvo.side,) if contact(state, salvo.side, division.id) >= sighted else ()
    return division.side, watching, () if salvo.unseen else (division.side,)


def from_target(charts: Torpedo, rule: str, knots: int, size: str, unseen: bool, known: Audience) -> Iterator[Modifier]:
    """Yield what the target's speed and size do to a salvo, and that nobody saw it launched."""
    if knots <= charts.slow_kn:
        yield Modifier(charts.target_slow, f"target at {charts.slow_kn} knots or less", rule, known.conduct)
    if charts.size[size]:
        yield Modifier(charts.size[size], f"target size {size}", rule)
    if unseen:
        yield Modifier(charts.unseen_launch, UNSEEN_LAUNCH, rule, known.unseen)


def resolve_arrivals(r: Ruling, rules: TorpedoRules) -> None:
    """Resolve every salvo that arrives this turn, in the order of launching. The damage waits to be marked.

    Rolls 2d6 for each; for each hit one d6 where duds are known, and one d6 for its effect.
    """
    turn = r.state.cursor.turn
    due = [salvo for salvo in r.state.salvos if salvo.turn <= turn]
    if due:
        r.state = r.state.but(salvos=tuple(salvo for salvo in r.state.salvos if salvo.turn > turn))
    for salvo in due:
        _arrive(r, rules, salvo)


class Told(NamedTuple):
    """Which side sees what of an arriving salvo."""

    dice: tuple[str, ...] = ()  # all its rolls and what they rest on
    partly: Mapping[str, str] | None = None  # side -> what it knows that the dice are for
    result: tuple[str, ...] = ()  # what became of it, and which torpedoes they were
    effect: tuple[str, ...] = ()  # what a hit does
    launcher: str = ""  # the launching side, where it cannot see the target and only hears a hit
    target: str = ""  # the target's side, where it did not see the launching ship


def _informed_sides(state: GameState, rules: TorpedoRules, salvo: Salvo) -> Told:
    """Return which side sees what. With open movement both see everything.

    With hidden movement only a side that saw the launch and owns the target sees all; what the others see depends only
    on what they know.
    """
    if not state.scene.options["hidden_movement"]:
        return Told()
    foe, watching, warned = _aware(state, salvo, rules.sighted)
    at = f"torpedoes at {state.scene.names[salvo.target]}"
    partly = {salvo.side: f"{salvo.kind} {at}"}
    return Told(
        dice=warned or NOBODY,
        partly=partly if warned else {**partly, foe: at},
        result=(*watching, *warned) or NOBODY,
        effect=(foe, *watching),
        launcher="" if watching else salvo.side,
        target="" if warned else foe,
    )


def _arrive(r: Ruling, rules: TorpedoRules, salvo: Salvo) -> None:
    target = r.state.ships[salvo.target]
    if target.gone:
        why = f"{r.state.scene.names[target.id]} was no longer there"
        r.note(TorpedoesPassed(rule=rules.run, to=(salvo.side,), target=target.id, kind=salvo.kind, why=why))
        return
    informed = _informed_sides(r.state, rules, salvo)
    hits = _hits(r, _throw_of(r.state, rules, salvo), informed)
    if not hits:
        r.note(
            TorpedoesPassed(rule=rules.miss, to=informed.result, target=target.id, kind=salvo.kind, why="they missed")
        )
        _note_sighting(r, rules, informed.target, salvo, "they missed")
    exploded = [_strike(r, rules, salvo, informed) for _ in range(hits)]
    if not any(exploded):
        _note_sighting(r, rules, informed.launcher, salvo, "nothing was heard of them")


def _note_sighting(r: Ruling, rules: TorpedoRules, side: str, salvo: Salvo, result: str) -> None:
    """Log what a side that does not see the launching ship, or the target, notices of a salvo; no side: nobody."""
    if side:
        words = "Torpedoes" if side == salvo.side else "Torpedoes from an unseen ship"
        r.note(SalvoNoticed(rule=rules.hidden, to=(side,), side=side, target=salvo.target, salvo=words, result=result))


def _throw_of(state: GameState, rules: TorpedoRules, salvo: Salvo, facts: tuple[Fact, ...] = ()) -> Breakdown:
    """Return what a salvo rolls if it arrives in this position: 2d6 against its need."""
    charts, need = state.scene.charts.torpedo, rules.need(state, salvo)
    printed = Modifier(need, f"target number of {salvo.kind} at {rules.apart(salvo)}", rules.roll)
    return Breakdown(
        what=f"{salvo.kind} torpedoes at {state.scene.names[salvo.target]}",
        rule=rules.roll,
        count=2,
        sides=6,
        need=need,
        terms=(printed,),
        modifiers=rules.modifiers(state, salvo),
        naturals=(Natural(charts.natural_miss, False, "always misses", rules.roll),),
        facts=facts,
    )


def _hits(r: Ruling, throw: Breakdown, informed: Told) -> int:
    """Return how many torpedoes of a salvo strike its target: 0, 1 or 2. Rolls 2d6."""
    charts = r.state.scene.charts.torpedo
    rolled = r.throw(throw, informed.dice, partly=informed.partly)
    if not throw.is_made_by(rolled.faces):
        return 0
    return 2 if rolled.total - (throw.need or 0) >= charts.two_hits_margin else 1


def _strike(r: Ruling, rules: TorpedoRules, salvo: Salvo, informed: Told) -> bool:
    """Resolve one hit: a die for its exploder where duds are known, a die for its effect. Whether it explodes."""
    if not _explodes(r, rules, salvo, informed.result):
        r.note(TorpedoDud(rule=rules.dud, to=informed.result, target=salvo.target, kind=salvo.kind))
        _note_sighting(r, rules, informed.target, salvo, "one struck and did not explode")
        return False
    state, target, kind = r.state, salvo.target, salvo.kind
    charts, card = state.scene.charts.torpedo, state.scene.cards[target]
    soft = (Modifier(charts.soft_hull, "no armour at all", rules.effect),) if card.defence < charts.soft_below else ()
    rolled = r.roll(f"torpedo hit on {state.scene.names[target]}", 1, 6, rules.effect, soft, to=informed.effect)
    effect = charts.effect[kind][card.size]
    face = min(rolled.total, len(effect))
    flotation = effect[face - 1]
    structure = charts.structure_gain if face >= charts.structure_from else 0
    hurt = TorpedoHit(
        rule=rules.effect, to=informed.result, target=target, kind=kind, flotation=flotation, structure=structure
    )
    r.note(hurt)
    _note_sighting(r, rules, informed.target, salvo, "a hit")
    _note_sighting(r, rules, informed.launcher, salvo, "a hit was heard")
    hit = Hit(ship=salvo.ship, target=target, structure=structure, flotation=flotation, rule=rules.effect)
    r.state = state.but(hits=(*state.hits, hit))
    return True


def _explodes(r: Ruling, rules: TorpedoRules, salvo: Salvo, to: tuple[str, ...] = ()) -> bool:
    """Return whether a torpedo that has struck goes off, by its mark, the navy and the month.

    One d6 where duds are known.
    """
    scene = r.state.scene
    duds = dud_faces(scene.charts.torpedo, salvo.kind, salvo.side, scene.month)
    if not duds:
        return True
    what = f"exploder of a {salvo.kind} torpedo"
    dud_words = "dud on 1" if duds == 1 else f"dud on 1 to {duds}"
    return r.roll(what, 1, 6, rules.dud, note=dud_words, to=to).total > duds


def roll_arrival(r: Ruling, rules: TorpedoRules, command: Command) -> str:
    """Return the result of the salvo just launched if it arrived in this position: miss, hit, two hits or dud.

    The dice are those of `torpedoes_that_hit`; "" for any other order.
    """
    if not isinstance(command, Launch):
        return ""
    struck, exploded = torpedoes_that_hit(r, rules, command)
    return ("hit", "two hits")[exploded - 1] if exploded else "dud" if struck else "miss"


def torpedoes_that_hit(r: Ruling, rules: TorpedoRules, command: Launch) -> tuple[int, int]:
    """Return (how many torpedoes just launched strike, how many explode), should they arrive in this position.

    Where movement is hidden it does not count on a launch unseen, which nobody on board can be sure of.
    Rolls 2d6, and for each hit one d6 where duds are known.
    """
    salvo = next(salvo for salvo in reversed(r.state.salvos) if salvo.ship == command.ship)
    facts: tuple[Fact, ...] = ()
    if r.state.scene.options["hidden_movement"]:
        facts = _if_unseen(r.state, rules, salvo)
        salvo = salvo.but(unseen=False)
    hits = _hits(r, _throw_of(r.state, rules, salvo, facts), Told())
    return hits, sum(_explodes(r, rules, salvo) for _ in range(hits))


def _if_unseen(state: GameState, rules: TorpedoRules, salvo: Salvo) -> tuple[Fact, ...]:
    """Return what an unseen launch would add, and the chance it would give.

    It is not part of the sum, because the side cannot know it.
    """
    throw = _throw_of(state, rules, salvo.but(unseen=True))
    term = next(term for term in throw.modifiers if term.label == UNSEEN_LAUNCH)
    chance = round(100 * (throw.chance or 0))
    words = f"{format_signed(term.value)} if the enemy does not see the launch, which she cannot know: then {chance} %"
    return (Fact(words, term.rule),)


# ---------------------------------------------------------------------- reloading


def reload_quiet_ships(r: Ruling, rules: TorpedoRules, loaded: Callable[..., bool]) -> None:
    """Reload everything once, after enough turns without gunfire since the last salvo. No dice.

    loaded: (state, ship), whether men and stores stand in the way.
    """
    state, ships = r.state, {}
    for ship in state.ships.values():
        if ship.salvos or ship.reloaded or not is_able(ship):
            continue
        card = state.scene.cards[ship.id]
        if not card.reload or loaded(state, ship):
            continue
        quiet = 0 if ship.fired or ship.launched else ship.reload + 1
        if quiet < state.scene.charts.torpedo.reload_turns:
            if quiet != ship.reload:
                ships[ship.id] = ship.but(reload=quiet)
            continue
        ships[ship.id] = ship.but(reload=0, reloaded=True, salvos=card.salvos)
        side = state.divisions[ship.division].side
        r.note(TubesReloaded(rule=rules.reload, to=(side,), ship=ship.id, salvos=card.salvos))
    if ships:
        r.state = state.but(ships={**state.ships, **ships})
