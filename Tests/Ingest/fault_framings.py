"""Runs over files that are not plain lines, and are killed: whenever it happens, the next ones bring in every record exactly once."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fault_follow import Writer, kill_follow
from fault_kills import kill_files
from fault_tools import Bench, Lines

TIME = "2026-01-01T00:00:00.123456789Z"
# Of each round's files.
COUNTS = (15_000, 500, 6_000)


@dataclass
class Form:
    """A way in which records follow each other."""

    name: str
    join: Callable[[random.Random, list[bytes]], bytes]
    # What a record is in the file, without what is around it.
    text: Callable[[bytes], bytes] = bytes
    # Whether a record has to be JSON, so that others end the reading.
    is_json: bool = False
    # Whether white space at the end may be missing.
    may_lack_feed: bool = True


def is_json(record: bytes) -> bool:
    """Whether a record is JSON."""
    try:
        json.loads(record)
    except ValueError:
        return False
    return True


def pieces(rng: random.Random, record: bytes) -> list[bytes]:
    """A record as a logger cuts it: most are whole."""
    cuts = sorted(rng.sample(range(1, len(record)), rng.choice((0, 0, 1, 3))))
    return [record[start:end] for start, end in zip([0, *cuts], [*cuts, len(record)])]


def interleaved(rng: random.Random, records: list[bytes], lines: Callable[[bytes, str], list[bytes]]) -> bytes:
    """The lines of two streams, written in turn."""
    waiting: dict[str, list[bytes]] = {"stdout": [], "stderr": []}
    parts: list[bytes] = []
    for record in records[:-1]:
        stream = rng.choice(("stdout", "stdout", "stderr"))
        # What has begun in this stream ends first.
        parts += waiting[stream]
        waiting[stream] = lines(record, stream)
        for other in waiting.values():
            count = rng.randrange(len(other) + 1)
            parts += other[:count]
            del other[:count]
    # The last record is the last here, too: a faulty one without a line feed would be left to the next run, as one that is still being written.
    return b"".join(parts + waiting["stdout"] + waiting["stderr"] + [line for record in records[-1:] for line in lines(record, "stdout")])


def array(rng: random.Random, records: list[bytes]) -> bytes:
    """An array, as a program writes it, or with a line for each element."""
    separator = rng.choice((b",", b",\n", b" ,\r\n  "))
    return b"[" + rng.choice((b"", b"\n")) + separator.join(records) + rng.choice((b"", b"\n")) + b"]\n"


def array_at(rng: random.Random, records: list[bytes]) -> bytes:
    """An array at a key, with others around it, on one line or on many."""
    key = rng.choice((b"Records", b"events", b"items", b"data"))
    feed = rng.choice((b"", b"\n"))
    elements = b"[%b%b%b]" % (feed, (b"," + feed).join(records), feed)
    return b'{%b"count":%d,%b"next":null,%b"%b":%b,"more":false}\n' % (feed, len(records), feed, feed, key, elements)


def values(rng: random.Random, records: list[bytes]) -> bytes:
    """Documents one after the other."""
    return b"".join(record + rng.choice((b"\n", b"\n\n", b"")) for record in records)


def pretty(record: bytes) -> bytes:
    """A record over several lines."""
    return json.dumps(json.loads(record), indent=2).encode()


def sse(rng: random.Random, records: list[bytes]) -> bytes:
    """Events, some of which have several lines of data."""
    parts: list[bytes] = []
    for number, record in enumerate(records):
        head = rng.choice((b"", b"id: %d\n" % number, b"event: added\nid: %d\n" % number, b": ping\n\n"))
        data = b"".join(b"data: %b\n" % line for line in record.split(b"\n"))
        parts.append(head + data + rng.choice((b"\n", b"\n\n", b"retry: 10\n\n")))
    return b"".join(parts) + rng.choice((b"", b"data: [DONE]\n\n"))


def spread(record: bytes) -> bytes:
    """A record with line feeds between some of its members, always at the same places."""
    return record.replace(b',"repo"', b',\n"repo"').replace(b',"public"', b',\n"public"') if len(record) % 3 == 0 else record


def cri(rng: random.Random, records: list[bytes]) -> bytes:
    """The log of a container, with partial lines."""

    def lines(record: bytes, stream: str) -> list[bytes]:
        parts = pieces(rng, record)
        tags = ["P"] * (len(parts) - 1) + ["F"]
        return [f"{TIME} {stream} {tag} ".encode() + part + b"\n" for tag, part in zip(tags, parts)]

    return interleaved(rng, records, lines)


def docker(rng: random.Random, records: list[bytes]) -> bytes:
    """Docker's log, with partial lines."""

    def lines(record: bytes, stream: str) -> list[bytes]:
        return [
            json.dumps({"log": part.decode(), "stream": stream, "time": TIME}).encode() + b"\n" for part in pieces(rng, record + b"\n")]

    return interleaved(rng, records, lines)


