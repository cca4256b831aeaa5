"""Phases 1 and 2, Initiative and Movement: who acts first, plots of whole boxes, jammed rudders, no orders."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.quickfire.commands import Follow, Move
from rules.quickfire.course_movement import haul_out, travel
from rules.quickfire.events import InitiativeWon, NoOrders, RudderJammed
from rules.quickfire.following import do_follow, follow_course
from rules.quickfire.plots import ON_THE_SPOT, boxes_of, jammed_plot, parse_plot
from rules.quickfire.state import Ship, State, afloat, enemy_of, is_stopped, open_boxes, place, with_ship
from rules.quickfire.steering import (
    cannot_move,
    course,
    helm_of,
    land_hit,
    legal_moves,
    limits,
    may_turn_on_the_spot,
    own_ship,
    ships_to_move,
)

# ---------------------------------------------------------------------- initiative


def open_initiative(r: Ruling) -> None:
    """Roll one die for each side, equal dice again: the lower acts first. Rule: QF-SEQ-H2."""
    a, b = r.state.scene.sides
    names, sides = r.state.scene.names, r.state.scene.charts.movement.initiative_die
    again = ""
    while True:
        one = r.roll(f"initiative of {names[a]}", 1, sides, "QF-SEQ-H2", note=again).total
        two = r.roll(f"initiative of {names[b]}", 1, sides, "QF-SEQ-H2", note=again).total
        again = "equal, rolled again"
        if one != two:
            break
    first = a if one < two else b
    r.state = r.state.but(first=first)
    r.note(InitiativeWon(rule="QF-SEQ-H2", first=first, second=enemy_of(r.state, first)))


# ---------------------------------------------------------------------- the move


def offer_moves(state: State, side: str) -> Iterator[Offer]:
    """Yield every plot of each ship that has not moved."""
    for ship in ships_to_move(state, side):
        name = state.scene.names[ship.id]
        yield Offer("move", f"Move {name}", "QF-MOV-H2", ship.id, legal_moves(state, ship))


def check_move(state: State, command: Move) -> tuple[Illegal, ...]:
    """Return every reason against a plot. Rules: QF-MOV-1, QF-MOV-H2 to QF-MOV-H6, QF-MOV-H8."""
    ship = own_ship(state, command.side, command.ship)
    if isinstance(ship, Illegal):
        return (ship,)
    name, reasons = state.scene.names[ship.id], cannot_move(state, ship)
    if not parse_plot(command.plot):
        words = f"a plot is written as 3R2: boxes, L or R for a turn, boxes; found {command.plot!r:.40}"
        return (*reasons, Illegal(words, "QF-MOV-H2", ship.id))
    boxes = boxes_of(command.plot)
    least, most = limits(state, ship)
    if boxes > most:
        why, rule = f"{count_noun(open_boxes(ship), 'box is', 'boxes are')} open", "QF-MOV-1"
        if most < open_boxes(ship):
            why, rule = f"she ran {ship.ran} last turn and gains at most {most - ship.ran}", "QF-MOV-H3"
        reasons.append(
            Illegal(f"{name} runs at most {count_noun(most, 'box')}, this plot {boxes}: {why}", rule, ship.id)
        )
    reasons += _helm_faults(state, ship, command.plot)
    land = land_hit(state, course(state, ship, command.plot)) if boxes and not reasons else ""
    if land:
        reasons.append(Illegal(f"{name} would run onto {land}", "QF-MOV-H8", ship.id))
    if boxes < least and not reasons and command not in legal_moves(state, ship):
        reasons.append(
            Illegal(
                f"{name} runs at least {count_noun(least, 'box')}, this plot {boxes}: she ran {ship.ran} last turn",
                "QF-MOV-H3",
                ship.id,
            )
        )
    return tuple(reasons)


def _helm_faults(state: State, ship: Ship, plot: str) -> list[Illegal]:
    name, parts = state.scene.names[ship.id], parse_plot(plot)
    if ship.helm:
        wanted = jammed_plot(boxes_of(plot), ship.helm, state.scene.charts.movement.rudder_boxes)
        if plot == wanted:
            return []
        way = "straight on" if ship.helm == "straight" else f"to {ship.helm}"
        return [Illegal(f"the rudder of {name} is jammed {way}: she can run {wanted}", "QF-MOV-H6", ship.id)]
    helm, reasons = helm_of(state, ship), []
    if plot in ON_THE_SPOT and not may_turn_on_the_spot(ship):
        words = f"{name} ran {ship.ran} last turn; only a ship that lay still turns on the spot"
        reasons.append(Illegal(words, "QF-MOV-H5", ship.id))
    steps = sum(1 for run in parts if run.turn)
    if steps > helm.steps:
        turned, most = steps * helm.degrees, helm.steps * helm.degrees
        reasons.append(
            Illegal(f"{name} turns at most {most} degrees in a move, this plot {turned}", "QF-MOV-H4", ship.id)
        )
    if plot not in ON_THE_SPOT and any(run.turn and run.boxes < helm.straight for run in parts):
        words = f"{name} runs {count_noun(helm.straight, 'box')} straight before each turn"
        reasons.append(Illegal(words, "QF-MOV-H4", ship.id))
    return reasons


def do_move(r: Ruling, command: Move) -> None:
    """Run a plot. Rolls dice only when ships touch. Rules: QF-MOV-H2, QF-MOV-H7, QF-RAM-H1, QF-VP-H4."""
    ship = haul_out(r, command.ship)
    travel(r, ship, course(r.state, ship, command.plot), boxes_of(command.plot))


MOVE = Verb(Move, "Move", "QF-MOV-H2", offer_moves, check_move, do_move)


# ---------------------------------------------------------------------- the phase


def open_movement(r: Ruling) -> None:
    """Remove last turn's tracks, roll for jammed rudders; stopped ships have nothing to move.

    Rolls one die for each moving ship with a direction hit. Rules: QF-MOV-H5, QF-MOV-H6.
    """
    state: State = r.state
    ships = {
        name: ship
        if ship.gone
        else ship.but(track=(place(ship),), moved=is_stopped(ship), ran=0 if is_stopped(ship) else ship.ran)
        for name, ship in state.ships.items()
    }
    charts = state.scene.charts.movement
    r.state = state.but(ships=ships)
    for name, ship in ships.items():
        if ship.gone or not ship.rudder_hits or ship.moved:
            continue
        what = f"jammed rudder of {state.scene.names[name]}"
        face = r.roll(what, 1, charts.rudder_die, "QF-MOV-H6", says=charts.rudder.__getitem__).total
        helm = charts.rudder[face]
        r.state = with_ship(r.state, ship.but(helm=helm))
        r.note(RudderJammed(rule="QF-MOV-H6", ship=name, helm=helm))


def close_movement(r: Ruling) -> None:
    """Let ships without orders follow the ship ahead if they can, else run straight on. Rule: QF-MOV-H9.

    Rolls dice only when ships touch.
    """
    first = r.state.first
    for side in (first, enemy_of(r.state, first)):
        for ship in afloat(r.state, side):
            drift(r, ship.id)


def drift(r: Ruling, name: str) -> None:
    """Move a ship that had no orders, if she has not moved. Rolls dice only when ships touch. Rule: QF-MOV-H9."""
    ship: Ship = r.state.ships[name]
    if ship.gone or ship.moved:
        return
    if is_stopped(ship):
        r.state = with_ship(r.state, ship.but(ran=0, moved=True))
        return
    if ship.ahead and not isinstance(follow_course(r.state, ship), Illegal):
        r.note(NoOrders(rule="QF-MOV-H9", ship=ship.id, way=f"follows {r.state.scene.names[ship.ahead]}"))
        do_follow(r, Follow(ship.side, ship.id))
        return
    least, most = limits(r.state, ship)
    for boxes in range(max(least, min(most, ship.ran)), -1, -1):
        plot = jammed_plot(boxes, ship.helm or "straight", r.state.scene.charts.movement.rudder_boxes)
        if not boxes or not land_hit(r.state, course(r.state, ship, plot)):
            way = (
                "straight on" if not ship.helm or ship.helm == "straight" else f"with her rudder jammed to {ship.helm}"
            )
            r.note(NoOrders(rule="QF-MOV-H9", ship=ship.id, way=f"runs {way}" if boxes else "lies still"))
            do_move(r, Move(ship.side, ship.id, plot))
            return
