"""Rotation of a file that is followed, step by step."""

from __future__ import annotations

import itertools
import os
import resource
import subprocess
import time
from pathlib import Path

from fault_follow import NAME
from fault_tools import Bench, Lines, NotRun, Wrong, expect, prepare, run, seen_count, start, stop, verify, wait_until


class Steps:
    """Rotation step by step, with one run at a time."""

    def __init__(self, bench: Bench, database: str = "events.sqlite", *options: object) -> None:
        self.bench = bench
        self.called: object = NAME
        self.files: int | None = None
        self.path = bench.path(NAME)
        self.database = prepare(bench, bench.path(database))
        self.options = options
        self.written = Lines()
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Steps:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.communicate()

    def append(self, count: int = 20) -> None:
        """Appends good lines."""
        lines = self.bench.lines(count, 0)
        self.written = self.written + lines
        with self.path.open("ab") as file:
            file.write(lines.data)

    def name(self, number: int) -> Path:
        """The file that has been rotated as often."""
        return Path(f"{self.path}.{number}")

    def rotate(self) -> None:
        """Moves every file on by a number."""
        top = next(number for number in itertools.count(1) if not self.name(number).exists())
        for number in range(top, 1, -1):
            os.rename(self.name(number - 1), self.name(number))
        os.rename(self.path, self.name(1))

    def begin(self) -> None:
        """Starts a run."""
        arguments = [self.called, "--follow", "--into", self.database, "-q", *self.options]
        self.process = start(self.bench, arguments, preexec_fn=self.limit if self.files else None)

    def limit(self) -> None:
        """Sets how many files the run may have open."""
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (self.files or hard, hard))

    def end(self) -> None:
        """Ends the run."""
        if self.process is not None:
            expect(stop(self.process), 0)
            self.process = None

    def settle(self) -> None:
        """Waits until all rows are in, and looks whether they are."""
        wait = 5.0
        try:
            wait_until(lambda: seen_count(self.database) >= len(self.written.good), "all rows", wait, self.process)
        except Wrong:
            if self.process is None or self.process.poll() is not None:
                raise
        verify(self.database, self.written.good)


def follow_many_rotations(bench: Bench) -> None:
    """Two rotations within a moment, while it runs: the file between them is read too."""
    with Steps(bench) as steps:
        steps.append()
        steps.begin()
        steps.settle()
        for _ in range(3):
            steps.rotate()
            steps.append()
        steps.settle()
        steps.end()


def follow_inode_again(bench: Bench) -> None:
    """A file that has the inode of one that was read and deleted, and is rotated away within a moment, is read too."""
    with Steps(bench) as steps:
        steps.append()
        steps.begin()
        steps.settle()
        old = steps.path.stat().st_ino
        steps.rotate()
        steps.append()
        steps.settle()
        # The first file goes; the next one that is made may get its number.
        steps.name(1).unlink()
        for _ in range(3):
            steps.rotate()
            steps.append()
            if steps.path.stat().st_ino == old:
                break
        else:
            raise NotRun("this file system does not give an inode number again at once")
        steps.rotate()
        steps.append()
        steps.settle()
        steps.end()


def follow_fallen_off(bench: Bench) -> None:
    """While nothing runs the last file that was read is deleted by rotation; the younger ones, all still there, are read."""
    with Steps(bench) as steps:
        steps.append()
        steps.begin()
        steps.settle()
        steps.end()
        for _ in range(3):
            steps.rotate()
            steps.append()
        steps.name(3).unlink()
        steps.begin()
        steps.settle()
        steps.end()


def follow_late_lines(bench: Bench) -> None:
    """A writer goes on in the file that was renamed, for half a second, while a run begins: its lines come in."""
    with Steps(bench) as steps:
        steps.append()
        steps.begin()
        steps.settle()
        steps.end()
        late, last = bench.lines(10, 0), bench.lines(10, 0)
        with steps.path.open("ab") as file:
            steps.rotate()
            cut = len(late.data) // 2 + 7
            file.write(late.data[:cut])
            file.flush()
            steps.path.touch()
            steps.begin()
            time.sleep(0.5)
            file.write(late.data[cut:])
        steps.written = steps.written + late
        time.sleep(0.2)
        steps.path.write_bytes(last.data)
        steps.written = steps.written + last
        steps.settle()
        steps.end()


def follow_short_again(bench: Bench) -> None:
    """Cut short and written anew while nothing runs; the next run finds the first few bytes of a line, which are those of any line."""
    with Steps(bench) as steps:
        steps.append()
        steps.begin()
        steps.settle()
        steps.end()
        lines = bench.lines(20, 0)
        steps.path.write_bytes(lines.data[:9])
        steps.begin()
        time.sleep(0.4)
        with steps.path.open("ab") as file:
            file.write(lines.data[9:])
        steps.written = steps.written + lines
        steps.settle()
        steps.end()


def follow_neighbours(bench: Bench) -> None:
    """The database and the file of rejects are named after the file, and are no files of it, whether it is rotated while a run reads or while none does."""
    with Steps(bench, f"{NAME}.sqlite", "--rejects", f"{NAME}.rejects") as steps:
        for _ in range(2):
            steps.append()
            steps.begin()
            steps.settle()
            steps.rotate()
            steps.append()
            time.sleep(1.5)
            steps.settle()
            steps.end()
            steps.rotate()