def bulk(rng: random.Random, records: list[bytes]) -> bytes:
    """A body for Elasticsearch's bulk API."""
    actions = (b'{"index":{}}', b'{"index":{"_index":"events"}}', b'{"create":{"_id":"7"}}')
    return b"".join(b"%b\n%b\n" % (rng.choice(actions), record) for record in records)


def utf16(rng: random.Random, records: list[bytes]) -> bytes:
    """Lines in UTF-16 with a byte order mark."""
    text = "".join(record.decode() + rng.choice(("\n", "\r\n", "\n\n")) for record in records)
    return rng.choice((b"\xff\xfe" + text.encode("utf-16-le"), b"\xfe\xff" + text.encode("utf-16-be")))


FORMS = (
    Form("array", array, is_json=True), Form("array-at", array_at, is_json=True), Form("values", values, pretty, is_json=True),
    Form("sse", sse, spread, may_lack_feed=False), Form("cri", cri), Form("docker", docker), Form("bulk", bulk),
    Form("utf-16", utf16, may_lack_feed=False))


def kill_form(form: Form) -> Callable[[Bench], None]:
    """A check of a form."""

    def write(bench: Bench, path: Path, lines: Lines) -> None:
        bad = {raw for _, raw in lines.bad}
        # The first record is a good one, by which the form is found, and the last one, which may lack its line feed.
        records = sorted((line.strip() for line in lines.data.split(b"\n") if line.strip()), key=lambda line: line in bad)
        records, last = records[: len(lines.good)], records[len(lines.good) :]
        for record in last if not form.is_json else filter(is_json, last):
            records.insert(bench.rng.randrange(1, len(records)), record)
        # Where they stand in the file is not looked at.
        lines.bad = [(0, form.text(record)) for record in records if record in bad]
        data = form.join(bench.rng, [form.text(record) for record in records])
        if form.may_lack_feed and bench.rng.random() < 0.5:
            data = data.rstrip()
        path.write_bytes(gzip.compress(data, 1) if bench.rng.random() < 0.2 else data)

    def check(bench: Bench) -> None:
        kill_files(bench, write, "txt", COUNTS, has_places=False)

    check.__doc__ = form.join.__doc__
    return check


class ContainerWriter(Writer):
    """Appends what a container logs."""

    def __init__(self, bench: Bench, form: Form) -> None:
        super().__init__(bench)
        self.form = form

    def text(self, lines: Lines) -> bytes:
        """The lines with what is around them."""
        return self.form.join(self.rng, [line.strip() for line in lines.data.split(b"\n") if line.strip()])


def kill_follow_form(form: Form) -> Callable[[Bench], None]:
    """A check that follows the log of a container."""

    def check(bench: Bench) -> None:
        kill_follow(bench, ContainerWriter(bench, form))

    check.__doc__ = form.join.__doc__
    return check


CHECKS = {f"kill-{form.name}": kill_form(form) for form in FORMS} | {
    f"kill-follow-{form.name}": kill_follow_form(form) for form in FORMS if form.join in (cri, docker)}
