"""Lazy frames of polars."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import polars
import pytest

import yodel
from event_files import COLUMNS, TYPES, EventFile
from yodel._arrow import Batch, BatchReader

Scanning = Callable[..., yodel.Scan]
Engine = Literal["in-memory", "streaming"]
Query = Callable[[polars.LazyFrame], polars.LazyFrame]

both_engines = pytest.mark.parametrize("engine", ["in-memory", "streaming"])


class Readings:
    """What the frames have read: the columns, the sizes of batches, and how many they took."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.columns: list[list[str] | None] = []
        self.batch_rows: list[int] = []
        original = yodel.Scan._batches_for_frame

        def noting(scan: yodel.Scan, columns: Any, batch_rows: int) -> Any:
            self.columns.append(columns)
            self.batch_rows.append(batch_rows)
            return original(scan, columns, batch_rows)

        monkeypatch.setattr(yodel.Scan, "_batches_for_frame", noting)
        self.batches = 0
        take = BatchReader.__next__

        def counting(reader: BatchReader) -> Batch:
            self.batches += 1
            return take(reader)

        monkeypatch.setattr(BatchReader, "__next__", counting)


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> Readings:
    return Readings(monkeypatch)


@both_engines
def test_all_rows(scan: Scanning, events: EventFile, engine: Engine) -> None:
    frame = scan(events.path, batch_rows=500).to_polars()
    assert frame.collect_schema() == {
        "id": polars.Int64,
        "type": polars.String,
        "actor": polars.Struct({"id": polars.Int64, "login": polars.String}),
        "public": polars.Boolean,
        "createdAt": polars.Datetime("us", "UTC"),
        "score": polars.Float64,
        "tags": polars.List(polars.String),
        "note": polars.String,
    }
    assert frame.collect(engine=engine).to_dicts() == events.rows
    assert frame.collect(engine=engine).to_dicts() == events.rows


def test_an_eager_frame(scan: Scanning, events: EventFile) -> None:
    assert polars.DataFrame(scan(events.path)).to_dicts() == events.rows


@both_engines
def test_only_the_columns_of_the_query_are_read(
    scan: Scanning, events: EventFile, engine: Engine, readings: Readings
) -> None:
    frame = scan(events.path).to_polars()
    ids = frame.select("id").collect(engine=engine)
    assert ids["id"].to_list() == [row["id"] for row in events.rows]
    assert readings.columns == [["id"]]
    pushed = frame.filter(polars.col("type") == TYPES[0]).select("note").collect(engine=engine)
    assert pushed["note"].to_list() == [
        row["note"] for row in events.rows if row["type"] == TYPES[0]
    ]
    assert sorted(readings.columns[1] or []) == ["note", "type"]


QUERIES: dict[str, Query] = {
    "filter": lambda frame: frame.filter(polars.col("score") > 1).select("id", "score"),
    "filter of a nested field": lambda frame: frame.filter(
        polars.col("actor").struct.field("id") % 3 == 0
    ).select("tags"),
    "filter that no row passes": lambda frame: frame.filter(polars.col("type") == "none"),
    "head": lambda frame: frame.head(17),
    "head of nothing": lambda frame: frame.head(0),
    "head beyond the end": lambda frame: frame.head(10**9),
    "head behind a filter": lambda frame: frame.filter(polars.col("public")).head(40),
    "filter behind a head": lambda frame: frame.head(40).filter(polars.col("public")),
    "filters around a head": lambda frame: (
        frame.filter(polars.col("public")).head(400).filter(polars.col("score") > 1).head(30)
    ),
    "slice": lambda frame: frame.slice(1_000, 40),
    "tail": lambda frame: frame.tail(25).select("createdAt", "id"),
    "count": lambda frame: frame.select(polars.len()),
    "order of columns": lambda frame: frame.select("note", "actor", "id"),
    "group": lambda frame: frame.group_by("type").agg(polars.col("score").max()).sort("type"),
    "join": lambda frame: (
        frame.head(50)
        .select("id", "type")
        .join(frame.head(50).select("id", "note"), on="id")
        .sort("id", "type", "note")
    ),
}


@both_engines
@pytest.mark.parametrize("name", QUERIES)
def test_queries_give_what_they_give_of_rows_in_memory(
    scan: Scanning, events: EventFile, engine: Engine, name: str
) -> None:
    lazy = scan(events.path, batch_rows=100)
    expected = QUERIES[name](polars.DataFrame(lazy).lazy()).collect()
    actual = QUERIES[name](lazy.to_polars()).collect(engine=engine)
    assert actual.schema == expected.schema
    assert actual.equals(expected)


def test_a_limit_ends_the_reading(
    scan: Scanning, many_events: EventFile, readings: Readings
) -> None:
    limited = scan(many_events.path, workers=1)
    assert limited.to_polars().head(10).collect().height == 10
    assert readings.batch_rows == [10]
    assert readings.batches == 1
    limited = scan(many_events.path, batch_rows=1_000)
    assert limited.to_polars().head(2_500).filter(polars.col("id") == 0).collect().height >= 0
    assert readings.batches == 4


def test_batches_are_no_larger_than_the_scan_allows(
    scan: Scanning, events: EventFile, readings: Readings
) -> None:
    scan(events.path, batch_rows=64).to_polars().collect(engine="streaming")
    assert readings.batch_rows == [64]
    scan(events.path, batch_rows=10**6).to_polars().collect(engine="streaming")
    assert 64 < readings.batch_rows[1] <= 10**6


def test_columns_of_the_scan(scan: Scanning, events: EventFile) -> None:
    frame = scan(events.path, columns=["note", "created_at"]).to_polars()
    assert frame.collect_schema().names() == ["note", "createdAt"]
    assert frame.collect().rows() == [(row["note"], row["createdAt"]) for row in events.rows]
    assert frame.select("createdAt").collect().height == len(events.rows)


@both_engines
def test_an_empty_file(scan: Scanning, tmp_path: Path, engine: Engine) -> None:
    (tmp_path / "empty.jsonl").touch()
    frame = scan(tmp_path / "empty.jsonl").to_polars()
    assert frame.collect(engine=engine).shape == (0, len(COLUMNS))
    assert frame.filter(polars.col("id") > 0).select("id").collect(engine=engine).shape == (0, 1)


def test_a_frame_outlives_its_scan(scan: Scanning, events: EventFile) -> None:
    with scan(events.path) as closed:
        frame = closed.to_polars()
    assert frame.select("id").collect().height == len(events.rows)
    with pytest.raises(yodel.Error, match="closed"):
        closed.progress()


def test_rejects_and_progress_are_those_of_the_frame(scan: Scanning, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_bytes(b'{"id": 1}\nno\n{"id": 3}\n')
    some = scan(path)
    assert some.to_polars().select("id").collect()["id"].to_list() == [1, 3]
    assert polars.DataFrame(some.rejects())["line"].to_list() == [2]
    assert some.progress().rejects == 1
    assert some.progress().finished


@both_engines
def test_a_failure_reaches_the_caller(scan: Scanning, tmp_path: Path, engine: Engine) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b'{"id": 1}\n\n{"id": \n')
    with pytest.raises((yodel.Error, polars.exceptions.ComputeError), match=r"\b3\b"):
        scan(path, on_failure="abort").to_polars().collect(engine=engine)
