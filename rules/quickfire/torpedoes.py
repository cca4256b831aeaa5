"""Phase 5, Torpedoes: attacks at point-blank, static and moving targets, hits, the optional reload."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.breakdown import Fact
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.quickfire.charts import MM, torpedo_need
from rules.quickfire.commands import Launch
from rules.quickfire.damage import keep_throw, queue_hit
from rules.quickfire.events import TorpedoesReloaded, TorpedoHit, TorpedoMissed
from rules.quickfire.line_of_fire import Line, in_range, line_between, ship_and_target, why_not_reach
from rules.quickfire.state import Hit, Ship, State, Throw, with_ship


def motion(state: State, target: Ship) -> str:
    """Return whether a target counts as moving or static: one box or less is static. Rule: QF-TOR-2."""
    return "static" if target.ran <= state.scene.charts.torpedo.static_boxes else "moving"


def to_hit_number(state: State, ship: Ship, target: Ship) -> int:
    """Return the highest total of two dice that hits; 0 is no chance. Rules: QF-TOR-1, QF-TOR-6, QF-TOR-H1."""
    return torpedo_need(state.scene.cards[target.id].target, motion(state, target), ship.torpedo)


def _in_reach(state: State, line: Line) -> bool:
    charts = state.scene.charts.torpedo
    if not line.band or line.distance > charts.range_mm * MM:
        return False
    return line.distance >= charts.least_range_mm * MM or not state.scene.options["torpedo_min_range"]


def offer_launch(state: State, side: str) -> Iterator[Offer]:
    """Yield an attack on every target that a ship with torpedoes has a chance to hit."""
    for ship in state.ships.values():
        if ship.side != side or ship.gone or ship.launched or not ship.torpedo:
            continue
        for_her = tuple(
            Launch(side, ship.id, target)
            for target, _ in in_range(state, ship)
            if _in_reach(state, line_between(state, ship, state.ships[target]))
            and to_hit_number(state, ship, state.ships[target])
        )
        if for_her:
            yield Offer("launch", f"{state.scene.names[ship.id]}: torpedo attack", "QF-TOR-1", ship.id, for_her)


def check_launch(state: State, command: Launch) -> tuple[Illegal, ...]:
    """Return every reason against a torpedo attack. Rules: QF-TOR-1, QF-TOR-5, QF-TOR-H2, QF-TOR-H3."""
    pair = ship_and_target(state, command.side, command.ship, command.target, "QF-TOR-1")
    if isinstance(pair, Illegal):
        return (pair,)
    ship, target = pair
    names, charts, reasons = state.scene.names, state.scene.charts.torpedo, []
    if not ship.torpedo:
        reasons.append(Illegal(f"{names[ship.id]} has no torpedo points", "QF-TOR-1", ship.id))
    elif not to_hit_number(state, ship, target):
        kind = f"a {motion(state, target)} {state.scene.cards[target.id].target} target"
        reasons.append(
            Illegal(f"a torpedo rating of {ship.torpedo} has no chance against {kind}", "QF-TOR-H1", ship.id)
        )
    if ship.launched:
        reasons.append(Illegal(f"{names[ship.id]} has made her torpedo attack this turn", "QF-TOR-H2", ship.id))
    line = line_between(state, ship, target)
    away = -(-line.distance // MM)
    if line.distance > charts.range_mm * MM:
        reasons.append(
            Illegal(f"{names[target.id]} is {away:,} mm away; torpedoes run {charts.range_mm} mm", "QF-TOR-1", ship.id)
        )
    elif not _in_reach(state, line):
        reasons.append(
            Illegal(f"{names[target.id]} is nearer than {charts.least_range_mm} mm: {away} mm", "QF-TOR-5", ship.id)
        )
    elif line.blocker:
        blocked = why_not_reach(state, ship, target, line)
        reasons += [reason.but(rule="QF-TOR-H3") for reason in blocked]
    return tuple(reasons)


def do_launch(r: Ruling, command: Launch) -> None:
    """Attack with torpedoes; the rating is not reduced. Hits are marked when the phase closes.

    Rolls two dice, and one more for a hit. Rules: QF-TOR-1, QF-TOR-3, QF-TOR-4, QF-TOR-H2.
    """
    state: State = r.state
    names, charts = state.scene.names, state.scene.charts.torpedo
    ship, target = state.ships[command.ship], state.ships[command.target]
    most, how = to_hit_number(state, ship, target), motion(state, target)
    what = f"torpedo attack of {names[ship.id]} on {names[target.id]}"
    facts = (
        Fact(f"rating {ship.torpedo}, not used up by a hit", "QF-TOR-3"),
        Fact(
            f"{how} {state.scene.cards[target.id].target}: she ran {count_noun(target.ran, 'box', 'boxes')}", "QF-TOR-2"
        ),
    )
    rolled = r.roll(what, 2, 6, "QF-TOR-1", (), most, low=True, facts=facts)
    r.state = with_ship(state, ship.but(launched=True))
    keep_throw(r, Throw(line="torpedo", ship=ship.id, total=rolled.total, target=target.id, need=most))
    if rolled.total > most:
        r.note(TorpedoMissed(rule="QF-TOR-1", ship=ship.id, target=target.id, motion=how))
        return

    def says(face: int) -> str:
        return count_noun(face, "speed hit")

    hits = r.roll(f"torpedo hit on {names[target.id]}", 1, charts.hit_die, "QF-TOR-4", says=says).total
    r.note(TorpedoHit(rule="QF-TOR-4", ship=ship.id, target=target.id, motion=how, hits=hits))
    queue_hit(r, Hit(ship=ship.id, target=target.id, codes={"S": hits}, rule="QF-TOR-4"))


LAUNCH = Verb(Launch, "Torpedo attack", "QF-TOR-1", offer_launch, check_launch, do_launch)


def reload_torpedoes(r: Ruling) -> None:
    """Roll two dice for every ship that has lost torpedo points: she may get one back. Rule: QF-OPT-303."""
    if not r.state.scene.options["torpedo_reload"]:
        return
    for name, ship in tuple(r.state.ships.items()):
        most = r.state.scene.cards[name].torpedo
        if ship.gone or ship.torpedo >= most:
            continue
        wanted = r.state.scene.charts.damage.reload_on
        note = f"a point back on {' '.join(str(total) for total in wanted)}"
        rolled = r.roll(f"torpedo reload in {r.state.scene.names[name]}", 2, 6, "QF-OPT-303", note=note)
        if rolled.total in wanted:
            r.state = with_ship(r.state, ship.but(torpedo=ship.torpedo + 1))
            r.note(TorpedoesReloaded(rule="QF-OPT-303", ship=name, rating=ship.torpedo + 1))
