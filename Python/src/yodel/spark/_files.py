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
from yodel.spark._stores import head, is_url, list_urls, size_and_version

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
    version
        What its store tells of it, of a file that is elsewhere.
    """

    inode: int
    size: int
    mtime: int | None
    mark: str | None = None
    version: str | None = None

    def check(self, path: str) -> None:
        """Look whether the file is still the same.

        Raises
        ------
        yodel.Error
            It is gone, was replaced, or has changed.
        """
        try:
            same = self._is_of(path)
        except OSError as error:
            reason = error.strerror or str(error) or type(error).__name__
            raise Error(
                f"{path} was there when its reading was planned, and is not: {reason}."
            ) from error
        if not same:
            raise Error(f"{path} has changed since its reading was planned.")

    def _is_of(self, path: str) -> bool:
        if self.version is not None:
            return size_and_version(path) == (self.size, self.version)
        now = os.stat(path)
        if self.mtime is not None:
            return (now.st_ino, now.st_size, now.st_mtime_ns) == (
                self.inode,
                self.size,
                self.mtime,
            )
        return (
            now.st_ino == self.inode
            and now.st_size >= self.size
            and mark(path, self.size) == self.mark
        )


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
    if is_url(path):
        size, version = size_and_version(path)
        return Identity(0, size, None, version=version)
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
    if is_url(path):
        first = head(path, 4)
    else:
        with open(path, "rb") as file:
            first = file.read(4)
    skipped_frame = len(first) == 4 and first[0] & 0xF0 == 0x50 and first[1:] == b"\x2a\x4d\x18"
    return first[:2] == b"\x1f\x8b" or first == b"\x28\xb5\x2f\xfd" or skipped_frame


def list_files(
    paths: Sequence[str], *, recursive: bool, name_pattern: str | None, may_be_empty: bool = False
) -> list[str]:
    """List the files that paths, folders and patterns name, each once.

    Parameters
    ----------
    paths
        Paths of files and folders, and patterns, or URLs of such in stores that fsspec knows. Of a
        folder those files are meant whose names begin with neither a period nor an underscore.
    recursive
        Whether folders in folders are meant, too.
    name_pattern
        A pattern that names of files in folders match; None for all.
    may_be_empty
        Whether there may be no file yet.

    Returns
    -------
    list of str
        Absolute paths, and URLs; those of a folder sorted.

    Raises
    ------
    FileNotFoundError
        There is none of them.
    ValueError
        A URL is of a store that fsspec does not know.
    """
    files: dict[str, None] = {}
    for path in paths:
        if is_url(path):
            found = list_urls(
                path, recursive=recursive, name_pattern=name_pattern, may_be_empty=may_be_empty
            )
            files.update(dict.fromkeys(found))
            continue
        path = _local(path)
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
