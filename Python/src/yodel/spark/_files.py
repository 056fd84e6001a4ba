"""Files that tasks read: which they are, how they are divided, and whether they are still the same."""

from __future__ import annotations

import dataclasses
import errno
import fnmatch
import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence

from yodel._errors import Error
from yodel._paths import expand

__all__ = ["Identity", "Piece", "identity", "is_compressed", "list_files", "mark", "pack", "pieces"]

_MARKED_BYTES = 4096


@dataclasses.dataclass(frozen=True)
class Identity:
    """What a file was when its reading was planned.

    Parameters
    ----------
    inode
        Its inode.
    size
        Its size; of a file that may grow, the bytes that are read of it.
    mtime
        When it was changed last, in nanoseconds; None for a file that may grow.
    mark
        What `mark` makes of a file that may grow.
    """

    inode: int
    size: int
    mtime: int | None
    mark: str | None = None

    def check(self, path: str) -> None:
        """Look whether the file is still the same.

        Raises
        ------
        yodel.Error
            It is gone, was replaced, or has changed.
        """
        try:
            now = os.stat(path)
        except OSError as error:
            raise Error(
                f"{path} was there when its reading was planned, and is not: {error.strerror}."
            ) from error
        if self.mtime is not None:
            same = (now.st_ino, now.st_size, now.st_mtime_ns) == (self.inode, self.size, self.mtime)
        else:
            same = (
                now.st_ino == self.inode
                and now.st_size >= self.size
                and mark(path, self.size) == self.mark
            )
        if not same:
            raise Error(f"{path} has changed since its reading was planned.")


@dataclasses.dataclass(frozen=True)
class Piece:
    """Lines of a file: those that begin in a range of its bytes; all of a compressed one."""

    path: str
    start: int
    end: int
    compressed: bool
    identity: Identity


def identity(path: str) -> Identity:
    """Tell what a file is now, whose bytes must not change while it is read."""
    now = os.stat(path)
    return Identity(now.st_ino, now.st_size, now.st_mtime_ns)


def mark(path: str, size: int) -> str:
    """Sum up the beginning of a file, by what stands at its two ends: files only get longer."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        digest.update(file.read(min(size, _MARKED_BYTES)))
        file.seek(max(size - _MARKED_BYTES, 0))
        digest.update(file.read(min(size, _MARKED_BYTES)))
    return digest.hexdigest()[:32]


def is_compressed(path: str) -> bool:
    """Tell whether a file is compressed, by gzip or zstd, from its first bytes."""
    with open(path, "rb") as file:
        head = file.read(4)
    skipped_frame = len(head) == 4 and head[0] & 0xF0 == 0x50 and head[1:] == b"\x2a\x4d\x18"
    return head[:2] == b"\x1f\x8b" or head == b"\x28\xb5\x2f\xfd" or skipped_frame


def list_files(
    paths: Sequence[str], *, recursive: bool, name_pattern: str | None, may_be_empty: bool = False
) -> list[str]:
    """List the files that paths, folders and patterns name, each once.

    Parameters
    ----------
    paths
        Paths of files and folders, and patterns. Of a folder those files are meant whose names
        begin with neither a period nor an underscore.
    recursive
        Whether folders in folders are meant, too.
    name_pattern
        A pattern that names of files in folders match; None for all.
    may_be_empty
        Whether there may be no file yet.

    Returns
    -------
    list of str
        Absolute paths, those of a folder sorted.

    Raises
    ------
    FileNotFoundError
        There is none of them.
    ValueError
        A path is on no local file system.
    """
    files: dict[str, None] = {}
    for path in map(_local, paths):
        if os.path.isdir(path):
            files.update(dict.fromkeys(_in_folder(path, recursive, name_pattern)))
            continue
        try:
            files.update(dict.fromkeys(map(os.path.abspath, expand(path))))
        except FileNotFoundError:
            if not may_be_empty:
                raise
    if not files and not may_be_empty:
        raise FileNotFoundError(errno.ENOENT, "There is no file to read", ", ".join(paths))
    return list(files)


def _local(path: str) -> str:
    if path.startswith("file:"):
        rest = path[len("file:") :]
        return "/" + rest.lstrip("/")
    scheme, separator, _ = path.partition("://")
    if separator and scheme.isalnum():
        raise ValueError(f"{path} is on no local file system, and others cannot be read.")
    return os.path.abspath(path)


def _in_folder(folder: str, recursive: bool, name_pattern: str | None) -> Iterator[str]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.startswith((".", "_")):
            continue
        if entry.is_dir():
            if recursive:
                yield from _in_folder(entry.path, recursive, name_pattern)
        elif name_pattern is None or fnmatch.fnmatchcase(entry.name, name_pattern):
            yield entry.path


def pieces(
    path: str, start: int, end: int, compressed: bool, identity: Identity, limit: int
) -> Iterator[Piece]:
    """Divide bytes of a file into ranges of a limited size; a compressed file stays whole."""
    if compressed:
        yield Piece(path, 0, end, True, identity)
        return
    for lower in range(start, end, limit):
        yield Piece(path, lower, min(lower + limit, end), False, identity)


def pack(all_pieces: Iterable[Piece], limit: int) -> list[tuple[Piece, ...]]:
    """Put small pieces together, so that a task has enough to do."""
    groups: list[tuple[Piece, ...]] = []
    group: list[Piece] = []
    size = 0
    for piece in all_pieces:
        bytes_ = piece.end - piece.start
        if group and size + bytes_ > limit:
            groups.append(tuple(group))
            group, size = [], 0
        group.append(piece)
        size += bytes_
    if group:
        groups.append(tuple(group))
    return groups
