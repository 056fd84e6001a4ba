"""Rows, by pyarrow and pandas."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from pathlib import Path

import pandas
import pyarrow
import pytest

import yodel
from event_files import COLUMNS, EventFile, microseconds, row, write_events

Scanning = Callable[..., yodel.Scan]

TYPES = {
    "id": pyarrow.int64(),
    "type": pyarrow.string(),
    "public": pyarrow.bool_(),
    "createdAt": pyarrow.timestamp("us", tz="UTC"),
    "score": pyarrow.float64(),
    "note": pyarrow.string(),
}


def test_rows_are_those_of_the_lines(scan: Scanning, events: EventFile) -> None:
    table = pyarrow.table(scan(events.path))
    table.validate(full=True)
    assert table.to_pylist() == events.rows


def test_the_schema(scan: Scanning, events: EventFile) -> None:
    schema = pyarrow.schema(scan(events.path))
    assert schema.names == COLUMNS
    assert {name: schema.field(name).type for name in TYPES} == TYPES
    assert schema.field("tags").type.value_type == pyarrow.string()
    assert [(part.name, part.type) for part in schema.field("actor").type] == [
        ("id", pyarrow.int64()),
        ("login", pyarrow.string()),
    ]
    assert schema.field("note").nullable
    assert schema == pyarrow.RecordBatchReader.from_stream(scan(events.path)).schema


def test_a_scan_can_be_read_again(scan: Scanning, events: EventFile) -> None:
    events_twice = scan(events.path)
    first = pyarrow.table(events_twice)
    assert pyarrow.table(events_twice) == first
    assert events_twice.to_arrow() == first
    first.validate(full=True)
    events_twice.to_arrow().validate(full=True)


def test_a_requested_schema_has_no_effect(scan: Scanning, events: EventFile) -> None:
    reader = pyarrow.RecordBatchReader.from_stream(
        scan(events.path), schema=pyarrow.schema(scan(events.path))
    )
    assert reader.read_all().to_pylist() == events.rows


def test_a_stream_outlives_its_scan(scan: Scanning, events: EventFile) -> None:
    with scan(events.path, batch_rows=100) as closed:
        reader = pyarrow.RecordBatchReader.from_stream(closed)
        reader.read_next_batch()
    assert 100 + reader.read_all().num_rows == len(events.rows)


def test_batches_have_the_rows_that_are_asked_for(scan: Scanning, events: EventFile) -> None:
    reader = pyarrow.RecordBatchReader.from_stream(scan(events.path, batch_rows=128))
    sizes = [batch.num_rows for batch in reader]
    assert sum(sizes) == len(events.rows)
    assert max(sizes) <= 128
    assert min(sizes) > 0


def test_small_batches_of_bytes(scan: Scanning, events: EventFile) -> None:
    reader = pyarrow.RecordBatchReader.from_stream(scan(events.path, batch_bytes=4096))
    batches = list(reader)
    assert len(batches) > events.size // (1 << 16)
    assert pyarrow.Table.from_batches(batches).to_pylist() == events.rows


@pytest.mark.parametrize("columns", [["createdAt"], ["created_at"]])
def test_a_column_by_its_property_or_its_key(
    scan: Scanning, events: EventFile, columns: list[str]
) -> None:
    table = pyarrow.table(scan(events.path, columns=columns))
    table.validate(full=True)
    assert table.to_pylist() == [{"createdAt": row["createdAt"]} for row in events.rows]


def test_some_columns(scan: Scanning, events: EventFile) -> None:
    expected = [{name: row[name] for name in ("note", "actor", "id")} for row in events.rows]
    chosen = scan(events.path, columns=["note", "actor", "id"])
    assert chosen.to_arrow().column_names == ["note", "actor", "id"]
    assert chosen.to_arrow().to_pylist() == expected
    other = chosen.select(["tags", "public"])
    assert other.columns == ["tags", "public"]
    assert chosen.columns == ["note", "actor", "id"]
    table = other.to_arrow()
    table.validate(full=True)
    assert table.to_pylist() == [
        {"tags": row["tags"], "public": row["public"]} for row in events.rows
    ]


def test_many_files_in_order(scan: Scanning, tmp_path: Path) -> None:
    files = [
        write_events(tmp_path / f"part {number:02} é.jsonl", number * 7, seed=number)
        for number in range(20)
    ]
    table = pyarrow.table(scan(tmp_path / "part *.jsonl"))
    table.validate(full=True)
    assert table.to_pylist() == [row for file in files for row in file.rows]
    backwards = pyarrow.table(scan([file.path for file in reversed(files)]))
    assert backwards.to_pylist() == [row for file in reversed(files) for row in file.rows]


@pytest.mark.parametrize("workers", [2, 3, 8, None])
def test_workers_keep_the_order(
    scan: Scanning, many_events: EventFile, workers: int | None
) -> None:
    options: dict[str, int] = {"batch_rows": 1_000, "batch_bytes": 1 << 16}
    one = scan(many_events.path, workers=1, **options).to_arrow()
    several = scan(many_events.path, workers=workers, **options).to_arrow()
    several.validate(full=True)
    assert several.combine_chunks() == one.combine_chunks()
    assert several.column("createdAt").cast(pyarrow.int64()).to_pylist() == [
        microseconds(row["createdAt"]) for row in many_events.rows
    ]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_ranges_share_out_all_lines(scan: Scanning, tmp_path: Path, end: bytes) -> None:
    file = write_events(tmp_path / "ranges.jsonl", 60, seed=3, end=end)
    starts = [0]
    for line in file.lines:
        starts.append(starts[-1] + len(line) + len(end))
    chance = random.Random(4)
    for _ in range(25):
        near = [chance.choice(starts) + chance.randint(-2, 2) for _ in range(chance.randrange(6))]
        far = [chance.randrange(file.size) for _ in range(chance.randrange(6))]
        cuts = sorted({0, file.size, *(cut for cut in near + far if 0 <= cut <= file.size)})
        rows = []
        for start, stop in itertools.pairwise(cuts):
            part = scan(file.path, range=(start, stop)).to_arrow().to_pylist()
            inside = [place for place in starts[:-1] if start <= place < stop]
            assert len(part) == len(inside)
            rows += part
        assert rows == file.rows


def test_an_empty_range(scan: Scanning, events: EventFile) -> None:
    assert scan(events.path, range=(10, 10)).to_arrow().num_rows == 0
    beyond = scan(events.path, range=(events.size, events.size + 100))
    assert beyond.to_arrow().num_rows == 0


def test_an_empty_file(scan: Scanning, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    nothing = scan(empty)
    table = pyarrow.table(nothing)
    assert table.num_rows == 0
    assert table.schema == pyarrow.schema(nothing)
    assert nothing.to_arrow() == table
    assert nothing.progress() == yodel.Progress(0, 0, 0, 0, True)


def test_blank_lines_and_a_last_line_without_an_end(scan: Scanning, tmp_path: Path) -> None:
    lines = write_events(tmp_path / "source.jsonl", 3, seed=5).lines
    path = tmp_path / "blank.jsonl"
    path.write_bytes(b"\n" + lines[0] + b"\n \r\n\n" + lines[1] + b"\r\n" + lines[2])
    assert scan(path).to_arrow().to_pylist() == [row(line) for line in lines]


def test_missing_keys_take_the_defaults(scan: Scanning, tmp_path: Path) -> None:
    path = tmp_path / "missing.jsonl"
    path.write_bytes(b'{}\n{"id": 1}\n')
    names = [name for name in COLUMNS if name != "createdAt"]
    default = {
        "id": 0,
        "type": "",
        "actor": {"id": 0, "login": ""},
        "public": False,
        "score": 0.0,
        "tags": [],
        "note": None,
    }
    assert scan(path, columns=names).to_arrow().to_pylist() == [default, {**default, "id": 1}]


def test_progress(scan: Scanning, events: EventFile, tmp_path: Path) -> None:
    more = write_events(tmp_path / "more.jsonl", 50, seed=6)
    reading = scan([events.path, more.path], batch_rows=100)
    reader = pyarrow.RecordBatchReader.from_stream(reading)
    reader.read_next_batch()
    begun = reading.progress()
    assert begun.total_bytes == events.size + more.size
    assert 0 <= begun.bytes <= begun.total_bytes
    reader.read_all()
    assert reading.progress() == yodel.Progress(
        bytes=events.size + more.size,
        total_bytes=events.size + more.size,
        records=len(events.rows) + 50,
        rejects=0,
        finished=True,
    )


def test_pandas(scan: Scanning, events: EventFile) -> None:
    frame = scan(events.path).to_pandas()
    assert list(frame.columns) == COLUMNS
    assert frame["id"].tolist() == [row["id"] for row in events.rows]
    assert frame["type"].tolist() == [row["type"] for row in events.rows]
    assert frame["actor"].tolist() == [row["actor"] for row in events.rows]
    assert [list(tags) for tags in frame["tags"]] == [row["tags"] for row in events.rows]
    assert frame["createdAt"].dt.to_pydatetime().tolist() == [
        row["createdAt"] for row in events.rows
    ]
    assert frame["note"].isna().tolist() == [row["note"] is None for row in events.rows]


def test_pandas_with_options(scan: Scanning, events: EventFile) -> None:
    frame = scan(events.path, columns=["id", "note"]).to_pandas(types_mapper=pandas.ArrowDtype)
    assert str(frame.dtypes["id"]) == "int64[pyarrow]"
    assert frame["note"].isna().sum() == sum(row["note"] is None for row in events.rows)
