"""Commands: what a player may say. The tag is the word one types."""

from __future__ import annotations

from rules.kernel.flow import Command

# --- setting up ---


class PickTerrain(Command, frozen=True, tag="terrain"):
    """Place a piece of terrain: a shape of the catalogue, the middle in tenths of an inch, turned by degrees."""

    shape: str
    x: int
    y: int
    turn: int


class NameBaseLine(Command, frozen=True, tag="baseline"):
    """Choose an edge of the table as one's base line: north, east, south, west."""

    edge: str


class PlaceBoxes(Command, frozen=True, tag="boxes"):
    """Place a convoy's entry and exit box at opposite edges, inches along each from its north or west end."""

    edge: str  # of the exit box
    exit_at: int
    entry_at: int


class Buy(Command, frozen=True, tag="buy"):
    """Buy a ship class, fort, battery, minefield or cargo: crew quality, how many, and for which squadron."""

    what: str
    quality: int
    count: int
    squadron: str


class Sell(Command, frozen=True, tag="sell"):
    """Give back the purchase of that number."""

    number: int


class Load(Command, frozen=True, tag="load"):
    """Put so many thousand points of cargo aboard a merchant."""

    ship: str
    thousands: int


class Declare(Command, frozen=True, tag="declare"):
    """Declare how many turns the bombardment will last."""

    turns: int


class DeployFirst(Command, frozen=True, tag="deployfirst"):
    """The winner of the initiative says which side deploys first."""

    who: str


class Deploy(Command, frozen=True, tag="deploy"):
    """Deploy a squadron (the others astern of its first ship), a work, the target or a field: tenths of an inch."""

    what: str
    x: int
    y: int
    heading: int
    marker: bool = False


class KeepLast(Command, frozen=True, tag="keeplast"):
    """The winner of the initiative keeps one squadron to be placed last."""

    squadron: str


class ChooseForMe(Command, frozen=True, tag="choose"):
    """Let a sensible choice be made for this step of the set-up."""


# --- the turn ---


class Order(Command, frozen=True, tag="order"):
    """The winner of the initiative acts first or second."""

    order: str


class Launch(Command, frozen=True, tag="launch"):
    """Place a torpedo marker from a mount (section/level) along a bearing, with so many torpedoes."""

    ship: str
    mount: str
    bearing: int
    count: int


class Salvo(Command, frozen=True, tag="salvo"):
    """A pair of boats, or two boats of a squadron, place one double-width marker with so many torpedoes."""

    ship: str
    other: str  # "" for the second boat on the same base
    bearing: int
    count: int


class Activate(Command, frozen=True, tag="activate"):
    """Bring a squadron, fort or battery into action."""

    squadron: str


class Steer(Command, frozen=True, tag="steer"):
    """Move a ship: inches straight and 45 degree turns, 3.5R2 or 4L1.5R3; 0 stops her. Speed is twice the inches."""

    ship: str
    course: str


class Follow(Command, frozen=True, tag="follow"):
    """The ships of the squadron in action that have not moved follow, each in the wake of the ship ahead."""

    squadron: str


class Ram(Command, frozen=True, tag="ram"):
    """Steer a ship at another to ram her, or to strike with a spar torpedo."""

    ship: str
    target: str
    spar: bool = False


class Refloat(Command, frozen=True, tag="refloat"):
    """Try to get a ship off the ground in place of moving."""

    ship: str


class Lights(Command, frozen=True, tag="lights"):
    """Turn a ship's searchlights on for this turn."""

    ship: str


class Fire(Command, frozen=True, tag="fire"):
    """Fire all guns of a type (a letter, or all) that bear, from a ship or work at a ship, work or the target."""

    ship: str
    guns: str
    target: str


class Reload(Command, frozen=True, tag="reload"):
    """Try to reload a torpedo mount that did not fire this turn."""

    ship: str
    mount: str


class StandEasy(Command, frozen=True, tag="easy"):
    """The squadron in action has done what it will do this turn."""

    squadron: str


class Repair(Command, frozen=True, tag="repair"):
    """Set a damage control or fire party to work: fire, flood, steering, propulsion."""

    ship: str
    job: str


COMMANDS: tuple[type[Command], ...] = (
    PickTerrain,
    NameBaseLine,
    PlaceBoxes,
    Buy,
    Sell,
    Load,
    Declare,
    DeployFirst,
    Deploy,
    KeepLast,
    ChooseForMe,
    Order,
    Launch,
    Salvo,
    Activate,
    Steer,
    Follow,
    Ram,
    Refloat,
    Lights,
    Fire,
    Reload,
    StandEasy,
    Repair,
)
