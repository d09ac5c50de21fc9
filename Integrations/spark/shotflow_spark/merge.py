"""The parts of a run, and their records put together in the order of a single process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional

from pyspark import StorageLevel
from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as F

from shotflow_spark.contents import with_contents
from shotflow_spark.counts import added
from shotflow_spark.plan import Plan
from shotflow_spark.task import LISTED_FAILURES, SCHEMA, ShardTask

# Bytes of records in a partition that is sorted or sent to the driver, which holds two at a time.
_PARTITION = 32 << 20
# Bytes of records that the driver takes as one list, where a rule wants only the first ones.
_FIRST = 16 << 20
# Records of a batch on the way between Spark and Python: few where they are large.
_BATCH, _BATCH_BYTES = 10_000, 16 << 20
_ROW_BITS = 33


@dataclass(frozen=True)
class Parts:
    """The rows of all shards, each evaluated once and kept on the machines' disks."""

    spark: SparkSession
    rows: DataFrame
    records: int
    size: int
    longest: int
    failed: int

    @classmethod
    def evaluate(cls, spark: SparkSession, task: ShardTask) -> "Parts":
        """Runs all shards; a task of Spark has one."""
        number = max(1, len(task.shards.counts))
        rows = spark.range(0, len(task.shards.counts), 1, number).mapInArrow(task.rows, SCHEMA)
        rows = rows.persist(StorageLevel.DISK_ONLY)
        length = F.length("record")
        total: Optional[Row] = rows.agg(
            F.count("record"), F.sum(length), F.max(length), F.sum("failed")
        ).first()
        assert total is not None
        records, size, longest, failed = (value or 0 for value in total)
        batch = max(1, min(_BATCH, _BATCH_BYTES // max(1, longest)))
        spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(batch))
        return cls(spark, rows, records, size, longest, failed)

    def failures(self) -> List[bytes]:
        """The first failures, in the order of the shards."""
        if not self.failed:
            return []
        failures = self.rows.where(F.col("failure").isNotNull()).orderBy("ord")
        return [bytes(row.failure) for row in failures.limit(LISTED_FAILURES).collect()]

    def merged(self, plan: Plan, task: ShardTask) -> DataFrame:
        """The records in order: partition after partition, row after row."""
        rows = self.rows.where(F.col("record").isNotNull())
        if plan.compares_contents:
            cores = self.spark.sparkContext.defaultParallelism
            rows = with_contents(rows.select("ord", "key", "record"), task, cores)
        if plan.merge == "count":
            # There are as many rows as groups in all shards, which the driver can hold.
            groups = rows.orderBy("key", "ord").select("key", "record").collect()
            pairs = ((bytes(row.key), bytes(row.record)) for row in groups)
            return self._frame([Row(record=line) for line in added(pairs, bool(plan.descending))])
        if plan.merge != "order":
            # Shards are contiguous: theirs is the order already, unless some are too large for
            # the driver.
            if self.size <= _PARTITION * rows.rdd.getNumPartitions():
                return rows.select("record")
            return self._sorted(rows, "ord").select("record")
        if plan.offset == 0 and plan.limit is None:
            return self._sorted(rows, "key", "ord").select("record")
        if plan.limit is not None:
            end = min(self.records, plan.offset + plan.limit)
            if end * self.longest <= _FIRST:
                first = rows.orderBy("key", "ord").limit(end).select("record").collect()
                return self._frame(first[plan.offset :])
        return self._cut(self._sorted(rows, "key", "ord").select("record"), plan)

    def _sorted(self, rows: DataFrame, *columns: str) -> DataFrame:
        partitions = max(1, -(-self.size // _PARTITION))
        return rows.repartitionByRange(partitions, *columns).sortWithinPartitions(*columns)

    def _frame(self, rows: List[Row]) -> DataFrame:
        return self.spark.createDataFrame(
            self.spark.sparkContext.parallelize([(bytes(row.record),) for row in rows], 1),
            "record binary",
        )

    def _cut(self, ordered: DataFrame, plan: Plan) -> DataFrame:
        """The records from the offset to the limit, by the number of each in its partition."""
        numbered = ordered.select(
            "record",
            F.spark_partition_id().alias("partition"),
            F.monotonically_increasing_id().bitwiseAND((1 << _ROW_BITS) - 1).alias("row"),
        ).persist(StorageLevel.DISK_ONLY)
        counts = {row[0]: row[1] for row in numbered.groupBy("partition").count().collect()}
        starts, start = [], 0
        for partition in range(max(counts, default=-1) + 1):
            starts.append(start)
            start += counts.get(partition, 0)
        if not starts:
            return numbered.select("record")
        before = F.array(*(F.lit(value) for value in starts))
        place = F.element_at(before, F.col("partition") + 1) + F.col("row")
        kept = place >= plan.offset
        if plan.limit is not None:
            kept = kept & (place < plan.offset + plan.limit)
        return numbered.where(kept).select("record")
