"""Signals, standard input, pipes, slow writers, and memory."""

from __future__ import annotations

import gzip
import os
import random
import signal
import statistics
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from fault_disks import part_is_in, rejected, write
from fault_tools import (
    Bench, Lines, NotRun, Wrong, connected, event, expect, finish, peak_memory, prepare, run, seen_count, start, stop, tail, verify, wait_until)


def stop_signals(bench: Bench) -> None:
    """SIGINT and SIGTERM end a run with status 3 if not all is in, and one that follows with 0; the next one brings in the rest."""
    for number, name in enumerate((signal.SIGINT, signal.SIGTERM) * 3):
        database = prepare(bench, bench.path(f"{number}.sqlite"))
        file, lines = write(bench, 100_000, 0.01, f"{number}.ndjson")
        arguments: list[object] = [file, "--into", database, "-q", "--batch-rows", 100, "--json"]
        process = start(bench, arguments)
        while seen_count(database) == 0 and process.poll() is None:
            time.sleep(0.001)
        done = expect(stop(process, name), 3, "stopped")
        inside = part_is_in(database, lines)
        if done.report["rows"] != inside or done.report["stopped"] is not True or done.report["exit"] != 3:
            raise Wrong(f"{inside} rows are in, where --json says {done.report}")
        expect(run(bench, *arguments), 0)
        verify(database, lines.good, rejected(file, lines))


def stop_at_once(bench: Bench) -> None:
    """A signal at the very beginning, a second signal, and one while nothing comes through a pipe."""
    file, lines = write(bench, 100_000)
    for number in range(20):
        database = prepare(bench, bench.path(f"{number}.sqlite"))
        process = start(bench, [file, "--into", database, "-q", "--batch-rows", 100])
        time.sleep(bench.rng.uniform(0, 0.05))
        process.send_signal(signal.SIGTERM)
        done = stop(process, signal.SIGINT) if number % 2 else finish(process, time.monotonic(), 5)
        # Before there is a handler a signal ends it as any program.
        if done.status not in (3, -signal.SIGTERM, -signal.SIGINT):
            raise Wrong(f"exit status {done.status}; it said {tail(done.err)!r}")
        expect(run(bench, file, "--into", database, "-q"), 0)
        verify(database, lines.good, rejected(file, lines))
    for name in (signal.SIGINT, signal.SIGTERM):
        process = start(bench, ["-", "--into", database, "-q"], stdin=subprocess.PIPE)
        time.sleep(0.3)
        process.send_signal(name)
        began = time.monotonic()
        while process.poll() is None and time.monotonic() - began < 5:
            time.sleep(0.01)
        late = process.poll() is None
        expect(finish(process, began), 3)
        if late:
            raise Wrong(f"{name.name} does not end a run that waits for standard input")


def stop_follow(bench: Bench) -> None:
    """A run that follows a file ends with status 0, with all that had been written."""
    for number, name in enumerate((signal.SIGINT, signal.SIGTERM)):
        database = prepare(bench, bench.path(f"{number}.sqlite"))
        file, lines = write(bench, 3_000, 0.01, f"{number}.ndjson")
        process = start(bench, [file, "--follow", "--into", database, "-q"])
        wait_until(lambda: seen_count(database) == len(lines.good), "all rows", 20, process)
        expect(stop(process, name), 0)
        verify(database, lines.good, rejected(file, lines))


def stop_while_passing_over(bench: Bench) -> None:
    """A signal while the part of a compressed file that is in already is passed over."""
    database = prepare(bench, bench.path("events.sqlite"))
    line = event(bench.next_id, bench.rng)
    # Much content, little else: blank lines are no records.
    blank = gzip.compress((b" " * 999_999 + b"\n") * 1_500, 1)
    path = bench.path("events.ndjson.gz")
    path.write_bytes(blank * (6 if bench.full else 3) + gzip.compress(line + b"\n"))
    expect(run(bench, path.name, "--into", database, "-q"), 0)
    more = event(bench.next_id + 1, bench.rng)
    with path.open("ab") as file:
        file.write(gzip.compress(more + b"\n"))
    process = start(bench, [path.name, "--into", database, "-q"])
    time.sleep(0.4)
    if process.poll() is not None:
        bench.note("it was over before the signal")
    else:
        done = stop(process)
        if done.status not in (0, 3):
            raise Wrong(f"exit status {done.status}")
        bench.note(f"{done.seconds:.1f} s")
    expect(run(bench, path.name, "--into", database, "-q"), 0)
    verify(database, [bench.next_id, bench.next_id + 1])


