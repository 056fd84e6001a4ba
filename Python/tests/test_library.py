"""Libraries that cannot be used, and arguments that make no sense."""

from __future__ import annotations

import _ctypes
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import yodel
from event_files import COLUMNS, EventFile
from yodel._library import load

Scanning = Callable[..., yodel.Scan]


def test_a_library_that_is_not_there(events: EventFile, tmp_path: Path) -> None:
    with pytest.raises(yodel.Error, match=r"There is no library at .*libNone\.so"):
        yodel.scan(tmp_path / "libNone.so", "Events.Event", events.path)


def test_a_file_that_is_no_library(events: EventFile) -> None:
    with pytest.raises(yodel.Error, match=r"events\.jsonl cannot be loaded as a shared library"):
        yodel.scan(events.path, "Events.Event", events.path)


def test_a_folder_as_a_library(events: EventFile, tmp_path: Path) -> None:
    with pytest.raises(yodel.Error, match="cannot be loaded"):
        yodel.scan(tmp_path, "Events.Event", events.path)


def test_a_library_without_scans(events: EventFile) -> None:
    path = _ctypes.__file__
    with pytest.raises(yodel.Error) as failure:
        yodel.scan(path, "Events.Event", events.path)
    assert path in str(failure.value)
    assert "yodel_abi, yodel_scan_open" in str(failure.value)


def test_a_library_is_loaded_once(library: str, tmp_path: Path) -> None:
    link = tmp_path / "link.so"
    link.symlink_to(library)
    assert load(library) is load(os.path.relpath(library))
    assert load(library) is load(link)


def test_an_unknown_model(library: str, events: EventFile) -> None:
    with pytest.raises(yodel.Error, match=r"Events\.Nothing"):
        yodel.scan(library, "Events.Nothing", events.path)


def test_an_unknown_column(scan: Scanning, events: EventFile) -> None:
    with pytest.raises(yodel.Error, match="nothing"):
        scan(events.path, columns=["id", "nothing"])
    with pytest.raises(yodel.Error, match="nothing"):
        scan(events.path).select(["nothing"])


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"columns": "id"}, TypeError, r"write \['id'\]"),
        ({"columns": [1]}, TypeError, "by its name"),
        ({"workers": 0}, ValueError, "workers is at least 1"),
        ({"workers": 1.5}, TypeError, "workers is a whole number"),
        ({"batch_rows": 0}, ValueError, "batch_rows is at least 1"),
        ({"batch_bytes": -1}, ValueError, "batch_bytes is at least 1"),
        ({"range": (5, 4)}, ValueError, "ends before it begins"),
        ({"range": (-1, 4)}, ValueError, "range is at least 0"),
        ({"options": "loose"}, ValueError, "'convert' or 'lenient' or 'strict', not 'loose'"),
        ({"decimals": "18,2"}, TypeError, r"decimals is two numbers, such as \(18, 2\)"),
        ({"decimals": (18,)}, ValueError, r"decimals is two numbers, such as \(18, 2\)"),
        ({"decimals": (18.5, 2)}, TypeError, "The first of decimals is a whole number"),
        ({"decimals": (0, 0)}, ValueError, "The first of decimals is at least 1"),
        ({"decimals": (39, 2)}, ValueError, r"decimals is at most \(38, 38\)"),
        ({"decimals": (2, 3)}, ValueError, r"decimals is at most \(38, 38\)"),
        ({"on_failure": "ignore"}, ValueError, "'collect' or 'abort', not 'ignore'"),
        ({"maximum_failures": -1}, ValueError, "maximum_failures is at least 0"),
        ({"maximum_record_bytes": 0}, ValueError, "maximum_record_bytes is at least 1"),
        ({"maximum_reject_bytes": -1}, ValueError, "maximum_reject_bytes is at least 0"),
        ({"maximum_kept_bytes": -1}, ValueError, "maximum_kept_bytes is at least 0"),
    ],
)
def test_arguments_that_make_no_sense(
    scan: Scanning,
    events: EventFile,
    options: dict[str, Any],
    error: type[Exception],
    text: str,
) -> None:
    with pytest.raises(error, match=text):
        scan(events.path, **options)


def test_a_range_of_several_files(scan: Scanning, events: EventFile) -> None:
    with pytest.raises(ValueError, match="not to 2"):
        scan([events.path, events.path], range=(0, 10))


def test_paths_are_looked_at_before_the_library(events: EventFile) -> None:
    with pytest.raises(FileNotFoundError):
        yodel.scan("libNone.so", "Events.Event", f"{events.path}.none")


def test_columns_are_those_of_the_model(scan: Scanning, events: EventFile) -> None:
    assert scan(events.path).columns == COLUMNS
    assert scan(events.path, columns=["score", "id"]).columns == ["score", "id"]


def test_the_description(scan: Scanning, events: EventFile) -> None:
    one = scan(str(events.path), columns=["id"])
    assert repr(one) == f"<yodel.Scan of Events.Event in {str(events.path)!r}, columns ['id']>"
    assert repr(one.rejects()) == f"<yodel.Rejects of {one!r}>"
    two = scan([events.path] * 2)
    two.close()
    assert repr(two) == "<yodel.Scan of Events.Event in 2 files, closed>"


def test_a_closed_scan(scan: Scanning, events: EventFile) -> None:
    with scan(events.path) as closed:
        assert closed.columns == COLUMNS
    closed.close()
    uses: list[Callable[[], object]] = [
        lambda: closed.columns,
        closed.__arrow_c_schema__,
        closed.__arrow_c_stream__,
        closed.rejects().__arrow_c_stream__,
        closed.rejects().__arrow_c_schema__,
        closed.progress,
        closed.to_arrow,
        closed.to_polars,
    ]
    for use in uses:
        with pytest.raises(yodel.Error, match="The scan is closed"):
            use()


def test_nothing_is_imported_but_the_package() -> None:
    source = os.path.dirname(os.path.dirname(yodel.__file__))
    code = "import json, sys, yodel; print(json.dumps(sorted(sys.modules)))"
    modules = json.loads(
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": source},
            check=True,
            capture_output=True,
        ).stdout
    )
    assert not {"pyarrow", "polars", "pandas", "duckdb", "numpy"} & set(modules)
