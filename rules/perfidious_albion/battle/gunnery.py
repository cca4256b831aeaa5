"""Gunnery: who may fire which guns at whom, and the firing: percentage, straddles, their boxes, damage at once."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.breakdown import Breakdown, Fact, Waived, Working, format_signed
from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.inches import distance, distance_squared, within_reach
from rules.kernel.modifiers import Modifier, sum_modifiers
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.battle.gun_laying import (
    ALL,
    SHOOTING,
    Shot,
    bearing_boxes,
    gun_types,
    ready_boxes,
    round_percent,
    shot,
    shots_that_tell,
    sound_boxes,
)
from rules.perfidious_albion.battle.night import SURPRISE, lost_its_head, man_guns, roll_nerves
from rules.perfidious_albion.damage.bombardment import against_target, can_bombard, use_turn
from rules.perfidious_albion.damage.hits import resolve_straddle
from rules.perfidious_albion.records.charts import INCH
from rules.perfidious_albion.records.commands import Fire
from rules.perfidious_albion.records.events import GunsFired, NoGunTold
from rules.perfidious_albion.records.state import Battery, Fort, Ship, State, Target, afloat, enemy_of, place, works_of
from rules.perfidious_albion.sailing.movement import to_move
from rules.perfidious_albion.ships.pieces import (
    TARGET,
    Thing,
    battery_bears,
    inches_up,
    name_of,
    piece_name,
    thing_of,
    with_thing,
)
from rules.perfidious_albion.squadrons.cohesion import ships_of_unit, unit_of
from rules.perfidious_albion.squadrons.sighting import in_sight, seen_at, shows_light, why_unseen

DIE = 10
QUICKFIRERS = "Q"
SHOWN = {  # what shows a target beyond the visibility at night
    "PA-3.4-5": "it burns",
    "PA-3.4-6": "it uses a searchlight",
    "PA-NGT-H2": "a searchlight is on it",
}
SHAKEN = "shaken"  # in Ship.acted: a detached ship whose crew failed its test

# ---------------------------------------------------------------------- what may be fired


def shots(state: State, shooter: Thing, guns: str, target: Thing) -> tuple[Shot, ...]:
    """Return the shots a firer has at a target with guns of a type, or with all: those with a chance,
    heaviest first.
    """
    letters = gun_types(state, shooter) if guns == ALL else (guns,)
    if guns != ALL and guns not in gun_types(state, shooter):
        return ()
    return shots_that_tell(state, shooter, letters, target)


def targets_of(state: State, shooter: Thing) -> list[Thing]:
    """Return everything a firer may engage as far as sight, its two targets and the mission go."""
    if isinstance(shooter, Target):
        return []
    foe = enemy_of(state, shooter.side)
    found: list[Thing] = [*afloat(state, foe)]
    found += works_of(state, foe)
    if state.target is not None and state.target.side == foe and isinstance(shooter, Ship):
        found.append(state.target)
    return [thing for thing in found if in_sight(state, shooter, thing) and not against(state, shooter, thing)]


def shooters(state: State, side: str) -> list[Ship | Fort | Battery]:
    """Return the ships of the squadron in action, or the fort or battery in action."""
    found: list[Ship | Fort | Battery] = [ship for ship in ships_of_unit(state, state.active) if ship.side == side]
    found += [work for work in works_of(state, side) if work.id == state.active]
    return found


def offer_fire(state: State, side: str) -> Iterator[Offer]:
    """Yield every shot of every ship or work in action: all guns at each target, the best first, then each type."""
    for shooter in shooters(state, side):
        if not_now(state, shooter):
            continue
        commands = _orders(state, shooter.id)
        if commands:
            yield Offer(
                "fire", f"{piece_name(state, shooter.id)}: fire", "PA-GUN-H21", shooter.id, commands, usual=True
            )


def best_orders(state: State, name: str) -> tuple[Fire, ...]:
    """Return the shots of a ship or work in action, all guns at each target, best first. Rule: PA-GUN-H21."""
    shooter = thing_of(state, name)
    if shooter is None or isinstance(shooter, Target) or not_now(state, shooter):
        return ()
    return _orders(state, name)


@derived(*SHOOTING)
def _orders(state: State, name: str) -> tuple[Fire, ...]:
    """Return the shots of one firer."""
    shooter = thing_of(state, name)
    assert isinstance(shooter, Ship | Fort | Battery)
    ranked, single = [], []
    for target in targets_of(state, shooter):
        name = name_of(target)
        found = shots(state, shooter, ALL, target)
        if not found:
            continue
        ranked.append((-weight(state, found), found[0].distance, Fire(shooter.side, shooter.id, ALL, name)))
        if len(found) > 1:
            single += [Fire(shooter.side, shooter.id, aimed.guns, name) for aimed in found]
        else:
            single.append(Fire(shooter.side, shooter.id, found[0].guns, name))
    ranked.sort(key=lambda entry: entry[:2])
    return (*(entry[2] for entry in ranked), *single)


def weight(state: State, found: tuple[Shot, ...]) -> int:
    """Return the value of shots at one target: their straddles times the weight of the gun, measured by its price."""
    prices = state.scene.charts.points.battery_gun
    least = min(prices.values()) // 2
    return sum(aimed.percent * prices.get(aimed.guns, least) for aimed in found)


# ---------------------------------------------------------------------- what forbids it


def check_fire(state: State, command: Fire) -> tuple[Illegal, ...]:
    """Return every reason against a shot: firer, target, guns, arc, range, sight, sea, the two targets, the mission.

    Rules: PA-GUN-H20 to PA-GUN-H25, PA-2.2-4, PA-2.2-7, PA-2.1-52, PA-2.1-53, PA-SEQ-H5, PA-MOR-H3.
    """
    shooter = thing_of(state, command.ship)
    if shooter is None or isinstance(shooter, Target) or shooter.side != command.side or shooter.gone:
        what = f"{command.side} has nothing called {command.ship[:40]!r} that could fire"
        return (Illegal(what, "PA-GUN-H21"),)
    target = thing_of(state, command.target)
    if target is None or target.gone or target.side == command.side:
        return (Illegal(f"there is no enemy target called {command.target[:40]!r}", "PA-GUN-H25", shooter.id),)
    found = [*not_now(state, shooter), *against(state, shooter, target)]
    types = gun_types(state, shooter)
    if command.guns != ALL and command.guns not in types:
        fitted = ", ".join(types) or "none"
        what = f"{piece_name(state, shooter.id)} has no guns of type {command.guns[:10]!r}; fitted: {fitted}"
        return (*found, Illegal(what, "PA-GUN-H1", shooter.id))
    if shots(state, shooter, command.guns, target):
        return tuple(found)
    letters = types if command.guns == ALL else (command.guns,)
    if not letters:
        return (*found, Illegal(f"{piece_name(state, shooter.id)} has no guns", "PA-GUN-H1", shooter.id))
    return (*found, *(why_not(state, shooter, letter, target) for letter in letters))


def not_now(state: State, shooter: Ship | Fort | Battery) -> tuple[Illegal, ...]:
    """Return why a ship or work may not fire at all at this moment. Rules: PA-3.4-7, PA-3.4-11."""
    name = piece_name(state, shooter.id)
    if not isinstance(shooter, Ship):
        if shooter.id != state.active:
            return (Illegal(f"{name} is not active", "PA-SEQ-H4", shooter.id),)
        return ()
    found = []
    if unit_of(shooter) != state.active:
        found.append(Illegal(f"the squadron of {name} is not active", "PA-SEQ-H4", shooter.id))
    waiting = to_move(state, unit_of(shooter))
    if waiting:
        who = ", ".join(piece_name(state, ship.id) for ship in waiting)
        found.append(Illegal(f"the squadron moves before it fires; still to move: {who}", "PA-SEQ-H5", shooter.id))
    if SURPRISE in shooter.acted:
        found.append(Illegal(f"{name} is surprised and has not manned her guns", "PA-NGT-H3", shooter.id))
    return (*found, *lost_its_head(state, shooter))


def against(state: State, shooter: Ship | Fort | Battery, target: Thing) -> tuple[Illegal, ...]:
    """Return why a firer may not engage a target, whatever the guns.

    Rules: PA-GUN-H21, PA-GUN-H25, PA-MOR-H3, PA-2.2-7.
    """
    name, who = piece_name(state, shooter.id), piece_name(state, name_of(target))
    found = []
    most = 1 if isinstance(shooter, Battery) else state.scene.charts.gunnery.most_targets
    if len(shooter.targets) >= most and name_of(target) not in shooter.targets:
        others = " and ".join(piece_name(state, other) for other in shooter.targets)
        rule = "PA-2.2-7" if isinstance(shooter, Battery) else "PA-GUN-H21"
        found.append(Illegal(f"{name} has fired at {others} and may engage no more this turn", rule, shooter.id))
    if isinstance(target, Target):
        if not isinstance(shooter, Ship):
            found.append(Illegal("only ships bombard", "PA-2.1-52", shooter.id))
        found += against_target(state, shooter.side, shooter.id)
    if isinstance(target, Ship) and state.squadrons[target.squadron].hidden:
        found.append(Illegal(f"{who} has not been identified yet", "PA-GUN-H25", shooter.id))
    if isinstance(shooter, Ship) and shooter.morale == "withdrawing":
        reach = state.scene.charts.damage.withdraw_fire_mils
        if not within_reach(place(shooter), place(target), reach):
            what = f"{name} withdraws and fires only to {reach // INCH} inches; {who} is farther"
            found.append(Illegal(what, "PA-MOR-H3", shooter.id))
    found += why_unseen(state, shooter, target)
    if not found and isinstance(shooter, Ship) and SHAKEN in shooter.acted:
        found += _not_the_nearest(state, shooter, target)
    return tuple(found)


def _not_the_nearest(state: State, ship: Ship, target: Thing) -> tuple[Illegal, ...]:
    """Return the reason if a detached ship with a shaken crew does not fire at the nearest enemy in sight.

    Rule: PA-MOR-H5.
    """
    foe = enemy_of(state, ship.side)
    shown = [foe for foe in afloat(state, foe) if not state.squadrons[foe.squadron].hidden]
    known: list[Thing] = [*shown, *works_of(state, foe)]
    here = place(ship)
    known.sort(key=lambda thing: distance_squared(here, place(thing)))
    near = next((thing for thing in known if not why_unseen(state, ship, thing)), target)
    if distance_squared(here, place(target)) <= distance_squared(here, place(near)):
        return ()
    nearest = piece_name(state, name_of(near))
    what = f"{piece_name(state, ship.id)} is detached and shaken: she fires at the nearest enemy, {nearest}"
    return (Illegal(what, "PA-MOR-H5", ship.id),)


def why_not(state: State, shooter: Ship | Fort | Battery, letter: str, target: Thing) -> Illegal:
    """Return why the guns of a type have no chance at a target: the first thing that is wrong, with the numbers."""
    name, who, guns = piece_name(state, shooter.id), piece_name(state, name_of(target)), f"type {letter} guns"
    away = distance(place(shooter), place(target))
    if isinstance(target, Target) and not can_bombard(state, letter):
        least = state.scene.charts.ashore.bombardment_least
        return Illegal(f"type {letter} is too light to bombard: {least} or heavier", "PA-2.1-53", shooter.id)
    if isinstance(shooter, Battery):
        if shooter.fired:
            return Illegal(f"{name} has fired this turn", "PA-GUN-H21", shooter.id)
        if not battery_bears(shooter, place(target)):
            arc = state.scene.charts.ashore.battery_arc
            return Illegal(f"{who} is not within {arc} degrees of where {name} faces", "PA-2.2-4", shooter.id)
    else:
        sound = sound_boxes(state, shooter, letter)
        if not sound:
            return Illegal(f"the {guns} of {name} are silenced", "PA-DMG-H1", shooter.id)
        if all(box.key in shooter.fired for box in sound):
            return Illegal(f"the {guns} of {name} have fired this turn", "PA-GUN-H21", shooter.id)
        if not ready_boxes(state, shooter, letter):
            return Illegal(f"the {guns} of {name} stand at level 4, awash in this sea", "PA-GUN-H20", shooter.id)
        if not bearing_boxes(state, shooter, letter, target):
            return Illegal(f"no {guns} of {name} that may still fire bear on {who}", "PA-GUN-H22", shooter.id)
    aimed = shot(state, shooter, letter, target)
    if not aimed.base:
        return Illegal(f"{who} is out of range of {guns}: {inches_up(away)}", "PA-GUN-H3", shooter.id)
    return Illegal(f"the {guns} of {name} have no chance at {who}: less than 5 %", "PA-GUN-H4", shooter.id)


# ---------------------------------------------------------------------- the firing


def do_fire(r: Ruling, command: Fire) -> None:
    """Fire the guns of a type, or all by types from the heaviest; the damage of each straddle counts at once.

    A ship surprised at anchor first rolls her Crew Test, a detached one at night hers: if that fails she fires all
    guns at a ship the dice choose. Rules: PA-GUN-H5, PA-GUN-H21, PA-NGT-H3, PA-3.4-7, PA-2.1-54.
    """
    state: State = r.state
    if command.ship in state.ships:
        if not man_guns(r, command.ship):
            return
        chosen = roll_nerves(r, command.ship)
        if chosen is not None:
            if chosen:
                _into_the_dark(r, command.ship, chosen)
            return
    open_fire(r, command.ship, command.guns, command.target)


FIRE = Verb(Fire, "Fire", "PA-GUN-H21", offer_fire, check_fire, do_fire)


def fire_blindly(r: Ruling, unit: str) -> None:
    """Test the crew of a detached ship that ends her activation at night without having fired or seen an enemy.

    Rolls a Crew Test, a D10 when it fails, and what the fire that follows asks for. Rules: PA-3.4-7, PA-3.4-10.
    """
    for ship in ships_of_unit(r.state, unit):
        chosen = roll_nerves(r, ship.id)
        if chosen:
            _into_the_dark(r, ship.id, chosen)


def _into_the_dark(r: Ruling, ship_id: str, target_id: str) -> None:
    """Fire all guns at the ship the dice chose; log it when none of them can hit. Rule: PA-3.4-7."""
    before = len(r.state.ships[ship_id].fired)
    open_fire(r, ship_id, ALL, target_id)
    if len(r.state.ships[ship_id].fired) == before:
        r.note(NoGunTold(rule="PA-3.4-7", ship=ship_id, target=target_id))


def open_fire(r: Ruling, shooter_id: str, guns: str, target_id: str) -> None:
    """Fire at a target, friend or foe, without checking whether it is allowed.

    Rolls a D10 a type, and each straddle's dice. Rules: PA-GUN-H5, PA-GUN-H13, PA-GUN-H21.
    """
    state: State = r.state
    shooter = thing_of(state, shooter_id)
    assert shooter is not None and not isinstance(shooter, Target)
    letters = gun_types(state, shooter) if guns == ALL else (guns,)
    for letter in letters:
        shooter, target = thing_of(r.state, shooter_id), thing_of(r.state, target_id)
        assert shooter is not None and target is not None and not isinstance(shooter, Target)
        if target.gone or shooter.gone:
            return
        aimed = shot(r.state, shooter, letter, target)
        if aimed.percent:
            _fire(r, shooter, target, aimed)


def _fire(r: Ruling, shooter: Ship | Fort | Battery, target: Thing, aimed: Shot) -> None:
    """Fire one type at one target, and resolve the straddles."""
    state: State = r.state
    name = name_of(target)
    fresh = name not in shooter.targets
    fired = state.fired_this_turn if shooter.id in state.fired_this_turn else (*state.fired_this_turn, shooter.id)
    engaged = (*shooter.targets, name) if fresh else shooter.targets
    shot_at = {**state.shot_at, name: state.shot_at.get(name, 0) + 1} if fresh else state.shot_at
    r.state = with_thing(state, shooter.but(fired=(*shooter.fired, *aimed.boxes), targets=engaged)).but(
        fired_this_turn=fired, shot_at=shot_at
    )
    if name == TARGET:
        use_turn(r)
    straddles = _straddles(r, shooter, name, aimed)
    r.note(
        GunsFired(
            rule="PA-GUN-H4",
            ship=shooter.id,
            target=name,
            guns=aimed.guns,
            barrels=aimed.barrels,
            away=inches_up(aimed.distance),
            percent=aimed.percent,
            straddles=straddles,
            battery=_guns_words(aimed),
        )
    )
    for _ in range(straddles):
        now = thing_of(r.state, name)
        assert now is not None
        if now.gone:
            return
        resolve_straddle(r, shooter.id, now, aimed.guns, aimed.band, aimed.rake)


def _straddles(r: Ruling, shooter: Ship | Fort | Battery, name: str, aimed: Shot) -> int:
    """Return the straddles: one for every full hundred per cent; the rest is rolled for with a D10. Rule: PA-GUN-H5."""
    state: State = r.state
    sure, rest = aimed.straddles
    what = f"{piece_name(state, shooter.id)} at {piece_name(state, name)}: {_guns_words(aimed)}"
    if sure and rest:
        what += f", {count_noun(sure, 'straddle')} certain; roll for one more"
    more = f" and one more on {rest} or less" if rest else ""
    falls = count_noun(sure, "straddle") + more if sure else f"a straddle on {rest} or less"
    note = f"{aimed.percent} %: {falls}"
    throw = Breakdown(
        what=what,
        rule="PA-GUN-H5",
        count=1 if rest else 0,
        sides=DIE,
        need=rest or None,
        low=True,
        workings=(chance_of(aimed, state.scene.charts.gunnery.round_percent),),
        note=note,
        waived=tuple(_not_dark(state, name)),
        facts=tuple(_seen_so_far(state, aimed.distance, name)),
    )
    rolled = r.throw(throw)
    return sure + rolled.is_success


def _seen_so_far(state: State, mils: int, name: str) -> Iterator[Fact]:
    """Yield what makes a target visible beyond the normal sight at night.

    Rules: PA-3.4-5, PA-3.4-6, PA-NGT-H2.
    """
    target = thing_of(state, name)
    if target is None or mils <= state.visibility:
        return
    reach, rule = seen_at(state, target)
    if rule in SHOWN:
        yield Fact(f"seen as far as {inches_up(reach)}: {SHOWN[rule]}", rule)


def _not_dark(state: State, name: str) -> Iterator[Waived]:
    """Yield why the night modifier does not apply to a visible target. Rules: PA-GUN-H17, PA-NGT-H2."""
    target = thing_of(state, name)
    if target is None or not state.night or not shows_light(state, target):
        return
    dark = state.scene.charts.gunnery.modifiers["night"]
    _, rule = seen_at(state, target)
    why = SHOWN.get(rule, SHOWN["PA-NGT-H2"])
    yield Waived(dark.value, dark.label, why, dark.rule)


def chance_of(aimed: Shot, step: int) -> Working:
    """Return the calculation of a shot's percentage, in hundredths of a per cent. Rules: PA-GUN-H3, PA-GUN-H4."""
    barrels, base = aimed.barrels, aimed.base
    words = f"{_guns_words(aimed)} at {base} %, {inches_up(aimed.distance)} off"
    terms = [Modifier(100 * barrels * base, words, "PA-GUN-H3")]
    terms += [
        Modifier(barrels * base * m.value, f"{m.label} ({format_signed(m.value)} %)", m.rule) for m in aimed.modifiers
    ]
    if aimed.low is not None:
        loss = aimed.low_barrels * base * aimed.low.value
        terms.append(Modifier(loss, f"{aimed.low.label} ({format_signed(aimed.low.value)} %)", aimed.low.rule))
    for total, label, rule in (
        (aimed.raw, "at least 0 %", "PA-GUN-H4"),
        (100 * round_percent(aimed.raw, step), f"to the nearest {step} %", "PA-GUN-H4"),
        (100 * aimed.percent, "halved without power", aimed.halved),
    ):
        change = total - sum_modifiers(terms)
        if change:
            terms.append(Modifier(change, label, rule))
    return Working(
        label="chance", rule="PA-GUN-H4", terms=tuple(terms), total=100 * aimed.percent, unit=" %", parts=100
    )


def _guns_words(aimed: Shot) -> str:
    """Return the guns of a shot: 4 guns of type A, 1 group of quickfirers."""
    many = "s" * (aimed.barrels != 1)
    if aimed.guns in QUICKFIRERS:
        return f"{aimed.barrels} group{many} of quickfirers"
    return f"{aimed.barrels} gun{many} of type {aimed.guns}"
