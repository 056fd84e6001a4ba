"""Streams: files that come and grow."""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

MODEL = "Events.Event"
Ingest = Callable[..., list[list[int]]]


def lines(start: int, end: int) -> bytes:
    return b"".join(b'{"id": %d, "type": "a"}\n' % number for number in range(start, end))


@pytest.fixture
def ingest(spark: SparkSession, library: str, tmp_path: Path) -> Ingest:
    """Run a stream over a folder until it has all that is there; give the ids of each batch."""

    def run(folder: Path, **options: object) -> list[list[int]]:
        batches: list[list[int]] = []

        def keep(frame: DataFrame, number: int) -> None:
            batches.append(sorted(row.id for row in frame.select("id").collect()))

        stream = (
            spark.readStream.format("yodel")
            .options(library=library, model=MODEL, **options)  # type: ignore[arg-type]
            .load(str(folder))
        )
        query = (
            stream.writeStream.foreachBatch(keep)
            .option("checkpointLocation", str(tmp_path / "checkpoint"))
            .start()
        )
        try:
            query.processAllAvailable()
        finally:
            query.stop()
        return [batch for batch in batches if batch]

    return run


def test_files_that_come_and_grow(ingest: Ingest, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "1.jsonl").write_bytes(lines(0, 10) + b'{"id": 1')
    assert ingest(folder) == [list(range(10))]
    # A line that has no end yet is read when it has.
    assert ingest(folder) == []
    with (folder / "1.jsonl").open("ab") as file:
        file.write(b"0}\n" + lines(11, 20))
    (folder / "2.jsonl.gz").write_bytes(gzip.compress(lines(20, 30)))
    (folder / "0.jsonl").write_bytes(lines(30, 40))
    assert [sorted(batch) for batch in ingest(folder)] == [list(range(10, 40))]
    # Files that have been read may go.
    (folder / "0.jsonl").unlink()
    assert ingest(folder) == []
    (folder / "3.jsonl").write_bytes(lines(40, 41))
    assert ingest(folder) == [[40]]


def test_limits_of_a_batch(ingest: Ingest, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(6):
        (folder / f"{number}.jsonl").write_bytes(lines(number * 10, number * 10 + 10))
    by_files = ingest(folder, maxFilesPerTrigger=2)
    assert [len(batch) for batch in by_files] == [20, 20, 20]
    assert Counter(number for batch in by_files for number in batch) == Counter(range(60))
    (folder / "6.jsonl").write_bytes(lines(60, 160) + lines(160, 161).replace(b"a", b"a" * 5_000))
    by_bytes = ingest(folder, maxBytesPerTrigger=500)
    assert len(by_bytes) > 5
    assert [number for batch in by_bytes for number in batch] == list(range(60, 161))


@pytest.mark.parametrize("change", ["replaced", "shortened", "rewritten"])
def test_a_file_that_is_not_the_same(ingest: Ingest, tmp_path: Path, change: str) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    path = folder / "1.jsonl"
    path.write_bytes(lines(0, 10))
    assert ingest(folder) == [list(range(10))]
    if change == "replaced":
        (tmp_path / "new").write_bytes(lines(0, 20))
        os.replace(tmp_path / "new", path)
    elif change == "shortened":
        os.truncate(path, 5)
    else:
        path.write_bytes(lines(1, 20))
    with pytest.raises(PySparkException, match=r"1\.jsonl is not the file any more"):
        ingest(folder)


def test_rejects_of_a_stream(ingest: Ingest, tmp_path: Path) -> None:
    folder, rejects = tmp_path / "in", tmp_path / "rejects"
    folder.mkdir()
    expected = []
    for number in range(3):
        bad = f"no {number}".encode()
        (folder / f"{number}.jsonl").write_bytes(lines(number * 10, number * 10 + 10) + bad + b"\n")
        expected.append(bad)
        batches = ingest(folder, rejects=rejects)
        assert batches == [list(range(number * 10, number * 10 + 10))]
    tables = [pyarrow.parquet.read_table(rejects / name) for name in os.listdir(rejects)]
    found: list[Any] = pyarrow.concat_tables(tables)["bytes"].to_pylist()
    assert sorted(found) == expected


def test_available_now_reads_what_is_there(
    spark: SparkSession, library: str, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "1.jsonl").write_bytes(lines(0, 100))
    for end in (100, 200):
        query = (
            spark.readStream.format("yodel")
            .options(library=library, model=MODEL)
            .load(str(folder))
            .writeStream.format("parquet")
            .option("path", str(tmp_path / "out"))
            .option("checkpointLocation", str(tmp_path / "checkpoint"))
            .trigger(availableNow=True)
            .start()
        )
        query.awaitTermination()
        found = spark.read.parquet(str(tmp_path / "out"))
        assert sorted(row.id for row in found.collect()) == list(range(end))
        (folder / "2.jsonl").write_bytes(lines(100, 200))


def test_offsets_say_which_bytes_were_read(ingest: Ingest, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "1.jsonl").write_bytes(lines(0, 10) + b'{"id"')
    ingest(folder)
    (log,) = [
        path
        for path in (tmp_path / "checkpoint" / "offsets").iterdir()
        if not path.name.startswith(".")
    ]
    offset = json.loads(log.read_text().splitlines()[-1])
    state = offset["files"][str(folder / "1.jsonl")]
    assert state["bytes"] == len(lines(0, 10))
    assert state["inode"] == os.stat(folder / "1.jsonl").st_ino
