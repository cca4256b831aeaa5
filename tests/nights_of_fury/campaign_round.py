"""A campaign between two battles: its records, forces to sail with, and a round sailed with given dice."""

from __future__ import annotations

from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.ruling import Ruling
from rules.kernel.session import adjudicate
from rules.nights_of_fury.campaign_charts import load_campaign
from rules.nights_of_fury.commands import Sail
from rules.nights_of_fury.missions import (
    JAPAN,
    STATES,
    DrawnShips,
    lay_out,
)
from rules.nights_of_fury.state import Campaign, State
from tests.nights_of_fury.battle import Battle

CHARTS = load_campaign()

MISSIONS = {  # battle -> (Japanese die, United States die)
    "interception": (4, 4),
    "meeting": (4, 1),
    "ijn_bombardment": (3, 1),
    "ijn_transport": (1, 1),
    "usn_transport": (4, 3),
}


def campaign(rounds: int = 12, **settings: bool) -> tuple[Battle, State]:
    """Phase 8 between two battles; the United States open the rounds."""
    battle = Battle()
    battle.special.append(("rounds", "", rounds))
    for name, value in settings.items():
        battle.setting(name, value)
    return battle, battle.at("campaign")


def ruling(state: State, *faces: int) -> Ruling:
    return Ruling(Battle.system, state, TapeDice(faces))


def with_campaign_fields(state: State, **changes: object) -> State:
    """Return the position with fields of its campaign changed."""
    assert state.campaign is not None
    return state.but(campaign=state.campaign.but(**changes))


def books(state: State) -> Campaign:
    assert state.campaign is not None
    return state.campaign


def sailing(state: State, faces: tuple[int, ...], seed: int = 1) -> tuple[State, tuple[object, ...]]:
    """Sail with these faces first and dice of a seed for all that follows, without the sequence of play."""
    dice = _Then(faces, seed)
    found = adjudicate(Battle.system, state, Sail("USN"), dice, move_on=False)
    assert not dice.first.faces_left
    return found.state, tuple(found.events)


class _Then:
    """Given faces, and after them dice of a seed."""

    def __init__(self, faces: tuple[int, ...], seed: int) -> None:
        self.first = TapeDice(faces)
        self.rest = SeededDice(seed)

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        return (self.first if self.first.faces_left else self.rest).roll(count, sides)


def force(**codes: tuple[str, ...]) -> DrawnShips:
    return DrawnShips(codes)


def at_sea(
    mission: str, japan: DrawnShips, states: DrawnShips, islands: dict[str, int] | None = None, henderson: int = 0
) -> State:
    """Return a battle of round 1 laid out, with the ships named; Henderson Field was damaged before."""
    state = with_campaign_fields(campaign()[1], round=1, at_sea=True, henderson=henderson)
    divisions, ships = lay_out(state, mission, {JAPAN: japan, STATES: states}, islands or {})
    return state.but(divisions=divisions, ships=ships, mission=mission, islands=islands or {}, opening=divisions)


CRUISERS = (force(ca=("aoba",), cl=("yubari",), dd=("kagero",)), force(ca=("san-francisco",), dd=("laffey",)))
