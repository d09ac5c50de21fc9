"""The program shotflow: where it is, and how it is started on the driver."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from typing import Dict, List, Optional

from shotflow_spark.problem import Problem, Status

NAME = "shotflow"
# Its companions, which it looks for beside itself.
COMPANIONS = ("shotflow-decode", "shotflow-exec")
# The zone of a plan that was made where it has no name.
_SYSTEM_ZONE = "system"


def find_program(name: str) -> Optional[str]:
    """The absolute path of a program; relative folders in PATH are passed over."""
    for folder in safe_path(os.environ.get("PATH", "")).split(os.pathsep):
        path = os.path.join(folder, name)
        if folder and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


def safe_path(path: str) -> str:
    """The folders of PATH that are absolute: a relative one is in the folder at hand."""
    return os.pathsep.join(folder for folder in path.split(os.pathsep) if os.path.isabs(folder))


def environment(time_zone: str = "") -> Dict[str, str]:
    """The environment of the tool: the machine's, with the zone of the driver."""
    values = dict(os.environ, LC_ALL="C.UTF-8")
    values["PATH"] = safe_path(values.get("PATH", ""))
    if time_zone and time_zone != _SYSTEM_ZONE:
        values["TZ"] = time_zone
    return values


@dataclass(frozen=True)
class Tool:
    """The program on the driver; it runs in the folder in which the user is."""

    path: str
    folder: str

    @classmethod
    def find(cls, named: Optional[str]) -> "Tool":
        """The program that the user names, or the one on PATH."""
        if named is not None and os.sep in named:
            path: Optional[str] = os.path.abspath(named)
            if not os.access(str(path), os.X_OK) or os.path.isdir(str(path)):
                raise Problem(
                    Status.MISSING_PROGRAM, f'"{named}" is no program that can be started'
                )
        else:
            path = find_program(named or NAME)
        if path is None:
            raise Problem(
                Status.MISSING_PROGRAM,
                f'no program "{named or NAME}" was found on PATH; install shotflow, or name it '
                "with --shotflow PATH",
            )
        return cls(path=path, folder=os.getcwd())

    def output(self, arguments: List[str]) -> bytes:
        """What it prints; its messages go to the user, and its failure ends the run."""
        done = self._start(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        text, _ = done.communicate()
        if done.returncode:
            raise Problem(_status(done.returncode))
        return bytes(text)

    def run(self, arguments: List[str], output: Optional[int] = None) -> int:
        """Runs it with the user's terminal and gives its exit status.

        The output is an open descriptor; without one it is the user's.
        """
        return _status(self._start(arguments, stdout=output).wait())

    def _start(
        self, arguments: List[str], stdin: Optional[int] = None, stdout: Optional[int] = None
    ) -> "subprocess.Popen[bytes]":
        values = dict(os.environ, PATH=safe_path(os.environ.get("PATH", "")))
        if zone := _time_zone():
            values["TZ"] = zone
        command = [self.path, *arguments]
        return subprocess.Popen(command, cwd=self.folder, env=values, stdin=stdin, stdout=stdout)


def _time_zone() -> Optional[str]:
    """The name of this machine's zone, so that the plan has it and not only a word for it."""
    if "TZ" in os.environ:
        return None
    try:
        _, found, name = os.readlink("/etc/localtime").partition("/zoneinfo/")
        return name if found else None
    except FileNotFoundError:
        return "UTC"
    except OSError:
        return None


def _status(status: int) -> int:
    """A shell's status: 128 and the signal for a program that was killed."""
    return status if status >= 0 else 128 - status
