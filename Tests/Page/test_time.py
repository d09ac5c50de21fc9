"""The time in the grid: headings, the bar at the right edge, and the orders of an album."""

import os
import struct
import unittest
import zlib

from test_page import LOADED, PageTestCase, tile

HEADINGS = """
  return [...document.querySelectorAll('.heading')]
    .map((each) => [each.getBoundingClientRect().top, each.firstChild.textContent]).sort((a, b) => a[0] - b[0])
    .map(([, text]) => text);
"""
NAMES = """
  return [...document.querySelectorAll('.tile')].sort((a, b) => a.place - b.place)
    .map((each) => each.ariaLabel.split(',')[0]);
"""
SAME_NAMES = f"return (() => {{{NAMES}}})().join() === arguments[0].join()"
QUERY = "return (location.hash.split('?')[1] ?? '') === arguments[0]"
# The first square that is whole below the preview.
FIRST = """
  const edge = document.getElementById('pane').getBoundingClientRect().bottom;
  return Math.min(...[...document.querySelectorAll('.tile')]
    .filter((each) => each.getBoundingClientRect().top > edge - 1).map((each) => each.place));
"""
END, HOME, DOWN, UP, PAGE_DOWN = "\ue010", "\ue011", "\ue015", "\ue013", "\ue00f"


def plain_picture(side=32):
    """A PNG of one colour, which has no date in it."""
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = (b"\0" + b"\x30\x80\xc0" * side) * side
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class TimeTestCase(PageTestCase):
    """Libraries of pictures whose names have their dates."""

    size = (1190, 800)

    def dated(self, days):
        """Makes a library with a number of pictures for each day."""
        source = self.world.folder / "plain.png"
        source.write_bytes(plain_picture())
        library = self.world.folder / "dated"
        library.mkdir()
        for day, count in days.items():
            for number in range(count):
                time = f"{number // 60 + 8:02d}.{number % 60:02d}.00"
                os.link(source, library / f"Screenshot {day} at {time}.png")
        return library

    def months(self, *words):
        """Opens 28 pictures of each month of two years."""
        library = self.dated({f"{year}-{month:02d}-{day:02d}": 1 for year in (2022, 2023)
                              for month in range(1, 13) for day in range(1, 29)})
        self.open(*(words or ("browse", "--page")), library)
        self.browser.wait("return document.querySelector('.heading')")

    def headings(self):
        return self.browser.run(HEADINGS)

    def widen(self):
        """Makes the preview small."""
        self.browser.run("document.getElementById('divider').focus()")
        self.browser.press(HOME)

    def choose_order(self, value):
        if self.browser.run("return document.getElementById('finder').hidden"):
            self.browser.click("#find")
        self.browser.run(
            "const it = document.getElementById('order'); it.value = arguments[0];"
            "it.dispatchEvent(new Event('input', { bubbles: true }))", value)


