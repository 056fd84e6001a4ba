"""What all fault tests share: events, databases, and runs of the program."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

FIRST_ID = 10_000_000_001
LONGEST = 180.0


class Wrong(Exception):
    """A check has found something that is not as it should be."""


class NotRun(Exception):
    """A check cannot be run on this machine."""


@dataclass
class Bench:
    """What a check works with."""

    ingest: Path
    folder: Path
    rng: random.Random
    kills: int
    full: bool
    notes: list[str] = field(default_factory=list)
    next_id: int = FIRST_ID

    def path(self, name: str) -> Path:
        """A path in the check's folder."""
        return self.folder / name

    def lines(self, count: int, share: float = 0.01) -> Lines:
        """As many lines that no other lines of this check are the same as; a share of them is faulty."""
        made = Lines.make(self.next_id, count, share, self.rng)
        self.next_id += count
        return made

    def note(self, text: str) -> None:
        """Adds something to the line of output."""
        self.notes.append(text)


@dataclass
class Lines:
    """Lines of events, and what should become of them."""

    data: bytes = b""
    good: list[int] = field(default_factory=list)
    bad: list[tuple[int, bytes]] = field(default_factory=list)

    @staticmethod
    def make(first: int, count: int, share: float, rng: random.Random) -> Lines:
        """Makes lines with ids from one on; the last one is good, and each ends with a line feed."""
        parts: list[bytes] = []
        made = Lines()
        offset = 0
        for number in range(first, first + count):
            is_bad = rng.random() < share and number < first + count - 1
            line = faulty(number, rng) if is_bad else event(number, rng)
            if is_bad:
                made.bad.append((offset, line))
            else:
                made.good.append(number)
            # Blank lines are no records.
            ending = b"\n \n" if rng.random() < 0.003 else b"\r\n" if rng.random() < 0.003 else b"\n"
            parts.append(line + ending)
            offset += len(line) + len(ending)
        made.data = b"".join(parts)
        return made

    def __add__(self, other: Lines) -> Lines:
        shifted = [(offset + len(self.data), raw) for offset, raw in other.bad]
        return Lines(self.data + other.data, self.good + other.good, self.bad + shifted)


def event(number: int, rng: random.Random) -> bytes:
    """A good event."""
    kind = rng.choice(("PushEvent", "IssuesEvent", "WatchEvent", "CreateEvent"))
    filler = "x" * rng.randrange(200)
    return (
        f'{{"id":"{number}","type":"{kind}","actor":{{"id":{number % 997},"login":"u{number % 997}"}},'
        f'"repo":{{"id":{number % 89},"name":"o/r{number % 89}"}},"payload":{{"size":{number % 7},"filler":"{filler}"}},'
        f'"public":true,"created_at":"2026-01-01T00:{number // 60 % 60:02}:{number % 60:02}Z"}}'
    ).encode()


def faulty(number: int, rng: random.Random) -> bytes:
    """An event that must be rejected, different from all others."""
    line = event(number, rng)
    kind = rng.randrange(5)
    if kind == 0:
        return line[: rng.randrange(25, len(line) - 1)]
    if kind == 1:
        return line.replace(b'"created_at":"2026', b'"created_at":"yester', 1)
    if kind == 2:
        return line.replace(b'"id":', b'"di":', 1)
    if kind == 3:
        return f"no json at all {number}".encode()
    return line.replace(b'"actor":{"id":', b'"actor":{"id":"a","was":', 1)


@dataclass
class Done:
    """How a run has ended."""

    status: int
    out: str
    err: str
    seconds: float

    @property
    def report(self) -> dict:
        """The object that `--json` prints."""
        try:
            value = json.loads(self.out)
        except ValueError as error:
            raise Wrong(f"--json printed {self.out[:200]!r}: {error}") from None
        if not isinstance(value, dict):
            raise Wrong(f"--json printed {self.out[:200]!r}, no object")
        return value


def start(bench: Bench, arguments: Sequence[object], **options: object) -> subprocess.Popen[bytes]:
    """Starts the program; its output is kept."""
    settings: dict = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": bench.folder}
    return subprocess.Popen([str(bench.ingest), *map(str, arguments)], **{**settings, **options})


def finish(process: subprocess.Popen[bytes], began: float, longest: float = LONGEST) -> Done:
    """Waits for the end of a run."""
    try:
        out, err = process.communicate(timeout=longest)
    except subprocess.TimeoutExpired:
        process.kill()
        _, err = process.communicate()
        raise Wrong(f"it runs for more than {longest:.0f} s; it said {tail(err)!r}") from None
    return Done(process.returncode, (out or b"").decode(), (err or b"").decode(), time.monotonic() - began)


def run(bench: Bench, *arguments: object, longest: float = LONGEST, **options: object) -> Done:
    """Runs the program to its end."""
    began = time.monotonic()
    return finish(start(bench, arguments, **options), began, longest)


def tail(text: bytes | str) -> str:
    """The end of what a run said; of a crash its first line."""
    said = (text.decode(errors="replace") if isinstance(text, bytes) else text).strip()
    crashes = [line for line in said.splitlines() if any(words in line for words in ("Fatal error", "Program crashed", "runtime failure"))]
    return "; ".join(crashes[:2])[:300] if crashes else said[-300:]


