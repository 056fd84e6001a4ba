"""Scans as lazy frames of polars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars
from polars.io.plugins import register_io_source

if TYPE_CHECKING:
    from yodel._scan import Scan

__all__ = ["lazy_frame"]


def lazy_frame(scan: Scan) -> polars.LazyFrame:
    """Make a lazy frame that reads a scan.

    Parameters
    ----------
    scan
        The scan. Each collection of the frame opens one of its own, for the columns it needs.

    Returns
    -------
    polars.LazyFrame
        The frame.
    """
    schema = polars.Schema(scan)

    def read(
        with_columns: list[str] | None,
        predicate: polars.Expr | None,
        n_rows: int | None,
        batch_size: int | None,
    ) -> Iterator[polars.DataFrame]:
        return _read(scan, with_columns, predicate, n_rows, batch_size)

    return register_io_source(read, schema=schema, validate_schema=True)


def _read(
    scan: Scan,
    with_columns: list[str] | None,
    predicate: polars.Expr | None,
    n_rows: int | None,
    batch_size: int | None,
) -> Iterator[polars.DataFrame]:
    """Read what polars asks for.

    A limit that comes with a predicate counts the rows before it: polars hands on both only for a
    query that filters behind its limit.
    """
    columns = with_columns
    if with_columns is not None and predicate is not None:
        filtered = predicate.meta.root_names()
        columns = with_columns + [name for name in filtered if name not in with_columns]
    sizes = (scan._request.batch_rows, batch_size, n_rows)
    reader = scan._batches_for_frame(
        columns, max(1, min(size for size in sizes if size is not None))
    )
    try:
        for batch in reader:
            frame = polars.DataFrame(batch)
            if n_rows is not None:
                frame = frame.head(n_rows)
                n_rows -= frame.height
            if predicate is not None:
                frame = frame.filter(predicate)
            if with_columns is not None:
                frame = frame.select(with_columns)
            yield frame
            if n_rows is not None and n_rows <= 0:
                return
    finally:
        reader.close()
