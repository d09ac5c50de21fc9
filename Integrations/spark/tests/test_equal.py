"""The records are those of a single process, byte for byte."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, Dict

import pytest

ORDERS = [
    [{"field": "x"}],
    [{"field": "x", "descending": True}],
    [{"field": "x", "descending": True}, {"field": "y"}],
]


@pytest.mark.parametrize(
    "merge, shards",
    [
        pytest.param(merge, shards, marks=[pytest.mark.short] * (merge != "place" and shards == 7))
        for merge in ["place", "order", "again"]
        for shards in [1, 2, 7, 100]
    ],
)
def test_any_number_of_shards(fake: Any, run: Any, merge: str, shards: int) -> None:
    library = fake(count=900, merge=merge, order=ORDERS[2] if merge == "order" else [])
    status, output, messages = run(library.arguments("--shards", str(shards)))
    assert (status, messages) == (0, "")
    assert output == library.single()
    assert output.count(b"\n") > 80


@pytest.mark.parametrize("shards", [1, 7])
@pytest.mark.parametrize("order", [[], [{"field": "x"}], [{"field": "x"}, {"field": "y"}]])
def test_counts_are_added_up(fake: Any, run: Any, order: Any, shards: int) -> None:
    library = fake(count=900, merge="count", order=order)
    status, output, messages = run(library.arguments("--shards", str(shards)))
    assert (status, messages) == (0, "")
    assert output == library.single()


def test_the_count_of_nothing_is_a_record(fake: Any, run: Any) -> None:
    library = fake(count=0, merge="count")
    assert run(library.arguments()) == (0, library.single(), "")


@pytest.mark.parametrize("merge", ["place", "order", "again"])
def test_empty_shards_start_nothing(fake: Any, run: Any, merge: str) -> None:
    library = fake(count=3, merge=merge, order=ORDERS[0] if merge == "order" else [])
    assert run(library.arguments("--shards", "20"))[:2] == (0, library.single())
    assert len(library.started()) == 3


@pytest.mark.parametrize("merge", ["place", "order", "again"])
def test_an_empty_library(fake: Any, run: Any, merge: str) -> None:
    library = fake(count=0, merge=merge)
    assert run(library.arguments()) == (0, b"", "")
    assert library.started() == []


@pytest.mark.parametrize(
    "offset, limit", [(0, 1), (5, 10), (0, 0), (590, 100), (700, 5), (7, None)]
)
@pytest.mark.parametrize("order", [[], ORDERS[0]])
def test_offset_and_limit(fake: Any, run: Any, order: Any, offset: int, limit: int) -> None:
    settings: Dict[str, Any] = {"offset": offset}
    if limit is not None:
        settings["limit"] = limit
    library = fake(count=900, merge="order", order=order, **settings)
    status, output, _ = run(library.arguments("--shards", "4"))
    assert (status, output) == (0, library.single())


@pytest.mark.parametrize("offset, limit", [(0, 500), (123, 301), (590, 100), (700, 5)])
def test_a_limit_that_is_too_large_for_the_driver(
    fake: Any, run: Any, monkeypatch: pytest.MonkeyPatch, offset: int, limit: int
) -> None:
    monkeypatch.setattr("shotflow_spark.merge._FIRST", 0)
    monkeypatch.setattr("shotflow_spark.merge._PARTITION", 10_000)
    library = fake(count=900, merge="order", order=ORDERS[1], offset=offset, limit=limit)
    status, output, _ = run(library.arguments("--shards", "4"))
    assert (status, output) == (0, library.single())


@pytest.mark.parametrize("merge", ["place", "order", "again"])
def test_shards_that_are_too_large_for_the_driver(
    fake: Any, run: Any, monkeypatch: pytest.MonkeyPatch, merge: str
) -> None:
    monkeypatch.setattr("shotflow_spark.merge._PARTITION", 5_000)
    library = fake(count=900, merge=merge, order=ORDERS[1] if merge == "order" else [])
    assert run(library.arguments("--shards", "2"))[:2] == (0, library.single())


@pytest.mark.short
def test_contents_are_hashed_where_sizes_are_shared(
    fake: Any, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = fake(count=900, merge="again", comparesContents=True)
    assert run(library.arguments("--shards", "3")) == (0, library.single(), "")
    hashed = [int(number) for number in (library.folder / "hashed").read_text().split()]
    assert sorted(hashed) == [number for number in range(300, 900) if number % 3 != 1]
    monkeypatch.setattr("shotflow_spark.contents._MOST", 20)
    monkeypatch.setattr("shotflow_spark.merge._PARTITION", 5_000)
    assert run(library.arguments("--shards", "7")) == (0, library.single(), "")


def test_the_number_of_shards_follows_the_size_of_the_library(
    fake: Any, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shotflow_spark.shards._MOST", 60)
    library = fake(count=900, merge="place")
    assert run(library.arguments())[:2] == (0, library.single())
    assert sorted(library.started()) == list(range(15))


def test_speculation(fake: Any, run: Any) -> None:
    library = fake(
        count=600,
        merge="order",
        order=ORDERS[2],
        faults={"5": {"kind": "slow", "seconds": 8, "once": True}},
    )
    speculation = [
        f"--conf=spark.{name}"
        for name in (
            "speculation=true",
            "speculation.interval=100ms",
            "speculation.multiplier=1.1",
            "speculation.quantile=0.3",
            "speculation.minTaskRuntime=100ms",
        )
    ]
    assert run(library.arguments("--shards", "6", *speculation)) == (0, library.single(), "")


@pytest.mark.short
def test_workers_in_another_zone_and_language(fake: Any, run: Any) -> None:
    library = fake(count=60, merge="order", order=ORDERS[0])
    status, output, messages = run(library.arguments())
    assert (status, messages, output) == (0, "", library.single())
    assert b'"zone":"Europe/Berlin"' in output


def test_options_of_the_rule_reach_the_workers(fake: Any, run: Any) -> None:
    library = fake(count=60, merge="place")
    options = ["--shards", "2", "--order", "-exposure", "--window=30s", "--", "--master", "x"]
    # The fake tool refuses a shard whose options are not those of its plan.
    assert run(library.arguments(*options)) == (0, library.single(), "")


@pytest.mark.parametrize("seed", range(40))
def test_random_libraries(fake: Any, run: Any, seed: int) -> None:
    chance = random.Random(seed)
    settings: Dict[str, Any] = {"count": chance.randrange(2000)}
    settings["merge"] = chance.choice(["place", "order", "order", "again"])
    if settings["merge"] == "order":
        settings["order"] = chance.choice([[], *ORDERS])
        if chance.random() < 0.5:
            settings["offset"] = chance.randrange(1500)
        if chance.random() < 0.5:
            settings["limit"] = chance.randrange(1500)
        if chance.random() < 0.3:
            settings["identifier"] = "same"
    library = fake(**settings)
    shards = str(chance.choice([1, 2, 7, 12]))
    assert run(library.arguments("--shards", shards)) == (0, library.single(), ""), settings


@pytest.mark.parametrize("merge", ["place", "order", "again"])
def test_a_folder_of_lines(fake: Any, run: Any, tmp_path: Path, merge: str) -> None:
    library = fake(count=900, merge=merge, order=ORDERS[0] if merge == "order" else [])
    out = tmp_path / "out"
    status, output, messages = run(library.arguments("--shards", "4", "--out", str(out)))
    assert (status, output, messages) == (0, b"", "")
    parts = sorted(out.glob("part-*.ndjson"))
    assert b"".join(part.read_bytes() for part in parts) == library.single()
    assert sorted(set(out.iterdir()) - set(parts)) == [out / "_SUCCESS"]
    assert not list(tmp_path.glob(".out*"))


@pytest.mark.parametrize("merge", ["place", "order", "again"])
def test_a_folder_of_columns(fake: Any, run: Any, tmp_path: Path, merge: str) -> None:
    import pyarrow.parquet as pq

    library = fake(count=900, merge=merge, order=[{"field": "x"}] if merge == "order" else [])
    out = tmp_path / "out"
    options = ["--shards", "4", "--out", str(out), "--format", "parquet"]
    assert run(library.arguments(*options)) == (0, b"", "")
    rows = [
        row
        for part in sorted(out.glob("part-*.parquet"))
        for row in pq.read_table(part).to_pylist()
    ]
    expected = [json.loads(line) for line in library.single().splitlines()]
    for name in ("localIdentifier", 'ord,"record":', "zone"):
        assert [row[name] for row in rows] == [record[name] for record in expected]


@pytest.mark.parametrize("format", ["ndjson", "parquet"])
def test_a_folder_without_records(fake: Any, run: Any, tmp_path: Path, format: str) -> None:
    library = fake(count=0, merge="place")
    out = tmp_path / "out"
    assert run(library.arguments("--out", str(out), "--format", format)) == (0, b"", "")
    assert (out / "_SUCCESS").exists()


@pytest.mark.parametrize("merge", ["place", "order"])
def test_a_million_equal_keys(fake: Any, run: Any, merge: str) -> None:
    order = [{"field": "x"}] if merge == "order" else []
    library = fake(count=1_500_000, merge=merge, order=order, equal="same", identifier="same")
    status, output, messages = run(library.arguments())
    assert (status, messages) == (0, "")
    assert output.count(b"\n") == 1_000_000
    assert output == library.single()
