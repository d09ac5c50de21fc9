"""An output counts only with a trailer that fits it."""

import hashlib
import io
import json
from typing import Any, List, Optional, Tuple

import pytest

from shotflow_spark.process import OutputCheck

LINES = [b'{"ord":1,"record":{}}\n', b'{"failure":{"asset":"a"}}\n', b'{"ord":2,"record":{}}\n']


def output(**changes: Any) -> bytes:
    text = b"".join(LINES)
    trailer = {"in": 5, "out": 2, "failed": 1, "sha256": hashlib.sha256(text).hexdigest()}
    return (
        text
        + json.dumps({"trailer": {**trailer, **changes}}, separators=(",", ":")).encode()
        + b"\n"
    )


def checked(text: bytes) -> Tuple[List[bytes], Optional[str]]:
    check = OutputCheck(5)
    return list(check.lines(io.BytesIO(text))), check.problem


def test_a_whole_output_gives_its_lines() -> None:
    assert checked(output()) == (LINES, None)


def test_every_cut_is_noticed() -> None:
    text = output()
    for end in range(len(text)):
        assert checked(text[:end])[1] is not None, end


def test_every_changed_byte_is_noticed() -> None:
    text = output()
    for place in range(len(text) - 1):
        changed = text[:place] + bytes([text[place] ^ 1]) + text[place + 1 :]
        assert checked(changed)[1] is not None, place


@pytest.mark.parametrize("name", ["in", "out", "failed", "sha256"])
def test_a_trailer_that_does_not_fit_is_named(name: str) -> None:
    assert f"trailer says {name} 7" in str(checked(output(**{name: 7}))[1])
