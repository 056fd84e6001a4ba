"""Reads JSON lines into Arrow columns, by the models of a Swift library that links Yodel.

>>> import yodel
>>> scan = yodel.scan("libEvents.so", "Events.Event", "events/*.jsonl")  # doctest: +SKIP
>>> scan.to_polars().filter(public=True).collect()  # doctest: +SKIP
"""

from __future__ import annotations

from yodel._errors import Error
from yodel._results import Progress, Rejects
from yodel._scan import Scan, scan

__all__ = ["Error", "Progress", "Rejects", "Scan", "__version__", "scan"]

__version__ = "0.1.0"

# Tracebacks and help pages show the names that users import.
for _public in (Error, Progress, Rejects, Scan, scan):
    _public.__module__ = __name__
del _public
