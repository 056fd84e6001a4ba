"""Memory and threads: what is left behind, and use from several threads."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import polars
import pyarrow
import pytest

import yodel
from event_files import EventFile, write_events

Scanning = Callable[..., yodel.Scan]

MEBIBYTE = 1 << 20


def resident_bytes() -> int:
    gc.collect()
    with open("/proc/self/statm") as statistics:
        return int(statistics.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def native_threads() -> int:
    return len(os.listdir("/proc/self/task"))


def grown(work: Callable[[], object], *, first: int, then: int) -> tuple[int, int]:
    """Work for a while, then on, and give the growth of memory and threads of the second part."""
    for _ in range(first):
        work()
    memory, threads = resident_bytes(), native_threads()
    for _ in range(then):
        work()
    return resident_bytes() - memory, native_threads() - threads


def take_one_by_pyarrow(scan: yodel.Scan) -> None:
    pyarrow.RecordBatchReader.from_stream(scan).read_next_batch()


def take_one_by_polars(scan: yodel.Scan) -> None:
    scan.to_polars().head(2_000).collect()


def take_one_by_the_package(scan: yodel.Scan) -> None:
    next(scan._batches())


@pytest.mark.parametrize("take", [take_one_by_pyarrow, take_one_by_polars, take_one_by_the_package])
def test_consumers_that_stop_early(
    scan: Scanning, many_events: EventFile, take: Callable[[yodel.Scan], None]
) -> None:
    batches = scan(many_events.path, batch_rows=2_000)
    # A batch has about 200 KB: 200 of them that stay would be 40 MB.
    memory, threads = grown(lambda: take(batches), first=50, then=200)
    assert memory < 16 * MEBIBYTE
    assert threads < 50


def test_readings_to_the_end(scan: Scanning, events: EventFile) -> None:
    def read() -> None:
        with scan(events.path, batch_rows=1_000) as whole:
            pyarrow.table(whole)
            whole.to_arrow()
            pyarrow.table(whole.rejects())

    memory, threads = grown(read, first=30, then=100)
    assert memory < 16 * MEBIBYTE
    assert threads < 50


def test_capsules_that_nobody_consumes(scan: Scanning, events: EventFile) -> None:
    unused = scan(events.path, batch_rows=100)
    rejects = unused.rejects()

    def make() -> None:
        unused.__arrow_c_stream__()
        for _ in range(10):
            unused.__arrow_c_schema__()
            rejects.__arrow_c_stream__()
            rejects.__arrow_c_schema__()
            unused.progress()

    memory, threads = grown(make, first=100, then=1_000)
    assert memory < 8 * MEBIBYTE
    assert threads < 50


def test_batches_that_nobody_consumes(scan: Scanning, events: EventFile) -> None:
    unused = scan(events.path, batch_rows=500)

    def drop() -> None:
        for batch in unused._batches():
            batch.__arrow_c_array__()

    memory, _ = grown(drop, first=20, then=60)
    assert memory < 16 * MEBIBYTE


def test_scans_that_are_dropped(scan: Scanning, events: EventFile) -> None:
    memory, threads = grown(lambda: scan(events.path), first=200, then=2_000)
    assert memory < 8 * MEBIBYTE
    assert threads < 50


def test_eight_threads_with_a_scan(scan: Scanning, events: EventFile) -> None:
    shared = scan(events.path, batch_rows=200, workers=2)
    expected = shared.to_arrow()
    barrier = threading.Barrier(8)

    def use(number: int) -> None:
        barrier.wait()
        for _ in range(4):
            if number % 2:
                assert shared.to_arrow() == expected
            else:
                frame = shared.to_polars().select("id", "note").collect()
                assert frame["id"].to_list() == expected.column("id").to_pylist()
            progress = shared.progress()
            assert 0 <= progress.bytes <= progress.total_bytes
            assert pyarrow.table(shared.rejects()).num_rows == 0
            assert shared.columns == expected.column_names
            assert shared.select(["id"]).columns == ["id"]

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(use, range(8)))


def test_a_scan_that_is_closed_while_others_use_it(scan: Scanning, events: EventFile) -> None:
    for _ in range(20):
        shared = scan(events.path, batch_rows=500)
        barrier = threading.Barrier(4)

        def use(scan: yodel.Scan = shared, barrier: threading.Barrier = barrier) -> None:
            barrier.wait()
            try:
                for _ in range(100):
                    scan.progress()
                    scan.__arrow_c_schema__()
                    pyarrow.table(scan.rejects())
            except yodel.Error as error:
                assert "closed" in str(error)  # noqa: PT017

        with ThreadPoolExecutor(4) as pool:
            uses = [pool.submit(use) for _ in range(3)]
            barrier.wait()
            shared.close()
            for used in uses:
                used.result()


def test_python_runs_while_a_batch_is_read(scan: Scanning, many_events: EventFile) -> None:
    reading = scan(many_events.path, batch_rows=10**6, batch_bytes=1 << 30, workers=1)
    done = threading.Event()
    asked = 0

    def read() -> int:
        try:
            return int(reading.to_arrow().num_rows)
        finally:
            done.set()

    with ThreadPoolExecutor(1) as pool:
        rows = pool.submit(read)
        while not done.wait(0.001):
            assert reading.progress().records <= len(many_events.rows)
            asked += 1
        assert rows.result() == len(many_events.rows)
    assert asked > 0


def test_a_lazy_frame_in_several_threads(scan: Scanning, tmp_path: Path) -> None:
    file = write_events(tmp_path / "frame.jsonl", 500, seed=8)
    frame = scan(file.path).to_polars()
    queries = [frame.filter(polars.col("public")).select("id"), frame.select("type")] * 8
    results = polars.collect_all(queries)
    assert [result.height for result in results[:2]] == [
        sum(row["public"] for row in file.rows),
        len(file.rows),
    ]
    assert all(result.equals(results[index % 2]) for index, result in enumerate(results))
