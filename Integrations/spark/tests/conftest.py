"""A fake tool, its libraries, and Spark on this machine."""

from __future__ import annotations

import json
import os
import shlex
import stat
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Iterator, List, Optional, Tuple

import pytest
from pyspark import SparkContext
from pyspark.sql import SparkSession

from shotflow_spark import job
from shotflow_spark.commandline import main
from shotflow_spark.session import prepare_environment

MASTER = "local[2]"
# Java compiles quickly rather than well: most runs are over before that would pay off.
QUICK_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
# Where the workers of all runs in this process are.
ELSEWHERE = ("TZ=Asia/Tokyo", "LANG=tr_TR.UTF-8", "LC_ALL=tr_TR.UTF-8", "LC_NUMERIC=de_DE")


def pytest_collection_modifyitems(items: List[pytest.Item]) -> None:
    for item in items:
        if "run" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.spark)


class Fake:
    """A library of the fake tool."""

    def __init__(self, tool: str, folder: Path) -> None:
        self.tool = tool
        self.folder = folder

    def arguments(self, *options: str) -> List[str]:
        return [
            "run",
            "fake.lua",
            "--library",
            str(self.folder),
            "--shotflow",
            self.tool,
            "--master",
            MASTER,
            *options,
        ]

    def single(self, time_zone: str = "Europe/Berlin") -> bytes:
        """What a single process prints."""
        return subprocess.run(
            [self.tool, "run", "fake.lua", "--library", str(self.folder)],
            check=True,
            stdout=subprocess.PIPE,
            env=dict(os.environ, TZ=time_zone),
        ).stdout

    def started(self) -> List[int]:
        """The shards for which a process was started, with repetitions."""
        path = self.folder / "started"
        return [int(line) for line in path.read_text().split()] if path.exists() else []


@pytest.fixture
def fake(tmp_path: Path) -> Callable[..., Fake]:
    tool = tmp_path / "bin" / "shotflow"
    tool.parent.mkdir()
    program = Path(__file__).with_name("fake_tool.py").read_text()
    tool.write_text(f"#!{sys.executable} -ISs\n{program}")
    tool.chmod(tool.stat().st_mode | stat.S_IXUSR)

    def make(**settings: Any) -> Fake:
        folder = tmp_path / f"library-{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        (folder / "fake.json").write_text(json.dumps(settings))
        return Fake(str(tool), folder)

    return make


class Session:
    """A session of Spark that the runs share.

    A session keeps its settings and what was sent along, so a run that brings such has one of its own.
    """

    def __init__(self) -> None:
        self._stop = job._stop
        self._kept: Optional[SparkSession] = None

    def stop(self) -> None:
        if self._kept:
            self._stop(self._kept)
            self._kept = None

    @contextmanager
    def shared(self, arguments: List[str]) -> Iterator[None]:
        """Keeps the session of a run for the next one, if its arguments allow that."""
        if any(word.partition("=")[0] in ("--conf", "--ship") for word in arguments):
            self.stop()
            yield
            return
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(job, "_stop", self._keep)
            yield

    def _keep(self, spark: SparkSession) -> None:
        spark.catalog.clearCache()
        self._kept = spark


@pytest.fixture(scope="session")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """Starts Java once, in a folder that stays while each run has one of its own."""
    prepare_environment(True)
    options = ["--driver-java-options", QUICK_JAVA]
    for value in ELSEWHERE:
        options += ["--conf", f"spark.executorEnv.{value}"]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("java"))
        patch.setenv("PYSPARK_SUBMIT_ARGS", shlex.join([*options, "pyspark-shell"]))
        SparkContext._ensure_initialized()
    session = Session()
    yield session
    session.stop()


Run = Callable[[List[str]], Tuple[int, bytes, str]]


@pytest.fixture
def run(
    session: Session,
    capfdbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Run:
    """Runs the command line: its status, output and messages."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    monkeypatch.chdir(tmp_path)

    def start(arguments: List[str]) -> Tuple[int, bytes, str]:
        capfdbinary.readouterr()
        with session.shared(arguments):
            status = main(arguments)
        output, messages = capfdbinary.readouterr()
        return status, output, messages.decode()

    return start
