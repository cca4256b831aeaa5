"""A desktop for a test: a session bus with the accessibility services on it, the program, and a client that reads it.

The client speaks plain D-Bus, so that nothing of the system's Python is needed. No display: SDL's dummy driver will do.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jeepney import DBusAddress, HeaderFields, MessageType, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from tests.conftest import ROOT

LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
PATIENCE_S = 60
ROLES = {
    7: "check",
    11: "combo",
    16: "dialog",
    23: "window",
    27: "image",
    29: "label",
    31: "list",
    32: "item",
    33: "menu",
    35: "menu item",
    37: "tab",
    38: "tabs",
    39: "group",
    42: "progress",
    43: "button",
    51: "slider",
    54: "live",
    75: "application",
    79: "field",
    88: "link",
    98: "list",
}
STATES = {4: "checked", 8: "enabled", 12: "focused", 23: "selected", 24: "sensitive"}
ACCESSIBLE, ACTION, COMPONENT = (f"org.a11y.atspi.{name}" for name in ("Accessible", "Action", "Component"))
PROPERTIES = "org.freedesktop.DBus.Properties"
Ref = tuple[str, str]


def missing() -> str:
    """Return what this machine lacks for these tests, in a sentence; empty when it has all."""
    lacking = [name for name in ("dbus-daemon",) if shutil.which(name) is None]
    lacking += [] if any(map(os.path.exists, LAUNCHERS)) else ["at-spi-bus-launcher"]
    return f"THE SCREEN READER WAS NOT TESTED. It needs {', '.join(lacking)}: dbus, at-spi2-core" if lacking else ""


@contextmanager
def desktop(enabled: bool = True, display: str = "") -> Iterator[dict[str, str]]:
    """Provide a session bus and, with `enabled`, somebody who wants to be read to; with `display` an X server to be
    drawn on.

    Gives the environment for programs on it.
    """
    with tempfile.TemporaryDirectory() as run:
        env = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        seen = {"DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_FRAMEBUFFER_ACCELERATION": "0"}
        env |= {"XDG_RUNTIME_DIR": run, "SDL_AUDIODRIVER": "dummy"}
        env |= seen if display else {"SDL_VIDEODRIVER": "dummy"}
        env |= {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "PYTHONPATH": str(ROOT), "GSETTINGS_BACKEND": "memory"}
        order = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1"]
        bus = subprocess.Popen(order, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env, text=True)
        assert bus.stdout is not None
        env["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        launcher = next(path for path in LAUNCHERS if os.path.exists(path))
        order = [launcher, "--launch-immediately", f"--a11y={int(enabled)}"]
        services = subprocess.Popen(order, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
        try:
            until("the accessibility services", lambda: has_owner(env, "org.a11y.Bus"))  # or a second one would be made
            switch(env, enabled)
            yield env
        finally:
            for process in (services, bus):
                process.terminate()
                process.wait()


def switch(env: dict[str, str], on: bool) -> None:
    """Switch accessibility on or off, as a screen reader does, whatever the user's settings are."""
    bus = open_dbus_connection(bus=env["DBUS_SESSION_BUS_ADDRESS"])
    address = DBusAddress("/org/a11y/bus", "org.a11y.Bus", PROPERTIES)
    body = ("org.a11y.Status", "IsEnabled", ("b", on))
    reply = bus.send_and_get_reply(new_method_call(address, "Set", "ssv", body))
    bus.close()
    assert reply.header.message_type is not MessageType.error, reply.body


def has_owner(env: dict[str, str], name: str) -> bool:
    """Return whether somebody serves a name on the session bus."""
    bus = open_dbus_connection(bus=env["DBUS_SESSION_BUS_ADDRESS"])
    address = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
    reply = bus.send_and_get_reply(new_method_call(address, "NameHasOwner", "s", (name,)))
    bus.close()
    return bool(reply.body[0])


