"""Commands: the orders a player may give. The tag is the word to type; the first line below it is shown by `help`."""

# ruff: noqa: E702
from __future__ import annotations

from rules.kernel.flow import Command

# fmt: off

# --- setting up ---

class PickTerrain(Command, tag="terrain"):
    """Place a piece of terrain: a shape of the catalogue, the middle in tenths of an inch, turned by degrees."""
    shape: str; x: int; y: int; turn: int

class NameBaseLine(Command, tag="baseline"):
    """Choose an edge of the table as one's base line: north, east, south, west."""
    edge: str

class PlaceBoxes(Command, tag="boxes"):
    """Place a convoy's entry and exit box at opposite edges, inches along each from its north or west end."""
    edge: str; exit_at: int; entry_at: int  # edge: of the exit box

class Buy(Command, tag="buy"):
    """Buy a ship class, fort, battery, minefield or cargo: crew quality, how many, and for which squadron."""
    what: str; quality: int; count: int; squadron: str

class Crew(Command, tag="crew"):
    """Give the purchase of that number another crew, 1 poor, 2 average or 3 good, and so many boats (1 or 2)."""
    number: int; quality: int; count: int

class SetSize(Command, tag="size"):
    """Settle before anything is bought how many points the battle has."""
    points: int

class SetHour(Command, tag="hour"):
    """Settle before anything is bought whether the battle is fought by day or by night."""
    hour: str

class ChooseChart(Command, tag="chart"):
    """Choose before anything is bought what is bombarded: 1 a commerce raid, 2 a shore bombardment."""
    chart: int

class Sell(Command, tag="sell"):
    """Give back the purchase of that number."""
    number: int

class Load(Command, tag="load"):
    """Put so many thousand points of cargo aboard a merchant."""
    ship: str; thousands: int

class Declare(Command, tag="declare"):
    """Declare how many turns the bombardment will last."""
    turns: int

class DeployFirst(Command, tag="deployfirst"):
    """The winner of the initiative says which side deploys first."""
    who: str

class Deploy(Command, tag="deploy"):
    """Deploy a squadron (the others astern of its first ship), a work, the target or a field: tenths of an inch."""
    what: str; x: int; y: int; heading: int; marker: bool = False

class KeepLast(Command, tag="keeplast"):
    """The winner of the initiative keeps one squadron to be placed last."""
    squadron: str

class ChooseForMe(Command, tag="choose"):
    """Let a sensible choice be made for this step of the set-up."""

# --- the turn ---

class Order(Command, tag="order"):
    """The winner of the initiative acts first or second."""
    order: str

class Launch(Command, tag="launch"):
    """Place a torpedo marker from a mount (section/level) along a bearing, with so many torpedoes.

    From trainable tubes of larger ships anywhere along the side: abreast of section 1 to 10, 0 for the mount's own.
    """
    ship: str; mount: str; bearing: int; count: int; along: int = 0

class Salvo(Command, tag="salvo"):
    """A pair of boats, or two boats of a squadron, place one double-width marker with so many torpedoes."""
    ship: str; other: str; bearing: int; count: int  # other: "" for the second boat on the same base

class Activate(Command, tag="activate"):
    """Bring a squadron, fort or battery into action."""
    squadron: str

class Steer(Command, tag="steer"):
    """Move a ship: inches straight and 45 degree turns, 3.5R2 or 4L1.5R3; 0 stops her. Speed is twice the inches."""
    ship: str; course: str

class WorksFire(Command, tag="works"):
    """All forts and batteries that have still to act fire at once, each at its best target in range."""

class Follow(Command, tag="follow"):
    """The ships of the squadron in action that have not moved follow, each in the wake of the ship ahead."""
    squadron: str

class Ram(Command, tag="ram"):
    """Steer a ship at another to ram her, or to strike with a spar torpedo."""
    ship: str; target: str; spar: bool = False

class Refloat(Command, tag="refloat"):
    """Try to get a ship off the ground in place of moving."""
    ship: str

class Lights(Command, tag="lights"):
    """Turn a ship's searchlights on for this turn."""
    ship: str

class Fire(Command, tag="fire"):
    """Fire all guns of a type (a letter, or all) that bear, from a ship or work at a ship, work or the target."""
    ship: str; guns: str; target: str

class Reload(Command, tag="reload"):
    """Try to reload a torpedo mount that did not fire this turn."""
    ship: str; mount: str

class StandEasy(Command, tag="easy"):
    """The squadron in action has done what it will do this turn."""
    squadron: str

class Repair(Command, tag="repair"):
    """Set a damage control or fire party to work: fire, flood, steering, propulsion."""
    ship: str; job: str
