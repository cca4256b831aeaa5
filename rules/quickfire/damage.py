"""Damage: hits that take effect at the end of the phase, blast codes, explosions, fires, ships out of action."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.breakdown import Fact
from rules.kernel.plurals import count_noun, join_words
from rules.kernel.ruling import Ruling
from rules.quickfire.charts import Codes, codes_text, codes_words
from rules.quickfire.events import (
    BatteryHit,
    BatteryHitInVain,
    BlastStruck,
    BoatGunsLost,
    Exploded,
    FireOut,
    FireStarted,
    ReturnedToAction,
    RudderHit,
    SpeedLost,
    TorpedoesLost,
    WentOutOfAction,
)
from rules.quickfire.roster import HEAVY, LIGHT
from rules.quickfire.state import (
    BOXES,
    KEPT,
    Hit,
    Ship,
    State,
    Throw,
    is_stopped,
    open_boxes,
    out_of_action,
    rof,
    with_ship,
)


def queue_hit(r: Ruling, hit: Hit) -> None:
    """Keep a round's hits until the phase ends: all fire of a phase is simultaneous. Rule: QF-SEQ-1."""
    if hit.codes or hit.blast:
        r.state = r.state.but(hits=(*r.state.hits, hit))


def keep_throw(r: Ruling, throw: Throw) -> None:
    """Keep a roll for the combat chart, where its row is lit."""
    r.state = r.state.but(thrown=(*r.state.thrown[1 - KEPT :], throw))


def close_phase(r: Ruling) -> None:
    """Apply all hits of the phase: first the hits themselves, then the blast codes. Rules: QF-SEQ-1, QF-BLAST-2.

    Rolls two dice for every explosion. Rule: QF-DMG-H7.
    """
    hits: tuple[Hit, ...] = r.state.hits
    if not hits:
        return
    r.state = r.state.but(hits=())
    for hit in hits:
        apply_codes(r, hit.target, hit.codes, hit.rule)
    for hit in hits:
        if hit.blast and not r.state.ships[hit.target].gone:
            text = codes_words(hit.blast)
            r.note(BlastStruck(rule="QF-BLAST-2", ship=hit.target, codes=codes_text(hit.blast), told=text))
            apply_codes(r, hit.target, hit.blast, "QF-BLAST-2")
    count_out(r)


def apply_codes(r: Ruling, name: str, codes: Codes, rule: str) -> None:
    """Mark hit codes on a ship: S speed, Gh and Gl gunnery, T torpedo rating, D direction, F fire, E explosion.

    Rolls two dice for an E. Rules: QF-DMG-7, QF-DMG-H6.
    """
    for code, count in codes.items():
        if r.state.ships[name].gone:
            return
        MARKED[code](r, name, count, rule)


def speed_hits(r: Ruling, name: str, count: int, rule: str) -> None:
    """Mark speed boxes out; hits beyond the eighth are kept for the sinking roll. Rules: QF-DMG-H3, QF-SNK-3."""
    ship: Ship = r.state.ships[name]
    after = ship.but(speed_hits=ship.speed_hits + count)
    r.state = with_ship(r.state, after)
    extra = max(0, after.speed_hits - BOXES)
    text = f"{count_noun(after.speed_hits, 'speed hit')} in all" + (f", {extra} beyond the eighth" if extra else "")
    r.note(SpeedLost(rule=rule, ship=name, hits=count, boxes=open_boxes(after), extra=extra, told=text))


def _heavy_hits(r: Ruling, name: str, count: int, rule: str) -> None:
    _gunnery_hits(r, name, HEAVY, count, rule)


def _light_hits(r: Ruling, name: str, count: int, rule: str) -> None:
    _gunnery_hits(r, name, LIGHT, count, rule)


def _rudder_hits(r: Ruling, name: str, count: int, rule: str) -> None:
    ship: Ship = r.state.ships[name]
    r.state = with_ship(r.state, ship.but(rudder_hits=ship.rudder_hits + count))
    r.note(RudderHit(rule=rule, ship=name, hits=ship.rudder_hits + count))


def _fires(r: Ruling, name: str, count: int, rule: str) -> None:
    ship: Ship = r.state.ships[name]
    r.state = with_ship(r.state, ship.but(fires=ship.fires + count))
    r.note(FireStarted(rule=rule, ship=name, fires=ship.fires + count))


def _explosions(r: Ruling, name: str, count: int, _rule: str) -> None:
    for _ in range(count):
        explode(r, name)


