"""Victory points: what every ship and land target is worth, bonus points, the handicap, the ratio and its grades."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.kernel.scores import ledger_of
from rules.kernel.view import Outcome, Score, ScoreLine
from rules.nights_of_fury.awards import award_lines
from rules.nights_of_fury.charts import Bonus, load_charts
from rules.nights_of_fury.state import Ship, State
from rules.nws.combat_arithmetic import LEVEL_NAMES, points_key, ratio_grade, share_of
from rules.nws.ending import result
from rules.nws.pieces import damage_level, enemy_of
from rules.nws.roster import LAND

RULES = {  # the rule of a ship's share, by how she stands
    "light": "NoF-VP-6",
    "moderate": "NoF-VP-5",
    "heavy": "NoF-VP-4",
    "out_of_action": "NoF-VP-3",
    "sunk": "NoF-VP-2",
}


def ship_value(state: State, ship: Ship) -> tuple[str, int]:
    """Return what an enemy ship or land target is worth now: (how it stands, victory points), halves up for each by
    itself.

    The greater track counts (NoF-VP-7). A land target out of action is worth all of its value, a ship three quarters.
    Rules: NoF-VP-2 to NoF-VP-11.
    """
    charts, card = state.scene.charts.victory, state.scene.cards[ship.id]
    key = points_key(charts, damage_level(ship), ship.gone == "sunk")
    shares = state.scene.charts.points.land_shares if card.type == LAND else charts.shares
    return key, share_of(card.pv, shares[key])


def outscores(larger: int, smaller: int) -> bool:
    """Return whether the side with the larger score wins. Rule: NoF-VP-H1."""
    return ratio_grade(load_charts().victory, larger, smaller) > 0


def points_of(state: State, side: str) -> int:
    """Return a side's victory points in this battle now.

    Of a campaign, this battle alone: the sum of `battle_lines`.
    """
    owner, total = state.scene.owner, state.scene.handicap.get(side, 0)
    for name, ship in state.ships.items():
        if owner[name] != side:
            if ship.structure or ship.flotation or ship.gone:
                total += ship_value(state, ship)[1] - _earlier_value(state, ship)
        elif ship.gone == "left":
            bonus = bonus_of(state, ship)
            total += bonus.points if bonus is not None else 0
    return total + sum(line.points for line in award_lines(state, side))


def battle_lines(state: State, side: str) -> Iterator[ScoreLine]:
    """Yield the ledger of a side in this battle: enemy ships sunk or damaged, ships brought through, awards, the
    handicap.

    Rules: NoF-VP-1, NoF-VP-13, NoF-VP-H2, NoF-VP-H3, NoF-CAM-1 to NoF-CAM-5.
    """
    foe = enemy_of(state, side)
    for ship in state.ships.values():
        if state.scene.owner[ship.id] == foe:
            yield from _ship_line(state, ship)
    for ship in state.ships.values():
        if ship.gone == "left" and state.scene.owner[ship.id] == side:
            yield from _bonus_line(state, ship)
    yield from award_lines(state, side)
    handicap = state.scene.handicap.get(side, 0)
    if handicap:
        yield ScoreLine("handicap of the scenario", handicap, "NoF-VP-H2")


def _ship_line(state: State, ship: Ship) -> Iterator[ScoreLine]:
    key, points = ship_value(state, ship)
    points -= _earlier_value(state, ship)
    if not points:
        return
    card = state.scene.cards[ship.id]
    how = key.replace("_", " ") if key in ("sunk", "out_of_action") else LEVEL_NAMES[damage_level(ship)]
    rule = RULES[key]
    if card.type == LAND:
        rule = "NoF-VP-9" if key == "out_of_action" else "NoF-VP-10"
    yield ScoreLine(f"{state.scene.names[ship.id]} {how} (PV {card.pv})", points, rule)


def _earlier_value(state: State, ship: Ship) -> int:
    """Return what a land target was worth as it stood at the start of a campaign's battle: its old damage earns
    nothing.
    """
    if state.campaign is None or state.scene.cards[ship.id].type != LAND:
        return 0
    return ship_value(state, ship.but(structure=state.campaign.henderson))[1]


def _bonus_line(state: State, ship: Ship) -> Iterator[ScoreLine]:
    bonus = bonus_of(state, ship)
    if bonus is not None:
        text = f"{state.scene.names[ship.id]} disengaged at band {ship.left_at}"
        yield ScoreLine(text, bonus.points, bonus.rule)


def bonus_of(state: State, ship: Ship) -> Bonus | None:
    """Return the bonus a ship earns for her own side by disengaging where she left the chart; None when there is none.

    It goes by the mission of the battle. Destroyers earn nothing in a bombardment, and loaded ones something in a
    transport run. Rules: NoF-CAM-1, NoF-CAM-2, NoF-CAM-3, NoF-CAM-4, NoF-CAM-5, NoF-CAM-H12, NoF-BASE-H3, NoF-VP-H3;
    option new_bonuses.
    """
    kind, side = state.scene.cards[ship.id].type, state.scene.owner[ship.id]
    for bonus in state.scene.charts.points.bonuses:
        if bonus.added and not state.scene.options["new_bonuses"]:
            continue
        if (
            state.mission in bonus.missions
            and (bonus.side, bonus.band) == (side, ship.left_at)
            and kind in bonus.types
            and (ship.loaded or not bonus.loaded)
        ):
            return bonus
    return None


# ---------------------------------------------------------------------- the whole game


def score_lines(state: State, side: str) -> Iterator[ScoreLine]:
    """Yield a side's ledger in the whole game: the rounds of a campaign that are over, then the battle that is on."""
    campaign = state.campaign
    if campaign is None:
        yield from battle_lines(state, side)
        return
    for record in campaign.history:
        points = record.points.get(side, 0)
        if points:
            yield ScoreLine(f"round {record.round}: {record.title}", points, "NoF-CAM-H10")
    if not campaign.at_sea:
        return
    yield from battle_lines(state, side)
    for ship in state.ships.values():
        if state.scene.cards[ship.id].type == LAND and state.scene.owner[ship.id] != side:
            before = ship_value(state, ship.but(structure=campaign.henderson))[1]
            if before:
                name = state.scene.names[ship.id]
                yield ScoreLine(f"{name}: counted in earlier rounds", -before, "NoF-VP-10")


def ledger(state: State) -> tuple[Score, Score]:
    """Return both sides' victory points, line by line. Rule: NoF-VP-1."""
    return ledger_of(state.scene.sides, state.scene.names, partial(score_lines, state))


def outcome(state: State, why: str) -> Outcome:
    """Return the result by the ratio of the larger score to the smaller, the smaller counting at least 1.

    For the higher grades the winner's handicap counts no more than what it earned; alone it wins marginally.
    Rules: NoF-VP-12, NoF-VP-H1, NoF-VP-H2.
    """
    return result(state.scene.charts.victory, ledger(state), state.scene.handicap, why, "NoF-VP-H1")
