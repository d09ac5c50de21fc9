"""A session of Spark that is quiet, keeps to this machine where it is local, and tries again."""

from __future__ import annotations

import os
import re
import sys
from typing import Dict, List, Tuple

from pyspark.sql import SparkSession

from shotflow_spark.problem import Problem, Status, cause
from shotflow_spark.tool import find_program, safe_path

LOG_LEVELS = ("off", "error", "warn", "info")
_ATTEMPTS = 4


def open_session(name: str, master: str, settings: List[str], log: str) -> SparkSession:
    """Starts Spark, or joins the application that spark-submit started."""
    require_java()
    prepare_environment(is_local(master))
    builder = SparkSession.builder.appName(name)
    if master:
        builder = builder.master(with_attempts(master))
    for key, value in _settings(master, settings, log).items():
        builder = builder.config(key, value)
    try:
        spark = builder.getOrCreate()
    except Exception as error:
        reason = cause(str(error))
        check = "check that Java is version 17; " if "JAVA_GATEWAY_EXITED" in reason else ""
        raise Problem(
            Status.MISSING_PROGRAM,
            f'Spark can\'t be started with the master "{master or "of spark-submit"}": '
            f"{reason}; {check}--log warn shows what it reports",
        ) from error
    spark.sparkContext.setLogLevel(log.upper())
    return spark


def is_local(master: str) -> bool:
    """Whether all of Spark is on this machine."""
    return master == "local" or master.startswith("local[")


def with_attempts(master: str) -> str:
    """A local master that tries a failed task again, as a cluster does; alone it would not."""
    if master == "local":
        return f"local[1,{_ATTEMPTS}]"
    cores = re.fullmatch(r"local\[([0-9]+|\*)\]", master)
    return f"local[{cores[1]},{_ATTEMPTS}]" if cores else master


def require_java() -> None:
    """Refuses the run where Spark would find no Java."""
    home = os.environ.get("JAVA_HOME")
    program = os.path.join(home, "bin", "java") if home else find_program("java")
    if program is None or not os.access(program, os.X_OK):
        where = f"JAVA_HOME, which is {home}" if home else "PATH"
        raise Problem(
            Status.MISSING_PROGRAM,
            f"no Java was found by {where}; Spark needs version 17: "
            "apt-get install openjdk-17-jre-headless",
        )


def prepare_environment(is_local_master: bool) -> None:
    """Has Spark and its workers start this Python, and nothing from the folder at hand."""
    os.environ["PATH"] = safe_path(os.environ.get("PATH", ""))
    if is_local_master:
        os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    if "PYTHONPATH" in os.environ:
        os.environ["PYTHONPATH"] = safe_path(os.environ["PYTHONPATH"])


def _settings(master: str, settings: List[str], log: str) -> Dict[str, str]:
    values = {
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.caseSensitive": "true",
        "spark.executorEnv.PYTHONSAFEPATH": "1",
    }
    if is_local(master):
        # No other machine has anything to ask of this one.
        values["spark.ui.enabled"] = "false"
        values["spark.driver.host"] = values["spark.driver.bindAddress"] = "127.0.0.1"
    values.update(_pair(setting) for setting in settings)
    quiet = os.path.join(os.path.dirname(os.path.abspath(__file__)), "log4j2.properties")
    options = f"-Dlog4j2.configurationFile=file:{quiet} -Dshotflow.log={log}"
    given = values.get("spark.driver.extraJavaOptions", "")
    values["spark.driver.extraJavaOptions"] = f"{options} {given}".strip()
    return values


def _pair(setting: str) -> Tuple[str, str]:
    key, sign, value = setting.partition("=")
    if not sign or not key.startswith("spark."):
        raise Problem(
            Status.WRONG_COMMAND_LINE,
            f'--conf "{setting}" is no setting of Spark; write --conf spark.executor.memory=2g',
        )
    return key, value
