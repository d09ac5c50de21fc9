"""Problems that end a run, and how they are shown."""

from __future__ import annotations

import re
import sys
from typing import Optional

# The last line of a traceback.
_PYTHON_ERROR = re.compile(r"^[A-Za-z_.]+(?:Error|Exception|Exit|Interrupt): .*$", re.MULTILINE)


class Status:
    """Exit statuses, as "shotflow help exit-status" lists them."""

    SOME_FAILED = 3
    WRONG_COMMAND_LINE = 64
    WRONG_RULE = 65
    MISSING_PROGRAM = 69
    BUG = 70
    CANT_WRITE = 73
    INTERRUPTED = 130


class Problem(Exception):
    """Ends the run with an exit status.

    The text is for the user; without one the tool has already reported the problem.
    """

    def __init__(self, status: int, text: Optional[str] = None) -> None:
        super().__init__(status, text)
        self.status = status
        self.text = text


class ReaderGone(Exception):
    """The program that reads the records wants no more of them: a quiet end."""


def cause(text: str) -> str:
    """The line of an error of Spark that tells the most: Java's, the end of Python's, or the first."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    java = [line[2:] for line in lines if line.startswith(": ")]
    return (java or _PYTHON_ERROR.findall(text) or lines or ["it gave no reason"])[0]


def say(text: str) -> None:
    """Writes a message to standard error; a file name can't send commands to the terminal."""
    sys.stderr.write(f"shotflow-spark: {escaped(text)}\n")
    sys.stderr.flush()


def escaped(text: str) -> str:
    """The text with all characters escaped that a terminal does not print."""
    return "".join(
        (
            letter
            if letter.isprintable() or letter == "\n"
            else letter.encode("unicode_escape", "surrogatepass").decode("ascii")
        )
        for letter in text
    )
