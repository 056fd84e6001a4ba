"""What a task does: it reads its pieces of files, in batches that Spark takes."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator

import pyarrow
from pyspark.sql.types import StructType

from yodel._errors import Error
from yodel._library import Library, load
from yodel._request import Request
from yodel._scan import Scan
from yodel.spark._files import Piece
from yodel.spark._library import digest, load_same
from yodel.spark._options import ReadOptions
from yodel.spark._rejects import write_rejects
from yodel.spark._stores import copied, is_url
from yodel.spark._types import arrow_schema, convert, in_spark, named

__all__ = ["Group", "Reading"]

# As many a scan keeps, and as many a task.
_KEPT_REJECTS = 100_000


@dataclasses.dataclass(frozen=True)
class Group:
    """What one task reads.

    Parameters
    ----------
    pieces
        Lines of files.
    library
        The digest of the library that the reading was planned with.
    """

    pieces: tuple[Piece, ...]
    library: str


@dataclasses.dataclass(frozen=True)
class Reading:
    """What all tasks of a reading have in common.

    Parameters
    ----------
    options
        What the user asks for.
    columns
        The columns, by the names that the rows' consumer has for them; None for all.
    rows
        The rows, if Spark takes them.
    """

    options: ReadOptions
    columns: tuple[str, ...] | None
    rows: StructType | None = None

    def digest(self) -> str:
        """Sum up the library's content, to be compared by the tasks."""
        return digest(self.options.library)

    def library_schema(self) -> pyarrow.Schema:
        """Ask the library for the columns, in the types that it has."""
        digest(self.options.library)
        return pyarrow.schema(self._scan(load(self.options.library), (), None))

    def spark_arrow_schema(self) -> pyarrow.Schema:
        """Give the columns in the types, and by the names, that the rows come in."""
        return self._target(self.library_schema())

    def read(self, group: Group) -> Iterator[pyarrow.RecordBatch]:
        """Read the lines of a task.

        Parameters
        ----------
        group
            What it reads.

        Yields
        ------
        pyarrow.RecordBatch
            Rows. Behind the last ones the rejects are written.

        Raises
        ------
        yodel.Error
            A file has changed, cannot be read, or has a line that cannot be read.
        OSError
            The rejects cannot be written.
        """
        library = load_same(self.options.library, group.library)
        rejects: list[pyarrow.Table] = []
        failed, kept_bytes = 0, 0
        for piece in group.pieces:
            piece.identity.check(piece.path)
            bounds = None if piece.compressed else (piece.start, piece.end)
            with (
                _at_hand(piece, bounds) as path,
                self._scan(library, (path,), bounds, failed, kept_bytes) as scan,
            ):
                target = self._target(pyarrow.schema(scan))
                batches = scan._batches()
                try:
                    for batch in batches:
                        yield convert(pyarrow.record_batch(batch), target)
                except Error as error:
                    raise Error(str(error).replace(path, piece.path)) from None
                finally:
                    batches.close()
                # What has changed meanwhile may have been read in part.
                piece.identity.check(piece.path)
                count = scan.progress().rejects
                failed += count
                if self.options.rejects is not None:
                    kept = _named(pyarrow.table(scan.rejects()), piece.path)
                    if kept.num_rows < count or failed > _KEPT_REJECTS:
                        raise Error(
                            f"{piece.path}: {count:,} lines cannot be read between the bytes"
                            f" {piece.start:,} and {piece.end:,}, {failed:,} in this task, and"
                            f" {_KEPT_REJECTS:,} of a task are kept at most: set maximumFailures,"
                            " or a smaller maxPartitionBytes."
                        )
                    rejects.append(kept)
                    kept_bytes += kept.column("bytes").nbytes
        if self.options.rejects is not None and rejects:
            write_rejects(self.options.rejects, group.pieces, rejects, rejects[0].schema)

    def _scan(
        self,
        library: Library,
        paths: tuple[str, ...],
        bounds: tuple[int, int] | None,
        failed: int = 0,
        kept_bytes: int = 0,
    ) -> Scan:
        options = self.options
        limit = options.maximum_failures
        # Nobody gets the lines if there is no place for them.
        room = 0 if options.rejects is None else max(options.maximum_kept_bytes - kept_bytes, 0)
        request = Request(
            model=options.model,
            paths=paths,
            columns=self.columns,
            workers=1,
            batch_rows=options.batch_rows,
            batch_bytes=8 << 20,
            range=bounds,
            options=options.options,  # type: ignore[arg-type]
            decimals=options.decimals,
            on_failure=options.on_failure,  # type: ignore[arg-type]
            maximum_failures=None if limit is None else limit - failed,
            maximum_record_bytes=options.maximum_record_bytes,
            maximum_reject_bytes=options.maximum_reject_bytes,
            maximum_kept_bytes=room,
        )
        return Scan(library, request)

    def _target(self, schema: pyarrow.Schema) -> pyarrow.Schema:
        wanted = arrow_schema(schema)
        if self.columns is not None:
            wanted = named(wanted, list(self.columns))
        return wanted if self.rows is None else in_spark(wanted, self.rows)


@contextlib.contextmanager
def _at_hand(piece: Piece, bounds: tuple[int, int] | None) -> Iterator[str]:
    """Give the path of the file that the library reads: of one that is elsewhere a copy."""
    if not is_url(piece.path):
        yield piece.path
        return
    with copied(piece.path, piece.identity.size, bounds) as path:
        yield path


def _named(rejects: pyarrow.Table, path: str) -> pyarrow.Table:
    """Tell of rejects which file they are of."""
    index = rejects.schema.get_field_index("file")
    field = rejects.schema.field(index)
    return rejects.set_column(index, field, pyarrow.repeat(path, rejects.num_rows).cast(field.type))
