"""Thousands of files: small ones that are read in turn, and quiet ones that are followed by one process."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from pathlib import Path

from fault_kills import run_killed
from fault_tools import Bench, Wrong, expect, prepare, run, seen_count, start, stop, verify, verify_rejects_file, wait_until

FILES = 2_000
SMALL_FILES = 5_000


def processor_seconds(process: subprocess.Popen[bytes]) -> float:
    """Processor time that a process has taken."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def descriptors(process: subprocess.Popen[bytes]) -> int:
    """Files that a process has open."""
    return len(os.listdir(f"/proc/{process.pid}/fd"))


def follow_quiet(bench: Bench) -> None:
    """Two thousand files take next to nothing while they are quiet; what is added to some of them comes in once, through rotation, too."""
    database = prepare(bench, bench.path("events.sqlite"))
    names = [f"{number:05}.ndjson" for number in range(FILES)]
    good: list[int] = []

    def append(name: str, count: int) -> None:
        lines = bench.lines(count, 0)
        good.extend(lines.good)
        with bench.path(name).open("ab") as file:
            file.write(lines.data)

    def settle() -> None:
        wait_until(lambda: seen_count(database) >= len(good), "all rows", 60, process)

    for name in names:
        append(name, 2)
    process = start(bench, [*names, "--follow", "--into", database, "-q"])
    settle()
    time.sleep(3)
    before, seconds = processor_seconds(process), 20
    time.sleep(seconds)
    share = (processor_seconds(process) - before) / seconds
    bench.note(f"{share:.2%} of a core, {descriptors(process)} descriptors")
    if share >= 0.01 or descriptors(process) > 100:
        raise Wrong(f"{FILES} quiet files take {share:.2%} of a core and {descriptors(process)} descriptors")
    for name in bench.rng.sample(names, 500):
        append(name, 1)
    settle()
    # More than stay open: most of these are closed when they lose their name.
    for name in bench.rng.sample(names, 200):
        append(name, 1)
        os.rename(bench.path(name), bench.path(f"{bench.rng.choice(('', 'old-'))}{name}.1"))
        append(name, 2)
    settle()
    for name in bench.rng.sample(names, 100):
        append(name, 1)
    settle()
    if descriptors(process) > 100:
        # Those that have lost their names are done with after a second.
        wait_until(lambda: descriptors(process) <= 100, "the files that were rotated away to be closed", 10, process)
    expect(stop(process), 0)
    verify(database, good)
    for name in bench.rng.sample(names, 50):
        append(name, 1)
    process = start(bench, [*names, "--follow", "--into", database, "-q"])
    settle()
    time.sleep(1)
    expect(stop(process), 0)
    verify(database, good)


def many_small(bench: Bench) -> None:
    """Thousands of small files take little more time than one file of the same lines."""
    good: list[int] = []
    parts: list[bytes] = []
    bench.path("small").mkdir()
    for number in range(SMALL_FILES):
        lines = bench.lines(10, 0)
        good += lines.good
        parts.append(lines.data)
        bench.path(f"small/{number:05}.ndjson").write_bytes(lines.data)
    bench.path("one.ndjson").write_bytes(b"".join(parts))
    times = []
    for source in ("one.ndjson", "small"):
        database = prepare(bench, bench.path(f"{source}.sqlite"))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        expect(run(bench, source, "--into", database, "-q"), 0)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        verify(database, good)
    bench.note(f"{times[1]:.2f} s of a processor, where one file takes {times[0]:.2f} s")
    # 2.2 times where it was measured; 12 times with a transaction for each file.
    if times[1] > 3 * times[0]:
        raise Wrong(f"{SMALL_FILES} files take {times[1]:.2f} s of a processor, one file of the same lines {times[0]:.2f} s")


def kill_small(bench: Bench) -> None:
    """Runs over small files are killed, while some of these grow and others come: every record is in once."""
    kills = inside = number = 0
    while kills < bench.kills:
        folder, database, rejects = bench.path(f"small{number}"), prepare(bench, bench.path(f"{number}.sqlite")), bench.path(f"{number}.rejects")
        folder.mkdir()
        good: list[int] = []
        bad: list[tuple[str, int, bytes]] = []
        arguments: list[object] = [folder.name, "--into", database, "-q", "--rejects", rejects]

        def append(name: str, count: int) -> None:
            path = folder / name
            before = path.stat().st_size if path.exists() else 0
            lines = bench.lines(count, 0.03)
            good.extend(lines.good)
            bad.extend((f"{folder.name}/{name}", before + offset, raw) for offset, raw in lines.bad)
            with path.open("ab") as file:
                file.write(lines.data)

        for index in range(1_500):
            append(f"{index:05}", bench.rng.choice((1, 10, 20)))
        for _ in range(15):
            if kills == bench.kills:
                break
            before = seen_count(database)
            if run_killed(bench, [*arguments, "--workers", bench.rng.choice((1, 3))], bench.rng.uniform(0.02, 0.3)):
                kills += 1
                inside += seen_count(database) > before
            for index in bench.rng.sample(range(1_500), 100):
                append(f"{index:05}", 2)
            append(f"{bench.rng.randrange(1_500):05}-{kills}", bench.rng.choice((1, 10, 1_000)))
        expect(run(bench, *arguments), 0)
        verify(database, good, bad)
        verify_rejects_file(rejects, [raw for _, _, raw in bad])
        report = expect(run(bench, *arguments, "--json"), 0).report
        if report["rows"] or report["rejects"]:
            raise Wrong(f"another run took in {report['rows']} rows and {report['rejects']} rejects")
        number += 1
    bench.note(f"{kills} kills, {inside} of them behind a transaction")


def follow_pattern(bench: Bench) -> None:
    """Files are followed by a pattern: new ones, in new folders, too, and rotated ones that fit it; runs are killed."""
    database = prepare(bench, bench.path("events.sqlite"))
    good: list[int] = []
    paths: list[Path] = []

    def append(path: Path, count: int) -> None:
        lines = bench.lines(count, 0)
        good.extend(lines.good)
        with path.open("ab") as file:
            file.write(lines.data)

    def begin() -> subprocess.Popen[bytes]:
        return start(bench, ["pods/*/*", "--follow", "--into", database, "-q"])

    process = begin()
    for turn in range(12):
        for _ in range(3):
            folder = bench.path(f"pods/{len(paths)}")
            folder.mkdir(parents=True)
            paths.append(folder / "0.log")
        for path in paths:
            append(path, bench.rng.choice((1, 5, 50)))
        wait_until(lambda: seen_count(database) >= len(good), "all rows", 20, process)
        if turn % 3 == 2:
            process.kill()
            process.communicate()
        for path in bench.rng.sample(paths, len(paths) // 3):
            append(path, 2)
            if path.with_name("1.log").exists():
                os.rename(path.with_name("1.log"), path.with_name("2.log"))
            os.rename(path, path.with_name("1.log"))
            append(path, 2)
        if turn % 3 == 2:
            process = begin()
    wait_until(lambda: seen_count(database) >= len(good), "all rows", 20, process)
    time.sleep(1.5)
    expect(stop(process), 0)
    verify(database, good)


CHECKS = {"follow-pattern": follow_pattern, "follow-quiet": follow_quiet, "many-small": many_small, "kill-small": kill_small}
