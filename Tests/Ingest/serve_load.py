"""Load on the service: wrk, and connections that send good, bad, huge, slow, aborted and compressed bodies."""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from fault_tools import Bench, Lines, NotRun, Wrong
from serve_tools import Answer, Connection, Ledger, Service, packed

#: What the service is started with: limits that the bodies here reach.
BODY_BYTES = 8 << 20
RECORD_BYTES = 1 << 20
BODY_SECONDS, IDLE_SECONDS = 4, 2
LIMITS: list[object] = [
    "--max-body-bytes", BODY_BYTES, "--max-record-bytes", RECORD_BYTES, "--body-seconds", BODY_SECONDS, "--idle-seconds", IDLE_SECONDS,
    "--max-bodies", 12]
TAKEN = (200, 207)
#: What any body may be answered with while there are many.
BUSY = (429,)


@cache
def bomb(kind: str) -> bytes:
    """64 MiB of spaces, compressed."""
    return packed(b" " * (64 << 20), kind)


class Sender:
    """One sender of bodies. Each method is a kind of body."""

    def __init__(self, service: Service, ledger: Ledger, first: int, rng: random.Random) -> None:
        self.service, self.ledger, self.next_id, self.rng = service, ledger, first, rng

    def lines(self, count: int, share: float = 0.02) -> Lines:
        """Lines that nobody else has."""
        made = Lines.make(self.next_id, count, share, self.rng)
        self.next_id += count
        return made

    def note(self, kind: str, answer: Answer, lines: Lines, *expected: int) -> None:
        """Notes an answer."""
        self.ledger.add(kind, answer, lines.good, [raw for _, raw in lines.bad], [*expected, *BUSY])

    def small(self) -> None:
        """A few records, faulty ones among them."""
        lines = self.lines(self.rng.randrange(1, 30), 0.1)
        answer = self.service.post(lines.data)
        self.note("small", answer, lines, *TAKEN)
        if answer.status in TAKEN:
            said = answer.json
            if (said["rows"], said["rejects"]) != (len(lines.good), len(lines.bad)):
                raise Wrong(f"{len(lines.good)} good and {len(lines.bad)} bad records are answered with {said}")
            if len(said["problems"]) != min(len(lines.bad), 100):
                raise Wrong(f"{len(lines.bad)} bad records are answered with {len(said['problems'])} problems")

    def large(self) -> None:
        """Some thousand records in chunks."""
        lines = self.lines(self.rng.randrange(1_000, 4_000))
        self.note("chunked", self.service.post(lines.data, chunks=self.rng.choice((1_000, 30_000, 200_000))), lines, *TAKEN)

    def compressed(self) -> None:
        """gzip or zstd, in several members or frames."""
        kind = self.rng.choice(("gzip", "zstd"))
        lines, more = self.lines(1_500), self.lines(200)
        body = packed(lines.data, kind) + packed(more.data, kind)
        self.note(kind, self.service.post(body, chunks=self.rng.choice((0, 777)), Content_Encoding=kind), lines + more, *TAKEN)

    def keep_alive(self) -> None:
        """Several bodies on one connection, two of them sent at once."""
        parts = [self.lines(20) for _ in range(4)]
        with self.service.connect() as connection:
            for group in (parts[:1], parts[1:3], parts[3:]):
                for lines in group:
                    connection.head(len(lines.data))
                    connection.send(lines.data)
                for lines in group:
                    self.note("kept", connection.answer(), lines, *TAKEN)

    def long_line(self) -> None:
        """A record that is longer than one may be: a reject without its bytes."""
        lines, more = self.lines(5, 0), self.lines(5, 0)
        body = lines.data + b'{"id":"' + b"9" * (RECORD_BYTES + self.rng.randrange(1 << 20)) + b'"}\n' + more.data
        self.note("long line", self.service.post(body, chunks=65_536), lines + more, 207)

    def huge(self) -> None:
        """More than may be: by its length, in chunks, or behind the decompression."""
        lines = self.lines(20, 0)
        kind = self.rng.choice(("length", "chunks", "gzip", "zstd"))
        if kind == "length":
            with self.service.connect() as connection:
                connection.head(BODY_BYTES + 1)
                answer = connection.answer()
        elif kind == "chunks":
            answer = self.service.post(lines.data + b" " * 1_000 * 9_000, chunks=100_000)
        else:
            answer = self.service.post(bomb(kind), Content_Encoding=kind)
        self.note(f"huge {kind}", answer, lines, 413)

    def wrong(self) -> None:
        """What is refused as a whole."""
        lines = self.lines(300, 0)
        data = packed(lines.data, "gzip")
        cut = data[: len(data) // 2]
        flipped = cut + bytes(byte ^ 0x55 for byte in data[len(cut) : len(cut) + 200]) + data[len(cut) + 200 :]
        body, fields, status = self.rng.choice((
            (lines.data, {"Content_Encoding": "gzip"}, 400), (data, {}, 400), (cut, {"Content_Encoding": "gzip"}, 400),
            (flipped, {"Content_Encoding": "gzip"}, 400), (data + b"trailing garbage", {"Content_Encoding": "gzip"}, 400),
            (data, {"Content_Encoding": "zstd"}, 400), (lines.data, {"Content_Encoding": "br"}, 415), (lines.data, {"Content_Type": "image/png"}, 415)))
        self.note("wrong", self.service.post(body, **fields), lines, status)

    def slow(self) -> None:
        """A body that takes its time: in time, too long, or never to its end."""
        lines = self.lines(10, 0)
        kind = self.rng.choice(("in time", "too long", "idle"))
        with self.service.connect() as connection:
            connection.head(len(lines.data))
            pieces = 4 if kind == "in time" else 12
            size = len(lines.data) // pieces + 1
            for index in range(2 if kind == "idle" else pieces):
                try:
                    connection.send(lines.data[index * size : (index + 1) * size])
                except ConnectionError:
                    break
                time.sleep(0.45)
            answer = connection.answer()
        # Nobody answers a connection that nothing comes from: it is closed.
        self.note(f"slow {kind}", answer, lines, *{"in time": TAKEN, "too long": (408,), "idle": (0, 400)}[kind])

    def aborted(self) -> None:
        """A body that breaks off."""
        lines = self.lines(2_000, 0)
        is_chunked, ending = self.rng.random() < 0.5, self.rng.choice(("reset", "close", "shutdown"))
        half = lines.data[: self.rng.randrange(len(lines.data) - 1)]
        with self.service.connect() as connection:
            try:
                connection.head(None if is_chunked else len(lines.data))
                if is_chunked:
                    connection.chunk(half)
                else:
                    connection.send(half)
                answer = Answer()
                if ending == "reset":
                    connection.reset()
                elif ending == "shutdown":
                    connection.socket.shutdown(socket.SHUT_WR)
                    answer = connection.answer()
            except ConnectionError:
                answer = Answer()
        self.note("aborted", answer, lines, 0, 400)

    def garbage(self) -> None:
        """What is no HTTP."""
        with self.service.connect() as connection:
            try:
                connection.send(self.rng.choice((b"\x16\x03\x01\x02\x00\x01\xfc\x03\x03", b"GET / HTTP/9.9\r\n\r\n", b"POST /events HTTP/1.1\r\nContent-Length: -1\r\n\r\n")))
                connection.socket.shutdown(socket.SHUT_WR)
                answer = connection.answer()
            except ConnectionError:
                answer = Answer()
        self.note("garbage", answer, Lines(), 0, 400)

    KINDS = (small, small, small, large, compressed, keep_alive, long_line, huge, wrong, slow, aborted, garbage)


class Load:
    """Senders and wrk, at work until they are told to end."""

    def __init__(self, bench: Bench, service: Service, ledger: Ledger, senders: int, connections: int, kinds: tuple[Callable, ...] = Sender.KINDS) -> None:
        if shutil.which("wrk") is None:
            raise NotRun("there is no wrk (the package wrk)")
        self.bench, self.service, self.ledger, self.kinds = bench, service, ledger, kinds
        self.folder = bench.path(f"answers-{bench.next_id}")
        self.folder.mkdir()
        self.is_ending = threading.Event()
        self.wrong: list[str] = []
        script = Path(__file__).with_name("serve.lua")
        # One connection a thread, so that the script knows what an answer is to.
        self.wrk = subprocess.Popen(
            ["wrk", "-t", str(connections), "-c", str(connections), "-d", "3600", "-s", str(script), f"http://127.0.0.1:{service.port}", "--",
             str(self.folder), str(bench.next_id), "50"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        bench.next_id += connections * 100_000_000
        self.threads = []
        for _ in range(senders):
            sender = Sender(service, ledger, bench.next_id, random.Random(bench.rng.random()))
            bench.next_id += 100_000_000
            self.threads.append(threading.Thread(target=self._send, args=(sender,)))
        for thread in self.threads:
            thread.start()

    def _send(self, sender: Sender) -> None:
        while not self.is_ending.is_set():
            try:
                sender.rng.choice(self.kinds)(sender)
            except OSError:
                # The service is gone, or going.
                time.sleep(0.05)
            except Wrong as wrong:
                self.wrong.append(str(wrong))
                return

    def stop(self) -> None:
        """Ends it, and adds what wrk was answered to what is known."""
        self.is_ending.set()
        self.wrk.terminate()
        self.wrk.wait()
        for thread in self.threads:
            thread.join()
        for path in self.folder.iterdir():
            for line in path.read_text().splitlines():
                status, first, count, retry = line.split()
                ids = range(int(first), int(first) + int(count))
                bad = [f"no json at all {number}".encode() for number in ids if number % 100 == 7]
                fields = {} if retry == "-" else {"retry-after": retry}
                self.ledger.add("wrk", Answer(int(status), fields), [number for number in ids if number % 100 != 7], bad, [*TAKEN, *BUSY])
        if self.wrong:
            raise Wrong(f"{len(self.wrong)} answers are wrong: {'; '.join(self.wrong[:3])}")

    def __enter__(self) -> Load:
        return self

    def __exit__(self, *_: object) -> None:
        self.is_ending.set()
        if self.wrk.poll() is None:
            self.wrk.kill()
            self.wrk.wait()
        for thread in self.threads:
            thread.join()
