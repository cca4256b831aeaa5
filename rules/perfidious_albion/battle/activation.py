"""The Action phase (3.1): the sides activate squadrons in turn; all ships of a squadron move, then fire."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Command, Illegal, Offer, Verb, other_side_next
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.battle.gunnery import fire_blindly
from rules.perfidious_albion.battle.morale import detached_test
from rules.perfidious_albion.damage.weather import storm_test
from rules.perfidious_albion.records.commands import Activate, StandEasy
from rules.perfidious_albion.records.events import Activated, RudderJammed, StoodEasy
from rules.perfidious_albion.records.state import Ship, State, enemy_of, with_ship
from rules.perfidious_albion.sailing.grounding import AGROUND, flood_grounded
from rules.perfidious_albion.sailing.movement import can_move, lie_still, run_straight_on, to_move
from rules.perfidious_albion.sailing.steering import STEADY
from rules.perfidious_albion.ships.crew import crew_test
from rules.perfidious_albion.ships.pieces import tower_lost
from rules.perfidious_albion.squadrons.cohesion import has_acted, is_unit, ships_of_unit, units_of

DIE = 6

# ---------------------------------------------------------------------- bringing into action


def waiting_units(state: State, side: str) -> tuple[str, ...]:
    """Return the squadrons, detached ships and works of a side that have still to act. Rule: PA-SEQ-H4."""
    return tuple(unit for unit in units_of(state, side) if not has_acted(state, unit))


def piece_of(state: State, unit: str) -> str:
    """Return the piece that stands for a squadron: its first ship; a work or a detached ship itself."""
    ships = ships_of_unit(state, unit)
    return ships[0].id if ships else unit


def offer_activate(state: State, side: str) -> Iterator[Offer]:
    """Yield every squadron that has not acted, while none is in action."""
    if state.active:
        return
    for unit in waiting_units(state, side):
        label = f"{state.scene.names.get(unit, unit)}: activate"
        yield Offer("activate", label, "PA-SEQ-H4", piece_of(state, unit), (Activate(side, unit),))


def check_activate(state: State, command: Activate) -> tuple[Illegal, ...]:
    """Return every reason against bringing a squadron into action. Rule: PA-SEQ-H4."""
    names = state.scene.names
    if state.active:
        words = f"{names.get(state.active, state.active)} is active; end its activation first"
        return (Illegal(words, "PA-SEQ-H4"),)
    if not is_unit(state, command.side, command.squadron):
        words = (
            f"{names.get(command.side, command.side)} has no squadron or work called {command.squadron!r:.40} to act"
        )
        return (Illegal(words, "PA-SEQ-H4"),)
    if has_acted(state, command.squadron):
        return (Illegal(f"{names.get(command.squadron, command.squadron)} has acted this turn", "PA-SEQ-H4"),)
    return ()


def do_activate(r: Ruling, command: Activate) -> None:
    """Activate a squadron: ship by ship what happens before she moves.

    Rolls, for each ship: a Crew Test when detached, one when her conning tower is lost, the storm's D6 and Crew Test,
    a D6 for a jammed rudder. A ship that cannot move meets torpedoes and mines where she lies.
    Rules: PA-SEQ-H4, PA-SEQ-H5, PA-MOR-H5, PA-DMG-H5, PA-4.1-1, PA-MOV-H9, PA-MOV-H6, PA-TER-H2.
    """
    r.set(active=command.squadron)
    r.note(Activated(rule="PA-SEQ-H4", side=command.side, squadron=command.squadron))
    for ship in ships_of_unit(r.state, command.squadron):
        if not r.state.ships[ship.id].gone:
            _ready(r, ship.id)


ACTIVATE = Verb(Activate, "Activate", "PA-SEQ-H4", offer_activate, check_activate, do_activate)


def _ready(r: Ruling, ship_id: str) -> None:
    state: State = r.state
    moves = can_move(state, state.ships[ship_id])
    if state.ships[ship_id].detached:
        detached_test(r, ship_id)
    if moves and tower_lost(state, state.ships[ship_id]):
        _tower_test(r, ship_id)
    if moves:
        storm_test(r, ship_id)
        if r.state.ships[ship_id].steering:
            _throw_rudder(r, ship_id)
        return
    flood_grounded(r, ship_id)
    if state.ships[ship_id].stopped != AGROUND:
        storm_test(r, ship_id)  # a ship that drifts is at the storm's mercy as well
    lie_still(r, ship_id)
    ship = r.state.ships[ship_id]
    if not ship.gone:
        r.state = with_ship(r.state, ship.but(moved=True))


def _tower_test(r: Ruling, ship_id: str) -> None:
    """Test a ship that has lost her conning tower before she changes course or speed. Rolls one D6. Rule: PA-DMG-H5."""
    ship: Ship = r.state.ships[ship_id]
    if crew_test(r, r.state, ship, "steer without a conning tower", "PA-DMG-H5") > 0:
        r.state = with_ship(r.state, ship.but(acted=(*ship.acted, STEADY)))


def _throw_rudder(r: Ruling, ship_id: str) -> None:
    """Roll what a jammed rudder does this turn. Rolls one D6. Rule: PA-MOV-H9."""
    state: State = r.state
    ship, table = state.ships[ship_id], state.scene.charts.movement.rudder
    what = f"the jammed rudder of {state.scene.names[ship_id]}"
    helm = table[r.roll(what, 1, DIE, "PA-MOV-H9", says=lambda total: table[total]).total]
    r.state = with_ship(state, ship.but(helm=helm))
    r.note(RudderJammed(rule="PA-MOV-H9", ship=ship_id, helm=helm))


# ---------------------------------------------------------------------- standing easy


def offer_easy(state: State, side: str) -> Iterator[Offer]:
    """Yield the end of activation for the active squadron, at any time."""
    if in_action(state, side):
        left = to_move(state, state.active)
        label = f"{state.scene.names.get(state.active, state.active)}: end activation"
        label += f" ({count_noun(len(left), 'ship')} unmoved)" if left else ""
        yield Offer("easy", label, "PA-SEQ-H5", "", (StandEasy(side, state.active),), usual=True)


def in_action(state: State, side: str) -> bool:
    """Return whether a squadron of a side is active: it may always end its activation."""
    return bool(state.active) and is_unit(state, side, state.active)


def check_easy(state: State, command: StandEasy) -> tuple[Illegal, ...]:
    """Return every reason against standing easy. Rule: PA-SEQ-H5."""
    if not in_action(state, command.side) or command.squadron != state.active:
        return (Illegal(f"{command.squadron!r:.40} is not active", "PA-SEQ-H5"),)
    return ()


def do_easy(r: Ruling, command: StandEasy) -> None:
    """Run ships that have not moved straight on, end the squadron's action and give the other side its turn.

    Rolls what the moves roll, and the nerves of detached ships at night. Rules: PA-SEQ-H4, PA-SEQ-H5, PA-3.4-7.
    """
    for ship in to_move(r.state, command.squadron):
        if not r.state.ships[ship.id].gone:
            run_straight_on(r, ship.id)
    fire_blindly(r, command.squadron)
    r.note(StoodEasy(rule="PA-SEQ-H5", side=command.side, squadron=command.squadron))
    end_activation(r, command.squadron)
    other_side_next(r)


EASY = Verb(StandEasy, "End activation", "PA-SEQ-H5", offer_easy, check_easy, do_easy)


def end_activation(r: Ruling, unit: str) -> None:
    """End the activation of a squadron, detached ship or work. Rule: PA-SEQ-H4."""
    state: State = r.state
    changes: dict[str, object] = {"active": ""}
    if unit in state.squadrons:
        changes["squadrons"] = {**state.squadrons, unit: state.squadrons[unit].but(acted=True)}
    elif unit in state.ships:
        changes["ships"] = {**state.ships, unit: state.ships[unit].but(eased=True)}
    elif unit in state.forts:
        changes["forts"] = {**state.forts, unit: state.forts[unit].but(eased=True)}
    elif unit in state.batteries:
        changes["batteries"] = {**state.batteries, unit: state.batteries[unit].but(eased=True)}
    r.set(**changes)


def closing_up(verb: Verb) -> Verb:
    """Return a verb after which a squadron without ships left ends its activation. Rule: PA-SEQ-H4."""

    def do(r: Ruling, command: Command) -> None:
        verb.do(r, command)
        active = r.state.active
        if active and not is_unit(r.state, command.side, active):
            end_activation(r, active)
            other_side_next(r)

    return verb.but(do=do)


def after_moving(verb: Verb) -> Verb:
    """Return a verb for which every ship of the squadron that can move must have moved. Rule: PA-SEQ-H5."""

    def offer(state: State, side: str) -> Iterator[Offer]:
        if state.active and not to_move(state, state.active):
            yield from verb.offer(state, side)

    def check(state: State, command: Command) -> tuple[Illegal, ...]:
        late = [state.scene.names[ship.id] for ship in to_move(state, state.active)] if state.active else []
        words = f"all ships of the squadron move before any other action; {', '.join(late)} have not"
        return (*((Illegal(words, "PA-SEQ-H5"),) if late else ()), *verb.check(state, command))

    return verb.but(offer=offer, check=check)


def owed_action(state: State, side: str) -> tuple[Illegal, ...]:
    """Return why the phase cannot end: every squadron and work must act once. Rule: PA-SEQ-H4."""
    names = state.scene.names
    left = [names.get(unit, unit) for unit in waiting_units(state, side)]
    return (Illegal(f"{', '.join(left)} must still be activated", "PA-SEQ-H4"),) if left else ()


def open_action(r: Ruling) -> None:
    """Begin the phase with nobody in action."""
    r.set(active="")


def action_order(state: State) -> tuple[str, ...]:
    """Return the side that acts first, as the winner of the initiative said. Rules: PA-SEQ-H2, PA-SEQ-H4."""
    return state.first, enemy_of(state, state.first)
