"""Reads JSON lines in Spark, by the models of a Swift library that links Yodel.

`YodelDataSource` is a data source for batches and for Structured Streaming; `to_parquet` writes
files of Parquet by tasks that decode and write themselves. The package must be installed where
the executors run, and the library and the files must have the same paths there. Files may be
elsewhere, where fsspec can read them.

>>> from yodel.spark import YodelDataSource
>>> spark.dataSource.register(YodelDataSource)  # doctest: +SKIP
>>> events = (  # doctest: +SKIP
...     spark.read.format("yodel")
...     .option("library", "libEvents.so")
...     .option("model", "Events.Event")
...     .load("events/")
... )
"""

from __future__ import annotations

from yodel.spark._parquet import ParquetResult, to_parquet
from yodel.spark._source import YodelDataSource

__all__ = ["ParquetResult", "YodelDataSource", "to_parquet"]

for _public in (ParquetResult, YodelDataSource, to_parquet):
    _public.__module__ = __name__
del _public
