"""Scans: what users of the package see."""

from __future__ import annotations

import dataclasses
import importlib
import os
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from yodel._arrow import BatchReader, Capsule, column_names
from yodel._library import Library, OpenScan, load
from yodel._paths import expand
from yodel._request import (
    FailurePolicy,
    Options,
    Request,
    checked_columns,
    checked_decimals,
    whole_number,
)
from yodel._results import Progress, Rejects

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

__all__ = ["Scan", "scan"]


def scan(
    library: str | os.PathLike[str],
    model: str,
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    columns: Iterable[str] | None = None,
    workers: int | None = None,
    batch_rows: int = 65_536,
    batch_bytes: int = 8 << 20,
    range: tuple[int, int] | None = None,
    options: Options = "convert",
    decimals: tuple[int, int] | None = None,
    on_failure: FailurePolicy = "collect",
    maximum_failures: int | None = None,
    maximum_record_bytes: int | None = None,
    maximum_reject_bytes: int | None = None,
    maximum_kept_bytes: int | None = None,
) -> Scan:
    """Prepare the reading of JSON lines into Arrow columns, one for each property of a model.

    Nothing is read before an Arrow consumer takes the scan.

    Parameters
    ----------
    library
        The path of a shared library that exports models, such as ``libEvents.so``.
    model
        The name of the model, with its module: ``"Events.Event"``.
    paths
        A path, or several. One with ``*``, ``?`` or ``[`` in it is a pattern, in which ``**``
        stands for any folders. The files are read in this order, those of a pattern sorted.
    columns
        The columns to read, by the name of the property or by its key in the JSON text. None
        reads all. Columns that are left out are read, but not stored.
    workers
        How many threads decode. None takes as many as there are cores. The rows come in the order
        of the lines in any case.
    batch_rows
        At most so many rows make a batch.
    batch_bytes
        A batch whose columns have so many bytes gets no further row.
    range
        Reads only the lines that begin in these bytes of the file, the second one excluded. Ranges
        side by side share out all lines, wherever they meet. Only for a single file.
    options
        What becomes of values that are not of their property's type. ``"convert"`` converts them
        if nothing is lost, as ``"12"`` for an integer; a line with any other, such as 4.5 or null
        for an integer, is a reject. ``"lenient"`` converts what can be converted, whatever is lost,
        and takes the property's default for what cannot. ``"strict"`` converts nothing, and rejects
        such a line.
    decimals
        The digits of the columns of ``Decimal``: how many in all, 1 to 38, and how many of them
        after the point, as in ``(18, 2)``. A line with more digits is a reject. None makes them
        columns of text, which hold any digits.
    on_failure
        ``"collect"`` passes over a line that cannot be read and keeps it for `Scan.rejects`.
        ``"abort"`` ends the reading with an error at the first one.
    maximum_failures
        As many lines may fail; one more ends the reading with an error. None sets no limit.
    maximum_record_bytes
        A longer line fails. None takes the library's default.
    maximum_reject_bytes
        `Scan.rejects` has no more bytes of a line. None takes the library's default, 1 MiB.
    maximum_kept_bytes
        `Scan.rejects` has no more bytes of all lines together, at most 1 GiB: later lines are there
        with fewer bytes, or none. None takes the library's default, 64 MiB.

    Returns
    -------
    Scan
        The scan.

    Warns
    -----
    RuntimeWarning
        A reading has ended, and all of its lines were rejects.

    Raises
    ------
    yodel.Error
        The library cannot be loaded or exports no scans, or it has no such model or column.
    FileNotFoundError
        A path names nothing, or a pattern matches no file.
    IsADirectoryError
        A path names a folder.
    TypeError, ValueError
        An argument makes no sense.

    Examples
    --------
    >>> events = yodel.scan("libEvents.so", "Events.Event", "events/*.jsonl")  # doctest: +SKIP
    >>> pyarrow.table(events)  # doctest: +SKIP
    >>> duckdb.sql("SELECT type, count(*) FROM events GROUP BY type")  # doctest: +SKIP
    """
    request = Request(
        model=model,
        paths=tuple(expand(paths)),
        columns=checked_columns(columns),
        workers=None if workers is None else whole_number("workers", workers, least=1),
        batch_rows=whole_number("batch_rows", batch_rows, least=1),
        batch_bytes=whole_number("batch_bytes", batch_bytes, least=1),
        range=None if range is None else _checked_range(range),
        options=options,
        decimals=checked_decimals(decimals),
        on_failure=on_failure,
        maximum_failures=None
        if maximum_failures is None
        else whole_number("maximum_failures", maximum_failures, least=0),
        maximum_record_bytes=None
        if maximum_record_bytes is None
        else whole_number("maximum_record_bytes", maximum_record_bytes, least=1),
        maximum_reject_bytes=None
        if maximum_reject_bytes is None
        else whole_number("maximum_reject_bytes", maximum_reject_bytes, least=0),
        maximum_kept_bytes=None
        if maximum_kept_bytes is None
        else whole_number("maximum_kept_bytes", maximum_kept_bytes, least=0),
    )
    return Scan(load(library), request)


