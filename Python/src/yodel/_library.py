"""Shared libraries that export scans: how they are loaded, and the functions they have."""

from __future__ import annotations

import ctypes
import json
import os
import threading
import weakref
from typing import Any

from yodel._arrow import Capsule, Kind, new_capsule
from yodel._errors import Error

__all__ = ["Library", "OpenScan", "load"]

_INTERFACE_VERSION = 1

_text = ctypes.c_void_p  # A text that the caller frees; c_char_p would lose its address.
_text_out = ctypes.POINTER(ctypes.c_void_p)

# Name, result, parameters.
_FUNCTIONS: list[tuple[str, Any, list[Any]]] = [
    ("yodel_abi", ctypes.c_uint32, []),
    ("yodel_scan_open", ctypes.c_void_p, [ctypes.c_char_p, _text_out]),
    ("yodel_scan_schema", ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, _text_out]),
    ("yodel_scan_stream", ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, _text_out]),
    ("yodel_scan_rejects", ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, _text_out]),
    ("yodel_scan_progress", _text, [ctypes.c_void_p]),
    ("yodel_scan_close", None, [ctypes.c_void_p]),
    ("yodel_free", None, [ctypes.c_void_p]),
    ("yodel_capsule_new", ctypes.c_void_p, [ctypes.c_int32]),
    ("yodel_capsule_free_schema", None, [ctypes.c_void_p]),
    ("yodel_capsule_free_array", None, [ctypes.c_void_p]),
    ("yodel_capsule_free_stream", None, [ctypes.c_void_p]),
]

_DESTRUCTORS = {
    Kind.SCHEMA: "yodel_capsule_free_schema",
    Kind.ARRAY: "yodel_capsule_free_array",
    Kind.STREAM: "yodel_capsule_free_stream",
}

_lock = threading.Lock()
_libraries: dict[str, Library] = {}


def load(path: str | os.PathLike[str]) -> Library:
    """Load a library, or find it among those that are loaded.

    Parameters
    ----------
    path
        The path of the shared library.

    Returns
    -------
    Library
        The library; the same one for all names of a file.

    Raises
    ------
    yodel.Error
        There is no such file, it is no library, or it exports no scans.
    """
    name = os.path.abspath(os.fspath(path))
    key = os.path.realpath(name)
    with _lock:
        library = _libraries.get(key)
        if library is None:
            library = _libraries[key] = Library(name)
        return library


class Library:
    """A shared library that exports scans. It stays loaded until the process ends.

    Parameters
    ----------
    path
        Its absolute path.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        if not os.path.exists(path):
            raise Error(f"There is no library at {path}.")
        try:
            native = ctypes.CDLL(path, mode=ctypes.RTLD_LOCAL)
        except OSError as error:
            raise Error(f"{path} cannot be loaded as a shared library: {error}.") from error
        missing = [name for name, _, _ in _FUNCTIONS if not hasattr(native, name)]
        if "yodel_abi" not in missing:
            version = int(native.yodel_abi())
            if version != _INTERFACE_VERSION:
                raise Error(
                    f"{path} has version {version} of the scan interface, and this package needs"
                    f" version {_INTERFACE_VERSION}. Build the library with the release of Yodel"
                    " that belongs to this package."
                )
        if missing:
            raise Error(
                f"{path} exports no Yodel scans: it lacks the functions {', '.join(missing)}."
            )
        for name, result, parameters in _FUNCTIONS:
            function = getattr(native, name)
            function.restype = result
            function.argtypes = parameters
        self.native = native
        self._destructors = {
            kind: ctypes.cast(getattr(native, name), ctypes.c_void_p).value or 0
            for kind, name in _DESTRUCTORS.items()
        }

    def new_capsule(self, kind: Kind) -> Capsule:
        """Make a capsule with an empty structure.

        Parameters
        ----------
        kind
            What the structure is.

        Returns
        -------
        Capsule
            The capsule. When it goes, so does what the structure holds by then.

        Raises
        ------
        MemoryError
            There is no memory for it.
        """
        memory = self.native.yodel_capsule_new(int(kind))
        if not memory:
            raise MemoryError("There is no memory for an Arrow capsule.")
        return new_capsule(kind, memory, self._destructors[kind])

    def take_text(self, address: int | None) -> str:
        """Copy a text that the library has made, and free it.

        Parameters
        ----------
        address
            Where the text is, or None.

        Returns
        -------
        str
            The text; empty if there is none.
        """
        if not address:
            return ""
        try:
            return ctypes.string_at(address).decode(errors="replace")
        finally:
            self.native.yodel_free(address)


class OpenScan:
    """A scan that a library has opened.

    It may be used from several threads: calls follow each other, and none meets a closed scan.
    Reading a stream is no such call, so progress can be asked for while another thread reads.

    Parameters
    ----------
    library
        The library.
    request
        What is to be read, as JSON text.

    Raises
    ------
    yodel.Error
        The library refuses the request.
    """

    def __init__(self, library: Library, request: str) -> None:
        self.library = library
        self._lock = threading.Lock()
        message = ctypes.c_void_p()
        address = library.native.yodel_scan_open(request.encode(), ctypes.byref(message))
        if not address:
            raise self._error(message, "The library cannot open the scan.")
        self._address: int | None = address
        self._closing = weakref.finalize(self, library.native.yodel_scan_close, address)
        # At exit other threads may still be in a call, and the memory goes with the process.
        self._closing.atexit = False

    @property
    def closed(self) -> bool:
        """Whether the scan is closed."""
        return self._address is None

    def schema(self) -> Capsule:
        """Make a capsule with the schema of the batches."""
        return self._fill(Kind.SCHEMA, "yodel_scan_schema")

    def stream(self) -> Capsule:
        """Begin a reading and make a capsule with its stream."""
        return self._fill(Kind.STREAM, "yodel_scan_stream")

    def rejects(self) -> Capsule:
        """Make a capsule with a stream of the rejects of the latest reading."""
        return self._fill(Kind.STREAM, "yodel_scan_rejects")

    def progress(self) -> dict[str, Any]:
        """Ask how far the latest reading is."""
        with self._lock:
            address = self.library.native.yodel_scan_progress(self._open_address())
        if not address:
            raise MemoryError("There is no memory for the progress of a scan.")
        progress: dict[str, Any] = json.loads(self.library.take_text(address))
        return progress

    def close(self) -> None:
        """Close the scan. Streams go on; a second call does nothing."""
        with self._lock:
            self._address = None
            self._closing()

    def _fill(self, kind: Kind, function: str) -> Capsule:
        capsule = self.library.new_capsule(kind)
        message = ctypes.c_void_p()
        with self._lock:
            code = getattr(self.library.native, function)(
                self._open_address(), capsule.address, ctypes.byref(message)
            )
        if code != 0:
            raise self._error(message, "The library gives no reason for a failure.")
        return capsule

    def _open_address(self) -> int:
        if self._address is None:
            raise Error("The scan is closed.")
        return self._address

    def _error(self, message: ctypes.c_void_p, otherwise: str) -> Error:
        return Error(self.library.take_text(message.value) or otherwise)
