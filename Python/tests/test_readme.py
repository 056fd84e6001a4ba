"""What the README and the article tell to install is enough for what they show."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from article import examples, prepare
from event_files import write_files
from fresh import clone, install, readme, run, shown

# What is installed at a time, and code that says how many rows there are.
EXTRAS = {
    "duckdb": 'duckdb.sql("SELECT count(*) FROM events").fetchall()[0][0]',
    "pandas": "len(events.to_pandas())",
    "polars": "events.to_polars().collect().height",
    "pyarrow": "table.num_rows",
    "polars,pyarrow": "table.num_rows + rejects.height",
}


@pytest.fixture
def folder(library: str, tmp_path: Path) -> Path:
    """A clone, with the files that the README names."""
    folder = clone(tmp_path / "clone", library)
    write_files(folder, "events/2026/01.jsonl", "events/02.jsonl", "archive/1.jsonl", "today.jsonl")
    return folder


def test_all_code_of_the_readme_is_run() -> None:
    code = readme("python")
    assert {block for extras in [*EXTRAS, "spark"] for block in shown(extras)} == set(code)
    assert len(code) >= 9


@pytest.mark.parametrize("extras", EXTRAS)
def test_what_the_readme_installs_is_enough(folder: Path, extras: str) -> None:
    code = [*shown(extras), f"print({EXTRAS[extras]})"]
    assert run(folder, install(extras), code).splitlines()[-1] == "100"


def test_the_package_depends_on_nothing(folder: Path) -> None:
    code = [
        *shown(""),
        "from importlib.metadata import distributions",
        'print({found.name for found in distributions()} - {"pip", "setuptools"})',
    ]
    assert run(folder, install(""), code).splitlines()[-1] == "{'yodel'}"


def test_what_the_article_installs_is_enough(library: str, tmp_path: Path) -> None:
    folder = clone(tmp_path / "clone", library)
    rows = prepare(folder)
    (folder / "packed").mkdir()
    for path in (folder / "events").iterdir():
        (folder / "packed" / f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
    code = [
        block
        for blocks in examples("python").values()
        if not any("spark" in block.lower() for block in blocks)
        for block in blocks
    ]
    code.append("print(len(frame), table.num_rows, packed_rows, bad.height)")
    output = run(folder, examples("sh")["The package"], code)
    assert output.splitlines()[-1] == f"{len(rows)} {len(rows)} {len(rows)} 3"
