"""Paths and patterns. No library is needed."""

from __future__ import annotations

import glob
import os
from pathlib import Path

import pytest

from yodel._paths import expand


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in [
        "b.jsonl",
        "a.jsonl",
        "c.json",
        ".hidden.jsonl",
        "deep/d.jsonl",
        "deep/er/e.jsonl",
    ]:
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.touch()
    (tmp_path / "folder.jsonl").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_name_stays_as_it_is_written(folder: Path) -> None:
    assert expand("a.jsonl") == ["a.jsonl"]
    assert expand("./deep/../a.jsonl") == ["./deep/../a.jsonl"]
    assert expand(folder / "a.jsonl") == [str(folder / "a.jsonl")]


def test_patterns_are_sorted_and_pass_over_folders_and_hidden_files(folder: Path) -> None:
    assert expand("*.jsonl") == ["a.jsonl", "b.jsonl"]
    assert expand("[ab].jsonl") == ["a.jsonl", "b.jsonl"]
    assert expand("?.json") == ["c.json"]
    assert expand(folder / "*.json") == [str(folder / "c.json")]


def test_two_asterisks_stand_for_any_folders(folder: Path) -> None:
    assert expand("**/*.jsonl") == ["a.jsonl", "b.jsonl", "deep/d.jsonl", "deep/er/e.jsonl"]
    assert expand("deep/**") == ["deep/d.jsonl", "deep/er/e.jsonl"]


def test_the_order_of_several_paths_is_kept(folder: Path) -> None:
    assert expand(["c.json", "*.jsonl", Path("a.jsonl")]) == [
        "c.json",
        "a.jsonl",
        "b.jsonl",
        "a.jsonl",
    ]
    assert expand(iter(["c.json"])) == ["c.json"]


def test_an_escaped_pattern_is_a_name(folder: Path) -> None:
    (folder / "part[1].jsonl").touch()
    assert expand(glob.escape("part[1].jsonl")) == ["part[1].jsonl"]
    with pytest.raises(FileNotFoundError, match=r"glob\.escape"):
        expand("part[1].jsonl")


def test_what_is_not_there_is_an_error(folder: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no such file.*'none.jsonl'") as failure:
        expand(["a.jsonl", "none.jsonl"])
    assert failure.value.filename == "none.jsonl"
    with pytest.raises(FileNotFoundError, match=r"No file matches the pattern: 'none\*'"):
        expand(["a.jsonl", "none*"])
    with pytest.raises(FileNotFoundError):
        expand("folder.*")
    with pytest.raises(FileNotFoundError):
        expand("")


def test_a_folder_is_an_error(folder: Path) -> None:
    with pytest.raises(
        IsADirectoryError, match=r"folder cannot be read; name its files.*\*\.jsonl"
    ):
        expand("deep")


def test_no_paths_are_an_error(folder: Path) -> None:
    with pytest.raises(ValueError, match="at least one"):
        expand([])


def test_other_types_are_an_error(folder: Path) -> None:
    with pytest.raises(TypeError):
        expand(b"a.jsonl")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        expand([1])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        expand(None)  # type: ignore[arg-type]


def test_a_name_that_is_no_text_is_an_error(folder: Path) -> None:
    name = os.fsdecode(b"\xff.jsonl")
    try:
        (folder / name).touch()
    except OSError:
        pytest.skip("The file system takes no such names.")
    with pytest.raises(ValueError, match="UTF-8"):
        expand(name)
