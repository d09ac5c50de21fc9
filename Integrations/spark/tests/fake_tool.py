"""A stand-in for shotflow that keeps its contract for plan, split and run, and breaks on demand.

A library is a folder with fake.json, which says how many assets there are, how their records are
put together, and what goes wrong in which shard.
"""

import functools
import hashlib
import json
import os
import random
import signal
import sys
import time
import unicodedata

TEXTS = ["", "a", "ab", "a\0", "a\0b", "b", "\u00e9", "e\u0301", "\uffe6", "\U0001f600", "Z", "é"]
NUMBERS = [0, -0.0, 1, -1, 0.5, 2**53, 2**53 + 1, float(2**53), -(2**53) - 1, 2**63 - 1, 1e300]


class Library:
    """What fake.json says."""

    def __init__(self, path):
        self.path = path
        with open(os.path.join(path, "fake.json"), encoding="utf-8") as file:
            self.settings = json.load(file)
        self.count = self.settings["count"]
        self.merge = self.settings["merge"]
        self.order = self.settings.get("order", [])

    def identifier(self, number):
        return self.settings.get("identifier") or f"a/{number * 7919 % 1000}é/{number}"

    def record(self, number):
        values = random.Random(number)
        fields = {
            field["field"]: self.settings.get("equal")
            or values.choice([None, True, False, values.choice(TEXTS), values.choice(NUMBERS)])
            for field in self.order
        }
        return {
            "v": 1,
            "kind": "asset",
            "localIdentifier": self.identifier(number),
            'ord,"record":': number,
            "zone": os.environ.get("TZ", ""),
            **{name: value for name, value in fields.items() if value is not None},
        }

    def key(self, record):
        return [record.get(field["field"]) for field in self.order] + [record["localIdentifier"]]

    def fails(self, number):
        return number % 1000 < self.settings.get("failingOfThousand", 0)

    def content(self, number):
        """The first have contents of their own; behind them, ten share one."""
        return number if number < 300 else number // 10

    def size(self, number):
        """The first have sizes of their own; behind them, several contents share one."""
        return number if number < 300 else 100_000 + self.content(number) % 5

    def passes(self, number):
        return not self.fails(number) and number % 3 != 1


def compare(library, left, right):
    """The order of the contract, said once more and in another way than the package says it."""

    def rank(value):
        if value is None:
            return 9
        if isinstance(value, bool):
            return 1 if value else 0
        return 3 if isinstance(value, str) else 2

    for field, a, b in zip(library.order, left[1], right[1]):
        if rank(a) != rank(b):
            if 9 in (rank(a), rank(b)):
                return -1 if rank(b) == 9 else 1
            result = rank(a) - rank(b)
        elif a is None:
            continue
        else:
            if isinstance(a, str):
                a, b = (list(map(ord, unicodedata.normalize("NFC", text))) for text in (a, b))
            result = (a > b) - (a < b)
        if result:
            return -result if field.get("descending") else result
    a, b = (key[1][-1].encode() for key in (left, right))
    return (a > b) - (a < b) or left[0] - right[0]


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def digest(library, now, rest):
    parts = [library.settings.get("version", "1"), now, os.environ.get("TZ", ""), rest]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def plan(library, now, rest):
    now = now or "2026-01-01T00:00:00.000Z"
    zone = os.environ.get("TZ") or "Europe/Berlin"
    os.environ["TZ"] = zone
    value = {"v": 1, "kind": "plan", "digest": digest(library, now, rest), "tool": "1.0.0"}
    value["rule"] = {"name": "fake", "path": "fake.lua", "sha256": ""}
    value.update(now=now, timeZone=zone, steps=[])
    if library.merge == "none":
        value["reason"] = "its source reads standard input"
    else:
        value.update(cut=1, merge=library.merge, order=library.order, reason="")
        value["comparesContents"] = library.settings.get("comparesContents", False)
        for name in ("offset", "limit"):
            if name in library.settings:
                value[name] = library.settings[name]
    print(json.dumps(value))


