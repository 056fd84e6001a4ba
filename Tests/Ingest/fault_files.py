"""Files that are damaged, cut short, replaced, deleted, or have grown."""

from __future__ import annotations

import gzip
import os
import random
import shutil
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from fault_disks import part_is_in, rejected, write
from fault_tools import (
    Bench, Lines, NotRun, Wrong, expect, finish, ids, prepare, run, seen_count, start, tail, verify)

NAME = "events.ndjson"


def compress(data: bytes, ending: str) -> bytes:
    """A member of gzip, or a frame of zstd with a checksum."""
    if ending == "gz":
        return gzip.compress(data, 6)
    if shutil.which("zstd") is None:
        raise NotRun("there is no command zstd")
    return subprocess.run(["zstd", "-q", "-c"], input=data, capture_output=True, check=True).stdout


def flipped(data: bytes, rng: random.Random, low: float, high: float) -> tuple[bytes, int]:
    """Bytes, some of which are wrong, somewhere between two shares of their length."""
    place = rng.randrange(int(len(data) * low), int(len(data) * high))
    return data[:place] + bytes(byte ^ 0x55 for byte in data[place : place + 8]) + data[place + 8 :], place


def damaged(bench: Bench, ending: str) -> None:
    """Bytes are wrong in the middle: what stands before is in; mended, it goes on, or says why not, and nothing comes in twice."""
    refused = strange = 0
    for number in range(12):
        lines = bench.lines(20_000, 0)
        whole = compress(lines.data, ending)
        broken, place = flipped(whole, bench.rng, 0.3, 0.9)
        path, database = bench.path(f"{number}.{ending}"), prepare(bench, bench.path(f"{number}.sqlite"))
        path.write_bytes(broken)
        arguments: list[object] = [path.name, "--into", database, "-q"]
        expect(run(bench, *arguments), 3, path.name, "byte ")
        found = ids(database)
        if found.total() < 0.8 * len(lines.good) * (place - 200_000) / len(whole):
            raise Wrong(f"{found.total()} rows of {len(lines.good)} are in, where the damage is at byte {place} of {len(whole)}")
        # What the damage itself has made of the content, lines that stand there twice among it, is in.
        strange += (found - Counter(lines.good)).total()
        before = found
        mend(bench, path, whole, in_place=number % 2 == 0)
        done = run(bench, *arguments)
        if done.status != 0:
            expect(done, 3, path.name)
            refused += 1
        found = ids(database)
        if more := {number: count for number, count in found.items() if count > max(before[number], 1)}:
            raise Wrong(f"after mending {len(more)} rows were written more than once (damage at byte {place} of {len(whole)}, in place: {number % 2 == 0})")
        if done.status == 0:
            verify(database, lines.good)
    bench.note(f"{refused} of 12 mended files were refused, {strange} rows were no rows of the file")


def mend(bench: Bench, path: Path, whole: bytes, in_place: bool) -> None:
    """Writes a file anew: over the old one, or beside it and renamed."""
    target = path if in_place else bench.path("mended")
    with target.open("r+b" if in_place else "wb") as file:
        file.write(whole)
    os.replace(target, path)


def damaged_gzip(bench: Bench) -> None:
    """gzip."""
    damaged(bench, "gz")


def damaged_zstd(bench: Bench) -> None:
    """zstd."""
    damaged(bench, "zst")


