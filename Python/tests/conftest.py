"""What the tests share: the library with the models, and files of events."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import yodel
from event_files import EventFile, write_events

MODEL = "Events.Event"


@pytest.fixture(scope="session")
def library() -> str:
    """The path of the library that exports ``Events.Event``."""
    path = os.environ.get("YODEL_TEST_LIBRARY")
    if not path:
        pytest.fail("Set YODEL_TEST_LIBRARY to the path of the library that exports Events.Event.")
    if not os.path.isfile(path):
        pytest.fail(f"YODEL_TEST_LIBRARY names no file: {path}")
    return os.path.abspath(path)


@pytest.fixture
def scan(library: str) -> Callable[..., yodel.Scan]:
    """Scan files of events: paths, and the options of ``yodel.scan``."""

    def make(paths: object, **options: object) -> yodel.Scan:
        return yodel.scan(library, MODEL, paths, **options)  # type: ignore[arg-type]

    return make


@pytest.fixture
def events(tmp_path: Path) -> EventFile:
    """A file with a few thousand events."""
    return write_events(tmp_path / "events.jsonl", 3_000, seed=1)


@pytest.fixture(scope="session")
def many_events(tmp_path_factory: pytest.TempPathFactory) -> EventFile:
    """A file with so many events that several threads have something to do."""
    return write_events(tmp_path_factory.mktemp("events") / "many.jsonl", 40_000, seed=2)
