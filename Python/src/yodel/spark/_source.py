"""The data source of Spark."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

import pyarrow
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import StructType

from yodel.spark._files import identity, is_compressed, list_files, pack, pieces
from yodel.spark._options import ReadOptions, parse
from yodel.spark._stream import StreamReader
from yodel.spark._task import Group, Reading
from yodel.spark._types import check_schema, spark_schema

__all__ = ["YodelDataSource"]


class YodelDataSource(DataSource):
    """Reads files of JSON lines by a model, one column for each of its properties.

    Paths are those of files and folders, and patterns, or URLs of such in stores that fsspec knows.
    Options, whose names may be written in any case:

    ``library``, ``model``
        The shared library and the name of the model in it; both are needed.
    ``options``
        ``convert``, the default, ``lenient`` or ``strict``, as for ``yodel.scan``.
    ``decimals``
        The digits of columns of ``Decimal``, such as ``18,2``. Without it they are text.
    ``rejects``
        A folder that gets the lines that cannot be read, as Parquet, a file for each task that had
        some. Without it such a line fails its task.
    ``onFailure``
        Without ``rejects``: ``abort``, the default, or ``skip``, which drops such lines.
    ``maximumFailures``
        Lines of a task that may fail; one more fails the task.
    ``maximumRecordBytes``
        A longer line fails.
    ``maximumRejectBytes``
        Bytes of a line that ``rejects`` gets, 1 MiB.
    ``maximumKeptBytes``
        Bytes of all lines of a task that ``rejects`` gets, 64 MiB, at most 1 GiB.
    ``batchRows``
        Rows of a batch at most, 65,536.
    ``maxPartitionBytes``
        Bytes of files that a task gets, 32 MiB. Longer files are divided, compressed ones are not.
    ``recursiveFileLookup``, ``pathGlobFilter``
        Which files of folders are read, as for Spark's own sources.
    ``maxBytesPerTrigger``, ``maxFilesPerTrigger``
        What one batch of a stream gets at most.

    Examples
    --------
    >>> spark.dataSource.register(YodelDataSource)  # doctest: +SKIP
    >>> spark.read.format("yodel").options(library=…, model="Events.Event").load("events/")  # doctest: +SKIP
    """

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self._options = parse(options)

    @classmethod
    def name(cls) -> str:
        """Return the name that ``format`` takes."""
        return "yodel"

    def schema(self) -> StructType:
        """Return the columns of the model."""
        return spark_schema(Reading(self._options, None).library_schema())

    def reader(self, schema: StructType) -> BatchReader:
        """Make what plans and reads a batch.

        Parameters
        ----------
        schema
            The columns: the model's, or some of them that a user has chosen.
        """
        return BatchReader(_reading(self._options, schema))

    def streamReader(self, schema: StructType) -> StreamReader:
        """Make what plans and reads a stream.

        Parameters
        ----------
        schema
            The columns: the model's, or some of them that a user has chosen.
        """
        return StreamReader(_reading(self._options, schema))


def _reading(options: ReadOptions, schema: StructType) -> Reading:
    reading = Reading(options, tuple(schema.fieldNames()), schema)
    check_schema(schema, reading.library_schema(), options.model)
    return reading


@dataclasses.dataclass
class BatchReader(DataSourceReader):
    """Divides files into partitions, and reads them.

    Parameters
    ----------
    reading
        What is read.
    """

    reading: Reading

    def partitions(self) -> Sequence[InputPartition]:
        """Divide the files; each partition knows what they are now."""
        options = self.reading.options
        files = list_files(
            options.paths, recursive=options.recursive, name_pattern=options.name_pattern
        )
        known = ((path, identity(path)) for path in files)
        all_pieces = (
            piece
            for path, now in known
            for piece in pieces(path, 0, now.size, is_compressed(path), now, options.split_bytes)
        )
        library = self.reading.digest()
        # Spark takes an empty list for a source without partitions, which it reads by itself.
        groups = pack(all_pieces, options.split_bytes) or [()]
        return [InputPartition(Group(group, library)) for group in groups]

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        """Read a partition, in a task."""
        return self.reading.read(partition.value)
