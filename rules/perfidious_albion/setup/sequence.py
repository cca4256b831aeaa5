"""The set-up as phases before the first turn: forces, boxes, terrain, base lines, weather, deployment.

Every step is passed over in a scenario that comes set up, and after the first. Each mission has its own order; steps it
does not know are passed over too. Rules: PA-2.1-1, PA-2.1-2, PA-2.1-20, PA-SET-H1.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer, Phase, Verb, verbs
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.commands import (
    Buy,
    ChooseForMe,
    Declare,
    Deploy,
    DeployFirst,
    KeepLast,
    Load,
    NameBaseLine,
    PickTerrain,
    PlaceBoxes,
    Sell,
)
from rules.perfidious_albion.records.events import DeploymentOrdered, KeptLast
from rules.perfidious_albion.records.state import State, enemy_of
from rules.perfidious_albion.setup import buying, deploying, ground, lines, shopping
from rules.perfidious_albion.setup.places import box_stage, is_convoy, items_in
from rules.perfidious_albion.setup.pool import LABELS, in_setup
from rules.perfidious_albion.setup.weather import open_weather
from rules.perfidious_albion.squadrons.initiative import dice_for_initiative
from rules.perfidious_albion.squadrons.knowledge import sight_markers

# ---------------------------------------------------------------------- when


def with_boxes(state: State) -> bool:
    """Whether boxes and a convoy are placed (PA-2.1-40)."""
    return in_setup(state) and state.scene.mission == "convoy"


def with_initiative(state: State) -> bool:
    """Whether dice say who deploys first: not at a base (PA-2.1-21, PA-2.1-63)."""
    return in_setup(state) and state.scene.mission != "bombardment"


# ---------------------------------------------------------------------- the convoy in its box


def open_convoy(r: Ruling) -> None:
    """What both sides have to place. Rule: PA-2.1-42."""
    r.set(waiting=deploying.all_waiting(r.state))


def offer_in_box(state: State, side: str) -> Iterator[Offer]:
    """Squadrons for the entry box, as long as it is their turn. Rule: PA-2.1-42."""
    if box_stage(state, side):
        yield from deploying.offer_deploy(state, side)


def offer_box_choice(state: State, side: str) -> Iterator[Offer]:
    """Let the next squadron of the convoy be placed. Rule: PA-SET-H1."""
    if box_stage(state, side):
        yield from deploying.offer_deploy_choice(state, side)


def check_in_box(state: State, command: Deploy) -> tuple[Illegal, ...]:
    """Every reason against a deployment in the entry box. Rule: PA-2.1-42."""
    if not box_stage(state, command.side):
        return (Illegal("the convoy and half its escorts are in the entry box", "PA-2.1-42"),)
    return deploying.check_deploy(state, command)


def check_box_choice(state: State, command: ChooseForMe) -> tuple[Illegal, ...]:
    """Why there is nothing to place in the box. Rule: PA-SET-H1."""
    if not box_stage(state, command.side):
        return (Illegal("the convoy and half its escorts are in the entry box", "PA-2.1-42"),)
    return deploying.check_deploy_choice(state, command)


def owed_in_box(state: State, side: str) -> tuple[Illegal, ...]:
    """The convoy and half its escorts must be placed. Rule: PA-2.1-42."""
    return deploying.owed_deploy(state, side) if box_stage(state, side) else ()


def close_convoy(r: Ruling) -> None:
    """Merchants for whom the box has no room stay in port with their cargo. Rules: PA-2.1-42, PA-SET-H1."""
    state: State = r.state
    (side,) = lines.convoy_player(state)
    stuck = [label for label in state.waiting[side] if is_convoy(state, side, label)]
    cargo = sum(item.cargo for label in stuck for item in items_in(state, side, label))
    left = tuple(what for what in state.waiting[side] if what not in stuck)
    r.state = state.but(waiting={**state.waiting, side: left}, cargo_total=state.cargo_total - cargo, scratch={})


# ---------------------------------------------------------------------- who deploys first


def open_order(r: Ruling) -> None:
    """The dice for the initiative. Rules: PA-2.1-20, PA-2.1-21."""
    if not any(r.state.waiting.values()):
        r.set(waiting=deploying.all_waiting(r.state))
    r.set(deployer=dice_for_initiative(r, "PA-2.1-20"), held_back="")


def winner_alone(state: State) -> tuple[str, ...]:
    """The winner decides (PA-2.1-21)."""
    return (state.deployer,)


def offer_first(state: State, side: str) -> Iterator[Offer]:
    """Either side. Rule: PA-2.1-21."""
    commands = tuple(DeployFirst(side, who) for who in state.scene.sides)
    yield Offer("deployfirst", "Say who deploys first", "PA-2.1-21", "", commands)


def check_first(state: State, command: DeployFirst) -> tuple[Illegal, ...]:
    """Every reason against the choice. Rule: PA-2.1-21."""
    if command.who in state.scene.sides:
        return ()
    sides = " or ".join(state.scene.sides)
    return (Illegal(f"{sides} deploys first; found {command.who[:40]!r}", "PA-2.1-21"),)


def do_first(r: Ruling, command: DeployFirst) -> None:
    """Settle it. No dice. Rule: PA-2.1-21."""
    state: State = r.state
    r.state = state.but(first=command.who, cursor=state.cursor.but(queue=()))
    r.note(DeploymentOrdered(rule="PA-2.1-21", winner=command.side, first=command.who))


def owed_first(state: State, side: str) -> tuple[Illegal, ...]:
    """It must be said. Rule: PA-2.1-21."""
    return (Illegal(f"{state.scene.names[side]} has still to say who deploys first", "PA-2.1-21"),)


def offer_last(state: State, side: str) -> Iterator[Offer]:
    """The squadrons one may keep to the last. Rule: PA-2.1-27."""
    listed = tuple(KeepLast(side, label) for label in state.waiting.get(side, ()) if label in LABELS)
    for command in listed:
        if not check_last(state, command):
            label = f"Keep {deploying.told(state, command.squadron)} to be placed last"
            yield Offer("keeplast", label, "PA-2.1-27", "", (command,))


def check_last(state: State, command: KeepLast) -> tuple[Illegal, ...]:
    """Every reason against keeping a squadron back, before the deployment or in it. Rules: PA-2.1-27, PA-SET-H1."""
    if command.side != state.deployer:
        return (Illegal("only the winner of the initiative keeps a squadron to the last", "PA-2.1-27"),)
    waiting = [what for what in state.waiting.get(command.side, ()) if what in LABELS]
    if command.squadron not in waiting:
        told = f"the squadrons to be placed are {', '.join(waiting) or 'none'}; not {command.squadron[:40]!r}"
        return (Illegal(told, "PA-2.1-27"),)
    reasons = []
    if command.squadron == state.held_back:
        reasons.append(Illegal("this squadron is kept back", "PA-2.1-27"))
    if command.squadron == deploying.flag_label(state, command.side):
        reasons.append(Illegal("the squadron with the flagship is placed before the others", "PA-SET-H1"))
    if (
        state.baseline
        and len(state.cursor.queue) == 2
        and not deploying.others_to_place(state, command.side, command.squadron)
    ):
        reasons.append(Illegal("nothing else is left that could be placed now", "PA-2.1-27"))
    return tuple(reasons)


def do_last(r: Ruling, command: KeepLast) -> None:
    """Keep it back. No dice. Rule: PA-2.1-27."""
    r.set(held_back=command.squadron, scratch={})
    told = deploying.told(r.state, command.squadron)
    r.note(KeptLast(rule="PA-2.1-27", to=(command.side,), side=command.side, squadron=told))


def offer_first_choice(state: State, side: str) -> Iterator[Offer]:
    """Let the other side deploy first. Rule: PA-SET-H1."""
    yield Offer("choose", "Choose for me", "PA-SET-H1", "", (ChooseForMe(side),), usual=True)


def check_first_choice(state: State, command: ChooseForMe) -> tuple[Illegal, ...]:
    """Nothing is against it. Rule: PA-SET-H1."""
    return ()


def do_first_choice(r: Ruling, command: ChooseForMe) -> None:
    """The other side deploys first: one sees where it goes. No dice. Rule: PA-SET-H1."""
    do_first(r, DeployFirst(command.side, enemy_of(r.state, command.side)))


# ---------------------------------------------------------------------- deployment


def open_deployment(r: Ruling) -> None:
    """At a base nobody threw for it: what has to be placed is settled now. Rule: PA-2.1-59."""
    if r.state.scene.mission == "bombardment":
        r.set(waiting=deploying.all_waiting(r.state))


def deployers(state: State) -> tuple[str, ...]:
    """Who places: by turns after the initiative; at a base the defender, then the attacker (PA-2.1-22, PA-2.1-63)."""
    if state.scene.mission == "bombardment":
        return enemy_of(state, state.scene.attacker), state.scene.attacker
    return state.first, enemy_of(state, state.first)


def close_deployment(r: Ruling) -> None:
    """The battle begins: nothing waits any more, markers in sight are shown. Rules: PA-2.1-30, PA-SET-H1."""
    r.set(stage="", waiting=dict.fromkeys(r.state.scene.sides, ()), held_back="", scratch={}, kept={})
    sight_markers(r)


# ---------------------------------------------------------------------- the phases

BUY = Verb(Buy, "Buying", "PA-2.1-17", shopping.offer_buy, buying.check_buy, buying.do_buy)
SELL = Verb(Sell, "Giving back", "PA-SET-H1", shopping.offer_sell, buying.check_sell, buying.do_sell)
LOAD = Verb(Load, "Loading cargo", "PA-2.1-36", shopping.offer_load, buying.check_load, buying.do_load)
DECLARE = Verb(
    Declare, "Declaring the bombardment", "PA-2.1-52", shopping.offer_declare, buying.check_declare, buying.do_declare
)
USUAL = Verb(
    ChooseForMe, "The usual forces", "PA-SET-H1", shopping.offer_usual, shopping.check_usual, shopping.do_usual
)
BOXES = Verb(PlaceBoxes, "Placing the boxes", "PA-2.1-40", lines.offer_boxes, lines.check_boxes, lines.do_boxes)
BOXES_FOR_ME = Verb(
    ChooseForMe, "Choosing the boxes", "PA-SET-H1", lines.offer_box_choice, lines.check_box_choice, lines.do_box_choice
)
TERRAIN = Verb(
    PickTerrain, "Placing terrain", "PA-2.1-6", ground.offer_terrain, ground.check_terrain, ground.do_terrain
)
TERRAIN_FOR_ME = Verb(
    ChooseForMe, "Choosing terrain", "PA-SET-H1", ground.offer_choice, ground.check_choice, ground.do_choice
)
LINE = Verb(NameBaseLine, "Naming the base line", "PA-2.1-9", lines.offer_lines, lines.check_line, lines.do_line)
LINE_FOR_ME = Verb(
    ChooseForMe,
    "Choosing the base line",
    "PA-SET-H1",
    lines.offer_line_choice,
    lines.check_line_choice,
    lines.do_line_choice,
)
IN_BOX = Verb(Deploy, "Placing the convoy", "PA-2.1-42", offer_in_box, check_in_box, deploying.do_deploy)
IN_BOX_FOR_ME = Verb(
    ChooseForMe, "Placing the convoy", "PA-SET-H1", offer_box_choice, check_box_choice, deploying.do_deploy_choice
)
FIRST = Verb(DeployFirst, "Who deploys first", "PA-2.1-21", offer_first, check_first, do_first)
LAST = Verb(KeepLast, "Keeping a squadron back", "PA-2.1-27", offer_last, check_last, do_last)
FIRST_FOR_ME = Verb(
    ChooseForMe, "Who deploys first", "PA-SET-H1", offer_first_choice, check_first_choice, do_first_choice
)
DEPLOY = Verb(Deploy, "Deploying", "PA-2.1-22", deploying.offer_deploy, deploying.check_deploy, deploying.do_deploy)
DEPLOY_FOR_ME = Verb(
    ChooseForMe,
    "Deploying",
    "PA-SET-H1",
    deploying.offer_deploy_choice,
    deploying.check_deploy_choice,
    deploying.do_deploy_choice,
)
SHOP = verbs(BUY, SELL, LOAD, DECLARE, USUAL)

SETUP_PHASES = (
    Phase(
        number=1,
        name="first forces",
        title="Forces",
        help="Buy ships, crews and commanders with your points; the convoy, or the attacker of a base, comes first.",
        rule="PA-SET-H2",
        verbs=SHOP,
        queue=buying.first_buyer,
        owes=buying.owed_forces,
        close=buying.close_first,
        when=in_setup,
    ),
    Phase(
        number=2,
        name="second forces",
        title="Forces, second side",
        help="The other side buys its ships, and works or mines where the mission allows them.",
        rule="PA-SET-H2",
        verbs=SHOP,
        queue=buying.second_buyer,
        owes=buying.owed_forces,
        close=buying.close_second,
        when=in_setup,
    ),
    Phase(
        number=3,
        name="boxes",
        title="Entry and exit",
        help="The side that runs the convoy places the two boxes at opposite edges, 48 inches apart.",
        rule="PA-2.1-40",
        verbs=verbs(BOXES, BOXES_FOR_ME),
        queue=lines.convoy_player,
        owes=lines.owed_boxes,
        when=with_boxes,
        optional=True,
    ),
    Phase(
        number=4,
        name="terrain",
        title="Terrain",
        help="The sides place land and foul ground by turns, 6 inches apart. End the phase when you want no more.",
        rule="PA-2.1-6",
        verbs=verbs(TERRAIN, TERRAIN_FOR_ME),
        queue=ground.by_picker,
        open=ground.open_terrain,
        owes=ground.owed_terrain,
        when=in_setup,
    ),
    Phase(
        number=5,
        name="base lines",
        title="Base lines",
        help="Who picked first names the edge that is his base line; the opponent has the opposite edge.",
        rule="PA-2.1-9",
        verbs=verbs(LINE, LINE_FOR_ME),
        queue=lines.picker_alone,
        owes=lines.owed_line,
        when=in_setup,
    ),
    Phase(
        number=6,
        name="weather",
        title="Weather",
        help="Dice for the sea and for how far one sees.",
        rule="PA-2.1-12",
        open=open_weather,
        when=in_setup,
    ),
    Phase(
        number=7,
        name="convoy",
        title="The convoy",
        help="The convoy and at least half its escorts are placed in the entry box.",
        rule="PA-2.1-42",
        verbs=verbs(IN_BOX, IN_BOX_FOR_ME),
        queue=lines.convoy_player,
        open=open_convoy,
        owes=owed_in_box,
        close=close_convoy,
        when=with_boxes,
        optional=True,
    ),
    Phase(
        number=8,
        name="deployment order",
        title="Who deploys first",
        help="The winner of the initiative says which side places first, and may keep one squadron back to the last.",
        rule="PA-2.1-21",
        verbs=verbs(FIRST, LAST, FIRST_FOR_ME),
        queue=winner_alone,
        open=open_order,
        owes=owed_first,
        when=with_initiative,
        optional=True,
    ),
    Phase(
        number=9,
        name="deployment",
        title="Deployment",
        help="Place squadrons by turns on your half of the table, as models or, out of sight, as markers. "
        "The winner of the initiative may keep one to be placed last.",
        rule="PA-2.1-22",
        verbs=verbs(DEPLOY, LAST, DEPLOY_FOR_ME),
        queue=deployers,
        open=open_deployment,
        owes=deploying.owed_deploy,
        close=close_deployment,
        when=in_setup,
    ),
)