def blocks(bench: Bench, megabytes: int) -> Iterator[Lines]:
    """Events of as many bytes; the same fillers come again and again, the ids do not."""
    rng = random.Random(5)
    lines = [event(1, rng).split(b'"id":"1"', 1) for _ in range(1_000)]
    number, total = bench.next_id, 0
    while total < megabytes << 20:
        data = b"".join(b'%b"id":"%d"%b\n' % (before, number + place, after) for place, (before, after) in enumerate(lines))
        yield Lines(data, list(range(number, number + len(lines))))
        number += len(lines)
        total += len(data)


def feed(pipe: IO[bytes], content: Iterator[Lines], count: list[int]) -> None:
    """Writes into a pipe, and counts lines."""
    try:
        with pipe:
            for lines in content:
                pipe.write(lines.data)
                count[0] += len(lines.good)
    except BrokenPipeError:
        count[0] = -1


def through_pipe(bench: Bench, megabytes: int) -> None:
    """Sends much through standard input, and looks at the memory."""
    database = bench.path("events.sqlite")
    began = time.monotonic()
    process = start(bench, ["-", "--into", database, "-q", "--json"], stdin=subprocess.PIPE)
    count = [0]
    assert process.stdin is not None
    thread = threading.Thread(target=feed, args=(process.stdin, blocks(bench, megabytes), count))
    thread.start()
    peak = peak_memory(process)
    thread.join()
    process.stdin = None
    done = expect(finish(process, began), 0)
    with connected(database) as db:
        rows, least, most = db.execute("SELECT count(*), min(id), max(id) FROM events").fetchone()
    wanted = (count[0], bench.next_id, bench.next_id + count[0] - 1)
    if (rows, least, most) != wanted or done.report["rows"] != rows:
        raise Wrong(f"rows and ids are {(rows, least, most)}, not {wanted}; --json says {done.report['rows']}")
    bench.note(f"{megabytes} MB in {done.seconds:.1f} s, {peak} MB of memory")
    if peak >= 100:
        raise Wrong(f"{peak} MB of memory for {megabytes} MB, not below 100")


def standard_input(bench: Bench) -> None:
    """200 MB."""
    through_pipe(bench, 200)


def standard_input_long(bench: Bench) -> None:
    """10 GB."""
    if not bench.full:
        raise NotRun("10 GB take long; --full runs it")
    through_pipe(bench, 10_000)


def file_memory(bench: Bench) -> None:
    """200 MB in a file, plain and compressed."""
    plain, packed = bench.path("events.ndjson"), bench.path("events.ndjson.gz")
    with plain.open("wb") as file, gzip.open(packed, "wb", 1) as other:
        for lines in blocks(bench, 200):
            file.write(lines.data)
            other.write(lines.data)
    for path in (plain, packed):
        process = start(bench, [path.name, "--into", f"{path.name}.sqlite", "-q"])
        peak = peak_memory(process)
        expect(finish(process, time.monotonic()), 0)
        bench.note(f"{path.name} {peak} MB")
        if peak >= 200:
            raise Wrong(f"{peak} MB of memory for {path.name}")


def pipe_file(bench: Bench) -> None:
    """A named pipe, plain and compressed, whose writers come later, and write slowly."""
    for number, ending in enumerate(("ndjson", "gz")):
        lines = bench.lines(3_000)
        data = gzip.compress(lines.data) if ending == "gz" else lines.data
        pipe, database = bench.path(f"pipe{number}"), prepare(bench, bench.path(f"{number}.sqlite"))
        os.mkfifo(pipe)
        process = start(bench, [pipe.name, "--into", database, "-q"])
        time.sleep(0.3)
        if process.poll() is not None:
            done = finish(process, time.monotonic())
            raise Wrong(f"{ending}: a pipe that has no writer yet: exit status {done.status}, nothing was waited for; it said {tail(done.err)!r}")
        with pipe.open("wb") as file:
            for place in range(0, len(data), 50_000):
                file.write(data[place : place + 50_000])
                file.flush()
                time.sleep(0.02)
        expect(finish(process, time.monotonic(), 20), 0)
        verify(database, lines.good, rejected(pipe.name, lines))


