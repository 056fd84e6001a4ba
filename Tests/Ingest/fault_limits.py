"""Limits of rejects, options that mean nothing, and what `--json` says."""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from pathlib import Path

from fault_disks import part_is_in, rejected, write
from fault_tools import Bench, Lines, Wrong, connected, expect, ids, prepare, run, tail, verify, verify_rejects_file

NAME = "events.ndjson"


def with_faults(bench: Bench, good: int, bad: int) -> Lines:
    """Good lines, and as many faulty ones behind them, a good one last."""
    lines = bench.lines(good, 0)
    for number in range(bad):
        raw = b"no json %d" % (bench.next_id + number)
        lines = lines + Lines(raw + b"\n", [], [(0, raw)])
    return lines + bench.lines(1, 0)


def counts(database: Path) -> tuple[int, int]:
    """Rows and rejects that are in."""
    with connected(database) as db:
        return db.execute("SELECT (SELECT count(*) FROM seen), (SELECT count(*) FROM rejects)").fetchone()


def max_rejects(bench: Bench) -> None:
    """Ten may fail; the eleventh ends the run with status 1, with what came before."""
    for number, (bad, workers) in enumerate([(10, 1), (11, 1), (11, 3), (500, 2)]):
        database = prepare(bench, bench.path(f"{number}.sqlite"))
        lines = with_faults(bench, 3_000, bad)
        path = bench.path(f"{number}.ndjson")
        path.write_bytes(lines.data)
        arguments: list[object] = [path.name, "--into", database, "-q", "--max-rejects", 10, "--workers", workers]
        expect(run(bench, *arguments), 0 if bad == 10 else 1)
        if bad == 10:
            verify(database, lines.good, rejected(path.name, lines))
            continue
        rows, rejects = counts(database)
        if rows != 3_000 or not 10 <= rejects <= 11:
            raise Wrong(f"--max-rejects 10 of {bad}: {rows} rows and {rejects} rejects are in, not 3000 and 10 or 11")
        part_is_in(database, lines)
        expect(run(bench, path.name, "--into", database, "-q"), 0)
        verify(database, lines.good, rejected(path.name, lines))


def max_rejects_of_all(bench: Bench) -> None:
    """The limit is one of the run: of all files, of a compressed one, of standard input, of one that is followed."""
    for ending in ("a", "b"):
        lines = with_faults(bench, 100, 6)
        bench.path(f"{ending}.ndjson").write_bytes(lines.data)
    files = prepare(bench, bench.path("files.sqlite"))
    expect(run(bench, "a.ndjson", "b.ndjson", "--into", files, "-q", "--max-rejects", 10), 1)
    if counts(files)[0] != 201:
        raise Wrong(f"{counts(files)} rows and rejects are in, not 201 rows")
    again = prepare(bench, bench.path("again.sqlite"))
    expect(run(bench, "a.ndjson", "b.ndjson", "--into", again, "-q", "--max-rejects", 12), 0)
    lines = with_faults(bench, 100, 11)
    bench.path("c.ndjson").write_bytes(lines.data)
    bench.path("c.gz").write_bytes(gzip.compress(lines.data))
    for name, arguments in (("pipe", ["-"]), ("gzip", ["c.gz"]), ("follow", ["c.ndjson", "--follow"])):
        database = prepare(bench, bench.path(f"{name}.sqlite"))
        with bench.path("c.ndjson").open("rb") as file:
            expect(run(bench, *arguments, "--into", database, "-q", "--max-rejects", 10, stdin=file, longest=20), 1)
        if counts(database)[0] != 100:
            raise Wrong(f"{name}: {counts(database)} rows and rejects are in, not 100 rows")
        if name != "pipe":
            source = arguments[0]
            expect(run(bench, source, "--into", database, "-q"), 0)
            verify(database, lines.good, rejected(source, lines))


def max_reject_ratio(bench: Bench) -> None:
    """A share of a file's records may fail."""
    lines = bench.lines(5_000, 0.1)
    bench.path(NAME).write_bytes(lines.data)
    for ratio, status in ((0.2, 0), (0.05, 1), (0, 1), (1, 0)):
        database = prepare(bench, bench.path(f"{ratio}.sqlite"))
        expect(run(bench, NAME, "--into", database, "-q", "--max-reject-ratio", ratio), status)
        part_is_in(database, lines)
        if status == 0:
            verify(database, lines.good, rejected(NAME, lines))


