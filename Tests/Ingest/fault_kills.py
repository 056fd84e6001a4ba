"""Runs that are killed: whenever it happens, the next ones bring in every record exactly once."""

from __future__ import annotations

import gzip
import json
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fault_tools import (
    Bench, Lines, NotRun, Wrong, compare, connected, event, expect, finish, ids, prepare, run, seen_count, start, tail, verify, verify_rejects_file)

Writer = Callable[[Bench, Path, Lines], None]


@dataclass
class Round:
    """Files that are read into one database until all is in."""

    database: Path
    rejects: Path
    arguments: list[object]
    good: list[int]
    bad: list[tuple[str, int, bytes]]


def write_plain(_: Bench, path: Path, lines: Lines) -> None:
    """Writes lines as they are."""
    path.write_bytes(lines.data)


def pieces(bench: Bench, data: bytes) -> list[bytes]:
    """Bytes, cut anywhere."""
    cuts = sorted(bench.rng.randrange(len(data)) for _ in range(bench.rng.randrange(6)))
    return [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)])]


def write_gzip(bench: Bench, path: Path, lines: Lines) -> None:
    """Writes members that end anywhere, also within a line."""
    path.write_bytes(b"".join(gzip.compress(piece, 1) for piece in pieces(bench, lines.data)))


def write_zstd(bench: Bench, path: Path, lines: Lines) -> None:
    """Writes frames that end anywhere."""
    if shutil.which("zstd") is None:
        raise NotRun("there is no command zstd")
    frames = [subprocess.run(["zstd", "-q", "-1", "-c"], input=piece, capture_output=True, check=True).stdout for piece in pieces(bench, lines.data)]
    path.write_bytes(b"".join(frames))


def make_round(bench: Bench, number: int, write: Writer, ending: str, counts: Sequence[int]) -> Round:
    """Writes files, one of which lacks the last line feed, and makes a database."""
    made = Round(prepare(bench, bench.path(f"r{number}.sqlite")), bench.path(f"rejects{number}.ndjson"), [], [], [])
    for index, count in enumerate(counts):
        lines = bench.lines(count)
        if index == 1:
            lines.data = lines.data.rstrip()
        name = f"r{number}-{index}.{ending}"
        write(bench, bench.path(name), lines)
        made.arguments.append(name)
        made.good += lines.good
        made.bad += [(name, offset, raw) for offset, raw in lines.bad]
    made.arguments += ["--into", made.database, "-q", "--rejects", made.rejects]
    return made


def run_killed(bench: Bench, arguments: list[object], delay: float) -> bool:
    """Runs, and kills after a while.

    Returns: Whether it was killed; else it had ended before, with all in.
    """
    began = time.monotonic()
    process = start(bench, arguments)
    try:
        process.wait(delay)
    except subprocess.TimeoutExpired:
        process.kill()
    done = finish(process, began)
    if done.status == -signal.SIGKILL:
        return True
    if done.status != 0:
        raise Wrong(f"exit status {done.status} behind a kill; it said {tail(done.err)!r}")
    return False


def kill_files(bench: Bench, write: Writer, ending: str, counts: Sequence[int] = (50_000, 1_500, 20_000), has_places: bool = True) -> None:
    """Kills runs over files of so many lines until there have been enough; where the faulty ones stand may be unknown."""
    kills = number = inside = 0
    while kills < bench.kills:
        made = make_round(bench, number, write, ending, counts)
        number += 1
        for _ in range(1000):
            if kills == bench.kills:
                expect(run(bench, *made.arguments), 0)
                break
            # Many in the middle of the work, some while it begins.
            delay = bench.rng.uniform(0.04, 0.5) if bench.rng.random() < 0.8 else bench.rng.uniform(0.001, 0.03)
            options: list[object] = ["--durable"] if bench.rng.random() < 0.2 else []
            options += ["--batch-rows", bench.rng.choice((50, 300, 1_500)), "--workers", bench.rng.choice((1, 2, 3))]
            before = seen_count(made.database)
            if not run_killed(bench, made.arguments + options, delay):
                break
            kills += 1
            inside += seen_count(made.database) > before
        verify(made.database, made.good, made.bad if has_places else [raw for _, _, raw in made.bad])
        verify_rejects_file(made.rejects, [raw for _, _, raw in made.bad])
        # Once more: nothing is left to come in.
        report = expect(run(bench, *made.arguments, "--json"), 0).report
        if report["rows"] or report["rejects"]:
            raise Wrong(f"another run took in {report['rows']} rows and {report['rejects']} rejects")
        for path in bench.folder.glob(f"r*{number - 1}*"):
            path.unlink()
    bench.note(f"{kills} kills, {inside} of them behind a transaction")


