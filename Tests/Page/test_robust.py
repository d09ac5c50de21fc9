"""Ends that nobody plans: a full disk, a library that goes away, a helper that is killed."""

import os
import shutil
import signal
import subprocess
import unittest

from test_groups import plain_picture
from test_page import LOADED, TILES, PageTestCase
from world import PRODUCTS

PICTURES = """
  return [...document.querySelectorAll('.tile')]
    .filter((tile) => tile.style.backgroundImage !== 'none').length;
"""
NOTICE = "return document.getElementById('notice').textContent"
MEMORY = "/dev/shm"


def can_mount():
    """True if a small file system can be mounted in a namespace of its own."""
    words = ["unshare", "--mount", "--map-root-user", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    try:
        return subprocess.run(words, stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


class FullDiskTests(PageTestCase):
    def check(self):
        self.assertEqual(self.browser.run(TILES), 11)
        # One file is damaged.
        self.browser.wait(f"return (() => {{{PICTURES}}})() === 10")
        os.remove(self.library / "Family/Birthday/cake.jpg")
        self.browser.wait("return document.querySelectorAll('.tile').length === 10", seconds=60)
        self.assertIsNone(self.page.process.poll())
        self.page.interrupt()
        self.page.end()
        # What was kept in memory goes with the command.
        folder = f"{MEMORY}/shotflow-{os.geteuid()}"
        left = [name for _, _, names in os.walk(folder) for name in names]
        self.assertEqual(left, [])

    @unittest.skipUnless(os.access(MEMORY, os.W_OK), "there is no file system in memory")
    def test_folders_that_cannot_be_made_keep_no_picture_away(self):
        self.library = self.world.samples()
        (self.world.folder / "none").write_text("a file")
        none = str(self.world.folder / "none" / "folder")
        self.open("browse", "--page", self.library, XDG_CACHE_HOME=none, XDG_STATE_HOME=none)
        self.check()

    @unittest.skipUnless(os.access(MEMORY, os.W_OK), "there is no file system in memory")
    @unittest.skipUnless(can_mount(), "nothing can be mounted")
    def test_a_full_disk_keeps_no_picture_away(self):
        self.library = self.world.samples()
        disk = self.world.folder / "disk"
        disk.mkdir()
        program = self.world.folder / "full"
        program.write_text(f"""#!/bin/sh
mount -t tmpfs -o size=64k tmpfs {disk}
cat /dev/zero >{disk}/all 2>/dev/null
exec {PRODUCTS}/shotflow "$@"
""")
        program.chmod(0o755)
        self.open("browse", "--page", self.library, XDG_CACHE_HOME=str(disk / "cache"),
                  XDG_STATE_HOME=str(disk / "state"),
                  program=["unshare", "--mount", "--map-root-user", str(program)])
        self.check()


class AwayTests(PageTestCase):
    def test_a_library_that_goes_away_is_shown_so_and_recovers(self):
        self.open_samples()
        away = self.world.folder / "away"
        self.library.rename(away)
        self.browser.wait("return document.getElementById('notice').textContent.includes('is gone')",
                          seconds=60)
        # What was seen stays.
        self.assertEqual(self.browser.run(TILES), 11)
        os.remove(away / "Family/Birthday/cake.jpg")
        away.rename(self.library)
        self.browser.wait("return document.querySelectorAll('.tile').length === 10", seconds=60)
        self.browser.wait("return document.getElementById('notice').hidden", seconds=60)
        self.browser.wait(LOADED)

    def test_a_library_that_goes_away_before_it_is_followed_is_shown_so_and_recovers(self):
        self.hold_changes()
        self.open_samples()
        away = self.world.folder / "away"
        self.library.rename(away)
        self.browser.run("window.begin()")
        self.browser.wait("return document.getElementById('notice').textContent.includes('is gone')")
        os.remove(away / "Family/Birthday/cake.jpg")
        away.rename(self.library)
        self.browser.wait("return document.querySelectorAll('.tile').length === 10")
        self.browser.wait("return document.getElementById('notice').hidden")

    def test_a_search_while_it_is_away_is_shown_and_followed_once_it_is_back(self):
        self.open_samples()
        away = self.world.folder / "away"
        self.library.rename(away)
        self.browser.wait("return document.getElementById('notice').textContent.includes('is gone')")
        self.browser.press("/", *"jpg")
        self.browser.wait("return document.querySelectorAll('.tile').length === 0")
        self.browser.run("document.getElementById('notice').textContent = ''")
        self.browser.wait("return document.getElementById('notice').textContent.includes('is gone')")
        away.rename(self.library)
        self.browser.wait("return location.hash.endsWith('?text=jpg') && document.querySelectorAll('.tile').length > 0")
        self.browser.wait("return document.getElementById('notice').hidden")
        count = self.browser.run(TILES)
        os.remove(self.library / "Family/Birthday/cake.jpg")
        self.browser.wait("return document.querySelectorAll('.tile').length === arguments[0]", count - 1)

    def test_an_album_that_goes_away_gives_way_and_can_be_opened_again(self):
        self.open_samples()
        self.choose_album(6)
        self.browser.wait("return document.querySelectorAll('.tile').length === 4")
        shutil.move(self.library / "Holiday", self.world.folder / "Holiday")
        self.browser.wait("return document.getElementById('title-text').textContent === 'Recents'",
                          seconds=60)
        self.browser.wait("return document.querySelectorAll('.tile').length === 7", seconds=60)
        self.assertIn("Holiday", self.browser.run(NOTICE))
        shutil.move(self.world.folder / "Holiday", self.library / "Holiday")
        self.browser.wait("return document.querySelectorAll('.tile').length === 11", seconds=60)
        self.choose_album(6)
        self.browser.wait("return document.querySelectorAll('.tile').length === 4")


class UnluckyTests(PageTestCase):
    """Requests that fail once."""

    size = (1280, 800)

    def unlucky(self, script):
        """Lets pages run a script before their own."""
        added = self.browser.protocol("Page.addScriptToEvaluateOnNewDocument", source=f"{{{script}}}")
        self.addCleanup(
            self.browser.protocol, "Page.removeScriptToEvaluateOnNewDocument", **added)

    def test_a_network_that_changes_is_no_end(self):
        self.unlucky("""
            window.EventSource = class extends EventSource {
              constructor(address) {
                super(address);
                window.stream = this;
              }
            };
            const send = window.fetch;
            window.fetch = (path, options) => {
              if (path !== '/alive' || window.isAsked) return send(path, options);
              window.isAsked = true;
              return Promise.reject(new TypeError('Failed to fetch'));
            };""")
        self.open_samples()
        self.browser.wait("return Boolean(window.stream?.onerror)")
        self.browser.run("window.stream.onerror()")
        self.browser.wait("return window.isAsked")
        os.remove(self.library / "Family/Birthday/cake.jpg")
        self.browser.wait("return document.querySelectorAll('.tile').length === 10")
        self.assertTrue(self.browser.run("return document.getElementById('notice').hidden"))

    def test_albums_that_cannot_be_read_at_first_are_read_later(self):
        self.unlucky("""
            const send = window.fetch;
            let left = 5;
            window.fetch = (path, options) => (path === '/feed/albums' && left-- > 0
              ? Promise.resolve(new Response('not now', { status: 503 })) : send(path, options));""")
        self.open_samples()
        self.browser.click("#title")
        self.browser.wait("return document.querySelectorAll('.album').length > 3")

    def test_times_that_cannot_be_read_at_first_are_read_later(self):
        library = self.world.samples("corpus", "--count", "400")
        self.unlucky("""
            const send = window.fetch;
            let left = 5;
            window.fetch = (path, options) => (String(path).includes('/periods?') && left-- > 0
              ? Promise.resolve(new Response('not now', { status: 503 })) : send(path, options));""")
        self.open("browse", "--page", library)
        self.browser.wait("return document.querySelector('.heading')")

    def test_a_search_in_an_empty_library_follows_it(self):
        library = self.world.folder / "empty"
        library.mkdir()
        self.browser.open(self.world.page("browse", "--page", library).address)
        self.browser.wait("return document.getElementById('nothing').checkVisibility()")
        self.browser.wait("return performance.getEntriesByType('resource')"
                          ".some((each) => each.name.endsWith('/feed/albums'))")
        self.browser.press("/", *"new")
        self.browser.wait("return location.hash.endsWith('?text=new')")
        (library / "new.png").write_bytes(plain_picture())
        self.browser.wait("return document.querySelectorAll('.tile').length === 1")


class HelperTests(PageTestCase):
    def test_a_killed_helper_is_no_empty_choice(self):
        page = self.open("pick", "--page", self.world.samples())
        os.kill(page.helper(), signal.SIGKILL)
        output, status = page.end()
        self.assertEqual(output, "")
        self.assertNotEqual(status, 0)
        self.assertTrue(any("crashed" in message for message in page.messages), page.messages)
        self.browser.wait("return document.getElementById('notice').textContent"
                          ".startsWith('shotflow has ended')")


if __name__ == "__main__":
    unittest.main()
