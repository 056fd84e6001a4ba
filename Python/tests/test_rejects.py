"""Lines that cannot be read."""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pytest

import yodel
from event_files import EventFile, row, write_events

Scanning = Callable[..., yodel.Scan]

BROKEN = [b"no", b'{"id": 1,', b'{"id": 1}}', b'{"type": "\xff"}', b"[1, 2", b'"', b'{"a" 1}']
MISMATCH = b'{"id": "x{"}'
COLUMNS = ["file", "record", "line", "offset", "length", "path", "code", "reason", "bytes", "cut"]


def rejects(scan: yodel.Scan) -> list[dict[str, Any]]:
    table = pyarrow.table(scan.rejects())
    table.validate(full=True)
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows


def write_lines(path: Path, lines: list[bytes]) -> Path:
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def mixed(path: Path, seed: int, bad: list[bytes]) -> tuple[list[bytes], list[dict[str, Any]]]:
    """Write good, bad and blank lines; give the good ones and where the bad ones are."""
    chance = random.Random(seed)
    good = write_events(path, 400, seed=seed).lines
    lines = [(line, True) for line in good]
    for line in bad * 5:
        lines.insert(chance.randrange(len(lines) + 1), (line, False))
    for _ in range(10):
        lines.insert(chance.randrange(len(lines) + 1), (b"", True))
    write_lines(path, [line for line, _ in lines])
    places = []
    offset = 0
    for number, (line, is_good) in enumerate(lines, start=1):
        if not is_good:
            places.append(
                {
                    "file": str(path),
                    "line": number,
                    "offset": offset,
                    "length": len(line),
                    "bytes": line,
                }
            )
        offset += len(line) + 1
    return [line for line, is_good in lines if is_good and line], places


def places_of(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {key: reject[key] for key in ("file", "line", "offset", "length", "bytes")}
        for reject in found
    ]


