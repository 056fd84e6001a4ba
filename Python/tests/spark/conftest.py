"""A session of Spark with two threads, for all tests but those of a cluster."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pyspark.sql import DataFrameReader, SparkSession

from yodel.spark import YodelDataSource

MODEL = "Events.Event"

# Workers of Python find what the tests' own modules define, and run the same interpreter.
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["PYTHONPATH"] = os.pathsep.join(
    [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
)
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"

SETTINGS = {
    "spark.driver.memory": "1g",
    "spark.ui.enabled": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.execution.pyspark.udf.simplifiedTraceback.enabled": "false",
}


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a copy of the library, which tests may change."""
    copy = tmp_path_factory.mktemp("library") / "libEvents.so"
    shutil.copyfile(os.environ["YODEL_TEST_LIBRARY"], copy)
    return str(copy)


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """A session that knows the data source."""
    builder = SparkSession.builder.master("local[2]").appName("yodel")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    warehouse = tmp_path_factory.mktemp("warehouse")
    session = builder.config("spark.sql.warehouse.dir", str(warehouse)).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    session.dataSource.register(YodelDataSource)
    yield session
    session.stop()


Reading = Callable[..., DataFrameReader]


@pytest.fixture
def reading(spark: SparkSession, library: str) -> Reading:
    """Make a reader of events, with options of the data source."""

    def make(**options: object) -> DataFrameReader:
        reader = spark.read.format("yodel").option("library", library)
        return reader.options(**{"model": MODEL, **options})  # type: ignore[arg-type]

    return make