def max_reject_ratio_of_short_files(bench: Bench) -> None:
    """The share holds for a file of less than a hundred records, and for all files together."""
    for number in range(20):
        bench.path(f"{number:02}.ndjson").write_bytes(b"".join(b"no json %d\n" % line for line in range(99)))
    for ratio, status in ((0.5, 1), (0, 1)):
        database = prepare(bench, bench.path(f"{ratio}.sqlite"))
        expect(run(bench, "*.ndjson", "--into", database, "-q", "--max-reject-ratio", ratio), status, "99 of 99")
        if counts(database) != (0, 99):
            raise Wrong(f"--max-reject-ratio {ratio}: {counts(database)} rows and rejects are in, not those of the first file")


def not_lines(bench: Bench) -> None:
    """A file that is read as lines, and has no record on each line, ends with status 1, and the run says what it looks like; other files are read."""
    lines = bench.lines(20, 0)
    bench.path(NAME).write_bytes(lines.data)
    records = [line for line in lines.data.split(b"\n") if line.strip()]
    array, pretty = b"[" + b",".join(records) + b"]", json.dumps([json.loads(line) for line in records[:3]], indent=2).encode()
    kinds = {
        "array": (array, "a JSON array"), "records": (b'{"Records":' + array + b"}", '"Records"'), "values": (b"".join(records), "without line ends"),
        "pretty": (pretty, "a JSON array"), "object": (json.dumps(json.loads(records[0]), indent=1).encode() + b"\n", "pretty-printed"),
        "html": (b"<!DOCTYPE html>\n<html></html>\n", "HTML"), "bad": (b"no json\n", "failed")}
    for name, (data, words) in kinds.items():
        bench.path(name).write_bytes(data)
        database = prepare(bench, bench.path(f"{name}.sqlite"))
        done = run(bench, name, NAME, "--into", database, "--json", "--framing", "lines")
        expect(done, 1, name, words)
        if list(done.report["unfitSources"]) != [name] or words not in done.report["reason"] or done.report["exit"] != 1:
            raise Wrong(f"of {name} --json says {done.out[:300]!r}")
        if counts(database)[0] != len(lines.good):
            raise Wrong(f"{name}: {counts(database)} rows and rejects are in")
        with bench.path(name).open("rb") as file:
            expect(run(bench, "-", "--into", bench.path(f"{name}-2.sqlite"), "-q", "--framing", "lines", stdin=file), 1, "standard input", words)
    # Lines in UTF-16 are lines.
    bench.path("utf16").write_bytes(lines.data.decode().encode("utf-16"))
    database = prepare(bench, bench.path("utf16.sqlite"))
    expect(run(bench, "utf16", "--into", database, "--framing", "lines"), 0, "utf-16le:lines")
    if counts(database)[0] != len(lines.good):
        raise Wrong(f"utf16: {counts(database)} rows and rejects are in")


def names(bench: Bench) -> None:
    """A file whose name is not UTF-8 is not passed over in silence, and no name acts on a terminal."""
    folder, database, lines = bench.path("folder"), prepare(bench, bench.path("events.sqlite")), bench.lines(50, 0)
    folder.mkdir()
    odd = "a\x1b[2J\nb"
    (folder / odd).write_bytes(lines.data + b"no json\n")
    with open(os.fsencode(folder) + b"/caf\xe9", "wb") as file:
        file.write(b"no json\n")
    done = expect(run(bench, "folder", "--into", database), 1, "caf\\xE9", "not UTF-8")
    verify(database, lines.good, [(f"folder/{odd}", len(lines.data), b"no json")])
    (folder / odd).write_bytes(lines.data[:100])
    failed = expect(run(bench, f"folder/{odd}", "--into", database), 3, "a\\u{1B}[2J\\u{A}b")
    for said in (done.out, done.err, failed.out, failed.err):
        if "\x1b" in said or "2J\n" in said:
            raise Wrong(f"a name is printed as it is: {said!r}")


