"""Streams: files that come and grow, by batches whose ends are known by file and byte.

An offset says of each file how much of it has been read, which file it was, and what its content
was so far: {"files": {"/events/1.jsonl": {"bytes": 4096, "inode": 17, "mark": "5f0c…"}}}. Bytes end
behind a line, so a batch has whole lines; the rest of a last line waits for its end. Files of
stores do not get longer: each is read once, whole, as compressed ones are.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow
from pyspark.sql.datasource import DataSourceStreamReader, InputPartition

from yodel._errors import Error
from yodel.spark._files import (
    Identity,
    Piece,
    identity,
    is_compressed,
    list_files,
    mark,
    pack,
    pieces,
)
from yodel.spark._stores import is_url
from yodel.spark._task import Group, Reading

__all__ = ["StreamReader"]

Offset = dict[str, Any]
_LOOKED_AT = 1 << 16


@dataclasses.dataclass
class StreamReader(DataSourceStreamReader):
    """Plans the batches of a stream, and reads them.

    Parameters
    ----------
    reading
        What is read.
    """

    reading: Reading
    _planned: Offset | None = None

    def initialOffset(self) -> Offset:
        """Return the offset before all files."""
        return {"files": {}}

    def latestOffset(self, start: Offset | None = None, limit: object = None) -> Offset:
        """Return the end of the next batch, as far as the limits of a batch allow.

        Spark 4.0 does not say where the last batch ended. It plans that one, or one without bytes,
        before it asks: `partitions` keeps its end.
        """
        before = start or self._planned or self.initialOffset()
        options = self.reading.options
        files = list_files(
            options.paths,
            recursive=options.recursive,
            name_pattern=options.name_pattern,
            may_be_empty=True,
        )
        budget = options.trigger_bytes
        count = options.trigger_files
        after: dict[str, Any] = {}
        # Those first that have changed least lately: a file that grows keeps no other one waiting.
        for path in _by_age(files):
            known = before["files"].get(path)
            spent = (budget is not None and budget <= 0) or (count is not None and count <= 0)
            state = known if spent else _advance(path, known, budget)
            if state is None:
                continue
            after[path] = state
            new = state["bytes"] - (known["bytes"] if known else 0)
            if new > 0:
                budget = None if budget is None else budget - new
                count = None if count is None else count - 1
        # Spark compares offsets as texts.
        return {"files": dict(sorted(after.items()))}

    def partitions(self, start: Offset, end: Offset) -> Sequence[InputPartition]:
        """Divide what stands between two offsets."""
        self._planned = end
        library = self.reading.digest()
        limit = self.reading.options.split_bytes
        all_pieces: list[Piece] = []
        for path, state in end["files"].items():
            known = start["files"].get(path)
            begin = known["bytes"] if known and known["inode"] == state["inode"] else 0
            if state["bytes"] <= begin:
                continue
            compressed = state.get("compressed", "mtime" in state)
            all_pieces += pieces(path, begin, state["bytes"], compressed, _identity(state), limit)
        return [InputPartition(Group(group, library)) for group in pack(all_pieces, limit)]

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        """Read a partition, in a task."""
        return self.reading.read(partition.value)

    def commit(self, end: Offset) -> None:
        """Take note that a batch is done: nothing is kept of it."""

    def stop(self) -> None:
        """End the reading."""


def _by_age(paths: list[str]) -> list[str]:
    ages = []
    for path in paths:
        # One that has been removed meanwhile is none any more.
        with contextlib.suppress(FileNotFoundError):
            ages.append((0 if is_url(path) else os.stat(path).st_mtime_ns, path))
    return [path for _, path in sorted(ages)]


def _identity(state: dict[str, Any]) -> Identity:
    mtime, mark, version = (state.get(name) for name in ("mtime", "mark", "version"))
    return Identity(state["inode"], state["bytes"], mtime, mark, version)


def _advance(path: str, known: dict[str, Any] | None, budget: int | None) -> dict[str, Any] | None:
    """Look how far a file can be read now.

    Returns
    -------
    dict, or None
        The file's part of an offset; None for a file without a whole line.
    """
    if known is not None:
        try:
            _identity(known).check(path)
        except Error:
            raise Error(
                f"{path} is not the file any more of which {known['bytes']:,} bytes have been read:"
                " files of a stream may be added and get longer, and be removed."
            ) from None
        if "mtime" in known or "version" in known:
            return known
    elif is_url(path):
        whole = identity(path)
        if whole.size == 0:
            return None
        return {
            "bytes": whole.size,
            "inode": 0,
            "version": whole.version,
            "compressed": is_compressed(path),
        }
    elif is_compressed(path):
        whole = identity(path)
        return {"bytes": whole.size, "inode": whole.inode, "mtime": whole.mtime}
    now = os.stat(path)
    begin = known["bytes"] if known else 0
    end = _end_of_lines(path, begin, now.st_size, budget)
    if end == begin:
        return known
    return {"bytes": end, "inode": now.st_ino, "mark": mark(path, end)}


def _end_of_lines(path: str, begin: int, size: int, budget: int | None) -> int:
    """Find the end of the last line that fits, or of the first one if that is longer."""
    limit = size if budget is None else min(size, begin + budget)
    with open(path, "rb") as file:
        upper = limit
        while upper > begin:
            lower = max(begin, upper - _LOOKED_AT)
            file.seek(lower)
            found = file.read(upper - lower).rfind(b"\n")
            if found >= 0:
                return lower + found + 1
            upper = lower
        lower = limit
        while lower < size:
            file.seek(lower)
            block = file.read(min(_LOOKED_AT, size - lower))
            if not block:
                break
            found = block.find(b"\n")
            if found >= 0:
                return lower + found + 1
            lower += len(block)
    return begin
