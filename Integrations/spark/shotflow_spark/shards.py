"""The assets of a library, cut into shards: files with places, in the library's order."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import List, Optional, Tuple

from shotflow_spark.problem import Problem, Status
from shotflow_spark.tool import Tool

# So many places a shard at most, where the user names no number of shards: a failed task repeats
# little, and the records of one fit into the driver's memory.
_MOST = 50_000
# So many shards for each core at least, so that a slow one does not hold up all.
_FOR_EACH_CORE = 4


@dataclass(frozen=True)
class Shards:
    """The files that "shotflow split" wrote, and how many places each has."""

    paths: Tuple[str, ...]
    counts: Tuple[int, ...]

    @classmethod
    def split(
        cls, tool: Tool, library: List[str], folder: str, number: Optional[int], cores: int
    ) -> "Shards":
        """Splits the library into so many shards; without a number, as its size demands."""
        shards = cls._split(tool, library, folder, number or cores * _FOR_EACH_CORE)
        wanted = -(-sum(shards.counts) // _MOST)
        if number is None and wanted > len(shards.counts):
            shards = cls._split(tool, library, folder, wanted)
        return shards

    @classmethod
    def _split(cls, tool: Tool, library: List[str], folder: str, number: int) -> "Shards":
        place = os.path.join(folder, f"shards-{number}")
        arguments = ["split", *library, "--shards", str(number), "--out", place]
        try:
            lines = [json.loads(line) for line in tool.output(arguments).splitlines()]
            shards = [line for line in lines if line["kind"] == "shard"]
            paths = tuple(os.path.join(tool.folder, str(shard["path"])) for shard in shards)
            return cls(paths, tuple(int(shard["count"]) for shard in shards))
        except (ValueError, KeyError, TypeError) as error:
            raise Problem(
                Status.MISSING_PROGRAM,
                f"shotflow gave a list of shards that can't be read ({error}); "
                "install versions of shotflow and shotflow-spark that belong together",
            ) from error
