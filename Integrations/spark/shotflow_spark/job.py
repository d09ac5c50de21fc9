"""A run: the plan, the shards, the work of the machines, and the end on the driver."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import tempfile
from contextlib import ExitStack, suppress
from typing import List, Optional

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

from shotflow_spark.merge import Parts
from shotflow_spark.output import OutputFolder, write_lines
from shotflow_spark.plan import Plan
from shotflow_spark.problem import Problem, Status, cause, say
from shotflow_spark.progress import Progress
from shotflow_spark.request import Request
from shotflow_spark.session import is_local, open_session, require_java
from shotflow_spark.shards import Shards
from shotflow_spark.shipment import Shipment
from shotflow_spark.task import ShardTask
from shotflow_spark.tool import Tool

# A terminal gets so many failures, as with shotflow.
_FAILURES_ON_TERMINAL = 20
_SHARD_PROBLEM = re.compile(r"ShardProblem: (.*?) \[status (\d+)\]", re.DOTALL)


def run(request: Request) -> int:
    """Runs the rule and gives the exit status."""
    tool = Tool.find(request.shotflow)
    require_java()
    folder = None if request.out is None else OutputFolder(request.out, request.format)
    if folder is None and request.format != "ndjson":
        raise Problem(Status.WRONG_COMMAND_LINE, f"--format {request.format} needs --out FOLDER")
    if folder:
        folder.check()
    if request.master and not is_local(request.master):
        _shared_folder(request)
    plan = _plan(tool, request)
    with ExitStack() as stack:
        work = stack.enter_context(tempfile.TemporaryDirectory(prefix="shotflow-spark-"))
        # Spark and its workers start here, and so find no modules of strangers.
        stack.callback(os.chdir, tool.folder)
        os.chdir(work)
        name = f"shotflow {os.path.basename(request.rule or 'rule')}"
        spark = open_session(name, request.master, list(request.settings), request.log)
        stack.callback(_stop, spark)
        # Spark's own handler would make a failure of an interrupt.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if request.work is not None or not is_local(spark.sparkContext.master or ""):
            shared = _shared_folder(request)
            work = stack.enter_context(
                tempfile.TemporaryDirectory(prefix="shotflow-spark-", dir=shared)
            )
            # Workers may be other users than the driver.
            os.chmod(work, 0o755)
        try:
            return _Run(tool, request, plan, spark, work, folder).status()
        except (Py4JError, PySparkException, ConnectionError) as error:
            raise _problem(error, request.master) from error


def _stop(spark: SparkSession) -> None:
    """Ends Spark; that it has ended, or can't be asked to, changes nothing for the user."""
    with suppress(Exception):
        spark.stop()


def _shared_folder(request: Request) -> str:
    if request.work is None:
        raise Problem(
            Status.WRONG_COMMAND_LINE,
            "name a folder that all machines see with --work FOLDER: the lists of assets go there",
        )
    if not os.path.isdir(request.work) or not os.access(request.work, os.W_OK):
        raise Problem(
            Status.CANT_WRITE, f'--work "{request.work}" is no folder that can be written to'
        )
    return request.work


def _plan(tool: Tool, request: Request) -> Plan:
    now = [] if request.now is None else ["--now", request.now]
    plan = Plan.parse(
        tool.output(
            [
                "plan",
                *request.rule_arguments(),
                *request.library_arguments,
                *now,
                "--json",
                *request.options,
            ]
        )
    )
    if plan.merge is None:
        raise Problem(
            Status.WRONG_RULE,
            f'"{request.rule or "the rule"}" can\'t be run on many machines: {plan.reason}; '
            'use "shotflow run"',
        )
    return plan


