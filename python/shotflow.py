"""shotflow in Python: records of a rule or of `find` as dicts or as a table of Arrow or pandas, and
stages, sources and notifiers of rules, each as one function."""

from __future__ import annotations

import atexit
import importlib
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
from datetime import date, datetime, timedelta
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, TypeVar, Union

Asset = Dict[str, Any]
Answer = Union[None, bool, Asset, List[Asset]]
Stage = TypeVar("Stage", bound=Callable[[Asset], Answer])
Source = TypeVar("Source", bound=Callable[[], Iterable[Asset]])
Notifier = TypeVar("Notifier", bound=Callable[[Asset], Union[str, Asset]])

_work: Optional[Callable[[], None]] = None
_output = 1
_called_the_tool = False
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


class Records(List[Any]):
    """The records of a run: a list of dicts that can become a table, with a row for each record and
    a column for each member. Dates are dates there, except localDate, whose zone would be lost."""

    def to_arrow(self) -> Any:
        """Returns a pyarrow.Table."""
        return _optional("pyarrow", "to_arrow").table(self._columns())

    def to_pandas(self) -> Any:
        """Returns a pandas.DataFrame."""
        return _optional("pandas", "to_pandas").DataFrame(self._columns())

    def _columns(self) -> Dict[str, List[Any]]:
        for record in self:
            if not isinstance(record, dict):
                raise TypeError(f"{record!r} is no record, and can't be a row of a table")
        names = dict.fromkeys(name for record in self for name in record)
        return {name: _column(name, [record.get(name) for record in self]) for name in names}


class RunError(RuntimeError):
    """A run that did not end well: its exit status, its message, and the records printed before."""

    def __init__(self, status: int, message: str, records: Records) -> None:
        super().__init__(message)
        self.status = status
        self.records = records


def run(rule: Union[str, "os.PathLike[str]"], **options: Any) -> Records:
    """Runs a rule, by its name or the path of its file: `run("recent", library="~/Pictures")`.

    Options are those of `shotflow run` and of the rule, with "_" for "-": True and False are
    `--name` and `--no-name`, a list repeats the option, None leaves it out. A name that Python
    reserves takes a "_" behind it: `as_="jpeg"`."""
    return _records(["run", _path(rule)], options)


def find(*places: Union[str, "os.PathLike[str]"], **options: Any) -> Records:
    """Finds assets as `shotflow find` does, in folders or in a library:
    `find("~/Pictures", screenshots=True, within="7d")`. Options are written as for `run`."""
    return _records(["find"], options, [_path(place) for place in places])


def _records(command: List[str], options: Dict[str, Any], places: Sequence[str] = ()) -> Records:
    global _called_the_tool
    _called_the_tool = True
    if "format" in options:
        raise TypeError("records are dicts here, so that there is no option \"format\"")
    tool = _tool()
    command = [tool, *command, "--format=ndjson"]
    for name, value in options.items():
        command += _arguments(name, value)
    if places:
        command += ["--", *places]
    try:
        ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, check=False)
    except OSError as error:
        raise RunError(69, f"can't start \"{tool}\": {error.strerror}", Records()) from error
    messages = ended.stderr.decode("utf-8", "replace")
    complete = ended.stdout[:ended.stdout.rfind(b"\n") + 1]
    records = Records(json.loads(line) for line in complete.split(b"\n") if line)
    # A run that printed nothing has status 1 with exit_status=True.
    if ended.returncode not in (0, 1):
        reason = messages.strip() or (f"shotflow ended by signal {-ended.returncode}"
                                      if ended.returncode < 0 else
                                      f"shotflow ended with status {ended.returncode}")
        raise RunError(ended.returncode, reason, records)
    if messages:
        print(messages, end="", file=sys.stderr)
    return records


def _tool() -> str:
    """Returns the path of the tool that was installed together with this module, else in PATH."""
    try:
        files = importlib.metadata.files("shotflow") or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    for file in files:
        if file.parts[-2:] == ("bin", "shotflow"):
            path = os.path.realpath(str(file.locate()))
            if os.access(path, os.X_OK):
                return path
    found = shutil.which("shotflow")
    if found is None:
        raise RunError(69, "there is no program \"shotflow\" beside this module or in PATH;"
                           " docs/install.md has the ways to install it", Records())
    return found


# The options of every run without a value, which have no opposite.
_FLAGS = frozenset([
    "dry-run", "everything", "exit-status", "partial", "quiet", "shipped", "stats", "user",
])


def _arguments(name: str, value: Any) -> List[str]:
    """Returns an option as the command line writes it."""
    option = name.rstrip("_").replace("_", "-")
    if value is None:
        return []
    if isinstance(value, bool):
        if value:
            return [f"--{option}"]
        return [] if option in _FLAGS else [f"--no-{option}"]
    if isinstance(value, (list, tuple)):
        return [argument for part in value for argument in _arguments(name, part)]
    return [f"--{option}={_path(value) if option == 'library' else _value(value)}"]


def _value(value: Any) -> str:
    if isinstance(value, timedelta):
        return f"{round(value.total_seconds())}s"
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    return str(value)


def _path(place: Union[str, "os.PathLike[str]"]) -> str:
    return os.path.expanduser(os.fspath(place))


def _optional(module: str, method: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"{method}() needs {module}, which can't be imported ({error});"
                          f" install it: pip install {module}") from error


def _column(name: str, values: List[Any]) -> List[Any]:
    """Returns dates of texts that are dates in UTC, and other values as they are."""
    if not name.endswith("Date") or name == "localDate":
        return values
    try:
        return [value and datetime.fromisoformat(value.replace("Z", "+00:00")) for value in values]
    except (AttributeError, ValueError):
        return values


def _run_program() -> None:
    """Does the work of the program's function, at the end of the program's own file."""
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
        _run_program()
    except BaseException:
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
        os._exit(1)


def _is_used_by_the_program() -> bool:
    """Tells a rule's program, which imports this file, from one that tests a stage, which imports
    the stage, and from one that runs rules."""
    if _called_the_tool or not _is_first_in_python_path():
        return False
    known = vars(sys.modules["__main__"]).values() if os.path.isfile(sys.argv[0]) else ()
    return any(value is sys.modules[__name__] or getattr(value, "__module__", "") == __name__
               for value in known)


def _is_first_in_python_path() -> bool:
    """Returns true if this file is in the first folder of PYTHONPATH, as shotflow sets it."""
    first = os.environ.get("PYTHONPATH", "").split(os.pathsep)[0]
    own = os.path.dirname(os.path.abspath(__file__))
    return first != "" and os.path.realpath(first) == os.path.realpath(own)


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
