"""Files in, Parquet out: tasks that decode and write by themselves, without rows in the JVM."""

from __future__ import annotations

import dataclasses
import os
import shutil
import uuid
from collections.abc import Iterable, Iterator, Sequence

import pyarrow
import pyarrow.parquet
from pyspark.sql import SparkSession

from yodel._request import checked_columns, checked_decimals, whole_number
from yodel.spark._files import identity, is_compressed, list_files, pack, pieces
from yodel.spark._options import ReadOptions
from yodel.spark._rejects import write_whole
from yodel.spark._task import Group, Reading

__all__ = ["ParquetResult", "to_parquet"]


@dataclasses.dataclass(frozen=True)
class ParquetResult:
    """What `to_parquet` has written.

    Attributes
    ----------
    files
        Files of Parquet.
    rows
        Rows in them.
    bytes
        Bytes of them.
    """

    files: int
    rows: int
    bytes: int


def to_parquet(
    spark: SparkSession,
    library: str | os.PathLike[str],
    model: str,
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    folder: str | os.PathLike[str],
    *,
    columns: Iterable[str] | None = None,
    options: str = "convert",
    decimals: tuple[int, int] | None = None,
    rejects: str | os.PathLike[str] | None = None,
    maximum_failures: int | None = None,
    maximum_record_bytes: int | None = None,
    maximum_reject_bytes: int | None = None,
    maximum_kept_bytes: int = 64 << 20,
    split_bytes: int = 64 << 20,
    row_group_rows: int = 262_144,
    compression: str = "zstd",
) -> ParquetResult:
    """Read files of JSON lines and write Parquet, by tasks of Spark that do both themselves.

    No row enters the JVM. The tasks write into a folder with another name, which becomes
    ``folder`` when all of them have ended: readers see all rows or none.

    Parameters
    ----------
    spark
        The session, whose cluster runs the tasks.
    library, model
        The shared library, and the name of the model in it.
    paths
        Files, folders, patterns and URLs, as for the data source.
    folder
        Where the files are written, a folder that does not exist.
    columns
        The columns, by property or key; None for all.
    options
        ``"convert"``, ``"lenient"`` or ``"strict"``, as for ``yodel.scan``.
    decimals
        The digits of columns of ``Decimal``, as for ``yodel.scan``; None makes them text.
    rejects
        A folder that gets the lines that cannot be read. Without it such a line fails its task.
    maximum_failures, maximum_record_bytes, maximum_reject_bytes, maximum_kept_bytes
        As for the data source.
    split_bytes
        Bytes of files that a task gets. It writes one file.
    row_group_rows
        Rows of a row group at most.
    compression
        The codec of the Parquet files, one that pyarrow has.

    Returns
    -------
    ParquetResult
        What has been written.

    Raises
    ------
    FileExistsError
        ``folder`` exists.
    yodel.Error
        The library cannot be used, or has no such model or column.
    pyspark.errors.PySparkException
        A task has failed; nothing is left of what was written, but rejects.

    Examples
    --------
    >>> to_parquet(spark, "libEvents.so", "Events.Event", "events/", "events.parquet")  # doctest: +SKIP
    """
    target = os.path.abspath(os.fspath(folder))
    if os.path.lexists(target):
        raise FileExistsError(f"{target} exists; rows are written into a folder of their own.")
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    asked = ReadOptions(
        library=os.path.abspath(os.fspath(library)),
        model=model,
        paths=tuple(os.fspath(path) for path in paths),
        options=options,
        decimals=checked_decimals(decimals),
        rejects=None if rejects is None else os.path.abspath(os.fspath(rejects)),
        on_failure="abort" if rejects is None else "collect",
        maximum_failures=maximum_failures,
        maximum_record_bytes=maximum_record_bytes,
        maximum_reject_bytes=maximum_reject_bytes,
        maximum_kept_bytes=maximum_kept_bytes,
        split_bytes=whole_number("split_bytes", split_bytes, least=1),
    )
    reading = Reading(asked, checked_columns(columns))
    reading.library_schema()
    digest = reading.digest()
    files = list_files(asked.paths, recursive=False, name_pattern=None)
    known = ((path, identity(path)) for path in files)
    all_pieces = (
        piece
        for path, now in known
        for piece in pieces(path, 0, now.size, is_compressed(path), now, split_bytes)
    )
    # Where there are no lines there is a file all the same, which says what the columns are.
    groups = [Group(group, digest) for group in pack(all_pieces, split_bytes) or [()]]
    parent, name = os.path.split(target)
    part = os.path.join(parent, f".{name}.{uuid.uuid4().hex}.tmp")
    os.makedirs(part)
    rows = whole_number("row_group_rows", row_group_rows, least=1)
    try:
        written = _run(spark, _Writing(reading, part, rows, compression), groups)
        with open(os.path.join(part, "_SUCCESS"), "wb"):
            pass
        os.rename(part, target)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    return ParquetResult(
        len(written), sum(rows for rows, _ in written), sum(size for _, size in written)
    )


def _run(spark: SparkSession, writing: _Writing, groups: list[Group]) -> list[tuple[int, int]]:
    def work(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                rows, size = writing.write(number, groups[number])
                yield pyarrow.RecordBatch.from_pylist(
                    [{"number": number, "rows": rows, "size": size}]
                )

    numbers = spark.range(0, len(groups), 1, len(groups))
    results = numbers.mapInArrow(work, "number long, rows long, size long").collect()
    if sorted(result.number for result in results) != list(range(len(groups))):
        raise RuntimeError("Spark has not run each task once; nothing is taken of what they wrote.")
    return [(result.rows, result.size) for result in results]


@dataclasses.dataclass(frozen=True)
class _Writing:
    """Writes the file of a task."""

    reading: Reading
    folder: str
    row_group_rows: int
    compression: str

    def write(self, number: int, group: Group) -> tuple[int, int]:
        path = os.path.join(self.folder, f"part-{number:05d}.parquet")
        rows = 0

        def fill(part: str) -> None:
            nonlocal rows
            schema = self.reading.spark_arrow_schema()
            with pyarrow.parquet.ParquetWriter(
                part, schema, compression=self.compression
            ) as writer:
                for table in self._tables(group):
                    writer.write_table(table, row_group_size=self.row_group_rows)
                    rows += table.num_rows

        write_whole(path, fill)
        return rows, os.stat(path).st_size

    def _tables(self, group: Group) -> Iterator[pyarrow.Table]:
        """Put batches together until they make a row group."""
        waiting: list[pyarrow.RecordBatch] = []
        rows = 0
        for batch in self.reading.read(group):
            waiting.append(batch)
            rows += batch.num_rows
            if rows >= self.row_group_rows:
                yield pyarrow.Table.from_batches(waiting)
                waiting, rows = [], 0
        if waiting:
            yield pyarrow.Table.from_batches(waiting)
