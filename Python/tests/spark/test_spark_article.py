"""The article about engines says what is so of Spark."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from pyspark.sql import SparkSession

from article import examples, prepare


def test_the_examples_with_spark(
    spark: SparkSession, library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = prepare(tmp_path, library)
    monkeypatch.chdir(tmp_path)
    sections = {
        title: [_with_paths(block, tmp_path) for block in code]
        for title, code in examples("python").items()
        if any("spark" in block.lower() for block in code)
    }
    assert list(sections) == ["Spark", "Streams", "Parquet without the JVM"]
    names: dict[str, Any] = {"spark": spark}
    for code in sections.values():
        for block in code:
            exec(block, names)
    assert {row["type"]: row["count"] for row in names["counts"]} == Counter(
        row["type"] for row in rows
    )
    assert names["events"].columns[0] == "id"
    assert spark.read.parquet(str(tmp_path / "stream.parquet")).count() == len(rows)
    assert names["written"].rows == names["parquet"].count() == len(rows)
    for folder in ("rejects", "rejects-of-stream", "rejects-of-parquet"):
        lines = [
            line
            for path in (tmp_path / folder).glob("rejects-*.parquet")
            for line in pyarrow.parquet.read_table(path)["bytes"].to_pylist()
        ]
        assert lines == [b"bad"] * 3


def _with_paths(block: str, folder: Path) -> str:
    """Say where the files are: the JVM keeps the working directory that it began with."""
    for name in ("libEvents.so", "events/", "events.parquet", "stream.parquet", "checkpoint"):
        block = block.replace(f'"{name}"', f'"{folder / name}"')
    for name in ("rejects", "rejects-of-stream", "rejects-of-parquet"):
        block = block.replace(f'("rejects", "{name}")', f'("rejects", "{folder / name}")')
        block = block.replace(f'rejects="{name}"', f'rejects="{folder / name}"')
    return block
