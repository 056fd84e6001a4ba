"""Files of stores that fsspec knows: they are listed there, and copied for the time of a task.

The library reads files of the machine. Of a file that is elsewhere a task copies what it reads, the
lines of its range and no more, and lets go of the copy behind the last batch.
"""

from __future__ import annotations

import contextlib
import errno
import fnmatch
import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

__all__ = ["copied", "head", "is_url", "list_urls", "size_and_version"]

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*(?:::|://)")
_PATTERN = re.compile(r"[*?\[]")
_BLOCK = 1 << 20
# What stores tell of a file that is another if the file is. Of one that tells nothing it is the size.
_TELLING = (
    "etag",
    "versionid",
    "generation",
    "md5",
    "md5hash",
    "contentmd5",
    "crc",
    "checksum",
    "lastmodified",
    "updated",
    "modified",
    "mtime",
    "datetime",
    "ino",
)


def is_url(path: str) -> bool:
    """Tell whether a path is one of a store; ``file:`` is this machine's."""
    return _URL.match(path) is not None and not path.startswith("file:")


def list_urls(
    url: str, *, recursive: bool, name_pattern: str | None, may_be_empty: bool
) -> list[str]:
    """List the files that a URL of a file or folder, or a pattern, names.

    Raises
    ------
    FileNotFoundError
        There is none.
    """
    store, inner = _open(url)
    store.invalidate_cache()
    if _PATTERN.search(_first(url)) and not store.exists(inner):
        found = store.glob(inner, detail=True)
        files = sorted(name for name, info in found.items() if info["type"] == "file")
    else:
        try:
            info = store.info(inner)
        except FileNotFoundError:
            info = None
        # A server of files has no folders, but pages that list what is below.
        if info is not None and (info["type"] == "directory" or _first(url).endswith("/")):
            files = list(_in_folder(store, inner, recursive, name_pattern))
            may_be_empty = True
        else:
            files = [] if info is None else [inner]
    if not files and not may_be_empty:
        raise FileNotFoundError(errno.ENOENT, "There is no such file", url)
    return [_whole(url, name) for name in files]


def size_and_version(url: str) -> tuple[int, str]:
    """Tell the size of a file, and what is another text if the file is another.

    Raises
    ------
    OSError
        It is not there, or the store does not tell its size.
    """
    store, inner = _open(url)
    store.invalidate_cache()
    info = store.info(inner)
    size = info.get("size")
    if size is None:
        raise OSError(errno.EINVAL, "The store does not tell the size of a file", url)
    known = {"".join(filter(str.isalnum, name.lower())): value for name, value in info.items()}
    told = [(name, str(known[name])) for name in _TELLING if known.get(name) is not None]
    return size, hashlib.sha256(repr((size, told)).encode()).hexdigest()[:32]


def head(url: str, count: int) -> bytes:
    """Read the first bytes of a file."""
    with _reading(url) as file:
        return _read(file, 0, count)


@contextlib.contextmanager
def copied(url: str, size: int, bounds: tuple[int, int] | None) -> Iterator[str]:
    """Copy a file, or the lines that begin in some of its bytes.

    The bytes stand where they stand in the file. Before them the copy has a hole, which takes no
    room on a disk, so all that is told of their places is right.

    Parameters
    ----------
    url
        The file.
    size
        Its size, when its reading was planned.
    bounds
        The bytes; None for the whole file. The byte before the first one is copied, too: it tells
        whether a line begins there.

    Yields
    ------
    str
        The path of the copy, which goes with the context.
    """
    with tempfile.TemporaryDirectory(prefix="yodel-") as folder:
        path = os.path.join(folder, "part")
        start, end = (0, size) if bounds is None else bounds
        first = max(start - 1, 0)
        with _reading(url) as file, open(path, "wb") as copy:
            copy.seek(first)
            if _copy(file, first, end, copy.write) == end - first and start < end < size:
                _copy_line(file, end, size, copy.write)
        yield path


def _copy(file: BinaryIO, start: int, end: int, write: Callable[[bytes], object]) -> int:
    place = start
    while place < end and (block := _read(file, place, min(_BLOCK, end - place))):
        write(block)
        place += len(block)
    return place - start


def _copy_line(file: BinaryIO, place: int, size: int, write: Callable[[bytes], object]) -> None:
    """Copy what is left of the line that the byte before a place is in."""
    if _read(file, place - 1, 1) == b"\n":
        return
    ahead = 1 << 12
    while place < size and (block := _read(file, place, min(ahead, size - place))):
        end = block.find(b"\n") + 1
        write(block[:end] if end else block)
        if end:
            return
        place += len(block)
        ahead = min(ahead * 4, _BLOCK)


def _read(file: BinaryIO, place: int, count: int) -> bytes:
    file.seek(place)
    blocks = []
    while count > 0 and (block := file.read(count)):
        blocks.append(block)
        count -= len(block)
    return b"".join(blocks)


@contextlib.contextmanager
def _reading(url: str) -> Iterator[BinaryIO]:
    store, inner = _open(url)
    # Read by large ranges, one after the other: what is ahead is not asked for.
    with store.open(inner, "rb", cache_type="none") as file:
        yield file


def _in_folder(store: Any, folder: str, recursive: bool, name_pattern: str | None) -> Iterator[str]:
    for entry in sorted(store.ls(folder, detail=True), key=lambda entry: str(entry["name"])):
        inner = entry["name"].rstrip("/")
        name = inner.rsplit("/", 1)[-1]
        if not name or name.startswith((".", "_")) or inner == folder.rstrip("/"):
            continue
        if entry["type"] == "directory":
            if recursive:
                yield from _in_folder(store, entry["name"], recursive, name_pattern)
        elif name_pattern is None or fnmatch.fnmatchcase(name, name_pattern):
            yield entry["name"]


def _open(url: str) -> tuple[Any, str]:
    try:
        import fsspec
    except ImportError as error:
        raise ImportError(
            f"{url} is on no local file system; reading it needs fsspec:"
            " pip install 'yodel[fsspec]' installs it.",
            name="fsspec",
        ) from error
    try:
        return fsspec.url_to_fs(url)  # type: ignore[no-any-return]
    except (ValueError, ImportError) as error:
        raise ValueError(f"{url} cannot be read: {error}.") from error


def _first(url: str) -> str:
    """Give the part of a URL that names the file, not what that is in."""
    return url.partition("::")[0]


def _whole(url: str, inner: str) -> str:
    """Give the URL of a file that a store has listed for another URL."""
    first, chain, rest = url.partition("::")
    if "://" not in inner:
        inner = f"{first.partition('://')[0]}://{inner}"
    return inner + chain + rest
