"""What the checks of `Ingest serve` share: the service, connections that send whatever they are told, and what has been acknowledged."""

from __future__ import annotations

import contextlib
import gzip
import json
import re
import shutil
import socket
import sqlite3
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fault_tools import Bench, Done, NotRun, Wrong, compare, connected, finish, start, tail

HOST = "127.0.0.1"


@dataclass
class Answer:
    """What the service has said; status 0 if it has said nothing."""

    status: int = 0
    fields: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def json(self) -> dict:
        """The body as an object."""
        try:
            value = json.loads(self.body)
        except ValueError as error:
            raise Wrong(f"the answer {self.status} has the body {self.body[:200]!r}: {error}") from None
        if not isinstance(value, dict):
            raise Wrong(f"the answer {self.status} has the body {self.body[:200]!r}, no object")
        return value


class Connection:
    """A connection to the service."""

    def __init__(self, port: int, seconds: float = 60) -> None:
        self.socket = socket.create_connection((HOST, port), timeout=seconds)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        """Sends bytes."""
        self.socket.sendall(data)

    def head(self, length: int | None = None, path: str = "/events", method: str = "POST", **fields: str) -> None:
        """Sends the head of a request; without a length its body comes in chunks."""
        framing = "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", framing, *(f"{name.replace('_', '-')}: {value}" for name, value in fields.items())]
        self.send("\r\n".join([*lines, "", ""]).encode())

    def chunk(self, data: bytes) -> None:
        """Sends a chunk; an empty one ends the body."""
        self.send(b"%x\r\n%b\r\n" % (len(data), data))

    def reset(self) -> None:
        """Breaks the connection off, as a process does that is killed with data unread."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.socket.close()

    def answer(self) -> Answer:
        """Waits for an answer; of a connection that is closed without one the status is 0."""
        try:
            while b"\r\n\r\n" not in self.buffer:
                if not self._receive():
                    return Answer()
            head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
            lines = head.decode().split("\r\n")
            fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
            length = int(fields.get("content-length", "0"))
            while len(self.buffer) < length:
                if not self._receive():
                    return Answer()
        except ConnectionError:
            return Answer()
        except TimeoutError:
            raise Wrong("there is no answer") from None
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        return Answer(int(lines[0].split()[1]), fields, body)

    def _receive(self) -> bool:
        data = self.socket.recv(1 << 16)
        self.buffer += data
        return bool(data)


class Service:
    """The program at work. `with` starts it; it is killed at the end if it still runs."""

    def __init__(self, bench: Bench, into: Path, *arguments: object) -> None:
        self.bench = bench
        self.port = free_port()
        self.log = bench.path(f"serve-{self.port}.log")
        self.arguments: list[object] = ["serve", "--into", into, "--port", self.port, *arguments]

    def __enter__(self) -> Service:
        # Into a file: nobody reads a pipe while the service runs.
        with self.log.open("wb") as log:
            self.process = start(self.bench, self.arguments, stdout=log, stderr=log)
        end = time.monotonic() + 30
        while True:
            if self.process.poll() is not None:
                raise Wrong(f"the service ended with {self.process.returncode} before it served; it said {self.said}")
            with contextlib.suppress(OSError):
                if self.get("/health").status == 200:
                    return self
            if time.monotonic() > end:
                raise Wrong("the service does not serve within 30 s")
            time.sleep(0.01)

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    @property
    def said(self) -> str:
        """The end of what it has printed."""
        return repr(tail(self.log.read_bytes()))

    def connect(self, seconds: float = 60) -> Connection:
        """A new connection."""
        return Connection(self.port, seconds)

    def get(self, path: str) -> Answer:
        """Asks for something."""
        with self.connect(10) as connection:
            connection.send(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            return connection.answer()

    def post(self, body: bytes, chunks: int = 0, seconds: float = 60, **fields: str) -> Answer:
        """Sends a body, whole or in chunks of a size, and waits for the answer."""
        with self.connect(seconds) as connection:
            try:
                connection.head(None if chunks else len(body), **fields)
                if chunks:
                    for first in range(0, len(body), chunks):
                        connection.chunk(body[first : first + chunks])
                    connection.chunk(b"")
                else:
                    connection.send(body)
            except ConnectionError:
                # A refusal may have come before.
                pass
            return connection.answer()

    def check_alive(self) -> None:
        """Looks whether it still runs."""
        if self.process.poll() is not None:
            raise Wrong(f"the service ended with {self.process.returncode}; it said {self.said}")

    def finish(self, longest: float = 60) -> Done:
        """Waits for its end."""
        done = finish(self.process, time.monotonic(), longest)
        return Done(done.status, "", self.log.read_text(errors="replace"), done.seconds)

    def memory(self) -> float:
        """Its resident memory in megabytes."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", text)
        return int(found.group(1)) / 1024 if found else 0

    def connections(self) -> int:
        """How many sockets it has open."""
        count = 0
        for file in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                count += file.readlink().name.startswith("socket:")
        return count

    def metric(self, name: str) -> float:
        """The sum of a metric's values."""
        answer = self.get("/metrics")
        if answer.status != 200:
            raise Wrong(f"/metrics is answered with {answer.status}")
        lines = [line for line in answer.body.decode().splitlines() if re.match(re.escape(name) + r"[ {]", line)]
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines)


