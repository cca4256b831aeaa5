"""The quick captain: the best order by a few features of each option. House judgement, no rule of the game.

He decides on the moves of lines and single ships, rams, guns, torpedoes and repairs. Rolls no dice and tries no
position; sharing a light battery between targets and taking station are left to other players.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Command, Done, Offer
from rules.kernel.inches import distance, move
from rules.kernel.policy import TELLING, Features, Option, Recommendation, Weights, rank_options, reason
from rules.kernel.stake import Condition, Conditions, Stake, always_at_stake
from rules.quickfire.boats import offer_boats
from rules.quickfire.charts import MM
from rules.quickfire.commands import BoatFire, Follow, Lead, Ram, Repair
from rules.quickfire.contact import first_contact, own_hits, ram_need
from rules.quickfire.course_movement import under_way
from rules.quickfire.evaluation import POINT, exit_value, ship_health, struck_worth, value
from rules.quickfire.expected_damage import boat_guns_take, chance, prices
from rules.quickfire.expected_value import expected_value
from rules.quickfire.following import contact_in_line, follow_course
from rules.quickfire.gunnery import offer_fire
from rules.quickfire.helm import (
    Foe,
    Outlook,
    Post,
    astern_of,
    foes_of,
    line_posts,
    range_balance,
    range_penalty,
    reachable_ends,
    wake,
)
from rules.quickfire.line_of_fire import coast, crosses
from rules.quickfire.plots import Course
from rules.quickfire.ramming import ram_plot, ram_targets
from rules.quickfire.repair import offer_repairs, repair_hit, repaired_on
from rules.quickfire.sequence import SEQUENCE
from rules.quickfire.split_fire import offer_split
from rules.quickfire.state import Ship, State, afloat, open_boxes, place
from rules.quickfire.steering import limits, ships_to_move
from rules.quickfire.torpedoes import offer_launch
from rules.quickfire.victory import points_for


def name_of(state: State, piece: str) -> str:
    """Return the name of a ship."""
    return state.scene.names.get(piece, piece)


def join_at_stake(_state: State, _side: str, _offer: Offer) -> Stake | None:
    """Return nothing: a ship that may join a line may also move."""
    return None


CONDITIONS: Conditions = {
    "join": Condition(join_at_stake),
    "move": always_at_stake("{name} has no course", name_of, lost=True),
    "fire": always_at_stake("{name} can fire", name_of, lost=True),
    "launch": always_at_stake("{name} can launch torpedoes", name_of, lost=True),
    "ram": always_at_stake("{name} can ram", name_of),
}


FEATURES: Features = {
    "move": {
        "guns": "our gun damage {} points",
        "tubes": "our torpedo damage {} points",
        "their_guns": "their gun damage {} points",
        "their_tubes": "their torpedo damage {} points",
        "closing": "better range",
        "way_out": "nearer to the way out",
        "leaving": "leaving the table",
        "edge": "edge or land ahead",
        "company": "friends too near",
        "contact": "risk of collision",
        "headway": "speed",
        "turning": "turns",
        "parting": "leaving the line",
        "ram": "ram: {} points",
    },
    "sense": {"roam": "", "answer": "", "pace": "", "fear": ""},  # how he judges enemies; see tables/captain.yaml
}
PLACES = {name: number for number, name in enumerate(FEATURES["move"])}
LEEWAY = 110 * MM  # of clear water a ship needs ahead of her
NEAR = 45 * MM  # friends ships nearer than this may collide
CRIPPLE = 4  # a ship with fewer speed boxes left is not followed
TRIED = 6  # of the best moves are checked for collisions, and more while none of them is clear ...
SHOWN = 3  # ... but no more than this many


def think(weights: Weights, state: State, side: str) -> tuple[Recommendation, ...]:
    """Return the orders to give now, the best first; empty where he has no advice. side: the one to act."""
    decide = DECISIONS.get(SEQUENCE[state.cursor.phase].name)
    return decide(weights, state, side) if decide is not None and not state.cursor.frames else ()


# ---------------------------------------------------------------------- movement


def _movement(weights: Weights, state: State, side: str) -> tuple[Recommendation, ...]:
    """Let a line follow its leader, unless a ship would run into another.

    If none has to, move the leader of the longest line that has not moved, or a single ship.
    """
    left = ships_to_move(state, side)
    for ship in left:
        ahead = state.ships.get(ship.ahead)
        if ahead is None or not ahead.moved or _is_worn_out(ship, ahead) or not _follows(state, ship):
            continue
        pair = contact_in_line(state, ahead.id)
        if pair is None:
            return (Recommendation(Lead(side, ahead.id), 0, "keeps the line together"),)
        if pair[0] != ship.id:
            return (Recommendation(Follow(side, ship.id), 0, "keeps the line"),)
    for ship in sorted(left, key=lambda ship: -len(astern_of(state, ship.id))):
        ahead = state.ships.get(ship.ahead)
        if ahead is None or ahead.moved or _is_worn_out(ship, ahead):
            return _moves(weights, state, ship)
    return (Recommendation(Done(side), 0, "every ship has her orders"),)


def _follows(state: State, ship: Ship) -> bool:
    return isinstance(follow_course(state, ship), tuple)


def _is_worn_out(ship: Ship, ahead: Ship) -> bool:
    """Return whether the ship ahead is no longer worth following."""
    return bool(ahead.helm) or open_boxes(ahead) < CRIPPLE <= open_boxes(ship)


def _moves(weights: Weights, state: State, ship: Ship) -> tuple[Recommendation, ...]:
    """Return the moves of a ship and the line astern of her, best first.

    The first of them are checked for collisions; the others follow unchecked, for careless players only.
    """
    line = astern_of(state, ship.id)
    tracks = {option.command: (option, track) for option, track in _options(weights, state, ship, line)}
    counsel = rank_options(FEATURES["move"], weights["move"], [option for option, _ in tracks.values()])
    looked: list[Option] = []
    spare = tuple(other.id for other in line)
    for number, item in enumerate(counsel):
        option, track = tracks[item.command]
        met = first_contact(state, ship, track, spare)
        pair = (ship.id, met.other) if met is not None else None
        if pair is None and line:
            pair = contact_in_line(under_way(state, ship, track, 0, 0), ship.id)
        if pair is not None:
            hurt = min(value(state, state.ships[name]) for name in pair)
            option = _with(option, "contact", hurt // 100)
        looked.append(option)
        clear = sum(not each.features[PLACES["contact"]] for each in looked)
        if clear == SHOWN or (clear and number >= TRIED):
            break
    best = max(looked, key=lambda option: option.features[PLACES["guns"]])
    looked += [_with(Option(ram, best.features), "ram", gain) for ram, gain in _rams(state, ship)]
    first = rank_options(FEATURES["move"], weights["move"], looked)
    known = {option.command: option.features for option in looked}
    worse = next((item for item in counsel if item.worth <= first[0].worth - TELLING), None)
    if worse is not None:  # the checked ones are alike: show the reasons against the others
        other = known.get(worse.command) or tracks[worse.command][0].features
        why = reason(FEATURES["move"], weights["move"], known[first[0].command], other)
        first = (first[0].but(why=why), *first[1:])
    return (*first, *(item for item in counsel if item.command not in known))


def _with(option: Option, name: str, feature: int) -> Option:
    """Return an option with one more feature."""
    number = PLACES[name]
    return Option(option.command, (*option.features[:number], feature, *option.features[number + 1 :]))


def _rams(state: State, ship: Ship) -> Iterator[tuple[Ram, int]]:
    """Yield every ram a ship could try, with its mean value in hundredths of a point.

    Rules: QF-RAM-H3, H4.
    """
    charts, cards = state.scene.charts.movement, state.scene.cards
    most = limits(state, ship)[1]
    if most < charts.ram_least_boxes:
        return
    for foe in ram_targets(state, ship, most * state.scene.box[ship.id]):
        if ram_plot(state, ship, foe):
            more = charts.ram_bonus if cards[ship.id].size_quarters >= cards[foe.id].size_quarters else 0
            won = sum(struck_worth(state, foe, ({"S": face + more},)) for face in range(1, 7))
            lost = sum(struck_worth(state, ship, ({"S": own_hits(face)},)) for face in range(1, 7))
            yield Ram(ship.side, ship.id, foe.id), (won - lost) * chance(ram_need(state, foe)) // 60_000


def _options(weights: Weights, state: State, ship: Ship, line: list[Ship]) -> Iterator[tuple[Option, Course]]:
    """Yield every place and heading in which a ship can end, with its features in hundredths of a point."""
    roam, answer, pace, fear = weights["sense"]
    group = [ship, *line]
    look = Outlook(state, foes_of(state, ship.side, group, roam, answer), answer)
    trail, last = wake(ship, line), state.cursor.turn >= state.scene.scenario.turns
    balance = [] if last else [range_balance(state, one, fear) for one in group]
    friends = [other for other in afloat(state, ship.side) if other not in group]
    exits, hundredth = bool(state.scene.exits.get(ship.side)), value(state, ship) // 100
    before = exit_value(state, ship) if exits else 0
    for plot, track, boxes in reachable_ends(state, ship):
        posts = line_posts(state, ship, track, boxes, line, trail)
        seen = look.from_posts(posts)
        x, y = track.end
        leaves = not (0 <= x <= state.scene.width and 0 <= y <= state.scene.height)
        way_out = (exit_value(state, ship.but(x=x, y=y)) - before) * len(group) if exits else 0
        crowd = [other for other in friends if distance(track.end, place(other)) < NEAR]
        turns = len(track.legs) - 1 + (track.legs[-1].heading != track.facing)
        features = (
            seen.guns // 5,  # two phases of gunfire, of ten thousandths each
            seen.tubes // 10,
            seen.their_guns // 5,
            seen.their_tubes // 10,
            _closing(posts, balance, look.foes, pace),
            way_out // 10,
            10 * hundredth * (leaves and not exits),
            hundredth * _runs_out(state, track, exits),
            sum(min(hundredth, value(state, other) // 100) for other in crowd),
            0,
            hundredth * boxes // 10,
            hundredth * turns,
            10 * hundredth * bool(ship.ahead),
            0,
        )
        yield Option(plot, features), track


def _closing(posts: list[Post], balance: list[tuple[int, int, int]], foes: list[Foe], pace: int) -> int:
    return sum(range_penalty(post, want, foes) for post, want in zip(posts, balance, strict=False)) * pace // 10_000


def _runs_out(state: State, track: Course, exits: bool) -> bool:
    """Return whether a ship at the end of a course has the edge of the table close ahead, or land."""
    x, y = move(track.end, track.facing, LEEWAY)
    if not exits and not (0 <= x <= state.scene.width and 0 <= y <= state.scene.height):
        return True
    return any(crosses(track.end, (x, y), coast(corners)) for _, corners in state.scene.land)


# ---------------------------------------------------------------------- weapons and repairs


def _best(listed: list[Recommendation]) -> tuple[Recommendation, ...]:
    return tuple(sorted((each for each in listed if each.worth > 0), key=lambda each: -each.worth))


def _with_reason(counsel: Recommendation, why: str) -> Recommendation:
    """Add the reason: "highest expected damage: 3.2 points"."""
    return counsel.but(why=f"{why}: {counsel.worth / POINT:.1f} points", point=POINT)


def _weapons(state: State, side: str, offers: Iterator[Offer], nothing: str) -> tuple[Recommendation, ...]:
    """Return the best shot of the first ship that has one, by the mean over the dice after the hits already made."""
    for offer in offers:
        best = _best(
            [
                _with_reason(Recommendation(each, _mean(state, each)), "highest expected damage")
                for each in offer.commands
            ]
        )
        if best:
            return (*best, Recommendation(Done(side), 0, "no shot"))
    return (Recommendation(Done(side), 0, nothing),)


def _mean(state: State, command: Command) -> int:
    """Return the mean damage of a shot in thousandths of a point."""
    if isinstance(command, BoatFire):
        return boat_guns_take(prices(state, command.target))
    expected = expected_value(state, command)
    return 0 if expected is None else int(10 * expected[0])


def _gunnery(_weights: Weights, state: State, side: str) -> tuple[Recommendation, ...]:
    if state.scene.options["range_guessing"] or any(offer_split(state, side)):
        return ()
    boats = _weapons(state, side, offer_boats(state, side), "")
    if not isinstance(boats[0].command, Done):
        return boats
    return _weapons(state, side, offer_fire(state, side), "no gun has anything left to hit")


def _torpedoes(_weights: Weights, state: State, side: str) -> tuple[Recommendation, ...]:
    return _weapons(state, side, offer_launch(state, side), "no torpedo has anything left to hit")


def _repairs(_weights: Weights, state: State, side: str) -> tuple[Recommendation, ...]:
    """Return the repair that restores most at once.

    Saving dice for later was worse: 44 points of 100 against 57 (80 duels).
    """
    for offer in offer_repairs(state, side):
        repairs = [each for each in offer.commands if isinstance(each, Repair)]
        best = _best(
            [_with_reason(Recommendation(each, _repair_gain(state, each)), "gives most back") for each in repairs]
        )
        if best:
            return best
    return (Recommendation(Done(side), 0, "nothing to repair"),)


def _repair_gain(state: State, command: Repair) -> int:
    """Return the mean value of a repair in thousandths of a point."""
    ship = state.ships[command.ship]
    after, wanted_on = repair_hit(ship, command.what), repaired_on(state, ship, command.what)
    gain = (
        ship_health(state, after)
        - ship_health(state, ship)
        + POINT * (points_for(state, ship) - points_for(state, after))
    )
    return gain * (chance(wanted_on[-1]) - chance(wanted_on[0] - 1)) // 1000


DECISIONS = {
    "movement": _movement,
    "gunnery_1": _gunnery,
    "gunnery_2": _gunnery,
    "gunnery_3": _gunnery,
    "torpedoes": _torpedoes,
    "end": _repairs,
}
