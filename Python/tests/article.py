"""The examples of the article about engines."""

from __future__ import annotations

import re
from pathlib import Path

from event_files import Row, write_events

ARTICLE = (
    Path(__file__).parents[2] / "Sources" / "YodelColumns" / "YodelColumns.docc" / "Engines.md"
)


def examples(language: str) -> dict[str, list[str]]:
    """Give the code of each section, by the section's title."""
    found: dict[str, list[str]] = {}
    title = ""
    text = ARTICLE.read_text(encoding="utf-8")
    for match in re.finditer(r"^##+ ([^\n]+)$|^```(\w*)\n(.*?)^```$", text, re.M | re.S):
        if match[1]:
            title = match[1]
        elif match[2] == language:
            found.setdefault(title, []).append(match[3])
    return found


def prepare(folder: Path, library: str | None = None) -> list[Row]:
    """Put the files that the examples name into a folder; give the rows of the events."""
    if library:
        (folder / "libEvents.so").symlink_to(library)
    (folder / "events").mkdir()
    rows: list[Row] = []
    for number in range(3):
        file = write_events(folder / "events" / f"{number}.jsonl", 500, seed=number)
        rows += file.rows
        with file.path.open("ab") as more:
            more.write(b"bad\n")
    return rows
