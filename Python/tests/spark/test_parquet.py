"""Files in, Parquet out, by tasks that do both themselves."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from event_files import EventFile, write_events
from yodel.spark import ParquetResult, to_parquet

MODEL = "Events.Event"


def test_parquet_has_the_rows(spark: SparkSession, library: str, tmp_path: Path) -> None:
    source = tmp_path / "events"
    source.mkdir()
    rows = [
        row
        for number in range(3)
        for row in write_events(source / f"{number}.jsonl", 1_000, seed=number).rows
    ]
    target = tmp_path / "events.parquet"
    written = to_parquet(
        spark, library, MODEL, source, target, split_bytes=50_000, row_group_rows=100
    )
    assert sorted(os.listdir(tmp_path)) == ["events", "events.parquet"]
    names = sorted(name for name in os.listdir(target) if name != "_SUCCESS")
    assert names == [f"part-{number:05d}.parquet" for number in range(written.files)]
    assert written.files > 5
    sizes = sum(os.stat(target / name).st_size for name in names)
    assert written == ParquetResult(len(names), len(rows), sizes)
    tables = [pyarrow.parquet.read_table(target / name) for name in names]
    assert pyarrow.concat_tables(tables).to_pylist() == rows
    groups = pyarrow.parquet.ParquetFile(target / names[0]).metadata
    assert max(groups.row_group(index).num_rows for index in range(groups.num_row_groups)) <= 100
    frame = spark.read.parquet(str(target))
    own = (
        spark.read.format("yodel")
        .option("library", library)
        .option("model", MODEL)
        .load(str(source))
    )
    assert frame.schema.simpleString() == own.schema.simpleString()
    assert frame.exceptAll(own).count() == 0
    assert frame.count() == len(rows)


def test_columns_and_rejects(spark: SparkSession, library: str, tmp_path: Path) -> None:
    source = tmp_path / "bad.jsonl"
    source.write_bytes(b'{"id": 1}\nno\n{"id": 3}\n')
    target, rejects = tmp_path / "out", tmp_path / "rejects"
    with pytest.raises(PySparkException, match=r"bad\.jsonl"):
        to_parquet(spark, library, MODEL, source, target)
    # Nothing is left of what failed.
    assert os.listdir(tmp_path) == ["bad.jsonl"]
    written = to_parquet(
        spark, library, MODEL, source, target, columns=["created_at", "id"], rejects=rejects
    )
    assert written.rows == 2
    table = pyarrow.parquet.read_table(target / "part-00000.parquet")
    assert table.column_names == ["created_at", "id"]
    assert table["id"].to_pylist() == [1, 3]
    (name,) = os.listdir(rejects)
    assert pyarrow.parquet.read_table(rejects / name)["bytes"].to_pylist() == [b"no"]


def test_a_folder_that_exists(
    spark: SparkSession, library: str, events: EventFile, tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    with pytest.raises(FileExistsError, match="out exists"):
        to_parquet(spark, library, MODEL, events.path, tmp_path / "out")


def test_an_empty_file(spark: SparkSession, library: str, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_bytes(b"")
    target = tmp_path / "out"
    assert to_parquet(spark, library, MODEL, tmp_path / "empty.jsonl", target).rows == 0
    assert spark.read.parquet(str(target)).columns[0] == "id"
