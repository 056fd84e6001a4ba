"""What is promised of ingestion into PostgreSQL, attacked."""

from __future__ import annotations

import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fault_disks import resize, small_disk
from fault_kills import Writer, run_killed, write_gzip, write_plain
from fault_tools import Bench, Done, Lines, Wrong, compare, event, expect, finish, start, tail, wait_until
from postgresql_server import PASSWORD, Cutter, Server, free_port, ingest, without_password

Check = Callable[[Bench, Server], None]
Rejects = list[tuple[str, int, bytes]]


def write_files(bench: Bench, write: Writer, ending: str, counts: tuple[int, ...] = (30_000, 1_500, 20_000)) -> tuple[list[object], list[int], Rejects]:
    """Writes files, the second of which lacks the last line feed; their names, and what should become of them."""
    names: list[object] = []
    good: list[int] = []
    bad: Rejects = []
    for index, count in enumerate(counts):
        lines = bench.lines(count)
        if index == 1:
            lines.data = lines.data.rstrip()
        name = f"f{bench.next_id}.{ending}"
        write(bench, bench.path(name), lines)
        names.append(name)
        good += lines.good
        bad += [(name, offset, raw) for offset, raw in lines.bad]
    return names, good, bad


def kill_files(bench: Bench, server: Server, write: Writer, ending: str) -> None:
    """Kills runs over files until there have been enough."""
    kills = inside = rounds = 0
    while kills < bench.kills:
        database = server.prepare(bench)
        names, good, bad = write_files(bench, write, ending)
        arguments = [*names, "--into", server.url(database), "-q"]
        rounds += 1
        while True:
            if kills == bench.kills:
                expect(ingest(bench, *arguments), 0)
                break
            delay = bench.rng.uniform(0.04, 0.8) if bench.rng.random() < 0.8 else bench.rng.uniform(0.001, 0.05)
            options: list[object] = ["--batch-rows", bench.rng.choice((50, 300, 1_500)), "--workers", bench.rng.choice((1, 2, 3))]
            before = server.count(database)
            if not run_killed(bench, arguments + options, delay):
                break
            kills += 1
            inside += server.count(database) > before
        server.verify(database, good, bad)
        # Once more: nothing is left to come in.
        report = expect(ingest(bench, *arguments, "--json"), 0).report
        if report["rows"] or report["rejects"]:
            raise Wrong(f"another run took in {report['rows']} rows and {report['rejects']} rejects")
    bench.note(f"{kills} kills in {rounds} rounds, {inside} of them behind a transaction")


