"""The part of a run that a machine of the cluster does: one shard, as rows for Spark."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from typing import Any, Container, Dict, Iterable, Iterator, List, Optional, Sequence, Set, Tuple

import pyarrow as pa

from shotflow_spark.key import key_bytes
from shotflow_spark.process import ShardProblem, ShardProcess
from shotflow_spark.shards import Shards

# So many failures of a shard are kept to be listed; all are counted.
LISTED_FAILURES = 1000
# A row for each record (ord, key and record), for each listed failure (ord and failure: the
# failures of a shard, and the shards, in their order), and for each shard at its end (failed).
SCHEMA = "ord long, key binary, record binary, failure binary, failed long"
# A row for each place, with the line of the place as its record.
PLACES = "ord long, record binary"
_COLUMNS = pa.schema(
    [
        ("ord", pa.int64()),
        ("key", pa.binary()),
        ("record", pa.binary()),
        ("failure", pa.binary()),
        ("failed", pa.int64()),
    ]
)
_ROWS, _BYTES = 8192, 4 << 20

Row = Tuple[Optional[int], Optional[bytes], Optional[bytes], Optional[bytes], Optional[int]]


@dataclass(frozen=True)
class ShardTask:
    """All that a machine needs to know to do any shard. It is sent to each.

    ``tool`` is an absolute path, or a name below the folder of the files that Spark sent along.
    ``arguments`` follow it; the shard comes last. In them ``rule`` is replaced by the place of a
    rule that was sent along.
    """

    tool: str
    arguments: Tuple[str, ...]
    sent_rule: Optional[str]
    time_zone: str
    merge: str
    descending: Tuple[bool, ...]
    shards: Shards
    deadline: float

    def rows(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """The rows of the shards whose numbers the batches have."""
        for batch in batches:
            for shard in batch.column(0).to_pylist():
                if self.shards.counts[shard]:
                    yield from _batches(self.shard_rows(shard))

    def shard_rows(self, shard: int) -> Iterator[Row]:
        """The rows of one shard. Raises ShardProblem, so that Spark tries it again."""
        path = self.shards.paths[shard]
        if not os.path.isfile(path):
            raise ShardProblem(
                69, shard, f"can't see {path}; --work names a folder that all machines see"
            )
        failed = 0
        count = self.shards.counts[shard]
        start = sum(self.shards.counts[:shard])
        seen = Seen(range(start, start + count), shard)
        for line in self._lines(path, shard, count):
            if line.startswith(b'{"failure":'):
                if failed < LISTED_FAILURES:
                    yield shard * LISTED_FAILURES + failed, None, None, line[:-1], None
                failed += 1
                continue
            try:
                row = self._record(line)
            except (ValueError, LookupError, TypeError) as error:
                raise ShardProblem(
                    70, shard, f"a line of shotflow can't be read ({error!r}): {line[:80]!r}"
                ) from error
            # Counts have no order.
            if self.merge != "count":
                seen.check(row[0])
            yield row
        yield None, None, None, None, failed

    def hashed(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """The places of a partition again, known by hashes of their contents.

        One that can't be read is known by nothing: the driver then says why.
        """
        places: Dict[int, bytes] = {}
        with tempfile.NamedTemporaryFile(prefix="shotflow-shard-", suffix=".ndjson") as file:
            for batch in batches:
                for order, line in zip(*(column.to_pylist() for column in batch.columns)):
                    place = json.loads(line)
                    place.pop("content", None)
                    places[order] = json.dumps(place, separators=(",", ":")).encode()
                    file.write(line + b"\n")
            if not places:
                return
            file.flush()
            seen = Seen(places.keys(), _partition())
            for line in self._lines(file.name, _partition(), len(places)):
                if not line.startswith(b'{"failure":'):
                    order = int(json.loads(line)["ord"])
                    seen.check(order)
                    places[order] = line[:-1]
        rows = sorted(places.items())
        for start in range(0, len(rows), _ROWS):
            orders, lines = zip(*rows[start : start + _ROWS])
            yield pa.RecordBatch.from_arrays(
                [pa.array(orders, pa.int64()), pa.array(lines, pa.binary())], ["ord", "record"]
            )

    def _lines(self, path: str, shard: int, count: int) -> Iterator[bytes]:
        """The lines of the shard in a file. Raises ShardProblem."""
        command = self._command(path)
        return ShardProcess(command, shard, self.time_zone, count, self.deadline).lines()

    def _record(self, line: bytes) -> Row:
        """Order, key and record of a line; the record's bytes are not touched."""
        if self.merge == "again":
            place = json.loads(line)
            content = place.get("content")
            key = None if content is None else str(content).encode()
            return int(place["ord"]), key, line[:-1], None, None
        # No text inside the key can look like this: its quotes are escaped.
        head, _, rest = line.partition(b',"record":')
        if not rest.endswith(b"}}\n"):
            raise ValueError("no record")
        members = json.loads(head + b"}")
        # A limit without an order takes the library's: then there is no key.
        has_key = self.merge in ("order", "count") and (self.descending or "key" in members)
        key = key_bytes(members["key"], self.descending) if has_key else None
        return int(members["ord"]), key, rest[:-2], None, None

    def _command(self, path: str) -> List[str]:
        tool, arguments = self.tool, list(self.arguments)
        if not os.path.isabs(tool):
            from pyspark import SparkFiles

            folder = os.path.abspath(SparkFiles.getRootDirectory())
            tool = os.path.join(folder, tool)
            if self.sent_rule is not None:
                arguments[1] = os.path.join(folder, self.sent_rule)
        return [tool, *arguments, "--shard", path]


class Seen:
    """The assets of a shard whose lines came: each comes once at most, and no other does."""

    def __init__(self, expected: Container[int], shard: int) -> None:
        self._expected = expected
        self._shard = shard
        self._orders: Set[int] = set()

    def check(self, order: Optional[int]) -> None:
        """Raises ShardProblem, so that Spark tries the shard again."""
        if order is None or order not in self._expected or order in self._orders:
            raise ShardProblem(
                70,
                self._shard,
                f"its output has asset {order}, which is not its own or came before",
            )
        self._orders.add(order)


def _partition() -> int:
    """The number of the partition at which this task works."""
    from pyspark import TaskContext

    context = TaskContext.get()
    return context.partitionId() if context else 0


def _batches(rows: Iterator[Row]) -> Iterator[pa.RecordBatch]:
    """The rows in batches that are bounded in number and bytes."""
    held: List[Row] = []
    size = 0
    for row in rows:
        held.append(row)
        size += sum(len(part) for part in row[1:4] if part is not None)
        if len(held) == _ROWS or size >= _BYTES:
            yield _batch(held)
            held, size = [], 0
    if held:
        yield _batch(held)


def _batch(rows: Sequence[Row]) -> pa.RecordBatch:
    columns: Any = zip(*rows)
    return pa.RecordBatch.from_arrays(
        [pa.array(column, field.type) for column, field in zip(columns, _COLUMNS)], schema=_COLUMNS
    )


def chunks(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The records of a partition as lines, many in a row, for the way to the driver."""
    for batch in batches:
        lines = b"".join(record + b"\n" for record in batch.column(0).to_pylist())
        yield pa.RecordBatch.from_pydict({"lines": pa.array([lines], pa.binary())})
