"""What strangers may make the service do: rejects, connections, bodies that nobody reads, senders that wait."""

from __future__ import annotations

import contextlib
import resource
import shutil
import signal
import subprocess
import threading
import time

from fault_tools import Bench, NotRun, Wrong, connected, expect, prepare
from serve_load import TAKEN
from serve_tools import HOST, Answer, Ledger, Service, locked, packed


def rejects(bench: Bench) -> None:
    """Small bodies that become millions of records, none of them one: as many rejects are stored as may be, in the time of a body."""
    database, ledger, most, seconds = prepare(bench, bench.path("rejects.sqlite")), Ledger(), 25_000, 5
    lines = bench.lines(100, 0)
    with Service(bench, database, "--body-seconds", seconds, "--max-all-rejects", most) as service:
        before, slowest, statuses = service.memory(), 0.0, []
        bombs = {kind: packed(b"x\n" * 2_000_000, kind) for kind in ("gzip", "zstd")}
        # Few enough for a body, too many for all of them together.
        floods = {kind: packed(b"x\n" * 9_000, kind) for kind in bombs}
        for bodies, expected in ((bombs, (422,)), (floods, (207, 503))):
            for kind in list(bodies) * 5:
                began = time.monotonic()
                answer = service.post(bodies[kind], Content_Encoding=kind)
                slowest = max(slowest, time.monotonic() - began)
                if answer.status not in expected or answer.status != 207 and not answer.json.get("detail"):
                    raise Wrong(f"{len(bodies[kind])} bytes of {kind} are answered with {answer.status}, {answer.body[:200]!r}")
                statuses.append(answer.status)
        if statuses[-1] != 503 or 207 not in statuses:
            raise Wrong(f"the answers are {statuses}")
        if slowest > seconds + 2:
            raise Wrong(f"a body has taken {slowest:.1f} s, where --body-seconds is {seconds}")
        if (grown := service.memory() - before) > 80:
            raise Wrong(f"it has taken {grown:.0f} MB")
        # Others are taken as before.
        ledger.add("good", service.post(lines.data), lines.good, expected=(200,))
        service.process.send_signal(signal.SIGTERM)
        expect(service.finish(), 0)
    with connected(database) as db:
        stored = db.execute("SELECT count(*) FROM rejects").fetchone()[0]
    if stored > most or database.stat().st_size > 20 << 20:
        raise Wrong(f"{stored} rejects are stored, where {most} may be, in {database.stat().st_size} bytes")
    ledger.verify(database)
    bench.note(f"{stored} rejects in {database.stat().st_size >> 10} KB, {slowest:.1f} s at most")


def slow_work(bench: Bench) -> None:
    """A body that arrives at once, and whose work takes longer than --body-seconds, is answered with 408."""
    database = prepare(bench, bench.path("work.sqlite"))
    lines = bench.lines(20_000, 0)
    with Service(bench, database, "--body-seconds", 1, "--batch-rows", 10, "--busy-timeout", 20) as service:
        answers: list[Answer] = []
        sender = threading.Thread(target=lambda: answers.append(service.post(lines.data)))
        with locked(database):
            sender.start()
            time.sleep(2)
        sender.join()
        if answers[0].status != 408 or not answers[0].json.get("detail"):
            raise Wrong(f"it is answered with {answers[0].status}, {answers[0].body[:200]!r}")
        service.process.send_signal(signal.SIGTERM)
        expect(service.finish(), 0)


