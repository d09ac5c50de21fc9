"""Records on standard output, or in a folder of files."""

from __future__ import annotations

import os
import secrets
import shutil
from typing import BinaryIO

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from shotflow_spark.problem import Problem, ReaderGone, Status
from shotflow_spark.task import chunks

FORMATS = ("ndjson", "parquet")


def write_lines(records: DataFrame, output: BinaryIO) -> None:
    """Writes the records in order, a partition at a time; the next is fetched meanwhile."""
    lines = records.mapInArrow(chunks, "lines binary")
    for row in lines.toLocalIterator(prefetchPartitions=True):
        try:
            output.write(row.lines)
            output.flush()
        except BrokenPipeError as error:
            raise ReaderGone from error
        except OSError as error:
            raise Problem(
                Status.CANT_WRITE, f"can't write the records: {error.strerror}"
            ) from error


class OutputFolder:
    """A folder that appears when all its files are whole.

    Its files are in the order of their names, and the records in the order of their lines or rows.
    """

    def __init__(self, path: str, format: str) -> None:
        self.path = os.path.abspath(path)
        self.format = format
        self._parent, name = os.path.split(self.path)
        self._unfinished = os.path.join(self._parent, f".{name}.{secrets.token_hex(8)}")

    def check(self) -> None:
        """Refuses a folder that exists, or that can't be made, before anything is run."""
        if os.path.lexists(self.path):
            raise Problem(
                Status.CANT_WRITE, f'"{self.path}" exists; --out makes a folder of its own'
            )
        if not os.path.isdir(self._parent) or not os.access(self._parent, os.W_OK):
            raise Problem(
                Status.CANT_WRITE,
                f'can\'t make "{self.path}": {self._parent} is no folder that can be written to',
            )

    def write(self, records: DataFrame) -> None:
        """Writes the records, and then names the folder."""
        try:
            text = records.select(F.col("record").cast("string").alias("value"))
            if self.format == "parquet":
                self._write_columns(text)
            else:
                text.write.option("lineSep", "\n").text(f"file://{self._unfinished}")
            self._name_files()
            os.rename(self._unfinished, self.path)
        except OSError as error:
            raise Problem(Status.CANT_WRITE, f'can\'t write "{self.path}": {error}') from error
        finally:
            shutil.rmtree(self._unfinished, ignore_errors=True)

    def _write_columns(self, text: DataFrame) -> None:
        """A column for each member that any record has, with the types of JSON."""
        schema = text.sparkSession.read.json(text.rdd.map(lambda row: row[0])).schema
        if not schema.fields:
            os.mkdir(self._unfinished)
            open(os.path.join(self._unfinished, "_SUCCESS"), "x").close()
            return
        columns = text.select(F.from_json("value", schema).alias("record")).select("record.*")
        columns.write.parquet(f"file://{self._unfinished}")

    def _name_files(self) -> None:
        names = sorted(os.listdir(self._unfinished))
        for name in names:
            if name.endswith(".crc"):
                os.remove(os.path.join(self._unfinished, name))
        parts = [name for name in names if name.startswith("part-")]
        for number, name in enumerate(parts):
            os.rename(
                os.path.join(self._unfinished, name),
                os.path.join(self._unfinished, f"part-{number:05}.{self.format}"),
            )
