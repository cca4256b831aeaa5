"""What all tests share: the games of this program, their scenarios and maps, and a player who picks at random."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path
from zlib import crc32

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

if os.name == "nt":  # no test writes into the player's own folders: on Windows HOME is not used
    os.environ.setdefault("WIN_PD_OVERRIDE_LOCAL_APPDATA", tempfile.mkdtemp(prefix="fighting-instructions-"))

import pytest
from hypothesis import settings

from game import settling
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Offer, offers
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.session import Session, Step
from rules.kernel.system import System
from tests.no_network import LEAVE, SEEN, may_use_network, watch_sockets
from tests.warm import once_a_process

watch_sockets()
settings.register_profile("house", deadline=None)  # no test fails for being slow
settings.load_profile("house")

ROOT = Path(__file__).parents[1]
MAPS = ROOT / "maps"
SHARE = os.environ.get("SHARE", "")  # another word: other cases of the sweeps
SOAK = bool(os.environ.get("SOAK"))  # make soak: every case of the tests that `make test` gives a part of
OUT = ROOT / "out"
POSIX_ONLY = pytest.mark.skipif(os.name == "nt", reason="pipes by name, signals or rights of POSIX")
IS_ROOT = os.name != "nt" and os.geteuid() == 0  # root may do anything


@pytest.fixture(scope="session", autouse=True)
def _made_once() -> Iterator[None]:
    gc.set_threshold(50_000, 20, 100)  # garbage collection of all that tests share takes a twentieth of the time
    with pytest.MonkeyPatch.context() as patch:
        once_a_process(patch)
        yield


@pytest.fixture(autouse=True)
def _no_network(request: pytest.FixtureRequest) -> Iterator[None]:
    """Refuse connections that are not allowed; see tests/no_network.py."""
    SEEN.clear()
    LEAVE[0] = may_use_network(request.path, ROOT)
    yield
    LEAVE[0] = False
    assert not SEEN, f"this test has used the network: {SEEN}"


def games() -> list[str]:
    """Return every game the program offers, as "system/scenario"."""
    return [f"{key}/{path.stem}" for key in SYSTEMS for path in sorted((MAPS / key).glob("*.yaml"))]


def system_of(game: str) -> System:
    """Return the system of a game."""
    return SYSTEMS[game.partition("/")[0]]


@cache
def scenario_named(system: str, key: str) -> Scenario:
    """Return a scenario by its file's name. Raises DataError."""
    return load_scenario(MAPS / system / f"{key}.yaml")


@cache
def map_named(system: str, name: str) -> MapSheet | None:
    """Return a map by its file's name, with or without `.tmx`. Raises MapError."""
    if not name:
        return None
    from game.maps import load_map

    return load_map(MAPS / system / (name if name.endswith(".tmx") else f"{name}.tmx"))


def begin(game: str, seed: int = 0, options: dict[str, bool] | None = None, dice: SeededDice | None = None) -> Session:
    """Return a game at its first decision."""
    system, _, key = game.partition("/")
    scenario = scenario_named(system, key)
    return Session(SYSTEMS[system], scenario, map_named(system, scenario.map), options, seed=seed, dice=dice)


def below(thought: SeededDice, n: int) -> int:
    """Return a whole number 0..n-1 at random."""
    return thought.roll(1, n)[0] - 1


def pick(session: Session, thought: SeededDice) -> Command:
    """Return a command at random: first the offer, then the choice in it. Raises AssertionError at a dead end."""
    found = offers(session.system, session.state)
    assert found, f"a dead end: {session.actor!r} is offered nothing"
    return draw(found[below(thought, len(found))], thought)


def draw(offer: Offer, thought: SeededDice) -> Command:
    """Return a command of an offer at random."""
    if offer.domain is not None:
        return offer.domain.sample(lambda n: below(thought, n))
    return offer.commands[below(thought, len(offer.commands))]


def stroll(session: Session, thought: SeededDice, limit: int = 100_000) -> Iterator[Step]:
    """Play at random until the game ends or `limit` commands are given; yields every step."""
    for _ in range(limit):
        if session.over:
            return
        command = pick(session, thought)
        refused = session.check(command)
        assert not refused, f"{command} was offered but is refused: {refused}"
        step = session.submit(command)
        assert isinstance(step, Step), step
        yield step


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep some of the cases of a sweep, spread over the games; `make soak` keeps all."""
    if SOAK:
        return
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sweep"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    dropped = {item for sweep in cases.values() for item in left_out(sweep)}
    if dropped:
        items[:] = [item for item in items if item not in dropped]
        config.hook.pytest_deselected(items=list(dropped))


def left_out(sweep: list[pytest.Item]) -> list[pytest.Item]:
    """Return the cases of one sweep that are not run; those kept come from every game in turn."""
    marker = sweep[0].get_closest_marker("sweep")
    assert marker is not None
    by_game: dict[str, list[pytest.Item]] = {}
    for item in sorted(sweep, key=lambda item: crc32(f"{SHARE}{item.nodeid}".encode())):
        game = next((key for key in SYSTEMS if key in item.nodeid.partition("[")[2]), "")
        by_game.setdefault(game, []).append(item)
    in_turn = [item for each in zip_longest(*by_game.values()) for item in each if item is not None]
    return in_turn[marker.kwargs["keep"] :]


@pytest.fixture(scope="session", autouse=True)
def _no_dead_time() -> None:
    """Switch the dead time after a press off: tests press faster than people.

    `tests/game/test_settling.py` tests it.
    """
    settling.SETTLE_MS = 0
