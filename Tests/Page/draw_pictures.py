"""Draws the pictures of docs/browser.md from the sample library."""

import unittest

from test_page import LOADED, PageTestCase, tile
from world import ROOT


class Pictures(PageTestCase):
    """Each test draws one."""

    def draw(self, name):
        self.settle()
        self.browser.wait(LOADED)
        self.browser.run("document.activeElement.blur()")
        self.browser.screenshot(ROOT / "docs" / f"{name}.png")

    def test_phone(self):
        library = self.world.samples()
        self.open("browse", "--page", library)
        self.browser.click(tile(self.place("sunset.jpg")))
        self.browser.wait("return document.getElementById('picture').naturalHeight > 1500")
        self.draw("browser-phone")

    def test_wide(self):
        library = self.world.samples()
        self.browser.size(1200, 750)
        self.browser.media(prefers_color_scheme="dark")
        self.addCleanup(self.browser.media, prefers_color_scheme="light")
        self.open("browse", "--page", library)
        self.browser.wait("return document.getElementById('picture').naturalWidth > 1000")
        self.browser.click("#title")
        self.browser.wait("return document.querySelectorAll('.album').length === 9")
        self.browser.wait(
            "return [...document.querySelectorAll('.album')]"
            ".filter((row) => row.style.getPropertyValue('--cover') !== 'none').length >= 6")
        self.draw("browser-wide")

    def test_pick(self):
        library = self.world.samples()
        self.open("pick", "--page", library, "--limit", "3")
        self.browser.click(tile(self.place("candles.jpg")))
        self.browser.click(tile(self.place("beach.jpg")))
        self.browser.wait("return document.getElementById('picture').naturalWidth > 1500")
        self.browser.click("#crop")
        self.browser.wait("return !document.getElementById('frame').hidden")
        self.draw("browser-pick")


if __name__ == "__main__":
    unittest.main()