def _checked_range(bounds: tuple[int, int]) -> tuple[int, int]:
    start, end = bounds
    return whole_number("range", start, least=0), whole_number("range", end, least=0)


class Scan:
    """A reading of JSON lines that any Arrow consumer can begin, any number of times.

    The function `scan` makes these objects. They may be used from several threads.
    """

    def __init__(self, library: Library, request: Request) -> None:
        self._library = library
        self._request = request
        self._own = OpenScan(library, request.json())
        # What rejects() and progress() tell about: the latest reading, be it this scan's own or
        # that of a frame, which reads other columns.
        self._latest = self._own

    @property
    def columns(self) -> list[str]:
        """The names of the columns, those of the model's properties."""
        return column_names(self._own.schema())

    def __arrow_c_schema__(self) -> object:
        """Export the schema, by the Arrow PyCapsule interface.

        Returns
        -------
        PyCapsule
            An ``arrow_schema``.

        Examples
        --------
        >>> pyarrow.schema(scan)  # doctest: +SKIP
        """
        return self._own.schema().handle

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Begin a reading from the start and export it, by the Arrow PyCapsule interface.

        The reading goes on if the scan is closed, and ends when the consumer drops the stream.

        Parameters
        ----------
        requested_schema
            Has no effect: the interface allows a producer to keep to its own types.

        Returns
        -------
        PyCapsule
            An ``arrow_array_stream``.

        Raises
        ------
        yodel.Error
            The reading cannot begin, or the scan is closed.
        """
        return self._begin().handle

    def rejects(self) -> Rejects:
        """Give the lines that the latest reading could not read.

        The latest reading is the one that began last, of this scan or of a frame that
        `to_polars` made of it. The first 100,000 lines are kept; `progress` counts all of them. Of
        each line, and of all of them, some bytes are kept at most (``maximum_reject_bytes``,
        ``maximum_kept_bytes``): ``cut`` tells which lines lack some, and ``length`` how long they
        are.

        Returns
        -------
        Rejects
            The lines, for any Arrow consumer.

        Examples
        --------
        >>> rows = scan.to_arrow()  # doctest: +SKIP
        >>> pyarrow.table(scan.rejects())  # doctest: +SKIP
        """
        return Rejects(self)

    def progress(self) -> Progress:
        """Tell how far the latest reading is. Another thread may ask while one reads.

        Returns
        -------
        Progress
            The counts.

        Raises
        ------
        yodel.Error
            The scan is closed.
        """
        counts = self._latest.progress()
        return Progress(
            **{field.name: counts[field.name] for field in dataclasses.fields(Progress)}
        )

    def select(self, columns: Iterable[str]) -> Scan:
        """Make a scan of the same files with other columns.

        Parameters
        ----------
        columns
            The columns, as for `scan`: any of the model's, also those that this scan leaves out.

        Returns
        -------
        Scan
            The new scan.

        Raises
        ------
        yodel.Error
            The model has no such column.
        """
        chosen = checked_columns(columns)
        return Scan(self._library, dataclasses.replace(self._request, columns=chosen))

    def to_arrow(self) -> pyarrow.Table:
        """Read all rows into a table of pyarrow.

        Returns
        -------
        pyarrow.Table
            The rows.

        Raises
        ------
        yodel.Error
            The reading fails.
        ImportError
            pyarrow is not installed.
        """
        pyarrow = _import("pyarrow", "pyarrow", "to_arrow")
        schema = pyarrow.schema(self)
        batches = [pyarrow.record_batch(batch) for batch in self._batches()]
        return pyarrow.Table.from_batches(batches, schema)

    def to_pandas(self, **options: Any) -> pandas.DataFrame:
        """Read all rows into a frame of pandas, by way of pyarrow.

        Parameters
        ----------
        **options
            Options of ``pyarrow.Table.to_pandas``. Without any, whole numbers with nulls among
            them become floats; ``types_mapper=pandas.ArrowDtype`` keeps all types as they are.

        Returns
        -------
        pandas.DataFrame
            The rows.

        Raises
        ------
        yodel.Error
            The reading fails.
        ImportError
            pandas or pyarrow is not installed.
        """
        for name in ("pandas", "pyarrow"):
            _import(name, "pandas", "to_pandas")
        return self.to_arrow().to_pandas(**options)

    def to_polars(self) -> polars.LazyFrame:
        """Make a lazy frame of polars, which reads when it is collected, batch by batch.

        Only the columns that the query needs are read. Filters are applied to each batch, and a
        limit on the frame itself ends the reading early. The frame can be collected when the scan
        is closed, too.

        Returns
        -------
        polars.LazyFrame
            The frame.

        Raises
        ------
        yodel.Error
            The scan is closed.
        ImportError
            polars is not installed.

        Examples
        --------
        >>> frame = scan.to_polars()  # doctest: +SKIP
        >>> frame.filter(public=True).select("id", "type").head(10).collect()  # doctest: +SKIP
        """
        _import("polars", "polars", "to_polars")
        from yodel._polars import lazy_frame

        return lazy_frame(self)

    def close(self) -> None:
        """Let go of the library's scan. Readings that have begun go on to their end.

        A scan that nobody uses any more is closed by itself.
        """
        for reading in (self._own, self._latest):
            reading.close()

    def __enter__(self) -> Scan:
        """Return the scan itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the scan."""
        self.close()

    def __repr__(self) -> str:
        """Describe the scan."""
        paths = self._request.paths
        what = repr(paths[0]) if len(paths) == 1 else f"{len(paths)} files"
        some = "" if self._request.columns is None else f", columns {list(self._request.columns)}"
        state = ", closed" if self._own.closed else ""
        return f"<yodel.Scan of {self._request.model} in {what}{some}{state}>"

    def _begin(self) -> Capsule:
        stream = self._own.stream()
        self._latest = self._own
        return stream

    def _batches(self) -> BatchReader:
        return BatchReader(self._begin(), self._library.new_capsule)

    def _batches_for_frame(self, columns: Iterable[str] | None, batch_rows: int) -> BatchReader:
        request = dataclasses.replace(
            self._request,
            columns=self._request.columns if columns is None else tuple(columns),
            batch_rows=batch_rows,
        )
        reading = OpenScan(self._library, request.json())
        stream = reading.stream()
        if not self._own.closed:
            self._latest = reading
        return BatchReader(stream, self._library.new_capsule)


def _import(module: str, extra: str, method: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(
            f"Scan.{method} needs {module}, which cannot be imported;"
            f" pip install 'yodel[{extra}]' installs it.",
            name=module,
        ) from error
