"""Files that are not on this machine's file systems, by fsspec: of a server, in an archive."""

from __future__ import annotations

import contextlib
import gzip
import os
import threading
import zipfile
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, DataFrameReader, SparkSession

from event_files import Row, write_events
from yodel.spark import to_parquet
from yodel.spark._files import identity, is_compressed, list_files
from yodel.spark._stores import copied

MODEL = "Events.Event"
Reading = Callable[..., DataFrameReader]
BROKEN = [b"no", b'{"id": 1,', b"", b'{"type": "\xff"}', b"[1, 2"]


class Server(BaseHTTPRequestHandler):
    """Serves files, and ranges of them, with a tag of each."""

    root: Path
    asked: list[tuple[str, str]]
    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        """Tell of a file."""
        self._answer(with_content=False)

    def do_GET(self) -> None:
        """Send a file, a range of it, or the page of a folder."""
        self._answer(with_content=True)

    def _answer(self, *, with_content: bool) -> None:
        path = self.root / self.path.strip("/")
        self.asked.append((self.path, self.headers.get("Range", "")))
        if path.is_dir():
            page = "".join(f'<a href="{name}">{name}</a>' for name in sorted(os.listdir(path)))
            self._send(200, page.encode(), with_content, {"Content-Type": "text/html"})
            return
        if not path.exists():
            self._send(404, b"", with_content, {})
            return
        content = path.read_bytes()
        tag = {"ETag": f'"{path.stat().st_mtime_ns}"', "Accept-Ranges": "bytes"}
        if (bounds := self.headers.get("Range")) is None:
            self._send(200, content, with_content, tag)
            return
        first, _, last = bounds.removeprefix("bytes=").partition("-")
        start, end = int(first), min(int(last or len(content)), len(content) - 1)
        tag["Content-Range"] = f"bytes {start}-{end}/{len(content)}"
        self._send(206, content[start : end + 1], with_content, tag)

    def _send(self, status: int, body: bytes, with_body: bool, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing."""


@contextlib.contextmanager
def served(root: Path) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Serve a folder on loopback; give its URL, and what is asked of it."""
    asked: list[tuple[str, str]] = []
    handler = type("Handler", (Server,), {"root": root, "asked": asked})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder of files with bad lines in them, one of them compressed, one without a last line feed."""
    folder = tmp_path / "in"
    (folder / "below").mkdir(parents=True)
    for number, name in enumerate(["1.jsonl", "2.jsonl", "3.jsonl.gz", "below/4.jsonl"]):
        lines = write_events(tmp_path / "x", 400, seed=number).lines
        for index, line in enumerate(BROKEN):
            lines.insert(70 * (index + 1), line)
        content = b"\n".join(lines) + (b"" if number == 1 else b"\n")
        (folder / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    (folder / "_hidden.jsonl").write_bytes(b"no")
    return folder


def rows(frame: DataFrame) -> list[Row]:
    return frame.toArrow().to_pylist()


def rejected(folder: Path) -> list[tuple[Any, ...]]:
    """The rejects: names of files, places, and bytes."""
    tables = [pyarrow.parquet.read_table(path) for path in folder.glob("rejects-*.parquet")]
    return sorted(
        (
            line["file"].partition("::")[0].rsplit("/", 1)[-1],
            line["line"],
            line["offset"],
            line["bytes"],
            line["reason"],
        )
        for table in tables
        for line in table.to_pylist()
    )


@pytest.mark.parametrize("split", [5_003, 1 << 20])
@pytest.mark.parametrize("store", ["local", "http", "zip"])
def test_rows_and_rejects_are_those_of_local_files(
    reading: Reading, files: Path, tmp_path: Path, store: str, split: int
) -> None:
    options = {"maxPartitionBytes": split, "pathGlobFilter": "*.jsonl*"}
    names = ["1.jsonl", "2.jsonl", "3.jsonl.gz"]
    local = reading(rejects=tmp_path / "a", **options).load([str(files / name) for name in names])
    expected = rows(local)
    assert len(expected) == 1_200
    with contextlib.ExitStack() as stack:
        if store == "local":
            url = f"local://{files}"
        elif store == "http":
            url = f"{stack.enter_context(served(files))[0]}/"
        else:
            with zipfile.ZipFile(tmp_path / "events.zip", "w", zipfile.ZIP_DEFLATED) as archive:
                for name in names:
                    archive.write(files / name, name)
            url = f"zip://*.jsonl*::file://{tmp_path}/events.zip"
        frame = reading(rejects=tmp_path / "b", **options).load(url)
        assert frame.rdd.getNumPartitions() == local.rdd.getNumPartitions()
        assert rows(frame) == expected
    assert rejected(tmp_path / "b") == rejected(tmp_path / "a")
    assert len(rejected(tmp_path / "b")) == 3 * (len(BROKEN) - 1)


def test_a_task_asks_for_what_it_reads(reading: Reading, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    size = write_events(folder / "1.jsonl", 4_000, seed=1).size
    with served(folder) as (url, asked):
        frame = reading(maxPartitionBytes=size // 4).load(f"{url}/1.jsonl")
        assert frame.count() == 4_000
    sizes = []
    for _, bounds in asked:
        if bounds:
            first, _, last = bounds.removeprefix("bytes=").partition("-")
            sizes.append(int(last) - int(first) + 1)
    # Each range once, and a little for the lines that it ends in the middle of.
    assert size <= sum(sizes) < size * 1.2
    assert max(sizes) <= size // 4 + 2


def test_folders_and_patterns(reading: Reading, files: Path) -> None:
    url = f"local://{files}"

    def names(path: str, **options: Any) -> list[str]:
        found = list_files([path], **{"recursive": False, "name_pattern": None, **options})
        return [name.removeprefix(f"{url}/") for name in found]

    assert names(url) == ["1.jsonl", "2.jsonl", "3.jsonl.gz"]
    assert names(url, recursive=True) == ["1.jsonl", "2.jsonl", "3.jsonl.gz", "below/4.jsonl"]
    assert names(url, name_pattern="*.gz") == ["3.jsonl.gz"]
    assert names(f"{url}/[12].jsonl") == ["1.jsonl", "2.jsonl"]
    assert names(f"{url}/**/4.jsonl") == ["below/4.jsonl"]
    assert names(f"{url}/below") == ["below/4.jsonl"]
    assert [is_compressed(f"{url}/{name}") for name in names(url)] == [False, False, True]
    assert names(f"{url}/none", may_be_empty=True) == []
    for path in (f"{url}/none", f"{url}/none*"):
        with pytest.raises(PySparkException, match="no such file"):
            reading().load(path).collect()
    with pytest.raises(PySparkException, match="cannot be read: .*nowhere"):
        reading().load("nowhere://bucket/events").collect()


def test_parts_are_whole_lines(tmp_path: Path) -> None:
    content = b"a\n\nbb\r\n" + b"c" * 9_000 + b"\nd"
    path = tmp_path / "lines"
    path.write_bytes(content)
    for start in [*range(8), 9_000, len(content) - 1]:
        for end in range(start, len(content) + 1, 1 if start < 8 else 7):
            with copied(f"local://{path}", len(content), (start, end)) as part:
                found = Path(part).read_bytes()
            first, last = max(start - 1, 0), len(found)
            assert found == bytes(first) + content[first:last]
            assert last >= end
            # Of what is behind the range only the line that it ends in.
            ended = start == end or content[end - 1 : end] == b"\n"
            line_end = content.find(b"\n", end) + 1 or len(content)
            assert last == (end if ended else line_end)
    assert not os.path.exists(part)


@pytest.mark.parametrize("change", ["grown", "replaced", "gone"])
def test_a_file_that_changed_fails_its_task(reading: Reading, tmp_path: Path, change: str) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    path = write_events(folder / "events.jsonl", 100, seed=1).path
    with served(folder) as (url, _):
        planned = reading().load(f"{url}/events.jsonl").rdd
        assert planned.getNumPartitions() == 1
        if change == "grown":
            with path.open("ab") as file:
                file.write(b"{}\n")
        elif change == "replaced":
            content = path.read_bytes()
            os.utime(path, ns=(0, 0))
            path.write_bytes(content[::-1])
        else:
            path.unlink()
        with pytest.raises(Exception, match=r"events\.jsonl (has changed|was there)"):
            planned.collect()


def test_errors_name_the_file(reading: Reading, files: Path) -> None:
    url = f"local://{files}/1.jsonl"
    with pytest.raises(PySparkException, match=r"local://.*/1\.jsonl") as told:
        reading().load(url).collect()
    assert "/yodel-" not in str(told.value)


def test_a_store_without_fsspec(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fsspec", None)
    with pytest.raises(ImportError, match=r"pip install 'yodel\[fsspec\]'"):
        identity("s3://bucket/events.jsonl")


def test_parquet(spark: SparkSession, library: str, files: Path, tmp_path: Path) -> None:
    written = to_parquet(
        spark,
        library,
        MODEL,
        f"local://{files}",
        tmp_path / "out",
        rejects=tmp_path / "rejects",
        split_bytes=30_000,
    )
    assert written.rows == spark.read.parquet(str(tmp_path / "out")).count() == 1_200
    assert len(rejected(tmp_path / "rejects")) == 3 * (len(BROKEN) - 1)


def test_a_stream(spark: SparkSession, library: str, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    batches: list[list[int]] = []

    def keep(frame: DataFrame, number: int) -> None:
        batches.append(sorted(row.id for row in frame.select("id").collect()))

    def ingest(**options: object) -> list[list[int]]:
        batches.clear()
        stream = spark.readStream.format("yodel").options(library=library, model=MODEL, **options)
        query = (
            stream.load(f"local://{folder}")
            .writeStream.foreachBatch(keep)
            .option("checkpointLocation", str(tmp_path / "checkpoint"))
            .start()
        )
        try:
            query.processAllAvailable()
        finally:
            query.stop()
        return [batch for batch in batches if batch]

    def write(name: str, ids: range, write: Callable[[bytes], bytes] = bytes) -> None:
        content = b"".join(b'{"id": %d}\n' % number for number in ids)
        (folder / name).write_bytes(write(content))

    write("1.jsonl", range(5))
    write("2.jsonl", range(5, 10))
    assert ingest(maxFilesPerTrigger=1) == [list(range(5)), list(range(5, 10))]
    assert ingest() == []
    write("3.jsonl.gz", range(10, 15), gzip.compress)
    write("4.jsonl", range(15, 400))
    assert ingest(maxPartitionBytes=100) == [list(range(10, 400))]
    (folder / "1.jsonl").unlink()
    write("5.jsonl", range(400, 405))
    assert ingest() == [list(range(400, 405))]
    # It was read whole: what comes later would not be read.
    write("2.jsonl", range(5, 11))
    with pytest.raises(PySparkException, match="not the file any more"):
        ingest()
