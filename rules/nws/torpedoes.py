"""Torpedoes in both games: who may launch, salvos that arrive, hits, duds, effect, and tubes reloaded.

Each game cites its own rules by a `TorpedoRules`, and says what a salvo needs and what modifies its roll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rules.kernel.breakdown import Breakdown, Natural
from rules.kernel.flow import Command, Illegal
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Ruling
from rules.nws.charts import Torpedo
from rules.nws.commands import Launch
from rules.nws.events import TorpedoDud, TorpedoesPassed, TorpedoHit, TubesReloaded
from rules.nws.fighting import dud_faces
from rules.nws.pieces import Division, Hit, Position, Salvo, Vessel, able, damage_level, surprised, with_ship

UNSEEN_LAUNCH = "launched unseen"
UNSURE = "launched unseen, as far as she knows"


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
    need: Callable[[Any, Any], int]  # (state, salvo) -> what 2d6 and modifiers must reach
    apart: Callable[[Any], str]  # the distance of a salvo at its launch in words
    modifiers: Callable[[Any, Any], tuple[Modifier, ...]]  # (state, salvo), as its target stands now


# ---------------------------------------------------------------------- launching


def why_no_launch(
    state: Position[Vessel, Division], rules: TorpedoRules, ship: Vessel, division: Division
) -> tuple[list[Illegal], bool]:
    """Every reason in a ship herself against a launch, whatever the target; and whether she has tubes at all."""
    name, reasons = state.scene.names[ship.id], []
    if surprised(state, division.side):
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
    """A salvo leaves its ship. No dice: it is resolved when it arrives."""
    ship = r.state.ships[salvo.ship]
    spent = ship.but(salvos=ship.salvos - 1, launched=True, reload=0)
    r.state = with_ship(r.state, spent).but(salvos=(*r.state.salvos, salvo))


# ---------------------------------------------------------------------- arrival


def foreseen(state: Any, command: Any, throws: tuple[Breakdown, ...]) -> tuple[Breakdown, ...]:
    """What a salvo would throw if it arrived now, as its ship may know it.

    What the enemy sees of the launching ship nobody can be sure of where movement is hidden: then the addition for a
    launch unseen says so.
    """
    if type(command) is not Launch or not state.scene.options["hidden_movement"]:
        return throws
    return tuple(throw.but(modifiers=tuple(_unsure(term) for term in throw.modifiers)) for throw in throws)


def _unsure(term: Modifier) -> Modifier:
    return term.but(label=UNSURE) if term.label == UNSEEN_LAUNCH else term


def from_target(charts: Torpedo, rule: str, knots: int, size: str, unseen: bool) -> Iterator[Modifier]:
    """What the target's speed and size do to a salvo, and that nobody saw it launched."""
    if knots <= charts.slow_kn:
        yield Modifier(charts.target_slow, f"target at {charts.slow_kn} knots or less", rule)
    if charts.size[size]:
        yield Modifier(charts.size[size], f"target size {size}", rule)
    if unseen:
        yield Modifier(charts.unseen_launch, UNSEEN_LAUNCH, rule)


def resolve_arrivals(r: Ruling, rules: TorpedoRules) -> None:
    """Resolve every salvo that arrives this turn, in the order of launching. The damage waits to be marked.

    Throws 2d6 for each; for each hit one d6 where duds are known, and one d6 for its effect.
    """
    turn = r.state.cursor.turn
    due = [salvo for salvo in r.state.salvos if salvo.turn <= turn]
    if due:
        r.state = r.state.but(salvos=tuple(salvo for salvo in r.state.salvos if salvo.turn > turn))
    for salvo in due:
        _arrive(r, rules, salvo)


def _arrive(r: Ruling, rules: TorpedoRules, salvo: Salvo) -> None:
    target = r.state.ships[salvo.target]
    if target.gone:
        why = f"{r.state.scene.names[target.id]} was no longer there"
        r.note(TorpedoesPassed(rule=rules.run, to=(salvo.side,), target=target.id, kind=salvo.kind, why=why))
        return
    hits = _hits(r, rules, salvo)
    if not hits:
        r.note(TorpedoesPassed(rule=rules.miss, target=target.id, kind=salvo.kind, why="they missed"))
    for _ in range(hits):
        _strike(r, rules, salvo)


