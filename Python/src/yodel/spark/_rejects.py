"""Lines that a task could not read, in a file of their own."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import uuid
from collections.abc import Callable, Iterable

import pyarrow
import pyarrow.parquet

from yodel.spark._files import Piece

__all__ = ["write_rejects", "write_whole"]


def write_rejects(
    folder: str, pieces: Iterable[Piece], tables: list[pyarrow.Table], schema: pyarrow.Schema
) -> None:
    """Write the rejects of a task, whole or not at all.

    The file's name is made of what the task has read. A task that runs again puts the same file
    in the place of the first one, and takes it away if there are no rejects any more.

    Parameters
    ----------
    folder
        The folder.
    pieces
        What the task has read.
    tables
        The rejects.
    schema
        Their columns.

    Raises
    ------
    OSError
        The file cannot be written.
    """
    ranges = json.dumps([(piece.path, piece.start, piece.end) for piece in pieces])
    name = f"rejects-{hashlib.sha256(ranges.encode()).hexdigest()[:32]}.parquet"
    path = os.path.join(folder, name)
    if not any(table.num_rows for table in tables):
        with contextlib.suppress(FileNotFoundError):
            os.remove(path)
        return
    os.makedirs(folder, exist_ok=True)
    table = pyarrow.concat_tables(tables).cast(schema)
    write_whole(path, lambda part: pyarrow.parquet.write_table(table, part, compression="zstd"))


def write_whole(path: str, write: Callable[[str], None]) -> None:
    """Write a file under a name that readers pass over, and give it its own when it is whole.

    Parameters
    ----------
    path
        Where the file is to be.
    write
        Writes it to the path that it gets.
    """
    folder, name = os.path.split(path)
    part = os.path.join(folder, f".{name}.{uuid.uuid4().hex}.tmp")
    try:
        write(part)
        descriptor = os.open(part, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.remove(part)
        raise
