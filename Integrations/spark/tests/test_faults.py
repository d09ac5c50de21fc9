"""What goes wrong on a machine is tried again, or named; nothing wrong gets into the output."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

MERGES = ["place", "order"]
PASSING = ["truncate", "damage", "kill", "other", "twice"]


@pytest.mark.parametrize(
    "merge, kind",
    [
        pytest.param(
            merge, kind, marks=[pytest.mark.short] * ((merge, kind) == ("order", "truncate"))
        )
        for merge in MERGES
        for kind in PASSING
    ],
)
def test_a_fault_that_passes_is_tried_again(fake: Any, run: Any, merge: str, kind: str) -> None:
    library = fake(
        count=300,
        merge=merge,
        order=[{"field": "x"}],
        faults={"1": {"kind": kind, "once": True}, "4": {"kind": kind, "once": True}},
    )
    assert run(library.arguments("--shards", "6")) == (0, library.single(), "")
    assert sorted(library.started()) == [0, 1, 1, 2, 3, 4, 4, 5]


@pytest.mark.parametrize(
    "kind, message",
    [
        ("truncate", "the output of shotflow is cut off: it has no trailer"),
        ("damage", "the output of shotflow is damaged: its trailer says"),
        ("kill", "shotflow was killed by SIGKILL"),
        ("other", "its output has asset 0, which is not its own or came before"),
        ("twice", "its output has asset 200, which is not its own or came before"),
    ],
)
def test_a_fault_that_stays_names_the_shard(fake: Any, run: Any, kind: str, message: str) -> None:
    library = fake(count=300, merge="place", faults={"2": {"kind": kind}})
    status, output, messages = run(library.arguments("--shards", "3"))
    assert (status, output) == (70, b"")
    assert messages.startswith("shotflow-spark: shard 2 on ") and message in messages
    assert messages.count("\n") == 1
    assert library.started().count(2) == 4


def test_a_machine_that_hangs_is_ended_at_the_deadline(fake: Any, run: Any) -> None:
    library = fake(count=30, merge="place", faults={"0": {"kind": "hang", "once": True}})
    assert run(library.arguments("--shards", "3", "--deadline", "2")) == (0, library.single(), "")
    assert library.started().count(0) == 2


def test_a_machine_that_hangs_always_is_named(fake: Any, run: Any) -> None:
    library = fake(count=30, merge="place", faults={"0": {"kind": "hang"}})
    status, output, messages = run(library.arguments("--shards", "3", "--deadline", "1"))
    assert (status, output) == (70, b"")
    assert (
        "shard 0 on" in messages and "not done after 1 s" in messages and "--deadline" in messages
    )


@pytest.mark.parametrize("code", [65, 66, 77])
def test_the_status_of_a_worker_is_that_of_the_run(fake: Any, run: Any, code: int) -> None:
    library = fake(count=30, merge="place", faults={"1": {"kind": "status", "status": code}})
    status, output, messages = run(library.arguments("--shards", "3"))
    assert (status, output) == (code, b"")
    assert "shard 1 on" in messages and "shotflow: something is wrong" in messages


@pytest.mark.short
def test_another_plan_on_a_worker_is_refused(
    fake: Any, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = fake(count=30, merge="place")
    import shotflow_spark.job as job

    plan = job._plan

    def changed(*arguments: Any) -> Any:
        given = plan(*arguments)
        path = library.folder / "fake.json"
        path.write_text(path.read_text().replace("{", '{"version": "2", ', 1))
        return given

    monkeypatch.setattr(job, "_plan", changed)
    status, output, messages = run(library.arguments())
    assert (status, output) == (65, b"")
    assert "another plan" in messages


@pytest.mark.parametrize("merge", ["place", "order", "again"])
def test_assets_that_failed_are_listed_and_counted(fake: Any, run: Any, merge: str) -> None:
    library = fake(count=9000, merge=merge, order=[{"field": "x"}], failingOfThousand=3)
    status, output, messages = run(library.arguments("--shards", "4"))
    assert (status, output) == (3, library.single())
    numbers = [thousand * 1000 + rest for thousand in range(9) for rest in range(3)]
    assert messages.splitlines() == [f"shotflow-spark: a/{number}: cut short" for number in numbers]


def test_ten_thousand_failures(fake: Any, run: Any) -> None:
    library = fake(count=20_000, merge="place", failingOfThousand=500)
    status, output, messages = run(library.arguments("--shards", "3"))
    assert (status, output) == (3, library.single())
    lines = messages.splitlines()
    assert len(lines) == 1001
    assert lines[999] == "shotflow-spark: a/1499: cut short"
    assert lines[1000] == "shotflow-spark: and 9000 more failed"


def test_file_names_can_not_send_commands_to_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from shotflow_spark.problem import say

    say("a\x1b[31m\u202eb: cut")
    assert capsys.readouterr().err == "shotflow-spark: a\\x1b[31m\\u202eb: cut\n"


def test_a_rule_that_can_not_be_cut(fake: Any, run: Any) -> None:
    status, output, messages = run(fake(count=3, merge="none").arguments())
    assert (status, output) == (65, b"")
    assert "its source reads standard input" in messages and 'use "shotflow run"' in messages


def test_a_folder_that_exists_is_left_alone(fake: Any, run: Any, tmp_path: Path) -> None:
    library = fake(count=3, merge="place")
    status, _, messages = run(library.arguments("--out", str(tmp_path)))
    assert status == 73 and "exists" in messages
    assert library.started() == []


def test_a_failed_run_leaves_no_folder(fake: Any, run: Any, tmp_path: Path) -> None:
    library = fake(count=30, merge="place", faults={"0": {"kind": "truncate"}})
    assert run(library.arguments("--out", str(tmp_path / "out")))[0] == 70
    assert not [name for name in os.listdir(tmp_path) if "out" in name]


def test_modules_in_the_folder_at_hand_are_not_imported(
    fake: Any, run: Any, tmp_path: Path
) -> None:
    for name in ("pyarrow", "pandas", "json", "shotflow_spark"):
        (tmp_path / f"{name}.py").write_text('raise SystemExit("imported from the folder at hand")')
    library = fake(count=30, merge="place")
    assert run(library.arguments("--shards", "2")) == (0, library.single(), "")


def test_a_worker_folder_that_others_can_not_see_is_asked_for(fake: Any, run: Any) -> None:
    library = fake(count=3, merge="place")
    status, _, messages = run(library.arguments("--master", "spark://127.0.0.1:1"))
    assert status == 64 and "--work FOLDER" in messages


def test_tool_rule_and_package_are_sent_along(fake: Any, run: Any, tmp_path: Path) -> None:
    library = fake(count=90, merge="order", order=[{"field": "x"}])
    for name in ("shotflow-decode", "shotflow-exec"):
        (Path(library.tool).parent / name).write_text("")
    (tmp_path / "fake.lua").write_text("return pipeline {}")
    assert run(library.arguments("--ship", "--shards", "3")) == (0, library.single(), "")
