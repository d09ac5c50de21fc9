"""Groups of duplicates: a section for each, and the choice of what goes."""

import json
import unittest

from test_page import PageTestCase, tile
from test_selection import IS
from test_time import HEADINGS, plain_picture

BADGES = """
  return [...document.querySelectorAll('.tile')].sort((a, b) => a.place - b.place)
    .map((each) => each.dataset.badge);
"""


class GroupTests(PageTestCase):
    size = (1190, 800)

    def test_what_is_not_kept_is_chosen_in_each_group(self):
        library = self.world.folder / "doubles"
        library.mkdir()
        for name, side in [("a", 32), ("b", 48)]:
            for copy in ["", " copy"]:
                (library / f"{name}{copy}.png").write_bytes(plain_picture(side))
        (library / "single.png").write_bytes(plain_picture(64))
        self.open("duplicates", "--page", library)
        self.browser.wait(f"return (() => {{{HEADINGS}}})().join() === 'Group 1,Group 2'")
        badges = self.browser.run(BADGES)
        self.assertEqual([badge.startswith("✓") for badge in badges], [True, False, True, False])
        self.assertIn("48\u202f×\u202f48, 0.", badges[3])
        self.assertIn("kB", badges[3])
        self.browser.wait(IS, "1,3")
        # A tap on what is chosen shows it, and another one gives it up.
        self.browser.click(tile(1))
        self.browser.wait(f"return document.querySelector('{tile(1)}').ariaCurrent === 'true'")
        self.browser.click(tile(1))
        self.browser.wait(IS, "3")
        self.browser.click("#choose")
        output, status = self.page.end()
        self.assertEqual([json.loads(line)["filename"] for line in output.splitlines()], ["b copy.png"])
        self.assertEqual(status, 0)


if __name__ == "__main__":
    unittest.main()
