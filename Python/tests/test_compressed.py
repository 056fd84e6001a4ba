"""Files that are compressed by gzip or zstd."""

from __future__ import annotations

import gzip
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import duckdb
import polars
import pyarrow
import pytest

import yodel
from event_files import EventFile, write_events

Scanning = Callable[..., yodel.Scan]
Packer = Callable[[bytes], bytes]

BROKEN = [b"no", b'{"id": 1,', b'{"type": "\xff"}', b'{"id": "x{"}', b""]


def zstd(content: bytes) -> bytes:
    packed: bytes = pyarrow.Codec("zstd").compress(content, asbytes=True)
    return packed


def members(pack: Packer, content: bytes, seed: int) -> bytes:
    """Compress parts of a content, which are cut anywhere, one after the other."""
    chance = random.Random(seed)
    cuts = sorted(chance.randrange(len(content) + 1) for _ in range(7))
    return b"".join(
        pack(content[start:end])
        for start, end in zip([0, *cuts], [*cuts, len(content)], strict=True)
    )


@pytest.fixture(params=[gzip.compress, zstd], ids=["gzip", "zstd"])
def pack(request: pytest.FixtureRequest) -> Packer:
    """What compresses."""
    packer: Packer = request.param
    return packer


def mixed(path: Path, seed: int) -> bytes:
    chance = random.Random(seed)
    lines = write_events(path, 3_000, seed=seed).lines
    for line in BROKEN * 20:
        lines.insert(chance.randrange(len(lines) + 1), line)
    content = b"\n".join(lines)
    path.write_bytes(content)
    return content


@pytest.mark.parametrize("options", ["convert", "lenient", "strict"])
def test_rows_and_rejects_are_those_of_the_plain_file(
    scan: Scanning, tmp_path: Path, pack: Packer, options: str
) -> None:
    plain = tmp_path / "plain.jsonl"
    content = mixed(plain, 1)
    expected = scan(plain, options=options)
    rows = expected.to_arrow()
    rejects = pyarrow.table(expected.rejects()).drop_columns(["file"])
    assert rejects.num_rows >= 60
    for seed in range(3):
        packed = tmp_path / f"{seed}.jsonl.packed"
        packed.write_bytes(members(pack, content, seed) if seed else pack(content))
        found = scan(packed, options=options, batch_rows=100 if seed == 2 else 65_536)
        table = found.to_arrow()
        table.validate(full=True)
        assert table.to_pylist() == rows.to_pylist()
        lines = pyarrow.table(found.rejects())
        assert set(lines["file"].to_pylist()) == {str(packed)}
        assert lines.drop_columns(["file"]) == rejects
        progress = found.progress()
        assert progress.finished
        assert progress.bytes == progress.total_bytes == packed.stat().st_size
        assert progress.records == rows.num_rows + rejects.num_rows
        assert progress.rejects == rejects.num_rows


def test_plain_and_compressed_files_in_their_order(scan: Scanning, tmp_path: Path) -> None:
    rows = []
    for number in range(6):
        file = write_events(tmp_path / f"{number}.jsonl", 300, seed=number)
        rows += file.rows
        if number in (1, 2, 4):
            packer = zstd if number == 2 else gzip.compress
            file.path.write_bytes(packer(file.path.read_bytes()))
    for workers in (1, 3):
        found = scan(tmp_path / "*.jsonl", workers=workers)
        assert found.to_arrow().to_pylist() == rows
        assert found.progress().bytes == found.progress().total_bytes


def test_engines(scan: Scanning, events: EventFile, pack: Packer) -> None:
    events.path.write_bytes(pack(events.path.read_bytes()))
    packed = scan(events.path)
    assert pyarrow.table(packed).to_pylist() == events.rows
    assert polars.DataFrame(packed).height == len(events.rows)
    assert packed.to_polars().select("id").head(5).collect().height == 5
    (count,) = duckdb.sql("SELECT count(*) FROM packed").fetchall()  # type: ignore[union-attr]
    assert count == (len(events.rows),)
    assert len(packed.to_pandas()) == len(events.rows)


@pytest.mark.parametrize("keep", [0.0, 0.3, 0.9, 0.999])
def test_an_archive_that_ends_in_the_middle(
    scan: Scanning, events: EventFile, pack: Packer, keep: float
) -> None:
    content = pack(events.path.read_bytes())
    events.path.write_bytes(content[: max(int(len(content) * keep), 5)])
    with pytest.raises(yodel.Error, match=r"events\.jsonl: .* ends in the middle, near byte \d+"):
        scan(events.path).to_arrow()
    with pytest.raises((pyarrow.ArrowException, OSError), match="ends in the middle"):
        pyarrow.table(scan(events.path))


def test_a_file_that_loses_members_while_it_is_read(
    scan: Scanning, events: EventFile, tmp_path: Path, pack: Packer
) -> None:
    first = pack(b"\n".join(events.lines[:1_000]) + b"\n")
    whole = first + pack(b"\n".join(events.lines[1_000:]))
    path = tmp_path / "shrinking.packed"
    path.write_bytes(whole)
    reader = scan(path)._batches()
    os.truncate(path, len(first))
    rows: list[object] = []
    expected = rf"shrinking\.packed: .*{len(whole)} bytes when .*{len(first)} now"
    with pytest.raises(yodel.Error, match=expected):
        for batch in reader:
            rows += pyarrow.record_batch(batch).to_pylist()
    assert rows == events.rows[:1_000]


