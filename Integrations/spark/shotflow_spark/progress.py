"""How many shards are done, on a terminal."""

from __future__ import annotations

import sys
import threading
from types import TracebackType
from typing import Optional, Type

from pyspark import SparkContext

_PAUSE = 0.5


class Progress:
    """A line on standard error while the shards are run; nothing where that is no terminal."""

    def __init__(self, context: SparkContext, shards: int) -> None:
        self._context = context
        self._shards = shards
        self._is_over = threading.Event()
        self._thread: Optional[threading.Thread] = None

    def __enter__(self) -> "Progress":
        if sys.stderr.isatty():
            self._thread = threading.Thread(target=self._show, daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self._is_over.set()
        if self._thread is not None:
            self._thread.join()
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _show(self) -> None:
        tracker = self._context.statusTracker()
        while not self._is_over.wait(_PAUSE):
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            done = max((stage.numCompletedTasks for stage in stages if stage), default=None)
            if done is not None:
                sys.stderr.write(f"\r\x1b[K{min(done, self._shards)} of {self._shards} shards")
                sys.stderr.flush()
