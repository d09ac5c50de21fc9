"""Runs the tests of the page, a class in a process of its own and as many as there are processors.

  python3 Tests/Page/run.py            all
  python3 Tests/Page/run.py NAME...    the modules, classes or tests of these names
"""

import os
import re
import subprocess
import sys
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
TOTAL = re.compile(r"^Ran (\d+) tests? in", re.MULTILINE)
SKIPPED = re.compile(r"\(.*skipped=(\d+).*\)$", re.MULTILINE)


def classes():
    """The names of all classes with tests; those with the most come first."""
    counts = {}

    def count(suite):
        for each in suite:
            if isinstance(each, unittest.TestSuite):
                count(each)
            else:
                name = f"{type(each).__module__}.{type(each).__name__}"
                counts[name] = counts.get(name, 0) + 1

    count(unittest.defaultTestLoader.discover(str(FOLDER)))
    return sorted(counts, key=counts.get, reverse=True)


def main(names):
    lock = threading.Lock()
    tests = skipped = 0
    failed = []

    def run(name):
        nonlocal tests, skipped
        start = time.monotonic()
        process = subprocess.run(
            [sys.executable, "-W", "ignore", "-m", "unittest", name], cwd=FOLDER, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        with lock:
            tests += sum(map(int, TOTAL.findall(process.stdout)))
            skipped += sum(map(int, SKIPPED.findall(process.stdout)))
            if process.returncode:
                failed.append(name)
                print(process.stdout, flush=True)
            else:
                print(f"passed {name} in {time.monotonic() - start:.0f} s", flush=True)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(run, names or classes()))
    print(f"{tests} tests, {skipped} skipped, failed: {', '.join(failed) or 'none'}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
