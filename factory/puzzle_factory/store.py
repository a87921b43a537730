"""What touches the disk. A file is written whole or not at all: beside its place, then moved there in one step.

content      the bytes of a file, at once or piece by piece as they are made
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from puzzle_factory.errors import IoFailure, WrongUsage

STDOUT = "-"
PART = ".part"  # ending of a file that is being written; its name begins with a dot and the writer's process number

Content = bytes | Iterable[bytes]


def write_whole(target: str | Path, content: Content) -> None:
    """Write `content` to a file, or to stdout where the target is `-`.

    After a failure or Ctrl-C the file is as it was. Raises WrongUsage where the place cannot be one, IoFailure where
    the system refuses.
    """
    if str(target) == STDOUT:
        _write_stdout(content)
        return
    path = Path(target)
    check_place(path)
    try:
        if path.exists() and not path.is_file():  # a device or a pipe: replaced by a file it would be lost
            path.write_bytes(b"".join(_pieces(content)))
        else:
            _replace(path, content)
    except OSError as error:
        raise IoFailure(f"{path}: not written, {error.strerror or error}") from error


def write_all(folder: str | Path, contents: Mapping[str, Content]) -> None:
    """Write files into a folder, in order. After a failure or Ctrl-C none of them stands there that did not before."""
    new = [Path(folder, name) for name in contents if not Path(folder, name).exists()]  # before, not while, writing
    try:
        for name, content in contents.items():
            write_whole(Path(folder, name), content)
    except BaseException:
        for path in reversed(new):  # the last speaks of the others: should this be cut short, it must not stay
            with suppress(OSError):
                path.unlink()
        raise


def write_new(path: Path, content: Content) -> None:
    """A new file, seen by others when it is whole. Where one stands there already, that one stays.

    Raises IoFailure where the system refuses.
    """
    try:
        beside = _written_beside(path, content)
        try:
            _give_name(beside, path, content)
        finally:
            os.unlink(beside)
        _sync_folder(path.parent)
    except FileExistsError:
        return
    except OSError as error:
        raise IoFailure(f"{path}: not written, {error.strerror or error}") from error


def write_folder(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write a folder of a few files, seen by others when it is whole; what it replaces is gone only then.

    A folder that has just these files is replaced by them, or left alone where they are the same. Raises WrongUsage
    where anything else stands in the place, IoFailure where the system refuses.
    """
    if _has_just(folder, contents):
        return
    made = None
    try:
        made = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{os.getpid()}-", suffix=PART))
        os.chmod(made, _allowed(0o777))
        for name, content in contents.items():
            with open(made / name, "xb") as file:
                _write_synced(file, content)
        _take_place(made, folder)
    except OSError as error:
        if not _has_just(folder, contents):  # or another worker was first with the very same
            raise IoFailure(f"{folder}: not written, {error.strerror or error}") from error
    finally:
        if made is not None:
            shutil.rmtree(made, ignore_errors=True)
    _sync_folder(folder.parent)


def _has_just(folder: Path, contents: Mapping[str, bytes]) -> bool:
    """Whether a folder has these files and no others. Raises WrongUsage where it is no folder of such files."""
    if not os.path.lexists(folder):
        return False
    plain = folder.is_dir() and not folder.is_symlink()
    if not plain or not {path.name for path in folder.iterdir()} <= set(contents):
        raise WrongUsage(f"{folder}: something else stands in the way; move it, or name another folder")
    paths = [folder / name for name in contents]
    return all(path.is_file() and path.read_bytes() == contents[path.name] for path in paths)


def _take_place(made: Path, folder: Path) -> None:
    """Give a new folder its name, in place of the one that has it."""
    before = made.with_name(f"{made.name.removesuffix(PART)}-old{PART}")
    if folder.exists():
        os.rename(folder, before)
    try:
        os.rename(made, folder)
    except OSError:
        if before.exists():
            os.rename(before, folder)
        raise
    shutil.rmtree(before, ignore_errors=True)


