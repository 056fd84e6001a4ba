"""Two libraries in one process, each with a Yodel of its own."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow
import pytest

import yodel
from event_files import EventFile

Scanning = Callable[..., yodel.Scan]


@pytest.fixture(scope="session")
def other(library: str) -> str:
    """The path of the library that exports ``Other.Event``; it is built with the first one."""
    path = os.path.join(os.path.dirname(library), "libOther.so")
    assert os.path.isfile(path)
    return path


def test_models_of_both(scan: Scanning, other: str, events: EventFile, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    lines = [{"name": f"n{n}", "at": f"2026-03-01T10:00:{n % 60:02}Z", "parts": [{"size": n}] * (n % 3)} for n in range(1_000)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines) + "no\n")
    for _ in range(3):
        mine, theirs = scan(events.path), yodel.scan(other, "Other.Event", path)
        first = pyarrow.RecordBatchReader.from_stream(mine)
        second = pyarrow.RecordBatchReader.from_stream(theirs)
        # Both are read at the same time.
        rows = [first.read_next_batch(), second.read_next_batch()]
        assert first.read_all().num_rows + rows[0].num_rows == len(events.rows)
        table = pyarrow.table(rows[1])
        table.validate(full=True)
        assert table.schema.names == ["name", "at", "parts"]
        assert table["name"].to_pylist() == [line["name"] for line in lines]
        assert table["parts"].to_pylist() == [line["parts"] for line in lines]
        assert second.read_all().num_rows == 0
        assert pyarrow.table(theirs.rejects())["bytes"].to_pylist() == [b"no"]
        assert pyarrow.table(mine.rejects()).num_rows == 0
    assert pyarrow.table(scan(events.path)).to_pylist() == events.rows


def test_a_library_has_its_own_models_only(library: str, other: str, events: EventFile) -> None:
    yodel.scan(library, "Events.Event", events.path)
    with pytest.raises(yodel.Error, match="'Events.Event' is not a model of this library"):
        yodel.scan(other, "Events.Event", events.path)


def test_a_copy_of_a_library(library: str, events: EventFile, tmp_path: Path) -> None:
    """Two modules of one name cannot be told apart by the names of their types."""
    copy = tmp_path / "libCopy.so"
    shutil.copyfile(library, copy)
    yodel.scan(library, "Events.Event", events.path)
    with pytest.raises(yodel.Error, match="another library in this process whose module has"):
        yodel.scan(copy, "Events.Event", events.path)
    code = "import sys, yodel; print(yodel.scan(*sys.argv[1:]).columns[0])"
    alone = [sys.executable, "-c", code, str(copy), "Events.Event", str(events.path)]
    assert subprocess.run(alone, check=True, capture_output=True, text=True).stdout == "id\n"


def test_nothing_else_is_exported(library: str, other: str) -> None:
    for path in (library, other):
        symbols = subprocess.run(
            ["nm", "--dynamic", "--defined-only", "--extern-only", path],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.split("\n")
        names = {line.split()[-1] for line in symbols if line}
        assert len(names) == 12
        assert all(name.startswith("yodel_") for name in names), names


def test_what_the_linker_lists_beside_them_cannot_be_found(library: str) -> None:
    """Local symbols stand in the table because relocations are of them."""
    symbols = subprocess.run(
        ["nm", "--dynamic", "--defined-only", library], check=True, capture_output=True, text=True
    ).stdout.split("\n")
    local = [line.split()[2] for line in symbols if line and line.split()[1].islower()]
    native = ctypes.CDLL(library)
    assert native.yodel_abi() == 1
    assert not [name for name in local if hasattr(native, name)]
