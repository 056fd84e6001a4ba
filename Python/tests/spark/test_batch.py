"""Batches: rows, splits, projections, rejects, and files that change."""

from __future__ import annotations

import gzip
import os
import random
import resource
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, DataFrameReader, SparkSession

import yodel
from event_files import COLUMNS, EventFile, Row, microseconds, row, write_events
from yodel.spark._files import Identity, Piece
from yodel.spark._library import digest, load_same
from yodel.spark._rejects import write_rejects

Reading = Callable[..., DataFrameReader]

BROKEN = [b"no", b'{"id": 1,', b'{"id": 1}}', b'{"type": "\xff"}', b"[1, 2", b'"']


def rows(frame: DataFrame) -> list[Row]:
    """Give the rows of a frame as the tests have them."""
    return frame.toArrow().to_pylist()


def rejected(folder: Path) -> list[dict[str, Any]]:
    names = sorted(os.listdir(folder)) if folder.exists() else []
    assert all(name.startswith("rejects-") and name.endswith(".parquet") for name in names)
    tables = [pyarrow.parquet.read_table(folder / name) for name in names]
    return [line for table in tables for line in table.to_pylist()]


def test_rows_are_those_of_the_lines(reading: Reading, events: EventFile) -> None:
    assert rows(reading().load(str(events.path))) == events.rows


def test_the_schema_is_the_models(reading: Reading, events: EventFile) -> None:
    frame = reading().load(str(events.path))
    assert frame.columns == COLUMNS
    assert {name: kind for name, kind in frame.dtypes if name != "actor"} == {
        "id": "bigint",
        "type": "string",
        "public": "boolean",
        "createdAt": "timestamp",
        "score": "double",
        "tags": "array<string>",
        "note": "string",
    }
    assert dict(frame.dtypes)["actor"] == "struct<id:bigint,login:string>"


def test_splits_share_out_all_lines(reading: Reading, tmp_path: Path) -> None:
    expected = []
    for number in range(5):
        end = b"\n" if number % 2 else b"\r\n"
        file = write_events(tmp_path / f"{number}.jsonl", 500 * number, seed=number, end=end)
        expected += file.rows
    (tmp_path / "_hidden.jsonl").write_bytes(b"no")
    (tmp_path / ".hidden.jsonl").write_bytes(b"no")
    frame = reading(maxPartitionBytes=10_007).load(str(tmp_path))
    assert frame.rdd.getNumPartitions() > 30
    assert rows(frame) == expected
    one = reading().load(str(tmp_path))
    assert one.rdd.getNumPartitions() == 1
    assert rows(one) == expected


def test_lines_that_are_longer_than_a_split(reading: Reading, tmp_path: Path) -> None:
    lines = [b'{"id": %d, "type": "%s"}' % (number, b"x" * (number * 700)) for number in range(20)]
    path = tmp_path / "long.jsonl"
    path.write_bytes(b"\n".join(lines))
    frame = reading(maxPartitionBytes=1_000).load(str(path)).select("id", "type")
    assert frame.rdd.getNumPartitions() > 100
    assert rows(frame) == [{"id": n, "type": "x" * (n * 700)} for n in range(20)]


def test_a_schema_projects(reading: Reading, events: EventFile) -> None:
    frame = reading().schema("score DOUBLE, created_at TIMESTAMP, id BIGINT").load(str(events.path))
    found = frame.toArrow()
    assert found.column_names == ["score", "created_at", "id"]
    expected = [
        (line["score"], microseconds(line["createdAt"]), line["id"]) for line in events.rows
    ]
    times = found["created_at"].cast(pyarrow.int64()).to_pylist()
    scores, ids = found["score"].to_pylist(), found["id"].to_pylist()
    assert list(zip(scores, times, ids, strict=True)) == expected


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ("id STRING", "column id of Events.Event is bigint, not string"),
        ("nothing BIGINT", "nothing"),
    ],
)
def test_a_schema_that_is_none_of_the_models(
    reading: Reading, events: EventFile, schema: str, text: str
) -> None:
    with pytest.raises(PySparkException, match=text):
        reading().schema(schema).load(str(events.path)).collect()