def slow_connections(bench: Bench) -> None:
    """More slow senders than there may be connections, refused for whatever reason: the service is reachable again as soon as they are closed."""
    wanted = 2_500
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise NotRun(f"a process may open {hard} files, and {wanted} are needed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    database = prepare(bench, bench.path("slow.sqlite"))
    cases: list[tuple[str, str, dict[str, str]]] = [
        ("/nowhere", "POST", {}), ("/events", "PUT", {}), ("/health", "GET", {}), ("/events", "POST", {"Content_Encoding": "br"}),
        ("/events", "POST", {"Content_Type": "image/png"})]
    with Service(bench, database) as service, contextlib.ExitStack() as stack:
        connections = []
        for index in range(1_050):
            path, method, fields = cases[index % len(cases)]
            connection = stack.enter_context(service.connect(30))
            with contextlib.suppress(OSError):
                connection.head(1_000, path, method, **fields)
            connections.append(connection)
        began, statuses = time.monotonic(), []
        while True:
            for connection in connections:
                with contextlib.suppress(OSError):
                    connection.send(b" ")
            with contextlib.suppress(OSError):
                statuses.append(service.get("/health").status)
            if statuses and statuses[-1] == 200 and service.connections() < 100:
                break
            if (waited := time.monotonic() - began) > 15:
                raise Wrong(f"after {waited:.0f} s /health is answered with {statuses[-5:]}, and {service.connections()} connections are open")
            time.sleep(0.2)
        if any(status not in (0, 200, 503) for status in statuses):
            raise Wrong(f"/health is answered with {set(statuses)}")
        bench.note(f"reachable after {time.monotonic() - began:.1f} s")


def too_many_connections(bench: Bench) -> None:
    """A connection beyond --max-connections is answered with 503, and makes room for others when it is closed."""
    database = prepare(bench, bench.path("many.sqlite"))
    with Service(bench, database, "--max-connections", 3) as service:
        # Those that have seen it start are gone.
        time.sleep(0.2)
        with contextlib.ExitStack() as stack:
            for _ in range(3):
                connection = stack.enter_context(service.connect())
                connection.head(0, "/health", "GET")
                if (answer := connection.answer()).status != 200:
                    raise Wrong(f"a connection within the limit is answered with {answer.status}")
            answer = service.get("/health")
            if answer.status != 503 or "retry-after" not in answer.fields or "connections" not in answer.json["detail"]:
                raise Wrong(f"a connection beyond the limit is answered with {answer.status}, {answer.body[:200]!r}")
        end = time.monotonic() + 10
        while service.get("/health").status != 200:
            if time.monotonic() > end:
                raise Wrong("the connections that were closed still count")
            time.sleep(0.05)


def waiting_sender(bench: Bench) -> None:
    """A sender that waits for its answer longer than --idle-seconds, because the database is locked, gets it."""
    database, ledger = prepare(bench, bench.path("waiting.sqlite")), Ledger()
    # More than what is read ahead.
    lines = bench.lines(60_000, 0)
    with Service(bench, database, "--idle-seconds", 1, "--busy-timeout", 30) as service, service.connect() as connection:

        def send() -> None:
            # Where the connection is closed, there is no answer, which says so.
            with contextlib.suppress(OSError):
                connection.send(lines.data)

        connection.head(len(lines.data))
        sender = threading.Thread(target=send)
        with locked(database):
            sender.start()
            time.sleep(4)
        sender.join()
        ledger.add("waiting", connection.answer(), lines.good, expected=TAKEN)
        service.process.send_signal(signal.SIGTERM)
        expect(service.finish(), 0)
    ledger.verify(database)


def expect_continue(bench: Bench) -> None:
    """A sender that waits to be told to go on is told at once, or is refused at once."""
    database, ledger = prepare(bench, bench.path("expect.sqlite")), Ledger()
    lines, more = bench.lines(10_000, 0), bench.lines(10_000, 0)
    with Service(bench, database) as service:
        with service.connect(10) as connection:
            connection.head(len(lines.data), Expect="100-continue")
            if (answer := connection.answer()).status != 100:
                raise Wrong(f"it is told {answer.status}, {answer.body[:200]!r}")
            connection.send(lines.data)
            ledger.add("expected", connection.answer(), lines.good, expected=TAKEN)
        with service.connect(10) as connection:
            connection.head(len(lines.data), Expect="100-continue", Content_Encoding="br")
            if (answer := connection.answer()).status != 415 or answer.fields.get("connection") != "close":
                raise Wrong(f"a refused body is answered with {answer.status} {answer.fields}")
        if shutil.which("curl"):
            path = bench.path("events.ndjson")
            path.write_bytes(more.data)
            command = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code} %{time_total}", "-X", "POST", "-T", str(path)]
            said = subprocess.run([*command, f"http://{HOST}:{service.port}/events"], capture_output=True, check=True, text=True).stdout.split()
            ledger.add("curl", Answer(int(said[0])), more.good, expected=TAKEN)
            # It waits for a second by itself.
            if float(said[1]) > 0.9:
                raise Wrong(f"curl -T takes {said[1]} s")
            bench.note(f"curl -T takes {said[1]} s")
        service.process.send_signal(signal.SIGTERM)
        expect(service.finish(), 0)
    ledger.verify(database)


def requests(bench: Bench) -> None:
    """Paths that are almost those of the service, headers that are too long, and lengths that are no number of bytes."""
    database = prepare(bench, bench.path("requests.sqlite"))
    with Service(bench, database) as service:
        for path in ("//metrics", "/metrics/", "//health", "/health/", "/events/"):
            if (answer := service.get(path)).status != 404:
                raise Wrong(f"{path} is answered with {answer.status}")
        for path in ("//events", "/events/"):
            with service.connect(10) as connection:
                connection.head(0, path)
                if (answer := connection.answer()).status != 404:
                    raise Wrong(f"POST {path} is answered with {answer.status}")
        for length, fields, status in ((10**19 - 1, {}, 413), (2**63, {}, 413), (0, {"X": "x" * 20_000}, 431)):
            with service.connect(10) as connection:
                connection.head(length, **fields)
                answer = connection.answer()
                if answer.status != status or answer.json.get("status") != status or answer.fields.get("connection") != "close":
                    raise Wrong(f"a length of {length} with {list(fields)} is answered with {answer.status} {answer.fields} {answer.body[:200]!r}")


CHECKS = {
    "requests": requests, "rejects": rejects, "slow-work": slow_work, "slow-connections": slow_connections,
    "too-many-connections": too_many_connections, "waiting-sender": waiting_sender, "expect-continue": expect_continue}
