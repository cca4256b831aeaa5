"""What a side sees on the board: counters, smoke, salvos, searchlights, the ribbon, the prompt, the ledger."""

from __future__ import annotations

from rules.kernel.flow import actor
from rules.kernel.hexes import FACINGS, label
from rules.kernel.plurals import count_noun, join_words
from rules.kernel.view import Badge, Bar, Marker, Piece, Prompt, View
from rules.kernel.view_header import prompt_of, view_header
from rules.nw_smoke.knowledge import best_known, is_memory
from rules.nw_smoke.movement import allowance, move_points
from rules.nw_smoke.orders import FORMATION, SPEED
from rules.nw_smoke.sequence import SEQUENCE
from rules.nw_smoke.smoke import PLAIN, has_advanced_smoke
from rules.nw_smoke.state import DETECTED, RADAR, Division, Ship, State
from rules.nw_smoke.victory import ledger
from rules.nws.cards import factors, hull
from rules.nws.combat_arithmetic import OUT_OF_ACTION
from rules.nws.pieces import (
    FORMATION_NAMES,
    UNSEEN,
    able_ships,
    damage_level,
    divisions_of,
    has_able,
    is_illuminated,
    is_surprised,
)


def view(state: State, side: str) -> View:
    """Return the board as `side` sees it; `state` is already what that side may know. Side "" sees everything."""
    return View(
        **view_header(SEQUENCE, state, side, ledger(state), prompt(state)),
        pieces=tuple(_piece(state, side, division) for division in state.divisions.values()),
        markers=tuple(_markers(state, side)),
        conditions=_conditions(state),
    )


# ---------------------------------------------------------------------- counters


def _piece(state: State, side: str, division: Division) -> Piece:
    known = best_known(state, side, division)
    ships = [state.ships[name] for name in division.ships]
    name = division.name if known != DETECTED else "Unknown"
    return Piece(
        id=division.id,
        side=division.side,
        name=name,
        tag=state.scene.tags.get(division.id, "") if known != DETECTED else "",
        at=(division.hex,),
        facing=division.facing,
        hulls=tuple(hull(state, ship) for ship in ships) if known != DETECTED else (),
        text=_line_of_text(state, division, known),
        badges=tuple(_badges(state, side, division, known)),
        bars=_bars(ships) if known != DETECTED else (),
        factors=factors(state, ships) if known not in (DETECTED, RADAR) or division.side == side else (),
        known=known != DETECTED,
        ghost=is_memory(state, side, division),
        ready=_ready(state, division),
        tip=_tip(state, side, division, known),
    )


def _line_of_text(state: State, division: Division, known: int) -> str:
    if known == DETECTED:
        return "behind smoke"
    if not has_able(state, division):
        return "adrift"
    formation = f" · {FORMATION_NAMES[division.formation]}" if len(division.ships) > 1 else ""
    return f"{count_noun(division.speed, 'hex')} {FACINGS[division.facing]}{formation}"


def _tip(state: State, side: str, division: Division, known: int) -> str:
    if known == DETECTED:
        return f"Something is behind the smoke in hex {label(division.hex)}. Its strength is not known."
    if known == UNSEEN:
        return f"{division.name} was last known in hex {label(division.hex)}."
    what = "radar contact: " if known == RADAR and division.side != side else ""
    ships = ", ".join(state.scene.names[name] for name in division.ships)
    return f"{what}{division.name} in hex {label(division.hex)}, heading {FACINGS[division.facing]}: {ships}"


def _bars(ships: list[Ship]) -> tuple[Bar, ...]:
    left = sum(OUT_OF_ACTION - damage_level(ship) for ship in ships)
    return (Bar("hull", left, OUT_OF_ACTION * len(ships)),)


def _badges(state: State, side: str, division: Division, known: int) -> list[Badge]:
    ships = [state.ships[name] for name in division.ships]
    found = []
    if division.smoking:
        found.append(
            Badge("smoke", "S", "smoke card: lays smoke in the next movement phase", "NW-SMK-4")
            if has_advanced_smoke(state)
            else Badge("smoke", "S", "smoke card: hidden in its own smoke until phase 7", PLAIN)
        )
    if division.evading:
        found.append(Badge("evading", "E", "evading: half speed; harder to hit, shoots worse", "NW-EV-2"))
    if known == DETECTED:
        found.append(Badge("detected", "?", "smoke is seen; what is behind it is not known", "NW-SPT-H11"))
        return found
    if known == RADAR and division.side != side:
        found.append(Badge("radar", "R", "radar contact only", "NW-SPT-H6"))
    if any(ship.fire for ship in ships):
        found.append(Badge("fire", "F", "on fire: seen 8 hexes further at night", "NW-SPT-H4"))
    if any(ship.flotation for ship in ships):
        found.append(Badge("flood", "W", "flooded", "NW-DMG-H1"))
    if any(ship.lights for ship in ships):
        found.append(Badge("searchlight", "L", "using a searchlight: seen by everyone", "NW-SPT-H7"))
    if any(is_illuminated(state, ship) for ship in ships):
        found.append(Badge("lit", "*", "lit by a searchlight", "NW-GUN-H5"))
    if "loaded" in division.traits:
        found.append(Badge("loaded", "C", "loaded with cargo", "NW-LOA-H1"))
    if is_surprised(state, division.side):
        found.append(Badge("surprised", "!", "surprised this turn", "NW-SUR-H1"))
    return found