def test_sql(spark: SparkSession, reading: Reading, events: EventFile) -> None:
    reading().load(str(events.path)).createOrReplaceTempView("events")
    found = spark.sql("SELECT type, count(*) AS n FROM events GROUP BY type").collect()
    counts: dict[str, int] = {}
    for line in events.rows:
        counts[line["type"]] = counts.get(line["type"], 0) + 1
    assert {line.type: line.n for line in found} == counts


def test_every_kind_of_column(reading: Reading, library: str, tmp_path: Path) -> None:
    path = tmp_path / "everything.jsonl"
    path.write_bytes(
        b'{"uint8": 255, "uint16": 65535, "uint32": 4294967295, "uint64": 18446744073709551615,'
        b' "colour": "blue", "uuid": "00112233-4455-6677-8899-AABBCCDDEEFF", "part": {"a": 1},'
        b' "map": {"a": 1, "b": 2}, "list": [1, 2], "parts": [{"a": 2, "b": "c"}],'
        b' "json": [1, {"a": null}], "data": "AQI=", "decimal": 1.5}\n{}\n'
    )
    frame = reading(model="Events.Everything").load(str(path))
    own = pyarrow.table(yodel.scan(library, "Events.Everything", path))
    found = rows(frame)
    assert len(found) == 2
    for mine, theirs in zip(found, own.to_pylist(), strict=True):
        for name, value in theirs.items():
            seen = mine[name]
            assert (
                dict(seen) if isinstance(seen, list) and isinstance(value, dict) else seen
            ) == value, name


def test_compressed_files_are_read_whole(reading: Reading, tmp_path: Path) -> None:
    expected = []
    for number in range(3):
        file = write_events(tmp_path / f"{number}.jsonl", 2_000, seed=number)
        expected += file.rows
        content = file.path.read_bytes()
        if number != 1:
            file.path.unlink()
            half = len(content) // 2
            (tmp_path / f"{number}.jsonl.gz").write_bytes(
                gzip.compress(content[:half]) + gzip.compress(content[half:])
            )
    frame = reading(maxPartitionBytes=50_000).load(str(tmp_path))
    assert rows(frame) == expected
    damaged = tmp_path / "2.jsonl.gz"
    damaged.write_bytes(damaged.read_bytes()[:-100])
    with pytest.raises(PySparkException, match=r"2\.jsonl\.gz: .* ends in the middle"):
        reading().load(str(tmp_path)).collect()


@pytest.mark.parametrize("split", [997, 1 << 20])
def test_rejects_are_exact(reading: Reading, tmp_path: Path, split: int) -> None:
    chance = random.Random(split)
    good: list[Row] = []
    bad: list[tuple[str, int, bytes]] = []
    (tmp_path / "in").mkdir()
    for number in range(3):
        lines = [(line, True) for line in write_events(tmp_path / "x", 300, seed=number).lines]
        for line in BROKEN * 4:
            lines.insert(chance.randrange(len(lines) + 1), (line, False))
        path = tmp_path / "in" / f"{number}.jsonl"
        path.write_bytes(b"".join(line + b"\n" for line, _ in lines))
        offset = 0
        for line, is_good in lines:
            if is_good:
                good.append(row(line))
            else:
                bad.append((str(path), offset, line))
            offset += len(line) + 1
    folder = tmp_path / "rejects"
    frame = reading(maxPartitionBytes=split, rejects=folder).load(str(tmp_path / "in"))
    for _ in range(2):
        # A query that runs again writes the same files again.
        assert rows(frame) == good
        found = rejected(folder)
        assert sorted((line["file"], line["offset"], line["bytes"]) for line in found) == sorted(
            bad
        )
        assert all(line["code"] and line["reason"] for line in found)


