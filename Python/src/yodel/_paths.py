"""The files that a caller names, by paths and patterns."""

from __future__ import annotations

import errno
import glob
import os
import re
from collections.abc import Iterable

__all__ = ["expand"]

_PATTERN = re.compile(r"[*?\[]")


def expand(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """List the files that paths and patterns name.

    Parameters
    ----------
    paths
        A path or several. One with ``*``, ``?`` or ``[`` in it is a pattern, in which ``**``
        stands for any folders; ``glob.escape`` makes a path of it. Patterns pass over folders,
        and over names that begin with a period.

    Returns
    -------
    list of str
        The files in the order of the paths; those of a pattern sorted. A file that is named
        twice is there twice.

    Raises
    ------
    FileNotFoundError
        A path names nothing, or a pattern matches no file.
    IsADirectoryError
        A path names a folder.
    TypeError
        A path is neither a text nor an object with a path.
    ValueError
        There are no paths, or one cannot be written in UTF-8.
    """
    if isinstance(paths, (str, bytes, os.PathLike)):
        paths = [paths]
    files: list[str] = []
    for path in paths:
        name = os.fspath(path)
        if not isinstance(name, str):
            raise TypeError(f"A path is a str or a PathLike of one, and {path!r} is not.")
        files += _matches(name) if _PATTERN.search(name) else [_existing(name)]
    if not files:
        raise ValueError("There are no paths: a scan needs at least one.")
    for name in files:
        try:
            name.encode()
        except UnicodeEncodeError:
            raise ValueError(f"The path {name!r} cannot be written in UTF-8.") from None
    return files


def _matches(pattern: str) -> list[str]:
    files = {name for name in glob.iglob(pattern, recursive=True) if not os.path.isdir(name)}
    if not files:
        hint = "" if not os.path.lexists(pattern) else " (glob.escape makes a path of a pattern)"
        raise FileNotFoundError(errno.ENOENT, f"No file matches the pattern{hint}", pattern)
    return sorted(files)


def _existing(name: str) -> str:
    if not os.path.exists(name):
        raise FileNotFoundError(errno.ENOENT, "There is no such file", name)
    if os.path.isdir(name):
        pattern = os.path.join(glob.escape(name), "*.jsonl")
        raise IsADirectoryError(
            errno.EISDIR, f"A folder cannot be read; name its files, such as {pattern}", name
        )
    return name
