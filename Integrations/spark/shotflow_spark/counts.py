"""Counts of the shards, added up."""

from __future__ import annotations

import itertools
import json
from typing import Any, Dict, Iterable, Iterator, List, Tuple

# The sum of sizes is a whole number of 64 bits, whatever the records claim.
_MOST_BYTES = (1 << 63) - 1
_COUNT = b',"count":'
# Without keys, the number of no assets is a record, too.
_NOTHING = b'{"v":1,"kind":"count","count":0}'


def added(rows: Iterable[Tuple[bytes, bytes]], has_keys: bool) -> Iterator[bytes]:
    """The records of all groups, in order.

    ``rows`` are keys, as bytes that sort as the groups do, and records, sorted by the keys.
    """
    is_empty = True
    for _, group in itertools.groupby(rows, key=lambda row: row[0]):
        is_empty = False
        yield _sum(record for _, record in group)
    if is_empty and not has_keys:
        yield _NOTHING


def _sum(records: Iterable[bytes]) -> bytes:
    """One record for those of a group, written as the tool writes it."""
    # No text of the key can look like this: its quotes are escaped.
    heads, groups = zip(*((record.partition(_COUNT)[0], json.loads(record)) for record in records))
    # Texts of a group may differ in their normalization; the first spelling stays.
    parts: List[bytes] = [min(heads), _COUNT, b"%d" % sum(group["count"] for group in groups)]
    sizes = _known(groups, "bytes")
    if sizes:
        parts.append(b',"bytes":%d' % min(sum(sizes), _MOST_BYTES))
    first, last = _known(groups, "firstDate"), _known(groups, "lastDate")
    if first and last:
        dates = (min(first, key=_moment), max(last, key=_moment))
        parts.append(b',"firstDate":"%b","lastDate":"%b"' % tuple(map(str.encode, dates)))
    return b"".join(parts) + b"}"


def _known(groups: Iterable[Dict[str, Any]], name: str) -> List[Any]:
    return [group[name] for group in groups if name in group]


def _moment(date: str) -> Tuple[int, str]:
    """A date that compares by its time: years beyond four digits have a sign."""
    year, _, rest = date.lstrip("+-").partition("-")
    return (-int(year) if date.startswith("-") else int(year)), rest
