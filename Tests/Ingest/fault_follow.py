"""Files that are followed: rotation by rename and by truncation, while the program runs and while it does not."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import threading
import time
from pathlib import Path

from fault_tools import (
    Bench, Lines, Wrong, connected, expect, finish, prepare, seen_count, start, stop, tail, verify, verify_rejects_file, wait_until)

NAME = "events.ndjson"


class Writer:
    """Appends events in bursts, on a thread of its own, and rotates the file; what it has written it knows."""

    def __init__(self, bench: Bench, truncates: bool = False) -> None:
        self.bench, self.database, self.truncates = bench, bench.path("events.sqlite"), truncates
        self.rng = random.Random(bench.rng.random())
        self.path = bench.path(NAME)
        self.written = Lines()
        # The last good record of each file that has been rotated away, the youngest first.
        self.lasts: list[int] = []
        self.rotations = 0
        self.failure: Exception | None = None
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.work, daemon=True)

    def text(self, lines: Lines) -> bytes:
        """What is written of lines."""
        return lines.data

    def append(self, data: bytes) -> None:
        """Adds bytes to the file, which is made if it is not there."""
        with self.path.open("ab") as file:
            file.write(data)

    def burst(self) -> None:
        """Appends some lines; the last one may take its time."""
        lines = self.bench.lines(self.rng.choice((1, 3, 40, 400)), 0.03)
        # Known before it is there, so that nothing that comes in is unknown.
        self.written = Lines(b"", self.written.good + lines.good, self.written.bad + lines.bad)
        data = self.text(lines)
        cut = self.rng.randrange(len(data)) if self.rng.random() < 0.4 else len(data)
        self.append(data[:cut])
        if cut < len(data):
            time.sleep(self.rng.uniform(0, 0.15))
            self.append(data[cut:])

    def is_in(self, number: int) -> bool:
        """Whether a record has come in."""
        with connected(self.database) as db:
            return db.execute("SELECT 1 FROM events WHERE id = ?", (number,)).fetchone() is not None

    def rotate(self) -> None:
        """Moves every file on by a number."""
        if self.truncates and not self.is_in(self.written.good[-1]):
            return
        # The oldest goes when it, and the next one, have been read.
        while len(self.lasts) > 5 and self.is_in(self.lasts[-2]):
            os.unlink(f"{self.path}.{len(self.lasts)}")
            self.lasts.pop()
        for number in range(len(self.lasts), 0, -1):
            os.rename(f"{self.path}.{number}", f"{self.path}.{number + 1}")
        self.lasts.insert(0, self.written.good[-1])
        self.rotations += 1
        if self.truncates:
            shutil.copyfile(self.path, f"{self.path}.1")
            os.truncate(self.path, 0)
            return
        if self.rng.random() < 0.3:
            # The last line of a file may lack its line feed.
            line = self.bench.lines(1, 0)
            self.written = Lines(b"", self.written.good + line.good, self.written.bad)
            self.lasts[0] = line.good[0]
            self.append(self.text(line).rstrip())
        os.rename(self.path, f"{self.path}.1")
        time.sleep(self.rng.choice((0, 0, 0.05)))

    def work(self) -> None:
        """Writes until it is told to end."""
        try:
            # What nothing has been read of cannot be known again when it is rotated away.
            self.burst()
            wait_until(lambda: self.is_in(self.written.good[-1]), "the first lines", 120)
            due = time.monotonic()
            while not self.ends.is_set():
                self.burst()
                time.sleep(self.rng.choice((0, 0.002, 0.02, 0.1)))
                if time.monotonic() > due:
                    if self.truncates:
                        time.sleep(0.3)
                    self.rotate()
                    due = time.monotonic() + self.rng.choice((0.05, 0.5, 1.5, 3))
        except Exception as error:
            self.failure = error


def follow(bench: Bench, database: Path, *options: object, name: str = NAME) -> subprocess.Popen[bytes]:
    """Starts a run that follows the file."""
    return start(bench, [name, "--follow", "--into", database, "-q", *options])


def kill_some(bench: Bench, database: Path, options: list[object], name: str = NAME) -> None:
    """Kills runs at random moments, with pauses in which none runs."""
    for number in range(bench.kills):
        process = follow(bench, database, *options, "--batch-rows", bench.rng.choice((5, 100, 10_000)), name=name)
        try:
            process.wait(bench.rng.uniform(0.01, 0.3) if bench.rng.random() < 0.5 else bench.rng.uniform(0.3, 2.5))
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        else:
            done = finish(process, time.monotonic())
            raise Wrong(f"run {number + 1} ended with {done.status}: {tail(done.err)!r}")
        time.sleep(bench.rng.choice((0, 0, 0.1, 1)))


def catch_up(bench: Bench, database: Path, count: int, *options: object, name: str = NAME) -> None:
    """Runs until nothing more comes in, or as many rows are there."""
    process = follow(bench, database, *options, name=name)
    last, since = -1, time.monotonic()
    while time.monotonic() - since < 6 and last < count:
        time.sleep(0.1)
        now = seen_count(database)
        if now != last:
            last, since = now, time.monotonic()
        if process.poll() is not None:
            done = finish(process, time.monotonic())
            raise Wrong(f"the last run ended with {done.status}: {tail(done.err)!r}")
    # Whatever comes too much may come a little later.
    time.sleep(1.5)
    expect(stop(process), 0)


def kill_follow(bench: Bench, writer: Writer, name: str = NAME) -> None:
    """Kills runs while a file is written and rotated."""
    database = prepare(bench, writer.database)
    rejects = bench.path("rejects")
    options: list[object] = ["--rejects", rejects]
    writer.thread.start()
    try:
        kill_some(bench, database, options, name)
    finally:
        writer.ends.set()
        writer.thread.join(130)
    if writer.failure:
        raise writer.failure
    bad = [raw for _, raw in writer.written.bad]
    catch_up(bench, database, len(writer.written.good), *options, name=name)
    verify(database, writer.written.good, bad)
    verify_rejects_file(rejects, bad)
    bench.note(f"{bench.kills} kills, {writer.rotations} rotations, {len(writer.written.good)} rows")


def kill_follow_rename(bench: Bench) -> None:
    """Rotation by rename."""
    kill_follow(bench, Writer(bench))


def kill_follow_truncate(bench: Bench) -> None:
    """Rotation by copy and truncation, when all has been read."""
    kill_follow(bench, Writer(bench, truncates=True))


CHECKS = {"kill-follow-rename": kill_follow_rename, "kill-follow-truncate": kill_follow_truncate}
