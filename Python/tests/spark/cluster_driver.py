"""A program on a cluster, which tests start and kill. Its argument is JSON."""

from __future__ import annotations

import json
import os
import sys
import time

from pyspark.sql import SparkSession

from yodel.spark import YodelDataSource, to_parquet

MODEL = "Events.Event"


def main(work: dict[str, str]) -> None:
    builder = SparkSession.builder.master(work["master"]).appName(work["kind"])
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": "512m",
        "spark.executor.memory": "512m",
        "spark.executor.cores": "1",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.pyspark.python": sys.executable,
        # An executor that is lost is no fault of the task.
        "spark.task.maxFailures": "8",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    spark.dataSource.register(YodelDataSource)
    options = {"library": work["library"], "model": MODEL, "rejects": work["rejects"]}
    if work["kind"] == "parquet":
        to_parquet(
            spark,
            work["library"],
            MODEL,
            work["events"],
            work["out"],
            rejects=work["rejects"],
            split_bytes=200_000,
        )
    elif work["kind"] == "batch":
        reader = spark.read.format("yodel").options(**options, maxPartitionBytes=200_000)
        reader.load(work["events"]).write.parquet(work["out"])
    else:
        reader = spark.readStream.format("yodel").options(
            **options, maxPartitionBytes=100_000, maxBytesPerTrigger=400_000
        )
        query = (
            reader.load(work["events"])
            .writeStream.format("parquet")
            .option("path", work["out"])
            .option("checkpointLocation", work["checkpoint"])
            .start()
        )
        while not os.path.exists(work["stop"]):
            if query.exception() is not None:
                raise query.exception()
            time.sleep(0.1)
        query.processAllAvailable()
        query.stop()
    spark.stop()


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
