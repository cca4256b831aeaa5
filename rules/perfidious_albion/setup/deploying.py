"""Deployment (2.1): squadrons, placed by the sides in turn; works, minefields and the target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb, for_me, other_side_next
from rules.kernel.inches import Point
from rules.kernel.plurals import join_words
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.charts import INCH
from rules.perfidious_albion.records.commands import ChooseForMe, Deploy
from rules.perfidious_albion.records.events import Deployed
from rules.perfidious_albion.records.state import (
    Battery,
    Minefield,
    Purchase,
    Ship,
    Squadron,
    State,
    Target,
    afloat,
    enemy_of,
    place,
    works_of,
)
from rules.perfidious_albion.setup import placement_rules
from rules.perfidious_albion.setup.buying import purchase_text
from rules.perfidious_albion.setup.candidate_places import candidate_places
from rules.perfidious_albion.setup.prices import ADMIRAL, BATTERY, FORT, MINES, find_ware
from rules.perfidious_albion.setup.purchase_pool import LABELS, ORDINALS, chart_played
from rules.perfidious_albion.setup.terrain_placement import FAR, TENTH
from rules.perfidious_albion.ships.model_outlines import at_rest
from rules.perfidious_albion.ships.unit_catalogue import fort
from rules.perfidious_albion.squadrons.knowledge import SOMETHING

TARGET = "target"
STANDING = (  # what a place depends on
    "cursor", "waiting", "bought", "chart", "deployer", "held_back", "baseline", "terrain", "boxes", "visibility",
    "ships", "squadrons", "fields", "forts", "batteries", "target",
)  # fmt: skip
TURN_STEP = 5  # degrees a heading is a multiple of
BESIDE = INCH // 2  # a place within this of a ship on both axes is not tried
WORKS_APART = 4 * INCH  # and within this of another work or the target only if there is no other
SHIPS_NAMED = 4  # ships named on the button that places their squadron
OFFERED = 8  # places offered for a thing at most


# ---------------------------------------------------------------------- what waits


def all_waiting(state: State) -> dict[str, tuple[str, ...]]:
    """Return what each side has to place: the target, works, squadrons (the flagship's first), minefields.

    Rule: PA-SET-H1.
    """
    return {side: _waiting(state, side) for side in state.scene.sides}


def _waiting(state: State, side: str) -> tuple[str, ...]:
    items = state.bought.get(side, ())
    defends = state.scene.mission == "bombardment" and side != state.scene.attacker
    works = [item.id for item in items if item.id and item.what.startswith((FORT, BATTERY))]
    fields = [item.id for item in items if item.id and item.what.startswith(MINES + "_")]
    flag = flag_label(state, side)
    labels = sorted({item.squadron for item in items if item.squadron and item.what != ADMIRAL}, key=LABELS.index)
    labels.sort(key=lambda label: label != flag)
    return (*((TARGET,) if defends else ()), *works, *labels, *fields)


@derived("bought")
def flag_label(state: State, side: str) -> str:
    """Return the flagship's squadron: the first with a commander, else the first of warships.

    Rule: PA-2.1-25.
    """
    items = state.bought.get(side, ())
    manned = [label for label in LABELS if placement_rules.items_in(state, side, label)]
    led = [label for label in manned if any(item.what == ADMIRAL and item.squadron == label for item in items)]
    fighting = [label for label in manned if not placement_rules.is_convoy(state, side, label)]
    return next(iter((*led, *fighting, *manned)), "")


def waiting_kind(state: State, side: str, what: str) -> str:
    """Return the kind of something waiting to be placed: target, work, field or ships."""
    if what == TARGET:
        return TARGET
    if what in LABELS or what == placement_rules.DUMMY:
        return "ships"
    found = find_ware(state, _item(state, side, what).what)
    return "field" if found is not None and found.kind == MINES else "work"


def has_heading(state: State, side: str, what: str) -> bool:
    """Return whether something waiting to be placed has a heading: not a bombardment target or a minefield."""
    ware = next((find_ware(state, item.what) for item in state.bought.get(side, ()) if item.id == what), None)
    return what != TARGET and (ware is None or ware.kind != MINES)


def _item(state: State, side: str, what: str) -> Purchase:
    return next(item for item in state.bought[side] if item.id == what)


# ---------------------------------------------------------------------- offers


def offer_deploy(state: State, side: str) -> Iterator[Offer]:
    """Yield a few places for everything waiting to be placed, as models and as a marker.

    Rules: PA-2.1-22, PA-2.1-30.
    """
    for what in (*state.waiting.get(side, ()), placement_rules.DUMMY):
        commands = choices(state, side, what)
        for hidden in (False, True):
            alike = tuple(command for command in commands if command.marker is hidden)
            how = " as a marker" if hidden and what != placement_rules.DUMMY else ""
            if alike:
                label = f"Deploy {thing_name(state, what)}{how}{ship_words(state, side, what)}"
                yield Offer("deploy", label, "PA-2.1-22", "", alike)


def ship_words(state: State, side: str, what: str) -> str:
    """Return the names of a waiting squadron's ships, for its own side's buttons; "" for other things."""
    names = (
        [purchase_text(state, item) for item in placement_rules.items_in(state, side, what)] if what in LABELS else []
    )
    return f": {join_words(names, SHIPS_NAMED)}" if names else ""


def thing_name(state: State, what: str) -> str:
    """Return what players call something waiting to be placed."""
    if what in LABELS:
        return f"the {ORDINALS[LABELS.index(what)]} squadron"
    return "a dummy" if what == placement_rules.DUMMY else state.scene.names.get(what, what)


@derived(*STANDING)
def choices(state: State, side: str, what: str) -> tuple[Deploy, ...]:
    """Return a selection of places, the likeliest first. A marker is offered only where the models could stand."""
    if what == SOMETHING or _order_faults(state, side, what):
        return ()
    if what == placement_rules.DUMMY:
        if placement_rules.dummies_left(state, side) <= 0 or placement_rules.marker_faults(state, side, what, True):
            return ()
        forms: tuple[bool, ...] = (True,)
    else:
        forms = (
            (False, True) if what in LABELS and not placement_rules.marker_faults(state, side, what, True) else (False,)
        )
    kind = waiting_kind(state, side, what)
    if kind == "work" and state.target is not None:  # counters would cover each other and the port
        works = [place(thing) for thing in (*works_of(state, side), state.target)]
        return _free_choices(state, side, what, forms, works, WORKS_APART) or _free_choices(state, side, what, forms)
    return _free_choices(state, side, what, forms, [place(ship) for ship in afloat(state)] if kind == "ships" else [])


def _free_choices(
    state: State, side: str, what: str, forms: tuple[bool, ...], taken: Sequence[Point] = (), apart: int = BESIDE
) -> tuple[Deploy, ...]:
    """Return the first legal places at least `apart` from every taken one on one axis."""
    found: list[Deploy] = []
    pointed = has_heading(state, side, what)
    for x, y, heading in candidate_places(state, side, waiting_kind(state, side, what)):
        if any(abs(x * TENTH - east) < apart and abs(y * TENTH - south) < apart for east, south in taken):
            continue
        for marker in forms:
            command = Deploy(side, what, x, y, heading if pointed else 0, marker)
            if check_deploy(state, command):
                break
            found.append(command)
        if len(found) >= OFFERED:
            break
    return tuple(found)


# ---------------------------------------------------------------------- the check


def check_deploy(state: State, command: Deploy) -> tuple[Illegal, ...]:
    """Return every reason against a deployment: its turn, its form and its place.

    Rules: PA-2.1-22 to PA-2.1-31, PA-2.1-42 to PA-2.1-46, PA-2.1-59 to PA-2.1-63, PA-SET-H1, PA-SET-H3.
    """
    side, what = command.side, command.what
    if what != placement_rules.DUMMY and what not in state.waiting.get(side, ()):
        return (Illegal(f"{state.scene.names[side]} has nothing called {what[:40]!r} to deploy", "PA-2.1-22"),)
    if not (0 <= command.x <= FAR and 0 <= command.y <= FAR):
        return (Illegal("a place is given in tenths of an inch on the table", "PA-SET-H1"),)
    if command.heading % TURN_STEP or not 0 <= command.heading < 360:
        return (Illegal("a heading is 0 to 355 degrees, by steps of 5", "PA-SET-H1"),)
    reasons = _order_faults(state, side, what)
    at, kind = (command.x * TENTH, command.y * TENTH), waiting_kind(state, side, what)
    if kind == "ships":
        reasons += placement_rules.marker_faults(state, side, what, command.marker)
        ships = _deployed_ships(state, command)
        reasons += placement_rules.ship_faults(state, side, ships, command.marker)
        return tuple(reasons)
    if command.marker:
        reasons.append(Illegal("only squadrons may be placed as markers", "PA-2.1-30"))
    if kind == TARGET:
        reasons += placement_rules.target_faults(state, side, at)
    else:
        reasons += (
            placement_rules.work_faults(state, at) if kind == "work" else placement_rules.field_faults(state, side, at)
        )
    return tuple(reasons)


def _order_faults(state: State, side: str, what: str) -> list[Illegal]:
    """Return what has to be placed first. Rules: PA-2.1-27, PA-2.1-42, PA-2.1-59, PA-SET-H1."""
    waiting, reasons = state.waiting.get(side, ()), []
    flag = flag_label(state, side)
    convoy = placement_rules.box_stage(state, side)
    if convoy and what not in LABELS:
        reasons.append(Illegal("the convoy and half its escorts are placed first", "PA-2.1-42"))
    if not convoy and flag in waiting and what != flag and (what in LABELS or what == placement_rules.DUMMY):
        reasons.append(Illegal("the squadron with the flagship is placed before the others", "PA-SET-H1"))
    if TARGET in waiting and what != TARGET:
        reasons.append(Illegal("the target is set up first", "PA-2.1-59"))
    if what == state.held_back and side == state.deployer and not last_one(state, side):
        reasons.append(Illegal("this squadron is kept to be placed last of all", "PA-2.1-27"))
    return reasons


def last_one(state: State, side: str) -> bool:
    """Return whether a squadron kept back is all that is left to place: the enemy is done, and nothing else has room.

    Rule: PA-2.1-27.
    """
    foe = enemy_of(state, side)
    if foe in state.cursor.queue and state.waiting.get(foe, ()):
        return False
    return not others_to_place(state, side, state.held_back)


def others_to_place(state: State, side: str, kept: str) -> bool:
    """Return whether a side can still place something other than the squadron it keeps back. Rule: PA-2.1-27."""
    return any(choices(state, side, what) for what in state.waiting.get(side, ()) if what != kept)


def _deployed_ships(state: State, command: Deploy) -> list[Ship]:
    """Return the ships of a deployment, or the marker that stands for them."""
    at, side = (command.x * TENTH, command.y * TENTH), command.side
    found = placement_rules.ships_for(
        state, side, command.what, at, command.heading, placement_rules.box_stage(state, side)
    )
    if not command.marker or command.what == placement_rules.DUMMY:
        return found
    return [
        placement_rules.stand_in(
            state, side, at, command.heading, min(state.scene.cards[ship.id].speed for ship in found)
        )
    ]


# ---------------------------------------------------------------------- doing it


def do_deploy(r: Ruling, command: Deploy) -> None:
    """Deploy something; then it is the other side's turn. No dice.

    Rules: PA-2.1-22, PA-2.1-28, PA-2.1-30, PA-2.1-31, PA-2.1-42, PA-2.1-59, PA-2.1-60, PA-2.1-62.
    """
    state: State = r.state
    kind = waiting_kind(state, command.side, command.what)
    if kind == "ships":
        _place_squadron(r, command)
    else:
        _place_work(r, command, kind)
    state = r.state
    left = tuple(what for what in state.waiting[command.side] if what != command.what)
    r.state = state.but(waiting={**state.waiting, command.side: left})
    _next(r)


def _place_squadron(r: Ruling, command: Deploy) -> None:
    state: State = r.state
    side, label = command.side, command.what
    key = placement_rules.next_squadron(state, side)
    ships = [at_rest(state, ship) for ship in _deployed_ships(state, command)]
    title = "Dummy" if label == placement_rules.DUMMY else f"{ORDINALS[LABELS.index(label)].capitalize()} squadron"
    squadron = Squadron(
        id=key,
        side=side,
        name=title,
        ships=tuple(ship.id for ship in ships),
        flagship=label == flag_label(state, side),
        hidden=command.marker,
        dummy=label == placement_rules.DUMMY,
    )
    bought = tuple(item.but(at=key) if item.squadron == label else item for item in state.bought[side])
    r.state = state.but(
        ships={**state.ships, **{ship.id: ship for ship in ships}},
        squadrons={**state.squadrons, key: squadron},
        bought={**state.bought, side: bought},
    )
    rule = "PA-2.1-42" if placement_rules.box_stage(state, side) else "PA-2.1-30" if command.marker else "PA-2.1-22"
    r.note(Deployed(rule=rule, side=side, what=key))


def _place_work(r: Ruling, command: Deploy, kind: str) -> None:
    state: State = r.state
    x, y, side = command.x * TENTH, command.y * TENTH, command.side
    if kind == TARGET:
        chart = chart_played(state)
        structure = state.scene.targets[chart].structure
        r.set(target=Target(chart=chart, side=side, x=x, y=y, structure=structure))
        r.note(Deployed(rule="PA-2.1-59", side=side, what=TARGET))
        return
    item = _item(state, side, command.what)
    found, name = find_ware(state, item.what), state.scene.names[item.id]
    assert found is not None
    if found.kind == MINES:
        radius = found.b * INCH
        laid = Minefield(id=item.id, side=side, x=x, y=y, density=found.a, radius=radius, cost=item.points)
        r.set(fields={**state.fields, item.id: laid})
    elif found.kind == FORT:
        built = fort(item.id, name, side, state.scene.forts[found.a], item.quality, (x, y), command.heading)
        r.set(forts={**state.forts, item.id: built})
    else:
        battery = Battery(
            id=item.id,
            side=side,
            name=name,
            cq=item.quality,
            x=x,
            y=y,
            facing=command.heading,
            gun=found.key,
            count=item.count,
            armour=found.a,
            cost=item.points,
        )
        r.set(batteries={**state.batteries, item.id: battery})
    rule = "PA-2.1-60" if kind == "work" else "PA-2.1-62" if state.scene.mission == "bombardment" else "PA-2.1-28"
    r.note(Deployed(rule=rule, side=side, what=item.id))


def can_go_on(state: State, side: str) -> bool:
    """Return whether a side has something it may place now; a squadron kept back waits.

    Rules: PA-2.1-22, PA-2.1-27.
    """
    if state.held_back and side == state.deployer and not last_one(state, side):
        return others_to_place(state, side, state.held_back)
    return bool(state.waiting.get(side, ())) or placement_rules.dummies_left(state, side) > 0


def _next(r: Ruling) -> None:
    """Return the other side if it has something to place; at a base only one side places at a time.

    Rules: PA-2.1-22, PA-2.1-27.
    """
    state: State = r.state
    if state.scene.mission != "bombardment" and all(can_go_on(state, side) for side in state.cursor.queue[1:]):
        other_side_next(r)


def owed_deploy(state: State, side: str) -> tuple[Illegal, ...]:
    """Return why deployment cannot end: everything must be placed while there is room. Rules: PA-2.1-22, PA-2.1-42."""
    for what in state.waiting.get(side, ()):
        if choices(state, side, what):
            return (Illegal(f"{thing_name(state, what)} must still be deployed".capitalize(), "PA-2.1-22"),)
    return ()


# ---------------------------------------------------------------------- a choice made for a player


def sensible_deploy(state: State, side: str) -> Deploy | None:
    """Return the deployment of the first thing to be placed, at its first legal place, as models. Rule: PA-SET-H1."""
    for what in state.waiting.get(side, ()):
        for command in choices(state, side, what):
            return command
    return None


DEPLOY = Verb(Deploy, "Deploy", "PA-2.1-22", offer_deploy, check_deploy, do_deploy)
DEPLOY_FOR_ME = for_me(
    ChooseForMe, DEPLOY, sensible_deploy, "PA-SET-H1", "Deploy next for me", "nothing waits that could be placed"
)
