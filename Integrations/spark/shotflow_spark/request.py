"""What the user asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional, Tuple


@dataclass(frozen=True)
class Request:
    """The command line, read. Libraries don't depend on the folder at hand."""

    rule: Optional[str]
    texts: Tuple[str, ...]
    libraries: Tuple[str, ...]
    now: Optional[str]
    options: Tuple[str, ...]
    master: str
    shards: Optional[int]
    out: Optional[str]
    format: str
    shotflow: Optional[str]
    executor_shotflow: Optional[str]
    ships: bool
    work: Optional[str]
    deadline: int
    settings: Tuple[str, ...]
    log: str

    @property
    def library_arguments(self) -> List[str]:
        """The libraries, for any command."""
        return [word for library in self.libraries for word in ("--library", library)]

    def rule_arguments(self, path: Optional[str] = None) -> List[str]:
        """The rule, or its file at this path, for any command."""
        if self.rule is None:
            return [word for text in self.texts for word in ("-e", text)]
        return [path or self.rule]