def expect(done: Done, status: int, *words: str) -> Done:
    """Looks whether a run has ended as it should; of a failure it must have said why, in a sentence with the words."""
    if done.status != status:
        raise Wrong(f"exit status {done.status}, not {status}; it said {tail(done.err)!r}")
    if status == 0:
        return done
    sentences = [line for line in done.err.splitlines() if line.startswith(("Ingest: ", "Error: "))]
    if not sentences:
        raise Wrong(f"exit status {status} without a sentence; it said {tail(done.err)!r}")
    missing = [word for word in words if word not in " ".join(sentences)]
    if missing:
        raise Wrong(f"the sentence {sentences[-1]!r} lacks {', '.join(missing)}")
    return done


def prepare(bench: Bench, database: Path) -> Path:
    """Makes a database that writes down every row that is added or replaced."""
    empty = bench.path("empty.ndjson")
    empty.touch()
    expect(run(bench, empty, "--into", database, "-q"), 0)
    with connected(database) as db:
        db.execute("CREATE TABLE seen (id INTEGER NOT NULL)")
        for what in ("INSERT", "UPDATE"):
            db.execute(f"CREATE TRIGGER seen_{what} AFTER {what} ON events BEGIN INSERT INTO seen VALUES (new.id); END")
    empty.unlink()
    return database


class connected:
    """A connection to a database that commits, and closes, at its end."""

    def __init__(self, database: Path) -> None:
        self.db = sqlite3.connect(database, timeout=30)

    def __enter__(self) -> sqlite3.Connection:
        return self.db

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.db.commit()
        self.db.close()


def ids(database: Path, table: str = "seen") -> Counter[int]:
    """How often each id is in a table."""
    with connected(database) as db:
        return Counter(row[0] for row in db.execute(f"SELECT id FROM {table}"))


def seen_count(database: Path) -> int:
    """How many rows have come in."""
    with connected(database) as db:
        return db.execute("SELECT count(*) FROM seen").fetchone()[0]


def compare(what: str, found: Counter, wanted: Counter) -> None:
    """Looks whether everything is there as often as it should be."""
    missing, extra = wanted - found, found - wanted
    problems = []
    for words, difference in (("missing", missing), ("too many", extra)):
        if difference:
            some = ", ".join(str(key)[:100] for key in sorted(difference, key=str)[:3])
            problems.append(f"{difference.total()} {words} ({some} …)")
    if problems:
        raise Wrong(f"{what}: {'; '.join(problems)} of {wanted.total()}")


def verify(database: Path, good: Sequence[int], bad: Sequence[tuple[str, int, bytes]] | Sequence[bytes] = ()) -> None:
    """Looks whether every good record is a row once, every faulty one a reject once, and the database is sound.

    A faulty record is given by source, offset and bytes, or by its bytes alone.
    """
    with connected(database) as db:
        sound = db.execute("PRAGMA integrity_check").fetchall()
        rejects = db.execute("SELECT source, offset, CAST(raw AS BLOB) FROM rejects").fetchall()
    if sound != [("ok",)]:
        raise Wrong(f"integrity_check says {sound[:3]}")
    compare("rows that were written", ids(database), Counter(good))
    compare("rows of the table", ids(database, "events"), Counter(good))
    by_bytes = not bad or isinstance(bad[0], bytes)
    found = Counter(row[2] for row in rejects) if by_bytes else Counter(map(tuple, rejects))
    compare("rejects", found, Counter(bad))


def verify_rejects_file(path: Path, bad: Sequence[bytes]) -> None:
    """Looks whether a file has each reject once, a line of JSON each."""
    found: Counter[bytes] = Counter()
    data = path.read_bytes() if path.exists() else b""
    if data and not data.endswith(b"\n"):
        raise Wrong(f"the last line of the file of rejects is unfinished: {data[-80:]!r}")
    for number, line in enumerate(data.splitlines(), 1):
        try:
            found[json.loads(line)["raw"].encode()] += 1
        except (ValueError, KeyError, TypeError) as error:
            raise Wrong(f"line {number} of the file of rejects is {line[:120]!r}: {error}") from None
    compare("lines of the file of rejects", found, Counter(bad))


def wait_until(is_so: Callable[[], bool], what: str, longest: float = 30, process: subprocess.Popen[bytes] | None = None) -> None:
    """Waits for something; it is wrong if it does not come, or the program ends before it does."""
    end = time.monotonic() + longest
    while not is_so():
        if process is not None and process.poll() is not None:
            _, err = process.communicate()
            raise Wrong(f"the program ended with {process.returncode} before {what}; it said {tail(err)!r}")
        if time.monotonic() > end:
            raise Wrong(f"{what}: not within {longest:.0f} s")
        time.sleep(0.005)


def stop(process: subprocess.Popen[bytes], number: signal.Signals = signal.SIGTERM) -> Done:
    """Ends a run by a signal."""
    began = time.monotonic()
    process.send_signal(number)
    done = finish(process, began, 20)
    if done.seconds > 2:
        raise Wrong(f"{number.name} ended it after {done.seconds:.1f} s only")
    return done


def peak_memory(process: subprocess.Popen[bytes], step: Callable[[], bool] | None = None) -> int:
    """The most megabytes that a process has had resident, looked at until it ends.

    The system's own count for a child may hold what the parent had before; the one that is read here does not.
    """
    peak = 0
    while process.poll() is None:
        try:
            status = Path(f"/proc/{process.pid}/status").read_text()
        except OSError:
            break
        for line in status.splitlines():
            if line.startswith("VmHWM:"):
                peak = max(peak, int(line.split()[1]))
        if step is None or not step():
            time.sleep(0.01)
    return peak // 1024


def is_root() -> bool:
    """Whether the script may mount."""
    return os.geteuid() == 0
