"""What lights up for the commands of the set-up: terrain, boxes, base lines, purchases, deployment."""

from __future__ import annotations

from rules.kernel.flow import Command
from rules.kernel.inches import move
from rules.kernel.plurals import count_noun
from rules.kernel.view import Sketch
from rules.perfidious_albion.records import commands
from rules.perfidious_albion.records.state import EDGES, Purchase, State
from rules.perfidious_albion.setup.deploying import has_heading, thing_name
from rules.perfidious_albion.setup.deployment_areas import box_shape, load_shapes
from rules.perfidious_albion.setup.lines import boxes_at
from rules.perfidious_albion.setup.prices import find_ware, price
from rules.perfidious_albion.setup.purchase_pool import LABELS, ORDINALS
from rules.perfidious_albion.setup.terrain_placement import piece_of
from rules.perfidious_albion.shown.counters import QUALITY
from rules.perfidious_albion.shown.setup_pages import purchase_name

TENTH = 100  # milli-inches in the tenths that set-up commands are given in
ASTERN = 3000


def set_up_sketch(state: State, command: Command) -> Sketch | None:
    """Return how to show a command of the set-up; None for any other."""
    named = state.scene.names
    match command:
        case commands.PickTerrain(shape=shape, x=x, y=y):
            at = (x * TENTH, y * TENTH)
            laid = piece_of(state, command).shape if shape in load_shapes() else ()
            name = shape.replace("_", " ")
            label = f"Place {name} at {x / 10:g}, {y / 10:g}"
            return Sketch(label=label, at=at, path=(at, at), areas=(laid,) if laid else (), rule="PA-2.1-6")
        case commands.NameBaseLine(edge=edge):
            return Sketch(label=f"Base line: {edge}", rule="PA-2.1-9")
        case commands.PlaceBoxes(edge=edge, exit_at=exit_at, entry_at=entry_at):
            label = f'Exit box {edge}, {exit_at}" along; entry box opposite, {entry_at}" along'
            boxes = boxes_at(state, command) if edge in EDGES else ()
            return Sketch(label=label, areas=tuple(box_shape(box) for box in boxes), rule="PA-2.1-40")
        case commands.Buy():
            return Sketch(label=_purchase(state, command), rule="PA-2.1-17")
        case commands.Crew(side=side, number=number, quality=quality, count=count):
            bought = state.bought.get(side, ())
            item = bought[number - 1] if 0 < number <= len(bought) else None
            return Sketch(label=_recrew(state, item, quality, count) if item is not None else "Crew", rule="PA-2.1-18")
        case commands.SetSize(points=points):
            return Sketch(label=f"A battle of {points:,} points", rule="PA-SET-H5")
        case commands.SetHour(hour=hour):
            return Sketch(label=f"Fight by {hour}", rule="PA-3.4-1")
        case commands.ChooseChart(chart=chart):
            found = state.scene.targets.get(chart)
            return Sketch(label=f"Bombard {found.title}" if found else f"Chart {chart}", rule="PA-2.1-64")
        case commands.Sell(side=side, number=number):
            bought = state.bought.get(side, ())
            item = bought[number - 1] if 0 < number <= len(bought) else None
            name = (named.get(item.id, "") or purchase_name(state, item.what, item.count)) if item is not None else ""
            return Sketch(label=f"Sell: {number}. {name}", rule="PA-SET-H2")
        case commands.Load(ship=ship, thousands=thousands):
            return Sketch(label=f"{named.get(ship, ship)}: {thousands},000 points of cargo", rule="PA-2.1-36")
        case commands.Declare(turns=turns):
            return Sketch(label=f"Bombard for {count_noun(turns, 'turn')}", rule="PA-2.1-52")
        case commands.DeployFirst(who=who):
            return Sketch(label=f"{named.get(who, who)} deploys first", rule="PA-2.1-21")
        case commands.KeepLast(squadron=squadron):
            return Sketch(label=f"Keep {named.get(squadron, squadron)} last", rule="PA-2.1-27")
        case commands.Deploy():
            return _deploy(state, command)
    return None


def _purchase(state: State, command: commands.Buy) -> str:
    """Return a purchase with its price: Buy: Mikasa (1902), average crew, first squadron · 23,500."""
    found = find_ware(state, command.what)
    if found is None:
        return f"Buy: {command.what}"
    words = [purchase_name(state, command.what, command.count)]
    if found.kind == "ship" and command.count > 1:
        words[0] += f" ×{command.count}"
    if command.quality:
        words.append(f"{QUALITY.get(command.quality, '')} crew".strip())
    if command.squadron in LABELS:
        words.append(f"{ORDINALS[LABELS.index(command.squadron)]} squadron")
    cost = price(state, found, command.quality, command.count)
    return f"Buy: {', '.join(words)}" + (f" · {cost:,}" if cost else "")


def _recrew(state: State, item: Purchase, quality: int, count: int) -> str:
    """Return another crew with what it costs: Mikasa: good crew · 23,500."""
    found = find_ware(state, item.what)
    name = state.scene.names.get(item.id, "") or purchase_name(state, item.what, item.count)
    words = f"{QUALITY.get(quality, '')} crew".strip()
    if count != item.count:
        words += ", one boat" if count == 1 else ", a pair"
    cost = price(state, found, quality, count) if found is not None and quality in QUALITY else 0
    return f"{name}: {words}" + (f" · {cost:,}" if cost else "")


def _deploy(state: State, command: commands.Deploy) -> Sketch:
    """Return a squadron in line astern of its first ship, or a thing ashore or under water."""
    at, heading = (command.x * TENTH, command.y * TENTH), command.heading
    name = thing_name(state, command.what)
    label = f"{name[:1].upper()}{name[1:]}: {at[0] / 1000:g}, {at[1] / 1000:g}"
    if not has_heading(state, command.side, command.what):
        return Sketch(label=label, at=at, path=(at, at), rule="PA-2.1-22")
    squadron = state.squadrons.get(command.what)
    count = len(squadron.ships) if squadron is not None else 1
    end = move(at, heading, -ASTERN * max(1, count - 1))
    label += f" · {heading:03d}°" + (", as a marker" if command.marker else "")
    return Sketch(label=label, at=at, facing=heading, path=(end, at), rule="PA-2.1-22")