def kill_first(bench: Bench, server: Server) -> None:
    """Kills while the tables are made."""
    kills = 0
    for _ in range(max(bench.kills // 2, 1)):
        lines = bench.lines(1_000, 0.05)
        bench.path("first.ndjson").write_bytes(lines.data)
        database = server.create()
        arguments: list[object] = ["first.ndjson", "--into", server.url(database), "-q", "--batch-rows", 200]
        kills += sum(run_killed(bench, arguments, bench.rng.uniform(0.002, 0.12)) for _ in range(2))
        expect(ingest(bench, *arguments), 0)
        compare("rows", server.ids(database, "events"), Counter(lines.good))
        compare("rejects", server.rejects(database), Counter(("first.ndjson", offset, raw) for offset, raw in lines.bad))
        server.sql("postgres", f"DROP DATABASE {database} WITH (FORCE)")
    bench.note(f"{kills} kills")


def replay(bench: Bench, server: Server) -> None:
    """Mended rejects become rows, once, though replays are killed; the others have one attempt more."""
    kills = 0
    for _ in range(max(bench.kills // 8, 1)):
        lines = bench.lines(20_000, 0.9)
        bench.path("replay.ndjson").write_bytes(lines.data)
        database = server.prepare(bench)
        expect(ingest(bench, "replay.ndjson", "--into", server.url(database), "-q"), 0)
        numbers = [int(row[0]) for row in server.sql(database, "SELECT id FROM rejects ORDER BY id")][::2]
        mended = {bench.next_id + number: event(bench.next_id + number, bench.rng) for number in numbers}
        values = ",".join(f"({number}, '\\x{mended[bench.next_id + number].hex()}'::bytea)" for number in numbers)
        statement = bench.path("mend.sql")
        statement.write_text(f"UPDATE rejects SET raw = m.raw FROM (VALUES {values}) AS m (id, raw) WHERE rejects.id = m.id")
        subprocess.run(server.psql(database, "-f", str(statement)), env=server.environment, check=True, capture_output=True)
        command: list[object] = ["--replay", "--into", server.url(database), "-q"]
        kills += sum(run_killed(bench, command, bench.rng.uniform(0.02, 0.4)) for _ in range(8))
        expect(ingest(bench, *command), 0)
        compare("rows", server.ids(database), Counter(lines.good) + Counter(mended.keys()))
        left = server.sql(database, "SELECT count(*), min(attempts) FROM rejects")[0]
        if int(left[0]) != len(lines.bad) - len(mended) or int(left[1]) < 2:
            raise Wrong(f"{left[0]} rejects are left, of {len(lines.bad) - len(mended)}, with {left[1]} attempts or more")
        again = expect(ingest(bench, "--replay", "--into", server.url(database), "--json"), 0).report
        if again["rows"]:
            raise Wrong(f"another replay makes {again['rows']} rows")
        bench.next_id += max(numbers) + 1
    bench.note(f"{kills} kills")


def server_stops(bench: Bench, server: Server) -> None:
    """The server is stopped as by a crash in mid-run, and started again."""
    stops = ended = 0
    wanted = max(bench.kills // 4, 2)
    while stops < wanted:
        database = server.prepare(bench)
        names, good, bad = write_files(bench, write_plain, "ndjson")
        arguments = [*names, "--into", server.url(database), "-q", "--batch-rows", 300]
        while stops < wanted:
            began = time.monotonic()
            process = start(bench, arguments)
            time.sleep(bench.rng.uniform(0.05, 0.8))
            server.stop("immediate")
            done = without_password(finish(process, began))
            server.start()
            stops += 1
            if done.status == 0:
                break
            expect(done, 3, "PostgreSQL database")
            ended += 1
        expect(ingest(bench, *arguments), 0)
        server.verify(database, good, bad)
    bench.note(f"{stops} stops, {ended} of them in mid-run")


def lost_commit(bench: Bench, server: Server) -> None:
    """The connection is cut at a commit: before the server has it, or before the program hears of it."""
    for is_taken in (True, False) * max(bench.kills // 16, 2):
        database = server.prepare(bench)
        lines = bench.lines(3_000)
        bench.path("commit.ndjson").write_bytes(lines.data)
        # The first two commits are of the tables and of the places.
        cutter = Cutter(server.port, bench.rng.randrange(3, 9), is_taken)
        arguments: list[object] = ["commit.ndjson", "-q", "--batch-rows", 300]
        done = ingest(bench, *arguments, "--into", server.url(database, port=cutter.port))
        cutter.close()
        if not cutter.has_cut:
            raise Wrong("the connection was not cut")
        expect(done, 3, "no longer connected", "the next run finds out whether the last batch is stored")
        expect(ingest(bench, *arguments, "--into", server.url(database)), 0)
        server.verify(database, lines.good, [("commit.ndjson", offset, raw) for offset, raw in lines.bad])


def refusals(bench: Bench, server: Server) -> None:
    """What keeps a run from beginning, or a table from being written, is said in a sentence without a password."""
    lines = bench.lines(200)
    bench.path("some.ndjson").write_bytes(lines.data)
    database = server.prepare(bench)
    server.sql(database, "CREATE ROLE reader LOGIN PASSWORD '%s' ; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader" % PASSWORD)
    text, view = server.create(), server.create()
    server.sql(text, "CREATE TABLE events (id text)")
    server.sql(view, "CREATE VIEW events AS SELECT 1 AS id")
    latin = server.create("ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    frozen = server.prepare(bench)
    server.sql("postgres", f"ALTER DATABASE {frozen} SET default_transaction_read_only = on")
    cases: list[tuple[str, int, str]] = [
        (server.url(database, password="wrong-" + PASSWORD[::-1]), 3, "password authentication failed"),
        (server.url(database, port=free_port()), 3, "cannot connect to"),
        (server.url("nowhere"), 3, "does not exist"),
        (server.url(database, user="reader"), 3, "does not allow this user to write"),
        (server.url(frozen), 3, "is read-only"),
        (server.url(text), 3, "column id of type text"),
        (server.url(view), 3, "is not a table"),
        (server.url(latin), 3, "has the encoding LATIN1"),
        (f"postgresql://yodel:p@{PASSWORD}@127.0.0.1/{database}", 3, "%40"),
    ]
    for url, status, words in cases:
        done = expect(ingest(bench, "some.ndjson", "--into", url, "-q"), status, words)
        if PASSWORD[::-1] in done.err:
            raise Wrong("the wrong password was printed")
    expect(ingest(bench, "some.ndjson", "--into", server.url(database), "--rejects", "r.ndjson"), 2, "no --rejects")
    if server.count(database, "events") or server.count(frozen, "events") or server.count(database, "rejects"):
        raise Wrong("a run that was refused has written rows")
    expect(ingest(bench, "some.ndjson", "--into", server.url(database), "-q"), 0)
    server.verify(database, lines.good, [("some.ndjson", offset, raw) for offset, raw in lines.bad])
    bench.note(f"{len(cases)} refusals")


def two_runs(bench: Bench, server: Server) -> None:
    """Two runs over one file: what one has, the other does not write."""
    refused = 0
    for number in range(6):
        database = server.prepare(bench)
        lines = bench.lines(20_000)
        bench.path("two.ndjson").write_bytes(lines.data)
        arguments: list[object] = ["two.ndjson", "--into", server.url(database), "-q", "--batch-rows", 500]
        began = time.monotonic()
        processes = [start(bench, arguments)]
        # At the same time, or when the first one has written.
        if number % 2:
            wait_until(lambda: server.count(database) > 0, "the first batch", 60, processes[0])
        processes.append(start(bench, arguments))
        for done in [without_password(finish(process, began)) for process in processes]:
            if done.status != 0:
                expect(done, 3, "another ingestion is reading", "two.ndjson")
                refused += 1
        expect(ingest(bench, *arguments), 0)
        server.verify(database, lines.good, [("two.ndjson", offset, raw) for offset, raw in lines.bad])
    if refused == 0:
        raise Wrong("the runs never met")
    bench.note(f"{refused} of 12 runs refused")


def killed_at_commit(bench: Bench, server: Server, database: str, arguments: list[object]) -> None:
    """Kills a run while the server commits, which goes on, and begins the next one at once."""
    process = start(bench, arguments)
    committing = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{database}' AND state = 'active' AND query = 'COMMIT'"
    wait_until(lambda: server.sql("postgres", committing) != [["0"]], "the commit", 60, process)
    process.kill()
    process.communicate()
    if server.sql("postgres", committing) == [["0"]]:
        raise Wrong("the commit was over before the next run began")
    expect(ingest(bench, *arguments), 0)


def slow_commit(bench: Bench, server: Server) -> None:
    """What a killed run had committed only half is waited for: nothing comes in twice, by a run or by a replay."""
    lines = bench.lines(2_000, 0.1)
    bench.path("slow.ndjson").write_bytes(lines.data)
    database = server.prepare(bench)
    server.sql(database, "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3); RETURN null; END'")
    slow = "CREATE CONSTRAINT TRIGGER waiting AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.id = %d) EXECUTE FUNCTION wait()"
    server.sql(database, slow % lines.good[700])
    killed_at_commit(bench, server, database, ["slow.ndjson", "--into", server.url(database), "-q", "--batch-rows", 300])
    server.verify(database, lines.good, [("slow.ndjson", offset, raw) for offset, raw in lines.bad])
    mended = event(bench.next_id, bench.rng)
    server.sql(database, "DROP TRIGGER waiting ON events")
    server.sql(database, slow % bench.next_id)
    server.sql(database, f"UPDATE rejects SET raw = '\\x{mended.hex()}' WHERE id = (SELECT min(id) FROM rejects)")
    killed_at_commit(bench, server, database, ["--replay", "--into", server.url(database), "-q"])
    compare("rows", server.ids(database), Counter([*lines.good, bench.next_id]))


@contextmanager
def locked(server: Server, database: str) -> Iterator[None]:
    """Holds a lock on the table."""
    holder = subprocess.Popen(
        server.psql(database, "-c", "BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(600)"),
        env=server.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    held = "SELECT count(*) FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock' AND relation = 'events'::regclass"
    try:
        wait_until(lambda: server.sql(database, held) == [["1"]], "the lock", 60)
        yield
    finally:
        server.sql("postgres", f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}' AND query LIKE 'BEGIN; LOCK%'")
        holder.wait(60)


def lock(bench: Bench, server: Server) -> None:
    """A locked table is waited for as long as the option says; SIGTERM ends the waiting."""
    database = server.prepare(bench)
    lines = bench.lines(1_000)
    bench.path("locked.ndjson").write_bytes(lines.data)
    arguments: list[object] = ["locked.ndjson", "--into", server.url(database), "-q"]
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'events'::regclass"
    with locked(server, database):
        expect(ingest(bench, *arguments, "--busy-timeout", 0.3), 3, "is locked by another session")
        began = time.monotonic()
        process = start(bench, [*arguments, "--busy-timeout", 3_600])
        wait_until(lambda: server.sql(database, waiting) != [["0"]], "the waiting for the lock", 60, process)
        process.send_signal(signal.SIGTERM)
        expect(finish(process, began, 60), 3, "was waiting for a lock")
    expect(ingest(bench, *arguments), 0)
    server.verify(database, lines.good, [("locked.ndjson", offset, raw) for offset, raw in lines.bad])


def stop_and_follow(bench: Bench, server: Server) -> None:
    """SIGTERM ends a run behind the batch at hand; one that follows a file has all that was written."""
    database = server.prepare(bench)
    names, good, bad = write_files(bench, write_plain, "ndjson", (60_000,))
    arguments = [*names, "--into", server.url(database), "-q", "--batch-rows", 200]
    began = time.monotonic()
    process = start(bench, arguments)
    wait_until(lambda: server.count(database) > 0, "the first batch", 60, process)
    process.send_signal(signal.SIGTERM)
    done = finish(process, began, 60)
    if done.status != 0:
        expect(done, 3, "stopped before the end")
    bench.note(f"{server.count(database)} of {len(good)} rows before the end")
    expect(ingest(bench, *arguments), 0)
    server.verify(database, good, bad)
    lines = bench.lines(500)
    path = bench.path("follow.ndjson")
    path.touch()
    process = start(bench, ["--follow", path.name, "--into", server.url(database), "-q"])
    with path.open("ab") as file:
        for at in range(0, len(lines.data), 5_000):
            file.write(lines.data[at : at + 5_000])
            file.flush()
            time.sleep(0.01)
    wait_until(lambda: server.count(database) == len(good) + len(lines.good), "the last line", 60, process)
    process.send_signal(signal.SIGTERM)
    expect(finish(process, time.monotonic(), 60), 0)
    server.verify(database, good + lines.good, bad + [(path.name, offset, raw) for offset, raw in lines.bad])


def unstorable(bench: Bench, server: Server) -> None:
    """What PostgreSQL cannot hold becomes a reject; the others come in, and the next run goes on."""
    lines = bench.lines(5_000, 0)
    parts = lines.data.split(b"\n")
    odd = {
        100: (b'"payload":{', b'"payload":{"issue":{"title":"a\\u0000b"},', "title"),
        2_000: (b'"payload":{', b'"payload":{"commits":[{"sha":"1","message":"\\u0000"}],', "commits"),
        3_000: (b'"type":"', b'"type":"' + bytes(bench.rng.choice(b"abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(9_000)), ""),
    }
    for number, (old, new, _) in odd.items():
        parts[number] = parts[number].replace(old, new, 1)
    gone = {int(parts[number].split(b'"')[3]) for number in odd}
    bench.path("odd.ndjson").write_bytes(b"\n".join(parts))
    database = server.prepare(bench)
    report = expect(ingest(bench, "odd.ndjson", "--into", server.url(database), "--json"), 0).report
    if (report["rows"], report["rejects"], report["rejectsByCode"]) != (4_997, 3, {"unstorableValue": 3}):
        raise Wrong(f"--json reports {report}")
    compare("rows", server.ids(database, "events"), Counter(lines.good) - Counter(gone))
    rows = server.sql(database, "SELECT substring(properties from '\"id\":([0-9]+)'), path, source, line IS NULL, raw IS NULL FROM rejects WHERE code = 'unstorableValue'")
    compare("rejects", Counter(map(tuple, rows)), Counter((number, path, "odd.ndjson", "t", "t") for number, path in zip(map(str, sorted(gone)), ("title", "commits", ""))))
    again = expect(ingest(bench, "odd.ndjson", "--into", server.url(database), "--json"), 0).report
    if again["rows"] or again["rejects"]:
        raise Wrong(f"another run reports {again}")


def full_disk(bench: Bench, server: Server) -> None:
    """A tablespace that is full ends the run; when it has room, the next one goes on."""
    bench.folder.chmod(0o755)
    with small_disk(bench, "disk", 8) as folder:
        subprocess.run(["chown", server.owner, str(folder)], check=True)
        server.sql("postgres", f"CREATE TABLESPACE small LOCATION '{folder}'")
        try:
            database = server.prepare(bench, "TABLESPACE small")
            lines = bench.lines(60_000)
            bench.path("full.ndjson").write_bytes(lines.data)
            arguments: list[object] = ["full.ndjson", "--into", server.url(database), "-q", "--batch-rows", 2_000]
            for _ in range(2):
                expect(ingest(bench, *arguments), 3, "the disk is full")
            inside = server.count(database)
            resize(folder, 400)
            expect(ingest(bench, *arguments), 0)
            server.verify(database, lines.good, [("full.ndjson", offset, raw) for offset, raw in lines.bad])
            bench.note(f"{inside} of {len(lines.good)} rows before it was full")
        finally:
            server.sql("postgres", f"DROP DATABASE IF EXISTS d{server.databases} WITH (FORCE)")
            server.sql("postgres", "DROP TABLESPACE small")


def throughput(bench: Bench, server: Server) -> None:
    """A million events of the sample, into PostgreSQL and into SQLite."""
    expect(ingest(bench, "--sample", 1_000_000, "sample.ndjson"), 0)
    for name, into in [("PostgreSQL", server.url(server.create())), ("SQLite", "sample.sqlite")]:
        report = expect(ingest(bench, "sample.ndjson", "--into", into, "--json", "-q"), 0).report
        if (report["rows"], report["rejects"]) != (990_000, 10_000):
            raise Wrong(f"{name}: {report['rows']} rows and {report['rejects']} rejects, not 990000 and 10000")
        bench.note(f"{name} {int((report['rows'] + report['rejects']) / max(report['seconds'], 0.001))} records/s")


CHECKS: dict[str, Check] = {
    "kill-first": kill_first,
    "kill-files": lambda bench, server: kill_files(bench, server, write_plain, "ndjson"),
    "kill-gzip": lambda bench, server: kill_files(bench, server, write_gzip, "ndjson.gz"),
    "replay": replay, "server-stops": server_stops, "lost-commit": lost_commit, "slow-commit": slow_commit, "refusals": refusals, "two-runs": two_runs, "lock": lock,
    "stop-and-follow": stop_and_follow, "unstorable": unstorable, "full-disk": full_disk, "throughput": throughput}