@contextmanager
def program(env: dict[str, str], user: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """Provide the program in a window that nobody sees."""
    order = [sys.executable, "main.py", "--user-dir", str(user), *words]
    with open(user.parent / f"{user.name}.err", "wb") as errors:
        made = subprocess.Popen(order, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=errors)
    try:
        yield made
    finally:
        made.send_signal(signal.SIGKILL)
        made.wait()


def until(words: str, found: Callable[[], Any], patience: float = PATIENCE_S) -> Any:
    """Wait for something; AssertionError names it when it does not come."""
    end = time.monotonic() + patience
    while not (value := found()):
        assert time.monotonic() < end, f"waited {patience} s for {words}"
        time.sleep(0.05)
    return value


@dataclass(frozen=True)
class Seen:
    """One accessible thing as a client sees it."""

    ref: Ref
    role: str
    name: str
    more: str
    depth: int
    within: str  # the names of what it hangs in

    @property
    def available(self) -> bool:
        """Return whether it does not say that it is not available."""
        return "not available: " not in self.more


class Gone(Exception):
    """The requested object no longer exists."""


class Client:
    """Reads and presses what stands on an accessibility bus."""

    def __init__(self, env: dict[str, str]) -> None:
        session = open_dbus_connection(bus=env["DBUS_SESSION_BUS_ADDRESS"])
        address = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
        reply = session.send_and_get_reply(new_method_call(address, "GetAddress"))
        session.close()
        self.bus: DBusConnection = open_dbus_connection(bus=reply.body[0])

    def close(self) -> None:
        self.bus.close()

    def ask(self, ref: Ref, interface: str, method: str, signature: str = "", body: tuple[Any, ...] = ()) -> Any:
        """Return a call and the first part of its answer. Gone when there is nothing of that name any more."""
        return (*self.ask_whole(ref, interface, method, signature, body), None)[0]

    def ask_whole(
        self, ref: Ref, interface: str, method: str, signature: str = "", body: tuple[Any, ...] = ()
    ) -> tuple[Any, ...]:
        """Return a call and its whole answer."""
        message = new_method_call(DBusAddress(ref[1], ref[0], interface), method, signature, body)
        reply = self.bus.send_and_get_reply(message, timeout=20)
        if reply.header.message_type is MessageType.error:
            raise Gone(str(reply.body))
        return tuple(reply.body)

    def words(self, ref: Ref, name: str) -> str:
        found: tuple[str, Any] = self.ask(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, name))
        return str(found[1])

    def below(self, ref: Ref) -> list[Ref]:
        return [(name, path) for name, path in self.ask(ref, ACCESSIBLE, "GetChildren")]

    def windows(self) -> list[Ref]:
        """Return the windows of all programs on the bus."""
        desk = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
        found = []
        for program in self.below(desk):
            try:
                found += self.below(program)
            except Gone:
                continue
        return found

    def programs(self) -> list[str]:
        """Return what the programs on the bus are called."""
        desk = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
        return [self.words(program, "Name") for program in self.below(desk)]

    def window(self) -> Ref:
        """Return the window of the only program, as soon as there is one."""
        windows: list[Ref] = until("a window that is told", self.windows)
        return windows[0]

    def tree(self, window: Ref) -> list[Seen]:
        """Return everything in a window, in reading order. Asked level by level, all questions of a level at once."""
        found: dict[Ref, tuple[str, str, str]] = {}
        below: dict[Ref, list[Ref]] = {}
        level = [window]
        while level:
            answers = iter(self.ask_all(level))
            for ref in level:
                role, name, more, children = next(answers), next(answers), next(answers), next(answers)
                found[ref] = ROLES.get(role, "?"), name[1], more[1]
                below[ref] = [(owner, path) for owner, path in children]
            level = [child for ref in level for child in below[ref]]
        return list(_in_order(window, found, below, 0, ""))

    def ask_all(self, refs: list[Ref]) -> list[Any]:
        """Role, name, description and children of many things. Gone when one of them is no longer there."""
        serials = []
        for ref in refs:
            about, facts = DBusAddress(ref[1], ref[0], ACCESSIBLE), DBusAddress(ref[1], ref[0], PROPERTIES)
            for message in (
                new_method_call(about, "GetRole"),
                new_method_call(facts, "Get", "ss", (ACCESSIBLE, "Name")),
                new_method_call(facts, "Get", "ss", (ACCESSIBLE, "Description")),
                new_method_call(about, "GetChildren"),
            ):
                serial = next(self.bus.outgoing_serial)
                self.bus.send(message, serial=serial)
                serials.append(serial)
        waiting, answers, end = set(serials), {}, time.monotonic() + 20
        while waiting:
            reply = self.bus.receive(timeout=max(0.0, end - time.monotonic()))
            serial = reply.header.fields.get(HeaderFields.reply_serial, -1)
            if serial in waiting:
                waiting.discard(serial)
                answers[serial] = reply
        if any(answers[serial].header.message_type is MessageType.error for serial in serials):
            raise Gone("part of the screen")
        return [answers[serial].body[0] for serial in serials]

    def screen(self) -> list[Seen]:
        """Return the screen as it is now; read again when it changes while it is read."""
        for _ in range(50):
            try:
                return self.tree(self.window())
            except Gone:
                time.sleep(0.02)
        raise Gone("the screen never came to rest")

    def states(self, ref: Ref) -> set[str]:
        low, high = self.ask(ref, ACCESSIBLE, "GetState")
        bits = low | high << 32
        return {word for bit, word in STATES.items() if bits >> bit & 1}

    def press(self, seen: Seen) -> bool:
        """Return what a click does. False when it is gone or cannot be pressed."""
        try:
            return bool(self.ask(seen.ref, ACTION, "DoAction", "i", (0,)))
        except Gone:
            return False

    def find(self, role: str, start: str) -> Seen | None:
        """Return the first thing of a role whose name begins so."""
        return next((seen for seen in self.screen() if seen.role == role and seen.name.startswith(start)), None)

    def wait_for(self, role: str, start: str) -> Seen:
        found: Seen = until(f"{role} {start!r}", lambda: self.find(role, start))
        return found


def _in_order(
    ref: Ref, found: dict[Ref, tuple[str, str, str]], below: dict[Ref, list[Ref]], depth: int, within: str
) -> Iterator[Seen]:
    role, name, more = found[ref]
    yield Seen(ref, role, name, more, depth, within)
    for child in below[ref]:
        yield from _in_order(child, found, below, depth + 1, f"{within}/{name}")
