"""The squares of the grid: enough pixels for the screen, and edges on the page's ground."""

import unittest

from test_page import LOADED, PHONE, PageTestCase

SIZES = """
  const done = arguments[0];
  const shown = [...document.querySelectorAll('.tile')].map((tile) => tile.style.backgroundImage)
    .filter((image) => image.startsWith('url'));
  Promise.all(shown.map(async (image) => {
    const picture = new Image();
    picture.src = image.slice(5, -2);
    await picture.decode();
    return Math.max(picture.naturalWidth, picture.naturalHeight);
  })).then((sides) => done(Math.max(...sides)));
"""


class SquareTests(PageTestCase):
    def longest(self):
        return self.browser.ask("/execute/async", {"script": SIZES, "args": []})

    def test_squares_have_the_pixels_of_the_screen(self):
        library = self.world.samples()
        page = self.open("browse", "--page", library)
        self.assertEqual(self.longest(), 256)
        self.browser.size(*PHONE, scale=2, touch=True)
        self.browser.open(page.address.split("?")[0])
        self.browser.ask("/refresh", {})
        self.browser.wait(LOADED)
        self.assertEqual(self.longest(), 512)

    def test_a_white_picture_has_an_edge(self):
        self.open_samples()
        shadow = self.browser.run(
            "return getComputedStyle(document.querySelector('.tile:not([aria-current])')).boxShadow")
        self.assertIn("inset", shadow)


if __name__ == "__main__":
    unittest.main()
