"""Events of the set-up: what the players chose, bought and placed before the first turn."""

from __future__ import annotations

from rules.kernel.flow import Event


class TerrainPlaced(Event, frozen=True, tag="TerrainPlaced", kw_only=True):
    """A side placed land or foul ground."""

    side: str
    kind: str
    name: str


class PickedFirst(Event, frozen=True, tag="PickedFirst", kw_only=True):
    """Who picks terrain first."""

    side: str


class BaseLineNamed(Event, frozen=True, tag="BaseLineNamed", kw_only=True):
    """A side's base line."""

    side: str
    edge: str


class BoxesPlaced(Event, frozen=True, tag="BoxesPlaced", kw_only=True):
    """The entry and exit boxes of a convoy stand."""

    side: str
    entry_edge: str
    exit_edge: str


class WeatherFound(Event, frozen=True, tag="WeatherFound", kw_only=True):
    """Sea and visibility of the battle; inches."""

    sea: str
    inches: int
    night: bool


class Bought(Event, frozen=True, tag="Bought", kw_only=True):
    """A side bought something; points left."""

    side: str
    what: str
    points: int
    left: int


class Sold(Event, frozen=True, tag="Sold", kw_only=True):
    """A side gave a purchase back; points left."""

    side: str
    what: str
    left: int


class CargoLoaded(Event, frozen=True, tag="CargoLoaded", kw_only=True):
    """Cargo was put aboard a merchant."""

    side: str
    ship: str
    points: int


class BombardmentDeclared(Event, frozen=True, tag="BombardmentDeclared", kw_only=True):
    """The attacker declared how many turns he will bombard."""

    side: str
    turns: int


class DeploymentOrdered(Event, frozen=True, tag="DeploymentOrdered", kw_only=True):
    """Which side deploys first, as the winner of the initiative wished."""

    winner: str
    first: str


class Deployed(Event, frozen=True, tag="Deployed", kw_only=True):
    """A squadron, work or field was placed on the table."""

    side: str
    what: str


class KeptLast(Event, frozen=True, tag="KeptLast", kw_only=True):
    """A squadron is kept to be placed last."""

    side: str
    squadron: str
