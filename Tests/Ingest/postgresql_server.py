"""A PostgreSQL server of the tests' own, from the system's packages: on loopback, stopped at the end."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import threading
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from fault_tools import Bench, Done, NotRun, Wrong, compare, expect, run

PASSWORD = "pw-of-tests-7f3a"


def programs() -> Path:
    """The folder of the newest server that is installed."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if folders:
        return folders[-1].parent
    found = shutil.which("initdb")
    if found is None:
        raise NotRun("there is no PostgreSQL server (the package postgresql)")
    return Path(found).resolve().parent


class Server:
    """The server. `with` starts it and stops it."""

    def __init__(self) -> None:
        self.bin = programs()
        self.folder = Path(tempfile.mkdtemp(prefix="yodel-pg-"))
        self.port = free_port()
        self.databases = 0
        # initdb refuses root.
        self.as_user: list[str] = []
        self.owner = pwd.getpwuid(os.geteuid()).pw_name
        if os.geteuid() == 0:
            names = {entry.pw_name for entry in pwd.getpwall()}
            self.owner = "postgres" if "postgres" in names else "nobody"
            self.as_user = ["runuser", "-u", self.owner, "--"]
            shutil.chown(self.folder, self.owner)

    def __enter__(self) -> Server:
        try:
            password = self.folder / "password"
            password.write_text(PASSWORD)
            password.chmod(0o644)
            self._run("initdb", "-D", self.data, "-U", "yodel", "-A", "scram-sha-256", "--pwfile", password, "-E", "UTF8", "--locale", "C.UTF-8")
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def data(self) -> Path:
        """The server's own folder."""
        return self.folder / "data"

    def _run(self, program: str, *arguments: object) -> None:
        """Runs a program of the server as its user."""
        command = [*self.as_user, str(self.bin / program), *map(str, arguments)]
        done = subprocess.run(command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise Wrong(f"{program} failed: {done.stderr.strip()[-300:]}")

    def start(self) -> None:
        """Starts it, and waits until it serves."""
        settings = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        self._run("pg_ctl", "-D", self.data, "-w", "-t", "60", "-l", self.folder / "log", "-o", settings, "start")

    def stop(self, mode: str) -> None:
        """Stops it; `immediate` is as a crash."""
        command = [*self.as_user, str(self.bin / "pg_ctl"), "-D", str(self.data), "-w", "-m", mode, "stop"]
        subprocess.run(command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)

    def url(self, database: str, user: str = "yodel", password: str = PASSWORD, port: int | None = None) -> str:
        """What the program gets."""
        return f"postgresql://{user}:{password}@127.0.0.1:{port or self.port}/{database}"

    def sql(self, database: str, text: str) -> list[list[str]]:
        """Runs statements; the values of the rows as text."""
        done = subprocess.run(self.psql(database, "-F", "\x1f", "-c", text), env=self.environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise Wrong(f"psql: {done.stderr.strip()[-300:]}")
        return [line.split("\x1f") for line in done.stdout.splitlines()]

    def psql(self, database: str, *arguments: str) -> list[str]:
        """A command that runs statements."""
        return [str(self.bin / "psql"), "-XAtq", "-h", "127.0.0.1", "-p", str(self.port), "-U", "yodel", "-d", database, *arguments]

    @property
    def environment(self) -> dict[str, str]:
        """What psql is to know."""
        return {**os.environ, "PGPASSWORD": PASSWORD}

    def create(self, options: str = "") -> str:
        """Makes an empty database."""
        self.databases += 1
        name = f"d{self.databases}"
        self.sql("postgres", f"CREATE DATABASE {name} {options}")
        return name

    def prepare(self, bench: Bench, options: str = "") -> str:
        """Makes a database that writes down every row that is added or replaced."""
        name = self.create(options)
        empty = bench.path("empty.ndjson")
        empty.touch()
        expect(ingest(bench, empty, "--into", self.url(name), "-q"), 0)
        self.sql(name, "CREATE TABLE seen (id bigint NOT NULL)")
        self.sql(
            name,
            "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO seen VALUES (new.id); RETURN null; END'")
        self.sql(name, "CREATE TRIGGER noting AFTER INSERT OR UPDATE ON events FOR EACH ROW EXECUTE FUNCTION note()")
        return name

    def ids(self, database: str, table: str = "seen") -> Counter[int]:
        """How often each id is in a table."""
        return Counter(int(row[0]) for row in self.sql(database, f"SELECT id FROM {table}"))

    def count(self, database: str, table: str = "seen") -> int:
        """How many rows a table has."""
        return int(self.sql(database, f"SELECT count(*) FROM {table}")[0][0])

    def rejects(self, database: str) -> Counter[tuple[str, int, bytes]]:
        """The rejects: source, offset and bytes."""
        rows = self.sql(database, "SELECT source, \"offset\", encode(raw, 'hex') FROM rejects")
        return Counter((row[0], int(row[1]), bytes.fromhex(row[2])) for row in rows)

    def verify(self, database: str, good: Sequence[int], bad: Sequence[tuple[str, int, bytes]]) -> None:
        """Looks whether every good record is a row once, and every faulty one a reject once."""
        compare("rows that were written", self.ids(database), Counter(good))
        compare("rows of the table", self.ids(database, "events"), Counter(good))
        compare("rejects", self.rejects(database), Counter(bad))


def ingest(bench: Bench, *arguments: object, **options: object) -> Done:
    """Runs the program to its end; what it prints never has the password."""
    return without_password(run(bench, *arguments, **options))


def without_password(done: Done) -> Done:
    """Looks whether a run has kept the password to itself."""
    if PASSWORD in done.out + done.err:
        raise Wrong("the password was printed")
    return done


def free_port() -> int:
    """A port that nobody has at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Cutter:
    """Stands between the program and the server, and cuts the connection at one of the commits: before the server gets it, or before the program hears of it."""

    def __init__(self, port: int, commit: int, is_taken: bool) -> None:
        self.server_port = port
        self.left = commit
        self.is_taken = is_taken
        self.has_cut = False
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Takes no further connections."""
        self.socket.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.socket.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.server_port))
            threading.Thread(target=self._forward, args=(client, server), daemon=True).start()
            threading.Thread(target=self._answer, args=(server, client), daemon=True).start()

    def _forward(self, client: socket.socket, server: socket.socket) -> None:
        last = b""
        try:
            while data := client.recv(1 << 16):
                # A statement's text stands in one piece; it may begin in one packet and end in the next.
                seen = last + data
                if b"COMMIT\0" in seen:
                    self.left -= 1
                    if self.left == 0:
                        self.has_cut = True
                        if self.is_taken:
                            client.shutdown(socket.SHUT_RDWR)
                            server.sendall(data)
                            # The server answers when it is done.
                            server.shutdown(socket.SHUT_WR)
                        else:
                            client.shutdown(socket.SHUT_RDWR)
                            server.shutdown(socket.SHUT_RDWR)
                        return
                    seen = b""
                last = seen[-8:]
                server.sendall(data)
            server.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def _answer(self, server: socket.socket, client: socket.socket) -> None:
        try:
            while data := server.recv(1 << 16):
                if not self.has_cut:
                    client.sendall(data)
            client.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