def cut_compressed(bench: Bench) -> None:
    """A compressed file ends in the middle, and is whole later: what was missing comes in."""
    for number, (ending, in_place) in enumerate([("gz", True), ("gz", False), ("zst", True), ("zst", False)]):
        lines = bench.lines(20_000)
        whole = compress(lines.data, ending)
        path, database = bench.path(f"{number}.{ending}"), prepare(bench, bench.path(f"{number}.sqlite"))
        path.write_bytes(whole[: len(whole) // 2])
        expect(run(bench, path.name, "--into", database, "-q"), 3, path.name)
        if part_is_in(database, lines) == 0:
            raise Wrong("nothing of what stands before the end is in")
        mend(bench, path, whole, in_place)
        done = run(bench, path.name, "--into", database, "-q")
        if done.status == 0:
            verify(database, lines.good, rejected(path.name, lines))
        else:
            expect(done, 3, path.name)
            part_is_in(database, lines)
            bench.note(f"{ending} {'in place' if in_place else 'by rename'} refused")


def behind_gzip(bench: Bench) -> None:
    """Zeros behind the last member are fine; anything else is not."""
    lines = bench.lines(3_000)
    whole = compress(lines.data, "gz")
    for number, (behind, status) in enumerate([(b"\0" * 5_000, 0), (b"garbage", 3), (b"\x1f", 3), (b"\0" * 400_000, 0), (b"\0" * 300_000 + b"x", 3)]):
        path, database = bench.path(f"{number}.gz"), prepare(bench, bench.path(f"{number}.sqlite"))
        path.write_bytes(whole + behind)
        for _ in range(2):
            expect(run(bench, path.name, "--into", database, "-q"), status)
            verify(database, lines.good, rejected(path.name, lines))
    empty = prepare(bench, bench.path("empty.sqlite"))
    bench.path("empty.gz").write_bytes(gzip.compress(b""))
    expect(run(bench, "empty.gz", "--into", empty, "-q"), 0)
    bench.path("head.gz").write_bytes(whole[:2])
    expect(run(bench, "head.gz", "--into", empty, "-q"), 3, "head.gz")


def grown_gzip(bench: Bench) -> None:
    """A compressed file gets another member: its lines come in, and no others."""
    name, database = "events.ndjson.gz", prepare(bench, bench.path("events.sqlite"))
    written = Lines()
    for _ in range(4):
        lines = bench.lines(5_000)
        written = written + lines
        with bench.path(name).open("ab") as file:
            file.write(compress(lines.data, "gz"))
        expect(run(bench, name, "--into", database, "-q"), 0)
        verify(database, written.good, rejected(name, written))


def while_read(bench: Bench, change: Callable[[Path], None]) -> tuple[Path, Lines, int]:
    """Does something to a file that is being read.

    Returns: The database, what was in the file, and the exit status.
    """
    database = prepare(bench, bench.path("events.sqlite"))
    name, lines = write(bench, 150_000)
    process = start(bench, [name, "--into", database, "-q", "--batch-rows", "50"])
    began = time.monotonic()
    while seen_count(database) < 500 and process.poll() is None:
        time.sleep(0.001)
    if process.poll() is not None:
        raise Wrong("it had ended before anything could be done to the file")
    change(bench.path(name))
    done = finish(process, began)
    if done.status not in (0, 3):
        raise Wrong(f"exit status {done.status}; it said {tail(done.err)!r}")
    if done.status == 3:
        expect(done, 3, name)
    return database, lines, done.status


def replaced_while_read(bench: Bench) -> None:
    """Another file takes the name: the one that was opened is read to its end, the other one by the next run."""
    other = bench.lines(2_000)
    bench.path("other").write_bytes(other.data)
    database, lines, status = while_read(bench, lambda path: os.replace(bench.path("other"), path))
    if status != 0:
        raise Wrong(f"exit status {status}")
    verify(database, lines.good, rejected(NAME, lines))
    expect(run(bench, NAME, "--into", database, "-q"), 0)
    verify(database, lines.good + other.good, rejected(NAME, lines) + rejected(NAME, other))


def deleted_while_read(bench: Bench) -> None:
    """The name goes: the file that was opened is read to its end."""
    database, lines, status = while_read(bench, os.unlink)
    if status != 0:
        raise Wrong(f"exit status {status}")
    verify(database, lines.good, rejected(NAME, lines))
    expect(run(bench, NAME, "--into", database, "-q"), 3, NAME)


def truncated_while_read(bench: Bench) -> None:
    """It is cut short: what stands before is in, and the rest is not passed over in silence."""
    database, lines, status = while_read(bench, lambda path: os.truncate(path, 100))
    inside = part_is_in(database, lines)
    bench.note(f"{inside} rows are in, exit status {status}")
    if status == 0:
        raise Wrong(f"a file that was cut short while it was read counts as read to its end, exit status 0, {inside} rows")
    expect(run(bench, NAME, "--into", database, "-q"), 3, NAME)


def cut_short(bench: Bench) -> None:
    """Cut short between two runs: it says so, by whatever path it is named."""
    for share in (0.9, 0.5, 0.001):
        database = prepare(bench, bench.path(f"{share}.sqlite"))
        name, lines = write(bench, 5_000)
        expect(run(bench, name, "--into", database, "-q"), 0)
        os.truncate(bench.path(name), int(len(lines.data) * share))
        for called in (name, f"./{name}", bench.path(name)):
            done = run(bench, called, "--into", database, "-q")
            if done.status != 3:
                rows = seen_count(database) - len(lines.good)
                raise Wrong(f"cut to {share:.1%} and named {called}: exit status {done.status}, {rows} rows came in again")
            expect(done, 3, NAME)
        verify(database, lines.good, rejected(name, lines))


def replaced(bench: Bench) -> None:
    """Another file has the name in the next run: its lines come in; so do those of a third, written over the second."""
    database = prepare(bench, bench.path("events.sqlite"))
    name, lines = write(bench, 5_000)
    expect(run(bench, name, "--into", database, "-q"), 0)
    other = bench.lines(3_000)
    bench.path("other").write_bytes(other.data)
    os.replace(bench.path("other"), bench.path(name))
    expect(run(bench, name, "--into", database, "-q"), 0)
    _, third = write(bench, 6_000)
    expect(run(bench, name, "--into", database, "-q"), 0)
    all_of_them = (lines, other, third)
    verify(database, [number for one in all_of_them for number in one.good], [raw for one in all_of_them for raw in rejected(name, one)])


def renamed(bench: Bench) -> None:
    """A file that was read under another name is known again."""
    database = prepare(bench, bench.path("events.sqlite"))
    name, lines = write(bench, 5_000)
    expect(run(bench, name, "--into", database, "-q"), 0)
    os.rename(bench.path(name), bench.path("other"))
    expect(run(bench, "other", "--into", database, "-q"), 0)
    expect(run(bench, bench.path("other"), "--into", database, "-q"), 0)
    verify(database, lines.good, rejected(name, lines))


def grown(bench: Bench) -> None:
    """It has grown: only what is new comes in."""
    name, database = NAME, prepare(bench, bench.path("events.sqlite"))
    written = Lines()
    for count in (1, 5_000, 1, 200, 90_000):
        lines = bench.lines(count)
        written = written + lines
        with bench.path(name).open("ab") as file:
            file.write(lines.data)
        expect(run(bench, name, "--into", database, "-q"), 0)
        verify(database, written.good, rejected(name, written))


def last_line(bench: Bench) -> None:
    """A last line without a line feed that gets one is one record; one that is not finished is left to the next run, which reads all of it."""
    database = prepare(bench, bench.path("events.sqlite"))
    lines, more = bench.lines(10, 0), bench.lines(10, 0)
    path = bench.path(NAME)
    path.write_bytes(lines.data.rstrip())
    expect(run(bench, NAME, "--into", database, "-q"), 0)
    with path.open("ab") as file:
        file.write(b"\n" + more.data)
    expect(run(bench, NAME, "--into", database, "-q"), 0)
    verify(database, lines.good + more.good)
    half = bench.lines(1, 0)
    with path.open("ab") as file:
        file.write(half.data[:60])
    for _ in range(2):
        report = expect(run(bench, NAME, "--into", database, "--json"), 0).report
        if report["unfinishedLines"] != {NAME: 60} or report["rows"] != 0 or report["rejects"] != 0:
            raise Wrong(f"of a line that is not finished --json says {report}")
    done = expect(run(bench, NAME, "--into", database), 0)
    if f"{NAME} 60" not in done.out or "unfinished last lines" not in done.out:
        raise Wrong(f"of a line that is not finished the summary says {done.out!r}")
    verify(database, lines.good + more.good)
    with path.open("ab") as file:
        file.write(half.data[60:])
    expect(run(bench, NAME, "--into", database, "-q"), 0)
    verify(database, lines.good + more.good + half.good)


def appended_while_read(bench: Bench) -> None:
    """A program writes lines in parts while runs read the file: every record comes in once, and none of them half."""
    path, database, lines = bench.path(NAME), prepare(bench, bench.path("events.sqlite")), bench.lines(1, 0) + bench.lines(4_000)
    parts = [lines.data[place : place + 997] for place in range(0, len(lines.data), 997)]
    path.touch()

    def write_parts() -> None:
        with path.open("ab", buffering=0) as file:
            for part in parts:
                file.write(part)
                time.sleep(0.002)

    thread = threading.Thread(target=write_parts)
    thread.start()
    runs = 0
    while thread.is_alive():
        expect(run(bench, NAME, "--into", database, "-q"), 0)
        runs += 1
    thread.join()
    expect(run(bench, NAME, "--into", database, "-q"), 0)
    verify(database, lines.good, rejected(NAME, lines))
    bench.note(f"{runs} runs")


CHECKS = {
    "damaged-gzip": damaged_gzip, "damaged-zstd": damaged_zstd, "cut-compressed": cut_compressed, "behind-gzip": behind_gzip, "grown-gzip": grown_gzip,
    "replaced-while-read": replaced_while_read, "deleted-while-read": deleted_while_read, "truncated-while-read": truncated_while_read,
    "cut-short": cut_short, "replaced": replaced, "renamed": renamed, "grown": grown, "last-line": last_line, "appended-while-read": appended_while_read}
