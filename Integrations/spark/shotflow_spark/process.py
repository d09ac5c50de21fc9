"""One process for one shard: its output, checked, and its end."""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from typing import IO, Any, Callable, Dict, Iterator, List, Optional

from shotflow_spark.tool import environment

_TRAILER = b'{"trailer":'
_FAILURE = b'{"failure":'
# So much of the end of standard error is kept for the message.
_KEPT = 2000


class ShardProblem(Exception):
    """Why a shard failed, with the exit status that the run gets if no retry succeeds."""

    def __init__(self, status: int, shard: int, text: str) -> None:
        super().__init__(f"shard {shard} on {socket.gethostname()}: {text} [status {status}]")


class ShardProcess:
    """Runs the tool on one shard, in an empty folder of its own, until a deadline.

    It dies with its task: a task that Spark kills leaves nothing behind.
    """

    def __init__(
        self, command: List[str], shard: int, time_zone: str, expected: int, deadline: float
    ) -> None:
        self._command = command
        self._shard = shard
        self._time_zone = time_zone
        self._expected = expected
        self._deadline = deadline
        self._is_late = False
        self._messages = b""

    def lines(self) -> Iterator[bytes]:
        """The lines before the trailer, which is checked at the end. Raises ShardProblem."""
        folder = tempfile.mkdtemp(prefix="shotflow-shard-")
        try:
            yield from self._lines(folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _lines(self, folder: str) -> Iterator[bytes]:
        try:
            process = subprocess.Popen(
                self._command,
                cwd=folder,
                env=environment(self._time_zone),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                preexec_fn=_death_with_parent(),
            )
        except OSError as error:
            raise self._problem(
                69,
                f"{self._command[0]} can't be started there ({error.strerror}); install shotflow "
                "on all machines, or send it along with --ship",
            ) from error
        assert process.stdout and process.stderr
        reader = threading.Thread(target=self._keep_messages, args=(process.stderr,), daemon=True)
        timer = threading.Timer(self._deadline, self._end_late, args=(process,))
        timer.daemon = True
        reader.start()
        timer.start()
        check = OutputCheck(self._expected)
        try:
            yield from check.lines(process.stdout)
            status = process.wait()
            reader.join(timeout=5)
        finally:
            timer.cancel()
            _kill(process)
            process.stdout.close()
        self._judge(status, check.problem)

    def _judge(self, status: int, problem: Optional[str]) -> None:
        """Raises an error unless the process ended well and its output is whole."""
        if self._is_late:
            raise self._problem(
                70, f"not done after {self._deadline:g} s, and ended; --deadline allows more"
            )
        if status < 0:
            raise self._problem(70, f"shotflow was killed by {signal.Signals(-status).name}")
        if status > 0:
            last = self._messages.decode("utf-8", "replace").strip().splitlines()[-5:]
            raise self._problem(status, "\n".join(last) or f"shotflow ended with status {status}")
        if problem:
            raise self._problem(70, problem)

    def _problem(self, status: int, text: str) -> ShardProblem:
        return ShardProblem(status, self._shard, text)

    def _keep_messages(self, stream: IO[bytes]) -> None:
        with stream:
            while block := stream.read1(65536):  # type: ignore[attr-defined]
                self._messages = (self._messages + block)[-_KEPT:]

    def _end_late(self, process: "subprocess.Popen[bytes]") -> None:
        self._is_late = True
        _kill(process)


class OutputCheck:
    """Compares an output with its trailer, while it passes through."""

    def __init__(self, expected: int) -> None:
        self._expected = expected
        self.problem: Optional[str] = None

    def lines(self, stream: IO[bytes]) -> Iterator[bytes]:
        """All lines before the last; afterwards ``problem`` tells whether that was true."""
        sha256 = hashlib.sha256()
        records = failures = 0
        held: Optional[bytes] = None
        for line in stream:
            if held is not None:
                sha256.update(held)
                if held.startswith(_FAILURE):
                    failures += 1
                else:
                    records += 1
                yield held
            held = line
        self.problem = self._compare(held, records, failures, sha256.hexdigest())

    def _compare(self, last: Optional[bytes], out: int, failed: int, sha256: str) -> Optional[str]:
        if last is None or not last.startswith(_TRAILER) or not last.endswith(b"\n"):
            return "the output of shotflow is cut off: it has no trailer"
        try:
            trailer: Dict[str, Any] = json.loads(last)["trailer"]
        except (ValueError, KeyError) as error:
            return f"the trailer of shotflow's output can't be read ({error})"
        seen = {"in": self._expected, "out": out, "failed": failed, "sha256": sha256}
        for name, value in seen.items():
            if trailer.get(name) != value:
                return (
                    f"the output of shotflow is damaged: its trailer says {name} "
                    f"{trailer.get(name)}, and it is {value}"
                )
        return None


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """Ends the process and what it started: they are a session of their own."""
    if process.poll() is None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


def _death_with_parent() -> Optional[Callable[[], None]]:
    """Has Linux kill the process when the thread that started it ends."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None).prctl
    parent = os.getpid()

    def apply() -> None:
        prctl(1, int(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(70)

    return apply
