"""Reloading torpedo tubes in a ship's activation: a Crew Test for each mount, never in the turn it launched."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.commands import Reload
from rules.perfidious_albion.records.events import Reloaded, ReloadFailed
from rules.perfidious_albion.records.state import Fort, Ship, State, is_struck, with_ship
from rules.perfidious_albion.ships import tubes
from rules.perfidious_albion.ships.crew import crew_test
from rules.perfidious_albion.ships.grids import Tube
from rules.perfidious_albion.squadrons.cohesion import ships_of_unit

TRIED = "reload:"


def offer_reload(state: State, side: str) -> Iterator[Offer]:
    """Yield every mount of the active squadron, or the torpedo room of the active fort, that can be reloaded.

    Rule: PA-6.3-2.
    """
    names = state.scene.names
    for ship in _in_action(state, side):
        commands = tuple(Reload(side, ship.id, key) for key in _mounts(state, ship) if not _against(state, ship, key))
        if commands:
            yield Offer("reload", f"{names[ship.id]}: reload torpedoes", "PA-6.3-2", ship.id, commands)


def check_reload(state: State, command: Reload) -> tuple[Illegal, ...]:
    """Return every reason against reloading a mount. Rules: PA-6.3-1, PA-6.3-2, PA-6.3-3, PA-STK-H2."""
    thing: Ship | Fort | None = state.ships.get(command.ship) or state.forts.get(command.ship)
    if thing is None or thing.side != command.side or thing.gone:
        side = state.scene.names.get(command.side, command.side)
        return (Illegal(f"{side} has no ship or fort called {command.ship!r:.40} on the table", "PA-6.3-2"),)
    name = state.scene.names[thing.id]
    if thing not in _in_action(state, command.side):
        return (Illegal(f"{name} reloads when her squadron is active", "PA-6.3-2", thing.id),)
    if command.mount not in _mounts(state, thing):
        has = ", ".join(_mounts(state, thing)) or "none"
        return (Illegal(f"{name} has no torpedo mount {command.mount!r}; she has {has}", "PA-6.3-2", thing.id),)
    return tuple(_against(state, thing, command.mount))


def do_reload(r: Ruling, command: Reload) -> None:
    """Try to reload a mount: if the test is passed, its empty tubes are filled as far as the stock allows.

    Rolls one D6. Rules: PA-6.3-2, PA-STK-H1.
    """
    state: State = r.state
    thing: Ship | Fort = state.ships.get(command.ship) or state.forts[command.ship]
    missed = crew_test(r, state, thing, f"reload torpedo mount {command.mount}", "PA-6.3-2")
    if isinstance(thing, Fort):
        _reload_fort(r, thing, missed <= 0, command.mount)
        return
    tried = thing.but(acted=(*thing.acted, TRIED + command.mount))
    if missed > 0:
        r.state = with_ship(state, tried)
        r.note(ReloadFailed(rule="PA-6.3-2", ship=thing.id, mount=command.mount))
        return
    tube = _tube(state, thing, command.mount)
    loaded, left = dict(thing.loaded), dict(thing.reloads).get(tube.key, 0)
    for key in tubes.mount_keys(tube):
        put = min(left, tubes.room_for(thing, tube) - tubes.in_tubes(thing, tube, key))
        loaded[key], left = tubes.in_tubes(thing, tube, key) + put, left - put
    reloads = tuple((key, left if key == tube.key else number) for key, number in thing.reloads)
    r.state = with_ship(state, tried.but(loaded=tuple(loaded.items()), reloads=reloads))
    r.note(Reloaded(rule="PA-6.3-2", ship=thing.id, mount=command.mount, left=left))


RELOAD = Verb(Reload, "Reload torpedoes", "PA-6.3-2", offer_reload, check_reload, do_reload)


def _reload_fort(r: Ruling, fort: Fort, passed: bool, mount: str) -> None:
    """Fill the tubes of a fort. Rule: PA-SHO-H4."""
    room = r.state.scene.charts.ashore.torp_room_tubes
    put = min(room - fort.loaded, fort.reloads) if passed else 0
    after = fort.but(loaded=fort.loaded + put, reloads=fort.reloads - put, launched=True)
    r.state = r.state.but(forts={**r.state.forts, fort.id: after})
    if passed:
        r.note(Reloaded(rule="PA-SHO-H4", ship=fort.id, mount=mount, left=after.reloads))
    else:
        r.note(ReloadFailed(rule="PA-SHO-H4", ship=fort.id, mount=mount))


def _in_action(state: State, side: str) -> list[Ship | Fort]:
    """Return the ships of a side's active squadron, or its active fort."""
    fort = state.forts.get(state.active)
    if fort is not None:
        return [fort] if fort.side == side and not fort.gone else []
    return [ship for ship in ships_of_unit(state, state.active) if ship.side == side]


def _mounts(state: State, thing: Ship | Fort) -> tuple[str, ...]:
    if isinstance(thing, Fort):
        room = state.scene.forts[thing.number].torpedo_room
        return (room.key,) if room is not None else ()
    return tuple(tube.key for tube in state.scene.cards[thing.id].tubes)


def _tube(state: State, ship: Ship, mount: str) -> Tube:
    tube = state.scene.cards[ship.id].tube(mount)
    assert tube is not None
    return tube


def _against(state: State, thing: Ship | Fort, mount: str) -> list[Illegal]:
    """Return every reason against reloading an existing mount."""
    name = state.scene.names[thing.id]
    if isinstance(thing, Fort):
        room = state.scene.forts[thing.number].torpedo_room
        assert room is not None
        full = thing.loaded >= state.scene.charts.ashore.torp_room_tubes
        fired, stock = thing.launched, thing.reloads
        lost = is_struck(thing, room.section, room.level)
        tried = False
    else:
        tube = _tube(state, thing, mount)
        room_each = tubes.room_for(thing, tube)
        full = all(tubes.in_tubes(thing, tube, key) >= room_each for key in tubes.mount_keys(tube))
        fired = any(tubes.mount_of(key) == mount for key in thing.launched)
        stock, lost = dict(thing.reloads).get(mount, 0), room_each <= 0
        tried = TRIED + mount in thing.acted
    reasons = []
    if lost:
        reasons.append(Illegal(f"the torpedo mount {mount} of {name} is destroyed", "PA-DMG-H7", thing.id))
    elif full:
        reasons.append(Illegal(f"the tubes of mount {mount} of {name} are loaded", "PA-6.3-2", thing.id))
    if fired:
        text = f"mount {mount} of {name} has fired this turn: it is reloaded from next turn on"
        reasons.append(Illegal(text, "PA-6.3-3", thing.id))
    if stock <= 0:
        reasons.append(Illegal(f"{name} has no torpedoes left to reload mount {mount}", "PA-6.3-1", thing.id))
    if tried:
        reasons.append(Illegal(f"the crew of mount {mount} of {name} has tried this turn", "PA-6.3-2", thing.id))
    return reasons
