"""Which assets have the same bytes: sizes tell most apart, and the machines hash the rest."""

from __future__ import annotations

from pyspark import StorageLevel
from pyspark.sql import DataFrame

from shotflow_spark.task import PLACES, ShardTask

# So many places a task at most, as with shards.
_MOST = 50_000


def with_contents(places: DataFrame, task: ShardTask, cores: int) -> DataFrame:
    """The places in order, each with what its content is known by.

    ``places`` has ord, key and record: the key is the size of the asset's file. It stays the name of a
    content where no other asset has it. All files of the other sizes are hashed.
    """
    shared = places.groupBy("key").count().where("count > 1").select("key")
    unclear = places.join(shared, "key", "left_semi").select("ord", "record")
    unclear = unclear.persist(StorageLevel.DISK_ONLY)
    number = unclear.count()
    if not number:
        return places
    partitions = max(min(number, cores), -(-number // _MOST))
    # By their order and not by their size: so many files of one size are no larger task than others.
    ordered = unclear.repartitionByRange(partitions, "ord").sortWithinPartitions("ord")
    hashed = ordered.mapInArrow(task.hashed, PLACES).persist(StorageLevel.DISK_ONLY)
    clear = places.join(shared, "key", "left_anti").select("ord", "record")
    number_of_all = places.rdd.getNumPartitions()
    return (
        clear.union(hashed)
        .repartitionByRange(number_of_all, "ord")
        .sortWithinPartitions("ord")
    )
