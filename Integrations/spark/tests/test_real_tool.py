"""The built tool itself, named by the variable SHOTFLOW: its records, byte for byte."""

from __future__ import annotations

import os
import random
import struct
import subprocess
import sys
import threading
import zlib
from pathlib import Path
from typing import Any, Iterator, List, Tuple

import pytest

TOOL = os.environ.get("SHOTFLOW", "")
RULES = Path(__file__).resolve().parents[3] / "rules"
NOW = "2015-09-27T21:29:40Z"
pytestmark = pytest.mark.skipif(not TOOL, reason="SHOTFLOW names no built tool")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pictures in some folders: equal ones, broken ones, equal dates, names in any script."""
    root = tmp_path_factory.mktemp("library")
    chance = random.Random(17)
    names = ["beach", "Über", "e\u0301", "Screenshot from 2015-09-27 21-29", "\U0001f600", "a b"]
    for number in range(150):
        folder = root / chance.choice(["", "Holiday", "Holiday/Sea", "Screenshots", "Ünder"])
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{chance.choice(names)}-{number}.png"
        path.write_bytes(png(chance.choice([1, 20, 640, 1000]), chance.choice([1, 10, 480])))
        if number % 25 == 0:
            path.write_bytes(path.read_bytes()[:40])
        moment = 1443389368 - 86400 * chance.randrange(20)
        os.utime(path, (moment, moment))
    (root / "notes.txt").write_text("no picture")
    with open(os.path.join(os.fsencode(root), b"caf\xe9.png"), "wb") as file:
        file.write(png(7, 7))
    return root


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    rows = zlib.compress((b"\0" + b"\x7f" * width) * height)
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    )


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Folders of its own, so that no run finds what another left."""
    use_home(monkeypatch, tmp_path / "home")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield


