"""Optional rule 304: at point-blank a light battery is shared between two targets."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.ruling import Ruling
from rules.quickfire.charts import MM, POINT_BLANK
from rules.quickfire.commands import Split
from rules.quickfire.gunnery import black_die, fire_refusals, may_join, range_error, shot, white_dice
from rules.quickfire.line_of_fire import in_range, line_between, ship_and_target
from rules.quickfire.roster import LIGHT
from rules.quickfire.state import Ship, State, afloat, rof, with_ship


def split_rating(state: State, ship: Ship) -> tuple[int, int]:
    """Return the light rating halved between two targets, with the odd point for the first. Rule: QF-OPT-H2."""
    rating = state.scene.cards[ship.id].gunnery_light
    return rating - rating // 2, rating // 2


def least_share(state: State, ship: Ship) -> int:
    """Return the smallest share of a ship's light rating. Rule: QF-OPT-304."""
    rating = state.scene.cards[ship.id].gunnery_light
    return next(packet.least for packet in state.scene.charts.gunnery.packets if rating <= packet.rating_to)


def offer_split(state: State, side: str) -> Iterator[Offer]:
    """Yield sharing between every pair of targets at point-blank, for each light battery that may still fire."""
    if not state.scene.options["split_light_at_point_blank"]:
        return
    for ship in afloat(state, side):
        if not rof(state, ship, LIGHT) or not may_join(ship, LIGHT):
            continue
        if split_rating(state, ship)[1] < least_share(state, ship):
            continue
        near = [target for target, band in in_range(state, ship) if band == POINT_BLANK]
        commands = tuple(Split(side, ship.id, one, two) for one in near for two in near if one != two)
        if commands:
            name = state.scene.names[ship.id]
            yield Offer("split", f"{name}: share the light battery", "QF-OPT-304", ship.id, commands)


def check_split(state: State, command: Split) -> tuple[Illegal, ...]:
    """Return every reason against sharing the light battery. Rules: QF-OPT-304, QF-OPT-H2."""
    reasons: list[Illegal] = []
    if not state.scene.options["split_light_at_point_blank"]:
        reasons.append(Illegal("light batteries are not shared out: optional rule 304 is off", "QF-OPT-304"))
    if command.target == command.other:
        reasons.append(Illegal("two different targets must be named", "QF-OPT-H2"))
    for mark in (command.target, command.other):
        pair = ship_and_target(state, command.side, command.ship, mark, "QF-OPT-304")
        if isinstance(pair, Illegal):
            reasons.append(pair)
            continue
        ship, target = pair
        reasons += [reason for reason in fire_refusals(state, ship, target, LIGHT) if reason not in reasons]
        line = line_between(state, ship, target)
        if line.band != POINT_BLANK:
            away = -(-line.distance // MM)
            who = state.scene.names[mark]
            reasons.append(Illegal(f"{who} is {away:,} mm away, not at point-blank", "QF-OPT-304", ship.id))
        least = least_share(state, ship)
        if split_rating(state, ship)[1] < least and mark == command.target:
            rating = state.scene.cards[ship.id].gunnery_light
            reasons.append(
                Illegal(f"a light rating of {rating} cannot be halved into shares of {least}", "QF-OPT-304", ship.id)
            )
    return tuple(reasons)


def do_split(r: Ruling, command: Split) -> None:
    """Share the light battery: one black die for both, white dice for each share.

    Rolls the range-taker's die if the option says so, one black die, then two white dice for each target.
    Rules: QF-OPT-304, QF-OPT-H2.
    """
    state: State = r.state
    ship = state.ships[command.ship]
    marks = (state.ships[command.target], state.ships[command.other])
    aims = [shot(state, ship, LIGHT, mark, share) for mark, share in zip(marks, split_rating(state, ship), strict=True)]
    guess = range_error(r, ship)
    black, fires = black_die(r, ship, marks[0], LIGHT, aims[0]._replace(modifiers=aims[0].modifiers + guess))
    r.state = with_ship(r.state, ship.but(rounds=(*ship.rounds, LIGHT), opened=True))
    for mark, aimed in zip(marks, aims, strict=True):
        white_dice(r, ship, mark, LIGHT, aimed, black, fires)


SPLIT = Verb(Split, "Split light battery", "QF-OPT-304", offer_split, check_split, do_split)