class _Run:
    """A run whose session of Spark is open."""

    def __init__(
        self,
        tool: Tool,
        request: Request,
        plan: Plan,
        spark: SparkSession,
        work: str,
        folder: Optional[OutputFolder],
    ) -> None:
        self.tool = tool
        self.request = request
        self.plan = plan
        self.spark = spark
        self.work = work
        self.folder = folder

    def status(self) -> int:
        shards = Shards.split(
            self.tool,
            self.request.library_arguments,
            self.work,
            self.request.shards,
            self.spark.sparkContext.defaultParallelism,
        )
        task = self._task(shards)
        with Progress(self.spark.sparkContext, len(shards.counts)):
            parts = Parts.evaluate(self.spark, task)
        _list_failures(parts.failures(), parts.failed)
        records = parts.merged(self.plan, task)
        if self.plan.merge == "again":
            status = self._run_again(records)
        else:
            self._write(records)
            status = 0
        return Status.SOME_FAILED if status == 0 and parts.failed else status

    def _task(self, shards: Shards) -> ShardTask:
        rule: Optional[str] = os.path.join(self.tool.folder, self.plan.rule_path or "")
        rule = rule if os.path.isfile(str(rule)) else None
        tool, sent = self.request.executor_shotflow or self.tool.path, None
        if self.request.ships:
            shipment = Shipment.send(self.spark.sparkContext, self.tool, rule, self.work)
            tool, sent = shipment.tool, shipment.rule
        arguments = [
            "run",
            *self.request.rule_arguments(rule),
            *self.request.library_arguments,
            "--now",
            self.plan.now,
            *self.request.options,
            *self._lanes(),
            "--partial",
            "--plan",
            self.plan.digest,
        ]
        return ShardTask(
            tool=tool,
            arguments=tuple(arguments),
            sent_rule=sent,
            time_zone=self.plan.time_zone,
            merge=str(self.plan.merge),
            descending=self.plan.descending,
            shards=shards,
            deadline=float(self.request.deadline),
        )

    def _lanes(self) -> List[str]:
        """As many threads as Spark gives a task cores."""
        if "--lanes" in self.request.options:
            return []
        return ["--lanes", self.spark.sparkContext.getConf().get("spark.task.cpus") or "1"]

    def _write(self, records: DataFrame) -> None:
        if self.folder:
            self.folder.write(records)
        else:
            write_lines(records, sys.stdout.buffer)

    def _run_again(self, places: DataFrame) -> int:
        """Runs the whole rule on the assets that came through: here alone it asks and claims."""
        path = os.path.join(self.work, "again.ndjson")
        with open(path, "wb") as file:
            write_lines(places, file)
        arguments = [
            "run",
            *self.request.rule_arguments(),
            *self.request.library_arguments,
            "--now",
            self.plan.now,
            *self.request.options,
            "--shard",
            path,
        ]
        if self.folder is None:
            return self.tool.run(arguments)
        output = os.path.join(self.work, "records.ndjson")
        with open(output, "wb") as file:
            status = self.tool.run([*arguments, "--format", "ndjson"], file.fileno())
        if status in (0, Status.SOME_FAILED):
            self.folder.write(
                self.spark.read.text(f"file://{output}").withColumnRenamed("value", "record")
            )
        return status


def _list_failures(failures: List[bytes], count: int) -> None:
    listed = failures[:_FAILURES_ON_TERMINAL] if sys.stderr.isatty() else failures
    for line in listed:
        failure = json.loads(line)["failure"]
        say(f'{failure.get("asset", "")}: {failure.get("reason", "")}')
    if count > len(listed):
        say(f"and {count - len(listed)} more failed")


def _problem(error: Exception, master: str) -> Problem:
    """The shard's own words where it was a shard that failed."""
    text = str(error)
    shard = _SHARD_PROBLEM.search(text)
    if shard:
        return Problem(int(shard[2]), shard[1])
    if "OutOfMemoryError" in text:
        return Problem(
            Status.BUG,
            "Spark ran out of memory; --conf spark.driver.memory=4g gives the driver "
            "more, --conf spark.executor.memory=4g the other machines",
        )
    if "stopped SparkContext" in text or "LiveListenerBus is stopped" in text:
        return Problem(
            Status.MISSING_PROGRAM,
            f'the master "{master or "of spark-submit"}" can\'t be reached, '
            "or has ended the application; --log warn shows what it reports",
        )
    if isinstance(error, ConnectionError) or "Answer from Java side is empty" in text:
        return Problem(
            Status.BUG,
            "Spark's driver has ended, perhaps for lack of memory; "
            "--conf spark.driver.memory=4g gives it more, --log warn shows what it reports",
        )
    return Problem(Status.BUG, f"Spark failed: {cause(text)}; --log error shows what it reports")
