"""Files rewritten whole: old or new and never half, whatever the disk does."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.logbook import write_whole
from rules.kernel.storage import NotSaved, Storage, reason
from tests.kernel.disks import ERRORS, Failing, Fast, Recorder
from tests.kernel.logs import open_handles


def test_a_rewritten_file_keeps_its_three_previous_versions(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    for version in range(6):
        write_whole(path, b"version %d" % version)
    assert {name.name: name.read_bytes() for name in tmp_path.iterdir()} == {
        "settings.yaml": b"version 5",
        "settings.yaml.1": b"version 4",
        "settings.yaml.2": b"version 3",
        "settings.yaml.3": b"version 2",
    }


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("for_good", [False, True])
def test_a_failed_rewrite_leaves_the_old_file_whole(tmp_path: Path, error: str, for_good: bool) -> None:
    path = tmp_path / "settings.yaml"
    clean = Failing(0, error)
    write_whole(path, b"old", Fast())
    write_whole(path, b"old", clean)
    handles = open_handles()
    for number in range(1, clean.calls + 1):
        write_whole(path, b"old", Fast())
        try:
            write_whole(path, b"new and longer", Failing(number, error, for_good))
            assert path.read_bytes() == b"new and longer"
        except NotSaved as refusal:
            assert str(refusal).startswith("settings.yaml is not saved: ")
            assert path.read_bytes() in (b"old", b"new and longer")
        for copy in tmp_path.glob("settings.yaml.?"):
            assert copy.read_bytes() in (b"old", b"new and longer")
    assert open_handles() == handles


def test_a_disk_that_gives_back_other_bytes_is_found_out_before_the_old_file_is_replaced(tmp_path: Path) -> None:
    class Forgetful(Fast):
        def write(self, handle: int, data: bytes) -> int:
            return super().write(handle, data[:-1] + b"?")

    path = tmp_path / "settings.yaml"
    write_whole(path, b"old")
    with pytest.raises(NotSaved, match="returned different data"):
        write_whole(path, b"new", Forgetful())
    assert [path.read_bytes(), len(list(tmp_path.iterdir()))] == [b"old", 1]


def test_a_file_held_by_a_virus_scanner_is_tried_again_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Scanned(Fast):
        windows = True
        refusals = 9
        pauses = 0
        paused_s = 0.0

        def replace(self, source: Path, target: Path) -> None:
            if self.refusals:
                self.refusals -= 1
                raise PermissionError(13, "in use", str(source))
            super().replace(source, target)

        def pause(self, seconds: float) -> None:
            self.pauses += 1
            self.paused_s += seconds

    path, disk = tmp_path / "settings.yaml", Scanned()
    write_whole(path, b"new", disk)
    assert (path.read_bytes(), disk.pauses) == (b"new", 9)
    assert 2 < disk.paused_s < 3, "a service that copies files holds them longer than half a second"
    write_whole(path, b"newer", disk)
    before = {name: name.read_bytes() for name in tmp_path.iterdir()}
    disk.refusals = 10
    monkeypatch.setattr(Storage, "windows", True)
    with pytest.raises(NotSaved, match="another program has it open"):
        write_whole(path, b"newest", disk)
    assert {name: name.read_bytes() for name in tmp_path.iterdir()} == before, "no copy is shifted for nothing"


def test_a_copy_that_is_held_does_not_stop_the_file_from_being_saved(tmp_path: Path) -> None:
    class Held(Fast):
        def replace(self, source: Path, target: Path) -> None:
            if target.suffix == ".1":
                raise PermissionError(13, "in use", str(source))
            super().replace(source, target)

    path = tmp_path / "settings.yaml"
    write_whole(path, b"old")
    write_whole(path, b"new", Held())
    assert path.read_bytes() == b"new"


def test_windows_is_translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Storage, "windows", True)
    (tmp_path / "a.yaml").write_text("held")
    assert "another program has it open" in reason(PermissionError(13, "Access is denied", str(tmp_path / "a.yaml")))
    held = PermissionError(13, "Access is denied", str(tmp_path / "a.yaml"))
    assert "another program has it open" in reason(held, reading=True)
    assert reason(OSError(22, "Invalid argument", str(tmp_path / "a?b"))) == "no file can have that name"
    assert reason(OSError(22, "it is a device, not a file")) == "it is a device, not a file"
    assert "choose another folder" in reason(PermissionError(13, "Access is denied", str(tmp_path / "nowhere")))


def test_a_folder_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "settings.yaml").mkdir()
    with pytest.raises(NotSaved, match="there is a folder of that name"):
        write_whole(tmp_path / "settings.yaml", b"new")
    with pytest.raises(NotSaved, match="is gone"):
        write_whole(tmp_path / "missing" / "settings.yaml", b"new")


def test_a_power_cut_after_any_call_leaves_a_rewritten_file_old_or_new(tmp_path: Path) -> None:
    disk = Recorder()
    versions = [b"version %d" % number * 50 for number in range(8)]
    for version in versions:
        write_whole(tmp_path / "settings.yaml", version, disk)
        disk.acknowledge()
    for acknowledged, files in disk.power_cuts():
        allowed = versions[max(acknowledged - 1, 0) : acknowledged + 1]
        assert files.get("settings.yaml") in allowed or (acknowledged == 0 and "settings.yaml" not in files)
        kept = [data for name, data in files.items() if not name.startswith(".")]
        assert all(data in versions for data in kept)