@dataclass
class Ledger:
    """What has been sent. Used by several threads."""

    acknowledged: Counter[int] = field(default_factory=Counter)
    rejected: Counter[bytes] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    #: Whether the service is about to end: it may answer nothing, or that it does not take a body.
    is_ending: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, kind: str, answer: Answer, good: Sequence[int], bad: Iterable[bytes] = (), expected: Sequence[int] = ()) -> None:
        """Notes a body and its answer.

        Args:
            kind: What kind of body it was.
            answer: The answer.
            good: Ids of its records.
            bad: Its records that are none.
            expected: The statuses that it may have.
        """
        with self.lock:
            self.statuses[f"{kind} {answer.status}"] += 1
            if answer.status in (200, 207):
                self.acknowledged.update(good)
                self.rejected.update(bad)
            if answer.status not in expected and not (self.is_ending and answer.status in (0, 400, 503)):
                self.faults.append(f"{kind} is answered with {answer.status}, not {expected}: {answer.body[:200]!r}")
            if answer.status in (429, 503) and not answer.fields.get("retry-after", "").isdigit():
                self.faults.append(f"{kind}: {answer.status} comes without Retry-After")

    def verify(self, database: Path) -> int:
        """Looks whether all that was acknowledged is in the database once, and nothing twice.

        Returns: How many rows are there.
        """
        if self.faults:
            raise Wrong(f"{len(self.faults)} answers are wrong: {'; '.join(self.faults[:3])}")
        with connected(database) as db:
            sound = db.execute("PRAGMA integrity_check").fetchall()
            # Of a body without an answer some, or all, may be in, but once.
            seen = Counter(row[0] for row in db.execute("SELECT id FROM seen"))
            rows = Counter(row[0] for row in db.execute("SELECT id FROM events"))
            rejects = Counter(row[0] for row in db.execute("SELECT CAST(raw AS BLOB) FROM rejects WHERE raw IS NOT NULL"))
        if sound != [("ok",)]:
            raise Wrong(f"integrity_check says {sound[:3]}")
        compare("rows that were acknowledged", Counter({number: seen[number] for number in self.acknowledged}), self.acknowledged)
        compare("rows that were written", seen, Counter(set(seen)))
        compare("rows of the table", rows, seen)
        compare("rejects that were acknowledged", Counter({raw: rejects[raw] for raw in self.rejected}), self.rejected)
        return seen.total()


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as found:
        found.bind((HOST, 0))
        return found.getsockname()[1]


def packed(data: bytes, kind: str) -> bytes:
    """Bytes, compressed."""
    if kind == "gzip":
        return gzip.compress(data, 1)
    if shutil.which("zstd") is None:
        raise NotRun("there is no command zstd")
    return subprocess.run(["zstd", "-q", "-1", "-c"], input=data, capture_output=True, check=True).stdout


@contextlib.contextmanager
def locked(database: Path) -> Iterator[None]:
    """Locks a database, as another program that writes to it."""
    db = sqlite3.connect(database, isolation_level=None, timeout=30)
    db.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        db.execute("ROLLBACK")
        db.close()