def follow_other_spelling(bench: Bench) -> None:
    """The next run names the same file by another path, and finds what was rotated while nothing ran all the same."""
    for called in (f"./{NAME}", bench.path(NAME)):
        with Steps(bench, f"{len(str(called))}.sqlite") as steps:
            steps.append()
            steps.begin()
            steps.settle()
            steps.end()
            steps.append()
            steps.rotate()
            steps.append()
            steps.called = called
            steps.begin()
            steps.settle()
            steps.end()
        for path in bench.folder.glob(f"{NAME}*"):
            path.unlink()


def follow_many_files(bench: Bench) -> None:
    """Beside the file are more old ones than a process may have open."""
    with Steps(bench) as steps:
        for number in range(1_200):
            path = bench.path(f"{NAME}-{number:06}")
            path.write_bytes(b"{}\n")
            os.utime(path, (1_700_000_000 + number,) * 2)
        steps.append()
        steps.begin()
        steps.settle()
        steps.end()
        steps.append()
        os.rename(steps.path, bench.path(f"{NAME}-999999"))
        steps.append()
        # What a shell gives a process by default.
        steps.files = 1_024
        steps.begin()
        steps.settle()
        steps.end()


def follow_other_names(bench: Bench) -> None:
    """Rotations within a moment, while it runs and while it does not, to names that do not begin as the file's does."""
    with Steps(bench) as steps:
        steps.append()
        steps.begin()
        steps.settle()
        for name in ("first", "second", "third"):
            os.rename(steps.path, bench.path(name))
            steps.append()
        steps.settle()
        steps.end()
        steps.append()
        os.rename(steps.path, bench.path("fourth"))
        steps.append()
        steps.begin()
        steps.settle()
        steps.end()


def follow_lost(bench: Bench) -> None:
    """What cannot be found is reported, though nothing else is said."""
    with Steps(bench) as steps:
        steps.append()
        steps.begin()
        steps.settle()
        steps.end()
        read = steps.path.stat().st_size
        with steps.path.open("ab") as file:
            file.write(bench.lines(20, 0).data)
        steps.path.unlink()
        steps.append()
        steps.begin()
        steps.settle()
        said = stop(steps.process).err
        steps.process = None
        if f"to byte {read}," not in said or "lost" not in said:
            raise Wrong(f"it said {said!r}")


def follow_links(bench: Bench) -> None:
    """A link leads elsewhere, while a run reads and while none does: what was added to the old target comes in."""
    with Steps(bench) as steps:
        pods = bench.path("pods")
        pods.mkdir()
        for number in range(3):
            target = pods / f"{number}.log"
            target.touch()
            if number > 0:
                steps.append()
            if number == 2:
                steps.end()
                steps.append()
            bench.path("new").symlink_to(target)
            os.rename(bench.path("new"), steps.path)
            if number != 1:
                steps.begin()
            steps.append()
            steps.settle()
        steps.end()


def follow_future(bench: Bench) -> None:
    """A rotated file was written in the future, as its owner says."""
    with Steps(bench) as steps:
        steps.append()
        steps.begin()
        steps.settle()
        steps.end()
        steps.append()
        steps.rotate()
        os.utime(steps.name(1), (4_102_444_800,) * 2)
        steps.append()
        steps.begin()
        steps.settle()
        steps.end()


def follow_refused(bench: Bench) -> None:
    """What cannot be followed is an error at once, though another file could be."""
    database = prepare(bench, bench.path("events.sqlite"))
    bench.path("a.ndjson").touch()
    bench.path("folder").mkdir()
    os.mkfifo(bench.path("pipe"))
    for name, words in (("folder", "folder"), ("pipe", "regular file"), ("./a.ndjson", "twice")):
        expect(run(bench, "a.ndjson", name, "--follow", "--into", database, "-q", longest=20), 3, words)


def follow_unborn(bench: Bench) -> None:
    """A file that is not there yet, and several files at a time."""
    database = prepare(bench, bench.path("events.sqlite"))
    names = ["a.ndjson", "b.ndjson", "c.ndjson"]
    process = start(bench, [*names, "--follow", "--into", database, "-q"])
    time.sleep(0.3)
    written = Lines()
    for _ in range(5):
        for name in names:
            lines = bench.lines(30)
            written = written + lines
            with bench.path(name).open("ab") as file:
                file.write(lines.data)
    wait_until(lambda: seen_count(database) >= len(written.good), "all rows", 10, process)
    time.sleep(0.3)
    expect(stop(process), 0)
    verify(database, written.good, [raw for _, raw in written.bad])


CHECKS = {
    "follow-rotations": follow_many_rotations, "follow-inode-again": follow_inode_again, "follow-fallen-off": follow_fallen_off,
    "follow-late-lines": follow_late_lines, "follow-short-again": follow_short_again, "follow-neighbours": follow_neighbours,
    "follow-other-spelling": follow_other_spelling, "follow-many-files": follow_many_files, "follow-unborn": follow_unborn,
    "follow-other-names": follow_other_names, "follow-lost": follow_lost, "follow-links": follow_links, "follow-future": follow_future,
    "follow-refused": follow_refused}
