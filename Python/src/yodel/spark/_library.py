"""The library of models, which must be the same one in all tasks of a reading."""

from __future__ import annotations

import hashlib
import os
import threading

from yodel._errors import Error
from yodel._library import Library, load

__all__ = ["digest", "load_same"]

_lock = threading.Lock()
# Of each library that this process has loaded: its file as it was then, and what was in it.
_loaded: dict[str, tuple[tuple[int, int, int], str]] = {}


def digest(path: str) -> str:
    """Load a library and sum up its content.

    Parameters
    ----------
    path
        The path of the shared library.

    Returns
    -------
    str
        The SHA-256 of the file that was loaded.

    Raises
    ------
    yodel.Error
        It cannot be loaded, or its file has changed since this process has loaded it.
    """
    key = os.path.realpath(path)
    with _lock:
        try:
            now = os.stat(key)
        except OSError:
            raise Error(f"There is no library at {path}.") from None
        state = (now.st_ino, now.st_size, now.st_mtime_ns)
        known = _loaded.get(key)
        if known is None:
            load(path)
            with open(key, "rb") as file:
                known = state, hashlib.sha256(file.read()).hexdigest()
            _loaded[key] = known
        if known[0] != state:
            raise Error(
                f"{path} has changed since it was loaded, and a loaded library stays:"
                " start the executors, and the driver, again."
            )
        return known[1]


def load_same(path: str, expected: str) -> Library:
    """Load the library that a reading was planned with.

    Parameters
    ----------
    path
        The path of the shared library.
    expected
        What `digest` gave where the reading was planned.

    Returns
    -------
    Library
        The library.

    Raises
    ------
    yodel.Error
        It is another one.
    """
    if digest(path) != expected:
        raise Error(f"{path} is not the library that this reading was planned with.")
    return load(path)
