"""The command line, and what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, List

import pytest

from shotflow_spark.commandline import main, parse
from shotflow_spark.problem import Problem, cause
from shotflow_spark.session import with_attempts
from shotflow_spark.tool import Tool, find_program


def test_own_options_and_those_of_the_rule() -> None:
    request = parse(
        [
            "--master",
            "local[2]",
            "a.lua",
            "--window",
            "30s",
            "-l",
            "/x",
            "--order",
            "-exposure",
            "--shards=7",
            "--conf",
            "spark.a=-b",
            "--now",
            "-30s",
            "--ship",
        ]
    )
    assert (request.master, request.rule, request.shards) == ("local[2]", "a.lua", 7)
    assert request.options == ("--window", "30s", "--order", "-exposure")
    assert (request.settings, request.now, request.ships) == (("spark.a=-b",), "-30s", True)


def test_all_behind_two_hyphens_is_the_rules() -> None:
    request = parse(["a.lua", "--out", "x", "--", "--out", "y"])
    assert (request.out, request.options) == ("x", ("--out", "y"))


def test_a_rule_on_the_command_line() -> None:
    request = parse(["-e", "return pipeline {}", "-l", "/x"])
    assert request.rule_arguments() == ["-e", "return pipeline {}"]


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["run"], "no rule"),
        (["run", "-"], "standard input"),
        (["run", "a.lua", "--shards", "0"], '"0" is no number above 0'),
        (["run", "a.lua", "--shards"], "--shards needs a value"),
        (["run", "a.lua", "--format", "xml"], "invalid choice: 'xml'"),
        (["walk"], 'no command "walk"'),
    ],
)
def test_a_wrong_command_line(
    arguments: List[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 64
    assert message in capsys.readouterr().err


def test_local_masters_try_again() -> None:
    assert with_attempts("local") == "local[1,4]"
    assert with_attempts("local[*]") == "local[*,4]"
    assert with_attempts("local[2,1]") == "local[2,1]"
    assert with_attempts("yarn") == "yarn"


def test_programs_in_the_folder_at_hand_are_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "shotflow"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", ".::" + os.path.basename(tmp_path))
    assert find_program("shotflow") is None
    monkeypatch.setenv("PATH", f".:{tmp_path}")
    assert find_program("shotflow") == str(program)


def test_a_missing_tool(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in (None, "./shotflow", str(tmp_path)):
        with pytest.raises(Problem) as problem:
            Tool.find(name)
        assert problem.value.status == 69


def test_a_missing_java(
    fake: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = fake(count=1, merge="place")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert main(library.arguments()) == 69
    assert "apt-get install openjdk-17-jre-headless" in capsys.readouterr().err


def test_the_cause_of_an_error_of_spark() -> None:
    java = "An error occurred while calling o1.range.\n: java.lang.Error: no disk\n\tat a.b(C.java)"
    python = "An exception was thrown.\nTraceback:\n  File x\nValueError: no record\n"
    assert cause(java) == "java.lang.Error: no disk"
    assert cause(python) == "ValueError: no record"
    assert cause("stopped\nthere") == "stopped"


@pytest.mark.parametrize("version", ["3.4.4", "3.50.0", "5.0.0"])
def test_another_pyspark(
    version: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pyspark.__version__", version)
    assert main(["run", "a.lua"]) == 69
    message = f"pyspark {version} is not supported; install version 3.5 or 4: "
    assert message in capsys.readouterr().err


def test_a_missing_pyspark(tmp_path: Path) -> None:
    folder = tmp_path / "python"
    folder.mkdir()
    source = Path(__file__).parent.parent / "shotflow_spark"
    (folder / "shotflow_spark").symlink_to(source)
    done = subprocess.run(
        [sys.executable, "-S", "-m", "shotflow_spark", "run", "a.lua"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 69
    assert "-m pip install shotflow-spark" in done.stderr


def test_the_folder_at_hand_is_not_imported_from_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "argparse.py").write_text('raise SystemExit("imported")')
    done = subprocess.run(
        [sys.executable, "-m", "shotflow_spark", "--version"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
