"""The Arrow C data interface by ctypes: its structures, and the capsules that carry them.

The layout of the structures is that of the specification, "The Arrow C data interface" and "The
Arrow C stream interface". The names of the capsules are those of "The Arrow PyCapsule Interface".
"""

from __future__ import annotations

import ctypes
import enum
from collections.abc import Callable, Iterator
from typing import NamedTuple

from yodel._errors import Error

__all__ = [
    "ArrowArray",
    "ArrowArrayStream",
    "ArrowSchema",
    "Batch",
    "BatchReader",
    "Capsule",
    "Kind",
    "column_names",
    "new_capsule",
    "stream_schema",
]


class ArrowSchema(ctypes.Structure):
    """The type of a column, or of all columns together."""


ArrowSchema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowSchema))),
    ("dictionary", ctypes.POINTER(ArrowSchema)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]


class ArrowArray(ctypes.Structure):
    """The values of a column, or of all columns of a batch."""


ArrowArray._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowArray))),
    ("dictionary", ctypes.POINTER(ArrowArray)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]


class ArrowArrayStream(ctypes.Structure):
    """Batches, one after the other. Calls of its functions release the GIL."""

    _fields_ = [
        ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)),
        ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)),
        ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)),
        ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
        ("private_data", ctypes.c_void_p),
    ]


class Kind(enum.IntEnum):
    """What a capsule carries; the values are those of ``yodel_capsule_new``."""

    SCHEMA = 0
    ARRAY = 1
    STREAM = 2


class Capsule(NamedTuple):
    """A PyCapsule and the address of its structure.

    The address holds as long as the capsule does.
    """

    handle: object
    address: int


_CAPSULE_NAMES = {
    Kind.SCHEMA: b"arrow_schema",
    Kind.ARRAY: b"arrow_array",
    Kind.STREAM: b"arrow_array_stream",
}

# These are this module's own function objects. The attributes of ctypes.pythonapi are shared with
# everybody in the process, and anybody may set another signature there.
_PyCapsule_New = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
)(("PyCapsule_New", ctypes.pythonapi))
_Py_IncRef = ctypes.PYFUNCTYPE(None, ctypes.py_object)(("Py_IncRef", ctypes.pythonapi))

# A capsule points to its name and copies nothing, so the names must outlive all capsules, those
# too that are destroyed when the interpreter ends.
for _name in _CAPSULE_NAMES.values():
    _Py_IncRef(_name)


def new_capsule(kind: Kind, memory: int, destructor: int) -> Capsule:
    """Wrap a structure into a capsule, which owns it from then on.

    Parameters
    ----------
    kind
        What the structure is.
    memory
        The address of the structure.
    destructor
        The address of a C function that releases what the structure holds and frees it.

    Returns
    -------
    Capsule
        The capsule, and the address.
    """
    return Capsule(_PyCapsule_New(memory, _CAPSULE_NAMES[kind], destructor), memory)


def column_names(schema: Capsule) -> list[str]:
    """Read the names of the columns.

    Parameters
    ----------
    schema
        A capsule with the schema of batches.

    Returns
    -------
    list of str
        The names, in the order of the columns.
    """
    root = ArrowSchema.from_address(schema.address)
    names = (root.children[index].contents.name for index in range(root.n_children))
    return [(name or b"").decode() for name in names]


def stream_schema(stream: Capsule, schema: Capsule) -> None:
    """Ask a stream for its schema.

    Parameters
    ----------
    stream
        A capsule with a stream.
    schema
        A capsule with an empty schema, which is filled.

    Raises
    ------
    yodel.Error
        The stream has none.
    """
    source = ArrowArrayStream.from_address(stream.address)
    if source.get_schema(stream.address, schema.address) != 0:
        raise Error(_last_error(stream))


def _last_error(stream: Capsule) -> str:
    text: bytes | None = ArrowArrayStream.from_address(stream.address).get_last_error(
        stream.address
    )
    return text.decode(errors="replace") if text else "The reading failed without a reason."


class Batch:
    """A batch of rows, for one consumer.

    Parameters
    ----------
    schema
        A capsule with the schema.
    array
        A capsule with the rows.
    """

    __slots__ = ("_array", "_schema")

    def __init__(self, schema: Capsule, array: Capsule) -> None:
        self._schema = schema
        self._array = array

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """Hand out the capsules. A consumer moves the rows out of theirs, so it works once."""
        return self._schema.handle, self._array.handle


class BatchReader(Iterator[Batch]):
    """Takes the batches of a stream one by one, without another Arrow library.

    Parameters
    ----------
    stream
        A capsule with the stream.
    make
        Makes a capsule with an empty structure.
    """

    def __init__(self, stream: Capsule, make: Callable[[Kind], Capsule]) -> None:
        self._stream = stream
        self._make = make

    def __next__(self) -> Batch:
        """Take the next batch.

        Returns
        -------
        Batch
            The batch.

        Raises
        ------
        StopIteration
            There are no more, or the reader is closed.
        yodel.Error
            The reading failed.
        """
        source = ArrowArrayStream.from_address(self._stream.address)
        if not source.release:
            raise StopIteration
        array = self._make(Kind.ARRAY)
        if source.get_next(self._stream.address, array.address) != 0:
            message = _last_error(self._stream)
            self.close()
            raise Error(message)
        if not ArrowArray.from_address(array.address).release:
            self.close()
            raise StopIteration
        schema = self._make(Kind.SCHEMA)
        stream_schema(self._stream, schema)
        return Batch(schema, array)

    def close(self) -> None:
        """End the reading and free what it holds. A second call does nothing."""
        source = ArrowArrayStream.from_address(self._stream.address)
        if source.release:
            source.release(self._stream.address)
