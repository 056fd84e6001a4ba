"""What the README and the article tell to install is enough for Spark, with no setting."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from article import examples, prepare
from event_files import write_events, write_files
from fresh import clone, install, run, shown


def test_what_the_readme_installs_is_enough(library: str, tmp_path: Path) -> None:
    folder = clone(tmp_path / "clone", library)
    (folder / "events").mkdir()
    # Code that needs no engine is run as well, and names these.
    write_files(folder, "archive/1.jsonl", "today.jsonl")
    rows = [
        row
        for name in ("1.jsonl", "2.jsonl")
        for row in write_events(folder / "events" / name, 200, seed=1).rows
    ]
    code = [*shown("spark"), 'print("rows", spark.read.parquet("events.parquet").count())']
    output = run(folder, install("spark"), code).splitlines()
    assert output[-1] == f"rows {len(rows)}"
    # What the data source has counted.
    for name, count in Counter(row["type"] for row in rows).items():
        assert any(
            [cell.strip() for cell in line.strip("|").split("|")] == [name, str(count)]
            for line in output
        )


def test_what_the_article_installs_is_enough(library: str, tmp_path: Path) -> None:
    folder = clone(tmp_path / "clone", library)
    rows = prepare(folder)
    code = [
        block
        for blocks in examples("python").values()
        if any("spark" in block.lower() for block in blocks)
        for block in blocks
    ]
    code.append('print(sum(row["count"] for row in counts), written.rows, parquet.count())')
    output = run(folder, examples("sh")["Spark"], code)
    assert output.splitlines()[-1] == f"{len(rows)} {len(rows)} {len(rows)}"