def sha256_of(content: bytes) -> str:
    """The checksum of a file's bytes, in hex."""
    return hashlib.sha256(content).hexdigest()


def check_file(path: str | Path) -> None:
    """Raise WrongUsage where there is nothing to read at `path`. A pipe is something: it can be read once."""
    if Path(path).is_dir():
        raise WrongUsage(f"{path} is a folder; name a file in it")
    if not Path(path).exists():
        raise WrongUsage(f"{path}: no such file")


def read_whole(path: str | Path) -> bytes:
    """All that is in a file. Raises WrongUsage where there is none, IoFailure where the system refuses."""
    check_file(path)
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise IoFailure(f"{path}: cannot be read, {error.strerror or error}") from error


def check_place(path: Path) -> None:
    """Raise WrongUsage where a file cannot be written at `path`; worth asking before the work that fills it."""
    if path.is_dir():
        raise WrongUsage(f"{path} is a folder; name a file in it")
    if not path.parent.is_dir():
        raise WrongUsage(f"{path}: there is no folder {path.parent}; make it first")


def make_folder(path: str | Path) -> None:
    """Make a folder where there is none, so that it lasts through a power cut.

    Raises WrongUsage where something else stands there, IoFailure if refused.
    """
    missing = [each for each in (Path(path), *Path(path).parents) if not each.exists()]
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise WrongUsage(f"{path}: a file stands in the way of this folder; move it, or name another folder") from error
    except OSError as error:
        raise IoFailure(f"{path}: folder not made, {error.strerror or error}") from error
    for each in missing:
        _sync_folder(each.parent)


def sweep(folder: Path) -> None:
    """Take away what processes that are no more left half-written in a folder."""
    for path in folder.glob(f".*{PART}"):
        writer = path.name[1:].partition("-")[0]
        if writer.isdigit() and not _is_alive(int(writer)):
            with suppress(OSError):
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path)
                else:
                    path.unlink()


def _is_alive(process: int) -> bool:
    """Whether there is a process of that number; taken for granted where the system cannot be asked."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _pieces(content: Content) -> Iterable[bytes]:
    return (content,) if isinstance(content, bytes) else content


def _replace(path: Path, content: Content) -> None:
    real = path.resolve()  # a link stays a link: what it points to is replaced
    beside = _written_beside(real, content)
    try:
        os.replace(beside, real)
    except BaseException:  # Ctrl-C as well: nothing half-written stays
        with suppress(OSError):
            os.unlink(beside)
        raise
    _sync_folder(real.parent)


def _written_beside(path: Path, content: Content) -> str:
    """The content in a file beside its place, on disk and with the permissions it is to have; returns its name."""
    # The file's own name is no part of the other's: together they may be too long.
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{os.getpid()}-", suffix=PART)
    try:
        with open(handle, "wb") as file:
            _write_synced(file, content)
        os.chmod(beside, _mode(path))
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise
    return beside


def _give_name(beside: str, path: Path, content: Content) -> None:
    """Let a file be known as `path` too. Raises FileExistsError where something is."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links: not seen whole at once, but never in another's place
        with open(path, "xb") as file:
            _write_synced(file, content)


def _write_synced(file: BinaryIO, content: Content) -> None:
    file.writelines(_pieces(content))
    file.flush()
    os.fsync(file.fileno())


def _mode(path: Path) -> int:
    """The permissions a file keeps, or those that a new one gets."""
    if path.exists():
        return path.stat().st_mode & 0o777
    return _allowed(0o666)


def _allowed(mode: int) -> int:
    """The permissions of something new, without those that this process is to keep back."""
    mask = os.umask(0)
    os.umask(mask)
    return mode & ~mask


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _write_stdout(content: Content) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.writelines(_pieces(content))
    sys.stdout.buffer.flush()
