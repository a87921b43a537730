"""Files are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzle_factory import store
from puzzle_factory.errors import IoFailure, WrongUsage
from puzzle_factory.store import make_folder, write_all, write_whole


def test_a_file_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"before")
    path.chmod(0o640)
    write_whole(path, b"after")
    assert path.read_bytes() == b"after"
    assert path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["file"]


def test_a_new_file_is_as_open_as_any_other(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    write_whole(tmp_path / "file", b"")
    assert (tmp_path / "file").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_name_may_be_as_long_as_the_system_takes_it(tmp_path: Path) -> None:
    longest = "n" * os.pathconf(tmp_path, "PC_NAME_MAX")
    write_whole(tmp_path / longest, b"there")
    assert os.listdir(tmp_path) == [longest]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"before")
    (tmp_path / "link").symlink_to("file")
    write_whole(tmp_path / "link", b"after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"after"


@pytest.mark.parametrize("stop", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_after_a_failure_all_is_as_before(stop: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"before")

    def fail(_: int) -> None:
        raise stop

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises((KeyboardInterrupt, IoFailure)) as caught:
        write_whole(path, b"after")
    assert caught.type is KeyboardInterrupt or str(caught.value) == f"{path}: not written, No space left on device"
    assert path.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["file"]


def test_where_one_of_several_files_cannot_be_written_none_stays(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"old")
    with pytest.raises(WrongUsage, match="no-such-folder"):
        write_all(tmp_path, {"new": b"made", "old": b"old", "no-such-folder/new": b"made"})
    assert os.listdir(tmp_path) == ["old"]


def test_a_file_that_was_just_written_as_the_interrupt_came_goes_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(store, "_sync_folder", interrupt)  # the last thing done, when the file stands there
    with pytest.raises(KeyboardInterrupt):
        write_all(tmp_path, {"one": b"made", "two": b"made"})
    assert os.listdir(tmp_path) == []


def test_the_last_of_several_files_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be what says that the others are there; and the taking away may be cut short as well."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    def content() -> Iterator[bytes]:
        yield b"made"
        monkeypatch.setattr(store, "_sync_folder", interrupt)
        monkeypatch.setattr(Path, "unlink", unlink_one)

    def unlink_one(path: Path) -> None:
        monkeypatch.setattr(Path, "unlink", interrupt)
        os.unlink(path)

    with pytest.raises(KeyboardInterrupt):
        write_all(tmp_path, {"one": b"made", "two": b"made", "manifest": content()})
    assert sorted(os.listdir(tmp_path)) == ["one", "two"]


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_whole(os.devnull, b"gone")
    assert not Path(os.devnull).is_file()


def test_a_place_that_cannot_be_one_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(WrongUsage, match="is a folder; name a file in it"):
        write_whole(tmp_path, b"")
    with pytest.raises(WrongUsage, match=r"there is no folder .*nowhere; make it first"):
        write_whole(tmp_path / "nowhere" / "file", b"")
    (tmp_path / "file").touch()
    with pytest.raises(WrongUsage, match="a file stands in the way of this folder; move it, or name another folder"):
        make_folder(tmp_path / "file")


def test_stdout_takes_the_bytes_as_they_are(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    write_whole("-", b"\xe2\x94\x8c\n")
    assert capfdbinary.readouterr().out == b"\xe2\x94\x8c\n"