def _gunnery_hits(r: Ruling, name: str, battery: str, count: int, rule: str) -> None:
    """Lower the ROF of a battery; a silent battery takes no more. Rules: QF-DMG-H4, QF-OPT-301-66.

    On a vessel with boat guns only the first takes her boat guns, each further one is a torpedo hit: QF-DMG-H5.
    """
    state: State = r.state
    ship, card = state.ships[name], state.scene.cards[name]
    if card.boat_guns == "only":
        if not ship.boat_gun_lost:
            r.state = with_ship(state, ship.but(boat_gun_lost=True))
            r.note(BoatGunsLost(rule="QF-DMG-H5", ship=name))
            count -= 1
        if count:
            _torpedo_hits(r, name, count, "QF-DMG-H5")
        return
    left = rof(state, ship, battery)
    lost = min(count, left)
    if lost:
        change = {"heavy_hits": ship.heavy_hits + lost} if battery == HEAVY else {"light_hits": ship.light_hits + lost}
        r.state = with_ship(state, ship.but(**change))
        r.note(BatteryHit(rule=rule, ship=name, battery=battery, hits=lost, rof=left - lost))
    else:
        why = "silent already" if card.gunnery(battery) else "of which she has none"
        r.note(BatteryHitInVain(rule="QF-DMG-H4", ship=name, battery=battery, hits=count, why=why))
    if battery == HEAVY and state.scene.options["six_six_exception"] and card.rof_heavy == card.rof_light == 6:
        _gunnery_hits(r, name, LIGHT, count, "QF-OPT-301-66")


def _torpedo_hits(r: Ruling, name: str, count: int, rule: str) -> None:
    """Lower the torpedo rating; if none is left, the hit costs speed instead. Rules: QF-DMG-H6, QF-BG-H2."""
    ship: Ship = r.state.ships[name]
    lost = min(count, ship.torpedo)
    if lost:
        r.state = with_ship(r.state, ship.but(torpedo=ship.torpedo - lost))
        r.note(TorpedoesLost(rule=rule, ship=name, hits=lost, rating=ship.torpedo - lost))
    if count > lost:
        speed_hits(r, name, count - lost, "QF-BG-H2")


LINE = Fact("the Explosion line of the Damage Table; its codes are marked at once", "QF-DMG-1")


def explode(r: Ruling, name: str) -> None:
    """Roll two dice on the explosion line of the damage table and apply the codes. Rules: QF-DMG-2, QF-DMG-H1."""
    state: State = r.state
    lines = state.scene.charts.damage.explosion

    def says(total: int) -> str:
        return codes_words(lines[total])

    rolled = r.roll(f"explosion in {state.scene.names[name]}", 2, 6, "QF-DMG-2", facts=(LINE,), says=says)
    codes = lines[rolled.total]
    keep_throw(r, Throw(line="explosion", ship=name, total=rolled.total))
    r.note(Exploded(rule="QF-DMG-H1", ship=name, codes=codes_text(codes), told=codes_words(codes)))
    apply_codes(r, name, codes, "QF-DMG-H1")


def fire_checks(r: Ruling) -> None:
    """Roll once for each fire: it goes out, burns on, or explodes and burns on. Rules: QF-DMG-3, QF-DMG-H2.

    Rolls two dice a fire, and two for an explosion. Fires that an explosion starts now are not rolled for this turn.
    """
    for name, ship in tuple(r.state.ships.items()):
        if not ship.gone:
            for _ in range(ship.fires):
                _fire_check(r, name)
    count_out(r)


def _fire_check(r: Ruling, name: str) -> None:
    state: State = r.state
    charts = state.scene.charts.damage
    out, bang = (join_words([str(total) for total in totals]) for totals in (charts.fire_out, charts.fire_explodes))
    note = f"out on {out}, explosion on {bang}"

    def says(total: int) -> str:
        return "out" if total in charts.fire_out else "explosion" if total in charts.fire_explodes else "burns on"

    total = r.roll(f"fire in {state.scene.names[name]}", 2, 6, "QF-DMG-3", note=note, says=says).total
    keep_throw(r, Throw(line="fire_check", ship=name, total=total))
    if total in charts.fire_out:
        ship = state.ships[name]
        r.state = with_ship(r.state, ship.but(fires=ship.fires - 1))
        r.note(FireOut(rule="QF-DMG-H2", ship=name, fires=ship.fires - 1))
    elif total in charts.fire_explodes:
        explode(r, name)


def count_out(r: Ruling) -> None:
    """Record the ships that have gone out of action, and those that repairs have brought back. Rule: QF-VP-H2."""
    state: State = r.state
    changed: dict[str, Ship] = {}
    lost: list[str] = []
    for name, ship in state.ships.items():
        now = out_of_action(state, ship)
        if now == ship.out:
            continue
        changed[name] = ship.but(out=now)
        if not now:
            r.note(ReturnedToAction(rule="QF-VP-H2", ship=name))
            continue
        lost.append(name)
        if not ship.gone:
            why = "stopped" if is_stopped(ship) else "her guns are silent"
            r.note(WentOutOfAction(rule="QF-VP-H2", ship=name, why=why))
    if changed:
        order = (*state.out_order, tuple(lost)) if lost else state.out_order
        r.state = state.but(ships={**state.ships, **changed}, out_order=order)


MARKED: dict[str, Callable[[Ruling, str, int, str], None]] = {  # hit code -> what marks such hits
    "S": speed_hits,
    "Gh": _heavy_hits,
    "Gl": _light_hits,
    "T": _torpedo_hits,
    "D": _rudder_hits,
    "F": _fires,
    "E": _explosions,
}