def delays(bench: Bench, database: Path, out: IO[bytes], process: subprocess.Popen[bytes]) -> list[float]:
    """Writes lines one by one.

    Returns: The milliseconds until each is in.
    """
    taken: list[float] = []
    with connected(database) as db:
        for number in range(bench.next_id, bench.next_id + 50):
            out.write(event(number, bench.rng) + b"\n")
            out.flush()
            began = time.monotonic()
            while db.execute("SELECT 1 FROM events WHERE id = ?", (number,)).fetchone() is None:
                if process.poll() is not None or time.monotonic() - began > 10:
                    raise Wrong(f"a line is not in after {time.monotonic() - began:.1f} s")
                time.sleep(0.001)
            taken.append((time.monotonic() - began) * 1000)
            time.sleep(bench.rng.uniform(0, 0.04))
    bench.next_id += 50
    return taken


def slow_writer(bench: Bench) -> None:
    """Lines that are written one by one are in within 200 ms: of a file that is followed, and of standard input."""
    database = prepare(bench, bench.path("events.sqlite"))
    path = bench.path("events.ndjson")
    path.touch()
    process = start(bench, [path.name, "--follow", "--into", database, "-q"])
    with path.open("ab") as file:
        followed = delays(bench, database, file, process)
    expect(stop(process), 0)
    process = start(bench, ["-", "--into", database, "-q"], stdin=subprocess.PIPE)
    assert process.stdin is not None
    piped = delays(bench, database, process.stdin, process)
    expect(finish(process, time.monotonic()), 0)
    for name, taken in (("followed", followed), ("standard input", piped)):
        middle, worst = statistics.median(taken), max(taken)
        bench.note(f"{name}: median {middle:.0f} ms, worst {worst:.0f} ms")
        if middle > 200:
            raise Wrong(f"{name}: median {middle:.0f} ms, worst {worst:.0f} ms")
    verify(database, list(range(bench.next_id - 100, bench.next_id)))


def long_line(bench: Bench) -> None:
    """A record of 200 MB, over the limit, between others, from a file, a followed file, a compressed file and standard input."""
    before, after = bench.lines(1_000, 0), bench.lines(1_000, 0)
    path = bench.path("events.ndjson")
    with path.open("wb") as file:
        file.write(before.data + b'{"id":"1","filler":"')
        for _ in range(200):
            file.write(b"x" * (1 << 20))
        file.write(b'"}\n' + after.data)
    with path.open("rb") as file, gzip.open(bench.path("events.gz"), "wb", 1) as packed:
        while piece := file.read(1 << 20):
            packed.write(piece)
    for source in ("events.ndjson", "events.gz", "-", "--follow"):
        read_long_line(bench, source, before.good + after.good)


def read_long_line(bench: Bench, source: str, good: list[int]) -> None:
    """Reads the long line from a source."""
    database = prepare(bench, bench.path(f"long{source}.sqlite"))
    arguments: list[object] = ["events.ndjson", source] if source == "--follow" else [source]
    with bench.path("events.ndjson").open("rb") as file:
        process = start(bench, [*arguments, "--into", database, "-q"], stdin=file)
    if source == "--follow":
        threading.Thread(target=stop_behind, args=(process, database, len(good)), daemon=True).start()
    peak = peak_memory(process)
    expect(finish(process, time.monotonic()), 0)
    with connected(database) as db:
        rejects = db.execute("SELECT code, line, raw FROM rejects").fetchall()
        rows = [row[0] for row in db.execute("SELECT id FROM seen ORDER BY id")]
    if rows != good:
        raise Wrong(f"{source}: {len(rows)} rows are in, not {len(good)}")
    if [reject[0] for reject in rejects] != ["recordLimit"] or rejects[0][2] is not None:
        raise Wrong(f"{source}: the rejects are {str(rejects)[:200]}")
    bench.note(f"{source} {peak} MB")
    if peak >= 150:
        raise Wrong(f"{source}: {peak} MB of memory")


def stop_behind(process: subprocess.Popen[bytes], database: Path, rows: int) -> None:
    """Stops a run that follows when as many rows are in."""
    while process.poll() is None and seen_count(database) < rows:
        time.sleep(0.05)
    process.terminate()


CHECKS = {
    "stop-signals": stop_signals, "stop-at-once": stop_at_once, "stop-follow": stop_follow, "stop-while-passing-over": stop_while_passing_over,
    "stdin-200-mb": standard_input, "stdin-10-gb": standard_input_long, "memory-of-files": file_memory, "named-pipe": pipe_file, "slow-writer": slow_writer,
    "long-line": long_line}
