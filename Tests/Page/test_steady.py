"""What is seen stays where it is while pictures come and go, and a button leads to the new ones."""

import os
import unittest

from test_page import LOADED, PHONE
from test_time import FIRST, TimeTestCase

# The first square that is whole below the preview.
SEEN = f"""
  const place = (() => {{{FIRST}}})();
  const tile = [...document.querySelectorAll('.tile')].find((each) => each.place === place);
  if (!tile) return {{}};
  const {{ left, top }} = tile.getBoundingClientRect();
  return {{ key: tile.key, place, left: Math.round(left), top: Math.round(top) }};
"""
AT = """
  const tile = [...document.querySelectorAll('.tile')].find((each) => each.key === arguments[0]);
  if (!tile) return null;
  const { left, top } = tile.getBoundingClientRect();
  return { key: tile.key, place: tile.place, left: Math.round(left), top: Math.round(top) };
"""
COUNT = "return document.getElementById('count').textContent === arguments[0]"
NEWS = "return document.getElementById('news').checkVisibility() && document.getElementById('news').textContent"


class SteadyTests(TimeTestCase):
    size = (1000, 800)

    def setUp(self):
        super().setUp()
        # Moves of squares are no places.
        self.browser.media(prefers_reduced_motion="reduce")
        self.addCleanup(self.browser.media, prefers_reduced_motion="no-preference")

    def scroll(self, days=30):
        """Opens days of twelve pictures each, and goes to the middle."""
        self.library = self.dated({f"2024-05-{day:02d}": 12 for day in range(1, days + 1)})
        self.count = 12 * days
        self.open("browse", "--page", self.library)
        self.browser.wait("return document.querySelector('.heading')")
        self.browser.run("const it = document.getElementById('scroller'); it.scrollTop = it.scrollHeight / 2")
        self.browser.wait(LOADED)
        return self.browser.wait(f"const seen = (() => {{{SEEN}}})(); return seen.place > 60 && seen.key && seen")

    def add(self, day, count):
        source = next(self.library.glob("*.png"))
        for number in range(count):
            os.link(source, self.library / f"Screenshot {day} at 23.{number:02d}.00.png")
        self.count += count
        self.browser.wait(COUNT, str(self.count))

    def remove(self, day, count):
        paths = sorted(self.library.glob(f"*{day}*"), reverse=True)[:count]
        for path in paths:
            path.unlink()
        self.count -= len(paths)
        self.browser.wait(COUNT, str(self.count))

    def assert_stays(self, seen, step):
        """The square is where it was, but for parts of a pixel, with another place in the list."""
        now = self.browser.run(AT, seen["key"])
        self.assertEqual((now["left"], now["place"]), (seen["left"], seen["place"] + step))
        self.assertAlmostEqual(now["top"], seen["top"], delta=1)

    def test_a_new_picture_moves_nothing_that_is_seen(self):
        seen = self.scroll()
        self.assertFalse(self.browser.run(NEWS))
        self.add("2024-05-30", 1)
        self.assert_stays(seen, 1)
        self.assertEqual(self.browser.run(NEWS), "1 new")
        # New months, as from a card, are many rows and another block of the list.
        self.add("2024-07-01", 40)
        self.assert_stays(seen, 41)
        self.assertEqual(self.browser.run(NEWS), "41 new")
        self.browser.click("#news")
        self.browser.wait("return document.querySelector('.tile[aria-posinset=\"1\"]')?.ariaLabel"
                          ".startsWith('Screenshot 2024-07-01')")
        self.assertLess(self.browser.run(FIRST), 8)
        self.browser.wait("return !document.getElementById('news').checkVisibility()")

    def test_the_button_leads_to_the_day_of_the_new_ones(self):
        self.scroll()
        self.add("2024-05-25", 3)
        self.assertEqual(self.browser.run(NEWS), "3 new")
        self.browser.click("#news")
        self.browser.wait(f"return (() => {{{FIRST}}})() === 60")
        self.assertIn("May 25, 2024", self.headings()[0])

    def test_the_button_goes_where_the_new_ones_are_seen(self):
        self.scroll()
        self.add("2024-05-30", 2)
        self.browser.run("document.getElementById('scroller').scrollTop = 0")
        self.browser.wait("return !document.getElementById('news').checkVisibility()")
        # At the top of the list, new pictures are seen as they come.
        self.add("2024-05-31", 8)
        self.assertEqual(self.browser.run(FIRST), 0)
        self.assertFalse(self.browser.run(NEWS))

    def test_what_goes_moves_nothing_that_stays(self):
        seen = self.scroll()
        self.remove("2024-05-30", 5)
        self.assert_stays(seen, -5)
        self.remove("2024-05-29", 12)
        self.assert_stays(seen, -17)
        self.assertFalse(self.browser.run(NEWS))

    def test_the_next_one_stays_where_the_first_one_goes(self):
        self.browser.size(1000, 1600)
        self.scroll()
        first, second = self.browser.run("""
          const edge = document.getElementById('pane').getBoundingClientRect().bottom;
          const starts = [...document.querySelectorAll('.tile')]
            .filter((each) => each.place % 12 === 0 && each.getBoundingClientRect().top > edge)
            .sort((a, b) => a.place - b.place).slice(0, 2);
          return starts.map((each) => ({ key: each.key, place: each.place, ...each.getBoundingClientRect().toJSON() }));
        """)
        edge = self.browser.box("#pane")["bottom"]
        self.browser.run("document.getElementById('scroller').scrollTop += arguments[0]", first["top"] - edge)
        self.browser.wait(f"return (() => {{{FIRST}}})() === arguments[0]", first["place"])
        seen = self.browser.run(AT, second["key"])
        self.remove(f"2024-05-{30 - first['place'] // 12:02d}", 12)
        self.assert_stays(seen, -12)

    def test_a_day_that_goes_while_all_that_is_seen_goes_leaves_the_page_at_its_section(self):
        seen = self.scroll()
        heading = self.headings()[0]
        day = 30 - seen["place"] // 12
        self.add(f"2024-05-{day:02d}", 12)
        self.remove(f"2024-05-{day:02d} at 08", 12)
        self.assertIn(heading.split(",")[1], ",".join(self.headings()))

    def test_pictures_of_the_day_that_is_seen_keep_its_rows(self):
        seen = self.scroll()
        day = 30 - seen["place"] // 12
        self.add(f"2024-05-{day:02d}", 1)
        self.assertAlmostEqual(self.browser.run(AT, seen["key"])["top"], seen["top"], delta=1)

    def test_a_turned_phone_shows_the_same(self):
        self.browser.size(*PHONE, touch=True)
        seen = self.scroll()
        self.browser.size(PHONE[1], PHONE[0], touch=True)
        self.browser.wait("return document.getElementById('scroller').clientWidth > 700")
        self.settle()
        now = self.browser.run(SEEN)
        self.assertAlmostEqual(now["place"], seen["place"], delta=12)


if __name__ == "__main__":
    unittest.main()
