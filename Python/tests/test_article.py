"""The article about engines says what is so."""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from article import examples, prepare

HERE = Path(__file__).parent


def test_the_examples_without_spark(
    library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = prepare(tmp_path, library)
    (tmp_path / "packed").mkdir()
    for path in (tmp_path / "events").iterdir():
        (tmp_path / "packed" / f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    sections = {
        title: code
        for title, code in examples("python").items()
        if not any("spark" in block.lower() for block in code)
    }
    assert sorted(sections) == [
        "Compressed files",
        "DuckDB",
        "Lines that cannot be read",
        "pandas and pyarrow",
        "polars",
    ]
    for code in sections.values():
        for block in code:
            exec(block, names)
    assert dict(names["counts"]) == Counter(row["type"] for row in rows)
    assert len(names["means"]) == len(names["counts"])
    pushes = [row["id"] for row in rows if row["type"] == "PushEvent"]
    assert names["pushes"]["id"].to_list() == pushes
    assert len(names["frame"]) == names["table"].num_rows == names["packed_rows"] == len(rows)
    assert names["bad"]["bytes"].to_list() == [b"bad"] * 3
    assert names["bad"]["line"].to_list() == [501] * 3


def test_the_library_is_that_of_the_tests() -> None:
    (package, model) = examples("swift")["The library"]
    sources = HERE / "library"
    assert model == (sources / "Sources" / "Events" / "Event.swift").read_text()
    manifest = (sources / "Package.swift").read_text()
    wanted = [
        line.strip() for line in package.splitlines() if line.strip().startswith(("dep", "link"))
    ]
    wanted = [line for line in wanted if ".package(" not in line]
    assert len(wanted) == 2
    for line in wanted:
        assert line in manifest, line
    (exports,) = examples("")["The library"]
    assert exports == (sources / "exports.map").read_text()
