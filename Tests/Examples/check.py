"""Runs the example programs, which a folder holds, and checks what they print and write. Everything is on loopback.

The commands of the tutorial are run as they stand in the article, against the service that it ends with, and their answers are those in the article.

Exits with 1 if anything is not as it should be.
"""

from __future__ import annotations

import contextlib
import json
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TUTORIAL = ROOT / "Sources/Yodel/Yodel.docc/Articles/TutorialService.md"
LONGEST = 30.0


class Wrong(Exception):
    """What a program did that it should not have done."""


def equal(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise Wrong(f"{what}:\n    {found!r}, should be\n    {wanted!r}")


def until(what: str, condition: Callable[[], bool]) -> None:
    """Waits for something that a program in the background does."""
    end = time.monotonic() + LONGEST
    while not condition():
        if time.monotonic() > end:
            raise Wrong(f"{what}: not after {LONGEST:.0f} s")
        time.sleep(0.02)


@contextlib.contextmanager
def service(program: Path, folder: Path) -> Iterator[str]:
    """Runs a service on a free port, and ends it by the signal with which services are ended."""
    log = folder / f"{program.name}.log"
    with log.open("w") as output, subprocess.Popen([program, "0"], stdout=output, stderr=subprocess.STDOUT) as process:
        try:

            def address() -> re.Match[str] | None:
                if process.poll() is not None:
                    raise Wrong(f"{program.name} ended: {log.read_text()}")
                return re.search(r"listening on (127\.0\.0\.1:\d+)", log.read_text())

            until(f"{program.name} listens", lambda: address() is not None)
            found = address()
            assert found is not None
            yield f"http://{found[1]}"
            process.send_signal(signal.SIGTERM)
            equal(f"{program.name}, its exit status after SIGTERM", process.wait(LONGEST), 0)
        finally:
            process.kill()


def printed(*command: object) -> str:
    """What a command prints."""
    words = [str(word) for word in command]
    ended = subprocess.run(words, stdout=subprocess.PIPE, text=True, timeout=LONGEST, check=False)
    equal(f"{words[0]}, its exit status", ended.returncode, 0)
    return ended.stdout


def exchanges(article: str) -> list[tuple[str, str, str]]:
    """The commands of an article that call the service, each with the kind and the text of the block after it, which is the answer."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", article, re.MULTILINE | re.DOTALL)
    return [
        (text.strip(), blocks[index + 1][0], blocks[index + 1][1])
        for index, (language, text) in enumerate(blocks[:-1])
        if language == "sh" and text.startswith("curl ")
    ]


def books(programs: Path, folder: Path) -> None:
    """The service answers as the tutorial says, and describes itself."""
    commands = exchanges(TUTORIAL.read_text())
    if len(commands) < 5:
        raise Wrong(f"the tutorial has {len(commands)} commands")
    with service(programs / "Books", folder) as address:
        for command, language, answer in commands:
            here = command.replace("http://127.0.0.1:8080", address)
            found = printed("bash", "-c", here.replace("curl ", "curl --silent --show-error ", 1))
            if language == "json":
                equal(command, json.loads(found), json.loads(answer))
            else:
                equal(command, found.strip(), answer.strip())
        document = json.loads(printed("curl", "--silent", f"{address}/openapi.json"))
        equal("the version of OpenAPI", document["openapi"], "3.1.0")
        equal("what a book must have", document["components"]["schemas"]["Book"]["required"], ["title"])
        missing = json.loads(printed("curl", "--silent", f"{address}/nowhere"))
        equal("the status of an unknown route", missing["status"], 404)


def client(programs: Path, folder: Path) -> None:
    """The client reads all pages, and waits once: three pages are four requests, the third of which is one too many."""
    with service(programs / "IssueServer", folder) as address:
        lines = printed(programs / "Client", address, "/issues").splitlines()
    equal("the client", lines[:2], ["too many requests: waiting for 1 s", "25 issues on 3 pages, 13 open"])
    first = {"number": 1, "title": "Issue 1", "state": {"open": True}, "created_at": "2026-03-01T10:00:00+0000"}
    equal("the first issue", json.loads(lines[2]), first)


def line(path: str, milliseconds: float) -> str:
    return f'{{"time":"2026-03-01T10:00:00Z","path":"{path}","status":200,"ms":{milliseconds}}}\n'


def follower(programs: Path, folder: Path) -> None:
    """Each line is a row once: those of before, those written while the program runs, those of a new file of the name, and those written while nothing runs."""
    log, database = folder / "access.ndjson", folder / "access.sqlite"
    log.write_text(line("/", 1) + line("/a", 2))

    def count(query: str) -> int:
        if not database.exists():
            return -1
        with contextlib.closing(sqlite3.connect(database, timeout=10)) as connection:
            try:
                return int(connection.execute(query).fetchone()[0])
            except sqlite3.OperationalError:
                return -1

    def rows(wanted: int) -> None:
        until(f"{wanted} rows", lambda: count("SELECT count(*) FROM visits") == wanted)

    def add(text: str) -> None:
        with log.open("a") as file:
            file.write(text)

    with subprocess.Popen([programs / "Follower", log, database], stderr=subprocess.DEVNULL) as process:
        try:
            rows(2)
            add(line("/b", 3) + "no JSON\n" + '{"status":404}\n')
            rows(3)
            until("2 rejects", lambda: count("SELECT count(*) FROM rejects") == 2)
            log.rename(folder / "access.ndjson.1")
            log.write_text(line("/c", 4))
            rows(4)
        finally:
            process.kill()
    add(line("/d", 5))
    with subprocess.Popen([programs / "Follower", log, database], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            rows(5)
            process.send_signal(signal.SIGTERM)
            output, _ = process.communicate(timeout=LONGEST)
        finally:
            process.kill()
    equal("the follower's exit status after SIGTERM", process.returncode, 0)
    equal("the follower", output, "1 rows, 0 rejects\n")
    equal("the paths", count("SELECT count(DISTINCT path) FROM visits"), 5)


def columns(programs: Path, folder: Path) -> None:
    log = folder / "visits.ndjson"
    log.write_text(line("/a", 1.5) * 2 + "no JSON\n" + line("/b", 4) + line("/a", 6))
    wanted = ["/a: 3 visits, 3.0 ms on average", "/b: 1 visits, 4.0 ms on average", "1 lines that are no visits"]
    equal("the columns", printed(programs / "Columns", log).splitlines(), wanted)


def main() -> int:
    programs = Path(sys.argv[1])
    failed = False
    for check in (books, client, follower, columns):
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="examples-") as folder:
            try:
                check(programs, Path(folder))
                result = "ok"
            except (Wrong, subprocess.TimeoutExpired, ValueError, LookupError) as error:
                result, failed = f"error: {error}", True
        print(f"{check.__name__:10} {time.monotonic() - started:5.1f} s  {result}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
