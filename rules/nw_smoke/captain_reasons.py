"""Hit chances behind the captain's orders, as a player reads them. House judgement, no rule of the game."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.breakdown import format_signed
from rules.kernel.flow import Command
from rules.kernel.hexes import distance
from rules.kernel.modifiers import sum_modifiers
from rules.nw_smoke.captain import hit_chance
from rules.nw_smoke.charts import bands
from rules.nw_smoke.commands import Evade, Fire, MakeSmoke
from rules.nw_smoke.gunnery import shot
from rules.nw_smoke.state import Division, State, firepower
from rules.nw_smoke.torpedoes import salvo_of
from rules.nws.commands import Launch
from rules.nws.pieces import able_ships, divisions_of, enemy_of

LUCKY_UP_TO = 15  # NW-GUN-H4: a natural 12 hits up to this to-hit number


def hit_chances(state: State, side: str, command: Command) -> str:
    """Return the hit chances that are reasons for an order of the captain, as text; empty for other orders.

    Enemy divisions count where the side knows them, as if they saw it. Rolls no dice.
    """
    foes = tuple(divisions_of(state, enemy_of(state, side)))
    match command:
        case Evade(division=name):
            return _evading(state, state.divisions[name], foes)
        case MakeSmoke(division=name):
            threat = best_shot(state, foes, (state.divisions[name],))
            return f"smoke blocks fire across the hexes it leaves next turn; their best shot now: {threat} % to hit"
        case Fire(ship=ship, target=target):
            firer, mark = (state.divisions[state.ships[one].division] for one in (ship, target))
            best = best_shot(state, (firer,), (mark,), ship, target)
            return f"highest expected damage; {best} % to hit" if best else ""
        case Launch(target=target):
            salvo = salvo_of(state, command)
            torpedo, foe = state.scene.charts.torpedo, state.divisions[state.ships[target].division]
            need = torpedo.need[salvo.kind][bands(salvo.distance)] - torpedo.target_evading * foe.evading
            return f"about {_percent(hit_chance(min(need, 13)))} % to hit; arrives on turn {salvo.turn}"
    return ""


def _evading(state: State, division: Division, foes: tuple[Division, ...]) -> str:
    after = state.but(divisions={**state.divisions, division.id: division.but(evading=True)})
    own, evading = (division,), (after.divisions[division.id],)
    theirs, then = best_shot(state, foes, own), best_shot(after, foes, evading)
    ours, ours_then = best_shot(state, own, foes), best_shot(after, evading, foes)
    torpedoes = state.scene.charts.torpedo.target_evading
    return (
        f"their best shot falls from {theirs} % to {then} %, yours from {ours} % to {ours_then} %; "
        f"torpedo rolls against it {format_signed(torpedoes)}"
    )


def best_shot(
    state: State, firers: Iterable[Division], marks: Iterable[Division], ship: str = "", target: str = ""
) -> int:
    """Return the best hit chance of some divisions at others in per cent, 0 out of range. ship, target: only these."""
    marks, best = tuple(marks), 0
    for division in firers:
        for firer in able_ships(state, division):
            if ship not in ("", firer.id) or firepower(state, firer) < 1:
                continue
            reach = state.scene.charts.gun_reach[state.scene.cards[firer.id].gun]
            for mark in marks:
                if distance(division.hex, mark.hex) > reach:
                    continue
                for name in mark.ships:
                    if target in ("", name):
                        best = max(best, _hits(state, Fire(division.side, firer.id, name)))
    return _percent(best)


def _hits(state: State, command: Fire) -> int:
    """Return the thousandths of the rolls that hit."""
    aimed = shot(state, command)
    need = aimed.need - sum_modifiers(aimed.modifiers)
    return hit_chance(12 if 12 < need <= LUCKY_UP_TO else need)


def _percent(thousandths: int) -> int:
    return (thousandths + 5) // 10