def _hits(r: Ruling, rules: TorpedoRules, salvo: Salvo) -> int:
    """How many torpedoes of a salvo strike its target: 0, 1 or 2. Throws 2d6."""
    state = r.state
    charts, need = state.scene.charts.torpedo, rules.need(state, salvo)
    what = f"{salvo.kind} torpedoes at {state.scene.names[salvo.target]}"
    printed = Modifier(need, f"need of {salvo.kind} at {rules.apart(salvo)}", rules.roll)
    throw = Breakdown(
        what=what,
        rule=rules.roll,
        count=2,
        sides=6,
        need=need,
        terms=(printed,),
        modifiers=rules.modifiers(state, salvo),
        naturals=(Natural(charts.natural_miss, False, "always misses", rules.roll),),
    )
    rolled = r.throw(throw)
    margin = rolled.total - need
    if margin < 0 or sum(rolled.faces) == charts.natural_miss:
        return 0
    return 2 if margin >= charts.two_hits_margin else 1


def _strike(r: Ruling, rules: TorpedoRules, salvo: Salvo) -> None:
    """One hit: a die for its exploder where duds are known, a die for its effect."""
    if not _explodes(r, rules, salvo):
        r.note(TorpedoDud(rule=rules.dud, target=salvo.target, kind=salvo.kind))
        return
    state, target, kind = r.state, salvo.target, salvo.kind
    charts, card = state.scene.charts.torpedo, state.scene.cards[target]
    soft = (Modifier(charts.soft_hull, "no armour at all", rules.effect),) if card.defence < charts.soft_below else ()
    rolled = r.roll(f"torpedo hit on {state.scene.names[target]}", 1, 6, rules.effect, soft)
    effect = charts.effect[kind][card.size]
    face = min(rolled.total, len(effect))
    flotation = effect[face - 1]
    structure = charts.structure_gain if face >= charts.structure_from else 0
    r.note(TorpedoHit(rule=rules.effect, target=target, kind=kind, flotation=flotation, structure=structure))
    hit = Hit(ship=salvo.ship, target=target, structure=structure, flotation=flotation, rule=rules.effect)
    r.state = state.but(hits=(*state.hits, hit))


def _explodes(r: Ruling, rules: TorpedoRules, salvo: Salvo) -> bool:
    """Whether a torpedo that has struck goes off, by its mark, the navy and the month. One d6 where duds are known."""
    scene = r.state.scene
    duds = dud_faces(scene.charts.torpedo, salvo.kind, salvo.side, scene.month)
    if not duds:
        return True
    what = f"exploder of a {salvo.kind} torpedo"
    return r.roll(what, 1, 6, rules.dud, note=f"dud on 1 to {duds}").total > duds


def should_it_arrive(r: Ruling, rules: TorpedoRules, command: Command) -> str:
    """What the salvo just launched would do, should it arrive as things lie now: miss, hit, two hits or dud.

    Throws 2d6, and for each hit one d6 where duds are known; "" for any other order.
    """
    if not isinstance(command, Launch):
        return ""
    salvo = next(salvo for salvo in reversed(r.state.salvos) if salvo.ship == command.ship)
    hits = _hits(r, rules, salvo)
    good = sum(_explodes(r, rules, salvo) for _ in range(hits))
    return ("hit", "two hits")[good - 1] if good else "dud" if hits else "miss"


# ---------------------------------------------------------------------- reloading


def reload_quiet_ships(r: Ruling, rules: TorpedoRules, loaded: Callable[[Any, Any], bool]) -> None:
    """After the last salvo, so many turns without firing guns restore all, once. No dice.

    loaded: (state, ship), whether men and stores stand in the way.
    """
    state, ships = r.state, {}
    for ship in state.ships.values():
        if ship.salvos or ship.reloaded or not able(ship):
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
