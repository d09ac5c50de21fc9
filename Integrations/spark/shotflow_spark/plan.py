"""The plan of a rule: where it is cut, and how the parts are put together."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple

from shotflow_spark.problem import Problem, Status

VERSION = 1
MERGES = ("place", "order", "count", "again")


@dataclass(frozen=True)
class Plan:
    """What "shotflow plan" says of a rule.

    ``cut`` and ``merge`` are absent where the rule can't be cut; ``reason`` then tells why.
    ``descending`` has an entry for each field that the records are sorted or counted by, and
    ``compares_contents`` tells whether the driver will look for files with the same bytes.
    """

    digest: str
    now: str
    time_zone: str
    rule_path: Optional[str]
    cut: Optional[int]
    merge: Optional[str]
    descending: Tuple[bool, ...]
    offset: int
    limit: Optional[int]
    compares_contents: bool
    reason: str

    @classmethod
    def parse(cls, text: bytes) -> "Plan":
        """Reads the line that the tool printed."""
        try:
            plan: Dict[str, Any] = json.loads(text)
            if plan["v"] != VERSION or plan["kind"] != "plan":
                raise ValueError(f'version {plan["v"]} of {plan["kind"]}')
            merge = plan.get("merge") if plan.get("cut") is not None else None
            if merge is not None and merge not in MERGES:
                raise ValueError(f'merge "{merge}"')
            limit = plan.get("limit")
            return cls(
                digest=str(plan["digest"]),
                now=str(plan["now"]),
                time_zone=str(plan.get("timeZone") or ""),
                rule_path=(plan.get("rule") or {}).get("path"),
                cut=plan.get("cut") if merge else None,
                merge=merge,
                descending=tuple(
                    bool(field.get("descending")) for field in plan.get("order") or ()
                ),
                offset=int(plan.get("offset") or 0),
                limit=None if limit is None else int(limit),
                compares_contents=bool(plan.get("comparesContents")),
                reason=str(plan.get("reason") or ""),
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Problem(
                Status.MISSING_PROGRAM,
                f"shotflow gave a plan that can't be read ({error}); "
                "install versions of shotflow and shotflow-spark that belong together",
            ) from error
