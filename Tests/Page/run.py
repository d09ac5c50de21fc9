"""Runs the tests of the page: some classes at once, each lane in one browser.

  python3 Tests/Page/run.py            all
  python3 Tests/Page/run.py NAME...    the modules, classes or tests of these names

PAGE_LANES is the number of lanes; one more than there are processors without it, as a test often waits for
its browser.
"""

import io
import json
import os
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def classes():
    """The names of all classes with tests; those that take longest and have the most come first."""
    counts = {}

    def count(suite):
        for each in suite:
            if isinstance(each, unittest.TestSuite):
                count(each)
            else:
                name = f"{type(each).__module__}.{type(each).__name__}"
                limit, tests = counts.get(name, (getattr(each, "limit", 0), 0))
                counts[name] = (limit, tests + 1)

    count(unittest.defaultTestLoader.discover(str(FOLDER)))
    return sorted(counts, key=counts.get, reverse=True)


def serve():
    """Runs the tests whose names come in, a line each, and answers with a line each."""
    from browser import forget

    # What tests print or start has nothing of this.
    names, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    for line in names:
        output = io.StringIO()
        tests = unittest.defaultTestLoader.loadTestsFromName(line.strip())
        result = unittest.TextTestRunner(output).run(tests)
        if not result.wasSuccessful():
            forget()
        print(json.dumps({
            "tests": result.testsRun, "skipped": len(result.skipped),
            "problems": "" if result.wasSuccessful() else output.getvalue()}), file=answers, flush=True)


def main(names):
    lock = threading.Lock()
    waiting = list(names or classes())
    tests = skipped = 0
    failed = []

    def next_name():
        with lock:
            return waiting.pop(0) if waiting else None

    def lane():
        nonlocal tests, skipped
        process = subprocess.Popen(
            [sys.executable, "-W", "ignore", str(FOLDER / "run.py"), "--serve"], cwd=FOLDER, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        while process.poll() is None and (name := next_name()):
            start = time.monotonic()
            print(name, file=process.stdin, flush=True)
            answer = json.loads(process.stdout.readline() or json.dumps(
                {"tests": 0, "skipped": 0, "problems": f"{name} ended its process"}))
            with lock:
                tests += answer["tests"]
                skipped += answer["skipped"]
                if answer["problems"]:
                    failed.append(name)
                    print(answer["problems"], flush=True)
                else:
                    print(f"passed {name} in {time.monotonic() - start:.0f} s", flush=True)
        process.stdin.close()
        process.wait()

    count = int(os.environ.get("PAGE_LANES") or os.cpu_count() + 1)
    lanes = [threading.Thread(target=lane) for _ in range(count)]
    for each in lanes:
        each.start()
    for each in lanes:
        each.join()
    failed += waiting
    print(f"{tests} tests, {skipped} skipped, failed: {', '.join(failed) or 'none'}")
    return bool(failed)


if __name__ == "__main__":
    if sys.argv[1:] == ["--serve"]:
        serve()
    else:
        sys.exit(main(sys.argv[1:]))
