"""What has the keyboard, while the page draws its squares anew."""

import shutil

from test_page import LOADED, PageTestCase, tile

OFFSET = "return document.getElementById('scroller').scrollTop"
FRAMES = "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class FocusTests(PageTestCase):
    size = (1280, 800)

    def scroll(self, offset):
        self.browser.run("document.getElementById('scroller').scrollTop = arguments[0]", offset)
        self.browser.run(FRAMES)
        self.browser.wait(LOADED)

    def open_many(self):
        self.library = self.world.samples("corpus", "--count", "300")
        self.open("browse", "--page", self.library)
        self.browser.wait("return document.querySelector('.heading')")
        self.scroll(900)

    def seen(self):
        """The place of a square that is seen whole."""
        return self.browser.run("""
          const boxes = [...document.querySelectorAll('.tile')].map((tile) => [tile, tile.getBoundingClientRect()]);
          return boxes.find(([, { top, bottom }]) => top > 500 && bottom < innerHeight)[0].place;
        """)

    def current(self):
        return self.browser.run("return document.querySelector('[aria-current]').place")

    def mouse(self, kind, x, y):
        self.browser.protocol("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def test_a_press_chooses_its_square_although_the_page_is_drawn_meanwhile(self):
        self.open_many()
        place = self.seen()
        x, y = self.browser.middle(tile(place))
        self.mouse("mousePressed", x, y)
        self.scroll(901)
        self.assertEqual(self.browser.run("return document.activeElement.place"), place)
        self.mouse("mouseReleased", x, y)
        self.browser.wait("return document.querySelector('[aria-current]')?.place === arguments[0]", place)

    def test_a_press_that_is_taken_back_leaves_the_page_where_it_is(self):
        self.open_many()
        x, y = self.browser.middle(tile(self.seen()))
        self.mouse("mousePressed", x, y)
        self.mouse("mouseMoved", 5, 5)
        self.mouse("mouseReleased", 5, 5)
        self.browser.run(FRAMES)
        self.assertEqual(self.browser.run(OFFSET), 900)
        self.scroll(902)
        self.assertEqual(self.browser.run(OFFSET), 902)
        self.browser.wait("return document.activeElement.place === 0")
        self.assertEqual(self.current(), 0)

    def test_a_new_picture_moves_nobody_to_the_one_that_has_the_keyboard(self):
        self.open_many()
        self.scroll(0)
        self.browser.click(tile(1))
        self.browser.wait("return document.activeElement.place === 1")
        self.scroll(900)
        key, top = self.browser.run(
            "const it = document.querySelector(arguments[0]); return [it.key, it.getBoundingClientRect().top]",
            tile(self.seen()))
        source = next(self.library.glob("**/*.png"))
        # Its name stands in for the date of the shot, and puts it before all others.
        shutil.copy(source, source.with_name("Screenshot 2037-01-01 at 12.00.00.png"))
        self.browser.wait("return document.querySelector('[aria-current]')?.place === 2")
        self.browser.run(FRAMES)
        self.assertEqual(self.browser.run("return document.activeElement.place"), 2)
        self.settle()
        self.assertAlmostEqual(self.browser.run(
            "return [...document.querySelectorAll('.tile')].find((each) => each.key === arguments[0])"
            ".getBoundingClientRect().top", key), top, delta=1)
