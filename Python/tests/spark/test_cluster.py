"""A standalone cluster of two workers on loopback, of which processes are killed."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pyspark
import pytest
from pyspark.sql import SparkSession

HERE = Path(__file__).parent
TIMEOUT = 300


@dataclass
class Cluster:
    """The master's address, and the processes."""

    master: str
    workers: list[subprocess.Popen[bytes]]

    def executors(self) -> list[int]:
        """The processes that the workers have started to run tasks."""
        found = []
        for worker in self.workers:
            children = Path(f"/proc/{worker.pid}/task").glob("*/children")
            for child in [int(pid) for file in children for pid in file.read_text().split()]:
                with contextlib.suppress(OSError):
                    command = Path(f"/proc/{child}/cmdline").read_bytes()
                    if b"CoarseGrainedExecutorBackend" in command:
                        found.append(child)
        return found


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Start a master and two workers."""
    folder = tmp_path_factory.mktemp("cluster")
    home = Path(pyspark.__file__).parent
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_DAEMON_MEMORY": "256m",
        "SPARK_HOME": str(home),
    }

    def start(name: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (folder / f"{name}.log").open("wb") as log:
            return subprocess.Popen(
                [str(home / "bin" / "spark-class"), *arguments],
                env=environment,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    host = ["--host", "127.0.0.1", "--webui-port", "0"]
    deploy = "org.apache.spark.deploy"
    master = start("master", f"{deploy}.master.Master", *host, "--port", str(port))
    wait(lambda: _listens(port), "the master to listen")
    address = f"spark://127.0.0.1:{port}"
    size = ["--cores", "1", "--memory", "600m"]
    workers = [
        start(
            f"worker{number}",
            f"{deploy}.worker.Worker",
            *host,
            *size,
            "--work-dir",
            str(folder / f"work{number}"),
            address,
        )
        for number in range(2)
    ]
    try:
        log = folder / "master.log"
        wait(lambda: log.read_text().count("Registering worker") == 2, "two workers")
        yield Cluster(address, workers)
    finally:
        for process in [*workers, master]:
            # The group is this process's own, and what it has started.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait(until: Callable[[], bool], what: str, timeout: float = TIMEOUT) -> None:
    end = time.monotonic() + timeout
    while not until():
        if time.monotonic() > end:
            pytest.fail(f"waited {timeout} s for {what}")
        time.sleep(0.02)


@dataclass
class Work:
    """What a program does, and where."""

    folder: Path
    library: str
    master: str
    kind: str
    count: int = 0
    bad: list[bytes] = field(default_factory=list)
    chance: random.Random = field(default_factory=lambda: random.Random(5))

    def path(self, name: str) -> Path:
        return self.folder / name

    def add_file(self, records: int) -> None:
        """Add a file whose ids are new, with some bad lines in it."""
        lines = []
        for _ in range(records):
            lines.append(b'{"id": %d, "type": "%s"}\n' % (self.count, b"x" * 60))
            self.count += 1
            if self.chance.random() < 0.001:
                self.bad.append(b"bad %d" % len(self.bad))
                lines.append(self.bad[-1] + b"\n")
        part = self.path("part")
        part.write_bytes(b"".join(lines))
        self.path("events").mkdir(exist_ok=True)
        os.rename(part, self.path("events") / f"{self.count:08}.jsonl")

    def start(self) -> subprocess.Popen[bytes]:
        names = ("events", "out", "rejects", "checkpoint", "stop")
        work = {name: str(self.path(name)) for name in names}
        work |= {"library": self.library, "master": self.master, "kind": self.kind}
        with self.path("driver.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, str(HERE / "cluster_driver.py"), json.dumps(work)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def finish(self, driver: subprocess.Popen[bytes]) -> None:
        assert driver.wait(TIMEOUT) == 0, self.path("driver.log").read_text()[-5_000:]

    def wait_for(
        self, driver: subprocess.Popen[bytes], count: Callable[[], int], least: int
    ) -> None:
        """Wait until something has been counted, while the program runs."""
        wait(lambda: count() >= least or driver.poll() is not None, f"{least} of its steps")
        assert driver.poll() is None, self.path("driver.log").read_text()[-5_000:]

    def rejects(self) -> list[Path]:
        return list(self.path("rejects").glob("rejects-*.parquet"))

    def check(self, spark: SparkSession) -> None:
        """Look whether each record, and each bad line, is there once."""
        out = spark.read.parquet(str(self.path("out")))
        assert out.count() == self.count
        ids = out.select("id").toArrow()["id"].to_pylist()
        assert sorted(ids) == list(range(self.count))
        tables = [pyarrow.parquet.read_table(path) for path in self.rejects()]
        found: list[Any] = pyarrow.concat_tables(tables)["bytes"].to_pylist()
        assert Counter(found) == Counter(self.bad)
        assert max(Counter(found).values()) == 1


@pytest.mark.parametrize("kind", ["batch", "parquet"])
def test_an_executor_is_killed_in_mid_job(
    spark: SparkSession, cluster: Cluster, library: str, tmp_path: Path, kind: str
) -> None:
    work = Work(tmp_path, library, cluster.master, kind)
    for _ in range(10):
        work.add_file(20_000)
    driver = work.start()
    killed = 0
    try:
        for done in (5, 30):
            work.wait_for(driver, lambda: len(work.rejects()), done)
            wait(lambda: bool(cluster.executors()), "an executor")
            os.kill(work.chance.choice(cluster.executors()), signal.SIGKILL)
            killed += 1
        work.finish(driver)
    finally:
        stop(driver)
    assert killed == 2
    work.check(spark)


def test_the_driver_is_killed_in_mid_stream(
    spark: SparkSession, cluster: Cluster, library: str, tmp_path: Path
) -> None:
    work = Work(tmp_path, library, cluster.master, "stream")
    offsets = work.path("checkpoint") / "offsets"

    def batches() -> int:
        return (
            len([name for name in os.listdir(offsets) if name.isdigit()]) if offsets.exists() else 0
        )

    for _ in range(3):
        work.add_file(10_000)
    for kill in range(3):
        driver = work.start()
        try:
            work.wait_for(driver, batches, batches() + 2)
            # Somewhere in a batch: while it is planned, read, written or committed.
            time.sleep(work.chance.random())
        finally:
            stop(driver)
        work.add_file(10_000)
        if kill == 1:
            for executor in cluster.executors():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(executor, signal.SIGKILL)
    driver = work.start()
    try:
        work.path("stop").touch()
        work.finish(driver)
    finally:
        stop(driver)
    assert batches() > 8
    work.check(spark)


def stop(driver: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(driver.pid, signal.SIGKILL)
    driver.wait()
