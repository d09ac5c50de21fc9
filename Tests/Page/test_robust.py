"""Ends that nobody plans: a full disk, a library that goes away, a helper that is killed."""

import os
import shutil
import signal
import subprocess
import unittest

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