def test_a_plain_file_that_is_truncated_before_its_turn(
    scan: Scanning, events: EventFile, tmp_path: Path, pack: Packer
) -> None:
    content = b"\n".join(events.lines) + b"\n"
    (tmp_path / "0.packed").write_bytes(pack(content))
    plain = tmp_path / "1.jsonl"
    plain.write_bytes(content)
    reader = scan([tmp_path / "0.packed", plain])._batches()
    half = len(b"\n".join(events.lines[:1_000]) + b"\n")
    os.truncate(plain, half)
    rows: list[object] = []
    expected = rf"1\.jsonl.*{len(content)} bytes when .*{half} now"
    with pytest.raises(yodel.Error, match=expected):
        for batch in reader:
            rows += pyarrow.record_batch(batch).to_pylist()
    assert rows == events.rows + events.rows[:1_000]


def test_damage_is_an_error_and_what_stands_before_it_is_there(
    scan: Scanning, events: EventFile, tmp_path: Path, pack: Packer
) -> None:
    half = b"\n".join(events.lines[:1_000]) + b"\n"
    rest = b"\n".join(events.lines[1_000:])
    path = tmp_path / "damaged.packed"
    path.write_bytes(pack(half) + b"XXXX" + pack(rest)[4:])
    reader = scan(path)._batches()
    rows: list[object] = []
    with pytest.raises(yodel.Error, match=r"damaged\.packed: .* is damaged: .*, near byte \d+"):
        for batch in reader:
            rows += pyarrow.record_batch(batch).to_pylist()
    assert rows == events.rows[:1_000]


def test_a_checksum_that_is_wrong(scan: Scanning, many_events: EventFile, tmp_path: Path) -> None:
    content = bytearray(gzip.compress(many_events.path.read_bytes()))
    content[-8] ^= 1
    path = tmp_path / "damaged.gz"
    path.write_bytes(content)
    with pytest.raises(yodel.Error, match=r"damaged\.gz: .* is damaged: incorrect data check"):
        scan(path).to_arrow()
    for place in range(len(content) // 2, len(content) // 2 + 200):
        content[place] ^= 0x5A
    path.write_bytes(content)
    with pytest.raises(yodel.Error, match=r"damaged\.gz: .* (is damaged|ends in the middle)"):
        scan(path).to_arrow()


def test_bytes_behind_the_last_member(scan: Scanning, events: EventFile) -> None:
    content = gzip.compress(events.path.read_bytes())
    events.path.write_bytes(content + bytes(512))
    assert scan(events.path).to_arrow().num_rows == len(events.rows)
    events.path.write_bytes(content + b"more")
    with pytest.raises(yodel.Error, match="is damaged"):
        scan(events.path).to_arrow()


def test_a_range_of_a_compressed_file(scan: Scanning, events: EventFile, pack: Packer) -> None:
    events.path.write_bytes(pack(events.path.read_bytes()))
    with pytest.raises(yodel.Error, match="is compressed: it is read as a whole"):
        scan(events.path, range=(0, 10)).to_arrow()


def test_failures_count_over_all_files(scan: Scanning, tmp_path: Path) -> None:
    for number in range(4):
        content = b'{"id": 1}\nno\n'
        path = tmp_path / f"{number}.jsonl"
        path.write_bytes(gzip.compress(content) if number % 2 else content)
    assert scan(tmp_path / "*.jsonl", maximum_failures=4).to_arrow().num_rows == 4
    with pytest.raises(yodel.Error, match=r"3\.jsonl"):
        scan(tmp_path / "*.jsonl", maximum_failures=3).to_arrow()
    with pytest.raises(yodel.Error, match=r"1\.jsonl"):
        scan(tmp_path / "[13].jsonl", on_failure="abort").to_arrow()


def test_a_consumer_that_stops_early(
    scan: Scanning, many_events: EventFile, pack: Packer, tmp_path: Path
) -> None:
    path = tmp_path / "many.packed"
    path.write_bytes(pack(many_events.path.read_bytes()))
    for _ in range(20):
        reader = pyarrow.RecordBatchReader.from_stream(scan(path, batch_rows=1_000))
        assert reader.read_next_batch().num_rows == 1_000
        del reader


def test_memory_is_bounded(library: str, tmp_path: Path) -> None:
    line = b'{"id": 1, "type": "%s"}\n' % (b"x" * 1_000)
    path = tmp_path / "bomb.jsonl.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        for _ in range(300):
            file.write(line * 1_000)
    assert path.stat().st_size < 10 << 20
    code = (
        "import sys, yodel, pyarrow\n"
        "scan = yodel.scan(sys.argv[1], 'Events.Event', sys.argv[2])\n"
        "rows = sum(b.num_rows for b in pyarrow.RecordBatchReader.from_stream(scan))\n"
        # Not the peak that getrusage has: that of the process which has started this one counts.
        "peak = [line for line in open('/proc/self/status') if line.startswith('VmHWM')]\n"
        "print(rows, peak[0].split()[1])\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code, library, str(path)], check=True, capture_output=True, text=True
    ).stdout
    rows, kilobytes = map(int, answer.split())
    assert rows == 300_000
    # 300 MB of lines.
    assert kilobytes < 200 << 10
