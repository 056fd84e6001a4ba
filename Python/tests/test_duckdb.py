"""Queries of DuckDB, in a process that has pyarrow, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import yodel
from event_files import EventFile

Scanning = Callable[..., yodel.Scan]


def test_a_query(scan: Scanning, events: EventFile) -> None:
    found = scan(events.path, batch_rows=100)  # noqa: F841
    counts = duckdb.execute("SELECT type, count(*) FROM found GROUP BY type").fetchall()
    assert dict(counts) == Counter(row["type"] for row in events.rows)
    nested = duckdb.execute("SELECT actor.login, tags FROM found WHERE note IS NULL").fetchall()
    assert nested == [
        (row["actor"]["login"], row["tags"]) for row in events.rows if row["note"] is None
    ]
    assert len(duckdb.execute("SELECT id FROM found LIMIT 3").fetchall()) == 3


def test_a_registered_scan(scan: Scanning, events: EventFile) -> None:
    with duckdb.connect() as connection:
        connection.register("events", scan(events.path))
        for _ in range(2):
            rows = connection.execute("SELECT id FROM events").fetchall()
            assert rows == [(row["id"],) for row in events.rows]


def test_rejects(scan: Scanning, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b'{"id": 1}\nno\n')
    found = scan(path)
    assert duckdb.execute("SELECT id FROM found").fetchall() == [(1,)]
    rejects = found.rejects()  # noqa: F841
    assert duckdb.execute("SELECT line, bytes FROM rejects").fetchall() == [(2, b"no")]


def test_a_failure_reaches_the_caller(scan: Scanning, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b'{"id": 1}\n\nno\n')
    found = scan(path, on_failure="abort")
    assert found.columns
    with pytest.raises(duckdb.Error, match=r"\b3\b"):
        duckdb.execute("SELECT id FROM found").fetchall()