class HeadingTests(TimeTestCase):
    size = (1190, 1700)

    def test_each_day_begins_a_row_below_its_name(self):
        self.open("browse", "--page", self.dated({"2024-05-03": 8, "2024-05-01": 8, "2023-12-24": 9}))
        self.widen()
        self.browser.wait("return document.querySelectorAll('.heading').length === 3")
        names = self.headings()
        for name, day in zip(names, ["May 3, 2024", "May 1, 2024", "December 24, 2023"]):
            self.assertIn(day, name)
        for number, place in enumerate([0, 8, 16]):
            box = self.browser.box(tile(place))
            self.assertAlmostEqual(box["x"], 0, delta=1)
            heading = self.browser.run(
                "return [...document.querySelectorAll('.heading')].find((each) =>"
                " each.firstChild.textContent === arguments[0]).getBoundingClientRect().bottom", names[number])
            self.assertAlmostEqual(heading, box["y"], delta=1)

    def test_fewer_pictures_are_shown_by_months_and_by_years(self):
        library = self.dated({f"{year}-0{month}-{day:02d}": 1 for year in (2021, 2022)
                              for month in (3, 4) for day in range(1, 9)})
        self.open("browse", "--page", library)
        self.browser.wait("return document.querySelector('.heading')")
        self.widen()
        self.browser.wait("return document.querySelectorAll('.heading').length === 4")
        self.assertEqual(self.headings(), ["April 2022", "March 2022", "April 2021", "March 2021"])
        for path in library.glob("*-0[34]-0[5-9]*"):
            path.unlink()
        self.browser.wait("return document.querySelectorAll('.heading').length === 2", seconds=60)
        self.assertEqual(self.headings(), ["2022", "2021"])

    def test_very_few_pictures_have_no_headings(self):
        self.open("browse", "--page", self.dated({f"20{year}-01-01": 2 for year in range(10, 20)}))
        self.browser.wait("return performance.getEntriesByType('resource')"
                          ".some((each) => each.name.includes('/periods'))")
        self.assertEqual(self.headings(), [])

    def test_arrows_keep_their_column_over_a_heading(self):
        self.open("browse", "--page", self.dated({"2024-05-03": 12, "2024-05-01": 12}))
        self.widen()
        self.browser.wait("return document.querySelectorAll('.heading').length === 2")
        columns = self.browser.run(
            "const first = document.querySelector('.tile').getBoundingClientRect().top;"
            "return [...document.querySelectorAll('.tile')]"
            ".filter((each) => each.getBoundingClientRect().top === first).length")
        self.browser.run("document.querySelector('.tile').focus()")
        rows = -(-12 // columns)
        self.browser.press("\ue014", *[DOWN] * rows)
        self.browser.wait("return document.activeElement.place === 13")
        self.browser.press(*[UP] * rows)
        self.browser.wait("return document.activeElement.place === 1")

    def test_a_month_has_its_days_or_its_place(self):
        library = self.dated({f"2022-0{month}-{day:02d}": 1 for month in (3, 4) for day in range(2, 12)})
        sidecar = ('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
                   '<rdf:Description xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Gdansk"/>'
                   '</rdf:RDF></x:xmpmeta>')
        for path in list(library.glob("*2022-03*")):
            path.with_suffix(".xmp").write_text(sidecar)
        self.open("browse", "--page", library)
        self.browser.wait("return document.querySelector('.detail:not(:empty)')")
        self.widen()
        self.browser.wait("return document.querySelectorAll('.detail:not(:empty)').length === 2")
        self.assertEqual(self.headings(), ["April 2022", "March 2022"])
        details = self.browser.run(
            "return Object.fromEntries([...document.querySelectorAll('.heading')]"
            ".map((each) => [each.firstChild.textContent, each.children[1].textContent]))")
        self.assertRegex(details["April 2022"], r"^2\W+11$")
        self.assertEqual(details["March 2022"], "Gdansk")

    def test_new_pictures_have_their_headings(self):
        library = self.dated({"2024-05-03": 8, "2024-05-01": 8})
        self.open("browse", "--page", library)
        self.widen()
        self.browser.wait("return document.querySelectorAll('.heading').length === 2")
        source = next(library.glob("*.png"))
        for number in range(8):
            os.link(source, library / f"Screenshot 2024-05-05 at 08.0{number}.00.png")
        self.browser.wait("return [...document.querySelectorAll('.heading')]"
                          ".some((each) => each.textContent.includes('May 5, 2024'))", seconds=60)


class ScrubberTests(TimeTestCase):
    def text(self):
        return self.browser.run("return document.getElementById('scrubber').ariaValueText")

    def test_the_bar_names_years_and_months_and_jumps(self):
        self.months()
        years = self.browser.run(
            "return [...document.querySelectorAll('#years .year')].map((each) => each.textContent)")
        self.assertEqual(years, ["2023", "2022"])
        months = self.browser.run("return document.querySelectorAll('#years span').length")
        self.assertGreater(months, 4)
        # Where the second year begins, by the mouse.
        box = self.browser.run("return [...document.querySelectorAll('#years .year')][1]"
                               ".getBoundingClientRect().toJSON()")
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.browser.click_at(x, y)
        self.browser.wait("return ['December 2022', 'January 2023'].some((each) =>"
                          " document.getElementById('scrubber').ariaValueText === each)")
        place = self.browser.run(FIRST)
        self.assertAlmostEqual(place, 336, delta=28)

    def test_the_date_at_the_handle_is_told_while_it_is_dragged(self):
        self.months()
        x, y = self.browser.middle("#handle")
        end = self.browser.box("#scrubber")["bottom"] - 10
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y)},
                 {"type": "pointerDown", "button": 0},
                 {"type": "pointerMove", "duration": 50, "x": round(x), "y": round((y + end) / 2)}]
        self.browser.act({"type": "pointer", "id": "mouse", "actions": moves})
        self.browser.wait("return getComputedStyle(document.getElementById('moment')).opacity === '1'")
        self.assertRegex(self.browser.text("#moment"), "202[23]$")
        self.browser.act({"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "duration": 50, "x": round(x), "y": round(end)},
            {"type": "pointerUp", "button": 0}]})
        self.browser.wait("return document.getElementById('moment').textContent === 'January 2022'")
        self.browser.wait(f"return document.querySelector('{tile(671)}')")

    def test_months_are_named_while_the_bar_is_in_use(self):
        self.months()
        shown = ("return [...document.querySelectorAll('#years span')].filter((each) =>"
                 " each.checkVisibility({ visibilityProperty: true })).map((each) => each.textContent)")
        lines = "return document.getElementById('months').checkVisibility({ visibilityProperty: true })"
        self.assertEqual(self.browser.run(shown), ["2023", "2022"])
        self.assertFalse(self.browser.run(lines))
        x, y = self.browser.middle("#handle")
        self.browser.act({"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "duration": 50, "x": round(x), "y": round(y) + 40}]})
        self.browser.wait("return document.getElementById('scrubber').classList.contains('held')")
        self.assertGreater(len(self.browser.run(shown)), 4)
        self.assertTrue(self.browser.run(lines))
        self.browser.act({"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerUp", "button": 0}, {"type": "pointerMove", "x": 10, "y": 10}]})
        self.browser.wait(f"return (() => {{{shown}}})().length === 2")

    def test_keys_go_by_months_and_years(self):
        self.months()
        self.browser.run("document.getElementById('scrubber').focus()")
        wait = "return document.getElementById('scrubber').ariaValueText === arguments[0]"
        self.browser.wait(wait, "December 2023")
        self.browser.press(DOWN)
        self.browser.wait(wait, "November 2023")
        self.assertEqual(self.browser.run(FIRST), 28)
        self.browser.press(PAGE_DOWN)
        self.browser.wait(wait, "December 2022")
        self.browser.press(UP)
        self.browser.wait(wait, "January 2023")
        self.browser.press(HOME)
        self.browser.wait(wait, "December 2023")
        self.browser.press(END)
        self.browser.wait(f"return document.querySelector('{tile(671)}')")

    def test_a_short_album_has_no_bar(self):
        self.open("browse", "--page", self.dated({"2024-05-03": 10}))
        self.assertTrue(self.browser.run("return document.getElementById('scrubber').hidden"))

    def test_on_a_phone_it_comes_while_the_grid_is_scrolled_and_takes_no_taps(self):
        self.browser.size(390, 844, touch=True)
        self.months()
        last = self.browser.box(tile(3))
        self.assertAlmostEqual(last["right"], 390, delta=1)
        at = "return document.elementFromPoint(arguments[0], arguments[1]).className"
        self.assertEqual(self.browser.run(at, last["right"] - 4, last["bottom"] - 4), "tile")
        self.browser.run("document.getElementById('scroller').scrollTop = 2000")
        self.browser.wait("return document.getElementById('scrubber').classList.contains('awake')")