def use_home(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        folder = home / name.lower()
        folder.mkdir(parents=True, exist_ok=True)
        monkeypatch.setenv(name, str(folder))


def single(rule: List[str], library: Path) -> Tuple[int, bytes]:
    done = subprocess.run(
        [TOOL, "run", *rule, "-l", str(library), "--now", NOW],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    return done.returncode, done.stdout


def on_spark(run: Any, rule: List[str], library: Path, *options: str) -> Tuple[int, bytes, str]:
    result: Tuple[int, bytes, str] = run(
        [
            "run",
            *rule,
            "-l",
            str(library),
            "--now",
            NOW,
            "--shotflow",
            TOOL,
            "--master",
            "local[2]",
            *options,
        ]
    )
    return result


def check(
    run: Any,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    rule: List[str],
    library: Path,
    shards: int,
) -> None:
    """Either both give the same, or the rule is refused because it can't be cut."""
    # Records tell whether a picture was made now or before, so that all after the first are equal.
    use_home(monkeypatch, tmp_path / "first")
    single(rule, library)
    use_home(monkeypatch, tmp_path / "single")
    expected = single(rule, library)
    use_home(monkeypatch, tmp_path / "spark")
    status, output, messages = on_spark(run, rule, library, "--shards", str(shards))
    if status == 65 and "can't be run on many machines" in messages:
        pytest.skip(messages)
    assert (status, output) == expected, messages


@pytest.mark.parametrize("shards", [2, 7])
@pytest.mark.parametrize("name", sorted(path.name for path in RULES.glob("*.lua")))
def test_rules_that_ship(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, library: Path, name: str, shards: int
) -> None:
    check(run, monkeypatch, tmp_path, [str(RULES / name)], library, shards)


FILTERS = [
    'mediaType = "image"',
    "pixelWidth = at_least(20)",
    "fileSize = at_most(600)",
    'filename = like("*2*")',
    'folderPath = "Holiday"',
    'creationDate = before("2015-09-20")',
    'mediaSubtypes = "photoScreenshot"',
    "pixelHeight = absent",
]
ORDERS = ["creationDate", "-creationDate", "filename", "-pixelWidth", "pixelHeight", "-fileSize"]
STAGES = [
    "filter(function(asset) return (asset.pixelWidth or 0) > 1 end)",
    "classify { wide = function(asset) return (asset.pixelWidth or 0) > 500 end }",
    "classify { name = function(asset) return asset.filename:sub(1, 3) end }",
    'load { data = "size" }',
    "dedupe {}",
    'dedupe { by = "sha1" }',
]


def random_rule(seed: int) -> str:
    chance = random.Random(seed)
    stages = []
    for _ in range(chance.randrange(1, 4)):
        if chance.random() < 0.4:
            stages.append(chance.choice(STAGES))
            continue
        options = chance.sample(FILTERS, chance.randrange(3))
        if chance.random() < 0.5:
            orders = chance.sample(ORDERS, chance.randrange(1, 3))
            options.append("sortedBy = { " + ", ".join(f'"{order}"' for order in orders) + " }")
        if chance.random() < 0.3:
            options += [f"limit = {chance.randrange(1, 60)}"]
            options += [f"offset = {chance.randrange(20)}"] * chance.randrange(2)
        if options:
            stages.append("filter { " + ", ".join(sorted(set(options))) + " }")
    return "return pipeline { source {}, " + ", ".join(stages) + " }"


@pytest.mark.parametrize("seed", range(40))
def test_random_rules(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, library: Path, seed: int
) -> None:
    rule = random_rule(seed)
    shards = random.Random(seed).choice([1, 2, 7, 20])
    check(run, monkeypatch, tmp_path, ["-e", rule], library, shards)


@pytest.mark.short
def test_a_rule_with_an_order(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, library: Path
) -> None:
    rule = 'return pipeline { source {}, filter { mediaType = "image", sortedBy = "-pixelWidth" } }'
    check(run, monkeypatch, tmp_path, ["-e", rule], library, 7)


def test_a_hundred_shards(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, library: Path
) -> None:
    rule = "return pipeline { source {}, filter { pixelWidth = at_least(20) } }"
    check(run, monkeypatch, tmp_path, ["-e", rule], library, 100)


def test_workers_elsewhere(run: Any, library: Path) -> None:
    rule = ["-e", 'return pipeline { source {}, filter { creationDate = before("2015-09-20") } }']
    elsewhere = [
        f"--conf=spark.executorEnv.{value}"
        for value in ("TZ=Pacific/Kiritimati", "LANG=tr_TR.UTF-8")
    ]
    assert on_spark(run, rule, library, *elsewhere)[:2] == single(rule, library)


def test_an_offer_is_claimed_once_by_the_driver(run: Any, library: Path) -> None:
    rule = [
        "-e",
        "return pipeline { source {}, filter { pixelWidth = at_least(640) }, "
        'dedupe { by = "sha1", memory = "once" } }',
    ]
    status, output, _ = on_spark(run, rule, library, "--shards", "7")
    assert status == 0 and output.count(b"\n") > 1
    assert on_spark(run, rule, library, "--shards", "3")[:2] == (0, b"")


@pytest.mark.spark
def test_a_driver_that_is_killed_offers_nothing_twice(library: Path) -> None:
    """Whenever it is killed, no content comes a second time; a run to the end gives what is left."""
    rule = 'return pipeline { source {}, dedupe { by = "sha1", memory = "killed" } }'
    arguments = ["run", "-e", rule, "-l", str(library), "--now", NOW, "--shotflow", TOOL]
    command = [sys.executable, "-m", "shotflow_spark", *arguments, "--master", "local[2]"]
    expected = single(["-e", rule.replace('"killed"', '"whole"')], library)[1].splitlines()
    seen: List[bytes] = []
    chance = random.Random(5)
    for _ in range(4):
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as process:
            timer = threading.Timer(chance.uniform(8, 14), process.kill)
            timer.start()
            assert process.stdout
            # Its end comes when all that write to it have ended.
            seen += process.stdout.read().splitlines(keepends=True)
            timer.cancel()
    seen += single(["-e", rule], library)[1].splitlines(keepends=True)
    whole = [line for line in seen if line.endswith(b"\n")]
    assert len(set(whole)) == len(whole)
    assert set(line[:-1] for line in whole) <= set(expected)
    assert single(["-e", rule], library)[1] == b""


def test_a_library_that_machines_can_not_see(run: Any, tmp_path: Path) -> None:
    status, output, _ = on_spark(run, ["-e", "return pipeline { source {} }"], tmp_path / "none")
    assert (status, output) == (66, b"")


def test_the_tool_is_sent_along(run: Any, tmp_path: Path, library: Path) -> None:
    rule = tmp_path / "wide.lua"
    (tmp_path / "wide_part.lua").write_text("return 640\n")
    rule.write_text(
        'local least = require("wide_part")\n'
        "return pipeline { source {}, filter { pixelWidth = at_least(least) } }\n"
    )
    result = on_spark(run, [str(rule)], library, "--ship", "--shards", "3")
    assert result[:2] == single([str(rule)], library), result[2]
    assert result[1]
