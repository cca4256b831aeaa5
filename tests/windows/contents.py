"""What the packed folder for Windows holds: all libraries that are asked for, what Properties shows, no tests."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from game.version import VERSION
from tests.windows.programs import NAME, Programs

PROGRAMS = (f"{NAME}.exe", "fi.exe")
PAPERS = ("READ-ME-FIRST.txt", "LICENSE", "CHANGELOG.md", "CREDITS.md", "licences")
ICON, VERSION_OF_IT, MANIFEST = 14, 16, 24  # the kinds of resources
# What Windows 10 has in its own folder, of that which is asked for; api-ms-win-... are names of it.
OF_WINDOWS = {
    "advapi32", "bcrypt", "cfgmgr32", "comctl32", "comdlg32", "crypt32", "dwmapi", "gdi32", "imm32", "iphlpapi",
    "kernel32", "mpr", "msimg32", "msvcrt", "netapi32", "ntdll", "ole32", "oleaut32", "opengl32", "propsys", "rpcrt4",
    "secur32", "setupapi", "shell32", "shlwapi", "ucrtbase", "uiautomationcore", "user32", "userenv", "usp10",
    "uxtheme", "version", "winmm", "winspool.drv", "ws2_32", "wtsapi32", "dnsapi", "psapi", "dinput8", "d3d9",
    "powrprof", "bcryptprimitives",
}  # fmt: skip
NEVER = ("tests", "pytest", "hypothesis", "bcryptprimitives.dll", "_wmi.pyd.off", "numpy", "shapely")


def contents(programs: Programs) -> str:
    """Read every program and library of the packed folder."""
    folder, windows = programs.packed, programs.windows
    assert folder is not None
    sys.path.append(str(windows.packages))
    pefile: Any = import_module("pefile")  # of the packages for Windows

    files = [path for path in folder.rglob("*") if path.suffix.lower() in (".exe", ".dll", ".pyd")]
    there = {path.name.lower() for path in files}
    missing = {}
    for path in files:
        with pefile.PE(str(path), fast_load=True) as read:
            read.parse_data_directories([1, 13])  # imports at the start, and those at the first call
            for name in _imports(read):
                if name not in there and not _is_of_windows(name):
                    missing[name] = path.name
    assert not missing, f"neither in the folder nor in Windows 10: {missing}"
    for name in PROGRAMS:
        with pefile.PE(str(folder / name)) as read:
            _check_properties(read, name)
    papers = [name for name in PAPERS if not (folder / name).exists()]
    found = [str(path.relative_to(folder)) for path in folder.rglob("*") if path.name in NEVER]
    assert not papers and not found, f"missing: {papers}; should not be there: {found}"
    assert "\r\n" in (folder / "READ-ME-FIRST.txt").read_bytes().decode("utf-8")
    return (
        f"{len(files)} programs and libraries, all they ask for is there; icon, version and manifest in both programs"
    )


def _imports(read: Any) -> list[str]:
    """Return the libraries that a program or library asks for."""
    kinds = (getattr(read, name, ()) for name in ("DIRECTORY_ENTRY_IMPORT", "DIRECTORY_ENTRY_DELAY_IMPORT"))
    return [entry.dll.decode().lower() for kind in kinds for entry in kind]


def _is_of_windows(name: str) -> bool:
    """Return whether Windows 10 has a library."""
    return name.startswith("api-ms-win-") or name.removesuffix(".dll") in OF_WINDOWS


def _check_properties(read: Any, name: str) -> None:
    """Check what Windows shows of a program."""
    kinds = {entry.id for entry in read.DIRECTORY_ENTRY_RESOURCE.entries}
    assert {ICON, VERSION_OF_IT, MANIFEST} <= kinds, f"{name}: {kinds}"
    told = {
        key.decode(): value.decode()
        for info in read.FileInfo[0]
        for table in getattr(info, "StringTable", ())
        for key, value in table.entries.items()
    }
    assert told["FileVersion"] == VERSION and told["OriginalFilename"] == name, told
    console = read.OPTIONAL_HEADER.Subsystem == 3
    assert console == (name == "fi.exe"), f"{name}: with a console or without: {console}"
