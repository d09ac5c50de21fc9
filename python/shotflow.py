"""Stages, sources and notifiers of shotflow in Python: one function, and nothing else to write."""

from __future__ import annotations

import atexit
import json
import os
import sys
from typing import Any, Callable, Dict, Iterable, List, Optional, TypeVar, Union

Asset = Dict[str, Any]
Answer = Union[None, bool, Asset, List[Asset]]
Stage = TypeVar("Stage", bound=Callable[[Asset], Answer])
Source = TypeVar("Source", bound=Callable[[], Iterable[Asset]])
Notifier = TypeVar("Notifier", bound=Callable[[Asset], Union[str, Asset]])

_work: Optional[Callable[[], None]] = None
_output = 1
_text = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def stage(function: Stage) -> Stage:
    """Calls the function with each record: None and False leave it out, True keeps it, a dict adds
    members to it, a list of dicts takes its place. An exception is a failure of that record."""
    _begin(function, lambda: _answer_lines(lambda line: _stage_answer(function, line)))
    return function


def source(function: Source) -> Source:
    """Writes the records that the function gives, each as soon as it is there."""
    _begin(function, lambda: _write_records(function()))
    return function


def notifier(function: Notifier) -> Notifier:
    """Calls the function with each record: it returns "accepted", "dismissed", "expired" or
    "delivered", or {"outcome": "accepted", "action": …}. The question is in record["offer"]."""
    _begin(function, lambda: _answer_lines(lambda line: _notifier_answer(function, line)))
    return function


def run() -> None:
    """Does the work now; without it, that begins when the program's own file is at its end."""
    global _work, _output
    work, _work = _work, None
    if work is None:
        return
    # What the function prints is a message, not a record.
    _output = os.dup(1)
    os.dup2(2, 1)
    try:
        work()
    except BrokenPipeError:
        pass
    finally:
        os.close(_output)


def _begin(function: Callable[..., Any], work: Callable[[], None]) -> None:
    global _work
    if function.__module__ == "__main__":
        _work = work


def _run_at_end() -> None:
    # A program that failed before its end has nothing to answer.
    if getattr(sys, "last_value", None) is not None:
        return
    if _work is None and _output == 1 and _is_used_by_the_program():
        print("the program has no function for shotflow: write @shotflow.stage, @shotflow.source or"
              " @shotflow.notifier in the line above one", file=sys.stderr)
        sys.stderr.flush()
        os._exit(1)
    try:
        run()
    except BaseException:
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
        os._exit(1)


def _is_used_by_the_program() -> bool:
    """Whether the program's own file imports this one; one that tests a stage imports the stage."""
    known = vars(sys.modules["__main__"]).values() if os.path.isfile(sys.argv[0]) else ()
    return any(value is sys.modules[__name__] or getattr(value, "__module__", "") == __name__
               for value in known)


atexit.register(_run_at_end)


def _write(text: str) -> None:
    rest = memoryview(text.encode("utf-8", "replace"))
    while rest:
        rest = rest[os.write(_output, rest):]


def _write_records(records: Iterable[Asset]) -> None:
    for record in records:
        _write(_text(record) + "\n")


def _answer_lines(answer: Callable[[bytes], str]) -> None:
    """Answers line by line, so that no answer waits for a slow one behind it."""
    rest = b""
    while block := os.read(0, 1 << 16):
        lines = (rest + block).split(b"\n")
        rest = lines.pop()
        for line in lines:
            if line:
                _write(answer(line))
    if rest.strip():
        _write(answer(rest))


def _stage_answer(function: Callable[[Asset], Answer], line: bytes) -> str:
    asset: Asset = {}
    try:
        asset = json.loads(line)
        answer = function(asset)
        if answer is True:
            return line.decode() + "\n"
        if answer is None or answer is False:
            return "null\n"
        if isinstance(answer, dict):
            return _text({**asset, **answer}) + "\n"
        return "".join(_text(record) + "\n" for record in answer) or "null\n"
    except Exception as error:
        return _failure(asset, error)


def _notifier_answer(function: Callable[[Asset], Union[str, Asset]], line: bytes) -> str:
    try:
        answer = function(json.loads(line))
        return _text({"outcome": answer} if isinstance(answer, str) else answer) + "\n"
    except Exception as error:
        return _failure({}, error)


def _failure(asset: Asset, error: Exception) -> str:
    failure: Asset = {"v": 1, "error": f"{type(error).__name__}: {error}"}
    if isinstance(asset, dict) and isinstance(asset.get("localIdentifier"), str):
        failure["localIdentifier"] = asset["localIdentifier"]
    return _text(failure) + "\n"