def kill_plain(bench: Bench) -> None:
    """Plain files, with a file of rejects."""
    kill_files(bench, write_plain, "ndjson")


def kill_gzip(bench: Bench) -> None:
    """gzip, several members."""
    kill_files(bench, write_gzip, "ndjson.gz")


def kill_zstd(bench: Bench) -> None:
    """zstd, several frames."""
    kill_files(bench, write_zstd, "ndjson.zst")


def kill_first(bench: Bench) -> None:
    """Kills while the database, and what else there is not yet, is made."""
    lines = bench.lines(2_000, 0.05)
    bench.path("events.ndjson").write_bytes(lines.data)
    kills = 0
    for number in range(bench.kills):
        database, rejects = bench.path(f"{number}.sqlite"), bench.path(f"{number}.rejects")
        arguments: list[object] = ["events.ndjson", "--into", database, "-q", "--batch-rows", 200, "--rejects", rejects]
        kills += sum(run_killed(bench, arguments, bench.rng.uniform(0.002, 0.045)) for _ in range(2))
        expect(run(bench, *arguments), 0)
        compare("rows", ids(database, "events"), Counter(lines.good))
        with connected(database) as db:
            found = Counter(row[0] for row in db.execute("SELECT CAST(raw AS BLOB) FROM rejects"))
            records = db.execute("SELECT sum(records) FROM ingest_places").fetchone()[0]
        compare("rejects", found, Counter(raw for _, raw in lines.bad))
        if records != 2_000:
            raise Wrong(f"the place counts {records} records of 2000")
        verify_rejects_file(rejects, [raw for _, raw in lines.bad])
        for path in bench.folder.glob(f"{number}.*"):
            path.unlink()
    bench.note(f"{kills} kills")


def make_rejects(bench: Bench, count: int) -> tuple[Path, Lines, dict[int, bytes]]:
    """A database with rejects, and what half of them should have been."""
    lines = bench.lines(count, 0.9)
    bench.path("replay.ndjson").write_bytes(lines.data)
    database = prepare(bench, bench.path("replay.sqlite"))
    expect(run(bench, "replay.ndjson", "--into", database, "-q"), 0)
    with connected(database) as db:
        numbers = [row[0] for row in db.execute("SELECT id FROM rejects")]
        mended = {bench.next_id + number: event(bench.next_id + number, bench.rng) for number in numbers[::2]}
        for number in numbers[::2]:
            db.execute("UPDATE rejects SET raw = ? WHERE id = ?", (mended[bench.next_id + number], number))
    return database, lines, mended


def replay(bench: Bench) -> None:
    """Mended rejects become rows, once; the others have one attempt more."""
    database, lines, mended = make_rejects(bench, 2_000)
    report = expect(run(bench, "--replay", "--into", database, "--json"), 0).report
    left = len(lines.bad) - len(mended)
    if (report["rows"], report["rejects"]) != (len(mended), left):
        raise Wrong(f"--replay reports {report}, not {len(mended)} rows and {left} rejects")
    compare("rows", ids(database), sum_of(lines.good, mended))
    with connected(database) as db:
        attempts = db.execute("SELECT attempts, count(*) FROM rejects GROUP BY 1").fetchall()
    if attempts != [(2, left)]:
        raise Wrong(f"attempts and rejects are {attempts}, not {[(2, left)]}")
    again = expect(run(bench, "--replay", "--into", database, "--json"), 0).report
    if again["rows"] != 0:
        raise Wrong(f"a second replay makes {again['rows']} rows")


def sum_of(good: list[int], mended: dict[int, bytes]) -> Counter[int]:
    """All ids that should be rows."""
    return Counter(good) + Counter(mended.keys())


