"""The package as a program of its own, as users start it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Dict, List

import pytest
from conftest import QUICK_JAVA

pytestmark = pytest.mark.spark
POISON = 'raise SystemExit("imported from the folder at hand")\n'


def program() -> List[str]:
    return [sys.executable, "-m", "shotflow_spark"]


def environment() -> Dict[str, str]:
    return dict(os.environ, TZ="Europe/Berlin")


def messages(text: bytes) -> str:
    """Standard error without what Java says of a module that Spark 4 has it load."""
    warning = r"\AWARNING: Using incubator modules: jdk\.incubator\.vector\n"
    return re.sub(warning, "", text.decode())


@pytest.mark.short
def test_nothing_in_the_folder_at_hand_is_imported_or_started(fake: Any, tmp_path: Path) -> None:
    for name in ("pyarrow", "pandas", "pyspark", "json", "numpy", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text(POISON)
    for name in ("java", "python3", "shotflow", "bash"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 99\n")
        (tmp_path / name).chmod(0o755)
    library = fake(count=90, merge="place")
    quick = f"spark.driver.extraJavaOptions={QUICK_JAVA}"
    done = subprocess.run(
        [*program(), *library.arguments("--shards", "3", "--conf", quick)],
        cwd=tmp_path,
        capture_output=True,
        env=dict(environment(), PATH=f".:{os.environ['PATH']}"),
    )
    assert (done.returncode, messages(done.stderr)) == (0, "")
    assert done.stdout == library.single()


@pytest.mark.short
def test_spark_submit(fake: Any, tmp_path: Path) -> None:
    import pyspark

    library = fake(count=90, merge="again")
    script = subprocess.run([*program(), "script"], capture_output=True, text=True, check=True)
    submit = Path(pyspark.__file__).parent / "bin" / "spark-submit"
    arguments = library.arguments("--shards", "3")
    master = arguments.index("--master")
    del arguments[master : master + 2]
    done = subprocess.run(
        [str(submit), "--master", "local[2]", script.stdout.strip(), *arguments],
        cwd=tmp_path,
        capture_output=True,
        env=dict(environment(), PYSPARK_PYTHON=sys.executable),
    )
    assert (done.returncode, done.stdout) == (0, library.single()), done.stderr.decode()


@pytest.mark.parametrize("options", [[], ["--ship"]])
def test_executors_that_are_processes_of_their_own(
    fake: Any, tmp_path: Path, options: List[str]
) -> None:
    library = fake(count=900, merge="order", order=[{"field": "x"}])
    for name in ("shotflow-decode", "shotflow-exec"):
        (Path(library.tool).parent / name).write_text("")
    (tmp_path / "fake.lua").write_text("return pipeline {}")
    work = tmp_path / "work"
    work.mkdir()
    arguments = library.arguments("--shards", "5", "--work", str(work), *options)
    arguments[arguments.index("--master") + 1] = "local-cluster[2,1,1024]"
    done = subprocess.run(
        [*program(), *arguments],
        cwd=tmp_path,
        capture_output=True,
        env=dict(environment(), PYSPARK_PYTHON=sys.executable),
    )
    assert (done.returncode, messages(done.stderr)) == (0, "")
    assert done.stdout == library.single()
    assert list(work.iterdir()) == []


def test_a_reader_that_goes_away_ends_the_run_quietly(fake: Any, tmp_path: Path) -> None:
    library = fake(count=60_000, merge="place")
    process = subprocess.Popen(
        [*program(), *library.arguments()],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout and process.stderr
    process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read()
    assert (process.wait(), messages(errors)) == (0, "")


def test_an_interrupt_leaves_nothing_running(fake: Any, tmp_path: Path) -> None:
    library = fake(count=20, merge="place", faults={"0": {"kind": "hang"}, "1": {"kind": "hang"}})
    process = subprocess.Popen(
        [*program(), *library.arguments("--shards", "2")],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )
    while len(library.started()) < 2:
        assert process.poll() is None
        time.sleep(0.1)
    assert len(processes(library.tool)) == 2
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode == 130
    wait_until_none(library.tool)


def test_a_driver_that_is_killed_leaves_nothing_running(fake: Any, tmp_path: Path) -> None:
    library = fake(count=20, merge="place", faults={"0": {"kind": "hang"}, "1": {"kind": "hang"}})
    process = subprocess.Popen(
        [*program(), *library.arguments("--shards", "2")],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(),
    )
    while len(library.started()) < 2:
        assert process.poll() is None
        time.sleep(0.1)
    process.kill()
    process.wait()
    wait_until_none(library.tool)


def test_a_master_that_can_not_be_reached(fake: Any, tmp_path: Path) -> None:
    library = fake(count=3, merge="place")
    arguments = library.arguments("--work", str(tmp_path))
    arguments[arguments.index("--master") + 1] = "spark://127.0.0.1:1"
    done = subprocess.run(
        [*program(), *arguments], cwd=tmp_path, capture_output=True, env=environment()
    )
    assert done.returncode == 69
    text = messages(done.stderr)
    assert "spark://127.0.0.1:1" in text and text.count("\n") == 1


def test_a_java_that_is_too_old_for_spark(fake: Any, tmp_path: Path) -> None:
    java = tmp_path / "java" / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text("#!/bin/sh\nexit 1\n")
    java.chmod(0o755)
    done = subprocess.run(
        [*program(), *fake(count=3, merge="place").arguments()],
        cwd=tmp_path,
        capture_output=True,
        env=dict(environment(), JAVA_HOME=str(tmp_path / "java")),
    )
    assert done.returncode == 69
    assert "check that Java is version 17" in done.stderr.decode()


def processes(tool: str) -> List[int]:
    """The tool's processes, of whatever parent."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                command = Path("/proc", name, "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            # The driver names the tool, too, but not to run it.
            if (os.fsencode(tool), b"run") in zip(command, command[1:]):
                found.append(int(name))
    return found


def wait_until_none(tool: str) -> None:
    """Waits for the end of all that Spark's own end brings down, a minute at most."""
    end = time.monotonic() + 60
    while found := processes(tool):
        assert time.monotonic() < end, found
        time.sleep(0.2)
