"""What becomes of values that are not of their property's type, and of decimals."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import polars
import pyarrow
import pytest

import yodel

Scanning = Callable[..., yodel.Scan]

# A line, and what its columns are under convert and lenient; None for a reject.
LINES: list[tuple[str, dict[str, Any] | None, dict[str, Any]]] = [
    ('{"id": "12"}', {"id": 12}, {"id": 12}),
    ('{"id": 4.0}', {"id": 4}, {"id": 4}),
    ('{"id": 4.5}', None, {"id": 4}),
    ('{"id": -0.5}', None, {"id": 0}),
    ('{"id": null}', None, {"id": 0}),
    ('{"id": "x"}', None, {"id": 0}),
    ('{"id": true}', {"id": 1}, {"id": 1}),
    ('{"public": 1}', {"public": True}, {"public": True}),
    ('{"public": 2}', None, {"public": True}),
    ('{"type": 1.50}', {"type": "1.50"}, {"type": "1.50"}),
    ('{"type": null}', None, {"type": ""}),
    ('{"note": null}', {"note": None}, {"note": None}),
    ('{"tags": ["a", null]}', None, {"tags": ["a"]}),
    ('{"actor": {"id": 1.9}}', None, {"actor": {"id": 1, "login": ""}}),
]


@pytest.mark.parametrize(("line", "converted", "lenient"), LINES)
def test_what_values_become(
    scan: Scanning,
    tmp_path: Path,
    line: str,
    converted: dict[str, Any] | None,
    lenient: dict[str, Any],
) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text(line + "\n")
    (column,) = lenient
    assert scan(path, columns=[column], options="lenient").to_arrow().to_pylist() == [lenient]
    for options in ({}, {"options": "convert"}):
        found = scan(path, columns=[column], **options)
        assert found.to_arrow().to_pylist() == ([] if converted is None else [converted])
        assert found.progress().rejects == (converted is None)


def test_the_reason_names_the_loss(scan: Scanning, tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text('{"id": 1}\n{"id": 4.5}\n')
    found = scan(path)
    assert found.to_arrow().num_rows == 1
    (reject,) = pyarrow.table(found.rejects()).to_pylist()
    assert (reject["code"], reject["path"], reject["line"]) == ("lossyConversion", "id", 2)
    assert "cannot be converted without loss" in reject["reason"]


CONSUMERS: dict[str, Callable[[yodel.Scan], object]] = {
    "pyarrow": pyarrow.table,
    "to_arrow": lambda scan: scan.to_arrow(),
    "polars": polars.DataFrame,
    "to_polars": lambda scan: scan.to_polars().collect(),
    "duckdb": lambda scan: duckdb.sql("SELECT count(*) FROM scan").fetchall(),
}


@pytest.mark.parametrize("consumer", CONSUMERS.values(), ids=CONSUMERS)
def test_a_reading_that_takes_in_nothing_warns(
    scan: Scanning, tmp_path: Path, consumer: Callable[[yodel.Scan], object]
) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text('{"id": "1"}\n' * 2_000)
    with pytest.warns(
        RuntimeWarning, match="all 2000 records are rejects; the first.* line 1, id:"
    ):
        consumer(scan(path, options="strict"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        consumer(scan(path))
        path.write_text("")
        consumer(scan(path))
        path.write_text('no\n{"id": 1}\n')
        consumer(scan(path))


def test_a_warning_that_is_an_error_ends_the_reading(scan: Scanning, tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text("no\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(yodel.Error, match="the only record is a reject"):
            scan(path).to_arrow()


def test_the_warning_is_seen_without_a_filter(library: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text("no\n")
    program = "import pyarrow, sys, yodel; pyarrow.table(yodel.scan(*sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", program, library, "Events.Event", str(path)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "RuntimeWarning: no row was read: the only record is a reject" in done.stderr


def test_decimals(library: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text('{"decimal": 12.50}\n{"decimal": "-0.01"}\n{"decimal": 0.001}\n')

    def read(**options: Any) -> tuple[pyarrow.Table, list[int]]:
        found = yodel.scan(library, "Events.Everything", path, columns=["decimal"], **options)
        return found.to_arrow(), pyarrow.table(found.rejects())["line"].to_pylist()

    table, rejects = read(decimals=(18, 2))
    assert table.schema.field("decimal").type == pyarrow.decimal128(18, 2)
    assert table["decimal"].to_pylist() == [Decimal("12.50"), Decimal("-0.01")]
    assert rejects == [3]
    table, rejects = read()
    assert table["decimal"].to_pylist() == ["12.5", "-0.01", "0.001"] and rejects == []
    scan = yodel.scan(library, "Events.Everything", path, columns=["decimal"], decimals=(10, 3))
    assert polars.DataFrame(scan)["decimal"].sum() == Decimal("12.491")
    assert duckdb.sql("SELECT sum(decimal) FROM scan").fetchall() == [(Decimal("12.491"),)]