def in_order(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(found, key=lambda reject: (reject["file"], reject["offset"]))


def test_rejects_before_a_reading(scan: Scanning, events: EventFile) -> None:
    table = pyarrow.table(scan(events.path).rejects())
    assert table.num_rows == 0
    assert table.schema.names == COLUMNS
    schema = pyarrow.schema(scan(events.path).rejects())
    assert schema == table.schema
    integers = dict.fromkeys(("record", "line", "offset", "length"), pyarrow.int64())
    texts = dict.fromkeys(("file", "path", "code", "reason"), pyarrow.string())
    expected = {**integers, **texts, "bytes": pyarrow.binary(), "cut": pyarrow.bool_()}
    assert {field.name: field.type for field in schema} == expected


@pytest.mark.parametrize("workers", [1, 4])
def test_where_rejects_are(scan: Scanning, tmp_path: Path, workers: int) -> None:
    good, places = [], []
    for number in range(3):
        more_good, more_places = mixed(tmp_path / f"{number}.jsonl", number, BROKEN)
        good += more_good
        places += more_places
    found = scan(tmp_path / "*.jsonl", workers=workers, batch_bytes=4096)
    table = found.to_arrow()
    table.validate(full=True)
    assert table.to_pylist() == [row(line) for line in good]
    assert places_of(in_order(rejects(found))) == places
    for reject in rejects(found):
        assert not reject["cut"]
        assert reject["code"]
        assert reject["reason"]
        assert reject["record"] >= 0
    progress = found.progress()
    assert progress.rejects == len(places)
    assert progress.records == len(good) + len(places)
    assert progress.finished


def test_a_wrong_type_is_a_reject_if_strict(scan: Scanning, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "types.jsonl", [b'{"id": 1}', MISMATCH, b'{"id": 3}'])
    lenient = scan(path, columns=["id"], options="lenient")
    assert lenient.to_arrow().to_pylist() == [{"id": 1}, {"id": 0}, {"id": 3}]
    assert rejects(lenient) == []
    strict = scan(path, columns=["id"], options="strict")
    assert strict.to_arrow().to_pylist() == [{"id": 1}, {"id": 3}]
    (reject,) = rejects(strict)
    assert places_of([reject]) == [
        {"file": str(path), "line": 2, "offset": 10, "length": len(MISMATCH), "bytes": MISMATCH}
    ]
    assert reject["code"] == "typeMismatch"
    assert reject["path"] == "id"
    assert reject["reason"] == "expected Int, found a string"


def test_each_reading_has_its_own_rejects(scan: Scanning, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "bad.jsonl", [b"no", b'{"id": 2}'])
    found = scan(path)
    kept = found.rejects()
    for _ in range(3):
        assert found.to_arrow().num_rows == 1
        assert len(rejects(found)) == 1
        assert pyarrow.table(kept).num_rows == 1


def test_rejects_of_a_range(scan: Scanning, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "bad.jsonl", [b'{"id": 1}', b"no", b'{"id": 3}', b"none"])
    found = scan(path, range=(5, 15))
    assert found.to_arrow().column("id").to_pylist() == [3]
    assert [(reject["offset"], reject["bytes"]) for reject in rejects(found)] == [(10, b"no")]


@pytest.mark.parametrize("workers", [1, 4])
def test_abort_ends_the_reading(scan: Scanning, tmp_path: Path, workers: int) -> None:
    lines = [b'{"id": 1}'] * 1_234 + [b'{"id": '] + [b'{"id": 2}'] * 100
    path = write_lines(tmp_path / "bad.jsonl", lines)
    aborting = scan(path, on_failure="abort", workers=workers, batch_rows=100)
    with pytest.raises(yodel.Error, match=r"\b1235\b"):
        aborting.to_arrow()
    with pytest.raises((pyarrow.ArrowException, OSError), match=r"\b1235\b"):
        pyarrow.table(aborting)
    with pytest.raises(yodel.Error, match=r"\b1235\b"):
        aborting.to_pandas()


def test_abort_without_a_failure(scan: Scanning, events: EventFile) -> None:
    assert scan(events.path, on_failure="abort").to_arrow().to_pylist() == events.rows


def test_as_many_failures_as_are_allowed(scan: Scanning, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "bad.jsonl", [b'{"id": 1}', b"no", b"no", b"no", b'{"id": 5}'])
    assert scan(path, maximum_failures=3).to_arrow().num_rows == 2
    with pytest.raises(yodel.Error):
        scan(path, maximum_failures=2).to_arrow()
    with pytest.raises(yodel.Error):
        scan(path, maximum_failures=0).to_arrow()


def test_a_line_that_is_too_long(scan: Scanning, tmp_path: Path) -> None:
    long = b'{"id": 2, "type": "' + b"x" * 5_000 + b'"}'
    path = write_lines(tmp_path / "long.jsonl", [b'{"id": 1}', long, b'{"id": 3}'])
    assert scan(path).to_arrow().column("id").to_pylist() == [1, 2, 3]
    limited = scan(path, maximum_record_bytes=1_000)
    assert limited.to_arrow().column("id").to_pylist() == [1, 3]
    (reject,) = rejects(limited)
    assert (reject["line"], reject["offset"], reject["length"]) == (2, 10, len(long))
    assert (reject["bytes"], reject["cut"]) == (b"", True)
    assert reject["code"]


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize("workers", [1, 4])
def test_rejects_keep_no_more_bytes_than_allowed(
    scan: Scanning, tmp_path: Path, workers: int, pack: Callable[[bytes], bytes]
) -> None:
    lines = [b"x" * (1_000 + number) for number in range(60)]
    path = tmp_path / "bad.jsonl"
    path.write_bytes(pack(b"".join(line + b"\n" for line in lines)))
    for each, total in [(1_030, 1 << 30), (1 << 20, 20_500), (1_030, 20_500), (0, 0)]:
        found = scan(path, workers=workers, maximum_reject_bytes=each, maximum_kept_bytes=total)
        assert found.to_arrow().num_rows == 0
        kept = rejects(found)
        assert [reject["length"] for reject in kept] == [len(line) for line in lines]
        room = total
        for reject, line in zip(kept, lines, strict=True):
            assert reject["bytes"] == line[: min(each, room)]
            assert reject["cut"] == (len(reject["bytes"]) < len(line))
            room -= len(reject["bytes"])
        assert sum(len(reject["bytes"]) for reject in kept) <= total
        assert found.progress().rejects == len(lines)


def test_what_rejects_keep_without_a_limit_of_ones_own(scan: Scanning, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "long.jsonl", [b"y" * (3 << 20), b"no"])
    found = scan(path)
    assert found.to_arrow().num_rows == 0
    kept = [(reject["length"], len(reject["bytes"]), reject["cut"]) for reject in rejects(found)]
    assert kept == [(3 << 20, 1 << 20, True), (2, 2, False)]


def test_a_path_that_is_a_long_key(scan: Scanning, tmp_path: Path) -> None:
    key = b"k" * 100_000
    path = write_lines(tmp_path / "key.jsonl", [b'{"%s": tru}' % key])
    found = scan(path)
    assert found.to_arrow().num_rows == 0
    (reject,) = rejects(found)
    assert len(reject["path"].encode()) < 600
    assert len(reject["reason"].encode()) < 600


def test_more_bytes_of_rejects_than_a_column_has(scan: Scanning, events: EventFile) -> None:
    with pytest.raises(yodel.Error, match="maximum_kept_bytes is 1073741825; it is 0 to"):
        scan(events.path, maximum_kept_bytes=(1 << 30) + 1)
