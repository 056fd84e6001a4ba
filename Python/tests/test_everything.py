"""Every kind of column, against the JSON that it has been read from."""

from __future__ import annotations

import base64
import datetime
import json
import random
import uuid
from pathlib import Path
from typing import Any

import duckdb
import polars
import pyarrow
import pytest

import yodel

COLOURS = ["red", "green", "blue"]


def instance(source: random.Random) -> dict[str, Any]:
    """An object of the model Everything, with all of its keys."""

    def part() -> dict[str, Any]:
        return {"a": source.randrange(-9, 9), "b": source.choice([None, "", "x", "ü\n\"€"])}

    def integer(bits: int, signed: bool) -> int:
        low = -(1 << (bits - 1)) if signed else 0
        high = (1 << (bits - 1 if signed else bits)) - 1
        return source.choice([low, high, 0, source.randint(low, high)])

    return {
        "bool": source.random() < 0.5,
        "int8": integer(8, True),
        "int16": integer(16, True),
        "int32": integer(32, True),
        "int64": integer(64, True),
        "uint8": integer(8, False),
        "uint16": integer(16, False),
        "uint32": integer(32, False),
        "uint64": integer(64, False),
        "float": source.choice([0.0, 0.5, -1.25, 1048576.0]),
        "double": source.choice([0.0, 0.1, 1e300, -2.5, source.random()]),
        "text": source.choice(["", "plain", "quote\" and \\ and \u0001", "日本😀"]),
        "colour": source.choice(COLOURS),
        "level": source.choice([-1, 7]),
        "date": f"20{source.randrange(10, 40)}-0{source.randrange(1, 10)}-1{source.randrange(10)}T0{source.randrange(10)}:00:00.{source.randrange(10**6):06}Z",
        "decimal": float(f"{source.randrange(1000)}.{source.randrange(4) * 25}"),
        "data": base64.b64encode(source.randbytes(source.randrange(20))).decode(),
        "uuid": str(uuid.UUID(int=source.getrandbits(128))).upper(),
        "url": source.choice([None, "https://example.com/a?b=c#d"]),
        "part": part(),
        "maybe": source.choice([None, part()]),
        "list": [source.randrange(100) for _ in range(source.randrange(4))],
        "nested": [[source.random() for _ in range(source.randrange(3))] for _ in range(source.randrange(3))],
        "parts": [part() for _ in range(source.randrange(3))],
        "maybes": [source.choice([None, part()]) for _ in range(source.randrange(3))],
        "map": {key: source.randrange(9) for key in sorted(source.sample("abcdé", source.randrange(4)))},
        "numbers": {str(key): "v" for key in source.sample(range(10), source.randrange(3))},
        "json": source.choice([None, 1, "x", [1, {"k": None}], {"z": 1.5, "a": []}]),
        "maybeInt": source.choice([None, 5]),
        "maybeColour": source.choice([None, *COLOURS]),
    }


def expected(row: dict[str, Any]) -> dict[str, Any]:
    """What pyarrow is to give for an object."""
    result = dict(row)
    result["date"] = datetime.datetime.fromisoformat(row["date"].replace("Z", "+00:00"))
    result["decimal"] = repr(row["decimal"]).removesuffix(".0")
    result["data"] = base64.b64decode(row["data"])
    result["uuid"] = uuid.UUID(row["uuid"]).bytes
    result["map"] = sorted(row["map"].items(), key=lambda pair: pair[0].encode())
    result["numbers"] = sorted((int(key), value) for key, value in row["numbers"].items())
    result["json"] = json.dumps(row["json"], separators=(",", ":"))
    return result


@pytest.fixture(name="rows")
def make_rows() -> list[dict[str, Any]]:
    source = random.Random(20)
    return [instance(source) for _ in range(400)]


@pytest.fixture(name="path")
def make_file(tmp_path: Path, rows: list[dict[str, Any]]) -> Path:
    path = tmp_path / "everything.ndjson"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("options", ["convert", "lenient", "strict"])
def test_every_kind_of_column(library: str, path: Path, rows: list[dict[str, Any]], options: str) -> None:
    scan = yodel.scan(library, "Events.Everything", path, options=options, batch_rows=150)
    table = pyarrow.table(scan)
    table.validate(full=True)
    assert scan.progress().rejects == 0
    found = table.to_pylist()
    assert len(found) == len(rows)
    for left, right in zip(found, map(expected, rows), strict=True):
        for key, value in right.items():
            assert left[key] == value, key


def test_types(library: str, path: Path) -> None:
    schema = pyarrow.table(yodel.scan(library, "Events.Everything", path)).schema
    types = {field.name: str(field.type) for field in schema}
    assert types["int8"] == "int8" and types["uint64"] == "uint64" and types["float"] == "float"
    assert types["colour"].startswith("dictionary<values=string, indices=int32")
    assert types["date"] == "timestamp[us, tz=UTC]" and types["uuid"] == "fixed_size_binary[16]"
    assert types["map"].startswith("map<string, int64") and types["numbers"].startswith("map<int64, string")
    assert schema.field("maybe").nullable and not schema.field("part").nullable


def test_polars_and_duckdb_have_the_same_rows(library: str, path: Path, rows: list[dict[str, Any]]) -> None:
    scan = yodel.scan(library, "Events.Everything", path)
    plain = ["bool", "int8", "int64", "uint64", "double", "text", "maybeInt", "list"]
    frame = polars.DataFrame(scan.select(plain))
    assert frame.to_dicts() == [{key: row[key] for key in plain} for row in rows]
    colours = polars.DataFrame(scan.select(["colour", "maybeColour"]))
    assert colours["colour"].cast(polars.String).to_list() == [row["colour"] for row in rows]
    selected = scan.select([*plain, "colour", "part", "map"])
    found = duckdb.sql('SELECT int64, text, colour::VARCHAR, part.b, "list", "map" FROM selected').fetchall()
    assert found == [
        (row["int64"], row["text"], row["colour"], row["part"]["b"], row["list"], row["map"]) for row in rows
    ]