def usage(bench: Bench) -> None:
    """What means nothing is refused with status 2, before anything is made."""
    write(bench, 10)
    wrong: list[list[object]] = [
        [], [NAME], [NAME, "--into"], [NAME, "--into", "x.sqlite", "--no-such-option"], [NAME, "--into", "x.sqlite", "--batch-rows", 0],
        [NAME, "--into", "x.sqlite", "--batch-rows", "many"], [NAME, "--into", "x.sqlite", "--workers", 0], [NAME, "--into", "x.sqlite", "--max-rejects", -1],
        [NAME, "--into", "x.sqlite", "--max-rejects=-1"], [NAME, "--into", "x.sqlite", "--max-reject-ratio", 1.5],
        [NAME, "--into", "x.sqlite", "--max-reject-ratio", "nan"], [NAME, "--into", "x.sqlite", "--max-drift-ratio", 1.5],
        [NAME, "--into", "x.sqlite", "--max-drift-ratio", 0.5, "--no-drift"], [NAME, "--into", "x.sqlite", "--busy-timeout=-1"],
        [NAME, "--into", "x.sqlite", "--busy-timeout", "nan"], ["-", "--replay", "--into", "x.sqlite"], ["--replay", "--into", "x.ndjson"],
        ["--replay", "--follow", "--into", "x.sqlite"],
        ["--follow", "--into", "x.sqlite"], ["-", "--follow", "--into", "x.sqlite"], ["--sample", 0, "x.ndjson"], ["--sample", 5], ["inspect"]]
    for arguments in wrong:
        done = run(bench, *arguments)
        if done.status != 2 or not done.err.strip() or done.out:
            raise Wrong(f"{' '.join(map(str, arguments))!r}: exit status {done.status}, not 2; it said {done.err.strip()[:200]!r}")
    os.symlink("x.sqlite", bench.path("link"))
    for rejects in ("x.sqlite", "./x.sqlite", bench.path("x.sqlite"), "x.sqlite-wal", "x.sqlite-shm", "x.sqlite-journal", "link", NAME):
        done = run(bench, NAME, "--into", "x.sqlite", "--rejects", rejects)
        if done.status != 2 or "rejects cannot go to" not in done.err:
            raise Wrong(f"--rejects {rejects}: exit status {done.status}, not 2; it said {done.err.strip()[:200]!r}")
    if bench.path("x.sqlite").exists():
        raise Wrong("a wrong command has made a database")
    for arguments in (["--help"], ["run", "--help"], ["inspect", "--help"]):
        done = expect(run(bench, *arguments), 0)
        if "USAGE" not in done.out:
            raise Wrong(f"{arguments} prints {done.out[:100]!r}")


def extremes(bench: Bench) -> None:
    """Numbers that are larger than anyone needs are taken, or refused with status 2."""
    name, lines = write(bench, 50, 0)
    large = 2**63 - 1
    options = [("--busy-timeout", value) for value in ("3000000", "1e18", "1e300", "inf")]
    options += [(option, value) for option in ("--batch-rows", "--max-rejects", "--workers") for value in (str(large), str(2**31), str(large + 1))]
    for number, (option, value) in enumerate(options):
        database = prepare(bench, bench.path(f"{number}.sqlite"))
        done = run(bench, name, "--into", database, "-q", option, value)
        if done.status not in (0, 2):
            raise Wrong(f"{option} {value}: exit status {done.status}; it said {tail(done.err)!r}")
        if done.status == 0:
            verify(database, lines.good)


def unknown_files(bench: Bench) -> None:
    """A file that is not there ends with status 3, and so do a pattern and a folder without files, and a file that is named twice."""
    name, lines = write(bench, 100)
    bench.path("none").mkdir()
    database = prepare(bench, bench.path("events.sqlite"))
    for arguments in (["none.ndjson"], ["*.nothing"], ["none"], [name, "none.ndjson"], [name, name], ["none/x/y"], [""]):
        expect(run(bench, *arguments, "--into", database, "-q"), 3)
    if os.geteuid() != 0:
        bench.path(name).chmod(0)
        expect(run(bench, name, "--into", database, "-q"), 3, name)
        bench.path(name).chmod(0o644)
    expect(run(bench, "*.nd*", "--into", database, "-q"), 0)
    verify(database, lines.good, rejected(name, lines))


def same_file_twice(bench: Bench) -> None:
    """One file under two names in one run is taken in once, or refused."""
    name, lines = write(bench, 3_000)
    database = prepare(bench, bench.path("events.sqlite"))
    os.link(bench.path(name), bench.path("other.ndjson"))
    os.symlink(name, bench.path("third.ndjson"))
    done = run(bench, name, f"./{name}", "other.ndjson", "third.ndjson", "--into", database, "-q")
    if done.status != 0:
        expect(done, 3)
    verify(database, lines.good, rejected(name, lines))