class OrderTests(TimeTestCase):
    def test_the_orders_are_those_of_the_address(self):
        self.open_samples()
        usual = self.browser.run(NAMES)
        self.choose_order("name")
        self.browser.wait(QUERY, "order=name")
        names = sorted(usual)
        self.browser.wait(SAME_NAMES, names)
        self.browser.ask("/refresh", {})
        self.browser.wait(LOADED)
        self.assertEqual(self.browser.run(NAMES), names)
        self.assertEqual(self.browser.run("return document.getElementById('order').value"), "name")
        self.browser.ask("/back", {})
        self.browser.wait(SAME_NAMES, usual)
        self.assertEqual(self.browser.run("return document.getElementById('order').value"), "")

    def test_the_largest_comes_first(self):
        library = self.world.samples()
        self.open("browse", "--page", library)
        self.choose_order("size")
        sizes = {path.name: path.stat().st_size for path in library.glob("**/*") if path.is_file()}
        self.browser.wait(QUERY, "order=size")
        self.browser.wait(LOADED)
        shown = [sizes[name] for name in self.browser.run(NAMES)]
        self.assertEqual(shown, sorted(shown, reverse=True))

    def test_the_current_picture_stays_the_current_one(self):
        self.open_samples()
        self.browser.click(tile(self.place("coast.jpg")))
        self.browser.wait("return document.getElementById('caption').textContent === 'coast.jpg'")
        self.choose_order("name")
        self.browser.wait(QUERY, "order=name")
        self.browser.wait("return document.querySelector('[aria-current]')?.ariaLabel.startsWith('coast.jpg')")
        self.assertEqual(self.browser.text("#caption"), "coast.jpg")

    def test_an_order_without_times_has_no_headings(self):
        self.months()
        self.choose_order("name")
        self.browser.wait("return !document.querySelector('.heading')")
        # The bar tells names.
        self.browser.wait("return document.getElementById('scrubber').ariaValueText"
                          ".startsWith('Screenshot 20')")
        names = self.browser.wait("""
          const tiles = [...document.querySelectorAll('.tile')].sort((a, b) => a.place - b.place);
          const names = tiles.map((tile) => tile.ariaLabel.split(',')[0]);
          return names.every((name) => name.startsWith('Screenshot 20')) && names;
        """)
        self.assertGreater(len(names), 8)
        self.assertEqual(names, sorted(names))


if __name__ == "__main__":
    unittest.main()
