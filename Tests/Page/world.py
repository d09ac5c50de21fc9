"""A library, a state of its own, and the tool that shows it on a page."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRODUCTS = Path(os.environ.get("PRODUCTS", ROOT / ".build/debug"))
NOW = "2015-09-27T21:29:28Z"

# A shell has what it starts in the background ignore interrupts, and so would the tool.
signal.signal(signal.SIGINT, signal.default_int_handler)


class World:
    """A folder in which everything happens."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="page-world-"))
        self.pages = []

    def environment(self, **more):
        names = {"HOME": "home", "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache",
                 "XDG_CONFIG_HOME": "config"}
        own = {name: str(self.folder / folder) for name, folder in names.items()}
        return {"PATH": os.environ["PATH"], "TZ": "UTC", "TMPDIR": str(self.folder), **own, **more}

    def samples(self, *words, name="library"):
        """Makes a sample library; gives its folder."""
        folder = self.folder / name
        subprocess.run([PRODUCTS / "make-samples", *words[:1], str(folder), *words[1:]]
                       if words else [PRODUCTS / "make-samples", str(folder), "--now", NOW],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return folder

    def page(self, *words, **options):
        page = Page(self, [str(word) for word in words], **options)
        self.pages.append(page)
        return page

    def close(self):
        for page in self.pages:
            page.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Page:
    """The tool while it shows a page."""

    def __init__(self, world, words, input=None, seconds=120, program=None, **variables):
        self.process = subprocess.Popen(
            [*(program or [PRODUCTS / "shotflow"]), *words, "--no-open"], cwd=world.folder,
            env=world.environment(**variables), text=True,
            stdin=input or subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.messages = []
        self.address = None
        said = threading.Event()

        def read():
            for line in self.process.stderr:
                self.messages.append(line.rstrip("\n"))
                found = re.search(r"http://127\.0\.0\.1:\d+/\?token=\w+", line)
                if found:
                    self.address = found.group(0)
                    said.set()
            said.set()

        self.reader = threading.Thread(target=read, daemon=True)
        self.reader.start()
        if not said.wait(seconds) or not self.address:
            self.close()
            raise AssertionError(f"no address: {self.messages}")

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

    def end(self, seconds=30):
        """Waits for the end; gives the records that were printed, and the status."""
        output = self.process.stdout.read()
        status = self.process.wait(seconds)
        self.reader.join(5)
        return output, status

    def helper(self):
        """The number of the process that serves the page."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        for number in children.split():
            if "shotflow-page" in Path(f"/proc/{number}/cmdline").read_text():
                return int(number)
        raise AssertionError("there is no process that serves the page")

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
