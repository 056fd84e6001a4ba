"""Databases that cannot be written: full disks, locks, what is read-only or no database; and two runs at a time."""

from __future__ import annotations

import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fault_tools import (
    Bench, Done, Lines, NotRun, Wrong, connected, expect, finish, is_root, prepare, run, seen_count, start, stop, verify, verify_rejects_file)


@contextmanager
def small_disk(bench: Bench, name: str, megabytes: int) -> Iterator[Path]:
    """A disk of some megabytes."""
    folder = bench.path(name)
    folder.mkdir()
    mount(["-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)])
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False, capture_output=True)


def mount(arguments: list[str]) -> None:
    """Mounts, where that is allowed."""
    if not is_root():
        raise NotRun("mounting a small disk needs root")
    try:
        done = subprocess.run(["mount", *arguments], capture_output=True, text=True)
    except OSError as error:
        raise NotRun(f"there is no mount: {error}") from None
    if done.returncode != 0:
        raise NotRun(f"a small disk cannot be mounted: {done.stderr.strip()}")


def resize(folder: Path, megabytes: int) -> None:
    """Gives a disk another size."""
    mount(["-o", f"remount,size={megabytes}m", str(folder)])


def write(bench: Bench, count: int, share: float = 0.01, name: str = "events.ndjson") -> tuple[str, Lines]:
    """Writes a file of events."""
    lines = bench.lines(count, share)
    bench.path(name).write_bytes(lines.data)
    return name, lines


def rejected(name: str, lines: Lines) -> list[tuple[str, int, bytes]]:
    """The rejects of a file."""
    return [(name, offset, raw) for offset, raw in lines.bad]


def part_is_in(database: Path, lines: Lines) -> int:
    """Looks whether what is in is the beginning of the lines, rows and rejects together."""
    with connected(database) as db:
        rows = [row[0] for row in db.execute("SELECT id FROM seen ORDER BY id")]
        rejects = [row[0] for row in db.execute("SELECT offset FROM rejects ORDER BY offset")]
        place = db.execute("SELECT max(offset) FROM ingest_places").fetchone()[0] or 0
        if db.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise Wrong("integrity_check finds faults")
    if rows != lines.good[: len(rows)]:
        raise Wrong("what is in is not the beginning of the file")
    if rejects != [offset for offset, _ in lines.bad if offset < place]:
        raise Wrong(f"{len(rejects)} rejects are in, which do not fit the place, byte {place}")
    return len(rows)


def full_and_more(bench: Bench, folder: Path, database: Path, lines: Lines, arguments: list[object]) -> None:
    """Fills a disk, twice, makes it larger, and looks whether all is in."""
    first = expect(run(bench, *arguments), 3)
    inside = part_is_in(database, lines)
    expect(run(bench, *arguments), 3)
    if part_is_in(database, lines) < inside:
        raise Wrong("a further run on the full disk took rows away")
    resize(folder, 400)
    expect(run(bench, *arguments), 0)
    verify(database, lines.good, rejected("events.ndjson", lines))
    bench.note(f"{inside} of {len(lines.good)} rows before: {first.err.strip()[-120:]}")


def disk_full_database(bench: Bench) -> None:
    """The database, and its log, on a small disk."""
    with small_disk(bench, "disk", 12) as folder:
        database = prepare(bench, folder / "events.sqlite")
        name, lines = write(bench, 100_000)
        full_and_more(bench, folder, database, lines, [name, "--into", database, "-q", "--batch-rows", 2_000])


def disk_full_log(bench: Bench) -> None:
    """There is room in the database, but none for its log, since a reader keeps it from being emptied."""
    with small_disk(bench, "disk", 80) as folder:
        database = prepare(bench, folder / "events.sqlite")
        with connected(database) as db:
            db.execute("CREATE TABLE ballast (bytes BLOB)")
            db.executemany("INSERT INTO ballast VALUES (zeroblob(1000000))", [()] * 25)
        with connected(database) as db:
            db.execute("DROP TABLE ballast")
        with connected(database) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        resize(folder, database.stat().st_size // 1_000_000 + 8)
        name, lines = write(bench, 60_000)
        with connected(database) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM seen").fetchone()
            arguments: list[object] = [name, "--into", database, "-q", "--batch-rows", 5_000]
            full_and_more(bench, folder, database, lines, arguments)


def disk_full_rejects(bench: Bench) -> None:
    """The file of rejects on a small disk."""
    with small_disk(bench, "disk", 1) as folder:
        database = prepare(bench, bench.path("events.sqlite"))
        rejects = folder / "rejects"
        name, lines = write(bench, 20_000, 0.5)
        full_and_more(bench, folder, database, lines, [name, "--into", database, "-q", "--batch-rows", 500, "--rejects", rejects])
        verify_rejects_file(rejects, [raw for _, raw in lines.bad])


def disk_full_follow(bench: Bench) -> None:
    """A disk that is full while a file is followed."""
    with small_disk(bench, "disk", 4) as folder:
        database = prepare(bench, folder / "events.sqlite")
        name, lines = write(bench, 60_000)
        full_and_more_follow(bench, folder, database, lines, name)


def full_and_more_follow(bench: Bench, folder: Path, database: Path, lines: Lines, name: str) -> None:
    """The run ends by itself when the disk is full; another one goes on."""
    arguments: list[object] = [name, "--into", database, "-q", "--follow", "--batch-rows", 1_000]
    expect(run(bench, *arguments, longest=30), 3)
    part_is_in(database, lines)
    resize(folder, 400)
    process = start(bench, arguments)
    while process.poll() is None and seen_count(database) < len(lines.good):
        time.sleep(0.05)
    time.sleep(0.3)
    expect(stop(process), 0)
    verify(database, lines.good, rejected(name, lines))


def locked(bench: Bench) -> None:
    """A lock that is held for too long, and one that is not."""
    database = prepare(bench, bench.path("events.sqlite"))
    name, lines = write(bench, 5_000)
    holder = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    holder.execute("BEGIN EXCLUSIVE")
    done = expect(run(bench, name, "--into", database, "-q", "--busy-timeout", 0.5), 3, "locked")
    if not 0.4 < done.seconds < 4:
        raise Wrong(f"with --busy-timeout 0.5 it waited {done.seconds:.1f} s")
    timer = threading.Timer(1, lambda: holder.execute("ROLLBACK"))
    timer.start()
    expect(run(bench, name, "--into", database, "-q", "--busy-timeout", 20), 0)
    timer.join()
    holder.close()
    verify(database, lines.good, rejected(name, lines))


def locked_between(bench: Bench) -> None:
    """A lock that is taken in the middle of a run, for longer than may be."""
    database = prepare(bench, bench.path("events.sqlite"))
    name, lines = write(bench, 100_000)
    holder = sqlite3.connect(database, isolation_level=None, timeout=30)
    process = start(bench, [name, "--into", database, "-q", "--busy-timeout", "0.3", "--batch-rows", "100"])
    began = time.monotonic()
    while seen_count(database) == 0 and process.poll() is None:
        time.sleep(0.001)
    holder.execute("BEGIN IMMEDIATE")
    done = finish(process, began)
    holder.execute("ROLLBACK")
    holder.close()
    expect(done, 3, "locked")
    part_is_in(database, lines)
    expect(run(bench, name, "--into", database, "-q"), 0)
    verify(database, lines.good, rejected(name, lines))


def stop_while_locked(bench: Bench) -> None:
    """A signal while the database is locked: it need not wait for the end of the lock."""
    database = prepare(bench, bench.path("events.sqlite"))
    name, lines = write(bench, 100_000)
    holder = sqlite3.connect(database, isolation_level=None, timeout=30)
    process = start(bench, [name, "--into", database, "-q", "--busy-timeout", "8", "--batch-rows", "100"])
    while seen_count(database) == 0 and process.poll() is None:
        time.sleep(0.001)
    holder.execute("BEGIN IMMEDIATE")
    time.sleep(0.3)
    try:
        expect(stop(process), 3)
    finally:
        holder.close()
    expect(run(bench, name, "--into", database, "-q"), 0)
    verify(database, lines.good, rejected(name, lines))


def read_only(bench: Bench) -> None:
    """A database that may only be read."""
    name, lines = write(bench, 100)
    if not is_root():
        database = prepare(bench, bench.path("events.sqlite"))
        database.chmod(0o444)
        expect(run(bench, name, "--into", database, "-q"), 3)
        return
    with small_disk(bench, "disk", 4) as folder:
        database = prepare(bench, folder / "events.sqlite")
        mount(["-o", "remount,ro", str(folder)])
        expect(run(bench, name, "--into", database, "-q"), 3)
        expect(run(bench, name, "--into", folder / "other.sqlite", "-q"), 3)
        expect(run(bench, name, "--into", bench.path("fine.sqlite"), "--rejects", folder / "rejects", "-q"), 3)
        mount(["-o", "remount,rw", str(folder)])
        expect(run(bench, name, "--into", database, "-q"), 0)
        verify(database, lines.good, rejected(name, lines))


def no_database(bench: Bench) -> None:
    """What is no database stays as it is."""
    name, _ = write(bench, 100)
    bench.path("folder").mkdir()
    expect(run(bench, name, "--into", "folder", "-q"), 3, "folder")
    text = bench.path("text")
    text.write_text("this is no database, but something that someone may want to keep\n" * 50)
    before = text.read_bytes()
    expect(run(bench, name, "--into", text, "-q"), 3, "text")
    if text.read_bytes() != before:
        raise Wrong("a file that is no database was written over")
    expect(run(bench, name, "--into", "no/such/folder/events.sqlite", "-q"), 3)
    expect(run(bench, name, "--into", "fine.sqlite", "--rejects", "folder", "-q"), 3, "folder")


def pair(bench: Bench, first: list[object], second: list[object]) -> list[Done]:
    """Two runs at a time."""
    began = time.monotonic()
    processes = [start(bench, arguments) for arguments in (first, second)]
    return [finish(process, began) for process in processes]


def two_files(bench: Bench) -> None:
    """Two runs, two files, one database, which neither finds there."""
    for number in range(8):
        database = bench.path(f"{number}.sqlite")
        names = [f"{number}a.ndjson", f"{number}b.ndjson"]
        made = [write(bench, 8_000, 0.01, name)[1] for name in names]
        if number % 2:
            prepare(bench, database)
        for done in pair(bench, *([name, "--into", database, "-q", "--batch-rows", 500] for name in names)):
            expect(done, 0)
        if number % 2:
            verify(database, made[0].good + made[1].good, rejected(names[0], made[0]) + rejected(names[1], made[1]))


def two_files_one_rejects(bench: Bench) -> None:
    """Two runs, two files, one database, and one file of rejects: each reject is in it, or one run says why not."""
    database = prepare(bench, bench.path("events.sqlite"))
    rejects = bench.path("rejects")
    made = [write(bench, 10_000, 0.1, name)[1] for name in ("a.ndjson", "b.ndjson")]
    options: list[object] = ["--into", database, "-q", "--batch-rows", 500, "--rejects", rejects]
    for name, done in zip("ab", pair(bench, ["a.ndjson", *options], ["b.ndjson", *options])):
        if done.status != 0:
            expect(done, 3)
            expect(run(bench, f"{name}.ndjson", *options), 0)
    verify(database, made[0].good + made[1].good, rejected("a.ndjson", made[0]) + rejected("b.ndjson", made[1]))
    verify_rejects_file(rejects, [raw for lines in made for _, raw in lines.bad])


def two_runs_one_file(bench: Bench) -> None:
    """Two runs over the same file: each record once."""
    lost = 0
    for number in range(8):
        database = prepare(bench, bench.path(f"{number}.sqlite"))
        name, lines = write(bench, 20_000, 0.01, f"{number}.ndjson")
        arguments: list[object] = [name, "--into", database, "-q", "--batch-rows", 200]
        for done in pair(bench, arguments, arguments):
            if done.status != 0:
                expect(done, 3)
                lost += 1
        expect(run(bench, *arguments), 0)
        verify(database, lines.good, rejected(name, lines))
    bench.note(f"{lost} of 16 runs gave way")


CHECKS = {
    "disk-full-database": disk_full_database, "disk-full-log": disk_full_log, "disk-full-rejects": disk_full_rejects,
    "disk-full-follow": disk_full_follow, "locked": locked, "locked-between": locked_between, "read-only": read_only, "no-database": no_database,
    "two-files": two_files, "two-files-one-rejects": two_files_one_rejects, "two-runs-one-file": two_runs_one_file,
    "stop-while-locked": stop_while_locked}