def replay_spread(bench: Bench) -> None:
    """A record that was mended over several lines is one record; at least it keeps no other one from coming in."""
    database, lines, _ = make_rejects(bench, 200)
    spread = event(bench.next_id + 1_000_000, bench.rng).replace(b",", b",\n  ")
    with connected(database) as db:
        first = db.execute("SELECT min(id) FROM rejects").fetchone()[0]
        db.execute("UPDATE rejects SET raw = ? WHERE id = ?", (spread, first))
        wanted = db.execute("SELECT count(*) FROM rejects").fetchone()[0] // 2
    done = run(bench, "--replay", "--into", database, "--json")
    rows = seen_count(database) - len(lines.good)
    if done.status != 0 or rows < wanted - 1:
        raise Wrong(f"exit status {done.status}, {rows} rows of {wanted}; it said {tail(done.err)!r}")


def kill_replay(bench: Bench) -> None:
    """Replays that are killed take in nothing twice."""
    kills = number = 0
    while kills < bench.kills:
        database, lines, mended = make_rejects(bench, 60_000)
        while True:
            if kills >= bench.kills:
                expect(run(bench, "--replay", "--into", database), 0)
                break
            if not run_killed(bench, ["--replay", "--into", database, "-q"], bench.rng.uniform(0.005, 1.2)):
                break
            kills += 1
        compare("rows", ids(database), sum_of(lines.good, mended))
        with connected(database) as db:
            left, least = db.execute("SELECT count(*), min(attempts) FROM rejects").fetchone()
        if left != len(lines.bad) - len(mended) or least < 2:
            raise Wrong(f"{left} rejects are left, of {len(lines.bad) - len(mended)}, with {least} attempts or more")
        for path in bench.folder.glob("replay*"):
            path.unlink()
        number += 1
    bench.note(f"{kills} kills in {number} rounds")


def make_rejects_file(bench: Bench, number: int, count: int) -> tuple[Path, dict[int, bytes], list[tuple[str, int, bytes]]]:
    """A file of rejects, half of them mended by hand, and what the others should be: source, offset and bytes."""
    lines = bench.lines(count, 0.95)
    name, rejects = f"f{number}.ndjson", bench.path(f"f{number}.rejects")
    bench.path(name).write_bytes(lines.data)
    expect(run(bench, name, "--into", bench.path(f"f{number}.first"), "-q", "--rejects", rejects), 0)
    mended: dict[int, bytes] = {}
    left: list[tuple[str, int, bytes]] = []
    written: list[str] = []
    for index, line in enumerate(rejects.read_text().splitlines()):
        record = json.loads(line)
        if index % 2:
            left.append((record["source"], record["offset"], record["raw"].encode()))
        else:
            mended[bench.next_id] = event(bench.next_id, bench.rng)
            record["raw"] = mended[bench.next_id].decode()
            bench.next_id += 1
        written.append(json.dumps(record))
    rejects.write_text("\n".join(written) + "\n")
    if len(written) != len(lines.bad):
        raise Wrong(f"the file of rejects has {len(written)} lines of {len(lines.bad)}")
    return rejects, mended, left


def kill_replay_file(bench: Bench) -> None:
    """Replays of a file of rejects that are killed take in everything once, and the next ones nothing again."""
    kills = number = inside = 0
    while kills < bench.kills:
        rejects, mended, left = make_rejects_file(bench, number, 30_000)
        database, again = prepare(bench, bench.path(f"f{number}.sqlite")), bench.path(f"f{number}.again")
        arguments: list[object] = ["--replay", rejects, "--into", database, "-q", "--rejects", again]
        while kills < bench.kills:
            before = seen_count(database)
            if not run_killed(bench, [*arguments, "--batch-rows", bench.rng.choice((50, 300, 1_500))], bench.rng.uniform(0.01, 0.6)):
                break
            kills += 1
            inside += seen_count(database) > before
        expect(run(bench, *arguments), 0)
        verify(database, list(mended), left)
        verify_rejects_file(again, [raw for _, _, raw in left])
        report = expect(run(bench, *arguments, "--json"), 0).report
        if report["rows"] or report["rejects"]:
            raise Wrong(f"another replay took in {report['rows']} rows and {report['rejects']} rejects")
        expect(run(bench, "--replay", again, "--into", database, "-q", "--rejects", again), 3, "that the sink writes")
        for path in bench.folder.glob(f"f{number}.*"):
            path.unlink()
        number += 1
    bench.note(f"{kills} kills in {number} rounds, {inside} of them behind a transaction")


CHECKS = {
    "kill-first": kill_first, "kill-files": kill_plain, "kill-gzip": kill_gzip, "kill-zstd": kill_zstd,
    "kill-replay": kill_replay, "kill-replay-file": kill_replay_file, "replay": replay, "replay-spread": replay_spread}
