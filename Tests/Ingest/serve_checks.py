"""What is to hold of the service under load, when it is killed or told to end, and when its database does not take rows."""

from __future__ import annotations

import signal
import statistics
import time

from fault_disks import resize, small_disk
from fault_tools import Bench, Wrong, expect, prepare, run
from serve_load import BODY_BYTES, LIMITS, TAKEN, Load, Sender, bomb
from serve_tools import Ledger, Service, locked, packed

#: Megabytes that the service may have at the most under load, and by which it may grow in the second half.
MOST_MEMORY, GROWTH = 250, 24


def load(bench: Bench) -> None:
    """All kinds of bodies at once: memory stays, health and metrics answer, and SIGTERM in the middle ends it with all in that was acknowledged."""
    database, ledger, memory = prepare(bench, bench.path("load.sqlite")), Ledger(), []
    with Service(bench, database, *LIMITS) as service, Load(bench, service, ledger, senders=10, connections=4) as at_work:
        end = time.monotonic() + bench.seconds
        while time.monotonic() < end:
            service.check_alive()
            began = time.monotonic()
            health = service.get("/health")
            if health.status != 200 or health.json != {"status": "ok"}:
                raise Wrong(f"/health is answered with {health.status}, {health.body[:100]!r}")
            if service.metric("yodel_bodies_in_progress") > 12:
                raise Wrong("more bodies are read than may be")
            if (waited := time.monotonic() - began) > 5:
                raise Wrong(f"/health and /metrics have taken {waited:.1f} s")
            memory.append(service.memory())
            time.sleep(0.2)
        ledger.is_ending = True
        service.process.send_signal(signal.SIGTERM)
        done = expect(service.finish(20), 0)
        at_work.stop()
    rows = ledger.verify(database)
    if f"{rows} rows and " not in done.err:
        raise Wrong(f"{rows} rows are there; it said {done.err[-300:]!r}")
    first, second = memory[len(memory) // 4 : len(memory) // 2], memory[len(memory) // 2 :]
    if max(memory) > MOST_MEMORY or statistics.median(second) > statistics.median(first) + GROWTH:
        raise Wrong(f"it has {statistics.median(first):.0f} MB, later {statistics.median(second):.0f}, at most {max(memory):.0f}")
    statuses = ", ".join(f"{kind} {count}" for kind, count in sorted(ledger.statuses.items()))
    bench.note(f"{ledger.acknowledged.total()} rows and {ledger.rejected.total()} rejects acknowledged, {rows} rows in")
    bench.note(f"memory {statistics.median(first):.0f} MB, later {statistics.median(second):.0f}, at most {max(memory):.0f}")
    bench.note(f"ended {done.seconds:.1f} s behind SIGTERM")
    bench.note(statuses)


def kill(bench: Bench) -> None:
    """SIGKILL in the middle of the load, several times: all that was acknowledged is in, once."""
    database, ledger = prepare(bench, bench.path("kill.sqlite")), Ledger()
    kinds = (Sender.small, Sender.large, Sender.compressed, Sender.keep_alive)
    before = 0
    for _ in range(bench.kills):
        durable = ["--durable"] if bench.rng.random() < 0.3 else []
        ledger.is_ending = False
        with Service(bench, database, *durable) as service, Load(bench, service, ledger, 3, 4, kinds) as at_work:
            time.sleep(bench.rng.uniform(0.2, 1.5))
            ledger.is_ending = True
            service.process.kill()
            service.process.wait()
            at_work.stop()
        rows = ledger.verify(database)
        if rows == before:
            raise Wrong("nothing has come in before a kill")
        before = rows
    bench.note(f"{bench.kills} kills, {ledger.acknowledged.total()} rows acknowledged, {before} in")


def terminate(bench: Bench) -> None:
    """A body that is on its way when SIGTERM comes is taken to its end; one that never ends is given the time of --grace-seconds."""
    database, ledger = prepare(bench, bench.path("end.sqlite")), Ledger()
    for number in (signal.SIGTERM, signal.SIGINT):
        lines = bench.lines(1_000)
        half = len(lines.data) // 2
        with Service(bench, database) as service, service.connect() as connection, service.connect() as idle:
            connection.head(len(lines.data))
            connection.send(lines.data[:half])
            idle.send(b"")
            time.sleep(0.2)
            service.process.send_signal(number)
            time.sleep(0.5)
            service.check_alive()
            try:
                service.get("/health")
            except OSError:
                pass
            else:
                raise Wrong("connections are taken while the service ends")
            connection.send(lines.data[half:])
            ledger.add("half", connection.answer(), lines.good, [raw for _, raw in lines.bad], TAKEN)
            expect(service.finish(10), 0)
    ledger.verify(database)
    with Service(bench, database, "--grace-seconds", 1) as service, service.connect() as connection:
        connection.head(100)
        connection.send(b"{")
        time.sleep(0.2)
        service.process.send_signal(signal.SIGTERM)
        done = service.finish(10)
        if not 0.8 < done.seconds < 5:
            raise Wrong(f"a body that does not end was given {done.seconds:.1f} s, where --grace-seconds is 1")
        expect(done, 3, "--grace-seconds")
    ledger.verify(database)


def refusals(bench: Bench) -> None:
    """Each kind of body that is not taken, alone: the status, and a sentence."""
    database = prepare(bench, bench.path("refusals.sqlite"))
    lines = bench.lines(2_000, 0)
    packs = {kind: packed(lines.data, kind) for kind in ("gzip", "zstd")}
    cases: list[tuple[str, bytes, int, dict[str, str], int]] = [("unknown encoding", lines.data, 0, {"Content_Encoding": "br"}, 415)]
    cases += [("no text", lines.data, 0, {"Content_Type": "application/pdf"}, 415), ("too long", b" " * (BODY_BYTES + 1), 0, {}, 413)]
    cases += [("too long in chunks", b" " * (BODY_BYTES + 1), 1 << 20, {}, 413), ("gzip, unsaid", packs["gzip"], 1, {}, 400)]
    for kind, pack in packs.items():
        other = {"gzip": "zstd", "zstd": "gzip"}[kind]
        cases += [
            (f"{kind} bomb", bomb(kind), 0, {"Content_Encoding": kind}, 413), (f"{kind}, cut", pack[:-5], 0, {"Content_Encoding": kind}, 400),
            (f"{kind}, unsaid", pack, 0, {}, 400), (f"{kind}, said to be {other}", pack, 0, {"Content_Encoding": other}, 400),
            (f"garbage behind {kind}", pack + b"garbage", 0, {"Content_Encoding": kind}, 400),
            (f"no {kind}", lines.data, 0, {"Content_Encoding": kind}, 400)]
    # A frame that asks for a window of 128 MiB (RFC 8878, 3.1.1.1.2).
    cases.append(("zstd's largest window", b"\x28\xb5\x2f\xfd\x00\x88\x01\x00\x00", 0, {"Content_Encoding": "zstd"}, 400))
    with Service(bench, database, *LIMITS) as service:
        before = service.memory()
        for name, body, chunks, fields, status in cases:
            answer = service.post(body, chunks=chunks, **fields)
            problem = answer.json if answer.body else {}
            if answer.status != status or answer.fields.get("content-type") != "application/problem+json" or not problem.get("detail"):
                raise Wrong(f"{name} is answered with {answer.status}, not {status}: {answer.body[:200]!r}")
        for path, method, status in (("/nowhere", "GET", 404), ("/events", "GET", 404)):
            with service.connect() as connection:
                connection.head(0, path, method)
                if (answer := connection.answer()).status != status:
                    raise Wrong(f"{method} {path} is answered with {answer.status}, not {status}")
        if (grown := service.memory() - before) > 100:
            raise Wrong(f"refusals have taken {grown:.0f} MB")
        service.process.send_signal(signal.SIGTERM)
        expect(service.finish(), 0)
    bench.note(f"{len(cases) + 2} kinds")


def endless(bench: Bench) -> None:
    """A body that is refused, and goes on for ever, is not read for ever."""
    database = prepare(bench, bench.path("endless.sqlite"))
    with Service(bench, database, *LIMITS) as service, service.connect(10) as connection:
        connection.head(Content_Encoding="br")
        if (answer := connection.answer()).status != 415 or answer.fields.get("connection") != "close":
            raise Wrong(f"it is answered with {answer.status} {answer.fields}")
        began, before = time.monotonic(), service.memory()
        try:
            while time.monotonic() - began < 20:
                connection.chunk(b" " * 100_000)
                time.sleep(0.001)
            raise Wrong("the body is read for ever")
        except OSError:
            bench.note(f"closed after {time.monotonic() - began:.1f} s")
        if (grown := service.memory() - before) > 50:
            raise Wrong(f"it has taken {grown:.0f} MB")


def long_bodies(bench: Bench) -> None:
    """A body of half a gigabyte, records of a megabyte, and as many rejects of that length: memory stays."""
    database, ledger = prepare(bench, bench.path("long.sqlite")), Ledger()
    with Service(bench, database) as service:
        peaks = []
        for kind in ("records", "long records", "long rejects"):
            lines = bench.lines(4_000, 0)
            body, good = lines.data, lines.good
            if kind != "records":
                filler = b"x" * 900_000
                # No end of the text makes rejects of them.
                ending = b'"}' if kind == "long records" else b""
                parts = [line.replace(b'{"id"', b'{"filler":"' + filler + (b'","id"' if ending else b""), 1) for line in lines.data.split(b"\n")[:150] if line.strip()]
                body, good = b"\n".join(parts) + b"\n", lines.good[: len(parts)] if ending else []
            repeats = 1 if kind != "records" else 60
            with service.connect() as connection:
                connection.head()
                peak = 0.0
                for _ in range(repeats):
                    for first in range(0, len(body), 1 << 18):
                        connection.chunk(body[first : first + (1 << 18)])
                        peak = max(peak, service.memory())
                    if repeats > 1:
                        lines = bench.lines(4_000, 0)
                        ledger.acknowledged.update(good)
                        body, good = lines.data, lines.good
                connection.chunk(b"")
                answer = connection.answer()
            if answer.status not in TAKEN:
                raise Wrong(f"{kind}: the answer is {answer.status}, {answer.body[:200]!r}")
            if kind == "long records":
                ledger.acknowledged.update(good)
            if kind == "long rejects" and answer.json["rejects"] != len(parts):
                raise Wrong(f"{len(parts)} rejects are answered with {answer.json['rejects']}")
            peaks.append(f"{kind} {peak:.0f} MB")
            if peak > 150:
                raise Wrong(f"{kind}: it has had {peak:.0f} MB")
        ledger.verify(database)
    bench.note(", ".join(peaks))


def busy(bench: Bench) -> None:
    """More bodies than may be are answered with 429, a locked database and a full disk with 503; both say when to come again."""
    database, ledger = prepare(bench, bench.path("busy.sqlite")), Ledger()
    lines, more = bench.lines(100), bench.lines(100, 0)
    with Service(bench, database, "--max-bodies", 1, "--busy-timeout", 0.5) as service:
        with service.connect() as connection:
            connection.head(len(lines.data))
            connection.send(lines.data[:100])
            time.sleep(0.2)
            ledger.add("second", service.post(more.data), more.good, expected=(429,))
            connection.send(lines.data[100:])
            ledger.add("first", connection.answer(), lines.good, [raw for _, raw in lines.bad], TAKEN)
        with locked(database):
            ledger.add("locked", service.post(more.data), more.good, expected=(503,))
            if (answer := service.get("/health")).status != 503:
                raise Wrong(f"/health of a locked database is answered with {answer.status}")
        if (answer := service.get("/health")).status != 200:
            raise Wrong(f"/health behind a lock is answered with {answer.status}")
        ledger.add("free", service.post(more.data), more.good, expected=TAKEN)
        service.process.send_signal(signal.SIGTERM)
        expect(service.finish(), 0)
    ledger.verify(database)


def full_disk(bench: Bench) -> None:
    """A disk that is full, and grows: what was answered with 503 comes again, and is in once."""
    ledger = Ledger()
    with small_disk(bench, "disk", 3) as folder:
        database = prepare(bench, folder / "full.sqlite")
        with Service(bench, database) as service:
            waiting = []
            for _ in range(40):
                lines = bench.lines(300, 0)
                answer = service.post(lines.data)
                ledger.add("full", answer, lines.good, expected=(200, 503))
                if answer.status == 503:
                    waiting.append(lines)
            if not waiting:
                raise Wrong("the disk has not been full")
            resize(folder, 30)
            for lines in waiting:
                ledger.add("grown", service.post(lines.data), lines.good, expected=(200,))
            service.process.send_signal(signal.SIGTERM)
            expect(service.finish(), 0)
        ledger.verify(database)
    bench.note(f"{len(waiting)} bodies came twice")


def usage(bench: Bench) -> None:
    """What is wrong with the command, the port or the database ends the program with a sentence."""
    wrong: list[tuple[list[object], int, str]] = [([], 2, "--into")]
    wrong += [(["--into", "x.sqlite", option, value], 2, option) for option, value in (
        ("--port", 70_000), ("--max-bodies", 0), ("--max-body-bytes", 0), ("--max-record-bytes", 0), ("--max-connections", 0), ("--max-rejects", -1),
        ("--max-all-rejects", -1), ("--max-header-bytes", 0), ("--body-seconds", 1e9),
        ("--idle-seconds", 0), ("--grace-seconds", 1e9))]
    wrong += [(["--into", bench.path("no/such/folder.sqlite")], 3, "cannot be opened")]
    for arguments, status, words in wrong:
        expect(run(bench, "serve", *arguments, longest=20), status, words)
    database = prepare(bench, bench.path("usage.sqlite"))
    with Service(bench, database) as service:
        expect(run(bench, "serve", "--into", bench.path("other.sqlite"), "--port", service.port, longest=20), 3, str(service.port))
    help_text = run(bench, "serve", "--help").out
    for words in ("curl", "--max-body-bytes", "--max-rejects", "--max-all-rejects", "--max-header-bytes", "--idle-seconds", "/metrics", "Retry-After"):
        if words not in help_text:
            raise Wrong(f"--help does not have {words}")


CHECKS = {
    "usage": usage, "refusals": refusals, "endless": endless, "busy": busy, "full-disk": full_disk, "terminate": terminate, "long-bodies": long_bodies, "kill": kill, "load": load}
