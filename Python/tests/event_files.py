"""Files of events, and the rows that they should give."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

COLUMNS = ["id", "type", "actor", "public", "createdAt", "score", "tags", "note"]
TYPES = ["PushEvent", "ForkEvent", "WatchEvent", "IssuesEvent"]
WORDS = [
    "a",
    "swift",
    "json",
    "",
    "Grüße",
    "日本",
    "😀",
    'quote"s',
    "back\\slash",
    "line\nfeed",
    "\t",
]
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

Row = dict[str, Any]


@dataclass
class EventFile:
    """A file of events, its lines, and the row of each line."""

    path: Path
    lines: list[bytes]
    rows: list[Row]

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return self.path.stat().st_size


def write_events(path: Path, count: int, *, seed: int, end: bytes = b"\n") -> EventFile:
    """Write a file of events that are the same for the same seed."""
    chance = random.Random(seed)
    lines = [_line(chance, index) for index in range(count)]
    path.write_bytes(b"".join(line + end for line in lines))
    return EventFile(path, lines, [row(line) for line in lines])


def write_files(folder: Path, *names: str) -> None:
    """Write files of fifty events each, and the folders that they are in."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_events(folder / name, 50, seed=1)


def row(line: bytes) -> Row:
    """Give the row of a line, by Python's own JSON: missing keys take the model's defaults."""
    value = json.loads(line)
    actor = value.get("actor", {})
    return {
        "id": value.get("id", 0),
        "type": value.get("type", ""),
        "actor": {"id": actor.get("id", 0), "login": actor.get("login", "")},
        "public": value.get("public", False),
        "createdAt": datetime.fromisoformat(value["created_at"].replace("Z", "+00:00")),
        "score": float(value.get("score", 0)),
        "tags": value.get("tags", []),
        "note": value.get("note"),
    }


def microseconds(date: datetime) -> int:
    """Count the microseconds since 1970."""
    return (date - EPOCH) // timedelta(microseconds=1)


def _line(chance: random.Random, index: int) -> bytes:
    second = datetime(2026, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=chance.randrange(10**8))
    fraction = chance.choice(["", "", ".250", ".123"])
    value: Row = {
        "id": chance.choice([index, -index, 2**63 - 1 - index, -(2**63) + index]),
        "type": chance.choice(TYPES),
        "actor": {"id": chance.randrange(10**6), "login": chance.choice(WORDS)},
        "public": chance.random() < 0.5,
        "created_at": f"{second:%Y-%m-%dT%H:%M:%S}{fraction}Z",
        "score": chance.choice([0, 1.5, -2.25, 1e300, 5e-324, 3, chance.random()]),
        "tags": chance.choices(WORDS, k=chance.randrange(4)),
        "note": chance.choice([None, None, "", "noted", " ".join(chance.choices(WORDS, k=20))]),
    }
    for key in ("id", "type", "actor", "public", "score", "tags", "note"):
        if chance.random() < 0.05:
            del value[key]
    if "actor" in value and chance.random() < 0.05:
        del value["actor"][chance.choice(["id", "login"])]
    if chance.random() < 0.1:
        value["payload"] = {"unknown": [1, {"nested": "}"}]}
    keys = list(value)
    if chance.random() < 0.3:
        chance.shuffle(keys)
    shuffled = {key: value[key] for key in keys}
    return json.dumps(shuffled, ensure_ascii=chance.random() < 0.5).encode()