def json_report(bench: Bench) -> None:
    """What `--json` says is what is in the database."""
    for number, (share, limit, status) in enumerate([(0.05, 10**9, 0), (0, 0, 0), (0.05, 20, 1)]):
        name, lines = write(bench, 3_000, share, f"{number}.ndjson")
        database = prepare(bench, bench.path(f"{number}.sqlite"))
        done = run(bench, name, "--into", database, "--json", "--max-rejects", limit, "--batch-rows", 500)
        if done.status != status:
            raise Wrong(f"exit status {done.status}, not {status}")
        report = done.report
        with connected(database) as db:
            codes = dict(db.execute("SELECT code, count(*) FROM rejects GROUP BY 1"))
        rows, rejects = counts(database)
        wanted = {"rows": rows, "rejects": rejects, "exit": status, "stopped": False, "rejectsByCode": codes, "recordsBySource": {name: rows + rejects}}
        if status == 0:
            wanted["bytes"] = len(lines.data)
        for key, value in wanted.items():
            if report.get(key) != value:
                raise Wrong(f"--json says {key} is {report.get(key)!r}, where it is {value!r}")
        if sum(report["rejectsByPath"].values()) != rejects or ("reason" in report) != (status != 0):
            raise Wrong(f"--json says {done.out.strip()[:300]}")
    done = run(bench, "nothing.ndjson", "--into", "x.sqlite", "--json", "-q")
    if done.status != 3 or done.report.get("exit") != 3 or not done.report.get("reason"):
        raise Wrong(f"of a file that is not there --json says {done.out[:200]!r}")


def rejects_file(bench: Bench) -> None:
    """A file of rejects goes on; one that was cut short is refused, and so is one whose bytes are not UTF-8 kept in base64."""
    database, rejects = prepare(bench, bench.path("events.sqlite")), bench.path("rejects")
    rejects.write_bytes(b'{"raw":"of another time"}\n')
    arguments: list[object] = [NAME, "--into", database, "-q", "--rejects", rejects]
    written = Lines()
    for _ in range(3):
        lines = bench.lines(500, 0.2)
        written = written + lines
        with bench.path(NAME).open("ab") as file:
            file.write(lines.data)
        expect(run(bench, *arguments), 0)
        verify_rejects_file(rejects, [b"of another time", *(raw for _, raw in written.bad)])
    # What was written behind the last transaction does not count, by whatever path the file is named.
    with rejects.open("ab") as file:
        file.write(b'{"raw":"half')
    expect(run(bench, *arguments[:-1], "./rejects"), 0)
    verify_rejects_file(rejects, [b"of another time", *(raw for _, raw in written.bad)])
    os.truncate(rejects, 100)
    expect(run(bench, *arguments), 3, "rejects")


def from_start(bench: Bench) -> None:
    """`--from-start` reads again, by the key without doubles in the table; the run behind it adds nothing."""
    name, lines = write(bench, 3_000, 0)
    database = prepare(bench, bench.path("events.sqlite"))
    for _ in range(2):
        expect(run(bench, name, "--into", database, "-q", "--from-start"), 0)
    expect(run(bench, name, "--into", database, "-q"), 0)
    if ids(database) != Counter(lines.good + lines.good) or ids(database, "events") != Counter(lines.good):
        raise Wrong(f"{ids(database).total()} rows were written, {ids(database, 'events').total()} are there, of {len(lines.good)}")


def from_start_grown(bench: Bench) -> None:
    """Behind `--from-start` over a file that had grown, a run adds nothing."""
    database, written = prepare(bench, bench.path("events.sqlite")), Lines()
    for options in ([], ["--from-start"]):
        lines = bench.lines(1_000, 0.1)
        written = written + lines
        with bench.path(NAME).open("ab") as file:
            file.write(lines.data)
        expect(run(bench, NAME, "--into", database, "-q", *options), 0)
    before = counts(database)
    expect(run(bench, NAME, "--into", database, "-q"), 0)
    if counts(database) != before:
        raise Wrong(f"another run, with nothing new in the file, makes {before} rows and rejects {counts(database)}")


def own_files(bench: Bench) -> None:
    """A folder that also holds the database and the file of rejects: these are no sources."""
    folder = bench.path("folder")
    folder.mkdir()
    lines = bench.lines(500, 0.05)
    (folder / NAME).write_bytes(lines.data)
    database = prepare(bench, folder / "events.sqlite")
    arguments: list[object] = ["folder", "--into", database, "-q", "--rejects", folder / "rejects"]
    bad = rejected(f"folder/{NAME}", lines)
    for _ in range(2):
        done = run(bench, *arguments)
        if done.status != 0:
            expect(done, 3)
        verify(database, lines.good, bad)


CHECKS = {
    "max-rejects": max_rejects, "max-rejects-of-all": max_rejects_of_all, "max-reject-ratio": max_reject_ratio,
    "max-reject-ratio-of-short-files": max_reject_ratio_of_short_files, "not-lines": not_lines, "names": names, "usage": usage, "extremes": extremes,
    "unknown-files": unknown_files, "same-file-twice": same_file_twice, "json": json_report, "rejects-file": rejects_file, "from-start": from_start,
    "from-start-grown": from_start_grown, "own-files": own_files}