def test_bytes_of_rejects_are_limited_for_a_task(reading: Reading, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for number in range(3):
        (tmp_path / "in" / f"{number}.jsonl").write_bytes(b"x" * 1_000 + b"\n")
    for option, limit in [("maximumKeptBytes", 2_500), ("maximumRejectBytes", 800)]:
        folder = tmp_path / option
        frame = reading(rejects=folder, **{option: limit}).load(str(tmp_path / "in"))
        assert frame.count() == 0
        found = rejected(folder)
        assert [line["length"] for line in found] == [1_000] * 3
        assert all(line["cut"] == (len(line["bytes"]) < 1_000) for line in found)
        assert sum(len(line["bytes"]) for line in found) <= 2_500
        assert any(line["cut"] for line in found)


def test_rejects_are_the_tables_of_spark_too(
    spark: SparkSession, reading: Reading, tmp_path: Path
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b'{"id": 1}\nno\n{"id": 3}\n')
    folder = tmp_path / "rejects"
    assert reading(rejects=folder).load(str(path)).count() == 2
    (line,) = spark.read.parquet(str(folder)).collect()
    assert (line.line, line.offset, bytes(line.bytes)) == (2, 10, b"no")


def test_a_bad_line_fails_the_task_without_a_place_for_it(reading: Reading, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b'{"id": 1}\nno\n{"id": 3}\n')
    with pytest.raises(PySparkException, match=r"bad\.jsonl"):
        reading().load(str(path)).collect()
    assert reading(onFailure="skip").load(str(path)).count() == 2
    with pytest.raises(PySparkException, match="fail"):
        reading(onFailure="skip", maximumFailures=0).load(str(path)).collect()


def test_strict(reading: Reading, tmp_path: Path) -> None:
    path = tmp_path / "types.jsonl"
    path.write_bytes(b'{"id": "1"}\n{"id": 2}\n')
    assert [line.id for line in reading().load(str(path)).collect()] == [1, 2]
    path.write_bytes(b'{"id": "1"}\n{"id": 2}\n{"id": 4.5}\n')
    lenient = reading(options="lenient").load(str(path))
    assert [line.id for line in lenient.collect()] == [1, 2, 4]
    with pytest.raises(PySparkException, match="without loss"):
        reading().load(str(path)).collect()
    path.write_bytes(b'{"id": "1"}\n{"id": 2}\n')
    folder = tmp_path / "rejects"
    strict = reading(options="strict", rejects=folder).load(str(path))
    assert [line.id for line in strict.collect()] == [2]
    assert [line["bytes"] for line in rejected(folder)] == [b'{"id": "1"}']


def test_rejects_that_cannot_be_written_fail_the_task(reading: Reading, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b"no\n")
    (tmp_path / "taken").write_bytes(b"")
    with pytest.raises(PySparkException, match="taken"):
        reading(rejects=tmp_path / "taken").load(str(path)).collect()


def test_rejects_on_a_full_disk_leave_nothing(tmp_path: Path) -> None:
    piece = Piece("/events.jsonl", 0, 10, False, Identity(1, 10, 0))
    table = pyarrow.table({"bytes": [os.urandom(1_000) for _ in range(100)]})
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    # Python ignores the signal: the file gets no longer, as on a disk that is full.
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, limits[1]))
    try:
        with pytest.raises(OSError):
            write_rejects(str(tmp_path), [piece], [table], table.schema)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert os.listdir(tmp_path) == []
    write_rejects(str(tmp_path), [piece], [table], table.schema)
    assert rejected(tmp_path) == table.to_pylist()
    write_rejects(str(tmp_path), [piece], [table.slice(0, 0)], table.schema)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("change", ["grown", "replaced", "gone", "touched"])
def test_a_file_that_changed_fails_its_task(reading: Reading, tmp_path: Path, change: str) -> None:
    path = write_events(tmp_path / "events.jsonl", 100, seed=1).path
    frame = reading().load(str(path))
    # Planned here, run below.
    planned = frame.rdd
    assert planned.getNumPartitions() == 1
    if change == "grown":
        with path.open("ab") as file:
            file.write(b"{}\n")
    elif change == "replaced":
        copy = tmp_path / "copy"
        shutil.copy2(path, copy)
        os.replace(copy, path)
    elif change == "gone":
        path.unlink()
    else:
        os.utime(path)
    with pytest.raises(Exception, match=r"events\.jsonl (has changed|was there)"):
        planned.collect()