def split(library, number, folder):
    os.makedirs(folder)
    for shard in range(number):
        start, end = (library.count * edge // number for edge in (shard, shard + 1))
        path = os.path.join(folder, f"shard-{shard:05}.ndjson")
        with open(path, "wb") as file:
            for place in range(start, end):
                file.write(b'{"ord":%d,"place":"%d"}\n' % (place, place))
        print(
            json.dumps(
                {"v": 1, "kind": "shard", "shard": shard, "path": path, "count": end - start}
            )
        )


def counted(library, numbers):
    """The numbers of records that have the same values, in order, each with its key."""
    groups = {}
    for number in numbers:
        key = library.key(library.record(number))[:-1] + [""]
        group = groups.setdefault(json.dumps(normal(key)), [key, 0, 0, number, number])
        group[0] = min(group[0], key, key=lambda key: compact(shown(key)))
        group[1] += 1
        group[2] += number
        group[3:] = [min(group[3], number), max(group[4], number)]
    keyed = [(0, group[0], group) for group in groups.values()]
    keyed.sort(key=functools.cmp_to_key(functools.partial(compare, library)))
    if not library.order and not keyed:
        return [([""], {"v": 1, "kind": "count", "count": 0})]
    return [(key, count_record(group)) for _, key, group in keyed]


def normal(key):
    """Equal for equal values: true is no number, and 1.0 is 1."""
    return [
        unicodedata.normalize("NFC", value)
        if isinstance(value, str)
        else int(value)
        if isinstance(value, float) and value == int(value)
        else value
        for value in key
    ]


def shown(key):
    """The key of a count as its record has it."""
    return key[:-1] if len(key) > 2 else key[0]


def count_record(group):
    key, count, size, first, last = group
    record = {"v": 1, "kind": "count"}
    if len(key) > 1 and shown(key) is not None:
        record["key"] = shown(key)
    dates = (f"2015-01-01T00:{n // 60 % 60:02}:{n % 60:02}.000Z" for n in (first, last))
    record.update(count=count, bytes=size, **dict(zip(("firstDate", "lastDate"), dates)))
    return record


def read_shard(path):
    with open(path, "rb") as file:
        return {place["ord"]: place.get("content") for place in map(json.loads, file)}


def hashes(library, places):
    """The second look at places whose sizes others have; some can't be read."""
    with open(os.path.join(library.path, "hashed"), "a", encoding="utf-8") as file:
        file.writelines(f"{number}\n" for number in places)
    lines = []
    for number in places:
        content = "" if number % 50 == 3 else f',"content":"h{library.content(number)}"'
        lines.append(f'{{"ord":{number},"place":"{number}"{content}}}'.encode())
    return lines


def partial(library, path):
    """A shard's lines and the trailer; what the library wants to go wrong does."""
    places = read_shard(path)
    if any(places.values()):
        return write_result(len(places), hashes(library, places), 0)
    shard = int(path[-12:-7])
    fault = library.settings.get("faults", {}).get(str(shard))
    if fault and fault.get("once"):
        try:
            os.mkdir(os.path.join(library.path, f"fault-{shard}"))
        except FileExistsError:
            fault = None
    kind = fault["kind"] if fault else None
    with open(os.path.join(library.path, "started"), "a", encoding="utf-8") as file:
        file.write(f"{shard}\n")
    if kind == "status":
        print("shotflow: something is wrong", file=sys.stderr)
        sys.exit(fault["status"])
    if kind == "hang":
        time.sleep(600)
    if kind == "slow":
        time.sleep(fault["seconds"])
    if kind == "other":
        places = read_shard(path[:-12] + "00000.ndjson")
    lines, failed = [], 0
    if library.merge == "count":
        for key, record in counted(library, filter(library.passes, places)):
            head = b'{"ord":0,"key":' + compact(key) + b',"record":'
            lines.append(head + compact(record) + b"}")
        return write_result(len(places), lines, 0, kind)
    for number in places:
        if library.fails(number):
            failed += 1
            lines.append(
                compact(
                    {"failure": {"asset": f"a/{number}", "stage": "load", "reason": "cut short"}}
                )
            )
        elif library.passes(number):
            record = library.record(number)
            head = b'{"ord":%d,' % number
            if library.merge == "again":
                size = library.settings.get("comparesContents", False)
                content = b',"content":"%d"' % library.size(number) if size else b""
                lines.append(head + b'"place":"%d"%b}' % (number, content))
            elif library.merge == "order":
                key = b'"key":' + compact(library.key(record)) + b"," if library.order else b""
                lines.append(head + key + b'"record":' + compact(record) + b"}")
            else:
                lines.append(head + b'"record":' + compact(record) + b"}")
    write_result(len(places), lines, failed, kind)


def write_result(count, lines, failed, kind=None):
    text = b"".join(line + b"\n" for line in lines)
    trailer = {
        "in": count,
        "out": len(lines) - failed,
        "failed": failed,
        "sha256": hashlib.sha256(text).hexdigest(),
    }
    if kind == "twice":
        lines[-1] = lines[0]
        text = b"".join(line + b"\n" for line in lines)
        trailer["sha256"] = hashlib.sha256(text).hexdigest()
    if kind == "damage":
        text = text.replace(b"1", b"2", 1)
    if kind in ("truncate", "kill"):
        sys.stdout.buffer.write(text[: len(text) // 2])
        sys.stdout.flush()
        if kind == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        return
    sys.stdout.buffer.write(text + compact({"trailer": trailer}) + b"\n")


def run(library, places):
    """A single process; a merge of "again" keeps the first record of each content.

    Contents that are known already are not looked at again.
    """
    if library.merge == "count":
        for _, record in counted(library, filter(library.passes, places)):
            sys.stdout.buffer.write(compact(record) + b"\n")
        return
    kept = [(place, library.record(place)) for place in places if library.passes(place)]
    if library.merge == "order":
        keyed = [(place, library.key(record), record) for place, record in kept]
        if library.order:
            keyed.sort(key=functools.cmp_to_key(functools.partial(compare, library)))
        start = library.settings.get("offset", 0)
        end = start + library.settings["limit"] if "limit" in library.settings else None
        kept = [(place, record) for place, _, record in keyed[start:end]]
    if library.merge == "again":
        first = {}
        for place, record in kept:
            content = library.content(place)
            known = places[place] if isinstance(places, dict) else None
            if known not in (None, f"h{content}", f"{content}"):
                sys.exit(f"{known} is not the content of {place}")
            first.setdefault(content, (place, record))
        kept = list(first.values())
    for _, record in kept:
        sys.stdout.buffer.write(compact(record) + b"\n")


def main():
    command, words = sys.argv[1], iter(sys.argv[2:])
    values, flags, rest = {}, set(), []
    for word in words:
        if word in ("--json", "--partial", "--format", "ndjson"):
            flags.add(word)
        elif word in ("--library", "--now", "--shards", "--out", "--shard", "--plan", "--lanes"):
            values[word] = next(words)
        else:
            rest.append(word)
    library = Library(values["--library"])
    if command == "plan":
        plan(library, values.get("--now"), rest[1:])
    elif command == "split":
        split(library, int(values["--shards"]), values["--out"])
    elif "--partial" in flags:
        if digest(library, values["--now"], rest[1:]) != values["--plan"]:
            print("shotflow: the shard is of another plan", file=sys.stderr)
            sys.exit(65)
        partial(library, values["--shard"])
    else:
        places = read_shard(values["--shard"]) if "--shard" in values else range(library.count)
        run(library, places)


main()
