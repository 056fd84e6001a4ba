"""What a scan tells about its latest reading."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from yodel._arrow import Kind, stream_schema

if TYPE_CHECKING:
    from yodel._scan import Scan

__all__ = ["Progress", "Rejects"]


@dataclasses.dataclass(frozen=True)
class Progress:
    """How far a reading is.

    Attributes
    ----------
    bytes
        Bytes that have been read.
    total_bytes
        Bytes that there are to read.
    records
        Lines that have been read, rejects included; blank lines do not count.
    rejects
        Lines that could not be read.
    finished
        Whether the reading has come to its end.
    """

    bytes: int
    total_bytes: int
    records: int
    rejects: int
    finished: bool


class Rejects:
    """The lines that a reading could not read, as Arrow columns.

    The columns are ``file``, ``record``, ``line``, ``offset``, ``length``, ``path``, ``code``,
    ``reason``, ``bytes`` and ``cut``: where the line is, what is wrong with it, the line itself,
    and whether the line has more bytes than these. The reason repeats none of the other columns. A
    path or a reason of more than 512 bytes ends with an ellipsis.

    Any Arrow consumer takes the object. Each time it does, it gets what the latest reading of the
    scan has rejected up to then. `Scan.rejects` makes these objects.

    Examples
    --------
    >>> polars.DataFrame(scan.rejects())  # doctest: +SKIP
    """

    def __init__(self, scan: Scan) -> None:
        self._scan = scan

    def __arrow_c_schema__(self) -> object:
        """Export the schema, by the Arrow PyCapsule interface.

        Returns
        -------
        PyCapsule
            An ``arrow_schema``.
        """
        reading = self._scan._latest
        stream = reading.rejects()
        schema = reading.library.new_capsule(Kind.SCHEMA)
        stream_schema(stream, schema)
        return schema.handle

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export the rejects, by the Arrow PyCapsule interface.

        Parameters
        ----------
        requested_schema
            Has no effect: the interface allows a producer to keep to its own types.

        Returns
        -------
        PyCapsule
            An ``arrow_array_stream``.
        """
        return self._scan._latest.rejects().handle

    def __repr__(self) -> str:
        """Describe the object."""
        return f"<yodel.Rejects of {self._scan!r}>"