def test_a_library_that_changed_fails_its_task(
    reading: Reading, library: str, tmp_path: Path
) -> None:
    path = write_events(tmp_path / "events.jsonl", 10, seed=1).path
    frame = reading().load(str(path))
    planned = frame.rdd
    assert planned.getNumPartitions() == 1
    state = os.stat(library)
    with open(library, "ab") as file:
        file.write(b"\0")
    try:
        with pytest.raises(Exception, match=r"is not the library|has changed since it was loaded"):
            planned.collect()
    finally:
        os.truncate(library, state.st_size)
        os.utime(library, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert frame.count() == 10


def test_libraries_are_told_apart_by_their_content(library: str, tmp_path: Path) -> None:
    copy = tmp_path / "libEvents.so"
    shutil.copyfile(library, copy)
    with copy.open("ab") as file:
        file.write(b"\0")
    assert digest(str(copy)) == digest(str(copy)) != digest(library)
    load_same(str(copy), digest(str(copy)))
    with pytest.raises(yodel.Error, match="is not the library that this reading was planned with"):
        load_same(str(copy), digest(library))
    with copy.open("ab") as file:
        file.write(b"\0")
    with pytest.raises(yodel.Error, match="has changed since it was loaded"):
        digest(str(copy))


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"model": "Events.Nothing"}, r"no model 'Events\.Nothing'"),
        ({"library": "/nowhere/libNone.so"}, "no library"),
        ({"rows": 1}, "no option rows"),
        ({"options": "loose"}, "convert, lenient or strict"),
        ({"decimals": "18"}, "two numbers, such as 18,2"),
        ({"decimals": "39,2"}, "two numbers, such as 18,2"),
        ({"maxPartitionBytes": 0}, "at least 1"),
        ({"onFailure": "abort", "rejects": "/tmp/x"}, "leave out onFailure"),
    ],
)
def test_options_that_make_no_sense(
    reading: Reading, events: EventFile, options: dict[str, object], text: str
) -> None:
    with pytest.raises(PySparkException, match=text):
        reading(**options).load(str(events.path)).collect()


def test_paths(reading: Reading, tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    for number, name in enumerate(["a/1.jsonl", "a/2.txt", "a/b/3.jsonl"]):
        (tmp_path / name).write_bytes(b'{"id": %d}\n' % number)

    def ids(reader: DataFrameReader, *paths: str) -> list[int]:
        names = [str(tmp_path / path) for path in paths]
        return [line.id for line in reader.load(names[0] if len(names) == 1 else names).collect()]

    assert ids(reading(), "a") == [0, 1]
    assert ids(reading(recursiveFileLookup=True), "a") == [0, 1, 2]
    assert ids(reading(pathGlobFilter="*.jsonl", recursiveFileLookup="true"), "a") == [0, 2]
    assert ids(reading(), "a/*.jsonl") == [0]
    assert ids(reading(), "a/b/3.jsonl", "a/1.jsonl") == [2, 0]
    assert [line.id for line in reading().load(f"file://{tmp_path}/a/1.jsonl").collect()] == [0]
    with pytest.raises(PySparkException, match="no such file"):
        reading().load(str(tmp_path / "none")).collect()


def test_an_empty_folder_and_empty_files(reading: Reading, tmp_path: Path) -> None:
    with pytest.raises(PySparkException, match="no file"):
        reading().load(str(tmp_path)).collect()
    (tmp_path / "empty.jsonl").write_bytes(b"")
    assert rows(reading().load(str(tmp_path))) == []


def test_a_query_that_stops_early(reading: Reading, many_events: EventFile) -> None:
    frame = reading(maxPartitionBytes=100_000).load(str(many_events.path))
    assert len(frame.limit(10).collect()) == 10