def _ready(state: State, division: Division) -> bool:
    """Return whether the acting side still has something to do with this division in this phase."""
    if actor(state) != division.side or is_surprised(state, division.side) or not has_able(state, division):
        return False
    name = SEQUENCE[state.cursor.phase].name
    if name == "orders":
        return not (division.orders & SPEED and division.orders & FORMATION)
    if name == "movement":
        return not division.moved
    if name == "smoke":
        return not division.smoking
    verbs = SEQUENCE[state.cursor.phase].verbs.values()
    mine = set(division.ships)
    return any(offer.piece in mine for verb in verbs for offer in verb.offer(state, division.side))


# ---------------------------------------------------------------------- markers


def _markers(state: State, side: str) -> list[Marker]:
    found = [
        Marker(kind="smoke", places=((h,),), text="cleared at the start of phase 7", rule="NW-SMK-10")
        for h in state.smoke
    ]
    for division in state.divisions.values():
        if len(division.track) > 1 and best_known(state, side, division) >= RADAR:
            found.append(Marker(kind="wake", places=tuple((h,) for h in division.track), side=division.side))
        for name in division.ships:
            target = state.ships[name].lights
            if target and not state.ships[target].gone:
                there = state.divisions[state.ships[target].division]
                found.append(
                    Marker(kind="cone", places=((division.hex,), (there.hex,)), side=division.side, rule="NW-SPT-H7")
                )
    for salvo in state.salvos:
        struck = state.ships[salvo.target]
        if not struck.gone:
            there = state.divisions[struck.division]
            found.append(
                Marker(
                    kind="torpedo",
                    places=((salvo.start,), (salvo.aimed,), (there.hex,)),
                    side=salvo.side,
                    text=f"{salvo.kind} for {state.scene.names[salvo.target]}, turn {salvo.turn}",
                    value=salvo.turn - state.cursor.turn,
                    rule="NW-TOR-H3",
                )
            )
    return found


# ---------------------------------------------------------------------- words


def _conditions(state: State) -> tuple[tuple[str, str, str], ...]:
    scene = state.scene
    visibility = scene.charts.spotting.visibility[state.visibility]
    seas = "heavy seas" if scene.heavy_seas else "calm sea"
    return (
        ("Visibility", visibility, "NW-SPT-H1"),
        ("Sea", seas, "NW-HS-1"),
        ("Weather", scene.scenario.conditions.get("weather", ""), ""),
        ("Wind", scene.scenario.conditions.get("wind", ""), ""),
        ("First", f"{scene.names[state.first]} acts first", "NW-PH-H2"),
    )


def prompt(state: State) -> Prompt:
    """Return who acts and what is asked."""
    return prompt_of(SEQUENCE, state, _task)


def _task(state: State, side: str, phase: str) -> str:
    mine = divisions_of(state, side)
    if phase == "orders":
        return "Order speeds and formations for this turn, or end the phase to carry on as you are."
    if phase == "movement":
        waiting = [division for division in mine if not division.moved]
        smoking = [division.name for division in waiting if division.smoking]
        text = f"Move {join_words([d.name for d in waiting])}. Evasion is declared before a division moves."
        if smoking and has_advanced_smoke(state):
            text += f" {join_words(smoking)} will lay smoke in each hex left, not in the one where the move ends."
        return text
    if phase == "spotting":
        return "Eyes and radar have searched. Switch on a searchlight or fire star shell, or end the phase."
    if phase == "gunnery":
        left = sum(1 for d in mine for ship in able_ships(state, d) if not ship.fired)
        return f"Choose a ship and a target. Still to fire: {left}. Damage is marked when both sides are done."
    if phase == "torpedoes":
        return (
            "Launch on the beam, or hold your torpedoes. Salvos that arrive now are resolved when both sides are done."
        )
    if not has_advanced_smoke(state):
        return "Place smoke cards. Such a division is hidden, and sees nobody, until phase 7 of next turn."
    return "Place smoke cards. The smoke is laid in the movement phase of next turn and stands until phase 7."


def movement_note(state: State, division: Division) -> str:
    """Return how far a division goes, for its card."""
    top = allowance(state, division)
    must = count_noun(move_points(state, division), "hex")
    return f"speed {division.speed}, top speed {top}; must move {must} this turn"
