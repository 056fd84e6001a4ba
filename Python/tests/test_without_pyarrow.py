"""Polars and DuckDB read a scan in a process that cannot import pyarrow."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

import yodel
from event_files import EventFile, microseconds

PROLOGUE = """
import json, sys
sys.modules["pyarrow"] = None
import yodel
scan = yodel.scan(sys.argv[1], "Events.Event", sys.argv[2], batch_rows=500)
"""

POLARS = """
import polars
rows = scan.to_polars().with_columns(polars.col("createdAt").dt.epoch("us")).collect().rows()
"""

EAGER_POLARS = """
import polars
rows = polars.DataFrame(scan).with_columns(polars.col("createdAt").dt.epoch("us")).rows()
"""

DUCKDB = """
import duckdb
rows = duckdb.sql('SELECT * REPLACE (epoch_us("createdAt") AS "createdAt") FROM scan').fetchall()
"""

EPILOGUE = """
assert sys.modules["pyarrow"] is None
print(json.dumps(rows))
"""


def run(code: str, *arguments: str) -> Any:
    source = os.path.dirname(os.path.dirname(yodel.__file__))
    process = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": source},
        capture_output=True,
        text=True,
    )
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)


@pytest.mark.parametrize(
    "query", [POLARS, EAGER_POLARS, DUCKDB], ids=["polars", "eager polars", "duckdb"]
)
def test_rows(library: str, events: EventFile, query: str) -> None:
    expected = [
        list({**row, "createdAt": microseconds(row["createdAt"])}.values()) for row in events.rows
    ]
    assert run(PROLOGUE + query + EPILOGUE, library, str(events.path)) == expected


def test_errors_name_what_is_missing(library: str, events: EventFile) -> None:
    code = """
sys.modules["polars"] = None
rows = []
for use in (scan.to_arrow, scan.to_pandas, scan.to_polars):
    try:
        use()
    except ImportError as error:
        rows.append([error.name, str(error)])
"""
    errors = run(PROLOGUE + code + EPILOGUE, library, str(events.path))
    assert [name for name, _ in errors] == ["pyarrow", "pyarrow", "polars"]
    extras = ["yodel[pyarrow]", "yodel[pandas]", "yodel[polars]"]
    for (_, text), extra in zip(errors, extras, strict=True):
        assert f"pip install '{extra}'" in text
