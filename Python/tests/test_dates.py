"""Timestamps are the days that the texts say, whatever the century."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import polars
import pyarrow

import yodel

Scanning = Callable[..., yodel.Scan]

# Texts in their order, and what engines show of them.
DATES = {
    "0001-01-01T00:00:00Z": "0001-01-01 00:00:00.000000",
    "0100-02-28T23:59:59Z": "0100-02-28 23:59:59.000000",
    "1500-02-28": "1500-02-28 00:00:00.000000",
    # The Gregorian calendar, which engines use for all times, does not have this day.
    "1500-02-29T06:00:00Z": "1500-03-01 06:00:00.000000",
    "1582-10-04T23:59:59Z": "1582-10-04 23:59:59.000000",
    "1582-10-15T00:00:00Z": "1582-10-15 00:00:00.000000",
    "1969-12-31T23:59:59.999999Z": "1969-12-31 23:59:59.999999",
    "2026-01-01T00:00:00.0000004Z": "2026-01-01 00:00:00.000000",
    "2026-01-01T00:00:00.0000006Z": "2026-01-01 00:00:00.000001",
    "9999-12-31T23:59:59Z": "9999-12-31 23:59:59.000000",
    # A Date has no room for more of the fraction.
    "9999-12-31T23:59:59.999999Z": "9999-12-31 23:59:59.999969",
}


def dates(scan: Scanning, folder: Path) -> yodel.Scan:
    path = folder / "dates.jsonl"
    path.write_text("".join(json.dumps({"created_at": text}) + "\n" for text in DATES))
    return scan(path, options="strict").select(["createdAt"])


def test_pyarrow(scan: Scanning, tmp_path: Path) -> None:
    table = pyarrow.table(dates(scan, tmp_path))
    shown = [f"{date:%m-%d %H:%M:%S.%f}" for date in table["createdAt"].to_pylist()]
    years = [f"{date.year:04}-" for date in table["createdAt"].to_pylist()]
    assert [year + rest for year, rest in zip(years, shown, strict=True)] == list(DATES.values())


def test_duckdb(scan: Scanning, tmp_path: Path) -> None:
    found = dates(scan, tmp_path)  # noqa: F841
    rows = duckdb.sql(
        """
        SELECT year(moment), strftime(moment, '%m-%d %H:%M:%S.%f')
        FROM (SELECT make_timestamp(epoch_us("createdAt")) AS moment FROM found)
        """
    ).fetchall()
    assert [f"{year:04}-{rest}" for year, rest in rows] == list(DATES.values())


def test_polars(scan: Scanning, tmp_path: Path) -> None:
    frame = polars.DataFrame(dates(scan, tmp_path))
    date = polars.col("createdAt").dt
    shown = frame.select(
        date.year().alias("year"), date.to_string("%m-%d %H:%M:%S%.6f").alias("rest")
    ).rows()
    assert [f"{year:04}-{rest}" for year, rest in shown] == list(DATES.values())
